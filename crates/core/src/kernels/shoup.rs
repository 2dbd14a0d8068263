//! Primes of up to 62 bits by products of 32-bit halves: prepared factors with approximate quotients, and Montgomery's
//! product as in Takahashi's paper. Eight words at a time, with AVX-512 or AVX2.
//!
//! A prepared factor is (w, w' = ⌊2^64·w/p⌋). The quotient of y·w is ⌊y·w'/2^64⌋, whose high word needs four products
//! of halves; omitting the lowest one, and carries, makes it too small by one or two, so that the remainder's range
//! grows by one or two p. Smaller primes leave room for that: [`Shoup62`] allows one, [`Shoup59`] two, without
//! corrections.
//!
//! Sources: Harvey 2014, "Faster arithmetic for number-theoretic transforms", §3; Takahashi 2020, "An implementation of
//! parallel number-theoretic transform using Intel AVX-512 instructions", §3 (Montgomery's product by digits of 31 bits).

use super::{
    lanes::{Inverse, Lanes},
    six_step::natural,
    tree::passes_back,
    words::{Halves, Words},
};
use std::arch::x86_64::__m512i;

fn prepare_64(p: u64, w: u64) -> [u64; 2] {
    [w, ((u128::from(w) << 64) / u128::from(p)) as u64]
}

/// Loads, stores and shuffles, the same for all these arithmetics.
macro_rules! common {
    () => {
        type V = X;
        const LANES: usize = 8;
        const GROUPS: usize = 2;
        const PACKED: usize = 16;

        fn pack(p: u64, w: &[u64], out: &mut Vec<u64>) {
            out.extend(w.iter().map(|&w| Self::prepare(p, w)[0]));
            out.extend(w.iter().map(|&w| Self::prepare(p, w)[1]));
        }
        #[inline(always)]
        unsafe fn packed(self, w: *const u64) -> Self::W {
            // SAFETY: the caller's 16 words
            unsafe { Self::roots(w) }
        }
        #[inline(always)]
        unsafe fn load(x: *const u64) -> X {
            // SAFETY: the caller's 8 words
            unsafe { X::load(x) }
        }
        #[inline(always)]
        unsafe fn store(x: *mut u64, v: X) {
            // SAFETY: the caller's 8 words
            unsafe { v.store(x) }
        }
        #[inline(always)]
        unsafe fn load_residues(x: *const u64) -> X {
            // SAFETY: the caller's 8 words
            unsafe { X::load(x) }
        }
        #[inline(always)]
        unsafe fn load_part(x: *const u64, words: usize) -> X {
            // SAFETY: the caller's words
            unsafe { X::load_part(x, words) }
        }
        #[inline(always)]
        unsafe fn zero() -> X {
            // SAFETY: the caller's promise
            unsafe { X::set(0) }
        }
        #[inline(always)]
        unsafe fn transpose(v: &mut [X; 8]) {
            // SAFETY: the caller's promise
            unsafe { X::transpose(v) }
        }
        #[inline(always)]
        unsafe fn untranspose(v: &mut [X; 8]) {
            // SAFETY: the caller's promise
            unsafe { X::transpose(v) }
        }
        #[inline(always)]
        unsafe fn root(w: *const u64) -> Self::W {
            // SAFETY: the caller's pair
            unsafe { Self::factor(X::set(*w), X::set(*w.add(1))) }
        }
        #[inline(always)]
        unsafe fn roots(w: *const u64) -> Self::W {
            // SAFETY: the caller's 16 words
            unsafe { Self::factor(X::load(w), X::load(w.add(8))) }
        }
    };
}

/// w, w' and the high half of w'.
type Prepared<X> = (X, X, X);

/// Arithmetic for p < 2^62, values below 4p: a reduction in every butterfly.
#[derive(Clone, Copy)]
pub(super) struct Shoup62<X> {
    p: X,
    double: X,
}

impl<X: Words> Shoup62<X> {
    #[inline(always)]
    unsafe fn factor(w: X, quotient: X) -> Prepared<X> {
        // SAFETY: the caller's promise
        unsafe { (w, quotient, quotient.shr::<32>()) }
    }
}

const _: () = assert!(Shoup62::<Halves>::FORWARD_FACTOR as u128 * (1 << Shoup62::<Halves>::MAX_BITS) <= 1 << 64);

