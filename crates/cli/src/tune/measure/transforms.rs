//! Transforms modulo primes of one word.

use super::{Bench, curve, random};
use polymod::{
    Result,
    core::arith::{ntt_primes, root_of_unity},
    core::costs::{Curve, Reduction},
    core::transform::ntt::{Direction, NttAlgorithm, NttPlan, ProductNtt, Recipe, Wrap},
    internals::crt::PrimeFamily,
};
use std::hint::black_box;

/// 2^64 − 2^32 + 1.
const GOLDILOCKS: u64 = 0xffff_ffff_0000_0001;

/// A prime of the family that products over Z use most, with enough roots of unity.
fn prime(bench: &Bench) -> Result<(u32, u64)> {
    let bits = PrimeFamily::of(bench.target)[0].bits;
    Ok((bits, ntt_primes(bits, 24, 1)?[0]))
}

fn product_ntt(bench: &Bench, p: u64, len: usize, reduction: Reduction) -> Result<ProductNtt> {
    ProductNtt::new(bench.target, p, len, reduction, bench.engine.plans())
}

/// Measures the transforms of products, two forward and one inverse: values in any order, reduced to less than twice
/// the prime.
pub fn ntt(bench: &mut Bench) -> Result<()> {
    let (bits, p) = prime(bench)?;
    let first = ProductNtt::length(bench.target, bits, 2, true).ilog2();
    let mut points = Vec::new();
    for log in first..=bench.effort.longest {
        let plan = product_ntt(bench, p, 1 << log, bench.costs.reduction())?;
        // aligned to cache lines, as images in products are
        let mut x = bench.engine.dirty(1 << log);
        x.copy_from_slice(&random(1 << log, p));
        let reduce = |x: &mut [u64]| x.iter_mut().for_each(|x| *x &= (1 << 40) - 1);
        let both = bench.best(|| {
            plan.forward(&mut x);
            reduce(&mut x);
        });
        let there = both - bench.best(|| reduce(black_box(&mut x)));
        let there_and_back = bench.best(|| {
            plan.forward(&mut x);
            plan.inverse(&mut x, 1);
        });
        points.push((1 << log, (there + there_and_back) / 3.0));
    }
    bench.costs.ntt = curve(&points).unwrap_or(bench.costs.ntt.clone());
    Ok(())
}

pub fn pointwise(bench: &mut Bench) -> Result<()> {
    const LEN: usize = 4096;
    let (_, p) = prime(bench)?;
    let (mut x, mut y) = (bench.engine.dirty(LEN), bench.engine.dirty(LEN));
    x.copy_from_slice(&random(LEN, p));
    y.copy_from_slice(&random(LEN, p));
    for (i, reduction) in [Reduction::Minima, Reduction::Quotients].into_iter().enumerate() {
        let plan = product_ntt(bench, p, LEN, reduction)?;
        bench.costs.pointwise[i] = bench.best(|| plan.multiply(0, &mut x, &y)) / LEN as f64;
    }
    Ok(())
}

/// Measures truncated transforms, forward and inverse, relative to the line between the neighbouring powers of two.
pub fn truncated(bench: &mut Bench) -> Result<()> {
    let (bits, p) = prime(bench)?;
    if !ProductNtt::has_rows(bench.target, bits) {
        return Ok(());
    }
    let both_ways = |len: usize| -> Result<f64> {
        let plan = product_ntt(bench, p, len, bench.costs.reduction())?;
        let mut x = bench.engine.dirty(len);
        x.copy_from_slice(&random(len, p));
        Ok(bench.best(|| {
            plan.forward(&mut x);
            plan.inverse(&mut x, 1);
        }))
    };
    let ends = [both_ways(2048)?, both_ways(4096)?];
    let mut sum = 0.0;
    for rows in [5, 6, 7] {
        let (len, part) = (512 * rows, (rows - 4) as f64 / 4.0);
        sum += (both_ways(len)? - ends[0] - part * (ends[1] - ends[0])) / len as f64;
    }
    bench.costs.truncated = sum / 3.0;
    Ok(())
}

