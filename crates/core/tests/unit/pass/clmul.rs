//! Polynomials over F_2 against the definition: shifts for products, one step after the other for divisions.

use polymod_core::{bits::testing::noise, cpu::Target, pass::clmul::*};

/// Each kernel that the CPU can run.
fn kernels() -> impl Iterator<Item = &'static BitKernel> {
    KERNELS.iter().filter(|k| k.needs().runs_within(Target::AVX512))
}

/// Words of one kind: all ones, a single bit, scattered.
fn words(kind: u64, len: usize) -> Vec<u64> {
    let word = |i: u64| match kind {
        0 => u64::MAX,
        1 => u64::from(i == 0) << 63 | u64::from(i + 1 == len as u64),
        _ => noise(i + kind),
    };
    (0..len as u64).map(word).collect()
}

fn bit(v: &[u64], i: usize) -> bool {
    v[i / 64] >> (i % 64) & 1 == 1
}

/// The product by the definition: word shifts of one operand for the bits of the other.
fn defined(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len() + b.len()];
    for i in (0..64 * a.len()).filter(|&i| bit(a, i)) {
        for (j, &y) in b.iter().enumerate() {
            let wide = u128::from(y) << (i % 64);
            out[i / 64 + j] ^= wide as u64;
            if wide >> 64 != 0 {
                out[i / 64 + j + 1] ^= (wide >> 64) as u64;
            }
        }
    }
    out
}

fn product(k: &BitKernel, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![7; a.len() + b.len()];
    let mut scratch = vec![!0; k.scratch_len(a.len(), b.len())];
    k.multiply(&mut out, a, b, &mut scratch);
    out
}

#[test]
fn products_agree_with_the_definition() {
    for k in kernels() {
        let base = k.base();
        let mut lengths: Vec<(usize, usize)> = (0..=20).flat_map(|n| [(n, n), (n, 20 - n), (n, n + 9)]).collect();
        lengths.extend([base - 1, base, base + 1, 2 * base, 2 * base + 1, 4 * base + 3].map(|n| (n, n)));
        lengths.extend([(1, 200), (3, base + 1), (base, base + 1), (base + 1, 3 * base), (base + 5, 2 * base + 3)]);
        lengths.extend([(64, 64), (63, 65), (89, 144), (144, 233), (100, 101)]);
        for (la, lb) in lengths {
            for kind in 0..3 {
                let (a, b) = (words(kind, la), words(if kind == 1 { 5 } else { kind }, lb));
                let expected = defined(&a, &b);
                assert_eq!(product(k, &a, &b), expected, "{k:?}: {la} by {lb} words, kind {kind}");
                assert_eq!(product(k, &b, &a), expected, "{k:?}: {lb} by {la} words, kind {kind}");
            }
        }
    }
}

#[test]
fn words_and_squares_are_products() {
    for k in kernels() {
        for kind in 0..4 {
            for len in (0..40).chain([100]) {
                let a = words(kind, len);
                let mut square = vec![7; 2 * len];
                k.square(&mut square, &a);
                assert_eq!(square, product(k, &a, &a), "{k:?}: {len} words, kind {kind}");
                for pair in a.windows(2) {
                    let p = k.word(pair[0], pair[1]);
                    assert_eq!([p as u64, (p >> 64) as u64][..], product(k, &pair[..1], &pair[1..]), "{k:?}");
                }
            }
        }
    }
}

#[test]
fn rows_and_matrices_are_sums_of_products() {
    for k in kernels() {
        for len in 0..35 {
            let (x, y) = (words(2, len), words(3, len));
            for c in [0, 1, !0, 1 << 63, 0x1234_5678_9abc_def1] {
                for beyond in 0..3 {
                    let before = words(4, len + beyond);
                    let mut out = before.clone();
                    k.add_row(&mut out, &x, c);
                    let row = product(k, &x, &[c]);
                    let expected: Vec<u64> =
                        before.iter().enumerate().map(|(i, w)| w ^ row.get(i).unwrap_or(&0)).collect();
                    assert_eq!(out, expected, "{k:?}: {len} words and {beyond}");
                }
                let m = [[c, 3], [!c, 1 << 63 | 1]];
                let (mut u, mut v) = (x.clone(), y.clone());
                k.combine(&mut u, &mut v, &m);
                for (row, got) in m.iter().zip([u, v]) {
                    let (p, q) = (product(k, &x, &row[..1]), product(k, &y, &row[1..]));
                    let expected: Vec<u64> = p.iter().zip(&q).map(|(a, b)| a ^ b).take(len).collect();
                    assert_eq!(got, expected, "{k:?}: {len} words by {row:x?}");
                }
            }
        }
    }
}

