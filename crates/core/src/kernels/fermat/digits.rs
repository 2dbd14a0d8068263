//! Sums, products and canonical forms of eight elements at once.
//!
//! With r = 2^W + c a division by r is a shift: d = 2^W·q + m has the remainder m − c·q and the carry q. Digits are *settled*
//! when they lie in [0, 3·2^(W−1) + 2^32); products take settled digits and leave settled ones, with no carry running further
//! than to the next digit. The ranges are proved in docs/notes/005-fermat-digits.md.
//!
//! A column of the product is Σ a_i·t_(c−i), t_j = b_j and t_(j−k) = −b_j: a Toeplitz matrix times a vector. Halved in both
//! directions that takes three of half the size, T00·(a0 + a1), (T01 − T00)·a1 and (T10 − T00)·a0 (Karatsuba's identity in the
//! form of Fan and Hasan 2007, "A new approach to subquadratic space complexity parallel multipliers", section 3), as often
//! as pays. Entries come shifted by s bits and with 2^51 added, so that multiply-add sees positive ones; sums of the a_i correct
//! that. Cost: 2k²·(3/4)^levels multiply-adds and about 20k other instructions for eight elements, and 16k a level.

use super::vectors::{Eight, LANES};
use std::mem::MaybeUninit;

/// The radix r = 2^W + c and its constants.
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
    /// The radix, if the loops support it for elements of `digits` digits.
    pub fn new(r: u64, digits: usize) -> Option<Self> {
        let log = r.checked_add(r / 2)?.ilog2();
        if !LOGS.contains(&log) {
            return None;
        }
        let excess = r as i64 - (1 << log);
        if excess.unsigned_abs() > MOST_EXCESS.min(1 << (62 - log)) {
            return None;
        }
        // columns of settled digits are below k·3·4^W, their high halves below k·3·2^W, their low ones below 2^60
        let high = 3 * digits as u128 * (1 << log);
        let carry_high = high * (u128::from(excess.unsigned_abs()) + 1) >= 1 << 62;
        Some(Radix { log, excess, r: r as i64, carry_high })
    }

    /// Largest number of times that a product can be halved: operands grow by a bit each time.
    pub fn most_levels(&self) -> usize {
        51 - self.log as usize
    }
}

/// Digit i.
///
/// SAFETY: the CPU has the features that V needs; eight words there.
#[inline(always)]
unsafe fn get<V: Eight>(x: *const u64, i: usize) -> V {
    // SAFETY: the caller's promise
    unsafe { V::load(x.add(LANES * i)) }
}

/// Digit i = v.
///
/// SAFETY: as for [`get`].
#[inline(always)]
unsafe fn put<V: Eight>(x: *mut u64, i: usize, v: V) {
    // SAFETY: the caller's promise
    unsafe { v.store(x.add(LANES * i)) }
}

/// Converts any digits to digits in ±(2^(W−1) + 2^31), plus `MULTIPLE` times the digits of p.
///
/// SAFETY: the CPU has the features that V needs; K vectors each, the same ones or others.
#[inline(always)]
pub(super) unsafe fn settle<V: Eight, const K: usize, const MULTIPLE: i64>(f: &Radix, d: *const u64, out: *mut u64) {
    // SAFETY: the caller's promise
    unsafe {
        let half = 1 << (f.log - 1);
        let (mask, excess, up) = (V::splat((1 << f.log) - 1), V::splat(f.excess), V::splat(half));
        let (first, others) = (V::splat(MULTIPLE * (f.r + 1) - half), V::splat(MULTIPLE * (f.r - 1) - half));
        let mut carried = V::splat(0).minus(get::<V>(d, K - 1).plus(up).down(f.log));
        for i in 0..K {
            let x = get::<V>(d, i).plus(up);
            let q = x.down(f.log);
            let rest = x.and(mask).minus(q.times_short(excess)).plus(carried);
            put(out, i, rest.plus(if i == 0 { first } else { others }));
            carried = q;
        }
    }
}

/// Number of columns worked on at a time: two accumulators each, and as many entries of the matrix.
const TILE: usize = 4;

/// Bias added to the entries of a matrix: 2^51.
const BIAS: i64 = 1 << 51;

/// Destination of the columns of a product of half the size: those of the first of three are added to both halves of
/// the result, those of the others to one half; a product that is not halved fills the result alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Alone,
    Both,
    Lower,
    Upper,
}

const PARTS: [Part; 3] = [Part::Both, Part::Lower, Part::Upper];

/// Adds column c to its place in the result, n the number of columns of a half.
///
/// SAFETY: the CPU has the features that V needs; 2n vectors, n if alone.
#[inline(always)]
unsafe fn add_column<V: Eight>(part: Part, n: usize, c: usize, x: V, to: *mut u64) {
    // SAFETY: the caller's promise
    unsafe {
        match part {
            Part::Alone => put(to, c, x),
            Part::Both => {
                put(to, c, x);
                put(to, n + c, x);
            }
            Part::Lower => put(to, c, get::<V>(to, c).plus(x)),
            Part::Upper => put(to, n + c, get::<V>(to, n + c).plus(x)),
        }
    }
}

