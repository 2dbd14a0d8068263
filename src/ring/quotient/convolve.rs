//! Products of vectors: by the definition, by [components](super::components), and by Kronecker substitution into the base
//! ring, where each element takes 2k − 1 coefficients, the length of a sum of products of elements before reduction.

use super::{Base, Quotient, cells::with_cells, words::FewWords};
use crate::{
    Result,
    engine::Context,
    ring::{
        AtPoints, Candidate, Candidates, Choices, Coeffs, ConvShape, Convolve, ProductAlgorithm, ProductShape,
        Products, Size, View, Window, product::Both,
    },
    scratch::Buf,
};
use std::{ops::Range, sync::Arc};

impl<B: Base> Quotient<B> {
    /// Coefficients of the base ring for a product of two elements.
    pub(super) fn stride(&self) -> usize {
        2 * self.degree() - 1
    }

    /// Coefficients of the base ring in which a vector is substituted.
    fn slots_len(&self, len: usize) -> usize {
        if len == 0 { 0 } else { (len - 1) * self.stride() + self.degree() }
    }

    /// A vector with its elements `stride` apart.
    fn slots(&self, v: View<'_, Self>) -> Coeffs<B> {
        let (r, flat) = (self.quiet(), self.flat(v));
        let mut out = r.zeros(self.slots_len(v.len));
        if let Some(bits) = self.bit_words() {
            let rows = v.words().chunks_exact(self.width()).enumerate();
            rows.for_each(|(i, row)| bits.place(&mut out.words, i * self.stride(), row));
            return out;
        }
        let (width, words) = (flat.width(), self.degree() * flat.width());
        if width > 0 {
            let rows = v.words().chunks_exact(self.width());
            let slots = out.words.chunks_mut(self.stride() * width).zip(rows);
            slots.for_each(|(slot, row)| slot.iter_mut().zip(&row[..words]).for_each(|(slot, &x)| *slot = x));
            return out;
        }
        for i in 0..v.len {
            r.copy_at(&mut out, i * self.stride(), self.part(flat, i));
        }
        out
    }

    /// The shape over the base ring. Modulo x^N − 1 nothing wraps around: the product may have N coefficients or more.
    fn over_base(&self, shape: &ConvShape) -> ConvShape {
        let size = |len| Size { len: self.slots_len(len), bits: 0 };
        let (a, b) = (shape.a.len, shape.b.len);
        let (a, window) = match &shape.window {
            Window::Exact(w) => (a, w.clone()),
            Window::Cyclic(n) => {
                let a = a.max((n + 1).saturating_sub(b.max(1)));
                (a, 0..(a + b).saturating_sub(1).max(*n))
            }
        };
        ConvShape::exact(size(a), size(b), window.start * self.stride()..window.end * self.stride())
    }

    fn product_over_base(&self, shape: &ProductShape) -> ProductShape {
        let size = |s: Size| Size { len: self.slots_len(s.len), bits: 0 };
        let window = shape.window.start * self.stride()..shape.window.end * self.stride();
        ProductShape { a: size(shape.a), b: size(shape.b), square: shape.square, window }
    }

    /// Predicted nanoseconds of a product of two elements without reduction, and of a reduction.
    pub(super) fn element_ns(&self, cx: Context<'_>) -> [f64; 2] {
        if self.0.small.elements > 0 && self.0.field.get() == Some(&true) {
            // loads from tables
            let costs = cx.engine().costs();
            return [2.0 * costs.word_mul, self.degree() as f64 * 3.0 * costs.word_mul];
        }
        if let Some(few) = self.few_words() {
            return few.ns(cx.engine().costs());
        }
        if let Some(pairs) = self.pairs() {
            return pairs.ns();
        }
        if let Some(bits) = self.bit_words() {
            return bits.ns(cx.engine().costs());
        }
        let size = Size { len: self.degree(), bits: 0 };
        let shape = ProductShape { a: size, b: size, square: false, window: 0..self.stride() };
        let product = self.base().choose_product(&shape, cx).predicted_ns;
        let costs = cx.engine().costs();
        [product + costs.short[0], product + costs.short[0]]
    }

