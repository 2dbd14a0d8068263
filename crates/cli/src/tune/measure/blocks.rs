//! Costs of elements of several digits or limbs, in blocks of eight.

use super::Bench;
use polymod::{
    Result,
    core::arith::{FERMAT_PRIMES, FermatPrime},
    core::kernels::{blocks::BlockKernel, fermat::FermatKernel, limbs::LimbKernel},
};
use std::hint::black_box;

/// Number of elements at a time.
const COUNT: usize = 64;

/// Pseudorandom words below a bound.
fn words(count: usize, below: impl Fn(usize) -> u64) -> Vec<u64> {
    (0..count).map(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) % below(i).max(1)).collect()
}

/// Times of a product of an element, of moving it to a block, and of a pair of digits in its conversion to an integer or back.
fn of_fermat(bench: &Bench, p: FermatPrime) -> Option<[f64; 3]> {
    let kernel = FermatKernel::new(bench.target, p.radix(), p.digits())?;
    let rows = words(COUNT * kernel.digits(), |_| kernel.radix());
    let mut x = vec![0; kernel.words(COUNT)];
    kernel.from_rows(&rows, &mut x);
    let y = x.clone();
    let product = bench.best(|| kernel.multiply(black_box(&mut x), &y));
    let load = bench.best(|| kernel.from_rows(&rows, black_box(&mut x)));
    let (width, mut back) = (p.limbs().len(), rows.clone());
    let mut words = vec![0; COUNT * width];
    let converted = bench.best(|| {
        kernel.to_words(&rows, width, black_box(&mut words));
        kernel.from_words(&words, width, black_box(&mut back));
    });
    let pair = converted / 2.0 / kernel.integer_pairs();
    Some([product, load, pair].map(|ns| ns / COUNT as f64))
}

/// Measures products without halving: k²·product + k·digit.
pub fn fermat(bench: &mut Bench) -> Result<()> {
    let named = |name: &str| FERMAT_PRIMES.iter().find(|(known, _)| *known == name).map(|(_, p)| *p);
    let (Some(small), Some(large)) = (named("F4"), named("F8")) else { return Ok(()) };
    let (Some([short, ..]), Some([long, load, integer])) = (of_fermat(bench, small), of_fermat(bench, large)) else {
        return Ok(());
    };
    let (k, l) = (small.digits() as f64, large.digits() as f64);
    let product = (long / l - short / k) / (l - k);
    let costs = &mut bench.costs.fermat;
    (costs.product, costs.digit, costs.row) = (product, short / k - k * product, load / l);
    // one cost for both directions
    costs.integer_pair = integer;
    Ok(())
}

/// Measures products of n limbs: 2n² multiply-adds and those of the reduction, and n times the overhead of a limb.
pub fn limbs(bench: &mut Bench) -> Result<()> {
    let mut seen: Vec<(f64, [f64; 2])> = Vec::new();
    for name in ["P4", "P16"] {
        let Some((_, p)) = FERMAT_PRIMES.iter().find(|(known, _)| *known == name) else { return Ok(()) };
        let modulus = p.limbs();
        let Some(kernel) = LimbKernel::new(bench.target, &modulus) else { return Ok(()) };
        // the highest word is 0
        let rows = words(COUNT * modulus.len(), |i| if (i + 1).is_multiple_of(modulus.len()) { 1 } else { u64::MAX });
        let mut x = vec![0; kernel.words(COUNT)];
        kernel.load(&rows, modulus.len(), &mut x);
        let mut y = x.clone();
        kernel.to_factors(&mut y);
        let product = bench.best(|| kernel.multiply(black_box(&mut x), &y));
        let load = bench.best(|| kernel.load(&rows, modulus.len(), black_box(&mut x)));
        let n = kernel.limbs() as f64;
        // multiply-adds, as the model counts them
        let counting = polymod::core::costs::LimbCosts { multiply_add: 1.0, limb: 0.0, level: 0.0, row: 0.0 };
        seen.push((n, [kernel.product_ns(&counting), product / COUNT as f64]));
        bench.costs.limbs.row = load / COUNT as f64 / n;
    }
    let [(n, [few, short]), (m, [many, long])] = seen[..] else { return Ok(()) };
    if let Some([each, limb]) = super::solved([[few, n], [many, m]], [short, long]) {
        (bench.costs.limbs.multiply_add, bench.costs.limbs.limb) = (each, limb);
    }
    Ok(())
}
