//! Sums, and products of few words, over the field of two elements.

use super::{F2, mask_end, word};
use crate::{
    Error, Result,
    ring::{Ring, Short, ShortOp, View},
};

impl Short for F2 {
    #[inline]
    fn short_words(&self, op: ShortOp, a: View<'_, Self>, b: View<'_, Self>) -> Option<usize> {
        let [x, y] = [a, b].map(|v| v.len.div_ceil(64));
        match op {
            ShortOp::Sum | ShortOp::Difference => Some(x.max(y)),
            ShortOp::Product => (x.max(y) <= self.few && x.min(y) > 0).then_some(x + y),
            ShortOp::Gcd => None,
        }
    }
    #[inline]
    fn write_short(&self, op: ShortOp, out: &mut [u64], a: View<'_, Self>, b: View<'_, Self>) -> Result<usize> {
        match op {
            ShortOp::Sum | ShortOp::Difference => Ok(self.write_sum(out, a, b)),
            ShortOp::Product => {
                let (x, y) = (self.words(a), self.words(b));
                let (short, long) = if x.len() < y.len() { (x, y) } else { (y, x) };
                self.kernel.multiply_few(out, &short, &long);
                Ok(a.len + b.len - 1)
            }
            ShortOp::Gcd => {
                Err(Error::Unsupported { operation: "a common divisor of few coefficients".into(), ring: self.name() })
            }
        }
    }
}

impl F2 {
    /// Writes a + b to the words of a new vector; returns its length without leading zeros.
    fn write_sum(&self, out: &mut [u64], a: View<'_, Self>, b: View<'_, Self>) -> usize {
        let (long, short) = if a.len < b.len { (b, a) } else { (a, b) };
        let common = short.len.div_ceil(64);
        let aligned = |v: View<'_, Self>| v.start.is_multiple_of(64);
        if aligned(a) && aligned(b) && common > 1 {
            let [x, y] = [long, short].map(|v| &v.words[v.start / 64..][..v.len.div_ceil(64)]);
            for ((out, x), y) in out.iter_mut().zip(x).zip(&y[..common - 1]) {
                *out = x ^ y;
            }
            // what the last words have beyond the views' ends is not theirs
            out[common - 1] = word(long, common - 1) ^ word(short, common - 1);
            out[common..].copy_from_slice(&x[common..]);
            mask_end(out, long.len);
        } else {
            for (k, out) in out.iter_mut().enumerate() {
                *out = word(long, k) ^ if k < common { word(short, k) } else { 0 };
            }
        }
        let top = out.iter().rposition(|&x| x != 0);
        top.map_or(0, |k| 64 * k + 64 - out[k].leading_zeros() as usize)
    }
}
