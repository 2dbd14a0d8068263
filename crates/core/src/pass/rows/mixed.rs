//! Residues modulo at most four primes to rows: mixed radix digits by Garner 1959 ("The residue number system").
//!
//! X = v_0 + p_0·v_1 + p_0·p_1·v_2 + …, where v_i = x_i/(p_0 ⋯ p_(i−1)) − Σ v_j/(p_j ⋯ p_(i−1)) modulo p_i: one
//! prepared factor for each term, and the factor that the residues lack is merged into one of them. The last digit
//! gives the sign, because X is far from ± M/2, M the product of the primes. Cost for k primes and eight rows: (5k² +
//! k)/2 multiply-adds: 3, 11, 24, 42.

use super::{BITS, LANES, MAX_PRIME_BITS, digit, loops, prepare_52, vectors};
use crate::simd::inlined::{self, CopyFrom, Zipped};
use crate::{
    arith::Modulus,
    lengths::runs_within,
    simd::{Eight, run},
};

/// Constants of [`join_mixed`] for the primes.
#[derive(Clone, Debug)]
pub struct MixedReconstruct {
    width: usize,
    primes: Vec<u64>,
    /// `factors[i]`: of x_i, then of v_0, v_1, …, modulo prime i, prepared.
    factors: [[[u64; 2]; MixedReconstruct::MOST]; MixedReconstruct::MOST],
    /// Digits of p_0 ⋯ p_(i−1), for i from 0 on; the last one is M.
    products: [[u64; MixedReconstruct::MOST]; MixedReconstruct::MOST + 1],
}

impl MixedReconstruct {
    /// Largest number of primes, and of limbs of a row.
    pub const MOST: usize = 4;

    /// Whether the kernel supports this many primes of these bits, and rows of this width.
    #[must_use]
    pub fn applies(primes: &[Modulus], width: usize) -> bool {
        primes.len() <= Self::MOST && width <= Self::MOST && primes.iter().all(|p| p.bits() <= MAX_PRIME_BITS)
    }

    /// The reconstruction for rows of `width` limbs, these distinct primes, and the factor that residues modulo each still
    /// lack.
    ///
    /// # Panics
    /// Unless [`applies`](Self::applies) is true.
    #[must_use]
    pub fn new(primes: &[Modulus], lacking: &[u64], width: usize) -> Self {
        assert!(Self::applies(primes, width) && !primes.is_empty() && width > 0, "1 to 4 primes below 2^49");
        assert_eq!(primes.len(), lacking.len(), "a factor for each prime");
        let mut factors = [[[0; 2]; Self::MOST]; Self::MOST];
        let mut products = [[0; Self::MOST]; Self::MOST + 1];
        let mut product = vec![1u64];
        for (i, &p) in primes.iter().enumerate() {
            // 1/(p_j ⋯ p_(i−1)), for j from i downwards
            let inverse = |j: usize| {
                let product = primes[j..i].iter().fold(p.reduce(1), |x, q| p.mul(x, p.reduce(q.n())));
                p.pow(product, p.n() - 2)
            };
            factors[i][0] = prepare_52(p, p.mul(lacking[i], inverse(0)));
            for j in 0..i {
                factors[i][j + 1] = prepare_52(p, p.neg(inverse(j)));
            }
            products[i] = inlined::from_fn(|d| digit(&product, d));
            let mut carry = 0;
            for limb in &mut product {
                let t = u128::from(*limb) * u128::from(p.n()) + carry;
                (*limb, carry) = (t as u64, t >> 64);
            }
            product.push(carry as u64);
            products[i + 1] = inlined::from_fn(|d| digit(&product, d));
        }
        MixedReconstruct { width, primes: primes.iter().map(|p| p.n()).collect(), factors, products }
    }

    /// Number of words that the tables hold.
    #[must_use]
    pub fn words(&self) -> usize {
        size_of::<Self>() / 8 + self.primes.len()
    }
}

/// Writes row j of `out` from the unfinished residues `residues[i·stride + first + j]`, i over the primes, for |X|
/// below M/2·(1 − 2^−40).
///
/// # Panics
/// If a run is too short, or on a CPU without 52-bit multiply-add.
pub fn join_mixed(crt_reconstruct: &MixedReconstruct, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
    let count = out.len() / crt_reconstruct.width;
    let runs = [crt_reconstruct.primes.len(), stride, count];
    assert!(runs_within(first, runs, residues.len()), "a run of {count} residues a prime from place {first} on");
    (loops().mixed[crt_reconstruct.primes.len() - 1])(crt_reconstruct, residues, stride, first, out);
}

/// The rows of residues modulo some number of primes: the constants, residues, their stride and first place, the rows.
pub(super) type Mixed = fn(&MixedReconstruct, &[u64], usize, usize, &mut [u64]);

