//! Checks of matrices of polynomials: products at random points, determinants there or of the transpose; bases and
//! normal forms by their definition, and by another normal form or by the module that their rows span.

use super::{
    Checker, Distribution, Proof, Random, Unverified, distribution,
    elements::drawn_vector,
    mapped,
    matrix::{determinant_of, eliminated},
    place::Claim,
    wrong,
};
use crate::{
    Error,
    arith::factor_u64,
    matrix::{Matrix, PolyMatrix, Shift, check_shift, pivot},
    poly::Poly,
    ring::{AnyRing, Convolve},
};
use rug::Integer;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that a·b = c.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let x = PolyMatrix::identity(&f, 2).shl(1);
    /// assert!(checker.poly_matrix_product(&x, &x, &PolyMatrix::identity(&f, 2).shl(2)).is_ok());
    /// assert!(checker.poly_matrix_product(&x, &x, &x).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn poly_matrix_product(
        &mut self,
        a: &PolyMatrix<R>,
        b: &PolyMatrix<R>,
        c: &PolyMatrix<R>,
    ) -> Result<Proof, Unverified> {
        if a.cols() != b.rows() || c.shape() != (a.rows(), b.cols()) {
            return Err(wrong("the shape of the result"));
        }
        let degree = [a, b].map(|m| m.degree().unwrap_or(0)).iter().sum::<usize>();
        if c.degree().is_some_and(|d| d > degree) {
            return Err(wrong("the degree of the result"));
        }
        self.claims(&[Claim::Matrices([a, b, c])], "the product of matrices")
    }

    /// Checks that c = a^e, its products computed and checked again, from the lowest bit on; for a negative e that
    /// c·a^−e = 1.
    ///
    /// ```
    /// # use polymod::{PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let x = PolyMatrix::identity(&f, 2).shl(1);
    /// assert!(checker.poly_matrix_power(&x, &5.into(), &x.shl(4)).is_ok());
    /// assert!(checker.poly_matrix_power(&x, &5.into(), &x.shl(5)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn poly_matrix_power(
        &mut self,
        a: &PolyMatrix<R>,
        e: &Integer,
        c: &PolyMatrix<R>,
    ) -> Result<Proof, Unverified> {
        let (mut square, mut power) = (a.clone(), PolyMatrix::identity(self.ring, a.rows()));
        let mut proof = Proof::Exact;
        let (bits, magnitude) = (e.significant_bits(), e.clone().abs());
        for bit in 0..bits {
            if magnitude.get_bit(bit) {
                let next = power.checked_mul(&square)?;
                proof = proof.and(self.poly_matrix_product(&power, &square, &next)?);
                power = next;
            }
            if bit + 1 < bits {
                let next = square.checked_mul(&square)?;
                proof = proof.and(self.poly_matrix_product(&square, &square, &next)?);
                square = next;
            }
        }
        if *e < 0 {
            return Ok(proof.and(self.poly_matrix_product(&power, c, &PolyMatrix::identity(self.ring, a.rows()))?));
        }
        if power == *c { Ok(proof) } else { Err(wrong("the power")) }
    }

    /// Checks that b is the transpose of a.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::new(&f, 1, 2, vec![Poly::x(&f), Poly::one(&f)])?;
    /// assert!(checker.poly_transpose(&a, &a.transposed()).is_ok());
    /// assert!(checker.poly_transpose(&a, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn poly_transpose(&self, a: &PolyMatrix<R>, b: &PolyMatrix<R>) -> Result<Proof, Unverified> {
        let right = a.shape() == (b.cols(), b.rows())
            && (0..a.rows()).all(|i| (0..a.cols()).all(|j| a.get(i, j) == b.get(j, i)));
        if right { Ok(Proof::Exact) } else { Err(wrong("an entry of the transpose")) }
    }

    /// Checks that d is the determinant of a.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::identity(&f, 2).shl(1);
    /// assert!(checker.poly_determinant(&a, &Poly::monomial(&f, &1, 2)).is_ok());
    /// assert!(checker.poly_determinant(&a, &Poly::x(&f)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] unless a is square.
    pub fn poly_determinant(&mut self, a: &PolyMatrix<R>, d: &Poly<R>) -> Result<Proof, Unverified> {
        let (rows, cols) = a.shape();
        if rows != cols {
            return Err(Error::NotSquare { operation: "a determinant", rows, cols }.into());
        }
        let degrees = (0..a.rows()).filter_map(|i| a.row(i).iter().filter_map(Poly::degree).max());
        let degree = degrees.sum::<usize>();
        if d.degree().is_some_and(|d| d > degree) {
            return Err(wrong("the degree of the determinant"));
        }
        let Some((points, log2_error)) = self.few_points(degree as f64) else {
            return match a.transposed().direct_det()? == *d {
                true => Ok(Proof::Exact),
                false => Err(wrong("the determinant")),
            };
        };
        for _ in 0..points {
            let t = self.random_element()?;
            if self.determinant_at(a, &t)? != d.eval(&t) {
                return Err(wrong("the determinant"));
            }
        }
        Ok(Proof::Points { points, log2_error })
    }

    /// Checks that `rank` is the rank of a, by its columns.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::monomial(&f, &1, i + j))?; // 1, x; x, x²
    /// assert!(checker.poly_rank(&a, 1).is_ok());
    /// assert!(checker.poly_rank(&a, 2).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn poly_rank(&self, a: &PolyMatrix<R>, rank: usize) -> Result<Proof, Unverified> {
        let columns = a.transposed();
        let found = match columns.weak_popov(&vec![0; a.rows()]) {
            Err(Error::NotInvertible { .. }) => self.rank_at_points(a, rank)?,
            found => found?.rows(),
        };
        if found == rank { Ok(Proof::Exact) } else { Err(wrong("the rank")) }
    }

    /// The rank if not all leading coefficients are units: if values have full rank, so has a; other ranks are those of
    /// the rows.
    fn rank_at_points(&self, a: &PolyMatrix<R>, rank: usize) -> Result<usize, Unverified> {
        const POINTS: i64 = 32;
        for t in (0..POINTS).take_while(|_| rank == a.rows().min(a.cols())) {
            if self.has_rank_at(a, rank, &self.ring.elem(t))? {
                return Ok(rank);
            }
        }
        Ok(a.weak_popov(&vec![0; a.cols()])?.rows())
    }

    /// Whether a(x) has this rank, modulo every maximal ideal of the ring.
    fn has_rank_at(&self, a: &PolyMatrix<R>, rank: usize, x: &R::Elem) -> Result<bool, Unverified> {
        let values = Matrix::new(self.ring, a.rows(), a.cols(), self.ring.collect(&a.eval(x)))?;
        Ok(matches!(eliminated(self.ring, &values), Ok((found, _)) if found == rank))
    }

    /// Checks that the rows of `basis` are a minimal basis of the vectors that a takes to zero modulo x^order.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::new(&f, 2, 1, vec![Poly::from_i64(&f, &[1, 1, 2, 3, 5, 8]), Poly::from_i64(&f, &[-1])])?;
    /// let basis = a.approximant_basis(6, &[0, 0])?;
    /// assert!(checker.approximants(&a, 6, &[0, 0], &basis).is_ok());
    /// assert!(checker.approximants(&a, 6, &[0, 0], &basis.shl(1)).is_err()); // relations, but not all
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] for a [`Shift`] that is none of a.
    pub fn approximants(
        &mut self,
        a: &PolyMatrix<R>,
        order: usize,
        shift: &Shift,
        basis: &PolyMatrix<R>,
    ) -> Result<Proof, Unverified> {
        check_shift(shift, a.rows())?;
        let diagonal = (0..a.rows()).map(Some).collect::<Vec<_>>();
        if basis.pivots(shift)? != diagonal {
            return Err(wrong("the basis"));
        }
        match self.generates_approximants(a, order, basis)? {
            Some(proof) => Ok(proof),
            None if a.is_approximant_basis(basis, order, shift)? => Ok(Proof::Exact),
            None => Err(wrong("the basis")),
        }
    }

    /// A proof that the rows of `basis`, whose pivots are on the diagonal, generate all approximants, by values at
    /// random points of a large field; `None` if the field is not large, or they do not: they are approximants, the
    /// determinant is c·x^D, and the constant terms of \[basis | product/x^order\] have full rank.
    fn generates_approximants(
        &mut self,
        a: &PolyMatrix<R>,
        order: usize,
        basis: &PolyMatrix<R>,
    ) -> Result<Option<Proof>, Unverified> {
        let (r, m) = (self.ring, a.rows());
        let degree = (0..m).map(|i| basis.get(i, i).len().saturating_sub(1)).sum::<usize>();
        let has_entries = m > 0 && a.cols() > 0;
        let Some((points, log2_error)) = self.few_points(degree as f64).filter(|_| has_entries) else {
            return Ok(None);
        };
        let units = (0..m).all(|i| basis.get(i, i).leading().is_some_and(|lead| r.inv(&lead).is_ok()));
        let product = basis.checked_mul(a)?;
        let (constants, residual) = (basis.coefficient(0), product.coefficient(order));
        let rows = constants.chunks(m).zip(residual.chunks(a.cols()));
        let beside: Vec<_> = rows.flat_map(|(x, y)| [x, y].concat()).collect();
        let beside = Matrix::new(r, m, m + a.cols(), r.collect(&beside))?;
        if !units || !product.truncated(order).is_zero() || eliminated(r, &beside).map_or(0, |found| found.0) < m {
            return Ok(None);
        }
        let lead = self.determinant_at(basis, &r.one())?;
        for _ in 0..points {
            let x = self.random_element()?;
            if self.determinant_at(basis, &x)? != r.mul(&lead, &r.pow(&x, degree as u64)) {
                return Ok(None);
            }
        }
        Ok(Some(Proof::Points { points, log2_error }))
    }

    /// Checks that the rows of `basis` are a minimal basis of the kernel of a: they are in it, in weak Popov form, as
    /// many as its dimension, which the rank of a at some point shows, and every vector of the kernel is a combination of
    /// them by polynomials, because their transpose spans everything.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::new(&f, 2, 1, vec![Poly::x(&f), Poly::from_i64(&f, &[1, 1])])?; // x; x + 1
    /// let basis = a.kernel_basis(&[0, 0])?;
    /// assert!(checker.poly_kernel(&a, &[0, 0], &basis).is_ok());
    /// assert!(checker.poly_kernel(&a, &[0, 0], &basis.shl(1)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] for a [`Shift`] that is none of a.
    pub fn poly_kernel(
        &mut self,
        a: &PolyMatrix<R>,
        shift: &Shift,
        basis: &PolyMatrix<R>,
    ) -> Result<Proof, Unverified> {
        const POINTS: usize = 4;
        check_shift(shift, a.rows())?;
        let places = basis.pivots(shift)?;
        let unit = |i: usize, j: usize| basis.get(i, j).leading().is_some_and(|lead| self.ring.inv(&lead).is_ok());
        let independent = basis.is_ordered_weak_popov(shift)?
            && places.iter().enumerate().all(|(i, place)| place.is_some_and(|j| unit(i, j)));
        let rank = a.rows().checked_sub(basis.rows()).filter(|_| independent && basis.cols() == a.rows());
        let Some(rank) = rank else { return Err(wrong("the basis of the kernel")) };
        let proof = self.poly_matrix_product(basis, a, &PolyMatrix::zero(self.ring, basis.rows(), a.cols()))?;
        let (mut reached, mut tried) = (rank == 0, 0);
        while !reached && tried < POINTS {
            let x = self.random_element()?;
            reached = self.has_rank_at(a, rank, &x)?;
            tried += 1;
        }
        if !reached {
            self.poly_rank(a, rank)?;
        }
        let everything = self.spans_everything(&basis.transposed())?;
        everything.map(|of_span| proof.and(of_span)).ok_or_else(|| wrong("the basis of the kernel"))
    }

    /// Checks that p is the Popov form of a: it has the shape, and the rows of both span the same module.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_i64(&f, &[i as i64, 2, j as i64]))?;
    /// assert!(checker.popov(&a, &[0, 0], &a.popov(&[0, 0])?).is_ok());
    /// assert!(checker.popov(&a, &[0, 0], &PolyMatrix::identity(&f, 2)).is_err()); // the determinant is not constant
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] for a [`Shift`] that is none of a.
    pub fn popov(&mut self, a: &PolyMatrix<R>, shift: &Shift, p: &PolyMatrix<R>) -> Result<Proof, Unverified> {
        check_shift(shift, a.cols())?;
        let normal = p.cols() == a.cols() && p.is_popov(shift)?;
        let proof = if normal { self.spans(a, shift, p, &p.pivots(shift)?)? } else { None };
        proof.ok_or_else(|| wrong("the Popov form"))
    }

    /// Checks that p is a basis of the rows' module of a in s-ordered weak Popov form: it has the shape, and the rows of both span the same module.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_i64(&f, &[i as i64, 2, j as i64]))?;
    /// assert!(checker.weak_popov(&a, &[0, 0], &a.weak_popov(&[0, 0])?).is_ok());
    /// assert!(checker.weak_popov(&a, &[0, 0], &PolyMatrix::identity(&f, 2)).is_err()); // the determinant is not constant
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] for a [`Shift`] that is none of a.
    pub fn weak_popov(&mut self, a: &PolyMatrix<R>, shift: &Shift, p: &PolyMatrix<R>) -> Result<Proof, Unverified> {
        check_shift(shift, a.cols())?;
        let ordered = p.cols() == a.cols() && p.is_ordered_weak_popov(shift)?;
        let proof = if ordered { self.spans(a, shift, p, &p.pivots(shift)?)? } else { None };
        proof.ok_or_else(|| wrong("the weak Popov form"))
    }

    /// Checks that h is the Hermite form of a: it has the shape, and the same Popov form.
    ///
    /// ```
    /// # use polymod::{Poly, PolyMatrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_i64(&f, &[i as i64, 2, j as i64]))?;
    /// assert!(checker.hermite(&a, &a.hermite()?).is_ok());
    /// assert!(checker.hermite(&a, &PolyMatrix::identity(&f, 2)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn hermite(&mut self, a: &PolyMatrix<R>, h: &PolyMatrix<R>) -> Result<Proof, Unverified> {
        if h.cols() != a.cols() || !h.is_hermite() {
            return Err(wrong("the Hermite form"));
        }
        let places: Vec<_> = (0..h.rows()).map(|i| (0..h.cols()).find(|&j| !h.get(i, j).is_empty())).collect();
        let zeros = vec![0; a.cols()];
        let proof = match h.popov(&zeros).and_then(|p| Ok(p == a.popov(&zeros)?)) {
            Err(Error::NotInvertible { .. }) => {
                // the Popov form for a shift that falls by more than any degree from column to column
                let degree = [a, h].iter().filter_map(|m| m.degree()).max().unwrap_or(0) as i64;
                let steep = (degree + 1) * (a.rows() as i64 + 1);
                let shift: Vec<i64> = (0..a.cols() as i64).rev().map(|k| k * steep).collect();
                self.spans(a, &shift, h, &places)?
            }
            same => same?.then_some(Proof::Exact),
        };
        proof.ok_or_else(|| wrong("the Hermite form"))
    }

    /// A proof that the rows of a are Q·p, and those of Q span everything; `None` if not.
    fn spans(
        &mut self,
        a: &PolyMatrix<R>,
        shift: &Shift,
        p: &PolyMatrix<R>,
        places: &[Option<usize>],
    ) -> Result<Option<Proof>, Unverified> {
        let long = !self.is_extension()
            && self.ring.packed_bits() == 0
            && self.modulus.as_ref().is_some_and(|n| n.to_u64().is_none());
        // products of single entries are slow where elements are long
        if long
            && p.rows() == p.cols()
            && let Ok((q, rest)) = a.div_rem(p)
        {
            if !rest.is_zero() {
                return Ok(None);
            }
            let proof = self.poly_matrix_product(&q, p, a)?;
            return Ok(self.spans_everything(&q)?.map(|of_span| proof.and(of_span)));
        }
        quotient(a, shift, p, places)?.map_or(Ok(None), |q| self.spans_everything(&q))
    }

    /// A proof that all vectors of polynomials are combinations of the rows of q; `None` if they are not. For one prime
    /// at a time if N fits in a word, because rows that span everything modulo each prime factor of N do so modulo N
    /// (Nakayama's lemma).
    fn spans_everything(&mut self, q: &PolyMatrix<R>) -> Result<Option<Proof>, Unverified> {
        let exact = |right: bool| right.then_some(Proof::Exact);
        let Some(n) = self.modulus.clone() else { return Ok(exact(is_everything(q)?)) };
        let Some(word) = n.to_u64().filter(|_| self.ring.packed_bits() == 0 && !self.is_extension()) else {
            return match self.constant_determinant(q)? {
                None => Ok(exact(spans_everything(q, &distribution(&n), &mut self.random)?)),
                found => Ok(found),
            };
        };
        for (prime, _) in factor_u64(word) {
            let field = AnyRing::modulo(self.ring.engine(), prime)?;
            let entries = q.entries().iter().map(|e| mapped(self.ring, e, &field));
            let image = PolyMatrix::new(&field, q.rows(), q.cols(), entries.collect::<crate::Result<_>>()?)?;
            if !spans_everything(&image, &distribution(&prime.into()), &mut self.random)? {
                return Ok(None);
            }
        }
        Ok(Some(Proof::Exact))
    }

    /// A proof that the determinant is a constant other than 0, by values at random points of a large field; `None` if
    /// the field is not, or they differ.
    fn constant_determinant(&mut self, q: &PolyMatrix<R>) -> Result<Option<Proof>, Unverified> {
        let degree = q.rows() * q.degree().unwrap_or(0);
        let Some((points, log2_error)) = self.few_points(degree as f64).filter(|_| q.rows() == q.cols()) else {
            return Ok(None);
        };
        let first = self.determinant_at(q, &self.ring.elem(0))?;
        for _ in 0..points {
            let x = self.random_element()?;
            if self.ring.inv(&first).is_err() || self.determinant_at(q, &x)? != first {
                return Ok(None);
            }
        }
        Ok(Some(Proof::Points { points, log2_error }))
    }

    /// det a(x).
    fn determinant_at(&self, a: &PolyMatrix<R>, x: &R::Elem) -> crate::Result<R::Elem> {
        determinant_of(self.ring, &Matrix::new(self.ring, a.rows(), a.cols(), self.ring.collect(&a.eval(x)))?)
    }
}

