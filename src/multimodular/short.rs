//! Matrices over Z of few rows, by elimination without fractions instead of images: in words where Hadamard's inequality bounds all minors by words, else in
//! two words or four, or in numbers of several words where these take less time than images.

use super::{
    Options, Solution,
    elimination::{Entry, MOST_RANK, Numbers, Pivots, Rows, WIDE_BITS, Wide, WordRows},
    few,
    independent::{Split, are_orthogonal},
    limb_rows::{self, LimbRows},
};
use crate::{
    Error, Result,
    arith::WordContent,
    matrix::Matrix,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, Vectors, View, limbs},
};
use rug::Integer;

/// Most entries of a matrix that is eliminated here.
const MOST: usize = 512;
/// Most of them in numbers of several words.
const MOST_IN_LIMBS: usize = 300;
/// Most entries that are kept on the stack.
const FEW: usize = 40;
/// Most words of a minor in numbers of several words.
const MOST_WORDS: usize = 40;
/// Most rows of such a matrix for its determinant, and for its rank.
const IN_LIMBS: [usize; 2] = [6, 6];
/// Most rows and columns of a matrix in numbers of four words whose rank or determinant takes less time than by images.
const WIDE: usize = 12;
/// Least columns of a matrix with as many rows at least whose kernel is that of independent rows, by the count of products: below, the search for rows
/// takes about what it saves.
const LEAST_SPLIT: usize = 6;
/// Most rows of a matrix for its characteristic polynomial in numbers of four words and more, and most words of a coefficient.
const CHARPOLY: [usize; 2] = [8, 13];

/// The numbers in which all minors of a matrix fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Word,
    Double,
    Wide,
    Any,
}

/// Whether a computation is to be done here: nobody asks for an algorithm or for images, and nobody is told.
#[inline]
fn applies(a: &Matrix<Integers>, options: &Options) -> Result<bool> {
    let engine = a.ring().engine();
    let asked = options.algorithm.is_some() || options.checkpoint.is_some();
    if engine.is_quiet() {
        return Ok(!asked);
    }
    engine.enter(|cx| cx.check().map(|()| !asked && !cx.engine().is_watched()))
}

/// The size of the minors of matrices beside each other, or `None` for many entries: by the product of the rows' norms.
pub fn minors(rows: usize, matrices: &[&Matrix<Integers>]) -> Option<Size> {
    let cols: usize = matrices.iter().map(|m| m.cols()).sum();
    if rows * cols > MOST || rows.min(cols) > MOST_RANK || cols > usize::from(u8::MAX) {
        return None;
    }
    let any = (rows * cols <= MOST_IN_LIMBS).then_some(Size::Any);
    if matrices.iter().any(|m| m.entries().width() > 2) {
        return any;
    }
    let square = |i: usize| -> f64 {
        let entries = matrices.iter().flat_map(|m| magnitudes(m, i));
        entries.map(|x| x.powi(2)).sum::<f64>().max(1.0)
    };
    const { assert!(WIDE_BITS >= 200) };
    Some(match (0..rows).map(square).product::<f64>() {
        ..1e36 => Size::Word,   // minors below 2^60
        ..1e75 => Size::Double, // below 2^125
        ..1e120 => Size::Wide,  // below 2^200
        _ => return any,
    })
}

/// The magnitudes of a row of numbers of one word or two, with rounding errors far below a bit.
fn magnitudes(m: &Matrix<Integers>, i: usize) -> impl Iterator<Item = f64> {
    m.row(i).words().chunks_exact(m.entries().width()).map(|x| {
        let x = i128::read(x).unsigned_abs();
        (x >> 64) as u64 as f64 * 2f64.powi(64) + x as u64 as f64
    })
}

/// Writes the entries of matrices of words beside each other, row by row.
fn beside<E: Entry>(out: &mut [E], rows: usize, matrices: &[&Matrix<Integers>]) {
    let mut out = out.iter_mut();
    for i in 0..rows {
        for m in matrices {
            let entries = m.row(i).words().chunks_exact(m.entries().width());
            entries.zip(out.by_ref()).for_each(|(x, out)| *out = E::read(x));
        }
    }
}

