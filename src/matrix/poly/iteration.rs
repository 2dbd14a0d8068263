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

/// The rows by which others are made zero at one condition.
struct Pivots<R: Convolve> {
    rows: Vec<usize>,
    /// Of each the column of an element that is not zero, and its inverse.
    places: Vec<(usize, R::Elem)>,
    /// Of each the elements of all columns.
    constants: Vec<R::Elem>,
    /// Where there may be several: bases and residuals from the condition on, as rows of two matrices.
    lines: Option<[Lines<R>; 2]>,
}

/// Rows of a matrix with this number of columns, one after the other.
struct Lines<R> {
    entries: Coeffs<R>,
    columns: usize,
}

impl<R: Convolve> Lines<R> {
    fn new(r: &R, most: usize, columns: usize) -> Self {
        Lines { entries: r.zeros(most * columns), columns }
    }

    /// The first of the rows.
    fn first(&self, count: usize) -> Block<'_, R> {
        Block::new(self.entries.view(), count, self.columns, self.columns)
    }
}

impl<R: Convolve> Pivots<R> {
    /// None so far at condition k, which has n columns.
    fn none(r: &R, rows: &[Row<R>], [n, k]: [usize; 2]) -> Self {
        let most = n.min(rows.len());
        let longest = |len: fn(&Row<R>) -> usize| rows.iter().map(len).max().unwrap_or(0);
        let lines = (most > 1).then(|| {
            let rest = longest(|row| row.residual.len()) - k * n;
            [Lines::new(r, most, longest(|row| row.basis.len())), Lines::new(r, most, rest)]
        });
        Pivots { rows: Vec::new(), places: Vec::new(), constants: Vec::new(), lines }
    }

    /// Makes the elements of row i zero in the pivots' columns; returns them.
    fn reduce(&self, r: &R, rows: &mut [Row<R>], i: usize, [n, k]: [usize; 2]) -> Result<Vec<R::Elem>> {
        let residual = rows[i].residual.view();
        let mut constants: Vec<R::Elem> = (k * n..(k + 1) * n).map(|at| r.get(residual, at)).collect();
        let mut factors = Vec::with_capacity(self.rows.len());
        for ((column, inverse), pivot) in self.places.iter().zip(self.constants.chunks_exact(n)) {
            let c = r.mul(&constants[*column], inverse);
            if !r.is_zero(&c) {
                constants.iter_mut().zip(pivot).for_each(|(x, y)| *x = r.add(x, &r.neg(&r.mul(&c, y))));
            }
            factors.push(c);
        }
        if factors.iter().all(|c| r.is_zero(c)) {
            return Ok(constants);
        }
        match (&self.lines, &factors[..]) {
            (Some([bases, residuals]), [_, _, ..]) => {
                let (row, c) = (&mut rows[i], r.collect(&factors));
                if row.basis.len() < bases.columns {
                    r.resize(&mut row.basis, bases.columns);
                }
                r.sub_combination(&mut row.basis, 0, c.view(), bases.first(factors.len()));
                r.sub_combination(&mut row.residual, k * n, c.view(), residuals.first(factors.len()));
            }
            _ => {
                let [row, other] = rows.get_disjoint_mut([i, self.rows[0]]).map_err(|_| Error::DivisionByZero)?;
                row.sub_multiple(r, &factors[0], other, k * n);
            }
        }
        Ok(constants)
    }

    /// Row i, reduced, with these elements, of which that of this column is not zero.
    fn push(
        &mut self,
        r: &R,
        row: (usize, &Row<R>),
        (column, constants): (usize, Vec<R::Elem>),
        from: usize,
    ) -> Result<()> {
        if let Some([bases, residuals]) = &mut self.lines {
            let at = self.rows.len();
            r.copy_at(&mut bases.entries, at * bases.columns, row.1.basis.view());
            r.copy_at(&mut residuals.entries, at * residuals.columns, row.1.residual.view().from(from));
        }
        self.rows.push(row.0);
        self.places.push((column, r.inv(&constants[column])?));
        self.constants.extend(constants);
        Ok(())
    }
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
        let mut pivots = Pivots::none(r, &rows, [n, k]);
        for &i in &sorted {
            let constants = pivots.reduce(r, &mut rows, i, [n, k])?;
            if let Some(column) = (0..n).find(|&j| !r.is_zero(&constants[j])) {
                pivots.push(r, (i, &rows[i]), (column, constants), k * n)?;
            }
        }
        for p in pivots.rows {
            raise(&mut rows[p], k);
        }
    }
    let entry =
        |row: &Row<R>, j: usize| Poly::new(r, (j..row.basis.len()).step_by(m).map(|at| r.get(row.basis.view(), at)));
    PolyMatrix::from_fn(r, m, m, |i, j| entry(&rows[i], j))
}
