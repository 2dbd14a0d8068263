//! Howell forms, and what they give of matrices over Z/n for composite n: kernels, solutions, inverses, invariant factors.
//!
//! Rows are inserted one by one into a form whose row j begins in column j with a divisor of n. Of two rows that begin in the same column unimodular
//! combinations are taken, one with the greatest common divisor of both entries, one with 0. Each row of the form, times n over its first entry, is
//! inserted as well: so the rows of the form that begin after any number of zeros generate all combinations that do (Howell 1986, "Spans in the module
//! (Z_m)^s"; Storjohann, Mulders 1998, "Fast algorithms for linear algebra modulo N").

use super::Matrix;
use crate::{
    Error, Result,
    engine::Context,
    ring::{Block, Coeffs, Direct, Ring},
};
use rug::{Integer, integer::Order};
use std::cmp::Ordering;

impl<R: Direct> Matrix<R> {
    /// The Howell form of the rows, without zero rows: the only matrix in row echelon form with the same combinations of rows, in which each row begins with a
    /// divisor of n below which all entries above it are, and rows that begin later generate all combinations that do. Over a field this is the reduced
    /// echelon form. It may have more rows than self, no more than columns.
    ///
    /// In: over Z/n any matrix, over other rings one whose pivots are units. Cost: that of elimination where pivots are units, else products of
    /// entries as many as m·c² for m rows and c columns, and c² for each time that a pivot changes, which is at most log₂ n times for each.
    ///
    /// Source: Howell 1986, "Spans in the module (Z_m)^s"; Storjohann, Mulders 1998, "Fast algorithms for linear algebra modulo N".
    ///
    /// ```
    /// use polymod::{Error, Matrix, Zn};
    /// let r = Zn::new(12)?;
    /// let a = Matrix::from_i64(&r, &[&[8, 5, 5], &[0, 9, 8], &[0, 0, 10]])?;
    /// assert_eq!(a.howell()?, Matrix::from_i64(&r, &[&[4, 1, 0], &[0, 3, 0], &[0, 0, 1]])?);
    /// // by it systems are solved in which no entry is a unit: 8·2 = 4
    /// let c = |x| Matrix::from_i64(&r, &[&[x]]);
    /// assert_eq!((c(8)?.solve(&c(4)?), c(8)?.solve(&c(2)?)), (c(2), Err(Error::Inconsistent { column: 0 })));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] over other rings than Z/n where a pivot is no unit; [`Error::Cancelled`].
    pub fn howell(&self) -> Result<Self> {
        self.row_space()
    }

    /// The [Howell form](Self::howell) H, and U with U·self = H.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let r = Zn::new(4)?;
    /// let a = Matrix::from_i64(&r, &[&[2, 1]])?;
    /// let (h, u) = a.howell_with_transform()?;
    /// assert_eq!(h, Matrix::from_i64(&r, &[&[2, 1], &[0, 2]])?);
    /// assert_eq!(&u * &a, h);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`howell`](Self::howell).
    pub fn howell_with_transform(&self) -> Result<(Self, Self)> {
        let (r, m, c) = (&self.ring, self.rows, self.cols);
        let joined = self.beside(&Self::identity(r, m))?.row_space()?;
        let rank = (0..joined.rows).filter(|&i| leading(&joined, i).is_some_and(|j| j < c)).count();
        let part = |from: usize, len: usize| Self::from_fn(r, rank, len, |i, j| joined.get(i, from + j));
        Ok((part(0, c)?, part(c, m)?))
    }

    /// The invariant factors other than 0: divisors d_1, d_2, … of n, each one of the next, with self = U·D·V for invertible U and V and the
    /// diagonal matrix D of these and zeros. Their number is the [`rank`](Self::rank).
    ///
    /// Source: Storjohann 2000, "Algorithms for matrix canonical forms", by Howell forms of rows and columns in turn. Cost: that of a few of these.
    ///
    /// ```
    /// # use polymod::{Matrix, Zn};
    /// let r = Zn::new(12)?;
    /// let a = Matrix::from_i64(&r, &[&[2, 0], &[0, 3]])?;
    /// assert_eq!((a.invariant_factors()?, a.rank()?), (vec![1, 6], 2));
    /// assert_eq!(Matrix::from_i64(&r, &[&[4, 0], &[0, 3]])?.invariant_factors()?, [1]); // 12 = 0
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`howell`](Self::howell).
    pub fn invariant_factors(&self) -> Result<Vec<R::Elem>> {
        self.smith_diagonal()
    }
}

