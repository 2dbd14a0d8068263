//! Products of vectors of coefficients, in full or in part, and through transformed operands.

use super::{
    Ring, classical,
    grid::{self, Grid, GridShape},
    product::{Candidate, Candidates, Choices, ProductAlgorithm, ProductShape},
    roots::OwnDft,
    shape::{ConvShape, Size, Window},
    vector::{Coeffs, View},
};
use crate::{Error, Result, arith::Modulus, engine::Context, monitor::Alternative, transform::ntt::Wrap};
use std::{ops::Range, sync::Arc};

/// Convolution of vectors through transformed operands. An [`Image`](Self::Image) hides order, primes, laziness and
/// layout; any two images of one plan can be multiplied.
pub trait Convolve: Ring {
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

    /// The algorithms that can multiply this shape, with predicted costs: a pure function of shape and cost model.
    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates;
    /// Number of bytes that the engine's memory limit leaves for working memory, next to operands and result.
    fn working_memory(&self, shape: &ProductShape) -> u64 {
        self.engine().memory().saturating_sub(shape.held_bytes(self.zeros(0).width))
    }
    /// A candidate known to be the cheapest without evaluating the others.
    fn evident_product(&self, _shape: &ProductShape, _cx: Context<'_>) -> Option<Candidate> {
        None
    }
    /// The ring's memo of choices, if it has one.
    fn choices(&self) -> Option<&Choices> {
        None
    }
    /// The cheapest candidate within the memory limit.
    fn choose_product(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate {
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
    /// [`Error::Cancelled`].
    fn chosen_product<'e>(&self, shape: &ProductShape, cx: Context<'e>) -> Result<(Candidate, Context<'e>)> {
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
    /// [`Error::Algorithm`] when it is not; [`Error::TooLarge`]; [`Error::Cancelled`].
    fn mul_window_by(
        &self,
        algorithm: ProductAlgorithm,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()>;

    /// `out[at + i] = (a·b)[w.start + i]`, by the cheapest algorithm; for products that share no image with others.
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    fn mul_window_at(
        &self,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()> {
        let shape = ProductShape::of(self, a, b, w.clone());
        let (chosen, cx) = self.chosen_product(&shape, cx)?;
        self.mul_window_by(chosen.algorithm, out, at, a, b, w, cx)
    }
    /// Coefficients `w` of a·b as a new vector.
    ///
    /// # Errors
    /// Those of [`mul_window_at`](Self::mul_window_at).
    fn mul_window(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<Coeffs<Self>> {
        let mut out = self.zeros(w.len());
        self.mul_window_at(&mut out, 0, a, b, w, cx)?;
        Ok(out)
    }

    /// Predicted nanoseconds of one product of images under the transforms of a candidate.
    fn image_product_ns(&self, c: &Candidate, cx: Context<'_>) -> f64 {
        grid::words_product_ns(self, c, cx)
    }
    /// Predicted nanoseconds and bytes of [`own_matrix_product`](Self::own_matrix_product), where the ring has an
    /// algorithm of its own for this shape.
    fn own_matrix_cost(&self, _shape: &GridShape, _cx: Context<'_>) -> Option<(f64, u64)> {
        None
    }
    /// The coefficients in the shape's window of every entry of a·b, by an algorithm that only this ring has.
    ///
    /// # Errors
    /// [`Error::Unsupported`] without such an algorithm; [`Error::TooLarge`]; [`Error::Cancelled`].
    fn own_matrix_product(
        &self,
        _a: &Grid<'_, Self>,
        _b: &Grid<'_, Self>,
        _shape: &GridShape,
        _cx: Context<'_>,
    ) -> Result<Vec<Coeffs<Self>>> {
        Err(Error::Unsupported { operation: "a product of matrices at points".into(), ring: self.name() })
    }

    /// The determinants of n×n matrices, one for each index of the entries' vectors; `entries` lists the entries row by
    /// row, all vectors are equally long. Gaussian elimination, n³/3 products a determinant.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where an element that is not zero is no unit; [`Error::Cancelled`].
    fn determinants(&self, n: usize, entries: &[View<'_, Self>], cx: Context<'_>) -> Result<Coeffs<Self>> {
        classical::determinants(self, n, entries, cx)
    }
    /// The modulus n, where the ring is Z/n for n of one word.
    fn word_modulus(&self) -> Option<Modulus> {
        None
    }
    /// The residues of coefficients, where the ring is Z/n for n of one word.
    fn to_words<'a>(&self, _v: View<'a, Self>) -> &'a [u64] {
        &[]
    }
    /// The vector with these residues, where the ring is Z/n for n of one word.
    fn of_words(&self, words: &[u64]) -> Coeffs<Self> {
        self.zeros(words.len())
    }
    /// Predicted nanoseconds of one n×n determinant.
    fn determinant_ns(&self, n: usize, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        (n * n * n) as f64 * (costs.word_mul + costs.word_reduce) * self.zeros(0).width.max(1) as f64
    }

    /// Degree below which half-GCD falls back to Euclid's algorithm (measured).
    fn half_gcd_base(&self) -> usize {
        self.engine().costs().crossovers.half_gcd[2]
    }

    /// Number of coefficients of a dense divisor for which a [`short_quotient`](Ring::short_quotient) takes as long as
    /// for this one: the number of coefficients that enter products.
    fn weight(&self, v: View<'_, Self>) -> usize {
        self.nonzero(v)
    }
    /// Predicted nanoseconds of a [`short_quotient`](Ring::short_quotient) with `n` coefficients and a divisor of this
    /// size.
    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Context<'_>) -> f64 {
        let size = Size { len: n.min(divisor.len), ..divisor };
        let shape = ProductShape { a: Size { len: n, ..divisor }, b: size, square: false, window: 0..n };
        let product = self.product_candidates(&shape, cx);
        let schoolbook = product.iter().find(|c| c.algorithm == ProductAlgorithm::Schoolbook);
        schoolbook.map_or(f64::INFINITY, |c| c.predicted_ns)
    }

    /// The ring's own transforms of `len` values, with their predicted cost on the threads allowed.
    fn own_dfts(&self, _len: usize, _cx: Context<'_>) -> Vec<Alternative> {
        Vec::new()
    }
    /// The transform of [`own_dfts`](Self::own_dfts) with this name, at powers of `root`, a principal root of order
    /// `len` (negacyclic: at odd powers, of order 2·`len`).
    fn own_dft(&self, _algorithm: &str, _len: usize, _wrap: Wrap, _root: &Self::Elem) -> Option<Arc<dyn OwnDft>> {
        None
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
