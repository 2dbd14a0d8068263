//! Transforms of M elements whose root of unity is a power of r, by shifts and additions: M = 2^m, at most K = 2k.
//!
//! The root of order M is r^(uK/M), u odd. A product by a power of r only moves digits, and here not even that: a slot
//! holds digits and a rotation ρ, and stands for r^ρ·Σ d_q·r^q. A butterfly reads the other slots at their rotation
//! relative to the first and writes each result over the digits that it read there; the result then has a new rotation,
//! known when the table is made. Passes are of radix 4, decimation in frequency, the last of radix 2 where m is odd;
//! two passes are done on 16 slots at a time, which the L1 cache holds up to k = 32. The first pass reads its slots
//! from the caller's memory. No digit is normalised between passes: each level at most doubles them. Source: the base
//! cases of Covanov, Mohajerani, Moreno Maza, Wang 2019, section 4, which move the digits; written here for every M at
//! once. Cost: k·M·log2(M)/8 vector additions, half as many loads and stores.

use super::digits::{Cells, Digit, Digits, blocks, cells, get, negated, put};
use crate::simd::inlined::{self, Walked, Zipped};
use crate::{bits::reverse_bits, pass::blocks::Strips, simd::Eight};
use std::cell::Cell;

/// A butterfly on four slots, with the rotations of the others relative to the first.
#[derive(Clone, Copy, Debug)]
struct Butterfly {
    slots: [u16; 4],
    relative: [u16; 3],
    /// Whether its slots have not been written before.
    first: bool,
}

/// The rows that slots are read from, and the number of the block in each.
pub(super) type Slots<'a> = (&'a Strips<'a>, usize);

/// The order of passes and the rotations of a transform of M slots.
#[derive(Clone, Debug)]
pub struct DftTable {
    digits: usize,
    len: usize,
    /// Passes of radix 4, one after the other.
    fours: Vec<Butterfly>,
    /// The last pass of radix 2: the relative rotation of each pair.
    twos: Vec<u16>,
    /// Whether r^(k/2) or its inverse is the root of order 4.
    inverse: bool,
    /// For each slot after the last pass: the index of its value, and its rotation.
    results: Vec<(usize, usize)>,
}

impl DftTable {
    /// The table for elements of k digits and the root r^(uK/M).
    ///
    /// # Panics
    /// Unless M is a power of two up to 2k, k one of at least 4, and u odd.
    #[must_use]
    pub fn new(k: usize, len: usize, u: usize) -> Self {
        assert!(k.is_power_of_two() && (4..=1024).contains(&k), "elements of {k} digits");
        let turn = 2 * k;
        assert!(len.is_power_of_two() && len <= turn && u % 2 == 1, "a transform of {len} slots");
        let inverse = u % 4 == 3;
        let mut rotation = vec![0; len];
        let mut fours = Vec::new();
        let mut four = |base: usize, group: usize, i: usize| {
            let slots: [usize; 4] = inlined::from_fn(|j| base + i + j * group / 4);
            let first = rotation[slots[0]];
            let relative = [1, 2, 3].map(|j| ((rotation[slots[j]] + turn - first) % turn) as u16);
            fours.push(Butterfly { slots: slots.map(|s| s as u16), relative, first: group == len });
            // the factor w^i of this butterfly, w of the group's order
            let e = u % turn * i * (turn / group) % turn;
            for (j, more) in [(1, 2 * e), (2, e), (3, 3 * e)] {
                rotation[slots[j]] = (rotation[slots[j]] + more) % turn;
            }
        };
        let mut group = len;
        while group >= 16 {
            for base in (0..len).step_by(group) {
                for i in 0..group / 16 {
                    (0..4).for_each(|j| four(base, group, i + j * group / 16));
                    (0..4).for_each(|j| four(base + j * group / 4, group / 4, i));
                }
            }
            group /= 16;
        }
        if group >= 4 {
            for base in (0..len).step_by(group) {
                (0..group / 4).for_each(|i| four(base, group, i));
            }
            group /= 4;
        }
        let mut twos = Vec::new();
        if group == 2 {
            for pair in rotation.chunks_exact(2) {
                twos.push(((pair[1] + turn - pair[0]) % turn) as u16);
            }
        }
        let results = (0..len).map(|slot| (reverse_bits(slot, len.ilog2()), rotation[slot])).collect();
        DftTable { digits: k, len, fours, twos, inverse, results }
    }

    /// The number of digits, k.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The number of slots, M.
    pub(super) fn slots(&self) -> usize {
        self.len
    }

    /// For each slot after the last pass: the index of its value, and the power of r that this must be multiplied by.
    #[must_use]
    pub fn results(&self) -> &[(usize, usize)] {
        &self.results
    }

