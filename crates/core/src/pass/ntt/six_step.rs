//! Passes of long transforms in natural order: columns, twiddle factors and a transposition, rows (the six-step method).
//!
//! With n = n1·n2 and x^(n2·j1 + j2) as y^j1·x^j2, y = x^n2, values at x = W^(k1 + n1·k2) are those of Σ_j2 (Σ_j1 a·y^j1)·W^(k1·j2)·z^j2 at
//! y = W^(n2·k1), z = W^(n1·k2): for eight neighbouring columns j2 at a time a transform of n1 vectors, a product by W^(k1·j2) and a transposition
//! of 8×8 words; for eight neighbouring k1 at a time one of n2 vectors. Both are the tree's passes in a buffer that stays in the L1 cache, one root
//! for all lanes, down to leaves of one vector; the tree's bit-reversed order is undone by the reads of the step that follows. Data are read twice
//! and written twice.
//!
//! Between the steps data are stored in tiles of eight k1 for eight j2: tile (j2/8, k1/8) is 64 words, row j2, column k1.
//!
//! Source: Bailey 1990, "FFTs in external or hierarchical memory"; Takahashi 2020, "An implementation of parallel number-theoretic transform using
//! Intel AVX-512 instructions", whose six-step method this is, with the three transpositions merged into reads and writes. Cost: two products a
//! vector more than the tree, and an additional first pass that multiplies little.

use super::{
    levels::{Eighths, OfNode, cyclic, load_at, negacyclic, parts, shared_parts, store_at},
    stockham::{Finish, LANES},
    tree::{self, Tree},
    values::Last,
};
use crate::simd::inlined::{Walked, Zipped};
use crate::{
    bits::reverse_bits,
    residue::Residues,
    simd::{Simd, taken},
};

/// A strip of columns or rows, as vectors.
#[derive(Clone, Copy)]
pub(crate) struct Strip<'a> {
    /// By reference, as that of [`Passes`](super::stockham::Passes).
    pub p: &'a u64,
    /// Where the strip begins.
    pub from: &'a [u64],
    /// Distances in words from one vector to the next inside a tile of eight, and from a tile to the next.
    pub step: usize,
    pub tile: usize,
    /// Prepared roots of the tree, in bit-reversed order.
    pub roots: &'a [[u64; 2]],
    pub negacyclic: bool,
}

/// The last step of a strip of columns: twiddle factors.
#[derive(Clone, Copy)]
pub(crate) struct Twist<'a> {
    /// Prepared W^(8·b·k1) for all k1, b the strip's index.
    pub block: &'a [[u64; 2]],
    /// Prepared W^(l·k1) for lanes l: two vectors for each k1.
    pub lanes: &'a [u64],
}

/// Place of a strip of rows in the result.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// Word of each of the rows of the result at which the strip's vectors are written.
    pub at: usize,
    /// The same place as an index of values, for their factors.
    pub first: usize,
    /// Distance between rows in values, n1.
    pub stride: usize,
    pub finish: Finish<'a>,
}

/// A strip, n1 vectors to work in, the twiddle factors and the tiles.
pub(super) type ColumnArgs<'a> = (Strip<'a>, &'a mut [u64], Twist<'a>, &'a mut [u64]);

/// Transforms a strip of columns, multiplied by twiddle factors and transposed into tiles. In and out: [0, p).
#[inline(always)]
pub(super) fn columns<S: Simd, R: Residues<S>>(s: S, args: &mut Option<ColumnArgs<'_>>) {
    let (strip, work, factors, to) = taken(args);
    let r = R::new(s, *strip.p);
    transform(s, r, strip, work);
    twist(s, r, work, factors, to);
}

/// A strip, n2 vectors to work in, the place and the rows of the result.
pub(super) type RowArgs<'a, 'b, 'c> = (Strip<'a>, &'a mut [u64], Place<'a>, &'b mut [&'c mut [u64]]);

/// Transforms a strip of rows and writes it as columns of the result. In and out: [0, p).
#[inline(always)]
pub(super) fn rows<S: Simd, R: Residues<S>>(s: S, args: &mut Option<RowArgs<'_, '_, '_>>) {
    let (strip, work, place, out) = taken(args);
    let r = R::new(s, *strip.p);
    transform(s, r, strip, work);
    emit(s, r, work, place, out);
}

/// Transforms as many vectors as `work` holds; a row of the tree is an eighth of them.
#[inline(always)]
fn transform<S: Simd, R: Residues<S>>(s: S, r: R, strip: Strip<'_>, work: &mut [u64]) {
    begin(r, strip, work);
    let tree = Tree { p: strip.p, roots: strip.roots, last: Last::Leaves };
    let node = if strip.negacyclic { 8 } else { 0 };
    tree::forward::<S, R>(s, &tree, work, node, 8);
}

