//! Euclid's algorithm for few coefficients modulo a prime, on words on the stack: greatest common divisors and resultants.
//!
//! Remainders are multiples of true ones by powers of the divisors' leading coefficients, so that one inversion at the end is all (Brown, Traub 1971, "On
//! Euclid's algorithm and the theory of subresultants").

use super::{
    Zn,
    euclid_rows::{HalfWords, Least, Row, Words},
    small::trimmed,
    words::{Accumulator, Below, Few},
};
use crate::{
    Result,
    arith::{Modulus, MontgomeryFactor},
};
use std::marker::PhantomData;

/// Most coefficients of operands where longer ones have a vector kernel.
pub const MOST: usize = 24;
/// Fewest coefficients of operands whose common divisor takes less time in half words (Zen 5).
const FEW: usize = 10;
/// Most coefficients of operands where there is none.
pub const MOST_WITHOUT_KERNEL: usize = 128;
/// Most coefficients of operands whose cofactors are computed here where there is a vector kernel.
const MOST_BEZOUT: usize = 12;
/// Bits of the largest modulus with three products of residues in a word.
const WORD: u32 = 31;
/// Bits of the largest modulus with sums of four residues in a word.
const SHORT: u32 = 62;
/// Most coefficients of a row whose factors are not prepared.
const SINGLE: usize = 4;

/// Sums of two and three products of residues by factors that are prepared for a row of them.
trait Sums: Copy {
    type Factor: Copy;
    fn new(n: Modulus) -> Self;
    fn factor(self, w: u64) -> Self::Factor;
    fn of<const N: usize>(self, x: [u64; N], w: [Self::Factor; N]) -> u64;
}

/// Sums that are reduced as they are.
#[derive(Clone, Copy)]
struct Plain<A>(Modulus, PhantomData<A>);

impl<A: Accumulator> Sums for Plain<A> {
    type Factor = u64;
    #[inline(always)]
    fn new(n: Modulus) -> Self {
        Plain(n, PhantomData)
    }
    #[inline(always)]
    fn factor(self, w: u64) -> u64 {
        w
    }
    #[inline(always)]
    fn of<const N: usize>(self, x: [u64; N], w: [u64; N]) -> u64 {
        x.into_iter().zip(w).fold(A::default(), |s, (x, w)| s.add(x, w)).reduce(self.0)
    }
}

/// Sums by Montgomery's reduction, modulo an odd prime; `IS_SHORT` below 2^62.
#[derive(Clone, Copy)]
struct Lifted<const IS_SHORT: bool>(Modulus);

impl<const IS_SHORT: bool> Sums for Lifted<IS_SHORT> {
    type Factor = MontgomeryFactor;
    #[inline(always)]
    fn new(n: Modulus) -> Self {
        Lifted(n)
    }
    #[inline(always)]
    fn factor(self, w: u64) -> MontgomeryFactor {
        self.0.montgomery_factor(w).expect("an odd prime")
    }
    #[inline(always)]
    fn of<const N: usize>(self, x: [u64; N], w: [MontgomeryFactor; N]) -> u64 {
        if IS_SHORT { self.0.sum_montgomery_short(x, w) } else { self.0.sum_montgomery(x, w) }
    }
}

impl Zn {
    /// Whether remainder sequences of operands of at most this many coefficients are computed here: modulo a composite number the units met are to be
    /// checked.
    pub(super) fn has_short_euclid(&self, len: usize) -> bool {
        // the two-adicity of other moduli is 0
        let is_short = len <= MOST || len <= Least::MOST_LEN && self.n() <= Least::MOST;
        self.two_adicity() > 0 && (is_short || len <= MOST_WITHOUT_KERNEL && self.euclid_kernel().is_none())
    }

    /// Whether cofactors of operands of at most this many coefficients are computed here.
    pub(super) fn has_short_bezout(&self, len: usize) -> bool {
        self.has_short_euclid(len) && (len <= MOST_BEZOUT || self.euclid_kernel().is_none())
    }
}

/// Writes the monic greatest common divisor modulo a prime of two polynomials for which there [is](Zn::has_short_euclid) one, none leading with zero;
/// returns its length.
pub(crate) fn gcd(n: Modulus, out: &mut [u64], a: &[u64], b: &[u64]) -> Result<usize> {
    let coprime = match (a, b) {
        (&[_], &[_, ..]) | (&[_, ..], &[_]) => true,
        (&[a0, a1], &[b0, b1]) => n.mul(a0, b1) != n.mul(a1, b0),
        _ => false,
    };
    if coprime {
        out[0] = 1;
        return Ok(1);
    }
    match a.len().max(b.len()) {
        FEW..=MOST if n.n() <= Least::MOST => gcd_of::<HalfWords<{ MOST + 16 }>>(n, out, a, b),
        FEW..=Least::MOST_LEN if n.n() <= Least::MOST => gcd_of::<HalfWords<{ Least::MOST_LEN + 16 }>>(n, out, a, b),
        ..=MOST => gcd_in_words::<MOST>(n, out, a, b),
        _ => gcd_in_words::<MOST_WITHOUT_KERNEL>(n, out, a, b),
    }
}

