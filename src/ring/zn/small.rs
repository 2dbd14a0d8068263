//! Operations on few coefficients modulo n, on words in registers and on the stack: sums, products, divisions, compositions, reciprocals of power
//! series, and values. Sums of products are reduced once each.

use super::{
    Zn, small_division, small_euclid, small_points, small_series, small_values,
    words::{Accumulator, Below},
};
use crate::{
    Result,
    arith::Modulus,
    ring::{Ring, Short, ShortOp, View},
};

/// Most coefficients of a composition that is computed here.
const MOST_COMPOSED: usize = 31;
/// Most coefficients of a power that is computed here.
const MOST_OF_POWER: usize = 32;
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
            ShortOp::Power(e) => e > 1 && power_len(a.len, e) <= MOST_OF_POWER,
        };
        short.then(|| match op {
            ShortOp::Product => a.len + b.len - 1,
            ShortOp::Composition => composed_len(a.len, b.len),
            ShortOp::Reciprocal(terms) | ShortOp::Exponential(terms) | ShortOp::Logarithm(terms) => terms,
            ShortOp::Resultant => 1,
            ShortOp::Interpolation => b.len,
            ShortOp::Power(e) => power_len(a.len, e),
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
            ShortOp::Power(e) => Ok(self.write_power(out, a, e)),
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
            ShortOp::Power(e) => match (a.words(), e) {
                (&[x], _) => [n.pow(x, e), 0, 0, 0],
                (&[x, y], 2) => {
                    let middle = n.mul(x, y);
                    [n.mul(x, x), n.add(middle, middle), n.mul(y, y), 0]
                }
                (&[x, y], 3) => {
                    let (xx, xy, yy) = (n.mul(x, x), n.mul(x, y), n.mul(y, y));
                    let [low, high] = [n.mul(xy, x), n.mul(xy, y)];
                    [n.mul(xx, x), n.add(n.add(low, low), low), n.add(n.add(high, high), high), n.mul(yy, y)]
                }
                _ => return None,
            },
            // a_0 + a_1·b
            ShortOp::Composition if a.len == 2 && (1..=4).contains(&b.len) => match (a.words(), few(b.words())) {
                (&[x, y], [z, rest @ ..]) => {
                    let [u, v, w] = rest.map(|c| n.mul(y, c));
                    [n.add(x, n.mul(y, z)), u, v, w]
                }
                _ => return None,
            },
            ShortOp::Interpolation => small_points::few_interpolated(n, b.words(), a.words())?,
            ShortOp::Reciprocal(terms) => small_series::few_of_reciprocal(n, a.words(), terms)?,
            ShortOp::Exponential(terms @ 1..=2) if a.words().first().is_none_or(|&lowest| lowest == 0) => {
                [1, if terms == 2 { a.words().get(1).copied().unwrap_or(0) } else { 0 }, 0, 0]
            }
            ShortOp::Logarithm(terms @ 1..=2) if a.words().first() == Some(&1) => {
                [0, if terms == 2 { a.words().get(1).copied().unwrap_or(0) } else { 0 }, 0, 0]
            }
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
        let is_small = len.saturating_mul(b.len) <= self.0.small || self.divides_by_definition(words);
        (is_small || self.divides_by_halves(words)).then_some(words)
    }
    #[inline]
    fn write_short_division(&self, out: [&mut [u64]; 2], a: View<'_, Self>, b: View<'_, Self>) -> Result<[usize; 2]> {
        let (n, lens) = (self.modulus(), [out[0].len(), out[1].len()]);
        if let Some(blocks) = small_division::Blocks::of(n, lens) {
            return blocks.divide(n, out, a.words(), b.words());
        }
        if self.divides_by_halves(lens) {
            return self.divide_by_halves(out, a.words(), b.words());
        }
        small_division::divide(n, out, a.words(), b.words())
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
        if !low.is_empty() {
            self.difference_words(low, &a[..common], &b[..common]);
        }
        if a.len() > common {
            high.copy_from_slice(&a[common..]);
        } else if !high.is_empty() {
            self.negative_words(high, &b[common..]);
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
pub fn trimmed(v: &[u64]) -> usize {
    v.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1)
}

/// Number of coefficients of a^e, and at least one.
fn power_len(a: usize, e: u64) -> usize {
    usize::try_from((a.saturating_sub(1) as u64).saturating_mul(e))
        .map_or(usize::MAX, |degree| degree.saturating_add(1))
}

/// Number of coefficients of a(b), and at least one.
fn composed_len(a: usize, b: usize) -> usize {
    a.saturating_sub(1).saturating_mul(b.saturating_sub(1)).saturating_add(1)
}

impl Zn {
    /// out = a^e by squaring, for e > 1 and at most [`MOST_OF_POWER`] words; returns the length without leading zeros.
    #[inline(never)]
    fn write_power(&self, out: &mut [u64], a: &[u64], e: u64) -> usize {
        let (mut power, mut next) = ([0; MOST_OF_POWER], [0; MOST_OF_POWER]);
        if a.is_empty() {
            out.fill(0);
            return 0;
        }
        let mut len = a.len();
        power[..len].copy_from_slice(a);
        let (mut power, mut next) = (&mut power, &mut next);
        for bit in (0..e.ilog2()).rev() {
            self.0.words.product(&mut next[..2 * len - 1], &power[..len], &power[..len]);
            (power, next, len) = (next, power, 2 * len - 1);
            if e >> bit & 1 == 1 {
                self.0.words.product(&mut next[..len + a.len() - 1], &power[..len], a);
                (power, next, len) = (next, power, len + a.len() - 1);
            }
        }
        out.copy_from_slice(&power[..len]);
        trimmed(out)
    }

    /// out = a(b) by Horner's rule, for at most [`MOST_COMPOSED`] words; returns the length without leading zeros.
    fn compose(&self, out: &mut [u64], a: &[u64], b: &[u64]) -> usize {
        let n = self.modulus();
        out.fill(0);
        let Some((&top, low)) = a.split_last() else { return 0 };
        let Some(degree) = b.len().checked_sub(1).filter(|&degree| degree > 0) else {
            out[0] = small_values::value(&n, a, b.first().copied().unwrap_or(0));
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
