//! Rows of few coefficients modulo a prime, on the stack, for Euclid's algorithm: in words, and modulo the least primes in halves of half words.

use super::small_euclid::remainder;
use crate::arith::Modulus;

/// The coefficients of a polynomial of a remainder sequence, without leading zeros.
pub trait Row: Sized {
    /// What a prime is prepared to.
    type Prime: Copy;
    fn prime(n: Modulus) -> Self::Prime;
    fn new(v: &[u64]) -> Self;
    /// Number of coefficients.
    fn count(&self) -> usize;
    fn get(&self, i: usize) -> u64;
    /// Becomes its remainder by y, 2 ≤ len y ≤ its own length, times a power of the leading coefficient of y, whose exponent is returned.
    fn divide(&mut self, n: Self::Prime, y: &Self) -> u64;
}

/// At most M words.
pub struct Words<const M: usize> {
    pub words: [u64; M],
    pub len: usize,
}

impl<const M: usize> Row for Words<M> {
    type Prime = Modulus;
    #[inline(always)]
    fn prime(n: Modulus) -> Modulus {
        n
    }
    #[inline(always)]
    fn new(v: &[u64]) -> Self {
        let mut words = [0; M];
        words[..v.len()].copy_from_slice(v);
        Words { words, len: v.len() }
    }
    #[inline(always)]
    fn count(&self) -> usize {
        self.len
    }
    #[inline(always)]
    fn get(&self, i: usize) -> u64 {
        self.words[i]
    }
    #[inline(always)]
    fn divide(&mut self, n: Modulus, y: &Self) -> u64 {
        let (len, exponent) = remainder(n, &mut self.words[..self.len], &y.words[..y.len]);
        self.len = len;
        exponent
    }
}

/// A prime p modulo which three products of residues are below 2^16, and ⌊2^16/p⌋.
#[derive(Clone, Copy)]
pub struct Least {
    p: u16,
    reciprocal: u16,
}

impl Least {
    /// The largest such number.
    pub const MOST: u64 = 148;
    /// Most coefficients of operands: of more, mispredicted gaps take the time (Zen 5).
    pub const MOST_LEN: usize = 72;

    /// x modulo p: with q = ⌊x·⌊2^16/p⌋/2^16⌋, x/p − 2 < q ≤ x/p.
    #[inline(always)]
    pub fn reduce(self, x: u16) -> u16 {
        const { assert!(3 * (Least::MOST - 1) * (Least::MOST - 1) <= u16::MAX as u64) }
        let q = (u32::from(x) * u32::from(self.reciprocal)) >> 16;
        let rest = x - q as u16 * self.p;
        rest.min(rest.wrapping_sub(self.p))
    }
}

/// Coefficients of an instruction on half words, by the vectors that every x86-64 has.
pub const LANES: usize = 8;

/// At most M − 16 half words, behind a vector of zeros; all others are zeros too.
pub struct HalfWords<const M: usize> {
    pub words: [u16; M],
    pub len: usize,
}

impl<const M: usize> HalfWords<M> {
    #[inline(always)]
    fn at(&self, i: usize) -> u16 {
        self.words[LANES + i]
    }

    /// Of the number of coefficients below `len`, that without leading zeros.
    #[inline(always)]
    fn trim(&mut self, len: usize) {
        self.len = (0..len).rev().find(|&i| self.at(i) != 0).map_or(0, |i| i + 1);
    }

    /// square·x + (low + high·X)·y for the factors that take away two coefficients.
    #[inline(always)]
    fn divide_twice(&mut self, n: Least, y: &Self) {
        let degree = y.len - 1;
        let (minus_first, minus_second) = (n.p - self.at(degree + 1), n.p - self.at(degree));
        let (first, top, below) = (self.at(degree + 1), y.at(degree), y.at(degree - 1));
        // products of numbers of which one may be p
        let (square, high) = (n.reduce(top * top), n.reduce(minus_first * top));
        let low = n.reduce(first * below + minus_second * top);
        // all coefficients up to the first one, which becomes zero, in whole vectors: one plain loop, of which compilers make them
        let width = (degree + 2).next_multiple_of(LANES);
        let (here, before) = (&y.words[LANES..][..width], &y.words[LANES - 1..][..width]);
        for ((x, &here), &before) in self.words[LANES..][..width].iter_mut().zip(here).zip(before) {
            *x = n.reduce(*x * square + here * low + before * high);
        }
        self.trim(degree);
    }
}

impl<const M: usize> Row for HalfWords<M> {
    type Prime = Least;
    #[inline(always)]
    fn prime(n: Modulus) -> Least {
        debug_assert!(n.n() <= Least::MOST);
        Least { p: n.n() as u16, reciprocal: ((1 << 16) / n.n()) as u16 }
    }
    #[inline(always)]
    fn new(v: &[u64]) -> Self {
        let mut words = [0; M];
        words[LANES..M - LANES].iter_mut().zip(v).for_each(|(word, &x)| *word = x as u16);
        HalfWords { words, len: v.len() }
    }
    #[inline(always)]
    fn count(&self) -> usize {
        self.len
    }
    #[inline(always)]
    fn get(&self, i: usize) -> u64 {
        self.at(i).into()
    }
    #[inline(always)]
    fn divide(&mut self, n: Least, y: &Self) -> u64 {
        let degree = y.len - 1;
        if self.len == degree + 2 {
            self.divide_twice(n, y);
            return 2;
        }
        let (top, mut exponent) = (y.at(degree), 0);
        while self.len > degree {
            let (shift, factor) = (self.len - y.len, n.p - self.at(self.len - 1));
            let (low, high) = self.words[LANES..][..self.len].split_at_mut(shift);
            low.iter_mut().for_each(|x| *x = n.reduce(*x * top));
            for (x, &y) in high.iter_mut().zip(&y.words[LANES..]) {
                *x = n.reduce(*x * top + y * factor);
            }
            exponent += 1;
            self.trim(self.len - 1);
        }
        exponent
    }
}
