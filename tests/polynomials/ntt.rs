//! Transforms of 2^k values, by every recipe, against evaluation of the polynomial at each root.

use crate::common::{Random, cases, is_prime, largest_prime, power, value};
use polymod::{
    Error, Modulus,
    core::costs::CostModel,
    core::cpu::{Feature, Target, host},
    core::transform::ntt::{Direction, NttAlgorithm, NttArithmetic, NttMethod, NttPlan, Recipe, Wrap},
};
use std::panic::{AssertUnwindSafe, catch_unwind};

const GOLDILOCKS: u64 = 0xffff_ffff_0000_0001;
const WRAPS: [Wrap; 2] = [Wrap::Cyclic, Wrap::Negacyclic];

/// Small primes, those at which the arithmetic changes, and the largest ones.
fn primes() -> Vec<u64> {
    let mut all = vec![2, 3, 5, 17, 97, 257, 998_244_353, GOLDILOCKS];
    all.extend([31, 32, 48, 49, 50, 58, 59, 60, 61, 62, 63, 64].map(|bits| largest_prime(bits, 18)));
    assert!(all.iter().all(|&p| is_prime(p)));
    all
}

/// The order of W.
fn order(len: usize, wrap: Wrap) -> u64 {
    len as u64 * if wrap == Wrap::Cyclic { 1 } else { 2 }
}

/// W^i or W^(2i + 1): the point of value i.
fn point(plan: &NttPlan, wrap: Wrap, i: usize) -> u64 {
    let exponent = if wrap == Wrap::Cyclic { i } else { 2 * i + 1 };
    power(plan.root(), exponent as u64, plan.modulus().n())
}

/// Zeros, largest values, a single coefficient, and random ones.
fn inputs(p: u64, len: usize, random: &mut Random) -> Vec<Vec<u64>> {
    let mut delta = vec![0; len];
    delta[random.usize_below(len)] = p - 1;
    let mut all = vec![vec![0; len], vec![p - 1; len], delta];
    all.extend((0..cases(1)).map(|_| random.residues(p, len)));
    all
}

/// Every recipe for this modulus and length: all algorithms, on the kernels of each level of the machine.
fn recipes(p: u64, len: usize) -> Vec<Recipe> {
    let mut all: Vec<Recipe> = Vec::new();
    for target in Target::families() {
        for recipe in Recipe::all(target, p, len) {
            if !all.contains(&recipe) {
                all.push(recipe);
            }
        }
    }
    all
}

/// Checks every recipe: forward at the points given by `values`, inverse, out of place, and in the recipe's own order.
fn check(p: u64, len: usize, wrap: Wrap, random: &mut Random, values: &mut dyn FnMut(&mut Random) -> Vec<usize>) {
    let plan = NttPlan::new(p, len, wrap).unwrap_or_else(|e| panic!("{p}, {len}, {wrap:?}: {e}"));
    assert_eq!((plan.modulus().n(), plan.len(), plan.is_empty()), (p, len, false));
    let plans: Vec<NttPlan> = recipes(p, len)
        .into_iter()
        .map(|recipe| NttPlan::with_recipe(p, len, wrap, plan.root(), recipe).unwrap_or_else(|e| panic!("{e}")))
        .collect();
    for x in inputs(p, len, random) {
        let mut expected: Option<Vec<u64>> = None;
        for plan in &plans {
            let case = format!("modulo {p}, {len} values, {wrap:?}, {}", plan.recipe());
            let mut y = x.clone();
            plan.forward(&mut y);
            match &expected {
                Some(expected) => assert!(y == *expected, "{case}: recipes differ"),
                None => {
                    assert!(y.iter().all(|&y| y < p), "{case}: values are reduced");
                    for i in values(random) {
                        assert_eq!(y[i], value(&x, point(plan, wrap, i), p), "{case}: value {i}");
                    }
                    expected = Some(y.clone());
                }
            }
            let mut permuted = x.clone();
            plan.forward_permuted(&mut permuted);
            assert!((0..len).all(|i| permuted[i] == y[plan.permuted(i)]), "{case}: an order of its own");
            plan.inverse_permuted(&mut permuted);
            assert_eq!(permuted, x, "{case}: back from that order");
            let mut out = vec![u64::MAX; len];
            plan.run_into(Direction::Forward, &x, &mut out);
            assert_eq!(out, y, "{case}: out of place");
            plan.run_into(Direction::Inverse, &y, &mut out);
            assert_eq!(out, x, "{case}: the inverse out of place");
            plan.inverse(&mut y);
            assert_eq!(y, x, "{case}: the inverse");
        }
    }
}