    /// Predicted nanoseconds of the reduction of one of many products of elements.
    pub(super) fn remainder_ns(&self, cx: Context<'_>) -> f64 {
        match self.few_words() {
            Some(few) => few.columns_ns(cx.engine().costs()),
            None => self.element_ns(cx)[1],
        }
    }

    fn kronecker_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate {
        let reduction = self.remainder_ns(cx);
        if let (Some((digits, words)), Some(few)) = (self.digits(shape), self.few_words()) {
            let of_words = self.product_of_digits(digits, shape);
            let best = words.choose_product(&of_words, cx);
            let ns = best.predicted_ns + self.digits_ns(few, digits, shape, cx) + shape.window.len() as f64 * reduction;
            let bytes = best.peak_bytes + 8 * (of_words.a.len + of_words.b.len + of_words.window.len()) as u64;
            return Candidate {
                length: best.length,
                primes: best.primes,
                ..Candidate::plain(ProductAlgorithm::Kronecker, ns, bytes)
            };
        }
        let over_base = self.product_over_base(shape);
        let best = self.base().choose_product(&over_base, cx);
        let width = self.0.modulus.width;
        let coefficients = over_base.a.len + over_base.b.len + over_base.window.len();
        let costs = cx.engine().costs();
        let moved = match self.bit_words() {
            Some(bits) => (shape.a.len + shape.b.len + shape.window.len()) as f64 * bits.move_ns(costs),
            None => coefficients as f64 * width.max(1) as f64 * costs.split_word,
        };
        let ns = best.predicted_ns + moved + shape.window.len() as f64 * reduction;
        let bytes = best.peak_bytes + if width == 0 { coefficients / 8 } else { 8 * width * coefficients } as u64;
        Candidate {
            length: best.length,
            primes: best.primes,
            ..Candidate::plain(ProductAlgorithm::Kronecker, ns, bytes)
        }
    }

    /// Adds a·b, which is not reduced.
    pub(super) fn add_product(&self, sum: &mut Coeffs<B>, a: View<'_, B>, b: View<'_, B>) {
        let r = self.quiet();
        let [a, b] = [a, b].map(|v| v.low(r.trimmed_len(v)));
        if a.is_empty() || b.is_empty() {
            return;
        }
        let all = 0..a.len() + b.len() - 1;
        let product = r.engine().enter(|cx| r.mul_window(a, b, all, cx)).unwrap_or_else(|_| self.by_rows(a, b));
        r.add_at(sum, 0, product.view());
    }

