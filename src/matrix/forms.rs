//! Bases of the spaces of a matrix, the adjugate, and the Hessenberg form.
//!
//! The adjugate comes from one decomposition P·A = L·E: adj A = det P·adj E·L⁻¹·P. Of full rank it is det A·A⁻¹; if the rank is one less,
//! adj E has one column that is not 0, the kernel vector of E whose entry at the column without a pivot is the product of the pivots up to its sign;
//! of a lower rank it is 0. Where a pivot is no unit, adj A = (−1)^(n−1)·(p(x) − p(0))/x at A for the characteristic polynomial p (Cayley, Hamilton).

use super::{Echelon, Matrix, echelon::solve_upper};
#[cfg(feature = "integers")]
use crate::ring::Rationals;
use crate::{
    Error, Result,
    ring::{Block, Coeffs, Convolve, Direct, Place, Ring},
    tested,
};
#[cfg(feature = "integers")]
use rug::Rational;

impl<R: Direct> Matrix<R> {
    /// A basis of all rows y with y·self = 0, as the rows of a matrix in reduced echelon form: the [`nullspace`](Self::nullspace) of the
    /// transpose.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[2, 4], &[3, 7]])?;
    /// assert_eq!(a.left_nullspace()?, Matrix::from_i64(&f, &[&[1, 48, 0]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`echelon`](Self::echelon).
    pub fn left_nullspace(&self) -> Result<Self> {
        self.transposed().nullspace()
    }

    /// A basis of the space of the columns, as the rows of a matrix in reduced echelon form: as many rows as the rank, as many columns as self
    /// has rows. Over Z/n for composite n (feature `integers`) generators, in [Howell form](Self::howell).
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 0, 2], &[2, 0, 4], &[0, 0, 1]])?;
    /// assert_eq!(a.column_space()?, Matrix::from_i64(&f, &[&[1, 2, 0], &[0, 0, 1]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`echelon`](Self::echelon).
    pub fn column_space(&self) -> Result<Self> {
        match self.transposed().into_echelon() {
            Err(e @ Error::NotInvertible { .. }) => self.transposed().row_space_by_forms(e),
            echelon => echelon?.nonzero_rows(),
        }
    }

    /// A similar matrix T⁻¹·self·T in upper Hessenberg form: zeros below the subdiagonal. T is a product of row exchanges and of unit lower
    /// triangular matrices; at each column the first row below the diagonal with a unit is exchanged with the one on the subdiagonal.
    ///
    /// Source: Cohen 1993, "A Course in Computational Algebraic Number Theory", algorithm 2.2.9, with
    /// its steps in another order. Cost: 3n³/2 products, of which all but some n² are sums that are reduced once.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2, 3], &[4, 5, 6], &[8, 8, 10]])?;
    /// let h = a.hessenberg()?;
    /// assert_eq!(h, Matrix::from_i64(&f, &[&[1, 8, 3], &[4, 17, 6], &[0, -6, -2]])?);
    /// assert_eq!(h.charpoly()?, a.charpoly()?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::NotInvertible`] where a pivot is no unit; [`Error::Cancelled`].
    pub fn hessenberg(&self) -> Result<Self> {
        let n = self.square("a Hessenberg form")?;
        self.begins("hessenberg form", "elimination")?;
        self.with(&[], 2.0 * (n as f64).powi(3), |r, cx| {
            Ok(Matrix { entries: r.hessenberg(self.block(), cx)?, ring: r.clone(), ..*self })
        })
    }
}

#[cfg(feature = "integers")]
impl Matrix<Rationals> {
    /// The upper Hessenberg matrix that the method of this name has over other rings, with each entry in lowest terms on the way: their
    /// common denominator is far longer than most of them.
    ///
    /// ```
    /// # use polymod::{Matrix, Rationals};
    /// let q = Rationals::new();
    /// let a = Matrix::from_i64(&q, &[&[1, 2, 3], &[2, 3, 4], &[1, 1, 1]])?;
    /// let h = a.hessenberg()?;
    /// assert_eq!(h.charpoly()?, a.charpoly()?);
    /// assert_eq!(h.get(2, 1), -1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Cancelled`].
    pub fn hessenberg(&self) -> Result<Self> {
        let n = self.square("a Hessenberg form")?;
        self.begins("hessenberg form", "elimination")?;
        self.with(&[], 2.0 * (n as f64).powi(3), |r, cx| {
            let mut h: Vec<Vec<Rational>> = (0..n).map(|i| (0..n).map(|j| self.get(i, j)).collect()).collect();
            for m in 1..n.saturating_sub(1) {
                cx.check()?;
                let Some(pivot) = (m..n).find(|&i| h[i][m - 1] != 0) else { continue };
                h.swap(pivot, m);
                h.iter_mut().for_each(|row| row.swap(pivot, m));
                let (above, below) = h.split_at_mut(m + 1);
                let row = &above[m];
                let multiples: Vec<Rational> = below.iter().map(|x| Rational::from(&x[m - 1] / &row[m - 1])).collect();
                for (x, u) in below.iter_mut().zip(&multiples).filter(|(_, u)| **u != 0) {
                    for j in m - 1..n {
                        x[j] -= Rational::from(u * &row[j]);
                    }
                }
                for x in &mut h {
                    let (left, right) = x.split_at_mut(m + 1);
                    for (u, y) in multiples.iter().zip(right) {
                        left[m] += Rational::from(u * &*y);
                    }
                }
            }
            Matrix::new(r, n, n, r.collect(&h.concat()))
        })
    }
}

