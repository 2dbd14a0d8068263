//! Checks of matrices of polynomials: inverses modulo powers of x by a product in the other order, divisions at random points, bases of
//! interpolants by their definition, systems of equations by products, Smith forms by Hermite forms.

use super::{Checker, Proof, Unverified, images::mapped_vector, mapped, mapped_matrix, matrix::determinant_of, wrong};
use crate::{
    Error,
    arith::factor_u64,
    matrix::{Matrix, PolyMatrix, Shift},
    poly::Poly,
    ring::{AnyRing, Convolve, Direct, View},
};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that x is the inverse of a modulo the n-th power of the variable: x·a is 1, and x has n terms at most.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::new(&f, 1, 1, vec![Poly::from_i64(&f, &[1, 1])])?;
    /// assert!(checker.poly_inverse(&a, 4, &a.inv_series(4)?).is_ok());
    /// assert!(checker.poly_inverse(&a, 5, &a.inv_series(4)?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn poly_inverse(&self, a: &PolyMatrix<R>, n: usize, x: &PolyMatrix<R>) -> Result<Proof, Unverified> {
        let one = PolyMatrix::identity(self.ring, a.rows()).truncated(n);
        let right = a.rows() == a.cols() && x.shape() == a.shape() && x.degree().is_none_or(|d| d < n);
        match right && x.mul_low(a, n)? == one {
            true => Ok(Proof::Exact),
            false => Err(wrong("the inverse")),
        }
    }

    /// Checks that a = q·b + rest and rest·b⁻¹ is strictly proper.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (PolyMatrix::identity(&f, 2).shl(3), PolyMatrix::identity(&f, 2).shl(2));
    /// let (q, rest) = a.div_rem(&b)?;
    /// assert!(checker.poly_division(&a, &b, [&q, &rest]).is_ok());
    /// let zero = PolyMatrix::zero(&f, 2, 2);
    /// assert!(checker.poly_division(&a, &b, [&zero, &a]).is_err()); // the remainder is too long
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn poly_division(
        &mut self,
        a: &PolyMatrix<R>,
        b: &PolyMatrix<R>,
        [q, rest]: [&PolyMatrix<R>; 2],
    ) -> Result<Proof, Unverified> {
        if rest.shape() != a.shape() || q.shape() != (a.rows(), b.rows()) || !is_proper(rest, b)? {
            return Err(wrong("the remainder"));
        }
        self.poly_matrix_product(q, b, &a.checked_sub(rest)?)
    }

    /// Checks that n/d = a⁻¹·b in lowest terms, d monic, for a matrix a whose determinant is not zero. Over rings that are no fields lowest
    /// terms are checked where Euclid's algorithm meets no zero divisor.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, one) = (PolyMatrix::identity(&f, 2).shl(3), PolyMatrix::identity(&f, 2));
    /// let (n, d) = a.inverse()?;
    /// assert!(checker.poly_solution(&a, &one, (&n, &d)).is_ok());
    /// assert!(checker.poly_solution(&a, &one, (&n.shl(1), &d.shl(1))).is_err()); // not in lowest terms
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn poly_solution(
        &mut self,
        a: &PolyMatrix<R>,
        b: &PolyMatrix<R>,
        (n, d): (&PolyMatrix<R>, &Poly<R>),
    ) -> Result<Proof, Unverified> {
        if d.leading() != Some(self.ring.one()) || n.shape() != (a.cols(), b.cols()) {
            return Err(wrong("the solution"));
        }
        let mut common = d.clone();
        for e in n.entries() {
            match common.direct_gcd(e) {
                Ok(next) => common = next,
                Err(Error::NotInvertible { .. }) => {
                    common = Poly::one(self.ring);
                    break;
                }
                Err(e) => return Err(e.into()),
            }
        }
        if common.len() > 1 {
            return Err(wrong("the solution"));
        }
        let right = PolyMatrix::from_fn(self.ring, b.rows(), b.cols(), |i, j| b.get(i, j) * d)?;
        self.poly_matrix_product(a, n, &right)
    }

    /// Checks that p and q are what [`fraction`](PolyMatrix::fraction) finds for a modulo the power of x of this order: rows of the Popov
    /// form of all relations between −1 and a, or where that form meets a zero divisor, such relations.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::new(&f, 1, 1, vec![Poly::from_i64(&f, &[1, 1, 2, 3, 5, 8])])?;
    /// let (p, q) = a.fraction(6)?;
    /// assert!(checker.poly_fraction(&a, 6, [&p, &q]).is_ok());
    /// assert!(checker.poly_fraction(&a, 6, [&p.shl(1), &q.shl(1)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn poly_fraction(
        &self,
        a: &PolyMatrix<R>,
        order: usize,
        [p, q]: [&PolyMatrix<R>; 2],
    ) -> Result<Proof, Unverified> {
        let (r, (m, n)) = (self.ring, a.shape());
        let a = a.truncated(order);
        let relations = PolyMatrix::from_fn(r, m + n, m + n, |i, j| match (i.checked_sub(m), j.checked_sub(m)) {
            (None, None) if i == j => Poly::monomial(r, &r.one(), order),
            (Some(column), None) => a.get(j, column).clone(),
            (Some(x), Some(y)) if x == y => Poly::one(r),
            _ => Poly::zero(r),
        })?;
        let shift: Vec<i64> = (0..m + n).map(|i| i64::from(i < m)).collect();
        let right = match relations.popov(&shift) {
            Ok(form) => {
                let [of_p, of_q] = [0..m, m..m + n].map(|columns| form.part(m..m + n, columns).transposed());
                of_p == *p && of_q == *q
            }
            Err(Error::NotInvertible { .. }) => {
                q.shape() == (n, n)
                    && q.transposed().is_popov(&vec![0; n])?
                    && a.mul_low(q, order)?.checked_sub(p)?.is_zero()
            }
            Err(e) => return Err(e.into()),
        };
        if right { Ok(Proof::Exact) } else { Err(wrong("the fraction")) }
    }

    /// Checks that the rows of `basis` are a minimal basis of the vectors whose values at the points the blocks of rows of a, one at each
    /// point, take to zero.
    ///
    /// ```
    /// # use polymod::{Matrix, Ring, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, points) = (Matrix::from_i64(&f, &[&[1], &[2], &[3], &[4]])?, f.collect(&[5, 6]));
    /// let basis = a.interpolant_basis(points.view(), &[0, 0])?;
    /// assert!(checker.interpolants(&a, points.view(), &[0, 0], &basis).is_ok());
    /// assert!(checker.interpolants(&a, points.view(), &[0, 0], &basis.shl(1)).is_err()); // relations, but not all
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] for a [`Shift`] that is none of a.
    pub fn interpolants(
        &self,
        a: &Matrix<R>,
        points: View<'_, R>,
        shift: &Shift,
        basis: &PolyMatrix<R>,
    ) -> Result<Proof, Unverified> {
        let m = shift.len();
        let diagonal = (0..m).map(Some).collect::<Vec<_>>();
        let right = basis.shape() == (m, m)
            && basis.pivots(shift)? == diagonal
            && match a.is_interpolant_basis(basis, points, shift) {
                Err(Error::NotInvertible { .. }) => self.interpolants_modulo_primes(a, points, shift, basis)?,
                right => right?,
            };
        if right { Ok(Proof::Exact) } else { Err(wrong("the basis")) }
    }

    /// Whether `basis` is a basis modulo each prime factor of N, which fits in a word, and its rows satisfy the conditions modulo N.
    fn interpolants_modulo_primes(
        &self,
        a: &Matrix<R>,
        points: View<'_, R>,
        shift: &Shift,
        basis: &PolyMatrix<R>,
    ) -> Result<bool, Unverified> {
        let (r, m) = (self.ring, shift.len());
        let word = self.modulus.as_ref().filter(|_| !self.is_extension()).and_then(rug::Integer::to_u64);
        let modulus = || format!("a modulus of one word, to check a basis over {}", r.name());
        let n = word.ok_or_else(|| Error::Domain { operation: "a basis", expected: "a field", got: modulus() })?;
        for k in 0..points.len() {
            let values = Matrix::new(r, m, m, r.collect(&basis.eval(&r.get(points, k))))?;
            let block = Matrix::from_fn(r, m, a.cols(), |i, j| a.get(k * m + i, j))?;
            if r.trimmed_len(values.checked_mul(&block)?.entries()) > 0 {
                return Ok(false);
            }
        }
        for (prime, _) in factor_u64(n) {
            let field = AnyRing::modulo(r.engine(), prime)?;
            let entries = basis.entries().iter().map(|e| mapped(r, e, &field)).collect::<crate::Result<_>>()?;
            let image = PolyMatrix::new(&field, m, m, entries)?;
            let at = mapped_vector(r, points, &field)?;
            let units = (0..m).all(|i| image.get(i, i).len() == basis.get(i, i).len());
            if !units || !mapped_matrix(a, &field)?.is_interpolant_basis(&image, at.view(), shift)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<R: Convolve + Direct> Checker<'_, R> {
    /// Checks that s is the Smith form of a, by the Hermite forms of the transpose, its transpose, and so on, until they are diagonal.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_i64(&f, &[i as i64, 2, j as i64]))?;
    /// assert!(checker.poly_smith(&a, &a.smith()?).is_ok());
    /// assert!(checker.poly_smith(&a, &PolyMatrix::identity(&f, 2)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] if another order of pivots meets one that is not a unit.
    pub fn poly_smith(&self, a: &PolyMatrix<R>, s: &PolyMatrix<R>) -> Result<Proof, Unverified> {
        let mut factors = match diagonal_by_hermite_forms(a) {
            Err(Error::NotInvertible { .. }) => a.transposed().invariant_factors()?,
            factors => factors?,
        };
        // each pair by its greatest common divisor and its least common multiple
        for k in 0..factors.len() {
            for l in k + 1..factors.len() {
                let g = factors[k].direct_gcd(&factors[l])?;
                factors[l] = factors[k].exact_div(&g)?.checked_mul(&factors[l])?;
                factors[k] = g;
            }
        }
        let zero = Poly::zero(self.ring);
        let entry = |i: usize, j: usize| factors.get(i).filter(|_| i == j).unwrap_or(&zero);
        let right = s.shape() == a.shape() && (0..s.rows()).all(|i| (0..s.cols()).all(|j| s.get(i, j) == entry(i, j)));
        if right { Ok(Proof::Exact) } else { Err(wrong("the Smith form")) }
    }
}

/// Whether rest·b⁻¹ is strictly proper: by the degrees of columns where b is column-reduced. Otherwise for p and q with q·b + p·rest = 0,
/// in reduced rows, rest·b⁻¹ = −p⁻¹·q is strictly proper if in each row the degree of p is above that of q.
fn is_proper<R: Convolve>(rest: &PolyMatrix<R>, b: &PolyMatrix<R>) -> crate::Result<bool> {
    let (r, n, m) = (b.ring(), b.rows(), rest.rows());
    let of_columns = |a: &PolyMatrix<R>| a.column_degrees(&vec![0; a.rows()]);
    let leading = Matrix::new(r, n, n, r.collect(&b.transposed().leading_matrix(&vec![0; n])?))?;
    if r.inv(&determinant_of(r, &leading)?).is_ok() {
        return Ok(of_columns(rest)?.iter().zip(&of_columns(b)?).all(|(x, y)| x < y));
    }
    let above = PolyMatrix::from_fn(r, n + m, n, |i, j| match i.checked_sub(n) {
        None => b.get(i, j).clone(),
        Some(k) => rest.get(k, j).clone(),
    })?;
    // q is counted as one degree more, and of equal degrees the last is the pivot: those of p are pivots if they are above
    let shift: Vec<i64> = (0..n + m).map(|i| i64::from(i < n)).collect();
    match above.kernel_basis(&shift) {
        Err(Error::NotInvertible { .. }) => is_proper_by_minors(rest, b),
        kernel => {
            let kernel = kernel?;
            Ok(kernel.rows() == m && kernel.pivots(&shift)?.iter().all(|j| j.is_some_and(|j| j >= n)))
        }
    }
}

/// By Cramer's rule, over every ring: the entries of rest·b⁻¹ times det b are determinants of b with another row.
pub fn is_proper_by_minors<R: Convolve>(rest: &PolyMatrix<R>, b: &PolyMatrix<R>) -> crate::Result<bool> {
    let (r, n, det) = (b.ring(), b.rows(), b.direct_det()?);
    let minor = |i: usize, j: usize| {
        let entry = |k: usize, l: usize| if k == j { rest.get(i, l) } else { b.get(k, l) }.clone();
        PolyMatrix::from_fn(r, n, n, entry)?.direct_det()
    };
    let places = (0..rest.rows()).flat_map(|i| (0..n).map(move |j| (i, j)));
    let mut longest = 0;
    for (i, j) in places {
        longest = longest.max(minor(i, j)?.len());
    }
    Ok(det.leading().is_some_and(|lead| r.inv(&lead).is_ok()) && longest < det.len())
}

/// The nonzero entries of a diagonal matrix that row and column operations make of a.
fn diagonal_by_hermite_forms<R: Convolve>(a: &PolyMatrix<R>) -> crate::Result<Vec<Poly<R>>> {
    let mut form = a.column_hermite()?;
    loop {
        let next = form.hermite()?;
        let diagonal = (0..next.rows()).all(|i| (0..next.cols()).all(|j| i == j || next.get(i, j).is_empty()));
        if diagonal {
            return Ok((0..next.rows()).map(|i| next.get(i, i).clone()).collect());
        }
        form = next.column_hermite()?;
    }
}