/// Calls `f` with the rows of matrices beside each other in numbers of this size.
fn with_rows<T>(
    size: Size,
    rows: usize,
    matrices: &[&Matrix<Integers>],
    f: impl FnOnce(&mut dyn Rows) -> Option<T>,
) -> Option<T> {
    match size {
        Size::Word => with_words::<i64, T>(rows, matrices, f),
        Size::Double => with_words::<i128, T>(rows, matrices, f),
        Size::Wide => with_words::<Wide, T>(rows, matrices, f),
        Size::Any => f(&mut LimbRows::new(rows, matrices, MOST_WORDS)?),
    }
}

/// [`with_rows`] for numbers of one word, two or four.
fn with_words<E: Entry, T>(
    rows: usize,
    matrices: &[&Matrix<Integers>],
    f: impl FnOnce(&mut dyn Rows) -> Option<T>,
) -> Option<T> {
    let cols: usize = matrices.iter().map(|m| m.cols()).sum();
    let (mut few, mut more) = ([E::from(0); FEW], Vec::new());
    let entries = if rows * cols <= FEW {
        &mut few[..rows * cols]
    } else {
        more.resize(rows * cols, E::from(0));
        &mut more[..]
    };
    beside(entries, rows, matrices);
    f(&mut WordRows::new(entries, cols))
}

/// The determinant of a square matrix.
pub fn det(a: &Matrix<Integers>, options: &Options) -> Result<Option<Integer>> {
    if !applies(a, options)? {
        return Ok(None);
    }
    let n = a.rows();
    if let Some(det) = few::det(a) {
        return Ok(Some(det));
    }
    if n == 1 || n == 2 {
        let [x, y] = [a.get(0, 0), a.get(n - 1, n - 1)];
        return Ok(Some(if n == 1 { x } else { x * y - a.get(0, 1) * a.get(1, 0) }));
    }
    let size = minors(n, &[a]).filter(|size| n <= most_rows(*size, IN_LIMBS[0]));
    Ok(size.and_then(|size| with_rows(size, n, &[a], |rows| determinant(a.ring(), rows, n))))
}

/// Most rows of a matrix whose rank or determinant is computed in numbers of this size, given those in numbers of several words.
fn most_rows(size: Size, in_limbs: usize) -> usize {
    match size {
        Size::Word | Size::Double => MOST_RANK,
        Size::Wide => WIDE,
        Size::Any => in_limbs,
    }
}

pub fn determinant(z: &Integers, rows: &mut dyn Rows, n: usize) -> Option<Integer> {
    let found = rows.eliminate(n)?;
    if found.rank() < n {
        return Some(Integer::new());
    }
    let Numbers { words, width } = rows.solved(&found, &[])?;
    let minor = z.get(View::from_words(&words, 1, width), 0);
    Some(if found.odd { -minor } else { minor })
}

/// The rank.
pub fn rank(a: &Matrix<Integers>, options: &Options) -> Result<Option<usize>> {
    if !applies(a, options)? {
        return Ok(None);
    }
    let (rows, cols) = a.shape();
    let size = minors(rows, &[a]).filter(|size| rows.min(cols) <= most_rows(*size, IN_LIMBS[1]));
    Ok(size.and_then(|size| with_rows(size, rows, &[a], |rows| Some(rows.eliminate(cols)?.rank()))))
}

/// X and d of a system of equations; `right` has as many rows.
///
/// # Errors
/// [`Error::Inconsistent`].
pub fn solve(a: &Matrix<Integers>, right: &Matrix<Integers>, options: &Options) -> Result<Option<Solution>> {
    if !applies(a, options)? {
        return Ok(None);
    }
    if let Some(solution) = few::solution(a, Some(right)) {
        return solution.map(Some);
    }
    let Some(size) = minors(a.rows(), &[a, right]) else { return Ok(None) };
    with_rows(size, a.rows(), &[a, right], |rows| solution(rows, a, right.cols())).transpose()
}

