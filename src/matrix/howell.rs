//! Howell forms, and what they give of matrices over Z/n for composite n: kernels, solutions, inverses, invariant factors.
//!
//! Rows are inserted one by one into a form whose row j begins in column j with a divisor of n. Of two rows that begin in the same column unimodular
//! combinations are taken, one with the greatest common divisor of both entries, one with 0. Each row of the form, times n over its first entry, is
//! inserted as well: so the rows of the form that begin after any number of zeros generate all combinations that do (Howell 1986, "Spans in the module
//! (Z_m)^s"; Storjohann, Mulders 1998, "Fast algorithms for linear algebra modulo N").

use super::Matrix;
use crate::{
    Error, Result,
    engine::Context,
    ring::{Block, Coeffs, Direct, Ring, divisors::modulus, integer_image as element},
};
use rug::{Integer, integer::Order};
use std::cmp::Ordering;

impl<R: Direct> Matrix<R> {
    /// The Howell form of the rows, without zero rows: the only matrix in row echelon form with the same combinations of rows, in which each row begins with a
    /// divisor of n below which all entries above it are, and rows that begin later generate all combinations that do. Over a field this is the reduced
    /// echelon form. It may have more rows than self, no more than columns.
    ///
    /// In: over Z/n any matrix, over other rings one whose pivots are units. Cost: that of elimination where pivots are units, else products of
    /// entries as many as m·c² for m rows and c columns, and c² for each time that a pivot changes, which is at most log₂ n times for each.
    ///
    /// Source: Howell 1986, "Spans in the module (Z_m)^s"; Storjohann, Mulders 1998, "Fast algorithms for linear algebra modulo N".
    ///
    /// ```
    /// use polymod::{Error, Matrix, Zn};
    /// let r = Zn::new(12)?;
    /// let a = Matrix::from_i64(&r, &[&[8, 5, 5], &[0, 9, 8], &[0, 0, 10]])?;
    /// assert_eq!(a.howell()?, Matrix::from_i64(&r, &[&[4, 1, 0], &[0, 3, 0], &[0, 0, 1]])?);
    /// // by it systems are solved in which no entry is a unit: 8·2 = 4
    /// let c = |x| Matrix::from_i64(&r, &[&[x]]);
    /// assert_eq!((c(8)?.solve(&c(4)?), c(8)?.solve(&c(2)?)), (c(2), Err(Error::Inconsistent { column: 0 })));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] over other rings than Z/n where a pivot is no unit; [`Error::Cancelled`].
    pub fn howell(&self) -> Result<Self> {
        self.row_space()
    }

    /// The [Howell form](Self::howell) H, and U with U·self = H.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let r = Zn::new(4)?;
    /// let a = Matrix::from_i64(&r, &[&[2, 1]])?;
    /// let (h, u) = a.howell_with_transform()?;
    /// assert_eq!(h, Matrix::from_i64(&r, &[&[2, 1], &[0, 2]])?);
    /// assert_eq!(&u * &a, h);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`howell`](Self::howell).
    pub fn howell_with_transform(&self) -> Result<(Self, Self)> {
        let (r, m, c) = (&self.ring, self.rows, self.cols);
        let joined = self.beside(&Self::identity(r, m))?.row_space()?;
        let rank = (0..joined.rows).filter(|&i| leading(&joined, i).is_some_and(|j| j < c)).count();
        let part = |from: usize, len: usize| Self::from_fn(r, rank, len, |i, j| joined.get(i, from + j));
        Ok((part(0, c)?, part(c, m)?))
    }

