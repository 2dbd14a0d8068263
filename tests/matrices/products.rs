//! Sums, products and powers.

use crate::{
    common::{Random, cases, largest_prime, zn_on},
    engines, matrix, oracle, random, words,
};
use polymod::{AnyRing, Engine, Error, F2, Integers, Matrix, Ring, Zn, core::cpu::Target, ring::AnyElem, rug::Integer};

/// Moduli at the bounds of every kernel, primes and not.
fn moduli() -> Vec<u64> {
    let mut moduli = vec![2, 3, 4, 6, 255, 1 << 16, 1 << 26, (1 << 26) + 1, 1 << 31, (1 << 31) + 1, 1 << 32];
    moduli.extend([1 << 50, (1 << 50) + 1, 1 << 52, 1 << 62, (1 << 62) + 1, 1 << 63, u64::MAX]);
    moduli.extend([23, 26, 31, 32, 49, 50, 51, 62, 63, 64].map(|bits| largest_prime(bits, 1)));
    moduli
}

#[test]
fn products_agree_with_the_definition() {
    let mut source = Random::new(1);
    let shapes =
        [(0, 0, 0), (0, 3, 2), (2, 0, 3), (1, 1, 1), (3, 5, 7), (8, 8, 8), (9, 17, 23), (25, 24, 25), (4, 70, 49)];
    for n in moduli() {
        for engine in engines() {
            let f = Zn::on(&engine, n).unwrap();
            for (m, k, c) in shapes {
                for all in [false, true] {
                    let mut operand = |rows, cols| match all {
                        true => vec![n - 1; rows * cols],
                        false => random(&mut source, n, rows, cols),
                    };
                    let (a, b) = (operand(m, k), operand(k, c));
                    let product = matrix(&f, m, k, &a).checked_mul(&matrix(&f, k, c, &b)).unwrap();
                    let expected = oracle::product(&a, &b, (m, k, c), n);
                    assert_eq!(words(&product), expected, "{m} by {k} by {c} modulo {n}, {:?}", engine.target());
                }
            }
        }
    }
}

#[test]
fn long_sums_do_not_overflow() {
    for n in moduli() {
        for engine in engines() {
            let f = Zn::on(&engine, n).unwrap();
            for k in [511, 512, 513, 1023, 1024, 1025, 4095, 4096, 4097, 9000] {
                let (a, b) = (vec![n - 1; k], vec![n - 1; 2 * k]);
                let product = matrix(&f, 1, k, &a).checked_mul(&matrix(&f, k, 2, &b)).unwrap();
                // (−1)²·k
                assert_eq!(words(&product), vec![k as u64 % n; 2], "{k} terms modulo {n}, {:?}", engine.target());
            }
        }
    }
}

#[test]
fn large_products_agree_with_smaller_ones() {
    let mut source = Random::new(2);
    for n in [97, largest_prime(23, 1), largest_prime(31, 1), largest_prime(49, 1), largest_prime(62, 1), u64::MAX] {
        let f = Zn::on(&Engine::builder().threads(1).build(), n).unwrap();
        let (m, k, c) = (150, 133, 201);
        let (a, b) = (source.residues(n, m * k), source.residues(n, k * c));
        let product = words(&(matrix(&f, m, k, &a) * matrix(&f, k, c, &b)));
        assert_eq!(product, oracle::product(&a, &b, (m, k, c), n), "modulo {n}");
    }
}

#[test]
fn threads_do_not_change_results() {
    for n in [97, largest_prime(31, 1), largest_prime(49, 1), largest_prime(62, 1), u64::MAX] {
        let mut results = Vec::new();
        for threads in [1, 2, 3] {
            let f = Zn::on(&Engine::builder().threads(threads).build(), n).unwrap();
            let mut source = Random::new(3);
            let size = 260;
            let a = matrix(&f, size, size, &source.residues(n, size * size));
            let b = matrix(&f, size, size, &source.residues(n, size * size));
            results.push((words(&(&a * &b)), a.det().ok()));
        }
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "modulo {n}");
    }
}

