//! Products of vectors, and the choice of their algorithms.

use super::Convolve;
use crate::{
    Result,
    engine::Context,
    ring::{
        product::{Candidate, Candidates, Choices, ProductAlgorithm, ProductShape},
        vector::{Coeffs, View},
    },
};
use std::ops::Range;

/// Products of vectors, in full or in part, by the algorithm predicted fastest or by a given one.
pub trait Products: Sized {
    /// The algorithms that can multiply this shape, with predicted costs: a pure function of shape and cost model.
    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates
    where
        Self: Convolve;
    /// Number of bytes that the engine's memory limit leaves for working memory, next to operands and result.
    fn working_memory(&self, shape: &ProductShape) -> u64
    where
        Self: Convolve,
    {
        self.engine().memory().saturating_sub(shape.held_bytes(self.zeros(0).width))
    }
    /// A candidate known to be the cheapest without evaluating the others.
    fn evident_product(&self, _shape: &ProductShape, _cx: Context<'_>) -> Option<Candidate>
    where
        Self: Convolve,
    {
        None
    }
    /// The ring's memo of choices, if it has one.
    fn choices(&self) -> Option<&Choices>
    where
        Self: Convolve,
    {
        None
    }
    /// The cheapest candidate within the memory limit.
    fn choose_product(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate
    where
        Self: Convolve,
    {
        let weigh = || self.product_candidates(shape, cx).best(self.working_memory(shape));
        let known = || match self.choices() {
            Some(choices) => choices.get_or(shape, cx.threads(), weigh),
            None => weigh(),
        };
        let best = self.evident_product(shape, cx).unwrap_or_else(known);
        Candidate { predicted_ns: best.predicted_ns + cx.engine().costs().operation, ..best }
    }
    /// The cheapest candidate within the memory limit, reported to the monitor, and a context with the threads for it.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    fn chosen_product<'e>(&self, shape: &ProductShape, cx: Context<'e>) -> Result<(Candidate, Context<'e>)>
    where
        Self: Convolve,
    {
        let chosen = match cx.demanded() {
            None => self.choose_product(shape, cx),
            Some(name) => shape.candidate(self, &name, cx)?,
        };
        let cx = cx.for_work(chosen.predicted_ns);
        cx.decided(|| shape.decision(self, chosen.algorithm, cx))?;
        Ok((chosen, cx))
    }
    /// `out[at + i] = (a·b)[w.start + i]` by the algorithm named, which must be one of the candidates.
    ///
    /// # Errors
    /// [`Error::Algorithm`](crate::Error::Algorithm) when it is not; [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    fn mul_window_by(
        &self,
        algorithm: ProductAlgorithm,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()>
    where
        Self: Convolve;
    /// `out[at + i] = (a·b)[w.start + i]`, by the cheapest algorithm; for products that share no image with others.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    fn mul_window_at(
        &self,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()>
    where
        Self: Convolve,
    {
        let shape = ProductShape::of(self, a, b, w.clone());
        let (chosen, cx) = self.chosen_product(&shape, cx)?;
        self.mul_window_by(chosen.algorithm, out, at, a, b, w, cx)
    }
    /// Coefficients `w` of a·b as a new vector.
    ///
    /// # Errors
    /// Those of [`mul_window_at`](Self::mul_window_at).
    fn mul_window(&self, a: View<'_, Self>, b: View<'_, Self>, w: Range<usize>, cx: Context<'_>) -> Result<Coeffs<Self>>
    where
        Self: Convolve,
    {
        let mut out = self.zeros(w.len());
        self.mul_window_at(&mut out, 0, a, b, w, cx)?;
        Ok(out)
    }
}
