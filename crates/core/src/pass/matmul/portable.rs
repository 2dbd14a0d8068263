//! Sums of products in one word, and in three words, one entry at a time.

use super::tile::{Sums, TERMS};
use crate::simd::inlined::formulas;
use crate::{arith::Modulus, simd::Words};

/// Arithmetic in one word, reduced before another product might overflow: n ≤ 2^30, so that 16 products fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Single {
    n: Modulus,
    period: usize,
}

impl Sums<Words> for Single {
    const MOST: u64 = 1 << 30;
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
    formulas! {
        fn modulus(self) -> Modulus = self.n;
        fn period(self) -> usize = self.period;
        fn left(self, _: Words, x: u64) -> u64 = x;
        fn lefts(self, _: Words, x: &[u64; 1]) -> u64 = x[0];
        fn right(self, _: Words, x: &[u64; 1]) -> u64 = x[0];
        fn zero(self, _: Words) -> u64 = 0;
        fn add_product(self, _: Words, s: u64, x: u64, y: u64) -> u64 = s + x * y;
        fn fold(self, _: Words, s: u64) -> u64 = self.n.reduce(s);
        fn reduce(self, _: Words, s: u64, out: &mut [u64; 1]) = *out = [s];
    }
}

/// Arithmetic in three words: any n, no reduction before the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triple(Modulus);

impl Sums<Words> for Triple {
    const MOST: u64 = u64::MAX;
    const PLAIN: bool = true;
    type Left = u64;
    type Right = u64;
    type Sum = (u128, u64);

    fn new(n: Modulus) -> Self {
        Triple(n)
    }
    formulas! {
        fn modulus(self) -> Modulus = self.0;
        fn period(self) -> usize = TERMS;
        fn left(self, _: Words, x: u64) -> u64 = x;
        fn lefts(self, _: Words, x: &[u64; 1]) -> u64 = x[0];
        fn right(self, _: Words, x: &[u64; 1]) -> u64 = x[0];
        fn zero(self, _: Words) -> (u128, u64) = (0, 0);
        fn fold(self, _: Words, s: (u128, u64)) -> (u128, u64) = s;
        fn reduce(self, _: Words, (low, high): (u128, u64), out: &mut [u64; 1]) =
            *out = [self.0.reduce3(low as u64, (low >> 64) as u64, high)];
    }

    #[inline(always)]
    fn add_product(self, _: Words, (low, high): (u128, u64), x: u64, y: u64) -> (u128, u64) {
        let (low, carry) = low.overflowing_add(u128::from(x) * u128::from(y));
        (low, high + u64::from(carry))
    }
}
