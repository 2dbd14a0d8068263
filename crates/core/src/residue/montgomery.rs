//! Montgomery's product over β² = 2^62, β = 2^31, by products of 32-bit halves: odd p < 2^62, values in [0, p) throughout.
//!
//! Source: Takahashi 2020, "An implementation of parallel number-theoretic transform using Intel AVX-512 instructions", §3.

use super::{Reduced, Residues, Words, minus_inverse};
use crate::simd::inlined::{Mapped, formulas};
use crate::{arith::Modulus, simd::Simd};

/// Number of bits of a digit.
const DIGIT: u32 = 31;
const DIGIT_MASK: u64 = (1 << DIGIT) - 1;

/// Arithmetic modulo an odd p < 2^62.
#[derive(Clone, Copy)]
pub struct Montgomery<S: Simd> {
    s: S,
    p: S::U,
    /// The digits of p.
    digits: [S::U; 2],
    /// −1/p modulo β.
    inverse: S::U,
}

impl<S: Simd> Montgomery<S> {
    formulas! {
        /// The digits of values, as factors: products by them are divided by 2^62.
        fn digits_of(self, y: S::U) -> [S::U; 2] = [self.low_digit(y), self.s.shr(y, DIGIT)];
        fn low_digit(self, y: S::U) -> S::U = self.s.and(y, self.s.set(DIGIT_MASK));
    }
}

impl<S: Simd> Residues<S> for Montgomery<S> {
    type V = S::U;
    type Form = Words;
    /// The digits of w·2^62 mod p.
    type W = [S::U; 2];
    type Sum = S::U;
    type Sums = Reduced;
    const MAX_BITS: u32 = 2 * DIGIT;
    const SHIFT: u32 = 2 * DIGIT;

    #[inline(always)]
    fn new(s: S, p: u64) -> Self {
        let [p0, p1, inverse] = [p & DIGIT_MASK, p >> DIGIT, minus_inverse(p) & DIGIT_MASK].mapped(|x| s.set(x));
        Montgomery { s, p: s.set(p), digits: [p0, p1], inverse }
    }
    formulas! {
        fn simd(self) -> S = self.s;
        fn factor(self, w: [u64; 2]) -> [S::U; 2] = [self.s.set(w[0]), self.s.set(w[1])];
        fn factors(self, first: &S::Row, second: &S::Row) -> [S::U; 2] = [self.s.load(first), self.s.load(second)];
        fn residue_words(self, v: S::U) -> S::U = v;
        fn add(self, x: S::U, y: S::U) -> S::U = self.s.below(self.s.add(x, y), self.p);
        fn sub(self, x: S::U, y: S::U) -> S::U = self.s.above(self.s.sub(x, y), self.p);
        fn product(self, x: S::U, y: S::U) -> S::U = self.times(x, self.digits_of(y));
    }

    #[inline]
    fn prepare(p: Modulus, w: u64) -> [u64; 2] {
        let scaled = ((u128::from(w) << (2 * DIGIT)) % u128::from(p.n())) as u64;
        [scaled & DIGIT_MASK, scaled >> DIGIT]
    }

    /// Multiplies by two digits of w, each followed by a reduction: below 2p, then below p. Digits are below 2^31, so that sums of two products and
    /// carries are below 2^64.
    #[inline(always)]
    fn times(self, y: S::U, [low, high]: [S::U; 2]) -> S::U {
        let s = self.s;
        let ([y0, y1], [p0, p1]) = (self.digits_of(y), self.digits);
        let t = s.mul_halves(y0, low);
        let q = self.low_digit(s.mul_halves(t, self.inverse));
        let carry = s.shr(s.add(t, s.mul_halves(q, p0)), DIGIT);
        let t = s.add(s.add(carry, s.mul_halves(y0, high)), s.mul_halves(q, p1));
        let u = s.add(s.mul_halves(y1, low), self.low_digit(t));
        let q = self.low_digit(s.mul_halves(u, self.inverse));
        let carry = s.add(s.shr(s.add(u, s.mul_halves(q, p0)), DIGIT), s.shr(t, DIGIT));
        s.below(s.add(s.add(carry, s.mul_halves(y1, high)), s.mul_halves(q, p1)), self.p)
    }
}
