//! Products by the definition: the oracle of the tests.

use polymod::ring::{Coeffs, Ring, View};
use std::ops::Range;

/// Coefficients `w` of a·b by the definition, zeros beyond its end: (len a)·(len b) products of elements.
pub fn mul_window<R: Ring>(r: &R, a: View<'_, R>, b: View<'_, R>, w: Range<usize>) -> Coeffs<R> {
    let mut out = r.zeros(w.len());
    for k in w.clone() {
        let mut sum = r.elem(0);
        for i in (k + 1).saturating_sub(b.len())..a.len().min(k + 1) {
            sum = r.add(&sum, &r.mul(&r.get(a, i), &r.get(b, k - i)));
        }
        r.set(&mut out, k - w.start, &sum);
    }
    out
}
