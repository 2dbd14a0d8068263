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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::{AnyRing, F2, Gf2k, Zn};
    use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    use std::collections::BTreeMap;

    /// How often each element comes, of 200 a value.
    fn counts<R: Direct>(r: &R, values: usize, name: impl Fn(&R::Elem) -> u64) -> BTreeMap<u64, usize> {
        let mut random = ChaCha20Rng::seed_from_u64(7);
        let a = Poly::random(r, 200 * values, &mut random);
        let mut counts = BTreeMap::new();
        for x in (0..200 * values).map(|i| a.coeff(i)) {
            *counts.entry(name(&x)).or_default() += 1;
        }
        counts
    }

    #[test]
    fn coefficients_are_uniform_among_all_elements() {
        let even = |counts: BTreeMap<u64, usize>, values: usize| {
            // mean 200, standard deviation below 15
            assert!(counts.keys().copied().eq(0..values as u64) && counts.values().all(|n| (100..300).contains(n)));
        };
        even(counts(&Zn::new(12).unwrap(), 12, |&x| x), 12);
        even(counts(&F2::new(), 2, |&x| u64::from(x)), 2);
        even(counts(&Gf2k::new(3, 0b1011).unwrap(), 8, |&x| x), 8);
        let largest = Zn::new(u64::MAX).unwrap();
        let a = Poly::random(&largest, 64, &mut ChaCha20Rng::seed_from_u64(1));
        assert!(a.iter().any(|x| x >> 63 == 1) && a.iter().any(|x| x >> 63 == 0));
        let whole = Gf2k::new(64, (1 << 64) | 0x1b).unwrap();
        assert!(Poly::random(&whole, 64, &mut ChaCha20Rng::seed_from_u64(1)).iter().any(|x| x >> 63 == 1));
    }

    #[test]
    fn a_ring_behind_a_pointer_draws_the_same() {
        let (f, seeded) = (Zn::new(101).unwrap(), || ChaCha20Rng::seed_from_u64(3));
        let (a, b) = (Poly::random(&f, 50, &mut seeded()), Poly::random(&AnyRing::field(f), 50, &mut seeded()));
        assert_eq!(a.to_string(), b.to_string());
        let below = Distribution::below(&[101]);
        assert_eq!(Poly::random_with(a.ring(), 50, &below, &mut seeded()), Ok(a));
        let bytes = Gf2k::new(8, 0x11b).unwrap();
        assert!(Poly::random_with(&bytes, 50, &Distribution::Signed(9), &mut seeded()).is_err());
    }

    #[cfg(feature = "integers")]
    #[test]
    fn long_moduli() {
        use crate::ring::{GeneralizedFermat, Integers, ZnBig};
        use rug::Integer;
        let n: Integer = (Integer::from(1) << 128) - 1;
        let drawn = Poly::random(&ZnBig::new(n.clone()).unwrap(), 64, &mut ChaCha20Rng::seed_from_u64(1));
        assert!(drawn.iter().all(|x| x < n) && drawn.iter().any(|x| x.significant_bits() == 128));
        let f = GeneralizedFermat::new("F8".parse().unwrap()).unwrap();
        let drawn = Poly::random(&f, 64, &mut ChaCha20Rng::seed_from_u64(1));
        assert!(drawn.iter().any(|x| x.significant_bits() == f.p().significant_bits() - 1));
        assert!(ring::uniform(&Integers::new()).is_none());
    }
}
