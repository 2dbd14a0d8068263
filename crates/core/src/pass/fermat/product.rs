//! Products of eight elements at once.
//!
//! A column of the product is Σ a_i·t_(c−i), t_j = b_j and t_(j−k) = −b_j: a Toeplitz matrix times a vector. Halved in both
//! directions that takes three of half the size, T00·(a0 + a1), (T01 − T00)·a1 and (T10 − T00)·a0 (Karatsuba's identity in the
//! form of Fan and Hasan 2007, "A new approach to subquadratic space complexity parallel multipliers", section 3), as often
//! as pays. Entries come shifted by s bits and with 2^51 added, so that multiply-add sees positive ones; sums of the a_i correct
//! that. Cost: 2k²·(3/4)^levels multiply-adds and about 20k other instructions for eight elements, and 16k a level.

use super::{
    LANES,
    digits::{Cells, Digit, Digits, Radix, get, put, settle, signed, write},
};
use crate::simd::Eight;
use crate::simd::inlined::{Flat, Walked, Zipped};
use std::cell::Cell;

/// Number of columns worked on at a time: two accumulators each, and as many entries of the matrix.
const TILE: usize = 4;

/// Bias added to the entries of a matrix: 2^51.
const BIAS: u64 = 1 << 51;

/// Scratch of a product, in whole cache lines: two times K results, 2K entries, and 4K digits below where the product is halved, of N times K in
/// all. It need not be cleared before the next product.
#[repr(align(64))]
pub(super) struct Room<const K: usize, const N: usize>([[Digit; K]; N]);

/// Scratch of a product that is not halved.
pub(super) type Plain<const K: usize> = Room<K, 4>;
/// Scratch of a product that is halved.
pub(super) type Halved<const K: usize> = Room<K, 8>;

impl<const K: usize, const N: usize> Room<K, N> {
    #[inline(always)]
    pub const fn new() -> Self {
        Room([[[0; LANES]; K]; N])
    }

    /// The scratch as words.
    #[inline(always)]
    pub fn words(&mut self) -> &mut [u64] {
        self.0.flat_mut().flat_mut()
    }
}

/// A product of half the size, as a parameter of loops: its columns are added to both halves of the result for the first of three, to one half for
/// the others; a product that is not halved fills the result alone.
const BOTH: usize = 0;
const LOWER: usize = 1;
const UPPER: usize = 2;
const ALONE: usize = 3;

/// Adds column c to its place in the result, n the number of columns of a half.
#[inline(always)]
fn place<S: Eight, const PART: usize>(s: S, n: usize, c: usize, x: S::U, to: &Cells) {
    match PART {
        LOWER => put(s, to, c, s.add(get(s, to, c), x)),
        UPPER => put(s, to, n + c, s.add(get(s, to, n + c), x)),
        _ => put(s, to, c, x),
    }
    if PART == BOTH {
        put(s, to, n + c, x);
    }
}

/// Low and high halves of the sums of a_i·t_(c−i), c < H; the entries t_(−H) … t_(H−1) with the bias, in [0, 2^52).
#[inline(always)]
fn leaf<S: Eight, const PART: usize, const H: usize>(
    s: S,
    a: &(impl Digits + ?Sized),
    t: &Cells,
    low: &Cells,
    high: &Cells,
) {
    const { assert!(H.is_multiple_of(TILE)) }
    let t = &t[..2 * H];
    let mut sum = s.zero();
    for i in 0..H {
        sum = s.add(sum, get(s, a, i));
    }
    // removes the bias: 2^51·sum
    let (odd, half) = (s.shl(s.and(sum, s.set(1)), 51), s.shr_signed(sum, 1));
    for c in (0..H).step_by(TILE) {
        let (mut l, mut h, mut w) = ([s.zero(); TILE], [s.zero(); TILE], [s.zero(); TILE]);
        for u in 1..TILE {
            w[u] = get(s, t, H + c + u);
        }
        for i in (0..H).step_by(TILE) {
            for v in 0..TILE {
                let x = get(s, a, i + v);
                w[(TILE - v) % TILE] = get(s, t, H + c - i - v);
                for u in 0..TILE {
                    let y = w[(TILE + u - v) % TILE];
                    l[u] = s.add_low52(l[u], x, y);
                    h[u] = s.add_high52(h[u], x, y);
                }
            }
        }
        for u in 0..TILE {
            place::<S, PART>(s, H, c + u, s.sub(l[u], odd), low);
            place::<S, PART>(s, H, c + u, s.sub(h[u], half), high);
        }
    }
}

