//! Hermite and Smith forms and reduced bases, by their definitions.

use crate::common::Random;
use polymod::{
    Integers, Matrix, Ring,
    multimodular::{hnf, hnf_with_transform, lll, lll_with_transform, snf, snf_with_transforms},
    rug::Integer,
};

type Rows = Vec<Vec<Integer>>;

fn rows_of(a: &Matrix<Integers>) -> Rows {
    (0..a.rows()).map(|i| (0..a.cols()).map(|j| a.get(i, j)).collect()).collect()
}

fn matrix_of(rows: &Rows, cols: usize) -> Matrix<Integers> {
    let z = Integers::new();
    Matrix::new(&z, rows.len(), cols, z.collect(&rows.concat())).unwrap()
}

/// A matrix whose entries have about this number of bits, of rank at most `rank`.
fn random(source: &mut Random, [rows, cols, rank]: [usize; 3], bits: u32) -> Matrix<Integers> {
    let z = Integers::new();
    let mut of = |rows: usize, cols: usize| {
        let entries = source.integers(bits, rows * cols);
        Matrix::new(&z, rows, cols, z.collect(&entries)).unwrap()
    };
    if rank == rows.min(cols) { of(rows, cols) } else { &of(rows, rank) * &of(rank, cols) }
}

/// Small matrices of all shapes and ranks, with entries of a few digits and of many.
fn matrices() -> Vec<Matrix<Integers>> {
    let mut source = Random::new(5);
    let mut all = Vec::new();
    for rows in 0..5 {
        for cols in 0..5 {
            for rank in 0..=rows.min(cols) {
                for bits in [1, 2, 5, 200] {
                    all.push(random(&mut source, [rows, cols, rank], bits));
                }
            }
        }
    }
    let z = Integers::new();
    let of = |rows: &[&[i64]]| Matrix::from_i64(&z, rows).unwrap();
    // Fibonacci numbers, zero rows and columns, equal rows, determinants 1 and −1
    all.extend([
        of(&[&[102_334_155, 63_245_986], &[63_245_986, 39_088_169]]),
        of(&[&[0, 0, 0], &[0, 2, 4], &[0, 0, 0], &[0, 3, 5]]),
        of(&[&[3, 3], &[3, 3], &[-3, -3]]),
        of(&[&[0, 1], &[1, 0]]),
        of(&[&[2, 0, 0, 0], &[0, 6, 0, 0], &[0, 0, 4, 0], &[0, 0, 0, 15]]),
        of(&[&[1, i64::MAX], &[0, i64::MIN]]),
    ]);
    all
}

/// The Hermite form by Euclid's algorithm in columns.
fn naive(a: &Matrix<Integers>) -> Matrix<Integers> {
    let (mut rows, mut rank) = (rows_of(a), 0);
    for j in 0..a.cols() {
        while let Some(p) = (rank..rows.len()).filter(|&i| rows[i][j] != 0).min_by_key(|&i| rows[i][j].clone().abs()) {
            rows.swap(p, rank);
            if rows[rank][j] < 0 {
                rows[rank].iter_mut().for_each(|x| *x = -std::mem::take(x));
            }
            let pivot = rows[rank].clone();
            for row in rows.iter_mut().enumerate().filter(|(i, _)| *i != rank).map(|(_, row)| row) {
                let q = row[j].clone().div_rem_floor(pivot[j].clone()).0;
                row.iter_mut().zip(&pivot).for_each(|(x, y)| *x -= &q * y);
            }
            if rows[rank + 1..].iter().all(|row| row[j] == 0) {
                rank += 1;
                break;
            }
        }
    }
    matrix_of(&rows, a.cols())
}

fn is_unimodular(u: &Matrix<Integers>) -> bool {
    u.det().is_ok_and(|d| d.abs() == 1)
}

#[test]
fn hermite_forms() {
    for a in matrices() {
        let expected = naive(&a);
        assert_eq!(hnf(&a), Ok(expected.clone()), "{a:?}");
        let (h, u) = hnf_with_transform(&a).unwrap();
        assert_eq!(h, expected, "{a:?}");
        assert!(is_unimodular(&u) && &u * &a == h, "{a:?}: {u:?}");
    }
}

