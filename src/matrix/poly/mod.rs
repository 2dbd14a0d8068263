//! Matrices of polynomials over any ring.

mod approximant;
mod dense;
mod det;
mod kernel;
mod mul;
mod ops;
mod popov;

pub use dense::{PolyMat, Shift};
pub use det::DetAlgorithm;
