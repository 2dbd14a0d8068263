//! Short quotients of power series over the field of two elements, 64 coefficients at a time.

use super::{F2, View, bits::word_reciprocal, mask_end, residues, word};
use crate::{
    Result,
    engine::Context,
    kernels::clmul::Merge,
    ring::{Coeffs, Quotients, Ring, ShortDivisor, Size, Vectors},
};

impl F2 {
    /// Whether a divisor has so few terms that they are added one by one.
    pub(super) fn adds_terms(&self, b: View<'_, Self>) -> bool {
        2 * self.nonzero(b) < b.len().div_ceil(64)
    }
}

impl Quotients for F2 {
    fn short_quotient(&self, a: View<'_, Self>, b: View<'_, Self>, _: Option<&bool>, n: usize) -> Result<Coeffs<Self>> {
        if !self.get(b, 0) {
            return Err(Self::not_invertible());
        }
        let (k, b) = (self.kernel, b.low(n));
        let mut rest = self.owned(a.low(n));
        self.resize(&mut rest, n);
        if n == 0 {
            return Ok(rest);
        }
        let inverse = word_reciprocal(k, word(b, 0), 64);
        let divisor = self.words(b);
        let terms: Option<Vec<usize>> =
            self.adds_terms(b).then(|| (1..b.len()).filter(|&i| divisor[i / 64] >> (i % 64) & 1 == 1).collect());
        for w in 0..rest.words.len() {
            let q = k.word(rest.words[w], inverse) as u64;
            if q != 0 {
                let left = &mut rest.words[w..];
                match &terms {
                    None => k.add_row(left, &divisor[..divisor.len().min(left.len())], q),
                    Some(terms) => {
                        let bits = 64 * left.len();
                        for at in terms.iter().copied().take_while(|at| *at < bits) {
                            k.merge(left, at, &[q], 0, 64.min(bits - at), Merge::Add);
                        }
                    }
                }
            }
            // the remainder's word is zero now
            rest.words[w] = q;
        }
        mask_end(&mut rest.words, n);
        Ok(rest)
    }
    fn short_divisor(&self, b: View<'_, Self>) -> Option<Box<dyn ShortDivisor<Self>>> {
        residues::prepared(self.kernel, b)
    }
    /// Products take whole words, or single terms where those are few: each is added to two words.
    fn weight(&self, v: View<'_, Self>) -> usize {
        if self.adds_terms(v) { 128 * self.nonzero(v) } else { v.len() }
    }
    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        let (words, [call, each]) = (n.div_ceil(64) as f64, costs.bit_row);
        let row = words.min(divisor.len.div_ceil(64) as f64);
        // the last rows are only as long as the remainder
        words * call + each * row * (words - row / 2.0)
    }
}