/// (A + B)·C = A·C + B·C and (A·B)·C = A·(B·C), for random shapes.
fn laws(r: &AnyRing, source: &mut Random, mut elem: impl FnMut(&mut Random) -> AnyElem) {
    for _ in 0..cases(4) {
        let [m, k, l, c] = [0; 4].map(|_| source.usize_below(12));
        let mut operand = |rows, cols| Matrix::from_fn(r, rows, cols, |_, _| elem(source)).unwrap();
        let (a, b, x, y) = (operand(m, k), operand(m, k), operand(k, l), operand(l, c));
        assert_eq!((&a + &b) * &x, &a * &x + &b * &x, "{}", r.name());
        assert_eq!((&a * &x) * &y, &a * (&x * &y), "{}", r.name());
        assert_eq!((&a * &x).transposed(), x.transposed() * a.transposed(), "{}", r.name());
        assert_eq!(&a - &b, &a + &-&b, "{}", r.name());
        assert_eq!(&a * Matrix::identity(r, k), a, "{}", r.name());
        let square = operand(k, k);
        let cube = &(&square * &square) * &square;
        assert_eq!((square.pow(3), square.pow(0)), (Ok(cube), Ok(Matrix::identity(r, k))), "{}", r.name());
        assert_eq!(square.pow(1), Ok(square));
    }
}

#[test]
fn laws_hold_over_every_ring() {
    let mut source = Random::new(4);
    for engine in engines() {
        let named = |name: &str| AnyRing::parse(&engine, name).unwrap();
        laws(&named("z"), &mut source, |s| AnyElem::Integer(s.integer(100)));
        for n in moduli() {
            laws(&zn_on(&engine, n), &mut source, |s| AnyElem::Word(s.residue(n)));
        }
        for name in ["gf2", "gf2^8:0x11b", "zn:2^127-1", "zn:2^100", "gfpf:F4"] {
            let f = named(name);
            laws(&f, &mut source, |s| s.element(&f));
        }
    }
}

/// All algorithms listed give the same product.
#[test]
fn every_algorithm_by_its_name() {
    let mut source = Random::new(11);
    for n in moduli() {
        for engine in engines() {
            let f = Zn::on(&engine, n).unwrap();
            for (m, k, c) in [(1, 1, 1), (5, 9, 3), (10, 10, 10), (17, 30, 26)] {
                let (a, b) = (source.residues(n, m * k), source.residues(n, k * c));
                let (x, y) = (matrix(&f, m, k, &a), matrix(&f, k, c, &b));
                let expected = oracle::product(&a, &b, (m, k, c), n);
                let Err(Error::Algorithm { applicable, .. }) = x.mul_by(&y, "magic") else { panic!("no such way") };
                assert!(applicable.split(", ").count() >= 2 && applicable.contains("rows"));
                for name in applicable.split(", ") {
                    assert_eq!(words(&x.mul_by(&y, name).unwrap()), expected, "{name}: modulo {n}");
                }
            }
        }
    }
}

/// Over Z modulo primes, with entries around the sizes of words and primes, and memory for only a part of the operands.
#[test]
fn integers_modulo_primes() {
    let mut source = Random::new(12);
    for target in Target::families() {
        for (threads, memory) in [(1, u64::MAX), (3, 60_000)] {
            let z = Integers::on(&Engine::builder().threads(threads).target(target).memory(memory).build());
            for (m, k, c) in [(1, 1, 1), (2, 7, 3), (9, 12, 17), (20, 1, 20), (1, 40, 1)] {
                for bits in [1, 22, 23, 46, 47, 48, 63, 64, 65, 200, 1000] {
                    let most: Integer = (Integer::from(1) << bits) - 1u32;
                    let entry = |source: &mut Random| match source.below(4) {
                        0 => most.clone(),
                        1 => -most.clone(),
                        _ => source.integer(bits),
                    };
                    let a: Vec<Integer> = (0..m * k).map(|_| entry(&mut source)).collect();
                    let b: Vec<Integer> = (0..k * c).map(|_| entry(&mut source)).collect();
                    let of = |rows, cols, entries: &[Integer]| Matrix::new(&z, rows, cols, z.collect(entries)).unwrap();
                    let (x, y) = (of(m, k, &a), of(k, c, &b));
                    let expected = of(m, c, &product_of_integers(&a, &b, (m, k, c)));
                    for name in ["crt", "rows"] {
                        let product = x.mul_by(&y, name);
                        assert_eq!(product.as_ref(), Ok(&expected), "{name}, {bits} bits, {target}, {threads} threads");
                    }
                    assert_eq!(x.checked_mul(&y), Ok(expected));
                }
            }
        }
    }
}

