//! Kernels of transforms: the passes compiled for each instruction set and arithmetic.

use super::{
    few::{self, FewArgs},
    images::{self, FinishArgs, Images, ProductArgs},
    six_step::{self, ColumnArgs, RowArgs},
    stockham::{self, StockhamArgs},
    tiled::{self, TileArgs},
    top::{self, ForwardArgs, InverseArgs, Scale, SomeArgs, TruncatedArgs, UnscaledArgs},
    tree::{self, Tree},
    values,
};
use crate::{
    arith::Modulus,
    bits::bit_len,
    cpu::{self, Target},
    registry::{self, Kernel, Moduli},
    residue::{
        Residues,
        doubles::Doubles,
        goldilocks::{self, Goldilocks},
        ifma::{Ifma48, Ifma49, Ifma50},
        montgomery::Montgomery,
        shoup::{Shoup59, Shoup62},
    },
    simd::{self, Simd},
};

/// Transforms by one arithmetic on one instruction set: in natural order, in bit-reversed order, and to the images of products, or some of these.
///
/// Instances are returned only by functions that compare what they need with the features of the CPU, and their fields cannot be set:
///
/// ```compile_fail,E0616
/// let mut kernel = *polymod_core::kernels::by_name("doubles-50").expect("AVX2");
/// kernel.needs = polymod_core::cpu::Target::SCALAR;
/// ```
pub type NttKernel = Kernel<Loops>;

registry::loops! {
    /// The passes of an [`NttKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd, R: Residues<S>] {
        {
            /// Number of words of a vector.
            pub(super) lanes: usize = S::LANES;
            pub(super) prepare: fn(Modulus, u64) -> [u64; 2] = R::prepare;
            /// The powers by which three levels are computed, given four of their factors, and whether these are of an inverse.
            pub(super) powers: fn([[u64; 2]; 4]) -> Option<([[u64; 2]; 7], bool)> = R::powers;
            /// Appends a vector of prepared factors to a table.
            pub(super) pack: fn(&[[u64; 2]], &mut Vec<u64>) = values::pack::<S, R>;
            pub(super) natural: Option<Natural> = None;
            pub(super) tree: Option<InPlace> = None;
            pub(super) products: Option<Products> = None;
        }
    }
}

