//! Matrices: products as those of matrices of polynomials over the base ring, whose entries are the elements.

use super::{
    Base, Element, Quotient,
    cells::{Cells, with_cells},
    words::FewWords,
};
use crate::{
    Result,
    engine::Context,
    monitor::Alternative,
    ring::{
        Block, Blocks, Coeffs, Gather, Grid, Place, Ring, Size, Vectors, View,
        blocks::{self, BY_ROWS, put_rows, schoolbook},
        grid,
    },
};

/// Name of the matrix product over the base ring.
const POLYNOMIALS: &str = "polynomials";

impl<B: Base> Quotient<B> {
    fn entries<'a>(&self, a: Block<'a, Self>) -> Grid<'a, B> {
        let entries = (0..a.rows()).flat_map(|i| {
            let row = self.flat(a.row(i));
            (0..a.cols()).map(move |j| self.part(row, j))
        });
        let entries = entries.map(|v| v.low(self.quiet().trimmed_len(v))).collect();
        Grid { rows: a.rows(), columns: a.cols(), entries }
    }

    fn by_polynomials(
        &self,
        (out, place): (&mut Coeffs<Self>, Place),
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        assert_eq!(a.cols(), b.rows(), "shapes of a product");
        let (r, stride) = (self.quiet(), self.stride());
        let products = grid::product(self.base(), &self.entries(a), &self.entries(b), 0..stride, None, cx)?;
        let rows = cx.map(products.chunks(b.cols().max(1)).collect(), |row, cx| {
            let (mut slots, mut reduced) = (r.zeros(b.cols() * stride), self.zeros(b.cols()));
            for (j, entry) in row.iter().enumerate() {
                r.copy_at(&mut slots, j * stride, entry.view());
            }
            self.reduce_slots(&mut reduced, 0, slots.view(), stride, cx)?;
            Ok(reduced)
        })?;
        put_rows(self, (out, place), rows.iter(), how);
        Ok(())
    }
}

impl<B: Base> Quotient<B> {
    /// Rows of the product as combinations of the rows of b, whose elements are loaded once.
    fn by_rows_of_elements(
        &self,
        (out, place): (&mut Coeffs<Self>, Place),
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        let all = (0..a.rows()).collect();
        let rows = if let Some(logs) = self.logs(a.rows() * a.cols() * b.cols()) {
            let loaded: Vec<_> = (0..b.rows()).map(|i| self.load(logs, b.row(i))).collect();
            cx.map(all, |i, cx| {
                cx.check()?;
                Ok(self.stored(logs, &self.combination_on(logs, a.row(i), &loaded, b.cols())))
            })?
        } else if let Some(few) = self.few_words() {
            cx.map(all, |i, cx| {
                cx.check()?;
                Ok(self.combination_of_words(few, a.row(i), b))
            })?
        } else {
            return schoolbook(self, out, place, a, b, how, cx);
        };
        put_rows(self, (out, place), rows.iter(), how);
        Ok(())
    }

    /// Σ `c[t]`·(row t of x) for elements of few words.
    fn combination(&self, c: View<'_, Self>, x: Block<'_, Self>) -> Option<Coeffs<Self>> {
        if let Some(logs) = self.logs(c.len * x.cols()) {
            let rows: Vec<_> = (0..c.len).map(|t| self.load(logs, x.row(t))).collect();
            return Some(self.stored(logs, &self.combination_on(logs, c, &rows, x.cols())));
        }
        Some(self.combination_of_words(self.few_words()?, c, x))
    }

    fn combination_of_words(&self, few: FewWords<'_>, c: View<'_, Self>, x: Block<'_, Self>) -> Coeffs<Self> {
        let (k, mut out) = (few.len(), self.zeros(x.cols()));
        let width = x.stride() * k;
        for (j, out) in out.words.chunks_exact_mut(k).enumerate() {
            let mut sum = few.sum();
            for (t, factor) in c.words().chunks_exact(k).enumerate() {
                few.add_product(&mut sum, factor, &x.view().words()[t * width + j * k..][..k]);
            }
            few.finish(out, &sum);
        }
        out
    }

    fn combination_on<C: Cells>(&self, cells: C, c: View<'_, Self>, rows: &[Vec<C::Cell>], len: usize) -> Vec<C::Cell> {
        let mut sum = vec![cells.zero(); len];
        for (x, row) in self.load(cells, c).into_iter().zip(rows) {
            cells.add_multiple(&mut sum, x, row);
        }
        sum
    }
}

impl<B: Base> Blocks for Quotient<B> {
    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Vec<Alternative> {
        let [m, k, n] = [a.rows(), a.cols(), b.cols()];
        let [product, reduction] = self.element_ns(cx);
        // sums of few words are reduced once
        let reductions = if self.few_words().is_some() { m * n } else { m * k * n };
        let rows_ns = (m * k * n) as f64 * product + reductions as f64 * reduction;
        let size = Size { len: self.degree(), bits: 0 };
        let over_base = grid::predicted_ns(self.base(), [m, k, n], [size; 2], 0..self.stride(), cx);
        let mut ways = vec![
            Alternative { algorithm: BY_ROWS, predicted_ns: rows_ns, peak_bytes: 0 },
            Alternative {
                algorithm: POLYNOMIALS,
                predicted_ns: over_base + (m * n) as f64 * reduction,
                peak_bytes: (16 * m * n * self.width()) as u64,
            },
        ];
        ways.sort_by(|x, y| x.predicted_ns.total_cmp(&y.predicted_ns));
        ways
    }

    fn mul_blocks_by(
        &self,
        algorithm: &str,
        out: &mut Coeffs<Self>,
        place: Place,
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        match algorithm {
            POLYNOMIALS => self.by_polynomials((out, place), (a, b), how, cx),
            _ => {
                assert_eq!(algorithm, BY_ROWS, "a product of matrices");
                self.by_rows_of_elements((out, place), (a, b), how, cx)
            }
        }
    }

    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>) {
        match self.combination(c, x) {
            Some(sum) => self.sub_at(out, at, sum.view()),
            None => blocks::sub_combination(self, out, at, c, x),
        }
    }

    /// Of as few rows as are eliminated column by column.
    fn own_determinant(&self, a: Block<'_, Self>) -> Option<Result<Element<B>>> {
        let n = a.rows();
        if n != a.cols() || n > self.panel_columns() {
            return None;
        }
        with_cells!(self.arithmetic(n * n * n / 3)?, c => {
            let rows = (0..n).map(|i| self.load(c, a.row(i))).collect();
            self.determinant_on(c, rows).map(Ok)
        })
    }
}
