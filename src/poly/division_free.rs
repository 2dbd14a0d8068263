//! Subresultants over any ring, without divisions by the operands' coefficients.
//!
//! For formal degrees n ≥ m ≥ 1 of A and B let P_0 = 1, P_1 = x, P_(k+1) = x·P_k + P_(k−1), and
//! U = x^(n−m)·P_m + P_(m−1). The quotients of U and P_m in Euclid's algorithm are x^(n−m), x, …, x.
//! Over the power series in t, therefore, all remainders of
//!
//! ```text
//! A_t = U + t·(A − U),   B_t = P_m + t·(B − P_m)
//! ```
//!
//! have units as leading coefficients and no degree is missing. Their subresultant S_j is a
//! polynomial in t of degree at most n + m − 2j, so that power series modulo t^(n+m+1) give it, and
//! its value at t = 1 is the subresultant of A and B (Strassen 1973, "Vermeidung von Divisionen";
//! Kaltofen 1992, "On computing determinants of matrices without divisions"). Cost: about
//! m·(n + m) products of power series to n + m terms.

use super::{Poly, series};
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, Convolve},
};

/// The subresultants S₀, …, S_(m−1) of a and b, deg a ≥ deg b = m ≥ 1.
pub(super) fn chain<R: Convolve>(a: &Poly<R>, b: &Poly<R>) -> Result<Vec<Poly<R>>> {
    let (r, operands) = (&a.ring, [a, b].map(constants));
    r.engine().enter(|cx| {
        let mut sequence = Sequence::new(r, [&operands[0], &operands[1]], cx.told())?;
        let mut chain = vec![Poly::zero(r); b.len() - 1];
        while sequence.below.len() > 1 {
            sequence.step()?;
            let coefficients = sequence.subresultant()?;
            chain[sequence.below.len() - 1] = Poly::new(r, coefficients.iter().map(|c| c.coeff(0)));
        }
        Ok(chain)
    })
}

/// The coefficients of a polynomial in x as polynomials in y.
pub(super) fn constants<R: Convolve>(p: &Poly<R>) -> Vec<Poly<R>> {
    p.iter().map(|c| Poly::new(&p.ring, [c])).collect()
}

/// The resultant of a and b, given by their coefficients of x^0, …, x^n and x^0, …, x^m, polynomials in
/// y; n ≥ m ≥ 1, and the last ones may be 0.
pub(super) fn resultant<R: Convolve>(r: &R, a: &[Poly<R>], b: &[Poly<R>]) -> Result<Poly<R>> {
    r.engine().enter(|cx| {
        let mut sequence = Sequence::new(r, [a, b], cx.told())?;
        while sequence.below.len() > 1 {
            sequence.step()?;
        }
        Ok(sequence.subresultant()?.swap_remove(0))
    })
}

/// The resultant of a and its derivative, of formal degrees n ≥ 2 and n − 1, divided by a's leading
/// coefficient c: the determinant with (1, 0, …, 0, n, 0, …, 0) in place of the column
/// (c, 0, …, 0, n·c, 0, …, 0). `a` is given by its n + 1 coefficients, polynomials in y.
///
/// That column belongs to the constant terms of the reversed polynomials, so that the determinant is
/// u(0) + n·v(0) for the cofactors of their resultant.
pub(super) fn derivative_determinant<R: Convolve>(r: &R, a: &[Poly<R>]) -> Result<Poly<R>> {
    let reversed: Vec<_> = a.iter().rev().cloned().collect();
    let derivative: Vec<_> = a.iter().enumerate().skip(1).rev().map(|(k, c)| c.scale(&r.elem(k as i64))).collect();
    r.engine().enter(|cx| {
        let mut sequence = Sequence::new(r, [&reversed, &derivative], cx.told())?;
        while sequence.below.len() > 1 {
            sequence.step()?;
        }
        let Sequence { series, factor, cofactors, .. } = &sequence;
        Ok(series.at_one(&series.product(factor, &cofactors[1])?))
    })
}

/// Power series in t whose coefficients are polynomials in y. That of t^k has degree at most k·d, where
/// d bounds the degrees of the operands' coefficients, so that t = y^`stride` keeps them apart.
struct Series<'a, R: Convolve> {
    r: &'a R,
    /// The number of terms in t times the stride.
    terms: usize,
    stride: usize,
    cx: Context<'a>,
}

