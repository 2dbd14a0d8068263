//! Exact answers over Z from answers modulo many primes.
//!
//! Each computation is a job per prime, run in parallel: primes do not divide certain quantities that must not vanish, jobs
//! report when their prime was unlucky, and the Chinese remainder theorem combines all others. It ends when the product of the
//! primes exceeds a proved bound, or earlier when a candidate passes an exact check; an [`Outcome`] says which.
//!
//! * [`gcd`](self::gcd()) in Z\[x\]: images of monic divisors times the gcd of the leading coefficients (Brown 1971, "On Euclid's
//!   algorithm and the computation of polynomial greatest common divisors"), checked by exact division.
//! * [`xgcd`]: the Bézout coefficients of the resultant as minors of Sylvester's matrix, checked by their identity.
//! * [`resultant`], [`discriminant`]: up to Hadamard's bound.
//!   Each of these, and [`det`](det()), also from one image modulo a generalized Fermat prime above the bound.
//! * [`squarefree`], by greatest common divisors.
//! * [`Bivariate`](crate::poly::Bivariate): products, divisors and resultants in Z\[x, y\].
//! * [`det`](det()), [`charpoly`], [`minpoly`], [`rank`], [`solve`], [`inverse`] and [`nullspace`] of matrices, by elimination modulo
//!   primes and Cramer's rule.
//! * [`sparse_det`], [`sparse_rank`], [`sparse_solve`] and [`sparse_minpoly`] of sparse matrices, whose images take products alone.
//! * [`adjugate`], [`pfaffian`]: up to Hadamard's bound.
//! * [`poly_det`] of matrices of polynomials, by values at points modulo primes.
//! * [`hnf`], [`snf`], [`lll`]: normal forms of matrices, and reduced bases of lattices.
//! * [`factor`](factor()), [`roots`]: factors modulo one prime, lifted and recombined by lattice reduction.
//! * [`hensel_lift`], [`factor_modulo`], [`roots_modulo`]: factors modulo powers of a prime, and roots modulo integers whose prime factors are known.
//!
//! * [`rationals`]: the same over Q.
//!
//! `Poly<Integers>`, `Matrix<Integers>` and `PolyMatrix<Integers>` have methods of the same names, with the default options.
//!
//! Images may be computed by other processes and machines ([`remote`]), and stored in a [`Checkpoint`], from which a stopped run continues, also with other instructions and other primes.

mod algebra;
mod algorithm;
mod bezout;
#[cfg(not(feature = "testing"))]
mod bezoutian;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod bezoutian;
mod big_prime;
mod bivariate;
#[cfg(not(feature = "testing"))]
mod checkpoint;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod checkpoint;
mod composed;
#[cfg(not(feature = "testing"))]
mod coprime;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod coprime;
#[cfg(not(feature = "testing"))]
mod determinant;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod determinant;
mod divisibility;
mod doors;
#[cfg(not(feature = "testing"))]
mod driver;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod driver;
#[cfg(not(feature = "testing"))]
mod elimination;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod elimination;
#[cfg(not(feature = "testing"))]
mod euclid;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod euclid;
#[cfg(not(feature = "testing"))]
mod factor;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod factor;
#[cfg(not(feature = "testing"))]
mod few;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod few;
mod forms;
#[cfg(not(feature = "testing"))]
mod fraction_free;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod fraction_free;
#[cfg(not(feature = "testing"))]
mod gcd;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod gcd;
#[cfg(not(feature = "testing"))]
mod heuristic;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod heuristic;
#[cfg(not(feature = "testing"))]
mod independent;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod independent;
#[cfg(not(feature = "testing"))]
mod lattice;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod lattice;
#[cfg(not(feature = "testing"))]
mod lifting;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod lifting;
mod limb_rows;
mod low;
#[cfg(not(feature = "testing"))]
mod matrix;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod matrix;
mod minpoly;
mod norms;
mod operand;
mod poly_matrix;
#[cfg(not(feature = "testing"))]
mod prime_powers;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod prime_powers;
#[cfg(not(feature = "testing"))]
mod primes;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod primes;
#[cfg(not(feature = "testing"))]
mod quotient;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod quotient;
pub mod rationals;
#[cfg(not(feature = "testing"))]
mod real_roots;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod real_roots;
pub mod remote;
mod resultant;
#[cfg(not(feature = "testing"))]
mod sequence;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod sequence;
#[cfg(not(feature = "testing"))]
mod short;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod short;
mod sparse;
mod squarefree;
mod sturm;
#[cfg(not(feature = "testing"))]
mod systems;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod systems;
#[cfg(not(feature = "testing"))]
mod word_images;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod word_images;
#[cfg(not(feature = "testing"))]
mod work;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod work;

