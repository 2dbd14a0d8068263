//! Elements of F_2\[z\]/f, deg f = K ≤ 64: products of vectors, and elements extracted from packed bits that hold their
//! products.

use crate::simd::Carryless;
use crate::simd::inlined::{Mapped, Walked, Zipped};

/// Reduction of products modulo f, after Barrett (1986, "Implementing the Rivest Shamir and Adleman public key
/// encryption algorithm") without carries: with p = h·z^K + l and µ = ⌊z^2K/f⌋ = z^K + µ', the quotient of p by f is
/// ⌊h·µ/z^K⌋ exactly, because there are no carries.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// K, from 1 to 64.
    degree: u32,
    /// f − z^K.
    low: u64,
    /// µ − z^K.
    inverse: u64,
}

impl Reduction {
    /// The reduction for f of degree K, from f − z^K and µ − z^K.
    ///
    /// # Panics
    /// Unless K is from 1 to 64.
    #[must_use]
    pub fn new(degree: u32, low: u64, inverse: u64) -> Self {
        assert!((1..=64).contains(&degree), "elements of {degree} bits");
        Reduction { degree, low, inverse }
    }
}

/// p modulo f, deg p ≤ 2K − 1, by products of words.
#[inline(always)]
pub(super) fn reduced<S: Carryless>(s: S, p: u128, Reduction { degree, low, inverse }: Reduction) -> u64 {
    let high = (p >> degree) as u64;
    let quotient = (s.product(high, inverse) >> degree) as u64 ^ high;
    (p as u64 ^ s.product(quotient, low) as u64) & u64::MAX >> (64 - degree)
}

/// `out` = the residues of runs of `stride` ≤ 127 bits of `from`, the first of which begins at bit `at`; zeros beyond
/// the end.
#[inline(always)]
pub(super) fn unpack<S: Carryless>(
    s: S,
    out: &mut [u64],
    from: &[u64],
    (mut at, stride): (usize, usize),
    by: Reduction,
) {
    let mask = u128::MAX >> (128 - stride);
    for x in out {
        let (i, shift) = (at / 64, at % 64);
        let [low, middle, high] = match from.get(i..i + 3) {
            Some(&[low, middle, high]) => [low, middle, high],
            _ => [0, 1, 2].mapped(|k| from.get(i + k).copied().unwrap_or(0)),
        };
        let bits = (u128::from(low) | u128::from(middle) << 64) >> shift | u128::from(high) << 1 << (127 - shift);
        *x = reduced(s, bits & mask, by);
        // the place beyond the last run is not used
        at = at.wrapping_add(stride);
    }
}

/// `out[i]` = `out[i]`·`c`.
#[inline(always)]
pub(super) fn scale<S: Carryless>(s: S, out: &mut [u64], c: u64, by: Reduction) {
    out.iter_mut().for_each(|x| *x = reduced(s, s.product(*x, c), by));
}

/// `out[i]` = `out[i]`·`v[i]`.
#[inline(always)]
pub(super) fn multiply_each<S: Carryless>(s: S, out: &mut [u64], v: &[u64], by: Reduction) {
    out.walk_mut().zipped(v).for_each(|(x, y)| *x = reduced(s, s.product(*x, *y), by));
}

/// Σ `v[i]`·`w[i]`, reduced once.
#[inline(always)]
pub(super) fn dot<S: Carryless>(s: S, v: &[u64], w: &[u64], by: Reduction) -> u64 {
    reduced(s, v.walk().zipped(w).fold(0, |sum, (x, y)| sum ^ s.product(*x, *y)), by)
}

/// `out[j]` += Σ `c[t]`·x\[t, j\] for the rows of x, `stride` words apart; each sum is reduced once.
#[inline(always)]
pub(super) fn add_combination<S: Carryless>(
    s: S,
    out: &mut [u64],
    c: &[u64],
    (x, stride): (&[u64], usize),
    by: Reduction,
) {
    /// Number of sums in registers.
    const SUMS: usize = 8;
    for (block, out) in out.chunks_mut(SUMS).enumerate() {
        let mut sums = [0u128; SUMS];
        for (t, &factor) in c.iter().enumerate() {
            let row = &x[t * stride + block * SUMS..][..out.len()];
            sums.walk_mut().zipped(row).for_each(|(sum, &entry)| *sum ^= s.product(factor, entry));
        }
        out.walk_mut().zipped(sums).for_each(|(out, sum)| *out ^= reduced(s, sum, by));
    }
}