    /// The invariant factors other than 0: divisors d_1, d_2, … of n, each one of the next, with self = U·D·V for invertible U and V and the
    /// diagonal matrix D of these and zeros. Their number is the [`rank`](Self::rank).
    ///
    /// Source: Storjohann 2000, "Algorithms for matrix canonical forms", by Howell forms of rows and columns in turn. Cost: that of a few of these.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let r = Zn::new(12)?;
    /// let a = Matrix::from_i64(&r, &[&[2, 0], &[0, 3]])?;
    /// assert_eq!((a.invariant_factors()?, a.rank()?), (vec![1, 6], 2));
    /// assert_eq!(Matrix::from_i64(&r, &[&[4, 0], &[0, 3]])?.invariant_factors()?, [1]); // 12 = 0
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`howell`](Self::howell).
    pub fn invariant_factors(&self) -> Result<Vec<R::Elem>> {
        self.smith_diagonal()
    }
}

impl<R: Ring> Matrix<R> {
    /// The Howell form.
    pub(crate) fn row_space(&self) -> Result<Self> {
        match self.echelon() {
            Ok(echelon) => echelon.nonzero_rows(),
            Err(refused) => self.row_space_by_forms(refused),
        }
    }

    /// The Howell form, where elimination was refused.
    pub(super) fn row_space_by_forms(&self, refused: Error) -> Result<Self> {
        Self::of_rows(&self.ring, &self.form(refused)?.rows, 0, self.cols)
    }

    /// The form by combinations of rows, where elimination was refused over Z/n; that refusal over other rings.
    fn form(&self, refused: Error) -> Result<Form<R>> {
        let n = modulus(&self.ring).filter(|_| matches!(refused, Error::NotInvertible { .. })).ok_or(refused)?;
        self.begins("Howell form", "unimodular")?;
        let work = self.rows as f64 * (self.cols as f64).powi(2);
        self.with(&[], work, |r, cx| {
            let mut form = Growing { r, n, width: self.cols, rows: (0..self.cols).map(|_| None).collect(), cx };
            for i in 0..self.rows {
                form.insert(r.owned(self.row(i)))?;
            }
            form.reduced()
        })
    }

    /// These rows, restricted to the columns of a range.
    pub(super) fn of_rows(r: &R, rows: &[Coeffs<R>], from: usize, cols: usize) -> Result<Self> {
        Self::from_fn(r, rows.len(), cols, |i, j| r.get(rows[i].view(), from + j))
    }

    /// The matrix of these columns, and those of another with as many rows.
    fn beside(&self, right: &Self) -> Result<Self> {
        let (r, cols) = (&self.ring, self.cols + right.cols);
        let mut entries = r.zeros(super::dense::size(self.rows, cols)?);
        for i in 0..self.rows {
            r.copy_at(&mut entries, i * cols, self.row(i));
            r.copy_at(&mut entries, i * cols + self.cols, right.row(i));
        }
        Self::new(r, self.rows, cols, entries)
    }

    /// The kernel, where elimination was refused: the combinations of the transpose's rows that are 0, in Howell form.
    pub(super) fn kernel_by_forms(&self, refused: Error) -> Result<Self> {
        let form = self.transposed().beside(&Self::identity(&self.ring, self.cols))?.form(refused)?;
        let first = form.pivots.partition_point(|&j| j < self.rows);
        Self::of_rows(&self.ring, &form.rows[first..], self.rows, self.cols)
    }

    /// X with self·X = right, where elimination was refused: of all solutions that whose last unknowns are the least, so that unknowns that are free are 0.
    pub(super) fn solution_by_forms(&self, right: &Self, refused: Error) -> Result<Self> {
        let (r, m, c) = (&self.ring, self.rows, self.cols);
        // the combinations of columns, with the unknowns, the last one first
        let form = self.transposed().beside(&Self::identity(r, c).mirrored())?.form(refused)?;
        let mut x = Self::zero(r, c, right.cols)?;
        for column in 0..right.cols {
            let mut rest = r.zeros(m + c);
            (0..m).for_each(|i| r.set(&mut rest, i, &right.get(i, column)));
            if !form.reduce(r, &mut rest, m) {
                return Err(Error::Inconsistent { column });
            }
            (0..c).for_each(|i| x.set(i, column, &r.get(rest.view(), m + c - 1 - i)));
        }
        Ok(x)
    }

