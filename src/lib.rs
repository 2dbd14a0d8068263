//! Polynomial arithmetic for modular methods.

pub mod arith;
mod error;

pub use arith::{Modulus, Montgomery, PrimeStream, Shoup};
pub use error::{Error, Result};
