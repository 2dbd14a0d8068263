//! Shifted samples against the values of the polynomial.

use super::{listed, vector, words, zn};
use crate::any;
use polymod::{
    Error, Poly, Ring,
    ring::{AnyElem, AnyElement, Vectors},
    rug::Integer,
};

#[test]
fn reciprocals_that_do_not_exist() {
    let n = 11 * 13 * 17;
    let r = zn(n);
    let f = words(&r, [3, 1, 4, 1, 5, 9]);
    let at = |x: u64| *u64::of(&f.eval(&AnyElem::Word(x)));
    let samples = vector(&r, &(0..8).map(at).collect::<Vec<_>>());
    let found = Poly::shifted_samples(&r, samples.view(), &AnyElem::Word(2400), 60).expect("samples");
    let expected: Vec<_> = (2400..2460).map(|x| at(x % n)).collect();
    assert_eq!(listed(&r, found.view()), expected);
}

#[test]
fn integers_at_integers() {
    let z = any("z");
    for n in [1usize, 2, 3, 9, 40] {
        // (x over n − 1) and another, with the values of the first differences
        let f = |x: &Integer| Integer::from(x.binomial_ref(n as u32 - 1)) * 7 + 5;
        let samples = z.collect(&(0..n).map(|i| AnyElem::Integer(f(&i.into()))).collect::<Vec<_>>());
        for (c, m) in [(0, 5), (1, n), (-3, 9), (-100, 250), (1_000_000_000_000, 3), (7, 0)] {
            let found = Poly::shifted_samples(&z, samples.view(), &AnyElem::Integer(c.into()), m).expect("samples");
            let expected: Vec<_> = (0..m as i64).map(|i| AnyElem::Integer(f(&Integer::from(c + i)))).collect();
            assert!(z.same(found.view(), z.collect(&expected).view()), "{n} samples from {c} on");
        }
    }
}

#[test]
fn shifted_samples_are_the_polynomials_values() {
    for p in [97, 65_537, (1 << 62) - 57] {
        let r = zn(p);
        for n in [1usize, 2, 3, 8, 33, 90] {
            let f = words(&r, (0..n as u64).map(|i| (p - 1).wrapping_sub(i * i) % p));
            let at = |x: u64| *u64::of(&f.eval(&AnyElem::Word(x % p)));
            let samples = vector(&r, &(0..n as u64).map(at).collect::<Vec<_>>());
            for (c, m) in
                [(0, 5), (1, n), (p - 1, 2 * n + 3), (n as u64 + 3, 1), (p / 2, 250), (p - n as u64, n), (5, 0)]
            {
                let found = Poly::shifted_samples(&r, samples.view(), &AnyElem::Word(c), m).expect("samples");
                let expected: Vec<_> = (0..m as u64).map(|i| at((u128::from(c + i) % u128::from(p)) as u64)).collect();
                assert_eq!(listed(&r, found.view()), expected, "p = {p}, {n} samples from {c} on");
            }
        }
    }
    let r = zn(5);
    let samples = vector(&r, &[1; 6]);
    assert!(matches!(Poly::shifted_samples(&r, samples.view(), &r.one(), 2), Err(Error::NotInvertible { .. })));
}
