//! The iteration for minimal bases of relations, one condition for each column at a time: approximants to one order more, interpolants
//! at one point more.
//!
//! Constants of the residual are eliminated, rows of smaller s-degree first (among equal ones those of smaller index, which keeps the
//! pivots in place), and the rows used as pivots are multiplied by the polynomial of degree 1 that vanishes where the condition is.
//!
//! Source: Beckermann, Labahn 1994, "A uniform approach for the fast computation of matrix-type Padé approximants", SIAM J. Matrix
//! Anal. Appl. 15; the order of rows as in Jeannerod, Neiger, Schost, Villard 2017, "Computing minimal interpolation bases", J. Symb.
//! Comp. 83.

use super::{PolyMatrix, dense::check};
use crate::{
    Error, Result,
    poly::Poly,
    ring::{Block, Coeffs, Convolve, View},
};

/// A row of the basis and its residual. The basis has the constant terms of all entries, then the coefficients of x of all entries, and so
/// on, so that a product by x is a shift. The residual has the values of the first condition, then those of the second, and so on.
pub(super) struct Row<R> {
    pub basis: Coeffs<R>,
    pub residual: Coeffs<R>,
    pub degree: i64,
}

impl<R: Convolve> Row<R> {
    /// Row i of the identity of m rows, of this s-degree.
    pub fn unit(r: &R, [i, m]: [usize; 2], residual: Coeffs<R>, degree: i64) -> Self {
        let mut basis = r.zeros(m);
        r.set(&mut basis, i, &r.one());
        Row { basis, residual, degree }
    }

    /// self −= c·other; residuals only from `from` on.
    fn sub_multiple(&mut self, r: &R, c: &R::Elem, other: &Row<R>, from: usize) {
        if self.basis.len() < other.basis.len() {
            r.resize(&mut self.basis, other.basis.len());
        }
        sub_multiple(r, &mut self.basis, 0, c, other.basis.view());
        sub_multiple(r, &mut self.residual, from, c, other.residual.view().from(from));
    }

    /// self·x, for bases of m columns and residuals of n.
    pub fn times_x(&mut self, r: &R, [m, n]: [usize; 2]) {
        self.basis = shifted(r, self.basis.view(), self.basis.len() + m, m);
        self.residual = shifted(r, self.residual.view(), self.residual.len(), n);
        self.degree += 1;
    }

    /// self·(x − point), for bases of m columns; `points` has for each element of the residual the point of its condition.
    pub fn times_linear(&mut self, r: &R, m: usize, point: &R::Elem, points: View<'_, R>) {
        let basis = shifted(r, self.basis.view(), self.basis.len() + m, m);
        let old = std::mem::replace(&mut self.basis, basis);
        sub_multiple(r, &mut self.basis, 0, point, old.view());
        let old = r.owned(self.residual.view());
        r.mul_each(&mut self.residual, points);
        sub_multiple(r, &mut self.residual, 0, point, old.view());
        self.degree += 1;
    }
}

/// `out[at + i] −= c·v[i]`.
fn sub_multiple<R: Convolve>(r: &R, out: &mut Coeffs<R>, at: usize, c: &R::Elem, v: View<'_, R>) {
    let c = r.collect(std::slice::from_ref(c));
    r.sub_combination(out, at, c.view(), Block::new(v, 1, v.len(), v.len()));
}

/// `len` elements: `by` zeros, then those of v.
fn shifted<R: Convolve>(r: &R, v: View<'_, R>, len: usize, by: usize) -> Coeffs<R> {
    let mut out = r.zeros(len);
    r.copy_at(&mut out, by, v.low(len - by));
    out
}

/// The basis of the relations: for each k below `conditions` the n elements of the rows' residuals from k·n on are made zero;
/// `raise` multiplies a row by the polynomial that vanishes at condition k.
pub(super) fn eliminate<R: Convolve>(
    r: &R,
    [n, conditions]: [usize; 2],
    mut rows: Vec<Row<R>>,
    raise: impl Fn(&mut Row<R>, usize),
) -> Result<PolyMatrix<R>> {
    let m = rows.len();
    for k in 0..if n > 0 { conditions } else { 0 } {
        check(r)?;
        let mut sorted: Vec<usize> = (0..m).collect();
        sorted.sort_unstable_by_key(|&i| (rows[i].degree, i));
        let mut pivots: Vec<(usize, usize, R::Elem)> = Vec::new();
        for &i in &sorted {
            for (p, column, inverse) in &pivots {
                let c = r.get(rows[i].residual.view(), k * n + column);
                if !r.is_zero(&c) {
                    let [row, other] = rows.get_disjoint_mut([i, *p]).map_err(|_| Error::DivisionByZero)?;
                    row.sub_multiple(r, &r.mul(&c, inverse), other, k * n);
                }
            }
            let constants = rows[i].residual.slice(k * n..(k + 1) * n);
            if let Some(column) = (0..n).find(|&j| !r.is_zero(&r.get(constants, j))) {
                pivots.push((i, column, r.inv(&r.get(constants, column))?));
            }
        }
        for (p, ..) in pivots {
            raise(&mut rows[p], k);
        }
    }
    let entry =
        |row: &Row<R>, j: usize| Poly::new(r, (j..row.basis.len()).step_by(m).map(|at| r.get(row.basis.view(), at)));
    PolyMatrix::from_fn(r, m, m, |i, j| entry(&rows[i], j))
}
