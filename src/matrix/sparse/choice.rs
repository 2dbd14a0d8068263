//! The choice between products alone and elimination, by predicted costs; and of the number of vectors in a block.

use super::SparseMatrix;
use crate::{
    Result,
    choice::{self, Candidate},
    engine::Context,
    matrix::poly::approximant_ns,
    ring::{Block, Convolve, FiniteField, Ring},
};

/// The name of the algorithm of products alone.
pub(crate) const WIEDEMANN: &str = "wiedemann";
/// That of elimination, on the dense matrix.
const DENSE: &str = "elimination";
/// Time of a dense minimal polynomial over that of an elimination (measured: 7 to 15 of 1000 rows).
const KRYLOV: f64 = 10.0;
/// Largest number of vectors in a block.
const MOST_VECTORS: usize = 32;

/// What is computed by products alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Computation {
    /// The determinant.
    Determinant,
    /// The rank, by this number of trials.
    Rank(usize),
    /// The solutions for this number of right sides.
    Solution(usize),
    /// The minimal polynomial.
    Minpoly,
}

/// Predicted nanoseconds of the product of a sparse matrix with this number of rows and entries by this number of columns.
pub(super) fn product_ns<R: Ring>(r: &R, [rows, entries, cols]: [usize; 3]) -> f64 {
    /// Columns of a vector, which take as long as one.
    const LANES: usize = 8;
    let (costs, width) = (r.engine().costs(), r.zeros(0).width);
    let [row, entry, product] = costs.sparse_product;
    let all_columns = match width {
        0 | 1 => cols.next_multiple_of(LANES) as f64 * product,
        _ => cols as f64 * (costs.element + costs.integer_mul(width, width)),
    };
    rows as f64 * row + entries as f64 * (entry + all_columns)
}

/// Number of vectors in a block for n-dimensional ones, and the predicted nanoseconds of the relations between 2n/m blocks.
pub(super) fn blocks<R: Convolve>(r: &R, [n, entries]: [usize; 2], cx: Context<'_>) -> (usize, f64) {
    let (costs, width) = (cx.engine().costs(), r.zeros(0).width.max(1));
    let ns = |m: usize| {
        let terms = 2 * n.div_ceil(m);
        // a dense product of few rows
        let inner = (n * m * m) as f64 * 2.0 * costs.elimination[2] * (width * width) as f64;
        terms as f64 * (product_ns(r, [n, entries, m]) + inner) + approximant_ns(r, [2 * m, m], terms, cx)
    };
    let all = std::iter::successors(Some(1), |m| Some(2 * m)).take_while(|&m| m <= MOST_VECTORS.min(n.max(1)));
    all.map(|m| (m, ns(m))).min_by(|x, y| x.1.total_cmp(&y.1)).unwrap_or((1, 0.0))
}

/// Predicted nanoseconds of a computation by products alone.
pub(crate) fn predicted_ns<R: Convolve>(
    r: &R,
    [rows, cols, entries]: [usize; 3],
    what: Computation,
    cx: Context<'_>,
) -> f64 {
    let n = rows.min(cols);
    let (m, relations) = blocks(r, [n, entries], cx);
    let step = product_ns(r, [rows, entries, m]) * n.div_ceil(m) as f64;
    match what {
        Computation::Determinant => relations,
        // two products in place of one
        Computation::Rank(trials) => trials as f64 * (relations + 2.0 * step),
        Computation::Solution(sides) => sides.div_ceil(m) as f64 * (relations + step),
        Computation::Minpoly => relations + step + n as f64 * product_ns(r, [rows, entries, 1]),
    }
}

/// Predicted nanoseconds of the elimination of a dense matrix: of a large one from those of two small ones, since its entries need not be there. For each
/// entry they increase by a constant with each row.
pub(super) fn elimination_ns<R: Ring>(r: &R, [rows, cols]: [usize; 2], cx: Context<'_>) -> f64 {
    const SIDE: usize = 256;
    let rank = rows.min(cols);
    let zeros = r.zeros(rank.min(SIDE).pow(2));
    let of_an_entry =
        |side: usize| r.elimination_ns(Block::new(zeros.view(), side, side, side), cx) / (side * side).max(1) as f64;
    let each = match rank.checked_sub(SIDE) {
        None => of_an_entry(rank),
        Some(more) => {
            let (small, large) = (of_an_entry(SIDE / 2), of_an_entry(SIDE));
            large + (large - small).max(0.0) * more as f64 / (SIDE / 2) as f64
        }
    };
    each * rows as f64 * cols as f64
}

impl<R: FiniteField> SparseMatrix<R> {
    /// Number of vectors in a block.
    pub(super) fn block_width(&self) -> usize {
        let size = [self.rows.min(self.cols), self.nonzeros()];
        self.ring.engine().enter(|cx| blocks(&self.ring, size, cx)).0
    }

    /// Whether to compute by products alone: where that is demanded or predicted to be faster than elimination. The monitor is told if so.
    ///
    /// # Errors
    /// [`Error::Algorithm`](crate::Error::Algorithm) where another is demanded; [`Error::Cancelled`](crate::Error::Cancelled).
    pub(super) fn by_products(&self, name: &str, what: Computation) -> Result<bool> {
        let (r, (rows, cols), count) = (&self.ring, self.shape(), self.nonzeros());
        r.engine().enter(|cx| {
            let threads = cx.threads() as f64;
            let dense = elimination_ns(r, [rows, cols], cx);
            let dense = dense
                * match what {
                    Computation::Solution(sides) => 1.0 + 3.0 * sides as f64 / rows.max(1) as f64,
                    Computation::Minpoly => KRYLOV,
                    Computation::Determinant | Computation::Rank(_) => 1.0,
                };
            // vectors of three blocks, terms of the sequence and their basis
            let words = |elements: f64| (r.zeros(0).view().bytes_for(elements)) as u64;
            let vectors = words(12.0 * (rows + cols) as f64 * MOST_VECTORS as f64);
            let mut candidates = vec![Candidate::new(DENSE, dense / threads, words(2.0 * rows as f64 * cols as f64))];
            if r.cardinality().is_ok() {
                let ns = predicted_ns(r, [rows, cols, count], what, cx) / threads;
                candidates.insert(0, Candidate::new(WIEDEMANN, ns, vectors));
            }
            let task = || self.task(name);
            let chosen = cx.choose(None, &candidates, cx.engine().memory(), task)?;
            if chosen.algorithm == WIEDEMANN {
                cx.begun(|| choice::decision(task(), &chosen, &candidates, cx))?;
            }
            Ok(chosen.algorithm == WIEDEMANN)
        })
    }
}
