//! Transformed operands over the field of two elements: images of the Frobenius-encoded transform, or the operands
//! themselves where products of words are cheaper.
//!
//! A transform of order m gives products modulo 1 + x^m + … + x^(60·m). Together with those modulo x^m − 1, from a
//! transform of a thirtieth of the length, they determine products modulo x^(61·m) − 1: a shorter transform then
//! suffices for windows without wrapped coefficients.

use super::F2;
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, ConvShape, Convolve, ProductShape, Ring, Size, Vectors, View, Window},
    scratch::Buf,
    transform::frobenius::{FrobeniusPlan, Shape},
};
use std::sync::Arc;

/// The modulus and the transforms that the operands of a family of products share.
///
/// ```
/// # use polymod::{F2, ring::{ConvShape, F2Plan, Size, traits::*}};
/// let (f, size) = (F2::new(), Size { len: 1000, bits: 0 });
/// let shape = ConvShape::exact(size, size, 0..1999);
/// let plan: std::sync::Arc<F2Plan> = f.engine().enter(|cx| f.conv_plan(&[shape.clone()], 1, cx))?;
/// assert!(f.fits(&plan, &shape, 1) && f.cyclic_len(&plan) >= 1999);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Debug)]
pub struct F2Plan {
    /// The length `len`: products are taken modulo x^len − 1.
    pub(super) len: usize,
    /// Largest number of coefficients of a product before that reduction.
    pub(super) whole: usize,
    /// The transform; if `None`, images are the coefficients themselves.
    pub(super) transform: Option<Arc<FrobeniusPlan>>,
    /// The transform for products modulo x^m − 1 where `len` is 61·m, m the order of `transform`: an image is that of
    /// `transform` followed by this one's.
    pub(super) wrap: Option<Arc<FrobeniusPlan>>,
}

impl F2Plan {
    fn transforms(&self) -> impl Iterator<Item = &Arc<FrobeniusPlan>> {
        self.transform.iter().chain(&self.wrap)
    }

    fn image_len(&self) -> usize {
        self.transforms().map(|t| t.image_len()).sum()
    }

    /// Whether products are modulo x^(61·m) − 1, with an m chosen for its cost.
    pub(in crate::ring) fn is_wrapped(&self) -> bool {
        self.wrap.is_some()
    }
}

/// Length of the product of the operands modulo x^len − 1, before the product is reduced.
fn whole_len(shape: &ConvShape, len: usize) -> usize {
    (shape.a.len.min(len) + shape.b.len.min(len)).saturating_sub(1)
}

impl F2 {
    /// v reduced modulo x^len − 1.
    fn folded(&self, v: View<'_, Self>, len: usize) -> Coeffs<Self> {
        let mut out = self.owned(v.low(len));
        for at in (len..v.len()).step_by(len) {
            self.add_at(&mut out, 0, v.slice(at..at + len));
        }
        out
    }

    /// The plan for these products; it is modulo x^(61·m) − 1 only if `wrapped` allows that.
    pub(in crate::ring) fn plan(&self, shapes: &[ConvShape], wrapped: bool, cx: Context<'_>) -> Result<Arc<F2Plan>> {
        let len = |s: &ConvShape| match s.window {
            Window::Exact(_) => s.full_len().max(1),
            Window::Cyclic(n) => n.max(1),
        };
        let len = shapes.iter().map(len).max().unwrap_or(1);
        let whole = shapes.iter().map(|s| whole_len(s, len)).max().unwrap_or(0).max(1);
        // the cheapest transform for the largest product serves all
        let largest = shapes.iter().max_by_key(|s| whole_len(s, len));
        let mut plan = F2Plan { len, whole, transform: None, wrap: None };
        if let Some(ConvShape { a, b, .. }) = largest {
            let size = |s: &Size| Size { len: s.len.min(len), bits: 0 };
            let shape = ProductShape { a: size(a), b: size(b), square: false, window: 0..whole };
            let ns = self.transforms_ns(whole, cx);
            if ns < self.karatsuba_candidate(&shape, cx).predicted_ns {
                let least = shapes.iter().map(ConvShape::least_cyclic).max().unwrap_or(1);
                if let Some(plan) = self.wrapped_plan(least, ns, cx)?.filter(|_| wrapped) {
                    return Ok(Arc::new(plan));
                }
                plan.transform = Some(self.transform_for(whole, cx)?);
            }
        }
        Ok(Arc::new(plan))
    }

    /// Predicted nanoseconds of a product of `bits` coefficients by transforms, infinite where none is that long.
    fn transforms_ns(&self, bits: usize, cx: Context<'_>) -> f64 {
        if bits > FrobeniusPlan::MAX_BITS {
            return f64::INFINITY;
        }
        let (order, costs) = (Shape::for_bits(bits).order(), cx.engine().costs());
        costs.bit_plan + 3.0 * costs.frobenius.at(order) + order as f64 * costs.frobenius_point
    }

    /// The plan modulo x^(61·m) − 1 for the least possible m; `None` unless it takes less than `ns` nanoseconds.
    fn wrapped_plan(&self, least: usize, ns: f64, cx: Context<'_>) -> Result<Option<F2Plan>> {
        let bits = 60 * least.div_ceil(61);
        if bits > FrobeniusPlan::MAX_BITS {
            return Ok(None);
        }
        let m = Shape::for_bits(bits).order();
        // operands are folded, rows are added up, and their sum is added to all rows
        let passes = 4.0 * (61 * m / 64) as f64 * cx.engine().costs().bit_pass;
        let wrapped = self.transforms_ns(bits, cx) + self.transforms_ns(2 * m, cx) + passes;
        if wrapped >= ns {
            return Ok(None);
        }
        let (transform, wrap) = (self.transform_for(bits, cx)?, self.transform_for(2 * m, cx)?);
        Ok(Some(F2Plan { len: 61 * m, whole: 61 * m, transform: Some(transform), wrap: Some(wrap) }))
    }

