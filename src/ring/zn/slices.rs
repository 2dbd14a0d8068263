//! Products of slices, for callers that keep coefficients in containers of their own.

use super::Zn;
use crate::{Error, Result, ring::Ring};

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
        let lengths = !a.is_empty() && !b.is_empty() && out.len() == a.len() + b.len() - 1;
        let reduced = |v: &[u64]| v.iter().all(|&x| x < self.n());
        if lengths && a.len().saturating_mul(b.len()) <= self.0.small && reduced(a) && reduced(b) {
            self.0.words.product(out, a, b);
            return Ok(());
        }
        self.mul_long_into(out, a, b, scratch)
    }

    /// [`mul_into`](Self::mul_into) for operands that are too long, or wrong.
    #[inline(never)]
    fn mul_long_into(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) -> Result<()> {
        let length = |what, expected, got| Error::Length { what, expected, got };
        if a.is_empty() || b.is_empty() {
            return Err(length("an operand of mul_into", 1, 0));
        }
        if out.len() != a.len() + b.len() - 1 {
            return Err(length("the output of mul_into", a.len() + b.len() - 1, out.len()));
        }
        let (x, y) = (self.view(a)?, self.view(b)?);
        let square = std::ptr::eq(a, b);
        self.engine().enter(|cx| {
            let c = self.slice_candidate(a.len(), b.len(), square, cx);
            if scratch.len() < c.scratch {
                return Err(length("the scratch of mul_into", c.scratch, scratch.len()));
            }
            let all = 0..out.len();
            self.mul_slices(&c, out, (x.words(), y.words()), all, scratch, cx)
        })
    }

    /// Words of scratch that [`mul_into`](Self::mul_into) needs for operands of these lengths.
    ///
    /// ```
    /// # use polymod::Zn;
    /// let f = Zn::new(97)?;
    /// let (a, mut out) = (vec![1; 500], vec![0; 999]);
    /// let mut scratch = vec![0; f.mul_scratch_len(500, 500)];
    /// f.mul_into(&mut out, &a, &a, &mut scratch)?;
    /// assert_eq!(out[499], 500 % 97);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn mul_scratch_len(&self, a_len: usize, b_len: usize) -> usize {
        let words = |square| self.engine().enter(|cx| self.slice_candidate(a_len, b_len, square, cx).scratch);
        if a_len == b_len { words(false).max(words(true)) } else { words(false) }
    }
}
