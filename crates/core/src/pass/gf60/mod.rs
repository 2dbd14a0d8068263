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
use passes::{Axis, Coding, GatherArgs, PartArgs, Terms, UntwistArgs};

/// Transforms sets of vectors at these indices.
type Axes = fn(&mut [u64], &[u16]);
/// Moves vectors to parts of blocks or of rows.
type Parts = fn(&mut Option<PartArgs<'_, '_>>);
/// Converts elements to runs of bits: arguments are the coding, the elements, the index of the first, the runs and
/// their heads.
type Decode = fn(&Coding, &[u64], usize, &mut [&mut [u64]], &mut [u64]);

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

/// The loops of a [`Gf60Kernel`].
#[derive(Clone, Copy)]
pub struct Loops {
    /// The codelet of each of [`PrimeFactorFft::ORDERS`].
    axes: [Axes; 9],
    /// Copies a strip of elements to vectors.
    gather: fn(&mut Option<GatherArgs<'_>>),
    twist: Parts,
    untwist: fn(&mut Option<UntwistArgs<'_>>),
    scatter: Parts,
    multiply: fn(&mut [u64], Terms<'_>),
    multiply_matrix: fn(Matrices<'_, '_>, usize),
    encode: fn(&Coding, &[u64], usize, &mut [u64]),
    decode: Decode,
}

/// The kernel of an instruction set.
const fn kernel<F: Field>(name: &'static str) -> Gf60Kernel {
    let axes: [Axes; 9] = [
        |x, at| F::get().run::<Axis<3>, _>((x, at)),
        |x, at| F::get().run::<Axis<5>, _>((x, at)),
        |x, at| F::get().run::<Axis<7>, _>((x, at)),
        |x, at| F::get().run::<Axis<9>, _>((x, at)),
        |x, at| F::get().run::<Axis<11>, _>((x, at)),
        |x, at| F::get().run::<Axis<13>, _>((x, at)),
        |x, at| F::get().run::<Axis<25>, _>((x, at)),
        |x, at| F::get().run::<Axis<31>, _>((x, at)),
        |x, at| F::get().run::<Axis<41>, _>((x, at)),
    ];
    let loops = Loops {
        axes,
        gather: |args| F::get().run_taken::<passes::Gather, _>(args),
        twist: |args| F::get().run_taken::<passes::Twist, _>(args),
        untwist: |args| F::get().run_taken::<passes::Untwist, _>(args),
        scatter: |args| F::get().run_taken::<passes::Scatter, _>(args),
        multiply: |out, terms| F::get().run::<passes::Multiply, _>((out, terms)),
        multiply_matrix: |matrices, len| F::get().run::<matrix::MultiplyMatrix, _>((matrices, len)),
        encode: |coding, bits, first, out| F::get().run::<passes::Encode, _>((coding, bits, first, out)),
        decode: |coding, elements, first, runs, heads| {
            F::get().run::<passes::Decode, _>((coding, elements, first, runs, heads));
        },
    };
    Kernel { name, needs: F::NEEDS, moduli: Moduli::Bits(64), loops }
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
