//! Pivots of similarity transformations: the first unit of a vector, and exchanges that bring it to its place.

use super::Matrix;
use crate::{
    Result,
    ring::{Coeffs, Ring},
};

impl<R: Ring> Matrix<R> {
    /// Exchanges rows i and j, and columns i and j.
    pub(super) fn exchange(&mut self, i: usize, j: usize) {
        let (r, n) = (self.ring.clone(), self.cols);
        let (x, y) = (r.owned(self.row(i)), r.owned(self.row(j)));
        r.copy_at(&mut self.entries, i * n, y.view());
        r.copy_at(&mut self.entries, j * n, x.view());
        (0..self.rows).for_each(|k| exchange(&r, &mut self.entries, k * n + i, k * n + j));
    }
}

/// Exchanges coefficients i and j of a vector.
pub(super) fn exchange<R: Ring>(r: &R, v: &mut Coeffs<R>, i: usize, j: usize) {
    let (x, y) = (r.get(v.view(), i), r.get(v.view(), j));
    r.set(v, i, &y);
    r.set(v, j, &x);
}

/// Index and inverse of the first unit; `None` if all are zero.
///
/// # Errors
/// The error of inverting the first nonzero one, if none is a unit.
pub(super) fn first_unit<R: Ring>(r: &R, v: &Coeffs<R>) -> Result<Option<(usize, R::Elem)>> {
    let mut refused = None;
    for i in 0..v.len() {
        let x = r.get(v.view(), i);
        if r.is_zero(&x) {
            continue;
        }
        match r.inv(&x) {
            Ok(inverse) => return Ok(Some((i, inverse))),
            Err(e) => refused = refused.or(Some(e)),
        }
    }
    refused.map_or(Ok(None), Err)
}
