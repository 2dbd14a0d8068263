//! Matrices over Z of few rows, by elimination without fractions instead of images: in words where Hadamard's inequality bounds all minors by words,
//! else in pairs of words, or in integers where these take less time than images.

use super::{
    Options, Solution,
    elimination::{Entry, Reduced, Wide, eliminate},
};
use crate::{
    Error, Result,
    matrix::Matrix,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, Vectors, View},
};
use rug::Integer;
use std::ops::Neg;

/// Most entries of a matrix that is eliminated in words.
const MOST: usize = 256;
/// Most rows, and most bits of the entries of a matrix that is eliminated in integers.
const IN_INTEGERS: [usize; 2] = [6, 256];

/// The numbers in which all minors of a matrix fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    Word,
    Double,
    Any,
}

/// Whether a computation is to be done here: nobody asks for an algorithm or for images, and nobody is told.
fn applies(a: &Matrix<Integers>, options: &Options) -> Result<bool> {
    let watched = a.ring().engine().enter(|cx| cx.check().map(|()| cx.engine().is_watched()))?;
    Ok(options.algorithm.is_none() && options.checkpoint.is_none() && !watched)
}

/// The size of the minors of matrices beside each other, or `None` if elimination does not pay: by the product of the rows' norms.
fn minors(rows: usize, matrices: &[&Matrix<Integers>]) -> Option<Size> {
    let cols: usize = matrices.iter().map(|m| m.cols()).sum();
    let bits = matrices.iter().map(|m| m.ring().size(m.entries()).bits).max().unwrap_or(0);
    if rows * cols > MOST {
        return None;
    }
    let in_integers = || (rows.min(cols) <= IN_INTEGERS[0] && bits as usize <= IN_INTEGERS[1]).then_some(Size::Any);
    if matrices.iter().any(|m| m.entries().width() > 1) {
        return in_integers();
    }
    // rounding errors are far below a bit
    let square = |i: usize| -> f64 {
        let entries = matrices.iter().flat_map(|m| m.row(i).words());
        entries.map(|&x| (x as i64 as f64).powi(2)).sum::<f64>().max(1.0)
    };
    let product = (0..rows).map(square).product::<f64>();
    match product {
        ..1e36 => Some(Size::Word),   // minors below 2^60
        ..1e75 => Some(Size::Double), // below 2^125
        _ => in_integers(),
    }
}

