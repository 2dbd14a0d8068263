//! Checks of polynomials in x and y: products by one substitution, resultants as Sylvester's determinants at random y, divisors by
//! cofactors without a common one.

use super::{Checker, Proof, Unverified, mapped, place::norm_bits, wrong};
use crate::{
    matrix::PolyMatrix,
    poly::{Bivariate, Poly},
    ring::{Convolve, Direct, FiniteField},
};

/// Number of random values of y at which cofactors are tried to be coprime.
const TRIES: usize = 8;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that c is the product of these factors, at least one.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Bivariate, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let p = Bivariate::from_i64(&f, &[&[0, 1], &[1]]); // y + x
    /// let square = Bivariate::from_i64(&f, &[&[0, 0, 1], &[0, 2], &[1]]);
    /// assert!(checker.bivariate_product(&[p.clone(), p.clone()], &square).is_ok());
    /// assert!(checker.bivariate_product(&[p.clone(), p.clone()], &p).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; the errors of products.
    pub fn bivariate_product(&mut self, factors: &[Bivariate<R>], c: &Bivariate<R>) -> Result<Proof, Unverified> {
        let degree: usize = factors.iter().map(|f| f.len_in_y().saturating_sub(1)).sum();
        if c.len_in_y() > degree + 1 {
            return Err(wrong("the degree in y of the result"));
        }
        let packed = |p: &Bivariate<R>| Poly::from_coeffs(p.ring(), p.packed(degree + 1));
        let packed_factors: Vec<Poly<R>> = factors.iter().map(packed).collect();
        self.product(&packed_factors.iter().map(|f| (f, 1)).collect::<Vec<_>>(), &packed(c))
    }

    /// Checks that x is the resultant of a and b with respect to x.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Bivariate, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Bivariate::from_i64(&f, &[&[0, -1], &[], &[1]]), Bivariate::from_i64(&f, &[&[-2], &[1]]));
    /// assert!(checker.bivariate_resultant(&a, &b, &Poly::from_i64(&f, &[4, -1])).is_ok()); // x² − y at x = 2
    /// assert!(checker.bivariate_resultant(&a, &b, &Poly::from_i64(&f, &[4, 1])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn bivariate_resultant(
        &mut self,
        a: &Bivariate<R>,
        b: &Bivariate<R>,
        x: &Poly<R>,
    ) -> Result<Proof, Unverified> {
        if a.is_zero() || b.is_zero() {
            return if x.is_empty() { Ok(Proof::Exact) } else { Err(wrong("a resultant of 0")) };
        }
        let [n, m] = [a, b].map(|p| p.coeffs().len() - 1);
        self.poly_determinant(&sylvester(a, b, [n, m])?, x)
    }

    /// Checks that x is the discriminant of a with respect to x.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Bivariate, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Bivariate::from_i64(&f, &[&[0, 1], &[3], &[1]]); // x² + 3x + y
    /// assert!(checker.bivariate_discriminant(&a, &Poly::from_i64(&f, &[9, -4])).is_ok());
    /// assert!(checker.bivariate_discriminant(&a, &Poly::from_i64(&f, &[-9, 4])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; the errors of products.
    pub fn bivariate_discriminant(&mut self, a: &Bivariate<R>, x: &Poly<R>) -> Result<Proof, Unverified> {
        let n = a.coeffs().len().saturating_sub(1);
        if n <= 1 {
            let right = *x == Poly::from_i64(a.ring(), &[n as i64]);
            return if right { Ok(Proof::Exact) } else { Err(wrong("the discriminant")) };
        }
        // Res(a, a′)/lc(a), a′ taken as of degree n − 1
        let sylvester = sylvester(a, &a.derivative(), [n, n - 1])?;
        let divided = PolyMatrix::from_fn(a.ring(), 2 * n - 1, 2 * n - 1, |i, j| match (i, j) {
            (0, 0) => Poly::one(a.ring()),
            (i, 0) if i == n - 1 => Poly::from_i64(a.ring(), &[n as i64]),
            _ => sylvester.get(i, j).clone(),
        })?;
        let x = if n / 2 % 2 == 1 { &-x } else { x };
        self.poly_determinant(&divided, x)
    }
}

