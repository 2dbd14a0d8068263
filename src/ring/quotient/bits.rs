//! Elements over F_2 as words: carry-less products, and remainders modulo F by shifts and additions where F has few terms, else by two products
//! (Barrett 1986, without carries).
//!
//! Source of the shifts: Hankerson, Menezes, Vanstone 2004, "Guide to Elliptic Curve Cryptography", section 2.3.5.

use super::{Base, Quotient, cells::Cells, reduce::Reduction};
use crate::{
    costs::CostModel,
    kernels::clmul::{BitKernel, Merge},
    ring::Coeffs,
};

/// Most words of an element: up to the 571 bits of curves.
pub(super) const MOST: usize = 9;

/// Most terms of F below its leading one that are shifted one by one: those of a pentanomial, and one more.
const TERMS: usize = 5;
/// Least distance of the two highest terms of F: a word of a product is then reduced by at most four rounds of shifts.
const GAP: usize = 16;
/// Most bits of elements that are reduced by shifts whatever F is.
const SHORT: usize = 16;

/// A term t^e of F below the leading one, t^k.
struct Term {
    /// By how many words and bits 64-bit words move when t^k is replaced by t^e: down by `back` ≥ 1 words, then up by fewer than 64 bits.
    back: usize,
    up: usize,
    /// The word and the bit of t^e.
    at: usize,
    bit: usize,
}

/// Remainders by shifts modulo F = t^k + Σ t^e.
pub struct Shifts {
    k: usize,
    terms: Vec<Term>,
}

/// words += x·t^(64·at + bit) for bit < 64, as far as the words reach: nothing else is lost.
#[inline(always)]
fn add_at(words: &mut [u64], at: usize, bit: usize, x: u64) {
    words[at] ^= x << bit;
    if let Some(next) = words.get_mut(at + 1) {
        *next ^= x >> 1 >> (63 - bit);
    }
}

/// The 64 bits from place `at` on, zeros beyond the end.
#[inline(always)]
fn bits_at(words: &[u64], at: usize) -> u64 {
    let (i, bit) = (at / 64, at % 64);
    let low = words.get(i).map_or(0, |x| x >> bit);
    low | words.get(i + 1).map_or(0, |x| x << 1 << (63 - bit))
}

/// Number of bits without leading zeros.
fn bit_len(words: &[u64]) -> usize {
    words.iter().rposition(|&x| x != 0).map_or(0, |i| 64 * i + 64 - words[i].leading_zeros() as usize)
}

impl Shifts {
    /// For F of degree k with these bits, if it has few terms.
    pub fn new(k: usize, modulus: &[u64]) -> Option<Self> {
        let lower: Vec<usize> = (0..k).filter(|&e| modulus[e / 64] >> (e % 64) & 1 == 1).collect();
        let few = lower.len() <= TERMS && lower.last().is_none_or(|e| k - e >= GAP);
        if !few && k > SHORT {
            return None;
        }
        let term = |e: usize| {
            let back = (k - e).div_ceil(64);
            Term { back, up: 64 * back - (k - e), at: e / 64, bit: e % 64 }
        };
        Some(Shifts { k, terms: lower.into_iter().map(term).collect() })
    }

    /// Replaces a polynomial by its remainder.
    #[inline]
    pub fn reduce(&self, words: &mut [u64]) {
        let (first, rest) = (self.k / 64, self.k % 64);
        for i in (first + 1..words.len()).rev() {
            // once, unless the highest terms of F are close: then bits fall into the same word again, each round at lower places
            while words[i] != 0 {
                let x = std::mem::take(&mut words[i]);
                self.terms.iter().for_each(|term| add_at(words, i - term.back, term.up, x));
            }
        }
        while let Some(word) = words.get_mut(first).filter(|word| **word >> rest != 0) {
            let x = *word >> rest;
            *word ^= x << rest;
            self.terms.iter().for_each(|term| add_at(words, term.at, term.bit, x));
        }
    }
}

