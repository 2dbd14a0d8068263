//! Minimal polynomials over Z.
//!
//! The minimal polynomial m of A divides the characteristic one, so that it has integer coefficients (Gauss), and |λ| ≤ ‖A‖∞ for its
//! roots λ: they are at most (1 + ‖A‖∞)^n. Modulo p it is a multiple of the minimal polynomial of the image, of the same degree for
//! all but finitely many p. A candidate of degree n is thus right, and any other one if it annihilates A.

use super::{
    Options, Outcome,
    driver::{self, Job},
    matrix::square,
    operand::Operand,
    work::Work,
};
use crate::{
    Result,
    matrix::Matrix,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, View},
};
use rug::Integer;

/// The minimal polynomial: the monic polynomial m of least degree with m(A) = 0; 1 for the matrix without rows. One of degree n is
/// proved by a bound, any other verified by m(A) = 0.
///
/// ```
/// use polymod::{Matrix, Integers, multimodular::{self, Options}};
/// let a = Matrix::from_i64(&Integers::new(), &[&[3, 0, 0], &[0, 3, 0], &[0, 0, -1]])?;
/// assert_eq!(multimodular::minpoly(&a, &Options::default())?.value.to_string(), "x^2 - 2*x - 3");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
pub fn minpoly(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<Poly<Integers>>> {
    let n = square("a minimal polynomial", a)?;
    options.begin("minpoly", &[a.entries()], &[n])?;
    if n == 0 {
        return Ok(Outcome::direct(Poly::one(a.ring())));
    }
    let job = Minimal { a, bound: n as f64 * (log2_row_sum(a).min(log2_row_sum(&a.transposed())) + 1.0) };
    a.ring().engine().enter(|cx| driver::run(a.ring(), &job, options, cx))
}

/// log2 of the largest sum of the magnitudes of a row, rounded up, and at least 0; the sum plus 1 is at most twice that.
fn log2_row_sum(a: &Matrix<Integers>) -> f64 {
    let sum = |i: usize| (0..a.cols()).map(|j| a.get(i, j).abs()).sum::<Integer>();
    (0..a.rows()).map(sum).max().map_or(0.0, |largest| f64::from(largest.significant_bits()))
}

/// The job for the minimal polynomial: unlucky primes give one of lower degree.
pub(super) struct Minimal<'a, M> {
    pub a: &'a M,
    pub bound: f64,
}

impl<M: Operand> Job for Minimal<'_, M> {
    type Answer = Poly<Integers>;

    fn task(&self) -> String {
        self.a.task("minimal polynomial", None)
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.entries()]
    }

    /// The rank is n less the degree.
    fn work(&self) -> Work {
        self.a.minimal()
    }

    fn products(&self) -> f64 {
        2.0 * self.a.products(0)
    }

    fn residues(&self, rank: &[u64]) -> Option<usize> {
        let [lacking] = rank else { return None };
        self.a.shape().0.checked_sub(usize::try_from(*lacking).ok()?).map(|degree| degree + 1)
    }

    fn image_words(&self) -> usize {
        self.a.shape().0 + 2
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn accept(&self, rank: &[u64], candidate: Coeffs<Integers>, known: bool) -> Result<Option<Self::Answer>> {
        let m = Poly::from_coeffs(self.a.ring(), candidate);
        let right = if rank == [0] {
            known
        } else {
            m.leading().is_some_and(|lead| lead == 1) && self.a.is_annihilated_by(&m)?
        };
        Ok(right.then_some(m))
    }
}