#[test]
fn runs_of_bits_begin_and_end_anywhere() {
    let (from, before) = (words(7, 12), words(8, 12));
    for k in kernels() {
        for len in [0, 1, 2, 5, 63, 64, 65, 127, 128, 129, 300, 511] {
            for start in [0, 1, 7, 63, 64, 65, 100, 128] {
                for at in [0, 1, 31, 63, 64, 127, 128] {
                    for how in [Merge::Copy, Merge::Add, Merge::Multiply] {
                        let mut out = before.clone();
                        k.merge(&mut out, at, &from, start, len, how);
                        for i in 0..64 * out.len() {
                            let old = bit(&before, i);
                            let inside = (at..at + len).contains(&i);
                            let expected = match how {
                                _ if !inside => old,
                                Merge::Copy => bit(&from, start + i - at),
                                Merge::Add => old ^ bit(&from, start + i - at),
                                Merge::Multiply => old & bit(&from, start + i - at),
                            };
                            assert_eq!(
                                bit(&out, i),
                                expected,
                                "{k:?}: {how:?} {len} bits from {start} to {at}, bit {i}"
                            );
                        }
                    }
                }
                let mut out = vec![!0; len.div_ceil(64)];
                k.reverse(&mut out, &from, start, len);
                for i in 0..64 * out.len() {
                    let expected = i < len && bit(&from, start + len - 1 - i);
                    assert_eq!(bit(&out, i), expected, "{k:?}: {len} bits from {start} in reverse, bit {i}");
                }
            }
        }
    }
}

/// Runs of ones over zeros, and of zeros over ones, that end at each bit of the second and of the third word.
#[test]
fn rows_are_added_where_a_column_is_set() {
    for k in kernels() {
        for (len, count) in [(1, 0), (1, 5), (2, 9), (7, 20), (8, 1), (9, 6), (33, 5), (34, 6), (70, 4)] {
            let (rows, row) = (words(2, len * count), words(3, len));
            for column in [0, 1, 62, 63, 64, 127, 64 * len - 2, 64 * len - 1].into_iter().filter(|&j| j < 64 * len) {
                let mut out = rows.clone();
                k.add_where(&mut out, &row, column);
                for (i, j) in (0..count).flat_map(|i| (0..64 * len).map(move |j| (i, j))) {
                    let [at, pivot] = [j, column].map(|j| bit(&rows, 64 * len * i + j));
                    let expected = at ^ (j > column && pivot && bit(&row, j));
                    assert_eq!(bit(&out, 64 * len * i + j), expected, "{}: row {i}, column {j}", k.name());
                }
            }
        }
    }
}

#[test]
fn runs_end_at_any_bit_of_a_word() {
    for k in kernels() {
        for end in 65..=192 {
            for (at, start) in [(0, 3), (40, 0), (63, 64)] {
                for (how, new, old) in [(Merge::Copy, !0, 0), (Merge::Add, !0, 0), (Merge::Multiply, 0, !0)] {
                    let mut out = [old; 4];
                    k.merge(&mut out, at, &[new; 5], start, end - at, how);
                    for i in 0..64 * out.len() {
                        let expected = if (at..end).contains(&i) { new } else { old };
                        assert_eq!(bit(&out, i), expected != 0, "{k:?}: {how:?}, bits {at} to {end}, bit {i}");
                    }
                }
            }
        }
    }
}

/// The divisions by the definition, on 128 bits, until b is of lower degree than 127 − k.
fn euclid(mut a: u128, mut b: u128, k: u32) -> (Small, Vec<usize>) {
    let (mut m, mut gaps) = ([[1u64, 0], [0, 1]], Vec::new());
    while b >> (127 - k) != 0 {
        gaps.push((b.leading_zeros() - a.leading_zeros()) as usize);
        while a != 0 && a.leading_zeros() <= b.leading_zeros() {
            let shift = b.leading_zeros() - a.leading_zeros();
            a ^= b << shift;
            (m[0][0], m[0][1]) = (m[0][0] ^ m[1][0] << shift, m[0][1] ^ m[1][1] << shift);
        }
        (a, b) = (b, a);
        m.swap(0, 1);
    }
    (m, gaps)
}

