//! Z/n for odd n of at most eight limbs: the arithmetic for the number of limbs of n, chosen once for each ring, and loops over rows of residues.

use super::{
    ZnBig,
    montgomery::{self, Montgomery, Sum, load, store},
    short_poly::residues,
};
use crate::ring::{Coeffs, Ring, View};
use rug::{Integer, integer::Order};
use std::sync::OnceLock;

/// Number of inverses of 1, 2, … that are kept.
pub(super) const INVERSES: usize = 128;
/// Most coefficients whose value is by Horner's rule, a product after the other.
const HORNER: usize = 3;
/// Number of powers of a point by which the coefficients of a short and of a long polynomial are grouped.
const GROUPS: [usize; 2] = [4, 8];
/// Least number of coefficients of a long polynomial.
const LONG: usize = 48;

/// Arithmetic modulo n, and the inverses of small numbers once they are asked for.
pub(super) struct Arithmetic<const K: usize> {
    pub m: Montgomery<K>,
    /// 1/1, 1/2, …, [lifted](Montgomery::lift); `None` where one of them does not exist.
    inverses: OnceLock<Option<Vec<[u64; K]>>>,
}

/// Arithmetic for 2, 3, 4, 6 or 8 limbs: the least that n fits in.
pub(super) enum Fixed {
    Two(Arithmetic<2>),
    Three(Arithmetic<3>),
    Four(Arithmetic<4>),
    Six(Arithmetic<6>),
    Eight(Arithmetic<8>),
}

/// The expression for the [`Arithmetic`] of these limbs, whatever their number.
macro_rules! with_limbs {
    ($fixed:expr, $arithmetic:ident => $body:expr) => {
        match $fixed {
            $crate::ring::zn_big::fixed::Fixed::Two($arithmetic) => $body,
            $crate::ring::zn_big::fixed::Fixed::Three($arithmetic) => $body,
            $crate::ring::zn_big::fixed::Fixed::Four($arithmetic) => $body,
            $crate::ring::zn_big::fixed::Fixed::Six($arithmetic) => $body,
            $crate::ring::zn_big::fixed::Fixed::Eight($arithmetic) => $body,
        }
    };
}
pub(super) use with_limbs;

impl Fixed {
    /// `None` for even n, and for more than eight limbs.
    pub fn new(n: &Integer) -> Option<Self> {
        let limbs = n.significant_digits::<u64>();
        Some(match limbs {
            ..=2 => Fixed::Two(Arithmetic::new(n)?),
            3 => Fixed::Three(Arithmetic::new(n)?),
            4 => Fixed::Four(Arithmetic::new(n)?),
            5..=6 => Fixed::Six(Arithmetic::new(n)?),
            _ => Fixed::Eight(Arithmetic::new(n)?),
        })
    }

    /// Its place among the numbers of limbs.
    pub fn index(&self) -> usize {
        match self {
            Fixed::Two(_) => 0,
            Fixed::Three(_) => 1,
            Fixed::Four(_) => 2,
            Fixed::Six(_) => 3,
            Fixed::Eight(_) => 4,
        }
    }
}

/// The residue 1.
#[inline]
pub(super) fn one<const K: usize>() -> [u64; K] {
    let mut one = [0; K];
    one[0] = 1;
    one
}

/// A residue as an integer.
#[inline]
pub(super) fn integer<const K: usize>(x: &[u64; K]) -> Integer {
    Integer::from_digits(x, Order::Lsf)
}

impl<const K: usize> Arithmetic<K> {
    fn new(n: &Integer) -> Option<Self> {
        Some(Arithmetic { m: Montgomery::new(n)?, inverses: OnceLock::new() })
    }

    /// The residue of an element; n is the ring's.
    #[inline]
    pub fn residue(&self, x: &Integer, n: &Integer) -> [u64; K] {
        let digits = x.significant_digits::<u64>();
        if digits > K || x.is_negative() {
            return self.residue(&Integer::from(x.modulo_ref(n)), n);
        }
        let mut out = [0; K];
        x.write_digits(&mut out[..digits], Order::Lsf);
        out
    }

    /// x^e for an element x.
    pub fn pow(&self, x: &Integer, e: u64, n: &Integer) -> Integer {
        integer(&self.power(&self.residue(x, n), e))
    }

    /// x^e.
    pub fn power(&self, x: &[u64; K], e: u64) -> [u64; K] {
        self.m.mul(&self.m.pow(&self.m.lift(x), e), &one())
    }

