//! Products of vectors in files by blocks that fit in memory, over any ring.
//!
//! Three products of half the length make one, as long as both operands have several blocks of B coefficients (Karatsuba, Ofman
//! 1962, "Multiplication of many-digital numbers by automatic computers"); sums of halves and products are stored in files for
//! which space is reserved in advance. A single block is multiplied by each block of the other operand in memory; coefficients of
//! a product beyond the first B are carried to the next block. Cost: (n/B)^1.59 products of B coefficients for operands of n
//! coefficients, and files of 8n. Over rings where 2 = 0, squares are computed from the squares of the blocks.

use super::{Scratch, Sink, Source, gather::slice, words_of};
use crate::{
    Result,
    engine::Context,
    ring::{Convolve, ProductShape, Size},
};
use std::{cell::Cell, path::Path};

/// The largest block length, a power of two from `LEAST_BLOCK` on, whose products fit in memory, and the predicted nanoseconds of
/// one product.
pub(super) fn largest_block<R: Convolve>(r: &R, longest: usize, memory: u64, cx: Context<'_>) -> (usize, f64) {
    /// Operands, product, sum and copies in memory, in blocks.
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

/// Least block length; multiples of it begin at a word boundary.
pub(super) const LEAST_BLOCK: usize = 64;

/// A run of coefficients of a vector; it starts at a multiple of [`LEAST_BLOCK`].
#[derive(Clone, Copy)]
struct Run<'a> {
    of: &'a dyn Source,
    first: usize,
    len: usize,
    width: usize,
}

impl<'a> Run<'a> {
    /// The first `at` coefficients (`at` < length), and the others.
    fn halves(self, at: usize) -> [Self; 2] {
        [Run { len: at, ..self }, Run { first: self.first + at, len: self.len - at, ..self }]
    }

    /// The first `len` coefficients of a vector.
    fn lowest(of: &'a dyn Source, len: usize, width: usize) -> Self {
        Run { of, first: 0, len, width }
    }
}

impl Source for Run<'_> {
    fn len(&self) -> usize {
        self.len
    }

    fn read(&self, first: usize, words: &mut [u64]) -> Result<()> {
        let there = words_of(self.len.saturating_sub(first), self.width).min(words.len());
        words[there..].fill(0);
        self.of.read(self.first + first, &mut words[..there])
    }
}

/// Scratch files of a Karatsuba step: the sums of halves, and the products.
struct Level {
    sums: [Scratch; 2],
    products: [Scratch; 3],
}

/// Products of vectors by blocks.
pub(super) struct BlockProducts<'a, R> {
    pub r: &'a R,
    /// Coefficients per block.
    pub block: usize,
    pub cx: Context<'a>,
}

/// Term of a sum: the vector, the index where it is added, and whether it is subtracted.
type Term<'a> = (Run<'a>, usize, bool);

