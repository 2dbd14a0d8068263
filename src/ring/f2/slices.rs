//! Products of slices, for callers that keep bits in containers of their own.

use super::F2;
use crate::{
    Error, Result,
    ring::{ProductAlgorithm, ProductShape, Products, Size},
};

impl F2 {
    /// out = a·b: the product of the polynomials whose coefficients are in the slices, 64 a word and that of x^0 in the
    /// lowest bit of the first word.
    ///
    /// In: `a`, `b` of any length, even empty; `out.len() == a.len() + b.len()`. Out: all words; the highest bit of the
    /// last one is zero. Passing one slice as both operands computes a square, which is much cheaper. Long products
    /// take working memory from the engine.
    ///
    /// # Errors
    /// [`Error::Length`] where the length of `out` is wrong; [`Error::Cancelled`].
    ///
    /// ```
    /// let f = polymod::F2::new();
    /// let mut out = [0; 2];
    /// f.mul_into(&mut out, &[0b111], &[1 << 63])?;
    /// assert_eq!(out, [1 << 63, 0b11]); // (1 + x + x²)·x^63
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn mul_into(&self, out: &mut [u64], a: &[u64], b: &[u64]) -> Result<()> {
        let out_len = a.len() + b.len();
        if out.len() != out_len {
            return Err(Error::Length { what: "the output of mul_into", expected: out_len, got: out.len() });
        }
        let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
        if long.len() <= self.few && !short.is_empty() && self.engine.is_quiet() {
            // too short to evaluate candidates, to cut operands or to report a decision
            self.kernel.multiply_few(out, short, long);
            return Ok(());
        }
        let square = std::ptr::eq(a, b);
        let size = |words: &[u64]| Size { len: 64 * words.len(), bits: 0 };
        let shape = || ProductShape { a: size(a), b: size(b), square, window: 0..(64 * out_len).saturating_sub(1) };
        self.engine.enter(|cx| {
            cx.check()?;
            if a.len().max(b.len()) <= self.by_words {
                let short = a.len().min(b.len()) <= self.kernel.base();
                let algorithm = if short { ProductAlgorithm::Schoolbook } else { ProductAlgorithm::Karatsuba };
                cx.decided(|| shape().decision(self, algorithm, cx))?;
                self.multiply_by_words(out, a, b);
                return Ok(());
            }
            let shape = shape();
            let (chosen, cx) = self.chosen_product(&shape, cx)?;
            self.multiply_words(&chosen, out, (a, b), square, cx)
        })
    }
}
