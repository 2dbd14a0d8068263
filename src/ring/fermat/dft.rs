//! The transforms that the field has of its own: 2^n values, by shifts, additions and few products.

use super::{FermatField, Loops};
use crate::{
    Error, Result,
    engine::Cx,
    kernels::{blocks::BlockKernel, fermat::LANES},
    ring::{OwnDft, Ring},
    scratch::Buf,
    transform::{
        fermat::{BlockTransform, FermatFft, LimbFft, Scale, Task},
        ntt::{Direction, Wrap},
    },
    tune::table::CostModel,
};
use rug::Integer;
use std::sync::Arc;

/// A transform, and for values at odd powers of W the factors W^j and W^−j of coefficients.
pub(super) struct FermatDft {
    fft: Arc<dyn BlockTransform>,
    /// Words of a row, and what loops are predicted to cost.
    width: usize,
    product_ns: f64,
    transform_ns: f64,
    twists: Option<[Buf; 2]>,
}

impl FermatField {
    /// Whether there is a transform of so many values.
    pub(super) fn has_fft(&self, len: usize) -> bool {
        let fits = len.is_power_of_two() && len >= FermatFft::LEAST && len.ilog2() <= self.prime().two_adicity();
        self.0.loops.is_some() && fits
    }

    /// The transform at the powers of the field's own root, for products.
    pub(super) fn fft(&self, len: usize, cx: Cx<'_>) -> Result<Option<Arc<dyn BlockTransform>>> {
        let key = [self.0.id, len as u64, 0, 0];
        let root = || self.root_of_unity(len as u64);
        Ok(match &self.0.loops {
            _ if !self.has_fft(len) => None,
            Some(Loops::Digits(_)) => {
                let build = || self.digit_fft(len, &root()?).ok_or_else(|| no_root(self, len));
                Some(cx.engine().plan(key, build)?)
            }
            Some(Loops::Limbs(_)) => {
                let build = || self.limb_fft(len, &root()?, true).ok_or_else(|| no_root(self, len));
                Some(cx.engine().plan(key, build)?)
            }
            None => None,
        })
    }

    fn row(&self, x: &Integer) -> Vec<u64> {
        let mut row = vec![0; self.width()];
        self.0.rows.write(&mut row, x);
        row
    }

    fn digit_fft(&self, len: usize, root: &Integer) -> Option<FermatFft> {
        match &self.0.loops {
            Some(Loops::Digits(kernel)) => FermatFft::new(*kernel, len, &self.row(root)),
            _ => None,
        }
    }

    /// Back from values, or from products of values.
    fn limb_fft(&self, len: usize, root: &Integer, products: bool) -> Option<LimbFft> {
        let Some(Loops::Limbs(kernel)) = &self.0.loops else { return None };
        let inverse_len = self.row(&self.inv(&Integer::from(len)).ok()?);
        LimbFft::at_root(kernel, len, &self.row(root), &Scale { inverse_len: &inverse_len, products })
    }

    /// The transform at the powers of W, a principal root of order `len` (negacyclic 2·`len`).
    pub(super) fn own_transform(&self, len: usize, wrap: Wrap, root: &Integer) -> Option<FermatDft> {
        if !self.has_fft(len) {
            return None;
        }
        let base = if wrap == Wrap::Cyclic { root.clone() } else { self.mul(root, root) };
        let fft: Arc<dyn BlockTransform> = match &self.0.loops {
            Some(Loops::Digits(_)) => Arc::new(self.digit_fft(len, &base)?),
            _ => Arc::new(self.limb_fft(len, &base, false)?),
        };
        let twists = match wrap {
            Wrap::Cyclic => None,
            Wrap::Negacyclic => Some([root.clone(), self.inv(root).ok()?].map(|w| match &self.0.loops {
                Some(Loops::Limbs(kernel)) => self.progression(kernel, &w, len),
                Some(Loops::Digits(kernel)) => self.progression(kernel, &w, len),
                None => unreachable!("there is a transform"),
            })),
        };
        let (product_ns, transform_ns) = (self.product_ns(), self.fft_ns(len));
        Some(FermatDft { fft, width: self.width(), product_ns, transform_ns, twists })
    }

