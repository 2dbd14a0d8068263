//! Products by the definition at the limits of accumulators, and when they are chosen.

use polymod::{
    Engine,
    ring::{Integers, ProductAlgorithm, ProductShape, Products, Ring},
};
use rug::Integer;

/// Sums at the limits of each accumulator, of either sign, against products of integers.
#[test]
fn extreme_sums() {
    let z = Integers::on(&Engine::builder().threads(1).build());
    let mut widths = [false; 3];
    for bits in [1, 2, 20, 30, 31, 32, 33, 61, 62, 63] {
        let most = (1i64 << (bits - 1)) + ((1i64 << (bits - 1)) - 1);
        for len in [1usize, 2, 3, 4, 5, 16, 33] {
            for (s, t) in [(most, most), (most, -most), (-most, -most)] {
                let [a, b] = [s, t].map(|x| z.collect(&vec![Integer::from(x); len]));
                let shape = ProductShape::of(&z, a.view(), b.view(), 0..2 * len + 1);
                let got = z.schoolbook(&shape, a.view(), b.view());
                widths[got.width() - 1] = true;
                for k in 0..2 * len + 1 {
                    let count = (k + 1).min((2 * len).saturating_sub(k + 1));
                    assert_eq!(z.get(got.view(), k), Integer::from(s) * t * count as u64, "{bits} bits, {k}");
                }
            }
        }
    }
    assert_eq!(widths, [true; 3]);
}

/// Short operands of all lengths and parts of their products, against products of integers; windows may begin and end beyond them.
#[test]
fn short_operands() {
    let z = Integers::on(&Engine::builder().threads(1).build());
    let mut random = polymod::core::bits::SplitMix64::new(5);
    for m in (1..=10).chain([31, 32, 33]) {
        for n in (1..=10).chain([31, 32, 33]) {
            for bits in [20, 31, 45, 63] {
                let mut draw = |len: usize| -> Vec<i64> {
                    let most = ((1u64 << bits) - 1) as i64;
                    (0..len).map(|i| if i % 3 == 0 { -most } else { (random.word() as i64) >> (64 - bits) }).collect()
                };
                let (x, y) = (draw(m), draw(n));
                let [a, b] = [&x, &y].map(|v| z.collect(&v.iter().map(|&x| Integer::from(x)).collect::<Vec<_>>()));
                for w in [0..m + n - 1, 0..m + n + 60, m / 2..m + n / 2, m + n + 50..m + n + 52] {
                    let shape = ProductShape::of(&z, a.view(), b.view(), w.clone());
                    let got = z.schoolbook(&shape, a.view(), b.view());
                    for (i, k) in w.enumerate() {
                        let terms = (0..m).filter(|&s| s <= k && k - s < n);
                        let expected: Integer = terms.map(|s| Integer::from(x[s]) * y[k - s]).sum();
                        assert_eq!(z.get(got.view(), i), expected, "{m} by {n}, {bits} bits, {k}");
                    }
                }
            }
        }
    }
}

/// Short products skip the choice, which by the costs of no CPU finds anything much faster.
#[test]
fn short_products_are_among_the_fastest_by_prediction() {
    for target in polymod_core::cpu::Target::families() {
        let z = Integers::on(&Engine::builder().threads(1).target(target).build());
        for (a, b) in (1..=16).flat_map(|a| (1..=16).map(move |b| (a, b))) {
            for bits in [1, 20, 40, 63] {
                let [a, b] = [a, b].map(|len| polymod::ring::Size { len, bits });
                let shape = ProductShape { a, b, square: false, window: 0..a.len + b.len - 1 };
                let all = z.engine().enter(|cx| z.product_candidates(&shape, cx));
                let schoolbook = all.iter().find(|c| c.algorithm == ProductAlgorithm::Schoolbook).expect("it applies");
                let (ours, best) = (schoolbook.predicted_ns, all.best(u64::MAX));
                assert!(ours <= 1.5 * best.predicted_ns, "{target}: {a:?} by {b:?}: {ours} ns, {best:?}");
            }
        }
    }
}

#[test]
fn what_costs_less_than_a_plan_is_taken_at_once() {
    let z = Integers::on(&Engine::builder().threads(1).build());
    for len in 1..200 {
        let size = polymod::ring::Size { len, bits: 40 };
        let shape = ProductShape { a: size, b: size, square: false, window: 0..2 * len - 1 };
        z.engine().enter(|cx| {
            let all = z.product_candidates(&shape, cx);
            assert_eq!(z.choose_product(&shape, cx).algorithm, all.best(u64::MAX).algorithm, "{len}");
        });
    }
}
