//! Checks of reduced and triangular forms by their structure and a product of matrices, of adjugates by their product with the matrix or by the
//! characteristic polynomial of the transpose, of Hessenberg forms and Pfaffians by other orders of elimination.

use super::{
    Checker, Proof, Random, Unverified,
    images::random_prime,
    integer, log2_size, mapped_matrix,
    matrix::{determinant_of, hadamard_bits},
    residue, rounds, wrong,
};
use crate::{
    Error, Result,
    matrix::Matrix,
    poly::Poly,
    ring::{AnyRing, Coeffs, Convolve, Ring},
};
use rug::{Integer, integer::Order};

/// Largest number of rows of a determinant by the elimination of single entries.
const SMALL: usize = 32;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that `form` is the reduced row echelon form of a, and `rank` its rank: the rows of a are combinations of the form's by the entries of a
    /// in the columns of the pivots, and both have this rank.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[2, 4, 6], &[1, 2, 4]])?;
    /// let form = Matrix::from_i64(&f, &[&[1, 2, 0], &[0, 0, 1]])?;
    /// assert!(checker.reduced_form(&a, &form, 2).is_ok());
    /// assert!(checker.reduced_form(&a, &form, 1).is_err());
    /// assert!(checker.reduced_form(&a, &a, 2).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] as in [`rank`](Self::rank).
    pub fn reduced_form(&mut self, a: &Matrix<R>, form: &Matrix<R>, rank: usize) -> Result<Proof, Unverified> {
        let cols = a.cols();
        if form.shape() != a.shape() || rank > a.rows() {
            return Err(wrong("the shape of the reduced form"));
        }
        if self.ring.trimmed_len(form.entries().from(rank * cols)) > 0 {
            return Err(wrong("a row of zeros"));
        }
        let entries = self.ring.owned(form.entries().low(rank * cols));
        self.row_space(a, &Matrix::new(self.ring, rank, cols, entries)?)
    }

    /// Checks that the rows of `basis` are a basis of the space of the columns of a, in reduced echelon form.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[1, 0, 2], &[2, 0, 4]])?;
    /// assert!(checker.column_space(&a, &Matrix::from_i64(&f, &[&[1, 2]])?).is_ok());
    /// assert!(checker.column_space(&a, &Matrix::from_i64(&f, &[&[2, 4]])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`reduced_form`](Self::reduced_form).
    pub fn column_space(&mut self, a: &Matrix<R>, basis: &Matrix<R>) -> Result<Proof, Unverified> {
        if basis.cols() != a.rows() {
            return Err(wrong("the shape of the basis"));
        }
        self.row_space(&a.transposed(), basis)
    }

    /// Checks that h is the Howell form of a, without zero rows.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let r = Zn::new(4)?;
    /// # let mut checker = Checker::new(&r, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&r, &[&[2, 1]])?;
    /// assert!(checker.howell(&a, &Matrix::from_i64(&r, &[&[2, 1], &[0, 2]])?).is_ok());
    /// assert!(checker.howell(&a, &a).is_err()); // 2·(2, 1) begins later than (2, 1)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn howell(&mut self, a: &Matrix<R>, h: &Matrix<R>) -> Result<Proof, Unverified> {
        if h.cols() != a.cols() {
            return Err(wrong("the shape of the form"));
        }
        self.row_space(a, h)
    }

    /// Checks that the rows of `basis` are a basis of the space of the rows of a, in reduced echelon form.
    fn row_space(&mut self, a: &Matrix<R>, basis: &Matrix<R>) -> Result<Proof, Unverified> {
        if let Some(n) = self.composite() {
            return self.howell_rows(a, basis, &n);
        }
        let (r, rank) = (self.ring, basis.rows());
        let pivots = leading(basis).ok_or_else(|| wrong("the echelon form"))?;
        let reduced = |i: usize, j: usize| if i == j { r.one() } else { r.elem(0) };
        if (0..rank).any(|i| (0..rank).any(|j| basis.get(i, pivots[j]) != reduced(i, j))) {
            return Err(wrong("the reduced echelon form"));
        }
        if self.rank_by_elimination(a)? != rank {
            return Err(wrong("the rank"));
        }
        let part = Matrix::from_fn(r, a.rows(), rank, |i, j| a.get(i, pivots[j]))?;
        self.matrix_product(&part, basis, a)
    }

    /// Checks that P·a = L·U: `order` is a permutation P, L unit lower triangular with zeros right of the pivots' columns, U in row echelon form, and
    /// each pivot that of the first row with a unit, whose place it took by an exchange.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[0, 2], &[3, 4], &[6, 8]])?;
    /// let l = Matrix::from_i64(&f, &[&[1, 0, 0], &[0, 1, 0], &[2, 0, 1]])?;
    /// let u = Matrix::from_i64(&f, &[&[3, 4], &[0, 2], &[0, 0]])?;
    /// assert!(checker.triangular_factors(&a, &[1, 0, 2], [&l, &u]).is_ok());
    /// assert!(checker.triangular_factors(&a, &[0, 1, 2], [&l, &u]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn triangular_factors(
        &mut self,
        a: &Matrix<R>,
        order: &[usize],
        [l, u]: [&Matrix<R>; 2],
    ) -> Result<Proof, Unverified> {
        let (r, m) = (self.ring, a.rows());
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..m) {
            return Err(wrong("the permutation"));
        }
        if l.shape() != (m, m) || u.shape() != a.shape() {
            return Err(wrong("the shape of the factors"));
        }
        let rank = (0..m).find(|&i| r.trimmed_len(u.row(i)) == 0).unwrap_or(m);
        let top = Matrix::new(r, rank, u.cols(), r.owned(u.entries().low(rank * u.cols())))?;
        if leading(&top).is_none() || r.trimmed_len(u.entries().from(rank * u.cols())) > 0 {
            return Err(wrong("the row echelon form"));
        }
        let given = |i: usize, j: usize| i > j && j < rank;
        let diagonal = |i: usize, j: usize| if i == j { r.one() } else { r.elem(0) };
        if (0..m).any(|i| (0..m).any(|j| !given(i, j) && l.get(i, j) != diagonal(i, j))) {
            return Err(wrong("the unit lower triangular factor"));
        }
        if !chosen_in_turn(order, l, rank) {
            return Err(wrong("the choice of pivots"));
        }
        let permuted = Matrix::from_fn(r, m, a.cols(), |i, j| a.get(order[i], j))?;
        self.matrix_product(l, u, &permuted)
    }

    /// Checks that b is the adjugate of a: if the determinant is a unit by a·b = det·I, else by the characteristic polynomial of the transpose; over
    /// Z modulo random primes.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[2, 4], &[1, 2]])?;
    /// assert!(checker.adjugate(&a, &Matrix::from_i64(&f, &[&[2, -4], &[-1, 2]])?).is_ok());
    /// assert!(checker.adjugate(&a, &Matrix::zero(&f, 2, 2)?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] unless a is square.
    pub fn adjugate(&mut self, a: &Matrix<R>, b: &Matrix<R>) -> Result<Proof, Unverified> {
        let (r, n) = (self.ring, squared("an adjugate", a)?);
        if b.shape() != a.shape() {
            return Err(wrong("the shape of the adjugate"));
        }
        if self.modulus.is_none() {
            let bits = hadamard_bits(a).max(log2_size(r, b.entries())) + 1.0;
            return self.modulo_random_primes(bits, |random, zn| {
                let [a, b] = [a, b].map(|m| mapped_matrix(m, zn));
                match Checker::new(zn, &mut *random.0).adjugate(&a?, &b?) {
                    Ok(_) => Ok(true),
                    Err(Unverified::Wrong(_)) => Ok(false),
                    Err(e) => Err(e),
                }
            });
        }
        let other = a.transposed();
        let det = if n <= SMALL { determinant_of(r, a)? } else { other.direct_det()? };
        if r.inv(&det).is_ok() {
            return self.matrix_product(a, b, &Matrix::identity(r, n).scale(&det));
        }
        let p = other.direct_charpoly()?;
        let quotient: Vec<R::Elem> = p.iter().skip(1).collect();
        let quotient = Poly::from_coeffs(r, r.collect(&quotient));
        let signed = if n.is_multiple_of(2) { -&quotient } else { quotient };
        self.value_at_matrix(&signed, &other, &b.transposed())
    }

    /// Checks that h is the Hessenberg form of a with the first unit of each column as its pivot: computed again column by column, from the products
    /// of a and the columns of the transformation.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[1, 2, 3], &[4, 5, 6], &[8, 8, 10]])?;
    /// let h = Matrix::from_i64(&f, &[&[1, 8, 3], &[4, 17, 6], &[0, -6, -2]])?;
    /// assert!(checker.hessenberg(&a, &h).is_ok());
    /// assert!(checker.hessenberg(&a, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] unless a is square, and where a pivot is no unit.
    pub fn hessenberg(&self, a: &Matrix<R>, h: &Matrix<R>) -> Result<Proof, Unverified> {
        squared("a Hessenberg form", a)?;
        if h.shape() == a.shape() && hessenberg_by_columns(a)? == *h {
            Ok(Proof::Exact)
        } else {
            Err(wrong("the Hessenberg form"))
        }
    }

    /// Checks that x is the Pfaffian of a skew-symmetric matrix, by elimination from the last row on; where a pivot is no unit by one without
    /// fractions over Z, and over Z modulo random primes.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[0, 3], &[-3, 0]])?;
    /// assert!(checker.pfaffian(&a, &3).is_ok());
    /// assert!(checker.pfaffian(&a, &94).is_err()); // its square is the determinant, too
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] unless a is square, and where no multiple has units to divide by.
    pub fn pfaffian(&mut self, a: &Matrix<R>, x: &R::Elem) -> Result<Proof, Unverified> {
        let r = self.ring;
        squared("a Pfaffian", a)?;
        if self.modulus.is_none() {
            let x = r.collect(std::slice::from_ref(x));
            let bits = hadamard_bits(a).max(log2_size(r, x.view())) + 1.0;
            return self.modulo_random_primes(bits, |_, zn| {
                Ok(eliminated_pfaffian(&mapped_matrix(a, zn)?)?.residue() == residue(r, x.view(), 0, zn.modulus()))
            });
        }
        let found = match eliminated_pfaffian(a) {
            Err(Error::NotInvertible { .. }) if !self.is_extension() => {
                let lifted = pfaffian_without_fractions(a);
                r.image(lifted < 0, &lifted.as_abs().to_digits(Order::Lsf))
            }
            Err(Error::NotInvertible { .. }) => self.pfaffian_elsewhere(a)?,
            found => found?,
        };
        if found == *x { Ok(Proof::Exact) } else { Err(wrong("the Pfaffian")) }
    }

    /// The Pfaffian as that of BᵀAB, for random unit upper triangular matrices B until there are units to divide by.
    fn pfaffian_elsewhere(&mut self, a: &Matrix<R>) -> Result<R::Elem, Unverified> {
        const TRIES: usize = 64;
        let (r, n) = (self.ring, a.rows());
        let mut last = Error::DivisionByZero;
        for _ in 0..TRIES {
            let entries: Vec<R::Elem> = (0..n * n).map(|_| self.random_element()).collect::<Result<_, _>>()?;
            let b = Matrix::from_fn(r, n, n, |i, j| match i.cmp(&j) {
                std::cmp::Ordering::Less => entries[i * n + j].clone(),
                std::cmp::Ordering::Equal => r.one(),
                std::cmp::Ordering::Greater => r.elem(0),
            })?;
            match eliminated_pfaffian(&b.transposed().checked_mul(a)?.checked_mul(&b)?) {
                Err(e @ Error::NotInvertible { .. }) => last = e,
                found => return Ok(found?),
            }
        }
        Err(last.into())
    }

    /// Whether a property of integers of at most `bits` bits holds modulo random primes.
    pub(super) fn modulo_random_primes(
        &mut self,
        bits: f64,
        mut holds: impl FnMut(&mut Random<'_>, &AnyRing) -> Result<bool, Unverified>,
    ) -> Result<Proof, Unverified> {
        let (ring, random, mut failed) = (self.ring, &mut self.random, None);
        // the property may have an error of its own, of a random vector
        let proof = rounds(bits, 1.0, || {
            let prime = random_prime(random);
            let held = AnyRing::modulo(ring.engine(), prime.n()).map_err(Into::into).and_then(|zn| holds(random, &zn));
            held.unwrap_or_else(|e| {
                failed = Some(e);
                true
            })
        });
        failed.map_or(proof, Err)
    }
}

