//! Matrices of polynomials: a ring, two dimensions and the entries.

use crate::{
    Error, Result,
    bits::checked_words,
    engine::Context,
    monitor::Decision,
    poly::Poly,
    ring::{self, Grid, Ring},
};
use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::{Index, Range},
    slice, vec,
};

/// A matrix of polynomials in one variable, in row-major order. Either dimension may be 0.
///
/// Operators panic where their `checked_` twins return an error.
///
/// ```
/// use polymod::{Poly, PolyMatrix, Zn};
/// let f = Zn::new(97)?;
/// let p = |c: &[i64]| Poly::from_i64(&f, c);
/// let a = PolyMatrix::new(&f, 2, 2, vec![p(&[1, 1]), p(&[2]), p(&[0, 3]), p(&[])])?;      // 1 + x, 2; 3x, 0
/// let b = &a * &a;
/// assert_eq!(*b.get(0, 0), p(&[1, 8, 1]));
/// assert_eq!(a.degree(), Some(1));
/// assert_eq!(a.eval(&2), [3, 2, 6, 0]);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct PolyMatrix<R: Ring> {
    pub(super) ring: R,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) entries: Vec<Poly<R>>,
}

/// A shift: one integer per column, of magnitude at most 2^61, added to degrees; the s of s-degrees and s-Popov forms. The s-degree
/// of a row is the largest deg(entry j) + s_j over its nonzero entries.
///
/// ```
/// # use polymod::{Poly, PolyMatrix, Zn, matrix::Shift};
/// let f = Zn::new(97)?;
/// let row = PolyMatrix::new(&f, 1, 2, vec![Poly::monomial(&f, &1, 3), Poly::one(&f)])?; // x³, 1
/// let shifts: [&Shift; 2] = [&[0, 0], &[0, 5]];
/// assert_eq!(shifts.map(|s| row.row_degrees(s).unwrap()), [[Some(3)], [Some(5)]]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub type Shift = [i64];

impl<R: Ring> PolyMatrix<R> {
    /// The matrix with these entries in row-major order.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let entries = vec![Poly::x(&f), Poly::one(&f)];
    /// assert_eq!(*PolyMatrix::new(&f, 1, 2, entries.clone())?.get(0, 1), entries[1]);
    /// assert!(PolyMatrix::new(&f, 2, 2, entries).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless there are `rows`·`columns` entries; [`Error::RingsDiffer`].
    pub fn new(ring: &R, rows: usize, columns: usize, entries: Vec<Poly<R>>) -> Result<Self> {
        if rows.checked_mul(columns) != Some(entries.len()) {
            let expected = rows.saturating_mul(columns);
            return Err(Error::Length { what: "the entries of a matrix", expected, got: entries.len() });
        }
        entries.iter().try_for_each(|e| ring::same_ring(ring, e.ring()))?;
        Ok(PolyMatrix { ring: ring.clone(), rows, columns, entries })
    }

