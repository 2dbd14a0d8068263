//! Solutions of systems of equations over the rational functions.
//!
//! By lifting: with S = A⁻¹ modulo x^k, k > deg A, the digits of A⁻¹·B in base x^k are S·residual modulo x^k, and the next residual is
//! (residual − A·digit)/x^k (Dixon 1982, "Exact solution of linear equations using p-adic expansions", Numer. Math. 40, over polynomials;
//! Moenck, Carter 1979, "Approximate algorithms to derive exact solutions to systems of linear equations"). Cramer's rule bounds degrees,
//! and fractions are reconstructed one entry after another, each times the denominator of those before. Where A(0) has no inverse the
//! variable is shifted. Cost for n rows of degree d and a column: an inverse to d + 1 terms, 2n products of n by n matrices and columns of
//! this length, n fractions of nd coefficients at most.
//!
//! In fields so small that A has no inverse at any of the first points, a solution is the relation between the columns of A and one of B.

use super::{PolyMatrix, kernel::rank};
use crate::{
    Error, Result,
    poly::Poly,
    ring::{Coeffs, Convolve, Direct},
};

impl<R: Convolve + Direct> PolyMatrix<R> {
    /// N and d with self·N = d·right, for a square matrix whose determinant is not zero: N/d = self⁻¹·right in lowest terms, d monic and
    /// common to all entries. Over fields.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let a = PolyMatrix::new(&f, 2, 2, vec![p(&[0, 1]), p(&[1]), p(&[1]), p(&[0, 1])])?; // x, 1; 1, x
    /// let b = PolyMatrix::new(&f, 2, 1, vec![p(&[1]), p(&[])])?;
    /// let (n, d) = a.solve(&b)?;
    /// assert_eq!((n.entries(), d), (&[p(&[0, 1]), p(&[-1])][..], p(&[-1, 0, 1]))); // x, −1 over x² − 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Shapes`] unless the right side has as many rows; [`Error::Singular`]; [`Error::RingsDiffer`];
    /// [`Error::NotInvertible`] with the factor of a composite n that was found; those of products.
    pub fn solve(&self, right: &Self) -> Result<(Self, Poly<R>)> {
        let n = self.check_square("a system")?;
        self.with(right, |_, _| Ok(()))?;
        if right.rows != n {
            let (left, right) = (self.shape(), right.shape());
            return Err(Error::Shapes { operation: "a system", left, right, expected: "as many rows" });
        }
        let point = self.regular_point()?;
        self.begins("system of equations", if point.is_some() { "lifting" } else { "approximants" })?;
        let Some(c) = point else { return self.solve_by_relations(right) };
        let moved = |m: &Self, c: &R::Elem| -> Result<Self> {
            let entries = m.entries.iter().map(|e| e.taylor_shift(c)).collect::<Result<_>>()?;
            Self::new(&m.ring, m.rows, m.columns, entries)
        };
        let r = &self.ring;
        if r.is_zero(&c) {
            return self.solve_by_lifting(right);
        }
        let (numerators, denominator) = moved(self, &c)?.solve_by_lifting(&moved(right, &c)?)?;
        let back = r.neg(&c);
        Ok((moved(&numerators, &back)?, denominator.taylor_shift(&back)?))
    }

