//! Minimal approximant bases: bases of the relations between the rows of a matrix of power series, of minimal degrees.
//!
//! For F, m×n, an order σ and a shift s, the row vectors p with p·F ≡ 0 modulo x^σ are a module of rank m. Its basis here is a
//! matrix P whose rows are the basis, in s-ordered weak Popov form: the rightmost entry of row i that attains the row's s-degree is
//! on the diagonal.
//!
//! The iteration (M-Basis) goes order by order: constants of the residual P·F/x^k are eliminated, rows of smaller s-degree first
//! (among equal ones those of smaller index, which keeps the pivots in place), and the rows used as pivots are multiplied by x:
//! about mnσ²(m + n)/2 products of words. Divide and conquer (PM-Basis) computes a basis for half the order, a middle product, a
//! basis for the other half under the shift at the end of the first one, and a product. The cost model gives the order at which
//! it begins.
//!
//! Sources: Giorgi, Jeannerod, Villard 2003, "On the complexity of polynomial matrix computations", ISSAC, §2; the order of
//! rows as in Jeannerod, Neiger, Schost, Villard 2016, "Fast computation of minimal interpolation bases in Popov form for
//! arbitrary shifts", ISSAC; the test of a basis from Giorgi, Neiger 2018, "Certification of minimal approximant bases", ISSAC, Thm. 2.1.

use super::{
    PolyMatrix,
    dense::{Shift, check, check_shift},
    kernel::rank,
};
use crate::{
    Error, Result,
    engine::Context,
    poly::Poly,
    ring::{Block, Coeffs, Convolve, Size, View, grid},
};

impl<R: Convolve> PolyMatrix<R> {
    /// A minimal basis P, m×m, of the row vectors p with p·self ≡ 0 modulo x^order, m the number of rows of self: the rows of P
    /// are the basis, in s-ordered weak Popov form, for a shift s with one integer per row of self. Over fields.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// // 1/(1 − x − x²), and −1: a relation of the two is a fraction
    /// let fibonacci = PolyMatrix::new(&f, 2, 1, vec![p(&[1, 1, 2, 3, 5, 8]), p(&[-1])])?;
    /// let basis = fibonacci.approximant_basis(6, &[0, 0])?;
    /// let i = (0..2).find(|&i| basis.get(i, 1).len() == 1).expect("a row with a constant");
    /// assert_eq!(basis.get(i, 0).monic()?, p(&[-1, 1, 1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless the shift has one integer per row; [`Error::OutOfRange`] for integers of magnitude above 2^61;
    /// [`Error::NotInvertible`] with the factor of a composite n that was found; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn approximant_basis(&self, order: usize, shift: &Shift) -> Result<PolyMatrix<R>> {
        check_shift(shift, self.rows)?;
        let base = self.ring.engine().enter(|cx| iteration_order(&self.ring, [self.rows, self.columns], order, cx));
        self.begins("approximant basis", if order <= base { "iteration" } else { "divide-and-conquer" })?;
        divide_and_conquer(&self.truncated(order), order, shift, base)
    }

    /// Whether `basis` is a basis as returned by [`approximant_basis`](Self::approximant_basis), except for the order of pivots:
    /// whether its rows are s-reduced relations that generate all relations.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 1, vec![p(&[1, 1, 2, 3, 5, 8]), p(&[-1])])?;
    /// assert!(a.is_approximant_basis(&a.approximant_basis(6, &[0, 0])?, 6, &[0, 0])?);
    /// let multiples = PolyMatrix::identity(&f, 2).shl(6); // relations, but not all
    /// assert!(!a.is_approximant_basis(&multiples, 6, &[0, 0])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Length`] unless the shift has one integer per row; those of products and determinants. A matrix of
    /// another shape than m×m is no basis.
    pub fn is_approximant_basis(&self, basis: &PolyMatrix<R>, order: usize, shift: &Shift) -> Result<bool> {
        let (r, m) = (&self.ring, self.rows);
        if (basis.rows, basis.columns) != (m, m) {
            return Ok(false);
        }
        let product = basis.checked_mul(self)?;
        if !product.truncated(order).is_zero() || rank(r, m, &basis.leading_matrix(shift)?)? < m {
            return Ok(false);
        }
        // det = c·x^k, and the constant terms of [basis | product/x^σ] have full rank
        let det = basis.direct_det()?;
        let (constant, residual) = (basis.coefficient(0), product.coefficient(order));
        let beside = (0..m).flat_map(|i| {
            let rows = [&constant[i * m..(i + 1) * m], &residual[i * self.columns..(i + 1) * self.columns]];
            rows.concat()
        });
        Ok(r.nonzero(det.coeffs()) == 1 && rank(r, m, &beside.collect::<Vec<_>>())? == m)
    }
}

