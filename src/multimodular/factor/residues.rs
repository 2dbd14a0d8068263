//! Polynomials of few coefficients modulo an integer, as lists: no ring is made for a modulus that a few products are taken by.

use super::hensel::Lifting;
use crate::{Error, Result, arith::Modulus, poly::Poly, ring::Integers};
use rug::{Complete, Integer, integer::IntegerExt64, ops::RemRounding};
use std::{mem::take, sync::Arc};

/// Most coefficients, measured for lists of integers. Lists of words were not timed with more.
pub(super) const FEW: usize = 16;
/// Most bits of a modulus of words: sums of [`FEW`] products are in two words, with a sign.
pub(super) const WORD_BITS: u32 = 61;

/// A residue, or a sum of products of residues.
pub(super) trait Residue: Clone + Default {
    type Modulus: Clone;

    /// The modulus as an integer that residues have.
    fn modulus(n: &Integer) -> Result<Self::Modulus>;
    /// The residue of an integer.
    fn of(x: &Integer, n: &Self::Modulus) -> Self;
    fn reduced(self, n: &Self::Modulus) -> Self;
    fn integer(&self) -> Integer;
    fn is_zero(&self) -> bool;
    /// The quotient of a residue that is a multiple.
    fn over(&self, n: &Self::Modulus) -> Self;
    fn times(&self, n: &Self::Modulus) -> Self;
    fn add(&mut self, x: &Self);
    fn subtract(&mut self, x: &Self);
    fn add_product(&mut self, x: &Self, y: &Self);
    fn subtract_product(&mut self, x: &Self, y: &Self);
}

/// A polynomial of residues from 0 to the modulus, without leading zeros.
#[derive(Clone, Debug)]
pub(super) struct Residues<T: Residue> {
    modulus: T::Modulus,
    list: Vec<T>,
}

impl<T: Residue> Residues<T> {
    /// The polynomial with these coefficients, of any size and sign.
    pub fn new(modulus: &T::Modulus, coefficients: impl Iterator<Item = T>) -> Self {
        let mut list: Vec<T> = coefficients.map(|c| c.reduced(modulus)).collect();
        while list.last().is_some_and(T::is_zero) {
            list.pop();
        }
        Residues { modulus: modulus.clone(), list }
    }

    /// f over its leading coefficient.
    ///
    /// # Errors
    /// [`Error::NotDivisible`] where it is no unit.
    pub fn monic(f: &Poly<Integers>, n: &Integer) -> Result<Self> {
        let (lead, modulus) = (f.coeff(f.len() - 1), T::modulus(n)?);
        let residues = Self::new(&modulus, f.iter().map(|c| T::of(&c, &modulus)));
        if lead == 1 {
            return Ok(residues);
        }
        match lead.invert(n) {
            Ok(inverse) => Ok(residues.scaled(&inverse)),
            Err(lead) => Err(Error::NotDivisible { dividend: "1".into(), divisor: lead.to_string() }),
        }
    }

    fn with(&self, coefficients: Vec<T>) -> Self {
        Self::new(&self.modulus, coefficients.into_iter())
    }

    /// The coefficients one by one with those of another, 0 beyond its length, reduced.
    fn joined(&self, other: &Self, modulus: &T::Modulus, f: impl Fn(&mut T, &T)) -> Self {
        let mut list = self.list.clone();
        list.resize(list.len().max(other.list.len()), T::default());
        list.iter_mut().zip(&other.list).for_each(|(x, y)| f(x, y));
        Self::new(modulus, list.into_iter())
    }
}

impl<T: Residue> Lifting for Residues<T> {
    type Ring = T::Modulus;

