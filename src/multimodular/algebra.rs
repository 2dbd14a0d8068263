//! Elements of Z\[x\]/(m) for a monic m, of degree n: trace, norm, characteristic and minimal polynomial of the multiplication by an element.
//!
//! The trace is Σ a_i·p_i with the power sums p_i of m's roots, the norm the resultant of m and a; the polynomials are those of the matrix of the
//! multiplication, whose row i is x^i·a modulo m (Cohen 1993, "A Course in Computational Algebraic Number Theory", §4.3). A modulus with the leading
//! coefficient −1 counts as monic.

use super::{Options, Outcome, matrix::charpoly, minpoly::minpoly, resultant::resultant};
use crate::{Result, poly::Poly, ring::Integers};
use rug::Integer;

/// The trace of a in Z\[x\]/(m): the sum of its values at the roots of m.
///
/// ```
/// use polymod::{Integers, Poly, multimodular};
/// let (a, m): (Poly<Integers>, Poly<Integers>) = ("5*x^2 + 2*x + 1".parse()?, "x^3 + x + 3".parse()?);
/// assert_eq!(multimodular::trace_mod(&a, &m)?, -7);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`](crate::Error::Domain) for a constant m; [`Error::NotInvertible`](crate::Error::NotInvertible) unless m's leading
/// coefficient is ±1; [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
pub fn trace_mod(a: &Poly<Integers>, m: &Poly<Integers>) -> Result<Integer> {
    a.direct_trace_mod(m)
}

/// The norm of a in Z\[x\]/(m): the product of its values at the roots of m.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::{self, Options}};
/// let (a, m): (Poly<Integers>, Poly<Integers>) = ("x + 1".parse()?, "x^2 - 2".parse()?);
/// assert_eq!(multimodular::norm_mod(&a, &m, &Options::default())?.value, -1);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`trace_mod`].
pub fn norm_mod(a: &Poly<Integers>, m: &Poly<Integers>, options: &Options) -> Result<Outcome<Integer>> {
    let (a, m) = a.in_algebra(m)?;
    resultant(&m, &a, options)
}

/// The characteristic polynomial of the multiplication by a in Z\[x\]/(m), monic of m's degree.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::{self, Options}};
/// let (a, m): (Poly<Integers>, Poly<Integers>) = ("x + 1".parse()?, "x^2 - 2".parse()?);
/// assert_eq!(multimodular::charpoly_mod(&a, &m, &Options::default())?.value.to_string(), "x^2 - 2*x - 1");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`trace_mod`].
pub fn charpoly_mod(a: &Poly<Integers>, m: &Poly<Integers>, options: &Options) -> Result<Outcome<Poly<Integers>>> {
    a.begins(|| ("characteristic polynomial modulo a polynomial".into(), "matrix"), &[m])?;
    let (a, m) = a.in_algebra(m)?;
    charpoly(&a.multiplication(&m)?, options)
}

/// The minimal polynomial of a in Z\[x\]/(m), monic: that of least degree with the value 0 at a.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::{self, Options}};
/// let (a, m): (Poly<Integers>, Poly<Integers>) = ("x^2".parse()?, "x^4 - 5".parse()?);
/// assert_eq!(multimodular::minpoly_mod(&a, &m, &Options::default())?.value.to_string(), "x^2 - 5");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`trace_mod`].
pub fn minpoly_mod(a: &Poly<Integers>, m: &Poly<Integers>, options: &Options) -> Result<Outcome<Poly<Integers>>> {
    a.begins(|| ("minimal polynomial modulo a polynomial".into(), "matrix"), &[m])?;
    let (a, m) = a.in_algebra(m)?;
    minpoly(&a.multiplication(&m)?, options)
}

/// With the default options.
impl Poly<Integers> {
    /// The [trace](trace_mod) of self in Z\[x\]/(m), m monic.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, m): (Poly<Integers>, Poly<Integers>) = ("x + 1".parse()?, "x^2 - 3*x + 1".parse()?);
    /// assert_eq!(a.trace_mod(&m)?, 5);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`trace_mod`].
    pub fn trace_mod(&self, m: &Self) -> Result<Integer> {
        trace_mod(self, m)
    }

    /// The [norm](norm_mod) of self in Z\[x\]/(m), m monic.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, m): (Poly<Integers>, Poly<Integers>) = ("x + 1".parse()?, "x^2 - 3*x + 1".parse()?);
    /// assert_eq!(a.norm_mod(&m)?, 5);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`trace_mod`].
    pub fn norm_mod(&self, m: &Self) -> Result<Integer> {
        Ok(norm_mod(self, m, &Options::default())?.value)
    }

    /// The [characteristic polynomial](charpoly_mod) of the multiplication by self in Z\[x\]/(m), m monic.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, m): (Poly<Integers>, Poly<Integers>) = ("x + 1".parse()?, "x^2 - 3*x + 1".parse()?);
    /// assert_eq!(a.charpoly_mod(&m)?.to_string(), "x^2 - 5*x + 5");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`trace_mod`].
    pub fn charpoly_mod(&self, m: &Self) -> Result<Self> {
        Ok(charpoly_mod(self, m, &Options::default())?.value)
    }

    /// The [minimal polynomial](minpoly_mod) of self in Z\[x\]/(m), m monic.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, m): (Poly<Integers>, Poly<Integers>) = ("7".parse()?, "x^2 - 3*x + 1".parse()?);
    /// assert_eq!(a.minpoly_mod(&m)?.to_string(), "x - 7");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`trace_mod`].
    pub fn minpoly_mod(&self, m: &Self) -> Result<Self> {
        Ok(minpoly_mod(self, m, &Options::default())?.value)
    }
}
