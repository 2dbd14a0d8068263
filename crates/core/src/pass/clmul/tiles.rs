//! Products of eight words by eight in vectors of eight, and of up to 64 words made of them.
//!
//! A pair of words of one operand is multiplied by four pairs of the other with three instructions (Karatsuba's
//! identity on words); the products are summed by the place of the pair. The shifts to these places come last, once for
//! all products that end in the same column of eight words. Products of two tiles by two use Karatsuba's identity
//! again, in registers.
//!
//! Cost: 12 carry-less instructions a tile, at 2 cycles each on Zen 4 and Zen 5, where the 40 other instructions run in
//! parallel.

use crate::simd::Tiles;

/// Words of a tile's side.
const SIDE: usize = 8;

/// The numbers of the words of pair i, four times.
const fn pair(i: usize) -> [u64; 8] {
    let i = 2 * i as u64;
    [i, i + 1, i, i + 1, i, i + 1, i, i + 1]
}

/// The numbers of eight words of two vectors, from this one on.
const fn from(first: usize) -> [u64; 8] {
    let mut index = [0; 8];
    let mut i = 0;
    while i < 8 {
        index[i] = (first + i) as u64;
        i += 1;
    }
    index
}

/// v shifted up by this many words, in two vectors.
#[inline(always)]
fn up<S: Tiles>(s: S, v: S::U, words: usize) -> [S::U; 2] {
    let index = const { [from(0), from(7), from(6), from(5), from(4), from(3), from(2), from(1)] }[words];
    [s.permute(s.zero(), v, index), s.permute(v, s.zero(), index)]
}

/// Sums of products of tiles: for each pair i of the left operand the low words by the low, the high by the high, and
/// the sums by the sums.
#[derive(Clone, Copy)]
struct Sums<S: Tiles> {
    low: [S::U; 4],
    high: [S::U; 4],
    both: [S::U; 4],
}

impl<S: Tiles> Sums<S> {
    #[inline(always)]
    fn of(s: S, a: S::U, b: S::U) -> Self {
        let (a_sums, b_sums) = (s.xor(a, s.swap(a)), s.xor(b, s.swap(b)));
        let mut sums = Sums { low: [a; 4], high: [a; 4], both: [a; 4] };
        for i in 0..4 {
            let x = s.permute(a, a, const { [pair(0), pair(1), pair(2), pair(3)] }[i]);
            let y = s.permute(a_sums, a_sums, const { [pair(0), pair(1), pair(2), pair(3)] }[i]);
            sums.low[i] = s.low_by_low(x, b);
            sums.high[i] = s.high_by_high(x, b);
            sums.both[i] = s.low_by_low(y, b_sums);
        }
        sums
    }

    #[inline(always)]
    fn add(&mut self, s: S, a: S::U, b: S::U) {
        let more = Self::of(s, a, b);
        for i in 0..4 {
            self.low[i] = s.xor(self.low[i], more.low[i]);
            self.high[i] = s.xor(self.high[i], more.high[i]);
            self.both[i] = s.xor(self.both[i], more.both[i]);
        }
    }

    /// The sum of all products at their places: 16 words.
    #[inline(always)]
    fn placed(self, s: S) -> [S::U; 2] {
        let Sums { low, high, both } = self;
        let (mut evens, mut odds) = ([low[0], high[3]], up(s, s.xor_3(low[0], high[0], both[0]), 1));
        for i in 1..4 {
            let even = up(s, s.xor(low[i], high[i - 1]), 2 * i);
            let odd = up(s, s.xor_3(low[i], high[i], both[i]), 2 * i + 1);
            evens = [s.xor(evens[0], even[0]), s.xor(evens[1], even[1])];
            odds = [s.xor(odds[0], odd[0]), s.xor(odds[1], odd[1])];
        }
        [s.xor(evens[0], odds[0]), s.xor(evens[1], odds[1])]
    }
}

#[inline(always)]
fn tile<S: Tiles>(s: S, a: S::U, b: S::U) -> [S::U; 2] {
    Sums::of(s, a, b).placed(s)
}