    /// The inverse, where elimination was refused.
    pub(super) fn inverse_by_forms(&self, refused: Error) -> Result<Self> {
        match self.solution_by_forms(&Self::identity(&self.ring, self.rows), refused) {
            Err(Error::Inconsistent { .. }) => {
                self.ring.inv(&self.direct_det()?)?;
                Err(Error::Singular { rank: self.smith_diagonal()?.len(), size: self.rows })
            }
            solved => solved,
        }
    }

    /// The rank, where elimination was refused.
    pub(super) fn rank_by_forms(&self, refused: Error) -> Result<usize> {
        if modulus(&self.ring).is_none() { Err(refused) } else { Ok(self.smith_diagonal()?.len()) }
    }

    /// The invariant factors other than 0.
    fn smith_diagonal(&self) -> Result<Vec<R::Elem>> {
        let (r, mut form) = (&self.ring, self.row_space()?);
        let Some(n) = modulus(r) else { return Ok(vec![r.one(); form.rows]) };
        while !is_diagonal(&form) {
            form = form.transposed().row_space()?;
        }
        let entry = |i: usize| leading(&form, i).map(|j| integer(r, form.row(i), j));
        let mut factors: Vec<Integer> = (0..form.rows).filter_map(entry).collect();
        for i in 0..factors.len() {
            for j in i + 1..factors.len() {
                let divisor = factors[i].clone().gcd(&factors[j]);
                let cofactor = factors[i].clone().div_exact(&divisor);
                factors[j] *= cofactor;
                factors[i] = divisor;
            }
        }
        // divisors of n, of which n itself is 0
        Ok(factors.iter().filter(|d| **d != n).map(|d| element(r, d)).collect())
    }
}

/// An entry as an integer from 0 to n.
fn integer<R: Ring>(r: &R, row: crate::ring::View<'_, R>, j: usize) -> Integer {
    let mut limbs = Vec::new();
    r.limbs(row, j, &mut limbs);
    Integer::from_digits(&limbs, Order::Lsf)
}

/// The first column in which a row is not 0.
pub fn leading<R: Ring>(a: &Matrix<R>, i: usize) -> Option<usize> {
    (0..a.cols).find(|&j| !a.ring.is_zero(&a.get(i, j)))
}

/// Whether each row and each column has one entry other than 0 at most.
fn is_diagonal<R: Ring>(a: &Matrix<R>) -> bool {
    let used = |i: usize, j: usize| !a.ring.is_zero(&a.get(i, j));
    (0..a.rows).all(|i| (0..a.cols).filter(|&j| used(i, j)).count() < 2)
        && (0..a.cols).all(|j| (0..a.rows).filter(|&i| used(i, j)).count() < 2)
}

/// `out` −= factor·row, of which the entries before column j are 0.
pub(super) fn subtract<R: Ring>(r: &R, out: &mut Coeffs<R>, factor: &R::Elem, row: &Coeffs<R>, j: usize) {
    let (factor, tail) = (r.collect(std::slice::from_ref(factor)), row.slice(j..row.len()));
    let len = tail.len();
    r.sub_combination(out, j, factor.view(), Block::new(tail, 1, len, len));
}

/// A form that rows are inserted into.
struct Growing<'a, R: Ring> {
    r: &'a R,
    n: Integer,
    width: usize,
    /// Entry j: the row that begins in column j, with a divisor of n.
    rows: Vec<Option<Coeffs<R>>>,
    cx: Context<'a>,
}

/// A finished form.
struct Form<R: Ring> {
    pivots: Vec<usize>,
    rows: Vec<Coeffs<R>>,
}

