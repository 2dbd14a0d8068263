//! Products over Z: modulo enough primes, as one big integer, or coefficient by coefficient.

use super::{Integers, kronecker, limbs};
use crate::{
    Result,
    bits::{ceil_log2, checked_words},
    crt::{Joiner, MultiNtt, PrimeFamily, Splitter},
    engine::Cx,
    ring::{
        Candidate, Candidates, Coeffs, ConvShape, Convolve, ProductAlgorithm, ProductShape, Ring, Size, View, Window,
        classical, not_applicable,
        product::{self, Transforms},
    },
    scratch::Buf,
    transform::{
        cache::{Cached, PlanWords},
        ntt::ProductNtt,
    },
};
use std::{ops::Range, sync::Arc};

/// Transforms modulo as many primes as the products' size needs.
#[derive(Debug)]
pub struct ZPlan {
    ntt: MultiNtt,
    /// Sums of products below 2^this come back exactly.
    bits: u32,
}

impl ZPlan {
    /// What identifies conversions between rows of this width and the plan's primes.
    fn key(&self, width: usize) -> PlanWords {
        [self.ntt.primes() as u64, self.ntt.modulus(0).n(), width as u64, 0]
    }
}

impl Cached for ZPlan {
    fn bytes(&self) -> usize {
        size_of::<Self>() + 64 * self.ntt.primes()
    }
}

impl Cached for Splitter {
    fn bytes(&self) -> usize {
        self.words() * 8
    }
}

impl Cached for Joiner {
    fn bytes(&self) -> usize {
        self.words() * 8
    }
}

/// log2 of a bound for what is summed up in one coefficient.
fn sum_bits(a: Size, b: Size, terms: usize) -> u32 {
    a.bits + b.bits + ceil_log2(a.len.min(b.len)) + ceil_log2(terms)
}

/// The same for any shape: where operands are longer than N, they are wrapped around and coefficients meet more often.
fn wrapped_bits(shape: &ConvShape, terms: usize) -> u32 {
    let turns = match shape.window {
        Window::Exact(_) => 1,
        Window::Cyclic(n) => shape.a.len.max(shape.b.len).div_ceil(n.max(1)),
    };
    sum_bits(shape.a, shape.b, terms) + ceil_log2(turns)
}

/// Primes that results below 2^bits in magnitude need.
fn primes_for(bits: u32, cx: Cx<'_>) -> (PrimeFamily, usize) {
    PrimeFamily::choose(cx.engine().isa(), f64::from(bits) + 1.0 + Joiner::MARGIN)
}

/// The transform length for these shapes.
fn transform_len(shapes: &[ConvShape], cx: Cx<'_>) -> usize {
    let isa = cx.engine().isa();
    let bits = PrimeFamily::of(isa)[0].bits;
    ConvShape::transform_len(shapes, |len, power_of_two| ProductNtt::length(isa, bits, len, power_of_two))
}

impl Integers {
    fn plan(&self, len: usize, bits: u32, cx: Cx<'_>) -> Result<Arc<ZPlan>> {
        let (family, primes) = primes_for(bits, cx);
        cx.engine().plan([len as u64, primes as u64, family.bits.into(), 0], || {
            let moduli = family.primes(cx.engine(), primes, len)?;
            let bits = (family.log2 * primes as f64 - 1.0 - Joiner::MARGIN) as u32;
            Ok(ZPlan { ntt: MultiNtt::new(moduli, len, cx)?, bits })
        })
    }

    /// Splits rows of this width to residues modulo the plan's primes.
    fn splitter(plan: &ZPlan, width: usize, cx: Cx<'_>) -> Result<Arc<Splitter>> {
        cx.engine().plan(plan.key(width), || Ok(Splitter::new(cx.engine().isa(), &plan.ntt.moduli(), width)))
    }

    /// Joins residues modulo the plan's primes to rows of this width.
    fn joiner(plan: &ZPlan, width: usize, cx: Cx<'_>) -> Result<Arc<Joiner>> {
        // what unfinished residues lack depends on the length
        let key = PlanWords::from([plan.key(width)[0], plan.key(width)[1], width as u64, plan.ntt.len() as u64]);
        let lacking = plan.ntt.lacking();
        cx.engine().plan(key, || Ok(Joiner::new(cx.engine().isa(), &plan.ntt.moduli(), lacking.as_deref(), width)))
    }

