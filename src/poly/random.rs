//! Polynomials with random coefficients.

use super::Poly;
use crate::{
    Result,
    random::Distribution,
    ring::{self, Direct, Ring},
};
use rand_core::Rng;

impl<R: Direct> Poly<R> {
    /// A polynomial of degree below `len`, uniform among all of these: its coefficients are drawn in turn from
    /// [`ring::uniform`], so that the same generator gives the same polynomial on every machine.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// let mut random = ChaCha20Rng::seed_from_u64(1);
    /// let (a, b) = (Poly::random(&f, 100, &mut random), Poly::random(&f, 100, &mut random));
    /// assert!(a.len() <= 100 && a != b);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// Over Z behind an [`AnyRing`](crate::AnyRing), which has no uniform distribution.
    pub fn random<S: Rng + ?Sized>(ring: &R, len: usize, random: &mut S) -> Self {
        Self::from_coeffs(ring, ring::uniform_vector(ring, len, random))
    }
}

impl<R: Ring> Poly<R> {
    /// A polynomial of degree below `len`, whose coefficients are denoted by integers of a distribution, drawn in turn.
    ///
    /// ```
    /// use polymod::{Distribution, Poly, Zn};
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let (f, mut random) = (Zn::new(1_000_003)?, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::random_with(&f, 100, &Distribution::Signed(4), &mut random)?; // integers from −15 to 15
    /// assert!(a.iter().all(|c| c < 16 || c > 1_000_003 - 16) && a.degree() > Some(50));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Codec::push_limbs`](crate::ring::Codec::push_limbs): an integer that denotes no element of a field F_(2^K).
    pub fn random_with<S: Rng + ?Sized>(
        ring: &R,
        len: usize,
        distribution: &Distribution,
        random: &mut S,
    ) -> Result<Self> {
        Ok(Self::from_coeffs(ring, ring::random_vector(ring, len, distribution, random)?))
    }
}
