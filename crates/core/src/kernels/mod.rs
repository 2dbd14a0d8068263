//! Inner loops, one set for each instruction set and range of moduli, chosen once per plan.
//!
//! The only folder with `unsafe`. Kernels have no public fields: they are returned only by functions that check the
//! CPU, and tables of roots keep the kernel that they were made for. Every safe function checks the lengths that its
//! loops rely on, once a call, by arithmetic that does not wrap (`lengths`); `tests/soundness` misuses them all.

// code that only vector loops use is unused on other targets
#![cfg_attr(not(target_arch = "x86_64"), allow(dead_code, unused_imports, unused_variables))]
#![allow(unsafe_code)]

pub mod pages;
pub mod scalar;

pub use crate::{
    pass::{
        batch_det, batch_powers, batch_resultant, blocks, clmul, digits, euclid, fermat, gf60, image_det, limbs,
        matmul,
        ntt::{
            NttKernel, by_name, natural, natural_kernels, permuted, permuted_kernels,
            products::{TreeTables, tree_len},
            select, tiled,
        },
        points, pointwise, pointwise_matrix, residues, rows, short, sums, transpose,
    },
    registry::Kernel,
};
