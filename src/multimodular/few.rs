//! Matrices over Z of at most three rows by formulas: Cramer's rule, with the adjugate matrix, and sums of principal minors, in words where these hold all
//! results, else in numbers of four words.

use super::{
    Solution,
    elimination::{Entry, Numbers, Wide},
    short::lowest_terms,
};
use crate::{
    Result,
    arith::{ExactDivisor, WordContent},
    matrix::Matrix,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, View},
    scratch::Buf,
};
use rug::Integer;

/// Most rows.
pub const MOST: usize = 3;
/// Most bits of entries for which words, and numbers of four words, hold sums of six products of three entries.
const BITS: [u32; 2] = [20, FEW_BITS];
const FEW_BITS: u32 = 80;
/// Most bits of entries for which words hold sums of 24 products of four entries.
const BITS_OF_FOUR: u32 = 14;

/// The numbers in which results are computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Word,
    Wide,
}

/// The numbers for these entries; `None` for entries of many bits.
#[inline]
fn size(z: &Integers, vectors: &[View<'_, Integers>]) -> Option<Size> {
    let (mut bits, mut width) = (0, 1);
    for v in vectors {
        (bits, width) = (z.size(*v).bits.max(bits), v.width().max(width));
    }
    match bits {
        _ if width == 1 && bits <= BITS[0] => Some(Size::Word),
        _ if width <= 2 && bits <= BITS[1] => Some(Size::Wide),
        _ => None,
    }
}

/// The entries of a square matrix.
#[inline(always)]
pub fn entries<E: Entry, const N: usize>(a: View<'_, Integers>) -> [[E; N]; N] {
    let (words, width) = (a.words(), a.width());
    let mut x = [[E::from(0); N]; N];
    let all = words.chunks_exact(width).zip(x.as_flattened_mut());
    all.for_each(|(row, out)| *out = E::read(row));
    x
}

/// The minor of two rows in these columns.
#[inline(always)]
fn minor<E: Entry, const N: usize>(x: [E; N], y: [E; N], [i, j]: [usize; 2]) -> E {
    x[i] * y[j] - x[j] * y[i]
}

/// The adjugate matrix for at most [`MOST`] rows.
#[inline(always)]
fn adjugate<E: Entry, const N: usize>(x: &[[E; N]; N]) -> [[E; N]; N] {
    let mut out = [[E::from(1); N]; N];
    for i in 0..N {
        for j in 0..N {
            match N {
                1 => {}
                2 if i == j => out[i][j] = x[1 - i][1 - j],
                2 => out[i][j] = E::from(0) - x[i][j],
                // without row j and column i; in cyclic order there are no signs
                _ => out[i][j] = minor(x[(j + 1) % N], x[(j + 2) % N], [(i + 1) % N, (i + 2) % N]),
            }
        }
    }
    out
}

/// The determinant, given the adjugate matrix.
#[inline(always)]
pub fn determinant<E: Entry, const N: usize>(x: &[[E; N]; N], adjugate: &[[E; N]; N]) -> E {
    (1..N).fold(x[0][0] * adjugate[0][0], |sum, k| sum + x[0][k] * adjugate[k][0])
}

/// Writes the numerators of a solution, or of the inverse without right sides, row by row, and returns the denominator; `None` where it is 0.
fn numerators<E: Entry, const N: usize>(
    out: &mut [u64],
    a: View<'_, Integers>,
    right: Option<View<'_, Integers>>,
) -> Option<E> {
    let x = entries::<E, N>(a);
    let adjugate = adjugate(&x);
    let d = determinant(&x, &adjugate);
    if d == E::from(0) {
        return None;
    }
    let sides = out.len() / (N * E::WIDTH);
    for (i, row) in out.chunks_exact_mut((sides * E::WIDTH).max(1)).enumerate() {
        for (j, out) in row.chunks_exact_mut(E::WIDTH).enumerate() {
            let x = match right {
                None => adjugate[i][j],
                Some(right) => {
                    let entry = |k: usize| E::read(&right.words()[(k * sides + j) * right.width()..][..right.width()]);
                    (1..N).fold(adjugate[i][0] * entry(0), |sum, k| sum + adjugate[i][k] * entry(k))
                }
            };
            x.write(out);
        }
    }
    Some(d)
}

/// [`numerators`] for this number of rows.
fn numerators_of<E: Entry>(
    rows: usize,
    out: &mut [u64],
    a: View<'_, Integers>,
    right: Option<View<'_, Integers>>,
) -> Option<E> {
    match rows {
        1 => numerators::<E, 1>(out, a, right),
        2 => numerators::<E, 2>(out, a, right),
        _ => numerators::<E, 3>(out, a, right),
    }
}

/// Numerators and denominator of the solution for a regular matrix, or of its inverse without right sides.
pub fn solution(a: &Matrix<Integers>, right: Option<&Matrix<Integers>>) -> Option<Result<Solution>> {
    let (z, n) = (a.ring(), a.rows());
    if !(1..=MOST).contains(&n) || a.cols() != n {
        return None;
    }
    let (sides, of_right) = right.map_or((n, a.entries()), |right| (right.cols(), right.entries()));
    let (size, right) = (size(z, &[a.entries(), of_right])?, right.map(Matrix::entries));
    if size == Size::Wide {
        let mut words = vec![0; n * sides * Wide::WIDTH];
        let d = numerators_of::<Wide>(n, &mut words, a.entries(), right)?;
        return Some(lowest_terms(z, Numbers { words, width: Wide::WIDTH }, [n, sides], d.into()));
    }
    let mut words = z.engine().dirty(n * sides);
    let d = numerators_of::<i64>(n, &mut words, a.entries(), right)?;
    let common = WordContent::of(&words).with(d);
    common.divide(&mut words, d < 0);
    let x = Matrix::new(z, n, sides, Coeffs::from_words(words, n * sides, 1));
    Some(x.map(|x| (x, Integer::from(common.quotient(d.unsigned_abs())))))
}

/// The coefficients of det(x·I − a), the constant one first.
#[inline(always)]
fn charpoly_of<E: Entry, const N: usize>(a: View<'_, Integers>) -> [E; MOST + 1] {
    let (x, zero, one) = (entries::<E, N>(a), E::from(0), E::from(1));
    let adjugate = adjugate(&x);
    let d = determinant(&x, &adjugate);
    let trace = |x: &[[E; N]; N]| (1..N).fold(x[0][0], |sum, i| sum + x[i][i]);
    match N {
        1 => [zero - d, one, zero, zero],
        2 => [d, zero - trace(&x), one, zero],
        // the trace of the adjugate matrix is the sum of the principal minors
        _ => [zero - d, trace(&adjugate), zero - trace(&x), one],
    }
}

fn charpoly_for<E: Entry>(a: &Matrix<Integers>) -> [E; MOST + 1] {
    match a.rows() {
        1 => charpoly_of::<E, 1>(a.entries()),
        2 => charpoly_of::<E, 2>(a.entries()),
        _ => charpoly_of::<E, 3>(a.entries()),
    }
}

/// The characteristic polynomial of a square matrix.
pub fn charpoly(a: &Matrix<Integers>) -> Option<Poly<Integers>> {
    let (z, n) = (a.ring(), a.rows());
    if !(1..=MOST).contains(&n) {
        return None;
    }
    let coeffs = match size(z, &[a.entries()])? {
        Size::Word => {
            let words = charpoly_for::<i64>(a).map(|x| x as u64);
            Coeffs::from_words(Buf::few(words, n + 1), n + 1, 1)
        }
        Size::Wide => {
            let mut words = z.engine().dirty((n + 1) * Wide::WIDTH);
            words.chunks_exact_mut(Wide::WIDTH).zip(charpoly_for::<Wide>(a)).for_each(|(out, x)| x.write(out));
            z.of_buffer(words, Wide::WIDTH)
        }
    };
    Some(Poly::from_coeffs(z, coeffs))
}

/// The determinant of at most [`MOST`] rows, or of four with entries of at most 64 bits.
pub fn det(a: &Matrix<Integers>) -> Option<Integer> {
    let (v, n) = (a.entries(), a.rows());
    if !(1..=4).contains(&n) || v.width() > 2 {
        return None;
    }
    if n == 1 {
        return Some(Integer::from(i128::read(&v.words()[..v.width()])));
    }
    let bits = a.ring().size(v).bits;
    if v.width() == 1 && bits <= if n == 4 { BITS_OF_FOUR } else { BITS[0] } {
        return Some(Integer::from(match n {
            2 => det_of::<i64, 2>(v),
            3 => det_of::<i64, 3>(v),
            _ => det_of_four_words(v),
        }));
    }
    Some(match (n, bits) {
        (2, 0..=62) => Integer::from(det_of::<i128, 2>(v)),
        (2, 0..=64) => {
            let [x, y] = entries::<i128, 2>(v);
            Integer::from(wide_minor(x, y, [0, 1]))
        }
        (3, 0..=64) => {
            let [x, y, z] = entries::<i128, 3>(v);
            // in cyclic order there are no signs
            let term = |k: usize| wide_minor(y, z, [(k + 1) % 3, (k + 2) % 3]).times(x[k]);
            Integer::from(term(0) + term(1) + term(2))
        }
        (4, 0..=64) => det_of_four(v, bits),
        (2, ..=FEW_BITS) => Integer::from(det_of::<Wide, 2>(v)),
        (3, ..=FEW_BITS) => Integer::from(det_of::<Wide, 3>(v)),
        _ => return None,
    })
}

#[inline(always)]
fn det_of<E: Entry, const N: usize>(a: View<'_, Integers>) -> E {
    let x = entries::<E, N>(a);
    match N {
        2 => minor(x[0], x[1], [0, 1]),
        _ => determinant(&x, &adjugate(&x)),
    }
}

/// The minor of two rows of numbers below 2^64 in magnitude, in these columns.
#[inline(always)]
fn wide_minor<const N: usize>(x: [i128; N], y: [i128; N], [i, j]: [usize; 2]) -> Wide {
    Wide::short_product(x[i], y[j]) - Wide::short_product(x[j], y[i])
}

/// The columns of the minors of the upper and the lower two of four rows whose products have the determinant as sum (Laplace).
const COLUMNS: [[[usize; 2]; 2]; 6] =
    [[[0, 1], [2, 3]], [[2, 0], [1, 3]], [[0, 3], [1, 2]], [[1, 2], [0, 3]], [[3, 1], [0, 2]], [[2, 3], [0, 1]]];

/// The determinant of four rows of words of at most [`BITS_OF_FOUR`] bits.
fn det_of_four_words(a: View<'_, Integers>) -> i64 {
    let [x, y, z, w] = entries::<i64, 4>(a);
    COLUMNS.iter().map(|&[upper, lower]| minor(x, y, upper) * minor(z, w, lower)).sum()
}

/// The determinant of four rows of numbers of this number of bits, at most 64: below 2^261 by Hadamard's inequality, hence given by its residue modulo 2^256
/// and an approximation with an error below 2^212.
fn det_of_four(a: View<'_, Integers>, bits: u32) -> Integer {
    let [x, y, z, w] = entries::<i128, 4>(a);
    let (mut sum, mut approximate) = (Wide::from(0i64), 0.0);
    for [upper, lower] in COLUMNS {
        let (upper, lower) = (wide_minor(x, y, upper), wide_minor(z, w, lower));
        // minors of numbers of at most 62 bits are numbers of two words
        sum = sum + if bits <= 62 { upper.times(lower.low()) } else { upper * lower };
        approximate += upper.approximate() * lower.approximate();
    }
    sum.with_turns(((approximate - sum.approximate()) * 2f64.powi(-256)).round() as i64)
}

/// The basis of a kernel, as rows, for at most [`MOST`] rows and columns of words: the reduced echelon form of the mirrored matrix without fractions, in which
/// all pivots are one minor (Bareiss 1968).
pub fn nullspace(a: &Matrix<Integers>) -> Option<Result<Matrix<Integers>>> {
    let (z, (rows, cols)) = (a.ring(), a.shape());
    if rows == 0 || rows > MOST || !(1..=MOST).contains(&cols) || size(z, &[a.entries()])? != Size::Word {
        return None;
    }
    let mut x = [[0i64; MOST]; MOST];
    for (x, row) in x.iter_mut().zip(a.entries().words().chunks_exact(cols)) {
        x.iter_mut().zip(row.iter().rev()).for_each(|(x, &entry)| *x = entry as i64);
    }
    let (mut pivots, mut rank, mut last) = ([MOST; MOST], 0, 1i64);
    for column in 0..cols {
        let Some(pivot) = (rank..rows).find(|&i| x[i][column] != 0) else { continue };
        x.swap(pivot, rank);
        let (own, divisor) = (x[rank], if rank > 0 { Some(ExactDivisor::new(last)) } else { None });
        for (i, other) in x.iter_mut().enumerate().take(rows).filter(|(i, _)| *i != rank) {
            let head = i128::from(other[column]);
            for (x, y) in other.iter_mut().zip(own) {
                let difference = i128::from(own[column]) * i128::from(*x) - head * i128::from(y);
                *x = divisor.map_or(difference as i64, |divisor| divisor.exact(difference));
            }
            debug_assert!(other[column] == 0, "row {i}");
        }
        (pivots[column], last) = (rank, own[column]);
        rank += 1;
    }
    let count = cols - rank;
    let mut words = z.engine().zeroed(count * cols);
    let free = (0..cols).rev().filter(|&j| pivots[j] == MOST);
    for (row, free) in words.chunks_exact_mut(cols).zip(free) {
        row[cols - 1 - free] = last as u64;
        for (j, &i) in pivots.iter().enumerate().filter(|(_, i)| **i < MOST) {
            row[cols - 1 - j] = x[i][free].wrapping_neg() as u64;
        }
        WordContent::of(row).divide(row, last < 0);
    }
    Some(Matrix::new(z, count, cols, Coeffs::from_words(words, count * cols, 1)))
}