/// The entries of matrices beside each other, row by row.
fn beside<E: Entry>(
    rows: usize,
    matrices: &[&Matrix<Integers>],
    entry: impl Fn(View<'_, Integers>, usize) -> E,
) -> Vec<E> {
    let mut out = Vec::with_capacity(rows * matrices.iter().map(|m| m.cols()).sum::<usize>());
    for i in 0..rows {
        for m in matrices {
            let row = m.row(i);
            out.extend((0..row.len()).map(|j| entry(row, j)));
        }
    }
    out
}

/// An entry that is a word.
fn word<E: From<i64>>(row: View<'_, Integers>, j: usize) -> E {
    E::from(row.words()[j] as i64)
}

/// Calls a function with the entries of matrices beside each other in numbers of this size.
macro_rules! with_entries {
    ($size:expr, $rows:expr, $matrices:expr, $f:expr) => {{
        let (rows, matrices): (usize, &[&Matrix<Integers>]) = ($rows, $matrices);
        match $size {
            Size::Word => $f(beside::<i64>(rows, matrices, word)),
            Size::Double => $f(beside::<i128>(rows, matrices, word)),
            Size::Any => $f(beside::<Integer>(rows, matrices, |row, j| matrices[0].ring().get(row, j))),
        }
    }};
}

/// An entry that becomes a coefficient of a vector.
trait Stored: Entry + Into<Integer> + Neg<Output = Self> {
    fn collect(z: &Integers, all: Vec<Self>) -> Coeffs<Integers>;
}

impl Stored for i64 {
    fn collect(_: &Integers, all: Vec<i64>) -> Coeffs<Integers> {
        Coeffs::from(all.into_iter().map(|x| x as u64).collect::<Vec<_>>())
    }
}

impl Stored for i128 {
    fn collect(z: &Integers, all: Vec<i128>) -> Coeffs<Integers> {
        z.of_double_words(&all)
    }
}

impl Stored for Integer {
    fn collect(z: &Integers, all: Vec<Integer>) -> Coeffs<Integers> {
        z.collect(&all)
    }
}

/// The determinant of a square matrix.
pub(super) fn det(a: &Matrix<Integers>, options: &Options) -> Result<Option<Integer>> {
    if !applies(a, options)? {
        return Ok(None);
    }
    let n = a.rows();
    if let Some(det) = expanded(n, a) {
        return Ok(Some(det));
    }
    let Some(size) = minors(n, &[a]) else { return Ok(None) };
    Ok(Some(with_entries!(size, n, &[a], |entries| determinant(entries, n))))
}

fn determinant<E: Stored>(mut entries: Vec<E>, n: usize) -> Integer {
    let found = eliminate(&mut entries, n, n, false);
    if found.pivots.len() < n {
        return Integer::new();
    }
    let minor = found.minor.into();
    if found.odd { -minor } else { minor }
}

/// The determinant of at most four rows of words below 2^62 in magnitude, by the minors of the first two rows and of the others (Laplace).
fn expanded(n: usize, a: &Matrix<Integers>) -> Option<Integer> {
    let words = a.entries();
    if !(1..=4).contains(&n) || words.width() > 1 || n > 1 && a.ring().size(words).bits > 62 {
        return None;
    }
    let at = |i: usize, j: usize| i128::from(words.words()[i * n + j] as i64);
    let minor = |i: usize, j: usize, k: usize| at(i, j) * at(i + 1, k) - at(i, k) * at(i + 1, j);
    Some(match n {
        1 => Integer::from(at(0, 0)),
        2 => Integer::from(minor(0, 0, 1)),
        3 => {
            let term = |i: usize, j: usize, k: usize| Wide::product(at(0, i), minor(1, j, k));
            term(0, 1, 2).minus(term(1, 0, 2)).plus(term(2, 0, 1)).into()
        }
        _ => {
            let term = |i: usize, j: usize, k: usize, l: usize| Wide::product(minor(0, i, j), minor(2, k, l));
            let even = term(0, 1, 2, 3).plus(term(0, 3, 1, 2)).plus(term(1, 2, 0, 3)).plus(term(2, 3, 0, 1));
            even.minus(term(0, 2, 1, 3)).minus(term(1, 3, 0, 2)).into()
        }
    })
}

/// The rank.
pub(super) fn rank(a: &Matrix<Integers>, options: &Options) -> Result<Option<usize>> {
    if !applies(a, options)? {
        return Ok(None);
    }
    let Some(size) = minors(a.rows(), &[a]) else { return Ok(None) };
    let (rows, cols) = a.shape();
    Ok(Some(with_entries!(size, rows, &[a], |entries| pivots(entries, cols))))
}

fn pivots<E: Entry>(mut entries: Vec<E>, cols: usize) -> usize {
    eliminate(&mut entries, cols, cols, false).pivots.len()
}

/// X and d of a system of equations; `right` has as many rows.
///
/// # Errors
/// [`Error::Inconsistent`].
pub(super) fn solve(a: &Matrix<Integers>, right: &Matrix<Integers>, options: &Options) -> Result<Option<Solution>> {
    if !applies(a, options)? {
        return Ok(None);
    }
    let Some(size) = minors(a.rows(), &[a, right]) else { return Ok(None) };
    with_entries!(size, a.rows(), &[a, right], |entries| solution(entries, a, right.cols())).map(Some)
}

fn solution<E: Stored>(mut entries: Vec<E>, a: &Matrix<Integers>, sides: usize) -> Result<Solution> {
    let (unknowns, cols) = (a.cols(), a.cols() + sides);
    let found = eliminate(&mut entries, cols, unknowns, true);
    let rows: Vec<&[E]> = entries.chunks_exact(cols.max(1)).collect();
    // without equations there may be no column
    let rank = found.pivots.len();
    let wrong = |j: &usize| rows.iter().skip(rank).any(|row| !row[unknowns + j].is_zero());
    if let Some(column) = (0..sides).find(wrong) {
        return Err(Error::Inconsistent { column });
    }
    let mut x = vec![E::from(0); unknowns * sides];
    for (row, &pivot) in rows.iter().zip(&found.pivots) {
        x[pivot * sides..][..sides].clone_from_slice(&row[unknowns..]);
    }
    lowest_terms(a.ring(), x, [unknowns, sides], found.minor)
}

/// Numerators and a denominator in lowest terms.
fn lowest_terms<E: Stored>(z: &Integers, x: Vec<E>, [rows, cols]: [usize; 2], minor: E) -> Result<Solution> {
    let x = E::collect(z, x);
    let d: Integer = minor.into();
    let mut common = Integers::content(x.view()).gcd(&d);
    if d < 0 {
        common = -common;
    }
    let x = if common == 1 { x } else { z.divided(x.view(), &common) };
    Ok((Matrix::new(z, rows, cols, x)?, d.div_exact(&common)))
}

/// The reduced echelon form as numerators and a denominator.
pub(super) fn rref(a: &Matrix<Integers>, options: &Options) -> Result<Option<Solution>> {
    if !applies(a, options)? {
        return Ok(None);
    }
    let Some(size) = minors(a.rows(), &[a]) else { return Ok(None) };
    with_entries!(size, a.rows(), &[a], |entries| reduced(entries, a)).map(Some)
}

fn reduced<E: Stored>(mut entries: Vec<E>, a: &Matrix<Integers>) -> Result<Solution> {
    let (rows, cols) = a.shape();
    let found = eliminate(&mut entries, cols, cols, true);
    lowest_terms(a.ring(), entries, [rows, cols], found.minor)
}

/// The basis of a kernel, as rows, from the matrix with its columns in reverse order.
pub(super) fn nullspace(mirrored: &Matrix<Integers>, options: &Options) -> Result<Option<Matrix<Integers>>> {
    if !applies(mirrored, options)? {
        return Ok(None);
    }
    let Some(size) = minors(mirrored.rows(), &[mirrored]) else { return Ok(None) };
    with_entries!(size, mirrored.rows(), &[mirrored], |entries| kernel(entries, mirrored)).map(Some)
}

fn kernel<E: Stored>(mut entries: Vec<E>, mirrored: &Matrix<Integers>) -> Result<Matrix<Integers>> {
    let (z, cols) = (mirrored.ring(), mirrored.cols());
    let Reduced { pivots, minor, .. } = eliminate(&mut entries, cols, cols, true);
    let free: Vec<usize> = (0..cols).rev().filter(|j| !pivots.contains(j)).collect();
    let mut basis = vec![E::from(0); free.len() * cols];
    for (row, &j) in basis.chunks_exact_mut(cols.max(1)).zip(&free) {
        // d·x_pivot is −entry·x_j
        row[cols - 1 - j] = -minor.clone();
        for (i, &pivot) in pivots.iter().enumerate() {
            row[cols - 1 - pivot] = entries[i * cols + j].clone();
        }
    }
    let (basis, mut primitive) = (E::collect(z, basis), z.zeros(free.len() * cols));
    for (k, &j) in free.iter().enumerate() {
        let row = basis.slice(k * cols..(k + 1) * cols);
        let mut common = Integers::content(row);
        if z.get(row, cols - 1 - j) < 0 {
            common = -common;
        }
        z.copy_at(&mut primitive, k * cols, z.divided(row, &common).view());
    }
    Matrix::new(z, free.len(), cols, primitive)
}

/// The characteristic polynomial of a square matrix.
pub(super) fn charpoly(a: &Matrix<Integers>, options: &Options) -> Result<Option<Poly<Integers>>> {
    let n = a.rows();
    if n == 0 || n * n > MOST || !applies(a, options)? {
        return Ok(None);
    }
    // with s the largest sum of a row's magnitudes, the coefficient of x^(n − j) is at most C(n, j)·s^j, and no sum on the way exceeds (2s)^n
    let sum = |i: usize| a.row(i).words().iter().map(|&x| (x as i64 as f64).abs()).sum::<f64>();
    let size = match a.entries().width() {
        1 => (2.0 * (0..n).map(sum).fold(1.0, f64::max)).powi(n as i32),
        _ => f64::INFINITY,
    };
    let size = match size {
        ..1e18 => Size::Word,   // below 2^60
        ..1e37 => Size::Double, // below 2^123
        _ if n <= IN_INTEGERS[0] && a.ring().size(a.entries()).bits as usize <= IN_INTEGERS[1] => Size::Any,
        _ => return Ok(None),
    };
    let coeffs = with_entries!(size, n, &[a], |entries: Vec<_>| berkowitz(a.ring(), &entries, n));
    Ok(Some(Poly::from_coeffs(a.ring(), coeffs)))
}

/// The coefficients of det(x·I − A), the constant one first (Berkowitz 1984, as in the charpoly of matrices over any ring): n⁴/4 products.
fn berkowitz<E: Stored>(z: &Integers, a: &[E], n: usize) -> Coeffs<Integers> {
    let mut p = vec![E::from(1)];
    for k in 0..n {
        // 1, −a_kk, −R·C, −R·M·C, … for the k leading rows and columns M, the row R below them and the column C beside them
        let mut column = vec![E::from(1), -a[k * n + k].clone()];
        let mut row: Vec<E> = a[k * n..][..k].iter().map(|x| -x.clone()).collect();
        for i in 0..k {
            let mut sum = E::from(0);
            row.iter().enumerate().for_each(|(j, x)| sum.add_product(x, &a[j * n + k]));
            column.push(sum);
            if i + 1 < k {
                let mut next = vec![E::from(0); k];
                for (x, entries) in row.iter().zip(a.chunks_exact(n)) {
                    next.iter_mut().zip(entries).for_each(|(sum, y)| sum.add_product(x, y));
                }
                row = next;
            }
        }
        let mut next = vec![E::from(0); k + 2];
        for (i, x) in p.iter().enumerate() {
            next[i..].iter_mut().zip(&column).for_each(|(sum, y)| sum.add_product(x, y));
        }
        p = next;
    }
    p.reverse();
    E::collect(z, p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        bits::SplitMix64,
        multimodular::{self, Algorithm},
    };

    /// Options under which images modulo primes are computed.
    fn by_primes() -> Options {
        Options { algorithm: Some(Algorithm::Crt), ..Options::default() }
    }

    /// Matrices of all ranks: of few values, with rows that are sums of others, of entries at the ends of words.
    fn matrices(z: &Integers) -> Vec<Matrix<Integers>> {
        let mut random = SplitMix64::new(11);
        let mut all = Vec::new();
        for (rows, cols) in
            [(1, 1), (1, 3), (2, 2), (3, 2), (2, 4), (3, 3), (4, 4), (4, 6), (5, 5), (6, 4), (8, 8), (7, 9)]
        {
            for bits in [1u32, 2, 7, 15, 30, 31, 32, 61, 62, 63, 64, 90] {
                for kind in 0..5 {
                    let (most, least) = ((Integer::from(1) << bits) - 1u32, -(Integer::from(1) << bits));
                    let entry = |i: usize, j: usize| match kind {
                        0 if random.word() & 1 == 0 => most.clone(),
                        0 => least.clone(),
                        1 => Integer::from(random.word() % 3) - 1u32,
                        2 if j == 0 => Integer::new(),
                        3 if i + 1 == rows => Integer::new(),
                        _ => (Integer::from(random.word() as i64) << 64) >> (127 - bits),
                    };
                    let mut a = Matrix::from_fn(z, rows, cols, entry).expect("a shape");
                    if kind == 4 && rows > 2 {
                        // the last row is a combination of others
                        for j in 0..cols {
                            let (x, y) = (a.get(0, j) >> 2u32, a.get(1, j) >> 2u32);
                            a.set(0, j, &x);
                            a.set(1, j, &y);
                            a.set(rows - 1, j, &(x - 2 * y));
                        }
                    }
                    all.push(a);
                }
            }
        }
        all
    }

    #[test]
    fn answers_are_those_modulo_primes() {
        let z = Integers::new();
        let mut sizes = [0; 3];
        for a in matrices(&z) {
            let (rows, cols) = a.shape();
            if let Some(size) = minors(rows, &[&a]) {
                sizes[size as usize] += 1;
            }
            let none = Options::default();
            let rank = multimodular::rank(&a, &by_primes()).expect("a rank").value;
            assert!(rank_is(&a, rank), "rank of {a:?}");
            let kernel = multimodular::nullspace(&a, &by_primes()).expect("a kernel").value;
            if let Some(short) = nullspace(&a.mirrored(), &none).expect("a kernel") {
                assert_eq!(short, kernel, "kernel of {a:?}");
            }
            if let Some(short) = rref(&a, &none).expect("a form") {
                assert_eq!(short, multimodular::rref(&a, &by_primes()).expect("a form").value, "form of {a:?}");
            }
            if rows == cols {
                let wanted = multimodular::det(&a, &by_primes()).expect("a determinant").value;
                assert!(det(&a, &none).expect("a determinant").is_none_or(|d| d == wanted), "determinant of {a:?}");
                let wanted = multimodular::charpoly(&a, &by_primes()).expect("a polynomial").value;
                assert!(charpoly(&a, &none).expect("a polynomial").is_none_or(|p| p == wanted), "polynomial of {a:?}");
            }
        }
        assert!(sizes.iter().all(|&count| count > 20), "{sizes:?}");
    }

    fn rank_is(a: &Matrix<Integers>, wanted: usize) -> bool {
        rank(a, &Options::default()).expect("a rank").is_none_or(|rank| rank == wanted)
    }

    #[test]
    fn solutions_are_those_modulo_primes() {
        let z = Integers::new();
        let mut found = [0; 2];
        for a in matrices(&z) {
            let mut random = SplitMix64::new(a.rows() as u64);
            let x = Matrix::from_fn(&z, a.cols(), 2, |_, _| Integer::from(random.word() % 9) - 4u32).expect("a shape");
            let consistent = a.checked_mul(&x).expect("a product");
            let other = Matrix::from_fn(&z, a.rows(), 3, |i, j| Integer::from(i * 7 % 5 + j)).expect("a shape");
            for right in [consistent, other] {
                let wanted = multimodular::solve(&a, &right, &by_primes()).map(|found| found.value);
                match solve(&a, &right, &Options::default()) {
                    Ok(None) => continue,
                    got => assert_eq!(got.map(|x| x.expect("a solution")), wanted, "{a:?} and {right:?}"),
                }
                found[usize::from(wanted.is_ok())] += 1;
            }
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
    }
}