impl<R: Ring> Growing<'_, R> {
    /// Inserts a row, and the multiples of rows of the form that begin later than these.
    fn insert(&mut self, row: Coeffs<R>) -> Result<()> {
        let mut waiting = vec![row];
        while let Some(mut row) = waiting.pop() {
            self.cx.check()?;
            for j in 0..self.width {
                if !self.r.is_zero(&self.r.get(row.view(), j)) {
                    waiting.extend(self.meet(&mut row, j));
                }
            }
        }
        Ok(())
    }

    /// Makes a row that begins in column j begin later, together with that of the form; returns another row to be inserted where that has changed.
    fn meet(&mut self, row: &mut Coeffs<R>, j: usize) -> Option<Coeffs<R>> {
        let (r, entry) = (self.r, integer(self.r, row.view(), j));
        let scaled = |row: &Coeffs<R>, factor: &Integer| {
            let mut row = row.clone();
            r.scale(&mut row, &element(r, factor));
            row
        };
        let Some(own) = self.rows[j].take() else {
            // this multiple, and that by n over the divisor, generate the row
            let (divisor, factor, _) = entry.extended_gcd(self.n.clone(), Integer::new());
            let cofactor = self.n.clone().div_exact(&divisor);
            self.rows[j] = Some(scaled(row, &factor));
            r.scale(row, &element(r, &cofactor));
            return None;
        };
        let pivot = integer(r, own.view(), j);
        if entry.is_divisible(&pivot) {
            subtract(r, row, &element(r, &entry.div_exact(&pivot)), &own, j);
            self.rows[j] = Some(own);
            return None;
        }
        let (divisor, s, t) = pivot.clone().extended_gcd(entry.clone(), Integer::new());
        let mut new = scaled(&own, &s);
        subtract(r, &mut new, &element(r, &-t), row, j);
        *row = scaled(row, &pivot.div_exact(&divisor));
        subtract(r, row, &element(r, &entry.div_exact(&divisor)), &own, j);
        let multiple = scaled(&new, &self.n.clone().div_exact(&divisor));
        self.rows[j] = Some(new);
        Some(multiple)
    }

    /// The form with the entries above each pivot reduced by it.
    fn reduced(self) -> Result<Form<R>> {
        let r = self.r;
        let (mut pivots, mut rows) = (Vec::new(), Vec::new());
        for (j, row) in self.rows.into_iter().enumerate() {
            if let Some(row) = row {
                pivots.push(j);
                rows.push(row);
            }
        }
        for i in (0..rows.len()).rev() {
            self.cx.check()?;
            let (above, below) = rows.split_at_mut(i + 1);
            for (other, &j) in below.iter().zip(&pivots[i + 1..]) {
                let quotient = integer(r, above[i].view(), j) / integer(r, other.view(), j);
                if quotient.cmp0() != Ordering::Equal {
                    subtract(r, &mut above[i], &element(r, &quotient), other, j);
                }
            }
        }
        Ok(Form { pivots, rows })
    }
}

impl<R: Ring> Form<R> {
    /// Reduces a row: by the rows that begin before column m to 0 in these columns, or else the answer is false; then, the sign of the others changed,
    /// these by the other rows.
    fn reduce(&self, r: &R, row: &mut Coeffs<R>, m: usize) -> bool {
        let first = self.pivots.partition_point(|&j| j < m);
        let quotient = |row: &Coeffs<R>, k: usize| {
            let j = self.pivots[k];
            element(r, &(integer(r, row.view(), j) / integer(r, self.rows[k].view(), j)))
        };
        for k in 0..first {
            let by = quotient(row, k);
            subtract(r, row, &by, &self.rows[k], self.pivots[k]);
        }
        if (0..m).any(|j| !r.is_zero(&r.get(row.view(), j))) {
            return false;
        }
        r.neg_all(row);
        for k in first..self.rows.len() {
            let by = quotient(row, k);
            subtract(r, row, &by, &self.rows[k], self.pivots[k]);
        }
        true
    }
}
