//! Single products over the field of two elements: choice of an algorithm, and its execution.
//!
//! Short products go through carry-less products of words (`kernels::clmul`), long ones through the Frobenius-encoded transform
//! (`transform::frobenius`), cut into blocks where one operand is much longer, where memory is scarce, and where there is no
//! transform as long as the product. A square is a copy of its operand with zeros between the coefficients.

use super::{F2, F2Plan, mask_end, transforms::Threads};
use crate::{
    Result,
    costs::CostModel,
    engine::Context,
    kernels::clmul::BitKernel,
    ring::{
        Candidate, Candidates, Coeffs, ConvShape, ProductAlgorithm, ProductShape, Products, Ring, Vectors, View,
        product::{Cut, best_cut, same_run, through_images},
    },
    transform::frobenius::{FrobeniusPlan, Shape},
};
use std::{ops::Range, sync::Arc};

/// Largest product, in words, that is computed on the stack.
const FEW: usize = 32;

/// Largest length in words of operands that are always multiplied by the word kernel: of the lengths base·2^i, the last
/// before one for which it is predicted to be slower than transforms.
pub(super) fn by_words(kernel: &BitKernel, costs: &CostModel) -> usize {
    let words = |n: usize| match costs.bit_short {
        [call, each, _] if n <= kernel.base() => call + (n * n) as f64 * each,
        _ => costs.bit_karatsuba.at(n),
    };
    // the order is at least 128·n/60
    let is_faster = |n: &usize| words(*n) <= costs.bit_plan + 3.0 * costs.frobenius.at(128 * n / 60);
    (0..8).map(|i| kernel.base() << i).take_while(is_faster).last().unwrap_or(0)
}

impl F2 {
    /// v^e of at most [`FEW`] words, e ≥ 1, by squaring.
    fn power_of_few(&self, v: View<'_, Self>, e: u64) -> [u64; FEW] {
        let (base, words) = (self.words(v), |degree: usize| degree / 64 + 1);
        let (mut power, mut degree, mut made) = ([0; FEW], v.len - 1, [0; 2 * FEW]);
        power[..base.len()].copy_from_slice(&base);
        for bit in (0..e.ilog2()).rev() {
            let used = words(degree);
            self.kernel.square(&mut made[..2 * used], &power[..used]);
            degree *= 2;
            let used = words(degree);
            power[..used].copy_from_slice(&made[..used]);
            if e >> bit & 1 == 1 {
                self.kernel.multiply_few(&mut made[..used + base.len()], &base, &power[..used]);
                degree += v.len - 1;
                let used = words(degree);
                power[..used].copy_from_slice(&made[..used]);
            }
        }
        power
    }

    /// Predicted nanoseconds of a product by the word kernel.
    fn words_ns(&self, long: usize, short: usize, cx: Context<'_>) -> f64 {
        let (costs, base) = (cx.engine().costs(), self.kernel.base());
        let (long, short) = (long.div_ceil(64), short.div_ceil(64));
        if short <= base {
            let [call, each, block] = costs.bit_short;
            // blocks of `base` words in addition to the first
            let blocks = long.div_ceil(base).saturating_sub(1) as f64;
            return call + blocks * block + long as f64 * short as f64 * each;
        }
        costs.bit_karatsuba.at(short) * long as f64 / short as f64
    }

    pub(super) fn schoolbook_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate {
        let [call, each, block] = cx.engine().costs().bit_short;
        let (long, short) = (shape.longer().div_ceil(64), shape.shorter().div_ceil(64));
        let blocks = long.div_ceil(self.kernel.base()) * short.div_ceil(self.kernel.base());
        Candidate::plain(
            ProductAlgorithm::Schoolbook,
            self.around_ns(shape, cx)
                + call
                + blocks.saturating_sub(1) as f64 * block
                + long as f64 * short as f64 * each,
            (8 * (long + short)) as u64,
        )
    }

    pub(super) fn karatsuba_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate {
        let (long, short) = (shape.longer().div_ceil(64), shape.shorter().div_ceil(64));
        let ns = self.around_ns(shape, cx) + self.words_ns(shape.longer(), shape.shorter(), cx);
        let bytes = 8 * (long + short + self.kernel.scratch_len(long, short)) as u64;
        Candidate::plain(ProductAlgorithm::Karatsuba, ns, bytes)
    }

    /// The candidate by spreading, always the cheapest for a square.
    pub(super) fn spreading_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate {
        let ns = self.around_ns(shape, cx);
        Candidate::plain(ProductAlgorithm::Spreading, ns, 16 * shape.a.len.div_ceil(64) as u64)
    }

