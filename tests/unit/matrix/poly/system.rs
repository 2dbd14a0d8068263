//! Systems over K\[x\]: solutions in lowest terms by each algorithm.

use crate::any;
use polymod::{
    AnyRing, Error, Poly, PolyMatrix, Ring, Zn, core::bits::testing::noise, matrix::SystemAlgorithm, ring::AnyElem,
};

fn order(f: &AnyRing) -> u64 {
    f.downcast_ref::<Zn>().expect("a prime").n()
}

fn random(f: &AnyRing, [rows, columns, len]: [usize; 3], seed: u64) -> PolyMatrix<AnyRing> {
    let word = |k: usize| AnyElem::Word(noise(seed * 1000 + k as u64) % order(f));
    PolyMatrix::from_fn(f, rows, columns, |i, j| {
        Poly::new(f, (0..len).map(|k| word((i * columns + j) * len + k)).collect::<Vec<_>>())
    })
    .expect("a matrix")
}

fn check(a: &PolyMatrix<AnyRing>, b: &PolyMatrix<AnyRing>) {
    let (n, d) = a.solve(b).expect("a solution");
    assert_eq!(a * &n, PolyMatrix::from_fn(a.ring(), b.rows(), b.cols(), |i, j| b.get(i, j) * &d).expect("a matrix"));
    assert_eq!(d.leading(), Some(a.ring().one()));
    let common = n.entries().iter().fold(d.clone(), |g, e| g.gcd(e).expect("a field"));
    assert_eq!(common.len(), 1, "{a:?} and {b:?}: lowest terms");
    for algorithm in SystemAlgorithm::ALL {
        match a.solve_by(b, algorithm) {
            // as many points as a field of few elements has
            Err(Error::Algorithm { .. }) if algorithm == SystemAlgorithm::Points && order(a.ring()) < 100 => {}
            found => assert_eq!(found, Ok((n.clone(), d.clone())), "{algorithm}"),
        }
    }
}

#[test]
fn solutions() {
    for p in [7u64, 97, (1 << 62) - 57] {
        let f = any(&format!("zn:{p}"));
        for (i, [n, columns, len, long]) in
            [[1, 1, 4, 9], [2, 3, 3, 1], [3, 1, 4, 4], [4, 2, 2, 7]].into_iter().enumerate()
        {
            let (a, b) = (random(&f, [n, n, len], i as u64), random(&f, [n, columns, long], 50 + i as u64));
            check(&a, &b);
            // not invertible at 0, and with common factors
            check(&a.shl(2), &b);
            check(&a, &(&a * &random(&f, [n, 1, 2], 90)));
            check(&a, &PolyMatrix::zero(&f, n, 2));
        }
    }
    let f = any("zn:97");
    let none = PolyMatrix::zero(&f, 0, 0);
    assert_eq!(none.solve(&none), Ok((none.clone(), Poly::one(&f))));
}

/// The determinant vanishes at all elements of the field.
#[test]
fn few_points() {
    let f = any("zn:2");
    let p = |c: &[i64]| Poly::from_i64(&f, c);
    let a = PolyMatrix::new(&f, 2, 2, vec![p(&[0, 1, 1]), p(&[1]), p(&[]), p(&[1, 1, 1])]).expect("a matrix");
    check(&a, &PolyMatrix::new(&f, 2, 1, vec![p(&[1, 1]), p(&[0, 1])]).expect("a matrix"));
    assert!(a.regular_point().expect("a field").is_none());
}

#[test]
fn what_is_refused() {
    let f = any("zn:97");
    let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::monomial(&f, &f.one(), i + j)).expect("a matrix");
    assert_eq!(a.solve(&a), Err(Error::Singular { rank: 1, size: 2 }));
    let apart = PolyMatrix::from_fn(&f, 2, 1, |i, _| Poly::monomial(&f, &f.one(), 3 * i)).expect("a matrix");
    assert_eq!(a.solve(&apart), Err(Error::Singular { rank: 1, size: 2 }));
    assert!(matches!(a.part(0..1, 0..2).solve(&a), Err(Error::NotSquare { .. })));
    assert!(matches!(a.solve(&a.part(0..1, 0..2)), Err(Error::Shapes { .. })));
}
