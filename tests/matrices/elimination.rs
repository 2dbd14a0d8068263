//! Decompositions, determinants, systems, kernels.

use crate::{
    common::{ModWord, Random, any, largest_prime, zn_on},
    engines, matrix, oracle,
};
use polymod::{AnyRing, Error, Matrix, Ring, Zn, ZnBig, ring::AnyElem, rug::Integer};

/// Sizes around the width of a panel and the number of lanes.
const SIZES: [(usize, usize); 16] = [
    (0, 0),
    (0, 4),
    (4, 0),
    (1, 1),
    (5, 9),
    (8, 9),
    (16, 17),
    (70, 72),
    (9, 5),
    (31, 33),
    (32, 32),
    (33, 31),
    (40, 64),
    (65, 65),
    (100, 20),
    (20, 100),
];

/// A matrix of at most this rank, with zero columns and linearly dependent ones among the others.
fn of_rank(r: &AnyRing, [rows, cols, rank]: [usize; 3], random: &mut Random) -> Matrix<AnyRing> {
    let mut elem = || random.element(r);
    let left = Matrix::from_fn(r, rows, rank, |_, _| elem()).unwrap();
    let right = Matrix::from_fn(r, rank, cols, |i, j| if j % 3 == 1 && i < j { r.elem(0) } else { elem() }).unwrap();
    left * right
}

/// P·A = L·E with E in echelon form, and the results derived from it.
fn check(a: &Matrix<AnyRing>) {
    let (r, (rows, cols)) = (a.ring(), a.shape());
    let e = a.echelon().unwrap();
    let permuted = Matrix::from_fn(r, rows, cols, |i, j| a.get(e.order()[i], j)).unwrap();
    assert_eq!(e.lower() * e.upper(), permuted, "{rows} by {cols} over {}", r.name());
    let upper = e.upper();
    for i in 0..rows {
        let first = (0..cols).find(|&j| !r.is_zero(&upper.get(i, j)));
        assert_eq!(first, e.pivots().get(i).copied(), "row {i} of {rows} by {cols} over {}", r.name());
    }
    assert!(e.pivots().windows(2).all(|pair| pair[0] < pair[1]));
    // kernel
    let kernel = a.nullspace().unwrap();
    assert_eq!(kernel.shape(), (cols - e.rank(), cols));
    assert!((a * kernel.transposed()).is_zero(), "the kernel of {rows} by {cols} over {}", r.name());
    let leading: Vec<usize> =
        (0..kernel.rows()).map(|i| (0..cols).find(|&j| !r.is_zero(&kernel.get(i, j))).unwrap()).collect();
    assert!(leading.windows(2).all(|pair| pair[0] < pair[1]));
    for (i, &j) in leading.iter().enumerate() {
        assert!((0..kernel.rows()).all(|k| kernel.get(k, j) == if k == i { r.one() } else { r.elem(0) }));
    }
    // the reduced form: a unit vector in each pivot's column, rows that combine to those of A, and zeros
    let reduced = a.rref().unwrap();
    assert_eq!(reduced.shape(), (rows, cols));
    for (i, &pivot) in e.pivots().iter().enumerate() {
        assert!((0..pivot).all(|j| r.is_zero(&reduced.get(i, j))));
        assert!((0..rows).all(|k| reduced.get(k, pivot) == if k == i { r.one() } else { r.elem(0) }));
    }
    assert!((e.rank()..rows).all(|i| (0..cols).all(|j| r.is_zero(&reduced.get(i, j)))));
    let at_pivots =
        Matrix::from_fn(r, rows, rows, |i, k| e.pivots().get(k).map_or_else(|| r.elem(0), |&pivot| a.get(i, pivot)));
    assert_eq!(at_pivots.unwrap() * &reduced, *a, "the reduced form of {rows} by {cols} over {}", r.name());
    // a system with a solution, free unknowns 0
    let x = Matrix::from_fn(r, cols, 3, |i, j| r.elem((7 * i + j) as i64)).unwrap();
    let solution = a.solve(&(a * &x)).unwrap();
    assert_eq!(a * &solution, a * &x);
    for i in (0..cols).filter(|i| !e.pivots().contains(i)) {
        assert!((0..3).all(|j| r.is_zero(&solution.get(i, j))), "unknown {i} is free");
    }
    if e.rank() < rows {
        // each unit vector outside of the image makes an inconsistent system
        let unit = Matrix::identity(r, rows);
        let solved = a.solve(&unit);
        let Err(Error::Inconsistent { column }) = solved else { panic!("{solved:?}") };
        let column_of = |j: usize| Matrix::from_fn(r, rows, 1, |i, _| unit.get(i, j)).unwrap();
        assert!((0..column).all(|j| a.solve(&column_of(j)).is_ok()) && a.solve(&column_of(column)).is_err());
    }
    if rows == cols {
        let inverse = a.inverse();
        if e.rank() == rows {
            let inverse = inverse.unwrap();
            assert_eq!(a * &inverse, Matrix::identity(r, rows));
            assert_eq!(r.mul(&a.det().unwrap(), &inverse.det().unwrap()), r.one());
        } else {
            assert_eq!(inverse, Err(Error::Singular { rank: e.rank(), size: rows }));
            assert!(r.is_zero(&a.det().unwrap()));
        }
    }
}

