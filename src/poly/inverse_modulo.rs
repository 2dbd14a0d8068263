//! Inverses modulo a polynomial.
//!
//! Over a field the inverse is a Bézout coefficient. Over Z/n for composite n Euclid's algorithm may meet a leading coefficient that is no unit, and with it
//! a factor of n. If that separates coprime divisors of n, the inverses modulo these are joined by the Chinese remainder theorem; else all primes of n divide
//! it, and the inverse modulo it is lifted by Newton's iteration x ← x·(2 − a·x), each step of which squares the modulus (von zur Gathen, Gerhard 2013,
//! "Modern computer algebra", §9.1). Modulo these divisors the same is done again, so that n is split no further than Euclid's algorithm asks for.

use super::{
    Poly,
    gcd::{Bezout, field},
    half_gcd::HalfGcd,
};
use crate::{
    Error, Result,
    ring::{Convolve, Direct},
};

impl<R: Convolve + Direct> Poly<R> {
    /// The inverse modulo m, of degree below deg m; 0 for a constant m. Over Z/n it is found for any n (feature `integers`), wherever it exists.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, m) = (Poly::from_i64(&f, &[1, 1]), Poly::from_i64(&f, &[1, 0, 1]));
    /// let inverse = a.inv_mod(&m)?;
    /// assert_eq!((&a * &inverse).rem(&m)?, Poly::one(&f));
    /// assert!(m.inv_mod(&(&a * &m)).is_err());
    /// let r = Zn::new(16)?;
    /// let (a, m) = (Poly::parse(&r, "2*x + 3")?, Poly::parse(&r, "x^5 - 1")?);
    /// assert_eq!((&a * &a.inv_mod(&m)?).rem(&m)?, Poly::one(&r));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where m's leading coefficient is no unit, and with the greatest common divisor, where that is not 1: over Z/n modulo a
    /// divisor of n; [`Error::DivisionByZero`] for m = 0; [`Error::TooLarge`]; [`Error::Cancelled`]; [`Error::Unsupported`] over Z behind an
    /// [`AnyRing`](crate::AnyRing).
    pub fn inv_mod(&self, m: &Self) -> Result<Self> {
        self.direct_inv_mod(m)
    }
}

impl<R: Convolve> Poly<R> {
    /// [`inv_mod`](Poly::inv_mod) by operations of any ring.
    pub(crate) fn direct_inv_mod(&self, m: &Self) -> Result<Self> {
        field(&self.ring, "inv-mod")?;
        let lead = m.leading().ok_or(Error::DivisionByZero)?;
        self.with(&[m], |r, cx| {
            self.begins(|| ("inverse modulo a polynomial".into(), HalfGcd::new(r, cx).way(m.len(), true)), &[m])
        })?;
        // modulo other polynomials there may be several inverses
        self.ring.inv(&lead)?;
        let reduced = self.rem(m)?;
        if m.len() == 1 {
            return Ok(reduced);
        }
        match reduced.inverse_by_euclid(m) {
            #[cfg(feature = "integers")]
            Err(Error::NotInvertible { value, modulus, factor }) => {
                let found = factor.parse().ok().and_then(|factor| by_divisors::inverse(&reduced, m, &factor));
                found.unwrap_or(Err(Error::NotInvertible { value, modulus, factor }))
            }
            found => found,
        }
    }

    /// The inverse of a reduced polynomial, if all leading coefficients are units.
    fn inverse_by_euclid(&self, m: &Self) -> Result<Self> {
        let Bezout { g, s, .. } = self.direct_xgcd(m)?;
        if g.len() == 1 { Ok(s) } else { Err(self.no_inverse(m, g.to_string())) }
    }

    /// The error that names a common divisor.
    fn no_inverse(&self, m: &Self, factor: String) -> Error {
        let described = |p: &Self| match p.degree() {
            None => "0".into(),
            Some(degree) => format!("a polynomial of degree {degree}"),
        };
        Error::NotInvertible { value: described(self), modulus: described(m), factor }
    }
}

/// Inverses over Z/n from those modulo divisors of n.
#[cfg(feature = "integers")]
mod by_divisors {
    use super::{Convolve, Error, Poly, Result};
    use crate::{
        engine::Engine,
        ring::{AnyRing, F2, divisors},
    };
    use rug::Integer;

    /// The inverse of a reduced polynomial modulo m where Euclid's algorithm over Z/n has met this factor of n; `None` if it is not proper, or the ring is
    /// not Z/n.
    pub(super) fn inverse<R: Convolve>(a: &Poly<R>, m: &Poly<R>, factor: &Integer) -> Option<Result<Poly<R>>> {
        let r = a.ring();
        let (n, engine) = (divisors::modulus(r)?, r.engine());
        let pair = [a, m].map(|p| divisors::integers(r, p.coeffs()));
        let modulo = |divisor: &Integer| {
            let [a, m] = over(engine, divisor, &pair)?;
            match a.direct_inv_mod(&m) {
                Ok(inverse) => Ok(residues(&inverse, m.len() - 1)),
                Err(Error::NotInvertible { factor, .. }) => Err(named(factor, divisor)),
                Err(e) => Err(e),
            }
        };
        let lifting = |residues, divisor: &Integer| lifted(engine, &pair, residues, [divisor, &n]);
        let found = a
            .begins(|| ("inverse modulo a polynomial".into(), "divisors-of-modulus"), &[m])
            .map_or_else(|e| Some(Err(e)), |()| divisors::by_divisors(&n, factor, modulo, lifting))?;
        Some(match found {
            Ok(all) => Ok(Poly::from_ints(r, all)),
            Err(Error::NotInvertible { factor, .. }) => Err(a.no_inverse(m, factor)),
            Err(e) => Err(e),
        })
    }

    /// The error with a common divisor and the number that it is one modulo.
    fn named(factor: String, divisor: &Integer) -> Error {
        let factor = if factor.starts_with("modulo") { factor } else { format!("modulo {divisor}, {factor}") };
        Error::NotInvertible { value: String::new(), modulus: String::new(), factor }
    }

    /// Polynomials over Z/d with these coefficients.
    fn over<const N: usize>(engine: &Engine, d: &Integer, all: &[Vec<Integer>; N]) -> Result<[Poly<AnyRing>; N]> {
        let r = if *d == 2 { AnyRing::field(F2::on(engine)) } else { AnyRing::modulo_integer(engine, d)? };
        Ok(all.each_ref().map(|coeffs| Poly::from_ints(&r, coeffs)))
    }

    /// The first `len` coefficients.
    fn residues(p: &Poly<AnyRing>, len: usize) -> Vec<Integer> {
        let mut all = divisors::integers(p.ring(), p.coeffs());
        all.resize(len, Integer::new());
        all
    }

    /// The inverse modulo n from that modulo a divisor that all primes of n divide.
    fn lifted(
        engine: &Engine,
        pair: &[Vec<Integer>; 2],
        mut inverse: Vec<Integer>,
        [divisor, n]: [&Integer; 2],
    ) -> Result<Vec<Integer>> {
        let [a, m] = pair;
        let mut modulus = divisor.clone();
        while modulus != *n {
            modulus = modulus.square().gcd(n);
            let [a, m, x] = over(engine, &modulus, &[a.clone(), m.clone(), inverse])?;
            let error = Poly::one(a.ring()).checked_sub(&a.checked_mul(&x)?.rem(&m)?)?;
            let next = x.checked_add(&x.checked_mul(&error)?.rem(&m)?)?;
            inverse = residues(&next, m.len() - 1);
        }
        Ok(inverse)
    }
}
