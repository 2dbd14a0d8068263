//! Checks of Hermite and Smith forms and of reduced bases over Z.
//!
//! A form with its transforms is an identity of products, and transforms have determinants 1 or −1 modulo random primes. Without them the same lattice
//! is proved by the coefficients of one set of generators in the other, which must generate all vectors: rows do so if they have full rank modulo every
//! prime divisor of one of their minors. Smith forms are computed again modulo a minor, where pivots divide all other entries or split the modulus.

use super::{
    Checker, Proof, Unverified, integer,
    matrix::{eliminated, hadamard_bits},
    over_z::over_z,
    wrong,
};
use crate::{
    Error,
    matrix::Matrix,
    multimodular::{Options, det, solve},
    ring::{Convolve, Integers, Ring, divisors::coprime_part},
};
use rug::Integer;

pub type Rows = Vec<Vec<Integer>>;

/// Percents in Lovász's condition and of coefficients: a little weaker than what a reduction promises.
const DELTA: u32 = 98;
const REDUCED: u32 = 52;
/// Bits of random coefficients, and the number of attempts at a minor other than 0.
const RANDOM_BITS: u32 = 16;
const TRIES: usize = 8;

/// Checks over Z, by its own type or as an [`AnyRing`](crate::AnyRing).
impl<R: Convolve> Checker<'_, R> {
    /// Checks that h is the row Hermite form of a, and that u, if given, is unimodular with u·a = h.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&z, &[&[2, 4], &[3, 5]])?;
    /// let [h, u] = [[[1, 1], [0, 2]], [[-1, 1], [3, -2]]].map(|m| Matrix::from_i64(&z, &[&m[0], &m[1]]));
    /// let (h, u) = (h?, u?);
    /// assert!(checker.integer_hermite(&a, &h, None).is_ok() && checker.integer_hermite(&a, &h, Some(&u)).is_ok());
    /// assert!(checker.integer_hermite(&a, &Matrix::identity(&z, 2), None).is_err()); // another lattice
    /// assert!(checker.integer_hermite(&a, &h, Some(&h)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_hermite(
        &mut self,
        a: &Matrix<R>,
        h: &Matrix<R>,
        u: Option<&Matrix<R>>,
    ) -> Result<Proof, Unverified> {
        let form = rows_of(&self.of_z(h)?);
        let pivots = pivots(&form).filter(|_| a.shape() == h.shape()).ok_or_else(|| wrong("the Hermite form"))?;
        if let Some(u) = u {
            return self.transformed([a, h], u);
        }
        let coefficients = rows_of(&self.of_z(a)?).into_iter().map(|row| combination(row, &form, &pivots));
        let coefficients: Option<Rows> = coefficients.collect();
        let coefficients = coefficients.ok_or_else(|| wrong("the lattice of the Hermite form"))?;
        self.generate_all(&coefficients, pivots.len())
    }

    /// Checks that s is the Smith form of a, and that u and v, if given, are unimodular with u·a·v = s.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&z, &[&[2, 0], &[0, 3]])?;
    /// assert!(checker.integer_smith(&a, &Matrix::from_i64(&z, &[&[1, 0], &[0, 6]])?, None).is_ok());
    /// assert!(checker.integer_smith(&a, &a, None).is_err()); // 2 is no divisor of 3
    /// assert!(checker.integer_smith(&a, &Matrix::from_i64(&z, &[&[1, 0], &[0, 5]])?, None).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_smith(
        &mut self,
        a: &Matrix<R>,
        s: &Matrix<R>,
        transforms: Option<[&Matrix<R>; 2]>,
    ) -> Result<Proof, Unverified> {
        let form = rows_of(&self.of_z(s)?);
        let divisors =
            divisor_chain(&form).filter(|_| a.shape() == s.shape()).ok_or_else(|| wrong("the Smith form"))?;
        if let Some([u, v]) = transforms {
            if v.shape() != (a.cols(), a.cols()) {
                return Err(wrong("the transforms of the Smith form"));
            }
            let product = a.checked_mul(v)?;
            let proof = self.matrix_product(a, v, &product)?.and(self.unimodular(v)?);
            return Ok(proof.and(self.transformed([&product, s], u)?));
        }
        let rank = divisors.iter().take_while(|d| **d != 0).count();
        let proof = self.integer_rank(a, rank)?;
        if rank == 0 {
            return Ok(proof);
        }
        let a = self.of_z(a)?;
        let modulus = self.minor(&a, rank)?;
        let found = invariants(&rows_of(&a), divisors.len(), &modulus);
        let right = divisors.iter().zip(&found).all(|(d, found)| if *d == 0 { *found == modulus } else { d == found });
        if right { Ok(proof) } else { Err(wrong("the divisors of the Smith form")) }
    }

    /// Checks that these are the invariant factors of a other than 0: those of the Smith form, over Z/n of that of the transpose of a and n times the unit
    /// matrix over Z, over other rings as many ones as the rank.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&z, &[&[2, 0], &[0, 3]])?;
    /// assert!(checker.invariant_factors(&a, &[1.into(), 6.into()]).is_ok());
    /// assert!(checker.invariant_factors(&a, &[1.into(), 5.into()]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn invariant_factors(&mut self, a: &Matrix<R>, factors: &[R::Elem]) -> Result<Proof, Unverified> {
        let r = self.ring;
        let rank = factors.len();
        if rank > a.rows().min(a.cols()) {
            return Err(wrong("the number of invariant factors"));
        }
        if self.modulus.is_none() {
            let diagonal = |i: usize, j: usize| if i == j && i < rank { factors[i].clone() } else { r.elem(0) };
            if factors.iter().any(|d| r.is_zero(d)) {
                return Err(wrong("an invariant factor"));
            }
            return self.integer_smith(a, &Matrix::from_fn(r, a.rows(), a.cols(), diagonal)?, None);
        }
        let Some(n) = self.composite() else {
            let ones = factors.iter().all(|d| *d == r.one());
            return if ones { self.rank(a, rank) } else { Err(wrong("an invariant factor")) };
        };
        let z = Integers::on(r.engine());
        let entry = |i: usize, j: usize| match i.checked_sub(a.cols()) {
            None => integer(r, &a.get(j, i)),
            Some(i) if i == j => n.clone(),
            Some(_) => Integer::new(),
        };
        let found = Matrix::from_fn(&z, a.cols() + a.rows(), a.rows(), entry)?.invariant_factors()?;
        let found = found.into_iter().filter(|d| *d != n);
        if found.eq(factors.iter().map(|d| integer(r, d))) {
            Ok(Proof::Exact)
        } else {
            Err(wrong("an invariant factor"))
        }
    }

    /// Checks that b is an LLL-reduced basis of the lattice of a's rows, after zero rows, with δ = 0.98 and coefficients of at most 0.52, and that u, if
    /// given, is unimodular with u·a = b.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&z, &[&[1, 5], &[0, 7]])?;
    /// assert!(checker.reduced_basis(&a, &Matrix::from_i64(&z, &[&[1, -2], &[3, 1]])?, None).is_ok());
    /// assert!(checker.reduced_basis(&a, &a, None).is_err()); // not reduced
    /// assert!(checker.reduced_basis(&a, &Matrix::identity(&z, 2), None).is_err()); // another lattice
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn reduced_basis(&mut self, a: &Matrix<R>, b: &Matrix<R>, u: Option<&Matrix<R>>) -> Result<Proof, Unverified> {
        let rows = rows_of(&self.of_z(b)?);
        let zeros = rows.iter().take_while(|row| row.iter().all(|x| *x == 0)).count();
        if a.shape() != b.shape() || !is_reduced(&rows[zeros..]) {
            return Err(wrong("the reduced basis"));
        }
        if let Some(u) = u {
            return self.transformed([a, b], u);
        }
        let (of_a, rank) = (self.of_z(a)?, rows.len() - zeros);
        let basis = Matrix::from_fn(of_a.ring(), rank, a.cols(), |i, j| rows[zeros + i][j].clone())?;
        let coefficients = match solve(&basis.transposed(), &of_a.transposed(), &Options::default()) {
            Ok(found) if found.value.1 == 1 => found.value.0.transposed(),
            Ok(_) | Err(Error::Inconsistent { .. }) => return Err(wrong("the lattice of the reduced basis")),
            Err(e) => return Err(e.into()),
        };
        let generated = self.generate_all(&rows_of(&coefficients), rank)?;
        let [coefficients, basis] = [coefficients, basis].map(|m| self.of_this(m));
        Ok(self.matrix_product(&coefficients?, &basis?, a)?.and(generated))
    }

    /// Checks that u is unimodular, with u·a = b.
    fn transformed(&mut self, [a, b]: [&Matrix<R>; 2], u: &Matrix<R>) -> Result<Proof, Unverified> {
        if u.shape() != (a.rows(), a.rows()) {
            return Err(wrong("the transform"));
        }
        Ok(self.matrix_product(u, a, b)?.and(self.unimodular(u)?))
    }

    /// Checks that the determinant is 1 or −1, modulo random primes.
    fn unimodular(&mut self, u: &Matrix<R>) -> Result<Proof, Unverified> {
        // another determinant d has d² − 1 ≠ 0
        let bits = 2.0 * (hadamard_bits(u) + 1.0);
        self.modulo_primes(bits, |_, u, zn| Ok([1, zn.modulus().n() - 1].contains(&eliminated(zn, u)?.1.residue())), u)
    }

    /// Checks that rows generate all vectors of this length.
    fn generate_all(&mut self, rows: &Rows, length: usize) -> Result<Proof, Unverified> {
        let z = over_z(self.ring)?.clone();
        let all = Matrix::new(&z, rows.len(), length, z.collect(&rows.concat()))?;
        if rows.len() == length {
            let all = self.of_this(all)?;
            return self.unimodular(&all);
        }
        let right = length == 0 || rows.len() > length && has_full_rank(rows, length, &self.minor(&all, length)?);
        if right { Ok(Proof::Exact) } else { Err(wrong("the lattice")) }
    }

    /// A nonzero minor of `size` random combinations of the rows and of the columns: a multiple of the product of the first `size`
    /// divisors of the Smith form.
    fn minor(&mut self, a: &Matrix<Integers>, size: usize) -> Result<Integer, Unverified> {
        let mut divisor = Integer::new();
        for _ in 0..TRIES {
            let [left, right] = [(size, a.rows()), (a.cols(), size)].map(|(rows, cols)| {
                Matrix::from_fn(a.ring(), rows, cols, |i, j| match rows == cols {
                    true => Integer::from(i == j),
                    false => Integer::from(self.random.word() >> (64 - RANDOM_BITS)),
                })
            });
            let square = left?.checked_mul(a)?.checked_mul(&right?)?;
            let last = divisor.clone();
            divisor.gcd_mut(&det(&square, &Options::default())?.value);
            // one more often lacks the factors that are not of the lattice
            if last != 0 || divisor == 1 || divisor != 0 && a.shape() == (size, size) {
                return Ok(divisor);
            }
        }
        if divisor == 0 { Err(wrong("the rank")) } else { Ok(divisor) }
    }

    /// The matrix over Z's own type.
    fn of_z(&self, a: &Matrix<R>) -> Result<Matrix<Integers>, Unverified> {
        let z = over_z(self.ring)?;
        Ok(Matrix::new(z, a.rows(), a.cols(), self.ring.owned(a.entries()).into_cast())?)
    }

    /// The matrix over this ring, which is Z.
    fn of_this(&self, a: Matrix<Integers>) -> Result<Matrix<R>, Unverified> {
        let (rows, cols) = a.shape();
        Ok(Matrix::new(self.ring, rows, cols, a.into_entries().into_cast())?)
    }
}

