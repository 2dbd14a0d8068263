//! Prepared factors by products of 32-bit halves: p < 2^62, or p < 2^59 with less reduction.
//!
//! A prepared factor is (w, w' = ⌊2^64·w/p⌋). The quotient of y·w is ⌊y·w'/2^64⌋, whose high word needs four products of halves; omitting the
//! lowest one, and carries, makes it too small by one or two, so that the remainder's range grows by one or two p. Smaller primes leave room for
//! that: [`Shoup62`] allows one, [`Shoup59`] two, without corrections.
//!
//! [`Shoup62`] reduces in every butterfly and keeps values below 4p. [`Shoup59`] keeps values below 32p: products are in [−2p, 2p) and nothing is
//! reduced in a butterfly. A pass reduces one input to [10p, 18p) and ends in [4p, 24p); the others grow to [0, 28p) before they are multiplied.
//!
//! Products of two values that are not prepared are [`Montgomery`]'s, for odd p.
//!
//! Source: Harvey 2014, "Faster arithmetic for number-theoretic transforms", §3.

use super::{Reduced, Residues, Words, montgomery::Montgomery, with_quotient};
use crate::simd::inlined::formulas;
use crate::{arith::Modulus, simd::Simd};

/// Arithmetic modulo p < 2^62.
pub type Shoup62<S> = Shoup<S, 62>;
/// Arithmetic modulo p < 2^59.
pub type Shoup59<S> = Shoup<S, 59>;

/// Arithmetic modulo p < 2^B, B = 59 or 62.
#[derive(Clone, Copy)]
pub struct Shoup<S: Simd, const B: u32> {
    s: S,
    p: S::U,
    products: Montgomery<S>,
}

impl<S: Simd, const B: u32> Shoup<S, B> {
    const LAZY: bool = B == 59;
    /// Values are always below this multiple of p.
    const ROOM: u64 = if Self::LAZY { 32 } else { 4 };
    const FITS: () = assert!(
        (B == 59 || B == 62)
            && (Self::ROOM as u128) << B <= 1 << 64
            // sums of eight values below 2p are at most 16p, and differences are lifted by the same
            && (!Self::LAZY || (<Self as Residues<S>>::FORWARD_LEAST >= 4 && <Self as Residues<S>>::FORWARD_FACTOR + 4 <= 32)),
        "values of a pass fit in 64 bits"
    );

    formulas! {
        /// k·p.
        fn multiple(self, k: u64) -> S::U = self.s.mul(self.p, self.s.set(k));
        /// x, or x − k·p where that is not negative.
        fn below(self, x: S::U, k: u64) -> S::U = self.s.below(x, self.multiple(k));
    }

    /// w·y in [0, 3p), for any y below 4p: the quotient lacks the lowest product of halves, too small by one at most. For B = 59 it lacks two
    /// carries more: [0, 4p), for any y.
    #[inline(always)]
    fn remainder(self, y: S::U, [w, low, high]: [S::U; 3]) -> S::U {
        let s = self.s;
        let top = s.shr(y, 32);
        let (outer, inner) = (s.mul_halves(top, low), s.mul_halves(y, high));
        let middle = if Self::LAZY {
            s.add(s.shr(outer, 32), s.shr(inner, 32))
        } else {
            s.shr(s.add(s.shr(outer, 1), s.shr(inner, 1)), 31)
        };
        let quotient = s.add(s.mul_halves(top, high), middle);
        s.sub(s.mul(y, w), s.mul(quotient, self.p))
    }
}

impl<S: Simd, const B: u32> Residues<S> for Shoup<S, B> {
    type V = S::U;
    type Form = Words;
    /// w, w' and the high half of w'.
    type W = [S::U; 3];
    type Sum = S::U;
    type Sums = Reduced;
    const MAX_BITS: u32 = B;
    const FORWARD_FACTOR: u64 = if Self::LAZY { 24 } else { 4 };
    const FORWARD_LEAST: u64 = if Self::LAZY { 4 } else { 0 };
    const REDUCED: usize = if Self::LAZY { 1 } else { 0 };
    const SHIFT: u32 = <Montgomery<S> as Residues<S>>::SHIFT;

