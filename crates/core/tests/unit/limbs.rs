//! Arithmetic of limbs against the definition, at the ends of words.

use polymod_core::limbs::{
    add_assign, add_multiple, add_product, divide_exact, is_negative, least_width, magnitude_bits, most_bits,
    multiply_add, multiply_word, negate, shift_right, sign_word, sums,
};

#[test]
fn bits_of_magnitudes() {
    let minus = |x: u64| x.wrapping_neg();
    assert_eq!(magnitude_bits(&[0]), 0);
    assert_eq!(magnitude_bits(&[1, 0]), 1);
    assert_eq!(magnitude_bits(&[minus(1)]), 1);
    assert_eq!(magnitude_bits(&[minus(2)]), 2);
    assert_eq!(magnitude_bits(&[minus(3)]), 2);
    assert_eq!(magnitude_bits(&[1 << 63]), 64, "−2^63");
    assert_eq!(magnitude_bits(&[(1 << 63) + 1]), 63);
    assert_eq!(magnitude_bits(&[0, u64::MAX]), 65, "−2^64");
    assert_eq!(magnitude_bits(&[1, u64::MAX]), 64);
}

/// By negation.
fn bits_by_definition(x: &[u64]) -> u32 {
    let mut x = x.to_vec();
    if is_negative(&x) {
        negate(&mut x);
    }
    (0..64 * x.len() as u32).rev().find(|&i| x[i as usize / 64] >> (i % 64) & 1 == 1).map_or(0, |i| i + 1)
}

#[test]
fn the_largest_of_many_magnitudes() {
    let words = [0, 1, 2, 1 << 62, 1 << 63, (1 << 63) + 1, u64::MAX, u64::MAX - 1, u64::MAX << 17];
    for x in words {
        assert_eq!(most_bits(&[x], 1), bits_by_definition(&[x]), "{x:x}");
        for y in words {
            assert_eq!(most_bits(&[x, y], 1), bits_by_definition(&[x]).max(bits_by_definition(&[y])), "{x:x}, {y:x}");
            assert_eq!(most_bits(&[x, y], 2), bits_by_definition(&[x, y]), "{x:x} {y:x}");
            for z in words {
                assert_eq!(most_bits(&[x, y, z], 3), bits_by_definition(&[x, y, z]), "{x:x} {y:x} {z:x}");
                let (one, other) = ([x, y, z], [z, 0, sign_word(is_negative(&[z]))]);
                let most = bits_by_definition(&one).max(bits_by_definition(&other));
                assert_eq!(most_bits(&[one, other].concat(), 3), most, "{one:x?}, {other:x?}");
            }
        }
    }
    assert_eq!(most_bits(&[], 3), 0);
}

#[test]
fn the_least_width_of_rows() {
    let (max, min) = (i64::MAX as u64, i64::MIN as u64);
    for (rows, width, least) in [
        (&[0, 0][..], 2, 1),
        (&[], 3, 1),
        (&[min], 1, 1),
        (&[max, 0, min, u64::MAX], 2, 1),
        (&[max, 0, min, 0], 2, 2),
        (&[1, 0, 0, max, u64::MAX, u64::MAX], 3, 2),
        (&[1, 0, 0, min, min, u64::MAX], 3, 2),
        (&[1, 0, 1, 0, 0, 0], 3, 3),
    ] {
        assert_eq!(least_width(rows, width), least, "{rows:x?}");
    }
}

/// Each limb is looked at once or twice: a large row that is 0, or a power of two, took a square of its length.
#[test]
fn bits_of_long_rows() {
    let width = 1 << 18;
    let start = std::time::Instant::now();
    let mut row = vec![0; width];
    assert_eq!(most_bits(&row, width), 0);
    row[width / 2..].fill(u64::MAX);
    assert_eq!(most_bits(&row, width), 32 * width as u32 + 1, "−2^(32 width)");
    row[0] = 1;
    assert_eq!(most_bits(&row, width), 32 * width as u32);
    assert!(start.elapsed().as_secs() < 3, "{:?}", start.elapsed());
}

/// Products by words at the ends, and back by exact divisions.
#[test]
fn products_by_words_and_exact_quotients() {
    let ends = [0u64, 1, 2, 6, 1 << 62, 1 << 63, (1 << 63) + 1, u64::MAX, u64::MAX - 1];
    for x in ends {
        for y in ends {
            let wide = u128::from(y) << 64 | u128::from(x);
            for factor in ends.into_iter().filter(|&factor| factor != 0) {
                let mut out = [7; 3];
                multiply_word(&mut out, &[x, y], factor);
                // the product as a sum of shifted ones
                let mut wanted = [0; 3];
                for bit in (0..64).filter(|bit| factor >> bit & 1 == 1) {
                    let top = sign_word(is_negative(&[y]));
                    let shifted = |high: u64, low: u64| if bit == 0 { high } else { high << bit | low >> (64 - bit) };
                    add_assign(&mut wanted, &[x << bit, shifted(y, x), shifted(top, y)], false, 0);
                }
                assert_eq!(out, wanted, "{wide:x} times {factor:x}");
                let (odd, twos) = (factor >> factor.trailing_zeros(), factor.trailing_zeros());
                let inverse =
                    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))));
                assert_eq!(odd.wrapping_mul(inverse), 1);
                shift_right(&mut out, twos);
                divide_exact(&mut out, odd, inverse);
                assert_eq!(out, [x, y, sign_word(is_negative(&[y]))], "{wide:x} times {factor:x} and back");
            }
        }
    }
}

