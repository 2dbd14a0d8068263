//! Sums of a few products, reduced once: (Σ a·b)/R modulo p, with the number of limbs known to the compiler where they are few.
//!
//! Accumulators of few limbs stay in registers. A row multiplies all limbs of the a by one of each b, clears the lowest
//! column and moves the others one down (Koç, Acar, Kaliski 1996, "Analyzing and comparing Montgomery multiplication
//! algorithms", coarsely integrated operand scanning). The column that is cleared becomes a multiple of 2^52, so that
//! its carry is known before the quotient. Cost: 2n²(N + 1) multiply-adds for N products of n limbs.
//!
//! Longer residues stay in memory and are multiplied by chunks of four limbs, 32 multiply-adds for each two chunks,
//! diagonal by diagonal: t = Σ a·b, the quotient q = t/p modulo R, and t − q·p. Only the upper half of the last is
//! computed, because the lower half is zero; four columns of the lower half give its carry. Only carries form a chain
//! from one limb to the next. Chunks of p and 1/p that are zero, as where p = 1 + 2^(52m)·u, are skipped. Cost: 2n²N
//! multiply-adds, and n² + 4n for q and for q·p each, or less.

use super::arithmetic::{LIMB, MASK, MOST_LIMBS, Modulus, get, put};
use crate::kernels::fermat::Eight;
use std::{mem::MaybeUninit, ops::Range};

/// The two factors of a term.
pub(super) type Term = (*const u64, *const u64);

/// out = Σ a·b/R, below p + Σ a·b/R, plus a block if there is one.
///
/// SAFETY: the CPU has the features that the function is compiled for; as many terms as it is for, limbs of p each;
/// `out` may be any of the others.
pub(super) type Sum = unsafe fn(&Modulus, *const Term, Option<*const u64>, *mut u64);

/// Functions for sums of one, two and three products.
pub(super) type Sums = [Sum; 3];

/// Largest number of limbs that stay in registers.
const FEW: usize = 24;

/// Expands a block for limbs 0, 1, … up to the given number, a copy for each: arrays that it indexes stay in registers.
macro_rules! each_limb {
    ($limbs:ident, $j:ident, $body:block) => {
        each_limb!($limbs, $j, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23)
    };
    ($limbs:ident, $j:ident, $body:block, $($at:literal)*) => {
        $(if $at < $limbs {
            const $j: usize = $at;
            $body
        })*
    };
}

/// [`Sum`] for N products of L limbs.
///
/// SAFETY: that of [`Sum`], for the CPU's features that V needs.
#[inline(always)]
pub(super) unsafe fn few<V: Eight, const L: usize, const N: usize>(
    f: &Modulus,
    terms: *const Term,
    add: Option<*const u64>,
    out: *mut u64,
) {
    const { assert!(L <= FEW) }
    // SAFETY: L limbs of each
    unsafe {
        let (zero, mask, inverse) = (V::splat(0), V::splat(MASK), V::splat(f.inverse[0].wrapping_neg() as i64));
        let terms = *terms.cast::<[Term; N]>();
        let p = f.p.as_ptr();
        let mut columns = [zero; L];
        for i in 0..L {
            let (mut b, mut lowest) = ([zero; N], zero);
            for k in 0..N {
                b[k] = get(terms[k].1, i);
                lowest = lowest.low(get(terms[k].0, 0), b[k]);
            }
            lowest = lowest.plus(columns[0]);
            let q = zero.low(lowest, inverse);
            // high halves of the column below
            let mut below = zero;
            each_limb!(L, J, {
                let (mut low, mut high) = (columns[J], zero);
                for k in 0..N {
                    let a: V = get(terms[k].0, J);
                    if J != 0 {
                        low = low.low(a, b[k]);
                    }
                    high = high.high(a, b[k]);
                }
                let limb = V::splat(*p.add(J) as i64);
                if J != 0 {
                    columns[J - 1] = low.low(q, limb).plus(below);
                }
                below = high.high(q, limb);
            });
            columns[L - 1] = below;
            columns[0] = columns[0].plus(lowest.plus(mask).down(LIMB));
        }
        let mut carry = zero;
        each_limb!(L, J, {
            let mut x = columns[J].plus(carry);
            if let Some(add) = add {
                x = x.plus(get(add, J));
            }
            put(out, J, x.and(mask));
            carry = x.down(LIMB);
        });
        // there is no carry out of the highest limb
        let _ = carry;
    }
}

/// Number of limbs that are multiplied by the same number of limbs at a time.
pub(super) const CHUNK: usize = 4;

