//! The arithmetic of a vector of residues modulo one prime, over which the passes of [`tree`](super::tree) are generic.

/// Vectors of lazily reduced residues, with the operations of transforms from coefficients to values. Between passes
/// values are in [`FORWARD_LEAST`·p, `FORWARD_FACTOR`·p), in the bits that the arithmetic reads: bits that an
/// implementation ignores (those from 52 on) may hold anything.
///
/// SAFETY of every method: the CPU has the features that the implementation names; pointers are valid for `LANES` words.
pub(super) trait Lanes: Copy {
    /// A vector of residues.
    type V: Copy;
    /// A prepared factor in registers.
    type W: Copy;
    /// Number of words of a vector: 4 or 8.
    const LANES: usize;
    /// Number of groups of vectors, 1 or 2, that a radix-8 step holds in registers.
    const GROUPS: usize;
    /// Number of words of a vector of factors in the form of [`pack`](Self::pack).
    const PACKED: usize;
    /// Largest number of bits of a prime.
    const MAX_BITS: u32;
    /// Forward values are below this multiple of p between passes …
    const FORWARD_FACTOR: u64;
    /// … and not below this multiple of p.
    const FORWARD_LEAST: u64;
    /// Number of the inputs not multiplied in a forward pass that it must reduce: those with index below this.
    const REDUCED: usize;

    unsafe fn new(p: u64) -> Self;
    /// A factor w in [0, p), prepared.
    fn prepare(p: u64, w: u64) -> [u64; 2];
    /// Appends a factor for each lane to a table.
    fn pack(p: u64, w: &[u64], out: &mut Vec<u64>);
    unsafe fn load(x: *const u64) -> Self::V;
    unsafe fn store(x: *mut u64, v: Self::V);
    /// Loads residues in [0, p).
    unsafe fn load_residues(x: *const u64) -> Self::V;
    /// Loads residues from fewer words than lanes, with zeros in the other lanes; slower.
    #[inline(always)]
    unsafe fn load_part(x: *const u64, words: usize) -> Self::V {
        let mut part = [0; 8];
        // SAFETY: the caller's promise: `x` has this many words
        unsafe {
            part.as_mut_ptr().copy_from_nonoverlapping(x, words);
            Self::load_residues(part.as_ptr())
        }
    }
    /// A prepared factor in every lane.
    unsafe fn root(w: *const u64) -> Self::W;
    /// A prepared factor for each lane: `LANES` words, then the second words that [`prepare`](Self::prepare) returns
    /// for them.
    unsafe fn roots(w: *const u64) -> Self::W;
    /// A vector of factors as [`pack`](Self::pack) wrote it.
    unsafe fn packed(self, w: *const u64) -> Self::W;
    /// 0 in every lane.
    unsafe fn zero() -> Self::V;
    /// Transposes 8·`LANES` words that were loaded in order: vector i gets word i of every eight.
    unsafe fn transpose(v: &mut [Self::V; 8]);
    /// Undoes [`transpose`](Self::transpose).
    unsafe fn untranspose(v: &mut [Self::V; 8]);

    /// Reduces an input that a forward pass does not multiply.
    unsafe fn reduce(self, x: Self::V) -> Self::V;
    /// (x + w·y, x − w·y).
    unsafe fn forward(self, x: Self::V, y: Self::V, w: Self::W) -> (Self::V, Self::V);
    /// (x + y, x − y + range·p) for x, y in [0, range·p), or both reduced.
    unsafe fn plain(self, x: Self::V, y: Self::V, range: u64) -> (Self::V, Self::V);
    /// x + k·p; or x, if the arithmetic reduces in every butterfly.
    unsafe fn lift(self, x: Self::V, k: u64) -> Self::V;

    /// w·x in [0, 2p), for x in the forward range.
    unsafe fn times(self, x: Self::V, w: Self::W) -> Self::V;
    /// Writes residues in [0, p), from [0, 2p).
    unsafe fn store_residues(self, x: *mut u64, v: Self::V);
    /// Writes residues in [0, p), from the forward range.
    unsafe fn store_values(self, x: *mut u64, v: Self::V);
}

/// Operations of inverse transforms. Between inverse passes values are below 2p.
///
/// SAFETY of every method: as for [`Lanes`].
pub(super) trait Inverse: Lanes {
    /// Whether the first of two sums of sums must be settled before the third level of an inverse pass.
    const SETTLE_EARLY: bool;

    /// (x + y, w·(x − y)) for x, y in [0, range·p): the first in [0, 2·range·p) or reduced, the second in [0, 2p).
    unsafe fn inverse(self, x: Self::V, y: Self::V, range: u64, w: Self::W) -> (Self::V, Self::V);
    /// Reduces to [0, 2p) the sums that [`inverse`](Self::inverse) leaves (the identity where it reduces them itself).
    unsafe fn settle(self, x: Self::V) -> Self::V;
    /// x + y in [0, 2p), for both in [0, 2p).
    unsafe fn plus(self, x: Self::V, y: Self::V) -> Self::V;
    /// x − y in [0, 2p), for both in [0, 2p).
    unsafe fn minus(self, x: Self::V, y: Self::V) -> Self::V;
    /// (x + y, x − y) in [0, 2p), for both in [0, 2p).
    #[inline(always)]
    unsafe fn both(self, x: Self::V, y: Self::V) -> (Self::V, Self::V) {
        // SAFETY: the same promise
        unsafe { (self.plus(x, y), self.minus(x, y)) }
    }
}

/// Products of images that are values.
///
/// SAFETY of every method: as for [`Lanes`].
pub(super) trait Values: Inverse {
    /// x·y in [0, 2p), for both in the forward range.
    unsafe fn value_product(self, x: Self::V, y: Self::V) -> Self::V;
}

/// Products of images that are residues modulo x^8 − r, multiplied as polynomials. Vectors have eight lanes.
///
/// SAFETY of every method: as for [`Lanes`].
pub(super) trait Leaves: Inverse {
    /// log2 of the power of two that divides leaf products.
    const PRODUCT_SHIFT: u32;

    /// Reduces from the forward range to the range of left operands of [`leaf_product`](Self::leaf_product).
    unsafe fn left(self, x: Self::V) -> Self::V;
    /// Reduces from the forward range to the range of right operands of [`leaf_product`](Self::leaf_product).
    unsafe fn right(self, x: Self::V) -> Self::V;
    /// −x in (0, 2p], for x in [0, 2p).
    unsafe fn negated(self, x: Self::V) -> Self::V;
    /// Reduces a product of [`times`](Self::times), or its negative, to the range of right operands of leaf products.
    unsafe fn right_product(self, x: Self::V) -> Self::V;
    /// Σ a_i·twice[8 − i ..] over 2^PRODUCT_SHIFT, in [0, 2p): `twice` holds values of
    /// [`right_product`](Self::right_product) in its lower half, of [`right`](Self::right) in its upper half.
    unsafe fn leaf_product(self, a: *const u64, twice: *const u64) -> Self::V;
}
