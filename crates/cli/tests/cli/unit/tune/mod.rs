//! Measured costs.

mod file;
mod measure;
mod report;
