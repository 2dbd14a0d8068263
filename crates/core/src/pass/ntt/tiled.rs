//! In-place transforms to values in natural order and back: the passes of the tree down to leaves, then the last three levels together with the
//! reversal of bits, by tiles.
//!
//! In a transform of n = 2^k a leaf, residues modulo x^8 − r, has an index of k − 3 bits: let a be its top six, m those in the middle, l the low
//! three. Its value t belongs to the exponent (rev t, rev l, rev m, rev a). So tile m, which is 64 words of each of 64 rows of n/64, becomes tile
//! rev m, transposed: eight leaves l of rows whose rev a are neighbours are transposed, so that each lane has the coefficients of one leaf, and
//! after the three levels vector t has the values of one exponent but for rev a. Each word is moved once, in runs of 64, for any n. Source: Carter,
//! Gatlin 1998, "Towards an optimal bit-reversal permutation program", for the tiles.
//!
//! The roots of a leaf are products over the bits of its index, as in permuted order: for σ = s_(4·a·n/512) x = σ·y makes of the leaves
//! of row a those of row 0. So the roots of the tree serve all lanes, and each vector is multiplied by a power of the σ of its lanes: seven products
//! for eight vectors, and tables of 64 vectors for any n.

use super::{
    NttKernel,
    levels::{load_at, sums_back, three_reduced},
    natural::Points,
    permuted::{PermutedTables, ROWS, Way},
    tree::{LEAF, of_nodes},
    values::{Packed, SCALES, scale, scale_back},
};
use crate::simd::inlined::{self, CopyFrom, Walked, Zipped};
use crate::{
    bits::{ceil_log2, reverse_bits},
    residue::Residues,
    scratch::Buf,
    simd::{Simd, prefetch, taken},
};

/// Number of lanes of the vectors.
const LANES: usize = 8;
/// Number of rows of a tile, and of words of each.
pub const SIDE: usize = 64;
/// Least length: one tile.
pub const LEAST_TILED: usize = SIDE * SIDE;
/// Number of words of scratch of an exchange.
pub const TILE: usize = SIDE * SIDE;

/// 64 runs of 64 words at equal distances.
pub type Tile<'a> = Vec<&'a mut [u64]>;

/// Two tiles to exchange, or one that stays in its place, and the index of the first.
#[derive(Debug)]
pub struct Pair<'a> {
    index: usize,
    first: Tile<'a>,
    second: Option<Tile<'a>>,
}

/// Rows in the order of rev a.
const WHOLE: [u8; SIDE] = reversals(6);
/// Value t of leaf l of each row, at 8·t + l, is in row (rev t, rev l) of the result.
const HALVES: [u8; SIDE] = reversals(3);

/// The reversal of each run of `bits` bits, 3 or 6, of six.
const fn reversals(bits: usize) -> [u8; SIDE] {
    let mut table = [0; SIDE];
    let mut i = 0;
    while i < SIDE {
        let mut b = 0;
        while b < 6 {
            let to = b / bits * bits + bits - 1 - b % bits;
            table[i] |= ((i >> b & 1) << to) as u8;
            b += 1;
        }
        i += 1;
    }
    table
}

/// A transform of n = 2^k ≥ 4096 values at powers of W, in natural order.
#[derive(Clone, Debug)]
pub struct TiledTables {
    passes: PermutedTables,
    /// Powers of σ of eight rows in the order of rev a, for both directions: σ … σ^7, a row in each lane.
    scales: [Buf; 2],
}

impl TiledTables {
    /// The tables for these points. `inverse_len` is 1/n.
    ///
    /// # Panics
    /// If the length is not a power of two from [`LEAST_TILED`] on, or the kernel has no vectors of eight words, does not take p or does not run on
    /// this machine.
    #[must_use]
    pub fn new(kernel: &'static NttKernel, at: Points, inverse_len: u64) -> Self {
        assert!(
            at.len >= LEAST_TILED && kernel.by_eight() && kernel.loops.natural.is_some(),
            "tiles of {} values",
            at.len
        );
        let passes = PermutedTables::to_leaves(kernel, at, inverse_len);
        let scales = [at, at.inverse()].map(|at| scales(kernel, at));
        TiledTables { passes, scales }
    }

