//! Products of polynomials by the classical algorithm and by Karatsuba's.

use super::{Bench, curve, random, solved};
use polymod::{
    Result,
    ring::{Coeffs, Integers, ProductAlgorithm, Ring, Zn},
};

/// A prime that no vector kernel of short products supports.
const WIDE: u64 = u64::MAX - 58;
/// Primes of the narrow and of the wide vector kernels.
const IN_VECTORS: [u64; 2] = [(1 << 50) - 27, (1 << 62) - 57];

fn schoolbook_ns(bench: &Bench, n: u64, len: usize) -> Result<f64> {
    let zn = Zn::on(&bench.engine, n)?;
    let (a, b) = (zn.collect(&random(len, n)), zn.collect(&random(len, n)));
    bench.product(&zn, ProductAlgorithm::Schoolbook, &a, &b)
}

/// Measures a call, eight results, and eight products.
pub fn short(bench: &mut Bench) -> Result<()> {
    let row = |len: usize| {
        let results = (2 * len - 1).div_ceil(8) as f64;
        [1.0, results, (len * len + 7 * len) as f64 / 8.0]
    };
    let lens = [8, 32, 128];
    let mut narrow = [0.0; 3];
    for (ns, len) in narrow.iter_mut().zip(lens) {
        *ns = schoolbook_ns(bench, IN_VECTORS[0], len)?;
    }
    let Some([call, result, product]) = solved(lens.map(row), narrow) else { return Ok(()) };
    let [_, results, products] = row(lens[2]);
    let wide = (schoolbook_ns(bench, IN_VECTORS[1], lens[2])? - call - results * result) / products;
    bench.costs.short = [call, result, product, wide];
    Ok(())
}

/// The costs of a product, and of a reduction for each result, from the times of two lengths.
fn product_and_result([short, long]: [f64; 2], [s, l]: [usize; 2]) -> [f64; 2] {
    let results = |len: usize| (2 * len - 1) as f64;
    let squares = |len: usize| (len * len) as f64;
    let each = (long - short * results(l) / results(s)) / (squares(l) - squares(s) * results(l) / results(s));
    [each, (short - squares(s) * each) / results(s)]
}

pub fn schoolbook(bench: &mut Bench) -> Result<()> {
    let lens = [16, 128];
    let ns = [schoolbook_ns(bench, WIDE, lens[0])?, schoolbook_ns(bench, WIDE, lens[1])?];
    [bench.costs.word_mul, bench.costs.word_reduce] = product_and_result(ns, lens);
    Ok(())
}

/// Measures sums of one, two and three words over Z.
pub fn signed(bench: &mut Bench) -> Result<()> {
    let z = Integers::on(&bench.engine);
    let mut most = 0.0f64;
    for (i, bits) in [20, 50, 63].into_iter().enumerate() {
        let lens = [16, 64];
        let mut ns = [0.0; 2];
        for (ns, len) in ns.iter_mut().zip(lens) {
            let words = random(len, (1 << bits) - 1);
            let (a, b) = (Coeffs::<Integers>::from(words.clone()), Coeffs::from(words));
            *ns = bench.product(&z, ProductAlgorithm::Schoolbook, &a, &b)?;
        }
        let [each, sum] = product_and_result(ns, lens);
        bench.costs.signed_mul[i] = each;
        most = most.max(sum);
    }
    bench.costs.signed_sum = most;
    Ok(())
}

pub fn karatsuba(bench: &mut Bench) -> Result<()> {
    let n = IN_VECTORS[1];
    let zn = Zn::on(&bench.engine, n)?;
    let mut points = Vec::new();
    for log in 3..=10 {
        let len = 1 << log;
        let (a, b) = (zn.collect(&random(len, n)), zn.collect(&random(len, n)));
        points.push((len, bench.product(&zn, ProductAlgorithm::Karatsuba, &a, &b)?));
    }
    bench.costs.karatsuba = curve(&points).unwrap_or(bench.costs.karatsuba.clone());
    Ok(())
}