/// How products are reduced.
#[derive(Clone, Copy)]
enum Remainder<'a> {
    Shifts(&'a Shifts),
    /// By ⌊t^(2k − 2)/F⌋, and F without its leading term.
    Inverse([&'a [u64]; 2]),
}

/// The arithmetic of elements as words.
#[derive(Clone, Copy)]
pub(super) struct BitWords<'a> {
    kernel: &'static BitKernel,
    k: usize,
    /// Words of an element.
    width: usize,
    /// The bits of F.
    modulus: &'a [u64],
    by: Remainder<'a>,
}

impl<B: Base> Quotient<B> {
    /// The arithmetic on words, where the base ring is F_2 and they are few.
    #[inline]
    pub(super) fn bit_words(&self) -> Option<BitWords<'_>> {
        let kernel = self.0.bits?;
        let by = match &self.0.reduction {
            Reduction::Shifts(shifts) => Remainder::Shifts(shifts),
            Reduction::Inverse(parts) => Remainder::Inverse(parts.each_ref().map(Coeffs::words)),
            Reduction::Rows(_) => return None,
        };
        let few = self.width() <= MOST;
        few.then(|| BitWords { kernel, k: self.degree(), width: self.width(), modulus: self.modulus().words, by })
    }
}

impl BitWords<'_> {
    /// The number of words of an element.
    #[inline]
    pub fn width(self) -> usize {
        self.width
    }

    /// Writes a·b, not reduced, for elements of as many words as are half of `out`.
    #[inline]
    pub fn multiply(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        if std::ptr::eq(a, b) {
            self.kernel.square(out, a);
        } else {
            self.kernel.multiply_few(out, a, b);
        }
    }

    /// Replaces 2k − 1 bits, in twice the words of an element, by their remainder.
    #[inline]
    pub fn reduce(self, wide: &mut [u64]) {
        match self.by {
            Remainder::Shifts(shifts) => shifts.reduce(wide),
            Remainder::Inverse([inverse, lower]) => {
                // the quotient is the upper half of h·inverse, h of k − 1 bits
                let (mut h, mut q, mut product) = ([0; MOST], [0; MOST], [0; 2 * MOST]);
                let (h, q, product) = (&mut h[..self.width], &mut q[..self.width], &mut product[..2 * self.width]);
                let upper = |out: &mut [u64], from: &[u64], at: usize| {
                    out.iter_mut().enumerate().for_each(|(i, out)| *out = bits_at(from, at + 64 * i));
                };
                upper(h, wide, self.k);
                self.times(product, h, inverse);
                upper(q, product, self.k - 2);
                self.times(product, q, lower);
                wide.iter_mut().zip(&*product).for_each(|(x, y)| *x ^= y);
                wide[self.width..].fill(0);
                if !self.k.is_multiple_of(64) {
                    wide[self.width - 1] &= u64::MAX >> (64 - self.k % 64);
                }
            }
        }
    }

    /// out = a·b for an operand that may have fewer words than an element.
    fn times(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let (made, rest) = out.split_at_mut(a.len() + b.len());
        self.kernel.multiply_few(made, b, a);
        rest.fill(0);
    }

    /// Writes the remainder of the run of `len` ≤ 2k − 1 bits that begins at bit `at`.
    pub fn reduce_run(self, out: &mut [u64], from: &[u64], at: usize, len: usize) {
        let mut wide = [0; 2 * MOST];
        let wide = &mut wide[..2 * self.width];
        self.kernel.merge(wide, 0, from, at, len, Merge::Copy);
        self.reduce(wide);
        out.copy_from_slice(&wide[..self.width]);
    }

    /// Copies an element to the bits from `at` on, which are 0 or those of the place of another element.
    #[inline]
    pub fn place(self, out: &mut [u64], at: usize, x: &[u64]) {
        self.kernel.merge(out, at, x, 0, self.k, Merge::Copy);
    }

    /// Writes 1/a, and returns whether there is one: Euclid's algorithm with F on 128 leading coefficients at a time (Lehmer 1938).
    pub fn invert(self, out: &mut [u64], a: &[u64]) -> bool {
        const WORDS: usize = MOST + 1;
        let ([mut u, mut v], [mut s, mut t]) = ([[0; WORDS]; 2], [[0; WORDS]; 2]);
        let n = self.width + 1;
        // s·a = u and t·a = v modulo F
        u[..self.modulus.len()].copy_from_slice(self.modulus);
        v[..a.len()].copy_from_slice(a);
        t[0] = 1;
        loop {
            let (mut len, below) = (bit_len(&u[..n]), bit_len(&v[..n]));
            if below == 0 {
                out.copy_from_slice(&s[..self.width]);
                return len == 1;
            }
            let leading = |x: &[u64; WORDS]| match len.checked_sub(128) {
                Some(at) => u128::from(bits_at(x, at + 64)) << 64 | u128::from(bits_at(x, at)),
                None => (u128::from(x[1]) << 64 | u128::from(x[0])) << (128 - len),
            };
            let found = self.kernel.leading(leading(&u), leading(&v), 63.min(len as u32 - 1), None);
            if found.degrees > 0 {
                self.kernel.combine(&mut u[..n], &mut v[..n], &found.matrix);
                self.kernel.combine(&mut s[..n], &mut t[..n], &found.matrix);
                continue;
            }
            // a quotient of high degree
            while len >= below {
                for (x, y) in [(&mut u, &v), (&mut s, &t)] {
                    let shift = len - below;
                    (0..n - shift / 64).for_each(|i| add_at(&mut x[..n], i + shift / 64, shift % 64, y[i]));
                }
                len = bit_len(&u[..n]);
            }
            std::mem::swap(&mut u, &mut v);
            std::mem::swap(&mut s, &mut t);
        }
    }

    /// Predicted nanoseconds of a product that is added to a sum, and of the reduction of a sum.
    pub fn ns(self, costs: &CostModel) -> [f64; 2] {
        let words = self.width as f64;
        let product = 4.0 * costs.bit_element + words * words * costs.bit_short[1];
        let reduction = match self.by {
            Remainder::Shifts(shifts) => costs.bit_coefficient * (1.0 + words * shifts.terms.len() as f64 / 4.0),
            Remainder::Inverse(_) => 2.0 * product + costs.bit_coefficient * words,
        };
        [product, reduction]
    }

    /// Predicted nanoseconds of copying an element to a run of bits, or back.
    pub fn move_ns(self, costs: &CostModel) -> f64 {
        costs.bit_coefficient * (1.0 + self.width as f64 / 4.0)
    }
}

