//! Dense matrices: a ring, a shape, and a vector of entries.

use crate::{
    Error, Result,
    bits::checked_words,
    engine::Context,
    monitor::Decision,
    ring::{self, Block, Coeffs, Elements, Ring, ToLimbs, View},
    scratch::Buf,
};
use std::{
    fmt,
    hash::{Hash, Hasher},
};

/// A dense matrix in row-major order. It may have no rows, or no columns.
///
/// Operators panic where their `checked_` twins return an error: for different rings or incompatible shapes.
///
/// ```
/// use polymod::{Matrix, Zn};
/// let f = Zn::new(97)?;
/// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
/// assert_eq!(a.det()?, 95);
/// assert_eq!(&a * &a.inverse()?, Matrix::identity(&f, 2));
/// assert_eq!(a.charpoly()?.to_string(), "x^2 + 92*x + 95");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct Matrix<R: Ring> {
    pub(super) ring: R,
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) entries: Coeffs<R>,
}

impl<R: Ring> Matrix<R> {
    /// The matrix of this shape with these entries in row-major order.
    ///
    /// ```
    /// # use polymod::{Matrix, Ring, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::new(&f, 2, 3, f.collect(&[1, 2, 3, 4, 5, 6]))?;
    /// assert_eq!((a.get(0, 2), a.get(1, 0)), (3, 4));
    /// assert!(Matrix::new(&f, 2, 3, f.collect(&[1, 2])).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if there are not rows·cols entries; [`Error::TooLarge`] if they exceed the length of a vector.
    pub fn new(ring: &R, rows: usize, cols: usize, entries: Coeffs<R>) -> Result<Self> {
        let expected = size(rows, cols)?;
        if entries.len() != expected {
            return Err(Error::Length { what: "the entries of a matrix", expected, got: entries.len() });
        }
        Ok(Matrix { ring: ring.clone(), rows, cols, entries })
    }

    /// The matrix with the images of these integers.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Matrix::from_i64(&f, &[&[1, -1], &[0, 98]])?.get(0, 1), 96);
    /// assert!(Matrix::from_i64(&f, &[&[1, -1], &[0]]).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if the rows differ in length.
    pub fn from_i64(ring: &R, rows: &[&[i64]]) -> Result<Self> {
        let cols = rows.first().map_or(0, |row| row.len());
        if let Some(row) = rows.iter().find(|row| row.len() != cols) {
            return Err(Error::Length { what: "a row of a matrix", expected: cols, got: row.len() });
        }
        let entries: Vec<_> = rows.iter().flat_map(|row| row.iter().map(|&x| ring.elem(x))).collect();
        Self::new(ring, rows.len(), cols, ring.collect(&entries))
    }

