//! Slices in, slices out: for those who keep coefficients in containers of their own.

use super::Zn;
use crate::{
    Error, Result,
    ring::{Candidate, Convolve, ProductShape, Ring, Size, View},
};

impl Zn {
    /// out = a·b: the product of the polynomials whose coefficients, constant term first, are in the slices.
    ///
    /// In: `a`, `b` not empty, entries in [0, n); `out.len() == a.len() + b.len() − 1`; `scratch` at least
    /// [`mul_scratch_len`](Self::mul_scratch_len), of any content. Out: entries in [0, n). Passing one slice as both
    /// operands saves a transform.
    ///
    /// # Errors
    /// [`Error::Length`] where a length is wrong; [`Error::NotReduced`] for an entry that is not below n;
    /// [`Error::Cancelled`].
    ///
    /// ```
    /// let f = polymod::Zn::new(97)?;
    /// let (a, b) = ([96, 96], [96, 96, 0]);
    /// let mut out = [0; 4];
    /// let mut scratch = vec![0; f.mul_scratch_len(a.len(), b.len())];
    /// f.mul_into(&mut out, &a, &b, &mut scratch)?;
    /// assert_eq!(out, [1, 2, 1, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn mul_into(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) -> Result<()> {
        let length = |what, expected, got| Error::Length { what, expected, got };
        if a.is_empty() || b.is_empty() {
            return Err(length("an operand of mul_into", 1, 0));
        }
        if out.len() != a.len() + b.len() - 1 {
            return Err(length("the output of mul_into", a.len() + b.len() - 1, out.len()));
        }
        let (x, y) = (self.view(a)?, self.view(b)?);
        let square = std::ptr::eq(a, b);
        let c = self.slice_candidate(a.len(), b.len(), square);
        let needed = Self::scratch_words(c, a.len().max(b.len()));
        if scratch.len() < needed {
            return Err(length("the scratch of mul_into", needed, scratch.len()));
        }
        self.engine().enter(|cx| {
            if c.blocks > 1 { self.mul_blocks(out, x, y) } else { self.mul_slices(c, out, a, b, scratch, cx) }
        })
    }

    /// Words of scratch that [`mul_into`](Self::mul_into) needs for operands of these lengths.
    #[must_use]
    pub fn mul_scratch_len(&self, a_len: usize, b_len: usize) -> usize {
        let words = |square| Self::scratch_words(self.slice_candidate(a_len, b_len, square), a_len.max(b_len));
        if a_len == b_len { words(false).max(words(true)) } else { words(false) }
    }

    fn slice_candidate(&self, a_len: usize, b_len: usize, square: bool) -> Candidate {
        let size = |len| Size { len, bits: 0 };
        let window = 0..(a_len + b_len).saturating_sub(1);
        let shape = ProductShape { a: size(a_len), b: size(b_len), square, window };
        self.engine().enter(|cx| self.choose_product(&shape, cx))
    }

    /// Unbalanced operands go through pooled buffers: a block at a time.
    fn mul_blocks(&self, out: &mut [u64], a: View<'_, Zn>, b: View<'_, Zn>) -> Result<()> {
        let product = self.engine().enter(|cx| self.mul_window(a, b, 0..out.len(), cx))?;
        out.copy_from_slice(product.view().flat());
        Ok(())
    }
}
