//! Words, kernels and transforms for polynomial arithmetic modulo n, in pure Rust.
//!
//! The lower half of [`polymod`](https://docs.rs/polymod), and its only crate with `unsafe`. [`arith`] is the arithmetic of words modulo n:
//! [`Modulus`], [`Montgomery`], [`Shoup`] multipliers, primes and roots of unity. [`kernels`] are the inner loops, one for each instruction set,
//! chosen by the features of the CPU ([`cpu`]). [`transform`] has the plans of number-theoretic transforms of 2^k words, and of transforms over the
//! field of 2^60 elements. [`costs`] holds the measured costs that choose among them.
//!
//! Built with `RUSTFLAGS="--cfg polymod_avx2"`, the crate has kernels for AVX2 and for any CPU, and none for AVX-512, AVX-IFMA, GFNI and VPCLMULQDQ:
//! less than half as much to compile, and the same results.
//!
//! ```
//! use polymod_core::{arith, Modulus};
//! let p = arith::ntt_primes(50, 20, 1)?[0];
//! let n = Modulus::new(p)?;
//! assert_eq!(n.mul(p - 1, p - 1), 1);
//! # Ok::<(), polymod_core::Error>(())
//! ```

#![cfg_attr(polymod_avx2, allow(dead_code, unused_imports, reason = "what only kernels beyond AVX2 need"))]

/// An item that is public with the feature `testing` of its crate, for the unit tests in `tests/unit`, and as it says without.
#[doc(hidden)]
#[macro_export]
macro_rules! tested {
    (@ $vis:vis, [$($meta:tt)*] [$($item:tt)*]) => {
        #[cfg(not(feature = "testing"))]
        $($meta)*
        $vis $($item)*
        #[cfg(feature = "testing")]
        #[doc(hidden)]
        $($meta)*
        pub $($item)*
    };
    ($(#[$meta:meta])* $vis:vis const $($item:tt)*) => {
        $crate::tested! { @ $vis, [$(#[$meta])*] [const $($item)*] }
    };
    ($(#[$meta:meta])* $vis:vis fn $($item:tt)*) => {
        $crate::tested! { @ $vis, [$(#[$meta])*] [fn $($item)*] }
    };
    ($(#[$meta:meta])* $vis:vis static $($item:tt)*) => {
        $crate::tested! { @ $vis, [$(#[$meta])*] [static $($item)*] }
    };
    ($(#[$meta:meta])* $vis:vis struct $($item:tt)*) => {
        $crate::tested! { @ $vis, [$(#[$meta])*] [struct $($item)*] }
    };
}

mod algorithm;
pub mod arith;
pub mod bits;
pub mod costs;
pub mod cpu;
#[doc(hidden)]
pub mod decimal;
mod error;
pub mod kernels;
#[cfg(not(feature = "testing"))]
mod lengths;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod lengths;
#[doc(hidden)]
pub mod limbs;
#[cfg(not(feature = "testing"))]
mod pass;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod pass;
#[cfg(not(feature = "testing"))]
mod registry;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod registry;
#[allow(dead_code, reason = "the transforms have arithmetics of their own in `kernels`")]
#[cfg(not(feature = "testing"))]
mod residue;
#[allow(dead_code, reason = "the transforms have arithmetics of their own in `kernels`")]
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod residue;
pub mod scratch;
#[allow(dead_code, reason = "as above")]
#[cfg(not(feature = "testing"))]
mod simd;
#[allow(dead_code, reason = "as above")]
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod simd;
pub mod transform;
#[doc(hidden)]
pub mod words;

pub use algorithm::Algorithm;
pub use arith::{Modulus, Montgomery, PrimeStream, Shoup};
pub use error::{Error, Result};
pub use transform::ntt::Wrap;

/// The example of the package's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
