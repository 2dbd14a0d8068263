//! The cost model: what the planners take kernels to cost on one thread, in nanoseconds.
//!
//! A choice compares sums of these figures; there are no thresholds elsewhere. A single threshold does not describe a
//! transform, whose cost jumps with its length; a curve, interpolated between measured points, does. The built-in
//! figures were measured by `cargo bench --bench costs`, which prints this table for the machine that it runs on; `polymod tune`
//! measures the user's own.

mod check;
mod defaults;

use crate::cpu::{self, Isa};
use std::borrow::Cow;

/// A cost by size, known at powers of two from some size on: linear between them, as most loops are; below the first it
/// falls in proportion, beyond the last it grows as in the lesser of the last two steps.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Curve {
    /// log2 of the first size.
    first: u32,
    /// Nanoseconds at 2^first, 2^(first + 1) …
    ns: Cow<'static, [f64]>,
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

    /// log2 of the first size, and nanoseconds from there on.
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
            // what leaves a cache does so once
            let growth = if last > 1 { growth(last).min(growth(last - 1)) } else { growth(last) };
            let steps = (size as f64 / (1u64 << (self.first as usize + last)) as f64).log2();
            return self.ns[last] * growth.powf(steps);
        }
        let part = size as f64 / (1u64 << log) as f64 - 1.0;
        self.ns[i] + part * (self.ns[i + 1] - self.ns[i])
    }
}

/// Costs of the kernels on one thread of one machine, nanoseconds.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct CostModel {
    /// The machine that the figures were measured on.
    pub machine: Cow<'static, str>,
    /// Short products in vectors: a call; eight results; eight products for n below 2^52, and from there on.
    pub short: [f64; 4],
    /// One product of words, accumulated (schoolbook over Z/n, n a word).
    pub word_mul: f64,
    /// One reduction of an accumulator of three words modulo n.
    pub word_reduce: f64,
    /// One product of signed words over Z, where sums take one, two and three words.
    pub signed_mul: [f64; 3],
    /// One such sum, stored.
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
    /// How much slower other kernels are in natural order, by name.
    pub kernel_factors: Cow<'static, [(Cow<'static, str>, f64)]>,
    /// What a value of a product by transforms of 5·2^j, 6·2^j or 7·2^j words costs beside.
    pub truncated: f64,
    /// One product of transformed values.
    pub pointwise: f64,
    /// Products of matrices at points: a product of two values, a value moved, and a transform to values, against the one that
    /// products of polynomials use.
    pub matrix_points: [f64; 3],
    /// Determinants of many small matrices, for each product: primes of at most 50 bits, and above.
    pub determinants: [f64; 2],
    /// The decomposition of a matrix of n rows modulo a word: for each n, n² and n³.
    pub elimination: [f64; 3],
    /// A word reduced modulo one prime, and stored.
    pub split_word: f64,
    /// A coefficient back from k primes to Z/n, in vectors: k = 1, 2, 3, 4.
    pub join_word: [f64; 4],
    /// The same by Garner's algorithm, one by one.
    pub garner: [f64; 4],
    /// An integer reduced modulo one prime: a call, and each of its limbs.
    pub split_row: [f64; 2],
    /// An integer put together from few primes by mixed radix digits: k = 1, 2, 3, 4.
    pub mixed: [f64; 4],
    /// An integer put together from more, for each prime: a call, and each of its limbs.
    pub join_row: [f64; 2],
    /// Rows of several limbs to residues, or back: look-ups, and what a few rows take as if they were more.
    pub rows: f64,
    /// A product of two integers of this many limbs each (GMP).
    pub integer_mul: Curve,
    /// Kronecker's substitution beside limbs and their product: memory of three integers.
    pub kronecker: f64,
    /// A limb packed into or unpacked from a big integer (Kronecker).
    pub pack_limb: f64,
    /// A limb cut into digits, or summed from them.
    pub digit_limb: f64,
    /// An operation on single integers beside what their limbs take: memory, calls.
    pub element: f64,
    /// A coefficient of many limbs reduced modulo a big n by itself: a call, and each limb of n squared.
    pub big_reduce: [f64; 2],
    /// Products over the field of two elements, word by word: a call, a product of two words, and a block beyond the first.
    pub bit_short: [f64; 3],
    /// A balanced product there by Karatsuba, by words.
    pub bit_karatsuba: Curve,
    /// A word times a row of words there: a call, and each word.
    pub bit_row: [f64; 2],
    /// A word of bits moved.
    pub bit_pass: f64,
    /// A product of elements of F_(2^K), not reduced.
    pub bit_element: f64,
    /// A coefficient over F_(2^K) moved to bits, or back and reduced.
    pub bit_coefficient: f64,
    /// What products by such transforms pay once.
    pub bit_plan: f64,
    /// One Frobenius-encoded transform, by its order.
    pub frobenius: Curve,
    /// One product of its values …
    pub frobenius_point: f64,
    /// … and one in a product of matrices of them.
    pub frobenius_matrix: f64,
    /// Generalized Fermat prime fields.
    pub fermat: FermatCosts,
    /// Residues of some limbs, in blocks.
    pub limbs: LimbCosts,
    /// Products of matrices over Z/n, by the kernel's name: a product of entries, an entry packed, an entry of the result, and a
    /// product of entries that are not packed; measured by `cargo bench --bench costs`.
    pub matrices: Cow<'static, [(Cow<'static, str>, [f64; 4])]>,
    /// What any operation on polynomials pays once: the result's memory, the choice.
    pub operation: f64,
    /// What a division pays beside: operands in reverse order, the choice.
    pub division: f64,
    /// What any product through a plan pays once: look-ups, buffers.
    pub plan: f64,
    /// What each step of Newton's iteration, or of halves of a quotient, pays.
    pub step: f64,
    /// What each product of a block pays.
    pub block: f64,
}

