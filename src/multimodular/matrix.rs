//! Characteristic polynomials and ranks over Z.
//!
//! Coefficients of the characteristic polynomial, sums of principal minors, are bounded by the product of 1 + ‖row‖₂ (Hadamard).
//! A rank modulo p is at most the true one; primes that agree on a lower one divide all minors of the next size, so that their
//! product is bounded too.

use super::{
    Options, Outcome,
    driver::{self, Bounded, Job},
    short,
    work::{Kind, Work},
};
use crate::{
    Error, Result,
    engine::Context,
    matrix::{Echelon, Matrix},
    poly::Poly,
    ring::{AnyRing, Coeffs, Integers, Ring, View},
};
use std::collections::HashSet;

pub(super) fn square(operation: &'static str, a: &Matrix<Integers>) -> Result<usize> {
    let (rows, cols) = a.shape();
    if rows == cols { Ok(rows) } else { Err(Error::NotSquare { operation, rows, cols }) }
}

/// Σ log2 of f(‖row‖₂) over nonzero rows.
pub fn log2_rows(a: &Matrix<Integers>, more: Option<&Matrix<Integers>>, f: impl Fn(f64) -> f64) -> f64 {
    let row = |i: usize| {
        let of = move |m: &'_ Matrix<Integers>| i * m.cols()..(i + 1) * m.cols();
        std::iter::once(a).chain(more).map(move |m| m.entries().slice(of(m)))
    };
    let norm = |i: usize| Integers::log2_norm_of(row(i));
    (0..a.rows()).map(norm).filter(|norm| norm.is_finite()).map(f).sum()
}

/// Σ log2 of ‖column‖₂ over nonzero columns.
pub(super) fn log2_columns(a: &Matrix<Integers>) -> f64 {
    Integers::log2_column_norms(a.entries(), a.cols()).into_iter().filter(|norm| norm.is_finite()).sum()
}

/// Predicted nanoseconds of the decomposition of a square matrix modulo one prime.
pub(super) fn elimination_ns(n: usize, cx: Context<'_>) -> f64 {
    let (n, [row, entry, product]) = (n as f64, cx.engine().costs().elimination);
    n * (row + n * (entry + n * product))
}

/// The characteristic polynomial det(x·I − A), monic.
///
/// ```
/// # use polymod::{Integers, Matrix, multimodular::{self, Options}};
/// # let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[1, 2], &[3, 4]])?;
/// assert_eq!(multimodular::charpoly(&a, &Options::default())?.value.to_string(), "x^2 - 5*x - 2");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotSquare`]; [`Error::Cancelled`].
pub fn charpoly(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<Poly<Integers>>> {
    let n = square("a characteristic polynomial", a)?;
    options.begin("charpoly", &[a.entries()], &[n])?;
    if let Some(charpoly) = short::charpoly(a, options)? {
        return Ok(Outcome::direct(charpoly));
    }
    let job = Bounded {
        task: Box::new(move || format!("characteristic polynomial over z, {n} by {n}")),
        operands: vec![a.entries()],
        count: n + 1,
        // log2(1 + 2^x) is at most max(x, 0) + 1
        bound: log2_rows(a, None, |norm| norm.max(0.0) + 1.0),
        products: 2.0 * (n as f64).powi(3),
        work: Work::new(Kind::Charpoly, &[n]),
    };
    let found = a.ring().engine().enter(|cx| driver::run(a.ring(), &job, options, cx))?;
    Ok(found.map(|coeffs| Poly::from_coeffs(a.ring(), coeffs)))
}

/// The rank.
///
/// ```
/// # use polymod::{Integers, Matrix, multimodular::{self, Options}};
/// # let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[1, 2, 3], &[4, 5, 6], &[7, 8, 9]])?;
/// assert_eq!(multimodular::rank(&a, &Options::default())?.value, 2);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Cancelled`].
pub fn rank(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<usize>> {
    options.begin("rank", &[a.entries()], &[a.rows(), a.cols()])?;
    if let Some(rank) = short::rank(a, options)? {
        return Ok(Outcome::direct(rank));
    }
    Ok(profile(a, options)?.map(|found| found.pivots.len()))
}

/// The rank profile: columns and rows of a square submatrix of full rank.
pub(super) struct Profile {
    pub pivots: Vec<usize>,
    pub rows: Vec<usize>,
}

pub(super) fn profile(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<Profile>> {
    let job = Rank { a, bound: log2_rows(a, None, |norm| norm.max(0.0)) };
    a.ring().engine().enter(|cx| driver::run(a.ring(), &job, options, cx))
}

/// The job for the rank profile: unlucky primes give a lower rank, or later columns.
struct Rank<'a> {
    a: &'a Matrix<Integers>,
    bound: f64,
}

impl Rank<'_> {
    fn most(&self) -> usize {
        self.a.rows().min(self.a.cols())
    }
}

/// The rank profile as words, least for a prime that is right: min(rows, columns) less the rank, the columns of the pivots, and
/// their rows.
pub(super) fn profile_words(echelon: &Echelon<AnyRing>) -> Vec<u64> {
    let (rank, rows) = (echelon.rank(), echelon.order());
    let lacking = [rows.len().min(echelon.cols()) - rank];
    [&lacking, echelon.pivots(), &rows[..rank]].concat().into_iter().map(|i| i as u64).collect()
}

/// The rank given by such words for a matrix of this shape; None if they are not valid.
pub(super) fn rank_of(words: &[u64], [rows, cols]: [usize; 2]) -> Option<usize> {
    let (&lacking, chosen) = words.split_first()?;
    let rank = rows.min(cols).checked_sub(usize::try_from(lacking).ok()?)?;
    let (pivots, chosen) = chosen.split_at_checked(rank)?;
    let distinct: HashSet<u64> = chosen.iter().copied().filter(|&row| row < rows as u64).collect();
    let ascending =
        pivots.windows(2).all(|pair| pair[0] < pair[1]) && pivots.iter().all(|&column| column < cols as u64);
    (ascending && chosen.len() == rank && distinct.len() == rank).then_some(rank)
}

impl Job for Rank<'_> {
    type Answer = Profile;

    fn task(&self) -> String {
        format!("rank over z, {} by {}", self.a.rows(), self.a.cols())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.entries()]
    }

    fn work(&self) -> Work {
        Work::new(Kind::Profile, &[self.a.rows(), self.a.cols()])
    }

    fn products(&self) -> f64 {
        (self.a.rows() * self.a.cols()) as f64 * self.most() as f64
    }

    fn residues(&self, rank: &[u64]) -> Option<usize> {
        rank_of(rank, [self.a.rows(), self.a.cols()]).map(|_| 0)
    }

    fn image_words(&self) -> usize {
        1 + 2 * self.most()
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    /// Full rank with the first columns as pivots cannot be improved by another prime.
    fn accept(&self, rank: &[u64], _: Coeffs<Integers>, known: bool) -> Result<Option<Profile>> {
        let indices: Vec<usize> = rank.iter().map(|&i| i as usize).collect();
        let (pivots, rows) = indices[1..].split_at(self.most() - indices[0]);
        let best = indices[0] == 0 && pivots.iter().enumerate().all(|(i, &j)| i == j);
        Ok((known || best).then(|| Profile { pivots: pivots.to_vec(), rows: rows.to_vec() }))
    }
}