#[test]
fn decompositions_of_every_rank() {
    for engine in engines() {
        let mut source = Random::new(1);
        for p in [
            2,
            3,
            97,
            largest_prime(31, 1),
            largest_prime(49, 1),
            largest_prime(50, 1),
            largest_prime(62, 1),
            largest_prime(64, 1),
        ] {
            let f = zn_on(&engine, p);
            for (rows, cols) in SIZES {
                let most = rows.min(cols);
                for rank in [0, 1, most / 2, most] {
                    let a = of_rank(&f, [rows, cols, rank], &mut source);
                    check(&a);
                    let word = |x| if let AnyElem::Word(x) = x { x } else { panic!("{x:?} is no word") };
                    let words: Vec<u64> = (&a).into_iter().map(word).collect();
                    let e = a.echelon().unwrap();
                    assert_eq!(e.pivots(), oracle::profile(&words, rows, cols, p), "{rows} by {cols} modulo {p}");
                }
            }
        }
    }
}

#[test]
fn decompositions_over_other_fields() {
    let mut source = Random::new(2);
    for (rows, cols) in SIZES {
        for rank in [0, rows.min(cols) / 2, rows.min(cols)] {
            check(&of_rank(&any("gf2"), [rows, cols, rank], &mut source));
            check(&of_rank(&any("gf2^8:0x11b"), [rows, cols, rank], &mut source));
        }
    }
    let f = any("zn:2^127-1");
    for (rows, cols) in [(3, 5), (33, 34), (12, 12)] {
        check(&of_rank(&f, [rows, cols, rows.min(cols) - 1], &mut source));
        check(&of_rank(&f, [rows, cols, rows.min(cols)], &mut source));
    }
}

#[test]
fn determinants_modulo_anything() {
    let mut source = Random::new(3);
    for size in 0..7 {
        for _ in 0..10 {
            let entries: Vec<Vec<Integer>> = (0..size).map(|_| source.integers(30, size)).collect();
            let det = oracle::determinant(&entries);
            let flat: Vec<Integer> = entries.iter().flatten().cloned().collect();
            for n in [2, 3, 4, 6, 12, 30, 97, 1 << 20, 1 << 63, 3 * 5 * 7 * 11 * 13, (1 << 61) - 1, u64::MAX] {
                let f = Zn::new(n).unwrap();
                let a = matrix(&f, size, size, &oracle::residues(&flat, n));
                assert_eq!(a.det(), Ok(det.mod_u64(n)), "size {size} modulo {n}");
            }
            let big: Integer = Integer::from(1) << 70;
            let f = ZnBig::new(big.clone()).unwrap();
            let a = Matrix::from_fn(&f, size, size, |i, j| entries[i][j].clone().modulo(&big)).unwrap();
            assert_eq!(a.det(), Ok(det.modulo(&big)));
        }
    }
    // no entry is a unit
    let f = Zn::new(64).unwrap();
    let even = Matrix::from_i64(&f, &[&[2, 4], &[6, 2]]).unwrap();
    assert_eq!(even.det(), Ok(64 - 20));
    let threes = Matrix::from_i64(&Zn::new(6).unwrap(), &[&[2, 3], &[3, 2]]).unwrap();
    assert_eq!(threes.det(), Ok(1));
}

