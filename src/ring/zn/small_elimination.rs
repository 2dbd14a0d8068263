//! Elimination on matrices of few rows modulo a prime, on words in one buffer: ranks, determinants, solutions of systems, and kernels.
//!
//! Columns are taken a panel at a time. Within one there are no fractions: with the pivot d a row x becomes d·x − f·y, one reduction an entry,
//! so that no step waits for an inverse; the pivots of a panel are inverted together (Montgomery 1987, "Speeding the Pollard and elliptic curve methods
//! of factorization", §10.3.1), and its rows and columns divided by the factors that they have gathered. Columns to the right of it wait until
//! they are in the panel themselves: then each of their entries is a sum of products that is reduced once. The last panel, which has the right sides
//! of a system too, stays without fractions. For more rows vector kernels take all columns as one panel.

use super::{
    Zn,
    words::{Accumulator, Below, Few, Sums, Triple},
};
use crate::{
    arith::Modulus,
    kernels::matmul::{REDUCED, SMALL, STRIDE, Unpacked},
    ring::{Block, Coeffs, Ring},
    tested,
};
use std::ops::Range;

/// Most rows of a matrix.
pub(super) const MOST: usize = 32;
/// Most rows that words take no more time for than vectors.
const IN_WORDS: usize = 8;
/// Columns of a panel, and most columns of the last one.
const PANEL: usize = 4;
const LAST: usize = 8;
/// Sums that are computed beside each other.
const WIDE: usize = 4;

/// The accumulators of an elimination modulo one n: for two products, and for as many as there are rows.
trait Arithmetic {
    type Two: Accumulator;
    type Many: Accumulator;
}

impl<T: Accumulator, M: Accumulator> Arithmetic for (T, M) {
    type Two = T;
    type Many = M;
}

/// Runs `$f` with the arithmetic for `$rows` rows modulo `$n`.
macro_rules! with_arithmetic {
    ($n:expr, $rows:expr, $f:ident($($arg:expr),*)) => {
        match (Sums::of($n, 2), Sums::of($n, $rows)) {
            (Sums::Word, Sums::Word) => $f::<(u64, u64)>($n, $($arg),*),
            (Sums::Word, _) => $f::<(u64, Below)>($n, $($arg),*),
            (Sums::Below, Sums::Below | Sums::Word) => $f::<(Below, Below)>($n, $($arg),*),
            (Sums::Below, Sums::Wide) => $f::<(Below, u128)>($n, $($arg),*),
            (Sums::Below, Sums::Triple) => $f::<(Below, Triple)>($n, $($arg),*),
            (Sums::Wide | Sums::Triple, _) => $f::<(Few, Triple)>($n, $($arg),*),
        }
    };
}

/// A buffer of at least `$len` zeros under the name `$words`: on the stack for few words.
macro_rules! with_words {
    ($words:ident[$len:expr], $do:expr) => {{
        let len = $len;
        if len <= 40 {
            let mut room = [0u64; 40];
            let $words = &mut room[..len];
            $do
        } else if len <= 160 {
            let mut room = [0u64; 160];
            let $words = &mut room[..len];
            $do
        } else {
            let mut room = vec![0u64; len];
            let $words = &mut room[..];
            $do
        }
    }};
}

/// A matrix in rows of words, of which the first `cols` are its own.
#[derive(Clone, Copy)]
struct Shape<'a> {
    rows: usize,
    cols: usize,
    stride: usize,
    /// The vector kernel that reduces it, if one does.
    kernel: Option<&'a dyn Unpacked>,
}

