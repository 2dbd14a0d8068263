//! Built-in costs, by family of CPUs.
//!
//! `cargo bench -p polymod-cli --bench costs` prints such a table for the machine that it runs on; what it does not measure comes from the table
//! that was built in before. `POLYMOD_ISA` chooses the instruction set.

mod avx2;
mod avx512f;
mod portable;
mod zen5;

use super::{CostModel, Curve};
use std::borrow::Cow;
pub(super) use {avx2::avx2, avx512f::avx512f, portable::portable, zen5::zen5};

/// Costs for NEON: those of AVX2, which has as many words a vector, until they are measured.
pub(crate) fn neon() -> CostModel {
    let mut model = avx2();
    let rename = |name: &str| Cow::Owned(name.replace("-avx2", "-neon"));
    model.kernel_factors = model.kernel_factors.iter().map(|(name, factor)| (rename(name), *factor)).collect();
    model.matrices = model.matrices.iter().map(|(name, costs)| (rename(name), *costs)).collect();
    model
}

/// Costs for Intel's server cores from Golden Cove on: those of Zen 5, in the ratio that products by transforms, which are nearly all vector
/// arithmetic, and products of GMP have between a Sapphire Rapids at 3 GHz, two vector instructions a cycle, and a Zen 5 at 4.1 GHz, four.
pub(super) fn golden_cove() -> CostModel {
    const VECTORS: f64 = 2.4;
    const WORDS: f64 = 1.5;
    let mut model = zen5();
    model.machine = Cow::Borrowed("Intel Golden Cove, AVX-512 IFMA, in ratios to Zen 5");
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
    let vectors = [
        &mut model.short[..],
        &mut model.signed_short,
        &mut model.matrix_points[..2],
        &mut model.elimination,
        &mut model.join_word,
        &mut model.garner,
        &mut model.split_row,
        &mut model.mixed,
        &mut model.join_row,
        &mut model.bit_short,
        &mut model.bit_row,
    ];
    vectors.into_iter().flatten().for_each(|ns| *ns *= VECTORS);
    for ns in [&mut model.truncated, &mut model.pointwise, &mut model.split_word, &mut model.bit_pass] {
        *ns *= VECTORS;
    }
    for (_, costs) in model.matrices.to_mut() {
        costs.iter_mut().for_each(|ns| *ns *= VECTORS);
    }
    let words = [&mut model.signed_mul[..], &mut model.big_reduce];
    words.into_iter().flatten().for_each(|ns| *ns *= WORDS);
    for ns in
        [&mut model.word_mul, &mut model.word_reduce, &mut model.signed_sum, &mut model.operation, &mut model.plan]
    {
        *ns *= WORDS;
    }
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