impl<R: Convolve> Checker<'_, R> {
    /// Checks that c is the polynomial of the sums of roots of a and b: Sylvester's determinant of a(y) and b(x − y), over Z and Q modulo random primes.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x - 1")?, Poly::parse(&f, "x^2 - 2*x")?);
    /// assert!(checker.composed_sum(&a, &b, &Poly::parse(&f, "(x - 1)*(x - 3)")?).is_ok());
    /// assert!(checker.composed_sum(&a, &b, &Poly::parse(&f, "(x - 1)*(x - 2)")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] for 0.
    pub fn composed_sum(&mut self, a: &Poly<R>, b: &Poly<R>, c: &Poly<R>) -> Result<Proof, Unverified> {
        self.composed([a, b, c], true)
    }

    /// Checks that c is the polynomial of the products of roots of a and b: Sylvester's determinant of a(y) and y^e·b(x/y), over Z and Q modulo random
    /// primes.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x - 3")?, Poly::parse(&f, "x^2 - 2*x")?);
    /// assert!(checker.composed_product(&a, &b, &Poly::parse(&f, "x*(x - 6)")?).is_ok());
    /// assert!(checker.composed_product(&a, &b, &Poly::parse(&f, "x*(x - 5)")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`composed_sum`](Self::composed_sum).
    pub fn composed_product(&mut self, a: &Poly<R>, b: &Poly<R>, c: &Poly<R>) -> Result<Proof, Unverified> {
        self.composed([a, b, c], false)
    }

    fn composed(&mut self, [a, b, c]: [&Poly<R>; 3], sum: bool) -> Result<Proof, Unverified> {
        a.with_roots(b)?;
        let r = self.ring();
        let [d, e] = [a, b].map(|p| p.len() - 1);
        if self.modulus.is_none() {
            let norms = e as f64 * norm_bits(r, a.coeffs()) + d as f64 * norm_bits(r, b.coeffs());
            let bits = (norms + (d * e) as f64).max(norm_bits(r, c.coeffs())) + 1.0;
            return self.modulo_random_primes(bits, |random, zn| {
                let [a, b, c] = [a, b, c].map(|p| mapped(r, p, zn));
                let (a, b, c) = (a?, b?, c?);
                // a leading coefficient that vanishes says nothing
                if a.len() <= d || b.len() <= e {
                    return Ok(true);
                }
                match Checker::new(zn, &mut *random.0).composed([&a, &b, &c], sum) {
                    Ok(_) => Ok(true),
                    Err(Unverified::Wrong(_)) => Ok(false),
                    Err(e) => Err(e),
                }
            });
        }
        let constants = a.iter().map(|c| Poly::new(r, [c])).collect();
        // by powers of y
        let terms = match sum {
            true => b.iter().rev().fold(Vec::new(), |terms: Vec<Poly<R>>, c| times_difference(r, &terms, &c)),
            false => (0..=e).rev().map(|j| Poly::monomial(r, &b.coeff(j), j)).collect(),
        };
        let matrix = sylvester(&Bivariate::new(r, constants), &Bivariate::new(r, terms), [d, e])?;
        self.poly_determinant(&matrix, c)
    }
}

/// (x − y)·p + c, p by powers of y.
fn times_difference<R: Convolve>(r: &R, p: &[Poly<R>], c: &R::Elem) -> Vec<Poly<R>> {
    let zero = Poly::zero(r);
    let term = |k: usize| {
        let [same, below] = [p.get(k), k.checked_sub(1).and_then(|k| p.get(k))].map(|p| p.unwrap_or(&zero));
        let sum = &same.shl(1) - below;
        if k == 0 { &sum + &Poly::new(r, [c.clone()]) } else { sum }
    };
    (0..=p.len()).map(term).collect()
}

impl<R: FiniteField + Direct> Checker<'_, R> {
    /// Checks that g is the greatest common divisor of a and b, with the leading coefficient 1 in x and then y.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Bivariate, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let p = Bivariate::from_i64(&f, &[&[0, 1], &[1]]); // y + x
    /// let square = p.checked_mul(&p)?;
    /// assert!(checker.bivariate_divisor(&p, &square, &p).is_ok());
    /// assert!(checker.bivariate_divisor(&square, &square, &p).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; the errors of [`gcd`](Bivariate::gcd).
    pub fn bivariate_divisor(
        &mut self,
        a: &Bivariate<R>,
        b: &Bivariate<R>,
        g: &Bivariate<R>,
    ) -> Result<Proof, Unverified> {
        let Some(lead) = g.coeffs().last().and_then(Poly::leading) else {
            return if a.is_zero() && b.is_zero() { Ok(Proof::Exact) } else { Err(wrong("the divisor 0")) };
        };
        if !self.ring().is_one(&lead) {
            return Err(wrong("the divisor's leading coefficient"));
        }
        let (Some(a), Some(b)) = (a.exact_quotient(g)?, b.exact_quotient(g)?) else {
            return Err(wrong("the divisor"));
        };
        let all = a.coeffs().iter().chain(b.coeffs());
        let content = all.clone().try_fold(Poly::zero(self.ring()), |content, c| content.gcd(c))?;
        if content.len() != 1 || !self.coprime_in_x(&a, &b)? {
            return Err(wrong("a divisor that is not the greatest"));
        }
        Ok(Proof::Exact)
    }

    /// Whether two polynomials, not both 0, have no common divisor of positive degree in x.
    fn coprime_in_x(&mut self, a: &Bivariate<R>, b: &Bivariate<R>) -> Result<bool, Unverified> {
        if a.is_zero() || b.is_zero() {
            return Ok(a.coeffs().len() + b.coeffs().len() == 1);
        }
        for _ in 0..TRIES {
            let y = self.random_element()?;
            let at = [a.at(&y), b.at(&y)];
            // a common divisor keeps its degree where one of the leading coefficients does not vanish
            let keeps = at[0].len() == a.coeffs().len() || at[1].len() == b.coeffs().len();
            if keeps && at[0].gcd(&at[1])?.len() == 1 {
                return Ok(true);
            }
        }
        Ok(!a.resultant(b)?.is_empty())
    }
}

/// Sylvester's matrix of a and b, taken as of degrees n and m in x.
fn sylvester<R: Convolve>(a: &Bivariate<R>, b: &Bivariate<R>, [n, m]: [usize; 2]) -> crate::Result<PolyMatrix<R>> {
    PolyMatrix::from_fn(a.ring(), n + m, n + m, |i, j| {
        let (p, degree, shift) = if i < m { (a, n, i) } else { (b, m, i - m) };
        let power = (degree + shift).checked_sub(j).filter(|_| j >= shift);
        power.and_then(|k| p.coeffs().get(k).cloned()).unwrap_or_else(|| Poly::zero(a.ring()))
    })
}
