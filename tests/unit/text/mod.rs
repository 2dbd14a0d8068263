//! Unit tests of `text`.

mod bivariate;
mod detect;
#[cfg(all(feature = "files", feature = "integers"))]
mod runs;
