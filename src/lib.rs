//! Polynomial arithmetic for modular methods.

pub mod arith;
pub mod bits;
pub mod cpu;
pub mod crt;
pub mod engine;
mod error;
#[cfg(feature = "cli")]
pub mod io;
pub mod kernels;
pub mod monitor;
pub mod poly;
pub mod ring;
pub mod scratch;
pub mod text;
pub mod transform;
pub mod tune;

pub use arith::{Modulus, Montgomery, PrimeStream, Shoup};
pub use engine::{Cx, Engine, EngineBuilder};
pub use error::{Error, Result};
pub use monitor::Cancel;
pub use poly::Poly;
pub use ring::{ProductAlgorithm, Ring, Zn};
