//! Built-in costs, by family of CPUs.
//!
//! `cargo bench -p polymod-cli --bench costs` prints such a table for the machine that it runs on; what it does not measure comes from the table
//! that was built in before. `POLYMOD_ISA` chooses the instruction set.

mod avx2;
mod avx512f;
mod golden_cove;
mod portable;
mod zen5;

use super::{CostModel, Curve};
use std::borrow::Cow;
pub(super) use {avx2::avx2, portable::portable, zen5::zen5};
pub use {avx512f::avx512f, golden_cove::golden_cove};

/// Costs for NEON: those of AVX2, which has as many words a vector, until they are measured.
pub fn neon() -> CostModel {
    let mut model = avx2();
    let rename = |name: &str| Cow::Owned(name.replace("-avx2", "-neon"));
    model.kernel_factors = model.kernel_factors.iter().map(|(name, factor)| (rename(name), *factor)).collect();
    model.matrices = model.matrices.iter().map(|(name, costs)| (rename(name), *costs)).collect();
    model
}

/// Costs for Zen 4: those of Zen 5, in the ratio of the two CPUs' measured tables of costs when both had the same kernels, for transforms, products
/// in vectors, tiles of matrices and carry-less products 1.5 to 1.8 in the mean of each curve, and for products of GMP.
pub fn zen4() -> CostModel {
    const VECTORS: f64 = 1.7;
    const WORDS: f64 = 1.22;
    let mut model = zen5();
    model.machine = Cow::Borrowed("AMD Zen 4, AVX-512 IFMA, in ratios to Zen 5");
    for curve in [
        &mut model.karatsuba,
        &mut model.ntt,
        &mut model.stockham,
        &mut model.six_step,
        &mut model.tree_ntt,
        &mut model.bit_karatsuba,
        &mut model.frobenius,
    ] {
        scale(curve, VECTORS);
    }
    scale(&mut model.portable_ntt, WORDS);
    scale(&mut model.integer_mul, WORDS);
    let of_vectors = [
        &mut model.short[..],
        &mut model.signed_short,
        &mut model.pointwise,
        &mut model.matrix_points[..2],
        &mut model.elimination,
        &mut model.sparse_product,
        &mut model.join_word,
        &mut model.garner,
        &mut model.split_row,
        &mut model.mixed,
        &mut model.join_row,
        &mut model.bit_short,
        &mut model.bit_row,
    ];
    of_vectors.into_iter().flatten().for_each(|ns| *ns *= VECTORS);
    for ns in [&mut model.truncated, &mut model.split_word, &mut model.bit_pass] {
        *ns *= VECTORS;
    }
    for (_, costs) in model.matrices.to_mut() {
        costs.iter_mut().for_each(|ns| *ns *= VECTORS);
    }
    let of_words = [&mut model.signed_mul[..], &mut model.big_reduce];
    of_words.into_iter().flatten().for_each(|ns| *ns *= WORDS);
    for ns in
        [&mut model.word_mul, &mut model.word_reduce, &mut model.signed_sum, &mut model.operation, &mut model.plan]
    {
        *ns *= WORDS;
    }
    // counted: one multiply-add a cycle is the bound, and there are 21 of them, by quotients 25
    model.pointwise[1] = model.pointwise[0] * 25.0 / 21.0;
    model
}

/// Multiplies all costs of a curve.
fn scale(curve: &mut Curve, factor: f64) {
    curve.ns.to_mut().iter_mut().for_each(|ns| *ns *= factor);
}

/// Costs for AVX-IFMA: those of AVX2, which has as many words a vector, until they are measured.
pub(super) fn avx_ifma() -> CostModel {
    avx2()
}
