//! Transforms and products of vectors in files compared with those in memory: `cargo bench --bench outofcore`.
//!
//! The files are in the folder for temporary files and, as far as memory allows, in the system's cache; the work over files may
//! use a sixteenth of the data's size as memory. Nanoseconds a value, a coefficient of an operand, or 64 coefficients over F_2.

#[path = "../crates/core/benches/timing/mod.rs"]
mod timing;

use polymod::{
    Dft, Engine, F2, Poly, Wrap, Zn,
    core::transform::ntt::Direction,
    outofcore::{FileDft, Product, Scratch, Sink, Source, Workplace},
    poly::Part,
    ring::Roots,
};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::hint::black_box;

/// log2 of the numbers of values.
const LOGS: [u32; 2] = [20, 24];
/// Moduli with transforms of these lengths, of 48 and of 64 bits.
const PRIMES: [u64; 2] = [281_474_305_622_017, 0xffff_ffff_0000_0001];
const NO_TRANSFORMS: u64 = (1 << 61) - 1;

fn main() {
    let wanted = timing::wanted();
    transforms(&wanted);
    products(&wanted);
    bits(&wanted);
}

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

fn transforms(wanted: &[String]) {
    let engine = Engine::builder().threads(1).build();
    for n in PRIMES {
        let bits = u64::BITS - n.leading_zeros();
        let ring = Zn::on(&engine, n).expect("a modulus");
        for log in LOGS {
            let len = 1 << log;
            let (root, mut words) = (ring.root_of_unity(len as u64).expect("a root"), random(n, len));
            let place = place(2 * len);
            let (from, to) = (file(&place, &words, 1), space(&place, len, 1));
            let dft = Dft::with_root(&ring, len, Wrap::Cyclic, &root).expect("a transform");
            let mut transform = || dft.forward_slice(&mut words).expect("the length is right");
            timing::line(wanted, "ntt in memory", bits, [len, len], &mut transform);
            let dft = FileDft::new(&ring, len, Wrap::Cyclic, &root, Direction::Forward, place).expect("a transform");
            let mut transform = || dft.run(&from, &to).expect("there is space for files");
            timing::line(wanted, "ntt over files", bits, [len, len], &mut transform);
        }
    }
}

fn products(wanted: &[String]) {
    let engine = Engine::builder().threads(1).build();
    let ring = Zn::on(&engine, NO_TRANSFORMS).expect("a modulus");
    for log in LOGS.map(|log| log - 2) {
        let len = 1 << log;
        let words = random(ring.n(), len);
        let a = Poly::new(&ring, words.clone());
        timing::line(wanted, "mul in memory", 61, [len, len], &mut || drop(black_box(&a * &-&a)));
        let place = place(4 * len);
        let (x, y) = (file(&place, &words, 1), file(&place, &words, 1));
        let out = space(&place, 2 * len - 1, 1);
        let product = Product::new(&ring, len, Some(len), Part::All, place).expect("a product");
        let mut product = || product.run(&x, Some(&y as &dyn Source), &out).expect("there is space for files");
        timing::line(wanted, "mul over files", 61, [len, len], &mut product);
    }
}

fn bits(wanted: &[String]) {
    let engine = Engine::builder().threads(1).build();
    let ring = F2::on(&engine);
    for log in LOGS {
        let (len, words) = (64 << log, random(u64::MAX, 1 << log));
        let a = Poly::from_coeffs(&ring, ring.from_words(&words, len));
        let b = &a + &Poly::from_i64(&ring, &[1]);
        timing::line(wanted, "mul in memory", 1, [len, len / 64], &mut || drop(black_box(&a * &b)));
        let place = place(4 << log);
        let (x, y) = (file(&place, &words, 0), file(&place, &words, 0));
        let out = space(&place, 2 * len - 1, 0);
        let product = Product::new(&ring, len, Some(len), Part::All, place).expect("a product");
        let mut product = || product.run(&x, Some(&y as &dyn Source), &out).expect("there is space for files");
        timing::line(wanted, "mul over files", 1, [len, len / 64], &mut product);
    }
}
