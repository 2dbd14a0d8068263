//! Products modulo n < 2^62 through up to 18 pairwise coprime moduli of 8 bits: 64 products of bytes an instruction
//! (AVX-512 VNNI).
//!
//! Entries are represented by their residues nearest to zero, so that a sum of `TERMS` products lies between −M/2 and
//! M/2, M the product of the moduli. Residues modulo these are unsigned on the left, signed on the right.
//! Reconstruction: with y_i = x_i·(M/m_i)^(−1) mod m_i the sum is Σ y_i·M/m_i − t·M, t = round(Σ y_i/m_i); modulo n the
//! weights M/m_i and M have two limbs, and the quotient by n of their weighted sum is computed from doubles. Ranges:
//! `docs/notes/006-dense-matrices.md`.

use super::{Gather, MatKernel, MatProduct, Output, Rows, tile::TERMS};
use crate::{
    arith::Modulus,
    cpu::{Feature, Target},
    kernels::lengths::product,
};
use std::arch::x86_64::*;

pub(super) const KERNEL: MatKernel = MatKernel {
    name: "int8",
    tile: (ROWS, COLS),
    plain: false,
    needs: Target::of(&[Feature::Avx2, Feature::Avx512, Feature::Avx512Ifma, Feature::Avx512Vnni]),
    most: (1 << 62) - 1,
    parts: moduli_for,
    build: |n| Box::new(Bytes::new(n)),
};

/// The moduli, pairwise coprime.
const MODULI: [u64; 18] = [256, 255, 253, 251, 247, 241, 239, 233, 229, 227, 223, 217, 211, 199, 197, 193, 191, 181];
/// Numbers of rows and of vectors (of 16 columns) of a tile.
const ROWS: usize = 8;
const VECTORS: usize = 3;
/// Number of columns of a tile.
const COLS: usize = 16 * VECTORS;
/// Number of terms that one instruction sums.
const STEP: usize = 4;
/// Number of rows of the left operand packed at a time; for their tiles a panel of the right operand is reused while it
/// is in cache.
const BLOCK_ROWS: usize = 128;
const TILES: usize = 4;
/// Number of unused words between the parts of different moduli, so that these do not fall into one set of a cache.
const GAP: usize = 40;
/// Number of bits of the lower limb of a weight.
const LIMB: u32 = 42;
/// Number of fractional bits of Σ y_i/m_i.
const POINT: u32 = 44;

/// Constants of one modulus.
#[derive(Clone, Copy, Debug)]
struct Part {
    m: u64,
    /// ⌈2^52/m⌉.
    reciprocal: u64,
    /// The powers of 256 modulo m, nearest to zero, a byte each.
    powers: u64,
    /// −n modulo m.
    minus_n: u64,
    /// (M/m)^(−1) modulo m.
    inverse: u64,
    /// M/m modulo n in two limbs.
    weight: [u64; 2],
    /// ⌊2^44/m⌋.
    fraction: u64,
}

/// The kernel for one n.
#[derive(Debug)]
struct Bytes {
    n: Modulus,
    parts: Vec<Part>,
    /// −M modulo n in two limbs.
    minus_product: [u64; 2],
}

/// Number of moduli that sums of `TERMS` products need.
fn moduli_for(n: Modulus) -> usize {
    // |sum| ≤ TERMS·(n/2)^2, with a margin of 1 % of a bit
    let bits = 2.0 * (n.n() as f64 / 2.0).log2() + (TERMS as f64).log2() + 1.01;
    let mut log2 = 0.0;
    let holds = |&m: &u64| {
        log2 += (m as f64).log2();
        log2 >= bits
    };
    MODULI.iter().position(holds).map_or(MODULI.len(), |last| last + 1)
}