/// The number of rows of a square matrix.
fn squared<R: Ring>(operation: &'static str, a: &Matrix<R>) -> Result<usize> {
    let (rows, cols) = a.shape();
    if rows == cols { Ok(rows) } else { Err(Error::NotSquare { operation, rows, cols }) }
}

/// The column of the first entry of each row, ascending; `None` unless the rows are in echelon form, without rows of zeros.
pub(super) fn leading<R: Ring>(a: &Matrix<R>) -> Option<Vec<usize>> {
    let first = |i: usize| (0..a.cols()).find(|&j| !a.ring().is_zero(&a.get(i, j)));
    let columns: Vec<usize> = (0..a.rows()).map(first).collect::<Option<_>>()?;
    columns.is_sorted_by(|i, j| i < j).then_some(columns)
}

/// Whether each of the first rows of P·A is the first one with a unit in its pivot's column, and each exchange was of two rows. An entry in that
/// column is one of L times the pivot, when the pivot is chosen.
fn chosen_in_turn<R: Ring>(order: &[usize], l: &Matrix<R>, rank: usize) -> bool {
    let r = l.ring();
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(i, &row)| place[row] = i);
    let mut now: Vec<usize> = (0..order.len()).collect();
    for t in 0..rank {
        let Some(at) = (t..now.len()).find(|&i| now[i] == order[t]) else { return false };
        if now[t..at].iter().any(|&row| r.inv(&l.get(place[row], t)).is_ok()) {
            return false;
        }
        now.swap(t, at);
    }
    now == order
}

