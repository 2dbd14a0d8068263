//! Sums of products of words: columns of products of digits.
//!
//! A word has D digits; products of digits of one weight are added up in a word of 64 bits. Sums of integers ([`Signed`]) are the carried columns.
//! Of residues modulo n, columns are carried into words below 2^52 in the end, and their sum S = Σ word·weight is reduced by a quotient in double
//! precision ([`Remainder`]): weights are powers of two modulo n, and S is needed modulo 2^64 only.
//!
//! [`Fma`] has digits of 52 bits, by 52-bit multiply-add, [`Low`] short ones; [`Halves`] has digits of at most 32 bits, [`Signed`] of at most 31 and a sign.

use super::remainder::Remainder;
use crate::simd::inlined::{Mapped, formulas};
use crate::{
    arith::Modulus,
    simd::{Row, Simd},
};

/// Largest number of products of a sum: 3·2^8 summands below 2^52 stay in a word, with a factor 2^2 to spare.
pub(super) const MAX_TERMS: usize = 256;

/// Constants of the sums modulo one n.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constants {
    pub(super) n: Modulus,
    /// Number of bits of a digit.
    bits: u32,
    /// Number of products that a column takes before it is carried.
    terms: usize,
    /// Weights of the words modulo n, with their quotients by n.
    weights: [(u64, f64); 4],
}

impl Constants {
    /// The constants for words of these weights, powers of two.
    fn new(n: Modulus, bits: u32, terms: usize, shifts: [u32; 4]) -> Self {
        let weights = shifts.mapped(|shift| {
            let w = if shift == 0 { 1 } else { n.pow(n.reduce(2), shift.into()) };
            (w, w as f64 / n.n() as f64)
        });
        Constants { n, bits, terms, weights }
    }
}

/// Sums of products of words with D digits.
pub(super) trait Columns<S: Simd, const D: usize>: Copy {
    /// Constants of the sums.
    type Constants;
    /// A sum.
    type Sums: Copy;
    /// Number of words of a sum in memory.
    const WORDS: usize;

    /// The constants in all lanes.
    fn new(s: S, c: &Self::Constants) -> Self;
    /// Digit d of a word.
    fn digit(self, x: u64, d: usize) -> u64;
    /// The digits of a word, the same in all lanes.
    fn each(self, x: u64) -> [S::U; D];
    /// The digits of words.
    fn digits(self, x: S::U) -> [S::U; D];
    /// The empty sum.
    fn empty(self) -> Self::Sums;
    /// The sum and x·y.
    fn plus_product(self, sums: Self::Sums, x: [S::U; D], y: [S::U; D]) -> Self::Sums;
    /// The sum of two sums, of no more than [`MAX_TERMS`] products together.
    fn plus(self, x: Self::Sums, y: Self::Sums) -> Self::Sums;
    formulas! {
        /// Number of products between two calls of [`carry`](Self::carry).
        fn terms(self) -> usize = usize::MAX;
        /// Makes room for more products.
        fn carry(self, sums: Self::Sums) -> Self::Sums = sums;
    }
    /// Writes the first of the sums, carried: [`WORDS`](Self::WORDS) each.
    fn store(self, out: &mut [u64], sums: Self::Sums);
}

/// Sums of products of residues modulo n.
pub(super) trait Modular<S: Simd, const D: usize>: Columns<S, D, Constants = Constants> {
    /// The constants for n.
    fn constants(n: Modulus) -> Constants;
    /// The sum modulo n, carried.
    fn value(self, sums: Self::Sums) -> S::U;
}

/// Sums of accumulators.
#[inline(always)]
fn added<S: Simd, const N: usize>(s: S, mut x: [S::U; N], y: [S::U; N]) -> [S::U; N] {
    for i in 0..N {
        x[i] = s.add(x[i], y[i]);
    }
    x
}

/// Words below 2^52 of the given weights, as a sum modulo 2^64 and its quotient by n; the first weight is 1.
#[inline(always)]
fn weighted<S: Simd, const W: usize>(s: S, c: &[(S::U, S::F); 4], words: [S::U; W], start: f64) -> (S::U, S::F) {
    let (mut sum, mut quotient) = (words[0], s.mul_add(s.words_to_doubles(words[0]), c[0].1, s.set_double(start)));
    // the largest words last
    for i in (1..W).rev() {
        sum = s.add(sum, s.mul(words[i], c[i].0));
        quotient = s.mul_add(s.words_to_doubles(words[i]), c[i].1, quotient);
    }
    (sum, quotient)
}

