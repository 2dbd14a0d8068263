//! Measured costs, and the choices that rest on them.

#[cfg(feature = "cli")]
pub mod file;
#[cfg(feature = "integers")]
pub mod measure;
#[cfg(feature = "cli")]
pub mod report;
