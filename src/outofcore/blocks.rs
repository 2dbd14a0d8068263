//! Products of files by blocks of theirs, over any ring.
//!
//! Blocks of B coefficients make sums of products whose indices add up to k; what of these reaches beyond B coefficients goes on to
//! k + 1. Cost: (n/B)² products of B coefficients for operands of n, a square half as many.

use super::{Sink, Source, gather::slice};
use crate::{
    Result,
    engine::Cx,
    ring::{Convolve, ProductShape, Size},
};

/// The largest block, a power of two from this one on, whose products keep within the memory, and what one is predicted to cost.
pub(super) fn largest_block<R: Convolve>(r: &R, longest: usize, memory: u64, cx: Cx<'_>) -> (usize, f64) {
    /// Operands, their product, the sum and the copies on the way, in blocks.
    const HELD: f64 = 8.0;
    let cost = |block: usize| {
        let size = Size { len: block, bits: 0 };
        let shape = ProductShape { a: size, b: size, square: false, window: 0..2 * block - 1 };
        let chosen = r.product_candidates(&shape, cx).best(memory / 2);
        (chosen.predicted_ns, chosen.peak_bytes as f64 + HELD * r.zeros(0).view().bytes_for(block as f64))
    };
    let fits = |block: usize| cost(block).1 <= memory as f64;
    let most = longest.next_power_of_two();
    let mut block = LEAST_BLOCK;
    while block < most && fits(2 * block) {
        block *= 2;
    }
    (block, cost(block).0)
}

/// Blocks begin with a word.
pub(super) const LEAST_BLOCK: usize = 64;

/// All coefficients of a·b, or of a².
pub(super) fn multiply<R: Convolve>(
    r: &R,
    a: &dyn Source,
    b: Option<&dyn Source>,
    block: usize,
    to: &dyn Sink,
    cx: Cx<'_>,
) -> Result<()> {
    debug_assert!(block.is_multiple_of(LEAST_BLOCK), "blocks begin with a word");
    let (cx, other) = (cx.told(), b.unwrap_or(a));
    let [m, n] = [a, other].map(|v| v.len().div_ceil(block));
    let full = a.len() + other.len() - 1;
    let read = |v: &dyn Source, i: usize| slice(r, v, i * block, block.min(v.len() - i * block));
    let two = r.elem(2);
    let mut over = r.zeros(0);
    for k in 0..full.div_ceil(block) {
        let mut sum = r.zeros(2 * block);
        r.add_at(&mut sum, 0, over.view());
        for i in (k + 1).saturating_sub(n)..m.min(k + 1) {
            let j = k - i;
            // a square has each of its products twice, but for those in the middle
            if b.is_none() && (i > j || (i < j && r.is_zero(&two))) {
                continue;
            }
            let (x, y) = (read(a, i)?, if b.is_none() && i == j { None } else { Some(read(other, j)?) });
            let y = y.as_ref().unwrap_or(&x);
            let mut product = r.mul_window(x.view(), y.view(), 0..x.len() + y.len() - 1, cx)?;
            if b.is_none() && i < j {
                r.scale(&mut product, &two);
            }
            r.add_at(&mut sum, 0, product.view());
            cx.check()?;
        }
        let run = r.owned(sum.slice(0..block));
        to.write(k * block, &run.words)?;
        over = r.owned(sum.view().from(block));
        cx.progress("blocks", (k + 1) as u64, full.div_ceil(block) as u64);
    }
    Ok(())
}
