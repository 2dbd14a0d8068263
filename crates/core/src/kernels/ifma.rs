//! 52-bit multiply-add (AVX-512 IFMA), eight residues a vector.
//!
//! `vpmadd52luq` and `vpmadd52huq` read 52 bits of their factors, so values are right modulo 2^52 and the bits above hold
//! anything: no masks inside a transform. A product by a prepared factor (w, w' = ⌊2^52·w/p⌋) is y·w − (q + 1 − c)·p with
//! q = ⌊y·w'/2^52⌋, which lies in c·p + [−p, p) for every true y in [0, 2^52): the accumulator of the high product is
//! 1 − c, and any offset is free (Shoup's trick as in Harvey 2014, §3).

use super::vectors::transpose_8;
use super::{
    lanes::{Inverse, Lanes, Leaves},
    prepare_52,
    six_step::strips,
    stockham::stages,
    tree::backend,
};
use std::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_loadu_si512, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64,
    _mm512_maskz_loadu_epi64, _mm512_min_epu64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_srli_epi64,
    _mm512_storeu_si512, _mm512_sub_epi64,
};

const BITS: u32 = 52;
const MASK: u64 = (1 << BITS) - 1;

/// Constants of both ranges of primes.
#[derive(Clone, Copy)]
struct Ifma {
    /// 2^52 − p: multiplying by it multiplies by −p modulo 2^52.
    minus_p: __m512i,
    p: u64,
}

#[inline(always)]
unsafe fn set(x: u64) -> __m512i {
    // SAFETY: AVX-512 F, as the callers promise
    unsafe { _mm512_set1_epi64(x as i64) }
}

#[inline(always)]
unsafe fn low(sum: __m512i, x: __m512i, y: __m512i) -> __m512i {
    // SAFETY: AVX-512 IFMA, as the callers promise
    unsafe { _mm512_madd52lo_epu64(sum, x, y) }
}

#[inline(always)]
unsafe fn high(sum: __m512i, x: __m512i, y: __m512i) -> __m512i {
    // SAFETY: AVX-512 IFMA, as the callers promise
    unsafe { _mm512_madd52hi_epu64(sum, x, y) }
}

impl Ifma {
    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        // SAFETY: the caller's promise
        Ifma { minus_p: unsafe { set((1 << BITS) - p) }, p }
    }

    /// `sum` plus y·w, the product in c·p + [−p, p) for `start` = 1 − c.
    #[inline(always)]
    unsafe fn product(self, sum: __m512i, start: __m512i, y: __m512i, w: (__m512i, __m512i)) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { low(low(sum, y, w.0), high(start, y, w.1), self.minus_p) }
    }

    /// x reduced to c·p + [−p, p), for `start` = 1 − c.
    #[inline(always)]
    unsafe fn reduced(self, start: __m512i, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { low(x, high(start, x, set((1 << BITS) / self.p)), self.minus_p) }
    }

    /// −1/p modulo 2^52, by Newton's iteration.
    #[inline(always)]
    fn minus_inverse(self) -> u64 {
        let mut inverse = self.p;
        // 3 correct bits at first, doubled by each step
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(self.p.wrapping_mul(inverse)));
        }
        inverse.wrapping_neg() & MASK
    }

    /// The product of two residues modulo x^8 − r, over 2^52: below (8·a·b)/2^52 + p for operands below a and b.
    #[inline(always)]
    unsafe fn leaf_product(self, a: *const u64, twice: *const u64) -> __m512i {
        // SAFETY: 8 words at a, 16 at twice
        unsafe {
            let zero = _mm512_setzero_si512();
            let (mut lows, mut highs) = ([zero; 2], [zero; 2]);
            for i in 0..8 {
                let x = set(*a.add(i));
                let y = _mm512_loadu_si512(twice.add(8 - i).cast());
                lows[i % 2] = low(lows[i % 2], x, y);
                highs[i % 2] = high(highs[i % 2], x, y);
            }
            // sums of 8 products: below 2^55 each
            let (sum_low, sum_high) = (_mm512_add_epi64(lows[0], lows[1]), _mm512_add_epi64(highs[0], highs[1]));
            let p = set(self.p);
            let m = low(zero, sum_low, set(self.minus_inverse()));
            let carried = _mm512_srli_epi64::<BITS>(low(sum_low, m, p));
            high(_mm512_add_epi64(sum_high, carried), m, p)
        }
    }

    #[inline(always)]
    unsafe fn canonical(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.below(_mm512_and_si512(x, set(MASK)), 1) }
    }

    /// k·p in every lane.
    #[inline(always)]
    unsafe fn multiple(self, k: u64) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { set(k * self.p) }
    }

    /// x, or x − k·p where that is not negative, for x without bits above its value.
    #[inline(always)]
    unsafe fn below(self, x: __m512i, k: u64) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { _mm512_min_epu64(x, _mm512_sub_epi64(x, set(k * self.p))) }
    }
}

