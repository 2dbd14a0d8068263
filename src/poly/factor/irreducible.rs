//! Irreducibility over a finite field.
//!
//! f of degree n is irreducible if and only if it divides x^(q^n) − x and is prime to x^(q^(n/t)) − x for every prime t that
//! divides n (Rabin 1980, "Probabilistic algorithms in finite fields", theorem 1). Cost: n Frobenius maps, or as many compositions
//! as n has bits for each t, and the greatest common divisors.

use super::{field_of, frobenius::Frobenius, linear};
use crate::{Error, Result, arith::factor_u64, poly::Poly, ring::FiniteField};

/// Largest characteristic p for which the elements of the prime field are tried as roots.
const MOST_TRIED: u64 = 16;

impl<R: FiniteField> Poly<R> {
    /// Whether the polynomial is irreducible: of degree at least 1, and not a product of two polynomials of lower degree.
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
    /// Those of [`factor`](Self::factor).
    pub fn is_irreducible(&self) -> Result<bool> {
        let p = field_of(self, "irreducibility")?;
        let n = self.len() - 1;
        if n < 2 || self.ring().is_zero(&self.coeff(0)) {
            return Ok(n == 1);
        }
        self.begins(|| ("irreducibility".into(), "rabin"), &[])?;
        // a root is the likeliest factor, and among few elements it is found first
        let is_root = |x: u64| self.ring().is_zero(&self.eval(&self.ring().elem(x as i64)));
        if p.is_some_and(|p| p <= MOST_TRIED && (1..p).any(is_root)) {
            return Ok(false);
        }
        let size = self.ring().cardinality()?;
        if let Some(found) = linear::by_formula(self, &size)? {
            return Ok(matches!(found.factors[..], [(_, 1)]));
        }
        if let Some(found) = self.ring().short_irreducible(self.monic()?.coeffs()) {
            return Ok(found);
        }
        let r = self.ring();
        if self.gcd(&self.derivative())?.len() > 1 {
            return Ok(false);
        }
        let frobenius = Frobenius::new(&self.monic()?, &size, n.ilog2() as usize)?;
        let x = Poly::x(r);
        let mut places: Vec<usize> = factor_u64(n as u64).into_iter().map(|(t, _)| n / t as usize).collect();
        // factors of low degree are the most likely
        places.extend(1..=n.ilog2() as usize);
        places.sort_unstable();
        places.dedup();
        let (mut power, mut i) = (frobenius.image.clone(), 1);
        for place in places {
            power = advanced(&frobenius, power, i, place)?;
            i = place;
            if power.checked_sub(&x)?.gcd(self)?.len() > 1 {
                return Ok(false);
            }
        }
        Ok(advanced(&frobenius, power, i, n)? == x)
    }

    /// A random monic irreducible polynomial of this degree, at least 1. Random polynomials are tested; about one in `degree` is
    /// irreducible.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let mut state = 1u64;
    /// let mut word = || { state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1); state ^ state >> 31 };
    /// let f = Poly::random_irreducible(&Zn::new(97)?, 10, &mut word)?;
    /// assert_eq!((f.degree(), f.is_irreducible()?), (Some(10), true));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Composite`] over a ring that is no field; [`Error::OutOfRange`] for degree 0; [`Error::Cancelled`].
    pub fn random_irreducible(ring: &R, degree: usize, word: &mut dyn FnMut() -> u64) -> Result<Self> {
        ring.cardinality()?;
        if degree == 0 {
            let (expected, got) = ("1 or more", "0".into());
            return Err(Error::OutOfRange { what: "the degree of an irreducible polynomial", expected, got });
        }
        loop {
            let mut coeffs: Vec<_> = (0..degree).map(|_| ring.random(word)).collect();
            coeffs.push(ring.one());
            let f = Self::new(ring, coeffs);
            if f.is_irreducible()? {
                return Ok(f);
            }
        }
    }
}

/// Maps x^(q^i) to x^(q^j), i ≤ j.
fn advanced<R: FiniteField>(frobenius: &Frobenius<R>, power: Poly<R>, i: usize, j: usize) -> Result<Poly<R>> {
    if frobenius.maps_are_faster(j - i, j.ilog2() as usize) {
        return (i..j).try_fold(power, |h, _| frobenius.apply(&h));
    }
    frobenius.iterated(j)
}
