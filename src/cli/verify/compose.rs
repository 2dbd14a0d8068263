//! Checks of compositions at random points, where the ring has enough of them, and else by Horner's rule, each product
//! checked; of series by another algorithm than the one that was chosen; of recurrences by powers of x modulo the polynomial.

use super::{Checker, Proof, evaluated, points_needed, random_prime, rounds, wrong};
use crate::{
    bits::ceil_log2,
    cli::Failure,
    poly::{CompositionAlgorithm, Divisor, Poly},
    ring::{Convolve, View},
};
use rug::Integer;

impl<R: Convolve> Checker<'_, R> {
    /// c = a(b).
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn composition(&mut self, a: &Poly<R>, b: &Poly<R>, c: &Poly<R>) -> Result<Proof, Failure> {
        let r = self.ring;
        let degree = [a, b].iter().map(|p| p.len().saturating_sub(1) as f64).product::<f64>();
        if c.len() as f64 > degree + 1.0 {
            return Err(wrong("the degree of the composition"));
        }
        let Some(n) = self.modulus else {
            let growth = |f: &Poly<R>| f64::from(r.size(f.coeffs()).bits) + f64::from(ceil_log2(f.len().max(1)));
            let bits = (growth(a) + growth(b) * a.len() as f64).max(growth(c)) + 1.0;
            return rounds(bits, degree, || {
                let m = random_prime(&mut self.random);
                let x = self.random.word() % m.n();
                evaluated(r, a.coeffs(), evaluated(r, b.coeffs(), x, m), m) == evaluated(r, c.coeffs(), x, m)
            });
        };
        if let Some((points, log2_error)) = points_needed(n, self.is_extension(), degree) {
            for _ in 0..points {
                let x = self.random_element()?;
                if a.eval(&b.eval(&x)) != c.eval(&x) {
                    return Err(wrong("the composition"));
                }
            }
            return Ok(Proof::Points { points, log2_error });
        }
        let (mut sum, mut proof) = (Poly::zero(r), Proof::Exact);
        for x in a.iter().rev() {
            sum = self.multiplied(&sum, b, &mut proof)?.checked_add(&Poly::new(r, [x]))?;
        }
        if sum == *c { Ok(proof) } else { Err(wrong("the composition")) }
    }

    /// c = a(b) modulo m.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn composition_modulo(&mut self, a: &Poly<R>, b: &Poly<R>, m: &Poly<R>, c: &Poly<R>) -> Result<Proof, Failure> {
        let (r, b) = (self.ring, b.rem(m)?);
        let (mut sum, mut proof) = (Poly::zero(r), Proof::Exact);
        for x in a.iter().rev() {
            let product = self.multiplied(&sum, &b, &mut proof)?;
            sum = product.checked_add(&Poly::new(r, [x]))?.rem(m)?;
        }
        if sum == *c { Ok(proof) } else { Err(wrong("the composition")) }
    }

    /// c = a(b) to n terms.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn composed_series(&mut self, a: &Poly<R>, b: &Poly<R>, n: usize, c: &Poly<R>) -> Result<Proof, Failure> {
        // what is chosen for few terms differs from the first of these, for many from the second
        for way in [CompositionAlgorithm::KinoshitaLi, CompositionAlgorithm::BrentKung] {
            if a.compose_series_by(b, n, Some(way))? != *c {
                return Err(wrong("the composition"));
            }
        }
        Ok(Proof::Exact)
    }

    /// f(g) = x to n terms.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn reversion(&mut self, f: &Poly<R>, n: usize, g: &Poly<R>) -> Result<Proof, Failure> {
        let r = self.ring;
        let x = Poly::new(r, [r.elem(0), r.one()].into_iter().take(n));
        if g.len() > n || !r.is_zero(&g.coeff(0)) {
            return Err(wrong("the reversion"));
        }
        self.composed_series(f, g, n, &x)
    }

    /// x is the term of this index: Σ of the coefficients of x^index modulo c, times the first terms.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn recurrence_term(
        &mut self,
        c: &Poly<R>,
        first: View<'_, R>,
        index: &Integer,
        x: &R::Elem,
    ) -> Result<Proof, Failure> {
        let r = self.ring;
        let power = Poly::monomial(r, &r.one(), 1).pow_mod(index, &Divisor::new(c)?)?;
        let sum = power.iter().enumerate().fold(r.elem(0), |s, (i, p)| r.add(&s, &r.mul(&p, &r.get(first, i))));
        if sum == *x { Ok(Proof::Exact) } else { Err(wrong("the term")) }
    }
}
