//! Resultants of a pair of polynomials modulo eight primes at once, one prime in each lane.
//!
//! The steps of Euclid's algorithm without inversions, R = b0²·A − a0·b0·x·B + (a0·b1 − b0·a1)·B over deg A = deg B + 1, are seven
//! multiply-adds a vector without reduction. The factors are vectors, so that the latency of computing them is paid
//! once for eight primes. Degrees fall by one in each step of all lanes; a lane whose remainder falls faster is
//! reported and left to the caller. With b_k the leading coefficient that step k divides by, of degree k − 1,
//!
//! ```text
//! Res(A, B) = ± c^((n − m + 1)(1 − m)) · R_0 · ρ^(K(K − 1)/2) / ∏ P_k (3 ≤ k ≤ K),    P_k = b_K²·b_(K−1)²⋯b_k²
//! ```
//!
//! for a last remainder R_0, factors over ρ = 2^52, and a first division by B of leading coefficient c where its quotient is not linear
//! (the formulas of `poly/resultant.rs`); one inversion in the end. Cost: n²/2 steps of a vector, L2-resident up to n of some thousands.
//!
//! Ranges: a factor c in [0, p) is stored with ⌊2^52·c/p⌋, too small by less than 3. Values of rows are below 2^52, the
//! bits above are not read; each of three quotients is too small by less than 4, so that new values are below 12·p, and
//! that is below 2^52 for primes of 48 bits.

pub use super::prime_lanes::LANES;
use super::prime_lanes::{self, BITS, Factor, Field, moduli, spread};
use crate::simd::inlined::{CopyFrom, Walked, Zipped};
use crate::{
    arith::Modulus,
    cpu::Target,
    registry::{self, Kernel, Moduli},
    residue::Residues,
    simd::{Row, Simd},
};

/// Lazy values are below this multiple of p.
const LAZY: u64 = 12;
const _: () = assert!(LAZY << BITS <= 1 << 52);

prime_lanes::kernels!(resultant(primes: &[u64], rows: [&mut [u64]; 2]) -> ([u64; LANES], u32));

/// The resultant of A and B modulo each of at most eight primes, from their residues in [0, p), at least two of each; `None` in a lane where a
/// leading coefficient is zero or a remainder falls by more than one degree.
///
/// # Panics
/// If [`applies`] is false; for more primes, polynomials that are not all as long as the first, or of less than two residues.
#[must_use]
pub fn resultants(target: Target, primes: &[Modulus], a: &[&[u64]], b: &[&[u64]]) -> Vec<Option<u64>> {
    let &Loops { lanes, run } = select(target, primes).expect("a kernel for these primes");
    assert!((1..=LANES).contains(&primes.len()) && a.len() == primes.len() && b.len() == primes.len());
    let (swapped, [a, b]) = if a[0].len() < b[0].len() { (true, [b, a]) } else { (false, [a, b]) };
    let [n, m] = [a, b].map(|v| v[0].len().saturating_sub(1));
    assert!(m > 0 && a.iter().all(|v| v.len() == n + 1) && b.iter().all(|v| v.len() == m + 1));
    // a swap and the first division change the sign; all others are of degrees one of which is even
    let negative = (swapped && n * m % 2 == 1) != (n != m + 1 && n * m % 2 == 1);
    let mut out = Vec::with_capacity(primes.len());
    for (primes, (a, b)) in primes.chunks(lanes).zipped(a.chunks(lanes).zipped(b.chunks(lanes))) {
        let (mut x, mut y) = (spread(a, lanes), spread(b, lanes));
        let (values, abnormal) = run(&moduli(primes, lanes), [&mut x, &mut y]);
        for (l, p) in primes.iter().enumerate() {
            let known = abnormal >> l & 1 == 0 && a[l][n] != 0;
            out.push(known.then(|| if negative { p.neg(values[l]) } else { values[l] }));
        }
    }
    out
}

