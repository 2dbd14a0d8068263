//! 52-bit multiply-add: p < 2^48, 2^49 or 2^50.
//!
//! Products read 52 bits of their factors, so values are right modulo 2^52 and the bits above hold anything: no masks inside a transform. A
//! product by a prepared factor (w, w' = ⌊2^52·w/p⌋) is y·w − (q + 1 − c)·p with q = ⌊y·w'/2^52⌋, which lies in c·p + [−p, p) for every true y in
//! [0, 2^52): the accumulator of the high product is 1 − c, and any offset is free (Shoup's trick as in Harvey 2014, "Faster arithmetic for
//! number-theoretic transforms", §3).
//!
//! [`Ifma48`] and [`Ifma49`] are lazy: values stay below 2^(52 − B)·p ≤ 2^52, and a product adds between −p and p to one. A pass of three levels
//! takes inputs reduced to the middle c of that range, [c − 1, c + 1)p, and ends in [c − 4, c + 4)p. For B = 49, c = 4, that is the whole range:
//! the four inputs of a radix-8 step that are not multiplied must be reduced. For B = 48, c = 8, inputs in [4p, 12p) can stay: only the first is
//! used unmultiplied in the last level, the others grow to [2p, 14p) at most before they are multiplied. [`Ifma50`] reduces in every butterfly
//! (Harvey's form): values stay below 4p ≤ 2^52.
//!
//! Sums of products are over R = 2^52 and need an odd p (Montgomery 1985).

use super::{Residues, Sums, Words, minus_inverse, with_quotient};
use crate::simd::inlined::{Mapped, formulas};
use crate::{
    arith::Modulus,
    simd::{Row, Simd},
};

const BITS: u32 = 52;
const MASK: u64 = (1 << BITS) - 1;

/// Arithmetic modulo p < 2^48.
pub type Ifma48<S> = Ifma<S, 48>;
/// Arithmetic modulo p < 2^49.
pub type Ifma49<S> = Ifma<S, 49>;
/// Arithmetic modulo p < 2^50.
pub type Ifma50<S> = Ifma<S, 50>;

/// Arithmetic modulo p < 2^B, B = 48, 49 or 50.
#[derive(Clone, Copy)]
pub struct Ifma<S: Simd, const B: u32> {
    s: S,
    p: S::U,
    /// 2^52 − p: multiplying by it multiplies by −p modulo 2^52.
    minus_p: S::U,
    /// ⌊2^52/p⌋.
    quotient: S::U,
    /// 1/p modulo 2^52.
    inverse: S::U,
}

/// ⌊2^52/p⌋; without a branch for p = 0, so that loops that do not use it do not compute it.
#[inline(always)]
fn reciprocal(p: u64) -> u64 {
    (1_u64 << BITS).checked_div(p).unwrap_or(0)
}

impl<S: Simd, const B: u32> Ifma<S, B> {
    const LAZY: bool = B < 50;
    /// Values of lazy arithmetics are always below this multiple of p.
    const ROOM: u64 = 1 << (BITS - B);
    /// The middle c of their range.
    const CENTRE: u64 = Self::ROOM / 2;
    const FITS: () = assert!(
        match B {
            48 => Self::CENTRE >= 8,
            49 => Self::CENTRE >= 4,
            50 => Self::ROOM == 4,
            _ => false,
        },
        "values of a pass fit in 52 bits"
    );

    /// Constants for a modulus in each lane.
    #[inline(always)]
    pub(crate) fn of_each(s: S, moduli: &S::Row) -> Self {
        let (mut quotients, mut inverses) = (S::Row::ZERO, S::Row::ZERO);
        for (i, &p) in moduli.as_ref().iter().enumerate() {
            quotients.as_mut()[i] = reciprocal(p);
            inverses.as_mut()[i] = minus_inverse(p).wrapping_neg() & MASK;
        }
        let p = s.load(moduli);
        Ifma { s, p, minus_p: s.sub(s.set(1 << BITS), p), quotient: s.load(&quotients), inverse: s.load(&inverses) }
    }

    formulas! {
        /// k·p.
        fn multiple(self, k: u64) -> S::U = self.s.mul(self.p, self.s.set(k));
        /// x reduced to c·p + [−p, p), for `start` = 1 − c.
        fn reduced_to(self, start: S::U, x: S::U) -> S::U =
            self.s.add_low52(x, self.s.add_high52(start, x, self.quotient), self.minus_p);
        /// x, or x − k·p where that is not negative, for x without bits above its value.
        fn below(self, x: S::U, k: u64) -> S::U = self.s.below(x, self.multiple(k));
        /// The value without the bits above it.
        fn masked(self, x: S::U) -> S::U = self.s.and(x, self.s.set(MASK));
        /// From [0, 4p) to [0, 2p), with all bits above cleared.
        fn halved(self, x: S::U) -> S::U = self.below(self.masked(x), 2);
        /// Reduces values below 2^52 to [0, p), with no bits above the value.
        pub(crate) fn canonical(self, x: S::U) -> S::U = self.below(self.masked(self.reduced_to(self.s.zero(), x)), 1);
        /// −x in (0, 2p], for x in [0, 2p).
        pub(crate) fn negated(self, x: S::U) -> S::U = self.s.sub(self.multiple(2), x);
    }

