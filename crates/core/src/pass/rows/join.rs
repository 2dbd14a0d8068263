//! Residues modulo any number of primes to rows, by the explicit form of the Chinese remainder theorem.
//!
//! X = Σ y_i·(M/p_i) − q·M is summed digit by digit, y_i = x_i·(M/p_i)^(−1) mod p_i and q = round(Σ y_i/p_i), which
//! gives the symmetric range (Montgomery, Silverman 1990); any y_i of its class is valid, and they are below 2p_i. −M
//! is stored as 2^(52·digits) − M, so that every summand is positive and negative X result in two's complement. Cost:
//! two multiply-adds for each digit, prime and eight rows.
//!
//! Modulo N the weights are 2^104·(M/p_i) and −2^104·M modulo N: half as many digits, and two steps of Montgomery's
//! reduction at the end (Montgomery 1985). The sum is below (k·2^50 + 2k)·N for k primes, so that these steps leave
//! less than N·(1 + k·2^−53) < 2N.

use super::{BITS, GROUP, LANES, MASK, MAX_PRIME_BITS, MOST, digit, digits, loops, prepare_52, vectors};
use crate::simd::inlined::{Walked, Zipped};
use crate::{
    arith::Modulus,
    lengths::{product, runs_within},
    residue::minus_inverse,
    simd::{Eight, Simd, prefetch, run},
};
use std::ops::Range;

/// Constants of [`join`] for the primes and rows of one width.
#[derive(Clone, Debug)]
pub struct RowReconstruct {
    width: usize,
    /// Number of columns that are summed, in whole groups.
    columns: usize,
    primes: Vec<JoinPrime>,
    /// Digit 4t + c of weight i at 4·(t·(k + 1) + i) + c, the last weight −M.
    weights: Vec<u64>,
    modulus: Option<Reduction>,
}

#[derive(Clone, Debug)]
struct JoinPrime {
    p: u64,
    reciprocal: f64,
    /// Factor that takes a residue to y_i, prepared.
    factor: [u64; 2],
}

/// Digits of N, and −1/N modulo 2^52.
#[derive(Clone, Debug)]
struct Reduction {
    n: Vec<u64>,
    inverse: u64,
}

/// An odd N that results are reduced by, as limbs.
#[derive(Clone, Copy, Debug)]
pub struct BigModulus<'a>(pub &'a [u64]);

impl RowReconstruct {
    /// The reconstruction for rows of `width` limbs: the primes with the factors that take unfinished residues to y_i, and the
    /// numbers M/p_i and then −M, `limbs` each, least significant first: modulo 2^(64·limbs); or for rows modulo N,
    /// those numbers times 2^104 modulo N.
    ///
    /// # Panics
    /// For a prime of more than [`MAX_PRIME_BITS`], more than [`MOST`] of them or none, weights too short, or an even
    /// N.
    #[must_use]
    pub fn new(
        primes: &[(Modulus, u64)],
        weights: &[u64],
        limbs: usize,
        width: usize,
        modulus: Option<BigModulus<'_>>,
    ) -> Self {
        let small = (1..MOST).contains(&primes.len()) && primes.iter().all(|(p, _)| p.bits() <= MAX_PRIME_BITS);
        assert!(small, "primes beyond the kernel");
        let prime = |&(p, factor): &(Modulus, u64)| JoinPrime {
            p: p.n(),
            reciprocal: 1.0 / p.n() as f64,
            factor: prepare_52(p, factor),
        };
        let modulus = modulus.map(|n| Reduction::new(n.0));
        // sums modulo N are below 2^(50 + 13)·N
        let known = modulus.as_ref().map_or(digits(product([64, width])), |m| m.n.len());
        assert_eq!(weights.len(), product([limbs, primes.len() + 1]), "a weight for each prime, and one more");
        let columns = (known + if modulus.is_some() { 2 } else { 0 }).next_multiple_of(GROUP);
        assert!(width > 0 && (modulus.is_some() || limbs > known * BITS / 64), "weights are given to all their digits");
        let mut tiles = Vec::with_capacity(columns * (primes.len() + 1));
        for t in (0..columns).step_by(GROUP) {
            for weight in weights.chunks_exact(limbs) {
                tiles.extend((t..t + GROUP).map(|d| if d < known { digit(weight, d) } else { 0 }));
            }
        }
        RowReconstruct { width, columns, primes: primes.iter().map(prime).collect(), weights: tiles, modulus }
    }

