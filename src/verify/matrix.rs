//! Checks of matrices: results of elimination by a separate elimination of single entries, and for large matrices by
//! the library's elimination of the transpose, whose pivots are different; over Z modulo random primes.

use super::{
    Checker, Proof, Unverified, log2_size, mapped, mapped_matrix, over_z::rational_matrix, random_prime, residue,
    rounds, wrong,
};
use crate::{
    Error,
    matrix::Matrix,
    poly::Poly,
    ring::{AnyRing, Coeffs, Convolve, Ring, View},
    tested,
};
use rug::Integer;

/// Largest number of rows where the elimination of single entries is fast enough.
const SMALL: usize = 32;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that c = a^e, its products computed and checked again, from the lowest bit on; for a negative e that
    /// c·a^−e = 1.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[1, 1], &[1, 0]])?;
    /// assert!(checker.matrix_power(&a, &10.into(), &Matrix::from_i64(&f, &[&[89, 55], &[55, 34]])?).is_ok());
    /// assert!(checker.matrix_power(&a, &(-1).into(), &Matrix::from_i64(&f, &[&[0, 1], &[1, -1]])?).is_ok());
    /// assert!(checker.matrix_power(&a, &2.into(), &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn matrix_power(&mut self, a: &Matrix<R>, e: &Integer, c: &Matrix<R>) -> Result<Proof, Unverified> {
        if let Some(proof) = self.small_matrix_power(a, e, c)? {
            return Ok(proof);
        }
        let (mut square, mut power) = (a.clone(), Matrix::identity(self.ring, a.rows()));
        let mut proof = Proof::Exact;
        let (bits, magnitude) = (e.significant_bits(), e.clone().abs());
        for bit in 0..bits {
            if magnitude.get_bit(bit) {
                let next = power.checked_mul(&square)?;
                proof = proof.and(self.matrix_product(&power, &square, &next)?);
                power = next;
            }
            if bit + 1 < bits {
                let next = square.checked_mul(&square)?;
                proof = proof.and(self.matrix_product(&square, &square, &next)?);
                square = next;
            }
        }
        if *e < 0 {
            return Ok(proof.and(self.matrix_product(&power, c, &Matrix::identity(self.ring, a.rows()))?));
        }
        if power == *c { Ok(proof) } else { Err(wrong("the power")) }
    }

    /// Checks that b is the transpose of a.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert!(checker.transpose(&a, &Matrix::from_i64(&f, &[&[1, 3], &[2, 4]])?).is_ok());
    /// assert!(checker.transpose(&a, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn transpose(&self, a: &Matrix<R>, b: &Matrix<R>) -> Result<Proof, Unverified> {
        let [x, y] = [a, b].map(|m| m.entries());
        // words over other denominators are other numbers
        let width = if self.ring.denominator(x) == self.ring.denominator(y) { x.width() } else { 0 };
        let right = a.shape() == (b.cols(), b.rows())
            && if self.ring.packed_bits() == 1 {
                let [x, y] = [x, y].map(|v| self.ring.pack(v));
                let bit = |words: &[u64], at: usize| words[at / 64] >> (at % 64) & 1;
                in_squares(a.rows(), a.cols(), |i, j| bit(&x, i * a.cols() + j) == bit(&y, j * a.rows() + i))
            } else if width == 1 && y.width() == 1 {
                let [x, y] = [x.words(), y.words()];
                in_squares(a.rows(), a.cols(), |i, j| x[i * a.cols() + j] == y[j * a.rows() + i])
            } else if width > 0 && y.width() == width {
                let [x, y] = [x.words(), y.words()];
                in_squares(a.rows(), a.cols(), |i, j| {
                    let [from, to] = [width * (i * a.cols() + j), width * (j * a.rows() + i)];
                    x[from..from + width] == y[to..to + width]
                })
            } else {
                in_squares(a.rows(), a.cols(), |i, j| a.get(i, j) == b.get(j, i))
            };
        if right { Ok(Proof::Exact) } else { Err(wrong("an entry of the transpose")) }
    }

    /// Checks that x is the determinant of a.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert!(checker.determinant(&a, &95).is_ok()); // −2
    /// assert!(checker.determinant(&a, &2).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] unless a is square.
    pub fn determinant(&mut self, a: &Matrix<R>, x: &R::Elem) -> Result<Proof, Unverified> {
        let (rows, cols) = a.shape();
        if rows != cols {
            return Err(Error::NotSquare { operation: "a determinant", rows, cols }.into());
        }
        if self.modulus.is_none() {
            return self.integer_determinant(a, x);
        }
        let det = match a.rows() <= SMALL {
            true => determinant_of(self.ring, a)?,
            false => a.transposed().direct_det()?,
        };
        if det == *x { Ok(Proof::Exact) } else { Err(wrong("the determinant")) }
    }

    /// Checks the determinant over Z, modulo random primes.
    fn integer_determinant(&mut self, a: &Matrix<R>, x: &R::Elem) -> Result<Proof, Unverified> {
        let x = self.ring.collect(std::slice::from_ref(x));
        let bits = hadamard_bits(a) + log2_size(self.ring, x.view()) + 1.0;
        self.modulo_primes(bits, |r, a, m| Ok(eliminated(m, a)?.1.residue() == residue(r, x.view(), 0, m.modulus())), a)
    }

    /// Whether a property holds for the images of a modulo random primes, where integers of at most `bits` bits are
    /// compared.
    pub(super) fn modulo_primes(
        &mut self,
        bits: f64,
        equal: impl Fn(&R, &Matrix<AnyRing>, &AnyRing) -> crate::Result<bool>,
        a: &Matrix<R>,
    ) -> Result<Proof, Unverified> {
        let mut failed = None;
        let (ring, random) = (self.ring, &mut self.random);
        let proof = rounds(bits, 0.0, || {
            let image = AnyRing::modulo(ring.engine(), random_prime(random).n()).and_then(|zn| {
                let image = mapped_matrix(a, &zn)?;
                equal(ring, &image, &zn)
            });
            image.unwrap_or_else(|e| {
                failed = Some(e);
                true
            })
        });
        match failed {
            Some(e) => Err(e.into()),
            None => proof,
        }
    }

    /// Checks that `rank` is the rank of a.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[2, 4]])?;
    /// assert!(checker.rank(&a, 1).is_ok());
    /// assert!(checker.rank(&a, 2).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] over rings other than Z/n if another order of pivots meets a pivot that is not
    /// a unit.
    pub fn rank(&self, a: &Matrix<R>, rank: usize) -> Result<Proof, Unverified> {
        let own = match (self.rank_by_elimination(a), self.composite()) {
            (Err(Unverified::Library(Error::NotInvertible { .. })), Some(n)) => self.rank_by_smith_form(a, &n)?,
            (own, _) => own?,
        };
        if own == rank { Ok(Proof::Exact) } else { Err(wrong("the rank")) }
    }

    /// The rank of a, by elimination.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(6)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// assert_eq!(checker.rank_by_elimination(&Matrix::from_i64(&f, &[&[1, 2], &[2, 4]])?)?, 1);
    /// assert!(checker.rank_by_elimination(&Matrix::from_i64(&f, &[&[2]])?).is_err()); // 2 is no unit
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Library`] if the remaining entries of a column are not all zero, and none of them is a unit.
    pub fn rank_by_elimination(&self, a: &Matrix<R>) -> Result<usize, Unverified> {
        if let Some(a) = rational_matrix(a) {
            return Ok(a.transposed().rank()?);
        }
        if a.rows().min(a.cols()) > SMALL {
            match a.transposed().echelon().map(|echelon| echelon.rank()) {
                Err(Error::NotInvertible { .. }) => {}
                rank => return Ok(rank?),
            }
        }
        Ok(eliminated(self.ring, a)?.0)
    }

    /// Checks that the rows of `basis` are a basis of the kernel of a in reduced echelon form, which begin with 1, or modulo composite n its generators in
    /// Howell form; over Z there is [`integer_nullspace`](Self::integer_nullspace).
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[1, 1, 1]])?;
    /// let basis = Matrix::from_i64(&f, &[&[1, 0, -1], &[0, 1, -1]])?;
    /// assert!(checker.nullspace(&a, &basis).is_ok());
    /// assert!(checker.nullspace(&a, &basis.scale(&2)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn nullspace(&mut self, a: &Matrix<R>, basis: &Matrix<R>) -> Result<Proof, Unverified> {
        if let Some(n) = self.composite() {
            return self.howell_kernel(a, basis, &n);
        }
        let (one, rank) = (self.ring.one(), self.rank_by_elimination(a)?);
        self.kernel(a, basis, rank, |_, lead| *lead == one)
    }

    tested! {
        /// Checks that the rows of `basis` are in reduced echelon form, as many as the dimension of the kernel of a of this
        /// rank, and in that kernel; `leads` tells whether a row may begin with an element.
        ///
        /// # Errors
        /// [`Unverified::Wrong`] if the check fails.
        pub(super) fn kernel(
            &mut self,
            a: &Matrix<R>,
            basis: &Matrix<R>,
            rank: usize,
            leads: impl Fn(usize, &R::Elem) -> bool,
        ) -> Result<Proof, Unverified> {
            let r = self.ring;
            if basis.cols() != a.cols() || basis.rows() + rank != a.cols() {
                return Err(wrong("the dimension of the kernel"));
            }
            let leading = |i: usize| (0..a.cols()).find(|&j| !r.is_zero(&basis.get(i, j)));
            let mut last = None;
            for i in 0..basis.rows() {
                let Some(j) = leading(i) else { return Err(wrong("a row of the kernel")) };
                let alone = (0..basis.rows()).all(|k| (k == i) != r.is_zero(&basis.get(k, j)));
                if !alone || !leads(i, &basis.get(i, j)) || last.is_some_and(|last| j <= last) {
                    return Err(wrong("the echelon form of the kernel"));
                }
                last = Some(j);
            }
            let (x, zero) = (basis.transposed(), Matrix::zero(r, a.rows(), basis.rows())?);
            self.matrix_product(a, &x, &zero)
        }
    }

    /// Checks that p = det(x·I − a), by that of the transpose; over Z modulo random primes.
    ///
    /// ```
    /// # use polymod::{Matrix, Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert!(checker.characteristic(&a, &Poly::from_i64(&f, &[-2, -5, 1])).is_ok());
    /// assert!(checker.characteristic(&a, &Poly::from_i64(&f, &[-2, 5, 1])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] unless a is square.
    pub fn characteristic(&mut self, a: &Matrix<R>, p: &Poly<R>) -> Result<Proof, Unverified> {
        let (rows, cols) = a.shape();
        if rows != cols {
            return Err(Error::NotSquare { operation: "a characteristic polynomial", rows, cols }.into());
        }
        if self.modulus.is_none() {
            // a coefficient is a sum of at most 2^n minors
            let bits = hadamard_bits(a) + a.rows() as f64 + log2_size(self.ring, p.coeffs()) + 1.0;
            let same = |r: &R, a: &Matrix<AnyRing>, m: &AnyRing| {
                Ok(mapped(r, p, m)? == a.transposed().charpoly()? && p.len() == a.rows() + 1)
            };
            return self.modulo_primes(bits, same, a);
        }
        if a.transposed().direct_charpoly()? == *p {
            Ok(Proof::Exact)
        } else {
            Err(wrong("the characteristic polynomial"))
        }
    }

    /// Checks that m is the minimal polynomial of a: it is that of the transpose, and m(a) takes some vectors to zero; over Z modulo random primes.
    ///
    /// ```
    /// # use polymod::{Matrix, Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::identity(&f, 2);
    /// assert!(checker.minimal(&a, &Poly::from_i64(&f, &[-1, 1])).is_ok());
    /// assert!(checker.minimal(&a, &Poly::from_i64(&f, &[1, -2, 1])).is_err()); // the characteristic polynomial
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn minimal(&mut self, a: &Matrix<R>, m: &Poly<R>) -> Result<Proof, Unverified> {
        let (r, n) = (self.ring, a.rows());
        if m.leading() != Some(r.one()) {
            return Err(wrong("the leading coefficient of the minimal polynomial"));
        }
        if self.modulus.is_none() {
            // an integer that is not 0 in the difference is a sum of minors
            let bits = bits_of_minimal(r, a.entries(), n) + log2_size(r, m.coeffs());
            let same = |r: &R, a: &Matrix<AnyRing>, zn: &AnyRing| Ok(mapped(r, m, zn)? == a.transposed().minpoly()?);
            return self.modulo_primes(bits, same, a);
        }
        let x = (0..n).map(|_| self.random_element()).collect::<Result<Vec<_>, _>>()?;
        let x = r.collect(&x);
        let mut sum = r.zeros(n);
        for c in m.iter().rev() {
            let product: Vec<_> = (0..n).map(|i| r.dot(a.row(i), sum.view())).collect();
            let mut multiple = r.owned(x.view());
            r.scale(&mut multiple, &c);
            sum = r.collect(&product);
            r.add_at(&mut sum, 0, multiple.view());
        }
        match r.trimmed_len(sum.view()) == 0 && a.transposed().direct_minpoly()? == *m {
            true => Ok(Proof::Exact),
            false => Err(wrong("the minimal polynomial")),
        }
    }
}

