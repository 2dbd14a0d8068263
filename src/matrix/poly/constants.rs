//! Small matrices of ring elements.

use crate::{Result, ring::Ring};

/// The rank of a matrix of so many rows, row by row, over a field: Gauss's elimination.
///
/// # Errors
/// [`Error::NotInvertible`](crate::Error::NotInvertible) where an element that is not zero is no unit.
pub(super) fn rank<R: Ring>(r: &R, rows: usize, mut m: Vec<R::Elem>) -> Result<usize> {
    let columns = if rows == 0 { 0 } else { m.len() / rows };
    let mut rank = 0;
    for column in 0..columns {
        let Some(i) = (rank..rows).find(|&i| !r.is_zero(&m[i * columns + column])) else { continue };
        (0..columns).for_each(|j| m.swap(i * columns + j, rank * columns + j));
        let inverse = r.inv(&m[rank * columns + column])?;
        for i in rank + 1..rows {
            let factor = r.neg(&r.mul(&m[i * columns + column], &inverse));
            for j in column..columns {
                m[i * columns + j] = r.add(&m[i * columns + j], &r.mul(&factor, &m[rank * columns + j]));
            }
        }
        rank += 1;
    }
    Ok(rank)
}
