//! Divisions over Z by the definition, in rows of limbs as long as all remainders are: products of magnitudes are added to them in place.

use super::{Integers, limbs, magnitudes::Magnitudes, row, short, to_integer};
use crate::{
    Error,
    arith::inverse_modulo_word,
    bits::bit_len,
    ring::{Coeffs, Ring, View},
    scratch::Buf,
    tested,
};

/// Most products of limbs of a division that is done here: of longer ones those in digits, or of integers, are faster (measured, Zen 5).
const MOST_PRODUCTS: usize = 1 << 13;
/// The same for divisors of words and rows of at most [`FEW`] limbs.
const MOST_OF_WORDS: usize = 1 << 15;
/// Most bits of a divisor's coefficients: GMP's products are faster from there on (measured, Zen 5).
const MOST_BITS: usize = 768;
/// Most limbs of rows of constant length.
const FEW: usize = 8;

/// A leading coefficient as divisor of multiples of it.
pub(super) struct Lead {
    /// The magnitude's odd part, in as many limbs as the magnitude.
    odd: Buf,
    /// log2 of the even part.
    twos: u32,
    /// The inverse of the lowest limb of the odd part modulo 2^64.
    inverse: u64,
    pub negative: bool,
}

impl Lead {
    /// For x ≠ 0.
    pub fn new(z: &Integers, x: &[u64]) -> Self {
        let negative = limbs::is_negative(x);
        let mut odd = z.engine().copied(x);
        if negative {
            limbs::negate(&mut odd);
        }
        let zeros = odd.iter().take_while(|&&limb| limb == 0).count();
        let twos = 64 * zeros as u32 + odd[zeros].trailing_zeros();
        let len = limbs::trimmed(&odd).len();
        odd.truncate(len);
        shift_right(&mut odd, twos);
        let inverse = inverse_modulo_word(odd[0]);
        Lead { odd, twos, inverse, negative }
    }

    /// Bits of the magnitude.
    fn bits(&self) -> usize {
        let odd = limbs::trimmed(&self.odd);
        64 * odd.len() - odd[odd.len() - 1].leading_zeros() as usize + self.twos as usize
    }

    pub fn is_unit(&self) -> bool {
        self.twos == 0 && limbs::trimmed(&self.odd) == [1]
    }

    /// Replaces a magnitude by its quotient, if that is exact (Jebelean 1993, "An algorithm for exact division"). Anything is left of another one.
    pub fn divide(&self, x: &mut [u64]) -> bool {
        let zeros = (self.twos / 64) as usize;
        if limbs::trimmed(x).is_empty() {
            return true;
        }
        let (low, high) = x.split_at(zeros.min(x.len()));
        if low.iter().any(|&limb| limb != 0) || high.first().is_none_or(|x| x.trailing_zeros() < self.twos % 64) {
            return false;
        }
        shift_right(x, self.twos);
        let d = limbs::trimmed(&self.odd);
        if d == [1] {
            return true;
        }
        let len = limbs::trimmed(x).len();
        if len < d.len() {
            return false;
        }
        // from the lowest limb up, what is left is a multiple of the next power of 2^64
        for i in 0..=len - d.len() {
            let q = x[i].wrapping_mul(self.inverse);
            let (own, above) = x[i..len].split_at_mut(d.len());
            let mut borrow = 0;
            for (x, &d) in own.iter_mut().zip(d) {
                let product = u128::from(q) * u128::from(d) + u128::from(borrow);
                let (rest, below) = x.overflowing_sub(product as u64);
                (*x, borrow) = (rest, (product >> 64) as u64 + u64::from(below));
            }
            for x in above {
                if borrow == 0 {
                    break;
                }
                let (rest, below) = x.overflowing_sub(borrow);
                (*x, borrow) = (rest, u64::from(below));
            }
            if borrow != 0 {
                return false;
            }
            x[i] = q;
        }
        let rest = &mut x[len - d.len() + 1..];
        rest.iter().all(|&limb| limb == 0)
    }
}

/// x = ⌊x/2^bits⌋ for a magnitude.
fn shift_right(x: &mut [u64], bits: u32) {
    let (skipped, bits) = (((bits / 64) as usize).min(x.len()), bits % 64);
    if skipped > 0 {
        let len = x.len();
        x.copy_within(skipped.., 0);
        x[len - skipped..].fill(0);
    }
    if bits > 0 {
        let mut above = 0;
        for x in x.iter_mut().rev() {
            let both = u128::from(above) << 64 | u128::from(*x);
            above = *x;
            *x = (both >> bits) as u64;
        }
    }
}

/// Why a division ends early.
enum Failed {
    /// A remainder might not fit.
    Long,
    /// The leading coefficient does not divide that of this row.
    Inexact(usize),
}