/// Sums and differences of products of magnitudes of all lengths, cut at all lengths, against sums of shifted multiples.
#[test]
fn products_of_magnitudes_and_sums_with_them() {
    let mut random = polymod_core::bits::SplitMix64::new(3);
    let mut draw = |len: usize, kind: usize| -> Vec<u64> {
        (0..len).map(|_| [u64::MAX, 0, 1 << 63, random.word()][if kind < 3 { kind } else { 3 }]).collect()
    };
    for (m, n) in [(0, 3), (1, 1), (1, 5), (2, 2), (3, 7), (4, 4), (5, 6), (8, 9), (9, 3), (13, 12)] {
        for kind in 0..16 {
            let (x, y) = (draw(m, kind / 4), draw(n, kind % 4));
            for len in [0, 1, m, n, m + n, m + n + 1, m + n + 5] {
                let before = draw(len, 3 * (kind % 2));
                let mut wanted = before.clone();
                for (i, &limb) in x.iter().enumerate().take(len) {
                    let mut multiple = vec![0; len];
                    let carry = add_multiple(&mut multiple[i..], &y, limb);
                    if let Some(above) = multiple.get_mut(i + n) {
                        *above = carry;
                    }
                    add_assign(&mut wanted, &multiple, false, 0);
                }
                let mut got = before.clone();
                add_product(&mut got, &x, &y, false);
                assert_eq!(got, wanted, "{m} by {n} limbs in {len}");
                add_product(&mut got, &x, &y, true);
                assert_eq!(got, before, "{m} by {n} limbs in {len}, subtracted");
            }
        }
    }
}

/// x·y ± z against a product by the definition, for numbers of either sign.
#[test]
fn products_of_a_number_and_a_magnitude_and_sums_with_them() {
    fn check<const N: usize>(x: &[u64], y: [u64; N], z: &[u64], len: usize) {
        for minus in [false, true] {
            let extended = |v: &[u64]| {
                (0..len).map(|i| v.get(i).copied().unwrap_or(sign_word(is_negative(v)))).collect::<Vec<_>>()
            };
            let mut wanted = vec![0; len];
            let x_all = extended(x);
            for (i, &limb) in y.iter().enumerate().take(len) {
                add_multiple(&mut wanted[i..], &x_all, limb);
            }
            add_assign(&mut wanted, z, minus, sign_word(minus));
            let mut got = vec![0x5555; len];
            got[..x.len()].copy_from_slice(x);
            multiply_add(&mut got, x.len(), &y, z, sign_word(minus));
            assert_eq!(got, wanted, "{x:x?} times {y:x?} and {z:x?}, {minus}");
        }
    }
    let ends = [0u64, 1, u64::MAX, 1 << 63, (1 << 63) - 1];
    for a in ends {
        for b in ends {
            for z in [&[][..], &[a], &[b, a], &[a, b, a, b, b]] {
                for len in 2..9 {
                    check(&[a], [b], z, len);
                    check(&[b, a], [a], z, len);
                    check(&[a, b], [b, a], z, len);
                    check(&[a, b], [a, b, b], z, len);
                    check(&[b], [a, b, a, a], z, len);
                }
            }
        }
    }
}

#[test]
fn sums_overflow_when_they_must() {
    let (max, min) = (i64::MAX as u64, i64::MIN as u64);
    for (x, y, carry, fits) in [(max, 0, false, true), (max, 0, true, false), (min, u64::MAX, false, false)] {
        let mut sum = [x];
        assert_eq!(!add_assign(&mut sum, &[y], carry, 0), fits, "{x:x} + {y:x}");
        assert_eq!(sum[0], x.wrapping_add(y).wrapping_add(u64::from(carry)));
    }
    let mut difference = [0, 1];
    assert!(!add_assign(&mut difference, &[1], true, u64::MAX));
    assert_eq!(difference, [u64::MAX, 0]);
}

/// Sums and differences of rows against limbs added one after the other with a carry, for widths around the blocks of the loops.
#[test]
fn sums_of_rows() {
    let mut random = polymod_core::bits::SplitMix64::new(7);
    for width in [1, 2, 3, 4, 5, 8, 9, 15, 16, 17] {
        for extreme in [false, true] {
            let mut row = |count: usize| -> Vec<u64> {
                let word = |random: &mut polymod_core::bits::SplitMix64| match (extreme, random.word()) {
                    (false, x) => x,
                    (true, x) => [0, 1, u64::MAX, 1 << 63, (1 << 63) - 1][x as usize % 5],
                };
                let mut words: Vec<u64> = (0..count * width).map(|_| word(&mut random)).collect();
                // a quarter of the range: the sums fit
                words.chunks_exact_mut(width).for_each(|row| row[width - 1] = (row[width - 1] as i64 >> 2) as u64);
                words
            };
            let (x, y) = (row(11), row(11));
            for subtract in [false, true] {
                let mut wanted = Vec::new();
                for (x, y) in x.chunks_exact(width).zip(y.chunks_exact(width)) {
                    let mut carry = u128::from(subtract);
                    for (&x, &y) in x.iter().zip(y) {
                        let sum = u128::from(x) + u128::from(if subtract { !y } else { y }) + carry;
                        wanted.push(sum as u64);
                        carry = sum >> 64;
                    }
                }
                let mut out = vec![0xdead; x.len()];
                assert!(sums(&mut out, [&x, &y], width, subtract), "width {width}");
                assert_eq!(out, wanted, "width {width}, subtract {subtract}");
                // the largest number and 1, in the last row alone
                let (mut x, mut y, last) = (x.clone(), y.clone(), 10 * width);
                x[last..].fill(u64::MAX);
                x[last + width - 1] = i64::MAX as u64;
                y[last..].fill(sign_word(subtract));
                if !subtract {
                    y[last] = 1;
                }
                assert!(!sums(&mut out, [&x, &y], width, subtract), "width {width}, subtract {subtract}");
            }
        }
    }
    assert!(sums(&mut [], [&[], &[]], 3, false));
}
