//! CPUs with AVX-512 and without its 52-bit multiply-add.

use super::super::{CostModel, Crossovers, Curve, FermatCosts, FileCosts, LimbCosts, ModularCosts};
use std::borrow::Cow;

/// Costs measured by `cargo bench -p polymod-cli --bench costs`.
pub fn avx512f() -> CostModel {
    CostModel {
        machine: Cow::Borrowed("AMD EPYC (Zen 5), AVX-512 without IFMA"),
        short: [20.7881, 7.7405, 0.9104, 1.2304, 1.5312],
        word_mul: 0.3937,
        word_reduce: 15.7920,
        signed_short: [56.7512, 5.3943, 0.3511, 1.1632],
        signed_mul: [0.3040, 0.5112, 0.5751],
        signed_sum: 8.6377,
        truncated: 0.3739,
        pointwise: [0.1115, 0.1115],
        matrix_points: [0.0850, 0.2500, 1.2500],
        determinants: [0.707, 0.713],
        elimination: [600.0, 9.0000, 0.3000],
        // not measured: a call, a line of the cache, and a product in vectors
        sparse_product: [50.0, 5.0, 0.4],
        split_word: 0.6300,
        join_word: [0.1360, 0.1850, 0.2290, 0.2730],
        garner: [2.1135, 5.9178, 11.8356, 20.2897],
        split_row: [4.8584, 0.6550],
        mixed: [8.4877, 13.1880, 20.0769, 21.2829],
        join_row: [2.1951, 0.6811],
        rows: 48.0,
        kronecker: 231.5,
        pack_limb: 0.2500,
        digit_limb: 3.4440,
        element: 60.0000,
        big_reduce: [68.4508, 0.6776],
        bit_short: [61.7002, 0.0696, 19.7502],
        bit_row: [12.6896, 0.0958],
        bit_pass: 0.0568,
        bit_element: 1.6092,
        bit_coefficient: 1.7816,
        bit_plan: 952.0,
        frobenius_point: 0.1245,
        frobenius_matrix: 0.1850,
        operation: 89.4331,
        division: 219.2,
        plan: 48.0000,
        step: 257.7,
        block: 2342.1,
        matrix_addition: 4.0000,
        karatsuba: Curve::builtin(3, &[279.4, 341.0, 513.0, 1042.9, 2827.7, 8332.4, 25471.8, 77380.2]),
        ntt: Curve::builtin(
            6,
            &[
                49.0391, 82.7535, 143.5, 269.5, 569.6, 1201.3, 2591.5, 5486.9, 11393.2, 24505.6, 52377.6, 111496.3,
                235409.8, 492355.2, 1197319.4, 3220243.8, 7552017.7,
            ],
        ),
        portable_ntt: Curve::builtin(
            4,
            &[
                80.2417,
                163.6,
                346.3,
                741.3,
                1612.4,
                3427.0,
                7293.4,
                15627.0,
                33655.1,
                72733.5,
                168556.0,
                386416.0,
                817849.0,
                1749779.0,
                3666926.0,
                7854158.0,
                17118889.0,
                36405199.0,
                102588009.0,
            ],
        ),
        stockham: Curve::builtin(
            4,
            &[
                32.0913, 36.6586, 44.3948, 83.3591, 158.8, 325.3, 741.1, 1625.5, 3456.9, 7610.4, 16462.0, 35927.4,
                87635.5, 206007.0, 422841.0, 894543.0, 2636611.0, 8037311.0, 22104812.0,
            ],
        ),
        six_step: Curve::builtin(
            12,
            &[
                5084.1, 10867.4, 23038.1, 47782.4, 108211.5, 250864.0, 622408.0, 1272828.0, 2860504.0, 7457547.0,
                18466158.0,
            ],
        ),
        tree_ntt: Curve::builtin(
            12,
            &[
                5335.9, 11319.1, 24084.0, 51334.2, 111751.5, 235211.0, 510541.0, 1067241.0, 2241201.0, 4936749.0,
                12240377.0,
            ],
        ),
        integer_mul: Curve::builtin(
            0,
            &[
                3.2588, 4.1234, 13.2552, 34.2858, 117.6, 380.2, 1167.1, 3614.1, 10281.6, 27091.6, 73647.2, 194885.5,
                414178.0, 963797.0, 2025530.0, 4998761.0, 10386844.0, 26635836.0, 55717919.0,
            ],
        ),
        bit_karatsuba: Curve::builtin(5, &[141.3, 339.7, 990.1, 2782.3, 8317.7, 25302.8, 76138.5]),
        frobenius: Curve::builtin(
            8,
            &[
                628.2, 1219.9, 1916.0, 3346.7, 7420.2, 13891.8, 26986.3, 57989.9, 128563.2, 286319.4, 535761.1,
                1117325.3, 2589769.0,
            ],
        ),
        kernel_factors: Cow::Borrowed(&[
            (Cow::Borrowed("portable-64"), 4.3),
            (Cow::Borrowed("shoup-62"), 1.21),
            (Cow::Borrowed("montgomery"), 2.57),
            (Cow::Borrowed("goldilocks"), 2.51),
        ]),
        matrices: Cow::Borrowed(&[
            (Cow::Borrowed("halves-avx2"), [0.0506, 0.3560, 3.1620, 0.0590]),
            (Cow::Borrowed("single"), [0.1432, 0.6965, 2.0533, 0.1777]),
            (Cow::Borrowed("triple"), [0.4303, 1.3098, 6.4704, 0.4205]),
        ]),
        fermat: FermatCosts {
            product: 1.0226,
            digit: 2.1669,
            halving: 5.0000,
            level: 0.4500,
            row: 0.1225,
            integer_pair: 0.1,
        },
        limbs: LimbCosts { multiply_add: 0.4020, limb: 22.6521, level: 0.7000, row: 0.7362 },
        crossovers: Crossovers::BUILTIN,
        modular: ModularCosts::BUILTIN,
        files: FileCosts::BUILTIN,
    }
}
