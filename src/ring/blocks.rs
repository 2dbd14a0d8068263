//! Matrices stored in vectors of coefficients, row by row at a stride, and the default definitions of operations on
//! them, for rings without faster ones.

use super::{Coeffs, Ring, View};
pub use crate::kernels::matmul::{Elimination, Gather};
use crate::{Result, engine::Context, kernels::transpose::transpose, monitor::Alternative};
use std::ops::Range;

/// A matrix stored in a vector: row i is its coefficients i·stride to i·stride + cols − 1.
///
/// ```
/// # use polymod::{Ring, Zn, ring::Block};
/// let f = Zn::new(97)?;
/// let v = f.collect(&[1, 2, 9, 3, 4, 9]);
/// let a = Block::new(v.view(), 2, 2, 3); // 1 2; 3 4
/// assert_eq!(f.words(a.row(1)), [3, 4]);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Debug)]
pub struct Block<'a, R> {
    view: View<'a, R>,
    rows: usize,
    cols: usize,
    stride: usize,
}

impl<R> Clone for Block<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Block<'_, R> {}

impl<'a, R> Block<'a, R> {
    /// The matrix of this shape that begins with the vector's first coefficient.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Block};
    /// let v = Zn::new(97)?.zeros(5);
    /// let a = Block::new(v.view(), 2, 2, 3); // the last row may end with the vector
    /// assert_eq!((a.rows(), a.cols(), a.stride()), (2, 2, 3));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// When the vector is too short, or the stride less than a row.
    #[must_use]
    #[inline]
    pub fn new(view: View<'a, R>, rows: usize, cols: usize, stride: usize) -> Self {
        assert!(cols <= stride || rows <= 1, "rows overlap");
        assert!(rows == 0 || (rows - 1) * stride + cols <= view.len(), "the vector is too short for the matrix");
        Block { view, rows, cols, stride }
    }

    /// The same matrix over another ring with the same layout.
    #[inline]
    pub(crate) fn cast<S>(self) -> Block<'a, S> {
        Block { view: self.view.cast(), rows: self.rows, cols: self.cols, stride: self.stride }
    }

    /// Number of rows.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Block};
    /// let v = Zn::new(97)?.zeros(6);
    /// assert_eq!(Block::new(v.view(), 2, 3, 3).rows(), 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// Number of columns.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Block};
    /// let v = Zn::new(97)?.zeros(6);
    /// assert_eq!(Block::new(v.view(), 2, 3, 3).cols(), 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn cols(self) -> usize {
        self.cols
    }

    /// Number of coefficients from the start of one row to that of the next.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Block};
    /// let v = Zn::new(97)?.zeros(6);
    /// assert_eq!(Block::new(v.view(), 2, 2, 3).stride(), 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn stride(self) -> usize {
        self.stride
    }

    /// The vector in which it is stored, from its first entry on.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Block};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3, 4]);
    /// assert_eq!(f.words(Block::new(v.view(), 2, 2, 2).part(1..2, 0..2).view()), [3, 4]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn view(self) -> View<'a, R> {
        self.view
    }

    /// Row i.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Block};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3, 4]);
    /// assert_eq!(f.words(Block::new(v.view(), 2, 2, 2).row(0)), [1, 2]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    #[inline]
    pub fn row(self, i: usize) -> View<'a, R> {
        assert!(i < self.rows, "row {i} of {}", self.rows);
        self.view.slice(i * self.stride..i * self.stride + self.cols)
    }

    /// The submatrix of these rows and columns.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Block};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3, 4, 5, 6]);
    /// let column = Block::new(v.view(), 2, 3, 3).part(0..2, 1..2);
    /// assert_eq!([column.row(0), column.row(1)].map(|row| f.words(row)[0]), [2, 5]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// When they exceed the matrix.
    #[must_use]
    pub fn part(self, rows: Range<usize>, cols: Range<usize>) -> Self {
        assert!(rows.end <= self.rows && cols.end <= self.cols, "a part lies within the matrix");
        Block::new(self.view.from(rows.start * self.stride + cols.start), rows.len(), cols.len(), self.stride)
    }
}

