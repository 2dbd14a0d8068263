//! Kernels of one operation: the same loops, compiled for each instruction set and arithmetic, fastest first.

use crate::{
    arith::Modulus,
    bits::bit_len,
    cpu::{self, Target},
};
use std::fmt;

/// The moduli that a kernel takes.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "the lists of kernels are empty"))]
pub enum Moduli {
    /// All of at most this many bits.
    Bits(u32),
    /// Odd ones of at most this many bits.
    Odd(u32),
    /// From the first to the second.
    Within(u64, u64),
    /// One modulus.
    Only(u64),
}

impl Moduli {
    #[inline]
    pub(crate) fn contain(self, n: u64) -> bool {
        match self {
            Moduli::Bits(most) => bit_len(n) <= most,
            Moduli::Odd(most) => n % 2 == 1 && bit_len(n) <= most,
            Moduli::Within(least, most) => (least..=most).contains(&n),
            Moduli::Only(only) => n == only,
        }
    }
}

/// Loops compiled for one instruction set and one arithmetic. Instances are returned only by functions that compare [`needs`](Self::needs) with
/// the features of the CPU.
#[derive(Clone, Copy)]
pub struct Kernel<L: 'static> {
    pub(crate) name: &'static str,
    pub(crate) needs: Target,
    pub(crate) moduli: Moduli,
    pub(crate) loops: L,
}

impl<L> fmt::Debug for Kernel<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl<L> Kernel<L> {
    pub fn moduli(&self) -> Moduli {
        self.moduli
    }

    pub fn loops(&self) -> &L {
        &self.loops
    }
}

impl<L> Kernel<L> {
    /// Name of the kernel, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The features that it needs.
    #[must_use]
    #[inline]
    pub fn needs(&self) -> Target {
        self.needs
    }

    /// Whether it takes this modulus.
    #[must_use]
    #[inline]
    pub fn takes(&self, n: Modulus) -> bool {
        self.moduli.contain(n.n())
    }

    /// # Panics
    /// If the kernel does not take n.
    #[inline]
    pub(crate) fn check(&self, n: Modulus) {
        assert!(self.takes(n), "{} does not take the modulus {n:?}", self.name);
    }
}

/// The loops of a kernel: for each a field, the types of its arguments, and the function of an instruction set and of these arguments that it runs,
/// compiled for the instruction set; in braces before them what else there is. `of` has the loops of an instruction set and other types, after `in` with the
/// type whose module has them, as [`run`](crate::simd::run) says.
/// Where the type is private, it is `tested!`.
macro_rules! loops {
    ($(#[$meta:meta])* struct $($rest:tt)*) => { $crate::registry::loops! { @ [$(#[$meta])*] [] $($rest)* } };
    ($(#[$meta:meta])* $vis:vis struct $($rest:tt)*) => {
        $crate::registry::loops! { @ [$(#[$meta])*] [$vis] $($rest)* }
    };
    (@ $meta:tt $vis:tt $name:ident[$($of:tt)*] { $($rest:tt)* }) => {
        $crate::registry::loops! { @ $meta $vis $name[$($of)*] in [()] { $($rest)* } }
    };
    (@ $meta:tt $vis:tt $name:ident[$set:ident: $($of:tt)*] in $unit:tt {
        $({ $($(#[$note:meta])* $seen:vis $value:ident: $kind:ty = $is:expr;)* })?
        $($(#[$doc:meta])* $shown:vis $field:ident($($x:ident: $type:ty),*) $(-> $out:ty)? = $f:expr;)*
    }) => {
        $crate::registry::loops! { @struct $meta $vis $name {
            $($($(#[$note])* $seen $value: $kind,)*)?
            $($(#[$doc])* $shown $field: fn($($type),*) $(-> $out)?,)*
        } }
        impl $name {
            const fn of<$set: $($of)*>() -> Self {
                $name {
                    $($($value: $is,)*)?
                    $($field: |$($x),*| $crate::simd::run!($unit $set::get(), $f $(, $x)*),)*
                }
            }
        }
    };
    (@struct [$($meta:tt)*] [] $name:ident $fields:tt) => { tested! { $($meta)* struct $name $fields } };
    (@struct [$($meta:tt)*] [$($vis:tt)*] $name:ident $fields:tt) => { $($meta)* $($vis)* struct $name $fields };
}
pub(crate) use loops;

/// A list of kernels, fastest first: those of x86-64 beyond AVX2, those of vectors of four words of any architecture, and those of any CPU.
macro_rules! kernels {
    ($name:ident: $type:ty;
     $(x86: $($x86:expr),+;)? $(quad: $($quad:expr),+;)? $(any: $($any:expr),+;)?) => {
        tested! { static $name: &[$type] = &[
            $($( #[cfg(all(target_arch = "x86_64", not(polymod_avx2)))] $x86, )+)?
            $($( #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))] $quad, )+)?
            $($( $any, )+)?
        ]; }
    };
}
pub(crate) use kernels;

/// The kernels for n that need no more than the features of `target` and of this CPU.
pub(crate) fn applicable<L>(
    kernels: &'static [Kernel<L>],
    target: Target,
    n: Modulus,
) -> impl Iterator<Item = &'static Kernel<L>> {
    let here = cpu::present();
    kernels.iter().filter(move |k| k.takes(n) && target.contains(k.needs) && here.contains(k.needs))
}

/// The first of the [`applicable`] kernels, if there is one.
pub(crate) fn select<L>(kernels: &'static [Kernel<L>], target: Target, n: Modulus) -> Option<&'static Kernel<L>> {
    applicable(kernels, target, n).next()
}

/// The first kernel that needs no more than the features of `target` and of this CPU, for operations that do not depend on a modulus.
pub fn first<L>(kernels: &'static [Kernel<L>], target: Target) -> Option<&'static Kernel<L>> {
    let here = cpu::present();
    kernels.iter().find(|k| target.contains(k.needs) && here.contains(k.needs))
}
