//! The cost model: what the planners take kernels to cost on one thread, in nanoseconds.
//!
//! A choice compares sums of these figures; there are no thresholds elsewhere. A single threshold does not describe a
//! transform, whose cost jumps with its length; a curve, interpolated between measured points, does. The built-in
//! figures were measured by `cargo bench --bench costs`, which prints this table for the machine that it runs on.

use crate::cpu::{self, Isa};
use std::borrow::Cow;

/// A cost by size, known at powers of two from some size on: linear between them, as most loops are; below the first it
/// falls in proportion, beyond the last it grows as in the last step.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
            let growth = self.ns[last] / self.ns[last - 1];
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
    /// A product of two integers of this many limbs each (GMP).
    pub integer_mul: Curve,
    /// A limb packed into or unpacked from a big integer (Kronecker).
    pub pack_limb: f64,
    /// An operation on single integers beside what their limbs take: memory, calls.
    pub element: f64,
    /// A coefficient of many limbs reduced modulo a big n, for each limb of n squared.
    pub big_reduce: f64,
    /// Products over the field of two elements, word by word: a call, and a product of two words.
    pub bit_short: [f64; 2],
    /// A balanced product there by Karatsuba, by words.
    pub bit_karatsuba: Curve,
    /// A word times a row of words there: a call, and each word.
    pub bit_row: [f64; 2],
    /// A word of bits moved.
    pub bit_pass: f64,
    /// A product of elements of F_(2^K), not reduced.
    pub bit_element: f64,
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
    /// product of entries that are not packed; measured by `cargo bench --bench matrices`.
    pub matrices: Cow<'static, [(Cow<'static, str>, [f64; 4])]>,
    /// What any product through a plan pays once: look-ups, buffers.
    pub plan: f64,
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
            Isa::Avx512 => avx512(),
            Isa::Avx2 => avx2(),
            Isa::Scalar => scalar(),
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

fn avx512() -> CostModel {
    CostModel {
        machine: Cow::Borrowed("AMD EPYC (Zen 4), AVX-512 IFMA"),
        short: [25.0, 4.0, 1.04, 1.98],
        word_mul: 0.9,
        word_reduce: 4.3,
        signed_mul: [0.5, 0.85, 1.1],
        signed_sum: 6.0,
        karatsuba: Curve::builtin(3, &[308.2, 364.6, 612.1, 1428.6, 4182.6, 12_584.3, 38_334.5, 117_194.5]),
        ntt: Curve::builtin(
            6,
            &[
                29.8,
                45.2,
                78.1,
                169.9,
                450.0,
                920.0,
                2051.9,
                4911.4,
                10_250.1,
                22_112.8,
                49_979.1,
                105_421.9,
                224_781.5,
                501_739.8,
                1_041_267.0,
                2_264_005.0,
                6_366_791.0,
            ],
        ),
        portable_ntt: Curve::builtin(4, PORTABLE_NTT),
        stockham: Curve::builtin(
            6,
            &[
                43.0,
                85.0,
                170.0,
                375.0,
                808.0,
                1769.0,
                4452.0,
                9000.0,
                19_449.0,
                48_000.0,
                110_705.0,
                250_000.0,
                574_464.0,
                1_317_458.0,
                4_388_942.0,
                9_500_000.0,
            ],
        ),
        six_step: Curve::builtin(
            12,
            &[
                4988.0,
                11_557.0,
                25_778.0,
                50_515.0,
                102_822.0,
                230_913.0,
                523_609.0,
                1_134_396.0,
                4_847_013.0,
                13_115_631.0,
                28_350_141.0,
            ],
        ),
        tree_ntt: Curve::builtin(
            12,
            &[
                6831.7,
                13_404.9,
                27_453.2,
                55_000.0,
                106_007.5,
                215_890.0,
                456_168.0,
                1_119_283.0,
                2_202_333.0,
                6_237_829.0,
                15_976_522.0,
            ],
        ),
        kernel_factors: Cow::Borrowed(&[
            (Cow::Borrowed("ifma-49"), 1.05),
            (Cow::Borrowed("ifma-50"), 1.17),
            (Cow::Borrowed("shoup-59"), 1.72),
            (Cow::Borrowed("shoup-62"), 2.1),
            (Cow::Borrowed("montgomery"), 4.0),
            (Cow::Borrowed("goldilocks"), 3.0),
            (Cow::Borrowed("shoup-59-avx2"), 4.0),
            (Cow::Borrowed("shoup-62-avx2"), 4.3),
            (Cow::Borrowed("montgomery-avx2"), 8.0),
        ]),
        truncated: 0.4,
        pointwise: 1.12,
        // `cargo bench --bench costs -- --matrices` measures these and the next
        matrix_points: [0.176, 0.154, 2.0],
        determinants: [0.671, 1.07],
        elimination: [600.0, 7.2, 0.035],
        split_word: 0.35,
        join_word: [0.7, 1.0, 1.4, 1.8],
        garner: [2.5, 7.0, 14.0, 24.0],
        split_row: [0.75, 0.083],
        mixed: [0.5, 1.1, 2.2, 3.7],
        join_row: [1.05, 0.079],
        integer_mul: Curve::builtin(0, INTEGER_MUL),
        pack_limb: 2.5,
        element: 60.0,
        big_reduce: 2.0,
        bit_short: [12.0, 0.126],
        bit_karatsuba: Curve::builtin(5, &[227.5, 575.5, 1568.5, 4950.0, 15_300.0, 46_500.0, 141_000.0]),
        bit_row: [12.2, 0.151],
        bit_pass: 0.124,
        bit_element: 2.3,
        frobenius: Curve::builtin(
            8,
            &[
                646.6,
                1319.1,
                2435.7,
                5000.5,
                11_286.4,
                21_588.4,
                45_266.3,
                91_514.3,
                204_022.5,
                489_882.6,
                1_172_364.6,
                2_390_000.0,
                5_500_000.0,
            ],
        ),
        frobenius_point: 0.272,
        frobenius_matrix: 0.2,
        matrices: Cow::Borrowed(&[
            (Cow::Borrowed("ifma-26"), [0.0363, 0.3, 0.5, 0.05]),
            (Cow::Borrowed("signed-31"), [0.0434, 3.5, 0.65, 0.069]),
            (Cow::Borrowed("ifma-50"), [0.0682, 0.27, 0.67, 0.058]),
            (Cow::Borrowed("ifma-62"), [0.247, 0.28, 0.59, 0.171]),
            (Cow::Borrowed("int8"), [0.0044, 0.3, 0.35, 0.007]),
            (Cow::Borrowed("halves-avx2"), [0.0776, 0.58, 3.49, 0.071]),
            (Cow::Borrowed("single"), [0.278, 1.3, 1.58, 0.297]),
            (Cow::Borrowed("triple"), [0.676, 2.87, 6.88, 0.593]),
        ]),
        fermat: FermatCosts { product: 0.068, digit: 0.5, halving: 0.42, level: 0.08, row: 0.28, integer: 50.0 },
        limbs: LimbCosts { multiply_add: 0.025, limb: 0.9, level: 0.15, row: 0.6 },
        plan: 480.0,
        block: 400.0,
    }
}

