//! The prime p = 2^64 − 2^32 + 1: 2^64 ≡ 2^32 − 1 and 2^96 ≡ −1 make reductions of shifts and adds.
//!
//! Values are any words; products are in [0, p). A sum of a word and a residue exceeds 2^64 at most once, and then the carry, worth ε = 2^32 − 1, does
//! not make it exceed 2^64 again: word + residue < 2^64 + p = 2^65 − ε. A difference below zero is at least −p + 1, so that subtracting ε after adding
//! 2^64 leaves it positive. Cost: five products of halves and 25 other operations a butterfly, three times as many as for a prime of 50 bits.

use super::{Reduced, Residues, Words};
use crate::simd::inlined::formulas;
use crate::{arith::Modulus, simd::Simd};

/// p.
pub(crate) const P: u64 = 0xffff_ffff_0000_0001;

/// Arithmetic modulo p = 2^64 − 2^32 + 1.
#[derive(Clone, Copy)]
pub(crate) struct Goldilocks<S: Simd> {
    s: S,
    p: S::U,
    /// 2^64 − p, and the mask of the low half of a word.
    epsilon: S::U,
}

impl<S: Simd> Goldilocks<S> {
    /// Reduces to [0, p).
    #[inline(always)]
    fn canonical(self, x: S::U) -> S::U {
        self.s.min(x, self.s.sub(x, self.p))
    }

    /// x + y as a word, for y in [0, p).
    #[inline(always)]
    fn sum(self, x: S::U, y: S::U) -> S::U {
        let sum = self.s.add(x, y);
        self.s.add_where(self.s.less(sum, x), sum, self.epsilon)
    }

    /// x − y as a word, for y in [0, p).
    #[inline(always)]
    fn difference(self, x: S::U, y: S::U) -> S::U {
        let difference = self.s.sub(x, y);
        self.s.sub_where(self.s.less(x, y), difference, self.epsilon)
    }
}

impl<S: Simd> Residues<S> for Goldilocks<S> {
    type V = S::U;
    type Form = Words;
    /// w and its high half.
    type W = [S::U; 2];
    type Sum = S::U;
    type Sums = Reduced;
    const MAX_BITS: u32 = 64;
    const SHIFT: u32 = 0;

    #[inline(always)]
    fn new(s: S, p: u64) -> Self {
        debug_assert_eq!(p, P);
        // not the constant, by which compilers multiply with shifts and subtractions
        Goldilocks { s, p: s.set(P), epsilon: s.set(p.wrapping_neg()) }
    }
    formulas! {
        fn simd(self) -> S = self.s;
        fn factor(self, w: [u64; 2]) -> [S::U; 2] = [self.s.set(w[0]), self.s.set(w[1])];
        fn factors(self, first: &S::Row, second: &S::Row) -> [S::U; 2] = [self.s.load(first), self.s.load(second)];
        /// Products are in [0, p).
        fn residue_words(self, v: S::U) -> S::U = v;
        fn value_words(self, v: S::U) -> S::U = self.canonical(v);
        fn plus(self, x: S::U, y: S::U) -> S::U = self.sum(x, self.canonical(y));
        fn minus(self, x: S::U, y: S::U) -> S::U = self.difference(x, self.canonical(y));
        fn add(self, x: S::U, y: S::U) -> S::U = self.canonical(self.sum(x, y));
        fn sub(self, x: S::U, y: S::U) -> S::U = self.canonical(self.difference(x, y));
        fn residue_product(self, x: S::U, y: S::U, _: [S::U; 2]) -> S::U = self.product(x, y);
        fn product(self, x: S::U, y: S::U) -> S::U = self.times(x, [y, self.s.shr(y, 32)]);
    }

    #[inline]
    fn prepare(_: Modulus, w: u64) -> [u64; 2] {
        [w, w >> 32]
    }

    #[inline(always)]
    fn forward(self, x: S::U, y: S::U, w: [S::U; 2]) -> (S::U, S::U) {
        let t = self.times(y, w);
        (self.sum(x, t), self.difference(x, t))
    }
    /// y·w = l + 2^64·h + 2^96·k for halves h and k of the high word: l − k + ε·h, in [0, p).
    #[inline(always)]
    fn times(self, y: S::U, [low, high]: [S::U; 2]) -> S::U {
        let s = self.s;
        let top = s.shr(y, 32);
        let lowest = s.mul_halves(y, low);
        let middle = s.add(s.mul_halves(y, high), s.shr(lowest, 32));
        let other = s.add(s.mul_halves(top, low), s.and(middle, self.epsilon));
        let word = s.join_halves(lowest, other);
        let carried = s.add(s.shr(middle, 32), s.shr(other, 32));
        let high = s.add(s.mul_halves(top, high), carried);
        // −k, of 32 bits, goes below zero at most once; then ε·h < 2^64 exceeds 2^64 at most once
        let x = self.difference(word, s.shr(high, 32));
        self.canonical(self.sum(x, s.mul_halves(high, self.epsilon)))
    }
}