impl<R: Convolve + Direct> Matrix<R> {
    /// The adjugate: entry (i, j) is (−1)^(i+j) times the minor without row j and column i, so that self·adj = det·I. Over Z/n also for composite
    /// n. Costs an inverse; where a pivot is no unit n products of matrices and the characteristic polynomial.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let adjugate = |n, rows: &[&[i64]]| Matrix::from_i64(&Zn::new(n)?, rows)?.adjugate();
    /// assert_eq!(adjugate(97, &[&[1, 2], &[3, 4]])?, Matrix::from_i64(&Zn::new(97)?, &[&[4, -2], &[-3, 1]])?);
    /// assert_eq!(adjugate(6, &[&[2, 4], &[3, 2]])?, Matrix::from_i64(&Zn::new(6)?, &[&[2, -4], &[-3, 2]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Cancelled`].
    pub fn adjugate(&self) -> Result<Self> {
        self.square("an adjugate")?;
        match self.echelon() {
            Err(Error::NotInvertible { .. } | Error::NotDivisible { .. }) => self.adjugate_by_charpoly(),
            echelon => echelon?.adjugate(),
        }
    }

    tested! {
        /// The adjugate by the characteristic polynomial, by Horner's rule.
        fn adjugate_by_charpoly(&self) -> Result<Self> {
            let (r, n) = (&self.ring, self.rows);
            let (p, unit) = (self.direct_charpoly()?, Matrix::identity(r, n));
            let mut value = Matrix::zero(r, n, n)?;
            for i in (1..=n).rev() {
                value = self.checked_mul(&value)?.checked_add(&unit.scale(&p.coeff(i)))?;
            }
            Ok(if n.is_multiple_of(2) { value.scale(&r.elem(-1)) } else { value })
        }
    }
}

impl<R: Ring> Echelon<R> {
    /// The adjugate of the decomposed square matrix.
    fn adjugate(&self) -> Result<Matrix<R>> {
        let (r, n) = (self.ring(), self.cols());
        match n - self.rank() {
            0 => {
                let mut inverse = self.solve(&Matrix::identity(r, n))?;
                r.scale(&mut inverse.entries, &self.det());
                Ok(inverse)
            }
            1 => self.adjugate_of_rank_one(),
            _ => Matrix::zero(r, n, n),
        }
    }

    /// The adjugate of a square matrix with all pivots but one: a column x times a row y.
    fn adjugate_of_rank_one(&self) -> Result<Matrix<R>> {
        let (r, n) = (self.ring(), self.cols());
        let (last, place) = (n - 1, Place { at: 0, stride: 1 });
        let free = self.pivots().iter().enumerate().find(|&(i, &column)| i != column).map_or(last, |(i, _)| i);
        let mut factor = self.pivot_product();
        if self.is_odd() != ((free + last) % 2 == 1) {
            factor = r.neg(&factor);
        }
        Matrix::zero(r, 0, 0)?.with(&[], (n * n) as f64, |r, cx| {
            let solved = |triangle: Block<'_, R>, mut v: Coeffs<R>| {
                solve_upper(r, &mut v, place, triangle, 1, cx)?;
                r.neg_all(&mut v);
                r.resize(&mut v, n);
                r.set(&mut v, last, &r.one());
                Ok::<_, Error>(v)
            };
            let (upper, lower) = (self.columns(last, self.pivots()), self.lower());
            let x = solved(Block::new(upper.view(), last, last, last), self.columns(last, &[free]))?;
            let y = r.owned(lower.row(last).low(last));
            let y = solved(lower.transposed().block().part(0..last, 0..last), y)?;
            // columns of A in place of those of P·A, rows in the order of the columns of E
            let mut row = r.zeros(n);
            for (i, &column) in self.order().iter().enumerate() {
                r.set(&mut row, column, &r.mul(&factor, &r.get(y.view(), i)));
            }
            let mut entries = r.zeros(n * n);
            for (i, &column) in self.pivots().iter().chain([&free]).enumerate() {
                let mut multiple = r.owned(row.view());
                r.scale(&mut multiple, &r.get(x.view(), i));
                r.copy_at(&mut entries, column * n, multiple.view());
            }
            Matrix::new(r, n, n, entries)
        })
    }
}
