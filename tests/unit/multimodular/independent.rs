//! Independent rows of a matrix over Z, found modulo 2^61 − 1: as many as its rank, unless the prime divides all minors of that size.

use polymod::{
    Integers, Matrix,
    core::bits::SplitMix64,
    multimodular::{
        coprime::P,
        independent::{Split, are_orthogonal},
    },
    ring::Vectors,
};
use rug::Integer;

/// Products of random matrices, of any rank, with entries of any length.
fn product(z: &Integers, [rows, rank, cols]: [usize; 3], bits: u32, random: &mut SplitMix64) -> Matrix<Integers> {
    let mut entry = |_, _| (Integer::from(random.word() as i64) << 64) >> (127 - bits);
    let x = Matrix::from_fn(z, rows, rank, &mut entry).expect("a shape");
    let y = Matrix::from_fn(z, rank, cols, &mut entry).expect("a shape");
    x.checked_mul(&y).expect("a product")
}

#[test]
fn rows_are_independent_and_as_many_as_the_rank() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(3));
    for bits in [1, 8, 31, 63, 64, 90] {
        for [rows, rank, cols] in [[1, 1, 1], [3, 1, 2], [6, 3, 6], [9, 4, 7], [5, 5, 5], [4, 4, 9]] {
            let a = product(&z, [rows, rank, cols], bits, &mut random);
            let wanted = a.rank().expect("a rank");
            let Split { chosen, others } = Split::new(&a).expect("two matrices");
            assert_eq!((chosen.rows(), others.rows()), (wanted, rows - wanted), "{a:?}");
            assert_eq!(chosen.rank().expect("a rank"), wanted, "{a:?}");
            let both: Vec<_> = (0..rows)
                .map(|i| a.row(i))
                .filter(|row| {
                    let is_in = |m: &Matrix<Integers>| (0..m.rows()).any(|i| z.same(m.row(i), *row));
                    is_in(&chosen) || is_in(&others)
                })
                .collect();
            assert_eq!(both.len(), rows, "{a:?}");
        }
    }
    // the prime divides the second row
    let p = Integer::from(P);
    let a = Matrix::from_fn(&z, 2, 2, |i, j| if i == j { Integer::from(1) } else { Integer::new() } * if i == 1 { p.clone() } else { Integer::from(1) });
    assert_eq!(Split::new(&a.expect("a shape")).expect("two matrices").chosen.rows(), 1);
}

#[test]
fn products_are_zero_or_are_not() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(5));
    for bits in [1, 8, 31, 62, 63, 64, 90] {
        for cols in [1, 2, 5, 8] {
            let a = product(&z, [3, 1, cols], bits, &mut random);
            let kernel = a.nullspace().expect("a kernel");
            assert!(are_orthogonal(&a, &kernel), "{a:?}, {kernel:?}");
            for (i, j) in (0..kernel.rows()).flat_map(|i| (0..cols).map(move |j| (i, j))) {
                for change in [1, -1] {
                    let mut other = kernel.clone();
                    other.set(i, j, &(kernel.get(i, j) + change));
                    let wanted = a.checked_mul(&other.transposed()).expect("a product").is_zero();
                    assert_eq!(are_orthogonal(&a, &other), wanted, "{a:?}, {other:?}");
                }
            }
            // sums of the largest products
            let most = |sign: i32| move |_, _| ((Integer::from(1) << bits) - 1u32) * sign;
            for signs in [[1, 1], [1, -1], [-1, -1]] {
                let [x, y] = signs.map(|sign| Matrix::from_fn(&z, 2, cols, most(sign)).expect("a shape"));
                assert!(!are_orthogonal(&x, &y), "{x:?}, {y:?}");
            }
        }
    }
}