    /// The matrix with f(i, j) in row i and column j.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::monomial(&f, &1, i + j))?;
    /// assert_eq!((a.degree(), a.det()?), (Some(2), Poly::zero(&f))); // 1, x; x, x²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`] if the entries exceed the length of a vector.
    pub fn from_fn(ring: &R, rows: usize, columns: usize, mut f: impl FnMut(usize, usize) -> Poly<R>) -> Result<Self> {
        checked_words("the matrix", rows, columns)?;
        let entries = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))).map(|(i, j)| f(i, j)).collect();
        Self::new(ring, rows, columns, entries)
    }

    /// The zero matrix.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn};
    /// let zero = PolyMatrix::zero(&Zn::new(97)?, 2, 3);
    /// assert_eq!((zero.shape(), zero.degree()), ((2, 3), None));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If the entries exceed the length of a vector.
    #[must_use]
    pub fn zero(ring: &R, rows: usize, columns: usize) -> Self {
        let entries = vec![Poly::zero(ring); rows.checked_mul(columns).expect("a number of entries")];
        PolyMatrix { ring: ring.clone(), rows, columns, entries }
    }

    /// The identity.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::monomial(&f, &3, i + j))?;
    /// assert_eq!(&PolyMatrix::identity(&f, 2) * &a, a);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn identity(ring: &R, n: usize) -> Self {
        let mut unit = Self::zero(ring, n, n);
        unit.entries.iter_mut().step_by(n + 1).for_each(|e| *e = Poly::one(ring));
        unit
    }

    /// The ring of the coefficients.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(*PolyMatrix::identity(&f, 2).ring(), f);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// Number of rows.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn};
    /// assert_eq!(PolyMatrix::zero(&Zn::new(97)?, 2, 3).rows(), 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn};
    /// assert_eq!(PolyMatrix::zero(&Zn::new(97)?, 2, 3).cols(), 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn cols(&self) -> usize {
        self.columns
    }

    /// Rows and columns.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn};
    /// assert_eq!(PolyMatrix::zero(&Zn::new(97)?, 2, 3).shape(), (2, 3));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn shape(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// The entry in row i and column j.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::identity(&f, 2).shl(1);
    /// assert_eq!((a.get(0, 0), a.get(0, 1)), (&Poly::x(&f), &Poly::zero(&f)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such entry.
    #[must_use]
    #[inline]
    pub fn get(&self, i: usize, j: usize) -> &Poly<R> {
        assert!(j < self.columns, "column {j} of {}", self.columns);
        &self.entries[i * self.columns + j]
    }

    /// The entries in row-major order.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let (zero, one) = (Poly::zero(&f), Poly::one(&f));
    /// assert_eq!(PolyMatrix::identity(&f, 2).entries(), [one.clone(), zero.clone(), zero, one]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn entries(&self) -> &[Poly<R>] {
        &self.entries
    }

    /// The entries in row-major order.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let entries = vec![Poly::x(&f), Poly::one(&f)];
    /// assert_eq!(PolyMatrix::new(&f, 2, 1, entries.clone())?.into_entries(), entries);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn into_entries(self) -> Vec<Poly<R>> {
        self.entries
    }

    /// Row i.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(PolyMatrix::identity(&f, 2).row(1), [Poly::zero(&f), Poly::one(&f)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    #[inline]
    pub fn row(&self, i: usize) -> &[Poly<R>] {
        &self.entries[i * self.columns..(i + 1) * self.columns]
    }

    /// The largest degree of an entry; None for the zero matrix.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(PolyMatrix::identity(&f, 2).shl(3).degree(), Some(3));
    /// assert_eq!(PolyMatrix::zero(&f, 2, 2).degree(), None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn degree(&self) -> Option<usize> {
        self.entries.iter().filter_map(Poly::degree).max()
    }

    /// Whether all entries are zero.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn};
    /// let one = PolyMatrix::identity(&Zn::new(97)?, 2);
    /// assert!(!one.is_zero() && (&one - &one).is_zero());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.entries.iter().all(Poly::is_empty)
    }

    /// The s-degree of each row, None for zero rows.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::new(&f, 2, 2, vec![Poly::x(&f), Poly::one(&f), Poly::zero(&f), Poly::zero(&f)])?; // x, 1; 0, 0
    /// assert_eq!(a.row_degrees(&[0, 0])?, [Some(1), None]);
    /// assert_eq!(a.row_degrees(&[0, 4])?, [Some(4), None]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless the shift has one integer per column; [`Error::OutOfRange`] for integers of magnitude above 2^61.
    pub fn row_degrees(&self, shift: &Shift) -> Result<Vec<Option<i64>>> {
        check_shift(shift, self.columns)?;
        Ok(self.shifted_degrees(shift))
    }

    /// The s-degree of each row, None for zero rows.
    pub(super) fn shifted_degrees(&self, shift: &Shift) -> Vec<Option<i64>> {
        let degree = |(e, s): (&Poly<R>, &i64)| e.degree().map(|d| d as i64 + s);
        (0..self.rows).map(|i| self.row(i).iter().zip(shift).filter_map(degree).max()).collect()
    }

    /// The submatrix of these rows and columns.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 3, 3, |i, j| Poly::monomial(&f, &1, 3 * i + j))?;
    /// let corner = a.part(1..3, 2..3);
    /// assert_eq!(corner.entries(), [Poly::monomial(&f, &1, 5), Poly::monomial(&f, &1, 8)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If a row or column does not exist.
    #[must_use]
    pub fn part(&self, rows: Range<usize>, columns: Range<usize>) -> Self {
        let (m, n) = (rows.len(), columns.len());
        let entries = rows.flat_map(|i| self.row(i)[columns.clone()].iter().cloned()).collect();
        PolyMatrix { ring: self.ring.clone(), rows: m, columns: n, entries }
    }

    /// The rows with these indices, in this order.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = PolyMatrix::from_fn(&f, 3, 1, |i, _| Poly::monomial(&f, &1, i))?;
    /// assert_eq!(a.select_rows(&[2, 0]).entries(), [Poly::monomial(&f, &1, 2), Poly::one(&f)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If a row does not exist.
    #[must_use]
    pub fn select_rows(&self, indices: &[usize]) -> Self {
        let entries = indices.iter().flat_map(|&i| self.row(i).iter().cloned()).collect();
        PolyMatrix { ring: self.ring.clone(), rows: indices.len(), columns: self.columns, entries }
    }

    /// The number of rows of a square matrix; an error for any other.
    pub(super) fn check_square(&self, operation: &'static str) -> Result<usize> {
        if self.rows == self.columns {
            return Ok(self.rows);
        }
        Err(Error::NotSquare { operation, rows: self.rows, cols: self.columns })
    }

    /// Tells the monitor that a computation of several steps on this matrix begins, and which algorithm it takes.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub(super) fn begins(&self, what: &str, way: &'static str) -> Result<()> {
        let outline = || {
            let (m, n, len) = (self.rows, self.columns, self.degree().map_or(0, |d| d + 1));
            Decision::only(format!("{what} over {}[x], {m} by {n}, {len} coefficients", self.ring.name()), way)
        };
        self.ring.engine().enter(|cx| cx.begins(outline))
    }

    /// The entries as coefficient vectors.
    pub(super) fn grid(&self) -> Grid<'_, R> {
        Grid { rows: self.rows, columns: self.columns, entries: self.entries.iter().map(Poly::coeffs).collect() }
    }

    /// Entry of every public operation on two matrices: checks that the rings agree, and enters the engine.
    pub(super) fn with<T>(&self, other: &Self, f: impl FnOnce(&R, Context<'_>) -> Result<T>) -> Result<T> {
        ring::same_ring(&self.ring, &other.ring)?;
        self.ring.engine().enter(|cx| {
            cx.check()?;
            f(&self.ring, cx)
        })
    }
}

