//! Rows of words of 64 bits, for any p of a word: 52-bit multiply-add for the quotients and their fractions, 64-bit products for the rest.
//!
//! As in [`wide`](super::wide) a value x is x0 + 2^50·x1, and a factor c is prepared as c, d = 2^50·c mod p, c' ≈ 2^52·c/p and d' ≈ 2^38·d/p, each too
//! small by less than 1.01. Here all fractions of the quotient are kept: q + F ≤ Σ (x0·c + x1·d)/p < q + F + 0.759, in which x0 < 2^50 and c' account for
//! 0.2525 in each of three terms. So T = Σ x0·c + x1·d − q·p is in [F·p, (F + 0.759)·p), and may be beyond a word, of which only the lower one is
//! computed. It is beyond exactly where that word is below F·p: it would be at least F·p else, and is below (F + 0.759)·p − 2^64 < F·p − 0.24·p then.

use super::{
    BLOCK, Constants,
    steps::{Arithmetic, InVectors},
    wide::{C_BITS, D_BITS, Factor, LOW},
};
use crate::arith::Modulus;
use crate::simd::Simd;
use crate::simd::inlined::{Mapped, formulas};

/// Arithmetic of values in [0, p).
#[derive(Clone, Copy)]
pub(super) struct Full {
    n: Modulus,
    /// 1/p modulo 2^64.
    inverse: u64,
    reciprocal: u64,
    bits: u32,
}

impl Full {
    /// x·y/2^64 modulo p, in [0, p), for x and y in [0, p).
    #[inline(always)]
    fn product(self, x: u64, y: u64) -> u64 {
        let p = self.n.n();
        let t = u128::from(x) * u128::from(y);
        let multiple = u128::from((t as u64).wrapping_mul(self.inverse)) * u128::from(p);
        let (upper, lower) = ((t >> 64) as u64, (multiple >> 64) as u64);
        if upper < lower { upper.wrapping_sub(lower).wrapping_add(p) } else { upper - lower }
    }

    /// c in [0, p), prepared.
    #[inline(always)]
    fn prepared(self, c: u64) -> Factor {
        let quotient = |x: u64, bits: u32| {
            // ⌊x·2^bits/p⌋, too small by less than 1.01
            ((u128::from(x) * u128::from(self.reciprocal)) >> (62 + self.bits - bits)) as u64
        };
        let d = self.n.reduce_wide(u128::from(c) << LOW);
        [c, d, quotient(c, C_BITS), quotient(d, D_BITS)]
    }
}

impl<S: Simd> InVectors<S> for Full {
    type Factor = Factor;
    type Vectors = [S::U; 4];
    /// The bits of x0, p, and its upper half.
    type Constants = [S::U; 3];

    formulas! {
        fn constants(self, s: S) -> [S::U; 3] = [s.set((1 << LOW) - 1), s.set(self.n.n()), s.set(self.n.n() >> 32)];
        fn each(self, s: S, f: Factor) -> [S::U; 4] = [s.set(f[0]), s.set(f[1]), s.set(f[2]), s.set(f[3])];
    }

    #[inline(always)]
    fn sum<const N: usize>(self, s: S, x: [S::U; N], f: [[S::U; 4]; N], [low, p, upper_p]: [S::U; 3]) -> S::U {
        const { assert!(N <= 3, "fractions of three quotients leave T below 1.759·p") };
        let zero = s.zero();
        let (mut quotient, mut fraction, mut last, mut sum) = (zero, zero, zero, zero);
        for i in 0..N {
            let [c, d, c_quotient, d_quotient] = f[i];
            let (x0, x1) = (s.and(x[i], low), s.shr(x[i], LOW));
            quotient = s.add_high52(quotient, x0, c_quotient);
            fraction = s.add_low52(fraction, x0, c_quotient);
            last = s.add_low52(last, x1, d_quotient);
            sum = s.add(sum, s.add(s.mul(x0, c), s.mul(x1, d)));
        }
        last = s.add(last, s.shr(fraction, C_BITS - D_BITS));
        quotient = s.add(quotient, s.shr(last, D_BITS));
        let t = s.sub(sum, s.mul(quotient, p));
        // F·p, too small by less than 2^33: the upper 32 of the 38 bits of F
        let least = s.mul_halves(s.shr(last, D_BITS - 32), upper_p);
        let t = s.sub_where(s.less(t, least), t, p);
        s.min(t, s.sub(t, p))
    }
}

impl<S: Simd<Row = [u64; BLOCK]>> Arithmetic<S> for Full {
    type Factor = Factor;
    const MAX: u64 = u64::MAX;
    const PRODUCT_SHIFT: u32 = 64;
    const MILLI_FACTOR: u64 = 1000;

    formulas! {
        fn new(c: &Constants) -> Self =
            Full { n: c.n, inverse: c.minus_inverse.wrapping_neg(), reciprocal: c.reciprocal, bits: c.bits };
        fn canonical(self, x: u64) -> u64 = x;
        fn factor(self, c: u64) -> Factor = self.prepared(c);
        fn two(self, s: S, x: &mut [u64], y: &[u64], blocks: [usize; 2], f: [Factor; 3]) =
            self.row_of_two(s, x, y, blocks, f);
        fn one(self, s: S, x: &mut [u64], y: &[u64], shift: usize, blocks: [usize; 2], f: [Factor; 2]) =
            self.row_of_one(s, x, y, shift, blocks, f);
        fn block(self, _: S, x: &[u64; BLOCK]) -> [u64; BLOCK] = *x;
    }

    #[inline(always)]
    fn factors(self, [a0, a1]: [u64; 2], [b0, b1]: [u64; 2]) -> [Factor; 3] {
        let minus_b0 = self.n.neg(b0);
        let last = self.n.add(self.product(a0, b1), self.product(a1, minus_b0));
        [self.product(b0, b0), self.product(a0, minus_b0), last].mapped(
            #[inline(always)]
            |c| self.prepared(c),
        )
    }
}
