//! Vectors of eight 64-bit words, for the arithmetics without 52-bit multiply-add: one 512-bit vector, or two of 256.

use super::vectors::{transpose_4, transpose_8};
use std::arch::x86_64::*;

/// Eight 64-bit words.
///
/// SAFETY of every method: the CPU has the features that the type needs (AVX-512 F and DQ; AVX2); pointers are valid for
/// eight words.
pub(super) trait Words: Copy {
    unsafe fn load(x: *const u64) -> Self;
    /// Loads this many words, with zeros beyond.
    unsafe fn load_part(x: *const u64, words: usize) -> Self;
    unsafe fn store(self, x: *mut u64);
    unsafe fn set(x: u64) -> Self;
    unsafe fn add(self, y: Self) -> Self;
    unsafe fn sub(self, y: Self) -> Self;
    unsafe fn and(self, y: Self) -> Self;
    unsafe fn shr<const N: u32>(self) -> Self;
    /// The product of the low halves.
    unsafe fn mul_halves(self, y: Self) -> Self;
    /// The product modulo 2^64.
    unsafe fn mul(self, y: Self) -> Self;
    /// x − y where that is not negative, else x; for x − y in [−2^63, 2^63).
    unsafe fn below(self, y: Self) -> Self;
    unsafe fn transpose(v: &mut [Self; 8]);
}

/// AVX-512 F, DQ.
impl Words for __m512i {
    #[inline(always)]
    unsafe fn load(x: *const u64) -> Self {
        // SAFETY: the caller's promise, here and below
        unsafe { _mm512_loadu_si512(x.cast()) }
    }
    #[inline(always)]
    unsafe fn load_part(x: *const u64, words: usize) -> Self {
        // SAFETY: as above; lanes that are masked are not read
        unsafe { _mm512_maskz_loadu_epi64(!(!0 << words), x.cast()) }
    }
    #[inline(always)]
    unsafe fn store(self, x: *mut u64) {
        // SAFETY: as above
        unsafe { _mm512_storeu_si512(x.cast(), self) }
    }
    #[inline(always)]
    unsafe fn set(x: u64) -> Self {
        // SAFETY: as above
        unsafe { _mm512_set1_epi64(x as i64) }
    }
    #[inline(always)]
    unsafe fn add(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_add_epi64(self, y) }
    }
    #[inline(always)]
    unsafe fn sub(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_sub_epi64(self, y) }
    }
    #[inline(always)]
    unsafe fn and(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_and_si512(self, y) }
    }
    #[inline(always)]
    unsafe fn shr<const N: u32>(self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_srli_epi64::<N>(self) }
    }
    #[inline(always)]
    unsafe fn mul_halves(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_mul_epu32(self, y) }
    }
    #[inline(always)]
    unsafe fn mul(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_mullo_epi64(self, y) }
    }
    #[inline(always)]
    unsafe fn below(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { _mm512_min_epu64(self, _mm512_sub_epi64(self, y)) }
    }
    #[inline(always)]
    unsafe fn transpose(v: &mut [Self; 8]) {
        // SAFETY: as above
        unsafe { transpose_8(v) }
    }
}

/// Two 256-bit vectors: AVX2.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Halves([__m256i; 2]);

impl Halves {
    /// The low 64 bits of products, from three products of halves.
    #[inline(always)]
    unsafe fn mul_256(x: __m256i, y: __m256i) -> __m256i {
        // SAFETY: AVX2, as the caller promises
        unsafe {
            let cross = _mm256_add_epi64(
                _mm256_mul_epu32(_mm256_srli_epi64::<32>(x), y),
                _mm256_mul_epu32(x, _mm256_srli_epi64::<32>(y)),
            );
            _mm256_add_epi64(_mm256_mul_epu32(x, y), _mm256_slli_epi64::<32>(cross))
        }
    }

