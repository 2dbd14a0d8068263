//! The arithmetic of a vector of residues modulo one prime: what the passes of [`tree`](super::tree) are written over.

/// Lanes of lazily reduced residues: all that transforms from coefficients to values need. Between passes values are in
/// [`FORWARD_LEAST`·p, `FORWARD_FACTOR`·p) as far as the arithmetic looks: what an implementation ignores (bits beyond 52)
/// may hold anything.
///
/// SAFETY of every method: the CPU has the features that the implementation names; pointers are valid for `LANES` words.
pub(super) trait Lanes: Copy {
    /// A vector.
    type V: Copy;
    /// A prepared factor in registers.
    type W: Copy;
    /// Words a vector: 4 or 8.
    const LANES: usize;
    /// Groups of vectors, 1 or 2, that a radix-8 step has room for in registers.
    const GROUPS: usize;
    /// Words of a vector of factors in the form of [`pack`](Self::pack).
    const PACKED: usize;
    /// Primes have at most this many bits.
    const MAX_BITS: u32;
    /// Forward values are below this multiple of p between passes …
    const FORWARD_FACTOR: u64;
    /// … and not below this multiple of p.
    const FORWARD_LEAST: u64;
    /// How many of the inputs that a forward pass does not multiply it must reduce: those with index below this.
    const REDUCED: usize;

    unsafe fn new(p: u64) -> Self;
    /// A factor w in [0, p), prepared.
    fn prepare(p: u64, w: u64) -> [u64; 2];
    /// Appends a factor for each lane to a table.
    fn pack(p: u64, w: &[u64], out: &mut Vec<u64>);
    unsafe fn load(x: *const u64) -> Self::V;
    unsafe fn store(x: *mut u64, v: Self::V);
    /// Residues in [0, p), as the transform takes them.
    unsafe fn load_residues(x: *const u64) -> Self::V;
    /// The same from fewer words than lanes, zeros in the others; slower.
    #[inline(always)]
    unsafe fn load_part(x: *const u64, words: usize) -> Self::V {
        let mut part = [0; 8];
        // SAFETY: so many words
        unsafe {
            part.as_mut_ptr().copy_from_nonoverlapping(x, words);
            Self::load_residues(part.as_ptr())
        }
    }
    /// A prepared factor in every lane.
    unsafe fn root(w: *const u64) -> Self::W;
    /// A prepared factor for each lane: so many words, then what [`prepare`](Self::prepare) puts beside each.
    unsafe fn roots(w: *const u64) -> Self::W;
    /// A vector of factors as [`pack`](Self::pack) wrote it.
    unsafe fn packed(self, w: *const u64) -> Self::W;
    /// 0 in every lane.
    unsafe fn zero() -> Self::V;
    /// From 8·`LANES` words in order: vector i gets word i of every eight.
    unsafe fn transpose(v: &mut [Self::V; 8]);
    /// Undoes [`transpose`](Self::transpose).
    unsafe fn untranspose(v: &mut [Self::V; 8]);

    /// What a forward pass does to the inputs that it does not multiply.
    unsafe fn reduce(self, x: Self::V) -> Self::V;
    /// (x + w·y, x − w·y).
    unsafe fn forward(self, x: Self::V, y: Self::V, w: Self::W) -> (Self::V, Self::V);
    /// (x + y, x − y + range·p) for x, y in [0, range·p), or both reduced.
    unsafe fn plain(self, x: Self::V, y: Self::V, range: u64) -> (Self::V, Self::V);
    /// x + k·p, or x where a reduction in every butterfly makes that needless.
    unsafe fn lift(self, x: Self::V, k: u64) -> Self::V;

    /// w·x in [0, 2p), for x in the forward range.
    unsafe fn times(self, x: Self::V, w: Self::W) -> Self::V;
    /// Writes residues in [0, p), from [0, 2p).
    unsafe fn store_residues(self, x: *mut u64, v: Self::V);
    /// Writes residues in [0, p), from the forward range.
    unsafe fn store_values(self, x: *mut u64, v: Self::V);
}

/// What the way back needs besides. Between inverse passes values are below 2p.
///
/// SAFETY of every method: as for [`Lanes`].
pub(super) trait Inverse: Lanes {
    /// Whether the first of two sums of sums must be settled before the third level of an inverse pass.
    const SETTLE_EARLY: bool;

    /// (x + y, w·(x − y)) for x, y in [0, range·p): the first in [0, 2·range·p) or reduced, the second in [0, 2p).
    unsafe fn inverse(self, x: Self::V, y: Self::V, range: u64, w: Self::W) -> (Self::V, Self::V);
    /// To [0, 2p), from the sums that [`inverse`](Self::inverse) leaves (the identity where it reduces them itself).
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

/// Products of residues none of which is prepared.
///
/// SAFETY of every method: as for [`Lanes`].
pub(super) trait Products: Lanes {
    /// They take 2^this modulo p, prepared.
    const UNIT_BITS: u32;
    /// x·y in [0, 2p), for both in [0, p).
    unsafe fn residue_product(self, x: Self::V, y: Self::V, unit: Self::W) -> Self::V;
}

/// Images that are values.
///
/// SAFETY of every method: as for [`Lanes`].
pub(super) trait Values: Inverse {
    /// x·y in [0, 2p), for both in the forward range.
    unsafe fn value_product(self, x: Self::V, y: Self::V) -> Self::V;
}

/// Images that are residues modulo x^8 − r, multiplied as polynomials. Vectors have eight lanes.
///
/// SAFETY of every method: as for [`Lanes`].
pub(super) trait Leaves: Inverse {
    /// Leaf products are over 2^this.
    const PRODUCT_SHIFT: u32;

    /// From the forward range to what [`leaf_product`](Self::leaf_product) takes on the left.
    unsafe fn left(self, x: Self::V) -> Self::V;
    /// From the forward range to what [`leaf_product`](Self::leaf_product) takes on the right.
    unsafe fn right(self, x: Self::V) -> Self::V;
    /// −x in (0, 2p], for x in [0, 2p).
    unsafe fn negated(self, x: Self::V) -> Self::V;
    /// A product of [`times`](Self::times), or its negative, to what leaf products take on the right.
    unsafe fn right_product(self, x: Self::V) -> Self::V;
    /// Σ a_i·twice[8 − i ..] over 2^PRODUCT_SHIFT, in [0, 2p): `twice` holds values of
    /// [`right_product`](Self::right_product) in its lower half, of [`right`](Self::right) in its upper half.
    unsafe fn leaf_product(self, a: *const u64, twice: *const u64) -> Self::V;
}
