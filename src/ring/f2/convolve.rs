//! Products over the field of two elements: the choice of an algorithm, and transformed operands.
//!
//! Short products go through carry-less products of words (`kernels::clmul`), long ones through the Frobenius-encoded transform
//! (`transform::frobenius`). A square is a copy of its operand with zeros between the coefficients.

use super::F2;
use crate::{
    Result,
    engine::Cx,
    ring::{
        Candidate, Candidates, Coeffs, ConvShape, Convolve, ProductAlgorithm, ProductShape, Ring, Size, View, Window,
        not_applicable, product::same_run,
    },
    scratch::Buf,
    transform::{
        cache::Cached,
        frobenius::{FrobeniusPlan, Shape},
    },
};
use std::{ops::Range, sync::Arc};

/// What the operands of a family of products agree on.
#[derive(Debug)]
pub struct F2Plan {
    /// Products are taken modulo x^len − 1.
    len: usize,
    /// Products before that have at most so many coefficients.
    whole: usize,
    /// The transform; without one images are the coefficients themselves.
    transform: Option<Arc<Transform>>,
}

/// A transform that the engine keeps.
#[derive(Debug)]
struct Transform(FrobeniusPlan);

impl Cached for Transform {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.0.bytes()
    }
}

/// A word more than coefficients take, for products of whole words.
fn product_words(a: &[u64], b: &[u64]) -> usize {
    a.len() + b.len()
}

/// Coefficients of operands modulo x^len − 1, multiplied.
fn whole_len(shape: &ConvShape, len: usize) -> usize {
    (shape.a.len.min(len) + shape.b.len.min(len)).saturating_sub(1)
}

impl F2 {
    /// The transform that holds products of so many coefficients.
    fn transform_for(&self, bits: usize, cx: Cx<'_>) -> Result<Arc<Transform>> {
        let order = Shape::for_bits(bits).order();
        cx.engine().plan([2, order as u64, 0, 0], || Ok(Transform(FrobeniusPlan::for_bits(bits, cx.engine().isa()))))
    }

    /// Predicted nanoseconds of a product of words.
    fn words_ns(&self, long: usize, short: usize, cx: Cx<'_>) -> f64 {
        let (costs, base) = (cx.engine().costs(), self.kernel.base);
        let (long, short) = (long.div_ceil(64), short.div_ceil(64));
        if short <= base {
            let [call, each] = costs.bit_short;
            // with columns for a last vector, and calls for blocks
            return (long.div_ceil(base) as f64) * call + (long * short) as f64 * each;
        }
        costs.bit_karatsuba.at(short) * long as f64 / short as f64
    }