/// Bound on the number of bits of the coefficients of the minimal polynomial of n rows with these entries, whose roots are at most the largest sum
/// of the magnitudes of a row.
pub(super) fn bits_of_minimal<R: Ring>(r: &R, entries: View<'_, R>, n: usize) -> f64 {
    n as f64 * (log2_size(r, entries) + (n as f64 + 1.0).log2() + 1.0) + 1.0
}

/// Whether `same` holds for all rows and columns, taken in squares so that rows and columns stay in the cache.
fn in_squares(rows: usize, cols: usize, same: impl Fn(usize, usize) -> bool) -> bool {
    const SIDE: usize = 16;
    let parts = |len: usize| (0..len).step_by(SIDE).map(move |from| from..len.min(from + SIDE));
    parts(rows).all(|rows| parts(cols).all(|cols| rows.clone().all(|i| cols.clone().all(|j| same(i, j)))))
}

/// Bound on the number of bits of any minor of a (Hadamard's inequality).
pub(super) fn hadamard_bits<R: Ring>(a: &Matrix<R>) -> f64 {
    let entry = log2_size(a.ring(), a.entries()) + (a.cols() as f64 + 1.0).log2();
    entry * a.rows().min(a.cols()) as f64
}

/// The determinant by elimination; that of the rows and columns without a unit without divisions.
pub fn determinant_of<R: Ring>(r: &R, a: &Matrix<R>) -> crate::Result<R::Elem> {
    let done = Eliminated::of(r, a);
    match done.refused {
        None => Ok(done.determinant(r, a)),
        Some(Error::NotInvertible { .. }) => {
            let entry = |row: &Coeffs<R>| done.columns.iter().map(|&j| r.get(row.view(), j)).collect();
            let rest: Vec<Vec<R::Elem>> = done.rows.iter().map(entry).collect();
            Ok(r.mul(&done.det, &without_divisions(r, &rest)))
        }
        Some(e) => Err(e),
    }
}

