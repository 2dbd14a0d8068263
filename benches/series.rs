//! Division and series in units of one product of the same length, on one thread: `cargo bench --bench series`.
//!
//! Modulo a prime of 62 bits without roots of unity of large order. A row is the shortest of several runs of each operation,
//! interleaved, so that a disturbance affects the product too.

use polymod::{Engine, Poly, Zn, poly::Divisor};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::hint::black_box;
use turns::Operation;

#[path = "shared/turns.rs"]
mod turns;

/// The largest prime below 2^62.
const PRIME: u64 = (1 << 62) - 57;
/// log2 of the numbers of coefficients.
const LOGS: [u32; 7] = [4, 6, 8, 10, 12, 14, 17];
/// Seconds for each length; `cargo test` runs each operation once.
const SECONDS: f64 = 2.0;

fn main() {
    let ring = Zn::on(&Engine::builder().threads(1).build(), PRIME).expect("a modulus");
    for (row, log) in LOGS.into_iter().enumerate() {
        let n = 1usize << log;
        let mut random = ChaCha8Rng::seed_from_u64(u64::from(log));
        let mut operand = |len: usize, lowest: u64| {
            let rest = (1..len).map(|_| random.random_range(1..PRIME)).collect::<Vec<_>>();
            Poly::new(&ring, std::iter::once(lowest).chain(rest))
        };
        let (a, b, one, zero) = (operand(2 * n - 1, 5), operand(n, 7), operand(n, 1), operand(n, 0));
        let (x, divisor) = (operand(n, 3), Divisor::new(&b).expect("a unit leads"));
        let operations: Vec<Operation<'_>> = vec![
            ("product", Box::new(|| drop(black_box(&x * &b)))),
            ("divrem", Box::new(|| drop(black_box(a.div_rem(&b))))),
            ("quo", Box::new(|| drop(black_box(a.quo(&b))))),
            ("kept", Box::new(|| drop(black_box(divisor.div_rem(&a))))),
            ("inverse", Box::new(|| drop(black_box(b.inv_series(n))))),
            ("log", Box::new(|| drop(black_box(one.log_series(n))))),
            ("exp", Box::new(|| drop(black_box(zero.exp_series(n))))),
            ("sqrt", Box::new(|| drop(black_box(one.sqrt_series(n))))),
        ];
        let seconds = if std::env::args().any(|a| a == "--bench") { SECONDS } else { 0.0 };
        let best = turns::shortest(&operations, seconds);
        if row == 0 {
            let names: String = operations.iter().skip(1).map(|(name, _)| format!("{name:>9}")).collect();
            println!("terms     product, µs{names}");
        }
        let ratios: String = best.iter().skip(1).map(|t| format!("{:>9.2}", t / best[0])).collect();
        println!("2^{log:<7}{:>11.2}{ratios}", 1e6 * best[0]);
    }
}