/// The order up to which the iteration is predicted to be faster than two halves and two products.
fn iteration_order<R: Convolve>(r: &R, [m, n]: [usize; 2], order: usize, cx: Context<'_>) -> usize {
    let costs = cx.engine().costs();
    let word = 2.0 * costs.pointwise * r.zeros(0).width.max(1) as f64;
    let iteration = |k: usize| {
        let operations = (m * n.min(m) * k) as f64;
        operations * (3.0 * costs.short[0] + word * (k * (m + n)) as f64 / 2.0)
    };
    let products = |k: usize| {
        let size = |len| Size { len, bits: 0 };
        let half = k.div_ceil(2);
        grid::predicted_ns(r, [m, m, n], [size(half + 1), size(k)], half..k, cx)
            + grid::predicted_ns(r, [m, m, m], [size(half + 1), size(half + 1)], 0..k + 1, cx)
    };
    let mut best = 4;
    while best < order && iteration(2 * best) < 2.0 * iteration(best) + products(2 * best) {
        best *= 2;
    }
    best
}

fn divide_and_conquer<R: Convolve>(
    f: &PolyMatrix<R>,
    order: usize,
    shift: &Shift,
    base: usize,
) -> Result<PolyMatrix<R>> {
    if order <= base {
        return iterate(f, order, shift);
    }
    let half = order.div_ceil(2);
    let first = divide_and_conquer(&f.truncated(half), half, shift, base)?;
    let residual = first.mul_window(f, half..order, None)?;
    // rows of a basis are nonzero
    let shift: Vec<i64> = first.shifted_degrees(shift).into_iter().map(|d| d.unwrap_or(0)).collect();
    divide_and_conquer(&residual, order - half, &shift, base)?.checked_mul(&first)
}

/// A row of the basis and of the residual, coefficient by coefficient: the constant terms of all entries, then those of x, …, so
/// that a product by x is a shift.
struct Row<R> {
    basis: Coeffs<R>,
    residual: Coeffs<R>,
    degree: i64,
}

impl<R: Convolve> Row<R> {
    /// self −= c·other; residuals only from `from` on.
    fn sub_multiple(&mut self, r: &R, c: R::Elem, other: &Row<R>, from: usize) {
        if self.basis.len() < other.basis.len() {
            r.resize(&mut self.basis, other.basis.len());
        }
        let c = r.collect(&[c]);
        let sub = |x: &mut Coeffs<R>, at: usize, y: View<'_, R>| {
            r.sub_combination(x, at, c.view(), Block::new(y, 1, y.len(), y.len()));
        };
        sub(&mut self.basis, 0, other.basis.view());
        sub(&mut self.residual, from, other.residual.view().from(from));
    }

    /// self·x, for bases of m columns and residuals of n.
    fn times_x(&mut self, r: &R, [m, n]: [usize; 2]) {
        let shifted = |v: &Coeffs<R>, len: usize, by: usize| {
            let mut out = r.zeros(len);
            r.copy_at(&mut out, by, v.view().low(len - by));
            out
        };
        self.basis = shifted(&self.basis, self.basis.len() + m, m);
        self.residual = shifted(&self.residual, self.residual.len(), n);
        self.degree += 1;
    }
}

/// M-Basis: one order at a time.
fn iterate<R: Convolve>(f: &PolyMatrix<R>, order: usize, shift: &Shift) -> Result<PolyMatrix<R>> {
    let (r, m, n) = (&f.ring, f.rows, f.columns);
    let mut rows: Vec<Row<R>> = (0..m)
        .map(|i| {
            let mut unit = r.zeros(m);
            r.set(&mut unit, i, &r.one());
            let elems: Vec<R::Elem> = (0..order).flat_map(|k| f.row(i).iter().map(move |e| e.coeff(k))).collect();
            Row { basis: unit, residual: r.collect(&elems), degree: shift[i] }
        })
        .collect();
    for k in 0..if n > 0 { order } else { 0 } {
        check(r)?;
        let mut sorted: Vec<usize> = (0..m).collect();
        sorted.sort_unstable_by_key(|&i| (rows[i].degree, i));
        let mut pivots: Vec<(usize, usize, R::Elem)> = Vec::new();
        for &i in &sorted {
            for (p, column, inverse) in &pivots {
                let c = r.get(rows[i].residual.view(), k * n + column);
                if !r.is_zero(&c) {
                    let [row, other] = rows.get_disjoint_mut([i, *p]).map_err(|_| Error::DivisionByZero)?;
                    row.sub_multiple(r, r.mul(&c, inverse), other, k * n);
                }
            }
            let constants = rows[i].residual.slice(k * n..(k + 1) * n);
            if let Some(column) = (0..n).find(|&j| !r.is_zero(&r.get(constants, j))) {
                pivots.push((i, column, r.inv(&r.get(constants, column))?));
            }
        }
        for (p, ..) in pivots {
            rows[p].times_x(r, [m, n]);
        }
    }
    let entry =
        |row: &Row<R>, j: usize| Poly::new(r, (j..row.basis.len()).step_by(m).map(|at| r.get(row.basis.view(), at)));
    PolyMatrix::from_fn(r, m, m, |i, j| entry(&rows[i], j))
}