impl<R: Convolve> BlockProducts<'_, R> {
    /// Number of block products for operands of m and n blocks, or for a square, and depth of the Karatsuba recursion.
    pub fn count(&self, [m, n]: [usize; 2], square: bool) -> (usize, usize) {
        let (long, short) = (m.max(n), m.min(n));
        if short <= 1 || (square && self.doubles_vanish()) {
            return (if square { long } else { m * n }, 0);
        }
        let half = long.div_ceil(2);
        let of = |a: usize, b: usize| self.count([a, b], square);
        let parts = match short.checked_sub(half).filter(|rest| *rest > 0) {
            _ if square => vec![of(half, half), of(half, half), of(long - half, long - half)],
            Some(rest) => vec![of(half, half), of(half, half), of(long - half, rest)],
            None => vec![of(half, short), of(long - half, short)],
        };
        (parts.iter().map(|part| part.0).sum(), 1 + parts.iter().map(|part| part.1).max().unwrap_or(0))
    }

    fn doubles_vanish(&self) -> bool {
        self.r.is_zero(&self.r.elem(2))
    }

    /// All coefficients of a·b, or of a²; intermediate files are created in `folder`.
    pub fn multiply(&self, a: &dyn Source, b: Option<&dyn Source>, folder: &Path, to: &dyn Sink) -> Result<()> {
        debug_assert!(self.block.is_multiple_of(LEAST_BLOCK), "blocks begin with a word");
        let width = self.r.zeros(0).width;
        let blocks = [a, b.unwrap_or(a)].map(|v| v.len().div_ceil(self.block));
        let (products, steps) = self.count(blocks, b.is_none());
        let mut levels = Vec::new();
        let mut longest = blocks[0].max(blocks[1]);
        for _ in 0..steps {
            longest = longest.div_ceil(2);
            let space = |blocks: usize| Scratch::new(folder, blocks * self.block, width);
            let sums = [space(longest)?, space(if b.is_some() { longest } else { 0 })?];
            levels.push(Level { sums, products: [space(2 * longest)?, space(2 * longest)?, space(2 * longest)?] });
        }
        let counter = Counter { done: Cell::new(0), all: products as u64 };
        let b = b.map(|b| Run::lowest(b, b.len(), width));
        self.product(&levels, Run::lowest(a, a.len(), width), b, to, &counter)
    }

    /// The product of two runs, or the square of one, by Karatsuba steps as long as there are scratch files for one.
    fn product(
        &self,
        levels: &[Level],
        a: Run<'_>,
        b: Option<Run<'_>>,
        to: &dyn Sink,
        counter: &Counter,
    ) -> Result<()> {
        let (a, b) = match b {
            Some(b) if b.len > a.len => (b, Some(a)),
            _ => (a, b),
        };
        let shorter = b.unwrap_or(a).len;
        let Some((level, levels)) = levels.split_first().filter(|_| shorter > self.block) else {
            return self.rows(a, b, to, counter);
        };
        let half = a.len.div_ceil(self.block).div_ceil(2) * self.block;
        let [low_place, high_place, both_place] = &level.products;
        let multiply = |place: &Scratch, a: Run<'_>, b: Option<Run<'_>>| -> Result<usize> {
            self.product(levels, a, b, place, counter)?;
            Ok(a.len + b.unwrap_or(a).len - 1)
        };
        let run = |place, len| Run::lowest(place, len, a.width);
        let [a0, a1] = a.halves(half);
        if let Some(b) = b.filter(|b| b.len <= half) {
            let (low, high) = (multiply(low_place, a0, Some(b))?, multiply(high_place, a1, Some(b))?);
            let terms = [(run(low_place, low), 0, false), (run(high_place, high), half, false)];
            return self.sum(&terms, a.len + b.len - 1, to);
        }
        let of_b = b.map(|b| b.halves(half));
        let low = multiply(low_place, a0, of_b.map(|[b0, _]| b0))?;
        let high = multiply(high_place, a1, of_b.map(|[_, b1]| b1))?;
        let [a_place, b_place] = &level.sums;
        let sum = |[x, y]: [Run<'_>; 2], place: &Scratch| self.sum(&[(x, 0, false), (y, 0, false)], half, place);
        sum([a0, a1], a_place)?;
        of_b.map_or(Ok(()), |halves| sum(halves, b_place))?;
        let both = multiply(both_place, run(a_place, half), b.map(|_| run(b_place, half)))?;
        let (low, high, both) = (run(low_place, low), run(high_place, high), run(both_place, both));
        let terms =
            [(low, 0, false), (both, half, false), (low, half, true), (high, half, true), (high, 2 * half, false)];
        self.sum(&terms, a.len + b.unwrap_or(a).len - 1, to)
    }

    /// The first `len` coefficients of a sum, block by block.
    fn sum(&self, terms: &[Term<'_>], len: usize, to: &dyn Sink) -> Result<()> {
        let (r, block) = (self.r, self.block);
        for at in (0..len).step_by(block) {
            let mut sum = r.zeros(block);
            for (run, shift, minus) in terms {
                let Some(first) = at.checked_sub(*shift).filter(|first| *first < run.len) else { continue };
                let part = slice(r, run, first, block.min(run.len - first))?;
                if *minus {
                    r.sub_at(&mut sum, 0, part.view());
                } else {
                    r.add_at(&mut sum, 0, part.view());
                }
            }
            to.write(at, &sum.words)?;
            self.cx.check()?;
        }
        Ok(())
    }

    /// The product of all pairs of blocks; for a square there is one block, or doubles vanish.
    fn rows(&self, a: Run<'_>, b: Option<Run<'_>>, to: &dyn Sink, counter: &Counter) -> Result<()> {
        let (r, block, cx, other) = (self.r, self.block, self.cx.told(), b.unwrap_or(a));
        let [m, n] = [a, other].map(|v| v.len.div_ceil(block));
        let full = a.len + other.len - 1;
        let read = |v: &Run<'_>, i: usize| slice(r, v, i * block, block.min(v.len - i * block));
        let mut over = r.zeros(0);
        for k in 0..full.div_ceil(block) {
            let mut sum = r.zeros(2 * block);
            r.add_at(&mut sum, 0, over.view());
            for i in (k + 1).saturating_sub(n)..m.min(k + 1) {
                let j = k - i;
                if b.is_none() && i != j {
                    continue;
                }
                let (x, y) = (read(&a, i)?, b.map(|b| read(&b, j)).transpose()?);
                let y = y.as_ref().unwrap_or(&x);
                let product = r.mul_window(x.view(), y.view(), 0..x.len() + y.len() - 1, cx)?;
                r.add_at(&mut sum, 0, product.view());
                counter.another(self.cx);
                cx.check()?;
            }
            let run = r.owned(sum.slice(0..block));
            to.write(k * block, &run.words)?;
            over = r.owned(sum.view().from(block));
        }
        Ok(())
    }
}

/// Counts the products of blocks, for progress.
struct Counter {
    done: Cell<u64>,
    all: u64,
}

impl Counter {
    fn another(&self, cx: Context<'_>) {
        self.done.set(self.done.get() + 1);
        cx.progress("blocks", self.done.get(), self.all);
    }
}
