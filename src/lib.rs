#![cfg_attr(all(feature = "integers", feature = "files"), doc = include_str!("guide.md"))]
#![cfg_attr(
    not(all(feature = "integers", feature = "files")),
    doc = "Exact arithmetic with polynomials and matrices over Z/n and finite fields; with the features `integers` and `files` over Z, Z/n for n \
           of any size, and in files."
)]

mod choice;
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

/// The examples of the README.
#[cfg(all(doctest, feature = "integers"))]
#[doc = include_str!("../README.md")]
struct Readme;
