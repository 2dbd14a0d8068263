//! Elements as limbs, digits and bits.

use super::ZnBig;
use crate::{
    Result,
    ring::{Codec, Coeffs, View, integers::from_decimal},
};
use rug::{Integer, integer::Order};

impl Codec for ZnBig {
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        let x = Integer::from_digits(magnitude, Order::Lsf);
        self.push(v, if negative { -x } else { x });
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        let x = from_decimal(digits)?;
        self.push(v, if negative { -x } else { x });
        Ok(())
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        Codec::limbs(&self.0.integers, v.cast(), i, out)
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        self.0.integers.write_decimal(v.cast(), i, out);
    }
}