impl<X: Words> Lanes for Shoup62<X> {
    common!();
    type W = Prepared<X>;
    const MAX_BITS: u32 = 62;
    const FORWARD_FACTOR: u64 = 4;
    const FORWARD_LEAST: u64 = 0;
    const REDUCED: usize = 0;

    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        // SAFETY: the caller's promise
        unsafe { Shoup62 { p: X::set(p), double: X::set(2 * p) } }
    }
    fn prepare(p: u64, w: u64) -> [u64; 2] {
        prepare_64(p, w)
    }
    #[inline(always)]
    unsafe fn reduce(self, x: X) -> X {
        x
    }
    #[inline(always)]
    unsafe fn forward(self, x: X, y: X, w: Prepared<X>) -> (X, X) {
        // SAFETY: the caller's promise
        unsafe {
            let (x, t) = (x.below(self.double), self.times(y, w));
            (x.add(t), x.add(self.double).sub(t))
        }
    }
    /// Leaves sums of values below 2p as they are: the next butterfly reduces them.
    #[inline(always)]
    unsafe fn plain(self, x: X, y: X, range: u64) -> (X, X) {
        // SAFETY: the caller's promise
        unsafe {
            let (x, y) = if range > 2 { (x.below(self.double), y.below(self.double)) } else { (x, y) };
            let offset = if range == 1 { self.p } else { self.double };
            (x.add(y), x.sub(y).add(offset))
        }
    }
    #[inline(always)]
    unsafe fn lift(self, x: X, _: u64) -> X {
        x
    }
    /// The quotient lacks the lowest product of halves: too small by one at most, the remainder below 3p.
    #[inline(always)]
    unsafe fn times(self, y: X, (w, low, high): Prepared<X>) -> X {
        // SAFETY: the caller's promise
        unsafe {
            let top = y.shr::<32>();
            let middle = top.mul_halves(low).shr::<1>().add(y.mul_halves(high).shr::<1>());
            let quotient = top.mul_halves(high).add(middle.shr::<31>());
            y.mul(w).sub(quotient.mul(self.p)).below(self.double)
        }
    }
    #[inline(always)]
    unsafe fn store_residues(self, x: *mut u64, v: X) {
        // SAFETY: the caller's 8 words
        unsafe { v.below(self.p).store(x) }
    }
    #[inline(always)]
    unsafe fn store_values(self, x: *mut u64, v: X) {
        // SAFETY: the caller's 8 words
        unsafe { v.below(self.double).below(self.p).store(x) }
    }
}

impl<X: Words> Inverse for Shoup62<X> {
    /// Sums are reduced at once, so that none need to be settled early.
    const SETTLE_EARLY: bool = false;
    #[inline(always)]
    unsafe fn inverse(self, x: X, y: X, _: u64, w: Prepared<X>) -> (X, X) {
        // SAFETY: the caller's promise; both are below 2p
        unsafe { (self.plus(x, y), self.times(x.sub(y).add(self.double), w)) }
    }
    #[inline(always)]
    unsafe fn settle(self, x: X) -> X {
        x
    }
    #[inline(always)]
    unsafe fn plus(self, x: X, y: X) -> X {
        // SAFETY: the caller's promise
        unsafe { x.add(y).below(self.double) }
    }
    #[inline(always)]
    unsafe fn minus(self, x: X, y: X) -> X {
        // SAFETY: the caller's promise
        unsafe { x.sub(y).add(self.double).below(self.double) }
    }
}

/// Arithmetic for p < 2^59, values below 32p: products are in [−2p, 2p) and nothing is reduced in a butterfly. A pass
/// reduces one input to [10p, 18p) and ends in [4p, 24p); the others grow to [0, 28p) before they are multiplied.
#[derive(Clone, Copy)]
pub(super) struct Shoup59<X> {
    word: u64,
    p: X,
}

impl<X: Words> Shoup59<X> {
    /// Values are always below this multiple of p.
    const ROOM: u64 = 32;

    #[inline(always)]
    unsafe fn factor(w: X, quotient: X) -> Prepared<X> {
        // SAFETY: the caller's promise
        unsafe { (w, quotient, quotient.shr::<32>()) }
    }

    #[inline(always)]
    unsafe fn multiple(self, k: u64) -> X {
        // SAFETY: the caller's promise
        unsafe { X::set(k * self.word) }
    }

    /// w·y in [0, 4p), for any y: the quotient lacks the lowest product and two carries.
    #[inline(always)]
    unsafe fn product(self, y: X, (w, low, high): Prepared<X>) -> X {
        // SAFETY: the caller's promise
        unsafe {
            let top = y.shr::<32>();
            let middle = top.mul_halves(low).shr::<32>().add(y.mul_halves(high).shr::<32>());
            y.mul(w).sub(top.mul_halves(high).add(middle).mul(self.p))
        }
    }
}