    #[inline(always)]
    unsafe fn below_256(x: __m256i, y: __m256i) -> __m256i {
        // SAFETY: AVX2, as the caller promises; the sign of the difference chooses
        unsafe {
            let difference = _mm256_castsi256_pd(_mm256_sub_epi64(x, y));
            _mm256_castpd_si256(_mm256_blendv_pd(difference, _mm256_castsi256_pd(x), difference))
        }
    }
}

impl Words for Halves {
    #[inline(always)]
    unsafe fn load(x: *const u64) -> Self {
        // SAFETY: the caller's promise, here and below
        unsafe { Halves([_mm256_loadu_si256(x.cast()), _mm256_loadu_si256(x.add(4).cast())]) }
    }
    #[inline(always)]
    unsafe fn load_part(x: *const u64, words: usize) -> Self {
        // SAFETY: as above; lanes whose mask is zero are not read
        unsafe {
            let masks = [0, 4].map(|lane| {
                let left = words.saturating_sub(lane);
                _mm256_setr_epi64x(
                    -i64::from(left > 0),
                    -i64::from(left > 1),
                    -i64::from(left > 2),
                    -i64::from(left > 3),
                )
            });
            let x: *const i64 = x.cast();
            Halves([_mm256_maskload_epi64(x, masks[0]), _mm256_maskload_epi64(x.wrapping_add(4), masks[1])])
        }
    }
    #[inline(always)]
    unsafe fn store(self, x: *mut u64) {
        // SAFETY: as above
        unsafe {
            _mm256_storeu_si256(x.cast(), self.0[0]);
            _mm256_storeu_si256(x.add(4).cast(), self.0[1]);
        }
    }
    #[inline(always)]
    unsafe fn set(x: u64) -> Self {
        // SAFETY: as above
        unsafe { Halves([_mm256_set1_epi64x(x as i64); 2]) }
    }
    #[inline(always)]
    unsafe fn add(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { Halves([_mm256_add_epi64(self.0[0], y.0[0]), _mm256_add_epi64(self.0[1], y.0[1])]) }
    }
    #[inline(always)]
    unsafe fn sub(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { Halves([_mm256_sub_epi64(self.0[0], y.0[0]), _mm256_sub_epi64(self.0[1], y.0[1])]) }
    }
    #[inline(always)]
    unsafe fn and(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { Halves([_mm256_and_si256(self.0[0], y.0[0]), _mm256_and_si256(self.0[1], y.0[1])]) }
    }
    #[inline(always)]
    unsafe fn shr<const N: u32>(self) -> Self {
        // SAFETY: as above
        unsafe {
            let by = _mm_cvtsi32_si128(N as i32);
            Halves([_mm256_srl_epi64(self.0[0], by), _mm256_srl_epi64(self.0[1], by)])
        }
    }
    #[inline(always)]
    unsafe fn mul_halves(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { Halves([_mm256_mul_epu32(self.0[0], y.0[0]), _mm256_mul_epu32(self.0[1], y.0[1])]) }
    }
    #[inline(always)]
    unsafe fn mul(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { Halves([Self::mul_256(self.0[0], y.0[0]), Self::mul_256(self.0[1], y.0[1])]) }
    }
    #[inline(always)]
    unsafe fn below(self, y: Self) -> Self {
        // SAFETY: as above
        unsafe { Halves([Self::below_256(self.0[0], y.0[0]), Self::below_256(self.0[1], y.0[1])]) }
    }
    #[inline(always)]
    unsafe fn transpose(v: &mut [Self; 8]) {
        // SAFETY: as above; vectors of doubles and of integers have one layout
        unsafe {
            let v: &mut [[__m256d; 2]; 8] = &mut *std::ptr::from_mut(v).cast();
            for quarter in v.chunks_exact_mut(4) {
                for half in [0, 1] {
                    let [a, b, c, d] = transpose_4(std::array::from_fn(|i| quarter[i][half]));
                    (quarter[0][half], quarter[1][half]) = (a, b);
                    (quarter[2][half], quarter[3][half]) = (c, d);
                }
            }
            for i in 0..4 {
                (v[i][1], v[i + 4][0]) = (v[i + 4][0], v[i][1]);
            }
        }
    }
}
