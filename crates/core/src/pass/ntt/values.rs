//! The last three levels, from residues modulo x^8 − r to single values and back.
//!
//! One leaf is processed in each lane: eight vectors hold, after a transposition, coefficient i of as many leaves as there are lanes, and the last
//! three levels are butterflies between vectors, with the roots of one node in each lane of a factor. Leaf v takes s_v; s_2v, s_2v+1; s_4v …
//! s_4v+3: seven vectors of factors for a block of leaves, stored in the order in which they are read. Values are left transposed.
//!
//! Transforms of up to 2^15 values list the factors of all their blocks. Roots are products over the bits of their index: with L lanes a block, s_(b·L·h + t) = s_(b·L·h)·s_t for t < b·L. For σ = s_(4L·h) =
//! s_(2L·h)^(1/2) = s_(L·h)^(1/4), x = σ·y makes of block h's leaves those of block 0 in y. Scaled passes multiply by the powers of σ instead of
//! reading the block's own factors: seven products more, 14 words of tables instead of 112, which is faster where tables exceed the L1 cache.

use super::{
    levels::{Factors, load, store, sums_back, three, three_back, three_reduced},
    tree::LEAF,
};
use crate::simd::inlined::{CopyFrom, Walked, Zipped};
use crate::{
    residue::Residues,
    simd::{Row, Simd},
};

/// Number of vectors of factors of a block of leaves.
pub(super) const FACTORS: usize = 7;
/// Number of scales of a block: σ … σ^7.
pub(super) const SCALES: usize = 7;

/// What follows the leaves of a tree.
#[derive(Clone, Copy)]
pub(crate) enum Last<'a> {
    /// Nothing.
    Leaves,
    /// The last levels to values in the forward range: the factors of every block, from leaf 0 on.
    Values(&'a [u64]),
    /// The last levels to values in [0, p), by scales.
    Scaled(Scales<'a>),
    /// The last levels to values in [0, p), by the factors of every block.
    Listed(Listed<'a>),
}

/// Roots of whole blocks: the factors of each block from `first` on.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a> {
    pub packed: &'a [u64],
    pub first: usize,
}

/// Roots of whole blocks: the factors of block 0, and the prepared scales of each block from `first` on.
#[derive(Clone, Copy)]
pub(crate) struct Scales<'a> {
    pub packed: &'a [u64],
    pub scales: &'a [[u64; 2]],
    pub first: usize,
}

/// The factors of a block, as [`pack`] wrote them.
#[derive(Clone, Copy)]
pub(super) struct Packed<'a, S: Simd>(pub &'a [S::Row]);

impl<S: Simd, R: Residues<S>> Factors<S, R> for Packed<'_, S> {
    #[inline(always)]
    fn at(self, r: R, t: usize) -> R::W {
        let rows = R::FACTOR_WORDS;
        r.factors(&self.0[t * rows], &self.0[t * rows + rows - 1])
    }
}

/// Appends vectors of prepared factors to a table: their first words, and their second ones unless the arithmetic computes these.
pub(super) fn pack<S: Simd, R: Residues<S>>(prepared: &[[u64; 2]], out: &mut Vec<u64>) {
    for word in 0..R::FACTOR_WORDS {
        out.extend(prepared.iter().map(|w| w[word]));
    }
}

/// The last levels of consecutive leaves, from leaf `first` on, which begins a block. In: the forward range. Out: the same, or [0, p).
#[inline(always)]
pub(super) fn forward<S: Simd, R: Residues<S>>(s: S, r: R, last: Last<'_>, x: &mut [u64], first: usize) {
    debug_assert!(first.is_multiple_of(S::LANES) || matches!(last, Last::Leaves), "leaf {first} begins no block");
    match last {
        Last::Leaves => (),
        Last::Values(packed) => to_values(r, x, from_block::<S, R>(packed, first)),
        Last::Scaled(scales) => to_scaled(s, r, x, scales, first),
        Last::Listed(listed) => to_listed(s, r, x, from_block::<S, R>(listed.packed, first - listed.first * S::LANES)),
    }
}

