//! Choice of the algorithm for a product over Z/n, and products of transformed operands.

use super::{Zn, ZnPlan, transforms::ALIGNMENT_WORDS, words::karatsuba_scratch};
use crate::{
    Result,
    bits::ceil_log2,
    choice::better,
    costs::CostModel,
    cpu::Feature,
    crt::{CrtBasis, MultiNtt, PrimeFamily},
    engine::Context,
    kernels::residues,
    ring::{
        Candidate, Candidates, Choices, Coeffs, ConvShape, Convolve, ProductAlgorithm, ProductShape, Products, Ring,
        Size, View, Window,
        product::{self, Cut, Transforms},
    },
    scratch::Buf,
    transform::ntt::ProductNtt,
};
use std::{ops::Range, sync::Arc};

impl Zn {
    /// The cheapest candidate with transforms modulo n (`direct`) or modulo several primes, over all partitions of the
    /// operands.
    fn transform_candidate(&self, shape: &ProductShape, direct: bool, cx: Context<'_>) -> Option<Candidate> {
        let memory = self.working_memory(shape);
        let best = product::best_cut(shape, memory, |cut| self.cut_candidate(shape, cut, direct, cx));
        match (best, self.wrapped_candidate(shape, direct, cx)) {
            (Some(x), Some(y)) => Some(better(x, y, memory)),
            (x, _) => x,
        }
    }

    /// The candidate for a whole product by a slightly shorter cyclic one, with its highest coefficients computed
    /// separately.
    fn wrapped_candidate(&self, shape: &ProductShape, direct: bool, cx: Context<'_>) -> Option<Candidate> {
        let (full, length) = (shape.full_len(), (shape.full_len() + 1).next_power_of_two() / 2);
        let wrapped = full.checked_sub(length).filter(|&w| 0 < w && w <= length / 8 && shape.window == (0..full))?;
        let size = |len: usize| Size { len, bits: 0 };
        let (block, part) = (size(shape.longer()), size(shape.shorter()));
        let cut = Cut { block, part, window: wrapped..length, blocks: 1, parts: 1 };
        let cyclic = self.cut_candidate(shape, &cut, direct, cx).filter(|c| c.length == length)?;
        let top = self.slice_candidate(wrapped.min(shape.a.len), wrapped.min(shape.b.len), shape.square, cx);
        let back = if direct { 0.0 } else { cx.engine().costs().join_word[cyclic.primes.min(4) - 1] };
        Some(Candidate {
            // `costs.plan` is measured for a whole call, which includes the allocation for the highest coefficients
            predicted_ns: cyclic.predicted_ns + top.predicted_ns + 2.0 * wrapped as f64 * back,
            peak_bytes: cyclic.peak_bytes + top.peak_bytes + 16 * wrapped as u64,
            wrapped,
            ..cyclic
        })
    }

    /// The candidate for operands cut as `cut` says.
    fn cut_candidate(&self, shape: &ProductShape, cut: &Cut, direct: bool, cx: Context<'_>) -> Option<Candidate> {
        let (target, costs) = (cx.engine().target(), cx.engine().costs());
        let terms = f64::from(ceil_log2(cut.block.len.min(cut.part.len)));
        let len = self.transform_len(&[cut.shape()], direct, cx);
        let (family, k) = PrimeFamily::choose(target, self.log2_sum(terms));
        let (bits, k) = if direct { (self.modulus().bits(), 1) } else { (family.bits, k) };
        let reachable = if direct { self.has_transform(len, cx) } else { ceil_log2(len) <= family.log2_len };
        if !reachable || k > CrtBasis::WORD_MODULI {
            return None;
        }
        let split = if direct { 0.0 } else { k as f64 * costs.split_word };
        let vectors = family.bits <= residues::MAX_PRIME_BITS;
        let back = match (direct, vectors) {
            (true, _) => 0.0,
            (_, true) => costs.join_word[k - 1],
            (_, false) => costs.garner[k - 1],
        };
        let transforms = |runs: usize| Transforms {
            algorithm: if direct { ProductAlgorithm::Ntt } else { ProductAlgorithm::Crt },
            length: len,
            primes: k,
            transform: if direct {
                ProductNtt::predicted_ns(target, self.modulus(), len, costs)
            } else {
                costs.ntt.at(len)
            },
            load_block: cut.block.len as f64 * split,
            load_part: cut.part.len as f64 * split,
            back: (cut.block.len + cut.part.len) as f64 * back,
            scratch: (k + runs) * len + ALIGNMENT_WORDS,
            tables: k * ProductNtt::table_bytes(target, bits, len),
        };
        let alone = transforms(1).candidate(costs, cut, shape.square);
        // threads need runs of their own
        let cx = cx.for_work(alone.predicted_ns);
        let shares = cx.threads() == 1 || MultiNtt::shares(target, bits, len);
        let runs = match (shares, cut.blocks) {
            (true, 1) => 1,
            (true, _) => k,
            (false, 1) => cx.threads().min(k),
            (false, blocks) => k * cx.threads().min(blocks / 2).max(1),
        };
        Some(if runs == 1 { alone } else { transforms(runs).candidate(costs, cut, shape.square) })
    }

