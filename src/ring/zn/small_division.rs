//! Division of few coefficients modulo n, on words on the stack: one coefficient of the quotient after the other, or four at a time.

use super::{
    small::trimmed,
    words::{Accumulator, Below, Sums, Triple},
};
use crate::{Error, Result, arith::Modulus};

/// Quotient and remainder of a by b, to as many words as they have coefficients; returns their lengths without leading zeros.
pub fn divide(n: Modulus, [q, rest]: [&mut [u64]; 2], a: &[u64], b: &[u64]) -> Result<[usize; 2]> {
    let inverse = inverse_of_leading(n, b)?;
    if q.is_empty() {
        rest.copy_from_slice(a);
    } else {
        let out = [&mut *q, &mut *rest];
        match Sums::of(n, b.len()) {
            Sums::Word => divide_by::<u64>(n, out, a, b, inverse),
            Sums::Below => divide_by::<Below>(n, out, a, b, inverse),
            Sums::Wide => divide_by::<u128>(n, out, a, b, inverse),
            Sums::Triple => divide_by::<Triple>(n, out, a, b, inverse),
        }
    }
    // the leading coefficient of the quotient is that of a times a unit
    Ok([q.len(), trimmed(rest)])
}

#[inline]
fn inverse_of_leading(n: Modulus, b: &[u64]) -> Result<u64> {
    match b.last() {
        None => Err(Error::DivisionByZero),
        Some(1) => Ok(1),
        Some(&lead) => n.inv(lead),
    }
}

/// [`divide`] by an accumulator of as many products as b has coefficients, for a b whose leading coefficient has the inverse `inverse`: `q` has
/// len a − len b + 1 ≥ 1 words, `rest` len b − 1.
#[inline(always)]
fn divide_by<A: Accumulator>(n: Modulus, [q, rest]: [&mut [u64]; 2], a: &[u64], b: &[u64], inverse: u64) {
    let (degree, len) = (b.len() - 1, q.len());
    // q_i = a_(i + d)/b_d − Σ (b_(d − j)/b_d)·q_(i + j): the quotients by b_d first, so that only one product waits for the coefficient before
    let scaled = |x: u64| if inverse == 1 { x } else { n.mul(x, inverse) };
    let factors = &mut rest[..degree.min(len - 1)];
    for (factor, &x) in factors.iter_mut().zip(b[..degree].iter().rev()) {
        *factor = n.neg(scaled(x));
    }
    for i in (0..len).rev() {
        let (now, known) = q[i..].split_first_mut().expect("a coefficient of the quotient");
        let sum = known.iter().zip(&*factors).rev().fold(A::default(), |s, (&x, &y)| s.add(x, y));
        *now = n.add(scaled(a[i + degree]), sum.reduce(n));
    }
    for k in 0..degree {
        let first = (k + 1).saturating_sub(len);
        let sum = b[first..=k].iter().rev().zip(&*q).fold(A::default(), |s, (&x, &y)| s.add(x, y));
        rest[k] = n.sub(a[k], sum.reduce(n));
    }
}

/// Number of coefficients of a quotient that are computed at once.
const BLOCK: usize = 4;
/// Most coefficients of a quotient and of a remainder in blocks.
const MOST: usize = 128;
/// Most coefficients of both that take less room on the stack.
const MOST_SHORT: usize = 32;
/// Least number of coefficients of the quotient and of the remainder for which blocks take less time (Zen 5).
const LEAST: usize = 4;
/// Most coefficients of a quotient in blocks of whole words: more take less time by halves, in vectors (Zen 5).
const MOST_IN_WORDS: usize = 64;

/// Divisions of four coefficients of the quotient at a time, for moduli so short that each coefficient of the dividend less the multiples of the
/// divisor is reduced once, as a sum of all its products in one lane of a vector.
///
/// Let s be the first four terms of the power series 1/b', for b' the divisor with its coefficients in reverse order. The four leading coefficients of the
/// remainder so far, as a polynomial t, give the next four coefficients of the quotient: the upper four of t·s. None of them waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// Sums of 16 bits.
    Short,
    /// Sums of 64 bits.
    Word,
}

impl Blocks {
    /// The lanes for a quotient and a remainder of these lengths; `None` where sums are too long for them, or other ways take less time.
    #[inline]
    pub fn of(n: Modulus, [len, degree]: [usize; 2]) -> Option<Self> {
        if n.bits() > 31 || len.min(degree) < LEAST || len.max(degree) > MOST {
            return None;
        }
        // a coefficient of the dividend, and products for all of the quotient or all of the divisor
        let (terms, square) = (len.min(degree) as u64 + 1, (n.n() - 1) * (n.n() - 1));
        match square.checked_mul(terms) {
            Some(..=0xffff) => Some(Blocks::Short),
            Some(_) if len <= MOST_IN_WORDS => Some(Blocks::Word),
            _ => None,
        }
    }

