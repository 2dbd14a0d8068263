//! Greatest common divisors over fields; over any other finite ring as long as all leading coefficients in the computation are units.
//!
//! The remainder sequence is computed by [half-GCD](super::half_gcd) steps until it is short, then by Euclid's algorithm. Over a
//! composite modulus a leading coefficient that is no unit ends the computation with the factor that it shares, so that a result
//! is always right.

use super::{
    Poly,
    half_gcd::{End, HalfGcd},
};
use crate::{
    Error, Result,
    engine::Context,
    ring::{Convolve, Direct, ShortOp},
    tested,
};

/// Bézout coefficients: g, s and t with s·a + t·b = g.
///
/// ```
/// # use polymod::{Poly, Zn, poly::Bezout};
/// let f = Zn::new(97)?;
/// let (a, b) = (Poly::parse(&f, "(x + 1)*(x + 2)")?, Poly::parse(&f, "(x + 1)*(x + 3)")?);
/// let Bezout { g, s, t } = a.xgcd(&b)?;
/// assert_eq!((g.to_string(), s.degree(), t.degree()), ("x + 1".into(), Some(0), Some(0)));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bezout<R: Convolve> {
    /// The monic greatest common divisor; 0 of 0 and 0.
    pub g: Poly<R>,
    /// Cofactor of a, of lower degree than b/g; 0 where that is a constant.
    pub s: Poly<R>,
    /// Cofactor of b: (g − s·a)/b.
    pub t: Poly<R>,
}

impl<R: Convolve + Direct> Poly<R> {
    /// The monic greatest common divisor; 0 of 0 and 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[-1, 0, 1]), Poly::from_i64(&f, &[2, 4, 2]));
    /// assert_eq!(a.gcd(&b)?.to_string(), "x + 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::NotInvertible`] over Z/n, n composite, with a factor of n: a leading coefficient in the
    /// computation was no unit; [`Error::TooLarge`]; [`Error::Cancelled`]; [`Error::Unsupported`] over Z behind an
    /// [`AnyRing`](crate::AnyRing).
    pub fn gcd(&self, other: &Self) -> Result<Self> {
        self.direct_gcd(other)
    }

    /// The monic greatest common divisor g and the s and t of least degree with s·self + t·other = g. For other = 0 s is
    /// 1/(the leading coefficient of self) and t = 0, for both 0 all three are 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn, poly::Bezout};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[-1, 0, 1]), Poly::from_i64(&f, &[2, 4, 2]));
    /// let Bezout { g, s, t } = a.xgcd(&b)?;
    /// assert_eq!(&s * &a + &t * &b, g);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`gcd`](Self::gcd).
    pub fn xgcd(&self, other: &Self) -> Result<Bezout<R>> {
        self.direct_xgcd(other)
    }
}

impl<R: Convolve> Poly<R> {
    tested! {
        /// [`gcd`](Poly::gcd) by operations of any ring.
        pub(crate) fn direct_gcd(&self, other: &Self) -> Result<Self> {
            self.same_ring(other)?;
            self.short_or(ShortOp::Gcd, other, Ok, || self.gcd_by_halves(other))
        }
    }

    /// The greatest common divisor inside a computation of which the monitor is told as a whole.
    pub(super) fn gcd_inside(&self, other: &Self, cx: Context<'_>) -> Result<Self> {
        self.short_or(ShortOp::Gcd, other, Ok, || self.divisor_by_halves(other, cx.told()))
    }

    /// The greatest common divisor by halving degrees.
    fn gcd_by_halves(&self, other: &Self) -> Result<Self> {
        self.with(&[other], |r, cx| {
            field(r, "gcd")?;
            let longer = self.len().max(other.len());
            self.begins(|| ("common divisor".into(), HalfGcd::new(r, cx).way(longer, false)), &[other])?;
            self.divisor_by_halves(other, cx)
        })
    }

    fn divisor_by_halves(&self, other: &Self, cx: Context<'_>) -> Result<Self> {
        let half = HalfGcd::new(&self.ring, cx);
        let End { pair: [g, rest], .. } = half.until(self.coeffs(), other.coeffs(), 1, None, &mut None)?;
        // a nonzero constant divides everything
        Self::from_coeffs(&self.ring, if rest.is_empty() { g } else { rest }).monic()
    }

    tested! {
        /// [`xgcd`](Poly::xgcd) by operations of any ring.
        pub(crate) fn direct_xgcd(&self, other: &Self) -> Result<Bezout<R>> {
            self.same_ring(other)?;
            self.short_bezout_or(other, |[g, s, t]| Ok(Bezout { g, s, t }), || self.xgcd_by_halves(other))
        }
    }

    /// The greatest common divisor and its cofactors by halving degrees.
    fn xgcd_by_halves(&self, other: &Self) -> Result<Bezout<R>> {
        self.with(&[other], |r, cx| {
            field(r, "xgcd")?;
            let (a, b) = (self.coeffs(), other.coeffs());
            let half = HalfGcd::new(r, cx);
            self.begins(|| ("common divisor and cofactors".into(), half.way(a.len().max(b.len()), true)), &[other])?;
            let End { pair: [g, _], row } = half.until(a, b, 0, Some(0), &mut None)?;
            let [g, s, t] = match row {
                Some([s, t]) => [g, s, t].map(|v| Self::from_coeffs(r, v)),
                None => return Err(Error::DivisionByZero),
            };
            let Some(lead) = g.leading() else { return Ok(Bezout { s: g.clone(), t: g.clone(), g }) };
            let inverse = r.inv(&lead)?;
            let [g, s, t] = [g, s, t].map(|p| p.scale(&inverse));
            Ok(Bezout { g, s, t })
        })
    }

    /// self divided by its leading coefficient; 0 for 0.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_i64(&f, &[4, 0, 2]).monic()?.to_string(), "x^2 + 2");
    /// assert!(Poly::from_i64(&Zn::new(6)?, &[1, 2]).monic().is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where that is no unit.
    pub fn monic(&self) -> Result<Self> {
        match self.leading() {
            Some(lead) if lead != self.ring.one() => Ok(self.scale(&self.ring.inv(&lead)?)),
            _ => Ok(self.clone()),
        }
    }
}

/// An error over Z, where most leading coefficients have no inverse.
pub(super) fn field<R: Convolve>(r: &R, operation: &str) -> Result<()> {
    let grows = || r.size(r.collect(&[r.one()]).view()).bits > 0;
    if r.as_zn().is_some() || !grows() || r.inv(&r.elem(2)).is_ok() {
        return Ok(());
    }
    Err(Error::Unsupported { operation: operation.into(), ring: r.name() })
}
