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

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(feature = "integers")]
    use crate::ring::{F2, Quotient};
    use crate::{Error, Zn, bits::testing::noise};

    #[test]
    fn zero_signs_and_ones() {
        let f = Zn::new(97).unwrap();
        let shown = |coeffs: &[i64]| Poly::from_i64(&f, coeffs).to_string();
        assert_eq!(shown(&[]), "0");
        assert_eq!(shown(&[97]), "0");
        assert_eq!(shown(&[1]), "1");
        assert_eq!(shown(&[0, 1]), "x");
        assert_eq!(shown(&[0, -1, 0, 2]), "2*x^3 + 96*x");
        assert_eq!(Poly::parse(&f, "0").unwrap(), Poly::zero(&f));
        assert_eq!(Poly::parse(&f, "[]").unwrap(), Poly::zero(&f));
        assert_eq!(Poly::parse(&f, "97*x^3 + x").unwrap().degree(), Some(1));
    }

    #[test]
    fn what_is_written_is_read_back() {
        for n in [2, 97, (1 << 61) - 1, u64::MAX] {
            let f = Zn::new(n).unwrap();
            for len in [0, 1, 2, 7, 100, 5000] {
                let coeffs = (0..len as u64).map(|i| noise(i ^ n) % n);
                let a = Poly::new(&f, coeffs);
                assert_eq!(Poly::parse(&f, &a.to_string()).unwrap(), a, "{len} coefficients modulo {n}");
            }
        }
    }

    #[test]
    fn errors_say_where() {
        let f = Zn::new(97).unwrap();
        for (text, place) in
            [("", (1, 1)), ("x +", (1, 4)), ("[1, x]", (1, 5)), ("x +\n 3*y", (2, 4)), ("1 2 z", (1, 5))]
        {
            match Poly::parse(&f, text).unwrap_err() {
                Error::Parse { line, column, .. } => assert_eq!((line, column), place, "{text:?}"),
                other => panic!("{text:?}: {other}"),
            }
        }
        assert!(matches!(Poly::parse(&f, "x^18446744073709551615"), Err(Error::Parse { .. })), "too large to hold");
    }

    /// Elements of an extension of F_2, a word for each bit or bits in words: the same text.
    #[cfg(feature = "integers")]
    #[test]
    fn bits_as_polynomials_in_t() {
        let modulus = [1, 1, 0, 1, 1, 0, 0, 0, 1];
        let words = Quotient::field(&Zn::new(2).unwrap(), &modulus).unwrap();
        let bits = Quotient::field(&F2::new(), &modulus.map(|c| c == 1)).unwrap().in_t();
        for text in ["(t^7 + t)*x^2 + 3*t*x + t^9", "[[1,1,1],0,[0,5]]", "t*x - 1"] {
            let (own, theirs) = (Poly::parse(&bits, text).unwrap(), Poly::parse(&words, text).unwrap());
            assert_eq!(own.to_string(), theirs.to_string(), "{text}");
        }
    }

    #[cfg(feature = "integers")]
    #[test]
    fn in_two_variables_over_the_integers() {
        for text in [
            "0",
            "-7",
            "y",
            "-y",
            "x",
            "-x + y",
            "x - y + 1",
            "x - 1",
            "-x^2 + (-y + 1)*x - y^2 + 5",
            "(y + 1)*x + y",
            "-2*y*x^3 + 3*x^2 - 12*y^10*x",
            "100000000000000000000*y*x + 1",
        ] {
            let p = Bivariate::parse(&Integers::new(), text).unwrap();
            assert_eq!(p.to_string(), text);
        }
    }

    #[cfg(feature = "integers")]
    #[test]
    fn over_the_integers_signs_stay() {
        let a: Poly<Integers> = "-x^3 + 2*x - 100000000000000000000".parse().unwrap();
        assert_eq!(a.to_string(), "-x^3 + 2*x - 100000000000000000000");
        assert_eq!(a, "[-100000000000000000000, 2, 0, -1]".parse().unwrap());
        assert!("x/2".parse::<Poly<Integers>>().is_err());
    }
}
