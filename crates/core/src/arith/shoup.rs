//! Products by a fixed factor, with one high and two low multiplications of words.
//!
//! For a factor `w` in `[0, n)` and `β = 2^64`, keep `w' = ⌊wβ/n⌋`. The product by any `x < β` is `r = xw − qn` with `q = ⌊xw'/β⌋`.
//!
//! *Claim:* `r` lies in `[0, 2n)`. *Proof:* write `wβ/n = w' + ε` and `xw'/β = q + δ` with `ε, δ` in `[0, 1)`. Then
//! `xw = n·(xw' + xε)/β = n·(q + δ + xε/β)`, hence `r = n·(δ + xε/β)`, where both summands in the bracket lie in `[0, 1)`.
//! For `n < 2^63`, `2n < β`, so `r` is exact when computed modulo `β`.
//!
//! Source: Shoup's NTL; Harvey 2014, "Faster arithmetic for number-theoretic transforms", J. Symbolic Computation 60.

use super::Modulus;
use super::modulus::mul_high;

/// A factor `w` in `[0, n)` prepared by [`Modulus::shoup`] for products modulo that same `n < 2^63`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shoup {
    /// The factor `w`, in `[0, n)`.
    pub value: u64,
    /// `⌊2^64·w/n⌋`.
    pub quotient: u64,
}

impl Shoup {
    /// The longest modulus in bits: `n < 2^63`, so that lazy results fit in a word.
    pub const MAX_BITS: u32 = 63;

    /// A lazy product is below `LAZY_FACTOR·n`.
    pub const LAZY_FACTOR: u64 = 2;
}

/// A factor `w` in `[0, n)` prepared by [`Modulus::shoup_estimate`] for a few lazy products modulo that same `n < 2^62`: by one multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShoupEstimate {
    value: u64,
    /// Below `2^64·w/n` by less than 2, or equal to it.
    quotient: u64,
}

impl ShoupEstimate {
    /// The longest modulus in bits: results and a residue added to them fit in a word.
    pub const MAX_BITS: u32 = 62;

    /// A product is below `LAZY_FACTOR·n`.
    pub const LAZY_FACTOR: u64 = 3;
}

/// Products by a fixed factor, for `n < 2^63`.
impl Modulus {
    /// Prepares the factor `w` in `[0, n)` for a few products.
    ///
    /// # Panics
    /// If `n` exceeds [`ShoupEstimate::MAX_BITS`].
    ///
    /// ```
    /// # use polymod_core::{Modulus, arith::ShoupEstimate};
    /// let p = Modulus::new(998_244_353)?;
    /// let x = p.mul_estimated(u64::MAX, p.shoup_estimate(15_311_432));
    /// assert!(x < ShoupEstimate::LAZY_FACTOR * p.n());
    /// assert_eq!(p.reduce(x), p.mul(p.reduce(u64::MAX), 15_311_432));
    /// # Ok::<(), polymod_core::Error>(())
    /// ```
    #[inline(always)]
    pub fn shoup_estimate(self, w: u64) -> ShoupEstimate {
        assert!(self.bits() <= ShoupEstimate::MAX_BITS, "a modulus below 2^62, got {}", self.n());
        ShoupEstimate { value: w, quotient: self.quotient_estimate(w) }
    }

    /// A representative of `x·w` in `[0, 3n)`, for any `x < 2^64`: as for [`mul_shoup_lazy`](Self::mul_shoup_lazy), but for a quotient that is below
    /// `2^64·w/n` by `ε < 2`.
    #[inline(always)]
    pub const fn mul_estimated(self, x: u64, w: ShoupEstimate) -> u64 {
        let q = mul_high(x, w.quotient);
        let r = x.wrapping_mul(w.value).wrapping_sub(q.wrapping_mul(self.n()));
        debug_assert!(r < ShoupEstimate::LAZY_FACTOR * self.n());
        r
    }

    /// Prepares the factor `w` in `[0, n)`.
    ///
    /// # Panics
    /// If `n` exceeds [`Shoup::MAX_BITS`]: products would be wrong.
    ///
    /// ```
    /// # use polymod_core::Modulus;
    /// let p = Modulus::new(998_244_353)?;
    /// let w = p.shoup(15_311_432);
    /// assert_eq!(p.mul_shoup(u64::MAX, w), p.mul(p.reduce(u64::MAX), 15_311_432));
    /// # Ok::<(), polymod_core::Error>(())
    /// ```
    #[inline(always)]
    pub fn shoup(self, w: u64) -> Shoup {
        assert!(self.bits() <= Shoup::MAX_BITS, "a Shoup multiplier needs a modulus below 2^63, got {}", self.n());
        Shoup { value: w, quotient: self.div_rem_shifted(w).0 }
    }

    /// `x·w` in `[0, n)`, for any `x < 2^64`.
    #[inline(always)]
    pub const fn mul_shoup(self, x: u64, w: Shoup) -> u64 {
        let r = self.mul_shoup_lazy(x, w);
        if r >= self.n() { r - self.n() } else { r }
    }

    /// A representative of `x·w` in `[0, 2n)`, for any `x < 2^64`.
    #[inline(always)]
    pub const fn mul_shoup_lazy(self, x: u64, w: Shoup) -> u64 {
        debug_assert!(self.bits() <= Shoup::MAX_BITS && w.value < self.n());
        let q = mul_high(x, w.quotient);
        let r = x.wrapping_mul(w.value).wrapping_sub(q.wrapping_mul(self.n()));
        debug_assert!(r < Shoup::LAZY_FACTOR * self.n());
        r
    }
}
