//! The irregular primes below a limit: those p that divide one of the Bernoulli numbers B₂, B₄, …, B₍ₚ₋₃₎.
//!
//! `cargo run --release --example irregular_primes [LIMIT]`, 20000 by default. Fermat's last theorem was first proved for the
//! other primes (Kummer 1850). Modulo p all these Bernoulli numbers come from one power series inversion to (p − 1)/2 terms,
//!
//! ```text
//! (x²/2)/(cosh x − 1) = Σ (1 − 2k)·B₂ₖ·x²ᵏ/(2k)!
//! ```
//!
//! (Buhler, Crandall, Sompolski 1992, "Irregular primes to one million"), where 1/(p − 1)! = −1, and the other factorials follow
//! by products. There is one series per prime, of many lengths: this exercises divisions of all sizes, and the setup of a field.

use polymod::{Engine, Poly, Result, Zn};
use std::time::Instant;

/// All even k ≤ p − 3 for which p divides Bₖ.
fn irregular_indices(engine: &Engine, p: u64) -> Result<Vec<usize>> {
    let f = Zn::on(engine, p)?;
    let terms = (p as usize - 1) / 2;
    // 2/(2j + 2)!, from j = (p − 3)/2 down
    let mut coefficients = vec![0; terms];
    let (mut inverse, mut k) = (p - 1, p - 1);
    for coefficient in coefficients.iter_mut().rev() {
        *coefficient = 2 * inverse % p;
        inverse = inverse * k % p * (k - 1) % p;
        k -= 2;
    }
    // ANCHOR: core
    let numbers = Poly::new(&f, coefficients).inv_series(terms)?;
    Ok((1..terms).filter(|&k| numbers.coeff(k) == 0).map(|k| 2 * k).collect())
    // ANCHOR_END: core
}

fn main() -> Result<()> {
    let limit = match std::env::args().nth(1) {
        None => 20_000,
        Some(text) => text.parse().unwrap_or_else(|_| panic!("LIMIT: expected an integer, found {text}")),
    };
    let engine = Engine::builder().threads(1).build();
    let start = Instant::now();
    let mut primes: Vec<u64> = Vec::new();
    for k in 3..limit {
        if primes.iter().take_while(|&&p| p * p <= k).all(|p| k % p > 0) && k % 2 == 1 {
            primes.push(k);
        }
    }
    let mut pairs = Vec::new();
    for &p in &primes {
        pairs.extend(irregular_indices(&engine, p)?.into_iter().map(|k| (p, k)));
    }
    println!("{} odd primes below {limit} in {:.1?}", primes.len(), start.elapsed());

    let mut irregular: Vec<u64> = pairs.iter().map(|&(p, _)| p).collect();
    irregular.dedup();
    let below = |n: u64| irregular.iter().filter(|&&p| p < n).count();
    // Kummer's own, and those by the numerators of B₁₂ = −691/2730, B₁₆ = −3617/510 and B₂₀ = −283·617/330
    let known = [(37, 32), (59, 44), (67, 58), (101, 68), (103, 24), (131, 22), (149, 130), (157, 62), (157, 110)];
    let first = known.iter().filter(|pair| pair.0 < limit);
    assert!(first.eq(pairs.iter().take_while(|pair| pair.0 < 200)));
    for pair in [(691, 12), (3617, 16), (283, 20), (617, 20)] {
        assert_eq!(pairs.contains(&pair), pair.0 < limit, "{pair:?}");
    }
    // OEIS A092901
    for (n, count) in [(100, 3), (1000, 64), (10_000, 497)] {
        assert!(limit < n || below(n) == count, "{count} below {n}");
    }
    println!("first: {:?}", &irregular[..irregular.len().min(10)]);
    for n in [1000, 10_000, limit] {
        let all = primes.iter().filter(|&&p| p < n).count();
        println!("below {n}: {} of {all} are irregular, {:.4} of them", below(n), below(n) as f64 / all as f64);
    }
    println!("expected of many: 1 - exp(-1/2) = {:.4}", 1.0 - (-0.5f64).exp());
    Ok(())
}
