//! Operations on few coefficients modulo n, on words in registers and on the stack: sums, products, divisions, compositions, reciprocals of power
//! series, and values. Sums of products are reduced once each.

use super::{
    Zn, small_euclid, small_points, small_values,
    words::{Accumulator, Below, Sums, Triple},
};
use crate::{
    Error, Result,
    arith::Modulus,
    ring::{Ring, Short, ShortOp, View},
};

/// Most coefficients of a composition that is computed here.
const MOST_COMPOSED: usize = 31;
/// Most coefficients of a sum with a multiple by a linear polynomial that is computed here.
pub(super) const MOST_LINEAR: usize = 24;

impl Short for Zn {
    #[inline]
    fn short_words(&self, op: ShortOp, a: View<'_, Self>, b: View<'_, Self>) -> Option<usize> {
        let short = match op {
            ShortOp::Sum | ShortOp::Difference => return Some(a.len.max(b.len)),
            ShortOp::Derivative => return Some(a.len.saturating_sub(1)),
            ShortOp::Product => !a.is_empty() && !b.is_empty() && self.is_small(a, b),
            ShortOp::Gcd | ShortOp::Resultant => self.has_short_euclid(a.len.max(b.len)),
            ShortOp::Composition => composed_len(a.len, b.len) <= MOST_COMPOSED,
            ShortOp::Reciprocal(_) | ShortOp::Exponential(_) | ShortOp::Logarithm(_) => {
                self.has_short_series(op, a.words())
            }
            ShortOp::Interpolation => a.len == b.len && self.has_few_points(b.len),
            ShortOp::Power(_) => false,
        };
        short.then(|| match op {
            ShortOp::Product => a.len + b.len - 1,
            ShortOp::Composition => composed_len(a.len, b.len),
            ShortOp::Reciprocal(terms) | ShortOp::Exponential(terms) | ShortOp::Logarithm(terms) => terms,
            ShortOp::Resultant => 1,
            ShortOp::Interpolation => b.len,
            _ => a.len.max(b.len),
        })
    }
    #[inline(always)]
    fn write_short(&self, op: ShortOp, out: &mut [u64], a: View<'_, Self>, b: View<'_, Self>) -> Result<usize> {
        let (n, a, b) = (self.modulus(), a.words(), b.words());
        match op {
            ShortOp::Sum => Ok(self.write_sum(out, a, b)),
            ShortOp::Difference => Ok(self.write_difference(out, a, b)),
            ShortOp::Product => Ok(self.0.words.trimmed_product(out, a, b)),
            ShortOp::Derivative => {
                out.copy_from_slice(a.get(1..).unwrap_or_default());
                self.times_indices(out, 1);
                Ok(trimmed(out))
            }
            ShortOp::Gcd => small_euclid::gcd(n, out, a, b),
            ShortOp::Resultant => {
                out[0] = small_euclid::resultant(n, a, b)?;
                Ok(usize::from(out[0] != 0))
            }
            ShortOp::Composition => Ok(self.compose(out, a, b)),
            ShortOp::Reciprocal(_) | ShortOp::Exponential(_) | ShortOp::Logarithm(_) => self.write_series(op, out, a),
            ShortOp::Interpolation => small_points::interpolate(n, out, b, a),
            ShortOp::Power(_) => {
                Err(Error::Unsupported { operation: "a power of few coefficients".into(), ring: self.name() })
            }
        }
    }
    #[inline(always)]
    fn few_words(&self, op: ShortOp, a: View<'_, Self>, b: View<'_, Self>) -> Option<([u64; 4], usize)> {
        let (n, most) = (self.modulus(), a.len.max(b.len));
        let words = match op {
            ShortOp::Sum if most <= 4 => combined(a.words(), b.words(), |x, y| n.add(x, y)),
            ShortOp::Difference if most <= 4 => combined(a.words(), b.words(), |x, y| n.sub(x, y)),
            ShortOp::Derivative if (1..=5).contains(&a.len) => {
                let [x, y, z, w] = few(&a.words()[1..]);
                let (z2, w2) = (n.add(z, z), n.add(w, w));
                [x, n.add(y, y), n.add(z2, z), n.add(w2, w2)]
            }
            ShortOp::Product if a.len <= 2 && b.len <= 2 => match (a.words(), b.words()) {
                (&[x], &[y]) => [n.mul(x, y), 0, 0, 0],
                (&[x], &[y, z]) | (&[y, z], &[x]) => [n.mul(x, y), n.mul(x, z), 0, 0],
                (&[x0, x1], &[y0, y1]) => {
                    let middle = n.add(n.mul(x0, y1), n.mul(x1, y0));
                    [n.mul(x0, y0), middle, n.mul(x1, y1), 0]
                }
                _ => return None,
            },
            ShortOp::Power(e) if a.len == 1 => [n.pow(a.words()[0], e), 0, 0, 0],
            _ => return None,
        };
        Some((words, trimmed(&words)))
    }
    #[inline]
    fn few_shifted(&self, v: View<'_, Self>, c: &u64) -> Option<[u64; 4]> {
        let (n, c) = (self.modulus(), *c);
        let step = |x: u64, above: u64| n.add(x, n.mul(above, c));
        // Horner's rule at x + c
        match *v.words() {
            [x, y] => Some([step(x, y), y, 0, 0]),
            [x, y, z] => {
                let y = step(y, z);
                Some([step(x, y), step(y, z), z, 0])
            }
            [x, y, z, w] => {
                let z1 = step(z, w);
                let y1 = step(y, z1);
                let (z2, x) = (step(z1, w), step(x, y1));
                Some([x, step(y1, z2), step(z2, w), w])
            }
            _ => None,
        }
    }
    #[inline]
    fn short_multiple_words(&self, a: View<'_, Self>, _: &u64) -> Option<usize> {
        self.multiplies_singly(a.len).then_some(a.len)
    }
    fn write_short_multiple(&self, out: &mut [u64], a: View<'_, Self>, c: &u64) -> Result<usize> {
        self.write_multiple(out, a.words(), *c);
        Ok(trimmed(out))
    }
    #[inline]
    fn short_division_words(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<[usize; 2]> {
        let (len, degree) = ((a.len + 1).saturating_sub(b.len), b.len.checked_sub(1)?);
        let words = [len, degree.min(a.len)];
        (len.saturating_mul(b.len) <= self.0.small || self.divides_by_halves(words)).then_some(words)
    }
    #[inline]
    fn write_short_division(&self, out: [&mut [u64]; 2], a: View<'_, Self>, b: View<'_, Self>) -> Result<[usize; 2]> {
        if self.divides_by_halves([out[0].len(), out[1].len()]) {
            return self.divide_by_halves(out, a.words(), b.words());
        }
        division(self.modulus(), out, a.words(), b.words())
    }
    #[inline]
    fn short_bezout_words(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<[usize; 3]> {
        let [least, most] = [a.len.min(b.len), a.len.max(b.len)];
        (least > 0 && self.has_short_bezout(most)).then(|| [least, b.len.max(2) - 1, a.len.max(2) - 1])
    }
    fn write_short_bezout(&self, out: [&mut [u64]; 3], a: View<'_, Self>, b: View<'_, Self>) -> Result<[usize; 3]> {
        small_euclid::bezout(self.modulus(), out, a.words(), b.words())
    }
}

impl Zn {
    /// out = a + b, as long as the longer of both; returns the length without leading zeros.
    fn write_sum(&self, out: &mut [u64], a: &[u64], b: &[u64]) -> usize {
        let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
        let (low, high) = out.split_at_mut(short.len());
        self.sum_words(low, &long[..short.len()], short);
        if !high.is_empty() {
            high.copy_from_slice(&long[short.len()..]);
        }
        let top =
            long.last().map(|&x| if long.len() == short.len() { self.add(&x, &short[short.len() - 1]) } else { x });
        trimmed_by(top, out)
    }

    /// out = a − b, as long as the longer of both; returns the length without leading zeros.
    fn write_difference(&self, out: &mut [u64], a: &[u64], b: &[u64]) -> usize {
        let common = a.len().min(b.len());
        let (low, high) = out.split_at_mut(common);
        self.difference_words(low, &a[..common], &b[..common]);
        if a.len() > common {
            high.copy_from_slice(&a[common..]);
        } else {
            high.copy_from_slice(&b[common..]);
            self.negate_words(high);
        }
        let top = match (a.last(), b.last()) {
            (Some(&x), Some(&y)) if a.len() == b.len() => Some(u64::from(x != y)),
            (x, y) => if a.len() > common { x } else { y }.copied(),
        };
        trimmed_by(top, out)
    }
}

/// At most four words, and zeros behind them.
#[inline(always)]
fn few(v: &[u64]) -> [u64; 4] {
    match *v {
        [] => [0; 4],
        [a] => [a, 0, 0, 0],
        [a, b] => [a, b, 0, 0],
        [a, b, c] => [a, b, c, 0],
        [a, b, c, d, ..] => [a, b, c, d],
    }
}

/// What `of` makes of each two of at most four words.
#[inline(always)]
fn combined(a: &[u64], b: &[u64], of: impl Fn(u64, u64) -> u64) -> [u64; 4] {
    let (a, b) = (few(a), few(b));
    std::array::from_fn(|i| of(a[i], b[i]))
}

/// Length without trailing zeros, where `top` is zero if and only if the last word is: that word, which may just have been written as part of a
/// vector, need not be waited for.
#[inline]
fn trimmed_by(top: Option<u64>, v: &[u64]) -> usize {
    match top {
        Some(0) => trimmed(v),
        _ => v.len(),
    }
}

/// Length without trailing zeros.
#[inline]
pub(super) fn trimmed(v: &[u64]) -> usize {
    v.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1)
}

/// Number of coefficients of a(b), and at least one.
fn composed_len(a: usize, b: usize) -> usize {
    a.saturating_sub(1).saturating_mul(b.saturating_sub(1)).saturating_add(1)
}

impl Zn {
    /// out = a(b) by Horner's rule, for at most [`MOST_COMPOSED`] words; returns the length without leading zeros.
    fn compose(&self, out: &mut [u64], a: &[u64], b: &[u64]) -> usize {
        let n = self.modulus();
        out.fill(0);
        let Some((&top, low)) = a.split_last() else { return 0 };
        let Some(degree) = b.len().checked_sub(1).filter(|&degree| degree > 0) else {
            out[0] = small_values::value(n, a, b.first().copied().unwrap_or(0));
            return trimmed(out);
        };
        let (mut room, mut len) = ([0; MOST_COMPOSED], 1);
        room[0] = top;
        // the products are in both places in turns, the last one in `out`
        let (mut now, mut next) = if low.len().is_multiple_of(2) {
            out[0] = top;
            (&mut *out, &mut room[..])
        } else {
            (&mut room[..], &mut *out)
        };
        for &c in low.iter().rev() {
            self.0.words.product(&mut next[..len + degree], &now[..len], b);
            next[0] = n.add(next[0], c);
            len += degree;
            (now, next) = (next, now);
        }
        trimmed(out)
    }
}

/// Quotient and remainder of a by b, to as many words as they have coefficients; returns their lengths without leading zeros.
fn division(n: Modulus, [q, rest]: [&mut [u64]; 2], a: &[u64], b: &[u64]) -> Result<[usize; 2]> {
    let Some(&lead) = b.last() else { return Err(Error::DivisionByZero) };
    let inverse = if lead == 1 { 1 } else { n.inv(lead)? };
    if q.is_empty() {
        rest.copy_from_slice(a);
    } else {
        divide(n, [&mut *q, &mut *rest], a, b, inverse);
    }
    // the leading coefficient of the quotient is that of a times a unit
    Ok([q.len(), trimmed(rest)])
}

/// Quotient and remainder of a by b, whose leading coefficient has the inverse `inverse`: `q` has len a − len b + 1 ≥ 1 words, `rest` len b − 1.
fn divide(n: Modulus, out: [&mut [u64]; 2], a: &[u64], b: &[u64], inverse: u64) {
    match Sums::of(n, b.len()) {
        Sums::Word => divide_by::<u64>(n, out, a, b, inverse),
        Sums::Below => divide_by::<Below>(n, out, a, b, inverse),
        Sums::Wide => divide_by::<u128>(n, out, a, b, inverse),
        Sums::Triple => divide_by::<Triple>(n, out, a, b, inverse),
    }
}

/// [`divide`] by an accumulator of as many products as b has coefficients.
#[inline(always)]
fn divide_by<A: Accumulator>(n: Modulus, [q, rest]: [&mut [u64]; 2], a: &[u64], b: &[u64], inverse: u64) {
    let (degree, len) = (b.len() - 1, q.len());
    // q_i = a_(i + d)/b_d − Σ (b_(d − j)/b_d)·q_(i + j): the quotients by b_d first, so that only one product waits for the coefficient before
    let scaled = |x: u64| if inverse == 1 { x } else { n.mul(x, inverse) };
    let factors = &mut rest[..degree.min(len - 1)];
    for (factor, &x) in factors.iter_mut().zip(b[..degree].iter().rev()) {
        *factor = n.neg(scaled(x));
    }
    for i in (0..len).rev() {
        let (now, known) = q[i..].split_first_mut().expect("a coefficient of the quotient");
        let sum = known.iter().zip(&*factors).rev().fold(A::default(), |s, (&x, &y)| s.add(x, y));
        *now = n.add(scaled(a[i + degree]), sum.reduce(n));
    }
    for k in 0..degree {
        let first = (k + 1).saturating_sub(len);
        let sum = b[first..=k].iter().rev().zip(&*q).fold(A::default(), |s, (&x, &y)| s.add(x, y));
        rest[k] = n.sub(a[k], sum.reduce(n));
    }
}

/// x += (q_0 + q_1·X)·y, up to the length of x, which is at most [`MOST_LINEAR`].
pub(super) fn add_linear(n: Modulus, x: &mut [u64], q: [u64; 2], y: &[u64]) {
    let mut before = 0;
    for (x, y) in x.iter_mut().zip(y.iter().copied().chain([0])) {
        let product = if n.bits() < 64 {
            Below::default().add(q[0], y).add(q[1], before).reduce(n)
        } else {
            n.add(n.mul(q[0], y), n.mul(q[1], before))
        };
        (*x, before) = (n.add(*x, product), y);
    }
}