/// The inverse of a regular matrix of few rows.
pub(super) fn inverse(a: &Matrix<Integers>, options: &Options) -> Result<Option<Solution>> {
    if applies(a, options)? { few::solution(a, None).transpose() } else { Ok(None) }
}

pub fn solution(rows: &mut dyn Rows, a: &Matrix<Integers>, sides: usize) -> Option<Result<Solution>> {
    let (z, unknowns) = (a.ring(), a.cols());
    let found = rows.eliminate(unknowns)?;
    let wrong = |j: &usize| (found.rank()..a.rows()).any(|i| !rows.is_zero(i, unknowns + j));
    if let Some(column) = (0..sides).find(wrong) {
        return Some(Err(Error::Inconsistent { column }));
    }
    let columns = Columns::new(unknowns..unknowns + sides);
    let x = rows.solved(&found, columns.list())?;
    let d = last(z, &x);
    let width = x.width * sides;
    let words = if found.rank() == unknowns || sides == 0 {
        x.words
    } else {
        let mut words = vec![0; unknowns * width];
        for (x, &pivot) in x.words.chunks_exact(width).zip(found.columns()) {
            words[usize::from(pivot) * width..][..width].copy_from_slice(x);
        }
        words
    };
    Some(lowest_terms(z, Numbers { words, width: x.width }, [unknowns, sides], d))
}

/// Some columns of a matrix.
struct Columns {
    list: [u8; 256],
    count: usize,
}

impl Columns {
    fn new(columns: impl Iterator<Item = usize>) -> Self {
        let mut all = Columns { list: [0; 256], count: 0 };
        for (out, column) in all.list.iter_mut().zip(columns) {
            *out = column as u8;
            all.count += 1;
        }
        all
    }

    fn list(&self) -> &[u8] {
        &self.list[..self.count]
    }
}

/// The last one of some numbers.
pub fn last(z: &Integers, x: &Numbers) -> Integer {
    let at = x.words.len() - x.width;
    z.get(View::from_words(&x.words[at..], 1, x.width), 0)
}

/// Numerators, the first ones of some numbers, and a denominator in lowest terms.
pub(super) fn lowest_terms(z: &Integers, x: Numbers, [rows, cols]: [usize; 2], d: Integer) -> Result<Solution> {
    let Numbers { mut words, width } = x;
    words.truncate(rows * cols * width);
    if let (1, Some(word)) = (width, d.to_i64()) {
        let common = WordContent::of(&words).with(word);
        common.divide(&mut words, word < 0);
        let d = common.quotient(word.unsigned_abs());
        return Ok((Matrix::new(z, rows, cols, Coeffs::from(words))?, Integer::from(d)));
    }
    let x = z.of_limbs(words, width);
    let mut common = Integers::content(x.view()).gcd(&d);
    if d < 0 {
        common = -common;
    }
    let x = if common == 1 { x } else { z.divided(x.view(), &common) };
    Ok((Matrix::new(z, rows, cols, x)?, d.div_exact(&common)))
}

/// The reduced echelon form as numerators and a denominator.
pub fn rref(a: &Matrix<Integers>, options: &Options) -> Result<Option<Solution>> {
    if !applies(a, options)? {
        return Ok(None);
    }
    let Some(size) = minors(a.rows(), &[a]) else { return Ok(None) };
    with_rows(size, a.rows(), &[a], |rows| reduced(rows, a)).transpose()
}

fn reduced(rows: &mut dyn Rows, a: &Matrix<Integers>) -> Option<Result<Solution>> {
    let (z, shape) = (a.ring(), [a.rows(), a.cols()]);
    let (found, free, x) = without_pivots(rows, shape[1], false)?;
    let width = x.width;
    let (d, count) = (&x.words[x.words.len() - width..], free.count);
    let mut words = vec![0; shape[0] * shape[1] * width];
    for (i, &pivot) in found.columns().iter().enumerate() {
        let row = &mut words[i * shape[1] * width..][..shape[1] * width];
        row[usize::from(pivot) * width..][..width].copy_from_slice(d);
        for (c, &j) in free.list().iter().enumerate() {
            let at = (i * count + c) * width;
            row[usize::from(j) * width..][..width].copy_from_slice(&x.words[at..at + width]);
        }
    }
    let d = last(z, &x);
    Some(lowest_terms(z, Numbers { words, width }, shape, d))
}