/// The weights in all lanes.
#[inline(always)]
fn set_weights<S: Simd>(s: S, c: &Constants) -> [(S::U, S::F); 4] {
    let set = |i: usize| (s.set(c.weights[i].0), s.set_double(c.weights[i].1));
    [set(0), set(1), set(2), set(3)]
}

/// Digits of 52 bits; one for n < 2^51, else two. `ANY` is for any n, otherwise n < 2^62.
#[derive(Clone, Copy)]
pub(super) struct Fma<S: Simd, const ANY: bool> {
    s: S,
    remainder: Remainder<S>,
    weights: [(S::U, S::F); 4],
}

/// Columns of weight 1, 2^52 and 2^104; for the last two three accumulators each, so that no addition waits for another.
pub(super) type FmaSums<S> = [<S as Simd>::U; 7];

const BITS: u32 = 52;
const MASK: u64 = (1 << BITS) - 1;

impl<S: Simd, const ANY: bool> Fma<S, ANY> {
    /// Twice the sum.
    #[inline(always)]
    pub(super) fn doubled(self, x: FmaSums<S>) -> FmaSums<S> {
        added(self.s, x, x)
    }
}

impl<S: Simd, const D: usize, const ANY: bool> Columns<S, D> for Fma<S, ANY> {
    type Constants = Constants;
    type Sums = FmaSums<S>;
    const WORDS: usize = 1;

    #[inline(always)]
    fn new(s: S, c: &Constants) -> Self {
        const { assert!(D == 1 && !ANY || D == 2) };
        Fma { s, remainder: Remainder::new(s, c.n.n()), weights: set_weights(s, c) }
    }
    formulas! {
        fn digit(self, x: u64, d: usize) -> u64 = if d == 0 { x & MASK } else { x >> BITS };
        fn empty(self) -> FmaSums<S> = [self.s.zero(); 7];
        fn plus(self, x: FmaSums<S>, y: FmaSums<S>) -> FmaSums<S> = added(self.s, x, y);
        fn store(self, out: &mut [u64], sums: FmaSums<S>) = self.s.store_cut(out, Modular::<S, D>::value(self, sums));
    }

    #[inline(always)]
    fn each(self, x: u64) -> [S::U; D] {
        let mut digits = [self.s.set(x); D];
        if D == 2 {
            digits[0] = self.s.set(x & MASK);
            digits[1] = self.s.set(x >> BITS);
        }
        digits
    }
    #[inline(always)]
    fn digits(self, x: S::U) -> [S::U; D] {
        let mut digits = [x; D];
        if D == 2 {
            digits[0] = self.s.and(x, self.s.set(MASK));
            digits[1] = self.s.shr(x, BITS);
        }
        digits
    }
    #[inline(always)]
    fn plus_product(self, mut sums: FmaSums<S>, x: [S::U; D], y: [S::U; D]) -> FmaSums<S> {
        let s = self.s;
        sums[0] = s.add_low52(sums[0], x[0], y[0]);
        sums[1] = s.add_high52(sums[1], x[0], y[0]);
        if D == 2 {
            sums[2] = s.add_low52(sums[2], x[0], y[1]);
            sums[3] = s.add_low52(sums[3], x[1], y[0]);
            sums[4] = s.add_high52(sums[4], x[0], y[1]);
            sums[5] = s.add_high52(sums[5], x[1], y[0]);
            sums[6] = s.add_low52(sums[6], x[1], y[1]);
        }
        sums
    }
}

