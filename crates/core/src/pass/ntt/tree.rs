//! The passes of a transform in place, from residues modulo x^n − s² down to residues modulo x^8 − r, and back.
//!
//! A polynomial modulo x^n − s² is split into its residues modulo x^(n/2) ∓ s. The passes here stop at leaves, residues modulo x^8 − r: the last
//! three levels need shuffles and tables of their own. Passes of radix 8 are depth first, which is all the cache blocking that is needed, until
//! nodes are short; these take a pass of radix 2 or 4, where the number of levels requires it, and a last one of radix 8, over all consecutive
//! nodes. Node b of the tree uses the roots s_b; s_2b, s_2b+1; s_4b … s_4b+3, so that one table in bit-reversed order serves every level and
//! length.
//!
//! Cost: 12 butterflies for three levels of eight vectors, each of which is read and written once.

use super::{
    levels::{Factors, OfNode, OfPair, load, load_at, one, parts, store, store_at, three, three_back, two, two_back},
    values::{self, Last},
};
use crate::simd::inlined::{Walk, Walked, Zipped};
use crate::{
    residue::Residues,
    simd::{Simd, run},
};

/// Number of residues of a leaf.
pub const LEAF: usize = 8;

/// Subtrees of up to this many levels above the leaves are transformed breadth-first, because they fit in the L1 cache; larger nodes are split by
/// radix 8, depth first, so that few passes run over memory further away.
const SHORT: u32 = 5;

/// The tree of one direction.
#[derive(Clone, Copy)]
pub(crate) struct Tree<'a> {
    /// By reference, as that of [`Passes`](super::stockham::Passes).
    pub p: &'a u64,
    /// Prepared roots of the nodes, in bit-reversed order.
    pub roots: &'a [[u64; 2]],
    /// What follows the leaves.
    pub last: Last<'a>,
}

impl Tree<'_> {
    /// Whether there are no passes below nodes of this many words.
    fn ends_at(self, len: usize) -> bool {
        len == LEAF && matches!(self.last, Last::Leaves)
    }
}

/// The radix of a short node's first pass, which leaves three levels to the second.
#[inline(always)]
fn first_radix(levels: u32) -> usize {
    1 << levels.saturating_sub(3)
}

/// Transforms `count` nodes from `node` on, one behind the other in x, down to their leaves and further, depth first.
pub(crate) fn forward<S: Simd, R: Residues<S>>(s: S, t: &Tree<'_>, x: &mut [u64], node: usize, count: usize) {
    let len = x.len() / count;
    if !is_short(len) {
        for (i, x) in x.chunks_exact_mut(len).enumerate() {
            let node = node + i;
            run!([R] s, forward_long::<S, R>, t, x = &mut *x, node);
            forward::<S, R>(s, t, x, 8 * node, 8);
        }
        return;
    }
    if !t.ends_at(len) {
        run!([R] s, forward_short::<S, R>, t, x, node, count);
    }
}

/// Undoes [`forward`], except for the factor len/8, or len from values. The tree holds the inverses of the roots.
pub(crate) fn inverse<S: Simd, R: Residues<S>>(s: S, t: &Tree<'_>, x: &mut [u64], node: usize, count: usize) {
    let len = x.len() / count;
    if !is_short(len) {
        for (i, x) in x.chunks_exact_mut(len).enumerate() {
            let node = node + i;
            inverse::<S, R>(s, t, x, 8 * node, 8);
            run!([R] s, inverse_long::<S, R>, t, x, node);
        }
        return;
    }
    if !t.ends_at(len) {
        run!([R] s, inverse_short::<S, R>, t, x, node, count);
    }
}

/// Whether nodes of this many words are transformed breadth-first.
#[inline(always)]
pub(super) fn is_short(len: usize) -> bool {
    (len / LEAF).trailing_zeros() <= SHORT
}

/// A pass of radix 8 over a long node.
#[inline(always)]
fn forward_long<S: Simd, R: Residues<S>>(s: S, t: &Tree<'_>, x: &mut [u64], node: usize) {
    forward_8(R::new(s, *t.p), t.roots, S::rows_mut(x).0, node, 1);
}