    /// An element where the value of self has an inverse, if one of the first integers is such.
    fn regular_point(&self) -> Result<Option<R::Elem>> {
        const POINTS: i64 = 8;
        for x in 0..POINTS {
            let x = self.ring.elem(x);
            if rank(&self.ring, self.rows, &self.eval(&x))? == self.rows {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// A bound on the degrees of numerators: of minors of self with a column of `right` in place of one of its own.
    fn numerator_degree(&self, right: &Self) -> usize {
        let degree = |row: &[Poly<R>]| row.iter().filter_map(Poly::degree).max().unwrap_or(0);
        (0..self.rows).map(|i| degree(self.row(i)).max(degree(right.row(i)))).sum()
    }

    /// For a matrix with an inverse at 0.
    fn solve_by_lifting(&self, right: &Self) -> Result<(Self, Poly<R>)> {
        let r = &self.ring;
        let (numerator, denominator) = (self.numerator_degree(right), self.det_degree().unwrap_or(0));
        let order = numerator + denominator + 1;
        let series = self.expansion(right, order)?;
        let modulus = Poly::monomial(r, &r.one(), order);
        let mut common = Poly::one(r);
        for e in &series {
            let e = low(&e.checked_mul(&common)?, order);
            if e.degree() > Some(numerator) {
                common = common.checked_mul(&e.rational(&modulus, numerator)?.1)?;
            }
        }
        let entries = series.iter().map(|e| Ok(low(&e.checked_mul(&common)?, order))).collect::<Result<_>>()?;
        Ok((Self::new(r, right.rows, right.columns, entries)?, common))
    }

    /// The entries of self⁻¹·right modulo x^order.
    fn expansion(&self, right: &Self, order: usize) -> Result<Vec<Poly<R>>> {
        let (r, k) = (&self.ring, self.degree().unwrap_or(0) + 1);
        let inverse = self.inv_series(k)?;
        let mut all: Vec<Coeffs<R>> = right.entries.iter().map(|_| r.zeros(order)).collect();
        let mut residual = right.clone();
        for at in (0..order).step_by(k) {
            super::dense::check(r)?;
            let digit = inverse.mul_low(&residual.truncated(k), k)?;
            for (out, e) in all.iter_mut().zip(&digit.entries) {
                r.copy_at(out, at, e.coeffs().low(e.len().min(order - at)));
            }
            // the lower coefficients of the difference are zero
            let carried = self.mul_window(&digit, k..usize::MAX, None)?;
            residual = residual
                .each(|e| Poly::from_coeffs(r, r.owned(e.coeffs().from(k.min(e.len())))))
                .checked_sub(&carried)?;
        }
        Ok(all.into_iter().map(|v| Poly::from_coeffs(r, v)).collect())
    }

    /// By the relation between the columns of self and each column of `right`.
    fn solve_by_relations(&self, right: &Self) -> Result<(Self, Poly<R>)> {
        let (r, n) = (&self.ring, self.rows);
        let mut solutions = Vec::with_capacity(right.columns);
        for j in 0..right.columns {
            let rows =
                Self::from_fn(r, n + 1, n, |i, k| if i < n { self.get(k, i).clone() } else { -right.get(k, j) })?;
            let relations = rows.kernel_basis(&vec![0; n + 1])?;
            if relations.rows != 1 {
                return Err(Error::Singular { rank: self.rank()?, size: n });
            }
            let lead = relations.get(0, n).leading().ok_or(Error::DivisionByZero)?;
            solutions.push(relations.scale(&r.inv(&lead)?));
        }
        let mut common = Poly::one(r);
        for solution in &solutions {
            let d = solution.get(0, n);
            common = common.checked_mul(&d.exact_div(&d.direct_gcd(&common)?)?)?;
        }
        let factors = solutions.iter().map(|s| common.exact_div(s.get(0, n))).collect::<Result<Vec<_>>>()?;
        Ok((Self::from_fn(r, n, right.columns, |i, j| solutions[j].get(0, i) * &factors[j])?, common))
    }
}

/// f modulo x^n.
fn low<R: Convolve>(f: &Poly<R>, n: usize) -> Poly<R> {
    Poly::from_coeffs(f.ring(), f.ring().owned(f.coeffs().low(n)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Zn, bits::testing::noise};

    fn random(f: &Zn, [rows, columns, len]: [usize; 3], seed: u64) -> PolyMatrix<Zn> {
        let word = |k: usize| noise(seed * 1000 + k as u64) % f.n();
        PolyMatrix::from_fn(f, rows, columns, |i, j| {
            Poly::new(f, (0..len).map(|k| word((i * columns + j) * len + k)).collect::<Vec<_>>())
        })
        .expect("a matrix")
    }

    fn check(a: &PolyMatrix<Zn>, b: &PolyMatrix<Zn>) {
        let (n, d) = a.solve(b).expect("a solution");
        assert_eq!(
            a * &n,
            PolyMatrix::from_fn(a.ring(), b.rows(), b.cols(), |i, j| b.get(i, j) * &d).expect("a matrix")
        );
        assert_eq!(d.leading(), Some(1));
        let common = n.entries().iter().fold(d.clone(), |g, e| g.gcd(e).expect("a field"));
        assert_eq!(common.len(), 1, "{a:?} and {b:?}: lowest terms");
        assert_eq!(a.solve_by_relations(b).expect("a solution"), (n, d));
    }

    #[test]
    fn solutions() {
        for p in [7, 97, (1 << 62) - 57] {
            let f = Zn::new(p).expect("a prime");
            for (i, [n, columns, len, long]) in
                [[1, 1, 4, 9], [2, 3, 3, 1], [3, 1, 4, 4], [4, 2, 2, 7]].into_iter().enumerate()
            {
                let (a, b) = (random(&f, [n, n, len], i as u64), random(&f, [n, columns, long], 50 + i as u64));
                check(&a, &b);
                // not invertible at 0, and with common factors
                check(&a.shl(2), &b);
                check(&a, &(&a * &random(&f, [n, 1, 2], 90)));
                check(&a, &PolyMatrix::zero(&f, n, 2));
            }
        }
        let f = Zn::new(97).expect("a prime");
        let none = PolyMatrix::zero(&f, 0, 0);
        assert_eq!(none.solve(&none), Ok((none.clone(), Poly::one(&f))));
    }

    /// The determinant vanishes at all elements of the field.
    #[test]
    fn few_points() {
        let f = Zn::new(2).expect("a prime");
        let p = |c: &[i64]| Poly::from_i64(&f, c);
        let a = PolyMatrix::new(&f, 2, 2, vec![p(&[0, 1, 1]), p(&[1]), p(&[]), p(&[1, 1, 1])]).expect("a matrix");
        check(&a, &PolyMatrix::new(&f, 2, 1, vec![p(&[1, 1]), p(&[0, 1])]).expect("a matrix"));
        assert!(a.regular_point().expect("a field").is_none());
    }

    #[test]
    fn what_is_refused() {
        let f = Zn::new(97).expect("a prime");
        let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::monomial(&f, &1, i + j)).expect("a matrix");
        assert_eq!(a.solve(&a), Err(Error::Singular { rank: 1, size: 2 }));
        assert!(matches!(a.part(0..1, 0..2).solve(&a), Err(Error::NotSquare { .. })));
        assert!(matches!(a.solve(&a.part(0..1, 0..2)), Err(Error::Shapes { .. })));
    }
}
