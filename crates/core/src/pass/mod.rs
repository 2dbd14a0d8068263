//! Loops over vectors of residues, generic over the instruction set ([`Simd`](crate::simd::Simd)) and the arithmetic
//! ([`Residues`](crate::residue::Residues)).

#![allow(clippy::needless_range_loop, reason = "of loops with constant bounds all sums stay in registers")]
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_imports, reason = "the lists of kernels are empty"))]

pub mod batch_det;
pub mod batch_powers;
pub mod batch_resultant;
pub mod blocks;
pub mod clmul;
mod columns;
pub mod digits;
pub mod euclid;
pub mod fermat;
pub mod gf60;
pub mod image_det;
pub mod limbs;
pub mod matmul;
pub mod ntt;
pub mod points;
pub mod pointwise;
pub mod pointwise_matrix;
pub mod prime_lanes;
mod remainder;
pub mod residues;
pub mod rows;
pub mod short;
pub mod sums;
pub mod transpose;
mod word_rows;
