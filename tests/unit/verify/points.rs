//! The check of values at points, for evaluation and interpolation.

use super::seeded;
use polymod::{Integers, Poly, Ring, Zn, ring::Evaluation, verify::Proof};

#[test]
fn right_from_wrong() {
    let f = Zn::new(97).unwrap();
    let mut c = seeded(&f, 1);
    let (a, points, values) = (Poly::from_i64(&f, &[1, 0, 1]), f.collect(&[0, 1, 2, 3]), f.collect(&[1, 2, 5, 10]));
    assert_eq!(c.values(&a, points.view(), None, values.view()).unwrap(), Proof::Exact);
    assert!(c.values(&a, points.slice(0..3), None, values.view()).is_err());
    for i in 0..4 {
        let mut changed = values.clone();
        f.set(&mut changed, i, &96);
        assert!(c.values(&a, points.view(), None, changed.view()).is_err(), "value {i}");
    }
    assert_eq!(c.values(&a, f.zeros(0).view(), None, f.zeros(0).view()).unwrap(), Proof::Exact);
    let z = Integers::new();
    let mut c = seeded(&z, 1);
    let a = Poly::from_i64(&z, &[1, 0, 1]);
    let values = z.collect(&[2.into(), 5.into()]);
    let points = z.collect(&[1.into(), 2.into()]);
    assert!(matches!(c.values(&a, points.view(), None, values.view()), Ok(Proof::Points { .. })));
    assert!(c.values(&a, values.view(), None, values.view()).is_err());
}

/// Enough values that Horner's rule is not used, for each of the other checks: any wrong value is found.
#[test]
fn many_values() {
    const LEN: usize = 1500;
    let ways = [
        ((1 << 61) - 1, Some([1, 3]), true),
        ((1 << 61) - 1, None, true),
        (4_294_967_291, None, true),
        (1 << 32, None, false),
        (97, None, false),
    ];
    for (n, progression, by_forms) in ways {
        let f = Zn::new(n).unwrap();
        let mut c = seeded(&f, 1);
        let a = Poly::new(&f, (0..LEN as u64).map(|i| i * i % n));
        let powers = std::iter::successors(Some(1), |x| Some(f.mul(x, &3)));
        let points = f.collect(&powers.take(LEN).collect::<Vec<u64>>());
        let ends = progression.as_ref().map(|[x, y]| [x, y]);
        let values = f.horner_each(a.coeffs(), points.view());
        let proof = c.values(&a, points.view(), ends, values.view()).unwrap();
        assert_eq!(matches!(proof, Proof::Vectors { .. }), by_forms, "{n}: {proof}");
        for i in [0, 1, LEN / 2, LEN - 1] {
            let mut changed = values.clone();
            f.set(&mut changed, i, &(f.get(values.view(), i) ^ 1).min(n - 2));
            assert!(c.values(&a, points.view(), ends, changed.view()).is_err(), "{n}: value {i}");
        }
    }
}