registry::loops! {
    /// Passes of transforms in natural order.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Natural[S: Simd, R: Residues<S>] in [R] {
        {
            /// All levels of 16 or 32 values in registers, where vectors can be permuted.
            pub few: Option<fn(&mut Option<FewArgs<'_>>)> =
                if S::PERMUTES { Some(|args| simd::run!([R] S::get(), few::run::<S, R>, args)) } else { None };
        }
        pub stockham(args: &mut Option<StockhamArgs<'_>>) = stockham::run::<S, R>;
        pub columns(args: &mut Option<ColumnArgs<'_>>) = six_step::columns::<S, R>;
        pub rows(args: &mut Option<RowArgs<'_, '_, '_>>) = six_step::rows::<S, R>;
        pub to_natural(args: &mut Option<TileArgs<'_, '_, '_>>) = tiled::to_natural::<S, R>;
        pub from_natural(args: &mut Option<TileArgs<'_, '_, '_>>) = tiled::from_natural::<S, R>;
    }
}

registry::loops! {
    /// Passes of transforms in place.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct InPlace[S: Simd, R: Residues<S>] in [R] {
        {
            pub forward_rows: fn(&Tree<'_>, &mut [u64], usize, usize) =
                |tree, x, node, count| tree::forward::<S, R>(S::get(), tree, x, node, count);
            pub inverse_rows: fn(&Tree<'_>, &mut [u64], usize, usize) =
                |tree, x, node, count| tree::inverse::<S, R>(S::get(), tree, x, node, count);
            /// All passes of short transforms in one call, on instruction sets with 32 registers: their passes are short enough for a call's time to count.
            pub whole: Option<Whole> = if S::REGISTERS >= 32 { Some(Whole::of::<S, R>()) } else { None };
        }
        pub forward_top(args: &mut Option<ForwardArgs<'_, '_, '_>>) = top::forward::<S, R>;
        pub inverse_top(args: &mut Option<InverseArgs<'_, '_, '_>>) = top::inverse::<S, R>;
    }
}

registry::loops! {
    /// All passes of short transforms in place.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Whole[S: Simd, R: Residues<S>] in [R] {
        pub forward(tree: &Tree<'_>, x: &mut [u64], node: usize) = top::forward_whole::<S, R>;
        pub inverse(tree: &Tree<'_>, x: &mut [u64], node: usize, scale: Scale) = top::inverse_whole::<S, R>;
    }
}

registry::loops! {
    /// What products need besides transforms in place.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Products[S: Simd, R: Images<S>] in [R] {
        {
            /// Whether images are values.
            pub values: bool = R::VALUES;
            /// log2 of the radix R that products of images are divided by.
            pub shift: u32 = R::SHIFT;
        }
        pub forward_some(args: &mut Option<SomeArgs<'_, '_, '_>>) = top::forward_some::<S, R>;
        pub inverse_unscaled(args: &mut Option<UnscaledArgs<'_, '_, '_>>) = top::inverse_unscaled::<S, R>;
        pub inverse_truncated(args: &mut Option<TruncatedArgs<'_, '_, '_>>) = top::inverse_truncated::<S, R>;
        pub by_minima(args: &mut Option<ProductArgs<'_>>) = images::products::<S, R, false>;
        pub by_quotients(args: &mut Option<ProductArgs<'_>>) = images::products::<S, R, true>;
        pub finish(args: &mut Option<FinishArgs<'_>>) = images::finish::<S, R>;
    }
}

/// A kernel of some orders, of which this one has none yet.
const fn kernel<S: Simd, R: Residues<S>>(name: &'static str, moduli: Moduli) -> NttKernel {
    Kernel { name, needs: S::NEEDS, moduli, loops: Loops::of::<S, R>() }
}

/// A kernel of natural and bit-reversed order.
const fn transforms<S: Simd, R: Residues<S>>(name: &'static str, moduli: Moduli) -> NttKernel {
    let mut kernel = kernel::<S, R>(name, moduli);
    (kernel.loops.natural, kernel.loops.tree) = (Some(Natural::of::<S, R>()), Some(InPlace::of::<S, R>()));
    kernel
}

/// A kernel of natural order alone.
const fn natural<S: Simd, R: Residues<S>>(name: &'static str, moduli: Moduli) -> NttKernel {
    let mut kernel = kernel::<S, R>(name, moduli);
    kernel.loops.natural = Some(Natural::of::<S, R>());
    kernel
}

/// A kernel of bit-reversed order and products.
const fn products<S: Simd, R: Images<S>>(name: &'static str, moduli: Moduli) -> NttKernel {
    let mut kernel = kernel::<S, R>(name, moduli);
    (kernel.loops.tree, kernel.loops.products) = (Some(InPlace::of::<S, R>()), Some(Products::of::<S, R>()));
    kernel
}

/// A kernel of all orders and products.
const fn all<S: Simd, R: Images<S>>(name: &'static str, moduli: Moduli) -> NttKernel {
    let mut kernel = products::<S, R>(name, moduli);
    kernel.loops.natural = Some(Natural::of::<S, R>());
    kernel
}

// fastest first for each order and range of moduli
registry::kernels! {
    KERNELS: NttKernel;
    x86:
    all::<simd::Avx512Ifma, Ifma48<_>>("ifma-48", Moduli::Bits(48)),
    all::<simd::Avx512Ifma, Ifma49<_>>("ifma-49", Moduli::Bits(49)),
    all::<simd::Avx512Ifma, Ifma50<_>>("ifma-50", Moduli::Bits(50)),
    transforms::<simd::Avx512, Shoup59<_>>("shoup-59", Moduli::Bits(59)),
    transforms::<simd::Avx512, Shoup62<_>>("shoup-62", Moduli::Bits(62)),
    natural::<simd::Avx512, Montgomery<_>>("montgomery", Moduli::Odd(62)),
    transforms::<simd::Avx512, Goldilocks<_>>("goldilocks", Moduli::Only(goldilocks::P)),
    all::<simd::Pair<simd::AvxIfma>, Ifma49<_>>("ifma-49-avx", Moduli::Bits(49)),
    all::<simd::Pair<simd::AvxIfma>, Ifma50<_>>("ifma-50-avx", Moduli::Bits(50)),
    products::<simd::Avx512, Doubles<_>>("doubles-50-wide", Moduli::Bits(50));
    quad:
    products::<simd::Quad, Doubles<_>>("doubles-50", Moduli::Bits(50)),
    transforms::<simd::Pair<simd::Quad>, Shoup59<_>>(simd::named!("shoup-59"), Moduli::Bits(59)),
    transforms::<simd::Pair<simd::Quad>, Shoup62<_>>(simd::named!("shoup-62"), Moduli::Bits(62)),
    natural::<simd::Pair<simd::Quad>, Montgomery<_>>(simd::named!("montgomery"), Moduli::Odd(62));
}

/// The kernels that this CPU can run.
pub fn here() -> impl Iterator<Item = &'static NttKernel> {
    KERNELS.iter().filter(|k| k.runs())
}

/// The fastest kernel of products for a prime of `bits` bits that needs no more than the features of `target`, if there is one.
#[must_use]
pub fn select(target: Target, bits: u32) -> Option<&'static NttKernel> {
    here().find(|k| k.loops.products.is_some() && target.contains(k.needs) && bits <= k.max_bits())
}

/// The kernel of products of this name, if the CPU has its instructions, even if [`select`] would choose another one.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static NttKernel> {
    here().find(|k| k.loops.products.is_some() && k.name == name)
}

/// The kernels of natural order that this CPU can run, fastest first for each range of moduli.
pub fn natural_kernels() -> impl Iterator<Item = &'static NttKernel> {
    here().filter(|k| k.loops.natural.is_some())
}

/// The kernels of bit-reversed order that this CPU can run, fastest first for each range of moduli.
pub fn permuted_kernels() -> impl Iterator<Item = &'static NttKernel> {
    here().filter(|k| k.loops.tree.is_some())
}

impl NttKernel {
    /// Largest number of bits of a modulus.
    #[must_use]
    pub fn max_bits(&self) -> u32 {
        match self.moduli {
            Moduli::Bits(bits) | Moduli::Odd(bits) => bits,
            Moduli::Within(_, p) | Moduli::Only(p) => bit_len(p),
        }
    }

    /// Whether it may be used modulo p with no more than the features of `target`.
    #[must_use]
    pub fn serves(&self, target: Target, p: u64) -> bool {
        target.contains(self.needs) && self.moduli.contain(p)
    }

    /// Whether the CPU has its instructions.
    #[inline]
    pub(super) fn runs(&self) -> bool {
        cpu::present().contains(self.needs)
    }

    /// Whether images of products are values; otherwise they are residues modulo x^8 − r, which need 3 less of p's two-adicity.
    #[must_use]
    pub fn values(&self) -> bool {
        self.loops.products.is_some_and(|products| products.values)
    }

    /// Number of words of a vector.
    #[must_use]
    pub fn lanes(&self) -> usize {
        self.loops.lanes
    }

    /// log2 of the Montgomery radix left in products of images.
    #[must_use]
    pub fn product_shift(&self) -> u32 {
        self.loops.products.map_or(0, |products| products.shift)
    }

    /// The pairs of words of prepared factors.
    pub(crate) fn prepare(&self, p: Modulus, w: u64) -> [u64; 2] {
        (self.loops.prepare)(p, w)
    }
}
