//! Conversion of matrices of polynomials to and from text in memory.

use super::PolyMatrix;
use crate::{
    Result,
    poly::Poly,
    ring::Convolve,
    text::{self, Entries, MatrixStyle, Order, PolyRows, ReadError, ReadOptions},
};
use std::fmt;

/// An array of rows of coefficient lists, constant terms first, `[[[1],[0,1]],[[],[2]]]`, or `matrix(0,3)` for three columns
/// without rows. [`PolyMatrix::parse`] reads it back.
impl<R: Convolve> fmt::Display for PolyMatrix<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = text::without_rows(self.rows(), self.cols()) {
            return f.write_str(&text);
        }
        let entries = self.entries().iter().map(Poly::coeffs).collect();
        let rows = PolyRows { rows: self.rows(), cols: self.cols(), entries };
        let mut out = Vec::new();
        text::write_poly_matrix(self.ring(), &rows, MatrixStyle::Json, Order::Asc, &mut out).map_err(|_| fmt::Error)?;
        f.write_str(std::str::from_utf8(&out).map_err(|_| fmt::Error)?)
    }
}

impl<R: Convolve> PolyMatrix<R> {
    /// Parses a matrix of polynomials from text: an array of rows in the form of JSON or NTL, whose entries are coefficient lists, or
    /// elements of the ring. Over Z/n integers are reduced. Input that would take more than 4 GiB is refused before memory is allocated.
    ///
    /// ```
    /// use polymod::{Error, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::parse(&f, "[[[1, -1], [98]], [[], [0, 2]]]")?;
    /// assert_eq!(a.to_string(), "[[[1,96],[1]],[[],[0,2]]]");
    /// assert_eq!(PolyMatrix::parse(&f, "[[3]]")?.get(0, 0).coeff(0), 3);
    /// assert!(matches!(PolyMatrix::parse(&f, "[[[1]],[[3],[4]]]"), Err(Error::Parse { line: 1, .. })));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parse`](crate::Error::Parse) with line and column of the first syntax error.
    pub fn parse(ring: &R, text: &str) -> Result<Self> {
        let read = text::read_matrix(ring, text.as_bytes(), &ReadOptions::default());
        let (grid, _) = read.map_err(ReadError::into_error)?;
        let entries = match grid.entries {
            Entries::Numbers(all) => (0..all.len()).map(|i| Poly::new(ring, [ring.get(all.view(), i)])).collect(),
            Entries::Polys(all) => all.into_iter().map(|p| Poly::from_coeffs(ring, p)).collect(),
        };
        Self::new(ring, grid.rows, grid.cols, entries)
    }
}
