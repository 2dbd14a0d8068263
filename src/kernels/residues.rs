//! Words to residues modulo the primes of a product, and back to words modulo n, eight at a time.
//!
//! Back: with M = ∏ p_i and y_i = x_i·(M/p_i)^(−1) mod p_i, X = Σ y_i·M/p_i − q·M, q = ⌊Σ y_i/p_i⌋. Modulo n the weights
//! M/p_i and M are words; q, and the quotient by n of the sum that they give, come from double-precision sums whose error
//! is below what the bounds leave free, and the remainder is exact modulo 2^64. Any n below 2^62, even or odd.

use crate::arith::Modulus;

/// Primes below 2^this: 2^51 and a residue below 2p stay below 2^52 together.
pub const MAX_PRIME_BITS: u32 = 49;
/// n has at most this many bits: remainders are below 4n before they are corrected.
pub const MAX_MODULUS_BITS: u32 = 62;
/// X must be at most M·(1 − 2^−18), so that a sum that is an integer too small by rounding is told from a smaller X.
pub const LOG2_MARGIN: f64 = 1e-5;
/// At most this many primes: the quotient's double-precision sum is then right to ±1.5.
pub const MAX_PRIMES: usize = 4;

/// What [`join`] needs to know of the primes and of n.
#[derive(Clone, Debug)]
pub struct WordJoiner {
    n: u64,
    primes: Vec<JoinPrime>,
    /// −M modulo n, and its quotient by n.
    minus_product: (u64, f64),
}

#[derive(Clone, Debug)]
struct JoinPrime {
    p: u64,
    reciprocal: f64,
    /// Factor to y_i, prepared; it includes what the transform leaves.
    factor: [u64; 2],
    /// M/p_i modulo n, and its quotient by n.
    weight: (u64, f64),
}

impl WordJoiner {
    /// For these distinct primes, n, and a factor modulo each prime that its residues still lack.
    ///
    /// # Panics
    /// Outside the limits above.
    #[must_use]
    pub fn new(n: Modulus, primes: &[Modulus], lacking: &[u64], prepare: fn(u64, u64) -> [u64; 2]) -> Self {
        assert!(n.bits() <= MAX_MODULUS_BITS && primes.len() <= MAX_PRIMES, "too large a modulus, or too many primes");
        let others = |m: Modulus, p: u64| {
            primes.iter().filter(|q| q.n() != p).fold(m.reduce(1), |x, q| m.mul(x, m.reduce(q.n())))
        };
        let over_n = |x: u64| (x, x as f64 / n.n() as f64);
        let prime = |(&p, &lacking): (&Modulus, &u64)| {
            assert!(p.bits() <= MAX_PRIME_BITS, "the primes of joins are below 2^49");
            let y = p.pow(others(p, p.n()), p.n() - 2);
            JoinPrime {
                p: p.n(),
                reciprocal: 1.0 / p.n() as f64,
                factor: prepare(p.n(), p.mul(y, lacking)),
                weight: over_n(others(n, p.n())),
            }
        };
        let product = primes.iter().fold(n.reduce(1), |x, p| n.mul(x, n.reduce(p.n())));
        WordJoiner {
            n: n.n(),
            primes: primes.iter().zip(lacking).map(prime).collect(),
            minus_product: over_n(n.neg(product)),
        }
    }
}

