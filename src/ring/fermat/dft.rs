//! The field's own transforms: 2^n values, by shifts, additions and few products.

use super::{
    super::element_blocks::{BlockDft, progression, transformed},
    GeneralizedFermat, Loops,
};
use crate::{
    Error, Result,
    costs::CostModel,
    engine::Context,
    kernels::fermat::LANES,
    monitor::Alternative,
    ring::{Dfts, OwnDft, Ring, Roots},
    scratch::Buf,
    transform::{
        fermat::{BlockTransform, FermatFft, LimbFft, Scale},
        ntt::{Direction, Wrap},
    },
};
use rug::Integer;
use std::sync::Arc;

/// Name of the algorithm of the field's own transforms.
const OWN: &str = "six-step";

impl GeneralizedFermat {
    /// Whether the field has a transform of `len` values.
    pub(super) fn has_fft(&self, len: usize) -> bool {
        let fits = len.is_power_of_two() && len >= FermatFft::LEAST && len.ilog2() <= self.prime().two_adicity();
        self.0.loops.is_some() && fits
    }

    /// The transform for products, at the powers of the field's default root.
    pub(super) fn fft(&self, len: usize, cx: Context<'_>) -> Result<Option<Arc<dyn BlockTransform>>> {
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

    /// The transform of limbs at the powers of `root`; its inverse takes products of values if `products` is set, else
    /// values.
    fn limb_fft(&self, len: usize, root: &Integer, products: bool) -> Option<LimbFft> {
        let Some(Loops::Limbs(kernel)) = &self.0.loops else { return None };
        let inverse_len = self.row(&self.inv(&Integer::from(len)).ok()?);
        LimbFft::at_root(kernel, len, &self.row(root), &Scale { inverse_len: &inverse_len, products })
    }

    /// The powers w^j for j < len, in blocks of factors; empty without loops.
    fn powers(&self, w: &Integer, len: usize, cx: Context<'_>) -> Buf {
        let (width, mut power) = (self.width(), Integer::from(1));
        let mut rows = vec![0; (LANES + 1) * width];
        for row in rows.chunks_exact_mut(width) {
            self.0.rows.write(row, &power);
            power = self.mul(&power, w);
        }
        match &self.0.loops {
            Some(Loops::Limbs(kernel)) => progression(kernel, &rows, width, len, cx),
            Some(Loops::Digits(kernel)) => progression(kernel, &rows, width, len, cx),
            None => cx.engine().zeroed(0),
        }
    }

    /// Predicted nanoseconds of a product of elements in blocks.
    pub(super) fn product_ns(&self) -> f64 {
        self.0.loops.as_ref().map_or(0.0, |loops| loops.product_ns(self.engine().costs()))
    }

    /// Predicted nanoseconds of a transform of `len` values in blocks.
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

    /// Transforms x on as many threads as that is work for; returns the buffer with the result.
    pub(super) fn transformed(&self, fft: &dyn BlockTransform, direction: Direction, x: Buf, cx: Context<'_>) -> Buf {
        transformed(fft, direction, x, self.fft_ns(fft.len()), cx)
    }
}

fn no_root(f: &GeneralizedFermat, len: usize) -> Error {
    Error::NoRoot { modulus: f.p().to_string(), order: len as u64 }
}

impl Dfts for GeneralizedFermat {
    fn own_dfts(&self, len: usize, cx: Context<'_>) -> Vec<Alternative> {
        if !self.has_fft(len) {
            return Vec::new();
        }
        let Some(loops) = &self.0.loops else { return Vec::new() };
        let predicted_ns = self.fft_ns(len) + 2.0 * len as f64 * loops.row_ns(cx.engine().costs());
        vec![Alternative { algorithm: OWN, predicted_ns, peak_bytes: 16 * (len * self.width()) as u64 }]
    }
    fn own_dft(&self, algorithm: &str, len: usize, wrap: Wrap, root: &Integer) -> Option<Arc<dyn OwnDft>> {
        if algorithm != OWN || !self.has_fft(len) {
            return None;
        }
        let base = if wrap == Wrap::Cyclic { root.clone() } else { self.mul(root, root) };
        let fft: Arc<dyn BlockTransform> = match &self.0.loops {
            Some(Loops::Digits(_)) => Arc::new(self.digit_fft(len, &base)?),
            _ => Arc::new(self.limb_fft(len, &base, false)?),
        };
        let twists = match wrap {
            Wrap::Cyclic => None,
            Wrap::Negacyclic => {
                Some([root.clone(), self.inv(root).ok()?].map(|w| self.engine().enter(|cx| self.powers(&w, len, cx))))
            }
        };
        let (product_ns, transform_ns) = (self.product_ns(), self.fft_ns(len));
        Some(Arc::new(BlockDft { fft, width: self.width(), product_ns, transform_ns, twists }))
    }
}
