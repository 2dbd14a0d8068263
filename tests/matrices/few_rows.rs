//! Matrices of few rows: every answer at every size around those where algorithms change, for extreme moduli and entries, by definitions and identities.

use crate::{
    common::{ModWord, Random},
    engines, matrix, oracle, random, words,
};
use polymod::{Engine, Error, Integers, Matrix, Ring, Zn, rug::Integer};

/// Primes of all lengths for which the arithmetic differs.
const PRIMES: [u64; 9] =
    [2, 3, 97, (1 << 23) - 15, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58];
const ROWS: [usize; 17] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 24, 32, 33];

/// Matrices modulo n: random ones, of entries n − 1 and 0, of low rank, with rows and columns of zeros.
fn samples(source: &mut Random, n: u64, size: usize) -> Vec<Vec<u64>> {
    let full = random(source, n, size, size);
    let largest = vec![n - 1; size * size];
    let extreme = (0..size * size).map(|_| if source.word() & 1 == 0 { n - 1 } else { 0 }).collect();
    let half = size.div_ceil(2);
    let (left, right) = (random(source, n, size, half), random(source, n, half, size));
    let low = oracle::product(&left, &right, (size, half, size), n);
    let triangle = full.iter().enumerate().map(|(at, &x)| if at / size < at % size { 0 } else { x }).collect();
    let mut gaps = full.clone();
    gaps.iter_mut().enumerate().filter(|(at, _)| at / size == 1 || at % size == 2).for_each(|(_, x)| *x = 0);
    vec![full, largest, extreme, low, triangle, gaps]
}

#[test]
fn answers_modulo_primes() {
    let mut source = Random::new(31);
    for engine in engines() {
        for p in PRIMES {
            let r = Zn::on(&engine, p).unwrap();
            for size in ROWS {
                for list in samples(&mut source, p, size) {
                    let a = matrix(&r, size, size, &list);
                    let rank = oracle::profile(&list, size, size, p).len();
                    assert_eq!(a.rank(), Ok(rank), "{size} rows modulo {p}");
                    let kernel = a.nullspace().unwrap();
                    assert_eq!(kernel.shape(), (size - rank, size), "{size} rows modulo {p}");
                    let image = oracle::product(&list, &words(&kernel.transposed()), (size, size, size - rank), p);
                    assert!(image.iter().all(|&x| x == 0), "the kernel of {size} rows modulo {p}");
                    solutions(&mut source, &a, rank);
                    squares(&mut source, &a, rank);
                }
            }
        }
    }
}

/// Solutions of systems for right sides in the image and others, and the inverse.
fn solutions(source: &mut Random, a: &Matrix<Zn>, rank: usize) {
    let (r, size, list, p) = (a.ring(), a.rows(), words(a), a.ring().n());
    for sides in [1, 3] {
        let x = random(source, p, size, sides);
        let image = oracle::product(&list, &x, (size, size, sides), p);
        let found = a.solve(&matrix(r, size, sides, &image)).unwrap();
        assert_eq!(oracle::product(&list, &words(&found), (size, size, sides), p), image, "{size} rows modulo {p}");
    }
    let unit = Matrix::identity(r, size);
    match a.inverse() {
        Ok(inverse) => {
            let product = oracle::product(&list, &words(&inverse), (size, size, size), p);
            assert!(rank == size && product == words(&unit), "the inverse of {size} rows modulo {p}");
        }
        other => {
            assert_eq!(other, Err(Error::Singular { rank, size }), "{size} rows modulo {p}");
            assert!(matches!(a.solve(&unit), Err(Error::Inconsistent { .. })), "{size} rows modulo {p}");
        }
    }
}

