//! Operands at the bounds that determine the number of primes of an answer: largest coefficients of every size, determinants and
//! resultants that attain Hadamard's bound, factors and quotients with larger coefficients than the polynomial.

use polymod::{
    Engine, Integers, Matrix, Poly, ProductAlgorithm, Zn,
    core::cpu::Target,
    multimodular::{self, Algorithm, Options},
    poly::Part,
    rug::{Integer, ops::Pow},
};

fn engines() -> Vec<Engine> {
    Target::families().map(|target| Engine::builder().threads(1).target(target).build()).collect()
}

/// Number of terms in each coefficient of a product of two polynomials of `len` coefficients.
fn terms(len: usize) -> impl Iterator<Item = u64> {
    (0..2 * len - 1).map(move |i| (i + 1).min(2 * len - 1 - i) as u64)
}

/// All coefficients n − 1, with log2 n in steps of 1/8: all sizes at which one more prime is needed, exactly or by some bits.
#[test]
fn products_of_largest_residues_are_right_for_every_size_of_the_modulus() {
    const LEN: usize = 64;
    for engine in engines() {
        for eighth in (16 * 8)..(64 * 8) {
            let n = (f64::from(eighth) / 8.0).exp2() as u64;
            let zn = Zn::on(&engine, n).unwrap();
            let a = Poly::new(&zn, vec![n - 1; LEN]);
            let product = a.mul_part(&a.clone(), &Part::All, Some(ProductAlgorithm::Crt)).unwrap();
            // (n − 1)² = 1
            assert!(product == Poly::new(&zn, terms(LEN).map(|t| t % n).collect::<Vec<_>>()), "modulo {n}");
        }
    }
}

/// Coefficients 2^b − 1 and their negatives, for every b: the smallest and the largest size for each number of primes and of
/// words.
#[test]
fn products_of_largest_integers_are_right_for_every_size() {
    const LEN: usize = 64;
    for engine in engines() {
        let z = Integers::on(&engine);
        for bits in (1..200u32).chain((203..1000).step_by(23)) {
            let c = (Integer::from(1) << bits) - 1u32;
            let (a, b) = (Poly::new(&z, vec![c.clone(); LEN]), Poly::new(&z, vec![-c.clone(); LEN]));
            let square = c.square();
            let expected =
                |sign: i64| Poly::new(&z, terms(LEN).map(|t| Integer::from(&square * t) * sign).collect::<Vec<_>>());
            for algorithm in [ProductAlgorithm::Crt, ProductAlgorithm::Kronecker, ProductAlgorithm::Schoolbook] {
                let by = |y: &Poly<Integers>| a.mul_part(y, &Part::All, Some(algorithm)).unwrap();
                assert!(by(&a.clone()) == expected(1), "{algorithm}: {bits} bits");
                assert!(by(&b) == expected(-1), "{algorithm}: {bits} bits, negative");
            }
        }
    }
}

/// Coefficients of some thousand bits, split into digits, each of largest magnitude.
#[test]
fn products_of_largest_digits_are_right() {
    let z = Integers::on(&Engine::builder().threads(2).build());
    for bits in [2046u32, 2047, 2048, 4000, 5119, 5120] {
        let c = (Integer::from(1) << bits) - 1u32;
        // every digit of 2^(64·limbs) is the smallest or largest one
        let half: Integer = (0..bits / 64).map(|i| Integer::from(1) << (64 * i + 63)).sum();
        for c in [c, half.clone(), -half] {
            let a = Poly::new(&z, vec![c.clone(); 40]);
            let square = c.square();
            let expected = Poly::new(&z, terms(40).map(|t| Integer::from(&square * t)).collect::<Vec<_>>());
            assert!(
                a.mul_part(&a.clone(), &Part::All, Some(ProductAlgorithm::CrtDigits)).unwrap() == expected,
                "{bits} bits"
            );
        }
    }
}

/// Products of matrices with entries 2^b − 1, for every b.
#[test]
fn products_of_largest_matrices_are_right_for_every_size() {
    const N: usize = 5;
    for engine in engines() {
        let z = Integers::on(&engine);
        for bits in 1..150u32 {
            let c = (Integer::from(1) << bits) - 1u32;
            let a = Matrix::from_fn(&z, N, N, |_, _| c.clone()).unwrap();
            let b = Matrix::from_fn(&z, N, N, |_, _| -c.clone()).unwrap();
            let product = a.mul_by(&b, "crt").unwrap();
            let expected = -c.square() * N as u64;
            assert!((0..N * N).all(|at| product.get(at / N, at % N) == expected), "{bits} bits");
        }
    }
}

