//! Exact answers over Z from answers modulo many primes.
//!
//! Each computation is one job a prime, run in parallel: primes that do not divide what must not vanish, jobs
//! that say when their prime was unlucky, and the Chinese remainder theorem over all that were not. It ends when the primes
//! exceed a proved bound, or before that when a candidate passes an exact check; an [`Outcome`] says which.
//!
//! * [`gcd`](self::gcd()) in Z\[x\]: images of monic divisors times the leading coefficients' divisor (Brown 1971, "On Euclid's algorithm and the
//!   computation of polynomial greatest common divisors"), checked by exact division.
//! * [`xgcd`]: the cofactors that Sylvester's matrix has for the resultant, checked by their identity.
//! * [`resultant`], [`discriminant`]: up to Hadamard's bound.
//! * [`det`](det()), [`charpoly`], [`rank`], [`solve`] and [`inverse`] of matrices, by elimination modulo primes and Cramer's rule.
//! * [`poly_det`] of matrices of polynomials, by values at points modulo primes.

mod bezout;
mod driver;
mod gcd;
mod matrix;
mod poly_matrix;
mod quotient;
mod resultant;

pub use bezout::{IntegerBezout, xgcd};
pub use gcd::{content, gcd, primitive_part};
pub use matrix::{charpoly, det, inverse, rank, solve};
pub use poly_matrix::det as poly_det;
pub use resultant::{discriminant, resultant};

/// When a computation may end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// When the answer is proved, or checked.
    #[default]
    Certified,
    /// Where an answer cannot be checked, when further primes no longer change it: primes from a random place on, which the seed tells.
    Probabilistic {
        /// Of the primes.
        seed: u64,
    },
}

/// Why an answer is believed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Certainty {
    /// The primes' product exceeds a proved bound, or there was nothing to decide.
    Proved,
    /// It passed a check that only the right answer passes.
    Verified,
    /// So many primes beyond those that it was found with agree with it.
    Probable {
        /// How many.
        agreeing: usize,
    },
}

/// An answer, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<T> {
    /// The answer.
    pub value: T,
    /// Why it is right.
    pub certainty: Certainty,
    /// Primes that it was found with.
    pub primes: usize,
    /// Primes that were dropped.
    pub unlucky: usize,
}

impl<T> Outcome<T> {
    /// An answer that took no primes.
    fn direct(value: T) -> Self {
        Outcome { value, certainty: Certainty::Proved, primes: 0, unlucky: 0 }
    }

    fn map<U>(self, f: impl FnOnce(T) -> U) -> Outcome<U> {
        Outcome { value: f(self.value), certainty: self.certainty, primes: self.primes, unlucky: self.unlucky }
    }
}
