//! Determinants modulo several primes against elimination in wide integers.

use polymod_core::{
    arith::{Modulus, PrimeStream},
    bits::testing::noise,
    cpu::{self, Feature, Target},
    pass::{image_det::*, prime_lanes::BITS},
};

/// The determinant by elimination with quotients, in wide integers.
fn determinant(p: u64, n: usize, mut m: Vec<u64>) -> u64 {
    let mul = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(p)) as u64;
    let mut d = 1;
    for k in 0..n {
        let Some(i) = (k..n).find(|&i| m[i * n + k] != 0) else { return 0 };
        if i != k {
            (0..n).for_each(|j| m.swap(i * n + j, k * n + j));
            d = mul(d, p - 1);
        }
        d = mul(d, m[k * n + k]);
        let (mut inverse, mut square, mut e) = (1, m[k * n + k], p - 2);
        while e > 0 {
            inverse = if e & 1 == 1 { mul(inverse, square) } else { inverse };
            (square, e) = (mul(square, square), e >> 1);
        }
        for i in k + 1..n {
            let factor = mul(m[i * n + k], inverse);
            for j in k..n {
                m[i * n + j] = (m[i * n + j] + p - mul(factor, m[k * n + j])) % p;
            }
        }
    }
    d
}

/// The largest primes of 48 bits, and the least one.
fn primes() -> Vec<Modulus> {
    let largest = PrimeStream::new(BITS, 1).expect("a stream").take(40);
    let least = (1u64 << (BITS - 1)..).find(|&p| polymod_core::arith::is_prime(p));
    largest.chain(least).map(|p| Modulus::new(p).expect("a modulus")).collect()
}

fn found(primes: &[Modulus], n: usize, entries: &[Vec<u64>]) -> Vec<Option<u64>> {
    determinants(Target::AVX512, primes, n, &entries.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// Random entries, p − 1 in every place but the diagonal, few values with zero pivots and equal rows,
/// and a leading entry that is 0 in all lanes.
#[test]
fn determinants_agree_with_elimination() {
    let primes = primes();
    let runs = applies(Target::AVX512, &primes);
    assert_eq!(runs, cpu::present().has(Feature::Avx512Ifma) || cpu::present().has(Feature::AvxIfma));
    if !runs {
        return;
    }
    let mut exchanged = 0;
    for n in [1, 2, 3, 4, 5, 8, 13, 24] {
        for case in 0..24usize {
            let count = 1 + case % LANES;
            let mut chosen = primes[case..][..count - 1].to_vec();
            chosen.push(if case % 2 == 0 { primes[40] } else { primes[39] });
            let entry = |p: &Modulus, i: usize, j: usize| match case % 6 {
                0 => p.n() - if i == j { 2 } else { 1 },
                1 => noise((100 * i + j + case) as u64) % 3,
                // the image of one integer matrix, whose leading entry is 0
                2 if (i, j) == (0, 0) => 0,
                3 => [p.n() - 1, 0, 1, p.n() / 2][(i * i + 3 * j + case) % 4],
                _ => p.reduce(noise((i * n + j + 1000 * case) as u64 ^ p.n()) >> 3),
            };
            let of = |p| (0..n * n).map(|at| entry(p, at / n, at % n)).collect::<Vec<u64>>();
            let entries: Vec<Vec<u64>> = chosen.iter().map(of).collect();
            for ((got, p), m) in found(&chosen, n, &entries).into_iter().zip(&chosen).zip(entries) {
                assert_eq!(got, Some(determinant(p.n(), n, m)), "{n}, case {case}, modulo {}", p.n());
                exchanged += usize::from(case % 6 == 2);
            }
        }
    }
    assert!(exchanged > 0);
}

/// A lane whose entries vanish alone is told, unless it is the last entry: that is the determinant.
#[test]
fn lanes_without_a_pivot_are_told() {
    let primes = &primes()[..LANES];
    if !applies(Target::AVX512, primes) {
        return;
    }
    for n in [2usize, 3, 6] {
        let random = |p: &Modulus| (0..n * n).map(|i| p.reduce(noise(i as u64 ^ p.n()) >> 3).max(1)).collect();
        let mut entries: Vec<Vec<u64>> = primes.iter().map(random).collect();
        (0..n).for_each(|i| entries[3][i * n] = 0);
        // rows 0 and 1 are proportional in the next lane
        let (row, p) = (entries[4][..n].to_vec(), primes[4]);
        (0..n).for_each(|j| entries[4][n + j] = p.mul(row[j], 5));
        for (l, got) in found(primes, n, &entries).into_iter().enumerate() {
            let expected = determinant(primes[l].n(), n, entries[l].clone());
            match (l, n) {
                (3, _) => assert_eq!(got, None),
                (4, 2) => assert_eq!(got, Some(0)),
                // another row takes its place in all lanes
                _ => assert_eq!(got, Some(expected), "{n}, lane {l}"),
            }
        }
    }
}
