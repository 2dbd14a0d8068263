//! Elements as integers over a denominator, and as text: `3/4`.

use super::{
    Rationals,
    layout::{denominator_limbs, numerators},
};
use crate::{
    Result,
    ring::{Codec, Coeffs, Integers, Ring, View, integers::from_decimal},
};
use rug::{Integer, Rational, integer::Order};

impl Rationals {
    /// Appends an integer.
    fn push(&self, v: &mut Coeffs<Self>, x: impl FnOnce() -> Result<Integer>) -> Result<()> {
        let (len, x) = (v.len(), x()?);
        self.resize(v, len + 1);
        self.set(v, len, &Rational::from(x));
        Ok(())
    }

    /// Appends an integer to those of a vector without a denominator.
    fn push_to_integers(
        &self,
        v: &mut Coeffs<Self>,
        push: impl FnOnce(&Integers, &mut Coeffs<Integers>) -> Result<()>,
    ) -> Result<()> {
        let mut pushed = Ok(());
        self.change(v, |z, integers, denominator| {
            pushed = push(z, integers);
            denominator
        });
        pushed
    }
}

impl Codec for Rationals {
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        if denominator_limbs(v.view()).is_empty() {
            return self.push_to_integers(v, |z, integers| z.push_limbs(integers, negative, magnitude));
        }
        self.push(v, || {
            let x = Integer::from_digits(magnitude, Order::Lsf);
            Ok(if negative { -x } else { x })
        })
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        if denominator_limbs(v.view()).is_empty() {
            return self.push_to_integers(v, |z, integers| z.push_decimal(integers, negative, digits));
        }
        self.push(v, || {
            let x = from_decimal(digits)?;
            Ok(if negative { -x } else { x })
        })
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        self.0.limbs(numerators(v), i, out)
    }
    fn each_limbs(&self, v: View<'_, Self>, take: &mut dyn FnMut(bool, &[u64])) {
        self.0.each_limbs(numerators(v), take);
    }
    fn denominator(&self, v: View<'_, Self>) -> Option<Vec<u64>> {
        match denominator_limbs(v) {
            [] => Some(vec![1]),
            limbs => Some(limbs.to_vec()),
        }
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        match denominator_limbs(v) {
            [] => self.0.write_decimal(numerators(v), i, out),
            _ => out.push_str(&self.get(v, i).to_string()),
        }
    }
}
