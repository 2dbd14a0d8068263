//! Divisibility in Z\[x\]: least common multiples, exact quotients, and the largest power of a divisor; roots with multiplicities.

use super::{
    factor,
    gcd::signed_content,
    quotient::{cofactor, exact_quotient},
};
use crate::{
    Result,
    poly::{Poly, removed},
    ring::Integers,
};
use rug::Integer;

/// Divisibility in Z\[x\], where the contents count.
impl Poly<Integers> {
    /// The least common multiple in Z\[x\], contents included, its leading coefficient positive; 0 if either is 0.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, b): (Poly<Integers>, Poly<Integers>) = ("2*x^2 - 6*x + 4".parse()?, "-6*x + 6".parse()?);
    /// assert_eq!(a.lcm(&b)?.to_string(), "6*x^2 - 18*x + 12");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn lcm(&self, other: &Self) -> Result<Self> {
        if self.is_empty() || other.is_empty() {
            return Ok(Self::zero(self.ring()));
        }
        let common = self.gcd(other)?;
        let multiple = cofactor(self, &common)?.checked_mul(other)?;
        Ok(if signed_content(&multiple) < 0 { -&multiple } else { multiple })
    }

    /// The quotient of `other` by `self` in Z\[x\], if `self` divides it; 0 divides only 0, with the quotient 0.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, b): (Poly<Integers>, Poly<Integers>) = ("2*x".parse()?, "x^2 + x".parse()?);
    /// assert_eq!(a.divides(&b)?, None);
    /// assert_eq!(a.divides(&(&b + &b))?, Some("x + 1".parse()?));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `lcm`.
    pub fn divides(&self, other: &Self) -> Result<Option<Self>> {
        if self.is_empty() {
            return Ok(other.is_empty().then(|| other.clone()));
        }
        exact_quotient(other, self)
    }

    /// The largest e for which the e-th power of `divisor` divides in Z\[x\], and the quotient by that power.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, b): (Poly<Integers>, Poly<Integers>) = ("12*x^2".parse()?, "2*x".parse()?);
    /// assert_eq!(a.remove(&b)?, (2, "3".parse()?));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) where self or the divisor is 0, or the divisor is 1 or −1; those of `lcm`.
    pub fn remove(&self, divisor: &Self) -> Result<(u64, Self)> {
        let unit = divisor.len() == 1 && divisor.coeff(0).abs() == 1;
        removed(self, divisor, unit, exact_quotient)
    }

    /// The distinct integer roots with their multiplicities, ascending.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let a: Poly<Integers> = "2*x^4 - 7*x^3 - 4*x^2".parse()?;
    /// assert_eq!(a.roots_with_multiplicities()?, [(0.into(), 2), (4.into(), 1)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`factor`](super::factor()).
    pub fn roots_with_multiplicities(&self) -> Result<Vec<(Integer, u64)>> {
        let factors = factor(self)?.factors;
        let linear = factors.into_iter().filter(|(f, _)| f.len() == 2 && f.coeff(1) == 1);
        let mut roots: Vec<_> = linear.map(|(f, multiplicity)| (-f.coeff(0), multiplicity)).collect();
        roots.sort_unstable();
        Ok(roots)
    }
}
