//! Coefficients times powers of two, rounded down.

use super::{Integers, limbs};
use crate::{
    ring::{Coeffs, Ring, View},
    tested,
};

impl Integers {
    tested! {
        /// ⌊v_i·2^(power(i))⌋ for all i.
        pub(crate) fn times_powers(&self, v: View<'_, Self>, power: impl Fn(usize) -> i64) -> Coeffs<Self> {
            let rows = || v.words().chunks_exact(v.width);
            let bits = |(i, row)| i64::from(limbs::most_bits(row, v.width)) + power(i);
            let most = rows().enumerate().map(bits).max().unwrap_or(0).max(0);
            let width = limbs::width_for(most as u32);
            let mut words = self.engine().dirty(v.len() * width);
            for (i, (out, x)) in words.chunks_exact_mut(width).zip(rows()).enumerate() {
                shifted(out, x, power(i));
            }
            Coeffs::from_words(words, v.len(), width)
        }
    }
}

/// out = ⌊x·2^power⌋ for numbers in two's complement; the result fits.
fn shifted(out: &mut [u64], x: &[u64], power: i64) {
    let sign = limbs::sign_word(limbs::is_negative(x));
    let (limbs, bits) = (power.div_euclid(64) as isize, power.rem_euclid(64) as u32);
    let mut from = -limbs;
    let limb = |i: isize| match usize::try_from(i) {
        Ok(i) => x.get(i).copied().unwrap_or(sign),
        Err(_) => 0,
    };
    let mut below = limb(from - 1);
    for out in out {
        let own = limb(from);
        *out = ((u128::from(own) << 64 | u128::from(below)) << bits >> 64) as u64;
        (below, from) = (own, from + 1);
    }
}
