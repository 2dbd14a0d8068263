//! Independent rows of a matrix over Z, found modulo 2^61 − 1: as many as its rank, unless the prime divides all minors of that size. A kernel of theirs is
//! that of the whole matrix if the products of its vectors by the other rows are 0.

use super::{
    coprime::{P, reduced, residue},
    low,
};
use crate::{
    Result,
    bits::ceil_log2,
    matrix::Matrix,
    ring::{Integers, Ring, limbs},
};

/// Independent rows of a matrix, and the others.
pub(super) struct Split {
    pub chosen: Matrix<Integers>,
    pub others: Matrix<Integers>,
}

impl Split {
    /// Of a matrix of some rows and columns.
    pub fn new(a: &Matrix<Integers>) -> Result<Self> {
        let (z, (rows, cols)) = (a.ring(), a.shape());
        let width = a.entries().width();
        let mut residues: Vec<u64> = a.entries().words().chunks_exact(width).map(residue).collect();
        let mut order: Vec<usize> = (0..rows).collect();
        let rank = eliminate(&mut residues, cols, &mut order);
        let part = |rows: &[usize]| {
            let mut words = z.engine().dirty(rows.len() * cols * width);
            for (out, &i) in words.chunks_exact_mut(cols * width).zip(rows) {
                out.copy_from_slice(a.row(i).words());
            }
            Matrix::new(z, rows.len(), cols, z.of_buffer(words, width))
        };
        let (chosen, others) = order.split_at(rank);
        Ok(Split { chosen: part(chosen)?, others: part(others)? })
    }
}

/// Eliminates the rows of residues, whose numbers `order` has, without fractions; returns the rank, and leaves independent rows first.
fn eliminate(x: &mut [u64], cols: usize, order: &mut [usize]) -> usize {
    let (rows, mut rank) = (order.len(), 0);
    for column in 0..cols {
        let Some(pivot) = (rank..rows).find(|&i| x[i * cols + column] != 0) else { continue };
        order.swap(pivot, rank);
        if pivot != rank {
            let (upper, lower) = x.split_at_mut(pivot * cols);
            upper[rank * cols..][..cols].swap_with_slice(&mut lower[..cols]);
        }
        let (row, below) = x[rank * cols..].split_at_mut(cols);
        let row = &row[column..];
        for own in below.chunks_exact_mut(cols) {
            let own = &mut own[column..];
            let minus = u128::from(P - own[0]);
            for (x, &above) in own.iter_mut().zip(row) {
                *x = reduced(u128::from(row[0]) * u128::from(*x) + minus * u128::from(above));
            }
        }
        rank += 1;
        if rank == rows {
            break;
        }
    }
    rank
}

/// Whether the products of all rows of a matrix by all vectors, which are rows as long, are 0.
pub(super) fn are_orthogonal(a: &Matrix<Integers>, vectors: &Matrix<Integers>) -> bool {
    let (z, cols) = (a.ring(), a.cols());
    let [x, y] = [a, vectors].map(|m| z.size(m.entries()).bits);
    // sums are below 2^(bits − 1) in magnitude
    let bits = (x + y + ceil_log2(cols)) as usize + 2;
    let (width, from, of_row) = (bits.div_ceil(64), vectors.entries().width(), a.entries().width());
    let mut entries = vec![0; vectors.rows() * cols * width];
    for (out, x) in entries.chunks_exact_mut(width).zip(vectors.entries().words().chunks_exact(from)) {
        let common = from.min(width);
        out[..common].copy_from_slice(&x[..common]);
        low::extend(out, common);
    }
    let (mut sum, mut magnitudes) = (vec![0; width], vec![0; cols * of_row]);
    (0..a.rows()).all(|i| {
        let row = a.row(i).words();
        magnitudes.copy_from_slice(row);
        magnitudes.chunks_exact_mut(of_row).filter(|x| limbs::is_negative(x)).for_each(limbs::negate);
        entries.chunks_exact((cols * width).max(1)).all(|vector| {
            sum.fill(0);
            let factors = magnitudes.chunks_exact(of_row).zip(row.chunks_exact(of_row)).zip(vector.chunks_exact(width));
            for ((magnitude, x), y) in factors.filter(|(_, y)| y.iter().any(|&word| word != 0)) {
                match limbs::is_negative(x) {
                    true => low::subtract_long(&mut sum, magnitude, y),
                    false => low::add_product(&mut sum, magnitude, y),
                }
            }
            sum.iter().all(|&word| word == 0)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bits::SplitMix64, ring::Vectors};
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
}
