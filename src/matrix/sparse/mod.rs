//! Sparse matrices: their nonzero entries row by row, products by blocks of vectors, and results of products alone.

mod choice;
mod det;
mod minpoly;
mod ops;
pub mod rank;
pub mod relations;
mod solve;

#[cfg(feature = "integers")]
pub(crate) use choice::{Computation, WIEDEMANN, predicted_ns};

use super::{Matrix, dense::size};
use crate::{
    Error, Result,
    engine::Context,
    ring::{self, Coeffs, Ring, View},
};
use std::fmt;

/// A sparse matrix: for each row its entries, by columns. Places without an entry are 0.
///
/// ```
/// use polymod::{Matrix, Zn, matrix::SparseMatrix};
/// let f = Zn::new((1 << 61) - 1)?;
/// let a = SparseMatrix::from_triples(&f, 3, 3, [(0, 0, 2), (0, 2, 5), (1, 1, 7), (2, 0, 1), (2, 2, 4)])?;
/// assert_eq!((a.det()?, a.rank()?), (21, 3));
/// let b = Matrix::from_i64(&f, &[&[7], &[14], &[5]])?;
/// assert_eq!(a.solve(&b)?, Matrix::from_i64(&f, &[&[1], &[2], &[1]])?);
/// assert_eq!(a.to_dense()?.det()?, 21);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct SparseMatrix<R: Ring> {
    ring: R,
    rows: usize,
    cols: usize,
    /// The entries of row i are those from index `starts[i]` to `starts[i + 1]` on.
    starts: Vec<usize>,
    /// The column of each entry; ascending in a row.
    columns: Vec<usize>,
    entries: Coeffs<R>,
}

impl<R: Ring> SparseMatrix<R> {
    /// The matrix of this shape with the entries `(row, column, entry)`, in any order; those in one place are summed.
    ///
    /// ```
    /// use polymod::{Matrix, Zn, matrix::SparseMatrix};
    /// let f = Zn::new(97)?;
    /// let a = SparseMatrix::from_triples(&f, 2, 3, [(1, 2, 5), (0, 1, 3), (1, 2, 90)])?;
    /// assert_eq!(a.to_dense()?, Matrix::from_i64(&f, &[&[0, 3, 0], &[0, 0, -2]])?);
    /// assert!(SparseMatrix::from_triples(&f, 2, 3, [(2, 0, 1)]).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a place outside the matrix; [`Error::TooLarge`] beyond the length of a vector.
    pub fn from_triples(
        ring: &R,
        rows: usize,
        cols: usize,
        triples: impl IntoIterator<Item = (usize, usize, R::Elem)>,
    ) -> Result<Self> {
        let (mut places, mut elems) = (Vec::new(), Vec::new());
        for (i, j, x) in triples {
            places.push([i, j]);
            elems.push(x);
        }
        Self::from_places(ring, [rows, cols], &places, ring.collect(&elems).view())
    }

