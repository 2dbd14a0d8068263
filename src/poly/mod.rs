//! Dense polynomials over any ring.

mod dense;
mod mul;
mod ops;
mod text;

pub use dense::Poly;
pub use mul::Part;
