//! Signed integers of different lengths, as magnitudes: factors of sums of products.

use super::{Integers, limbs, row_quotient::Lead};
use crate::{ring::Ring, scratch::Buf};

/// Magnitudes in rows of as many limbs, with their numbers of limbs without leading zeros and their signs.
pub(super) struct Magnitudes {
    words: Buf,
    width: usize,
    /// For each one twice its number of limbs, and 1 more if it is negative.
    sizes: Buf,
    len: usize,
}

impl Magnitudes {
    /// None, with room for some of at most `width` limbs.
    pub fn with_room(z: &Integers, rows: usize, width: usize) -> Self {
        let engine = z.engine();
        Magnitudes { words: engine.dirty(rows * width), width, sizes: engine.dirty(rows), len: 0 }
    }

    /// Appends that of a two's complement number, of which [`width`](Self::with_room) limbs and the sign matter.
    #[inline]
    pub fn push(&mut self, x: &[u64]) {
        let (place, negative) = (&mut self.words[self.len * self.width..][..self.width], limbs::is_negative(x));
        limbs::copy_signed(place, x);
        if negative {
            limbs::negate(place);
        }
        self.sizes[self.len] = (limbs::trimmed(place).len() as u64) << 1 | u64::from(negative);
        self.len += 1;
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Replaces the last one by its quotient, if that is exact.
    pub fn divide_last(&mut self, by: &Lead) -> bool {
        let last = self.len - 1;
        let place = &mut self.words[last * self.width..][..self.width];
        let exact = by.divide(place);
        let negative = self.sizes[last] & 1;
        self.sizes[last] = (limbs::trimmed(place).len() as u64) << 1 | negative;
        exact
    }

    /// out = one of them, or its negative where `minus`, as a two's complement number.
    pub fn write(&self, i: usize, out: &mut [u64], minus: bool) {
        let (x, negative) = self.get(i);
        out[..x.len()].copy_from_slice(x);
        out[x.len()..].fill(0);
        if negative ^ minus {
            limbs::negate(out);
        }
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The magnitude without leading zeros, and whether the number is negative.
    #[inline(always)]
    pub fn get(&self, i: usize) -> (&[u64], bool) {
        let size = self.sizes[i];
        (&self.words[i * self.width..][..(size >> 1) as usize], size & 1 == 1)
    }
}
