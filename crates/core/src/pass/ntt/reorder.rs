//! In-place conversion between the tree's order of values and the natural one: bit reversal by tiles.
//!
//! In the order of [`permuted`](super::permuted) the place (block h, value t, leaf l) of a transform of n = 2^k holds
//! the value of exponent rev(h, l, t). Let a be a place's top six bits, m those in the middle, p = (t, l) the low six,
//! and R the reversal of either half of six bits: then the value belongs to (R(p), rev m, rev a). So tile m, which is
//! 64 words of each of 64 rows of n/64, is transposed, its rows and columns are permuted, and it is exchanged with tile
//! rev m: each word is moved once, in runs of 64, for any n. Source: Carter, Gatlin 1998, "Towards an optimal
//! bit-reversal permutation program".

use super::permuted::Way;
use crate::simd::inlined::{self, CopyFrom, Walked, Zipped};
use crate::{
    bits::reverse_bits,
    cpu::Target,
    registry::{self, Kernel, Moduli},
    simd::{self, Simd},
};

/// Number of lanes of the vectors.
const LANES: usize = 8;
/// Number of rows of a tile, and of words of each.
pub const SIDE: usize = 64;
/// Least length: one tile.
pub const LEAST_REORDERED: usize = SIDE * SIDE;
/// Number of words of scratch of an exchange.
pub const TILE: usize = SIDE * SIDE;

/// 64 runs of 64 words at equal distances.
pub type Tile<'a> = Vec<&'a mut [u64]>;

/// Two tiles to exchange, or one that stays in its place.
pub type Pair<'a> = (Tile<'a>, Option<Tile<'a>>);

/// The permutation that reverses both halves of six bits.
const HALVES: [u8; SIDE] = reversals(3);
/// The permutation that reverses six bits.
const WHOLE: [u8; SIDE] = reversals(6);

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

/// Reorders all of x: to the natural order after a transform, from it before an inverse one.
///
/// # Panics
/// As [`pairs`] and [`exchange`].
pub fn reorder(target: Target, way: Way, x: &mut [u64], scratch: &mut [u64]) {
    pairs(x).iter_mut().for_each(|pair| exchange(target, way, pair, scratch));
}

/// The tiles of x in pairs to exchange; a single tile stays in its place.
///
/// # Panics
/// Unless x has 2^k words, k ≥ 12.
#[must_use]
pub fn pairs(x: &mut [u64]) -> Vec<Pair<'_>> {
    assert!(x.len().is_power_of_two() && x.len() >= LEAST_REORDERED, "{} words in tiles", x.len());
    let count = x.len() / TILE;
    let mut tiles: Vec<Option<Tile<'_>>> = (0..count).map(|_| Some(Vec::with_capacity(SIDE))).collect();
    for row in x.chunks_exact_mut(x.len() / SIDE) {
        for (tile, run) in tiles.iter_mut().flatten().zip(row.chunks_exact_mut(SIDE)) {
            tile.push(run);
        }
    }
    let pair = |m: usize| {
        let other = reverse_bits(m, count.trailing_zeros());
        let tile = tiles[m].take()?;
        Some((tile, if other == m { None } else { tiles[other].take() }))
    };
    (0..count).filter_map(pair).collect()
}

registry::loops! {
    #[derive(Clone, Copy)]
    struct Loops[S: Simd] {
        turn(from: &[&[u64]; SIDE], to: &mut [&mut [u64]; SIDE], places: [&[u8; SIDE]; 2]) = turn::<S>;
    }
}

const fn kernel<S: Simd>(name: &'static str) -> Kernel<Loops> {
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Bits(u64::BITS), loops: Loops::of::<S>() }
}

registry::kernels! {
    KERNELS: Kernel<Loops>;
    x86:
    kernel::<simd::Avx512>("words-512");
    quad:
    kernel::<simd::Pair<simd::Quad>>(simd::named!("words"));
}

/// Transposes and permutes the tiles of a pair, and exchanges them.
///
/// # Panics
/// If AVX2 is not in `target` or not on this CPU, a tile has a wrong shape, or scratch has less than [`TILE`] words.
pub fn exchange(target: Target, way: Way, (first, second): &mut Pair<'_>, scratch: &mut [u64]) {
    let kernel = registry::first(KERNELS, target).expect("vectors of AVX2");
    assert!(scratch.len() >= TILE, "{} words of scratch, of {TILE}", scratch.len());
    let places = if way == Way::Forward { [&WHOLE, &HALVES] } else { [&HALVES, &WHOLE] };
    let mut runs = scratch.chunks_exact_mut(SIDE);
    let mut turned: [&mut [u64]; SIDE] = std::array::from_fn(|_| runs.next().expect("a tile"));
    (kernel.loops.turn)(&words(first), &mut turned, places);
    if let Some(second) = second {
        let mut runs = first.iter_mut();
        let mut room = std::array::from_fn(|_| &mut **runs.next().expect("a tile of 64 runs"));
        (kernel.loops.turn)(&words(second), &mut room, places);
    }
    let to = second.as_mut().unwrap_or(first);
    for (to, turned) in to.iter_mut().zip(turned) {
        to.copy_from(turned);
    }
}

/// The runs of a tile.
fn words<'a>(tile: &'a Tile<'_>) -> [&'a [u64]; SIDE] {
    assert!(tile.len() == SIDE && tile.iter().all(|run| run.len() == SIDE), "a tile of 64 runs of 64 words");
    inlined::from_fn(|i| &*tile[i])
}

/// Writes a tile to another, transposed and with rows and columns permuted: `to[columns[c]][rows[r]]` = `from[r][c]`; the places of rows and
/// columns are involutions on 0 … 63.
#[inline(always)]
fn turn<S: Simd>(s: S, from: &[&[u64]; SIDE], to: &mut [&mut [u64]; SIDE], [rows, columns]: [&[u8; SIDE]; 2]) {
    const { assert!(S::LANES == LANES, "vectors of eight words") }
    for (part, rows) in rows.as_chunks::<LANES>().0.iter().enumerate() {
        // eight vectors of each of eight runs
        let mut runs: [&[S::Row]; LANES] = [&[]; LANES];
        for (run, &row) in runs.walk_mut().zipped(rows) {
            *run = &S::rows(from[usize::from(row) % SIDE]).0[..LANES];
        }
        for (c, columns) in columns.as_chunks::<LANES>().0.iter().enumerate() {
            let mut v = [s.zero(); LANES];
            for (v, run) in v.walk_mut().zipped(runs) {
                *v = s.load(&run[c]);
            }
            s.transpose(&mut v);
            for (&column, v) in columns.walk().zipped(v) {
                s.store(&mut S::rows_mut(to[usize::from(column) % SIDE]).0[part], v);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::permuted_kernels;

    #[test]
    fn values_come_to_their_exponents_and_back() {
        let kernel = permuted_kernels().find(|k| k.by_eight()).expect("one of eight lanes");
        for target in Target::families().filter(|target| target.has_vectors()) {
            let mut scratch = vec![0; TILE];
            for log in 12..=17 {
                let len = 1usize << log;
                let mut x: Vec<u64> = (0..len).map(|place| kernel.exponent(place, len) as u64).collect();
                reorder(target, Way::Forward, &mut x, &mut scratch);
                assert!(x.iter().enumerate().all(|(i, &x)| x == i as u64), "{target}, {len}: to the natural order");
                reorder(target, Way::Inverse, &mut x, &mut scratch);
                let back = |(place, &x): (usize, &u64)| x == kernel.exponent(place, len) as u64;
                assert!(x.iter().enumerate().all(back), "{target}, {len}: back");
            }
        }
    }
}
