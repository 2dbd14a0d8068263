//! Products over Z: modulo several primes, as one big integer, or coefficient by coefficient.

use super::{Integers, kronecker, limb_products, limbs};
use crate::{
    Result,
    bits::checked_words,
    crt::{BLOCK_ROWS, CrtReconstruct, CrtReduce, MultiNtt, PrimeFamily},
    engine::Context,
    ring::{
        Candidate, Candidates, Choices, Coeffs, ConvShape, Convolve, ProductAlgorithm, ProductShape, Products, Ring,
        Size, Vectors, View, Window, not_applicable, product,
    },
    scratch::Buf,
    transform::{
        cache::{Cached, PlanWords},
        ntt::ProductNtt,
    },
};
use std::{ops::Range, sync::Arc};

/// Transforms modulo the primes that products of a given size need.
///
/// ```
/// # use polymod::{Integers, ring::{ConvShape, Size, ZPlan, traits::*}};
/// let (z, size) = (Integers::new(), Size { len: 1000, bits: 100 });
/// let shape = ConvShape::exact(size, size, 0..1999);
/// let plan: std::sync::Arc<ZPlan> = z.engine().enter(|cx| z.conv_plan(&[shape.clone()], 1, cx))?;
/// let wider = ConvShape::exact(Size { len: 1000, bits: 1000 }, size, 0..1999);
/// assert!(z.fits(&plan, &shape, 1) && !z.fits(&plan, &wider, 1));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Debug)]
pub struct ZPlan {
    ntt: MultiNtt,
    /// log2 of the bound on magnitudes below which sums of products are exact.
    bits: f64,
}

impl ZPlan {
    /// Cache key of a conversion between residues modulo the plan's primes and the representation given by `what` and
    /// `also`.
    fn key(&self, what: u64, also: u64) -> PlanWords {
        [self.ntt.primes() as u64, self.ntt.modulus(0).n(), what, also]
    }

    /// The transforms modulo the primes.
    pub(in crate::ring) fn ntt(&self) -> &MultiNtt {
        &self.ntt
    }

    /// Number of limbs in which every result fits.
    fn width(&self) -> usize {
        limbs::width_for(self.bits as u32)
    }
}

impl Cached for ZPlan {
    fn bytes(&self) -> usize {
        size_of::<Self>() + 64 * self.ntt.primes()
    }
}

impl Cached for CrtReduce {
    fn bytes(&self) -> usize {
        self.words() * 8
    }
}

impl Cached for CrtReconstruct {
    fn bytes(&self) -> usize {
        self.words() * 8
    }
}

/// log2 of a bound on one coefficient of a sum of `terms` products.
pub(super) fn sum_bits(a: Size, b: Size, terms: usize) -> f64 {
    let products = a.len.min(b.len).max(1) as f64 * terms.max(1) as f64;
    f64::from(a.bits) + f64::from(b.bits) + products.log2()
}

/// The same bound for any shape: operands longer than N are wrapped around, which adds more products to a coefficient.
fn wrapped_bits(shape: &ConvShape, terms: usize) -> f64 {
    let turns = match shape.window {
        Window::Exact(_) => 1,
        Window::Cyclic(n) => shape.a.len.max(shape.b.len).div_ceil(n.max(1)),
    };
    sum_bits(shape.a, shape.b, terms) + (turns as f64).log2()
}

/// The primes for results below 2^bits in magnitude: their family and number.
pub(super) fn primes_for(bits: f64, cx: Context<'_>) -> (PrimeFamily, usize) {
    PrimeFamily::choose(cx.engine().target(), bits + 1.0 + CrtReconstruct::MARGIN)
}

/// The transform length for these shapes.
pub(super) fn transform_len(shapes: &[ConvShape], cx: Context<'_>) -> usize {
    let target = cx.engine().target();
    let bits = PrimeFamily::of(target)[0].bits;
    ConvShape::transform_len(shapes, |len, power_of_two| ProductNtt::length(target, bits, len, power_of_two))
}