    /// w^j for j < len, in blocks of factors.
    fn progression(&self, kernel: &impl BlockKernel, w: &Integer, len: usize) -> Buf {
        let (k, size) = (self.width(), kernel.block());
        let mut rows = vec![0; LANES * k];
        let mut power = Integer::from(1);
        for row in rows.chunks_exact_mut(k) {
            self.0.rows.write(row, &power);
            power = self.mul(&power, w);
        }
        let factors = |rows: &[u64]| {
            let mut block = vec![0; size];
            kernel.load(rows, k, &mut block);
            kernel.to_factors(&mut block);
            block
        };
        let mut block = factors(&rows);
        let step = factors(&self.row(&power).repeat(LANES));
        let mut all = self.engine().dirty(len / LANES * size);
        for out in all.chunks_exact_mut(size) {
            out.copy_from_slice(&block);
            kernel.multiply(&mut block, &step);
        }
        all
    }

    /// What a product of elements in blocks is predicted to cost.
    pub(super) fn product_ns(&self) -> f64 {
        self.0.loops.as_ref().map_or(0.0, |loops| loops.product_ns(self.engine().costs()))
    }

    /// What a transform of `len` values is predicted to cost, in blocks.
    pub(super) fn fft_ns(&self, len: usize) -> f64 {
        let costs: &CostModel = self.engine().costs();
        let (elements, log) = (len as f64, f64::from(len.ilog2()));
        match &self.0.loops {
            Some(Loops::Digits(kernel)) => {
                let products = FermatFft::products(len, kernel.digits()) as f64;
                let level = log * costs.fermat.level + (products + 1.0) * costs.fermat.digit;
                elements * (products * self.product_ns() + kernel.digits() as f64 * level)
            }
            Some(Loops::Limbs(kernel)) => {
                let level = log * (costs.limbs.level + costs.limbs.row / 4.0);
                elements * (LimbFft::products(len) * self.product_ns() + kernel.limbs() as f64 * level)
            }
            None => 0.0,
        }
    }

    /// The transform of x, over the threads; the buffer that is not the result goes back.
    pub(super) fn transformed(&self, fft: &dyn BlockTransform, direction: Direction, x: Buf, cx: Cx<'_>) -> Buf {
        transformed(fft, direction, x, self.fft_ns(fft.len()), cx)
    }
}

fn no_root(f: &FermatField, len: usize) -> Error {
    Error::NoRoot { modulus: f.p().to_string(), order: len as u64 }
}

/// The same, predicted to take so long.
fn transformed(fft: &dyn BlockTransform, direction: Direction, mut x: Buf, ns: f64, cx: Cx<'_>) -> Buf {
    let engine = cx.engine();
    let cx = cx.for_work(ns);
    let mut scratch = engine.dirty(fft.words());
    let mut work = engine.dirty(cx.threads() * fft.work());
    cx.inside(|cx| {
        fft.transform(direction, &mut x, &mut scratch, &mut work, &|tasks| {
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
    fft: &'a dyn BlockTransform,
    /// Words of a row.
    width: usize,
    cx: Cx<'a>,
}

impl<'a> Shared<'a> {
    /// For so many elements of rows of `width` words.
    pub fn new(fft: &'a dyn BlockTransform, width: usize, elements: usize, product_ns: f64, cx: Cx<'a>) -> Self {
        Shared { fft, width, cx: cx.for_work(elements as f64 * product_ns) }
    }

    /// Words of the blocks of so many rows.
    fn words(&self, rows: usize) -> usize {
        rows.div_ceil(LANES) * self.fft.block()
    }

    /// Rows to as many blocks as they take.
    pub fn load(&self, rows: &[u64], blocks: &mut [u64]) {
        let (eight, size) = (LANES * self.width, self.fft.block());
        self.cx.for_chunks(blocks, size, |first, blocks| {
            let end = rows.len().min((first + blocks.len() / size) * eight);
            self.fft.load(&rows[first * eight..end], self.width, blocks);
        });
    }

    /// Blocks to rows.
    pub fn store(&self, blocks: &[u64], rows: &mut [u64]) {
        self.cx.for_chunks(rows, LANES * self.width, |first, rows| {
            let words = self.words(rows.len() / self.width);
            self.fft.store(&blocks[first * self.fft.block()..][..words], self.width, rows);
        });
    }

    /// x = x·y, or x².
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

impl OwnDft for FermatDft {
    fn run(&self, direction: Direction, words: &mut [u64], cx: Cx<'_>) {
        let fft = &*self.fft;
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
    }
}
