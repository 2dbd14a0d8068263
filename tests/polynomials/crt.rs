//! The Chinese remainder theorem on words and on rows of limbs, against GMP.

use crate::common::{ModWord, Random, cases, two_to};
use polymod::{
    Engine, Modulus,
    core::cpu::{Target, host},
    internals::crt::{CrtBasis, CrtReconstruct, CrtReduce, PrimeFamily, Spread},
    rug::{Integer, integer::Order},
};
use std::f64::consts::LN_2;

fn primes(target: Target, count: usize) -> Vec<u64> {
    PrimeFamily::of(target)[0].primes(&Engine::default(), count, 64).unwrap()
}

/// The number in [0, ∏ p) with these residues.
fn number(primes: &[u64], residues: &[u64]) -> Integer {
    let product: Integer = primes.iter().map(|&p| Integer::from(p)).product();
    let term = |(&p, &r): (&u64, &u64)| {
        let others = Integer::from(&product / p);
        let inverse = others.clone().invert(&Integer::from(p)).unwrap();
        others * inverse * r
    };
    primes.iter().zip(residues).map(term).sum::<Integer>() % product
}

/// All corners of the box of residues: the differences in Garner's algorithm are extreme there.
#[test]
fn words_from_extreme_residues() {
    let mut random = Random::new(90);
    for target in Target::families() {
        for count in 1..=CrtBasis::WORD_MODULI {
            let primes = primes(target, count);
            let basis = CrtBasis::new(&primes).unwrap();
            let corners = 4usize.pow(count as u32);
            let residue = |corner: usize, i: usize| [0, 1, primes[i] / 2, primes[i] - 1][corner >> (2 * i) & 3];
            let runs: Vec<u64> =
                (0..count).flat_map(|i| (0..corners).map(move |c| (c, i))).map(|(c, i)| residue(c, i)).collect();
            for n in [2, 97, (1 << 62) - 57, u64::MAX, random.word() | 2] {
                let mut out = vec![0; corners];
                basis.to_words(Modulus::new(n).unwrap(), &runs, corners, 0, &mut out);
                for (corner, &word) in out.iter().enumerate() {
                    let residues: Vec<u64> = (0..count).map(|i| residue(corner, i)).collect();
                    assert_eq!(word, number(&primes, &residues).mod_u64(n), "{count} primes, {residues:?}, modulo {n}");
                }
            }
        }
    }
}

#[test]
fn rows_from_residues_and_back() {
    let mut random = Random::new(91);
    let engine = Engine::builder().threads(3).build();
    for target in [Target::SCALAR, host().target] {
        for count in [1, 2, 3, 7, 40] {
            let primes = primes(target, count);
            let moduli: Vec<Modulus> = primes.iter().map(|&p| Modulus::new(p).unwrap()).collect();
            let bits = (primes.iter().map(|&p| (p as f64).log2()).sum::<f64>() - 1.0 - CrtReconstruct::MARGIN) as u32;
            let width = bits as usize / 64 + 1;
            let mut numbers = vec![two_to(bits) - 1u32, 1 - two_to(bits), Integer::new(), Integer::from(-1)];
            numbers.extend((0..cases(50)).map(|_| random.integer(bits)));
            let rows: Vec<u64> = numbers.iter().flat_map(|x| row(x, width)).collect();
            let crt_reduce = CrtReduce::new(target, &moduli, width, 64 * width as u32 - 1);
            let len = numbers.len() + 5;
            let mut residues = vec![!0; count * len];
            engine.enter(|cx| crt_reduce.fill(&rows, &mut residues, len, Spread::NONE, cx)).unwrap();
            for (p, run) in moduli.iter().zip(residues.chunks_exact(len)) {
                let wanted = numbers.iter().map(|x| x.mod_u64(p.n()));
                assert!(run.iter().map(|&x| p.reduce(x)).eq(wanted.chain([0; 5])), "modulo {}, {target}", p.n());
            }
            let crt_reconstruct = CrtReconstruct::new(target, &moduli, Some(&vec![1; count]), width);
            if !crt_reconstruct.finishes() {
                for (i, run) in residues.chunks_exact_mut(len).enumerate() {
                    run.iter_mut().for_each(|x| *x = moduli[i].mul(moduli[i].reduce(*x), crt_reconstruct.factor(i)));
                }
            }
            let mut back = vec![!0; rows.len()];
            crt_reconstruct.join(&residues, len, 0, &mut back);
            assert!(back == rows, "{count} primes, {target}");
        }
    }
}

