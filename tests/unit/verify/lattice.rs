//! Checks of Hermite and Smith forms and of reduced bases over Z.

use super::seeded;
use crate::any;
use polymod::{
    AnyRing, Integers, Matrix, Ring,
    multimodular::{hnf, hnf_with_transform, lll, lll_with_transform, snf, snf_with_transforms},
    verify::lattice::{Rows, has_full_rank, invariants},
};
use rug::Integer;

/// The matrix over Z behind a pointer.
fn behind(a: &Matrix<Integers>) -> Matrix<AnyRing> {
    let z = any("z");
    Matrix::new(&z, a.rows(), a.cols(), z.erased(a.clone().into_entries())).unwrap()
}

/// The right matrix passes, and none with an entry changed does.
fn with_changes(right: &Matrix<AnyRing>, mut check: impl FnMut(&Matrix<AnyRing>) -> bool) {
    assert!(check(right), "{right:?}");
    for i in 0..right.rows() {
        for j in 0..right.cols() {
            for change in [-1, 1, 30] {
                let mut changed = right.clone();
                let z = right.ring();
                changed.set(i, j, &z.add(&right.get(i, j), &z.elem(change)));
                assert!(!check(&changed), "{right:?}: entry {i}, {j} by {change}");
            }
        }
    }
}

fn matrices() -> Vec<Matrix<Integers>> {
    let z = Integers::new();
    let of = |rows: &[&[i64]]| Matrix::from_i64(&z, rows).unwrap();
    vec![
        of(&[&[4, 7, 2], &[6, 1, 5], &[2, 3, 9]]),
        of(&[&[12, 6], &[8, 10], &[6, 18], &[30, 2]]),
        of(&[&[2, 4, 6, 8], &[3, 6, 1, 9]]),
        of(&[&[2, 4, 6], &[3, 6, 9], &[5, 10, 21]]),
        of(&[&[6, 0, 0], &[0, 10, 0], &[0, 0, 15]]),
        of(&[&[0, 0], &[0, 0]]),
        of(&[&[89, 55], &[55, 34]]),
    ]
}

#[test]
fn changed_forms_are_refused() {
    for of_z in matrices() {
        let a = behind(&of_z);
        let checker = || seeded(a.ring(), 3);
        with_changes(&behind(&hnf(&of_z).unwrap()), |h| checker().integer_hermite(&a, h, None).is_ok());
        with_changes(&behind(&snf(&of_z).unwrap()), |s| checker().integer_smith(&a, s, None).is_ok());
        with_changes(&behind(&lll(&of_z).unwrap()), |b| checker().reduced_basis(&a, b, None).is_ok());
        let [h, u] = hnf_with_transform(&of_z).map(|(h, u)| [behind(&h), behind(&u)]).unwrap();
        with_changes(&h, |h| checker().integer_hermite(&a, h, Some(&u)).is_ok());
        let [s, u, v] = snf_with_transforms(&of_z).map(|(s, u, v)| [behind(&s), behind(&u), behind(&v)]).unwrap();
        with_changes(&s, |s| checker().integer_smith(&a, s, Some([&u, &v])).is_ok());
        let [b, u] = lll_with_transform(&of_z).map(|(b, u)| [behind(&b), behind(&u)]).unwrap();
        with_changes(&b, |b| checker().reduced_basis(&a, b, Some(&u)).is_ok());
    }
}

#[test]
fn changed_transforms_are_refused() {
    // of linearly independent rows, or columns
    for of_z in [0, 2, 4, 6].map(|i| matrices().swap_remove(i)) {
        let a = behind(&of_z);
        let checker = || seeded(a.ring(), 5);
        let [h, u] = hnf_with_transform(&of_z).map(|(h, u)| [behind(&h), behind(&u)]).unwrap();
        with_changes(&u, |u| checker().integer_hermite(&a, &h, Some(u)).is_ok());
        let [s, u, v] = snf_with_transforms(&of_z).map(|(s, u, v)| [behind(&s), behind(&u), behind(&v)]).unwrap();
        with_changes(&u, |u| checker().integer_smith(&a, &s, Some([u, &v])).is_ok());
        with_changes(&v, |v| checker().integer_smith(&a, &s, Some([&u, v])).is_ok());
        let [b, u] = lll_with_transform(&of_z).map(|(b, u)| [behind(&b), behind(&u)]).unwrap();
        with_changes(&u, |u| checker().reduced_basis(&a, &b, Some(u)).is_ok());
        assert!(checker().integer_hermite(&a, &h, Some(&u.scale(&a.ring().elem(2)))).is_err());
    }
}

