//! Sums of products by 52-bit multiply-add, in four ranges of n; ranges are proved in `docs/notes/006-dense-matrices.md`.

use super::tile::{Sums, TERMS};
use crate::simd::inlined::{Mapped, formulas};
use crate::{arith::Modulus, residue::with_quotient, simd::Simd};

const BITS: u32 = 52;
const MASK: u64 = (1 << BITS) - 1;

/// Constants of reductions of 52-bit values modulo n < 2^50.
#[derive(Clone, Copy, Debug)]
struct Reduction {
    n: Modulus,
    /// 2^52 − n.
    minus: u64,
    /// ⌊2^52/n⌋.
    quotient: u64,
}

/// A factor w below n and ⌊2^52·w/n⌋.
type Factor = [u64; 2];

impl Reduction {
    fn new(n: Modulus) -> Self {
        Reduction { n, minus: (1 << BITS) - n.n(), quotient: (1 << BITS) / n.n() }
    }

    fn factor(self, w: u64) -> Factor {
        with_quotient(self.n, w, BITS)
    }

    /// x in [0, 2n), for x < 2^52.
    #[inline(always)]
    fn lazy<S: Simd>(self, s: S, x: S::U) -> S::U {
        let q = s.add_high52(s.zero(), x, s.set(self.quotient));
        low(s, s.add_low52(x, q, s.set(self.minus)))
    }

    /// x·w in [0, 2n), for x < 2^52.
    #[inline(always)]
    fn times<S: Simd>(self, s: S, x: S::U, w: Factor) -> S::U {
        let q = s.add_high52(s.zero(), x, s.set(w[1]));
        low(s, s.add_low52(s.add_low52(s.zero(), x, s.set(w[0])), q, s.set(self.minus)))
    }

    /// x − k·n where that is not negative, else x.
    #[inline(always)]
    fn below<S: Simd>(self, s: S, x: S::U, k: u64) -> S::U {
        s.min(x, s.sub(x, s.set(k * self.n.n())))
    }
}

/// The lowest 52 bits of each word.
#[inline(always)]
fn low<S: Simd>(s: S, x: S::U) -> S::U {
    s.and(x, s.set(MASK))
}

/// The lowest 52 bits of a word, and the bits above them; multiply-add looks at the lowest 52 bits only.
#[inline(always)]
fn digits<S: Simd>(s: S, x: S::U) -> [S::U; 2] {
    [x, s.shr(x, BITS)]
}

/// Operands whose packed entries are words, one for each lane.
macro_rules! word_operands {
    () => {
        type Left = S::U;
        type Right = S::U;

        formulas! {
            fn modulus(self) -> Modulus = self.r.n;
            fn left(self, s: S, x: u64) -> S::U = s.set(x);
            fn lefts(self, s: S, x: &S::Row) -> S::U = s.load(x);
            fn right(self, s: S, x: &S::Row) -> S::U = s.load(x);
            fn right_part(self, s: S, x: &[u64]) -> S::U = s.load_part(x);
        }
    };
}

/// Arithmetic for n ≤ 2^26: products have 52 bits, so that one sum is enough.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow {
    r: Reduction,
    /// 2^52 modulo n.
    high: Factor,
}

impl<S: Simd> Sums<S> for Narrow {
    const MOST: u64 = 1 << 26;
    const PLAIN: bool = true;
    type Sum = S::U;
    word_operands!();

    fn new(n: Modulus) -> Self {
        let r = Reduction::new(n);
        Narrow { r, high: r.factor(n.reduce(1 << BITS)) }
    }
    #[inline(always)]
    fn period(self) -> usize {
        // 2^12 sums below 2^52 are below 2^64
        const { assert!(TERMS <= 1 << 12) };
        TERMS
    }
    formulas! {
        fn zero(self, s: S) -> S::U = s.zero();
        fn add_product(self, s: S, sum: S::U, x: S::U, y: S::U) -> S::U = s.add_low52(sum, x, y);
        fn fold(self, _: S, sum: S::U) -> S::U = sum;
    }

