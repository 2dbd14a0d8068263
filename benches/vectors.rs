//! What rings make of the vector kernels, on one thread: `cargo bench --bench vectors [-- NAME]`; `POLYMOD_ISA` chooses the instructions.
//!
//! Nanoseconds an elementary step (a multiply-add, a product of two residues), the shortest of several runs, on operands in the first or second
//! cache. The kernels by themselves are in `cargo bench -p polymod-core --bench kernels`.

#[path = "../crates/core/benches/timing/operands.rs"]
mod operands;
#[path = "../crates/core/benches/timing/mod.rs"]
mod timing;

use operands::{OTHERS, PRIMES, Row, residues};
use polymod::{
    Engine, Integers, Modulus, Poly, PolyMatrix, Zn,
    ring::{Determinants, Evaluation, Ring, Vectors},
};
use std::hint::black_box;

fn main() {
    let wanted = timing::wanted();
    for p in PRIMES {
        let ring = Zn::on(&Engine::builder().threads(1).build(), p).expect("a modulus");
        let bits = Modulus::new(p).expect("a modulus").bits();
        let row = |name: &str, size: usize, steps: usize, run: &mut dyn FnMut()| {
            timing::line(&wanted, name, bits, [size, steps], run);
        };
        points(&ring, &row);
        vectors(&ring, &row);
        matrices(&ring, &row);
    }
    for p in OTHERS {
        let ring = Zn::on(&Engine::builder().threads(1).build(), p).expect("a modulus");
        let bits = Modulus::new(p).expect("a modulus").bits();
        products(&ring, &|name, size, steps, run| timing::line(&wanted, name, bits, [size, steps], run));
    }
    resultants(&|name, size, steps, run| timing::line(&wanted, name, 48, [size, steps], run));
}

/// Resultants over Z: an elementary step is one of the multiply-adds of Euclid's algorithm modulo one of the primes that they take.
fn resultants(row: Row<'_>) {
    let ring = Integers::on(&Engine::builder().threads(1).build());
    for n in [100, 400] {
        let poly = |seed: u64| {
            let words = residues(1 << 30, n + seed as usize);
            Poly::new(&ring, words[seed as usize..].iter().map(|&x| x.into()))
        };
        let (a, b) = (poly(0), poly(7));
        let primes = (2 * n * 36).div_ceil(48);
        row("resultants", n, n * n * primes, &mut || drop(black_box(black_box(&a).resultant(&b))));
    }
}

/// Products of polynomials with all that is around them: an elementary step is a product of two coefficients, or a coefficient of the longer
/// product.
fn products(ring: &Zn, row: Row<'_>) {
    let all = residues(ring.n(), 40_000);
    for len in [8, 50, 1000, 20_000] {
        let poly = |from: usize| Poly::new(ring, all[from..from + len].to_vec());
        let (a, b) = (poly(0), poly(len));
        let steps = if len > 100 { len } else { len * len };
        row("poly", len, steps, &mut || drop(black_box(black_box(&a) * black_box(&b))));
    }
}

fn points(ring: &Zn, row: Row<'_>) {
    let all = residues(ring.n(), 4096);
    for (len, at) in [(8, 8), (64, 8), (64, 64), (100, 100), (1000, 64)] {
        let (v, x) = (ring.view(&all[..len]).expect("residues"), ring.view(&all[len..len + at]).expect("residues"));
        row("horner", len, len * at, &mut || drop(black_box(ring.horner_each(black_box(v), x))));
    }
    for len in [8, 64, 100] {
        let (x, c) = (ring.view(&all[..len]).expect("residues"), ring.view(&all[len..2 * len]).expect("residues"));
        row("roots", len, len * len / 2, &mut || drop(black_box(ring.product_of_roots(black_box(x)))));
        row("fractions", len, 3 * len * len / 2, &mut || drop(black_box(ring.sum_of_fractions(black_box(x), c))));
    }
}

fn vectors(ring: &Zn, row: Row<'_>) {
    for len in [8, 13, 64, 1000, 10_000] {
        let (v, w) = (residues(ring.n(), len), residues(ring.n(), len));
        let w = ring.view(&w).expect("residues");
        let mut v = ring.owned(ring.view(&v).expect("residues"));
        row("pointwise", len, len, &mut || ring.mul_each(black_box(&mut v), w));
        row("scale", len, len, &mut || ring.scale(black_box(&mut v), &3));
    }
}

fn matrices(ring: &Zn, row: Row<'_>) {
    const PLACES: usize = 1024;
    for n in [2, 4, 8, 20] {
        let words: Vec<Vec<u64>> = (0..n * n).map(|e| residues(ring.n(), PLACES + e)[e..].to_vec()).collect();
        let entries: Vec<_> = words.iter().map(|w| ring.view(w).expect("residues")).collect();
        let run = || ring.engine().enter(|cx| drop(black_box(ring.determinants(n, black_box(&entries), cx))));
        row("determinants", n, PLACES * n * n * n / 3, &mut { run });
    }
    for (r, d) in [(4, 500), (12, 200)] {
        let all = residues(ring.n(), r * r * d);
        let entries = all.chunks(d).map(|w| Poly::new(ring, w.to_vec())).collect();
        let a = PolyMatrix::new(ring, r, r, entries).expect("a matrix");
        row("polmats", r, r * r * r * d, &mut || drop(black_box(&a * black_box(&a))));
    }
}
