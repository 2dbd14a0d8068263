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
//! * [`squarefree`], by greatest common divisors.
//! * [`Bivariate`]: products, divisors and resultants in Z\[x, y\].
//! * [`det`](det()), [`charpoly`], [`rank`], [`solve`], [`inverse`] and [`nullspace`] of matrices, by elimination modulo primes and Cramer's
//!   rule.
//! * [`poly_det`] of matrices of polynomials, by values at points modulo primes.
//! * [`factor`](factor()), [`roots`]: factors modulo one prime, lifted and put together by lattice reduction.
//!
//! Images may be kept in a [`Checkpoint`], from which a run that was stopped goes on, also with other instructions and other primes.

mod algorithm;
mod bezout;
mod bivariate;
mod checkpoint;
mod determinant;
mod driver;
mod factor;
mod gcd;
mod heuristic;
mod lifting;
mod matrix;
mod poly_matrix;
mod primes;
mod quotient;
mod resultant;
mod squarefree;
mod systems;

pub use algorithm::Algorithm;
pub use bezout::{IntegerBezout, xgcd};
pub use bivariate::Bivariate;
pub use checkpoint::Checkpoint;
pub use determinant::det;
pub use factor::{factor, is_irreducible, roots};
pub use gcd::{content, gcd, primitive_part};
pub use matrix::{charpoly, rank};
pub use poly_matrix::det as poly_det;
pub use resultant::{discriminant, resultant};
pub use squarefree::squarefree;
pub use systems::{inverse, nullspace, solve};

use crate::{
    Result,
    ring::{Integers, Ring, View},
};
use algorithm::Choice;
use checkpoint::Identity;
use rug::integer::Order;
use std::sync::Arc;

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

/// How an answer is found.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// When to end.
    pub effort: Effort,
    /// The way, where there is a choice; none: the one that is predicted fastest.
    pub algorithm: Option<Algorithm>,
    /// Where to keep what was computed so far, and to find what an earlier run computed.
    pub checkpoint: Option<Arc<Checkpoint>>,
}

impl Options {
    /// To end when further primes, which the seed tells, no longer change the answer.
    #[must_use]
    pub fn probabilistic(seed: u64) -> Self {
        Options { effort: Effort::Probabilistic { seed }, ..Options::default() }
    }

    /// The way asked for, or the one that the checkpoint was begun with, or the one that is predicted fastest: predictions differ by
    /// machine and instruction set, and the records of one way are of no use to another.
    ///
    /// # Errors
    /// Those of [`Choice::choose`] and of the checkpoint.
    fn choose(&self, choice: &Choice) -> Result<&'static str> {
        /// Neither a prime that images are made of, nor a number of digits.
        const KEY: u64 = 1;
        let chosen = choice.choose(self.algorithm)?;
        let Some(stage) = self.checkpoint.as_ref().map(|checkpoint| checkpoint.stage()) else { return Ok(chosen) };
        let words = |name: &str| name.bytes().map(u64::from).collect::<Vec<_>>();
        let begun = stage.take(KEY).map(|found| choice.alternatives.iter().find(|a| words(a.algorithm) == found));
        match begun.flatten() {
            Some(begun) if self.algorithm.is_none() => return Ok(begun.algorithm),
            Some(begun) if begun.algorithm == chosen => {}
            _ => stage.append(KEY, &words(chosen))?,
        }
        Ok(chosen)
    }

    /// Tells the checkpoint which computation it is of: its name, and the integers and numbers that it is given.
    fn begin(&self, name: &str, operands: &[View<'_, Integers>], numbers: &[usize]) -> Result<()> {
        let Some(checkpoint) = &self.checkpoint else { return Ok(()) };
        let z = Integers::new();
        let mut words = vec![match self.effort {
            Effort::Certified => 0,
            Effort::Probabilistic { seed } => seed.max(1),
        }];
        words.extend(self.algorithm.iter().flat_map(|a| a.to_string().into_bytes()).map(u64::from));
        words.extend(numbers.iter().map(|&n| n as u64));
        for v in operands {
            words.push(v.len() as u64);
            for i in 0..v.len() {
                let x = z.get(*v, i);
                let limbs = x.as_abs().to_digits::<u64>(Order::Lsf);
                words.push(2 * limbs.len() as u64 + u64::from(x < 0));
                words.extend(limbs);
            }
        }
        checkpoint.begin(Identity::new(name, words))
    }
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
