//! AMD Zen 5.

use super::super::{CostModel, Crossovers, Curve, FermatCosts, FileCosts, LimbCosts, ModularCosts};
use std::borrow::Cow;

pub(crate) fn zen5() -> CostModel {
    CostModel {
        machine: Cow::Borrowed("AMD EPYC (Zen 5), AVX-512 IFMA"),
        short: [10.6908, 5.4527, 0.5171, 1.0539, 1.0539],
        signed_short: [64.84, 18.4, 0.4591, 1.516],
        word_mul: 0.4887,
        word_reduce: 8.6323,
        signed_mul: [0.1597, 0.5291, 0.5827],
        signed_sum: 7.2254,
        karatsuba: Curve::builtin(3, &[223.9, 279.8, 438.2, 895.8, 2520.0, 7570.7, 23132.0, 70960.8]),
        ntt: Curve::builtin(
            6,
            &[
                29.2387, 44.1818, 66.0896, 114.7, 257.2, 519.3, 1172.0, 2693.4, 5560.5, 12144.9, 27435.4, 58968.8,
                125347.7, 276174.4, 569360.9, 1254179.0, 4111685.7,
            ],
        ),
        portable_ntt: Curve::builtin(
            4,
            &[
                83.3127, 172.3, 362.3, 773.3, 1680.8, 3599.7, 7727.1, 16368.8, 35114.9, 75925.8, 175962.5, 399616.0,
                849176.0, 1789018.0, 3753778.0, 8178228.0, 17753920.0, 35761057.0, 98774331.0,
            ],
        ),
        stockham: Curve::builtin(
            4,
            &[
                25.5729, 28.3334, 30.6621, 53.2729, 90.1565, 172.8, 402.3, 912.5, 2233.9, 4849.0, 10849.3, 22819.1,
                73344.2, 178165.5, 386677.0, 847514.0, 2293261.0, 7340018.0, 19587605.0,
            ],
        ),
        six_step: Curve::builtin(
            12,
            &[
                2989.4, 6464.3, 13467.6, 27006.5, 79926.8, 183959.5, 499034.0, 963387.0, 2362464.0, 6044996.0,
                14255111.0,
            ],
        ),
        tree_ntt: Curve::builtin(
            12,
            &[3073.9, 6290.9, 13572.1, 29462.8, 66621.8, 138241.0, 314920.0, 659323.0, 1359698.0, 2880917.0, 8312348.0],
        ),
        kernel_factors: Cow::Borrowed(&[
            (Cow::Borrowed("portable-64"), 4.3),
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
        truncated: 0.2367,
        pointwise: [0.5527, 0.5260],
        matrix_points: [0.0363, 0.1694, 1.9558],
        determinants: [0.6307, 0.8263],
        elimination: [28.8220, 4.2468, 0.0118],
        // not measured: a call, a line of the cache, and a product in vectors
        sparse_product: [40.0, 4.0, 0.2],
        split_word: 0.2,
        join_word: [0.0700, 0.1000, 0.1400, 0.1800],
        garner: [1.3350, 3.7380, 7.4761, 12.8161],
        split_row: [0.4914, 0.0420],
        mixed: [0.2914, 0.6725, 1.3608, 3.7227],
        join_row: [0.5034, 0.0388],
        integer_mul: Curve::builtin(
            0,
            &[
                3.2764, 4.3739, 14.0297, 36.3188, 125.0, 403.6, 1246.5, 3847.6, 11098.1, 29030.8, 78389.2, 207049.0,
                438033.0, 1046661.0, 2165100.0, 5285464.0, 11074698.0, 27656149.0, 56956500.0,
            ],
        ),
        rows: 675.3,
        kronecker: 228.7,
        pack_limb: 0.2500,
        digit_limb: 2.1475,
        element: 60.0,
        big_reduce: [69.1703, 0.6472],
        bit_short: [40.2017, 0.0908, 17.8454],
        bit_karatsuba: Curve::builtin(5, &[165.3, 392.7, 1118.4, 3112.9, 9165.8, 27350.9, 82593.2]),
        bit_row: [11.5053, 0.0966],
        bit_pass: 0.0721,
        bit_element: 1.5960,
        bit_coefficient: 1.8683,
        bit_plan: 1154.5,
        frobenius: Curve::builtin(
            8,
            &[
                602.3, 1072.2, 1823.0, 3257.1, 6848.5, 13086.6, 27464.6, 55194.2, 130236.7, 286652.5, 556404.7,
                1117590.8, 2487674.4,
            ],
        ),
        frobenius_point: 0.1271,
        frobenius_matrix: 0.1749,
        matrices: Cow::Borrowed(&[
            (Cow::Borrowed("ifma-26"), [0.0160, 0.1697, 0.3411, 0.0161]),
            (Cow::Borrowed("signed-31"), [0.0267, 0.2797, 0.4192, 0.0267]),
            (Cow::Borrowed("ifma-50"), [0.0308, 0.1506, 0.4407, 0.0317]),
            (Cow::Borrowed("ifma-62"), [0.1091, 0.1665, 0.3327, 0.1128]),
            (Cow::Borrowed("halves-avx2"), [0.0538, 0.3439, 3.2307, 0.0535]),
            (Cow::Borrowed("single"), [0.1548, 0.7542, 1.4694, 0.1492]),
            (Cow::Borrowed("triple"), [0.4035, 1.3713, 6.6016, 0.4233]),
            (Cow::Borrowed("int8"), [0.0020, 0.1493, 0.2266, 0.0357]),
        ]),
        fermat: FermatCosts {
            product: 0.0270,
            digit: 0.1889,
            halving: 0.42,
            level: 0.08,
            row: 0.0552,
            integer_pair: 0.06,
        },
        limbs: LimbCosts { multiply_add: 0.017, limb: 0.055, level: 0.15, row: 0.46 },
        operation: 71.1841,
        division: 347.6,
        plan: 111.9,
        step: 522.8,
        block: 431.0,
        matrix_addition: 4.0,
        crossovers: Crossovers::BUILTIN,
        modular: ModularCosts::BUILTIN,
        files: FileCosts::BUILTIN,
    }
}
