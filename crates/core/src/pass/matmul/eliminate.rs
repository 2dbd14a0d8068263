//! Triangular decomposition of narrow matrices of words in place, with row exchanges, for any rank.
//!
//! Columns are taken one vector at a time, or two if the matrix has no more. Within these, elimination is without
//! fractions: with the pivot d a row x becomes d·x − f·y, one reduction a vector, so that no step waits for an inverse;
//! the pivots are inverted together at the end (Montgomery 1987, §10.3.1), and the factors that rows have gathered are
//! divided out. The columns to the right of a vector of columns follow by sums of products that are reduced once.
//!
//! With D_k = d_0·…·d_(k−1), the pivots in the order of elimination, row k of E is row k over D_k, and column k of L
//! the entries below d_k over d_k. Sources: Bareiss 1968, "Sylvester's identity and multistep integer-preserving
//! Gaussian elimination" (§1, division-free elimination), Dongarra, Eijkhout 2000, "Numerical linear algebra algorithms
//! and software" (§4, right-looking panels). Cost for rows·cols² entries and words: rows·cols²/16 products in two
//! reductions a vector each, the rest in one for eight products.

use super::{
    Gather, Rows,
    tile::{MOST_LANES, Sums, combine_called},
};
use crate::simd::inlined::CopyFrom;
use crate::{
    Result,
    arith::Modulus,
    lengths::product,
    scratch::Buf,
    simd::{Vectors, run},
};

/// The distance between rows, in words, is a multiple of this.
pub const STRIDE: usize = MOST_LANES;
/// Largest number of vectors of columns that are eliminated without fractions, and their number of words.
const MOST_VECTORS: usize = 2;
const MOST_WIDTH: usize = MOST_VECTORS * STRIDE;

/// Largest number of rows of a matrix whose determinant is computed without its decomposition.
pub const SMALL: usize = 4 * STRIDE;
/// Largest distance between rows, in words, of one that is reduced without its decomposition.
pub const REDUCED: usize = 5 * STRIDE;

/// A triangular decomposition with row exchanges, P·A = L·E, stored in place of A: E is in row echelon form, L is unit
/// lower triangular.
///
/// Row i of E begins in column `pivots[i]`; below it, that column stores column i of L.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elimination {
    /// Row i of P·A was row `order[i]` of A.
    pub order: Vec<usize>,
    /// Columns of the pivots, ascending: the column rank profile.
    pub pivots: Vec<usize>,
}

/// Whether there are words for these numbers of rows and columns, and for rows of whole vectors this far apart.
pub(super) fn fits(words: &[u64], [rows, cols, stride]: [usize; 3]) -> bool {
    stride % STRIDE == 0 && cols <= stride && words.len() >= product([rows, stride])
}

/// As [`Unpacked::eliminate`](super::Unpacked::eliminate) says.
#[inline(always)]
pub(super) fn panel<S: Vectors, A: Sums<S>>(
    s: S,
    of: A,
    words: &mut [u64],
    [rows, cols, stride]: [usize; 3],
    prime: bool,
) -> Result<Elimination> {
    let mut found = Elimination { order: (0..rows).collect(), pivots: Vec::with_capacity(rows.min(cols)) };
    let vectors = if cols <= MOST_WIDTH { (stride / STRIDE).clamp(1, MOST_VECTORS) } else { 1 };
    let width = vectors * STRIDE;
    let mut scratch = Buf::zeroed(None, 2 * rows * width);
    let (values, lower) = scratch.split_at_mut(rows * width);
    let mut columns = Columns { values, lower, prime };
    for first in (0..cols).step_by(width) {
        let top = found.pivots.len();
        if top == rows {
            break;
        }
        let count = width.min(cols - first);
        let height = rows - top;
        for (i, values) in columns.values[..height * width].chunks_exact_mut(width).enumerate() {
            values.copy_from(&words[(top + i) * stride + first..][..width]);
        }
        columns.lower[..height * width].fill(0);
        let pivots = match vectors {
            1 => columns.eliminate::<S, A, 1>(s, of, [height, count])?,
            _ => columns.eliminate::<S, A, MOST_VECTORS>(s, of, [height, count])?,
        };
        columns.write_back(words, [first, count, stride], height, &pivots, &mut found);
        // the columns to the right of these: rows of the pivots first, each of which needs those above it
        let right = first + width;
        if pivots.count == 0 || right >= stride {
            continue;
        }
        for i in 1..height {
            let terms = i.min(pivots.count);
            let (above, own) = words.split_at_mut((top + i) * stride);
            let x = Rows::new(&above[top * stride + right..], terms, stride - right, stride);
            let c = &columns.lower[i * width..][..terms];
            combine_called::<S, A>(s, of, &mut own[right..stride], c, x, Gather::Sub);
        }
    }
    Ok(found)
}

