//! Sums of products in one word, and in three words, one entry at a time.

use super::{
    MatKernel,
    tile::{Sums, TERMS},
    tiles,
};
use crate::{arith::Modulus, cpu::Target};

pub(super) const SINGLE: MatKernel = tiles!("single", Target::SCALAR, Single, 2, 4);
pub(super) const TRIPLE: MatKernel = tiles!("triple", Target::SCALAR, Triple, 2, 2);

/// Arithmetic in one word, reduced before another product might overflow: n ≤ 2^30, so that 16 products fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Single {
    n: Modulus,
    period: usize,
}

impl Sums for Single {
    const MOST: u64 = 1 << 30;
    const LANES: usize = 1;
    const PLAIN: bool = true;
    type Left = u64;
    type Right = u64;
    type Sum = u64;

    fn new(n: Modulus) -> Self {
        let top = n.n() - 1;
        // a residue and this many products stay below 2^64
        let period = ((u64::MAX - top) / (top * top)).min(TERMS as u64) as usize;
        Single { n, period }
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
    unsafe fn left(self, x: *const u64) -> u64 {
        // SAFETY: the caller's promise, here and below
        unsafe { *x }
    }
    #[inline(always)]
    unsafe fn lefts(self, x: *const u64) -> u64 {
        // SAFETY: as above
        unsafe { *x }
    }
    #[inline(always)]
    unsafe fn right(self, x: *const u64) -> u64 {
        // SAFETY: as above
        unsafe { *x }
    }
    #[inline(always)]
    unsafe fn zero(self) -> u64 {
        0
    }
    #[inline(always)]
    unsafe fn add_product(self, s: u64, x: u64, y: u64) -> u64 {
        s + x * y
    }
    #[inline(always)]
    unsafe fn fold(self, s: u64) -> u64 {
        self.n.reduce(s)
    }
    #[inline(always)]
    unsafe fn reduce(self, s: u64, out: *mut u64) {
        // SAFETY: as above
        unsafe { *out = s }
    }
}

/// Arithmetic in three words: any n, no reduction before the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triple(Modulus);

impl Sums for Triple {
    const MOST: u64 = u64::MAX;
    const LANES: usize = 1;
    const PLAIN: bool = true;
    type Left = u64;
    type Right = u64;
    type Sum = (u128, u64);

    fn new(n: Modulus) -> Self {
        Triple(n)
    }
    #[inline(always)]
    fn modulus(self) -> Modulus {
        self.0
    }
    #[inline(always)]
    fn period(self) -> usize {
        TERMS
    }
    #[inline(always)]
    unsafe fn left(self, x: *const u64) -> u64 {
        // SAFETY: the caller's promise, here and below
        unsafe { *x }
    }
    #[inline(always)]
    unsafe fn lefts(self, x: *const u64) -> u64 {
        // SAFETY: as above
        unsafe { *x }
    }
    #[inline(always)]
    unsafe fn right(self, x: *const u64) -> u64 {
        // SAFETY: as above
        unsafe { *x }
    }
    #[inline(always)]
    unsafe fn zero(self) -> (u128, u64) {
        (0, 0)
    }
    #[inline(always)]
    unsafe fn add_product(self, (low, high): (u128, u64), x: u64, y: u64) -> (u128, u64) {
        let (low, carry) = low.overflowing_add(u128::from(x) * u128::from(y));
        (low, high + u64::from(carry))
    }
    #[inline(always)]
    unsafe fn fold(self, s: (u128, u64)) -> (u128, u64) {
        s
    }
    #[inline(always)]
    unsafe fn reduce(self, (low, high): (u128, u64), out: *mut u64) {
        // SAFETY: as above
        unsafe { *out = self.0.reduce3(low as u64, (low >> 64) as u64, high) }
    }
}
