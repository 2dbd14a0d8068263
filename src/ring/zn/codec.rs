//! Elements as limbs, digits and bits.

use crate::{
    Result,
    ring::{Codec, Coeffs, View, Zn, no_digits},
};
use polymod_core::decimal;

impl Codec for Zn {
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        let n = self.modulus();
        let residue =
            magnitude.iter().rev().fold(0, |r, &limb| n.reduce_wide((u128::from(r) << 64) | u128::from(limb)));
        v.words.push(if negative { n.neg(residue) } else { residue });
        v.len += 1;
        Ok(())
    }
    fn push_words(&self, v: &mut Coeffs<Self>, words: &[u64]) -> Result<()> {
        let n = self.modulus();
        v.words.extend_from_slice(words);
        for x in v.words[v.len..].iter_mut().filter(|x| **x >= n.n()) {
            *x = n.reduce(*x);
        }
        v.len += words.len();
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        const CHUNK: usize = 19; // 10^19 < 2^64
        let n = self.modulus();
        let mut residue = 0;
        for chunk in digits.chunks(CHUNK) {
            let value = decimal::word(chunk).ok_or_else(|| no_digits(digits))?;
            residue = n.reduce_wide(u128::from(residue) * 10u128.pow(chunk.len() as u32) + u128::from(value));
        }
        v.words.push(if negative { n.neg(residue) } else { residue });
        v.len += 1;
        Ok(())
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        let x = v.words()[i];
        if x > 0 {
            out.push(x);
        }
        false
    }
    fn write_words(&self, v: View<'_, Self>, out: &mut Vec<u64>) {
        out.extend_from_slice(v.words());
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        decimal::push(v.words()[i], out);
    }
    fn write_decimals(&self, v: View<'_, Self>, descending: bool, separator: &str, out: &mut String) {
        decimal::push_all(v.words(), descending, separator, out);
    }
}
