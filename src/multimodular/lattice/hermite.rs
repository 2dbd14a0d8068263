//! Hermite forms.
//!
//! The lattice of the rows, restricted to the columns of the pivots, contains d·Z^r for the determinant d of r of its rows, so that its form is found
//! modulo d ([`modular`](super::modular)). The other columns follow by a system of equations.
//!
//! Nearly always the form of r rows of many differs from the unit matrix in its last columns only: the rows S generate all x with x·W = 0 modulo d, where
//! S·W = d·Y for some random Y of few columns, and the last rows of W generate the others. These rows give a lattice of small dimension from which the
//! form is read, and the determinant of that form proves it.

use super::{
    Row, Rows, computed, matrix_of,
    modular::{Multiple, reduce, triangular},
    over, rows_of,
};
use crate::{
    Result,
    bits::SplitMix64,
    engine::Context,
    matrix::Matrix,
    multimodular::{
        Options, det, inverse,
        matrix::{Profile, profile},
        solve,
    },
    ring::Integers,
};
use rug::Integer;

/// The row Hermite form H of A, of A's shape: the only matrix in echelon form whose rows generate the same lattice as A's, with positive pivots, entries
/// above a pivot h in [0, h), and zero rows last.
///
/// In: a matrix of any shape and rank. Cost: r²·m products modulo a minor of r rows, for m rows of rank r.
///
/// Source: Domich, Kannan, Trotter 1987, "Hermite normal form computation using modulo determinant arithmetic".
///
/// ```
/// use polymod::{Integers, Matrix, multimodular};
/// let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[4, 7, 2], &[6, 1, 5], &[2, 3, 9]])?;
/// assert_eq!(multimodular::hnf(&a)?, Matrix::from_i64(&z, &[&[2, 0, 57], &[0, 1, 134], &[0, 0, 150]])?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Cancelled`](crate::Error::Cancelled); [`Error::TooLarge`](crate::Error::TooLarge).
pub fn hnf(a: &Matrix<Integers>) -> Result<Matrix<Integers>> {
    computed(a, ["Hermite form", "modulo-determinant"], |quiet, cx| over(a.ring(), form(quiet, cx)?))
}

/// The [Hermite form](hnf) H of A, and a unimodular U with U·A = H, the only one if the rows of A are linearly independent.
///
/// Cost: that of the Hermite form of a square matrix with as many rows, and of a system of equations with as many right sides.
///
/// ```
/// use polymod::{Integers, Matrix, multimodular};
/// let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[2, 4], &[3, 5], &[1, 1]])?;
/// let (h, u) = multimodular::hnf_with_transform(&a)?;
/// assert_eq!(h, Matrix::from_i64(&z, &[&[1, 1], &[0, 2], &[0, 0]])?);
/// assert!(&u * &a == h && u.det()?.abs() == 1);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`hnf`].
pub fn hnf_with_transform(a: &Matrix<Integers>) -> Result<(Matrix<Integers>, Matrix<Integers>)> {
    let (h, u) = computed(a, ["Hermite form with its transform", "modulo-determinant"], form_with_transform)?;
    Ok((over(a.ring(), h)?, over(a.ring(), u)?))
}

/// The rank profile, and the determinant of its rows and columns, which is positive.
fn minor(a: &Matrix<Integers>) -> Result<(Profile, Matrix<Integers>, Integer)> {
    let found = profile(a, &Options::default())?.value;
    let part = columns(a, &found.rows, &found.pivots)?;
    let d = det(&part, &Options::default())?.value.abs();
    Ok((found, part, d))
}

/// These rows and columns.
fn columns(a: &Matrix<Integers>, rows: &[usize], columns: &[usize]) -> Result<Matrix<Integers>> {
    Matrix::from_fn(a.ring(), rows.len(), columns.len(), |i, j| a.get(rows[i], columns[j]))
}

/// The numbers below `count` that are not among these.
fn left_out(chosen: &[usize], count: usize) -> Vec<usize> {
    let mut left = vec![true; count];
    chosen.iter().for_each(|&i| left[i] = false);
    (0..count).filter(|&i| left[i]).collect()
}

/// The Hermite form.
pub(super) fn form(a: &Matrix<Integers>, cx: Context<'_>) -> Result<Matrix<Integers>> {
    let z = a.ring();
    let mut h = Matrix::zero(z, a.rows(), a.cols())?;
    if a.is_zero() {
        return Ok(h);
    }
    let (Profile { rows, pivots }, part, d) = minor(a)?;
    let mut generators = of_square(&part, &d, cx)?;
    let left = left_out(&rows, a.rows());
    if !left.is_empty() {
        generators = extended(generators, rows_of(&columns(a, &left, &pivots)?), d, cx)?;
    }
    let of_pivots = matrix_of(z, &generators, pivots.len())?;
    let others = left_out(&pivots, a.cols());
    let place = |h: &mut Matrix<Integers>, from: &Matrix<Integers>, columns: &[usize], d: &Integer| {
        for i in 0..from.rows() {
            for (j, &column) in columns.iter().enumerate() {
                h.set(i, column, &from.get(i, j).div_exact(d));
            }
        }
    };
    place(&mut h, &of_pivots, &pivots, &Integer::from(1));
    if !others.is_empty() {
        // the chosen rows, and with them the form, are combinations of their columns with a pivot
        let (x, d) = solve(&part, &columns(a, &rows, &others)?, &Options::default())?.value;
        place(&mut h, &of_pivots.checked_mul(&x)?, &others, &d);
    }
    Ok(h)
}

