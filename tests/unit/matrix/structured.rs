//! Structured matrices against the dense ones with the same entries.

use crate::any;
use polymod::{
    AnyRing, Error, Matrix, Poly, Result, Ring,
    core::bits::testing::Words,
    matrix::{Cauchy, Hankel, Structured, Sylvester, Toeplitz, Vandermonde},
    ring::{AnyElem, Coeffs, Convolve, FiniteField, Vectors},
    rug::Integer,
};

const PRIME: u64 = (1 << 61) - 1;

/// Products by vectors against those of the dense matrix.
fn products(a: &impl Structured<AnyRing>, mut random: impl FnMut() -> AnyElem) {
    let (r, (rows, cols), dense) = (a.ring(), a.shape(), a.to_dense().unwrap());
    let mut vector = |len: usize| r.collect(&(0..len).map(|_| random()).collect::<Vec<_>>());
    let times = |a: &Matrix<AnyRing>, v: &Coeffs<AnyRing>| {
        let column = Matrix::new(r, v.len(), 1, v.clone()).unwrap();
        a.checked_mul(&column).unwrap().into_entries()
    };
    for (i, j) in (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))) {
        assert_eq!(a.get(i, j), dense.get(i, j), "entry {i}, {j} of {rows} by {cols}");
    }
    let (v, w) = (vector(cols), vector(rows));
    assert!(r.same(a.mul_vector(v.view()).unwrap().view(), times(&dense, &v).view()), "{rows} by {cols}");
    let transposed = a.transposed_mul_vector(w.view()).unwrap();
    assert!(r.same(transposed.view(), times(&dense.transposed(), &w).view()), "{rows} by {cols}");
    assert!(
        a.mul_vector(r.zeros(cols + 1).view()).is_err() && a.transposed_mul_vector(r.zeros(rows + 1).view()).is_err()
    );
}

/// Systems with a solution and with any right side; whether the structure gives it.
fn systems(a: &impl Structured<AnyRing>, words: &mut Words) -> bool {
    let (r, (rows, cols), dense) = (a.ring(), a.shape(), a.to_dense().unwrap());
    let mut vector = |len: usize| r.collect(&(0..len).map(|_| r.random(&mut || words.word())).collect::<Vec<_>>());
    let right = a.mul_vector(vector(cols).view()).unwrap();
    for right in [&right, &vector(rows), &r.zeros(rows)] {
        let column = Matrix::new(r, rows, 1, right.clone()).unwrap();
        let expected = dense.solve(&column).map(Matrix::into_entries);
        match (a.solve(right.view()), expected) {
            (Ok(x), Ok(y)) => assert!(r.same(x.view(), y.view()), "{rows} by {cols} over {}", r.name()),
            (x, y) => assert_eq!(x.err(), y.err()),
        }
    }
    assert!(a.solve(r.zeros(rows + 1).view()).is_err());
    rows == cols && a.own_solution(right.view()).unwrap().is_some()
}

/// How many systems of Toeplitz, Hankel, Vandermonde and Sylvester matrices their structure solves.
fn over(r: &AnyRing, sizes: &[[usize; 2]]) -> [usize; 4] {
    let mut words = Words::new(51);
    let mut solved = [0; 4];
    for &[m, n] in sizes {
        let count = if m == 0 || n == 0 { 0 } else { m + n - 1 };
        let mut vector = |len: usize| r.collect(&(0..len).map(|_| r.random(&mut || words.word())).collect::<Vec<_>>());
        let toeplitz = Toeplitz::new(r, m, n, vector(count)).unwrap();
        let hankel = Hankel::new(r, m, n, vector(count)).unwrap();
        let vandermonde = Vandermonde::new(r, vector(m).view(), n).unwrap();
        products(&toeplitz, || r.random(&mut || words.word()));
        products(&hankel, || r.random(&mut || words.word()));
        products(&vandermonde, || r.random(&mut || words.word()));
        solved[0] += usize::from(systems(&toeplitz, &mut words));
        solved[1] += usize::from(systems(&hankel, &mut words));
        solved[2] += usize::from(systems(&vandermonde, &mut words));
        let mut poly = |len: usize| {
            let coeffs = (0..len).map(|_| r.random(&mut || words.word())).chain([r.one()]);
            Poly::new(r, coeffs.collect::<Vec<_>>())
        };
        let sylvester = Sylvester::new(&poly(m), &poly(n)).unwrap();
        products(&sylvester, || r.random(&mut || words.word()));
        solved[3] += usize::from(systems(&sylvester, &mut words));
    }
    solved
}

const SIZES: [[usize; 2]; 9] = [[0, 0], [1, 1], [2, 2], [3, 3], [2, 5], [6, 3], [7, 7], [20, 20], [140, 140]];

#[test]
fn products_and_systems_are_those_of_the_dense_matrix() {
    // all square ones, but Sylvester's are square for any degrees
    assert_eq!(over(&any("zn:2^61-1"), &SIZES), [7, 7, 7, 9]);
    let all = [
        over(&any("zn:10007"), &SIZES[1..7]),
        over(&any("zn:5"), &SIZES[1..7]),
        over(&any("gf2"), &SIZES[1..7]),
        over(&any("gf2^8:0x11b"), &SIZES[1..8]),
    ];
    assert!(all.iter().all(|solved| solved.iter().sum::<usize>() > 0), "{all:?}");
}

