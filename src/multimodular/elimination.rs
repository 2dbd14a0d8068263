//! Fraction-free elimination over Z in one, two and four words.
//!
//! After r pivots every entry is a minor of r or r + 1 rows, so that the division by the last pivot is exact (Bareiss 1968, "Sylvester's identity and
//! multistep integer-preserving Gaussian elimination"), and Hadamard's inequality bounds it: by the product of the norms of all rows. With d the last pivot
//! the solutions x of U·x = d·y, for the rows U of the pivots, are minors too. Exact quotients are products by an inverse modulo 2^64, 2^128 or 2^256.

use crate::{
    arith::ExactDivisor,
    ring::{limbs, to_integer},
};
use rug::Integer;
use std::ops::{Add, Mul, Sub};

/// Most rows with a pivot.
pub(super) const MOST_RANK: usize = 16;

/// What an elimination found.
#[derive(Default)]
pub struct Pivots {
    columns: [u8; MOST_RANK],
    rank: usize,
    /// Whether an odd number of rows was exchanged.
    pub odd: bool,
}

impl Pivots {
    /// The columns of the pivots.
    pub fn columns(&self) -> &[u8] {
        &self.columns[..self.rank]
    }

    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The column of a pivot.
    pub fn column(&self, k: usize) -> usize {
        usize::from(self.columns[k])
    }

    /// Adds the next pivot, in one of at most 256 columns.
    pub fn push(&mut self, column: usize) {
        self.columns[self.rank] = column as u8;
        self.rank += 1;
    }
}

/// Numbers of the same number of words each, in two's complement.
pub struct Numbers {
    pub words: Vec<u64>,
    pub width: usize,
}

/// A matrix in place of which rows of an echelon form are computed without fractions.
pub trait Rows {
    /// Reverses the order of the columns.
    fn mirror(&mut self);
    /// Eliminates in place, pivots in the first `width` columns, the first row with one each; `None` where a pivot is no divisor here.
    fn eliminate(&mut self, width: usize) -> Option<Pivots>;
    /// Whether an entry is 0.
    fn is_zero(&self, i: usize, j: usize) -> bool;
    /// The last pivot times the entries of these columns in the reduced echelon form, row by row, and the last pivot, or 1 without one.
    fn solved(&self, found: &Pivots, columns: &[u8]) -> Option<Numbers>;
}

/// An entry of a matrix that is eliminated.
pub trait Entry: Copy + From<i64> + PartialEq + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// A pivot as divisor.
    type Divisor;
    /// Number of words.
    const WIDTH: usize;
    /// For a number other than 0; `None` where a power of two divides it that quotients have no room for.
    fn divisor(self) -> Option<Self::Divisor>;
    /// (pivot·self − head·above)/divisor, which is exact.
    fn eliminated(self, pivot: Self, head: Self, above: Self, divisor: &Self::Divisor) -> Self;
    /// (d·y − Σ u·x)/divisor, which is exact, for at most [`MOST_RANK`] terms.
    fn solved(d: Self, y: Self, terms: impl Iterator<Item = (Self, Self)> + Clone, divisor: &Self::Divisor) -> Self;
    /// A number in two's complement, of one word to as many as this type has, or of more where it fits.
    fn read(words: &[u64]) -> Self;
    /// Writes all words.
    fn write(self, out: &mut [u64]);
}

impl Entry for i64 {
    type Divisor = ExactDivisor;
    const WIDTH: usize = 1;
    fn divisor(self) -> Option<ExactDivisor> {
        Some(ExactDivisor::new(self))
    }
    #[inline(always)]
    fn eliminated(self, pivot: i64, head: i64, above: i64, divisor: &ExactDivisor) -> i64 {
        divisor.exact(i128::from(pivot) * i128::from(self) - i128::from(head) * i128::from(above))
    }
    #[inline(always)]
    fn solved(d: i64, y: i64, terms: impl Iterator<Item = (i64, i64)> + Clone, divisor: &ExactDivisor) -> i64 {
        // numbers are below 2^60
        divisor.exact(terms.fold(i128::from(d) * i128::from(y), |sum, (u, x)| sum - i128::from(u) * i128::from(x)))
    }
    #[inline(always)]
    fn read(words: &[u64]) -> i64 {
        words[0] as i64
    }
    #[inline(always)]
    fn write(self, out: &mut [u64]) {
        out[0] = self as u64;
    }
}

