//! Rings as values: each owns the layout of its coefficient vectors and the arithmetic on them.

pub mod classical;
pub mod product;
mod traits;
mod vector;

pub use product::{Candidate, Candidates, ProductAlgorithm, ProductShape};
pub(crate) use traits::not_applicable;
pub use traits::{ConvShape, Convolve, Ring, Size, Window};
pub use vector::{Coeffs, View};
