//! Conversions of integers: their residues, their reconstruction; and their products.

use super::{Bench, curve, random};
use polymod::{
    Result,
    core::arith::{Modulus, ntt_primes},
    internals::crt::{CrtReconstruct, CrtReduce, PrimeFamily, Spread},
};
use rug::{Assign, Integer, integer::Order};
use std::hint::black_box;

/// Number of rows at a time.
const ROWS: usize = 512;

fn primes(bench: &Bench, count: usize) -> Result<Vec<Modulus>> {
    let bits = PrimeFamily::of(bench.target)[0].bits;
    ntt_primes(bits, 24, count)?.into_iter().map(Modulus::new).collect()
}

/// Measures the costs of a call for each row and prime, and of each limb: rows of two widths determine both.
pub fn conversions(bench: &mut Bench) -> Result<()> {
    const WIDTHS: [usize; 2] = [2, 12];
    let moduli = primes(bench, 16)?;
    let mut ns = [[0.0; 2]; 2];
    for (i, width) in WIDTHS.into_iter().enumerate() {
        let crt_reduce = CrtReduce::new(bench.target, &moduli, width, 64 * width as u32 - 1);
        let crt_reconstruct = CrtReconstruct::new(bench.target, &moduli, Some(&[1; 16]), width);
        let (mut rows, mut residues) = (random(ROWS * width, u64::MAX), vec![0; ROWS * moduli.len()]);
        let each = residues.len() as f64;
        ns[0][i] = bench.best(|| {
            drop(bench.engine.enter(|cx| crt_reduce.fill(&rows, &mut residues, ROWS, Spread::NONE, cx)));
        }) / each;
        for (run, p) in residues.chunks_exact_mut(ROWS).zip(&moduli) {
            run.iter_mut().for_each(|x| *x %= p.n());
        }
        ns[1][i] = bench.best(|| crt_reconstruct.join(&residues, ROWS, 0, &mut rows)) / each;
    }
    let line = |[short, long]: [f64; 2]| {
        let limb = (long - short) / (WIDTHS[1] - WIDTHS[0]) as f64;
        [short - WIDTHS[0] as f64 * limb, limb]
    };
    (bench.costs.split_row, bench.costs.join_row) = (line(ns[0]), line(ns[1]));
    Ok(())
}

/// Measures the reconstruction from one to four primes.
pub fn mixed(bench: &mut Bench) -> Result<()> {
    let moduli = primes(bench, 4)?;
    for k in 1..=4 {
        let crt_reconstruct = CrtReconstruct::new(bench.target, &moduli[..k], Some(&[1; 4][..k]), k);
        let (residues, mut rows) = (random(ROWS * k, moduli[k - 1].n()), vec![0; ROWS * k]);
        bench.costs.mixed[k - 1] = bench.best(|| crt_reconstruct.join(&residues, ROWS, 0, &mut rows)) / ROWS as f64;
    }
    Ok(())
}

/// Measures products of integers (GMP's).
pub fn integers(bench: &mut Bench) -> Result<()> {
    let most = bench.size(1 << 18, 64);
    let integer = |limbs: usize| Integer::from_digits(&random(limbs, u64::MAX), Order::Lsf);
    let mut into = Integer::new();
    let mut points = Vec::new();
    for limbs in (0..).map(|i| 1usize << i).take_while(|&limbs| limbs <= most) {
        let (a, b) = (integer(limbs), integer(limbs));
        points.push((limbs, bench.best(|| into.assign(black_box(&a) * &b))));
    }
    bench.costs.integer_mul = curve(&points).unwrap_or(bench.costs.integer_mul.clone());
    Ok(())
}