    /// The product modulo x^(61·m) − 1, from the image of both transforms.
    fn unwrapped(
        &self,
        [transform, wrap]: [&FrobeniusPlan; 2],
        image: &mut [u64],
        cx: Context<'_>,
    ) -> Result<Coeffs<Self>> {
        let m = transform.order();
        let (main, rest) = image.split_at_mut(transform.image_len());
        let (mut product, mut last) = (self.zeros(61 * m), self.zeros(2 * m));
        self.backward(transform, main, &mut product.words, cx)?;
        self.backward(wrap, rest, &mut last.words, cx)?;
        // the rows of m coefficients are known up to the last row, which is added to each of them; the sum of all rows
        // is known, too
        let mut last = self.folded(last.view(), m);
        for l in 0..60 {
            self.add_at(&mut last, 0, product.slice(l * m..(l + 1) * m));
        }
        for l in 0..61 {
            self.add_at(&mut product, l * m, last.view());
        }
        Ok(product)
    }
}

impl Convolve for F2 {
    type Plan = F2Plan;

    type Image = Buf;

    type Sum = Buf;

    fn conv_plan(&self, shapes: &[ConvShape], _: usize, cx: Context<'_>) -> Result<Arc<F2Plan>> {
        self.plan(shapes, true, cx)
    }

    fn fits(&self, plan: &F2Plan, shape: &ConvShape, _: usize) -> bool {
        if plan.is_wrapped() {
            return shape.least_cyclic() <= plan.len;
        }
        let least = match shape.window {
            Window::Exact(_) => shape.full_len(),
            Window::Cyclic(n) => n,
        };
        least <= plan.len && whole_len(shape, plan.len) <= plan.whole
    }

    fn cyclic_len(&self, plan: &F2Plan) -> usize {
        plan.len
    }

    fn transform(&self, plan: &F2Plan, v: View<'_, Self>, cx: Context<'_>) -> Result<Buf> {
        cx.check()?;
        let folded;
        let v = if v.len() > plan.len {
            folded = self.folded(v, plan.len);
            folded.view()
        } else {
            v
        };
        let Some(transform) = &plan.transform else { return Ok(self.owned(v).words) };
        let mut image = self.engine().dirty(plan.image_len());
        let (main, rest) = image.split_at_mut(transform.image_len());
        self.forward(transform, &self.words(v), main, cx)?;
        if let Some(wrap) = &plan.wrap {
            self.forward(wrap, &self.words(self.folded(v, transform.order()).view()), rest, cx)?;
        }
        Ok(image)
    }

    fn sum(&self, plan: &F2Plan, _: Context<'_>) -> Buf {
        match &plan.transform {
            Some(_) => self.engine().zeroed(plan.image_len()),
            // operands may end within words, so that their sum takes one more word
            None => self.engine().zeroed(plan.whole.div_ceil(64) + 1),
        }
    }

    fn image_addmul(&self, plan: &F2Plan, s: &mut Buf, a: &Buf, b: &Buf, cx: Context<'_>) -> Result<()> {
        cx.check()?;
        if plan.transform.is_none() {
            let mut product = self.engine().dirty(a.len() + b.len());
            self.multiply_by_words(&mut product, a, b);
            let words = product.len().min(s.len());
            debug_assert!(product[words..].iter().all(|&x| x == 0), "a product beyond the plan's");
            self.kernel.add(s, &product[..words]);
        }
        let mut at = 0;
        for transform in plan.transforms() {
            let part = at..at + transform.image_len();
            transform.multiply_add(&mut s[part.clone()], &a[part.clone()], &b[part.clone()]);
            at = part.end;
        }
        Ok(())
    }

    fn image_mul(&self, plan: &F2Plan, mut a: Buf, b: Option<&Buf>, cx: Context<'_>) -> Result<Buf> {
        cx.check()?;
        if plan.transform.is_none() {
            let mut sum = self.sum(plan, cx);
            self.image_addmul(plan, &mut sum, &a, b.unwrap_or(&a), cx)?;
            return Ok(sum);
        }
        let mut at = 0;
        for transform in plan.transforms() {
            let part = at..at + transform.image_len();
            match b {
                Some(b) => transform.multiply(&mut a[part.clone()], &b[part.clone()]),
                None => transform.square(&mut a[part.clone()]),
            }
            at = part.end;
        }
        Ok(a)
    }

    fn untransform_at(
        &self,
        plan: &F2Plan,
        mut s: Buf,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Context<'_>,
    ) -> Result<()> {
        cx.check()?;
        let range = match window {
            Window::Exact(range) => range.clone(),
            Window::Cyclic(_) => 0..plan.len,
        };
        let words = match (&plan.transform, &plan.wrap) {
            (None, _) => s,
            (Some(transform), None) => {
                let mut words = self.engine().dirty(plan.whole.div_ceil(64));
                self.backward(transform, &mut s, &mut words, cx)?;
                words
            }
            (Some(transform), Some(wrap)) => self.unwrapped([transform, wrap], &mut s, cx)?.words,
        };
        let product = View::from_words(&words, plan.whole, 0);
        if product.len() > plan.len {
            self.window(out, at, self.folded(product, plan.len).view(), range);
        } else {
            self.window(out, at, product, range);
        }
        Ok(())
    }
}
