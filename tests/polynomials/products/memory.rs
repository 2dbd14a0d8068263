//! Products with little memory: the peak is as predicted, and the result is the same.

use super::by;
use crate::common::{Random, product};
use polymod::{
    Cancel, Engine, Error, Poly, ProductAlgorithm, Zn,
    core::cpu::{Target, host},
    poly::Part,
    ring::{Candidate, ProductShape, Products, Ring, Size},
};

const SHAPES: [(usize, usize); 4] = [(5000, 5000), (9_000, 3_000), (4200, 4100), (20_000, 300)];

fn shape(a: usize, b: usize) -> ProductShape {
    let size = |len| Size { len, bits: 0 };
    ProductShape { a: size(a), b: size(b), square: false, window: 0..a + b - 1 }
}

fn chosen(f: &Zn, shape: &ProductShape) -> Candidate {
    f.engine().enter(|cx| f.choose_product(shape, cx))
}

/// Peak bytes of buffers and plans of this product, without operands and result, on its own engine.
fn measured(engine: &Engine, f: &Zn, c: &Candidate, a: &[u64], b: &[u64]) -> (usize, Vec<u64>) {
    let (a, b) = (f.collect(a), f.collect(b));
    let mut out = f.zeros(a.len() + b.len() - 1);
    let held = (engine.take_peak_bytes(), engine.take_peak_bytes()).1;
    let all = 0..out.len();
    let made = engine.enter(|cx| f.mul_window_by(c.algorithm, &mut out, 0, a.view(), b.view(), all, cx));
    made.expect("the algorithm was on offer");
    (engine.take_peak_bytes() - held + engine.held_bytes().0, f.words(out.view()).to_vec())
}

/// For every limit the prediction is within it and accurate to a tenth, for any number of threads, and the product is right.
#[test]
fn products_take_what_was_predicted() {
    let mut random = Random::new(60);
    for target in [Target::SCALAR, host().target] {
        for n in [(1 << 31) - 1, (1 << 62) - 57, 998_244_353] {
            for (a, b) in SHAPES {
                let (x, y) = (random.residues(n, a), random.residues(n, b));
                let wanted = product(&x, &y, n);
                let shape = shape(a, b);
                let mut seen = Vec::new();
                for (threads, divisor) in [(1, 1), (1, 2), (1, 4), (2, 1), (2, 3), (3, 10)] {
                    let free = Zn::on(&Engine::builder().threads(threads).target(target).build(), n).unwrap();
                    let limit = chosen(&free, &shape).peak_bytes / divisor;
                    let memory = shape.held_bytes(1) + limit;
                    let engine =
                        Engine::builder().threads(threads).target(target).memory(memory).plan_bytes(1 << 30).build();
                    let f = Zn::on(&engine, n).unwrap();
                    let c = chosen(&f, &shape);
                    assert!(c.peak_bytes <= limit, "{n}, {a} by {b} in {limit} bytes: {c:?}");
                    let (taken, words) = measured(&engine, &f, &c, &x, &y);
                    assert!(words == wanted, "{n}, {a} by {b} in {limit} bytes on {threads} threads: {c:?}");
                    let (taken, predicted) = (taken as f64, c.peak_bytes as f64);
                    let near = (taken - predicted).abs() <= predicted / 10.0 + 4096.0;
                    assert!(near, "{n}, {a} by {b} on {threads} threads, {target}: {taken} bytes taken by {c:?}");
                    seen.push((c.algorithm, c.length, c.blocks, c.parts));
                }
                seen.sort_by_key(|s| format!("{s:?}"));
                seen.dedup();
                assert!(b < 1000 || seen.len() >= 2, "{n}, {a} by {b}: less memory changes the algorithm: {seen:?}");
            }
        }
    }
}

/// With very little memory both operands are split, and there is always an algorithm that applies.
#[test]
fn hardly_any_memory() {
    let mut random = Random::new(61);
    let n = (1 << 62) - 57;
    for (a, b) in [(3000, 2500), (5000, 700), (1, 1), (100, 1)] {
        let engine = Engine::builder().threads(2).memory(shape(a, b).held_bytes(1) + 60_000).build();
        let f = Zn::on(&engine, n).unwrap();
        let (x, y) = (random.residues(n, a), random.residues(n, b));
        let wanted = Poly::new(&f, product(&x, &y, n));
        let (x, y) = (Poly::new(&f, x), Poly::new(&f, y));
        by(&[ProductAlgorithm::Schoolbook], &x, &y, &wanted);
        if b > 1000 {
            let error = x.mul_part(&y, &Part::All, Some(ProductAlgorithm::Karatsuba)).unwrap_err();
            assert!(matches!(error, Error::TooLarge { .. }), "{error}");
            assert!(error.to_string().contains(" bytes exceeds the memory of "), "{error}");
        }
    }
}

#[test]
fn cancelled_in_the_middle_of_blocks() {
    let cancel = Cancel::new();
    let (n, a, b) = ((1 << 62) - 57, 5000, 4000);
    let memory = shape(a, b).held_bytes(1) + 100_000;
    let engine = Engine::builder().threads(1).memory(memory).cancel(cancel.clone()).build();
    let f = Zn::on(&engine, n).unwrap();
    let (x, y) = (Poly::new(&f, vec![1; a]), Poly::new(&f, vec![1; b]));
    cancel.raise();
    assert_eq!(x.checked_mul(&y), Err(Error::Cancelled));
    cancel.reset();
    assert_eq!(x.checked_mul(&y).map(|c| c.coeff(b)), Ok(b as u64));
}
