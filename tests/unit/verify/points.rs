//! The check of values at points, for evaluation and interpolation.

use super::seeded;
use crate::any;
use polymod::{
    AnyRing, Poly, Ring,
    ring::{AnyElem, AnyElement, Coeffs, Evaluation},
    verify::Proof,
};

fn elements(r: &AnyRing, list: &[i64]) -> Coeffs<AnyRing> {
    r.collect(&list.iter().map(|&x| r.elem(x)).collect::<Vec<_>>())
}

#[test]
fn right_from_wrong() {
    let f = any("zn:97");
    let mut c = seeded(&f, 1);
    let a = Poly::from_i64(&f, &[1, 0, 1]);
    let (points, values) = (elements(&f, &[0, 1, 2, 3]), elements(&f, &[1, 2, 5, 10]));
    assert_eq!(c.values(&a, points.view(), None, values.view()).unwrap(), Proof::Exact);
    assert!(c.values(&a, points.slice(0..3), None, values.view()).is_err());
    for i in 0..4 {
        let mut changed = values.clone();
        f.set(&mut changed, i, &f.elem(96));
        assert!(c.values(&a, points.view(), None, changed.view()).is_err(), "value {i}");
    }
    assert_eq!(c.values(&a, f.zeros(0).view(), None, f.zeros(0).view()).unwrap(), Proof::Exact);
    let z = any("z");
    let mut c = seeded(&z, 1);
    let a = Poly::from_i64(&z, &[1, 0, 1]);
    let values = elements(&z, &[2, 5]);
    let points = elements(&z, &[1, 2]);
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
        let f = any(&format!("zn:{n}"));
        let mut c = seeded(&f, 1);
        let a = Poly::new(&f, (0..LEN as u64).map(|i| AnyElem::Word(i * i % n)));
        let powers = std::iter::successors(Some(f.one()), |x| Some(f.mul(x, &f.elem(3))));
        let points = f.collect(&powers.take(LEN).collect::<Vec<_>>());
        let ends = progression.map(|ends| ends.map(|x| f.elem(x)));
        let ends = ends.as_ref().map(|[x, y]| [x, y]);
        let values = f.horner_each(a.coeffs(), points.view());
        let proof = c.values(&a, points.view(), ends, values.view()).unwrap();
        assert_eq!(matches!(proof, Proof::Vectors { .. }), by_forms, "{n}: {proof}");
        for i in [0, 1, LEN / 2, LEN - 1] {
            let mut changed = values.clone();
            let other = (u64::of(&f.get(values.view(), i)) ^ 1).min(n - 2);
            f.set(&mut changed, i, &AnyElem::Word(other));
            assert!(c.values(&a, points.view(), ends, changed.view()).is_err(), "{n}: value {i}");
        }
    }
}
