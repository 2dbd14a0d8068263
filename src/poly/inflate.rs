//! Polynomials in x^k.

use super::Poly;
use crate::{Error, Result, ring::Ring};

impl<R: Ring> Poly<R> {
    /// self(x^k), k > 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_i64(&f, &[1, 2, 3]).inflate(3)?.to_string(), "3*x^6 + 2*x^3 + 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for k = 0; [`Error::TooLarge`] if the degree fits in no word.
    pub fn inflate(&self, k: usize) -> Result<Self> {
        positive(k)?;
        let (r, Some(degree)) = (self.ring(), self.degree()) else { return Ok(self.clone()) };
        let too_large = || Error::TooLarge {
            what: "a polynomial in a power of x".into(),
            size: format!("{degree}·{k} coefficients"),
            limit: "a word".into(),
        };
        let len = degree.checked_mul(k).and_then(|d| d.checked_add(1)).ok_or_else(too_large)?;
        let mut coeffs = r.zeros(len);
        for (i, c) in self.iter().enumerate().filter(|(_, c)| !r.is_zero(c)) {
            r.set(&mut coeffs, i * k, &c);
        }
        Ok(Self::from_coeffs(r, coeffs))
    }

    /// The polynomial b with self = b(x^k), k > 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::parse(&f, "3*x^6 + 2*x^3 + 1")?.deflate(3)?, Poly::from_i64(&f, &[1, 2, 3]));
    /// assert!(Poly::parse(&f, "x^3 + x")?.deflate(3).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] if there is none; [`Error::OutOfRange`] for k = 0.
    pub fn deflate(&self, k: usize) -> Result<Self> {
        positive(k)?;
        let r = self.ring();
        if let Some((i, _)) = self.iter().enumerate().find(|(i, c)| i % k > 0 && !r.is_zero(c)) {
            let expected = "exponents that the divisor divides";
            return Err(Error::Domain { operation: "a division of exponents", expected, got: i.to_string() });
        }
        Ok(Self::new(r, (0..self.len()).step_by(k).map(|i| self.coeff(i))))
    }
}

fn positive(k: usize) -> Result<()> {
    let refused = || Error::OutOfRange { what: "the factor of exponents", expected: "at least 1", got: "0".into() };
    if k == 0 { Err(refused()) } else { Ok(()) }
}
