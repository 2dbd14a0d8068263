//! In-place transforms to values in the tree's own order and back: those of products, continued down to single values.
//!
//! The tree leaves its values in bit-reversed order, with each block of eight leaves a lane transposed:
//! [`NttKernel::exponent`] gives the exponent of each place. The first pass, the last one of the inverse, is in
//! `top`, the others, depth first, in `tree`, the last three levels in `values`. x^n + 1 is node 1 of the tree of x^2n
//! − 1, so that its transform starts there and uses the nodes below it. The factor 1/n takes no extra pass of the
//! inverse: four of eight products of the last level take it with their root, and the four sums are multiplied where
//! they would have been reduced.
//!
//! Cost: 12 products for eight words and three levels, and from 2^16 values on seven more for the last three; no permutation. Long data are
//! read once by the first pass, and once more by each pass of radix 8 until a node fits in a cache. Tables: 22 words
//! for 64 values in each direction, negacyclic 30; of shorter transforms, which list the roots of the last levels, 120 and 128.

use super::{
    NttKernel,
    kernel::{InPlace, Whole, permuted_kernels},
    levels,
    natural::{Points, powers, prepared},
    products::packed,
    tree::{LEAF, Tree, is_short},
    values::{Last, Listed, SCALES, Scales},
};
use crate::{
    Result,
    arith::{Modulus, root_of_unity},
    bits::{ceil_log2, reverse_bits},
    cpu::Target,
    lengths::within,
    scratch::Buf,
};

/// Least length of these transforms: eight leaves.
pub const LEAST_PERMUTED: usize = 8 * LEAF;
/// Largest length whose last levels read the roots of every block: their tables, 14 words for eight values, and the values fit in an L2 cache of
/// a megabyte.
const LONGEST_LISTED: usize = 1 << 15;

/// The fastest kernel for values modulo p within an instruction set; `None` for transforms that are too short.
#[must_use]
pub fn permuted_kernel(target: Target, p: u64, len: usize) -> Option<&'static NttKernel> {
    permuted_kernels().find(|kernel| kernel.serves(target, p)).filter(|_| len >= LEAST_PERMUTED)
}

impl Points {
    /// Number of bits of the indices of nodes above single values.
    fn node_bits(self) -> u32 {
        ceil_log2(self.order() / 2)
    }

    /// The first node above single values: x^n + 1 is the second half of the leaves of x^2n − 1.
    fn first_root(self) -> usize {
        if self.negacyclic { self.len / 2 } else { 0 }
    }

    /// The root s_b of node b.
    pub(super) fn bit_reversed(self, b: usize) -> u64 {
        self.p.pow(self.root, reverse_bits(b, self.node_bits()) as u64)
    }

    /// The same points with the inverse root.
    pub(super) fn inverse(self) -> Self {
        Points { root: self.p.pow(self.root, self.order() as u64 - 1), ..self }
    }
}

impl NttKernel {
    /// Exponent of the value at a place of a transform of `len` values in bit-reversed order.
    #[must_use]
    pub fn exponent(&self, place: usize, len: usize) -> usize {
        // value t of leaf l of a block is in lane l of its vector t
        let lanes = self.lanes();
        let (block, t, l) = (place / (LEAF * lanes), place / lanes % LEAF, place % lanes);
        reverse_bits((block * lanes + l) * LEAF + t, ceil_log2(len))
    }

    /// Whether blocks have eight leaves, as [`tiled`](crate::kernels::tiled) requires.
    #[must_use]
    pub fn by_eight(&self) -> bool {
        self.lanes() == 8
    }
}

/// A transform of n = 2^k ≥ 64 values at powers of W: roots prepared for one kernel, for both directions.
#[derive(Clone, Debug)]
pub struct PermutedTables {
    kernel: &'static NttKernel,
    passes: InPlace,
    p: u64,
    len: usize,
    negacyclic: bool,
    forward: Direction,
    inverse: Direction,
    /// The root of the inverse's last level times 1/n, and 1/n.
    scale: [[u64; 2]; 2],
}

/// Roots of one direction of the transform.
#[derive(Clone, Debug)]
struct Direction {
    /// Roots of the nodes down to the leaves.
    tree: Buf,
    last: Levels,
}

/// What the last three levels read.
#[derive(Clone, Debug)]
enum Levels {
    /// Nothing: the transform ends at leaves.
    Leaves,
    /// The roots of every block.
    Listed(Buf),
    /// The roots of block 0, and the factors that scale them to the other blocks.
    Scaled { packed: Buf, scales: Buf },
}