/// GMP 6.3 as gmp-mpfr-sys builds it.
const INTEGER_MUL: &[f64] = &[
    4.6,
    5.4,
    16.2,
    45.2,
    154.1,
    485.4,
    1508.1,
    4520.6,
    13_530.8,
    34_725.4,
    89_307.8,
    240_197.0,
    511_831.0,
    1_252_110.0,
    2_601_036.0,
    6_427_201.0,
    15_500_000.0,
    34_913_785.0,
    70_630_002.0,
    195_719_915.0,
    444_187_628.0,
];

const PORTABLE_NTT: &[f64] = &[
    84.2,
    182.1,
    399.3,
    873.2,
    1905.1,
    4154.2,
    9034.7,
    19_470.9,
    42_569.4,
    92_388.8,
    200_569.7,
    429_626.5,
    916_164.9,
    1_950_233.4,
    4_154_959.1,
    8_799_639.5,
    18_693_434.0,
    39_955_628.0,
    84_543_339.0,
];

fn scalar() -> CostModel {
    CostModel {
        machine: Cow::Borrowed("AMD EPYC (Zen 4), portable kernels"),
        short: [20.0, 10.0, 1.0, 2.0],
        word_mul: 0.9,
        word_reduce: 4.3,
        signed_mul: [0.5, 0.85, 1.1],
        signed_sum: 6.0,
        karatsuba: Curve::builtin(3, &[327.8, 557.3, 1388.0, 3841.2, 11_374.7, 34_429.9, 103_869.5, 313_185.0]),
        ntt: Curve::builtin(4, PORTABLE_NTT),
        portable_ntt: Curve::builtin(4, PORTABLE_NTT),
        // no vector kernel runs at this level
        stockham: Curve::builtin(4, PORTABLE_NTT),
        six_step: Curve::builtin(4, PORTABLE_NTT),
        tree_ntt: Curve::builtin(4, PORTABLE_NTT),
        kernel_factors: Cow::Borrowed(&[]),
        truncated: 0.0,
        pointwise: 1.35,
        matrix_points: [0.085, 0.25, 1.25],
        determinants: [0.12, 0.8],
        elimination: [600.0, 9.0, 0.3],
        split_word: 1.0,
        join_word: [2.5, 7.0, 14.0, 24.0],
        garner: [2.5, 7.0, 14.0, 24.0],
        split_row: [8.5, 0.65],
        mixed: [5.1, 12.0, 20.7, 31.2],
        join_row: [4.2, 0.9],
        integer_mul: Curve::builtin(0, INTEGER_MUL),
        pack_limb: 2.5,
        element: 60.0,
        big_reduce: 2.0,
        bit_short: [579.3, 5.528],
        bit_karatsuba: Curve::builtin(5, &[5122.0, 15_669.6, 44_661.4, 129_487.5, 386_013.0, 1_150_660.0, 3_497_648.0]),
        bit_row: [54.4, 12.866],
        bit_pass: 0.619,
        bit_element: 18.58,
        frobenius: Curve::builtin(
            8,
            &[
                17_120.3,
                40_599.3,
                69_641.0,
                172_092.2,
                340_532.5,
                650_757.9,
                1_571_606.2,
                3_077_149.9,
                11_371_854.0,
                23_361_414.4,
                61_178_082.9,
                100_135_455.0,
                199_728_181.2,
            ],
        ),
        frobenius_point: 10.856,
        frobenius_matrix: 10.8,
        matrices: Cow::Borrowed(&[
            (Cow::Borrowed("halves-avx2"), [0.0776, 0.58, 3.49, 0.071]),
            (Cow::Borrowed("single"), [0.278, 1.3, 1.58, 0.297]),
            (Cow::Borrowed("triple"), [0.676, 2.87, 6.88, 0.593]),
        ]),
        fermat: FermatCosts { product: 2.95, digit: 2.5, halving: 5.0, level: 0.45, row: 2.6, integer: 50.0 },
        limbs: LimbCosts { multiply_add: 1.0, limb: 3.0, level: 0.7, row: 3.0 },
        plan: 400.0,
        block: 100.0,
    }
}

