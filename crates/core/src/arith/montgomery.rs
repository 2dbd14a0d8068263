//! Montgomery arithmetic modulo odd `n < 2^64`, with `β = 2^64`.
//!
//! A residue `x` is held as `xβ mod n`. The reduction subtracts: with `n' = n^(−1) mod β` and `T = T1·β + T0 < nβ`, the number
//! `q = T0·n' mod β` satisfies `qn ≡ T0 mod β`, so `(T − qn)/β = T1 − ⌊qn/β⌋` is exact and lies in `(−n, n)`. A borrow says when to
//! add `n`. No sum ever leaves a word, so moduli of 64 bits need no extra carry. Three multiplications of words a product.
//!
//! Source: Montgomery 1985, "Modular multiplication without trial division".

use super::Modulus;
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

#[cfg(feature = "testing")]
#[doc(hidden)]
impl Montgomery {
    pub fn inverse(self) -> u64 {
        self.inverse
    }
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

    tested! {
        /// As [`new`](Self::new), for `n` known to be odd and at least 3.
        pub(super) const fn of_odd(n: u64) -> Self {
            debug_assert!(n % 2 == 1 && n > 1);
            let inverse = word::inverse_modulo_word(n);
            let one = n.wrapping_neg() % n;
            let square = (one as u128 * one as u128 % n as u128) as u64;
            Self { n, inverse, one, square }
        }
    }

    /// The number `n`.
    #[inline(always)]
    pub const fn n(self) -> u64 {
        self.n
    }

    /// The Montgomery form of 1.
    #[inline(always)]
    pub const fn one(self) -> u64 {
        self.one
    }

    /// The Montgomery form of `x`, for any `x < 2^64`.
    #[inline(always)]
    pub const fn encode(self, x: u64) -> u64 {
        self.reduce(x as u128 * self.square as u128)
    }

    /// The residue in `[0, n)` whose Montgomery form is `a`.
    #[inline(always)]
    pub const fn decode(self, a: u64) -> u64 {
        debug_assert!(a < self.n);
        self.reduce(a as u128)
    }

    /// The Montgomery form of the product.
    #[inline(always)]
    pub const fn mul(self, a: u64, b: u64) -> u64 {
        debug_assert!(a < self.n && b < self.n);
        self.reduce(a as u128 * b as u128)
    }

    /// The Montgomery form of the sum.
    #[inline(always)]
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
        Self::reduced(self.n, self.inverse, t)
    }

    /// The same modulo `n`, given its inverse modulo 2^64.
    #[inline(always)]
    const fn reduced(n: u64, inverse: u64, t: u128) -> u64 {
        let q = (t as u64).wrapping_mul(inverse);
        word::sub((t >> 64) as u64, mul_high(q, n), n)
    }
}

/// A factor `w` in `[0, n)` prepared by [`Modulus::montgomery_factor`] for products modulo that same odd `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MontgomeryFactor {
    /// `2^64·w mod n`.
    value: u64,
    /// `n^(−1) mod 2^64`.
    inverse: u64,
}

/// Products by a fixed factor modulo odd `n`: where [`Shoup`](super::Shoup)'s are for `n < 2^63`, these are for all.
impl Modulus {
    /// Prepares the factor `w` in `[0, n)`; `None` for even `n`.
    ///
    /// ```
    /// # use polymod_core::Modulus;
    /// let p = Modulus::new(u64::MAX - 58)?;
    /// let w = p.montgomery_factor(15_311_432).expect("an odd modulus");
    /// assert_eq!(p.mul_montgomery(u64::MAX, w), p.mul(58, 15_311_432));
    /// assert!(Modulus::new(10)?.montgomery_factor(3).is_none());
    /// # Ok::<(), polymod_core::Error>(())
    /// ```
    #[inline(always)]
    pub fn montgomery_factor(self, w: u64) -> Option<MontgomeryFactor> {
        let is_odd = self.n() % 2 == 1;
        is_odd.then(|| MontgomeryFactor {
            value: self.div_rem_shifted(w).1,
            inverse: word::inverse_modulo_word(self.n()),
        })
    }

    /// `Σ x_i·w_i` in `[0, n)`, for any `x_i < 2^64` and one to three products, reduced once.
    ///
    /// ```
    /// # use polymod_core::Modulus;
    /// let p = Modulus::new(u64::MAX - 58)?;
    /// let w = [2, p.n() - 1].map(|w| p.montgomery_factor(w).expect("an odd modulus"));
    /// assert_eq!(p.sum_montgomery([10, 3], w), 17);
    /// # Ok::<(), polymod_core::Error>(())
    /// ```
    #[inline(always)]
    pub fn sum_montgomery<const N: usize>(self, x: [u64; N], w: [MontgomeryFactor; N]) -> u64 {
        const { assert!(1 <= N && N <= 3, "one to three products") };
        let (mut low, mut carries) = (0u128, 0u128);
        for (x, w) in x.into_iter().zip(w) {
            let (sum, carry) = low.overflowing_add(x as u128 * w.value as u128);
            (low, carries) = (sum, carries + u128::from(carry));
        }
        let q = (low as u64).wrapping_mul(w[0].inverse);
        // below N·n, and above that less n
        let upper = carries << 64 | low >> 64;
        let (n, below) = (u128::from(self.n()), u128::from(mul_high(q, self.n())));
        let r = upper + n - below;
        let r = if r >= 2 * n { r - 2 * n } else { r };
        (if r >= n { r - n } else { r }) as u64
    }

    /// [`sum_montgomery`](Self::sum_montgomery) for `n < 2^62`, where all sums of the reduction fit in a word.
    ///
    /// ```
    /// # use polymod_core::Modulus;
    /// let p = Modulus::new((1 << 61) - 1)?;
    /// let w = [2, p.n() - 1].map(|w| p.montgomery_factor(w).expect("an odd modulus"));
    /// assert_eq!(p.sum_montgomery_short([10, 3], w), 17);
    /// # Ok::<(), polymod_core::Error>(())
    /// ```
    #[inline(always)]
    pub fn sum_montgomery_short<const N: usize>(self, x: [u64; N], w: [MontgomeryFactor; N]) -> u64 {
        const { assert!(1 <= N && N <= 3, "one to three products") };
        debug_assert!(self.bits() <= 62);
        let low = x.into_iter().zip(w).fold(0u128, |low, (x, w)| low + x as u128 * w.value as u128);
        let (q, n) = ((low as u64).wrapping_mul(w[0].inverse), self.n());
        let r = (low >> 64) as u64 + n - mul_high(q, n);
        let r = if r >= 2 * n { r - 2 * n } else { r };
        if r >= n { r - n } else { r }
    }

    tested! {
        /// `base^exponent` modulo odd n.
        pub(super) fn odd_power(self, base: u64, exponent: u64) -> u64 {
            let (n, inverse) = (self.n(), word::inverse_modulo_word(self.n()));
            let product = |x: u64, y: u64| Montgomery::reduced(n, inverse, x as u128 * y as u128);
            let [base, one] = [base, 1].map(|x| self.div_rem_shifted(x).1);
            product(word::power(base, exponent, one, product), 1)
        }
    }

    /// `x·w` in `[0, n)`, for any `x < 2^64`.
    #[inline(always)]
    pub const fn mul_montgomery(self, x: u64, w: MontgomeryFactor) -> u64 {
        debug_assert!(w.value < self.n());
        Montgomery::reduced(self.n(), w.inverse, x as u128 * w.value as u128)
    }
}
