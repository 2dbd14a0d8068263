//! Inner loops, one set for each instruction set and range of moduli, chosen once per plan.
//!
//! The only folder with `unsafe`. Kernels have no public fields: they are returned only by functions that check the
//! CPU, and tables of roots keep the kernel that they were made for. Every safe function checks the lengths that its
//! loops rely on, once a call, by arithmetic that does not wrap (`lengths`); `tests/soundness` misuses them all.

// code that only vector loops use is unused on other targets
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_imports, unused_variables))]
#![allow(unsafe_code)]

pub mod fermat;
mod generated;
pub mod gf60;
pub mod pages;
pub mod rows;
pub mod scalar;
pub mod transpose;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub use crate::{
    pass::{
        batch_det, batch_powers, batch_resultant, blocks, clmul, euclid, image_det, limbs, matmul,
        ntt::{
            NttKernel, by_name, natural, natural_kernels, permuted, permuted_kernels,
            products::{TreeTables, tree_len},
            reorder, select,
        },
        points, pointwise, pointwise_matrix, residues, short,
    },
    registry::Kernel,
};

use crate::lengths;

/// A factor w in [0, p) prepared for 52-bit multiply-add: (w, ⌊2^52·w/p⌋).
fn prepare_52(p: u64, w: u64) -> [u64; 2] {
    [w, ((u128::from(w) << 52) / u128::from(p)) as u64]
}
