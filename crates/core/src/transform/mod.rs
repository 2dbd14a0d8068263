//! Plans of transforms with their tables, including those for polynomials over F_2, and the cache that keeps them.

pub mod cache;
pub mod fermat;
pub mod frobenius;
pub mod ntt;
