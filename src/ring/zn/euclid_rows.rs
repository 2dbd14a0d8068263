//! Rows of few coefficients modulo a prime, on the stack, for Euclid's algorithm: in words, and modulo the least primes in halves of half words.

use super::small_euclid::remainder;
use crate::arith::Modulus;

/// The coefficients of a polynomial of a remainder sequence, without leading zeros.
pub(super) trait Row: Sized {
    /// What a prime is prepared to.
    type Prime: Copy;
    fn prime(n: Modulus) -> Self::Prime;
    fn new(v: &[u64]) -> Self;
    fn len(&self) -> usize;
    fn get(&self, i: usize) -> u64;
    /// Becomes its remainder by y, 2 ≤ len y ≤ its own length, times a power of the leading coefficient of y, whose exponent is returned.
    fn divide(&mut self, n: Self::Prime, y: &Self) -> u64;
}

/// At most M words.
pub(super) struct Words<const M: usize> {
    words: [u64; M],
    len: usize,
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
    fn len(&self) -> usize {
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
pub(super) struct Least {
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
    fn reduce(self, x: u16) -> u16 {
        const { assert!(3 * (Least::MOST - 1) * (Least::MOST - 1) <= u16::MAX as u64) }
        let q = (u32::from(x) * u32::from(self.reciprocal)) >> 16;
        let rest = x - q as u16 * self.p;
        rest.min(rest.wrapping_sub(self.p))
    }
}

/// Coefficients of an instruction on half words, by the vectors that every x86-64 has.
const LANES: usize = 8;

/// At most M − 16 half words, behind a vector of zeros; all others are zeros too.
pub(super) struct HalfWords<const M: usize> {
    words: [u16; M],
    len: usize,
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
    fn len(&self) -> usize {
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

#[cfg(test)]
mod tests {
    use super::{super::small::trimmed, *};
    use crate::bits::SplitMix64;

    /// Remainders in half words against those in words, at all lengths around vectors, with gaps, and at the ends of the range of primes.
    #[test]
    fn half_words_agree_with_words() {
        let mut random = SplitMix64::new(41);
        for p in [3, 7, 127, 139] {
            let n = Modulus::new(p).expect("a modulus");
            for x in 0..=u16::MAX {
                assert_eq!(u64::from(HalfWords::<16>::prime(n).reduce(x)), u64::from(x) % p);
            }
            for long in (2..=18).chain([24, 32, 33, 71, 72]) {
                for short in [2, long / 2, long - 1, long].into_iter().filter(|&len| len > 1) {
                    for kind in 0..4 {
                        let mut draw = |len: usize| -> Vec<u64> {
                            let entry = |i: usize| match kind {
                                0 => p - 1,
                                // few terms: degrees fall by more than one
                                1 if !i.is_multiple_of(4) && i + 1 < len => 0,
                                _ => n.reduce(random.word()),
                            };
                            let mut v: Vec<u64> = (0..len).map(entry).collect();
                            v[len - 1] = v[len - 1].max(1);
                            v
                        };
                        let (a, b) = (draw(long), draw(short));
                        let (mut x, mut y) = (Words::<72>::new(&a), Words::<72>::new(&b));
                        let (mut u, mut v) = (HalfWords::<88>::new(&a), HalfWords::<88>::new(&b));
                        let least = HalfWords::<88>::prime(n);
                        // the whole sequence: what is left behind in a row is met by the next steps
                        while y.len > 1 {
                            let exponents = (x.divide(n, &y), u.divide(least, &v));
                            assert!(exponents.0 == exponents.1 && x.len == u.len, "{a:?} by {b:?} modulo {p}");
                            assert!((0..x.len).all(|i| x.get(i) == u.get(i)), "{a:?} by {b:?} modulo {p}");
                            assert_eq!(trimmed(&x.words[..x.len]), x.len);
                            assert!(u.words[LANES + u.len..].iter().all(|&x| x == 0), "{a:?} by {b:?} modulo {p}");
                            (x, y, u, v) = (y, x, v, u);
                        }
                    }
                }
            }
        }
    }
}
