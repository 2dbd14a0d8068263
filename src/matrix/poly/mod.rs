//! Matrices of polynomials over any ring.

mod dense;
mod det;
mod mul;
mod ops;

pub use dense::{PolyMat, Shift};
pub use det::DetAlgorithm;
