//! Modular methods for matrices over Z, against fraction-free elimination and identities.

use crate::common::Random;
use polymod::{
    Engine, Error, Integers, Matrix, Poly, PrimeStream, Ring,
    core::cpu::{Feature, Target},
    multimodular::{self, Algorithm, Certainty, Checkpoint, Options},
    rug::Integer,
};

fn engines() -> Vec<Integers> {
    let engine = |threads, target| Integers::on(&Engine::builder().threads(threads).target(target).build());
    vec![engine(1, Target::AVX512), engine(2, Target::AVX512), engine(3, Target::AVX2), engine(1, Target::SCALAR)]
}

fn random(z: &Integers, random: &mut Random, rows: usize, cols: usize, bits: u32) -> Matrix<Integers> {
    let entries = random.integers(bits, rows * cols);
    Matrix::new(z, rows, cols, z.collect(&entries)).unwrap()
}

/// The determinant by exact divisions (Bareiss 1968, "Sylvester's identity and multistep integer-preserving Gaussian elimination").
fn bareiss(a: &Matrix<Integers>) -> Integer {
    let n = a.rows();
    let mut m: Vec<Vec<Integer>> = (0..n).map(|i| (0..n).map(|j| a.get(i, j)).collect()).collect();
    let (mut sign, mut last) = (1, Integer::from(1));
    for k in 0..n {
        let Some(pivot) = (k..n).find(|&i| m[i][k] != 0) else { return Integer::new() };
        if pivot != k {
            m.swap(pivot, k);
            sign = -sign;
        }
        for i in k + 1..n {
            for j in k + 1..n {
                let minor = Integer::from(&m[k][k] * &m[i][j]) - Integer::from(&m[i][k] * &m[k][j]);
                m[i][j] = minor / &last;
            }
        }
        last = m[k][k].clone();
    }
    sign * last
}

#[test]
fn determinants_and_characteristic_polynomials() {
    for z in engines() {
        let mut source = Random::new(1);
        for (n, bits) in [(0, 5), (1, 70), (2, 3), (3, 64), (7, 20), (12, 200), (30, 40)] {
            let a = random(&z, &mut source, n, n, bits);
            let found = multimodular::det(&a, &Options::default()).unwrap();
            assert_eq!(found.value, bareiss(&a), "{n} by {n}, {bits} bits");
            assert_eq!(found.certainty, Certainty::Proved);
            assert_eq!(multimodular::det(&a, &Options::probabilistic(5)).unwrap().value, found.value);
            let p = multimodular::charpoly(&a, &Options::default()).unwrap().value;
            assert!(p.len() == n + 1 && p.leading() == Some(Integer::from(1)));
            for x in [-2i64, 0, 1, 1 << 40] {
                let shifted =
                    Matrix::from_fn(
                        &z,
                        n,
                        n,
                        |i, j| if i == j { Integer::from(x) - a.get(i, j) } else { -a.get(i, j) },
                    );
                assert_eq!(p.eval(&Integer::from(x)), bareiss(&shifted.unwrap()), "{n} by {n} at {x}");
            }
        }
        let singular = Matrix::from_i64(&z, &[&[1, 2], &[2, 4]]).unwrap();
        assert_eq!(multimodular::det(&singular, &Options::default()).unwrap().value, 0);
        let oblong = Matrix::from_i64(&z, &[&[1, 2]]).unwrap();
        assert!(matches!(multimodular::det(&oblong, &Options::default()), Err(Error::NotSquare { .. })));
        assert!(matches!(multimodular::charpoly(&oblong, &Options::default()), Err(Error::NotSquare { .. })));
    }
}

