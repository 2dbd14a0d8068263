//! Determinants: the algorithms compared with each other, with Leibniz's formula, and by identities.

use crate::{
    Poly, PolyMatrix,
    common::{Random, any, zn, zn_on},
    elements, random_matrix, residues,
};
use polymod::{
    Engine, Error, Integers,
    core::cpu::Target,
    matrix::DetAlgorithm,
    multimodular::{self, Options},
    ring::AnyElem,
};

/// Leibniz's formula: the sum over all permutations.
fn leibniz(a: &PolyMatrix) -> Poly {
    fn go(a: &PolyMatrix, row: usize, columns: &[usize]) -> Poly {
        if columns.is_empty() {
            return Poly::one(a.ring());
        }
        columns.iter().enumerate().fold(Poly::zero(a.ring()), |sum, (place, &j)| {
            let rest: Vec<usize> = columns.iter().copied().filter(|&c| c != j).collect();
            let term = a.get(row, j) * &go(a, row + 1, &rest);
            if place % 2 == 0 { &sum + &term } else { &sum - &term }
        })
    }
    go(a, 0, &(0..a.cols()).collect::<Vec<_>>())
}

/// Compares the determinant and those by all algorithms that apply with the expected value; returns how many applied.
fn check(a: &PolyMatrix, expected: &Poly) -> usize {
    assert_eq!(a.det().as_ref(), Ok(expected), "{a:?}");
    check_algorithms(a, expected)
}

/// Compares all algorithms that apply with the expected value; returns how many applied.
fn check_algorithms(a: &PolyMatrix, expected: &Poly) -> usize {
    let by = |algorithm: &DetAlgorithm| match a.det_by(*algorithm) {
        Err(Error::Algorithm { .. } | Error::NotInvertible { .. } | Error::RepeatedPoint { .. }) => false,
        d => {
            assert_eq!(d.as_ref(), Ok(expected), "{algorithm}: {a:?}");
            true
        }
    };
    DetAlgorithm::ALL.iter().filter(|algorithm| by(algorithm)).count()
}

fn engines() -> Vec<Engine> {
    Target::families().map(|target| Engine::builder().threads(1).target(target).build()).collect()
}

#[test]
fn small_ones_over_words() {
    let mut random = Random::new(1);
    for engine in engines() {
        for n in [2, 3, 12, 97, 998_244_353, 1 << 40, (1 << 50) - 27, (1 << 62) - 57, u64::MAX] {
            let f = zn_on(&engine, n);
            for (r, len) in [(0, 1), (1, 5), (2, 9), (3, 4), (4, 40), (5, 2)] {
                let a = residues(&f, [r, r, len], &mut random);
                assert!(check(&a, &leibniz(&a)) >= 1);
            }
        }
    }
}

#[test]
fn larger_ones_over_primes() {
    let mut random = Random::new(2);
    for engine in engines() {
        for n in [998_244_353, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57] {
            let f = zn_on(&engine, n);
            for (r, len) in [(8, 20), (12, 3), (3, 300)] {
                let a = random_matrix(&f, [r, r, len], &mut random, |random| AnyElem::Word(random.residue(n)));
                let d = a.det_by(DetAlgorithm::Points).unwrap();
                assert_eq!(a.det_by(DetAlgorithm::Elimination), Ok(d.clone()));
                // the determinant is multiplicative, and changes sign if two rows are exchanged
                let b = residues(&f, [r, r, 4], &mut random);
                assert_eq!((&a * &b).det(), Ok(&d * &b.det().unwrap()));
                let mut rows: Vec<usize> = (0..r).collect();
                rows.swap(0, r - 1);
                assert_eq!(a.select_rows(&rows).det(), Ok(-d));
            }
        }
    }
}