    /// Nanoseconds to copy operands that begin within words, and the result.
    fn around_ns(&self, shape: &ProductShape, cx: Context<'_>) -> f64 {
        let words = (shape.a.len + shape.b.len + shape.window.len()) / 64;
        words as f64 * cx.engine().costs().bit_pass
    }

    /// The cheapest candidate with transforms, cut or whole; `None` for an empty product.
    fn frobenius_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate> {
        if shape.shorter() == 0 {
            return None;
        }
        // a product longer than any transform is given more bytes than any memory has
        let memory = self.working_memory(shape).min(u64::MAX - 1);
        let best = best_cut(shape, memory, |cut| Some(self.cut_candidate(shape, cut, cx)));
        best.filter(|c| c.predicted_ns.is_finite())
    }

    fn cut_candidate(&self, shape: &ProductShape, cut: &Cut, cx: Context<'_>) -> Candidate {
        let (bits, costs) = (cut.block.len + cut.part.len - 1, cx.engine().costs());
        if bits > FrobeniusPlan::MAX_BITS {
            return Candidate::plain(ProductAlgorithm::Frobenius, f64::INFINITY, u64::MAX);
        }
        let order = Shape::for_bits(bits).order();
        let transform = costs.frobenius.at(order);
        let each = 2.0 * transform + order as f64 * costs.frobenius_point;
        let (blocks, parts) = (cut.blocks as f64, cut.parts as f64);
        let whole = cut.blocks == 1 && cut.parts == 1;
        let part = if whole && shape.square { 0.0 } else { transform };
        // blocks are added at bit offsets
        let block = if whole { 0.0 } else { costs.block + (bits / 64) as f64 * costs.bit_pass };
        let several = |count: usize| if count > 1 { count } else { 0 };
        // two images, the encoded elements, and the product
        let words = 3 * order + if whole { 0 } else { bits / 64 };
        Candidate {
            length: order,
            blocks: several(cut.blocks),
            parts: several(cut.parts),
            ..Candidate::plain(
                ProductAlgorithm::Frobenius,
                self.around_ns(shape, cx) + costs.bit_plan + parts * (blocks * (each + block) + part),
                8 * words as u64,
            )
        }
    }

    /// out = x·y, as many words as both have together; transforms may write fewer: then the lowest words.
    pub(super) fn multiply_words(
        &self,
        c: &Candidate,
        out: &mut [u64],
        (x, y): (&[u64], &[u64]),
        square: bool,
        cx: Context<'_>,
    ) -> Result<()> {
        match c.algorithm {
            ProductAlgorithm::Spreading => self.kernel.square(out, x),
            ProductAlgorithm::Schoolbook => self.blocks_by_columns(out, x, y),
            ProductAlgorithm::Frobenius if c.is_cut() => {
                let view = |words| View::from_words(words, 64 * words.len(), 0);
                let mut product = self.zeros(64 * out.len());
                let all = 0..product.len();
                let plan = |shape: &ConvShape| self.plan_of_transform(shape, cx);
                through_images(self, (view(x), view(y)), all, c, (&mut product, 0), cx, plan)?;
                out.copy_from_slice(&product.words);
            }
            ProductAlgorithm::Frobenius => {
                let plan = self.transform_for(60 * c.length, cx)?;
                let threads = Threads::of(&plan, if square { 2.0 } else { 3.0 }, cx);
                plan.product(x, (!square).then_some(y), out, &threads);
                threads.done()?;
            }
            _ => self.multiply_by_words(out, x, y),
        }
        Ok(())
    }

    /// The product of all words of x and y, in blocks that the kernel multiplies column by column.
    fn blocks_by_columns(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        let (k, base) = (self.kernel, self.kernel.base());
        if x.len().max(y.len()) <= base {
            return k.multiply(out, x, y, &mut []);
        }
        out.fill(0);
        let mut part = self.engine().dirty(2 * base);
        for (i, x) in x.chunks(base).enumerate() {
            for (j, y) in y.chunks(base).enumerate() {
                let part = &mut part[..x.len() + y.len()];
                k.multiply(part, x, y, &mut []);
                k.add(&mut out[(i + j) * base..][..part.len()], part);
            }
        }
    }

    /// The product by the word kernel, with its scratch.
    pub(super) fn multiply_by_words(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        const FEW: usize = 256;
        let words = self.kernel.scratch_len(x.len(), y.len());
        match words {
            0 => self.kernel.multiply(out, x, y, &mut []),
            1..=FEW => self.kernel.multiply(out, x, y, &mut [0; FEW]),
            _ => self.kernel.multiply(out, x, y, &mut self.engine().dirty(words)),
        }
    }

