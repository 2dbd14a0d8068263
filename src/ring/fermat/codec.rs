//! Elements as limbs, digits and bits.

use super::GeneralizedFermat;
use crate::{
    Result,
    ring::{Codec, Coeffs, Ring, View, integers::from_decimal},
};
use rug::{Integer, integer::Order};

impl Codec for GeneralizedFermat {
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
        self.0.rows.push_words(&v.words()[i * v.width..][..v.width], out);
        false
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        out.push_str(&self.get(v, i).to_string_radix(10));
    }
}