impl Integers {
    /// log2 of a bound on the coefficients of a product.
    pub(in crate::ring) fn product_bits(shape: &ProductShape) -> f64 {
        sum_bits(shape.a, shape.b, 1)
    }

    /// The plan for sums below 2^bits through transforms of `len` values.
    pub(in crate::ring) fn plan(&self, len: usize, bits: f64, cx: Context<'_>) -> Result<Arc<ZPlan>> {
        let (family, primes) = primes_for(bits, cx);
        cx.engine().plan([len as u64, primes as u64, family.bits.into(), 0], || {
            let moduli = family.primes(cx.engine(), primes, len)?;
            let bits = family.capacity(primes) - 1.0 - CrtReconstruct::MARGIN;
            Ok(ZPlan { ntt: MultiNtt::new(moduli, len, cx)?, bits })
        })
    }

    /// The crt_reduce from rows of `width` limbs, with numbers of `bits` bits, to residues modulo the plan's primes.
    pub(super) fn crt_reduce(plan: &ZPlan, width: usize, bits: u32, cx: Context<'_>) -> Result<Arc<CrtReduce>> {
        let key = plan.key(width as u64, bits.into());
        cx.engine().plan(key, || Ok(CrtReduce::new(cx.engine().target(), &plan.ntt.moduli(), width, bits)))
    }

    /// The reconstruction from residues modulo the plan's primes to rows of `width` limbs.
    pub(super) fn crt_reconstruct(plan: &ZPlan, width: usize, cx: Context<'_>) -> Result<Arc<CrtReconstruct>> {
        // the factor that unfinished residues lack depends on the length
        cx.engine().plan(plan.key(width as u64, plan.ntt.len() as u64), || {
            Ok(CrtReconstruct::new(cx.engine().target(), &plan.ntt.moduli(), plan.ntt.lacking().as_deref(), width))
        })
    }

    /// The image of a vector of numbers of `bits` bits.
    pub(in crate::ring) fn image(&self, plan: &ZPlan, v: View<'_, Self>, bits: u32, cx: Context<'_>) -> Result<Buf> {
        let mut image = self.engine().dirty(plan.ntt.image_words());
        Self::crt_reduce(plan, v.width, bits, cx)?.transform(&plan.ntt, v.words(), &mut image, cx)?;
        Ok(image)
    }

    /// The image of a product, under a plan for it; each operand is transformed once.
    pub(in crate::ring) fn product_image(
        &self,
        plan: &ZPlan,
        shape: &ProductShape,
        (a, b): (View<'_, Self>, View<'_, Self>),
        cx: Context<'_>,
    ) -> Result<Buf> {
        if shape.square {
            let mut image = self.image(plan, a, shape.a.bits, cx)?;
            plan.ntt.square(&mut image, cx)?;
            return Ok(image);
        }
        let (x, y) = cx.join(|cx| self.image(plan, a, shape.a.bits, cx), |cx| self.image(plan, b, shape.b.bits, cx));
        let (mut image, other) = (x?, y?);
        plan.ntt.multiply(&mut image, &other, cx)?;
        Ok(image)
    }

    /// Transforms the image of a product, or of a sum of products, to rows of the reconstruction's width: the coefficients from
    /// `start` on.
    pub(in crate::ring) fn backward(
        plan: &ZPlan,
        crt_reconstruct: &CrtReconstruct,
        mut image: Buf,
        start: usize,
        out: &mut [u64],
        cx: Context<'_>,
    ) -> Result<()> {
        let (len, width) = (plan.ntt.len(), crt_reconstruct.width());
        if crt_reconstruct.finishes() {
            plan.ntt.inverse_unfinished(&mut image, cx)?;
        } else {
            plan.ntt.inverse(&mut image, |i| crt_reconstruct.factor(i), cx)?;
        }
        cx.for_chunks(out, width, |first, out| {
            let (mut from, mut out) = ((start + first) % len, out);
            while !out.is_empty() && cx.check().is_ok() {
                let count = (len - from).min(out.len() / width).min(BLOCK_ROWS);
                let (part, rest) = out.split_at_mut(count * width);
                crt_reconstruct.join(&image, len, from, part);
                (from, out) = ((from + count) % len, rest);
            }
        });
        cx.check()
    }