    fn crt_candidate(&self, shape: &ProductShape, cx: Cx<'_>) -> Option<Candidate> {
        let costs = cx.engine().costs();
        product::best_blocks(shape, |part, short, window, blocks| {
            let bits = sum_bits(part, short, 1);
            let len = transform_len(&[ConvShape::exact(part, short, window)], cx);
            let ((family, k), limbs) = (primes_for(bits, cx), limbs::width_for(bits));
            if ceil_log2(len) > family.log2_len || k > PrimeFamily::MOST {
                return None;
            }
            let conversion =
                |rows: usize, limbs: usize, [call, limb]: [f64; 2]| (rows * k) as f64 * (call + limbs as f64 * limb);
            let split = |s: Size| conversion(s.len, limbs::width_for(s.bits), costs.split_row);
            let transforms = Transforms {
                algorithm: ProductAlgorithm::Crt,
                length: len,
                primes: k,
                blocks,
                load_block: split(part),
                load_shorter: split(short),
                back: conversion(part.len + short.len, limbs, costs.join_row),
            };
            Some(transforms.candidate(costs, shape.square))
        })
    }

    fn kronecker_candidate(&self, shape: &ProductShape, cx: Cx<'_>) -> Option<Candidate> {
        /// GMP counts the limbs of an integer in 32 bits with a sign, and ends the process beyond.
        const MOST_LIMBS: usize = i32::MAX as usize;
        let costs = cx.engine().costs();
        let slot = limbs::width_for(sum_bits(shape.a, shape.b, 1));
        let (a, b) = (shape.a.len.saturating_mul(slot), shape.b.len.saturating_mul(slot));
        if a.saturating_add(b) > MOST_LIMBS {
            return None;
        }
        let saved = if shape.square { 0.75 } else { 1.0 };
        let ns = costs.plan + saved * costs.integer_mul(a, b) + (2 * (a + b)) as f64 * costs.pack_limb;
        Some(Candidate::plain(ProductAlgorithm::Kronecker, ns, 16 * (a + b) as u64))
    }

    /// Sums of double words where they suffice, else products of integers one by one.
    fn schoolbook_candidate(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidate {
        /// What making and freeing an integer costs beside its arithmetic.
        const INTEGER_NS: f64 = 60.0;
        let costs = cx.engine().costs();
        let each = if in_double_words(shape) {
            costs.word_mul
        } else {
            INTEGER_NS + costs.integer_mul(limbs::width_for(shape.a.bits), limbs::width_for(shape.b.bits))
        };
        let ns = shape.a.len as f64 * shape.b.len as f64 * each + shape.window.len() as f64 * costs.word_reduce;
        Candidate::plain(ProductAlgorithm::Schoolbook, ns, 0)
    }

    fn schoolbook(&self, shape: &ProductShape, a: View<'_, Self>, b: View<'_, Self>) -> Coeffs<Self> {
        let w = shape.window.clone();
        if !(in_double_words(shape) && a.width == 1 && b.width == 1) {
            return classical::mul_window(self, a, b, w);
        }
        let mut words = self.engine().dirty(2 * w.len());
        for (k, out) in w.clone().zip(words.chunks_exact_mut(2)) {
            let (from, to) = ((k + 1).saturating_sub(b.len()), a.len().min(k + 1));
            let sum = if from < to {
                let pairs = a.flat()[from..to].iter().zip(b.flat()[k + 1 - to..=k - from].iter().rev());
                pairs.map(|(&x, &y)| i128::from(x as i64) * i128::from(y as i64)).sum()
            } else {
                0i128
            };
            (out[0], out[1]) = (sum as u64, (sum >> 64) as u64);
        }
        Coeffs::from_words(words, w.len(), 2)
    }

    fn kronecker(&self, shape: &ProductShape, a: View<'_, Self>, b: View<'_, Self>) -> Result<Coeffs<Self>> {
        let slot = limbs::width_for(sum_bits(shape.a, shape.b, 1)).max(a.width).max(b.width);
        let words = checked_words("the product", shape.full_len(), slot)?;
        let x = kronecker::pack(a.flat(), a.width, slot);
        let mut product = self.engine().dirty(words);
        if shape.square {
            kronecker::multiply(&x, &x, slot, &mut product);
        } else {
            kronecker::multiply(&x, &kronecker::pack(b.flat(), b.width, slot), slot, &mut product);
        }
        Ok(Coeffs::from_words(product, shape.full_len(), slot))
    }
}

/// Whether sums of products fit in a signed double word, and the operands in signed words.
fn in_double_words(shape: &ProductShape) -> bool {
    shape.a.bits.max(shape.b.bits) < 64 && sum_bits(shape.a, shape.b, 1) < 127
}

impl Convolve for Integers {
    type Plan = ZPlan;
    type Image = Buf;
    type Sum = Buf;

    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Cx<'_>) -> Result<Arc<ZPlan>> {
        let len = transform_len(shapes, cx);
        let bits = shapes.iter().map(|s| wrapped_bits(s, terms)).max().unwrap_or(0);
        self.plan(len, bits, cx)
    }

