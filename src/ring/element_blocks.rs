//! Rings whose elements are rows of words, with kernels on blocks of eight elements: loops over vectors, sums of
//! products, transforms.

use super::OwnDft;
use crate::{
    engine::{Context, Engine},
    kernels::{blocks::BlockKernel, fermat::LANES},
    scratch::Buf,
    transform::{
        fermat::{BlockTransform, Task},
        ntt::Direction,
    },
};
use std::sync::Arc;

/// Number of elements whose blocks are worked on at a time.
const RUN: usize = 64;

/// Converts rows of `width` words to blocks, a run at a time: f(blocks, index of the first element) modifies each run
/// of `v`.
pub(super) fn in_blocks(
    (kernel, width): (&impl BlockKernel, usize),
    engine: &Engine,
    v: &mut [u64],
    mut f: impl FnMut(&mut [u64], usize),
) {
    let mut blocks = engine.dirty(kernel.words(RUN.min(v.len() / width)));
    for (i, rows) in v.chunks_mut(RUN * width).enumerate() {
        let blocks = &mut blocks[..kernel.words(rows.len() / width)];
        kernel.load(rows, width, blocks);
        f(blocks, i * RUN);
        kernel.store(blocks, width, rows);
    }
}

/// A block of eight equal factors, given by their row.
pub(super) fn factor(kernel: &impl BlockKernel, row: &[u64]) -> Vec<u64> {
    let mut factors = vec![0; kernel.block()];
    kernel.load(&row.repeat(LANES), row.len(), &mut factors);
    kernel.to_factors(&mut factors);
    factors
}

/// v_i = v_i·c for one factor c, given by its row.
pub(super) fn scale(kernel: &impl BlockKernel, engine: &Engine, v: &mut [u64], c: &[u64]) {
    let factor = factor(kernel, c);
    in_blocks((kernel, c.len()), engine, v, |blocks, _| kernel.multiply(blocks, &factor));
}

/// v_i = v_i·w_i, from rows.
pub(super) fn multiply((kernel, width): (&impl BlockKernel, usize), engine: &Engine, v: &mut [u64], w: &[u64]) {
    let mut factors = vec![0; kernel.words(RUN)];
    in_blocks((kernel, width), engine, v, |blocks, first| {
        let rows = &w[first * width..];
        let rows = &rows[..rows.len().min(blocks.len() / kernel.block() * LANES * width)];
        let factors = &mut factors[..blocks.len()];
        factors.fill(0);
        kernel.load(rows, width, &mut factors[..kernel.words(rows.len() / width)]);
        kernel.to_factors(factors);
        kernel.multiply(blocks, factors);
    });
}

/// Σ v_j·x^j at each of the points x in `values`, by Horner's rule: one product and one addition for each coefficient
/// and block of points.
pub(super) fn horner_each((kernel, width): (&impl BlockKernel, usize), engine: &Engine, v: &[u64], values: &mut [u64]) {
    let mut factors = engine.dirty(kernel.words(RUN));
    let mut coefficient = vec![0; kernel.block()];
    in_blocks((kernel, width), engine, values, |points, _| {
        let factors = &mut factors[..points.len()];
        factors.copy_from_slice(points);
        kernel.to_factors(factors);
        points.fill(0);
        for row in v.chunks_exact(width).rev() {
            kernel.load(&row.repeat(LANES), width, &mut coefficient);
            kernel.multiply(points, factors);
            points.chunks_exact_mut(kernel.block()).for_each(|block| kernel.add(block, &coefficient));
        }
    });
}

/// Σ c_t·(row t of x) for rows of blocks, `sum.len()` words each; `work` is as long as the sum.
pub(super) fn combination(
    kernel: &impl BlockKernel,
    (c, width): (&[u64], usize),
    x: &[u64],
    sum: &mut [u64],
    work: &mut [u64],
) {
    sum.fill(0);
    for (c, row) in c.chunks_exact(width).zip(x.chunks_exact(sum.len())) {
        if c.iter().any(|&word| word != 0) {
            work.copy_from_slice(row);
            kernel.multiply(work, &factor(kernel, c));
            kernel.add(sum, work);
        }
    }
}

/// A transform; for values at odd powers of W also the factors W^j and W^−j of the coefficients.
pub(super) struct BlockDft {
    pub fft: Arc<dyn BlockTransform>,
    /// Number of words of a row.
    pub width: usize,
    pub product_ns: f64,
    pub transform_ns: f64,
    pub twists: Option<[Buf; 2]>,
}

