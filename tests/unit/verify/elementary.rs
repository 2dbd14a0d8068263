//! Checks of elementary functions of power series by differential equations, which are linear for a pair of functions: with c = cos A, sin A = s
//! satisfies c = 1 − ∫ A'·s and s' = A'·c, two products for one series.

use super::seeded;
use crate::named;
use polymod::{AnyRing, Engine, Poly, Result, Ring, poly::Elementary};

/// The right series pass, and none with one coefficient changed does.
fn right_from_wrong(r: &AnyRing, a: &Poly<AnyRing>, n: usize) -> usize {
    let mut passed = 0;
    for f in Elementary::ALL {
        let Ok(s) = computed(f, a, n) else { continue };
        let mut c = seeded(r, 3);
        assert!(c.elementary(f, a, n, &s).is_ok(), "{f:?} over {}", r.name());
        for i in 0..=n {
            let changed = &s + &Poly::monomial(r, &r.one(), i);
            assert!(c.elementary(f, a, n, &changed).is_err(), "{f:?} over {}: term {i}", r.name());
        }
        passed += 1;
    }
    passed
}

fn computed(f: Elementary, a: &Poly<AnyRing>, n: usize) -> Result<Poly<AnyRing>> {
    match f {
        Elementary::Sin => a.sin_series(n),
        Elementary::Cos => a.cos_series(n),
        Elementary::Tan => a.tan_series(n),
        Elementary::Sinh => a.sinh_series(n),
        Elementary::Cosh => a.cosh_series(n),
        Elementary::Tanh => a.tanh_series(n),
        Elementary::Asin => a.asin_series(n),
        Elementary::Atan => a.atan_series(n),
    }
}

#[test]
fn right_series_pass_and_wrong_ones_do_not() {
    let engine = Engine::builder().threads(1).build();
    for (n, terms, all) in [(97u64, 40, 8), ((1 << 61) - 1, 40, 8), (7, 7, 8), (7, 12, 0), (35, 5, 8), (2, 3, 2)] {
        let r = named(&engine, &format!("zn:{n}"));
        let a = Poly::from_i64(&r, &[0, 1, -2, 3, 1]);
        let passed = right_from_wrong(&r, &a, terms);
        assert!(passed == all || n == 2, "{passed} modulo {n} to {terms} terms");
        right_from_wrong(&r, &a.shl(2), terms);
    }
    // the powers vanish
    let r = named(&engine, "zn:2^20");
    let a = Poly::from_i64(&r, &[0, 0, 0, 0, 6, 2, 8]);
    assert!(right_from_wrong(&r, &a, 8) == 8);
    let z = named(&engine, "z");
    assert_eq!(right_from_wrong(&z, &Poly::from_i64(&z, &[0, 0, 6, 12]), 8), 8);
    assert_eq!(right_from_wrong(&z, &Poly::from_i64(&z, &[0, 1]), 3), 6);
}
