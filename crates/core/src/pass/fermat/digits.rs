//! Digits of eight elements at once: their ranges, carries and canonical forms.
//!
//! With r = 2^W + c a division by r is a shift: d = 2^W·q + m has the remainder m − c·q and the carry q. Digits are *settled*
//! when they lie in [0, 3·2^(W−1) + 2^32); products take settled digits and leave settled ones, with no carry running further
//! than to the next digit. The ranges are proved in docs/notes/005-fermat-digits.md.

use super::LANES;
use crate::simd::Eight;
use crate::simd::inlined::{Flat, formulas};
use std::cell::Cell;

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

    /// A copy for the loops of one function: behind the caller's reference, constants would be loaded and made again after each store of digits.
    #[inline(always)]
    pub fn copied(&self) -> Self {
        *self
    }

    /// 2^(W−1).
    #[inline(always)]
    fn half(&self) -> i64 {
        1 << (self.log - 1)
    }

    /// Largest number of times that a product can be halved: operands grow by a bit each time.
    pub fn most_levels(&self) -> usize {
        51 - self.log as usize
    }
}

/// One digit of each of eight elements.
pub(super) type Digit = [u64; LANES];

/// Digits that are read and written in any order, through several references.
pub(super) type Cells = [Cell<Digit>];

/// Digits that can be read.
pub(super) trait Digits {
    /// Digit i.
    fn digit(&self, i: usize) -> Digit;
    /// This many digits from the first on.
    fn run(&self, first: usize, count: usize) -> &Self;
}

impl Digits for [Digit] {
    formulas! {
        fn digit(&self, i: usize) -> Digit = self[i];
        fn run(&self, first: usize, count: usize) -> &Self = &self[first..][..count];
    }
}

impl Digits for Cells {
    formulas! {
        fn digit(&self, i: usize) -> Digit = self[i].get();
        fn run(&self, first: usize, count: usize) -> &Self = &self[first..][..count];
    }
}

/// Digit i.
#[inline(always)]
pub(super) fn get<S: Eight>(s: S, x: &(impl Digits + ?Sized), i: usize) -> S::U {
    s.load(&x.digit(i))
}

/// Digit i = v.
#[inline(always)]
pub(super) fn put<S: Eight>(s: S, x: &Cells, i: usize, v: S::U) {
    write(s, &x[i], v);
}

/// x = v.
#[inline(always)]
pub(super) fn write<S: Eight>(s: S, x: &Cell<Digit>, v: S::U) {
    let mut row = [0; LANES];
    s.store(&mut row, v);
    x.set(row);
}

/// The digits of whole blocks.
#[inline(always)]
pub(super) fn blocks<const K: usize>(x: &[u64]) -> &[[Digit; K]] {
    x.as_chunks().0.as_chunks().0
}

/// The digits of whole blocks, to be written.
#[inline(always)]
pub(super) fn cells<const K: usize>(x: &mut [u64]) -> &[[Cell<Digit>; K]] {
    Cell::from_mut(x.as_chunks_mut().0).as_slice_of_cells().as_chunks().0
}

/// A signed number in every lane.
#[inline(always)]
pub(super) fn signed<S: Eight>(s: S, x: i64) -> S::U {
    s.set(x as u64)
}

/// v, or −v if `minus`.
#[inline(always)]
pub(super) fn negated<S: Eight>(s: S, v: S::U, minus: bool) -> S::U {
    // the condition is the same in all lanes, and is made outside of loops
    s.negate_where(s.less(s.zero(), s.set(u64::from(minus))), v)
}

/// Converts any digits to digits in ±(2^(W−1) + 2^31), plus `MULTIPLE` times the digits of p; `out` may be the digits themselves.
#[inline(always)]
pub(super) fn settle<S: Eight, const K: usize, const MULTIPLE: i64>(
    s: S,
    f: &Radix,
    d: &(impl Digits + ?Sized),
    out: &Cells,
) {
    let digit = MULTIPLE * f.r - f.half();
    let (first, others) = (signed(s, digit + MULTIPLE), signed(s, digit - MULTIPLE));
    settled::<S, K>(
        s,
        f,
        d,
        #[inline(always)]
        |i, x| put(s, out, i, s.add(x, if i == 0 { first } else { others })),
    );
}

