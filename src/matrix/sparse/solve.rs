//! Systems of equations by products alone.
//!
//! For a regular A and B = A·D with a random diagonal matrix D, relations of the blocks B^l·X whose columns are the right sides, each plus B·r for a
//! random r, combine to 0 = x + B·w for each of these columns x, so that B·(−w − r) is the right side. Random r make the columns uniformly
//! distributed. That the relations are all proves that A is regular, and the solution the only one; a product checks it. Otherwise the dense matrix
//! is eliminated, which also gives the solution whose free unknowns are 0 of a singular system. Sources: those of [`relations`](super::relations).

use super::{
    Matrix, SparseMatrix,
    choice::Computation,
    det::TRIALS,
    relations::{Random, Relations, combination, terms},
    same_ring,
};
use crate::{
    Error, Result,
    ring::{FiniteField, Ring},
    tested,
};

impl<R: FiniteField> SparseMatrix<R> {
    /// X with self·X = right, unknowns in columns without a pivot 0: by products with blocks of vectors where these are predicted to be faster than
    /// elimination of the dense matrix.
    ///
    /// ```
    /// use polymod::{Matrix, Zn, matrix::SparseMatrix};
    /// let f = Zn::new(10_007)?;
    /// let a = SparseMatrix::from_triples(&f, 2, 2, [(0, 0, 2), (0, 1, 1), (1, 1, 3)])?;
    /// let x = a.solve(&Matrix::from_i64(&f, &[&[5], &[9]])?)?;
    /// assert_eq!(x, Matrix::from_i64(&f, &[&[1], &[3]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Matrix::solve`]; [`Error::Algorithm`].
    pub fn solve(&self, right: &Matrix<R>) -> Result<Matrix<R>> {
        self.check_right_side(right)?;
        match self.by_products("system of equations", Computation::Solution(right.cols()))? {
            true => self.solve_wiedemann(right),
            false => self.to_dense()?.solve(right),
        }
    }

    /// [`solve`](Self::solve) by products: about 3n of the matrix by a vector for a few right sides, over a large field. Singular systems, those with
    /// other numbers of rows than columns, and those whose solution random vectors do not give, are solved by elimination of the dense matrix.
    ///
    /// ```
    /// use polymod::{Matrix, Zn, matrix::SparseMatrix};
    /// let f = Zn::new(10_007)?;
    /// let a = SparseMatrix::from_triples(&f, 2, 2, [(0, 0, 2), (0, 1, 1), (1, 1, 3)])?;
    /// let b = Matrix::from_i64(&f, &[&[1, 0], &[0, 1]])?;
    /// assert_eq!(a.checked_mul(&a.solve_wiedemann(&b)?)?, b);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Matrix::solve`].
    pub fn solve_wiedemann(&self, right: &Matrix<R>) -> Result<Matrix<R>> {
        self.check_right_side(right)?;
        self.solve_in_blocks(right, self.block_width())
    }

    tested! {
        /// The solution by blocks of m vectors.
        pub(super) fn solve_in_blocks(&self, right: &Matrix<R>, m: usize) -> Result<Matrix<R>> {
            let r = &self.ring;
            if self.rows == self.cols && self.rows > 0 && !self.has_gaps() && r.cardinality().is_ok() {
                let mut random = Random::of(self);
                for _ in 0..TRIALS {
                    if let Some((x, _)) = self.solution_by_relations(right, m, &mut random)? {
                        return Ok(x);
                    }
                }
            }
            self.to_dense()?.solve(right)
        }
    }

    /// The only solution and the determinant of a square matrix, by products; `None` where random vectors do not give them, as for singular ones.
    #[cfg(feature = "integers")]
    pub(crate) fn solution_with_det(&self, right: &Matrix<R>) -> Result<Option<(Matrix<R>, R::Elem)>> {
        self.solution_by_relations(right, self.block_width(), &mut Random::of(self))
    }

    fn check_right_side(&self, right: &Matrix<R>) -> Result<()> {
        same_ring(self, right)?;
        if self.rows == right.rows() {
            return Ok(());
        }
        let (left, right, expected) = (self.shape(), right.shape(), "as many rows of both");
        Err(Error::Shapes { operation: "a system of equations", left, right, expected })
    }

    tested! {
        /// The solution from relations of right sides and random vectors, and the determinant; `None` if they do not tell, as for singular systems.
        pub(super) fn solution_by_relations(
            &self,
            right: &Matrix<R>,
            m: usize,
            random: &mut Random,
        ) -> Result<Option<(Matrix<R>, R::Elem)>> {
            let (r, n, sides) = (&self.ring, self.rows, right.cols());
            let (mut x, mut det) = (Matrix::zero(r, n, sides)?.into_entries(), None);
            // without right sides for the determinant alone
            for from in (0..sides.max(1)).step_by(m) {
                let some = columns(right, from, m.min(sides - from))?;
                let Some((found, value)) = self.some_solutions(&some, m, random)? else { return Ok(None) };
                det = Some(value);
                for i in 0..n {
                    r.copy_at(&mut x, i * sides + from, found.row(i));
                }
            }
            let x = Matrix::new(r, n, sides, x)?;
            Ok(det.map(|det| (x, det)))
        }
    }

    /// The solution for at most m right sides, and the determinant.
    fn some_solutions(&self, right: &Matrix<R>, m: usize, random: &mut Random) -> Result<Option<(Matrix<R>, R::Elem)>> {
        let (r, n, sides) = (&self.ring, self.rows, right.cols());
        let scaling = random.units(r, n);
        let b = self.scaled(None, Some(scaling.view()));
        let shift = random.block(r, n, sides)?;
        let moved = right.checked_add(&b.checked_mul(&shift)?)?;
        let others = random.block(r, n, m - sides)?;
        let x = Matrix::from_fn(r, n, m, |i, j| match j.checked_sub(sides) {
            None => moved.get(i, j),
            Some(other) => others.get(i, other),
        })?;
        let y = random.block(r, m, n)?;
        let found = Relations::of(r, &terms(&x, &y, 2 * n.div_ceil(m), |v| b.checked_mul(v))?)?;
        let Some(det) = found.determinant(n)? else { return Ok(None) };
        let inverse = match found.coefficient(0)?.inverse() {
            Ok(inverse) => inverse,
            Err(Error::Singular { .. }) => return Ok(None),
            Err(e) => return Err(e),
        };
        // the combinations whose terms of l = 0 are the first columns of X
        let chosen = Matrix::new(r, sides, m, r.owned(inverse.entries().low(sides * m)))?;
        let w = combination(&x, &found.shifted(&chosen)?, |v| b.checked_mul(v))?;
        let solution = w.checked_add(&shift)?;
        let unscaled =
            Matrix::from_fn(r, n, sides, |i, j| r.neg(&r.mul(&r.get(scaling.view(), i), &solution.get(i, j))))?;
        if self.checked_mul(&unscaled)? != *right {
            return Ok(None);
        }
        let mut product = scaling;
        r.running_products(&mut product);
        Ok(Some((unscaled, r.quotient(&det, &r.get(product.view(), n - 1))?)))
    }
}

/// `count` columns from this one on.
fn columns<R: Ring>(a: &Matrix<R>, from: usize, count: usize) -> Result<Matrix<R>> {
    Matrix::from_fn(a.ring(), a.rows(), count, |i, j| a.get(i, from + j))
}
