//! Products and sums of products against the definition.

use polymod_core::{bits::testing::noise, cpu::Target, pass::digits::*};

/// Integers below 2^bits in magnitude, of either sign, at the ends of their range or scattered.
fn integers(len: usize, bits: u32, kind: u64) -> (Vec<u64>, usize) {
    let width = bits as usize / 64 + 1;
    let mut words = Vec::new();
    for i in 0..len as u64 {
        let negative = match kind {
            0 => false,
            1 => true,
            2 => i % 2 == 1,
            _ => noise(i) % 2 == 1,
        };
        let limb = |j: usize| if kind == 4 { noise(1000 * i + j as u64) } else { u64::MAX };
        let mut x: Vec<u64> = (0..width).map(limb).collect();
        let top = bits % 64;
        x[width - 1] &= (1 << top) - 1;
        if kind == 3 && i % 3 == 0 {
            x.fill(0);
        }
        if negative {
            let mut carry = true;
            for x in &mut x {
                (*x, carry) = (!*x).overflowing_add(carry.into());
            }
        }
        words.extend(x);
    }
    (words, width)
}

/// A coefficient by the definition, modulo 2^(64·width).
fn defined(a: (&[u64], usize), b: (&[u64], usize), k: usize, width: usize) -> Vec<u64> {
    let extended = |(words, w): (&[u64], usize), i: usize| -> Vec<u64> {
        let x = &words[i * w..][..w];
        (0..width).map(|j| x.get(j).copied().unwrap_or((x[w - 1] as i64 >> 63) as u64)).collect()
    };
    let mut sum = vec![0; width];
    let (m, n) = (a.0.len() / a.1, b.0.len() / b.1);
    for i in (k + 1).saturating_sub(n)..m.min(k + 1) {
        let (x, y) = (extended(a, i), extended(b, k - i));
        for i in 0..width {
            let mut carry = 0;
            for j in 0..width - i {
                let total = u128::from(x[i]) * u128::from(y[j]) + u128::from(sum[i + j]) + carry;
                (sum[i + j], carry) = (total as u64, total >> 64);
            }
        }
    }
    sum
}

#[test]
fn products_agree_with_the_definition() {
    let kernels = KERNELS.iter().filter(|k| k.needs().runs_within(Target::AVX512)).chain([&PORTABLE]);
    let kernels: Vec<_> = kernels.collect();
    for bits in [
        [1u32, 1],
        [40, 52],
        [40, 53],
        [51, 52],
        [52, 53],
        [63, 64],
        [64, 200],
        [103, 104],
        [208, 4],
        [256, 256],
        [260, 64],
        [415, 417],
        [420, 840],
        [728, 100],
        [560, 620],
        [2048, 2047],
    ] {
        for (m, n) in [(1, 1), (1, 3), (4, 1), (2, 2), (5, 3), (8, 8), (3, 17)] {
            for kind in 0..5 {
                let ((a, v), (b, w)) =
                    (integers(m, bits[0], kind), integers(n, bits[1], if kind == 0 { 1 } else { kind }));
                let terms = u32::BITS - (m.min(n) as u32).leading_zeros();
                let width = (bits[0] + bits[1] + terms) as usize / 64 + 1;
                let operands =
                    [Operand { words: &a, width: v, bits: bits[0] }, Operand { words: &b, width: w, bits: bits[1] }];
                for (start, end) in [(0, m + n - 1), (m / 2, m + n - 1), (0, n), (m + n - 1, m + n - 1)] {
                    let wanted: Vec<u64> = (start..end).flat_map(|k| defined((&a, v), (&b, w), k, width)).collect();
                    for kernel in &kernels {
                        let mut room = vec![noise(7); kernel.room(&operands)];
                        let mut out = vec![7; wanted.len()];
                        kernel.multiply(&mut out, width, operands, start, &mut room);
                        assert_eq!(out, wanted, "{kernel:?}, {bits:?} bits, {m} by {n}, kind {kind}, from {start}");
                    }
                }
            }
        }
    }
}

