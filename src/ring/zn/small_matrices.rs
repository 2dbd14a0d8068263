//! Matrices of few rows modulo n: products, determinants and inverses; of up to four rows by minors, on words in registers, where nothing is
//! divided but by the determinant.

use super::{
    Zn,
    dense_matrices::rows,
    small_elimination::MOST,
    words::{Accumulator, Below, Few, Sums, Triple},
};
use crate::{
    arith::Modulus,
    kernels::matmul::{Output, Rows, STRIDE},
    ring::{Block, Coeffs, Gather, Ring, View},
    scratch::Buf,
    tested,
};

/// Most products of entries in a product of matrices that needs no choice.
const PRODUCTS: usize = 512;
/// Most products of entries that single words do as fast as vectors.
const FEW: usize = 27;
/// Most rows of a matrix whose determinant and inverse are by minors.
pub const ROWS: usize = 4;

/// Most rows of a matrix by whose minors systems are solved.
const BY_MINORS: usize = 3;
/// Most rows of a matrix whose inverse is by words although there are vectors.
const IN_WORDS: usize = 6;

/// Runs `$f` with the accumulator for `$terms` products of residues modulo `$n`.
macro_rules! with_sums {
    ($n:expr, $terms:expr, $f:ident($($arg:expr),*)) => {
        match Sums::of($n, $terms) {
            Sums::Word => $f::<u64>($n, $($arg),*),
            Sums::Below => $f::<Below>($n, $($arg),*),
            Sums::Wide => $f::<u128>($n, $($arg),*),
            Sums::Triple => $f::<Triple>($n, $($arg),*),
        }
    };
}

/// [`with_sums`] for at most three products.
macro_rules! with_few {
    ($n:expr, $terms:expr, $f:ident($($arg:expr),*)) => {
        match Sums::of($n, $terms) {
            Sums::Word => $f::<u64>($n, $($arg),*),
            Sums::Below => $f::<Below>($n, $($arg),*),
            Sums::Wide | Sums::Triple => $f::<Few>($n, $($arg),*),
        }
    };
}

impl Zn {
    /// Whether a product of such matrices is one of few entries by few.
    #[inline]
    pub(super) fn is_small_product(&self, [m, k, c]: [usize; 3]) -> bool {
        m.saturating_mul(k).saturating_mul(c) <= PRODUCTS
    }

    /// out = a·b row by row.
    pub(super) fn small_product(&self, out: &mut [u64], a: Block<'_, Self>, b: Block<'_, Self>) {
        let (n, cols, few) = (self.modulus(), b.cols(), a.rows() * a.cols() * b.cols() <= FEW);
        if few {
            return with_sums!(n, a.cols(), row_by_row(out, a, b));
        }
        self.unpacked_kernel().multiply_rows(rows(a), rows(b), Output::new(out, cols, cols, Gather::Set));
    }

    /// The product of matrices of one row and column each, or of two.
    #[inline(always)]
    pub(super) fn product_of_few(&self, a: Block<'_, Self>, b: Block<'_, Self>) -> Option<Coeffs<Self>> {
        let (n, x, y) = (self.modulus(), a.view().words(), b.view().words());
        let words = match [a.rows(), a.cols(), b.cols()] {
            [1, 1, 1] => [n.mul(x[0], y[0]), 0, 0, 0],
            [2, 2, 2] => {
                let (i, k) = (a.stride(), b.stride());
                let (x, y) = ([x[0], x[1], x[i], x[i + 1]], [y[0], y[1], y[k], y[k + 1]]);
                with_few!(n, 2, two_by_two(x, y))
            }
            _ => return None,
        };
        let len = a.rows() * b.cols();
        Some(Coeffs::from_words(Buf::few(words, len), len, 1))
    }

    tested! {
        /// The determinant of a square matrix of at most [`ROWS`] rows.
        #[inline]
        pub(super) fn small_determinant(&self, a: Block<'_, Self>) -> u64 {
            let (n, words, stride) = (self.modulus(), a.view().words(), a.stride());
            match a.rows() {
                0 => 1 % n.n(),
                1 => words[0],
                2 => with_few!(n, 2, cross([words[0], words[1]], [words[stride], words[stride + 1]])),
                3 => {
                    let row = |i: usize| [words[i * stride], words[i * stride + 1], words[i * stride + 2]];
                    with_few!(n, 3, determinant_of_three([row(0), row(1), row(2)]))
                }
                _ => with_sums!(n, 6, determinant_of_four(&entries(a))),
            }
        }
    }

    tested! {
        /// The inverse of a square matrix of few rows, row by row; `None` where a pivot or the determinant is no unit, and for many rows.
        pub(super) fn small_inverse(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
            match a.rows() {
                0..=ROWS => self.inverse_by_minors(a),
                rows if rows <= IN_WORDS || rows <= MOST && !self.has_vectors() => self.inverse_in_words(a),
                rows if rows <= STRIDE => self.inverse_by_elimination(a),
                _ => None,
            }
        }
    }

