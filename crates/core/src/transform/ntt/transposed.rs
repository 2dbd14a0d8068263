//! The six-step method as it is published: three transpositions, and Stockham's passes of radix 2, 4 or 8 over whole rows between them.
//!
//! With n = n1·n2, a_j at j = n2·j1 + j2 and values at k = k1 + n1·k2: after a transposition row j2 has the coefficients of all j1, and its
//! transform at the powers of W^n2 is multiplied by W^(j2·k1), a weight of the last pass; after another one row k1 has the n2 of all j2, and its
//! transform at the powers of W^n1 has the values of all k2; a third one brings them to their places. Negacyclic transforms have 2·k1 + 1 for k1,
//! and those of the second rows are cyclic. The merged passes of [`SixStepTables`](crate::kernels::natural::SixStepTables) read and write data
//! half as often; these have lengths from 64 on, and a radix.
//!
//! Source: Bailey 1990, "FFTs in external or hierarchical memory"; Takahashi 2020, "An implementation of parallel number-theoretic transform
//! using Intel AVX-512 instructions", whose method this is on the kernels of his product.

use super::{PortableNtt, Wrap};
use crate::{
    Result,
    arith::Modulus,
    bits::ceil_log2,
    cpu::Target,
    kernels::{
        NttKernel,
        natural::{Factor, LEAST, Points, StockhamTables},
        transpose::transpose,
    },
    scratch::Buf,
    simd::inlined::{Walked, Zipped},
};

/// Least length of [`TransposedTables`]: both sides have at least 8 values.
pub(super) const LEAST_TRANSPOSED: usize = 64;

/// A transform of n = n1·n2 ≥ 64 values in natural order by the six-step method with its transpositions.
///
/// ```
/// use polymod_core::{cpu, transform::ntt::{Direction, NttPlan, Recipe, Wrap}};
/// let (p, n) = (998_244_353, 256);
/// let root = NttPlan::new(p, n, Wrap::Cyclic)?.root();
/// if let Some(recipe) = Recipe::named("six-step:montgomery:4".parse()?, cpu::host().target, p, n) {
///     let plan = NttPlan::with_recipe(p, n, Wrap::Cyclic, root, recipe)?;
///     let tables = plan.transposed(Direction::Forward).expect("a recipe with a radix");
///     assert_eq!(tables.sides(), [16, 16]);
/// }
/// # Ok::<(), polymod_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TransposedTables {
    target: Target,
    columns: Rows,
    rows: Rows,
}

impl TransposedTables {
    /// The tables for these points, with inner transforms of this radix.
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) where the root or a side is no unit.
    pub(super) fn new(kernel: &'static NttKernel, at: Points, radix: usize, factor: Factor) -> Result<Self> {
        let Points { p, len, negacyclic, root } = at;
        let n1 = 1 << (ceil_log2(len) / 2);
        let n2 = len / n1;
        let square = if negacyclic { p.mul(root, root) } else { root };
        let mut columns = Rows::new(kernel, Points { len: n1, root: p.pow(root, n2 as u64), ..at }, radix)?;
        let of_rows = Points { p, len: n2, negacyclic: false, root: p.pow(square, n1 as u64) };
        let mut rows = Rows::new(kernel, of_rows, radix)?;
        // value k1 of row j2 is multiplied by W^(j2·k1), or W^(j2·(2·k1 + 1))
        let first = if negacyclic { root } else { p.reduce(1) };
        columns.weigh(p, n2, [p.reduce(1), first], [p.reduce(1), square]);
        match factor {
            Factor::One => {}
            Factor::Constant(c) => rows.weigh(p, 1, [c, c], [p.reduce(1); 2]),
            // value k2 of row k1 is multiplied by c·w^(k1 + n1·k2)
            Factor::Powers(c, w) => rows.weigh(p, n1, [c, w], [p.pow(w, n1 as u64), p.reduce(1)]),
        }
        Ok(TransposedTables { target: kernel.needs(), columns, rows })
    }

    /// n1 and n2.
    #[must_use]
    pub fn sides(&self) -> [usize; 2] {
        [self.columns.len, self.rows.len]
    }

    /// Number of words of the scratch of each step.
    #[must_use]
    pub fn work(&self) -> usize {
        self.columns.len.max(self.rows.len)
    }

    /// Number of bytes that the tables hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.columns.bytes() + self.rows.bytes()
    }

    /// Steps 1 to 3: columns of x, in [0, p), from column `first` on, transformed and multiplied by their twiddle factors; `out` has a row of n1
    /// words for each.
    ///
    /// # Panics
    /// If a length does not fit.
    pub fn columns(&self, x: &[u64], first: usize, out: &mut [u64], work: &mut [u64]) {
        let [n1, n2] = self.sides();
        self.transposed(x, [n1, n2], first, out);
        self.columns.run(first, out, work);
    }

    /// Steps 4 and 5: the same of what [`columns`](Self::columns) made of all columns, in rows of n2 words.
    ///
    /// # Panics
    /// If a length does not fit.
    pub fn rows(&self, from: &[u64], first: usize, out: &mut [u64], work: &mut [u64]) {
        let [n1, n2] = self.sides();
        self.transposed(from, [n2, n1], first, out);
        self.rows.run(first, out, work);
    }

    /// Step 6: rows of the result, of n1 words, from row `first` on.
    ///
    /// # Panics
    /// If a length does not fit.
    pub fn ordered(&self, from: &[u64], first: usize, out: &mut [u64]) {
        let [n1, n2] = self.sides();
        self.transposed(from, [n1, n2], first, out);
    }

    /// Columns from column `first` on of a matrix of these sides, as rows.
    fn transposed(&self, from: &[u64], [rows, cols]: [usize; 2], first: usize, out: &mut [u64]) {
        let count = out.len() / rows;
        assert!(from.len() == rows * cols && out.len() == rows * count, "columns of a matrix of {rows} rows");
        assert!(count <= cols && first <= cols - count, "{count} columns from column {first} on, of {cols}");
        transpose(self.target, &from[first..], out, [cols, rows], [rows, count]);
    }

    /// Replaces x by its transform, both in [0, p); `scratch` has n words, `work` [`work`](Self::work).
    ///
    /// # Panics
    /// If a length does not fit.
    pub fn run(&self, x: &mut [u64], scratch: &mut [u64], work: &mut [u64]) {
        self.columns(x, 0, scratch, work);
        self.rows(scratch, 0, x, work);
        self.ordered(x, 0, scratch);
        x.copy_from_slice(scratch);
    }
}

