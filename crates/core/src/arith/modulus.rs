//! Arithmetic modulo any `n` in `[2, 2^64)`.
//!
//! Reduction multiplies by a reciprocal instead of dividing (Barrett 1986), in the exact form of Möller and Granlund 2011, "Improved
//! division by invariant integers", algorithm 4: with `d = n·2^s ≥ 2^63` and `v = ⌊(2^128 − 1)/d⌋ − 2^64`, the high word of
//! `v·u1 + 2^64·u1 + u0` differs from `⌊(2^64·u1 + u0)/d⌋` by at most one either way, and the low word tells which.
//! A product costs three multiplications of words, making a [`Modulus`] one division of a double word.

use super::word;
use crate::{Error, Result};
use std::fmt;

/// A modulus `n` in `[2, 2^64)` with its reciprocals. Operands and results are canonical, in `[0, n)`, unless stated.
///
/// ```
/// use polymod_core::Modulus;
/// let n = Modulus::new(u64::MAX)?;                    // 2^64 − 1, composite
/// assert_eq!(n.mul(u64::MAX - 1, u64::MAX - 1), 1);   // (−1)·(−1)
/// assert_eq!(n.inv(2)?, 1 << 63);
/// assert_eq!(n.inv(6).unwrap_err().to_string(), "6 has no inverse modulo 18446744073709551615: 3 divides both");
/// # Ok::<(), polymod_core::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Modulus {
    n: u64,
    /// `s`, the leading zero bits of `n`.
    shift: u32,
    /// `v = ⌊(2^128 − 1)/(n·2^s)⌋ − 2^64`.
    reciprocal: u64,
    /// `⌊(2^64 − 1)/n⌋`, for single words.
    word_reciprocal: u64,
}

/// log2 of the least exponent of a power by Montgomery products, which have to be prepared.
const LONG_EXPONENT: u32 = 6;

impl Modulus {
    /// The modulus `n`, any `n ≥ 2`.
    ///
    /// # Errors
    /// [`Error::Modulus`] for 0 and 1.
    pub fn new(n: u64) -> Result<Self> {
        if n < 2 {
            return Err(Error::Modulus { modulus: n.to_string(), expected: "a number from 2 to 2^64 - 1" });
        }
        let shift = n.leading_zeros();
        // The quotient lies in [2^64, 2^65); the cast drops its top bit, which is the 2^64 to subtract.
        let reciprocal = (u128::MAX / u128::from(n << shift)) as u64;
        Ok(Self { n, shift, reciprocal, word_reciprocal: u64::MAX / n })
    }

    /// The number `n`.
    #[inline(always)]
    pub const fn n(self) -> u64 {
        self.n
    }