    /// Number of bytes that the tables hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.passes.bytes() + 8 * (self.scales[0].len() + self.scales[1].len())
    }

    /// Transforms x, coefficients or values in [0, p) in natural order, to the other ones, the factor 1/n of the inverse included, in scratch of
    /// [`TILE`] words of any content.
    ///
    /// # Panics
    /// If x does not have n words, or scratch is too short.
    pub fn run(&self, way: Way, x: &mut [u64], scratch: &mut [u64]) {
        assert_eq!(x.len(), self.passes.len(), "a transform of {} values was given {}", self.passes.len(), x.len());
        assert!(scratch.len() >= TILE, "{} words of scratch, of {TILE}", scratch.len());
        let mut tiles = |x: &mut [u64]| pairs(x).iter_mut().for_each(|pair| self.exchange(way, pair, scratch));
        match way {
            Way::Forward => {
                self.passes.forward(x);
                tiles(x);
            }
            Way::Inverse => {
                tiles(x);
                self.passes.inverse(x);
            }
        }
    }

    /// As [`PermutedTables::top`].
    ///
    /// # Panics
    /// As that.
    pub fn top(&self, way: Way, columns: [&mut [u64]; ROWS]) {
        self.passes.top(way, columns);
    }

    /// The passes between the first one and the leaves; otherwise as [`PermutedTables::rows`].
    ///
    /// # Panics
    /// As that.
    pub fn rows(&self, way: Way, first: usize, rows: &mut [u64]) {
        self.passes.rows(way, first, rows);
    }

    /// The last levels on the tiles of a pair, which are exchanged.
    ///
    /// # Panics
    /// If a tile has a wrong shape or does not belong to a transform of n values, or scratch has less than [`TILE`] words.
    pub fn exchange(&self, way: Way, pair: &mut Pair<'_>, scratch: &mut [u64]) {
        assert!(scratch.len() >= TILE, "{} words of scratch, of {TILE}", scratch.len());
        let count = self.passes.len() / TILE;
        assert!(pair.index < count, "tile {} of {count}", pair.index);
        let mirrored = reverse_bits(pair.index, ceil_log2(count));
        // tiles are numbered by their leaves, which are those of the tile at its mirrored place before an inverse transform
        let [at_first, at_second] = if way == Way::Forward { [pair.index, mirrored] } else { [mirrored, pair.index] };
        let mut runs = scratch.chunks_exact_mut(SIDE);
        let mut turned: [&mut [u64]; SIDE] = std::array::from_fn(|_| runs.next().expect("a tile"));
        self.turn(way, at_first, &pair.first, &mut turned);
        if let Some(second) = &mut pair.second {
            let mut runs = pair.first.iter_mut();
            let mut room = std::array::from_fn(|_| &mut **runs.next().expect("a tile of 64 runs"));
            self.turn(way, at_second, second, &mut room);
        }
        for (to, turned) in pair.second.as_mut().unwrap_or(&mut pair.first).iter_mut().zip(turned) {
            to.copy_from(turned);
        }
    }

    /// The last levels on one tile, written to another one.
    fn turn(&self, way: Way, index: usize, from: &Tile<'_>, to: &mut [&mut [u64]; SIDE]) {
        assert!(from.len() == SIDE && from.iter().all(|run| run.len() == SIDE), "a tile of 64 runs of 64 words");
        let from = inlined::from_fn(|i| &*from[i]);
        let (p, roots) = self.passes.roots(way);
        let scales = &self.scales[usize::from(way == Way::Inverse)];
        let args = TileArgs { p, roots, leaf: LEAF * index, scales, from: &from, to };
        let passes = self.passes.kernel().loops.natural.as_ref().expect("checked when the tables were made");
        match way {
            Way::Forward => (passes.to_natural)(&mut Some(args)),
            Way::Inverse => (passes.from_natural)(&mut Some(args)),
        }
    }
}

/// The tiles of x in pairs to exchange; a single tile stays in its place.
///
/// # Panics
/// Unless x has 2^k words, k ≥ 12.
#[must_use]
pub fn pairs(x: &mut [u64]) -> Vec<Pair<'_>> {
    assert!(x.len().is_power_of_two() && x.len() >= LEAST_TILED, "{} words in tiles", x.len());
    let count = x.len() / TILE;
    let mut tiles: Vec<Option<Tile<'_>>> = (0..count).map(|_| Some(Vec::with_capacity(SIDE))).collect();
    for row in x.chunks_exact_mut(x.len() / SIDE) {
        for (tile, run) in tiles.iter_mut().flatten().zip(row.chunks_exact_mut(SIDE)) {
            tile.push(run);
        }
    }
    let pair = |index: usize| {
        let other = reverse_bits(index, count.trailing_zeros());
        let first = tiles[index].take()?;
        Some(Pair { index, first, second: if other == index { None } else { tiles[other].take() } })
    };
    (0..count).filter_map(pair).collect()
}

