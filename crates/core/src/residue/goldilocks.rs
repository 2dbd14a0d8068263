//! The prime p = 2^64 − 2^32 + 1: 2^64 ≡ 2^32 − 1 and 2^96 ≡ −1 make reductions of shifts and adds.
//!
//! Values are any words; products are in [0, p). A sum of a word and a residue exceeds 2^64 at most once, and then the carry, worth ε = 2^32 − 1, does
//! not make it exceed 2^64 again: word + residue < 2^64 + p = 2^65 − ε. A difference below zero is at least −p + 1, so that subtracting ε after adding
//! 2^64 leaves it positive. Cost: five products of halves and 25 other operations a butterfly, three times as many as for a prime of 50 bits.
//!
//! 2 has order 192, so that roots of unity of order 8 are powers of 2^24: three levels of a transform multiply seven of eight values by powers of a root,
//! and five of them by 2^24, 2^48 and 2^72, where twelve butterflies would multiply twelve times: 302 operations in place of 372.

use super::{Reduced, Residues, Words};
use crate::simd::inlined::{Mapped, formulas};
use crate::{arith::Modulus, simd::Simd};

/// p.
pub const P: u64 = 0xffff_ffff_0000_0001;

/// 2^64 − p, and the mask of the low half of a word.
const EPSILON: u64 = P.wrapping_neg();

/// The word x·y modulo p, for any words.
#[inline(always)]
fn product_of_words(x: u64, y: u64) -> u64 {
    let product = u128::from(x) * u128::from(y);
    let (low, high) = (product as u64, (product >> 64) as u64);
    // as for vectors
    let (word, borrow) = low.overflowing_sub(high >> 32);
    let word = word.wrapping_sub(if borrow { EPSILON } else { 0 });
    let (sum, carry) = word.overflowing_add((high & EPSILON) * EPSILON);
    sum.wrapping_add(if carry { EPSILON } else { 0 })
}

/// Arithmetic modulo p = 2^64 − 2^32 + 1.
#[derive(Clone, Copy)]
pub struct Goldilocks<S: Simd> {
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

    formulas! {
        /// x + y and x − y as words, for y in [0, p).
        fn both(self, x: S::U, y: S::U) -> (S::U, S::U) = (self.sum(x, y), self.difference(x, y));
        /// 2^24·x = l + 2^64·h for h of 24 bits: l + ε·h, in [0, p).
        fn times_eighth(self, x: S::U) -> S::U =
            self.canonical(self.sum(self.s.shl(x, 24), self.s.mul_halves(self.s.shr(x, 40), self.epsilon)));
        /// 2^72·x = 2^64·h + 2^96·k for h of 32 bits and k of 40: ε·h − k, in [0, p).
        fn times_three_eighths(self, x: S::U) -> S::U =
            self.canonical(self.difference(self.s.mul_halves(self.s.shl(x, 8), self.epsilon), self.s.shr(x, 24)));
    }

    /// x + i·y and x − i·y as words for i = 2^48, or −2^48.
    #[inline(always)]
    fn quarter<const INVERSE: bool>(self, x: S::U, y: S::U) -> (S::U, S::U) {
        let (sum, difference) = self.both(x, self.times_quarter(y));
        if INVERSE { (difference, sum) } else { (sum, difference) }
    }

    /// x + y, a word, and i·(x − y) in [0, p) for i = 2^48, or −2^48.
    #[inline(always)]
    fn quarter_back<const INVERSE: bool>(self, x: S::U, y: S::U) -> (S::U, S::U) {
        let (x, y) = if INVERSE { (y, x) } else { (x, y) };
        let (sum, difference) = self.both(x, self.canonical(y));
        (sum, self.times_quarter(difference))
    }