/// Destination of a matrix in a vector: row i is written from coefficient at + i·stride on.
///
/// ```
/// # use polymod::{Zn, ring::{Block, Gather, Place, traits::*}};
/// let f = Zn::new(97)?;
/// let (v, mut out) = (f.collect(&[1, 1, 1, 1]), f.zeros(5));
/// let a = Block::new(v.view(), 2, 2, 2);
/// f.engine().enter(|cx| f.mul_blocks(&mut out, Place { at: 0, stride: 3 }, a, a, Gather::Set, cx))?;
/// assert_eq!(f.words(out.view()), [2, 2, 0, 2, 2]);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Index of its first entry.
    pub at: usize,
    /// Number of coefficients from the start of one row to that of the next.
    pub stride: usize,
}

/// Name of the matrix product by sums of multiples of rows.
pub const BY_ROWS: &str = "rows";

/// Default of [`Blocks::block_products`](super::Blocks::block_products): the schoolbook product only.
pub fn only_schoolbook<R: Ring>(r: &R, a: Block<'_, R>, b: Block<'_, R>, cx: Context<'_>) -> Vec<Alternative> {
    let (costs, words) = (cx.engine().costs(), r.zeros(0).width.max(1) as f64);
    let products = a.rows() as f64 * a.cols() as f64 * b.cols() as f64;
    let predicted_ns = products * words * words * (costs.word_mul + costs.word_reduce);
    vec![Alternative { algorithm: BY_ROWS, predicted_ns, peak_bytes: 0 }]
}

/// Default of [`Blocks::mul_blocks`](super::Blocks::mul_blocks): (rows of a)·(columns of b) sums of multiples of rows.
///
/// # Errors
/// [`Error::Cancelled`](crate::Error::Cancelled).
pub fn schoolbook<R: Ring>(
    r: &R,
    out: &mut Coeffs<R>,
    place: Place,
    a: Block<'_, R>,
    b: Block<'_, R>,
    how: Gather,
    cx: Context<'_>,
) -> Result<()> {
    assert_eq!(a.cols, b.rows, "shapes of a product");
    let each = a.rows.div_ceil(cx.threads()).max(1);
    let parts: Vec<_> = (0..a.rows).step_by(each).map(|i| i..a.rows.min(i + each)).collect();
    let sums = cx.map(parts, |rows, cx| {
        let mut sums = Vec::with_capacity(rows.len());
        for i in rows {
            cx.check()?;
            sums.push(combination(r, a.row(i), b));
        }
        Ok(sums)
    })?;
    put_rows(r, (out, place), sums.iter().flatten(), how);
    Ok(())
}

/// Sets, adds or subtracts rows at their place in `out`, according to `how`.
pub(super) fn put_rows<'s, R: Ring>(
    r: &R,
    (out, place): (&mut Coeffs<R>, Place),
    rows: impl Iterator<Item = &'s Coeffs<R>>,
    how: Gather,
) {
    for (i, row) in rows.enumerate() {
        let at = place.at + i * place.stride;
        match how {
            Gather::Set => r.copy_at(out, at, row.view()),
            Gather::Add => r.add_at(out, at, row.view()),
            Gather::Sub => r.sub_at(out, at, row.view()),
        }
    }
}

/// Σ `c[t]`·(row t of x).
fn combination<R: Ring>(r: &R, c: View<'_, R>, x: Block<'_, R>) -> Coeffs<R> {
    let mut sum = r.zeros(x.cols);
    for t in 0..c.len() {
        let factor = r.get(c, t);
        if !r.is_zero(&factor) {
            let mut multiple = r.owned(x.row(t));
            r.scale(&mut multiple, &factor);
            r.add_at(&mut sum, 0, multiple.view());
        }
    }
    sum
}

/// Default of [`Blocks::sub_combination`](super::Blocks::sub_combination).
pub fn sub_combination<R: Ring>(r: &R, out: &mut Coeffs<R>, at: usize, c: View<'_, R>, x: Block<'_, R>) {
    r.sub_at(out, at, combination(r, c, x).view());
}

/// Default of [`Blocks::sparse_product`](super::Blocks::sparse_product): the rows of x that a row of the sparse matrix takes are gathered, and
/// combined.
pub fn sparse_product<R: Ring>(
    r: &R,
    [starts, columns]: [&[usize]; 2],
    entries: View<'_, R>,
    x: Block<'_, R>,
) -> Coeffs<R> {
    let (rows, cols) = (starts.len().saturating_sub(1), x.cols);
    let mut out = r.zeros(rows * cols);
    let longest = starts.windows(2).map(|row| row[1] - row[0]).max().unwrap_or(0);
    let mut gathered = r.zeros(longest * cols);
    for (i, row) in starts.windows(2).enumerate().filter(|(_, row)| row[0] < row[1]) {
        for (t, &column) in columns[row[0]..row[1]].iter().enumerate() {
            r.copy_at(&mut gathered, t * cols, x.row(column));
        }
        let taken = Block::new(gathered.view(), row[1] - row[0], cols, cols);
        r.sub_combination(&mut out, i * cols, entries.slice(row[0]..row[1]), taken);
    }
    r.neg_all(&mut out);
    out
}

