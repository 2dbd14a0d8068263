//! Products by vectors and blocks of vectors, transposes, and scaled rows and columns.

use super::{SparseMatrix, choice, same_ring};
use crate::{
    Error, Result,
    matrix::{Matrix, dense::size},
    poly::Poly,
    ring::{Block, Coeffs, Ring, View},
    tested,
};

impl<R: Ring> SparseMatrix<R> {
    /// self·x, row by row: one product for each entry and column of x, reduced once for each result.
    ///
    /// ```
    /// use polymod::{Matrix, Zn, matrix::SparseMatrix};
    /// let f = Zn::new(97)?;
    /// let a = SparseMatrix::from_triples(&f, 2, 3, [(0, 2, 5), (1, 0, 3), (1, 2, 1)])?;
    /// let x = Matrix::from_i64(&f, &[&[1, 2], &[3, 4], &[5, 6]])?;
    /// assert_eq!(a.checked_mul(&x)?, Matrix::from_i64(&f, &[&[25, 30], &[8, 12]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn checked_mul(&self, x: &Matrix<R>) -> Result<Matrix<R>> {
        same_ring(self, x)?;
        if self.cols != x.rows() {
            return Err(Error::Shapes {
                operation: "a product",
                left: self.shape(),
                right: x.shape(),
                expected: "as many rows of the second as the first has columns",
            });
        }
        let (r, cols) = (&self.ring, x.cols());
        let len = size(self.rows, cols)?;
        let ns = choice::product_ns(r, [self.rows, self.nonzeros(), cols]);
        let entries = self.with(ns, |cx| {
            let block = Block::new(x.entries(), x.rows(), cols, cols);
            if cx.threads() < 2 {
                return Ok(r.sparse_product([&self.starts, &self.columns], self.entries(), block));
            }
            let mut out = r.zeros(len);
            let parts = cx.map(self.parts(cx.threads()), |[from, to], _| {
                let starts: Vec<usize> = self.starts[from..=to].iter().map(|at| at - self.starts[from]).collect();
                let entries = self.starts[from]..self.starts[to];
                let own =
                    r.sparse_product([&starts, &self.columns[entries.clone()]], self.entries.slice(entries), block);
                Ok((from, own))
            })?;
            for (from, own) in parts {
                r.copy_at(&mut out, from * cols, own.view());
            }
            Ok(out)
        })?;
        Matrix::new(r, self.rows, cols, entries)
    }

    tested! {
        /// The rows in runs of about equal numbers of entries.
        pub(super) fn parts(&self, count: usize) -> Vec<[usize; 2]> {
            let (mut parts, mut from) = (Vec::with_capacity(count), 0);
            for part in 1..=count {
                let all = self.nonzeros() * part / count;
                let to = if part == count { self.rows } else { self.starts.partition_point(|&at| at < all).min(self.rows) };
                if to > from {
                    parts.push([from, to]);
                    from = to;
                }
            }
            parts
        }
    }

    /// x·self, by the transpose.
    ///
    /// ```
    /// use polymod::{Matrix, Zn, matrix::SparseMatrix};
    /// let f = Zn::new(97)?;
    /// let a = SparseMatrix::from_triples(&f, 2, 3, [(0, 2, 5), (1, 0, 3), (1, 2, 1)])?;
    /// let x = Matrix::from_i64(&f, &[&[1, 2]])?;
    /// assert_eq!(a.left_mul(&x)?, Matrix::from_i64(&f, &[&[6, 0, 7]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`checked_mul`](Self::checked_mul).
    pub fn left_mul(&self, x: &Matrix<R>) -> Result<Matrix<R>> {
        Ok(self.transposed().checked_mul(&x.transposed())?.transposed())
    }

    /// self·v for a column v.
    ///
    /// ```
    /// use polymod::{Ring, Zn, matrix::SparseMatrix};
    /// let f = Zn::new(97)?;
    /// let a = SparseMatrix::from_triples(&f, 2, 3, [(0, 2, 5), (1, 0, 3), (1, 2, 1)])?;
    /// assert_eq!(f.words(a.mul_vector(f.collect(&[1, 2, 3]).view())?.view()), [15, 6]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless v has as many elements as the matrix has columns; those of [`checked_mul`](Self::checked_mul).
    pub fn mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        if v.len() != self.cols {
            return Err(Error::Length { what: "a vector times a matrix", expected: self.cols, got: v.len() });
        }
        let column = Matrix::new(&self.ring, v.len(), 1, self.ring.owned(v))?;
        Ok(self.checked_mul(&column)?.into_entries())
    }

    /// The transpose.
    ///
    /// ```
    /// use polymod::{Zn, matrix::SparseMatrix};
    /// let f = Zn::new(97)?;
    /// let a = SparseMatrix::from_triples(&f, 2, 3, [(0, 2, 5), (1, 0, 3)])?;
    /// assert_eq!(a.transposed(), SparseMatrix::from_triples(&f, 3, 2, [(2, 0, 5), (0, 1, 3)])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn transposed(&self) -> Self {
        let r = &self.ring;
        let mut starts = vec![0; self.cols + 1];
        self.columns.iter().for_each(|&j| starts[j + 1] += 1);
        for j in 0..self.cols {
            starts[j + 1] += starts[j];
        }
        let (mut next, mut columns) = (starts.clone(), vec![0; self.nonzeros()]);
        let mut entries = r.zeros(self.nonzeros());
        for (k, [i, j]) in self.places().enumerate() {
            r.copy_at(&mut entries, next[j], self.entries.slice(k..k + 1));
            columns[next[j]] = i;
            next[j] += 1;
        }
        SparseMatrix { ring: r.clone(), rows: self.cols, cols: self.rows, starts, columns, entries }
    }

    /// diag(left)·self·diag(right).
    pub(super) fn scaled(&self, left: Option<View<'_, R>>, right: Option<View<'_, R>>) -> Self {
        let r = &self.ring;
        let mut scaled = self.clone();
        let mut times = |v: View<'_, R>, index: usize| {
            let mut factors = r.zeros(self.nonzeros());
            for (k, place) in self.places().enumerate() {
                r.copy_at(&mut factors, k, v.slice(place[index]..place[index] + 1));
            }
            r.mul_each(&mut scaled.entries, factors.view());
        };
        if let Some(v) = left {
            times(v, 0);
        }
        if let Some(v) = right {
            times(v, 1);
        }
        scaled
    }

    /// c(self)·v, by Horner's rule.
    pub(crate) fn applied(&self, c: &Poly<R>, v: &Matrix<R>) -> Result<Matrix<R>> {
        let mut sum = Matrix::zero(&self.ring, v.rows(), v.cols())?;
        for i in (0..c.len()).rev() {
            sum = self.checked_mul(&sum)?.checked_add(&v.scale(&c.coeff(i)))?;
        }
        Ok(sum)
    }
}