/// More products than columns take at once, all of them the largest; by lists of integers too.
#[test]
fn fullest_columns() {
    for (terms, bits) in [(93, 52 * 11), (200, 52 * 11), (3, 52 * 1022)] {
        for kind in 0..3 {
            let (a, v) = integers(terms, bits, kind);
            let operand = Operand { words: &a, width: v, bits };
            let width = (2 * bits + 8) as usize / 64 + 1;
            let wanted = defined((&a, v), (&a, v), terms - 1, width);
            let mut list = DigitRows::default();
            a.chunks_exact(v).for_each(|x| list.push(x));
            for kernel in KERNELS.iter().filter(|k| k.needs().runs_within(Target::AVX512)).chain([&PORTABLE]) {
                let mut room = vec![noise(7); kernel.room(&[operand; 2])];
                let mut out = vec![7; width];
                kernel.multiply(&mut out, width, [operand; 2], terms - 1, &mut room);
                assert_eq!(out, wanted, "{kernel:?}, {terms} of {bits} bits, kind {kind}");
                let mut out = vec![7; width];
                kernel.sum_of_products(&mut out, [&list, &list], terms - 1, 0..terms, &mut room);
                assert_eq!(out, wanted, "{kernel:?}, a list of {terms} of {bits} bits, kind {kind}");
            }
        }
    }
    assert!(!DigitKernel::takes_bits([52 * 1023; 2]) && DigitKernel::takes_bits([52 * 1022, u32::MAX]));
}

/// Lists of integers of different lengths, zeros and least numbers of a width among them.
#[test]
fn sums_of_products_of_lists() {
    let numbers: [&[u64]; 8] = [
        &[0],
        &[1],
        &[u64::MAX],
        &[0, 1 << 63],
        &[u64::MAX, u64::MAX, u64::MAX >> 1],
        &[0, 0, 0, u64::MAX],
        &[noise(1), noise(2), noise(3), noise(4), noise(5), noise(6) >> 1],
        &[0, 0, 0, 0, 0, 0, 0, 0, 0, 1 << 63],
    ];
    let wide: Vec<u64> =
        numbers.iter().flat_map(|x| (0..10).map(|j| x.get(j).copied().unwrap_or(sign_of(x)))).collect();
    let mut list = DigitRows::default();
    numbers.iter().for_each(|x| list.push(x));
    assert!(list.len() == 8 && !list.is_empty() && DigitRows::default().is_empty());
    for kernel in KERNELS.iter().filter(|k| k.needs().runs_within(Target::AVX512)).chain([&PORTABLE]) {
        let mut room = vec![noise(8); 3];
        for k in 0..15 {
            let terms = (k + 1usize).saturating_sub(8)..8.min(k + 1);
            let mut out = vec![7; 21];
            kernel.sum_of_products(&mut out, [&list, &list], k, terms.clone(), &mut room);
            assert_eq!(out, defined((&wide, 10), (&wide, 10), k, 21), "{kernel:?}, coefficient {k}");
            kernel.sum_of_products(&mut out, [&list, &list], k, terms.start..terms.start, &mut room);
            assert_eq!(out, [0; 21]);
        }
    }
}

/// Lists of integers at the ends of their range, from all beginnings; integers that are too long are refused.
#[test]
fn sums_of_products_of_growing_lists() {
    for bits in [1u32, 50, 51, 52, 63, 100, 150, 200, 256, 300, 350, 400, 450, 510, 560, 610, 666, 720] {
        for (m, n) in [(1, 1), (3, 8), (9, 2), (17, 20), (67, 30)] {
            for kind in 0..5 {
                let ((a, v), (b, w)) = (integers(m, bits, kind), integers(n, bits, if kind == 0 { 1 } else { kind }));
                let reversed: Vec<u64> = b.chunks_exact(w).rev().flatten().copied().collect();
                for kernel in KERNELS.iter().filter(|k| k.needs().runs_within(Target::AVX512)).chain([&PORTABLE]) {
                    let Some(mut lists) = kernel.lists(bits, m, Operand { words: &b, width: w, bits }) else {
                        assert!(kernel.most_in_lanes() < 14, "{kernel:?}, {bits} bits");
                        continue;
                    };
                    let words = lists.words();
                    assert!(!lists.push(&vec![u64::MAX >> 1; words + 1]), "a long integer");
                    for (known, x) in a.chunks_exact(v).enumerate() {
                        // of the integers so far, from i on, those of b from j on
                        for (i, j) in [(0, 0), (0, n - 1), (known / 2, n / 2), (known, 0)] {
                            let terms = (known - i).min(n - j);
                            let (x, y) = (&a[i * v..(i + terms) * v], &reversed[(n - j - terms) * w..(n - j) * w]);
                            let mut out = vec![7; words];
                            lists.dot(&mut out, i, j);
                            let wanted =
                                if terms == 0 { vec![0; words] } else { defined((x, v), (y, w), terms - 1, words) };
                            assert_eq!(
                                out, wanted,
                                "{kernel:?}, {bits} bits, {m} and {n}, kind {kind}, {known}: {i}, {j}"
                            );
                        }
                        assert!(lists.push(x));
                    }
                }
            }
        }
    }
}
