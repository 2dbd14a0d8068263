//! Sums of products of integers in rows of digits: a block of columns of one integer in vectors.
//!
//! A magnitude is a row of digits. Column c of a product is the sum of the lower halves of the products of digits i and c − i, and of the higher
//! halves of those of digits i and c − 1 − i. A block of columns is a sum of products of broadcast digits of one row by windows of the other one,
//! each one digit before the last; it collects all products of a sum before it is carried.

use super::{BITS, MASK, Operand, digit, sign_of};
use crate::simd::Simd;
use std::ops::Range;

/// Number of vectors of columns in a block.
pub(super) const V: usize = 2;
/// Number of independent sums of a column.
const B: usize = 2;
/// Zeros on either side of a row of digits: at least the number of columns in a block.
pub(super) const AROUND: usize = 16;
/// Largest number of products of digits in a column that is not carried: two halves of each, below 2^52, and a digit and a carry stay below 2^63
/// in magnitude.
pub(super) const MAX_TERMS: usize = (1 << 10) - 2;
const _: () = assert!((2 * MAX_TERMS as u64 * MASK + MASK + (1 << 11)) >> 63 == 0);

/// The digits of |x|; `sign` is all ones for a negative x, else 0.
#[inline]
fn split(x: &[u64], sign: u64, out: &mut [u64]) {
    for (d, out) in out.iter_mut().enumerate() {
        *out = digit(x, BITS as usize * d, sign, 0);
    }
    // −x is the complement of x, plus 1
    let mut carry = sign & 1;
    for digit in out {
        let sum = *digit + carry;
        (*digit, carry) = (sum & MASK, sum >> BITS);
        if carry == 0 {
            return;
        }
    }
}

impl Operand<'_> {
    pub(super) fn digits(&self) -> usize {
        (self.bits.div_ceil(BITS) as usize).max(1)
    }

    /// Number of words of the rows, of their starts and of the signs.
    pub(super) fn room(&self) -> usize {
        self.len() * (self.digits() + AROUND) + AROUND + 2 * self.len() + 1
    }

    /// Writes digits and signs.
    pub(super) fn split<'b>(&self, room: &'b mut [u64]) -> Rows<'b> {
        let (digits, len) = (self.digits(), self.len());
        let (signs, room) = room.split_at_mut(len);
        let (starts, words) = room.split_at_mut(len + 1);
        let (first, rest) = words.split_at_mut(AROUND);
        first.fill(0);
        let integers = self.words.chunks_exact(self.width);
        for ((row, sign), x) in rest.chunks_exact_mut(digits + AROUND).zip(signs.iter_mut()).zip(integers) {
            let (row, zeros) = row.split_at_mut(digits);
            *sign = sign_of(x);
            split(x, *sign, row);
            zeros.fill(0);
        }
        starts.iter_mut().zip(0..).for_each(|(start, i)| *start = AROUND as u64 + i * (digits + AROUND) as u64);
        Rows { words, starts, signs }
    }
}

/// Rows of digits with zeros around each, and their signs; row i begins at word `starts[i]` and ends [`AROUND`] zeros before the next one.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    words: &'a [u64],
    starts: &'a [u64],
    signs: &'a [u64],
}

impl<'a> Rows<'a> {
    pub fn len(&self) -> usize {
        self.signs.len()
    }

    #[inline(always)]
    pub fn digits(&self, i: usize) -> usize {
        (self.starts[i + 1] - self.starts[i]) as usize - AROUND
    }

    /// Row i with the zeros around it.
    #[inline(always)]
    fn padded(&self, i: usize) -> &'a [u64] {
        &self.words[self.starts[i] as usize - AROUND..self.starts[i + 1] as usize]
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &'a [u64] {
        &self.words[self.starts[i] as usize..][..self.digits(i)]
    }
}