/// The operands of a product of half the size, number `part` of T00·(a0 + a1), (T01 − T00)·a1 and (T10 − T00)·a0, entries with the bias.
/// Operands that must be computed are written to `room`, of 3n digits at least.
#[inline(always)]
fn halved<'a, S: Eight>(s: S, part: usize, [a, t]: [&'a Cells; 2], room: &'a Cells) -> [&'a Cells; 2] {
    let n = a.len() / 2;
    let (lower, upper) = a.split_at(n);
    let (below, t) = t.split_at(n);
    let (middle, above) = t.split_at(2 * n);
    if part == 0 {
        let room = &room[..n];
        for ((x, y), to) in lower.walk().zipped(upper).zipped(room) {
            write(s, to, s.add(s.load(&x.get()), s.load(&y.get())));
        }
        return [room, middle];
    }
    let (room, bias) = (&room[..2 * n], s.set(BIAS));
    // T01 is n entries below T00, T10 n entries above
    let (a, others) = if part == 1 { (upper, [below, &middle[..n]]) } else { (lower, [&middle[n..], above]) };
    for (half, other) in others.into_iter().enumerate() {
        for ((x, y), to) in other.walk().zipped(&middle[half * n..]).zipped(&room[half * n..]) {
            write(s, to, s.add(s.sub(s.load(&x.get()), s.load(&y.get())), bias));
        }
    }
    [a, room]
}

/// Low and high halves of the columns of a·2^s·b, from K digits and entries t_(−K) … t_(K−1) of 2^s·b; K = H·2^levels, at least one level.
#[inline(always)]
fn toeplitz<S: Eight, const K: usize, const H: usize>(s: S, top: [&Cells; 2], results: [&Cells; 2], room: &Cells) {
    const { assert!(4 * (K - H) <= 3 * K, "scratch of a product that is halved") }
    let levels = (K / H).ilog2() as usize;
    let mut operands = [top; 4];
    let mut results = [results; 4];
    let mut path = [0usize; 4];
    let mut depth = 1;
    loop {
        // down to a leaf; a node of n digits has room for 4n at 4·(K − 2n), which ends below 4K: entries or sums and results
        for d in depth..=levels {
            let n = K >> d;
            let (scratch, to) = room[4 * (K - 2 * n)..][..4 * n].split_at(2 * n);
            operands[d] = halved(s, path[d], operands[d - 1], scratch);
            results[d] = [&to[..n], &to[n..]];
        }
        let ([a, t], [low, high]) = (operands[levels], results[levels - 1]);
        let a = &a[..H];
        match path[levels] {
            BOTH => leaf::<S, BOTH, H>(s, a, t, low, high),
            LOWER => leaf::<S, LOWER, H>(s, a, t, low, high),
            _ => leaf::<S, UPPER, H>(s, a, t, low, high),
        }
        // and up, as long as nodes are complete
        depth = levels;
        loop {
            path[depth] += 1;
            if path[depth] < 3 {
                break;
            }
            path[depth] = 0;
            depth -= 1;
            if depth == 0 {
                return;
            }
            for (&from, to) in results[depth].walk().zipped(results[depth - 1]) {
                match path[depth] {
                    BOTH => add_all::<S, BOTH>(s, from, to),
                    LOWER => add_all::<S, LOWER>(s, from, to),
                    _ => add_all::<S, UPPER>(s, from, to),
                }
            }
        }
    }
}

/// Adds all columns to their places.
#[inline(always)]
fn add_all<S: Eight, const PART: usize>(s: S, from: &Cells, to: &Cells) {
    for c in 0..from.len() {
        place::<S, PART>(s, from.len(), c, get(s, from, c), to);
    }
}