/// Products of the first divisors are greatest common divisors of minors.
#[test]
fn smith_forms() {
    let subsets = |n: usize, k: usize| {
        let sets = (0u32..1 << n).filter(move |set| set.count_ones() as usize == k);
        sets.map(move |set| (0..n).filter(|i| set >> i & 1 == 1).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    for a in matrices() {
        let s = snf(&a).unwrap();
        let mut product = Integer::from(1);
        for k in 1..=a.rows().min(a.cols()) {
            let mut divisor = Integer::new();
            for rows in subsets(a.rows(), k) {
                for columns in subsets(a.cols(), k) {
                    let minor = Matrix::from_fn(a.ring(), k, k, |i, j| a.get(rows[i], columns[j])).unwrap();
                    divisor.gcd_mut(&minor.det().unwrap());
                }
            }
            let d = s.get(k - 1, k - 1);
            assert!(d >= 0, "{a:?}: {s:?}");
            product *= &d;
            assert_eq!(product, divisor, "{a:?}, {k}: {s:?}");
            assert!(k == 1 || d.is_divisible(&s.get(k - 2, k - 2)), "{a:?}: {s:?}");
        }
        let (same, u, v) = snf_with_transforms(&a).unwrap();
        assert_eq!(same, s, "{a:?}");
        assert!(is_unimodular(&u) && is_unimodular(&v), "{a:?}");
        assert!(&(&u * &a) * &v == s, "{a:?}: {u:?}, {v:?}");
    }
}

/// Checks a reduced basis by its definition in fractions with one denominator each.
fn is_reduced(b: &Matrix<Integers>) -> bool {
    let rows: Rows = rows_of(b).into_iter().skip_while(|row| row.iter().all(|x| *x == 0)).collect();
    let n = rows.len();
    let mut gram: Rows = rows
        .iter()
        .map(|x| rows.iter().map(|y| x.iter().zip(y).map(|(x, y)| Integer::from(x * y)).sum()).collect())
        .collect();
    let mut d = vec![Integer::from(1)];
    for k in 0..n {
        d.push(gram[k][k].clone());
        for i in k + 1..n {
            for j in k + 1..=i {
                let x = Integer::from(&gram[i][j] * &gram[k][k]) - Integer::from(&gram[i][k] * &gram[j][k]);
                gram[i][j] = x.div_exact(&d[k]);
            }
        }
    }
    let small = |i: usize, j: usize| 100 * gram[i][j].clone().abs() <= 51 * d[j + 1].clone();
    let lovasz = |k: usize| {
        let projected = Integer::from(&d[k + 1] * &d[k - 1]) + gram[k][k - 1].clone().square();
        100 * projected >= 99 * d[k].clone().square()
    };
    d.iter().all(|x| *x > 0) && (0..n).all(|i| (0..i).all(|j| small(i, j))) && (1..n).all(lovasz)
}

fn check_reduction(a: &Matrix<Integers>) {
    let (b, u) = lll_with_transform(a).unwrap();
    assert!(is_reduced(&b), "{a:?}: {b:?}");
    assert!(is_unimodular(&u) && &u * a == b, "{a:?}: {b:?}");
    assert_eq!(lll(a), Ok(b));
}

#[test]
fn reduced_bases() {
    matrices().iter().for_each(check_reduction);
}

/// Lattices of subset sums and of equations modulo q.
#[test]
fn reduced_bases_of_more_rows() {
    let z = Integers::new();
    let mut source = Random::new(9);
    for (n, bits) in [(10, 60), (20, 300), (30, 40)] {
        let last = rows_of(&random(&mut source, [n, 1, 1], bits));
        let entry = |i: usize, j: usize| if j == n { last[i][0].clone() } else { Integer::from(i == j) };
        check_reduction(&Matrix::from_fn(&z, n, n + 1, entry).unwrap());
        let q = 65537u32;
        let mut entry = |i: usize, j: usize| match (i < n / 2, i == j) {
            (true, true) => Integer::from(1),
            (true, false) if j >= n / 2 => Integer::from(source.word() % u64::from(q)),
            (false, true) => Integer::from(q),
            _ => Integer::new(),
        };
        check_reduction(&Matrix::from_fn(&z, n, n, &mut entry).unwrap());
    }
    // more vectors than columns, and dependent ones of many digits
    for [rows, cols, rank] in [[12, 4, 4], [9, 9, 5]] {
        check_reduction(&random(&mut source, [rows, cols, rank], 90));
    }
}

/// Many rows: nearly all pivots are 1; or there are many others.
#[test]
fn forms_of_many_rows() {
    let mut source = Random::new(4);
    for ([rows, cols, rank], bits, factor) in
        [([40, 40, 40], 20, 1), ([35, 35, 35], 5, 6), ([45, 30, 30], 9, 1), ([30, 45, 25], 7, 1)]
    {
        let mut a = random(&mut source, [rows, cols, rank], bits);
        for i in 0..rows / 2 {
            for j in 0..cols {
                a.set(i, j, &(a.get(i, j) * factor));
            }
        }
        let (h, u) = hnf_with_transform(&a).unwrap();
        assert!(is_unimodular(&u) && &u * &a == h);
        assert_eq!(hnf(&a), Ok(h.clone()));
        assert_eq!(hnf(&h), Ok(h));
        let (s, u, v) = snf_with_transforms(&a).unwrap();
        assert!(is_unimodular(&u) && is_unimodular(&v) && &(&u * &a) * &v == s);
        assert_eq!(snf(&a), Ok(s));
    }
}
