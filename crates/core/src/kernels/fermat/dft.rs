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

use super::vectors::{Eight, LANES};
use crate::bits::reverse_bits;

/// A butterfly on four slots, with the rotations of the others relative to the first.
#[derive(Clone, Copy, Debug)]
struct Butterfly {
    slots: [u16; 4],
    relative: [u16; 3],
    /// Whether its slots have not been written before.
    first: bool,
}

/// The rows that slots are read from, and the place in each.
pub(super) type Slots<'a> = (&'a [&'a mut [u64]], usize);

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
            let slots: [usize; 4] = std::array::from_fn(|j| base + i + j * group / 4);
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

    /// Runs all passes on slots of K vectors in `work`, which holds the values afterwards; the coefficients are in these rows, each at this
    /// offset, or in `work` already.
    ///
    /// SAFETY: the CPU has the features that V needs; `work` is valid for M·K vectors, each of M rows for K; the table is for K digits.
    #[inline(always)]
    pub(super) unsafe fn run<V: Eight, const K: usize>(&self, from: Option<Slots<'_>>, work: *mut u64) {
        // SAFETY: slots are below M
        unsafe {
            if let (0..4, Some((rows, at))) = (self.len, from) {
                for (s, row) in rows.iter().enumerate().take(self.len) {
                    row.as_ptr().add(at).copy_to_nonoverlapping(work.add(s * K * LANES), K * LANES);
                }
            }
            for b in &self.fours {
                four::<V, K>(b, from.filter(|_| b.first), work, self.inverse);
            }
            for (pair, &relative) in self.twos.iter().enumerate() {
                two::<V, K>(work.add(2 * pair * K * LANES), relative);
            }
        }
    }
}

/// Least number of digits at which a butterfly takes runs of digits of the same signs; fewer digits are taken one by
/// one.
const RUNS: usize = 16;

/// The place of digit q of the first slot in a slot that is rotated by r: its offset in words, and whether its sign
/// changes.
#[inline(always)]
fn place<const K: usize>(q: usize, r: u16) -> (usize, bool) {
    let place = q.wrapping_sub(usize::from(r)) & (2 * K - 1);
    (LANES * (place & (K - 1)), place >= K)
}

/// Number of digits from q on until the place passes a multiple of N.
#[inline(always)]
fn run(q: usize, r: u16, n: usize) -> usize {
    n - (q.wrapping_sub(usize::from(r)) & (n - 1))
}

/// The places of digit q in four slots, the others rotated by `relative` against the first one: offsets in words, and
/// signs.
#[inline(always)]
fn places<const K: usize>(q: usize, relative: [u16; 3]) -> ([usize; 4], [bool; 4]) {
    let [r1, r2, r3] = relative;
    let ((p1, m1), (p2, m2), (p3, m3)) = (place::<K>(q, r1), place::<K>(q, r2), place::<K>(q, r3));
    ([LANES * q, p1, p2, p3], [false, m1, m2, m3])
}

/// x0 + x2, x1 + x3, x0 − x2 and x1 − x3 of digits i words behind these places.
///
/// SAFETY: the CPU has the features that V needs; eight words each.
#[inline(always)]
unsafe fn sums<V: Eight>(x: [*const u64; 4], at: [usize; 4], minus: [bool; 4], i: usize) -> [V; 4] {
    // SAFETY: the caller's promise
    unsafe {
        let mut v = [V::splat(0); 4];
        for j in 0..4 {
            v[j] = V::load(x[j].add(at[j] + i));
            if j > 0 {
                v[j] = v[j].negated(minus[j]);
            }
        }
        [v[0].plus(v[2]), v[1].plus(v[3]), v[0].minus(v[2]), v[1].minus(v[3])]
    }
}

/// A butterfly of radix 4: with all slots read in the first one's rotation and i the root of order 4, x0 + x1 + x2 +
/// x3, x0 − x1 + x2 − x3 and (x0 − x2) ± i·(x1 − x3), each stored at the places and with the signs of its slot's
/// digits. The two halves of the digits are processed together, because i·x is x moved by half the digits.
///
/// SAFETY: the CPU has the features that V needs; slots of K vectors, in rows to read, side by side in `work`.
#[inline(always)]
unsafe fn four<V: Eight, const K: usize>(b: &Butterfly, x: Option<Slots<'_>>, work: *mut u64, inverse: bool) {
    let [c, twice, thrice] = b.relative.map(usize::from);
    let regular = V::ONE_REGISTER && K < RUNS && twice == 2 * c % (2 * K) && thrice == 3 * c % (2 * K);
    // SAFETY: the caller's promise
    unsafe {
        // few digits: code specialised for the rotations that nearly all butterflies have
        match if regular { (c + 3) % (2 * K) } else { usize::MAX } {
            0 => turned::<V, K, { -3 }>(b, x, work, inverse),
            1 => turned::<V, K, { -2 }>(b, x, work, inverse),
            2 => turned::<V, K, { -1 }>(b, x, work, inverse),
            3 => turned::<V, K, 0>(b, x, work, inverse),
            4 => turned::<V, K, 1>(b, x, work, inverse),
            5 => turned::<V, K, 2>(b, x, work, inverse),
            6 => turned::<V, K, 3>(b, x, work, inverse),
            _ => butterfly::<V, K>(b, x, work, inverse),
        }
    }
}