/// The product of four words by four, the lower halves of both vectors: the four products of pairs at once, by the
/// definition.
#[inline(always)]
fn quarter<S: Tiles>(s: S, a: S::U, b: S::U) -> S::U {
    // pairs (0, 0), (1, 0), (0, 1) and (1, 1)
    let x = s.permute(a, a, [0, 1, 2, 3, 0, 1, 2, 3]);
    let y = s.permute(b, b, [0, 1, 0, 1, 2, 3, 2, 3]);
    let (low, high) = (s.low_by_low(x, y), s.high_by_high(x, y));
    let odd = s.xor(s.high_by_low(x, y), s.low_by_high(x, y));
    // products at even words: the low ones at 0, 2, 2, 4, the high ones at 2, 4, 4, 6
    let ends = s.permute(low, high, [0, 1, 2, 3, 10, 11, 14, 15]);
    // without the ends, which are those of zeros
    let inner = s.permute(s.permute(low, high, [0, 0, 4, 5, 12, 13, 0, 0]), s.zero(), [8, 8, 2, 3, 4, 5, 8, 8]);
    let crossed = s.permute(s.permute(high, low, [0, 0, 0, 1, 14, 15, 0, 0]), s.zero(), [8, 8, 2, 3, 4, 5, 8, 8]);
    // products at odd words: 1, 3, 3, 5
    let outer = s.permute(odd, s.zero(), [8, 0, 1, 2, 3, 6, 7, 8]);
    let middle = s.permute(odd, s.zero(), [8, 8, 8, 4, 5, 8, 8, 8]);
    s.xor_3(s.xor_3(ends, inner, crossed), outer, middle)
}

/// Words 8i … 8i + 7, zeros beyond the end.
#[inline(always)]
fn load<S: Tiles>(s: S, from: &[u64], i: usize) -> S::U {
    s.load_padded(&from[SIDE * i..])
}

/// Stores v to words 8i … 8i + 7, cut at the end of `to`.
#[inline(always)]
fn store<S: Tiles>(s: S, to: &mut [u64], i: usize, v: S::U) {
    if let Some(words) = to.get_mut(SIDE * i..) {
        s.store_cut(words, v);
    }
}

/// out = a·b, cut to the length of `out`; `a` is not empty and not longer than `b`.
#[inline(always)]
pub(super) fn product<S: Tiles>(s: S, out: &mut [u64], a: &[u64], b: &[u64]) {
    debug_assert!(!a.is_empty() && a.len() <= b.len() && out.len() <= a.len() + b.len());
    let (rows, columns) = (a.len().div_ceil(SIDE), b.len().div_ceil(SIDE));
    if b.len() <= SIDE / 2 {
        return store(s, out, 0, quarter(s, load(s, a, 0), load(s, b, 0)));
    }
    if columns == 1 {
        let [low, high] = tile(s, load(s, a, 0), load(s, b, 0));
        store(s, out, 0, low);
        return store(s, out, 1, high);
    }
    if rows == 2 && columns == 2 {
        let product = two_by_two(s, [load(s, a, 0), load(s, a, 1)], [load(s, b, 0), load(s, b, 1)]);
        for i in 0..4 {
            store(s, out, i, product[i]);
        }
        return;
    }
    let mut carry = s.zero();
    for column in 0..(rows + columns - 1).min(out.len().div_ceil(SIDE)) {
        let first = (column + 1).saturating_sub(columns);
        let mut sums = Sums::of(s, load(s, a, first), load(s, b, column - first));
        for row in first + 1..rows.min(column + 1) {
            sums.add(s, load(s, a, row), load(s, b, column - row));
        }
        let [low, high] = sums.placed(s);
        store(s, out, column, s.xor(low, carry));
        carry = high;
    }
    store(s, out, rows + columns - 1, carry);
}

/// The product of sixteen words by sixteen.
#[inline(always)]
fn two_by_two<S: Tiles>(s: S, a: [S::U; 2], b: [S::U; 2]) -> [S::U; 4] {
    let (low, high) = (tile(s, a[0], b[0]), tile(s, a[1], b[1]));
    let both = tile(s, s.xor(a[0], a[1]), s.xor(b[0], b[1]));
    let inner = s.xor(low[1], high[0]);
    [low[0], s.xor_3(inner, low[0], both[0]), s.xor_3(inner, high[1], both[1]), high[1]]
}
