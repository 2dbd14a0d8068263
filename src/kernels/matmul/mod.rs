//! Products of matrices of words modulo n: operands packed into panels, sums of a tile of the result in registers, one reduction an
//! entry.
//!
//! A [`MatProduct`] is a kernel with its constants for one n. `pack` brings the right operand into panels of a few vectors of columns;
//! `multiply` takes rows of the left one, packs them likewise, and may run on other rows at the same time. The loops are written once
//! (`tile`), over the arithmetic of sums of products; `int8` works modulo many moduli of 8 bits instead. Proofs of the ranges:
//! `docs/notes/006-matrix-products.md`. Source of the blocking: Goto, van de Geijn 2008, "Anatomy of high-performance matrix
//! multiplication".

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod ifma;
#[cfg(target_arch = "x86_64")]
mod int8;
mod portable;
#[cfg(test)]
mod tests;
mod tile;

use crate::{
    arith::Modulus,
    cpu::{self, Isa},
};
use std::fmt;

/// What becomes of what stands where a result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gather {
    /// The result replaces it.
    Set,
    /// The result is added to it.
    Add,
    /// The result is subtracted from it.
    Sub,
}

/// A matrix of words in rows: row i is `words[i·stride .. i·stride + cols]`.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// From its first entry on.
    pub words: &'a [u64],
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// From one row to the next.
    pub stride: usize,
}

impl<'a> Rows<'a> {
    /// Row i.
    #[inline(always)]
    fn row(self, i: usize) -> &'a [u64] {
        &self.words[i * self.stride..i * self.stride + self.cols]
    }

    fn check(self) {
        assert!(
            self.rows == 0 || (self.rows - 1) * self.stride + self.cols <= self.words.len(),
            "the words of a matrix"
        );
    }
}

/// A kernel with its constants for products modulo one n. All values are in [0, n).
pub trait MatProduct: fmt::Debug + Send + Sync {
    /// The kernel's name, as a cost model has it.
    fn name(&self) -> &'static str;
    /// Rows and columns of the result that are computed together, whether or not there are so many.
    fn tile(&self) -> (usize, usize);
    /// Products of words that one product of entries takes, beside those of other n: the moduli of a residue system; 1 elsewhere.
    fn parts(&self) -> usize {
        1
    }
    /// Words that a right operand of `rows` by `cols` takes when it is packed.
    fn packed_len(&self, rows: usize, cols: usize) -> usize;
    /// Packs a right operand; `out` has [`packed_len`](Self::packed_len) words.
    ///
    /// # Panics
    /// When a length is wrong.
    fn pack(&self, b: Rows<'_>, out: &mut [u64]);
    /// Words of scratch that [`multiply`](Self::multiply) takes with a right operand of so many rows.
    fn scratch_len(&self, rows: usize) -> usize;
    /// a·b to the rows of `out`, `stride` words apart; b has been packed and has `cols` columns.
    ///
    /// # Panics
    /// When a length is wrong.
    fn multiply(&self, a: Rows<'_>, packed: &[u64], out: Target<'_>, scratch: &mut [u64]);
    /// `out[j]` −= Σ `c[t]`·x\[t, j\], without packing; false where this kernel only packs.
    ///
    /// # Panics
    /// When a length is wrong.
    fn sub_combination(&self, out: &mut [u64], c: &[u64], x: Rows<'_>) -> bool;
}

/// Where a product goes: rows of `cols` words, `stride` words apart.
#[derive(Debug)]
pub struct Target<'a> {
    /// From the first entry on.
    pub words: &'a mut [u64],
    /// Columns.
    pub cols: usize,
    /// From one row to the next.
    pub stride: usize,
    /// What becomes of what stands there.
    pub how: Gather,
}

/// A kernel of products, for any n up to a bound.
#[derive(Clone, Copy)]
pub struct MatKernel {
    /// Its name, for people and cost models.
    pub name: &'static str,
    isa: Isa,
    extras: &'static [&'static str],
    /// n is at most this.
    most: u64,
    build: fn(Modulus) -> Box<dyn MatProduct>,
}

impl fmt::Debug for MatKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The kernels for n with no more than the instructions `isa`, at least one.
#[must_use]
pub fn applicable(isa: Isa, n: Modulus) -> Vec<Box<dyn MatProduct>> {
    let host = cpu::host();
    let usable =
        |k: &&MatKernel| k.isa <= isa.min(host.supported) && n.n() <= k.most && k.extras.iter().all(|e| host.has(e));
    KERNELS.iter().filter(usable).map(|k| (k.build)(n)).collect()
}

/// A kernel of the loops in `tile`: its arithmetic, rows and vectors of a tile, and the instructions that it is compiled for.
macro_rules! tiles {
    ($name:literal, $isa:expr, $sums:ty, $rows:literal, $vectors:literal $(, $features:literal)?) => {{
        #[derive(Clone, Copy, Debug)]
        struct Kernel($sums);
        impl $crate::kernels::matmul::tile::Compiled for Kernel {
            type S = $sums;
            const NAME: &'static str = $name;
            const ROWS: usize = $rows;
            const VECTORS: usize = $vectors;
            fn sums(&self) -> &$sums {
                &self.0
            }
            unsafe fn run(
                &self,
                a: $crate::kernels::matmul::Rows<'_>,
                packed: &[u64],
                out: &mut $crate::kernels::matmul::Target<'_>,
                scratch: &mut [u64],
            ) {
                $(#[target_feature(enable = $features)])?
                unsafe fn compiled(
                    s: $sums,
                    a: $crate::kernels::matmul::Rows<'_>,
                    packed: &[u64],
                    out: &mut $crate::kernels::matmul::Target<'_>,
                    scratch: &mut [u64],
                ) {
                    // SAFETY: the caller's promises
                    unsafe { $crate::kernels::matmul::tile::blocks::<$sums, $rows, $vectors>(s, a, packed, out, scratch) }
                }
                // SAFETY: the CPU was asked when the kernel was selected, the lengths were checked
                unsafe { compiled(self.0, a, packed, out, scratch) }
            }
            unsafe fn combine(&self, out: &mut [u64], c: &[u64], x: $crate::kernels::matmul::Rows<'_>) {
                $(#[target_feature(enable = $features)])?
                unsafe fn compiled(s: $sums, out: &mut [u64], c: &[u64], x: $crate::kernels::matmul::Rows<'_>) {
                    // SAFETY: the caller's promises
                    unsafe { $crate::kernels::matmul::tile::combine::<$sums>(s, out, c, x) }
                }
                // SAFETY: as above
                unsafe { compiled(self.0, out, c, x) }
            }
        }
        $crate::kernels::matmul::MatKernel {
            name: $name,
            isa: $isa,
            extras: &[],
            most: <$sums as $crate::kernels::matmul::tile::Sums>::MOST,
            build: |n| Box::new($crate::kernels::matmul::tile::Tiled(Kernel(
                <$sums as $crate::kernels::matmul::tile::Sums>::new(n),
            ))),
        }
    }};
}
use tiles;

#[cfg(target_arch = "x86_64")]
static KERNELS: [MatKernel; 8] = [
    ifma::NARROW,
    ifma::SIGNED,
    ifma::WIDE,
    ifma::SPLIT,
    int8::KERNEL,
    avx2::KERNEL,
    portable::SINGLE,
    portable::TRIPLE,
];
#[cfg(not(target_arch = "x86_64"))]
static KERNELS: [MatKernel; 2] = [portable::SINGLE, portable::TRIPLE];
