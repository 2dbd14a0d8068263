//! Overheads obtained by subtraction: a product's time minus all costs already known.

use super::{Bench, random, solved};
use polymod::{
    AnyRing, Error, Result,
    core::costs::CostModel,
    engine::Engine,
    poly::{DivisionAlgorithm, Poly, Task},
    ring::{Coeffs, Convolve, F2, Gf2k, Integers, ProductAlgorithm, ProductShape, Ring, Vectors, Zn, ZnBig},
};
use rug::{Integer, integer::Order};

/// A prime with roots of unity, whose products are transformed modulo the prime itself.
const DIRECT: u64 = 998_244_353;

/// A product whose time contains a cost `times` times.
struct Sample<R: Ring> {
    algorithm: ProductAlgorithm,
    a: Coeffs<R>,
    /// The second factor; `None` for the square of a.
    b: Option<Coeffs<R>>,
    times: f64,
}

impl<R: Ring> Sample<R> {
    /// The product of a and a copy of it, which is not computed as a square.
    fn twice(algorithm: ProductAlgorithm, a: Coeffs<R>, times: f64) -> Self {
        Sample { algorithm, b: Some(a.clone()), a, times }
    }

    fn b(&self) -> &Coeffs<R> {
        self.b.as_ref().unwrap_or(&self.a)
    }
}

/// A cost raised by the measured difference: to at least a tenth of its old value, so that noise does not make it
/// vanish.
fn raised(known: f64, by: f64) -> f64 {
    const LEAST: f64 = 0.1;
    (known + by).max(LEAST * known)
}

/// An engine that predicts with these costs.
fn predicting(bench: &Bench, costs: CostModel) -> Engine {
    Engine::builder().threads(1).target(bench.target).costs(costs).build()
}

/// Predicted time of the sample over a ring with such an engine, if its algorithm applies.
fn predicted<R: Convolve>(r: &R, sample: &Sample<R>) -> Option<f64> {
    let (a, b) = (&sample.a, sample.b());
    let shape = ProductShape::of(r, a.view(), b.view(), 0..a.len() + b.len() - 1);
    let all = r.engine().enter(|cx| r.product_candidates(&shape, cx));
    all.get(sample.algorithm).map(|c| c.predicted_ns)
}

/// The cost, from the remainder of a product's time.
fn rest<R: Convolve>(
    bench: &mut Bench,
    ring: impl Fn(&Engine) -> Result<R>,
    sample: &Sample<R>,
    figure: impl Fn(&mut CostModel) -> &mut f64,
) -> Result<()> {
    let r = ring(&predicting(bench, bench.costs.clone()))?;
    let measured = bench.product(&r, sample.algorithm, &sample.a, sample.b())?;
    if let Some(predicted) = predicted(&r, sample) {
        let known = figure(&mut bench.costs);
        *known = raised(*known, (measured - predicted) / sample.times);
    }
    Ok(())
}

/// Measures the overhead of an operation, by products of one coefficient, whose arithmetic takes hardly any time.
pub fn operation(bench: &mut Bench) -> Result<()> {
    let ring = AnyRing::field(Zn::on(&bench.engine, 97)?);
    let (a, b) = (Poly::from_i64(&ring, &[3]), Poly::from_i64(&ring, &[5]));
    let whole = bench.best(|| drop(std::hint::black_box(&a * &b)));
    bench.costs.operation = (whole - bench.costs.short[0] - bench.costs.short[1]).max(1.0);
    Ok(())
}

/// Measures the overhead of a plan, and of a block of a product.
pub fn plan(bench: &mut Bench) -> Result<()> {
    let f = Zn::on(&bench.engine, DIRECT)?;
    let vector = |len: usize| f.collect(&random(len, DIRECT));
    let (short, long) = (vector(128), vector(bench.size(4096, 512)));
    let zn = |engine: &Engine| Zn::on(engine, DIRECT);
    let blocks = (long.len() / short.len()) as f64;
    let whole = Sample { algorithm: ProductAlgorithm::Ntt, a: short.clone(), b: None, times: 1.0 };
    rest(bench, zn, &whole, |costs| &mut costs.plan)?;
    let cut = Sample { algorithm: ProductAlgorithm::Ntt, a: long, b: Some(short), times: blocks };
    rest(bench, zn, &cut, |costs| &mut costs.block)
}

