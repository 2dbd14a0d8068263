//! Two AVX2 vectors as eight 64-bit words, for products of matrices.

use std::arch::x86_64::*;

/// Eight 64-bit words.
///
/// SAFETY of every method: the CPU has the features that the type needs (AVX2); pointers are valid for
/// eight words.
pub(super) trait Words: Copy {
    unsafe fn load(x: *const u64) -> Self;
    unsafe fn store(self, x: *mut u64);
    unsafe fn set(x: u64) -> Self;
    unsafe fn add(self, y: Self) -> Self;
    unsafe fn and(self, y: Self) -> Self;
    unsafe fn shr<const N: u32>(self) -> Self;
    /// The product of the low halves.
    unsafe fn mul_halves(self, y: Self) -> Self;
}

/// Two 256-bit vectors: AVX2.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Halves([__m256i; 2]);

impl Words for Halves {
    #[inline(always)]
    unsafe fn load(x: *const u64) -> Self {
        // SAFETY: the caller's promise, here and below
        unsafe { Halves([_mm256_loadu_si256(x.cast()), _mm256_loadu_si256(x.add(4).cast())]) }
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
}