/// The powers of σ of all rows.
fn scales(kernel: &NttKernel, at: Points) -> Buf {
    let Points { p, len, negacyclic, .. } = at;
    // σ of row a is s_(4·a·n/512), where x^n + 1 has the second half of the rows of x^2n − 1
    let row = |a: u8| usize::from(a) + if negacyclic { SIDE } else { 0 };
    let mut out = Vec::new();
    for rows in WHOLE.as_chunks::<LANES>().0 {
        let sigmas = rows.map(|a| at.bit_reversed(4 * row(a) * (len / (LEAF * SIDE))));
        for j in 1..=SCALES as u64 {
            (kernel.loops.pack)(&sigmas.map(|sigma| kernel.prepare(p, p.pow(sigma, j))), &mut out);
        }
    }
    Buf::copied(None, &out)
}

/// p, the roots of the tree, the first leaf of row 0, the powers of σ, and the rows.
pub(super) struct TileArgs<'a, 'b, 'c> {
    p: &'a u64,
    roots: &'a [[u64; 2]],
    leaf: usize,
    scales: &'a [u64],
    from: &'a [&'a [u64]; SIDE],
    to: &'b mut [&'c mut [u64]; SIDE],
}

/// The powers of σ of rows by eights.
#[inline(always)]
fn by_eight<S: Simd, R: Residues<S>>(scales: &[u64]) -> impl Iterator<Item = (&[u8; LANES], Packed<'_, S>)> {
    const { assert!(S::LANES == LANES && LEAF == LANES, "vectors of eight words") }
    let scales = S::rows(scales).0.chunks_exact(SCALES * R::FACTOR_WORDS);
    WHOLE.as_chunks::<LANES>().0.iter().zip(scales.map(Packed))
}

/// The rows of a tile that a table lists, as vectors.
macro_rules! listed {
    ($S:ident::$rows:ident, $tile:ident, $places:expr) => {{
        let mut places = $places.iter();
        std::array::from_fn(|_| {
            let place = usize::from(*places.next().expect("eight rows"));
            &$S::$rows(&$tile[place % SIDE]).0[..LANES]
        })
    }};
}

/// From leaves to values in [0, p), a tile to its mirrored one. In: the forward range.
#[inline(always)]
pub(super) fn to_natural<S: Simd, R: Residues<S>>(s: S, args: &mut Option<TileArgs<'_, '_, '_>>) {
    let TileArgs { p, roots, leaf, scales, from, to } = taken(args);
    let r = R::new(s, *p);
    for (part, (rows, scales)) in by_eight::<S, R>(scales).enumerate() {
        let rows: [&[S::Row]; LANES] = listed!(S::rows, from, rows);
        // the rows that come next: there are too many for the CPU to foresee
        let next = WHOLE.get(LANES * (part + 1)..LANES * (part + 2)).unwrap_or(&[]);
        for (l, w) in of_nodes(roots, leaf, LEAF).enumerate() {
            for &row in next {
                prefetch(from[usize::from(row) % SIDE], LANES * l);
            }
            let mut v = load_at(r, &rows, l);
            r.transpose(&mut v);
            scale(r, &mut v, scales);
            three_reduced(r, &mut v, w);
            for (places, v) in HALVES.as_chunks::<LEAF>().0.walk().zipped(v) {
                let place = usize::from(places[l]) % SIDE;
                s.store(&mut S::rows_mut(to[place]).0[part], r.value_words(v));
            }
        }
    }
}

/// Undoes it, except for the factor 8. In: [0, p). Out: [0, 2p).
#[inline(always)]
pub(super) fn from_natural<S: Simd, R: Residues<S>>(s: S, args: &mut Option<TileArgs<'_, '_, '_>>) {
    let TileArgs { p, roots, leaf, scales, from, to } = taken(args);
    let r = R::new(s, *p);
    for (part, (rows, scales)) in by_eight::<S, R>(scales).enumerate() {
        for (l, w) in of_nodes(roots, leaf, LEAF).enumerate() {
            let mut v = [r.zero(); LEAF];
            for (v, places) in v.walk_mut().zipped(HALVES.as_chunks::<LEAF>().0) {
                let row = from[usize::from(places[l]) % SIDE];
                prefetch(row, LANES * (part + 1));
                *v = r.load_residues(&S::rows(row).0[part]);
            }
            sums_back(r, &mut v, w);
            scale_back(r, &mut v, scales);
            r.untranspose(&mut v);
            for (&row, v) in rows.walk().zipped(v) {
                r.store(&mut S::rows_mut(to[usize::from(row) % SIDE]).0[l], v);
            }
        }
    }
}