impl<R: Ring> Matrix<R> {
    /// The Howell form.
    pub(crate) fn row_space(&self) -> Result<Self> {
        match self.echelon() {
            Ok(echelon) => echelon.nonzero_rows(),
            Err(refused) => self.row_space_by_forms(refused),
        }
    }

    /// The Howell form, where elimination was refused.
    pub(super) fn row_space_by_forms(&self, refused: Error) -> Result<Self> {
        Self::of_rows(&self.ring, &self.form(refused)?.rows, 0, self.cols)
    }

    /// The form by combinations of rows, where elimination was refused over Z/n; that refusal over other rings.
    fn form(&self, refused: Error) -> Result<Form<R>> {
        let n = modulus(&self.ring).filter(|_| matches!(refused, Error::NotInvertible { .. })).ok_or(refused)?;
        self.begins("Howell form", "unimodular")?;
        let work = self.rows as f64 * (self.cols as f64).powi(2);
        self.with(&[], work, |r, cx| {
            let mut form = Growing { r, n, width: self.cols, rows: (0..self.cols).map(|_| None).collect(), cx };
            for i in 0..self.rows {
                form.insert(r.owned(self.row(i)))?;
            }
            form.reduced()
        })
    }

    /// These rows, restricted to the columns of a range.
    fn of_rows(r: &R, rows: &[Coeffs<R>], from: usize, cols: usize) -> Result<Self> {
        Self::from_fn(r, rows.len(), cols, |i, j| r.get(rows[i].view(), from + j))
    }

    /// The matrix of these columns, and those of another with as many rows.
    fn beside(&self, right: &Self) -> Result<Self> {
        let (r, cols) = (&self.ring, self.cols + right.cols);
        let mut entries = r.zeros(super::dense::size(self.rows, cols)?);
        for i in 0..self.rows {
            r.copy_at(&mut entries, i * cols, self.row(i));
            r.copy_at(&mut entries, i * cols + self.cols, right.row(i));
        }
        Self::new(r, self.rows, cols, entries)
    }

    /// The kernel, where elimination was refused: the combinations of the transpose's rows that are 0, in Howell form.
    pub(super) fn kernel_by_forms(&self, refused: Error) -> Result<Self> {
        let form = self.transposed().beside(&Self::identity(&self.ring, self.cols))?.form(refused)?;
        let first = form.pivots.partition_point(|&j| j < self.rows);
        Self::of_rows(&self.ring, &form.rows[first..], self.rows, self.cols)
    }

    /// X with self·X = right, where elimination was refused: of all solutions that whose last unknowns are the least, so that unknowns that are free are 0.
    pub(super) fn solution_by_forms(&self, right: &Self, refused: Error) -> Result<Self> {
        let (r, m, c) = (&self.ring, self.rows, self.cols);
        // the combinations of columns, with the unknowns, the last one first
        let form = self.transposed().beside(&Self::identity(r, c).mirrored())?.form(refused)?;
        let mut x = Self::zero(r, c, right.cols)?;
        for column in 0..right.cols {
            let mut rest = r.zeros(m + c);
            (0..m).for_each(|i| r.set(&mut rest, i, &right.get(i, column)));
            if !form.reduce(r, &mut rest, m) {
                return Err(Error::Inconsistent { column });
            }
            (0..c).for_each(|i| x.set(i, column, &r.get(rest.view(), m + c - 1 - i)));
        }
        Ok(x)
    }

    /// The inverse, where elimination was refused.
    pub(super) fn inverse_by_forms(&self, refused: Error) -> Result<Self> {
        match self.solution_by_forms(&Self::identity(&self.ring, self.rows), refused) {
            Err(Error::Inconsistent { .. }) => {
                self.ring.inv(&self.direct_det()?)?;
                Err(Error::Singular { rank: self.smith_diagonal()?.len(), size: self.rows })
            }
            solved => solved,
        }
    }