impl<S: Simd, const D: usize, const ANY: bool> Modular<S, D> for Fma<S, ANY> {
    fn constants(n: Modulus) -> Constants {
        Constants::new(n, BITS, usize::MAX, [0, BITS, 2 * BITS, 0])
    }
    /// The quotient is below 2^53 and right to within 1.1 for n < 2^62; for larger n it is below 2^43, and right to within 2^−8.
    #[inline(always)]
    fn value(self, [low, middle, more @ ..]: FmaSums<S>) -> S::U {
        let (s, mask) = (self.s, self.s.set(MASK));
        let middle = if D == 1 { middle } else { s.add(middle, s.add(more[0], more[1])) };
        let middle = s.add(middle, s.shr(low, BITS));
        let high = s.shr(middle, BITS);
        let high = if D == 1 { high } else { s.add(s.add(more[2], s.add(more[3], more[4])), high) };
        let words = [s.and(low, mask), s.and(middle, mask), high];
        let (sum, quotient) = weighted(s, &self.weights, words, if ANY { 0.0 } else { -1.5 });
        if ANY {
            self.remainder.any(sum, s.set_double(0.0), quotient)
        } else {
            self.remainder.below_four(sum, s.large_integers(s.floor(quotient)))
        }
    }
}

/// One digit for n ≤ 2^26, whose products have no higher words.
#[derive(Clone, Copy)]
pub(super) struct Low<S: Simd>(Fma<S, false>);

impl<S: Simd> Columns<S, 1> for Low<S> {
    type Constants = Constants;
    type Sums = S::U;
    const WORDS: usize = 1;

    formulas! {
        fn new(s: S, c: &Constants) -> Self = Low(Columns::<S, 1>::new(s, c));
        fn digit(self, x: u64, _d: usize) -> u64 = x;
        fn each(self, x: u64) -> [S::U; 1] = [self.0.s.set(x)];
        fn digits(self, x: S::U) -> [S::U; 1] = [x];
        fn empty(self) -> S::U = self.0.s.zero();
        fn plus_product(self, sum: S::U, x: [S::U; 1], y: [S::U; 1]) -> S::U = self.0.s.add_low52(sum, x[0], y[0]);
        fn plus(self, x: S::U, y: S::U) -> S::U = self.0.s.add(x, y);
        fn store(self, out: &mut [u64], sum: S::U) = self.0.s.store_cut(out, Modular::<S, 1>::value(self, sum));
    }
}

impl<S: Simd> Modular<S, 1> for Low<S> {
    fn constants(n: Modulus) -> Constants {
        <Fma<S, false> as Modular<S, 1>>::constants(n)
    }
    #[inline(always)]
    fn value(self, sum: S::U) -> S::U {
        let s = self.0.s;
        let words = [s.and(sum, s.set(MASK)), s.shr(sum, BITS)];
        let (sum, quotient) = weighted(s, &self.0.weights, words, -1.5);
        self.0.remainder.below_four(sum, s.large_integers(s.floor(quotient)))
    }
}

/// Digits of 32 bits for n ≤ 2^32; two of half as many bits as n has for n < 2^62; three of 22 bits for larger n.
#[derive(Clone, Copy)]
pub(super) struct Halves<S: Simd> {
    s: S,
    remainder: Remainder<S>,
    weights: [(S::U, S::F); 4],
    bits: u32,
    mask: S::U,
    terms: usize,
}

/// 2D − 1 of five columns, and for D < 3 the bits above 32 that were moved out of the first three.
type HalvesSums<S> = [<S as Simd>::U; 8];

const LOW: u64 = 0xffff_ffff;

impl<S: Simd> Halves<S> {
    /// The words of two digits' columns: digits of the sum, the last one with all that is above.
    #[inline(always)]
    fn words_of_two(self, [word @ .., above_0, above_1, above_2]: HalvesSums<S>) -> [S::U; 4] {
        let (s, rest) = (self.s, 32 - self.bits);
        let over = |word: S::U, above: S::U| s.add(s.shr(word, self.bits), s.shl(above, rest));
        let second = s.add(word[1], over(word[0], above_0));
        let third = s.add(word[2], over(second, above_1));
        let first = [word[0], second, third].mapped(|x| s.and(x, self.mask));
        [first[0], first[1], first[2], over(third, above_2)]
    }

    /// The words of three digits' columns, of 44, 52 and the other bits: columns are below 3·2^52.
    #[inline(always)]
    fn words_of_three(self, word: HalvesSums<S>) -> [S::U; 3] {
        let s = self.s;
        let (mut digits, mut carry) = (word, s.zero());
        for digit in &mut digits[..4] {
            let x = s.add(*digit, carry);
            (*digit, carry) = (s.and(x, self.mask), s.shr(x, self.bits));
        }
        let top = s.add(word[4], carry);
        let low = s.or(digits[0], s.shl(digits[1], 22));
        let middle = s.or(digits[2], s.shl(digits[3], 22));
        [low, s.or(middle, s.shl(s.and(top, s.set(0xff)), 44)), s.shr(top, 8)]
    }
}

