//! Smith forms.
//!
//! Hermite forms of rows and columns in turn become diagonal: the first entry, the greatest common divisor of its column or row, divides the one before, and
//! once it no longer changes, the rest of its row and column is zero (Kannan, Bachem 1979, "Polynomial algorithms for computing the Smith and Hermite
//! normal forms of an integer matrix"). Modulo the determinant no entry is longer than that. Most pivots of the first form are 1, and need no second one. Entries
//! of the diagonal become a chain of divisors two by two.

use super::{
    Rows, computed, hermite, matrix_of,
    modular::{Multiple, triangular},
    over, rows_of,
};
use crate::{Result, engine::Context, matrix::Matrix, ring::Integers};
use rug::Integer;

/// The Smith form of A, of A's shape: the diagonal matrix of d_1, d_2, …, each 0 or more and a divisor of the next, to which A leads by unimodular
/// operations on rows and columns.
///
/// In: a matrix of any shape and rank. Cost: that of a few [Hermite forms](super::hnf).
///
/// Source: Kannan, Bachem 1979, "Polynomial algorithms for computing the Smith and Hermite normal forms of an integer matrix", modulo the determinant.
///
/// ```
/// use polymod::{Integers, Matrix, multimodular};
/// let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[2, 4, 4], &[-6, 6, 12], &[10, -4, -16]])?;
/// assert_eq!(multimodular::snf(&a)?, Matrix::from_i64(&z, &[&[2, 0, 0], &[0, 6, 0], &[0, 0, 12]])?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Cancelled`](crate::Error::Cancelled); [`Error::TooLarge`](crate::Error::TooLarge).
pub fn snf(a: &Matrix<Integers>) -> Result<Matrix<Integers>> {
    let diagonal = divisors(a)?;
    let mut s = Matrix::zero(a.ring(), a.rows(), a.cols())?;
    diagonal.iter().enumerate().for_each(|(i, d)| s.set(i, i, d));
    Ok(s)
}

/// The diagonal of the Smith form.
fn divisors(a: &Matrix<Integers>) -> Result<Vec<Integer>> {
    let mut diagonal = computed(a, ["Smith form", "hermite-forms"], diagonal)?;
    for i in 0..diagonal.len() {
        for j in i + 1..diagonal.len() {
            let divisor = diagonal[i].clone().gcd(&diagonal[j]);
            let cofactor = diagonal[i].clone().div_exact(&divisor);
            diagonal[j] *= cofactor;
            diagonal[i] = divisor;
        }
    }
    Ok(diagonal)
}

impl Matrix<Integers> {
    /// The invariant factors other than 0: the diagonal d_1 | d_2 | … of the [Smith form](snf), as many as the rank. The cokernel of the rows is the sum of
    /// the cyclic groups of these orders and of free ones.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let a = Matrix::from_i64(&Integers::new(), &[&[2, 4, 4], &[-6, 6, 12], &[2, 4, 4]])?;
    /// assert_eq!(a.invariant_factors()?, [2, 6]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`snf`].
    pub fn invariant_factors(&self) -> Result<Vec<Integer>> {
        Ok(divisors(self)?.into_iter().filter(|d| *d != 0).collect())
    }
}

/// The [Smith form](snf) S of A, and unimodular U and V with U·A·V = S.
///
/// Cost: that of a few [Hermite forms with transforms](super::hnf_with_transform).
///
/// ```
/// use polymod::{Integers, Matrix, multimodular};
/// let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[2, 0, 4], &[0, 3, 0]])?;
/// let (s, u, v) = multimodular::snf_with_transforms(&a)?;
/// assert_eq!(s, Matrix::from_i64(&z, &[&[1, 0, 0], &[0, 6, 0]])?);
/// assert!(&(&u * &a) * &v == s && u.det()?.abs() == 1 && v.det()?.abs() == 1);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`snf`].
pub fn snf_with_transforms(a: &Matrix<Integers>) -> Result<(Matrix<Integers>, Matrix<Integers>, Matrix<Integers>)> {
    let [s, u, v] = computed(a, ["Smith form with its transforms", "hermite-forms"], transformed)?;
    Ok((over(a.ring(), s)?, over(a.ring(), u)?, over(a.ring(), v)?))
}