/// The Hessenberg form of a square matrix: with the columns l_0, l_1, … of T column j of A·T is Σ h_ij·l_i, and l_j+1 what remains over its first
/// entry.
fn hessenberg_by_columns<R: Ring>(a: &Matrix<R>) -> Result<Matrix<R>> {
    let (r, n) = (a.ring(), a.rows());
    let mut h = Matrix::zero(r, n, n)?;
    // row and column i of the permuted matrix are row and column `order[i]` of A
    let mut order: Vec<usize> = (0..n).collect();
    let unit = |i: usize| {
        let mut v = r.zeros(n);
        r.set(&mut v, i, &r.one());
        v
    };
    let mut columns: Vec<Coeffs<R>> = (0..n.min(1)).map(unit).collect();
    for j in 0..n {
        let mut scattered = r.zeros(n);
        (0..n).for_each(|i| r.set(&mut scattered, order[i], &r.get(columns[j].view(), i)));
        let product: Vec<R::Elem> = order.iter().map(|&i| r.dot(a.row(i), scattered.view())).collect();
        let mut rest = r.collect(&product);
        for (i, column) in columns.iter().enumerate() {
            let x = r.get(rest.view(), i);
            let mut multiple = column.clone();
            r.scale(&mut multiple, &x);
            r.sub_at(&mut rest, 0, multiple.view());
            h.set(i, j, &x);
        }
        let next = j + 1;
        if next == n {
            break;
        }
        let Some((pivot, inverse)) = first_unit_from(r, &rest, next, next + 1 < n)? else {
            columns.push(unit(next));
            continue;
        };
        order.swap(pivot, next);
        for v in columns.iter_mut().chain([&mut rest]) {
            let [x, y] = [next, pivot].map(|i| r.get(v.view(), i));
            r.set(v, next, &y);
            r.set(v, pivot, &x);
        }
        h.set(next, j, &r.get(rest.view(), next));
        // rows without elimination below have no use of an inverse
        r.scale(&mut rest, &inverse);
        r.set(&mut rest, next, &r.one());
        columns.push(rest);
    }
    Ok(h)
}

