//! Norms of polynomials over Z, and bounds on their roots and on the coefficients of their divisors.

use polymod::{Error, Integers, Poly, core::bits::testing::Words, multimodular::real_roots};
use rug::Integer;

#[test]
fn divisors_and_real_roots_are_within_the_bounds() {
    let (z, mut words) = (Integers::new(), Words::new(5));
    for round in 0..60usize {
        let mut draw = |n: usize| {
            Poly::from_i64(
                &z,
                &(0..n).map(|_| (words.word() % 41) as i64 - 20).chain([1 + n as i64]).collect::<Vec<_>>(),
            )
        };
        let (f, g) = (draw(round % 5), draw(round % 7));
        let a = &f * &g;
        for divisor in [&f, &g, &a] {
            assert!(divisor.max_norm() <= a.mignotte_bound(), "{divisor} of {a}");
        }
        let bound = a.root_bound().expect("roots");
        for root in real_roots(&a, Some(&rug::Rational::from((1, 1000)))).expect("roots") {
            assert!(root.low <= bound && root.high >= Integer::from(-&bound), "{a}: {root:?} and {bound}");
        }
        let squares = a.square_norm();
        assert!(a.max_norm().square() <= squares && squares <= a.one_norm().square());
    }
}

#[test]
fn zero_and_constants() {
    let z = Integers::new();
    let (zero, c) = (Poly::zero(&z), Poly::from_i64(&z, &[-7]));
    assert!([zero.max_norm(), zero.one_norm(), zero.square_norm(), zero.mignotte_bound()].iter().all(|x| *x == 0));
    assert!(matches!(zero.root_bound(), Err(Error::Domain { .. })));
    assert_eq!((c.mignotte_bound(), c.root_bound()), (Integer::from(7), Ok(Integer::new())));
    assert_eq!(Poly::from_i64(&z, &[0, 0, 3]).root_bound(), Ok(Integer::new()));
}
