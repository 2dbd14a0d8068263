//! Toeplitz matrices.

use super::{Structured, length, of_rows, window};
use crate::{
    Error, Result,
    matrix::{Matrix, PolyMatrix},
    poly::Poly,
    ring::{Coeffs, Convolve, Direct, View},
};

/// Most rows for which elimination takes less time than approximant bases.
const FEW_ROWS: usize = 128;

/// A Toeplitz matrix, whose entries depend on i − j: m + n − 1 elements for m rows and n columns.
///
/// ```
/// use polymod::{Matrix, Ring, Zn, matrix::{Structured, Toeplitz}};
/// let f = Zn::new(97)?;
/// let a = Toeplitz::new(&f, 2, 3, f.collect(&[1, 2, 3, 4]))?;
/// assert_eq!(a.to_dense()?, Matrix::from_i64(&f, &[&[3, 2, 1], &[4, 3, 2]])?);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Toeplitz<R: Convolve> {
    ring: R,
    rows: usize,
    cols: usize,
    diagonals: Coeffs<R>,
}

impl<R: Convolve> Toeplitz<R> {
    /// The matrix of this shape with these elements on its diagonals, from the upper right corner to the lower left one.
    ///
    /// ```
    /// use polymod::{Ring, Zn, matrix::{Structured, Toeplitz}};
    /// let f = Zn::new(97)?;
    /// let a = Toeplitz::new(&f, 3, 3, f.collect(&[1, 2, 3, 4, 5]))?;
    /// assert_eq!((a.get(0, 2), a.get(1, 1), a.get(2, 0)), (1, 3, 5));
    /// assert!(Toeplitz::new(&f, 3, 3, f.collect(&[1])).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless there are as many as diagonals.
    pub fn new(ring: &R, rows: usize, cols: usize, diagonals: Coeffs<R>) -> Result<Self> {
        let count = if rows == 0 || cols == 0 { 0 } else { rows + cols - 1 };
        length("the diagonals of a matrix", count, diagonals.view())?;
        Ok(Toeplitz { ring: ring.clone(), rows, cols, diagonals })
    }

    /// The elements on the diagonals, from the upper right corner to the lower left one.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::Toeplitz};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.words(Toeplitz::new(&f, 1, 2, f.collect(&[1, 2]))?.diagonals()), [1, 2]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn diagonals(&self) -> View<'_, R> {
        self.diagonals.view()
    }
}

impl<R: Convolve> Structured<R> for Toeplitz<R> {
    fn ring(&self) -> &R {
        &self.ring
    }

    fn shape(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    fn get(&self, i: usize, j: usize) -> R::Elem {
        assert!(i < self.rows && j < self.cols, "entry {i}, {j} of {} by {}", self.rows, self.cols);
        self.ring.get(self.diagonals(), i + self.cols - 1 - j)
    }

    fn mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        length("a vector times a matrix", self.cols, v)?;
        window(&self.ring, self.diagonals(), v, self.cols.saturating_sub(1), self.rows)
    }

    fn transposed_mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        length("a vector times a matrix", self.rows, v)?;
        let reversed = self.ring.reversed(self.diagonals());
        window(&self.ring, reversed.view(), v, self.rows.saturating_sub(1), self.cols)
    }

    fn to_dense(&self) -> Result<Matrix<R>> {
        of_rows(&self.ring, self.shape(), self.ring.reversed(self.diagonals()).view(), |i| self.rows - 1 - i)
    }

    fn rows_by_elimination(&self) -> usize {
        FEW_ROWS
    }

    /// With t the polynomial of the diagonals, t·v = low + x^(n−1)·right + x^(2n−1)·high for the polynomial v of the solution, the other degrees
    /// below n − 1: (v, low, 1) is the only relation of t, −1 and −x^(n−1)·right modulo x^(2n−1) of these degrees, in an approximant basis.
    fn own_solution(&self, right: View<'_, R>) -> Result<Option<Coeffs<R>>>
    where
        R: Direct,
    {
        let (r, n) = (&self.ring, self.rows);
        length("the right side of a system", n, right)?;
        if n == 0 {
            return Ok(Some(r.zeros(0)));
        }
        let mut shifted = r.zeros(2 * n - 1);
        r.copy_at(&mut shifted, n - 1, right);
        r.neg_all(&mut shifted);
        let series =
            [Poly::from_coeffs(r, r.owned(self.diagonals())), Poly::from_i64(r, &[-1]), Poly::from_coeffs(r, shifted)];
        let (most, shift) = (n as i64 - 1, [0, 1, n as i64 - 1]);
        let basis = PolyMatrix::new(r, 3, 1, series.into())?.approximant_basis(2 * n - 1, &shift)?;
        let degrees = basis.row_degrees(&shift)?;
        let low: Vec<usize> = (0..3).filter(|&i| degrees[i].is_some_and(|d| d <= most)).collect();
        let &[row] = &low[..] else { return Ok(None) };
        let factor = basis.get(row, 2).coeff(0);
        if r.is_zero(&factor) {
            return Ok(None);
        }
        let mut x = r.owned(basis.get(row, 0).coeffs());
        r.resize(&mut x, n);
        r.scale(&mut x, &r.inv(&factor)?);
        // over a field it is
        let is_solution = r.same(self.mul_vector(x.view())?.view(), right);
        Ok(is_solution.then_some(x))
    }
}

impl<R: Convolve> Toeplitz<R> {
    /// The matrix whose entries depend on i + j, of the columns in reverse order.
    pub(super) fn mirrored(ring: &R, rows: usize, cols: usize, antidiagonals: Coeffs<R>) -> Result<Self> {
        Self::new(ring, rows, cols, antidiagonals).map_err(|e| match e {
            Error::Length { expected, got, .. } => {
                Error::Length { what: "the antidiagonals of a matrix", expected, got }
            }
            other => other,
        })
    }
}
