//! Matrices over any ring: products, and what elimination gives.
//!
//! [`Dense`] is a ring, a shape and a vector of entries, row by row. Algorithms are written once over the operations on blocks
//! that a ring offers ([`Ring::mul_blocks`](crate::ring::Ring::mul_blocks) and those beside it): products carry nearly all of the work.

mod charpoly;
mod dense;
mod echelon;
mod minpoly;
mod ops;
pub mod poly;
mod solve;
mod text;
mod units;

pub use dense::Dense;
pub use echelon::Echelon;
pub use poly::PolyMat;