/// Undoes it, without the factor 8.
#[inline(always)]
fn inverse_long<S: Simd, R: Residues<S>>(s: S, t: &Tree<'_>, x: &mut [u64], node: usize) {
    inverse_8(R::new(s, *t.p), t.roots, S::rows_mut(x).0, node, 1);
}

/// [`forward`] for short nodes.
#[inline(always)]
pub(super) fn forward_short<S: Simd, R: Residues<S>>(s: S, t: &Tree<'_>, x: &mut [u64], node: usize, count: usize) {
    let (r, len) = (R::new(s, *t.p), x.len() / count);
    let radix = first_radix((len / LEAF).trailing_zeros());
    let (rows, _) = S::rows_mut(x);
    match radix {
        1 => (),
        2 => forward_2(r, t.roots, rows, node, count),
        _ => forward_4(r, t.roots, rows, node, count),
    }
    let (node, count, len) = (radix * node, radix * count, len / radix);
    match len / LEAF {
        1 => (),
        2 => forward_2(r, t.roots, rows, node, count),
        4 => forward_4(r, t.roots, rows, node, count),
        _ => forward_8(r, t.roots, rows, node, count),
    }
    values::forward(s, r, t.last, x, node * (len / LEAF));
}

/// Undoes [`forward_short`].
#[inline(always)]
pub(super) fn inverse_short<S: Simd, R: Residues<S>>(s: S, t: &Tree<'_>, x: &mut [u64], node: usize, count: usize) {
    let (r, len) = (R::new(s, *t.p), x.len() / count);
    let radix = first_radix((len / LEAF).trailing_zeros());
    let (below, nodes, part) = (radix * node, radix * count, len / radix);
    values::inverse(s, r, t.last, x, below * (part / LEAF));
    let (rows, _) = S::rows_mut(x);
    match part / LEAF {
        1 => (),
        2 => inverse_2(r, t.roots, rows, below, nodes),
        4 => inverse_4(r, t.roots, rows, below, nodes),
        _ => inverse_8(r, t.roots, rows, below, nodes),
    }
    match radix {
        1 => (),
        2 => inverse_2(r, t.roots, rows, node, count),
        _ => inverse_4(r, t.roots, rows, node, count),
    }
}

/// Roots of each of `count` nodes: one of the first level, two of the second, four of the third.
#[inline(always)]
pub(super) fn of_nodes(
    roots: &[[u64; 2]],
    node: usize,
    count: usize,
) -> impl Walk<Item = OfNode<'_>> + Iterator<Item = OfNode<'_>> {
    let (two, _) = roots[2 * node..2 * (node + count)].as_chunks::<2>();
    let (four, _) = roots[4 * node..4 * (node + count)].as_chunks::<4>();
    roots[node..node + count].walk().zipped(two).zipped(four).by(|((a, b), c)| OfNode(a, b, c))
}

/// Roots of each of `count` nodes, for two levels.
#[inline(always)]
fn of_pairs(roots: &[[u64; 2]], node: usize, count: usize) -> impl Walk<Item = OfPair<'_>> {
    let (two, _) = roots[2 * node..2 * (node + count)].as_chunks::<2>();
    roots[node..node + count].walk().zipped(two).by(|(a, b)| OfPair(a, b))
}

/// Runs a step on the group of vectors j of a node's parts, for each j.
macro_rules! each_group {
    ($r:ident, $parts:ident, |$v:ident| $step:expr) => {
        for j in 0..$parts[0].len() {
            let mut $v = load_at($r, &$parts, j);
            $step;
            store_at($r, &mut $parts, j, $v);
        }
    };
}

