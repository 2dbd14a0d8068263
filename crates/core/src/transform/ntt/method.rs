//! Algorithm, arithmetic and radix of a transform, as a caller demands them.

use super::NttAlgorithm;
use crate::{Error, Result};
use std::{fmt, str::FromStr};

crate::algorithms! {
    /// The arithmetic of a transform's products by prepared factors.
    NttArithmetic in "polymod_core::transform::ntt", "the products of a transform" {
        /// 52-bit multiply-add, for primes of up to 50 bits.
        Ifma = "ifma",
        /// Shoup's product by 32-bit halves, for primes of up to 62 bits.
        Shoup = "shoup",
        /// Montgomery's product in digits of 31 bits, for primes of up to 62 bits (Takahashi 2020).
        Montgomery = "montgomery",
        /// Shifts, for 2^64 − 2^32 + 1.
        Goldilocks = "goldilocks",
    }
}

/// An NTT algorithm with the arithmetic and the radix that are demanded of it: `ALGORITHM[:ARITHMETIC][:RADIX]`.
///
/// ```
/// use polymod_core::transform::ntt::{NttAlgorithm, NttArithmetic, NttMethod};
/// let method: NttMethod = "six-step:montgomery:4".parse()?;
/// assert_eq!((method.algorithm, method.arithmetic), (NttAlgorithm::SixStep, Some(NttArithmetic::Montgomery)));
/// assert_eq!((method.radix(), method.to_string()), (Some(4), "six-step:montgomery:4".into()));
/// assert_eq!(NttMethod::from(NttAlgorithm::Tree).to_string(), "tree");
/// let refused = "six-step:barrett".parse::<NttMethod>().unwrap_err().to_string();
/// assert!(refused.ends_with("these do: six-step:ifma, six-step:shoup, six-step:montgomery, six-step:goldilocks"));
/// # Ok::<(), polymod_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NttMethod {
    /// The algorithm.
    pub algorithm: NttAlgorithm,
    /// The arithmetic of its products; the fastest one if there is no demand.
    pub arithmetic: Option<NttArithmetic>,
    radix: Option<usize>,
}

impl NttMethod {
    /// The same method with Stockham's passes of this radix: 2, 4 or 8. The six-step method then has its transpositions as steps of their own.
    ///
    /// ```
    /// use polymod_core::transform::ntt::{NttAlgorithm, NttMethod};
    /// let stockham = NttMethod::from(NttAlgorithm::Stockham);
    /// assert_eq!(stockham.with_radix(2)?.radix(), Some(2));
    /// assert!(stockham.with_radix(5).is_err() && NttMethod::from(NttAlgorithm::Tree).with_radix(2).is_err());
    /// # Ok::<(), polymod_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for another radix; [`Error::Algorithm`] for an algorithm without Stockham's passes.
    pub fn with_radix(self, radix: usize) -> Result<Self> {
        const WITH: [NttAlgorithm; 3] = [NttAlgorithm::Stockham, NttAlgorithm::SixStep, NttAlgorithm::Montgomery];
        if ![2, 4, 8].contains(&radix) {
            return Err(Error::OutOfRange {
                what: "the radix of a transform",
                expected: "2, 4 or 8",
                got: radix.to_string(),
            });
        }
        if !WITH.contains(&self.algorithm) {
            return Err(Error::algorithm(self.algorithm, "transforms of a given radix", WITH));
        }
        Ok(NttMethod { radix: Some(radix), ..self })
    }

    /// The radix of Stockham's passes, if one is demanded.
    ///
    /// ```
    /// use polymod_core::transform::ntt::{NttAlgorithm, NttMethod};
    /// assert_eq!(NttMethod::from(NttAlgorithm::Stockham).radix(), None);
    /// ```
    #[must_use]
    pub fn radix(self) -> Option<usize> {
        self.radix
    }

    /// Whether a kernel of this name has the arithmetic. Where none is demanded, Montgomery's is that of its own algorithm alone.
    pub(super) fn has(self, kernel: &str) -> bool {
        match self.arithmetic {
            Some(arithmetic) => kernel.starts_with(arithmetic.name()),
            None => kernel.starts_with("montgomery") == (self.algorithm == NttAlgorithm::Montgomery),
        }
    }
}

impl From<NttAlgorithm> for NttMethod {
    fn from(algorithm: NttAlgorithm) -> Self {
        NttMethod { algorithm, arithmetic: None, radix: None }
    }
}

impl fmt::Display for NttMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        self.arithmetic.map_or(Ok(()), |arithmetic| write!(f, ":{arithmetic}"))?;
        self.radix.map_or(Ok(()), |radix| write!(f, ":{radix}"))
    }
}

impl FromStr for NttMethod {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self> {
        let mut parts = name.split(':');
        let algorithm: NttAlgorithm = parts.next().unwrap_or(name).parse()?;
        let mut method = NttMethod::from(algorithm);
        let mut next = parts.next();
        let unknown = || {
            let all = NttArithmetic::ALL.map(|arithmetic| format!("{algorithm}:{arithmetic}"));
            Error::algorithm(name, "transforms", all)
        };
        if let Some(arithmetic) = next.filter(|part| part.parse::<usize>().is_err()) {
            method.arithmetic = Some(arithmetic.parse().map_err(|_| unknown())?);
            next = parts.next();
        }
        if let Some(radix) = next {
            method = method.with_radix(radix.parse().map_err(|_| unknown())?)?;
        }
        if parts.next().is_some() { Err(unknown()) } else { Ok(method) }
    }
}
