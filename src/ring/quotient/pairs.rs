//! Quadratic extensions of Z/n for odd n of at most six limbs: elements as pairs of residues on the stack, in Montgomery's form.
//!
//! Sums of products are three sums over the integers, of the products of the constant coefficients, of the others, and of both coefficients' sums
//! (Karatsuba, Ofman 1962), and are reduced once. Elements are loaded times R = 2^(64(L + 1)) for L limbs, by which a reduction divides; a product of
//! such an element by one that is loaded as it is comes out as it is.

use super::{Base, Quotient, cells::Cells};
use crate::ring::zn_big::montgomery::{self, Montgomery, load, store};
use rug::{Integer, integer::Order};

/// The arithmetic for moduli of at most L limbs, whose highest bit is 0.
pub(super) struct PairField<const L: usize> {
    m: Montgomery<L>,
    n: Integer,
    /// R modulo n.
    one: [u64; L],
    /// Minus the coefficients of F = t² + …, times R.
    minus: [[u64; L]; 2],
}

/// The arithmetic for the number of limbs of n.
pub(super) enum Pairs {
    Two(PairField<2>),
    Four(PairField<4>),
    Six(PairField<6>),
}

impl Pairs {
    /// Modulo n and the monic F of this degree with these rows of coefficients, if there is one for them.
    pub fn new(n: &Integer, modulus: &[u64], degree: usize) -> Option<Self> {
        if degree != 2 {
            return None;
        }
        match n.significant_bits() / 64 + 1 {
            ..=2 => PairField::new(n, modulus).map(Pairs::Two),
            3..=4 => PairField::new(n, modulus).map(Pairs::Four),
            5..=6 => PairField::new(n, modulus).map(Pairs::Six),
            _ => None,
        }
    }

    /// Writes the remainder of three residues modulo F.
    pub fn reduce(&self, out: &mut [u64], slot: &[u64]) {
        match self {
            Pairs::Two(field) => field.remainder(out, slot),
            Pairs::Four(field) => field.remainder(out, slot),
            Pairs::Six(field) => field.remainder(out, slot),
        }
    }

    /// Nanoseconds of a product that is added to a sum, and of the reduction of a sum: of those of three residues, and of two more products.
    pub fn ns(&self) -> [f64; 2] {
        let [product, reduction] = montgomery::costs_ns(match self {
            Pairs::Two(_) => 2,
            Pairs::Four(_) => 4,
            Pairs::Six(_) => 6,
        });
        [3.0 * product, 3.0 * reduction + 2.0 * product]
    }
}

impl<B: Base> Quotient<B> {
    /// The arithmetic of pairs of residues.
    #[inline]
    pub(super) fn pairs(&self) -> Option<&Pairs> {
        self.0.pairs.as_ref()
    }
}

/// Products of the constant coefficients, of the coefficients' sums, and of the coefficients of t.
type Sum<const L: usize> = [montgomery::Sum<L>; 3];

impl<const L: usize> PairField<L> {
    fn new(n: &Integer, modulus: &[u64]) -> Option<Self> {
        let m = Montgomery::<L>::new(n)?;
        let mut one = [0; L];
        one[0] = 1;
        let width = modulus.len() / 3;
        let minus = [0, 1].map(|i| m.lift_for_sums(&m.neg(&load(&modulus[i * width..][..width]))));
        Some(PairField { one: m.lift_for_sums(&one), minus, n: n.clone(), m })
    }

    /// x·y/R modulo n.
    #[inline]
    fn times(&self, x: &[u64; L], y: &[u64; L]) -> [u64; L] {
        self.m.reduce(montgomery::Sum::of(x, y))
    }

    /// The rows of a pair, or of three residues.
    #[inline]
    fn rows<const N: usize>(row: &[u64]) -> [[u64; L]; N] {
        let width = row.len() / N;
        std::array::from_fn(|i| load(&row[i * width..][..width]))
    }

    fn remainder(&self, out: &mut [u64], slot: &[u64]) {
        let ([low, middle, high], width) = (Self::rows(slot), out.len() / 2);
        for ((out, x), minus) in out.chunks_exact_mut(width).zip([low, middle]).zip(&self.minus) {
            store(out, &if *minus == [0; L] { x } else { self.m.add(&x, &self.times(&high, minus)) });
        }
    }

