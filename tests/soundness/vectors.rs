//! Vectors of words: short products, pointwise products, points, transposes.

use crate::{HALF, MOST, levels, modulus, refused};
use polymod::{
    core::cpu::Target,
    core::kernels::{
        digits::{DigitRows, Operand, digit_kernel},
        pages, points, pointwise,
        short::{MAX_LEN, Short, signed_kernel},
        sums,
        transpose::{columns_of, to_columns, transpose},
    },
};

#[test]
fn coefficients_that_a_short_product_has_not() {
    for target in levels() {
        for n in [97, (1 << 40) + 1, (1 << 61) - 1, u64::MAX] {
            let Some(short) = Short::new(target, modulus(n)) else { continue };
            for (la, lb) in [(1, 1), (8, 9), (20, 40), (100, 256)] {
                let (a, b, mut out) = (vec![1; la], vec![1; lb], vec![0; 4]);
                for start in [MOST, MOST - 3, MOST - 4, la + lb - 1, (la + lb).saturating_sub(4)] {
                    refused(&format!("{target}: {la} by {lb} from {start} on"), || {
                        short.multiply(&mut out, &a, &b, start);
                    });
                }
                refused("no factor", || short.multiply(&mut [], &a, &[], 0));
            }
            refused("a long factor", || short.multiply(&mut [0], &[1], &[1; MAX_LEN + 1], 0));
        }
    }
    assert!(Short::new(Target::SCALAR, modulus(97)).is_none());
}

#[test]
fn integers_that_a_product_in_digits_has_not() {
    for target in levels() {
        let Some(kernel) = digit_kernel(target) else { continue };
        let words = [u64::MAX >> 1; 12];
        let operand = |len: usize, width: usize, bits: u32| Operand { words: &words[..len], width, bits };
        let good = [operand(8, 2, 127), operand(12, 3, 191)];
        let room = kernel.room(&good);
        kernel.multiply(&mut [0; 35], 5, good, 0, &mut vec![0; room]);
        for (len, width, start) in [(5, 5, 7), (5, 5, MOST), (40, 5, 0), (7, 5, 0), (9, 9, 0), (5, 0, 0)] {
            refused(&format!("{target}: {len} words of {width} from {start} on"), || {
                kernel.multiply(&mut vec![0; len], width, good, start, &mut vec![0; room]);
            });
        }
        refused("short room", || kernel.multiply(&mut [0; 35], 5, good, 0, &mut vec![0; room - 1]));
        for wrong in [operand(0, 2, 127), operand(7, 2, 127), operand(8, 0, 127)] {
            refused("no integers", || kernel.multiply(&mut [0; 5], 5, [wrong, good[1]], 0, &mut vec![0; 4 * room]));
        }
        let long = operand(4, 2, u32::MAX);
        refused("long integers", || kernel.multiply(&mut [0; 5], 5, [long, long], 0, &mut vec![0; room]));
        // integers beyond the bits that were promised give other sums, and nothing else
        let lies = [operand(8, 2, 1), operand(12, 3, 0)];
        kernel.multiply(&mut [0; 14], 2, lies, 0, &mut vec![0; room]);

        let mut list = DigitRows::default();
        words.chunks_exact(4).for_each(|x| list.push(x));
        for (k, terms) in [(2, 0..4), (2, 1..MOST), (0, 0..2), (5, 0..3), (MOST, 0..3)] {
            refused(&format!("{target}: coefficient {k} of {terms:?}"), || {
                kernel.sum_of_products(&mut [0; 9], [&list, &list], k, terms, &mut Vec::new());
            });
        }
        refused("a long sum", || kernel.sum_of_products(&mut [0; 12], [&list, &list], 2, 0..3, &mut Vec::new()));
        refused("no word", || DigitRows::default().push(&[]));

        refused("integers without words", || kernel.lists(100, 3, operand(12, 0, 100)));
        let Some(mut lists) = kernel.lists(127, 2, operand(8, 2, 127)) else { continue };
        assert!(kernel.lists(127, MOST, operand(8, 2, 127)).is_none() && kernel.lists(u32::MAX, 2, good[0]).is_none());
        refused("a short sum", || lists.dot(&mut vec![0; lists.words() - 1], 0, 0));
        refused("no word", || lists.push(&[]));
        assert!(lists.push(&[1]) && !lists.push(&[1; 40]) && lists.push(&[u64::MAX]));
        refused("an integer too many", || lists.push(&[1]));
        let mut sum = vec![7; lists.words()];
        for (i, j) in [(MOST, 0), (0, MOST), (2, 0), (0, 4)] {
            lists.dot(&mut sum, i, j);
            assert!(sum.iter().all(|&word| word == 0), "{target}: no products from {i} and {j} on");
        }
    }
}

