//! Ranks by products alone.
//!
//! For random diagonal matrices D and E the matrix B = D·Aᵀ·E·A·D of n rows, n at most the rows of A, has nearly always a minimal polynomial x·g
//! with deg g the rank r of A and g(0) ≠ 0 (Eberly, Kaltofen 1997, "On randomized Lanczos algorithms", ISSAC; Kaltofen, Saunders 1991, "On
//! Wiedemann's method of solving sparse linear systems", for the idea). The rank of a block Hankel matrix of Xᵀ·B^(i+1)·Y, i < 2K, K = ⌈n/m⌉, is at
//! most r, whatever the random elements are, and equal to r with this probability:
//!
//! For indeterminates D and E, the part f of det(x·I − B) that is left after division by x^(n−r) has the constant term ± Σ ∏ d_i²·∏ e_j·(minor of A)²
//! ≠ 0 over minors of r rows (Cauchy, Binet); it is linear in each d_i² and e_j, so that a square factor does not depend on them, divides f at E = 0,
//! which is x^r, and is a constant. Hence B has one invariant factor of degree r prime to x, and for suitable X and Y a minor of r rows of the first
//! ⌈r/m⌉ blocks does not vanish. It is a polynomial of degree at most 6nK in all elements, so that it vanishes for random elements, none of which has
//! more than twice its share, with a probability of at most 12nK/q in a field of q elements (Schwartz, Zippel). Trials are repeated until all of
//! them fail with a probability below 2^−60; a full rank is proved by one.

use super::{
    SparseMatrix,
    choice::Computation,
    relations::{Random, Relations, terms},
};
use crate::{
    Result,
    ring::{Cardinality, FiniteField},
    tested,
};

/// log2 of the bound on the probability of a wrong rank.
const LOG2_ERROR: f64 = -60.0;
/// Largest number of trials.
const MOST_TRIALS: f64 = 32.0;

/// log2 of the number of elements of a field.
pub fn log2_elements(size: &Cardinality) -> f64 {
    let word = |sum: f64, &word: &u64| sum * 64f64.exp2() + word as f64;
    // the leading words determine it, and do not overflow
    let (skipped, leading) = size.characteristic.split_at(size.characteristic.len().saturating_sub(8));
    f64::from(size.degree) * (leading.iter().rev().fold(0.0, word).log2() + 64.0 * skipped.len() as f64)
}

/// Number of trials for ranks of at most n, in blocks of m vectors; `None` where the field has too few elements.
pub fn trials([n, m]: [usize; 2], log2_elements: f64) -> Option<usize> {
    let log2_failure = (12.0 * n as f64 * n.div_ceil(m) as f64).log2() - log2_elements;
    let count = (LOG2_ERROR / log2_failure).ceil();
    (log2_failure < 0.0 && count <= MOST_TRIALS).then_some(count as usize)
}

impl<R: FiniteField> SparseMatrix<R> {
    /// The rank: by products with blocks of vectors where these are predicted to be faster than elimination of the dense matrix. It is wrong with a
    /// probability below 2^−60 of the pseudorandom elements, then too low.
    ///
    /// ```
    /// use polymod::{Zn, matrix::SparseMatrix};
    /// let f = Zn::new(10_007)?;
    /// let a = SparseMatrix::from_triples(&f, 3, 4, [(0, 0, 2), (0, 3, 5), (2, 0, 4), (2, 3, 10)])?;
    /// assert_eq!(a.rank()?, 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Matrix::rank`](crate::Matrix::rank); [`Error::Algorithm`](crate::Error::Algorithm).
    pub fn rank(&self) -> Result<usize> {
        let count = self.rank_trials(self.block_width()).unwrap_or(1);
        match self.by_products("rank", Computation::Rank(count))? {
            true => self.rank_wiedemann(),
            false => self.without_gaps().to_dense()?.rank(),
        }
    }

    /// [`rank`](Self::rank) by products: about 4n of the matrix by a vector in each trial. In fields of fewer than some 100·n² elements, and modulo
    /// composite numbers, the dense matrix is eliminated.
    ///
    /// ```
    /// use polymod::{Zn, matrix::SparseMatrix};
    /// let f = Zn::new((1 << 61) - 1)?;
    /// let a = SparseMatrix::from_triples(&f, 200, 300, (0..150).map(|i| (i, 2 * i, i as u64 + 1)))?;
    /// assert_eq!(a.rank_wiedemann()?, 150);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Matrix::rank`](crate::Matrix::rank).
    pub fn rank_wiedemann(&self) -> Result<usize> {
        self.rank_in_blocks(self.without_gaps().block_width())
    }

    tested! {
        /// The rank by blocks of m vectors.
        pub(super) fn rank_in_blocks(&self, m: usize) -> Result<usize> {
            let tight = self.without_gaps();
            let tight = if tight.cols > tight.rows { tight.transposed() } else { tight };
            if tight.cols == 0 {
                return Ok(0);
            }
            let Some(count) = tight.rank_trials(m) else { return tight.to_dense()?.rank() };
            let (transposed, mut random, mut rank) = (tight.transposed(), Random::of(self), 0);
            for _ in 0..count {
                rank = rank.max(tight.rank_in_one_trial(&transposed, m, &mut random)?);
                if rank == tight.cols {
                    break;
                }
            }
            Ok(rank)
        }
    }

    /// A lower bound of the rank of this matrix of at least as many rows as columns.
    fn rank_in_one_trial(&self, transposed: &Self, m: usize, random: &mut Random) -> Result<usize> {
        let (r, n) = (&self.ring, self.cols);
        let (d, e) = (random.vector(r, n), random.vector(r, self.rows));
        let right = self.scaled(Some(e.view()), Some(d.view()));
        let left = transposed.scaled(Some(d.view()), None);
        let (x, y) = (random.block(r, n, m)?, random.block(r, m, n)?);
        let next = |v: &_| left.checked_mul(&right.checked_mul(v)?);
        Ok(Relations::of(r, &terms(&next(&x)?, &y, 2 * n.div_ceil(m), next)?)?.rank)
    }

    /// Number of trials in blocks of m vectors; `None` where the field has too few elements, or there is no field.
    fn rank_trials(&self, m: usize) -> Option<usize> {
        let size = self.ring.cardinality().ok()?;
        trials([self.rows.min(self.cols), m], log2_elements(&size))
    }
}
