//! Checks of functions of power series of sets: by their definitions, with products.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    Result,
    poly::{IndexLaw, Poly, SetSeries},
    ring::{Coeffs, Convolve, View},
};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that b is 1/a.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = SetSeries::new(&f, f.collect(&[1, 2, 3, 4]))?;
    /// assert!(checker.set_inverse(&a, &a.inverse()?).is_ok() && checker.set_inverse(&a, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn set_inverse(&self, a: &SetSeries<R>, b: &SetSeries<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        let mut one = r.zeros(a.coeffs().len());
        r.set(&mut one, 0, &r.one());
        let right = a.variables() == b.variables() && r.same(again(r, a.coeffs(), b.coeffs())?.view(), one.view());
        if right { Ok(Proof::Exact) } else { Err(wrong("the inverse")) }
    }

    /// Checks that e is the exponential of a, or a the logarithm of e: the derivative by each variable is that of a times e.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = SetSeries::new(&f, f.collect(&[0, 2, 3, 4]))?;
    /// assert!(checker.set_exponential(&a, &a.exp()?).is_ok() && checker.set_exponential(&a, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn set_exponential(&self, a: &SetSeries<R>, e: &SetSeries<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        let constants = r.get(a.coeffs(), 0) == r.elem(0) && r.get(e.coeffs(), 0) == r.one();
        if !constants || a.variables() != e.variables() {
            return Err(wrong("the exponential or logarithm"));
        }
        for k in 0..a.variables() {
            let upper = 1 << k..2 << k;
            let expected = again(r, a.coeffs().slice(upper.clone()), e.coeffs().low(1 << k))?;
            if !r.same(expected.view(), e.coeffs().slice(upper)) {
                return Err(wrong("the exponential or logarithm"));
            }
        }
        Ok(Proof::Exact)
    }

    /// Checks that b is f(a), by Horner's rule.
    ///
    /// ```
    /// # use polymod::{Poly, Ring, Zn, poly::SetSeries, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, square) = (SetSeries::new(&f, f.collect(&[1, 2, 3, 4]))?, Poly::parse(&f, "x^2")?);
    /// assert!(checker.set_composition(&square, &a, &a.compose(&square)?).is_ok());
    /// assert!(checker.set_composition(&square, &a, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn set_composition(&self, f: &Poly<R>, a: &SetSeries<R>, b: &SetSeries<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        let mut value = r.zeros(a.coeffs().len());
        for i in (0..f.len()).rev() {
            value = law(a.variables()).product(r, value.view(), a.coeffs())?;
            let constant = r.add(&r.get(value.view(), 0), &f.coeff(i));
            r.set(&mut value, 0, &constant);
        }
        let right = a.variables() == b.variables() && r.same(value.view(), b.coeffs());
        if right { Ok(Proof::Exact) } else { Err(wrong("the composition")) }
    }

    /// Checks that `values` are the sums of the weights times the coefficients of the powers of a, from the 0-th on, by these powers.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, weights) = (SetSeries::new(&f, f.collect(&[1, 2, 3, 4]))?, f.view(&[0, 0, 0, 1])?);
    /// assert!(checker.set_projection(&a, weights, f.view(&[0, 4, 20])?).is_ok());
    /// assert!(checker.set_projection(&a, weights, f.view(&[0, 4, 21])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn set_projection(
        &self,
        a: &SetSeries<R>,
        weights: View<'_, R>,
        values: View<'_, R>,
    ) -> Result<Proof, Unverified> {
        let r = self.ring;
        let mut power = r.zeros(a.coeffs().len());
        r.set(&mut power, 0, &r.one());
        for j in 0..values.len() {
            if j > 0 {
                power = law(a.variables()).product(r, power.view(), a.coeffs())?;
            }
            if weights.len() != power.len() || r.dot(weights, power.view()) != r.get(values, j) {
                return Err(wrong("the values at powers"));
            }
        }
        Ok(Proof::Exact)
    }
}

/// The law of products of sets.
fn law(variables: usize) -> IndexLaw {
    IndexLaw::Truncated(vec![2; variables])
}

/// The product of sets by another algorithm.
fn again<R: Convolve>(r: &R, a: View<'_, R>, b: View<'_, R>) -> Result<Coeffs<R>> {
    law(a.len().trailing_zeros() as usize).product_again(r, a, b)
}
