//! CPUs without vectors.

use super::super::{CostModel, Crossovers, Curve, FermatCosts, FileCosts, LimbCosts, ModularCosts};
use std::borrow::Cow;

/// Transforms in natural order.
const PORTABLE_NTT: &[f64] = &[
    83.9460,
    170.9,
    360.3,
    768.4,
    1672.3,
    3572.0,
    7641.1,
    16226.7,
    34878.2,
    76326.2,
    175666.5,
    401478.0,
    850989.0,
    1820043.0,
    3830890.0,
    8480872.0,
    17951441.0,
    43011618.0,
    114698332.0,
];

/// Costs measured by `cargo bench -p polymod-cli --bench costs`.
pub(crate) fn portable() -> CostModel {
    CostModel {
        machine: Cow::Borrowed("AMD EPYC (Zen 5), portable kernels"),
        short: [14.1833, 29.2160, 3.0189, 4.2423, 4.2331],
        word_mul: 0.4188,
        word_reduce: 16.3390,
        signed_short: [8.9111, 20.3966, 2.3108, 4.4958],
        signed_mul: [0.3262, 0.5443, 0.6150],
        signed_sum: 7.0205,
        truncated: 0.0000,
        pointwise: 0.7525,
        matrix_points: [0.0850, 0.2500, 1.2500],
        determinants: [0.1200, 0.8000],
        elimination: [600.0, 9.0000, 0.3000],
        split_word: 1.0000,
        join_word: [0.4971, 1.9809, 3.9750, 5.9690],
        garner: [1.0150, 2.8420, 5.6840, 9.7439],
        split_row: [5.3584, 0.6910],
        mixed: [8.8202, 14.0724, 20.8936, 21.8826],
        join_row: [2.4188, 0.7109],
        rows: 123.1,
        kronecker: 238.1,
        pack_limb: 0.3254,
        digit_limb: 1.25,
        element: 60.0000,
        big_reduce: [74.8441, 0.9156],
        bit_short: [453.8, 3.9952, 22.3127],
        bit_row: [30.3685, 8.5683],
        bit_pass: 0.5506,
        bit_element: 12.9276,
        bit_coefficient: 9.2239,
        bit_plan: 11892.8,
        frobenius_point: 7.4604,
        frobenius_matrix: 7.5618,
        operation: 77.5115,
        division: 571.4,
        plan: 527.4,
        step: 30.0000,
        block: 225.3,
        matrix_addition: 4.0000,
        karatsuba: Curve::builtin(3, &[369.7, 537.6, 1114.1, 2871.1, 8235.7, 24468.9, 72740.8, 220989.0]),
        ntt: Curve::builtin(
            1,
            &[
                9.4967, 24.4299, 35.4491, 64.9499, 137.4, 302.7, 666.5, 1475.8, 3232.9, 6998.2, 15039.0, 32783.1,
                70737.2, 152459.3, 324165.8, 693881.0, 1486545.5, 3162704.5, 6787357.3, 14401749.9, 30737010.3,
                64591073.7,
            ],
        ),
        portable_ntt: Curve::builtin(4, PORTABLE_NTT),
        // there is no vector kernel at this level
        stockham: Curve::builtin(4, PORTABLE_NTT),
        six_step: Curve::builtin(4, PORTABLE_NTT),
        tree_ntt: Curve::builtin(4, PORTABLE_NTT),
        integer_mul: Curve::builtin(
            0,
            &[
                3.3334, 4.2338, 13.7461, 35.6489, 120.5, 385.9, 1204.5, 3695.5, 10650.2, 27936.6, 75935.5, 199963.0,
                428569.0, 1008504.0, 2096255.0, 5242345.0, 10980398.0, 28197063.0, 59024989.0,
            ],
        ),
        bit_karatsuba: Curve::builtin(5, &[3984.8, 11959.4, 36759.8, 106354.0, 315911.0, 959180.0, 2859423.0]),
        frobenius: Curve::builtin(
            8,
            &[
                10984.3, 24522.4, 46409.9, 114166.2, 243758.7, 428010.0, 1040263.4, 1990416.5, 4625184.8, 10606463.6,
                20198017.8, 42399426.1, 92502046.0,
            ],
        ),
        kernel_factors: Cow::Borrowed(&[]),
        matrices: Cow::Borrowed(&[
            (Cow::Borrowed("halves-avx2"), [0.0776, 0.5800, 3.4900, 0.0710]),
            (Cow::Borrowed("single"), [0.1541, 0.7381, 2.0880, 0.1851]),
            (Cow::Borrowed("triple"), [0.4640, 1.3815, 6.5698, 0.4345]),
        ]),
        fermat: FermatCosts {
            product: 1.0828,
            digit: 2.1556,
            halving: 5.0000,
            level: 0.4500,
            row: 0.1299,
            integer: 307.8,
        },
        limbs: LimbCosts { multiply_add: 0.4419, limb: 23.4529, level: 0.7000, row: 0.8038 },
        crossovers: Crossovers::BUILTIN,
        modular: ModularCosts::BUILTIN,
        files: FileCosts::BUILTIN,
    }
}