/// A division in progress: the dividend, then the remainder and the quotient, in rows of `width` limbs.
struct Rest {
    words: Buf,
    width: usize,
    len: usize,
    /// Bits of a number above the magnitudes of all that is left of the dividend.
    bits: usize,
}

impl Rest {
    fn new<'a>(z: &Integers, a: impl Fn(usize) -> &'a [u64], [len, width, bits]: [usize; 3]) -> Self {
        let mut words = z.engine().dirty(len * width);
        words.chunks_exact_mut(width).enumerate().for_each(|(i, out)| limbs::copy_signed(out, a(i)));
        Rest { words, width, len, bits }
    }

    /// Makes room for sums with products of this many bits in the first `top` rows.
    fn make_room(&mut self, z: &Integers, product_bits: usize, top: usize) {
        if self.bits.max(product_bits) + 1 >= 64 * self.width {
            self.bits = limbs::most_bits(&self.words[..top * self.width], self.width) as usize;
        }
        self.bits = self.bits.max(product_bits) + 1;
        if self.bits >= 64 * self.width {
            let width = (self.bits / 64 + 1).max(self.width + self.width / 2);
            let own = |i: usize| &self.words[i * self.width..][..self.width];
            *self = Rest::new(z, own, [self.len, width, self.bits]);
        }
    }

    /// Divides by a polynomial.
    ///
    /// # Errors
    /// [`Failed::Inexact`].
    fn divide(&mut self, z: &Integers, b: View<'_, Integers>, lead: &Lead, count: usize) -> Result<(), Failed> {
        let degree = b.len() - 1;
        let mut lower = Magnitudes::with_room(z, degree, b.width);
        (0..degree).for_each(|i| lower.push(row(b, i)));
        let most = limbs::most_bits(b.low(degree).words(), b.width) as usize;
        let mut q = Magnitudes::with_room(z, 1, self.width);
        for top in (self.len - count..self.len).rev() {
            let width = self.width;
            if q.width() < width {
                q = Magnitudes::with_room(z, 1, width);
            }
            q.clear();
            q.push(&self.words[top * width..][..width]);
            if !lead.is_unit() && !q.divide_last(lead) {
                return Err(Failed::Inexact(top));
            }
            if lead.negative || !lead.is_unit() {
                q.write(0, &mut self.words[top * width..][..width], lead.negative);
            }
            let (x, minus) = q.get(0);
            if x.is_empty() {
                continue;
            }
            let bits = 64 * x.len() - x[x.len() - 1].leading_zeros() as usize;
            self.make_room(z, bits + most, top);
            let (first, width) = (top.saturating_sub(degree), self.width);
            let rows = self.words[first * width..top * width].chunks_exact_mut(width);
            let skipped = degree - (top - first);
            for (i, row) in rows.enumerate() {
                let (y, negative) = lower.get(skipped + i);
                // the product is subtracted
                limbs::add_product(row, x, y, minus ^ lead.negative == negative);
            }
        }
        Ok(())
    }

    /// [`divide`](Self::divide) for a divisor with coefficients of words, in rows of W limbs.
    ///
    /// # Errors
    /// [`Failed`].
    fn divide_few<const W: usize>(
        &mut self,
        [lower, flips]: [&[u64]; 2],
        lead: &Lead,
        count: usize,
    ) -> Result<(), Failed> {
        let most = lower.iter().fold(0, |all, x| all | x);
        let (most, unit) = (64 - most.leading_zeros() as usize, lead.is_unit());
        let rows = self.words.as_chunks_mut::<W>().0;
        for top in (self.len - count..self.len).rev() {
            let mut q = rows[top];
            let negative = limbs::is_negative(&q);
            if !unit {
                if negative {
                    limbs::negate(&mut q);
                }
                if !lead.divide(&mut q) {
                    return Err(Failed::Inexact(top));
                }
            }
            if (negative && !unit) != lead.negative {
                limbs::negate(&mut q);
            }
            rows[top] = q;
            let bits = limbs::most_bits(&q, W) as usize;
            if bits == 0 {
                continue;
            }
            if self.bits.max(bits + most) + 1 >= 64 * W {
                self.bits = limbs::most_bits(rows[..top].as_flattened(), W) as usize;
            }
            self.bits = self.bits.max(bits + most) + 1;
            if self.bits >= 64 * W {
                return Err(Failed::Long);
            }
            let met = &mut rows[top.saturating_sub(lower.len())..top];
            let skipped = lower.len() - met.len();
            for ((row, &b), &flip) in met.iter_mut().zip(&lower[skipped..]).zip(&flips[skipped..]) {
                add_multiple(row, &q, b, flip);
            }
        }
        Ok(())
    }

    /// The rows, which are no wider than they must be.
    fn taken(self, z: &Integers) -> Coeffs<Integers> {
        let mut rows = Coeffs::from_words(self.words, self.len, self.width);
        z.narrow(&mut rows);
        rows
    }
}

