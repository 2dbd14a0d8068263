//! Steps of the remainder sequence, generic over the arithmetic of a row operation.

use super::{BLOCK, Constants, FRONT, Pair, Step};
use crate::simd::Simd;
use crate::simd::inlined::{CopyFrom, Walked, Zipped, formulas};

/// A coefficient: a row, and the number of coefficients before this one, with the [`FRONT`] zeros before the constant term.
pub(in crate::pass) type At<'a> = (&'a [u64], usize);

/// The leading coefficient of a row of `len` coefficients.
#[inline(always)]
fn last(row: &[u64], len: usize) -> At<'_> {
    (row, FRONT + len - 1)
}

/// The coefficient of the next lower degree.
#[inline(always)]
pub(in crate::pass) fn below((row, place): At<'_>) -> At<'_> {
    (row, place - 1)
}

/// Rows of coefficients and how they are combined. Blocks are numbered from the constant term on, from the first to be changed to the last.
pub(in crate::pass) trait Rows<S> {
    /// Prepared factors of a pass of two quotient coefficients.
    type Two;
    /// Prepared factors of a pass of one.
    type One;
    /// A leading coefficient, for the log.
    type Lead;

    fn is_zero(&self, x: At<'_>) -> bool;
    /// The leading coefficient in [0, p).
    fn lead(&self, x: At<'_>) -> Self::Lead;
    /// b0², −a0·b0 and a0·b1 − a1·b0 up to one unit, from the leading coefficients and those below.
    fn factors_of_two(&mut self, s: S, a: At<'_>, b: At<'_>) -> Self::Two;
    /// b0 and −a0, up to one unit.
    fn factors_of_one(&mut self, s: S, a: At<'_>, b: At<'_>) -> Self::One;
    /// x ← f0·x + (f1·X + f2)·y on whole blocks.
    fn two(&mut self, s: S, x: &mut [u64], y: &[u64], blocks: [usize; 2], f: &Self::Two);
    /// x ← f0·x + f1·X^shift·y on whole blocks.
    fn one(&mut self, s: S, x: &mut [u64], y: &[u64], shift: usize, blocks: [usize; 2], f: &Self::One);
}

/// Rows of coefficients of one word.
struct OfWords<A> {
    arith: A,
    p: u64,
}

impl<S: Copy, A: Arithmetic<S>> Rows<S> for OfWords<A> {
    type Two = [A::Factor; 3];
    type One = [A::Factor; 2];
    type Lead = u64;

    formulas! {
        fn is_zero(&self, x: At<'_>) -> bool = self.lead(x) == 0;
        fn lead(&self, (row, place): At<'_>) -> u64 = self.arith.canonical(row[place]);
        fn factors_of_two(&mut self, _: S, (a, i): At<'_>, (b, j): At<'_>) -> Self::Two =
            self.arith.factors([a[i], a[i - 1]], [b[j], b[j - 1]]);
        fn factors_of_one(&mut self, _: S, a: At<'_>, b: At<'_>) -> Self::One =
            [self.arith.factor(self.lead(b)), self.arith.factor(self.p - self.lead(a))];
        fn two(&mut self, s: S, x: &mut [u64], y: &[u64], blocks: [usize; 2], f: &Self::Two) =
            self.arith.two(s, x, y, blocks, *f);
        fn one(&mut self, s: S, x: &mut [u64], y: &[u64], shift: usize, blocks: [usize; 2], f: &Self::One) =
            self.arith.one(s, x, y, shift, blocks, *f);
    }
}

/// Arithmetic modulo a range of moduli of one word, with its row operations.
pub(super) trait Arithmetic<S>: Copy {
    /// A prepared factor.
    type Factor: Copy;
    /// Largest modulus.
    const MAX: u64;
    /// log2 of the power of two that divides products of leading coefficients.
    const PRODUCT_SHIFT: u32;
    /// Rows hold values below this multiple of p, in thousandths (as far as their bits are read).
    const MILLI_FACTOR: u64;

    fn new(c: &Constants) -> Self;
    /// A value of a row, reduced to [0, p).
    fn canonical(self, x: u64) -> u64;
    /// b0², −a0·b0 and a0·b1 − a1·b0, over 2^`PRODUCT_SHIFT`, prepared; from values of a row.
    fn factors(self, a: [u64; 2], b: [u64; 2]) -> [Self::Factor; 3];
    /// A factor in [0, p), prepared.
    fn factor(self, c: u64) -> Self::Factor;
    /// x ← f0·x + (f1·X + f2)·y on whole blocks.
    fn two(self, s: S, x: &mut [u64], y: &[u64], blocks: [usize; 2], f: [Self::Factor; 3]);
    /// x ← f0·x + f1·X^shift·y on whole blocks.
    fn one(self, s: S, x: &mut [u64], y: &[u64], shift: usize, blocks: [usize; 2], f: [Self::Factor; 2]);
    /// A block's values, reduced to [0, p).
    fn block(self, s: S, x: &[u64; BLOCK]) -> [u64; BLOCK];
}

/// Arithmetic of vectors of sums x·f in every lane.
pub(super) trait InVectors<S: Simd>: Copy {
    /// A prepared factor.
    type Factor: Copy;
    /// The factor in every lane.
    type Vectors: Copy;
    /// Constants in every lane.
    type Constants: Copy;

    fn constants(self, s: S) -> Self::Constants;
    fn each(self, s: S, f: Self::Factor) -> Self::Vectors;
    /// Σ x·f.
    fn sum<const N: usize>(self, s: S, x: [S::U; N], f: [Self::Vectors; N], c: Self::Constants) -> S::U;

    /// The factors in every lane.
    #[inline(always)]
    fn all<const N: usize>(self, s: S, f: [Self::Factor; N]) -> [Self::Vectors; N] {
        let mut out = [self.each(s, f[0]); N];
        for i in 1..N {
            out[i] = self.each(s, f[i]);
        }
        out
    }

    /// [`Arithmetic::two`].
    #[inline(always)]
    fn row_of_two(self, s: S, x: &mut [u64], y: &[u64], [from, to]: [usize; 2], f: [Self::Factor; 3]) {
        const { assert!(S::LANES == BLOCK && FRONT == BLOCK) }
        let (f, c, up) = (self.all(s, f), self.constants(s), s.load(S::row(&[7, 8, 9, 10, 11, 12, 13, 14])));
        let count = (to + 1).saturating_sub(from);
        let x = S::rows_mut(&mut x[FRONT + BLOCK * from..][..BLOCK * count]).0;
        let (y, here) = S::rows(&y[BLOCK * from..][..BLOCK * (count + 1)]).0.split_at(count);
        let mut here = s.load(&here[0]);
        // from the top down, so that the next leading coefficients are ready first
        for i in (0..count).rev() {
            let below = s.load(&y[i]);
            let shifted = s.permute(below, here, up);
            let sum = self.sum(s, [s.load(&x[i]), shifted, here], f, c);
            s.store(&mut x[i], sum);
            here = below;
        }
    }

    /// [`Arithmetic::one`].
    #[inline(always)]
    fn row_of_one(self, s: S, x: &mut [u64], y: &[u64], shift: usize, [from, to]: [usize; 2], f: [Self::Factor; 2]) {
        const { assert!(S::LANES == BLOCK && FRONT == BLOCK) }
        let (f, c) = (self.all(s, f), self.constants(s));
        let x = S::rows_mut(&mut x[FRONT + BLOCK * from..][..BLOCK * (to + 1 - from)]).0;
        for (i, x) in x.iter_mut().enumerate().rev() {
            let first = FRONT + BLOCK * (from + i);
            // blocks that end before y begins are zero
            let shifted = if first >= shift { s.load(S::row(&y[first - shift..])) } else { s.zero() };
            s.store(x, self.sum(s, [s.load(x), shifted], f, c));
        }
    }
}

/// [`Euclid::run`](super::Euclid::run).
#[inline(always)]
pub(super) fn run<S: Simd, A: Arithmetic<S>>(
    s: S,
    c: &Constants,
    pair: &mut Pair,
    stop: usize,
    log: Option<&mut Vec<Step>>,
) {
    divide(s, &mut OfWords { arith: A::new(c), p: c.p }, pair, stop, log);
}

/// Divides until b has at most `stop` coefficients; the pair is of such rows, and its cofactors have room for all steps down to `stop`.
#[inline(always)]
pub(in crate::pass) fn divide<S: Copy, R: Rows<S>>(
    s: S,
    rows: &mut R,
    pair: &mut Pair,
    stop: usize,
    mut log: Option<&mut Vec<Step<R::Lead>>>,
) {
    let (start_len, slack, columns) = (pair.start_len, pair.slack, pair.columns);
    let ([mut a_len, mut b_len], mut turn) = (pair.len, pair.turn);
    let mut places = pair.rows();
    while b_len > stop {
        let [[x, y], cofactors @ ..] = &mut places;
        let gap = a_len - b_len;
        // largest degree of the cofactors of the new b
        let reduced = start_len - b_len;
        let low = reduced.saturating_sub(slack) / BLOCK;
        let mut passes = 0;
        if gap == 1 {
            let f = rows.factors_of_two(s, last(x, a_len), last(y, b_len));
            rows.two(s, x, y, [low, (a_len - 1) / BLOCK], &f);
            for [x, y] in &mut cofactors[..columns] {
                rows.two(s, x, y, [0, reduced / BLOCK], &f);
            }
        } else {
            for len in (b_len..=a_len).rev() {
                if rows.is_zero(last(x, len)) {
                    continue;
                }
                passes += 1;
                let (f, shift) = (rows.factors_of_one(s, last(x, len), last(y, b_len)), len - b_len);
                rows.one(s, x, y, shift, [0, (len - 1) / BLOCK], &f);
                for [x, y] in &mut cofactors[..columns] {
                    rows.one(s, x, y, shift, [0, reduced / BLOCK], &f);
                }
            }
        }
        if let Some(log) = log.as_deref_mut() {
            log.push(Step { gap, lead: rows.lead(last(y, b_len)), passes });
        }
        let mut left = b_len - 1;
        while left > 0 && rows.is_zero(last(x, left)) {
            left -= 1;
        }
        (a_len, b_len) = (b_len, left);
        places.iter_mut().for_each(|two| two.swap(0, 1));
        turn ^= 1;
    }
    (pair.len, pair.turn) = ([a_len, b_len], turn);
}

/// [`Euclid::finish`](super::Euclid): writes a row's values from the constant term on, reduced to [0, p); the row has whole blocks of as many
/// values as `out`.
#[inline(always)]
pub(super) fn finish<S: Simd, A: Arithmetic<S>>(s: S, c: &Constants, row: &[u64], out: &mut [u64]) {
    let arith = A::new(c);
    for (x, out) in row.as_chunks().0.walk().zipped(out.chunks_mut(BLOCK)) {
        out.copy_from(&arith.block(s, x)[..out.len()]);
    }
}

/// [`Euclid::add_linear`](super::Euclid::add_linear), for x at most one coefficient longer than y.
#[inline(always)]
pub(super) fn linear<S: Simd, A: Arithmetic<S>>(s: S, c: &Constants, x: &mut [u64], [q0, q1]: [u64; 2], y: &[u64]) {
    /// Number of words at a time.
    const PART: usize = 32 * BLOCK;
    let arith = A::new(c);
    let f = [arith.factor(1), arith.factor(q1), arith.factor(q0)];
    let (mut row, mut other) = ([0; FRONT + PART], [0; FRONT + PART]);
    for (i, x) in x.chunks_mut(PART).enumerate() {
        let from = (i * PART).saturating_sub(FRONT);
        let y = &y[from..y.len().min(i * PART + x.len())];
        let (filled, rest) = other[FRONT * usize::from(i == 0)..].split_at_mut(y.len());
        filled.copy_from(y);
        // the scratch of an earlier part must not be read again
        rest.fill(0);
        row[FRONT..][..x.len()].copy_from(x);
        arith.two(s, &mut row, &other, [0, (x.len() - 1) / BLOCK], f);
        finish::<S, A>(s, c, &row[FRONT..], x);
    }
}
