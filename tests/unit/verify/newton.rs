//! Checks of power sums of roots, by Newton's identities, of changes to Newton's basis and from it, by the other one, and of shifts of samples, by
//! the polynomial with these values.

use super::seeded;
use crate::any;
use polymod::{AnyRing, Poly, Ring, ring::Coeffs};

/// Right results pass, and none with one entry changed does.
fn right_from_wrong(r: &AnyRing, len: usize) {
    let mut c = seeded(r, 2);
    let a = Poly::new(r, (0..len as i64).map(|i| if i + 1 == len as i64 { r.one() } else { r.elem(i * i + 3) }));
    let points = r.collect(&(0..len as i64).map(|i| r.elem(i / 2)).collect::<Vec<_>>());
    let changes = |v: &Coeffs<AnyRing>| {
        let change = |i| {
            let mut v = v.clone();
            let x = r.add(&r.get(v.view(), i), &r.one());
            r.set(&mut v, i, &x);
            v
        };
        [0, v.len() / 2, v.len() - 1].map(change)
    };
    let sums = a.power_sums(len + 2).unwrap();
    let newton = a.newton_coefficients(points.view()).unwrap();
    let shifted = Poly::shifted_samples(r, newton.view(), &r.elem(-3), len + 5).unwrap();
    assert!(c.power_sums(&a, len + 2, sums.view()).is_ok());
    assert!(c.polynomial_of_power_sums(sums.view(), len - 1, &a).is_ok());
    assert!(c.newton_coefficients(&a, points.view(), newton.view()).is_ok());
    assert!(c.newton_sum(points.view(), newton.view(), &a).is_ok());
    assert!(c.shifted_samples(newton.view(), &r.elem(-3), len + 5, shifted.view()).is_ok());
    for v in changes(&sums) {
        assert!(c.power_sums(&a, len + 2, v.view()).is_err());
    }
    for v in changes(&newton) {
        assert!(c.newton_coefficients(&a, points.view(), v.view()).is_err());
    }
    for v in changes(&shifted) {
        assert!(c.shifted_samples(newton.view(), &r.elem(-3), len + 5, v.view()).is_err());
    }
    for i in [0, len / 2, len - 1, len] {
        let p = &a + &Poly::monomial(r, &r.one(), i);
        assert!(c.polynomial_of_power_sums(sums.view(), len - 1, &p).is_err());
        assert!(c.newton_sum(points.view(), newton.view(), &p).is_err());
    }
}

#[test]
fn right_results_pass_and_wrong_ones_do_not() {
    for name in ["z", "zn:97", "zn:4294967291", "zn:2^61-1", "zn:101*103*107"] {
        right_from_wrong(&any(name), 40);
    }
}