    /// The rank, where elimination was refused.
    pub(super) fn rank_by_forms(&self, refused: Error) -> Result<usize> {
        if modulus(&self.ring).is_none() { Err(refused) } else { Ok(self.smith_diagonal()?.len()) }
    }

    /// The invariant factors other than 0.
    fn smith_diagonal(&self) -> Result<Vec<R::Elem>> {
        let (r, mut form) = (&self.ring, self.row_space()?);
        let Some(n) = modulus(r) else { return Ok(vec![r.one(); form.rows]) };
        while !is_diagonal(&form) {
            form = form.transposed().row_space()?;
        }
        let entry = |i: usize| leading(&form, i).map(|j| integer(r, form.row(i), j));
        let mut factors: Vec<Integer> = (0..form.rows).filter_map(entry).collect();
        for i in 0..factors.len() {
            for j in i + 1..factors.len() {
                let divisor = factors[i].clone().gcd(&factors[j]);
                let cofactor = factors[i].clone().div_exact(&divisor);
                factors[j] *= cofactor;
                factors[i] = divisor;
            }
        }
        // divisors of n, of which n itself is 0
        Ok(factors.iter().filter(|d| **d != n).map(|d| element(r, d)).collect())
    }
}

/// The modulus of a ring Z/n; `None` for others.
fn modulus<R: Ring>(r: &R) -> Option<Integer> {
    if r.packed_bits() > 0 || r.components().is_some() {
        return None;
    }
    let (minus_one, mut limbs) = (r.collect(&[r.elem(-1)]), Vec::new());
    let negative = r.limbs(minus_one.view(), 0, &mut limbs);
    (!negative).then(|| Integer::from_digits(&limbs, Order::Lsf) + 1u32)
}

/// An entry as an integer from 0 to n.
fn integer<R: Ring>(r: &R, row: crate::ring::View<'_, R>, j: usize) -> Integer {
    let mut limbs = Vec::new();
    r.limbs(row, j, &mut limbs);
    Integer::from_digits(&limbs, Order::Lsf)
}

fn element<R: Ring>(r: &R, x: &Integer) -> R::Elem {
    r.image(*x < 0, &x.to_digits(Order::Lsf))
}

/// The first column in which a row is not 0.
fn leading<R: Ring>(a: &Matrix<R>, i: usize) -> Option<usize> {
    (0..a.cols).find(|&j| !a.ring.is_zero(&a.get(i, j)))
}

/// Whether each row and each column has one entry other than 0 at most.
fn is_diagonal<R: Ring>(a: &Matrix<R>) -> bool {
    let used = |i: usize, j: usize| !a.ring.is_zero(&a.get(i, j));
    (0..a.rows).all(|i| (0..a.cols).filter(|&j| used(i, j)).count() < 2)
        && (0..a.cols).all(|j| (0..a.rows).filter(|&i| used(i, j)).count() < 2)
}

/// `out` −= factor·row, whose first entry other than 0 is in column j.
fn subtract<R: Ring>(r: &R, out: &mut Coeffs<R>, factor: &Integer, row: &Coeffs<R>, j: usize) {
    let (factor, tail) = (r.collect(&[element(r, factor)]), row.slice(j..row.len()));
    let len = tail.len();
    r.sub_combination(out, j, factor.view(), Block::new(tail, 1, len, len));
}

/// A form that rows are inserted into.
struct Growing<'a, R: Ring> {
    r: &'a R,
    n: Integer,
    width: usize,
    /// Entry j: the row that begins in column j, with a divisor of n.
    rows: Vec<Option<Coeffs<R>>>,
    cx: Context<'a>,
}

/// A finished form.
struct Form<R: Ring> {
    pivots: Vec<usize>,
    rows: Vec<Coeffs<R>>,
}