    fn schoolbook_candidate(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidate {
        let [call, each] = cx.engine().costs().bit_short;
        let (long, short) = (shape.longer().div_ceil(64), shape.shorter().div_ceil(64));
        let blocks = long.div_ceil(self.kernel.base) * short.div_ceil(self.kernel.base);
        Candidate::plain(
            ProductAlgorithm::Schoolbook,
            self.around_ns(shape, cx) + blocks as f64 * call + (long * short) as f64 * each,
            (8 * (long + short)) as u64,
        )
    }

    fn karatsuba_candidate(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidate {
        let (long, short) = (shape.longer().div_ceil(64), shape.shorter().div_ceil(64));
        let ns = self.around_ns(shape, cx) + self.words_ns(shape.longer(), shape.shorter(), cx);
        let bytes = 8 * (long + short + self.kernel.scratch_len(short)) as u64;
        Candidate::plain(ProductAlgorithm::Karatsuba, ns, bytes)
    }

    /// Always the cheapest for a square.
    fn spreading_candidate(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidate {
        let ns = self.around_ns(shape, cx);
        Candidate::plain(ProductAlgorithm::Spreading, ns, 16 * shape.a.len.div_ceil(64) as u64)
    }

    /// Copies of what begins anywhere in a word, and of the result.
    fn around_ns(&self, shape: &ProductShape, cx: Cx<'_>) -> f64 {
        let words = (shape.a.len + shape.b.len + shape.window.len()) / 64;
        words as f64 * cx.engine().costs().bit_pass
    }

    fn frobenius_candidate(&self, shape: &ProductShape, cx: Cx<'_>) -> Option<Candidate> {
        let full = shape.full_len();
        if full > FrobeniusPlan::MAX_BITS {
            return None;
        }
        let (order, costs) = (Shape::for_bits(full).order(), cx.engine().costs());
        let transforms = if shape.square { 2.0 } else { 3.0 };
        let ns = transforms * costs.frobenius.at(order) + order as f64 * costs.frobenius_point + costs.plan;
        let words = if shape.square { 2 } else { 3 } * order + shape.full_len() / 64;
        let ns = self.around_ns(shape, cx) + ns;
        Some(Candidate { length: order, ..Candidate::plain(ProductAlgorithm::Frobenius, ns, 8 * words as u64) })
    }

    /// All coefficients of a·b, and what the last word has beyond them, which is zero.
    fn whole(&self, c: &Candidate, (a, b): (View<'_, Self>, View<'_, Self>), cx: Cx<'_>) -> Result<Buf> {
        let (k, x) = (self.kernel, self.words(a));
        if c.algorithm == ProductAlgorithm::Spreading {
            let mut out = self.engine().dirty(2 * x.len());
            k.square(&mut out, &x);
            return Ok(out);
        }
        let square = same_run(a, b);
        let y = if square { x.clone() } else { self.words(b) };
        match c.algorithm {
            ProductAlgorithm::Schoolbook => Ok(self.by_columns(&x, &y)),
            ProductAlgorithm::Karatsuba => {
                let mut out = self.engine().dirty(product_words(&x, &y));
                self.multiply_words(&mut out, &x, &y);
                Ok(out)
            }
            _ => {
                let full = a.len() + b.len() - 1;
                let plan = self.transform_for(full, cx)?;
                let mut image = self.forward(&plan.0, &x);
                cx.check()?;
                let other = if square { image.clone() } else { self.forward(&plan.0, &y) };
                cx.check()?;
                let mut out = self.engine().dirty(full.div_ceil(64));
                let mut scratch = self.engine().dirty(plan.0.scratch_len());
                plan.0.inverse_product(&mut image, &other, &mut out, &mut scratch);
                Ok(out)
            }
        }
    }

    /// `out[at + i]` = coefficient i of the shape's window, by this candidate.
    fn multiply(
        &self,
        c: &Candidate,
        shape: &ProductShape,
        (out, at): (&mut Coeffs<Self>, usize),
        (a, b): (View<'_, Self>, View<'_, Self>),
        cx: Cx<'_>,
    ) -> Result<()> {
        cx.check()?;
        let (full, w) = (shape.full_len(), shape.window.clone());
        if full == 0 {
            self.window(out, at, self.zeros(0).view(), w);
            return Ok(());
        }
        let words = self.whole(c, (a, b), cx)?;
        self.window(out, at, View::from_words(&words, full, 0), w);
        Ok(())
    }

    /// The product of all words by all, in blocks that go by columns.
    fn by_columns(&self, x: &[u64], y: &[u64]) -> Buf {
        let (k, base) = (self.kernel, self.kernel.base);
        if x.len().max(y.len()) <= base {
            let mut out = self.engine().dirty(product_words(x, y));
            k.multiply(&mut out, x, y, &mut []);
            return out;
        }
        let mut out = self.engine().zeroed(product_words(x, y));
        let mut part = self.engine().dirty(2 * base);
        for (i, x) in x.chunks(base).enumerate() {
            for (j, y) in y.chunks(base).enumerate() {
                let part = &mut part[..x.len() + y.len()];
                k.multiply(part, x, y, &mut []);
                k.add(&mut out[(i + j) * base..][..part.len()], part);
            }
        }
        out
    }

    fn multiply_words(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        let mut scratch = self.engine().dirty(self.kernel.scratch_len(x.len().min(y.len())));
        self.kernel.multiply(out, x, y, &mut scratch);
    }

    fn forward(&self, plan: &FrobeniusPlan, words: &[u64]) -> Buf {
        let (mut image, mut scratch) = (self.engine().dirty(plan.image_len()), self.engine().dirty(plan.scratch_len()));
        plan.forward(words, &mut image, &mut scratch);
        image
    }

    fn backward(&self, plan: &FrobeniusPlan, image: &mut [u64], bits: usize) -> Buf {
        let (mut out, mut scratch) = (self.engine().dirty(bits.div_ceil(64)), self.engine().dirty(plan.scratch_len()));
        plan.inverse(image, &mut out, &mut scratch);
        out
    }

    /// v modulo x^len − 1.
    fn folded(&self, v: View<'_, Self>, len: usize) -> Coeffs<Self> {
        let mut out = self.owned(v.low(len));
        for at in (len..v.len()).step_by(len) {
            self.add_at(&mut out, 0, v.slice(at..at + len));
        }
        out
    }

    /// `out[at + i]` = coefficient `w.start` + i of these; zeros beyond their end.
    fn window(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>, w: Range<usize>) {
        let part = v.slice(w.clone());
        self.copy_at(out, at, part);
        if part.len() < w.len() {
            self.copy_at(out, at + part.len(), self.zeros(w.len() - part.len()).view());
        }
    }
}

impl Convolve for F2 {
    type Plan = F2Plan;
    type Image = Buf;
    type Sum = Buf;

    fn conv_plan(&self, shapes: &[ConvShape], _: usize, cx: Cx<'_>) -> Result<Arc<F2Plan>> {
        let len = |s: &ConvShape| match s.window {
            Window::Exact(_) => s.full_len().max(1),
            Window::Cyclic(n) => n.max(1),
        };
        let len = shapes.iter().map(len).max().unwrap_or(1);
        let whole = shapes.iter().map(|s| whole_len(s, len)).max().unwrap_or(0).max(1);
        // what is cheapest for the largest of the products serves all
        let largest = shapes.iter().max_by_key(|s| whole_len(s, len));
        let transform = match largest {
            Some(ConvShape { a, b, .. }) if whole <= FrobeniusPlan::MAX_BITS => {
                let size = |s: &Size| Size { len: s.len.min(len), bits: 0 };
                let shape = ProductShape { a: size(a), b: size(b), square: false, window: 0..whole };
                let transformed = self.frobenius_candidate(&shape, cx).map_or(f64::INFINITY, |c| c.predicted_ns);
                let plain = self.karatsuba_candidate(&shape, cx).predicted_ns;
                if transformed < plain { Some(self.transform_for(whole, cx)?) } else { None }
            }
            _ => None,
        };
        Ok(Arc::new(F2Plan { len, whole, transform }))
    }

    fn fits(&self, plan: &F2Plan, shape: &ConvShape, _: usize) -> bool {
        let least = match shape.window {
            Window::Exact(_) => shape.full_len(),
            Window::Cyclic(n) => n,
        };
        least <= plan.len && whole_len(shape, plan.len) <= plan.whole
    }

    fn cyclic_len(&self, plan: &F2Plan) -> usize {
        plan.len
    }

    fn transform(&self, plan: &F2Plan, v: View<'_, Self>, cx: Cx<'_>) -> Result<Buf> {
        cx.check()?;
        let folded;
        let v = if v.len() > plan.len {
            folded = self.folded(v, plan.len);
            folded.view()
        } else {
            v
        };
        match &plan.transform {
            Some(transform) => Ok(self.forward(&transform.0, &self.words(v))),
            None => Ok(self.owned(v).words),
        }
    }

    fn sum(&self, plan: &F2Plan, _: Cx<'_>) -> Buf {
        match &plan.transform {
            Some(transform) => self.engine().zeroed(transform.0.image_len()),
            // operands end within words, and so may have a word more together
            None => self.engine().zeroed(plan.whole.div_ceil(64) + 1),
        }
    }

    fn image_addmul(&self, plan: &F2Plan, s: &mut Buf, a: &Buf, b: &Buf, cx: Cx<'_>) -> Result<()> {
        cx.check()?;
        match &plan.transform {
            Some(transform) => transform.0.multiply_add(s, a, b),
            None => {
                let mut product = self.engine().dirty(product_words(a, b));
                self.multiply_words(&mut product, a, b);
                let words = product.len().min(s.len());
                debug_assert!(product[words..].iter().all(|&x| x == 0), "a product beyond the plan's");
                self.kernel.add(s, &product[..words]);
            }
        }
        Ok(())
    }

    fn image_mul(&self, plan: &F2Plan, mut a: Buf, b: Option<&Buf>, cx: Cx<'_>) -> Result<Buf> {
        cx.check()?;
        match (&plan.transform, b) {
            (Some(transform), Some(b)) => transform.0.multiply(&mut a, b),
            (Some(transform), None) => {
                let other = a.clone();
                transform.0.multiply(&mut a, &other);
            }
            (None, _) => {
                let mut sum = self.sum(plan, cx);
                self.image_addmul(plan, &mut sum, &a, b.unwrap_or(&a), cx)?;
                return Ok(sum);
            }
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
        cx: Cx<'_>,
    ) -> Result<()> {
        cx.check()?;
        let words = match &plan.transform {
            Some(transform) => self.backward(&transform.0, &mut s, plan.whole),
            None => s,
        };
        let product = View::from_words(&words, plan.whole, 0);
        let range = match window {
            Window::Exact(range) => range.clone(),
            Window::Cyclic(_) => 0..plan.len,
        };
        if product.len() > plan.len {
            self.window(out, at, self.folded(product, plan.len).view(), range);
        } else {
            self.window(out, at, product, range);
        }
        Ok(())
    }

    fn product_candidates(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidates {
        let all = Candidates::one(self.schoolbook_candidate(shape, cx));
        if shape.shorter() <= 1 {
            return all;
        }
        all.and(Some(self.karatsuba_candidate(shape, cx)))
            .and(shape.square.then(|| self.spreading_candidate(shape, cx)))
            .and(self.frobenius_candidate(shape, cx))
    }

    fn choose_product(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidate {
        if shape.square && shape.shorter() > 1 {
            return self.spreading_candidate(shape, cx);
        }
        let short = shape.shorter().div_ceil(64) <= self.kernel.base;
        let plain = if short { self.schoolbook_candidate(shape, cx) } else { self.karatsuba_candidate(shape, cx) };
        // no order is less than this, so that none need be looked up
        let (costs, order) = (cx.engine().costs(), shape.full_len() / 60);
        if plain.predicted_ns <= costs.plan + 3.0 * costs.frobenius.at(order) {
            return plain;
        }
        self.product_candidates(shape, cx).best(self.working_memory(shape))
    }

    fn mul_window_at(
        &self,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Cx<'_>,
    ) -> Result<()> {
        let shape = ProductShape::of(self, a, b, w);
        let chosen = self.choose_product(&shape, cx);
        let cx = cx.for_work(chosen.predicted_ns);
        cx.decided(|| shape.decision(self, chosen.algorithm, cx));
        self.multiply(&chosen, &shape, (out, at), (a, b), cx)
    }

    fn mul_window_by(
        &self,
        algorithm: ProductAlgorithm,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Cx<'_>,
    ) -> Result<()> {
        let shape = ProductShape::of(self, a, b, w);
        let candidates = self.product_candidates(&shape, cx);
        match candidates.iter().find(|c| c.algorithm == algorithm) {
            Some(c) => self.multiply(c, &shape, (out, at), (a, b), cx),
            None => Err(not_applicable(self, algorithm, &shape, cx)),
        }
    }

    /// What the leading coefficients decide is cheap: measured.
    fn half_gcd_base(&self) -> usize {
        12_288
    }

    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Cx<'_>) -> f64 {
        self.quotient_words_ns(n, divisor, cx)
    }
}