/// The determinant, and the characteristic polynomial p: p(A) maps a vector to 0, p(0) is the determinant up to its sign, and the trace is there too.
fn squares(source: &mut Random, a: &Matrix<Zn>, rank: usize) {
    let (r, size, list, p) = (a.ring(), a.rows(), words(a), a.ring().n());
    let det = a.det().unwrap();
    assert_eq!(det != 0, rank == size, "the determinant of {size} rows modulo {p}");
    if size <= 5 {
        let rows: Vec<Vec<Integer>> =
            list.chunks(size.max(1)).map(|row| row.iter().map(|&x| Integer::from(x)).collect()).collect();
        assert_eq!(det, oracle::determinant(&rows).mod_u64(p), "the determinant of {size} rows modulo {p}");
        let characteristic = oracle::residues(&oracle::characteristic(&rows), p);
        assert_eq!(a.charpoly().unwrap().iter().collect::<Vec<_>>(), characteristic, "{size} rows modulo {p}");
    }
    let polynomial = a.charpoly().unwrap();
    assert_eq!((polynomial.len(), polynomial.coeff(size)), (size + 1, 1 % p), "{size} rows modulo {p}");
    let constant = if size % 2 == 1 { r.neg(&det) } else { det };
    assert_eq!(polynomial.coeff(0), constant, "the constant coefficient for {size} rows modulo {p}");
    let trace = (0..size).fold(0, |sum, i| r.add(&sum, &list[i * (size + 1)]));
    assert!(size == 0 || polynomial.coeff(size - 1) == r.neg(&trace), "the trace of {size} rows modulo {p}");
    let (mut power, mut sum) = (random(source, p, size, 1), vec![0; size]);
    for c in &polynomial {
        sum.iter_mut().zip(&power).for_each(|(sum, x)| *sum = r.add(sum, &r.mul(&c, x)));
        power = oracle::product(&list, &power, (size, size, 1), p);
    }
    assert!(sum.iter().all(|&x| x == 0), "Cayley, Hamilton for {size} rows modulo {p}");
}

/// Matrices over Z: of entries at the ends of words, random ones of some length, of low rank, and multiples of powers of two.
fn integers(source: &mut Random, size: usize) -> Vec<Vec<Integer>> {
    let word = Integer::from(u64::MAX >> 1);
    let ends = [word.clone(), -word, Integer::from(i64::MIN), Integer::from(u64::MAX), -Integer::from(u64::MAX)];
    let extreme = |source: &mut Random| (0..size * size).map(|_| ends[source.usize_below(5)].clone()).collect();
    let mut all: Vec<Vec<Integer>> = vec![extreme(source), extreme(source), vec![ends[2].clone(); size * size]];
    for bits in [2, 8, 30, 63, 64, 65, 130] {
        all.push(source.integers(bits, size * size));
    }
    for shift in [20, 70] {
        all.push(source.integers(20, size * size).into_iter().map(|x| x << shift).collect());
    }
    let half = size.div_ceil(2);
    for bits in [5, 40, 64] {
        let (left, right) = (source.integers(bits, size * half), source.integers(bits, half * size));
        all.push(product(&left, &right, [size, half, size]));
    }
    all
}

/// A·B by the definition.
fn product(a: &[Integer], b: &[Integer], [m, k, c]: [usize; 3]) -> Vec<Integer> {
    let entry = |at: usize| (0..k).map(|t| Integer::from(&a[at / c * k + t] * &b[t * c + at % c])).sum();
    (0..m * c).map(entry).collect()
}

#[test]
fn answers_over_z() {
    let (z, mut source) = (Integers::on(&Engine::builder().threads(1).build()), Random::new(32));
    for size in [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16] {
        for list in integers(&mut source, size) {
            let a = Matrix::from_ints(&z, size, size, &list).unwrap();
            let rows: Vec<Vec<Integer>> = list.chunks(size).map(<[Integer]>::to_vec).collect();
            let polynomial: Vec<Integer> = a.charpoly().unwrap().iter().collect();
            assert_eq!(polynomial, oracle::characteristic(&rows), "{a:?}");
            let det = if size % 2 == 1 { Integer::from(-&polynomial[0]) } else { polynomial[0].clone() };
            assert_eq!(a.det().unwrap(), det, "{a:?}");
            if size <= 5 {
                assert_eq!(det, oracle::determinant(&rows), "{a:?}");
            }
            // modulo a prime that divides no minor here
            let p = u64::MAX - 58;
            let rank = oracle::profile(&oracle::residues(&list, p), size, size, p).len();
            assert_eq!(a.rank(), Ok(rank), "{a:?}");
            over_z(&mut source, &a, (&list, &det), rank);
        }
    }
}

