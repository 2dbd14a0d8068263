//! Rows of words of 64 bits, for p up to 62 bits: 52-bit multiply-add for the quotients, 64-bit products for the rest.
//!
//! A value x, any word, is x0 + 2^50·x1 with x1 below 2^14, and a factor c is prepared as c and d = 2^50·c mod p (up to
//! one p more), with c' ≈ 2^52·c/p and d' ≈ 2^38·d/p, each too small by less than 1.01. Then Σ x·c ≡ T = Σ x0·c + x1·d − q·p
//! modulo p, which is right modulo 2^64, with
//!
//! ```text
//! q = Σ ⌊x0·c'/2^52⌋ + ⌊Σ x1·d'/2^38⌋.
//! ```
//!
//! Each of the first quotients is too small by less than 1 + 1.01/4, and the last by less than 1.001, so that T < 4.77·p.
//! Moduli above 2^61.7 leave no room for that: there (`TIGHT`) the fractions of the first two quotients are kept, too,
//! which are then floored once together with the last, and T < 2.77·p.

use super::{
    BLOCK, Constants,
    steps::{Arithmetic, InVectors},
};
use crate::simd::Simd;
use crate::simd::inlined::formulas;

/// Bits of x0, and of the fractions of c' and d'.
pub(super) const LOW: u32 = 50;
pub(super) const C_BITS: u32 = 52;
pub(super) const D_BITS: u32 = 38;

/// Arithmetic of values below 4.77·p, or 2.77·p if `TIGHT`.
#[derive(Clone, Copy)]
pub(super) struct Wide<const TIGHT: bool> {
    p: u64,
    minus_inverse: u64,
    reciprocal: u64,
    bits: u32,
}

/// The factor c, prepared: c, d, c', d'.
pub(super) type Factor = [u64; 4];

impl<const TIGHT: bool> Wide<TIGHT> {
    /// t/2^64 modulo p, in [0, p), for t < 2^64·p.
    #[inline(always)]
    fn reduced(self, t: u128) -> u64 {
        let m = (t as u64).wrapping_mul(self.minus_inverse);
        let r = ((t + u128::from(m) * u128::from(self.p)) >> 64) as u64;
        r.min(r.wrapping_sub(self.p))
    }

    /// x reduced to [0, p).
    #[inline(always)]
    fn least(self, x: u64) -> u64 {
        // 4p may be beyond a word: then x is below it
        let x = if TIGHT { x } else { x.min(x.wrapping_sub(4 * self.p)) };
        let x = x.min(x.wrapping_sub(2 * self.p));
        x.min(x.wrapping_sub(self.p))
    }

    /// c in [0, p), prepared.
    #[inline(always)]
    fn prepared(self, c: u64) -> Factor {
        let quotient = |x: u64, bits: u32| {
            // ⌊x·2^bits/p⌋, too small by less than 1.01
            ((u128::from(x) * u128::from(self.reciprocal)) >> (62 + self.bits - bits)) as u64
        };
        let c_quotient = quotient(c, C_BITS);
        let d = (c << LOW).wrapping_sub((c_quotient >> (C_BITS - LOW)).wrapping_mul(self.p));
        [c, d, c_quotient, quotient(d, D_BITS)]
    }
}

impl<S: Simd, const TIGHT: bool> InVectors<S> for Wide<TIGHT> {
    type Factor = Factor;
    type Vectors = [S::U; 4];
    /// The bits of x0, and p.
    type Constants = [S::U; 2];

    formulas! {
        fn constants(self, s: S) -> [S::U; 2] = [s.set((1 << LOW) - 1), s.set(self.p)];
        fn each(self, s: S, f: Factor) -> [S::U; 4] = [s.set(f[0]), s.set(f[1]), s.set(f[2]), s.set(f[3])];
    }

    #[inline(always)]
    fn sum<const N: usize>(self, s: S, x: [S::U; N], f: [[S::U; 4]; N], [low, p]: [S::U; 2]) -> S::U {
        let zero = s.zero();
        let (mut quotient, mut fraction, mut last, mut sum) = (zero, zero, zero, zero);
        for i in 0..N {
            let [c, d, c_quotient, d_quotient] = f[i];
            let (x0, x1) = (s.and(x[i], low), s.shr(x[i], LOW));
            quotient = s.add_high52(quotient, x0, c_quotient);
            if TIGHT && i < 2 {
                fraction = s.add_low52(fraction, x0, c_quotient);
            }
            last = s.add_low52(last, x1, d_quotient);
            sum = s.add(sum, s.add(s.mul(x0, c), s.mul(x1, d)));
        }
        if TIGHT {
            last = s.add(last, s.shr(fraction, C_BITS - D_BITS));
        }
        quotient = s.add(quotient, s.shr(last, D_BITS));
        s.sub(sum, s.mul(quotient, p))
    }
}

impl<S: Simd<Row = [u64; BLOCK]>, const TIGHT: bool> Arithmetic<S> for Wide<TIGHT> {
    type Factor = Factor;
    // x1·d' must stay below 2^52: 2^14 and 2^38 leave room for lazy values below 2^63.96
    const MAX: u64 = if TIGHT { (1 << 62) - 1 } else { 3_742_000_000_000_000_000 };
    const PRODUCT_SHIFT: u32 = 64;
    const MILLI_FACTOR: u64 = if TIGHT { 2770 } else { 4770 };

    formulas! {
        fn new(c: &Constants) -> Self =
            Wide { p: c.p, minus_inverse: c.minus_inverse, reciprocal: c.reciprocal, bits: c.bits };
        fn canonical(self, x: u64) -> u64 = self.least(x);
        fn factor(self, c: u64) -> Factor = self.prepared(c);
        fn two(self, s: S, x: &mut [u64], y: &[u64], blocks: [usize; 2], f: [Factor; 3]) =
            self.row_of_two(s, x, y, blocks, f);
        fn one(self, s: S, x: &mut [u64], y: &[u64], shift: usize, blocks: [usize; 2], f: [Factor; 2]) =
            self.row_of_one(s, x, y, shift, blocks, f);
    }

    #[inline(always)]
    fn factors(self, a: [u64; 2], b: [u64; 2]) -> [Factor; 3] {
        let product = |x: u64, y: u64| u128::from(x) * u128::from(y);
        let [a0, a1] = [self.least(a[0]), self.least(a[1])];
        let [b0, b1] = [self.least(b[0]), self.least(b[1])];
        let minus_b0 = self.p - b0;
        // p < 2^62: a sum of two products is below 2^63·p
        let last = product(a0, b1) + product(a1, minus_b0);
        let of = |t| self.prepared(self.reduced(t));
        [of(product(b0, b0)), of(product(a0, minus_b0)), of(last)]
    }

    #[inline(always)]
    fn block(self, s: S, x: &[u64; BLOCK]) -> [u64; BLOCK] {
        let mut x = s.load(x);
        for k in if TIGHT { [2, 2, 1] } else { [4, 2, 1] } {
            x = s.min(x, s.sub(x, s.set(k * self.p)));
        }
        let mut out = [0; BLOCK];
        s.store(&mut out, x);
        out
    }
}