impl<S: Simd, const D: usize> Columns<S, D> for Halves<S> {
    type Constants = Constants;
    type Sums = HalvesSums<S>;
    const WORDS: usize = 1;

    #[inline(always)]
    fn new(s: S, c: &Constants) -> Self {
        const { assert!(D == 1 || D == 2 || D == 3) };
        let (mask, terms) = (s.set((1 << c.bits) - 1), c.terms);
        Halves { s, remainder: Remainder::new(s, c.n.n()), weights: set_weights(s, c), bits: c.bits, mask, terms }
    }
    #[inline(always)]
    fn digit(self, x: u64, d: usize) -> u64 {
        let bits = if D == 3 { 22 } else { self.bits };
        (x >> (d as u32 * bits)) & ((1 << bits) - 1)
    }
    formulas! {
        fn each(self, x: u64) -> [S::U; D] = self.digits(self.s.set(x));
        fn empty(self) -> HalvesSums<S> = [self.s.zero(); 8];
        fn plus(self, x: HalvesSums<S>, y: HalvesSums<S>) -> HalvesSums<S> = added(self.s, x, y);
        fn terms(self) -> usize = if D == 3 { usize::MAX } else { self.terms };
        fn store(self, out: &mut [u64], sums: HalvesSums<S>) =
            self.s.store_cut(out, Modular::<S, D>::value(self, sums));
    }

    #[inline(always)]
    fn digits(self, x: S::U) -> [S::U; D] {
        let (s, mut digits) = (self.s, [x; D]);
        match D {
            1 => {}
            2 => {
                digits[0] = s.and(x, self.mask);
                digits[1] = s.shr(x, self.bits);
            }
            _ => {
                digits[0] = s.and(x, self.mask);
                digits[1] = s.and(s.shr(x, 22), self.mask);
                digits[2] = s.shr(x, 44);
            }
        }
        digits
    }
    #[inline(always)]
    fn plus_product(self, mut sums: HalvesSums<S>, x: [S::U; D], y: [S::U; D]) -> HalvesSums<S> {
        for i in 0..D {
            for j in 0..D {
                sums[i + j] = self.s.add(sums[i + j], self.s.mul_halves(x[i], y[j]));
            }
        }
        sums
    }
    /// Moves the bits above 32 of each column to the other word.
    #[inline(always)]
    fn carry(self, mut sums: HalvesSums<S>) -> HalvesSums<S> {
        if D < 3 {
            for i in 0..2 * D - 1 {
                sums[5 + i] = self.s.add(sums[5 + i], self.s.shr(sums[i], 32));
                sums[i] = self.s.and(sums[i], self.s.set(LOW));
            }
        }
        sums
    }
}

impl<S: Simd, const D: usize> Modular<S, D> for Halves<S> {
    fn constants(n: Modulus) -> Constants {
        let bits = if D == 1 { 32 } else { n.bits().div_ceil(D as u32) };
        if D == 3 {
            return Constants::new(n, 22, MAX_TERMS, [0, 44, 96, 0]);
        }
        let digit = if D == 1 { n.n() - 1 } else { (1 << bits) - 1 };
        // the middle column has two products a term
        let products = u128::from(digit) * u128::from(digit) * D as u128;
        let room = (1u128 << 64) - (1 << 32);
        let terms = (room / products.max(1)).min(MAX_TERMS as u128) as usize;
        Constants::new(n, bits, terms, [0, bits, 2 * bits, 3 * bits])
    }
    /// The quotient is below 2^42 for D < 3 and right to within 2^−9, else below 2^43 and right to within 2^−8.
    #[inline(always)]
    fn value(self, sums: HalvesSums<S>) -> S::U {
        let s = self.s;
        let (sum, quotient) = match D {
            1 => weighted(s, &self.weights, [sums[0], sums[5]], 0.0),
            2 => weighted(s, &self.weights, self.words_of_two(sums), 0.0),
            _ => weighted(s, &self.weights, self.words_of_three(sums), 0.0),
        };
        if D == 3 {
            self.remainder.any(sum, s.set_double(0.0), quotient)
        } else {
            self.remainder.nearest(sum, s.integers(s.round(quotient)))
        }
    }
}

