//! Common divisors of the coefficients of a vector, and exact quotients by them.

use super::{Integers, row, short::magnitude, to_integer};
use crate::{
    arith::{ExactDivisor, exact, gcd, inverse_modulo_word},
    ring::{Coeffs, Ring, Vectors, View, limbs},
    tested,
};
use rug::Integer;

impl Integers {
    tested! {
        /// The greatest common divisor of the coefficients, positive; 0 where all are 0.
        pub(crate) fn content(v: View<'_, Self>) -> Integer {
            if v.width == 1 {
                return Integer::from(exact::content(v.words()));
            }
            let len = v.trimmed_rows();
            if let Some((word, _)) = len.checked_sub(1).and_then(|top| magnitude(row(v, top))) {
                return Integer::from(content_of_rows(v.low(len - 1), word));
            }
            let mut content = Integer::new();
            for i in (0..len).rev() {
                if let Some(word) = content.to_u64().filter(|&word| word != 0) {
                    return Integer::from(content_of_rows(v.low(i + 1), word));
                }
                let x = to_integer(row(v, i));
                if !(content != 0 && x.is_divisible(&content)) {
                    content.gcd_mut(&x);
                }
            }
            content
        }
    }

    tested! {
        /// The greatest common divisor, positive, of an integer other than 0 and the coefficients.
        pub(in crate::ring) fn common_divisor(v: View<'_, Self>, with: Integer) -> Integer {
            let mut common = with.abs();
            for i in (0..v.len()).rev() {
                if let Some(word) = common.to_u64() {
                    return Integer::from(content_of_rows(v.low(i + 1), word));
                }
                let x = to_integer(row(v, i));
                if !x.is_divisible(&common) {
                    common.gcd_mut(&x);
                }
            }
            common
        }
    }

    tested! {
        /// The quotients by an integer that divides all coefficients, and is not 0.
        pub(crate) fn divided(&self, v: View<'_, Self>, divisor: &Integer) -> Coeffs<Self> {
            match divisor.to_i64() {
                // the least word by −1 is no word
                Some(-1) => {
                    let mut out = self.owned(v);
                    self.neg_all(&mut out);
                    out
                }
                Some(d) if v.width == 1 => {
                    let (mut out, d) = (self.owned(v), ExactDivisor::new(d));
                    out.words.iter_mut().for_each(|x| *x = d.exact(i128::from(*x as i64)) as u64);
                    out
                }
                _ if divisor.significant_bits() <= 64 => {
                    let (mut out, d) = (self.owned(v), divisor.as_abs().to_u64().unwrap_or(1));
                    let (twos, odd) = (d.trailing_zeros(), d >> d.trailing_zeros());
                    let inverse = inverse_modulo_word(odd);
                    for x in out.words.chunks_exact_mut(v.width) {
                        limbs::shift_right(x, twos);
                        limbs::divide_exact(x, odd, inverse);
                        if *divisor < 0 {
                            limbs::negate(x);
                        }
                    }
                    self.narrow(&mut out);
                    out
                }
                _ => {
                    let quotients: Vec<_> = (0..v.len()).map(|i| to_integer(row(v, i)).div_exact(divisor)).collect();
                    self.collect(&quotients)
                }
            }
        }
    }
}

/// The greatest common divisor of `content`, not 0, and the coefficients.
fn content_of_rows(v: View<'_, Integers>, content: u64) -> u64 {
    let mut twos = content.trailing_zeros();
    let mut odd = content >> twos;
    let mut inverse = inverse_modulo_word(odd);
    for row in v.words().rchunks_exact(v.width) {
        if odd == 1 && twos == 0 {
            break;
        }
        twos = twos.min(row[0].trailing_zeros());
        let residue = residue(row, odd, inverse);
        if residue != 0 {
            odd = gcd(odd, residue);
            inverse = inverse_modulo_word(odd);
        }
    }
    odd << twos
}

/// A number in [0, n) with the common divisors of n and the row, n odd: with h < n the carry of the exact quotient by n as far as there are limbs, the row
/// is −h·2^(64·limbs) modulo n (Jebelean 1993), one multiple of that power less if it is negative. With q, the quotient's limbs, h·2^(64·limbs) is q·n less the
/// row's limbs.
#[inline]
fn residue(row: &[u64], n: u64, inverse: u64) -> u64 {
    let carry = row.iter().fold(0, |carry, &limb| {
        let (rest, borrow) = limb.overflowing_sub(carry);
        let quotient = rest.wrapping_mul(inverse);
        ((u128::from(quotient) * u128::from(n)) >> 64) as u64 + u64::from(borrow)
    });
    let sum = carry + u64::from(limbs::is_negative(row));
    if sum == n { 0 } else { sum }
}