/// The Hermite form and its transform.
///
/// The columns of the pivots, and a unit vector for each row that is a combination of the others, are a nonsingular matrix S. If T is its form, then T/S
/// is unimodular, and the form of A is (T/S)·A: rows whose entries in the columns of the pivots are 0 are 0.
pub(super) fn form_with_transform(
    a: &Matrix<Integers>,
    cx: Context<'_>,
) -> Result<(Matrix<Integers>, Matrix<Integers>)> {
    let (z, m) = (a.ring(), a.rows());
    if a.is_zero() {
        return Ok((a.clone(), Matrix::identity(z, m)));
    }
    let (Profile { rows, pivots }, _, d) = minor(a)?;
    let free = left_out(&rows, m);
    let square = Matrix::from_fn(z, m, m, |i, j| match j.checked_sub(pivots.len()) {
        None => a.get(i, pivots[j]),
        Some(k) => Integer::from(free[k] == i),
    })?;
    let u = quotient(&of_square(&square, &d, cx)?, &square, cx)?;
    Ok((u.checked_mul(a)?, u))
}

/// T over S, which has integer entries. Most entries of T above the diagonal are 0.
fn quotient(t: &Rows, s: &Matrix<Integers>, cx: Context<'_>) -> Result<Matrix<Integers>> {
    let (x, d) = inverse(s, &Options::default())?.value;
    let x = rows_of(&x);
    let mut rows = Rows::with_capacity(t.len());
    for factors in t {
        cx.check()?;
        let mut sums = vec![Integer::new(); t.len()];
        for (factor, row) in factors.iter().zip(&x).filter(|(factor, _)| **factor != 0) {
            sums.iter_mut().zip(row).for_each(|(sum, y)| *sum += factor * y);
        }
        sums.iter_mut().for_each(|sum| sum.div_exact_mut(&d));
        rows.push(sums);
    }
    matrix_of(s.ring(), &rows, s.cols())
}

/// The Hermite form of a lattice of determinant d, given by its own, and more vectors. Pivots 1 make the entries of their columns zero at once; the
/// other columns are a lattice by themselves.
fn extended(mut form: Rows, mut more: Rows, d: Integer, cx: Context<'_>) -> Result<Rows> {
    let (ones, others): (Vec<usize>, Vec<usize>) = (0..form.len()).partition(|&i| form[i][i] == 1);
    for row in &mut more {
        cx.check()?;
        for &i in &ones {
            let factor = std::mem::take(&mut row[i]);
            if factor != 0 {
                others.iter().for_each(|&j| row[j] -= &factor * &form[i][j]);
            }
        }
    }
    let part = |row: &Row| -> Row { others.iter().map(|&j| row[j].clone()).collect() };
    let rest = others.iter().map(|&i| part(&form[i])).chain(more.iter().map(part)).collect();
    let rest = triangular(rest, others.len(), Multiple::OfDeterminant(d), cx)?;
    for &i in &ones {
        cx.check()?;
        let mut own = part(&form[i]);
        reduce(&mut own, &rest, 0);
        own.into_iter().zip(&others).for_each(|(x, &j)| form[i][j] = x);
    }
    for (own, &i) in rest.into_iter().zip(&others) {
        own.into_iter().zip(&others).for_each(|(x, &j)| form[i][j] = x);
    }
    Ok(form)
}

/// Number of columns of Y and of last columns of the form: few at first, which fail for about one random matrix in twenty.
const STAGES: [[usize; 2]; 2] = [[5, 7], [8, 12]];
/// Number of bits of the entries of Y.
const RANDOM_BITS: u32 = 16;

/// The Hermite form of the rows of a square matrix of determinant d or −d, not 0.
fn of_square(a: &Matrix<Integers>, d: &Integer, cx: Context<'_>) -> Result<Rows> {
    for [sides, last] in STAGES {
        if a.rows() > sides + last
            && let Some(form) = by_last_columns(a, d, [sides, last], cx)?
        {
            return Ok(form);
        }
    }
    triangular(rows_of(a), a.rows(), Multiple::OfDeterminant(d.clone()), cx)
}

/// The Hermite form, where only the last columns differ from those of the unit matrix, and Y is lucky.
fn by_last_columns(
    a: &Matrix<Integers>,
    d: &Integer,
    [sides, last]: [usize; 2],
    cx: Context<'_>,
) -> Result<Option<Rows>> {
    let (z, n) = (a.ring(), a.rows());
    let mut words = SplitMix64::new(sides as u64);
    let y = Matrix::from_fn(z, n, sides, |_, _| Integer::from(words.word() >> (64 - RANDOM_BITS)))?;
    let (w, denominator) = solve(a, &y, &Options::default())?.value;
    let factor = Integer::from(d.div_exact_ref(&denominator));
    let mut w = rows_of(&w);
    w.iter_mut().flatten().for_each(|x| {
        *x *= &factor;
        x.modulo_mut(d);
    });
    for (i, row) in w.iter_mut().enumerate() {
        row.extend((n - last..n).map(|j| Integer::from(i == j)));
    }
    // rows (v, x) with v = x·(last rows of W) modulo d
    let form = triangular(w.split_off(n - last), sides + last, Multiple::OfExponent(d.clone()), cx)?;
    let determinant: Integer = (sides..sides + last).map(|i| &form[i][i]).product();
    if determinant != *d {
        return Ok(None);
    }
    let mut rows = Rows::with_capacity(n);
    for (i, mut row) in w.into_iter().enumerate() {
        cx.check()?;
        reduce(&mut row, &form, 0);
        let unit = (0..n - last).map(|j| Integer::from(i == j));
        rows.push(unit.chain(row.drain(sides..)).collect());
    }
    for row in &form[sides..] {
        rows.push((0..n - last).map(|_| Integer::new()).chain(row[sides..].iter().cloned()).collect());
    }
    Ok(Some(rows))
}