/// Loads, stores and prepared factors, the same for every IFMA arithmetic.
macro_rules! common {
    () => {
        type V = __m512i;
        type W = (__m512i, __m512i);
        const LANES: usize = 8;
        const GROUPS: usize = 2;
        const PACKED: usize = 16;

        fn prepare(p: u64, w: u64) -> [u64; 2] {
            prepare_52(p, w)
        }
        fn pack(p: u64, w: &[u64], out: &mut Vec<u64>) {
            out.extend(w);
            out.extend(w.iter().map(|&w| prepare_52(p, w)[1]));
        }
        #[inline(always)]
        unsafe fn load(x: *const u64) -> __m512i {
            // SAFETY: the caller's 8 words
            unsafe { _mm512_loadu_si512(x.cast()) }
        }
        #[inline(always)]
        unsafe fn store(x: *mut u64, v: __m512i) {
            // SAFETY: the caller's 8 words
            unsafe { _mm512_storeu_si512(x.cast(), v) }
        }
        #[inline(always)]
        unsafe fn load_residues(x: *const u64) -> __m512i {
            // SAFETY: the caller's 8 words
            unsafe { Self::load(x) }
        }
        #[inline(always)]
        unsafe fn load_part(x: *const u64, words: usize) -> __m512i {
            // SAFETY: the caller's words; lanes that are masked are not read
            unsafe { _mm512_maskz_loadu_epi64(!(!0 << words), x.cast()) }
        }
        #[inline(always)]
        unsafe fn store_residues(self, x: *mut u64, v: __m512i) {
            // SAFETY: the caller's 8 words
            unsafe { Self::store(x, self.0.canonical(v)) }
        }
        #[inline(always)]
        unsafe fn zero() -> __m512i {
            // SAFETY: the caller's promise
            unsafe { _mm512_setzero_si512() }
        }
        #[inline(always)]
        unsafe fn root(w: *const u64) -> (__m512i, __m512i) {
            // SAFETY: the caller's pair
            unsafe { (set(*w), set(*w.add(1))) }
        }
        #[inline(always)]
        unsafe fn roots(w: *const u64) -> (__m512i, __m512i) {
            // SAFETY: the caller's 16 words
            unsafe { (Self::load(w), Self::load(w.add(8))) }
        }
        #[inline(always)]
        unsafe fn packed(self, w: *const u64) -> (__m512i, __m512i) {
            // SAFETY: the caller's 16 words
            unsafe { Self::roots(w) }
        }
        #[inline(always)]
        unsafe fn transpose(v: &mut [__m512i; 8]) {
            // SAFETY: the caller's promise
            unsafe { transpose_8(v) }
        }
        #[inline(always)]
        unsafe fn untranspose(v: &mut [__m512i; 8]) {
            // SAFETY: the caller's promise; a square is its own way back
            unsafe { transpose_8(v) }
        }
    };
}

/// Leaf products' methods that every IFMA arithmetic shares.
macro_rules! leaves_common {
    () => {
        const PRODUCT_SHIFT: u32 = BITS;

        #[inline(always)]
        unsafe fn right_product(self, x: __m512i) -> __m512i {
            x
        }
    };
}

/// Lazy arithmetic for p < 2^B, B = 48 or 49: values stay below 2^(52 − B)·p ≤ 2^52, and a product adds between −p and
/// p to one.
///
/// A pass of three levels takes inputs reduced to the middle c of that range, [c − 1, c + 1)p, and ends in [c − 4, c +
/// 4)p. For B = 49, c = 4, that is the whole range: the four inputs of a radix-8 step that are not multiplied must be
/// reduced. For B = 48, c = 8, inputs in [4p, 12p) can stay: only the first is used unmultiplied in the last level, the
/// others grow to [2p, 14p) at most before they are multiplied.
#[derive(Clone, Copy)]
pub(super) struct Lazy<const B: u32>(Ifma);

pub(super) type Ifma48 = Lazy<48>;
pub(super) type Ifma49 = Lazy<49>;

const _: () = assert!(Ifma48::ROOM << Ifma48::MAX_BITS <= 1 << BITS && Ifma48::CENTRE >= 8);
const _: () = assert!(Ifma49::ROOM << Ifma49::MAX_BITS <= 1 << BITS && Ifma49::CENTRE >= 4);

impl<const B: u32> Lazy<B> {
    /// Values are always below this multiple of p.
    const ROOM: u64 = 1 << (BITS - B);
    /// The middle c of the range.
    const CENTRE: u64 = Self::ROOM / 2;
}

