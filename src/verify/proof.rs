//! What a check found: the strength of its evidence, or why there is none.

use crate::Error;
use std::fmt;

/// Result of a successful check: the strength of its evidence.
///
/// ```
/// # use polymod::{Poly, Zn, verify::{Checker, Proof}};
/// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// let f = Zn::new((1 << 61) - 1)?;
/// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
/// let a = Poly::from_i64(&f, &[1, 2, 3]);
/// assert_eq!(checker.sum(&a, &a, &a.scale(&2))?, Proof::Exact);
/// let proof = checker.product(&[(&a, 2)], &a.sqr()?)?;
/// assert_eq!(proof.to_string(), "equal at 2 random points, error probability below 2^-118");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// Everything was recomputed.
    Exact,
    /// Equal at this many random points; a wrong result passes with a probability below 2^`log2_error`.
    Points {
        /// Number of points.
        points: u32,
        /// log2 of the error bound, negative.
        log2_error: f64,
    },
    /// Equal for this many random vectors; a wrong result passes with a probability below 2^`log2_error`.
    Vectors {
        /// Number of vectors.
        vectors: u32,
        /// log2 of the error bound, negative.
        log2_error: f64,
    },
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Exact => f.write_str("every coefficient was recomputed, no error is possible"),
            Proof::Points { points, log2_error } => {
                let s = if *points == 1 { "" } else { "s" };
                write!(f, "equal at {points} random point{s}, error probability below 2^{}", log2_error.ceil())
            }
            Proof::Vectors { vectors, log2_error } => {
                let s = if *vectors == 1 { "" } else { "s" };
                write!(f, "equal for {vectors} random vector{s}, error probability below 2^{}", log2_error.ceil())
            }
        }
    }
}

impl Proof {
    /// Evidence from two checks that must both hold: the result is wrong if either is in error.
    ///
    /// ```
    /// # use polymod::verify::Proof;
    /// let points = Proof::Points { points: 1, log2_error: -61.0 };
    /// assert_eq!(Proof::Exact.and(points.clone()), points);
    /// assert_eq!(points.clone().and(points), Proof::Points { points: 2, log2_error: -60.0 }); // 2^−61 + 2^−61
    /// ```
    #[must_use]
    pub fn and(self, other: Proof) -> Proof {
        match (self, other) {
            (Proof::Exact, p) | (p, Proof::Exact) => p,
            (Proof::Points { points: p, log2_error: x }, Proof::Points { points: q, log2_error: y }) => {
                Proof::Points { points: p + q, log2_error: either(x, y) }
            }
            (Proof::Vectors { vectors: p, log2_error: x }, Proof::Vectors { vectors: q, log2_error: y })
            | (Proof::Vectors { vectors: p, log2_error: x }, Proof::Points { points: q, log2_error: y })
            | (Proof::Points { points: p, log2_error: x }, Proof::Vectors { vectors: q, log2_error: y }) => {
                Proof::Vectors { vectors: p + q, log2_error: either(x, y) }
            }
        }
    }
}

impl Proof {
    /// Evidence from two comparisons, where a wrong result fails at least one of them except with the stated
    /// probability.
    pub(super) fn or(self, other: Proof) -> Proof {
        match (self, other) {
            (Proof::Points { points: p, log2_error: x }, Proof::Points { points: q, log2_error: y }) => {
                Proof::Points { points: p + q, log2_error: x.max(y) }
            }
            (p, q) => p.and(q),
        }
    }
}

/// The logarithm of the sum of two probabilities, from their logarithms.
fn either(x: f64, y: f64) -> f64 {
    (x.exp2() + y.exp2()).log2()
}

/// Why a result is not confirmed.
///
/// ```
/// # use polymod::{Poly, Zn, verify::{Checker, Unverified}};
/// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
/// let f = Zn::new(97)?;
/// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
/// let a = Poly::from_i64(&f, &[1, 2]);
/// let refused = checker.product(&[(&a, 2)], &a).unwrap_err();
/// assert_eq!(refused, Unverified::Wrong("the product".into()));
/// assert_eq!(refused.to_string(), "the check found the product to be wrong");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unverified {
    /// The result is wrong.
    #[error("the check found {0} to be wrong")]
    Wrong(String),
    /// No point of the ring gives enough evidence.
    #[error("{0}")]
    Weak(&'static str),
    /// The check itself cannot be computed.
    #[error(transparent)]
    Library(#[from] Error),
}

pub(super) fn wrong(what: &str) -> Unverified {
    Unverified::Wrong(what.into())
}
