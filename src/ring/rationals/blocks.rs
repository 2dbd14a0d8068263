//! Matrices: products of the integers over the product of the denominators.

use super::{
    Rationals,
    layout::{denominator, product},
};
use crate::{
    Result,
    engine::Context,
    monitor::Alternative,
    ring::{Block, Blocks, Coeffs, Gather, Place, Ring, Vectors, View},
    scratch::Buf,
};

impl Rationals {
    /// Sets, adds or subtracts a product at its place in `out`, by the algorithm of this name or the one predicted fastest.
    fn product_of_blocks(
        &self,
        algorithm: Option<&str>,
        (out, place): (&mut Coeffs<Self>, Place),
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        let (rows, cols) = (a.rows(), b.cols());
        if rows * cols == 0 {
            return Ok(());
        }
        let (z, mut integers, whole) = (&self.0, self.0.zeros(rows * cols), Place { at: 0, stride: cols });
        match algorithm {
            Some(name) => z.mul_blocks_by(name, &mut integers, whole, (a.cast(), b.cast()), Gather::Set, cx)?,
            None => z.mul_blocks(&mut integers, whole, a.cast(), b.cast(), Gather::Set, cx)?,
        }
        let found = self.reduced(integers, product(denominator(a.view()), denominator(b.view())));
        let lines = if place == whole && out.len() == found.len() { 1 } else { rows };
        let len = found.len() / lines;
        for i in 0..lines {
            let (at, line) = (place.at + i * place.stride, found.slice(i * len..(i + 1) * len));
            match how {
                Gather::Set => self.copy_at(out, at, line),
                Gather::Add => self.add_at(out, at, line),
                Gather::Sub => self.sub_at(out, at, line),
            }
        }
        Ok(())
    }
}

impl Blocks for Rationals {
    fn in_layout_of(&self, words: Buf, len: usize, like: View<'_, Self>) -> Coeffs<Self> {
        Self::over_that_of(words, len, like)
    }
    fn mul_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        self.product_of_blocks(None, (out, place), (a, b), how, cx)
    }
    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Vec<Alternative> {
        self.0.block_products(a.cast(), b.cast(), cx)
    }
    fn mul_blocks_by(
        &self,
        algorithm: &str,
        out: &mut Coeffs<Self>,
        place: Place,
        operands: (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        self.product_of_blocks(Some(algorithm), (out, place), operands, how, cx)
    }
    fn own_product(&self, a: Block<'_, Self>, b: Block<'_, Self>) -> Option<Coeffs<Self>> {
        let integers = self.0.own_product(a.cast(), b.cast())?;
        Some(self.reduced(integers, product(denominator(a.view()), denominator(b.view()))))
    }
}
