//! Rows by 52-bit multiply-add, for p below 2^49.4: seven instructions a vector, and no reduction.
//!
//! Factors c are stored with c' ≈ 2^52·c/p, too small by less than 1.014. The three quotients are summed in one chain
//! of high halves, and T = Σ x·c − q·p is right modulo 2^52: the quotients together are too small by less than 6.03, so
//! that T < 6.03·p, which is below 2^52. Readers ignore the bits above bit 52.

use super::{BLOCK, Constants, Pair, Step, steps, steps::Arithmetic};
use std::arch::x86_64::*;

const BITS: u32 = 52;
const MASK: u64 = (1 << BITS) - 1;

/// Arithmetic of values below 6.03·p modulo 2^52.
#[derive(Clone, Copy)]
pub(super) struct Narrow {
    p: u64,
    minus_inverse: u64,
    reciprocal: u64,
    shift: u32,
}

impl Narrow {
    /// t/2^52 modulo p, below t/2^52 + p.
    #[inline(always)]
    fn reduced(self, t: u128) -> u64 {
        let m = (t as u64).wrapping_mul(self.minus_inverse) & MASK;
        ((t + u128::from(m) * u128::from(self.p)) >> BITS) as u64
    }

    /// t < 14.04·p as a factor (c, c'): the quotient 2^52·t/p, too small by less than 1.014, has ⌊t/p⌋ above bit 52, and c'
    /// below.
    #[inline(always)]
    fn prepared(self, t: u64) -> [u64; 2] {
        let quotient = ((u128::from(t) * u128::from(self.reciprocal)) >> self.shift) as u64;
        [t - (quotient >> BITS) * self.p, quotient & MASK]
    }

    /// Σ x·c − Σ x·c'·p in every lane.
    #[inline(always)]
    unsafe fn combined<const N: usize>(self, x: [__m512i; N], c: [[__m512i; 2]; N], minus_p: __m512i) -> __m512i {
        // SAFETY: AVX-512 IFMA, as the callers promise
        unsafe {
            let zero = _mm512_setzero_si512();
            let (mut quotient, mut sum) = (zero, zero);
            for i in 0..N {
                quotient = _mm512_madd52hi_epu64(quotient, x[i], c[i][1]);
                sum = _mm512_madd52lo_epu64(sum, x[i], c[i][0]);
            }
            _mm512_madd52lo_epu64(sum, quotient, minus_p)
        }
    }

    #[inline(always)]
    unsafe fn broadcast<const N: usize>(f: [[u64; 2]; N]) -> [[__m512i; 2]; N] {
        // SAFETY: AVX-512 F, as the callers promise; a closure would not have its features
        unsafe {
            let mut out = [[Self::set(0); 2]; N];
            for i in 0..N {
                out[i] = [Self::set(f[i][0]), Self::set(f[i][1])];
            }
            out
        }
    }

    #[inline(always)]
    unsafe fn set(x: u64) -> __m512i {
        // SAFETY: AVX-512 F, as the callers promise
        unsafe { _mm512_set1_epi64(x as i64) }
    }
}

impl Arithmetic for Narrow {
    type Factor = [u64; 2];
    // 6.03·p is below 2^52
    const MAX: u64 = (1000 << BITS) / Self::MILLI_FACTOR;
    const PRODUCT_SHIFT: u32 = BITS;
    const MILLI_FACTOR: u64 = 6030;

    #[inline(always)]
    fn new(c: &Constants) -> Self {
        let shift = 62 + c.bits - BITS;
        Narrow { p: c.p, minus_inverse: c.minus_inverse & MASK, reciprocal: c.reciprocal, shift }
    }

    #[inline(always)]
    fn canonical(self, x: u64) -> u64 {
        let [c, _] = self.prepared(x & MASK);
        if c >= self.p { c - self.p } else { c }
    }

    #[inline(always)]
    fn factors(self, a: [u64; 2], b: [u64; 2]) -> [[u64; 2]; 3] {
        let product = |x: u64, y: u64| u128::from(x) * u128::from(y);
        let [a0, a1, b0, b1] = [a[0] & MASK, a[1] & MASK, b[0] & MASK, b[1] & MASK];
        let minus_b0 = 7 * self.p - b0;
        // the last is below (6.03² + 6.03·7)·p², and below 14.04·p once reduced
        let last = product(a0, b1) + product(a1, minus_b0);
        let of = |t| self.prepared(self.reduced(t));
        [of(product(b0, b0)), of(product(a0, minus_b0)), of(last)]
    }

    #[inline(always)]
    fn factor(self, c: u64) -> [u64; 2] {
        self.prepared(c)
    }

    #[inline(always)]
    unsafe fn two(self, x: *mut u64, y: *const u64, [from, to]: [usize; 2], f: [[u64; 2]; 3]) {
        // SAFETY: the caller's promise; from the top down, so that the next leading coefficients are ready first
        unsafe {
            let (c, minus_p) = (Self::broadcast(f), Self::set((1 << BITS) - self.p));
            let mut here = _mm512_loadu_si512(y.add(to * BLOCK).cast());
            for i in (from..=to).rev() {
                let (x, below) = (x.add(i * BLOCK), _mm512_loadu_si512(y.add(i * BLOCK).sub(BLOCK).cast()));
                let shifted = _mm512_alignr_epi64::<7>(here, below);
                let sum = self.combined([_mm512_loadu_si512(x.cast()), shifted, here], c, minus_p);
                _mm512_storeu_si512(x.cast(), sum);
                here = below;
            }
        }
    }

    #[inline(always)]
    unsafe fn one(self, x: *mut u64, y: *const u64, shift: usize, [from, to]: [usize; 2], f: [[u64; 2]; 2]) {
        // SAFETY: the caller's promise; blocks that end before y begins are not read
        unsafe {
            let (c, minus_p) = (Self::broadcast(f), Self::set((1 << BITS) - self.p));
            for i in (from..=to).rev() {
                let (x, first) = (x.add(i * BLOCK), i * BLOCK);
                let shifted = match first + BLOCK > shift {
                    true => _mm512_loadu_si512(y.add(first).sub(shift).cast()),
                    false => _mm512_setzero_si512(),
                };
                _mm512_storeu_si512(x.cast(), self.combined([_mm512_loadu_si512(x.cast()), shifted], c, minus_p));
            }
        }
    }

    #[inline(always)]
    unsafe fn block(self, x: *const u64) -> [u64; BLOCK] {
        // SAFETY: the caller's promise; ⌊2^52/p⌋ leaves less than 2p
        unsafe {
            let (zero, mask) = (_mm512_setzero_si512(), Self::set(MASK));
            let x = _mm512_and_si512(_mm512_loadu_si512(x.cast()), mask);
            let q = _mm512_madd52hi_epu64(zero, x, Self::set((1 << BITS) / self.p));
            let rest = _mm512_and_si512(_mm512_madd52lo_epu64(x, q, Self::set((1 << BITS) - self.p)), mask);
            let rest = _mm512_min_epu64(rest, _mm512_sub_epi64(rest, Self::set(self.p)));
            std::mem::transmute(rest)
        }
    }
}

steps::compiled!(Narrow, run linear finish, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma");
