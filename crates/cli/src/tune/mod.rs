//! Measures the costs of this machine, keeps them in a file, and reports them.

pub mod file;
pub mod measure;
pub mod report;
