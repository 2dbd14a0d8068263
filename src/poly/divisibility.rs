//! Divisibility: least common multiples, exact quotients, and the largest power of a divisor.

use super::Poly;
use crate::{
    Error, Result,
    ring::{Convolve, Direct},
};

impl<R: Convolve + Direct> Poly<R> {
    /// The monic least common multiple; 0 if either is 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "2*x^2 - 2")?, Poly::parse(&f, "x^2 + 2*x + 1")?);
    /// assert_eq!(a.lcm(&b)?, Poly::parse(&f, "(x - 1)*(x + 1)^2")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`gcd`](Self::gcd).
    pub fn lcm(&self, other: &Self) -> Result<Self> {
        self.same_ring(other)?;
        if self.is_empty() || other.is_empty() {
            return Ok(Self::zero(self.ring()));
        }
        self.quo(&self.gcd(other)?)?.checked_mul(other)?.monic()
    }

    /// The quotient of `other` by `self`, if `self` divides it; 0 divides only 0, with the quotient 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x - 1")?, Poly::parse(&f, "x^2 - 1")?);
    /// assert_eq!(a.divides(&b)?, Some(Poly::parse(&f, "x + 1")?));
    /// assert_eq!(b.divides(&a)?, None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`div_rem`](Self::div_rem), but for a divisor 0.
    pub fn divides(&self, other: &Self) -> Result<Option<Self>> {
        self.same_ring(other)?;
        if self.is_empty() {
            return Ok(other.is_empty().then(|| other.clone()));
        }
        let (quotient, rest) = other.div_rem(self)?;
        Ok(rest.is_empty().then_some(quotient))
    }

    /// The largest e for which the e-th power of `divisor` divides, and the quotient by that power.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::parse(&f, "(x + 2)^3*(x + 5)")?;
    /// assert_eq!(a.remove(&Poly::parse(&f, "x + 2")?)?, (3, Poly::parse(&f, "x + 5")?));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] where self or the divisor is 0, or the divisor is a unit; those of [`div_rem`](Self::div_rem).
    pub fn remove(&self, divisor: &Self) -> Result<(u64, Self)> {
        self.same_ring(divisor)?;
        let unit = divisor.len() == 1 && self.ring().inv(&divisor.coeff(0)).is_ok();
        removed(self, divisor, unit, |a, b| b.divides(a))
    }
}

/// [`Poly::remove`] with this division, which has a quotient where it is exact: by the powers B, B², B⁴, …, ascending as long as they divide, then
/// descending.
pub(crate) fn removed<R: Convolve>(
    a: &Poly<R>,
    b: &Poly<R>,
    unit: bool,
    divided: impl Fn(&Poly<R>, &Poly<R>) -> Result<Option<Poly<R>>>,
) -> Result<(u64, Poly<R>)> {
    let refused =
        |expected, got: &str| Error::Domain { operation: "the removal of a divisor", expected, got: got.into() };
    match (a.is_empty(), b.is_empty(), unit) {
        (true, ..) => return Err(refused("a polynomial other than 0", "0")),
        (_, true, _) => return Err(refused("a divisor other than 0", "0")),
        (.., true) => return Err(refused("a divisor that is no unit", "a unit")),
        _ => {}
    }
    a.begins(|| ("removal of a divisor".into(), "doubling"), &[b])?;
    let (mut rest, mut exponent, mut powers) = (a.clone(), 0, vec![b.clone()]);
    while let Some(quotient) = divided(&rest, &powers[powers.len() - 1])? {
        rest = quotient;
        exponent += 1 << (powers.len() - 1);
        let power = &powers[powers.len() - 1];
        if 2 * power.len() - 1 > rest.len() {
            break;
        }
        powers.push(power.sqr()?);
    }
    for (k, power) in powers.iter().enumerate().rev() {
        if let Some(quotient) = divided(&rest, power)? {
            rest = quotient;
            exponent += 1 << k;
        }
    }
    Ok((exponent, rest))
}
