//! Short quotients of power series, and division by short polynomials.

use super::{Convolve, Ring};
use crate::{
    Result,
    engine::Context,
    ring::{
        classical,
        product::{ProductAlgorithm, ProductShape},
        shape::Size,
        vector::{Coeffs, View},
    },
};

/// Quotients by the definition; the defaults use single elements.
pub trait Quotients: Sized {
    /// The first `n` coefficients of the power series a/b by the definition: n²/2 products of elements. `b` is not
    /// empty; `inverse` is that of its lowest coefficient; without it the algorithm divides by that coefficient.
    ///
    /// # Errors
    /// Those of [`quotient`](Ring::quotient).
    fn short_quotient(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        inverse: Option<&Self::Elem>,
        n: usize,
    ) -> Result<Coeffs<Self>>
    where
        Self: Ring,
    {
        classical::quotient(self, a, b, inverse, n)
    }
    /// The polynomial b, prepared for many divisions; `None` unless it is short enough for a kernel of the ring, and
    /// its leading coefficient is a unit.
    fn short_divisor(&self, _b: View<'_, Self>) -> Option<Box<dyn ShortDivisor<Self>>>
    where
        Self: Ring,
    {
        None
    }
    /// Number of coefficients of a dense divisor for which a [`short_quotient`](Self::short_quotient) takes as long as
    /// for this one: the number of coefficients that enter products.
    fn weight(&self, v: View<'_, Self>) -> usize
    where
        Self: Ring,
    {
        self.nonzero(v)
    }
    /// Predicted nanoseconds of a [`short_quotient`](Self::short_quotient) with `n` coefficients and a divisor of this
    /// size.
    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Context<'_>) -> f64
    where
        Self: Convolve,
    {
        let size = Size { len: n.min(divisor.len), ..divisor };
        let shape = ProductShape { a: Size { len: n, ..divisor }, b: size, square: false, window: 0..n };
        let product = self.product_candidates(&shape, cx);
        let schoolbook = product.iter().find(|c| c.algorithm == ProductAlgorithm::Schoolbook);
        schoolbook.map_or(f64::INFINITY, |c| c.predicted_ns)
    }
}

/// A divisor of degree d ≥ 1, prepared for a ring's kernel for short products.
pub trait ShortDivisor<R: Ring>: Send + Sync {
    /// Quotient and remainder of a, which has at most 2d − 1 coefficients; the remainder may have leading zeros.
    fn div_rem(&self, r: &R, a: View<'_, R>) -> [Coeffs<R>; 2];
    /// a·b modulo the polynomial, for a and b of at most d coefficients; the result may have leading zeros.
    fn product(&self, r: &R, a: View<'_, R>, b: View<'_, R>) -> Coeffs<R>;
}