#[test]
fn values_at_all_roots() {
    let mut random = Random::new(10);
    for p in primes() {
        for log in 0..=9 {
            for wrap in WRAPS {
                let len = 1 << log;
                if (p - 1) % order(len, wrap) == 0 {
                    check(p, len, wrap, &mut random, &mut |_| (0..len).collect());
                } else {
                    let error = NttPlan::new(p, len, wrap).unwrap_err();
                    assert!(
                        matches!(&error, Error::NoRoot { modulus, .. } if *modulus == p.to_string()),
                        "{p}, {len}: {error}"
                    );
                }
            }
        }
    }
}

#[test]
fn long_transforms_at_some_roots() {
    let mut random = Random::new(11);
    for p in primes().into_iter().filter(|p| p % (1 << 17) == 1) {
        for (log, wrap) in
            [(10, WRAPS[0]), (10, WRAPS[1]), (11, WRAPS[0]), (12, WRAPS[1]), (13, WRAPS[0]), (15, WRAPS[1])]
        {
            let len = 1 << log;
            if log > 13 && ![48, 50, 62, 64].contains(&(u64::BITS - p.leading_zeros())) {
                continue;
            }
            let mut some = |random: &mut Random| vec![0, 1, len / 2, len - 1, random.usize_below(len)];
            check(p, len, wrap, &mut random, &mut some);
        }
    }
}

/// The six-step method with its transpositions, and Stockham's passes, of each radix and arithmetic; lengths of one and of two sides below 16 values.
#[test]
fn methods_of_each_arithmetic_and_radix_agree() {
    let mut random = Random::new(12);
    let mut seen = std::collections::BTreeSet::new();
    // modulo the last one transforms know one of the roots of unity of order 8
    let powers = |p| if p == GOLDILOCKS { &[1, 3, 5, 7][..] } else { &[1] };
    for p in [largest_prime(48, 18), largest_prime(62, 18), GOLDILOCKS] {
        for (log, wrap, &power) in [4, 5, 6, 7, 8, 9, 12, 13]
            .into_iter()
            .flat_map(|log| WRAPS.map(|wrap| (log, wrap)))
            .flat_map(|(log, wrap)| powers(p).iter().map(move |power| (log, wrap, power)))
        {
            let len = 1 << log;
            let root = NttPlan::new(p, len, wrap).unwrap().root();
            let root = Modulus::new(p).unwrap().pow(root, power);
            let mut inputs = vec![random.residues(p, len)];
            if len <= 512 {
                inputs.push(vec![p - 1; len]);
            }
            let portable = NttPlan::with_recipe(p, len, wrap, root, Recipe::PORTABLE).unwrap();
            for (algorithm, arithmetic) in ["stockham", "six-step"]
                .into_iter()
                .flat_map(|algorithm| NttArithmetic::ALL.map(|arithmetic| (algorithm, arithmetic)))
            {
                for radix in ["", ":2", ":4", ":8"] {
                    let method: NttMethod = format!("{algorithm}:{arithmetic}{radix}").parse().unwrap();
                    let Some(recipe) = Recipe::named(method, host().target, p, len) else { continue };
                    assert!(recipe.kernel().starts_with(arithmetic.name()), "{method}: {recipe}");
                    let plan = NttPlan::with_recipe(p, len, wrap, root, recipe).unwrap();
                    for x in &inputs {
                        let [mut expected, mut y] = [x.clone(), x.clone()];
                        portable.forward(&mut expected);
                        plan.forward(&mut y);
                        assert!(y == expected, "modulo {p}, {len} values, {wrap:?}, {method}");
                        plan.inverse(&mut y);
                        assert!(y == *x, "modulo {p}, {len} values, {wrap:?}, {method}: the inverse");
                    }
                    seen.insert((algorithm, radix, len >= 4096));
                }
            }
        }
    }
    // all of them, or none where there are no vectors
    assert!([0, 16].contains(&seen.len()), "{seen:?}");
}