/// The determinant of a square matrix of at most [`SMALL`] rows: ∏ d_k over ∏ D_k.
#[inline(always)]
pub(super) fn determinant<S: Vectors, A: Sums<S>>(s: S, of: A, a: Rows<'_>, prime: bool) -> Result<u64> {
    match a.rows.div_ceil(STRIDE) {
        0 | 1 => small_determinant::<S, A, 1, { STRIDE * STRIDE }>(s, of, a, prime),
        2 => small_determinant::<S, A, 2, { 4 * STRIDE * STRIDE }>(s, of, a, prime),
        3 => small_determinant::<S, A, 3, { 9 * STRIDE * STRIDE }>(s, of, a, prime),
        _ => small_determinant::<S, A, 4, { 16 * STRIDE * STRIDE }>(s, of, a, prime),
    }
}

/// What a reduction to multiples of the rows of an echelon form found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    columns: [u8; SMALL],
    rank: usize,
    odd: bool,
}

impl Reduction {
    /// The columns of the pivots, ascending: that of row i is the i-th.
    #[must_use]
    pub fn pivots(&self) -> &[u8] {
        &self.columns[..self.rank]
    }

    /// Whether an odd number of rows was exchanged.
    #[must_use]
    pub fn is_odd(&self) -> bool {
        self.odd
    }
}

/// As [`Unpacked::reduce`](super::Unpacked::reduce) says.
#[inline(always)]
pub(super) fn reduce<S: Vectors, A: Sums<S>>(
    s: S,
    of: A,
    words: &mut [u64],
    [rows, cols, stride]: [usize; 3],
    prime: bool,
) -> Result<Reduction> {
    let mut columns = Columns { values: &mut words[..rows * stride], lower: &mut [], prime };
    let mut pivots = Pivots::default();
    match stride / STRIDE {
        0 | 1 => pivots_called::<S, A, 1>(s, of, &mut columns, [rows, cols], &mut pivots)?,
        2 => pivots_called::<S, A, 2>(s, of, &mut columns, [rows, cols], &mut pivots)?,
        3 => pivots_called::<S, A, 3>(s, of, &mut columns, [rows, cols], &mut pivots)?,
        4 => pivots_called::<S, A, 4>(s, of, &mut columns, [rows, cols], &mut pivots)?,
        _ => pivots_called::<S, A, 5>(s, of, &mut columns, [rows, cols], &mut pivots)?,
    }
    let rank = pivots.count;
    let exchanges = (0..rank).filter(|&k| pivots.rows[k] != k).count();
    Ok(Reduction { columns: pivots.columns.map(|column| column as u8), rank, odd: exchanges % 2 == 1 })
}

