//! Steps of the remainder sequence, generic over the arithmetic of a row operation.

use super::{BLOCK, Constants, EuclidKernel, FRONT, Pair, Step};
use crate::cpu::Target;

/// A coefficient, as a row and a degree; zeros stand below the constant term.
pub(in crate::kernels) type At = (*const u64, isize);

/// Rows of coefficients and how they are combined.
///
/// SAFETY of the unsafe methods: the CPU has the features that the implementation names; rows are a pair's, coefficients within their
/// room or [`FRONT`] of them before; x is valid for blocks `from` to `to`, and y, another row, for those and [`FRONT`] coefficients before.
pub(in crate::kernels) trait Rows {
    /// Prepared factors of a pass of two quotient coefficients.
    type Two;
    type One;
    /// A leading coefficient, for the log.
    type Lead;

    unsafe fn is_zero(&self, x: At) -> bool;
    /// The leading coefficient in [0, p).
    unsafe fn lead(&self, x: At) -> Self::Lead;
    /// b0², −a0·b0 and a0·b1 − a1·b0 up to one unit, from the leading coefficients and those below.
    unsafe fn factors_of_two(&mut self, a: At, b: At) -> Self::Two;
    /// b0 and −a0, up to one unit.
    unsafe fn factors_of_one(&mut self, a: At, b: At) -> Self::One;
    /// x ← f0·x + (f1·X + f2)·y on whole blocks.
    unsafe fn two(&self, x: *mut u64, y: *const u64, blocks: [usize; 2], f: &Self::Two);
    /// x ← f0·x + f1·X^shift·y on whole blocks.
    unsafe fn one(&self, x: *mut u64, y: *const u64, shift: usize, blocks: [usize; 2], f: &Self::One);
}

/// Rows of coefficients of one word.
struct OfWords<A: Arithmetic> {
    arith: A,
    p: u64,
}

impl<A: Arithmetic> OfWords<A> {
    /// SAFETY: a coefficient of a row.
    #[inline(always)]
    unsafe fn read(&self, (row, i): At) -> u64 {
        // SAFETY: the caller's promise
        unsafe { *row.offset(i) }
    }
}

impl<A: Arithmetic> Rows for OfWords<A> {
    type Two = [A::Factor; 3];
    type One = [A::Factor; 2];
    type Lead = u64;

    #[inline(always)]
    unsafe fn is_zero(&self, x: At) -> bool {
        // SAFETY: the caller's promise, here and below
        unsafe { self.lead(x) == 0 }
    }
    #[inline(always)]
    unsafe fn lead(&self, x: At) -> u64 {
        // SAFETY: see above
        self.arith.canonical(unsafe { self.read(x) })
    }
    #[inline(always)]
    unsafe fn factors_of_two(&mut self, (a, i): At, (b, j): At) -> Self::Two {
        // SAFETY: see above
        let [a, b] =
            unsafe { [[self.read((a, i)), self.read((a, i - 1))], [self.read((b, j)), self.read((b, j - 1))]] };
        self.arith.factors(a, b)
    }
    #[inline(always)]
    unsafe fn factors_of_one(&mut self, a: At, b: At) -> Self::One {
        // SAFETY: see above
        unsafe { [self.arith.factor(self.lead(b)), self.arith.factor(self.p - self.lead(a))] }
    }
    #[inline(always)]
    unsafe fn two(&self, x: *mut u64, y: *const u64, blocks: [usize; 2], f: &Self::Two) {
        // SAFETY: see above
        unsafe { self.arith.two(x, y, blocks, *f) }
    }
    #[inline(always)]
    unsafe fn one(&self, x: *mut u64, y: *const u64, shift: usize, blocks: [usize; 2], f: &Self::One) {
        // SAFETY: see above
        unsafe { self.arith.one(x, y, shift, blocks, *f) }
    }
}