/// A forward pass of radix 8 over `count` nodes. In: the forward range, or words below 2^52. Out: the forward range.
#[inline(always)]
fn forward_8<S: Simd, R: Residues<S>>(r: R, roots: &[[u64; 2]], rows: &mut [S::Row], node: usize, count: usize) {
    let roots = of_nodes(roots, node, count);
    if rows.len() == 8 * count {
        // parts are single vectors
        for (x, w) in rows.as_chunks_mut::<8>().0.walk_mut().zipped(roots) {
            let mut v = load(r, x);
            three(r, &mut v, w);
            store(r, x, v);
        }
        return;
    }
    for (x, w) in rows.chunks_exact_mut(rows.len() / count).zipped(roots) {
        let mut parts = parts::<_, 8>(x);
        if let Some(powers) = w.powers(r) {
            each_group!(r, parts, |v| match r.three_levels(v, &powers) {
                Some(values) => v = values,
                None => three(r, &mut v, w),
            });
            continue;
        }
        each_group!(r, parts, |v| three(r, &mut v, w));
    }
}

/// A forward pass of radix 4; ranges as for radix 8.
#[inline(always)]
fn forward_4<S: Simd, R: Residues<S>>(r: R, roots: &[[u64; 2]], rows: &mut [S::Row], node: usize, count: usize) {
    for (x, w) in rows.chunks_exact_mut(rows.len() / count).zipped(of_pairs(roots, node, count)) {
        let mut parts = parts::<_, 4>(x);
        each_group!(r, parts, |v| two(r, &mut v, w));
    }
}

/// A forward pass of radix 2; ranges as for radix 8.
#[inline(always)]
fn forward_2<S: Simd, R: Residues<S>>(r: R, roots: &[[u64; 2]], rows: &mut [S::Row], node: usize, count: usize) {
    for (x, w) in rows.chunks_exact_mut(rows.len() / count).zipped(roots[node..].as_chunks::<1>().0) {
        let mut parts = parts::<_, 2>(x);
        each_group!(r, parts, |v| one(r, &mut v, w));
    }
}

/// The inverse pass of radix 8, without the factor 8. In and out: [0, 2p).
#[inline(always)]
fn inverse_8<S: Simd, R: Residues<S>>(r: R, roots: &[[u64; 2]], rows: &mut [S::Row], node: usize, count: usize) {
    let roots = of_nodes(roots, node, count);
    if rows.len() == 8 * count {
        for (x, w) in rows.as_chunks_mut::<8>().0.walk_mut().zipped(roots) {
            let mut v = load(r, x);
            three_back(r, &mut v, w);
            store(r, x, v);
        }
        return;
    }
    for (x, w) in rows.chunks_exact_mut(rows.len() / count).zipped(roots) {
        let mut parts = parts::<_, 8>(x);
        if let Some(powers) = w.powers(r) {
            each_group!(r, parts, |v| match r.three_levels_back(v, &powers) {
                Some(values) => v = values,
                None => three_back(r, &mut v, w),
            });
            continue;
        }
        each_group!(r, parts, |v| three_back(r, &mut v, w));
    }
}

/// The inverse pass of radix 4, without the factor 4. In and out: [0, 2p).
#[inline(always)]
fn inverse_4<S: Simd, R: Residues<S>>(r: R, roots: &[[u64; 2]], rows: &mut [S::Row], node: usize, count: usize) {
    for (x, w) in rows.chunks_exact_mut(rows.len() / count).zipped(of_pairs(roots, node, count)) {
        let mut parts = parts::<_, 4>(x);
        each_group!(r, parts, |v| two_back(r, &mut v, w));
    }
}

/// The inverse pass of radix 2, without the factor 2. In and out: [0, 2p).
#[inline(always)]
fn inverse_2<S: Simd, R: Residues<S>>(r: R, roots: &[[u64; 2]], rows: &mut [S::Row], node: usize, count: usize) {
    for (x, w) in rows.chunks_exact_mut(rows.len() / count).zipped(&roots[node..]) {
        let w = r.factor(*w);
        let mut parts = parts::<_, 2>(x);
        each_group!(r, parts, |v| {
            let [x, y] = v;
            let (sum, product) = r.inverse(x, y, 2, w);
            v = [r.settle(sum), product];
        });
    }
}
