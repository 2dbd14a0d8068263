//! The transforms that the field has of its own: 2^n values, by shifts, additions and few products.

use super::FermatField;
use crate::{
    Error, Result,
    engine::Cx,
    kernels::fermat::{FermatKernel, LANES},
    ring::{OwnDft, Ring},
    scratch::Buf,
    transform::{
        fermat::{FermatFft, Task},
        ntt::{Direction, Wrap},
    },
    tune::table::CostModel,
};
use rug::Integer;
use std::sync::Arc;

/// A transform, and for values at odd powers of W the factors W^j and W^−j of coefficients.
pub(super) struct FermatDft {
    fft: Arc<FermatFft>,
    twists: Option<[Buf; 2]>,
}

impl FermatField {
    /// Whether there is a transform of so many values.
    pub(super) fn has_fft(&self, len: usize) -> bool {
        let fits = len.is_power_of_two() && len >= FermatFft::LEAST && len.ilog2() <= self.prime().two_adicity();
        self.0.kernel.is_some() && fits
    }

    /// The transform at the powers of the field's own root.
    pub(super) fn fft(&self, len: usize, cx: Cx<'_>) -> Result<Option<Arc<FermatFft>>> {
        if !self.has_fft(len) {
            return Ok(None);
        }
        let build = || self.fft_at(len, &self.root_of_unity(len as u64)?).ok_or_else(|| no_root(self, len));
        cx.engine().plan([self.0.id, len as u64, 0, 0], build).map(Some)
    }

    fn fft_at(&self, len: usize, root: &Integer) -> Option<FermatFft> {
        let mut row = vec![0; self.width()];
        self.0.rows.write(&mut row, root);
        FermatFft::new(self.0.kernel?, len, &row)
    }

    /// The transform at the powers of W, a principal root of order `len` (negacyclic 2·`len`).
    pub(super) fn own_transform(&self, len: usize, wrap: Wrap, root: &Integer) -> Option<FermatDft> {
        if !self.has_fft(len) {
            return None;
        }
        if wrap == Wrap::Cyclic {
            return Some(FermatDft { fft: Arc::new(self.fft_at(len, root)?), twists: None });
        }
        let fft = Arc::new(self.fft_at(len, &self.mul(root, root))?);
        let twists = [root.clone(), self.inv(root).ok()?].map(|w| self.progression(&w, len));
        Some(FermatDft { fft, twists: Some(twists) })
    }

    /// w^j for j < len, in blocks.
    fn progression(&self, w: &Integer, len: usize) -> Buf {
        let kernel = self.0.kernel.as_ref().expect("there is a transform");
        let (k, size) = (self.width(), kernel.block());
        let mut rows = vec![0; LANES * k];
        let mut power = Integer::from(1);
        for row in rows.chunks_exact_mut(k) {
            self.0.rows.write(row, &power);
            power = self.mul(&power, w);
        }
        let mut block = vec![0; size];
        kernel.from_rows(&rows, &mut block);
        rows.chunks_exact_mut(k).for_each(|row| self.0.rows.write(row, &power));
        let mut step = vec![0; size];
        kernel.from_rows(&rows, &mut step);
        let mut all = self.engine().dirty(len / LANES * size);
        for out in all.chunks_exact_mut(size) {
            out.copy_from_slice(&block);
            kernel.multiply(&mut block, &step);
        }
        all
    }
}

fn no_root(f: &FermatField, len: usize) -> Error {
    Error::NoRoot { modulus: f.p().to_string(), order: len as u64 }
}

/// What a transform of `len` values is predicted to cost, in blocks.
pub(super) fn fft_ns(len: usize, kernel: &FermatKernel, costs: &CostModel) -> f64 {
    let digits = (len * kernel.digits()) as f64;
    let products = FermatFft::products(len, kernel.digits());
    (len * products) as f64 * kernel.product_ns(&costs.fermat)
        + digits * (f64::from(len.ilog2()) * costs.fermat.level + (products + 1) as f64 * costs.fermat.digit)
}

/// The transform of x, over the threads; the buffer that is not the result goes back.
pub(super) fn transformed(fft: &FermatFft, direction: Direction, mut x: Buf, cx: Cx<'_>) -> Buf {
    let engine = cx.engine();
    let cx = cx.for_work(fft_ns(fft.len(), fft.kernel(), engine.costs()));
    let mut scratch = engine.dirty(fft.words());
    let mut work = engine.dirty(cx.threads() * fft.work());
    cx.inside(|cx| {
        fft.run_shared(direction, &mut x, &mut scratch, &mut work, &|tasks| {
            let done = |task: Task<'_>, _: Cx<'_>| {
                task();
                Ok(())
            };
            cx.map(tasks, done).expect("tasks do not fail");
        });
    });
    if fft.ends_in_scratch() { scratch } else { x }
}

/// The loops over a vector, shared out over the threads where that pays.
pub(super) struct Shared<'a> {
    kernel: &'a FermatKernel,
    cx: Cx<'a>,
}

impl<'a> Shared<'a> {
    /// For so many elements.
    pub fn new(kernel: &'a FermatKernel, elements: usize, cx: Cx<'a>) -> Self {
        let ns = elements as f64 * kernel.product_ns(&cx.engine().costs().fermat);
        Shared { kernel, cx: cx.for_work(ns) }
    }

    /// Rows to as many blocks as they take.
    pub fn load(&self, rows: &[u64], blocks: &mut [u64]) {
        let eight = LANES * self.kernel.digits();
        self.cx.for_chunks(blocks, self.kernel.block(), |first, blocks| {
            let end = rows.len().min(first * eight + blocks.len());
            self.kernel.from_rows(&rows[first * eight..end], blocks);
        });
    }

    /// Blocks to rows.
    pub fn store(&self, blocks: &[u64], rows: &mut [u64]) {
        let eight = LANES * self.kernel.digits();
        self.cx.for_chunks(rows, eight, |first, rows| {
            let words = self.kernel.words(rows.len() / self.kernel.digits());
            self.kernel.to_rows(&blocks[first * self.kernel.block()..][..words], rows);
        });
    }

    /// x = x·y, or x².
    pub fn multiply(&self, x: &mut [u64], y: Option<&[u64]>) {
        let size = self.kernel.block();
        self.cx.for_chunks(x, size, |first, x| match y {
            Some(y) => self.kernel.multiply(x, &y[first * size..][..x.len()]),
            None => self.kernel.square(x),
        });
    }

    /// x = x + a·b.
    pub fn add_product(&self, x: &mut [u64], a: &[u64], b: &[u64]) {
        let size = self.kernel.block();
        self.cx.for_chunks(x, size, |first, x| {
            let part = first * size..first * size + x.len();
            self.kernel.add_product(x, &a[part.clone()], &b[part]);
        });
    }
}

impl OwnDft for FermatDft {
    fn run(&self, direction: Direction, words: &mut [u64], cx: Cx<'_>) {
        let loops = Shared::new(self.fft.kernel(), self.fft.len(), cx);
        let mut x = cx.engine().dirty(self.fft.words());
        loops.load(words, &mut x);
        if let (Some([before, _]), Direction::Forward) = (&self.twists, direction) {
            loops.multiply(&mut x, Some(before));
        }
        let mut values = transformed(&self.fft, direction, x, cx);
        if let (Some([_, after]), Direction::Inverse) = (&self.twists, direction) {
            loops.multiply(&mut values, Some(after));
        }
        loops.store(&values, words);
    }
}
