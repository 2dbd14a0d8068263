//! Popov forms and Hermite forms: canonical bases of the row module.
//!
//! The s-pivot of a row is its rightmost entry that attains the row's s-degree. In weak Popov form all pivots are in different
//! columns; in Popov form they are also monic, and of higher degree than the other entries of their column. Both forms order
//! their rows by the pivots' columns, and have no zero rows. The Hermite form is row echelon, with monic pivots of higher degree
//! than the entries above them: the Popov form for a shift that decreases steeply from column to column.
//!
//! Source: Mulders, Storjohann 2003, "On lattice reduction for polynomial matrices", J. Symb. Comp. 35: simple transformations,
//! each of which cancels one leading term of a row. Cost: rows · columns · rank · degree² products of words; for Hermite forms
//! with the determinant's degree in place of the degree.

use super::{
    PolyMatrix,
    dense::{Shift, check, check_shift},
};
use crate::{Result, order, poly::Poly, ring::Convolve};
use std::cmp::Reverse;

/// A row and its s-pivot.
struct Row<R: Convolve> {
    entries: Vec<Poly<R>>,
    /// s-degree and column of the pivot; None for a zero row.
    pivot: Option<(i64, usize)>,
}

impl<R: Convolve> Row<R> {
    fn new(entries: Vec<Poly<R>>, shift: &Shift) -> Self {
        let mut row = Row { entries, pivot: None };
        row.find_pivot(shift);
        row
    }

    fn find_pivot(&mut self, shift: &Shift) {
        let degree = |j: usize| self.entries[j].degree().map(|d| (d as i64 + shift[j], j));
        self.pivot = (0..shift.len()).filter_map(degree).max();
    }

    /// Cancels the leading term of the entry in the other row's pivot column, whose degree is at least the pivot's.
    fn reduce_by(&mut self, r: &R, other: &Row<R>, column: usize) -> Result<()> {
        let (mine, pivot) = (&self.entries[column], &other.entries[column]);
        let (Some(top), Some(lead)) = (mine.leading(), pivot.leading()) else { return Ok(()) };
        let c = r.mul(&top, &r.inv(&lead)?);
        let by = mine.len() - pivot.len();
        for (x, y) in self.entries.iter_mut().zip(&other.entries) {
            if !y.is_empty() {
                *x = x.checked_sub(&y.scale(&c).shl(by))?;
            }
        }
        Ok(())
    }
}

