//! Polynomials over the field of two elements in one word, two words, or an array of words, without memory of their own. Loops over these words have no
//! closures, which are calls where a program is optimized for size.

#![allow(clippy::needless_range_loop, reason = "as the module says")]

use super::ODD;
use crate::kernels::clmul::BitKernel;

/// A polynomial of degree below 64·W.
pub(super) type Bits<const W: usize> = [u64; W];

/// A polynomial of so few coefficients that it is copied.
pub(super) trait Few: Copy {
    const ZERO: Self;
    const ONE: Self;
    /// The number of coefficients without leading zeros.
    fn bit_len(&self) -> usize;
    /// self += x^shift·other, cut to the length of self.
    fn add_shifted(&mut self, other: &Self, shift: usize);
    /// Exchanges both if `longer` is set, without a branch.
    fn exchange(&mut self, other: &mut Self, longer: bool);
}

/// Implements [`Few`] for an integer type.
macro_rules! integer {
    ($($T:ty)*) => { $(
        impl Few for $T {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn bit_len(&self) -> usize {
                (Self::BITS - self.leading_zeros()) as usize
            }
            #[inline(always)]
            fn add_shifted(&mut self, other: &Self, shift: usize) {
                *self ^= other << shift;
            }
            #[inline(always)]
            fn exchange(&mut self, other: &mut Self, longer: bool) {
                let change = (*self ^ *other) & Self::from(longer).wrapping_neg();
                (*self, *other) = (*self ^ change, *other ^ change);
            }
        }
    )* };
}
integer!(u64 u128);

impl<const W: usize> Few for Bits<W> {
    const ZERO: Self = [0; W];
    const ONE: Self = {
        let mut one = [0; W];
        one[0] = 1;
        one
    };
    #[inline(always)]
    fn bit_len(&self) -> usize {
        trimmed_words(self)
    }
    #[inline(always)]
    fn add_shifted(&mut self, other: &Self, shift: usize) {
        let (words, bits) = (shift / 64, shift % 64);
        for i in words..W {
            let below = if i > words { other[i - words - 1] } else { 0 };
            let both = u128::from(other[i - words]) << 64 | u128::from(below);
            self[i] ^= (both << bits >> 64) as u64;
        }
    }
    #[inline(always)]
    fn exchange(&mut self, other: &mut Self, longer: bool) {
        for i in 0..W {
            self[i].exchange(&mut other[i], longer);
        }
    }
}

/// The number of coefficients of these words without leading zeros.
#[inline(always)]
pub(super) fn trimmed_words(words: &[u64]) -> usize {
    let mut len = words.len();
    while len > 0 && words[len - 1] == 0 {
        len -= 1;
    }
    if len == 0 { 0 } else { 64 * len - words[len - 1].leading_zeros() as usize }
}

/// Euclid's algorithm, one coefficient of a quotient at a time, on the first entries of two rows other than 0; the others are combined as these are.
/// Of which of them is longer, a branch is mispredicted half of the time: rows are exchanged without one. Returns the row of the last remainder.
#[inline(always)]
pub(super) fn euclid<T: Few, const K: usize>(mut a: [T; K], mut b: [T; K]) -> [T; K] {
    loop {
        let [long, short] = [a[0].bit_len(), b[0].bit_len()];
        for i in 0..K {
            a[i].exchange(&mut b[i], long < short);
        }
        if long.min(short) == 0 {
            return a;
        }
        let shift = long.abs_diff(short);
        for i in 0..K {
            a[i].add_shifted(&b[i], shift);
        }
    }
}

/// Two polynomials with the same common divisors as a and b: those for which Euclid's algorithm ends, or one followed by 0.
#[inline(always)]
pub(super) fn shortened<T: Few>(mut a: T, mut b: T, ends: impl Fn(&T, &T) -> bool) -> [T; 2] {
    while !ends(&a, &b) {
        if a.bit_len() < b.bit_len() {
            (a, b) = (b, a);
            continue;
        }
        a.add_shifted(&b, a.bit_len() - b.bit_len());
        if a.bit_len() == 0 {
            return [b, a];
        }
    }
    [a, b]
}

/// The greatest common divisor.
#[inline(always)]
pub(super) fn gcd<T: Few>(a: T, b: T) -> T {
    // a constant divides everything
    let [a, b] = shortened(a, b, |_, b| b.bit_len() <= 1);
    if b.bit_len() == 1 { b } else { a }
}

/// a + b.
#[inline(always)]
pub(super) fn sum<const W: usize>(a: &Bits<W>, b: &Bits<W>) -> Bits<W> {
    let mut sum = *a;
    for i in 0..W {
        sum[i] ^= b[i];
    }
    sum
}