impl Zn {
    /// The shape of a matrix with pivots in the first columns, if it has few enough rows and columns, and n is prime.
    fn small_shape(&self, rows: usize, cols: usize) -> Option<Shape<'_>> {
        if rows > MOST || cols > 2 * MOST || !self.is_field() {
            return None;
        }
        let fits = rows > IN_WORDS && rows <= SMALL && cols <= REDUCED;
        let kernel = (fits && self.has_vectors()).then(|| self.unpacked_kernel());
        let stride = if kernel.is_some() { cols.next_multiple_of(STRIDE) } else { cols };
        Some(Shape { rows, cols, stride, kernel })
    }

    /// The rank of a matrix of few entries modulo a prime.
    pub(super) fn small_rank(&self, a: Block<'_, Self>) -> Option<usize> {
        let shape = self.small_shape(a.rows(), a.cols())?;
        with_words!(words[shape.rows * shape.stride], {
            copy_rows(words, shape.stride, a);
            with_arithmetic!(self.modulus(), shape.rows.max(2), rank_of(words, shape))
        })
    }

    /// The determinant of a square matrix of few rows modulo a prime for which there is no vector kernel.
    pub(super) fn small_determinant_in_words(&self, a: Block<'_, Self>) -> Option<u64> {
        let shape = self.small_shape(a.rows(), a.rows())?;
        if self.has_vectors() {
            return None;
        }
        with_words!(words[shape.rows * shape.rows], {
            copy_rows(words, shape.rows, a);
            with_arithmetic!(self.modulus(), shape.rows.max(2), determinant_of(words, shape))
        })
    }

    /// Whether the kernel for operands that are not packed has vectors.
    pub(super) fn has_vectors(&self) -> bool {
        self.unpacked_kernel().lanes() > 1
    }

    /// X with a·X = right modulo a prime, row by row, zeros in columns without a pivot, and the rank of a; `None` where there is no X, too.
    pub(super) fn small_solution(&self, a: Block<'_, Self>, right: Block<'_, Self>) -> Option<(Coeffs<Self>, usize)> {
        let (unknowns, sides) = (a.cols(), right.cols());
        let shape = self.small_shape(a.rows(), unknowns.saturating_add(sides))?;
        let len = shape.rows * shape.stride;
        with_words!(words[len + shape.rows * sides], {
            let (words, x) = words.split_at_mut(len);
            copy_rows(words, shape.stride, a);
            for (i, row) in words.chunks_exact_mut(shape.stride.max(1)).enumerate() {
                row[unknowns..shape.cols].copy_from_slice(right.row(i).words());
            }
            let found = with_arithmetic!(self.modulus(), shape.rows.max(2), solution_of(words, shape, unknowns, x))?;
            let mut out = self.engine().zeroed(unknowns * sides);
            for (x, &pivot) in x.chunks_exact(sides.max(1)).zip(found.pivots()) {
                out[usize::from(pivot) * sides..][..sides].copy_from_slice(x);
            }
            Some((Coeffs::from_words(out, unknowns * sides, 1), found.rank))
        })
    }

    tested! {
        /// A basis of the x with a·x = 0 modulo a prime, as rows in reduced echelon form.
        pub(super) fn small_kernel(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
            let (n, cols) = (self.modulus(), a.cols());
            let shape = self.small_shape(a.rows(), cols)?;
            let len = shape.rows * shape.stride;
            with_words!(words[2 * len], {
                // of the mirrored matrix: in each kernel vector, entries at pivots then stand right of the 1 at the free column
                let (words, x) = words.split_at_mut(len);
                for (i, row) in words.chunks_exact_mut(shape.stride.max(1)).enumerate() {
                    row.iter_mut().zip(a.row(i).words().iter().rev()).for_each(|(out, &x)| *out = x);
                }
                let (found, free) = with_arithmetic!(n, shape.rows.max(2), kernel_of(words, shape, x))?;
                let count = cols - found.rank;
                let mut out = self.engine().zeroed(count * cols);
                for (k, row) in out.chunks_exact_mut(cols.max(1)).enumerate() {
                    row[cols - 1 - usize::from(free[k])] = 1;
                    for (i, &pivot) in found.pivots().iter().enumerate() {
                        row[cols - 1 - usize::from(pivot)] = n.neg(x[i * count + k]);
                    }
                }
                Some(Coeffs::from_words(out, count * cols, 1))
            })
        }
    }
}

/// Copies the rows of a matrix to rows of `stride` words.
fn copy_rows(words: &mut [u64], stride: usize, a: Block<'_, Zn>) {
    for (i, row) in words.chunks_exact_mut(stride.max(1)).enumerate() {
        row[..a.cols()].copy_from_slice(a.row(i).words());
    }
}

/// What an elimination found.
struct Found {
    rank: usize,
    /// The columns of the pivots, as many as the rank.
    columns: [u8; MOST],
    /// The first pivot of the last panel.
    last: usize,
    /// The inverses of the pivots as they stand in the matrix, but for those of the last panel.
    inverses: [u64; MOST],
    /// Whether an odd number of rows was exchanged.
    odd: bool,
}

impl Found {
    fn pivots(&self) -> &[u8] {
        &self.columns[..self.rank]
    }

    fn pivot(&self, k: usize) -> usize {
        usize::from(self.columns[k])
    }
}

fn rank_of<A: Arithmetic>(n: Modulus, words: &mut [u64], shape: Shape<'_>) -> Option<usize> {
    Some(eliminate::<A>(n, words, shape, shape.cols)?.rank)
}

fn determinant_of<A: Arithmetic>(n: Modulus, words: &mut [u64], shape: Shape<'_>) -> Option<u64> {
    let rows = shape.rows;
    let found = eliminate::<A>(n, words, shape, rows)?;
    if found.rank < rows {
        return Some(0);
    }
    // rows of the last panel are multiples by the products of the pivots above them in it
    let (mut product, mut above, mut factors) = (1, 1, 1);
    for k in 0..rows {
        let pivot = words[k * rows + k];
        product = n.mul(product, pivot);
        if k >= found.last && k + 1 < rows {
            above = n.mul(above, pivot);
            factors = n.mul(factors, above);
        }
    }
    let det = if factors == 1 { product } else { n.mul(product, n.inv(factors).ok()?) };
    Some(if found.odd { n.neg(det) } else { det })
}

