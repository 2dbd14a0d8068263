//! Matrices of polynomials over any ring.

mod approximant;
mod dense;
mod det;
mod expansion;
mod fraction;
mod interpolant;
mod iteration;
mod kernel;
mod lift;
mod mul;
mod ops;
mod popov;
mod properties;
mod random;
mod series;
mod smith;
mod system;
mod text;
mod triangular;

pub(super) use approximant::approximant_ns;
pub use dense::{PolyMatrix, Shift};
pub use det::DetAlgorithm;
pub use system::SystemAlgorithm;
#[cfg(feature = "integers")]
pub(crate) use {dense::check_shift, properties::pivot};