/// Coefficients `start` to `start` + 64·W − 1.
#[inline(always)]
pub(super) fn upper<const W: usize>(a: &[u64], start: usize) -> Bits<W> {
    let (words, bits) = (start / 64, start % 64);
    let mut out = [0; W];
    for i in 0..W {
        let low = if words + i < a.len() { a[words + i] } else { 0 };
        let high = if words + i + 1 < a.len() { a[words + i + 1] } else { 0 };
        out[i] = ((u128::from(low) | u128::from(high) << 64) >> bits) as u64;
    }
    out
}

/// The first `len` coefficients in reverse order.
#[inline(always)]
pub(super) fn reversed<const W: usize>(a: &Bits<W>, len: usize) -> Bits<W> {
    let mut all = [0; W];
    for i in 0..W {
        all[i] = a[W - 1 - i].reverse_bits();
    }
    upper(&all, 64 * W - len)
}

/// Clears the coefficients from that of x^len on.
#[inline(always)]
pub(super) fn cut<const W: usize>(a: &mut Bits<W>, len: usize) {
    for (i, word) in a.iter_mut().enumerate() {
        let kept = len.saturating_sub(64 * i);
        if kept < 64 {
            *word &= (1 << kept) - 1;
        }
    }
}

/// The quotient of a by b ≠ 0.
pub(super) fn quotient<const W: usize>(mut a: Bits<W>, b: &Bits<W>) -> Bits<W> {
    let (mut quotient, mut a_len, b_len) = ([0; W], a.bit_len(), b.bit_len());
    while a_len >= b_len {
        let shift = a_len - b_len;
        quotient[shift / 64] |= 1 << (shift % 64);
        a.add_shifted(b, shift);
        a_len = a.bit_len();
    }
    quotient
}

/// The derivative.
pub(super) fn derivative<const W: usize>(a: &Bits<W>) -> Bits<W> {
    let mut out = upper::<W>(a, 1);
    for word in &mut out {
        *word &= !ODD;
    }
    out
}

/// The coefficients of even degree of a word, together.
fn even(word: u64) -> u64 {
    const KEPT: [u64; 5] = [
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    KEPT.iter().enumerate().fold(word & !ODD, |x, (k, kept)| (x | x >> (1 << k)) & kept)
}

/// The square root of a square.
pub(super) fn root<const W: usize>(a: &Bits<W>) -> Bits<W> {
    let half = |i: usize| a.get(i).map_or(0, |&word| even(word));
    std::array::from_fn(|i| half(2 * i) | half(2 * i + 1) << 32)
}

/// Number of coefficients of the reciprocals in a table.
const KNOWN: usize = 8;

/// 1/b modulo x^[`KNOWN`] for each b = 1 + …, by its other coefficients.
const RECIPROCALS: [u8; 1 << (KNOWN - 1)] = {
    let mut all = [0; 1 << (KNOWN - 1)];
    let mut i = 0;
    while i < all.len() {
        let (b, mut rest, mut k) = (2 * i as u8 + 1, 1u8, 0);
        while k < KNOWN {
            if rest >> k & 1 == 1 {
                all[i] |= 1 << k;
                rest ^= b << k;
            }
            k += 1;
        }
        i += 1;
    }
    all
};

/// 1/b modulo x^terms, terms ≤ 64, for b = 1 + …, by Newton's iteration: b·g² is exact to twice as many coefficients as g. The coefficients beyond are
/// any.
#[inline(always)]
pub(super) fn word_reciprocal(kernel: &BitKernel, b: u64, terms: usize) -> u64 {
    let low = |x: u64, y: u64| kernel.word(x, y) as u64;
    let (mut g, mut exact) = (u64::from(RECIPROCALS[(b >> 1) as usize % RECIPROCALS.len()]), KNOWN);
    while exact < terms {
        g = low(b, low(g, g));
        exact *= 2;
    }
    g
}

/// 1/b modulo x^terms, terms ≤ 64·W, for b = 1 + …, a word at a time. The coefficients beyond are any.
#[inline(always)]
pub(super) fn reciprocal<const W: usize>(kernel: &BitKernel, b: &Bits<W>, terms: usize) -> Bits<W> {
    let inverse = word_reciprocal(kernel, b[0], terms.min(64));
    let (mut rest, mut out) = ([0; W], [0; W]);
    rest[0] = 1;
    for i in 0..terms.div_ceil(64) {
        out[i] = if i == 0 { inverse } else { kernel.word(rest[i], inverse) as u64 };
        if 64 * (i + 1) >= terms {
            break;
        }
        for j in 0..W - i {
            let product = kernel.word(out[i], b[j]);
            rest[i + j] ^= product as u64;
            if let Some(next) = rest.get_mut(i + j + 1) {
                *next ^= (product >> 64) as u64;
            }
        }
    }
    out
}
