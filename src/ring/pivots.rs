//! Pivots of similarity transformations: the first unit of a vector, and exchanges that bring it to its place.

use crate::{
    Result,
    ring::{Coeffs, Ring},
};

/// Exchanges rows i and j, and columns i and j, of a matrix with n columns, given by its rows.
pub(crate) fn exchange_both<R: Ring>(r: &R, entries: &mut Coeffs<R>, n: usize, [i, j]: [usize; 2]) {
    let [x, y] = [i, j].map(|k| r.owned(entries.slice(k * n..(k + 1) * n)));
    r.copy_at(entries, i * n, y.view());
    r.copy_at(entries, j * n, x.view());
    (0..entries.len() / n.max(1)).for_each(|k| exchange(r, entries, k * n + i, k * n + j));
}

/// Exchanges coefficients i and j of a vector.
pub(crate) fn exchange<R: Ring>(r: &R, v: &mut Coeffs<R>, i: usize, j: usize) {
    let (x, y) = (r.get(v.view(), i), r.get(v.view(), j));
    r.set(v, i, &y);
    r.set(v, j, &x);
}

/// Index and inverse of the first unit; `None` if all are zero.
///
/// # Errors
/// The error of inverting the first nonzero one, if none is a unit.
pub(crate) fn first_unit<R: Ring>(r: &R, v: &Coeffs<R>) -> Result<Option<(usize, R::Elem)>> {
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
