//! Products of matrices of polynomials and their determinants: `cargo bench --bench polymat`, one thread.
//!
//! Square matrices with entries of degree d, modulo the largest primes below 2^31 and 2^62 and a transform prime; products by
//! each algorithm that applies and by the one chosen by the cost model, timed in turn for several rounds; the minimum counts.
//! With `-- --others` determinants and approximant bases instead (`--det` and `--bases`: one of them), with `-- --systems` systems of
//! equations with one right side, by each algorithm and by the chosen one; numbers as arguments select matrices of these dimensions.

use polymod::{Engine, Poly, PolyMatrix, Zn, matrix::SystemAlgorithm, ring::MatrixAlgorithm};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::{hint::black_box, time::Instant};

const MODULI: [u64; 3] = [(1 << 31) - 1, (1 << 62) - 57, 998_244_353];
/// Dimensions and degrees.
const SIZES: [(usize, &[usize]); 6] = [
    (2, &[8, 64, 256, 1024]),
    (4, &[8, 64, 256, 1024]),
    (8, &[8, 64, 256, 1024]),
    (16, &[8, 64, 256, 1024]),
    (32, &[8, 64, 256]),
    (64, &[64, 256]),
];
/// Number of rounds, and the least time of a measurement in each, in nanoseconds.
const ROUNDS: (usize, f64) = (5, 1e6);

fn matrix(f: &Zn, n: usize, degree: usize, seed: u64) -> PolyMatrix<Zn> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut entry = || Poly::new(f, (0..=degree).map(|_| random.random_range(0..f.n())));
    PolyMatrix::from_fn(f, n, n, |_, _| entry()).expect("entries over one ring")
}

/// Microseconds per call.
fn time(least: f64, mut f: impl FnMut()) -> f64 {
    let mut calls = 1;
    loop {
        let start = Instant::now();
        (0..calls).for_each(|_| f());
        let ns = start.elapsed().as_nanos() as f64;
        if ns >= least {
            return ns / 1e3 / f64::from(calls);
        }
        calls *= 2;
    }
}

/// Determinants by the chosen algorithm, and approximant bases of r by r/2 matrices to order 2d.
fn others(way: &str, f: &Zn, r: usize, d: usize, rounds: usize, least: f64) {
    let (a, series) = (matrix(f, r, d, 3), matrix(f, r, 2 * d - 1, 4).part(0..r, 0..r / 2));
    let shift = vec![0; r];
    let mut best = [f64::INFINITY; 2];
    for _ in 0..rounds {
        if way != "--bases" {
            best[0] = best[0].min(time(least, || drop(black_box(a.det()))));
        }
        if way != "--det" {
            best[1] = best[1].min(time(least, || drop(black_box(series.approximant_basis(2 * d, &shift)))));
        }
    }
    println!("{:>20} {r:>3} {d:>5} {:>10.1} {:>10.1}", f.n(), best[0], best[1]);
}

/// Systems of equations by each algorithm and by the chosen one.
fn systems(f: &Zn, r: usize, d: usize, rounds: usize, least: f64) {
    let (a, b) = (matrix(f, r, d, 5), matrix(f, r, d, 6).part(0..r, 0..1));
    let mut best = [f64::INFINITY; 5];
    for _ in 0..rounds {
        for (algorithm, best) in SystemAlgorithm::ALL.into_iter().zip(&mut best) {
            *best = best.min(time(least, || drop(black_box(a.solve_by(&b, algorithm)))));
        }
        best[4] = best[4].min(time(least, || drop(black_box(a.solve(&b)))));
    }
    let columns: Vec<String> = best.iter().map(|us| format!("{us:>12.1}")).collect();
    println!("{:>20} {r:>3} {d:>5} {}", f.n(), columns.join(" "));
}

fn main() {
    let once = !std::env::args().any(|a| a == "--bench");
    let wanted: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let (rounds, least) = if once { (1, 0.0) } else { ROUNDS };
    let engine = Engine::builder().threads(1).build();
    println!("microseconds; {engine:?}");
    let other = std::env::args().find(|a| ["--others", "--det", "--bases"].contains(&a.as_str()));
    let of_systems = std::env::args().any(|a| a == "--systems");
    if of_systems {
        println!("in turn: dixon, high-order, points, approximants, the chosen one");
    }
    println!(
        "{:>20} {:>3} {:>5} {:>10} {:>10} {:>10} {:>10}",
        "modulus", "r", "d", "entries", "images", "points", "chosen"
    );
    for n in MODULI {
        let f = Zn::on(&engine, n).expect("a modulus");
        for (r, degrees) in SIZES {
            for &d in degrees.iter().take(if once { 1 } else { degrees.len() }) {
                if !wanted.is_empty() && !wanted.contains(&r) {
                    continue;
                }
                if of_systems {
                    if r * r * d <= 1 << 16 {
                        systems(&f, r, d, rounds, least);
                    }
                    continue;
                }
                if let Some(way) = &other {
                    others(way, &f, r, d, rounds, least);
                    continue;
                }
                let (a, b) = (matrix(&f, r, d, 1), matrix(&f, r, d, 2));
                let ways = MatrixAlgorithm::ALL.map(Some).into_iter().chain([None]);
                let mut best = [f64::INFINITY; 4];
                for _ in 0..rounds {
                    for (way, best) in ways.clone().zip(&mut best) {
                        // products by the definition would take minutes at these sizes
                        if way == Some(MatrixAlgorithm::Entries) && r * r * r * d > 300_000 {
                            continue;
                        }
                        if a.mul_window(&b, 0..usize::MAX, way).is_ok() {
                            let product = || drop(black_box(a.mul_window(&b, 0..usize::MAX, way)));
                            *best = best.min(time(least, product));
                        }
                    }
                }
                let columns: Vec<String> = best.iter().map(|us| format!("{us:>10.1}")).collect();
                println!("{n:>20} {r:>3} {d:>5} {}", columns.join(" "));
            }
        }
    }
}
