//! Dense polynomials over any ring.

mod dense;
mod mul;
mod ops;
#[cfg(feature = "serde")]
mod serde;
mod text;

pub use dense::Poly;
pub use mul::Part;
