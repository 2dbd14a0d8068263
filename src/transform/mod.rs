//! Plans: transforms with their tables, and the cache that keeps them.

pub mod cache;
pub mod fermat;
pub mod ntt;
