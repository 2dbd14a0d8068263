//! Minimal approximant bases: bases of the relations between the rows of a matrix of power series, of minimal degrees.
//!
//! For F, m×n, an order σ and a shift s, the row vectors p with p·F ≡ 0 modulo x^σ are a module of rank m. Its basis here is a
//! matrix P whose rows are the basis, in s-ordered weak Popov form: the rightmost entry of row i that attains the row's s-degree is
//! on the diagonal.
//!
//! The [iteration](super::iteration) (M-Basis) goes order by order, on the constants of the residual P·F/x^k: about mnσ²(m + n)/2
//! products of words. Divide and conquer (PM-Basis) computes a basis for half the order, a middle product, a basis for the other
//! half under the shift at the end of the first one, and a product. The cost model gives the order at which it begins.
//!
//! Sources: Giorgi, Jeannerod, Villard 2003, "On the complexity of polynomial matrix computations", ISSAC, §2; the test of a basis
//! from Giorgi, Neiger 2018, "Certification of minimal approximant bases", ISSAC, Thm. 2.1.

use super::{
    PolyMatrix,
    dense::{Shift, check_shift},
    iteration::{Row, eliminate},
    kernel::rank,
};
use crate::{
    Result,
    engine::Context,
    ring::{Convolve, Size, grid},
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
    /// [`Error::Length`](crate::Error::Length) unless the shift has one integer per row; [`Error::OutOfRange`](crate::Error::OutOfRange)
    /// for integers of magnitude above 2^61; [`Error::NotInvertible`](crate::Error::NotInvertible) with the factor of a composite n that
    /// was found; [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
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
    /// [`Error::RingsDiffer`](crate::Error::RingsDiffer); [`Error::Length`](crate::Error::Length) unless the shift has one integer per
    /// row; those of products and determinants. A matrix of another shape than m×m is no basis.
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
    let iteration = |k: usize| iteration_ns(r, [m, n], k, cx);
    doubled_while(order, |k| iteration(2 * k) < 2.0 * iteration(k) + products_ns(r, [m, n], 2 * k, cx))
}

/// Predicted nanoseconds of the products that join the bases of two halves of this order.
fn products_ns<R: Convolve>(r: &R, [m, n]: [usize; 2], order: usize, cx: Context<'_>) -> f64 {
    let (size, half) = (|len| Size { len, bits: 0 }, order.div_ceil(2));
    grid::predicted_ns(r, [m, m, n], [size(half + 1), size(order)], half..order, cx)
        + grid::predicted_ns(r, [m, m, m], [size(half + 1), size(half + 1)], 0..order + 1, cx)
}

/// Predicted nanoseconds of a basis of approximants of a matrix of m rows and n columns.
pub(in crate::matrix) fn approximant_ns<R: Convolve>(r: &R, [m, n]: [usize; 2], order: usize, cx: Context<'_>) -> f64 {
    let base = iteration_order(r, [m, n], order, cx);
    let (mut parts, mut order, mut ns) = (1.0, order, 0.0);
    while order > base {
        ns += parts * products_ns(r, [m, n], order, cx);
        (parts, order) = (2.0 * parts, order.div_ceil(2));
    }
    ns + parts * iteration_ns(r, [m, n], order, cx)
}

/// Predicted nanoseconds of the iteration for m rows and n columns to this order.
pub(super) fn iteration_ns<R: Convolve>(r: &R, [m, n]: [usize; 2], order: usize, cx: Context<'_>) -> f64 {
    // measured: sums of products by several rows are reduced once
    let (costs, pivots) = (cx.engine().costs(), n.clamp(1, m.max(1)) as f64);
    let operation = (4.0 + 6.0 / pivots) * costs.short[0];
    let word = (0.14 + 0.72 / pivots) * costs.value_product() * r.zeros(0).width.max(1) as f64;
    let operations = (m * n.min(m) * order) as f64;
    operations * (operation + word * (order * (m + n)) as f64 / 2.0)
}

/// The first of 4, 8, … that is not below `order`, or for which doubling does not pay.
pub(super) fn doubled_while(order: usize, pays: impl Fn(usize) -> bool) -> usize {
    let mut best = 4;
    while best < order && pays(best) {
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

/// M-Basis: one order at a time.
fn iterate<R: Convolve>(f: &PolyMatrix<R>, order: usize, shift: &Shift) -> Result<PolyMatrix<R>> {
    let (r, m, n) = (&f.ring, f.rows, f.columns);
    let residual = |i: usize| {
        let elems: Vec<R::Elem> = (0..order).flat_map(|k| f.row(i).iter().map(move |e| e.coeff(k))).collect();
        r.collect(&elems)
    };
    let rows = (0..m).map(|i| Row::unit(r, [i, m], residual(i), shift[i])).collect();
    eliminate(r, [n, order], rows, |row, _| row.times_x(r, [m, n]))
}
