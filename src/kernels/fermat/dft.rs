//! Transforms of M elements at powers of a power of r, by shifts and additions: M = 2^m, at most K = 2k.
//!
//! The root of order M is r^(uK/M), u odd; its products move digits, and here they do not even do that: a slot holds digits
//! and a rotation ρ, and means r^ρ·Σ d_q·r^q. A butterfly reads the other slots at their rotation relative to the first and
//! writes each result over the digits that it read there; what is left is a new rotation, known when the table is made.
//! Passes are of radix 4, decimation in frequency, the last of radix 2 where m is odd. No digit is normalised on the way:
//! each level doubles them at most. Source: the base cases of Covanov, Mohajerani, Moreno Maza, Wang 2019, section 4, which
//! move the digits; written here for every M at once. Cost: k·M·log2(M)/8 vector additions, half as many loads and stores.

use super::vectors::{Eight, LANES};
use crate::bits::reverse_bits;

/// A butterfly on four slots, by the rotations of the others relative to the first.
#[derive(Clone, Copy, Debug)]
struct Butterfly {
    slots: [u16; 4],
    relative: [u16; 3],
}

/// The order of passes and the rotations of a transform of M slots.
#[derive(Clone, Debug)]
pub struct DftTable {
    digits: usize,
    len: usize,
    /// Passes of radix 4, one behind the other.
    fours: Vec<Butterfly>,
    /// The last pass of radix 2: the relative rotation of each pair.
    twos: Vec<u16>,
    /// Whether r^(k/2) or its inverse is the root of order 4.
    inverse: bool,
    /// Of each slot at the end: which value it holds, and its rotation.
    results: Vec<(usize, usize)>,
}

impl DftTable {
    /// For elements of k digits and the root r^(uK/M).
    ///
    /// # Panics
    /// Unless M is a power of two up to 2k, k one of at least 4, and u odd.
    #[must_use]
    pub fn new(k: usize, len: usize, u: usize) -> Self {
        let turn = 2 * k;
        assert!(k.is_power_of_two() && (4..=1024).contains(&k) && len.is_power_of_two() && len <= turn && u % 2 == 1);
        let inverse = u % 4 == 3;
        let quarter = if inverse { turn - k / 2 } else { k / 2 };
        let mut rotation = vec![0; len];
        let (mut fours, mut twos, mut group) = (Vec::new(), Vec::new(), len);
        while group >= 4 {
            for base in (0..len).step_by(group) {
                for i in 0..group / 4 {
                    let slots: [usize; 4] = std::array::from_fn(|j| base + i + j * group / 4);
                    let first = rotation[slots[0]];
                    let relative = [1, 2, 3].map(|j| ((rotation[slots[j]] + turn - first) % turn) as u16);
                    fours.push(Butterfly { slots: slots.map(|s| s as u16), relative });
                    // the factor w^i of this butterfly, w of the group's order
                    let e = u % turn * i * (turn / group) % turn;
                    for (j, more) in [(1, k + 2 * e), (2, k + e), (3, quarter + 3 * e)] {
                        rotation[slots[j]] = (rotation[slots[j]] + more) % turn;
                    }
                }
            }
            group /= 4;
        }
        if group == 2 {
            for pair in rotation.chunks_exact_mut(2) {
                twos.push(((pair[1] + turn - pair[0]) % turn) as u16);
                pair[1] = (pair[1] + k) % turn;
            }
        }
        let results = (0..len).map(|slot| (reverse_bits(slot, len.ilog2()), rotation[slot])).collect();
        DftTable { digits: k, len, fours, twos, inverse, results }
    }

    /// k.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// M.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: there is at least one slot.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Of each slot at the end: which value it holds, and by which power of r that must be multiplied.
    #[must_use]
    pub fn results(&self) -> &[(usize, usize)] {
        &self.results
    }

    /// Words held.
    #[must_use]
    pub fn words(&self) -> usize {
        2 * self.fours.len() + self.twos.len() / 4 + 2 * self.results.len()
    }

