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

mod codelets;
mod field;
mod grid;
#[cfg(target_arch = "x86_64")]
mod matrices;
mod matrix;
mod passes;
pub mod scalar;

pub use grid::{DecodeShare, PrimeFactorFft, Share};

use crate::{
    cpu::{self, Target},
    registry::{self, Kernel, Moduli},
    simd::{self, Words},
};
use field::Field;
use matrix::Matrices;
use passes::{Axis, Codelet, Coding, GatherArgs, PartArgs, Terms, UntwistArgs};

/// Transforms sets of vectors at these indices.
type Axes = fn(&mut [u64], &[u16]);

/// The passes compiled for one set of instructions.
///
/// The fields of a copy cannot be set either, because it needs the same instructions:
///
/// ```compile_fail,E0616
/// # use polymod_core::{cpu::Target, kernels::gf60::kernels};
/// let mut kernel = *kernels(Target::AVX512).next().expect("a portable one");
/// kernel.needs = polymod_core::cpu::Target::SCALAR;
/// ```
pub type Gf60Kernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`Gf60Kernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[F: Field] {
        {
            /// The codelet of each of [`PrimeFactorFft::ORDERS`].
            axes: [Axes; 9] = [
                axis::<F, 3>(), axis::<F, 5>(), axis::<F, 7>(), axis::<F, 9>(), axis::<F, 11>(), axis::<F, 13>(),
                axis::<F, 25>(), axis::<F, 31>(), axis::<F, 41>(),
            ];
        }
        /// A strip of elements is copied to vectors.
        gather(args: &mut Option<GatherArgs<'_>>) = passes::gather::<F>;
        /// Vectors are moved to parts of blocks.
        twist(args: &mut Option<PartArgs<'_, '_>>) = passes::twist::<F>;
        untwist(args: &mut Option<UntwistArgs<'_>>) = passes::untwist::<F>;
        /// Vectors are moved to parts of rows.
        scatter(args: &mut Option<PartArgs<'_, '_>>) = passes::scatter::<F>;
        multiply(out: &mut [u64], terms: Terms<'_>) = passes::multiply::<F>;
        multiply_matrix(matrices: Matrices<'_, '_>, len: usize) = matrix::multiply::<F>;
        encode(coding: &Coding, bits: &[u64], first: usize, out: &mut [u64]) = passes::encode::<F>;
        /// Elements are converted to runs of bits, given the index of the first element, the runs and their heads.
        decode(
            coding: &Coding, elements: &[u64], first: usize, runs: &mut [&mut [u64]], heads: &mut [u64]
        ) = passes::decode::<F>;
    }
}

const fn axis<F: Field, const N: usize>() -> Axes
where
    Axis<N>: Codelet<N>,
{
    |x, at| simd::run!(F::get(), passes::axis::<F, N>, x, at)
}

/// The kernel of an instruction set.
const fn kernel<F: Field>(name: &'static str) -> Gf60Kernel {
    Kernel { name, needs: F::NEEDS, moduli: Moduli::Bits(64), loops: Loops::of::<F>() }
}

registry::kernels! {
    KERNELS: Gf60Kernel;
    x86:
    kernel::<simd::Gfni>("clmul-8"),
    kernel::<simd::Vpclmul256>("clmul-4");
    quad:
    kernel::<simd::ClmulPair>("clmul-2");
    any:
    kernel::<Words>("portable");
}

/// The kernels that this CPU can run and that need no more than the extensions of `target`, fastest first; at least one.
pub fn kernels(target: Target) -> impl Iterator<Item = &'static Gf60Kernel> {
    let here = cpu::present();
    KERNELS.iter().filter(move |kernel| target.contains(kernel.needs) && here.contains(kernel.needs))
}