    /// The inverse of a square matrix of at most [`MOST`] rows, as the solution X of a·X = 1.
    fn inverse_in_words(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
        let size = a.rows();
        let mut unit = vec![0; size * size];
        unit.iter_mut().step_by(size + 1).for_each(|x| *x = 1);
        let (x, rank) =
            self.small_solution(a, Block::new(View::from_words(&unit, size * size, 1), size, size, size))?;
        (rank == size).then_some(x)
    }

    /// The inverse of a square matrix of at most [`STRIDE`] rows: with P·(A, 1) = L·(U, M), it is the solution X of U·X = M.
    fn inverse_by_elimination(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
        const WIDTH: usize = 2 * STRIDE;
        let (n, size, kernel) = (self.modulus(), a.rows(), self.unpacked_kernel());
        let mut words = [0; STRIDE * WIDTH];
        for (i, row) in words.chunks_exact_mut(WIDTH).enumerate().take(size) {
            row[..size].copy_from_slice(a.row(i).words());
            row[size + i] = 1;
        }
        let found = kernel.eliminate(&mut words, [size, 2 * size, WIDTH], self.is_known_prime()).ok()?;
        if !found.pivots.iter().copied().eq(0..size) {
            return None;
        }
        let mut inverses = [0; STRIDE];
        let mut out = self.engine().dirty(size * size);
        for (i, row) in words.chunks_exact(WIDTH).enumerate().take(size) {
            inverses[i] = row[i];
            out[i * size..][..size].copy_from_slice(&row[size..2 * size]);
        }
        n.batch_inv(&mut inverses[..size]).ok()?;
        let upper = Rows::new(&words, size, size, WIDTH);
        kernel.solve_upper(upper, &inverses[..size], Output::new(&mut out, size, size, Gather::Set));
        Some(Coeffs::from_words(out, size * size, 1))
    }

    /// X with a·X = right modulo a prime for a regular matrix of at most [`BY_MINORS`] rows, row by row: the adjugate times the right sides over the
    /// determinant.
    pub(super) fn solution_by_minors(&self, a: Block<'_, Self>, right: Block<'_, Self>) -> Option<Coeffs<Self>> {
        let (n, rows, sides) = (self.modulus(), a.rows(), right.cols());
        if rows == 0 || rows > BY_MINORS || a.cols() != rows || !self.is_field() {
            return None;
        }
        let inverse = n.inv(self.small_determinant(a)).ok()?;
        let x = entries(a);
        let adjugate = with_few!(n, 3, adjugate(rows, &x));
        let mut out = self.engine().dirty(rows * sides);
        with_sums!(n, BY_MINORS, row_by_row(&mut out, adjugate_block(&adjugate, rows), right));
        out.iter_mut().for_each(|x| *x = n.mul(*x, inverse));
        Some(Coeffs::from_words(out, rows * sides, 1))
    }

    /// The inverse of a square matrix of at most [`ROWS`] rows: the adjugate over the determinant.
    fn inverse_by_minors(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
        let (n, rows) = (self.modulus(), a.rows());
        let inverse = n.inv(self.small_determinant(a)).ok()?;
        if rows == 1 {
            return Some(Coeffs::from_words(Buf::few([inverse, 0, 0, 0], 1), 1, 1));
        }
        let x = entries(a);
        let adjugate = with_few!(n, 3, adjugate(rows, &x));
        let mut out = self.engine().dirty(rows * rows);
        for (out, row) in out.chunks_exact_mut(rows.max(1)).zip(&adjugate) {
            out.iter_mut().zip(row).for_each(|(out, &x)| *out = n.mul(x, inverse));
        }
        Some(Coeffs::from_words(out, rows * rows, 1))
    }
}

type Entries = [[u64; ROWS]; ROWS];

/// The first rows and columns as a matrix.
fn adjugate_block(entries: &Entries, rows: usize) -> Block<'_, Zn> {
    let words = entries.as_flattened();
    Block::new(View::from_words(words, words.len(), 1), rows, rows, ROWS)
}

/// The entries of a matrix of at most [`ROWS`] rows and columns.
fn entries(a: Block<'_, Zn>) -> Entries {
    let mut x = [[0; ROWS]; ROWS];
    for (i, x) in x.iter_mut().enumerate().take(a.rows()) {
        // a loop, which takes less time than a call for so few words
        x.iter_mut().zip(a.row(i).words()).for_each(|(x, &entry)| *x = entry);
    }
    x
}

/// out = a·b, each entry a sum reduced once.
fn row_by_row<A: Accumulator>(n: Modulus, out: &mut [u64], a: Block<'_, Zn>, b: Block<'_, Zn>) {
    let (x, y, cols) = (a.view().words(), b.view().words(), b.cols());
    for (i, out) in out.chunks_exact_mut(cols.max(1)).enumerate() {
        for (j, out) in out.iter_mut().enumerate() {
            let sum = (0..a.cols()).fold(A::default(), |s, k| s.add(x[i * a.stride() + k], y[k * b.stride() + j]));
            *out = sum.reduce(n);
        }
    }
}