#[test]
fn methods_that_do_not_apply() {
    let p = largest_prime(62, 18);
    let applies = |name: &str, len| Recipe::named(name.parse().unwrap(), host().target, p, len).is_some();
    assert!(!applies("six-step:ifma", 1 << 12), "62 bits");
    assert!(!applies("six-step:goldilocks:2", 1 << 12), "another prime");
    assert!(!applies("tree:montgomery", 1 << 12), "no kernel in that order");
    assert!(!applies("six-step:shoup", 32) && !applies("stockham:shoup", 8), "too short");
    assert!(!applies("montgomery:shoup", 64) && !applies("portable:shoup", 64), "another algorithm's");
    for name in ["six-step:barrett", "six-step:3", "six-step:shoup:2:2", "six-step:", "tree:2", "magic:shoup"] {
        assert!(name.parse::<NttMethod>().is_err(), "{name}");
    }
}

/// Larger than every cache: the permuted order has each exponent once, some values are checked by the definition, and the inverse
/// is applied.
#[test]
fn a_million_values_in_permuted_order() {
    let mut random = Random::new(14);
    let len = 1 << 20;
    for (i, p) in [48, 49, 50, 59, 62].map(|bits| largest_prime(bits, 21)).into_iter().chain([GOLDILOCKS]).enumerate() {
        let wrap = WRAPS[i % 2];
        let root = NttPlan::new(p, len, wrap).unwrap().root();
        let inputs = [vec![p - 1; len], random.residues(p, len)];
        for target in Target::families() {
            let recipe = Recipe::choose(target, p, len, &CostModel::builtin(target));
            let plan = NttPlan::with_recipe(p, len, wrap, root, recipe).unwrap();
            let mut seen = vec![false; len];
            (0..len).for_each(|i| seen[plan.permuted(i)] = true);
            assert!(seen.iter().all(|&seen| seen), "{p}, {recipe}: exponents");
            for x in &inputs {
                let mut y = x.clone();
                plan.forward_permuted(&mut y);
                for i in [0, 1, len - 1, random.usize_below(len)] {
                    assert_eq!(y[i], value(x, point(&plan, wrap, plan.permuted(i)), p), "{p}, {recipe}: place {i}");
                }
                plan.inverse_permuted(&mut y);
                assert!(y == *x, "{p}, {recipe}: the way back");
            }
        }
    }
}

#[test]
fn roots_have_their_order() {
    for p in primes() {
        for log in 0..=18 {
            for wrap in WRAPS {
                let order = order(1 << log, wrap);
                let Ok(plan) = NttPlan::new(p, 1 << log, wrap) else { continue };
                assert_eq!(power(plan.root(), order, p), 1, "{p}, order {order}");
                assert!(order == 1 || power(plan.root(), order / 2, p) == p - 1, "{p}, order {order}");
                let inverse = u128::from(plan.inverse_len()) << log;
                assert_eq!(inverse % u128::from(p), 1, "{p}, 1/2^{log}");
            }
        }
    }
}

