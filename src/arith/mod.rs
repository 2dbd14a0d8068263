//! Residues modulo a word, primes.
