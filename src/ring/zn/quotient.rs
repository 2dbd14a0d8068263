//! Short quotients of power series over Z/n: sums of products unreduced, each sum reduced once.

use super::{
    Zn,
    words::{Accumulator, Triple},
};
use crate::{
    arith::Modulus,
    bits::ceil_log2,
    engine::Cx,
    ring::{Coeffs, Ring, Size, View},
};

/// A divisor with fewer than one term in so many coefficients is gone through term by term.
const SPARSE: usize = 4;

impl Zn {
    /// The first `n` coefficients of a/b, from the inverse of b's lowest one.
    pub(super) fn quotient_words(&self, a: &[u64], b: &[u64], inverse: u64, n: usize) -> Coeffs<Self> {
        let mut out = self.engine().dirty(n);
        let (m, b) = (self.modulus(), &b[..b.len().min(n.max(1))]);
        if self.nonzero(View::from_words(b, b.len(), 1)) < b.len() / SPARSE {
            let terms = b.iter().copied().enumerate().skip(1).filter(|&(_, x)| x != 0).collect::<Vec<_>>();
            sparse_quotient(m, &mut out, a, &terms, inverse);
            return Coeffs::from_words(out, n, 1);
        }
        match 2 * m.bits() + ceil_log2(b.len()) {
            0..=64 => quotient::<u64>(m, &mut out, a, b, inverse),
            65..=128 => quotient::<u128>(m, &mut out, a, b, inverse),
            _ => quotient::<Triple>(m, &mut out, a, b, inverse),
        }
        Coeffs::from_words(out, n, 1)
    }

    /// Predicted nanoseconds of that: each coefficient waits for a reduction and a product by the inverse.
    pub(super) fn quotient_words_ns(&self, n: usize, divisor: Size, cx: Cx<'_>) -> f64 {
        let (costs, long) = (cx.engine().costs(), divisor.len.min(n));
        let products = long as f64 * (n as f64 - long as f64 / 2.0);
        products * costs.word_mul + 2.0 * n as f64 * costs.word_reduce
    }
}

/// The same where few of the b[j], j > 0, are not zero: `terms` are these.
fn sparse_quotient(n: Modulus, q: &mut [u64], a: &[u64], terms: &[(usize, u64)], inverse: u64) {
    for i in 0..q.len() {
        let met = terms.iter().take_while(|(j, _)| *j <= i);
        let sum = met.fold(Triple::default(), |s, &(j, x)| s.add(x, q[i - j])).reduce(n);
        q[i] = n.mul(n.sub(a.get(i).copied().unwrap_or(0), sum), inverse);
    }
}

/// q[i] = (a[i] − Σ b[j]·q[i − j])/b[0] modulo n.
#[inline(always)]
fn quotient<A: Accumulator>(n: Modulus, q: &mut [u64], a: &[u64], b: &[u64], inverse: u64) {
    for i in 0..q.len() {
        let long = b.len().min(i + 1);
        let pairs = b[1..long].iter().zip(q[i + 1 - long..i].iter().rev());
        let sum = pairs.fold(A::default(), |s, (&x, &y)| s.add(x, y)).reduce(n);
        q[i] = n.mul(n.sub(a.get(i).copied().unwrap_or(0), sum), inverse);
    }
}
