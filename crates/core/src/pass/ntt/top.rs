//! The first pass of a transform in place, and the last one of the inverse: on columns of 5 to 8 rows.
//!
//! The first pass is separate: its roots are powers of i and ζ, ζ² = i, and most of its butterflies need no product. Its rows, and after it their
//! subtrees, are independent, so that threads divide a transform there.
//!
//! Lengths t·2^j, t = 5, 6, 7, are transforms of length 8·2^j that keep the first t of the eight factors of z^8 − 1, z = x^(2^j): the forward pass
//! does not store the others; the inverse pass finds f from g = f modulo z^4 − 1 and the values at the further nodes, where z^4 = −1: f = g +
//! (z^4 − 1)·h with h = (g − f)/2 there (truncation by eighths; the idea of van der Hoeven 2004, "The truncated Fourier transform and
//! applications", applied to the first pass only).

use super::levels::{
    Eighths, OfNode, OfPair, cyclic, load_at, load_residues_at, negacyclic, parts, store_at, sums_back, three_back,
    two_back,
};
use super::tree::{self, Tree};
use crate::simd::inlined::{Walked, Zipped, empty_slices};
use crate::{
    residue::Residues,
    simd::{Simd, taken},
};

/// p, the prepared roots of the tree, the node (0 for x^n − 1, 1 for x^n + 1), and eight rows.
pub(super) type ForwardArgs<'a, 'b, 'c> = (&'a u64, &'a [[u64; 2]], usize, &'b mut [&'c mut [u64]]);

/// p, the prepared roots of the tree, the rows that are kept, and the number of rows that are read.
pub(super) type SomeArgs<'a, 'b, 'c> = (&'a u64, &'a [[u64; 2]], &'b mut [&'c mut [u64]], usize);

/// p, the inverses of the roots, the node, eight rows, and the scaling of coefficients.
pub(super) type InverseArgs<'a, 'b, 'c> = (&'a u64, &'a [[u64; 2]], usize, &'b mut [&'c mut [u64]], Scale);

/// p, the inverses of the roots, and eight rows.
pub(super) type UnscaledArgs<'a, 'b, 'c> = (&'a u64, &'a [[u64; 2]], &'b mut [&'c mut [u64]]);

/// The root of the last level times a factor, and the factor.
pub(super) type Scale = [[u64; 2]; 2];

/// p, the inverses of the roots, the constants, and 5, 6 or 7 rows.
pub(super) type TruncatedArgs<'a, 'b, 'c> = (&'a u64, &'a [[u64; 2]], &'a Constants, &'b mut [&'c mut [u64]]);

/// Constants of the last pass of a truncated inverse transform, prepared as factors. i is s_1, ζ is s_2: ζ² = i.
#[derive(Clone, Debug)]
pub(crate) struct Constants {
    /// 1/4.
    pub quarter: [u64; 2],
    /// 1/2.
    pub half: [u64; 2],
    /// i.
    pub i: [u64; 2],
    /// ζ, s_3: the roots of z² = i and z² = −i.
    pub zeta: [[u64; 2]; 2],
    /// 1/(2ζ).
    pub half_over_zeta: [u64; 2],
    /// 1/(2i).
    pub half_over_i: [u64; 2],
}

/// The vectors of N rows of one length, which the compiler knows to be the same, and their number.
#[inline(always)]
fn vectors<'a, S: Simd, const N: usize>(rows: &'a mut [&mut [u64]]) -> ([&'a mut [S::Row]; N], usize) {
    let rows: &mut [&mut [u64]; N] = rows.try_into().expect("as many rows as are kept");
    let len = rows[0].len() / S::LANES;
    let mut vectors: [&mut [S::Row]; N] = empty_slices();
    for (vectors, row) in vectors.walk_mut().zipped(rows) {
        *vectors = &mut S::rows_mut(row).0[..len];
    }
    (vectors, len)
}

/// The roots of the three levels below a node.
#[inline(always)]
fn roots(table: &[[u64; 2]], node: usize) -> OfNode<'_> {
    let two = table[2 * node..].first_chunk().expect("roots of the second level");
    OfNode(&table[node], two, table[4 * node..].first_chunk().expect("roots of the third level"))
}

/// The first pass. In: [0, p). Out: the forward range.
#[inline(always)]
pub(super) fn forward<S: Simd, R: Residues<S>>(s: S, args: &mut Option<ForwardArgs<'_, '_, '_>>) {
    let (p, table, node, rows) = taken(args);
    let r = R::new(s, *p);
    let (mut rows, len) = vectors::<S, 8>(rows);
    if node == 1 {
        let w = roots(table, 1);
        for j in 0..len {
            let v = negacyclic(r, load_residues_at(r, &rows, j), w);
            store_at(r, &mut rows, j, v);
        }
        return;
    }
    let w = Eighths::new(r, [table[0], table[1], table[2], table[3]]);
    for j in 0..len {
        let v = cyclic(r, load_residues_at(r, &rows, j), w);
        store_at(r, &mut rows, j, v);
    }
}

/// The first pass at node 0, of some of the rows, or to some: those that are not read may hold anything and count as zeros, and all are written. In: [0, p).
/// Out: the forward range.
#[inline(always)]
pub(super) fn forward_some<S: Simd, R: Residues<S>>(s: S, args: &mut Option<SomeArgs<'_, '_, '_>>) {
    let (p, table, rows, filled) = taken(args);
    let r = R::new(s, *p);
    let w = Eighths::new(r, [table[0], table[1], table[2], table[3]]);
    // the first half of a product's rows is what its operands fill: then the first level has no additions
    macro_rules! kept { ($($kept:literal)*) => {
        match (rows.len(), filled) {
            $(($kept, 0..=4) => some_rows::<S, R, $kept, 4>(r, w, rows, filled),
            ($kept, _) => some_rows::<S, R, $kept, 8>(r, w, rows, filled),)*
            _ => unreachable!("five to eight rows"),
        }
    } }
    kept!(5 6 7 8);
}

/// The first pass to KEPT rows, for at most READ filled rows.
#[inline(always)]
fn some_rows<S: Simd, R: Residues<S>, const KEPT: usize, const READ: usize>(
    r: R,
    w: Eighths<R::W>,
    rows: &mut [&mut [u64]],
    filled: usize,
) {
    let (mut rows, len) = vectors::<S, KEPT>(rows);
    for j in 0..len {
        let mut v = [r.zero(); 8];
        for (i, (v, row)) in v[..READ].walk_mut().zipped(&rows).enumerate() {
            if i < filled {
                *v = r.load_residues(&row[j]);
            }
        }
        for (row, v) in rows.walk_mut().zipped(cyclic(r, v, w)) {
            r.store(&mut row[j], v);
        }
    }
}

/// The last pass of the inverse at node 0, without the division by 8. In and out: [0, 2p).
#[inline(always)]
pub(super) fn inverse_unscaled<S: Simd, R: Residues<S>>(s: S, args: &mut Option<UnscaledArgs<'_, '_, '_>>) {
    let (p, table, rows) = taken(args);
    let r = R::new(s, *p);
    let w = roots(table, 0);
    let (mut rows, len) = vectors::<S, 8>(rows);
    for j in 0..len {
        let mut v = load_at(r, &rows, j);
        three_back(r, &mut v, w);
        store_at(r, &mut rows, j, v);
    }
}

/// The last pass of the inverse, scaled. In: [0, 2p). Out: [0, p).
#[inline(always)]
pub(super) fn inverse<S: Simd, R: Residues<S>>(s: S, args: &mut Option<InverseArgs<'_, '_, '_>>) {
    let (p, table, node, rows, [root, factor]) = taken(args);
    let r = R::new(s, *p);
    let w = roots(table, node);
    let (mut rows, len) = vectors::<S, 8>(rows);
    let (w, factor) = (OfNode(&root, w.1, w.2), r.factor(factor));
    for j in 0..len {
        let mut v = load_at(r, &rows, j);
        sums_back(r, &mut v, w);
        for v in &mut v[..4] {
            *v = r.times(*v, factor);
        }
        for (row, v) in rows.walk_mut().zipped(v) {
            s.store(&mut row[j], r.residue_words(v));
        }
    }
}

/// All passes of a transform in one call: of one whose rows are short.
#[inline(always)]
pub(super) fn forward_whole<S: Simd, R: Residues<S>>(s: S, t: &Tree<'_>, x: &mut [u64], node: usize) {
    forward::<S, R>(s, &mut Some((t.p, t.roots, node, &mut parts::<_, 8>(x))));
    tree::forward_short::<S, R>(s, t, x, 8 * node, 8);
}

/// Undoes it, scaled.
#[inline(always)]
pub(super) fn inverse_whole<S: Simd, R: Residues<S>>(s: S, t: &Tree<'_>, x: &mut [u64], node: usize, scale: Scale) {
    tree::inverse_short::<S, R>(s, t, x, 8 * node, 8);
    inverse::<S, R>(s, &mut Some((t.p, t.roots, node, &mut parts::<_, 8>(x), scale)));
}

/// (x + y, x − y) in [0, 2p), for both in [0, 2p).
#[inline(always)]
fn both<S: Simd, R: Residues<S>>(r: R, x: R::V, y: R::V) -> (R::V, R::V) {
    (r.plus(x, y), r.minus(x, y))
}

/// The last pass of the inverse of rows of values, to as many rows of coefficients, with no factor left. In and out: [0, 2p).
#[inline(always)]
pub(super) fn inverse_truncated<S: Simd, R: Residues<S>>(s: S, args: &mut Option<TruncatedArgs<'_, '_, '_>>) {
    let (p, table, constants, rows) = taken(args);
    let r = R::new(s, *p);
    match rows.len() {
        5 => truncated::<S, R, 5>(r, table, constants, rows),
        6 => truncated::<S, R, 6>(r, table, constants, rows),
        _ => truncated::<S, R, 7>(r, table, constants, rows),
    }
}

/// The last pass of the inverse of KEPT rows.
#[inline(always)]
fn truncated<S: Simd, R: Residues<S>, const KEPT: usize>(
    r: R,
    table: &[[u64; 2]],
    constants: &Constants,
    rows: &mut [&mut [u64]],
) {
    let two = [table[0], table[1]];
    let w = OfPair(&table[0], &two);
    let Constants { quarter, half, i, zeta, half_over_zeta, half_over_i } = constants;
    let (quarter, half, i) = (r.factor(*quarter), r.factor(*half), r.factor(*i));
    let (zeta, zeta_1) = (r.factor(zeta[0]), r.factor(zeta[1]));
    let (half_over_zeta, half_over_i) = (r.factor(*half_over_zeta), r.factor(*half_over_i));
    let (mut rows, len) = vectors::<S, KEPT>(rows);
    for j in 0..len {
        let v = load_at(r, &rows, j);
        let mut g = [v[0], v[1], v[2], v[3]];
        two_back(r, &mut g, w);
        for g in &mut g {
            *g = r.times(*g, quarter);
        }
        // g at the nodes ±ζ and ±s_3, where z^4 = −1
        let (g0, g2) = both(r, g[0], r.times(g[2], i));
        let (g1, g3) = both(r, g[1], r.times(g[3], i));
        let (at_4, at_5) = both(r, g0, r.times(g1, zeta));
        let h4 = r.times(r.minus(at_4, v[4]), half);
        let mut f = [h4, r.zero(), r.zero()];
        if KEPT > 5 {
            let h5 = r.times(r.minus(at_5, v[5]), half);
            // h modulo z² − i, from its values at ±ζ
            f[0] = r.times(r.plus(h4, h5), half);
            f[1] = r.times(r.minus(h4, h5), half_over_zeta);
        }
        if KEPT > 6 {
            let at_6 = r.plus(g2, r.times(g3, zeta_1));
            let h6 = r.times(r.minus(at_6, v[6]), half);
            let known = r.plus(f[0], r.times(f[1], zeta_1));
            f[2] = r.times(r.minus(known, h6), half_over_i);
            f[0] = r.minus(f[0], r.times(f[2], i));
        }
        // f = g − h + z^4·h
        for (row, g) in g.into_iter().enumerate() {
            r.store(&mut rows[row][j], if row + 4 < KEPT { r.minus(g, f[row]) } else { g });
        }
        for (row, f) in rows[4..].walk_mut().zipped(f) {
            r.store(&mut row[j], f);
        }
    }
}
