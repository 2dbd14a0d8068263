//! Operations on few integers, written to words of the caller's: sums in as many words as the operands have, products of words, and reciprocals of power
//! series.

use super::{
    Integers, limbs,
    multiples::{derivative_limbs, few_limbs, write_derivative, write_multiple},
    reciprocal::{reciprocal_limbs, write_reciprocal},
    row,
};
use crate::{
    Error, Result,
    ring::{Ring, Short, ShortOp, View},
    words,
};
use rug::Integer;

impl Short for Integers {
    #[inline]
    fn short_words(&self, op: ShortOp, a: View<'_, Self>, b: View<'_, Self>) -> Option<usize> {
        match op {
            ShortOp::Sum | ShortOp::Difference => Some(a.len().max(b.len()) * a.width.max(b.width)),
            ShortOp::Product => Some(self.short_product_width(a, b)? * (a.len() + b.len() - 1)),
            ShortOp::Derivative => Some(derivative_limbs(a) * a.len().saturating_sub(1)),
            ShortOp::Reciprocal(terms) => Some(reciprocal_limbs(a, terms)? * terms),
            _ => None,
        }
    }
    #[inline]
    fn short_width(&self, op: ShortOp, words: usize, a: View<'_, Self>, b: View<'_, Self>) -> usize {
        match op {
            ShortOp::Product => words / (a.len() + b.len() - 1),
            ShortOp::Reciprocal(terms) => words / terms,
            ShortOp::Derivative => words / (a.len().max(2) - 1),
            _ => a.width.max(b.width),
        }
    }
    #[inline(always)]
    fn few_words(&self, op: ShortOp, a: View<'_, Self>, b: View<'_, Self>) -> Option<([u64; 4], usize)> {
        let (most, width) = match op {
            ShortOp::Sum | ShortOp::Difference => (a.len().max(b.len()), a.width.max(b.width)),
            ShortOp::Derivative => (a.len().max(1) - 1, a.width),
            ShortOp::Product if a.len().max(b.len()) <= 2 => (3, a.width.max(b.width)),
            ShortOp::Power(_) if a.len() == 1 => (1, a.width),
            ShortOp::Reciprocal(terms) if terms > 0 && !a.is_empty() => (terms, a.width),
            _ => return None,
        };
        if most > 4 || width != 1 {
            return None;
        }
        match op {
            ShortOp::Product => return few_product(a.words(), b.words()),
            ShortOp::Reciprocal(terms) => return few_terms(a.words(), terms),
            ShortOp::Power(e) => {
                let power = (a.words()[0] as i64).checked_pow(u32::try_from(e).ok()?)?;
                return Some(([power as u64, 0, 0, 0], usize::from(power != 0)));
            }
            _ => {}
        }
        let at = |v: View<'_, Self>, i: usize| v.words().get(i).map_or(0, |&x| x as i64);
        let mut words = [0; 4];
        for (i, word) in words.iter_mut().enumerate() {
            *word = match op {
                ShortOp::Sum => at(a, i).checked_add(at(b, i))?,
                ShortOp::Difference => at(a, i).checked_sub(at(b, i))?,
                _ => at(a, i + 1).checked_mul(i as i64 + 1)?,
            } as u64;
        }
        Some((words, words.iter().rposition(|&x| x != 0).map_or(0, |top| top + 1)))
    }
    #[inline(always)]
    fn few_division(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<[([u64; 4], usize, usize); 2]> {
        if a.words().len() > 4 || b.words().len() > 4 {
            return None;
        }
        few_quotient(a, b)
    }
    #[inline]
    fn few_shifted(&self, v: View<'_, Self>, c: &Integer) -> Option<[u64; 4]> {
        if v.width != 1 || v.len() > 4 {
            return None;
        }
        let (mut words, c) = ([0; 4], c.to_i64()?);
        words[..v.len()].copy_from_slice(v.words());
        let mut words = words.map(|x| x as i64);
        for i in 0..3 {
            for j in (i..3).rev() {
                words[j] = words[j].checked_add(words[j + 1].checked_mul(c)?)?;
            }
        }
        Some(words.map(|x| x as u64))
    }
    #[inline]
    fn short_multiple_words(&self, a: View<'_, Self>, c: &Integer) -> Option<usize> {
        if a.is_empty() {
            return None;
        }
        if a.width > 1 || c.to_i64().is_none() {
            return few_limbs(a, c).map(|[_, width]| width * a.len());
        }
        let in_place = limbs::most_bits(a.words(), 1) + c.significant_bits() < 64;
        match (in_place, a.len()) {
            // a copy in registers
            (true, ..=4) => None,
            (true, len) => Some(len),
            (false, len) => Some(2 * len),
        }
    }
    fn write_short_multiple(&self, out: &mut [u64], a: View<'_, Self>, c: &Integer) -> Result<usize> {
        let Some(c) = c.to_i64().filter(|_| a.width == 1) else {
            let Some([most, width]) = few_limbs(a, c) else {
                return Err(Error::Unsupported { operation: "a multiple of many limbs".into(), ring: self.name() });
            };
            write_multiple(out, a, c, [most, width]);
            return Ok(out.iter().rposition(|&word| word != 0).map_or(0, |top| top / width + 1));
        };
        if out.len() == a.len() {
            out.iter_mut().zip(a.words()).for_each(|(out, &x)| *out = x.wrapping_mul(c as u64));
            return Ok(out.iter().rposition(|&word| word != 0).map_or(0, |top| top + 1));
        }
        for (out, &x) in out.as_chunks_mut().0.iter_mut().zip(a.words()) {
            let product = i128::from(x as i64) * i128::from(c);
            *out = [product as u64, (product >> 64) as u64];
        }
        Ok(out.iter().rposition(|&word| word != 0).map_or(0, |top| top / 2 + 1))
    }
    fn write_short(&self, op: ShortOp, out: &mut [u64], a: View<'_, Self>, b: View<'_, Self>) -> Result<usize> {
        let width = match op {
            ShortOp::Sum if write_sum(out, a, b, false) => a.width.max(b.width),
            ShortOp::Difference if write_sum(out, a, b, true) => a.width.max(b.width),
            ShortOp::Derivative if a.width == 1 && out.len() + 1 == a.len() => {
                let multiples = (1..).zip(&a.words()[1..]);
                out.iter_mut().zip(multiples).for_each(|(out, (i, x))| *out = x.wrapping_mul(i));
                1
            }
            ShortOp::Derivative => {
                let width = self.short_width(op, out.len(), a, b).max(1);
                write_derivative(out, a, width);
                width
            }
            ShortOp::Product => {
                self.write_short_product(out, a, b);
                out.len() / (a.len() + b.len() - 1)
            }
            ShortOp::Reciprocal(terms) => {
                write_reciprocal(self, out, a, terms);
                out.len() / terms
            }
            _ => {
                let operation = "an operation on few coefficients, or a longer sum".into();
                return Err(Error::Unsupported { operation, ring: self.name() });
            }
        };
        Ok(out.iter().rposition(|&word| word != 0).map_or(0, |top| top / width + 1))
    }
}

/// The product of one or two words by one or two, where its coefficients are words.
#[inline]
fn few_product(a: &[u64], b: &[u64]) -> Option<([u64; 4], usize)> {
    let times = |x: u64, y: u64| (x as i64).checked_mul(y as i64);
    // the product of the leading coefficients, which are not 0, is not 0
    match (a, b) {
        (&[x], &[y]) => Some(([times(x, y)? as u64, 0, 0, 0], 1)),
        (&[x], &[y, z]) | (&[y, z], &[x]) => Some(([times(x, y)? as u64, times(x, z)? as u64, 0, 0], 2)),
        (&[x0, x1], &[y0, y1]) => {
            let middle = times(x0, y1)?.checked_add(times(x1, y0)?)?;
            Some(([times(x0, y0)? as u64, middle as u64, times(x1, y1)? as u64, 0], 3))
        }
        _ => None,
    }
}

/// Quotient and remainder of words, or of anything by 1.
fn few_quotient(a: View<'_, Integers>, b: View<'_, Integers>) -> Option<[([u64; 4], usize, usize); 2]> {
    let mut rest = [0; 4];
    rest[..a.words().len()].copy_from_slice(a.words());
    if *limbs::trimmed(b.words()) == [1] && b.len() == 1 {
        return Some([(rest, a.len(), a.width), ([0; 4], 0, 1)]);
    }
    if a.width != 1 || b.width != 1 || b.is_empty() || a.len() < b.len() {
        return None;
    }
    let (mut q, degree, lead) = ([0; 4], b.len() - 1, *b.words().last()? as i64);
    for top in (degree..a.len()).rev() {
        let (x, i) = (rest[top] as i64, top - degree);
        let quotient = match lead {
            1 => x,
            _ if x.checked_rem(lead)? == 0 => x / lead,
            _ => return None,
        };
        (q[i], rest[top]) = (quotient as u64, 0);
        for (rest, &b) in rest[i..top].iter_mut().zip(b.words()) {
            *rest = (*rest as i64).checked_sub(quotient.checked_mul(b as i64)?)? as u64;
        }
    }
    let len = |x: &[u64; 4]| x.iter().rposition(|&x| x != 0).map_or(0, |top| top + 1);
    Some([(q, len(&q), 1), (rest, len(&rest), 1)])
}

/// At most four terms of 1/a, where a_0 is ±1 and they are words.
fn few_terms(a: &[u64], terms: usize) -> Option<([u64; 4], usize)> {
    let unit = a[0] as i64;
    if !matches!(unit, 1 | -1) {
        return None;
    }
    let mut q = [0; 4];
    q[0] = unit;
    for i in 1..terms {
        let sum = a[1..]
            .iter()
            .zip(q[..i].iter().rev())
            .try_fold(0i64, |sum, (&x, &y)| sum.checked_add((x as i64).checked_mul(y)?));
        q[i] = sum?.checked_mul(-unit)?;
    }
    Some((q.map(|x| x as u64), q.iter().rposition(|&x| x != 0).map_or(0, |top| top + 1)))
}

/// out = a ± b, as long as the longer one and as wide as the wider one; returns whether every sum fits.
fn write_sum(out: &mut [u64], a: View<'_, Integers>, b: View<'_, Integers>, subtract: bool) -> bool {
    if a.width != b.width {
        return write_mixed_sum(out, a, b, subtract);
    }
    let (width, x, y) = (a.width, a.words(), b.words());
    let common = x.len().min(y.len());
    let (low, high) = out.split_at_mut(common);
    let fits = limbs::sums(low, [&x[..common], &y[..common]], width, subtract);
    if high.is_empty() {
        return fits;
    }
    if x.len() > common {
        high.copy_from_slice(&x[common..]);
        return fits;
    }
    if subtract && width == 1 {
        high.copy_from_slice(&y[common..]);
        return words::negate_signed(high) && fits;
    }
    high.copy_from_slice(&y[common..]);
    if !subtract {
        return fits;
    }
    // the least number of a width has no negative there
    fits && high.chunks_exact_mut(width).all(|row| {
        let negative = limbs::is_negative(row);
        limbs::negate(row);
        !(negative && limbs::is_negative(row))
    })
}

/// [`write_sum`] for different widths.
#[inline(never)]
fn write_mixed_sum(out: &mut [u64], a: View<'_, Integers>, b: View<'_, Integers>, subtract: bool) -> bool {
    fn coefficient(v: View<'_, Integers>, i: usize) -> &[u64] {
        if i < v.len() { row(v, i) } else { &[0] }
    }
    let width = a.width.max(b.width);
    out.chunks_exact_mut(width).enumerate().all(|(i, out)| {
        limbs::copy_signed(out, coefficient(a, i));
        !limbs::add_assign(out, coefficient(b, i), subtract, limbs::sign_word(subtract))
    })
}

/// The magnitude of a number of one word, or of less than 2^64 in two, and whether it is negative.
#[inline]
pub(crate) fn magnitude(row: &[u64]) -> Option<(u64, bool)> {
    match *row {
        [word] => Some(((word as i64).unsigned_abs(), (word as i64) < 0)),
        [word, 0] => Some((word, false)),
        [word, u64::MAX] if word != 0 => Some((word.wrapping_neg(), true)),
        _ => None,
    }
}
