//! Matrices of polynomials over any ring.

mod approximant;
mod dense;
mod det;
mod kernel;
mod lift;
mod mul;
mod ops;
mod popov;
mod random;
mod series;
mod text;

#[cfg(feature = "integers")]
pub(crate) use dense::check_shift;
pub use dense::{PolyMatrix, Shift};
pub use det::DetAlgorithm;