fn rows_of(a: &Matrix<Integers>) -> Rows {
    (0..a.rows()).map(|i| (0..a.cols()).map(|j| a.get(i, j)).collect()).collect()
}

/// The columns of the pivots of a Hermite form; none for any other matrix.
fn pivots(form: &Rows) -> Option<Vec<usize>> {
    let mut pivots: Vec<usize> = Vec::new();
    for (i, row) in form.iter().enumerate() {
        let Some(j) = row.iter().position(|x| *x != 0) else { continue };
        let reduced = form[..i].iter().all(|above| above[j] >= 0 && above[j] < row[j]);
        if pivots.len() != i || pivots.last().is_some_and(|last| *last >= j) || row[j] < 0 || !reduced {
            return None;
        }
        pivots.push(j);
    }
    Some(pivots)
}

/// The coefficients of a vector in the rows with these pivots; none if it is not in their lattice.
fn combination(mut vector: Vec<Integer>, form: &Rows, pivots: &[usize]) -> Option<Vec<Integer>> {
    let mut coefficients = Vec::with_capacity(pivots.len());
    for (row, &j) in form.iter().zip(pivots) {
        let (factor, rest) = vector[j].clone().div_rem_floor(row[j].clone());
        if rest != 0 {
            return None;
        }
        vector[j..].iter_mut().zip(&row[j..]).for_each(|(x, y)| *x -= &factor * y);
        coefficients.push(factor);
    }
    vector.iter().all(|x| *x == 0).then_some(coefficients)
}

