//! Euclid's algorithm for few coefficients modulo an odd n of at most eight limbs: greatest common divisors and resultants.
//!
//! Remainders are multiples of true ones by the divisors' leading coefficients and powers of B, so that no coefficient is lifted, and one inversion at the
//! end is all (Brown, Traub 1971, "On Euclid's algorithm and the theory of subresultants"). It is one of the product of all these leading coefficients:
//! where one of them is no unit there is no inverse, and no result.

use super::{
    fixed::{Arithmetic, one},
    montgomery::{Montgomery, Sum, store},
    short_poly::residues,
};
use rug::Integer;

/// Length without leading zeros.
fn trimmed<const K: usize>(v: &[[u64; K]]) -> usize {
    v.iter().rposition(|x| *x != [0; K]).map_or(0, |i| i + 1)
}

/// x becomes its remainder by y times a factor, 2 ≤ len y ≤ len x, neither leading with zero; returns its length and the factor, lifted.
///
/// With t the leading coefficient of y a step of one coefficient of the quotient multiplies by t/B^(K + 1), and one of two by t²/B^(2K + 1).
#[inline(never)]
fn remainder<const K: usize>(m: &Montgomery<K>, x: &mut [[u64; K]], y: &[[u64; K]]) -> (usize, [u64; K]) {
    let degree = y.len() - 1;
    let top = y[degree];
    let mut len = x.len();
    if len == degree + 2 {
        // t²·x − (x_(d + 1)·t·X + x_d·t − x_(d + 1)·y_(d − 1))·y
        let (high, low) = (m.neg(&m.mul(&x[degree + 1], &top)), m.mul(&x[degree + 1], &y[degree - 1]));
        let (square, low) = (m.mul(&top, &top), m.sub(&low, &m.mul(&x[degree], &top)));
        let mut before = [0; K];
        for (x, y) in x.iter_mut().zip(&y[..degree]) {
            *x = m.reduce(Sum::of(x, &square).add(y, &low).add(&before, &high));
            before = *y;
        }
        return (trimmed(&x[..degree]), m.mul(&square, m.unit()));
    }
    let (factor, mut power) = (m.mul(&top, m.unit()), *m.one());
    while len > degree {
        let (shift, high) = (len - y.len(), m.neg(&x[len - 1]));
        for x in &mut x[..shift] {
            *x = m.reduce(Sum::of(x, &top));
        }
        for (x, y) in x[shift..len - 1].iter_mut().zip(&y[..degree]) {
            *x = m.reduce(Sum::of(x, &top).add(y, &high));
        }
        power = m.mul(&power, &factor);
        len -= 1;
        while len > degree && x[len - 1] == [0; K] {
            len -= 1;
        }
    }
    (trimmed(&x[..len]), power)
}

/// Both operands, the longer one first.
fn ordered<const K: usize>(width: usize, [a, b]: [&[u64]; 2]) -> [Vec<[u64; K]>; 2] {
    let operands = if a.len() < b.len() { [b, a] } else { [a, b] };
    operands.map(|words| residues(words, width).collect())
}

impl<const K: usize> Arithmetic<K> {
    /// Writes the monic greatest common divisor of two polynomials, neither leading with zero, and returns its length; `None` where a leading
    /// coefficient in the computation is no unit. `is_field`: whether n is known to be prime.
    pub fn gcd(
        &self,
        out: &mut [u64],
        width: usize,
        operands: [&[u64]; 2],
        (n, is_field): (&Integer, impl Fn() -> bool),
    ) -> Option<usize> {
        let m = &self.m;
        if operands.iter().all(|v| v.len() == width) && is_field() {
            store(out, &one::<K>());
            return Some(1);
        }
        let [mut first, mut second] = ordered(width, operands);
        let ([mut x, mut y], mut product) = ([&mut first[..], &mut second[..]], *m.one());
        while y.len() > 1 {
            let (len, factor) = remainder(m, x, y);
            product = m.mul_called(&product, &factor);
            (x, y) = (y, &mut x[..len]);
        }
        let constant = y.first().copied();
        let Some(lead) = constant.or(x.last().copied()) else { return Some(0) };
        if constant.is_some() {
            let units = is_field() || self.inverse(&m.mul_called(&lead, &product), n).is_some();
            out.fill(0);
            store(&mut out[..width], &one::<K>());
            return units.then_some(1);
        }
        // 1/lead from that of its product with the factors
        let inverse = m.lift(&m.mul_called(&product, &self.inverse(&m.mul_called(&lead, &product), n)?));
        for (out, x) in out.chunks_exact_mut(width).zip(&*x) {
            store(out, &m.mul(x, &inverse));
        }
        out[x.len() * width..].fill(0);
        Some(x.len())
    }