/// Index and inverse of the first unit from an index on, `None` if all are zero; if entries need not be units, the first one, with 1.
fn first_unit_from<R: Ring>(r: &R, v: &Coeffs<R>, from: usize, divides: bool) -> Result<Option<(usize, R::Elem)>> {
    let mut refused = None;
    for i in from..v.len() {
        let x = r.get(v.view(), i);
        match r.inv(&x) {
            _ if r.is_zero(&x) => {}
            _ if !divides => return Ok(Some((i, r.one()))),
            Ok(inverse) => return Ok(Some((i, inverse))),
            Err(e) => refused = refused.or(Some(e)),
        }
    }
    refused.map_or(Ok(None), Err)
}

/// The Pfaffian by elimination, each last row with its last unit.
fn eliminated_pfaffian<R: Ring>(a: &Matrix<R>) -> Result<R::Elem> {
    let r = a.ring();
    let mut rows: Vec<Coeffs<R>> = (0..a.rows()).map(|i| r.owned(a.row(i))).collect();
    let (mut left, mut pfaffian) = ((0..a.rows()).collect::<Vec<_>>(), r.one());
    while let Some(last) = left.pop() {
        let entry = |k: usize| r.get(rows[k].view(), last);
        if let [other] = left[..] {
            // the last pair divides nothing
            return Ok(r.mul(&pfaffian, &entry(other)));
        }
        let units = left.iter().rposition(|&k| r.inv(&entry(k)).is_ok());
        let Some(at) = units else {
            return match left.iter().map(|&k| entry(k)).find(|x| !r.is_zero(x)) {
                None => Ok(r.elem(0)),
                Some(x) => Err(r.inv(&x).err().unwrap_or(Error::DivisionByZero)),
            };
        };
        let other = left.remove(at);
        let p = entry(other);
        pfaffian = r.mul(&pfaffian, &p);
        if (left.len() - at) % 2 == 1 {
            pfaffian = r.neg(&pfaffian);
        }
        let inverse = r.inv(&p)?;
        let [mut c, mut d] = [other, last].map(|k| rows[k].clone());
        r.scale(&mut c, &inverse);
        r.scale(&mut d, &inverse);
        for &k in &left {
            for (multiple, entry, minus) in [(&d, other, true), (&c, last, false)] {
                let mut multiple = multiple.clone();
                let x = r.get(rows[entry].view(), k);
                r.scale(&mut multiple, &if minus { x } else { r.neg(&x) });
                let row = &mut rows[k];
                r.sub_at(row, 0, multiple.view());
            }
        }
    }
    Ok(pfaffian)
}