/// Low and high halves of the sums of a_i·t_(c−i), c < H; the entries t_(1−H) … t_(H−1) with the bias, in [0, 2^52), `t`
/// pointing at t_(−H).
///
/// SAFETY: the CPU has the features that V needs; H vectors, 2H entries, room for 2H results each.
#[inline(always)]
unsafe fn leaf<V: Eight, const H: usize>(a: *const u64, t: *const u64, part: Part, low: *mut u64, high: *mut u64) {
    const { assert!(H.is_multiple_of(TILE)) }
    // SAFETY: the caller's promise; places 1 to 2H − 1 of the entries are read, as the bounds of the loops say
    unsafe {
        let mut sum = V::splat(0);
        for i in 0..H {
            sum = sum.plus(get(a, i));
        }
        // removes the bias: 2^51·sum
        let (odd, half) = (sum.and(V::splat(1)).up(51), sum.down(1));
        for c in (0..H).step_by(TILE) {
            let (mut l, mut h, mut w) = ([V::splat(0); TILE], [V::splat(0); TILE], [V::splat(0); TILE]);
            for (u, w) in w.iter_mut().enumerate().skip(1) {
                *w = get(t, H + c + u);
            }
            for i in (0..H).step_by(TILE) {
                for v in 0..TILE {
                    let x: V = get(a, i + v);
                    w[(TILE - v) % TILE] = get(t, H + c - i - v);
                    for u in 0..TILE {
                        let y = w[(TILE + u - v) % TILE];
                        l[u] = l[u].low(x, y);
                        h[u] = h[u].high(x, y);
                    }
                }
            }
            for u in 0..TILE {
                add_column(part, H, c + u, l[u].minus(odd), low);
                add_column(part, H, c + u, h[u].minus(half), high);
            }
        }
    }
}

/// The operands of a product of half the size: T00·(a0 + a1), (T01 − T00)·a1 or (T10 − T00)·a0, entries with the bias.
/// Operands that must be computed are written to `room`.
///
/// SAFETY: the CPU has the features that V needs; 2n vectors of a and 4n entries, room for 3n.
#[inline(always)]
unsafe fn halved<V: Eight>(part: Part, n: usize, a: *const u64, t: *const u64, room: *mut u64) -> [*const u64; 2] {
    // SAFETY: the caller's promise
    unsafe {
        let middle = t.add(LANES * n);
        if part == Part::Both {
            for i in 0..n {
                put(room, i, get::<V>(a, i).plus(get(a, n + i)));
            }
            return [room, middle];
        }
        // T01 is n entries below T00, T10 n entries above
        let (a, other) = if part == Part::Lower { (a.add(LANES * n), t) } else { (a, t.add(LANES * 2 * n)) };
        let bias = V::splat(BIAS);
        for i in 0..2 * n {
            put(room, i, get::<V>(other, i).minus(get(middle, i)).plus(bias));
        }
        [a, room]
    }
}

/// Low and high halves of the columns of a·2^s·b, from entries t_(−K) … t_(K−1) of 2^s·b; K = H·2^levels.
///
/// SAFETY: the CPU has the features that V needs; K vectors each, 2K entries; room for 4K vectors.
#[inline(always)]
unsafe fn toeplitz<V: Eight, const K: usize, const H: usize>(
    a: *const u64,
    t: *const u64,
    results: [*mut u64; 2],
    room: *mut u64,
) {
    // SAFETY: the caller's promise; a node of n vectors has room for 4n at 4·(K − 2n), which ends below 4K: entries or
    // sums and results
    unsafe {
        let levels = (K / H).ilog2() as usize;
        if levels == 0 {
            return leaf::<V, H>(a, t, Part::Alone, results[0], results[1]);
        }
        let mut operands = [[a, t]; 4];
        let mut results = [results; 4];
        let mut path = [0usize; 4];
        let mut depth = 1;
        loop {
            // down to a leaf
            for d in depth..=levels {
                let n = K >> d;
                let at = room.add(LANES * 4 * (K - 2 * n));
                operands[d] = halved::<V>(PARTS[path[d]], n, operands[d - 1][0], operands[d - 1][1], at);
                results[d] = [at.add(LANES * 2 * n), at.add(LANES * 3 * n)];
            }
            let ([a, t], [low, high]) = (operands[levels], results[levels - 1]);
            leaf::<V, H>(a, t, PARTS[path[levels]], low, high);
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
                for (from, to) in results[depth].into_iter().zip(results[depth - 1]) {
                    for c in 0..K >> depth {
                        add_column::<V>(PARTS[path[depth]], K >> depth, c, get(from, c), to);
                    }
                }
            }
        }
    }
}