impl Bytes {
    fn new(n: Modulus) -> Self {
        let moduli = &MODULI[..moduli_for(n)];
        let limbs = |x: u64| [x & ((1 << LIMB) - 1), x >> LIMB];
        let others = |m: u64, skip: u64| {
            let rest = moduli.iter().filter(|&&other| other != skip);
            rest.fold(1 % m, |p, &other| (u128::from(p) * u128::from(other % m) % u128::from(m)) as u64)
        };
        let part = |&m: &u64| {
            let cofactor = others(m, m);
            let power = |i: usize| (0..i).fold(1 % m, |p, _| p * 256 % m);
            let centred = |x: u64| if x > 127 { x.wrapping_sub(m) as u8 } else { x as u8 };
            Part {
                m,
                reciprocal: (1u64 << 52).div_ceil(m),
                powers: u64::from_le_bytes(std::array::from_fn(|i| centred(power(i)))),
                minus_n: (m - n.n() % m) % m,
                // one of the 256 bytes is the inverse
                inverse: (1..m).find(|x| x * cofactor % m == 1).unwrap_or(0),
                weight: limbs(others(n.n(), m)),
                fraction: (1 << POINT) / m,
            }
        };
        Bytes { n, parts: moduli.iter().map(part).collect(), minus_product: limbs(n.neg(others(n.n(), 0))) }
    }

    /// Number of words of one modulus' part of `cols` columns of the right operand.
    fn right_words(terms: usize, cols: usize) -> usize {
        product([terms.div_ceil(STEP), cols.div_ceil(COLS), COLS / 2]) + GAP
    }

    /// Number of words of one modulus' part of a block of rows of the left operand.
    fn left_words(terms: usize) -> usize {
        terms.div_ceil(STEP).next_multiple_of(2) * BLOCK_ROWS / 2 + GAP
    }
}

impl MatProduct for Bytes {
    fn name(&self) -> &'static str {
        KERNEL.name
    }

    fn packed_len(&self, rows: usize, cols: usize) -> usize {
        let (whole, rest) = (rows / TERMS, rows % TERMS);
        let block = |terms: usize| product([self.parts.len(), Self::right_words(terms, cols)]);
        let rest = if rest > 0 { block(rest) } else { 0 };
        product([whole, block(TERMS)]).checked_add(rest).expect("a length of a slice")
    }

    unsafe fn pack_checked(&self, b: Rows<'_>, out: &mut [u64]) {
        let full = self.packed_len(TERMS, b.cols);
        for (first, block) in (0..b.rows).step_by(TERMS).zip(out.chunks_mut(full)) {
            let terms = TERMS.min(b.rows - first);
            // SAFETY: the caller's promise; the block has the words for these rows
            unsafe { pack_right(self, b, first, terms, block) }
        }
    }

    fn scratch_len(&self, rows: usize) -> usize {
        self.parts.len() * (Self::left_words(rows.min(TERMS)) + TILES * ROWS * COLS / 2)
    }

    unsafe fn multiply_checked(&self, a: Rows<'_>, packed: &[u64], mut out: Output<'_>, scratch: &mut [u64]) {
        let full = self.packed_len(TERMS, out.cols);
        for (first, block) in (0..a.cols).step_by(TERMS).zip(packed.chunks(full)) {
            let terms = TERMS.min(a.cols - first);
            for top in (0..a.rows).step_by(BLOCK_ROWS) {
                // SAFETY: the caller's promise
                unsafe { rows(self, a, (top, first, terms), block, &mut out, scratch) }
            }
            if out.how == Gather::Set {
                out.how = Gather::Add;
            }
        }
    }
}

#[inline(always)]
unsafe fn set(x: u64) -> __m512i {
    // SAFETY: AVX-512 F, here and below
    unsafe { _mm512_set1_epi64(x as i64) }
}

/// x mod m for x·m < 2^52 and x/m < 2^32.
#[inline(always)]
unsafe fn modulo(x: __m512i, part: &Part) -> __m512i {
    // SAFETY: as above, and IFMA
    unsafe {
        let q = _mm512_madd52hi_epu64(_mm512_setzero_si512(), x, set(part.reciprocal));
        _mm512_sub_epi64(x, _mm512_mul_epu32(q, set(part.m)))
    }
}