    fn schoolbook_of_words(
        &self,
        few: FewWords<'_>,
        (out, at): (&mut Coeffs<Self>, usize),
        [a, b]: [&[u64]; 2],
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()> {
        let k = self.degree();
        let (la, lb) = (a.len() / k, b.len() / k);
        for (out, n) in out.words[at * k..].chunks_exact_mut(k).zip(w) {
            cx.check()?;
            let mut sum = few.sum();
            for i in (n + 1).saturating_sub(lb)..la.min(n + 1) {
                few.add_product(&mut sum, &a[i * k..(i + 1) * k], &b[(n - i) * k..(n - i + 1) * k]);
            }
            few.finish(out, &sum);
        }
        Ok(())
    }

    fn schoolbook(
        &self,
        (out, at): (&mut Coeffs<Self>, usize),
        (a, b): (View<'_, Self>, View<'_, Self>),
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()> {
        if let Some(logs) = self.logs(a.len * b.len) {
            return self.product_on(logs, (out, at), [a, b], w, cx);
        }
        if let Some(arithmetic) = self.lazy_arithmetic() {
            return with_cells!(arithmetic, c => self.product_on(c, (out, at), [a, b], w, cx));
        }
        if let Some(few) = self.few_words() {
            return self.schoolbook_of_words(few, (out, at), [a.words(), b.words()], w, cx);
        }
        let (r, x, y) = (self.quiet(), self.flat(a), self.flat(b));
        for (place, n) in (at..).zip(w) {
            cx.check()?;
            let mut sum = r.zeros(self.stride());
            for i in (n + 1).saturating_sub(b.len)..a.len.min(n + 1) {
                self.add_product(&mut sum, self.part(x, i), self.part(y, n - i));
            }
            self.reduce_slots(out, place, sum.view(), self.stride(), cx)?;
        }
        Ok(())
    }
}

impl<B: Base> Convolve for Quotient<B> {
    type Plan = B::Plan;

    type Image = Buf;

    type Sum = Buf;

    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<B::Plan>> {
        let shapes: Vec<_> = shapes.iter().map(|s| self.over_base(s)).collect();
        self.base().conv_plan(&shapes, terms, cx)
    }

    fn fits(&self, plan: &B::Plan, shape: &ConvShape, terms: usize) -> bool {
        self.base().fits(plan, &self.over_base(shape), terms)
    }

    fn cyclic_len(&self, plan: &B::Plan) -> usize {
        self.base().cyclic_len(plan) / self.stride()
    }

    fn transform(&self, plan: &B::Plan, v: View<'_, Self>, cx: Context<'_>) -> Result<Buf> {
        self.base().transform(plan, self.slots(v).view(), cx)
    }

    fn sum(&self, plan: &B::Plan, cx: Context<'_>) -> Buf {
        self.base().sum(plan, cx)
    }

    fn image_addmul(&self, plan: &B::Plan, s: &mut Buf, a: &Buf, b: &Buf, cx: Context<'_>) -> Result<()> {
        self.base().image_addmul(plan, s, a, b, cx)
    }

    fn image_mul(&self, plan: &B::Plan, a: Buf, b: Option<&Buf>, cx: Context<'_>) -> Result<Buf> {
        self.base().image_mul(plan, a, b, cx)
    }

    fn image_product(&self, plan: &B::Plan, a: &Buf, b: &Buf, cx: Context<'_>) -> Result<Buf> {
        self.base().image_product(plan, a, b, cx)
    }

    fn untransform_at(
        &self,
        plan: &B::Plan,
        s: Buf,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Context<'_>,
    ) -> Result<()> {
        let range = match window {
            Window::Exact(range) => range.clone(),
            Window::Cyclic(_) => 0..self.cyclic_len(plan),
        };
        let slots = self.base().untransform(plan, s, range.start * self.stride()..range.end * self.stride(), cx)?;
        self.reduce_slots(out, at, slots.view(), self.stride(), cx)
    }
}

impl<B: Base> AtPoints for Quotient<B> {}

impl<B: Base> Products for Quotient<B> {
    fn choices(&self) -> Option<&Choices> {
        Some(&self.0.choices)
    }

    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates {
        let [product, reduction] = self.element_ns(cx);
        let ns = shape.products() * product + shape.window.len() as f64 * reduction;
        let all = Candidates::one(Candidate::plain(ProductAlgorithm::Schoolbook, ns, 0));
        if shape.shorter() == 0 || shape.longer() <= 1 {
            return all;
        }
        all.and(Some(self.kronecker_candidate(shape, cx))).and(self.components_candidate(shape, cx))
    }

    fn mul_chosen(
        &self,
        chosen: &Candidate,
        shape: &ProductShape,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        cx: Context<'_>,
    ) -> Result<()> {
        cx.check()?;
        let w = shape.window.clone();
        if chosen.algorithm == ProductAlgorithm::Schoolbook || shape.full_len() == 0 {
            return self.schoolbook((out, at), (a, b), w, cx);
        }
        if chosen.algorithm == ProductAlgorithm::Components {
            return self.by_components((out, at), (a, b), shape, cx);
        }
        if let Some(found) = self.digits(shape) {
            return self.by_digits(found, (out, at), (a, b), w, cx);
        }
        let both = Both::of(a, b, |v| Ok(self.slots(v)))?;
        let [x, y] = both.get();
        let slots = self.base().mul_window(x.view(), y.view(), w.start * self.stride()..w.end * self.stride(), cx)?;
        self.reduce_slots(out, at, slots.view(), self.stride(), cx)
    }
}