impl Levels {
    fn words(&self) -> usize {
        match self {
            Levels::Leaves => 0,
            Levels::Listed(packed) => packed.len(),
            Levels::Scaled { packed, scales } => packed.len() + scales.len(),
        }
    }
}

impl PermutedTables {
    /// The tables for these points. `inverse_len` is 1/n.
    ///
    /// # Panics
    /// If the length is not a power of two from [`LEAST_PERMUTED`] on, or the kernel does not take p or run on this machine.
    #[must_use]
    pub fn new(kernel: &'static NttKernel, at: Points, inverse_len: u64) -> Self {
        Self::with(kernel, at, inverse_len, if at.len <= LONGEST_LISTED { Levels::listed } else { Levels::scaled })
    }

    /// The tables of transforms that end at leaves.
    pub(super) fn to_leaves(kernel: &'static NttKernel, at: Points, inverse_len: u64) -> Self {
        Self::with(kernel, at, inverse_len, |_, _, _| Levels::Leaves)
    }

    fn with(
        kernel: &'static NttKernel,
        at: Points,
        inverse_len: u64,
        last: impl Fn(&NttKernel, Points, &[u64]) -> Levels,
    ) -> Self {
        let Points { p, len, negacyclic, .. } = at;
        // no sum or product of lengths below wraps: tables have less than a word a value
        let fits = len <= isize::MAX as usize / 64;
        assert!(len.is_power_of_two() && len >= LEAST_PERMUTED && fits, "a transform of {len} values");
        let passes = kernel.loops.tree.filter(|_| kernel.runs() && kernel.takes(p));
        let passes = passes.unwrap_or_else(|| panic!("{kernel:?} has no transforms in place modulo {}", p.n()));
        let back = at.inverse();
        let root = if negacyclic { p.pow(back.root, len as u64 / 2) } else { 1 };
        PermutedTables {
            kernel,
            passes,
            p: p.n(),
            len,
            negacyclic,
            forward: Direction::new(kernel, at, &last),
            inverse: Direction::new(kernel, back, &last),
            scale: [p.mul(root, inverse_len), inverse_len].map(|w| kernel.prepare(p, w)),
        }
    }

    /// The tables of cyclic transforms of `len` values modulo p.
    ///
    /// # Errors
    /// [`Error::NoRoot`](crate::Error::NoRoot).
    ///
    /// # Panics
    /// Those of [`new`](Self::new).
    pub fn cyclic(kernel: &'static NttKernel, p: Modulus, len: usize) -> Result<Self> {
        let at = Points { p, len, negacyclic: false, root: root_of_unity(p.n(), len as u64)? };
        Ok(Self::new(kernel, at, p.inv(p.reduce(len as u64))?))
    }

