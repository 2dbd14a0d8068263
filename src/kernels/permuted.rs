//! Transforms to values in bit-reversed order and back, in place: the tree of products' transforms down to single values.
//!
//! Place i holds the value at W^j, negacyclic W^(2j+1), where j is i with its bits reversed. The first pass, the last one
//! back, is in [`top`](super::top), the rest depth first in [`tree`](super::tree), the last three levels in
//! [`values`](super::values). x^n + 1 is node 1 of the tree of x^2n − 1, so that its transform starts there and uses the
//! nodes below it. The factor 1/n costs the way back four products in its last pass, where the other four take it with their root.
//!
//! Cost: a third of a pass of radix 8 a level, no permutation; long data are read once by the first pass, once for each
//! further pass until a node fits in a cache. Tables: FACTORS·2/8 words a word each way for the last levels, a quarter of a word for the others.

use super::{
    natural::{powers, prepared_tree},
    tables::packed,
    top::Top,
    tree::{self, LEAF, PassesBack, Roots},
};
use crate::scratch::Buf;
use crate::{
    arith::Modulus,
    bits::{bit_len, ceil_log2, reverse_bits},
    cpu::{self, Isa},
};
use std::fmt;

/// The least length that these transforms take: eight leaves.
pub const LEAST_PERMUTED: usize = 8 * LEAF;

/// The passes of one arithmetic, there and back.
#[derive(Clone, Copy)]
pub struct PermutedKernel {
    /// Its name, for people.
    pub name: &'static str,
    /// The instructions it needs …
    pub isa: Isa,
    /// … and whether AVX-512 F and DQ besides: for CPUs that have these without 52-bit multiply-add.
    wide: bool,
    /// Primes have at most this many bits.
    pub max_bits: u32,
    /// The only modulus that it takes, if there is but one.
    only: Option<u64>,
    lanes: usize,
    prepare: fn(p: u64, w: u64) -> [u64; 2],
    pack: fn(p: u64, w: &[u64], out: &mut Vec<u64>),
    forward: unsafe fn(Top, Roots),
    inverse: unsafe fn(Top, Roots),
}

impl fmt::Debug for PermutedKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

pub(super) const fn kernel<B: PassesBack>(name: &'static str, isa: Isa) -> PermutedKernel {
    PermutedKernel {
        name,
        isa,
        wide: false,
        max_bits: B::MAX_BITS,
        only: None,
        lanes: B::LANES,
        prepare: B::prepare,
        pack: B::pack,
        forward: forward::<B>,
        inverse: inverse::<B>,
    }
}

impl PermutedKernel {
    /// The same for one modulus only.
    pub(super) const fn only(self, p: u64) -> Self {
        PermutedKernel { only: Some(p), ..self }
    }

    /// The same for CPUs with AVX-512 F and DQ.
    pub(super) const fn wide(self) -> Self {
        PermutedKernel { wide: true, ..self }
    }

    fn takes(&self, p: u64) -> bool {
        self.only.map_or(bit_len(p) <= self.max_bits, |only| only == p)
    }

    /// Whether this machine, limited to the instructions `isa`, should use it modulo p.
    #[must_use]
    pub fn serves(&self, isa: Isa, p: u64) -> bool {
        let host = cpu::host();
        self.isa <= isa.min(host.supported) && (!self.wide || host.wide_without_ifma) && self.takes(p)
    }

    /// Whether this machine can use it at all.
    #[must_use]
    pub fn runs(&self) -> bool {
        let host = cpu::host();
        self.isa <= host.supported && (!self.wide || host.wide)
    }
}

/// A transform of n = 2^k ≥ 64 values at powers of W: roots prepared for one kernel, there and back.
#[derive(Clone, Debug)]
pub struct PermutedTables {
    kernel: &'static PermutedKernel,
    p: u64,
    len: usize,
    negacyclic: bool,
    forward: Direction,
    inverse: Direction,
    /// As [`Top::scale`] has them.
    scale: [u64; 4],
}

/// Roots of one direction.
#[derive(Clone, Debug)]
struct Direction {
    /// Of the nodes down to the leaves.
    tree: Buf,
    /// Of the last levels.
    packed: Buf,
}

