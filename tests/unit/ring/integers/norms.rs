//! Bounds on norms against the norms.

use polymod::ring::{Integers, Ring};
use rug::Integer;

#[test]
fn norms_are_bounds_and_close_to_what_they_bound() {
    let z = Integers::new();
    let power = |bits: u32| Integer::from(1) << bits;
    let vectors = [
        vec![Integer::from(-1)],
        vec![Integer::from(0), Integer::from(3), Integer::from(-4)],
        vec![power(63) - 1u32, -power(63)],
        vec![-power(64), power(64) - 1u32, Integer::from(-1)],
        vec![-power(64) - 1u32, -power(128), power(128) - 1u32],
        vec![power(5000), Integer::from(1), -power(2600)],
        vec![Integer::from(-7), power(200) - power(70), -(power(199) + 1u32)],
        (0..300).map(|i| Integer::from(i * i * i) - power(40)).collect(),
    ];
    for v in vectors {
        let square: Integer = v.iter().map(|x| Integer::from(x.square_ref())).sum();
        let (mantissa, exponent) = square.to_f64_exp();
        let exact = (mantissa.log2() + f64::from(exponent)) / 2.0;
        let found = Integers::log2_norm(z.collect(&v).view());
        assert!(exact <= found && found <= exact + 1e-6, "{exact}, not {found}, of {v:?}");
        let columns = Integers::log2_column_norms(z.collect(&v).view(), v.len());
        for (x, norm) in v.iter().zip(columns) {
            let (mantissa, exponent) = x.to_f64_exp();
            let exact = mantissa.abs().log2() + f64::from(exponent);
            assert!(norm == exact || exact <= norm && norm <= exact + 1e-6, "{exact}, not {norm}, of {x}");
        }
    }
    assert_eq!(Integers::log2_norm(z.zeros(3).view()), f64::NEG_INFINITY);
}
