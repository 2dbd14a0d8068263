//! Checks of power sums of roots, by Newton's identities, of changes to Newton's basis and from it, by the other one,
//! and of shifts of samples, by the polynomial with these values.

use super::{Checker, Proof, Unverified, images::mapped_vector, random_prime, rounds, wrong};
use crate::{
    Result,
    memory::log2_norm,
    poly::{Points, Poly},
    ring::{AnyRing, Coeffs, Convolve, Ring, Vectors, View},
};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that these are the n first power sums of the roots of a: with a in reverse order times Σ p_j·x^j, the
    /// coefficients are those of x·a' in reverse order.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&f, "(x - 1)*(x - 2)*(x - 3)")?;
    /// assert!(checker.power_sums(&a, 4, f.view(&[3, 6, 14, 36])?).is_ok());
    /// assert!(checker.power_sums(&a, 4, f.view(&[3, 6, 14, 37])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn power_sums(&mut self, a: &Poly<R>, n: usize, sums: View<'_, R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        if sums.len() != n {
            return Err(wrong("the number of power sums"));
        }
        let len = n.min(a.len());
        let backwards = |i: usize| a.coeff(a.len() - 1 - i);
        let reversed = Poly::new(r, (0..len).map(backwards));
        let slopes = Poly::new(r, (0..len).map(|i| r.mul(&backwards(i), &r.elem((a.len() - 1 - i) as i64))));
        self.window([&reversed, &Poly::from_coeffs(r, r.owned(sums))], 0..n, &slopes, "the power sums")
    }

    /// Checks that p is monic of this degree, and that its roots have these power sums.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&f, "(x - 1)*(x - 2)*(x - 3)")?;
    /// assert!(checker.polynomial_of_power_sums(f.view(&[3, 6, 14, 36])?, 3, &a).is_ok());
    /// assert!(checker.polynomial_of_power_sums(f.view(&[3, 6, 14, 37])?, 3, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn polynomial_of_power_sums(
        &mut self,
        sums: View<'_, R>,
        degree: usize,
        p: &Poly<R>,
    ) -> Result<Proof, Unverified> {
        if p.degree() != Some(degree) || p.leading() != Some(self.ring.one()) {
            return Err(wrong("the leading coefficient"));
        }
        self.power_sums(p, degree + 1, sums.low(degree + 1))
    }

    /// Checks that the roots of g are the squares of those of a: g(x²) = ±a(x)·a(−x) with the sign that makes the leading coefficient a square.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&f, "x - 5")?;
    /// assert!(checker.squared_roots(&a, &Poly::parse(&f, "x - 25")?).is_ok());
    /// assert!(checker.squared_roots(&a, &Poly::parse(&f, "25 - x")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn squared_roots(&mut self, a: &Poly<R>, g: &Poly<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        let turned = Poly::new(r, a.iter().enumerate().map(|(i, c)| if i % 2 == 1 { r.neg(&c) } else { c }));
        let spread = (0..(2 * g.len()).saturating_sub(1)).map(|i| if i % 2 == 1 { r.elem(0) } else { g.coeff(i / 2) });
        let spread = Poly::new(r, spread);
        let signed = if a.len().is_multiple_of(2) { -spread } else { spread };
        self.product(&[(a, 1), (&turned, 1)], &signed)
    }

    /// Checks that a = Σ c_i·(x − x_0)⋯(x − x_(i−1)), by the polynomial with these coefficients.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, points) = (Poly::monomial(&f, &1, 2), f.view(&[0, 1, 2])?);
    /// assert!(checker.newton_coefficients(&a, points, f.view(&[0, 1, 1])?).is_ok());
    /// assert!(checker.newton_coefficients(&a, points, f.view(&[0, 1, 2])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn newton_coefficients(&self, a: &Poly<R>, points: View<'_, R>, c: View<'_, R>) -> Result<Proof, Unverified> {
        let right = c.len() == points.len() && Poly::from_newton(self.ring, points, c)? == *a;
        if right { Ok(Proof::Exact) } else { Err(wrong("the coefficients in Newton's basis")) }
    }

    /// Checks that a = Σ c_i·(x − x_0)⋯(x − x_(i−1)), by the coefficients of a in this basis.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (points, c) = (f.view(&[0, 1, 2])?, f.collect(&[0, 1, 1]));
    /// assert!(checker.newton_sum(points, c.view(), &Poly::monomial(&f, &1, 2)).is_ok());
    /// assert!(checker.newton_sum(points, c.view(), &Poly::x(&f)).is_err());
    /// # use polymod::ring::Ring;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn newton_sum(&self, points: View<'_, R>, c: View<'_, R>, a: &Poly<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        if a.len() > points.len() {
            return Err(wrong("the degree of the polynomial"));
        }
        let mut found = a.newton_coefficients(points)?;
        r.resize(&mut found, c.len());
        if r.same(found.view(), c) { Ok(Proof::Exact) } else { Err(wrong("the polynomial in Newton's basis")) }
    }

    /// Checks that `values` are those at c, …, c + m − 1 of the polynomial of degree below n with the values `samples`
    /// at 0, …, n − 1.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let squares = f.view(&[0, 1, 4])?;
    /// assert!(checker.shifted_samples(squares, &5, 2, f.view(&[25, 36])?).is_ok());
    /// assert!(checker.shifted_samples(squares, &5, 2, f.view(&[25, 37])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn shifted_samples(
        &mut self,
        samples: View<'_, R>,
        c: &R::Elem,
        m: usize,
        values: View<'_, R>,
    ) -> Result<Proof, Unverified> {
        let (r, n) = (self.ring, samples.len());
        if values.len() != m {
            return Err(wrong("the number of values"));
        }
        if self.modulus.is_some() {
            let f = Poly::interpolate(r, progression(r, &r.elem(0), n).view(), samples)?;
            return self.values(&f, progression(r, c, m).view(), None, values);
        }
        let first = r.collect(std::slice::from_ref(c));
        let norm = |v: View<'_, R>| log2_norm(&Poly::from_coeffs(r, r.owned(v)));
        let far = norm(first.view()).max(((n + m) as f64).log2()) + 2.0;
        let bits = (norm(samples) + n as f64 * far).max(norm(values)) + 1.0;
        let mut failed = None;
        let proof = rounds(bits, 0.0, || {
            let p = random_prime(&mut self.random);
            let compared = || -> Result<bool> {
                let field = AnyRing::modulo(r.engine(), p.n())?;
                let image = |v| mapped_vector(r, v, &field);
                let points = progression(&field, &field.elem(0), n);
                let f = Poly::interpolate(&field, points.view(), image(samples)?.view())?;
                let shifted = progression(&field, &field.get(image(first.view())?.view(), 0), m);
                let found = Points::new(&field, shifted.view())?.eval(&f)?;
                Ok(field.same(found.view(), image(values)?.view()))
            };
            compared().unwrap_or_else(|e| {
                failed = Some(e);
                true
            })
        });
        failed.map_or(proof, |e| Err(e.into()))
    }
}

/// first, first + 1, …, n of them.
fn progression<R: Ring>(r: &R, first: &R::Elem, n: usize) -> Coeffs<R> {
    let points = std::iter::successors(Some(first.clone()), |x| Some(r.add(x, &r.one())));
    r.collect(&points.take(n).collect::<Vec<_>>())
}