#[test]
fn integers_that_a_short_product_does_not_reach() {
    for target in levels() {
        let Some(kernel) = signed_kernel(target) else { continue };
        let (a, b) = (vec![u64::MAX; 8], vec![1 << 63; 9]);
        for (width, bits, len, start) in [
            (0, [20, 20], 4, 0),
            (3, [20, 20], 6, 0),
            (1, [64, 20], 4, 0),
            (2, [20, u32::MAX], 4, 0),
            (1, [20, 20], 4, 13),
            (1, [20, 20], 4, MOST),
            (1, [20, 20], 17, 0),
            (2, [40, 40], 5, 0),
        ] {
            let mut out = vec![0; len];
            refused(&format!("{target}: {len} words of {width}, {bits:?} bits"), || {
                kernel.multiply(&mut out, width, &a, &b, bits, start);
            });
        }
        refused("no factor", || kernel.multiply(&mut [], 1, &a, &[], [20, 20], 0));
        refused("a long factor", || kernel.multiply(&mut [0], 1, &[1], &[1; MAX_LEN + 1], [1, 1], 0));
        // coefficients beyond the bits that were promised give other sums, and nothing else
        kernel.multiply(&mut [0; 32], 2, &a, &b, [1, 1], 0);
    }
}

#[test]
fn transposes_of_other_places() {
    for target in levels() {
        let (from, mut to) = (vec![1; 256], vec![0; 256]);
        for (strides, sides) in [
            ([MOST / 15 + 1, 16], [16, 16]),
            ([16, MOST / 15 + 1], [16, 16]),
            ([MOST, MOST], [16, 16]),
            ([MOST, 16], [16, MOST]),
            ([16, MOST], [MOST, 16]),
            ([MOST / 2 + 1, 16], [3, 8]),
            ([16, 16], [16, 17]),
            ([17, 16], [16, 16]),
            ([16, 17], [16, 16]),
            ([8, 16], [16, 16]),
            ([1 << HALF, 1 << HALF], [1 << HALF, 1 << HALF]),
        ] {
            refused(&format!("{target}: {sides:?}, {strides:?} apart"), || {
                transpose(target, &from, &mut to, strides, sides);
            });
        }
        let mut words = [[1; 16]; 16];
        let mut rows: Vec<&mut [u64]> = words.iter_mut().map(<[u64; 16]>::as_mut_slice).collect();
        for ([at, cols], stride) in [
            ([0, 8], MOST / 7 + 1),
            ([0, 8], MOST),
            ([0, 8], 15),
            ([0, 9], 16),
            ([9, 8], 16),
            ([MOST, 8], 16),
            ([MOST - 7, 8], 16),
            ([0, 8], 35),
            ([0, MOST], 16),
        ] {
            refused(&format!("{target}: {cols} columns from {at} on"), || {
                columns_of(target, &rows, [at, cols], &mut to, stride);
            });
            refused(&format!("{target}: to {cols} columns from {at} on"), || {
                to_columns(target, &from, stride, &mut rows, [at, cols]);
            });
        }
        rows[15] = &mut [];
        refused("a short row", || columns_of(target, &rows, [0, 8], &mut to, 16));
        refused("to a short row", || to_columns(target, &from, 16, &mut rows, [0, 8]));
    }
}

