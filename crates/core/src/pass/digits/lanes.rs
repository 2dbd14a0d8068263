//! Products of vectors of integers of few digits: coefficients of the product in the lanes of vectors.
//!
//! Digits are those of two's complement: with X = x + 2^(52D)·[x < 0] for integers of D digits, x·y is X·Y less 2^(52D)·([x < 0]·Y + [y < 0]·X) modulo
//! 2^(104D).

use super::{BITS, MASK, Operand, digit, sign_of};
use crate::{
    bits::ceil_log2,
    registry,
    simd::{Row, Simd},
};

/// Most digits: twice as many columns are in registers.
pub(super) const MOST: usize = 14;
/// Zeros on either side of the digits of the longer operand: at least the lanes of a vector.
const AROUND: usize = 8;
/// Largest number of products in a sum, for integers of D digits. A product adds at most 2D numbers of 52 bits to a column and subtracts at most two.
const fn most_terms(digits: usize) -> usize {
    (1 << 11) / (2 * digits + 2) - 1
}
const _: () = {
    let mut d = 1;
    while d <= MOST {
        assert!((most_terms(d) as u64 * (2 * d as u64 + 2) * MASK + (1 << 11)) >> 63 == 0);
        d += 1;
    }
};

/// Number D of digits for sums of `terms` products of integers below 2^`bits[0]` and 2^`bits[1]` in magnitude; `None` where the integers are too long
/// or the products too many.
pub(super) fn digits(terms: usize, bits: [u32; 2]) -> Option<usize> {
    if terms > most_terms(1) {
        return None;
    }
    let sums = bits[0].saturating_add(bits[1]).saturating_add(ceil_log2(terms) + 1);
    // of each number, the signs being apart, and of half of the largest sum with its sign
    let digits = bits[0].max(bits[1]).max(sums.div_ceil(2)).div_ceil(BITS) as usize;
    (digits <= MOST && terms <= most_terms(digits)).then_some(digits)
}

registry::loops! {
    /// The loops for integers of D digits, with K sums of each column.
    #[derive(Clone, Copy)]
    pub(super) struct Loops[S: Simd, const D: usize, const K: usize] {
        pub multiply(out: &mut [u64], product: &Product<'_>) = in_lanes::<S, D, K>;
        /// The columns of the sum of products of integers of the lists, given the first ones and their number.
        pub dot(lists: &Lists, part: [usize; 3], columns: &mut [u64; 2 * MOST]) = dot::<S, D, K>;
    }
}

/// The loops for 1, 2, … digits, with these numbers of sums of each column.
#[cfg_attr(
    any(not(target_arch = "x86_64"), polymod_avx2),
    allow(unused_macros, reason = "the list of kernels is empty")
)]
macro_rules! loops {
    ($s:ty; $($d:literal: $k:literal),+) => { const { &[$($crate::pass::digits::lanes::of_digits::<$s, $d, $k>()),+] } };
}
pub(super) use loops;

pub(super) const fn of_digits<S: Simd, const D: usize, const K: usize>() -> Loops {
    Loops::of::<S, D, K>()
}

/// A product of which the coefficients from `start` on are wanted, `width` words each.
pub(super) struct Product<'a> {
    /// The digits of each coefficient of the shorter operand, and its sign.
    short: &'a [u64],
    /// Each digit of all coefficients of the longer operand, and their signs, with zeros around them.
    long: &'a [u64],
    len: [usize; 2],
    start: usize,
    width: usize,
}

impl<'a> Product<'a> {
    /// Number of words for operands of these lengths.
    pub fn room([a, b]: [usize; 2], digits: usize) -> usize {
        (digits + 1) * (a + b + 2 * AROUND)
    }