#[test]
fn zeros_where_pivots_would_be() {
    let mut random = Random::new(3);
    for engine in engines() {
        let f = zn_on(&engine, (1 << 61) - 1);
        let a = residues(&f, [6, 6, 10], &mut random);
        // a zero diagonal, and equal rows
        let hollow = PolyMatrix::from_fn(&f, 6, 6, |i, j| if i == j { Poly::zero(&f) } else { a.get(i, j).clone() });
        check(&hollow.clone().unwrap(), &leibniz(&hollow.unwrap()));
        check(&a.select_rows(&[0, 1, 2, 3, 4, 0]), &Poly::zero(&f));
        check(&PolyMatrix::zero(&f, 3, 3), &Poly::zero(&f));
        check(&PolyMatrix::identity(&f, 9), &Poly::one(&f));
    }
}

#[test]
fn other_rings() {
    let mut random = Random::new(4);
    for (r, len) in [(1, 4), (2, 10), (3, 5), (5, 3)] {
        let a = random_matrix(&any("z"), [r, r, len], &mut random, |random| AnyElem::Integer(random.integer(90)));
        let wanted = leibniz(&a);
        assert!(check(&a, &wanted) == 2, "elimination over Z");
        for threads in [1, 3] {
            let z = Integers::on(&Engine::builder().threads(threads).build());
            let own = |p: &Poly| polymod::Poly::from_coeffs(&z, a.ring().own(p.clone().into_coeffs()));
            let a = polymod::PolyMatrix::from_fn(&z, r, r, |i, j| own(a.get(i, j))).unwrap();
            assert_eq!(multimodular::poly_det(&a, &Options::default()).unwrap().value, own(&wanted));
        }
        for name in ["zn:2^100", "zn:2^127-1", "gf2^8:0x11b"] {
            let a = elements(&any(name), [r, r, len], &mut random);
            check(&a, &leibniz(&a));
        }
        let a = elements(&any("gf2"), [r, r, 40 * len], &mut random);
        check(&a, &leibniz(&a));
        let a = elements(&any("gfpf:F4"), [r, r, len], &mut random);
        assert_eq!(check(&a, &leibniz(&a)), 4);
    }
}

/// Determinants by a lift to integers: few points, composite moduli, many primes.
#[test]
fn lifted_ones() {
    let mut random = Random::new(7);
    for engine in engines() {
        for n in [2, 3, 6, 97, 1 << 20, u64::MAX] {
            let f = zn_on(&engine, n);
            for (r, len) in [(3, 30), (4, 12)] {
                let a = residues(&f, [r, r, len], &mut random);
                assert_eq!(a.det_by(DetAlgorithm::Lifting), Ok(leibniz(&a)));
            }
            let all = random_matrix(&f, [4, 4, 3], &mut random, |_| AnyElem::Word(n / 2));
            assert_eq!(all.det_by(DetAlgorithm::Lifting), Ok(leibniz(&all)));
            let a = residues(&f, [9, 9, 4], &mut random);
            let b = residues(&f, [9, 9, 2], &mut random);
            assert_eq!((&a * &b).det(), Ok(&a.det().unwrap() * &b.det().unwrap()));
        }
    }
}

#[test]
fn few_points_and_wrong_shapes() {
    let f = zn(5);
    let mut random = Random::new(5);
    let a = random_matrix(&f, [3, 3, 4], &mut random, |random| AnyElem::Word(random.below(5)));
    assert!(matches!(a.det_by(DetAlgorithm::Points), Err(Error::Algorithm { .. })));
    assert!(matches!(PolyMatrix::zero(&f, 2, 3).det(), Err(Error::NotSquare { rows: 2, cols: 3, .. })));
    assert_eq!("division-free".parse(), Ok(DetAlgorithm::DivisionFree));
    assert!("cramer".parse::<DetAlgorithm>().is_err());
}

#[test]
fn threads_change_no_result() {
    let det = |threads: usize| {
        let f = zn_on(&Engine::builder().threads(threads).build(), (1 << 62) - 57);
        let a = random_matrix(&f, [10, 10, 60], &mut Random::new(6), |random| {
            AnyElem::Word(random.residue((1 << 62) - 57))
        });
        a.det().unwrap().iter().collect::<Vec<AnyElem>>()
    };
    let one = det(1);
    assert!(one.len() > 300);
    assert_eq!(one, det(2));
    assert_eq!(one, det(5));
}