    fn ring(&self) -> &T::Modulus {
        &self.modulus
    }
    fn modulo(&self, modulus: &T::Modulus) -> Self {
        Self::new(modulus, self.list.iter().cloned())
    }
    fn over(&self, modulus: &T::Modulus) -> Self {
        Self::new(modulus, self.list.iter().map(|c| c.over(modulus)))
    }
    fn raised(&self, high: &Self, modulus: &T::Modulus) -> Self {
        self.joined(high, modulus, |x, y| x.add(&y.times(&self.modulus)))
    }
    fn one(modulus: &T::Modulus) -> Self {
        Self::new(modulus, std::iter::once(T::of(&Integer::from(1), modulus)))
    }
    fn is_zero(&self) -> bool {
        self.list.is_empty()
    }
    fn plus(&self, other: &Self) -> Result<Self> {
        Ok(self.joined(other, &self.modulus, T::add))
    }
    fn minus(&self, other: &Self) -> Result<Self> {
        Ok(self.joined(other, &self.modulus, T::subtract))
    }
    fn times(&self, other: &Self) -> Result<Self> {
        let (x, y) = (&self.list, &other.list);
        let mut list = vec![T::default(); (x.len() + y.len()).saturating_sub(1)];
        for (i, x) in x.iter().enumerate() {
            list[i..].iter_mut().zip(y).for_each(|(sum, y)| sum.add_product(x, y));
        }
        Ok(self.with(list))
    }
    fn divided(&self, by: &Self) -> Result<(Self, Self)> {
        let (mut rest, degree) = (self.list.clone(), by.list.len() - 1);
        for top in (degree..rest.len()).rev() {
            let (low, high) = rest.split_at_mut(top);
            high[0] = take(&mut high[0]).reduced(&self.modulus);
            low[top - degree..].iter_mut().zip(&by.list).for_each(|(x, y)| x.subtract_product(&high[0], y));
        }
        let q = rest.split_off(degree.min(rest.len()));
        Ok((self.with(q), self.with(rest)))
    }
    fn scaled(&self, factor: &Integer) -> Self {
        let factor = T::of(factor, &self.modulus);
        let product = |c: &T| {
            let mut product = T::default();
            product.add_product(c, &factor);
            product
        };
        self.with(self.list.iter().map(product).collect())
    }
    fn integers(&self) -> impl Iterator<Item = Integer> {
        self.list.iter().map(T::integer)
    }
}

/// Modulo at most [`WORD_BITS`] bits.
impl Residue for i128 {
    type Modulus = Modulus;

    fn modulus(n: &Integer) -> Result<Modulus> {
        Modulus::new(n.to_u64_wrapping())
    }
    fn of(x: &Integer, n: &Modulus) -> Self {
        x.mod_u64(n.n()).into()
    }
    #[inline]
    fn reduced(self, n: &Modulus) -> Self {
        let residue = n.reduce_wide(self.unsigned_abs());
        i128::from(if self < 0 { n.neg(residue) } else { residue })
    }
    fn integer(&self) -> Integer {
        Integer::from(*self)
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn over(&self, n: &Modulus) -> Self {
        (*self as u64 / n.n()).into()
    }
    fn times(&self, n: &Modulus) -> Self {
        let mut product = 0;
        product.add_product(self, &n.n().into());
        product
    }
    fn add(&mut self, x: &Self) {
        *self += x;
    }
    fn subtract(&mut self, x: &Self) {
        *self -= x;
    }
    #[inline]
    fn add_product(&mut self, x: &Self, y: &Self) {
        // both are words
        *self += i128::from(*x as i64) * i128::from(*y as i64);
    }
    #[inline]
    fn subtract_product(&mut self, x: &Self, y: &Self) {
        *self -= i128::from(*x as i64) * i128::from(*y as i64);
    }
}

impl Residue for Integer {
    type Modulus = Arc<Integer>;

    fn modulus(n: &Integer) -> Result<Arc<Integer>> {
        Ok(Arc::new(n.clone()))
    }
    fn of(x: &Integer, _: &Arc<Integer>) -> Self {
        x.clone()
    }
    fn reduced(self, n: &Arc<Integer>) -> Self {
        self.rem_euc(&**n)
    }
    fn integer(&self) -> Integer {
        self.clone()
    }
    fn is_zero(&self) -> bool {
        self.is_zero()
    }
    fn over(&self, n: &Arc<Integer>) -> Self {
        self.div_exact_ref(n).complete()
    }
    fn times(&self, n: &Arc<Integer>) -> Self {
        (self * &**n).complete()
    }
    fn add(&mut self, x: &Self) {
        *self += x;
    }
    fn subtract(&mut self, x: &Self) {
        *self -= x;
    }
    fn add_product(&mut self, x: &Self, y: &Self) {
        *self += x * y;
    }
    fn subtract_product(&mut self, x: &Self, y: &Self) {
        *self -= x * y;
    }
}
