//! Terms of linear recurrences.
//!
//! A sequence with minimal polynomial c of degree d has the generating function P/Q, Q = x^d·c(1/x), deg P < d. Multiplied by
//! Q(−x), the denominator is a polynomial in x²: the term K of P/Q is the term ⌊K/2⌋ of the quotient of P·Q(−x)'s coefficients of
//! K's parity by those of Q·Q(−x) (Bostan, Mori 2021, "A simple and fast algorithm for computing the N-th term of a linearly
//! recurrent sequence", §2). Two products of d coefficients for each bit of K, over every commutative ring.
//!
//! Several terms from K on: x^K modulo c expresses the term K + i by the terms i, …, i + d − 1, so that one power modulo c and
//! one middle product give all (Fiduccia 1985, "An efficient formula for linear recurrences").

use super::{
    Divisor, Exponent, Poly,
    compose::low_product,
    quotient::{By, quotient},
};
use crate::{
    Error, Result,
    engine::Context,
    ring::{Coeffs, Convolve, View},
};

impl<R: Convolve> Poly<R> {
    /// Term `index`, counted from 0, of the sequence whose minimal polynomial is self: s_(i+d) = −Σ c_j·s_(i+j), d = deg self; at
    /// least d initial terms are needed, and those after them must satisfy this.
    ///
    /// ```
    /// use polymod::{Poly, Zn, ring::Ring};
    /// let f = Zn::new(998_244_353)?;
    /// let c = Poly::from_i64(&f, &[-1, -1, 1]);
    /// assert_eq!(c.recurrence_term(f.collect(&[0, 1]).view(), 50u64)?, 607_336_789);
    /// assert!(c.recurrence_term(f.collect(&[0, 1, 5]).view(), 50u64).is_err()); // 0, 1, 1, …
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] with too few terms; [`Error::Domain`], which names the first term that contradicts the others, with terms
    /// of another sequence; [`Error::OutOfRange`] for a negative index; [`Error::NotInvertible`] where the leading coefficient is no
    /// unit; [`Error::DivisionByZero`] for 0; [`Error::Cancelled`].
    pub fn recurrence_term(&self, terms: View<'_, R>, index: impl Into<Exponent>) -> Result<R::Elem> {
        let index = index.into();
        let degree = self.checked_degree(terms, &index)?;
        self.with(&[], |r, cx| {
            let mut q = r.reversed(self.coeffs());
            let lead = r.inv(&r.get(q.view(), 0))?;
            r.scale(&mut q, &lead);
            self.begins(|| (format!("term of an index of {} bits", index.bits()), "halving"), &[])?;
            agrees(r, terms, q.view(), cx)?;
            let p = low_product(r, terms.low(degree), q.view(), degree, cx)?;
            term(r, p, q, &index, cx)
        })
    }

    /// `count` terms from `index` on of the sequence, as in [`recurrence_term`](Self::recurrence_term).
    ///
    /// ```
    /// use polymod::{Poly, Zn, ring::Ring};
    /// let f = Zn::new(998_244_353)?;
    /// let c = Poly::from_i64(&f, &[-1, -1, 1]);
    /// let window = c.recurrence_terms(f.collect(&[0, 1]).view(), 10u64, 4)?;
    /// assert_eq!(f.words(window.view()), [55, 89, 144, 233]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`recurrence_term`](Self::recurrence_term); [`Error::TooLarge`].
    pub fn recurrence_terms(&self, terms: View<'_, R>, index: impl Into<Exponent>, count: usize) -> Result<Coeffs<R>> {
        let index = index.into();
        let degree = self.checked_degree(terms, &index)?;
        let monic = self.monic()?;
        let q = self.ring().reversed(monic.coeffs());
        if degree == 0 || count == 0 {
            self.with(&[], |r, cx| agrees(r, terms, q.view(), cx))?;
            return Ok(self.ring().zeros(count));
        }
        let x = Self::x(self.ring());
        let weights = x.pow_mod(index, &Divisor::new(&monic)?)?;
        self.with(&[], |r, cx| {
            agrees(r, terms, q.view(), cx)?;
            let one = r.one();
            let p = low_product(r, terms.low(degree), q.view(), degree, cx)?;
            let first = quotient(r, p.view(), By { b: q.view(), inverse: Some(&one) }, degree + count - 1, cx)?;
            let mut padded = r.owned(weights.coeffs());
            r.resize(&mut padded, degree);
            r.mul_window(r.reversed(padded.view()).view(), first.view(), degree - 1..degree - 1 + count, cx)
        })
    }

    /// The degree, after checks that there are enough terms and that the index is not negative.
    fn checked_degree(&self, terms: View<'_, R>, index: &Exponent) -> Result<usize> {
        if index.is_negative() {
            let (expected, got) = ("0 or more", "a negative one".into());
            return Err(Error::OutOfRange { what: "the index of a term", expected, got });
        }
        let degree = self.degree().ok_or(Error::DivisionByZero)?;
        if terms.len() < degree {
            return Err(Error::Length { what: "the initial terms", expected: degree, got: terms.len() });
        }
        Ok(degree)
    }
}

/// Whether all terms are coefficients of a fraction p/q, deg p < deg q, where q begins with 1.
///
/// # Errors
/// [`Error::Domain`] with the first term that is not.
fn agrees<R: Convolve>(r: &R, terms: View<'_, R>, q: View<'_, R>, cx: Context<'_>) -> Result<()> {
    let order = q.len() - 1;
    if terms.len() <= order {
        return Ok(());
    }
    // of the first coefficients, those of p are left, and none beyond them
    let product = low_product(r, terms, q, terms.len(), cx)?;
    let Some(index) = (order..product.len()).find(|&i| !r.is_zero(&r.get(product.view(), i))) else { return Ok(()) };
    let got = format!("{} at index {index}, counted from 0", r.elem_to_text(&r.get(terms, index)));
    Err(Error::Domain { operation: "the recurrence", expected: "terms that satisfy it", got })
}

/// The coefficient of x^index in p/q; q begins with 1.
fn term<R: Convolve>(r: &R, p: Coeffs<R>, q: Coeffs<R>, index: &Exponent, cx: Context<'_>) -> Result<R::Elem> {
    let (mut p, mut q) = (p, q);
    // q stays as long as it is
    let signs = signs(r, q.len());
    for bit in 0..index.bits() {
        cx.check()?;
        // q(−x)
        let mut turned = r.owned(q.view());
        r.mul_each(&mut turned, signs.view());
        let (top, bottom) = cx.join(
            |cx| low_product(r, p.view(), turned.view(), usize::MAX, cx),
            |cx| low_product(r, q.view(), turned.view(), usize::MAX, cx),
        );
        let parity = usize::from(index.bit(bit));
        p = r.every_other(top?.view(), parity);
        q = r.every_other(bottom?.view(), 0);
    }
    Ok(if p.is_empty() { r.elem(0) } else { r.get(p.view(), 0) })
}

/// 1, −1, 1, ….
fn signs<R: Convolve>(r: &R, n: usize) -> Coeffs<R> {
    let pair = [r.one(), r.elem(-1)];
    r.collect(&(0..n).map(|i| pair[i % 2].clone()).collect::<Vec<_>>())
}