/// The pivots, the columns without one, ascending or in reverse order, and what these are in the reduced echelon form.
fn without_pivots(rows: &mut dyn Rows, cols: usize, reverse: bool) -> Option<(Pivots, Columns, Numbers)> {
    let found = rows.eliminate(cols)?;
    let column = |at: usize| if reverse { cols - 1 - at } else { at };
    let is_free = |j: &usize| !found.columns().contains(&(*j as u8));
    let free = Columns::new((0..cols).map(column).filter(is_free));
    let x = rows.solved(&found, free.list())?;
    Some((found, free, x))
}

/// The basis of a kernel, as rows.
pub fn nullspace(a: &Matrix<Integers>, options: &Options) -> Result<Option<Matrix<Integers>>> {
    if !applies(a, options)? {
        return Ok(None);
    }
    if let Some(kernel) = few::nullspace(a) {
        return kernel.map(Some);
    }
    if a.cols() >= LEAST_SPLIT
        && a.rows() >= a.cols()
        && minors(a.rows(), &[a]).is_some()
        && let Some(kernel) = kernel_of_independent_rows(a)?
    {
        return Ok(Some(kernel));
    }
    let Some(size) = minors(a.rows(), &[a]) else { return Ok(None) };
    with_rows(size, a.rows(), &[a], |rows| kernel(rows, a)).transpose()
}

/// The kernel of rows that are independent modulo a prime, where it is that of all rows: its vectors have shorter entries, and no row that becomes 0 is
/// computed.
fn kernel_of_independent_rows(a: &Matrix<Integers>) -> Result<Option<Matrix<Integers>>> {
    let Split { chosen, others } = Split::new(a)?;
    let rank = chosen.rows();
    if rank == a.cols() {
        return Matrix::zero(a.ring(), 0, rank).map(Some);
    }
    let Some(size) = minors(rank, &[&chosen]).filter(|_| rank > 0) else { return Ok(None) };
    let found = with_rows(size, rank, &[&chosen], |rows| kernel(rows, &chosen)).transpose()?;
    Ok(found.filter(|kernel| are_orthogonal(&others, kernel)))
}

/// By the columns in reverse order: entries at pivots then stand right of that at the column without a pivot.
pub fn kernel(rows: &mut dyn Rows, a: &Matrix<Integers>) -> Option<Result<Matrix<Integers>>> {
    let (z, cols) = (a.ring(), a.cols());
    rows.mirror();
    let (found, free, x) = without_pivots(rows, cols, true)?;
    let (width, count) = (x.width, free.count);
    let d = &x.words[x.words.len() - width..];
    let mut words = vec![0; count * cols * width];
    for (k, (row, &j)) in words.chunks_exact_mut((cols * width).max(1)).zip(free.list()).enumerate() {
        // x_j = −d and x_pivot = entry·x_j/d, up to the content
        let place = |column: u8| (cols - 1 - usize::from(column)) * width..(cols - usize::from(column)) * width;
        for (i, &pivot) in found.columns().iter().enumerate() {
            row[place(pivot)].copy_from_slice(&x.words[(i * count + k) * width..][..width]);
        }
        let own = &mut row[place(j)];
        own.copy_from_slice(d);
        limbs::negate(own);
    }
    Some(primitive(z, Numbers { words, width }, [count, cols], free.list()))
}