/// [`gcd`] of at most M coefficients in slices of words: rows that keep their lengths beside them make the first steps wait for them.
fn gcd_in_words<const M: usize>(n: Modulus, out: &mut [u64], a: &[u64], b: &[u64]) -> Result<usize> {
    let (mut first, mut second) = ([0; M], [0; M]);
    let [mut x, mut y] = ordered([&mut first, &mut second], a, b);
    while y.len() > 1 {
        let (len, _) = remainder(n, x, y);
        (x, y) = (y, &mut x[..len]);
    }
    write_monic(n, out, y.len(), x.len(), |i| x[i])
}

/// Writes the monic polynomial of the last row, of `len` coefficients, or 1 where the row behind it is a constant other than 0.
#[inline(always)]
fn write_monic(n: Modulus, out: &mut [u64], behind: usize, len: usize, row: impl Fn(usize) -> u64) -> Result<usize> {
    if behind == 1 {
        out[0] = 1;
        return Ok(1);
    }
    let Some(last) = len.checked_sub(1) else { return Ok(0) };
    let lead = row(last);
    let inverse = if lead == 1 { 1 } else { n.inv(lead)? };
    for (i, out) in out[..len].iter_mut().enumerate() {
        *out = if inverse == 1 { row(i) } else { n.mul(row(i), inverse) };
    }
    Ok(len)
}

/// [`gcd`] by these rows, which are kept from the stack of shorter ones.
#[inline(never)]
fn gcd_of<R: Row>(n: Modulus, out: &mut [u64], a: &[u64], b: &[u64]) -> Result<usize> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let (mut first, mut second, prime) = (R::new(long), R::new(short), R::prime(n));
    let (mut x, mut y) = (&mut first, &mut second);
    while y.count() > 1 {
        x.divide(prime, y);
        (x, y) = (y, x);
    }
    write_monic(n, out, y.count(), x.count(), |i| x.get(i))
}

/// The resultant modulo a prime of two polynomials as for [`gcd`].
pub(super) fn resultant(n: Modulus, a: &[u64], b: &[u64]) -> Result<u64> {
    let minor = |[a, b]: [u64; 2], [c, d]: [u64; 2]| n.sub(n.mul(a, d), n.mul(b, c));
    match (a, b) {
        (&[_], &[_]) => return Ok(1),
        (&[a0, a1], &[b0, b1]) => return Ok(minor([a1, a0], [b1, b0])),
        // Bézout's determinant of two rows
        (&[a0, a1, a2], &[b0, b1, b2]) => {
            let [outer, upper, lower] =
                [([a2, a0], [b2, b0]), ([a2, a1], [b2, b1]), ([a1, a0], [b1, b0])].map(|(a, b)| minor(a, b));
            return Ok(minor([outer, upper], [lower, outer]));
        }
        _ => {}
    }
    match a.len().max(b.len()) {
        ..=MOST if n.n() <= Least::MOST => resultant_of::<HalfWords<{ MOST + 16 }>>(n, a, b),
        ..=Least::MOST_LEN if n.n() <= Least::MOST => resultant_of::<HalfWords<{ Least::MOST_LEN + 16 }>>(n, a, b),
        ..=MOST => resultant_of::<Words<MOST>>(n, a, b),
        _ => resultant_of::<Words<MOST_WITHOUT_KERNEL>>(n, a, b),
    }
}