impl<R: Convolve> PolyMatrix<R> {
    /// A basis of the row module in s-ordered weak Popov form: s-pivots in different columns, from left to right; as many rows as
    /// the rank. Over fields; the shift has one integer per column.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::monomial(&f, &1, i + j))?; // 1, x; x, x²: the second row is a multiple
    /// let basis = a.weak_popov(&[0, 0])?;
    /// assert_eq!((basis.shape(), basis.degree()), ((1, 2), Some(1)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`row_degrees`](Self::row_degrees); [`Error::NotInvertible`](crate::Error::NotInvertible) with the factor of a composite
    /// n that was found; [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn weak_popov(&self, shift: &Shift) -> Result<PolyMatrix<R>> {
        let rows = self.weak_popov_rows(shift)?;
        Ok(self.of_rows(rows))
    }

    /// The s-Popov form: the unique basis of the row module in s-ordered weak Popov form with monic pivots, each of higher degree
    /// than the other entries of its column.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 2, vec![p(&[1, 2]), p(&[3]), p(&[0, 1, 1]), p(&[5, 1])])?;
    /// let popov = a.popov(&[0, 0])?;
    /// let unimodular = PolyMatrix::new(&f, 2, 2, vec![p(&[1]), p(&[0, 7]), p(&[]), p(&[1])])?;
    /// assert_eq!((&unimodular * &a).popov(&[0, 0])?, popov);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`weak_popov`](Self::weak_popov).
    pub fn popov(&self, shift: &Shift) -> Result<PolyMatrix<R>> {
        let r = &self.ring;
        let mut rows = self.weak_popov_rows(shift)?;
        order::sort_by_key(&mut rows, |row| row.pivot);
        for i in 0..rows.len() {
            check(r)?;
            let (done, rest) = rows.split_at_mut(i);
            let row = &mut rest[0];
            // of the entries not shorter than the pivot of their column, the one of largest shifted degree, and rightmost:
            // reducing it makes shorter ones
            let too_long = |row: &Row<R>| {
                let places = done.iter().enumerate().filter_map(|(k, other)| {
                    let column = other.pivot?.1;
                    let (x, y) = (&row.entries[column], &other.entries[column]);
                    (x.len() >= y.len()).then(|| (x.len() as i64 + shift[column], column, k))
                });
                places.max()
            };
            while let Some((_, column, k)) = too_long(row) {
                row.reduce_by(r, &done[k], column)?;
            }
            if let Some((_, column)) = row.pivot {
                let lead = row.entries[column].leading().unwrap_or_else(|| r.one());
                let inverse = r.inv(&lead)?;
                row.entries.iter_mut().for_each(|e| *e = e.scale(&inverse));
            }
        }
        order::sort_by_key(&mut rows, |row| row.pivot.map(|(_, column)| column));
        Ok(self.of_rows(rows))
    }

    /// The Hermite form: the basis of the row module in row echelon form, with monic pivots, each of higher degree than the
    /// entries above it; as many rows as the rank.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 2, vec![p(&[0, 2]), p(&[1]), p(&[0, 0, 1]), p(&[3])])?; // 2x, 1; x², 3
    /// let h = a.hermite()?;
    /// assert_eq!((h.get(1, 0).len(), h.get(0, 0)), (0, &p(&[0, 1])));
    /// assert_eq!(*h.get(1, 1), p(&[-6, 1])); // the determinant is 6x − x²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`weak_popov`](Self::weak_popov).
    pub fn hermite(&self) -> Result<PolyMatrix<R>> {
        self.begins("Hermite form", "mulders-storjohann")?;
        // minors bound the form's degrees: in pivots' columns by the sum of the rows' degrees, elsewhere by twice that sum
        let degrees = (0..self.rows).filter_map(|i| self.row(i).iter().filter_map(Poly::degree).max());
        let steep = 2 * degrees.sum::<usize>() as i64 + 1;
        let shift: Vec<i64> = (0..self.columns as i64).rev().map(|k| k * steep).collect();
        // short rows first: long ones are reduced by them
        self.weak_popov(&vec![0; self.columns])?.popov(&shift)
    }

    fn weak_popov_rows(&self, shift: &Shift) -> Result<Vec<Row<R>>> {
        check_shift(shift, self.columns)?;
        self.begins("weak Popov form", "mulders-storjohann")?;
        let r = &self.ring;
        let mut waiting: Vec<Row<R>> = (0..self.rows).map(|i| Row::new(self.row(i).to_vec(), shift)).collect();
        order::sort_by_key(&mut waiting, |row| Reverse(row.pivot));
        // for each column the row whose pivot is there
        let mut settled: Vec<Option<Row<R>>> = (0..self.columns).map(|_| None).collect();
        while let Some(mut row) = waiting.pop() {
            check(r)?;
            while let Some((degree, column)) = row.pivot {
                let Some(other) = &mut settled[column] else {
                    settled[column] = Some(row);
                    break;
                };
                // the row of higher degree is replaced
                if other.pivot.is_some_and(|(other, _)| other > degree) {
                    std::mem::swap(other, &mut row);
                }
                row.reduce_by(r, other, column)?;
                row.find_pivot(shift);
            }
        }
        Ok(settled.into_iter().flatten().collect())
    }

    fn of_rows(&self, rows: Vec<Row<R>>) -> PolyMatrix<R> {
        let count = rows.len();
        let entries = rows.into_iter().flat_map(|row| row.entries).collect();
        PolyMatrix { ring: self.ring.clone(), rows: count, columns: self.columns, entries }
    }
}
