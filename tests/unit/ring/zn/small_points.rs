//! Interpolation through few points gives the polynomial back.

use polymod::{
    Error,
    core::bits::SplitMix64,
    poly::Poly,
    ring::{Ring, Zn},
};

/// Polynomials are found again from their values, at numbers of points around the bound; modulo a composite number the factor of a difference is told,
/// and so is a point that comes twice.
#[test]
fn polynomials_through_few_points() {
    let mut random = SplitMix64::new(31);
    for n in [2, 7, 97, (1 << 31) - 1, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58] {
        let f = Zn::new(n).expect("a modulus");
        for len in (0..=18u64).filter(|&len| len <= n) {
            let points = f.collect(&(0..len).map(|i| (n - 1 - i * (n / len.max(1))) % n).collect::<Vec<_>>());
            for _ in 0..3 {
                let a = Poly::new(&f, (0..len).map(|_| random.word() % n));
                let values = a.eval_each(points.view()).expect("values");
                let found = Poly::interpolate(&f, points.view(), values.view()).expect("points that differ by units");
                assert_eq!(found, a, "modulo {n}, {len} points");
            }
        }
    }
    let f = Zn::new(35).expect("a modulus");
    let [points, values, twice] = [[1, 2, 6], [3, 4, 5], [1, 2, 1]].map(|v| f.collect(&v));
    let found = |points: &polymod::ring::Coeffs<Zn>| Poly::interpolate(&f, points.view(), values.view());
    assert!(matches!(found(&points), Err(Error::NotInvertible { factor, .. }) if factor == "5"));
    assert!(matches!(found(&twice), Err(Error::RepeatedPoint { first: 0, second: 2, .. })));
}
