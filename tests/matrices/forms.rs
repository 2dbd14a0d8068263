//! Triangular forms, adjugates and Pfaffians, against eliminations of single entries, cofactors and expansions.

use crate::{common::Random, engines, matrix, oracle, random, words};
use polymod::{
    Integers, Matrix, Ring, Zn,
    multimodular::{self, Certainty, Options},
    rug::Integer,
};

/// P, L and U modulo a prime: at each column the first row with an entry other than 0 is exchanged with the next row.
fn decomposed(a: &[u64], [rows, cols]: [usize; 2], p: u64) -> (Vec<usize>, Vec<Vec<u64>>, Vec<Vec<u64>>) {
    let times = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(p)) as u64;
    let mut u: Vec<Vec<u64>> = (0..rows).map(|i| a[i * cols..(i + 1) * cols].to_vec()).collect();
    let (mut l, mut order, mut top) = (vec![vec![0; rows]; rows], (0..rows).collect::<Vec<_>>(), 0);
    for j in 0..cols {
        let Some(pivot) = (top..rows).find(|&i| u[i][j] != 0) else { continue };
        u.swap(pivot, top);
        l.swap(pivot, top);
        order.swap(pivot, top);
        let inverse = (0..p - 2).fold(1, |power, _| times(power, u[top][j]));
        let (above, below) = u.split_at_mut(top + 1);
        for (row, of_l) in below.iter_mut().zip(&mut l[top + 1..]) {
            let factor = times(row[j], inverse);
            of_l[top] = factor;
            row.iter_mut().zip(&above[top]).for_each(|(x, y)| *x = (*x + times(p - factor, *y)) % p);
        }
        top += 1;
    }
    (0..rows).for_each(|i| l[i][i] = 1);
    (order, l, u)
}

#[test]
fn pivots_are_the_first_of_their_columns() {
    for engine in engines() {
        let mut source = Random::new(1);
        for p in [2, 3, 97] {
            let f = Zn::on(&engine, p).unwrap();
            for [rows, cols] in [[1, 1], [3, 5], [5, 3], [8, 8], [20, 33], [70, 70], [90, 40]] {
                // many zeros
                let sparse: Vec<u64> =
                    random(&mut source, 3 * p, rows, cols).iter().map(|x| x.saturating_sub(2 * p)).collect();
                for entries in [random(&mut source, p, rows, cols), sparse] {
                    let (order, l, u) = decomposed(&entries, [rows, cols], p);
                    let e = matrix(&f, rows, cols, &entries).echelon().unwrap();
                    assert_eq!(e.order(), order, "{rows} by {cols} modulo {p}");
                    assert_eq!(
                        (words(&e.lower()), words(&e.upper())),
                        (l.concat(), u.concat()),
                        "{rows} by {cols} modulo {p}"
                    );
                }
            }
        }
    }
}

fn rows_of(a: &Matrix<Integers>) -> Vec<Vec<Integer>> {
    (0..a.rows()).map(|i| (0..a.cols()).map(|j| a.get(i, j)).collect()).collect()
}

#[test]
fn adjugates_over_z() {
    let z = Integers::new();
    let mut source = Random::new(2);
    for (n, bits) in [(1usize, 70), (2, 3), (3, 64), (4, 200), (6, 20)] {
        for rank in [n, n - 1, n.saturating_sub(2)] {
            let left = Matrix::new(&z, n, rank, z.collect(&source.integers(bits, n * rank))).unwrap();
            let a = left * Matrix::new(&z, rank, n, z.collect(&source.integers(bits, n * rank))).unwrap();
            let rows = rows_of(&a);
            let cofactor = |i: usize, j: usize| {
                let without = |row: &Vec<Integer>| {
                    row.iter().enumerate().filter(|(k, _)| *k != i).map(|(_, x)| x.clone()).collect()
                };
                let minor: Vec<Vec<Integer>> =
                    rows.iter().enumerate().filter(|(k, _)| *k != j).map(|(_, row)| without(row)).collect();
                let det = oracle::determinant(&minor);
                if (i + j) % 2 == 1 { -det } else { det }
            };
            let found = multimodular::adjugate(&a, &Options::default()).unwrap();
            assert_eq!(
                (&found.value, found.certainty),
                (&Matrix::from_fn(&z, n, n, cofactor).unwrap(), Certainty::Proved)
            );
            assert_eq!(a.adjugate().unwrap(), found.value);
        }
    }
}

#[test]
fn pfaffians_over_z() {
    let z = Integers::new();
    let mut source = Random::new(3);
    for (n, bits) in [(0, 1), (1, 5), (2, 300), (3, 5), (4, 64), (8, 3), (12, 100)] {
        let entries = source.integers(bits, n * n);
        let entry = |i: usize, j: usize| match i.cmp(&j) {
            std::cmp::Ordering::Less => entries[i * n + j].clone(),
            std::cmp::Ordering::Equal => Integer::new(),
            std::cmp::Ordering::Greater => -entries[j * n + i].clone(),
        };
        let a = Matrix::from_fn(&z, n, n, entry).unwrap();
        let found = a.pfaffian().unwrap();
        assert_eq!(Integer::from(&found * &found), a.det().unwrap(), "{n} rows");
        // the sign by expansion
        let all: Vec<usize> = (0..n).collect();
        assert!(n > 8 || found == expanded(&a, &all), "{n} rows");
    }
    assert!(Matrix::from_i64(&z, &[&[0, 1], &[1, 0]]).unwrap().pfaffian().is_err());
}

/// The Pfaffian of these rows and columns by expansion along the first.
fn expanded(a: &Matrix<Integers>, left: &[usize]) -> Integer {
    let Some((&first, others)) = left.split_first() else { return Integer::from(1) };
    let term = |i: usize| {
        let rest: Vec<usize> = others.iter().copied().filter(|&k| k != others[i]).collect();
        let term = a.get(first, others[i]) * expanded(a, &rest);
        if i % 2 == 1 { -term } else { term }
    };
    (0..others.len()).map(term).sum()
}

#[test]
fn left_kernels_over_z() {
    let z = Integers::new();
    let a = Matrix::from_i64(&z, &[&[2, 4], &[3, 6], &[1, 2], &[0, 1]]).unwrap();
    let kernel = a.left_nullspace().unwrap();
    assert_eq!(kernel, Matrix::from_i64(&z, &[&[1, 0, -2, 0], &[0, 1, -3, 0]]).unwrap());
    assert!((kernel * a).is_zero());
}
