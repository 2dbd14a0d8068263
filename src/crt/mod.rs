//! Multi-modular transforms: integers to residues modulo several primes, transforms there, and reconstruction.
//!
//! Depends on moduli and words, not on rings.

mod basis;
mod join;
mod multi;
mod passes;
#[cfg(feature = "integers")]
#[cfg(not(feature = "testing"))]
mod rational;
#[cfg(feature = "integers")]
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod rational;
mod split;
#[cfg(feature = "integers")]
mod tree;

pub use basis::{CrtBasis, PrimeFamily};
pub use join::CrtReconstruct;
pub use multi::{Factor, Load, MultiNtt};
#[cfg(feature = "integers")]
pub use rational::{Tolerated, rational, tolerant_rational};
pub use split::{CrtReduce, Spread};
#[cfg(feature = "integers")]
pub use tree::TreeReconstruct;

/// Number of integers that are converted between two looks at the token: a few milliseconds with a hundred primes.
pub(crate) const BLOCK_ROWS: usize = 1 << 12;
