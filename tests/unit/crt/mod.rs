//! Unit tests of `crt`.

mod join;
#[cfg(feature = "integers")]
mod rational;
#[cfg(feature = "integers")]
mod tree;
