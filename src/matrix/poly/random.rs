//! Matrices of random polynomials.

use super::PolyMatrix;
use crate::{
    Error, Result,
    poly::Poly,
    random::Distribution,
    ring::{Convolve, Direct, Ring},
};
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

impl<R: Ring> PolyMatrix<R> {
    /// A matrix with a row for each of these degrees, whose entries have at most that degree, and coefficients denoted by integers of a
    /// distribution, drawn in row-major order.
    ///
    /// ```
    /// use polymod::{Distribution, PolyMatrix, Zn};
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let (f, mut random) = (Zn::new((1 << 61) - 1)?, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::random_with(&f, &[2, 0, 5], 4, &Distribution::Signed(60), &mut random)?;
    /// assert_eq!(a.row_degrees(&[0; 4])?, [Some(2), Some(0), Some(5)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Codec::push_limbs`](crate::ring::Codec::push_limbs): an integer that denotes no element of a field F_(2^K).
    pub fn random_with<S: Rng + ?Sized>(
        ring: &R,
        row_degrees: &[usize],
        cols: usize,
        distribution: &Distribution,
        random: &mut S,
    ) -> Result<Self> {
        let degrees = row_degrees.iter().flat_map(|d| std::iter::repeat_n(d, cols));
        let entries = degrees.map(|d| Poly::random_with(ring, d + 1, distribution, random)).collect::<Result<_>>()?;
        Ok(PolyMatrix { ring: ring.clone(), rows: row_degrees.len(), columns: cols, entries })
    }
}

impl<R: Convolve> PolyMatrix<R> {
    /// A matrix of exactly this rank, with a row for each of these degrees, whose entries have at most that degree: a product of two
    /// factors with random coefficients of a distribution, in a random order of rows and of columns. The right factor has half of the
    /// smallest degree, so that the rows are no combinations of others by elements of the ring alone.
    ///
    /// ```
    /// use polymod::{Distribution, PolyMatrix, Zn};
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let (f, mut random) = (Zn::new(97)?, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::random_of_rank(&f, &[2, 2, 5], 4, 2, &Distribution::below(&[97]), &mut random)?;
    /// assert_eq!((a.shape(), a.rank()?, a.degree() <= Some(5)), ((3, 4), 2, true));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a rank above the number of rows or columns; those of [`random_with`](Self::random_with) and of products.
    pub fn random_of_rank<S: Rng + ?Sized>(
        ring: &R,
        row_degrees: &[usize],
        cols: usize,
        rank: usize,
        distribution: &Distribution,
        random: &mut S,
    ) -> Result<Self> {
        let rows = row_degrees.len();
        if rank > rows.min(cols) {
            let (expected, got) = ("at most the number of rows and that of columns", rank.to_string());
            return Err(Error::OutOfRange { what: "a rank", expected, got });
        }
        let below = row_degrees.iter().min().copied().unwrap_or(0) / 2;
        let [order, places] = [rows, cols].map(|n| shuffled(n, random));
        // trapezoids with monic entries on the diagonal: the minor of the first rows and columns is monic
        let mut entry = |i: usize, j: usize, degree: usize| match i.cmp(&j) {
            std::cmp::Ordering::Less => Ok(Poly::zero(ring)),
            std::cmp::Ordering::Greater => Poly::random_with(ring, degree + 1, distribution, random),
            std::cmp::Ordering::Equal => {
                let low = Poly::random_with(ring, degree, distribution, random)?;
                low.checked_add(&Poly::monomial(ring, &ring.one(), degree))
            }
        };
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (i, k) in (0..rows).flat_map(|i| (0..rank).map(move |k| (i, k))) {
            left.push(entry(i, k, row_degrees[order[i]] - below)?);
        }
        for (k, j) in (0..rank).flat_map(|k| (0..cols).map(move |j| (k, j))) {
            right.push(entry(j, k, below)?);
        }
        let product = Self::new(ring, rows, rank, left)?.checked_mul(&Self::new(ring, rank, cols, right)?)?;
        let (mut from, mut column) = (vec![0; rows], vec![0; cols]);
        order.iter().enumerate().for_each(|(i, &k)| from[k] = i);
        places.iter().enumerate().for_each(|(j, &k)| column[k] = j);
        Self::from_fn(ring, rows, cols, |i, j| product.get(from[i], column[j]).clone())
    }
}

/// 0, …, n − 1 in a random order (Fisher and Yates).
fn shuffled<S: Rng + ?Sized>(n: usize, random: &mut S) -> Vec<usize> {
    let mut all: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        // the remainder of a word is as good as uniform
        all.swap(i, (random.next_u64() % (i as u64 + 1)) as usize);
    }
    all
}
