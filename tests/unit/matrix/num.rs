//! Traits of `num-traits` for matrices.

use crate::any;
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Inv, Pow};
use polymod::{Error, Matrix, Poly, PolyMatrix, Ring};

#[test]
fn they_are_the_methods() {
    let f = any("zn:97");
    let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]]).unwrap();
    let wide = Matrix::from_i64(&f, &[&[1, 2]]).unwrap();
    assert_eq!(Pow::pow(a.clone(), 3u64), &a * &a * &a);
    assert_eq!(&a * &Inv::inv(&a).unwrap(), Matrix::identity(&f, 2));
    assert!(matches!(Inv::inv(&wide), Err(Error::NotSquare { .. })));
    assert_eq!(CheckedAdd::checked_add(&a, &a), Some(a.scale(&f.elem(2))));
    assert_eq!(CheckedMul::checked_mul(&wide, &a), Some(&wide * &a));
    assert!(CheckedMul::checked_mul(&a, &wide).is_none() && CheckedSub::checked_sub(&a, &wide).is_none());
    assert!(CheckedSub::checked_sub(&a, &a).is_some_and(|zero| zero.is_zero()));
    let p = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_ints(&f, [i, j, 1])).unwrap();
    assert_eq!(Pow::pow(p.clone(), 2i32), &p * &p);
}

#[test]
#[should_panic(expected = "square")]
fn powers_of_no_square_panic() {
    let f = any("zn:97");
    let _ = Pow::pow(Matrix::from_i64(&f, &[&[1, 2]]).unwrap(), 2);
}
