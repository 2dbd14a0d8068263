//! Fraction-free elimination over Z in words, in pairs of words, and in integers of any size.
//!
//! After r pivots every entry is a minor of r or r + 1 rows, so that the division by the last pivot is exact (Bareiss 1968, "Sylvester's identity and
//! multistep integer-preserving Gaussian elimination"), and Hadamard's inequality bounds it: by the product of the norms of all rows. Exact quotients
//! are products by an inverse modulo 2^64 or 2^128.

use crate::ring::ExactDivisor;
use rug::{Assign, Integer};

/// An entry of a matrix that is eliminated.
pub(super) trait Entry: Clone + From<i64> {
    /// A pivot as divisor.
    type Divisor;
    fn is_zero(&self) -> bool;
    /// For a number other than 0.
    fn divisor(&self) -> Self::Divisor;
    /// self = (pivot·self − head·above)/divisor, which is exact; `room` is of any value.
    fn eliminate(&mut self, room: &mut Self, pivot: &Self, head: &Self, above: &Self, divisor: &Self::Divisor);
    /// self += x·y.
    fn add_product(&mut self, x: &Self, y: &Self);
}

impl Entry for i64 {
    type Divisor = ExactDivisor;
    #[inline(always)]
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn divisor(&self) -> ExactDivisor {
        ExactDivisor::new(*self)
    }
    #[inline(always)]
    fn eliminate(&mut self, _: &mut i64, pivot: &i64, head: &i64, above: &i64, divisor: &ExactDivisor) {
        let difference = i128::from(*pivot) * i128::from(*self) - i128::from(*head) * i128::from(*above);
        *self = divisor.exact(difference);
    }
    #[inline(always)]
    fn add_product(&mut self, x: &i64, y: &i64) {
        *self += x * y;
    }
}

/// A number of two words as divisor.
pub(super) struct DoubleDivisor {
    /// The inverse of the odd part modulo 2^128.
    inverse: u128,
    /// log2 of the even part.
    shift: u32,
}

impl Entry for i128 {
    type Divisor = DoubleDivisor;
    #[inline(always)]
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn divisor(&self) -> DoubleDivisor {
        let shift = self.trailing_zeros();
        let odd = (self >> shift) as u128;
        let mut inverse = odd.wrapping_mul(3) ^ 2;
        // right modulo 2^5, 2^10, …, 2^160
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        DoubleDivisor { inverse, shift }
    }
    #[inline(always)]
    fn eliminate(&mut self, _: &mut i128, pivot: &i128, head: &i128, above: &i128, divisor: &DoubleDivisor) {
        let low = pivot.wrapping_mul(*self).wrapping_sub(head.wrapping_mul(*above)) as u128;
        let low = match divisor.shift {
            0 => low,
            shift => {
                let difference = Wide::product(*pivot, *self).minus(Wide::product(*head, *above));
                low >> shift | (difference.high as u128) << (128 - shift)
            }
        };
        *self = low.wrapping_mul(divisor.inverse) as i128;
    }
    #[inline(always)]
    fn add_product(&mut self, x: &i128, y: &i128) {
        *self += x * y;
    }
}

impl Entry for Integer {
    type Divisor = Integer;
    fn is_zero(&self) -> bool {
        Integer::is_zero(self)
    }
    fn divisor(&self) -> Integer {
        self.clone()
    }
    fn eliminate(&mut self, room: &mut Integer, pivot: &Integer, head: &Integer, above: &Integer, divisor: &Integer) {
        room.assign(&*self * pivot);
        *room -= head * above;
        std::mem::swap(self, room);
        if *divisor != 1 {
            self.div_exact_mut(divisor);
        }
    }
    fn add_product(&mut self, x: &Integer, y: &Integer) {
        *self += x * y;
    }
}

/// A signed number of four words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wide {
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

    #[inline]
    pub fn plus(self, other: Self) -> Self {
        let (low, carry) = self.low.overflowing_add(other.low);
        Wide { low, high: self.high.wrapping_add(other.high).wrapping_add(i128::from(carry)) }
    }

    #[inline]
    pub fn minus(self, other: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Wide { low, high: self.high.wrapping_sub(other.high).wrapping_sub(i128::from(borrow)) }
    }
}

impl From<Wide> for Integer {
    fn from(x: Wide) -> Integer {
        if x.high == x.low as i128 >> 127 {
            return Integer::from(x.low as i128);
        }
        (Integer::from(x.high) << 128) + x.low
    }
}

/// What an elimination found.
pub(super) struct Reduced<E> {
    /// The columns of the pivots.
    pub pivots: Vec<usize>,
    /// The last pivot: the minor of the pivots' rows and columns; 1 without one.
    pub minor: E,
    /// Whether an odd number of rows was exchanged.
    pub odd: bool,
}

