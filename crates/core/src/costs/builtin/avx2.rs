//! CPUs with AVX2.

use super::super::{CostModel, Crossovers, Curve, FermatCosts, FileCosts, LimbCosts, ModularCosts};
use std::borrow::Cow;

/// Costs measured by `cargo bench -p polymod-cli --bench costs`.
pub(crate) fn avx2() -> CostModel {
    CostModel {
        machine: Cow::Borrowed("AMD EPYC (Zen 5), AVX2"),
        short: [42.3993, 14.1665, 1.2601, 1.8883, 2.6923],
        word_mul: 0.4165,
        word_reduce: 17.1430,
        signed_short: [72.3189, 1.7079, 0.6195, 1.4541],
        signed_mul: [0.3257, 0.5465, 0.6126],
        signed_sum: 8.3255,
        truncated: 0.7386,
        pointwise: 0.2501,
        matrix_points: [0.0850, 0.2500, 1.2500],
        determinants: [1.1356, 1.1421],
        elimination: [600.0, 9.0000, 0.3000],
        split_word: 0.6300,
        join_word: [0.1360, 0.1850, 0.2290, 0.2730],
        garner: [2.5277, 7.0776, 14.1553, 24.2662],
        split_row: [5.1365, 0.6975],
        mixed: [8.8337, 13.7687, 20.9742, 22.1143],
        join_row: [2.3111, 0.7255],
        rows: 48.0,
        kronecker: 258.1,
        pack_limb: 0.2500,
        digit_limb: 1.25,
        element: 60.0000,
        big_reduce: [74.6588, 0.8443],
        bit_short: [71.1309, 0.4821, 20.8630],
        bit_row: [7.9138, 0.5057],
        bit_pass: 0.0876,
        bit_element: 1.6871,
        bit_coefficient: 1.9969,
        bit_plan: 1695.0,
        frobenius_point: 0.2543,
        frobenius_matrix: 0.3708,
        operation: 72.9899,
        division: 266.1,
        plan: 48.0000,
        step: 141.1,
        block: 2335.3,
        matrix_addition: 4.0000,
        karatsuba: Curve::builtin(3, &[338.6, 429.3, 706.9, 1590.9, 4415.2, 13122.1, 39491.4, 120454.5]),
        ntt: Curve::builtin(
            6,
            &[
                70.9464, 133.5, 260.4, 544.5, 1160.4, 2470.0, 5396.4, 11529.7, 24406.8, 52841.0, 111820.1, 236500.2,
                502423.5, 1102414.1, 2498221.6, 5710720.0, 11986428.3,
            ],
        ),
        portable_ntt: Curve::builtin(
            4,
            &[
                83.1709,
                170.5,
                359.1,
                774.2,
                1669.0,
                3568.4,
                7636.1,
                16076.4,
                34813.2,
                75860.5,
                174620.5,
                398284.0,
                843678.0,
                1801576.0,
                3826394.0,
                8390458.0,
                17782389.0,
                44383163.0,
                116518976.0,
            ],
        ),
        stockham: Curve::builtin(
            4,
            &[
                90.0806, 72.0581, 91.9045, 216.6, 502.2, 1129.1, 2435.0, 5269.4, 11547.5, 25365.2, 54218.2, 117084.5,
                260539.0, 571502.0, 1223654.0, 2730460.0, 6308954.0, 14954073.0, 33122977.0,
            ],
        ),
        six_step: Curve::builtin(
            12,
            &[
                15309.7, 33005.5, 70560.2, 147900.0, 319667.0, 685301.0, 1505804.0, 3292027.0, 7428865.0, 15783499.0,
                34098421.0,
            ],
        ),
        tree_ntt: Curve::builtin(
            12,
            &[
                14271.3, 30644.5, 64018.0, 138807.0, 299146.0, 631061.0, 1338124.0, 2852132.0, 6057389.0, 13301879.0,
                28905299.0,
            ],
        ),
        integer_mul: Curve::builtin(
            0,
            &[
                3.3670, 4.2652, 13.8103, 35.6256, 121.7, 389.9, 1205.1, 3764.4, 10775.8, 28404.9, 77102.5, 202281.0,
                433977.0, 1022173.0, 2106701.0, 5289956.0, 11095841.0, 28784450.0, 60150628.0,
            ],
        ),
        bit_karatsuba: Curve::builtin(5, &[476.0, 1343.9, 4099.1, 12038.0, 36322.9, 108922.5, 326967.0]),
        frobenius: Curve::builtin(
            8,
            &[
                1467.5, 2623.6, 4237.2, 7645.2, 16022.0, 29642.5, 60195.0, 126313.5, 275328.1, 599554.4, 1162941.5,
                2502810.3, 6409405.5,
            ],
        ),
        kernel_factors: Cow::Borrowed(&[
            (Cow::Borrowed("shoup-62-avx2"), 1.13),
            (Cow::Borrowed("montgomery-avx2"), 1.53),
        ]),
        matrices: Cow::Borrowed(&[
            (Cow::Borrowed("halves-avx2"), [0.0547, 0.3673, 3.3521, 0.0633]),
            (Cow::Borrowed("single"), [0.1554, 0.6935, 2.1569, 0.1878]),
            (Cow::Borrowed("triple"), [0.4643, 1.3722, 6.5992, 0.4389]),
        ]),
        fermat: FermatCosts {
            product: 1.0753,
            digit: 2.2250,
            halving: 5.0000,
            level: 0.4500,
            row: 0.1298,
            integer: 312.0,
        },
        limbs: LimbCosts { multiply_add: 0.4412, limb: 23.7112, level: 0.7000, row: 0.7900 },
        crossovers: Crossovers::BUILTIN,
        modular: ModularCosts::BUILTIN,
        files: FileCosts::BUILTIN,
    }
}
