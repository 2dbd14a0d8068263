//! Polynomials over Z and Q whose roots are the sums or the products of the roots of two polynomials.

use polymod::{Error, Integers, Poly, Rationals, core::bits::testing::Words};
use rug::{Integer, ops::Pow};

/// The resultants of the definition, at integers x.
#[test]
fn values_are_resultants() {
    let (z, mut words) = (Integers::new(), Words::new(21));
    for (d, e) in [(1usize, 1usize), (2, 1), (1, 3), (2, 2), (3, 4), (5, 3)] {
        for _ in 0..3 {
            let mut draw = |n: usize| {
                let lead = (words.word() % 5) as i64 - 2;
                let last = if lead == 0 { 3 } else { lead };
                let lower: Vec<i64> = (0..n).map(|_| (words.word() % 9) as i64 - 4).collect();
                Poly::from_i64(&z, &[lower, vec![last]].concat())
            };
            let (a, b) = (draw(d), draw(e));
            let (sum, product) =
                (a.composed_sum(&b).expect("a polynomial"), a.composed_product(&b).expect("a polynomial"));
            for x in -3i64..4 {
                let x = Integer::from(x);
                // b(x − y), and y^e·b(x/y)
                let minus = b.compose(&Poly::new(&z, [x.clone(), Integer::from(-1)])).expect("a composition");
                assert_eq!(a.resultant(&minus).expect("a resultant"), sum.eval(&x), "{a} and {b} at {x}");
                let turned = (0..=e).rev().map(|j| b.coeff(j) * x.clone().pow(j as u32));
                let turned = Poly::new(&z, turned.collect::<Vec<_>>());
                if turned.len() == e + 1 {
                    assert_eq!(a.resultant(&turned).expect("a resultant"), product.eval(&x), "{a} and {b} at {x}");
                }
            }
            let q = Rationals::new();
            let over = |p: &Poly<Integers>, d: i64| Poly::from_fraction(&q, p, &Integer::from(d));
            let found = over(&a, 3).composed_sum(&over(&b, 5)).expect("a polynomial");
            let denominator = Integer::from(3).pow(e as u32) * Integer::from(5).pow(d as u32);
            assert_eq!(found, Poly::from_fraction(&q, &sum, &denominator));
        }
    }
}

#[test]
fn constants_and_zero() {
    let z = Integers::new();
    let (a, c) = (Poly::from_i64(&z, &[1, 0, 5]), Poly::from_i64(&z, &[7]));
    assert_eq!(a.composed_sum(&c), Ok(Poly::from_i64(&z, &[49])));
    assert!(matches!(a.composed_product(&Poly::zero(&z)), Err(Error::Domain { .. })));
}