/// Integers with a sign, of one digit or two; sums have W words in two's complement.
#[derive(Clone, Copy)]
pub(super) struct Signed<S: Simd, const W: usize> {
    s: S,
    /// Number of bits of the lower digit of two, at most 31; the upper one has as many and the sign.
    bits: u32,
    mask: S::U,
}

impl<S: Simd, const W: usize> Signed<S, W> {
    /// Writes the first of sums of two words.
    #[inline(always)]
    fn store_pairs(self, out: &mut [u64], low: S::U, high: S::U) {
        let mut words = [S::Row::ZERO; 2];
        self.s.store(&mut words[0], low);
        self.s.store(&mut words[1], high);
        for (i, out) in out.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            *out = [words[0].as_ref()[i], words[1].as_ref()[i]];
        }
    }
}

impl<S: Simd, const D: usize, const W: usize> Columns<S, D> for Signed<S, W> {
    type Constants = u32;
    type Sums = [S::U; 3];
    const WORDS: usize = W;

    #[inline(always)]
    fn new(s: S, &bits: &u32) -> Self {
        const { assert!((D == 1 || D == 2) && (W == 1 || W == 2)) };
        Signed { s, bits, mask: s.set((1 << bits) - 1) }
    }
    #[inline(always)]
    fn digit(self, x: u64, d: usize) -> u64 {
        match (D, d) {
            (1, _) => x,
            (_, 0) => x & ((1 << self.bits) - 1),
            _ => (x as i64 >> self.bits) as u64,
        }
    }
    #[inline(always)]
    fn each(self, x: u64) -> [S::U; D] {
        let mut digits = [self.s.set(x); D];
        for d in 0..D {
            digits[d] = self.s.set(Columns::<S, D>::digit(self, x, d));
        }
        digits
    }
    #[inline(always)]
    fn digits(self, x: S::U) -> [S::U; D] {
        let mut digits = [x; D];
        if D == 2 {
            digits[0] = self.s.and(x, self.mask);
            digits[1] = self.s.shr_signed(x, self.bits);
        }
        digits
    }
    formulas! {
        fn empty(self) -> [S::U; 3] = [self.s.zero(); 3];
        fn plus(self, x: [S::U; 3], y: [S::U; 3]) -> [S::U; 3] = added(self.s, x, y);
    }

    /// For one digit and two words, the sum modulo 2^64, and the sum of ⌊product/2^32⌋.
    #[inline(always)]
    fn plus_product(self, mut sums: [S::U; 3], x: [S::U; D], y: [S::U; D]) -> [S::U; 3] {
        let s = self.s;
        if D == 1 {
            let product = s.mul_signed_halves(x[0], y[0]);
            sums[0] = s.add(sums[0], product);
            if W == 2 {
                sums[1] = s.add(sums[1], s.shr_signed(product, 32));
            }
            return sums;
        }
        for i in 0..D {
            for j in 0..D {
                sums[i + j] = s.add(sums[i + j], s.mul_signed_halves(x[i], y[j]));
            }
        }
        sums
    }
    #[inline(always)]
    fn store(self, out: &mut [u64], [low, middle, high]: [S::U; 3]) {
        let (s, bits) = (self.s, self.bits);
        if D == 1 {
            if W == 1 {
                return s.store_cut(out, low);
            }
            // the sum is middle·2^32 and a rest below 2^40, which carries into the high word where the low one is smaller than middle·2^32
            let carries = s.less(low, s.shl(middle, 32));
            return self.store_pairs(out, low, s.add_where(carries, s.shr_signed(middle, 32), s.set(1)));
        }
        // the sum of lower digits is not negative
        let middle = s.add(middle, s.shr(low, bits));
        let high = s.add(high, s.shr_signed(middle, bits));
        let digits = s.or(s.and(low, self.mask), s.shl(s.and(middle, self.mask), bits));
        let low = s.add(digits, s.shl(high, 2 * bits));
        if W == 1 {
            return s.store_cut(out, low);
        }
        self.store_pairs(out, low, s.shr_signed(high, 64 - 2 * bits));
    }
}
