//! Taylor shifts of short polynomials, in words or limb by limb.
//!
//! For |a_i| < 2^b and |c| < 2^k every value that Horner's rule meets is below 2^(b + kn) in magnitude, n the number of coefficients; where |c| is 1
//! it is at most a binomial coefficient times 2^b. A shift is linear: where coefficients have several limbs, the polynomials of their limbs are shifted
//! one by one in two words, and the results added up with carries.

use super::Integers;
use crate::{
    arith::shift::{growth, shift_double_words, shift_words},
    ring::{Coeffs, Ring, Vectors, View, limbs},
    tested,
};
use rug::Integer;

/// Most bits by which a shift may lengthen coefficients: a limb and these, with a carry, fit in two words.
const GROWTH: usize = 62;

/// Most coefficients that are added up as a whole, for c = ±1, of at least four limbs and of any number (measured).
const FEW: usize = 10;
const FEWER: usize = 4;

impl Integers {
    tested! {
        /// v(x + c) by Horner's rule; `None` where that may lengthen coefficients by more than [`GROWTH`] bits.
        pub(super) fn shifted(&self, v: View<'_, Self>, c: &Integer) -> Option<Coeffs<Self>> {
            let (n, bits) = (v.len(), c.significant_bits() as usize);
            if n < 2 || bits == 0 {
                return Some(self.owned(v));
            }
            let growth = growth(n, bits);
            let c = c.to_i64().filter(|_| growth <= GROWTH)?;
            if v.width == 1 && limbs::most_bits(v.words(), 1) + growth as u32 <= 63 {
                let mut out = self.owned(v);
                shift_words(&mut out.words, c);
                return Some(out);
            }
            Some(if c.unsigned_abs() == 1 && (v.width >= 4 && n <= FEW || n <= FEWER) {
                self.shifted_by_rows(v, c < 0)
            } else {
                self.shifted_by_limbs(v, c)
            })
        }
    }

    /// v(x ± 1) by sums and differences of coefficients, in one limb more.
    fn shifted_by_rows(&self, v: View<'_, Self>, minus: bool) -> Coeffs<Self> {
        let (n, width, flip) = (v.len(), v.width + 1, limbs::sign_word(minus));
        let mut words = self.engine().dirty(n * width);
        let rows = words.chunks_exact_mut(width).zip(v.words().chunks_exact(v.width));
        rows.for_each(|(out, x)| limbs::copy_signed(out, x));
        for i in 0..n - 1 {
            for j in (i..n - 1).rev() {
                let (low, high) = words.split_at_mut((j + 1) * width);
                limbs::add_assign(&mut low[j * width..], &high[..width], minus, flip);
            }
        }
        Coeffs::from_words(words, n, width)
    }

    /// v(x + c), limb by limb, in one limb more.
    fn shifted_by_limbs(&self, v: View<'_, Self>, c: i64) -> Coeffs<Self> {
        let (n, width) = (v.len(), v.width + 1);
        let mut words = self.engine().dirty(n * width);
        // the growth is at least the length less 3, up to 65 coefficients
        let mut values = [0i128; GROWTH + 3];
        let values = &mut values[..n];
        let mut carries = [0i64; GROWTH + 3];
        for limb in 0..v.width {
            let rows = v.words().chunks_exact(v.width);
            if limb + 1 == v.width {
                values.iter_mut().zip(rows).for_each(|(value, row)| *value = i128::from(row[limb] as i64));
            } else {
                values.iter_mut().zip(rows).for_each(|(value, row)| *value = i128::from(row[limb]));
            }
            shift_double_words(values, c);
            for ((row, value), carry) in words.chunks_exact_mut(width).zip(&*values).zip(&mut carries) {
                let sum = value + i128::from(*carry);
                (row[limb], row[limb + 1]) = (sum as u64, (sum >> 64) as u64);
                *carry = (sum >> 64) as i64;
            }
        }
        Coeffs::from_words(words, n, width)
    }
}
