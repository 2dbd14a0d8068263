//! Dense polynomials over any ring, and transforms of their coefficients.

mod dense;
mod dft;
mod dft_choice;
mod divide;
mod divisor;
mod frame;
mod mul;
mod ops;
mod quotient;
#[cfg(feature = "serde")]
mod serde;
mod text;

pub use dense::Poly;
pub use dft::Dft;
pub use dft_choice::DftAlgorithm;
pub use divisor::Divisor;
pub use mul::Part;
