//! Residues, primes, factorisations and roots of unity, each against oracles that share no code with the crate.

mod oracle;
mod primes;
mod residues;