    /// The kernel in use.
    #[must_use]
    pub fn kernel(&self) -> &'static NttKernel {
        self.kernel
    }

    /// Number of bytes that the tables hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let words = [&self.forward, &self.inverse].map(|d| d.tree.len() + d.last.words());
        size_of::<Self>() + 8 * (words[0] + words[1])
    }

    /// Transforms coefficients in [0, p) to values in [0, p), in bit-reversed order.
    ///
    /// # Panics
    /// If `x` does not have n words.
    pub fn forward(&self, x: &mut [u64]) {
        if let Some(whole) = self.whole(x) {
            return (whole.forward)(&self.tree(Way::Forward), x, self.node());
        }
        self.top(Way::Forward, rows(x));
        self.rows(Way::Forward, 0, x);
    }

    /// Undoes [`forward`](Self::forward), the factor 1/n included.
    ///
    /// # Panics
    /// If `x` does not have n words.
    pub fn inverse(&self, x: &mut [u64]) {
        if let Some(whole) = self.whole(x) {
            return (whole.inverse)(&self.tree(Way::Inverse), x, self.node(), self.scale);
        }
        self.rows(Way::Inverse, 0, x);
        self.top(Way::Inverse, rows(x));
    }

    /// All passes in one call, where there is one for the words of a transform.
    fn whole(&self, x: &[u64]) -> Option<Whole> {
        assert_eq!(x.len(), self.len, "a transform of {} values was given {}", self.len, x.len());
        self.passes.whole.filter(|_| is_short(self.len / ROWS))
    }

    /// The node at the top.
    fn node(&self) -> usize {
        usize::from(self.negacyclic)
    }

    /// The first pass, or the last one of the inverse, on columns of the eight rows of n/8 words: the same columns of
    /// each, in vectors of eight.
    ///
    /// # Panics
    /// If the columns are not whole vectors, or of different lengths.
    #[inline]
    pub fn top(&self, way: Way, columns: [&mut [u64]; ROWS]) {
        let count = columns[0].len();
        assert!(count.is_multiple_of(8) && columns.iter().all(|c| c.len() == count), "columns by eights");
        let (p, node, roots, rows) = (&self.p, self.node(), self.direction(way).tree.as_chunks().0, &mut { columns });
        match way {
            Way::Forward => (self.passes.forward_top)(&mut Some((p, roots, node, rows))),
            Way::Inverse => (self.passes.inverse_top)(&mut Some((p, roots, node, rows, self.scale))),
        }
    }

    /// All other passes, on consecutive rows of the eight rows of n/8 words, from row `first` on; on all of them at
    /// once where n < [`LEAST_SHARED`].
    ///
    /// # Panics
    /// If there are no such rows.
    #[inline]
    pub fn rows(&self, way: Way, first: usize, rows: &mut [u64]) {
        let columns = self.len / ROWS;
        let count = rows.len() / columns;
        let there = rows.len().is_multiple_of(columns) && within(first, count, ROWS);
        assert!(there, "{} words from row {first} on", rows.len());
        assert!(self.len >= LEAST_SHARED || count == ROWS, "all rows of {} words", self.len);
        let (tree, node) = (self.tree(way), ROWS * self.node() + first);
        match way {
            Way::Forward => (self.passes.forward_rows)(&tree, rows, node, count),
            Way::Inverse => (self.passes.inverse_rows)(&tree, rows, node, count),
        }
    }

    /// Number of values.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// p, and the roots of the nodes in one direction.
    pub(super) fn roots(&self, way: Way) -> (&u64, &[[u64; 2]]) {
        (&self.p, self.direction(way).tree.as_chunks().0)
    }

    /// What the passes below the first one read.
    fn tree(&self, way: Way) -> Tree<'_> {
        let (p, roots) = self.roots(way);
        let first = if self.negacyclic { self.len / ROWS / self.kernel.lanes() } else { 0 };
        let last = match &self.direction(way).last {
            Levels::Leaves => Last::Leaves,
            Levels::Listed(packed) => Last::Listed(Listed { packed, first }),
            Levels::Scaled { packed, scales } => Last::Scaled(Scales { packed, scales: scales.as_chunks().0, first }),
        };
        Tree { p, roots, last }
    }

    fn direction(&self, way: Way) -> &Direction {
        if way == Way::Forward { &self.forward } else { &self.inverse }
    }
}

/// Direction of a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Coefficients to values.
    Forward,
    /// Values to coefficients.
    Inverse,
}

/// Least length where a row consists of whole blocks.
pub const LEAST_SHARED: usize = ROWS * LEAST_PERMUTED;
/// Number of rows of the first pass.
pub const ROWS: usize = 8;

/// x as eight rows.
#[inline]
fn rows(x: &mut [u64]) -> [&mut [u64]; ROWS] {
    levels::parts(x)
}

impl Direction {
    fn new(kernel: &NttKernel, at: Points, last: impl Fn(&NttKernel, Points, &[u64]) -> Levels) -> Self {
        let (bits, count) = (at.node_bits(), 1 << at.node_bits());
        let powers = powers(at.p, at.root, count);
        let s: Vec<u64> = (0..count).map(|b| powers[reverse_bits(b, bits)]).collect();
        Direction { tree: prepared(kernel, at.p, s[..count / LEAF].iter().copied()), last: last(kernel, at, &s) }
    }
}

impl Levels {
    /// By the roots of all nodes above single values.
    fn listed(kernel: &NttKernel, at: Points, s: &[u64]) -> Self {
        Levels::Listed(Buf::copied(None, &packed(at.p, s, at.first_root() / 4..s.len() / 4, kernel)))
    }

    /// The same with scales.
    fn scaled(kernel: &NttKernel, at: Points, s: &[u64]) -> Self {
        let (p, block) = (at.p, 4 * kernel.lanes());
        let sigmas = s[at.first_root()..].iter().step_by(block);
        let scales = prepared(kernel, p, sigmas.flat_map(|&sigma| (1..8).map(move |j| p.pow(sigma, j))));
        debug_assert_eq!(scales.len(), at.len / (LEAF * kernel.lanes()) * 2 * SCALES);
        Levels::Scaled { packed: Buf::copied(None, &packed(p, s, 0..kernel.lanes(), kernel)), scales }
    }
}
