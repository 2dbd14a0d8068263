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

use super::{
    LANES, arithmetic,
    modulus::{LIMB, MASK, MOST_LIMBS, Modulus},
};
use crate::simd::{Row, Simd, Stack, Vectors, run};
use std::ops::Range;

/// A factor of a term.
#[derive(Clone, Copy)]
pub enum Factor<'a> {
    /// The blocks of the result, as they are before the sum.
    Result,
    /// Blocks at this distance in words; 0 stands for one block for all.
    Blocks(&'a [u64], usize),
}

impl<'a> Factor<'a> {
    /// The block for all.
    pub fn each(block: &'a [u64]) -> Self {
        Factor::Blocks(block, 0)
    }

    /// The limbs of block t, of which the result's are given.
    #[inline(always)]
    fn limbs<S: Simd>(self, f: &Modulus, t: usize, result: &'a [S::Row]) -> &'a [S::Row] {
        match self {
            Factor::Result => result,
            Factor::Blocks(words, step) => S::rows(&words[t * step..][..LANES * f.limbs]).0,
        }
    }
}

/// The two factors of a term.
pub(crate) type Term<'a> = [Factor<'a>; 2];

/// out = Σ a·b/R modulo p, below p + Σ a·b/R: for an a below 32p and a b below p, or both below 2p, that is below 2p. Or, if told to add,
/// out + Σ a·b/R, below 2p. Every block of the result is one such sum.
pub(crate) type Sum = fn(&Modulus, &[Term<'_>], bool, &mut [u64]);

/// Functions for sums of one, two and three products.
pub(crate) type Sums = [Sum; 3];

/// The number of limbs of residues.
pub trait Size: 'static {
    /// The number of limbs.
    fn limbs(f: &Modulus) -> usize;
    /// out = Σ a·b/R modulo p, as [`Sum`] does, for one to three products.
    fn sum<S: Simd, const N: usize>(s: S, f: &Modulus, terms: &[Term<'_>; N], out: &mut [u64]);
}

/// L limbs: products are compiled in place.
pub(super) struct Fixed<const L: usize>;

impl<const L: usize> Size for Fixed<L> {
    #[inline(always)]
    fn limbs(f: &Modulus) -> usize {
        debug_assert_eq!(f.limbs, L, "limbs of the modulus");
        L
    }
    #[inline(always)]
    fn sum<S: Simd, const N: usize>(s: S, f: &Modulus, terms: &[Term<'_>; N], out: &mut [u64]) {
        few::<S, L, N>(s, f, terms, false, out);
    }
}

/// Any number of limbs: products are calls.
pub struct Any;

impl Size for Any {
    #[inline(always)]
    fn limbs(f: &Modulus) -> usize {
        f.limbs
    }
    #[inline(always)]
    fn sum<S: Simd, const N: usize>(_: S, f: &Modulus, terms: &[Term<'_>; N], out: &mut [u64]) {
        f.sums[N - 1](f, terms, false, out);
    }
}

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
#[inline(always)]
fn few<S: Simd, const L: usize, const N: usize>(s: S, f: &Modulus, terms: &[Term<'_>; N], add: bool, out: &mut [u64]) {
    const { assert!(L <= FEW && S::LANES == LANES) }
    assert!(f.limbs == L, "limbs of the modulus");
    let mask = s.set(MASK);
    for (t, out) in out.chunks_exact_mut(LANES * L).enumerate() {
        let out = S::rows_mut(out).0.first_chunk_mut::<L>().expect("limbs of a block");
        let mut factors = [[&*out; 2]; N];
        for k in 0..N {
            for side in 0..2 {
                factors[k][side] = terms[k][side].limbs::<S>(f, t, &out[..]).first_chunk().expect("limbs of a block");
            }
        }
        let columns = columns(s, f, factors);
        let mut carry = s.zero();
        each_limb!(L, J, {
            let mut x = s.add(columns[J], carry);
            if add {
                x = s.add(x, s.load(&out[J]));
            }
            s.store(&mut out[J], s.and(x, mask));
            carry = s.shr(x, LIMB);
        });
        // there is no carry out of the highest limb
        let _ = carry;
        if add {
            arithmetic::reduce::<S, Fixed<L>>(s, f, None, out);
        }
    }
}

/// The columns of Σ a·b/R, of at most 64 bits.
#[inline(always)]
fn columns<S: Simd, const L: usize, const N: usize>(s: S, f: &Modulus, factors: [[&[S::Row; L]; 2]; N]) -> [S::U; L] {
    let (zero, mask, inverse) = (s.zero(), s.set(MASK), s.set(f.inverse[0].wrapping_neg()));
    let p = f.p.first_chunk::<L>().expect("limbs of p");
    let mut columns = [zero; L];
    for i in 0..L {
        let (mut b, mut lowest) = ([zero; N], zero);
        for k in 0..N {
            b[k] = s.load(&factors[k][1][i]);
            lowest = s.add_low52(lowest, s.load(&factors[k][0][0]), b[k]);
        }
        lowest = s.add(lowest, columns[0]);
        let q = s.add_low52(zero, lowest, inverse);
        // high halves of the column below
        let mut below = zero;
        each_limb!(L, J, {
            let (mut low, mut high) = (columns[J], zero);
            for k in 0..N {
                let a = s.load(&factors[k][0][J]);
                if J != 0 {
                    low = s.add_low52(low, a, b[k]);
                }
                high = s.add_high52(high, a, b[k]);
            }
            let limb = s.set(p[J]);
            if J != 0 {
                columns[J - 1] = s.add(s.add_low52(low, q, limb), below);
            }
            below = s.add_high52(high, q, limb);
        });
        columns[L - 1] = below;
        columns[0] = s.add(columns[0], s.shr(s.add(lowest, mask), LIMB));
    }
    columns
}

/// Number of limbs that are multiplied by the same number of limbs at a time.
pub(super) const CHUNK: usize = 4;

/// The accumulators of a diagonal of products of chunks: low halves of its columns, and high halves, which belong one column higher.
struct Diagonal<S: Simd> {
    low: [S::U; 2 * CHUNK - 1],
    high: [S::U; 2 * CHUNK - 1],
    /// Half of both for the middle column, which gets the most terms: so that an addition need not wait for the one
    /// before.
    middle: [S::U; 2],
    /// The high halves of the column before.
    before: S::U,
}

impl<S: Simd> Diagonal<S> {
    #[inline(always)]
    fn new(s: S) -> Self {
        let zero = s.zero();
        Diagonal { low: [zero; 2 * CHUNK - 1], high: [zero; 2 * CHUNK - 1], middle: [zero; 2], before: zero }
    }

    #[inline(always)]
    fn add(&mut self, s: S, a: [S::U; CHUNK], b: [S::U; CHUNK]) {
        for i in 0..CHUNK {
            for j in 0..CHUNK {
                let (mut low, mut high) = (&mut self.low[i + j], &mut self.high[i + j]);
                if i + j == CHUNK - 1 && i >= CHUNK / 2 {
                    [low, high] = self.middle.each_mut();
                }
                (*low, *high) = (s.add_low52(*low, a[i], b[j]), s.add_high52(*high, a[i], b[j]));
            }
        }
    }

    /// Adds the products of chunks of a, the limbs of eight numbers, by those of the constant that lie on a diagonal.
    #[inline(always)]
    fn add_constant(
        &mut self,
        s: S,
        a: &[[S::Row; CHUNK]],
        (b, filled): (&[[u64; CHUNK]], &[bool]),
        diagonal: usize,
        of_a: Range<usize>,
    ) {
        for i in of_a {
            if !filled[diagonal - i] {
                continue;
            }
            let (mut limbs, b) = ([s.zero(); CHUNK], &b[diagonal - i]);
            for j in 0..CHUNK {
                limbs[j] = s.set(b[j]);
            }
            self.add(s, load(s, &a[i]), limbs);
        }
    }

    /// The lowest columns, which are complete.
    #[inline(always)]
    fn next(&mut self, s: S) -> [S::U; CHUNK] {
        let [low, high] = self.middle;
        self.low[CHUNK - 1] = s.add(self.low[CHUNK - 1], low);
        let mut out = [s.add(self.low[0], self.before); CHUNK];
        for j in 1..CHUNK {
            out[j] = s.add(self.low[j], self.high[j - 1]);
        }
        self.before = s.add(self.high[CHUNK - 1], high);
        self.middle = [s.zero(); 2];
        for i in 0..CHUNK - 1 {
            (self.low[i], self.high[i]) = (self.low[i + CHUNK], self.high[i + CHUNK]);
        }
        for i in CHUNK - 1..2 * CHUNK - 1 {
            (self.low[i], self.high[i]) = (s.zero(), s.zero());
        }
        out
    }

    /// [`next`](Self::next) with the carry that comes in, as the next limbs of a number; returns the carry that goes out.
    #[inline(always)]
    fn settle<const CAPACITY: usize>(&mut self, s: S, out: &mut Stack<S::Row, CAPACITY>, mut carry: S::U) -> S::U {
        let (mask, columns) = (s.set(MASK), self.next(s));
        for j in 0..CHUNK {
            let x = s.add(columns[j], carry);
            let mut row = S::Row::ZERO;
            s.store(&mut row, s.and(x, mask));
            out.push(row);
            carry = s.shr(x, LIMB);
        }
        carry
    }
}

/// The chunks of a that are multiplied by a chunk of b on a diagonal; both have `chunks` chunks.
#[inline(always)]
fn on_diagonal(chunks: usize, diagonal: usize) -> Range<usize> {
    (diagonal + 1).saturating_sub(chunks)..chunks.min(diagonal + 1)
}

/// The limbs of a chunk.
#[inline(always)]
fn load<S: Simd>(s: S, x: &[S::Row; CHUNK]) -> [S::U; CHUNK] {
    let mut out = [s.zero(); CHUNK];
    for j in 0..CHUNK {
        out[j] = s.load(&x[j]);
    }
    out
}

/// [`Sum`] for N products of limbs in whole chunks.
#[inline(always)]
fn many<S: Simd, const N: usize>(s: S, f: &Modulus, terms: &[Term<'_>; N], add: bool, out: &mut [u64]) {
    const { assert!(S::LANES == LANES) }
    for (t, out) in out.chunks_exact_mut(LANES * f.limbs).enumerate() {
        let out = S::rows_mut(out).0;
        let mut factors: [[&[[S::Row; CHUNK]]; 2]; N] = [[&[]; 2]; N];
        for k in 0..N {
            for side in 0..2 {
                factors[k][side] = terms[k][side].limbs::<S>(f, t, out).as_chunks().0;
            }
        }
        let mut wide = Stack::new();
        products(s, f.limbs / CHUNK, factors, &mut wide);
        reduce(s, f, &wide, add, out);
        if add {
            arithmetic::reduce::<S, Any>(s, f, None, out);
        }
    }
}

/// Limbs of a number below R².
type Wide<S> = Stack<<S as Vectors>::Row, { 2 * MOST_LIMBS }>;

/// t = Σ a·b.
#[inline(always)]
fn products<S: Simd, const N: usize>(s: S, chunks: usize, factors: [[&[[S::Row; CHUNK]]; 2]; N], t: &mut Wide<S>) {
    let (mut sums, mut carry) = (Diagonal::new(s), s.zero());
    for diagonal in 0..2 * chunks {
        for [a, b] in factors {
            for i in on_diagonal(chunks, diagonal) {
                sums.add(s, load(s, &a[i]), load(s, &b[diagonal - i]));
            }
        }
        carry = sums.settle(s, t, carry);
    }
}

/// out = t/R modulo p, plus `out` if `add`.
#[inline(always)]
fn reduce<S: Simd>(s: S, f: &Modulus, t: &Wide<S>, add: bool, out: &mut [S::Row]) {
    let (chunks, t) = (f.limbs / CHUNK, t.rows());
    let [filled, inverse_filled] = &f.filled;
    let (p, inverse) = ((f.p.as_chunks().0, &filled[..]), (f.inverse.as_chunks().0, &inverse_filled[..]));
    let mut q = Stack::<S::Row, MOST_LIMBS>::new();
    let (mut sums, mut carry) = (Diagonal::new(s), s.zero());
    for diagonal in 0..chunks {
        sums.add_constant(s, t.as_chunks().0, inverse, diagonal, on_diagonal(chunks, diagonal));
        carry = sums.settle(s, &mut q, carry);
    }
    (sums, carry) = (Diagonal::new(s), s.zero());
    let (mask, half) = (s.set(MASK), s.set(1 << (LIMB - 1)));
    for diagonal in chunks.saturating_sub(2)..2 * chunks {
        sums.add_constant(s, q.rows().as_chunks().0, p, diagonal, on_diagonal(chunks, diagonal));
        let columns = sums.next(s);
        if diagonal + 1 < chunks {
            // the columns below do not matter
            continue;
        }
        for j in 0..CHUNK {
            let at = CHUNK * diagonal + j;
            let mut x = s.add(s.sub(s.load(&t[at]), columns[j]), carry);
            match at.checked_sub(f.limbs) {
                // the lower half is zero modulo R; its lowest columns are not computed: less than half a unit of
                // the highest limb
                None if at + 1 == f.limbs => x = s.add(x, half),
                None => {}
                Some(limb) => {
                    x = s.add(x, s.set(f.p[limb]));
                    if add {
                        x = s.add(x, s.load(&out[limb]));
                    }
                    s.store(&mut out[limb], s.and(x, mask));
                }
            }
            carry = s.shr_signed(x, LIMB);
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

/// The number of terms of a slice, known to the compiler.
#[inline(always)]
fn counted<'a, 'b, const N: usize>(terms: &'a [Term<'b>]) -> &'a [Term<'b>; N] {
    terms.try_into().expect("the terms of a sum")
}

/// The functions for any number of limbs, which they round up.
pub(super) fn many_limbs<S: Simd>(limbs: usize) -> (usize, Sums) {
    let sums: Sums = [
        |f, terms, add, out| run!(S::get(), many::<S, 1>, f, terms = counted(terms), add, out),
        |f, terms, add, out| run!(S::get(), many::<S, 2>, f, terms = counted(terms), add, out),
        |f, terms, add, out| run!(S::get(), many::<S, 3>, f, terms = counted(terms), add, out),
    ];
    (limbs.next_multiple_of(CHUNK), sums)
}

/// The functions for L limbs.
const fn of_limbs<S: Simd, const L: usize>() -> Sums {
    [
        |f, terms, add, out| run!(S::get(), few::<S, L, 1>, f, terms = counted(terms), add, out),
        |f, terms, add, out| run!(S::get(), few::<S, L, 2>, f, terms = counted(terms), add, out),
        |f, terms, add, out| run!(S::get(), few::<S, L, 3>, f, terms = counted(terms), add, out),
    ]
}

/// The functions for any number of limbs, in registers where they are few.
pub(super) fn few_or_many<S: Simd>(limbs: usize) -> (usize, Sums) {
    macro_rules! numbers {
        ($($limbs:literal)*) => {
            match limbs {
                $(n if n <= $limbs => ($limbs, of_limbs::<S, $limbs>()),)*
                _ => many_limbs::<S>(limbs),
            }
        };
    }
    numbers!(2 3 4 5 6 7 8 9 10 11 12 13 14 16 18 20 22 24)
}

pub(super) use each_limb;