    /// `sum` plus y·w, the product in c·p + [−p, p) for `start` = 1 − c.
    #[inline(always)]
    fn product_to(self, sum: S::U, start: S::U, y: S::U, w: [S::U; 2]) -> S::U {
        let q = self.s.add_high52(start, y, w[1]);
        self.s.add_low52(self.s.add_low52(sum, y, w[0]), q, self.minus_p)
    }

    /// The sum of products over 2^52, below its upper halves' sum + p, with no bits above the value.
    #[inline(always)]
    pub(crate) fn montgomery(self, [low, high]: [S::U; 2]) -> S::U {
        let s = self.s;
        // low − m·p is a multiple of 2^52, so that only its upper half matters
        let m = s.add_low52(s.zero(), low, self.inverse);
        let high = s.add(high, s.shr(low, BITS));
        s.add(s.sub(high, s.add_high52(s.zero(), m, self.p)), self.p)
    }

    /// Σ x·w for prepared factors, with one quotient: below 2N·p where quotients are exact, N·p more for each unit that they may lack.
    #[inline(always)]
    pub(crate) fn sum_of_multiples<const N: usize>(self, x: [S::U; N], w: [[S::U; 2]; N]) -> S::U {
        let (mut sum, mut quotient) = (self.s.zero(), self.s.zero());
        for i in 0..N {
            quotient = self.s.add_high52(quotient, x[i], w[i][1]);
            sum = self.s.add_low52(sum, x[i], w[i][0]);
        }
        self.s.add_low52(sum, quotient, self.minus_p)
    }

    /// Reduces from the forward range to the range of left operands of [`leaf`](Self::leaf).
    #[inline(always)]
    pub fn left(self, x: S::U) -> S::U {
        match B {
            // values below 12p after any pass
            48 => x,
            49 => self.settle(x),
            _ => self.below(self.halved(x), 1),
        }
    }

    /// Reduces from the forward range to [0, 2p), the range of right operands of [`leaf`](Self::leaf): with two multiply-adds by quotients, or by
    /// subtractions, which leave the multipliers free.
    #[inline(always)]
    pub fn right<const QUOTIENTS: bool>(self, x: S::U) -> S::U {
        match B {
            _ if QUOTIENTS => self.reduced_to(self.s.zero(), x),
            48 => self.below(self.below(self.below(self.masked(x), 8), 4), 2),
            49 => self.below(self.below(self.masked(x), 4), 2),
            _ => self.halved(x),
        }
    }

    /// A sum of eight products of operands of [`left`](Self::left) and [`right`](Self::right) over 2^52, in [0, 2p): below 8·2p·2p/2^52 + p
    /// < 5p, for B = 48 8·12p·2p/2^52 + p < 13p, for B = 50 8·p·2p/2^52 + p < 5p.
    #[inline(always)]
    pub fn leaf<const QUOTIENTS: bool>(self, sum: [S::U; 2]) -> S::U {
        let x = self.montgomery(sum);
        match B {
            // 5p may be more than 52 bits
            50 => self.below(self.below(x, 4), 2),
            _ if QUOTIENTS => self.reduced_to(self.s.zero(), x),
            48 => self.below(self.below(self.below(x, 8), 4), 2),
            _ => self.below(self.below(x, 4), 2),
        }
    }
}

impl<S: Simd, const B: u32> Residues<S> for Ifma<S, B> {
    type V = S::U;
    type Form = Words;
    type W = [S::U; 2];
    type Sum = [S::U; 2];
    type Sums = Halves;
    const MAX_BITS: u32 = B;
    /// The range that a lazy pass ends in: [c − 4, c + 4)p.
    const FORWARD_FACTOR: u64 = if Self::LAZY { Self::CENTRE + 4 } else { 4 };
    const FORWARD_LEAST: u64 = if Self::LAZY { Self::CENTRE - 4 } else { 0 };
    const REDUCED: usize = match B {
        48 => 1,
        49 => 4,
        _ => 0,
    };
    /// Sums of eight values below 2p exceed the range for B = 49.
    const SETTLE_EARLY: bool = B == 49;
    const SHIFT: u32 = BITS;

