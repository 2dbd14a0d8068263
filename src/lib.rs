#![cfg_attr(all(feature = "integers", feature = "files"), doc = include_str!("guide.md"))]
#![cfg_attr(
    not(all(feature = "integers", feature = "files")),
    doc = "Exact arithmetic with polynomials and matrices over Z/n and finite fields; with the features `integers` and `files` over Z, Z/n for n \
           of any size, and in files."
)]

#[cfg(not(feature = "testing"))]
mod choice;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod choice;
#[cfg(feature = "any-ring")]
#[doc(hidden)]
pub mod compiled;
mod crt;
pub mod engine;
#[cfg(feature = "integers")]
mod lock;
pub mod matrix;
#[cfg(feature = "integers")]
pub mod memory;
mod monitor;
#[cfg(feature = "integers")]
pub mod multimodular;
#[cfg(not(feature = "testing"))]
mod order;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod order;
#[cfg(feature = "files")]
pub mod outofcore;
pub mod poly;
mod random;
pub mod ranks;
pub mod ring;
pub mod text;
#[cfg(feature = "integers")]
pub mod verify;

// inside, modules of the core are named as if they were here
#[cfg(feature = "integers")]
use polymod_core::limbs;
use polymod_core::{arith, bits, costs, cpu, kernels, scratch, tested, transform, words};

pub use engine::{Cancel, Context, Engine, EngineBuilder};
pub use matrix::{Matrix, PolyMatrix};
pub use poly::{Dft, Poly};
/// Words, kernels and transforms: the crate below this one, for experts.
pub use polymod_core as core;
pub use polymod_core::{Error, Modulus, Montgomery, PrimeStream, Result, Shoup, Wrap, transform::ntt::NttPlan};
pub use random::Distribution;
pub use ring::{AnyRing, F2, Gf2k, ProductAlgorithm, Ring, Zn};
#[cfg(feature = "integers")]
pub use ring::{GF, GeneralizedFermat, Integers, NamedField, Quotient, Rationals, ZnBig, multiply_integers};

/// What the program and the benchmarks of this repository use; no part of the interface.
#[doc(hidden)]
pub mod internals {
    /// Residues modulo several primes.
    pub mod crt {
        pub use crate::crt::*;
    }
    /// Files of one process at a time.
    #[cfg(feature = "integers")]
    pub mod lock {
        pub use crate::lock::*;
    }
    /// Reads and writes at offsets of files.
    #[cfg(feature = "files")]
    pub mod positioned {
        pub use crate::outofcore::positioned::*;
    }
}

/// The crate of GNU MP integers: the coefficients over Z, and over Z/n for n of more than a word.
#[cfg(feature = "integers")]
pub use rug;

/// The examples of the README, and of the book's chapters in Rust.
#[cfg(all(doctest, feature = "integers"))]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/book/words-and-transforms.md")]
    struct WordsAndTransforms;
    #[doc = include_str!("../docs/book/finite-fields-and-codes.md")]
    struct FiniteFieldsAndCodes;
}
