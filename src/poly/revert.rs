//! Reversion of power series: g with f(g) = x.
//!
//! Newton's iteration for f(g) − x = 0 divides by f'(g) at each step; that is (f(g))'/g', and where g is correct modulo x^h,
//! (f(g))' is 1 modulo x^(h−1), so that g − (f(g) − x)·g' is correct modulo x^(2h−1): one composition and one product per step,
//! over every commutative ring in which the coefficient of x is a unit (Brent, Kung 1978, "Fast algorithms for manipulating
//! formal power series", §3, use f'(g)). Cost: that of two compositions of n terms.

use super::{
    Poly,
    compose::{compose_series, low_product},
};
use crate::{
    Error, Result,
    engine::Context,
    ring::{Coeffs, Convolve, View},
};

impl<R: Convolve> Poly<R> {
    /// The series g without constant term, modulo x^n, with self(g) = x.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let catalan = Poly::parse(&f, "x - x^2")?.revert_series(7)?;
    /// assert_eq!(catalan, Poly::from_i64(&f, &[0, 1, 1, 2, 5, 14, 42]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] where the constant term is not 0; [`Error::NotInvertible`] where the coefficient of x is no unit;
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn revert_series(&self, n: usize) -> Result<Self> {
        self.with(&[], |r, cx| {
            if !r.is_zero(&self.coeff(0)) {
                let (expected, got) = ("0 as constant term", r.elem_to_text(&self.coeff(0)));
                return Err(Error::Domain { operation: "a reversion", expected, got });
            }
            let slope = r.inv(&self.coeff(1))?;
            self.begins(|| (format!("reversion to {n} terms"), "newton"), &[])?;
            Ok(Self::from_coeffs(r, revert(r, self.coeffs(), &slope, n, cx)?))
        })
    }
}

/// Reversion modulo x^n of f = x/slope + ….
fn revert<R: Convolve>(r: &R, f: View<'_, R>, slope: &R::Elem, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    let mut lengths = vec![n.max(2)];
    while lengths[lengths.len() - 1] > 2 {
        lengths.push((lengths[lengths.len() - 1] + 1).div_ceil(2));
    }
    let mut g = r.collect(&[r.elem(0), slope.clone()]);
    for &m in lengths.iter().rev().skip(1) {
        let h = g.len();
        // f(g) − x begins at x^h
        let value = compose_series(r, f.low(m), g.view(), m, None, cx)?;
        let mut error = r.owned(value.slice(h..m));
        r.neg_all(&mut error);
        let mut derivative = r.owned(g.view().from(1));
        r.mul_index(&mut derivative, 1);
        let step = low_product(r, error.view(), derivative.view(), m - h, cx)?;
        r.resize(&mut g, m);
        r.copy_at(&mut g, h, step.view());
    }
    r.resize(&mut g, n);
    Ok(g)
}