#[test]
fn roots_of_ones_own() {
    // 17: 3 generates, so 3 has order 16, 9 has 8, 81 = 13 has 4; modulo 85, 13 = −2² has order 4 and 13² = −1
    for (n, len, wrap, root) in [
        (17, 16, Wrap::Cyclic, 3),
        (17, 8, Wrap::Negacyclic, 3),
        (17, 4, Wrap::Cyclic, 4),
        (17, 4, Wrap::Cyclic, 4 + 17),
        (85, 4, Wrap::Cyclic, 13),
        (85, 2, Wrap::Negacyclic, 13),
        (257 * 65_537, 2, Wrap::Cyclic, 257 * 65_537 - 1),
        (15, 1, Wrap::Cyclic, 1),
    ] {
        let plan = NttPlan::with_root(n, len, wrap, root).unwrap_or_else(|e| panic!("{n}, {len}, {root}: {e}"));
        assert_eq!(plan.root(), root % n);
        let x: Vec<u64> = (0..len as u64).map(|i| (i * i + n - 1) % n).collect();
        let mut y = x.clone();
        plan.forward(&mut y);
        for (i, &y) in y.iter().enumerate() {
            assert_eq!(y, value(&x, point(&plan, wrap, i), n), "modulo {n}, {len} values, {wrap:?}, value {i}");
        }
        plan.inverse(&mut y);
        assert_eq!(y, x);
    }
}

#[test]
fn wrong_roots_and_lengths_are_errors() {
    for (n, len, wrap, root) in [
        (17, 16, Wrap::Cyclic, 9),    // of order 8
        (17, 8, Wrap::Cyclic, 3),     // of order 16
        (17, 8, Wrap::Negacyclic, 9), // of order 8, not 16
        (17, 4, Wrap::Cyclic, 0),
        (17, 1, Wrap::Cyclic, 2),
        (17, 3, Wrap::Cyclic, 1), // no power of two
        (17, 0, Wrap::Cyclic, 1),
        (17, 6, Wrap::Negacyclic, 3),
        (85, 2, Wrap::Cyclic, 16), // 16² = 1 modulo 85, but 16 − 1 has a factor in common with 85
        (2, 2, Wrap::Cyclic, 1),
        (16, 2, Wrap::Cyclic, 15), // 2 has no inverse
    ] {
        let error = NttPlan::with_root(n, len, wrap, root).unwrap_err();
        assert!(
            matches!(&error, Error::NoRoot { modulus, .. } if *modulus == n.to_string()),
            "{n}, {len}, {root}: {error}"
        );
    }
    for n in [0, 1] {
        assert!(matches!(NttPlan::with_root(n, 2, Wrap::Cyclic, 1), Err(Error::Modulus { .. })));
        assert!(matches!(NttPlan::new(n, 2, Wrap::Cyclic), Err(Error::Modulus { .. })));
    }
    assert!(matches!(NttPlan::new(85, 4, Wrap::Cyclic), Err(Error::Modulus { .. })), "85 is no prime");
    assert!(matches!(NttPlan::new(97, 1 << 63, Wrap::Negacyclic), Err(Error::NoRoot { .. })));
}

#[test]
fn slices_of_another_length_panic() {
    let plan = NttPlan::new(97, 8, Wrap::Cyclic).unwrap();
    for given in [0, 4, 7, 9, 16] {
        type Operation = fn(&NttPlan, &mut [u64]);
        let operations: [Operation; 4] = [
            |plan, x| plan.forward(x),
            |plan, x| plan.forward_permuted(x),
            |plan, x| plan.inverse_permuted(x),
            |plan, x| plan.inverse(x),
        ];
        for operation in operations {
            let panic = catch_unwind(AssertUnwindSafe(|| operation(&plan, &mut vec![0; given]))).unwrap_err();
            let message = panic.downcast_ref::<String>().expect("a message with both lengths");
            assert!(message.contains('8') && message.contains(&given.to_string()), "{given}: {message}");
        }
    }
}

#[test]
fn products_of_values_are_products_modulo_the_wrapping_polynomial() {
    let mut random = Random::new(12);
    for p in primes().into_iter().filter(|p| p % 64 == 1) {
        let n = Modulus::new(p).unwrap();
        for wrap in WRAPS {
            let plan = NttPlan::new(p, 32, wrap).unwrap();
            let (a, b) = (random.residues(p, 32), random.residues(p, 32));
            let (mut x, mut y) = (a.clone(), b.clone());
            plan.forward(&mut x);
            plan.forward(&mut y);
            x.iter_mut().zip(&y).for_each(|(x, y)| *x = n.mul(*x, *y));
            plan.inverse(&mut x);
            let mut wanted = crate::common::schoolbook(&a, &b, p);
            for (i, high) in wanted.split_off(32).into_iter().enumerate() {
                let high = if wrap == Wrap::Cyclic || high == 0 { high } else { p - high };
                wanted[i] = ((u128::from(wanted[i]) + u128::from(high)) % u128::from(p)) as u64;
            }
            assert_eq!(x, wanted, "modulo {p}, {wrap:?}");
        }
    }
}

