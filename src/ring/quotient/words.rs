//! Elements of few coefficients modulo n of one word: products and remainders on the stack.

use super::{Base, Quotient, reduce::Reduction};
use crate::arith::Modulus;

/// Largest degree of F.
const MOST: usize = 16;

/// The arithmetic of elements as words.
#[derive(Clone, Copy)]
pub(super) struct FewWords<'a> {
    n: Modulus,
    k: usize,
    /// Row i is −t^(k + i) modulo F.
    rows: &'a [u64],
}

impl<B: Base> Quotient<B> {
    /// The arithmetic on words, for a base ring Z/n and few coefficients.
    pub(super) fn few_words(&self) -> Option<FewWords<'_>> {
        let n = self.quiet().as_zn().filter(|_| self.degree() <= MOST)?.modulus();
        match &self.0.reduction {
            Reduction::Rows(rows) => Some(FewWords { n, k: self.degree(), rows: &rows.words }),
            Reduction::Inverse(_) => None,
        }
    }
}

/// A product of two elements, or a sum of such, before reduction.
pub(super) type Wide = [u64; 2 * MOST];

/// The sum of no products.
pub(super) const ZERO: Wide = [0; 2 * MOST];

impl FewWords<'_> {
    /// Adds a·b, of k coefficients each.
    pub fn add_product(self, sum: &mut Wide, a: &[u64], b: &[u64]) {
        for (i, &x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
            for (sum, &y) in sum[i..].iter_mut().zip(b) {
                *sum = self.n.add(*sum, self.n.mul(x, y));
            }
        }
    }

    /// Writes the remainder modulo F.
    pub fn reduce(self, out: &mut [u64], wide: &[u64]) {
        let low = wide.len().min(self.k);
        out[..low].copy_from_slice(&wide[..low]);
        out[low..].fill(0);
        for (&x, row) in wide[low..].iter().zip(self.rows.chunks_exact(self.k)).filter(|(x, _)| **x != 0) {
            for (out, &y) in out.iter_mut().zip(row) {
                *out = self.n.sub(*out, self.n.mul(x, y));
            }
        }
    }

    /// Writes a·b.
    pub fn multiply(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let mut wide = ZERO;
        self.add_product(&mut wide, a, b);
        self.reduce(out, &wide[..2 * self.k - 1]);
    }
}
