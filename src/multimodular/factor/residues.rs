//! Short polynomials modulo a long integer, as lists of integers: no ring is made for a modulus that a few products are taken by.

use super::hensel::Lifting;
use crate::Result;
use rug::{Complete, Integer, ops::RemRounding};
use std::sync::Arc;

/// A polynomial of residues from 0 to the modulus, without leading zeros.
#[derive(Clone, Debug)]
pub(super) struct Residues {
    modulus: Arc<Integer>,
    pub list: Vec<Integer>,
}

impl Residues {
    /// The polynomial with these coefficients, of any size and sign.
    pub fn new(modulus: &Arc<Integer>, coefficients: impl Iterator<Item = Integer>) -> Self {
        let mut list: Vec<Integer> = coefficients.map(|c| c.rem_euc(&**modulus)).collect();
        while list.last().is_some_and(Integer::is_zero) {
            list.pop();
        }
        Residues { modulus: modulus.clone(), list }
    }

    fn with(&self, coefficients: Vec<Integer>) -> Self {
        Self::new(&self.modulus, coefficients.into_iter())
    }

    /// The product by an integer.
    pub fn scale(&self, factor: &Integer) -> Self {
        self.with(self.list.iter().map(|c| (c * factor).complete()).collect())
    }

    /// The coefficients one by one with those of another, 0 beyond its length, reduced.
    fn joined(&self, other: &Self, modulus: &Arc<Integer>, f: impl Fn(&mut Integer, &Integer)) -> Self {
        let mut list = self.list.clone();
        list.resize(list.len().max(other.list.len()), Integer::new());
        list.iter_mut().zip(&other.list).for_each(|(x, y)| f(x, y));
        Self::new(modulus, list.into_iter())
    }
}

impl Lifting for Residues {
    type Ring = Arc<Integer>;

    fn ring(&self) -> &Arc<Integer> {
        &self.modulus
    }
    fn modulo(&self, modulus: &Arc<Integer>) -> Self {
        Self::new(modulus, self.list.iter().cloned())
    }
    fn over(&self, modulus: &Arc<Integer>) -> Self {
        Self::new(modulus, self.list.iter().map(|c| c.div_exact_ref(modulus).complete()))
    }
    fn raised(&self, high: &Self, modulus: &Arc<Integer>) -> Self {
        self.joined(high, modulus, |x, y| *x += y * &*self.modulus)
    }
    fn one(modulus: &Arc<Integer>) -> Self {
        Residues { modulus: modulus.clone(), list: vec![Integer::from(1)] }
    }
    fn is_zero(&self) -> bool {
        self.list.is_empty()
    }
    fn plus(&self, other: &Self) -> Result<Self> {
        Ok(self.joined(other, &self.modulus, |x, y| *x += y))
    }
    fn minus(&self, other: &Self) -> Result<Self> {
        Ok(self.joined(other, &self.modulus, |x, y| *x -= y))
    }
    fn times(&self, other: &Self) -> Result<Self> {
        let (x, y) = (&self.list, &other.list);
        let mut list = vec![Integer::new(); (x.len() + y.len()).saturating_sub(1)];
        for (i, x) in x.iter().enumerate() {
            list[i..].iter_mut().zip(y).for_each(|(sum, y)| *sum += x * y);
        }
        Ok(self.with(list))
    }
    fn divided(&self, by: &Self) -> Result<(Self, Self)> {
        let (mut rest, degree) = (self.list.clone(), by.list.len() - 1);
        for top in (degree..rest.len()).rev() {
            let (low, high) = rest.split_at_mut(top);
            high[0] = std::mem::take(&mut high[0]).rem_euc(&*self.modulus);
            low[top - degree..].iter_mut().zip(&by.list).for_each(|(x, y)| *x -= &high[0] * y);
        }
        let q = rest.split_off(degree.min(rest.len()));
        Ok((self.with(q), self.with(rest)))
    }
}
