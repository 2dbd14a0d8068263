//! Remainders modulo F of many elements at once, for a base ring Z/n with n of one word: coefficient i of a block of elements is a column, and columns
//! are added and multiplied as vectors. An F of few terms takes few of these steps.

use super::{Base, Quotient, words::FewWords};
use crate::{
    costs::CostModel,
    kernels::transpose,
    ring::{Ring, Zn},
};
use std::ops::Range;

/// Elements of a block. The columns of elements of sixteen coefficients have 31 KB.
pub(super) const BLOCK: usize = 128;
/// From this number of elements on columns take less time than elements one by one.
const LEAST: usize = 12;

/// Remainders of blocks of elements.
#[derive(Clone, Copy)]
pub(super) struct Columns<'a> {
    few: FewWords<'a>,
    base: &'a Zn,
}

impl<B: Base> Quotient<B> {
    /// Remainders of this number of elements by columns, where they apply and take less time than elements one by one.
    pub(super) fn columns(&self, count: usize) -> Option<Columns<'_>> {
        let (few, base) = self.few_words().zip(self.quiet().as_zn())?;
        (count >= LEAST).then_some(Columns { few, base })
    }
}

impl FewWords<'_> {
    /// Predicted nanoseconds of the remainder of one of many polynomials of degree 2k − 2.
    pub fn columns_ns(self, costs: &CostModel) -> f64 {
        let (k, n) = (self.len(), self.modulus().n());
        let entry = |&x: &u64| match x {
            0 => 0.0,
            _ if x == 1 || x == n - 1 => 0.5,
            _ => 1.5,
        };
        let steps: f64 = self.rows().iter().map(entry).sum();
        ((3 * k - 1) as f64 + steps) * costs.split_word
    }
}

impl Columns<'_> {
    /// Writes the remainders of polynomials of degree at most 2k − 2, of which `fill` writes the coefficients of a range of at most [`BLOCK`]: that
    /// of t^i from place `BLOCK`·i on.
    pub fn remainders(self, out: &mut [u64], mut fill: impl FnMut(Range<usize>, &mut [u64])) {
        let (k, target) = (self.few.len(), self.base.engine().target());
        let mut columns = self.base.engine().dirty((2 * k - 1) * BLOCK);
        let mut multiple = [0; BLOCK];
        for (i, out) in out.chunks_mut(BLOCK * k).enumerate() {
            let len = out.len() / k;
            fill(i * BLOCK..i * BLOCK + len, &mut columns);
            let (low, high) = columns.split_at_mut(k * BLOCK);
            for (high, row) in high.chunks_exact(BLOCK).zip(self.few.rows().chunks_exact(k)) {
                for (low, &factor) in low.chunks_exact_mut(BLOCK).zip(row) {
                    self.subtract(&mut low[..len], factor, &high[..len], &mut multiple);
                }
            }
            transpose::transpose(target, low, out, [BLOCK, k], [k, len]);
        }
    }

    /// low −= factor·high.
    fn subtract(self, low: &mut [u64], factor: u64, high: &[u64], multiple: &mut [u64; BLOCK]) {
        if factor == 0 {
        } else if factor == 1 {
            self.base.sub_words(low, high);
        } else if factor == self.few.modulus().n() - 1 {
            self.base.add_words(low, high);
        } else {
            let multiple = &mut multiple[..high.len()];
            multiple.copy_from_slice(high);
            self.base.times(multiple, factor);
            self.base.sub_words(low, multiple);
        }
    }
}
