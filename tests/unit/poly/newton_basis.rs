//! Newton's basis and falling factorials, there and back.

use super::{listed, zn};
use crate::any;
use polymod::{
    AnyRing, Poly, Ring,
    ring::{AnyElem, Vectors},
};

/// Σ c_i·∏(x − x_j), factor by factor.
fn defined(r: &AnyRing, points: &[AnyElem], c: &[AnyElem]) -> Poly<AnyRing> {
    let (mut sum, mut basis) = (Poly::zero(r), Poly::one(r));
    for (i, c) in c.iter().enumerate() {
        sum = &sum + &basis.scale(c);
        if let Some(x) = points.get(i) {
            basis = &basis * &Poly::new(r, [r.neg(x), r.one()]);
        }
    }
    sum
}

fn there_and_back(r: &AnyRing, elem: &dyn Fn(usize) -> AnyElem) {
    for n in [0usize, 1, 2, 3, 15, 16, 17, 18, 33, 64, 100] {
        for repeated in [false, true] {
            let points: Vec<_> = (0..n).map(|i| elem(if repeated { i % 3 } else { i * i + 1 })).collect();
            let c: Vec<_> = (0..n).map(|i| if i + 1 == n { r.one() } else { elem(i + 40) }).collect();
            let (x, coeffs) = (r.collect(&points), r.collect(&c));
            let f = Poly::from_newton(r, x.view(), coeffs.view()).expect("a polynomial");
            assert_eq!(f, defined(r, &points, &c), "{n} coefficients over {}", r.name());
            let back = f.newton_coefficients(x.view()).expect("coefficients");
            assert!(r.same(back.view(), coeffs.view()), "{n} coefficients over {}, back", r.name());
        }
    }
}

#[test]
fn newton_bases_agree_with_the_definition() {
    for n in [2, 3, 97, 1 << 20, (1 << 62) - 57] {
        there_and_back(&zn(n), &|i| AnyElem::Word((n - 1).wrapping_sub(i as u64 * 31) % n));
    }
    there_and_back(&any("z"), &|i| AnyElem::Integer((17 - 5 * i as i64).into()));
}

#[test]
fn falling_factorials_are_stirling_numbers() {
    let f = zn((1 << 61) - 1);
    let power = Poly::monomial(&f, &f.one(), 5);
    let c = power.falling_factorial_coefficients().expect("coefficients");
    assert_eq!(listed(&f, c.view()), [0, 1, 15, 25, 10, 1]);
    assert_eq!(Poly::from_falling_factorials(&f, c.view()).expect("a polynomial"), power);
}