/// Over Z there are no kernels for AVX2.
fn avx2() -> CostModel {
    CostModel {
        machine: Cow::Borrowed("AMD EPYC (Zen 4), AVX2"),
        short: [24.0, 13.0, 1.25, 2.5],
        word_reduce: 4.8,
        karatsuba: Curve::builtin(3, &[251.9, 387.6, 788.8, 1999.8, 5951.3, 18_212.7, 55_387.2, 168_550.5]),
        ntt: Curve::builtin(
            6,
            &[
                62.3,
                136.2,
                264.1,
                580.7,
                1366.5,
                2806.1,
                6199.3,
                12_797.5,
                28_666.8,
                61_945.9,
                133_232.5,
                281_033.2,
                602_741.0,
                1_309_045.2,
                3_257_180.5,
                8_613_420.0,
                17_315_713.0,
            ],
        ),
        stockham: Curve::builtin(
            6,
            &[
                133.0,
                320.0,
                719.0,
                1500.0,
                3310.0,
                8171.0,
                19_594.0,
                42_000.0,
                90_094.0,
                196_000.0,
                428_307.0,
                980_000.0,
                2_279_568.0,
                5_000_000.0,
                13_000_000.0,
            ],
        ),
        six_step: Curve::builtin(
            12,
            &[21_712.0, 46_000.0, 98_076.0, 203_000.0, 421_837.0, 900_000.0, 1_939_803.0, 4_100_000.0, 9_200_000.0],
        ),
        kernel_factors: Cow::Borrowed(&[
            (Cow::Borrowed("shoup-62-avx2"), 1.08),
            (Cow::Borrowed("montgomery-avx2"), 2.0),
        ]),
        truncated: 0.4,
        pointwise: 0.27,
        matrix_points: [0.085, 0.25, 1.25],
        determinants: [0.12, 0.8],
        elimination: [600.0, 9.0, 0.3],
        split_word: 0.63,
        join_word: [1.36, 1.85, 2.29, 2.94],
        bit_short: [123.0, 0.62],
        bit_karatsuba: Curve::builtin(5, &[796.7, 2317.0, 4912.6, 14_182.9, 43_931.5, 125_792.0, 377_751.0]),
        bit_row: [7.8, 0.537],
        bit_pass: 0.124,
        bit_element: 2.3,
        frobenius: Curve::builtin(
            8,
            &[
                1426.7,
                3997.5,
                7139.1,
                9882.9,
                20_416.2,
                38_906.4,
                84_819.5,
                215_533.9,
                395_745.0,
                879_262.3,
                2_178_342.0,
                8_504_986.6,
                24_156_507.4,
            ],
        ),
        frobenius_point: 0.378,
        frobenius_matrix: 0.4,
        fermat: FermatCosts { product: 2.95, digit: 2.5, halving: 5.0, level: 0.45, row: 2.6, integer: 50.0 },
        limbs: LimbCosts { multiply_add: 1.0, limb: 3.0, level: 0.7, row: 3.0 },
        plan: 480.0,
        block: 2400.0,
        ..scalar()
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
