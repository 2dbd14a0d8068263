//! Products of polynomials by the classical algorithm and by Karatsuba's.

use super::{Bench, curve, random, solved};
use polymod::{
    Result,
    ring::{Coeffs, Integers, ProductAlgorithm, Ring, Zn},
};

/// Primes of the vector kernels of short products, by their numbers of digits and words.
const IN_VECTORS: [u64; 3] = [(1 << 50) - 27, (1 << 62) - 57, u64::MAX - 58];

fn schoolbook_ns(bench: &Bench, n: u64, len: usize) -> Result<f64> {
    let zn = Zn::on(&bench.engine, n)?;
    let (a, b) = (zn.collect(&random(len, n)), zn.collect(&random(len, n)));
    bench.product(&zn, ProductAlgorithm::Schoolbook, &a, &b)
}

/// A call, eight results, and eight products in vectors, for each kind of operands: `ns` has the time of products of this length of a kind.
fn in_vectors<const KINDS: usize>(
    ns: impl Fn(usize, usize) -> Result<f64>,
) -> Result<Option<([f64; 2], [f64; KINDS])>> {
    let row = |len: usize| {
        let results = (2 * len - 1).div_ceil(8) as f64;
        [1.0, results, (len * len + 7 * len) as f64 / 8.0]
    };
    let lens = [8, 32, 128];
    let mut first = [0.0; 3];
    for (out, len) in first.iter_mut().zip(lens) {
        *out = ns(len, 0)?;
    }
    let Some([call, result, product]) = solved(lens.map(row), first) else { return Ok(None) };
    let [_, results, products] = row(lens[2]);
    let mut each = [product; KINDS];
    for (kind, out) in each.iter_mut().enumerate().skip(1) {
        *out = (ns(lens[2], kind)? - call - results * result) / products;
    }
    Ok(Some(([call, result], each)))
}

/// Measures a call, eight results, and eight products.
pub fn short(bench: &mut Bench) -> Result<()> {
    if let Some(([call, result], [a, b, c])) = in_vectors(|len, kind| schoolbook_ns(bench, IN_VECTORS[kind], len))? {
        bench.costs.short = [call, result, a, b, c];
    }
    Ok(())
}

/// The same over Z, for coefficients of one digit and of two.
pub fn signed_short(bench: &mut Bench) -> Result<()> {
    let z = Integers::on(&bench.engine);
    if let Some(([call, result], [a, b])) = in_vectors(|len, kind| signed_ns(bench, &z, [20, 50][kind], len))? {
        bench.costs.signed_short = [call, result, a, b];
    }
    Ok(())
}

fn signed_ns(bench: &Bench, z: &Integers, bits: u32, len: usize) -> Result<f64> {
    let words = random(len, (1 << bits) - 1);
    let (a, b) = (Coeffs::<Integers>::from(words.clone()), Coeffs::from(words));
    bench.product(z, ProductAlgorithm::Schoolbook, &a, &b)
}

/// The costs of a product, and of a reduction for each result, from the times of two lengths.
fn product_and_result([short, long]: [f64; 2], [s, l]: [usize; 2]) -> [f64; 2] {
    let results = |len: usize| (2 * len - 1) as f64;
    let squares = |len: usize| (len * len) as f64;
    let each = (long - short * results(l) / results(s)) / (squares(l) - squares(s) * results(l) / results(s));
    [each, (short - squares(s) * each) / results(s)]
}

/// A length that vector kernels of short products do not take.
const BEYOND_VECTORS: usize = 2 * polymod::core::kernels::short::MAX_LEN;

/// Measures sums of products of words, one after the other.
pub fn schoolbook(bench: &mut Bench) -> Result<()> {
    let lens = [BEYOND_VECTORS, 4 * BEYOND_VECTORS];
    let ns = [schoolbook_ns(bench, IN_VECTORS[2], lens[0])?, schoolbook_ns(bench, IN_VECTORS[2], lens[1])?];
    [bench.costs.word_mul, bench.costs.word_reduce] = product_and_result(ns, lens);
    Ok(())
}

/// Measures sums of one, two and three words over Z.
pub fn signed(bench: &mut Bench) -> Result<()> {
    let z = Integers::on(&bench.engine);
    let mut most = 0.0f64;
    for (i, bits) in [20, 50, 63].into_iter().enumerate() {
        let lens = [BEYOND_VECTORS, 4 * BEYOND_VECTORS];
        let ns = [signed_ns(bench, &z, bits, lens[0])?, signed_ns(bench, &z, bits, lens[1])?];
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
