#![cfg_attr(feature = "integers", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "integers"), doc = "Polynomial arithmetic for modular methods: products over Z/n.")]
//!
//! # Where to look
//!
//! [`Poly`] over a ring: [`Zn`] for n below 2^64, and with the feature `integers` the integers and n of any size. An
//! [`Engine`] holds threads, plans and costs, and every ring has one. [`Dft`] is the transform of any length
//! between coefficients and values, [`Dense`] matrices over a ring, [`transform::ntt::NttPlan`] the bare one of 2^k words, [`arith`] the arithmetic of words under it, [`text`] the reading and writing of text.

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
#[cfg(feature = "integers")]
mod lock;
pub mod matrix;
#[cfg(feature = "integers")]
pub mod modular;
pub mod monitor;
#[cfg(feature = "cli")]
pub mod outofcore;
pub mod poly;
pub mod ring;
pub mod scratch;
pub mod text;
pub mod transform;
pub mod tune;

pub use arith::{Modulus, Montgomery, PrimeStream, Shoup};
pub use engine::{Cx, Engine, EngineBuilder};
pub use error::{Error, Result};
pub use matrix::{Dense, PolyMat};
pub use monitor::Cancel;
pub use poly::{Dft, Poly};
pub use ring::{F2, Gf2k, ProductAlgorithm, Ring, Zn};
#[cfg(feature = "integers")]
pub use ring::{FermatField, Integers, NamedField, ZnBig};
pub use transform::ntt::Wrap;

/// The crate whose integers are the coefficients over Z and Z/n for big n.
#[cfg(feature = "integers")]
pub use rug;
