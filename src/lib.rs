//! Polynomial arithmetic for modular methods.

pub mod arith;
mod error;

pub use arith::{Modulus, Montgomery, Shoup};
pub use error::{Error, Result};
