//! Number-theoretic transforms, and the cache that keeps their plans.

pub mod cache;
pub mod ntt;
