//! The oracle: operations on plain lists of elements, by the definition.

use super::{AnyElem, AnyRing};
use crate::ring::traits::*;
use std::ops::Range;

/// a − b.
pub(super) fn difference(r: &AnyRing, a: &AnyElem, b: &AnyElem) -> AnyElem {
    r.add(a, &r.neg(b))
}

/// The product of two polynomials.
pub(super) fn product(r: &AnyRing, a: &[AnyElem], b: &[AnyElem]) -> Vec<AnyElem> {
    let mut out = vec![r.elem(0); (a.len() + b.len()).saturating_sub(1)];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| !r.is_zero(x)) {
        for (j, y) in b.iter().enumerate().filter(|(_, y)| !r.is_zero(y)) {
            out[i + j] = r.add(&out[i + j], &r.mul(x, y));
        }
    }
    out
}

/// The sum of two polynomials.
pub(super) fn sum(r: &AnyRing, a: &[AnyElem], b: &[AnyElem]) -> Vec<AnyElem> {
    let at = |v: &[AnyElem], i: usize| v.get(i).cloned().unwrap_or(r.elem(0));
    (0..a.len().max(b.len())).map(|i| r.add(&at(a, i), &at(b, i))).collect()
}

/// Coefficients `w` of the list `all`; zeros beyond its end.
pub(super) fn cut(r: &AnyRing, all: &[AnyElem], w: &Range<usize>) -> Vec<AnyElem> {
    w.clone().map(|i| all.get(i).cloned().unwrap_or(r.elem(0))).collect()
}

/// The list without trailing zeros.
pub(super) fn trimmed(r: &AnyRing, mut v: Vec<AnyElem>) -> Vec<AnyElem> {
    while v.last().is_some_and(|x| r.is_zero(x)) {
        v.pop();
    }
    v
}

/// v(x).
pub(super) fn value(r: &AnyRing, v: &[AnyElem], x: &AnyElem) -> AnyElem {
    v.iter().rev().fold(r.elem(0), |sum, c| r.add(&r.mul(&sum, x), c))
}

/// Quotient and remainder of a by b, without trailing zeros; the leading coefficient of b has this inverse.
pub(super) fn divided(r: &AnyRing, a: &[AnyElem], b: &[AnyElem], inverse: &AnyElem) -> [Vec<AnyElem>; 2] {
    let mut rest = a.to_vec();
    let mut quotient = vec![r.elem(0); (a.len() + 1).saturating_sub(b.len())];
    for (shift, q) in quotient.iter_mut().enumerate().rev() {
        *q = r.mul(&rest[shift + b.len() - 1], inverse);
        for (x, y) in rest[shift..].iter_mut().zip(b) {
            *x = difference(r, x, &r.mul(q, y));
        }
    }
    [trimmed(r, quotient), trimmed(r, rest)]
}

/// The first terms f of exp(a), at least one: i·f_i = Σ j·a_j·f_(i − j).
pub(super) fn exponential(r: &AnyRing, a: &[AnyElem], terms: usize) -> Vec<AnyElem> {
    let mut f = vec![r.one()];
    for i in 1..terms {
        let met = (1..a.len().min(i + 1)).map(|j| r.mul(&r.mul(&r.elem(j as i64), &a[j]), &f[i - j]));
        let sum = met.fold(r.elem(0), |sum, x| r.add(&sum, &x));
        f.push(r.mul(&sum, &r.inv(&r.elem(i as i64)).expect("a unit, where there is a result")));
    }
    f
}

/// The product of two matrices of these dimensions, row by row.
pub(super) fn matrix_product(r: &AnyRing, [m, k, n]: [usize; 3], a: &[AnyElem], b: &[AnyElem]) -> Vec<AnyElem> {
    let entry = |i: usize, j: usize| (0..k).fold(r.elem(0), |sum, t| r.add(&sum, &r.mul(&a[i * k + t], &b[t * n + j])));
    (0..m * n).map(|at| entry(at / n, at % n)).collect()
}

/// The determinant of a matrix by expansion along its first row.
pub(super) fn determinant(r: &AnyRing, n: usize, m: &[AnyElem]) -> AnyElem {
    if n == 0 {
        return r.one();
    }
    let minor = |j: usize| -> Vec<AnyElem> { (n..n * n).filter(|at| at % n != j).map(|at| m[at].clone()).collect() };
    (0..n).fold(r.elem(0), |sum, j| {
        let term = r.mul(&m[j], &determinant(r, n - 1, &minor(j)));
        if j % 2 == 0 { r.add(&sum, &term) } else { difference(r, &sum, &term) }
    })
}
