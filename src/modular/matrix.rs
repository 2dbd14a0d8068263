//! Determinants, characteristic polynomials, ranks and systems of linear equations over Z.
//!
//! Determinants are bounded by Hadamard's inequality, coefficients of the characteristic polynomial, sums of principal minors, by the product
//! of 1 + ‖row‖₂. A rank modulo p is at most the true one; primes that agree on a lower one divide all minors of the next size,
//! so that their product is bounded too. Systems go by Cramer's rule: numerators and denominator are minors of \[A|B\], and
//! a candidate with A·X = d·B, d ≠ 0, is right.

use super::{
    Effort, Outcome,
    driver::{self, Image, Job, padded},
    resultant::log2_norm,
};
use crate::{
    Error, Result,
    matrix::Dense,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, View, Zn},
};
use rug::Integer;
use std::sync::{Mutex, MutexGuard, PoisonError};

fn square(operation: &'static str, a: &Dense<Integers>) -> Result<usize> {
    let (rows, cols) = a.shape();
    if rows == cols { Ok(rows) } else { Err(Error::NotSquare { operation, rows, cols }) }
}

/// Σ log2 of f(‖row‖₂) over rows that are not zero.
fn log2_rows(a: &Dense<Integers>, more: Option<&Dense<Integers>>, f: impl Fn(f64) -> f64) -> f64 {
    let row = |i: usize| {
        let more = more.into_iter().flat_map(|b| (0..b.cols()).map(move |j| b.get(i, j)));
        let entries = (0..a.cols()).map(|j| a.get(i, j)).chain(more);
        Poly::new(a.ring(), entries.collect::<Vec<_>>())
    };
    (0..a.rows()).map(row).filter(|p| !p.is_empty()).map(|p| f(log2_norm(&p))).sum()
}

/// The matrix over Z/p with these residues.
fn image_of(zn: &Zn, a: &Dense<Integers>, residues: &[u64]) -> Result<Dense<Zn>> {
    Dense::new(zn, a.rows(), a.cols(), zn.owned(zn.view(residues)?))
}

/// The determinant of a square matrix; 1 of the one without rows.
///
/// ```
/// use polymod::{Dense, Integers, modular::{self, Effort}};
/// let a = Dense::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
/// assert_eq!(modular::det(&a, Effort::Certified)?.value, -2);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotSquare`]; [`Error::Cancelled`].
pub fn det(a: &Dense<Integers>, effort: Effort) -> Result<Outcome<Integer>> {
    let n = square("a determinant", a)?;
    if n == 0 {
        return Ok(Outcome::direct(Integer::from(1)));
    }
    let job = Word { a, bound: log2_rows(a, None, |norm| norm), image: |a| a.det(), what: "determinant" };
    a.ring().engine().enter(|cx| driver::run(a.ring(), &job, effort, cx))
}

/// One word a prime.
struct Word<'a> {
    a: &'a Dense<Integers>,
    bound: f64,
    image: fn(&Dense<Zn>) -> Result<u64>,
    what: &'static str,
}

impl Job for Word<'_> {
    type Answer = Integer;

    fn task(&self) -> String {
        format!("{} over z, {} by {}", self.what, self.a.rows(), self.a.cols())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.entries()]
    }

    fn image(&self, zn: &Zn, operands: &[&[u64]]) -> Result<Option<Image>> {
        let residue = (self.image)(&image_of(zn, self.a, operands[0])?)?;
        Ok(Some(Image { rank: 0, residues: vec![residue] }))
    }

    fn trivial(&self, _: usize) -> Option<Integer> {
        None
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn checks(&self) -> bool {
        false
    }

    fn accept(&self, candidate: Coeffs<Integers>, known: bool) -> Result<Option<Integer>> {
        Ok(known.then(|| self.a.ring().get(candidate.view(), 0)))
    }
}

/// The characteristic polynomial det(x·I − A), monic.
///
/// # Errors
/// [`Error::NotSquare`]; [`Error::Cancelled`].
pub fn charpoly(a: &Dense<Integers>, effort: Effort) -> Result<Outcome<Poly<Integers>>> {
    square("a characteristic polynomial", a)?;
    // log2(1 + 2^x) is at most max(x, 0) + 1
    let job = CharPoly { a, bound: log2_rows(a, None, |norm| norm.max(0.0) + 1.0) };
    a.ring().engine().enter(|cx| driver::run(a.ring(), &job, effort, cx))
}