#[test]
fn batches_are_transforms_one_by_one() {
    let mut random = Random::new(13);
    let p = largest_prime(49, 18);
    for (len, count) in [(1, 5), (8, 3), (8, 5), (64, 9), (64, 13), (128, 1), (4096, 2)] {
        for wrap in WRAPS {
            let plan = NttPlan::new(p, len, wrap).unwrap();
            let rows: Vec<Vec<u64>> = (0..count).map(|_| random.residues(p, len)).collect();
            for direction in [Direction::Forward, Direction::Inverse] {
                let expected: Vec<Vec<u64>> = rows
                    .iter()
                    .map(|row| {
                        let mut row = row.clone();
                        plan.run(direction, &mut row, &mut vec![1; plan.scratch_len()]);
                        row
                    })
                    .collect();
                let mut batch = rows.concat();
                plan.run_rows(direction, &mut batch);
                assert_eq!(batch, expected.concat(), "{count} rows of {len}");
                let transposed = |rows: &[Vec<u64>]| -> Vec<u64> {
                    (0..len).flat_map(|i| rows.iter().map(move |row| row[i])).collect()
                };
                let mut batch = transposed(&rows);
                plan.run_columns(direction, &mut batch, count);
                assert_eq!(batch, transposed(&expected), "{count} columns of {len}");
            }
        }
    }
}

#[test]
fn recipes_are_chosen_by_cost() {
    let chosen = |target, bits: u32, log: u32| {
        Recipe::choose(target, u64::MAX >> (64 - bits), 1 << log, &CostModel::builtin(target))
    };
    for bits in [20, 48, 50, 59, 62, 64] {
        for log in 0..22 {
            assert_eq!(chosen(Target::SCALAR, bits, log), Recipe::PORTABLE, "{bits} bits, 2^{log}");
        }
    }
    if host().supported.has(Feature::Avx512Ifma) {
        for (bits, kernel) in [(30, "ifma-48"), (48, "ifma-48"), (49, "ifma-49"), (50, "ifma-50"), (51, "shoup-59")] {
            assert_eq!(chosen(Target::AVX512, bits, 10).kernel(), kernel);
        }
        assert_eq!(chosen(Target::AVX512, 62, 10).kernel(), "shoup-62");
        assert_eq!(chosen(Target::AVX512, 63, 10).algorithm, NttAlgorithm::Portable);
        assert_eq!(chosen(Target::AVX512, 48, 3).algorithm, NttAlgorithm::Portable, "too short for vectors");
        assert_eq!(chosen(Target::AVX512, 48, 12).algorithm, NttAlgorithm::Stockham);
        assert_eq!(chosen(Target::AVX512, 48, 20).algorithm, NttAlgorithm::Tree, "out of cache");
    }
    if host().supported.has(Feature::Avx512Ifma) {
        let recipe = Recipe::choose(Target::AVX512, GOLDILOCKS, 1 << 10, &CostModel::builtin(Target::AVX512));
        assert_eq!(recipe.kernel(), "goldilocks");
    }
    // what does not apply is refused with what does
    let p = largest_prime(63, 18);
    let root = NttPlan::new(p, 64, Wrap::Cyclic).unwrap().root();
    for recipe in Recipe::all(host().supported, 97, 64).filter(|r| r.algorithm != NttAlgorithm::Portable) {
        let error = NttPlan::with_recipe(p, 64, Wrap::Cyclic, root, recipe).unwrap_err();
        assert!(matches!(&error, Error::Algorithm { applicable, .. } if applicable == "portable"), "{error}");
    }
}
