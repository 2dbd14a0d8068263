//! The transforms that the field has of its own: 2^n values, by shifts, additions and few products.

use super::FermatField;
use crate::{
    Error, Result,
    engine::Cx,
    kernels::fermat::LANES,
    ring::{OwnDft, Ring},
    scratch::Buf,
    transform::{
        fermat::FermatFft,
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

/// What a transform of `len` values of k digits is predicted to cost, in blocks.
pub(super) fn fft_ns(len: usize, k: usize, costs: &CostModel) -> f64 {
    let digits = (len * k) as f64;
    let product = product_ns(k, costs);
    let products = FermatFft::products(len, k);
    len as f64 * products as f64 * product
        + digits * (f64::from(len.ilog2()) * costs.fermat.level + (products + 1) as f64 * costs.fermat.digit)
}

/// A product of elements in blocks.
pub(super) fn product_ns(k: usize, costs: &CostModel) -> f64 {
    (k * k) as f64 * costs.fermat.product + k as f64 * costs.fermat.digit
}

impl OwnDft for FermatDft {
    fn run(&self, direction: Direction, words: &mut [u64], cx: Cx<'_>) {
        let (kernel, engine) = (self.fft.kernel(), cx.engine());
        let mut x = engine.dirty(self.fft.words());
        let mut scratch = engine.dirty(self.fft.words());
        let mut work = engine.dirty(self.fft.work());
        kernel.from_rows(words, &mut x);
        if let (Some([before, _]), Direction::Forward) = (&self.twists, direction) {
            kernel.multiply(&mut x, before);
        }
        let values = self.fft.run(direction, &mut x, &mut scratch, &mut work);
        if let (Some([_, after]), Direction::Inverse) = (&self.twists, direction) {
            kernel.multiply(values, after);
        }
        kernel.to_rows(values, words);
    }
}
