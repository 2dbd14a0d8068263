//! Modular methods for matrices over Z, against fraction-free elimination and the definitions.

use crate::common::Random;
use polymod::{
    Dense, Engine, Error, Integers, Ring,
    cpu::Isa,
    modular::{self, Certainty, Effort},
    rug::Integer,
};

fn engines() -> Vec<Integers> {
    let engine = |threads, isa| Integers::on(&Engine::builder().threads(threads).isa(isa).build());
    vec![engine(1, Isa::Avx512), engine(2, Isa::Avx512), engine(3, Isa::Avx2), engine(1, Isa::Scalar)]
}

fn random(z: &Integers, random: &mut Random, rows: usize, cols: usize, bits: u32) -> Dense<Integers> {
    let entries = random.integers(bits, rows * cols);
    Dense::new(z, rows, cols, z.collect(&entries)).unwrap()
}

/// The determinant by exact divisions (Bareiss 1968, "Sylvester's identity and multistep integer-preserving Gaussian elimination").
fn bareiss(a: &Dense<Integers>) -> Integer {
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
            let found = modular::det(&a, Effort::Certified).unwrap();
            assert_eq!(found.value, bareiss(&a), "{n} by {n}, {bits} bits");
            assert_eq!(found.certainty, Certainty::Proved);
            assert_eq!(modular::det(&a, Effort::Probabilistic { seed: 5 }).unwrap().value, found.value);
            let p = modular::charpoly(&a, Effort::Certified).unwrap().value;
            assert!(p.len() == n + 1 && p.leading() == Some(Integer::from(1)));
            for x in [-2i64, 0, 1, 1 << 40] {
                let shifted =
                    Dense::from_fn(&z, n, n, |i, j| if i == j { Integer::from(x) - a.get(i, j) } else { -a.get(i, j) });
                assert_eq!(p.eval(&Integer::from(x)), bareiss(&shifted.unwrap()), "{n} by {n} at {x}");
            }
        }
        let singular = Dense::from_i64(&z, &[&[1, 2], &[2, 4]]).unwrap();
        assert_eq!(modular::det(&singular, Effort::Certified).unwrap().value, 0);
        let oblong = Dense::from_i64(&z, &[&[1, 2]]).unwrap();
        assert!(matches!(modular::det(&oblong, Effort::Certified), Err(Error::NotSquare { .. })));
        assert!(matches!(modular::charpoly(&oblong, Effort::Certified), Err(Error::NotSquare { .. })));
    }
}

/// Products of random matrices have the lesser of their dimensions as rank; consistent systems come back as A·X = d·B.
#[test]
fn ranks_and_systems() {
    for z in engines() {
        let mut source = Random::new(2);
        for (rows, rank, cols, bits) in
            [(3, 3, 3, 10), (4, 2, 6, 30), (6, 2, 4, 64), (5, 0, 5, 3), (9, 5, 9, 100), (0, 0, 3, 5)]
        {
            // unit lower and upper parts keep the ranks of the factors
            let unit = |m: Dense<Integers>| {
                Dense::from_fn(&z, m.rows(), m.cols(), |i, j| match i.cmp(&j) {
                    std::cmp::Ordering::Equal => Integer::from(1),
                    std::cmp::Ordering::Less if m.cols() <= m.rows() => Integer::new(),
                    std::cmp::Ordering::Greater if m.cols() > m.rows() => Integer::new(),
                    _ => m.get(i, j),
                })
                .unwrap()
            };
            let a = unit(random(&z, &mut source, rows, rank, bits));
            let a = a.checked_mul(&unit(random(&z, &mut source, rank, cols, bits))).unwrap();
            assert_eq!(modular::rank(&a, Effort::Certified).unwrap().value, rank, "{rows} by {cols}");
            let right = a.checked_mul(&random(&z, &mut source, cols, 2, bits)).unwrap();
            let (x, d) = modular::solve(&a, &right, Effort::Certified).unwrap().value;
            assert!(a.checked_mul(&x).unwrap() == right.scale(&d) && d > 0);
            let free = (0..cols).filter(|&i| (0..2).all(|j| x.get(i, j) == 0)).count();
            assert!(free >= cols - rank, "free unknowns are 0");
            if rank < rows {
                let other = random(&z, &mut source, rows, 1, bits + 7);
                match modular::solve(&a, &other, Effort::Certified) {
                    Ok(found) => assert!(a.checked_mul(&found.value.0).unwrap() == other.scale(&found.value.1)),
                    Err(e) => assert_eq!(e, Error::Inconsistent { column: 0 }),
                }
            }
        }
    }
}

#[test]
fn inverses_in_lowest_terms() {
    let z = Integers::default();
    let mut source = Random::new(3);
    for n in [0, 1, 2, 5, 20] {
        let a = random(&z, &mut source, n, n, 50);
        match modular::inverse(&a, Effort::Certified) {
            Ok(found) => {
                let (x, d) = found.value;
                assert!(a.checked_mul(&x).unwrap() == Dense::identity(&z, n).scale(&d) && d > 0);
                let common = (0..n * n).fold(d, |common, i| common.gcd(&x.get(i / n, i % n)));
                assert_eq!(common, 1);
            }
            Err(e) => assert!(matches!(e, Error::Singular { .. }) && bareiss(&a) == 0),
        }
    }
    let singular = Dense::from_i64(&z, &[&[1, 2], &[2, 4]]).unwrap();
    assert_eq!(modular::inverse(&singular, Effort::Certified).unwrap_err(), Error::Singular { rank: 1, size: 2 });
}