    /// Number of words that the table holds.
    pub(super) fn held(&self) -> usize {
        2 * self.fours.len() + self.twos.len() / 4 + 2 * self.results.len()
    }

    /// Runs all passes on slots of K vectors in `work`, which holds the values afterwards; the coefficients are in these rows, each in this
    /// block, or in `work` already.
    #[inline(always)]
    pub(super) fn run<S: Eight, const K: usize>(&self, s: S, from: Option<Slots<'_>>, work: &mut [u64]) {
        let work = cells::<K>(work);
        if let (0..4, Some((rows, j))) = (self.len, from) {
            for (slot, i) in work.walk().zipped(0..) {
                slot.walk().zipped(&blocks::<K>(rows.row(i))[j]).for_each(|(to, x)| to.set(*x));
            }
        }
        for b in &self.fours {
            four::<S, K>(s, b, from.filter(|_| b.first), work, self.inverse);
        }
        for (pair, &relative) in work.as_chunks().0.walk().zipped(&self.twos) {
            two::<S, K>(s, pair, relative);
        }
    }
}

/// Least number of digits at which a butterfly takes runs of digits of the same signs; fewer digits are taken one by
/// one.
const RUNS: usize = 16;

/// The place of digit q of the first slot in a slot that is rotated by r, and whether its sign changes.
#[inline(always)]
fn place<const K: usize>(q: usize, r: u16) -> (usize, bool) {
    let place = q.wrapping_sub(usize::from(r)) & (2 * K - 1);
    (place & (K - 1), place >= K)
}

/// Number of digits from q on until the place passes a multiple of N.
#[inline(always)]
fn run(q: usize, r: u16, n: usize) -> usize {
    n - (q.wrapping_sub(usize::from(r)) & (n - 1))
}

/// Runs of digits of four slots, and their signs.
#[derive(Clone, Copy)]
struct Run<'a, X: ?Sized> {
    digits: [&'a X; 4],
    minus: [bool; 4],
}

/// From digit q on of the first slot, `count` digits of four slots of K digits, the others rotated by `relative` against the first one.
#[inline(always)]
fn runs<'a, X: Digits + ?Sized, const K: usize>(
    x: [&'a X; 4],
    q: usize,
    relative: [u16; 3],
    count: usize,
) -> Run<'a, X> {
    let [r1, r2, r3] = relative;
    let ((p1, m1), (p2, m2), (p3, m3)) = (place::<K>(q, r1), place::<K>(q, r2), place::<K>(q, r3));
    let digits = [x[0].run(q, count), x[1].run(p1, count), x[2].run(p2, count), x[3].run(p3, count)];
    Run { digits, minus: [false, m1, m2, m3] }
}

/// x0 + x2, x1 + x3, x0 − x2 and x1 − x3 of digit i of these runs.
#[inline(always)]
fn sums<S: Eight, X: Digits + ?Sized>(s: S, x: &Run<'_, X>, i: usize) -> [S::U; 4] {
    let mut v = [s.zero(); 4];
    for j in 0..4 {
        v[j] = get(s, x.digits[j], i);
        if j > 0 {
            v[j] = negated(s, v[j], x.minus[j]);
        }
    }
    [s.add(v[0], v[2]), s.add(v[1], v[3]), s.sub(v[0], v[2]), s.sub(v[1], v[3])]
}

/// A butterfly of radix 4: with all slots read in the first one's rotation and i the root of order 4, x0 + x1 + x2 +
/// x3, x0 − x1 + x2 − x3 and (x0 − x2) ± i·(x1 − x3), each stored at the places and with the signs of its slot's
/// digits. The two halves of the digits are processed together, because i·x is x moved by half the digits.
#[inline(always)]
fn four<S: Eight, const K: usize>(
    s: S,
    b: &Butterfly,
    from: Option<Slots<'_>>,
    work: &[[Cell<Digit>; K]],
    inverse: bool,
) {
    let [s0, s1, s2, s3] = b.slots;
    let slots = [usize::from(s0), usize::from(s1), usize::from(s2), usize::from(s3)];
    let to = [&work[slots[0]], &work[slots[1]], &work[slots[2]], &work[slots[3]]];
    match from {
        Some((rows, j)) => {
            let row = |slot: usize| blocks::<K>(rows.row(slot))[j].as_slice();
            turn(s, b.relative, [row(slots[0]), row(slots[1]), row(slots[2]), row(slots[3])], to, inverse);
        }
        None => turn(s, b.relative, slices(to), to, inverse),
    }
}

/// The slots as slices: maps of arrays are calls.
#[inline(always)]
fn slices<const K: usize>([a, b, c, d]: [&[Cell<Digit>; K]; 4]) -> [&Cells; 4] {
    [a, b, c, d]
}

