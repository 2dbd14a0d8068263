//! Double-precision multiply-add (AVX2 and FMA), eight residues in two vectors, for CPUs without 52-bit multiply-add.
//!
//! Residues are signed integers in doubles, which hold them exactly up to 2^53. With w' = w/p rounded, y·w − q·p for
//! q = round(y·w') is (h − q·p) + l, where h + l = y·w exactly (h the rounded product, l by multiply-add); both brackets are
//! exact, and for |y| ≤ 2^52 the quotient is wrong by less than one, so that the result is in (−p, p) (van der Hoeven,
//! Lecerf, Quintin 2016, "Modular SIMD arithmetic in Mathemagix", §3). "In [0, k·p)" in [`Lanes`] reads "at most k·p in
//! magnitude" here. Leaf products are made in 64-bit integers, from digits of 25 bits.

use super::{
    lanes::{Lanes, Leaves},
    tree::backend,
    vectors::transpose_8_pairs,
};
use std::arch::x86_64::*;

/// 2^52: adding it moves an integer below it to the low bits of a double.
const MAGIC: f64 = (1u64 << 52) as f64;
/// Bits of a low digit.
const DIGIT: i32 = 25;

/// Two vectors of four.
type Pair = [__m256d; 2];

/// p < 2^49, signed doubles. A pass reduces one input and ends within 3.5p of zero; the others get to 5.5p before they are
/// multiplied.
#[derive(Clone, Copy)]
pub(super) struct Doubles {
    p: __m256d,
    inverse: __m256d,
    word: u64,
}

const _: () = assert!(Doubles::FORWARD_FACTOR << Doubles::MAX_BITS <= 1 << 52);

#[inline(always)]
unsafe fn set(x: f64) -> __m256d {
    // SAFETY: AVX, as the callers promise
    unsafe { _mm256_set1_pd(x) }
}

#[inline(always)]
unsafe fn bits(x: __m256d) -> __m256i {
    // SAFETY: AVX, as the callers promise
    unsafe { _mm256_castpd_si256(x) }
}

#[inline(always)]
unsafe fn real(x: __m256i) -> __m256d {
    // SAFETY: AVX, as the callers promise
    unsafe { _mm256_castsi256_pd(x) }
}

/// Integers in [0, 2^52) to doubles.
#[inline(always)]
unsafe fn to_doubles(x: __m256i) -> __m256d {
    // SAFETY: AVX2, as the callers promise
    unsafe { _mm256_sub_pd(real(_mm256_or_si256(x, bits(set(MAGIC)))), set(MAGIC)) }
}

/// Doubles in [0, 2^52) to integers.
#[inline(always)]
unsafe fn to_integers(x: __m256d) -> __m256i {
    // SAFETY: AVX2, as the callers promise
    unsafe { _mm256_xor_si256(bits(_mm256_add_pd(x, set(MAGIC))), bits(set(MAGIC))) }
}

impl Doubles {
    /// x minus the nearest multiple of p: at most p/2 and a rounding error in magnitude.
    #[inline(always)]
    unsafe fn nearest(self, x: __m256d) -> __m256d {
        // SAFETY: the caller's promise
        unsafe {
            let q =
                _mm256_round_pd::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(_mm256_mul_pd(x, self.inverse));
            _mm256_fnmadd_pd(q, self.p, x)
        }
    }

    #[inline(always)]
    unsafe fn product(self, y: __m256d, w: __m256d, over_p: __m256d) -> __m256d {
        // SAFETY: the caller's promise
        unsafe {
            let h = _mm256_mul_pd(y, w);
            let q = _mm256_round_pd::<{ _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC }>(_mm256_mul_pd(y, over_p));
            let l = _mm256_fmsub_pd(y, w, h);
            _mm256_add_pd(_mm256_fnmadd_pd(q, self.p, h), l)
        }
    }

    /// To integers in [0, p), from at most 2^52 in magnitude.
    #[inline(always)]
    unsafe fn integers(self, x: __m256d) -> __m256i {
        // SAFETY: the caller's promise
        unsafe {
            let x = self.nearest(x);
            let negative = _mm256_cmp_pd::<_CMP_LT_OQ>(x, _mm256_setzero_pd());
            to_integers(_mm256_add_pd(x, _mm256_and_pd(negative, self.p)))
        }
    }
}

