//! Divisions over Z by the definition: of words where all remainders are words or pairs of words, else of integers.
//!
//! The quotient's coefficients are those of the dividend, from the leading one down, each divided by the divisor's leading coefficient after the
//! multiples of the divisor so far have been subtracted. A bound on all coefficients of the remainder grows by the magnitude of each multiple; where
//! it leaves the words, the largest coefficient itself takes its place.

use super::{Integers, row, to_integer};
use crate::{
    Error, Result,
    arith::ExactDivisor,
    bits::bit_len,
    engine::Context,
    ring::{Coeffs, Convolve, Quotients, Ring, Size, Vectors, View, limbs},
};
use rug::Integer;

/// Most products of coefficients in a division that is done by the definition at once, and most products of limbs of the divisor.
const SHORT: [usize; 2] = [1 << 12, 1 << 14];

/// A row of a remainder: a signed number of one word or of two.
trait Rest: Copy {
    /// Largest magnitude.
    const MOST: u128;
    fn value(self) -> i128;
    fn of(x: i64) -> Self;
    /// self − q·b, which fits.
    fn minus_product(self, q: i64, b: i64) -> Self;
}

impl Rest for [u64; 1] {
    const MOST: u128 = i64::MAX as u128;
    #[inline(always)]
    fn value(self) -> i128 {
        i128::from(self[0] as i64)
    }
    #[inline(always)]
    fn of(x: i64) -> Self {
        [x as u64]
    }
    #[inline(always)]
    fn minus_product(self, q: i64, b: i64) -> Self {
        [self[0].wrapping_sub(q.wrapping_mul(b) as u64)]
    }
}

impl Rest for [u64; 2] {
    const MOST: u128 = i128::MAX as u128;
    #[inline(always)]
    fn value(self) -> i128 {
        (u128::from(self[0]) | u128::from(self[1]) << 64) as i128
    }
    #[inline(always)]
    fn of(x: i64) -> Self {
        [x as u64, limbs::sign_word(x < 0)]
    }
    #[inline(always)]
    fn minus_product(self, q: i64, b: i64) -> Self {
        let rest = self.value().wrapping_sub(i128::from(q) * i128::from(b));
        [rest as u64, (rest >> 64) as u64]
    }
}

/// Divides by b in place: `rest` is the dividend, then the remainder and, in its last `count` rows, the quotient. Dividends beginning with fewer
/// coefficients than the divisor, as those of power series in reverse order, have their quotients cut there. Returns false, with anything in `rest`,
/// where a quotient of coefficients is not exact or no word, or a remainder does not fit.
fn divide_words<const L: usize>(rest: &mut [[u64; L]], b: &[u64], count: usize) -> bool
where
    [u64; L]: Rest,
{
    let Some((&lead, lower)) = b.split_last().filter(|(lead, _)| **lead != 0) else { return false };
    let lead = ExactDivisor::new(lead as i64);
    let largest = |rest: &[[u64; L]]| rest.iter().fold(0, |most: u128, x| most.max(x.value().unsigned_abs()));
    let most = lower.iter().fold(0, |most: u64, &x| most.max((x as i64).unsigned_abs()));
    let mut bound = largest(rest);
    for top in (rest.len() - count..rest.len()).rev() {
        let Some(q) = lead.quotient(rest[top].value()) else { return false };
        rest[top] = <[u64; L]>::of(q);
        if q == 0 {
            continue;
        }
        let multiple = u128::from(q.unsigned_abs()) * u128::from(most);
        if bound + multiple > <[u64; L]>::MOST {
            bound = largest(&rest[..top]);
            if bound + multiple > <[u64; L]>::MOST {
                return false;
            }
        }
        bound += multiple;
        let met = &mut rest[top.saturating_sub(lower.len())..top];
        let skipped = lower.len() - met.len();
        met.iter_mut().zip(&lower[skipped..]).for_each(|(x, &b)| *x = x.minus_product(q, b as i64));
    }
    true
}

/// [`divide_words`] for integers of any size.
///
/// # Errors
/// Those of [`Ring::quotient`].
fn divide_integers(z: &Integers, rest: &mut [Integer], b: View<'_, Integers>, count: usize) -> Result<()> {
    let degree = b.len() - 1;
    let lead = z.get(b, degree);
    if lead.is_zero() && count > 0 {
        return Err(Error::DivisionByZero);
    }
    let lower: Vec<Integer> = if b.width == 1 { Vec::new() } else { (0..degree).map(|i| z.get(b, i)).collect() };
    for top in (rest.len() - count..rest.len()).rev() {
        if rest[top].is_zero() {
            continue;
        }
        let q = if lead == 1 { rest[top].clone() } else { z.quotient(&rest[top], &lead)? };
        let first = top.saturating_sub(degree);
        let (met, above) = rest[first..].split_at_mut(top - first);
        let skipped = degree - met.len();
        if b.width == 1 {
            met.iter_mut().zip(&b.words()[skipped..]).for_each(|(x, &b)| *x -= &q * (b as i64));
        } else {
            met.iter_mut().zip(&lower[skipped..]).for_each(|(x, b)| *x -= &q * b);
        }
        above[0] = q;
    }
    Ok(())
}