impl<R: Convolve> Series<'_, R> {
    fn product(&self, a: &Coeffs<R>, b: &Coeffs<R>) -> Result<Coeffs<R>> {
        if a.is_empty() || b.is_empty() {
            return Ok(self.r.zeros(0));
        }
        let window = 0..self.terms.min(a.len() + b.len() - 1);
        self.r.mul_window(a.view(), b.view(), window, self.cx)
    }

    /// Subtracts b·c from a.
    fn sub_product(&self, a: &mut Coeffs<R>, b: &Coeffs<R>, c: &Coeffs<R>) -> Result<()> {
        let product = self.product(b, c)?;
        if a.len() < product.len() {
            self.r.resize(a, product.len());
        }
        self.r.sub_at(a, 0, product.view());
        Ok(())
    }

    fn inverse(&self, a: &Coeffs<R>) -> Result<Coeffs<R>> {
        series::inv_series(self.r, a.view(), self.terms, self.cx)
    }

    /// The value at t = 1 of a polynomial.
    fn at_one(&self, a: &Coeffs<R>) -> Poly<R> {
        let mut sum = self.r.zeros(self.stride);
        for start in (0..a.len()).step_by(self.stride) {
            self.r.add_at(&mut sum, 0, a.slice(start..a.len().min(start + self.stride)));
        }
        Poly::from_coeffs(self.r, sum)
    }

    /// The coefficients of base + t·(p − base).
    fn deformed(&self, base: &Poly<R>, p: &[Poly<R>]) -> Vec<Coeffs<R>> {
        let r = self.r;
        let coefficient = |(i, c): (usize, &Poly<R>)| {
            let constant = r.collect(&[base.coeff(i)]);
            let mut sum = r.zeros(self.stride + c.len().max(1));
            r.copy_at(&mut sum, self.stride, c.coeffs());
            r.sub_at(&mut sum, self.stride, constant.view());
            r.copy_at(&mut sum, 0, constant.view());
            sum
        };
        p.iter().enumerate().map(coefficient).collect()
    }
}

/// Two consecutive remainders of A_t and B_t, by their coefficients of x.
struct Sequence<'a, R: Convolve> {
    series: Series<'a, R>,
    degrees: [usize; 2],
    above: Vec<Coeffs<R>>,
    below: Vec<Coeffs<R>>,
    /// The factor of the remainder `below` in the subresultant that it is a multiple of, but for
    /// the sign.
    factor: Coeffs<R>,
    /// u(0) + n·v(0) for the remainders u·A_t + v·B_t, n the degree of A.
    cofactors: [Coeffs<R>; 2],
}

impl<'a, R: Convolve> Sequence<'a, R> {
    fn new(r: &'a R, [a, b]: [&[Poly<R>]; 2], cx: Context<'a>) -> Result<Self> {
        let (n, m) = (a.len() - 1, b.len() - 1);
        let (mut before, mut last) = (Poly::one(r), Poly::x(r));
        for _ in 1..m {
            let next = last.shl(1).checked_add(&before)?;
            before = std::mem::replace(&mut last, next);
        }
        let degree = a.iter().chain(b).filter_map(Poly::degree).max().unwrap_or(0);
        let stride = degree * (n + m) + 1;
        let series = Series { r, terms: (n + m + 1) * stride, stride, cx };
        let above = series.deformed(&last.shl(n - m).checked_add(&before)?, a);
        let below = series.deformed(&last, b);
        let constant = |x: i64| r.collect(&[r.elem(x)]);
        let cofactors = [constant(1), constant(n as i64)];
        Ok(Sequence { series, degrees: [n, m], above, below, factor: constant(1), cofactors })
    }

    /// The next remainder, of one degree less.
    fn step(&mut self) -> Result<()> {
        let (s, degree) = (&self.series, self.below.len() - 1);
        s.cx.check()?;
        let lead = &self.below[degree];
        let inverse = s.inverse(lead)?;
        for _ in 0..self.above.len() - degree {
            self.factor = s.product(&self.factor, lead)?;
        }
        let (mut rest, mut term) = (std::mem::take(&mut self.above), inverse.clone());
        while rest.len() > degree {
            let Some(top) = rest.pop() else { break };
            term = s.product(&top, &inverse)?;
            let shift = rest.len() - degree;
            for (x, y) in rest[shift..].iter_mut().zip(&self.below) {
                s.sub_product(x, &term, y)?;
            }
        }
        // the last term is the quotient's constant
        let [older, newer] = &mut self.cofactors;
        s.sub_product(older, &term, newer)?;
        std::mem::swap(older, newer);
        self.above = std::mem::replace(&mut self.below, rest);
        Ok(())
    }

    /// The coefficients of the subresultant that the remainder `below` is a multiple of, at t = 1.
    fn subresultant(&self) -> Result<Vec<Poly<R>>> {
        let (s, [n, m], j) = (&self.series, self.degrees, self.below.len() - 1);
        let negative = (n - j) % 2 == 1 && (m - j) % 2 == 1;
        let value = |c: &Coeffs<R>| {
            let value = s.at_one(&s.product(&self.factor, c)?);
            Ok(if negative { -value } else { value })
        };
        self.below.iter().map(value).collect()
    }
}
