//! Divisions over Z by the definition, of coefficients of several limbs, by the vector kernel for digits: a coefficient of the quotient or of the
//! remainder is one of the dividend less a sum of products, which is carried once.

use super::{Integers, limbs, row, to_integer, write_integer};
use crate::{
    Error, Result,
    ring::{Coeffs, Ring, View},
};
use polymod_core::kernels::digits::{DigitKernel, DigitLists, DigitRows, Operand};
use rug::Integer;

/// Least number of products of coefficients times the limbs of a divisor's, with quotients of few digits (measured).
const LEAST: usize = 450;
/// With others, least number of products of coefficients times the limbs of a divisor's, and times their square (measured).
const LEAST_LONG: [usize; 2] = [250, 2500];

/// Two's complement numbers of different lengths, without limbs that repeat their signs.
#[derive(Default)]
struct Rows {
    words: Vec<u64>,
    ends: Vec<usize>,
    /// Number of limbs of the longest one.
    width: usize,
}

impl Rows {
    fn push(&mut self, x: &[u64]) {
        let x = limbs::trimmed_signed(x);
        self.words.extend_from_slice(x);
        self.ends.push(self.words.len());
        self.width = self.width.max(x.len());
    }

    fn iter(&self) -> impl Iterator<Item = &[u64]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.words[start..end])
    }

    /// The numbers as coefficients, from the last one to the first.
    fn reversed(&self, z: &Integers) -> Coeffs<Integers> {
        let (width, len) = (self.width.max(1), self.ends.len());
        let mut words = z.engine().dirty(width * len);
        words.chunks_exact_mut(width).rev().zip(self.iter()).for_each(|(out, x)| limbs::copy_signed(out, x));
        Coeffs::from_words(words, len, width)
    }
}

/// The coefficients of a quotient so far and those of the divisor.
enum Known {
    /// Of few digits.
    Few(DigitLists),
    /// Of any number of digits, from the leading one down.
    Any([DigitRows; 2], Vec<u64>),
}

impl Known {
    fn any<'a>(quotient: impl Iterator<Item = &'a [u64]>, divisor: View<'_, Integers>) -> Self {
        let mut rows = [DigitRows::default(), DigitRows::default()];
        quotient.for_each(|x| rows[0].push(x));
        (0..divisor.len()).rev().for_each(|i| rows[1].push(row(divisor, i)));
        Known::Any(rows, Vec::new())
    }
}

/// A division in progress, with the leading coefficient first.
struct Division<'a> {
    kernel: &'static DigitKernel,
    divisor: View<'a, Integers>,
    known: Known,
    /// Coefficients of the quotient, then of the remainder.
    out: Rows,
    sum: Vec<u64>,
    rest: Vec<u64>,
}

impl Division<'_> {
    /// Subtracts from a coefficient of the dividend, k below the leading one, the products of the coefficients of the quotient; the result is in `rest`.
    fn subtract(&mut self, coefficient: &[u64], k: usize, count: usize) {
        let degree = self.divisor.len() - 1;
        let first = k.saturating_sub(degree);
        match &mut self.known {
            Known::Few(lists) => {
                self.sum.resize(lists.words(), 0);
                lists.dot(&mut self.sum, first, degree.saturating_sub(k));
            }
            Known::Any([quotient, divisor], room) => {
                self.sum.resize((52 * (quotient.digits() + divisor.digits())) / 64 + 2, 0);
                let terms = first.min(count)..k.min(count);
                self.kernel.sum_of_products(&mut self.sum, [quotient, divisor], k, terms, room);
            }
        }
        self.rest.resize(self.sum.len().max(coefficient.len()) + 1, 0);
        limbs::copy_signed(&mut self.rest, coefficient);
        limbs::add_assign(&mut self.rest, &self.sum, true, u64::MAX);
    }

    /// Divides `rest` by the leading coefficient, to one more coefficient of the quotient.
    fn divide(&mut self, z: &Integers, lead: &Integer) -> Result<()> {
        if *lead == -1 {
            limbs::negate(&mut self.rest);
        } else if *lead != 1 {
            let x = to_integer(&self.rest);
            if !x.is_zero() {
                write_integer(&mut self.rest, &z.quotient(&x, lead)?);
            }
        }
        if let Known::Few(lists) = &mut self.known
            && !lists.push(&self.rest)
        {
            self.known = Known::any(self.out.iter(), self.divisor);
        }
        if let Known::Any([quotient, _], _) = &mut self.known {
            quotient.push(&self.rest);
        }
        Ok(())
    }
}

impl Integers {
    /// The dividend's coefficients a(0), …, a(len − 1), below 2^`bits` in magnitude, divided to `count` coefficients of a quotient, as in
    /// `divide_integers`: the remainder, then the quotient. `None` where there is no kernel for such a divisor, or the division is short.
    pub(super) fn divided_in_digits<'a>(
        &self,
        a: impl Fn(usize) -> &'a [u64],
        bits: u32,
        b: View<'_, Self>,
        [len, count]: [usize; 2],
    ) -> Option<Result<Coeffs<Self>>> {
        let products = count.saturating_mul(b.len().min(len)).saturating_mul(b.width);
        if products < LEAST.min(LEAST_LONG[0]) {
            return None;
        }
        let divisor = Operand { words: b.words(), width: b.width, bits: limbs::most_bits(b.words(), b.width) };
        let kernel = self.0.digits.filter(|_| DigitKernel::takes_bits([divisor.bits; 2]))?;
        let lead = self.get(b, b.len() - 1);
        if lead.is_zero() {
            return Some(Err(Error::DivisionByZero));
        }
        // of an exact quotient
        let known = match kernel.lists(bits.saturating_sub(divisor.bits), count, divisor) {
            Some(lists) if products >= LEAST => Known::Few(lists),
            _ if products < LEAST_LONG[0] || products.saturating_mul(b.width) < LEAST_LONG[1] => return None,
            _ => Known::any(std::iter::empty(), b),
        };
        let (sum, rest, out) = (Vec::new(), Vec::new(), Rows::default());
        let mut division = Division { kernel, divisor: b, known, out, sum, rest };
        for k in 0..len {
            division.subtract(a(len - 1 - k), k, count);
            if k < count
                && let Err(e) = division.divide(self, &lead)
            {
                return Some(Err(e));
            }
            division.out.push(&division.rest);
        }
        Some(Ok(division.out.reversed(self)))
    }
}