    /// The length of `n` in bits: `2^(bits − 1) ≤ n < 2^bits`.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        64 - self.shift
    }

    /// `x` modulo `n`, for any `x`. With `m = ⌊(2^64 − 1)/n⌋ ≥ 2^64/n − 1` and `q = ⌊x·m/2^64⌋`, `x/n − 2 < q ≤ x/n`, so one
    /// subtraction corrects `x − q·n`.
    #[inline(always)]
    pub const fn reduce(self, x: u64) -> u64 {
        let r = x - mul_high(x, self.word_reciprocal) * self.n;
        if r >= self.n { r - self.n } else { r }
    }

    /// `x` modulo `n`, for any `x`.
    #[inline(always)]
    pub const fn reduce_wide(self, x: u128) -> u64 {
        let high = self.reduce((x >> 64) as u64);
        self.div_rem(high, x as u64).1
    }

    /// `lo + 2^64·mid + 2^128·hi` modulo `n`, for any three words: the final reduction of a long sum of products.
    #[inline(always)]
    pub const fn reduce3(self, lo: u64, mid: u64, hi: u64) -> u64 {
        let high = self.reduce_wide((hi as u128) << 64 | mid as u128);
        self.div_rem(high, lo).1
    }

    /// The least non-negative residue of a signed `x`.
    #[inline(always)]
    pub const fn reduce_i64(self, x: i64) -> u64 {
        let r = self.reduce(x.unsigned_abs());
        if x < 0 { self.neg(r) } else { r }
    }

    /// `a + b`.
    #[inline(always)]
    pub const fn add(self, a: u64, b: u64) -> u64 {
        debug_assert!(a < self.n && b < self.n);
        word::add(a, b, self.n)
    }

    /// `a − b`.
    #[inline(always)]
    pub const fn sub(self, a: u64, b: u64) -> u64 {
        debug_assert!(a < self.n && b < self.n);
        word::sub(a, b, self.n)
    }

    /// `−a`.
    #[inline(always)]
    pub const fn neg(self, a: u64) -> u64 {
        debug_assert!(a < self.n);
        if a == 0 { 0 } else { self.n - a }
    }

    /// `a·b`.
    #[inline(always)]
    pub const fn mul(self, a: u64, b: u64) -> u64 {
        debug_assert!(a < self.n && b < self.n);
        // (2^s·a)·b < (2^s·n)·n has a high word below n·d/2^64 < d and is 2^s times the product, and so is its remainder by d.
        let (_, r) = self.div_rem_normalised((a << self.shift) as u128 * b as u128);
        r >> self.shift
    }

    /// `base^exponent`; `0^0` is 1.
    #[inline]
    pub fn pow(self, base: u64, exponent: u64) -> u64 {
        debug_assert!(base < self.n);
        if exponent >> LONG_EXPONENT > 0 && self.n % 2 == 1 {
            return self.odd_power(base, exponent);
        }
        word::power(base, exponent, 1, |a, b| self.mul(a, b))
    }

    /// The inverse of `a`, by the binary algorithm modulo odd numbers, by Euclid's modulo even ones.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] with `factor = gcd(a, n)`, which is `n` for `a = 0`.
    pub fn inv(self, a: u64) -> Result<u64> {
        debug_assert!(a < self.n);
        word::inverse(a, self.n).map_err(|factor| Error::NotInvertible {
            value: a.to_string(),
            modulus: self.n.to_string(),
            factor: factor.to_string(),
        })
    }

    /// Replaces every element by its inverse: one inversion and `3·(len − 1)` products.
    /// Source: Montgomery 1987, "Speeding the Pollard and elliptic curve methods of factorization", section 10.3.1.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] for the first element that is no unit, as [`inv`](Self::inv) reports it; the slice is left unchanged.
    pub fn batch_inv(self, values: &mut [u64]) -> Result<()> {
        let Some((&first, rest)) = values.split_first() else {
            return Ok(());
        };
        let mut product = first;
        let mut products = Vec::with_capacity(rest.len());
        for &value in rest {
            products.push(product);
            product = self.mul(product, value);
        }
        let mut inverse = match self.inv(product) {
            Ok(inverse) => inverse,
            Err(of_product) => {
                return Err(values.iter().find_map(|&x| self.inv(x).err()).unwrap_or(of_product));
            }
        };
        for (value, &before) in values[1..].iter_mut().zip(&products).rev() {
            let next = self.mul(inverse, *value);
            *value = self.mul(inverse, before);
            inverse = next;
        }
        values[0] = inverse;
        Ok(())
    }

    /// Quotient and remainder of `2^64·high + low` by `n`, for `high < n`.
    #[inline(always)]
    #[must_use]
    pub const fn div_rem(self, high: u64, low: u64) -> (u64, u64) {
        debug_assert!(high < self.n);
        // a shift of both words at once is a long instruction on many CPUs
        let shifted = high << self.shift | (low >> 1) >> (63 - self.shift);
        let (q, r) = self.div_rem_normalised((shifted as u128) << 64 | (low << self.shift) as u128);
        (q, r >> self.shift)
    }

    /// An integer below `2^64·w/n` by less than 2, or equal to it, for `w < n`.
    #[inline(always)]
    pub(super) const fn quotient_estimate(self, w: u64) -> u64 {
        debug_assert!(w < self.n);
        // with d = n·2^s, 2^128/d exceeds the reciprocal plus 2^64 by at most 1 + 1/d, times w·2^s/2^64 < 1; the high word is less by less than 1
        let normalised = w << self.shift;
        mul_high(self.reciprocal, normalised) + normalised
    }

    /// Quotient and remainder of `2^64·w`, for `w < n`.
    #[inline(always)]
    pub(super) const fn div_rem_shifted(self, w: u64) -> (u64, u64) {
        debug_assert!(w < self.n);
        let (q, r) = self.div_rem_normalised(((w << self.shift) as u128) << 64);
        (q, r >> self.shift)
    }

    /// Quotient and remainder of `u` by `d = n·2^s`, for `u < 2^64·d`.
    #[inline(always)]
    const fn div_rem_normalised(self, u: u128) -> (u64, u64) {
        let d = self.n << self.shift;
        let (u1, u0) = ((u >> 64) as u64, u as u64);
        debug_assert!(u1 < d);
        // At most (2^128 − 1)·(d − 1)/d + 2^64 − 1 < 2^128.
        let estimate = self.reciprocal as u128 * u1 as u128 + u;
        let mut q = ((estimate >> 64) as u64).wrapping_add(1);
        let mut r = u0.wrapping_sub(q.wrapping_mul(d));
        if r > estimate as u64 {
            q = q.wrapping_sub(1);
            r = r.wrapping_add(d);
        }
        if r >= d {
            q = q.wrapping_add(1);
            r -= d;
        }
        (q, r)
    }
}

impl fmt::Debug for Modulus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Modulus").field(&self.n).finish()
    }
}

/// The high word of `a·b`.
#[inline(always)]
pub(super) const fn mul_high(a: u64, b: u64) -> u64 {
    ((a as u128 * b as u128) >> 64) as u64
}
