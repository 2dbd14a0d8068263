//! Products without carries by PCLMULQDQ, one pair of words a vector, and VPCLMULQDQ, four pairs.
//!
//! A pair of words times a pair takes three products of words instead of four (Karatsuba). A product goes by columns of
//! pairs, four neighbouring columns a vector: low, middle and high parts are summed up apart, and put together once a
//! column, the middle ones a word further up, the high ones two.

use super::{BitKernel, MAX_BASE, Merge, Small, plain_loops};
use crate::cpu::Isa;
use std::arch::x86_64::*;

/// Pairs of words side by side.
trait Pairs: Copy {
    /// Words a vector.
    const WORDS: usize;
    unsafe fn zero() -> Self;
    /// SAFETY of these: the vector's words are there.
    unsafe fn load(from: *const u64) -> Self;
    unsafe fn store(self, to: *mut u64);
    /// One pair in all places.
    unsafe fn every(pair: *const u64) -> Self;
    unsafe fn xor(self, other: Self) -> Self;
    /// In both words of a pair the sum of the two.
    unsafe fn folded(self) -> Self;
    /// Products of words: bit 0 of `WHICH` chooses the higher word of each pair of `self`, bit 4 that of `other`.
    unsafe fn product<const WHICH: i32>(self, other: Self) -> Self;
    /// A word further up; what falls out of `before` comes in.
    unsafe fn up_word(self, before: Self) -> Self;
    /// Two words further up, likewise.
    unsafe fn up_pair(self, before: Self) -> Self;
    /// Low and high pairs of two vectors in turn: (x₀, y₀, x₁, y₁, …) in two vectors.
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
    unsafe fn folded(self) -> Self {
        // SAFETY: as above
        unsafe { _mm_xor_si128(self, _mm_shuffle_epi32::<0b01_00_11_10>(self)) }
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
    unsafe fn up_pair(self, before: Self) -> Self {
        before
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
    unsafe fn folded(self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_xor_si512(self, _mm512_shuffle_epi32::<0b01_00_11_10>(self)) }
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
    unsafe fn up_pair(self, before: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_alignr_epi64::<6>(self, before) }
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

/// Words of zeros on either side of an operand: a column's vector may begin before it, or end behind it.
const MARGIN: usize = 8;

/// out = a·b; `a` is no longer than `b`.
///
/// SAFETY: `out` is as long as both; `b` has at most `ROOM` − 2·`MARGIN` words, `ROOM` is even.
#[inline(always)]
unsafe fn columns<V: Pairs, const ROOM: usize>(out: &mut [u64], a: &[u64], b: &[u64]) {
    debug_assert!(out.len() == a.len() + b.len() && a.len() <= b.len() && b.len() + 2 * MARGIN <= ROOM);
    let (mut x, mut y) = ([0; ROOM], [0; ROOM]);
    x[..a.len()].copy_from_slice(a);
    y[MARGIN..MARGIN + b.len()].copy_from_slice(b);
    let (a_pairs, b_pairs) = (a.len().div_ceil(2), b.len().div_ceil(2));
    // SAFETY: pair i of x is within a; with first ≤ a_pairs + b_pairs and i ≥ first − b_pairs + 1 a vector of y begins at
    // most a pair behind b, and with i < first + WORDS/2 within the margin before it
    unsafe {
        let (mut high_before, mut middle_before) = (V::zero(), V::zero());
        let lanes = V::WORDS / 2;
        for first in (0..a_pairs + b_pairs).step_by(lanes) {
            let (mut low, mut middle, mut high) = (V::zero(), V::zero(), V::zero());
            for i in (first + 1).saturating_sub(b_pairs)..a_pairs.min(first + lanes) {
                let (u, v) = (V::every(x.as_ptr().add(2 * i)), V::load(y.as_ptr().add(MARGIN + 2 * first - 2 * i)));
                low = low.xor(u.product::<0x00>(v));
                high = high.xor(u.product::<0x11>(v));
                middle = middle.xor(u.folded().product::<0x00>(v.folded()));
            }
            middle = middle.xor(low).xor(high);
            let sum = low.xor(middle.up_word(middle_before)).xor(high.up_pair(high_before));
            (high_before, middle_before) = (high, middle);
            let at = 2 * first;
            if at + V::WORDS <= out.len() {
                sum.store(out.as_mut_ptr().add(at));
            } else {
                let mut last = [0; 8];
                sum.store(last.as_mut_ptr());
                let rest = out.len() - at;
                out[at..].copy_from_slice(&last[..rest]);
            }
        }
    }
}

/// SAFETY: `out` is as long as both; `b`, the longer one, has at most `MAX_BASE` words.
#[inline(always)]
unsafe fn any_columns<V: Pairs>(out: &mut [u64], a: &[u64], b: &[u64]) {
    // SAFETY: the caller's promises, with room for b
    unsafe {
        match b.len() {
            0..=1 => columns::<__m128i, 18>(out, a, b),
            2..=8 => columns::<V, { 8 + 2 * MARGIN }>(out, a, b),
            9..=16 => columns::<V, { 16 + 2 * MARGIN }>(out, a, b),
            17..=32 => columns::<V, { 32 + 2 * MARGIN }>(out, a, b),
            _ => columns::<V, { MAX_BASE + 2 * MARGIN }>(out, a, b),
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

/// One kernel's module: its loops, compiled for its features.
macro_rules! kernel {
    ($module:ident, $kernel:ident, $vector:ty, $name:literal, $isa:expr, $extras:expr, $base:literal, $features:literal) => {
        pub(super) use $module::KERNEL as $kernel;
        mod $module {
            use super::*;
            pub static KERNEL: BitKernel = BitKernel {
                name: $name,
                isa: $isa,
                extras: $extras,
                base: $base,
                columns,
                square,
                add_row,
                combine,
                merge,
                reverse,
                xor,
                middle,
                word,
                leading,
            };
            plain_loops!($features);
            #[target_feature(enable = $features)]
            unsafe fn columns(out: &mut [u64], a: &[u64], b: &[u64]) {
                // SAFETY: the caller's promises, here and below
                unsafe { any_columns::<$vector>(out, a, b) }
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
    Isa::Avx512,
    &["vpclmulqdq", "pclmulqdq", "bmi2", "lzcnt"],
    40,
    "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,bmi1,bmi2,lzcnt"
);
kernel!(
    narrow,
    NARROW,
    __m128i,
    "pclmulqdq",
    Isa::Avx2,
    &["pclmulqdq", "bmi2", "lzcnt"],
    24,
    "avx2,pclmulqdq,bmi1,bmi2,lzcnt"
);
