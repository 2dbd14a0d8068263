//! Words to residues modulo the primes of a product, and back to words modulo n, eight or four at a time.
//!
//! Reconstruction: with M = ∏ p_i and y_i = x_i·(M/p_i)^(−1) mod p_i, X = Σ y_i·M/p_i − q·M, q = ⌊Σ y_i/p_i⌋. Modulo n
//! the weights M/p_i and M are signed words; q, and the quotient by n of the weighted sum, are computed from
//! double-precision sums whose error is below the margin of the bounds, and the remainder is exact modulo 2^64. Any n
//! below 2^62, even or odd.

#[cfg(target_arch = "x86_64")]
use super::residues_doubles;
use super::{NttKernel, lengths::runs_within};
use crate::{
    arith::Modulus,
    cpu::{self, Feature, Target},
};

/// Bits of the largest primes, whose residues doubles hold …
pub const MAX_PRIME_BITS: u32 = 50;
/// … and of the largest primes with 52-bit multiply-add: 2^51 and a residue below 2p stay below 2^52 together.
const MAX_IFMA_BITS: u32 = 49;
/// Largest number of bits of n: remainders are below 4n before they are corrected.
pub const MAX_MODULUS_BITS: u32 = 62;
/// X must be at most M·(1 − 2^−18), so that a sum that rounding makes too small by an integer is distinguished from a
/// smaller X.
pub const LOG2_MARGIN: f64 = 1e-5;
/// Largest number of primes: the quotient's double-precision sum is then right to ±1.5.
pub const MAX_PRIMES: usize = 4;

/// Constants of [`join`] for the primes and n.
#[derive(Clone, Debug)]
pub struct WordReconstruct {
    pub(super) n: u64,
    pub(super) primes: Vec<JoinPrime>,
    /// −M modulo n, signed, and its quotient by n.
    pub(super) minus_product: (u64, f64),
    /// Instructions that the residues' kernel needs.
    target: Target,
}

#[derive(Clone, Debug)]
pub(super) struct JoinPrime {
    pub(super) p: u64,
    pub(super) reciprocal: f64,
    /// Factor that takes a residue to y_i, prepared; it includes the factor that the transform leaves.
    pub(super) factor: [u64; 2],
    /// M/p_i modulo n, signed, and its quotient by n.
    pub(super) weight: (u64, f64),
}

impl WordReconstruct {
    /// Whether [`join`] supports residues of this kernel modulo these primes, and n.
    #[must_use]
    pub fn applies(n: Modulus, primes: &[Modulus], kernel: &NttKernel) -> bool {
        let most = if kernel.needs.has(Feature::Avx512Ifma) { MAX_IFMA_BITS } else { MAX_PRIME_BITS };
        let count = (1..=MAX_PRIMES).contains(&primes.len());
        n.bits() <= MAX_MODULUS_BITS && count && primes.iter().all(|p| p.bits() <= most)
    }

    /// The reconstruction for these distinct primes, n, and for each prime the factor that residues left by this kernel still
    /// lack.
    ///
    /// # Panics
    /// Unless [`applies`](Self::applies) is true, and there is a factor for each prime.
    #[must_use]
    pub fn new(n: Modulus, primes: &[Modulus], lacking: &[u64], kernel: &NttKernel) -> Self {
        assert!(Self::applies(n, primes, kernel), "too large a modulus, or too many or too large primes");
        assert_eq!(primes.len(), lacking.len(), "a factor for each prime");
        let others = |m: Modulus, p: u64| {
            primes.iter().filter(|q| q.n() != p).fold(m.reduce(1), |x, q| m.mul(x, m.reduce(q.n())))
        };
        // the representative nearest to zero, in two's complement: its magnitude is at most half of n
        let over_n = |x: u64| {
            let x = if x > n.n() / 2 { x as i64 - n.n() as i64 } else { x as i64 };
            (x as u64, x as f64 / n.n() as f64)
        };
        let prime = |(&p, &lacking): (&Modulus, &u64)| {
            let y = p.pow(others(p, p.n()), p.n() - 2);
            JoinPrime {
                p: p.n(),
                reciprocal: 1.0 / p.n() as f64,
                factor: kernel.prepare(p, p.mul(y, lacking)),
                weight: over_n(others(n, p.n())),
            }
        };
        let product = primes.iter().fold(n.reduce(1), |x, p| n.mul(x, n.reduce(p.n())));
        WordReconstruct {
            n: n.n(),
            primes: primes.iter().zip(lacking).map(prime).collect(),
            minus_product: over_n(n.neg(product)),
            target: kernel.needs,
        }
    }
}

