//! Hankel matrices.

use super::{Structured, Toeplitz, of_rows};
use crate::{
    Result,
    matrix::Matrix,
    ring::{Coeffs, Convolve, Direct, View},
};

/// A Hankel matrix, whose entries depend on i + j: m + n − 1 elements for m rows and n columns.
///
/// ```
/// use polymod::{Matrix, Ring, Zn, matrix::{Hankel, Structured}};
/// let f = Zn::new(97)?;
/// let a = Hankel::new(&f, 2, 3, f.collect(&[1, 2, 3, 4]))?;
/// assert_eq!(a.to_dense()?, Matrix::from_i64(&f, &[&[1, 2, 3], &[2, 3, 4]])?);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hankel<R: Convolve> {
    /// The Toeplitz matrix of the columns in reverse order.
    mirrored: Toeplitz<R>,
}

impl<R: Convolve> Hankel<R> {
    /// The matrix of this shape with these elements on its antidiagonals, from the upper left corner to the lower right one.
    ///
    /// ```
    /// use polymod::{Ring, Zn, matrix::{Hankel, Structured}};
    /// let f = Zn::new(97)?;
    /// let a = Hankel::new(&f, 2, 2, f.collect(&[1, 2, 3]))?;
    /// assert_eq!((a.get(0, 0), a.get(0, 1), a.get(1, 0), a.get(1, 1)), (1, 2, 2, 3));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless there are as many as antidiagonals.
    pub fn new(ring: &R, rows: usize, cols: usize, antidiagonals: Coeffs<R>) -> Result<Self> {
        Ok(Hankel { mirrored: Toeplitz::mirrored(ring, rows, cols, antidiagonals)? })
    }

    /// The elements on the antidiagonals, from the upper left corner to the lower right one.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::Hankel};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.words(Hankel::new(&f, 1, 2, f.collect(&[1, 2]))?.antidiagonals()), [1, 2]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn antidiagonals(&self) -> View<'_, R> {
        self.mirrored.diagonals()
    }
}

impl<R: Convolve> Structured<R> for Hankel<R> {
    fn ring(&self) -> &R {
        self.mirrored.ring()
    }

    fn shape(&self) -> (usize, usize) {
        self.mirrored.shape()
    }

    fn get(&self, i: usize, j: usize) -> R::Elem {
        let (_, cols) = self.shape();
        assert!(j < cols, "column {j} of {cols}");
        self.mirrored.get(i, cols - 1 - j)
    }

    fn mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        self.mirrored.mul_vector(self.ring().reversed(v).view())
    }

    fn transposed_mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>> {
        Ok(self.ring().reversed(self.mirrored.transposed_mul_vector(v)?.view()))
    }

    fn to_dense(&self) -> Result<Matrix<R>> {
        of_rows(self.ring(), self.shape(), self.antidiagonals(), |i| i)
    }

    fn rows_by_elimination(&self) -> usize {
        self.mirrored.rows_by_elimination()
    }

    fn own_solution(&self, right: View<'_, R>) -> Result<Option<Coeffs<R>>>
    where
        R: Direct,
    {
        Ok(self.mirrored.own_solution(right)?.map(|x| self.ring().reversed(x.view())))
    }
}
