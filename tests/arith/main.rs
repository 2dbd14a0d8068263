//! Residues against oracles that share no code with the crate.

mod oracle;
mod residues;
