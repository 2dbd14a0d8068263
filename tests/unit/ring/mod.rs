//! Coefficient rings.

mod any;
mod candidates;
pub mod classical;
#[cfg(feature = "integers")]
mod f2;
#[cfg(feature = "integers")]
mod fermat;
mod finite;
#[cfg(feature = "integers")]
mod integers;
mod ints;
mod laws;
#[cfg(feature = "integers")]
#[cfg(feature = "integers")]
mod named;
mod powers;
mod product;
#[cfg(feature = "integers")]
mod quotient;
#[cfg(feature = "integers")]
mod rationals;
mod sqrt;
mod zn;
#[cfg(feature = "integers")]
mod zn_big;
