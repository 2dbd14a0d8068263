//! The suite of laws.

mod coverage;