    /// [`from_triples`](Self::from_triples) for entries in a vector, each with its row and column.
    ///
    /// ```
    /// use polymod::{Ring, Zn, matrix::SparseMatrix};
    /// let f = Zn::new(97)?;
    /// let a = SparseMatrix::from_places(&f, [2, 2], &[[1, 0], [0, 1]], f.collect(&[3, 4]).view())?;
    /// assert_eq!((a.get(0, 1), a.get(1, 0), a.get(1, 1)), (4, 3, 0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `from_triples`; [`Error::Length`] unless there are as many entries as places.
    pub fn from_places(
        ring: &R,
        [rows, cols]: [usize; 2],
        places: &[[usize; 2]],
        entries: View<'_, R>,
    ) -> Result<Self> {
        if entries.len() != places.len() {
            return Err(Error::Length { what: "entries in places", expected: places.len(), got: entries.len() });
        }
        size(rows, 1)?;
        if let Some([i, j]) = places.iter().find(|[i, j]| *i >= rows || *j >= cols) {
            let expected = "one inside the matrix, counted from 0";
            let got = format!("row {i}, column {j} of {rows} by {cols}");
            return Err(Error::OutOfRange { what: "the place of an entry", expected, got });
        }
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&k| places[k]);
        let (mut kept, mut last) = (Vec::with_capacity(order.len()), None);
        let mut sums = ring.zeros(order.len());
        for k in order {
            if last == Some(places[k]) {
                ring.add_at(&mut sums, kept.len() - 1, entries.slice(k..k + 1));
            } else {
                ring.copy_at(&mut sums, kept.len(), entries.slice(k..k + 1));
                kept.push(places[k]);
                last = Some(places[k]);
            }
        }
        Ok(Self::of_sorted(ring, [rows, cols], &kept, sums.view()))
    }

    /// The matrix of entries in ascending places, each of which is there once; entries that are 0 are left out.
    fn of_sorted(ring: &R, [rows, cols]: [usize; 2], places: &[[usize; 2]], entries: View<'_, R>) -> Self {
        let (mut starts, mut columns, mut kept) = (vec![0; rows + 1], Vec::new(), ring.zeros(places.len()));
        for (k, &[i, j]) in places.iter().enumerate() {
            if !ring.is_zero(&ring.get(entries, k)) {
                ring.copy_at(&mut kept, columns.len(), entries.slice(k..k + 1));
                columns.push(j);
                starts[i + 1] += 1;
            }
        }
        for i in 0..rows {
            starts[i + 1] += starts[i];
        }
        ring.resize(&mut kept, columns.len());
        SparseMatrix { ring: ring.clone(), rows, cols, starts, columns, entries: kept }
    }

    /// The nonzero entries of a dense matrix.
    ///
    /// ```
    /// use polymod::{Matrix, Zn, matrix::SparseMatrix};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[0, 2, 0], &[3, 0, 0]])?;
    /// assert_eq!(SparseMatrix::from_dense(&a).nonzeros(), 2);
    /// assert_eq!(SparseMatrix::from_dense(&a).to_dense()?, a);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn from_dense(a: &Matrix<R>) -> Self {
        let (rows, cols) = a.shape();
        let places: Vec<[usize; 2]> = (0..rows).flat_map(|i| (0..cols).map(move |j| [i, j])).collect();
        Self::of_sorted(a.ring(), [rows, cols], &places, a.entries())
    }

    /// The same matrix with all its zeros.
    ///
    /// ```
    /// use polymod::{Matrix, Zn, matrix::SparseMatrix};
    /// let f = Zn::new(97)?;
    /// let a = SparseMatrix::from_triples(&f, 2, 2, [(0, 1, 3)])?;
    /// assert_eq!(a.to_dense()?, Matrix::from_i64(&f, &[&[0, 3], &[0, 0]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the entries exceed the length of a vector, or the engine's memory.
    pub fn to_dense(&self) -> Result<Matrix<R>> {
        let (count, memory) = (size(self.rows, self.cols)?, self.ring.engine().memory());
        if self.entries().bytes_for(count as f64) > memory as f64 {
            let (what, size) = ("the dense matrix".into(), format!("{} by {} entries", self.rows, self.cols));
            return Err(Error::TooLarge { what, size, limit: format!("{memory} bytes of memory") });
        }
        let mut entries = self.ring.zeros(count);
        for (k, [i, j]) in self.places().enumerate() {
            self.ring.copy_at(&mut entries, i * self.cols + j, self.entries.slice(k..k + 1));
        }
        Matrix::new(&self.ring, self.rows, self.cols, entries)
    }

    /// The ring of the entries.
    ///
    /// ```
    /// # use polymod::{Zn, matrix::SparseMatrix};
    /// let f = Zn::new(97)?;
    /// assert_eq!(SparseMatrix::from_triples(&f, 2, 2, [])?.ring(), &f);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// Rows and columns.
    ///
    /// ```
    /// # use polymod::{Zn, matrix::SparseMatrix};
    /// assert_eq!(SparseMatrix::from_triples(&Zn::new(97)?, 2, 3, [])?.shape(), (2, 3));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    /// Number of entries that are not 0.
    ///
    /// ```
    /// # use polymod::{Zn, matrix::SparseMatrix};
    /// let a = SparseMatrix::from_triples(&Zn::new(97)?, 2, 3, [(0, 0, 1), (1, 2, 0), (1, 1, 2), (1, 1, 95)])?;
    /// assert_eq!(a.nonzeros(), 1); // 2 + 95 is 0
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn nonzeros(&self) -> usize {
        self.columns.len()
    }

    /// The nonzero entries, row by row with ascending columns.
    ///
    /// ```
    /// # use polymod::{Zn, matrix::SparseMatrix};
    /// let f = Zn::new(97)?;
    /// let a = SparseMatrix::from_triples(&f, 2, 3, [(1, 2, 7), (0, 1, 5)])?;
    /// assert_eq!(f.words(a.entries()), [5, 7]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn entries(&self) -> View<'_, R> {
        self.entries.view()
    }

    /// Row and column of each nonzero entry, in the order of [`entries`](Self::entries).
    ///
    /// ```
    /// # use polymod::{Zn, matrix::SparseMatrix};
    /// let a = SparseMatrix::from_triples(&Zn::new(97)?, 2, 3, [(1, 2, 7), (0, 1, 5)])?;
    /// assert_eq!(a.places().collect::<Vec<_>>(), [[0, 1], [1, 2]]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn places(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        (0..self.rows).flat_map(|i| self.columns[self.starts[i]..self.starts[i + 1]].iter().map(move |&j| [i, j]))
    }

    /// The entry in row i and column j.
    ///
    /// ```
    /// # use polymod::{Zn, matrix::SparseMatrix};
    /// let a = SparseMatrix::from_triples(&Zn::new(97)?, 2, 3, [(1, 2, 7)])?;
    /// assert_eq!((a.get(1, 2), a.get(1, 1)), (7, 0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn get(&self, i: usize, j: usize) -> R::Elem {
        assert!(i < self.rows && j < self.cols, "entry {i}, {j} of {} by {}", self.rows, self.cols);
        let row = self.starts[i]..self.starts[i + 1];
        match self.columns[row.clone()].binary_search(&j) {
            Ok(at) => self.ring.get(self.entries.view(), row.start + at),
            Err(_) => self.ring.elem(0),
        }
    }

    /// The number of rows of a square matrix; an error for any other.
    pub(crate) fn square(&self, operation: &'static str) -> Result<usize> {
        if self.rows == self.cols {
            return Ok(self.rows);
        }
        Err(Error::NotSquare { operation, rows: self.rows, cols: self.cols })
    }

    /// The matrix with these entries in the same places, over another ring; some of them may be 0.
    #[cfg(feature = "integers")]
    pub(crate) fn image<S: Ring>(&self, ring: &S, entries: Coeffs<S>) -> SparseMatrix<S> {
        debug_assert_eq!(entries.len(), self.nonzeros());
        let (starts, columns) = (self.starts.clone(), self.columns.clone());
        SparseMatrix { ring: ring.clone(), rows: self.rows, cols: self.cols, starts, columns, entries }
    }

    /// The same places with entries over another ring, which are made of these.
    ///
    /// ```
    /// use polymod::{AnyRing, Zn, matrix::SparseMatrix};
    /// let f = Zn::new(97)?;
    /// let any = AnyRing::field(f.clone());
    /// let a = SparseMatrix::from_triples(&f, 2, 2, [(0, 1, 5)])?;
    /// let b = a.map_entries(&any, |entries| any.erased(entries)); // no entry is copied
    /// assert_eq!(b.get(0, 1), polymod::ring::AnyElem::Word(5));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// Unless there are as many.
    #[must_use]
    pub fn map_entries<S: Ring>(self, ring: &S, map: impl FnOnce(Coeffs<R>) -> Coeffs<S>) -> SparseMatrix<S> {
        let SparseMatrix { rows, cols, starts, columns, entries, .. } = self;
        let entries = map(entries);
        assert_eq!(entries.len(), columns.len(), "an entry for each place");
        SparseMatrix { ring: ring.clone(), rows, cols, starts, columns, entries }
    }

    /// The entries of row i.
    #[cfg(feature = "integers")]
    pub(crate) fn row(&self, i: usize) -> View<'_, R> {
        self.entries.slice(self.starts[i]..self.starts[i + 1])
    }

    /// Whether some row or column has no entry.
    pub(crate) fn has_gaps(&self) -> bool {
        let mut taken = vec![false; self.cols];
        self.columns.iter().for_each(|&j| taken[j] = true);
        self.starts.windows(2).any(|row| row[0] == row[1]) || taken.contains(&false)
    }

    /// The matrix without rows and columns that have no entry.
    pub(crate) fn without_gaps(&self) -> Self {
        let mut taken = vec![false; self.cols];
        self.columns.iter().for_each(|&j| taken[j] = true);
        let numbers: Vec<usize> = taken
            .iter()
            .scan(0, |count, &taken| {
                *count += usize::from(taken);
                Some(*count - usize::from(taken))
            })
            .collect();
        let mut starts = self.starts.clone();
        starts.dedup();
        SparseMatrix {
            ring: self.ring.clone(),
            rows: starts.len() - 1,
            cols: taken.iter().filter(|&&taken| taken).count(),
            starts,
            columns: self.columns.iter().map(|&j| numbers[j]).collect(),
            entries: self.entries.clone(),
        }
    }

    /// What is computed of this matrix, for the monitor.
    pub(crate) fn task(&self, what: &str) -> String {
        let (name, count) = (self.ring.name(), self.nonzeros());
        format!("{what} over {name}, {} by {} with {count} entries", self.rows, self.cols)
    }

    /// Entry of every operation of products, which are predicted to take this time.
    fn with<T: Send>(&self, ns: f64, f: impl FnOnce(Context<'_>) -> Result<T> + Send) -> Result<T> {
        self.ring.engine().enter(|cx| {
            cx.check()?;
            let cx = cx.for_work(ns);
            if cx.threads() > 1 { cx.inside(f) } else { f(cx.alone()) }
        })
    }
}

impl<R: Ring> PartialEq for SparseMatrix<R> {
    fn eq(&self, other: &Self) -> bool {
        let same_places = self.starts == other.starts && self.columns == other.columns;
        same_places
            && self.shape() == other.shape()
            && self.ring == other.ring
            && self.ring.same(self.entries(), other.entries())
    }
}

impl<R: Ring> fmt::Debug for SparseMatrix<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, count) = (self.ring.name(), self.nonzeros());
        write!(f, "SparseMatrix over {name}, {} by {} with {count} entries", self.rows, self.cols)
    }
}

/// An error for rings that differ.
fn same_ring<R: Ring>(a: &SparseMatrix<R>, b: &Matrix<R>) -> Result<()> {
    ring::same_ring(&a.ring, b.ring())
}
