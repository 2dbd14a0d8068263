//! Classical products of short residue vectors, eight sums at a time.
//!
//! With 52-bit multiply-add, coefficients are split into digits of 52 bits (one for n < 2^52, else two); products of
//! digits are summed in columns of 64 bits by multiply-add, and each column is carried and reduced once, at the end.
//! The quotient by n is computed from a double-precision sum with an error below one, and the remainder is exact modulo
//! 2^64.

use super::lengths::within;
#[cfg(target_arch = "x86_64")]
use super::short_avx2;
use crate::{
    arith::Modulus,
    cpu::{Feature, Target, host},
};

/// Largest number of bits of n: remainders are below 4n before they are corrected.
pub const MAX_BITS: u32 = 62;
/// Largest length of an operand: 3·2^8 summands below 2^52 stay in a word, with a factor 2^2 to spare.
pub const MAX_LEN: usize = 256;
/// Number of bits of a digit.
const BITS: u32 = 52;

/// Constants of the reduction modulo n.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    pub(super) n: Modulus,
    /// 2^52 and 2^104 modulo n.
    weights: [u64; 2],
    /// The quotients by n of 1 and of the weights.
    quotients: [f64; 3],
    /// The constants for AVX2.
    #[cfg(target_arch = "x86_64")]
    pub(super) columns: short_avx2::Columns,
}

impl Short {
    /// The constants for products modulo n.
    #[must_use]
    pub fn new(n: Modulus) -> Self {
        let weights = [n.reduce(1 << BITS), n.reduce_wide(1 << (2 * BITS))];
        let over_n = |w: u64| w as f64 / n.n() as f64;
        Short {
            n,
            weights,
            quotients: [over_n(1), over_n(weights[0]), over_n(weights[1])],
            #[cfg(target_arch = "x86_64")]
            columns: short_avx2::Columns::new(n),
        }
    }

    /// The modulus n.
    #[must_use]
    pub fn modulus(&self) -> Modulus {
        self.n
    }

    /// Whether [`multiply`](Self::multiply) accepts operands of these lengths on a CPU with these instructions.
    #[inline]
    #[must_use]
    pub fn applies(&self, target: Target, a_len: usize, b_len: usize) -> bool {
        target.has(Feature::Avx2) && self.n.bits() <= MAX_BITS && a_len.max(b_len) <= MAX_LEN
    }

    /// Whether coefficients have one digit on a CPU with these instructions: products of two digits take several times
    /// as long.
    #[must_use]
    pub fn is_narrow(&self, target: Target) -> bool {
        if target.has(Feature::Avx512Ifma) { self.n.bits() < BITS } else { self.n.n() <= 1 << 32 }
    }

