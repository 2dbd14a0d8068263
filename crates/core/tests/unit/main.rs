//! Unit tests of the core: modules mirror those of `src`, and reach its inside by the feature `testing`. They are a program of their own, so that
//! the kernels are compiled once, for the library.

mod arith;
mod bits;
mod costs;
mod cpu;
mod decimal;
mod error;
mod kernels;
mod lengths;
mod limbs;
mod pass;
mod residue;
mod scratch;
mod simd;
mod transform;
mod words;