fn product_of_integers(a: &[Integer], b: &[Integer], (m, k, c): (usize, usize, usize)) -> Vec<Integer> {
    let entry = |i: usize, j: usize| (0..k).map(|t| Integer::from(&a[i * k + t] * &b[t * c + j])).sum();
    (0..m * c).map(|at| entry(at / c, at % c)).collect()
}

#[test]
fn products_over_the_integers_grow() {
    let mut source = Random::new(5);
    for engine in engines() {
        let z = Integers::on(&engine);
        for (bits, other) in [(1, 1), (62, 63), (64, 64), (100, 7), (300, 500)] {
            for (m, k, c) in [(1, 1, 1), (3, 4, 5), (20, 33, 17), (0, 2, 1), (2, 0, 2)] {
                let (a, b) = (source.integers(bits, m * k), source.integers(other, k * c));
                let x = Matrix::new(&z, m, k, z.collect(&a)).unwrap();
                let y = Matrix::new(&z, k, c, z.collect(&b)).unwrap();
                let expected = Matrix::new(&z, m, c, z.collect(&product_of_integers(&a, &b, (m, k, c)))).unwrap();
                assert_eq!(x * y, expected, "{bits} and {other} bits, {m} by {k} by {c}");
            }
        }
    }
}

#[test]
fn bits_at_every_alignment() {
    let mut source = Random::new(6);
    let f = F2::new();
    for (m, k, c) in [(1, 1, 1), (7, 64, 65), (63, 65, 64), (100, 130, 90), (129, 200, 257)] {
        let (a, b) = (random(&mut source, 2, m, k), random(&mut source, 2, k, c));
        let bits = |v: &[u64]| f.collect(&v.iter().map(|&x| x == 1).collect::<Vec<_>>());
        let product = Matrix::new(&f, m, k, bits(&a)).unwrap() * Matrix::new(&f, k, c, bits(&b)).unwrap();
        let expected = Matrix::new(&f, m, c, bits(&oracle::product(&a, &b, (m, k, c), 2))).unwrap();
        assert_eq!(product, expected, "{m} by {k} by {c}");
    }
}

#[test]
fn shapes_and_rings_that_do_not_fit() {
    let (f, g) = (Zn::new(97).unwrap(), Zn::new(101).unwrap());
    let a = Matrix::from_i64(&f, &[&[1, 2, 3], &[4, 5, 6]]).unwrap();
    let error = a.checked_mul(&a).unwrap_err();
    assert!(matches!(error, Error::Shapes { left: (2, 3), right: (2, 3), .. }), "{error}");
    assert!(error.to_string().contains("2 by 3 and 2 by 3"), "{error}");
    assert!(matches!(a.checked_add(&a.transposed()), Err(Error::Shapes { .. })));
    assert!(matches!(a.checked_mul(&Matrix::zero(&g, 3, 1).unwrap()), Err(Error::RingsDiffer { .. })));
    assert!(matches!(a.pow(2), Err(Error::NotSquare { rows: 2, cols: 3, .. })));
    assert!(matches!(Matrix::from_i64(&f, &[&[1], &[]]), Err(Error::Length { expected: 1, got: 0, .. })));
    assert!(matches!(Matrix::new(&f, 2, 2, f.zeros(3)), Err(Error::Length { expected: 4, got: 3, .. })));
    assert!(matches!(Matrix::zero(&f, 1 << 40, 1 << 40), Err(Error::TooLarge { .. })));
}