    /// The digits of both operands, the shorter one first.
    pub fn new([a, b]: [Operand<'_>; 2], digits: usize, [start, width]: [usize; 2], room: &'a mut [u64]) -> Self {
        let len = [a.len(), b.len()];
        let (short, rest) = room.split_at_mut((digits + 1) * len[0]);
        for (out, x) in short.chunks_exact_mut(digits + 1).zip(a.words.chunks_exact(a.width)) {
            let sign = sign_of(x);
            split(x, sign, |d, digit| out[d] = digit, digits);
            out[digits] = sign;
        }
        let stride = len[1] + 2 * AROUND;
        let long = &mut rest[..(digits + 1) * stride];
        for row in long.chunks_exact_mut(stride) {
            row[..AROUND].fill(0);
            row[stride - AROUND..].fill(0);
        }
        for (i, x) in b.words.chunks_exact(b.width).enumerate() {
            let (sign, at) = (sign_of(x), AROUND + i);
            split(x, sign, |d, digit| long[d * stride + at] = digit, digits);
            long[digits * stride + at] = sign;
        }
        Product { short, long, len, start, width }
    }
}

/// The digits of x in two's complement.
#[inline(always)]
fn split(x: &[u64], sign: u64, mut put: impl FnMut(usize, u64), digits: usize) {
    for d in 0..digits {
        put(d, digit(x, BITS as usize * d, 0, sign));
    }
}

/// Products of integers of D digits, with K sums of each column.
#[inline(always)]
fn in_lanes<S: Simd, const D: usize, const K: usize>(s: S, out: &mut [u64], product: &Product<'_>) {
    let (mut first, width) = (product.start, product.width);
    for out in out.chunks_mut(S::LANES * width) {
        write::<_, D>(s, sums::<_, D, K>(s, product, first), out, width);
        first += S::LANES;
    }
}

/// The columns of a vector of coefficients.
type Sums<S> = [<S as Simd>::U; 2 * MOST];

/// The columns of the coefficients from `first` on.
#[inline(always)]
fn sums<S: Simd, const D: usize, const K: usize>(s: S, product: &Product<'_>, first: usize) -> Sums<S> {
    const { assert!(D <= MOST && AROUND >= S::LANES) };
    let &Product { short, long, len: [m, n], .. } = product;
    let stride = n + 2 * AROUND;
    let mut sums = [[s.zero(); 2 * MOST]; K];
    let (from, to) = ((first + 1).saturating_sub(n), m.min(first + S::LANES));
    let mut at = AROUND + first - from;
    for x in short[from * (D + 1)..to * (D + 1)].chunks_exact(D + 1) {
        let near = &long[at..][..D * stride + S::LANES];
        let (mut digits, mut y) = ([s.zero(); MOST], [s.zero(); MOST]);
        for d in 0..D {
            digits[d] = s.set(x[d]);
            y[d] = s.load(S::row(&near[d * stride..]));
        }
        let signs = [s.set(x[D]), s.load(S::row(&near[D * stride..]))];
        add_product::<_, D, K>(s, &mut sums, [&digits, &y], signs);
        at -= 1;
    }
    total::<_, D, K>(s, sums)
}

/// Adds x·y, given by their digits and signs, to the columns.
#[inline(always)]
fn add_product<S: Simd, const D: usize, const K: usize>(
    s: S,
    sums: &mut [Sums<S>; K],
    [x, y]: [&[S::U; MOST]; 2],
    [x_sign, y_sign]: [S::U; 2],
) {
    for e in 0..D {
        // halves and neighbouring digits apart, as far as there are sums
        let k = e % (K / 2).max(1) * 2 % K;
        for d in 0..D {
            sums[k][d + e] = s.add_low52(sums[k][d + e], x[e], y[d]);
            sums[(k + 1) % K][d + e + 1] = s.add_high52(sums[(k + 1) % K][d + e + 1], x[e], y[d]);
        }
    }
    for d in 0..D {
        let excess = s.add(s.and(y_sign, x[d]), s.and(x_sign, y[d]));
        sums[d % K][D + d] = s.sub(sums[d % K][D + d], excess);
    }
}

/// The sums of the columns.
#[inline(always)]
fn total<S: Simd, const D: usize, const K: usize>(s: S, sums: [Sums<S>; K]) -> Sums<S> {
    let mut all = sums[0];
    for k in 1..K {
        for c in 0..2 * D {
            all[c] = s.add(all[c], sums[k][c]);
        }
    }
    all
}

/// Two lists of integers of few digits, of which one grows: each digit of all integers, and their signs, with zeros beyond.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    pub digits: usize,
    /// The list that grows, and the other one.
    words: [Vec<u64>; 2],
    strides: [usize; 2],
}

