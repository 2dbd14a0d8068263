//! Products over Z/n through transforms: modulo n itself where it has roots of unity, else modulo several primes.
//!
//! A product is computed prime by prime: residues of both factors, their transforms, the pointwise product and the
//! inverse transform, so that the second factor's image needs one run only; the residues are joined at the end. Long
//! factors are cut into blocks that share the other factor's image. A product slightly longer than 2^j is computed from
//! a cyclic product of 2^j words and a separate product for the few highest coefficients, which are the ones that wrap
//! around.

use super::Zn;
use crate::{
    Result,
    bits::ceil_log2,
    crt::{CrtBasis, Factor, Load, MultiNtt, PrimeFamily},
    engine::Context,
    kernels::residues::{self, WordReconstruct},
    ring::{Candidate, ConvShape, ProductAlgorithm, Ring},
    transform::{cache::Cached, ntt::ProductNtt},
};
use std::{ops::Range, sync::Arc};

/// Largest number of words that a slice loses by starting at a cache line.
pub(super) const ALIGNMENT_WORDS: usize = 7;
/// Number of coefficients that are added to others at a time.
const CHUNK: usize = 256;

/// Transforms for products over Z/n: modulo n itself, or modulo several primes with the reconstruction.
///
/// ```
/// # use polymod::{Zn, ring::{ConvShape, Size, ZnPlan, traits::*}};
/// let (f, size) = (Zn::new(97)?, Size { len: 1000, bits: 0 });
/// let shape = ConvShape::exact(size, size, 0..1999);
/// let plan: std::sync::Arc<ZnPlan> = f.engine().enter(|cx| f.conv_plan(&[shape.clone()], 1, cx))?;
/// assert!(f.fits(&plan, &shape, 1));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Debug)]
pub struct ZnPlan {
    pub(super) ntt: MultiNtt,
    back: Back,
    /// log2 of the number of products of residues whose sums are exact.
    pub(super) log2_terms: f64,
}

/// Conversion of residues to coefficients.
#[derive(Debug)]
enum Back {
    /// None: the only prime is n itself.
    Same,
    /// A vector kernel, from unfinished residues.
    Vectors(WordReconstruct),
    /// Garner's algorithm, one coefficient at a time.
    Words(CrtBasis),
}

impl Cached for ZnPlan {
    fn bytes(&self) -> usize {
        size_of::<Self>() + 256 * self.ntt.primes()
    }
}

impl Zn {
    /// log2 of the largest sum of 2^log2_terms products in a coefficient, including the margin that must stay free
    /// above it.
    pub(super) fn log2_sum(&self, log2_terms: f64) -> f64 {
        self.0.log2_square + log2_terms + residues::LOG2_MARGIN
    }

    /// The transform length for these shapes, modulo n or modulo several primes.
    pub(super) fn transform_len(&self, shapes: &[ConvShape], direct: bool, cx: Context<'_>) -> usize {
        let target = cx.engine().target();
        let bits = if direct { self.modulus().bits() } else { PrimeFamily::of(target)[0].bits };
        ConvShape::transform_len(shapes, |len, power_of_two| ProductNtt::length(target, bits, len, power_of_two))
    }

    /// Whether a transform of this length exists modulo n itself.
    pub(super) fn has_transform(&self, len: usize, cx: Context<'_>) -> bool {
        ProductNtt::adicity(cx.engine().target(), self.modulus().bits(), len) <= self.two_adicity()
    }

