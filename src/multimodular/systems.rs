//! Systems of linear equations, inverses and kernels over Z.
//!
//! Cramer's rule: numerators and denominator are minors of \[A|B\], bounded by Hadamard's inequality; a candidate with A·X = d·B,
//! d ≠ 0, is right long before that bound. Few right sides take less time by Dixon's lifting ([`lifting`](super::lifting)). A
//! kernel in reduced echelon form consists of minors too. It has as many rows as columns less the rank modulo a prime, which is
//! at most the true one; so rows that A maps to 0 are a basis of the whole kernel.

use super::{
    Certainty, Options, Outcome,
    algorithm::Choice,
    driver::{self, Job},
    gcd::content_of,
    lifting::{self, Lifting},
    matrix::{Profile, elimination_ns, log2_rows, profile, rank, rank_of, square},
    operand::{Operand, is_regular},
    primes::Primes,
    short,
    work::{Kind, Work},
};
use crate::{
    Error, Result,
    crt::{PrimeFamily, rational},
    engine::Context,
    matrix::Matrix,
    monitor::Alternative,
    ring::{Coeffs, Integers, Ring, Vectors, View},
};
use rug::Integer;
use std::cmp::Ordering;

/// The solution of a system of equations over Z: numerators X and one denominator d > 0 with A·X = d·B.
///
/// ```
/// # use polymod::{Integers, Matrix, multimodular::Solution};
/// # let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[2, 0], &[0, 4]])?;
/// let (x, d): Solution = a.solve(&Matrix::from_i64(&z, &[&[1], &[3]])?)?;
/// assert_eq!((x, d), (Matrix::from_i64(&z, &[&[2], &[3]])?, 4.into())); // 1/2 and 3/4
/// # Ok::<(), polymod::Error>(())
/// ```
pub type Solution = (Matrix<Integers>, Integer);

/// X and d > 0 with A·X = d·B, where d and all entries of X have no common factor; unknowns in columns without a pivot are 0.
///
/// ```
/// use polymod::{Matrix, Integers, multimodular::{self, Options}};
/// let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[2, 0], &[0, 3]])?;
/// let (x, d) = multimodular::solve(&a, &Matrix::from_i64(&z, &[&[1], &[1]])?, &Options::default())?.value;
/// assert!(x == Matrix::from_i64(&z, &[&[3], &[2]])? && d == 6);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shapes`] unless both have the same number of rows; [`Error::Inconsistent`] if there is no solution;
/// [`Error::Cancelled`].
pub fn solve(a: &Matrix<Integers>, right: &Matrix<Integers>, options: &Options) -> Result<Outcome<Solution>> {
    if a.rows() != right.rows() {
        return Err(Error::Shapes {
            operation: "a system of equations",
            left: a.shape(),
            right: right.shape(),
            expected: "as many rows of both",
        });
    }
    options.begin("solve", &[a.entries(), right.entries()], &[a.rows(), a.cols(), right.cols()])?;
    if let Some(solution) = short::solve(a, right, options)? {
        return Ok(Outcome::direct(solution));
    }
    let z = a.ring();
    let demanded = z.engine().enter(|cx| outline(a, right, options, cx))?;
    let demanded = demanded.map(str::parse).transpose()?.filter(|_| options.algorithm.is_none());
    let chosen = |found: &Profile| {
        Matrix::from_fn(z, found.rows.len(), found.rows.len(), |i, j| a.get(found.rows[i], found.pivots[j]))
    };
    let mut found = profile(a, options)?;
    if options.checkpoint.is_some() && !is_regular(&chosen(&found.value)?, 1)? {
        found = profile(a, &Options { checkpoint: None, ..options.clone() })?;
    }
    let Profile { rows, pivots } = &found.value;
    let part = chosen(&found.value)?;
    let of_right = Matrix::from_fn(z, rows.len(), right.cols(), |i, j| right.get(rows[i], j))?;
    let options = &Options { algorithm: options.algorithm.or(demanded), ..options.clone() };
    let solved = z.engine().enter(|cx| square_system(&part, &of_right, options, cx))?;
    let (x, d) = &solved.value;
    let mut full = Matrix::zero(z, a.cols(), right.cols())?;
    for (i, &column) in pivots.iter().enumerate() {
        for j in 0..right.cols() {
            full.set(column, j, &x.get(i, j));
        }
    }
    // the other rows are linear combinations of those chosen, and consistent or not
    let (product, multiple) = (a.checked_mul(&full)?, right.scale(d));
    let wrong = (0..right.cols()).find(|&j| (0..right.rows()).any(|i| product.get(i, j) != multiple.get(i, j)));
    if let Some(column) = wrong {
        return Err(Error::Inconsistent { column });
    }
    let d = d.clone();
    let (primes, unlucky) = (found.primes + solved.primes, found.unlucky + solved.unlucky);
    Ok(Outcome { primes, unlucky, ..solved.map(|_| (full, d)) })
}