/// Measures the reconstruction of coefficients of one word from one, two and three primes.
pub fn joins(bench: &mut Bench) -> Result<()> {
    let len = bench.size(1024, 64);
    let sample = |bench: &Bench, n: u64| -> Result<Sample<Zn>> {
        let a = Zn::on(&bench.engine, n)?.collect(&random(len, n));
        Ok(Sample::twice(ProductAlgorithm::Crt, a, 2.0 * len as f64))
    };
    // moduli of as many bits that one, two and three primes hold the sums
    for (k, n) in [97, (1 << 31) - 1, (1 << 61) - 1].into_iter().enumerate() {
        let sample = sample(bench, n)?;
        rest(bench, |engine| Zn::on(engine, n), &sample, |costs| &mut costs.join_word[k])?;
    }
    bench.costs.join_word[3] = 2.0 * bench.costs.join_word[2] - bench.costs.join_word[1];
    let n = u64::MAX - 58;
    let sample = sample(bench, n)?;
    let before = bench.costs.garner[2];
    rest(bench, |engine| Zn::on(engine, n), &sample, |costs| &mut costs.garner[2])?;
    let factor = bench.costs.garner[2] / before;
    [0, 1, 3].into_iter().for_each(|i| bench.costs.garner[i] *= factor);
    Ok(())
}

/// Measures conversions of rows inside products: two sizes scale the costs of rows and limbs, a short product gives the
/// overhead.
pub fn conversions(bench: &mut Bench) -> Result<()> {
    /// Numbers of limbs of a coefficient, and of coefficients.
    const SHAPES: [(usize, usize); 2] = [(4, 1024), (32, 64)];
    let engine = bench.engine.clone();
    let rows = |len: usize, limbs: usize| {
        let words = random(len * limbs, u64::MAX);
        let integers: Vec<_> = words.chunks(limbs).map(|x| Integer::from_digits(x, Order::Lsf) >> 1).collect();
        Integers::on(&engine).collect(&integers)
    };
    let crt = |bench: &mut Bench, (limbs, len): (usize, usize)| -> Result<(f64, [f64; 3])> {
        let sample = Sample::twice(ProductAlgorithm::Crt, rows(len, limbs), 1.0);
        let measured = bench.product(&Integers::on(&bench.engine), sample.algorithm, &sample.a, sample.b())?;
        let (split, join) = (bench.costs.split_row, bench.costs.join_row);
        // without conversions, with the cost of rows, with the cost of limbs
        let parts = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|[row, limb]| {
            let mut costs = bench.costs.clone();
            costs.split_row = [row * split[0], limb * split[1]];
            costs.join_row = [row * join[0], limb * join[1]];
            predicted(&Integers::on(&predicting(bench, costs)), &sample).unwrap_or(0.0)
        });
        Ok((measured, parts))
    };
    let [x, y] = [crt(bench, SHAPES[0])?, crt(bench, SHAPES[1])?];
    let row = |(_, [none, rows, limbs]): (f64, [f64; 3])| [rows - none, limbs - none];
    let Some([row, limb]) = solved([row(x), row(y)], [x.0 - x.1[0], y.0 - y.1[0]]) else { return Ok(()) };
    for costs in [&mut bench.costs.split_row, &mut bench.costs.join_row] {
        *costs = [costs[0] * row.clamp(0.2, 5.0), costs[1] * limb.clamp(0.2, 5.0)];
    }
    let sample = Sample::twice(ProductAlgorithm::Crt, rows(16, 4), 3.0);
    rest(bench, |engine| Ok(Integers::on(engine)), &sample, |costs| &mut costs.rows)?;
    let (len, limbs) = (bench.size(64, 16), 32);
    let sample = Sample::twice(ProductAlgorithm::CrtDigits, rows(len, limbs), (4 * len * limbs) as f64);
    rest(bench, |engine| Ok(Integers::on(engine)), &sample, |costs| &mut costs.digit_limb)
}

/// Measured and predicted time of this division, if the costs so far leave the algorithm any division of this length.
fn quotient(bench: &Bench, len: usize, way: DivisionAlgorithm) -> Result<Option<[f64; 2]>> {
    let n = (1 << 50) - 27;
    let engine = predicting(bench, bench.costs.clone());
    let f = AnyRing::field(Zn::on(&engine, n)?);
    let poly = |len: usize| Poly::from_ints(&f, random(len, n - 1).into_iter().map(|x| x + 1));
    let (a, b) = (poly(2 * len), poly(len));
    let divide = || a.quo_by(&b, Some(way));
    match divide() {
        Err(Error::Algorithm { .. }) => return Ok(None),
        done => drop(done?),
    }
    let measured = bench.best(|| drop(divide()));
    let decision = engine.explain(&f, &Task::Division { dividend: a.len(), divisor: f.size(b.coeffs()) })?;
    let known = decision.alternatives.iter().find(|known| known.algorithm == way.name());
    Ok(known.map(|known| [measured, known.predicted_ns]))
}