/// Hadamard matrices with entries 1 and −1, times 2^b − 1: their determinants attain the bound.
#[test]
fn determinants_attain_hadamards_bound() {
    for engine in engines() {
        let z = Integers::on(&engine);
        for n in [1usize, 2, 4] {
            for bits in 1..160 / n as u32 {
                let c = (Integer::from(1) << bits) - 1u32;
                let sign = |i: usize, j: usize| if (i & j).count_ones() % 2 == 1 { -c.clone() } else { c.clone() };
                let a = Matrix::from_fn(&z, n, n, sign).unwrap();
                let expected =
                    c.clone().pow(n as u32) * Integer::from(n as u64).pow(n as u32 / 2) * if n == 2 { -1 } else { 1 };
                for algorithm in [None, Some(Algorithm::Crt), Some(Algorithm::Dixon)] {
                    let options = Options { algorithm, ..Options::default() };
                    assert_eq!(
                        multimodular::det(&a, &options).unwrap().value,
                        expected,
                        "{n} by {n}, {bits} bits, {algorithm:?}"
                    );
                }
            }
        }
    }
}

/// Polynomials of degree 1 with orthogonal coefficient vectors: their resultant is the product of their norms.
#[test]
fn resultants_attain_their_bound() {
    for engine in engines() {
        let z = Integers::on(&engine);
        for bits in 1..150u32 {
            let c = (Integer::from(1) << bits) - 1u32;
            let (a, b) = (Poly::new(&z, [-c.clone(), c.clone()]), Poly::new(&z, [c.clone(), c.clone()]));
            let expected = Integer::from(2) * c.square();
            assert_eq!(multimodular::resultant(&a, &b, &Options::default()).unwrap().value, expected, "{bits} bits");
        }
    }
}

/// Cofactors and resultants of coprime polynomials with largest coefficients.
#[test]
fn cofactors_of_largest_coefficients_are_right() {
    let z = Integers::on(&Engine::builder().threads(1).build());
    for bits in (1..240u32).step_by(7) {
        let c = (Integer::from(1) << bits) - 1u32;
        let a = Poly::new(&z, [-c.clone(), c.clone(), Integer::from(1)]);
        let b = Poly::from_i64(&z, &[1, 1, 1, 2]);
        for (a, b) in [(&a, &b), (&b, &a)] {
            let found = multimodular::xgcd(a, b, &Options::default()).unwrap().value;
            assert!(found.g == Poly::from_i64(&z, &[1]), "{bits} bits");
            assert!(&found.s * a + &found.t * b == Poly::new(&z, [found.d.clone()]), "{bits} bits");
        }
    }
}

/// Products of (x^k − 1) by powers of x − 1: quotients with coefficients much larger than the dividend's.
#[test]
fn quotients_and_factors_may_be_larger_than_the_polynomial() {
    let z = Integers::on(&Engine::builder().threads(1).build());
    let less_one = Poly::from_i64(&z, &[-1, 1]);
    let (mut a, mut q) = (Poly::from_i64(&z, &[1]), Poly::from_i64(&z, &[1]));
    for k in 20..60i64 {
        let mut ones = vec![0; k as usize + 1];
        (ones[0], ones[k as usize]) = (-1, 1);
        a = &a * &Poly::from_i64(&z, &ones);
        q = &q * &Poly::from_i64(&z, &vec![1; k as usize]);
    }
    let b = less_one.pow(40).unwrap();
    assert!(&b * &q == a);
    let common = multimodular::gcd(&a, &b, &Options::default()).unwrap().value;
    assert!(common == b);
    // gcd(a, a·(x + 5)) = a: found with every coefficient
    let other = &q * &Poly::from_i64(&z, &[5, 1]);
    assert!(multimodular::gcd(&a, &other, &Options::default()).unwrap().value == q);
    let squarefree = multimodular::squarefree(&b, &Options::default()).unwrap().value;
    assert_eq!(squarefree.factors.len(), 1);
    assert!(squarefree.factors[0] == (less_one, 40));
}

/// Factors with coefficients of every size, positive and negative, and leading coefficients other than 1.
#[test]
fn factors_of_largest_coefficients_are_found() {
    let z = Integers::on(&Engine::builder().threads(1).build());
    for bits in (2..130u32).step_by(9) {
        let c = Integer::from(1) << bits;
        let near = Integer::from(&c + 1u32);
        let f = Poly::new(&z, [Integer::from(2), -near.clone() * 2u32, Integer::from(1)]);
        let g = Poly::new(&z, [Integer::from(6), c.clone() * 2u32, Integer::from(-2), Integer::from(3)]);
        let found = multimodular::factor(&(&f * &g)).unwrap();
        let product =
            found.factors.iter().fold(Poly::new(&z, [found.unit.clone()]), |p, (q, e)| &p * &q.pow(*e).unwrap());
        assert!(product == &f * &g, "{bits} bits");
        assert_eq!(found.factors.len(), 2, "{bits} bits");
        assert!(found.factors[0].0 == f && found.factors[1].0 == g, "{bits} bits");
    }
}
