//! Remainders around a degree, and their cofactors, against successive divisions.

use super::{words, zn};
use crate::any;
use polymod::{AnyRing, Error, Poly, core::bits::testing::noise, poly::remainder_sequence::normalised, ring::AnyElem};

/// Against the classical algorithm: successive remainders with their cofactors.
fn agrees(a: &Poly<AnyRing>, b: &Poly<AnyRing>) {
    let r = a.ring();
    let (mut rows, mut stops) =
        (vec![[a.clone(), Poly::one(r), Poly::zero(r)], [b.clone(), Poly::zero(r), Poly::one(r)]], vec![]);
    while !rows[rows.len() - 1][0].is_empty() {
        let [before, last] = [2, 1].map(|i| rows[rows.len() - i].clone());
        let (q, _) = before[0].div_rem(&last[0]).expect("a division");
        rows.push([0, 1, 2].map(|i| &before[i] - &(&q * &last[i])));
    }
    stops.extend(0..a.len());
    for degree in stops {
        let at = rows.iter().position(|row| row[0].len() <= degree).expect("a remainder");
        let [above, below] = [at - 1, at].map(|i| {
            let [c, s, t] = rows[i].clone();
            normalised([c, t, s]).expect("a field")
        });
        let found = a.half_gcd_until(b, degree).expect("remainders");
        assert_eq!(found.remainders, [above[0].clone(), below[0].clone()], "{a} and {b} to {degree}");
        let wanted = [above, below.clone()].map(|[_, t, s]| [s, t]);
        assert_eq!(found.matrix, wanted, "{a} and {b} to {degree}");
        let (rest, s, t) = a.xgcd_until(b, degree).expect("a remainder");
        assert_eq!([rest, t, s], below, "{a} and {b} to {degree}");
    }
    assert_eq!(a.half_gcd(b), a.half_gcd_until(b, (a.len() - 1).div_ceil(2)));
}

#[test]
fn remainders_and_cofactors_are_those_of_divisions() {
    for p in [2, 3, 97, (1 << 61) - 1] {
        let f = zn(p);
        let random = |len: usize, seed: u64| {
            let coefficient = |i: usize| if i + 1 == len { 1 } else { noise(seed + i as u64) % p };
            words(&f, (0..len).map(coefficient))
        };
        for (n, m) in [(1, 0), (2, 1), (5, 4), (9, 3), (30, 29), (40, 7)] {
            let (a, b) = (random(n, 7), random(m, 1000));
            agrees(&a, &b);
            // with a common divisor
            agrees(&(&a * &random(3, 50)), &(&b * &random(3, 50)));
        }
        if p > 97 {
            let (a, b) = (random(400, 3), random(399, 5000));
            let found = a.half_gcd(&b).expect("remainders");
            let [[l, m], [p, q]] = &found.matrix;
            assert_eq!([l * &a + m * &b, p * &a + q * &b], found.remainders);
            assert_eq!((l * q - m * p).len(), 1);
            assert!(m.len() < q.len() && found.remainders[0].len() > 200 && found.remainders[1].len() <= 200);
        }
    }
    let f = any("gf2");
    let random = |len: usize, seed: u64| {
        let coefficient = |i: usize| AnyElem::Bit(i + 1 == len || noise(seed + i as u64) % 2 == 1);
        Poly::new(&f, (0..len).map(coefficient))
    };
    agrees(&random(60, 1), &random(59, 100));
}

#[test]
fn what_is_refused() {
    let f = zn(97);
    let (x, one) = (Poly::x(&f), Poly::one(&f));
    for (a, b, degree) in [(&x, &x, 0), (&one, &x, 0), (&x, &one, 2), (&Poly::zero(&f), &Poly::zero(&f), 0)] {
        assert!(matches!(a.half_gcd_until(b, degree), Err(Error::Domain { .. })), "{a} and {b} to {degree}");
    }
    let r = zn(6);
    let (a, b) = (Poly::from_i64(&r, &[1, 1, 1]), Poly::from_i64(&r, &[1, 2]));
    assert!(matches!(a.half_gcd_until(&b, 0), Err(Error::NotInvertible { .. })));
    assert_eq!(x.xgcd_until(&one, 5), Ok((one.clone(), Poly::zero(&f), one)));
}
