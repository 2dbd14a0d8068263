//! The number of ways to write each number up to a limit as a sum of two primes: the square of one dense polynomial.
//!
//! With P = Σ x^p over the primes p, the coefficient of x^n in P² is the number of pairs of primes with the sum n; Goldbach (1742) asked
//! whether it is positive for each even n > 2. It is below the number of primes, so that a product modulo a larger prime is exact. The
//! counts for powers of ten are compared with published ones (<https://oeis.org/A006307>), a part of the product with another algorithm's.
//!
//! `cargo run --release --example dense_multiplication -- [LIMIT]`, 10^6 by default.

use polymod::{Poly, ProductAlgorithm, Zn, poly::Part};
use primal::Sieve;
use std::error::Error;

/// Unordered pairs of primes with the sum 10, 100, …
const PUBLISHED: [u64; 7] = [2, 6, 28, 127, 810, 5402, 38_807];

fn main() -> Result<(), Box<dyn Error>> {
    let limit = std::env::args().nth(1).map_or(Ok(1_000_000), |word| word.parse())?;
    let sieve = Sieve::new(limit);
    let field = Zn::new(998_244_353)?;
    // ANCHOR: core
    let primes = Poly::new(&field, (0..=limit).map(|n| u64::from(sieve.is_prime(n))));
    let pairs = primes.mul_low(&primes, limit + 1)?;
    // ANCHOR_END: core

    // a pair of different primes counts twice
    let ways = |n: usize| (pairs.coeff(n) + u64::from(n.is_multiple_of(2) && sieve.is_prime(n / 2))) / 2;
    for (published, n) in PUBLISHED.into_iter().zip((1..).map(|k| 10usize.pow(k))).take_while(|&(_, n)| n <= limit) {
        println!("{n} is the sum of two primes in {} ways", ways(n));
        assert_eq!(ways(n), published);
    }
    let none = (4..=limit).step_by(2).find(|&n| ways(n) == 0);
    println!("even numbers up to {limit} that are no such sum: {}", none.map_or("none".into(), |n| n.to_string()));
    assert_eq!(none, None);

    // every algorithm gives the same coefficients; without a name the one with the least predicted time is taken
    let part = Part::Low(limit.min(3000));
    let karatsuba = primes.mul_part(&primes, &part, Some(ProductAlgorithm::Karatsuba))?;
    assert_eq!(karatsuba, primes.mul_part(&primes, &part, None)?);
    Ok(())
}