#[test]
fn points_of_other_lengths() {
    for target in levels() {
        for n in [97, (1 << 61) - 1] {
            let n = modulus(n);
            let Some(kernel) = points::select(target, n) else { continue };
            let (mut out, mut product) = (vec![0; 16], vec![0; 16]);
            refused("fewer points than values", || kernel.horner(n, &[1], &[1; 15], &mut out));
            refused("more points than values", || kernel.horner(n, &[1], &[1; 17], &mut out));
            // eight zeros, eight coefficients: seven roots
            refused("more roots than room", || kernel.roots(n, &[1; 8], &mut out));
            refused("a part of a vector", || kernel.roots(n, &[1; 2], &mut out[..12]));
            refused("no room", || kernel.roots(n, &[], &mut []));
            refused("zeros only", || kernel.roots(n, &[], &mut out[..8]));
            refused("fewer weights", || kernel.fractions(n, [&[1; 4], &[1; 2]], &mut out, &mut product));
            refused("a short denominator", || kernel.fractions(n, [&[1; 4], &[1; 4]], &mut out, &mut product[..8]));
            refused("more fractions than room", || kernel.fractions(n, [&[1; 8], &[1; 8]], &mut out, &mut product));
            refused("an even modulus of 64 bits", || kernel.roots(modulus(1 << 63), &[1; 2], &mut out));
            kernel.roots(n, &[0; 7], &mut out);
            assert_eq!((out[15], out[14]), (1, 0), "x^7");
        }
    }
}

#[test]
fn products_word_by_word_of_any_lengths() {
    for target in levels() {
        for n in [97, (1 << 61) - 1, 0xffff_ffff_0000_0001] {
            let n = modulus(n);
            let Some(kernel) = pointwise::select(target, n) else { continue };
            refused("another modulus", || kernel.products(modulus(1 << 63), &mut [1], &[1]));
            refused("another modulus, scaled", || kernel.scale(modulus(1 << 63), &mut [1], 1));
            for (v, w) in [(0, 9), (9, 0), (3, 40), (40, 3), (8, 16), (17, 17)] {
                let (mut v, w) = (vec![0; v], vec![1; w]);
                kernel.products(n, &mut v, &w);
                assert!(v.iter().all(|&x| x == 0), "{kernel:?}");
            }
        }
    }
    for target in levels() {
        for n in [97, 1 << 63, u64::MAX] {
            let n = modulus(n);
            let Some(kernel) = sums::select(target, n) else { continue };
            for (x, y, out) in [(0, 9, 9), (9, 0, 3), (3, 40, 17), (40, 17, 3), (8, 16, 24), (17, 17, 16)] {
                let (x, y, mut out) = (vec![1; x], vec![1; y], vec![0; out]);
                let common = x.len().min(y.len()).min(out.len());
                kernel.sum(n, &mut out, &x, &y);
                assert!(out[..common].iter().all(|&x| x == 2) && out[common..].iter().all(|&x| x == 0), "{kernel:?}");
                kernel.difference(n, &mut out, &x, &y);
                kernel.add(n, &mut out, &x);
                kernel.sub(n, &mut out, &x);
                kernel.negate(n, &mut out);
                assert!(out.iter().all(|&x| x == 0), "{kernel:?}");
            }
        }
        let Some(kernel) = sums::select(target, modulus(97)) else { continue };
        let large = modulus(u64::MAX);
        refused("a sum modulo 64 bits", || kernel.sum(large, &mut [1], &[1], &[1]));
        refused("a difference modulo 64 bits", || kernel.difference(large, &mut [1], &[1], &[1]));
        refused("a sum in place", || kernel.add(large, &mut [1], &[1]));
        refused("a difference in place", || kernel.sub(large, &mut [1], &[1]));
        refused("a negation", || kernel.negate(large, &mut [1]));
    }
    for part in [0..0, 1..2, 511..1025] {
        let mut words = vec![7; 2048];
        pages::prefer_large(&mut words[part]);
        assert_eq!(words, [7; 2048]);
    }
}
