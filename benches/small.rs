//! Operations on small operands, whose fixed costs count: `cargo bench --bench small`. `THREADS` is the engine's number of threads (1).
//! Nanoseconds an operation, allocation of the result included.

#[path = "../crates/core/benches/timing/mod.rs"]
mod timing;

use polymod::{
    Engine, Integers, Matrix, Poly, Zn, ZnBig,
    ring::{Convolve, Direct, Ring},
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

/// Takes the name of an operation, the length or the number of rows, and the operation.
type Row<'a> = &'a dyn Fn(&str, usize, &mut dyn FnMut());

fn main() {
    let wanted = timing::wanted();
    let (engine, mut random) = (engine(), ChaCha8Rng::seed_from_u64(1));
    for bits in [31, 61] {
        let zn = Zn::on(&engine, (1 << bits) - 1).expect("a modulus");
        let row: Row<'_> = &|name, size, run| timing::line(&wanted, name, bits, [size, 1], run);
        let mut element = || random.random_range(0..zn.n());
        polynomials(&zn, &mut element, row);
        divisions(&zn, &mut element, row);
        determinants(&zn, &mut element, row);
    }
    let big = ZnBig::on(&engine, (Integer::from(1) << 255) - 19u32).expect("a modulus");
    let row: Row<'_> = &|name, size, run| timing::line(&wanted, name, 255, [size, 1], run);
    let mut element = || integer(&mut random, 254);
    polynomials(&big, &mut element, row);
    divisions(&big, &mut element, row);
    determinants(&big, &mut element, row);
    let monic = (0..20).map(|_| element()).chain([Integer::from(1)]);
    let f = Poly::new(&big, monic.collect::<Vec<_>>());
    row("factors", 20, &mut || drop(black_box(f.factor().expect("a field"))));

    let z = Integers::on(&engine);
    let row: Row<'_> = &|name, size, run| timing::line(&wanted, name, 32, [size, 1], run);
    let mut element = || integer(&mut random, 32) - (1u64 << 31);
    polynomials(&z, &mut element, row);
    for n in ROWS {
        let a = Matrix::from_fn(&z, n, n, |_, _| element()).expect("a shape");
        row("determinant", n, &mut || drop(black_box(a.det().expect("square"))));
    }
    for (len, [a, b]) in operands(&z, &mut element) {
        row("gcd", len, &mut || drop(black_box(a.gcd(&b).expect("not cancelled"))));
    }
}

/// Two polynomials of each length, with coefficients that `element` gives.
fn operands<R: Ring>(r: &R, element: &mut dyn FnMut() -> R::Elem) -> Vec<(usize, [Poly<R>; 2])> {
    LENGTHS.map(|len| (len, [(); 2].map(|()| Poly::new(r, (0..len).map(|_| element()).collect::<Vec<_>>())))).to_vec()
}

fn polynomials<R: Convolve>(r: &R, element: &mut dyn FnMut() -> R::Elem, row: Row<'_>) {
    for (len, [a, b]) in operands(r, element) {
        row("sum", len, &mut || drop(black_box(&a + &b)));
        row("product", len, &mut || drop(black_box(&a * &b)));
    }
}

fn divisions<R: Convolve + Direct>(r: &R, element: &mut dyn FnMut() -> R::Elem, row: Row<'_>) {
    for (len, [a, b]) in operands(r, element) {
        let product = &a * &b;
        row("quotient", len, &mut || drop(black_box(product.div_rem(&b).expect("a field"))));
        row("gcd", len, &mut || drop(black_box(a.gcd(&b).expect("a field"))));
    }
}

fn determinants<R: Direct>(r: &R, element: &mut dyn FnMut() -> R::Elem, row: Row<'_>) {
    for n in ROWS {
        let a = Matrix::from_fn(r, n, n, |_, _| element()).expect("a shape");
        row("determinant", n, &mut || drop(black_box(a.det().expect("square"))));
    }
}
