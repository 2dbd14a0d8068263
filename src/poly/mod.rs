//! Dense polynomials over any ring, and transforms of their coefficients.

mod compose;
mod compose_halving;
mod compose_powers;
mod dense;
mod dft;
mod dft_choice;
mod divide;
mod division_choice;
mod divisor;
mod explain;
mod exponent;
mod factor;
mod frame;
mod gcd;
mod geometric;
mod half_gcd;
mod interpolate;
mod mul;
mod multipoint;
mod newton_basis;
#[cfg(feature = "num-traits")]
pub(crate) mod num;
mod ops;
mod power_projection;
mod powers;
mod prod;
mod quotient;
mod random;
mod rational;
mod recurrence;
mod resultant;
mod revert;
mod samples;
#[cfg(feature = "serde")]
mod serde;
mod series;
mod sparse;
mod subresultants;
mod taylor_shift;
mod text;
mod transformed;
mod tree;
mod units;

pub use compose::CompositionAlgorithm;
pub use dense::Poly;
pub use dft::Dft;
pub use dft_choice::DftAlgorithm;
pub use division_choice::DivisionAlgorithm;
pub use divisor::Divisor;
pub use explain::Task;
pub use exponent::Exponent;
#[cfg(feature = "integers")]
pub(crate) use factor::DegreeParts;
pub use factor::Factorization;
pub use gcd::Bezout;
pub use geometric::Geometric;
pub(crate) use geometric::best_block;
pub use mul::Part;
pub use multipoint::Points;
pub use transformed::{Domain, Transformed};