/// # Errors
/// [`Error::Length`] unless the shift has `len` integers; [`Error::OutOfRange`] where one of them is of magnitude above 2^61.
pub(crate) fn check_shift(shift: &Shift, len: usize) -> Result<()> {
    /// s-degrees, and differences of them, are integers of a word
    const LARGEST: u64 = 1 << 61;
    if shift.len() != len {
        return Err(Error::Length { what: "a shift", expected: len, got: shift.len() });
    }
    match shift.iter().find(|s| s.unsigned_abs() > LARGEST) {
        Some(s) => {
            let (expected, got) = ("integers of magnitude at most 2^61", s.to_string());
            Err(Error::OutOfRange { what: "a shift", expected, got })
        }
        None => Ok(()),
    }
}

/// Returns the error of a cancelled computation.
pub(super) fn check<R: Ring>(r: &R) -> Result<()> {
    if r.engine().cancel().is_raised() { Err(Error::Cancelled) } else { Ok(()) }
}

impl<R: Ring> PartialEq for PolyMatrix<R> {
    fn eq(&self, other: &Self) -> bool {
        (self.rows, self.columns) == (other.rows, other.columns)
            && self.ring == other.ring
            && self.entries == other.entries
    }
}

impl<R: Ring + Eq> Eq for PolyMatrix<R> {}

/// Equal matrices have equal hashes: those of the ring, the shape and the entries.
impl<R: Ring + Hash> Hash for PolyMatrix<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.ring, self.shape(), &self.entries).hash(state);
    }
}

/// The entry in row i and column j; panics if there is no such entry.
///
/// ```
/// use polymod::{PolyMatrix, Zn};
/// let a = PolyMatrix::identity(&Zn::new(97)?, 2);
/// assert_eq!((a[(1, 1)].len(), a[(0, 1)].len()), (1, 0));
/// # Ok::<(), polymod::Error>(())
/// ```
impl<R: Ring> Index<(usize, usize)> for PolyMatrix<R> {
    type Output = Poly<R>;

    fn index(&self, (i, j): (usize, usize)) -> &Poly<R> {
        self.get(i, j)
    }
}

/// The entries, in row-major order.
impl<'a, R: Ring> IntoIterator for &'a PolyMatrix<R> {
    type Item = &'a Poly<R>;
    type IntoIter = slice::Iter<'a, Poly<R>>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

/// The entries, in row-major order.
impl<R: Ring> IntoIterator for PolyMatrix<R> {
    type Item = Poly<R>;
    type IntoIter = vec::IntoIter<Poly<R>>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<R: Ring> fmt::Debug for PolyMatrix<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 16;
        write!(f, "PolyMatrix {} by {} over {} ", self.rows, self.columns, self.ring.name())?;
        f.debug_list().entries(self.entries.iter().take(SHOWN)).finish()?;
        if self.entries.len() > SHOWN { write!(f, " … {} in all", self.entries.len()) } else { Ok(()) }
    }
}
