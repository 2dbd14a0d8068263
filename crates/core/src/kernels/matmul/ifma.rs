//! Sums of products with AVX-512 IFMA, in four ranges of n; ranges are proved in `docs/notes/006-dense-matrices.md`.

use super::{
    MatKernel,
    tile::{MOST_LANES, Sums, TERMS},
    tiles,
};
use crate::arith::Modulus;
use std::arch::x86_64::*;

macro_rules! kernel {
    ($name:literal, $sums:ty, $rows:literal, $vectors:literal) => {
        tiles!($name, crate::kernels::IFMA, $sums, $rows, $vectors, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")
    };
}
pub(super) const NARROW: MatKernel = kernel!("ifma-26", Narrow, 8, 3);
pub(super) const SIGNED: MatKernel = kernel!("signed-31", Signed, 4, 3);
pub(super) const WIDE: MatKernel = kernel!("ifma-50", Wide, 4, 3);
pub(super) const SPLIT: MatKernel = kernel!("ifma-62", Split, 4, 2);

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
        [w, ((u128::from(w) << BITS) / u128::from(self.n.n())) as u64]
    }

    /// x in [0, 2n), for x < 2^52. SAFETY: AVX-512 IFMA, as for all below.
    #[inline(always)]
    unsafe fn lazy(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe {
            let q = _mm512_madd52hi_epu64(zero(), x, set(self.quotient));
            low(_mm512_madd52lo_epu64(x, q, set(self.minus)))
        }
    }

    /// x·w in [0, 2n), for x < 2^52.
    #[inline(always)]
    unsafe fn times(self, x: __m512i, w: Factor) -> __m512i {
        // SAFETY: the caller's promise
        unsafe {
            let q = _mm512_madd52hi_epu64(zero(), x, set(w[1]));
            low(_mm512_madd52lo_epu64(_mm512_madd52lo_epu64(zero(), x, set(w[0])), q, set(self.minus)))
        }
    }

    /// x − k·n where that is not negative, else x.
    #[inline(always)]
    unsafe fn below(self, x: __m512i, k: u64) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { _mm512_min_epu64(x, _mm512_sub_epi64(x, set(k * self.n.n()))) }
    }
}

#[inline(always)]
unsafe fn set(x: u64) -> __m512i {
    // SAFETY: AVX-512 F, here and below
    unsafe { _mm512_set1_epi64(x as i64) }
}

#[inline(always)]
unsafe fn zero() -> __m512i {
    // SAFETY: as above
    unsafe { _mm512_setzero_si512() }
}

/// The lowest 52 bits of each word.
#[inline(always)]
unsafe fn low(x: __m512i) -> __m512i {
    // SAFETY: as above
    unsafe { _mm512_and_si512(x, set(MASK)) }
}

/// The first `count` words, zeros in the other lanes.
#[inline(always)]
unsafe fn part(x: *const u64, count: usize) -> __m512i {
    let mask = ((1u32 << count) - 1) as __mmask8;
    // SAFETY: AVX-512 F; lanes beyond the mask are not read
    unsafe { _mm512_maskz_loadu_epi64(mask, x.cast()) }
}

/// The lowest 52 bits of a word, and the bits above them.
#[inline(always)]
unsafe fn digits(x: __m512i) -> [__m512i; 2] {
    // SAFETY: as above
    unsafe { [x, _mm512_srli_epi64::<BITS>(x)] }
}

/// Methods that all these arithmetics share.
macro_rules! common {
    ($n:ident $(. $rest:ident)*) => {
        const LANES: usize = MOST_LANES;

        #[inline(always)]
        fn modulus(self) -> Modulus {
            self.$n$(.$rest)*
        }
    };
}

