//! Vectors of residues modulo a prime or another modulus, one trait over all arithmetics.
//!
//! Values are lazily reduced: the constants of an implementation say how far values grow between the passes of a transform, and the methods say
//! which multiples of p their results are below. The arithmetics are 52-bit multiply-add ([`ifma`], p < 2^50), products of 32-bit halves
//! ([`shoup`], p < 2^62), Montgomery's product by digits of 31 bits ([`montgomery`], odd p < 2^62) and by
//! whole words ([`montgomery64`], odd p), doubles with fused multiply-add ([`doubles`],
//! p < 2^50) and shifts for p = 2^64 − 2^32 + 1 ([`goldilocks`]). Every one of them runs on every instruction set, though not at its best.

pub mod doubles;
pub mod goldilocks;
pub mod ifma;
pub mod montgomery;
pub mod montgomery64;
pub mod shoup;

use crate::simd::inlined::formulas;
use crate::{
    arith::{Modulus, inverse_modulo_word},
    simd::Simd,
};

/// Arithmetic of vectors of residues modulo p, for the loops of transforms, points and small matrices.
///
/// "The forward range" is [[`FORWARD_LEAST`](Self::FORWARD_LEAST)·p, [`FORWARD_FACTOR`](Self::FORWARD_FACTOR)·p), in which a forward
/// transform's values are between passes; for doubles it is the multiple of p that magnitudes stay below. Values may hold anything in bits that
/// the arithmetic does not read (those from 52 on, of 52-bit multiply-add).
pub trait Residues<S: Simd>: Copy {
    /// A vector of residues.
    type V: Copy;
    /// Words or doubles.
    type Form: Form<S, V = Self::V>;
    /// A vector of factors, prepared.
    type W: Copy;
    /// Sums of products, not reduced.
    type Sum: Copy;
    /// How products are added.
    type Sums: Sums<S, Self, Sum = Self::Sum>;

    /// Largest number of bits of p.
    const MAX_BITS: u32;
    /// Forward values are below this multiple of p between passes …
    const FORWARD_FACTOR: u64 = 1;
    /// … and not below this multiple of p.
    const FORWARD_LEAST: u64 = 0;
    /// Number of inputs, from the first on, that a forward pass of radix 8 must reduce.
    const REDUCED: usize = 0;
    /// Whether two sums of an inverse pass must be settled before its third level.
    const SETTLE_EARLY: bool = false;
    /// Which of the first four outputs of an inverse pass, its sums, must be settled.
    const SETTLED: [bool; 4] = [true; 4];
    /// log2 of the radix R that sums of products are divided by.
    const SHIFT: u32;
    /// Number of words of a prepared factor that tables of [`factors`](Self::factors) hold: 1 where the second one is computed.
    const FACTOR_WORDS: usize = 2;
    /// Whether [`three_levels`](Self::three_levels) takes less time than butterflies.
    const SHIFTS: bool = false;

    /// Constants for p, the same in all lanes.
    fn new(s: S, p: u64) -> Self;
    /// The instruction set.
    fn simd(self) -> S;

    /// A factor w in [0, p), prepared.
    fn prepare(p: Modulus, w: u64) -> [u64; 2];
    /// A prepared factor, the same in all lanes.
    fn factor(self, w: [u64; 2]) -> Self::W;
    /// A prepared factor for each lane: the first words of pairs, and the second ones.
    fn factors(self, first: &S::Row, second: &S::Row) -> Self::W;

    formulas! {
        /// Loads values that [`store`](Self::store) wrote.
        fn load(self, x: &S::Row) -> Self::V = Self::Form::load(self.simd(), x);
        /// Stores values as they are.
        fn store(self, x: &mut S::Row, v: Self::V) = Self::Form::store(self.simd(), x, v);
        /// Loads words in [0, p).
        fn load_residues(self, x: &S::Row) -> Self::V = Self::Form::of_words(self.simd(), self.simd().load(x));
        /// Loads words in [0, p) from a slice shorter than a vector, with zeros beyond.
        fn load_part(self, x: &[u64]) -> Self::V = Self::Form::of_words(self.simd(), self.simd().load_part(x));
        /// x in [0, p) in every lane.
        fn residue(self, x: u64) -> Self::V = Self::Form::set(self.simd(), x);
        /// 0.
        fn zero(self) -> Self::V = self.residue(0);
        /// Transposes 8·`LANES` words that were loaded in order: vector i gets word i of every eight.
        fn transpose(self, v: &mut [Self::V; 8]) = Self::Form::transpose::<false>(self.simd(), v);
        /// Undoes [`transpose`](Self::transpose).
        fn untranspose(self, v: &mut [Self::V; 8]) = Self::Form::transpose::<true>(self.simd(), v);
    }

