//! Residues modulo a word, primes and roots of unity.
//!
//! Every residue is a canonical `u64` in `[0, n)` unless a function says otherwise; the modulus is a value that holds
//! constants precomputed from it. The three multiplication algorithms:
//!
//! | | moduli | for |
//! |---|---|---|
//! | [`Modulus`] (Barrett) | all `n` in `[2, 2^64)` | anything; also double and triple words |
//! | [`Shoup`] | `n < 2^63` | many products by one fixed factor, such as a root of unity |
//! | [`Montgomery`] | odd `n < 2^64` | long chains of products, such as powers |
//!
//! Nothing here runs in constant time: branches and loop lengths depend on the operands, so do not use it on secrets.

#[doc(hidden)]
pub mod exact;
#[cfg(not(feature = "testing"))]
mod factor;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod factor;
mod fermat;
mod modulus;
mod montgomery;
#[cfg(not(feature = "testing"))]
mod prime;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod prime;
mod roots;
#[doc(hidden)]
pub mod shift;
mod shoup;
mod stream;
#[cfg(not(feature = "testing"))]
mod word;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod word;

#[doc(hidden)]
pub use exact::{ExactDivisor, WordContent};
pub use factor::factor_u64;
pub use fermat::{FERMAT_PRIMES, FermatPrime};
pub use modulus::Modulus;
pub use montgomery::{Montgomery, MontgomeryFactor};
pub use prime::is_prime;
pub use roots::{least_primitive_root, root_of_unity, two_adicity};
pub use shoup::{Shoup, ShoupEstimate};
pub use stream::{PrimeStream, ntt_primes};
#[doc(hidden)]
pub use word::{gcd, inverse_modulo_word};