/// The first pass, reading the strip from its source. In: [0, p).
#[inline(always)]
fn begin<S: Simd, R: Residues<S>>(r: R, strip: Strip<'_>, work: &mut [u64]) {
    const { assert!(S::LANES == LANES, "vectors of eight words") }
    let Strip { from, step, tile, roots, .. } = strip;
    let [first, a, b, c, further @ ..] = roots else { return };
    let mut parts = parts::<_, 8>(S::rows_mut(work).0);
    let distance = parts[0].len();
    // each eighth of the strip is whole tiles; the places of its vectors are those of the first
    let tiles = distance / LANES;
    let span = (tiles - 1) * tile + (LANES - 1) * step + LANES;
    let mut eighths = [const { &[] as &[u64] }; 8];
    for (i, part) in eighths.iter_mut().enumerate() {
        *part = &from[i * tiles * tile..][..span];
    }
    macro_rules! each {
        (|$v:ident| $step:expr) => {
            for j in 0..distance {
                let at = j / LANES * tile + j % LANES * step;
                let mut $v = [r.zero(); 8];
                for (v, part) in $v.walk_mut().zipped(&eighths) {
                    *v = r.load_residues(S::row(&part[at..]));
                }
                store_at(r, &mut parts, j, $step);
            }
        };
    }
    match (strip.negacyclic, further.first_chunk::<4>()) {
        (true, Some(four)) => {
            let two = [*b, *c];
            each!(|v| negacyclic(r, v, OfNode(a, &two, four)));
        }
        _ => {
            let w = Eighths::new(r, [*first, *a, *b, *c]);
            each!(|v| cyclic(r, v, w));
        }
    }
}

/// Multiplies by W^(k1·j2) and transposes: eight vectors of neighbouring k1 become a tile. Exponents s + 8·k, for a low digit s, are in one eighth
/// of a transformed strip. Out: [0, p).
#[inline(always)]
fn twist<S: Simd, R: Residues<S>>(s: S, r: R, work: &[u64], twist: Twist<'_>, to: &mut [u64]) {
    let (tiles, _) = S::rows_mut(to).0.as_chunks_mut::<LANES>();
    let factors = S::rows(twist.lanes).0.as_chunks::<2>().0.as_chunks::<LANES>().0;
    let blocks = twist.block.as_chunks::<LANES>().0;
    let bits = tiles.len().trailing_zeros();
    let parts = shared_parts::<_, 8>(S::rows(work).0);
    let eighths = [parts[0], parts[4], parts[2], parts[6], parts[1], parts[5], parts[3], parts[7]];
    for (i, (tile, (factors, block))) in tiles.walk_mut().zipped(factors.walk().zipped(blocks)).enumerate() {
        let place = reverse_bits(i, bits);
        let mut v = load_at(r, &eighths, place);
        for ((v, [first, second]), &w) in v.walk_mut().zipped(factors).zipped(block) {
            *v = r.times(r.times(*v, r.factors(first, second)), r.factor(w));
        }
        r.transpose(&mut v);
        for (row, v) in tile.walk_mut().zipped(v) {
            s.store(row, r.residue_words(v));
        }
    }
}

/// Writes values to rows of the result.
#[inline(always)]
fn emit<S: Simd, R: Residues<S>>(s: S, r: R, work: &[u64], place: Place<'_>, out: &mut [&mut [u64]]) {
    let (work, _) = S::rows(work);
    let bits = out.len().trailing_zeros();
    macro_rules! write {
        (|$at:ident, $v:ident| $finish:expr) => {
            for (k2, row) in out.iter_mut().enumerate() {
                let ($at, $v) = ((place.first + k2 * place.stride) / LANES, r.load(&work[reverse_bits(k2, bits)]));
                s.store(S::row_mut(&mut row[place.at..]), $finish);
            }
        };
    }
    match place.finish {
        Finish::Canonical => write!(|_at, v| r.value_words(v)),
        Finish::Scaled(w) => {
            let w = r.factor(w);
            write!(|_at, v| r.residue_words(r.times(v, w)));
        }
        Finish::Weighted(factors) => {
            let factors = S::rows(factors).0.as_chunks::<2>().0;
            write!(|at, v| {
                let [first, second] = &factors[at];
                r.residue_words(r.times(v, r.factors(first, second)))
            });
        }
    }
}
