//! Residues modulo eight primes at once, one prime in each lane: what the kernels for several images of one problem share.

use super::lengths::product;
use crate::{
    arith::Modulus,
    cpu::{self, Isa},
};

/// Number of primes at a time.
pub const LANES: usize = 8;
/// Number of bits of every prime.
pub(super) const BITS: u32 = 48;

/// Whether there are kernels for these odd primes.
#[must_use]
pub fn applies(isa: Isa, primes: &[Modulus]) -> bool {
    cfg!(target_arch = "x86_64")
        && isa.min(cpu::host().supported) >= Isa::Avx512
        && primes.iter().all(|p| p.bits() == BITS && p.n() % 2 == 1)
}

/// The moduli of all lanes, for at least one prime: the last one is repeated.
pub(super) fn moduli(primes: &[Modulus]) -> [u64; LANES] {
    std::array::from_fn(|l| primes[l.min(primes.len() - 1)].n())
}

/// Vectors of the values of at least one run, all as long as the first: the last run is repeated.
pub(super) fn spread(runs: &[&[u64]]) -> Vec<u64> {
    let mut words = vec![0; product([LANES, runs[0].len()])];
    for l in 0..LANES {
        for (x, &y) in words[l..].iter_mut().step_by(LANES).zip(runs[l.min(runs.len() - 1)]) {
            *x = y;
        }
    }
    words
}

#[cfg(target_arch = "x86_64")]
pub(super) use vectors::{Field, load, store, zero};