    #[inline(always)]
    fn reduce(self, s: S, sum: S::U, out: &mut S::Row) {
        let r = self.r;
        let sum = s.add(r.lazy(s, low(s, sum)), r.times(s, s.shr(sum, BITS), self.high));
        s.store(out, r.below(s, r.below(s, sum, 2), 1));
    }
}

/// Arithmetic for n < 2^50: separate sums of the low and the high 52 bits of products.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide {
    r: Reduction,
    /// 2^52 and 2^104 modulo n.
    weights: [Factor; 2],
}

impl<S: Simd> Sums<S> for Wide {
    const MOST: u64 = (1 << 50) - 1;
    const PLAIN: bool = true;
    type Sum = [S::U; 2];
    word_operands!();

    fn new(n: Modulus) -> Self {
        let r = Reduction::new(n);
        Wide { r, weights: [n.reduce(1 << BITS), n.reduce_wide(1 << (2 * BITS))].map(|w| r.factor(w)) }
    }
    #[inline(always)]
    fn period(self) -> usize {
        const { assert!(TERMS <= 1 << 12) };
        TERMS
    }
    formulas! {
        fn zero(self, s: S) -> [S::U; 2] = [s.zero(); 2];
        fn add_product(self, s: S, [l, h]: [S::U; 2], x: S::U, y: S::U) -> [S::U; 2] =
            [s.add_low52(l, x, y), s.add_high52(h, x, y)];
        fn fold(self, _: S, sums: [S::U; 2]) -> [S::U; 2] = sums;
    }

    #[inline(always)]
    fn reduce(self, s: S, [l, h]: [S::U; 2], out: &mut S::Row) {
        let r = self.r;
        let h = s.add(h, s.shr(l, BITS));
        let upper = r.times(s, s.shr(h, BITS), self.weights[1]);
        let sum = r.below(s, s.add(r.times(s, low(s, h), self.weights[0]), upper), 2);
        let sum = r.below(s, s.add(sum, r.lazy(s, low(s, l))), 2);
        s.store(out, r.below(s, sum, 1));
    }
}

/// Arithmetic for n ≤ 2^31: representatives nearest to zero, products of signed halves; the upper halves of sums are
/// moved to a second sum after a few products.
#[derive(Clone, Copy, Debug)]
pub(super) struct Signed {
    r: Reduction,
    period: usize,
    /// A multiple of n of at least 2^41: added to the upper half it makes it non-negative.
    lift: u64,
    /// 2^32 modulo n.
    high: Factor,
}

impl<S: Simd> Sums<S> for Signed {
    const MOST: u64 = 1 << 31;
    const PLAIN: bool = false;
    type Sum = [S::U; 2];
    word_operands!();

    fn new(n: Modulus) -> Self {
        let (r, half) = (Reduction::new(n), n.n() / 2);
        // 2^32 and this many products of magnitudes up to n/2 stay below 2^63
        let period = (((1 << 63) - (1 << 32)) / (half * half).max(1)).min(TERMS as u64) as usize;
        Signed { r, period, lift: (1u64 << 41).next_multiple_of(n.n()), high: r.factor(n.reduce(1 << 32)) }
    }
    #[inline(always)]
    fn packed(self, x: u64) -> u64 {
        // all ones where x is above n/2; without a branch, which would be mispredicted at random
        let beyond = (self.r.n.n() / 2).wrapping_sub(x) >> 63;
        x.wrapping_sub(self.r.n.n() & beyond.wrapping_neg())
    }
    formulas! {
        fn period(self) -> usize = self.period;
        fn zero(self, s: S) -> [S::U; 2] = [s.zero(); 2];
        fn add_product(self, s: S, [l, h]: [S::U; 2], x: S::U, y: S::U) -> [S::U; 2] =
            [s.add(l, s.mul_signed_halves(x, y)), h];
    }

