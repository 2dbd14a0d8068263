//! Products of vectors of coefficients through transformed operands.

use super::{AtPoints, Determinants, Dfts, Products, Ring, Vectors};
use crate::{
    Error, Result,
    arith::Modulus,
    engine::Context,
    ring::{
        Zn, grid,
        product::{Candidate, ProductAlgorithm, ProductShape},
        shape::{ConvShape, Window},
        vector::{Coeffs, View},
    },
};
use std::{ops::Range, sync::Arc};

/// Convolution of vectors through transformed operands. An [`Image`](Self::Image) hides order, primes, laziness and
/// layout; any two images of one plan can be multiplied.
pub trait Convolve: Ring + Products + AtPoints + Determinants + Dfts {
    /// The transform lengths, primes and tables that the operands of a family of products share.
    type Plan: Send + Sync;
    /// A transformed operand.
    type Image: Clone + Send + Sync;
    /// A sum of products of images: a type of its own, because it may be unreduced and is no operand.
    type Sum: Send;
    /// Returns one plan for all the listed products, so that images can be shared among them, and for sums of up to
    /// `terms` products.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond the longest transform; [`Error::Cancelled`].
    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<Self::Plan>>;
    /// Whether the plan also serves this product. Over Z a computed operand may be wider than planned: then plan again.
    fn fits(&self, plan: &Self::Plan, shape: &ConvShape, terms: usize) -> bool;
    /// The N of [`Window::Cyclic`].
    fn cyclic_len(&self, plan: &Self::Plan) -> usize;
    /// Transforms a vector of any length; coefficients from N on are wrapped around.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn transform(&self, plan: &Self::Plan, v: View<'_, Self>, cx: Context<'_>) -> Result<Self::Image>;
    /// An empty sum.
    fn sum(&self, plan: &Self::Plan, cx: Context<'_>) -> Self::Sum;
    /// s += a·b.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn image_addmul(
        &self,
        plan: &Self::Plan,
        s: &mut Self::Sum,
        a: &Self::Image,
        b: &Self::Image,
        cx: Context<'_>,
    ) -> Result<()>;
    /// a·b as a sum of one product, or a² if `b` is `None`; it may reuse a's memory.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn image_mul(
        &self,
        plan: &Self::Plan,
        a: Self::Image,
        b: Option<&Self::Image>,
        cx: Context<'_>,
    ) -> Result<Self::Sum> {
        let mut sum = self.sum(plan, cx);
        self.image_addmul(plan, &mut sum, &a, b.unwrap_or(&a), cx)?;
        Ok(sum)
    }
    /// The image under `to` of an operand that was transformed under `from`, without another transform: if both are for
    /// cyclic products, of lengths N and M with M | N, its first M values, because x^M − 1 divides x^N − 1. `None`
    /// elsewhere.
    fn image_prefix(&self, _from: &Self::Plan, _to: &Self::Plan, _image: &Self::Image) -> Option<Self::Image> {
        None
    }
    /// a·b as a sum of one product; both images are kept.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn image_product(&self, plan: &Self::Plan, a: &Self::Image, b: &Self::Image, cx: Context<'_>) -> Result<Self::Sum> {
        self.image_mul(plan, a.clone(), Some(b), cx)
    }
    /// `out[at + i]` = wanted coefficient i; `s` is consumed.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn untransform_at(
        &self,
        plan: &Self::Plan,
        s: Self::Sum,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Context<'_>,
    ) -> Result<()>;
    /// The coefficients `window` as a new vector.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn untransform(
        &self,
        plan: &Self::Plan,
        s: Self::Sum,
        window: Range<usize>,
        cx: Context<'_>,
    ) -> Result<Coeffs<Self>> {
        let mut out = self.zeros(window.len());
        self.untransform_at(plan, s, &Window::Exact(window), &mut out, 0, cx)?;
        Ok(out)
    }
    /// Predicted nanoseconds of one product of images under the transforms of a candidate.
    fn image_product_ns(&self, c: &Candidate, cx: Context<'_>) -> f64 {
        grid::words_product_ns(self, c, cx)
    }
    /// The ring as Z/n for n of one word, with the same vectors; `None` where it is another ring.
    fn as_zn(&self) -> Option<&Zn> {
        None
    }
    /// The modulus n, where the ring is Z/n for n of one word.
    fn word_modulus(&self) -> Option<Modulus> {
        self.as_zn().map(Zn::modulus)
    }
    /// The residues of coefficients.
    ///
    /// # Panics
    /// Where [`as_zn`](Self::as_zn) is `None`.
    fn to_words<'a>(&self, v: View<'a, Self>) -> &'a [u64] {
        assert!(self.as_zn().is_some(), "{} is not Z/n for n of one word", self.name());
        v.words()
    }
    /// The vector with these residues, which are below n.
    ///
    /// # Panics
    /// Where [`as_zn`](Self::as_zn) is `None`.
    fn of_words(&self, words: &[u64]) -> Coeffs<Self> {
        let Some(zn) = self.as_zn() else { panic!("{} is not Z/n for n of one word", self.name()) };
        zn.owned(View::from_words(words, words.len(), 1)).into_cast()
    }
}

/// The error of [`Convolve::mul_window_by`] for an algorithm that is not among the candidates.
pub(crate) fn not_applicable<R: Convolve>(
    ring: &R,
    algorithm: ProductAlgorithm,
    shape: &ProductShape,
    cx: Context<'_>,
) -> Error {
    let candidates = ring.product_candidates(shape, cx);
    Error::algorithm(algorithm, shape.task(ring), candidates.iter().map(|c| c.algorithm))
}