    /// The resultant of two polynomials of the same degree, at most 2: Bézout's determinant.
    #[inline(never)]
    fn bezout(&self, [mut a, mut b]: [impl Iterator<Item = [u64; K]>; 2]) -> [u64; K] {
        let m = &self.m;
        // one side is lifted for sums of products
        let mut next = || Some((m.lift_for_sums(&a.next()?), b.next()?));
        let minor =
            |x: &([u64; K], [u64; K]), y: &([u64; K], [u64; K])| m.reduce(Sum::of(&x.0, &y.1).add(&m.neg(&y.0), &x.1));
        let (Some(x), Some(y)) = (next(), next()) else { return one() };
        let low = minor(&y, &x);
        let Some(z) = next() else { return low };
        let (outer, high) = (minor(&z, &x), m.neg(&minor(&z, &y)));
        m.reduce(Sum::of(&m.lift_for_sums(&outer), &outer).add(&m.lift_for_sums(&high), &low))
    }

    /// The resultant of two polynomials, neither leading with zero; `None` where a leading coefficient in the computation is no unit.
    ///
    /// For R = λ·(A mod B), of degree r, and the leading coefficient c of B, of degree m,
    /// Res(A, B) = (−1)^(deg A·m)·c^(deg A − r)·λ^(−m)·Res(B, R). With r the next m, ∏ λ_i^(m_i) = ∏ (λ_1⋯λ_i)^(m_i − r_i).
    pub fn resultant(&self, width: usize, [a, b]: [&[u64]; 2], n: &Integer) -> Option<[u64; K]> {
        let m = &self.m;
        if a.is_empty() || b.is_empty() {
            return Some([0; K]);
        }
        let degrees = [a, b].map(|v| v.len() / width - 1);
        if degrees[0] == degrees[1] && degrees[0] < 3 {
            return Some(self.bezout([a, b].map(|v| residues(v, width))));
        }
        let mut negative = degrees[0] < degrees[1] && degrees[0] * degrees[1] % 2 == 1;
        let [mut first, mut second] = ordered(width, [a, b]);
        let [mut x, mut y] = [&mut first[..], &mut second[..]];
        let (mut value, mut scale, mut scales) = (*m.one(), *m.one(), *m.one());
        while y.len() > 1 {
            let (degree, divisor, lead) = (x.len() - 1, y.len() - 1, m.lift(&y[y.len() - 1]));
            let (len, factor) = remainder(m, x, y);
            scale = m.mul_called(&scale, &factor);
            let Some(r) = len.checked_sub(1) else {
                // the true remainder is zero too if the factors are units
                return self.inverse(&m.mul_called(&m.mul_called(&scales, &scale), &one()), n).map(|_| [0; K]);
            };
            negative ^= degree * divisor % 2 == 1;
            value = m.mul_called(&value, &m.pow(&lead, (degree - r) as u64));
            scales = m.mul_called(&scales, &m.pow(&scale, (divisor - r) as u64));
            (x, y) = (y, &mut x[..len]);
        }
        value = m.mul_called(&value, &m.pow(&m.lift(&y[0]), x.len() as u64 - 1));
        let value = if scales == *m.one() {
            m.mul_called(&value, &one())
        } else {
            m.mul_called(&value, &self.inverse(&m.mul_called(&scales, &one()), n)?)
        };
        Some(if negative { m.neg(&value) } else { value })
    }
}