/// Undoes [`forward`], except for the factor 8. In: [0, 2p), or [0, p). Out: [0, 2p).
#[inline(always)]
pub(super) fn inverse<S: Simd, R: Residues<S>>(_: S, r: R, last: Last<'_>, x: &mut [u64], first: usize) {
    debug_assert!(first.is_multiple_of(S::LANES) || matches!(last, Last::Leaves), "leaf {first} begins no block");
    match last {
        Last::Leaves => (),
        Last::Values(packed) => from_values(r, x, from_block::<S, R>(packed, first)),
        Last::Scaled(scales) => from_scaled(r, x, scales, first),
        Last::Listed(listed) => from_listed(r, x, from_block::<S, R>(listed.packed, first - listed.first * S::LANES)),
    }
}

/// The factors from the block of a leaf on.
#[inline(always)]
fn from_block<S: Simd, R: Residues<S>>(packed: &[u64], leaf: usize) -> &[S::Row] {
    S::rows(&packed[leaf * FACTORS * R::FACTOR_WORDS..]).0
}

/// Runs a step on each block of leaves and its factors; a partial last block is copied.
macro_rules! blocks {
    ($S:ident, $R:ident, $x:ident, $packed:ident, |$block:ident, $factors:ident, $whole:ident| $step:expr) => {{
        let (rows, _) = $S::rows_mut($x);
        let mut factors = $packed.chunks_exact(FACTORS * $R::FACTOR_WORDS);
        let (blocks, rest) = rows.as_chunks_mut::<LEAF>();
        for ($block, factors) in blocks.walk_mut().zipped(&mut factors) {
            let ($factors, $whole) = (Packed::<$S>(factors), true);
            $step;
        }
        if let (false, Some(factors)) = (rest.is_empty(), factors.next()) {
            let mut copy = [$S::Row::ZERO; LEAF];
            copy[..rest.len()].copy_from(rest);
            let ($block, $factors, $whole) = (&mut copy, Packed::<$S>(factors), false);
            $step;
            rest.copy_from(&copy[..rest.len()]);
        }
    }};
}

/// To values in the forward range. A partial last block is copied, and its values are put in order. In: the forward range.
#[inline(always)]
fn to_values<S: Simd, R: Residues<S>>(r: R, x: &mut [u64], packed: &[S::Row]) {
    blocks!(S, R, x, packed, |block, factors, whole| {
        let mut v = load(r, block);
        r.transpose(&mut v);
        three(r, &mut v, factors);
        if !whole {
            r.untranspose(&mut v);
        }
        store(r, block, v);
    });
}

/// Undoes it, except for the factor 8. In and out: [0, 2p).
#[inline(always)]
fn from_values<S: Simd, R: Residues<S>>(r: R, x: &mut [u64], packed: &[S::Row]) {
    blocks!(S, R, x, packed, |block, factors, whole| {
        let mut v = load(r, block);
        if !whole {
            r.transpose(&mut v);
        }
        three_back(r, &mut v, factors);
        r.untranspose(&mut v);
        store(r, block, v);
    });
}

/// Multiple of p that is added to products in [0, 2p), so that two levels do not make them negative.
const fn lifted<S: Simd, R: Residues<S>>() -> u64 {
    if R::FORWARD_LEAST > 2 { R::FORWARD_LEAST } else { 2 }
}

/// Reduces v_0 and multiplies the others by σ … σ^7, so that butterflies of two levels may follow. In: the forward range.
#[inline(always)]
pub(super) fn scale<S: Simd, R: Residues<S>>(r: R, v: &mut [R::V; LEAF], scales: impl Factors<S, R>) {
    if R::REDUCED > 0 {
        v[0] = r.reduce(v[0]);
    }
    for (i, x) in v[1..].iter_mut().enumerate() {
        *x = r.lift(r.times(*x, scales.at(r, i)), lifted::<S, R>());
    }
}

