//! Products over Z/n: modulo n itself where it has roots of unity, else modulo several primes.

use super::{Zn, words::karatsuba_scratch};
use crate::{
    Result,
    bits::ceil_log2,
    crt::{CrtBasis, MultiNtt, PrimeFamily},
    engine::Cx,
    kernels::residues::{self, WordJoiner},
    monitor::Alternative,
    ring::{
        Candidate, Candidates, Coeffs, ConvShape, Convolve, OwnDft, ProductAlgorithm, ProductShape, Ring, Size, View,
        Window, not_applicable,
        product::{self, Transforms},
    },
    scratch::Buf,
    transform::{
        cache::Cached,
        ntt::{ProductNtt, Wrap},
    },
};
use std::{ops::Range, sync::Arc};

/// Words that a slice loses at most when it starts at a cache line.
const ALIGNMENT_WORDS: usize = 7;

/// Transforms for products over Z/n: one modulo n, or several and the way back.
#[derive(Debug)]
pub struct ZnPlan {
    pub(super) ntt: MultiNtt,
    back: Back,
    /// Sums of at most 2^this products of residues are exact.
    log2_terms: f64,
}

/// From residues to coefficients.
#[derive(Debug)]
enum Back {
    /// The only prime is n itself.
    Same,
    /// In vectors, from unfinished residues.
    Vectors(WordJoiner),
    /// One by one.
    Words(CrtBasis),
}

impl Cached for ZnPlan {
    fn bytes(&self) -> usize {
        size_of::<Self>() + 256 * self.ntt.primes()
    }
}

impl Zn {
    /// log2 of the largest sum of products that a coefficient can be, and of what must stay free above it.
    fn log2_sum(&self, log2_terms: f64) -> f64 {
        self.0.log2_square + log2_terms + residues::LOG2_MARGIN
    }

    /// The length of transform for these shapes, modulo n or modulo several primes.
    fn transform_len(&self, shapes: &[ConvShape], direct: bool, cx: Cx<'_>) -> usize {
        let isa = cx.engine().isa();
        let bits = if direct { self.modulus().bits() } else { PrimeFamily::of(isa)[0].bits };
        ConvShape::transform_len(shapes, |len, power_of_two| ProductNtt::length(isa, bits, len, power_of_two))
    }

    /// Whether the transform of this length exists modulo n itself.
    fn has_transform(&self, len: usize, cx: Cx<'_>) -> bool {
        ProductNtt::adicity(cx.engine().isa(), self.modulus().bits(), len) <= self.two_adicity()
    }

    /// The plan for products of length `len`, modulo n or modulo several primes.
    pub(super) fn plan(&self, len: usize, log2_terms: f64, direct: bool, cx: Cx<'_>) -> Result<Arc<ZnPlan>> {
        let (family, primes) = PrimeFamily::choose(cx.engine().isa(), self.log2_sum(log2_terms));
        let kind = if direct { 0 } else { primes as u64 };
        cx.engine().plan([self.n(), len as u64, kind, family.bits.into()], || {
            if direct {
                let ntt = MultiNtt::new([self.n()], len, cx)?;
                return Ok(ZnPlan { ntt, back: Back::Same, log2_terms: f64::INFINITY });
            }
            let moduli = family.primes(cx.engine(), primes, len)?;
            let basis = CrtBasis::new(&moduli)?;
            let log2_terms = basis.log2() - self.log2_sum(0.0);
            let ntt = MultiNtt::new(moduli, len, cx)?;
            let back = ntt.word_joiner(self.modulus()).map_or(Back::Words(basis), Back::Vectors);
            Ok(ZnPlan { ntt, back, log2_terms })
        })
    }