/// Arithmetic modulo a range of moduli of one word, with its row operations.
///
/// SAFETY of the unsafe methods: the CPU has the features that the implementation names; x is valid for blocks `from` to
/// `to`, and y, another row, for those and the [`FRONT`] words before.
pub(super) trait Arithmetic: Copy {
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
    unsafe fn two(self, x: *mut u64, y: *const u64, blocks: [usize; 2], f: [Self::Factor; 3]);
    /// x ← f0·x + f1·X^shift·y on whole blocks.
    unsafe fn one(self, x: *mut u64, y: *const u64, shift: usize, blocks: [usize; 2], f: [Self::Factor; 2]);
    /// A block's values, reduced to [0, p).
    unsafe fn block(self, x: *const u64) -> [u64; BLOCK];
}

/// The function table of a kernel.
pub(super) const fn kernel<A: Arithmetic>(
    name: &'static str,
    needs: Target,
    run: unsafe fn(&Constants, &mut Pair, usize, Option<&mut Vec<Step>>),
    linear: unsafe fn(&Constants, &mut [u64], [u64; 2], &[u64]),
    finish: unsafe fn(&Constants, &[u64], &mut [u64]),
) -> EuclidKernel {
    // lazy values leave bits of a word unused above them
    assert!(A::MAX as u128 * A::MILLI_FACTOR as u128 <= 1000 << A::PRODUCT_SHIFT);
    EuclidKernel { name, needs, max: A::MAX, product_shift: A::PRODUCT_SHIFT, run, linear, finish }
}

/// [`Euclid::run`](super::Euclid::run); inlined into a function with the features of the arithmetic.
///
/// SAFETY: that of [`divide`].
#[inline(always)]
pub(super) unsafe fn run<A: Arithmetic>(c: &Constants, pair: &mut Pair, stop: usize, log: Option<&mut Vec<Step>>) {
    // SAFETY: the caller's promise
    unsafe { divide(&mut OfWords { arith: A::new(c), p: c.p }, pair, stop, log) }
}

/// Divides until b has at most `stop` coefficients; inlined into a function with the features of the rows.
///
/// SAFETY: the CPU's features; the pair is of such rows, and its cofactors have room for all steps down to `stop`.
#[inline(always)]
pub(in crate::kernels) unsafe fn divide<R: Rows>(
    rows: &mut R,
    pair: &mut Pair,
    stop: usize,
    mut log: Option<&mut Vec<Step<R::Lead>>>,
) {
    while pair.len[1] > stop {
        let words = pair.words.as_mut_ptr();
        let [x, y] = [pair.turn, pair.turn ^ 1].map(|row| pair.offset(row));
        // SAFETY: offsets of rows
        let (x, y) = unsafe { (words.add(x), words.add(y).cast_const()) };
        let [a_len, b_len] = pair.len;
        let gap = a_len - b_len;
        // the leading coefficients lie in the rows; FRONT zeros precede them
        let (a, b) = ((x.cast_const(), a_len as isize - 1), (y, b_len as isize - 1));
        // largest degree of the cofactors of the new b
        let reduced = pair.start_len - b_len;
        let low = reduced.saturating_sub(pair.slack) / BLOCK;
        let cofactors = |column: usize, pair: &Pair| {
            [2 + 2 * column + pair.turn, 3 + 2 * column - pair.turn].map(|row| pair.offset(row))
        };
        let mut passes = 0;
        let mut left = b_len - 1;
        // SAFETY: rows of the pair, which have room for the blocks up to a's degree, and cofactors for `reduced`
        unsafe {
            if gap == 1 {
                let f = rows.factors_of_two(a, b);
                rows.two(x, y, [low, (a_len - 1) / BLOCK], &f);
                for column in 0..pair.columns {
                    let [x, y] = cofactors(column, pair);
                    rows.two(words.add(x), words.add(y), [0, reduced / BLOCK], &f);
                }
            } else {
                for len in (b_len..=a_len).rev() {
                    let top = (x.cast_const(), len as isize - 1);
                    if rows.is_zero(top) {
                        continue;
                    }
                    passes += 1;
                    let (f, shift) = (rows.factors_of_one(top, b), len - b_len);
                    rows.one(x, y, shift, [0, (len - 1) / BLOCK], &f);
                    for column in 0..pair.columns {
                        let [x, y] = cofactors(column, pair);
                        rows.one(words.add(x), words.add(y), shift, [0, reduced / BLOCK], &f);
                    }
                }
            }
            if let Some(log) = log.as_deref_mut() {
                log.push(Step { gap, lead: rows.lead(b), passes });
            }
            while left > 0 && rows.is_zero((x, left as isize - 1)) {
                left -= 1;
            }
        }
        pair.len = [b_len, left];
        pair.turn ^= 1;
    }
}