/// A number of two words as divisor.
pub struct DoubleDivisor {
    /// The inverse of the odd part modulo 2^128.
    inverse: u128,
    /// log2 of the even part.
    shift: u32,
}

impl Entry for i128 {
    type Divisor = DoubleDivisor;
    const WIDTH: usize = 2;
    fn divisor(self) -> Option<DoubleDivisor> {
        let shift = self.trailing_zeros();
        let odd = (self >> shift) as u128;
        let mut inverse = odd.wrapping_mul(3) ^ 2;
        // right modulo 2^5, 2^10, …, 2^160
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        Some(DoubleDivisor { inverse, shift })
    }
    #[inline(always)]
    fn eliminated(self, pivot: i128, head: i128, above: i128, divisor: &DoubleDivisor) -> i128 {
        Self::solved(pivot, self, std::iter::once((head, above)), divisor)
    }
    #[inline(always)]
    fn solved(d: i128, y: i128, terms: impl Iterator<Item = (i128, i128)> + Clone, divisor: &DoubleDivisor) -> i128 {
        let low = match divisor.shift {
            0 => terms.fold(d.wrapping_mul(y), |sum, (u, x)| sum.wrapping_sub(u.wrapping_mul(x))) as u128,
            shift => {
                // numbers are below 2^125
                let sum = terms.fold(Wide::product(d, y), |sum, (u, x)| sum - Wide::product(u, x));
                sum.low >> shift | (sum.high as u128) << (128 - shift)
            }
        };
        low.wrapping_mul(divisor.inverse) as i128
    }
    #[inline(always)]
    fn read(words: &[u64]) -> i128 {
        pair(words, 0)
    }
    #[inline(always)]
    fn write(self, out: &mut [u64]) {
        (out[0], out[1]) = (self as u64, (self >> 64) as u64);
    }
}

/// The pair of words from this one on of a number in two's complement, of one word at least.
#[inline(always)]
fn pair(words: &[u64], at: usize) -> i128 {
    let above = limbs::sign_word(limbs::is_negative(words));
    let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(above));
    (word(at + 1) << 64 | word(at)) as i128
}

/// A number of four words as divisor.
pub struct WideDivisor {
    /// The inverse of the odd part modulo 2^256.
    inverse: Wide,
    /// log2 of the even part.
    shift: u32,
}

/// Bits of the minors of [`Wide`] matrices; quotients have room for a divisor's power of two beside them.
pub(super) const WIDE_BITS: u32 = 200;
const MOST_TWOS: u32 = 255 - WIDE_BITS;

impl Entry for Wide {
    type Divisor = WideDivisor;
    const WIDTH: usize = 4;
    fn divisor(self) -> Option<WideDivisor> {
        let shift = self.low.trailing_zeros();
        if shift > MOST_TWOS {
            return None;
        }
        let odd = self.shifted(shift);
        // right modulo 2^128, then modulo 2^256
        let half = (odd.low as i128).divisor()?;
        let inverse = Wide { low: half.inverse, high: 0 };
        Some(WideDivisor { inverse: inverse * (Wide::from(2i64) - odd * inverse), shift })
    }
    #[inline(always)]
    fn eliminated(self, pivot: Wide, head: Wide, above: Wide, divisor: &WideDivisor) -> Wide {
        Self::solved(pivot, self, std::iter::once((head, above)), divisor)
    }
    #[inline(always)]
    fn solved(d: Wide, y: Wide, terms: impl Iterator<Item = (Wide, Wide)> + Clone, divisor: &WideDivisor) -> Wide {
        // the sum modulo 2^256: its quotient by the power of two is right modulo 2^(256 − shift), which is more than twice the quotient
        let sum = terms.fold(d * y, |sum, (u, x)| sum - u * x);
        let Wide { low, high } = sum.shifted(divisor.shift) * divisor.inverse;
        Wide { low, high: high << divisor.shift >> divisor.shift }
    }
    #[inline(always)]
    fn read(words: &[u64]) -> Wide {
        Wide { low: pair(words, 0) as u128, high: pair(words, 2) }
    }
    #[inline(always)]
    fn write(self, out: &mut [u64]) {
        let Wide { low, high } = self;
        (out[0], out[1], out[2], out[3]) = (low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64);
    }
}

