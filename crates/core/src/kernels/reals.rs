//! Vectors of doubles: AVX2 with FMA, of four or twice four, and AVX-512, of eight.

use super::vectors::{transpose_4, transpose_8};
use std::arch::x86_64::*;

/// 2^52: adding it to an integer below it moves the integer to the low bits of the double.
const MAGIC: f64 = (1u64 << 52) as f64;

/// A vector of doubles. Integers up to 2^53 in magnitude are exact.
///
/// SAFETY of every method: the CPU has the features that the implementation names; pointers are valid for `LANES` words.
pub(super) trait Reals: Copy {
    /// Number of doubles of a vector.
    const LANES: usize;
    /// Number of independent vectors that a radix-8 step keeps in registers for each of its eight inputs.
    const GROUPS: usize;

    unsafe fn set(x: f64) -> Self;
    unsafe fn load(x: *const u64) -> Self;
    unsafe fn store(self, x: *mut u64);
    unsafe fn plus(self, y: Self) -> Self;
    unsafe fn minus(self, y: Self) -> Self;
    unsafe fn times(self, y: Self) -> Self;
    /// self·y − z, rounded once.
    unsafe fn times_minus(self, y: Self, z: Self) -> Self;
    /// z − self·y, rounded once.
    unsafe fn minus_times(self, y: Self, z: Self) -> Self;
    /// The integers nearest to self.
    unsafe fn round(self) -> Self;
    /// x + p where x is negative.
    unsafe fn lifted(self, p: Self) -> Self;
    /// Words in [0, 2^52) as doubles.
    unsafe fn words_to_reals(self) -> Self;
    /// Doubles in [0, 2^52) as words.
    unsafe fn reals_to_words(self) -> Self;
    /// Transposes 8·`LANES` words that were loaded in order: vector i gets word i of every eight.
    unsafe fn transpose(v: &mut [Self; 8]);
    /// Undoes [`transpose`](Self::transpose).
    unsafe fn untranspose(v: &mut [Self; 8]);
}

/// Methods of one instruction, or two.
macro_rules! instructions {
    ($set:ident $load:ident $store:ident $add:ident $sub:ident $mul:ident $fmsub:ident $fnmadd:ident $round:expr) => {
        #[inline(always)]
        unsafe fn set(x: f64) -> Self {
            // SAFETY: the caller's promise
            unsafe { $set(x) }
        }
        #[inline(always)]
        unsafe fn load(x: *const u64) -> Self {
            // SAFETY: the caller's words
            unsafe { $load(x.cast()) }
        }
        #[inline(always)]
        unsafe fn store(self, x: *mut u64) {
            // SAFETY: the caller's words
            unsafe { $store(x.cast(), self) }
        }
        #[inline(always)]
        unsafe fn plus(self, y: Self) -> Self {
            // SAFETY: the caller's promise
            unsafe { $add(self, y) }
        }
        #[inline(always)]
        unsafe fn minus(self, y: Self) -> Self {
            // SAFETY: the caller's promise
            unsafe { $sub(self, y) }
        }
        #[inline(always)]
        unsafe fn times(self, y: Self) -> Self {
            // SAFETY: the caller's promise
            unsafe { $mul(self, y) }
        }
        #[inline(always)]
        unsafe fn times_minus(self, y: Self, z: Self) -> Self {
            // SAFETY: the caller's promise
            unsafe { $fmsub(self, y, z) }
        }
        #[inline(always)]
        unsafe fn minus_times(self, y: Self, z: Self) -> Self {
            // SAFETY: the caller's promise
            unsafe { $fnmadd(self, y, z) }
        }
        #[inline(always)]
        unsafe fn round(self) -> Self {
            // SAFETY: the caller's promise
            unsafe { $round(self) }
        }
    };
}

const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

/// AVX2 and FMA. Sixteen registers hold eight inputs and the operands of a product.
impl Reals for __m256d {
    const LANES: usize = 4;
    const GROUPS: usize = 1;
    instructions!(_mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_add_pd _mm256_sub_pd _mm256_mul_pd
        _mm256_fmsub_pd _mm256_fnmadd_pd _mm256_round_pd::<NEAREST>);

    #[inline(always)]
    unsafe fn lifted(self, p: Self) -> Self {
        // SAFETY: the caller's promise
        unsafe {
            let negative = _mm256_cmp_pd::<_CMP_LT_OQ>(self, _mm256_setzero_pd());
            _mm256_add_pd(self, _mm256_and_pd(negative, p))
        }
    }
    #[inline(always)]
    unsafe fn words_to_reals(self) -> Self {
        // SAFETY: the caller's promise
        unsafe { _mm256_sub_pd(_mm256_or_pd(self, Self::set(MAGIC)), Self::set(MAGIC)) }
    }
    #[inline(always)]
    unsafe fn reals_to_words(self) -> Self {
        // SAFETY: the caller's promise
        unsafe { _mm256_xor_pd(_mm256_add_pd(self, Self::set(MAGIC)), Self::set(MAGIC)) }
    }
    #[inline(always)]
    unsafe fn transpose(v: &mut [Self; 8]) {
        // SAFETY: the caller's promise
        unsafe {
            let [a, e, b, f, c, g, d, h] = *v;
            let (low, high) = (transpose_4([a, b, c, d]), transpose_4([e, f, g, h]));
            *v = [low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3]];
        }
    }
    #[inline(always)]
    unsafe fn untranspose(v: &mut [Self; 8]) {
        // SAFETY: the caller's promise
        unsafe {
            let [a, b, c, d, e, f, g, h] = *v;
            let (low, high) = (transpose_4([a, b, c, d]), transpose_4([e, f, g, h]));
            *v = [low[0], high[0], low[1], high[1], low[2], high[2], low[3], high[3]];
        }
    }
}

/// AVX-512 F and DQ.
impl Reals for __m512d {
    const LANES: usize = 8;
    const GROUPS: usize = 2;
    instructions!(_mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_add_pd _mm512_sub_pd _mm512_mul_pd
        _mm512_fmsub_pd _mm512_fnmadd_pd _mm512_roundscale_pd::<NEAREST>);

    #[inline(always)]
    unsafe fn lifted(self, p: Self) -> Self {
        // SAFETY: the caller's promise
        unsafe { _mm512_mask_add_pd(self, _mm512_cmp_pd_mask::<_CMP_LT_OQ>(self, _mm512_setzero_pd()), self, p) }
    }
    #[inline(always)]
    unsafe fn words_to_reals(self) -> Self {
        // SAFETY: the caller's promise
        unsafe { _mm512_sub_pd(_mm512_or_pd(self, Self::set(MAGIC)), Self::set(MAGIC)) }
    }
    #[inline(always)]
    unsafe fn reals_to_words(self) -> Self {
        // SAFETY: the caller's promise
        unsafe { _mm512_xor_pd(_mm512_add_pd(self, Self::set(MAGIC)), Self::set(MAGIC)) }
    }
    #[inline(always)]
    unsafe fn transpose(v: &mut [Self; 8]) {
        // SAFETY: the caller's promise
        unsafe {
            let mut words = v.map(|x| _mm512_castpd_si512(x));
            transpose_8(&mut words);
            *v = words.map(|x| _mm512_castsi512_pd(x));
        }
    }
    #[inline(always)]
    unsafe fn untranspose(v: &mut [Self; 8]) {
        // SAFETY: the caller's promise; a square is its own way back
        unsafe { Self::transpose(v) }
    }
}