/// Time of a transform in natural order, by this algorithm on the fastest kernel that has it.
fn natural(bench: &Bench, algorithm: NttAlgorithm, (bits, p): (u32, u64)) -> Result<Option<Curve>> {
    let mut points = Vec::new();
    for log in 4..=bench.effort.longest {
        let len = 1usize << log;
        let found = Recipe::of(algorithm, bench.target, p, len);
        // short transforms by the six-step method have other passes
        let Some(recipe) = found.filter(|recipe| bits <= 62 && recipe.radix().is_none()) else { continue };
        let plan = NttPlan::with_recipe(p, len, Wrap::Cyclic, root_of_unity(p, len as u64)?, recipe)?;
        let (mut x, mut scratch) = (bench.engine.dirty(len), bench.engine.dirty(plan.scratch_len()));
        x.copy_from_slice(&random(len, p));
        points.push((len, bench.best(|| plan.run(Direction::Forward, &mut x, &mut scratch))));
    }
    Ok(curve(&points))
}

/// Measures the kernels of larger moduli in natural order, and Montgomery's, relative to the fastest one, and portable transforms modulo 64 bits
/// relative to smaller moduli.
pub fn factors(bench: &mut Bench) -> Result<()> {
    const LEN: usize = 4096;
    let time = |algorithm, p| -> Result<Option<(&'static str, f64)>> {
        let Some(recipe) = Recipe::of(algorithm, bench.target, p, LEN) else { return Ok(None) };
        let plan = NttPlan::with_recipe(p, LEN, Wrap::Cyclic, root_of_unity(p, LEN as u64)?, recipe)?;
        let (mut x, mut scratch) = (bench.engine.dirty(LEN), bench.engine.dirty(plan.scratch_len()));
        x.copy_from_slice(&random(LEN, p));
        Ok(Some((recipe.kernel(), bench.best(|| plan.run(Direction::Forward, &mut x, &mut scratch)))))
    };
    let mut factors = Vec::new();
    let portable = [time(NttAlgorithm::Portable, prime(bench)?.1)?, time(NttAlgorithm::Portable, GOLDILOCKS)?];
    if let [Some((_, lazy)), Some((_, canonical))] = portable {
        factors.push(("portable-64".into(), canonical / lazy));
    }
    let Some((fastest, best)) = time(NttAlgorithm::Stockham, prime(bench)?.1)? else {
        bench.costs.kernel_factors = factors.into();
        return Ok(());
    };
    for (algorithm, bits) in [(NttAlgorithm::Stockham, 49), (NttAlgorithm::Stockham, 50), (NttAlgorithm::Stockham, 59)]
        .into_iter()
        .chain([(NttAlgorithm::Stockham, 62), (NttAlgorithm::Montgomery, 62), (NttAlgorithm::Stockham, 64)])
    {
        let p = if bits == 64 { GOLDILOCKS } else { ntt_primes(bits, 24, 1)?[0] };
        let found = time(algorithm, p)?.filter(|(name, _)| *name != fastest);
        factors.extend(found.map(|(name, ns)| (name.into(), ns / best)));
    }
    factors.dedup_by(|a, b| a.0 == b.0);
    bench.costs.kernel_factors = factors.into();
    Ok(())
}

pub fn portable(bench: &mut Bench) -> Result<()> {
    let found = natural(bench, NttAlgorithm::Portable, prime(bench)?)?;
    bench.costs.portable_ntt = found.unwrap_or(bench.costs.portable_ntt.clone());
    Ok(())
}

pub fn stockham(bench: &mut Bench) -> Result<()> {
    let found = natural(bench, NttAlgorithm::Stockham, prime(bench)?)?;
    bench.costs.stockham = found.unwrap_or(bench.costs.stockham.clone());
    Ok(())
}

pub fn six_step(bench: &mut Bench) -> Result<()> {
    let found = natural(bench, NttAlgorithm::SixStep, prime(bench)?)?;
    bench.costs.six_step = found.unwrap_or(bench.costs.six_step.clone());
    Ok(())
}

pub fn tree(bench: &mut Bench) -> Result<()> {
    let found = natural(bench, NttAlgorithm::Tree, prime(bench)?)?;
    bench.costs.tree_ntt = found.unwrap_or(bench.costs.tree_ntt.clone());
    Ok(())
}
