//! How a transform of any length is made: the algorithms' names, and what each is predicted to cost.

use crate::{
    Error, Result,
    engine::Cx,
    monitor::Alternative,
    ring::{Convolve, OwnDft, ProductShape, Size},
};
use std::{fmt, str::FromStr};

/// An algorithm for transforms at roots of unity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DftAlgorithm {
    /// The ring's own transform, for the lengths that it has one for: 2^k over Z/n, n < 2^64.
    Portable,
    /// One middle product of vectors (Bluestein 1970): any length, any ring.
    Bluestein,
}

impl DftAlgorithm {
    /// All of them.
    pub const ALL: [DftAlgorithm; 2] = [DftAlgorithm::Portable, DftAlgorithm::Bluestein];

    /// The name that `--algorithm` takes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DftAlgorithm::Portable => "portable",
            DftAlgorithm::Bluestein => "bluestein",
        }
    }
}

impl fmt::Display for DftAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for DftAlgorithm {
    type Err = Error;
    fn from_str(s: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|a| a.name() == s).ok_or_else(|| Error::Algorithm {
            algorithm: s.into(),
            task: "transforms".into(),
            applicable: Self::ALL.map(Self::name).join(", "),
        })
    }
}

/// The algorithms that can transform `given` coefficients to `len` values, with predicted costs; `own` is the ring's
/// own transform of this length, if it has one.
pub(super) fn alternatives<R: Convolve>(
    r: &R,
    own: Option<&dyn OwnDft<R>>,
    len: usize,
    given: usize,
    cx: Cx<'_>,
) -> Vec<Alternative> {
    let given = given.max(1);
    let size = |len| Size { len, bits: 0 };
    let best = |a, b, window| {
        let shape = ProductShape { a: size(a), b: size(b), square: false, window };
        r.product_candidates(&shape, cx).best()
    };
    let product = best(given, len + given - 1, given - 1..len + given - 1);
    // entries by weights, as many products as a single coefficient by that many
    let weighted = best(1, len + given, 0..len + given);
    let operand = 8 * (2 * given * r.zeros(0).width) as u64;
    let bluestein = Alternative {
        algorithm: DftAlgorithm::Bluestein.name(),
        predicted_ns: product.predicted_ns + weighted.predicted_ns,
        peak_bytes: product.peak_bytes + operand,
    };
    let own = own.map(|own| Alternative {
        algorithm: DftAlgorithm::Portable.name(),
        predicted_ns: own.predicted_ns(cx),
        peak_bytes: 0,
    });
    own.into_iter().chain([bluestein]).collect()
}
