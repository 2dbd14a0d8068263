//! Common divisors of the coefficients of a vector, and exact quotients by them.

use super::{
    Integers, row, to_integer,
    words::{self, ExactDivisor},
};
use crate::ring::{Coeffs, Ring, Vectors, View};
use rug::Integer;

impl Integers {
    /// The greatest common divisor of the coefficients, positive; 0 where all are 0.
    pub(crate) fn content(v: View<'_, Self>) -> Integer {
        if v.width == 1 {
            return Integer::from(words::content(v.words()));
        }
        let mut content = Integer::new();
        for i in (0..v.len()).rev() {
            let x = to_integer(row(v, i));
            if !(content != 0 && x.is_divisible(&content)) {
                content.gcd_mut(&x);
            }
            if content == 1 {
                break;
            }
        }
        content
    }

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
            _ => {
                let quotients: Vec<_> = (0..v.len()).map(|i| to_integer(row(v, i)).div_exact(divisor)).collect();
                self.collect(&quotients)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_and_quotients_at_the_ends_of_words() {
        let z = Integers::new();
        for bits in [1u32, 8, 31, 61, 62, 63, 64, 65, 127, 200] {
            for common in [1i64, -1, 2, 3, 6, 1 << 40, i64::MAX, i64::MIN] {
                for len in [0, 1, 2, 3, 9, 40] {
                    let one = |i: usize| match i % 4 {
                        0 => (Integer::from(1) << bits) - 1u32,
                        1 => -(Integer::from(1) << bits),
                        2 => Integer::new(),
                        _ => Integer::from(i) - 20,
                    };
                    let all: Vec<_> = (0..len).map(|i| one(i) * common).collect();
                    let v = z.collect(&all);
                    let wanted = all.iter().fold(Integer::new(), Integer::gcd);
                    assert_eq!(Integers::content(v.view()), wanted, "{bits} bits, {common}, {len}");
                    let quotients: Vec<_> = (0..len).map(one).collect();
                    let got = z.divided(v.view(), &Integer::from(common));
                    assert!(z.same(got.view(), z.collect(&quotients).view()), "{bits} bits, {common}, {len}");
                }
            }
        }
    }
}
