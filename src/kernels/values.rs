//! From residues modulo x^8 − r to single values and back, and products of values.
//!
//! One leaf a lane: eight vectors hold, after a transposition, coefficient i of as many leaves as there are lanes, and the
//! last three levels are butterflies between vectors, with the roots of as many nodes in each factor. Leaf v takes s_v;
//! s_2v, s_2v+1; s_4v … s_4v+3: seven vectors of factors a block, stored in the order in which they are read. Products
//! leave values in the lanes where they are; who wants them in order has them transposed back.

use super::{
    lanes::{Inverse, Lanes, Values},
    tree::{LEAF, Product, Roots, inverse_8_group, three_levels},
};

/// Factors that a block of leaves takes, in vectors.
pub(super) const FACTORS: usize = 7;

/// What the last levels work on.
#[derive(Clone, Copy)]
pub(super) struct ValuePass {
    p: u64,
    /// The first word of the first leaf.
    x: *mut u64,
    /// Its block's factors.
    packed: *const u64,
    /// Leaves one behind the other.
    leaves: usize,
    ordered: bool,
}

impl ValuePass {
    /// `leaves` leaves at `x`, from leaf `first` on, which begins a block.
    ///
    /// SAFETY: the roots serve these leaves, in whole blocks.
    pub(super) unsafe fn new<A: Lanes>(p: u64, x: *mut u64, roots: Roots, first: usize, leaves: usize) -> Self {
        debug_assert!(first.is_multiple_of(A::LANES), "leaf {first} does not begin a block");
        // SAFETY: the caller's promise
        let packed = unsafe { roots.packed.add((first - roots.first) / A::LANES * FACTORS * A::PACKED) };
        ValuePass { p, x, packed, leaves, ordered: roots.ordered }
    }
}

/// Runs `$block(arithmetic, words, factors, in lanes, ordered)` on each block of leaves; a last one that is not whole is
/// copied, and its values stay in order. A macro, so that there is one place where the block is inlined.
macro_rules! blocks {
    ($A:ident, $pass:ident, $block:ident) => {{
        let ValuePass { p, x, packed, leaves, ordered } = $pass;
        let words = LEAF * $A::LANES;
        let a = $A::new(p);
        for first in (0..leaves).step_by($A::LANES) {
            let (at, factors) = (x.add(first * LEAF), packed.add(first / $A::LANES * FACTORS * $A::PACKED));
            let rest = (leaves - first) * LEAF;
            let mut copy = [0u64; 8 * LEAF];
            let whole = rest >= words;
            if !whole {
                copy.as_mut_ptr().copy_from_nonoverlapping(at, rest);
            }
            let block = if whole { at } else { copy.as_mut_ptr() };
            $block(a, block, factors, whole && !ordered, ordered);
            if !whole {
                at.copy_from_nonoverlapping(copy.as_ptr(), rest);
            }
        }
    }};
}

#[inline(always)]
unsafe fn forward_block<A: Lanes>(a: A, x: *mut u64, packed: *const u64, in_lanes: bool, ordered: bool) {
    // SAFETY: a block is eight vectors, and its factors seven
    unsafe {
        let mut block: [A::V; 8] = std::array::from_fn(|i| A::load(x.add(i * A::LANES)));
        A::transpose(&mut block);
        for x in &mut block[..A::REDUCED] {
            *x = a.reduce(*x);
        }
        let mut v = [block];
        let w = |_: usize, t: usize| a.packed(packed.add(t * A::PACKED));
        three_levels!(v, a, w);
        let [mut block] = v;
        if !in_lanes {
            A::untranspose(&mut block);
        }
        for (i, v) in block.into_iter().enumerate() {
            let x = x.add(i * A::LANES);
            if ordered { a.store_values(x, v) } else { A::store(x, v) }
        }
    }
}

/// In: the forward range. Out: the forward range, or [0, p) in order.
#[inline(always)]
pub(super) unsafe fn forward_values<A: Lanes>(pass: ValuePass) {
    // SAFETY: blocks are disjoint ranges of words, and the last one's leaves stay within the copy
    unsafe { blocks!(A, pass, forward_block) }
}

#[inline(always)]
unsafe fn inverse_block<A: Inverse>(a: A, x: *mut u64, packed: *const u64, in_lanes: bool, ordered: bool) {
    // SAFETY: a block is eight vectors, and its factors seven
    unsafe {
        let mut v: [A::V; 8] = std::array::from_fn(|i| A::load(x.add(i * A::LANES)));
        if ordered {
            v = std::array::from_fn(|i| A::load_residues(x.add(i * A::LANES)));
        }
        if !in_lanes {
            A::transpose(&mut v);
        }
        inverse_8_group(a, &mut v, |t| a.packed(packed.add(t * A::PACKED)));
        A::untranspose(&mut v);
        for (i, v) in v.into_iter().enumerate() {
            A::store(x.add(i * A::LANES), v);
        }
    }
}

/// Undoes [`forward_values`], but for the factor 8. In: [0, 2p), or [0, p) in order. Out: [0, 2p).
#[inline(always)]
pub(super) unsafe fn inverse_values<A: Inverse>(pass: ValuePass) {
    // SAFETY: as in `forward_values`
    unsafe { blocks!(A, pass, inverse_block) }
}

/// out = a·b, or out += a·b, value by value. In: the forward range (`out`, where added to: [0, 2p)). Out: [0, 2p).
#[inline(always)]
pub(super) unsafe fn value_products<A: Values>(product: Product) {
    let Product { p, out, a, b, len, add, .. } = product;
    // SAFETY: operands are read before the same words of `out` are written
    unsafe {
        let arith = A::new(p);
        for j in (0..len).step_by(A::LANES) {
            let product = arith.value_product(A::load(a.add(j)), A::load(b.add(j)));
            A::store(out.add(j), if add { arith.plus(A::load(out.add(j)), product) } else { product });
        }
    }
}
