//! Number-theoretic transforms, those of polynomials over F_2, and the cache that keeps their plans.

pub mod cache;
pub mod frobenius;
pub mod ntt;
