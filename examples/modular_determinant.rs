//! Determinants over Z: of random matrices by several algorithms, and of Redheffer's and Hilbert's matrices, whose values are
//! known.
//!
//! `cargo run --release --example modular_determinant`. Redheffer's n by n matrix has 1 where i divides j or j = 1, and 0
//! elsewhere; its determinant is Mertens' function M(n) = Σ μ(k) (Redheffer 1977). Hilbert's matrix 1/(i + j − 1) has the
//! determinant ∏ k!² over products of further factorials; multiplied by the least common denominator it becomes an integer matrix
//! (Hilbert 1894).

use polymod::{
    Distribution, Integers, Matrix, Result,
    multimodular::{self, Algorithm, Options},
    rug::{Integer, ops::Pow},
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::time::Instant;

fn main() -> Result<()> {
    let z = Integers::new();
    random(&z, 300)?;
    redheffer(&z, 400)?;
    hilbert(&z, 60)
}

/// Many primes, and Dixon's lifting, on entries of 40 bits.
fn random(z: &Integers, n: usize) -> Result<()> {
    let a = Matrix::random_with(z, [n, n], &Distribution::Signed(40), &mut ChaCha20Rng::seed_from_u64(1))?;
    let mut values = Vec::new();
    for algorithm in [Algorithm::Crt, Algorithm::Dixon] {
        let start = Instant::now();
        // ANCHOR: core
        let found = multimodular::det(&a, &Options { algorithm: Some(algorithm), ..Options::default() })?;
        // ANCHOR_END: core
        let (time, bits) = (start.elapsed(), found.value.significant_bits());
        println!("random, {n} by {n}: {bits} bits by {algorithm} in {time:.1?}, {} primes", found.primes);
        values.push(found.value);
    }
    assert_eq!(values[0], values[1], "two ways to one number");
    Ok(())
}

fn redheffer(z: &Integers, n: usize) -> Result<()> {
    let a = Matrix::from_fn(z, n, n, |i, j| Integer::from(u8::from(j == 0 || (j + 1).is_multiple_of(i + 1))))?;
    let start = Instant::now();
    let found = multimodular::det(&a, &Options::default())?;
    let mertens: i64 = (1..=n).map(moebius).sum();
    println!("Redheffer's of {n} rows: {} in {:.1?}", found.value, start.elapsed());
    assert_eq!(found.value, mertens, "Mertens' function");
    Ok(())
}

fn moebius(mut n: usize) -> i64 {
    let mut sign = 1;
    for p in 2.. {
        if p * p > n {
            break;
        }
        if n.is_multiple_of(p) {
            n /= p;
            sign = -sign;
            if n.is_multiple_of(p) {
                return 0;
            }
        }
    }
    if n > 1 { -sign } else { sign }
}

fn hilbert(z: &Integers, n: u32) -> Result<()> {
    let common = (1..2 * n).fold(Integer::from(1), |l, k| l.lcm(&Integer::from(k)));
    let a = Matrix::from_fn(z, n as usize, n as usize, |i, j| Integer::from(&common / (i + j + 1) as u32))?;
    let start = Instant::now();
    let found = multimodular::det(&a, &Options::default())?;
    // ∏ k!⁴ over ∏ k!, k < n and k < 2n
    let factorials = |end: u32| (1..end).map(|k| Integer::from(Integer::factorial(k))).product::<Integer>();
    let known = factorials(n).pow(4) * common.pow(n) / factorials(2 * n);
    println!("Hilbert's of {n} rows: {} bits in {:.1?}", found.value.significant_bits(), start.elapsed());
    assert_eq!(found.value, known, "Hilbert's determinant");
    Ok(())
}
