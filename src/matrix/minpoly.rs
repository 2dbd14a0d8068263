//! The minimal polynomial of a matrix, proved: the least common multiple of minimal polynomials of vectors that annihilates all.
//!
//! The minimal polynomial of a row vector v is the first linear relation among v, v·A, v·A², …, found by elimination. If g
//! annihilates some vectors, but not v, then g·h with h the minimal polynomial of v·g(A) is the polynomial of least degree that
//! also annihilates v. A random vector nearly always gives the minimal polynomial of the matrix; this is proved if its degree is
//! that of the matrix, otherwise by computing g(A), whose first nonzero row is the next vector.
//!
//! Cost: 5n³/3 products where g has degree n; otherwise about 2√n matrix products more. Sources: Krylov 1931; for the evaluation,
//! Paterson, Stockmeyer 1973, "On the number of nonscalar multiplications necessary to evaluate polynomials".

use super::{Matrix, echelon::solve_upper};
use crate::{
    Error, Result,
    poly::Poly,
    ring::{Block, Coeffs, Convolve, Direct, Place},
    tested,
};

/// Number of random vectors tried before the polynomial is evaluated at the matrix.
const TRIES: u64 = 3;

impl<R: Convolve + Direct> Matrix<R> {
    /// The minimal polynomial: the monic polynomial m of least degree with m(self) = 0; 1 for the matrix without rows.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Matrix::identity(&f, 3).minpoly()?.to_string(), "x + 96");
    /// let nilpotent = Matrix::from_i64(&f, &[&[0, 1, 0], &[0, 0, 0], &[0, 0, 0]])?;
    /// assert_eq!(nilpotent.minpoly()?.to_string(), "x^2"); // the characteristic polynomial is x³
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`]; [`Error::NotInvertible`] with a factor of a composite n; [`Error::Unsupported`] over Z behind an
    /// [`AnyRing`](crate::AnyRing);
    /// [`Error::Cancelled`].
    pub fn minpoly(&self) -> Result<Poly<R>> {
        self.direct_minpoly()
    }
}

impl<R: Convolve> Matrix<R> {
    tested! {
        /// [`minpoly`](Matrix::minpoly) by operations of any ring.
        pub(crate) fn direct_minpoly(&self) -> Result<Poly<R>> {
            let n = self.square("a minimal polynomial")?;
            let mut g = Poly::one(&self.ring);
            if n == 0 {
                return Ok(g);
            }
            self.begins("minimal polynomial", "krylov")?;
            let mut random = 0x9e37_79b9_7f4a_7c15u64;
            for _ in 0..TRIES {
                let v = self.random_vector(&mut random);
                g = self.with_vector(&g, &v)?;
                if g.degree() == Some(n) {
                    return Ok(g);
                }
            }
            loop {
                let value = self.evaluated(&g)?;
                let Some(row) = (0..n).find(|&i| self.ring.trimmed_len(value.row(i)) > 0) else { return Ok(g) };
                let h = self.minpoly_of_vector(self.ring.owned(value.row(row)))?;
                g = g.checked_mul(&h)?;
            }
        }
    }

    /// A vector of pseudorandom entries from a fixed seed; they affect only the running time.
    fn random_vector(&self, state: &mut u64) -> Coeffs<R> {
        let r = &self.ring;
        let entries = (0..self.rows).map(|_| {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            r.elem((*state >> 33) as i64)
        });
        r.collect(&entries.collect::<Vec<_>>())
    }

    /// g·h, where h is the minimal polynomial of v·g(A).
    fn with_vector(&self, g: &Poly<R>, v: &Coeffs<R>) -> Result<Poly<R>> {
        let (r, mut sum) = (&self.ring, self.ring.zeros(self.rows));
        for i in (0..g.len()).rev() {
            sum = self.times(&sum);
            let mut multiple = v.clone();
            r.scale(&mut multiple, &g.coeff(i));
            r.add_at(&mut sum, 0, multiple.view());
        }
        g.checked_mul(&self.minpoly_of_vector(sum)?)
    }

    /// v·self.
    fn times(&self, v: &Coeffs<R>) -> Coeffs<R> {
        let mut out = self.ring.zeros(self.cols);
        self.ring.sub_combination(&mut out, 0, v.view(), self.block());
        self.ring.neg_all(&mut out);
        out
    }

    /// The monic polynomial m of least degree with v·m(self) = 0.
    fn minpoly_of_vector(&self, v: Coeffs<R>) -> Result<Poly<R>> {
        const FIRST: usize = 32;
        let (r, n) = (&self.ring, self.rows);
        let mut rows = vec![v];
        let mut count = FIRST.min(n + 1);
        loop {
            while rows.len() < count {
                let next = self.times(&rows[rows.len() - 1]);
                rows.push(next);
            }
            let mut entries = r.zeros(count * n);
            for (i, row) in rows.iter().enumerate() {
                r.copy_at(&mut entries, i * n, row.view());
            }
            // columns v, v·A, …: the first without a pivot is a linear combination of those before it
            let columns = Matrix { ring: r.clone(), rows: count, cols: n, entries }.transposed();
            let echelon = columns.into_echelon()?;
            let degree = echelon.rank();
            if degree < count {
                if echelon.pivots().iter().enumerate().any(|(i, &column)| i != column) {
                    return Err(Error::Unsupported { operation: "a minimal polynomial".into(), ring: r.name() });
                }
                let upper = echelon.columns(degree, echelon.pivots());
                let mut c = echelon.columns(degree, &[degree]);
                let triangle = Block::new(upper.view(), degree, degree, degree);
                let place = Place { at: 0, stride: 1 };
                r.engine().enter(|cx| solve_upper(r, &mut c, place, triangle, 1, cx.alone()))?;
                r.neg_all(&mut c);
                r.resize(&mut c, degree + 1);
                r.set(&mut c, degree, &r.one());
                return Ok(Poly::from_coeffs(r, c));
            }
            count = (2 * count).min(n + 1);
        }
    }
}
