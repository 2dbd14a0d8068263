//! Checks of matrices: results of elimination by a separate elimination of single entries, and for large matrices by the library's elimination of
//! the transpose, whose pivots are different; over Z modulo random primes.

use super::seeded;
use crate::any;
use polymod::{
    AnyRing, Error, Matrix, Poly, PolyMatrix, Ring,
    verify::{
        Unverified,
        matrix::{determinant_of, without_divisions},
    },
};
use rug::Integer;

fn with_changes(right: &Matrix<AnyRing>, mut check: impl FnMut(&Matrix<AnyRing>) -> bool) {
    assert!(check(right));
    for i in 0..right.rows() {
        for j in 0..right.cols() {
            let mut changed = right.clone();
            changed.set(i, j, &right.ring().add(&right.get(i, j), &right.ring().one()));
            assert!(!check(&changed), "entry {i}, {j} changed over {}", right.ring().name());
        }
    }
}

fn products_over(r: &AnyRing) {
    let a = Matrix::from_i64(r, &[&[1, 2, -3], &[4, 0, 5]]).unwrap();
    let b = Matrix::from_i64(r, &[&[7, 1], &[1, 1], &[-2, 9]]).unwrap();
    let checker = || seeded(r, 3);
    let c = a.checked_mul(&b).unwrap();
    with_changes(&c, |c| checker().matrix_product(&a, &b, c).is_ok());
    assert!(checker().matrix_product(&b, &a, &c).is_err());
    with_changes(&c.pow(5).unwrap(), |p| checker().matrix_power(&c, &Integer::from(5), p).is_ok());
    with_changes(&a.transposed(), |t| checker().transpose(&a, t).is_ok());
}

#[test]
fn right_from_wrong() {
    for name in ["z", "gf2", "zn:3", "zn:6", "zn:97", "zn:2^61-1"] {
        products_over(&any(name));
    }
    for name in ["zn:3", "zn:6", "zn:97", "zn:2^61-1"] {
        let f = any(name);
        let checker = || seeded(&f, 3);
        let a = Matrix::from_i64(&f, &[&[1, 2, 3], &[0, 5, 1], &[1, 7, 2]]).unwrap();
        let det = a.det().unwrap();
        // 5·2 − 7 + 2 − 15
        assert_eq!(det, f.elem(-10));
        assert!(checker().determinant(&a, &det).is_ok());
        assert!(checker().determinant(&a, &f.add(&det, &f.one())).is_err());
        let entries: Vec<Vec<_>> = (0..3).map(|i| (0..3).map(|j| a.get(i, j)).collect()).collect();
        assert_eq!((without_divisions(&f, &entries), determinant_of(&f, &a)), (det.clone(), Ok(det)));
        let p = a.charpoly().unwrap();
        assert!(checker().characteristic(&a, &p).is_ok());
        assert!(checker().characteristic(&a, &(&p + &Poly::one(&f))).is_err());
    }
    let f = any("zn:97");
    let mut checker = seeded(&f, 3);
    let a = Matrix::from_i64(&f, &[&[1, 2, 3, 0], &[2, 4, 6, 1]]).unwrap();
    assert!(checker.rank(&a, 2).is_ok() && checker.rank(&a, 1).is_err());
    let basis = a.nullspace().unwrap();
    assert!(checker.kernel(&a, &basis, 2, |_, lead| f.is_one(lead)).is_ok());
    assert!(checker.kernel(&a, &basis.scale(&f.elem(2)), 2, |_, lead| f.is_one(lead)).is_err());
    let twice = Matrix::from_i64(&f, &[&[2, 0, 0], &[0, 2, 0], &[0, 0, 3]]).unwrap();
    let m = Poly::from_i64(&f, &[6, -5, 1]);
    assert!(checker.minimal(&twice, &m).is_ok());
    assert!(checker.minimal(&twice, &(&m * &Poly::from_i64(&f, &[-2, 1]))).is_err());
    assert!(checker.minimal(&twice, &Poly::from_i64(&f, &[-2, 1])).is_err());
}

#[test]
fn determinants_are_of_square_matrices() {
    fn refused(r: &AnyRing) {
        let zero = Matrix::zero(r, 2, 3).unwrap();
        let mut checker = seeded(r, 3);
        let of_polys = PolyMatrix::from_fn(r, 2, 3, |_, _| Poly::zero(r)).unwrap();
        for refused in [
            checker.determinant(&zero, &r.elem(0)),
            checker.characteristic(&zero, &Poly::zero(r)),
            checker.poly_determinant(&of_polys, &Poly::zero(r)),
        ] {
            let named = matches!(refused, Err(Unverified::Library(Error::NotSquare { rows: 2, cols: 3, .. })));
            assert!(named, "{refused:?}");
        }
    }
    refused(&any("zn:97"));
    refused(&any("z"));
}
