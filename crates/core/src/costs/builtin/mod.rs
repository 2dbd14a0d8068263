//! Built-in costs, by family of CPUs.
//!
//! `cargo bench -p polymod-cli --bench costs` prints such a table for the machine that it runs on; what it does not measure comes from the table
//! that was built in before. `POLYMOD_ISA` chooses the instruction set.

mod avx2;
mod portable;
mod zen5;

use super::CostModel;
use std::borrow::Cow;
pub(super) use {avx2::avx2, portable::portable, zen5::zen5};

/// Costs for NEON: those of AVX2, which has as many words a vector, until they are measured.
pub(crate) fn neon() -> CostModel {
    let mut model = avx2();
    let rename = |name: &str| Cow::Owned(name.replace("-avx2", "-neon"));
    model.kernel_factors = model.kernel_factors.iter().map(|(name, factor)| (rename(name), *factor)).collect();
    model.matrices = model.matrices.iter().map(|(name, costs)| (rename(name), *costs)).collect();
    model
}

pub(super) fn golden_cove() -> CostModel {
    zen5()
}
pub(super) fn avx512f() -> CostModel {
    avx2()
}
pub(super) fn avx_ifma() -> CostModel {
    avx2()
}