/// The rank and the determinant (0 unless square) by elimination.
///
/// # Errors
/// [`Error::NotInvertible`] if entries other than 0 remain, and none of them is a unit.
pub(super) fn eliminated<R: Ring>(r: &R, a: &Matrix<R>) -> crate::Result<(usize, R::Elem)> {
    let done = Eliminated::of(r, a);
    let determinant = done.determinant(r, a);
    done.refused.map_or(Ok((done.rank, determinant)), Err)
}

/// An elimination whose pivot is the last unit of a column, or for a column without units that of a later one.
struct Eliminated<R: Ring> {
    /// The rows and columns without a pivot.
    rows: Vec<Coeffs<R>>,
    columns: Vec<usize>,
    /// Factor of the determinant: it is this times that of the remaining rows and columns.
    det: R::Elem,
    rank: usize,
    /// The error for the first non-zero entry of these, which has no inverse.
    refused: Option<Error>,
}

impl<R: Ring> Eliminated<R> {
    fn of(r: &R, a: &Matrix<R>) -> Self {
        let mut rows: Vec<Coeffs<R>> = (0..a.rows()).map(|i| r.owned(a.row(i))).collect();
        let mut columns: Vec<usize> = (0..a.cols()).collect();
        let (mut det, mut rank) = (r.one(), 0);
        let refused = loop {
            let (i, k, inverse) = match last_unit(r, &rows, &columns) {
                Ok(Some(unit)) => unit,
                Ok(None) => break None,
                Err(e) => break Some(e),
            };
            let (pivot, column) = (rows.remove(i), columns.remove(k));
            let factor = r.get(pivot.view(), column);
            // row i and column k move to the corner
            det = r.mul(&det, &if (i + k) % 2 == 1 { r.neg(&factor) } else { factor });
            for row in &mut rows {
                let factor = r.mul(&inverse, &r.get(row.view(), column));
                if !r.is_zero(&factor) {
                    let mut multiple = r.owned(pivot.view());
                    r.scale(&mut multiple, &factor);
                    r.sub_at(row, 0, multiple.view());
                }
            }
            rank += 1;
        };
        Eliminated { rows, columns, det, rank, refused }
    }