/// Products, solutions in lowest terms, the inverse and the kernel.
fn over_z(source: &mut Random, a: &Matrix<Integers>, (list, det): (&[Integer], &Integer), rank: usize) {
    let (z, size) = (a.ring(), a.rows());
    let entries = |m: &Matrix<Integers>| m.iter().collect::<Vec<_>>();
    for sides in [1, 2, size] {
        let x = source.integers(64, size * sides);
        let image = product(list, &x, [size, size, sides]);
        let right = Matrix::from_ints(z, size, sides, &image).unwrap();
        assert_eq!(&(a * &Matrix::from_ints(z, size, sides, &x).unwrap()), &right, "{a:?}");
        let (found, d) = a.solve(&right).unwrap();
        let multiple: Vec<Integer> = image.iter().map(|x| Integer::from(x * &d)).collect();
        assert_eq!(product(list, &entries(&found), [size, size, sides]), multiple, "{a:?}");
        assert!(d > 0 && (rank < size || d == 1), "the integer solution of {a:?}");
    }
    if *det != 0 {
        let (inverse, d) = a.inverse().unwrap();
        let unit: Vec<Integer> =
            (0..size * size).map(|at| if at % (size + 1) == 0 { d.clone() } else { Integer::new() }).collect();
        assert_eq!(product(list, &entries(&inverse), [size; 3]), unit, "{a:?}");
        let common = entries(&inverse).iter().fold(d.clone(), Integer::gcd);
        assert!(d > 0 && common == 1, "the inverse of {a:?} in lowest terms");
    } else {
        assert_eq!(a.inverse(), Err(Error::Singular { rank, size }), "{a:?}");
    }
    let kernel = a.nullspace().unwrap();
    assert_eq!(kernel.shape(), (size - rank, size), "{a:?}");
    let vectors = entries(&kernel);
    let leads: Vec<usize> = vectors.chunks(size).map(|v| v.iter().position(|x| *x != 0).unwrap()).collect();
    assert!(leads.windows(2).all(|pair| pair[0] < pair[1]), "the kernel of {a:?}");
    for (i, v) in vectors.chunks(size).enumerate() {
        assert!(product(list, v, [size, size, 1]).iter().all(|x| *x == 0), "the kernel of {a:?}");
        assert!(v[leads[i]] > 0 && v.iter().fold(Integer::new(), Integer::gcd) == 1, "primitive: {a:?}");
        assert!(leads.iter().enumerate().all(|(j, &at)| j == i || v[at] == 0), "reduced: {a:?}");
    }
}

/// Products of few rows that are not square, and of entries whose sums just fit.
#[test]
fn rectangular_products_over_z() {
    let (z, mut source) = (Integers::new(), Random::new(33));
    for [m, k, c] in [[1, 1, 1], [1, 9, 1], [5, 1, 7], [3, 8, 2], [4, 4, 4], [9, 7, 5], [17, 16, 15]] {
        for [x, y] in [[1, 1], [8, 8], [10, 11], [31, 31], [62, 63], [63, 63], [64, 64], [64, 1], [65, 64], [200, 3]] {
            let largest = |bits: u32| (Integer::from(1) << bits) - 1u32;
            let (a, b) = (source.integers(x, m * k), source.integers(y, k * c));
            let (high, low) = (vec![largest(x); m * k], vec![-largest(y); k * c]);
            for (a, b) in [(a, b), (high, low)] {
                let wanted = Matrix::from_ints(&z, m, c, product(&a, &b, [m, k, c])).unwrap();
                let [a, b] = [(m, k, a), (k, c, b)].map(|(m, k, v)| Matrix::from_ints(&z, m, k, v).unwrap());
                assert_eq!(a * b, wanted, "{m} by {k} by {c}, {x} and {y} bits");
            }
        }
    }
}
