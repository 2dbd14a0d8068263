//! Minimal polynomials over Z.

use polymod::{
    Error, Integers, Matrix, Poly,
    multimodular::{Certainty, Options, minpoly},
};
use rug::Integer;

/// P·D·P⁻¹ for a product P of elementary matrices.
fn conjugate(z: &Integers, mut a: Matrix<Integers>) -> Matrix<Integers> {
    let n = a.rows();
    for k in 0..2 * n {
        let (i, j) = (k * 7 % n, (k * 5 + 1) % n);
        if i != j {
            let elementary = |c: i64| {
                Matrix::from_fn(z, n, n, |r, s| if (r, s) == (i, j) { c.into() } else { i32::from(r == s).into() })
            };
            a = &(&elementary(3).unwrap() * &a) * &elementary(-3).unwrap();
        }
    }
    a
}

#[test]
fn they_annihilate_and_have_the_least_degree() {
    let z = Integers::new();
    // blocks: eigenvalue 10^12 twice without, −3 with a nilpotent part; 0
    let block = |i: usize, j: usize| match (i, j) {
        (0, 0) | (1, 1) => Integer::from(1_000_000_000_000_i64),
        (2, 2) | (3, 3) => Integer::from(-3),
        (2, 3) => Integer::from(1),
        _ => Integer::new(),
    };
    let a = conjugate(&z, Matrix::from_fn(&z, 6, 6, block).unwrap());
    let found = minpoly(&a, &Options::default()).unwrap();
    let expected: Poly<Integers> = "(x - 1000000000000)*(x + 3)^2*x".parse().unwrap();
    assert_eq!((found.value, found.certainty), (expected, Certainty::Verified));
}

#[test]
fn one_of_full_degree_is_the_characteristic_polynomial() {
    let z = Integers::new();
    let a = Matrix::from_fn(&z, 7, 7, |i, j| Integer::from((i * 7 + 3).pow(j as u32 + 1) as i64 % 101 - 50)).unwrap();
    let found = minpoly(&a, &Options::default()).unwrap();
    assert_eq!(found.value, polymod::multimodular::charpoly(&a, &Options::default()).unwrap().value);
    assert_eq!(found.certainty, Certainty::Proved);
    assert_eq!(minpoly(&Matrix::zero(&z, 3, 3).unwrap(), &Options::default()).unwrap().value, Poly::x(&z));
    assert_eq!(minpoly(&Matrix::identity(&z, 0), &Options::default()).unwrap().value, Poly::one(&z));
    assert!(matches!(minpoly(&Matrix::zero(&z, 1, 2).unwrap(), &Options::default()), Err(Error::NotSquare { .. })));
}
