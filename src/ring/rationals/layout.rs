//! The words of a vector: integers as over Z, the limbs of their denominator, and the number of those.

use super::Rationals;
use crate::ring::{Coeffs, Integers, Vectors, View};
use rug::{Complete, Integer, integer::Order};

/// The integers over the denominator.
#[inline]
pub(crate) fn numerators(v: View<'_, Rationals>) -> View<'_, Integers> {
    v.cast()
}

/// Number of words behind the integers. A vector without any words has no coefficients, and the denominator 1.
fn behind(words: &[u64]) -> usize {
    words.last().map_or(0, |&count| count as usize + 1)
}

/// The limbs of the denominator; none if it is 1.
pub fn denominator_limbs(v: View<'_, Rationals>) -> &[u64] {
    let all = v.words;
    &all[all.len() - behind(all)..all.len().saturating_sub(1)]
}

/// The denominator; `None` if it is 1.
pub fn denominator(v: View<'_, Rationals>) -> Option<Integer> {
    let limbs = denominator_limbs(v);
    (!limbs.is_empty()).then(|| Integer::from_digits(limbs, Order::Lsf))
}

/// The vector of these integers over a positive denominator, 1 if there is none.
pub(super) fn over(mut numerators: Coeffs<Integers>, denominator: Option<Integer>) -> Coeffs<Rationals> {
    let denominator = denominator.filter(|d| *d != 1);
    let limbs: &[u64] = denominator.as_ref().map_or(&[], |d| d.as_limbs());
    numerators.words.extend_from_slice(limbs);
    numerators.words.push(limbs.len() as u64);
    numerators.into_cast()
}

/// The integers and their denominator.
pub(super) fn parts(v: Coeffs<Rationals>) -> (Coeffs<Integers>, Option<Integer>) {
    let denominator = denominator(v.view());
    let mut numerators: Coeffs<Integers> = v.into_cast();
    let rows = numerators.words.len() - behind(&numerators.words);
    numerators.words.truncate(rows);
    // a vector that was never made has no width
    numerators.width = numerators.width.max(1);
    (numerators, denominator)
}

/// d/e for a divisor e of d, where `None` is 1; `None` if it is 1.
pub(super) fn cofactor(d: Option<&Integer>, e: Option<&Integer>) -> Option<Integer> {
    match (d, e) {
        (d, None) => d.cloned(),
        (Some(d), Some(e)) if d != e => Some(d.div_exact_ref(e).complete()),
        _ => None,
    }
}

/// The product, where `None` is 1.
pub(super) fn product(a: Option<Integer>, b: Option<Integer>) -> Option<Integer> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a * b),
        (a, b) => a.or(b),
    }
}

impl Rationals {
    /// Changes the integers and the denominator of a vector.
    pub(super) fn change(
        &self,
        v: &mut Coeffs<Self>,
        change: impl FnOnce(&Integers, &mut Coeffs<Integers>, Option<Integer>) -> Option<Integer>,
    ) {
        let (mut numerators, denominator) = parts(v.take());
        let denominator = change(&self.0, &mut numerators, denominator);
        *v = over(numerators, denominator);
    }

    /// Brings a vector to a denominator that `divisor` divides, then changes its integers, given that denominator.
    pub(super) fn with_multiple_of(
        &self,
        v: &mut Coeffs<Self>,
        divisor: &Integer,
        change: impl FnOnce(&Integers, &mut Coeffs<Integers>, Option<&Integer>),
    ) {
        self.change(v, |z, numerators, mut denominator| {
            let old = denominator.get_or_insert_with(|| Integer::from(1));
            if !old.is_divisible(divisor) {
                let factor = divisor.div_exact_ref(&old.gcd_ref(divisor).complete()).complete();
                // zeros stay as short as they are
                if z.trimmed_len(numerators.view()) > 0 {
                    z.scale(numerators, &factor);
                }
                *old *= factor;
            }
            change(z, numerators, denominator.as_ref());
            denominator
        });
    }

    /// Divides the integers of a vector and its denominator by their greatest common divisor. The zero vector has the denominator 1.
    pub(super) fn reduce(
        z: &Integers,
        numerators: &mut Coeffs<Integers>,
        denominator: Option<Integer>,
    ) -> Option<Integer> {
        let denominator = denominator?;
        let common = Integers::common_divisor(numerators.view(), denominator.clone());
        if common == 1 {
            return Some(denominator);
        }
        *numerators = z.divided(numerators.view(), &common);
        cofactor(Some(&denominator), Some(&common))
    }

    /// The integers over a denominator, as a vector in lowest terms.
    ///
    /// # Panics
    /// For the denominator 0.
    pub(crate) fn fractions(&self, mut numerators: Coeffs<Integers>, denominator: &Integer) -> Coeffs<Self> {
        assert!(!denominator.is_zero(), "a denominator of 0");
        if *denominator < 0 {
            self.0.neg_all(&mut numerators);
        }
        let denominator = Self::reduce(&self.0, &mut numerators, Some(denominator.clone().abs()));
        over(numerators, denominator)
    }

    /// The integers of a vector in lowest terms, and its positive denominator.
    pub(crate) fn numerators_of(&self, v: View<'_, Self>) -> (Coeffs<Integers>, Integer) {
        let mut integers = self.0.owned(numerators(v));
        let denominator = Self::reduce(&self.0, &mut integers, denominator(v));
        (integers, denominator.unwrap_or_else(|| Integer::from(1)))
    }
}