    /// Writes the coefficients from `start` on of a·b modulo n, in [0, n), computed with these instructions; `out` ends
    /// within the product.
    ///
    /// # Panics
    /// Unless [`applies`](Self::applies) is true, if a length is wrong, or if the CPU lacks the instructions.
    pub fn multiply(&self, target: Target, out: &mut [u64], a: &[u64], b: &[u64], start: usize) {
        let full = (a.len() + b.len()).saturating_sub(1);
        assert!(!a.is_empty() && !b.is_empty() && within(start, out.len(), full), "lengths of a short product");
        let target = target & host().supported;
        assert!(self.applies(target, a.len(), b.len()), "a short product that vectors do not take");
        #[cfg(target_arch = "x86_64")]
        {
            let (a, b) = if a.len() < b.len() { (a, b) } else { (b, a) };
            macro_rules! multiply {
                ($vectors:ident, $digits:literal) => {
                    match b.len() {
                        0..=16 if target.has(Feature::Avx512Ifma) => {
                            vectors::multiply_in_registers::<$digits>(self, out, a, b, start)
                        }
                        0..=16 => $vectors::multiply::<$digits, 32>(self, out, a, b, start),
                        17..=64 => $vectors::multiply::<$digits, 80>(self, out, a, b, start),
                        _ => $vectors::multiply::<$digits, { MAX_LEN + 16 }>(self, out, a, b, start),
                    }
                };
            }
            // SAFETY: the features, n and the lengths were checked
            unsafe {
                match (target.has(Feature::Avx512Ifma), self.is_narrow(target)) {
                    (true, true) => multiply!(vectors, 1),
                    (true, false) => multiply!(vectors, 2),
                    (false, true) => multiply!(short_avx2, 1),
                    (false, false) => multiply!(short_avx2, 2),
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod vectors {
    use super::{BITS, Short};
    use std::arch::x86_64::*;

    const LANES: usize = 8;
    const MASK: u64 = (1 << BITS) - 1;

    /// The D digits of each coefficient of the longer operand, with room for a vector of zeros on either side: ROOM
    /// words each.
    type Digits<const D: usize, const ROOM: usize> = [[u64; ROOM]; D];

    /// Number of independent sums of products of one digit: a product is two multiply-adds, which take four cycles
    /// each. Products of two digits are seven multiply-adds, to seven accumulators.
    pub(in crate::kernels) const BESIDE: usize = 4;

    /// Columns of weight 1, 2^52 and 2^104; several accumulators each, so that no addition waits for another.
    #[derive(Clone, Copy)]
    pub(in crate::kernels) struct Sums {
        low: __m512i,
        middle: [__m512i; 3],
        high: [__m512i; 3],
    }

    impl Sums {
        /// The sum of both.
        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(in crate::kernels) fn plus(mut self, other: Self) -> Self {
            self.low = _mm512_add_epi64(self.low, other.low);
            for i in 0..3 {
                self.middle[i] = _mm512_add_epi64(self.middle[i], other.middle[i]);
                self.high[i] = _mm512_add_epi64(self.high[i], other.high[i]);
            }
            self
        }

        /// Twice the sums.
        #[inline]
        #[target_feature(enable = "avx512f")]
        pub(in crate::kernels) fn doubled(mut self) -> Self {
            self.low = _mm512_slli_epi64::<1>(self.low);
            for i in 0..3 {
                self.middle[i] = _mm512_slli_epi64::<1>(self.middle[i]);
                self.high[i] = _mm512_slli_epi64::<1>(self.high[i]);
            }
            self
        }
    }

    /// Empty sums.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(in crate::kernels) fn zeros() -> Sums {
        let zero = _mm512_setzero_si512();
        Sums { low: zero, middle: [zero; 3], high: [zero; 3] }
    }

    /// The digits of words below 2^(52·D).
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(in crate::kernels) fn digits_of<const D: usize>(x: __m512i) -> [__m512i; D] {
        let mut digits = [x; D];
        if D == 2 {
            digits[0] = _mm512_and_si512(x, _mm512_set1_epi64(MASK as i64));
            digits[1] = _mm512_srli_epi64::<BITS>(x);
        }
        digits
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) unsafe fn multiply<const D: usize, const ROOM: usize>(
        short: &Short,
        out: &mut [u64],
        a: &[u64],
        b: &[u64],
        start: usize,
    ) {
        let mut digits: Digits<D, ROOM> = [[0; ROOM]; D];
        for (d, digits) in digits.iter_mut().enumerate() {
            for (digit, &x) in digits[LANES..LANES + b.len()].iter_mut().zip(b) {
                *digit = if d == 0 { x & MASK } else { x >> BITS };
            }
        }
        for (out, first) in out.chunks_mut(LANES).zip((start..).step_by(LANES)) {
            // outputs first .. first + 8 need the products a_i·b_j with i + j in that range
            let from = (first + 1).saturating_sub(b.len());
            let to = a.len().min(first + LANES);
            let sums = column(a, &digits, first, from, to);
            let lanes = if out.len() == LANES { !0 } else { (1 << out.len()) - 1 };
            // SAFETY: lanes beyond the slice are masked out
            unsafe { _mm512_mask_storeu_epi64(out.as_mut_ptr().cast(), lanes, reduce::<D>(short, sums)) }
        }
    }

    /// The same for at most 16 coefficients of b, which stay in two registers: loads of windows of words that were just
    /// stored would stall.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) unsafe fn multiply_in_registers<const D: usize>(
        short: &Short,
        out: &mut [u64],
        a: &[u64],
        b: &[u64],
        start: usize,
    ) {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi64(1));
        let lanes = 0xffff_u32 >> (2 * LANES - b.len().min(2 * LANES));
        // SAFETY: lanes beyond the slice are masked out
        let words = unsafe {
            let upper = b.as_ptr().wrapping_add(LANES);
            [
                _mm512_maskz_loadu_epi64(lanes as u8, b.as_ptr().cast()),
                _mm512_maskz_loadu_epi64((lanes >> LANES) as u8, upper.cast()),
            ]
        };
        let halves = [digits_of::<D>(words[0]), digits_of::<D>(words[1])];
        let len = _mm512_set1_epi64(b.len() as i64);
        for (out, first) in out.chunks_mut(LANES).zip((start..).step_by(LANES)) {
            let from = (first + 1).saturating_sub(b.len());
            let to = a.len().min(first + LANES);
            let mut s = zeros();
            // the coefficient of b for each lane; none where the index is negative or too large
            let lane = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
            let mut wanted = _mm512_add_epi64(lane, _mm512_set1_epi64((first - from) as i64));
            for &x in &a[from..to] {
                let there = _mm512_cmplt_epu64_mask(wanted, len);
                let mut y = [zero; D];
                for d in 0..D {
                    y[d] = _mm512_maskz_permutex2var_epi64(there, halves[0][d], wanted, halves[1][d]);
                }
                s = plus_product(s, x, y);
                wanted = _mm512_sub_epi64(wanted, one);
            }
            let lanes = if out.len() == LANES { !0 } else { (1 << out.len()) - 1 };
            // SAFETY: lanes beyond the slice are masked out
            unsafe { _mm512_mask_storeu_epi64(out.as_mut_ptr().cast(), lanes, reduce::<D>(short, s)) }
        }
    }

    /// Σ a_i·b_(first + lane − i) over from ≤ i < to.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn column<const D: usize, const ROOM: usize>(
        a: &[u64],
        digits: &Digits<D, ROOM>,
        first: usize,
        from: usize,
        to: usize,
    ) -> Sums {
        let mut s = zeros();
        let mut i = from;
        if D == 1 {
            let mut sums = [zeros(); BESIDE];
            while i + BESIDE <= to {
                for k in 0..BESIDE {
                    sums[k] = plus_product(sums[k], a[i + k], window(digits, LANES + first - i - k));
                }
                i += BESIDE;
            }
            s = sums[0].plus(sums[1]).plus(sums[2].plus(sums[3]));
        }
        while i < to {
            s = plus_product(s, a[i], window(digits, LANES + first - i));
            i += 1;
        }
        s
    }

    /// The digits of eight coefficients, from a place that may be up to a vector before the first coefficient.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn window<const D: usize, const ROOM: usize>(digits: &Digits<D, ROOM>, at: usize) -> [__m512i; D] {
        let mut y = [_mm512_setzero_si512(); D];
        for d in 0..D {
            let window = &digits[d][at..at + LANES];
            // SAFETY: eight words
            y[d] = unsafe { _mm512_loadu_si512(window.as_ptr().cast()) };
        }
        y
    }

