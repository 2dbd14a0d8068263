//! Exact answers over Z from answers modulo primes, against identities and against other ways.

use crate::{
    bytes::Bytes,
    oracle::{matrix_product, not_applicable, product, unless},
    rings,
};
use polymod::{
    Error, Integers, Matrix, Poly, Ring,
    matrix::DetAlgorithm,
    multimodular::{self, Algorithm, Options},
    rug::Integer,
};

const ALGORITHMS: [Option<Algorithm>; 5] =
    [None, Some(Algorithm::Crt), Some(Algorithm::Dixon), Some(Algorithm::BigPrime(None)), Some(Algorithm::Heuristic)];

fn options(algorithm: Option<Algorithm>) -> Options {
    Options { algorithm, ..Options::default() }
}

/// Common divisors, cofactors, resultants and factors of polynomials.
pub fn integer_polynomials(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let z = Integers::on(rings::engine());
    let [f, a, b] = [8, 8, 8].map(|most| bytes.poly(&z, most));
    let (x, y) = (product(&a, &f), product(&b, &f));
    let mut all = Vec::new();
    for algorithm in ALGORITHMS {
        let Some(found) = unless(multimodular::gcd(&x, &y, &options(algorithm)), not_applicable) else { continue };
        all.push(found.value);
    }
    let g = all.pop().expect("the fastest way applies");
    assert!(all.iter().all(|other| *other == g), "{all:?}");
    divides(&g, &x);
    divides(&g, &y);
    if !f.is_empty() && !x.is_empty() {
        divides(&f, &g);
    }
    let found = multimodular::xgcd(&x, &y, &Options::default()).expect("cofactors").value;
    assert_eq!(found.g, g);
    assert_eq!(&product(&found.s, &x) + &product(&found.t, &y), g.scale(&found.d));
    resultants(&z, &a, &b);
    factors(&z, &x);
}

fn divides(divisor: &Poly<Integers>, p: &Poly<Integers>) {
    if !p.is_empty() {
        let quotient = p.exact_div(divisor).expect("a divisor");
        assert_eq!(product(&quotient, divisor), *p);
    }
}

fn resultants(z: &Integers, a: &Poly<Integers>, b: &Poly<Integers>) {
    let (Some(n), Some(m)) = (a.degree(), b.degree()) else { return };
    let entry = |i: usize, j: usize| {
        let (p, shift, degree) = if i < m { (a, i, n) } else { (b, i - m, m) };
        if j >= shift && j <= shift + degree { p.coeff(degree + shift - j) } else { Integer::new() }
    };
    let sylvester = Matrix::from_fn(z, n + m, n + m, entry).expect("a small shape");
    let expected = sylvester.det_by(DetAlgorithm::DivisionFree).expect("a determinant");
    for algorithm in ALGORITHMS {
        if let Some(found) = unless(multimodular::resultant(a, b, &options(algorithm)), not_applicable) {
            assert_eq!(found.value, expected, "{algorithm:?}: {a:?} {b:?}");
        }
    }
}

fn factors(z: &Integers, f: &Poly<Integers>) {
    let none = |e: &Error| f.is_empty() && matches!(e, Error::Domain { .. });
    let Some(found) = unless(multimodular::factor(f), none) else { return };
    let power = |g: &Poly<Integers>, e: u64| (0..e).fold(Poly::one(z), |power, _| product(&power, g));
    let whole = found.factors.iter().fold(Poly::one(z), |all, (g, e)| product(&all, &power(g, *e)));
    assert_eq!(whole.scale(&found.unit), *f);
    for (g, _) in &found.factors {
        assert!(g.leading().is_some_and(|lead| lead > 0) && multimodular::content(g) == 1);
        assert_eq!(multimodular::is_irreducible(g), Ok(true), "{g:?}");
    }
    let roots = multimodular::roots(f).expect("roots");
    for i in 0..roots.len() {
        assert_eq!(f.eval(&z.get(roots.view(), i)), 0);
    }
}

/// Determinants, systems, kernels, ranks and characteristic polynomials of matrices.
pub fn integer_matrices(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let z = Integers::on(rings::engine());
    let [n, m, c] = [bytes.below(7), bytes.below(7), bytes.below(3)];
    let a = bytes.matrix(&z, n, n);
    let expected = a.det_by(DetAlgorithm::DivisionFree).expect("a determinant");
    for algorithm in ALGORITHMS {
        if let Some(found) = unless(multimodular::det(&a, &options(algorithm)), not_applicable) {
            assert_eq!(found.value, expected, "{algorithm:?}: {a:?}");
        }
    }
    assert_eq!(multimodular::charpoly(&a, &Options::default()).map(|found| found.value), a.charpoly());
    let b = bytes.matrix(&z, n, m);
    let right = matrix_product(&b, &bytes.matrix(&z, m, c));
    let other = bytes.matrix(&z, n, c);
    for (right, solvable) in [(right, true), (other, false)] {
        for algorithm in ALGORITHMS {
            let allowed = |e: &Error| not_applicable(e) || !solvable && matches!(e, Error::Inconsistent { .. });
            if let Some(found) = unless(multimodular::solve(&b, &right, &options(algorithm)), allowed) {
                let (x, d) = found.value;
                assert!(d > 0);
                assert_eq!(matrix_product(&b, &x), right.scale(&d), "{algorithm:?}: {b:?}");
            }
        }
    }
    let rank = multimodular::rank(&b, &Options::default()).expect("a rank").value;
    let kernel = multimodular::nullspace(&b, &Options::default()).expect("a kernel").value;
    assert_eq!(kernel.rows(), m - rank, "{b:?}");
    assert!(matrix_product(&b, &kernel.transposed()).is_zero(), "{b:?}");
    assert_eq!(multimodular::rank(&kernel, &Options::default()).map(|found| found.value), Ok(m - rank));
}
