//! The cost model: costs of kernels on one thread, in nanoseconds, on which planners base their choices.
//!
//! A choice compares sums of these costs; there are no thresholds elsewhere. A single threshold does not describe a transform,
//! whose cost jumps with its length; a curve, interpolated between measured points, does. The built-in costs were measured by
//! `cargo bench --bench costs`, which prints this table for the machine that it runs on; `polymod tune` measures those of the
//! user's machine.

#[cfg(not(feature = "testing"))]
mod builtin;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod builtin;
mod check;
mod crossovers;

use crate::cpu::{self, Family, Feature, Target};
pub use crossovers::{Crossovers, FileCosts, ModularCosts};
use std::borrow::Cow;

/// Cost as a function of size, given at successive powers of two: linear between them, as most loops are; below the first one
/// proportional to the size; beyond the last it grows as in the lesser of the last two steps.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Curve {
    /// log2 of the first size.
    first: u32,
    /// Nanoseconds at 2^first, 2^(first + 1) …
    ns: Cow<'static, [f64]>,
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl Curve {
    pub fn ns_mut(&mut self) -> &mut Cow<'static, [f64]> {
        &mut self.ns
    }
}

impl Curve {
    /// A curve through these costs at 2^first, 2^(first + 1) ….
    ///
    /// # Panics
    /// With fewer than two figures, or one that is not positive.
    #[must_use]
    pub fn new(first: u32, ns: impl Into<Cow<'static, [f64]>>) -> Self {
        let ns = ns.into();
        assert!(ns.len() >= 2, "a curve has at least two points");
        assert!(ns.iter().all(|&y| y > 0.0), "costs are positive");
        Curve { first, ns }
    }

    /// log2 of the first size, and the nanoseconds at successive powers of two.
    #[must_use]
    pub fn points(&self) -> (u32, &[f64]) {
        (self.first, &self.ns)
    }

    const fn builtin(first: u32, ns: &'static [f64]) -> Self {
        Curve { first, ns: Cow::Borrowed(ns) }
    }

    /// The cost at this size, at least 1.
    #[must_use]
    pub fn at(&self, size: usize) -> f64 {
        let size = size.max(1);
        let (log, last) = (size.ilog2(), self.ns.len() - 1);
        let Some(i) = log.checked_sub(self.first).map(|i| i as usize) else {
            return self.ns[0] * size as f64 / (1u64 << self.first) as f64;
        };
        if i >= last {
            let growth = |i: usize| self.ns[i] / self.ns[i - 1];
            // beyond a cache's size the cost jumps only once
            let growth = if last > 1 { growth(last).min(growth(last - 1)) } else { growth(last) };
            let steps = (size as f64 / (1u64 << (self.first as usize + last)) as f64).log2();
            return self.ns[last] * growth.powf(steps);
        }
        let part = size as f64 / (1u64 << log) as f64 - 1.0;
        self.ns[i] + part * (self.ns[i + 1] - self.ns[i])
    }
}

/// How products of residues modulo x^8 − r reduce their operands and their sums. Other images have one way.
///
/// Which one is faster depends on what a CPU does beside two multiply-adds a cycle: [`CostModel::reduction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Differences and minima, which leave the multipliers free: faster where a CPU has more ports for vectors than multipliers.
    Minima,
    /// Quotients, two multiply-adds each: half as many instructions.
    Quotients,
}