    /// Quotient and remainder of a by b as by [`divide`].
    pub fn divide(self, n: Modulus, [q, rest]: [&mut [u64]; 2], a: &[u64], b: &[u64]) -> Result<[usize; 2]> {
        const {
            // zeros below and above both operands
            assert!(2 * MOST_SHORT + 2 * LANES <= ROOM_SHORT && 2 * MOST + 2 * LANES <= ROOM);
        }
        const ROOM_SHORT: usize = 80;
        const ROOM: usize = 272;
        let inverse = inverse_of_leading(n, b)?;
        let (is_short, out) = (q.len().max(rest.len()) <= MOST_SHORT, [&mut *q, &mut *rest]);
        match (self, is_short) {
            (Blocks::Short, true) => by_blocks::<u16, LANES, ROOM_SHORT>(n, out, a, b, inverse),
            (Blocks::Short, false) => by_blocks::<u16, LANES, ROOM>(n, out, a, b, inverse),
            (Blocks::Word, true) => by_blocks::<u64, 4, ROOM_SHORT>(n, out, a, b, inverse),
            (Blocks::Word, false) => by_blocks::<u64, 4, ROOM>(n, out, a, b, inverse),
        }
        Ok([q.len(), trimmed(rest)])
    }
}

/// Most lanes of a vector of sums.
const LANES: usize = 8;

/// Sums of products that the compiler's vectors of any instruction set have.
trait Lane: Copy + Default {
    fn of(x: u64) -> Self;
    fn word(self) -> u64;
    /// A number that is congruent to the sum, below 2^16 or n.
    fn lifted(self, n: Modulus) -> u64;
    fn add(self, x: Self, y: Self) -> Self;
}

impl Lane for u16 {
    #[inline(always)]
    fn of(x: u64) -> u16 {
        x as u16
    }
    #[inline(always)]
    fn word(self) -> u64 {
        self.into()
    }
    #[inline(always)]
    fn lifted(self, _: Modulus) -> u64 {
        self.into()
    }
    #[inline(always)]
    fn add(self, x: u16, y: u16) -> u16 {
        self + x * y
    }
}

impl Lane for u64 {
    #[inline(always)]
    fn of(x: u64) -> u64 {
        x
    }
    #[inline(always)]
    fn word(self) -> u64 {
        self
    }
    #[inline(always)]
    fn lifted(self, n: Modulus) -> u64 {
        n.reduce(self)
    }
    /// Of halves of words: their products are one instruction of every vector unit.
    #[inline(always)]
    fn add(self, x: u64, y: u64) -> u64 {
        self + u64::from(x as u32) * u64::from(y as u32)
    }
}

/// [`Blocks::divide`] in vectors of C lanes, on M of them.
fn by_blocks<L: Lane, const C: usize, const M: usize>(
    n: Modulus,
    [q, rest]: [&mut [u64]; 2],
    a: &[u64],
    b: &[u64],
    inverse: u64,
) {
    let (degree, series) = (rest.len(), reciprocal(n, b, inverse));
    // whole vectors: a row begins with zeros
    let (width, padded) = (degree.next_multiple_of(C), q.len().next_multiple_of(BLOCK));
    let (mut x, mut y) = ([L::default(); M], [L::default(); M]);
    for (x, &word) in x[width - degree..].iter_mut().zip(a) {
        *x = L::of(word);
    }
    for (y, &word) in y[width - degree + BLOCK - 1..].iter_mut().zip(&b[..degree]) {
        *y = L::of(word);
    }
    for i in (0..padded).step_by(BLOCK).rev() {
        let (row, top) = x[i..].split_at_mut(width);
        let top: [u64; BLOCK] = std::array::from_fn(|e| top[e].lifted(n));
        let block: [u64; BLOCK] = std::array::from_fn(|e| {
            let sum = top[e..].iter().zip(series).fold(0, |sum, (t, s)| sum + t * s);
            n.reduce(sum)
        });
        // the last block may begin above the quotient, by zeros
        for (q, x) in q[i..].iter_mut().zip(block) {
            *q = x;
        }
        add_multiples(row, &y, block.map(|x| L::of(n.neg(x))));
    }
    for (rest, x) in rest.iter_mut().zip(&x[width - degree..]) {
        *rest = n.reduce(x.word());
    }
}

/// x += Σ `factors`_e·X^e·y, where y begins with three zeros more than x. One plain loop, of which compilers make vectors.
#[inline(always)]
fn add_multiples<L: Lane>(x: &mut [L], y: &[L], factors: [L; BLOCK]) {
    let shifted = |e: usize| &y[BLOCK - 1 - e..][..x.len()];
    let rows = shifted(0).iter().zip(shifted(1)).zip(shifted(2).iter().zip(shifted(3)));
    for (x, ((&y0, &y1), (&y2, &y3))) in x.iter_mut().zip(rows) {
        *x = x.add(y0, factors[0]).add(y1, factors[1]).add(y2, factors[2]).add(y3, factors[3]);
    }
}

/// The first coefficients of 1/b for b in reverse order, whose leading coefficient has this inverse.
fn reciprocal(n: Modulus, b: &[u64], inverse: u64) -> [u64; BLOCK] {
    let mut terms = [0; BLOCK];
    for (term, &x) in terms.iter_mut().zip(b.iter().rev().skip(1)) {
        *term = n.neg(if inverse == 1 { x } else { n.mul(x, inverse) });
    }
    let mut series = [inverse, 0, 0, 0];
    for i in 1..BLOCK {
        let sum = series[..i].iter().rev().zip(terms).fold(0, |sum, (s, t)| sum + s * t);
        series[i] = n.reduce(sum);
    }
    series
}
