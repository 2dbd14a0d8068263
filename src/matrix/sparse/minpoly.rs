//! The minimal polynomial by products alone.
//!
//! The minimal polynomial of a scalar sequence u·A^i·v divides that of A. Relations of random blocks, which are checked to hold for the vectors
//! themselves, extend the terms of a sequence of their combinations to as many as determine its minimal polynomial c; if its degree is that of A,
//! it is proved. Otherwise c(A) is applied to random vectors. If all become zero, c is the minimal polynomial but for a probability below 2^−60:
//! a row of c(A) ≠ 0 takes a random vector to zero with at most the share of one element. A vector w = c(A)·v ≠ 0 has a minimal polynomial whose
//! product with c divides that of A, and so has every divisor of it, which a sequence u·A^i·w gives. Sources: Wiedemann 1986, "Solving sparse
//! linear equations over finite fields", §II; for blocks those of [`relations`](super::relations).

use super::{
    Matrix, SparseMatrix,
    choice::Computation,
    rank::log2_elements,
    relations::{Random, Relations, combination, terms},
};
use crate::{Result, matrix::PolyMatrix, poly::Poly, ring::FiniteField, tested};

/// log2 of the bound on the probability that a check passes a wrong polynomial, of which there are a thousand at most.
const LOG2_ERROR: f64 = -70.0;

impl<R: FiniteField> SparseMatrix<R> {
    /// The minimal polynomial, monic, 1 for the matrix without rows: by products with blocks of vectors where these are predicted to be faster than
    /// elimination of the dense matrix. It is proved if its degree is the number of rows, and otherwise wrong with a probability below 2^−60 of the
    /// pseudorandom elements, then a proper divisor.
    ///
    /// ```
    /// use polymod::{Zn, matrix::SparseMatrix};
    /// let f = Zn::new(10_007)?;
    /// let a = SparseMatrix::from_triples(&f, 3, 3, [(0, 0, 3), (1, 1, 3), (2, 1, 1), (2, 2, 3)])?;
    /// assert_eq!(a.minpoly()?.to_string(), "x^2 + 10001*x + 9"); // (x − 3)²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Matrix::minpoly`](crate::Matrix::minpoly); [`Error::Algorithm`](crate::Error::Algorithm).
    pub fn minpoly(&self) -> Result<Poly<R>> {
        self.square("a minimal polynomial")?;
        match self.by_products("minimal polynomial", Computation::Minpoly)? {
            true => self.minpoly_wiedemann(),
            false => self.to_dense()?.minpoly(),
        }
    }

    /// [`minpoly`](Self::minpoly) by products: about 3n of the matrix by a vector over a large field, and as many as its degree for a check if that is
    /// less than n. Modulo composite numbers the dense matrix is used.
    ///
    /// ```
    /// use polymod::{F2, matrix::SparseMatrix};
    /// let shift = (0..50).map(|i| (i, (i + 1) % 50, true));
    /// let a = SparseMatrix::from_triples(&F2::new(), 50, 50, shift)?;
    /// assert_eq!(a.minpoly_wiedemann()?.to_string(), "x^50 + 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Matrix::minpoly`](crate::Matrix::minpoly).
    pub fn minpoly_wiedemann(&self) -> Result<Poly<R>> {
        self.square("a minimal polynomial")?;
        self.minpoly_in_blocks(self.block_width())
    }

    tested! {
        /// The minimal polynomial by blocks of m vectors.
        pub(super) fn minpoly_in_blocks(&self, m: usize) -> Result<Poly<R>> {
            let (r, n) = (&self.ring, self.rows);
            let mut c = Poly::one(r);
            if n == 0 {
                return Ok(c);
            }
            let Ok(size) = r.cardinality() else { return self.to_dense()?.minpoly() };
            let mut random = Random::of(self);
            if let Some(found) = self.divisor_by_relations(m, &mut random)? {
                c = found;
            }
            // the largest share of an element, 1/q + 2^−64 for q below 2^64, and at most 2/q
            let share = (-log2_elements(&size)).exp2();
            let columns = (LOG2_ERROR / (share + share.min((-64f64).exp2())).log2()).ceil() as usize;
            while c.degree() < Some(n) {
                let values = self.applied(&c, &random.block(r, n, columns)?)?;
                let Some(column) = (0..columns).find(|&j| (0..n).any(|i| !r.is_zero(&values.get(i, j)))) else { break };
                let w = Matrix::from_fn(r, n, 1, |i, _| values.get(i, column))?;
                let count = 2 * (n + 1 - c.len()).max(1);
                let sequence = terms(&w, &random.block(r, 1, n)?, count, |v| self.checked_mul(v))?;
                let scalars: Vec<R::Elem> = sequence.iter().map(|term| term.get(0, 0)).collect();
                c = c.checked_mul(&Poly::minpoly(r, r.collect(&scalars).view())?)?;
            }
            Ok(c)
        }
    }

    tested! {
        /// A divisor of the minimal polynomial, nearly always itself over a large field; `None` if relations of random blocks give none.
        pub(super) fn divisor_by_relations(&self, m: usize, random: &mut Random) -> Result<Option<Poly<R>>> {
            let (r, n) = (&self.ring, self.rows);
            let (x, y) = (random.block(r, n, m)?, random.block(r, m, n)?);
            let found = Relations::of(r, &terms(&x, &y, 2 * n.div_ceil(m), |v| self.checked_mul(v))?)?;
            let degree = found.degree();
            if !found.is_square() || degree > n || r.is_zero(&found.leading()?.direct_det()?) {
                return Ok(None);
            }
            if !found.are_all(n) && !self.holds(&found, &x)? {
                return Ok(None);
            }
            // the generating function of the sequence is q/p
            let mut constants = || random.vector(r, m);
            let (a, b) = (constants(), constants());
            let a = PolyMatrix::from_fn(r, 1, m, |_, j| Poly::new(r, [r.get(a.view(), j)]))?;
            let b = PolyMatrix::from_fn(r, m, 1, |i, _| Poly::new(r, [r.get(b.view(), i)]))?;
            let right = found.q.checked_mul(&b)?;
            let series = a.checked_mul(&found.p.inv_series(2 * degree)?.mul_low(&right, 2 * degree)?)?;
            let mut sequence = r.owned(series.get(0, 0).coeffs().low(2 * degree));
            r.resize(&mut sequence, 2 * degree);
            Poly::minpoly(r, sequence.view()).map(Some)
        }
    }

    /// Whether the relations hold for the vectors A^l·X.
    fn holds(&self, found: &Relations<R>, x: &Matrix<R>) -> Result<bool> {
        let factors = (0..=found.most()).map(|l| Ok(found.coefficient(l)?.transposed())).collect::<Result<Vec<_>>>()?;
        Ok(combination(x, &factors, |v| self.checked_mul(v))?.is_zero())
    }
}