    /// Number of words that the tables hold.
    #[must_use]
    pub fn words(&self) -> usize {
        self.weights.len() + 4 * self.primes.len() + self.modulus.as_ref().map_or(0, |m| m.n.len())
    }
}

impl Reduction {
    fn new(limbs: &[u64]) -> Self {
        let n = limbs.first().copied().unwrap_or(0);
        assert!(n % 2 == 1, "Montgomery's reduction needs an odd modulus");
        let inverse = minus_inverse(n) & MASK;
        let used = limbs.iter().rposition(|&x| x != 0).map_or(1, |i| i + 1);
        let bits = 64 * used - limbs[used - 1].leading_zeros() as usize;
        let n = (0..digits(bits)).map(|d| digit(limbs, d)).collect();
        Reduction { n, inverse }
    }
}

/// Writes row j of `out` from the unfinished residues `residues[i·stride + first + j]`, i over the primes.
///
/// # Panics
/// If a run is too short, or on a CPU without 52-bit multiply-add.
pub fn join(crt_reconstruct: &RowReconstruct, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
    let count = out.len() / crt_reconstruct.width;
    let runs = [crt_reconstruct.primes.len(), stride, count];
    assert!(runs_within(first, runs, residues.len()), "a run of {count} residues a prime from place {first} on");
    (loops().join)(crt_reconstruct, residues, stride, first, out);
}

/// Number of digits beyond the columns, which are zeros.
const MORE: usize = 4;
/// Number of vectors of each prime's residues that are read together.
const CHUNK: usize = 8;

/// The rows of residues, given by their stride and the first place.
#[inline(always)]
pub(super) fn rows<S: Eight>(
    s: S,
    crt_reconstruct: &RowReconstruct,
    residues: &[u64],
    stride: usize,
    first: usize,
    out: &mut [u64],
) {
    let (zero, k, width) = (s.zero(), crt_reconstruct.primes.len(), crt_reconstruct.width);
    let mut y = vec![[zero; 2]; CHUNK / 2 * (k + 1)];
    // the last words read digits beyond the columns
    let mut sums = vec![zero; 2 * (crt_reconstruct.columns + MORE)];
    let mut words = vec![zero; width];
    for (at, out) in (first..).step_by(CHUNK * LANES).zipped(out.chunks_mut(CHUNK * LANES * width)) {
        let places = at..at + out.len() / width;
        run!(s, multipliers::<S>, crt_reconstruct, residues, stride, places, y = y.as_mut_slice());
        for (out, y) in out.chunks_mut(2 * LANES * width).zipped(y.chunks_exact(k + 1)) {
            run!(s, columns::<S>, crt_reconstruct, y, sums = sums.as_mut_slice());
            for (out, digits) in
                out.chunks_mut(LANES * width).zipped(sums.chunks_exact_mut(crt_reconstruct.columns + MORE))
            {
                if let Some(n) = &crt_reconstruct.modulus {
                    reduce(s, n, digits);
                }
                vectors::words_of(s, digits, &mut words);
                vectors::store_rows(s, &words, out);
            }
        }
    }
}

/// y_i in [0, 2p_i), i over the primes, and then q, for these places of each run: pairs of vectors, one after the
/// other.
#[inline(always)]
fn multipliers<S: Simd>(
    s: S,
    crt_reconstruct: &RowReconstruct,
    residues: &[u64],
    stride: usize,
    places: Range<usize>,
    y: &mut [[S::U; 2]],
) {
    let k = crt_reconstruct.primes.len();
    let mut quotients = [s.set_double(0.0); CHUNK];
    for (i, prime) in crt_reconstruct.primes.iter().enumerate() {
        let minus_p = s.set((1 << BITS) - prime.p);
        let run = &residues[i * stride..];
        for (b, x) in run[places.clone()].chunks(LANES).enumerate() {
            // prefetches the cache lines that the next call reads
            prefetch(x, CHUNK * LANES);
            let v = vectors::low_digit(s, vectors::add_product(s, s.zero(), s.load_padded(x), prime.factor, minus_p));
            quotients[b] = s.mul_add(s.words_to_doubles(v), s.set_double(prime.reciprocal), quotients[b]);
            y[b / 2 * (k + 1) + i][b % 2] = v;
        }
    }
    for b in 0..CHUNK {
        y[b / 2 * (k + 1) + k][b % 2] = s.doubles_to_words(s.round(quotients[b]));
    }
}