/// [`Euclid::finish`](super::Euclid): writes a row's values, reduced to [0, p).
///
/// SAFETY: the CPU's features; the row has whole blocks of as many values as `out`.
#[inline(always)]
pub(super) unsafe fn finish<A: Arithmetic>(c: &Constants, row: &[u64], out: &mut [u64]) {
    let arith = A::new(c);
    for (i, out) in out.chunks_mut(BLOCK).enumerate() {
        // SAFETY: a whole block of the row
        let block = unsafe { arith.block(row.as_ptr().add(i * BLOCK)) };
        out.copy_from_slice(&block[..out.len()]);
    }
}

/// [`Euclid::add_linear`](super::Euclid::add_linear), for x at most one coefficient longer than y.
///
/// SAFETY: the CPU's features.
#[inline(always)]
pub(super) unsafe fn linear<A: Arithmetic>(c: &Constants, x: &mut [u64], [q0, q1]: [u64; 2], y: &[u64]) {
    /// Number of words at a time.
    const PART: usize = 32 * BLOCK;
    let arith = A::new(c);
    let f = [arith.factor(1), arith.factor(q1), arith.factor(q0)];
    let (mut row, mut other) = ([0; PART], [0; FRONT + PART]);
    for (i, x) in x.chunks_mut(PART).enumerate() {
        let from = (i * PART).saturating_sub(FRONT);
        let y = &y[from..y.len().min(i * PART + x.len())];
        let (filled, rest) = other[FRONT * usize::from(i == 0)..].split_at_mut(y.len());
        filled.copy_from_slice(y);
        // the scratch of an earlier part must not be read again
        rest.fill(0);
        row[..x.len()].copy_from_slice(x);
        // SAFETY: FRONT words and as many blocks as there are values of x
        unsafe {
            arith.two(row.as_mut_ptr(), other.as_ptr().add(FRONT), [0, (x.len() - 1) / BLOCK], f);
            finish::<A>(c, &row, x);
        }
    }
}

/// The functions of a kernel, compiled with these features.
macro_rules! compiled {
    ($arith:ty, $run:ident $linear:ident $finish:ident $(, $features:literal)?) => {
        /// SAFETY: that of [`steps::run`].
        $(#[target_feature(enable = $features)])?
        pub(super) unsafe fn $run(c: &Constants, pair: &mut Pair, stop: usize, log: Option<&mut Vec<Step>>) {
            // SAFETY: the caller's promise
            unsafe { steps::run::<$arith>(c, pair, stop, log) }
        }
        /// SAFETY: that of [`steps::linear`].
        $(#[target_feature(enable = $features)])?
        pub(super) unsafe fn $linear(c: &Constants, x: &mut [u64], q: [u64; 2], y: &[u64]) {
            // SAFETY: the caller's promise
            unsafe { steps::linear::<$arith>(c, x, q, y) }
        }
        /// SAFETY: that of [`steps::finish`].
        $(#[target_feature(enable = $features)])?
        pub(super) unsafe fn $finish(c: &Constants, row: &[u64], out: &mut [u64]) {
            // SAFETY: the caller's promise
            unsafe { steps::finish::<$arith>(c, row, out) }
        }
    };
}
pub(super) use compiled;