/// The rows of a Hermite form, but for zero rows, by their pivots: where these are 1 all other entries of the row are eliminated at once, as the pivot is the
/// only entry of its column. The other rows and the columns without such a pivot remain.
struct Split {
    /// Rows and columns of pivots 1.
    ones: Vec<[usize; 2]>,
    /// The other rows, and the other columns.
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl Split {
    fn new(h: &Matrix<Integers>) -> Self {
        let (mut ones, mut rows) = (Vec::new(), Vec::new());
        for i in 0..h.rows() {
            match (0..h.cols()).find(|&j| h.get(i, j) != 0) {
                Some(j) if h.get(i, j) == 1 => ones.push([i, j]),
                Some(_) => rows.push(i),
                None => break,
            }
        }
        let columns = (0..h.cols()).filter(|j| ones.binary_search_by_key(j, |[_, column]| *column).is_err()).collect();
        Split { ones, rows, columns }
    }

    fn rest(&self, h: &Matrix<Integers>) -> Result<Matrix<Integers>> {
        Matrix::from_fn(h.ring(), self.rows.len(), self.columns.len(), |i, j| h.get(self.rows[i], self.columns[j]))
    }

    /// The rows of U for the form of A, from those of the Hermite form and of the rest.
    fn left(&self, u: &Matrix<Integers>, of_rest: &Matrix<Integers>) -> Result<Matrix<Integers>> {
        let of = |rows: &mut dyn Iterator<Item = usize>| -> Rows {
            rows.map(|i| (0..u.cols()).map(|j| u.get(i, j)).collect()).collect()
        };
        let (z, width) = (u.ring(), u.cols());
        let mut rows = of(&mut self.ones.iter().map(|[i, _]| *i));
        let others = matrix_of(z, &of(&mut self.rows.iter().copied()), width)?;
        rows.extend(rows_of(&of_rest.checked_mul(&others)?));
        rows.extend(of(&mut (self.ones.len() + self.rows.len()..u.rows())));
        matrix_of(z, &rows, width)
    }

    /// The columns of V, as rows, from those of the rest.
    fn right(&self, h: &Matrix<Integers>, of_rest: &Matrix<Integers>) -> Result<Matrix<Integers>> {
        let (z, width) = (h.ring(), h.cols());
        let mut columns = Matrix::zero(z, width, width)?;
        let one = Integer::from(1);
        let mut eliminated = Matrix::zero(z, self.columns.len(), width)?;
        for (k, &j) in self.columns.iter().enumerate() {
            eliminated.set(k, j, &one);
            for &[i, column] in &self.ones {
                eliminated.set(k, column, &-h.get(i, j));
            }
        }
        let product = of_rest.checked_mul(&eliminated)?;
        for (k, &[_, column]) in self.ones.iter().enumerate() {
            columns.set(k, column, &one);
        }
        for k in 0..self.columns.len() {
            (0..width).for_each(|j| columns.set(self.ones.len() + k, j, &product.get(k, j)));
        }
        Ok(columns)
    }
}

/// The diagonal, without zeros, of a diagonal matrix to which A leads.
fn diagonal(a: &Matrix<Integers>, cx: Context<'_>) -> Result<Vec<Integer>> {
    let (z, h) = (a.ring(), hermite::form(a, cx)?);
    let split = Split::new(&h);
    // its columns have full rank
    let form = hermite::form(&split.rest(&h)?.transposed(), cx)?;
    let rank = split.rows.len();
    let mut square = Matrix::from_fn(z, rank, rank, |i, j| form.get(i, j))?;
    let d: Integer = (0..rank).map(|i| square.get(i, i)).product();
    while !is_diagonal(&square) {
        let rows = rows_of(&square.transposed());
        square = matrix_of(z, &triangular(rows, rank, Multiple::OfDeterminant(d.clone()), cx)?, rank)?;
    }
    let others = (0..rank).map(|i| square.get(i, i));
    Ok(split.ones.iter().map(|_| Integer::from(1)).chain(others).collect())
}

/// S, U and V.
fn transformed(a: &Matrix<Integers>, cx: Context<'_>) -> Result<[Matrix<Integers>; 3]> {
    let (h, u) = hermite::form_with_transform(a, cx)?;
    let split = Split::new(&h);
    let [rest, left, right] = in_turn(split.rest(&h)?, cx)?;
    let (ones, mut s) = (split.ones.len(), Matrix::zero(a.ring(), a.rows(), a.cols())?);
    (0..ones).for_each(|i| s.set(i, i, &Integer::from(1)));
    (0..split.rows.len()).for_each(|i| s.set(ones + i, ones + i, &rest.get(i, i)));
    let mut forms = [s, split.left(&u, &left)?, split.right(&h, &right)?];
    chain(&mut forms);
    let [s, u, v] = forms;
    Ok([s, u, v.transposed()])
}

/// A diagonal matrix to which S leads by operations on columns and rows in turn, with the transforms of the rows and, transposed, of the columns.
fn in_turn(mut s: Matrix<Integers>, cx: Context<'_>) -> Result<[Matrix<Integers>; 3]> {
    let [mut rows, mut columns] = [s.rows(), s.cols()].map(|n| Matrix::identity(s.ring(), n));
    let mut turned = false;
    while !is_diagonal(&s) {
        let (form, transform) = hermite::form_with_transform(&s.transposed(), cx)?;
        s = form;
        turned = !turned;
        let side = if turned { &mut columns } else { &mut rows };
        *side = transform.checked_mul(side)?;
    }
    Ok([if turned { s.transposed() } else { s }, rows, columns])
}

fn is_diagonal(a: &Matrix<Integers>) -> bool {
    (0..a.rows()).all(|i| (0..a.cols()).all(|j| i == j || a.get(i, j) == 0))
}

/// Makes the entries of the diagonal of S divisors of the next, by operations on the rows of U and of the transposed V.
fn chain([s, u, v]: &mut [Matrix<Integers>; 3]) {
    let rank = (0..s.rows().min(s.cols())).take_while(|&i| s.get(i, i) != 0).count();
    for i in 0..rank {
        for j in i + 1..rank {
            let (a, b) = (s.get(i, i), s.get(j, j));
            if b.is_divisible(&a) {
                continue;
            }
            let (divisor, x, y) = a.clone().extended_gcd(b.clone(), Integer::new());
            let [a, cofactor] = [&a, &b].map(|x| Integer::from(x.div_exact_ref(&divisor)));
            // rows (1, 1), (−y·b, 1 − y·b) times diag(a, b)·divisor times columns (x, y), (−b, a)
            let lower = -Integer::from(&y * &cofactor);
            mix(u, [i, j], [&Integer::from(1), &Integer::from(1), &lower, &Integer::from(1 + &lower)]);
            s.set(j, j, &(b * &a));
            mix(v, [i, j], [&x, &y, &-cofactor, &a]);
            s.set(i, i, &divisor);
        }
    }
}

/// Replaces two rows by combinations of them.
fn mix(a: &mut Matrix<Integers>, [i, j]: [usize; 2], [p, q, r, s]: [&Integer; 4]) {
    for column in 0..a.cols() {
        let (x, y) = (a.get(i, column), a.get(j, column));
        a.set(i, column, &(Integer::from(p * &x) + Integer::from(q * &y)));
        a.set(j, column, &(Integer::from(r * &x) + Integer::from(s * &y)));
    }
}