    /// The schoolbook candidate.
    pub(super) fn schoolbook_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate {
        let whole = shape.window.len() == shape.full_len();
        let lens = [shape.a.len, shape.b.len];
        let ns = self.0.words.schoolbook_ns(lens, shape.window.len(), whole, shape.products(), cx.engine().costs());
        Candidate::plain(ProductAlgorithm::Schoolbook, ns, 0)
    }

    /// Predicted nanoseconds of the vector kernel for `results` results and `products` products.
    pub(super) fn vectors_ns(&self, results: usize, products: f64, cx: Context<'_>) -> f64 {
        self.0.words.vectors_ns(results, products, cx.engine().costs())
    }

    fn karatsuba_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate {
        let (short, long) = (shape.shorter(), shape.longer());
        let ns = cx.engine().costs().karatsuba.at(short) * self.beside_vectors(cx) * long as f64 / short as f64;
        let scratch = karatsuba_scratch(long, short);
        // a window that is not the whole product is copied from the whole
        let whole = if shape.window == (0..shape.full_len()) { 0 } else { shape.full_len() };
        Candidate { scratch, ..Candidate::plain(ProductAlgorithm::Karatsuba, ns, 8 * (scratch + whole) as u64) }
    }

    /// Factor by which Karatsuba's products take longer where the short ones are not done by vectors, as they are for
    /// the modulus of the measured cost curve.
    fn beside_vectors(&self, cx: Context<'_>) -> f64 {
        const LEN: usize = 64;
        if !cx.engine().target().has(Feature::Avx2) || self.0.words.in_vectors(LEN, LEN, true) {
            return 1.0;
        }
        let (costs, products) = (cx.engine().costs(), (LEN * LEN) as f64);
        let by_words = products * costs.word_mul + (2 * LEN) as f64 * costs.word_reduce;
        (by_words / self.vectors_ns(2 * LEN - 1, products + (7 * LEN) as f64, cx)).max(1.0)
    }

    /// The cheapest candidate for a whole product of slices.
    pub(super) fn slice_candidate(&self, a_len: usize, b_len: usize, square: bool, cx: Context<'_>) -> Candidate {
        let size = |len| Size { len, bits: 0 };
        let window = 0..(a_len + b_len).saturating_sub(1);
        self.choose_product(&ProductShape { a: size(a_len), b: size(b_len), square, window }, cx)
    }

