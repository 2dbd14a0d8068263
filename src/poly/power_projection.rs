//! Power projection: the values of a linear form at the powers of a series.
//!
//! Σ y^j Σ w_i·[x^i] B^j is the coefficient of x^(n−1) in W/Q for W = Σ w_i·x^(n−1−i), Q = 1 − y·B(x). With Q(x, y)·Q(−x, y) =
//! V(x², y), W/Q is W·Q(−x, y)/V(x², y), and only the powers of x in its numerator of the same parity as n − 1 contribute: a
//! quotient with half as many terms in x, and twice the degree in y (Kinoshita, Li 2024, "Power series composition in near-linear
//! time", §3). It is the transpose of [composition](super::compose_halving), at the same cost: two squares and two products of
//! n·d terms per step, with n·d nearly constant.

use super::{
    Poly,
    compose_halving::Rows,
    quotient::{By, quotient},
};
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, Convolve, View},
};

impl<R: Convolve> Poly<R> {
    /// `Σ weights[i]·[x^i] self^j` for j < m: the transpose of the composition of series, which maps a to Σ a_j·self^j.
    /// Coefficients of self beyond the number of weights do not matter.
    ///
    /// ```
    /// use polymod::{Poly, Ring, Zn};
    /// let f = Zn::new(97)?;
    /// let b = Poly::from_i64(&f, &[1, 1]);
    /// let weights = f.collect(&[0, 0, 1]);                           // the coefficient of x²
    /// assert_eq!(f.words(b.power_projection(weights.view(), 5)?.view()), [0, 0, 1, 3, 6]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn power_projection(&self, weights: View<'_, R>, m: usize) -> Result<Coeffs<R>> {
        self.begins(|| (format!("power projection, {m} powers"), "kinoshita-li"), &[])?;
        self.with(&[], |r, cx| {
            if m == 0 || weights.is_empty() {
                return Ok(r.zeros(m));
            }
            let numerator = Rows { terms: weights.len(), degree: 0, coeffs: r.reversed(weights) };
            last(r, numerator, Rows::of_powers(r, self.coeffs(), weights.len()), m, cx)
        })
    }
}

/// The coefficient of x^(n−1) in P/Q modulo y^m; P and Q have n rows, P's degree in y is below Q's, Q(x, 0) = 1.
fn last<R: Convolve>(r: &R, mut p: Rows<R>, mut q: Rows<R>, m: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    while q.terms > 1 {
        cx.check()?;
        let (n, d) = (q.terms, q.degree);
        // rows of P have d coefficients, those of Q d + 1: with this stride products of rows do not overlap
        let stride = 2 * d;
        let [even, odd] = [0, 1].map(|first| p.every_other(r, first, stride));
        let [q_even, q_odd] = [0, 1].map(|first| q.every_other(r, first, stride));
        let len = n.div_ceil(2) * stride;
        // Q(−x, y) = E(x²) − x·O(x²)
        let (mut coeffs, minus, at) = if n % 2 == 1 {
            let product = |cx| r.mul_window(even.view(), q_even.view(), 0..len, cx);
            let (x, y) = cx.join(product, |cx| r.mul_window(odd.view(), q_odd.view(), 0..len - stride, cx));
            (x?, y?, stride)
        } else {
            let product = |cx| r.mul_window(odd.view(), q_even.view(), 0..len, cx);
            let (x, y) = cx.join(product, |cx| r.mul_window(even.view(), q_odd.view(), 0..len, cx));
            (x?, y?, 0)
        };
        r.sub_at(&mut coeffs, at, minus.view());
        q = q.graeffe(r, cx)?;
        p = Rows { terms: q.terms, degree: stride - 1, coeffs };
    }
    quotient(r, p.coeffs.view(), By { b: q.coeffs.view(), inverse: Some(&r.one()) }, m, cx)
}
