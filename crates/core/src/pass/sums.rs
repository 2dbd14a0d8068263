//! Sums and differences of vectors modulo any n, word by word.
//!
//! Up to 63 bits a sum fits in a word, and is the smaller of itself and itself less n; beyond, x + y is x − (n − y). A difference below zero gets n
//! again.

use crate::simd::inlined::{Walked, Zipped};
use crate::{
    arith::Modulus,
    cpu::Target,
    registry::{self, Kernel, Moduli},
    simd::{self, Simd},
};

/// Sums and differences of vectors, for a range of moduli.
pub type SumKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`SumKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd, L: Law<S>] {
        sum(n: u64, out: &mut [u64], x: &[u64], y: &[u64]) = to_others::<S, L, false>;
        difference(n: u64, out: &mut [u64], x: &[u64], y: &[u64]) = to_others::<S, L, true>;
        add(n: u64, x: &mut [u64], y: &[u64]) = onto::<S, L, false>;
        sub(n: u64, x: &mut [u64], y: &[u64]) = onto::<S, L, true>;
        negate(n: u64, x: &mut [u64]) = negate::<S, L>;
    }
}

/// The fastest kernel for n that needs no more than the features of `target`, if there is one.
#[must_use]
pub fn select(target: Target, n: Modulus) -> Option<&'static SumKernel> {
    registry::select(KERNELS, target, n)
}

const fn kernel<S: Simd, L: Law<S>>(name: &'static str) -> SumKernel {
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Bits(L::BITS), loops: Loops::of::<S, L>() }
}

registry::kernels! {
    KERNELS: SumKernel;
    x86:
    kernel::<simd::Avx512, Below>("sums-63"),
    kernel::<simd::Avx512, Whole>("sums-64");
    quad:
    kernel::<simd::Quad, Below>(simd::named!("sums-63")),
    kernel::<simd::Quad, Whole>(simd::named!("sums-64"));
}

impl SumKernel {
    /// `out[i]` = `x[i]` + `y[i]`, all in [0, n), for as many words as all three have.
    ///
    /// # Panics
    /// If the kernel does not take n.
    #[inline]
    pub fn sum(&self, n: Modulus, out: &mut [u64], x: &[u64], y: &[u64]) {
        self.check(n);
        (self.loops.sum)(n.n(), out, x, y);
    }

    /// `out[i]` = `x[i]` − `y[i]`, all in [0, n), for as many words as all three have.
    ///
    /// # Panics
    /// If the kernel does not take n.
    #[inline]
    pub fn difference(&self, n: Modulus, out: &mut [u64], x: &[u64], y: &[u64]) {
        self.check(n);
        (self.loops.difference)(n.n(), out, x, y);
    }

    /// `x[i]` = `x[i]` + `y[i]`, all in [0, n), for as many words as both have.
    ///
    /// # Panics
    /// If the kernel does not take n.
    #[inline]
    pub fn add(&self, n: Modulus, x: &mut [u64], y: &[u64]) {
        self.check(n);
        (self.loops.add)(n.n(), x, y);
    }

    /// `x[i]` = `x[i]` − `y[i]`, all in [0, n), for as many words as both have.
    ///
    /// # Panics
    /// If the kernel does not take n.
    #[inline]
    pub fn sub(&self, n: Modulus, x: &mut [u64], y: &[u64]) {
        self.check(n);
        (self.loops.sub)(n.n(), x, y);
    }

    /// `x[i]` = −`x[i]`, all in [0, n).
    ///
    /// # Panics
    /// If the kernel does not take n.
    #[inline]
    pub fn negate(&self, n: Modulus, x: &mut [u64]) {
        self.check(n);
        (self.loops.negate)(n.n(), x);
    }
}

/// Sums and differences of residues modulo n in vectors; `n` has it in every lane.
trait Law<S: Simd> {
    /// Bits of the largest modulus.
    const BITS: u32;
    /// x + y.
    fn plus(s: S, n: S::U, x: S::U, y: S::U) -> S::U;
    /// x − y.
    fn minus(s: S, n: S::U, x: S::U, y: S::U) -> S::U;
    /// x − y if `MINUS`, else x + y.
    #[inline(always)]
    fn of<const MINUS: bool>(s: S, n: S::U, x: S::U, y: S::U) -> S::U {
        if MINUS { Self::minus(s, n, x, y) } else { Self::plus(s, n, x, y) }
    }
}

/// Moduli below 2^63.
struct Below;

impl<S: Simd> Law<S> for Below {
    const BITS: u32 = 63;
    #[inline(always)]
    fn plus(s: S, n: S::U, x: S::U, y: S::U) -> S::U {
        s.below(s.add(x, y), n)
    }
    #[inline(always)]
    fn minus(s: S, n: S::U, x: S::U, y: S::U) -> S::U {
        s.above(s.sub(x, y), n)
    }
}

/// All moduli of a word.
struct Whole;

impl<S: Simd> Law<S> for Whole {
    const BITS: u32 = 64;
    #[inline(always)]
    fn plus(s: S, n: S::U, x: S::U, y: S::U) -> S::U {
        // n − y may be n, which is above every x
        Self::minus(s, n, x, s.sub(n, y))
    }
    #[inline(always)]
    fn minus(s: S, n: S::U, x: S::U, y: S::U) -> S::U {
        s.add_where(s.less(x, y), s.sub(x, y), n)
    }
}

/// Writes sums or differences to other words.
#[inline(always)]
fn to_others<S: Simd, L: Law<S>, const MINUS: bool>(s: S, n: u64, out: &mut [u64], x: &[u64], y: &[u64]) {
    let len = out.len().min(x.len()).min(y.len());
    let n = s.set(n);
    let ((whole, rest), (x, x_rest), (y, y_rest)) =
        (S::rows_mut(&mut out[..len]), S::rows(&x[..len]), S::rows(&y[..len]));
    for ((out, x), y) in whole.walk_mut().zipped(x).zipped(y) {
        s.store(out, L::of::<MINUS>(s, n, s.load(x), s.load(y)));
    }
    if !rest.is_empty() {
        s.store_part(rest, L::of::<MINUS>(s, n, s.load_part(x_rest), s.load_part(y_rest)));
    }
}

/// Writes sums or differences to the first operand.
#[inline(always)]
fn onto<S: Simd, L: Law<S>, const MINUS: bool>(s: S, n: u64, x: &mut [u64], y: &[u64]) {
    let len = x.len().min(y.len());
    let n = s.set(n);
    let ((whole, rest), (y, y_rest)) = (S::rows_mut(&mut x[..len]), S::rows(&y[..len]));
    for (x, y) in whole.walk_mut().zipped(y) {
        s.store(x, L::of::<MINUS>(s, n, s.load(x), s.load(y)));
    }
    if !rest.is_empty() {
        s.store_part(rest, L::of::<MINUS>(s, n, s.load_part(rest), s.load_part(y_rest)));
    }
}

/// Negation in place.
#[inline(always)]
fn negate<S: Simd, L: Law<S>>(s: S, n: u64, x: &mut [u64]) {
    let n = s.set(n);
    let (whole, rest) = S::rows_mut(x);
    for x in whole {
        s.store(x, L::minus(s, n, s.zero(), s.load(x)));
    }
    if !rest.is_empty() {
        s.store_part(rest, L::minus(s, n, s.zero(), s.load_part(rest)));
    }
}
