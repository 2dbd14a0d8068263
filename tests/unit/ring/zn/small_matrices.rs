//! Determinants and inverses of few rows against elimination and products.

use polymod::{
    core::{bits::testing::noise, kernels::matmul::STRIDE},
    ring::{Block, View, Zn, classical, zn::small_matrices::ROWS},
};

/// Determinants against elimination, inverses against products, for moduli of every accumulator.
#[test]
fn determinants_and_inverses_are_what_single_elements_give() {
    let mut inverted = 0;
    for n in [2, 97, (1 << 31) - 1, (1 << 32) - 5, (1 << 61) - 1, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58] {
        let r = Zn::new(n).expect("a modulus");
        for rows in 0..=STRIDE {
            for seed in 0..40u64 {
                let entry = |i: u64| match noise(seed + i) % 4 {
                    0 => n - 1,
                    1 if seed % 3 == 0 => 0,
                    _ => noise(1000 * seed + i) % n,
                };
                // within a wider matrix
                let stride = rows + (seed % 3) as usize;
                let words: Vec<u64> = (0..(rows * stride) as u64).map(entry).collect();
                let a = Block::new(View::from_words(&words, words.len(), 1), rows, rows, stride);
                let list: Vec<u64> = (0..rows).flat_map(|i| a.row(i).words().to_vec()).collect();
                let det = classical::determinant(&r, rows, list.clone()).expect("a field");
                if rows <= ROWS {
                    assert_eq!(r.small_determinant(a), det, "{rows} rows modulo {n}: {list:?}");
                }
                let Some(inverse) = r.small_inverse(a) else {
                    assert_eq!(det, 0, "an inverse of {rows} rows modulo {n}: {list:?}");
                    continue;
                };
                inverted += 1;
                let m = r.modulus();
                for (i, j) in (0..rows * rows).map(|at| (at / rows, at % rows)) {
                    let terms = (0..rows).map(|k| m.mul(list[i * rows + k], inverse.words()[k * rows + j]));
                    let sum = terms.fold(0, |x, y| m.add(x, y));
                    assert_eq!(sum, u64::from(i == j), "{rows} rows modulo {n}: {list:?}");
                }
            }
        }
    }
    assert!(inverted > 1200, "{inverted} matrices with inverses");
}
