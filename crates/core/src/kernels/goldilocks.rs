//! The prime p = 2^64 − 2^32 + 1, eight words at a time: 2^64 ≡ 2^32 − 1 and 2^96 ≡ −1 make reductions of shifts and adds.
//!
//! Values are any words; products are in [0, p). A sum of a word and a residue exceeds 2^64 at most once, and then the
//! carry, worth ε = 2^32 − 1, does not make it exceed 2^64 again: word + residue < 2^64 + p = 2^65 − ε. A difference
//! below zero is at least −p + 1, so that subtracting ε after adding 2^64 leaves it positive. Cost: four products of
//! halves and about 25 other operations a butterfly, four times as many as for a prime of 50 bits.

use super::{
    lanes::{Inverse, Lanes},
    six_step::natural,
    tree::passes_back,
    vectors::transpose_8,
};
use std::arch::x86_64::*;

/// p.
pub(super) const P: u64 = 0xffff_ffff_0000_0001;
/// 2^64 − p.
const EPSILON: u64 = 0xffff_ffff;

/// Arithmetic modulo p.
#[derive(Clone, Copy)]
pub(super) struct Goldilocks {
    p: __m512i,
    epsilon: __m512i,
}

impl Goldilocks {
    /// Reduces to [0, p).
    #[inline(always)]
    unsafe fn canonical(self, x: __m512i) -> __m512i {
        // SAFETY: AVX-512 F, as the callers promise
        unsafe { _mm512_min_epu64(x, _mm512_sub_epi64(x, self.p)) }
    }

    /// x + y as a word, for y in [0, p).
    #[inline(always)]
    unsafe fn sum(self, x: __m512i, y: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe {
            let sum = _mm512_add_epi64(x, y);
            _mm512_mask_add_epi64(sum, _mm512_cmplt_epu64_mask(sum, x), sum, self.epsilon)
        }
    }

    /// x − y as a word, for y in [0, p).
    #[inline(always)]
    unsafe fn difference(self, x: __m512i, y: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe {
            let difference = _mm512_sub_epi64(x, y);
            _mm512_mask_sub_epi64(difference, _mm512_cmplt_epu64_mask(x, y), difference, self.epsilon)
        }
    }
}

