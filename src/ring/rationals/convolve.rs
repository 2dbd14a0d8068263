//! Transformed operands: those of the integers, each with its denominator behind it. A sum has one part for each denominator.

use super::{
    Rationals,
    layout::{denominator_limbs, numerators, product},
};
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, ConvShape, Convolve, Ring, Vectors, View, Window, ZPlan},
    scratch::Buf,
};
use rug::{Integer, integer::Order};
use std::{ops::Range, sync::Arc};

/// Places of the words and of the denominator's limbs of the transformed integers that end at `end`.
fn part(plan: &ZPlan, all: &[u64], end: usize) -> [Range<usize>; 2] {
    let limbs = end - 1 - all[end - 1] as usize;
    [limbs - plan.ntt().image_words()..limbs, limbs..end - 1]
}

/// The denominator with these limbs.
fn of_limbs(limbs: &[u64]) -> Option<Integer> {
    (!limbs.is_empty()).then(|| Integer::from_digits(limbs, Order::Lsf))
}

/// The denominator of a product of transformed operands.
fn of_product(plan: &ZPlan, a: &Buf, b: &Buf) -> Option<Integer> {
    let of = |image: &Buf| of_limbs(&image[part(plan, image, image.len())[1].clone()]);
    product(of(a), of(b))
}

/// Writes the denominator behind the integers.
fn close(image: &mut Buf, limbs: &[u64]) {
    image.extend_from_slice(limbs);
    image.push(limbs.len() as u64);
}

impl Convolve for Rationals {
    type Plan = ZPlan;
    /// Transformed integers, and their denominator.
    type Image = Buf;
    /// Sums of products of transformed integers, and their denominators.
    type Sum = Buf;

    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<ZPlan>> {
        self.0.conv_plan(shapes, terms, cx)
    }

    fn fits(&self, plan: &ZPlan, shape: &ConvShape, terms: usize) -> bool {
        self.0.fits(plan, shape, terms)
    }

    fn cyclic_len(&self, plan: &ZPlan) -> usize {
        self.0.cyclic_len(plan)
    }

    fn transform(&self, plan: &ZPlan, v: View<'_, Self>, cx: Context<'_>) -> Result<Buf> {
        let mut image = self.0.transform(plan, numerators(v), cx)?;
        close(&mut image, denominator_limbs(v));
        Ok(image)
    }

    fn sum(&self, _: &ZPlan, _: Context<'_>) -> Buf {
        Buf::empty()
    }

    fn image_addmul(&self, plan: &ZPlan, s: &mut Buf, a: &Buf, b: &Buf, cx: Context<'_>) -> Result<()> {
        let (ntt, denominator) = (plan.ntt(), of_product(plan, a, b));
        let limbs = denominator.as_ref().map_or(&[][..], |d| d.as_limbs());
        let (a, b) = (&a[..ntt.image_words()], &b[..ntt.image_words()]);
        let mut end = s.len();
        while end > 0 {
            let [words, own] = part(plan, s, end);
            if s[own] == *limbs {
                return ntt.add_product(&mut s[words], a, b, cx);
            }
            end = words.start;
        }
        let first = s.len();
        s.resize(first + ntt.image_words());
        ntt.product_into(&mut s[first..], a, b, cx)?;
        close(s, limbs);
        Ok(())
    }

    fn image_mul(&self, plan: &ZPlan, mut a: Buf, b: Option<&Buf>, cx: Context<'_>) -> Result<Buf> {
        let denominator = of_product(plan, &a, b.unwrap_or(&a));
        let limbs = denominator.as_ref().map_or(&[][..], |d| d.as_limbs());
        let words = plan.ntt().image_words();
        a.truncate(words);
        match b {
            Some(b) => plan.ntt().multiply(&mut a, &b[..words], cx)?,
            None => plan.ntt().square(&mut a, cx)?,
        }
        close(&mut a, limbs);
        Ok(a)
    }

    fn untransform_at(
        &self,
        plan: &ZPlan,
        mut s: Buf,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Context<'_>,
    ) -> Result<()> {
        let len = match window {
            Window::Exact(range) => range.len(),
            Window::Cyclic(_) => self.cyclic_len(plan),
        };
        let mut sum: Option<Coeffs<Self>> = None;
        while !s.is_empty() {
            let [words, limbs] = part(plan, &s, s.len());
            let denominator = of_limbs(&s[limbs.clone()]);
            s.truncate(limbs.start);
            let one = if words.start == 0 { std::mem::take(&mut s) } else { self.engine().copied(&s[words.clone()]) };
            s.truncate(words.start);
            let mut integers = self.0.zeros(len);
            self.0.untransform_at(plan, one, window, &mut integers, 0, cx)?;
            let found = self.reduced(integers, denominator);
            match &mut sum {
                None => sum = Some(found),
                Some(sum) => self.add_at(sum, 0, found.view()),
            }
        }
        self.copy_at(out, at, sum.unwrap_or_else(|| self.zeros(len)).view());
        Ok(())
    }
}