    /// 1/x modulo n, for x not 0; `None` where x is no unit.
    pub fn inverse(&self, x: &[u64; K], n: &Integer) -> Option<[u64; K]> {
        if *x == one() {
            return Some(one());
        }
        integer(x).invert(n).ok().map(|inverse| self.residue(&inverse, n))
    }

    /// The inverses of 1, …, [`INVERSES`], lifted; `None` where one of them does not exist.
    pub fn inverses(&self, n: &Integer) -> Option<&[[u64; K]]> {
        self.inverses.get_or_init(|| self.make_inverses(n)).as_deref()
    }

    /// One inversion, of the product of all, and three products for each (Montgomery 1987, §10.3.1).
    fn make_inverses(&self, n: &Integer) -> Option<Vec<[u64; K]>> {
        let m = &self.m;
        let number = |i: usize| {
            let mut x = [0; K];
            x[0] = i as u64;
            m.lift(&x)
        };
        let mut products = Vec::with_capacity(INVERSES);
        let mut product = *m.one();
        for i in 1..=INVERSES {
            products.push(product);
            product = m.mul(&product, &number(i));
        }
        let mut inverse = m.lift(&self.inverse(&m.mul(&product, &one()), n)?);
        for i in (1..=INVERSES).rev() {
            products[i - 1] = m.mul(&products[i - 1], &inverse);
            inverse = m.mul(&inverse, &number(i));
        }
        Some(products)
    }

    /// v ·= c.
    pub fn scale(&self, v: &mut [u64], width: usize, c: &[u64; K]) {
        let c = self.m.lift(c);
        if width == K {
            return v.as_chunks_mut().0.iter_mut().for_each(|x| *x = self.m.mul(x, &c));
        }
        for x in v.chunks_exact_mut(width) {
            store(x, &self.m.mul(&load(x), &c));
        }
    }

    /// v ·= w, row by row.
    pub fn multiply_each(&self, v: &mut [u64], width: usize, w: &[u64]) {
        for (x, y) in v.chunks_exact_mut(width).zip(w.chunks_exact(width)) {
            store(x, &self.m.mul(&load(x), &self.m.lift(&load(y))));
        }
    }

    /// v_i ·= first + i.
    pub fn multiply_by_index(&self, v: &mut [u64], width: usize, first: i64) {
        let m = &self.m;
        let last = u32::try_from(first).ok().and_then(|first| first.checked_add(u32::try_from(v.len() / width).ok()?));
        if let (Some(last), true) = (last, m.multiplies_by_words()) {
            for (x, i) in v.chunks_exact_mut(width).zip(first as u32..last) {
                store(x, &m.times(&load(x), i));
            }
            return;
        }
        let mut index = [0; K];
        index[0] = first.unsigned_abs();
        index = m.lift(&index);
        if first < 0 {
            index = m.neg(&index);
        }
        for x in v.chunks_exact_mut(width) {
            store(x, &m.mul(&load(x), &index));
            index = m.add(&index, m.one());
        }
    }

    /// v_i /= first + i, by inverses from the table's entry for `first` on.
    pub fn divide_by_index(&self, v: &mut [u64], width: usize, inverses: &[[u64; K]]) {
        for (x, inverse) in v.chunks_exact_mut(width).zip(inverses) {
            store(x, &self.m.mul(&load(x), inverse));
        }
    }

    /// v_i = v_0⋯v_i.
    pub fn running_products(&self, v: &mut [u64], width: usize) {
        let mut product = *self.m.one();
        for x in v.chunks_exact_mut(width) {
            // lifted, times a residue as it is; then lifted for the next one
            let value = self.m.mul(&load(x), &product);
            store(x, &value);
            product = self.m.lift(&value);
        }
    }

    /// v(x), coefficients from the lowest on.
    pub fn value(&self, v: &[u64], width: usize, x: &[u64; K]) -> [u64; K] {
        let len = v.len() / width;
        if len < 2 {
            return load(v);
        }
        if len <= HORNER {
            let (m, x) = (&self.m, self.m.lift(x));
            let mut rows = v.rchunks_exact(width).map(load);
            let top = rows.next().unwrap_or([0; K]);
            return rows.fold(top, |s, c| m.add(&m.mul(&s, &x), &c));
        }
        if len < LONG {
            self.by_groups::<{ GROUPS[0] }>(v, width, x)
        } else {
            self.by_groups::<{ GROUPS[1] }>(v, width, x)
        }
    }

