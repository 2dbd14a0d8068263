//! Algorithms for answers over Z, and the choice among them.

use crate::{
    Error, Result,
    arith::{FERMAT_PRIMES, FermatPrime},
    choice,
    engine::Context,
    monitor::{Alternative, Decision},
};
use std::{fmt, str::FromStr};

/// An algorithm for an answer over Z.
///
/// ```
/// # use polymod::{Integers, Poly, multimodular::{self, Algorithm, Options}};
/// let (a, b): (Poly<Integers>, Poly<Integers>) = ("6*x^2 - 6".parse()?, "4*x + 4".parse()?);
/// for algorithm in [Algorithm::Heuristic, Algorithm::Crt] {
///     let options = Options { algorithm: Some(algorithm), ..Options::default() };
///     assert_eq!(multimodular::gcd(&a, &b, &options)?.value.to_string(), "2*x + 2");
/// }
/// assert_eq!("big-prime".parse(), Ok(Algorithm::BigPrime(None)));
/// # Ok::<(), polymod::Error>(())
/// ```
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
    /// Elimination over Z whose divisions are exact (Bareiss).
    FractionFree,
    /// Images of a sparse matrix by products with blocks of vectors (block Wiedemann).
    Wiedemann,
}

impl Algorithm {
    /// All of them, without a prime.
    const ALL: [Algorithm; 6] = [
        Algorithm::Crt,
        Algorithm::Dixon,
        Algorithm::Heuristic,
        Algorithm::FractionFree,
        Algorithm::Wiedemann,
        Algorithm::BigPrime(None),
    ];

    /// The algorithm's name, without that of a prime.
    ///
    /// ```
    /// # use polymod::multimodular::Algorithm;
    /// let named: Algorithm = "big-prime:F64".parse()?;
    /// assert_eq!((named.name(), named.to_string()), ("big-prime", "big-prime:F64".into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Crt => "crt",
            Algorithm::Dixon => "dixon",
            Algorithm::BigPrime(_) => "big-prime",
            Algorithm::Heuristic => "heuristic",
            Algorithm::FractionFree => "fraction-free",
            Algorithm::Wiedemann => "wiedemann",
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
            _ => Self::ALL.into_iter().find(|a| a.name() == s).ok_or_else(|| {
                let names = Self::ALL.map(Self::name).into_iter().chain(["big-prime:PRIME such as big-prime:F64"]);
                Error::algorithm(s, "modular methods over z", names)
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

/// Describes a computation, for its monitor: made only where there is one.
pub(super) type Task<'a> = Box<dyn Fn() -> String + Sync + 'a>;

/// The algorithms that a computation can choose from.
pub struct Choice<'a> {
    /// Description of the computation.
    pub task: Task<'a>,
    /// The algorithms that apply.
    pub alternatives: Vec<Alternative>,
}

impl Choice<'_> {
    /// The given algorithm, or the one that the monitor demands, or the one predicted fastest.
    ///
    /// # Errors
    /// [`Error::Algorithm`] where it does not apply.
    pub fn choose(&self, asked: Option<Algorithm>, cx: Context<'_>) -> Result<&'static str> {
        Ok(self.demanded(asked, cx)?.unwrap_or_else(|| self.fastest()))
    }

    /// The algorithm predicted fastest.
    pub fn fastest(&self) -> &'static str {
        choice::fastest(&self.alternatives, u64::MAX).map_or("crt", |c| c.algorithm)
    }

    /// The given algorithm, or the one that the monitor demands.
    ///
    /// # Errors
    /// Those of [`choose`](Self::choose).
    pub fn demanded(&self, asked: Option<Algorithm>, cx: Context<'_>) -> Result<Option<&'static str>> {
        let demanded = cx.demand(asked.map(Algorithm::name), &self.alternatives, || (self.task)())?;
        Ok(demanded.map(|c| c.algorithm))
    }

    /// Tells the monitor the task and the chosen algorithm.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn begin(&self, chosen: &'static str, cx: Context<'_>) -> Result<()> {
        let outline = || Decision {
            parameters: vec![("threads", cx.threads().to_string())],
            alternatives: self.alternatives.clone(),
            ..Decision::only((self.task)(), chosen)
        };
        // where there are alternatives, the monitor's demand has been met by the choice
        if self.alternatives.is_empty() { cx.begins(outline) } else { cx.begun(outline) }
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
            task: (self.task)(),
            chosen,
            parameters: parameters(),
            alternatives: self.alternatives,
            parts: Vec::new(),
        })
    }
}
