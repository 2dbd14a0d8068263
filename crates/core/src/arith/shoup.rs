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

/// Products by a fixed factor, for `n < 2^63`.
impl Modulus {
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
    #[inline]
    pub fn shoup(self, w: u64) -> Shoup {
        assert!(self.bits() <= Shoup::MAX_BITS, "a Shoup multiplier needs a modulus below 2^63, got {}", self.n());
        debug_assert!(w < self.n());
        Shoup { value: w, quotient: self.div_rem(w, 0).0 }
    }

    /// `x·w` in `[0, n)`, for any `x < 2^64`.
    #[inline]
    pub const fn mul_shoup(self, x: u64, w: Shoup) -> u64 {
        let r = self.mul_shoup_lazy(x, w);
        if r >= self.n() { r - self.n() } else { r }
    }

    /// A representative of `x·w` in `[0, 2n)`, for any `x < 2^64`.
    #[inline]
    pub const fn mul_shoup_lazy(self, x: u64, w: Shoup) -> u64 {
        debug_assert!(self.bits() <= Shoup::MAX_BITS && w.value < self.n());
        let q = mul_high(x, w.quotient);
        let r = x.wrapping_mul(w.value).wrapping_sub(q.wrapping_mul(self.n()));
        debug_assert!(r < Shoup::LAZY_FACTOR * self.n());
        r
    }
}
