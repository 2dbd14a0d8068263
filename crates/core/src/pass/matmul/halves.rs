//! Sums of products of words below 2^32, unsigned, by products of halves; the upper halves of sums are moved to a second sum before
//! another product might overflow.

use super::tile::{Sums, TERMS};
use crate::simd::inlined::{Walked, Zipped, formulas};
use crate::{
    arith::Modulus,
    simd::{Row, Simd},
};

/// The sum s₀ + 2^32·s₁, s₀ < 2^32 after folding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unsigned {
    n: Modulus,
    period: usize,
}

impl<S: Simd> Sums<S> for Unsigned {
    const MOST: u64 = 1 << 32;
    const PLAIN: bool = true;
    type Left = S::U;
    type Right = S::U;
    type Sum = [S::U; 2];

    fn new(n: Modulus) -> Self {
        let top = u128::from(n.n() - 1);
        // 2^32 − 1 and this many products stay below 2^64: one product where n has 32 bits
        let period = ((u128::from(u64::MAX) - u128::from(u32::MAX)) / (top * top)).min(TERMS as u128) as usize;
        Unsigned { n, period }
    }
    formulas! {
        fn modulus(self) -> Modulus = self.n;
        fn period(self) -> usize = self.period;
        fn left(self, s: S, x: u64) -> S::U = s.set(x);
        fn lefts(self, s: S, x: &S::Row) -> S::U = s.load(x);
        fn right(self, s: S, x: &S::Row) -> S::U = s.load(x);
        fn zero(self, s: S) -> [S::U; 2] = [s.zero(); 2];
        fn add_product(self, s: S, [low, high]: [S::U; 2], x: S::U, y: S::U) -> [S::U; 2] =
            [s.add(low, s.mul_halves(x, y)), high];
        fn fold(self, s: S, [low, high]: [S::U; 2]) -> [S::U; 2] =
            [s.and(low, s.set(u64::from(u32::MAX))), s.add(high, s.shr(low, 32))];
    }

    #[inline(always)]
    fn reduce(self, s: S, [low, high]: [S::U; 2], out: &mut S::Row) {
        let mut highs = S::Row::ZERO;
        s.store(out, low);
        s.store(&mut highs, high);
        for (out, &high) in out.as_mut().walk_mut().zipped(highs.as_ref()) {
            *out = self.n.reduce_wide((u128::from(high) << 32) + u128::from(*out));
        }
    }
}