/// The diagonal of a Smith form; none for any other matrix.
fn divisor_chain(form: &Rows) -> Option<Vec<Integer>> {
    let zero_elsewhere = form.iter().enumerate().all(|(i, row)| row.iter().enumerate().all(|(j, x)| i == j || *x == 0));
    let diagonal: Vec<Integer> = form.iter().enumerate().filter_map(|(i, row)| row.get(i).cloned()).collect();
    let chain = diagonal.windows(2).all(|pair| pair[1].is_divisible(&pair[0]));
    (zero_elsewhere && chain && diagonal.iter().all(|d| *d >= 0)).then_some(diagonal)
}

/// Whether rows of this length have full rank modulo every prime divisor of the modulus.
pub fn has_full_rank(rows: &Rows, length: usize, modulus: &Integer) -> bool {
    if *modulus == 1 {
        return true;
    }
    let mut left = rows.clone();
    left.iter_mut().flatten().for_each(|x| x.modulo_mut(modulus));
    for k in 0..length {
        let divisors: Vec<Integer> = left.iter().map(|row| row[k].clone().gcd(modulus)).collect();
        let Some(unit) = divisors.iter().position(|d| *d == 1) else {
            // modulo primes that divide it an entry is 0, modulo the others it is a unit
            return divisors.iter().find(|d| *d != modulus).is_some_and(|d| {
                has_full_rank(rows, length, d) && has_full_rank(rows, length, &coprime_part(modulus, d))
            });
        };
        let pivot = left.swap_remove(unit);
        let inverse = Integer::from(pivot[k].invert_ref(modulus).expect("a unit"));
        for row in &mut left {
            let factor = Integer::from(&row[k] * &inverse).modulo(modulus);
            for (x, y) in row[k..].iter_mut().zip(&pivot[k..]) {
                *x -= &factor * y;
                x.modulo_mut(modulus);
            }
        }
    }
    true
}