/// Measures a step of Newton's iteration.
pub fn steps(bench: &mut Bench) -> Result<()> {
    let len: usize = bench.size(128, 64);
    let Some([measured, predicted]) = quotient(bench, len, DivisionAlgorithm::Newton)? else { return Ok(()) };
    // from 16 coefficients or so to the full length
    let steps = f64::from(len.ilog2()) - 3.0;
    bench.costs.step = raised(bench.costs.step, (measured - predicted) / steps);
    Ok(())
}

/// Measures a division of few coefficients.
pub fn division(bench: &mut Bench) -> Result<()> {
    let Some([measured, predicted]) = quotient(bench, 8, DivisionAlgorithm::Schoolbook)? else { return Ok(()) };
    bench.costs.division = raised(bench.costs.division, measured - predicted);
    Ok(())
}

/// Measures the overhead of a plan for products over the field of two elements.
pub fn bit_plan(bench: &mut Bench) -> Result<()> {
    let words = bench.size(512, 64);
    let f = F2::on(&bench.engine);
    let a = f.from_words(&random(words, u64::MAX), 64 * words);
    let sample = Sample::twice(ProductAlgorithm::Frobenius, a, 1.0);
    rest(bench, |engine| Ok(F2::on(engine)), &sample, |costs| &mut costs.bit_plan)
}

/// Measures the packing of a limb for GMP, and the unpacking.
pub fn packing(bench: &mut Bench) -> Result<()> {
    let len = bench.size(256, 16);
    let a = Coeffs::<Integers>::from(random(len, (1 << 63) - 1));
    // sums of such products have three limbs
    let limbs = (2 * (3 * len + 3 * len)) as f64;
    let short = Integers::on(&bench.engine).owned(a.view().low(12));
    let sample = Sample::twice(ProductAlgorithm::Kronecker, a, limbs);
    rest(bench, |engine| Ok(Integers::on(engine)), &sample, |costs| &mut costs.pack_limb)?;
    let sample = Sample::twice(ProductAlgorithm::Kronecker, short, 1.0);
    rest(bench, |engine| Ok(Integers::on(engine)), &sample, |costs| &mut costs.kronecker)
}

/// Measures the reduction of a row modulo a big n: two widths determine the costs of the call and of a limb.
pub fn big_rows(bench: &mut Bench) -> Result<()> {
    let len = bench.size(64, 8);
    let mut rows = [0.0; 2];
    let widths = [2u32, 16];
    for (row, width) in rows.iter_mut().zip(widths) {
        let n: Integer = (Integer::from(1) << (64 * width)) - 189u32;
        let ring = |engine: &Engine| ZnBig::on(engine, n.clone());
        let words = random(len * width as usize, u64::MAX);
        let f = ring(&bench.engine)?;
        let integers: Vec<_> = words.chunks(width as usize).map(|x| Integer::from_digits(x, Order::Lsf)).collect();
        let a = f.collect(&integers);
        let before = bench.costs.big_reduce;
        bench.costs.big_reduce[1] = 0.0;
        let sample = Sample::twice(ProductAlgorithm::Kronecker, a, 2.0 * len as f64);
        rest(bench, ring, &sample, |costs| &mut costs.big_reduce[0])?;
        *row = std::mem::replace(&mut bench.costs.big_reduce, before)[0];
    }
    let squares = widths.map(|w| f64::from(w * w));
    let limb = ((rows[1] - rows[0]) / (squares[1] - squares[0])).max(0.01);
    bench.costs.big_reduce = [(rows[0] - squares[0] * limb).max(1.0), limb];
    Ok(())
}

/// Measures the conversion of a coefficient over F_(2^8) to bits and back.
pub fn bit_coefficients(bench: &mut Bench) -> Result<()> {
    let len = bench.size(1024, 64);
    let a = Gf2k::on(&bench.engine, 8, 0x11b)?.collect(&random(len, 256));
    let sample = Sample::twice(ProductAlgorithm::Kronecker, a, 4.0 * len as f64);
    rest(bench, |engine| Gf2k::on(engine, 8, 0x11b), &sample, |costs| &mut costs.bit_coefficient)
}