/// [`determinant`] for rows of at most V vectors, on a square of WORDS words.
#[inline(always)]
fn small_determinant<S: Vectors, A: Sums<S>, const V: usize, const WORDS: usize>(
    s: S,
    of: A,
    a: Rows<'_>,
    prime: bool,
) -> Result<u64> {
    const { assert!(WORDS == V * STRIDE * V * STRIDE && V * STRIDE <= SMALL) }
    let (n, size, width) = (of.modulus(), a.rows, V * STRIDE);
    let mut values = [0; WORDS];
    for (i, row) in values.chunks_exact_mut(width).take(size).enumerate() {
        row[..size].copy_from(a.row(i));
    }
    let mut columns = Columns { values: &mut values[..size * width], lower: &mut [], prime };
    let mut pivots = Pivots::default();
    pivots_called::<S, A, V>(s, of, &mut columns, [size, size], &mut pivots)?;
    if pivots.count < size {
        return Ok(0);
    }
    let (mut product, mut factors) = (1, 1);
    for &pivot in &pivots.values[..size] {
        factors = n.mul(factors, product);
        product = n.mul(product, pivot);
    }
    let det = n.mul(product, n.inv(factors)?);
    let exchanges = (0..size).filter(|&k| pivots.rows[k] != k).count();
    Ok(if exchanges % 2 == 1 { n.neg(det) } else { det })
}

/// [`pivots`] without L, compiled once for determinants and reductions.
#[inline(never)]
fn pivots_called<S: Vectors, A: Sums<S>, const V: usize>(
    s: S,
    of: A,
    columns: &mut Columns<'_>,
    shape: [usize; 2],
    found: &mut Pivots,
) -> Result<()> {
    run!(s, pivots::<S, A, V, false>, of, columns, shape, found)
}

/// Exchanges rows i < j.
fn exchange(words: &mut [u64], stride: usize, [i, j]: [usize; 2]) {
    let (above, below) = words.split_at_mut(j * stride);
    above[i * stride..][..stride].swap_with_slice(&mut below[..stride]);
}

/// The pivots found in a range of columns, in their order: column, the row exchanged with theirs, and value.
#[derive(Default)]
struct Pivots {
    columns: [usize; SMALL],
    rows: [usize; SMALL],
    values: [u64; SMALL],
    count: usize,
}

/// A copy of a range of columns, row by row, and of those of L.
struct Columns<'a> {
    values: &'a mut [u64],
    lower: &'a mut [u64],
    /// Whether all residues but 0 are units.
    prime: bool,
}

/// Finds the pivots, after none; with `LOWER` the multiples of their rows that are subtracted from others are kept.
#[inline(always)]
fn pivots<S: Vectors, A: Sums<S>, const V: usize, const LOWER: bool>(
    s: S,
    of: A,
    columns: &mut Columns<'_>,
    [height, count]: [usize; 2],
    pivots: &mut Pivots,
) -> Result<()> {
    let (width, n) = (V * STRIDE, of.modulus());
    for j in 0..count {
        let k = pivots.count;
        let Some(i) = columns.pivot(n, [k, height], width, j)? else { continue };
        if i != k {
            exchange(columns.values, width, [k, i]);
            if LOWER {
                exchange(columns.lower, width, [k, i]);
            }
        }
        (pivots.columns[k], pivots.rows[k], pivots.values[k]) = (j, i, columns.values[k * width + j]);
        pivots.count += 1;
        columns.clear_column::<S, A, V, LOWER>(s, of, [k, height], j);
        if pivots.count == height {
            break;
        }
    }
    Ok(())
}