/// Tells the monitor which algorithm a system of full rank would take; returns the one that the caller or the monitor demands.
fn outline(
    a: &Matrix<Integers>,
    right: &Matrix<Integers>,
    options: &Options,
    cx: Context<'_>,
) -> Result<Option<&'static str>> {
    let choice = Choice {
        task: Box::new(|| {
            format!("system of equations over z, {} by {}, right sides {}", a.rows(), a.cols(), right.cols())
        }),
        alternatives: alternatives(a, right, a.rows().min(a.cols()), options, cx),
    };
    let demanded = choice.demanded(options.algorithm, cx)?;
    let chosen = demanded.unwrap_or_else(|| choice.fastest());
    if chosen == "crt" {
        let bound = log2_rows(a, Some(right), |norm| norm.max(0.0));
        options.expect(a.ring(), &Cramer { a, right, bound }, cx)?;
    }
    choice.begin(chosen, cx)?;
    Ok(demanded)
}

/// The inverse, as numerators and one denominator d > 0 in lowest terms: A·X = d·I.
///
/// ```
/// # use polymod::{Integers, Matrix, multimodular::{self, Options}};
/// # let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[1, 2], &[3, 4]])?;
/// let (x, d) = multimodular::inverse(&a, &Options::default())?.value;
/// assert_eq!((x, d), (Matrix::from_i64(&z, &[&[-4, 2], &[3, -1]])?, 2.into()));
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotSquare`]; [`Error::Singular`]; [`Error::Cancelled`].
pub fn inverse(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<Solution>> {
    let size = square("an inverse", a)?;
    if let Some(inverse) = short::inverse(a, options)? {
        return Ok(Outcome::direct(inverse));
    }
    match solve(a, &Matrix::identity(a.ring(), size), options) {
        Err(Error::Inconsistent { .. }) => {
            let options = Options { checkpoint: None, ..options.clone() };
            Err(Error::Singular { rank: rank(a, &options)?.value, size })
        }
        other => other,
    }
}

/// X and d of a square system of full rank.
fn square_system(
    a: &Matrix<Integers>,
    right: &Matrix<Integers>,
    options: &Options,
    cx: Context<'_>,
) -> Result<Outcome<Solution>> {
    let z = a.ring();
    let bound = log2_rows(a, Some(right), |norm| norm.max(0.0));
    let job = Cramer { a, right, bound };
    let choice = Choice { task: Box::new(|| job.task()), alternatives: alternatives(a, right, a.rows(), options, cx) };
    let chosen = options.choose(&choice, cx)?;
    choice.begin(chosen, cx)?;
    let lifted = match chosen {
        "dixon" => by_lifting(a, right, bound, options, cx)?,
        _ => None,
    };
    let found = match lifted {
        Some(found) => found,
        None => driver::run(z, &job, options, cx.told())?,
    };
    choice.tell(chosen, || driver::parameters(&found, options, cx), cx)?;
    Ok(found)
}

/// The algorithms for a system of rank n, with predicted costs.
fn alternatives(
    a: &Matrix<Integers>,
    right: &Matrix<Integers>,
    n: usize,
    options: &Options,
    cx: Context<'_>,
) -> Vec<Alternative> {
    let sides = right.cols();
    let bound = log2_rows(a, Some(right), |norm| norm.max(0.0));
    let each = f64::from(PrimeFamily::of(cx.engine().target())[0].bits);
    let (primes, digits) = ((bound / each).ceil() + 1.0, (2.0 * bound / each).ceil() + 1.0);
    let parts = lifting::parts(a, right, each as u32) as f64;
    // per prime also the right sides, which take three products where the decomposition takes one
    let images = primes * elimination_ns(n, cx) * (1.0 + 3.0 * sides as f64 / n.max(1) as f64);
    let (entries, solution) = ((n * n) as f64, (n * sides) as f64);
    let alternative =
        |algorithm, predicted_ns, words: f64| Alternative { algorithm, predicted_ns, peak_bytes: (8.0 * words) as u64 };
    // the solution, and the determinant
    let join = a.ring().reconstruction_ns(primes as usize, n * sides + 1, cx.threads());
    let crt = alternative("crt", images / options.speed(cx) + join, entries * primes.min(64.0) + solution * primes);
    let dixon = lifting::predicted_ns(n, sides, parts, digits, cx);
    let dixon = alternative("dixon", dixon, entries * (parts + 4.0) + digits * solution);
    if n > 0 && sides > 0 { vec![crt, dixon] } else { vec![crt] }
}

/// X and d by Dixon's lifting; None if the first primes divide the determinant.
pub fn by_lifting(
    a: &Matrix<Integers>,
    right: &Matrix<Integers>,
    bound: f64,
    options: &Options,
    cx: Context<'_>,
) -> Result<Option<Outcome<Solution>>> {
    let stage = options.checkpoint.as_ref().map(|checkpoint| checkpoint.stage());
    let Some(mut lifting) = Lifting::new(a, right, Primes::new(cx.engine(), options.effort)?, stage, cx)? else {
        return Ok(None);
    };
    let denominator = log2_rows(a, None, |norm| norm.max(0.0));
    let all = ((bound + denominator + 3.0) / lifting.log2_base()) as usize + 1;
    let mut count = all.min(4);
    loop {
        lifting.extend(count, stage, cx)?;
        // numerator and denominator are taken to be of equal size until there are digits for the bounds
        let known = count == all;
        let bits = if known { bound.ceil() as u32 + 1 } else { (lifting.modulus().significant_bits() - 2) / 2 };
        let solution = fractions(&lifting, [a.rows(), right.cols()], bits);
        if let Some((entries, d)) = solution {
            let x = Matrix::new(a.ring(), a.rows(), right.cols(), a.ring().collect(&entries))?;
            if a.checked_mul(&x)? == right.scale(&d) {
                let found = Outcome { certainty: Certainty::Verified, ..Outcome::direct((x, d)) };
                return Ok(Some(found));
            }
        }
        if known {
            return Ok(None);
        }
        count = all.min(count + count / 2);
    }
}

/// Bits of a modulus beyond those of a numerator by which it is found: others are taken for one once in 2^48 entries, and found wrong by the caller.
const SURPLUS: u32 = 48;

/// Numerators of at most this number of bits, and a common denominator of the solution by rational reconstruction; None if the digits do not suffice.
fn fractions(lifting: &Lifting, [rows, sides]: [usize; 2], bits: u32) -> Option<(Vec<Integer>, Integer)> {
    let most = Integer::from(1) << bits;
    let all = lifting.entries(lifting.len());
    // usually the denominator is known from earlier entries, and half of the digits suffice
    let few = (f64::from(bits + 1 + SURPLUS) / lifting.log2_base()).ceil() as usize;
    let low = lifting.entries(few.min(lifting.len()));
    let mut d = Integer::from(1);
    let (mut entries, mut since) = (vec![Integer::new(); rows * sides], vec![Integer::from(1); rows * sides]);
    for side in 0..sides {
        for row in 0..rows {
            let i = side * rows + row;
            let known = centred((low.get(i) * &d).modulo(&low.modulus), &low.modulus);
            let (numerator, more) = match known.cmp_abs(&most) {
                Ordering::Greater => rational(&(all.get(i) * &d).modulo(&all.modulus), &all.modulus, &most)?,
                _ => (known, Integer::from(1)),
            };
            d *= &more;
            (entries[row * sides + side], since[row * sides + side]) = (numerator, d.clone());
        }
    }
    for (entry, denominator) in entries.iter_mut().zip(since).filter(|(_, denominator)| *denominator != d) {
        *entry *= Integer::from(d.div_exact_ref(&denominator));
    }
    let common = content_of(entries.iter().cloned().chain([d.clone()]));
    entries.iter_mut().for_each(|x| x.div_exact_mut(&common));
    Some((entries, d.div_exact(&common)))
}

/// The number of least magnitude that is congruent to this one of [0, modulus).
fn centred(x: Integer, modulus: &Integer) -> Integer {
    if Integer::from(2 * &x) > *modulus { x - modulus } else { x }
}

/// The job for a square system of full rank.
pub(super) struct Cramer<'a, M> {
    pub a: &'a M,
    pub right: &'a Matrix<Integers>,
    pub bound: f64,
}

impl<M: Operand> Job for Cramer<'_, M> {
    type Answer = Solution;

    fn task(&self) -> String {
        self.a.task("system", Some(self.right.cols()))
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.entries(), self.right.entries()]
    }

    /// det A·A⁻¹·B, and det A.
    fn work(&self) -> Work {
        self.a.cramer(self.right.cols())
    }

    fn products(&self) -> f64 {
        self.a.products(self.right.cols())
    }

    fn residues(&self, rank: &[u64]) -> Option<usize> {
        rank.is_empty().then_some(self.right.rows() * self.right.cols() + 1)
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn accept(&self, _: &[u64], candidate: Coeffs<Integers>, _: bool) -> Result<Option<Self::Answer>> {
        let is_right = |x: &Matrix<Integers>, d: &Integer| Ok(self.a.times(x)? == self.right.scale(d));
        in_lowest_terms(self.a.ring(), self.right.shape(), &candidate, is_right)
    }
}

/// Numerators and a denominator at the end of a vector, in lowest terms, if they are right.
fn in_lowest_terms(
    z: &Integers,
    (rows, cols): (usize, usize),
    candidate: &Coeffs<Integers>,
    is_right: impl Fn(&Matrix<Integers>, &Integer) -> Result<bool>,
) -> Result<Option<Solution>> {
    let last = candidate.len() - 1;
    let d = z.get(candidate.view(), last);
    let x = Matrix::new(z, rows, cols, z.owned(candidate.slice(0..last)))?;
    // also a result proved by the bound is checked: the images may have come from a file
    if d == 0 || !is_right(&x, &d)? {
        return Ok(None);
    }
    let mut common = content_of((0..=last).map(|i| z.get(candidate.view(), i)));
    if d < 0 {
        common = -common;
    }
    let reduced = Matrix::from_fn(z, rows, cols, |i, j| x.get(i, j).div_exact(&common))?;
    Ok(Some((reduced, d.div_exact(&common))))
}

/// A basis of all x with A·x = 0, as the rows of a matrix in reduced echelon form: the entries of a row have no common factor,
/// the first nonzero one is positive, and the other rows have 0 in its column.
///
/// ```
/// use polymod::{Matrix, Integers, multimodular::{self, Options}};
/// let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[2, 3, 0], &[4, 6, 0]])?;
/// let kernel = multimodular::nullspace(&a, &Options::default())?.value;
/// assert!(kernel == Matrix::from_i64(&z, &[&[3, -2, 0], &[0, 0, 1]])?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Cancelled`]; [`Error::TooLarge`].
pub fn nullspace(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<Matrix<Integers>>> {
    options.begin("nullspace", &[a.entries()], &[a.rows(), a.cols()])?;
    let z = a.ring();
    if let Some(kernel) = short::nullspace(a, options)? {
        return Ok(Outcome::direct(kernel));
    }
    let mirrored = a.mirrored();
    let job = Kernel { a, mirrored: &mirrored, bound: log2_rows(a, None, |norm| norm.max(0.0)) };
    z.engine().enter(|cx| driver::run(z, &job, options, cx))
}

/// The reduced row echelon form over Q, of A's shape, as numerators X and one denominator d > 0 in lowest terms: each nonzero row begins
/// with d, in whose column the other rows have 0, and rows of zeros are last.
///
/// ```
/// use polymod::{Matrix, Integers, multimodular::{self, Options}};
/// let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[2, 4, 3], &[1, 2, 3], &[3, 6, 6]])?;
/// let (x, d) = multimodular::rref(&a, &Options::default())?.value;
/// assert!(x == Matrix::from_i64(&z, &[&[1, 2, 0], &[0, 0, 1], &[0, 0, 0]])? && d == 1);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`nullspace`].
pub fn rref(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<Solution>> {
    if let Some(form) = short::rref(a, options)? {
        return Ok(Outcome::direct(form));
    }
    // each vector of this basis ends with its entry in a column without a pivot, where the others have 0
    let basis = nullspace(&a.mirrored(), options)?;
    let value = echelon_of_kernel(a, &basis.value.mirrored())?;
    Ok(basis.map(|_| value))
}

/// A basis over Q of the space of A's columns, as the rows of a matrix in reduced echelon form: as many rows as the rank, as many columns
/// as A has rows; the entries of a row have no common factor, the first nonzero one is positive, and the other rows have 0 in its column.
///
/// ```
/// use polymod::{Matrix, Integers, multimodular::{self, Options}};
/// let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[2, 4], &[3, 6], &[0, 0]])?;
/// let basis = multimodular::column_space(&a, &Options::default())?.value;
/// assert_eq!(basis, Matrix::from_i64(&z, &[&[2, 3, 0]])?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`rref`], which it is of the transpose.
pub fn column_space(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<Matrix<Integers>>> {
    rref(&a.transposed(), options)?.tried(|(form, _)| {
        let (z, cols) = (form.ring(), form.cols());
        let rank = z.trimmed_len(form.entries()).div_ceil(cols.max(1));
        let contents: Vec<Integer> = (0..rank).map(|i| content_of((0..cols).map(|j| form.get(i, j)))).collect();
        Matrix::from_fn(z, rank, cols, |i, j| form.get(i, j).div_exact(&contents[i]))
    })
}

/// The reduced echelon form of A: a kernel vector states the combination of the pivots' columns that a column without a pivot is.
fn echelon_of_kernel(a: &Matrix<Integers>, basis: &Matrix<Integers>) -> Result<Solution> {
    let z = a.ring();
    let end = |k: usize| (0..a.cols()).rev().find(|&j| basis.get(k, j) != 0).unwrap_or_default();
    let free: Vec<usize> = (0..basis.rows()).map(end).collect();
    let pivots = (0..a.cols()).filter(|j| !free.contains(j));
    let mut d = Integer::from(1);
    for (k, &j) in free.iter().enumerate() {
        d.lcm_mut(&basis.get(k, j));
    }
    let mut x = Matrix::zero(z, a.rows(), a.cols())?;
    for (i, pivot) in pivots.enumerate() {
        x.set(i, pivot, &d);
        for (k, &j) in free.iter().enumerate() {
            let factor = d.clone().div_exact(&basis.get(k, j));
            x.set(i, j, &-(factor * basis.get(k, pivot)));
        }
    }
    Ok((x, d))
}

struct Kernel<'a> {
    a: &'a Matrix<Integers>,
    mirrored: &'a Matrix<Integers>,
    bound: f64,
}

impl Job for Kernel<'_> {
    type Answer = Matrix<Integers>;

    fn task(&self) -> String {
        format!("kernel over z, {} by {}", self.a.rows(), self.a.cols())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.mirrored.entries()]
    }

    /// The kernel times the minor of the pivots.
    fn work(&self) -> Work {
        Work::new(Kind::Kernel, &[self.a.rows(), self.a.cols()])
    }

    fn products(&self) -> f64 {
        (self.a.rows() * self.a.cols()) as f64 * self.a.rows().max(self.a.cols()) as f64
    }

    fn residues(&self, rank: &[u64]) -> Option<usize> {
        let cols = self.a.cols();
        rank_of(rank, [self.a.rows(), cols]).map(|rank| (cols - rank) * cols)
    }

    fn image_words(&self) -> usize {
        // of full rank, or one less where the kernel would be 0
        let (cols, rank) = (self.a.cols(), self.a.rows().min(self.a.cols().saturating_sub(1)));
        1 + 2 * rank + (cols - rank) * cols
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn accept(&self, _: &[u64], candidate: Coeffs<Integers>, _: bool) -> Result<Option<Self::Answer>> {
        let (z, cols) = (self.a.ring(), self.a.cols());
        let rows = candidate.len() / cols.max(1);
        let mut kernel = Matrix::zero(z, rows, cols)?;
        for i in 0..rows {
            let row = candidate.slice(i * cols..(i + 1) * cols);
            let entries = || (0..cols).map(|j| z.get(row, j));
            let Some(lead) = entries().find(|x| *x != 0) else { return Ok(None) };
            let common = content_of(entries());
            let signed = if lead < 0 { -common } else { common };
            for (j, x) in entries().enumerate().filter(|(_, x)| *x != 0) {
                kernel.set(i, j, &x.div_exact(&signed));
            }
        }
        let right = self.a.checked_mul(&kernel.transposed())?.is_zero();
        Ok(right.then_some(kernel))
    }
}