    fn fits(&self, plan: &ZPlan, shape: &ConvShape, terms: usize) -> bool {
        shape.served_by(plan.ntt.len()) && wrapped_bits(shape, terms) <= plan.bits
    }

    fn cyclic_len(&self, plan: &ZPlan) -> usize {
        plan.ntt.len()
    }

    fn transform(&self, plan: &ZPlan, v: View<'_, Self>, cx: Cx<'_>) -> Result<Buf> {
        let mut image = self.engine().dirty(plan.ntt.image_words());
        Self::splitter(plan, v.width, cx)?.fill(v.flat(), &mut image, plan.ntt.len(), cx)?;
        plan.ntt.forward(&mut image, |_, _| (), cx)?;
        Ok(image)
    }

    fn sum(&self, plan: &ZPlan, _: Cx<'_>) -> Buf {
        self.engine().zeroed(plan.ntt.image_words())
    }

    fn image_addmul(&self, plan: &ZPlan, s: &mut Buf, a: &Buf, b: &Buf, cx: Cx<'_>) -> Result<()> {
        plan.ntt.add_product(s, a, b, cx)
    }

    fn image_mul(&self, plan: &ZPlan, mut a: Buf, b: Option<&Buf>, cx: Cx<'_>) -> Result<Buf> {
        match b {
            Some(b) => plan.ntt.multiply(&mut a, b, cx)?,
            None => plan.ntt.square(&mut a, cx)?,
        }
        Ok(a)
    }

    fn untransform_at(
        &self,
        plan: &ZPlan,
        mut s: Buf,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Cx<'_>,
    ) -> Result<()> {
        let len = plan.ntt.len();
        let range = match window {
            Window::Exact(range) => range.clone(),
            Window::Cyclic(_) => 0..len,
        };
        self.widen(out, limbs::width_for(plan.bits));
        let width = out.width;
        let joiner = Self::joiner(plan, width, cx)?;
        if joiner.finishes() {
            plan.ntt.inverse_unfinished(&mut s, cx)?;
        } else {
            plan.ntt.inverse(&mut s, |i| joiner.factor(i), cx)?;
        }
        cx.for_chunks(&mut out.words[at * width..][..range.len() * width], width, |first, out| {
            let (mut from, mut out) = ((range.start + first) % len, out);
            while !out.is_empty() {
                let count = (len - from).min(out.len() / width);
                let (part, rest) = out.split_at_mut(count * width);
                joiner.join(&s, len, from, part);
                (from, out) = (0, rest);
            }
        });
        cx.check()
    }

    fn product_candidates(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidates {
        let all = Candidates::one(self.schoolbook_candidate(shape, cx));
        if shape.full_len() == 0 {
            return all;
        }
        all.and(self.kronecker_candidate(shape, cx)).and(self.crt_candidate(shape, cx))
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
        let candidates = self.product_candidates(&shape, cx);
        let Some(&c) = candidates.iter().find(|c| c.algorithm == algorithm) else {
            return Err(not_applicable(self, algorithm, &shape, cx));
        };
        let (product, from) = match algorithm {
            ProductAlgorithm::Crt => {
                return product::through_images(self, (a, b), w, c.blocks, (out, at), cx, |shape| {
                    self.plan(transform_len(std::slice::from_ref(shape), cx), sum_bits(shape.a, shape.b, 1), cx)
                });
            }
            ProductAlgorithm::Kronecker => (self.kronecker(&shape, a, b)?, w.start),
            _ => (self.schoolbook(&shape, a, b), 0),
        };
        let wanted = product.slice(from..from + w.len());
        self.copy_at(out, at, wanted);
        if wanted.len() < w.len() {
            self.copy_at(out, at + wanted.len(), self.zeros(w.len() - wanted.len()).view());
        }
        Ok(())
    }
}