/// Products of random matrices have the smaller of their inner dimensions as rank; consistent systems give A·X = d·B.
#[test]
fn ranks_and_systems() {
    for z in engines() {
        let mut source = Random::new(2);
        for (rows, rank, cols, bits) in
            [(3, 3, 3, 10), (4, 2, 6, 30), (6, 2, 4, 64), (5, 0, 5, 3), (9, 5, 9, 100), (0, 0, 3, 5)]
        {
            // unit triangular factors keep the rank
            let unit = |m: Matrix<Integers>| {
                Matrix::from_fn(&z, m.rows(), m.cols(), |i, j| match i.cmp(&j) {
                    std::cmp::Ordering::Equal => Integer::from(1),
                    std::cmp::Ordering::Less if m.cols() <= m.rows() => Integer::new(),
                    std::cmp::Ordering::Greater if m.cols() > m.rows() => Integer::new(),
                    _ => m.get(i, j),
                })
                .unwrap()
            };
            let a = unit(random(&z, &mut source, rows, rank, bits));
            let a = a.checked_mul(&unit(random(&z, &mut source, rank, cols, bits))).unwrap();
            assert_eq!(multimodular::rank(&a, &Options::default()).unwrap().value, rank, "{rows} by {cols}");
            let right = a.checked_mul(&random(&z, &mut source, cols, 2, bits)).unwrap();
            let (x, d) = multimodular::solve(&a, &right, &Options::default()).unwrap().value;
            assert!(a.checked_mul(&x).unwrap() == right.scale(&d) && d > 0);
            let free = (0..cols).filter(|&i| (0..2).all(|j| x.get(i, j) == 0)).count();
            assert!(free >= cols - rank, "free unknowns are 0");
            if rank < rows {
                let other = random(&z, &mut source, rows, 1, bits + 7);
                match multimodular::solve(&a, &other, &Options::default()) {
                    Ok(found) => assert!(a.checked_mul(&found.value.0).unwrap() == other.scale(&found.value.1)),
                    Err(e) => assert_eq!(e, Error::Inconsistent { column: 0 }),
                }
            }
        }
    }
}

/// Without right sides there is only the denominator, which is 1 in lowest terms.
#[test]
fn systems_without_right_sides() {
    for z in engines() {
        for rows in [&[&[-5][..]][..], &[&[5]], &[&[0]], &[&[2, 3], &[3, 4]], &[&[1, 2], &[2, 4]]] {
            let a = Matrix::from_i64(&z, rows).unwrap();
            let (x, d) =
                multimodular::solve(&a, &Matrix::zero(&z, rows.len(), 0).unwrap(), &Options::default()).unwrap().value;
            assert_eq!((x.shape(), d), ((rows.len(), 0), Integer::from(1)), "{a:?}");
        }
    }
}

#[test]
fn inverses_in_lowest_terms() {
    let z = Integers::default();
    let mut source = Random::new(3);
    for n in [0, 1, 2, 5, 20] {
        let a = random(&z, &mut source, n, n, 50);
        match multimodular::inverse(&a, &Options::default()) {
            Ok(found) => {
                let (x, d) = found.value;
                assert!(a.checked_mul(&x).unwrap() == Matrix::identity(&z, n).scale(&d) && d > 0);
                let common = (0..n * n).fold(d, |common, i| common.gcd(&x.get(i / n, i % n)));
                assert_eq!(common, 1);
            }
            Err(e) => assert!(matches!(e, Error::Singular { .. }) && bareiss(&a) == 0),
        }
    }
    let singular = Matrix::from_i64(&z, &[&[1, 2], &[2, 4]]).unwrap();
    assert_eq!(
        multimodular::inverse(&singular, &Options::default()).unwrap_err(),
        Error::Singular { rank: 1, size: 2 }
    );
}

fn by(algorithm: Algorithm) -> Options {
    Options { algorithm: Some(algorithm), ..Options::default() }
}

