//! Carry-less products by PCLMULQDQ, one pair of words in a vector, and VPCLMULQDQ, four pairs.
//!
//! A pair of words times a pair takes three products of words instead of four (Karatsuba). A product is computed by
//! columns of pairs: low, middle and high parts are summed separately and combined once for each column, the middle
//! ones shifted up by one word, the high ones by two. Kernels with four pairs in a vector use tiles instead.

use super::{BitKernel, MAX_BASE, Merge, Small, plain_loops};
use crate::cpu::{Feature, Target};
use std::arch::x86_64::*;

/// A vector of pairs of words.
trait Pairs: Copy {
    /// Number of words of a vector.
    const WORDS: usize;
    unsafe fn zero() -> Self;
    /// SAFETY of these: the vector's words are there.
    unsafe fn load(from: *const u64) -> Self;
    unsafe fn store(self, to: *mut u64);
    /// One pair copied to all places.
    unsafe fn every(pair: *const u64) -> Self;
    unsafe fn xor(self, other: Self) -> Self;
    /// Products of words: bit 0 of `WHICH` chooses the higher word of each pair of `self`, bit 4 that of `other`.
    unsafe fn product<const WHICH: i32>(self, other: Self) -> Self;
    /// Shifted up by a word; the highest word of `before` comes in.
    unsafe fn up_word(self, before: Self) -> Self;
    /// Low and high pairs of two vectors interleaved: (x₀, y₀, x₁, y₁, …) in two vectors.
    unsafe fn woven(self, other: Self) -> [Self; 2];
}

impl Pairs for __m128i {
    const WORDS: usize = 2;
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller's promise, here and below
        unsafe { _mm_setzero_si128() }
    }
    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: as above
        unsafe { _mm_loadu_si128(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: as above
        unsafe { _mm_storeu_si128(to.cast(), self) }
    }
    #[inline(always)]
    unsafe fn every(pair: *const u64) -> Self {
        // SAFETY: as above
        unsafe { Self::load(pair) }
    }
    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm_xor_si128(self, other) }
    }
    #[inline(always)]
    unsafe fn product<const WHICH: i32>(self, other: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm_clmulepi64_si128::<WHICH>(self, other) }
    }
    #[inline(always)]
    unsafe fn up_word(self, before: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm_alignr_epi8::<8>(self, before) }
    }
    #[inline(always)]
    unsafe fn woven(self, other: Self) -> [Self; 2] {
        [self, other]
    }
}

impl Pairs for __m512i {
    const WORDS: usize = 8;
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller's promise, here and below
        unsafe { _mm512_setzero_si512() }
    }
    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: as above
        unsafe { _mm512_loadu_si512(from.cast()) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: as above
        unsafe { _mm512_storeu_si512(to.cast(), self) }
    }
    #[inline(always)]
    unsafe fn every(pair: *const u64) -> Self {
        // SAFETY: as above
        unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(pair.cast())) }
    }
    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_xor_si512(self, other) }
    }
    #[inline(always)]
    unsafe fn product<const WHICH: i32>(self, other: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_clmulepi64_epi128::<WHICH>(self, other) }
    }
    #[inline(always)]
    unsafe fn up_word(self, before: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_alignr_epi64::<7>(self, before) }
    }
    #[inline(always)]
    unsafe fn woven(self, other: Self) -> [Self; 2] {
        // SAFETY: as above
        unsafe {
            let low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            [_mm512_permutex2var_epi64(self, low, other), _mm512_permutex2var_epi64(self, high, other)]
        }
    }
}

/// The sum of the two words of each pair, in both of its words.
///
/// SAFETY: SSE2.
#[inline(always)]
unsafe fn folded(v: __m128i) -> __m128i {
    // SAFETY: the caller's promise
    unsafe { v.xor(_mm_shuffle_epi32::<0b01_00_11_10>(v)) }
}

