//! The choice of algorithm for a transform of any length: names and predicted costs.

use crate::{
    Error, Result,
    choice::Algorithm,
    engine::Context,
    monitor::Alternative,
    ring::{Convolve, ProductShape, Size},
    transform::ntt::NttAlgorithm,
};
use std::{fmt, str::FromStr};

/// An algorithm for transforms at roots of unity.
///
/// ```
/// # use polymod::{Dft, Wrap, Zn, core::transform::ntt::NttAlgorithm, poly::DftAlgorithm};
/// let f = Zn::new(998_244_353)?;
/// for algorithm in [DftAlgorithm::Own(NttAlgorithm::Portable), DftAlgorithm::Bluestein] {
///     let mut x = [0, 0, 1, 0];
///     Dft::new(&f, 4, Wrap::Cyclic)?.by(algorithm)?.forward_slice(&mut x)?;
///     assert_eq!(x, [1, f.n() - 1, 1, f.n() - 1]); // x² at the powers of W, W² = −1
/// }
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DftAlgorithm {
    /// The ring's own transform, for lengths that have one: 2^k over Z/n, n < 2^64.
    Own(NttAlgorithm),
    /// One middle product of vectors (Bluestein 1970): any length, any ring.
    Bluestein,
}

impl DftAlgorithm {
    /// All algorithms.
    ///
    /// ```
    /// # use polymod::poly::DftAlgorithm;
    /// for algorithm in DftAlgorithm::ALL {
    ///     assert_eq!(algorithm.name().parse(), Ok(algorithm));
    /// }
    /// ```
    pub const ALL: [DftAlgorithm; 6] = [
        DftAlgorithm::Own(NttAlgorithm::Portable),
        DftAlgorithm::Own(NttAlgorithm::Stockham),
        DftAlgorithm::Own(NttAlgorithm::SixStep),
        DftAlgorithm::Own(NttAlgorithm::Montgomery),
        DftAlgorithm::Own(NttAlgorithm::Tree),
        DftAlgorithm::Bluestein,
    ];

    /// The name taken by `--algorithm`.
    ///
    /// ```
    /// # use polymod::{core::transform::ntt::NttAlgorithm, poly::DftAlgorithm};
    /// assert_eq!(DftAlgorithm::Bluestein.name(), "bluestein");
    /// assert_eq!(DftAlgorithm::Own(NttAlgorithm::Portable).name(), "portable");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DftAlgorithm::Own(own) => own.name(),
            DftAlgorithm::Bluestein => "bluestein",
        }
    }
}

impl Algorithm for DftAlgorithm {
    fn name(self) -> &'static str {
        DftAlgorithm::name(self)
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
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == s);
        found.ok_or_else(|| Error::algorithm(s, "transforms", Self::ALL))
    }
}

/// The algorithms that transform `given` coefficients to `len` values, with predicted costs.
pub(super) fn alternatives<R: Convolve>(r: &R, len: usize, given: usize, cx: Context<'_>) -> Vec<Alternative> {
    let given = given.max(1);
    let size = |len| Size { len, bits: 0 };
    let best = |a, b, window| {
        let shape = ProductShape { a: size(a), b: size(b), square: false, window };
        r.choose_product(&shape, cx)
    };
    let product = best(given, len + given - 1, given - 1..len + given - 1);
    // entries times weights: the multiplications of a product of one coefficient by a vector of that length
    let weighted = best(1, len + given, 0..len + given);
    let operand = 8 * (2 * given * r.zeros(0).width) as u64;
    let bluestein = Alternative {
        algorithm: DftAlgorithm::Bluestein.name(),
        predicted_ns: product.predicted_ns + weighted.predicted_ns,
        peak_bytes: product.peak_bytes + operand,
    };
    let operation = cx.engine().costs().operation;
    let own = r.own_dfts(len, cx).into_iter();
    let own = own.map(|way| Alternative { predicted_ns: way.predicted_ns + operation, ..way });
    own.chain([bluestein]).collect()
}
