//! Vectors of eight signed words, one of each of eight elements, with AVX-512 and portably: the arithmetic of digits is
//! generic over them.

#[cfg(target_arch = "x86_64")]
use crate::kernels::vectors::transpose_8;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

pub use crate::pass::blocks::LANES;

/// Eight signed words.
///
/// SAFETY of every method: the CPU has the features that the implementation names; pointers are valid for eight words.
pub(in crate::kernels) trait Eight: Copy {
    /// Whether a vector is one register, so that butterflies gain by code of their own for each rotation.
    const ONE_REGISTER: bool;

    unsafe fn splat(x: i64) -> Self;
    unsafe fn load(x: *const u64) -> Self;
    unsafe fn store(self, x: *mut u64);
    unsafe fn plus(self, y: Self) -> Self;
    unsafe fn minus(self, y: Self) -> Self;
    /// self, or −self if `minus`.
    unsafe fn negated(self, minus: bool) -> Self;
    /// self·y modulo 2^64.
    unsafe fn times(self, y: Self) -> Self;
    /// self·y for factors in ±2^31.
    unsafe fn times_short(self, y: Self) -> Self;
    unsafe fn and(self, y: Self) -> Self;
    /// self·2^n modulo 2^64.
    unsafe fn up(self, n: u32) -> Self;
    /// ⌊self/2^n⌋.
    unsafe fn down(self, n: u32) -> Self;
    /// self + the low 52 bits of x·y, where only the low 52 bits of x and y are read.
    unsafe fn low(self, x: Self, y: Self) -> Self;
    /// self + the high 52 bits of x·y, where only the low 52 bits of x and y are read.
    unsafe fn high(self, x: Self, y: Self) -> Self;
    /// A digit in [0, r) and a carry of −1, 0 or 1, for self in [−r, 2r).
    unsafe fn carry(self, r: Self) -> (Self, Self);
    /// Whether any lane is not zero.
    unsafe fn any(self) -> bool;
    /// y in the lanes where x is not zero.
    unsafe fn replaced(self, x: Self, y: Self) -> Self;
    /// Transposes: vector i gets lane i of each of the vectors.
    unsafe fn transpose(v: &mut [Self; 8]);
}

/// Portable vectors. Long functions are not inlined: copies of them in all loops would take minutes to compile.
#[derive(Clone, Copy)]
pub(in crate::kernels) struct Words([i64; LANES]);

impl Words {
    #[inline(always)]
    fn each(self, y: Self, f: impl Fn(i64, i64) -> i64) -> Self {
        Words(std::array::from_fn(|i| f(self.0[i], y.0[i])))
    }
}

const MASK_52: u64 = (1 << 52) - 1;

#[inline(always)]
fn product_52(x: i64, y: i64) -> u128 {
    u128::from(x as u64 & MASK_52) * u128::from(y as u64 & MASK_52)
}

impl Eight for Words {
    const ONE_REGISTER: bool = false;

    #[inline(always)]
    unsafe fn splat(x: i64) -> Self {
        Words([x; LANES])
    }
    #[inline(always)]
    unsafe fn load(x: *const u64) -> Self {
        // SAFETY: eight words
        Words(unsafe { x.cast::<[i64; LANES]>().read_unaligned() })
    }
    #[inline(always)]
    unsafe fn store(self, x: *mut u64) {
        // SAFETY: eight words
        unsafe { x.cast::<[i64; LANES]>().write_unaligned(self.0) }
    }
    #[inline(always)]
    unsafe fn plus(self, y: Self) -> Self {
        self.each(y, i64::wrapping_add)
    }
    #[inline(always)]
    unsafe fn minus(self, y: Self) -> Self {
        self.each(y, i64::wrapping_sub)
    }
    #[inline(never)]
    unsafe fn negated(self, minus: bool) -> Self {
        let sign = -i64::from(minus);
        self.each(self, |x, _| (x ^ sign).wrapping_sub(sign))
    }
    #[inline(never)]
    unsafe fn times(self, y: Self) -> Self {
        self.each(y, i64::wrapping_mul)
    }
    #[inline(always)]
    unsafe fn times_short(self, y: Self) -> Self {
        // SAFETY: the caller's promise
        unsafe { self.times(y) }
    }
    #[inline(always)]
    unsafe fn and(self, y: Self) -> Self {
        self.each(y, |x, y| x & y)
    }
    #[inline(always)]
    unsafe fn up(self, n: u32) -> Self {
        self.each(self, |x, _| x << n)
    }
    #[inline(always)]
    unsafe fn down(self, n: u32) -> Self {
        self.each(self, |x, _| x >> n)
    }
    #[inline(never)]
    unsafe fn low(self, x: Self, y: Self) -> Self {
        Words(std::array::from_fn(|i| self.0[i].wrapping_add((product_52(x.0[i], y.0[i]) as u64 & MASK_52) as i64)))
    }
    #[inline(never)]
    unsafe fn high(self, x: Self, y: Self) -> Self {
        Words(std::array::from_fn(|i| self.0[i].wrapping_add((product_52(x.0[i], y.0[i]) >> 52) as i64)))
    }
    #[inline(never)]
    unsafe fn carry(self, r: Self) -> (Self, Self) {
        let carry = self.each(r, |x, r| i64::from(x >= r) - i64::from(x < 0));
        (Words(std::array::from_fn(|i| self.0[i] - carry.0[i] * r.0[i])), carry)
    }
    #[inline(always)]
    unsafe fn any(self) -> bool {
        self.0 != [0; LANES]
    }
    #[inline(never)]
    unsafe fn replaced(self, x: Self, y: Self) -> Self {
        Words(std::array::from_fn(|i| if x.0[i] != 0 { y.0[i] } else { self.0[i] }))
    }
    #[inline(never)]
    unsafe fn transpose(v: &mut [Self; 8]) {
        let old = *v;
        for (i, v) in v.iter_mut().enumerate() {
            *v = Words(std::array::from_fn(|j| old[j].0[i]));
        }
    }
}