/// Eliminates in place, pivots in the first `width` of `cols` columns, the first row with one each. With `above` the result is the minor times the
/// reduced echelon form; else only rows from the last pivot on are right.
pub(super) fn eliminate<E: Entry>(entries: &mut [E], cols: usize, width: usize, above: bool) -> Reduced<E> {
    let rows = entries.len().checked_div(cols).unwrap_or(0);
    let mut found = Reduced { pivots: Vec::new(), minor: E::from(1), odd: false };
    let mut room = E::from(0);
    for column in 0..width {
        let rank = found.pivots.len();
        let Some(pivot) = (rank..rows).find(|&i| !entries[i * cols + column].is_zero()) else { continue };
        if pivot != rank {
            let (upper, lower) = entries.split_at_mut(pivot * cols);
            upper[rank * cols..][..cols].swap_with_slice(&mut lower[..cols]);
            found.odd = !found.odd;
        }
        let divisor = found.minor.divisor();
        let (before, rest) = entries.split_at_mut(rank * cols);
        let (row, after) = rest.split_at_mut(cols);
        let pivot = row[column].clone();
        for (other, passed) in after
            .chunks_exact_mut(cols)
            .map(|row| (row, false))
            .chain(before.chunks_exact_mut(cols).take(if above { rank } else { 0 }).map(|row| (row, true)))
        {
            let (left, right) = other.split_at_mut(column + 1);
            let (head, left) = left.split_last_mut().expect("a column");
            for (x, y) in right.iter_mut().zip(&row[column + 1..]) {
                x.eliminate(&mut room, &pivot, head, y, &divisor);
            }
            if passed {
                // columns without a pivot are multiples of the minor, too
                for (x, y) in left.iter_mut().zip(&row[..column]) {
                    x.eliminate(&mut room, &pivot, head, y, &divisor);
                }
            }
            *head = E::from(0);
        }
        found.minor = pivot;
        found.pivots.push(column);
        if found.pivots.len() == rows && !above {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::SplitMix64;

    #[test]
    fn products_of_four_words() {
        let mut random = SplitMix64::new(7);
        let mut numbers =
            vec![0, 1, -1, i128::MAX, i128::MIN, i128::MAX - 1, 1 << 64, -(1 << 64), (1 << 64) - 1, 3 << 62];
        numbers.extend((0..20).map(|i| ((i128::from(random.word()) << 64) | i128::from(random.word())) >> (6 * i)));
        for &x in &numbers {
            for &y in &numbers {
                let product = Integer::from(x) * Integer::from(y);
                assert_eq!(Integer::from(Wide::product(x, y)), product, "{x}·{y}");
                for &z in &numbers[..10] {
                    let other = Wide::product(z >> 1, x >> 1);
                    let exact = Integer::from(z >> 1) * Integer::from(x >> 1);
                    let half = Wide::product(x, y >> 2);
                    let (sum, difference) = (half.plus(other), half.minus(other));
                    let of_half = Integer::from(x) * Integer::from(y >> 2);
                    assert_eq!(Integer::from(sum), Integer::from(&of_half + &exact), "{x}, {y}, {z}");
                    assert_eq!(Integer::from(difference), of_half - exact, "{x}, {y}, {z}");
                }
            }
        }
    }

    /// The steps are exact for numbers up to the bounds of words, whatever powers of two are in the divisor.
    #[test]
    fn exact_steps_at_the_ends_of_words() {
        let mut random = SplitMix64::new(9);
        for case in 0..20_000u32 {
            let bits = 1 + case % 126;
            let draw = |random: &mut SplitMix64, bits: u32| -> Integer {
                let x = Integer::from(u128::from(random.word()) << 64 | u128::from(random.word()));
                let x = x.keep_bits(bits.min(126));
                if random.word() & 1 == 1 { -x } else { x }
            };
            // pivot·x − head·above is a multiple of the divisor: x and above are quotient and multiples of it
            let twos = (random.word() % 40) as u32;
            let divisor: Integer = draw(&mut random, bits / 2 + 1) << twos;
            if divisor == 0 || divisor.significant_bits() > 125 {
                continue;
            }
            let [q, r] =
                [draw(&mut random, (126u32).saturating_sub(divisor.significant_bits())), draw(&mut random, 20)];
            let (x, above) = (Integer::from(&q * &divisor), Integer::from(&r * &divisor));
            let (pivot, head) = (draw(&mut random, bits.min(60)), draw(&mut random, bits.min(60)));
            let wanted = Integer::from(&pivot * &q) - Integer::from(&head * &r);
            let check = |got: Integer| assert_eq!(got, wanted, "({pivot}·{x} − {head}·{above})/{divisor}");
            let mut y: Integer = x.clone();
            y.eliminate(&mut Integer::new(), &pivot, &head, &above, &divisor);
            check(y);
            let words: [Option<i128>; 6] = [&x, &pivot, &head, &above, &divisor, &wanted].map(Integer::to_i128);
            if let [Some(mut x), Some(pivot), Some(head), Some(above), Some(divisor), Some(_)] = words {
                x.eliminate(&mut 0, &pivot, &head, &above, &Entry::divisor(&divisor));
                check(Integer::from(x));
            }
            let words: [Option<i64>; 6] = [&x, &pivot, &head, &above, &divisor, &wanted].map(Integer::to_i64);
            if let [Some(mut x), Some(pivot), Some(head), Some(above), Some(divisor), Some(_)] = words {
                x.eliminate(&mut 0, &pivot, &head, &above, &Entry::divisor(&divisor));
                check(Integer::from(x));
            }
        }
    }
}