/// Converts any digits to digits in 2^(W−1) ± (2^(W−1) + 2^31), which are given to `to`, with their numbers: 2^(W−1) is to be subtracted.
#[inline(always)]
fn settled<S: Eight, const K: usize>(s: S, f: &Radix, d: &(impl Digits + ?Sized), to: impl Fn(usize, S::U)) {
    let half = signed(s, f.half());
    let (mask, minus_excess) = (signed(s, (1 << f.log) - 1), signed(s, -f.excess));
    let mut carried = s.sub(s.zero(), s.shr_signed(s.add(get(s, d, K - 1), half), f.log));
    for i in 0..K {
        let x = s.add(get(s, d, i), half);
        let q = s.shr_signed(x, f.log);
        to(i, s.add(s.add(s.and(x, mask), s.mul_signed_halves(q, minus_excess)), carried));
        carried = q;
    }
}

/// A digit in [0, r) and a carry of −1, 0 or 1, for x in [−r, 2r).
#[inline(always)]
fn carry<S: Eight>(s: S, x: S::U, r: S::U) -> (S::U, S::U) {
    let (within, negative) = (s.less(x, r), s.less(s.set(i64::MAX as u64), x));
    let digit = s.select(within, x, s.select(negative, s.add(x, r), s.sub(x, r)));
    (digit, s.select(within, s.zero(), s.select(negative, signed(s, -1), s.set(1))))
}

/// The canonical form of a block of any digits: digits in [0, r), and r, r − 1, …, r − 1 for p − 1 = r^k, which has no
/// such form.
#[inline(always)]
pub(super) fn canonical<S: Eight, const K: usize>(s: S, f: &Radix, block: &[Digit; K], d: &Cells) {
    settle::<S, K, 0>(s, f, block.as_slice(), d);
    let r = signed(s, f.r);
    let mut carried = s.zero();
    for i in 0..K {
        let (digit, next) = carry(s, s.add(get(s, d, i), carried), r);
        put(s, d, i, digit);
        carried = next;
    }
    // r^k = −1: the carry out of the top digit is subtracted at the bottom
    carried = s.sub(s.zero(), carried);
    for i in 0..K {
        if s.bits(s.equal(carried, s.zero())) == (1 << LANES) - 1 {
            return;
        }
        let (digit, next) = carry(s, s.add(get(s, d, i), carried), r);
        put(s, d, i, digit);
        carried = next;
    }
    // a second carry comes only from 0 − 1 or r^k − 1 + 1, and either is p − 1
    let none = s.equal(carried, s.zero());
    for i in 0..K {
        put(s, d, i, s.select(none, get(s, d, i), signed(s, if i == 0 { f.r } else { f.r - 1 })));
    }
}

/// What becomes of digits by where they are moved to: at each of the places 0 to 3K − 1, which are those of a digit below K that is moved by up to
/// 2K − 1, the word that is added, and 1 where the sign changes before.
pub(super) type Turns<const K: usize> = [[[u64; K]; 3]; 2];

/// The turns of digits that [`settled`] gives: digits of p, which are larger than the digits that are subtracted, are added.
#[inline(always)]
pub(super) fn turns<const K: usize>(f: &Radix) -> Turns<K> {
    let (mut plain, mut turned) = ([(f.r - 1 - f.half()) as u64; K], [(f.r - 1 + f.half()) as u64; K]);
    (plain[0], turned[0]) = (plain[0] + 2, turned[0] + 2);
    // digits moved beyond the top come in at the bottom with the opposite sign
    [[plain, turned, plain], [[0; K], [1; K], [0; K]]]
}

/// r^shift times the element, settled; any digits in other memory, shift below 2k.
#[inline(always)]
pub(super) fn rotate<S: Eight, const K: usize>(
    s: S,
    f: &Radix,
    turns: &Turns<K>,
    d: &(impl Digits + ?Sized),
    shift: usize,
    out: &Cells,
) {
    let (added, minus) = (&turns[0].flat()[shift..][..K], &turns[1].flat()[shift..][..K]);
    settled::<S, K>(
        s,
        f,
        d,
        #[inline(always)]
        |j, x| {
            let turned = s.negate_where(s.less(s.zero(), s.set(minus[j])), x);
            put(s, out, (j + shift) & (K - 1), s.add(turned, s.set(added[j])));
        },
    );
}
