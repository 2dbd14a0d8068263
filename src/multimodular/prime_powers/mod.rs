//! Polynomials modulo prime powers, and modulo integers whose prime factors are known.
//!
//! Coprime factors modulo a prime are lifted to a power of it ([`lift`]), which gives the irreducible factors there of polynomials that are square-free
//! modulo the prime ([`factors`]). Roots modulo a prime power are found digit by digit where they are singular, and lifted by Newton's iteration where
//! they are not; those modulo the powers that an integer is the product of are joined by the Chinese remainder theorem ([`roots`]).

pub mod factors;
pub mod lift;
mod moduli;
pub mod roots;

pub use factors::factor_modulo;
pub use lift::{HenselFactors, hensel_lift, hensel_lift_factors};
pub use moduli::PrimePowers;
pub use roots::roots_modulo;
