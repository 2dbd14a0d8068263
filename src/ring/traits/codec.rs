//! Elements as integers: limbs, decimal digits and packed bits.

use super::Ring;
use crate::{
    Result,
    ring::{
        packed,
        vector::{Coeffs, View},
    },
};

/// Conversions of coefficients to text and to words, and back.
pub trait Codec: Sized {
    /// Appends the element that the integer ±Σ `magnitude[i]`·2^(64i) denotes: its [image](Ring::image), or where
    /// [`names`](Self::names) says so the element with its bits.
    ///
    /// # Errors
    /// Where the integer denotes no element; never in Z and Z/n.
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()>
    where
        Self: Ring;
    /// Appends the element that the integer with these decimal digits (`0`–`9`, at least one) denotes.
    ///
    /// # Errors
    /// As [`push_limbs`](Self::push_limbs).
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()>
    where
        Self: Ring;
    /// An empty vector that takes elements one at a time, as [`push_limbs`](Self::push_limbs) and
    /// [`push_decimal`](Self::push_decimal) do.
    fn appender(&self) -> Box<dyn Appender<Self>>
    where
        Self: Ring,
    {
        Box::new(Appended::new(self))
    }
    /// Appends to `out` the magnitude of the integer that represents coefficient `i` (the least non-negative residue in
    /// Z/n), as limbs without leading zeros; returns whether the integer is negative.
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool
    where
        Self: Ring;
    /// Calls `take` with each coefficient in turn, as [`limbs`](Self::limbs) returns and appends it.
    fn each_limbs(&self, v: View<'_, Self>, take: &mut dyn FnMut(bool, &[u64]))
    where
        Self: Ring,
    {
        let mut limbs = Vec::new();
        for i in 0..v.len() {
            limbs.clear();
            let negative = self.limbs(v, i, &mut limbs);
            take(negative, &limbs);
        }
    }
    /// Appends coefficient `i` in decimal.
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String)
    where
        Self: Ring;
    /// Appends all coefficients in decimal with a separator between them, from the last one on if `descending`.
    fn write_decimals(&self, v: View<'_, Self>, descending: bool, separator: &str, out: &mut String)
    where
        Self: Ring,
    {
        for k in 0..v.len() {
            if k > 0 {
                out.push_str(separator);
            }
            self.write_decimal(v, if descending { v.len() - 1 - k } else { k }, out);
        }
    }
    /// The element that this decimal integer denotes.
    ///
    /// # Errors
    /// As [`push_limbs`](Self::push_limbs).
    fn elem_from_decimal(&self, negative: bool, digits: &[u8]) -> Result<Self::Elem>
    where
        Self: Ring,
    {
        let mut v = self.zeros(0);
        self.push_decimal(&mut v, negative, digits)?;
        Ok(self.get(v.view(), 0))
    }
    /// The element in decimal.
    fn elem_to_decimal(&self, x: &Self::Elem) -> String
    where
        Self: Ring,
    {
        let mut text = String::new();
        self.write_decimal(self.collect(std::slice::from_ref(x)).view(), 0, &mut text);
        text
    }
    /// Whether an integer given by limbs or digits is a name, for the element with its bits (others are refused);
    /// elsewhere it is its [image](Ring::image). Exponents, indices and lengths are integers, never names: they enter a
    /// ring as images.
    fn names(&self) -> bool {
        false
    }
    /// Bits of a coefficient in packed vectors, for hexadecimal text and files of bits, at most 64: nonzero only in
    /// characteristic 2, where every integer of that number of bits denotes an element.
    fn packed_bits(&self) -> usize {
        0
    }
    /// Unpacks a vector of `len` coefficients from words: [`packed_bits`](Self::packed_bits) bits each, the first in
    /// the lowest bits. There are words enough.
    ///
    /// # Panics
    /// Where `packed_bits` is 0; when there are fewer words.
    fn unpack(&self, words: &[u64], len: usize) -> Coeffs<Self>
    where
        Self: Ring,
    {
        packed::unpack(self, words, len)
    }
    /// Packs a vector into words, the inverse of [`unpack`](Self::unpack); bits beyond the end are zero.
    ///
    /// # Panics
    /// Where [`packed_bits`](Self::packed_bits) is 0.
    fn pack(&self, v: View<'_, Self>) -> Vec<u64>
    where
        Self: Ring,
    {
        packed::pack(self, v)
    }
}

/// A vector that grows by one element at a time, for readers: a ring behind a pointer is asked once a vector, not once an element.
pub trait Appender<R: Ring>: Send {
    /// Appends the element that an integer denotes.
    ///
    /// # Errors
    /// Those of [`Codec::push_limbs`].
    fn push_limbs(&mut self, negative: bool, magnitude: &[u64]) -> Result<()>;
    /// Appends the element that an integer denotes.
    ///
    /// # Errors
    /// Those of [`Codec::push_decimal`].
    fn push_decimal(&mut self, negative: bool, digits: &[u8]) -> Result<()>;
    /// The elements so far.
    fn view(&self) -> View<'_, R>;
    /// Returns the elements so far, and starts again without any.
    fn take(&mut self) -> Coeffs<R>;
    /// Replaces the elements so far.
    fn put(&mut self, v: Coeffs<R>);
}

/// The [`Appender`] of a ring with a known type.
pub(in crate::ring) struct Appended<R: Ring> {
    ring: R,
    v: Coeffs<R>,
}

impl<R: Ring> Appended<R> {
    pub(in crate::ring) fn new(ring: &R) -> Self {
        Appended { ring: ring.clone(), v: ring.zeros(0) }
    }
}

impl<R: Ring> Appender<R> for Appended<R> {
    fn push_limbs(&mut self, negative: bool, magnitude: &[u64]) -> Result<()> {
        self.ring.push_limbs(&mut self.v, negative, magnitude)
    }

    fn push_decimal(&mut self, negative: bool, digits: &[u8]) -> Result<()> {
        self.ring.push_decimal(&mut self.v, negative, digits)
    }

    fn view(&self) -> View<'_, R> {
        self.v.view()
    }

    fn take(&mut self) -> Coeffs<R> {
        std::mem::replace(&mut self.v, self.ring.zeros(0))
    }

    fn put(&mut self, v: Coeffs<R>) {
        self.v = v;
    }
}