/// out = a·b, pair by pair; `a` is not longer than `b`.
///
/// SAFETY: PCLMULQDQ; `out` is as long as both; `b` has at most [`MAX_BASE`] words.
#[inline(always)]
unsafe fn columns(out: &mut [u64], a: &[u64], b: &[u64]) {
    debug_assert!(out.len() == a.len() + b.len() && a.len() <= b.len() && b.len() <= MAX_BASE);
    let (mut x, mut y) = ([0; MAX_BASE], [0; MAX_BASE]);
    x[..a.len()].copy_from_slice(a);
    y[..b.len()].copy_from_slice(b);
    let (a_pairs, b_pairs) = (a.len().div_ceil(2), b.len().div_ceil(2));
    // SAFETY: pair i of x is within a, and pair column − i of y within b
    unsafe {
        let (mut high_before, mut middle_before) = (__m128i::zero(), __m128i::zero());
        for column in 0..a_pairs + b_pairs {
            let (mut low, mut middle, mut high) = (__m128i::zero(), __m128i::zero(), __m128i::zero());
            for i in (column + 1).saturating_sub(b_pairs)..a_pairs.min(column + 1) {
                let (u, v) = (__m128i::load(x.as_ptr().add(2 * i)), __m128i::load(y.as_ptr().add(2 * (column - i))));
                low = low.xor(u.product::<0x00>(v));
                high = high.xor(u.product::<0x11>(v));
                middle = middle.xor(folded(u).product::<0x00>(folded(v)));
            }
            middle = middle.xor(low).xor(high);
            let sum = low.xor(middle.up_word(middle_before)).xor(high_before);
            (high_before, middle_before) = (high, middle);
            match &mut out[2 * column..] {
                [] => {}
                [last] => *last = _mm_cvtsi128_si64(sum) as u64,
                pair => sum.store(pair.as_mut_ptr()),
            }
        }
    }
}

/// The same for operands `a` of up to two words.
///
/// SAFETY: PCLMULQDQ; neither is empty, and `out` is as long as both.
#[inline(always)]
unsafe fn pair(out: &mut [u64], a: &[u64], b: &[u64]) {
    // SAFETY: the caller's promise
    unsafe {
        if let ([x], [y]) = (a, b) {
            let product = _mm_cvtsi64_si128(*x as i64).product::<0x00>(_mm_cvtsi64_si128(*y as i64));
            return product.store(out.as_mut_ptr());
        }
        let load = |v: &[u64]| match v {
            [x] => _mm_cvtsi64_si128(*x as i64),
            _ => __m128i::load(v.as_ptr()),
        };
        let (x, y) = (load(a), load(b));
        let middle = x.product::<0x01>(y).xor(x.product::<0x10>(y));
        let low = x.product::<0x00>(y).xor(middle.up_word(__m128i::zero()));
        low.store(out.as_mut_ptr());
        let high = x.product::<0x11>(y).xor(__m128i::zero().up_word(middle));
        match &mut out[2..] {
            [] => {}
            [last] => *last = _mm_cvtsi128_si64(high) as u64,
            pair => high.store(pair.as_mut_ptr()),
        }
    }
}

/// SAFETY: `out` is twice as long as `a`.
#[inline(always)]
unsafe fn squares<V: Pairs>(out: &mut [u64], a: &[u64]) {
    debug_assert_eq!(out.len(), 2 * a.len());
    let whole = a.len() / V::WORDS * V::WORDS;
    // SAFETY: whole vectors of a, and two of out for each
    unsafe {
        for i in (0..whole).step_by(V::WORDS) {
            let x = V::load(a.as_ptr().add(i));
            let [low, high] = x.product::<0x00>(x).woven(x.product::<0x11>(x));
            low.store(out.as_mut_ptr().add(2 * i));
            high.store(out.as_mut_ptr().add(2 * i + V::WORDS));
        }
        for (out, &x) in out[2 * whole..].chunks_exact_mut(2).zip(&a[whole..]) {
            let x = __m128i::load([x, 0].as_ptr());
            x.product::<0x00>(x).store(out.as_mut_ptr());
        }
    }
}

/// SAFETY: `out` is at least as long as `a`.
#[inline(always)]
unsafe fn row<V: Pairs>(out: &mut [u64], a: &[u64], c: u64) {
    debug_assert!(out.len() >= a.len());
    let whole = a.len() / V::WORDS * V::WORDS;
    // SAFETY: whole vectors of a, which are there in out too
    unsafe {
        let factor = V::every([c, 0].as_ptr());
        let mut before = V::zero();
        for i in (0..whole).step_by(V::WORDS) {
            let x = V::load(a.as_ptr().add(i));
            let (even, odd) = (x.product::<0x00>(factor), x.product::<0x01>(factor));
            let at = out.as_mut_ptr().add(i);
            V::load(at).xor(even).xor(odd.up_word(before)).store(at);
            before = odd;
        }
        let mut carry = last_word(before);
        for i in whole..a.len() {
            let p = word(a[i], c);
            out[i] ^= p as u64 ^ carry;
            carry = (p >> 64) as u64;
        }
        if let Some(x) = out.get_mut(a.len()) {
            *x ^= carry;
        }
    }
}

