//! Resultants and common divisors of few coefficients against determinants and products.

use polymod::{
    Modulus,
    core::bits::SplitMix64,
    poly::Poly,
    ring::{
        Zn,
        zn::{
            euclid_rows::Words,
            small_euclid::{MOST, MOST_WITHOUT_KERNEL, resultant_of},
        },
    },
};

/// Determinants of Sylvester's matrices, modulo primes of all accumulators, at all degrees and at remainders whose degree falls by more than one.
#[test]
fn resultants_are_determinants() {
    let mut random = SplitMix64::new(21);
    for p in [3, 97, (1 << 31) - 1, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58] {
        let (f, n) = (Zn::new(p).expect("a modulus"), Modulus::new(p).expect("a modulus"));
        for la in 1..8usize {
            for lb in 1..8usize {
                for kind in 0..4 {
                    let mut draw = |len: usize| -> Vec<u64> {
                        let mut v: Vec<u64> = (0..len)
                            .map(|i| match kind {
                                0 => p - 1,
                                // few terms: degrees fall by more than one
                                1 if i % 3 != 0 => 0,
                                2 => p - 1 - (i as u64 % 2),
                                _ => n.reduce(random.word()),
                            })
                            .collect();
                        v[len - 1] = v[len - 1].max(1);
                        v
                    };
                    let (a, b) = (draw(la), draw(lb));
                    let size = la + lb - 2;
                    let mut rows = vec![vec![0; size]; size];
                    for (i, row) in rows.iter_mut().enumerate() {
                        let (v, at) = if i < lb - 1 { (&a, i) } else { (&b, i + 1 - lb) };
                        v.iter().rev().enumerate().for_each(|(j, &x)| row[at + j] = x);
                    }
                    let wanted = determinant(n, rows);
                    let law = format!("modulo {p}: {a:?}, {b:?}");
                    assert_eq!(resultant_of::<Words<MOST>>(n, &a, &b).expect("a field"), wanted, "{law}");
                    assert_eq!(
                        resultant_of::<Words<MOST_WITHOUT_KERNEL>>(n, &a, &b).expect("a field"),
                        wanted,
                        "{law}"
                    );
                    let polys = [&a, &b].map(|v| Poly::new(&f, v.iter().copied()));
                    assert_eq!(polys[0].resultant(&polys[1]).expect("a field"), wanted, "{law}");
                }
            }
        }
    }
}

/// A determinant by elimination with inverses.
fn determinant(n: Modulus, mut rows: Vec<Vec<u64>>) -> u64 {
    let mut det = 1;
    for k in 0..rows.len() {
        let Some(pivot) = (k..rows.len()).find(|&i| rows[i][k] != 0) else { return 0 };
        if pivot != k {
            rows.swap(pivot, k);
            det = n.neg(det);
        }
        det = n.mul(det, rows[k][k]);
        let inverse = n.inv(rows[k][k]).expect("a field");
        let pivot = rows[k].clone();
        for row in &mut rows[k + 1..] {
            let factor = n.mul(row[k], inverse);
            row.iter_mut().zip(&pivot).for_each(|(x, &y)| *x = n.sub(*x, n.mul(factor, y)));
        }
    }
    det
}

/// Common divisors of multiples, at lengths around those where the vector kernels begin, and those of coprime polynomials.
#[test]
fn common_divisors_divide_and_are_multiples() {
    let mut random = SplitMix64::new(22);
    for p in [3, 97, (1 << 50) - 27, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58] {
        let (f, n) = (Zn::new(p).expect("a modulus"), Modulus::new(p).expect("a modulus"));
        let mut draw = |len: usize| {
            let mut v: Vec<u64> = (0..len).map(|_| n.reduce(random.word())).collect();
            v[len - 1] = 1;
            Poly::new(&f, v)
        };
        for len in [1usize, 2, 3, 12, 23, 24, 25, 26, 63, 127, 128, 129] {
            for common in [1, 2, len / 2 + 1, len].into_iter().filter(|&common| common <= len) {
                let c = draw(common);
                let (x, y) = (draw(len + 1 - common), draw((len + 1 - common).max(3) - 2));
                let g = (&x * &c).gcd(&(&y * &c)).expect("a field");
                // g = c·gcd(x, y), which is a combination of both
                let bezout = x.xgcd(&y).expect("a field");
                assert_eq!(&bezout.s * &x + &bezout.t * &y, bezout.g);
                assert!(
                    x.div_rem(&bezout.g).expect("a field").1.is_empty()
                        && y.div_rem(&bezout.g).expect("a field").1.is_empty()
                );
                assert_eq!(g, &c * &bezout.g, "modulo {p}, {len} coefficients, {common} in common");
            }
        }
    }
}
