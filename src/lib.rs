//! Polynomial arithmetic for modular methods.

pub mod arith;
mod error;

pub use error::{Error, Result};