/// The accumulators of a diagonal of products of chunks: low halves of its columns, and high halves, which belong one column higher.
struct Diagonal<V> {
    low: [V; 2 * CHUNK - 1],
    high: [V; 2 * CHUNK - 1],
    /// Half of both for the middle column, which gets the most terms: so that an addition need not wait for the one
    /// before.
    middle: [V; 2],
    /// The high halves of the column before.
    before: V,
}

impl<V: Eight> Diagonal<V> {
    /// SAFETY: the CPU has the features that V needs, here and below.
    #[inline(always)]
    unsafe fn new() -> Self {
        // SAFETY: the caller's promise, here and below
        let zero = unsafe { V::splat(0) };
        Diagonal { low: [zero; 2 * CHUNK - 1], high: [zero; 2 * CHUNK - 1], middle: [zero; 2], before: zero }
    }

    #[inline(always)]
    unsafe fn add(&mut self, a: [V; CHUNK], b: [V; CHUNK]) {
        for (i, a) in a.into_iter().enumerate() {
            for (j, b) in b.into_iter().enumerate() {
                let (mut low, mut high) = (&mut self.low[i + j], &mut self.high[i + j]);
                if i + j == CHUNK - 1 && i >= CHUNK / 2 {
                    [low, high] = self.middle.each_mut();
                }
                // SAFETY: see above
                unsafe { (*low, *high) = (low.low(a, b), high.high(a, b)) }
            }
        }
    }

    /// Adds the products of chunks of a, the limbs of eight numbers, by those of the constant that lie on a diagonal.
    ///
    /// SAFETY: limbs of both, as far as the diagonal goes.
    #[inline(always)]
    unsafe fn add_constant(&mut self, a: *const u64, b: &[u64], filled: &[bool], diagonal: usize, of_a: Range<usize>) {
        for i in of_a {
            if !filled[diagonal - i] {
                continue;
            }
            // SAFETY: the caller's promise
            unsafe {
                let mut limbs = [V::splat(0); CHUNK];
                for (limb, &b) in limbs.iter_mut().zip(&b[CHUNK * (diagonal - i)..]) {
                    *limb = V::splat(b as i64);
                }
                self.add(chunk(a, i), limbs);
            }
        }
    }

    /// The lowest columns, which are complete.
    #[inline(always)]
    unsafe fn next(&mut self) -> [V; CHUNK] {
        // SAFETY: see above
        unsafe {
            let [low, high] = self.middle;
            self.low[CHUNK - 1] = self.low[CHUNK - 1].plus(low);
            let mut out = [self.low[0].plus(self.before); CHUNK];
            for (out, (low, high)) in out[1..].iter_mut().zip(self.low[1..].iter().zip(&self.high)) {
                *out = low.plus(*high);
            }
            self.before = self.high[CHUNK - 1].plus(high);
            self.middle = [V::splat(0); 2];
            for i in 0..CHUNK - 1 {
                (self.low[i], self.high[i]) = (self.low[i + CHUNK], self.high[i + CHUNK]);
            }
            for i in CHUNK - 1..2 * CHUNK - 1 {
                (self.low[i], self.high[i]) = (V::splat(0), V::splat(0));
            }
            out
        }
    }

    /// [`next`](Self::next) with the carry that comes in, as limbs of a number; returns the carry that goes out.
    ///
    /// SAFETY: limbs as far as those of the diagonal.
    #[inline(always)]
    unsafe fn settle(&mut self, out: *mut u64, diagonal: usize, mut carry: V) -> V {
        // SAFETY: the caller's promise
        unsafe {
            let mask = V::splat(MASK);
            for (j, x) in self.next().into_iter().enumerate() {
                let x = x.plus(carry);
                put(out, CHUNK * diagonal + j, x.and(mask));
                carry = x.down(LIMB);
            }
        }
        carry
    }
}

/// The chunks of a that are multiplied by a chunk of b on a diagonal; both have `chunks` chunks.
fn on_diagonal(chunks: usize, diagonal: usize) -> Range<usize> {
    (diagonal + 1).saturating_sub(chunks)..chunks.min(diagonal + 1)
}

/// Chunk i of limbs.
///
/// SAFETY: the CPU has the features that V needs; `x` has the limbs of chunk i.
#[inline(always)]
unsafe fn chunk<V: Eight>(x: *const u64, i: usize) -> [V; CHUNK] {
    // SAFETY: the caller's promise
    unsafe {
        let mut out = [V::splat(0); CHUNK];
        for (j, out) in out.iter_mut().enumerate() {
            *out = get(x, CHUNK * i + j);
        }
        out
    }
}