impl<const B: u32> Lanes for Lazy<B> {
    common!();
    const MAX_BITS: u32 = B;
    /// The range that a pass ends in: [c − 4, c + 4)p.
    const FORWARD_FACTOR: u64 = Self::CENTRE + 4;
    const FORWARD_LEAST: u64 = Self::CENTRE - 4;
    const REDUCED: usize = if B <= 48 { 1 } else { 4 };

    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        // SAFETY: the caller's promise
        Lazy(unsafe { Ifma::new(p) })
    }
    /// Reduces to [c − 1, c + 1)p.
    #[inline(always)]
    unsafe fn reduce(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.0.reduced(set(1u64.wrapping_sub(Self::CENTRE)), x) }
    }
    #[inline(always)]
    unsafe fn forward(self, x: __m512i, y: __m512i, w: (__m512i, __m512i)) -> (__m512i, __m512i) {
        // SAFETY: the caller's promise
        unsafe {
            let sum = self.0.product(x, set(1), y, w);
            (sum, _mm512_sub_epi64(_mm512_add_epi64(x, x), sum))
        }
    }
    #[inline(always)]
    unsafe fn plain(self, x: __m512i, y: __m512i, range: u64) -> (__m512i, __m512i) {
        // SAFETY: the caller's promise
        unsafe { (_mm512_add_epi64(x, y), _mm512_add_epi64(_mm512_sub_epi64(x, y), self.0.multiple(range))) }
    }
    #[inline(always)]
    unsafe fn lift(self, x: __m512i, k: u64) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { _mm512_add_epi64(x, self.0.multiple(k)) }
    }
    #[inline(always)]
    unsafe fn times(self, x: __m512i, w: (__m512i, __m512i)) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.0.product(_mm512_setzero_si512(), _mm512_setzero_si512(), x, w) }
    }
    #[inline(always)]
    unsafe fn store_values(self, x: *mut u64, v: __m512i) {
        // SAFETY: the caller's 8 words
        unsafe { Self::store(x, self.0.canonical(self.settle(v))) }
    }
}

impl<const B: u32> Inverse for Lazy<B> {
    /// Sums of eight values below 2p exceed the range for B = 49.
    const SETTLE_EARLY: bool = Self::ROOM < 16;
    #[inline(always)]
    unsafe fn inverse(self, x: __m512i, y: __m512i, range: u64, w: (__m512i, __m512i)) -> (__m512i, __m512i) {
        debug_assert!(2 * range <= Self::ROOM);
        // SAFETY: the caller's promise
        unsafe {
            let difference = _mm512_add_epi64(_mm512_sub_epi64(x, y), self.0.multiple(range));
            let zero = _mm512_setzero_si512();
            (_mm512_add_epi64(x, y), self.0.product(zero, zero, difference, w))
        }
    }
    #[inline(always)]
    unsafe fn settle(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.0.reduced(_mm512_setzero_si512(), x) }
    }
    #[inline(always)]
    unsafe fn plus(self, x: __m512i, y: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.settle(_mm512_add_epi64(x, y)) }
    }
    #[inline(always)]
    unsafe fn minus(self, x: __m512i, y: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.settle(_mm512_add_epi64(_mm512_sub_epi64(x, y), self.0.multiple(2))) }
    }
}

impl<const B: u32> Leaves for Lazy<B> {
    leaves_common!();

    /// The identity for B = 48: values below 12p after any pass, which leaf products take.
    #[inline(always)]
    unsafe fn left(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        if B <= 48 { x } else { unsafe { self.settle(x) } }
    }
    /// Reduces to [0, 2p) by subtractions: the multipliers are busy.
    #[inline(always)]
    unsafe fn right(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe {
            let x = _mm512_and_si512(x, set(MASK));
            let x = if B <= 48 { self.0.below(x, 8) } else { x };
            self.0.below(self.0.below(x, 4), 2)
        }
    }
    #[inline(always)]
    unsafe fn negated(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { _mm512_sub_epi64(self.0.multiple(2), x) }
    }
    /// The sum is below 8·2p·2p/2^52 + p < 5p, or 8·12p·2p/2^52 + p < 13p for B = 48, with no bits above the value.
    #[inline(always)]
    unsafe fn leaf_product(self, a: *const u64, twice: *const u64) -> __m512i {
        // SAFETY: the caller's promise
        unsafe {
            let x = self.0.leaf_product(a, twice);
            let x = if B <= 48 { self.0.below(x, 8) } else { x };
            self.0.below(self.0.below(x, 4), 2)
        }
    }
}