/// The greatest common divisors of the modulus and the first divisors of the Smith form.
pub fn invariants(rows: &Rows, count: usize, modulus: &Integer) -> Vec<Integer> {
    let (mut left, mut found) = (rows.clone(), Vec::with_capacity(count));
    left.iter_mut().flatten().for_each(|x| x.modulo_mut(modulus));
    while found.len() < count {
        let (mut best, mut at) = (modulus.clone(), None);
        for (i, row) in left.iter().enumerate() {
            for (j, x) in row.iter().enumerate() {
                let divisor = x.clone().gcd(modulus);
                if divisor.is_divisible(&best) {
                    continue;
                }
                if !best.is_divisible(&divisor) {
                    // each is divisible by a higher power of some prime
                    let common = divisor.clone().gcd(&best);
                    let other = coprime_part(modulus, &divisor.div_exact(&common));
                    let parts = [Integer::from(modulus.div_exact_ref(&other)), other];
                    let [a, b] = parts.map(|part| invariants(rows, count, &part));
                    return a.into_iter().zip(b).map(|(x, y)| x * y).collect();
                }
                (best, at) = (divisor, Some((i, j)));
            }
        }
        let Some((i, j)) = at else {
            found.resize(count, modulus.clone());
            break;
        };
        let pivot = left.swap_remove(i);
        let (_, inverse, _) = pivot[j].clone().extended_gcd(modulus.clone(), Integer::new());
        for row in &mut left {
            let factor = (Integer::from(row[j].div_exact_ref(&best)) * &inverse).modulo(modulus);
            for (x, y) in row.iter_mut().zip(&pivot) {
                *x -= &factor * y;
                x.modulo_mut(modulus);
            }
            row.swap_remove(j);
        }
        found.push(best);
    }
    found
}

/// Whether vectors are linearly independent and reduced, by Gram determinants.
fn is_reduced(rows: &[Vec<Integer>]) -> bool {
    let product = |x: &Vec<Integer>, y: &Vec<Integer>| x.iter().zip(y).map(|(x, y)| Integer::from(x * y)).sum();
    let mut gram: Rows =
        rows.iter().enumerate().map(|(i, x)| rows[..=i].iter().map(|y| product(x, y)).collect()).collect();
    let mut last = Integer::from(1);
    for k in 0..rows.len() {
        let d = gram[k][k].clone();
        let most = Integer::from(REDUCED * &d);
        let small = gram[k + 1..].iter().all(|row| Integer::from(100 * &row[k]).abs() <= most);
        if d <= 0 || !small {
            return false;
        }
        for i in (k + 1..rows.len()).rev() {
            for j in (k + 1..=i).rev() {
                let minor = Integer::from(&gram[i][j] * &d) - Integer::from(&gram[i][k] * &gram[j][k]);
                gram[i][j] = minor.div_exact(&last);
            }
        }
        if let Some(next) = gram.get(k + 1) {
            // the squared length orthogonal to the first k vectors, of vector k + 1 and of vector k
            let square = Integer::from(&next[k + 1] * &last) + Integer::from(next[k].square_ref());
            if 100 * square < DELTA * Integer::from(d.square_ref()) {
                return false;
            }
        }
        last = d;
    }
    true
}
