//! Roots of unity modulo primes.
//!
//! One rule fixes every root, so that the same root is computed everywhere: `h^((p − 1)/order)` for the least `h ≥ 1`
//! for which that power has exactly the order `order`. The order is exact if no power `order/q`, `q` a prime factor of
//! `order`, gives 1; a suitable `h` is found after a few trials.

use super::{Modulus, factor_u64, is_prime};
use crate::{Error, Result};

/// The exponent of 2 in `p − 1`: transforms of length `2^k` exist modulo a prime `p` for `k` up to it.
///
/// ```
/// assert_eq!(polymod_core::arith::two_adicity(998_244_353), 23);
/// ```
pub const fn two_adicity(p: u64) -> u32 {
    p.wrapping_sub(1).trailing_zeros()
}

/// The least positive generator of the multiplicative group modulo a prime `p` (1 for `p = 2`). Factors `p − 1`.
///
/// # Errors
/// [`Error::Modulus`] where `p` is not prime.
///
/// ```
/// assert_eq!(polymod_core::arith::least_primitive_root(998_244_353)?, 3);
/// # Ok::<(), polymod_core::Error>(())
/// ```
pub fn least_primitive_root(p: u64) -> Result<u64> {
    root_of_unity(p, p.saturating_sub(1))
}

/// `h^((p − 1)/order)` modulo a prime `p`, with `h` the least positive integer for which that has exactly the order `order`.
/// Factors `order`, which is quick for the powers of two that transforms want.
///
/// # Errors
/// [`Error::Modulus`] where `p` is not prime; [`Error::NoRoot`] where `order` does not divide `p − 1`.
///
/// ```
/// use polymod_core::arith::root_of_unity;
/// assert_eq!(root_of_unity(17, 4)?, 13);                 // 3^4, since 1 and 2 give ±1
/// assert!(root_of_unity(17, 3).is_err());
/// # Ok::<(), polymod_core::Error>(())
/// ```
pub fn root_of_unity(p: u64, order: u64) -> Result<u64> {
    if !is_prime(p) {
        return Err(Error::Modulus { modulus: p.to_string(), expected: "a prime" });
    }
    let no_root = Error::NoRoot { modulus: p.to_string(), order };
    if !(p - 1).is_multiple_of(order) {
        return Err(no_root);
    }
    let modulus = Modulus::new(p)?;
    let proper: Vec<u64> = factor_u64(order).into_iter().map(|(q, _)| order / q).collect();
    (1..p)
        .map(|h| modulus.pow(h, (p - 1) / order))
        .find(|&root| proper.iter().all(|&exponent| modulus.pow(root, exponent) != 1))
        .ok_or(no_root)
}
