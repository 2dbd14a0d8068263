//! Properties of matrices of polynomials by their definitions: degrees and pivots, reduced and normal forms, unimodular matrices, bases
//! of kernels; forms by columns.
//!
//! The s-pivot of a row is its rightmost entry that attains the row's s-degree. A matrix is s-reduced if its leading matrix has full row
//! rank, in s-weak Popov form if the pivots of its rows are in different columns, ordered if they go from left to right. Source:
//! Neiger 2016, "Bases of relations in one or several variables: fast algorithms and applications", §1.

use super::{
    PolyMatrix,
    dense::{Shift, check_shift},
    kernel::rank,
};
use crate::{
    Result,
    poly::Poly,
    ring::{Convolve, Ring},
};

impl<R: Ring> PolyMatrix<R> {
    /// The degrees of the entries in row-major order, None for zero entries.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn};
    /// let a = PolyMatrix::identity(&Zn::new(97)?, 2).shl(3);
    /// assert_eq!(a.degree_matrix(), [Some(3), None, None, Some(3)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn degree_matrix(&self) -> Vec<Option<usize>> {
        self.entries.iter().map(Poly::degree).collect()
    }

    /// The s-degree of each column, None for zero columns, for a shift s with one integer per row.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::new(&f, 2, 1, vec![Poly::monomial(&f, &1, 3), Poly::one(&f)])?; // x³; 1
    /// assert_eq!(a.column_degrees(&[0, 0])?, [Some(3)]);
    /// assert_eq!(a.column_degrees(&[0, 5])?, [Some(5)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the shift has one integer per row;
    /// [`Error::OutOfRange`](crate::Error::OutOfRange) for integers of magnitude above 2^61.
    pub fn column_degrees(&self, shift: &Shift) -> Result<Vec<Option<i64>>> {
        check_shift(shift, self.rows)?;
        let degree = |i: usize, j: usize| self.get(i, j).degree().map(|d| d as i64 + shift[i]);
        Ok((0..self.columns).map(|j| (0..self.rows).filter_map(|i| degree(i, j)).max()).collect())
    }

    /// The column of each row's s-pivot, its rightmost entry that attains the s-degree; None for zero rows.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let row = PolyMatrix::new(&f, 1, 2, vec![Poly::x(&f), Poly::one(&f)])?; // x, 1
    /// assert_eq!([row.pivots(&[0, 0])?, row.pivots(&[0, 1])?], [[Some(0)], [Some(1)]]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`row_degrees`](Self::row_degrees).
    pub fn pivots(&self, shift: &Shift) -> Result<Vec<Option<usize>>> {
        check_shift(shift, self.columns)?;
        Ok((0..self.rows).map(|i| pivot(self.row(i), shift)).collect())
    }

    /// Whether the s-pivots are in different columns, and no row is zero: whether the matrix is in s-weak Popov form.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::monomial(&f, &1, i + j))?; // 1, x; x, x²
    /// assert!(!a.is_weak_popov(&[0, 0])? && a.weak_popov(&[0, 0])?.is_weak_popov(&[0, 0])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`row_degrees`](Self::row_degrees).
    pub fn is_weak_popov(&self, shift: &Shift) -> Result<bool> {
        let mut pivots = self.pivots(shift)?;
        pivots.sort_unstable();
        Ok(increasing(&pivots))
    }

    /// Whether the s-pivots go from left to right, and no row is zero: whether the matrix is in s-ordered weak Popov form.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn};
    /// let one = PolyMatrix::identity(&Zn::new(97)?, 2);
    /// assert!(one.is_ordered_weak_popov(&[0, 0])?);
    /// assert!(!one.select_rows(&[1, 0]).is_ordered_weak_popov(&[0, 0])?); // the pivot of the first row is on the right
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`row_degrees`](Self::row_degrees).
    pub fn is_ordered_weak_popov(&self, shift: &Shift) -> Result<bool> {
        Ok(increasing(&self.pivots(shift)?))
    }

    /// Whether the matrix is in s-ordered weak Popov form, with monic pivots of higher degree than the rest of their columns: whether
    /// it is what [`popov`](Self::popov) returns.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_i64(&f, &[1, i as i64, j as i64]))?;
    /// assert!(!a.is_popov(&[0, 0])? && a.popov(&[0, 0])?.is_popov(&[0, 0])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`row_degrees`](Self::row_degrees).
    pub fn is_popov(&self, shift: &Shift) -> Result<bool> {
        let pivots = self.pivots(shift)?;
        Ok(increasing(&pivots) && self.is_normal(&pivots, |_, _| true))
    }

    /// Whether the matrix is in row echelon form without zero rows, with monic pivots of higher degree than the entries above them:
    /// whether it is what [`hermite`](Self::hermite) returns.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_i64(&f, &[1, i as i64, j as i64]))?;
    /// assert!(!a.is_hermite() && a.hermite()?.is_hermite());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn is_hermite(&self) -> bool {
        let first = |i: usize| self.row(i).iter().position(|e| !e.is_empty());
        let pivots: Vec<_> = (0..self.rows).map(first).collect();
        increasing(&pivots) && self.is_normal(&pivots, |k, i| k < i)
    }

    /// Whether the entries in these columns of the rows are monic, and of higher degree than those of their columns in the other rows
    /// that `compared` selects.
    fn is_normal(&self, pivots: &[Option<usize>], compared: impl Fn(usize, usize) -> bool) -> bool {
        pivots.iter().enumerate().all(|(i, place)| {
            place.is_some_and(|j| {
                let pivot = self.get(i, j);
                let shorter = |k: usize| k == i || !compared(k, i) || self.get(k, j).len() < pivot.len();
                pivot.leading() == Some(self.ring.one()) && (0..self.rows).all(shorter)
            })
        })
    }
}