    /// Coefficients `w` of a·b by a candidate; `scratch` has the length that the candidate gives.
    pub(super) fn mul_slices(
        &self,
        c: &Candidate,
        out: &mut [u64],
        (a, b): (&[u64], &[u64]),
        w: Range<usize>,
        scratch: &mut [u64],
        cx: Context<'_>,
    ) -> Result<()> {
        if c.algorithm == ProductAlgorithm::Schoolbook {
            self.0.words.schoolbook(out, a, b, w);
            return Ok(());
        }
        let end = w.end.min(a.len() + b.len() - 1).max(w.start);
        let (out, zeros) = out.split_at_mut(end - w.start);
        zeros.fill(0);
        match c.algorithm {
            _ if out.is_empty() => (),
            ProductAlgorithm::Karatsuba if out.len() == a.len() + b.len() - 1 => {
                self.0.words.karatsuba(out, a, b, scratch);
            }
            ProductAlgorithm::Karatsuba => {
                let mut whole = self.engine().dirty(a.len() + b.len() - 1);
                self.0.words.karatsuba(&mut whole, a, b, scratch);
                out.copy_from_slice(&whole[w.start..end]);
            }
            _ => self.by_transforms(c, out, (a, b), w.start..end, scratch, cx.for_work(c.predicted_ns))?,
        }
        Ok(())
    }
}

impl Convolve for Zn {
    type Plan = ZnPlan;

    type Image = Buf;

    type Sum = Buf;

    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<ZnPlan>> {
        let log2_terms = shapes.iter().map(|s| log2_terms(s, terms)).max().unwrap_or(0);
        let direct_len = self.transform_len(shapes, true, cx);
        let direct = self.has_transform(direct_len, cx);
        let len = if direct { direct_len } else { self.transform_len(shapes, false, cx) };
        self.plan(len, f64::from(log2_terms), direct, cx)
    }

    fn fits(&self, plan: &ZnPlan, shape: &ConvShape, terms: usize) -> bool {
        shape.served_by(plan.ntt.len()) && f64::from(log2_terms(shape, terms)) <= plan.log2_terms
    }

    fn cyclic_len(&self, plan: &ZnPlan) -> usize {
        plan.ntt.len()
    }

    fn transform(&self, plan: &ZnPlan, v: View<'_, Self>, cx: Context<'_>) -> Result<Buf> {
        let mut image = self.engine().dirty(plan.ntt.image_words());
        self.forward(plan, v.words(), &mut image, cx)?;
        Ok(image)
    }

    fn sum(&self, plan: &ZnPlan, _: Context<'_>) -> Buf {
        self.engine().zeroed(plan.ntt.image_words())
    }

    fn image_addmul(&self, plan: &ZnPlan, s: &mut Buf, a: &Buf, b: &Buf, cx: Context<'_>) -> Result<()> {
        plan.ntt.add_product(s, a, b, cx)
    }

    fn image_mul(&self, plan: &ZnPlan, mut a: Buf, b: Option<&Buf>, cx: Context<'_>) -> Result<Buf> {
        match b {
            Some(b) => plan.ntt.multiply(&mut a, b, cx)?,
            None => plan.ntt.square(&mut a, cx)?,
        }
        Ok(a)
    }

    fn image_prefix(&self, from: &ZnPlan, to: &ZnPlan, image: &Buf) -> Option<Buf> {
        let (long, short) = (from.ntt.len(), to.ntt.len());
        // values are in the order of the factors of x^N − 1: those of x^(N/2) − 1 come before those of x^(N/2) + 1
        if !(from.ntt.is_cyclic() && to.ntt.is_cyclic() && short <= long && from.ntt.has_prefix(&to.ntt)) {
            return None;
        }
        let mut prefix = self.engine().dirty(to.ntt.image_words());
        for (to, from) in prefix.chunks_exact_mut(short).zip(image.chunks_exact(long)) {
            to.copy_from_slice(&from[..short]);
        }
        Some(prefix)
    }

    fn image_product(&self, plan: &ZnPlan, a: &Buf, b: &Buf, cx: Context<'_>) -> Result<Buf> {
        let mut out = self.engine().dirty(plan.ntt.image_words());
        plan.ntt.product_into(&mut out, a, b, cx)?;
        Ok(out)
    }

    fn untransform_at(
        &self,
        plan: &ZnPlan,
        mut s: Buf,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Context<'_>,
    ) -> Result<()> {
        let range = match window {
            Window::Exact(range) => range.clone(),
            Window::Cyclic(_) => 0..plan.ntt.len(),
        };
        let out = &mut out.words[at..at + range.len()];
        self.backward(plan, &mut s, range, out, cx)
    }

