#![cfg_attr(feature = "integers", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "integers"), doc = "Polynomial arithmetic for modular methods: products over Z/n.")]
//!
//! # Where to look
//!
//! [`Poly`] is a polynomial over a ring: [`Zn`] for n below 2^64, and with the feature `integers` the integers and Z/n
//! for n of any size. Every ring holds an [`Engine`] with its threads, plans and costs. [`Dft`] is the transform of any
//! length between coefficients and values, [`Dense`] a matrix over a ring, [`transform::ntt::NttPlan`] the transform of
//! 2^k words without a ring, [`arith`] the arithmetic of words below it, [`text`] parsing and printing.

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

/// The crate of GNU MP integers: the coefficients over Z, and over Z/n for n of more than a word.
#[cfg(feature = "integers")]
pub use rug;
