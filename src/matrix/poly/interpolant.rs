//! Minimal interpolant bases: bases of the relations between the rows of matrices at points (matrix rational interpolation, M-Padé
//! approximation), of minimal degrees.
//!
//! For matrices A_0, A_1, …, m×n, points x_0, x_1, … and a shift s, the row vectors p of polynomials with p(x_k)·A_k = 0 for all k are
//! a module of rank m. Its basis here is a matrix P whose rows are the basis, in s-ordered weak Popov form: the rightmost entry of row
//! i that attains the row's s-degree is on the diagonal.
//!
//! The [iteration](super::iteration) goes point by point. Divide and conquer computes a basis for half the points, its values at the
//! other half, their products by the matrices there, a basis for these under the shift at the end of the first one, and a product. The
//! cost model gives the number of points at which it begins.
//!
//! Sources: Beckermann, Labahn 1994, "A uniform approach for the fast computation of matrix-type Padé approximants", SIAM J. Matrix
//! Anal. Appl. 15; Jeannerod, Neiger, Schost, Villard 2017, "Computing minimal interpolation bases", J. Symb. Comp. 83, algorithm 2.

use super::{
    PolyMatrix,
    approximant::{doubled_while, iteration_ns},
    dense::{Shift, check_shift},
    iteration::{Row, eliminate},
    kernel::rank,
};
use crate::{
    Error, Result,
    engine::Context,
    matrix::Matrix,
    poly::Points,
    ring::{Coeffs, Convolve, ProductShape, Size, View, grid, same_ring},
};
use std::{collections::HashMap, ops::Range};

