//! Determinants without divisions against those by other algorithms.

use polymod::{
    Engine, Result,
    matrix::{DetAlgorithm, Matrix},
    ring::{Block, Blocks, Ring, ZnBig},
};
use rug::{Integer, integer::IsPrime, ops::Pow};

fn ring(n: Integer) -> ZnBig {
    ZnBig::on(&Engine::builder().threads(1).build(), n).unwrap()
}

fn own(a: &Matrix<ZnBig>) -> Option<Result<Integer>> {
    let (f, rows) = (a.ring(), a.rows());
    let v = f.collect(&(0..rows * rows).map(|at| a.get(at / rows, at % rows)).collect::<Vec<_>>());
    f.own_determinant(Block::new(v.view(), rows, rows, rows))
}

/// Primes and composite numbers of 64 to 2203 bits.
fn moduli() -> Vec<Integer> {
    let mersenne = |e: u32| Integer::from(2).pow(e) - 1u32;
    let mut moduli: Vec<_> = [64, 89, 127, 128, 255, 607, 1279, 2203].map(mersenne).to_vec();
    moduli.extend([mersenne(255) - 18u32, 3 * mersenne(89), Integer::from(3).pow(64)]);
    moduli
}

#[test]
fn determinants_are_those_without_divisions() {
    for n in moduli() {
        let f = ring(n.clone());
        for rows in [2usize, 3, 5, 7, 8, 9, 10, 16, 17, 18] {
            // scattered entries, the largest residue, and zeros at the first places of the diagonal
            let entry = |i: usize, j: usize| match (3 * i + 5 * j) % 7 {
                _ if i == j && i < 3 => Integer::new(),
                0 => Integer::from(-1),
                t => Integer::from((i * i + 7 * j + 3) as u64).pow(99 + (i * j + t) as u32),
            };
            let a = Matrix::from_fn(&f, rows, rows, |i, j| f.residue(entry(i, j))).unwrap();
            let wanted = a.det_by(DetAlgorithm::DivisionFree).unwrap();
            match own(&a) {
                Some(found) => assert_eq!(found.unwrap(), wanted, "modulo {n}, {rows} rows"),
                None => {
                    assert!(f.loops().is_none() || n.is_probably_prime(30) == IsPrime::No, "modulo {n}, {rows} rows");
                }
            }
            assert_eq!(a.det().unwrap(), wanted, "modulo {n}, {rows} rows");
            // a column that is twice another
            let from = |j: usize| if j == rows - 1 { (0, 2) } else { (j, 1) };
            let a = Matrix::from_fn(&f, rows, rows, |i, j| f.mul(&a.get(i, from(j).0), &from(j).1.into())).unwrap();
            assert!(own(&a).is_none_or(|found| found.unwrap() == 0), "modulo {n}, {rows} rows, singular");
        }
    }
}

/// Products with a pivot that divides n vanish, although the determinant does not.
#[test]
fn zeros_below_a_pivot_that_is_no_unit_decide_nothing() {
    let q = Integer::from(2).pow(89) - 1u32;
    let f = ring(3 * q.clone());
    let [zero, one] = [0, 1].map(Integer::from);
    let rows =
        [[3.into(), zero.clone(), one.clone()], [zero.clone(), q.clone(), zero.clone()], [one, zero.clone(), zero]];
    let a = Matrix::from_fn(&f, 3, 3, |i, j| rows[i][j].clone()).unwrap();
    assert!(own(&a).is_none());
    assert_eq!(a.det().unwrap(), 2 * q);
}
