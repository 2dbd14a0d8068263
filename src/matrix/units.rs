//! Determinants over rings with non-unit pivots: elimination with units as long as there are any, then without divisions.

use super::Matrix;
use crate::{
    Error, Result,
    engine::Context,
    ring::{Coeffs, Ring},
};

impl<R: Ring> Matrix<R> {
    /// The determinant by elimination with any unit as the next pivot; once no unit is left, by the characteristic polynomial of
    /// the remaining matrix.
    pub(super) fn det_by_units(&self) -> Result<R::Elem> {
        let n = self.square("a determinant")?;
        self.with(&[], 0.0, |r, cx| {
            let mut rows: Vec<Coeffs<R>> = (0..n).map(|i| r.owned(self.row(i))).collect();
            let mut columns: Vec<usize> = (0..n).collect();
            let mut det = r.one();
            while let Some((i, k, inverse)) = any_unit(r, &rows, &columns, cx)? {
                let (row, column) = (rows.remove(i), columns.remove(k));
                let pivot = r.get(row.view(), column);
                det = r.mul(&det, &if (i + k) % 2 == 1 { r.neg(&pivot) } else { pivot });
                for other in &mut rows {
                    let mut multiple = row.clone();
                    r.scale(&mut multiple, &r.mul(&inverse, &r.get(other.view(), column)));
                    r.sub_at(other, 0, multiple.view());
                }
            }
            let size = rows.len();
            let rest = Matrix::from_fn(r, size, size, |i, k| r.get(rows[i].view(), columns[k]))?;
            // det A = (−1)^n·charpoly(0)
            let constant = rest.charpoly_berkowitz()?.coeff(0);
            Ok(r.mul(&det, &if size % 2 == 1 { r.neg(&constant) } else { constant }))
        })
    }
}

/// Position of a unit in rows and columns, and its inverse.
fn any_unit<R: Ring>(
    r: &R,
    rows: &[Coeffs<R>],
    columns: &[usize],
    cx: Context<'_>,
) -> Result<Option<(usize, usize, R::Elem)>> {
    cx.check()?;
    for (i, row) in rows.iter().enumerate() {
        for (k, &column) in columns.iter().enumerate() {
            let x = r.get(row.view(), column);
            if r.is_zero(&x) {
                continue;
            }
            match r.inv(&x) {
                Ok(inverse) => return Ok(Some((i, k, inverse))),
                Err(Error::NotInvertible { .. }) => {}
                Err(e) => return Err(e),
            }
        }
    }
    Ok(None)
}