    /// The matrix of this shape with the images of these integers, of any type, in row-major order.
    ///
    /// ```
    /// use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Matrix::from_ints(&f, 1, 2, [u64::MAX, 98])?, Matrix::from_i64(&f, &[&[60, 1]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn from_ints<I: ToLimbs>(
        ring: &R,
        rows: usize,
        cols: usize,
        entries: impl IntoIterator<Item = I>,
    ) -> Result<Self> {
        Self::new(ring, rows, cols, ring::images(ring, entries))
    }

    /// The matrix whose entry in row i and column j is `entry(i, j)`.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_fn(&f, 2, 3, |i, j| 10 * i as u64 + j as u64)?;
    /// assert_eq!(a, Matrix::from_i64(&f, &[&[0, 1, 2], &[10, 11, 12]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the entries exceed the length of a vector.
    pub fn from_fn(ring: &R, rows: usize, cols: usize, mut entry: impl FnMut(usize, usize) -> R::Elem) -> Result<Self> {
        let mut entries = ring.zeros(size(rows, cols)?);
        for i in 0..rows {
            for j in 0..cols {
                ring.set(&mut entries, i * cols + j, &entry(i, j));
            }
        }
        Self::new(ring, rows, cols, entries)
    }

    /// The zero matrix.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let zero = Matrix::zero(&Zn::new(97)?, 2, 3)?;
    /// assert_eq!((zero.shape(), zero.is_zero()), ((2, 3), true));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the entries exceed the length of a vector.
    pub fn zero(ring: &R, rows: usize, cols: usize) -> Result<Self> {
        Self::new(ring, rows, cols, ring.zeros(size(rows, cols)?))
    }

    /// The n×n identity matrix.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Matrix::identity(&f, 2), Matrix::from_i64(&f, &[&[1, 0], &[0, 1]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If n² entries exceed the length of a vector.
    #[must_use]
    pub fn identity(ring: &R, n: usize) -> Self {
        let (mut entries, one) = (ring.zeros(n * n), ring.one());
        for i in 0..n {
            ring.set(&mut entries, i * (n + 1), &one);
        }
        Matrix { ring: ring.clone(), rows: n, cols: n, entries }
    }

    /// The ring of the entries.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(*Matrix::identity(&f, 2).ring(), f);
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
    /// # use polymod::{Matrix, Zn};
    /// assert_eq!(Matrix::zero(&Zn::new(97)?, 2, 3)?.rows(), 2);
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
    /// # use polymod::{Matrix, Zn};
    /// assert_eq!(Matrix::zero(&Zn::new(97)?, 2, 3)?.cols(), 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Rows and columns.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// assert_eq!(Matrix::from_i64(&Zn::new(97)?, &[&[1, 2, 3], &[4, 5, 6]])?.shape(), (2, 3));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn shape(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    /// All entries in row-major order.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(f.words(a.entries()), [1, 2, 3, 4]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn entries(&self) -> View<'_, R> {
        self.entries.view()
    }

    /// The vector of entries.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let v = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?.into_entries();
    /// assert_eq!(Matrix::new(&f, 1, 4, v)?, Matrix::from_i64(&f, &[&[1, 2, 3, 4]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn into_entries(self) -> Coeffs<R> {
        self.entries
    }

    /// The entries one by one, in row-major order.
    ///
    /// ```
    /// use polymod::{Matrix, Zn};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.iter().collect::<Vec<_>>(), [1, 2, 3, 4]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn iter(&self) -> Elements<'_, R> {
        Elements::new(&self.ring, self.entries())
    }

    /// Row i.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(f.words(a.row(1)), [3, 4]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    #[inline]
    pub fn row(&self, i: usize) -> View<'_, R> {
        self.block().row(i)
    }

    /// The entry in row i and column j.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[1, 2], &[3, -4]])?;
    /// assert_eq!((a.get(0, 1), a.get(1, 1)), (2, 93));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such entry.
    #[must_use]
    #[inline]
    pub fn get(&self, i: usize, j: usize) -> R::Elem {
        self.ring.get(self.row(i), j)
    }

    /// Sets the entry in row i and column j.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let mut a = Matrix::identity(&Zn::new(97)?, 2);
    /// a.set(0, 1, &5);
    /// assert_eq!(a.pow(3)?.get(0, 1), 15);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such entry.
    pub fn set(&mut self, i: usize, j: usize, x: &R::Elem) {
        assert!(i < self.rows && j < self.cols, "entry {i}, {j} of {} by {}", self.rows, self.cols);
        self.ring.set(&mut self.entries, i * self.cols + j, x);
    }

    /// Whether all entries are zero.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let nilpotent = Matrix::from_i64(&Zn::new(97)?, &[&[0, 1], &[0, 0]])?;
    /// assert!(!nilpotent.is_zero() && (&nilpotent * &nilpotent).is_zero());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.ring.trimmed_len(self.entries()) == 0
    }

    /// The whole matrix as a block.
    #[inline]
    pub(super) fn block(&self) -> Block<'_, R> {
        Block::new(self.entries(), self.rows, self.cols, self.cols)
    }

    /// The number of rows of a square matrix; an error for any other.
    pub(super) fn square(&self, operation: &'static str) -> Result<usize> {
        if self.rows == self.cols {
            return Ok(self.rows);
        }
        Err(Error::NotSquare { operation, rows: self.rows, cols: self.cols })
    }

    /// Whether both are over the same ring.
    #[inline]
    pub(super) fn same_ring(&self, other: &Self) -> Result<()> {
        ring::same_ring(&self.ring, &other.ring)
    }

    /// The matrix over this one's ring with the entries in these words, as many for each.
    #[inline(always)]
    pub(super) fn of_words(&self, (words, width): (Buf, usize), rows: usize, cols: usize) -> Self {
        let entries = Coeffs::from_words(words, rows * cols, width);
        Matrix { ring: self.ring.clone(), rows, cols, entries }
    }

    /// Tells the monitor that a computation of several steps on this matrix begins, and which algorithm it takes.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub(super) fn begins(&self, what: &str, way: &'static str) -> Result<()> {
        let task = || format!("{what} over {}, {} by {} entries", self.ring.name(), self.rows, self.cols);
        self.ring.engine().enter(|cx| cx.begins(|| Decision::only(task(), way)))
    }

    /// Entry of every public operation: checks that the rings agree, and enters the engine. `work` estimates the number of
    /// products of entries, which decides whether starting threads pays.
    pub(super) fn with<T: Send>(
        &self,
        others: &[&Self],
        work: f64,
        f: impl FnOnce(&R, Context<'_>) -> Result<T> + Send,
    ) -> Result<T> {
        for other in others {
            self.same_ring(other)?;
        }
        self.ring.engine().enter(|cx| {
            cx.check()?;
            let ns = work * cx.engine().costs().word_mul * self.entries.width.max(1) as f64;
            if cx.for_work(ns).threads() > 1 { cx.inside(|cx| f(&self.ring, cx)) } else { f(&self.ring, cx.alone()) }
        })
    }
}

/// The number of entries; an error if it exceeds the length of a vector.
pub(super) fn size(rows: usize, cols: usize) -> Result<usize> {
    checked_words("the matrix", rows, cols)
}

impl<R: Ring> PartialEq for Matrix<R> {
    fn eq(&self, other: &Self) -> bool {
        self.ring == other.ring && self.shape() == other.shape() && self.ring.same(self.entries(), other.entries())
    }
}

impl<R: Ring + Eq> Eq for Matrix<R> {}

/// Equal matrices have equal hashes: those of the ring, the shape and the entries, however these are stored.
impl<R: Ring + Hash> Hash for Matrix<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.ring, self.shape()).hash(state);
        ring::hash(&self.ring, self.entries(), state);
    }
}

/// The entries one by one, in row-major order.
impl<'a, R: Ring> IntoIterator for &'a Matrix<R> {
    type Item = R::Elem;
    type IntoIter = Elements<'a, R>;

    fn into_iter(self) -> Elements<'a, R> {
        self.iter()
    }
}

impl<R: Ring> fmt::Debug for Matrix<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        write!(f, "Matrix over {}, {} by {} [", self.ring.name(), self.rows, self.cols)?;
        for i in 0..self.entries.len().min(SHOWN) {
            write!(f, "{}{:?}", if i > 0 { ", " } else { "" }, self.ring.get(self.entries(), i))?;
        }
        f.write_str(if self.entries.len() > SHOWN { ", …]" } else { "]" })
    }
}
