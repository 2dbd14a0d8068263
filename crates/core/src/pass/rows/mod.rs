//! Rows of limbs to residues modulo many primes and back, sixteen rows at a time, by 52-bit multiply-add.
//!
//! A row is an integer in two's complement, `width` limbs of 64 bits. [`split`] reduces rows to residues; [`join`]
//! reconstructs them from any number of primes by the explicit form of the Chinese remainder theorem, as integers or as
//! residues modulo a big n; [`join_mixed`] from at most four primes by Garner's algorithm.
//! docs/notes/002-conversions.md proves the ranges.

mod join;
mod mixed;
mod split;
mod vectors;

pub use join::{BigModulus, RowReconstruct, join};
use mixed::Mixed;
pub use mixed::{MixedReconstruct, join_mixed};
pub use split::{RowReduce, Spread, WordReduce, split, split_words};

use crate::{
    arith::Modulus,
    cpu::{self, Target},
    registry::{self, Kernel, Moduli},
    residue::with_quotient,
    simd::{self, Eight},
};

/// Largest number of bits of a prime: sums of a word's low part and four residues below p stay below 2^52.
pub const MAX_PRIME_BITS: u32 = 49;
/// Largest number of digits, and of primes, for which column sums of products stay in a word.
pub const MOST: usize = 3000;

/// Number of bits of a digit.
const BITS: usize = 52;
const MASK: u64 = (1 << BITS) - 1;
/// Number of words of a vector.
const LANES: usize = 8;
/// Number of primes, or columns, worked on at a time; with two vectors of rows that makes 16 accumulators.
const GROUP: usize = 4;

/// Whether the kernels with these instructions support this many primes of these bits, and rows of this width.
#[must_use]
pub fn applies(target: Target, primes: &[Modulus], width: usize) -> bool {
    let small = primes.iter().all(|p| p.bits() <= MAX_PRIME_BITS);
    registry::first(KERNELS, target).is_some()
        && small
        && primes.len() < MOST
        && digits(width.saturating_mul(64)) <= MOST
}

/// Number of digits that this many bits take.
const fn digits(bits: usize) -> usize {
    bits.div_ceil(BITS)
}

/// Digit d of a number of limbs.
fn digit(limbs: &[u64], d: usize) -> u64 {
    super::digits::digit(limbs, BITS * d, 0, 0)
}

/// A factor w in [0, p) prepared for 52-bit multiply-add: (w, ⌊2^52·w/p⌋).
fn prepare_52(p: Modulus, w: u64) -> [u64; 2] {
    with_quotient(p, w, BITS as u32)
}

registry::loops! {
    /// The conversions compiled for an instruction set.
    #[derive(Clone, Copy)]
    struct Loops[S: Eight] {
        {
            /// For each number of primes.
            mixed: [Mixed; MixedReconstruct::MOST] =
                [mixed::of::<S, 1>(), mixed::of::<S, 2>(), mixed::of::<S, 3>(), mixed::of::<S, 4>()];
        }
        split(reduce: &RowReduce, rows: &[u64], out: &mut [&mut [u64]], spread: Spread) = split::rows::<S>;
        small_words(p: u64, words: &[u64], out: &mut [u64]) = split::small_words::<S>;
        any_words(prime: &split::SplitPrime, words: &[u64], out: &mut [u64]) = split::any_words::<S>;
        join(
            crt_reconstruct: &RowReconstruct, residues: &[u64], stride: usize, first: usize, out: &mut [u64]
        ) = join::rows::<S>;
    }
}

const fn kernel<S: Eight>(name: &'static str) -> Kernel<Loops> {
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Bits(MAX_PRIME_BITS), loops: Loops::of::<S>() }
}

registry::kernels! {
    KERNELS: Kernel<Loops>;
    x86:
    kernel::<simd::Avx512Ifma>("ifma-49"),
    kernel::<simd::Pair<simd::AvxIfma>>("ifma-49-avx");
}

/// The loops of this process's instruction set.
///
/// # Panics
/// On a CPU without 52-bit multiply-add.
fn loops() -> &'static Loops {
    &registry::first(KERNELS, cpu::host().target).expect("52-bit multiply-add").loops
}
