//! Composition of power series in O(M(n) log n) over any commutative ring.
//!
//! With m coefficients of A and F(y) = y^(m−1)·A(1/y), A(B) is the coefficient of y^(m−1) in F(y)/Q(x, y), Q = 1 − y·B(x). The
//! product Q(x, y)·Q(−x, y) = V(x², y) has even powers of x only, so that F/Q = Q(−x, y)·F/V(x², y): the quotient by V, with half
//! as many terms in x and twice the degree in y, is computed by recursion and multiplied by Q(−x, y) (Kinoshita, Li 2024, "Power
//! series composition in near-linear time", §4; its transpose is the power projection of §3, a Graeffe iteration). For a Q of
//! degree d in y, the d highest coefficients of the quotient up to y^(m−1) determine the next result.
//!
//! With Q(x, y) = E(x²) + x·O(x²), V(z, y) = E(z)² − z·O(z)². A step takes two squares and two products of n·d terms, where n·d
//! is nearly constant. Bivariate polynomials are stored by rows: row i holds the coefficient of x^i, a polynomial in y, and the
//! stride between rows is large enough for products not to overlap.

use super::{
    frame::{Frame, product_ns},
    quotient::{By, quotient},
};
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, ConvShape, Convolve, ProductShape, Size, View},
};

/// a(b) modulo x^n; n ≥ 1, a not empty.
pub(super) fn compose_series<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    b: View<'_, R>,
    n: usize,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    debug_assert!(n > 0 && !a.is_empty(), "nothing to compose");
    highest(r, r.reversed(a).view(), Rows::of_powers(r, b, n), cx)
}

/// Predicted nanoseconds of [`compose_series`].
pub(super) fn predicted_ns<R: Convolve>(r: &R, (m, b, n): (usize, Size, usize), cx: Context<'_>) -> f64 {
    let (mut terms, mut degree, mut bits, mut ns) = (n, 1, b.bits, 0.0);
    while terms > 1 {
        let half = terms.div_ceil(2);
        let size = Size { len: half * (2 * degree + 1), bits };
        let square = ProductShape { a: size, b: size, square: true, window: 0..size.len };
        let twice = Size { len: half * 2 * degree, bits: 2 * bits };
        let squares = r.choose_product(&square, cx).predicted_ns;
        ns += 2.0 * squares + 2.0 * product_ns(r, size, twice, 0..twice.len, cx);
        (terms, degree, bits) = (half, 2 * degree, 2 * bits);
    }
    let last = Size { len: m, bits };
    ns + product_ns(r, last, last, 0..m, cx)
}

/// A polynomial in x and y: `terms` rows (coefficients of x^i), each a polynomial in y of bounded degree.
pub(super) struct Rows<R> {
    pub terms: usize,
    pub degree: usize,
    pub coeffs: Coeffs<R>,
}

impl<R: Convolve> Rows<R> {
    /// 1 − y·b modulo x^n: rows of two coefficients in y.
    pub fn of_powers(r: &R, b: View<'_, R>, n: usize) -> Self {
        let mut minus = r.owned(b.low(n));
        r.neg_all(&mut minus);
        let mut coeffs = r.zeros(2 * n);
        r.set(&mut coeffs, 0, &r.one());
        for i in 0..minus.len() {
            r.copy_at(&mut coeffs, 2 * i + 1, minus.slice(i..i + 1));
        }
        Rows { terms: n, degree: 1, coeffs }
    }

    /// Every second row from `first` on, copied to this stride.
    pub fn every_other(&self, r: &R, first: usize, stride: usize) -> Coeffs<R> {
        let (count, len) = ((self.terms + 1 - first) / 2, self.degree + 1);
        let mut out = r.zeros(count * stride);
        for i in 0..count {
            let from = (2 * i + first) * len;
            r.copy_at(&mut out, i * stride, self.coeffs.slice(from..from + len));
        }
        out
    }

    /// V(z, y) = E(z)² − z·O(z)², with half as many rows.
    pub fn graeffe(&self, r: &R, cx: Context<'_>) -> Result<Rows<R>> {
        let (terms, stride) = (self.terms.div_ceil(2), 2 * self.degree + 1);
        let len = terms * stride;
        let [even, odd] = [0, 1].map(|first| self.every_other(r, first, stride));
        let (even, odd) = cx.join(
            |cx| r.mul_window(even.view(), even.view(), 0..len, cx),
            |cx| match len - stride {
                0 => Ok(r.zeros(0)),
                rest => r.mul_window(odd.view(), odd.view(), 0..rest, cx),
            },
        );
        let (mut coeffs, odd) = (even?, odd?);
        r.sub_at(&mut coeffs, stride, odd.view());
        Ok(Rows { terms, degree: 2 * self.degree, coeffs })
    }
}

/// The coefficients of y^(m−d), …, y^(m−1) of F(y)/Q(x, y), d per row, one row for each of Q's terms; m is F's length, d Q's
/// degree in y. Coefficients at negative exponents are zero. Q(x, 0) = 1.
fn highest<R: Convolve>(r: &R, numerator: View<'_, R>, q: Rows<R>, cx: Context<'_>) -> Result<Coeffs<R>> {
    cx.check()?;
    let (m, n, d) = (numerator.len(), q.terms, q.degree);
    if n == 1 {
        let series = match r.trimmed_len(q.coeffs.view()) {
            1 => r.owned(numerator),
            _ => quotient(r, numerator, By { b: q.coeffs.view(), inverse: Some(&r.one()) }, m, cx)?,
        };
        let mut out = r.zeros(d);
        r.copy_at(&mut out, d.saturating_sub(m), series.view().from(m.saturating_sub(d)));
        return Ok(out);
    }
    let inner = highest(r, numerator, q.graeffe(r, cx)?, cx)?;
    // times Q(−x, y): the overflow into the next row stays below the d coefficients that are kept there
    let stride = 2 * d;
    let [even, odd] = [0, 1].map(|first| q.every_other(r, first, stride));
    drop(q);
    let (even, mut odd) = products(r, inner.view(), [even.view(), odd.view()], cx)?;
    r.neg_all(&mut odd);
    let mut out = r.zeros(n * d);
    for i in 0..n {
        let from = if i % 2 == 0 { &even } else { &odd };
        let at = i / 2 * stride + d;
        r.copy_at(&mut out, i * d, from.slice(at..at + d));
    }
    Ok(out)
}

/// `common`·even and `common`·odd, each truncated to the length of its second factor.
fn products<R: Convolve>(
    r: &R,
    common: View<'_, R>,
    [even, odd]: [View<'_, R>; 2],
    cx: Context<'_>,
) -> Result<(Coeffs<R>, Coeffs<R>)> {
    let shape = ConvShape::exact(r.size(common), r.size(even), 0..even.len());
    match Frame::sharing(r, &[shape], cx)? {
        Some(frame) => {
            let image = frame.image(common)?;
            let product = |v: View<'_, R>| frame.product(frame.image(v)?, &image, 0..v.len());
            Ok((product(even)?, product(odd)?))
        }
        None => {
            let product = |v: View<'_, R>, cx| r.mul_window(common, v, 0..v.len(), cx);
            let (even, odd) = cx.join(|cx| product(even, cx), |cx| product(odd, cx));
            Ok((even?, odd?))
        }
    }
}