/// row ± q·b modulo 2^(64·W), for a two's complement q: the difference where `flip` is all ones, and not 0.
#[inline(always)]
fn add_multiple<const W: usize>(row: &mut [u64; W], q: &[u64; W], b: u64, flip: u64) {
    let mut carry = 0;
    for (row, &q) in row.iter_mut().zip(q) {
        let total = u128::from(q) * u128::from(b) + u128::from(*row ^ flip) + u128::from(carry);
        (*row, carry) = (total as u64 ^ flip, (total >> 64) as u64);
    }
}

impl Integers {
    tested! {
        /// The dividend's coefficients a(0), …, a(len − 1), below 2^`bits` in magnitude, divided to `count` coefficients of a quotient, as in
        /// `divide_integers`: the remainder, then the quotient. `None` where the division is long, or the divisor's leading coefficient is 0.
        pub(super) fn divided_in_rows<'a>(
            &self,
            a: impl Fn(usize) -> &'a [u64],
            bits: u32,
            b: View<'_, Self>,
            [len, count]: [usize; 2],
        ) -> Option<Result<Coeffs<Self>, Error>> {
            let degree = b.len().checked_sub(1)?;
            if limbs::trimmed(row(b, degree)).is_empty() {
                return None;
            }
            let (lead, bits) = (Lead::new(self, row(b, degree)), bits as usize);
            let b_bits = limbs::most_bits(b.words(), b.width) as usize;
            if b_bits > MOST_BITS {
                return None;
            }
            // of quotients on average, and a bound on all remainders where the divisor is monic, else what is expected of exact quotients
            let (q_bits, most) = if lead.is_unit() {
                (bits + b_bits.saturating_mul(count / 2), bits.saturating_add((b_bits + 1).saturating_mul(count)))
            } else {
                ((bits + 64).saturating_sub(lead.bits()), bits + 1 + bit_len(count as u64) as usize)
            };
            let pairs = count.checked_mul(degree.min(len).max(1))?;
            let products = pairs.saturating_mul(q_bits / 64 + 1).saturating_mul(b_bits / 64 + 1);
            if most / 64 < FEW
                && products <= MOST_OF_WORDS
                && let Some((rest, divided)) = self.divided_in_few(&a, [bits, most / 64 + 1], (b, &lead), [len, count])
            {
                match divided {
                    Ok(()) => return Some(Ok(rest.taken(self))),
                    Err(Failed::Inexact(top)) => return Some(Err(self.inexact(&rest, top, b)?)),
                    Err(Failed::Long) => {}
                }
            }
            if products > MOST_PRODUCTS {
                return None;
            }
            // longer rows are made when they are needed
            let width = (most / 64 + 1).min(FEW.max(2 * (bits / 64 + 1) + b.width));
            let mut rest = Rest::new(self, &a, [len, width, bits]);
            match rest.divide(self, b, &lead, count) {
                Err(Failed::Inexact(top)) => Some(Err(self.inexact(&rest, top, b)?)),
                _ => Some(Ok(rest.taken(self))),
            }
        }
    }

    /// The error of a division that ends in this row.
    fn inexact(&self, rest: &Rest, top: usize, b: View<'_, Self>) -> Option<Error> {
        let x = to_integer(&rest.words[top * rest.width..][..rest.width]);
        self.quotient(&x, &self.get(b, b.len() - 1)).err()
    }

    /// A division in rows of `width` limbs, by a divisor whose other coefficients are words.
    fn divided_in_few<'a>(
        &self,
        a: impl Fn(usize) -> &'a [u64],
        [bits, width]: [usize; 2],
        (b, lead): (View<'_, Self>, &Lead),
        [len, count]: [usize; 2],
    ) -> Option<(Rest, Result<(), Failed>)> {
        let degree = b.len() - 1;
        let (mut lower, mut flips) = (self.engine().dirty(degree), self.engine().dirty(degree));
        for (i, (place, flip)) in lower.iter_mut().zip(flips.iter_mut()).enumerate() {
            let (x, negative) = short::magnitude(row(b, i))?;
            // the products are subtracted
            (*place, *flip) = (x, limbs::sign_word(!negative));
        }
        let lower = [&lower[..], &flips[..]];
        // lengths for which there are loops
        let width = [2, 3, 4, 6].into_iter().find(|&w| w >= width).unwrap_or(FEW);
        let mut rest = Rest::new(self, a, [len, width, bits]);
        let divided = match width {
            2 => rest.divide_few::<2>(lower, lead, count),
            3 => rest.divide_few::<3>(lower, lead, count),
            4 => rest.divide_few::<4>(lower, lead, count),
            6 => rest.divide_few::<6>(lower, lead, count),
            _ => rest.divide_few::<FEW>(lower, lead, count),
        };
        Some((rest, divided))
    }
}
