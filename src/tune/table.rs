//! The cost model: what the planners take kernels to cost on one thread, in nanoseconds.
//!
//! A choice compares sums of these figures; there are no thresholds elsewhere. A single threshold does not describe a
//! transform, whose cost jumps with its length; a curve, interpolated between measured points, does. The built-in
//! figures were measured by `cargo bench --bench costs`, which prints this table for the machine that it runs on.

use crate::cpu::{self, Isa};
use std::borrow::Cow;

/// A cost by size, known at some sizes: between them the logarithms are interpolated linearly, beyond them the last two
/// points are prolonged.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Curve(Cow<'static, [(f64, f64)]>);

impl Curve {
    /// A curve through these (size, nanoseconds) points.
    ///
    /// # Panics
    /// With fewer than two points, sizes that do not increase, or a figure that is not positive.
    #[must_use]
    pub fn new(points: impl Into<Cow<'static, [(f64, f64)]>>) -> Self {
        let points = points.into();
        assert!(points.len() >= 2, "a curve has at least two points");
        assert!(points.iter().all(|p| p.0 > 0.0 && p.1 > 0.0), "sizes and costs are positive");
        assert!(points.windows(2).all(|w| w[0].0 < w[1].0), "sizes increase");
        Curve(points)
    }

    const fn builtin(points: &'static [(f64, f64)]) -> Self {
        Curve(Cow::Borrowed(points))
    }

    /// The cost at this size, at least 1.
    #[must_use]
    pub fn at(&self, size: usize) -> f64 {
        let x = size.max(1) as f64;
        let right = self.0.partition_point(|p| p.0 < x).clamp(1, self.0.len() - 1);
        let ((x0, y0), (x1, y1)) = (self.0[right - 1], self.0[right]);
        y0 * ((x / x0).ln() / (x1 / x0).ln() * (y1 / y0).ln()).exp()
    }
}

/// Costs of the kernels on one thread of one machine, nanoseconds.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CostModel {
    /// The machine that the figures were measured on.
    pub machine: Cow<'static, str>,
    /// Below this length of the shorter operand schoolbook is taken without asking.
    pub always_schoolbook: usize,
    /// One product of words, accumulated (schoolbook over Z/n, n a word).
    pub word_mul: f64,
    /// One reduction of an accumulator of three words modulo n.
    pub word_reduce: f64,
    /// A balanced product over Z/n by Karatsuba, by length.
    pub karatsuba: Curve,
    /// One transform modulo a word prime, by length.
    pub ntt: Curve,
    /// One product of transformed values.
    pub pointwise: f64,
    /// A word reduced modulo one prime, and stored.
    pub split_word: f64,
    /// A coefficient back from k primes to Z/n, n a word: k = 1, 2, 3, 4.
    pub garner: [f64; 4],
    /// A limb of an integer, reduced modulo one prime.
    pub split_limb: f64,
    /// A limb of a result, for each prime that it is put together from.
    pub join_limb: f64,
    /// A product of two integers of this many limbs each (GMP).
    pub integer_mul: Curve,
    /// A limb packed into or unpacked from a big integer (Kronecker).
    pub pack_limb: f64,
    /// A coefficient of many limbs reduced modulo a big n, for each limb of n squared.
    pub big_reduce: f64,
    /// What any product through a plan pays once: look-ups, buffers.
    pub plan: f64,
}

impl CostModel {
    /// The built-in figures for kernels of this level.
    #[must_use]
    pub fn builtin(isa: Isa) -> Self {
        if isa == Isa::Avx512 { AVX512 } else { SCALAR }
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

const AVX512: CostModel = CostModel {
    machine: Cow::Borrowed("AMD EPYC (Zen 5), 4.1 GHz"),
    always_schoolbook: 8,
    word_mul: 0.5,
    word_reduce: 5.0,
    karatsuba: Curve::builtin(&[(16.0, 300.0), (64.0, 2800.0), (256.0, 25_000.0), (1024.0, 225_000.0)]),
    ntt: Curve::builtin(&[(64.0, 300.0), (1024.0, 7000.0), (65536.0, 750_000.0), (1_048_576.0, 15_000_000.0)]),
    pointwise: 2.0,
    split_word: 1.0,
    garner: [1.5, 6.0, 14.0, 24.0],
    split_limb: 1.0,
    join_limb: 1.0,
    integer_mul: Curve::builtin(&[(1.0, 10.0), (16.0, 100.0), (256.0, 9000.0), (16384.0, 1_900_000.0)]),
    pack_limb: 1.0,
    big_reduce: 2.0,
    plan: 300.0,
};

const SCALAR: CostModel = CostModel {
    machine: Cow::Borrowed("AMD EPYC (Zen 5), 4.1 GHz"),
    always_schoolbook: 8,
    word_mul: 0.5,
    word_reduce: 5.0,
    karatsuba: Curve::builtin(&[(16.0, 300.0), (64.0, 2800.0), (256.0, 25_000.0), (1024.0, 225_000.0)]),
    ntt: Curve::builtin(&[(64.0, 300.0), (1024.0, 7000.0), (65536.0, 750_000.0), (1_048_576.0, 15_000_000.0)]),
    pointwise: 2.0,
    split_word: 1.0,
    garner: [1.5, 6.0, 14.0, 24.0],
    split_limb: 1.0,
    join_limb: 1.0,
    integer_mul: Curve::builtin(&[(1.0, 10.0), (16.0, 100.0), (256.0, 9000.0), (16384.0, 1_900_000.0)]),
    pack_limb: 1.0,
    big_reduce: 2.0,
    plan: 300.0,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_interpolate_and_prolong() {
        let square = Curve::new(vec![(2.0, 4.0), (8.0, 64.0), (16.0, 256.0)]);
        for n in [1usize, 2, 3, 8, 11, 16, 100] {
            let expected = (n * n) as f64;
            assert!((square.at(n) / expected - 1.0).abs() < 1e-9, "at {n}: {}", square.at(n));
        }
    }

    #[test]
    fn the_builtin_costs_are_sound() {
        for c in Isa::ALL.map(CostModel::builtin) {
            for curve in [&c.karatsuba, &c.ntt, &c.integer_mul] {
                assert_eq!(&Curve::new(curve.0.clone()), curve);
                assert!((0..24).all(|k| curve.at(1 << k) < curve.at(2 << k)), "costs grow with size");
            }
            assert!(c.integer_mul(10, 1000) > c.integer_mul(10, 10));
        }
    }
}
