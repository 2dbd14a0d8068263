//! Euclid's remainder sequence around a degree: the matrix of a half-GCD, and the combination that a remainder is.
//!
//! For deg A = n > deg B and N ≤ n there is one M, but for units, with M·(A, B) = (C, D), deg C ≥ N > deg D, a constant determinant other than 0, and the
//! second column's degrees ascending: C and D are consecutive remainders, M the product of the divisions before them (von zur Gathen, Gerhard 2013,
//! "Modern computer algebra", §11.1). Rows are scaled so that C and D are monic.

use super::{
    Poly,
    gcd::field,
    half_gcd::{End, HalfGcd},
};
use crate::{
    Error, Result,
    ring::{Convolve, Direct, Transition},
};

/// Consecutive remainders of Euclid's algorithm, and the matrix that leads to them.
///
/// ```
/// use polymod::{Poly, Zn, poly::Remainders};
/// let f = Zn::new(97)?;
/// let (a, b) = (Poly::parse(&f, "x^4 + 3*x + 1")?, Poly::parse(&f, "x^3 + 2")?);
/// let Remainders { matrix: [[s, t], _], remainders: [c, d] } = a.half_gcd(&b)?;
/// assert_eq!(&s * &a + &t * &b, c);
/// assert_eq!((c.degree(), d.degree()), (Some(3), Some(1)));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Remainders<R: Convolve> {
    /// The matrix M, row by row; its determinant is a constant other than 0.
    pub matrix: [[Poly<R>; 2]; 2],
    /// C and D, M times the operands: monic, or D = 0.
    pub remainders: [Poly<R>; 2],
}

impl<R: Convolve + Direct> Poly<R> {
    /// The consecutive remainders C and D of self and a polynomial of lower degree with deg C ≥ n/2 > deg D, n the degree of self, and the matrix that
    /// leads to them.
    ///
    /// Cost: that of some products of n coefficients for each of log₂ n levels.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x^6 + x + 1")?, Poly::parse(&f, "x^5 + 3")?);
    /// let found = a.half_gcd(&b)?;
    /// let [[m, n], [p, q]] = &found.matrix;
    /// assert_eq!((m * q - n * p).len(), 1);
    /// assert_eq!(p * &a + q * &b, found.remainders[1]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`half_gcd_until`](Self::half_gcd_until).
    pub fn half_gcd(&self, other: &Self) -> Result<Remainders<R>> {
        self.half_gcd_until(other, self.len().saturating_sub(1).div_ceil(2))
    }

    /// The consecutive remainders C and D of self and a polynomial of lower degree with deg C ≥ `degree` > deg D, and the matrix that leads to them.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x^2 - 1")?, Poly::parse(&f, "2*x + 2")?);
    /// let [c, d] = a.half_gcd_until(&b, 0)?.remainders; // all of Euclid's algorithm
    /// assert_eq!((c, d), (a.gcd(&b)?, Poly::zero(&f)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] unless deg other < deg self ≥ `degree`; those of [`gcd`](Self::gcd).
    pub fn half_gcd_until(&self, other: &Self, degree: usize) -> Result<Remainders<R>> {
        self.same_ring(other)?;
        if other.len() >= self.len() || degree >= self.len() {
            let expected =
                "the second operand and the degree to stop at below, or the latter at, the degree of the first operand";
            let got = format!("{} and {} coefficients, degree {degree}", self.len(), other.len());
            return Err(Error::Domain { operation: "the half-GCD", expected, got });
        }
        let k = self.len() - 1 - degree;
        let rows = self.with(&[other], |r, cx| {
            field(r, "half-gcd")?;
            let half = HalfGcd::new(r, cx);
            let way = if k < half.base { "euclid" } else { "half-gcd" };
            self.begins(|| (format!("remainders around degree {degree}"), way), &[other])?;
            Ok(match k {
                0 => Transition::identity(r),
                _ => half.matrix(self.coeffs(), other.coeffs(), k, &mut None)?,
            })
        })?;
        let scaled = |[s, t]: [Self; 2]| {
            let combination = s.checked_mul(self)?.checked_add(&t.checked_mul(other)?)?;
            normalised([combination, t, s])
        };
        let [above, below] = rows.0.map(|row| scaled(row.map(|v| Self::from_coeffs(&self.ring, v))));
        let ([c, m, l], [d, q, p]) = (above?, below?);
        Ok(Remainders { matrix: [[l, m], [p, q]], remainders: [c, d] })
    }

    /// r, s and t with s·self + t·other = r, the first remainder of Euclid's algorithm on self and other of a lower degree than `degree`, monic or 0; s and t
    /// are the cofactors of that remainder, deg t ≤ deg self − `degree` where deg other < deg self ≥ `degree`.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::monomial(&f, &1, 6), Poly::parse(&f, "8*x^5 + 5*x^4 + 3*x^3 + 2*x^2 + x + 1")?);
    /// let (r, _, t) = a.xgcd_until(&b, 3)?; // r/t = b modulo x^6
    /// assert!(r.len() <= 3 && t.len() <= 4 && (&b * &t - r).rem(&a)?.is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`gcd`](Self::gcd).
    pub fn xgcd_until(&self, other: &Self, degree: usize) -> Result<(Self, Self, Self)> {
        self.same_ring(other)?;
        let found = self.with(&[other], |r, cx| {
            field(r, "xgcd")?;
            let (a, b) = (self.coeffs(), other.coeffs());
            let half = HalfGcd::new(r, cx);
            let way = half.way(a.len().max(b.len()), true);
            self.begins(|| (format!("remainder below degree {degree} and cofactors"), way), &[other])?;
            let End { pair: [_, rest], row } = half.until(a, b, degree, Some(1), &mut None)?;
            let [s, t] = row.ok_or(Error::DivisionByZero)?;
            Ok([rest, t, s].map(|v| Self::from_coeffs(r, v)))
        })?;
        let [r, t, s] = normalised(found)?;
        Ok((r, s, t))
    }
}

/// The polynomials times the unit that makes the first of them that is not 0 monic.
pub fn normalised<R: Convolve>(all: [Poly<R>; 3]) -> Result<[Poly<R>; 3]> {
    let Some(lead) = all.iter().find_map(Poly::leading) else { return Ok(all) };
    let inverse = all[0].ring().inv(&lead)?;
    Ok(all.map(|p| p.scale(&inverse)))
}
