//! A divisor with precomputed inverse and transforms, for many divisions.
//!
//! Let b be the divisor, of degree d, and g the inverse modulo x^n of b in reverse order, itself in reverse order. Then n
//! quotient coefficients are the middle of the product of the dividend's upper n coefficients by g, and b times them modulo x^N −
//! 1, N ≥ d, gives the remainder. With the transforms of g and b precomputed, a division is two transforms of length 2n and two
//! of length d, as much as one product of length d for n = d. Longer dividends are reduced n coefficients at a time.

use super::{
    Poly,
    compose::low_product,
    divide::{divisor_inverse, remainder, wrapped_remainder},
    frame::{Frame, product_ns},
    quotient::{self, By, Predicted},
};
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, ConvShape, Convolve, ProductShape, ShortDivisor, Size, View},
};
use std::{ops::Range, sync::Arc};

/// The subject of decisions told to the monitor.
const COMPUTATIONS: &str = "computations modulo a polynomial";

/// A divisor with the precomputed data that divisions by it share.
///
/// ```
/// use polymod::{Poly, Zn, poly::Divisor};
/// let f = Zn::new(97)?;
/// let m = Divisor::new(&Poly::parse(&f, "x^3 + x + 1")?)?;
/// let a = Poly::parse(&f, "x^5 + 4")?;
/// assert_eq!(m.rem(&a)?, a.rem(m.poly())?);
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Divisor<R: Convolve> {
    poly: Poly<R>,
    /// The ring's kernel for short divisors, if it takes this one; the other fields are empty then.
    short: Option<Box<dyn ShortDivisor<R>>>,
    /// The inverse of the reversed divisor, in reverse order, with as many coefficients as are divided at a time; empty if no
    /// inverse is used.
    inverse: Coeffs<R>,
    /// Plan and transform of the inverse, for products of its length.
    inverse_image: Option<Kept<R>>,
    /// Plan and transform of the divisor, for cyclic products.
    poly_image: Option<Kept<R>>,
}

/// A precomputed transform and the plan that it was made by.
struct Kept<R: Convolve> {
    plan: Arc<R::Plan>,
    image: R::Image,
    /// Predicted nanoseconds of a product with it: two of three transforms.
    ns: f64,
}

impl<R: Convolve> Kept<R> {
    /// The transform of `v` for a product of two operands of `len` coefficients, cut to `window`.
    fn new(frame: &Frame<'_, R>, v: View<'_, R>, len: usize, window: Range<usize>) -> Result<Self> {
        let size = Size { len, ..frame.r.size(v) };
        let ns = 2.0 / 3.0 * product_ns(frame.r, size, size, window, frame.cx);
        Ok(Kept { plan: frame.plan.clone(), image: frame.image(v)?, ns })
    }

    /// Whether a product with the kept transform is predicted to be faster than an ordinary product, where a whole block has
    /// `block` coefficients and this product m: an ordinary one with three quarters of them takes more than two thirds of the
    /// time.
    fn pays(&self, m: usize, block: usize, other_ns: impl FnOnce() -> f64) -> bool {
        4 * m >= 3 * block || self.ns <= other_ns()
    }

    fn frame<'a>(&self, r: &'a R, cx: Context<'a>) -> Frame<'a, R> {
        Frame { r, plan: self.plan.clone(), cx }
    }
}

impl<R: Convolve> Divisor<R> {
    /// Prepares divisions by `b`: computes one inverse series as long as its degree.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Divisor};
    /// let f = Zn::new(97)?;
    /// let m = Divisor::new(&Poly::from_i64(&f, &[1, 1, 0, 1]))?;
    /// let powers: Vec<_> = (0..6).map(|k| m.rem(&Poly::monomial(&f, &1, k))).collect::<Result<_, _>>()?;
    /// assert_eq!(powers[5], Poly::from_i64(&f, &[1, 1, -1])); // x⁵ modulo x³ + x + 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DivisionByZero`](crate::Error::DivisionByZero); [`Error::NotInvertible`](crate::Error::NotInvertible) with
    /// the factor of n that the leading coefficient shares; [`Error::TooLarge`](crate::Error::TooLarge);
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn new(b: &Poly<R>) -> Result<Self> {
        b.with(&[], |r, cx| {
            if let Some(short) = r.short_divisor(b.coeffs()) {
                b.begins(|| (COMPUTATIONS.into(), "short"), &[])?;
                let (inverse_image, poly_image) = (None, None);
                let short = Some(short);
                return Ok(Divisor { poly: b.clone(), short, inverse: r.zeros(0), inverse_image, poly_image });
            }
            let inverse = divisor_inverse(r, b.coeffs())?;
            let (degree, reversed) = (b.len() - 1, r.reversed(b.coeffs()));
            let by = By { b: reversed.view(), inverse: inverse.as_ref() };
            let block = Size { len: degree, ..r.size(b.coeffs()) };
            // short and sparse divisors are faster without an inverse
            let shared = 2.0 / 3.0 * product_ns(r, block, block, 0..degree, cx);
            let len = if Predicted::by(r, by.b, degree, cx).fastest().1 <= shared { 0 } else { degree };
            b.begins(|| (COMPUTATIONS.into(), if len == 0 { "division" } else { "inverse" }), &[])?;
            Self::with_blocks(r, b.coeffs(), by, len, cx)
        })
    }