    /// A plan for exact products of this shape through the transform.
    fn plan_of_transform(&self, shape: &ConvShape, cx: Context<'_>) -> Result<Arc<F2Plan>> {
        let len = shape.full_len().max(1);
        Ok(Arc::new(F2Plan { len, whole: len, transform: Some(self.transform_for(len, cx)?), wrap: None }))
    }

    /// `out[at + i]` = coefficient `w.start` + i of v; zeros beyond its end.
    pub(super) fn window(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>, w: Range<usize>) {
        let part = v.slice(w.clone());
        self.copy_at(out, at, part);
        if part.len() < w.len() {
            self.copy_at(out, at + part.len(), self.zeros(w.len() - part.len()).view());
        }
    }
}

impl Products for F2 {
    fn own_power(&self, v: View<'_, Self>, e: u64, _: Context<'_>) -> Option<Result<Coeffs<Self>>> {
        let degree = usize::try_from(e).ok().and_then(|e| (v.len - 1).checked_mul(e)).filter(|&d| d < 64 * FEW)?;
        Some(Ok(self.from_words(&self.power_of_few(v, e), degree + 1)))
    }

    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates {
        let all = Candidates::one(self.schoolbook_candidate(shape, cx));
        if shape.shorter() <= 1 {
            return all;
        }
        all.and(Some(self.karatsuba_candidate(shape, cx)))
            .and(shape.square.then(|| self.spreading_candidate(shape, cx)))
            .and(self.frobenius_candidate(shape, cx))
    }

    fn evident_product(&self, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate> {
        if shape.square && shape.shorter() > 1 {
            return Some(self.spreading_candidate(shape, cx));
        }
        let short = shape.shorter().div_ceil(64) <= self.kernel.base();
        let plain = if short { self.schoolbook_candidate(shape, cx) } else { self.karatsuba_candidate(shape, cx) };
        // the order is at least this, so that no order need be looked up
        let (costs, order) = (cx.engine().costs(), shape.full_len() / 60);
        let evident = shape.longer() <= 64 * self.by_words
            || plain.predicted_ns <= costs.bit_plan + 3.0 * costs.frobenius.at(order);
        evident.then_some(plain)
    }

    /// The others are found without transforms, whose prediction takes longer than short products.
    fn product_candidate(
        &self,
        algorithm: ProductAlgorithm,
        shape: &ProductShape,
        cx: Context<'_>,
    ) -> Option<Candidate> {
        match algorithm {
            ProductAlgorithm::Schoolbook => Some(self.schoolbook_candidate(shape, cx)),
            ProductAlgorithm::Karatsuba if shape.shorter() > 1 => Some(self.karatsuba_candidate(shape, cx)),
            ProductAlgorithm::Spreading if shape.square && shape.shorter() > 1 => {
                Some(self.spreading_candidate(shape, cx))
            }
            _ => self.product_candidates(shape, cx).get(algorithm).copied(),
        }
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
        let (full, w) = (shape.full_len(), shape.window.clone());
        if full == 0 {
            self.window(out, at, self.zeros(0).view(), w);
            return Ok(());
        }
        if chosen.is_cut() {
            return through_images(self, (a, b), w, chosen, (out, at), cx, |shape| self.plan_of_transform(shape, cx));
        }
        let square = same_run(a, b);
        let (x, y) = (self.words(a), if square { None } else { Some(self.words(b)) });
        let operands = (&x[..], y.as_deref().unwrap_or(&x));
        let words = match chosen.algorithm {
            // only the coefficients below the window's end are computed
            ProductAlgorithm::Frobenius => w.end.min(full).div_ceil(64),
            _ => operands.0.len() + operands.1.len(),
        };
        let straight = w.start == 0 && at.is_multiple_of(64) && at + w.len() == out.len();
        if straight && out.words.len() == at / 64 + words {
            let len = out.len();
            self.multiply_words(chosen, &mut out.words[at / 64..], operands, square, cx)?;
            mask_end(&mut out.words, len);
            return Ok(());
        }
        let (mut few, mut many);
        let product: &mut [u64] = if words <= FEW {
            few = [0; FEW];
            &mut few[..words]
        } else {
            many = self.engine().dirty(words);
            &mut many
        };
        self.multiply_words(chosen, product, operands, square, cx)?;
        self.window(out, at, View::from_words(product, full.min(64 * words), 0), w);
        Ok(())
    }
}
