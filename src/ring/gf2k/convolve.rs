//! Products over F_(2^K): by the definition, and by Kronecker substitution over F_2.

use super::Gf2k;
use crate::{
    Result,
    engine::Context,
    ring::{
        AtPoints, Candidate, Candidates, Coeffs, ConvShape, Convolve, F2, F2Plan, Grid, GridShape, ProductAlgorithm,
        ProductShape, Products, Ring, Size, View, Window, product::Both,
    },
    scratch::Buf,
};
use std::{ops::Range, sync::Arc};

/// Packs elements into runs of `stride` bits, where `stride` is at most 127 and at least the bits of an element.
pub(super) fn pack(elements: &[u64], stride: usize) -> Vec<u64> {
    let mut words = Vec::with_capacity((elements.len() * stride).div_ceil(64) + 1);
    // the bits of the current word, and their number
    let (mut bits, mut known) = (0, 0);
    for &x in elements {
        bits |= x << known;
        let beyond = x >> 1 >> (63 - known);
        known += stride;
        if known >= 64 {
            words.push(bits);
            (bits, known) = (beyond, known - 64);
        }
        if known >= 64 {
            words.push(bits);
            (bits, known) = (0, known - 64);
        }
    }
    if known > 0 {
        words.push(bits);
    }
    words
}

impl Gf2k {
    /// Number of bits of a coefficient of an unreduced product.
    fn stride(&self) -> usize {
        2 * self.k() as usize - 1
    }

    fn packed(&self, v: View<'_, Self>) -> Coeffs<F2> {
        self.bits.from_words(&pack(v.words(), self.stride()), v.len() * self.stride())
    }

    /// `out[at + i]` = coefficient `w.start` + i of a product over F_2.
    fn unpacked(&self, out: &mut Coeffs<Self>, at: usize, product: &[u64], w: Range<usize>) {
        let out = &mut out.words[at..at + w.len()];
        self.field.unpack(out, product, self.stride(), w.start);
    }

    /// The shape of the product over F_2: the last coefficient of the second operand needs no padding.
    fn over_bits(&self, shape: &ConvShape) -> ConvShape {
        let stride = self.stride();
        let window = match &shape.window {
            Window::Exact(w) => Window::Exact(w.start * stride..w.end * stride),
            Window::Cyclic(n) => Window::Cyclic(n * stride),
        };
        let size = |len| Size { len, bits: 0 };
        let b = if shape.b.len == 0 { 0 } else { (shape.b.len - 1) * stride + 1 };
        ConvShape { a: size(shape.a.len * stride), b: size(b), window }
    }

    /// The shape of the product of matrices over F_2.
    fn matrix_over_bits(&self, shape: &GridShape) -> GridShape {
        let stride = self.stride();
        let size = |s: Size| Size { len: s.len * stride, bits: 0 };
        let window = shape.window.start * stride..shape.window.end * stride;
        GridShape { a: size(shape.a), b: size(shape.b), window, ..*shape }
    }

    fn schoolbook_candidate(shape: &ProductShape, cx: Context<'_>) -> Candidate {
        let (costs, products) = (cx.engine().costs(), shape.a.len as f64 * shape.b.len as f64);
        let ns = products * costs.bit_element + shape.window.len() as f64 * costs.bit_coefficient;
        Candidate::plain(ProductAlgorithm::Schoolbook, ns, 0)
    }

    /// Predicted nanoseconds of the moves of coefficients to F_2 and back.
    fn moves_ns(shape: &ProductShape, cx: Context<'_>) -> f64 {
        (shape.a.len + shape.b.len + shape.window.len()) as f64 * cx.engine().costs().bit_coefficient
    }

    fn kronecker_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate {
        let stride = self.stride();
        let size = |s: Size| Size { len: s.len * stride, bits: 0 };
        let window = 0..(size(shape.a).len + size(shape.b).len - 1);
        let bits = ProductShape { a: size(shape.a), b: size(shape.b), square: shape.square, window };
        let best = self.bits.choose_product(&bits, cx);
        let ns = best.predicted_ns + Self::moves_ns(shape, cx);
        let bytes = best.peak_bytes + (bits.full_len() / 4) as u64;
        Candidate { length: best.length, ..Candidate::plain(ProductAlgorithm::Kronecker, ns, bytes) }
    }

    /// The product by the definition; each sum is reduced once.
    fn schoolbook(&self, out: &mut [u64], a: &[u64], b: &[u64], start: usize) {
        for (k, x) in (start..).zip(out) {
            let terms = (k + 1).saturating_sub(b.len())..a.len().min(k + 1);
            *x = self.field.reduce(terms.fold(0, |s, i| s ^ self.field.wide(a[i], b[k - i])));
        }
    }
}

