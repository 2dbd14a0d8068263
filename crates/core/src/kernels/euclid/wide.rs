//! Rows of words of 64 bits, for p up to 62 bits: 52-bit multiply-add for the quotients, 64-bit products for the rest.
//!
//! A value x, any word, is x0 + 2^50·x1 with x1 below 2^14, and a factor c is prepared as c and d = 2^50·c mod p (up to
//! one p more), with c' ≈ 2^52·c/p and d' ≈ 2^38·d/p, each too small by less than 1.01. Then Σ x·c ≡ T = Σ x0·c + x1·d − q·p
//! modulo p, which is right modulo 2^64, with
//!
//! ```text
//! q = Σ ⌊x0·c'/2^52⌋ + ⌊Σ x1·d'/2^38⌋.
//! ```
//!
//! Each of the first quotients is too small by less than 1 + 1.01/4, and the last by less than 1.001, so that T < 4.77·p.
//! Moduli above 2^61.7 leave no room for that: there (`TIGHT`) the fractions of the first two quotients are kept, too,
//! which are then floored once together with the last, and T < 2.77·p.

use super::{BLOCK, Constants, Pair, Step, steps, steps::Arithmetic};
use std::arch::x86_64::*;

/// Bits of x0, and of the fractions of c' and d'.
const LOW: u32 = 50;
const C_BITS: u32 = 52;
const D_BITS: u32 = 38;

/// Arithmetic of values below 4.77·p, or 2.77·p if `TIGHT`.
#[derive(Clone, Copy)]
pub(super) struct Wide<const TIGHT: bool> {
    p: u64,
    minus_inverse: u64,
    reciprocal: u64,
    bits: u32,
}

/// The factor c, prepared: c, d, c', d'.
type Factor = [u64; 4];

impl<const TIGHT: bool> Wide<TIGHT> {
    /// t/2^64 modulo p, in [0, p), for t < 2^64·p.
    #[inline(always)]
    fn reduced(self, t: u128) -> u64 {
        let m = (t as u64).wrapping_mul(self.minus_inverse);
        let r = ((t + u128::from(m) * u128::from(self.p)) >> 64) as u64;
        r.min(r.wrapping_sub(self.p))
    }

    /// Σ x·c in every lane.
    #[inline(always)]
    unsafe fn combined<const N: usize>(self, x: [__m512i; N], f: [[__m512i; 4]; N], k: [__m512i; 2]) -> __m512i {
        // SAFETY: AVX-512, as the callers promise
        unsafe {
            let zero = _mm512_setzero_si512();
            let (mut quotient, mut fraction, mut last, mut sum) = (zero, zero, zero, zero);
            for i in 0..N {
                let [c, d, c_quotient, d_quotient] = f[i];
                let (x0, x1) = (_mm512_and_si512(x[i], k[0]), _mm512_srli_epi64::<LOW>(x[i]));
                quotient = _mm512_madd52hi_epu64(quotient, x0, c_quotient);
                if TIGHT && i < 2 {
                    fraction = _mm512_madd52lo_epu64(fraction, x0, c_quotient);
                }
                last = _mm512_madd52lo_epu64(last, x1, d_quotient);
                let products = _mm512_add_epi64(_mm512_mullo_epi64(x0, c), _mm512_mullo_epi64(x1, d));
                sum = _mm512_add_epi64(sum, products);
            }
            if TIGHT {
                last = _mm512_add_epi64(last, _mm512_srli_epi64::<{ C_BITS - D_BITS }>(fraction));
            }
            quotient = _mm512_add_epi64(quotient, _mm512_srli_epi64::<D_BITS>(last));
            _mm512_sub_epi64(sum, _mm512_mullo_epi64(quotient, k[1]))
        }
    }

    #[inline(always)]
    unsafe fn constants(self) -> [__m512i; 2] {
        // SAFETY: AVX-512 F, as the callers promise
        unsafe { [_mm512_set1_epi64((1 << LOW) - 1), _mm512_set1_epi64(self.p as i64)] }
    }

    #[inline(always)]
    unsafe fn broadcast<const N: usize>(f: [Factor; N]) -> [[__m512i; 4]; N] {
        // SAFETY: AVX-512 F, as the callers promise; a closure would not have its features
        unsafe {
            let mut out = [[_mm512_setzero_si512(); 4]; N];
            for i in 0..N {
                for j in 0..4 {
                    out[i][j] = _mm512_set1_epi64(f[i][j] as i64);
                }
            }
            out
        }
    }
}

