//! Measurement of this machine's costs, the file that stores them, and a report.

pub mod file;
pub mod measure;
pub mod report;