/// Whether the rows of q span everything: those of a square matrix if the determinant is a unit; others if minors, of
/// random combinations of rows with coefficients from the ring, are coprime. What these do not decide the Popov form
/// does.
fn spans_everything<R: Convolve>(
    q: &PolyMatrix<R>,
    elements: &Distribution,
    random: &mut Random<'_>,
) -> Result<bool, Unverified> {
    const TRIES: usize = 6;
    let (r, (rows, cols)) = (q.ring(), q.shape());
    if cols == 0 || rows < cols {
        return Ok(cols == 0);
    }
    let minor = |random: &mut Random| {
        if rows == cols {
            return q.direct_det();
        }
        let v = drawn_vector(r, elements, cols * rows, random);
        let constant = |i: usize, j: usize| Poly::new(r, [r.get(v.view(), i * rows + j)]);
        PolyMatrix::from_fn(r, cols, rows, constant)?.checked_mul(q)?.direct_det()
    };
    let mut divisor = Poly::zero(r);
    for _ in 0..if rows == cols { 1 } else { TRIES } {
        // a pivot that is not a unit decides nothing
        let Ok(common) = minor(random).and_then(|minor| divisor.direct_gcd(&minor)) else { break };
        divisor = common;
        if divisor.len() == 1 {
            break;
        }
    }
    let unit = divisor.len() == 1 && r.inv(&divisor.coeff(0)).is_ok();
    Ok(unit || is_everything(q)?)
}