/// A matrix of words, or of numbers of two or four.
pub(super) struct WordRows<'a, E> {
    entries: &'a mut [E],
    cols: usize,
}

impl<'a, E: Entry> WordRows<'a, E> {
    /// For rows of this number of entries.
    pub fn new(entries: &'a mut [E], cols: usize) -> Self {
        WordRows { entries, cols }
    }
}

impl<E: Entry> Rows for WordRows<'_, E> {
    fn mirror(&mut self) {
        self.entries.chunks_exact_mut(self.cols.max(1)).for_each(<[E]>::reverse);
    }

    fn eliminate(&mut self, width: usize) -> Option<Pivots> {
        let (entries, cols) = (&mut *self.entries, self.cols);
        let rows = entries.len().checked_div(cols).unwrap_or(0);
        let (mut found, mut last) = (Pivots::default(), E::from(1));
        for column in 0..width {
            let rank = found.rank();
            let Some(pivot) = (rank..rows).find(|&i| entries[i * cols + column] != E::from(0)) else { continue };
            if pivot != rank {
                let (upper, lower) = entries.split_at_mut(pivot * cols);
                upper[rank * cols..][..cols].swap_with_slice(&mut lower[..cols]);
                found.odd = !found.odd;
            }
            found.push(column);
            if rank + 1 == rows {
                break;
            }
            let divisor = last.divisor()?;
            let (row, below) = entries[rank * cols..].split_at_mut(cols);
            let row = &row[column..];
            last = row[0];
            for own in below.chunks_exact_mut(cols) {
                let own = &mut own[column..];
                let head = std::mem::replace(&mut own[0], E::from(0));
                for (x, &above) in own[1..].iter_mut().zip(&row[1..]) {
                    *x = x.eliminated(row[0], head, above, &divisor);
                }
            }
        }
        Some(found)
    }

    fn is_zero(&self, i: usize, j: usize) -> bool {
        self.entries[i * self.cols + j] == E::from(0)
    }

    fn solved(&self, found: &Pivots, columns: &[u8]) -> Option<Numbers> {
        let (rank, count, width) = (found.rank(), columns.len(), E::WIDTH);
        let mut words = vec![0; (rank * count + 1) * width];
        let (out, minor) = words.split_at_mut(rank * count * width);
        let entry = |i: usize, column: usize| self.entries[i * self.cols + column];
        let Some(last) = rank.checked_sub(1) else {
            E::from(1).write(minor);
            return Some(Numbers { words, width });
        };
        let d = entry(last, found.column(last));
        d.write(minor);
        for i in (0..rank).rev() {
            let (own, below) = out[i * count * width..].split_at_mut(count * width);
            let divisor = if i < last { Some(entry(i, found.column(i)).divisor()?) } else { None };
            for (c, (own, &column)) in own.chunks_exact_mut(width).zip(columns).enumerate() {
                let y = entry(i, usize::from(column));
                let x = match &divisor {
                    None => y,
                    Some(divisor) => {
                        let known = below.chunks_exact(width).skip(c).step_by(count).map(E::read);
                        let factors = found.columns()[i + 1..].iter().map(|&k| entry(i, usize::from(k)));
                        E::solved(d, y, factors.zip(known), divisor)
                    }
                };
                x.write(own);
            }
        }
        Some(Numbers { words, width })
    }
}

/// A signed number of four words; sums, differences and products are modulo 2^256.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wide {
    low: u128,
    high: i128,
}

