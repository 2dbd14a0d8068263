//! Elements as limbs, digits and bits.

use super::{Gf2k, convolve, out_of_range};
use crate::{
    Result,
    ring::{Codec, Coeffs, Ring, View, no_digits},
};
use polymod_core::decimal;

impl Codec for Gf2k {
    /// The element with these bits; its negative is itself.
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        let x = magnitude.first().copied().unwrap_or(0);
        let longer = magnitude.iter().skip(1).any(|&x| x != 0);
        if longer || x > self.field.mask() {
            let sign = if negative { "-" } else { "" };
            let shown = if longer { "a longer one".into() } else { format!("{sign}{x}") };
            return Err(out_of_range(shown));
        }
        v.words.push(x);
        v.len += 1;
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        const SHOWN: usize = 24;
        let zeros = digits.iter().take_while(|d| **d == b'0').count();
        let text = std::str::from_utf8(&digits[zeros..]).map_err(|_| no_digits(digits))?;
        match text.parse() {
            _ if !digits.iter().all(u8::is_ascii_digit) => Err(no_digits(digits)),
            Ok(x) => self.push_limbs(v, negative, &[x]),
            Err(_) if text.is_empty() => self.push_limbs(v, false, &[]),
            Err(_) if text.len() <= SHOWN => Err(out_of_range(text.into())),
            Err(_) => Err(out_of_range(format!("one of {} digits", text.len()))),
        }
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        let x = v.words()[i];
        if x > 0 {
            out.push(x);
        }
        false
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        decimal::push(v.words()[i], out);
    }
    fn write_decimals(&self, v: View<'_, Self>, descending: bool, separator: &str, out: &mut String) {
        decimal::push_all(v.words(), descending, separator, out);
    }
    fn add_component(&self, v: &mut Coeffs<Self>, j: usize, _: bool, digits: &[u8]) -> Result<()> {
        if !digits.iter().all(u8::is_ascii_digit) {
            return Err(no_digits(digits));
        }
        if digits.last().is_some_and(|digit| digit % 2 == 1) {
            // a field of degree 1 has the only root of its modulus as the class of t
            let t = if self.k() == 1 { self.modulus() as u64 & 1 } else { 2 };
            let last = v.words.last_mut().expect("there is an element");
            *last ^= self.pow(&t, j as u64);
        }
        Ok(())
    }
    fn names(&self) -> bool {
        true
    }
    fn packed_bits(&self) -> usize {
        self.k() as usize
    }
    fn unpack(&self, words: &[u64], len: usize) -> Coeffs<Self> {
        let mut v = self.zeros(len);
        self.field.unpack(&mut v.words, words, self.packed_bits(), 0);
        v
    }
    fn pack(&self, v: View<'_, Self>) -> Vec<u64> {
        convolve::pack(v.words(), self.packed_bits())
    }
}