    /// v(x) by Horner's rule at x^G on values of G coefficients each, one reduction for each group (Paterson, Stockmeyer 1973).
    fn by_groups<const G: usize>(&self, v: &[u64], width: usize, x: &[u64; K]) -> [u64; K] {
        let m = &self.m;
        // x, …, x^G
        let (mut powers, x) = ([[0; K]; G], (m.lift_for_sums(x), m.lift(x)));
        powers[0] = x.0;
        for i in 1..G {
            powers[i] = m.mul_called(&powers[i - 1], &x.1);
        }
        let mut s = [0; K];
        for group in v.chunks(G * width).rev() {
            let mut rows = group.chunks_exact(width).map(load);
            let lowest = rows.next().unwrap_or([0; K]);
            let mut sum = Sum::of(&s, &powers[G - 1]);
            rows.zip(&powers).for_each(|(c, power)| sum.add_to(&c, power));
            s = m.add(&m.reduce(sum), &lowest);
        }
        s
    }
}

impl Fixed {
    /// Nanoseconds of a product in a sum, and of its reduction.
    pub fn costs_ns(&self) -> [f64; 2] {
        montgomery::costs_ns([2, 3, 4, 6, 8][self.index()])
    }
}

impl ZnBig {
    /// The arithmetic for the number of limbs of n, if there is one.
    #[inline]
    pub(super) fn fixed(&self) -> Option<&Fixed> {
        self.0.fixed.get_or_init(|| Fixed::new(&self.0.n)).as_ref()
    }

    /// v(x).
    pub(super) fn fixed_value(&self, fixed: &Fixed, v: View<'_, Self>, x: &Integer) -> Integer {
        let width = self.width();
        with_limbs!(fixed, a => integer(&a.value(v.words(), width, &a.residue(x, &self.0.n))))
    }

    /// The values at each of these points.
    pub(super) fn fixed_values(&self, fixed: &Fixed, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self> {
        let (width, mut out) = (self.width(), self.zeros(points.len()));
        let rows = out.words.chunks_exact_mut(width).zip(points.words().chunks_exact(width));
        with_limbs!(fixed, a => rows.for_each(|(out, x)| store(out, &a.value(v.words(), width, &load(x)))));
        out
    }

    /// The first n coefficients of the power series a/b, where `inverse` is that of the lowest coefficient of b.
    pub(super) fn fixed_quotient(
        &self,
        fixed: &Fixed,
        [a, b]: [View<'_, Self>; 2],
        inverse: &Integer,
        n: usize,
    ) -> Coeffs<Self> {
        let (width, mut out) = (self.width(), self.zeros(n));
        with_limbs!(fixed, f => {
            let inverse = f.residue(inverse, &self.0.n);
            let found = f.quotient(residues(a.words(), width), residues(b.words(), width), &inverse, n);
            out.words.chunks_exact_mut(width).zip(&found).for_each(|(out, x)| store(out, x));
        });
        out
    }

    /// The first n terms of exp(a), for an a without constant term, where the table of inverses suffices.
    pub(super) fn fixed_exponential(&self, a: View<'_, Self>, n: usize) -> Option<Coeffs<Self>> {
        if n > self.limits()?.exponential.min(INVERSES) {
            return None;
        }
        let (width, mut out) = (self.width(), self.zeros(n));
        with_limbs!(self.fixed()?, f => f.exponential(&mut out.words, width, a.words(), f.inverses(&self.0.n)?));
        Some(out)
    }

    /// v ·= c.
    pub(super) fn fixed_scale(&self, fixed: &Fixed, v: &mut [u64], c: &Integer) {
        let width = self.width();
        with_limbs!(fixed, a => a.scale(v, width, &a.residue(c, &self.0.n)));
    }

    /// Divides by `first`, `first` + 1, … by the table of inverses; returns false, and does nothing, where the table does not have them all.
    pub(super) fn divided_by_table(&self, v: &mut Coeffs<Self>, first: i64) -> bool {
        let Some(fixed) = self.fixed() else { return false };
        let (width, count) = (self.width(), v.len());
        let Some(first) = usize::try_from(first).ok().and_then(|first| first.checked_sub(1)) else { return false };
        if first.saturating_add(count) > INVERSES {
            return false;
        }
        with_limbs!(fixed, a => {
            let Some(inverses) = a.inverses(&self.0.n) else { return false };
            a.divide_by_index(&mut v.words, width, &inverses[first..]);
        });
        true
    }

    /// Whether 1, …, n − 1 are all in the table of inverses.
    pub(super) fn has_inverses_below(&self, n: usize) -> bool {
        n <= INVERSES + 1 && self.fixed().is_some_and(|fixed| with_limbs!(fixed, a => a.inverses(&self.0.n).is_some()))
    }
}
