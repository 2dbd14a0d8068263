//! Operations on polynomials of few words over the field of two elements.

use super::{
    F2,
    bits::{Few, cut, euclid, gcd, reciprocal, shortened, trimmed_words},
    mask_end,
    residues::{Residues, array, halves},
    word,
};
use crate::{
    Error, Result,
    ring::{Ring, Short, ShortOp, View},
    words::{self, shifted_by_one},
};

/// Least length of a quotient by the divisor's reciprocal: coefficient by coefficient shorter ones take less time (measured).
const RECIPROCAL: usize = 24;
/// Most words of a composition by Horner's rule.
const COMPOSED: usize = 16;

impl Short for F2 {
    #[inline]
    fn short_words(&self, op: ShortOp, a: View<'_, Self>, b: View<'_, Self>) -> Option<usize> {
        let [x, y] = [a, b].map(|v| v.len.div_ceil(64));
        match op {
            ShortOp::Sum | ShortOp::Difference => Some(x.max(y)),
            ShortOp::Derivative => Some(a.len.saturating_sub(1).div_ceil(64)),
            ShortOp::Product => (x.max(y) <= self.few && x.min(y) > 0).then_some(x + y),
            ShortOp::Gcd => (x.max(y) <= 2).then_some(x.max(y)),
            ShortOp::Resultant => (x.max(y) <= 2).then_some(1),
            ShortOp::Reciprocal(terms) => (terms <= 128).then_some(terms.div_ceil(64)),
            ShortOp::Composition if a.len > 0 && y <= 1 => {
                let degree = (a.len - 1).saturating_mul(b.len.saturating_sub(1));
                (degree < 64 * COMPOSED).then_some(degree / 64 + 1)
            }
            _ => None,
        }
    }
    #[inline(always)]
    fn few_words(&self, op: ShortOp, a: View<'_, Self>, b: View<'_, Self>) -> Option<([u64; 4], usize)> {
        let most = a.len.max(b.len);
        if most > 128 || (a.start | b.start) > 0 {
            return None;
        }
        let sum = |k: usize| aligned_word(a, k) ^ aligned_word(b, k);
        match op {
            ShortOp::Sum | ShortOp::Difference if most <= 64 => {
                let bits = sum(0);
                Some(([bits, 0, 0, 0], 64 - bits.leading_zeros() as usize))
            }
            ShortOp::Sum | ShortOp::Difference => {
                let [low, high] = [sum(0), sum(1)];
                let len = if high == 0 { 64 - low.leading_zeros() } else { 128 - high.leading_zeros() };
                Some(([low, high, 0, 0], len as usize))
            }
            // every second coefficient
            ShortOp::Derivative => {
                let bits = u128::from(aligned_word(a, 1)) << 64 | u128::from(aligned_word(a, 0));
                let bits = bits >> 1 & (u128::MAX / 3);
                Some(([bits as u64, (bits >> 64) as u64, 0, 0], 128 - bits.leading_zeros() as usize))
            }
            ShortOp::Reciprocal(terms @ 1..=64) if a.len > 0 && a.words[0] & 1 == 1 => {
                let [series] = reciprocal::<1>(self.kernel, &[aligned_word(a.low(terms), 0)], terms);
                let series = series & (u64::MAX >> (64 - terms));
                Some(([series, 0, 0, 0], 64 - series.leading_zeros() as usize))
            }
            ShortOp::Product if a.len > 0 && b.len > 0 => Some((self.few_product(a, b), a.len + b.len - 1)),
            ShortOp::Resultant if a.len == 1 && b.len == 1 => Some(([1, 0, 0, 0], 1)),
            ShortOp::Power(e @ 1..) if a.len > 0 && (a.len as u64 - 1).saturating_mul(e) < 64 => {
                let x = aligned_word(a, 0);
                let times = |x, y| self.kernel.word(x, y) as u64;
                let product = |power, bit| {
                    let square = times(power, power);
                    if e >> bit & 1 == 1 { times(square, x) } else { square }
                };
                let power = if x == 1 { 1 } else { (0..e.ilog2()).rev().fold(x, product) };
                Some(([power, 0, 0, 0], 64 - power.leading_zeros() as usize))
            }
            ShortOp::Composition if (1..=64).contains(&a.len) && (a.len - 1) * b.len.saturating_sub(1) < 64 => {
                let (coefficients, inner) = (aligned_word(a, 0), aligned_word(b, 0));
                let top = coefficients >> (a.len - 1) & 1;
                let step = |sum, i: usize| self.kernel.word(sum, inner) as u64 ^ (coefficients >> i & 1);
                let value = (0..a.len - 1).rev().fold(top, step);
                Some(([value, 0, 0, 0], 64 - value.leading_zeros() as usize))
            }
            _ => None,
        }
    }
    #[inline]
    fn few_shifted(&self, v: View<'_, Self>, c: &bool) -> Option<[u64; 4]> {
        if v.len > 128 || v.start > 0 {
            return None;
        }
        let [low, high] = [aligned_word(v, 0), aligned_word(v, 1)].map(|x| if *c { shifted_by_one(x) } else { x });
        // x^64 becomes x^64 + 1
        Some([if *c { low ^ high } else { low }, high, 0, 0])
    }
    #[inline]
    fn short_division_words(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<[usize; 2]> {
        let degree = b.len.checked_sub(1)?;
        let quotient = a.len.saturating_sub(degree);
        let words = [quotient, degree.min(a.len)].map(|len| len.div_ceil(64));
        (a.len <= 128 || b.len <= 128 && quotient <= b.len).then_some(words)
    }
    fn write_short_division(&self, out: [&mut [u64]; 2], a: View<'_, Self>, b: View<'_, Self>) -> Result<[usize; 2]> {
        let quotient = (a.len + 1).saturating_sub(b.len);
        if a.len > 128 || (RECIPROCAL..=b.len).contains(&quotient) {
            return Ok(if b.len <= 64 {
                self.by_reciprocal::<1>(out, a, b)
            } else {
                self.by_reciprocal::<2>(out, a, b)
            });
        }
        // nothing is divided by a longer polynomial, whatever its length
        let parts = if quotient == 0 { [0, bits(a)] } else { divided(bits(a), bits(b)) };
        for (out, part) in out.into_iter().zip(parts) {
            write_bits(out, part);
        }
        Ok(parts.map(|part| part.bit_len()))
    }
    #[inline]
    fn short_bezout_words(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<[usize; 3]> {
        let [x, y] = [a, b].map(|v| v.len.div_ceil(64));
        (x.min(y) > 0 && x.max(y) <= 2).then_some([x.min(y), y, x])
    }
    fn write_short_bezout(&self, out: [&mut [u64]; 3], a: View<'_, Self>, b: View<'_, Self>) -> Result<[usize; 3]> {
        let found = match (a.len.max(b.len) <= 64).then(|| [a, b].map(|v| word(v, 0))) {
            Some([a, b]) => cofactors(a, b).map(u128::from),
            None => cofactors(bits(a), bits(b)),
        };
        for (out, part) in out.into_iter().zip(found) {
            write_bits(out, part);
        }
        Ok(found.map(|part| part.bit_len()))
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
            ShortOp::Derivative => {
                // every second coefficient
                for (k, out) in out.iter_mut().enumerate() {
                    *out = word(a, k) >> 1 & (u64::MAX / 3);
                }
                Ok(trimmed_words(out))
            }
            ShortOp::Gcd => {
                let divisor = common_divisor(bits(a), bits(b));
                write_bits(out, divisor);
                Ok(divisor.bit_len())
            }
            ShortOp::Resultant => {
                // a power of a leading coefficient, if there is no common root
                let coprime = a.len > 0 && b.len > 0 && common_divisor(bits(a), bits(b)) == 1;
                out[0] = coprime.into();
                Ok(coprime.into())
            }
            ShortOp::Reciprocal(terms) => self.write_reciprocal(out, a, terms),
            ShortOp::Composition => Ok(self.write_composition(out, a, b)),
            _ => Err(Error::Unsupported { operation: "an operation on few coefficients".into(), ring: self.name() }),
        }
    }
}

/// At most 128 coefficients.
fn bits(v: View<'_, F2>) -> u128 {
    (0..v.len.div_ceil(64)).fold(0, |all, k| all | u128::from(word(v, k)) << (64 * k))
}

/// Coefficients 64·k … 64·k + 63 of a view that begins at the first bit of a word.
#[inline(always)]
pub(super) fn aligned_word(v: View<'_, F2>, k: usize) -> u64 {
    let word = if 64 * k < v.len { v.words[k] } else { return 0 };
    let left = v.len - 64 * k;
    if left < 64 { word & !(u64::MAX << left) } else { word }
}

/// Writes the lowest coefficients, as many as the words have.
fn write_bits(out: &mut [u64], x: u128) {
    out.iter_mut().enumerate().for_each(|(k, out)| *out = (x >> (64 * k)) as u64);
}

/// The greatest common divisor.
fn common_divisor(x: u128, y: u128) -> u128 {
    let [x, y] = shortened(x, y, |&x, &y| y == 0 || (x | y) >> 64 == 0);
    // words are halves that need no carries
    if x >> 64 == 0 { gcd(x as u64, y as u64).into() } else { x }
}

/// The greatest common divisor g of a and b, which are not 0, and s and t with s·a + t·b = g.
fn cofactors<T: Few>(a: T, b: T) -> [T; 3] {
    euclid([a, T::ONE, T::ZERO], [b, T::ZERO, T::ONE])
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
    /// The words of a·b for operands of at most two words, which begin at the first bit of one.
    #[inline(always)]
    fn few_product(&self, a: View<'_, Self>, b: View<'_, Self>) -> [u64; 4] {
        let halves = |x: u128| [x as u64, (x >> 64) as u64];
        let [x, y] = [a, b].map(|v| [aligned_word(v, 0), aligned_word(v, 1)]);
        let [out0, carry] = halves(self.kernel.word(x[0], y[0]));
        if a.len.max(b.len) <= 64 {
            return [out0, carry, 0, 0];
        }
        let [low, out3] = halves(self.kernel.word(x[1], y[1]));
        // the mixed products of a square cancel
        let mixed = if x == y { 0 } else { self.kernel.word(x[0], y[1]) ^ self.kernel.word(x[1], y[0]) };
        let [out1, out2] = halves(mixed);
        [out0, out1 ^ carry, out2 ^ low, out3]
    }

    /// Writes a + b to the words of a new vector; returns its length without leading zeros.
    fn write_sum(&self, out: &mut [u64], a: View<'_, Self>, b: View<'_, Self>) -> usize {
        let (long, short) = if a.len < b.len { (b, a) } else { (a, b) };
        let common = short.len.div_ceil(64);
        let aligned = |v: View<'_, Self>| v.start.is_multiple_of(64);
        if aligned(a) && aligned(b) && common > 1 {
            let [x, y] = [long, short].map(|v| &v.words[v.start / 64..][..v.len.div_ceil(64)]);
            words::add_bits_to(&mut out[..common], &x[..common], y);
            // what the last words have beyond the views' ends is not theirs
            out[common - 1] = word(long, common - 1) ^ word(short, common - 1);
            out[common..].copy_from_slice(&x[common..]);
            mask_end(out, long.len);
        } else {
            for (k, out) in out.iter_mut().enumerate() {
                *out = word(long, k) ^ if k < common { word(short, k) } else { 0 };
            }
        }
        trimmed_words(out)
    }

    /// Writes quotient and remainder of a by b of at most 64·W coefficients, for a quotient no longer than b; returns their lengths.
    fn by_reciprocal<const W: usize>(&self, out: [&mut [u64]; 2], a: View<'_, Self>, b: View<'_, Self>) -> [usize; 2] {
        let parts = Residues::<W>::new(self.kernel, &array(b)).divided(&halves(a));
        for (out, part) in out.into_iter().zip(parts) {
            out.copy_from_slice(&part[..out.len()]);
        }
        parts.map(|part| part.bit_len())
    }

    /// Writes the first terms of 1/a, at most 128; returns their number without leading zeros.
    fn write_reciprocal(&self, out: &mut [u64], a: View<'_, Self>, terms: usize) -> Result<usize> {
        let a = a.low(terms);
        if a.len == 0 && terms > 0 || a.len > 0 && !self.get(a, 0) {
            return Err(Self::not_invertible());
        }
        if terms == 0 {
            return Ok(0);
        }
        let a = bits(a);
        let mut series = match terms {
            ..=64 => [reciprocal::<1>(self.kernel, &[a as u64], terms)[0], 0],
            _ => reciprocal(self.kernel, &[a as u64, (a >> 64) as u64], terms),
        };
        cut(&mut series, terms);
        out.copy_from_slice(&series[..out.len()]);
        Ok(series.bit_len())
    }

    /// Writes a(b) by Horner's rule, for a ≠ 0 and a b of one word; returns its length without leading zeros.
    fn write_composition(&self, out: &mut [u64], a: View<'_, Self>, b: View<'_, Self>) -> usize {
        let b = if b.len == 0 { 0 } else { word(b, 0) };
        let mut used = 0;
        out.fill(0);
        for i in (0..a.len).rev() {
            let mut carry = 0;
            for x in &mut out[..used] {
                let product = self.kernel.word(*x, b);
                (*x, carry) = (product as u64 ^ carry, (product >> 64) as u64);
            }
            if carry != 0 {
                out[used] = carry;
                used += 1;
            }
            out[0] ^= u64::from(self.get(a, i));
            used = used.max(1);
        }
        trimmed_words(out)
    }
}