/// More rows than positions: each position gets the sum of the rows that wrap around to it.
#[test]
fn rows_that_wrap_around() {
    let mut random = Random::new(92);
    let engine = Engine::builder().threads(2).build();
    for target in [Target::SCALAR, host().target] {
        for (width, len, count) in [(1, 8, 20), (3, 16, 16), (3, 16, 65), (5, 8, 9)] {
            let primes = primes(target, 4);
            let moduli: Vec<Modulus> = primes.iter().map(|&p| Modulus::new(p).unwrap()).collect();
            let numbers = random.integers(64 * width as u32 - 1, count);
            let rows: Vec<u64> = numbers.iter().flat_map(|x| row(x, width)).collect();
            let mut image = vec![!0; 4 * len];
            engine
                .enter(|cx| {
                    CrtReduce::new(target, &moduli, width, 64 * width as u32 - 1).fill(
                        &rows,
                        &mut image,
                        len,
                        Spread::NONE,
                        cx,
                    )
                })
                .unwrap();
            for (p, run) in moduli.iter().zip(image.chunks_exact(len)) {
                for (place, &got) in run.iter().enumerate() {
                    let wanted: Integer = numbers.iter().skip(place).step_by(len).sum();
                    assert_eq!(p.reduce(got), wanted.mod_u64(p.n()), "{count} rows, place {place} of {len}, {target}");
                }
            }
        }
    }
}

/// Two's complement in `width` limbs.
fn row(x: &Integer, width: usize) -> Vec<u64> {
    let modulus = two_to(64 * width as u32);
    let mut limbs = if *x < 0 { modulus + x } else { x.clone() }.to_digits::<u64>(Order::Lsf);
    limbs.resize(width, 0);
    limbs
}

/// Groups of rows followed by zeros, as the portable code stores them.
#[test]
fn rows_with_gaps() {
    let mut random = Random::new(93);
    let engine = Engine::builder().threads(3).build();
    for target in [Target::SCALAR, host().target] {
        let primes = primes(target, 6);
        let moduli: Vec<Modulus> = primes.iter().map(|&p| Modulus::new(p).unwrap()).collect();
        for (width, rows, gap, count) in [(1, 8, 3, 20), (2, 8, 8, 64), (3, 16, 8, 16), (2, 24, 1, 100), (4, 16, 40, 5)]
        {
            let spread = Spread { rows, gap };
            let numbers = random.integers(64 * width as u32 - 1, count);
            let flat: Vec<u64> = numbers.iter().flat_map(|x| row(x, width)).collect();
            let len = spread.words(count) + 9;
            let mut image = vec![!0; 6 * len];
            let crt_reduce = CrtReduce::new(target, &moduli, width, 64 * width as u32 - 1);
            engine.enter(|cx| crt_reduce.fill(&flat, &mut image, len, spread, cx)).unwrap();
            for (p, run) in moduli.iter().zip(image.chunks_exact(len)) {
                let mut wanted = vec![0; len];
                for (i, x) in numbers.iter().enumerate() {
                    wanted[i / rows * (rows + gap) + i % rows] = x.mod_u64(p.n());
                }
                assert!(run.iter().map(|&x| p.reduce(x)).eq(wanted), "{count} rows of {width}, {spread:?}, {target}");
            }
        }
    }
}

/// Bounds between the product of the first primes and the power of two above it.
#[test]
fn chosen_primes_exceed_the_bound() {
    let engine = Engine::default();
    for target in Target::families() {
        for family in PrimeFamily::of(target) {
            for count in 1..=40u32 {
                let bound = f64::from(count) * f64::from(family.bits) - 1e-10;
                let (chosen, needed) = PrimeFamily::choose(target, bound);
                let power = f64::from(chosen.bits).exp2();
                // log2(p/2^bits), with a small relative error
                let lacking = |p: &u64| (-(((1u64 << chosen.bits) - p) as f64) / power).ln_1p() / LN_2;
                let primes = chosen.primes(&engine, needed, 64).unwrap();
                let log2 = needed as f64 * f64::from(chosen.bits) + primes.iter().map(lacking).sum::<f64>();
                assert!(log2 > bound, "{needed} primes of {chosen:?} for {bound} bits, {target}");
            }
        }
    }
}
