//! Algorithms for answers over Z, and the choice among them.

use crate::{
    Error, Result,
    arith::{FERMAT_PRIMES, FermatPrime},
    engine::Context,
    monitor::{Alternative, Decision},
};
use std::{fmt, str::FromStr};

/// An algorithm for an answer over Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Images modulo many primes of a word, combined by the Chinese remainder theorem.
    Crt,
    /// p-adic digits of a solution, for one prime p (Dixon's lifting).
    Dixon,
    /// One image modulo a generalized Fermat prime above the bound: the given one, or the smallest that suffices.
    BigPrime(Option<FermatPrime>),
    /// The greatest common divisor of two integers, the values at one point.
    Heuristic,
}

impl Algorithm {
    /// The algorithm's name, without that of a prime.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Crt => "crt",
            Algorithm::Dixon => "dixon",
            Algorithm::BigPrime(_) => "big-prime",
            Algorithm::Heuristic => "heuristic",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Algorithm::BigPrime(Some(p)) => write!(f, "big-prime:{p}"),
            other => f.write_str(other.name()),
        }
    }
}

impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(s: &str) -> Result<Self> {
        match s.split_once(':') {
            Some(("big-prime", prime)) => Ok(Algorithm::BigPrime(Some(prime.parse()?))),
            _ => [Algorithm::Crt, Algorithm::Dixon, Algorithm::BigPrime(None), Algorithm::Heuristic]
                .into_iter()
                .find(|a| a.name() == s)
                .ok_or_else(|| {
                    let all = ["crt", "dixon", "heuristic", "big-prime", "big-prime:PRIME such as big-prime:F64"];
                    Error::algorithm(s, "modular methods over z", all)
                }),
        }
    }
}

/// Bound on the rounding error of log2 estimates.
pub(super) const LOG2_MARGIN: f64 = 1e-6;

/// The shortest named generalized Fermat prime above 2^bits; among equal lengths one whose products have dedicated kernels.
pub(super) fn big_prime(bits: f64) -> Option<FermatPrime> {
    // the primes of the last family have radices with dedicated kernels
    let enough = FERMAT_PRIMES.iter().rev().map(|(_, p)| *p).filter(|p| p.log2() >= bits + LOG2_MARGIN);
    enough.min_by_key(|p| p.digits())
}

/// The algorithms that a computation can choose from.
pub(super) struct Choice {
    /// Description of the computation.
    pub task: String,
    /// The algorithms that apply.
    pub alternatives: Vec<Alternative>,
}

impl Choice {
    /// The given algorithm, or the one predicted fastest.
    ///
    /// # Errors
    /// [`Error::Algorithm`] where it does not apply.
    pub fn choose(&self, asked: Option<Algorithm>) -> Result<&'static str> {
        let names = || self.alternatives.iter().map(|a| a.algorithm);
        if let Some(asked) = asked {
            let found = names().find(|name| *name == asked.name());
            return found.ok_or_else(|| Error::algorithm(asked, self.task.clone(), names()));
        }
        let least = self.alternatives.iter().min_by(|x, y| x.predicted_ns.total_cmp(&y.predicted_ns));
        Ok(least.map_or("crt", |a| a.algorithm))
    }

    /// Tells the monitor the task and the chosen algorithm.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn begin(&self, chosen: &'static str, cx: Context<'_>) -> Result<()> {
        cx.begins(|| Decision {
            parameters: vec![("threads", cx.threads().to_string())],
            alternatives: self.alternatives.clone(),
            ..Decision::only(self.task.clone(), chosen)
        })
    }

    /// Tells the monitor the parameters of the finished computation.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn tell(
        self,
        chosen: &'static str,
        parameters: impl FnOnce() -> Vec<(&'static str, String)>,
        cx: Context<'_>,
    ) -> Result<()> {
        cx.decided(|| Decision {
            task: self.task,
            chosen,
            parameters: parameters(),
            alternatives: self.alternatives,
            parts: Vec::new(),
        })
    }
}
