//! Division by polynomials with few terms, in a time linear in the number of terms.
//!
//! Let 1 + b_j·x^j + … be a power series whose lowest term after 1 is that of x^j. Then j coefficients
//! of a quotient by it follow at once from those before them: for each term one product of a vector by
//! an element, and none where the coefficient is ±1.

use crate::{
    Result,
    ring::{Coeffs, Convolve, View},
};

/// Least distance of the two lowest terms for which vectors of that length are worth their calls.
const LEAST: usize = 8;
/// Number of coefficients for each term from which on a divisor has few terms.
const SPARSE: usize = 16;

/// Whether a divisor has so few terms that these alone are looked at.
pub(super) fn has_few<R: Convolve>(r: &R, b: View<'_, R>) -> bool {
    let skips = r.as_zn().is_some() || r.packed_bits() == 1;
    b.len() >= SPARSE && !skips && r.size(b).bits == 0 && SPARSE * r.nonzero(b) <= b.len()
}

/// The terms of a series but for the lowest: exponents and coefficients over the lowest one.
pub(super) struct Terms<R: Convolve>(Vec<(usize, R::Elem)>);

impl<R: Convolve> Terms<R> {
    /// Those of a series b, given 1/`b[0]`; `None` where there are many, and over rings whose own
    /// algorithms skip zeros or whose elements grow.
    pub fn of(r: &R, b: View<'_, R>, inverse: Option<&R::Elem>) -> Option<Self> {
        let inverse = inverse.filter(|_| has_few(r, b))?;
        let terms = (1..b.len()).map(|j| (j, r.get(b, j))).filter(|(_, c)| !r.is_zero(c));
        Some(Terms(terms.map(|(j, c)| (j, r.mul(&c, inverse))).collect()))
    }

    /// The first `n` coefficients of a/b.
    pub fn quotient(&self, r: &R, a: View<'_, R>, inverse: &R::Elem, n: usize) -> Coeffs<R> {
        let mut q = r.zeros(n);
        r.copy_at(&mut q, 0, a.low(n));
        if !r.is_one(inverse) {
            r.scale(&mut q, inverse);
        }
        let Some((gap, _)) = self.0.first() else { return q };
        if *gap < LEAST {
            return self.one_by_one(r, &q);
        }
        for start in (*gap..n).step_by(*gap) {
            let end = n.min(start + gap);
            for (j, c) in self.0.iter().take_while(|(j, _)| *j < end) {
                let first = start.max(*j);
                let before = r.owned(q.slice(first - j..end - j));
                sub_multiple(r, &mut q, first, before, c);
            }
        }
        q
    }

    /// Replaces a/`b[0]` by a/b, one coefficient at a time.
    fn one_by_one(&self, r: &R, a: &Coeffs<R>) -> Coeffs<R> {
        let mut q: Vec<R::Elem> = Vec::with_capacity(a.len());
        for i in 0..a.len() {
            let known = self.0.iter().take_while(|(j, _)| *j <= i);
            let sum = known.fold(r.elem(0), |sum, (j, c)| r.add(&sum, &r.mul(c, &q[i - j])));
            q.push(r.add(&r.get(a.view(), i), &r.neg(&sum)));
        }
        r.collect(&q)
    }
}

/// The first `degree` coefficients of a − q·b, for a b of that degree with few terms.
pub(super) fn remainder<R: Convolve>(r: &R, a: View<'_, R>, q: View<'_, R>, b: View<'_, R>) -> Coeffs<R> {
    let degree = b.len() - 1;
    let mut rest = r.owned(a.low(degree));
    for j in 0..degree {
        let c = r.get(b, j);
        if !r.is_zero(&c) {
            sub_multiple(r, &mut rest, j, r.owned(q.low(degree - j)), &c);
        }
    }
    rest
}

/// Subtracts c·x^at·v from `out`.
fn sub_multiple<R: Convolve>(r: &R, out: &mut Coeffs<R>, at: usize, mut v: Coeffs<R>, c: &R::Elem) {
    if r.is_one(&r.neg(c)) {
        r.add_at(out, at, v.view());
        return;
    }
    if !r.is_one(c) {
        r.scale(&mut v, c);
    }
    r.sub_at(out, at, v.view());
}

/// The first `n` coefficients of a/b by the definition, which skips zeros of b where they are many.
pub(super) fn short_quotient<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    b: View<'_, R>,
    inverse: Option<&R::Elem>,
    n: usize,
) -> Result<Coeffs<R>> {
    match (Terms::of(r, b.low(n.max(1)), inverse), inverse) {
        (Some(terms), Some(inverse)) => Ok(terms.quotient(r, a, inverse, n)),
        _ => r.short_quotient(a, b, inverse, n),
    }
}
