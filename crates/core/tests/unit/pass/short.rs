//! Products of short vectors against the definition.

use polymod_core::{arith::Modulus, bits::testing::noise, cpu::Target, pass::short::*};

/// Moduli at the bounds of the kernels, even and odd.
const MODULI: [u64; 31] = [
    2,
    3,
    (1 << 26) - 5,
    1 << 26,
    (1 << 26) + 15,
    (1 << 27) - 39,
    (1 << 31) - 1,
    (1 << 32) - 5,
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    (1 << 32) + 15,
    (1 << 50) - 27,
    (1 << 51) - 129,
    (1 << 51) - 1,
    1 << 51,
    (1 << 51) + 21,
    1 << 52,
    (1 << 52) + 1,
    (1 << 61) - 1,
    (1 << 62) - 57,
    (1 << 62) - 1,
    1 << 62,
    (1 << 62) + 1,
    (1 << 63) - 25,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX - 58,
    u64::MAX - 1,
    u64::MAX,
];

/// Every kernel that this CPU runs.
fn kernels() -> impl Iterator<Item = &'static ShortKernel> {
    PORTABLE.iter().chain(KERNELS.iter().filter(|k| k.needs().runs_within(Target::AVX512)))
}

/// Coefficients: the largest, scattered ones, both, and those whose sums are next to multiples of n.
fn coefficient(n: Modulus, kind: u64, i: u64) -> u64 {
    match kind {
        0 => n.n() - 1,
        1 => n.reduce(noise(i)),
        2 if i.is_multiple_of(3) => n.n() - 1,
        2 => i % n.n(),
        _ => [0, 1, n.n() - 1][(noise(i) % 3) as usize],
    }
}

fn defined(n: Modulus, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len() + b.len() - 1];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            let sum = u128::from(out[i + j]) + u128::from(x) * u128::from(y) % u128::from(n.n());
            out[i + j] = (sum % u128::from(n.n())) as u64;
        }
    }
    out
}

#[test]
fn short_products_agree_with_the_definition() {
    let lengths = [
        (1, 1),
        (1, 9),
        (2, 3),
        (7, 8),
        (8, 8),
        (9, 17),
        (16, 16),
        (17, 5),
        (33, 40),
        (64, 65),
        (255, 256),
        (256, 256),
    ];
    for n in MODULI.map(|n| Modulus::new(n).expect("a modulus")) {
        for (la, lb) in lengths {
            for kind in 0..4 {
                let a: Vec<u64> = (0..la as u64).map(|i| coefficient(n, kind, i)).collect();
                let b: Vec<u64> = (0..lb as u64).map(|i| coefficient(n, kind, i + 1000)).collect();
                let (expected, full) = (defined(n, &a, &b), la + lb - 1);
                for kernel in kernels().filter(|k| k.takes(n)) {
                    let short = Short::with(kernel, n);
                    for (start, end) in [(0, full), (0, full / 2), (full / 3, full), (lb - 1, full), (full, full)] {
                        let mut out = vec![7; end - start];
                        short.multiply(&mut out, &a, &b, start);
                        assert_eq!(out, expected[start..end], "{kernel:?}, n = {}, {la} by {lb}, kind {kind}", n.n());
                    }
                }
            }
        }
    }
}

/// Products by 1, x and −x of residues at the ends, and by factors that take other residues there: remainders next to 0 and to n.
#[test]
fn results_at_the_ends_of_the_range_are_reduced() {
    for n in MODULI.map(|n| Modulus::new(n).expect("a modulus")) {
        let ends = (0..48).flat_map(|i| [n.reduce(i), n.neg(n.reduce(i)), n.reduce(n.n() / 2 + i)]);
        let results: Vec<u64> = ends.collect();
        for c in [1, n.n() - 1, n.n() / 2, n.reduce(0x9e37_79b9_7f4a_7c15), n.reduce(1 << 52)] {
            let Ok(inverse) = n.inv(c) else { continue };
            let b: Vec<u64> = results.iter().map(|&r| n.mul(r, inverse)).collect();
            for kernel in kernels().filter(|k| k.takes(n)) {
                let short = Short::with(kernel, n);
                let mut out = vec![7; b.len()];
                short.multiply(&mut out, &[c], &b, 0);
                assert_eq!(out, results, "{kernel:?}, {c} modulo {}", n.n());
            }
        }
    }
}

/// Products of integers at the bounds of the digits and columns, of both signs, against sums of 128 bits.
#[test]
fn products_of_integers_agree_with_the_definition() {
    let kernels = SIGNED.iter().filter(|k| k.needs().runs_within(Target::AVX512)).chain([&PORTABLE_SIGNED]);
    let magnitude = |bits: u32| (1i64 << bits) - 1;
    let mut ways = [[0; 2]; 2];
    for kernel in kernels {
        for (x, y) in
            [(1, 1), (5, 40), (20, 31), (27, 27), (28, 28), (31, 31), (32, 31), (32, 32), (50, 3), (52, 52), (58, 58)]
        {
            for (la, lb) in
                [(1, 1), (2, 3), (3, 9), (8, 8), (7, 16), (17, 5), (16, 33), (64, 65), (255, 256), (256, 256)]
            {
                for kind in 0..4 {
                    let draw = |bits: u32, i: u64| match kind {
                        0 => magnitude(bits),
                        1 => -magnitude(bits),
                        2 if i.is_multiple_of(2) => magnitude(bits),
                        2 => -magnitude(bits),
                        _ => noise(i) as i64 >> (63 - bits),
                    } as u64;
                    let a: Vec<u64> = (0..la as u64).map(|i| draw(x, i)).collect();
                    let b: Vec<u64> = (0..lb as u64).map(|i| draw(y, i + 1000)).collect();
                    let full = la + lb - 1;
                    let mut expected = vec![0i128; full];
                    for (i, &x) in a.iter().enumerate() {
                        for (j, &y) in b.iter().enumerate() {
                            expected[i + j] += i128::from(x as i64) * i128::from(y as i64);
                        }
                    }
                    // a magnitude below 2^bits; the least signed words are 2^bits themselves
                    let bits = if kind == 3 { [x + 1, y + 1] } else { [x, y] };
                    for width in [1, 2] {
                        let Some(digits) = kernel.digits(bits, [la.min(lb), la.max(lb)], width) else { continue };
                        ways[digits - 1][width - 1] += 1;
                        for (start, end) in [(0, full), (0, full / 2), (full / 3, full), (lb - 1, full), (full, full)] {
                            let mut out = vec![7; (end - start) * width];
                            kernel.multiply(&mut out, width, &a, &b, bits, start);
                            for (k, out) in out.chunks_exact(width).enumerate() {
                                let sum = expected[start + k];
                                let words = [sum as u64, (sum >> 64) as u64];
                                assert_eq!(
                                    *out,
                                    words[..width],
                                    "{kernel:?}, {x} by {y} bits, {la} by {lb}, kind {kind}, {k}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(ways.iter().flatten().all(|&n| n > 0), "{ways:?}");
}

/// Every modulus has a kernel where there are vectors.
#[test]
fn every_modulus_has_a_kernel() {
    for target in Target::families() {
        for n in MODULI.map(|n| Modulus::new(n).expect("a modulus")) {
            let found = Short::new(target, n);
            assert_eq!(found.is_some(), target.has_vectors(), "{target}, {}", n.n());
            assert!(found.is_none_or(|short| short.kernel().takes(n) && target.contains(short.kernel().needs())));
        }
    }
}
