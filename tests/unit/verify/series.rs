//! Checks of power series by the identities that define them, each product checked at random points: A·S = 1, S² = A, A·P' = e·A'·P, A' = A·L', E' =
//! A'·E.

use super::seeded;
use crate::named;
use polymod::{AnyRing, Engine, Poly, Ring};
use rug::Integer;

#[test]
fn right_results_pass_and_wrong_ones_do_not() {
    let engine = Engine::builder().threads(1).build();
    for n in [7u64, 97, (1 << 61) - 1] {
        let r = named(&engine, &format!("zn:{n}"));
        let mut c = seeded(&r, 3);
        let (a, b) = (Poly::from_i64(&r, &[1, 2, 3, 4]), Poly::from_i64(&r, &[0, 0, 3, 1]));
        // modulo 7 the divisions by 7 are not needed for b^k, k ≤ 4, and are for (a − 1)^k
        let terms = 9;
        for i in [None, Some(0), Some(1), Some(5)] {
            let changed = |s: Poly<AnyRing>| match i {
                Some(i) => &s + &Poly::monomial(&r, &r.one(), i),
                None => s,
            };
            let e = Integer::from(-3);
            assert_eq!(c.inverse_series(&a, terms, &changed(a.inv_series(terms).unwrap())).is_ok(), i.is_none());
            let log = (&b + &Poly::one(&r)).log_series(terms).unwrap();
            assert_eq!(c.logarithm(&(&b + &Poly::one(&r)), terms, &changed(log)).is_ok(), i.is_none(), "modulo {n}");
            assert_eq!(c.exponential(&b, terms, &changed(b.exp_series(terms).unwrap())).is_ok(), i.is_none());
            assert_eq!(c.square_root(&a, terms, &changed(a.sqrt_series(terms).unwrap())).is_ok(), i.is_none());
            let power = a.pow_series(&e, terms).unwrap();
            assert_eq!(c.power_series(&a, &e, terms, &changed(power)).is_ok(), i.is_none());
        }
        let root = a.sqrt_series(terms).unwrap();
        assert!(c.square_root(&a, terms, &-root).is_err(), "the other root");
    }
}