    #[inline(always)]
    fn new(s: S, p: u64) -> Self {
        const { Self::FITS };
        let [minus_p, quotient] = [(1 << BITS) - p, reciprocal(p)].mapped(|x| s.set(x));
        Ifma { s, p: s.set(p), minus_p, quotient, inverse: s.set(minus_inverse(p).wrapping_neg() & MASK) }
    }
    formulas! {
        fn simd(self) -> S = self.s;
        fn factor(self, [w, quotient]: [u64; 2]) -> [S::U; 2] = [self.s.set(w), self.s.set(quotient)];
        fn factors(self, first: &S::Row, second: &S::Row) -> [S::U; 2] = [self.s.load(first), self.s.load(second)];
        fn residue_words(self, v: S::U) -> S::U = self.below(self.masked(v), 1);
        fn value_words(self, v: S::U) -> S::U =
            if Self::LAZY { self.residue_words(self.settle(v)) } else { self.below(self.halved(v), 1) };
        /// To [c − 1, c + 1)p.
        fn reduce(self, x: S::U) -> S::U =
            if Self::LAZY { self.reduced_to(self.s.set(1_u64.wrapping_sub(Self::CENTRE)), x) } else { x };
        fn lift(self, x: S::U, k: u64) -> S::U = if Self::LAZY { self.s.add(x, self.multiple(k)) } else { x };
        fn times(self, x: S::U, w: [S::U; 2]) -> S::U = self.product_to(self.s.zero(), self.s.zero(), x, w);
        fn mul_add(self, x: S::U, y: S::U, w: [S::U; 2]) -> S::U = self.product_to(x, self.s.zero(), y, w);
        fn settle(self, x: S::U) -> S::U = if Self::LAZY { self.reduced_to(self.s.zero(), x) } else { x };
        fn add(self, x: S::U, y: S::U) -> S::U = self.below(self.s.add(x, y), 1);
        fn sub(self, x: S::U, y: S::U) -> S::U = self.s.above(self.s.sub(x, y), self.p);
        fn product(self, x: S::U, y: S::U) -> S::U = self.value(self.add_product(self.empty(), x, y));
    }

    #[inline]
    fn prepare(p: Modulus, w: u64) -> [u64; 2] {
        with_quotient(p, w, BITS)
    }

    #[inline(always)]
    fn forward(self, x: S::U, y: S::U, w: [S::U; 2]) -> (S::U, S::U) {
        let s = self.s;
        if Self::LAZY {
            let sum = self.product_to(x, s.set(1), y, w);
            (sum, s.sub(s.add(x, x), sum))
        } else {
            // the product is in [0, 2p)
            let x = self.halved(x);
            let sum = self.product_to(x, s.zero(), y, w);
            (sum, s.sub(s.add(s.add(x, x), self.multiple(2)), sum))
        }
    }
    #[inline(always)]
    fn plain(self, x: S::U, y: S::U, range: u64) -> (S::U, S::U) {
        let s = self.s;
        // without laziness sums of values below 2p stay as they are: the next butterfly reduces them
        let (x, y) = if !Self::LAZY && range > 2 { (self.halved(x), self.halved(y)) } else { (x, y) };
        let offset = self.multiple(if Self::LAZY { range } else { range.min(2) });
        (s.add(x, y), s.add(s.sub(x, y), offset))
    }

    #[inline(always)]
    fn inverse(self, x: S::U, y: S::U, range: u64, w: [S::U; 2]) -> (S::U, S::U) {
        let s = self.s;
        if Self::LAZY {
            debug_assert!(2 * range <= Self::ROOM);
            (s.add(x, y), self.times(s.add(s.sub(x, y), self.multiple(range)), w))
        } else {
            // sums are reduced at once, so that both are in [0, 2p) at every level
            (self.plus(x, y), self.times(s.add(s.sub(x, y), self.multiple(2)), w))
        }
    }
    #[inline(always)]
    fn plus(self, x: S::U, y: S::U) -> S::U {
        let sum = self.s.add(x, y);
        if Self::LAZY { self.settle(sum) } else { self.halved(sum) }
    }
    #[inline(always)]
    fn minus(self, x: S::U, y: S::U) -> S::U {
        let difference = self.s.add(self.s.sub(x, y), self.multiple(2));
        if Self::LAZY { self.settle(difference) } else { self.halved(difference) }
    }

    /// With the carry c < K of the lower halves the upper halves' sum h stays below K·((p − 1)²/2^52 + 1), and h + p below 2^52, where the quotient
    /// is right to ±1; sums of lower halves stay below 2^64.
    fn most_terms(p: u64) -> usize {
        let each = ((u128::from(p - 1) * u128::from(p - 1)) >> BITS) + 1;
        (((1 << BITS) - u128::from(p)) / each).min(1 << 12) as usize
    }
    /// x·y = l + 2^52·h, reduced as l and 2^52·h in [0, 2p) each: for any p.
    #[inline(always)]
    fn residue_product(self, x: S::U, y: S::U, unit: [S::U; 2]) -> S::U {
        let zero = self.s.zero();
        let (l, h) = (self.s.add_low52(zero, x, y), self.s.add_high52(zero, x, y));
        self.halved(self.product_to(self.reduced_to(zero, l), zero, h, unit))
    }
}

/// The sums of the lower and of the upper 52 bits of products, in words.
pub struct Halves;

impl<S: Simd, const B: u32> Sums<S, Ifma<S, B>> for Halves {
    type Sum = [S::U; 2];
    formulas! {
        fn empty(r: Ifma<S, B>) -> [S::U; 2] = [r.s.zero(); 2];
        fn add_product(r: Ifma<S, B>, [low, high]: [S::U; 2], x: S::U, y: S::U) -> [S::U; 2] =
            [r.s.add_low52(low, x, y), r.s.add_high52(high, x, y)];
        fn value(r: Ifma<S, B>, sum: [S::U; 2]) -> S::U = r.canonical(r.montgomery(sum));
    }
}
