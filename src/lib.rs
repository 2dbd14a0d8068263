#![cfg_attr(feature = "integers", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "integers"), doc = "Polynomial arithmetic for modular methods: products over Z/n.")]
//!
//! # Where to look
//!
//! [`Poly`] over a ring: [`Zn`] for n below 2^64, and with the feature `integers` the integers and n of any size. An
//! [`Engine`] holds threads, plans and costs, and every ring has one. [`transform::ntt::NttPlan`] is the transform by
//! itself, [`arith`] the arithmetic of words under it, [`text`] the reading and writing of text.

pub mod arith;
pub mod bits;
#[cfg(feature = "cli")]
pub mod cli;
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
#[cfg(feature = "integers")]
pub use ring::{Integers, ZnBig};
pub use ring::{ProductAlgorithm, Ring, Zn};

/// The crate whose integers are the coefficients over Z and Z/n for big n.
#[cfg(feature = "integers")]
pub use rug;
