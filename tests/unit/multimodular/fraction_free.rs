//! Determinants over Z by fraction-free elimination.

use polymod::{
    Engine, Integers, Matrix, Ring,
    multimodular::{Algorithm, Options, det, fraction_free::determinant},
};
use rug::Integer;

#[test]
fn determinants_are_those_modulo_primes() {
    let z = Integers::on(&Engine::builder().threads(1).build());
    let mut random = polymod::core::bits::SplitMix64::new(3);
    let by = |a: &Matrix<Integers>, algorithm| {
        det(a, &Options { algorithm: Some(algorithm), ..Options::default() }).expect("a square matrix").value
    };
    for n in 1..=12 {
        for case in 0..40 {
            // few values: zero pivots, equal rows; or long ones
            let mut entry = |_, _| match case % 4 {
                0 => Integer::from(random.word() % 2),
                1 => Integer::from(random.word() % 5) - 2u32,
                2 => Integer::from(random.word() as i64),
                _ => Integer::from(random.word() as i64) * Integer::from(random.word()),
            };
            let a = Matrix::from_fn(&z, n, n, &mut entry).expect("a shape");
            let expected = by(&a, Algorithm::Crt);
            assert_eq!(by(&a, Algorithm::FractionFree), expected, "{n} {case}");
            assert_eq!(a.det(), Ok(expected), "{n} {case}");
        }
    }
}

#[test]
fn singular_and_permuted_matrices() {
    let z = Integers::new();
    let of = |rows: &[&[i64]]| {
        let a = Matrix::from_i64(&z, rows).expect("a shape");
        z.engine().enter(|cx| determinant(&a, cx)).expect("a determinant")
    };
    assert_eq!(of(&[&[7]]), 7);
    assert_eq!(of(&[&[0]]), 0);
    assert_eq!(of(&[&[0, 1], &[1, 0]]), -1);
    assert_eq!(of(&[&[0, 0, 1], &[1, 0, 0], &[0, 1, 0]]), 1);
    assert_eq!(of(&[&[0, 2], &[0, 3]]), 0);
    assert_eq!(of(&[&[1, 2, 3], &[4, 5, 6], &[7, 8, 9]]), 0);
}