    /// Words in [0, p), of products ([`times`](Self::times), [`residue_product`](Self::residue_product)).
    fn residue_words(self, v: Self::V) -> S::U;
    /// Words in [0, p), of values in the forward range.
    #[inline(always)]
    fn value_words(self, v: Self::V) -> S::U {
        self.residue_words(v)
    }

    formulas! {
        /// Reduces an input that a forward pass does not multiply.
        fn reduce(self, x: Self::V) -> Self::V = x;
        /// (x + w·y, x − w·y), for a reduced x.
        fn forward(self, x: Self::V, y: Self::V, w: Self::W) -> (Self::V, Self::V) = self.plain(x, self.times(y, w), 1);
        /// (x + y, x − y + range·p) for x, y in [0, range·p), or both reduced.
        fn plain(self, x: Self::V, y: Self::V, _range: u64) -> (Self::V, Self::V) = (self.plus(x, y), self.minus(x, y));
        /// x + k·p; or x, if the arithmetic reduces in every butterfly.
        fn lift(self, x: Self::V, _k: u64) -> Self::V = x;
    }
    /// w·x in [0, 2p), for x in the forward range.
    fn times(self, x: Self::V, w: Self::W) -> Self::V;
    /// x + w·y below the forward range's end, for x in [0, 2p) and y below that end.
    #[inline(always)]
    fn mul_add(self, x: Self::V, y: Self::V, w: Self::W) -> Self::V {
        self.plain(self.times(y, w), x, 2).0
    }

    /// The powers w, …, w^7 for [`three_levels`](Self::three_levels), prepared, given w⁴, w², w and ζ·w, prepared, and whether ζ is the inverse of the root
    /// of unity of order 8 of the shifts; `None` where there are none, or ζ is neither.
    #[inline(always)]
    fn powers(_w: [[u64; 2]; 4]) -> Option<([[u64; 2]; 7], bool)> {
        None
    }
    /// Three levels of a forward transform on residues of x^8m − 1, whose roots are shifts; `None` where they are none. In: words in [0, p) but the first
    /// one, which may be any value. Out: the forward range.
    #[inline(always)]
    fn eighths<const INVERSE: bool>(self, _v: [Self::V; 8]) -> Option<[Self::V; 8]> {
        None
    }
    /// Undoes them for the root that is the inverse of theirs, except for the factor 8. In and out: any values.
    #[inline(always)]
    fn eighths_back<const INVERSE: bool>(self, _v: [Self::V; 8]) -> Option<[Self::V; 8]> {
        None
    }
    /// Three levels of a forward transform on residues of x^8m − w^8, by the powers of w and [`eighths`](Self::eighths). Ranges are those of a pass.
    #[inline(always)]
    fn three_levels(
        self,
        [x0, x1, x2, x3, x4, x5, x6, x7]: [Self::V; 8],
        by: &Powers<Self::W>,
    ) -> Option<[Self::V; 8]> {
        let w = by.w;
        let [x1, x2, x3, x4] = [self.times(x1, w[0]), self.times(x2, w[1]), self.times(x3, w[2]), self.times(x4, w[3])];
        let v = [x0, x1, x2, x3, x4, self.times(x5, w[4]), self.times(x6, w[5]), self.times(x7, w[6])];
        if by.inverse { self.eighths::<true>(v) } else { self.eighths::<false>(v) }
    }
    /// Three levels of an inverse transform, by the powers of w and [`eighths_back`](Self::eighths_back).
    #[inline(always)]
    fn three_levels_back(self, v: [Self::V; 8], by: &Powers<Self::W>) -> Option<[Self::V; 8]> {
        let w = by.w;
        let v = if by.inverse { self.eighths_back::<true>(v) } else { self.eighths_back::<false>(v) };
        let [x0, x1, x2, x3, x4, x5, x6, x7] = v?;
        let [x1, x2, x3, x4] = [self.times(x1, w[0]), self.times(x2, w[1]), self.times(x3, w[2]), self.times(x4, w[3])];
        Some([x0, x1, x2, x3, x4, self.times(x5, w[4]), self.times(x6, w[5]), self.times(x7, w[6])])
    }

    /// (x + y, w·(x − y)) for x, y in [0, range·p): the first in [0, 2·range·p) or reduced, the second in [0, 2p).
    #[inline(always)]
    fn inverse(self, x: Self::V, y: Self::V, range: u64, w: Self::W) -> (Self::V, Self::V) {
        let (sum, difference) = self.plain(x, y, range);
        (sum, self.times(difference, w))
    }
    formulas! {
        /// Reduces to [0, 2p) the sums that [`inverse`](Self::inverse) leaves (the identity where it reduces them itself).
        fn settle(self, x: Self::V) -> Self::V = x;
        /// x + y in [0, 2p), for both in [0, 2p).
        fn plus(self, x: Self::V, y: Self::V) -> Self::V = self.add(x, y);
        /// x − y in [0, 2p), for both in [0, 2p).
        fn minus(self, x: Self::V, y: Self::V) -> Self::V = self.sub(x, y);
    }

