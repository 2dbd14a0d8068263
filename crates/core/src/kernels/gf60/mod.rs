//! The field of 2^60 elements, and the passes of transforms over it that multiply polynomials over F_2.
//!
//! Elements are words, polynomials in z modulo z^61 − 1. `F_2[z]/(z^61 − 1)` is the product of F_2 and the field
//! `F_2[z]/(1 + z + … + z^60)`; the component in F_2 is computed too, and ignored: two words below 2^61 stand for the
//! same element if they are equal or each other's complement. In return reduction is a rotation. [`scalar`] is the
//! arithmetic of single elements, [`PrimeFactorFft`] a transform of order m1·m2 divided into passes, by carry-less multiplication
//! of 8, 4 or 2 elements at a time where the CPU has it. docs/notes/004-frobenius.md has the proofs.
//!
//! Source: van der Hoeven, Larrieu, Lecerf 2017, "Implementing fast carryless multiplication", §3.3 for the field, §3.2
//! for the encoding; Good 1958, "The interaction algorithm and practical Fourier analysis", for transforms of coprime orders.

#[cfg(target_arch = "x86_64")]
mod clmul;
pub(in crate::kernels) mod field;
mod grid;
mod matrix;
mod passes;
pub mod scalar;

pub use grid::{DecodeShare, PrimeFactorFft, Share};

use crate::cpu::{Feature, Target};
use field::Portable;
use matrix::Matrices;
use passes::{Coding, Passes, Strip, kernel};
use std::fmt;

/// Converts elements to runs of bits: arguments are the coding, the elements, the index of the first, the runs and
/// their heads.
type Decode = unsafe fn(&Coding, &[u64], usize, &mut [&mut [u64]], &mut [u64]);

/// The passes compiled for one set of instructions.
///
/// The fields of a copy cannot be set either, because it needs the same instructions:
///
/// ```compile_fail,E0616
/// # use polymod_core::{cpu::Target, kernels::gf60::kernels};
/// let mut kernel = *kernels(Target::AVX512).next().expect("a portable one");
/// kernel.needs = polymod_core::cpu::Target::SCALAR;
/// ```
#[derive(Clone, Copy)]
pub struct Gf60Kernel {
    name: &'static str,
    needs: Target,
    axis: unsafe fn(usize, *mut u64, *const u16, usize),
    gather: unsafe fn(Strip, *const u64, usize),
    twist: unsafe fn(Strip, &mut [&mut [u64]], usize),
    untwist: unsafe fn(Strip, *const u64),
    scatter: unsafe fn(Strip, &mut [&mut [u64]], usize),
    multiply: unsafe fn(*mut u64, *const u64, *const u64, usize, bool),
    multiply_matrix: unsafe fn(&Matrices<'_>, usize),
    encode: unsafe fn(&Coding, &[u64], usize, &mut [u64]),
    decode: Decode,
}

impl fmt::Debug for Gf60Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Gf60Kernel {
    /// Name of the kernel, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The extensions that it needs.
    #[must_use]
    pub fn needs(&self) -> Target {
        self.needs
    }

    const fn of<F: Passes>(name: &'static str, needs: &[Feature]) -> Self {
        Gf60Kernel {
            name,
            needs: Target::of(needs),
            axis: F::axis,
            gather: F::gather,
            twist: F::twist,
            untwist: F::untwist,
            scatter: F::scatter,
            multiply: F::multiply,
            multiply_matrix: F::multiply_matrix,
            encode: F::encode,
            decode: F::decode,
        }
    }

    fn usable(&self, target: Target) -> bool {
        self.needs.runs_within(target)
    }
}

/// The kernels, fastest first; the last one runs everywhere.
static KERNELS: &[Gf60Kernel] = &[
    #[cfg(target_arch = "x86_64")]
    Gf60Kernel::of::<clmul::Eight>(
        "clmul-8",
        &[Feature::Avx512, Feature::Vpclmulqdq, Feature::Gfni, Feature::Avx512Vbmi, Feature::Avx512Vbmi2],
    ),
    #[cfg(target_arch = "x86_64")]
    Gf60Kernel::of::<clmul::Four>("clmul-4", &[Feature::Avx2, Feature::Vpclmulqdq]),
    #[cfg(target_arch = "x86_64")]
    Gf60Kernel::of::<clmul::Two>("clmul-2", &[Feature::Avx2, Feature::Pclmulqdq]),
    Gf60Kernel::of::<Portable>("portable", &[]),
];

/// The kernels that this CPU can run and that need no more than the extensions of `target`, fastest first; at least one.
pub fn kernels(target: Target) -> impl Iterator<Item = &'static Gf60Kernel> {
    KERNELS.iter().filter(move |kernel| kernel.usable(target))
}

#[cfg(target_arch = "x86_64")]
kernel!(
    clmul::Eight,
    [target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,gfni,vpclmulqdq")]
);
#[cfg(target_arch = "x86_64")]
kernel!(clmul::Four, [target_feature(enable = "avx2,vpclmulqdq")]);
#[cfg(target_arch = "x86_64")]
kernel!(clmul::Two, [target_feature(enable = "avx2,pclmulqdq")]);
kernel!(Portable, [allow(clippy::needless_pass_by_value)]);