pub use crate::crt::{Tolerated, rational, tolerant_rational};
pub use algebra::{charpoly_mod, minpoly_mod, norm_mod, trace_mod};
pub use algorithm::Algorithm;
pub use bezout::{IntegerBezout, xgcd};
pub use checkpoint::Checkpoint;
pub use determinant::det;
pub use factor::{factor, is_irreducible, roots};
pub use forms::{adjugate, pfaffian};
pub use gcd::{content, gcd, primitive_part};
pub use lattice::{hnf, hnf_with_transform, lll, lll_with_transform, snf, snf_with_transforms};
pub use matrix::{charpoly, rank};
pub use minpoly::minpoly;
pub use poly_matrix::det as poly_det;
pub use prime_powers::{HenselFactors, PrimePowers, factor_modulo, hensel_lift, hensel_lift_factors, roots_modulo};
pub(crate) use real_roots::sign_at;
pub use real_roots::{RootInterval, real_roots};
use remote::Team;
pub use resultant::{discriminant, resultant};
pub use sparse::{sparse_det, sparse_minpoly, sparse_rank, sparse_solve};
pub use squarefree::squarefree;
pub use sturm::{count_real_roots, count_real_roots_in};
pub use systems::{Solution, column_space, inverse, nullspace, rref, solve};

use crate::{
    Result,
    engine::Context,
    ring::{Integers, Ring, View},
};
use algorithm::Choice;
use checkpoint::Identity;
use driver::Job;
use rug::integer::Order;
use std::sync::Arc;

/// When a computation may end.
///
/// ```
/// # use polymod::{Integers, Matrix, multimodular::{self, Algorithm, Certainty, Effort, Options}};
/// # let z = Integers::new();
/// let c = 1 << 60; // the bound has 362 bits, the determinant of I + c·J only 63
/// let a = Matrix::from_fn(&z, 6, 6, |i, j| (c + i64::from(i == j)).into())?;
/// let (effort, algorithm) = (Effort::Probabilistic { seed: 1 }, Some(Algorithm::Crt));
/// let options = Options { effort, algorithm, ..Options::default() };
/// let found = multimodular::det(&a, &options)?;
/// assert_eq!(found.value, 6 * i128::from(c) + 1);
/// assert!(matches!(found.certainty, Certainty::Probable { agreeing: 1.. }), "{found:?}");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// When the answer is proved or verified.
    #[default]
    Certified,
    /// Where an answer cannot be verified: when further primes no longer change it. Primes are taken from a random start given by
    /// the seed.
    Probabilistic {
        /// Seed of the primes.
        seed: u64,
    },
}

/// Options of a computation over Z.
///
/// ```
/// # use polymod::{Integers, Matrix, multimodular::{self, Algorithm, Options}};
/// # let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[1, 2], &[3, 4]])?;
/// let options = Options { algorithm: Some(Algorithm::Crt), ..Options::default() };
/// assert_eq!(multimodular::det(&a, &options)?, multimodular::det(&a, &options)?);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// When to end.
    pub effort: Effort,
    /// The algorithm, if there is a choice; None takes the one predicted fastest.
    pub algorithm: Option<Algorithm>,
    /// File for results computed so far, and those of an earlier run.
    pub checkpoint: Option<Arc<Checkpoint>>,
    /// Who computes the images; None for the threads of this process.
    pub team: Option<Arc<dyn Team>>,
}