/// A list of integers in digits, which grows.
///
/// ```
/// # use polymod_core::kernels::digits::DigitRows;
/// let mut list = DigitRows::default();
/// list.push(&[5]);
/// list.push(&[0, u64::MAX]); // −2^64
/// assert_eq!(list.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct DigitRows {
    words: Vec<u64>,
    starts: Vec<u64>,
    signs: Vec<u64>,
    /// Number of digits of the longest one.
    longest: usize,
}

impl Default for DigitRows {
    fn default() -> Self {
        DigitRows { words: vec![0; AROUND], starts: vec![AROUND as u64], signs: Vec::new(), longest: 1 }
    }
}

impl DigitRows {
    /// Number of integers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.signs.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.signs.is_empty()
    }

    /// Number of digits of the longest integer.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.longest
    }

    /// Appends an integer in two's complement, least significant word first.
    ///
    /// # Panics
    /// If it has no words.
    pub fn push(&mut self, x: &[u64]) {
        assert!(!x.is_empty(), "an integer of at least one word");
        let sign = sign_of(x);
        let limbs = x.iter().rposition(|&limb| limb != sign).map_or(0, |top| top + 1);
        // the magnitude of −2^(64·limbs) has one bit more
        let digits = (64 * limbs + 1).div_ceil(BITS as usize);
        let start = self.words.len();
        self.words.resize(start + digits + AROUND, 0);
        split(x, sign, &mut self.words[start..start + digits]);
        // a digit of zeros at the end costs a product each time
        let used = self.words[start..start + digits].iter().rposition(|&digit| digit != 0).map_or(1, |top| top + 1);
        self.words.truncate(start + used + AROUND);
        self.longest = self.longest.max(used);
        self.starts.push(self.words.len() as u64);
        self.signs.push(sign);
    }

    pub(super) fn rows(&self) -> Rows<'_> {
        Rows { words: &self.words, starts: &self.starts, signs: &self.signs }
    }
}

/// The sum of the products of rows i of a, for i in `terms`, and k − i of b.
pub(super) struct Sum<'a> {
    pub a: Rows<'a>,
    pub b: Rows<'a>,
    pub k: usize,
    pub terms: Range<usize>,
}

/// The columns of a coefficient, `count` and room for a block more: sums of lower and of higher halves.
pub(super) struct Columns<'a> {
    low: &'a mut [u64],
    high: &'a mut [u64],
    pub count: usize,
}

impl<'a> Columns<'a> {
    pub(super) fn room(count: usize) -> usize {
        2 * (count + AROUND)
    }

    pub(super) fn new(room: &'a mut [u64], count: usize) -> Self {
        let (low, high) = room[..Self::room(count)].split_at_mut(count + AROUND);
        Columns { low, high, count }
    }

    pub(super) fn clear(&mut self) {
        self.low[..self.count + AROUND].fill(0);
        self.high[..self.count + AROUND].fill(0);
    }

    /// Makes all columns digits, and the one after them what is left, with a sign.
    pub(super) fn carry(&mut self) {
        let (mut carry, mut higher) = (0, 0);
        let (low, rest) = self.low.split_at_mut(self.count);
        for (low, high) in low.iter_mut().zip(&mut self.high[..self.count]) {
            let sum = low.wrapping_add(higher).wrapping_add(carry);
            higher = std::mem::take(high);
            *low = sum & MASK;
            carry = (sum as i64 >> BITS) as u64;
        }
        rest[0] = rest[0].wrapping_add(carry).wrapping_add(higher);
    }

    /// Takes the number of these columns modulo 2^(52·`count`), nearest to 0.
    pub(super) fn wrapped(&mut self, columns: &[u64]) {
        let mut carry = 0;
        for (low, &sum) in self.low.iter_mut().zip(columns) {
            let sum = sum.wrapping_add(carry);
            *low = sum & MASK;
            carry = (sum as i64 >> BITS) as u64;
        }
        let top = self.low[self.count - 1];
        self.low[self.count] = (((top << (64 - BITS)) as i64) >> 63) as u64;
    }

