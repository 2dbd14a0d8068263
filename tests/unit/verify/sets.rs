//! Checks of functions of power series of sets: by their definitions, with products.

use super::seeded;
use crate::any;
use polymod::{
    AnyRing, Poly, Ring,
    poly::SetSeries,
    ring::{AnyElem, Vectors},
};

#[test]
fn right_from_wrong() {
    for n in [2, 6, 97, (1 << 61) - 1] {
        let f = any(&format!("zn:{n}"));
        let c = seeded(&f, 3);
        let series = |constant: u64| {
            let word = |i: u64| if i == 0 { constant } else { (i * i * i + 2) % n };
            SetSeries::new(&f, f.collect(&(0..8).map(|i| AnyElem::Word(word(i))).collect::<Vec<_>>())).unwrap()
        };
        let (zero, one, g) = (series(0), series(1), Poly::from_i64(&f, &[1, 0, 3, 1]));
        let weights = f.collect(&[1, 0, 1, 1, 0, 1, 0, 1].map(AnyElem::Word));
        let values = zero.power_projection(weights.view(), 5).unwrap();
        type Check<'a> = (SetSeries<AnyRing>, &'a dyn Fn(&SetSeries<AnyRing>) -> bool);
        let checks: [Check<'_>; 4] = [
            (one.inverse().unwrap(), &|v| c.set_inverse(&one, v).is_ok()),
            (zero.exp().unwrap(), &|v| c.set_exponential(&zero, v).is_ok()),
            (one.log().unwrap(), &|v| c.set_exponential(v, &one).is_ok()),
            (one.compose(&g).unwrap(), &|v| c.set_composition(&g, &one, v).is_ok()),
        ];
        for (k, (right, holds)) in checks.iter().enumerate() {
            assert!(holds(right), "{k} modulo {n}");
            for i in 0..8 {
                let mut changed = f.owned(right.coeffs());
                f.set(&mut changed, i, &f.add(&f.get(right.coeffs(), i), &f.one()));
                assert!(!holds(&SetSeries::new(&f, changed).unwrap()), "{k} modulo {n}, entry {i}");
            }
        }
        assert!(c.set_projection(&zero, weights.view(), values.view()).is_ok());
        for i in 0..5 {
            let mut changed = values.clone();
            f.set(&mut changed, i, &f.add(&f.get(values.view(), i), &f.one()));
            assert!(c.set_projection(&zero, weights.view(), changed.view()).is_err(), "modulo {n}, entry {i}");
        }
    }
}