struct CharPoly<'a> {
    a: &'a Dense<Integers>,
    bound: f64,
}

impl Job for CharPoly<'_> {
    type Answer = Poly<Integers>;

    fn task(&self) -> String {
        format!("characteristic polynomial over z, {} by {}", self.a.rows(), self.a.cols())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.entries()]
    }

    fn image(&self, zn: &Zn, operands: &[&[u64]]) -> Result<Option<Image>> {
        let p = image_of(zn, self.a, operands[0])?.charpoly()?;
        Ok(Some(Image { rank: 0, residues: padded(zn, &p, self.a.rows() + 1) }))
    }

    fn trivial(&self, _: usize) -> Option<Self::Answer> {
        None
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn checks(&self) -> bool {
        false
    }

    fn accept(&self, candidate: Coeffs<Integers>, known: bool) -> Result<Option<Self::Answer>> {
        Ok(known.then(|| Poly::from_coeffs(self.a.ring(), candidate)))
    }
}

/// The rank.
///
/// # Errors
/// [`Error::Cancelled`].
pub fn rank(a: &Dense<Integers>, effort: Effort) -> Result<Outcome<usize>> {
    Ok(profile(a, effort)?.map(|found| found.pivots.len()))
}

/// Columns and rows that a square matrix of full rank is made of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Profile {
    pivots: Vec<usize>,
    rows: Vec<usize>,
}

fn profile(a: &Dense<Integers>, effort: Effort) -> Result<Outcome<Profile>> {
    let job = Rank { a, bound: log2_rows(a, None, |norm| norm.max(0.0)), best: Mutex::default() };
    a.ring().engine().enter(|cx| driver::run(a.ring(), &job, effort, cx))
}

struct Rank<'a> {
    a: &'a Dense<Integers>,
    bound: f64,
    /// Of the primes so far: the highest rank, and the first columns. Those of an unlucky prime are later ones.
    best: Mutex<Option<Profile>>,
}

impl Rank<'_> {
    fn best(&self) -> MutexGuard<'_, Option<Profile>> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Job for Rank<'_> {
    type Answer = Profile;

    fn task(&self) -> String {
        format!("rank over z, {} by {}", self.a.rows(), self.a.cols())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.entries()]
    }

    /// Rank 0 where there are as many pivots as rows or columns.
    fn image(&self, zn: &Zn, operands: &[&[u64]]) -> Result<Option<Image>> {
        let echelon = image_of(zn, self.a, operands[0])?.echelon()?;
        let rank = echelon.rank();
        let found = Profile { pivots: echelon.pivots().to_vec(), rows: echelon.order()[..rank].to_vec() };
        let mut best = self.best();
        if best.as_ref().is_none_or(|b| b.pivots.len() < rank || b.pivots.len() == rank && found < *b) {
            *best = Some(found);
        }
        Ok(Some(Image { rank: self.a.rows().min(self.a.cols()) - rank, residues: Vec::new() }))
    }

    fn trivial(&self, _: usize) -> Option<Profile> {
        None
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn checks(&self) -> bool {
        true
    }

    fn accept(&self, _: Coeffs<Integers>, known: bool) -> Result<Option<Profile>> {
        let full = |p: &Profile| p.pivots.len() == self.a.rows().min(self.a.cols());
        Ok(self.best().clone().filter(|p| known || full(p)))
    }
}

