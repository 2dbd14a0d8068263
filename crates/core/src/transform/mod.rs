//! Plans: transforms with their tables, those of polynomials over F_2 too, and the cache that keeps them.

pub mod cache;
pub mod fermat;
pub mod frobenius;
pub mod ntt;