/// Residues in [0, m) of eight entries; those with their bit in `negative` stand for x − n.
#[inline(always)]
unsafe fn residues(x: __m512i, negative: __mmask8, part: &Part) -> __m512i {
    /// Bound of the magnitude of eight products of a byte and a signed byte, which is below 2^18, with a margin.
    const BIAS: u64 = 1 << 19;
    // SAFETY: as above, and VNNI
    unsafe {
        let sums = _mm512_dpbusd_epi32(_mm512_setzero_si512(), x, set(part.powers));
        let sums = _mm512_add_epi32(sums, _mm512_srli_epi64::<32>(sums));
        let sums = _mm512_add_epi32(sums, set(BIAS / part.m * part.m));
        let sums = _mm512_and_si512(sums, set(u64::from(u32::MAX)));
        modulo(_mm512_mask_add_epi64(sums, negative, sums, set(part.minus_n)), part)
    }
}

/// Mask of the entries that stand for x − n, the representative nearest to zero.
#[inline(always)]
unsafe fn above_half(x: __m512i, n: u64) -> __mmask8 {
    // SAFETY: as above
    unsafe { _mm512_cmpgt_epu64_mask(x, set(n / 2)) }
}

#[inline(always)]
fn lanes(count: usize) -> __mmask8 {
    if count >= 8 { !0 } else { (1 << count) - 1 }
}

/// Packs the right operand, for each modulus: panels of `COLS` columns, four terms of a column next to each other,
/// signed bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vnni")]
unsafe fn pack_right(k: &Bytes, b: Rows<'_>, first: usize, terms: usize, out: &mut [u64]) {
    let steps = terms.div_ceil(STEP);
    for q in 0..b.cols.div_ceil(COLS) {
        for step in 0..steps {
            for v in 0..COLS / 8 {
                let column = q * COLS + 8 * v;
                let count = lanes(b.cols.saturating_sub(column).min(8));
                // SAFETY: the caller's promises; lanes beyond the row are not read
                unsafe {
                    let zero = _mm512_setzero_si512();
                    let mut x = [zero; STEP];
                    for (t, x) in x.iter_mut().enumerate().take(terms - STEP * step) {
                        let row = b.words.as_ptr().wrapping_add((first + STEP * step + t) * b.stride + column);
                        *x = _mm512_maskz_loadu_epi64(count, row.cast());
                    }
                    let negative = x.map(|x| above_half(x, k.n.n()));
                    for (part, out) in k.parts.iter().zip(out.chunks_exact_mut(Bytes::right_words(terms, b.cols))) {
                        let mut bytes = zero;
                        for (&x, &negative) in x.iter().zip(&negative).rev() {
                            let r = residues(x, negative, part);
                            let above = _mm512_cmpgt_epu64_mask(r, set(127));
                            let r = _mm512_and_si512(_mm512_mask_sub_epi64(r, above, r, set(part.m)), set(255));
                            bytes = _mm512_or_si512(_mm512_slli_epi64::<8>(bytes), r);
                        }
                        let to = &mut out[(q * steps + step) * COLS / 2 + 4 * v..][..4];
                        _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm512_cvtepi64_epi32(bytes));
                    }
                }
            }
        }
    }
}