impl Wide {
    /// x·y.
    #[inline]
    pub fn product(x: i128, y: i128) -> Self {
        const HALF: u32 = 64;
        let (a, b) = (x as u128, y as u128);
        let part = |x: u128, y: u128| u128::from(x as u64) * u128::from(y as u64);
        let (low, high) = (part(a, b), part(a >> HALF, b >> HALF));
        let (left, right) = (part(a >> HALF, b), part(a, b >> HALF));
        let middle = (low >> HALF) + u128::from(left as u64) + u128::from(right as u64);
        let high = high + (left >> HALF) + (right >> HALF) + (middle >> HALF);
        // a negative factor lacks 2^128
        let corrected = (high as i128).wrapping_sub(if x < 0 { y } else { 0 }).wrapping_sub(if y < 0 { x } else { 0 });
        Wide { low: u128::from(low as u64) | middle << HALF, high: corrected }
    }

    /// x·y for numbers below 2^64 in magnitude.
    #[inline]
    pub fn short_product(x: i128, y: i128) -> Self {
        let magnitude = u128::from(x.unsigned_abs() as u64) * u128::from(y.unsigned_abs() as u64);
        let negative = (x < 0) != (y < 0);
        // −z is the complement of z, and 1
        let flip = -i128::from(negative);
        let (low, carry) = (magnitude ^ flip as u128).overflowing_add(u128::from(negative));
        Wide { low, high: flip.wrapping_add(i128::from(carry)) }
    }

    /// The number up to a relative error of 2^-50.
    #[inline]
    pub fn approximate(self) -> f64 {
        self.high as f64 * 2f64.powi(128) + self.low as f64
    }

    /// The lower two words.
    #[inline]
    pub fn low(self) -> i128 {
        self.low as i128
    }

    /// self + 2^256·`turns`.
    pub fn with_turns(self, turns: i64) -> Integer {
        let mut words = [0; 5];
        self.write(&mut words[..4]);
        words[4] = (turns as u64).wrapping_add(limbs::sign_word(self.high < 0));
        to_integer(&words)
    }

    /// The upper half of self less the lower one as a signed number.
    #[inline]
    fn upper(self) -> i128 {
        self.high.wrapping_add(i128::from((self.low as i128) < 0))
    }

    /// self·x modulo 2^256.
    #[inline]
    pub fn times(self, x: i128) -> Self {
        let Wide { low, high } = Wide::product(self.low as i128, x);
        Wide { low, high: high.wrapping_add(self.upper().wrapping_mul(x)) }
    }

    /// ⌊self/2^n⌋, for n < 128.
    #[inline]
    fn shifted(self, n: u32) -> Self {
        // twice shifted: a shift by 128 is none
        Wide { low: self.low >> n | (self.high as u128) << 1 << (127 - n), high: self.high >> n }
    }
}

impl From<i64> for Wide {
    #[inline]
    fn from(x: i64) -> Wide {
        Wide { low: i128::from(x) as u128, high: i128::from(x >> 63) }
    }
}

impl From<i128> for Wide {
    #[inline]
    fn from(x: i128) -> Wide {
        Wide { low: x as u128, high: x >> 127 }
    }
}

impl Add for Wide {
    type Output = Wide;
    #[inline]
    fn add(self, other: Wide) -> Wide {
        let (low, carry) = self.low.overflowing_add(other.low);
        Wide { low, high: self.high.wrapping_add(other.high).wrapping_add(i128::from(carry)) }
    }
}

impl Sub for Wide {
    type Output = Wide;
    #[inline]
    fn sub(self, other: Wide) -> Wide {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Wide { low, high: self.high.wrapping_sub(other.high).wrapping_sub(i128::from(borrow)) }
    }
}

impl Mul for Wide {
    type Output = Wide;
    #[inline]
    fn mul(self, other: Wide) -> Wide {
        let Wide { low, high } = self.times(other.low as i128);
        Wide { low, high: high.wrapping_add((self.low as i128).wrapping_mul(other.upper())) }
    }
}

impl From<Wide> for Integer {
    fn from(x: Wide) -> Integer {
        if x.high == x.low as i128 >> 127 {
            return Integer::from(x.low as i128);
        }
        x.with_turns(0)
    }
}
