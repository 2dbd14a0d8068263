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

pub use super::prime_lanes::{LANES, applies};
use super::{
    lengths,
    prime_lanes::{BITS, moduli, spread},
};
use crate::{arith::Modulus, cpu::Isa};

/// Lazy values are below this multiple of p.
const LAZY: u64 = 8;
const _: () = assert!(LAZY << BITS <= 1 << 52);

/// The determinant of an n×n matrix modulo each of at most eight primes, from its residues in [0, p), row by row; `None` in a lane
/// that found no pivot where others did.
///
/// # Panics
/// If [`applies`] is false; for no primes or more than eight, no rows, or residues that are not n² for each prime.
#[must_use]
pub fn determinants(isa: Isa, primes: &[Modulus], n: usize, residues: &[&[u64]]) -> Vec<Option<u64>> {
    assert!(applies(isa, primes) && (1..=LANES).contains(&primes.len()) && residues.len() == primes.len());
    assert!(n > 0 && residues.iter().all(|run| run.len() == lengths::product([n, n])));
    let mut words = spread(residues);
    let (values, abnormal, negative) = run(&moduli(primes), n, &mut words);
    let value = |(l, p): (usize, &Modulus)| {
        (abnormal >> l & 1 == 0).then(|| if negative { p.neg(values[l]) } else { values[l] })
    };
    primes.iter().enumerate().map(value).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn run(_: &[u64; LANES], _: usize, _: &mut [u64]) -> ([u64; LANES], u8, bool) {
    unreachable!("there is no kernel")
}

#[cfg(target_arch = "x86_64")]
fn run(moduli: &[u64; LANES], n: usize, words: &mut [u64]) -> ([u64; LANES], u8, bool) {
    // SAFETY: `applies` has asked the CPU, and there are n² vectors
    unsafe { vectors::run(moduli, n, words) }
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::LANES;
    use crate::kernels::prime_lanes::{Field, load, store, zero};
    use std::arch::x86_64::*;

    /// The determinants except for their sign, a mask of the abnormal lanes, and whether the sign changes.
    ///
    /// SAFETY: AVX-512 IFMA; n² vectors of residues in [0, p), n > 0.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) unsafe fn run(moduli: &[u64; LANES], n: usize, words: &mut [u64]) -> ([u64; LANES], u8, bool) {
        let (mut abnormal, mut negative, mut out) = (0, false, [0; LANES]);
        // SAFETY: rows and columns are below n
        unsafe {
            let f = Field::new(moduli);
            let (mut divisor, mut prefix) = (f.powers[0], f.powers[0]);
            let mut last = f.powers[0];
            for k in 0..n {
                let Some((row, units)) = pivot(f, words, [k, n], abnormal) else {
                    // a column of zeros in all lanes that count: their determinants are 0
                    return ([0; LANES], abnormal, false);
                };
                if k + 1 < n {
                    abnormal |= !units;
                }
                if abnormal == u8::MAX {
                    break;
                }
                if row != k {
                    exchange(words, [k, row, n]);
                    negative = !negative;
                }
                last = f.canonical(load(words.as_ptr().add(LANES * (k * n + k))));
                if k + 2 < n {
                    prefix = f.product(prefix, f.product(last, f.powers[1]));
                    divisor = f.product(divisor, prefix);
                }
                step(f, words.as_mut_ptr(), [k, n], f.factor(last));
            }
            store(out.as_mut_ptr(), f.product(last, f.inverse(divisor)));
        }
        (out, abnormal, negative)
    }

    /// The first row from k on whose entry of column k is a unit in all lanes but the abnormal ones, else in one of them, and a mask of
    /// the lanes where it is or which are abnormal; `None` if it is 0 in all rows.
    ///
    /// SAFETY: AVX-512 IFMA; n² vectors, k < n.
    #[inline(always)]
    unsafe fn pivot(f: Field, words: &[u64], [k, n]: [usize; 2], abnormal: u8) -> Option<(usize, u8)> {
        let mut found = None;
        for i in k..n {
            // SAFETY: row i and column k are below n
            let units = unsafe {
                let x = f.canonical(load(words.as_ptr().add(LANES * (i * n + k))));
                _mm512_test_epi64_mask(x, x) | abnormal
            };
            if units == u8::MAX {
                return Some((i, units));
            }
            if units != abnormal && found.is_none() {
                found = Some((i, units));
            }
        }
        found
    }

    /// Exchanges two rows, the first above the second.
    fn exchange(words: &mut [u64], [k, row, n]: [usize; 3]) {
        let (above, below) = words.split_at_mut(LANES * row * n);
        above[LANES * k * n..][..LANES * n].swap_with_slice(&mut below[..LANES * n]);
    }

    /// Row i ← c·row i − (entry of column k)·row k for the rows below k, in the columns beyond k.
    ///
    /// SAFETY: AVX-512 IFMA; n² vectors, k < n.
    #[inline(always)]
    unsafe fn step(f: Field, words: *mut u64, [k, n]: [usize; 2], c: [__m512i; 2]) {
        // SAFETY: rows and columns are below n
        unsafe {
            let above = words.add(LANES * k * n);
            for i in k + 1..n {
                let row = words.add(LANES * i * n);
                // 0 becomes p, which is a valid factor too
                let minus = f.factor(_mm512_sub_epi64(f.p, f.canonical(load(row.add(LANES * k)))));
                for j in k + 1..n {
                    let (x, y) = (load(row.add(LANES * j)), load(above.add(LANES * j)));
                    let quotient = _mm512_madd52hi_epu64(_mm512_madd52hi_epu64(zero(), x, c[1]), y, minus[1]);
                    let sum = _mm512_madd52lo_epu64(_mm512_madd52lo_epu64(zero(), x, c[0]), y, minus[0]);
                    store(row.add(LANES * j), _mm512_madd52lo_epu64(sum, quotient, f.minus_p));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{arith::PrimeStream, bits::testing::noise, cpu};

    /// The determinant by elimination with quotients, in wide integers.
    fn determinant(p: u64, n: usize, mut m: Vec<u64>) -> u64 {
        let mul = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(p)) as u64;
        let mut d = 1;
        for k in 0..n {
            let Some(i) = (k..n).find(|&i| m[i * n + k] != 0) else { return 0 };
            if i != k {
                (0..n).for_each(|j| m.swap(i * n + j, k * n + j));
                d = mul(d, p - 1);
            }
            d = mul(d, m[k * n + k]);
            let (mut inverse, mut square, mut e) = (1, m[k * n + k], p - 2);
            while e > 0 {
                inverse = if e & 1 == 1 { mul(inverse, square) } else { inverse };
                (square, e) = (mul(square, square), e >> 1);
            }
            for i in k + 1..n {
                let factor = mul(m[i * n + k], inverse);
                for j in k..n {
                    m[i * n + j] = (m[i * n + j] + p - mul(factor, m[k * n + j])) % p;
                }
            }
        }
        d
    }

    /// The largest primes of 48 bits, and the least one.
    fn primes() -> Vec<Modulus> {
        let largest = PrimeStream::new(BITS, 1).expect("a stream").take(40);
        let least = (1u64 << (BITS - 1)..).find(|&p| crate::arith::is_prime(p));
        largest.chain(least).map(|p| Modulus::new(p).expect("a modulus")).collect()
    }

    fn found(primes: &[Modulus], n: usize, entries: &[Vec<u64>]) -> Vec<Option<u64>> {
        determinants(Isa::Avx512, primes, n, &entries.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    /// Random entries, p − 1 in every place but the diagonal, few values with zero pivots and equal rows,
    /// and a leading entry that is 0 in all lanes.
    #[test]
    fn determinants_agree_with_elimination() {
        let primes = primes();
        let runs = applies(Isa::Avx512, &primes);
        assert_eq!(runs, cpu::host().supported >= Isa::Avx512);
        if !runs {
            return;
        }
        let mut exchanged = 0;
        for n in [1, 2, 3, 4, 5, 8, 13, 24] {
            for case in 0..24usize {
                let count = 1 + case % LANES;
                let mut chosen = primes[case..][..count - 1].to_vec();
                chosen.push(if case % 2 == 0 { primes[40] } else { primes[39] });
                let entry = |p: &Modulus, i: usize, j: usize| match case % 6 {
                    0 => p.n() - if i == j { 2 } else { 1 },
                    1 => noise((100 * i + j + case) as u64) % 3,
                    // the image of one integer matrix, whose leading entry is 0
                    2 if (i, j) == (0, 0) => 0,
                    3 => [p.n() - 1, 0, 1, p.n() / 2][(i * i + 3 * j + case) % 4],
                    _ => p.reduce(noise((i * n + j + 1000 * case) as u64 ^ p.n()) >> 3),
                };
                let of = |p| (0..n * n).map(|at| entry(p, at / n, at % n)).collect::<Vec<u64>>();
                let entries: Vec<Vec<u64>> = chosen.iter().map(of).collect();
                for ((got, p), m) in found(&chosen, n, &entries).into_iter().zip(&chosen).zip(entries) {
                    assert_eq!(got, Some(determinant(p.n(), n, m)), "{n}, case {case}, modulo {}", p.n());
                    exchanged += usize::from(case % 6 == 2);
                }
            }
        }
        assert!(exchanged > 0);
    }

    /// A lane whose entries vanish alone is told, unless it is the last entry: that is the determinant.
    #[test]
    fn lanes_without_a_pivot_are_told() {
        let primes = &primes()[..LANES];
        if !applies(Isa::Avx512, primes) {
            return;
        }
        for n in [2usize, 3, 6] {
            let random = |p: &Modulus| (0..n * n).map(|i| p.reduce(noise(i as u64 ^ p.n()) >> 3).max(1)).collect();
            let mut entries: Vec<Vec<u64>> = primes.iter().map(random).collect();
            (0..n).for_each(|i| entries[3][i * n] = 0);
            // rows 0 and 1 are proportional in the next lane
            let (row, p) = (entries[4][..n].to_vec(), primes[4]);
            (0..n).for_each(|j| entries[4][n + j] = p.mul(row[j], 5));
            for (l, got) in found(primes, n, &entries).into_iter().enumerate() {
                let expected = determinant(primes[l].n(), n, entries[l].clone());
                match (l, n) {
                    (3, _) => assert_eq!(got, None),
                    (4, 2) => assert_eq!(got, Some(0)),
                    // another row takes its place in all lanes
                    _ => assert_eq!(got, Some(expected), "{n}, lane {l}"),
                }
            }
        }
    }
}
