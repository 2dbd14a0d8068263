//! Determinants by products alone.
//!
//! With a random diagonal matrix D of units the characteristic polynomial of B = A·D is, for a regular A over a large field, nearly always
//! also the minimal one: det(x·I − A·D) is square-free for indeterminates on the diagonal, since a square factor would not depend on them, and
//! divide x^n. Then the relations of random blocks give the determinant, which they prove ([`relations`](super::relations)). A singular matrix is
//! proved to be one by a vector w ≠ 0 with B·w = 0. Where neither is found in a few trials, as in fields of few elements, the dense matrix is
//! eliminated. Sources: Wiedemann 1986, "Solving sparse linear equations over finite fields", §V; Chen, Eberly, Kaltofen, Saunders, Turner, Villard
//! 2002, "Efficient matrix preconditioners for black box linear algebra", §4.

use super::{
    Matrix, SparseMatrix,
    choice::Computation,
    relations::{Random, Relations, combination, terms},
};
use crate::{Result, ring::FiniteField, tested};

/// Number of trials before the dense matrix is eliminated.
pub(super) const TRIALS: usize = 4;

impl<R: FiniteField> SparseMatrix<R> {
    /// The determinant, 1 for the matrix without rows: by products with blocks of vectors where these are predicted to be faster than elimination
    /// of the dense matrix. Proved.
    ///
    /// ```
    /// use polymod::{Zn, matrix::SparseMatrix};
    /// let f = Zn::new(10_007)?;
    /// let a = SparseMatrix::from_triples(&f, 2, 2, [(0, 1, 3), (1, 0, 5)])?;
    /// assert_eq!(a.det()?, 10_007 - 15);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Algorithm`](crate::Error::Algorithm); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn det(&self) -> Result<R::Elem> {
        self.square("a determinant")?;
        match self.by_products("determinant", Computation::Determinant)? {
            true => self.det_wiedemann(),
            false => self.to_dense()?.direct_det(),
        }
    }

    /// [`det`](Self::det) by products: about 2n products of the matrix by a vector over a large field. Where random vectors do not give it, as in
    /// fields of few elements, or modulo composite numbers, the dense matrix is eliminated.
    ///
    /// ```
    /// use polymod::{Zn, matrix::SparseMatrix};
    /// let f = Zn::new(10_007)?;
    /// let a = SparseMatrix::from_triples(&f, 3, 3, [(0, 0, 2), (0, 2, 5), (1, 1, 7), (2, 0, 1), (2, 2, 4)])?;
    /// assert_eq!(a.det_wiedemann()?, 21);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn det_wiedemann(&self) -> Result<R::Elem> {
        self.square("a determinant")?;
        self.det_in_blocks(self.block_width())
    }

    tested! {
        /// The determinant by blocks of m vectors.
        pub(super) fn det_in_blocks(&self, m: usize) -> Result<R::Elem> {
            let (r, n) = (&self.ring, self.rows);
            if n == 0 {
                return Ok(r.one());
            }
            if self.has_gaps() {
                return Ok(r.elem(0));
            }
            if r.cardinality().is_ok() {
                let mut random = Random::of(self);
                for _ in 0..TRIALS {
                    if let Some(det) = self.det_by_relations(m, &mut random)? {
                        return Ok(det);
                    }
                }
            }
            self.to_dense()?.direct_det()
        }
    }

    tested! {
        /// The determinant from relations of random vectors; `None` if they do not tell.
        pub(super) fn det_by_relations(&self, m: usize, random: &mut Random) -> Result<Option<R::Elem>> {
            let (r, n) = (&self.ring, self.rows);
            let scaling = random.units(r, n);
            let b = self.scaled(None, Some(scaling.view()));
            let (x, y) = (random.block(r, n, m)?, random.block(r, m, n)?);
            let found = Relations::of(r, &terms(&x, &y, 2 * n.div_ceil(m), |v| b.checked_mul(v))?)?;
            if let Some(det) = found.determinant(n)? {
                let mut product = scaling;
                r.running_products(&mut product);
                return Ok(Some(r.quotient(&det, &r.get(product.view(), n - 1))?));
            }
            Ok(b.is_shown_singular(&found, &x)?.then(|| r.elem(0)))
        }
    }

    /// Whether a combination of the relations of the blocks B^l·X without the term of l = 0 is w·B with w ≠ 0 and B·w = 0, B this matrix.
    fn is_shown_singular(&self, found: &Relations<R>, x: &Matrix<R>) -> Result<bool> {
        let kernel = found.coefficient(0)?.transposed().nullspace()?;
        if kernel.rows() == 0 {
            return Ok(false);
        }
        let first = Matrix::new(&self.ring, 1, kernel.cols(), self.ring.owned(kernel.row(0)))?;
        let w = combination(x, &found.shifted(&first)?, |v| self.checked_mul(v))?;
        Ok(!w.is_zero() && self.checked_mul(&w)?.is_zero())
    }
}
