//! Terms of linear recurrences.
//!
//! A sequence with minimal polynomial c of degree d has the generating function P/Q, Q = x^d·c(1/x), deg P < d, and multiplied by
//! Q(−x) the denominator is one in x²: the term K of P/Q is the term ⌊K/2⌋ of the quotient of P·Q(−x)'s coefficients of K's parity
//! by those of Q·Q(−x) (Bostan, Mori 2021, "A simple and fast algorithm for computing the N-th term of a linearly recurrent
//! sequence", §2). Two products of d coefficients for each bit of K, over every commutative ring.

use super::{Exponent, Poly, compose::low_product};
use crate::{
    Error, Result,
    engine::Cx,
    ring::{Coeffs, Convolve, View},
};

impl<R: Convolve> Poly<R> {
    /// The term of this index, counted from 0, of the sequence that self is the minimal polynomial of: s_(i+d) = −Σ c_j·s_(i+j),
    /// d its degree, with at least d terms given.
    ///
    /// ```
    /// use polymod::{Poly, Zn, ring::Ring};
    /// let f = Zn::new(998_244_353)?;
    /// let c = Poly::from_i64(&f, &[-1, -1, 1]);
    /// assert_eq!(c.recurrence_term(f.collect(&[0, 1]).view(), 50u64)?, 607_336_789);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] with too few terms; [`Error::OutOfRange`] for a negative index; [`Error::NotInvertible`] where the
    /// leading coefficient is no unit; [`Error::DivisionByZero`] for 0; [`Error::Cancelled`].
    pub fn recurrence_term(&self, terms: View<'_, R>, index: impl Into<Exponent>) -> Result<R::Elem> {
        let index = index.into();
        if index.is_negative() {
            let (expected, got) = ("0 or more", "a negative one".into());
            return Err(Error::OutOfRange { what: "the index of a term", expected, got });
        }
        let degree = self.degree().ok_or(Error::DivisionByZero)?;
        if terms.len() < degree {
            return Err(Error::Length { what: "the initial terms", expected: degree, got: terms.len() });
        }
        self.with(&[], |r, cx| {
            let mut q = r.reversed(self.coeffs());
            let lead = r.inv(&r.get(q.view(), 0))?;
            r.scale(&mut q, &lead);
            self.begins(|| (format!("term of an index of {} bits", index.bits()), "halving"), &[])?;
            let p = low_product(r, terms.low(degree), q.view(), degree, cx)?;
            term(r, p, q, &index, cx)
        })
    }
}

/// The coefficient of x^index in p/q; q begins with 1.
fn term<R: Convolve>(r: &R, p: Coeffs<R>, q: Coeffs<R>, index: &Exponent, cx: Cx<'_>) -> Result<R::Elem> {
    let (mut p, mut q) = (p, q);
    for bit in 0..index.bits() {
        cx.check()?;
        // q(−x)
        let mut turned = r.owned(q.view());
        r.mul_each(&mut turned, signs(r, q.len()).view());
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