/// The resultants modulo the primes of the lanes, except for the sign, and a mask of the abnormal lanes; A has at least as many coefficients as B.
#[inline(always)]
fn resultant<S: Simd>(s: S, moduli: &[u64], [a, b]: [&mut [u64]; 2]) -> ([u64; LANES], u32) {
    let f = Field::new(s, S::row(moduli));
    let (r, a, b) = (f.r, S::rows_mut(a).0, S::rows_mut(b).0);
    let [n, m] = [a.len() - 1, b.len() - 1];
    let (mut rows, mut k, mut divisor) = ((a, b), n, f.powers[0]);
    let lead = s.load(&rows.1[m]);
    let mut abnormal = f.zeros(lead);
    if n != m + 1 {
        divide(f, rows.0, rows.1);
        let passes = (n - m + 1) as u64;
        divisor = f.power(r.product(lead, f.powers[1]), passes * (m as u64 - 1));
        (rows, k) = ((rows.1, rows.0), m);
    }
    let total = k as u64 * (k as u64 - 1) / 2;
    let mut squares = f.powers[0];
    while k >= 2 && abnormal.count_ones() < S::LANES as u32 {
        let (a0, a1) = (r.canonical(s.load(&rows.0[k])), r.canonical(s.load(&rows.0[k - 1])));
        let (b0, b1) = (r.canonical(s.load(&rows.1[k - 1])), r.canonical(s.load(&rows.1[k - 2])));
        abnormal |= f.zeros(b0);
        let (minus, square) = (f.negated(b0), r.product(b0, b0));
        let mixed = r.value(r.add_product(r.add_product(r.empty(), a0, b1), a1, minus));
        let factors = [f.factor(square), f.factor(r.product(a0, minus)), f.factor(mixed)];
        step(f, &mut rows.0[..k - 1], &rows.1[..k - 1], factors);
        squares = r.product(squares, r.product(square, f.powers[2]));
        if k > 2 {
            divisor = r.product(divisor, squares);
        }
        (rows, k) = ((rows.1, rows.0), k - 1);
    }
    let last = r.product(r.canonical(s.load(&rows.1[0])), f.power(f.powers[1], total));
    let (mut values, mut out) = (S::Row::ZERO, [0; LANES]);
    s.store(&mut values, r.product(last, f.inverse(divisor)));
    out[..S::LANES].copy_from(values.as_ref());
    (out, abnormal)
}

/// x ← f0·x + (f1·X + f2)·y, from the top down, so that the next leading coefficients are ready first.
#[inline(always)]
fn step<S: Simd>(f: Field<S>, x: &mut [S::Row], y: &[S::Row], c: [Factor<S>; 3]) {
    let s = f.s;
    let (Some((first, rest)), Some(top)) = (x.split_first_mut(), y.last()) else { return };
    let mut here = s.load(top);
    let count = rest.len().min(y.len());
    let (x, y) = (&mut rest[..count], &y[..count]);
    for i in (0..count).rev() {
        let below = s.load(&y[i]);
        let sum = f.r.sum_of_multiples([s.load(&x[i]), below, here], c);
        s.store(&mut x[i], sum);
        here = below;
    }
    s.store(first, f.r.sum_of_multiples([s.load(first), here], [c[0], c[2]]));
}

/// a ← c^(n − m + 1)·(a mod b), c the leading coefficient of b: the lower m coefficients.
#[inline(always)]
fn divide<S: Simd>(f: Field<S>, a: &mut [S::Row], b: &[S::Row]) {
    let s = f.s;
    let (m, n) = (b.len() - 1, a.len() - 1);
    let lead = f.factor(s.load(&b[m]));
    for top in (m..=n).rev() {
        let over = f.r.canonical(s.load(&a[top]));
        // 0 becomes p, which is a valid factor too
        let over = f.factor(f.r.canonical(f.negated(over)));
        let (low, high) = a[..top].split_at_mut(top - m);
        for x in low {
            s.store(x, f.r.sum_of_multiples([s.load(x)], [lead]));
        }
        for (x, y) in high.walk_mut().zipped(b) {
            s.store(x, f.r.sum_of_multiples([s.load(x), s.load(y)], [lead, over]));
        }
    }
}
