//! Sharing of transforms among products of one computation.

use crate::{
    Result,
    bits::ceil_log2,
    engine::Context,
    ring::{Coeffs, ConvShape, Convolve, ProductShape, Size, View, Window},
};
use std::{ops::Range, sync::Arc};

/// A convolution plan with its ring and context; operands transformed by the same plan can be multiplied.
pub(super) struct Frame<'a, R: Convolve> {
    pub r: &'a R,
    pub plan: Arc<R::Plan>,
    pub cx: Context<'a>,
}

impl<'a, R: Convolve> Frame<'a, R> {
    /// A frame for all these products; None where the first of them is faster without transforms, or where coefficients grow, so
    /// that later operands could have more bits than planned.
    pub fn sharing(r: &'a R, shapes: &[ConvShape], cx: Context<'a>) -> Result<Option<Self>> {
        let ConvShape { a, b, window: Window::Exact(window) } = &shapes[0] else { return Ok(None) };
        let shape = ProductShape { a: *a, b: *b, square: false, window: window.clone() };
        let best = r.choose_product(&shape, cx);
        if a.bits.max(b.bits) > 0 || best.length == 0 || best.blocks > 1 {
            return Ok(None);
        }
        let cx = cx.for_work(best.predicted_ns);
        cx.decided(|| shape.decision(r, best.algorithm, cx))?;
        Ok(Some(Frame { r, plan: r.conv_plan(shapes, 1, cx)?, cx }))
    }

    /// A frame for products modulo x^N − 1, N ≥ `least`; None unless it is predicted to take less than `most_ns`.
    pub fn cyclic(r: &'a R, a: Size, b: Size, least: usize, most_ns: f64, cx: Context<'a>) -> Result<Option<Self>> {
        if a.bits.max(b.bits) > 0 || most_ns <= cx.engine().costs().plan {
            return Ok(None);
        }
        let half = 1 << ceil_log2(least.max(2)).saturating_sub(1);
        // a full product of this length costs the same
        let like = |s: Size| Size { len: half, ..s };
        let shape = ProductShape { a: like(a), b: like(b), square: false, window: 0..2 * half - 1 };
        let candidates = r.product_candidates(&shape, cx);
        let transformed = candidates.iter().filter(|c| c.length > 0).map(|c| c.predicted_ns);
        let ns = transformed.fold(f64::INFINITY, f64::min);
        if ns >= most_ns {
            return Ok(None);
        }
        let (shape, cx) = (ConvShape { a, b, window: Window::Cyclic(least) }, cx.for_work(ns));
        Ok(Some(Frame { r, plan: r.conv_plan(&[shape], 1, cx)?, cx }))
    }

    /// The transform of `v`.
    pub fn image(&self, v: View<'_, R>) -> Result<R::Image> {
        self.r.transform(&self.plan, v, self.cx)
    }

    /// Coefficients `w` of a·b; consumes `a`.
    pub fn product(&self, a: R::Image, b: &R::Image, w: Range<usize>) -> Result<Coeffs<R>> {
        let sum = self.r.image_mul(&self.plan, a, Some(b), self.cx)?;
        self.r.untransform(&self.plan, sum, w, self.cx)
    }

    /// a·b modulo x^N − 1; consumes `a`.
    pub fn cyclic_product(&self, a: R::Image, b: &R::Image) -> Result<Coeffs<R>> {
        let n = self.r.cyclic_len(&self.plan);
        let sum = self.r.image_mul(&self.plan, a, Some(b), self.cx)?;
        let mut out = self.r.zeros(n);
        self.r.untransform_at(&self.plan, sum, &Window::Cyclic(n), &mut out, 0, self.cx)?;
        Ok(out)
    }
}

/// Predicted nanoseconds of coefficients `window` of a product.
pub(super) fn product_ns<R: Convolve>(r: &R, a: Size, b: Size, window: Range<usize>, cx: Context<'_>) -> f64 {
    r.choose_product(&ProductShape { a, b, square: false, window }, cx).predicted_ns
}
