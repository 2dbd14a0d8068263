//! Determinants of an integer matrix modulo eight primes at once, one prime in each lane.
//!
//! Elimination without division: with c_k the pivot of step k, row ← c_k·row − row_k·(pivot's row). A step multiplies each of the
//! m − 1 rows below by c_k, so that the determinants of the remaining m×m matrices satisfy |M_k| = c_k^(2 − m)·|M_(k+1)|, and
//!
//! ```text
//! |A| = ± c_(n−1) / ∏ c_k^(n − 2 − k) = ± c_(n−1) / ∏ P_k (k ≤ n − 3),    P_k = c_0·c_1⋯c_k
//! ```
//!
//! with one inversion in the end, where elimination with quotients needs one of eight different moduli in every step. All lanes exchange
//! the same rows: for the first pivot that is a unit in all of them. A lane without one is reported and left to the caller.
//! Cost: n³/3 entries, five multiply-adds a vector each.
//!
//! Ranges: a factor c in [0, p] is stored with ⌊2^52·c/p⌋, too small by less than 3. Entries are below 2^52, the bits above are not
//! read; each of two quotients is too small by less than 4, so that new entries are below 8·p, and that is below 2^52 for primes of
//! 48 bits.

pub use super::prime_lanes::LANES;
use super::prime_lanes::{self, BITS, Factor, Field, moduli, spread};
use crate::simd::inlined::{CopyFrom, Walked, Zipped};
use crate::{
    arith::Modulus,
    cpu::Target,
    lengths,
    registry::{self, Kernel, Moduli},
    residue::Residues,
    simd::{Row, Simd},
};

/// Lazy values are below this multiple of p.
const LAZY: u64 = 8;
const _: () = assert!(LAZY << BITS <= 1 << 52);

/// The determinants except for their sign, a mask of the lanes that have none, and whether the sign changes.
struct Outcome {
    values: [u64; LANES],
    abnormal: u32,
    negative: bool,
}

prime_lanes::kernels!(determinant(primes: &[u64], n: usize, entries: &mut [u64]) -> Outcome);

/// The determinant of an n×n matrix modulo each of at most eight primes, from its residues in [0, p), row by row; `None` in a lane that found no pivot
/// where others did.
///
/// # Panics
/// If [`applies`] is false; for no primes or more than eight, no rows, or residues that are not n² for each prime.
#[must_use]
pub fn determinants(target: Target, primes: &[Modulus], n: usize, residues: &[&[u64]]) -> Vec<Option<u64>> {
    let &Loops { lanes, run } = select(target, primes).expect("a kernel for these primes");
    assert!((1..=LANES).contains(&primes.len()) && residues.len() == primes.len());
    assert!(n > 0 && residues.iter().all(|run| run.len() == lengths::product([n, n])));
    let mut out = Vec::with_capacity(primes.len());
    for (primes, residues) in primes.chunks(lanes).zipped(residues.chunks(lanes)) {
        let found = run(&moduli(primes, lanes), n, &mut spread(residues, lanes));
        for (l, (p, &value)) in primes.walk().zipped(&found.values).enumerate() {
            let known = found.abnormal >> l & 1 == 0;
            out.push(known.then(|| if found.negative { p.neg(value) } else { value }));
        }
    }
    out
}

/// A determinant modulo the primes of the lanes; `words` are the entries, row by row.
#[inline(always)]
fn determinant<S: Simd>(s: S, moduli: &[u64], n: usize, words: &mut [u64]) -> Outcome {
    let (f, rows) = (Field::new(s, S::row(moduli)), S::rows_mut(words).0);
    let r = f.r;
    let mut out = Outcome { values: [0; LANES], abnormal: 0, negative: false };
    let [mut divisor, mut prefix, mut last] = [f.powers[0]; 3];
    for k in 0..n {
        let Some((row, zeros)) = pivot(f, rows, [k, n], out.abnormal) else {
            // a column of zeros in all lanes that count: their determinants are 0
            return Outcome { negative: false, ..out };
        };
        if k + 1 < n {
            out.abnormal |= zeros;
        }
        if out.abnormal.count_ones() == S::LANES as u32 {
            break;
        }
        if row != k {
            let (above, below) = rows.split_at_mut(row * n);
            above[k * n..][..n].swap_with_slice(&mut below[..n]);
            out.negative = !out.negative;
        }
        last = r.canonical(s.load(&rows[k * n + k]));
        if k + 2 < n {
            prefix = r.product(prefix, r.product(last, f.powers[1]));
            divisor = r.product(divisor, prefix);
        }
        step(f, rows, [k, n], f.factor(last));
    }
    let mut values = S::Row::ZERO;
    s.store(&mut values, r.product(last, f.inverse(divisor)));
    out.values[..S::LANES].copy_from(values.as_ref());
    out
}

/// The first row from k on whose entry of column k is a unit in all lanes but the abnormal ones, else in one of them, and a mask of the lanes where it is
/// 0 and which are not abnormal; `None` if it is 0 in all rows.
#[inline(always)]
fn pivot<S: Simd>(f: Field<S>, rows: &[S::Row], [k, n]: [usize; 2], abnormal: u32) -> Option<(usize, u32)> {
    let (mut found, all) = (None, (1_u32 << S::LANES) - 1);
    for i in k..n {
        let zeros = f.zeros(f.r.canonical(f.s.load(&rows[i * n + k]))) & !abnormal;
        if zeros == 0 {
            return Some((i, 0));
        }
        if zeros | abnormal != all && found.is_none() {
            found = Some((i, zeros));
        }
    }
    found
}

/// Row i ← c·row i − (entry of column k)·row k for the rows below k, in the columns beyond k.
#[inline(always)]
fn step<S: Simd>(f: Field<S>, rows: &mut [S::Row], [k, n]: [usize; 2], c: Factor<S>) {
    let s = f.s;
    let (above, below) = rows.split_at_mut((k + 1) * n);
    let above = &above[k * n..][k + 1..];
    for row in below.chunks_exact_mut(n) {
        // 0 becomes p, which is a valid factor too
        let minus = f.factor(f.negated(f.r.canonical(s.load(&row[k]))));
        for (x, y) in row[k + 1..].walk_mut().zipped(above) {
            s.store(x, f.r.sum_of_multiples([s.load(x), s.load(y)], [c, minus]));
        }
    }
}
