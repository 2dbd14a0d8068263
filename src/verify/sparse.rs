//! Checks of sparse matrices: results by products alone by those of the transpose, whose random vectors are others; over Z modulo random primes.

use super::{
    Checker, Proof, SECURITY, Unverified, mapped, matrix::bits_of_minimal, over_z::over_z, random_prime, residue,
    residues, rounds, wrong,
};
use crate::{
    Error,
    matrix::{Matrix, SparseMatrix},
    poly::Poly,
    ring::{AnyRing, Convolve, FiniteField, Ring},
};

/// A result by products may be wrong with this probability.
const BY_VECTORS: Proof = Proof::Vectors { vectors: 1, log2_error: -SECURITY };

impl<R: Convolve> Checker<'_, R> {
    /// Checks that a·x = b.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, matrix::SparseMatrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = SparseMatrix::from_triples(&f, 2, 2, [(0, 1, 3), (1, 0, 5)])?;
    /// let x = Matrix::from_i64(&f, &[&[1], &[2]])?;
    /// assert!(checker.sparse_product(&a, &x, &Matrix::from_i64(&f, &[&[6], &[5]])?).is_ok());
    /// assert!(checker.sparse_product(&a, &x, &x).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] for other shapes.
    pub fn sparse_product(&self, a: &SparseMatrix<R>, x: &Matrix<R>, b: &Matrix<R>) -> Result<Proof, Unverified> {
        // by elements, since the result may come from products of blocks
        let (r, (rows, cols)) = (self.ring, a.shape());
        if x.rows() != cols || b.shape() != (rows, x.cols()) {
            return Err(wrong("the shape of the product"));
        }
        let mut rest = b.clone();
        for (k, [i, j]) in a.places().enumerate() {
            let entry = r.neg(&r.get(a.entries(), k));
            for t in 0..x.cols() {
                rest.set(i, t, &r.add(&rest.get(i, t), &r.mul(&entry, &x.get(j, t))));
            }
        }
        if rest.is_zero() { Ok(Proof::Exact) } else { Err(wrong("the product")) }
    }

    /// Bound on the number of bits of any minor of a sparse matrix (Hadamard's inequality).
    fn bits_of_minors(&self, a: &SparseMatrix<R>) -> f64 {
        let (rows, cols) = a.shape();
        let entry = f64::from(self.ring.size(a.entries()).bits) + (cols as f64 + 1.0).log2();
        entry * rows.min(cols) as f64
    }

    /// Whether a property holds for the images of a modulo random primes, where integers of at most `bits` bits are compared.
    fn sparse_modulo_primes(
        &mut self,
        bits: f64,
        a: &SparseMatrix<R>,
        equal: impl Fn(&R, &SparseMatrix<AnyRing>, &AnyRing) -> crate::Result<bool>,
    ) -> Result<Proof, Unverified> {
        over_z(self.ring)?;
        let (ring, random, mut failed) = (self.ring, &mut self.random, None);
        let proof = rounds(bits, 0.0, || {
            let image = AnyRing::modulo(ring.engine(), random_prime(random).n()).and_then(|zn| {
                let entries = zn.of_residues(&residues(ring, a.entries(), zn.modulus()))?;
                equal(ring, &a.image(&zn, entries), &zn)
            });
            image.unwrap_or_else(|e| {
                failed = Some(e);
                true
            })
        });
        failed.map_or(proof, |e| Err(e.into()))
    }
}

impl<R: FiniteField> Checker<'_, R> {
    /// Checks that x is the determinant of a.
    ///
    /// ```
    /// # use polymod::{Zn, matrix::SparseMatrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = SparseMatrix::from_triples(&f, 2, 2, [(0, 1, 3), (1, 0, 5)])?;
    /// assert!(checker.sparse_determinant(&a, &82).is_ok());
    /// assert!(checker.sparse_determinant(&a, &15).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] unless a is square.
    pub fn sparse_determinant(&mut self, a: &SparseMatrix<R>, x: &R::Elem) -> Result<Proof, Unverified> {
        square("a determinant", a)?;
        let transposed = a.transposed();
        if self.modulus.is_some() {
            return if transposed.det()? == *x { Ok(Proof::Exact) } else { Err(wrong("the determinant")) };
        }
        let x = self.ring.collect(std::slice::from_ref(x));
        let bits = self.bits_of_minors(a) + f64::from(self.ring.size(x.view()).bits) + 1.0;
        self.sparse_modulo_primes(bits, &transposed, |r, a, zn| {
            Ok(a.det()?.residue() == residue(r, x.view(), 0, zn.modulus()))
        })
    }

    /// Checks that `rank` is the rank of a.
    ///
    /// ```
    /// # use polymod::{Zn, matrix::SparseMatrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = SparseMatrix::from_triples(&f, 2, 3, [(0, 1, 3), (1, 1, 5)])?;
    /// assert!(checker.sparse_rank(&a, 1).is_ok());
    /// assert!(checker.sparse_rank(&a, 2).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn sparse_rank(&mut self, a: &SparseMatrix<R>, rank: usize) -> Result<Proof, Unverified> {
        let transposed = a.transposed();
        if self.modulus.is_some() {
            return if transposed.rank()? == rank { Ok(BY_VECTORS) } else { Err(wrong("the rank")) };
        }
        let bits = self.bits_of_minors(a);
        self.sparse_modulo_primes(bits, &transposed, |_, a, _| Ok(a.rank()? == rank))
    }

    /// Checks that m is the minimal polynomial of a.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, matrix::SparseMatrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = SparseMatrix::from_triples(&f, 2, 2, [(0, 0, 3), (1, 1, 3)])?;
    /// assert!(checker.sparse_minimal(&a, &Poly::from_i64(&f, &[-3, 1])).is_ok());
    /// assert!(checker.sparse_minimal(&a, &Poly::from_i64(&f, &[9, -6, 1])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] unless a is square.
    pub fn sparse_minimal(&mut self, a: &SparseMatrix<R>, m: &Poly<R>) -> Result<Proof, Unverified> {
        square("a minimal polynomial", a)?;
        let transposed = a.transposed();
        if self.modulus.is_none() {
            let r = self.ring;
            let bits = bits_of_minimal(r, a.entries(), a.shape().0) + f64::from(r.size(m.coeffs()).bits);
            return self.sparse_modulo_primes(bits, &transposed, |r, a, zn| Ok(mapped(r, m, zn)? == a.minpoly()?));
        }
        if transposed.minpoly()? == *m { Ok(BY_VECTORS) } else { Err(wrong("the minimal polynomial")) }
    }
}

/// An error for a matrix that is not square.
fn square<R: Ring>(operation: &'static str, a: &SparseMatrix<R>) -> Result<(), Unverified> {
    let (rows, cols) = a.shape();
    if rows == cols { Ok(()) } else { Err(Error::NotSquare { operation, rows, cols }.into()) }
}