/// [`Sum`] for N products of limbs in whole chunks.
///
/// SAFETY: that of [`Sum`], for the CPU's features that V needs.
#[inline(always)]
pub(super) unsafe fn many<V: Eight, const N: usize>(
    f: &Modulus,
    terms: *const Term,
    add: Option<*const u64>,
    out: *mut u64,
) {
    let chunks = f.limbs / CHUNK;
    let [filled, inverse_filled] = &f.filled;
    // SAFETY: whole chunks of limbs of each
    unsafe {
        let mask = V::splat(MASK);
        let mut t = MaybeUninit::<[V; 2 * MOST_LIMBS]>::uninit();
        let t = t.as_mut_ptr().cast::<u64>();
        let (mut sums, mut carry) = (Diagonal::<V>::new(), V::splat(0));
        for diagonal in 0..2 * chunks {
            for k in 0..N {
                let (a, b) = *terms.add(k);
                for i in on_diagonal(chunks, diagonal) {
                    sums.add(chunk(a, i), chunk(b, diagonal - i));
                }
            }
            carry = sums.settle(t, diagonal, carry);
        }
        let mut q = MaybeUninit::<[V; MOST_LIMBS]>::uninit();
        let q = q.as_mut_ptr().cast::<u64>();
        (sums, carry) = (Diagonal::new(), V::splat(0));
        for diagonal in 0..chunks {
            sums.add_constant(t, &f.inverse, inverse_filled, diagonal, on_diagonal(chunks, diagonal));
            carry = sums.settle(q, diagonal, carry);
        }
        (sums, carry) = (Diagonal::new(), V::splat(0));
        let half = V::splat(1 << (LIMB - 1));
        for diagonal in chunks.saturating_sub(2)..2 * chunks {
            sums.add_constant(q, &f.p, filled, diagonal, on_diagonal(chunks, diagonal));
            for (j, x) in sums.next().into_iter().enumerate() {
                let at = CHUNK * diagonal + j;
                if diagonal + 1 < chunks {
                    // the columns below do not matter
                    continue;
                }
                let mut x = get::<V>(t, at).minus(x).plus(carry);
                match at.checked_sub(f.limbs) {
                    // the lower half is zero modulo R; its lowest columns are not computed: less than half a unit of
                    // the highest limb
                    None if at + 1 == f.limbs => x = x.plus(half),
                    None => {}
                    Some(limb) => {
                        x = x.plus(V::splat(f.p[limb] as i64));
                        if let Some(add) = add {
                            x = x.plus(get(add, limb));
                        }
                        put(out, limb, x.and(mask));
                    }
                }
                carry = x.down(LIMB);
            }
        }
    }
}

/// Number of multiply-adds of a product.
pub(super) fn multiply_adds(f: &Modulus) -> usize {
    let (n, chunks) = (f.limbs, f.limbs / CHUNK);
    if n <= FEW {
        return 4 * n * n;
    }
    let each = |filled: &[bool], pairs: &dyn Fn(usize) -> usize| -> usize {
        (0..chunks).filter(|i| filled[*i]).map(pairs).sum()
    };
    let quotient = each(&f.filled[1], &|i| chunks - i);
    let multiple = each(&f.filled[0], &|i| chunks.min(i + 2));
    2 * n * n + 2 * CHUNK * CHUNK * (quotient + multiple)
}

/// The functions for one kind of vector, compiled with its features, for these numbers of limbs in registers.
macro_rules! sums {
    ($vector:ty, [$($limbs:literal)*] $(, $features:literal)?) => {{
        $(#[target_feature(enable = $features)])?
        unsafe fn many<const N: usize>(f: &Modulus, terms: *const sums::Term, add: Option<*const u64>, out: *mut u64) {
            // SAFETY: the caller's promise, here and below
            unsafe { sums::many::<$vector, N>(f, terms, add, out) }
        }
        #[allow(dead_code, reason = "where no numbers of limbs are named")]
        $(#[target_feature(enable = $features)])?
        unsafe fn few<const L: usize, const N: usize>(
            f: &Modulus,
            terms: *const sums::Term,
            add: Option<*const u64>,
            out: *mut u64,
        ) {
            // SAFETY: see above
            unsafe { sums::few::<$vector, L, N>(f, terms, add, out) }
        }
        |limbs: usize| -> (usize, sums::Sums) {
            match limbs {
                $(n if n <= $limbs => ($limbs, [few::<$limbs, 1>, few::<$limbs, 2>, few::<$limbs, 3>]),)*
                _ => (limbs.next_multiple_of(sums::CHUNK), [many::<1>, many::<2>, many::<3>]),
            }
        }
    }};
}
pub(super) use {each_limb, sums};
