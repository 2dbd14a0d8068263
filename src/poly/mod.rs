//! Dense polynomials over any ring, and transforms of their coefficients.

mod dense;
mod dft;
mod dft_choice;
mod divide;
mod divisor;
mod exponent;
mod frame;
mod gcd;
mod half_gcd;
mod mul;
mod ops;
mod powers;
mod quotient;
mod rational;
mod resultant;
#[cfg(feature = "serde")]
mod serde;
mod series;
mod text;
mod transformed;

pub use dense::Poly;
pub use dft::Dft;
pub use dft_choice::DftAlgorithm;
pub use divisor::Divisor;
pub use exponent::Exponent;
pub use gcd::Bezout;
pub use mul::Part;
pub use transformed::{Domain, Transformed};