    /// The determinant of a, if the rows without a pivot are zero.
    fn determinant(&self, r: &R, a: &Matrix<R>) -> R::Elem {
        let full = a.rows() == a.cols() && self.rank == a.rows();
        if full { self.det.clone() } else { r.elem(0) }
    }
}

/// The last row, and the index of a column in it, with a unit, and the inverse; `None` if all entries are 0.
fn last_unit<R: Ring>(r: &R, rows: &[Coeffs<R>], columns: &[usize]) -> crate::Result<Option<(usize, usize, R::Elem)>> {
    let mut refused = None;
    for (k, &column) in columns.iter().enumerate() {
        for (i, row) in rows.iter().enumerate().rev() {
            let x = r.get(row.view(), column);
            if r.is_zero(&x) {
                continue;
            }
            match r.inv(&x) {
                Ok(inverse) => return Ok(Some((i, k, inverse))),
                Err(e) => refused = refused.or(Some(e)),
            }
        }
    }
    refused.map_or(Ok(None), Err)
}

/// The determinant by n − 1 products of matrices (Bird 2011, "A simple division-free algorithm for computing determinants").
pub fn without_divisions<R: Ring>(r: &R, a: &[Vec<R::Elem>]) -> R::Elem {
    let n = a.len();
    if n == 0 {
        return r.one();
    }
    let mut f = a.to_vec();
    for _ in 1..n {
        // above the diagonal unchanged; on it, minus the sum of the entries further down
        let mut sum = r.elem(0);
        for i in (0..n).rev() {
            let here = f[i][i].clone();
            f[i][i] = r.neg(&sum);
            sum = r.add(&sum, &here);
            f[i][..i].fill(r.elem(0));
        }
        let entry = |i: usize, j: usize| (i..n).fold(r.elem(0), |s, k| r.add(&s, &r.mul(&f[i][k], &a[k][j])));
        f = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    }
    if n.is_multiple_of(2) { r.neg(&f[0][0]) } else { f[0][0].clone() }
}
