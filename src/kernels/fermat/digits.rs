//! Sums, products and canonical forms of eight elements at once.
//!
//! With r = 2^W + c a division by r is a shift: d = 2^W·q + m has the remainder m − c·q and the carry q. Digits are *settled*
//! when they lie in [0, 3·2^W + 2^32); products take settled digits and leave settled ones, with no carry running further
//! than to the next digit. The ranges are proved in docs/notes/005-fermat-digits.md.
//!
//! A column of the product is Σ a_i·b_(c−i), with −b_(c−i+k) for indices below zero. The second operand stands twice: shifted
//! by s = 50 − W bits, so that the high halves of products weigh 2^(W+2), and complemented, 2^52 − 1 − 2^s·b, for the part
//! that is to be subtracted; sums of the a_i correct what that adds. Cost: 2k² multiply-adds and about 20k other
//! instructions for eight elements.

use super::vectors::Eight;

/// The radix r = 2^W + c, as the loops need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Radix {
    /// W.
    pub log: u32,
    /// c.
    pub excess: i64,
    /// r.
    pub r: i64,
    /// Whether high halves must be carried once before they are multiplied by c.
    pub carry_high: bool,
}

/// Radices are 2^W + c with W in this range …
const LOGS: std::ops::RangeInclusive<u32> = 46..=50;
/// … and |c| at most this, and 2^(62 − W).
const MOST_EXCESS: u64 = 1 << 13;

impl Radix {
    /// The radix, if the loops can do with it, for elements of `digits` digits.
    pub fn new(r: u64, digits: usize) -> Option<Self> {
        let log = r.checked_add(r / 2)?.ilog2();
        if !LOGS.contains(&log) {
            return None;
        }
        let excess = r as i64 - (1 << log);
        if excess.unsigned_abs() > MOST_EXCESS.min(1 << (62 - log)) {
            return None;
        }
        // columns of settled digits are below k·10·4^W, their high halves below k·10·2^W, their low ones below k·4·2^W
        let high = 10 * digits as u128 * (1 << log);
        let carry_high = high * (u128::from(excess.unsigned_abs()) + 2) >= 1 << 63;
        Some(Radix { log, excess, r: r as i64, carry_high })
    }
}

/// Any digits to digits less than 2^31 outside [0, 2^W), plus `MULTIPLE` times the digits of p.
///
/// SAFETY: the CPU has what V needs.
#[inline(always)]
pub(super) unsafe fn settle<V: Eight, const K: usize, const MULTIPLE: i64>(f: &Radix, d: &mut [V; K]) {
    // SAFETY: the caller's promise
    unsafe {
        let (mask, excess) = (V::splat((1 << f.log) - 1), V::splat(f.excess));
        let (first, others) = (V::splat(MULTIPLE * (f.r + 1)), V::splat(MULTIPLE * (f.r - 1)));
        let mut carried = V::splat(0).minus(d[K - 1].down(f.log));
        for (i, d) in d.iter_mut().enumerate() {
            let q = d.down(f.log);
            let x = d.and(mask).minus(q.times(excess)).plus(carried);
            *d = if MULTIPLE == 0 { x } else { x.plus(if i == 0 { first } else { others }) };
            carried = q;
        }
    }
}

/// Columns worked on at a time: two accumulators each, and as many digits of the second operand.
const TILE: usize = 4;

