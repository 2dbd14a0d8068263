//! Conversion of polynomials to and from text in memory; files and streams go through [`text`](crate::text).
//!
//! Cost: one pass, and the base conversion of long integers.

use super::{Bivariate, Poly};
#[cfg(feature = "integers")]
use crate::ring::{Integers, Rationals};
use crate::{
    Result,
    ring::{Convolve, Ring},
    text::{self, ReadError, ReadOptions},
};
use std::fmt;

/// An expression in x, highest power first: `3*x^2 - 2*x + 1`; zero is `0`. [`Poly::parse`] reads it back.
impl<R: Ring> fmt::Display for Poly<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::human::write(&self.ring, self.coeffs(), |piece| f.write_str(piece))
    }
}

/// An expression in x and y, highest power of x first: `x^2 + (y - 1)*x - y`; zero is `0`. [`Bivariate::parse`] reads it back.
impl<R: Convolve> fmt::Display for Bivariate<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coeffs: Vec<_> = self.coeffs().iter().map(Poly::coeffs).collect();
        text::human::write_in_two(self.ring(), &coeffs, |piece| f.write_str(piece))
    }
}

impl<R: Convolve> Bivariate<R> {
    /// Parses a polynomial in x and y from text: an expression, or the array of its coefficients by powers of x, which are arrays in y, constant terms first.
    /// Input that would take more than 4 GiB is refused before memory is allocated.
    ///
    /// ```
    /// use polymod::{Zn, poly::Bivariate};
    /// let f = Zn::new(97)?;
    /// let (circle, line) = (Bivariate::parse(&f, "x^2 + y^2 - 1")?, Bivariate::parse(&f, "x - y")?);
    /// assert_eq!(circle.checked_mul(&line)?.to_string(), "x^3 + 96*y*x^2 + (y^2 + 96)*x + 96*y^3 + y");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parse`](crate::Error::Parse) with line and column of the first syntax error.
    pub fn parse(ring: &R, text: &str) -> Result<Self> {
        let read = text::read_bivariate(ring, text.as_bytes(), &ReadOptions::default());
        let (coeffs, _) = read.map_err(ReadError::into_error)?;
        Ok(Self::from_coeffs(ring, coeffs))
    }
}

impl<R: Convolve> Poly<R> {
    /// Parses a polynomial from text: an expression in one variable, a JSON array or a list, distinguished by the content
    /// ([`Form`](text::Form)). Arrays and lists have the constant term first. Over Z/n integers are reduced, negative ones too.
    /// Input that would take more than 4 GiB is refused before memory is allocated.
    ///
    /// ```
    /// use polymod::{Error, Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::parse(&f, "3*x^2 - x + 7")?;
    /// assert_eq!(a, Poly::parse(&f, "[7, -1, 3]")?);
    /// assert_eq!(a, Poly::parse(&f, "7 96 100")?);
    /// assert_eq!(Poly::parse(&f, &a.to_string())?, a);
    /// let error = Poly::parse(&f, "x^2 + y").unwrap_err();
    /// assert!(matches!(error, Error::Parse { line: 1, column: 7, .. }));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parse`](crate::Error::Parse) with line and column of the first syntax error.
    pub fn parse(ring: &R, text: &str) -> Result<Self> {
        let read = text::read_poly(ring, text.as_bytes(), &ReadOptions::default());
        let (coeffs, _) = read.map_err(ReadError::into_error)?;
        Ok(Self::from_coeffs(ring, coeffs))
    }
}

/// As [`Poly::parse`], over Z on the default engine.
#[cfg(feature = "integers")]
impl std::str::FromStr for Poly<Integers> {
    type Err = crate::Error;
    fn from_str(text: &str) -> Result<Self> {
        Self::parse(&Integers::new(), text)
    }
}

/// As [`Poly::parse`], over Q on the default engine.
#[cfg(feature = "integers")]
impl std::str::FromStr for Poly<Rationals> {
    type Err = crate::Error;
    fn from_str(text: &str) -> Result<Self> {
        Self::parse(&Rationals::new(), text)
    }
}