    /// 2^48·x = l + 2^64·h + 2^96·k for h of 32 bits and k of 16: l − k + ε·h, in [0, p).
    #[inline(always)]
    fn times_quarter(self, x: S::U) -> S::U {
        let s = self.s;
        let word = self.difference(s.shl(x, 48), s.shr(x, 48));
        self.canonical(self.sum(word, s.mul_halves(s.shr(x, 16), self.epsilon)))
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
    const SHIFTS: bool = true;

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
    #[inline(always)]
    fn powers([w4, w2, w1, zeta]: [[u64; 2]; 4]) -> Option<([[u64; 2]; 7], bool)> {
        let ([w4, w2, w1], zeta) = ([w4[0], w2[0], w1[0]], zeta[0]);
        let reduced = |x: u64| if x >= P { x - P } else { x };
        // ζ = −2^24, of which the square is 2^48, or its inverse 2^72
        let inverse = zeta != P - reduced(product_of_words(w1, 1 << 24));
        if inverse && zeta != reduced(product_of_words(product_of_words(w1, 1 << 36), 1 << 36)) {
            return None;
        }
        let (w3, w5, w6) = (product_of_words(w1, w2), product_of_words(w1, w4), product_of_words(w2, w4));
        Some(([w1, w2, w3, w4, w5, w6, product_of_words(w3, w4)].mapped(|w| [w, w >> 32]), inverse))
    }
    #[inline(always)]
    fn eighths<const INVERSE: bool>(self, [x0, x1, x2, x3, x4, x5, x6, x7]: [S::U; 8]) -> Option<[S::U; 8]> {
        let ((x0, x4), (x1, x5)) = (self.both(x0, x4), self.both(x1, x5));
        let ((x2, x6), (x3, x7)) = (self.both(x2, x6), self.both(x3, x7));
        let ((x0, x2), (x1, x3)) = (self.both(x0, self.canonical(x2)), self.both(x1, self.canonical(x3)));
        let ((x4, x6), (x5, x7)) = (self.quarter::<INVERSE>(x4, x6), self.quarter::<INVERSE>(x5, x7));
        let (x0, x1) = self.both(x0, self.canonical(x1));
        let (x2, x3) = self.quarter::<INVERSE>(x2, x3);
        let ((x4, x5), (x6, x7)) = if INVERSE {
            (self.both(x4, self.times_three_eighths(x5)), self.both(x6, self.times_eighth(x7)))
        } else {
            // by −2^24 and −2^72
            let (x5, x4) = self.both(x4, self.times_eighth(x5));
            let (x7, x6) = self.both(x6, self.times_three_eighths(x7));
            ((x4, x5), (x6, x7))
        };
        Some([x0, x1, x2, x3, x4, x5, x6, x7])
    }
    #[inline(always)]
    fn eighths_back<const INVERSE: bool>(self, [x0, x1, x2, x3, x4, x5, x6, x7]: [S::U; 8]) -> Option<[S::U; 8]> {
        let (x0, x1) = self.both(x0, self.canonical(x1));
        let (x2, x3) = self.quarter_back::<INVERSE>(x2, x3);
        let ((x4, x5), (x6, x7)) = if INVERSE {
            let ((x4, x5), (x6, x7)) = (self.both(x4, self.canonical(x5)), self.both(x6, self.canonical(x7)));
            ((x4, self.times_three_eighths(x5)), (x6, self.times_eighth(x7)))
        } else {
            // by −2^24 and −2^72
            let ((x4, x5), (x6, x7)) = (self.both(x5, self.canonical(x4)), self.both(x7, self.canonical(x6)));
            ((x4, self.times_eighth(x5)), (x6, self.times_three_eighths(x7)))
        };
        let ((x0, x2), (x1, x3)) = (self.both(x0, self.canonical(x2)), self.both(x1, x3));
        let ((x4, x6), (x5, x7)) = (self.quarter_back::<INVERSE>(x4, x6), self.quarter_back::<INVERSE>(x5, x7));
        let ((x0, x4), (x1, x5)) = (self.both(x0, self.canonical(x4)), self.both(x1, self.canonical(x5)));
        let ((x2, x6), (x3, x7)) = (self.both(x2, x6), self.both(x3, x7));
        Some([x0, x1, x2, x3, x4, x5, x6, x7])
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