/// Lattices of the right rank, but of another index, and the wrong shapes.
#[test]
fn other_lattices_are_refused() {
    let z = any("z");
    let of = |rows: &[&[i64]]| Matrix::from_i64(&z, rows).unwrap();
    let mut checker = seeded(&z, 2);
    let a = of(&[&[6, 0], &[0, 6], &[4, 0], &[0, 9]]); // (2, 0) and (0, 3)
    for (h, right) in [([2, 0, 0, 3], true), ([1, 0, 0, 3], false), ([2, 0, 0, 1], false), ([2, 1, 0, 3], false)] {
        let zeros: &[i64] = &[0, 0];
        let form = of(&[&h[..2], &h[2..], zeros, zeros]);
        assert_eq!(checker.integer_hermite(&a, &form, None).is_ok(), right, "{h:?}");
        let basis = of(&[zeros, zeros, &h[..2], &h[2..]]);
        assert_eq!(checker.reduced_basis(&a, &basis, None).is_ok(), right, "{h:?}");
    }
    assert!(checker.integer_hermite(&a, &of(&[&[2, 0], &[0, 3]]), None).is_err());
    assert!(checker.integer_smith(&a, &of(&[&[2, 0], &[0, 3], &[0, 0], &[0, 0]]), None).is_err());
    assert!(checker.integer_smith(&a, &of(&[&[1, 0], &[0, 6], &[0, 0], &[0, 0]]), None).is_ok());
}

/// The divisors modulo numbers with several prime factors.
#[test]
fn divisors_modulo_composites() {
    let diagonal = |d: [i64; 3]| -> Rows {
        (0..3).map(|i| (0..3).map(|j| Integer::from(if i == j { d[i] } else { 0 })).collect()).collect()
    };
    for (d, found) in [([4, 9, 5], [1, 1, 180]), ([2, 3, 6], [1, 6, 6]), ([12, 18, 8], [2, 12, 72])] {
        for modulus in [360, 3600, 27720] {
            let expected = found.map(|x| Integer::from(x).gcd(&modulus.into()));
            assert_eq!(invariants(&diagonal(d), 3, &modulus.into()), expected, "{d:?} modulo {modulus}");
        }
    }
    assert!(has_full_rank(&diagonal([1, 5, 7]), 3, &12.into()));
    assert!(!has_full_rank(&diagonal([1, 5, 3]), 3, &12.into()));
}

#[test]
fn smith_forms_modulo_n() {
    for name in ["zn:97", "zn:8", "zn:12", "zn:2^64*3"] {
        let r = any(name);
        let checker = || seeded(&r, 7);
        let of = |rows: &[&[i64]]| Matrix::from_i64(&r, rows).unwrap();
        for a in [of(&[&[4, 2, 6], &[4, 5, 6], &[8, 8, 2]]), of(&[&[2, 6, 4]]), of(&[&[2, 3], &[6, 9], &[4, 0]])] {
            let (s, u, v) = a.smith_with_transforms().unwrap();
            with_changes(&s, |s| checker().smith(&a, s, None).is_ok());
            with_changes(&s, |s| checker().smith(&a, s, Some([&u, &v])).is_ok());
        }
        // an invertible matrix has no other transforms with the same one on the other side
        let a = of(&[&[1, 2], &[3, 5]]);
        let (s, u, v) = a.smith_with_transforms().unwrap();
        with_changes(&u, |u| checker().smith(&a, &s, Some([u, &v])).is_ok());
        with_changes(&v, |v| checker().smith(&a, &s, Some([&u, v])).is_ok());
        // right products with what is not invertible, and forms without a chain of divisors
        let [one, part, wide] = [of(&[&[1, 0], &[0, 1]]), of(&[&[1, 0], &[0, 2]]), of(&[&[1, 0], &[0, 0]])];
        assert!(checker().smith(&wide, &wide, Some([&one, &one])).is_ok(), "{name}");
        assert!(checker().smith(&wide, &wide, Some([&one, &wide])).is_err(), "{name}");
        assert!(checker().smith(&wide, &wide, Some([&part, &one])).is_ok() == (name == "zn:97"), "{name}");
        let turned = of(&[&[2, 0], &[0, 1]]);
        assert!(checker().smith(&turned, &turned, Some([&one, &one])).is_err(), "{name}");
        let five = of(&[&[5, 0], &[0, 5]]);
        assert!(checker().smith(&five, &five, Some([&one, &one])).is_err(), "{name}: 5 divides no such n");
        assert!(checker().smith(&wide, &of(&[&[1, 0]]), None).is_err(), "{name}");
    }
}