#[test]
fn large_determinants_multiply() {
    for engine in engines() {
        let mut source = Random::new(4);
        for n in [97, largest_prime(31, 1), largest_prime(50, 1), largest_prime(62, 1), (1 << 62) + 1, 1 << 40] {
            let f = Zn::on(&engine, n).unwrap();
            let size = 70;
            let mut next = || matrix(&f, size, size, &(0..size * size).map(|_| source.below(n)).collect::<Vec<_>>());
            let (a, b) = (next(), next());
            let product = f.mul(&a.det().unwrap(), &b.det().unwrap());
            assert_eq!((&a * &b).det(), Ok(product), "modulo {n}");
            assert_eq!(a.transposed().det(), a.det(), "modulo {n}");
        }
    }
}

#[test]
fn factors_of_the_modulus_are_named() {
    let f = Zn::new(15).unwrap();
    let a = Matrix::from_i64(&f, &[&[3, 6], &[6, 3]]).unwrap();
    for error in [a.echelon().unwrap_err(), a.rref().unwrap_err(), a.inverse().unwrap_err()] {
        assert!(matches!(&error, Error::NotInvertible { factor, .. } if factor == "3"), "{error}");
    }
    assert_eq!((a.det(), a.rank(), a.invariant_factors()), (Ok(3), Ok(2), Ok(vec![3, 3])));
    assert_eq!(a.nullspace(), Matrix::from_i64(&f, &[&[5, 0], &[0, 5]]));
    // units are preferred to the entries above them
    let b = Matrix::from_i64(&f, &[&[3, 1], &[1, 1]]).unwrap();
    assert_eq!((b.rank(), b.det()), (Ok(2), Ok(2)));
}

#[test]
fn matrices_without_entries() {
    let f = Zn::new(97).unwrap();
    let empty = Matrix::zero(&f, 0, 0).unwrap();
    assert_eq!((empty.det(), empty.rank()), (Ok(1), Ok(0)));
    assert_eq!((empty.inverse(), empty.pow(5)), (Ok(empty.clone()), Ok(empty.clone())));
    let flat = Matrix::zero(&f, 0, 3).unwrap();
    assert_eq!(flat.nullspace(), Ok(Matrix::identity(&f, 3)));
    assert_eq!(flat.solve(&Matrix::zero(&f, 0, 2).unwrap()), Matrix::zero(&f, 3, 2));
    let thin = Matrix::zero(&f, 3, 0).unwrap();
    assert_eq!(thin.nullspace(), Ok(empty));
    assert_eq!((flat.rref(), thin.rref()), (Ok(flat.clone()), Ok(thin.clone())));
    assert_eq!(&thin * &flat, Matrix::zero(&f, 3, 3).unwrap());
    assert_eq!(thin.solve(&Matrix::identity(&f, 3)), Err(Error::Inconsistent { column: 0 }));
    assert!(matches!(flat.det(), Err(Error::NotSquare { rows: 0, cols: 3, .. })));
    assert!(matches!(flat.solve(&thin), Err(Error::Shapes { .. })));
}

#[test]
fn right_sides_are_over_the_same_ring() {
    let (f, g) = (Zn::new(97).unwrap(), Zn::new(101).unwrap());
    let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]]).unwrap();
    let right = Matrix::from_i64(&g, &[&[99], &[100]]).unwrap();
    let refused = [a.solve(&right), a.echelon().unwrap().solve(&right)];
    assert!(refused.iter().all(|result| matches!(result, Err(Error::RingsDiffer { .. }))), "{refused:?}");
}