const _: () = assert!(Shoup59::<Halves>::ROOM as u128 * (1 << Shoup59::<Halves>::MAX_BITS) <= 1 << 64);
const _: () = assert!(Shoup59::<Halves>::FORWARD_LEAST >= 4 && Shoup59::<Halves>::FORWARD_FACTOR + 4 <= 32);

impl<X: Words> Lanes for Shoup59<X> {
    common!();
    type W = Prepared<X>;
    const MAX_BITS: u32 = 59;
    const FORWARD_FACTOR: u64 = 24;
    const FORWARD_LEAST: u64 = 4;
    const REDUCED: usize = 1;

    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        // SAFETY: the caller's promise
        unsafe { Shoup59 { word: p, p: X::set(p) } }
    }
    fn prepare(p: u64, w: u64) -> [u64; 2] {
        prepare_64(p, w)
    }
    #[inline(always)]
    unsafe fn reduce(self, x: X) -> X {
        // SAFETY: the caller's promise
        unsafe { x.below(self.multiple(16)).below(self.multiple(8)).add(self.multiple(10)) }
    }
    #[inline(always)]
    unsafe fn forward(self, x: X, y: X, w: Prepared<X>) -> (X, X) {
        // SAFETY: the caller's promise
        unsafe {
            let t = self.product(y, w).sub(self.multiple(2));
            (x.add(t), x.sub(t))
        }
    }
    #[inline(always)]
    unsafe fn plain(self, x: X, y: X, range: u64) -> (X, X) {
        // SAFETY: the caller's promise
        unsafe { (x.add(y), x.sub(y).add(self.multiple(range))) }
    }
    /// x + 2k·p: the range of a product is twice as wide as for arithmetics that lift by k·p.
    #[inline(always)]
    unsafe fn lift(self, x: X, k: u64) -> X {
        // SAFETY: the caller's promise
        unsafe { x.add(self.multiple(2 * k)) }
    }
    #[inline(always)]
    unsafe fn times(self, x: X, w: Prepared<X>) -> X {
        // SAFETY: the caller's promise
        unsafe { self.product(x, w).below(self.multiple(2)) }
    }
    #[inline(always)]
    unsafe fn store_residues(self, x: *mut u64, v: X) {
        // SAFETY: the caller's 8 words
        unsafe { v.below(self.p).store(x) }
    }
    #[inline(always)]
    unsafe fn store_values(self, x: *mut u64, v: X) {
        // SAFETY: the caller's 8 words
        unsafe {
            let v = v.below(self.multiple(16)).below(self.multiple(8)).below(self.multiple(4));
            v.below(self.multiple(2)).below(self.p).store(x);
        }
    }
}

/// Sums of eight values below 2p are at most 16p, and differences are lifted by the same.
const _: () = assert!(16 <= Shoup59::<Halves>::ROOM);

impl<X: Words> Inverse for Shoup59<X> {
    const SETTLE_EARLY: bool = false;
    #[inline(always)]
    unsafe fn inverse(self, x: X, y: X, range: u64, w: Prepared<X>) -> (X, X) {
        debug_assert!(2 * range <= Self::ROOM);
        // SAFETY: the caller's promise
        unsafe { (x.add(y), self.times(x.sub(y).add(self.multiple(range)), w)) }
    }
    #[inline(always)]
    unsafe fn settle(self, x: X) -> X {
        // SAFETY: the caller's promise
        unsafe { x.below(self.multiple(8)).below(self.multiple(4)).below(self.multiple(2)) }
    }
    #[inline(always)]
    unsafe fn plus(self, x: X, y: X) -> X {
        // SAFETY: the caller's promise
        unsafe { x.add(y).below(self.multiple(2)) }
    }
    #[inline(always)]
    unsafe fn minus(self, x: X, y: X) -> X {
        // SAFETY: the caller's promise
        unsafe { x.sub(y).add(self.multiple(2)).below(self.multiple(2)) }
    }
}

/// Number of bits of a digit of Montgomery's product.
const DIGIT: u32 = 31;
const DIGIT_MASK: u64 = (1 << DIGIT) - 1;

