//! The cost model, its measurement, and the file that stores it.

#[cfg(feature = "cli")]
pub mod file;
#[cfg(feature = "integers")]
pub mod measure;
#[cfg(feature = "cli")]
pub mod report;
pub mod table;