/// Operands whose packed entries are words, one for each lane.
macro_rules! word_operands {
    () => {
        type Left = __m512i;
        type Right = __m512i;

        #[inline(always)]
        unsafe fn left(self, x: *const u64) -> __m512i {
            // SAFETY: the caller's promise
            unsafe { set(*x) }
        }
        #[inline(always)]
        unsafe fn lefts(self, x: *const u64) -> __m512i {
            // SAFETY: the caller's promise
            unsafe { _mm512_loadu_si512(x.cast()) }
        }
        #[inline(always)]
        unsafe fn right(self, x: *const u64) -> __m512i {
            // SAFETY: the caller's promise
            unsafe { _mm512_loadu_si512(x.cast()) }
        }
        #[inline(always)]
        unsafe fn right_part(self, x: *const u64, count: usize) -> __m512i {
            // SAFETY: the caller's promise; other lanes are not read
            unsafe { part(x, count) }
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

impl Sums for Narrow {
    const MOST: u64 = 1 << 26;
    const PLAIN: bool = true;
    type Sum = __m512i;
    common!(r.n);
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
    #[inline(always)]
    unsafe fn zero(self) -> __m512i {
        // SAFETY: the caller's promise, here and below
        unsafe { zero() }
    }
    #[inline(always)]
    unsafe fn add_product(self, s: __m512i, x: __m512i, y: __m512i) -> __m512i {
        // SAFETY: as above
        unsafe { _mm512_madd52lo_epu64(s, x, y) }
    }
    #[inline(always)]
    unsafe fn fold(self, s: __m512i) -> __m512i {
        s
    }
    #[inline(always)]
    unsafe fn reduce(self, s: __m512i, out: *mut u64) {
        // SAFETY: as above
        unsafe {
            let sum = _mm512_add_epi64(self.r.lazy(low(s)), self.r.times(_mm512_srli_epi64::<BITS>(s), self.high));
            _mm512_storeu_si512(out.cast(), self.r.below(self.r.below(sum, 2), 1));
        }
    }
}

/// Arithmetic for n < 2^50: separate sums of the low and the high 52 bits of products.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide {
    r: Reduction,
    /// 2^52 and 2^104 modulo n.
    weights: [Factor; 2],
}

impl Sums for Wide {
    const MOST: u64 = (1 << 50) - 1;
    const PLAIN: bool = true;
    type Sum = [__m512i; 2];
    common!(r.n);
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
    #[inline(always)]
    unsafe fn zero(self) -> [__m512i; 2] {
        // SAFETY: the caller's promise, here and below
        unsafe { [zero(); 2] }
    }
    #[inline(always)]
    unsafe fn add_product(self, [l, h]: [__m512i; 2], x: __m512i, y: __m512i) -> [__m512i; 2] {
        // SAFETY: as above
        unsafe { [_mm512_madd52lo_epu64(l, x, y), _mm512_madd52hi_epu64(h, x, y)] }
    }
    #[inline(always)]
    unsafe fn fold(self, s: [__m512i; 2]) -> [__m512i; 2] {
        s
    }
    #[inline(always)]
    unsafe fn reduce(self, [l, h]: [__m512i; 2], out: *mut u64) {
        // SAFETY: as above
        unsafe {
            let r = self.r;
            let h = _mm512_add_epi64(h, _mm512_srli_epi64::<BITS>(l));
            let upper = r.times(_mm512_srli_epi64::<BITS>(h), self.weights[1]);
            let sum = r.below(_mm512_add_epi64(r.times(low(h), self.weights[0]), upper), 2);
            let sum = r.below(_mm512_add_epi64(sum, r.lazy(low(l))), 2);
            _mm512_storeu_si512(out.cast(), r.below(sum, 1));
        }
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

impl Sums for Signed {
    const MOST: u64 = 1 << 31;
    const PLAIN: bool = false;
    type Sum = [__m512i; 2];
    common!(r.n);
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
    #[inline(always)]
    fn period(self) -> usize {
        self.period
    }
    #[inline(always)]
    unsafe fn zero(self) -> [__m512i; 2] {
        // SAFETY: the caller's promise, here and below
        unsafe { [zero(); 2] }
    }
    #[inline(always)]
    unsafe fn add_product(self, [l, h]: [__m512i; 2], x: __m512i, y: __m512i) -> [__m512i; 2] {
        // SAFETY: as above
        unsafe { [_mm512_add_epi64(l, signed_product(x, y)), h] }
    }
    #[inline(always)]
    unsafe fn fold(self, [l, h]: [__m512i; 2]) -> [__m512i; 2] {
        // SAFETY: as above
        unsafe {
            let h = _mm512_add_epi64(h, _mm512_srai_epi64::<32>(l));
            [_mm512_and_si512(l, set(u64::from(u32::MAX))), h]
        }
    }
    #[inline(always)]
    unsafe fn reduce(self, [l, h]: [__m512i; 2], out: *mut u64) {
        // SAFETY: as above
        unsafe {
            let upper = self.r.times(_mm512_add_epi64(h, set(self.lift)), self.high);
            let sum = self.r.lazy(_mm512_add_epi64(upper, l));
            _mm512_storeu_si512(out.cast(), self.r.below(sum, 1));
        }
    }
}

/// The product of the signed lower halves of each word.
#[inline(always)]
unsafe fn signed_product(x: __m512i, y: __m512i) -> __m512i {
    // SAFETY: AVX-512 F, as the caller promises
    unsafe { _mm512_mul_epi32(x, y) }
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

impl Sums for Split {
    const MOST: u64 = 1 << 62;
    const PLAIN: bool = true;
    type Left = [__m512i; 2];
    type Right = [__m512i; 2];
    type Sum = [__m512i; 3];
    common!(n);

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
    #[inline(always)]
    unsafe fn left(self, x: *const u64) -> [__m512i; 2] {
        // SAFETY: the caller's promise, here and below
        unsafe { [set(*x & MASK), set(*x >> BITS)] }
    }
    #[inline(always)]
    unsafe fn lefts(self, x: *const u64) -> [__m512i; 2] {
        // SAFETY: as above; multiply-add looks at the lowest 52 bits only
        unsafe { digits(_mm512_loadu_si512(x.cast())) }
    }
    #[inline(always)]
    unsafe fn right(self, x: *const u64) -> [__m512i; 2] {
        // SAFETY: as above
        unsafe { digits(_mm512_loadu_si512(x.cast())) }
    }
    #[inline(always)]
    unsafe fn right_part(self, x: *const u64, count: usize) -> [__m512i; 2] {
        // SAFETY: as above; other lanes are not read
        unsafe { digits(part(x, count)) }
    }
    #[inline(always)]
    unsafe fn zero(self) -> [__m512i; 3] {
        // SAFETY: as above
        unsafe { [zero(); 3] }
    }
    #[inline(always)]
    unsafe fn add_product(self, [l, m, h]: [__m512i; 3], x: [__m512i; 2], y: [__m512i; 2]) -> [__m512i; 3] {
        // SAFETY: as above
        unsafe {
            let l = _mm512_madd52lo_epu64(l, x[0], y[0]);
            let m = _mm512_madd52hi_epu64(m, x[0], y[0]);
            let m = _mm512_madd52lo_epu64(_mm512_madd52lo_epu64(m, x[0], y[1]), x[1], y[0]);
            let h = _mm512_madd52hi_epu64(_mm512_madd52hi_epu64(h, x[0], y[1]), x[1], y[0]);
            [l, m, _mm512_madd52lo_epu64(h, x[1], y[1])]
        }
    }
    #[inline(always)]
    unsafe fn fold(self, s: [__m512i; 3]) -> [__m512i; 3] {
        s
    }
    #[inline(always)]
    unsafe fn reduce(self, [l, m, h]: [__m512i; 3], out: *mut u64) {
        const FLOOR: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        // SAFETY: as above
        unsafe {
            let m = _mm512_add_epi64(m, _mm512_srli_epi64::<BITS>(l));
            let h = _mm512_add_epi64(h, _mm512_srli_epi64::<BITS>(m));
            let (l, m) = (low(l), low(m));
            let factor = |i: usize| _mm512_set1_pd(self.quotients[i]);
            let mut q = _mm512_fmadd_pd(_mm512_cvtepu64_pd(l), factor(0), _mm512_set1_pd(-1.5));
            q = _mm512_fmadd_pd(_mm512_cvtepu64_pd(h), factor(2), q);
            q = _mm512_fmadd_pd(_mm512_cvtepu64_pd(m), factor(1), q);
            let q = _mm512_cvtpd_epi64(_mm512_roundscale_pd::<FLOOR>(q));
            let sum = _mm512_add_epi64(l, _mm512_mullo_epi64(m, set(self.weights[0])));
            let sum = _mm512_add_epi64(sum, _mm512_mullo_epi64(h, set(self.weights[1])));
            let rest = _mm512_sub_epi64(sum, _mm512_mullo_epi64(q, set(self.n.n())));
            let rest = _mm512_min_epu64(rest, _mm512_sub_epi64(rest, set(2 * self.n.n())));
            _mm512_storeu_si512(out.cast(), _mm512_min_epu64(rest, _mm512_sub_epi64(rest, set(self.n.n()))));
        }
    }
}
