//! Dense polynomials over any ring, and transforms of their coefficients.

mod dense;
mod dft;
mod dft_choice;
mod divide;
mod division_choice;
mod divisor;
mod exponent;
mod frame;
mod gcd;
mod geometric;
mod half_gcd;
mod interpolate;
mod irreducible;
mod mul;
mod multipoint;
mod ops;
mod powers;
mod prod;
mod quotient;
mod rational;
mod resultant;
#[cfg(feature = "serde")]
mod serde;
mod series;
mod subresultants;
mod text;
mod transformed;
mod tree;

pub use dense::Poly;
pub use dft::Dft;
pub use dft_choice::DftAlgorithm;
pub use division_choice::DivisionAlgorithm;
pub use divisor::Divisor;
pub use exponent::Exponent;
pub use gcd::Bezout;
pub use geometric::Geometric;
pub(crate) use geometric::best_block;
pub use mul::Part;
pub use multipoint::Points;
pub use transformed::{Domain, Transformed};