/// Costs in generalized Fermat prime fields: of elements in blocks, for each digit but where something else is said.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FermatCosts {
    /// A product, for each pair of digits.
    pub product: f64,
    /// A product or a pass of a transform beside that.
    pub digit: f64,
    /// Halving a product, for each digit; twice as much each further time.
    pub halving: f64,
    /// A level of radix 2 in a transform.
    pub level: f64,
    /// A row to its place in a block, or back in canonical form.
    pub row: f64,
    /// A row to an integer or back.
    pub integer: f64,
}

/// Costs modulo odd numbers, of residues of n limbs of 52 bits in blocks; `cargo bench --bench fermat` measures products.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LimbCosts {
    /// A multiply-add of a product, which has about 2n² and those of the reduction.
    pub multiply_add: f64,
    /// A product beside that, for each limb.
    pub limb: f64,
    /// A level of radix 2 in a transform, for each limb.
    pub level: f64,
    /// A pass of a transform, and a row to its place in a block or back, for each limb.
    pub row: f64,
}

impl CostModel {
    /// The built-in figures for kernels of this level.
    #[must_use]
    pub fn builtin(isa: Isa) -> Self {
        match isa {
            Isa::Avx512 => defaults::avx512(),
            Isa::Avx2 => defaults::avx2(),
            Isa::Scalar => defaults::scalar(),
        }
    }

    /// How much slower transforms in natural order are on this kernel than on the fastest: 1 where nothing is known.
    #[must_use]
    pub fn kernel_factor(&self, name: &str) -> f64 {
        self.kernel_factors.iter().find(|(known, _)| known == name).map_or(1.0, |&(_, factor)| factor)
    }

    /// The costs of this kernel of products of matrices: dear where nothing is known.
    #[must_use]
    pub fn matrix_kernel(&self, name: &str) -> [f64; 4] {
        const UNKNOWN: [f64; 4] = [2.0, 2.0, 10.0, 4.0];
        self.matrices.iter().find(|(known, _)| known == name).map_or(UNKNOWN, |&(_, costs)| costs)
    }

    /// `n` products of integers of `a` and `b` limbs; unbalanced ones in blocks.
    #[must_use]
    pub fn integer_mul(&self, a: usize, b: usize) -> f64 {
        let (short, long) = (a.min(b).max(1), a.max(b).max(1));
        self.integer_mul.at(short) * long as f64 / short as f64
    }
}

impl Default for CostModel {
    /// The figures for this machine's highest level.
    fn default() -> Self {
        Self::builtin(cpu::host().isa)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_interpolate_and_prolong() {
        let line = Curve::new(1, vec![2.0, 4.0, 8.0]);
        for n in [1usize, 2, 3, 5, 8, 11, 100] {
            assert!((line.at(n) / n as f64 - 1.0).abs() < 1e-9, "at {n}: {}", line.at(n));
        }
        let square = Curve::new(0, vec![1.0, 4.0, 16.0]);
        assert!((square.at(16) - 256.0).abs() < 1e-6 && square.at(3) == 10.0);
    }

    #[test]
    fn the_builtin_costs_are_sound() {
        for c in Isa::ALL.map(CostModel::builtin) {
            for curve in [&c.karatsuba, &c.ntt, &c.integer_mul, &c.bit_karatsuba, &c.frobenius] {
                assert_eq!(&Curve::new(curve.first, curve.ns.clone()), curve);
                assert!((0..24).all(|k| curve.at(1 << k) < curve.at(2 << k)), "costs grow with size");
            }
            assert!(c.integer_mul(10, 1000) > c.integer_mul(10, 10));
        }
    }
}