/// The loop for K primes.
pub(super) const fn of<S: Eight, const K: usize>() -> Mixed {
    |crt_reconstruct, residues, stride, first, out| {
        run!(S::get(), garner::<S, K>, crt_reconstruct, residues, stride, first, out);
    }
}

#[inline(always)]
fn garner<S: Eight, const K: usize>(
    s: S,
    crt_reconstruct: &MixedReconstruct,
    residues: &[u64],
    stride: usize,
    first: usize,
    out: &mut [u64],
) {
    let width = crt_reconstruct.width;
    let count = out.len() / width;
    let runs: [&[u64]; K] = inlined::from_fn(|i| &residues[i * stride + first..][..count]);
    for (at, out) in (0..).step_by(LANES).zipped(out.chunks_mut(LANES * width)) {
        let end = count.min(at + LANES);
        let mut v = [s.zero(); K];
        for i in 0..K {
            let (p, factors) = (crt_reconstruct.primes[i], &crt_reconstruct.factors[i]);
            let minus_p = s.set((1 << BITS) - p);
            let mut sum = vectors::add_product(s, s.zero(), s.load_padded(&runs[i][at..end]), factors[0], minus_p);
            for j in 0..i {
                sum = vectors::add_product(s, sum, v[j], factors[j + 1], minus_p);
            }
            // a sum of i + 1 residues below 2p
            let mut sum = vectors::low_digit(s, sum);
            if i > 1 {
                sum = vectors::below(s, sum, 4 * p);
            }
            if i > 0 {
                sum = vectors::below(s, sum, 2 * p);
            }
            v[i] = vectors::below(s, sum, p);
        }
        let negative = s.less(s.set(crt_reconstruct.primes[K - 1] / 2), v[K - 1]);
        let mut digits = [s.zero(); K];
        digits[0] = v[0];
        for i in 1..K {
            // digit d of the product of i primes, which has i digits
            for d in 0..i {
                let weight = s.set(crt_reconstruct.products[i][d]);
                digits[d] = s.add_low52(digits[d], v[i], weight);
                digits[d + 1] = s.add_high52(digits[d + 1], v[i], weight);
            }
        }
        let mut carry = s.zero();
        for d in 0..K {
            let m = s.set(crt_reconstruct.products[K][d]);
            let sum = s.add(s.sub_where(negative, digits[d], m), carry);
            carry = s.shr_signed(sum, BITS as u32);
            // the last digit keeps the sign
            digits[d] = if d + 1 < K { vectors::low_digit(s, sum) } else { sum };
        }
        store_words(s, &digits, width, out);
    }
}

/// Stores rows of `width` words from digits of which the last is signed.
#[inline(always)]
fn store_words<S: Eight, const K: usize>(s: S, digits: &[S::U; K], width: usize, out: &mut [u64]) {
    let sign = s.shr_signed(digits[K - 1], 63);
    let mut all = [sign; MixedReconstruct::MOST];
    all[..K].copy_from(digits);
    // 64·i = 52·i + 12·i
    let w0 = s.or(all[0], s.shl(all[1], 52));
    let w1 = s.or(s.shr_signed(all[1], 12), s.shl(all[2], 40));
    let w2 = s.or(s.shr_signed(all[2], 24), s.shl(all[3], 28));
    match width {
        1 => s.store_cut(out, w0),
        2 => {
            let low = s.permute(w0, w1, s.load(&[0, 8, 1, 9, 2, 10, 3, 11]));
            let high = s.permute(w0, w1, s.load(&[4, 12, 5, 13, 6, 14, 7, 15]));
            store_all(s, [low, high], out);
        }
        3 => {
            // words of w0 and w1 in their places, then those of w2
            let a = s.permute(w0, w1, s.load(&[0, 8, 0, 1, 9, 0, 2, 10]));
            let b = s.permute(w0, w1, s.load(&[0, 3, 11, 0, 4, 12, 0, 5]));
            let c = s.permute(w0, w1, s.load(&[13, 0, 6, 14, 0, 7, 15, 0]));
            let a = s.permute(a, w2, s.load(&[0, 1, 8, 3, 4, 9, 6, 7]));
            let b = s.permute(b, w2, s.load(&[10, 1, 2, 11, 4, 5, 12, 7]));
            let c = s.permute(c, w2, s.load(&[0, 13, 2, 3, 14, 5, 6, 15]));
            store_all(s, [a, b, c], out);
        }
        _ => {
            let w3 = s.or(s.shr_signed(all[3], 36), s.shl(sign, 16));
            vectors::store_rows(s, &[w0, w1, w2, w3], out);
        }
    }
}

/// Stores vectors one after the other, as far as there is room.
#[inline(always)]
fn store_all<S: Eight, const N: usize>(s: S, words: [S::U; N], out: &mut [u64]) {
    for (i, out) in out.chunks_mut(LANES).enumerate().take(N) {
        s.store_cut(out, words[i]);
    }
}