#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::{BITS, LANES};
    use crate::kernels::pointwise_matrix::Reduction;
    use std::arch::x86_64::*;

    const MASK: i64 = (1 << 52) - 1;

    /// Vectors of residues modulo a vector of primes. SAFETY of every method: AVX-512 IFMA.
    #[derive(Clone, Copy)]
    pub(in crate::kernels) struct Field {
        pub(in crate::kernels) p: __m512i,
        pub(in crate::kernels) minus_p: __m512i,
        mask: __m512i,
        /// ⌊2^(BITS + 51)/p⌋
        reciprocal: __m512i,
        reduction: Reduction,
        /// ρ, ρ² and ρ³ modulo p, ρ = 2^52.
        pub(in crate::kernels) powers: [__m512i; 3],
    }

    impl Field {
        #[inline(always)]
        pub(in crate::kernels) unsafe fn new(moduli: &[u64; LANES]) -> Self {
            let (mut minus, mut reciprocal, mut powers) = ([0; LANES], [0; LANES], [[0; LANES]; 3]);
            for l in 0..LANES {
                let p = moduli[l];
                minus[l] = (1 << 52) - p;
                reciprocal[l] = ((1u128 << (BITS + 51)) / u128::from(p)) as u64;
                let mut power = 1;
                for row in &mut powers {
                    power = ((u128::from(power) << 52) % u128::from(p)) as u64;
                    row[l] = power;
                }
            }
            // SAFETY: AVX-512, as the caller promises
            unsafe {
                Field {
                    p: load(moduli.as_ptr()),
                    minus_p: load(minus.as_ptr()),
                    mask: _mm512_set1_epi64(MASK),
                    reciprocal: load(reciprocal.as_ptr()),
                    reduction: Reduction::of_each(moduli),
                    powers: [load(powers[0].as_ptr()), load(powers[1].as_ptr()), load(powers[2].as_ptr())],
                }
            }
        }

        /// A row's value in [0, p).
        #[inline(always)]
        pub(in crate::kernels) unsafe fn canonical(self, x: __m512i) -> __m512i {
            // SAFETY: the caller's promise; the quotient is too small by one at most
            unsafe {
                let x = _mm512_and_si512(x, self.mask);
                let q = _mm512_srli_epi64::<{ BITS - 1 }>(_mm512_madd52hi_epu64(zero(), x, self.reciprocal));
                let x = _mm512_and_si512(_mm512_madd52lo_epu64(x, q, self.minus_p), self.mask);
                _mm512_min_epu64(x, _mm512_sub_epi64(x, self.p))
            }
        }

        /// x·y/ρ in [0, p), of values there.
        #[inline(always)]
        pub(in crate::kernels) unsafe fn product(self, x: __m512i, y: __m512i) -> __m512i {
            // SAFETY: the caller's promise
            unsafe {
                let (low, high) = (_mm512_madd52lo_epu64(zero(), x, y), _mm512_madd52hi_epu64(zero(), x, y));
                self.reduction.reduced(low, high)
            }
        }

        /// (x·y + z·w)/ρ in [0, p).
        #[inline(always)]
        pub(in crate::kernels) unsafe fn two_products(self, x: __m512i, y: __m512i, z: __m512i, w: __m512i) -> __m512i {
            // SAFETY: the caller's promise
            unsafe {
                let low = _mm512_madd52lo_epu64(_mm512_madd52lo_epu64(zero(), x, y), z, w);
                let high = _mm512_madd52hi_epu64(_mm512_madd52hi_epu64(zero(), x, y), z, w);
                self.reduction.reduced(low, high)
            }
        }

        /// c in [0, p) and ⌊2^52·c/p⌋, the latter too small by less than 3.
        #[inline(always)]
        pub(in crate::kernels) unsafe fn factor(self, c: __m512i) -> [__m512i; 2] {
            // SAFETY: the caller's promise
            unsafe {
                let high = _mm512_madd52hi_epu64(zero(), c, self.reciprocal);
                let low = _mm512_madd52lo_epu64(zero(), c, self.reciprocal);
                const LEFT: u32 = 53 - BITS;
                let quotient =
                    _mm512_or_si512(_mm512_slli_epi64::<LEFT>(high), _mm512_srli_epi64::<{ 52 - LEFT }>(low));
                [c, quotient]
            }
        }

        /// x^e, the same e for all lanes; over ρ as x is.
        #[inline(always)]
        pub(in crate::kernels) unsafe fn power(self, x: __m512i, e: u64) -> __m512i {
            // SAFETY: the caller's promise
            unsafe {
                let mut power = self.powers[0];
                for bit in (0..64 - e.leading_zeros()).rev() {
                    power = self.product(power, power);
                    if e >> bit & 1 == 1 {
                        power = self.product(power, x);
                    }
                }
                power
            }
        }

        /// 1/x = x^(p − 2), over ρ as x is. The squares are computed beside the products, from the lowest bit up.
        #[inline(always)]
        pub(in crate::kernels) unsafe fn inverse(self, x: __m512i) -> __m512i {
            // SAFETY: the caller's promise
            unsafe {
                let (mut power, mut square) = (self.powers[0], x);
                let mut e = _mm512_sub_epi64(self.p, _mm512_set1_epi64(2));
                for _ in 0..BITS {
                    let set = _mm512_test_epi64_mask(e, _mm512_set1_epi64(1));
                    power = _mm512_mask_blend_epi64(set, power, self.product(power, square));
                    square = self.product(square, square);
                    e = _mm512_srli_epi64::<1>(e);
                }
                power
            }
        }
    }

    /// SAFETY (of these three): AVX-512; pointers are valid for eight words.
    #[inline(always)]
    pub(in crate::kernels) unsafe fn load(x: *const u64) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { _mm512_loadu_si512(x.cast()) }
    }
    #[inline(always)]
    pub(in crate::kernels) unsafe fn store(x: *mut u64, v: __m512i) {
        // SAFETY: the caller's promise
        unsafe { _mm512_storeu_si512(x.cast(), v) }
    }
    #[inline(always)]
    pub(in crate::kernels) unsafe fn zero() -> __m512i {
        // SAFETY: the caller's promise
        unsafe { _mm512_setzero_si512() }
    }
}