    /// The sums plus x·y, y given by its digits.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn plus_product<const D: usize>(s: Sums, x: u64, y: [__m512i; D]) -> Sums {
        let mut digits = [_mm512_set1_epi64((x & MASK) as i64); D];
        if D == 2 {
            digits[1] = _mm512_set1_epi64((x >> BITS) as i64);
        }
        plus_products(s, digits, y)
    }

    /// The sums plus x·y, both given by their digits.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(in crate::kernels) fn plus_products<const D: usize>(mut s: Sums, x: [__m512i; D], y: [__m512i; D]) -> Sums {
        s.low = _mm512_madd52lo_epu64(s.low, x[0], y[0]);
        s.middle[0] = _mm512_madd52hi_epu64(s.middle[0], x[0], y[0]);
        if D == 2 {
            s.middle[1] = _mm512_madd52lo_epu64(s.middle[1], x[0], y[1]);
            s.middle[2] = _mm512_madd52lo_epu64(s.middle[2], x[1], y[0]);
            s.high[0] = _mm512_madd52hi_epu64(s.high[0], x[0], y[1]);
            s.high[1] = _mm512_madd52hi_epu64(s.high[1], x[1], y[0]);
            s.high[2] = _mm512_madd52lo_epu64(s.high[2], x[1], y[1]);
        }
        s
    }

    /// The columns reduced modulo n: Q = ⌊S/n − 1.5⌋ with S/n in double precision to within 1.1, then S − Q·n in [0,
    /// 4n).
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(in crate::kernels) fn reduce<const D: usize>(short: &Short, s: Sums) -> __m512i {
        const FLOOR: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        let set = |x: u64| _mm512_set1_epi64(x as i64);
        let add = |x, y| _mm512_add_epi64(x, y);
        let (mask, n) = (set(MASK), set(short.n.n()));
        let middle = if D == 1 { s.middle[0] } else { add(s.middle[0], add(s.middle[1], s.middle[2])) };
        let middle = add(middle, _mm512_srli_epi64::<BITS>(s.low));
        let (low, mut sum) = (_mm512_and_si512(s.low, mask), _mm512_and_si512(s.low, mask));
        let high = if D == 1 { _mm512_setzero_si512() } else { add(s.high[0], add(s.high[1], s.high[2])) };
        let high = add(high, _mm512_srli_epi64::<BITS>(middle));
        let middle = _mm512_and_si512(middle, mask);
        let mut quotient =
            _mm512_fmadd_pd(_mm512_cvtepu64_pd(low), _mm512_set1_pd(short.quotients[0]), _mm512_set1_pd(-1.5));
        quotient = _mm512_fmadd_pd(_mm512_cvtepu64_pd(high), _mm512_set1_pd(short.quotients[2]), quotient);
        quotient = _mm512_fmadd_pd(_mm512_cvtepu64_pd(middle), _mm512_set1_pd(short.quotients[1]), quotient);
        let quotient = _mm512_cvtpd_epi64(_mm512_roundscale_pd::<FLOOR>(quotient));
        sum = add(sum, _mm512_mullo_epi64(middle, set(short.weights[0])));
        sum = add(sum, _mm512_mullo_epi64(high, set(short.weights[1])));
        let rest = _mm512_sub_epi64(sum, _mm512_mullo_epi64(quotient, n));
        let rest = _mm512_min_epu64(rest, _mm512_sub_epi64(rest, set(2 * short.n.n())));
        _mm512_min_epu64(rest, _mm512_sub_epi64(rest, n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::testing::noise;

    #[test]
    fn short_products_agree_with_the_definition() {
        let lengths = [(1, 1), (1, 9), (2, 3), (7, 8), (8, 8), (9, 17), (16, 16), (33, 40), (255, 256), (256, 256)];
        for n in [
            2,
            3,
            (1 << 27) - 39,
            (1 << 31) - 1,
            (1 << 32) - 5,
            1 << 32,
            (1 << 32) + 15,
            (1 << 50) - 27,
            (1 << 51) - 129,
            (1 << 51) + 21,
            1 << 52,
            (1 << 52) + 1,
            (1 << 61) - 1,
            (1 << 62) - 57,
            (1 << 62) - 1,
        ] {
            let n = Modulus::new(n).expect("a modulus");
            let top = n.n() - 1;
            for (la, lb) in lengths {
                for kind in 0..3u64 {
                    let value = |i: u64| match kind {
                        0 => top,
                        1 => n.reduce(noise(i)),
                        _ => {
                            if i.is_multiple_of(3) {
                                top
                            } else {
                                i % n.n()
                            }
                        }
                    };
                    let a: Vec<u64> = (0..la as u64).map(value).collect();
                    let b: Vec<u64> = (0..lb as u64).map(|i| value(i + 1000)).collect();
                    let mut expected = vec![0; la + lb - 1];
                    for (i, x) in a.iter().enumerate() {
                        for (j, y) in b.iter().enumerate() {
                            let product = u128::from(*x) * u128::from(*y) % u128::from(n.n());
                            expected[i + j] = ((u128::from(expected[i + j]) + product) % u128::from(n.n())) as u64;
                        }
                    }
                    for target in [Target::AVX2, Target::AVX512] {
                        if host().supported & target == Target::SCALAR {
                            println!("skipped: no {target}");
                            continue;
                        }
                        let (short, full) = (Short::new(n), la + lb - 1);
                        for (start, end) in [(0, full), (0, full / 2), (full / 3, full), (lb - 1, full), (full, full)] {
                            let mut out = vec![7; end - start];
                            short.multiply(target, &mut out, &a, &b, start);
                            assert_eq!(out, expected[start..end], "{target}, n = {}, {la} by {lb}, kind {kind}", n.n());
                        }
                    }
                }
            }
        }
    }
}