impl PermutedTables {
    /// Values at W^i, W of order n = `len`; negacyclic at W^(2i+1), W of order 2n. `inverse_len` is 1/n.
    ///
    /// # Panics
    /// When `len` is no power of two from [`LEAST_PERMUTED`] on, or the kernel does not take p or run on this machine.
    #[must_use]
    pub fn new(
        kernel: &'static PermutedKernel,
        p: Modulus,
        len: usize,
        negacyclic: bool,
        root: u64,
        inverse_len: u64,
    ) -> Self {
        assert!(len.is_power_of_two() && len >= LEAST_PERMUTED, "a transform of {len} values");
        assert!(kernel.runs() && kernel.takes(p.n()), "{kernel:?} does not take {}", p.n());
        let order = if negacyclic { 2 * len } else { len };
        let back = p.pow(root, order as u64 - 1);
        let inverse = Direction::new(kernel, p, len, negacyclic, back);
        let last = if negacyclic { p.pow(back, len as u64 / 2) } else { 1 };
        let [w, factor] = [p.mul(last, inverse_len), inverse_len].map(|w| (kernel.prepare)(p.n(), w));
        PermutedTables {
            kernel,
            p: p.n(),
            len,
            negacyclic,
            forward: Direction::new(kernel, p, len, negacyclic, root),
            inverse,
            scale: [w[0], w[1], factor[0], factor[1]],
        }
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let words = [&self.forward, &self.inverse].map(|d| d.tree.len() + d.packed.len());
        size_of::<Self>() + 8 * (words[0] + words[1])
    }

    /// Coefficients in [0, p) to values in [0, p), in bit-reversed order.
    ///
    /// # Panics
    /// When `x` has not n words.
    pub fn forward(&self, x: &mut [u64]) {
        let (top, roots) = self.parts(x, &self.forward);
        // SAFETY: the kernel was checked against the CPU, the tables are for n words, and those are ours
        unsafe { (self.kernel.forward)(top, roots) }
    }

    /// Undoes [`forward`](Self::forward), the factor 1/n included.
    ///
    /// # Panics
    /// When `x` has not n words.
    pub fn inverse(&self, x: &mut [u64]) {
        let (top, roots) = self.parts(x, &self.inverse);
        // SAFETY: as in `forward`
        unsafe { (self.kernel.inverse)(Top { scale: self.scale.as_ptr(), ..top }, roots) }
    }

    /// x as rows of the first pass, or the last one back, and the roots of the others.
    fn parts(&self, x: &mut [u64], direction: &Direction) -> (Top, Roots) {
        assert_eq!(x.len(), self.len, "a transform of {} values was given {}", self.len, x.len());
        let columns = self.len / 8;
        let x = x.as_mut_ptr();
        let (roots, node) = (direction.tree.as_ptr(), usize::from(self.negacyclic));
        let rows = std::array::from_fn(|i| x.wrapping_add(i * columns));
        let top = Top { p: self.p, rows, kept: 8, filled: 8, columns, roots, node, scale: std::ptr::null() };
        let first = if self.negacyclic { self.len / LEAF } else { 0 };
        (top, Roots { tree: roots, packed: direction.packed.as_ptr(), first, ordered: true })
    }
}

impl Direction {
    fn new(kernel: &PermutedKernel, p: Modulus, len: usize, negacyclic: bool, root: u64) -> Self {
        // as many nodes as there are above single values, and as there are above leaves
        let count = if negacyclic { len } else { len / 2 };
        let (bits, nodes) = (ceil_log2(count), count / LEAF);
        let powers = powers(p, root, count);
        let s: Vec<u64> = (0..count).map(|b| powers[reverse_bits(b, bits)]).collect();
        let words = packed(p.n(), &s, kernel.lanes, kernel.pack);
        let words = if negacyclic { &words[words.len() / 2..] } else { &words };
        let mut packed = Buf::dirty(None, words.len());
        packed.copy_from_slice(words);
        Direction { tree: prepared_tree(kernel.prepare, p.n(), &s[..nodes]), packed }
    }
}

/// The node that row 0 of the first pass is.
fn first_row(top: &Top) -> usize {
    8 * top.node
}

/// SAFETY (here and below): the CPU has the arithmetic's features; rows lie one behind the other, and the roots serve them.
unsafe fn forward<B: PassesBack>(top: Top, roots: Roots) {
    // SAFETY: the caller's promise
    unsafe {
        B::forward_top(top);
        tree::forward::<B>(top.p, top.rows[0], top.columns, roots, first_row(&top), 8);
    }
}

unsafe fn inverse<B: PassesBack>(top: Top, roots: Roots) {
    // SAFETY: the caller's promise
    unsafe {
        tree::inverse::<B>(top.p, top.rows[0], top.columns, roots, first_row(&top), 8);
        B::inverse_top(top);
    }
}
