//! Products of matrices by random vectors (Freivalds 1977, "Probabilistic machines can use less running time").
//!
//!
//! If A·B is not C, some row of A·B − C has an entry that is not 0 modulo a prime power p^k that divides N exactly.
//! Divided by the highest power of p that all entries of the row share, its product by x vanishes modulo p for at most
//! one of p residues of the x_j that belongs to an entry prime to p: A·(B·x) = C·x with a probability of at most 1/p,
//! for L vectors p^(−L). The vectors are multiplied together, as the columns of a matrix or the slots of one integer.

use super::{
    Checker, Proof, Random, SECURITY, Unverified, distribution, elements::drawn_vector, packed::Packed,
    place::prime_factors, wrong,
};
use crate::{
    matrix::Matrix,
    ring::{Convolve, Ring, View},
};
use rug::Integer;

/// Number of bits of the entries of vectors over Z: at most one of 2^62 integers makes a wrong sum right.
const INTEGER_BITS: u32 = 62;

/// Number of columns of zeros: odd, so that no width of vectors divides it.
const MORE_COLUMNS: usize = 3;

fn proof(vectors: usize, log2_error: f64, right: bool) -> Result<Proof, Unverified> {
    match right {
        true => Ok(Proof::Vectors { vectors: vectors as u32, log2_error: -log2_error }),
        false => Err(wrong("the product of matrices")),
    }
}

/// Number of vectors for Z/n, and log2 of the reciprocal of the error bound.
fn vectors_needed(n: &Integer) -> (usize, f64) {
    let (small, large) = prime_factors(n, 1.0);
    let least = small.iter().map(|&p| (p as f64).log2()).fold(large, f64::min);
    let vectors = (SECURITY / least).floor() as usize + 1;
    (vectors, vectors as f64 * least)
}

/// m with columns of zeros in addition.
fn widened<R: Convolve>(m: &Matrix<R>) -> crate::Result<Matrix<R>> {
    let (r, cols, wide) = (m.ring(), m.cols(), m.cols() + MORE_COLUMNS);
    let mut all = r.zeros(m.rows() * wide);
    (0..m.rows()).for_each(|i| r.copy_at(&mut all, i * wide, m.row(i).low(cols)));
    Matrix::new(r, m.rows(), wide, all)
}

/// m with rows of zeros in addition.
fn lengthened<R: Convolve>(m: Matrix<R>) -> crate::Result<Matrix<R>> {
    let (r, rows, cols) = (m.ring().clone(), m.rows() + MORE_COLUMNS, m.cols());
    let mut all = m.into_entries();
    r.resize(&mut all, rows * cols);
    Matrix::new(&r, rows, cols, all)
}

/// Several vectors at once.
pub(super) trait Lanes<R: Ring> {
    /// The entries of all vectors at one place.
    type Entry: PartialEq;

    /// Random entries.
    fn random(&self, random: &mut Random<'_>) -> Self::Entry;
    /// Σ row\[j\]·x\[j\].
    fn dot(&self, r: &R, row: View<'_, R>, x: &[Self::Entry]) -> Self::Entry;
}

impl<R: Ring> Lanes<R> for Packed {
    type Entry = Integer;

    fn random(&self, random: &mut Random<'_>) -> Integer {
        self.random_element(random)
    }

    fn dot(&self, r: &R, row: View<'_, R>, x: &[Integer]) -> Integer {
        self.reduced(combination(r, row, 0, x))
    }
}

/// Σ v\[first + i\]·x\[i\] for the integers that represent coefficients, over the common range of both.
pub(super) fn combination<R: Ring>(r: &R, v: View<'_, R>, first: usize, x: &[Integer]) -> Integer {
    let (mut sum, mut c, block, mut x) = (Integer::new(), Integer::new(), v.slice(first..first + x.len()), x.iter());
    r.each_limbs(block, &mut |negative, limbs| {
        let Some(x) = x.next() else { return };
        match *limbs {
            [] => {}
            [word] if negative => sum -= x * word,
            [word] => sum += x * word,
            _ => {
                c.assign_digits(limbs, rug::integer::Order::Lsf);
                match negative {
                    true => sum -= x * &c,
                    false => sum += x * &c,
                }
            }
        }
    });
    sum
}

/// A vector over Z.
struct Whole;

impl<R: Ring> Lanes<R> for Whole {
    type Entry = Integer;

    fn random(&self, random: &mut Random<'_>) -> Integer {
        Integer::from(random.word() >> (64 - INTEGER_BITS))
    }

    fn dot(&self, r: &R, row: View<'_, R>, x: &[Integer]) -> Integer {
        combination(r, row, 0, x)
    }
}

impl<R: Convolve> Checker<'_, R> {
    /// Checks that a·b = c.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// assert!(checker.matrix_product(&a, &a, &Matrix::from_i64(&f, &[&[7, 10], &[15, 22]])?).is_ok());
    /// assert!(checker.matrix_product(&a, &a, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn matrix_product(&mut self, a: &Matrix<R>, b: &Matrix<R>, c: &Matrix<R>) -> Result<Proof, Unverified> {
        if a.cols() != b.rows() || c.shape() != (a.rows(), b.cols()) {
            return Err(wrong("the shape of the result"));
        }
        if a.rows() == 0 || b.cols() == 0 {
            return Ok(Proof::Exact);
        }
        let bits = self.ring.packed_bits();
        let (vectors, log2_error, right) = match self.modulus.clone() {
            None => (1, f64::from(INTEGER_BITS), self.same_sums([a, b, c])),
            Some(n) if bits > 0 || n.to_u64().is_some() || self.is_extension() => {
                let (vectors, log2_error) = self.columns_needed(&n);
                (vectors, log2_error, self.same_products_of_words(&n, vectors, [a, b, c])?)
            }
            Some(n) => {
                let (vectors, log2_error) = vectors_needed(&n);
                // sums of as many products as there are columns
                let len = 4 * a.cols().max(b.cols()).pow(2);
                let lanes = Packed::new(&n, vectors, &[], len);
                (vectors, log2_error, self.same_products(&lanes, [a, b, c]))
            }
        };
        proof(vectors, log2_error, right)
    }