impl Options {
    /// Options to end when further primes, taken from a random start given by the seed, no longer change the answer.
    ///
    /// ```
    /// # use polymod::multimodular::{Effort, Options};
    /// assert_eq!(Options::probabilistic(7).effort, Effort::Probabilistic { seed: 7 });
    /// ```
    #[must_use]
    pub fn probabilistic(seed: u64) -> Self {
        Options { effort: Effort::Probabilistic { seed }, ..Options::default() }
    }

    /// The given algorithm, or the one that the checkpoint was begun with, or the one predicted fastest. Predictions differ by
    /// machine and instruction set, and the records of one algorithm are of no use to another.
    ///
    /// # Errors
    /// Those of [`Choice::choose`] and of the checkpoint.
    fn choose(&self, choice: &Choice, cx: Context<'_>) -> Result<&'static str> {
        /// a key that is neither a prime of images nor a number of digits
        const KEY: u64 = 1;
        let chosen = choice.choose(self.algorithm, cx)?;
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

    /// By how much faster than by one thread images are computed: the number of threads of the team, or of those here. Lifting stays here.
    fn speed(&self, cx: Context<'_>) -> f64 {
        self.team.as_ref().map_or_else(|| cx.threads(), |team| team.workers()).max(1) as f64
    }

    /// Tells the team what the images of a job are predicted to take.
    fn expect<J: Job>(&self, z: &Integers, job: &J, cx: Context<'_>) -> Result<()> {
        self.team.as_ref().map_or(Ok(()), |team| team.expect(&driver::forecast(z, job, cx)))
    }

    /// Tells the checkpoint the identity of the computation: its name, and the integers and numbers given.
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

/// Why an answer is right.
///
/// ```
/// # use polymod::{Integers, Matrix, Poly, multimodular::{self, Certainty, Options}};
/// let (a, b): (Poly<Integers>, Poly<Integers>) = ("x^18 - 1".parse()?, "x^12 - 1".parse()?);
/// assert_eq!(multimodular::gcd(&a, &b, &Options::default())?.certainty, Certainty::Verified); // it divides both
/// assert_eq!(multimodular::resultant(&a, &b, &Options::default())?.certainty, Certainty::Proved); // up to a bound
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Certainty {
    /// The product of the primes exceeds a proved bound, or the algorithm needs no check, as Euclid's in one word.
    Proved,
    /// The answer passed a check that only the right answer passes.
    Verified,
    /// Further primes, not used to find it, agree with it.
    Probable {
        /// Number of those primes.
        agreeing: usize,
    },
}

/// An answer, and the primes that it took.
///
/// ```
/// # use polymod::{Integers, Poly, multimodular::{self, Certainty, Options, Outcome}};
/// let (a, b): (Poly<Integers>, Poly<Integers>) = ("x^9 + 1".parse()?, "x - 2".parse()?);
/// let Outcome { value, certainty, primes, .. } = multimodular::resultant(&a, &b, &Options::default())?;
/// assert_eq!((value, certainty, primes), ((-513).into(), Certainty::Proved, 1));  // (−1)^9·(2^9 + 1)
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<T> {
    /// The answer.
    pub value: T,
    /// Why it is right.
    pub certainty: Certainty,
    /// Number of primes whose images were combined.
    pub primes: usize,
    /// Number of primes dropped.
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

    /// As [`map`](Self::map), by a function that may fail.
    fn tried<U>(self, f: impl FnOnce(T) -> Result<U>) -> Result<Outcome<U>> {
        Ok(Outcome { value: f(self.value)?, certainty: self.certainty, primes: self.primes, unlucky: self.unlucky })
    }
}
