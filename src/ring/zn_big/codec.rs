//! Elements as limbs, digits and bits.

use super::ZnBig;
use crate::{
    Result,
    ring::{Codec, Coeffs, View, integers::with_limbs, limbs},
};
use rug::{Integer, integer::Order};
use std::cmp::Ordering;

impl Codec for ZnBig {
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        let magnitude = limbs::trimmed(magnitude);
        let n = limbs::trimmed(&self.0.limbs);
        let reduced =
            magnitude.len() < n.len() || magnitude.len() == n.len() && limbs::compare(magnitude, n) == Ordering::Less;
        if reduced && (!negative || magnitude.is_empty()) {
            let first = v.words.len();
            v.words.extend_from_slice(magnitude);
            v.words.resize(first + self.width());
            v.len += 1;
        } else {
            let x = Integer::from_digits(magnitude, Order::Lsf);
            self.push(v, if negative { -x } else { x });
        }
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        with_limbs(digits, &mut |limbs| self.push_limbs(v, negative, limbs))
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        Codec::limbs(&self.0.integers, v.cast(), i, out)
    }
    fn each_limbs(&self, v: View<'_, Self>, take: &mut dyn FnMut(bool, &[u64])) {
        self.0.integers.each_limbs(v.cast(), take);
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        self.0.integers.write_decimal(v.cast(), i, out);
    }
}