/// Transforms of rows, whose values are multiplied by weights.
#[derive(Clone, Debug)]
struct Rows {
    len: usize,
    plan: Plan,
    weights: Weights,
}

/// The transform of a row.
#[derive(Clone, Debug)]
enum Plan {
    Vectors(StockhamTables),
    /// Rows shorter than two vectors.
    Words(Modulus, PortableNtt),
}

/// The weights of values: none, the same for all rows, or those of each row.
#[derive(Clone, Debug, Default)]
struct Weights {
    words: Buf,
    /// Number of words of a row's weights.
    row: usize,
}

impl Rows {
    fn new(kernel: &'static NttKernel, at: Points, radix: usize) -> Result<Self> {
        let Points { p, len, negacyclic, root } = at;
        let plan = if len >= LEAST {
            Plan::Vectors(StockhamTables::new(kernel, at, radix, Factor::One))
        } else {
            let wrap = if negacyclic { Wrap::Negacyclic } else { Wrap::Cyclic };
            Plan::Words(p, PortableNtt::new(p, len, wrap, root)?)
        };
        Ok(Rows { len, plan, weights: Weights::default() })
    }

    /// Gives value k of row i, of `rows`, the weight c_i·w_i^k; c_0 and c_(i+1)/c_i are told, and w_0 and w_(i+1)/w_i.
    fn weigh(&mut self, p: Modulus, rows: usize, [mut c, c_step]: [u64; 2], [mut w, w_step]: [u64; 2]) {
        let mut words = Buf::growing();
        for _ in 0..rows {
            match &self.plan {
                Plan::Vectors(tables) => words.extend_from_slice(&tables.weights(p, c, w)),
                Plan::Words(..) => {
                    let mut weight = c;
                    for _ in 0..self.len {
                        words.push(weight);
                        weight = p.mul(weight, w);
                    }
                }
            }
            (c, w) = (p.mul(c, c_step), p.mul(w, w_step));
        }
        self.weights = Weights { row: words.len() / rows, words };
    }

    /// Transforms consecutive rows, of which the first is row `first`.
    fn run(&self, first: usize, x: &mut [u64], work: &mut [u64]) {
        let Weights { words, row } = &self.weights;
        for (i, x) in x.chunks_exact_mut(self.len).enumerate() {
            // one row of weights serves all rows
            let at = if words.len() == *row { 0 } else { (first + i) * row };
            let weights = &words[at..at + row];
            match &self.plan {
                Plan::Vectors(tables) if weights.is_empty() => tables.run(x, &mut work[..self.len]),
                Plan::Vectors(tables) => tables.run_weighted(x, &mut work[..self.len], weights),
                Plan::Words(p, plan) => {
                    plan.forward(x);
                    for (x, &w) in x.walk_mut().zipped(weights) {
                        *x = p.mul(*x, w);
                    }
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        let plan = match &self.plan {
            Plan::Vectors(tables) => tables.bytes(),
            Plan::Words(..) => PortableNtt::bytes_for(self.len),
        };
        plan + 8 * self.weights.words.len()
    }
}
