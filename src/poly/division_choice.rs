//! The choice of algorithm for a quotient: names and predicted costs.

use super::{
    Divisor,
    quotient::{By, Predicted},
};
use crate::{
    Error, Result,
    engine::Context,
    monitor::{Alternative, Decision},
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
}

use DivisionAlgorithm::{Blocks, Halves, Newton, Schoolbook};

/// A quotient of `len` coefficients, and the predicted cost of each algorithm.
pub(super) struct Choice<'a, R: Convolve> {
    r: &'a R,
    divisor: Size,
    len: usize,
    pub predicted: Predicted,
    blocks_ns: Option<f64>,
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
        Choice { r, divisor, len, predicted: predicted(len), blocks_ns }
    }

    /// The algorithms that apply, with predicted nanoseconds.
    fn ways(&self) -> impl Iterator<Item = (DivisionAlgorithm, f64)> {
        self.predicted.ways.iter().copied().chain(self.blocks_ns.map(|ns| (Blocks, ns)))
    }

    /// The forced algorithm, or the one predicted fastest; the monitor is told.
    ///
    /// # Errors
    /// [`Error::Algorithm`] where the forced one does not apply.
    pub fn chosen(&self, forced: Option<DivisionAlgorithm>, cx: Context<'_>) -> Result<DivisionAlgorithm> {
        let chosen = match forced {
            Some(way) if self.ways().all(|(other, _)| other != way) => {
                return Err(Error::algorithm(way, self.task(), self.ways().map(|(way, _)| way)));
            }
            Some(way) => way,
            None => self.fastest(),
        };
        cx.decided(|| self.decision(chosen, cx))?;
        Ok(chosen)
    }

    /// The algorithm predicted fastest.
    pub fn fastest(&self) -> DivisionAlgorithm {
        self.ways().min_by(|x, y| x.1.total_cmp(&y.1)).map_or(Schoolbook, |(way, _)| way)
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

    /// The decision with all alternatives, as the monitor gets it.
    pub fn decision(&self, chosen: DivisionAlgorithm, cx: Context<'_>) -> Decision {
        let vectors = |count: usize| (8 * count * self.len * self.r.zeros(0).width) as u64;
        let peak_bytes = |way| match self.product(way) {
            None => vectors(1),
            Some(shape) => vectors(2) + self.r.choose_product(&shape, cx).peak_bytes,
        };
        let alternative = |(way, predicted_ns): (DivisionAlgorithm, f64)| Alternative {
            algorithm: way.name(),
            predicted_ns: predicted_ns + cx.engine().costs().division,
            peak_bytes: peak_bytes(way),
        };
        let product = self.product(chosen);
        let part = |shape: &ProductShape| shape.decision(self.r, self.r.choose_product(shape, cx).algorithm, cx);
        Decision {
            task: self.task(),
            chosen: chosen.name(),
            parameters: vec![("threads", cx.threads().to_string())],
            alternatives: self.ways().map(alternative).collect(),
            parts: product.iter().map(part).collect(),
        }
    }
}