impl<R: Convolve> Matrix<R> {
    /// A minimal basis P, m×m, of the row vectors p of polynomials with p(`points[k]`)·A_k = 0 for all k, where A_k are rows k·m to
    /// (k + 1)·m − 1 of self: the rows of P are the basis, in s-ordered weak Popov form, for a shift s of m integers. Points may be
    /// repeated, which makes several conditions of one. Over fields. Without points P is the identity.
    ///
    /// ```
    /// use polymod::{Matrix, Poly, Ring, Zn};
    /// let f = Zn::new(97)?;
    /// // a(x)·y − b(x) vanishes at (1, 2), (2, 5), (3, 10), (4, 17): y = x² + 1
    /// let (points, values) = (f.collect(&[1, 2, 3, 4]), [2, 5, 10, 17]);
    /// let rows = Matrix::from_fn(&f, 8, 1, |i, _| if i % 2 == 0 { values[i / 2] } else { f.neg(&1) })?;
    /// let basis = rows.interpolant_basis(points.view(), &[2, 0])?;
    /// assert_eq!(basis.row(1), [Poly::one(&f), Poly::from_i64(&f, &[1, 0, 1])]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless the number of rows is a multiple of that of points, and the shift has one integer per row of a block;
    /// [`Error::OutOfRange`] for integers of magnitude above 2^61; [`Error::NotInvertible`] with the factor of a composite n that was
    /// found; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn interpolant_basis(&self, points: View<'_, R>, shift: &Shift) -> Result<PolyMatrix<R>> {
        let m = self.block_rows(points.len(), shift)?;
        let (r, n) = (self.ring(), self.cols());
        let base = r.engine().enter(|cx| iteration_points(r, [m, n], points.len(), cx));
        self.begins("interpolant basis", if points.len() <= base { "iteration" } else { "divide-and-conquer" })?;
        divide_and_conquer(&Conditions::of(self, points, m), shift, base)
    }

    /// Whether `basis` is a basis as returned by [`interpolant_basis`](Self::interpolant_basis), except for the order of pivots: whether
    /// its rows are s-reduced and satisfy the conditions, and generate all vectors that do, because the degree of its determinant is
    /// the number of independent conditions.
    ///
    /// ```
    /// # use polymod::{Matrix, Ring, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, points) = (Matrix::from_i64(&f, &[&[1], &[2], &[3], &[4]])?, f.collect(&[5, 6]));
    /// let basis = a.interpolant_basis(points.view(), &[0, 0])?;
    /// assert!(a.is_interpolant_basis(&basis, points.view(), &[0, 0])?);
    /// assert!(!a.is_interpolant_basis(&basis.shl(1), points.view(), &[0, 0])?); // relations, but not all
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`interpolant_basis`](Self::interpolant_basis); [`Error::RingsDiffer`]. A matrix of another shape than m×m is no basis.
    pub fn is_interpolant_basis(&self, basis: &PolyMatrix<R>, points: View<'_, R>, shift: &Shift) -> Result<bool> {
        let (r, m) = (self.ring(), self.block_rows(points.len(), shift)?);
        same_ring(r, &basis.ring)?;
        if (basis.rows, basis.columns) != (m, m) || rank(r, m, &basis.leading_matrix(shift)?)? < m {
            return Ok(false);
        }
        let conditions = Conditions::of(self, points, m);
        let satisfied = conditions.times(basis)?.entries.iter().all(|v| r.trimmed_len(v.view()) == 0);
        // the sum of m integers of the range of shifts may exceed a word
        let sum = |degrees: &mut dyn Iterator<Item = i64>| degrees.map(i128::from).sum::<i128>();
        let rows = basis.shifted_degrees(shift).into_iter().flatten();
        let degree = sum(&mut rows.into_iter()) - sum(&mut shift.iter().copied());
        Ok(satisfied && degree == self.independent_conditions(points, m)? as i128)
    }

    /// The dimension of the space of vectors of polynomials modulo those that satisfy the conditions: the sum over all different points
    /// of the rank of the matrices there, side by side.
    fn independent_conditions(&self, points: View<'_, R>, m: usize) -> Result<usize> {
        let (r, n) = (self.ring(), self.cols());
        let mut blocks: HashMap<(bool, Vec<u64>), Vec<usize>> = HashMap::new();
        for k in 0..points.len() {
            let mut limbs = Vec::new();
            let negative = r.limbs(points, k, &mut limbs);
            blocks.entry((negative, limbs)).or_default().push(k);
        }
        let at_a_point = |blocks: &Vec<usize>| {
            let row = |i: usize| blocks.iter().flat_map(move |k| (0..n).map(move |j| self.get(k * m + i, j)));
            rank(r, m, &(0..m).flat_map(row).collect::<Vec<_>>())
        };
        blocks.values().map(at_a_point).sum()
    }

    /// The number of rows of a block, after checks that there is a whole block at each point, and an integer of the shift for each row.
    fn block_rows(&self, points: usize, shift: &Shift) -> Result<usize> {
        let m = self.rows().checked_div(points).unwrap_or(shift.len());
        if m * points != self.rows() {
            let expected = self.rows().checked_next_multiple_of(points).unwrap_or(0);
            return Err(Error::Length { what: "the rows of blocks at points", expected, got: self.rows() });
        }
        check_shift(shift, m)?;
        Ok(m)
    }
}

/// Matrices at points: entry (i, j) of all of them is a vector over the points.
struct Conditions<R: Convolve> {
    ring: R,
    points: Coeffs<R>,
    rows: usize,
    columns: usize,
    entries: Vec<Coeffs<R>>,
}

