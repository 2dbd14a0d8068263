//! Hermite interpolation against values and derivatives.

use super::{vector, zn};
use polymod::{
    AnyRing, Error, Poly, Ring,
    core::bits::testing::noise,
    ring::{Coeffs, View},
};

#[test]
fn values_and_derivatives_are_those_that_were_given() {
    for p in [31, 998_244_353, (1 << 62) - 57] {
        let f = zn(p);
        for counts in [&[1][..], &[3], &[0, 2], &[1, 1, 1], &[4, 1, 0, 9, 2], &[]] {
            let points = vector(&f, &(0..counts.len() as u64).map(|i| (7 * i + 3) % p).collect::<Vec<_>>());
            let values = |i: usize, k: usize| (0..k).map(|j| noise((20 * i + j) as u64) % p).collect::<Vec<_>>();
            let given: Vec<_> = counts.iter().enumerate().map(|(i, &k)| vector(&f, &values(i, k))).collect();
            let views: Vec<_> = given.iter().map(Coeffs::view).collect();
            let found = Poly::interpolate_hermite(&f, points.view(), &views).expect("different points");
            assert!(found.len() <= counts.iter().sum::<usize>(), "{counts:?}");
            for (i, values) in given.iter().enumerate() {
                let mut derivative = found.clone();
                for j in 0..values.len() {
                    assert_eq!(derivative.eval(&f.get(points.view(), i)), f.get(values.view(), j), "{counts:?}");
                    derivative = derivative.derivative();
                }
            }
        }
    }
}

#[test]
fn what_is_refused() {
    let f = zn(3);
    let (two, four) = (vector(&f, &[1, 2]), vector(&f, &[1, 2, 0, 1]));
    let at =
        |points: &[u64], values: &[View<'_, AnyRing>]| Poly::interpolate_hermite(&f, vector(&f, points).view(), values);
    assert!(matches!(at(&[1, 2], &[two.view()]), Err(Error::Length { expected: 2, got: 1, .. })));
    assert!(matches!(at(&[1, 1], &[two.view(), two.view()]), Err(Error::RepeatedPoint { .. })));
    assert!(matches!(at(&[1], &[four.view()]), Err(Error::NotInvertible { .. })));
}
