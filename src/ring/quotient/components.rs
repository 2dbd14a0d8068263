//! Products by components: a vector of elements is k vectors of coefficients, the coefficients of t^0, t^1, …. Each is
//! transformed once over the base ring, the 2k − 1 coefficients of the products of elements are sums of products of
//! transforms, and each takes an inverse transform: 4k − 1 transforms of the length of the product, where a
//! substitution has three of 2k − 1 times the length.

use super::{Base, Quotient, columns::BLOCK};
use crate::{
    Result, choice,
    engine::Context,
    ring::{Candidate, Coeffs, ConvShape, ProductAlgorithm, ProductShape, Size, View, Window, product::Both},
    scratch::Buf,
};

impl<B: Base> Quotient<B> {
    /// The candidate, where the base ring multiplies vectors of this length by transforms.
    pub(super) fn components_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate> {
        let k = self.degree();
        if k < 2 || shape.shorter() < 2 {
            return None;
        }
        let size = |s: Size| Size { len: s.len, bits: 0 };
        let of_base = ProductShape { a: size(shape.a), b: size(shape.b), square: false, window: shape.window.clone() };
        let candidates = self.base().product_candidates(&of_base, cx);
        let through: Vec<_> = candidates.iter().copied().filter(|c| c.length > 0 && !c.is_cut()).collect();
        let c = &choice::fastest(&through, u64::MAX)?;
        let (costs, width) = (cx.engine().costs(), self.modulus().width.max(1));
        let product = self.base().image_product_ns(c, cx);
        let transform = (c.predicted_ns - product).max(0.0) / 3.0;
        let operands = if shape.square { k } else { 2 * k };
        let reduction = self.remainder_ns(cx);
        let moved = (operands * shape.longer() + self.stride() * shape.window.len()) * width;
        let ns = costs.plan
            + (operands + self.stride()) as f64 * transform
            + (k * k) as f64 * product
            + moved as f64 * costs.split_word
            + shape.window.len() as f64 * reduction;
        let image = 8 * (c.length * c.primes.max(width)) as u64;
        let bytes = image * (operands as u64 + 1) + (8 * width * self.stride() * (shape.window.len() + 1)) as u64;
        Some(Candidate::plain(ProductAlgorithm::Components, ns, bytes))
    }

    /// Coefficient j of each element.
    fn component(&self, v: View<'_, Self>, j: usize) -> Coeffs<B> {
        let (r, flat, width) = (self.quiet(), self.flat(v), self.modulus().width);
        let mut out = r.zeros(v.len);
        if width > 0 {
            let rows = v.words().chunks_exact(self.width()).map(|row| &row[j * width..][..width]);
            out.words.chunks_exact_mut(width).zip(rows).for_each(|(out, x)| out.copy_from_slice(x));
            return out;
        }
        for i in 0..v.len {
            r.copy_at(&mut out, i, self.part(flat, i).slice(j..j + 1));
        }
        out
    }

    /// Coefficient s of the slots of products of elements.
    fn set_component(&self, slots: &mut Coeffs<B>, s: usize, values: View<'_, B>) {
        let (r, width, stride) = (self.quiet(), values.width(), self.stride());
        if width > 0 {
            let slots = slots.words.chunks_exact_mut(stride * width).zip(values.words().chunks_exact(width));
            slots.for_each(|(slot, x)| slot[s * width..][..width].copy_from_slice(x));
            return;
        }
        for i in 0..values.len() {
            r.copy_at(slots, i * stride + s, values.slice(i..i + 1));
        }
    }

    pub(super) fn by_components(
        &self,
        (out, at): (&mut Coeffs<Self>, usize),
        (a, b): (View<'_, Self>, View<'_, Self>),
        shape: &ProductShape,
        cx: Context<'_>,
    ) -> Result<()> {
        let (base, r, k, w) = (self.base(), self.quiet(), self.degree(), shape.window.clone());
        // nothing is beyond the product
        let end = w.end.min(shape.full_len()).max(w.start);
        let size = |len| Size { len, bits: 0 };
        let plan = base.conv_plan(&[ConvShape::exact(size(a.len), size(b.len), w.start..end)], k, cx)?;
        let images = |v: View<'_, Self>| -> Result<Vec<Buf>> {
            cx.map((0..k).collect(), |j, cx| base.transform(&plan, self.component(v, j).view(), cx))
        };
        let both = Both::of(a, b, images)?;
        let [x, y] = both.get();
        let sums = cx.map((0..self.stride()).collect(), |s, cx| {
            let mut sum = base.sum(&plan, cx);
            for i in (s + 1).saturating_sub(k)..k.min(s + 1) {
                base.image_addmul(&plan, &mut sum, &x[i], &y[s - i], cx)?;
            }
            let mut values = r.zeros(end - w.start);
            base.untransform_at(&plan, sum, &Window::Exact(w.start..end), &mut values, 0, cx)?;
            Ok(values)
        })?;
        if let Some(columns) = self.columns(end - w.start) {
            let (filled, zeros) = out.words[at * k..(at + w.len()) * k].split_at_mut((end - w.start) * k);
            zeros.fill(0);
            columns.remainders(filled, |range, columns| {
                for (column, values) in columns.chunks_exact_mut(BLOCK).zip(&sums) {
                    column[..range.len()].copy_from_slice(&values.words[range.clone()]);
                }
            });
            return Ok(());
        }
        let mut slots = r.zeros(w.len() * self.stride());
        for (s, values) in sums.iter().enumerate() {
            self.set_component(&mut slots, s, values.view());
        }
        self.reduce_slots(out, at, slots.view(), self.stride(), cx)
    }
}
