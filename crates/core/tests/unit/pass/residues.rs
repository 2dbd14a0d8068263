//! Residues of words, and words from residues.

use polymod_core::{
    arith::{Modulus, ntt_primes},
    bits::testing::noise,
    cpu::Target,
    pass::residues::*,
    registry::{Kernel, Moduli},
};

/// Every kernel that this CPU runs, with its largest primes and the largest of 48 bits.
fn kernels() -> impl Iterator<Item = (&'static Kernel<Loops>, Vec<Modulus>)> {
    let all = PORTABLE.iter().chain(KERNELS.iter().filter(|k| k.needs().runs_within(Target::AVX512)));
    all.flat_map(|k| {
        let Moduli::Bits(most) = k.moduli() else { unreachable!("a number of bits") };
        [most, 48].map(|bits| {
            let primes = ntt_primes(bits, 20, MAX_PRIMES).expect("primes");
            (k, primes.into_iter().map(|p| Modulus::new(p).expect("a prime")).collect())
        })
    })
}

#[test]
fn words_are_reduced() {
    for (kernel, primes) in kernels() {
        for p in primes.into_iter().chain([3, 97, 65_537].map(|p| Modulus::new(p).expect("a prime"))) {
            let n = p.n();
            let edges = [0, 1, n - 1, n, n + 1, 2 * n - 1, u64::MAX - 1, u64::MAX, u64::MAX - u64::MAX % n];
            let words: Vec<u64> = edges.into_iter().chain((0..100).map(noise)).collect();
            for len in (0..=17).chain([words.len()]) {
                let mut out = vec![7; len];
                kernel.loops().split(p, &words[..len], &mut out);
                assert!(words.iter().zip(&out).all(|(x, y)| x % n == *y), "{kernel:?}: {len} words modulo {n}");
            }
        }
    }
}

/// Moduli around the bounds, even and odd.
const MODULI: [u64; 15] = [
    2,
    3,
    97,
    (1 << 31) - 1,
    1 << 40,
    (1 << 61) - 1,
    (1 << 62) - 57,
    (1 << 62) - 1,
    1 << 62,
    (1 << 63) - 25,
    1 << 63,
    (1 << 63) + 29,
    u64::MAX - 58,
    u64::MAX - 1,
    u64::MAX,
];

/// The mixed radix digits of a number that is as near to the ends of its range as allowed, or multiples of n or next to them.
fn digits(primes: &[Modulus], kind: u64) -> Vec<u64> {
    // the highest digit leaves the margin
    let most = |i: usize| if i + 1 == primes.len() { primes[i].n() - (primes[i].n() >> 17) } else { primes[i].n() - 1 };
    let digit = |i: usize| match kind {
        0 => 0,
        1 => most(i),
        2 => u64::from(i == 0),
        3 => u64::from(i + 1 == primes.len()) * most(i),
        _ => noise(kind * 8 + i as u64) % most(i),
    };
    (0..primes.len()).map(digit).collect()
}

/// The number with these digits, modulo m.
fn value(primes: &[Modulus], digits: &[u64], m: Modulus) -> u64 {
    let step = |x, (p, &digit): (&Modulus, &u64)| m.add(m.mul(x, m.reduce(p.n())), m.reduce(digit));
    primes.iter().zip(digits).rev().fold(0, step)
}

/// Joins residues that lack a factor 3, as a transform leaves them: words below 2p, or doubles up to 1.48p in magnitude. The runs have gaps with
/// rubbish between them.
fn joined(
    kernel: &Kernel<Loops>,
    n: Modulus,
    primes: &[Modulus],
    residue: impl Fn(Modulus, usize) -> u64,
    count: usize,
) -> Vec<u64> {
    let stride = count + 5;
    let mut residues = vec![!0; primes.len() * stride];
    for (p, run) in primes.iter().zip(residues.chunks_exact_mut(stride)) {
        let third = p.inv(3).expect("not 3");
        for (i, x) in run[1..=count].iter_mut().enumerate() {
            let y = p.mul(residue(*p, i), third);
            let (real, n) = (y as f64, p.n() as f64);
            let signed = match i % 4 {
                1 => real - n,
                2 if real <= 0.48 * n => real + n,
                3 if real >= 0.52 * n => real - 2.0 * n,
                _ => real,
            };
            *x = if kernel.loops().doubles() { signed.to_bits() } else { y + i as u64 % 2 * p.n() };
        }
    }
    let reconstruct = WordReconstruct::by(kernel.loops(), n, primes, &vec![3; primes.len()]);
    let mut out = vec![7; count];
    join(&reconstruct, &residues, stride, 1, &mut out);
    out
}

#[test]
fn numbers_come_back_modulo_n() {
    for (kernel, primes) in kernels() {
        for k in 1..=MAX_PRIMES {
            let primes = &primes[..k];
            let all: Vec<Vec<u64>> = (0..200).map(|kind| digits(primes, kind)).collect();
            for n in MODULI.map(|n| Modulus::new(n).expect("a modulus")) {
                for count in [1, 3, 4, 7, 8, 28, all.len()] {
                    let out = joined(kernel, n, primes, |p, i| value(primes, &all[i], p), count);
                    let expected: Vec<u64> = all[..count].iter().map(|x| value(primes, x, n)).collect();
                    assert_eq!(out, expected, "{kernel:?}: {k} primes, modulo {}", n.n());
                }
            }
        }
    }
}

/// Numbers next to multiples of n, and next to those and n/2: remainders at the ends of the range.
#[test]
fn numbers_next_to_multiples_of_n_are_reduced() {
    for (kernel, primes) in kernels() {
        for k in 2..=MAX_PRIMES {
            let primes = &primes[..k];
            for n in MODULI.map(|n| Modulus::new(n).expect("a modulus")) {
                // t·n + d for a factor t of at most 30 bits, below the product of two primes
                let terms = |i: usize| (noise(i as u64) >> 34, [0, 1, 2, n.n() - 1, n.n() / 2][i % 5] % n.n());
                let residue = |p: Modulus, i: usize| {
                    let (t, d) = terms(i);
                    p.add(p.mul(p.reduce(t), p.reduce(n.n())), p.reduce(d))
                };
                let out = joined(kernel, n, primes, residue, 100);
                let expected: Vec<u64> = (0..100).map(|i| terms(i).1).collect();
                assert_eq!(out, expected, "{kernel:?}: {k} primes, modulo {}", n.n());
            }
        }
    }
}