/// SAFETY: as for the vector.
#[inline(always)]
unsafe fn last_word<V: Pairs>(v: V) -> u64 {
    let mut words = [0; 8];
    // SAFETY: a vector has at most eight words
    unsafe { v.store(words.as_mut_ptr()) };
    words[V::WORDS - 1]
}

/// SAFETY: both are equally long.
#[inline(always)]
unsafe fn combined<V: Pairs>(x: &mut [u64], y: &mut [u64], m: &Small) {
    debug_assert_eq!(x.len(), y.len());
    let whole = x.len() / V::WORDS * V::WORDS;
    // SAFETY: whole vectors of both
    unsafe {
        let rows = m.map(|row| V::every(row.as_ptr()));
        let mut before = [V::zero(); 2];
        for i in (0..whole).step_by(V::WORDS) {
            let (x, y) = (x.as_mut_ptr().add(i), y.as_mut_ptr().add(i));
            let (u, v) = (V::load(x), V::load(y));
            for ((row, before), to) in rows.iter().zip(&mut before).zip([x, y]) {
                let even = u.product::<0x00>(*row).xor(v.product::<0x10>(*row));
                let odd = u.product::<0x01>(*row).xor(v.product::<0x11>(*row));
                even.xor(odd.up_word(*before)).store(to);
                *before = odd;
            }
        }
        let mut carry = before.map(|v| last_word(v));
        for i in whole..x.len() {
            let sums = m.map(|row| word(row[0], x[i]) ^ word(row[1], y[i]));
            (x[i], y[i]) = (sums[0] as u64 ^ carry[0], sums[1] as u64 ^ carry[1]);
            carry = sums.map(|s| (s >> 64) as u64);
        }
    }
}

/// SAFETY: PCLMULQDQ.
#[inline(always)]
unsafe fn word(a: u64, b: u64) -> u128 {
    // SAFETY: the caller's promise
    unsafe {
        let p = _mm_clmulepi64_si128::<0x00>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
        let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(p, p));
        u128::from(high as u64) << 64 | u128::from(_mm_cvtsi128_si64(p) as u64)
    }
}

/// The module of one kernel: its loops, compiled for its features.
macro_rules! kernel {
    ($module:ident, $kernel:ident, $vector:ty, $name:literal, $needs:expr, $base:literal, $grain:literal,
     $columns:path, $features:literal) => {
        pub(super) use $module::KERNEL as $kernel;
        mod $module {
            use super::*;
            pub static KERNEL: BitKernel = BitKernel {
                name: $name,
                needs: $needs,
                base: $base,
                grain: $grain,
                columns,
                karatsuba,
                square,
                add_row,
                combine,
                merge,
                reverse,
                xor,
                word,
                leading,
                unpack,
                scale,
                multiply_each,
                dot,
                add_combination,
            };
            plain_loops!($base, $grain, $features);
            #[target_feature(enable = $features)]
            unsafe fn columns(out: &mut [u64], a: &[u64], b: &[u64]) {
                // SAFETY: the caller's promises, here and below
                unsafe { if b.len() <= 2 { pair(out, a, b) } else { $columns(out, a, b) } }
            }
            #[target_feature(enable = $features)]
            unsafe fn square(out: &mut [u64], a: &[u64]) {
                // SAFETY: as above
                unsafe { squares::<$vector>(out, a) }
            }
            #[target_feature(enable = $features)]
            unsafe fn add_row(out: &mut [u64], a: &[u64], c: u64) {
                // SAFETY: as above
                unsafe { row::<$vector>(out, a, c) }
            }
            #[target_feature(enable = $features)]
            unsafe fn combine(x: &mut [u64], y: &mut [u64], m: &Small) {
                // SAFETY: as above
                unsafe { combined::<$vector>(x, y, m) }
            }
            #[target_feature(enable = $features)]
            unsafe fn word(a: u64, b: u64) -> u128 {
                // SAFETY: as above
                unsafe { super::word(a, b) }
            }
        }
    };
}
kernel!(
    wide,
    WIDE,
    __m512i,
    "vpclmulqdq",
    Target::of(&[Feature::Avx512, Feature::Vpclmulqdq, Feature::Pclmulqdq, Feature::Bmi2, Feature::Lzcnt]),
    16,
    8,
    super::super::tiles::product,
    "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,bmi1,bmi2,lzcnt"
);
kernel!(
    narrow,
    NARROW,
    __m128i,
    "pclmulqdq",
    Target::of(&[Feature::Avx2, Feature::Pclmulqdq, Feature::Bmi2, Feature::Lzcnt]),
    24,
    2,
    super::columns,
    "avx2,pclmulqdq,bmi1,bmi2,lzcnt"
);
