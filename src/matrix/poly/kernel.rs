//! Minimal kernel bases: bases of the row vectors that a matrix of polynomials maps to zero.
//!
//! Relations modulo x^σ of sufficiently low degree are exact: rows p of an approximant basis with p·F = 0. They are a basis of
//! the kernel once there are m − rank of them, since the other rows stay independent. The order starts from that of a matrix in
//! general position and is doubled, up to ρd + d + 1 + max s − min s, ρ = min(m, n), where Cramer's rule bounds the kernel's
//! degrees (Zhou, Labahn, Storjohann 2012, "Computing minimal nullspace bases", ISSAC, §3).

use super::{
    PolyMatrix,
    dense::{Shift, check_shift},
};
use crate::{Result, matrix::Matrix, ring::Convolve};

impl<R: Convolve> PolyMatrix<R> {
    /// A minimal basis of the row vectors p with p·self = 0: a matrix of m − rank rows, m the number of rows of self, in s-weak
    /// Popov form with pivots from left to right, for a shift s with one integer per row of self. Over fields.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 1, vec![p(&[0, 1, 1]), p(&[0, 0, 1])])?;         // x + x², x²
    /// let kernel = a.kernel_basis(&[0, 0])?;
    /// assert_eq!((kernel.rows(), kernel.degree()), (1, Some(1)));                  // x·(x + x²) = (1 + x)·x²
    /// assert!((&kernel * &a).is_zero());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`approximant_basis`](Self::approximant_basis).
    pub fn kernel_basis(&self, shift: &Shift) -> Result<PolyMatrix<R>> {
        let (m, n) = (self.rows, self.columns);
        check_shift(shift, m)?;
        let Some(degree) = self.degree() else { return Ok(PolyMatrix::identity(&self.ring, m)) };
        self.begins("kernel basis", "approximants")?;
        let spread = shift.iter().max().unwrap_or(&0) - shift.iter().min().unwrap_or(&0);
        let (rho, spread) = (m.min(n), spread as usize);
        let most = rho * degree + degree + 1 + spread;
        let general = (rho * degree).div_ceil((m - rho).max(1)) + degree + 1;
        let mut order = general.min(most);
        loop {
            let basis = self.approximant_basis(order, shift)?;
            let product = basis.checked_mul(self)?;
            let kernel: Vec<usize> =
                (0..m).filter(|&i| product.row(i).iter().all(crate::poly::Poly::is_empty)).collect();
            if order == most || kernel.len() == m - self.rank_at_a_point()? {
                return Ok(basis.select_rows(&kernel));
            }
            order = (2 * order).min(most);
        }
    }

    /// The rank of the values at a point: a lower bound on the rank of the matrix.
    fn rank_at_a_point(&self) -> Result<usize> {
        const POINT: i64 = 1_000_003;
        rank(&self.ring, self.rows, &self.eval(&self.ring.elem(POINT)))
    }

    /// The rank over the field of fractions: the number of rows of a weak Popov form. Over fields.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::monomial(&f, &1, i + j))?; // 1, x; x, x²
    /// assert_eq!(a.rank()?, 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) with the factor of a composite n that was found; [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn rank(&self) -> Result<usize> {
        self.begins("rank", "point")?;
        let least = self.rank_at_a_point()?;
        if least == self.rows.min(self.columns) {
            return Ok(least);
        }
        Ok(self.weak_popov(&vec![0; self.columns])?.rows)
    }
}

/// The rank of a matrix of ring elements in row-major order.
pub(super) fn rank<R: Convolve>(r: &R, rows: usize, elems: &[R::Elem]) -> Result<usize> {
    Matrix::new(r, rows, elems.len().checked_div(rows).unwrap_or(0), r.collect(elems))?
        .echelon()
        .map(|echelon| echelon.rank())
}
