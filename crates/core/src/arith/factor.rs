//! Factorisation of words.
//!
//! Trial division by the primes below 2^10, then Pollard's rho in Brent's form, iterating `x² + c` in Montgomery form
//! and taking one greatest common divisor for a batch of differences: about as many products as the square root of the
//! second largest prime factor, at most some 2^17. Deterministic: `c = 1, 2, …` until one succeeds.
//!
//! Source: Pollard 1975, "A Monte Carlo method for factorization"; Brent 1980, "An improved Monte Carlo factorization algorithm".

use super::prime::{SMALL_PRIME_LIMIT, small_primes};
use super::word::gcd;
use super::{Montgomery, is_prime};

/// Differences multiplied together before a greatest common divisor is taken.
const BATCH: u64 = 128;

/// The prime factors of `n` with their multiplicities, ascending; none for 1, and `[(0, 1)]` for 0.
///
/// ```
/// use polymod_core::arith::factor_u64;
/// assert_eq!(factor_u64(998_244_352), [(2, 23), (7, 1), (17, 1)]);
/// ```
pub fn factor_u64(n: u64) -> Vec<(u64, u32)> {
    if n == 0 {
        return vec![(0, 1)];
    }
    let mut factors = Vec::new();
    let mut rest = n;
    for q in small_primes() {
        if q * q > rest {
            break;
        }
        while rest.is_multiple_of(q) {
            factors.push(q);
            rest /= q;
        }
    }
    split(rest, &mut factors);
    factors.sort_unstable();
    factors.chunk_by(|p, q| p == q).map(|equal| (equal[0], equal.len() as u32)).collect()
}

/// Appends the prime factors of `n`, which is prime or has no prime factor below the limit of the trial divisions.
fn split(n: u64, factors: &mut Vec<u64>) {
    if n == 1 {
        return;
    }
    if n < SMALL_PRIME_LIMIT * SMALL_PRIME_LIMIT || is_prime(n) {
        factors.push(n);
        return;
    }
    let divisor = proper_divisor(n);
    split(divisor, factors);
    split(n / divisor, factors);
}

/// A divisor of an odd composite `n` other than 1 and `n`.
pub fn proper_divisor(n: u64) -> u64 {
    let m = Montgomery::of_odd(n);
    let mut c = 1;
    loop {
        if let Some(divisor) = rho(m, c) {
            return divisor;
        }
        c += 1;
    }
}

/// One run of Brent's iteration; `None` where all prime factors appear in the same step.
///
/// The point `x` stays fixed while `y` takes as many steps as were taken before; then `x` moves to `y`.
fn rho(m: Montgomery, c: u64) -> Option<u64> {
    let step = |x| m.add(m.mul(x, x), c);
    let (mut y, mut stride) = (2, 1);
    loop {
        let x = y;
        y = (0..stride).fold(y, |y, _| step(y));
        let mut done = 0;
        while done < stride {
            let (start, count) = (y, BATCH.min(stride - done));
            let mut product = m.one();
            for _ in 0..count {
                y = step(y);
                product = m.mul(product, x.abs_diff(y));
            }
            match gcd(product, m.n()) {
                1 => done += count,
                divisor if divisor < m.n() => return Some(divisor),
                _ => return first_common_divisor(m.n(), x, start, step),
            }
        }
        stride *= 2;
    }
}

/// Repeats a batch in which the product vanished, one difference at a time; `None` where the first divisor met is `n` itself.
fn first_common_divisor(n: u64, x: u64, start: u64, step: impl Fn(u64) -> u64) -> Option<u64> {
    let mut y = start;
    loop {
        y = step(y);
        match gcd(x.abs_diff(y), n) {
            1 => {}
            divisor => return (divisor < n).then_some(divisor),
        }
    }
}
