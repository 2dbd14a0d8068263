//! Operations on all coefficients of vectors, by those of Z on the integers over a common denominator.

use super::{
    Rationals,
    layout::{cofactor, denominator, denominator_limbs, numerators, over, parts, product},
};
use crate::{
    Result,
    ring::{Coeffs, Integers, Ring, Vectors, View, classical},
    scratch::Buf,
};
use rug::{Complete, Integer, Rational};

impl Rationals {
    /// Brings `out` and the integers of v to a common denominator, and passes both on.
    fn together(
        &self,
        out: &mut Coeffs<Self>,
        v: View<'_, Self>,
        then: impl FnOnce(&Integers, &mut Coeffs<Integers>, View<'_, Integers>),
    ) {
        if denominator_limbs(out.view()) == denominator_limbs(v) {
            return self.change(out, |z, integers, d| {
                then(z, integers, numerators(v));
                d
            });
        }
        let of_v = denominator(v);
        self.with_multiple_of(out, of_v.as_ref().unwrap_or(&Integer::from(1)), |z, integers, common| {
            match cofactor(common.filter(|d| **d != 1), of_v.as_ref()) {
                None => then(z, integers, numerators(v)),
                Some(factor) => {
                    let mut multiple = z.owned(numerators(v));
                    z.scale(&mut multiple, &factor);
                    then(z, integers, multiple.view());
                }
            }
        });
    }

    /// A vector made of the integers of another one, over the same denominator.
    fn with_denominator(v: View<'_, Self>, integers: Coeffs<Integers>) -> Coeffs<Self> {
        over(integers, denominator(v))
    }

    /// The vector with these integers as words, over the denominator of another vector.
    pub(super) fn over_that_of(words: Buf, len: usize, like: View<'_, Self>) -> Coeffs<Self> {
        Self::with_denominator(like, Coeffs::from_words(words, len, like.width.max(1)))
    }
}

impl Vectors for Rationals {
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        self.0.trimmed_len(numerators(v))
    }
    fn nonzero(&self, v: View<'_, Self>) -> usize {
        self.0.nonzero(numerators(v))
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        let (x, y) = (numerators(a), numerators(b));
        if a.len() != b.len() || denominator_limbs(a) == denominator_limbs(b) {
            return self.0.same(x, y);
        }
        let times = |v: View<'_, Integers>, d: Option<Integer>| {
            let mut multiple = self.0.owned(v);
            d.iter().for_each(|d| self.0.scale(&mut multiple, d));
            multiple
        };
        self.0.same(times(x, denominator(b)).view(), times(y, denominator(a)).view())
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        if v.len() == out.len() {
            // nothing is left of the former denominator
            return self.change(out, |z, integers, _| {
                z.copy_at(integers, at, numerators(v));
                denominator(v)
            });
        }
        self.together(out, v, |z, integers, v| z.copy_at(integers, at, v));
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        Self::with_denominator(v, self.0.reversed(numerators(v)))
    }
    fn every_other(&self, v: View<'_, Self>, first: usize) -> Coeffs<Self> {
        Self::with_denominator(v, self.0.every_other(numerators(v), first))
    }
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self> {
        Self::with_denominator(v, self.0.owned(numerators(v)))
    }
    fn trim(&self, v: &mut Coeffs<Self>) {
        self.change(v, |z, integers, denominator| {
            z.trim(integers);
            let denominator = Self::reduce(z, integers, denominator);
            z.trim(integers);
            denominator
        });
    }
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.together(out, v, |z, integers, v| z.add_at(integers, at, v));
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.together(out, v, |z, integers, v| z.sub_at(integers, at, v));
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        self.change(v, |z, integers, denominator| {
            z.neg_all(integers);
            denominator
        });
    }
    fn scale(&self, v: &mut Coeffs<Self>, c: &Rational) {
        self.change(v, |z, integers, denominator| {
            // what numerator and denominator have in common is divided out first
            let common = denominator.as_ref().map(|d| d.gcd_ref(c.numer()).complete()).filter(|common| *common != 1);
            let numerator = common.as_ref().map(|common| c.numer().div_exact_ref(common).complete());
            z.scale(integers, numerator.as_ref().unwrap_or(c.numer()));
            let rest = cofactor(denominator.as_ref(), common.as_ref());
            Self::reduce(z, integers, product(rest, Some(c.denom().clone())))
        });
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        self.change(v, |z, integers, d| {
            z.mul_each(integers, numerators(w));
            Self::reduce(z, integers, product(d, denominator(w)))
        });
    }
    fn running_products(&self, v: &mut Coeffs<Self>) {
        let mut product = Rational::from(1);
        let next = |i| {
            product *= self.get(v.view(), i);
            product.clone()
        };
        let all: Vec<Rational> = (0..v.len()).map(next).collect();
        *v = self.collect(&all);
    }
    fn divides_below(&self, _: usize) -> bool {
        true
    }
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64) {
        self.change(v, |z, integers, denominator| {
            z.mul_index(integers, k);
            Self::reduce(z, integers, denominator)
        });
    }
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        let places: Vec<usize> = {
            let integers = numerators(v.view());
            (0..v.len()).filter(|&i| self.0.nonzero(integers.slice(i..i + 1)) > 0).collect()
        };
        let index = |i: usize| k + i as i64;
        if let Some(&zero) = places.iter().find(|&&i| index(i) == 0) {
            return Err(classical::inverse_of_integer(self, index(zero)).err().unwrap_or(crate::Error::DivisionByZero));
        }
        let mut common = Integer::from(1);
        for &i in &places {
            common.lcm_mut(&Integer::from(index(i)));
        }
        let (integers, denominator) = parts(v.take());
        let mut quotients = vec![Integer::new(); integers.len()];
        for &i in &places {
            let factor = &common / Integer::from(index(i));
            quotients[i] = self.0.get(integers.view(), i) * factor;
        }
        let mut integers = self.0.collect(&quotients);
        let denominator = Self::reduce(&self.0, &mut integers, product(denominator, Some(common)));
        *v = over(integers, denominator);
        Ok(())
    }
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> Rational {
        let sum = self.0.dot(numerators(v), numerators(w));
        let denominator = product(denominator(v), denominator(w)).unwrap_or_else(|| Integer::from(1));
        Rational::from((sum, denominator))
    }
    fn inv_each(&self, v: &mut Coeffs<Self>) -> Result<()> {
        let inverses: Vec<Rational> = (0..v.len()).map(|i| self.inv(&self.get(v.view(), i))).collect::<Result<_>>()?;
        *v = self.collect(&inverses);
        Ok(())
    }
}
