//! Products of vectors: those of their integers, over the product of the denominators.

use super::{
    Rationals,
    layout::{denominator, numerators, over, product},
};
use crate::{
    Result,
    engine::Context,
    ring::{
        Candidate, Candidates, Choices, Coeffs, Integers, ProductAlgorithm, ProductShape, Products, Ring, Vectors, View,
    },
};
use rug::{Integer, ops::Pow};
use std::ops::Range;

impl Rationals {
    /// Integers over a denominator, in lowest terms.
    pub(super) fn reduced(&self, mut integers: Coeffs<Integers>, denominator: Option<Integer>) -> Coeffs<Self> {
        let denominator = Self::reduce(&self.0, &mut integers, denominator);
        over(integers, denominator)
    }
}

impl Products for Rationals {
    fn choices(&self) -> Option<&Choices> {
        self.0.choices()
    }

    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates {
        self.0.product_candidates(shape, cx)
    }

    fn evident_product(&self, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate> {
        self.0.evident_product(shape, cx)
    }

    fn product_candidate(
        &self,
        algorithm: ProductAlgorithm,
        shape: &ProductShape,
        cx: Context<'_>,
    ) -> Option<Candidate> {
        self.0.product_candidate(algorithm, shape, cx)
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
        let mut integers = self.0.zeros(shape.window.len());
        self.0.mul_chosen(chosen, shape, &mut integers, 0, numerators(a), numerators(b), cx)?;
        let found = self.reduced(integers, product(denominator(a), denominator(b)));
        if at == 0 && found.len() == out.len() {
            *out = found;
        } else {
            self.copy_at(out, at, found.view());
        }
        Ok(())
    }

    fn mul_window(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<Coeffs<Self>> {
        if cx.is_heard() {
            // decisions name this ring
            let mut out = self.zeros(w.len());
            self.mul_window_at(&mut out, 0, a, b, w, cx)?;
            return Ok(out);
        }
        let integers = self.0.mul_window(numerators(a), numerators(b), w, cx)?;
        Ok(self.reduced(integers, product(denominator(a), denominator(b))))
    }

    fn own_power(&self, v: View<'_, Self>, e: u64, cx: Context<'_>) -> Option<Result<Coeffs<Self>>> {
        let integers = self.0.own_power(numerators(v), e, cx)?;
        let denominator = match denominator(v) {
            None => None,
            // a longer power does not fit in memory
            Some(d) => Some(d.pow(u32::try_from(e).ok()?)),
        };
        Some(integers.map(|integers| over(integers, denominator)))
    }
}
