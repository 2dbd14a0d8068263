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
    tile::{MOST_LANES, Sums, combine},
};
use crate::{Result, arith::Modulus};

/// The distance between rows, in words, is a multiple of this.
pub const STRIDE: usize = MOST_LANES;
/// Largest number of vectors of columns that are eliminated without fractions, and their number of words.
const MOST_VECTORS: usize = 2;
const MOST_WIDTH: usize = MOST_VECTORS * STRIDE;

/// Largest number of rows of a matrix whose determinant is computed without its decomposition.
pub const SMALL: usize = 3 * STRIDE;

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

/// As [`Unpacked::eliminate`](super::Unpacked::eliminate) says. SAFETY: the CPU has the features that S needs; there are rows·stride words.
#[inline(always)]
pub(super) unsafe fn panel<S: Sums>(
    s: S,
    words: &mut [u64],
    [rows, cols, stride]: [usize; 3],
    prime: bool,
) -> Result<Elimination> {
    let mut found = Elimination { order: (0..rows).collect(), pivots: Vec::with_capacity(rows.min(cols)) };
    let vectors = if cols <= MOST_WIDTH { (stride / STRIDE).clamp(1, MOST_VECTORS) } else { 1 };
    let width = vectors * STRIDE;
    let mut scratch = vec![0; 2 * rows * width];
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
            values.copy_from_slice(&words[(top + i) * stride + first..][..width]);
        }
        columns.lower[..height * width].fill(0);
        // SAFETY: the caller's promise; the buffers have `height` rows
        let pivots = unsafe {
            match vectors {
                1 => columns.eliminate::<S, 1>(s, [height, count])?,
                _ => columns.eliminate::<S, MOST_VECTORS>(s, [height, count])?,
            }
        };
        let rank = pivots.count;
        for (k, &i) in pivots.rows[..rank].iter().enumerate().filter(|&(k, i)| k != *i) {
            exchange(words, stride, [top + k, top + i]);
            found.order.swap(top + k, top + i);
        }
        let chosen = &pivots.columns[..rank];
        for i in 0..height {
            let own = &mut columns.values[i * width..][..width];
            for (k, &column) in chosen.iter().enumerate().take(i) {
                own[column] = columns.lower[i * width + k];
            }
            words[(top + i) * stride + first..][..count].copy_from_slice(&own[..count]);
        }
        found.pivots.extend(chosen.iter().map(|column| first + column));
        // the columns to the right of these: rows of the pivots first, each of which needs those above it
        let right = first + width;
        if rank == 0 || right >= stride {
            continue;
        }
        for i in 1..height {
            let terms = i.min(rank);
            let (above, own) = words.split_at_mut((top + i) * stride);
            let x = Rows::new(&above[top * stride + right..], terms, stride - right, stride);
            // SAFETY: the caller's promise; `terms` rows are above this one
            unsafe { combine(s, &mut own[right..stride], &columns.lower[i * width..][..terms], x, Gather::Sub) };
        }
    }
    Ok(found)
}

/// The determinant of a square matrix of at most [`SMALL`] rows: ∏ d_k over ∏ D_k. SAFETY: the CPU has the features that S needs.
#[inline(always)]
pub(super) unsafe fn determinant<S: Sums>(s: S, a: Rows<'_>, prime: bool) -> Result<u64> {
    // SAFETY: the caller's promise
    unsafe {
        match a.rows.div_ceil(STRIDE) {
            0 | 1 => small_determinant::<S, 1, { STRIDE * STRIDE }>(s, a, prime),
            2 => small_determinant::<S, 2, { 4 * STRIDE * STRIDE }>(s, a, prime),
            _ => small_determinant::<S, 3, { 9 * STRIDE * STRIDE }>(s, a, prime),
        }
    }
}