/// The matrix whose rows are those of these numbers over their contents, positive in the columns given from the right.
fn primitive(z: &Integers, x: Numbers, [rows, cols]: [usize; 2], free: &[u8]) -> Result<Matrix<Integers>> {
    let Numbers { mut words, width } = x;
    if width == 1 {
        for (row, &j) in words.chunks_exact_mut(cols.max(1)).zip(free) {
            let negative = (row[cols - 1 - usize::from(j)] as i64) < 0;
            WordContent::of(row).divide(row, negative);
        }
        return Matrix::new(z, rows, cols, Coeffs::from(words));
    }
    let (basis, mut primitive) = (z.of_limbs(words, width), z.zeros(rows * cols));
    for (k, &j) in free.iter().enumerate() {
        let row = basis.slice(k * cols..(k + 1) * cols);
        let mut common = Integers::content(row);
        if z.get(row, cols - 1 - usize::from(j)) < 0 {
            common = -common;
        }
        z.copy_at(&mut primitive, k * cols, z.divided(row, &common).view());
    }
    Matrix::new(z, rows, cols, primitive)
}

/// The characteristic polynomial of a square matrix.
pub fn charpoly(a: &Matrix<Integers>, options: &Options) -> Result<Option<Poly<Integers>>> {
    let n = a.rows();
    if n == 0 || n > MOST_RANK || !applies(a, options)? {
        return Ok(None);
    }
    if let Some(few) = few::charpoly(a) {
        return Ok(Some(few));
    }
    // with s the largest sum of a row's magnitudes, the coefficient of x^(n − j) is at most C(n, j)·s^j, and no sum on the way exceeds (2s)^n
    let sum = |i: usize| magnitudes(a, i).sum::<f64>();
    let size = match a.entries().width() {
        1 | 2 => (2.0 * (0..n).map(sum).fold(1.0, f64::max)).powi(n as i32),
        _ => f64::INFINITY,
    };
    let found = match size {
        ..1e18 => Some(berkowitz::<i64>(a)),  // below 2^60
        ..1e37 => Some(berkowitz::<i128>(a)), // below 2^123
        _ if n > CHARPOLY[0] => None,
        ..1e75 => Some(berkowitz::<Wide>(a)), // below 2^250
        _ => limb_rows::charpoly(a, CHARPOLY[1]),
    };
    Ok(found.map(|x| Poly::from_coeffs(a.ring(), a.ring().of_limbs(x.words, x.width))))
}

/// The coefficients of det(x·I − A), the constant one first (Berkowitz 1984, as in the charpoly of matrices over any ring): n⁴/4 products.
fn berkowitz<E: Entry>(a: &Matrix<Integers>) -> Numbers {
    const N: usize = MOST_RANK + 1;
    let (n, words, width) = (a.rows(), a.entries().words(), a.entries().width());
    let at = |i: usize, j: usize| E::read(&words[(i * n + j) * width..][..width]);
    let zero = E::from(0);
    let (mut p, mut column, mut row) = ([zero; N], [zero; N], [zero; N]);
    p[0] = E::from(1);
    column[0] = E::from(1);
    for k in 0..n {
        // 1, −a_kk, −R·C, −R·M·C, … for the k leading rows and columns M, the row R below them and the column C beside them
        column[1] = zero - at(k, k);
        row[..k].iter_mut().enumerate().for_each(|(j, x)| *x = zero - at(k, j));
        for i in 0..k {
            column[i + 2] = (0..k).fold(zero, |sum, j| sum + row[j] * at(j, k));
            if i + 1 < k {
                let before = row;
                for (j, x) in row[..k].iter_mut().enumerate() {
                    *x = (0..k).fold(zero, |sum, t| sum + before[t] * at(t, j));
                }
            }
        }
        let before = p;
        for (j, x) in p[..k + 2].iter_mut().enumerate() {
            *x = (0..=j.min(k)).fold(zero, |sum, i| sum + before[i] * column[j - i]);
        }
    }
    let mut words = vec![0; (n + 1) * E::WIDTH];
    words.chunks_exact_mut(E::WIDTH).zip(p[..=n].iter().rev()).for_each(|(out, x)| x.write(out));
    Numbers { words, width: E::WIDTH }
}