/// All algorithms give the same determinant, also for singular matrices, multiples of one prime, and extreme entries.
#[test]
fn determinants_by_every_algorithm() {
    for z in engines() {
        let mut source = Random::new(4);
        let first = if !z.engine().target().has(Feature::Avx2) { 62 } else { 48 };
        let primes: Vec<u64> = PrimeStream::new(first, 20).unwrap().take(5).collect();
        let unlucky: Integer = primes.iter().map(|&p| Integer::from(p)).product();
        let mut cases: Vec<Matrix<Integers>> = Vec::new();
        for (n, bits) in [(1, 1), (2, 64), (5, 20), (9, 300), (17, 48), (24, 7)] {
            cases.push(random(&z, &mut source, n, n, bits));
            let all = Integer::from(1) << bits;
            let extreme = |i: usize, j: usize| if (i * 7 + j * 3) % 5 < 2 { 1 - all.clone() } else { all.clone() - 1 };
            cases.push(Matrix::from_fn(&z, n, n, extreme).unwrap());
        }
        let base = cases[4].clone();
        let twice = Matrix::from_fn(&z, 5, 5, |i, j| base.get(if i == 3 { 1 } else { i }, j)).unwrap();
        let planted = Matrix::from_fn(&z, 5, 5, |i, j| if i == 2 { base.get(i, j) * &unlucky } else { base.get(i, j) });
        cases.extend([twice, planted.unwrap(), Matrix::zero(&z, 3, 3).unwrap(), Matrix::identity(&z, 4)]);
        for a in &cases {
            let expected = bareiss(a);
            for algorithm in [Algorithm::Crt, Algorithm::Dixon, Algorithm::BigPrime(None)] {
                let found = multimodular::det(a, &by(algorithm)).unwrap();
                assert_eq!(found.value, expected, "{algorithm} of {a:?}");
                assert_eq!(found.certainty, Certainty::Proved);
            }
        }
        let named = by("big-prime:F8".parse().unwrap());
        assert_eq!(multimodular::det(&cases[2], &named).unwrap().value, bareiss(&cases[2]));
        assert!(matches!(multimodular::det(&cases[6], &named), Err(Error::OutOfRange { .. })));
    }
}

#[test]
fn systems_by_every_algorithm() {
    for z in engines() {
        let mut source = Random::new(6);
        for (n, sides, bits) in [(1, 1, 5), (3, 2, 64), (8, 1, 200), (20, 3, 30)] {
            let (a, b) = (random(&z, &mut source, n, n, bits), random(&z, &mut source, n, sides, bits + 9));
            if bareiss(&a) == 0 {
                continue;
            }
            let [crt, dixon] =
                [Algorithm::Crt, Algorithm::Dixon].map(|w| multimodular::solve(&a, &b, &by(w)).unwrap().value);
            assert!(crt == dixon, "{n} by {n}, {sides} sides");
            assert!(a.checked_mul(&dixon.0).unwrap() == b.scale(&dixon.1) && dixon.1 > 0);
            // a short solution of a system with long entries
            let x = random(&z, &mut source, n, 1, 3);
            let (found, d) = multimodular::solve(&a, &a.checked_mul(&x).unwrap(), &by(Algorithm::Dixon)).unwrap().value;
            assert!(found == x && d == 1);
        }
        assert!(matches!(
            multimodular::solve(&Matrix::identity(&z, 2), &Matrix::identity(&z, 2), &by(Algorithm::BigPrime(None))),
            Err(Error::Algorithm { .. })
        ));
    }
}

/// Kernels are mapped to 0, have the right dimension, and are in reduced echelon form, which is unique.
#[test]
fn kernels() {
    for z in engines() {
        let mut source = Random::new(8);
        for (rows, rank, cols, bits) in
            [(3, 3, 3, 10), (4, 2, 6, 30), (6, 2, 4, 64), (5, 0, 5, 3), (2, 2, 9, 90), (0, 0, 3, 1)]
        {
            let (left, right) = (random(&z, &mut source, rows, rank, bits), random(&z, &mut source, rank, cols, bits));
            let a = left.checked_mul(&right).unwrap();
            let rank = multimodular::rank(&a, &Options::default()).unwrap().value;
            let found = multimodular::nullspace(&a, &Options::default()).unwrap().value;
            assert_eq!(found.shape(), (cols - rank, cols), "{rows} by {cols} of rank {rank}");
            assert!(a.checked_mul(&found.transposed()).unwrap().is_zero());
            let (reduced, d) = multimodular::rref(&a, &Options::default()).unwrap().value;
            assert!(reduced.checked_mul(&found.transposed()).unwrap().is_zero());
            let leads = (0..rows).map_while(|i| (0..cols).find(|&j| reduced.get(i, j) != 0)).collect::<Vec<_>>();
            assert!(leads.len() == rank && leads.windows(2).all(|pair| pair[0] < pair[1]));
            for (i, &lead) in leads.iter().enumerate() {
                assert!((0..rows).all(|k| reduced.get(k, lead) == if k == i { d.clone() } else { Integer::new() }));
            }
            assert!(d > 0 && (0..rows * cols).fold(d, |g, i| g.gcd(&reduced.get(i / cols, i % cols))) == 1);
            let mut last = None;
            for i in 0..found.rows() {
                let lead = (0..cols).find(|&j| found.get(i, j) != 0).unwrap();
                assert!(last.is_none_or(|last| lead > last) && found.get(i, lead) > 0);
                assert!((0..found.rows()).all(|k| k == i || found.get(k, lead) == 0));
                assert_eq!((0..cols).fold(Integer::new(), |g, j| g.gcd(&found.get(i, j))), 1);
                last = Some(lead);
            }
        }
    }
}