impl Lists {
    /// Room for `most` integers of this number of digits, and the integers of a vector.
    pub fn new(digits: usize, most: usize, other: Operand<'_>) -> Self {
        let strides = [most, other.len()].map(|len| len + AROUND);
        let mut lists = Lists { digits, words: strides.map(|stride| vec![0; stride * (digits + 1)]), strides };
        for (i, x) in other.words.chunks_exact(other.width).enumerate() {
            lists.put(1, i, x);
        }
        lists
    }

    /// Writes integer i of the list that grows.
    pub fn set(&mut self, i: usize, x: &[u64]) {
        self.put(0, i, x);
    }

    fn put(&mut self, list: usize, i: usize, x: &[u64]) {
        let (sign, stride, words) = (sign_of(x), self.strides[list], &mut self.words[list]);
        assert!(i + AROUND < stride, "a place in the list");
        split(x, sign, |d, digit| words[d * stride + i] = digit, self.digits);
        words[self.digits * stride + i] = sign;
    }
}

/// Sums of products of integers of D digits.
#[inline(always)]
fn dot<S: Simd, const D: usize, const K: usize>(
    s: S,
    lists: &Lists,
    [i, j, len]: [usize; 3],
    out: &mut [u64; 2 * MOST],
) {
    const { assert!(D <= MOST && AROUND >= S::LANES) };
    let mut sums = [[s.zero(); 2 * MOST]; K];
    let mut t = 0;
    while t < len {
        // integers beyond the lists are 0
        let (mut x, mut y) = ([s.zero(); MOST], [s.zero(); MOST]);
        for d in 0..D {
            x[d] = s.load(S::row(&lists.words[0][d * lists.strides[0] + i + t..]));
            y[d] = s.load(S::row(&lists.words[1][d * lists.strides[1] + j + t..]));
        }
        let sign = |list: usize, at: usize| s.load(S::row(&lists.words[list][D * lists.strides[list] + at + t..]));
        add_product::<_, D, K>(s, &mut sums, [&x, &y], [sign(0, i), sign(1, j)]);
        t += S::LANES;
    }
    let all = total::<_, D, K>(s, sums);
    for c in 0..2 * D {
        let mut row = S::Row::ZERO;
        s.store(&mut row, all[c]);
        out[c] = 0;
        for &sum in row.as_ref() {
            out[c] = out[c].wrapping_add(sum);
        }
    }
}

/// Carries the columns, and writes the coefficients that have a place.
#[inline(always)]
fn write<S: Simd, const D: usize>(s: S, sums: Sums<S>, out: &mut [u64], width: usize) {
    let mask = s.set(MASK);
    let mut digits = [S::Row::ZERO; 2 * MOST + 4];
    let mut carry = s.zero();
    let mut top = s.zero();
    for c in 0..2 * D {
        let sum = s.add(sums[c], carry);
        top = s.and(sum, mask);
        s.store(&mut digits[c], top);
        carry = s.shr_signed(sum, BITS);
    }
    // the number is one modulo 2^(104D)
    let above = s.and(s.shr_signed(s.shl(top, 64 - BITS), 63), mask);
    for digit in &mut digits[2 * D..] {
        s.store(digit, above);
    }
    let limb = |l: usize| {
        let (at, shift) = (64 * l / BITS as usize, (64 * l) as u32 % BITS);
        let digits = &digits[at..at + 3];
        let [x, y, z] = [s.load(&digits[0]), s.load(&digits[1]), s.load(&digits[2])];
        let both = s.or(s.shr(x, shift), s.shl(y, BITS - shift));
        if 2 * BITS - shift < 64 { s.or(both, s.shl(z, 2 * BITS - shift)) } else { both }
    };
    let mut first = 0;
    while first < width {
        let part = (width - first).min(8);
        let mut rows = [s.zero(); 8];
        for l in 0..8 {
            if l < part {
                rows[l] = limb(first + l);
            }
        }
        if S::LANES == 8 {
            s.untranspose(&mut rows);
            for j in 0..8 {
                if let Some(row) = out.get_mut(j * width..(j + 1) * width) {
                    s.store_cut(&mut row[first..first + part], rows[j]);
                }
            }
        } else {
            for l in 0..part {
                let mut row = S::Row::ZERO;
                s.store(&mut row, rows[l]);
                for (j, &word) in row.as_ref()[..out.len() / width].iter().enumerate() {
                    out[j * width + first + l] = word;
                }
            }
        }
        first += 8;
    }
}