/// The same after the last levels back, whose first values are sums. Out: [0, 2p).
#[inline(always)]
pub(super) fn scale_back<S: Simd, R: Residues<S>>(r: R, v: &mut [R::V; LEAF], scales: impl Factors<S, R>) {
    v[0] = r.settle(v[0]);
    for (i, x) in v[1..].iter_mut().enumerate() {
        *x = r.times(*x, scales.at(r, i));
    }
}

/// The blocks of x with their scales.
#[inline(always)]
fn scaled<'a, 'b, S: Simd>(
    x: &'b mut [u64],
    roots: Scales<'a>,
    first: usize,
) -> impl Iterator<Item = (&'b mut [S::Row; LEAF], &'a [[u64; 2]; SCALES])> {
    let (scales, _) = roots.scales[(first / S::LANES - roots.first) * SCALES..].as_chunks::<SCALES>();
    S::rows_mut(x).0.as_chunks_mut::<LEAF>().0.walk_mut().zipped(scales)
}

/// To values in [0, p), of whole blocks. In: the forward range.
#[inline(always)]
fn to_scaled<S: Simd, R: Residues<S>>(s: S, r: R, x: &mut [u64], roots: Scales<'_>, first: usize) {
    let factors = Packed::<S>(&S::rows(roots.packed).0[..FACTORS * R::FACTOR_WORDS]);
    for (block, scales) in scaled::<S>(x, roots, first) {
        let mut v = load(r, block);
        r.transpose(&mut v);
        scale(r, &mut v, scales);
        three_reduced(r, &mut v, factors);
        for (x, v) in block.walk_mut().zipped(v) {
            s.store(x, r.value_words(v));
        }
    }
}

/// Undoes it, except for the factor 8. In: [0, p). Out: [0, 2p).
#[inline(always)]
fn from_scaled<S: Simd, R: Residues<S>>(r: R, x: &mut [u64], roots: Scales<'_>, first: usize) {
    let factors = Packed::<S>(&S::rows(roots.packed).0[..FACTORS * R::FACTOR_WORDS]);
    for (block, scales) in scaled::<S>(x, roots, first) {
        let mut v = [r.zero(); LEAF];
        for (v, x) in v.walk_mut().zipped(&*block) {
            *v = r.load_residues(x);
        }
        sums_back(r, &mut v, factors);
        scale_back(r, &mut v, scales);
        r.untranspose(&mut v);
        store(r, block, v);
    }
}

/// The whole blocks of x with their factors.
#[inline(always)]
fn listed<'a, 'b, S: Simd, R: Residues<S>>(
    x: &'b mut [u64],
    packed: &'a [S::Row],
) -> impl Iterator<Item = (&'b mut [S::Row; LEAF], Packed<'a, S>)> {
    let factors = packed.chunks_exact(FACTORS * R::FACTOR_WORDS);
    S::rows_mut(x)
        .0
        .as_chunks_mut::<LEAF>()
        .0
        .walk_mut()
        .zipped(factors)
        .by(|(block, factors)| (block, Packed(factors)))
}

/// To values in [0, p), of whole blocks. In: the forward range.
#[inline(always)]
fn to_listed<S: Simd, R: Residues<S>>(s: S, r: R, x: &mut [u64], packed: &[S::Row]) {
    for (block, factors) in listed::<S, R>(x, packed) {
        let mut v = load(r, block);
        r.transpose(&mut v);
        three(r, &mut v, factors);
        for (x, v) in block.walk_mut().zipped(v) {
            s.store(x, r.value_words(v));
        }
    }
}

/// Undoes it, except for the factor 8. In: [0, p). Out: [0, 2p).
#[inline(always)]
fn from_listed<S: Simd, R: Residues<S>>(r: R, x: &mut [u64], packed: &[S::Row]) {
    for (block, factors) in listed::<S, R>(x, packed) {
        let mut v = [r.zero(); LEAF];
        for (v, x) in v.walk_mut().zipped(&*block) {
            *v = r.load_residues(x);
        }
        three_back(r, &mut v, factors);
        r.untranspose(&mut v);
        store(r, block, v);
    }
}
