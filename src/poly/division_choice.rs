//! The choice of algorithm for a quotient: names and predicted costs.

use super::{
    Divisor,
    quotient::{By, Predicted},
};
use crate::{
    Result,
    choice::{self, Candidate},
    engine::Context,
    monitor::Decision,
    ring::{Convolve, ProductShape, Size},
};

polymod_core::algorithms! {
    /// An algorithm for quotients of polynomials.
    DivisionAlgorithm, "divisions" {
        /// Classical division, one coefficient at a time.
        Schoolbook = "schoolbook",
        /// Two halves of the quotient, with a middle product between them (Moenck, Borodin 1972).
        Halves = "halves",
        /// Newton's iteration for the inverse to half the length, with the quotient included in the last step.
        Newton = "newton",
        /// Blocks of at most the divisor's length with one shared inverse, for quotients longer than the divisor.
        Blocks = "blocks",
    }
    in "polymod::poly"
}

use DivisionAlgorithm::{Blocks, Halves, Newton, Schoolbook};

/// A quotient of `len` coefficients, and the predicted cost of each algorithm.
pub(super) struct Choice<'a, R: Convolve> {
    r: &'a R,
    divisor: Size,
    len: usize,
    pub predicted: Predicted,
    candidates: Vec<Candidate<DivisionAlgorithm>>,
}

impl<'a, R: Convolve> Choice<'a, R> {
    pub fn new(r: &'a R, by: By<'a, R>, len: usize, cx: Context<'_>) -> Self {
        Self::by_size(r, r.size(by.b), len, |len| Predicted::by(r, by.b, len, cx), cx)
    }

    /// For a divisor whose coefficients are all nonzero.
    pub fn dense(r: &'a R, divisor: Size, len: usize, cx: Context<'_>) -> Self {
        Self::by_size(r, divisor, len, |len| Predicted::new(r, divisor, len, cx), cx)
    }

    fn by_size(r: &'a R, divisor: Size, len: usize, predicted: impl Fn(usize) -> Predicted, cx: Context<'_>) -> Self {
        let degree = divisor.len - 1;
        let blocks = len > degree && degree > 0 && divisor.bits == 0;
        let blocks_ns = blocks.then(|| Divisor::blocks_ns(r, divisor, len, |len| predicted(len).inverse, cx));
        let (predicted, overhead) = (predicted(len), cx.engine().costs().division);
        let ways = predicted.ways.iter().copied().chain(blocks_ns.map(|ns| (Blocks, ns)));
        // the bytes are computed where a monitor wants them
        let candidates = ways.map(|(way, ns)| Candidate::new(way, ns + overhead, 0)).collect();
        Choice { r, divisor, len, predicted, candidates }
    }

    /// The demanded algorithm, or the one predicted fastest; the monitor is told.
    ///
    /// # Errors
    /// [`Error::Algorithm`] where the demanded one does not apply; [`Error::Cancelled`].
    pub fn chosen(&self, demanded: Option<DivisionAlgorithm>, cx: Context<'_>) -> Result<DivisionAlgorithm> {
        let chosen = cx.choose(demanded, &self.candidates, u64::MAX, || self.task())?;
        cx.decided(|| self.decision_for(&chosen, cx))?;
        Ok(chosen.algorithm)
    }

    fn task(&self) -> String {
        let (quotient, divisor) = (self.len, self.divisor.len);
        let s = if quotient == 1 { "" } else { "s" };
        format!("division over {}, {quotient} coefficient{s} by a divisor of {divisor}", self.r.name())
    }

    /// The largest product in this algorithm.
    fn product(&self, way: DivisionAlgorithm) -> Option<ProductShape> {
        let (size, degree) = (self.divisor, self.divisor.len - 1);
        let shape = |a, b, window| ProductShape {
            a: Size { len: a, ..size },
            b: Size { len: b, ..size },
            square: false,
            window,
        };
        let half = self.len.div_ceil(2);
        match way {
            Schoolbook => None,
            Halves | Newton => Some(shape(half, self.len, half..self.len)).filter(|_| self.len > 1),
            Blocks => {
                let len = Divisor::<R>::block_len(self.len, degree);
                Some(shape(len, degree + 1, len..len + degree))
            }
        }
    }

    /// Working memory of an algorithm in bytes.
    fn bytes(&self, way: DivisionAlgorithm, cx: Context<'_>) -> u64 {
        let vectors = |count: usize| (8 * count * self.len * self.r.zeros(0).width) as u64;
        match self.product(way) {
            None => vectors(1),
            Some(shape) => vectors(2) + self.r.choose_product(&shape, cx).peak_bytes,
        }
    }

    /// The decisions on the products in an algorithm.
    fn parts(&self, way: DivisionAlgorithm, cx: Context<'_>) -> Vec<Decision> {
        let part = |shape: &ProductShape| shape.decision(self.r, self.r.choose_product(shape, cx).algorithm, cx);
        self.product(way).iter().map(part).collect()
    }

    /// The decision with the bytes of all alternatives, and the decisions on the products in the chosen one.
    fn decision_for(&self, chosen: &Candidate<DivisionAlgorithm>, cx: Context<'_>) -> Decision {
        let mut told = choice::decision(self.task(), chosen, &self.candidates, cx);
        for (alternative, candidate) in told.alternatives.iter_mut().zip(&self.candidates) {
            alternative.peak_bytes = self.bytes(candidate.algorithm, cx);
        }
        Decision { parts: self.parts(chosen.algorithm, cx), ..told }
    }

    /// The decision for the algorithm predicted fastest, with all alternatives, as the monitor gets it.
    pub fn decision(&self, cx: Context<'_>) -> Decision {
        match choice::fastest(&self.candidates, u64::MAX) {
            Some(chosen) => self.decision_for(&chosen, cx),
            None => Decision::only(self.task(), Schoolbook.name()),
        }
    }
}