/// Whether the Popov form of q is the identity.
fn is_everything<R: Convolve>(q: &PolyMatrix<R>) -> crate::Result<bool> {
    Ok(q.popov(&vec![0; q.cols()])? == PolyMatrix::identity(q.ring(), q.cols()))
}

/// Q with a = Q·p, if there is one: leading terms are cancelled by the rows of p, whose pivots have units as leading coefficients and are in
/// these columns.
fn quotient<R: Convolve>(
    a: &PolyMatrix<R>,
    shift: &Shift,
    p: &PolyMatrix<R>,
    places: &[Option<usize>],
) -> crate::Result<Option<PolyMatrix<R>>> {
    let r = a.ring();
    let mut quotients = Vec::with_capacity(a.rows() * p.rows());
    for i in 0..a.rows() {
        let mut row = a.row(i).to_vec();
        let mut quotient = vec![Poly::zero(r); p.rows()];
        while let Some(column) = pivot(&row, shift) {
            let Some(k) = places.iter().position(|place| *place == Some(column)) else { return Ok(None) };
            // all multiples that this pivot cancels at once
            let multiple = row[column].quo(p.get(k, column))?;
            if multiple.is_empty() {
                return Ok(None);
            }
            for (x, y) in row.iter_mut().zip(p.row(k)) {
                *x = x.checked_sub(&multiple.checked_mul(y)?)?;
            }
            quotient[k] = quotient[k].checked_add(&multiple)?;
        }
        quotients.extend(quotient);
    }
    PolyMatrix::new(r, a.rows(), p.rows(), quotients).map(Some)
}
