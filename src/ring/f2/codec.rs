//! Elements as limbs, digits and bits.

use super::F2;
use crate::{
    Result,
    ring::{Codec, Coeffs, Ring, View},
};

impl Codec for F2 {
    fn push_limbs(&self, v: &mut Coeffs<Self>, _: bool, magnitude: &[u64]) -> Result<()> {
        self.push(v, magnitude.first().is_some_and(|x| x & 1 == 1));
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, _: bool, digits: &[u8]) -> Result<()> {
        self.push(v, digits.last().is_some_and(|d| d & 1 == 1));
        Ok(())
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        if self.get(v, i) {
            out.push(1);
        }
        false
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