/// Costs of the kernels on one thread of one machine, in nanoseconds.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct CostModel {
    /// The machine that the costs were measured on.
    pub machine: Cow<'static, str>,
    /// Short products in vectors: overhead of a call; eight results; eight products for n < 2^52, n < 2^62, and larger n.
    pub short: [f64; 5],
    /// One product of words, accumulated (schoolbook over Z/n, n a word).
    pub word_mul: f64,
    /// One reduction of an accumulator of three words modulo n.
    pub word_reduce: f64,
    /// Short products of signed words in vectors: overhead of a call; eight results; eight products of one digit, and of two.
    pub signed_short: [f64; 4],
    /// One product of signed words over Z, where sums take one, two and three words.
    pub signed_mul: [f64; 3],
    /// Storing one such sum.
    pub signed_sum: f64,
    /// A balanced product over Z/n by Karatsuba, by length.
    pub karatsuba: Curve,
    /// One transform modulo a word prime, by length.
    pub ntt: Curve,
    /// The portable transform in natural order, by length.
    pub portable_ntt: Curve,
    /// Stockham's transform on the fastest kernel, by length.
    pub stockham: Curve,
    /// The six-step transform on the fastest kernel, by length.
    pub six_step: Curve,
    /// The transform in the tree's order and bit reversal by tiles, on the fastest kernel, by length.
    pub tree_ntt: Curve,
    /// Slowdown of other kernels in natural order relative to the fastest, by name, and of portable transforms modulo 63 and 64 bits
    /// relative to smaller moduli, as `portable-64`.
    pub kernel_factors: Cow<'static, [(Cow<'static, str>, f64)]>,
    /// Additional cost per value of a product by transforms of 5·2^j, 6·2^j or 7·2^j words.
    pub truncated: f64,
    /// One product of transformed values modulo the family's primes, with operands reduced by minima, and by quotients.
    pub pointwise: [f64; 2],
    /// Products of matrices at points: a product of two values, moving a value, and the ratio of a transform to values to one of
    /// polynomial products.
    pub matrix_points: [f64; 3],
    /// Determinants of many small matrices, per product of entries: primes of at most 50 bits, and larger ones.
    pub determinants: [f64; 2],
    /// Decomposition of a matrix of n rows modulo a word: per n, n² and n³.
    pub elimination: [f64; 3],
    /// Product of a sparse matrix by a block of vectors modulo a word: a row, an entry, which fetches a row of the block, and a product.
    pub sparse_product: [f64; 3],
    /// Reducing a word modulo one prime, and storing it.
    pub split_word: f64,
    /// Chinese remaindering of a coefficient from k primes to Z/n, in vectors: k = 1, 2, 3, 4.
    pub join_word: [f64; 4],
    /// Chinese remaindering by Garner's algorithm, one coefficient at a time: k = 1, 2, 3, 4.
    pub garner: [f64; 4],
    /// Reducing an integer modulo one prime: overhead, and cost per limb.
    pub split_row: [f64; 2],
    /// Reconstructing an integer from few primes by mixed radix digits: k = 1, 2, 3, 4.
    pub mixed: [f64; 4],
    /// Reconstructing an integer from more primes, per prime: overhead, and cost per limb.
    pub join_row: [f64; 2],
    /// Converting rows of several limbs to residues, or back: look-ups, and the minimum that even a few rows take.
    pub rows: f64,
    /// A product of two integers of this many limbs each (GMP).
    pub integer_mul: Curve,
    /// Overhead of Kronecker's substitution, without limbs and their product: memory of three integers.
    pub kronecker: f64,
    /// Packing or unpacking a limb of a big integer (Kronecker).
    pub pack_limb: f64,
    /// Splitting a limb into digits, or summing it from them.
    pub digit_limb: f64,
    /// Overhead of an operation on single integers, without their limbs: memory, calls.
    pub element: f64,
    /// Reducing a coefficient of many limbs modulo a big n: overhead, and cost per squared limb count of n.
    pub big_reduce: [f64; 2],
    /// Products over the field of two elements, word by word: overhead of a call, a product of two words, and a block beyond the
    /// first.
    pub bit_short: [f64; 3],
    /// A balanced product over the field of two elements by Karatsuba, by words.
    pub bit_karatsuba: Curve,
    /// Product of a word by a row of words over the field of two elements: overhead, and cost per word.
    pub bit_row: [f64; 2],
    /// Copying a word of bits.
    pub bit_pass: f64,
    /// A product of elements of F_(2^K), without reduction.
    pub bit_element: f64,
    /// Converting a coefficient over F_(2^K) to bits, or back with reduction.
    pub bit_coefficient: f64,
    /// Overhead of a product by Frobenius-encoded transforms.
    pub bit_plan: f64,
    /// One Frobenius-encoded transform, by its order.
    pub frobenius: Curve,
    /// One product of values of Frobenius-encoded transforms.
    pub frobenius_point: f64,
    /// One such product within a product of matrices of values.
    pub frobenius_matrix: f64,
    /// Costs in generalized Fermat prime fields.
    pub fermat: FermatCosts,
    /// Costs of residues of several limbs, in blocks.
    pub limbs: LimbCosts,
    /// Products of matrices over Z/n, by the kernel's name: product of entries, packing an entry, an entry of the result, and
    /// product of entries that are not packed; measured by `cargo bench --bench costs`.
    pub matrices: Cow<'static, [(Cow<'static, str>, [f64; 4])]>,
    /// Overhead of any operation on polynomials: the result's memory, the choice.
    pub operation: f64,
    /// Further overhead of a division: reversal of the operands, the choice.
    pub division: f64,
    /// Overhead of any product through a plan: look-ups, buffers.
    pub plan: f64,
    /// Overhead of each step of Newton's iteration, or of halves of a quotient.
    pub step: f64,
    /// Overhead of each product of a block.
    pub block: f64,
    /// Adding an entry of a matrix in Strassen's algorithm: three streams of memory.
    pub matrix_addition: f64,
    /// Sizes at which algorithms hand over to those for short operands.
    pub crossovers: Crossovers,
    /// Costs of modular methods over Z.
    pub modular: ModularCosts,
    /// Costs of files.
    pub files: FileCosts,
}