    /// The plan for products of length `len`, modulo n or modulo several primes.
    pub(super) fn plan(&self, len: usize, log2_terms: f64, direct: bool, cx: Context<'_>) -> Result<Arc<ZnPlan>> {
        let (family, primes) = PrimeFamily::choose(cx.engine().target(), self.log2_sum(log2_terms));
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
            let back = ntt.word_reconstruct(self.modulus()).map_or(Back::Words(basis), Back::Vectors);
            Ok(ZnPlan { ntt, back, log2_terms })
        })
    }

    /// Writes to `words` the residues modulo prime i of the plan of a run's words from `first` on. The run holds the
    /// coefficients v, wrapped around at the transform's length.
    fn load(&self, plan: &ZnPlan, i: usize, v: &[u64], first: usize, words: &mut [u64]) {
        let (p, end) = (plan.ntt.modulus(i), first + words.len());
        let run = &v[first..end];
        if v.len() > plan.ntt.len() {
            assert!(plan.ntt.is_cyclic(), "only cyclic products wrap around");
            words.copy_from_slice(run);
            for turn in v.chunks(plan.ntt.len()).skip(1) {
                for (x, y) in words.iter_mut().zip(&turn[first.min(turn.len())..]) {
                    *x = self.modulus().add(*x, *y);
                }
            }
            words.iter_mut().for_each(|x| *x = p.reduce(*x));
        } else if self.n() <= p.n() {
            words.copy_from_slice(run);
        } else {
            residues::split(self.engine().target(), p, run, words);
        }
    }

    /// Calls `f` with the [`Load`] that writes the coefficients v into an image.
    fn loading<T>(&self, plan: &ZnPlan, v: &[u64], f: impl FnOnce(Load<'_>) -> T) -> T {
        let write = |i: usize, first: usize, words: &mut [u64]| self.load(plan, i, v, first, words);
        f(Load { len: v.len().min(plan.ntt.len()), write: &write })
    }

    pub(super) fn forward(&self, plan: &ZnPlan, v: &[u64], image: &mut [u64], cx: Context<'_>) -> Result<()> {
        self.loading(plan, v, |load| plan.ntt.forward(image, load, cx))
    }

    /// Transforms the image of a product, or of a sum of products, to the coefficients of the window.
    pub(super) fn backward(
        &self,
        plan: &ZnPlan,
        image: &mut [u64],
        window: Range<usize>,
        out: &mut [u64],
        cx: Context<'_>,
    ) -> Result<()> {
        plan.ntt.inverse_unfinished(image, cx)?;
        self.collect_residues(plan, image, window, (out, 0), cx)
    }

    /// Converts unfinished residues to the coefficients of the window; adds them to the first `kept` of those in `out`.
    fn collect_residues(
        &self,
        plan: &ZnPlan,
        image: &mut [u64],
        window: Range<usize>,
        (out, kept): (&mut [u64], usize),
        cx: Context<'_>,
    ) -> Result<()> {
        if let Back::Words(_) = plan.back {
            plan.ntt.finish(image, cx)?;
        }
        let image = &*image;
        let (sums, rest) = out.split_at_mut(kept.min(window.len()));
        let above = window.start + sums.len();
        cx.for_chunks(rest, 1, |first, out| self.join(plan, image, above + first, out));
        cx.for_chunks(sums, 1, |first, sums| {
            let mut products = [0; CHUNK];
            for (i, sums) in sums.chunks_mut(CHUNK).enumerate() {
                let products = &mut products[..sums.len()];
                self.join(plan, image, window.start + first + i * CHUNK, products);
                sums.iter_mut().zip(products).for_each(|(x, y)| *x = self.modulus().add(*x, *y));
            }
        });
        cx.check()
    }

    /// Converts residues to the coefficients from index `first` on, modulo x^N − 1.
    fn join(&self, plan: &ZnPlan, image: &[u64], first: usize, out: &mut [u64]) {
        let len = plan.ntt.len();
        let (mut from, mut out) = (first % len, out);
        while !out.is_empty() {
            let (part, rest) = out.split_at_mut((len - from).min(out.len()));
            match &plan.back {
                Back::Same => plan.ntt.finish_into(image, from, part),
                Back::Vectors(crt_reconstruct) => residues::join(crt_reconstruct, image, len, from, part),
                Back::Words(basis) => basis.to_words(self.modulus(), image, len, from, part),
            }
            (from, out) = (0, rest);
        }
    }

    /// Coefficients `w` of a·b by a candidate with transforms; `scratch` has the length that the candidate gives, and w
    /// lies within the product.
    pub(super) fn by_transforms(
        &self,
        c: &Candidate,
        out: &mut [u64],
        (a, b): (&[u64], &[u64]),
        w: Range<usize>,
        scratch: &mut [u64],
        cx: Context<'_>,
    ) -> Result<()> {
        let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
        let part = short.len().div_ceil(c.parts.max(1));
        let plan = self.plan(c.length, f64::from(ceil_log2(part)), c.algorithm == ProductAlgorithm::Ntt, cx)?;
        // kernels run at twice the speed on whole cache lines
        let skip = scratch.as_ptr().align_offset(64).min(ALIGNMENT_WORDS);
        let (image, spare) = scratch[skip..].split_at_mut(plan.ntt.image_words());
        cx.inside(|cx| {
            if c.is_cut() {
                return self.cut(&plan, part, out, (long, short), w, image, spare, cx);
            }
            let spare = &mut spare[..c.scratch - ALIGNMENT_WORDS - image.len()];
            self.loading(&plan, a, |x| {
                if std::ptr::eq(a, b) {
                    return plan.ntt.product(image, x, Factor::Same, cx);
                }
                self.loading(&plan, b, |y| plan.ntt.product(image, x, Factor::Loaded(y, spare), cx))
            })?;
            if c.wrapped == 0 {
                return self.collect_residues(&plan, image, w, (out, 0), cx);
            }
            let (low, high) = out.split_at_mut(c.length);
            self.collect_residues(&plan, image, 0..c.length, (low, 0), cx)?;
            self.unwrapped(low, high, a, b, cx)
        })
    }

    /// Computes the highest coefficients of a·b, and subtracts them from the lowest, to which they were added by
    /// wrapping around.
    fn unwrapped(&self, low: &mut [u64], high: &mut [u64], a: &[u64], b: &[u64], cx: Context<'_>) -> Result<()> {
        let top = |v: &'_ [u64]| v.len() - high.len().min(v.len());
        let (x, y) = (&a[top(a)..], &b[top(b)..]);
        let y = if std::ptr::eq(a, b) { x } else { y };
        let c = self.slice_candidate(x.len(), y.len(), std::ptr::eq(x, y), cx);
        let (mut product, mut scratch) = (self.engine().dirty(x.len() + y.len() - 1), self.engine().dirty(c.scratch));
        let all = 0..product.len();
        self.mul_slices(&c, &mut product, (x, y), all, &mut scratch, cx)?;
        high.copy_from_slice(&product[product.len() - high.len()..]);
        for (x, y) in low.iter_mut().zip(high) {
            *x = self.modulus().sub(*x, *y);
        }
        Ok(())
    }

    /// Coefficients `w` of long·short: parts of `short` by blocks of `long` that fill the transform.
    #[allow(clippy::too_many_arguments)]
    fn cut(
        &self,
        plan: &ZnPlan,
        part: usize,
        out: &mut [u64],
        (long, short): (&[u64], &[u64]),
        w: Range<usize>,
        image: &mut [u64],
        runs: &mut [u64],
        cx: Context<'_>,
    ) -> Result<()> {
        for (i, factor) in short.chunks(part).enumerate() {
            // this product starts at `start`; the sum of those before it has long.len() − 1 coefficients from there on
            let start = i * part;
            let (from, to) =
                (w.start.saturating_sub(start), w.end.saturating_sub(start).min(long.len() + factor.len() - 1));
            if from >= to {
                continue;
            }
            self.forward(plan, factor, image, cx)?;
            let out = &mut out[from + start - w.start..to + start - w.start];
            let known = if i == 0 { 0 } else { (long.len() - 1).saturating_sub(from) };
            let shares = (runs.len() / image.len()).max(1);
            let share = out.len().div_ceil(shares);
            let pieces = out.chunks_mut(share).zip(runs.chunks_mut(image.len())).enumerate().collect();
            let (image, blocks) = (&*image, Blocks { long, factor: factor.len() });
            cx.map(pieces, |(i, (out, run)), cx| {
                let first = from + i * share;
                self.by_blocks(plan, blocks, image, (out, known.saturating_sub(i * share)), first, run, cx)
            })?;
        }
        Ok(())
    }

    /// Coefficients from `first` on of a long factor by the factor with the given `image`; the first `known` ones are
    /// added to `out`.
    #[allow(clippy::too_many_arguments)]
    fn by_blocks(
        &self,
        plan: &ZnPlan,
        Blocks { long, factor }: Blocks<'_>,
        image: &[u64],
        (out, mut known): (&mut [u64], usize),
        first: usize,
        run: &mut [u64],
        cx: Context<'_>,
    ) -> Result<()> {
        let end = first + out.len();
        let (from, to) = (first.saturating_sub(factor - 1), end.min(long.len()));
        let count = (to - from).div_ceil(plan.ntt.len() + 1 - factor);
        let len = (to - from).div_ceil(count);
        for (i, block) in long[from..to].chunks(len).enumerate() {
            let start = from + i * len;
            let (x, y) = (first.max(start), end.min(start + block.len() + factor - 1));
            self.loading(plan, block, |load| plan.ntt.product(run, load, Factor::Image(image), cx))?;
            let part = (&mut out[x - first..y - first], known.saturating_sub(x - first));
            self.collect_residues(plan, run, x - start..y - start, part, cx)?;
            known = known.max(y - first);
            cx.progress("blocks of the product", (i + 1) as u64, count as u64);
        }
        Ok(())
    }
}

/// A factor that is cut into blocks, and the length of the other.
#[derive(Clone, Copy)]
struct Blocks<'a> {
    long: &'a [u64],
    factor: usize,
}
