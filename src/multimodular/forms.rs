//! Adjugates and Pfaffians over Z.
//!
//! The entries of an adjugate are minors, bounded by the product of the rows' norms, those below 1 left out; a Pfaffian by the root of the product of
//! all (Hadamard), because its square is the determinant. Both are computed modulo primes up to these bounds, whatever the rank.

use super::{
    Options, Outcome,
    driver::{self, Bounded},
    matrix::{log2_rows, square},
    work::{Kind, Work},
};
use crate::{
    Result,
    matrix::Matrix,
    ring::{Integers, Ring},
};
use rug::Integer;

/// The adjugate of a square matrix: entry (i, j) is (−1)^(i+j) times the minor without row j and column i, so that A·adj A = det A·I.
///
/// ```
/// # use polymod::{Integers, Matrix, multimodular::{self, Options}};
/// # let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[1, 2, 3], &[2, 4, 6], &[0, 0, 5]])?; // singular
/// let found = multimodular::adjugate(&a, &Options::default())?.value;
/// assert_eq!(found, Matrix::from_i64(&z, &[&[20, -10, 0], &[-10, 5, 0], &[0, 0, 0]])?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Checkpoint`](crate::Error::Checkpoint);
/// [`Error::Cancelled`](crate::Error::Cancelled).
pub fn adjugate(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<Matrix<Integers>>> {
    let n = square("an adjugate", a)?;
    options.begin("adjugate", &[a.entries()], &[n])?;
    if n < 2 {
        return Ok(Outcome::direct(Matrix::identity(a.ring(), n)));
    }
    let job = Bounded {
        task: Box::new(move || format!("adjugate over z, {n} by {n}")),
        operands: vec![a.entries()],
        count: n * n,
        bound: log2_rows(a, None, |norm| norm.max(0.0)),
        products: 2.0 * (n as f64).powi(3),
        work: Work::new(Kind::Adjugate, &[n]),
    };
    let found = a.ring().engine().enter(|cx| driver::run(a.ring(), &job, options, cx))?;
    let Outcome { value, certainty, primes, unlucky } = found;
    Ok(Outcome { value: Matrix::new(a.ring(), n, n, value)?, certainty, primes, unlucky })
}

/// The Pfaffian of a skew-symmetric matrix; 1 of the matrix without rows, 0 of one of odd size.
///
/// ```
/// # use polymod::{Integers, Matrix, multimodular::{self, Options}};
/// let a = Matrix::from_i64(&Integers::new(), &[&[0, 2, -3, 5], &[-2, 0, 7, 1], &[3, -7, 0, -4], &[-5, -1, 4, 0]])?;
/// assert_eq!(multimodular::pfaffian(&a, &Options::default())?.value, 30); // 2·(−4) − (−3)·1 + 5·7
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Domain`](crate::Error::Domain) where it is not skew-symmetric;
/// [`Error::Checkpoint`](crate::Error::Checkpoint); [`Error::Cancelled`](crate::Error::Cancelled).
pub fn pfaffian(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<Integer>> {
    let n = a.skew_symmetric()?;
    options.begin("pfaffian", &[a.entries()], &[n])?;
    if n == 0 || n % 2 == 1 {
        return Ok(Outcome::direct(Integer::from(u32::from(n == 0))));
    }
    let job = Bounded {
        task: Box::new(move || format!("pfaffian over z, {n} by {n}")),
        operands: vec![a.entries()],
        count: 1,
        bound: log2_rows(a, None, |norm| norm).max(0.0) / 2.0,
        products: (n as f64).powi(3) / 3.0,
        work: Work::new(Kind::Pfaffian, &[n]),
    };
    let found = a.ring().engine().enter(|cx| driver::run(a.ring(), &job, options, cx))?;
    Ok(found.map(|v| a.ring().get(v.view(), 0)))
}
