//! Similar matrices in Hessenberg form, column by column.
//!
//! With A·L = L·H for a unit lower triangular L whose first column is that of the unit matrix, column k of A·L is a combination of columns of A. Multiples of
//! columns 0 to k of L are subtracted from it so that zeros come to their diagonal places: the multiples are column k of H, and what is left is a multiple of
//! column k + 1 of L. All steps are combinations of long vectors, whose entries are reduced once, where the elimination of rows and columns in turns passes
//! over all of the rest of A at every step.

use super::{
    Block, Coeffs, Ring,
    blocks::transposed,
    pivots::{exchange, exchange_both, first_unit},
};
use crate::{Result, engine::Context};

/// Columns of L whose multiples are found one after the other before they are subtracted from all that is below.
const TOGETHER: usize = 8;

/// The first columns of L and H.
struct Steps<R: Ring> {
    ring: R,
    n: usize,
    /// Row j is column j of A, whose rows and columns are exchanged where pivots are.
    columns: Coeffs<R>,
    /// Row j is column j of L.
    lower: Coeffs<R>,
    /// The columns of the inverses of L's diagonal blocks, of those that have all columns.
    inverses: Coeffs<R>,
    h: Coeffs<R>,
}

/// [`Blocks::hessenberg`](crate::ring::Blocks::hessenberg) by operations of any ring.
pub(crate) fn hessenberg<R: Ring>(r: &R, a: Block<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
    let (n, ring) = (a.rows(), r.clone());
    let (columns, h, mut lower) = (transposed(r, a), r.zeros(n * n), r.zeros(n * n));
    (0..n).for_each(|i| r.set(&mut lower, i * n + i, &r.one()));
    let inverses = r.zeros(n / TOGETHER * TOGETHER * TOGETHER);
    let mut steps = Steps { n, columns, lower, inverses, h, ring };
    for k in 0..n {
        cx.check()?;
        let rest = steps.column(k);
        if k + 1 < n {
            steps.next(k + 1, &rest)?;
        }
    }
    Ok(steps.h)
}

/// [`Blocks::hessenberg_charpoly`](crate::ring::Blocks::hessenberg_charpoly) by the recurrence over leading k×k parts:
/// p_k = (x − h_kk)·p_(k−1) − Σ h_ik·(product of the subdiagonal from row i + 1 to k)·p_(i−1).
pub(crate) fn hessenberg_charpoly<R: Ring>(r: &R, h: Block<'_, R>) -> Coeffs<R> {
    let n = h.rows();
    let width = n + 1;
    let entry = |i: usize, j: usize| r.get(h.view(), i * h.stride() + j);
    // p_k has k + 1 coefficients and is stored as row k
    let mut p = r.zeros(width * width);
    r.set(&mut p, 0, &r.one());
    for k in 1..=n {
        let mut c = r.zeros(k);
        let mut diagonal = r.one();
        for i in (0..k).rev() {
            r.set(&mut c, i, &r.mul(&entry(i, k - 1), &diagonal));
            if i > 0 {
                diagonal = r.mul(&diagonal, &entry(i, i - 1));
            }
        }
        let mut next = r.zeros(k + 1);
        r.copy_at(&mut next, 1, p.slice((k - 1) * width..(k - 1) * width + k));
        r.sub_combination(&mut next, 0, c.view(), Block::new(p.view(), k, k, width));
        r.copy_at(&mut p, k * width, next.view());
    }
    r.owned(p.slice(n * width..n * width + n + 1))
}

impl<R: Ring> Steps<R> {
    /// Computes entries 0 to k of column k of H. Returns the product of A by column k of L, less these multiples of columns 0 to k of L: its entries
    /// from k + 1 on are right, and the others are not used.
    fn column(&mut self, k: usize) -> Coeffs<R> {
        if (k + 1).is_multiple_of(TOGETHER) {
            self.invert(k + 1 - TOGETHER);
        }
        let (r, n, lower) = (&self.ring, self.n, self.lower.view());
        let mut rest = r.zeros(n);
        let columns = Block::new(self.columns.view(), n, n, n).part(k..n, 0..n);
        r.sub_combination(&mut rest, 0, lower.slice(k * n + k..(k + 1) * n), columns);
        r.neg_all(&mut rest);
        for first in (0..=k).step_by(TOGETHER) {
            let end = (first + TOGETHER).min(k + 1);
            let mut factors = r.zeros(end - first);
            if end - first == TOGETHER {
                let inverse = self.inverses.slice(first * TOGETHER..end * TOGETHER);
                r.sub_combination(
                    &mut factors,
                    0,
                    rest.slice(first..end),
                    Block::new(inverse, TOGETHER, TOGETHER, TOGETHER),
                );
                r.neg_all(&mut factors);
            } else {
                for j in first..end {
                    let mut x = r.get(rest.view(), j);
                    for i in first..j {
                        let multiple = r.mul(&r.get(factors.view(), i - first), &r.get(lower, i * n + j));
                        x = r.add(&x, &r.neg(&multiple));
                    }
                    r.set(&mut factors, j - first, &x);
                }
            }
            (first..end).for_each(|j| r.set(&mut self.h, j * n + k, &r.get(factors.view(), j - first)));
            if end < n {
                let below = Block::new(lower.from(first * n + end), end - first, n - end, n);
                r.sub_combination(&mut rest, end, factors.view(), below);
            }
        }
        rest
    }

    /// Inverts the diagonal block of L from column `first` on, by columns.
    fn invert(&mut self, first: usize) {
        let (r, n) = (&self.ring, self.n);
        for i in 0..TOGETHER {
            let at = (first + i) * TOGETHER;
            r.set(&mut self.inverses, at + i, &r.one());
            for j in i + 1..TOGETHER {
                let product = |l: usize| {
                    r.mul(&r.get(self.lower.view(), (first + l) * n + first + j), &r.get(self.inverses.view(), at + l))
                };
                let sum = (i + 1..j).fold(product(i), |sum, l| r.add(&sum, &product(l)));
                r.set(&mut self.inverses, at + j, &r.neg(&sum));
            }
        }
    }

    /// Computes the entry of H below the diagonal in column m − 1, and column m of L, from the vector that [`column`](Self::column) returned for m − 1.
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) where no entry from m on is a unit, and not all are 0.
    fn next(&mut self, m: usize, rest: &Coeffs<R>) -> Result<()> {
        let (r, n) = (&self.ring, self.n);
        let mut column = r.owned(rest.view().from(m));
        // for zeros the column of the unit matrix, which is there
        let Some((i, inverse)) = first_unit(r, &column)? else { return Ok(()) };
        if i > 0 {
            exchange(r, &mut column, i, 0);
            exchange_both(r, &mut self.columns, n, [m + i, m]);
            (0..m).for_each(|k| exchange(r, &mut self.lower, k * n + m + i, k * n + m));
        }
        r.set(&mut self.h, m * n + m - 1, &r.get(column.view(), 0));
        r.scale(&mut column, &inverse);
        r.copy_at(&mut self.lower, m * n + m, column.view());
        Ok(())
    }
}