    #[inline(always)]
    fn new(s: S, p: u64) -> Self {
        const { Self::FITS };
        Shoup { s, p: s.set(p), products: Montgomery::new(s, p) }
    }
    formulas! {
        fn simd(self) -> S = self.s;
        fn residue_words(self, v: S::U) -> S::U = self.below(v, 1);
        fn reduce(self, x: S::U) -> S::U =
            if Self::LAZY { self.s.add(self.below(self.below(x, 16), 8), self.multiple(10)) } else { x };
        /// x + 2k·p: the range of a product is twice as wide as for arithmetics that lift by k·p.
        fn lift(self, x: S::U, k: u64) -> S::U = if Self::LAZY { self.s.add(x, self.multiple(2 * k)) } else { x };
        fn times(self, x: S::U, w: [S::U; 3]) -> S::U = self.below(self.remainder(x, w), 2);
        fn settle(self, x: S::U) -> S::U = if Self::LAZY { self.below(self.below(self.below(x, 8), 4), 2) } else { x };
        fn plus(self, x: S::U, y: S::U) -> S::U = self.below(self.s.add(x, y), 2);
        fn minus(self, x: S::U, y: S::U) -> S::U = self.below(self.s.add(self.s.sub(x, y), self.multiple(2)), 2);
        fn add(self, x: S::U, y: S::U) -> S::U = self.products.add(x, y);
        fn sub(self, x: S::U, y: S::U) -> S::U = self.products.sub(x, y);
        fn product(self, x: S::U, y: S::U) -> S::U = self.products.product(x, y);
    }

    #[inline]
    fn prepare(p: Modulus, w: u64) -> [u64; 2] {
        with_quotient(p, w, 64)
    }
    #[inline(always)]
    fn factor(self, [w, quotient]: [u64; 2]) -> [S::U; 3] {
        // a shift of the vector: a broadcast of a word in memory takes less time than of one in a register
        let quotient = self.s.set(quotient);
        [self.s.set(w), quotient, self.s.shr(quotient, 32)]
    }
    #[inline(always)]
    fn factors(self, first: &S::Row, second: &S::Row) -> [S::U; 3] {
        let quotient = self.s.load(second);
        [self.s.load(first), quotient, self.s.shr(quotient, 32)]
    }

    #[inline(always)]
    fn value_words(self, v: S::U) -> S::U {
        let v = if Self::LAZY { self.below(self.below(self.below(v, 16), 8), 4) } else { v };
        self.below(self.below(v, 2), 1)
    }

    #[inline(always)]
    fn forward(self, x: S::U, y: S::U, w: [S::U; 3]) -> (S::U, S::U) {
        let s = self.s;
        if Self::LAZY {
            let t = s.sub(self.remainder(y, w), self.multiple(2));
            (s.add(x, t), s.sub(x, t))
        } else {
            let (x, t) = (self.below(x, 2), self.times(y, w));
            (s.add(x, t), s.sub(s.add(x, self.multiple(2)), t))
        }
    }
    #[inline(always)]
    fn plain(self, x: S::U, y: S::U, range: u64) -> (S::U, S::U) {
        let s = self.s;
        // without laziness sums of values below 2p stay as they are: the next butterfly reduces them
        let (x, y) = if !Self::LAZY && range > 2 { (self.below(x, 2), self.below(y, 2)) } else { (x, y) };
        let offset = self.multiple(if Self::LAZY { range } else { range.min(2) });
        (s.add(x, y), s.add(s.sub(x, y), offset))
    }

    #[inline(always)]
    fn inverse(self, x: S::U, y: S::U, range: u64, w: [S::U; 3]) -> (S::U, S::U) {
        let s = self.s;
        if Self::LAZY {
            debug_assert!(2 * range <= Self::ROOM);
            (s.add(x, y), self.times(s.add(s.sub(x, y), self.multiple(range)), w))
        } else {
            (self.plus(x, y), self.times(s.add(s.sub(x, y), self.multiple(2)), w))
        }
    }
}
