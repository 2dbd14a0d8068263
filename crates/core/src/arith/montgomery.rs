//! Montgomery arithmetic modulo odd `n < 2^64`, with `β = 2^64`.
//!
//! A residue `x` is held as `xβ mod n`. The reduction subtracts: with `n' = n^(−1) mod β` and `T = T1·β + T0 < nβ`, the number
//! `q = T0·n' mod β` satisfies `qn ≡ T0 mod β`, so `(T − qn)/β = T1 − ⌊qn/β⌋` is exact and lies in `(−n, n)`. A borrow says when to
//! add `n`. No sum ever leaves a word, so moduli of 64 bits need no extra carry. Three multiplications of words a product.
//!
//! Source: Montgomery 1985, "Modular multiplication without trial division".

use super::modulus::mul_high;
use super::word;
use crate::{Error, Result};

/// An odd modulus `n` in `[3, 2^64)`, for products of residues in Montgomery form: `x` is held as `2^64·x mod n`, canonical in `[0, n)`.
///
/// ```
/// use polymod_core::Montgomery;
/// let m = Montgomery::new(1_000_003)?;
/// let x = m.encode(1234);
/// assert_eq!(m.decode(m.mul(x, x)), 1234 * 1234 % 1_000_003);
/// # Ok::<(), polymod_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Montgomery {
    n: u64,
    /// `n^(−1) mod 2^64`.
    inverse: u64,
    /// `2^64 mod n`.
    one: u64,
    /// `2^128 mod n`.
    square: u64,
}

impl Montgomery {
    /// The modulus `n`, odd and at least 3.
    ///
    /// # Errors
    /// [`Error::Modulus`] for even numbers and 1.
    pub fn new(n: u64) -> Result<Self> {
        if n.is_multiple_of(2) || n == 1 {
            return Err(Error::Modulus { modulus: n.to_string(), expected: "an odd number from 3 to 2^64 - 1" });
        }
        Ok(Self::of_odd(n))
    }

    /// As [`new`](Self::new), for `n` known to be odd and at least 3.
    pub(super) const fn of_odd(n: u64) -> Self {
        debug_assert!(n % 2 == 1 && n > 1);
        let inverse = word::inverse_modulo_word(n);
        let one = n.wrapping_neg() % n;
        let square = (one as u128 * one as u128 % n as u128) as u64;
        Self { n, inverse, one, square }
    }

    /// The number `n`.
    #[inline]
    pub const fn n(self) -> u64 {
        self.n
    }

    /// The Montgomery form of 1.
    #[inline]
    pub const fn one(self) -> u64 {
        self.one
    }

    /// The Montgomery form of `x`, for any `x < 2^64`.
    #[inline]
    pub const fn encode(self, x: u64) -> u64 {
        self.reduce(x as u128 * self.square as u128)
    }

    /// The residue in `[0, n)` whose Montgomery form is `a`.
    #[inline]
    pub const fn decode(self, a: u64) -> u64 {
        debug_assert!(a < self.n);
        self.reduce(a as u128)
    }

    /// The Montgomery form of the product.
    #[inline]
    pub const fn mul(self, a: u64, b: u64) -> u64 {
        debug_assert!(a < self.n && b < self.n);
        self.reduce(a as u128 * b as u128)
    }

    /// The Montgomery form of the sum.
    #[inline]
    pub const fn add(self, a: u64, b: u64) -> u64 {
        debug_assert!(a < self.n && b < self.n);
        word::add(a, b, self.n)
    }

    /// The Montgomery form of the power; that of 1 for exponent 0.
    #[inline]
    pub fn pow(self, base: u64, exponent: u64) -> u64 {
        word::power(base, exponent, self.one, |a, b| self.mul(a, b))
    }

    /// `t/2^64` modulo `n`, canonical, for `t < 2^64·n`.
    #[inline(always)]
    const fn reduce(self, t: u128) -> u64 {
        let q = (t as u64).wrapping_mul(self.inverse);
        word::sub((t >> 64) as u64, mul_high(q, self.n), self.n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_modulo_the_word() {
        for n in [3, 5, 7, 9, 255, (1 << 32) - 1, (1 << 32) + 1, (1 << 63) - 1, (1 << 63) + 1, u64::MAX] {
            assert_eq!(n.wrapping_mul(Montgomery::of_odd(n).inverse), 1, "{n}");
        }
    }
}