    /// Number of vectors modulo a word or over F_(2^K), and log2 of the reciprocal of the error bound.
    fn columns_needed(&self, n: &Integer) -> (usize, f64) {
        match self.ring.packed_bits() {
            0 => vectors_needed(n),
            1 => (64, 64.0),
            bits => {
                let vectors = SECURITY as usize / bits + 1;
                (vectors, (vectors * bits) as f64)
            }
        }
    }

    /// Checks that c = a^e modulo a word or over F_(2^K), by e products of random vectors; `None` where that takes longer than powers of
    /// matrices.
    pub(super) fn small_matrix_power(
        &mut self,
        a: &Matrix<R>,
        e: &Integer,
        c: &Matrix<R>,
    ) -> Result<Option<Proof>, Unverified> {
        let words = self.is_extension()
            || self.ring.packed_bits() > 0
            || self.modulus.as_ref().is_some_and(|n| n.to_u64().is_some());
        let Some(n) = self.modulus.as_ref().filter(|_| words).cloned() else { return Ok(None) };
        let (vectors, log2_error) = self.columns_needed(&n);
        let taken = e.to_usize().map_or(usize::MAX, |e| e.saturating_mul(vectors));
        let one_by_one = e.significant_bits() as usize * a.rows();
        if taken > one_by_one || c.shape() != a.shape() || a.rows() == 0 {
            return Ok(None);
        }
        let (x, wide) = (self.vectors(&n, c.cols(), vectors)?, widened(a)?);
        let mut of_power = x.clone();
        for _ in 0..e.to_usize().unwrap_or(0) {
            of_power = lengthened(wide.checked_mul(&of_power)?)?;
        }
        let right = lengthened(widened(c)?.checked_mul(&x)?)? == of_power;
        proof(vectors, log2_error, right).map(Some)
    }

    /// The same modulo a word or over F_(2^K), the vectors being the columns of X: A·(B·X) and C·X by the library's products of matrices,
    /// which choose other algorithms for few columns. Columns of zeros keep the ends of their loops apart from those of A·B.
    fn same_products_of_words(
        &mut self,
        n: &Integer,
        vectors: usize,
        [a, b, c]: [&Matrix<R>; 3],
    ) -> Result<bool, Unverified> {
        let x = self.vectors(n, b.cols(), vectors)?;
        let of_b = lengthened(widened(b)?.checked_mul(&x)?)?;
        Ok(widened(a)?.checked_mul(&of_b)? == widened(c)?.checked_mul(&x)?)
    }

    /// Random vectors, longer by zeros, as columns.
    fn vectors(&mut self, n: &Integer, len: usize, count: usize) -> Result<Matrix<R>, Unverified> {
        let x = drawn_vector(self.ring, &distribution(n), len * count, &mut self.random);
        Ok(lengthened(Matrix::new(self.ring, len, count, x)?)?)
    }

    /// As [`same_products`](Self::same_products), of integers over denominators.
    fn same_sums(&mut self, [a, b, c]: [&Matrix<R>; 3]) -> bool {
        let r = self.ring;
        let x: Vec<_> = (0..b.cols()).map(|_| Lanes::<R>::random(&Whole, &mut self.random)).collect();
        let times = |m: &Matrix<R>, x: &[Integer]| -> Vec<Integer> {
            (0..m.rows()).map(|i| Whole.dot(r, m.row(i), x)).collect()
        };
        let denominator = |m: &Matrix<R>| {
            let limbs = r.denominator(m.entries()).unwrap_or_else(|| vec![1]);
            Integer::from_digits(&limbs, rug::integer::Order::Lsf)
        };
        let (left, right) = (times(a, &times(b, &x)), times(c, &x));
        let (of_left, of_right) = (denominator(c), denominator(a) * denominator(b));
        left.iter().zip(&right).all(|(x, y)| Integer::from(x * &of_left) == Integer::from(y * &of_right))
    }

    /// Compares A·(B·x) and C·x for random vectors x.
    fn same_products<L: Lanes<R>>(&mut self, lanes: &L, [a, b, c]: [&Matrix<R>; 3]) -> bool {
        let x: Vec<_> = (0..b.cols()).map(|_| lanes.random(&mut self.random)).collect();
        let times = |m: &Matrix<R>, x: &[L::Entry]| -> Vec<L::Entry> {
            (0..m.rows()).map(|i| lanes.dot(self.ring, m.row(i), x)).collect()
        };
        times(a, &times(b, &x)) == times(c, &x)
    }
}