/// Packs the left operand, for each modulus: groups of `ROWS` rows, four terms of a row next to each other, unsigned
/// bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vnni")]
unsafe fn pack_left(k: &Bytes, a: Rows<'_>, (top, first, terms): (usize, usize, usize), out: &mut [u64]) {
    let steps = terms.div_ceil(STEP).next_multiple_of(2);
    let rows = BLOCK_ROWS.min(a.rows - top).next_multiple_of(ROWS);
    for i in 0..rows {
        for pair in 0..steps / 2 {
            let column = 8 * pair;
            let there = top + i < a.rows;
            let count = if there { lanes(terms.saturating_sub(column).min(8)) } else { 0 };
            // SAFETY: the caller's promises; lanes beyond the row are not read
            unsafe {
                let row = a.words.as_ptr().wrapping_add((top + i) * a.stride + first + column);
                let x = _mm512_maskz_loadu_epi64(count, row.cast());
                let negative = above_half(x, k.n.n());
                for (part, out) in k.parts.iter().zip(out.chunks_exact_mut(Bytes::left_words(terms))) {
                    let bytes = _mm_cvtsi128_si64(_mm512_cvtepi64_epi8(residues(x, negative, part))) as u64;
                    // two steps of four bytes, each stored next to those of the other rows of the group
                    let out: *mut u32 = out.as_mut_ptr().cast();
                    let at = (i / ROWS * steps + 2 * pair) * ROWS + i % ROWS;
                    out.add(at).write(bytes as u32);
                    out.add(at + ROWS).write((bytes >> 32) as u32);
                }
            }
        }
    }
}

/// Multiplies a block of rows by all columns. SAFETY: AVX-512 with IFMA and VNNI; lengths as [`MatProduct::multiply`]
/// checked them.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma,avx512vnni")]
unsafe fn rows(
    k: &Bytes,
    a: Rows<'_>,
    (top, first, terms): (usize, usize, usize),
    right: &[u64],
    out: &mut Output<'_>,
    scratch: &mut [u64],
) {
    let (left, sums) = scratch.split_at_mut(k.parts.len() * Bytes::left_words(terms));
    // SAFETY: the caller's promises
    unsafe { pack_left(k, a, (top, first, terms), left) };
    let (steps, left_steps) = (terms.div_ceil(STEP), terms.div_ceil(STEP).next_multiple_of(2));
    let groups = BLOCK_ROWS.min(a.rows - top).div_ceil(ROWS);
    for q in 0..out.cols.div_ceil(COLS) {
        for g0 in (0..groups).step_by(TILES) {
            let tiles = TILES.min(groups - g0);
            for (i, right) in right.chunks_exact(Bytes::right_words(terms, out.cols)).enumerate() {
                let panel = &right[q * steps * COLS / 2..][..steps * COLS / 2];
                for g in 0..tiles {
                    let left = &left[i * Bytes::left_words(terms) + (g0 + g) * left_steps * ROWS / 2..];
                    let to = &mut sums[(g * k.parts.len() + i) * ROWS * COLS / 2..][..ROWS * COLS / 2];
                    // SAFETY: the caller's promises; both operands hold `steps` steps
                    unsafe {
                        tile(
                            steps,
                            left[..steps * ROWS / 2].as_ptr().cast(),
                            panel.as_ptr().cast(),
                            to.as_mut_ptr().cast(),
                        );
                    }
                }
            }
            for g in 0..tiles {
                let sums = &sums[g * k.parts.len() * ROWS * COLS / 2..][..k.parts.len() * ROWS * COLS / 2];
                let i0 = top + (g0 + g) * ROWS;
                for i in i0..a.rows.min(i0 + ROWS) {
                    let at = i * out.stride + q * COLS;
                    let width = COLS.min(out.cols - q * COLS);
                    // SAFETY: the caller's promises
                    unsafe { finish(k, &sums[(i - i0) * COLS / 2..], &mut out.words[at..at + width], out.how) }
                }
            }
        }
    }
}

/// Sums of a tile, modulo one of the moduli but not reduced. SAFETY: AVX-512 VNNI; pointers are valid for `steps` steps and a tile.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
#[allow(clippy::needless_range_loop, reason = "of loops with constant bounds all sums stay in registers")]
unsafe fn tile(steps: usize, mut a: *const i32, mut b: *const i32, out: *mut i32) {
    // SAFETY: the caller's promises
    unsafe {
        let mut sums = [[_mm512_setzero_si512(); VECTORS]; ROWS];
        for _ in 0..steps {
            let y: [__m512i; VECTORS] = [
                _mm512_loadu_si512(b.cast()),
                _mm512_loadu_si512(b.add(16).cast()),
                _mm512_loadu_si512(b.add(32).cast()),
            ];
            for i in 0..ROWS {
                let x = _mm512_set1_epi32(*a.add(i));
                for j in 0..VECTORS {
                    sums[i][j] = _mm512_dpbusd_epi32(sums[i][j], x, y[j]);
                }
            }
            a = a.add(ROWS);
            b = b.add(COLS);
        }
        for i in 0..ROWS {
            for j in 0..VECTORS {
                _mm512_storeu_si512(out.add(16 * (i * VECTORS + j)).cast(), sums[i][j]);
            }
        }
    }
}