/// The transpose of a matrix, with consecutive rows.
#[must_use]
pub fn transposed<R: Ring>(r: &R, a: Block<'_, R>) -> Coeffs<R> {
    let width = a.view.width;
    if width == 0 {
        return transposed_bits(r, a);
    }
    let mut words = r.engine().dirty(a.rows * a.cols * width);
    let (from, stride, sides) = (a.view.words(), a.stride.max(a.cols), [a.rows, a.cols]);
    match width {
        1 => transpose(r.engine().target(), from, &mut words, [stride, a.rows], sides),
        _ => transpose_entries(from, &mut words, stride, sides, width),
    }
    r.in_layout_of(words, a.rows * a.cols, a.view)
}

/// Transposes a matrix whose entries are `width` words, in square tiles: both source and destination stay in cache.
fn transpose_entries(from: &[u64], to: &mut [u64], stride: usize, [rows, cols]: [usize; 2], width: usize) {
    /// Side of a tile, in entries.
    const TILE: usize = 16;
    for i0 in (0..rows).step_by(TILE) {
        for j0 in (0..cols).step_by(TILE) {
            for i in i0..rows.min(i0 + TILE) {
                let row = &from[(i * stride + j0) * width..(i * stride + cols.min(j0 + TILE)) * width];
                for (j, entry) in (j0..).zip(row.chunks_exact(width)) {
                    to[(j * rows + i) * width..][..width].copy_from_slice(entry);
                }
            }
        }
    }
}

/// The matrix of the given columns of these rows.
pub(crate) fn selected<'a, R: Ring>(
    r: &R,
    rows: impl ExactSizeIterator<Item = View<'a, R>>,
    columns: &[usize],
) -> Coeffs<R> {
    let count = rows.len() * columns.len();
    let (mut words, mut width, mut filled, mut like) = (r.engine().dirty(0), 0, 0, None);
    for row in rows {
        like = Some(row);
        if row.width == 0 {
            let bits = r.pack(row);
            if filled == 0 {
                words = r.engine().zeroed(count.div_ceil(64));
            }
            for (at, column) in (filled..).zip(columns) {
                words[at / 64] |= (bits[column / 64] >> (column % 64) & 1) << (at % 64);
            }
            filled += columns.len();
            continue;
        }
        if filled == 0 {
            (words, width) = (r.engine().dirty(count * row.width), row.width);
        }
        let (out, row) = (&mut words[filled * width..][..columns.len() * width], row.words());
        if width == 1 {
            for (out, &column) in out.iter_mut().zip(columns) {
                *out = row[column];
            }
        } else {
            for (out, &column) in out.chunks_exact_mut(width).zip(columns) {
                out.copy_from_slice(&row[column * width..][..width]);
            }
        }
        filled += columns.len();
    }
    match like.filter(|_| filled > 0) {
        None => r.zeros(count),
        Some(like) => r.in_layout_of(words, count, like),
    }
}

/// The transpose of a matrix of bits.
fn transposed_bits<R: Ring>(r: &R, a: Block<'_, R>) -> Coeffs<R> {
    let mut out = r.zeros(a.rows * a.cols);
    for i in 0..a.rows {
        for (k, mut word) in r.pack(a.row(i)).into_iter().enumerate() {
            while word != 0 {
                let at = (64 * k + word.trailing_zeros() as usize) * a.rows + i;
                out.words[at / 64] |= 1 << (at % 64);
                word &= word - 1;
            }
        }
    }
    out
}

/// A copy of a matrix with consecutive rows.
#[must_use]
pub fn copied<R: Ring>(r: &R, a: Block<'_, R>) -> Coeffs<R> {
    let mut out = r.zeros(a.rows * a.cols);
    write(r, &mut out, Place { at: 0, stride: a.cols }, a);
    out
}

/// Copies a matrix to its place in `out`.
pub fn write<R: Ring>(r: &R, out: &mut Coeffs<R>, place: Place, a: Block<'_, R>) {
    for i in 0..a.rows {
        r.copy_at(out, place.at + i * place.stride, a.row(i));
    }
}
