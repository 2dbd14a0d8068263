//! Resultants of many pairs against Sylvester's determinant.

use polymod_core::{
    arith::{Modulus, PrimeStream},
    bits::testing::noise,
    cpu::{self, Feature, Target},
    pass::{batch_resultant::*, prime_lanes::BITS},
    simd::inlined::{Walked, Zipped},
};

/// Sylvester's determinant by elimination, in wide integers.
fn sylvester(p: u64, a: &[u64], b: &[u64]) -> u64 {
    let mul = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(p)) as u64;
    let (n, m) = (a.len() - 1, b.len() - 1);
    let size = n + m;
    let mut rows: Vec<Vec<u64>> = Vec::new();
    for (v, shifts) in [(a, m), (b, n)] {
        for s in 0..shifts {
            let mut row = vec![0; size];
            for (i, &c) in v.iter().rev().enumerate() {
                row[s + i] = c;
            }
            rows.push(row);
        }
    }
    let mut d = 1;
    for k in 0..size {
        let Some(i) = (k..size).find(|&i| rows[i][k] != 0) else { return 0 };
        if i != k {
            rows.swap(i, k);
            d = mul(d, p - 1);
        }
        d = mul(d, rows[k][k]);
        let (mut inverse, mut square, mut e) = (1, rows[k][k], p - 2);
        while e > 0 {
            inverse = if e & 1 == 1 { mul(inverse, square) } else { inverse };
            (square, e) = (mul(square, square), e >> 1);
        }
        let (above, below) = rows.split_at_mut(k + 1);
        for row in below {
            let factor = mul(row[k], inverse);
            for (x, &y) in row[k..].walk_mut().zipped(&above[k][k..]) {
                *x = (*x + p - mul(factor, y)) % p;
            }
        }
    }
    d
}

#[test]
fn resultants_are_sylvesters_determinants() {
    let primes: Vec<Modulus> = PrimeStream::new(BITS, 1).unwrap().take(40).map(|p| Modulus::new(p).unwrap()).collect();
    let least = (1u64 << (BITS - 1)..).find(|&p| polymod_core::arith::is_prime(p)).map(|p| Modulus::new(p).unwrap());
    let runs = applies(Target::AVX512, &primes);
    assert_eq!(runs, cpu::host().supported.has(Feature::Avx512Ifma));
    if !runs {
        return;
    }
    let mut normal = 0;
    for (n, m) in
        [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 5), (4, 3), (3, 4), (5, 5), (7, 3), (9, 8), (12, 12), (17, 15)]
    {
        for case in 0..24u64 {
            let count = 1 + case as usize % LANES;
            let mut chosen = primes[case as usize..][..count].to_vec();
            chosen.extend(least.filter(|_| count < LANES));
            let value = |p: &Modulus, i: usize, of: u64| match case % 6 {
                0 => p.n() - 1,
                1 => [p.n() - 1, 0, 1][(i * i + of as usize) % 3],
                // a common factor x − 1
                2 => [p.n() - 1, 1][i % 2],
                _ => p.reduce(noise(i as u64 + 100 * of + 1000 * case + p.n()) >> 3),
            };
            let make = |len: usize, of: u64| -> Vec<Vec<u64>> {
                chosen.iter().map(|p| (0..=len).map(|i| value(p, i, of)).collect()).collect()
            };
            let (a, b) = (make(n, 1), make(m, 2));
            let found = resultants(
                Target::AVX512,
                &chosen,
                &a.iter().map(Vec::as_slice).collect::<Vec<_>>(),
                &b.iter().map(Vec::as_slice).collect::<Vec<_>>(),
            );
            for (l, p) in chosen.iter().enumerate() {
                let expected = sylvester(p.n(), &a[l], &b[l]);
                assert!(found[l].is_none_or(|x| x == expected), "{n} {m} case {case} lane {l} modulo {}", p.n());
                if case % 6 > 2 {
                    assert_eq!(found[l], Some(expected), "{n} {m}: random ones are normal");
                    normal += 1;
                }
            }
        }
    }
    assert!(normal > 500);
}

#[test]
fn vanishing_leading_coefficients_are_told() {
    let primes: Vec<Modulus> = PrimeStream::new(BITS, 1).unwrap().take(8).map(|p| Modulus::new(p).unwrap()).collect();
    if !applies(Target::AVX512, &primes) {
        return;
    }
    for (n, m) in [(3, 3), (6, 4), (4, 6), (5, 4), (4, 5), (9, 2)] {
        let mut random = polymod_core::bits::SplitMix64::new(7);
        let mut make = |len: usize| -> Vec<Vec<u64>> {
            primes.iter().map(|p| (0..=len).map(|_| p.reduce(random.word()).max(1)).collect()).collect()
        };
        let (mut a, mut b) = (make(n), make(m));
        (a[2][n], b[5][m]) = (0, 0);
        let (x, y): (Vec<&[u64]>, Vec<&[u64]>) =
            (a.iter().map(|v| &v[..]).collect(), b.iter().map(|v| &v[..]).collect());
        for (l, found) in resultants(Target::AVX512, &primes, &x, &y).into_iter().enumerate() {
            let expected = Some(sylvester(primes[l].n(), &a[l], &b[l])).filter(|_| l != 2 && l != 5);
            assert_eq!(found, expected, "{n} {m}: lane {l}");
        }
    }
}

/// The first remainder falls by two degrees in one lane: the coefficient that vanishes there is a multiple of p, not 0.
#[test]
fn remainders_that_fall_by_two_degrees_are_told() {
    let primes: Vec<Modulus> = PrimeStream::new(BITS, 1).unwrap().take(8).map(|p| Modulus::new(p).unwrap()).collect();
    if !applies(Target::AVX512, &primes) {
        return;
    }
    for (n, m) in [(4, 3), (3, 3), (5, 3), (8, 7), (12, 9)] {
        let mut random = polymod_core::bits::SplitMix64::new(11);
        let mut make = |len: usize| -> Vec<Vec<u64>> {
            primes.iter().map(|p| (0..=len).map(|_| p.reduce(random.word()).max(1)).collect()).collect()
        };
        let (mut a, b, quotient, mut rest) = (make(n), make(m), make(n - m), make(m - 2));
        let (p, rest) = (primes[3], &mut rest[3]);
        rest.resize(n + 1, 0);
        for (i, &x) in quotient[3].iter().enumerate() {
            for (j, &y) in b[3].iter().enumerate() {
                rest[i + j] = p.add(rest[i + j], p.mul(x, y));
            }
        }
        a[3].clone_from(rest);
        let (x, y): (Vec<&[u64]>, Vec<&[u64]>) =
            (a.iter().map(|v| &v[..]).collect(), b.iter().map(|v| &v[..]).collect());
        for (l, found) in resultants(Target::AVX512, &primes, &x, &y).into_iter().enumerate() {
            let expected = Some(sylvester(primes[l].n(), &a[l], &b[l])).filter(|_| l != 3);
            assert_eq!(found, expected, "{n} {m}: lane {l}");
        }
    }
}

#[test]
fn other_primes_are_refused() {
    let of = |p: u64| Modulus::new(p).unwrap();
    assert!(!applies(Target::AVX512, &[of(97)]) && !applies(Target::AVX512, &[of((1 << 49) - 81)]));
    assert!(!applies(Target::SCALAR, &[of((1 << 48) - 59)]));
}