/// Writes a row of a tile, from its residues, to its place; the residues modulo the next modulus are a tile further on.
#[inline(always)]
unsafe fn finish(k: &Bytes, sums: &[u64], out: &mut [u64], how: Gather) {
    for (v, out) in out.chunks_mut(8).enumerate() {
        let mask = lanes(out.len());
        // SAFETY: the caller's promises; lanes beyond the row are neither read nor written
        unsafe {
            let x = joined(k, sums.as_ptr().cast::<i32>().add(8 * v));
            let (n, to) = (set(k.n.n()), out.as_mut_ptr().cast());
            let old = _mm512_maskz_loadu_epi64(mask, to);
            let x = match how {
                Gather::Set => x,
                Gather::Add => {
                    let sum = _mm512_add_epi64(old, x);
                    _mm512_min_epu64(sum, _mm512_sub_epi64(sum, n))
                }
                Gather::Sub => {
                    let difference = _mm512_sub_epi64(old, x);
                    _mm512_min_epu64(difference, _mm512_add_epi64(difference, n))
                }
            };
            _mm512_mask_storeu_epi64(to, mask, x);
        }
    }
}

/// Eight sums modulo n, in [0, n), from their residues, a tile of sums apart.
#[inline(always)]
unsafe fn joined(k: &Bytes, sums: *const i32) -> __m512i {
    /// Bound of the magnitude of sums of `TERMS` products of a byte and a signed byte.
    const BIAS: u64 = 1 << 26;
    const { assert!(255 * 128 * TERMS as u64 <= BIAS / 2) };
    // SAFETY: the caller's promises
    unsafe {
        let (mut low, mut high) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        let mut fractions = set(1 << (POINT - 1));
        for (i, part) in k.parts.iter().enumerate() {
            let x = _mm512_cvtepi32_epi64(_mm256_loadu_si256(sums.add(i * ROWS * COLS).cast()));
            let x = _mm512_add_epi64(x, set(BIAS / part.m * part.m));
            let y = modulo(_mm512_mul_epu32(x, set(part.inverse)), part);
            low = _mm512_madd52lo_epu64(low, y, set(part.weight[0]));
            high = _mm512_madd52lo_epu64(high, y, set(part.weight[1]));
            fractions = _mm512_madd52lo_epu64(fractions, y, set(part.fraction));
        }
        let t = _mm512_srli_epi64::<POINT>(fractions);
        low = _mm512_madd52lo_epu64(low, t, set(k.minus_product[0]));
        high = _mm512_madd52lo_epu64(high, t, set(k.minus_product[1]));
        let limb = _mm512_set1_pd((1u64 << LIMB) as f64);
        let sum = _mm512_fmadd_pd(_mm512_cvtepu64_pd(high), limb, _mm512_cvtepu64_pd(low));
        let q = _mm512_cvtpd_epi64(_mm512_mul_pd(sum, _mm512_set1_pd(1.0 / k.n.n() as f64)));
        let sum = _mm512_add_epi64(low, _mm512_slli_epi64::<LIMB>(high));
        let rest = _mm512_sub_epi64(sum, _mm512_mullo_epi64(q, set(k.n.n())));
        // in (−n, n)
        let rest = _mm512_min_epu64(rest, _mm512_add_epi64(rest, set(k.n.n())));
        _mm512_min_epu64(rest, _mm512_sub_epi64(rest, set(k.n.n())))
    }
}