impl<R: Ring> Growing<'_, R> {
    /// Inserts a row, and the multiples of rows of the form that begin later than these.
    fn insert(&mut self, row: Coeffs<R>) -> Result<()> {
        let mut waiting = vec![row];
        while let Some(mut row) = waiting.pop() {
            self.cx.check()?;
            for j in 0..self.width {
                if !self.r.is_zero(&self.r.get(row.view(), j)) {
                    waiting.extend(self.meet(&mut row, j));
                }
            }
        }
        Ok(())
    }

    /// Makes a row that begins in column j begin later, together with that of the form; returns another row to be inserted where that has changed.
    fn meet(&mut self, row: &mut Coeffs<R>, j: usize) -> Option<Coeffs<R>> {
        let (r, entry) = (self.r, integer(self.r, row.view(), j));
        let scaled = |row: &Coeffs<R>, factor: &Integer| {
            let mut row = row.clone();
            r.scale(&mut row, &element(r, factor));
            row
        };
        let Some(own) = self.rows[j].take() else {
            // this multiple, and that by n over the divisor, generate the row
            let (divisor, factor, _) = entry.extended_gcd(self.n.clone(), Integer::new());
            let cofactor = self.n.clone().div_exact(&divisor);
            self.rows[j] = Some(scaled(row, &factor));
            r.scale(row, &element(r, &cofactor));
            return None;
        };
        let pivot = integer(r, own.view(), j);
        if entry.is_divisible(&pivot) {
            subtract(r, row, &entry.div_exact(&pivot), &own, j);
            self.rows[j] = Some(own);
            return None;
        }
        let (divisor, s, t) = pivot.clone().extended_gcd(entry.clone(), Integer::new());
        let mut new = scaled(&own, &s);
        subtract(r, &mut new, &-t, row, j);
        *row = scaled(row, &pivot.div_exact(&divisor));
        subtract(r, row, &entry.div_exact(&divisor), &own, j);
        let multiple = scaled(&new, &self.n.clone().div_exact(&divisor));
        self.rows[j] = Some(new);
        Some(multiple)
    }

    /// The form with the entries above each pivot reduced by it.
    fn reduced(self) -> Result<Form<R>> {
        let r = self.r;
        let (mut pivots, mut rows) = (Vec::new(), Vec::new());
        for (j, row) in self.rows.into_iter().enumerate() {
            if let Some(row) = row {
                pivots.push(j);
                rows.push(row);
            }
        }
        for i in (0..rows.len()).rev() {
            self.cx.check()?;
            let (above, below) = rows.split_at_mut(i + 1);
            for (other, &j) in below.iter().zip(&pivots[i + 1..]) {
                let quotient = integer(r, above[i].view(), j) / integer(r, other.view(), j);
                if quotient.cmp0() != Ordering::Equal {
                    subtract(r, &mut above[i], &quotient, other, j);
                }
            }
        }
        Ok(Form { pivots, rows })
    }
}