/// The entries of a solution at the pivots, row by row, for the columns from `unknowns` on as right sides.
fn solution_of<A: Arithmetic>(
    n: Modulus,
    words: &mut [u64],
    shape: Shape<'_>,
    unknowns: usize,
    x: &mut [u64],
) -> Option<Found> {
    let mut found = eliminate::<A>(n, words, shape, unknowns)?;
    let right = |row: &[u64]| unknowns..shape.cols.min(row.len());
    let rows = || words.chunks_exact(shape.stride.max(1));
    if rows().skip(found.rank).any(|row| row[right(row)].iter().any(|&x| x != 0)) {
        return None;
    }
    found.invert_last(n, words, shape.stride)?;
    let sides = shape.cols - unknowns;
    for (x, row) in x.chunks_exact_mut(sides.max(1)).zip(rows()) {
        x.copy_from_slice(&row[right(row)]);
    }
    found.solve_upper::<A::Many>(n, words, shape.stride, &mut x[..found.rank * sides]);
    Some(found)
}

/// The columns without a pivot, from the last on, and what they are as combinations of those with one, row by row.
fn kernel_of<A: Arithmetic>(
    n: Modulus,
    words: &mut [u64],
    shape: Shape<'_>,
    x: &mut [u64],
) -> Option<(Found, [u8; 2 * MOST])> {
    let mut found = eliminate::<A>(n, words, shape, shape.cols)?;
    found.invert_last(n, words, shape.stride)?;
    let (mut free, mut count, mut pivots) = ([0; 2 * MOST], 0, found.pivots());
    for j in (0..shape.cols as u8).rev() {
        match pivots.split_last() {
            Some((&last, others)) if last == j => pivots = others,
            _ => {
                free[count] = j;
                count += 1;
            }
        }
    }
    let x = &mut x[..found.rank * count];
    for (x, row) in x.chunks_exact_mut(count.max(1)).zip(words.chunks_exact(shape.stride.max(1))) {
        x.iter_mut().zip(&free).for_each(|(x, &j)| *x = row[usize::from(j)]);
    }
    found.solve_upper::<A::Many>(n, words, shape.stride, x);
    Some((found, free))
}

/// Eliminates in place, pivots in the first `width` columns, the first row with one each: the rows of the pivots become those of an echelon
/// form, or multiples of them. `None` only where a pivot is no unit.
fn eliminate<A: Arithmetic>(n: Modulus, words: &mut [u64], shape: Shape<'_>, width: usize) -> Option<Found> {
    let Shape { rows, cols, stride, kernel } = shape;
    let mut found = Found { rank: 0, columns: [0; MOST], last: 0, inverses: [0; MOST], odd: false };
    if let Some(kernel) = kernel {
        let reduction = kernel.reduce(words, [rows, width, stride], true).ok()?;
        (found.rank, found.odd) = (reduction.pivots().len(), reduction.is_odd());
        found.columns[..found.rank].copy_from_slice(reduction.pivots());
        return Some(found);
    }
    let mut first = 0;
    while first < width {
        let end = if width - first <= LAST { cols } else { first + PANEL };
        if found.rank > 0 {
            found.update::<A::Many>(n, words, cols, first..end);
        }
        let top = found.rank;
        found.last = top;
        found.panel::<A::Two>(n, words, [rows, cols], first..end, width.min(end));
        if end < cols {
            found.normalise(n, words, [rows, cols, top], end)?;
        }
        first = end;
        if found.rank == rows && first < width {
            // the other columns have no pivot
            found.last = rows;
            found.update::<A::Many>(n, words, cols, first..cols);
            break;
        }
    }
    Some(found)
}

impl Found {
    /// Subtracts from these columns the multiples of the pivots' rows that were found left of them.
    fn update<M: Accumulator>(&self, n: Modulus, words: &mut [u64], cols: usize, columns: Range<usize>) {
        for i in 1..words.len() / cols {
            let (above, own) = words.split_at_mut(i * cols);
            let (left, right) = own[..columns.end].split_at_mut(columns.start);
            let factors = self.pivots()[..i.min(self.rank)].iter().map(|&pivot| left[usize::from(pivot)]);
            subtract_combination::<M>(n, right, &factors, &above[columns.start..], cols);
        }
    }

