//! Resultants and discriminants of few short coefficients as determinants of Bézout's matrix, in one, two and four words.
//!
//! For polynomials f and g of degree m the matrix of (f(x)·g(y) − f(y)·g(x))/(x − y) is symmetric, and its determinant is (−1)^(m(m−1)/2)·Res(f, g)
//! (Bini, Pan 1994, "Polynomial and Matrix Computations", section 2.9). It is eliminated without fractions (Bareiss 1968), on one side of the diagonal;
//! entries after k pivots are minors of k + 1 rows, which Hadamard's inequality bounds, so that most of them are short.
//!
//! The discriminant of f of degree n is the determinant for g = n·f − x·f′ and f′, both of degree n − 1, over n^(n−2).

use super::elimination::{Entry, Wide};
use crate::{
    poly::Poly,
    ring::{Integers, Ring},
};
use rug::{Integer, ops::Pow};

/// Most rows.
pub const MOST: usize = 8;
/// Most bits of the coefficients: sums of at most [`MOST`] minors of two of them are numbers of two words.
const BITS: u32 = 60;
/// log2 of the largest minors in one, two and four words.
const MINORS: [f64; 3] = [60.0, 124.0, 199.0];
/// log2 of the largest entries of a matrix of three rows whose determinant is a number of four words.
const CUBIC: f64 = 82.0;

/// The rows of a symmetric matrix; entries below the diagonal are not used.
type Rows<E> = [[E; MOST]; MOST];

/// The coefficients, if they are short.
pub fn coefficients(p: &Poly<Integers>) -> Option<&[u64]> {
    let v = p.coeffs();
    (v.width() == 1 && v.len() <= MOST + 1 && p.ring().size(v).bits <= BITS).then(|| v.words())
}

/// The resultant of two polynomials of the same degree, at least 2; `None` where they are not short, or a leading principal minor is 0.
pub fn resultant(f: &Poly<Integers>, g: &Poly<Integers>) -> Option<Integer> {
    let (f, g) = (coefficients(f)?, coefficients(g)?);
    let m = f.len().checked_sub(1).filter(|&m| m > 1 && g.len() == m + 1)?;
    let found = determinant(m, matrix(m, |i| f[i] as i64, |i| g[i] as i64))?;
    Some(if m * (m - 1) / 2 % 2 == 1 { -found } else { found })
}

/// The discriminant of a polynomial of degree at least 3; `None` where it is not short, or a leading principal minor is 0.
pub fn discriminant(f: &Poly<Integers>) -> Option<Integer> {
    const { assert!(MOST < 16) };
    let (n, f) = (f.len().checked_sub(1)?, coefficients(f)?);
    // coefficients of the operands are up to n times those of f
    if n < 3 || f.iter().any(|&c| (c as i64).unsigned_abs() >> (BITS - 4) != 0) {
        return None;
    }
    let (less, slope) = (|i: usize| (n - i) as i64 * f[i] as i64, |i: usize| (i + 1) as i64 * f[i + 1] as i64);
    let found = determinant(n - 1, matrix(n - 1, less, slope))?;
    Some(found.div_exact(&Integer::from(n).pow(n as u32 - 2)))
}

/// Bézout's matrix of two polynomials of degree m.
fn matrix(m: usize, f: impl Fn(usize) -> i64, g: impl Fn(usize) -> i64) -> Rows<i128> {
    let (mut x, mut y) = ([0; MOST + 1], [0; MOST + 1]);
    for i in 0..=m {
        (x[i], y[i]) = (i128::from(f(i)), i128::from(g(i)));
    }
    let mut rows = [[0; MOST]; MOST];
    for i in 0..m {
        for j in i..m {
            let before = if i > 0 && j + 1 < m { rows[i - 1][j + 1] } else { 0 };
            rows[i][j] = before + x[j + 1] * y[i] - x[i] * y[j + 1];
        }
    }
    rows
}

/// log2 of bounds on the minors of 1, …, m rows, in the places of their numbers of rows.
pub fn bounds(m: usize, rows: &Rows<i128>) -> [f64; MOST + 1] {
    let mut squares = [0.0; MOST];
    for i in 0..m {
        for j in i..m {
            let square = (rows[i][j] as f64).powi(2);
            squares[i] += square;
            squares[j] += if i == j { 0.0 } else { square };
        }
    }
    squares[..m].sort_unstable_by(|x, y| y.total_cmp(x));
    let mut bounds = [0.0; MOST + 1];
    for k in 0..m {
        bounds[k + 1] = bounds[k] + 0.5 * squares[k].max(1.0).log2();
    }
    bounds
}

/// The determinant of a symmetric matrix of m rows; `None` where its minors are long, or a leading principal one is 0.
fn determinant(m: usize, mut rows: Rows<i128>) -> Option<Integer> {
    let bounds = bounds(m, &rows);
    if m == 3 && bounds[1] < CUBIC {
        return Some(of_three_rows(&rows).into());
    }
    if bounds[m] >= MINORS[2] {
        return None;
    }
    let mut pivots = 0;
    if bounds[2] < MINORS[0] {
        let mut words = rows.map(|row| row.map(|x| x as i64));
        pivots = eliminate(m, pivots, &mut words, &bounds, MINORS[0])?;
        rows = words.map(|row| row.map(i128::from));
    }
    pivots = eliminate(m, pivots, &mut rows, &bounds, MINORS[1])?;
    if pivots + 1 == m {
        return Some(rows[pivots][pivots].into());
    }
    let (mut wide, first) = ([[Wide::default(); MOST]; MOST], pivots.saturating_sub(1));
    for (wide, row) in wide.iter_mut().zip(&rows).take(m).skip(first) {
        wide.iter_mut().zip(row).for_each(|(wide, &x)| *wide = Wide::from(x));
    }
    pivots = eliminate(m, pivots, &mut wide, &bounds, MINORS[2])?;
    (pivots + 1 == m).then(|| wide[pivots][pivots].into())
}

/// Eliminates below further pivots while all minors are below 2^`most`, and returns how many pivots there are then; `None` where one is 0.
#[inline(always)]
fn eliminate<E: Entry>(
    m: usize,
    mut pivots: usize,
    rows: &mut Rows<E>,
    bounds: &[f64; MOST + 1],
    most: f64,
) -> Option<usize> {
    while pivots + 1 < m && bounds[pivots + 2] < most {
        let last = if pivots == 0 { E::from(1) } else { rows[pivots - 1][pivots - 1] };
        let (divisor, row) = (last.divisor()?, rows[pivots]);
        if row[pivots] == E::from(0) {
            return None;
        }
        for i in pivots + 1..m {
            for j in i..m {
                rows[i][j] = rows[i][j].eliminated(row[pivots], row[i], row[j], &divisor);
            }
        }
        pivots += 1;
    }
    Some(pivots)
}

/// The determinant of a symmetric matrix of three rows.
fn of_three_rows([x, y, z, ..]: &Rows<i128>) -> Wide {
    let ([a, b, c, ..], [_, d, e, ..], f) = (*x, *y, z[2]);
    let minor = |x, y, u, v| Wide::product(x, y) - Wide::product(u, v);
    minor(d, f, e, e).times(a) + minor(c, e, b, f).times(b) + minor(b, e, c, d).times(c)
}
