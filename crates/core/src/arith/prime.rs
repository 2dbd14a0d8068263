//! Primality of words, decided and proven.
//!
//! The Miller–Rabin test to prime bases 2, 3, 5, … in turn (Miller 1976, Rabin 1980). The least composite that passes the first `k` of
//! them, ψ(k), is known, so the test stops with a proof at the first `k` with `n < ψ(k)`; ψ(12) exceeds 2^64. At most 12 powers in
//! Montgomery form for a prime, most often one for a composite.
//!
//! Source of ψ: Pomerance, Selfridge and Wagstaff 1980 (k ≤ 4); Jaeschke 1993, "On strong pseudoprimes to several bases" (k ≤ 8);
//! Jiang and Deng 2014, "Strong pseudoprimes to the first eight prime bases" (k ≤ 11); Sorenson and Webster 2017, "Strong pseudoprimes
//! to twelve prime bases" (k = 12).

use super::Montgomery;

/// The first twelve primes, each with ψ(k), the least strong pseudoprime to it and all before it; `u64::MAX` where ψ(k)
/// exceeds a word.
pub const BASES: [(u64, u64); 12] = [
    (2, 2_047),
    (3, 1_373_653),
    (5, 25_326_001),
    (7, 3_215_031_751),
    (11, 2_152_302_898_747),
    (13, 3_474_749_660_383),
    (17, 341_550_071_728_321),
    (19, 341_550_071_728_321),
    (23, 3_825_123_056_546_413_051),
    (29, 3_825_123_056_546_413_051),
    (31, 3_825_123_056_546_413_051),
    (37, u64::MAX),
];

/// The primes below this limit are used for sieving and trial division, before any costlier test.
pub(super) const SMALL_PRIME_LIMIT: u64 = 1 << 10;

/// The primes below [`SMALL_PRIME_LIMIT`], ascending.
pub fn small_primes() -> Vec<u64> {
    let limit = SMALL_PRIME_LIMIT as usize;
    primal::Sieve::new(limit).primes_from(0).take_while(|&q| q < limit).map(|q| q as u64).collect()
}

/// Whether `n` is prime: exact for every word.
///
/// ```
/// use polymod_core::arith::is_prime;
/// assert!(is_prime(18_446_744_073_709_551_557));    // 2^64 − 59, the largest
/// assert!(!is_prime(3_825_123_056_546_413_051));    // passes the test to the bases 2, 3, …, 31
/// ```
pub fn is_prime(n: u64) -> bool {
    if let Some(&(p, _)) = BASES.iter().find(|(p, _)| n.is_multiple_of(*p)) {
        return n == p;
    }
    if n < 41 * 41 {
        return n > 1;
    }
    let m = Montgomery::of_odd(n);
    for (base, limit) in BASES {
        if !is_strong_probable_prime(m, base) {
            return false;
        }
        if n < limit {
            break;
        }
    }
    true
}

/// Whether `n = d·2^s + 1`, `d` odd, passes the test to `base`: `base^d = 1`, or `base^(d·2^i) = −1` for some `i < s`. `base < n`.
pub fn is_strong_probable_prime(m: Montgomery, base: u64) -> bool {
    let (one, minus_one) = (m.one(), m.n() - m.one());
    let s = (m.n() - 1).trailing_zeros();
    let mut x = m.pow(m.encode(base), (m.n() - 1) >> s);
    if x == one {
        return true;
    }
    for _ in 1..s {
        if x == minus_one {
            return true;
        }
        x = m.mul(x, x);
    }
    x == minus_one
}