/// Low and high halves of the columns of a·2^s·b, for settled digits.
///
/// SAFETY: the CPU has what V needs.
#[inline(always)]
unsafe fn columns<V: Eight, const K: usize>(f: &Radix, a: &[V; K], b: &[V; K]) -> ([V; K], [V; K]) {
    const { assert!(K.is_multiple_of(TILE)) }
    // SAFETY: the caller's promise; places 1 to 2K − 1 of `window` are read, as the bounds of the loops say
    unsafe {
        let (zero, ones) = (V::splat(0), V::splat((1 << 52) - 1));
        let mut both = [[zero; K]; 2];
        for j in 0..K {
            both[1][j] = b[j].up(50 - f.log);
            both[0][j] = both[1][j].xor(ones);
        }
        let window = both.as_ptr().cast::<V>();
        let (mut low, mut high) = ([zero; K], [zero; K]);
        for c in (0..K).step_by(TILE) {
            let (mut l, mut h, mut w) = ([zero; TILE], [zero; TILE], [zero; TILE]);
            for (u, w) in w.iter_mut().enumerate().skip(1) {
                *w = *window.add(K + c + u);
            }
            for i in (0..K).step_by(TILE) {
                for v in 0..TILE {
                    let x = a[i + v];
                    w[(TILE - v) % TILE] = *window.add(K + c - i - v);
                    for u in 0..TILE {
                        let y = w[(TILE + u - v) % TILE];
                        l[u] = l[u].low(x, y);
                        h[u] = h[u].high(x, y);
                    }
                }
            }
            low[c..c + TILE].copy_from_slice(&l);
            high[c..c + TILE].copy_from_slice(&h);
        }
        // every subtracted product with a_i came as 2^52·a_i − a_i − a_i·b
        let mut later = zero;
        for c in (0..K).rev() {
            low[c] = low[c].plus(later).down(50 - f.log);
            high[c] = high[c].minus(later).up(2);
            later = later.plus(a[c]);
        }
        (low, high)
    }
}

/// The product of settled elements, settled; plus `sum`, if there is one.
///
/// SAFETY: the CPU has what V needs.
#[inline(always)]
pub(super) unsafe fn product<V: Eight, const K: usize>(
    f: &Radix,
    a: &[V; K],
    b: &[V; K],
    sum: Option<&[V; K]>,
) -> [V; K] {
    // SAFETY: the caller's promise
    unsafe {
        let (mut low, mut high) = columns(f, a, b);
        if f.carry_high {
            settle::<V, K, 0>(f, &mut high);
        }
        let excess = V::splat(f.excess);
        let mut carried = V::splat(0).minus(high[K - 1]);
        for c in 0..K {
            low[c] = low[c].minus(high[c].times(excess)).plus(carried);
            if let Some(sum) = sum {
                low[c] = low[c].plus(sum[c]);
            }
            carried = high[c];
        }
        settle::<V, K, 1>(f, &mut low);
        low
    }
}

/// The canonical form of any digits: in [0, r), or r, r − 1, …, r − 1 for p − 1 = r^k, which has no other.
///
/// SAFETY: the CPU has what V needs.
#[inline(always)]
pub(super) unsafe fn canonical<V: Eight, const K: usize>(f: &Radix, d: &mut [V; K]) {
    // SAFETY: the caller's promise
    unsafe {
        settle::<V, K, 0>(f, d);
        let (r, zero) = (V::splat(f.r), V::splat(0));
        let mut carried = zero;
        for d in d.iter_mut() {
            (*d, carried) = d.plus(carried).carry(r);
        }
        // r^k = −1: what leaves at the top is taken off at the bottom
        carried = zero.minus(carried);
        for d in d.iter_mut() {
            if !carried.any() {
                return;
            }
            (*d, carried) = d.plus(carried).carry(r);
        }
        // a second time it leaves only from 0 − 1 or r^k − 1 + 1, and either is p − 1
        for (i, d) in d.iter_mut().enumerate() {
            *d = d.replaced(carried, V::splat(if i == 0 { f.r } else { f.r - 1 }));
        }
    }
}

/// r^shift times the element, settled; any digits, shift below 2k.
///
/// SAFETY: the CPU has what V needs; `out` is valid for 8K words.
#[inline(always)]
pub(super) unsafe fn rotate<V: Eight, const K: usize>(f: &Radix, d: &mut [V; K], shift: usize, out: *mut u64) {
    debug_assert!(shift < 2 * K);
    // SAFETY: the caller's promise; places are below K
    unsafe {
        settle::<V, K, 0>(f, d);
        // twice p, since one p is not more than a digit that is subtracted
        let (first, others) = (V::splat(2 * (f.r + 1)), V::splat(2 * (f.r - 1)));
        for (j, d) in d.iter().enumerate() {
            let place = j + shift;
            let base = if place.is_multiple_of(K) { first } else { others };
            base.plus_or_minus(*d, place / K % 2 == 1).store(out.add(8 * (place % K)));
        }
    }
}