/// Elements of at most W words.
#[derive(Clone, Copy)]
pub(super) struct BitRows<'a, const W: usize>(pub BitWords<'a>);

impl<const W: usize> Cells for BitRows<'_, W> {
    type Cell = [u64; W];
    type Sum = [[u64; W]; 2];
    const LAZY: bool = true;

    fn zero(self) -> [u64; W] {
        [0; W]
    }

    fn one(self) -> [u64; W] {
        let mut one = [0; W];
        one[0] = 1;
        one
    }

    #[inline]
    fn load(self, row: &[u64]) -> [u64; W] {
        let mut x = [0; W];
        x[..row.len()].copy_from_slice(row);
        x
    }

    #[inline]
    fn store(self, x: [u64; W], row: &mut [u64]) {
        row.copy_from_slice(&x[..row.len()]);
    }

    #[inline]
    fn add(self, a: [u64; W], b: [u64; W]) -> [u64; W] {
        std::array::from_fn(|i| a[i] ^ b[i])
    }

    #[inline]
    fn multiply(self, a: [u64; W], b: [u64; W]) -> [u64; W] {
        let mut sum = self.sum();
        self.add_product(&mut sum, a, b);
        self.reduced(sum)
    }

    #[inline]
    fn square(self, a: [u64; W]) -> [u64; W] {
        let (mut wide, a) = ([[0; W]; 2], &a[..self.0.width]);
        self.0.multiply(&mut wide.as_flattened_mut()[..2 * a.len()], a, a);
        self.reduced(wide)
    }

    #[inline]
    fn negate(self, a: [u64; W]) -> [u64; W] {
        a
    }

    fn invert(self, a: [u64; W]) -> Option<[u64; W]> {
        let mut inverse = [0; W];
        self.0.invert(&mut inverse[..self.0.width], &a[..self.0.width]).then_some(inverse)
    }

    #[inline]
    fn sum(self) -> [[u64; W]; 2] {
        [[0; W]; 2]
    }

    #[inline]
    fn add_product(self, sum: &mut [[u64; W]; 2], a: [u64; W], b: [u64; W]) {
        let (mut wide, n) = ([[0; W]; 2], self.0.width);
        self.0.multiply(&mut wide.as_flattened_mut()[..2 * n], &a[..n], &b[..n]);
        let all = sum.as_flattened_mut().iter_mut().zip(wide.as_flattened());
        all.for_each(|(sum, x)| *sum ^= x);
    }

    #[inline]
    fn reduced(self, mut sum: [[u64; W]; 2]) -> [u64; W] {
        self.0.reduce(&mut sum.as_flattened_mut()[..2 * self.0.width]);
        sum[0]
    }
}