    /// Eliminates these columns, pivots before `width`, without fractions; where a pivot's column was below it are the entries that were cleared.
    fn panel<T: Accumulator>(
        &mut self,
        n: Modulus,
        words: &mut [u64],
        [rows, cols]: [usize; 2],
        columns: Range<usize>,
        width: usize,
    ) {
        for column in columns.start..width {
            let rank = self.rank;
            let Some(pivot) = (rank..rows).find(|&i| words[i * cols + column] != 0) else { continue };
            if pivot != rank {
                let (upper, lower) = words.split_at_mut(pivot * cols);
                upper[rank * cols..][..cols].swap_with_slice(&mut lower[..cols]);
                self.odd = !self.odd;
            }
            self.columns[rank] = column as u8;
            self.rank += 1;
            let (row, below) = words[rank * cols..].split_at_mut(cols);
            let row = &row[column..columns.end];
            for own in below.chunks_exact_mut(cols) {
                let own = &mut own[column..columns.end];
                let minus = n.neg(own[0]);
                for (x, &y) in own[1..].iter_mut().zip(&row[1..]) {
                    *x = T::default().add(row[0], *x).add(minus, y).reduce(n);
                }
            }
            if self.rank == rows {
                break;
            }
        }
    }

    /// Divides rows of the pivots from `top` on by the factors that they have gathered, and the columns below them by the pivots.
    fn normalise(&mut self, n: Modulus, words: &mut [u64], [rows, cols, top]: [usize; 3], end: usize) -> Option<()> {
        self.invert(n, words, cols, top)?;
        // the product of the pivots before, and its inverse
        let (mut gathered, mut factor) = (1, 1);
        for k in top..self.rank {
            let (column, inverse) = (self.pivot(k), self.inverses[k]);
            let pivot = words[k * cols + column];
            for i in k + 1..rows {
                let x = &mut words[i * cols + column];
                *x = n.mul(*x, inverse);
            }
            if k > top {
                words[k * cols..][column..end].iter_mut().for_each(|x| *x = n.mul(*x, factor));
                self.inverses[k] = n.mul(inverse, gathered);
            }
            (gathered, factor) = (n.mul(gathered, pivot), n.mul(factor, inverse));
        }
        Some(())
    }

    /// Computes the inverses of the pivots of the last panel.
    fn invert_last(&mut self, n: Modulus, words: &[u64], cols: usize) -> Option<()> {
        self.invert(n, words, cols, self.last)
    }

    /// Computes the inverses of the pivots from one on, together.
    fn invert(&mut self, n: Modulus, words: &[u64], cols: usize, from: usize) -> Option<()> {
        let pivot = |k: usize, column: u8| words[k * cols + usize::from(column)];
        let mut product = 1;
        for k in from..self.rank {
            self.inverses[k] = product;
            product = n.mul(product, pivot(k, self.columns[k]));
        }
        let mut inverse = if product == 1 { 1 } else { n.inv(product).ok()? };
        for k in (from..self.rank).rev() {
            let own = n.mul(inverse, self.inverses[k]);
            inverse = n.mul(inverse, pivot(k, self.columns[k]));
            self.inverses[k] = own;
        }
        Some(())
    }

    /// x = U⁻¹·x for the columns U of the pivots and as many rows x.
    fn solve_upper<M: Accumulator>(&self, n: Modulus, words: &[u64], cols: usize, x: &mut [u64]) {
        let sides = x.len().checked_div(self.rank).unwrap_or(0);
        for i in (0..self.rank).rev() {
            let (own, below) = x[i * sides..].split_at_mut(sides);
            let row = &words[i * cols..][..cols];
            let factors = self.pivots()[i + 1..].iter().map(|&pivot| row[usize::from(pivot)]);
            subtract_combination::<M>(n, own, &factors, below, sides);
            own.iter_mut().for_each(|x| *x = n.mul(*x, self.inverses[i]));
        }
    }
}

/// `own` −= Σ f_k·(row k), for rows `stride` words apart.
#[inline(always)]
fn subtract_combination<M: Accumulator>(
    n: Modulus,
    own: &mut [u64],
    factors: &(impl Iterator<Item = u64> + Clone),
    rows: &[u64],
    stride: usize,
) {
    let mut chunks = own.chunks_exact_mut(WIDE);
    let mut at = 0;
    for own in &mut chunks {
        let mut sums = [M::default(); WIDE];
        for (k, factor) in factors.clone().enumerate() {
            let row = &rows[k * stride + at..][..WIDE];
            sums.iter_mut().zip(row).for_each(|(sum, &x)| *sum = sum.add(factor, x));
        }
        own.iter_mut().zip(sums).for_each(|(x, sum)| *x = n.sub(*x, sum.reduce(n)));
        at += WIDE;
    }
    for (j, x) in (at..).zip(chunks.into_remainder()) {
        let sum =
            factors.clone().enumerate().fold(M::default(), |sum, (k, factor)| sum.add(factor, rows[k * stride + j]));
        *x = n.sub(*x, sum.reduce(n));
    }
}