/// Words modulo p < 2^49, in [0, p).
///
/// # Panics
/// When the lengths differ, or on a CPU without AVX-512 IFMA.
pub fn split(p: Modulus, words: &[u64], out: &mut [u64]) {
    assert!(words.len() == out.len() && p.bits() <= MAX_PRIME_BITS);
    #[cfg(target_arch = "x86_64")]
    {
        assert!(crate::cpu::host().supported >= crate::cpu::Isa::Avx512);
        // SAFETY: the features were checked
        unsafe { vectors::split(p, words, out) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    out.iter_mut().zip(words).for_each(|(out, &x)| *out = p.reduce(x));
}

/// `out[i]` from the unfinished residues `residues[j·stride + first + i]`, j over the primes: in [0, n).
///
/// # Panics
/// When a run is too short, or on a CPU without AVX-512 IFMA.
pub fn join(joiner: &WordJoiner, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
    assert!(residues.len() >= (joiner.primes.len() - 1) * stride + first + out.len());
    #[cfg(target_arch = "x86_64")]
    {
        assert!(crate::cpu::host().supported >= crate::cpu::Isa::Avx512);
        // SAFETY: the features and the lengths were checked
        unsafe {
            match joiner.primes.len() {
                1 => vectors::join::<1>(joiner, residues, stride, first, out),
                2 => vectors::join::<2>(joiner, residues, stride, first, out),
                3 => vectors::join::<3>(joiner, residues, stride, first, out),
                _ => vectors::join::<4>(joiner, residues, stride, first, out),
            }
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    unreachable!("there are no transforms to join here: {joiner:?} {stride} {first} {}", out.len());
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::{super::prepare_52, Modulus, WordJoiner};
    use std::arch::x86_64::*;

    const LANES: usize = 8;
    /// Bits of a word that stay as they are.
    const LOW: u32 = 51;

    /// The lanes that are left of a slice.
    fn mask(left: usize) -> __mmask8 {
        if left >= LANES { !0 } else { (1 << left) - 1 }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) unsafe fn split(p: Modulus, words: &[u64], out: &mut [u64]) {
        let set = |x: u64| _mm512_set1_epi64(x as i64);
        let [w, quotient] = prepare_52(p.n(), (1 << LOW) % p.n());
        let w = (set(w), set(quotient));
        let (low_mask, minus_p, zero) = (set((1 << LOW) - 1), set((1 << 52) - p.n()), _mm512_setzero_si512());
        let (bits, unit) = (set((1 << 52) - 1), set((1 << 52) / p.n()));
        for i in (0..words.len()).step_by(LANES) {
            let lanes = mask(words.len() - i);
            // SAFETY: lanes beyond the slices are masked out
            unsafe {
                let x = _mm512_maskz_loadu_epi64(lanes, words.as_ptr().add(i).cast());
                let high = _mm512_srli_epi64::<LOW>(x);
                let q = _mm512_madd52hi_epu64(zero, high, w.1);
                let reduced = _mm512_madd52lo_epu64(_mm512_madd52lo_epu64(zero, high, w.0), q, minus_p);
                // the product is below 2p < 2^50 once the bits beyond 52 are cleared; the sum is below 2^52
                let sum = _mm512_add_epi64(_mm512_and_si512(x, low_mask), _mm512_and_si512(reduced, bits));
                let q = _mm512_madd52hi_epu64(zero, sum, unit);
                let rest = _mm512_and_si512(_mm512_madd52lo_epu64(sum, q, minus_p), bits);
                let rest = _mm512_min_epu64(rest, _mm512_sub_epi64(rest, set(p.n())));
                _mm512_mask_storeu_epi64(out.as_mut_ptr().add(i).cast(), lanes, rest);
            }
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) unsafe fn join<const K: usize>(
        joiner: &WordJoiner,
        residues: &[u64],
        stride: usize,
        first: usize,
        out: &mut [u64],
    ) {
        const FLOOR: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        let set = |x: u64| _mm512_set1_epi64(x as i64);
        let real = |x: f64| _mm512_set1_pd(x);
        let (zero, bits, n, twice_n) = (_mm512_setzero_si512(), set((1 << 52) - 1), set(joiner.n), set(2 * joiner.n));
        for i in (0..out.len()).step_by(LANES) {
            let lanes = mask(out.len() - i);
            let (mut fraction, mut quotient, mut sum) = (real(1.0 / (1 << 20) as f64), real(-1.5), zero);
            for (j, prime) in joiner.primes[..K].iter().enumerate() {
                // SAFETY: lanes beyond the slice are masked out
                let x =
                    unsafe { _mm512_maskz_loadu_epi64(lanes, residues.as_ptr().add(j * stride + first + i).cast()) };
                let q = _mm512_madd52hi_epu64(zero, x, set(prime.factor[1]));
                let low = _mm512_madd52lo_epu64(zero, x, set(prime.factor[0]));
                let y = _mm512_and_si512(_mm512_madd52lo_epu64(low, q, set((1 << 52) - prime.p)), bits);
                let y = _mm512_min_epu64(y, _mm512_sub_epi64(y, set(prime.p)));
                let as_real = _mm512_cvtepu64_pd(y);
                fraction = _mm512_fmadd_pd(as_real, real(prime.reciprocal), fraction);
                quotient = _mm512_fmadd_pd(as_real, real(prime.weight.1), quotient);
                sum = _mm512_add_epi64(sum, _mm512_mullo_epi64(y, set(prime.weight.0)));
            }
            let q = _mm512_roundscale_pd::<FLOOR>(fraction);
            sum = _mm512_add_epi64(sum, _mm512_mullo_epi64(_mm512_cvtpd_epi64(q), set(joiner.minus_product.0)));
            quotient = _mm512_roundscale_pd::<FLOOR>(_mm512_fmadd_pd(q, real(joiner.minus_product.1), quotient));
            let rest = _mm512_sub_epi64(sum, _mm512_mullo_epi64(_mm512_cvtpd_epi64(quotient), n));
            let rest = _mm512_min_epu64(rest, _mm512_sub_epi64(rest, twice_n));
            let rest = _mm512_min_epu64(rest, _mm512_sub_epi64(rest, n));
            // SAFETY: lanes beyond the slice are masked out
            unsafe { _mm512_mask_storeu_epi64(out.as_mut_ptr().add(i).cast(), lanes, rest) }
        }
    }
}
