//! Sums of products of words below 2^32 with AVX2: unsigned; the upper halves of sums are moved to a second sum before
//! another product might overflow.

use super::{
    MatKernel,
    tile::{MOST_LANES, Sums, TERMS},
    tiles,
};
use crate::{
    arith::Modulus,
    kernels::words::{Halves, Words},
};

pub(super) const KERNEL: MatKernel = tiles!("halves-avx2", crate::kernels::AVX2, Unsigned, 2, 1, "avx2");

/// The sum s₀ + 2^32·s₁, s₀ < 2^32 after folding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unsigned {
    n: Modulus,
    period: usize,
}

impl Sums for Unsigned {
    const MOST: u64 = 1 << 32;
    const LANES: usize = MOST_LANES;
    const PLAIN: bool = true;
    type Left = Halves;
    type Right = Halves;
    type Sum = [Halves; 2];

    fn new(n: Modulus) -> Self {
        let top = u128::from(n.n() - 1);
        // 2^32 − 1 and this many products stay below 2^64: one product where n has 32 bits
        let period = ((u128::from(u64::MAX) - u128::from(u32::MAX)) / (top * top)).min(TERMS as u128) as usize;
        Unsigned { n, period }
    }
    #[inline(always)]
    fn modulus(self) -> Modulus {
        self.n
    }
    #[inline(always)]
    fn period(self) -> usize {
        self.period
    }
    #[inline(always)]
    unsafe fn left(self, x: *const u64) -> Halves {
        // SAFETY: the caller's promise, here and below
        unsafe { Halves::set(*x) }
    }
    #[inline(always)]
    unsafe fn lefts(self, x: *const u64) -> Halves {
        // SAFETY: as above
        unsafe { Halves::load(x) }
    }
    #[inline(always)]
    unsafe fn right(self, x: *const u64) -> Halves {
        // SAFETY: as above
        unsafe { Halves::load(x) }
    }
    #[inline(always)]
    unsafe fn zero(self) -> [Halves; 2] {
        // SAFETY: as above
        unsafe { [Halves::set(0); 2] }
    }
    #[inline(always)]
    unsafe fn add_product(self, [low, high]: [Halves; 2], x: Halves, y: Halves) -> [Halves; 2] {
        // SAFETY: as above
        unsafe { [low.add(x.mul_halves(y)), high] }
    }
    #[inline(always)]
    unsafe fn fold(self, [low, high]: [Halves; 2]) -> [Halves; 2] {
        // SAFETY: as above
        unsafe { [low.and(Halves::set(u64::from(u32::MAX))), high.add(low.shr::<32>())] }
    }
    #[inline(always)]
    unsafe fn reduce(self, [low, high]: [Halves; 2], out: *mut u64) {
        let (mut lows, mut highs) = ([0; MOST_LANES], [0; MOST_LANES]);
        // SAFETY: as above; arrays of a vector's words
        unsafe {
            low.store(lows.as_mut_ptr());
            high.store(highs.as_mut_ptr());
            for (i, (&low, &high)) in lows.iter().zip(&highs).enumerate() {
                *out.add(i) = self.n.reduce_wide((u128::from(high) << 32) + u128::from(low));
            }
        }
    }
}