/// The powers w^j for j < len, in blocks of factors; `powers` are the rows, of `width` words, of w^0 to w^[`LANES`].
pub(super) fn progression(kernel: &impl BlockKernel, powers: &[u64], width: usize, len: usize, cx: Context<'_>) -> Buf {
    let size = kernel.block();
    let (rows, step) = powers.split_at(LANES * width);
    let (mut block, step) = (vec![0; size], factor(kernel, step));
    kernel.load(rows, width, &mut block);
    kernel.to_factors(&mut block);
    let mut all = cx.engine().dirty(len / LANES * size);
    for out in all.chunks_exact_mut(size) {
        out.copy_from_slice(&block);
        kernel.multiply(&mut block, &step);
    }
    all
}

/// Transforms x on the threads that work of `ns` nanoseconds can use; returns the buffer with the result.
pub(super) fn transformed(fft: &dyn BlockTransform, direction: Direction, mut x: Buf, ns: f64, cx: Context<'_>) -> Buf {
    let engine = cx.engine();
    let cx = cx.for_work(ns);
    let mut scratch = engine.dirty(fft.words());
    let mut work = engine.dirty(cx.threads() * fft.work());
    cx.inside(|cx| {
        fft.transform(direction, &mut x, &mut scratch, &mut work, &|tasks| {
            let done = |task: Task<'_>, _: Context<'_>| {
                task();
                Ok(())
            };
            cx.map(tasks, done).expect("tasks do not fail");
        });
    });
    if fft.ends_in_scratch() { scratch } else { x }
}

/// Conversions and products of the rows of a vector, divided among as many threads as their predicted time is worth.
pub(super) struct Shared<'a> {
    fft: &'a dyn BlockTransform,
    /// Number of words of a row.
    width: usize,
    cx: Context<'a>,
}

impl<'a> Shared<'a> {
    /// The loops over `elements` rows of `width` words, where one product of elements takes `product_ns` nanoseconds.
    pub fn new(fft: &'a dyn BlockTransform, width: usize, elements: usize, product_ns: f64, cx: Context<'a>) -> Self {
        Shared { fft, width, cx: cx.for_work(elements as f64 * product_ns) }
    }

    /// Number of words of the blocks of `rows` rows.
    fn words(&self, rows: usize) -> usize {
        rows.div_ceil(LANES) * self.fft.block()
    }

    /// Converts rows to blocks.
    pub fn load(&self, rows: &[u64], blocks: &mut [u64]) {
        let (eight, size) = (LANES * self.width, self.fft.block());
        self.cx.for_chunks(blocks, size, |first, blocks| {
            let end = rows.len().min((first + blocks.len() / size) * eight);
            self.fft.load(&rows[first * eight..end], self.width, blocks);
        });
    }

    /// Converts blocks to rows.
    pub fn store(&self, blocks: &[u64], rows: &mut [u64]) {
        self.cx.for_chunks(rows, LANES * self.width, |first, rows| {
            let words = self.words(rows.len() / self.width);
            self.fft.store(&blocks[first * self.fft.block()..][..words], self.width, rows);
        });
    }

    /// x = x·y, or x² if `y` is `None`.
    pub fn multiply(&self, x: &mut [u64], y: Option<&[u64]>) {
        let size = self.fft.block();
        self.cx.for_chunks(x, size, |first, x| match y {
            Some(y) => self.fft.multiply(x, &y[first * size..][..x.len()]),
            None => self.fft.square(x),
        });
    }

    /// x = x + a·b.
    pub fn add_product(&self, x: &mut [u64], a: &[u64], b: &[u64]) {
        let size = self.fft.block();
        self.cx.for_chunks(x, size, |first, x| {
            let part = first * size..first * size + x.len();
            self.fft.add_product(x, &a[part.clone()], &b[part]);
        });
    }
}

impl OwnDft for BlockDft {
    fn run(&self, direction: Direction, words: &mut [u64], cx: Context<'_>) {
        let fft = &*self.fft;
        cx.inside_for_ns(self.transform_ns, |cx| {
            let loops = Shared::new(fft, self.width, fft.len(), self.product_ns, cx);
            let mut x = cx.engine().dirty(fft.words());
            loops.load(words, &mut x);
            if let (Some([before, _]), Direction::Forward) = (&self.twists, direction) {
                loops.multiply(&mut x, Some(before));
            }
            let mut values = transformed(fft, direction, x, self.transform_ns, cx);
            if let (Some([_, after]), Direction::Inverse) = (&self.twists, direction) {
                loops.multiply(&mut values, Some(after));
            }
            loops.store(&values, words);
        });
    }
}