/// [`determinant`] for rows of at most V vectors, on a square of WORDS words. SAFETY: as there.
#[inline(always)]
unsafe fn small_determinant<S: Sums, const V: usize, const WORDS: usize>(
    s: S,
    a: Rows<'_>,
    prime: bool,
) -> Result<u64> {
    const { assert!(WORDS == V * STRIDE * V * STRIDE && V * STRIDE <= SMALL) }
    let (n, size, width) = (s.modulus(), a.rows, V * STRIDE);
    let mut values = [0; WORDS];
    for (i, row) in values.chunks_exact_mut(width).take(size).enumerate() {
        row[..size].copy_from_slice(a.row(i));
    }
    let mut columns = Columns { values: &mut values[..size * width], lower: &mut [], prime };
    // SAFETY: the caller's promise; the buffer has `size` rows
    let pivots = unsafe { columns.pivots::<S, V, false>(s, [size, size])? };
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

/// Exchanges rows i < j.
fn exchange(words: &mut [u64], stride: usize, [i, j]: [usize; 2]) {
    let (above, below) = words.split_at_mut(j * stride);
    above[i * stride..][..stride].swap_with_slice(&mut below[..stride]);
}

/// The pivots found in a range of columns, in their order: column, the row exchanged with theirs, and value.
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

impl Columns<'_> {
    /// Decomposes V vectors of columns. SAFETY: as for [`Sums`]; both buffers have `height` rows of V vectors.
    #[inline(always)]
    unsafe fn eliminate<S: Sums, const V: usize>(&mut self, s: S, [height, count]: [usize; 2]) -> Result<Pivots> {
        // SAFETY: the caller's promise
        unsafe {
            let pivots = self.pivots::<S, V, true>(s, [height, count])?;
            self.normalise::<S, V>(s, height, &pivots)?;
            Ok(pivots)
        }
    }

    /// Finds the pivots; with `LOWER` the multiples of their rows that are subtracted from others are kept. SAFETY: as
    /// for [`eliminate`](Self::eliminate).
    #[inline(always)]
    unsafe fn pivots<S: Sums, const V: usize, const LOWER: bool>(
        &mut self,
        s: S,
        [height, count]: [usize; 2],
    ) -> Result<Pivots> {
        let (width, n) = (V * STRIDE, s.modulus());
        let mut pivots = Pivots { columns: [0; SMALL], rows: [0; SMALL], values: [0; SMALL], count: 0 };
        for j in 0..count {
            let k = pivots.count;
            let Some(i) = self.pivot(n, [k, height], width, j)? else { continue };
            if i != k {
                exchange(self.values, width, [k, i]);
                if LOWER {
                    exchange(self.lower, width, [k, i]);
                }
            }
            (pivots.columns[k], pivots.rows[k], pivots.values[k]) = (j, i, self.values[k * width + j]);
            pivots.count += 1;
            // SAFETY: the caller's promise
            unsafe { self.clear_column::<S, V, LOWER>(s, [k, height], j) };
            if pivots.count == height {
                break;
            }
        }
        Ok(pivots)
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
    unsafe fn clear_column<S: Sums, const V: usize, const LOWER: bool>(
        &mut self,
        s: S,
        [k, height]: [usize; 2],
        j: usize,
    ) {
        let (width, n) = (V * STRIDE, s.modulus());
        let from = (j + 1) / S::LANES * S::LANES;
        let (above, below) = self.values.split_at_mut((k + 1) * width);
        let row = &above[k * width..];
        let pivot = row[j];
        for (i, values) in below.chunks_exact_mut(width).take(height - k - 1).enumerate() {
            let x = values[j];
            if LOWER {
                self.lower[(k + 1 + i) * width + k] = x;
            }
            let minus = n.neg(x);
            // SAFETY: the caller's promise; both rows have `width` words
            unsafe {
                let (d, f) = (s.left(&raw const pivot), s.left(&raw const minus));
                for at in (from..width).step_by(S::LANES) {
                    let own = values.as_mut_ptr().add(at);
                    let mut sum = s.add_product(s.zero(), d, s.right(own));
                    if s.period() < 2 {
                        sum = s.fold(sum);
                    }
                    sum = s.add_product(sum, f, s.right(row.as_ptr().add(at)));
                    s.reduce(s.fold(sum), own);
                }
            }
            values[j] = 0;
        }
    }

    /// Divides rows of E by the factors that they have gathered, and columns of L by their pivots.
    #[inline(always)]
    unsafe fn normalise<S: Sums, const V: usize>(&mut self, s: S, height: usize, pivots: &Pivots) -> Result<()> {
        let (width, n, rank) = (V * STRIDE, s.modulus(), pivots.count);
        let mut inverses = pivots.values;
        n.batch_inv(&mut inverses[..rank])?;
        let mut factor = 1;
        for (k, &inverse) in inverses[..rank].iter().enumerate() {
            if k > 0 {
                // SAFETY: the caller's promise, here and below
                unsafe {
                    let c = s.left(&raw const factor);
                    for at in (0..width).step_by(S::LANES) {
                        let own = self.values.as_mut_ptr().add(k * width + at);
                        s.reduce(s.fold(s.add_product(s.zero(), c, s.right(own))), own);
                    }
                }
            }
            factor = n.mul(factor, inverse);
        }
        for at in (0..rank).step_by(S::LANES) {
            // SAFETY: as above
            unsafe {
                let inverses = s.right(inverses.as_ptr().add(at));
                for i in at + 1..height {
                    let own = self.lower.as_mut_ptr().add(i * width + at);
                    s.reduce(s.fold(s.add_product(s.zero(), s.lefts(own), inverses)), own);
                }
            }
        }
        Ok(())
    }
}
