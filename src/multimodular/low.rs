//! Integers modulo powers of 2^64, as words, least significant first: in two's complement they are integers of either sign.

use crate::{arith::inverse_modulo_word, ring::limbs};

/// Most words of a number.
pub(super) const MOST: usize = 40;

/// Calls `$f::<L>` with arrays for numbers of few words, else `$long` with slices.
macro_rules! by_length {
    ($out:expr, $x:expr, $y:expr, $f:ident, $long:ident; $($len:literal)*) => {
        match $out.len() {
            $($len => if let (Some(out), Some(x), Some(y)) =
                ($out.first_chunk_mut::<$len>(), $x.first_chunk::<$len>(), $y.first_chunk::<$len>())
            {
                $f(out, x, y);
            },)*
            _ => $long($out, $x, $y),
        }
    };
}

/// x·y modulo 2^(64·len out), for factors of as many words at least.
#[inline(always)]
pub(super) fn multiply(out: &mut [u64], x: &[u64], y: &[u64]) {
    out.fill(0);
    by_length!(out, x, y, add_few, add_product; 1 2 3 4 5 6 7 8 9 10);
}

/// out −= x·y, as [`multiply`].
#[inline(always)]
pub(super) fn subtract_product(out: &mut [u64], x: &[u64], y: &[u64]) {
    by_length!(out, x, y, subtract_few, subtract_long; 1 2 3 4 5 6 7 8 9 10);
}

/// out += x·y for numbers of L words.
fn add_few<const L: usize>(out: &mut [u64; L], x: &[u64; L], y: &[u64; L]) {
    add_product(out, x, y);
}

/// out −= x·y for numbers of L words.
fn subtract_few<const L: usize>(out: &mut [u64; L], x: &[u64; L], y: &[u64; L]) {
    let mut minus = *y;
    limbs::negate(&mut minus);
    add_few(out, x, &minus);
}

/// out += x·y for a y of as many words at least, where x may have fewer and then is not negative.
#[inline(always)]
pub(super) fn add_product(out: &mut [u64], x: &[u64], y: &[u64]) {
    for (i, &x) in x.iter().enumerate().take(out.len()) {
        limbs::add_multiple(&mut out[i..], y, x);
    }
}

/// out −= x·y, as [`add_product`].
#[inline(always)]
pub(super) fn subtract_long(out: &mut [u64], x: &[u64], y: &[u64]) {
    let len = out.len();
    for (i, &x) in x.iter().enumerate().take(len) {
        let mut carry = 0;
        for (out, &y) in out[i..].iter_mut().zip(y) {
            let product = u128::from(x) * u128::from(y) + carry;
            let (difference, borrow) = out.overflowing_sub(product as u64);
            *out = difference;
            carry = (product >> 64) + u128::from(borrow);
        }
    }
}

/// Sets the words from `len` on to the sign of the number in those before.
#[inline(always)]
pub(super) fn extend(x: &mut [u64], len: usize) {
    let sign = ((x[len - 1] as i64) >> 63) as u64;
    x[len..].fill(sign);
}

/// Bits of a number not below the magnitude of one in two's complement, and not below 1; at most one more than needed.
pub(super) fn bits(x: &[u64]) -> u32 {
    let sign = ((x[x.len() - 1] as i64) >> 63) as u64;
    let top = x.iter().rposition(|&word| word != sign);
    top.map_or(1, |top| 64 * top as u32 + (64 - (x[top] ^ sign).leading_zeros()) + u32::from(sign != 0))
}

/// A nonzero number as divisor of multiples of it.
pub(super) struct Divisor {
    /// The inverse of the odd part modulo a power of 2^64.
    inverse: [u64; MOST],
    /// log2 of the even part.
    shift: u32,
}

impl Divisor {
    /// For quotients of `len` words, at most [`MOST`]; `None` for a number that 2^64 divides, whose quotients are not computed here.
    pub fn new(x: &[u64], len: usize) -> Option<Self> {
        let shift = x[0].trailing_zeros();
        if shift == 64 {
            return None;
        }
        let sign = ((x[x.len() - 1] as i64) >> 63) as u64;
        let word = |i: usize| x.get(i).copied().unwrap_or(sign);
        let (mut odd, mut inverse) = ([0; MOST], [0; MOST]);
        odd[..len].iter_mut().enumerate().for_each(|(i, odd)| *odd = shifted(word(i), word(i + 1), shift));
        inverse[0] = inverse_modulo_word(odd[0]);
        let (mut known, mut rest, mut product) = (1, [0; MOST], [0; MOST]);
        while known < len {
            // i·(2 − d·i)
            let next = (2 * known).min(len);
            let (rest, product) = (&mut rest[..next], &mut product[..next]);
            rest.fill(0);
            rest[0] = 2;
            subtract_product(rest, &odd, &inverse);
            multiply(product, &inverse, rest);
            inverse[..next].copy_from_slice(product);
            known = next;
        }
        Some(Divisor { inverse, shift })
    }

    /// Number of words of a multiple that a quotient of this many depends on.
    #[inline(always)]
    pub fn words(&self, len: usize) -> usize {
        len + usize::from(self.shift > 0)
    }

    /// out = x/d for a multiple x of d of [as many](Self::words) words as the quotient needs.
    #[inline(always)]
    pub fn exact(&self, out: &mut [u64], x: &mut [u64]) {
        if self.shift > 0 {
            for i in 0..out.len() {
                x[i] = shifted(x[i], x[i + 1], self.shift);
            }
        }
        multiply(out, &x[..out.len()], &self.inverse);
    }
}

/// The low word of two, shifted to the right by fewer than 64 bits.
#[inline(always)]
fn shifted(low: u64, high: u64, bits: u32) -> u64 {
    ((u128::from(high) << 64 | u128::from(low)) >> bits) as u64
}