/// What replaces the result.
#[derive(Clone, Copy)]
pub(super) enum Terms<'a, X: ?Sized> {
    /// Its square.
    Square,
    /// Its product by the factor.
    By(&'a X),
    /// Its sum with the product of the two.
    Add(&'a X, &'a X),
}

/// The terms in `out`, settled. The product is halved until H digits remain.
#[inline(always)]
pub(super) fn product<S: Eight, const K: usize, const H: usize>(
    s: S,
    f: &Radix,
    terms: Terms<'_, [Digit; K]>,
    out: &[Cell<Digit>; K],
    room: &[[Cell<Digit>; K]],
) {
    let levels = (K / H).ilog2();
    debug_assert!(levels as usize <= f.most_levels());
    let ([low, high, entries @ ..], below) = room.split_first_chunk::<4>().expect("scratch of a product");
    let (low, high, entries) = (low.as_slice(), high.as_slice(), entries.flat());
    // entries must end in ±2^51: from settled digits, or from balanced ones, which are a bit shorter
    let balanced = f.log + levels > 50;
    let shift = if balanced { 51 } else { 50 } - f.log - levels;
    match terms {
        Terms::Square if balanced => settle::<S, K, 0>(s, f, out.as_slice(), low),
        Terms::By(b) | Terms::Add(_, b) if balanced => settle::<S, K, 0>(s, f, b.as_slice(), low),
        Terms::Square => fill::<S, K>(s, out.as_slice(), shift, entries),
        Terms::By(b) | Terms::Add(_, b) => fill::<S, K>(s, b.as_slice(), shift, entries),
    }
    if balanced {
        fill::<S, K>(s, low, shift, entries);
    }
    if levels == 0 {
        match terms {
            Terms::Add(a, _) => leaf::<S, ALONE, H>(s, a.as_slice(), entries, low, high),
            _ => leaf::<S, ALONE, H>(s, out.as_slice(), entries, low, high),
        }
    } else {
        // the nodes below take 4·(K − H)
        let (copy, below) = below.split_last().expect("scratch of a product that is halved");
        let a = match terms {
            Terms::Add(a, _) => {
                copy.walk().zipped(a).for_each(|(to, x)| to.set(*x));
                copy
            }
            _ => out,
        };
        toeplitz::<S, K, H>(s, [a, entries], [low, high], below.flat());
    }
    finish::<S, K>(s, f, (low, high), shift, matches!(terms, Terms::Add(..)), out);
}

/// The entries t_(−K) … t_(K−1) of 2^shift·b, with the bias.
#[inline(always)]
fn fill<S: Eight, const K: usize>(s: S, b: &(impl Digits + ?Sized), shift: u32, entries: &Cells) {
    let bias = s.set(BIAS);
    for j in 0..K {
        let entry = s.shl(get(s, b, j), shift);
        put(s, entries, K + j, s.add(bias, entry));
        put(s, entries, j, s.sub(bias, entry));
    }
}

/// Converts columns, given as low and high halves times 2^shift, to settled digits; plus `out`, if `add`.
#[inline(always)]
fn finish<S: Eight, const K: usize>(
    s: S,
    f: &Radix,
    (low, high): (&Cells, &Cells),
    shift: u32,
    add: bool,
    out: &Cells,
) {
    // L + 2^52·H is 2^s times the column
    let up = 52 - shift - f.log;
    for c in 0..K {
        put(s, high, c, s.shl(get(s, high, c), up));
    }
    if f.carry_high {
        settle::<S, K, 0>(s, f, high, high);
    }
    let excess = signed(s, f.excess);
    let mut carried = s.sub(s.zero(), get(s, high, K - 1));
    for c in 0..K {
        let h = get(s, high, c);
        let mut x = s.add(s.sub(s.shr_signed(get(s, low, c), shift), s.mul(h, excess)), carried);
        if add {
            x = s.add(x, get(s, out, c));
        }
        put(s, low, c, x);
        carried = h;
    }
    settle::<S, K, 1>(s, f, low, out);
}
