//! Partial fractions, Hermite interpolation, recurrences, factors, and structured matrices, in units of one product of n by n coefficients,
//! on one thread: `cargo bench --bench structures`.
//!
//! Modulo a prime of 62 bits without roots of unity of large order. A row is the shortest of several runs of each operation, interleaved.

use polymod::{
    Engine, Poly, Ring, Zn,
    matrix::{Cauchy, Structured, Sylvester, Toeplitz, Vandermonde},
    poly::{BerlekampMassey, FactorAlgorithm, PRecursive},
};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::hint::black_box;
use turns::Operation;

#[path = "shared/turns.rs"]
mod turns;

/// The largest prime below 2^62.
const PRIME: u64 = (1 << 62) - 57;
/// log2 of the numbers of coefficients.
const LOGS: [u32; 4] = [5, 8, 11, 14];
/// Factors are found, and terms taken one by one, up to this length.
const SLOW: usize = 256;
/// Seconds for each row; `cargo test` runs each operation once, for few coefficients.
const SECONDS: f64 = 2.0;

fn main() {
    let once = !std::env::args().any(|a| a == "--bench");
    let ring = Zn::on(&Engine::builder().threads(1).build(), PRIME).expect("a modulus");
    for (row, log) in LOGS.into_iter().enumerate().take(if once { 1 } else { LOGS.len() }) {
        measure(&ring, 1 << log, row == 0, if once { 0.0 } else { SECONDS });
    }
}

fn measure(f: &Zn, n: usize, first: bool, seconds: f64) {
    let mut random = ChaCha8Rng::seed_from_u64(n as u64);
    let mut vector = |len: usize| (0..len).map(|_| random.random_range(1..PRIME)).collect::<Vec<_>>();
    let (a, b) = (Poly::new(f, vector(n)), Poly::new(f, vector(n)));
    let factors: Vec<_> = (0..n / 4).map(|_| (Poly::new(f, vector(3)), 2)).collect();
    let (x, y, v, long) = (vector(n), vector(n), f.collect(&vector(n)), f.collect(&vector(2 * n - 1)));
    let (x, y) = (f.view(&x).expect("residues"), f.view(&y).expect("residues"));
    let derivatives: Vec<_> = (0..n / 2).map(|i| y.slice(2 * i..2 * i + 2)).collect();
    let catalan = [&[-2, -4][..], &[2, 1]].map(|c| Poly::from_i64(f, c));
    let catalan = PRecursive::new(&catalan, f.collect(&[1]).view()).expect("a recurrence");
    let toeplitz = Toeplitz::new(f, n, n, long).expect("a matrix");
    let vandermonde = Vandermonde::new(f, x, n).expect("a matrix");
    let cauchy = Cauchy::new(f, x, y).expect("distinct points");
    let sylvester = Sylvester::new(&Poly::new(f, vector(n / 2)), &Poly::new(f, vector(n / 2 + 2))).expect("a matrix");
    let of_sylvester = v.view().low(sylvester.shape().0);
    let mut operations: Vec<Operation<'_>> = vec![
        ("product", Box::new(|| drop(black_box(&a * &b)))),
        ("fractions", Box::new(|| drop(black_box(a.partial_fractions(&factors))))),
        ("hermite", Box::new(|| drop(black_box(Poly::interpolate_hermite(f, x.low(n / 2), &derivatives))))),
        ("catalan", Box::new(|| drop(black_box(catalan.term((n * n) as u64))))),
        ("toeplitz", Box::new(|| drop(black_box(toeplitz.mul_vector(v.view()))))),
        ("solve", Box::new(|| drop(black_box(toeplitz.solve(v.view()))))),
        ("vandermonde", Box::new(|| drop(black_box(vandermonde.solve(v.view()))))),
        ("cauchy", Box::new(|| drop(black_box(cauchy.solve(v.view()))))),
        ("sylvester", Box::new(|| drop(black_box(sylvester.solve(of_sylvester))))),
    ];
    if n <= SLOW {
        operations.push(("berlekamp", Box::new(|| drop(black_box(a.factor_by(FactorAlgorithm::Berlekamp))))));
        operations.push(("massey", Box::new(|| terms_one_by_one(f, v.words()))));
    }
    let best = turns::shortest(&operations, seconds);
    if first {
        let names: String = operations.iter().skip(1).map(|(name, _)| format!("{name:>12}")).collect();
        println!("    n    product, µs{names}");
    }
    let ratios: String = best.iter().skip(1).map(|t| format!("{:>12.1}", t / best[0])).collect();
    println!("{n:>5}{:>15.2}{ratios}", 1e6 * best[0]);
}

/// The shortest recurrence after each of these terms.
fn terms_one_by_one(f: &Zn, terms: &[u64]) {
    let mut sequence = BerlekampMassey::new(f);
    terms.iter().for_each(|term| drop(sequence.push(term)));
    black_box(sequence.minpoly());
}