/// Reduces words to [0, p), modulo a prime that a kernel of this level takes.
///
/// # Panics
/// If the lengths differ, or without AVX2 in `target` or on this CPU.
pub fn split(target: Target, p: Modulus, words: &[u64], out: &mut [u64]) {
    assert!(words.len() == out.len() && p.bits() <= MAX_PRIME_BITS, "as many words as residues");
    let target = checked(target);
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the features and the lengths were checked
    unsafe {
        if target.has(Feature::Avx512Ifma) && p.bits() <= MAX_IFMA_BITS {
            vectors::split(p, words, out);
        } else {
            residues_doubles::split(p, words, out);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    out.iter_mut().zip(words).for_each(|(out, &x)| *out = p.reduce(x));
}

/// The extensions of `target` that this CPU has.
///
/// # Panics
/// If AVX2 is not among them.
fn checked(target: Target) -> Target {
    let target = target & cpu::present();
    assert!(target.has(Feature::Avx2), "residues are computed with AVX2");
    target
}

/// Writes to `out[i]` the word in [0, n) of the unfinished residues `residues[j·stride + first + i]`, j over the
/// primes.
///
/// # Panics
/// If a run is too short, or on a CPU without AVX2.
pub fn join(crt_reconstruct: &WordReconstruct, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
    let runs = [crt_reconstruct.primes.len(), stride, out.len()];
    assert!(runs_within(first, runs, residues.len()), "runs of {} residues from place {first} on", out.len());
    let target = checked(crt_reconstruct.target);
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! join {
            ($vectors:ident) => {
                // SAFETY: the features and the lengths were checked
                unsafe {
                    match crt_reconstruct.primes.len() {
                        1 => $vectors::join::<1>(crt_reconstruct, residues, stride, first, out),
                        2 => $vectors::join::<2>(crt_reconstruct, residues, stride, first, out),
                        3 => $vectors::join::<3>(crt_reconstruct, residues, stride, first, out),
                        _ => $vectors::join::<4>(crt_reconstruct, residues, stride, first, out),
                    }
                }
            };
        }
        if target.has(Feature::Avx512Ifma) { join!(vectors) } else { join!(residues_doubles) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    unreachable!("there are no transforms to join here: {crt_reconstruct:?} {stride} {first} {}", out.len());
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::{super::prepare_52, Modulus, WordReconstruct};
    use std::arch::x86_64::*;

    const LANES: usize = 8;
    /// Number of low bits of a word that the reduction keeps.
    const LOW: u32 = 51;

    /// Mask of the lanes that are in a slice's remaining words.
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
        crt_reconstruct: &WordReconstruct,
        residues: &[u64],
        stride: usize,
        first: usize,
        out: &mut [u64],
    ) {
        const FLOOR: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        let set = |x: u64| _mm512_set1_epi64(x as i64);
        let real = |x: f64| _mm512_set1_pd(x);
        let (zero, bits, n, twice_n) =
            (_mm512_setzero_si512(), set((1 << 52) - 1), set(crt_reconstruct.n), set(2 * crt_reconstruct.n));
        for i in (0..out.len()).step_by(LANES) {
            let lanes = mask(out.len() - i);
            let (mut fraction, mut quotient, mut sum) = (real(1.0 / (1 << 20) as f64), real(-1.5), zero);
            for (j, prime) in crt_reconstruct.primes[..K].iter().enumerate() {
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
            sum =
                _mm512_add_epi64(sum, _mm512_mullo_epi64(_mm512_cvtpd_epi64(q), set(crt_reconstruct.minus_product.0)));
            quotient =
                _mm512_roundscale_pd::<FLOOR>(_mm512_fmadd_pd(q, real(crt_reconstruct.minus_product.1), quotient));
            let rest = _mm512_sub_epi64(sum, _mm512_mullo_epi64(_mm512_cvtpd_epi64(quotient), n));
            let rest = _mm512_min_epu64(rest, _mm512_sub_epi64(rest, twice_n));
            let rest = _mm512_min_epu64(rest, _mm512_sub_epi64(rest, n));
            // SAFETY: lanes beyond the slice are masked out
            unsafe { _mm512_mask_storeu_epi64(out.as_mut_ptr().add(i).cast(), lanes, rest) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{arith::ntt_primes, bits::testing::noise, kernels::select};

    /// Kernels of each level that the CPU has, with their largest primes.
    fn levels() -> impl Iterator<Item = (Target, &'static NttKernel, Vec<Modulus>)> {
        [(Target::AVX2, MAX_PRIME_BITS), (Target::AVX512, MAX_IFMA_BITS)].into_iter().filter_map(|(target, bits)| {
            let kernel =
                select(target, bits).filter(|k| k.needs.has(Feature::Avx512Ifma) == (target == Target::AVX512))?;
            let primes = ntt_primes(bits, 20, MAX_PRIMES).expect("primes");
            Some((target, kernel, primes.into_iter().map(|p| Modulus::new(p).expect("a prime")).collect()))
        })
    }

    #[test]
    fn words_are_reduced() {
        for (target, _, primes) in levels() {
            for p in primes.into_iter().chain([3, 97, 65_537].map(|p| Modulus::new(p).expect("a prime"))) {
                let n = p.n();
                let edges = [0, 1, n - 1, n, n + 1, 2 * n - 1, u64::MAX - 1, u64::MAX, u64::MAX - u64::MAX % n];
                let words: Vec<u64> = edges.into_iter().chain((0..100).map(noise)).collect();
                for len in [0, 1, 3, 4, 5, 8, 9, words.len()] {
                    let mut out = vec![7; len];
                    split(target, p, &words[..len], &mut out);
                    assert!(words.iter().zip(&out).all(|(x, y)| x % n == *y), "{target}: {len} words modulo {n}");
                }
            }
        }
    }

    /// Numbers given by mixed radix digits, so that they are as near to the ends of their range as allowed.
    #[test]
    fn numbers_come_back_modulo_n() {
        for (target, kernel, primes) in levels() {
            for k in 1..=MAX_PRIMES {
                let primes = &primes[..k];
                let digit = |i: usize, kind: u64| {
                    // the highest digit leaves the margin
                    let most = if i + 1 == k { primes[i].n() - (primes[i].n() >> 17) } else { primes[i].n() - 1 };
                    match kind {
                        0 => 0,
                        1 => most,
                        2 => u64::from(i == 0),
                        3 => u64::from(i + 1 == k) * most,
                        _ => noise(kind * 8 + i as u64) % most,
                    }
                };
                let value = |m: Modulus, kind: u64| {
                    let step = |x, i: usize| m.add(m.mul(x, m.reduce(primes[i].n())), m.reduce(digit(i, kind)));
                    (0..k).rev().fold(0, step)
                };
                let count = 29;
                // residues that lack a factor 3, as a kernel leaves them: words, or signed doubles
                let mut residues = vec![0; k * count];
                for (p, run) in primes.iter().zip(residues.chunks_exact_mut(count)) {
                    let third = p.inv(3).expect("not 3");
                    for (kind, x) in (0..).zip(run) {
                        let y = p.mul(value(*p, kind), third);
                        let signed = if kind % 2 == 0 { y as f64 } else { y as f64 - p.n() as f64 };
                        *x = if kernel.values() { signed.to_bits() } else { y + kind % 2 * p.n() };
                    }
                }
                for n in [2, 3, 97, (1 << 31) - 1, 1 << 40, (1 << 61) - 1, (1 << 62) - 57, (1 << 62) - 1] {
                    let n = Modulus::new(n).expect("a modulus");
                    let crt_reconstruct = WordReconstruct::new(n, primes, &vec![3; k], kernel);
                    let mut out = vec![7; count - 1];
                    join(&crt_reconstruct, &residues, count, 1, &mut out);
                    let expected: Vec<u64> = (1..count as u64).map(|kind| value(n, kind)).collect();
                    assert_eq!(out, expected, "{target}: {k} primes, modulo {}", n.n());
                }
            }
        }
    }
}
