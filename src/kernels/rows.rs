//! Rows of limbs to residues modulo many primes and back, eight rows at a time, by 52-bit multiply-add.
//!
//! A row is an integer in two's complement. Going in, its 52-bit digits are summed against 2^(52j) mod p; coming back,
//! X = Σ y_i·(M/p_i) − q·M is summed digit by digit with y_i = x_i·(M/p_i)^(−1) mod p_i and q = round(Σ y_i/p_i), the
//! symmetric range (the explicit form of the Chinese remainder theorem; Montgomery, Silverman 1990). −M enters as
//! 2^(52·digits) − M, so that every summand is positive and negative X come out in two's complement. Cost: two
//! multiply-adds for each digit, prime and eight rows, in both directions.

use super::prepare_52;
use crate::arith::Modulus;

/// Primes below 2^this: sums of a word's low part and three residues below 2p stay below 2^52.
pub const MAX_PRIME_BITS: u32 = 49;
/// Column sums of this many digits, or of products with this many primes, stay in a word.
pub const MOST: usize = 3000;

const BITS: usize = 52;
const MASK: u64 = (1 << BITS) - 1;
/// Primes, or columns, worked on at a time: as many accumulators of either half.
const GROUP: usize = 4;

/// Whether this many primes of these bits, and rows of this width, suit the kernels with these instructions.
#[must_use]
pub fn applies(isa: crate::cpu::Isa, primes: &[Modulus], width: usize) -> bool {
    let small = primes.iter().all(|p| p.bits() <= MAX_PRIME_BITS);
    isa >= crate::cpu::Isa::Avx512 && small && primes.len() < MOST && digits(width) <= MOST
}

/// Digits of 52 bits that `width` limbs hold.
const fn digits(width: usize) -> usize {
    (64 * width).div_ceil(BITS)
}

/// What [`split`] needs to know: the primes, and rows of one width.
#[derive(Clone, Debug)]
pub struct RowSplitter {
    width: usize,
    primes: Vec<SplitPrime>,
    /// 2^(52j) modulo prime i at j·k' + i, k' the number of primes rounded up to whole groups.
    powers: Vec<u64>,
}

#[derive(Clone, Debug)]
struct SplitPrime {
    p: u64,
    /// −2^(64·width − 1) modulo p: the sums' start, because the sign bit is flipped.
    start: u64,
    /// ⌊2^52/p⌋.
    unit: u64,
    /// 2^51, 2^52 and 2^104 modulo p, prepared as factors.
    weights: [[u64; 2]; 3],
}

impl RowSplitter {
    /// For rows of `width` ≥ 1 limbs and these primes.
    ///
    /// # Panics
    /// With a prime of more than [`MAX_PRIME_BITS`], or rows of more than [`MOST`] digits.
    #[must_use]
    pub fn new(primes: &[Modulus], width: usize) -> Self {
        assert!(digits(width) <= MOST && primes.iter().all(|p| p.bits() <= MAX_PRIME_BITS), "rows beyond the kernel");
        let power = |p: Modulus, e: usize| p.pow(p.reduce(2), e as u64);
        let split = |&p: &Modulus| SplitPrime {
            p: p.n(),
            start: p.neg(power(p, 64 * width - 1)),
            unit: (1 << BITS) / p.n(),
            weights: [51, 52, 104].map(|e| prepare_52(p.n(), power(p, e))),
        };
        let padding = primes.len().next_multiple_of(GROUP) - primes.len();
        let row = |j: usize| {
            let powers = primes.iter().map(move |&p| power(p, BITS * j));
            powers.chain(std::iter::repeat_n(0, padding))
        };
        let powers = (0..digits(width)).flat_map(row).collect();
        RowSplitter { width, primes: primes.iter().map(split).collect(), powers }
    }

    /// Words held.
    #[must_use]
    pub fn words(&self) -> usize {
        self.powers.len() + 10 * self.primes.len()
    }
}

