//! Evaluation at n points and interpolation in units of one product of n by n coefficients, on one thread:
//! `cargo bench --bench points`.
//!
//! Modulo a prime of 62 bits without roots of unity of large order, and one of 48 bits that has them. A row is the shortest of
//! several runs of each operation, interleaved.

use polymod::{
    Engine, Poly, Zn,
    poly::{Geometric, Points},
};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::hint::black_box;
use turns::Operation;

#[path = "shared/turns.rs"]
mod turns;

/// The largest prime below 2^62, and the largest below 2^48 that is 1 modulo 2^20.
const PRIMES: [u64; 2] = [(1 << 62) - 57, 281_474_975_662_081];
/// log2 of the numbers of points.
const LOGS: [u32; 4] = [7, 10, 13, 16];
/// Seconds for each row; `cargo test` runs each operation once.
const SECONDS: f64 = 2.0;

fn main() {
    for p in PRIMES {
        let ring = Zn::on(&Engine::builder().threads(1).build(), p).expect("a modulus");
        for (row, log) in LOGS.into_iter().enumerate() {
            measure(&ring, log, row == 0);
        }
    }
}

fn measure(ring: &Zn, log: u32, first: bool) {
    let (p, n) = (ring.n(), 1usize << log);
    let mut random = ChaCha8Rng::seed_from_u64(u64::from(log));
    let mut vector = || (0..n).map(|_| random.random_range(1..p)).collect::<Vec<_>>();
    let (x, y) = (vector(), vector());
    let (a, b) = (Poly::new(ring, vector()), Poly::new(ring, vector()));
    let (x, y) = (ring.view(&x).expect("residues"), ring.view(&y).expect("residues"));
    let points = Points::new(ring, x).expect("points");
    points.interpolate(y).expect("distinct points");
    let powers = Geometric::new(ring, &3, &5, n).expect("points");
    powers.interpolate(y).expect("distinct points");
    let operations: Vec<Operation<'_>> = vec![
        ("product", Box::new(|| drop(black_box(&a * &b)))),
        ("prepare", Box::new(|| drop(black_box(Points::new(ring, x))))),
        ("eval", Box::new(|| drop(black_box(a.eval_each(x))))),
        ("again", Box::new(|| drop(black_box(points.eval(&a))))),
        ("interpolate", Box::new(|| drop(black_box(Poly::interpolate(ring, x, y))))),
        ("again", Box::new(|| drop(black_box(points.interpolate(y))))),
        ("geometric", Box::new(|| drop(black_box(Geometric::new(ring, &3, &5, n).and_then(|g| g.eval(&a)))))),
        ("again", Box::new(|| drop(black_box(powers.eval(&a))))),
        ("back", Box::new(|| drop(black_box(Geometric::new(ring, &3, &5, n).and_then(|g| g.interpolate(y)))))),
        ("again", Box::new(|| drop(black_box(powers.interpolate(y))))),
    ];
    let seconds = if std::env::args().any(|a| a == "--bench") { SECONDS } else { 0.0 };
    let best = turns::shortest(&operations, seconds);
    if first {
        let names: String = operations.iter().skip(1).map(|(name, _)| format!("{name:>12}")).collect();
        println!("modulo {p}\npoints    product, µs{names}");
    }
    let ratios: String = best.iter().skip(1).map(|t| format!("{:>12.2}", t / best[0])).collect();
    println!("2^{log:<7}{:>11.2}{ratios}", 1e6 * best[0]);
}