impl Lanes for Doubles {
    type V = Pair;
    type W = (Pair, Pair);
    const LANES: usize = 8;
    const MAX_BITS: u32 = 49;
    const FORWARD_FACTOR: u64 = 8;
    const FORWARD_LEAST: u64 = 0;
    const REDUCED: usize = 1;

    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        // SAFETY: the caller's promise
        unsafe { Doubles { p: set(p as f64), inverse: set(1.0 / p as f64), word: p } }
    }
    fn prepare(p: u64, w: u64) -> [u64; 2] {
        // the representative nearest to zero: products are half as large
        let w = if w > p / 2 { w as f64 - p as f64 } else { w as f64 };
        [w.to_bits(), (w / p as f64).to_bits()]
    }
    #[inline(always)]
    unsafe fn load(x: *const u64) -> Pair {
        // SAFETY: the caller's 8 words
        unsafe { [_mm256_loadu_pd(x.cast()), _mm256_loadu_pd(x.add(4).cast())] }
    }
    #[inline(always)]
    unsafe fn store(x: *mut u64, v: Pair) {
        // SAFETY: the caller's 8 words
        unsafe {
            _mm256_storeu_pd(x.cast(), v[0]);
            _mm256_storeu_pd(x.add(4).cast(), v[1]);
        }
    }
    #[inline(always)]
    unsafe fn load_residues(x: *const u64) -> Pair {
        // SAFETY: the caller's promise
        unsafe {
            let v = Self::load(x);
            [to_doubles(bits(v[0])), to_doubles(bits(v[1]))]
        }
    }
    #[inline(always)]
    unsafe fn root(w: *const u64) -> (Pair, Pair) {
        // SAFETY: the caller's pair
        unsafe {
            let (w, over_p) = (set(f64::from_bits(*w)), set(f64::from_bits(*w.add(1))));
            ([w, w], [over_p, over_p])
        }
    }
    #[inline(always)]
    unsafe fn roots(w: *const u64) -> (Pair, Pair) {
        // SAFETY: the caller's 16 words
        unsafe { (Self::load(w), Self::load(w.add(8))) }
    }
    #[inline(always)]
    unsafe fn transpose(v: &mut [Pair; 8]) {
        // SAFETY: the caller's promise; vectors of doubles and of integers have one layout
        unsafe { transpose_8_pairs(&mut *std::ptr::from_mut(v).cast()) }
    }
    #[inline(always)]
    unsafe fn zero() -> Pair {
        // SAFETY: the caller's promise
        unsafe { [_mm256_setzero_pd(), _mm256_setzero_pd()] }
    }

    #[inline(always)]
    unsafe fn reduce(self, x: Pair) -> Pair {
        // SAFETY: the caller's promise
        unsafe { [self.nearest(x[0]), self.nearest(x[1])] }
    }
    #[inline(always)]
    unsafe fn forward(self, x: Pair, y: Pair, w: (Pair, Pair)) -> (Pair, Pair) {
        // SAFETY: the caller's promise
        unsafe {
            let t = self.times(y, w);
            (
                [_mm256_add_pd(x[0], t[0]), _mm256_add_pd(x[1], t[1])],
                [_mm256_sub_pd(x[0], t[0]), _mm256_sub_pd(x[1], t[1])],
            )
        }
    }
    /// Sums of four inputs are reduced before they meet.
    #[inline(always)]
    unsafe fn plain(self, x: Pair, y: Pair, range: u64) -> (Pair, Pair) {
        // SAFETY: the caller's promise
        unsafe {
            let (x, y) = if range > 2 { (self.reduce(x), self.reduce(y)) } else { (x, y) };
            (
                [_mm256_add_pd(x[0], y[0]), _mm256_add_pd(x[1], y[1])],
                [_mm256_sub_pd(x[0], y[0]), _mm256_sub_pd(x[1], y[1])],
            )
        }
    }
    #[inline(always)]
    unsafe fn lift(self, x: Pair, _: u64) -> Pair {
        x
    }
    #[inline(always)]
    unsafe fn times(self, x: Pair, w: (Pair, Pair)) -> Pair {
        // SAFETY: the caller's promise
        unsafe { [self.product(x[0], w.0[0], w.1[0]), self.product(x[1], w.0[1], w.1[1])] }
    }
    #[inline(always)]
    unsafe fn store_residues(self, x: *mut u64, v: Pair) {
        // SAFETY: the caller's promise
        unsafe { Self::store(x, self.left(v)) }
    }
    #[inline(always)]
    unsafe fn store_values(self, x: *mut u64, v: Pair) {
        // SAFETY: the caller's promise
        unsafe { Self::store(x, self.left(v)) }
    }
}

