//! Matrices of polynomials over any ring.

mod dense;
mod mul;
mod ops;

pub use dense::{PolyMat, Shift};