impl Convolve for Gf2k {
    type Plan = F2Plan;

    type Image = Buf;

    type Sum = Buf;

    fn conv_plan(&self, shapes: &[ConvShape], _: usize, cx: Context<'_>) -> Result<Arc<F2Plan>> {
        let shapes: Vec<_> = shapes.iter().map(|s| self.over_bits(s)).collect();
        // a cyclic product has whole coefficients over F_2 too
        self.bits.plan(&shapes, shapes.iter().all(|s| matches!(s.window, Window::Exact(_))), cx)
    }

    fn fits(&self, plan: &F2Plan, shape: &ConvShape, terms: usize) -> bool {
        let whole = matches!(shape.window, Window::Exact(_)) || !plan.is_wrapped();
        whole && self.bits.fits(plan, &self.over_bits(shape), terms)
    }

    fn cyclic_len(&self, plan: &F2Plan) -> usize {
        self.bits.cyclic_len(plan) / self.stride()
    }

    fn transform(&self, plan: &F2Plan, v: View<'_, Self>, cx: Context<'_>) -> Result<Buf> {
        self.bits.transform(plan, self.packed(v).view(), cx)
    }

    fn sum(&self, plan: &F2Plan, cx: Context<'_>) -> Buf {
        self.bits.sum(plan, cx)
    }

    fn image_addmul(&self, plan: &F2Plan, s: &mut Buf, a: &Buf, b: &Buf, cx: Context<'_>) -> Result<()> {
        self.bits.image_addmul(plan, s, a, b, cx)
    }

    fn image_mul(&self, plan: &F2Plan, a: Buf, b: Option<&Buf>, cx: Context<'_>) -> Result<Buf> {
        self.bits.image_mul(plan, a, b, cx)
    }

    fn untransform_at(
        &self,
        plan: &F2Plan,
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
        let mut bits = self.bits.zeros(range.len() * self.stride());
        let window = Window::Exact(range.start * self.stride()..range.end * self.stride());
        self.bits.untransform_at(plan, s, &window, &mut bits, 0, cx)?;
        self.unpacked(out, at, &bits.words, 0..range.len());
        Ok(())
    }
}

impl AtPoints for Gf2k {
    fn own_matrix_cost(&self, shape: &GridShape, cx: Context<'_>) -> Option<(f64, u64)> {
        let ([m, k, n], costs) = (shape.dims, cx.engine().costs());
        let moved =
            (m * k * shape.a.len + k * n * shape.b.len + m * n * shape.window.len()) as f64 * costs.bit_coefficient;
        let (ns, bytes) = self.bits.own_matrix_cost(&self.matrix_over_bits(shape), cx)?;
        Some((ns + moved, bytes))
    }
    fn own_matrix_product(
        &self,
        a: &Grid<'_, Self>,
        b: &Grid<'_, Self>,
        shape: &GridShape,
        cx: Context<'_>,
    ) -> Result<Vec<Coeffs<Self>>> {
        let packed = |grid: &Grid<'_, Self>| cx.map(grid.entries.clone(), |v, _| Ok(self.packed(v)));
        let (x, y) = (packed(a)?, packed(b)?);
        let x = Grid { rows: a.rows, columns: a.columns, entries: x.iter().map(Coeffs::view).collect() };
        let y = Grid { rows: b.rows, columns: b.columns, entries: y.iter().map(Coeffs::view).collect() };
        let products = self.bits.own_matrix_product(&x, &y, &self.matrix_over_bits(shape), cx)?;
        cx.map(products, |product, _| {
            let mut out = self.zeros(shape.window.len());
            self.unpacked(&mut out, 0, &product.words, 0..shape.window.len());
            Ok(out)
        })
    }
}

impl Products for Gf2k {
    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates {
        let all = Candidates::one(Self::schoolbook_candidate(shape, cx));
        if shape.shorter() <= 1 {
            return all;
        }
        all.and(Some(self.kronecker_candidate(shape, cx)))
    }

    /// The definition, where it costs less than the moves of coefficients to F_2 and back, and an operation there.
    fn evident_product(&self, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate> {
        let definition = Self::schoolbook_candidate(shape, cx);
        let others = Self::moves_ns(shape, cx) + cx.engine().costs().operation;
        (shape.shorter() <= 1 || definition.predicted_ns <= others).then_some(definition)
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
            self.schoolbook(&mut out.words[at..at + w.len()], a.words(), b.words(), w.start);
            return Ok(());
        }
        let both = Both::of(a, b, |v| Ok(self.packed(v)))?;
        let [x, y] = both.get();
        let all = 0..x.len() + y.len() - 1;
        let product = self.bits.mul_window(x.view(), y.view(), all, cx)?;
        self.unpacked(out, at, &product.words, w);
        Ok(())
    }
}
