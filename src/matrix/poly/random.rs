//! Matrices of random polynomials.

use super::PolyMatrix;
use crate::{poly::Poly, ring::Direct};
use rand_core::Rng;

impl<R: Direct> PolyMatrix<R> {
    /// A matrix of this shape with entries of degree below `len`, uniform among all of these, drawn in row-major order from
    /// [`ring::uniform`](crate::ring::uniform).
    ///
    /// ```
    /// use polymod::{PolyMatrix, Zn};
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let a = PolyMatrix::random(&Zn::new(97)?, 2, 3, 10, &mut ChaCha20Rng::seed_from_u64(1));
    /// assert!(a.shape() == (2, 3) && a.degree() < Some(10));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// Over Z behind an [`AnyRing`](crate::AnyRing), which has no uniform distribution.
    pub fn random<S: Rng + ?Sized>(ring: &R, rows: usize, cols: usize, len: usize, random: &mut S) -> Self {
        let entries = (0..rows * cols).map(|_| Poly::random(ring, len, random)).collect();
        PolyMatrix { ring: ring.clone(), rows, columns: cols, entries }
    }
}