/// out = a·b, plus `sum` if there is one; settled. The product is halved until H digits remain.
///
/// SAFETY: the CPU has the features that V needs; K vectors each, `out` may be any of the others; W allows as many halvings.
#[inline(always)]
pub(super) unsafe fn product<V: Eight, const K: usize, const H: usize>(
    f: &Radix,
    (a, b): (*const u64, *const u64),
    sum: Option<*const u64>,
    out: *mut u64,
) {
    let levels = (K / H).ilog2();
    debug_assert!(levels as usize <= f.most_levels());
    // SAFETY: the caller's promise
    unsafe {
        let mut room = MaybeUninit::<[[V; K]; 8]>::uninit();
        let room = room.as_mut_ptr().cast::<u64>();
        let (low, high, entries) = (room, room.add(LANES * K), room.add(LANES * 2 * K));
        // entries must end in ±2^51: from settled digits, or from balanced ones, which are a bit shorter
        let balanced = f.log + levels > 50;
        let shift = if balanced { 51 } else { 50 } - f.log - levels;
        let bias = V::splat(BIAS);
        let digits = if balanced {
            settle::<V, K, 0>(f, b, low);
            low.cast_const()
        } else {
            b
        };
        for j in 0..K {
            let entry = get::<V>(digits, j).up(shift);
            put(entries, K + j, bias.plus(entry));
            put(entries, j, bias.minus(entry));
        }
        toeplitz::<V, K, H>(a, entries, [low, high], room.add(LANES * 4 * K));
        finish::<V, K>(f, (low, high), shift, sum, out);
    }
}

/// Converts columns, given as low and high halves times 2^shift, to settled digits; plus `sum`, if there is one.
///
/// SAFETY: the CPU has the features that V needs; K vectors each.
#[inline(always)]
unsafe fn finish<V: Eight, const K: usize>(
    f: &Radix,
    (low, high): (*mut u64, *mut u64),
    shift: u32,
    sum: Option<*const u64>,
    out: *mut u64,
) {
    // SAFETY: the caller's promise
    unsafe {
        // L + 2^52·H is 2^s times the column
        let up = 52 - shift - f.log;
        for c in 0..K {
            put(high, c, get::<V>(high, c).up(up));
        }
        if f.carry_high {
            settle::<V, K, 0>(f, high, high);
        }
        let excess = V::splat(f.excess);
        let mut carried = V::splat(0).minus(get(high, K - 1));
        for c in 0..K {
            let h: V = get(high, c);
            let mut x = get::<V>(low, c).down(shift).minus(h.times(excess)).plus(carried);
            if let Some(sum) = sum {
                x = x.plus(get(sum, c));
            }
            put(low, c, x);
            carried = h;
        }
        settle::<V, K, 1>(f, low, out);
    }
}

/// The canonical form of a block of any digits: digits in [0, r), and r, r − 1, …, r − 1 for p − 1 = r^k, which has no
/// such form.
///
/// SAFETY: the CPU has the features that V needs; K vectors.
#[inline(always)]
pub(super) unsafe fn canonical<V: Eight, const K: usize>(f: &Radix, block: *const u64) -> [V; K] {
    // SAFETY: the caller's promise
    unsafe {
        let mut d = [V::splat(0); K];
        settle::<V, K, 0>(f, block, d.as_mut_ptr().cast());
        let (r, zero) = (V::splat(f.r), V::splat(0));
        let mut carried = zero;
        for d in &mut d {
            (*d, carried) = d.plus(carried).carry(r);
        }
        // r^k = −1: the carry out of the top digit is subtracted at the bottom
        carried = zero.minus(carried);
        for i in 0..K {
            if !carried.any() {
                return d;
            }
            (d[i], carried) = d[i].plus(carried).carry(r);
        }
        // a second carry comes only from 0 − 1 or r^k − 1 + 1, and either is p − 1
        for (i, d) in d.iter_mut().enumerate() {
            *d = d.replaced(carried, V::splat(if i == 0 { f.r } else { f.r - 1 }));
        }
        d
    }
}

/// r^shift times the element, settled; any digits, shift below 2k.
///
/// SAFETY: the CPU has the features that V needs; `d` and `out` are valid for K vectors, and are others.
#[inline(always)]
pub(super) unsafe fn rotate<V: Eight, const K: usize>(f: &Radix, d: *mut u64, shift: usize, out: *mut u64) {
    debug_assert!(shift < 2 * K);
    // SAFETY: the caller's promise; places are below K
    unsafe {
        settle::<V, K, 0>(f, d, d);
        // adds p, whose digits are larger than the digits that are subtracted
        let (first, others) = (V::splat(f.r + 1), V::splat(f.r - 1));
        // digits moved beyond the top come in at the bottom with the opposite sign
        let (turn, minus) = (shift & (K - 1), shift >= K);
        for j in 0..K - turn {
            let base = if j + turn == 0 { first } else { others };
            put(out, j + turn, base.plus(get::<V>(d, j).negated(minus)));
        }
        for j in K - turn..K {
            let base = if j + turn == K { first } else { others };
            put(out, j + turn - K, base.plus(get::<V>(d, j).negated(!minus)));
        }
    }
}