impl<R: Convolve> Conditions<R> {
    /// Blocks of m rows.
    fn of(a: &Matrix<R>, points: View<'_, R>, m: usize) -> Self {
        let (r, n) = (a.ring(), a.cols());
        let at_points =
            |i: usize, j: usize| r.collect(&(0..points.len()).map(|k| a.get(k * m + i, j)).collect::<Vec<_>>());
        let entries = (0..m).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| at_points(i, j)).collect();
        Conditions { ring: r.clone(), points: r.owned(points), rows: m, columns: n, entries }
    }

    /// Those at the points before `at`, and the others.
    fn split(&self, at: usize) -> [Self; 2] {
        let r = &self.ring;
        let part = |range: Range<usize>| Conditions {
            ring: r.clone(),
            points: r.owned(self.points.slice(range.clone())),
            rows: self.rows,
            columns: self.columns,
            entries: self.entries.iter().map(|v| r.owned(v.slice(range.clone()))).collect(),
        };
        [part(0..at), part(at..self.points.len())]
    }

    /// The values of a matrix of polynomials at the points, times the matrices there.
    fn times(&self, basis: &PolyMatrix<R>) -> Result<Self> {
        let (r, m, n) = (&self.ring, self.rows, self.columns);
        let points = Points::new(r, self.points.view())?;
        let mut entries = vec![r.zeros(self.points.len()); m * n];
        for i in 0..m {
            for k in 0..m {
                let values = points.eval(basis.get(i, k))?;
                for j in 0..n {
                    let mut product = r.owned(values.view());
                    r.mul_each(&mut product, self.entries[k * n + j].view());
                    r.add_at(&mut entries[i * n + j], 0, product.view());
                }
            }
        }
        Ok(Conditions { ring: r.clone(), points: r.owned(self.points.view()), entries, ..*self })
    }

    /// One point at a time.
    fn iterate(&self, shift: &Shift) -> Result<PolyMatrix<R>> {
        let (r, m, n, count) = (&self.ring, self.rows, self.columns, self.points.len());
        let residual = |i: usize| {
            let elem = |k: usize, j: usize| r.get(self.entries[i * n + j].view(), k);
            let elems = (0..count).flat_map(|k| (0..n).map(move |j| (k, j))).map(|(k, j)| elem(k, j));
            r.collect(&elems.collect::<Vec<_>>())
        };
        let rows = (0..m).map(|i| Row::unit(r, [i, m], residual(i), shift[i])).collect();
        let point = |k: usize| r.get(self.points.view(), k);
        let each = r.collect(&(0..count * n).map(|i| point(i / n)).collect::<Vec<_>>());
        eliminate(r, [n, count], rows, |row, k| row.times_linear(r, m, &point(k), each.view()))
    }
}

fn divide_and_conquer<R: Convolve>(a: &Conditions<R>, shift: &Shift, base: usize) -> Result<PolyMatrix<R>> {
    let count = a.points.len();
    if count <= base {
        return a.iterate(shift);
    }
    let [first, rest] = a.split(count.div_ceil(2));
    let basis = divide_and_conquer(&first, shift, base)?;
    // rows of a basis are nonzero
    let shift: Vec<i64> = basis.shifted_degrees(shift).into_iter().map(|d| d.unwrap_or(0)).collect();
    divide_and_conquer(&rest.times(&basis)?, &shift, base)?.checked_mul(&basis)
}

/// The number of points up to which the iteration is predicted to be faster than two halves, values and a product.
fn iteration_points<R: Convolve>(r: &R, [m, n]: [usize; 2], count: usize, cx: Context<'_>) -> usize {
    /// Points of a leaf of the subproduct tree.
    const LEAF: f64 = 64.0;
    let halves = |k: usize| {
        let half = k.div_ceil(2);
        let size = Size { len: half, bits: 0 };
        let shape = ProductShape { a: size, b: size, square: false, window: 0..2 * half };
        let product = r.choose_product(&shape, cx).predicted_ns;
        let values = (1.0 + (half as f64 / LEAF).max(1.0).log2() / 2.0) * product
            + half as f64 * LEAF.min(half as f64) * cx.engine().costs().value_product();
        let size = Size { len: half + 1, bits: 0 };
        (m * m) as f64 * values + grid::predicted_ns(r, [m, m, m], [size, size], 0..k + 1, cx)
    };
    doubled_while(count, |k| iteration_ns(r, [m, n], 2 * k, cx) < 2.0 * iteration_ns(r, [m, n], k, cx) + halves(2 * k))
}