backend!(Ifma48, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma", leaves);
stages!(Ifma48, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma");
strips!(Ifma48, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma");
backend!(Ifma49, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma", leaves);
stages!(Ifma49, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma");
strips!(Ifma49, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma");

/// Arithmetic for p < 2^50: a reduction in every butterfly (Harvey's form). Values stay below 4p ≤ 2^52.
#[derive(Clone, Copy)]
pub(super) struct Ifma50(Ifma);

const _: () = assert!(Ifma50::FORWARD_FACTOR << Ifma50::MAX_BITS <= 1 << BITS);

impl Ifma50 {
    /// Reduces from [0, 4p) to [0, 2p), with all bits above cleared.
    #[inline(always)]
    unsafe fn halved(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe {
            let x = _mm512_and_si512(x, set(MASK));
            _mm512_min_epu64(x, _mm512_sub_epi64(x, self.0.multiple(2)))
        }
    }
}

impl Lanes for Ifma50 {
    common!();
    const MAX_BITS: u32 = 50;
    const FORWARD_FACTOR: u64 = 4;
    const FORWARD_LEAST: u64 = 0;
    const REDUCED: usize = 0;

    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        // SAFETY: the caller's promise
        Ifma50(unsafe { Ifma::new(p) })
    }
    #[inline(always)]
    unsafe fn reduce(self, x: __m512i) -> __m512i {
        x
    }
    #[inline(always)]
    unsafe fn forward(self, x: __m512i, y: __m512i, w: (__m512i, __m512i)) -> (__m512i, __m512i) {
        // SAFETY: the caller's promise; the product is in [0, 2p)
        unsafe {
            let x = self.halved(x);
            let sum = self.0.product(x, _mm512_setzero_si512(), y, w);
            let twice = _mm512_add_epi64(_mm512_add_epi64(x, x), self.0.multiple(2));
            (sum, _mm512_sub_epi64(twice, sum))
        }
    }
    /// Leaves sums of values below 2p as they are: the next butterfly reduces them.
    #[inline(always)]
    unsafe fn plain(self, x: __m512i, y: __m512i, range: u64) -> (__m512i, __m512i) {
        // SAFETY: the caller's promise
        unsafe {
            let (x, y) = if range > 2 { (self.halved(x), self.halved(y)) } else { (x, y) };
            let offset = self.0.multiple(range.min(2));
            (_mm512_add_epi64(x, y), _mm512_add_epi64(_mm512_sub_epi64(x, y), offset))
        }
    }
    #[inline(always)]
    unsafe fn lift(self, x: __m512i, _: u64) -> __m512i {
        x
    }
    #[inline(always)]
    unsafe fn times(self, x: __m512i, w: (__m512i, __m512i)) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.0.product(_mm512_setzero_si512(), _mm512_setzero_si512(), x, w) }
    }
    #[inline(always)]
    unsafe fn store_values(self, x: *mut u64, v: __m512i) {
        // SAFETY: the caller's 8 words
        unsafe { Self::store(x, self.0.below(self.halved(v), 1)) }
    }
}

impl Inverse for Ifma50 {
    const SETTLE_EARLY: bool = false;
    #[inline(always)]
    unsafe fn inverse(self, x: __m512i, y: __m512i, _: u64, w: (__m512i, __m512i)) -> (__m512i, __m512i) {
        // SAFETY: the caller's promise; sums are reduced at once, so that both are in [0, 2p) at every level
        unsafe {
            let difference = _mm512_add_epi64(_mm512_sub_epi64(x, y), self.0.multiple(2));
            (self.halved(_mm512_add_epi64(x, y)), self.times(difference, w))
        }
    }
    #[inline(always)]
    unsafe fn settle(self, x: __m512i) -> __m512i {
        x
    }
    #[inline(always)]
    unsafe fn plus(self, x: __m512i, y: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.halved(_mm512_add_epi64(x, y)) }
    }
    #[inline(always)]
    unsafe fn minus(self, x: __m512i, y: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.halved(_mm512_add_epi64(_mm512_sub_epi64(x, y), self.0.multiple(2))) }
    }
}

impl Leaves for Ifma50 {
    leaves_common!();

    /// Reduces to [0, p).
    #[inline(always)]
    unsafe fn left(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.0.canonical(self.halved(x)) }
    }
    /// Reduces to [0, p).
    #[inline(always)]
    unsafe fn right(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.left(x) }
    }
    #[inline(always)]
    unsafe fn negated(self, x: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { _mm512_sub_epi64(self.0.multiple(2), x) }
    }
    /// The sum is below 8·p·2p/2^52 + p ≤ 5p, with no bits above the value.
    #[inline(always)]
    unsafe fn leaf_product(self, a: *const u64, twice: *const u64) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.0.below(self.0.below(self.0.leaf_product(a, twice), 4), 2) }
    }
}

backend!(Ifma50, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma", leaves);
stages!(Ifma50, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma");
strips!(Ifma50, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma");