/// `out[i][j]` is row j modulo prime i, in [0, p).
///
/// # Panics
/// When a length is wrong, or on a CPU without AVX-512 IFMA.
pub fn split(s: &RowSplitter, rows: &[u64], out: &mut [&mut [u64]]) {
    let count = rows.len() / s.width;
    assert!(out.len() == s.primes.len() && out.iter().all(|o| o.len() == count), "a run of {count} residues a prime");
    check_cpu();
    #[cfg(target_arch = "x86_64")]
    {
        let mut words = vec![0; s.width * vectors::LANES];
        let mut block = vec![0; digits(s.width) * vectors::LANES];
        for first in (0..count).step_by(vectors::LANES) {
            let left = vectors::LANES.min(count - first);
            for (lane, row) in rows[first * s.width..(first + left) * s.width].chunks_exact(s.width).enumerate() {
                for (word, out) in row.iter().zip(words[lane..].iter_mut().step_by(vectors::LANES)) {
                    *out = *word;
                }
            }
            // SAFETY: the features were checked
            unsafe { vectors::digits_of(&words, &mut block) };
            for i in (0..s.primes.len()).step_by(GROUP) {
                // SAFETY: the features were checked
                let residues = unsafe { vectors::residues(s, i, &block) };
                for (run, residues) in out[i..].iter_mut().zip(&residues) {
                    run[first..first + left].copy_from_slice(&residues[..left]);
                }
            }
        }
    }
}

/// What [`join`] needs to know: the primes, and rows of one width.
#[derive(Clone, Debug)]
pub struct RowJoiner {
    width: usize,
    primes: Vec<JoinPrime>,
    /// Digit d of M/p_i at i·c + d, c the number of digits rounded up to whole groups; in the last row −M.
    weights: Vec<u64>,
}

#[derive(Clone, Debug)]
struct JoinPrime {
    p: u64,
    reciprocal: f64,
    /// Factor to y_i, prepared.
    factor: [u64; 2],
}

impl RowJoiner {
    /// For rows of `width` limbs: the primes with the factors that take unfinished residues to y_i, and the numbers M/p_i
    /// and then −M, modulo 2^(64·`limbs`), `limbs` each, least significant first.
    ///
    /// # Panics
    /// With a prime of more than [`MAX_PRIME_BITS`], or more than [`MOST`] of them.
    #[must_use]
    pub fn new(primes: &[(Modulus, u64)], weights: &[u64], limbs: usize, width: usize) -> Self {
        assert!(
            primes.len() < MOST && primes.iter().all(|(p, _)| p.bits() <= MAX_PRIME_BITS),
            "primes beyond the kernel"
        );
        assert!(limbs > digits(width) * BITS / 64, "weights are given to all their digits");
        let prime = |&(p, factor): &(Modulus, u64)| JoinPrime {
            p: p.n(),
            reciprocal: 1.0 / p.n() as f64,
            factor: prepare_52(p.n(), factor),
        };
        let columns = digits(width);
        let row = |w| (0..columns.next_multiple_of(GROUP)).map(move |d| if d < columns { digit(w, d) } else { 0 });
        let weights = weights.chunks_exact(limbs).flat_map(row).collect();
        RowJoiner { width, primes: primes.iter().map(prime).collect(), weights }
    }

    /// Words held.
    #[must_use]
    pub fn words(&self) -> usize {
        self.weights.len() + 4 * self.primes.len()
    }
}

/// Digit d of a number of limbs.
fn digit(limbs: &[u64], d: usize) -> u64 {
    let (word, shift) = (BITS * d / 64, BITS * d % 64);
    let at = |i: usize| limbs.get(i).copied().unwrap_or(0);
    let low = at(word) >> shift;
    let high = if shift > 64 - BITS { at(word + 1) << (64 - shift) } else { 0 };
    (low | high) & MASK
}

/// Row j of `out` from the unfinished residues `residues[i·stride + first + j]`, i over the primes.
///
/// # Panics
/// When a run is too short, or on a CPU without AVX-512 IFMA.
pub fn join(joiner: &RowJoiner, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
    let count = out.len() / joiner.width;
    assert!(residues.len() >= (joiner.primes.len() - 1) * stride + first + count, "a run of {count} residues a prime");
    check_cpu();
    #[cfg(target_arch = "x86_64")]
    {
        let mut y = vec![0; (joiner.primes.len() + 1) * vectors::LANES];
        let mut sums = vec![0; digits(joiner.width).next_multiple_of(GROUP) * vectors::LANES];
        let mut words = vec![0; joiner.width * vectors::LANES];
        for (at, rows) in out.chunks_mut(joiner.width * vectors::LANES).enumerate() {
            let from = first + at * vectors::LANES;
            let left = rows.len() / joiner.width;
            // SAFETY: the features were checked, and the runs reach as far as the rows
            unsafe {
                vectors::multipliers(joiner, residues, stride, from, left, &mut y);
                vectors::columns(joiner, &y, &mut sums);
                vectors::words_of(&sums, &mut words);
            }
            for (lane, row) in rows.chunks_exact_mut(joiner.width).enumerate() {
                for (word, x) in row.iter_mut().zip(words[lane..].iter().step_by(vectors::LANES)) {
                    *word = *x;
                }
            }
        }
    }
}

