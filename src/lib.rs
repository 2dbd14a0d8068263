#![cfg_attr(feature = "integers", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "integers"), doc = "Polynomial arithmetic for modular methods: products over Z/n.")]
//!
//! # Where to look
//!
//! [`Poly`] is a polynomial over a ring: [`Zn`] for n below 2^64, and with the feature `integers` the integers and Z/n
//! for n of any size. Every ring holds an [`Engine`] with its threads, plans and costs. [`Dft`] is the transform of any
//! length between coefficients and values, [`Matrix`] a matrix over a ring, [`transform::ntt::NttPlan`] the transform of
//! 2^k words without a ring, [`arith`] the arithmetic of words below it, [`text`] parsing and printing.

pub mod crt;
pub mod engine;
#[cfg(feature = "integers")]
#[doc(hidden)]
pub mod lock;
pub mod matrix;
#[cfg(feature = "integers")]
pub mod modular;
pub mod monitor;
#[cfg(feature = "files")]
pub mod outofcore;
pub mod poly;
pub mod random;
pub mod ring;
pub mod text;
#[cfg(feature = "integers")]
pub mod verify;

pub use engine::{Context, Engine, EngineBuilder};
pub use matrix::{Matrix, PolyMatrix};
pub use monitor::Cancel;
pub use poly::{Dft, Poly};
pub use polymod_core::{
    Error, Modulus, Montgomery, PrimeStream, Result, Shoup, Wrap, arith, bits, costs, cpu, kernels, scratch, transform,
};
pub use ring::{AnyRing, F2, Gf2k, ProductAlgorithm, Ring, Zn};
#[cfg(feature = "integers")]
pub use ring::{GeneralizedFermat, Integers, NamedField, ZnBig};

/// The crate of GNU MP integers: the coefficients over Z, and over Z/n for n of more than a word.
#[cfg(feature = "integers")]
pub use rug;