/// X and d > 0 with A·X = d·B and nothing common to d and all entries of X; unknowns beside those of the pivots are 0.
///
/// ```
/// use polymod::{Dense, Integers, modular::{self, Effort}};
/// let z = Integers::new();
/// let a = Dense::from_i64(&z, &[&[2, 0], &[0, 3]])?;
/// let (x, d) = modular::solve(&a, &Dense::from_i64(&z, &[&[1], &[1]])?, Effort::Certified)?.value;
/// assert!(x == Dense::from_i64(&z, &[&[3], &[2]])? && d == 6);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shapes`] unless both have as many rows; [`Error::Inconsistent`] where there is no solution; [`Error::Cancelled`].
pub fn solve(
    a: &Dense<Integers>,
    right: &Dense<Integers>,
    effort: Effort,
) -> Result<Outcome<(Dense<Integers>, Integer)>> {
    if a.rows() != right.rows() {
        return Err(Error::Shapes {
            operation: "a system of equations",
            left: a.shape(),
            right: right.shape(),
            expected: "as many rows of both",
        });
    }
    let (z, found) = (a.ring(), profile(a, effort)?);
    let Profile { rows, pivots } = &found.value;
    let part = Dense::from_fn(z, rows.len(), rows.len(), |i, j| a.get(rows[i], pivots[j]))?;
    let of_right = Dense::from_fn(z, rows.len(), right.cols(), |i, j| right.get(rows[i], j))?;
    let bound = log2_rows(&part, Some(&of_right), |norm| norm.max(0.0));
    let job = Cramer { a: &part, right: &of_right, bound };
    let solved = z.engine().enter(|cx| driver::run(z, &job, effort, cx))?;
    let (x, d) = &solved.value;
    let mut full = Dense::zeros(z, a.cols(), right.cols())?;
    for (i, &column) in pivots.iter().enumerate() {
        for j in 0..right.cols() {
            full.set(column, j, &x.get(i, j));
        }
    }
    // the rows beside those chosen are combinations of them, and consistent or not
    let (product, multiple) = (a.checked_mul(&full)?, right.scale(d));
    let wrong = (0..right.cols()).find(|&j| (0..right.rows()).any(|i| product.get(i, j) != multiple.get(i, j)));
    if let Some(column) = wrong {
        return Err(Error::Inconsistent { column });
    }
    let d = d.clone();
    let (primes, unlucky) = (found.primes + solved.primes, found.unlucky + solved.unlucky);
    Ok(Outcome { primes, unlucky, ..solved.map(|_| (full, d)) })
}

/// The inverse, as numerators and one denominator d > 0 in lowest terms: A·X = d·I.
///
/// # Errors
/// [`Error::NotSquare`]; [`Error::Singular`]; [`Error::Cancelled`].
pub fn inverse(a: &Dense<Integers>, effort: Effort) -> Result<Outcome<(Dense<Integers>, Integer)>> {
    let size = square("an inverse", a)?;
    match solve(a, &Dense::identity(a.ring(), size), effort) {
        Err(Error::Inconsistent { .. }) => Err(Error::Singular { rank: rank(a, effort)?.value, size }),
        other => other,
    }
}

/// The solution of a square system of full rank.
struct Cramer<'a> {
    a: &'a Dense<Integers>,
    right: &'a Dense<Integers>,
    bound: f64,
}

impl Job for Cramer<'_> {
    type Answer = (Dense<Integers>, Integer);

    fn task(&self) -> String {
        format!("system over z, {} unknowns, {} right sides", self.a.cols(), self.right.cols())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.entries(), self.right.entries()]
    }

    /// det A·A⁻¹·B, and det A.
    fn image(&self, zn: &Zn, operands: &[&[u64]]) -> Result<Option<Image>> {
        let echelon = image_of(zn, self.a, operands[0])?.echelon()?;
        let det = echelon.det();
        if det == 0 {
            return Ok(None);
        }
        let x = echelon.solve(&image_of(zn, self.right, operands[1])?)?.scale(&det);
        let mut residues = zn.words(x.entries()).to_vec();
        residues.push(det);
        Ok(Some(Image { rank: 0, residues }))
    }

    fn trivial(&self, _: usize) -> Option<Self::Answer> {
        None
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn checks(&self) -> bool {
        true
    }

    fn accept(&self, candidate: Coeffs<Integers>, known: bool) -> Result<Option<Self::Answer>> {
        let (z, last) = (self.a.ring(), candidate.len() - 1);
        let d = z.get(candidate.view(), last);
        let x = Dense::new(z, self.a.cols(), self.right.cols(), z.owned(candidate.slice(0..last)))?;
        if d == 0 || !known && self.a.checked_mul(&x)? != self.right.scale(&d) {
            return Ok(None);
        }
        let mut common = (0..last).fold(d.clone(), |common, i| common.gcd(&z.get(candidate.view(), i)));
        if d < 0 {
            common = -common;
        }
        let reduced = Dense::from_fn(z, x.rows(), x.cols(), |i, j| x.get(i, j).div_exact(&common))?;
        Ok(Some((reduced, d.div_exact(&common))))
    }
}