/// [`resultant`] by these rows: for R = λ·(A mod B), of degree r, and the leading coefficient c of B, of degree m,
/// Res(A, B) = (−1)^(deg A·m)·c^(deg A − r)·λ^(−m)·Res(B, R). With r the next m, ∏ λ_i^(m_i) = ∏ (λ_1⋯λ_i)^(m_i − r_i).
pub fn resultant_of<R: Row>(n: Modulus, a: &[u64], b: &[u64]) -> Result<u64> {
    if a.is_empty() || b.is_empty() {
        return Ok(0);
    }
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let (mut first, mut second, prime) = (R::new(long), R::new(short), R::prime(n));
    let (mut x, mut y) = (&mut first, &mut second);
    let mut negative = a.len() < b.len() && (a.len() - 1) * (b.len() - 1) % 2 == 1;
    let (mut value, mut scale, mut scales) = (1, 1, 1);
    while y.count() > 1 {
        let (degree, m, lead) = (x.count() - 1, y.count() - 1, y.get(y.count() - 1));
        let passes = x.divide(prime, y);
        let Some(r) = x.count().checked_sub(1) else { return Ok(0) };
        negative ^= degree * m % 2 == 1;
        if (degree - r, passes, m - r) == (2, 2, 1) {
            // as most steps are
            let square = n.mul(lead, lead);
            (value, scale) = (n.mul(value, square), n.mul(scale, square));
            scales = n.mul(scales, scale);
        } else {
            value = n.mul(value, n.pow(lead, (degree - r) as u64));
            scale = n.mul(scale, n.pow(lead, passes));
            scales = n.mul(scales, n.pow(scale, (m - r) as u64));
        }
        (x, y) = (y, x);
    }
    value = n.mul(value, n.pow(y.get(0), x.count() as u64 - 1));
    let value = if scales == 1 { value } else { n.mul(value, n.inv(scales)?) };
    Ok(if negative { n.neg(value) } else { value })
}

/// Copies of both operands, the longer one first.
#[inline(always)]
fn ordered<'a, const M: usize>([first, second]: [&'a mut [u64; M]; 2], a: &[u64], b: &[u64]) -> [&'a mut [u64]; 2] {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    first[..long.len()].copy_from_slice(long);
    second[..short.len()].copy_from_slice(short);
    [&mut first[..long.len()], &mut second[..short.len()]]
}

/// What a step of the division of x by y does: x ← scale·x + (factors_0 + factors_1·X)·X^shift·y.
#[derive(Clone, Copy)]
struct Step {
    scale: u64,
    factors: [u64; 2],
    shift: usize,
}

/// x becomes its remainder by y times a power of the leading coefficient of y, 2 ≤ len y ≤ len x, both leading with units; returns its length and the
/// exponent.
#[inline]
pub(super) fn remainder(n: Modulus, x: &mut [u64], y: &[u64]) -> (usize, u64) {
    match (n.bits(), y.len() <= SINGLE) {
        (..=WORD, _) => remainder_by::<Plain<u64>>(n, x, y, |_| ()),
        (..=SHORT, true) => remainder_by::<Plain<Below>>(n, x, y, |_| ()),
        (_, true) => remainder_by::<Plain<Few>>(n, x, y, |_| ()),
        (..=SHORT, false) => remainder_by::<Lifted<true>>(n, x, y, |_| ()),
        (_, false) => remainder_by::<Lifted<false>>(n, x, y, |_| ()),
    }
}

/// [`remainder`] by sums of three products: two coefficients of the quotient at once where it has two. `done` is called after each step.
#[inline(always)]
fn remainder_by<S: Sums>(n: Modulus, x: &mut [u64], y: &[u64], mut done: impl FnMut(Step)) -> (usize, u64) {
    let degree = y.len() - 1;
    let top = y[degree];
    let mut len = x.len();
    if len == degree + 2 {
        // y_d²·x − (x_(d + 1)·y_d·X + x_d·y_d − x_(d + 1)·y_(d − 1))·y
        let (high, low) = (n.neg(n.mul(x[degree + 1], top)), n.mul(x[degree + 1], y[degree - 1]));
        let (square, low) = (n.mul(top, top), n.sub(low, n.mul(x[degree], top)));
        let (sums, mut before) = (S::new(n), 0);
        let factors = [square, low, high].map(|w| sums.factor(w));
        for (x, &y) in x.iter_mut().zip(&y[..degree]) {
            *x = sums.of([*x, y, before], factors);
            before = y;
        }
        done(Step { scale: square, factors: [low, high], shift: 0 });
        return (trimmed(&x[..degree]), 2);
    }
    let mut passes = 0;
    while len > degree {
        let (shift, factor) = (len - y.len(), n.neg(x[len - 1]));
        let (low, high) = x[..len - 1].split_at_mut(shift);
        let sums = S::new(n);
        let factors = [top, factor].map(|w| sums.factor(w));
        low.iter_mut().for_each(|x| *x = sums.of([*x], [factors[0]]));
        for (x, &y) in high.iter_mut().zip(&y[..degree]) {
            *x = sums.of([*x, y], factors);
        }
        done(Step { scale: top, factors: [factor, 0], shift });
        passes += 1;
        len -= 1;
        while len > degree && x[len - 1] == 0 {
            len -= 1;
        }
    }
    (trimmed(&x[..len]), passes)
}

/// A cofactor of at most M coefficients.
struct Cofactor<const M: usize> {
    words: [u64; M],
    len: usize,
}

impl<const M: usize> Cofactor<M> {
    /// A constant that is 1, or 0 without a coefficient.
    fn new(is_one: bool) -> Self {
        let mut words = [0; M];
        words[0] = is_one.into();
        Cofactor { words, len: is_one.into() }
    }