    #[inline(always)]
    fn fold(self, s: S, [l, h]: [S::U; 2]) -> [S::U; 2] {
        let h = s.add(h, s.shr_signed(l, 32));
        [s.and(l, s.set(u64::from(u32::MAX))), h]
    }
    #[inline(always)]
    fn reduce(self, s: S, [l, h]: [S::U; 2], out: &mut S::Row) {
        let upper = self.r.times(s, s.add(h, s.set(self.lift)), self.high);
        let sum = self.r.lazy(s, s.add(upper, l));
        s.store(out, self.r.below(s, sum, 1));
    }
}

/// Arithmetic for n ≤ 2^62: entries in two digits of 52 bits, sums in three columns; the quotient by n is computed from
/// a double-precision sum, the remainder is exact modulo 2^64.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    n: Modulus,
    /// 2^52 and 2^104 modulo n.
    weights: [u64; 2],
    /// The quotients by n of 1 and of the weights.
    quotients: [f64; 3],
}

impl<S: Simd> Sums<S> for Split {
    const MOST: u64 = 1 << 62;
    const PLAIN: bool = true;
    type Left = [S::U; 2];
    type Right = [S::U; 2];
    type Sum = [S::U; 3];

    fn new(n: Modulus) -> Self {
        let weights = [n.reduce(1 << BITS), n.reduce_wide(1 << (2 * BITS))];
        let over_n = |w: u64| w as f64 / n.n() as f64;
        Split { n, weights, quotients: [over_n(1), over_n(weights[0]), over_n(weights[1])] }
    }
    #[inline(always)]
    fn period(self) -> usize {
        // 3·2^10 summands below 2^52 stay in a word
        const { assert!(3 * TERMS <= 1 << 12) };
        TERMS
    }
    formulas! {
        fn modulus(self) -> Modulus = self.n;
        fn left(self, s: S, x: u64) -> [S::U; 2] = [s.set(x & MASK), s.set(x >> BITS)];
        fn lefts(self, s: S, x: &S::Row) -> [S::U; 2] = digits(s, s.load(x));
        fn right(self, s: S, x: &S::Row) -> [S::U; 2] = digits(s, s.load(x));
        fn right_part(self, s: S, x: &[u64]) -> [S::U; 2] = digits(s, s.load_part(x));
        fn zero(self, s: S) -> [S::U; 3] = [s.zero(); 3];
        fn fold(self, _: S, sums: [S::U; 3]) -> [S::U; 3] = sums;
    }

    #[inline(always)]
    fn add_product(self, s: S, [l, m, h]: [S::U; 3], x: [S::U; 2], y: [S::U; 2]) -> [S::U; 3] {
        let l = s.add_low52(l, x[0], y[0]);
        let m = s.add_high52(m, x[0], y[0]);
        let m = s.add_low52(s.add_low52(m, x[0], y[1]), x[1], y[0]);
        let h = s.add_high52(s.add_high52(h, x[0], y[1]), x[1], y[0]);
        [l, m, s.add_low52(h, x[1], y[1])]
    }
    #[inline(always)]
    fn reduce(self, s: S, [l, m, h]: [S::U; 3], out: &mut S::Row) {
        let m = s.add(m, s.shr(l, BITS));
        let h = s.add(h, s.shr(m, BITS));
        let (l, m) = (low(s, l), low(s, m));
        // h is below 2^32, and the quotient below 2^53
        let [one, of_m, of_h] = self.quotients.mapped(|x| s.set_double(x));
        let mut q = s.mul_add(s.words_to_doubles(l), one, s.set_double(-1.5));
        q = s.mul_add(s.words_to_doubles(h), of_h, q);
        q = s.mul_add(s.words_to_doubles(m), of_m, q);
        let q = s.large_integers(s.floor(q));
        let sum = s.add(l, s.mul(m, s.set(self.weights[0])));
        let sum = s.add(sum, s.mul(h, s.set(self.weights[1])));
        let (n, rest) = (s.set(self.n.n()), s.sub(sum, s.mul(q, s.set(self.n.n()))));
        let rest = s.min(rest, s.sub(rest, s.set(2 * self.n.n())));
        s.store(out, s.min(rest, s.sub(rest, n)));
    }
}
