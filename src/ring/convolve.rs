//! Products of vectors of coefficients: through transformed operands, whole and in part, and what else is made of them.

use super::{
    Ring, classical,
    grid::{self, Grid, GridShape},
    product::{Candidate, Candidates, Choices, ProductAlgorithm, ProductShape},
    roots::OwnDft,
    shape::{ConvShape, Size, Window},
    vector::{Coeffs, View},
};
use crate::{Error, Result, arith::Modulus, engine::Cx, monitor::Alternative, transform::ntt::Wrap};
use std::{ops::Range, sync::Arc};

/// Products through transformed operands. An [`Image`](Self::Image) hides order, primes, laziness and layout; any two
/// Images of one plan multiply.
pub trait Convolve: Ring {
    /// Fixes what the operands of a family of products must agree on.
    type Plan: Send + Sync;
    /// A transformed operand.
    type Image: Clone + Send + Sync;
    /// A sum of products of Images: another type, because it may be unreduced and is no operand.
    type Sum: Send;

    /// One plan for all the listed products, so that Images can be shared among them, and for sums of up to `terms`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond the longest transform; [`Error::Cancelled`].
    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Cx<'_>) -> Result<Arc<Self::Plan>>;
    /// Whether the plan serves this product too. Over Z a computed operand may be wider than planned: then plan again.
    fn fits(&self, plan: &Self::Plan, shape: &ConvShape, terms: usize) -> bool;
    /// The N of [`Window::Cyclic`].
    fn cyclic_len(&self, plan: &Self::Plan) -> usize;
    /// Any length; what is longer than N is wrapped around.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn transform(&self, plan: &Self::Plan, v: View<'_, Self>, cx: Cx<'_>) -> Result<Self::Image>;
    /// An empty sum.
    fn sum(&self, plan: &Self::Plan, cx: Cx<'_>) -> Self::Sum;
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
        cx: Cx<'_>,
    ) -> Result<()>;
    /// a·b alone, or a² without b; it may take a's memory.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn image_mul(&self, plan: &Self::Plan, a: Self::Image, b: Option<&Self::Image>, cx: Cx<'_>) -> Result<Self::Sum> {
        let mut sum = self.sum(plan, cx);
        self.image_addmul(plan, &mut sum, &a, b.unwrap_or(&a), cx)?;
        Ok(sum)
    }
    /// The image under `to` of an operand that was transformed under `from`, without another transform: where both are
    /// for cyclic products, of lengths N and M with M | N and x^M − 1 | x^N − 1 by the first M values. `None` elsewhere.
    fn image_prefix(&self, _from: &Self::Plan, _to: &Self::Plan, _image: &Self::Image) -> Option<Self::Image> {
        None
    }
    /// a·b alone, where both are still needed.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn image_product(&self, plan: &Self::Plan, a: &Self::Image, b: &Self::Image, cx: Cx<'_>) -> Result<Self::Sum> {
        self.image_mul(plan, a.clone(), Some(b), cx)
    }
    /// `out[at + i]` = wanted coefficient i; `s` is used up.
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
        cx: Cx<'_>,
    ) -> Result<()>;
    /// These coefficients as a vector of their own.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn untransform(&self, plan: &Self::Plan, s: Self::Sum, window: Range<usize>, cx: Cx<'_>) -> Result<Coeffs<Self>> {
        let mut out = self.zeros(window.len());
        self.untransform_at(plan, s, &Window::Exact(window), &mut out, 0, cx)?;
        Ok(out)
    }

    /// The algorithms that can multiply this shape, with predicted costs: a pure function of shape and cost model.
    fn product_candidates(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidates;
    /// Bytes that the engine's memory leaves beside operands and result.
    fn working_memory(&self, shape: &ProductShape) -> u64 {
        self.engine().memory().saturating_sub(shape.held_bytes(self.zeros(0).width))
    }
    /// A candidate that none of the others can beat, where that shows without weighing them.
    fn evident_product(&self, _shape: &ProductShape, _cx: Cx<'_>) -> Option<Candidate> {
        None
    }
    /// Where choices are kept.
    fn choices(&self) -> Option<&Choices> {
        None
    }
    /// The cheapest of them that the memory allows.
    fn choose_product(&self, shape: &ProductShape, cx: Cx<'_>) -> Candidate {
        let weigh = || self.product_candidates(shape, cx).best(self.working_memory(shape));
        let known = || match self.choices() {
            Some(choices) => choices.get_or(shape, cx.threads(), weigh),
            None => weigh(),
        };
        let best = self.evident_product(shape, cx).unwrap_or_else(known);
        Candidate { predicted_ns: best.predicted_ns + cx.engine().costs().operation, ..best }
    }
    /// The same, told to the monitor, and the threads for it.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn chosen_product<'e>(&self, shape: &ProductShape, cx: Cx<'e>) -> Result<(Candidate, Cx<'e>)> {
        let chosen = self.choose_product(shape, cx);
        let cx = cx.for_work(chosen.predicted_ns);
        cx.decided(|| shape.decision(self, chosen.algorithm, cx))?;
        Ok((chosen, cx))
    }
    /// `out[at + i] = (a·b)[w.start + i]` by the algorithm named, which is one of the candidates.
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
        cx: Cx<'_>,
    ) -> Result<()>;

    /// `out[at + i] = (a·b)[w.start + i]`, nothing shared: short kernels, squares (the same view twice), fused passes.
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
        cx: Cx<'_>,
    ) -> Result<()> {
        let shape = ProductShape::of(self, a, b, w.clone());
        let (chosen, cx) = self.chosen_product(&shape, cx)?;
        self.mul_window_by(chosen.algorithm, out, at, a, b, w, cx)
    }
    /// The same as a vector of its own.
    ///
    /// # Errors
    /// Those of [`mul_window_at`](Self::mul_window_at).
    fn mul_window(&self, a: View<'_, Self>, b: View<'_, Self>, w: Range<usize>, cx: Cx<'_>) -> Result<Coeffs<Self>> {
        let mut out = self.zeros(w.len());
        self.mul_window_at(&mut out, 0, a, b, w, cx)?;
        Ok(out)
    }

    /// Predicted nanoseconds of one product of images under the transforms of a candidate.
    fn image_product_ns(&self, c: &Candidate, cx: Cx<'_>) -> f64 {
        grid::words_product_ns(self, c, cx)
    }
    /// Predicted nanoseconds of [`own_matrix_product`](Self::own_matrix_product), where the ring has one for this shape, and the
    /// bytes that it takes.
    fn own_matrix_cost(&self, _shape: &GridShape, _cx: Cx<'_>) -> Option<(f64, u64)> {
        None
    }
    /// The coefficients that the shape's window names of every entry of a·b, by a way that only this ring has.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where there is none; [`Error::TooLarge`]; [`Error::Cancelled`].
    fn own_matrix_product(
        &self,
        _a: &Grid<'_, Self>,
        _b: &Grid<'_, Self>,
        _shape: &GridShape,
        _cx: Cx<'_>,
    ) -> Result<Vec<Coeffs<Self>>> {
        Err(Error::Unsupported { operation: "a product of matrices at points".into(), ring: self.name() })
    }

    /// The determinants of n×n matrices, one for each place: the entries, row by row, have a vector of their values each, all of
    /// the same length. By Gauss's elimination, n³/3 products a place.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where an element that is not zero is no unit; [`Error::Cancelled`].
    fn determinants(&self, n: usize, entries: &[View<'_, Self>], cx: Cx<'_>) -> Result<Coeffs<Self>> {
        classical::determinants(self, n, entries, cx)
    }
    /// n, where this is Z/n for a word n.
    fn word_modulus(&self) -> Option<Modulus> {
        None
    }
    /// The residues of coefficients, where this is Z/n for a word n.
    fn to_words<'a>(&self, _v: View<'a, Self>) -> &'a [u64] {
        &[]
    }
    /// The vector with these residues, likewise.
    fn of_words(&self, words: &[u64]) -> Coeffs<Self> {
        self.zeros(words.len())
    }
    /// Predicted nanoseconds of one of these.
    fn determinant_ns(&self, n: usize, cx: Cx<'_>) -> f64 {
        let costs = cx.engine().costs();
        (n * n * n) as f64 * (costs.word_mul + costs.word_reduce) * self.zeros(0).width.max(1) as f64
    }

    /// Below this many degrees Euclid's steps find the matrix of a half-GCD, and products from there on; measured.
    fn half_gcd_base(&self) -> usize {
        64
    }

    /// How many coefficients a divisor without zeros has by which a [`short_quotient`](Ring::short_quotient) takes as long as by
    /// this one: as many as are multiplied.
    fn weight(&self, v: View<'_, Self>) -> usize {
        self.nonzero(v)
    }
    /// Predicted nanoseconds of [`short_quotient`](Ring::short_quotient): `n` coefficients, by a divisor of this size.
    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Cx<'_>) -> f64 {
        let size = Size { len: n.min(divisor.len), ..divisor };
        let shape = ProductShape { a: Size { len: n, ..divisor }, b: size, square: false, window: 0..n };
        let product = self.product_candidates(&shape, cx);
        let schoolbook = product.iter().find(|c| c.algorithm == ProductAlgorithm::Schoolbook);
        schoolbook.map_or(f64::INFINITY, |c| c.predicted_ns)
    }

    /// The transforms of `len` values that the ring has of its own, with what each is predicted to cost on the threads
    /// allowed.
    fn own_dfts(&self, _len: usize, _cx: Cx<'_>) -> Vec<Alternative> {
        Vec::new()
    }
    /// The one of [`own_dfts`](Self::own_dfts) with this name, at powers of `root`, a principal root of order `len`
    /// (negacyclic: at odd powers, of order 2·`len`).
    fn own_dft(&self, _algorithm: &str, _len: usize, _wrap: Wrap, _root: &Self::Elem) -> Option<Arc<dyn OwnDft>> {
        None
    }
}

/// The error of [`Convolve::mul_window_by`] for an algorithm that is not among the candidates.
pub(crate) fn not_applicable<R: Convolve>(
    ring: &R,
    algorithm: ProductAlgorithm,
    shape: &ProductShape,
    cx: Cx<'_>,
) -> Error {
    Error::Algorithm {
        algorithm: algorithm.to_string(),
        task: shape.task(ring),
        applicable: ring.product_candidates(shape, cx).names(),
    }
}