    /// The rows `at .. at + count`, made at least `width` limbs wide, for overwriting.
    fn rows_for<'a>(&self, out: &'a mut Coeffs<Self>, at: usize, count: usize, width: usize) -> &'a mut [u64] {
        if at == 0 && count == out.len && width > out.width {
            // all rows are overwritten
            *out = Coeffs::from_words(self.engine().dirty(count * width), count, width);
        }
        self.widen(out, width);
        &mut out.words[at * out.width..][..count * out.width]
    }

    /// The product by one plan, without cutting the operands.
    fn by_primes(
        &self,
        c: Candidate,
        shape: &ProductShape,
        (out, at): (&mut Coeffs<Self>, usize),
        operands: (View<'_, Self>, View<'_, Self>),
        cx: Context<'_>,
    ) -> Result<()> {
        let w = shape.window.clone();
        let bits = sum_bits(shape.a, shape.b, 1);
        let end = w.end.min(shape.full_len()).max(w.start);
        let out_rows = |out| self.rows_for(out, at, w.len(), limbs::width_for(bits.ceil() as u32));
        if end == w.start {
            out_rows(out).fill(0);
            return Ok(());
        }
        let plan = self.plan(c.length, bits, cx)?;
        let image = self.product_image(&plan, shape, operands, cx)?;
        let rows = out_rows(out);
        let crt_reconstruct = Self::crt_reconstruct(&plan, rows.len() / w.len(), cx)?;
        let (rows, zeros) = rows.split_at_mut((end - w.start) * crt_reconstruct.width());
        zeros.fill(0);
        Self::backward(&plan, &crt_reconstruct, image, w.start, rows, cx)
    }

    fn kronecker(&self, shape: &ProductShape, a: View<'_, Self>, b: View<'_, Self>) -> Result<Coeffs<Self>> {
        let slot = self.slot(shape).max(a.width).max(b.width);
        let words = checked_words("the product", shape.full_len(), slot)?;
        let x = kronecker::pack(a.words(), a.width, slot);
        let mut product = self.engine().dirty(words);
        if shape.square {
            kronecker::multiply(&x, &x, slot, &mut product);
        } else {
            kronecker::multiply(&x, &kronecker::pack(b.words(), b.width, slot), slot, &mut product);
        }
        Ok(Coeffs::from_words(product, shape.full_len(), slot))
    }
}

impl Convolve for Integers {
    type Plan = ZPlan;

    type Image = Buf;

    type Sum = Buf;

    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<ZPlan>> {
        let len = transform_len(shapes, cx);
        let bits = shapes.iter().map(|s| wrapped_bits(s, terms)).fold(0.0, f64::max);
        self.plan(len, bits, cx)
    }

    fn fits(&self, plan: &ZPlan, shape: &ConvShape, terms: usize) -> bool {
        shape.served_by(plan.ntt.len()) && wrapped_bits(shape, terms) <= plan.bits
    }

    fn cyclic_len(&self, plan: &ZPlan) -> usize {
        plan.ntt.len()
    }

    fn transform(&self, plan: &ZPlan, v: View<'_, Self>, cx: Context<'_>) -> Result<Buf> {
        self.image(plan, v, 64 * v.width as u32 - 1, cx)
    }

    fn sum(&self, plan: &ZPlan, _: Context<'_>) -> Buf {
        self.engine().zeroed(plan.ntt.image_words())
    }

    fn image_addmul(&self, plan: &ZPlan, s: &mut Buf, a: &Buf, b: &Buf, cx: Context<'_>) -> Result<()> {
        plan.ntt.add_product(s, a, b, cx)
    }

    fn image_mul(&self, plan: &ZPlan, mut a: Buf, b: Option<&Buf>, cx: Context<'_>) -> Result<Buf> {
        match b {
            Some(b) => plan.ntt.multiply(&mut a, b, cx)?,
            None => plan.ntt.square(&mut a, cx)?,
        }
        Ok(a)
    }

