//! Short quotients and exponentials of power series, and division by short polynomials.

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
///
/// ```
/// # use polymod::{Zn, ring::traits::*};
/// let f = Zn::new(97)?;
/// let q = f.short_quotient(f.collect(&[1]).view(), f.collect(&[1, 96]).view(), None, 4)?;
/// assert_eq!(f.words(q.view()), [1, 1, 1, 1]); // 1/(1 − x)
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Quotients: Sized {
    /// The first `n` coefficients of the power series a/b by the definition: n²/2 products of elements. `b` is not
    /// empty; `inverse` is that of its lowest coefficient; without it the algorithm divides by that coefficient.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[0, 1]), f.collect(&[1, 96, 96]));
    /// let fibonacci = f.short_quotient(a.view(), b.view(), Some(&1), 8)?; // x/(1 − x − x²)
    /// assert_eq!(f.words(fibonacci.view()), [0, 1, 1, 2, 3, 5, 8, 13]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
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
    /// Quotient and remainder of a by b by an algorithm of the ring's own, for operands so short that it is the fastest on every machine; `None` for
    /// others, and for an empty b. `b` has no leading zeros; both results may have some.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[3, 2, 1]), f.collect(&[1, 0, 1]));
    /// if let Some(divided) = f.own_division(a.view(), b.view()) {
    ///     let [q, r] = divided?;
    ///     assert_eq!((f.words(q.view()), f.words(r.view())), (&[1][..], &[2, 2][..])); // x² + 2x + 3 = (x² + 1) + 2x + 2
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`quotient`](Ring::quotient) for the leading coefficients.
    fn own_division(&self, _a: View<'_, Self>, _b: View<'_, Self>) -> Option<Result<[Coeffs<Self>; 2]>>
    where
        Self: Ring,
    {
        None
    }
    /// The first `n` terms of exp(a), for a power series a without constant term, by an algorithm of the ring's own; `None` where it has none for so
    /// many terms, and where one of 1, …, n − 1 has no inverse.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let exponential = f.own_exponential(f.collect(&[0, 1]).view(), 4); // 1 + x + x²/2 + x³/6
    /// assert!(exponential.is_none_or(|v| f.words(v.view()) == [1, 1, 49, 81]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_exponential(&self, _a: View<'_, Self>, _n: usize) -> Option<Coeffs<Self>>
    where
        Self: Ring,
    {
        None
    }
    /// The polynomial b, prepared for many divisions; `None` unless it is short enough for a kernel of the ring, and
    /// its leading coefficient is a unit.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[1, 0, 2]), f.collect(&[1, 0, 1])); // 2x² + 1 and x² + 1
    /// if let Some(divisor) = f.short_divisor(b.view()) {
    ///     let [q, r] = divisor.div_rem(&f, a.view());
    ///     assert_eq!((f.get(q.view(), 0), f.get(r.view(), 0)), (2, 96));
    /// }
    /// assert!(f.short_divisor(f.collect(&[5]).view()).is_none()); // a constant
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn short_divisor(&self, _b: View<'_, Self>) -> Option<Box<dyn ShortDivisor<Self>>>
    where
        Self: Ring,
    {
        None
    }
    /// Number of coefficients of a dense divisor for which a [`short_quotient`](Self::short_quotient) takes as long as
    /// for this one: the number of coefficients that enter products.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert!(f.weight(f.collect(&[1, 0, 0, 5]).view()) >= 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn weight(&self, v: View<'_, Self>) -> usize
    where
        Self: Ring,
    {
        self.nonzero(v)
    }
    /// Predicted nanoseconds of a [`short_quotient`](Self::short_quotient) with `n` coefficients and a divisor of this
    /// size.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Size, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let ns = |n| f.engine().enter(|cx| f.short_quotient_ns(n, Size { len: 10, bits: 0 }, cx));
    /// assert!(0.0 < ns(10) && ns(10) < ns(1000));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Context<'_>) -> f64
    where
        Self: Convolve,
    {
        let size = Size { len: n.min(divisor.len), ..divisor };
        let shape = ProductShape { a: Size { len: n, ..divisor }, b: size, square: false, window: 0..n };
        let product = self.product_candidates(&shape, cx);
        let schoolbook = product.get(ProductAlgorithm::Schoolbook);
        schoolbook.map_or(f64::INFINITY, |c| c.predicted_ns)
    }
}

/// A divisor of degree d ≥ 1, prepared for a ring's kernel for short products.
///
/// ```
/// # use polymod::{Zn, ring::traits::*};
/// let f = Zn::new(97)?;
/// let m = f.collect(&[1, 0, 1]); // x² + 1
/// if let Some(m) = f.short_divisor(m.view()) {
///     let x = f.collect(&[0, 1]);
///     assert_eq!(f.get(m.product(&f, x.view(), x.view()).view(), 0), 96); // x² = −1
/// }
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait ShortDivisor<R: Ring>: Send + Sync {
    /// Quotient and remainder of a, which has at most 2d − 1 coefficients; the remainder may have leading zeros.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[3, 2, 1]), f.collect(&[1, 0, 1]));
    /// if let Some(divisor) = f.short_divisor(b.view()) {
    ///     let [q, r] = divisor.div_rem(&f, a.view());
    ///     assert_eq!((f.get(q.view(), 0), f.words(r.view())), (1, &[2, 2][..])); // x² + 2x + 3 = (x² + 1) + 2x + 2
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn div_rem(&self, r: &R, a: View<'_, R>) -> [Coeffs<R>; 2];
    /// a·b modulo the polynomial, for a and b of at most d coefficients; the result may have leading zeros.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, m) = (f.collect(&[0, 1]), f.collect(&[1, 1, 1])); // x, and x² + x + 1
    /// if let Some(m) = f.short_divisor(m.view()) {
    ///     assert_eq!(f.words(m.product(&f, a.view(), a.view()).view()), [96, 96]); // x² = −x − 1
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn product(&self, r: &R, a: View<'_, R>, b: View<'_, R>) -> Coeffs<R>;
    /// a^e modulo the polynomial, for a of at most d coefficients and an exponent e of several words, least significant first; the result may have
    /// leading zeros. `None`, as by default, where products one by one are no slower.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, m) = (f.collect(&[0, 1]), f.collect(&[1, 1, 1])); // x, and x² + x + 1
    /// if let Some(power) = f.short_divisor(m.view()).and_then(|m| m.power(&f, a.view(), &[97, 1])) {
    ///     assert_eq!(f.words(power.view()), [96, 96]); // x³ = 1, and 2^64 + 97 = 3k + 2
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn power(&self, _r: &R, _a: View<'_, R>, _e: &[u64]) -> Option<Coeffs<R>> {
        None
    }
}