fn check_cpu() {
    let supported = crate::cpu::host().supported;
    assert!(supported >= crate::cpu::Isa::Avx512, "the CPU lacks AVX-512 IFMA");
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::{BITS, GROUP, MASK, RowJoiner, RowSplitter, digits};
    use std::arch::x86_64::*;

    pub(super) const LANES: usize = 8;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn set(x: u64) -> __m512i {
        _mm512_set1_epi64(x as i64)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn load(x: &[u64]) -> __m512i {
        let x = &x[..LANES];
        // SAFETY: eight words
        unsafe { _mm512_loadu_si512(x.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn store(out: &mut [u64], x: __m512i) {
        let out = &mut out[..LANES];
        // SAFETY: eight words
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), x) }
    }

    /// x shifted to the left, or by a negative number to the right.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn shifted(x: __m512i, by: i64) -> __m512i {
        if by < 0 { _mm512_srl_epi64(x, _mm_cvtsi64_si128(-by)) } else { _mm512_sll_epi64(x, _mm_cvtsi64_si128(by)) }
    }

    /// Word j of eight rows at words[8j ..] to digit j at block[8j ..], with the sign bit flipped.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) fn digits_of(words: &[u64], block: &mut [u64]) {
        let width = words.len() / LANES;
        let at = |i: usize| match i + 1 {
            after if after < width => load(&words[i * LANES..]),
            after if after == width => _mm512_xor_si512(load(&words[i * LANES..]), set(1 << 63)),
            _ => _mm512_setzero_si512(),
        };
        for (d, out) in block.chunks_exact_mut(LANES).enumerate() {
            let (word, shift) = (BITS * d / 64, (BITS * d % 64) as i64);
            let low = shifted(at(word), -shift);
            let digit =
                if shift > 64 - BITS as i64 { _mm512_or_si512(low, shifted(at(word + 1), 64 - shift)) } else { low };
            store(out, _mm512_and_si512(digit, set(MASK)));
        }
    }

    /// Digit j of eight rows at sums[8j ..] to word j at words[8j ..].
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) fn words_of(sums: &[u64], words: &mut [u64]) {
        let at = |d: usize| {
            if (d + 1) * LANES <= sums.len() { load(&sums[d * LANES..]) } else { _mm512_setzero_si512() }
        };
        for (i, out) in words.chunks_exact_mut(LANES).enumerate() {
            // word i begins in digit d, and takes part of the next one or two
            let (d, shift) = (64 * i / BITS, (64 * i % BITS) as i64);
            let mut word = _mm512_or_si512(shifted(at(d), -shift), shifted(at(d + 1), BITS as i64 - shift));
            if 2 * BITS as i64 - shift < 64 {
                word = _mm512_or_si512(word, shifted(at(d + 2), 2 * BITS as i64 - shift));
            }
            store(out, word);
        }
    }

    /// The residues of eight rows modulo the primes i .. i + 4.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) fn residues(s: &RowSplitter, i: usize, block: &[u64]) -> [[u64; LANES]; GROUP] {
        let k = s.primes.len();
        let group = &s.primes[i..k.min(i + GROUP)];
        let (mut low, mut high) = ([_mm512_setzero_si512(); GROUP], [_mm512_setzero_si512(); GROUP]);
        for (low, prime) in low.iter_mut().zip(group) {
            *low = set(prime.start);
        }
        for (digit, powers) in block.chunks_exact(LANES).zip(s.powers.chunks_exact(k.next_multiple_of(GROUP))) {
            let (digit, powers) = (load(digit), &powers[i..i + GROUP]);
            for g in 0..GROUP {
                low[g] = _mm512_madd52lo_epu64(low[g], digit, set(powers[g]));
                high[g] = _mm512_madd52hi_epu64(high[g], digit, set(powers[g]));
            }
        }
        let mut out = [[0; LANES]; GROUP];
        let (zero, mask) = (_mm512_setzero_si512(), set(MASK));
        for (((low, high), prime), out) in low.into_iter().zip(high).zip(group).zip(&mut out) {
            let minus_p = set((1 << BITS) - prime.p);
            let product = |x: __m512i, w: [u64; 2]| {
                let q = _mm512_madd52hi_epu64(zero, x, set(w[1]));
                _mm512_and_si512(_mm512_madd52lo_epu64(_mm512_madd52lo_epu64(zero, x, set(w[0])), q, minus_p), mask)
            };
            let [w51, w52, w104] = prime.weights;
            // low + 2^52·high: below 2^51 and 2p, reduced to 2p, then three summands below 2p: 6p in all
            let sum =
                _mm512_add_epi64(_mm512_and_si512(low, set((1 << 51) - 1)), product(_mm512_srli_epi64::<51>(low), w51));
            let q = _mm512_madd52hi_epu64(zero, sum, set(prime.unit));
            let sum = _mm512_and_si512(_mm512_madd52lo_epu64(sum, q, minus_p), mask);
            let sum = _mm512_add_epi64(sum, product(_mm512_and_si512(high, mask), w52));
            let sum = _mm512_add_epi64(sum, product(_mm512_srli_epi64::<{ BITS as u32 }>(high), w104));
            let q = _mm512_madd52hi_epu64(zero, sum, set(prime.unit));
            let rest = _mm512_and_si512(_mm512_madd52lo_epu64(sum, q, minus_p), mask);
            store(out, _mm512_min_epu64(rest, _mm512_sub_epi64(rest, set(prime.p))));
        }
        out
    }

    /// y_i of `left` rows, i over the primes, and then q.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) unsafe fn multipliers(
        joiner: &RowJoiner,
        residues: &[u64],
        stride: usize,
        from: usize,
        left: usize,
        y: &mut [u64],
    ) {
        const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
        let lanes: __mmask8 = if left >= LANES { !0 } else { (1 << left) - 1 };
        let (zero, mask) = (_mm512_setzero_si512(), set(MASK));
        let mut quotient = _mm512_setzero_pd();
        let (last, rest) = (joiner.primes.len() * LANES, &mut *y);
        for (i, (prime, y)) in joiner.primes.iter().zip(rest.chunks_exact_mut(LANES)).enumerate() {
            // SAFETY: lanes beyond the run are masked out; eight words of y
            unsafe {
                let x = _mm512_maskz_loadu_epi64(lanes, residues.as_ptr().add(i * stride + from).cast());
                let q = _mm512_madd52hi_epu64(zero, x, set(prime.factor[1]));
                let low = _mm512_madd52lo_epu64(zero, x, set(prime.factor[0]));
                let v = _mm512_and_si512(_mm512_madd52lo_epu64(low, q, set((1 << BITS) - prime.p)), mask);
                let v = _mm512_min_epu64(v, _mm512_sub_epi64(v, set(prime.p)));
                quotient = _mm512_fmadd_pd(_mm512_cvtepu64_pd(v), _mm512_set1_pd(prime.reciprocal), quotient);
                store(y, v);
            }
        }
        store(&mut y[last..], _mm512_cvtpd_epu64(_mm512_roundscale_pd::<NEAREST>(quotient)));
    }

    /// Σ y_i·weights_i, carried: digit d of eight rows at sums[8d ..].
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) fn columns(joiner: &RowJoiner, y: &[u64], sums: &mut [u64]) {
        let count = digits(joiner.width).next_multiple_of(GROUP);
        let zero = _mm512_setzero_si512();
        // carried into the group's first column: the high half of the column before, and that column's carry
        let (mut above, mut carry) = (zero, zero);
        for first in (0..count).step_by(GROUP) {
            let (mut low, mut high) = ([zero; GROUP], [zero; GROUP]);
            for (y, weights) in y.chunks_exact(LANES).zip(joiner.weights.chunks_exact(count)) {
                let (y, weights) = (load(y), &weights[first..first + GROUP]);
                for g in 0..GROUP {
                    low[g] = _mm512_madd52lo_epu64(low[g], y, set(weights[g]));
                    high[g] = _mm512_madd52hi_epu64(high[g], y, set(weights[g]));
                }
            }
            for g in 0..GROUP {
                let sum = _mm512_add_epi64(_mm512_add_epi64(low[g], above), carry);
                (above, carry) = (high[g], _mm512_srli_epi64::<{ BITS as u32 }>(sum));
                store(&mut sums[(first + g) * LANES..], _mm512_and_si512(sum, set(MASK)));
            }
        }
    }
}
