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
pub struct Split {
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
pub fn are_orthogonal(a: &Matrix<Integers>, vectors: &Matrix<Integers>) -> bool {
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