impl Columns<'_> {
    /// Decomposes V vectors of columns; both buffers have `height` rows of V vectors.
    #[inline(always)]
    fn eliminate<S: Vectors, A: Sums<S>, const V: usize>(
        &mut self,
        s: S,
        of: A,
        [height, count]: [usize; 2],
    ) -> Result<Pivots> {
        let mut pivots = Pivots::default();
        self::pivots::<S, A, V, true>(s, of, self, [height, count], &mut pivots)?;
        self.normalise::<S, A, V>(s, of, height, &pivots)?;
        Ok(pivots)
    }

    /// Writes `height` rows of E and L to the last rows of the matrix, `count` columns from the first on, and exchanges whole rows as was done
    /// here.
    #[inline(always)]
    fn write_back(
        &self,
        words: &mut [u64],
        [first, count, stride]: [usize; 3],
        height: usize,
        pivots: &Pivots,
        found: &mut Elimination,
    ) {
        let (top, width) = (found.pivots.len(), self.values.len() / found.order.len());
        for (k, &i) in pivots.rows[..pivots.count].iter().enumerate().filter(|&(k, i)| k != *i) {
            exchange(words, stride, [top + k, top + i]);
            found.order.swap(top + k, top + i);
        }
        let chosen = &pivots.columns[..pivots.count];
        for i in 0..height {
            let own = &mut words[(top + i) * stride + first..][..count];
            own.copy_from(&self.values[i * width..][..count]);
            for (k, &column) in chosen.iter().enumerate().take(i) {
                own[column] = self.lower[i * width + k];
            }
        }
        found.pivots.extend(chosen.iter().map(|column| first + column));
    }

    /// The first row from k on that has a unit in column j; `None` if all entries are zero.
    #[inline(always)]
    fn pivot(&self, n: Modulus, [k, height]: [usize; 2], width: usize, j: usize) -> Result<Option<usize>> {
        let mut refused = None;
        for i in k..height {
            let x = self.values[i * width + j];
            if x == 0 {
                continue;
            }
            if self.prime {
                return Ok(Some(i));
            }
            match n.inv(x) {
                Ok(_) => return Ok(Some(i)),
                Err(e) => refused = refused.or(Some(e)),
            }
        }
        refused.map_or(Ok(None), Err)
    }

    /// Clears column j: rows below the k-th are multiplied by its pivot, and multiples of it subtracted.
    #[inline(always)]
    fn clear_column<S: Vectors, A: Sums<S>, const V: usize, const LOWER: bool>(
        &mut self,
        s: S,
        of: A,
        [k, height]: [usize; 2],
        j: usize,
    ) {
        let (width, n) = (V * STRIDE, of.modulus());
        let from = (j + 1) / S::LANES;
        let (above, below) = self.values.split_at_mut((k + 1) * width);
        let row = &above[k * width..][..width];
        let (pivot, row) = (row[j], S::rows(row).0);
        for (i, values) in below.chunks_exact_mut(width).take(height - k - 1).enumerate() {
            let x = values[j];
            if LOWER {
                self.lower[(k + 1 + i) * width + k] = x;
            }
            let (d, f) = (of.left(s, pivot), of.left(s, n.neg(x)));
            let own = S::rows_mut(&mut *values).0;
            // the number of vectors of a row is known at compile time: no comparisons of lengths
            for at in from..width / S::LANES {
                let mut sum = of.add_product(s, of.zero(s), d, of.right(s, &own[at]));
                if of.period() < 2 {
                    sum = of.fold(s, sum);
                }
                sum = of.add_product(s, sum, f, of.right(s, &row[at]));
                of.reduce(s, of.fold(s, sum), &mut own[at]);
            }
            values[j] = 0;
        }
    }

    /// Divides rows of E by the factors that they have gathered, and columns of L by their pivots.
    #[inline(always)]
    fn normalise<S: Vectors, A: Sums<S>, const V: usize>(
        &mut self,
        s: S,
        of: A,
        height: usize,
        pivots: &Pivots,
    ) -> Result<()> {
        let (width, n, rank) = (V * STRIDE, of.modulus(), pivots.count);
        let mut inverses = pivots.values;
        n.batch_inv(&mut inverses[..rank])?;
        let mut factor = 1;
        for (k, &inverse) in inverses[..rank].iter().enumerate() {
            if k > 0 {
                let c = of.left(s, factor);
                for own in S::rows_mut(&mut self.values[k * width..][..width]).0 {
                    of.reduce(s, of.fold(s, of.add_product(s, of.zero(s), c, of.right(s, own))), own);
                }
            }
            factor = n.mul(factor, inverse);
        }
        for at in (0..rank).step_by(S::LANES) {
            let inverses = of.right(s, S::row(&inverses[at..]));
            for i in at + 1..height {
                let own = S::row_mut(&mut self.lower[i * width + at..]);
                of.reduce(s, of.fold(s, of.add_product(s, of.zero(s), of.lefts(s, own), inverses)), own);
            }
        }
        Ok(())
    }
}
