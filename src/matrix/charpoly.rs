//! The characteristic polynomial det(x·I − A): by Hessenberg form where pivots are units, otherwise over Z/n modulo primes,
//! over other rings without divisions.
//!
//! Sources: Cohen 1993, "A Course in Computational Algebraic Number Theory", algorithm 2.2.9 (Hessenberg); Berkowitz 1984, "On
//! computing the determinant in small parallel time using a small number of processors". Costs: about 2n³ products over a field of
//! any size; n⁴/4 without divisions, over any commutative ring.

use super::Matrix;
use crate::{
    Error, Result,
    poly::{Poly, by_primes, is_z_modulo, log2_norm},
    ring::{Block, Coeffs, Direct, Ring, View, blocks::transposed},
    tested,
};

/// Number of rows up to which nothing is faster than to do without divisions.
const FEW: usize = 8;

/// The product of the lower triangular Toeplitz matrix with this first column, and with one column fewer than rows, by a vector.
pub(super) fn toeplitz_product<R: Ring>(r: &R, first_column: View<'_, R>, vector: View<'_, R>) -> Coeffs<R> {
    let len = first_column.len();
    let mut out = r.zeros(len);
    for i in 0..vector.len() {
        let mut column = r.owned(first_column.slice(0..len - i));
        r.scale(&mut column, &r.get(vector, i));
        r.add_at(&mut out, i, column.view());
    }
    out
}

impl<R: Direct> Matrix<R> {
    /// The characteristic polynomial det(x·I − self), monic; 1 for the matrix without rows. Over Z/n also for composite n.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let a = Matrix::from_i64(&Zn::new(97)?, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.charpoly()?.to_string(), "x^2 + 92*x + 95"); // x² − 5x − 2
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Cancelled`].
    pub fn charpoly(&self) -> Result<Poly<R>> {
        self.direct_charpoly()
    }
}

impl<R: Ring> Matrix<R> {
    tested! {
        /// [`charpoly`](Matrix::charpoly) by operations of any ring.
        pub(crate) fn direct_charpoly(&self) -> Result<Poly<R>> {
            self.square("a characteristic polynomial")?;
            if let Some(coeffs) = self.quiet(|r| r.own_charpoly(self.block())) {
                return Ok(Poly::from_coeffs(&self.ring, coeffs));
            }
            match self.charpoly_hessenberg() {
                Err(Error::NotInvertible { .. } | Error::NotDivisible { .. }) => self.charpoly_without_inverses(),
                done => done,
            }
        }
    }

    /// The characteristic polynomial where a pivot is no unit: over Z/n that of the entries in
    /// [0, n), modulo primes, over other rings without divisions.
    fn charpoly_without_inverses(&self) -> Result<Poly<R>> {
        let (r, n) = (&self.ring, self.rows);
        if n <= FEW || !is_z_modulo(r) {
            self.begins("characteristic polynomial", "berkowitz")?;
            return self.charpoly_berkowitz();
        }
        self.begins("characteristic polynomial", "crt")?;
        // the coefficients are sums of minors, which Hadamard's inequality bounds
        let bits: f64 = (0..n).map(|i| log2_norm(r, self.row(i)).max(0.0) + 1.0).sum();
        let values = by_primes(r, &[self.entries()], bits, &|f, entries| {
            let matrix = entries.into_iter().map(|entries| Matrix::new(f, n, n, entries)).next();
            matrix.map(|matrix| Ok(matrix?.direct_charpoly()?.into_coeffs())).transpose()
        })?;
        Ok(Poly::from_coeffs(r, values))
    }

    /// The characteristic polynomial by a similar matrix in Hessenberg form, which has zeros below the subdiagonal.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let a = |n| Matrix::from_i64(&Zn::new(n)?, &[&[0, 1, 0], &[2, 0, 1], &[3, 0, 0]]);
    /// assert_eq!(a(97)?.charpoly_hessenberg()?, a(97)?.charpoly()?);
    /// assert!(a(6)?.charpoly_hessenberg().is_err()); // neither 2 nor 3 has an inverse modulo 6
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::NotInvertible`] where a pivot is no unit; [`Error::Cancelled`].
    pub fn charpoly_hessenberg(&self) -> Result<Poly<R>> {
        let n = self.square("a characteristic polynomial")?;
        self.begins("characteristic polynomial", "hessenberg")?;
        self.with(&[], 2.0 * (n as f64).powi(3), |r, cx| {
            let form = r.hessenberg(self.block(), cx)?;
            Ok(Poly::from_coeffs(r, r.hessenberg_charpoly(Block::new(form.view(), n, n, n))))
        })
    }

    /// The characteristic polynomial without divisions, over any commutative ring: n⁴/4 products of entries.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let a = Matrix::from_i64(&Zn::new(6)?, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.charpoly_berkowitz()?.to_string(), "x^2 + x + 4"); // x² − 5x − 2
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::Cancelled`].
    pub fn charpoly_berkowitz(&self) -> Result<Poly<R>> {
        let n = self.square("a characteristic polynomial")?;
        self.with(&[], (n as f64).powi(4) / 4.0, |r, cx| {
            // coefficients from the leading one down
            let mut p = r.collect(&[r.one()]);
            for k in 0..n {
                cx.check()?;
                p = toeplitz_product(r, self.toeplitz(r, k).view(), p.view());
            }
            Ok(Poly::from_coeffs(r, r.reversed(p.view())))
        })
    }

    /// First column of the k-th Toeplitz matrix: 1, −a_kk, −R·C, −R·M·C, −R·M²·C …, where M is the leading k×k part, C the column
    /// to its right and R the row below it.
    fn toeplitz(&self, r: &R, k: usize) -> Coeffs<R> {
        let leading = self.block().part(0..k, 0..k);
        let column = transposed(r, self.block().part(0..k, k..k + 1));
        let mut out = r.zeros(k + 2);
        r.set(&mut out, 0, &r.one());
        r.set(&mut out, 1, &r.neg(&self.get(k, k)));
        // −R·M^i
        let mut row = r.owned(self.row(k).low(k));
        r.neg_all(&mut row);
        for i in 0..k {
            r.set(&mut out, i + 2, &r.dot(row.view(), column.view()));
            if i + 1 < k {
                let mut next = r.zeros(k);
                r.sub_combination(&mut next, 0, row.view(), leading);
                r.neg_all(&mut next);
                row = next;
            }
        }
        out
    }
}
