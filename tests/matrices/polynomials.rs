//! Characteristic and minimal polynomials.

use crate::{
    common::{Random, any, largest_prime, zn},
    matrix, oracle,
};
use polymod::{AnyRing, Error, Integers, Matrix, Poly, Ring, Zn, rug::Integer};

#[test]
fn characteristic_polynomials_agree_with_traces() {
    let mut source = Random::new(1);
    for size in 0..9 {
        let entries: Vec<Vec<Integer>> = (0..size).map(|_| source.integers(20, size)).collect();
        let (flat, expected) = (entries.concat(), oracle::characteristic(&entries));
        for n in [2, 3, 5, 6, 64, 97, 210, largest_prime(31, 1), largest_prime(62, 1), u64::MAX] {
            let f = Zn::new(n).unwrap();
            let a = matrix(&f, size, size, &oracle::residues(&flat, n));
            let p = Poly::new(&f, oracle::residues(&expected, n));
            assert_eq!(a.charpoly(), Ok(p.clone()), "size {size} modulo {n}");
            assert_eq!(a.charpoly_berkowitz(), Ok(p), "size {size} modulo {n}");
        }
        let z = Integers::new();
        let a = Matrix::new(&z, size, size, z.collect(&flat)).unwrap();
        assert_eq!(a.charpoly_berkowitz(), Ok(Poly::new(&z, expected)));
    }
}

#[test]
fn both_ways_agree_on_larger_ones() {
    let mut source = Random::new(2);
    for p in [2, 3, 97, largest_prime(49, 1)] {
        let f = Zn::new(p).unwrap();
        for size in [20, 41] {
            let a = matrix(&f, size, size, &source.residues(p, size * size));
            assert_eq!(a.charpoly_hessenberg(), a.charpoly_berkowitz(), "size {size} modulo {p}");
            let det = if size % 2 == 1 { f.neg(&a.det().unwrap()) } else { a.det().unwrap() };
            assert_eq!(a.charpoly().unwrap().coeff(0), det);
        }
    }
}

#[test]
fn composite_moduli_agree_with_no_division() {
    let mut source = Random::new(3);
    for name in ["zn:4", "zn:210", "zn:2^64", "zn:2^128", "zn:10^30"] {
        let r = any(name);
        for size in [8, 9, 10, 21] {
            let random = Matrix::from_fn(&r, size, size, |_, _| source.element(&r)).unwrap();
            let zero = Matrix::zero(&r, size, size).unwrap();
            let largest =
                Matrix::from_fn(&r, size, size, |i, j| r.elem(if (i ^ j) % 3 == 0 { -1 } else { -2 })).unwrap();
            for a in [random, zero, largest] {
                assert_eq!(a.charpoly(), a.charpoly_berkowitz(), "{name}, size {size}");
            }
        }
    }
}

/// The value of a polynomial at a matrix, by Horner's rule.
fn value(p: &Poly<AnyRing>, a: &Matrix<AnyRing>) -> Matrix<AnyRing> {
    let unit = Matrix::identity(a.ring(), a.rows());
    p.iter().rev().fold(unit.scale(&a.ring().elem(0)), |sum, c| &sum * a + unit.scale(&c))
}

/// The block diagonal matrix of companion matrices, hidden by a similarity transformation.
fn hidden(r: &AnyRing, parts: &[&Poly<AnyRing>], random: &mut Random) -> Matrix<AnyRing> {
    let mut elem = || random.element(r);
    let n = parts.iter().map(|p| p.len() - 1).sum();
    let mut a = Matrix::zero(r, n, n).unwrap();
    let mut first = 0;
    for p in parts {
        let d = p.len() - 1;
        for i in 0..d {
            a.set(first + i, first + d - 1, &r.neg(&p.coeff(i)));
            if i > 0 {
                a.set(first + i, first + i - 1, &r.one());
            }
        }
        first += d;
    }
    let lower = Matrix::from_fn(r, n, n, |i, j| if i > j { elem() } else { r.elem(i64::from(i == j)) }).unwrap();
    let upper = Matrix::from_fn(r, n, n, |i, j| if i < j { elem() } else { r.elem(i64::from(i == j)) }).unwrap();
    let t = lower * upper;
    &t * &a * t.inverse().unwrap()
}

fn minimal_of_parts(r: &AnyRing, random: &mut Random) {
    let p = Poly::from_i64(r, &[1, 1, 0, 1]);
    let q = Poly::from_i64(r, &[1, 0, 1, 1, 0, 1]);
    let x = Poly::from_i64(r, &[0, 1]);
    let square = p.sqr().unwrap();
    let lcm = |a: &Poly<AnyRing>, b: &Poly<AnyRing>| a.quo(&a.gcd(b).unwrap()).unwrap() * b.clone();
    for (parts, minimal) in [
        (vec![&p], p.clone()),
        (vec![&p, &p, &p], p.clone()),
        (vec![&square, &p, &x, &x], lcm(&square, &x)),
        (vec![&p, &q, &x, &p, &q], lcm(&lcm(&p, &q), &x)),
        (vec![&x, &x, &x], x.clone()),
    ] {
        let a = hidden(r, &parts, random);
        assert_eq!(a.minpoly(), Ok(minimal.clone()), "{} over {}", a.rows(), r.name());
        assert!(value(&minimal, &a).is_zero());
        let product = parts.iter().fold(Poly::one(r), |all, part| &all * *part);
        assert_eq!(a.charpoly(), Ok(product), "{} over {}", a.rows(), r.name());
    }
}

#[test]
fn minimal_polynomials_of_hidden_blocks() {
    let mut source = Random::new(3);
    for p in [2, 3, 97, largest_prime(31, 1), largest_prime(62, 1)] {
        minimal_of_parts(&zn(p), &mut source);
    }
    minimal_of_parts(&any("gf2"), &mut source);
    minimal_of_parts(&any("gf2^8:0x11b"), &mut source);
}

#[test]
fn small_minimal_polynomials() {
    let f = Zn::new(97).unwrap();
    let of = |rows: &[&[i64]]| Matrix::from_i64(&f, rows).unwrap().minpoly().unwrap();
    assert_eq!(of(&[]), Poly::one(&f));
    assert_eq!(of(&[&[5]]), Poly::from_i64(&f, &[-5, 1]));
    assert_eq!(of(&[&[0, 0], &[0, 0]]), Poly::from_i64(&f, &[0, 1]));
    assert_eq!(of(&[&[1, 0, 0], &[0, 1, 0], &[0, 0, 2]]), Poly::from_i64(&f, &[2, -3, 1]));
    assert_eq!(of(&[&[0, 1, 0], &[0, 0, 1], &[0, 0, 0]]), Poly::from_i64(&f, &[0, 0, 0, 1]));
    let flat = Matrix::zero(&f, 1, 2).unwrap();
    assert!(matches!(flat.minpoly(), Err(Error::NotSquare { .. })));
    assert!(matches!(flat.charpoly(), Err(Error::NotSquare { .. })));
    // also over composite n the identity matrix has a minimal polynomial
    let g = Zn::new(12).unwrap();
    assert_eq!(Matrix::identity(&g, 40).minpoly(), Ok(Poly::from_i64(&g, &[-1, 1])));
}