    fn untransform_at(
        &self,
        plan: &ZPlan,
        s: Buf,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Context<'_>,
    ) -> Result<()> {
        let range = match window {
            Window::Exact(range) => range.clone(),
            Window::Cyclic(_) => 0..plan.ntt.len(),
        };
        if range.is_empty() {
            return Ok(());
        }
        let rows = self.rows_for(out, at, range.len(), plan.width());
        let crt_reconstruct = Self::crt_reconstruct(plan, rows.len() / range.len(), cx)?;
        Self::backward(plan, &crt_reconstruct, s, range.start, rows, cx)
    }
}

impl Products for Integers {
    fn choices(&self) -> Option<&Choices> {
        Some(&self.0.choices)
    }

    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates {
        self.candidates(shape, 0.0, cx)
    }

    /// Schoolbook, where it costs no more than a plan, which all other algorithms need.
    fn evident_product(&self, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate> {
        let least = cx.engine().costs().plan;
        Some(self.schoolbook_candidate(shape, cx)).filter(|schoolbook| schoolbook.predicted_ns <= least)
    }

    /// Overrides the default, which allocates a result that would be replaced by a wider one.
    fn mul_window(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<Coeffs<Self>> {
        let shape = ProductShape::of(self, a, b, w);
        if !cx.is_heard() && limb_products::is_evident(self, &shape) {
            cx.check()?;
            return Ok(self.schoolbook(&shape, a, b));
        }
        let (chosen, cx) = self.chosen_product(&shape, cx)?;
        if chosen.algorithm == ProductAlgorithm::Schoolbook {
            cx.check()?;
            return Ok(self.schoolbook(&shape, a, b));
        }
        let mut out = self.zeros(shape.window.len());
        self.mul_chosen(&chosen, &shape, &mut out, 0, a, b, cx)?;
        Ok(out)
    }

    fn own_power(&self, v: View<'_, Self>, e: u64, cx: Context<'_>) -> Option<Result<Coeffs<Self>>> {
        self.powered(v, e, cx)
    }

    fn product_candidate(
        &self,
        algorithm: ProductAlgorithm,
        shape: &ProductShape,
        cx: Context<'_>,
    ) -> Option<Candidate> {
        let evident = match algorithm {
            ProductAlgorithm::Schoolbook => Some(self.schoolbook_candidate(shape, cx)),
            ProductAlgorithm::Kronecker if shape.full_len() > 0 => self.kronecker_candidate(shape, cx),
            _ => None,
        };
        evident.or_else(|| self.product_candidates(shape, cx).get(algorithm).copied())
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
        let (product, from) = match chosen.algorithm {
            ProductAlgorithm::Crt if !chosen.is_cut() => return self.by_primes(*chosen, shape, (out, at), (a, b), cx),
            ProductAlgorithm::Crt => {
                return product::through_images(self, (a, b), w, chosen, (out, at), cx, |shape| {
                    self.plan(transform_len(std::slice::from_ref(shape), cx), sum_bits(shape.a, shape.b, 1), cx)
                });
            }
            ProductAlgorithm::Kronecker => (self.kronecker(shape, a, b)?, w.start),
            ProductAlgorithm::CrtDigits => match self.digits_candidate(shape, cx) {
                Some((cut, _)) => (self.by_digits(cut, shape, (a, b), cx)?, 0),
                None => return Err(not_applicable(self, chosen.algorithm, shape, cx)),
            },
            ProductAlgorithm::BigPrime => match self.by_one_field(shape, (a, b), cx) {
                Some(product) => (product?, 0),
                None => return Err(not_applicable(self, chosen.algorithm, shape, cx)),
            },
            _ => (self.schoolbook(shape, a, b), 0),
        };
        let wanted = product.slice(from..from + w.len());
        if at == 0 && w.len() == out.len && product.len == w.len() && from == 0 {
            *out = product;
            return Ok(());
        }
        self.copy_at(out, at, wanted);
        if wanted.len() < w.len() {
            self.copy_at(out, at + wanted.len(), self.zeros(w.len() - wanted.len()).view());
        }
        Ok(())
    }
}
