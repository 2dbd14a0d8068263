//! The last three levels, from residues modulo x^8 − r to single values and back, and products of values.
//!
//! One leaf is processed in each lane: eight vectors hold, after a transposition, coefficient i of as many leaves as
//! there are lanes, and the last three levels are butterflies between vectors, with the roots of one node in each lane
//! of a factor. Leaf v takes s_v; s_2v, s_2v+1; s_4v … s_4v+3: seven vectors of factors a block, stored in the order in
//! which they are read. Values are left transposed.
//!
//! Roots are products over the bits of their index: with L lanes a block, s_(b·L·h + t) = s_(b·L·h)·s_t for t < b·L.
//! For σ = s_(4L·h) = s_(2L·h)^(1/2) = s_(L·h)^(1/4), x = σ·y makes of block h's leaves those of block 0 in y.
//! [`Scaled`] passes multiply by the powers of σ instead of reading the block's own factors: seven products more, 14
//! words of tables instead of 112, which is faster where tables exceed the L1 cache.

use super::{
    lanes::{Inverse, Lanes, Values},
    tree::{LEAF, Product, inverse_8_group, inverse_8_sums, three_levels},
};

/// Number of vectors of factors of a block of leaves.
pub(super) const FACTORS: usize = 7;
/// Number of words of a block's scales: prepared σ … σ^7.
pub(super) const SCALES: usize = 14;

/// Operands of the last levels.
#[derive(Clone, Copy)]
pub(super) struct ValuePass {
    p: u64,
    /// Pointer to the first word of the first leaf.
    x: *mut u64,
    /// Factors of its block.
    packed: *const u64,
    /// Number of consecutive leaves.
    leaves: usize,
}

impl ValuePass {
    /// The pass over `leaves` leaves at `x`, from leaf `first` on, which begins a block.
    ///
    /// SAFETY: the factors serve these leaves, in whole blocks.
    pub(super) unsafe fn new<A: Lanes>(p: u64, x: *mut u64, packed: *const u64, first: usize, leaves: usize) -> Self {
        debug_assert!(first.is_multiple_of(A::LANES), "leaf {first} does not begin a block");
        // SAFETY: the caller's promise
        let packed = unsafe { packed.add(first / A::LANES * FACTORS * A::PACKED) };
        ValuePass { p, x, packed, leaves }
    }
}

/// Roots for whole blocks: the factors of block 0, and the scales of each block from `first` on.
#[derive(Clone, Copy)]
pub(super) struct Scales {
    pub packed: *const u64,
    pub scales: *const u64,
    pub first: usize,
}

/// Operands of the last levels of whole blocks.
#[derive(Clone, Copy)]
pub(super) struct Scaled {
    p: u64,
    x: *mut u64,
    packed: *const u64,
    scales: *const u64,
    blocks: usize,
}

impl Scaled {
    /// The pass over `leaves` leaves at `x`, from leaf `first` on, in whole blocks.
    ///
    /// SAFETY: there are scales for these blocks.
    pub(super) unsafe fn new<A: Lanes>(p: u64, x: *mut u64, roots: Scales, first: usize, leaves: usize) -> Self {
        debug_assert!(first.is_multiple_of(A::LANES) && leaves.is_multiple_of(A::LANES), "whole blocks");
        // SAFETY: the caller's promise
        let scales = unsafe { roots.scales.add((first / A::LANES - roots.first) * SCALES) };
        Scaled { p, x, packed: roots.packed, scales, blocks: leaves / A::LANES }
    }
}

/// Runs `$block(arithmetic, words, factors, in lanes)` on each block of leaves; a partial last block is copied, and its
/// values are put in order. A macro, so that there is one place where the block is inlined.
macro_rules! blocks {
    ($A:ident, $pass:ident, $block:ident) => {{
        let ValuePass { p, x, packed, leaves } = $pass;
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
            $block(a, block, factors, whole);
            if !whole {
                at.copy_from_nonoverlapping(copy.as_ptr(), rest);
            }
        }
    }};
}

#[inline(always)]
unsafe fn forward_block<A: Lanes>(a: A, x: *mut u64, packed: *const u64, in_lanes: bool) {
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
            A::store(x.add(i * A::LANES), v);
        }
    }
}

/// The last three levels. In and out: the forward range.
#[inline(always)]
pub(super) unsafe fn forward_values<A: Lanes>(pass: ValuePass) {
    // SAFETY: blocks are disjoint ranges of words, and the last one's leaves stay within the copy
    unsafe { blocks!(A, pass, forward_block) }
}

#[inline(always)]
unsafe fn inverse_block<A: Inverse>(a: A, x: *mut u64, packed: *const u64, in_lanes: bool) {
    // SAFETY: a block is eight vectors, and its factors seven
    unsafe {
        let mut v: [A::V; 8] = std::array::from_fn(|i| A::load(x.add(i * A::LANES)));
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

/// Undoes [`forward_values`], except for the factor 8. In and out: [0, 2p).
#[inline(always)]
pub(super) unsafe fn inverse_values<A: Inverse>(pass: ValuePass) {
    // SAFETY: as in `forward_values`
    unsafe { blocks!(A, pass, inverse_block) }
}

/// Multiple of p that is added to products in [0, 2p), so that two levels do not make them negative.
const fn lifted<A: Lanes>() -> u64 {
    if A::FORWARD_LEAST > 2 { A::FORWARD_LEAST } else { 2 }
}

/// The last three levels in y. In: the forward range. Out: [0, p).
#[inline(always)]
pub(super) unsafe fn forward_scaled<A: Lanes>(pass: Scaled) {
    let Scaled { p, x, packed, scales, blocks } = pass;
    // SAFETY: a block is eight vectors
    unsafe {
        let a = A::new(p);
        let w = |_: usize, t: usize| a.packed(packed.add(t * A::PACKED));
        for b in 0..blocks {
            let (x, scales) = (x.add(b * LEAF * A::LANES), scales.add(b * SCALES));
            let mut block: [A::V; 8] = std::array::from_fn(|i| A::load(x.add(i * A::LANES)));
            A::transpose(&mut block);
            if A::REDUCED > 0 {
                block[0] = a.reduce(block[0]);
            }
            for (j, x) in block[1..].iter_mut().enumerate() {
                *x = a.lift(a.times(*x, A::root(scales.add(2 * j))), lifted::<A>());
            }
            let mut v = [block];
            three_levels!(v, a, w);
            for (i, v) in v[0].into_iter().enumerate() {
                a.store_values(x.add(i * A::LANES), v);
            }
        }
    }
}

/// Undoes [`forward_scaled`], except for the factor 8. In: [0, p). Out: [0, 2p).
#[inline(always)]
pub(super) unsafe fn inverse_scaled<A: Inverse>(pass: Scaled) {
    let Scaled { p, x, packed, scales, blocks } = pass;
    // SAFETY: a block is eight vectors
    unsafe {
        let a = A::new(p);
        for b in 0..blocks {
            let (x, scales) = (x.add(b * LEAF * A::LANES), scales.add(b * SCALES));
            let mut v: [A::V; 8] = std::array::from_fn(|i| A::load_residues(x.add(i * A::LANES)));
            inverse_8_sums(a, &mut v, |t| a.packed(packed.add(t * A::PACKED)));
            v[0] = a.settle(v[0]);
            for (j, x) in v[1..].iter_mut().enumerate() {
                *x = a.times(*x, A::root(scales.add(2 * j)));
            }
            A::untranspose(&mut v);
            for (i, v) in v.into_iter().enumerate() {
                A::store(x.add(i * A::LANES), v);
            }
        }
    }
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