    /// Values congruent to the coefficients modulo prime i of the plan, wrapped around and padded with zeros.
    fn load(&self, plan: &ZnPlan, i: usize, v: &[u64], run: &mut [u64]) {
        let first = v.len().min(run.len());
        let p = plan.ntt.modulus(i);
        let (filled, rest) = run.split_at_mut(first);
        rest.fill(0);
        if v.len() > first {
            debug_assert!(plan.ntt.is_cyclic(), "only cyclic products wrap around");
            filled.copy_from_slice(&v[..first]);
            for block in v[first..].chunks(first) {
                for (x, y) in filled.iter_mut().zip(block) {
                    *x = self.modulus().add(*x, *y);
                }
            }
            filled.iter_mut().for_each(|x| *x = p.reduce(*x));
        } else if self.n() <= p.n() {
            filled.copy_from_slice(v);
        } else if let Back::Vectors(_) = plan.back {
            residues::split(p, v, filled);
        } else {
            filled.iter_mut().zip(v).for_each(|(x, &y)| *x = p.reduce(y));
        }
    }

    pub(super) fn forward(&self, plan: &ZnPlan, v: &[u64], image: &mut [u64], cx: Cx<'_>) -> Result<()> {
        plan.ntt.forward(image, |i, run| self.load(plan, i, v, run), cx)
    }

    /// From the image of a product, or sum of products, to the wanted coefficients.
    pub(super) fn backward(
        &self,
        plan: &ZnPlan,
        image: &mut [u64],
        window: Range<usize>,
        out: &mut [u64],
        cx: Cx<'_>,
    ) -> Result<()> {
        match plan.back {
            Back::Same | Back::Vectors(_) => plan.ntt.inverse_unfinished(image, cx)?,
            Back::Words(_) => plan.ntt.inverse(image, |_| 1, cx)?,
        }
        let (len, image) = (plan.ntt.len(), &*image);
        cx.for_chunks(out, 1, |first, out| {
            let (mut from, mut out) = ((window.start + first) % len, out);
            while !out.is_empty() {
                let (part, rest) = out.split_at_mut((len - from).min(out.len()));
                match &plan.back {
                    Back::Same => plan.ntt.finish_into(image, from, part),
                    Back::Vectors(joiner) => residues::join(joiner, image, len, from, part),
                    Back::Words(basis) => basis.to_words(self.modulus(), image, len, from, part),
                }
                (from, out) = (0, rest);
            }
        });
        cx.check()
    }

    /// Candidate for transforms modulo n (`direct`) or several primes, the longer operand in the best number of blocks.
    fn transform_candidate(&self, shape: &ProductShape, direct: bool, cx: Cx<'_>) -> Option<Candidate> {
        let costs = cx.engine().costs();
        product::best_blocks(shape, |part, short, window, blocks| {
            let terms = f64::from(ceil_log2(part.len.min(short.len)));
            let len = self.transform_len(&[ConvShape::exact(part, short, window)], direct, cx);
            let (family, k) = PrimeFamily::choose(cx.engine().isa(), self.log2_sum(terms));
            let k = if direct { 1 } else { k };
            let reachable = if direct { self.has_transform(len, cx) } else { ceil_log2(len) <= family.log2_len };
            if !reachable || k > CrtBasis::WORD_MODULI {
                return None;
            }
            let split = if direct { 0.0 } else { k as f64 * costs.split_word };
            let vectors =
                family.bits <= residues::MAX_PRIME_BITS && self.modulus().bits() <= residues::MAX_MODULUS_BITS;
            let back = match (direct, vectors) {
                (true, _) => 0.0,
                (_, true) => costs.join_word[k - 1],
                (_, false) => costs.garner[k - 1],
            };
            let transforms = Transforms {
                algorithm: if direct { ProductAlgorithm::Ntt } else { ProductAlgorithm::Crt },
                length: len,
                primes: k,
                blocks,
                load_block: part.len as f64 * split,
                load_shorter: short.len as f64 * split,
                back: (part.len + short.len) as f64 * back,
            };
            Some(transforms.candidate(costs, shape.square))
        })
    }