    /// x + y in [0, p), for both in [0, p).
    fn add(self, x: Self::V, y: Self::V) -> Self::V;
    /// x − y in [0, p), for both in [0, p).
    fn sub(self, x: Self::V, y: Self::V) -> Self::V;
    /// Largest number of products of residues in [0, p) of a sum.
    fn most_terms(_p: u64) -> usize {
        usize::MAX
    }
    formulas! {
        /// The empty sum.
        fn empty(self) -> Self::Sum = Self::Sums::empty(self);
        /// The sum and x·y, for x, y in [0, p).
        fn add_product(self, sum: Self::Sum, x: Self::V, y: Self::V) -> Self::Sum =
            Self::Sums::add_product(self, sum, x, y);
        /// The sum over R, in [0, p).
        fn value(self, sum: Self::Sum) -> Self::V = Self::Sums::value(self, sum);
    }

    /// x·y in [0, 2p), for x, y in [0, p); `unit` is R modulo p, prepared.
    #[inline(always)]
    fn residue_product(self, x: Self::V, y: Self::V, unit: Self::W) -> Self::V {
        self.times(self.product(x, y), unit)
    }
    /// x·y/R in [0, p), for x, y in [0, p).
    fn product(self, x: Self::V, y: Self::V) -> Self::V;
}

/// The powers w, …, w^7 by which three levels of a transform are computed, and whether its root of unity of order 8 is the inverse of that of the shifts.
#[derive(Clone, Copy)]
pub struct Powers<W> {
    pub w: [W; 7],
    pub inverse: bool,
}

/// Sums of products of residues in [0, p).
pub trait Sums<S: Simd, R: Residues<S>> {
    /// A sum, not reduced.
    type Sum: Copy;
    /// The empty sum.
    fn empty(r: R) -> Self::Sum;
    /// The sum and x·y.
    fn add_product(r: R, sum: Self::Sum, x: R::V, y: R::V) -> Self::Sum;
    /// The sum over R, in [0, p).
    fn value(r: R, sum: Self::Sum) -> R::V;
}

/// Each product is reduced at once.
pub struct Reduced;

impl<S: Simd, R: Residues<S>> Sums<S, R> for Reduced {
    type Sum = R::V;
    formulas! {
        fn empty(r: R) -> R::V = r.zero();
        fn add_product(r: R, sum: R::V, x: R::V, y: R::V) -> R::V = r.add(sum, r.product(x, y));
        fn value(_: R, sum: R::V) -> R::V = sum;
    }
}

/// How registers hold residues.
pub trait Form<S: Simd> {
    /// A vector of residues.
    type V: Copy;
    /// Loads what [`store`](Self::store) wrote.
    fn load(s: S, x: &S::Row) -> Self::V;
    /// Stores a vector.
    fn store(s: S, x: &mut S::Row, v: Self::V);
    /// Words below 2^53.
    fn of_words(s: S, x: S::U) -> Self::V;
    /// x < 2^53 in all lanes.
    fn set(s: S, x: u64) -> Self::V;
    /// In every lane, one of the lanes of x and then y, as [`Simd::permute`].
    fn permute(s: S, x: Self::V, y: Self::V, index: S::U) -> Self::V;
    /// Transposes, or undoes that.
    fn transpose<const UNDO: bool>(s: S, v: &mut [Self::V; 8]);
}

/// Residues in words; of any size.
pub struct Words;

impl<S: Simd> Form<S> for Words {
    type V = S::U;
    formulas! {
        fn load(s: S, x: &S::Row) -> S::U = s.load(x);
        fn store(s: S, x: &mut S::Row, v: S::U) = s.store(x, v);
        fn of_words(_: S, x: S::U) -> S::U = x;
        fn set(s: S, x: u64) -> S::U = s.set(x);
        fn permute(s: S, x: S::U, y: S::U, index: S::U) -> S::U = s.permute(x, y, index);
        fn transpose<const UNDO: bool>(s: S, v: &mut [S::U; 8]) = if UNDO { s.untranspose(v) } else { s.transpose(v) };
    }
}

/// −1/p modulo 2^64 for odd p.
#[inline(always)]
pub(crate) fn minus_inverse(p: u64) -> u64 {
    inverse_modulo_word(p).wrapping_neg()
}

/// w and ⌊2^bits·w/p⌋, for w < p and bits ≤ 64.
#[inline]
pub fn with_quotient(p: Modulus, w: u64, bits: u32) -> [u64; 2] {
    // one division of two words by a word, which takes less time than Barrett's products
    [w, ((u128::from(w) << bits) / u128::from(p.n())) as u64]
}

/// 2^bits modulo p, for bits ≤ 64.
#[inline]
pub(crate) fn radix(p: Modulus, bits: u32) -> u64 {
    // 2^64 is 2^64 − p modulo p
    p.reduce(if bits < u64::BITS { 1 << bits } else { p.n().wrapping_neg() })
}