impl<const TIGHT: bool> Arithmetic for Wide<TIGHT> {
    type Factor = Factor;
    // x1·d' must stay below 2^52: 2^14 and 2^38 leave room for lazy values below 2^63.96
    const MAX: u64 = if TIGHT { (1 << 62) - 1 } else { 3_742_000_000_000_000_000 };
    const PRODUCT_SHIFT: u32 = 64;
    const MILLI_FACTOR: u64 = if TIGHT { 2770 } else { 4770 };

    #[inline(always)]
    fn new(c: &Constants) -> Self {
        Wide { p: c.p, minus_inverse: c.minus_inverse, reciprocal: c.reciprocal, bits: c.bits }
    }

    #[inline(always)]
    fn canonical(self, x: u64) -> u64 {
        // 4p may be beyond a word: then x is below it
        let x = if TIGHT { x } else { x.min(x.wrapping_sub(4 * self.p)) };
        let x = x.min(x.wrapping_sub(2 * self.p));
        x.min(x.wrapping_sub(self.p))
    }

    #[inline(always)]
    fn factors(self, a: [u64; 2], b: [u64; 2]) -> [Factor; 3] {
        let product = |x: u64, y: u64| u128::from(x) * u128::from(y);
        let [a0, a1] = [self.canonical(a[0]), self.canonical(a[1])];
        let [b0, b1] = [self.canonical(b[0]), self.canonical(b[1])];
        let minus_b0 = self.p - b0;
        // p < 2^62: a sum of two products is below 2^63·p
        let last = product(a0, b1) + product(a1, minus_b0);
        let of = |t| self.factor(self.reduced(t));
        [of(product(b0, b0)), of(product(a0, minus_b0)), of(last)]
    }

    #[inline(always)]
    fn factor(self, c: u64) -> Factor {
        let quotient = |x: u64, bits: u32| {
            // ⌊x·2^bits/p⌋, too small by less than 1.01
            ((u128::from(x) * u128::from(self.reciprocal)) >> (62 + self.bits - bits)) as u64
        };
        let c_quotient = quotient(c, C_BITS);
        let d = (c << LOW).wrapping_sub((c_quotient >> (C_BITS - LOW)).wrapping_mul(self.p));
        [c, d, c_quotient, quotient(d, D_BITS)]
    }

    #[inline(always)]
    unsafe fn two(self, x: *mut u64, y: *const u64, [from, to]: [usize; 2], f: [Factor; 3]) {
        // SAFETY: the caller's promise; from the top down, so that the next leading coefficients are ready first
        unsafe {
            let (f, k) = (Self::broadcast(f), self.constants());
            let mut here = _mm512_loadu_si512(y.add(to * BLOCK).cast());
            for i in (from..=to).rev() {
                let (x, below) = (x.add(i * BLOCK), _mm512_loadu_si512(y.add(i * BLOCK).sub(BLOCK).cast()));
                let shifted = _mm512_alignr_epi64::<7>(here, below);
                _mm512_storeu_si512(x.cast(), self.combined([_mm512_loadu_si512(x.cast()), shifted, here], f, k));
                here = below;
            }
        }
    }

    #[inline(always)]
    unsafe fn one(self, x: *mut u64, y: *const u64, shift: usize, [from, to]: [usize; 2], f: [Factor; 2]) {
        // SAFETY: the caller's promise; blocks that end before y begins are not read
        unsafe {
            let (f, k) = (Self::broadcast(f), self.constants());
            for i in (from..=to).rev() {
                let (x, first) = (x.add(i * BLOCK), i * BLOCK);
                let shifted = match first + BLOCK > shift {
                    true => _mm512_loadu_si512(y.add(first).sub(shift).cast()),
                    false => _mm512_setzero_si512(),
                };
                _mm512_storeu_si512(x.cast(), self.combined([_mm512_loadu_si512(x.cast()), shifted], f, k));
            }
        }
    }

    #[inline(always)]
    unsafe fn block(self, x: *const u64) -> [u64; BLOCK] {
        // SAFETY: the caller's promise
        unsafe {
            let mut x = _mm512_loadu_si512(x.cast());
            for k in if TIGHT { [2, 2, 1] } else { [4, 2, 1] } {
                x = _mm512_min_epu64(x, _mm512_sub_epi64(x, _mm512_set1_epi64((k * self.p) as i64)));
            }
            std::mem::transmute(x)
        }
    }
}

steps::compiled!(Wide<false>, run_61 linear_61 finish_61, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma");
steps::compiled!(Wide<true>, run_62 linear_62 finish_62, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma");
