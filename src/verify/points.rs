//! The check of values at points, for evaluation and interpolation.
//!
//! Where there is time for it, all values are computed again by Horner's rule. Otherwise a random linear form is
//! compared, over large fields: Σ w_i·a(x_i) = Σ a_j·(Σ w_i·x_i^j), whose inner sums are the transposed evaluation; at
//! points f·r^i with w_i = y^i they are (z_j − 1)/(y·r^j − 1)·f^j, z_j = (y·r^j)^n. Other values are computed again
//! with the points in reverse order.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    poly::{Geometric, Points, Poly},
    ring::{Convolve, View},
};
use std::collections::HashMap;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that `values[i]` = a(`points[i]`); `progression` is f, r if the points are f·r^i.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, 0, 1]);
    /// let points = f.view(&[1, 2, 4])?;
    /// assert!(checker.values(&a, points, Some([&1, &2]), f.view(&[2, 5, 17])?).is_ok());
    /// assert!(checker.values(&a, points, None, f.view(&[2, 5, 18])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn values(
        &mut self,
        a: &Poly<R>,
        points: View<'_, R>,
        progression: Option<[&R::Elem; 2]>,
        values: View<'_, R>,
    ) -> Result<Proof, Unverified> {
        let (r, n) = (self.ring, points.len());
        if values.len() != n {
            return Err(wrong("the number of values"));
        }
        let Some(modulus) = self.modulus.clone() else { return self.one_by_one(a, points, values) };
        if modulus.to_usize().is_some_and(|m| m <= n) {
            return self.distinct_points(a, points, values);
        }
        // largest number of products for recomputing: those of words are fast
        let most = match r.zeros(0).width() {
            ..=1 if progression.is_none() => 1 << 21,
            ..=1 => 1 << 16,
            _ => 1 << 12,
        };
        if a.len().saturating_mul(n) <= most {
            return self.exactly_values(r.same(r.horner_each(a.coeffs(), points).view(), values));
        }
        if let (Some(progression), Some((forms, log2_error))) = (progression, self.few_points(n as f64)) {
            for _ in 0..forms {
                if !self.sums_of_progression(a, progression, values)? {
                    return Err(wrong("the values"));
                }
            }
            return Ok(Proof::Vectors { vectors: forms, log2_error });
        }
        if let Some((forms, log2_error)) = self.few_points(1.0) {
            let prepared = Points::new(r, points)?;
            for _ in 0..forms {
                let weights = (0..n).map(|_| self.random_element()).collect::<Result<Vec<_>, _>>()?;
                let weights = r.collect(&weights);
                let sums = prepared.power_sums(weights.view(), a.len())?;
                if r.dot(values, weights.view()) != r.dot(a.coeffs(), sums.view()) {
                    return Err(wrong("the values"));
                }
            }
            return Ok(Proof::Vectors { vectors: forms, log2_error });
        }
        let backwards = match progression.map(|[_, ratio]| r.inv(ratio)) {
            Some(Ok(inverse)) if n > 0 => Geometric::new(r, &r.get(points, n - 1), &inverse, n)?.eval(a)?,
            _ => Points::new(r, r.reversed(points).view())?.eval(a)?,
        };
        self.exactly_values(r.same(r.reversed(backwards.view()).view(), values))
    }

    /// Checks that f has these values and derivatives at points, and no more coefficients than there are of them: f less Σ v_j/j!·(x − x_i)^j over
    /// j < k is a multiple of (x − x_i)^k for each point x_i with k values v_j.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (points, given) = (f.view(&[0, 1])?, [f.view(&[1, 0])?, f.view(&[0, 0])?]);
    /// assert!(checker.hermite_interpolation(&Poly::parse(&f, "2*x^3 - 3*x^2 + 1")?, points, &given).is_ok());
    /// assert!(checker.hermite_interpolation(&Poly::parse(&f, "2*x^3 - 3*x^2 + 2")?, points, &given).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] where j! has no inverse.
    pub fn hermite_interpolation(
        &mut self,
        f: &Poly<R>,
        points: View<'_, R>,
        derivatives: &[View<'_, R>],
    ) -> Result<Proof, Unverified> {
        let r = self.ring;
        let (mut moduli, mut rests) = (Vec::new(), Vec::new());
        for (i, values) in derivatives.iter().enumerate().filter(|(_, values)| !values.is_empty()) {
            let factor = Poly::new(r, [r.neg(&r.get(points, i)), r.one()]);
            moduli.push(factor.pow(values.len() as u64)?);
            // v_0 + (x − x_i)/1·(v_1 + (x − x_i)/2·(v_2 + …))
            let mut rest = Poly::zero(r);
            for j in (0..values.len()).rev() {
                if !rest.is_empty() {
                    rest = factor.checked_mul(&rest.scale(&r.inv(&r.elem(j as i64 + 1))?))?;
                }
                rest = rest.checked_add(&Poly::new(r, [r.get(*values, j)]))?;
            }
            rests.push(rest);
        }
        if moduli.is_empty() && !f.is_empty() {
            return Err(wrong("the polynomial without conditions"));
        }
        self.reconstruction(&rests, &moduli, f)
    }

    fn exactly_values(&self, right: bool) -> Result<Proof, Unverified> {
        if right { Ok(Proof::Exact) } else { Err(wrong("the values")) }
    }

    fn one_by_one(&mut self, a: &Poly<R>, points: View<'_, R>, values: View<'_, R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        (0..points.len())
            .try_fold(Proof::Exact, |proof, i| Ok(proof.and(self.value(a, &r.get(points, i), &r.get(values, i))?)))
    }

    /// For fewer elements than points: evaluates once at each distinct point.
    fn distinct_points(&self, a: &Poly<R>, points: View<'_, R>, values: View<'_, R>) -> Result<Proof, Unverified> {
        let (r, mut places) = (self.ring, HashMap::new());
        let (mut distinct, mut found) = (Vec::new(), Vec::with_capacity(points.len()));
        r.each_limbs(points, &mut |_, limbs| {
            let i = found.len();
            found.push(*places.entry(limbs.to_vec()).or_insert_with(|| {
                distinct.push(r.get(points, i));
                distinct.len() - 1
            }));
        });
        let known = r.horner_each(a.coeffs(), r.collect(&distinct).view());
        self.exactly_values(found.iter().enumerate().all(|(i, &k)| r.get(known.view(), k) == r.get(values, i)))
    }

    /// Compares both sides at a random y, as a fraction whose divisors are not 0.
    fn sums_of_progression(
        &mut self,
        a: &Poly<R>,
        [first, ratio]: [&R::Elem; 2],
        values: View<'_, R>,
    ) -> Result<bool, Unverified> {
        let (r, n, minus_one) = (self.ring, values.len() as u64, self.ring.elem(-1));
        loop {
            let y = self.random_element()?;
            let step = r.pow(ratio, n);
            // y·r^j, its n-th power, f^j, and the sum of fractions so far
            let (mut point, mut end, mut power) = (y.clone(), r.pow(&y, n), r.one());
            let (mut above, mut below) = (r.elem(0), r.one());
            for j in 0..a.len() {
                let divisor = r.add(&point, &minus_one);
                let term = r.mul(&r.mul(&a.coeff(j), &power), &r.add(&end, &minus_one));
                above = r.add(&r.mul(&above, &divisor), &r.mul(&term, &below));
                below = r.mul(&below, &divisor);
                point = r.mul(&point, ratio);
                end = r.mul(&end, &step);
                power = r.mul(&power, first);
            }
            if !r.is_zero(&below) {
                return Ok(r.mul(&r.horner(values, &y), &below) == above);
            }
        }
    }
}
