//! Determinants of many matrices against elimination in wide integers.

use polymod_core::{
    arith::Modulus,
    bits::testing::noise,
    cpu::{self, Target},
    pass::batch_det::*,
};

/// The determinant by elimination with exchanges, in wide integers, and whether elimination without exchanges met a
/// zero pivot.
fn determinant(p: u64, n: usize, mut m: Vec<u64>) -> (u64, bool) {
    let mul = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(p)) as u64;
    let (mut d, mut plain) = (1 % p, true);
    for k in 0..n {
        let Some(i) = (k..n).find(|&i| m[i * n + k] != 0) else { return (0, false) };
        if i != k {
            plain = false;
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
    (d, plain)
}

#[test]
fn determinants_agree_with_elimination() {
    let mut kernels = 0;
    for target in Target::families() {
        for p in [3, 5, 97, (1 << 31) - 1, (1 << 48) - 59, (1 << 50) - 27, (1 << 61) - 1, (1 << 62) - 57] {
            let p = Modulus::new(p).unwrap();
            let Some(kernel) = select(target, p) else { continue };
            kernels += 1;
            for (n, count) in [(1, 3), (2, 8), (3, 300), (4, 17), (5, 1), (7, 9), (13, 20), (16, 40)] {
                let value = |e: usize, t: usize| match t % 5 {
                    0 => [p.n() - 1, p.n() / 2][(e * e + t) % 2],
                    1 => (e as u64) % p.n(),
                    _ => p.reduce(noise((e * 1000 + t) as u64) >> 3),
                };
                let entries: Vec<Vec<u64>> = (0..n * n).map(|e| (0..count).map(|t| value(e, t)).collect()).collect();
                let views: Vec<&[u64]> = entries.iter().map(Vec::as_slice).collect();
                let mut out = vec![!0; count];
                let again = kernel.determinants(p, n, &views, &mut out);
                for (t, &d) in out.iter().enumerate() {
                    let (expected, plain) = determinant(p.n(), n, (0..n * n).map(|e| entries[e][t]).collect());
                    let singular = expected == 0;
                    assert!(again.contains(&t) == (!plain || singular), "{}: {n} {t} {}", kernel.name(), p.n());
                    assert!(again.contains(&t) || d == expected, "{}: {n} {t} modulo {}", kernel.name(), p.n());
                }
            }
        }
    }
    assert_eq!(kernels > 0, cpu::host().target.has_vectors());
    assert!(select(Target::AVX512, Modulus::new(98).unwrap()).is_none());
    assert!(select(Target::SCALAR, Modulus::new(97).unwrap()).is_none());
}

/// Products of triangles with p − 1 in every place: all that elimination multiplies is p − 1, in sums as long as the matrix.
#[test]
fn sums_of_largest_products_are_reduced() {
    for target in Target::families() {
        for p in [97, (1 << 31) - 1, (1 << 48) - 59, (1 << 50) - 27, (1 << 61) - 1, (1 << 62) - 57] {
            let p = Modulus::new(p).unwrap();
            let Some(kernel) = select(target, p) else { continue };
            for n in [11, 12, 13, 14, 24, 25, 26, 40] {
                // lower: −1 from the diagonal down; upper: 1 on the diagonal, −1 to its right
                let entry = |i: usize, j: usize| {
                    // (−1)·(−1) for each k up to i and left of j, and −1 where the diagonal of the upper one is met
                    let terms = (i + 1).min(j) as u64;
                    p.sub(p.reduce(terms), u64::from(j <= i))
                };
                let entries: Vec<Vec<u64>> = (0..n * n).map(|at| vec![entry(at / n, at % n); 9]).collect();
                let views: Vec<&[u64]> = entries.iter().map(Vec::as_slice).collect();
                let mut out = vec![!0; 9];
                assert!(kernel.determinants(p, n, &views, &mut out).is_empty(), "{}: {n}", kernel.name());
                let expected = if n % 2 == 1 { p.n() - 1 } else { 1 };
                assert_eq!(out, [expected; 9], "{}: {n} modulo {}", kernel.name(), p.n());
            }
        }
    }
}