impl<R: Ring> Form<R> {
    /// Reduces a row: by the rows that begin before column m to 0 in these columns, or else the answer is false; then, the sign of the others changed,
    /// these by the other rows.
    fn reduce(&self, r: &R, row: &mut Coeffs<R>, m: usize) -> bool {
        let first = self.pivots.partition_point(|&j| j < m);
        let quotient = |row: &Coeffs<R>, k: usize| {
            let j = self.pivots[k];
            integer(r, row.view(), j) / integer(r, self.rows[k].view(), j)
        };
        for k in 0..first {
            let by = quotient(row, k);
            subtract(r, row, &by, &self.rows[k], self.pivots[k]);
        }
        if (0..m).any(|j| !r.is_zero(&r.get(row.view(), j))) {
            return false;
        }
        r.neg_all(row);
        for k in first..self.rows.len() {
            let by = quotient(row, k);
            subtract(r, row, &by, &self.rows[k], self.pivots[k]);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Zn, ZnBig, bits::SplitMix64};
    use std::collections::BTreeSet;

    type Vectors = BTreeSet<Vec<u64>>;

    fn random(r: &Zn, rows: usize, cols: usize, words: &mut SplitMix64) -> Matrix<Zn> {
        // many entries without inverses, and many zeros
        let entry = |words: &mut SplitMix64| words.word() % r.n() * [1, 2, 3, 0][(words.word() >> 62) as usize] % r.n();
        Matrix::from_fn(r, rows, cols, |_, _| entry(words)).expect("a matrix")
    }

    /// All vectors of this length.
    fn all(n: u64, len: usize) -> impl Iterator<Item = Vec<u64>> {
        (0..n.pow(len as u32)).map(move |code| (0..len).map(|i| code / n.pow(i as u32) % n).collect())
    }

    /// x·A, by the definition.
    fn combination(x: &[u64], a: &Matrix<Zn>) -> Vec<u64> {
        let n = a.ring().n();
        (0..a.cols()).map(|j| (0..a.rows()).map(|i| x[i] * a.get(i, j)).sum::<u64>() % n).collect()
    }

    fn generated(a: &Matrix<Zn>) -> Vectors {
        all(a.ring().n(), a.rows()).map(|x| combination(&x, a)).collect()
    }

    /// The form generates the same, its pivots divide n, and vectors that begin with zeros are generated by the rows that do.
    fn check_form(h: &Matrix<Zn>, expected: &Vectors) {
        let n = h.ring().n();
        assert_eq!(generated(h), *expected, "{h:?}");
        let pivots: Vec<usize> = (0..h.rows()).map(|i| leading(h, i).expect("a row other than 0")).collect();
        assert!(pivots.windows(2).all(|pair| pair[0] < pair[1]), "{h:?}");
        for (k, &j) in pivots.iter().enumerate() {
            assert!(n.is_multiple_of(h.get(k, j)) && (0..k).all(|i| h.get(i, j) < h.get(k, j)), "{h:?}");
        }
        for zeros in 0..=h.cols() {
            let first = pivots.partition_point(|&j| j < zeros);
            let later = Matrix::from_fn(h.ring(), h.rows() - first, h.cols(), |i, j| h.get(first + i, j));
            let begin = expected.iter().filter(|v| v[..zeros].iter().all(|&x| x == 0)).cloned();
            assert_eq!(generated(&later.expect("rows")), begin.collect(), "{h:?} after {zeros}");
        }
    }

    /// Forms, kernels, solutions, inverses and ranks of random matrices modulo small integers, by trial of all vectors.
    #[test]
    fn by_trial_of_all_vectors() {
        let mut words = SplitMix64::new(12);
        for n in [4, 6, 8, 9, 12] {
            let r = Zn::new(n).expect("a ring");
            for (rows, cols) in [(1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 3), (3, 3)] {
                if n.pow(rows.max(cols) as u32) > 300 {
                    continue;
                }
                for _ in 0..4 {
                    let a = random(&r, rows, cols, &mut words);
                    let (h, u) = a.howell_with_transform().expect("a form");
                    check_form(&h, &generated(&a));
                    assert_eq!((&u * &a, a.howell()), (h, Ok(&u * &a)), "{a:?}");
                    check_form(&a.column_space().expect("a space"), &generated(&a.transposed()));
                    let kernel = a.nullspace().expect("a kernel");
                    let image = |x: &[u64]| combination(x, &a.transposed());
                    check_form(&kernel, &all(n, cols).filter(|x| image(x).iter().all(|&y| y == 0)).collect());
                    for b in all(n, rows) {
                        let right = Matrix::from_fn(&r, rows, 1, |i, _| b[i]).expect("a column");
                        let least = all(n, cols)
                            .filter(|x| image(x) == b)
                            .min_by_key(|x| x.iter().rev().copied().collect::<Vec<_>>());
                        let solved = a.solve(&right).map(|x| x.iter().collect::<Vec<_>>());
                        assert_eq!(solved, least.ok_or(Error::Inconsistent { column: 0 }), "{a:?} and {b:?}");
                    }
                    if rows == cols {
                        let unit = r.inv(&a.det().expect("a determinant"));
                        let inverse = a.inverse();
                        assert_eq!(inverse.is_ok(), unit.is_ok(), "{a:?}");
                        assert!(inverse.is_ok_and(|x| &x * &a == Matrix::identity(&r, rows)) || unit.is_err(), "{a:?}");
                        assert!(matches!(
                            a.inverse(),
                            Ok(_) | Err(Error::NotInvertible { .. } | Error::Singular { .. })
                        ));
                    }
                    check_factors(&a);
                }
            }
        }
    }

    /// The invariant factors make a chain of divisors of n, and Z/n over each as many combinations as A has; the least number of generators is theirs.
    fn check_factors(a: &Matrix<Zn>) {
        let (n, d) = (a.ring().n(), a.invariant_factors().expect("factors"));
        assert!(
            d.windows(2).all(|pair| pair[1] % pair[0] == 0) && d.iter().all(|d| n % d == 0 && *d > 0),
            "{a:?}: {d:?}"
        );
        for multiple in 1..=n {
            let of_rows: Vectors = generated(a).iter().map(|v| v.iter().map(|x| x * multiple % n).collect()).collect();
            let of_factors: u64 =
                d.iter().map(|d| (0..n).map(|x| x * d * multiple % n).collect::<BTreeSet<_>>().len() as u64).product();
            assert_eq!(of_rows.len() as u64, of_factors, "{multiple} times {a:?}: {d:?}");
        }
        assert_eq!(a.rank(), Ok(d.len()), "{a:?}");
    }

    /// Longer matrices, modulo words and integers of several: a solution is one, systems without one are refused, and the ring's words do not matter.
    #[test]
    fn long_matrices() {
        let mut words = SplitMix64::new(3);
        let moduli: [Integer; 3] = [Integer::from(1) << 64, Integer::from(9) << 40, Integer::from(27) << 70];
        for n in moduli {
            let r = ZnBig::new(n.clone()).expect("a ring");
            let mut draw = |rows, cols, by: u32| {
                Matrix::from_fn(&r, rows, cols, |_, _| Integer::from(words.word()) * words.word() * by % &n)
                    .expect("a matrix")
            };
            let (left, inner, right) = (draw(9, 4, 6), draw(4, 12, 1), draw(12, 2, 1));
            let a = left.checked_mul(&inner).expect("a product");
            let b = a.checked_mul(&right).expect("a product");
            let x = a.solve(&b).expect("a solution");
            assert_eq!(a.checked_mul(&x).expect("a product"), b);
            let kernel = a.nullspace().expect("a kernel");
            assert!((&a * &kernel.transposed()).is_zero());
            // the orders of the kernel and of the image
            let order = |h: &Matrix<ZnBig>| -> Integer {
                (0..h.rows()).map(|i| n.clone() / h.get(i, leading(h, i).expect("a pivot"))).product()
            };
            let image = a.howell().expect("a form");
            assert_eq!(order(&kernel) * order(&image), rug::ops::Pow::pow(n.clone(), 12u32));
            assert_eq!(order(&image), order(&a.column_space().expect("a space")));
            let mut other = b;
            other.set(3, 1, &r.add(&other.get(3, 1), &Integer::from(1)));
            assert_eq!(a.solve(&other), Err(Error::Inconsistent { column: 1 }));
            assert_eq!(a.rank(), Ok(4));
        }
    }

    #[test]
    fn shapes_and_other_rings() {
        let r = Zn::new(8).expect("a ring");
        for (rows, cols) in [(0, 0), (0, 3), (3, 0), (2, 2)] {
            let zero = Matrix::zero(&r, rows, cols).expect("a matrix");
            assert_eq!((zero.howell().expect("a form").shape(), zero.rank()), ((0, cols), Ok(0)));
        }
        let field = Zn::new(7).expect("a field");
        let a = Matrix::from_i64(&field, &[&[2, 4], &[1, 2]]).expect("a matrix");
        assert_eq!((a.howell(), a.invariant_factors()), (Matrix::from_i64(&field, &[&[1, 2]]), Ok(vec![1])));
        let quotient = crate::ring::Quotient::modulo(&field, &[0, 0, 1]).expect("a ring");
        let t = Matrix::new(&quotient, 1, 1, quotient.collect(&[quotient.element(&[0, 1])]));
        assert!(t.expect("a matrix").howell().is_err());
    }
}
