//! Products of matrices of polynomials, in full or in part.

use super::PolyMatrix;
use crate::{
    Error, Result,
    poly::Poly,
    ring::{Convolve, MatrixAlgorithm, grid},
};
use std::ops::Range;

impl<R: Convolve> PolyMatrix<R> {
    /// self·other.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::new(&f, 1, 2, vec![Poly::x(&f), Poly::one(&f)])?;
    /// assert_eq!(a.checked_mul(&a.transposed())?.entries(), [Poly::from_i64(&f, &[1, 0, 1])]); // x² + 1
    /// assert!(a.checked_mul(&a).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Shapes`] unless the other has as many rows as self has columns; [`Error::TooLarge`];
    /// [`Error::Cancelled`].
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        self.mul_window(other, 0..usize::MAX, None)
    }

    /// self·other modulo x^n.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::new(&f, 1, 2, vec![Poly::x(&f), Poly::one(&f)])?;
    /// assert_eq!(a.mul_low(&a.transposed(), 2)?.entries(), [Poly::one(&f)]); // x² + 1 modulo x²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`checked_mul`](Self::checked_mul).
    pub fn mul_low(&self, other: &Self, n: usize) -> Result<Self> {
        self.mul_window(other, 0..n, None)
    }

    /// The coefficients of x^i, i in the window, of the entries of self·other, as polynomials from x^0 on: the low product, or a
    /// middle product. By the given algorithm; `None` takes the one predicted fastest.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn, ring::MatrixAlgorithm};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::new(&f, 1, 1, vec![Poly::from_i64(&f, &[1, 2, 3])])?;
    /// let middle = a.mul_window(&a, 1..3, Some(MatrixAlgorithm::Entries))?;       // of 1 + 4x + 10x² + …
    /// assert_eq!(*middle.get(0, 0), Poly::from_i64(&f, &[4, 10]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`checked_mul`](Self::checked_mul); [`Error::Algorithm`] where the given one does not apply.
    pub fn mul_window(&self, other: &Self, window: Range<usize>, algorithm: Option<MatrixAlgorithm>) -> Result<Self> {
        if self.columns != other.rows {
            let (left, right) = (self.shape(), other.shape());
            let expected = "as many rows on the right as columns on the left";
            return Err(Error::Shapes { operation: "a product", left, right, expected });
        }
        let len = |m: &Self| m.degree().map_or(0, |d| d + 1);
        let full = (len(self) + len(other)).saturating_sub(1);
        let window = window.start.min(full)..window.end.min(full);
        self.with(other, |r, cx| {
            let entries = grid::product(r, &self.grid(), &other.grid(), window, algorithm, cx)?;
            let entries = entries.into_iter().map(|v| Poly::from_coeffs(r, v)).collect();
            Ok(PolyMatrix { ring: r.clone(), rows: self.rows, columns: other.columns, entries })
        })
    }
}
