//! Matrices over any ring: products, elimination, and the results derived from them.
//!
//! [`Matrix`] is a ring, a shape and a vector of entries in row-major order. Algorithms are written once over the block operations
//! of a ring ([`Blocks::mul_blocks`](crate::ring::Blocks::mul_blocks) and related methods); products take most of the time.

mod algebra;
mod charpoly;
mod dense;
mod echelon;
#[cfg(feature = "integers")]
mod extension;
mod forms;
#[cfg(all(feature = "integers", not(feature = "testing")))]
mod howell;
#[cfg(all(feature = "integers", feature = "testing"))]
#[doc(hidden)]
pub mod howell;
mod minpoly;
#[cfg(feature = "num-traits")]
mod num;
mod ops;
mod pfaffian;
mod poly;
mod random;
#[cfg(not(feature = "integers"))]
mod refused;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "integers")]
mod smith;
mod solve;
#[cfg(not(feature = "testing"))]
mod sparse;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod sparse;
mod structured;
mod text;
mod units;
mod value;

pub use dense::Matrix;
pub use echelon::Echelon;
pub use poly::{DetAlgorithm, PolyMatrix, Shift, SystemAlgorithm};
#[cfg(feature = "integers")]
pub(crate) use poly::{check_shift, pivot};
pub use sparse::SparseMatrix;
#[cfg(feature = "integers")]
pub(crate) use sparse::{Computation, WIEDEMANN, predicted_ns};
pub use structured::{Cauchy, Hankel, Structured, Sylvester, Toeplitz, Vandermonde};