/// Arithmetic for p < 2^62 by Montgomery's product over β² = 2^62, β = 2^31, values in [0, p) throughout: the paper's
/// arithmetic.
#[derive(Clone, Copy)]
pub(super) struct Montgomery62<X> {
    p: X,
    /// The digits of p, and −1/p modulo β.
    digits: [X; 2],
    inverse: X,
    mask: X,
}

impl<X: Words> Montgomery62<X> {
    #[inline(always)]
    unsafe fn factor(low: X, high: X) -> (X, X) {
        (low, high)
    }
}

impl<X: Words> Lanes for Montgomery62<X> {
    common!();
    type W = (X, X);
    const MAX_BITS: u32 = 62;
    const FORWARD_FACTOR: u64 = 1;
    const FORWARD_LEAST: u64 = 0;
    const REDUCED: usize = 0;

    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        let mut inverse = p;
        // 3 correct bits at first, doubled by each step
        for _ in 0..4 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
        }
        // SAFETY: the caller's promise
        unsafe {
            Montgomery62 {
                p: X::set(p),
                digits: [X::set(p & DIGIT_MASK), X::set(p >> DIGIT)],
                inverse: X::set(inverse.wrapping_neg() & DIGIT_MASK),
                mask: X::set(DIGIT_MASK),
            }
        }
    }
    /// The digits of w·2^62 mod p.
    fn prepare(p: u64, w: u64) -> [u64; 2] {
        let scaled = ((u128::from(w) << (2 * DIGIT)) % u128::from(p)) as u64;
        [scaled & DIGIT_MASK, scaled >> DIGIT]
    }
    #[inline(always)]
    unsafe fn reduce(self, x: X) -> X {
        x
    }
    #[inline(always)]
    unsafe fn forward(self, x: X, y: X, w: (X, X)) -> (X, X) {
        // SAFETY: the caller's promise
        unsafe { self.plain(x, self.times(y, w), 1) }
    }
    #[inline(always)]
    unsafe fn plain(self, x: X, y: X, _: u64) -> (X, X) {
        // SAFETY: the caller's promise; both are below 2p
        unsafe { (x.add(y).below(self.p), x.sub(y).add(self.p).below(self.p)) }
    }
    #[inline(always)]
    unsafe fn lift(self, x: X, _: u64) -> X {
        x
    }
    /// Multiplies by two digits of w, each followed by a reduction: below 2p, then below p.
    #[inline(always)]
    unsafe fn times(self, y: X, (low, high): (X, X)) -> X {
        // SAFETY: the caller's promise; digits are below 2^31, so that sums of two products and carries are below 2^64
        unsafe {
            let (y0, y1) = (y.and(self.mask), y.shr::<DIGIT>());
            let [p0, p1] = self.digits;
            let t = y0.mul_halves(low);
            let q = t.mul_halves(self.inverse).and(self.mask);
            let carry = t.add(q.mul_halves(p0)).shr::<DIGIT>();
            let t = carry.add(y0.mul_halves(high)).add(q.mul_halves(p1));
            let u = y1.mul_halves(low).add(t.and(self.mask));
            let q = u.mul_halves(self.inverse).and(self.mask);
            let carry = u.add(q.mul_halves(p0)).shr::<DIGIT>().add(t.shr::<DIGIT>());
            carry.add(y1.mul_halves(high)).add(q.mul_halves(p1)).below(self.p)
        }
    }
    #[inline(always)]
    unsafe fn store_residues(self, x: *mut u64, v: X) {
        // SAFETY: the caller's 8 words
        unsafe { v.store(x) }
    }
    #[inline(always)]
    unsafe fn store_values(self, x: *mut u64, v: X) {
        // SAFETY: the caller's 8 words
        unsafe { v.store(x) }
    }
}

natural!(Shoup62<__m512i>, "avx512f,avx512bw,avx512dq,avx512vl");
natural!(Shoup59<__m512i>, "avx512f,avx512bw,avx512dq,avx512vl");
natural!(Montgomery62<__m512i>, "avx512f,avx512bw,avx512dq,avx512vl");
natural!(Shoup62<Halves>, "avx2");
natural!(Shoup59<Halves>, "avx2");
natural!(Montgomery62<Halves>, "avx2");
passes_back!(Shoup62<__m512i>, "avx512f,avx512bw,avx512dq,avx512vl");
passes_back!(Shoup59<__m512i>, "avx512f,avx512bw,avx512dq,avx512vl");
passes_back!(Shoup62<Halves>, "avx2");
passes_back!(Shoup59<Halves>, "avx2");
