//! Inner loops, one set for each instruction set and range of moduli, chosen once per plan.
//!
//! The only folder with `unsafe`. A [`TreeKernel`] is a table of safe functions: it can only be had from [`select`], which
//! knows the CPU, and its functions check the lengths that their loops rely on.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod doubles;
pub mod euclid;
#[cfg(target_arch = "x86_64")]
mod goldilocks;
#[cfg(target_arch = "x86_64")]
mod ifma;
#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(target_arch = "x86_64")]
mod leaves;
#[cfg(target_arch = "x86_64")]
pub mod natural;
#[cfg(target_arch = "x86_64")]
mod reals;
pub mod residues;
pub mod rows;
pub mod scalar;
pub mod short;
#[cfg(target_arch = "x86_64")]
mod shoup;
#[cfg(target_arch = "x86_64")]
mod six_step;
#[cfg(target_arch = "x86_64")]
mod stockham;
mod tables;
#[cfg(target_arch = "x86_64")]
mod top;
#[cfg(target_arch = "x86_64")]
mod tree;
#[cfg(target_arch = "x86_64")]
mod values;
#[cfg(target_arch = "x86_64")]
mod vectors;
#[cfg(target_arch = "x86_64")]
mod words;

pub use tables::{TreeTables, tree_len};

use crate::cpu::{self, Isa};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256d, __m512i};
use std::fmt;

/// Transforms for products, on one thread: to images that are residues modulo x^8 − r, or values.
#[derive(Clone, Copy)]
pub struct TreeKernel {
    /// Its name, for people.
    pub name: &'static str,
    /// The instructions it needs.
    pub isa: Isa,
    /// Primes have at most this many bits.
    pub max_bits: u32,
    /// Whether images are values; if not, they are residues modulo x^8 − r, which takes 3 less of p's two-adicity.
    pub values: bool,
    /// Words a vector.
    pub lanes: usize,
    /// A factor in [0, p), prepared.
    pub prepare: fn(p: u64, w: u64) -> [u64; 2],
    /// Appends a factor for each lane to a table.
    pub pack: fn(p: u64, w: &[u64], out: &mut Vec<u64>),
    /// The first pass, on columns of a transform's rows, [`TreeTables::rows`] of them: coefficients in [0, p).
    pub forward_top: fn(&TreeTables, &mut [&mut [u64]]),
    /// The rest of the way to an image: so many rows, one behind the other, from row i on.
    pub forward_rows: fn(&TreeTables, usize, usize, &mut [u64]),
    /// The rest of the way to values in [0, p), in bit-reversed order, likewise; for tables with the roots of values.
    pub forward_values: fn(&TreeTables, usize, usize, &mut [u64]),
    /// From values in [0, p), in bit-reversed order, back to the last pass, likewise.
    pub inverse_values: fn(&TreeTables, usize, usize, &mut [u64]),
    /// So many rows of the image of a product, from row i on, back to the last pass.
    pub inverse_rows: fn(&TreeTables, usize, usize, &mut [u64]),
    /// The last pass, on columns of the rows: to scaled residues, to be finished.
    pub inverse_top: fn(&TreeTables, &mut [&mut [u64]]),
    /// a = a·b over 2^[`product_shift`](Self::product_shift), for words of images from a multiple of 16 on.
    pub multiply: fn(&TreeTables, usize, &mut [u64], &[u64]),
    /// out = a·b, likewise.
    pub product: fn(&TreeTables, usize, &mut [u64], &[u64], &[u64]),
    /// a = a², likewise.
    pub square: fn(&TreeTables, usize, &mut [u64]),
    /// out += a·b, likewise.
    pub add_product: fn(&TreeTables, usize, &mut [u64], &[u64], &[u64]),
    /// x = x·factor in [0, p), for a prepared factor.
    pub finish: fn(&TreeTables, &mut [u64], [u64; 2]),
    /// out = x·factor in [0, p), likewise.
    pub finish_into: fn(&TreeTables, &[u64], &mut [u64], [u64; 2]),
    /// The Montgomery factor of products is 2^this.
    pub product_shift: u32,
}

impl fmt::Debug for TreeKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A factor w in [0, p) prepared for 52-bit multiply-add: (w, ⌊2^52·w/p⌋).
fn prepare_52(p: u64, w: u64) -> [u64; 2] {
    [w, ((u128::from(w) << 52) / u128::from(p)) as u64]
}

/// The fastest kernel for a prime of `bits` bits with no more than the instructions `isa`, if there is one.
#[must_use]
pub fn select(isa: Isa, bits: u32) -> Option<&'static TreeKernel> {
    let usable = |k: &&'static TreeKernel| k.isa <= isa.min(cpu::host().supported) && bits <= k.max_bits;
    TREES.iter().find(usable)
}

#[cfg(target_arch = "x86_64")]
static TREES: [TreeKernel; 4] = [
    tables::kernel::<ifma::Ifma48>("ifma-48", Isa::Avx512),
    tables::kernel::<ifma::Ifma49>("ifma-49", Isa::Avx512),
    tables::kernel::<ifma::Ifma50>("ifma-50", Isa::Avx512),
    tables::kernel::<doubles::Doubles<__m256d>>("doubles-50", Isa::Avx2),
];
#[cfg(not(target_arch = "x86_64"))]
static TREES: [TreeKernel; 0] = [];

/// Kernels for natural order, fastest first for each range of primes.
#[cfg(target_arch = "x86_64")]
pub static NATURAL: [natural::NaturalKernel; 10] = [
    natural::kernel::<ifma::Ifma48>("ifma-48", Isa::Avx512),
    natural::kernel::<ifma::Ifma49>("ifma-49", Isa::Avx512),
    natural::kernel::<ifma::Ifma50>("ifma-50", Isa::Avx512),
    natural::kernel::<shoup::Shoup59<__m512i>>("shoup-59", Isa::Avx512),
    natural::kernel::<shoup::Shoup62<__m512i>>("shoup-62", Isa::Avx512),
    natural::kernel::<shoup::Montgomery62<__m512i>>("montgomery", Isa::Avx512),
    natural::kernel::<goldilocks::Goldilocks>("goldilocks", Isa::Avx512).only(goldilocks::P),
    natural::kernel::<shoup::Shoup59<words::Halves>>("shoup-59-avx2", Isa::Avx2),
    natural::kernel::<shoup::Shoup62<words::Halves>>("shoup-62-avx2", Isa::Avx2),
    natural::kernel::<shoup::Montgomery62<words::Halves>>("montgomery-avx2", Isa::Avx2),
];