/// The coefficients, each a row of L limbs.
fn rows<const L: usize>(z: &Integers, v: View<'_, Integers>, len: usize, reversed: bool) -> Coeffs<Integers> {
    let mut out = z.engine().dirty(len * L);
    for (i, out) in out.chunks_exact_mut(L).enumerate() {
        let i = if reversed { len - 1 - i } else { i };
        limbs::copy_signed(out, if i < v.len() { row(v, i) } else { &[0] });
    }
    Coeffs::from_words(out, len, L)
}

impl Integers {
    /// The first `len` coefficients of a, or, for a power series, these in reverse order, divided in place to `count` coefficients of a quotient, if
    /// all remainders are words or pairs of words.
    fn divided_words(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        [len, count]: [usize; 2],
        series: bool,
    ) -> Option<Coeffs<Self>> {
        if b.width > 1 || a.width > 2 || grows_beyond_words(a, b, count) {
            return None;
        }
        if a.width == 1 {
            let mut rest = rows::<1>(self, a, len, series);
            if divide_words(rest.words.as_chunks_mut::<1>().0, b.words(), count) {
                return Some(rest);
            }
        }
        let mut rest = rows::<2>(self, a, len, series);
        divide_words(rest.words.as_chunks_mut::<2>().0, b.words(), count).then_some(rest)
    }
}

/// Whether quotients by words are expected to be no words, if the divisor is monic: each is about as many bits longer than the last one as the second
/// coefficient has.
fn grows_beyond_words(a: View<'_, Integers>, b: View<'_, Integers>, count: usize) -> bool {
    /// Bits by which the expectation may fail.
    const MARGIN: usize = 8;
    let &[.., next, 1 | u64::MAX] = b.words() else { return false };
    let growth = (bit_len((next as i64).unsigned_abs()) as usize).saturating_mul(count - 1);
    limbs::most_bits(a.words(), a.width) as usize + growth > 64 + MARGIN
}

impl Quotients for Integers {
    fn short_quotient(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        _: Option<&Integer>,
        n: usize,
    ) -> Result<Coeffs<Self>> {
        // a division of polynomials in reverse order
        let reversed = self.reversed(b.low(n.max(1)));
        if let Some(mut rest) = self.divided_words(a, reversed.view(), [n, n], true) {
            // products of words are faster
            self.narrow(&mut rest);
            return Ok(self.reversed(rest.view()));
        }
        let coefficient = |i: usize| if n - 1 - i < a.len() { row(a, n - 1 - i) } else { &[0] };
        let bits = limbs::most_bits(a.words(), a.width);
        let quotient = self.divided_in_rows(coefficient, bits, reversed.view(), [n, n]);
        if let Some(quotient) = quotient.or_else(|| self.divided_in_digits(coefficient, bits, reversed.view(), [n, n]))
        {
            return quotient.map(|q| self.reversed(q.view()));
        }
        let zero = |i: usize| if i < a.len() { self.get(a, i) } else { Integer::new() };
        let mut rest: Vec<Integer> = (0..n).rev().map(zero).collect();
        divide_integers(self, &mut rest, reversed.view(), n)?;
        rest.reverse();
        Ok(self.collect(&rest))
    }

    fn own_division(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<Result<[Coeffs<Self>; 2]>> {
        if b.is_empty() {
            return None;
        }
        let Some(degree) = Some(b.len() - 1).filter(|&degree| degree < a.len()) else {
            return Some(Ok([self.zeros(0), self.owned(a)]));
        };
        if degree == 0 && limbs::trimmed(b.words()) == [1] {
            return Some(Ok([self.owned(a), self.zeros(0)]));
        }
        let count = a.len() - degree;
        let products = count.saturating_mul(b.len());
        if products > SHORT[0] || products * b.width > SHORT[1] {
            return None;
        }
        let (lens, bits) = ([a.len(), count], || limbs::most_bits(a.words(), a.width));
        let rest = self.divided_words(a, b, lens, false).map(Ok);
        let rest = rest.or_else(|| self.divided_in_rows(|i| row(a, i), bits(), b, lens));
        let rest = rest.or_else(|| self.divided_in_digits(|i| row(a, i), bits(), b, lens));
        let rest = match rest {
            Some(rest) => match rest {
                Ok(rest) => rest,
                Err(e) => return Some(Err(e)),
            },
            None => {
                let mut rest: Vec<Integer> = (0..a.len()).map(|i| to_integer(row(a, i))).collect();
                if let Err(e) = divide_integers(self, &mut rest, b, count) {
                    return Some(Err(e));
                }
                self.collect(&rest)
            }
        };
        let q = self.owned(rest.view().from(degree));
        let mut rest = rest;
        self.resize(&mut rest, degree);
        Some(Ok([q, rest]))
    }

    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Context<'_>) -> f64
    where
        Self: Convolve,
    {
        // products of words, or of integers in place
        let (costs, products) = (cx.engine().costs(), n as f64 * divisor.len.min(n) as f64);
        let width = limbs::width_for(divisor.bits);
        if let Some(kernel) = self.0.digits.filter(|_| width > 1) {
            // a quotient with coefficients as long as those of the divisor
            let (vectors, _) = kernel.products([n, divisor.len.min(n).max(1)], [divisor.bits; 2]);
            return 2.0 * costs.element * n as f64 + costs.signed_short[2] * vectors;
        }
        let each = if width == 1 { costs.signed_mul[0] } else { 2.0 * costs.integer_mul(width, width) };
        costs.element * n as f64 + products * each
    }
}