/// The butterfly from these digits to others. Few digits have code specialised for the rotations that nearly all butterflies have, where a vector
/// is one register.
#[inline(always)]
fn turn<S: Eight, X: Digits + ?Sized, const K: usize>(
    s: S,
    relative: [u16; 3],
    from: [&X; 4],
    to: [&[Cell<Digit>; K]; 4],
    inverse: bool,
) {
    let (c, twice, thrice) = (usize::from(relative[0]), usize::from(relative[1]), usize::from(relative[2]));
    let regular = S::REGISTERS >= 32 && K < RUNS && twice == 2 * c % (2 * K) && thrice == 3 * c % (2 * K);
    match if regular { (c + 3) % (2 * K) } else { usize::MAX } {
        0 => butterfly(s, multiples::<K, { -3 }>(), from, to, inverse),
        1 => butterfly(s, multiples::<K, { -2 }>(), from, to, inverse),
        2 => butterfly(s, multiples::<K, { -1 }>(), from, to, inverse),
        3 => butterfly(s, multiples::<K, 0>(), from, to, inverse),
        4 => butterfly(s, multiples::<K, 1>(), from, to, inverse),
        5 => butterfly(s, multiples::<K, 2>(), from, to, inverse),
        6 => butterfly(s, multiples::<K, 3>(), from, to, inverse),
        _ => butterfly(s, relative, from, to, inverse),
    }
}

/// The rotations C, 2C and 3C, constants at compile time.
#[inline(always)]
const fn multiples<const K: usize, const C: isize>() -> [u16; 3] {
    let turn = 2 * K as isize;
    [C.rem_euclid(turn) as u16, (2 * C).rem_euclid(turn) as u16, (3 * C).rem_euclid(turn) as u16]
}

/// The butterfly for these relative rotations.
#[inline(always)]
fn butterfly<S: Eight, X: Digits + ?Sized, const K: usize>(
    s: S,
    relative: [u16; 3],
    from: [&X; 4],
    to: [&[Cell<Digit>; K]; 4],
    inverse: bool,
) {
    let [r1, r2, r3] = relative;
    let to = slices(to);
    let mut q = 0;
    while q < K / 2 {
        let within = run(q, r1, K / 2).min(run(q, r2, K / 2)).min(run(q, r3, K / 2)).min(K / 2 - q);
        let count = if K < RUNS { 1 } else { within };
        // in the lower half of the digits and in the upper one
        let upper = q + K / 2;
        let x = [runs::<X, K>(from, q, relative, count), runs::<X, K>(from, upper, relative, count)];
        let y = [runs::<Cells, K>(to, q, relative, count), runs::<Cells, K>(to, upper, relative, count)];
        let ([y0, y1, y2, y3], [z0, z1, z2, z3]) = (y[0].digits, y[1].digits);
        let ([_, m1, m2, m3], [_, n1, n2, n3]) = (y[0].minus, y[1].minus);
        // with the inverse root of order 4 the two results change places
        let ((y2, m2, z2, n2), (y3, m3, z3, n3)) =
            if inverse { ((y3, m3, z3, n3), (y2, m2, z2, n2)) } else { ((y2, m2, z2, n2), (y3, m3, z3, n3)) };
        for i in 0..count {
            let [s0, t0, d0, e0] = sums(s, &x[0], i);
            let [s1, t1, d1, e1] = sums(s, &x[1], i);
            put(s, y0, i, s.add(s0, t0));
            put(s, z0, i, s.add(s1, t1));
            put(s, y1, i, negated(s, s.sub(s0, t0), m1));
            put(s, z1, i, negated(s, s.sub(s1, t1), n1));
            // i·e: the lower half of the digits moves up, the upper one down with the opposite sign
            put(s, y2, i, negated(s, s.sub(d0, e1), m2));
            put(s, z2, i, negated(s, s.add(d1, e0), n2));
            put(s, y3, i, negated(s, s.add(d0, e1), m3));
            put(s, z3, i, negated(s, s.sub(d1, e0), n3));
        }
        q += count;
    }
}

/// A butterfly of radix 2 on neighbouring slots: x0 + x1, and x0 − x1 at the places and with the signs of the second
/// slot's digits.
#[inline(always)]
fn two<S: Eight, const K: usize>(s: S, [x0, x1]: &[[Cell<Digit>; K]; 2], relative: u16) {
    let mut q = 0;
    while q < K {
        let (at, minus) = place::<K>(q, relative);
        let count = if K < RUNS { 1 } else { run(q, relative, K).min(K - q) };
        let (x0, x1) = (x0.as_slice().run(q, count), x1.as_slice().run(at, count));
        for i in 0..count {
            let (v0, v1) = (get(s, x0, i), negated(s, get(s, x1, i), minus));
            put(s, x0, i, s.add(v0, v1));
            put(s, x1, i, negated(s, s.sub(v0, v1), minus));
        }
        q += count;
    }
}
