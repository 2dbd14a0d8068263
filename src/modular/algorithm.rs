//! The ways that lead to an answer over Z, where there is more than one.

use crate::{
    Error, Result,
    arith::{FERMAT_PRIMES, FermatPrime},
    engine::Cx,
    monitor::{Alternative, Decision},
};
use std::{fmt, str::FromStr};

/// A way to an answer over Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Images modulo many primes of a word, put together.
    Crt,
    /// Digits of a solution to the base of one prime.
    Dixon,
    /// One image modulo a generalized Fermat prime above the bound: this one, or the least that will do.
    BigPrime(Option<FermatPrime>),
    /// The divisor of two values.
    Heuristic,
}

impl Algorithm {
    /// Its name, without that of a prime.
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
                .ok_or_else(|| Error::Algorithm {
                    algorithm: s.into(),
                    task: "modular methods over z".into(),
                    applicable: "crt, dixon, heuristic, big-prime, big-prime:PRIME such as big-prime:F64".into(),
                }),
        }
    }
}

/// What roundings of logarithms are below.
pub(super) const LOG2_MARGIN: f64 = 1e-6;

/// The shortest generalized Fermat prime with a name above 2^bits; of equals one whose products have kernels of their own.
pub(super) fn big_prime(bits: f64) -> Option<FermatPrime> {
    // the last family's radices have kernels
    let enough = FERMAT_PRIMES.iter().rev().map(|(_, p)| *p).filter(|p| p.log2() >= bits + LOG2_MARGIN);
    enough.min_by_key(|p| p.digits())
}

/// What a computation can choose from.
pub(super) struct Choice {
    /// The computation, in words.
    pub task: String,
    /// Those that apply.
    pub alternatives: Vec<Alternative>,
}

impl Choice {
    /// The one asked for, or the one that is predicted fastest.
    ///
    /// # Errors
    /// [`Error::Algorithm`] where it does not apply.
    pub fn choose(&self, asked: Option<Algorithm>) -> Result<&'static str> {
        let names = || self.alternatives.iter().map(|a| a.algorithm);
        if let Some(asked) = asked {
            return names().find(|name| *name == asked.name()).ok_or_else(|| Error::Algorithm {
                algorithm: asked.to_string(),
                task: self.task.clone(),
                applicable: names().collect::<Vec<_>>().join(", "),
            });
        }
        let least = self.alternatives.iter().min_by(|x, y| x.predicted_ns.total_cmp(&y.predicted_ns));
        Ok(least.map_or("crt", |a| a.algorithm))
    }

    /// Tells the monitor what will be done.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn begin(&self, chosen: &'static str, cx: Cx<'_>) -> Result<()> {
        cx.begins(|| Decision {
            parameters: vec![("threads", cx.threads().to_string())],
            alternatives: self.alternatives.clone(),
            ..Decision::only(self.task.clone(), chosen)
        })
    }

    /// Tells the monitor what was done.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn tell(
        self,
        chosen: &'static str,
        parameters: impl FnOnce() -> Vec<(&'static str, String)>,
        cx: Cx<'_>,
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
