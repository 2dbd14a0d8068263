//! Elements as limbs, digits and bits.

use super::{Integers, row, to_integer};
use crate::{
    Result,
    ring::{Codec, Coeffs, View, integers::with_limbs, limbs, no_digits},
};
use polymod_core::decimal;

impl Codec for Integers {
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        let magnitude = limbs::trimmed(magnitude);
        let sign = magnitude.last().map_or(1, |top| top >> 63);
        self.widen(v, magnitude.len() + sign as usize);
        let first = v.words.len();
        v.words.extend_from_slice(magnitude);
        v.words.resize(first + v.width);
        if negative {
            limbs::negate(&mut v.words[first..]);
        }
        v.len += 1;
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        const SHORT: usize = 18; // 10^18 < 2^63
        if digits.len() > SHORT {
            return with_limbs(digits, &mut |limbs| self.push_limbs(v, negative, limbs));
        }
        let x = decimal::word(digits).ok_or_else(|| no_digits(digits))?;
        let x = if negative { x.wrapping_neg() } else { x };
        v.words.push(x);
        for _ in 1..v.width {
            v.words.push(limbs::sign_word(limbs::is_negative(&[x])));
        }
        v.len += 1;
        Ok(())
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        let (first, x) = (out.len(), row(v, i));
        out.extend_from_slice(x);
        let negative = limbs::is_negative(x);
        if negative {
            limbs::negate(&mut out[first..]);
        }
        while out.len() > first && out[out.len() - 1] == 0 {
            out.pop();
        }
        negative
    }
    fn each_limbs(&self, v: View<'_, Self>, take: &mut dyn FnMut(bool, &[u64])) {
        let mut magnitude = vec![0; v.width];
        for x in v.words().chunks_exact(v.width) {
            let negative = limbs::is_negative(x);
            // without branches: signs are often random
            let (flip, mut carry) = (limbs::sign_word(negative), negative);
            for (out, x) in magnitude.iter_mut().zip(x) {
                (*out, carry) = (x ^ flip).overflowing_add(u64::from(carry));
            }
            take(negative, limbs::trimmed(&magnitude));
        }
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        match row(v, i) {
            [x] => {
                let x = *x as i64;
                if x < 0 {
                    out.push('-');
                }
                decimal::push(x.unsigned_abs(), out);
            }
            x => out.push_str(&to_integer(x).to_string()),
        }
    }
}