/// Σ y_i·weights_i, carried: one vector a digit for the first eight rows, and then for the second.
#[inline(always)]
fn columns<S: Simd>(s: S, crt_reconstruct: &RowReconstruct, y: &[[S::U; 2]], sums: &mut [S::U]) {
    let zero = s.zero();
    let (first, second) = sums.split_at_mut(crt_reconstruct.columns + MORE);
    // carried into the group's first column: the high half of the column before, and that column's carry
    let (mut above, mut carry) = ([zero; 2], [zero; 2]);
    for (t, weights) in (0..).step_by(GROUP).zipped(crt_reconstruct.weights.chunks_exact(GROUP * y.len())) {
        let (mut low, mut high) = ([[zero; GROUP]; 2], [[zero; GROUP]; 2]);
        for ([x, y], weights) in y.walk().zipped(weights.chunks_exact(GROUP)) {
            for c in 0..GROUP {
                let weight = s.set(weights[c]);
                low[0][c] = s.add_low52(low[0][c], *x, weight);
                high[0][c] = s.add_high52(high[0][c], *x, weight);
                low[1][c] = s.add_low52(low[1][c], *y, weight);
                high[1][c] = s.add_high52(high[1][c], *y, weight);
            }
        }
        for (r, sums) in [&mut *first, &mut *second].into_iter().enumerate() {
            for (c, out) in sums[t..t + GROUP].iter_mut().enumerate() {
                let sum = s.add(s.add(low[r][c], above[r]), carry[r]);
                (above[r], carry[r]) = (high[r][c], s.shr(sum, BITS as u32));
                *out = vectors::low_digit(s, sum);
            }
        }
    }
}

/// Replaces the digits of T by those of T/2^104 modulo N, in [0, N), followed by zeros.
#[inline(always)]
fn reduce<S: Simd>(s: S, modulus: &Reduction, t: &mut [S::U]) {
    const DIGIT: u32 = BITS as u32;
    let (zero, n) = (s.zero(), &modulus.n);
    let inverse = s.set(modulus.inverse);
    let digit = |i: usize| n.get(i).copied().unwrap_or(0);
    // two quotient digits make digits 0 and 1 zero
    let m0 = vectors::low_digit(s, s.add_low52(zero, t[0], inverse));
    let carry = s.shr(s.add_low52(t[0], m0, s.set(digit(0))), DIGIT);
    let next = s.add_low52(s.add_high52(t[1], m0, s.set(digit(0))), m0, s.set(digit(1)));
    let next = s.add(next, carry);
    let m1 = vectors::low_digit(s, s.add_low52(zero, next, inverse));
    let mut carry = s.shr(s.add_low52(next, m1, s.set(digit(0))), DIGIT);
    for j in 2..n.len() + 2 {
        let (here, below) = (s.set(digit(j - 1)), s.set(digit(j - 2)));
        let mut sum = s.add(t[j], carry);
        sum = s.add_low52(sum, m0, s.set(digit(j)));
        sum = s.add_high52(sum, m0, here);
        sum = s.add_low52(sum, m1, here);
        sum = s.add_high52(sum, m1, below);
        carry = s.shr(sum, DIGIT);
        t[j - 2] = vectors::low_digit(s, sum);
    }
    // below 2N: subtract N where that is not negative
    let mut borrow = carry;
    let mut less = zero;
    for (x, &n) in t.walk().zipped(n) {
        less = s.shr_signed(s.add(s.sub(*x, s.set(n)), less), 63);
    }
    borrow = s.add(borrow, less);
    let keep = s.less(s.set(i64::MAX as u64), borrow);
    let mut less = zero;
    for (x, &n) in t.walk_mut().zipped(n) {
        let difference = s.add(s.sub(*x, s.set(n)), less);
        less = s.shr_signed(difference, 63);
        *x = s.select(keep, *x, vectors::low_digit(s, difference));
    }
    t[n.len()..].fill(zero);
}