    fn is_zero(x: &[u64; L]) -> bool {
        *x == [0; L]
    }
}

impl<const L: usize> Cells for &PairField<L> {
    type Cell = [[u64; L]; 2];
    type Sum = Sum<L>;
    const LAZY: bool = true;

    fn zero(self) -> [[u64; L]; 2] {
        [[0; L]; 2]
    }

    fn one(self) -> [[u64; L]; 2] {
        [self.one, [0; L]]
    }

    #[inline]
    fn load(self, row: &[u64]) -> [[u64; L]; 2] {
        self.plain(row).map(|x| self.m.lift_for_sums(&x))
    }

    #[inline]
    fn store(self, x: [[u64; L]; 2], row: &mut [u64]) {
        let mut one = [0; L];
        one[0] = 1;
        self.store_plain(x.map(|x| self.times(&x, &one)), row);
    }

    #[inline]
    fn plain(self, row: &[u64]) -> [[u64; L]; 2] {
        PairField::rows(row)
    }

    #[inline]
    fn store_plain(self, x: [[u64; L]; 2], row: &mut [u64]) {
        let width = row.len() / 2;
        row.chunks_exact_mut(width).zip(&x).for_each(|(row, x)| store(row, x));
    }

    #[inline]
    fn add(self, a: [[u64; L]; 2], b: [[u64; L]; 2]) -> [[u64; L]; 2] {
        [0, 1].map(|i| self.m.add(&a[i], &b[i]))
    }

    #[inline]
    fn multiply(self, a: [[u64; L]; 2], b: [[u64; L]; 2]) -> [[u64; L]; 2] {
        let mut sum = self.sum();
        self.add_product(&mut sum, a, b);
        self.reduced(sum)
    }

    #[inline]
    fn negate(self, a: [[u64; L]; 2]) -> [[u64; L]; 2] {
        a.map(|x| self.m.neg(&x))
    }

    /// The conjugate over the norm: with the conjugate −b − t of t, b the coefficient of t in F, that of x + y·t is (x − b·y) − y·t, and the norm
    /// x·(x − b·y) + c·y², c the constant coefficient of F.
    fn invert(self, [x, y]: [[u64; L]; 2]) -> Option<[[u64; L]; 2]> {
        let [minus_c, minus_b] = &self.minus;
        let conjugate = [self.m.add(&x, &self.times(&y, minus_b)), self.m.neg(&y)];
        let norm = montgomery::Sum::of(&x, &conjugate[0]).add(&conjugate[1], &self.times(&y, minus_c));
        let mut one = [0; L];
        one[0] = 1;
        let norm = self.times(&self.m.reduce(norm), &one);
        if PairField::is_zero(&norm) {
            return None;
        }
        let inverse = Integer::from_digits(&norm, Order::Lsf).invert(&self.n).ok()?;
        let mut limbs = [0; L];
        inverse.write_digits(&mut limbs[..inverse.significant_digits::<u64>()], Order::Lsf);
        let inverse = self.m.lift_for_sums(&limbs);
        Some(conjugate.map(|x| self.times(&x, &inverse)))
    }

    #[inline]
    fn sum(self) -> Sum<L> {
        [montgomery::Sum::ZERO; 3]
    }

    #[inline]
    fn add_product(self, [low, both, high]: &mut Sum<L>, a: [[u64; L]; 2], b: [[u64; L]; 2]) {
        // below 2n, which fits
        let [x, y] = [a, b].map(|x| montgomery::add(&x[0], &x[1], false).0);
        *low = low.add(&a[0], &b[0]);
        *both = both.add(&x, &y);
        *high = high.add(&a[1], &b[1]);
    }

    #[inline]
    fn reduced(self, [low, both, high]: Sum<L>) -> [[u64; L]; 2] {
        let middle = both.without(&low).without(&high);
        let square = self.m.reduce(high);
        let [minus_c, minus_b] = &self.minus;
        let with = |sum: montgomery::Sum<L>, minus: &[u64; L]| {
            self.m.reduce(if PairField::is_zero(minus) { sum } else { sum.add(&square, minus) })
        };
        [with(low, minus_c), with(middle, minus_b)]
    }
}