/// AVX-512 F and DQ and 52-bit multiply-add.
#[cfg(target_arch = "x86_64")]
impl Eight for __m512i {
    const ONE_REGISTER: bool = true;

    #[inline(always)]
    unsafe fn splat(x: i64) -> Self {
        // SAFETY: the caller's promise, as in all that follow
        unsafe { _mm512_set1_epi64(x) }
    }
    #[inline(always)]
    unsafe fn load(x: *const u64) -> Self {
        // SAFETY: see above
        unsafe { _mm512_loadu_si512(x.cast()) }
    }
    #[inline(always)]
    unsafe fn store(self, x: *mut u64) {
        // SAFETY: see above
        unsafe { _mm512_storeu_si512(x.cast(), self) }
    }
    #[inline(always)]
    unsafe fn plus(self, y: Self) -> Self {
        // SAFETY: see above
        unsafe { _mm512_add_epi64(self, y) }
    }
    #[inline(always)]
    unsafe fn minus(self, y: Self) -> Self {
        // SAFETY: see above
        unsafe { _mm512_sub_epi64(self, y) }
    }
    #[inline(always)]
    unsafe fn negated(self, minus: bool) -> Self {
        // SAFETY: see above
        unsafe { _mm512_mask_sub_epi64(self, 0u8.wrapping_sub(u8::from(minus)), _mm512_setzero_si512(), self) }
    }
    #[inline(always)]
    unsafe fn times(self, y: Self) -> Self {
        // SAFETY: see above
        unsafe { _mm512_mullo_epi64(self, y) }
    }
    #[inline(always)]
    unsafe fn times_short(self, y: Self) -> Self {
        // SAFETY: see above
        unsafe { _mm512_mul_epi32(self, y) }
    }
    #[inline(always)]
    unsafe fn and(self, y: Self) -> Self {
        // SAFETY: see above
        unsafe { _mm512_and_si512(self, y) }
    }
    #[inline(always)]
    unsafe fn up(self, n: u32) -> Self {
        // SAFETY: see above
        unsafe { _mm512_sllv_epi64(self, _mm512_set1_epi64(i64::from(n))) }
    }
    #[inline(always)]
    unsafe fn down(self, n: u32) -> Self {
        // SAFETY: see above
        unsafe { _mm512_srav_epi64(self, _mm512_set1_epi64(i64::from(n))) }
    }
    #[inline(always)]
    unsafe fn low(self, x: Self, y: Self) -> Self {
        // SAFETY: see above
        unsafe { _mm512_madd52lo_epu64(self, x, y) }
    }
    #[inline(always)]
    unsafe fn high(self, x: Self, y: Self) -> Self {
        // SAFETY: see above
        unsafe { _mm512_madd52hi_epu64(self, x, y) }
    }
    #[inline(always)]
    unsafe fn carry(self, r: Self) -> (Self, Self) {
        // SAFETY: see above
        unsafe {
            let (over, under) = (_mm512_cmpge_epi64_mask(self, r), _mm512_movepi64_mask(self));
            let digit = _mm512_mask_add_epi64(_mm512_mask_sub_epi64(self, over, self, r), under, self, r);
            let ones = _mm512_maskz_set1_epi64(over, 1);
            (digit, _mm512_mask_set1_epi64(ones, under, -1))
        }
    }
    #[inline(always)]
    unsafe fn any(self) -> bool {
        // SAFETY: see above
        unsafe { _mm512_test_epi64_mask(self, self) != 0 }
    }
    #[inline(always)]
    unsafe fn replaced(self, x: Self, y: Self) -> Self {
        // SAFETY: see above
        unsafe { _mm512_mask_mov_epi64(self, _mm512_test_epi64_mask(x, x), y) }
    }
    #[inline(always)]
    unsafe fn transpose(v: &mut [Self; 8]) {
        // SAFETY: see above
        unsafe { transpose_8(v) }
    }
}
