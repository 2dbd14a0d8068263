//! Residues modulo any odd number of 64 to 9979 bits: [`LimbKernel`], and Euclid's algorithm on rows of them.

mod euclid;

pub use crate::pass::limbs::{FactorTable, LimbKernel};
pub use euclid::LimbEuclid;

#[cfg(test)]
mod tests;