#[test]
fn singular_systems_are_left_to_elimination() {
    let f = any("zn:97");
    let mut words = Words::new(52);
    let ones = f.of_words(&[1; 9]);
    assert!(!systems(&Toeplitz::new(&f, 5, 5, ones.clone()).unwrap(), &mut words));
    assert!(!systems(&Hankel::new(&f, 5, 5, ones.clone()).unwrap(), &mut words));
    assert!(!systems(&Vandermonde::new(&f, f.of_words(&[3, 4, 3]).view(), 3).unwrap(), &mut words));
    let twice = [Poly::parse(&f, "(x + 1)*(x + 2)"), Poly::parse(&f, "(x + 1)*(x + 5)^2")].map(Result::unwrap);
    assert!(!systems(&Sylvester::new(&twice[0], &twice[1]).unwrap(), &mut words));
    let [x, y] = [[1, 2, 3], [4, 5, 4]].map(|points| f.of_words(&points));
    assert!(!systems(&Cauchy::new(&f, x.view(), y.view()).unwrap(), &mut words));
}

#[test]
fn cauchy_matrices() {
    fn check(r: &AnyRing, x: &[i64], y: &[i64]) {
        let mut words = Words::new(53);
        let points = |all: &[i64]| r.collect(&all.iter().map(|&x| r.elem(x)).collect::<Vec<_>>());
        let a = Cauchy::new(r, points(x).view(), points(y).view()).unwrap();
        for (i, &x) in x.iter().enumerate() {
            assert!(y.iter().enumerate().all(|(j, &y)| r.mul(&a.get(i, j), &r.elem(x - y)) == r.one()));
        }
        products(&a, || r.random(&mut || words.word()));
        assert_eq!(systems(&a, &mut words), x.len() == y.len());
    }
    let f = any("zn:2^61-1");
    let all: Vec<i64> = (0..60).map(|i| i * i * i - 7).collect();
    check(&f, &all[..1], &all[1..2]);
    check(&f, &all[..3], &all[3..5]);
    check(&f, &all[..30], &all[30..]);
    check(&any("zn:97"), &[1, 2, 3, 4], &[50, 60, 70, 80]);
    check(&f, &[], &[]);
    let [x, y] = [[1, 2], [2, 3]].map(|points| f.of_words(&points));
    assert!(matches!(Cauchy::new(&f, x.view(), y.view()), Err(Error::NotInvertible { .. })));
}

#[test]
fn transposed_vandermonde_systems() {
    let f = any("zn:2^61-1");
    let mut words = Words::new(54);
    for n in [0, 1, 2, 9, 70] {
        let mut vector =
            |len: usize| f.collect(&(0..len).map(|_| AnyElem::Word(words.word() % PRIME)).collect::<Vec<_>>());
        let a = Vandermonde::new(&f, vector(n).view(), n).unwrap();
        let right = vector(n);
        let w = a.solve_transposed(right.view()).unwrap();
        assert!(f.same(a.transposed_mul_vector(w.view()).unwrap().view(), right.view()), "{n} points");
    }
    // solutions that are 0 at the point 0, and 0 everywhere: the numerator lacks its leading terms
    let a = Vandermonde::new(&f, f.of_words(&[0, 1, 2, 3]).view(), 4).unwrap();
    for w in [[0, 5, 6, 7], [0, 0, 0, 1], [0, 0, 0, 0], [4, 0, 0, 0]] {
        let w = f.of_words(&w);
        let right = a.transposed_mul_vector(w.view()).unwrap();
        assert!(f.same(a.solve_transposed(right.view()).unwrap().view(), w.view()));
    }
    let repeated = Vandermonde::new(&f, f.of_words(&[4, 4]).view(), 2).unwrap();
    assert!(matches!(repeated.solve_transposed(f.of_words(&[1, 2]).view()), Err(Error::RepeatedPoint { .. })));
    let wide = Vandermonde::new(&f, f.of_words(&[4, 5]).view(), 3).unwrap();
    assert!(matches!(wide.solve_transposed(f.of_words(&[1, 2]).view()), Err(Error::NotSquare { .. })));
}

#[test]
fn a_system_whose_pivots_are_no_units() {
    let r = any("zn:12");
    let a = Toeplitz::new(&r, 2, 2, r.of_words(&[2, 1, 3])).unwrap();
    let x = a.solve(r.of_words(&[5, 5]).view()).unwrap();
    assert!(r.same(a.mul_vector(x.view()).unwrap().view(), r.of_words(&[5, 5]).view()));
}

#[test]
fn products_over_z() {
    let z = any("z");
    let mut words = Words::new(55);
    let mut element = || AnyElem::Integer(Integer::from(words.word() as i64 >> 40));
    let all = z.collect(&(0..9).map(|_| element()).collect::<Vec<_>>());
    products(&Toeplitz::new(&z, 4, 6, all.clone()).unwrap(), &mut element);
    products(&Hankel::new(&z, 7, 3, all.clone()).unwrap(), &mut element);
    let p = Poly::from_coeffs(&z, all);
    products(&Sylvester::new(&p, &Poly::from_i64(&z, &[1, -5])).unwrap(), &mut element);
}