    /// Schoolbook's predicted cost.
    pub(super) fn schoolbook_candidate(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidate {
        let costs = cx.engine().costs();
        let (a, b, results) = (shape.a.len, shape.b.len, shape.window.len());
        let ns = if results == shape.full_len() && self.0.words.in_vectors(a, b) {
            let [call, eight_results, narrow, wide] = costs.short;
            let eight_products = if self.modulus().bits() < 52 { narrow } else { wide };
            // vectors of results meet up to seven more products than there are
            let products = (shape.longer() + 7) * shape.shorter();
            call + results.div_ceil(8) as f64 * eight_results + products as f64 / 8.0 * eight_products
        } else {
            a as f64 * b as f64 * costs.word_mul + results as f64 * costs.word_reduce
        };
        Candidate::plain(ProductAlgorithm::Schoolbook, ns, 0)
    }

    fn karatsuba_candidate(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidate {
        let (short, long) = (shape.shorter(), shape.longer());
        let ns = cx.engine().costs().karatsuba.at(short) * long as f64 / short as f64;
        let bytes = 8 * karatsuba_scratch(long) as u64;
        Candidate::plain(ProductAlgorithm::Karatsuba, ns, bytes)
    }

    /// The product of slices by a candidate without blocks; `scratch` is long enough for it.
    pub(super) fn mul_slices(
        &self,
        c: Candidate,
        out: &mut [u64],
        a: &[u64],
        b: &[u64],
        scratch: &mut [u64],
        cx: Cx<'_>,
    ) -> Result<()> {
        match c.algorithm {
            ProductAlgorithm::Schoolbook => {
                let all = 0..out.len();
                self.0.words.schoolbook(out, a, b, all);
            }
            ProductAlgorithm::Karatsuba => self.0.words.karatsuba(out, a, b, scratch),
            _ => {
                let terms = f64::from(ceil_log2(a.len().min(b.len())));
                let plan = self.plan(c.length, terms, c.algorithm == ProductAlgorithm::Ntt, cx)?;
                // kernels run at twice the speed on whole cache lines
                let skip = scratch.as_ptr().align_offset(64).min(ALIGNMENT_WORDS);
                let (x, rest) = scratch[skip..].split_at_mut(plan.ntt.image_words());
                let y = &mut rest[..x.len()];
                let cx = cx.for_work(c.predicted_ns);
                if std::ptr::eq(a, b) {
                    self.forward(&plan, a, x, cx)?;
                    plan.ntt.square(x, cx)?;
                } else {
                    let (first, second) =
                        cx.join(|cx| self.forward(&plan, a, x, cx), |cx| self.forward(&plan, b, y, cx));
                    first.and(second)?;
                    plan.ntt.multiply(x, y, cx)?;
                }
                let all = 0..out.len();
                self.backward(&plan, x, all, out, cx)?;
            }
        }
        Ok(())
    }

    /// Words of scratch that a candidate needs.
    pub(super) fn scratch_words(c: Candidate, longer: usize) -> usize {
        match c.algorithm {
            ProductAlgorithm::Schoolbook => 0,
            ProductAlgorithm::Karatsuba => karatsuba_scratch(longer),
            _ => 2 * c.primes * c.length + ALIGNMENT_WORDS,
        }
    }
}

impl Convolve for Zn {
    type Plan = ZnPlan;
    type Image = Buf;
    type Sum = Buf;

    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Cx<'_>) -> Result<Arc<ZnPlan>> {
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

    fn transform(&self, plan: &ZnPlan, v: View<'_, Self>, cx: Cx<'_>) -> Result<Buf> {
        let mut image = self.engine().dirty(plan.ntt.image_words());
        self.forward(plan, v.flat(), &mut image, cx)?;
        Ok(image)
    }

    fn sum(&self, plan: &ZnPlan, _: Cx<'_>) -> Buf {
        self.engine().zeroed(plan.ntt.image_words())
    }

    fn image_addmul(&self, plan: &ZnPlan, s: &mut Buf, a: &Buf, b: &Buf, cx: Cx<'_>) -> Result<()> {
        plan.ntt.add_product(s, a, b, cx)
    }

    fn image_mul(&self, plan: &ZnPlan, mut a: Buf, b: Option<&Buf>, cx: Cx<'_>) -> Result<Buf> {
        match b {
            Some(b) => plan.ntt.multiply(&mut a, b, cx)?,
            None => plan.ntt.square(&mut a, cx)?,
        }
        Ok(a)
    }

    fn image_prefix(&self, from: &ZnPlan, to: &ZnPlan, image: &Buf) -> Option<Buf> {
        let (long, short) = (from.ntt.len(), to.ntt.len());
        // values come in the order of the factors of x^N − 1, and those of x^(N/2) − 1 before those of x^(N/2) + 1
        if !(from.ntt.is_cyclic() && to.ntt.is_cyclic() && short <= long && from.ntt.same_primes(&to.ntt)) {
            return None;
        }
        let mut prefix = self.engine().dirty(to.ntt.image_words());
        for (to, from) in prefix.chunks_exact_mut(short).zip(image.chunks_exact(long)) {
            to.copy_from_slice(&from[..short]);
        }
        Some(prefix)
    }

    fn image_product(&self, plan: &ZnPlan, a: &Buf, b: &Buf, cx: Cx<'_>) -> Result<Buf> {
        let mut out = self.engine().dirty(plan.ntt.image_words());
        plan.ntt.product(&mut out, a, b, cx)?;
        Ok(out)
    }

    fn untransform_at(
        &self,
        plan: &ZnPlan,
        mut s: Buf,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Cx<'_>,
    ) -> Result<()> {
        let range = match window {
            Window::Exact(range) => range.clone(),
            Window::Cyclic(_) => 0..plan.ntt.len(),
        };
        let out = &mut out.words[at..at + range.len()];
        self.backward(plan, &mut s, range, out, cx)
    }

    fn product_candidates(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidates {
        let all = Candidates::one(self.schoolbook_candidate(shape, cx));
        if shape.shorter() <= 1 {
            return all;
        }
        all.and(Some(self.karatsuba_candidate(shape, cx)))
            .and(self.transform_candidate(shape, true, cx))
            .and(self.transform_candidate(shape, false, cx))
    }

    fn choose_product(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidate {
        let schoolbook = self.schoolbook_candidate(shape, cx);
        // nothing that goes through a plan costs less than the plan, and below that Karatsuba has nothing to save
        if schoolbook.predicted_ns <= cx.engine().costs().plan {
            return schoolbook;
        }
        self.product_candidates(shape, cx).best()
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
        cx.check()?;
        let shape = ProductShape::of(self, a, b, w.clone());
        if algorithm == ProductAlgorithm::Schoolbook || shape.full_len() == 0 {
            self.0.words.schoolbook(&mut out.words[at..at + w.len()], a.flat(), b.flat(), w);
            return Ok(());
        }
        let candidates = self.product_candidates(&shape, cx);
        let Some(&c) = candidates.iter().find(|c| c.algorithm == algorithm) else {
            return Err(not_applicable(self, algorithm, &shape, cx));
        };
        let direct = algorithm == ProductAlgorithm::Ntt;
        match algorithm {
            ProductAlgorithm::Karatsuba => {
                let mut full = self.engine().dirty(shape.full_len());
                let mut scratch = self.engine().dirty(Self::scratch_words(c, shape.longer()));
                self.0.words.karatsuba(&mut full, a.flat(), b.flat(), &mut scratch);
                let out = &mut out.words[at..at + w.len()];
                let (from, to) = (w.start.min(full.len()), w.end.min(full.len()));
                out[..to - from].copy_from_slice(&full[from..to]);
                out[to - from..].fill(0);
                Ok(())
            }
            _ => product::through_images(self, (a, b), w, c.blocks, (out, at), cx, |shape| {
                let len = self.transform_len(std::slice::from_ref(shape), direct, cx);
                self.plan(len, f64::from(log2_terms(shape, 1)), direct, cx)
            }),
        }
    }

    fn half_gcd_base(&self) -> usize {
        128
    }

    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Cx<'_>) -> f64 {
        self.quotient_words_ns(n, divisor, cx)
    }

    fn own_dfts(&self, len: usize, cx: Cx<'_>) -> Vec<Alternative> {
        self.recipes(len, cx)
    }

    fn own_dft(&self, algorithm: &str, len: usize, wrap: Wrap, root: &u64) -> Option<Arc<dyn OwnDft<Self>>> {
        self.natural_dft(algorithm, len, wrap, *root)
    }
}

/// ⌈log2⌉ of the products that a coefficient of this shape can be a sum of.
fn log2_terms(shape: &ConvShape, terms: usize) -> u32 {
    ceil_log2(shape.a.len.min(shape.b.len)) + ceil_log2(terms)
}
