//! Irreducibility over the field of two elements.
//!
//! f of degree n is irreducible if and only if it divides x^(2^n) − x and is prime to x^(2^(n/q)) − x for every prime q that
//! divides n (Rabin 1980, "Probabilistic algorithms in finite fields", theorem 1). Cost: n squares, each reduced modulo f, and a
//! greatest common divisor for each q.

use super::{Divisor, Poly};
use crate::{Error, Result, arith::factor_u64, ring::F2};

impl Poly<F2> {
    /// Whether it has degree 1 at least and is no product of two polynomials of lower degree.
    ///
    /// ```
    /// use polymod::{F2, Poly};
    /// let f = F2::new();
    /// assert!(Poly::parse(&f, "x^127 + x + 1")?.is_irreducible()?);
    /// assert!(!Poly::parse(&f, "x^128 + x + 1")?.is_irreducible()?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoSeries`] for 0; [`Error::Cancelled`].
    pub fn is_irreducible(&self) -> Result<bool> {
        let n = match self.degree() {
            None => {
                let (what, expected) = ("a polynomial that may be irreducible", "one other than 0");
                return Err(Error::NoSeries { operation: what, expected, got: "0".into() });
            }
            Some(n) if n < 2 => return Ok(n == 1),
            Some(n) => n,
        };
        // x and x + 1 are the divisors of degree 1
        if !self.coeff(0) || !self.eval(&true) {
            return Ok(false);
        }
        let x = Self::monomial(&self.ring, &true, 1);
        let places: Vec<usize> = factor_u64(n as u64).into_iter().map(|(q, _)| n / q as usize).collect();
        let (modulus, mut power) = (Divisor::new(self)?, x.clone());
        for i in 1..=n {
            power = modulus.rem(&power.sqr()?)?;
            if places.contains(&i) && power.checked_add(&x)?.gcd(self)?.len() != 1 {
                return Ok(false);
            }
        }
        Ok(power == x)
    }
}