/// A checkpoint written with one number of threads is used with another; so is half of it.
#[test]
fn checkpoints_of_lifting() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let mut source = Random::new(9);
    let z = |threads| Integers::on(&Engine::builder().threads(threads).build());
    let a = random(&z(1), &mut source, 30, 30, 100);
    let det = |threads, checkpoint| {
        let a = Matrix::from_fn(&z(threads), 30, 30, |i, j| a.get(i, j)).unwrap();
        let found = multimodular::det(&a, &Options { checkpoint, ..by(Algorithm::Dixon) }).unwrap();
        assert!(found.value == bareiss(&a));
    };
    let open = || Checkpoint::open(&path).unwrap();
    det(2, Some(open().into()));
    let whole = std::fs::read(&path).unwrap();
    assert!(open().records() > 3);
    for (threads, len) in [(1, whole.len()), (7, whole.len() / 2), (1, whole.len() / 5)] {
        std::fs::write(&path, &whole[..len]).unwrap();
        det(threads, Some(open().into()));
        let again = std::fs::read(&path).unwrap();
        assert_eq!(again.len(), whole.len());
    }
}

/// The methods of matrices over Z give certain answers of the functions with options, whatever pivots elimination would meet.
#[test]
fn methods_are_the_modular_functions() {
    let z = Integers::new();
    let mut source = Random::new(0xd0);
    for (n, bits) in [(1, 3), (4, 2), (6, 70), (17, 12)] {
        let a = random(&z, &mut source, n, n, bits);
        let (det, right) = (a.det().unwrap(), random(&z, &mut source, n, 2, bits));
        assert_eq!((&det, a.rank()), (&bareiss(&a), Ok(if det == 0 { a.rank().unwrap() } else { n })));
        let p = a.charpoly().unwrap();
        assert_eq!(p.coeff(0), if n % 2 == 0 { det.clone() } else { Integer::from(-&det) });
        assert_eq!(p.rem(&a.minpoly().unwrap()), Ok(Poly::zero(&z)));
        if det != 0 {
            let ((x, d), (inverse, e)) = (a.solve(&right).unwrap(), a.inverse().unwrap());
            assert_eq!((&a * &x, &a * &inverse), (right.scale(&d), Matrix::identity(&z, n).scale(&e)));
            assert!(d > 0 && e > 0 && a.nullspace().unwrap().rows() == 0);
        }
    }
    let low = &random(&z, &mut source, 9, 4, 30) * &random(&z, &mut source, 4, 11, 30);
    let kernel = low.nullspace().unwrap();
    assert_eq!((low.rank(), kernel.shape(), kernel.rank()), (Ok(4), (7, 11), Ok(7)));
    assert!((&low * &kernel.transposed()).is_zero());
    assert!(matches!(low.det(), Err(Error::NotSquare { .. })));
    let singular = random(&z, &mut source, 3, 2, 5) * random(&z, &mut source, 2, 3, 5);
    assert_eq!(singular.inverse(), Err(Error::Singular { rank: singular.rank().unwrap(), size: 3 }));
}
