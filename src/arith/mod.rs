//! Residues modulo a word, primes and roots of unity.
//!
//! Every residue is a canonical `u64` in `[0, n)` unless a function says otherwise; the modulus is a value that holds what was computed
//! from it once. Which of the three ways to multiply:
//!
//! | | moduli | for |
//! |---|---|---|
//! | [`Modulus`] (Barrett) | all `n` in `[2, 2^64)` | anything; also double and triple words |
//! | [`Shoup`] | `n < 2^63` | many products by one fixed factor, such as a root of unity |
//! | [`Montgomery`] | odd `n < 2^64` | long chains of products, such as powers |
//!
//! Nothing here runs in constant time: branches and loop lengths depend on the operands, so do not use it on secrets.

mod modulus;
mod montgomery;
mod shoup;
mod word;

pub use modulus::Modulus;
pub use montgomery::Montgomery;
pub use shoup::Shoup;
