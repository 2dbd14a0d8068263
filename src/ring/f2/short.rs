//! Sums, and products, divisions and greatest common divisors of few words, over the field of two elements.

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
            ShortOp::Gcd => (x.max(y) <= 2).then_some(x.max(y)),
            _ => None,
        }
    }
    #[inline]
    fn short_division_words(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<[usize; 2]> {
        let degree = b.len.checked_sub(1).filter(|_| a.len <= 128)?;
        let words = [(a.len + 1).saturating_sub(b.len), degree.min(a.len)].map(|len| len.div_ceil(64));
        Some(words)
    }
    fn write_short_division(&self, out: [&mut [u64]; 2], a: View<'_, Self>, b: View<'_, Self>) -> Result<[usize; 2]> {
        // nothing is divided by a longer polynomial, whatever its length
        let parts = if a.len < b.len { [0, bits(a)] } else { divided(bits(a), bits(b)) };
        for (out, part) in out.into_iter().zip(parts) {
            write_bits(out, part);
        }
        Ok(parts.map(len))
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
                let (x, y) = (bits(a), bits(b));
                // words are halves that need no carries
                let divisor = if (x | y) >> 64 == 0 { word_gcd(x as u64, y as u64).into() } else { gcd(x, y) };
                write_bits(out, divisor);
                Ok(len(divisor))
            }
            _ => Err(Error::Unsupported { operation: "an operation on few coefficients".into(), ring: self.name() }),
        }
    }
}

/// At most 128 coefficients.
fn bits(v: View<'_, F2>) -> u128 {
    (0..v.len.div_ceil(64)).fold(0, |all, k| all | u128::from(word(v, k)) << (64 * k))
}

/// Writes the lowest coefficients, as many as the words have.
fn write_bits(out: &mut [u64], x: u128) {
    out.iter_mut().enumerate().for_each(|(k, out)| *out = (x >> (64 * k)) as u64);
}

/// Length without leading zeros.
fn len(x: u128) -> usize {
    (u128::BITS - x.leading_zeros()) as usize
}

/// The greatest common divisor, by divisions one coefficient of the quotient at a time.
fn gcd(mut x: u128, mut y: u128) -> u128 {
    while y >> 64 != 0 || x >> 64 != 0 {
        if y == 0 {
            return x;
        }
        if x.leading_zeros() > y.leading_zeros() {
            (x, y) = (y, x);
            continue;
        }
        x ^= y << (y.leading_zeros() - x.leading_zeros());
        if x == 0 {
            return y;
        }
    }
    word_gcd(x as u64, y as u64).into()
}

/// [`gcd`] of words.
fn word_gcd(mut x: u64, mut y: u64) -> u64 {
    while y != 0 {
        if x.leading_zeros() > y.leading_zeros() {
            (x, y) = (y, x);
            continue;
        }
        x ^= y << (y.leading_zeros() - x.leading_zeros());
        if x == 0 {
            return y;
        }
    }
    x
}

/// Quotient and remainder of x by y, which is not 0.
fn divided(mut x: u128, y: u128) -> [u128; 2] {
    let mut q = 0;
    while x.leading_zeros() <= y.leading_zeros() {
        let shift = y.leading_zeros() - x.leading_zeros();
        x ^= y << shift;
        q |= 1 << shift;
    }
    [q, x]
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
