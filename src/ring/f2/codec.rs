//! Elements as limbs, digits and bits.

use super::F2;
use crate::{
    Result,
    ring::{Codec, Coeffs, Ring, View, no_digits},
};

impl Codec for F2 {
    fn push_limbs(&self, v: &mut Coeffs<Self>, _: bool, magnitude: &[u64]) -> Result<()> {
        self.push(v, magnitude.first().is_some_and(|x| x & 1 == 1));
        Ok(())
    }
    fn push_words(&self, v: &mut Coeffs<Self>, words: &[u64]) -> Result<()> {
        // up to the next word of the vector one by one
        let (first, rest) = words.split_at((v.len.wrapping_neg() % 64).min(words.len()));
        first.iter().for_each(|x| self.push(v, x & 1 == 1));
        let bits = |run: &[u64]| run.iter().zip(0..).fold(0, |bits, (x, i)| bits | (x & 1) << i);
        let begun = v.words.len();
        v.words.resize(begun + rest.len().div_ceil(64));
        v.words[begun..].iter_mut().zip(rest.chunks(64)).for_each(|(word, run)| *word = bits(run));
        v.len += rest.len();
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, _: bool, digits: &[u8]) -> Result<()> {
        if !digits.iter().all(u8::is_ascii_digit) {
            return Err(no_digits(digits));
        }
        self.push(v, digits.last().is_some_and(|d| d & 1 == 1));
        Ok(())
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        if self.get(v, i) {
            out.push(1);
        }
        false
    }
    fn write_words(&self, v: View<'_, Self>, out: &mut Vec<u64>) {
        let mut left = v.len();
        for word in self.words(v).iter() {
            out.extend((0..left.min(64)).map(|i| (word >> i) & 1));
            left -= left.min(64);
        }
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        out.push(if self.get(v, i) { '1' } else { '0' });
    }
    fn packed_bits(&self) -> usize {
        1
    }
    fn unpack(&self, words: &[u64], len: usize) -> Coeffs<Self> {
        self.from_words(words, len)
    }
    fn pack(&self, v: View<'_, Self>) -> Vec<u64> {
        self.words(v).into_owned()
    }
}
