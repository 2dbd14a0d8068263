//! Transforms and products of vectors in files compared with those in memory: `cargo bench --bench outofcore`.
//!
//! The files are in the folder for temporary files and, as far as memory allows, in the system's cache; the work over files may
//! use a sixteenth of the data's size as memory.

use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use polymod::{
    Dft, Engine, F2, Poly, Wrap, Zn,
    core::transform::ntt::Direction,
    outofcore::{FileDft, Product, Scratch, Sink, Source, Workplace},
    poly::Part,
    ring::Roots,
};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

/// log2 of the numbers of values.
const LOGS: [u32; 2] = [20, 24];
/// Moduli with transforms of these lengths, of 48 and of 64 bits.
const PRIMES: [u64; 2] = [281_474_305_622_017, 0xffff_ffff_0000_0001];
const NO_TRANSFORMS: u64 = (1 << 61) - 1;

fn random(n: u64, len: usize) -> Vec<u64> {
    let mut random = ChaCha8Rng::seed_from_u64(len as u64);
    (0..len).map(|_| random.random_range(0..n)).collect()
}

/// A scratch file with space for `len` coefficients of `width` words, 0 for bits.
fn space(place: &Workplace, len: usize, width: usize) -> Scratch {
    Scratch::new(&place.folder, len, width).expect("there is space for files")
}

/// A scratch file with these words.
fn file(place: &Workplace, words: &[u64], width: usize) -> Scratch {
    let scratch = space(place, words.len().checked_div(width).unwrap_or(64 * words.len()), width);
    scratch.write(0, words).expect("there is space for files");
    scratch
}

fn place(data_words: usize) -> Workplace {
    Workplace { folder: std::env::temp_dir(), memory: (8 * data_words / 16).max(1 << 20) as u64 }
}

fn transforms(c: &mut Criterion) {
    let engine = Engine::builder().threads(1).build();
    for n in PRIMES {
        let ring = Zn::on(&engine, n).expect("a modulus");
        let mut group = c.benchmark_group(format!("transform modulo {n}"));
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        for log in LOGS {
            let len = 1 << log;
            let (root, mut words) = (ring.root_of_unity(len as u64).expect("a root"), random(n, len));
            let place = place(2 * len);
            let (from, to) = (file(&place, &words, 1), space(&place, len, 1));
            let dft = Dft::with_root(&ring, len, Wrap::Cyclic, &root).expect("a transform");
            group.bench_function(BenchmarkId::new("memory", format!("2^{log}")), |bench| {
                bench.iter(|| dft.forward_slice(&mut words).expect("the length is right"));
            });
            let dft = FileDft::new(&ring, len, Wrap::Cyclic, &root, Direction::Forward, place).expect("a transform");
            group.bench_function(BenchmarkId::new("files", format!("2^{log}")), |bench| {
                bench.iter(|| dft.run(&from, &to).expect("there is space for files"));
            });
        }
    }
}

fn products(c: &mut Criterion) {
    let engine = Engine::builder().threads(1).build();
    let ring = Zn::on(&engine, NO_TRANSFORMS).expect("a modulus");
    let mut group = c.benchmark_group(format!("product modulo {NO_TRANSFORMS}"));
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for log in LOGS.map(|log| log - 2) {
        let len = 1 << log;
        let words = random(ring.n(), len);
        let a = Poly::new(&ring, words.clone());
        group.bench_function(BenchmarkId::new("memory", format!("2^{log}")), |bench| bench.iter(|| &a * &-&a));
        let place = place(4 * len);
        let (x, y) = (file(&place, &words, 1), file(&place, &words, 1));
        let out = space(&place, 2 * len - 1, 1);
        let product = Product::new(&ring, len, Some(len), Part::All, place).expect("a product");
        group.bench_function(BenchmarkId::new("files", format!("2^{log}")), |bench| {
            bench.iter(|| product.run(&x, Some(&y as &dyn Source), &out).expect("there is space for files"));
        });
    }
}

fn bits(c: &mut Criterion) {
    let engine = Engine::builder().threads(1).build();
    let ring = F2::on(&engine);
    let mut group = c.benchmark_group("product over F_2");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for log in LOGS {
        let (len, words) = (64 << log, random(u64::MAX, 1 << log));
        let a = Poly::from_coeffs(&ring, ring.from_words(&words, len));
        let b = &a + &Poly::from_i64(&ring, &[1]);
        group.bench_function(BenchmarkId::new("memory", format!("2^{}", log + 6)), |bench| bench.iter(|| &a * &b));
        let place = place(4 << log);
        let (x, y) = (file(&place, &words, 0), file(&place, &words, 0));
        let out = space(&place, 2 * len - 1, 0);
        let product = Product::new(&ring, len, Some(len), Part::All, place).expect("a product");
        group.bench_function(BenchmarkId::new("files", format!("2^{}", log + 6)), |bench| {
            bench.iter(|| product.run(&x, Some(&y as &dyn Source), &out).expect("there is space for files"));
        });
    }
}

criterion_group!(benches, transforms, products, bits);
criterion_main!(benches);