#[test]
fn leading_coefficients_decide_the_first_divisions() {
    let wide = |kind: u64| {
        let w = words(kind, 2);
        u128::from(w[1]) << 64 | u128::from(w[0])
    };
    for kernel in kernels() {
        for kind in 2..60 {
            let a = wide(kind) | 1 << 127;
            // gaps of all sizes, a b that divides a, and none
            let shifted = (1..128).step_by(7).map(|gap| (wide(kind + 100) | 1 << 127) >> gap);
            for b in shifted.chain([a >> 1 ^ a << 5 >> 1, a >> 1, a >> 40, 0, 1, u128::MAX >> 1]) {
                let b = b & u128::MAX >> 1;
                for k in [0, 1, 2, 7, 30, 31, 32, 33, 45, 62, 63] {
                    let mut gaps = Vec::new();
                    let got = kernel.leading(a, b, k, Some(&mut gaps));
                    let (matrix, expected) = euclid(a, b, k);
                    assert_eq!((got.matrix, &gaps), (matrix, &expected), "{kernel:?}: {a:x}, {b:x}, {k}");
                    assert_eq!(got.degrees as usize, expected.iter().sum::<usize>(), "{kernel:?}: {a:x}, {b:x}, {k}");
                    assert_eq!(kernel.leading(a, b, k, None), got);
                }
            }
        }
    }
}

/// x modulo 2^degree + low, and the quotient, bit by bit.
fn divided(mut x: u128, degree: u32, low: u64) -> (u128, u64) {
    let mut quotient = 0;
    for shift in (0..128 - degree).rev().filter(|shift| shift + degree < 128) {
        if x >> (shift + degree) & 1 == 1 {
            quotient |= 1u128 << shift;
            x ^= 1u128 << (shift + degree) ^ u128::from(low) << shift;
        }
    }
    (quotient, x as u64)
}

/// The reduction modulo z^degree + low.
fn reduction(degree: u32, low: u64) -> Reduction {
    Reduction::new(degree, low, divided(u128::from(low) << degree, degree, low).0 as u64)
}

#[test]
fn vectors_of_elements_are_multiplied() {
    for k in kernels() {
        for (degree, low) in [(1, 1), (8, 0x1b), (33, 0x53), (64, 0x1b)] {
            let (by, mask) = (reduction(degree, low), u64::MAX >> (64 - degree));
            let wide = |x, y| defined(&[x], &[y]).iter().rev().fold(0, |sum, &word| sum << 64 | u128::from(word));
            let product = |x: u64, y: u64| divided(wide(x, y), degree, low).1;
            for len in [0, 1, 7, 8, 9, 20] {
                let elements = |seed| words(seed, len.max(1)).iter().map(|x| x & mask).collect::<Vec<_>>();
                let (v, mut w) = (elements(3), elements(4));
                w[0] = mask;
                let (v, w, c) = (&v[..len], &w[..len], mask);
                let each: Vec<u64> = v.iter().zip(w).map(|(x, y)| product(*x, *y)).collect();
                let mut out = v.to_vec();
                k.multiply_each(&mut out, w, by);
                assert_eq!(out, each, "{k:?}: {len} products of degree {degree}");
                assert_eq!(k.dot(v, w, by), each.iter().fold(0, |x, y| x ^ y), "{k:?}: sum of {len}");
                out.copy_from_slice(v);
                k.scale(&mut out, c, by);
                assert_eq!(out, v.iter().map(|x| product(*x, c)).collect::<Vec<_>>(), "{k:?}: {len} multiples");
                // three rows of the last elements, the same ones shifted
                let rows = [v, &[c; 3], w, &[c; 3], v].concat();
                out.copy_from_slice(w);
                k.add_combination(&mut out, &[c, 1, c >> 1], (&rows, len + 3), by);
                for j in 0..len {
                    let sum = w[j] ^ product(c, v[j]) ^ w[j] ^ product(c >> 1, v[j]);
                    assert_eq!(out[j], sum, "{k:?}: entry {j} of {len}, degree {degree}");
                }
            }
        }
    }
}

#[test]
fn elements_are_taken_from_runs_that_begin_anywhere() {
    let from = words(9, 12);
    for k in kernels() {
        for (degree, low) in
            [(1, 1), (2, 3), (8, 0x1b), (13, 0x1b), (31, 9), (32, 0x8d), (33, 0x53), (63, 3), (64, 0x1b)]
        {
            let by = reduction(degree, low);
            let whole = 2 * degree as usize - 1;
            for stride in [degree as usize, whole, whole.saturating_sub(1).max(1)] {
                for at in 0..130 {
                    let mut out = vec![!0; (64 * from.len() - at).div_ceil(stride) + 1];
                    k.unpack(&mut out, &from, (at, stride), by);
                    for (i, &got) in out.iter().enumerate() {
                        let first = at + i * stride;
                        let bits = (first..first + stride).filter(|&b| b < 64 * from.len() && bit(&from, b));
                        let product = bits.fold(0, |sum, b| sum | 1u128 << (b - first));
                        let expected = divided(product, degree, low).1;
                        assert_eq!(
                            got, expected,
                            "{k:?}: element {i} of degree {degree}, {stride} bits each from {at}"
                        );
                    }
                }
            }
        }
    }
}
