//! Operations on small operands, whose fixed costs count: `cargo bench --bench small`. `THREADS` is the engine's number of threads (1).

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use polymod::{
    Engine, Integers, Matrix, Poly, Zn, ZnBig,
    ring::{Convolve, FiniteField, Ring},
    rug::{Integer, integer::Order},
};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::hint::black_box;

/// Numbers of coefficients.
const LENGTHS: [usize; 5] = [1, 2, 8, 20, 100];
/// Numbers of rows.
const ROWS: [usize; 7] = [3, 6, 10, 16, 20, 24, 30];

fn engine() -> Engine {
    let threads = std::env::var("THREADS").ok().and_then(|text| text.parse().ok());
    Engine::builder().threads(threads.unwrap_or(1)).build()
}

fn integer(random: &mut ChaCha8Rng, bits: u32) -> Integer {
    let limbs: Vec<u64> = (0..bits.div_ceil(64)).map(|_| random.random()).collect();
    Integer::from_digits(&limbs, Order::Lsf).keep_bits(bits)
}

/// Polynomials with coefficients that `element` gives.
fn polynomials<R: Convolve>(
    c: &mut Criterion,
    name: &str,
    r: &R,
    mut element: impl FnMut() -> R::Elem,
    divides: bool,
    gcd: impl Fn(&Poly<R>, &Poly<R>),
) {
    for len in LENGTHS {
        let mut operand = || Poly::new(r, (0..len).map(|_| element()).collect::<Vec<_>>());
        let (a, b) = (operand(), operand());
        let product = &a * &b;
        let mut group = c.benchmark_group(format!("{name}, {len} coefficients"));
        group.bench_function("sum", |bench| bench.iter(|| black_box(&a + &b)));
        group.bench_function("product", |bench| bench.iter(|| black_box(&a * &b)));
        if divides {
            group.bench_function("quotient and remainder", |bench| bench.iter(|| black_box(product.div_rem(&b))));
        }
        group.bench_function("gcd", |bench| bench.iter(|| gcd(&a, &b)));
    }
}

fn over_rings(c: &mut Criterion) {
    let (engine, mut random) = (engine(), ChaCha8Rng::seed_from_u64(1));
    let word = Zn::on(&engine, (1 << 61) - 1).expect("a modulus");
    polynomials(
        c,
        "61 bits",
        &word,
        || random.random_range(0..word.n()),
        true,
        |a, b| {
            black_box(a.gcd(b)).expect("a field");
        },
    );
    let big = ZnBig::on(&engine, (Integer::from(1) << 255) - 19u32).expect("a modulus");
    let element = |random: &mut ChaCha8Rng| integer(random, 254);
    polynomials(
        c,
        "255 bits",
        &big,
        || element(&mut random),
        true,
        |a, b| {
            black_box(a.gcd(b)).expect("a field");
        },
    );
    let z = Integers::on(&engine);
    let element = |random: &mut ChaCha8Rng| integer(random, 32) - (1u64 << 31);
    polynomials(
        c,
        "z, 32 bits",
        &z,
        || element(&mut random),
        false,
        |a, b| {
            black_box(a.gcd(b)).expect("not cancelled");
        },
    );
    let monic = (0..20).map(|_| integer(&mut random, 254)).chain([Integer::from(1)]);
    factors(c, &Poly::new(&big, monic.collect::<Vec<_>>()));
}

fn factors<R: FiniteField>(c: &mut Criterion, f: &Poly<R>) {
    c.bench_function("factors, 255 bits, degree 20", |bench| bench.iter(|| black_box(f.factor()).expect("a field")));
}

fn determinants(c: &mut Criterion) {
    let (engine, mut random) = (engine(), ChaCha8Rng::seed_from_u64(2));
    let z = Integers::on(&engine);
    let mut group = c.benchmark_group("determinant, z, 32 bits");
    for n in ROWS {
        let a = Matrix::from_fn(&z, n, n, |_, _| integer(&mut random, 32) - (1u64 << 31)).expect("a shape");
        group.bench_function(BenchmarkId::from_parameter(n), |bench| bench.iter(|| black_box(a.det())));
    }
    group.finish();
    for bits in [31, 61] {
        let zn = Zn::on(&engine, (1 << bits) - 1).expect("a modulus");
        let mut group = c.benchmark_group(format!("determinant, {bits} bits"));
        for n in ROWS {
            let a = Matrix::from_fn(&zn, n, n, |_, _| zn.elem(random.random_range(0..i64::MAX))).expect("a shape");
            group.bench_function(BenchmarkId::from_parameter(n), |bench| bench.iter(|| black_box(a.det())));
        }
    }
    let big = ZnBig::on(&engine, (Integer::from(1) << 255) - 19u32).expect("a modulus");
    let mut group = c.benchmark_group("determinant, 255 bits");
    for n in ROWS {
        let a = Matrix::from_fn(&big, n, n, |_, _| integer(&mut random, 254)).expect("a shape");
        group.bench_function(BenchmarkId::from_parameter(n), |bench| bench.iter(|| black_box(a.det())));
    }
}

criterion_group!(benches, over_rings, determinants);
criterion_main!(benches);
