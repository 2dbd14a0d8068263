//! Matrices in vectors: products, and the parts of eliminations that a ring has its own algorithms for.

use super::Ring;
use crate::{
    Result,
    engine::Context,
    monitor::Alternative,
    ring::{
        blocks::{self, BY_ROWS, Block, Elimination, Gather, Place},
        vector::{Coeffs, View},
    },
};

/// Matrices of elements; the defaults are schoolbook algorithms, and no algorithm of the ring's own.
pub trait Blocks: Sized {
    /// Writes a·b to its place in `out`, according to `how`, by the algorithm predicted fastest. `a` has as many
    /// columns as `b` rows.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    fn mul_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()>
    where
        Self: Ring,
    {
        blocks::schoolbook(self, out, place, a, b, how, cx)
    }
    /// The algorithms for a product of matrices, with their predicted costs, the cheapest first.
    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Vec<Alternative>
    where
        Self: Ring,
    {
        blocks::only_schoolbook(self, a, b, cx)
    }
    /// [`mul_blocks`](Self::mul_blocks) by the given algorithm, one of [`block_products`](Self::block_products).
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    ///
    /// # Panics
    /// When it is not among them, or the shapes do not match.
    fn mul_blocks_by(
        &self,
        algorithm: &str,
        out: &mut Coeffs<Self>,
        place: Place,
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()>
    where
        Self: Ring,
    {
        assert_eq!(algorithm, BY_ROWS, "the only product of matrices over {}", self.name());
        blocks::schoolbook(self, out, place, a, b, how, cx)
    }
    /// `out[at + j]` −= Σ `c[t]`·x\[t, j\] for each column j of x, which has as many rows as `c` coefficients.
    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>)
    where
        Self: Ring,
    {
        blocks::sub_combination(self, out, at, c, x);
    }
    /// Gaussian elimination in place on a matrix of `rows` rows and `cols` columns; `None` without an algorithm of the
    /// ring's own.
    fn own_elimination(
        &self,
        _a: &mut Coeffs<Self>,
        _rows: usize,
        _cols: usize,
        _cx: Context<'_>,
    ) -> Option<Result<Elimination>>
    where
        Self: Ring,
    {
        None
    }
    /// The determinant of a small square matrix; `None` without an algorithm of the ring's own.
    fn own_determinant(&self, _a: Block<'_, Self>) -> Option<Result<Self::Elem>>
    where
        Self: Ring,
    {
        None
    }
    /// Predicted nanoseconds of the decomposition of a matrix: a third of a product, and panels by rows of elements.
    fn elimination_ns(&self, a: Block<'_, Self>, cx: Context<'_>) -> f64
    where
        Self: Ring,
    {
        let (costs, width, rank) = (cx.engine().costs(), a.view().width, a.rows().min(a.cols()));
        let each = match width {
            0 | 1 => costs.word_mul + costs.word_reduce,
            _ => costs.element + costs.integer_mul(width, width),
        };
        let panels = (rank * a.rows() * self.panel_columns().min(rank)) as f64 / 4.0 * each;
        let square = a.part(0..rank, 0..rank);
        let product = self.block_products(square, square, cx);
        panels + product.first().map_or(0.0, |way| way.predicted_ns / 3.0)
    }
    /// Largest number of columns that [`own_panel`](Self::own_panel) eliminates, or that are eliminated column by
    /// column without it.
    fn panel_columns(&self) -> usize
    where
        Self: Ring,
    {
        self.engine().costs().crossovers.panel[1]
    }
    /// Decomposes a panel of a few columns of a matrix in place; `None` without an algorithm of the ring's own. The
    /// rows' columns outside the panel are not permuted.
    fn own_panel(
        &self,
        _a: &mut Coeffs<Self>,
        _place: Place,
        _shape: [usize; 2],
        _cx: Context<'_>,
    ) -> Option<Result<Elimination>>
    where
        Self: Ring,
    {
        None
    }
    /// `out` = T⁻¹·out for a few rows at their place, T triangular: unit lower, or upper with units on its diagonal,
    /// whose inverses are given. Returns false without an algorithm of the ring's own.
    fn own_triangle(
        &self,
        _out: &mut Coeffs<Self>,
        _place: Place,
        _triangle: Block<'_, Self>,
        _inverses: Option<View<'_, Self>>,
        _cols: usize,
    ) -> bool
    where
        Self: Ring,
    {
        false
    }
}