impl Leaves for Doubles {
    const SETTLE_EARLY: bool = true;
    const PRODUCT_SHIFT: u32 = 0;
    #[inline(always)]
    unsafe fn inverse(self, x: Pair, y: Pair, _: u64, w: (Pair, Pair)) -> (Pair, Pair) {
        // SAFETY: the caller's promise
        unsafe {
            let difference = [_mm256_sub_pd(x[0], y[0]), _mm256_sub_pd(x[1], y[1])];
            ([_mm256_add_pd(x[0], y[0]), _mm256_add_pd(x[1], y[1])], self.times(difference, w))
        }
    }
    #[inline(always)]
    unsafe fn settle(self, x: Pair) -> Pair {
        // SAFETY: the caller's promise
        unsafe { self.reduce(x) }
    }
    #[inline(always)]
    unsafe fn plus(self, x: Pair, y: Pair) -> Pair {
        // SAFETY: the caller's promise
        unsafe { self.reduce([_mm256_add_pd(x[0], y[0]), _mm256_add_pd(x[1], y[1])]) }
    }
    #[inline(always)]
    unsafe fn minus(self, x: Pair, y: Pair) -> Pair {
        // SAFETY: the caller's promise
        unsafe { self.reduce([_mm256_sub_pd(x[0], y[0]), _mm256_sub_pd(x[1], y[1])]) }
    }
    #[inline(always)]
    unsafe fn negated(self, x: Pair) -> Pair {
        // SAFETY: the caller's promise
        unsafe { [_mm256_sub_pd(_mm256_setzero_pd(), x[0]), _mm256_sub_pd(_mm256_setzero_pd(), x[1])] }
    }

    #[inline(always)]
    unsafe fn left(self, x: Pair) -> Pair {
        // SAFETY: the caller's promise
        unsafe { [real(self.integers(x[0])), real(self.integers(x[1]))] }
    }
    #[inline(always)]
    unsafe fn right(self, x: Pair) -> Pair {
        // SAFETY: the caller's promise
        unsafe { self.left(x) }
    }
    #[inline(always)]
    unsafe fn right_product(self, x: Pair) -> Pair {
        // SAFETY: the caller's promise
        unsafe { self.left(x) }
    }
    /// Columns of weight 1, 2^25 and 2^50: below 2^53 each, then carried; the highest is reduced by a product.
    #[inline(always)]
    unsafe fn leaf_product(self, a: *const u64, twice: *const u64) -> Pair {
        // SAFETY: 8 words at a, 16 at twice
        unsafe {
            let mask = _mm256_set1_epi64x((1 << DIGIT) - 1);
            let zero = _mm256_setzero_si256();
            let ([mut low_0, mut low_1], [mut middle_0, mut middle_1], [mut high_0, mut high_1]) =
                ([zero; 2], [zero; 2], [zero; 2]);
            macro_rules! term {
                ($x0:ident $x1:ident $at:expr => $low:ident $middle:ident $high:ident) => {
                    let y = _mm256_loadu_si256(twice.add($at).cast());
                    let (y0, y1) = (_mm256_and_si256(y, mask), _mm256_srli_epi64::<DIGIT>(y));
                    $low = _mm256_add_epi64($low, _mm256_mul_epu32($x0, y0));
                    $middle = _mm256_add_epi64($middle, _mm256_mul_epu32($x0, y1));
                    $middle = _mm256_add_epi64($middle, _mm256_mul_epu32($x1, y0));
                    $high = _mm256_add_epi64($high, _mm256_mul_epu32($x1, y1));
                };
            }
            macro_rules! terms { ($($i:literal)*) => { $(
                let x = _mm256_set1_epi64x(*a.add($i) as i64);
                let (x0, x1) = (_mm256_and_si256(x, mask), _mm256_srli_epi64::<DIGIT>(x));
                term!(x0 x1 8 - $i => low_0 middle_0 high_0);
                term!(x0 x1 12 - $i => low_1 middle_1 high_1);
            )* } }
            terms!(0 1 2 3 4 5 6 7);
            let weight = Self::prepare(self.word, (1u64 << (2 * DIGIT)) % self.word);
            let (weight, over_p) = (set(f64::from_bits(weight[0])), set(f64::from_bits(weight[1])));
            macro_rules! reduced {
                ($low:ident $middle:ident $high:ident) => {{
                    let middle = _mm256_add_epi64($middle, _mm256_srli_epi64::<DIGIT>($low));
                    let high = _mm256_add_epi64($high, _mm256_srli_epi64::<DIGIT>(middle));
                    let middle = _mm256_slli_epi64::<DIGIT>(_mm256_and_si256(middle, mask));
                    let low = _mm256_or_si256(_mm256_and_si256($low, mask), middle);
                    let sum = _mm256_add_pd(to_doubles(low), self.product(to_doubles(high), weight, over_p));
                    self.nearest(sum)
                }};
            }
            [reduced!(low_0 middle_0 high_0), reduced!(low_1 middle_1 high_1)]
        }
    }
}

backend!(Doubles, "avx2,fma");