/// x_0·y_1 − x_1·y_0.
#[inline(always)]
fn cross<A: Accumulator>(n: Modulus, x: [u64; 2], y: [u64; 2]) -> u64 {
    A::default().add(x[0], y[1]).add(n.neg(x[1]), y[0]).reduce(n)
}

/// The minor of two rows in these columns.
#[inline(always)]
fn minor<A: Accumulator, const N: usize>(n: Modulus, x: [u64; N], y: [u64; N], [i, j]: [usize; 2]) -> u64 {
    cross::<A>(n, [x[i], x[j]], [y[i], y[j]])
}

/// Σ ±x·y with the signs +, −, + of an expansion along a row of three.
#[inline(always)]
fn alternating<A: Accumulator>(n: Modulus, x: [u64; 3], y: [u64; 3]) -> u64 {
    A::default().add(x[0], y[0]).add(n.neg(x[1]), y[1]).add(x[2], y[2]).reduce(n)
}

#[inline]
fn determinant_of_three<A: Accumulator>(n: Modulus, [x, y, z]: [[u64; 3]; 3]) -> u64 {
    let minor = |i: usize, j: usize| minor::<A, 3>(n, y, z, [i, j]);
    alternating::<A>(n, x, [minor(1, 2), minor(0, 2), minor(0, 1)])
}

/// The product of matrices of two rows and columns.
#[inline(always)]
fn two_by_two<A: Accumulator>(n: Modulus, x: [u64; 4], y: [u64; 4]) -> [u64; 4] {
    let entry = |i: usize, j: usize| A::default().add(x[2 * i], y[j]).add(x[2 * i + 1], y[2 + j]).reduce(n);
    [entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)]
}

/// The pairs of four columns; those at the same place from either end are complements.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// By the minors of the upper and the lower two rows (Laplace).
fn determinant_of_four<A: Accumulator>(n: Modulus, [x, y, z, w]: &Entries) -> u64 {
    let upper = PAIRS.map(|columns| minor::<A::Few, ROWS>(n, *x, *y, columns));
    let lower = PAIRS.map(|columns| minor::<A::Few, ROWS>(n, *z, *w, columns));
    let signed = |i: usize| if i == 1 || i == 4 { n.neg(upper[i]) } else { upper[i] };
    (0..PAIRS.len()).fold(A::default(), |s, i| s.add(signed(i), lower[5 - i])).reduce(n)
}

/// The adjugate: the cofactors of the transposed matrix.
fn adjugate<A: Accumulator>(n: Modulus, rows: usize, x: &Entries) -> Entries {
    let mut out = [[0; ROWS]; ROWS];
    match rows {
        0 => {}
        1 => out[0][0] = 1,
        2 => {
            out[0] = [x[1][1], n.neg(x[0][1]), 0, 0];
            out[1] = [n.neg(x[1][0]), x[0][0], 0, 0];
        }
        3 => {
            for (i, out) in out.iter_mut().enumerate().take(3) {
                for (j, out) in out.iter_mut().enumerate().take(3) {
                    // without row j and column i; in cyclic order there are no signs
                    let (y, z, columns) = (x[(j + 1) % 3], x[(j + 2) % 3], [(i + 1) % 3, (i + 2) % 3]);
                    *out = minor::<A, ROWS>(n, y, z, columns);
                }
            }
        }
        _ => adjugate_of_four::<A>(n, x, &mut out),
    }
    out
}

/// Cofactors by the minors of the two rows that have none of the factors of an expansion.
fn adjugate_of_four<A: Accumulator>(n: Modulus, x: &Entries, out: &mut Entries) {
    let minors = |i: usize, j: usize| PAIRS.map(|columns| minor::<A, ROWS>(n, x[i], x[j], columns));
    let (upper, lower) = (minors(0, 1), minors(2, 3));
    // columns other than i, and the minors in two of these
    const COLUMNS: [[usize; 3]; ROWS] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];
    const MINORS: [[usize; 3]; ROWS] = [[5, 4, 3], [5, 2, 1], [4, 2, 0], [3, 1, 0]];
    for (i, out) in out.iter_mut().enumerate() {
        for (j, out) in out.iter_mut().enumerate() {
            // expanded along the row beside row j
            let (row, minors) = if j < 2 { (x[1 - j], &lower) } else { (x[5 - j], &upper) };
            let cofactor = alternating::<A>(n, COLUMNS[i].map(|c| row[c]), MINORS[i].map(|m| minors[m]));
            *out = if (i + j) % 2 == 0 { cofactor } else { n.neg(cofactor) };
        }
    }
}