/// The butterfly for relative rotations C, 2C and 3C, constants at compile time.
///
/// SAFETY: as for [`four`].
#[inline(always)]
unsafe fn turned<V: Eight, const K: usize, const C: isize>(
    b: &Butterfly,
    x: Option<Slots<'_>>,
    work: *mut u64,
    inverse: bool,
) {
    let relative = [C, 2 * C, 3 * C].map(|r| r.rem_euclid(2 * K as isize) as u16);
    // SAFETY: the caller's promise
    unsafe { butterfly::<V, K>(&Butterfly { relative, ..*b }, x, work, inverse) }
}

/// The butterfly of radix 4, inlined into its callers.
///
/// SAFETY: as for [`four`].
#[inline(always)]
unsafe fn butterfly<V: Eight, const K: usize>(b: &Butterfly, x: Option<Slots<'_>>, work: *mut u64, inverse: bool) {
    let [r1, r2, r3] = b.relative;
    let (mut from, mut to) = ([work.cast_const(); 4], [work; 4]);
    // with the inverse root of order 4 the two results change places
    let (second, third) = if inverse { (3, 2) } else { (2, 3) };
    // SAFETY: places are below K, runs end where a place would be
    unsafe {
        for (j, &slot) in b.slots.iter().enumerate() {
            to[j] = work.add(usize::from(slot) * K * LANES);
            from[j] = match x {
                Some((rows, at)) => rows.get_unchecked(usize::from(slot)).as_ptr().add(at),
                None => to[j].cast_const(),
            };
        }
        let mut q = 0;
        while q < K / 2 {
            let within = run(q, r1, K / 2).min(run(q, r2, K / 2)).min(run(q, r3, K / 2)).min(K / 2 - q);
            let count = if K < RUNS { 1 } else { within };
            // in the lower half and in the upper one
            let (low, m) = places::<K>(q, b.relative);
            let (high, n) = places::<K>(q + K / 2, b.relative);
            let (y2, a2, b2, m2, n2) = (to[second], low[second], high[second], m[second], n[second]);
            let (y3, a3, b3, m3, n3) = (to[third], low[third], high[third], m[third], n[third]);
            for i in 0..count {
                let i = LANES * i;
                let [s0, t0, d0, e0] = sums::<V>(from, low, m, i);
                let [s1, t1, d1, e1] = sums::<V>(from, high, n, i);
                s0.plus(t0).store(to[0].add(low[0] + i));
                s1.plus(t1).store(to[0].add(high[0] + i));
                s0.minus(t0).negated(m[1]).store(to[1].add(low[1] + i));
                s1.minus(t1).negated(n[1]).store(to[1].add(high[1] + i));
                // i·e: the lower half of the digits moves up, the upper one down with the opposite sign
                d0.minus(e1).negated(m2).store(y2.add(a2 + i));
                d1.plus(e0).negated(n2).store(y2.add(b2 + i));
                d0.plus(e1).negated(m3).store(y3.add(a3 + i));
                d1.minus(e0).negated(n3).store(y3.add(b3 + i));
            }
            q += count;
        }
    }
}

/// A butterfly of radix 2 on neighbouring slots: x0 + x1, and x0 − x1 at the places and with the signs of the second
/// slot's digits.
///
/// SAFETY: the CPU has the features that V needs; two slots of K vectors.
#[inline(always)]
unsafe fn two<V: Eight, const K: usize>(pair: *mut u64, relative: u16) {
    let mut q = 0;
    while q < K {
        let (at, minus) = place::<K>(q, relative);
        let count = if K < RUNS { 1 } else { run(q, relative, K).min(K - q) };
        // SAFETY: places are below K
        unsafe {
            for i in 0..count {
                let (p0, p1) = (pair.add(LANES * (q + i)), pair.add(LANES * (K + i) + at));
                let (v0, v1) = (V::load(p0), V::load(p1).negated(minus));
                v0.plus(v1).store(p0);
                v0.minus(v1).negated(minus).store(p1);
            }
        }
        q += count;
    }
}