    /// All passes, in place, on slots of K vectors.
    ///
    /// SAFETY: the CPU has what V needs; `work` is valid for M·K vectors; the table is for K digits.
    #[inline(always)]
    pub(super) unsafe fn run<V: Eight, const K: usize>(&self, work: *mut u64) {
        // SAFETY: slots are below M
        unsafe {
            for b in &self.fours {
                four::<V, K>(work, b, self.inverse);
            }
            for (pair, &relative) in self.twos.iter().enumerate() {
                two::<V, K>(work.add(2 * pair * K * LANES), usize::from(relative));
            }
        }
    }
}

/// A butterfly of radix 4. With x_m in the first slot's frame, s = x0 + x2, t = x1 + x3, d = x0 − x2, e = x1 − x3 and i the
/// root of order 4: s + t, s − t, d + i·e, d − i·e. What slot m holds at a place counts with the sign σ_m there; halves of
/// the digits go together, since i·e is e moved by half the digits. Stored are −σ1·(s − t), −σ2·(d + i·e), and of the last
/// the multiple by r^(±k/2) that fits the places read.
///
/// SAFETY: as for [`DftTable::run`].
#[inline(always)]
unsafe fn four<V: Eight, const K: usize>(work: *mut u64, b: &Butterfly, inverse: bool) {
    // SAFETY: places are below K, since K is a power of two
    unsafe {
        let [x0, x1, x2, x3] = b.slots.map(|s| work.add(usize::from(s) * K * LANES));
        let [r1, r2, r3] = b.relative.map(usize::from);
        for low in 0..K / 2 {
            // x0 − x2 and x1 − x3, but for signs, with the places and signs of slots 2 and 3
            let mut differences = [(V::splat(0), V::splat(0)); 2];
            let (mut places, mut signs) = ([[0; 2]; 2], [[false; 2]; 2]);
            for (half, q) in [low, low + K / 2].into_iter().enumerate() {
                let [(p1, n1), (p2, n2), (p3, n3)] = [r1, r2, r3].map(|r| {
                    let place = q.wrapping_sub(r) & (2 * K - 1);
                    (LANES * (place & (K - 1)), place >= K)
                });
                let [v0, v1, v2, v3] = [x0.add(LANES * q), x1.add(p1), x2.add(p2), x3.add(p3)].map(|p| V::load(p));
                let (s, t) = (v0.plus_or_minus(v2, n2), v1.plus_or_minus(v3, n1 != n3));
                differences[half] = (v2.plus_or_minus(v0, !n2), v3.plus_or_minus(v1, n1 == n3));
                s.plus_or_minus(t, n1).store(x0.add(LANES * q));
                t.plus_or_minus(s, !n1).store(x1.add(p1));
                (places[half], signs[half]) = ([p2, p3], [n2, n3]);
            }
            for half in [0, 1] {
                let (d, e) = (differences[half].0, differences[1 - half].1);
                let minus = signs[half][0] ^ signs[1 - half][1] ^ (half == 1) ^ inverse;
                d.plus_or_minus(e, !minus).store(x2.add(places[half][0]));
                e.plus_or_minus(d, minus).store(x3.add(places[1 - half][1]));
            }
        }
    }
}

/// A butterfly of radix 2 on neighbouring slots: x0 + x1, and −σ·(x0 − x1).
///
/// SAFETY: as for [`DftTable::run`].
#[inline(always)]
unsafe fn two<V: Eight, const K: usize>(pair: *mut u64, relative: usize) {
    // SAFETY: places are below K
    unsafe {
        for q in 0..K {
            let place = q.wrapping_sub(relative) & (2 * K - 1);
            let (p0, p1) = (pair.add(LANES * q), pair.add(LANES * (K + (place & (K - 1)))));
            let (v0, v1, minus) = (V::load(p0), V::load(p1), place >= K);
            v0.plus_or_minus(v1, minus).store(p0);
            v1.plus_or_minus(v0, !minus).store(p1);
        }
    }
}
