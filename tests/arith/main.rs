//! Residues, primes, roots of unity and streams of primes, each against oracles that share no code with the crate.

mod oracle;
mod primes;
mod residues;
mod streams;
