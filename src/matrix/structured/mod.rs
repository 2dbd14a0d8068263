//! Structured matrices, given by a few vectors: products by a vector in the time of products of polynomials, and systems of equations in about
//! n·log² n operations.

mod cauchy;
mod hankel;
mod sylvester;
mod toeplitz;
mod vandermonde;

pub use cauchy::Cauchy;
pub use hankel::Hankel;
pub use sylvester::Sylvester;
pub use toeplitz::Toeplitz;
pub use vandermonde::Vandermonde;

use super::{Matrix, dense::size};
use crate::{
    Error, Result,
    ring::{Coeffs, Convolve, Direct, View},
};

/// A matrix that a few vectors determine.
///
/// ```
/// use polymod::{Ring, Zn, matrix::{Structured, Toeplitz}};
/// let f = Zn::new(97)?;
/// let a = Toeplitz::new(&f, 2, 2, f.collect(&[3, 1, 2]))?; // 1 3; 2 1
/// assert_eq!(f.words(a.mul_vector(f.collect(&[10, 1]).view())?.view()), [13, 21]);
/// assert_eq!(a.to_dense()?.det()?, f.elem(-5));
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Structured<R: Convolve> {
    /// The ring of the entries.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::{Hankel, Structured}};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Hankel::new(&f, 2, 2, f.collect(&[1, 2, 3]))?.ring(), &f);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn ring(&self) -> &R;

    /// Rows and columns.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::{Hankel, Structured}};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Hankel::new(&f, 2, 3, f.collect(&[1, 2, 3, 4]))?.shape(), (2, 3));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn shape(&self) -> (usize, usize);

    /// The entry in row i and column j.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::{Hankel, Structured}};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Hankel::new(&f, 2, 3, f.collect(&[1, 2, 3, 4]))?.get(1, 2), 4);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such place.
    fn get(&self, i: usize, j: usize) -> R::Elem;

    /// The product by a column.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::{Hankel, Structured}};
    /// let f = Zn::new(97)?;
    /// let a = Hankel::new(&f, 2, 2, f.collect(&[1, 2, 3]))?; // 1 2; 2 3
    /// assert_eq!(f.words(a.mul_vector(f.collect(&[1, 10]).view())?.view()), [21, 32]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless v has as many elements as there are columns; [`Error::TooLarge`]; [`Error::Cancelled`].
    fn mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>>;

    /// The product of the transpose by a column.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::{Structured, Vandermonde}};
    /// let f = Zn::new(97)?;
    /// let a = Vandermonde::new(&f, f.collect(&[2, 3]).view(), 3)?; // 1 2 4; 1 3 9
    /// assert_eq!(f.words(a.transposed_mul_vector(f.collect(&[1, 1]).view())?.view()), [2, 5, 13]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`mul_vector`](Self::mul_vector), for the number of rows.
    fn transposed_mul_vector(&self, v: View<'_, R>) -> Result<Coeffs<R>>;

    /// The only solution of a square system by the structure; `None` if it gives none, as for singular matrices.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::{Hankel, Structured}};
    /// let f = Zn::new(97)?;
    /// let a = Hankel::new(&f, 2, 2, f.collect(&[1, 2, 3]))?;
    /// let x = a.own_solution(f.collect(&[5, 8]).view())?.expect("it is regular");
    /// assert_eq!(f.words(x.view()), [1, 2]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of products; [`Error::NotInvertible`] with a factor of a composite n.
    fn own_solution(&self, right: View<'_, R>) -> Result<Option<Coeffs<R>>>
    where
        R: Direct;

    /// The most rows of a square matrix whose systems [`solve`](Self::solve) gives to elimination of the dense matrix, because it takes less time.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::{Structured, Toeplitz, Vandermonde}};
    /// let f = Zn::new(97)?;
    /// assert!(Toeplitz::new(&f, 2, 2, f.collect(&[3, 1, 2]))?.rows_by_elimination() > 2);
    /// assert_eq!(Vandermonde::new(&f, f.collect(&[3, 1]).view(), 2)?.rows_by_elimination(), 0);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn rows_by_elimination(&self) -> usize {
        0
    }

    /// The matrix with all its entries.
    ///
    /// ```
    /// # use polymod::{Matrix, Ring, Zn, matrix::{Hankel, Structured}};
    /// let f = Zn::new(97)?;
    /// let a = Hankel::new(&f, 2, 2, f.collect(&[1, 2, 3]))?;
    /// assert_eq!(a.to_dense()?, Matrix::from_i64(&f, &[&[1, 2], &[2, 3]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the entries exceed the length of a vector.
    fn to_dense(&self) -> Result<Matrix<R>> {
        let (rows, cols) = self.shape();
        Matrix::from_fn(self.ring(), rows, cols, |i, j| self.get(i, j))
    }

    /// x with self·x = right, unknowns in columns without a pivot 0: about n·log² n operations for a regular square matrix. Small and
    /// other systems are solved by elimination of the dense matrix.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, matrix::{Structured, Toeplitz}};
    /// let f = Zn::new(97)?;
    /// let a = Toeplitz::new(&f, 2, 2, f.collect(&[3, 1, 2]))?; // 1 3; 2 1
    /// assert_eq!(f.words(a.solve(f.collect(&[13, 21]).view())?.view()), [10, 1]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless there are as many right sides as rows; those of [`Matrix::solve`].
    fn solve(&self, right: View<'_, R>) -> Result<Coeffs<R>>
    where
        R: Direct,
    {
        let (rows, cols) = self.shape();
        length("the right side of a system", rows, right)?;
        if rows == cols && rows > self.rows_by_elimination() {
            match self.own_solution(right) {
                Ok(Some(x)) => return Ok(x),
                // a pivot of the elimination may be a unit
                Ok(None) | Err(Error::NotInvertible { .. }) => {}
                Err(e) => return Err(e),
            }
        }
        let column = Matrix::new(self.ring(), rows, 1, self.ring().owned(right))?;
        Ok(self.to_dense()?.solve(&column)?.into_entries())
    }
}

/// An error unless a vector has this length.
fn length<R>(what: &'static str, expected: usize, v: View<'_, R>) -> Result<()> {
    if v.len() == expected { Ok(()) } else { Err(Error::Length { what, expected, got: v.len() }) }
}

/// Coefficients `first` to `first + count − 1` of a product of polynomials.
fn window<R: Convolve>(r: &R, a: View<'_, R>, b: View<'_, R>, first: usize, count: usize) -> Result<Coeffs<R>> {
    if a.is_empty() || b.is_empty() || count == 0 {
        return Ok(r.zeros(count));
    }
    r.engine().enter(|cx| cx.inside_for(a.len() + b.len(), |cx| r.mul_window(a, b, first..first + count, cx)))
}

/// The matrix whose row i is `v[first(i)..]`, of which it takes as many elements as there are columns.
fn of_rows<R: Convolve>(
    r: &R,
    (rows, cols): (usize, usize),
    v: View<'_, R>,
    first: impl Fn(usize) -> usize,
) -> Result<Matrix<R>> {
    let mut entries = r.zeros(size(rows, cols)?);
    // without columns there are no elements
    for i in (0..rows).filter(|_| cols > 0) {
        r.copy_at(&mut entries, i * cols, v.slice(first(i)..first(i) + cols));
    }
    Matrix::new(r, rows, cols, entries)
}
