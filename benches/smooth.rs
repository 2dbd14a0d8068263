//! Whether a product's cost grows smoothly with its length: `cargo bench --bench smooth`, one thread.
//!
//! Between two powers of two, n takes 16 steps per octave; a product of n by n coefficients is compared with the linear
//! interpolation between the products at the neighbouring powers of two. Each row has the largest ratio of one octave and its
//! position, modulo primes without roots of unity of large order (31, 50 and 62 bits) and a transform prime. Every length is
//! timed in turn for several rounds, so that a change of frequency affects all of them; the minimum counts.

use polymod::{Engine, Zn};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::{hint::black_box, time::Instant};

/// Moduli: 2^31 − 1, the largest primes below 2^50 and 2^62, and a transform prime.
const MODULI: [u64; 4] = [(1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57, 998_244_353];
/// log2 of the first and last power of two.
const LOGS: (u32, u32) = (4, 18);
/// Steps per octave.
const PARTS: usize = 16;
/// Number of rounds, and the least time of a measurement in each, in nanoseconds.
const ROUNDS: (usize, f64) = (15, 2e5);

/// A product of two operands of equal length, and its shortest time.
struct Case {
    a: Vec<u64>,
    b: Vec<u64>,
    out: Vec<u64>,
    scratch: Vec<u64>,
    ns: f64,
}

impl Case {
    fn new(zn: &Zn, len: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(len as u64);
        let mut vector = || (0..len).map(|_| random.random_range(0..zn.n())).collect();
        let scratch = vec![0; zn.mul_scratch_len(len, len)];
        Case { a: vector(), b: vector(), out: vec![0; 2 * len - 1], scratch, ns: f64::INFINITY }
    }

    fn time(&mut self, zn: &Zn, least: f64) {
        let mut calls = 1;
        loop {
            let start = Instant::now();
            for _ in 0..calls {
                let done = zn.mul_into(&mut self.out, &self.a, &self.b, &mut self.scratch);
                done.expect("residues, and slices of the right lengths");
                black_box(&mut self.out);
            }
            let ns = start.elapsed().as_nanos() as f64;
            if ns >= least {
                self.ns = self.ns.min(ns / f64::from(calls));
                return;
            }
            calls *= 2;
        }
    }
}

fn main() {
    let once = !std::env::args().any(|a| a == "--bench");
    let (last, rounds, least) = if once { (LOGS.0 + 1, 1, 0.0) } else { (LOGS.1, ROUNDS.0, ROUNDS.1) };
    let engine = Engine::builder().threads(1).build();
    println!("{}; cost of n by n coefficients over the line between powers of two", engine.target());
    println!("{:>20} {:>14} {:>7} {:>9} {:>7}", "modulus", "n", "worst", "at", "mean");
    for n in MODULI {
        let zn = Zn::on(&engine, n).expect("a modulus");
        let mut worst = (0.0f64, 0);
        for log in LOGS.0..last {
            let (ratio, at, mean) = octave(&zn, 1 << log, rounds, least);
            worst = if ratio > worst.0 { (ratio, at) } else { worst };
            let span = format!("2^{log} … 2^{}", log + 1);
            println!("{n:>20} {span:>14} {ratio:>7.2} {at:>9} {mean:>7.2}");
        }
        println!("{n:>20} {:>14} {:>7.2} {:>9}", "all", worst.0, worst.1);
    }
}

/// The largest ratio, its length, and the mean ratio.
fn octave(zn: &Zn, from: usize, rounds: usize, least: f64) -> (f64, usize, f64) {
    let len = |part: usize| from + from * part / PARTS;
    let mut cases: Vec<Case> = (0..=PARTS).map(|part| Case::new(zn, len(part))).collect();
    for _ in 0..rounds {
        cases.iter_mut().for_each(|case| case.time(zn, least));
    }
    let (first, last) = (cases[0].ns, cases[PARTS].ns);
    let line = |part: usize| first + (last - first) * part as f64 / PARTS as f64;
    let ratios = (1..PARTS).map(|part| (cases[part].ns / line(part), len(part)));
    let worst = ratios.clone().max_by(|a, b| a.0.total_cmp(&b.0)).expect("parts");
    (worst.0, worst.1, ratios.map(|r| r.0).sum::<f64>() / (PARTS - 1) as f64)
}