    /// The number of carried columns, cut to the words of `out`.
    pub(super) fn write(&mut self, out: &mut [u64]) {
        let rest = &mut self.low[self.count..];
        let top = rest[0] as i64;
        rest[0] &= MASK;
        rest[1..4].fill((top >> BITS) as u64 & MASK);
        let mut bit = 0;
        for out in out.iter_mut() {
            let (at, shift) = (bit / BITS as usize, bit as u32 % BITS);
            let digits = &self.low[at..at + 3];
            let third = digits[2].checked_shl(2 * BITS - shift).unwrap_or(0);
            *out = digits[0] >> shift | digits[1] << (BITS - shift) | third;
            bit += 64;
        }
    }
}

/// Adds products to columns.
#[inline(always)]
pub(super) fn add<S: Simd>(s: S, sum: &Sum<'_>, columns: &mut Columns<'_>) {
    let mut first = 0;
    while first < columns.count {
        block(s, sum, first, columns);
        first += V * S::LANES;
    }
}

/// Two sums for each vector of columns, of lower and of higher halves.
type Sums<S> = [[[<S as Simd>::U; V]; B]; 2];

/// Adds the sums for a block of columns from `first` on.
#[inline(always)]
fn block<S: Simd>(s: S, sum: &Sum<'_>, first: usize, columns: &mut Columns<'_>) {
    let (a, b) = (&sum.a, &sum.b);
    let mut sums: Sums<S> = [[[s.zero(); V]; B]; 2];
    // of the sums so far: what is negative is added to their negatives
    let mut sign = 0;
    for i in sum.terms.start..sum.terms.end {
        let j = sum.k - i;
        let next = a.signs[i] ^ b.signs[j];
        let (from, to) = ((first + 1).saturating_sub(a.digits(i)), b.digits(j).min(first + V * S::LANES));
        if from < to {
            negate_where(s, &mut sums, sign ^ next);
            sign = next;
            add_product(s, &mut sums, a.padded(i), &b.row(j)[from..to], AROUND + first - from);
        }
    }
    negate_where(s, &mut sums, sign);
    for v in 0..V {
        let at = first + v * S::LANES;
        for (half, columns) in [&mut *columns.low, &mut *columns.high].into_iter().enumerate() {
            let column = S::row_mut(&mut columns[at..]);
            let sum = s.add(sums[half][0][v], sums[half][1][v]);
            s.store(column, s.add(s.load(column), sum));
        }
    }
}

/// Negates the sums where `mask` is all ones; it is 0 otherwise.
#[inline(always)]
fn negate_where<S: Simd>(s: S, sums: &mut Sums<S>, mask: u64) {
    let mask = s.set(mask);
    for half in 0..2 {
        for k in 0..B {
            for v in 0..V {
                sums[half][k][v] = s.sub(s.xor(sums[half][k][v], mask), mask);
            }
        }
    }
}

/// Adds the products of digit j of y by the windows of x from word `at` − j on.
#[inline(always)]
fn add_product<S: Simd>(s: S, sums: &mut Sums<S>, x: &[u64], y: &[u64], mut at: usize) {
    let (groups, rest) = y.as_chunks::<B>();
    for group in groups {
        let near = &x[at - (B - 1)..][..B - 1 + V * S::LANES];
        for k in 0..B {
            let digit = s.set(group[k]);
            for v in 0..V {
                let window = s.load(S::row(&near[B - 1 - k + v * S::LANES..]));
                sums[0][k][v] = s.add_low52(sums[0][k][v], digit, window);
                sums[1][k][v] = s.add_high52(sums[1][k][v], digit, window);
            }
        }
        at -= B;
    }
    for &digit in rest {
        let (near, digit) = (&x[at..][..V * S::LANES], s.set(digit));
        for v in 0..V {
            let window = s.load(S::row(&near[v * S::LANES..]));
            sums[0][0][v] = s.add_low52(sums[0][0][v], digit, window);
            sums[1][0][v] = s.add_high52(sums[1][0][v], digit, window);
        }
    }
}
