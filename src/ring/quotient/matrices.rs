//! Matrices: products as those of matrices of polynomials over the base ring, whose entries are the elements.

use super::{Base, Quotient};
use crate::{
    Result,
    engine::Context,
    monitor::Alternative,
    ring::{
        Block, Blocks, Coeffs, Gather, Grid, Place, Ring, Size,
        blocks::{BY_ROWS, put_rows, schoolbook},
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

impl<B: Base> Blocks for Quotient<B> {
    fn mul_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        let best = self.block_products(a, b, cx).first().map_or(BY_ROWS, |way| way.algorithm);
        self.mul_blocks_by(best, out, place, (a, b), how, cx)
    }

    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Vec<Alternative> {
        let [m, k, n] = [a.rows(), a.cols(), b.cols()];
        let [product, reduction] = self.element_ns(cx);
        let rows_ns = (m * k * n) as f64 * (product + reduction);
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
                schoolbook(self, out, place, a, b, how, cx)
            }
        }
    }
}