    /// Overrides the default, which clears the vector first: every word of it is written.
    fn untransform(&self, plan: &ZnPlan, mut s: Buf, window: Range<usize>, cx: Context<'_>) -> Result<Coeffs<Self>> {
        let mut out = self.engine().dirty(window.len());
        self.backward(plan, &mut s, window, &mut out, cx)?;
        let len = out.len();
        Ok(Coeffs::from_words(out, len, 1))
    }

    fn as_zn(&self) -> Option<&Zn> {
        Some(self)
    }
}

/// ⌈log2⌉ of the largest number of products in one coefficient of this shape.
fn log2_terms(shape: &ConvShape, terms: usize) -> u32 {
    ceil_log2(shape.a.len.min(shape.b.len)) + ceil_log2(terms)
}

impl Products for Zn {
    fn choices(&self) -> Option<&Choices> {
        Some(&self.0.choices)
    }

    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates {
        let all = Candidates::one(self.schoolbook_candidate(shape, cx));
        if shape.shorter() <= 1 {
            return all;
        }
        all.and(Some(self.karatsuba_candidate(shape, cx)))
            .and(self.transform_candidate(shape, true, cx))
            .and(self.transform_candidate(shape, false, cx))
    }

    /// Schoolbook, where it costs no more than a lower bound for transforms: the plan, and for each result a product
    /// and its share of two transforms. Karatsuba saves nothing below that.
    fn evident_product(&self, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate> {
        let costs = cx.engine().costs();
        let least = costs.plan + shape.window.len() as f64 * by_transforms_ns(costs);
        Some(self.schoolbook_candidate(shape, cx)).filter(|schoolbook| schoolbook.predicted_ns <= least)
    }

    fn product_candidate(
        &self,
        algorithm: ProductAlgorithm,
        shape: &ProductShape,
        cx: Context<'_>,
    ) -> Option<Candidate> {
        if algorithm == ProductAlgorithm::Schoolbook {
            return Some(self.schoolbook_candidate(shape, cx));
        }
        self.product_candidates(shape, cx).get(algorithm).copied()
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
        let out = &mut out.words[at..at + w.len()];
        if chosen.algorithm == ProductAlgorithm::Schoolbook || shape.full_len() == 0 {
            self.0.words.schoolbook(out, a.words(), b.words(), w);
            return Ok(());
        }
        let mut scratch = self.engine().dirty(chosen.scratch);
        self.mul_slices(chosen, out, (a.words(), b.words()), w, &mut scratch, cx)
    }

    fn mul_window_at(
        &self,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()> {
        if self.is_small(a, b) && !cx.is_heard() {
            cx.check()?;
            self.0.words.schoolbook(&mut out.words[at..at + w.len()], a.words(), b.words(), w);
            return Ok(());
        }
        let shape = ProductShape::of(self, a, b, w);
        let (chosen, cx) = self.chosen_product(&shape, cx)?;
        self.mul_chosen(&chosen, &shape, out, at, a, b, cx)
    }

    /// Overrides the default, which clears the result first: every word of it is written.
    fn mul_window(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<Coeffs<Self>> {
        let mut out = Coeffs::from_words(self.engine().dirty(w.len()), w.len(), 1);
        self.mul_window_at(&mut out, 0, a, b, w, cx)?;
        Ok(out)
    }
}

/// The least nanoseconds that a product by transforms takes for a coefficient, beside its plan.
pub(super) fn by_transforms_ns(costs: &CostModel) -> f64 {
    // length with the least transform cost for each value
    const CHEAPEST: usize = 512;
    costs.value_product() + 2.0 * costs.ntt.at(CHEAPEST) / CHEAPEST as f64
}

impl Zn {
    /// Whether a product by the definition costs less than any other algorithm.
    #[inline]
    pub(super) fn is_small(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.len.saturating_mul(b.len) <= self.0.small
    }
}