/// Costs in generalized Fermat prime fields, for elements in blocks: per digit unless stated otherwise.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FermatCosts {
    /// A product, per pair of digits.
    pub product: f64,
    /// A product or a pass of a transform, in addition to that.
    pub digit: f64,
    /// Halving a product, per digit; twice as much for each further halving.
    pub halving: f64,
    /// A level of radix 2 in a transform.
    pub level: f64,
    /// Moving a row to a block, or back in canonical form.
    pub row: f64,
    /// Converting a row to an integer, or back, per pair of digits; each digit takes as long as some pairs.
    pub integer_pair: f64,
}

/// Costs modulo odd numbers, for residues of n limbs of 52 bits in blocks; `cargo bench --bench fermat` measures products.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LimbCosts {
    /// A multiply-add; a product has about 2n² and those of the reduction.
    pub multiply_add: f64,
    /// Overhead of a product, per limb.
    pub limb: f64,
    /// A level of radix 2 in a transform, per limb.
    pub level: f64,
    /// A pass of a transform, and moving a row to a block or back, per limb.
    pub row: f64,
}

impl CostModel {
    /// The built-in costs for kernels within these extensions, on this machine's family of CPUs.
    #[must_use]
    pub fn builtin(target: Target) -> Self {
        match cpu::host().family {
            Family::GoldenCove if target.has(Feature::Avx512Ifma) => builtin::golden_cove(),
            Family::Zen4 if target.has(Feature::Avx512Ifma) => builtin::zen4(),
            Family::Zen5 if target.has(Feature::Avx512Ifma) => builtin::zen5(),
            _ if target.has(Feature::Avx512) => builtin::avx512f(),
            _ if target.has(Feature::AvxIfma) => builtin::avx_ifma(),
            _ if target.has(Feature::Avx2) => builtin::avx2(),
            _ if target.has(Feature::Neon) => builtin::neon(),
            _ => builtin::portable(),
        }
    }

    /// Slowdown by this name in [`kernel_factors`](Self::kernel_factors); 1 if unknown.
    #[must_use]
    pub fn kernel_factor(&self, name: &str) -> f64 {
        self.kernel_factors.iter().find(|(known, _)| known == name).map_or(1.0, |&(_, factor)| factor)
    }

    /// One product of transformed values, reduced in the faster way.
    #[must_use]
    pub fn value_product(&self) -> f64 {
        self.pointwise[self.reduction() as usize]
    }

    /// The faster way to reduce the operands of products of transformed values; minima where both are as fast.
    #[must_use]
    pub fn reduction(&self) -> Reduction {
        if self.pointwise[1] < self.pointwise[0] { Reduction::Quotients } else { Reduction::Minima }
    }

    /// The costs of this kernel of matrix products; high if unknown.
    #[must_use]
    pub fn matrix_kernel(&self, name: &str) -> [f64; 4] {
        const UNKNOWN: [f64; 4] = [2.0, 2.0, 10.0, 4.0];
        self.matrices.iter().find(|(known, _)| known == name).map_or(UNKNOWN, |&(_, costs)| costs)
    }

    /// Cost of a product of integers of `a` and `b` limbs; unbalanced ones are computed in blocks.
    #[must_use]
    pub fn integer_mul(&self, a: usize, b: usize) -> f64 {
        let (short, long) = (a.min(b).max(1), a.max(b).max(1));
        self.integer_mul.at(short) * long as f64 / short as f64
    }
}

impl Default for CostModel {
    /// The built-in costs for this machine's highest level.
    fn default() -> Self {
        Self::builtin(cpu::host().target)
    }
}
