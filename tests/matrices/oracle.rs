//! Linear algebra by textbook algorithms, with GMP integers and with words.

use crate::common::{ModWord, power};
use polymod::rug::Integer;

/// A·B modulo n: m by k, k by c.
pub fn product(a: &[u64], b: &[u64], (m, k, c): (usize, usize, usize), n: u64) -> Vec<u64> {
    let mut out = Vec::with_capacity(m * c);
    for i in 0..m {
        for j in 0..c {
            // each carry counts 2^128 modulo n
            let (mut sum, mut carries) = (0u128, 0u128);
            for t in 0..k {
                let (next, carry) = sum.overflowing_add(u128::from(a[i * k + t]) * u128::from(b[t * c + j]));
                sum = next;
                carries += u128::from(carry);
            }
            let n = u128::from(n);
            let beyond = carries % n * ((u128::MAX % n + 1) % n) % n;
            out.push(((sum % n + beyond) % n) as u64);
        }
    }
    out
}

/// The determinant over Z by Laplace's expansion along the first row.
pub fn determinant(a: &[Vec<Integer>]) -> Integer {
    let Some(first) = a.first() else { return Integer::from(1) };
    let mut sum = Integer::new();
    for (j, x) in first.iter().enumerate() {
        let minor: Vec<Vec<Integer>> = a[1..]
            .iter()
            .map(|row| row.iter().enumerate().filter(|&(k, _)| k != j).map(|(_, y)| y.clone()).collect())
            .collect();
        let term = x.clone() * determinant(&minor);
        sum += if j % 2 == 0 { term } else { -term };
    }
    sum
}

/// The characteristic polynomial over Z, constant term first, by traces (Faddeev, LeVerrier).
pub fn characteristic(a: &[Vec<Integer>]) -> Vec<Integer> {
    let n = a.len();
    let mut p = vec![Integer::new(); n + 1];
    p[n] = Integer::from(1);
    let mut m = vec![vec![Integer::new(); n]; n];
    for k in 1..=n {
        // M = A·M + p_(n−k+1)·I, p_(n−k) = −tr(A·M)/k
        let mut next = times(a, &m);
        for (i, row) in next.iter_mut().enumerate() {
            row[i] += &p[n - k + 1];
        }
        m = next;
        let trace: Integer = times(a, &m).iter().enumerate().map(|(i, row)| row[i].clone()).sum();
        p[n - k] = -trace / k as u32;
    }
    p
}

fn times(a: &[Vec<Integer>], b: &[Vec<Integer>]) -> Vec<Vec<Integer>> {
    let entry = |row: &Vec<Integer>, j: usize| row.iter().zip(b).map(|(x, y)| Integer::from(x * &y[j])).sum();
    a.iter().map(|row| (0..b.len()).map(|j| entry(row, j)).collect()).collect()
}

/// The column rank profile modulo a prime.
pub fn profile(a: &[u64], rows: usize, cols: usize, p: u64) -> Vec<usize> {
    let mut a: Vec<Vec<u64>> = (0..rows).map(|i| a[i * cols..(i + 1) * cols].to_vec()).collect();
    let (mut profile, wide) = (Vec::new(), u128::from(p));
    for j in 0..cols {
        let Some(i) = a.iter().position(|row| row[j] != 0) else { continue };
        let pivot = a.swap_remove(i);
        let inverse = power(pivot[j], p - 2, p);
        for row in &mut a {
            let factor = u128::from(p - row[j]) * u128::from(inverse) % wide;
            for (x, y) in row.iter_mut().zip(&pivot) {
                *x = ((u128::from(*x) + factor * u128::from(*y)) % wide) as u64;
            }
        }
        profile.push(j);
    }
    profile
}

/// The residues of integers.
pub fn residues(v: &[Integer], n: u64) -> Vec<u64> {
    v.iter().map(|x| x.mod_u64(n)).collect()
}