    /// The polynomial.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Divisor};
    /// let b = Poly::from_i64(&Zn::new(97)?, &[1, 1, 0, 1]);
    /// assert_eq!(*Divisor::new(&b)?.poly(), b);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn poly(&self) -> &Poly<R> {
        &self.poly
    }

    /// Quotient and remainder of a.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Divisor};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x^5 + 4")?, Poly::parse(&f, "x^3 + x + 1")?);
    /// let (q, r) = Divisor::new(&b)?.div_rem(&a)?;
    /// assert_eq!(&q * &b + &r, a);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`](crate::Error::RingsDiffer); over Z [`Error::NotDivisible`](crate::Error::NotDivisible);
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn div_rem(&self, a: &Poly<R>) -> Result<(Poly<R>, Poly<R>)> {
        a.with(&[&self.poly], |r, cx| {
            let (q, rest) = self.divide(a.coeffs(), true, cx)?;
            Ok((Poly::from_coeffs(r, q), Poly::from_coeffs(r, rest)))
        })
    }

    /// The quotient of a.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Divisor};
    /// let f = Zn::new(97)?;
    /// let m = Divisor::new(&Poly::parse(&f, "x^3 + x + 1")?)?;
    /// assert_eq!(m.quo(&Poly::parse(&f, "x^5 + 4")?)?, Poly::parse(&f, "x^2 - 1")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`div_rem`](Self::div_rem).
    pub fn quo(&self, a: &Poly<R>) -> Result<Poly<R>> {
        a.with(&[&self.poly], |r, cx| Ok(Poly::from_coeffs(r, self.divide(a.coeffs(), false, cx)?.0)))
    }

    /// The remainder of a.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Divisor};
    /// let f = Zn::new(97)?;
    /// let m = Divisor::new(&Poly::parse(&f, "x^3 + x + 1")?)?;
    /// assert_eq!(m.rem(&Poly::parse(&f, "x^5 + 4")?)?, Poly::parse(&f, "-x^2 + x + 5")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`div_rem`](Self::div_rem).
    pub fn rem(&self, a: &Poly<R>) -> Result<Poly<R>> {
        Ok(self.div_rem(a)?.1)
    }

    /// a·b modulo the polynomial.
    ///
    /// ```
    /// use polymod::{Poly, Zn, poly::Divisor};
    /// let f = Zn::new(97)?;
    /// let m = Divisor::new(&Poly::parse(&f, "x^3 + x + 1")?)?;
    /// let a = Poly::parse(&f, "x^2 + 4")?;
    /// assert_eq!(m.product(&a, &a)?, m.rem(&a.sqr()?)?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`div_rem`](Self::div_rem).
    pub fn product(&self, a: &Poly<R>, b: &Poly<R>) -> Result<Poly<R>> {
        a.with(&[b, &self.poly], |r, cx| Ok(Poly::from_coeffs(r, self.multiply(a.coeffs(), b.coeffs(), cx)?)))
    }

    /// a^e modulo the polynomial, for a of lower degree, where a short divisor finds it in one go.
    pub(super) fn short_power(&self, a: &Poly<R>, e: &[u64]) -> Option<Result<Poly<R>>> {
        let short = self.short.as_ref()?;
        let found = a.with(&[&self.poly], |r, _| Ok(short.power(r, a.coeffs(), e).map(|v| Poly::from_coeffs(r, v))));
        found.transpose()
    }

    /// a·b modulo the polynomial; the result may have leading zeros.
    pub(super) fn multiply(&self, a: View<'_, R>, b: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        let (r, degree) = (&self.poly.ring, self.poly.len() - 1);
        if let Some(short) = self.short.as_ref().filter(|_| a.len().max(b.len()) <= degree) {
            cx.check()?;
            return Ok(short.product(r, a, b));
        }
        let product = low_product(r, a, b, usize::MAX, cx)?;
        Ok(self.divide(product.view().low(r.trimmed_len(product.view())), true, cx)?.1)
    }

    /// The length of equal blocks, at most `degree`, of a quotient of n coefficients.
    pub(super) fn block_len(n: usize, degree: usize) -> usize {
        n.div_ceil(n.div_ceil(degree.max(1)))
    }

    /// Predicted nanoseconds of a quotient of n coefficients in blocks, by a divisor of this size, and of its remainder;
    /// `inverse` predicts the inverse of the divisor to a number of terms.
    pub(super) fn blocks_ns(r: &R, size: Size, n: usize, inverse: impl Fn(usize) -> f64, cx: Context<'_>) -> f64 {
        let len = Self::block_len(n, size.len - 1);
        let window = 0..len + size.len - 1;
        let product = r.choose_product(&ProductShape { a: Size { len, ..size }, b: size, square: false, window }, cx);
        // the transforms of the inverse and the divisor are kept, if there are any; each block allocates its operands
        let products = if product.length > 0 { 4.0 / 3.0 } else { 2.0 };
        inverse(len) + n.div_ceil(len) as f64 * (products * product.predicted_ns + cx.engine().costs().step)
    }

    /// A divisor with an inverse for blocks of `len` quotient coefficients; without one for `len` = 0 and over Z. `by` is b in
    /// reverse order.
    pub(super) fn with_blocks(r: &R, b: View<'_, R>, by: By<'_, R>, len: usize, cx: Context<'_>) -> Result<Self> {
        let (size, degree, poly) = (r.size(b), b.len() - 1, Poly::from_coeffs(r, r.owned(b)));
        let mut new = Divisor { poly, short: None, inverse: r.zeros(0), inverse_image: None, poly_image: None };
        if size.bits > 0 || len == 0 {
            return Ok(new);
        }
        new.inverse = r.reversed(quotient::inverse(r, by, len, cx)?.view());
        let block = Size { len, ..size };
        if let Some(frame) = Frame::sharing(r, &[ConvShape::exact(block, block, len - 1..2 * len - 1)], cx)? {
            new.inverse_image = Some(Kept::new(&frame, new.inverse.view(), len, 0..len)?);
            let plain_ns = product_ns(r, block, size, 0..degree, cx);
            if let Some(frame) = Frame::cyclic(r, block, size, degree, plain_ns, cx)? {
                new.poly_image = Some(Kept::new(&frame, b, degree.div_ceil(2), 0..degree)?);
            }
        }
        Ok(new)
    }

    /// Quotient of a, and the remainder if it is wanted (otherwise empty).
    pub(super) fn divide(&self, a: View<'_, R>, wants_rest: bool, cx: Context<'_>) -> Result<(Coeffs<R>, Coeffs<R>)> {
        let (r, degree) = (&self.poly.ring, self.poly.len() - 1);
        if a.len() <= degree {
            return Ok((r.zeros(0), r.owned(a)));
        }
        if let Some(short) = self.short.as_ref().filter(|_| a.len() < 2 * degree) {
            let [q, rest] = short.div_rem(r, a);
            return Ok((q, rest));
        }
        if self.inverse.is_empty() {
            return super::divide::divide(r, a, self.poly.coeffs(), wants_rest, None, cx);
        }
        let (n, block) = (a.len() - degree, self.inverse.len());
        if n <= block {
            let q = self.block_quotient(a.from(degree), cx)?;
            let rest = if wants_rest { self.block_remainder(a, q.view(), cx)? } else { r.zeros(0) };
            return Ok((q, rest));
        }
        let (mut q, mut rest, mut left) = (r.zeros(n), r.owned(a.from(n)), n);
        while left > 0 {
            cx.check()?;
            let m = block.min(left);
            let mut top = r.zeros(degree + m);
            r.copy_at(&mut top, 0, a.slice(left - m..left));
            r.copy_at(&mut top, m, rest.view());
            let part = self.block_quotient(top.view().from(degree), cx)?;
            left -= m;
            r.copy_at(&mut q, left, part.view());
            if wants_rest || left > 0 {
                rest = self.block_remainder(top.view(), part.view(), cx)?;
            }
        }
        Ok((q, if wants_rest { rest } else { r.zeros(0) }))
    }

    /// The quotient of x^degree·top, as many coefficients as `top` has.
    pub(super) fn block_quotient(&self, top: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        let (r, m, len) = (&self.poly.ring, top.len(), self.inverse.len());
        if let Some(kept) = &self.inverse_image {
            let size = r.size(top);
            if kept.pays(m, len, || product_ns(r, size, size, 0..m, cx)) {
                let frame = kept.frame(r, cx.for_work(kept.ns));
                return frame.product(frame.image(top)?, &kept.image, len - 1..len - 1 + m);
            }
        }
        r.mul_window(top, self.inverse.view().from(len - m), m - 1..2 * m - 1, cx)
    }

    /// The remainder after one block of the quotient.
    fn block_remainder(&self, top: View<'_, R>, q: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        let (r, degree) = (&self.poly.ring, self.poly.len() - 1);
        if let Some(kept) = &self.poly_image {
            let (size, window) = (r.size(self.poly.coeffs()), 0..degree);
            if kept.pays(q.len(), self.inverse.len(), || product_ns(r, r.size(q), size, window, cx)) {
                let frame = kept.frame(r, cx.for_work(kept.ns));
                let product = frame.cyclic_product(frame.image(q)?, &kept.image)?;
                return Ok(wrapped_remainder(r, top, product.view(), degree));
            }
        }
        remainder(r, top, q, self.poly.coeffs(), cx)
    }
}

impl<R: Convolve> std::fmt::Debug for Divisor<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Divisor({:?})", self.poly)
    }
}
