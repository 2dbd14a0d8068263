//! Matrices with random entries.

use super::{Matrix, dense::size};
use crate::{
    Result,
    random::Distribution,
    ring::{self, Direct, Ring},
};
use rand_core::Rng;

impl<R: Direct> Matrix<R> {
    /// A matrix of this shape with uniform entries, drawn in row-major order from [`ring::uniform`].
    ///
    /// ```
    /// use polymod::{Matrix, Zn};
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new((1 << 61) - 1)?;
    /// assert_eq!(Matrix::random(&f, 4, 6, &mut ChaCha20Rng::seed_from_u64(1))?.rank()?, 4);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge) if the entries exceed the length of a vector.
    ///
    /// # Panics
    /// Over Z behind an [`AnyRing`](crate::AnyRing), which has no uniform distribution.
    pub fn random<S: Rng + ?Sized>(ring: &R, rows: usize, cols: usize, random: &mut S) -> Result<Self> {
        Self::new(ring, rows, cols, ring::uniform_vector(ring, size(rows, cols)?, random))
    }
}

impl<R: Ring> Matrix<R> {
    /// A matrix of this shape, whose entries are denoted by integers of a distribution, drawn in row-major order.
    ///
    /// ```
    /// use polymod::{Distribution, Matrix, Zn};
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let (f, mut random) = (Zn::new(1_000_003)?, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::random_with(&f, [4, 6], &Distribution::Signed(4), &mut random)?; // integers from −15 to 15
    /// assert!(a.iter().all(|x| x < 16 || x > 1_000_003 - 16));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); those of [`Codec::push_limbs`](crate::ring::Codec::push_limbs).
    pub fn random_with<S: Rng + ?Sized>(
        ring: &R,
        [rows, cols]: [usize; 2],
        distribution: &Distribution,
        random: &mut S,
    ) -> Result<Self> {
        Self::new(ring, rows, cols, ring::random_vector(ring, size(rows, cols)?, distribution, random)?)
    }
}