impl Lanes for Goldilocks {
    type V = __m512i;
    /// w and its high half.
    type W = (__m512i, __m512i);
    const LANES: usize = 8;
    const GROUPS: usize = 2;
    const PACKED: usize = 16;
    const MAX_BITS: u32 = 64;
    const FORWARD_FACTOR: u64 = 1;
    const FORWARD_LEAST: u64 = 0;
    const REDUCED: usize = 0;

    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        debug_assert_eq!(p, P);
        // SAFETY: the caller's promise
        unsafe { Goldilocks { p: _mm512_set1_epi64(P as i64), epsilon: _mm512_set1_epi64(EPSILON as i64) } }
    }
    fn prepare(_: u64, w: u64) -> [u64; 2] {
        [w, w >> 32]
    }
    fn pack(_: u64, w: &[u64], out: &mut Vec<u64>) {
        out.extend(w);
        out.extend(w.iter().map(|w| w >> 32));
    }
    #[inline(always)]
    unsafe fn load(x: *const u64) -> __m512i {
        // SAFETY: the caller's 8 words
        unsafe { _mm512_loadu_si512(x.cast()) }
    }
    #[inline(always)]
    unsafe fn store(x: *mut u64, v: __m512i) {
        // SAFETY: the caller's 8 words
        unsafe { _mm512_storeu_si512(x.cast(), v) }
    }
    #[inline(always)]
    unsafe fn load_residues(x: *const u64) -> __m512i {
        // SAFETY: the caller's 8 words
        unsafe { Self::load(x) }
    }
    #[inline(always)]
    unsafe fn load_part(x: *const u64, words: usize) -> __m512i {
        // SAFETY: the caller's words; lanes that are masked are not read
        unsafe { _mm512_maskz_loadu_epi64(!(!0 << words), x.cast()) }
    }
    #[inline(always)]
    unsafe fn root(w: *const u64) -> (__m512i, __m512i) {
        // SAFETY: the caller's pair
        unsafe { (_mm512_set1_epi64(*w as i64), _mm512_set1_epi64(*w.add(1) as i64)) }
    }
    #[inline(always)]
    unsafe fn roots(w: *const u64) -> (__m512i, __m512i) {
        // SAFETY: the caller's 16 words
        unsafe { (Self::load(w), Self::load(w.add(8))) }
    }
    #[inline(always)]
    unsafe fn packed(self, w: *const u64) -> (__m512i, __m512i) {
        // SAFETY: the caller's 16 words
        unsafe { Self::roots(w) }
    }
    #[inline(always)]
    unsafe fn zero() -> __m512i {
        // SAFETY: the caller's promise
        unsafe { _mm512_setzero_si512() }
    }
    #[inline(always)]
    unsafe fn transpose(v: &mut [__m512i; 8]) {
        // SAFETY: the caller's promise
        unsafe { transpose_8(v) }
    }
    #[inline(always)]
    unsafe fn untranspose(v: &mut [__m512i; 8]) {
        // SAFETY: the caller's promise
        unsafe { transpose_8(v) }
    }

    #[inline(always)]
    unsafe fn reduce(self, x: __m512i) -> __m512i {
        x
    }
    #[inline(always)]
    unsafe fn forward(self, x: __m512i, y: __m512i, w: (__m512i, __m512i)) -> (__m512i, __m512i) {
        // SAFETY: the caller's promise
        unsafe {
            let t = self.times(y, w);
            (self.sum(x, t), self.difference(x, t))
        }
    }
    #[inline(always)]
    unsafe fn plain(self, x: __m512i, y: __m512i, _: u64) -> (__m512i, __m512i) {
        // SAFETY: the caller's promise
        unsafe {
            let y = self.canonical(y);
            (self.sum(x, y), self.difference(x, y))
        }
    }
    #[inline(always)]
    unsafe fn lift(self, x: __m512i, _: u64) -> __m512i {
        x
    }
    /// y·w = l + 2^64·h + 2^96·k for halves h and k of the high word: l − k + ε·h, in [0, p).
    #[inline(always)]
    unsafe fn times(self, y: __m512i, (low, high): (__m512i, __m512i)) -> __m512i {
        // SAFETY: the caller's promise
        unsafe {
            let half = self.epsilon;
            let top = _mm512_srli_epi64::<32>(y);
            let lowest = _mm512_mul_epu32(y, low);
            let middle = _mm512_add_epi64(_mm512_mul_epu32(y, high), _mm512_srli_epi64::<32>(lowest));
            let other = _mm512_add_epi64(_mm512_mul_epu32(top, low), _mm512_and_si512(middle, half));
            let word = _mm512_or_si512(_mm512_slli_epi64::<32>(other), _mm512_and_si512(lowest, half));
            let carried = _mm512_add_epi64(_mm512_srli_epi64::<32>(middle), _mm512_srli_epi64::<32>(other));
            let high = _mm512_add_epi64(_mm512_mul_epu32(top, high), carried);
            // −k, of 32 bits, goes below zero at most once; then ε·h < 2^64 exceeds 2^64 at most once
            let x = self.difference(word, _mm512_srli_epi64::<32>(high));
            let h = _mm512_and_si512(high, half);
            let product = _mm512_sub_epi64(_mm512_slli_epi64::<32>(h), h);
            self.canonical(self.sum(x, product))
        }
    }
    #[inline(always)]
    unsafe fn store_residues(self, x: *mut u64, v: __m512i) {
        // SAFETY: the caller's 8 words
        unsafe { Self::store(x, v) }
    }
    #[inline(always)]
    unsafe fn store_values(self, x: *mut u64, v: __m512i) {
        // SAFETY: the caller's 8 words
        unsafe { Self::store(x, self.canonical(v)) }
    }
}

/// Values between inverse passes are any words, too.
impl Inverse for Goldilocks {
    const SETTLE_EARLY: bool = false;
    #[inline(always)]
    unsafe fn inverse(self, x: __m512i, y: __m512i, _: u64, w: (__m512i, __m512i)) -> (__m512i, __m512i) {
        // SAFETY: the caller's promise
        unsafe {
            let (sum, difference) = self.plain(x, y, 1);
            (sum, self.times(difference, w))
        }
    }
    #[inline(always)]
    unsafe fn settle(self, x: __m512i) -> __m512i {
        x
    }
    #[inline(always)]
    unsafe fn plus(self, x: __m512i, y: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.sum(x, self.canonical(y)) }
    }
    #[inline(always)]
    unsafe fn minus(self, x: __m512i, y: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.difference(x, self.canonical(y)) }
    }
}

natural!(Goldilocks, "avx512f,avx512bw,avx512dq,avx512vl");
passes_back!(Goldilocks, "avx512f,avx512bw,avx512dq,avx512vl");