    /// The step of a division, on a cofactor of its dividend by that of its divisor.
    #[inline(always)]
    fn follow<S: Sums>(&mut self, n: Modulus, step: Step, divisor: &Self) {
        let Step { scale, factors: [low, high], shift } = step;
        let end = if divisor.len == 0 { 0 } else { divisor.len + shift + usize::from(high != 0) };
        self.len = self.len.max(end);
        let (lowest, rest) = self.words[..self.len].split_at_mut(shift.min(self.len));
        let (sums, mut before) = (S::new(n), 0);
        let factors = [scale, low, high].map(|w| sums.factor(w));
        lowest.iter_mut().for_each(|x| *x = sums.of([*x], [factors[0]]));
        // words beyond a cofactor's length are zeros
        for (x, &y) in rest.iter_mut().zip(&divisor.words) {
            *x = sums.of([*x, y, before], factors);
            before = y;
        }
    }

    /// Writes the multiple by a unit; returns its length.
    fn write(&self, n: Modulus, out: &mut [u64], unit: u64) -> usize {
        let words = &self.words[..trimmed(&self.words[..self.len])];
        for (out, &x) in out.iter_mut().zip(words) {
            *out = n.mul(x, unit);
        }
        words.len()
    }
}

/// Writes the monic greatest common divisor modulo a prime of two nonzero polynomials for which there [is](Zn::has_short_bezout) one, and its cofactors;
/// returns their lengths.
pub(super) fn bezout(n: Modulus, [g, s, t]: [&mut [u64]; 3], a: &[u64], b: &[u64]) -> Result<[usize; 3]> {
    // a constant divides everything
    match (a, b) {
        (_, &[c]) => {
            (g[0], t[0]) = (1, n.inv(c)?);
            return Ok([1, 0, 1]);
        }
        (&[c], _) => {
            (g[0], s[0]) = (1, n.inv(c)?);
            return Ok([1, 1, 0]);
        }
        _ => {}
    }
    let out = [g, s, t];
    // a cofactor is as long as the other operand, and has one more place while it is computed
    let few = a.len().max(b.len()) < MOST;
    if few { bezout_of::<MOST>(n, out, a, b) } else { bezout_of::<{ MOST_WITHOUT_KERNEL + 1 }>(n, out, a, b) }
}

/// [`bezout`] for fewer than M coefficients.
fn bezout_of<const M: usize>(n: Modulus, out: [&mut [u64]; 3], a: &[u64], b: &[u64]) -> Result<[usize; 3]> {
    match (n.bits(), a.len().max(b.len()) <= SINGLE) {
        (..=WORD, _) => bezout_by::<Plain<u64>, M>(n, out, a, b),
        (..=SHORT, true) => bezout_by::<Plain<Below>, M>(n, out, a, b),
        (_, true) => bezout_by::<Plain<Few>, M>(n, out, a, b),
        (..=SHORT, false) => bezout_by::<Lifted<true>, M>(n, out, a, b),
        (_, false) => bezout_by::<Lifted<false>, M>(n, out, a, b),
    }
}

/// [`bezout_of`] by sums of three products.
fn bezout_by<S: Sums, const M: usize>(
    n: Modulus,
    [g, s, t]: [&mut [u64]; 3],
    a: &[u64],
    b: &[u64],
) -> Result<[usize; 3]> {
    let (mut first, mut second) = ([0; M], [0; M]);
    let [mut x, mut y] = ordered([&mut first, &mut second], a, b);
    // cofactors of the longer operand and of the shorter one
    let (mut of_x, mut of_y) = ([true, false].map(Cofactor::<M>::new), [false, true].map(Cofactor::<M>::new));
    let [mut row, mut next] = [&mut of_x, &mut of_y];
    while y.len() > 1 {
        let (len, _) = remainder_by::<S>(n, x, y, |step| {
            for (cofactor, divisor) in row.iter_mut().zip(&*next) {
                cofactor.follow::<S>(n, step, divisor);
            }
        });
        (x, y) = (y, &mut x[..len]);
        (row, next) = (next, row);
    }
    // a nonzero constant divides everything
    let (divisor, row) = if y.is_empty() { (x, row) } else { (y, next) };
    let inverse = n.inv(divisor[divisor.len() - 1])?;
    for (out, &x) in g.iter_mut().zip(&*divisor) {
        *out = n.mul(x, inverse);
    }
    let [s, t] = if a.len() < b.len() { [t, s] } else { [s, t] };
    let [long, short] = [row[0].write(n, s, inverse), row[1].write(n, t, inverse)];
    Ok(if a.len() < b.len() { [divisor.len(), short, long] } else { [divisor.len(), long, short] })
}