impl<R: Convolve> PolyMatrix<R> {
    /// Whether the matrix is s-reduced: the [leading matrix](Self::leading_matrix) has full row rank, so that no combination of rows
    /// cancels their leading terms. Over fields.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 2, vec![p(&[0, 1]), p(&[0, 1]), p(&[0, 1]), p(&[1])])?; // x, x; x, 1
    /// assert!(a.is_reduced(&[0, 0])? && !a.is_reduced(&[1, 0])?); // leading matrices 1, 1; 1, 0 and 1, 0; 1, 0
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`row_degrees`](Self::row_degrees); [`Error::NotInvertible`](crate::Error::NotInvertible) with the factor of a composite
    /// n that was found.
    pub fn is_reduced(&self, shift: &Shift) -> Result<bool> {
        Ok(rank(&self.ring, self.rows, &self.leading_matrix(shift)?)? == self.rows)
    }

    /// Whether the matrix is square and its determinant a unit of the ring, so that it has an inverse with polynomials as entries.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let (zero, one, x) = (Poly::zero(&f), Poly::one(&f), Poly::x(&f));
    /// assert!(PolyMatrix::new(&f, 2, 2, vec![one.clone(), x.clone(), zero.clone(), one.clone()])?.is_unimodular()?);
    /// assert!(!PolyMatrix::new(&f, 2, 2, vec![x, one.clone(), zero, one])?.is_unimodular()?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`det`](PolyMatrix::det), but for the shape.
    pub fn is_unimodular(&self) -> Result<bool> {
        if self.rows != self.columns {
            return Ok(false);
        }
        let det = self.direct_det()?;
        Ok(det.len() == 1 && self.ring.inv(&det.coeff(0)).is_ok())
    }

    /// Whether `basis` is a minimal basis of the row vectors p with p·self = 0, as returned by [`kernel_basis`](Self::kernel_basis),
    /// except for the order of pivots: whether its rows are s-reduced, in the kernel, as many as its dimension, and generate all vectors
    /// of the kernel, because their transpose spans everything. Over fields.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::new(&f, 2, 1, vec![Poly::x(&f), Poly::from_i64(&f, &[1, 1])])?; // x; x + 1
    /// let basis = a.kernel_basis(&[0, 0])?;
    /// assert!(a.is_kernel_basis(&basis, &[0, 0])?);
    /// assert!(!a.is_kernel_basis(&basis.shl(1), &[0, 0])?); // relations, but not all
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`](crate::Error::RingsDiffer); [`Error::Length`](crate::Error::Length) unless the shift has one integer per
    /// row; [`Error::NotInvertible`](crate::Error::NotInvertible) with the factor of a composite n that was found; those of products. A matrix of another number of columns than self has rows is no basis.
    pub fn is_kernel_basis(&self, basis: &PolyMatrix<R>, shift: &Shift) -> Result<bool> {
        check_shift(shift, self.rows)?;
        self.with(basis, |_, _| Ok(()))?;
        if basis.columns != self.rows || !basis.is_reduced(shift)? || !basis.checked_mul(self)?.is_zero() {
            return Ok(false);
        }
        let all = PolyMatrix::identity(&self.ring, basis.rows);
        let span = || basis.transposed().popov(&vec![0; basis.rows]);
        Ok(basis.rows + self.rank()? == self.rows && span()? == all)
    }

    /// A basis of the column module in s-ordered weak Popov form by columns, as [`weak_popov`](Self::weak_popov) of the transpose; the
    /// shift has one integer per row.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::monomial(&f, &1, i + j))?; // 1, x; x, x²
    /// assert_eq!(a.column_weak_popov(&[0, 0])?, a.part(0..2, 0..1));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`weak_popov`](Self::weak_popov).
    pub fn column_weak_popov(&self, shift: &Shift) -> Result<PolyMatrix<R>> {
        Ok(self.transposed().weak_popov(shift)?.transposed())
    }

    /// The s-Popov form by columns: the transpose of [`popov`](Self::popov) of the transpose; the shift has one integer per row.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 1, 2, |_, j| Poly::from_i64(&f, &[0, 2 + j as i64]))?; // 2x, 3x
    /// assert_eq!(a.column_popov(&[0])?.entries(), [Poly::x(&f)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`popov`](Self::popov).
    pub fn column_popov(&self, shift: &Shift) -> Result<PolyMatrix<R>> {
        Ok(self.transposed().popov(shift)?.transposed())
    }

    /// The Hermite form by columns: the transpose of [`hermite`](Self::hermite) of the transpose, a basis of the column module in lower
    /// column echelon form.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 2, vec![p(&[0, 2]), p(&[0, 0, 1]), p(&[1]), p(&[3])])?; // 2x, x²; 1, 3
    /// let h = a.column_hermite()?;
    /// assert_eq!((h.get(0, 0), h.get(0, 1).len()), (&p(&[0, 1]), 0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`hermite`](Self::hermite).
    pub fn column_hermite(&self) -> Result<PolyMatrix<R>> {
        Ok(self.transposed().hermite()?.transposed())
    }
}

/// The column of a row's s-pivot.
pub(crate) fn pivot<R: Ring>(row: &[Poly<R>], shift: &Shift) -> Option<usize> {
    let degrees = row.iter().zip(shift).enumerate().filter_map(|(j, (e, s))| e.degree().map(|d| (d as i64 + s, j)));
    degrees.max().map(|(_, j)| j)
}

fn increasing(pivots: &[Option<usize>]) -> bool {
    pivots.iter().all(Option::is_some) && pivots.is_sorted_by(|x, y| x < y)
}
