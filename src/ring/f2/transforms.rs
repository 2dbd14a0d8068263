//! Frobenius-encoded transforms of vectors of bits, on the threads of a context.

use super::F2;
use crate::{
    Error, Result,
    engine::Context,
    scratch::Buf,
    transform::frobenius::{FrobeniusPlan, Shape, Workers},
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

impl F2 {
    /// The transform for products of at most `bits` coefficients.
    pub(super) fn transform_for(&self, bits: usize, cx: Context<'_>) -> Result<Arc<FrobeniusPlan>> {
        let order = Shape::for_bits(bits).order();
        cx.engine().plan([2, order as u64, 0, 0], || Ok(FrobeniusPlan::for_bits(bits, cx.engine().target())))
    }

    /// The image of a polynomial.
    pub(super) fn forward(
        &self,
        plan: &FrobeniusPlan,
        words: &[u64],
        image: &mut [u64],
        cx: Context<'_>,
    ) -> Result<()> {
        let threads = Threads::of(plan, 1.0, cx);
        plan.forward(words, image, &threads);
        threads.done()
    }

    /// Writes to `out` the lowest words of the polynomial with this image, which is used up.
    pub(super) fn backward(
        &self,
        plan: &FrobeniusPlan,
        image: &mut [u64],
        out: &mut [u64],
        cx: Context<'_>,
    ) -> Result<()> {
        let threads = Threads::of(plan, 1.0, cx);
        plan.inverse(image, out, &threads);
        threads.done()
    }
}

/// The threads of a context, with the buffers of its engine, as workers of a transform.
pub(super) struct Threads<'e> {
    cx: Context<'e>,
    /// Whether a pass was skipped because the computation is cancelled.
    stopped: AtomicBool,
}

impl<'e> Threads<'e> {
    /// As many threads as the work of `transforms` transforms can use.
    pub fn of(plan: &FrobeniusPlan, transforms: f64, cx: Context<'e>) -> Self {
        let ns = transforms * cx.engine().costs().frobenius.at(plan.order());
        Threads { cx: cx.for_work(ns), stopped: AtomicBool::new(false) }
    }

    /// As many threads as the work of `products` products of values can use.
    pub fn for_points(products: usize, cx: Context<'e>) -> Self {
        let ns = products as f64 * cx.engine().costs().frobenius_matrix;
        Threads { cx: cx.for_work(ns), stopped: AtomicBool::new(false) }
    }

    /// Whether all passes were done.
    pub fn done(self) -> Result<()> {
        if self.stopped.into_inner() { Err(Error::Cancelled) } else { Ok(()) }
    }
}

impl Workers for Threads<'_> {
    fn count(&self) -> usize {
        self.cx.threads()
    }
    fn each<I: Send>(&self, items: Vec<I>, f: impl Fn(I) + Sync + Send) {
        let run = |item, cx: Context<'_>| {
            cx.check()?;
            f(item);
            Ok(())
        };
        if self.cx.map(items, run).is_err() {
            self.stopped.store(true, Ordering::Relaxed);
        }
    }
    fn buffer(&self, len: usize) -> Buf {
        self.cx.engine().dirty(len)
    }
}
