//! Doubles with fused multiply-add: p < 2^50.
//!
//! Residues are signed integers in doubles, which hold them exactly up to 2^53. With w' = w/p rounded, y·w − q·p for q = round(y·w') is
//! (h − q·p) − l, where h − l = y·w exactly (h the rounded product, l by multiply-add); the bracket is exact, too, and the quotient is wrong by
//! little more than a half (van der Hoeven, Lecerf, Quintin 2016, "Modular SIMD arithmetic in Mathemagix", §3). l has this sign because NEON has
//! z − x·y and no x·y − z. "In [0, k·p)" in [`Residues`] reads "at most k·p in magnitude" here. Note 001 has the bounds. A pass reduces one input
//! and ends within 3.9p of zero; the others reach 6p before they are multiplied, and those that the last levels multiply by a less precise table
//! entry 7p.

use super::{Form, Reduced, Residues, Words};
use crate::simd::inlined::{Mapped, formulas};
use crate::{arith::Modulus, simd::Simd};

/// Arithmetic modulo p < 2^50.
#[derive(Clone, Copy)]
pub struct Doubles<S: Simd> {
    s: S,
    p: S::F,
    /// 1/p.
    inverse: S::F,
}

/// The representative of w nearest to zero: products are half as large.
fn signed(p: u64, w: u64) -> f64 {
    if w > p / 2 { w as f64 - p as f64 } else { w as f64 }
}

impl<S: Simd> Doubles<S> {
    const FITS: () = assert!(
        <Self as Residues<S>>::FORWARD_FACTOR << <Self as Residues<S>>::MAX_BITS <= 1 << f64::MANTISSA_DIGITS,
        "values of a pass are exact"
    );

    /// x minus the nearest multiple of p: at most p/2 and a rounding error in magnitude.
    #[inline(always)]
    fn nearest(self, x: S::F) -> S::F {
        self.s.neg_mul_add(self.s.round(self.s.mul_double(x, self.inverse)), self.p, x)
    }

    /// y·w − q·p.
    #[inline(always)]
    fn remainder(self, y: S::F, [w, over_p]: [S::F; 2]) -> S::F {
        let s = self.s;
        let h = s.mul_double(y, w);
        let q = s.round(s.mul_double(y, over_p));
        let l = s.neg_mul_add(y, w, h);
        s.sub_double(s.neg_mul_add(q, self.p, h), l)
    }

    /// Words in [0, p), from at most 2^53 in magnitude.
    #[inline(always)]
    fn words(self, x: S::F) -> S::U {
        self.s.doubles_to_words(self.s.add_where_negative(self.nearest(x), self.p))
    }
}

/// Residues in doubles.
pub struct Reals;

impl<S: Simd> Form<S> for Reals {
    type V = S::F;
    formulas! {
        fn load(s: S, x: &S::Row) -> S::F = s.as_doubles(s.load(x));
        fn store(s: S, x: &mut S::Row, v: S::F) = s.store(x, s.as_words(v));
        fn of_words(s: S, x: S::U) -> S::F = s.words_to_doubles(x);
        fn set(s: S, x: u64) -> S::F = s.set_double(x as f64);
    }

    #[inline(always)]
    fn permute(s: S, x: S::F, y: S::F, index: S::U) -> S::F {
        s.as_doubles(s.permute(s.as_words(x), s.as_words(y), index))
    }
    #[inline(always)]
    fn transpose<const UNDO: bool>(s: S, v: &mut [S::F; 8]) {
        let mut words = v.mapped(|x| s.as_words(x));
        Words::transpose::<UNDO>(s, &mut words);
        *v = words.mapped(|x| s.as_doubles(x));
    }
}

impl<S: Simd> Residues<S> for Doubles<S> {
    type V = S::F;
    type Form = Reals;
    /// w and w/p.
    type W = [S::F; 2];
    type Sum = S::F;
    type Sums = Reduced;
    const MAX_BITS: u32 = 50;
    const FORWARD_FACTOR: u64 = 8;
    const REDUCED: usize = 1;
    const SETTLE_EARLY: bool = true;
    const SETTLED: [bool; 4] = [false, true, true, false];
    const SHIFT: u32 = 0;
    const FACTOR_WORDS: usize = 1;

    #[inline(always)]
    fn new(s: S, p: u64) -> Self {
        const { Self::FITS };
        Doubles { s, p: s.set_double(p as f64), inverse: s.set_double(1.0 / p as f64) }
    }
    formulas! {
        fn simd(self) -> S = self.s;
        fn factor(self, w: [u64; 2]) -> [S::F; 2] =
            [self.s.set_double(f64::from_bits(w[0])), self.s.set_double(f64::from_bits(w[1]))];
        fn residue_words(self, v: S::F) -> S::U = self.words(v);
        fn reduce(self, x: S::F) -> S::F = self.nearest(x);
        fn times(self, x: S::F, w: [S::F; 2]) -> S::F = self.remainder(x, w);
        fn inverse(self, x: S::F, y: S::F, _: u64, w: [S::F; 2]) -> (S::F, S::F) =
            (self.s.add_double(x, y), self.remainder(self.s.sub_double(x, y), w));
        fn settle(self, x: S::F) -> S::F = self.nearest(x);
        fn plus(self, x: S::F, y: S::F) -> S::F = self.nearest(self.s.add_double(x, y));
        fn minus(self, x: S::F, y: S::F) -> S::F = self.nearest(self.s.sub_double(x, y));
        fn add(self, x: S::F, y: S::F) -> S::F = self.plus(x, y);
        fn sub(self, x: S::F, y: S::F) -> S::F = self.minus(x, y);
        fn residue_product(self, x: S::F, y: S::F, _: [S::F; 2]) -> S::F = self.product(x, y);
    }

    #[inline]
    fn prepare(p: Modulus, w: u64) -> [u64; 2] {
        let p = p.n();
        let w = signed(p, w);
        [w.to_bits(), (w / p as f64).to_bits()]
    }
    /// Computes w/p, because a product and a rounding error cost less than reading it.
    #[inline(always)]
    fn factors(self, first: &S::Row, _: &S::Row) -> [S::F; 2] {
        let w = self.load(first);
        [w, self.s.mul_double(w, self.inverse)]
    }

    #[inline(always)]
    fn forward(self, x: S::F, y: S::F, w: [S::F; 2]) -> (S::F, S::F) {
        let t = self.remainder(y, w);
        (self.s.add_double(x, t), self.s.sub_double(x, t))
    }
    /// Reduces sums of four inputs before they are combined.
    #[inline(always)]
    fn plain(self, x: S::F, y: S::F, range: u64) -> (S::F, S::F) {
        let (x, y) = if range > 2 { (self.nearest(x), self.nearest(y)) } else { (x, y) };
        (self.s.add_double(x, y), self.s.sub_double(x, y))
    }

    /// Reduces one operand first: the quotient's error is then below one. Operands may be in the forward range.
    #[inline(always)]
    fn product(self, x: S::F, y: S::F) -> S::F {
        let x = self.nearest(x);
        self.remainder(x, [y, self.s.mul_double(y, self.inverse)])
    }
}