/// The Pfaffian of the integers above the diagonal: after each pair of pivots an entry is the Pfaffian of their rows and two more (Knuth 1996,
/// "Overlapping Pfaffians").
fn pfaffian_without_fractions<R: Ring>(a: &Matrix<R>) -> Integer {
    let (r, n) = (a.ring(), a.rows());
    let entry = |i: usize, j: usize| match i.cmp(&j) {
        std::cmp::Ordering::Less => integer(r, &a.get(i, j)),
        std::cmp::Ordering::Equal => Integer::new(),
        std::cmp::Ordering::Greater => -integer(r, &a.get(j, i)),
    };
    let mut f: Vec<Vec<Integer>> = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    let (mut last, mut odd) = (Integer::from(1), false);
    for k in (0..n).step_by(2) {
        let Some(pivot) = (k + 1..n).find(|&j| f[k][j] != 0) else { return Integer::new() };
        if pivot != k + 1 {
            f.swap(pivot, k + 1);
            f.iter_mut().for_each(|row| row.swap(pivot, k + 1));
            odd = !odd;
        }
        let (above, below) = f.split_at_mut(k + 2);
        let [c, d] = [&above[k], &above[k + 1]];
        for (x, row) in (k + 2..n).zip(below) {
            for y in k + 2..n {
                let sum =
                    Integer::from(&c[k + 1] * &row[y]) - Integer::from(&c[x] * &d[y]) + Integer::from(&c[y] * &d[x]);
                row[y] = sum.div_exact(&last);
            }
        }
        last.clone_from(&f[k][k + 1]);
    }
    if odd { -last } else { last }
}
