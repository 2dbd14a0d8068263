//! Products of matrices, eliminations, and matrices at points.

use crate::{HALF, MOST, levels, modulus, primes, refused};
use polymod::{
    core::arith::Modulus,
    core::cpu::{Target, host},
    core::kernels::{
        batch_det, image_det,
        matmul::{Gather, MatProduct, Output, REDUCED, Rows, SMALL, STRIDE, applicable},
        pointwise_matrix::{self, Layout},
    },
};

/// Rows, columns and strides whose ends overflow to values within 64 words.
const WRAPPING: [[usize; 3]; 8] = [
    [4, 3, MOST / 3 + 1],
    // the last of these rows would begin near the first
    [4, 8, 0xaaaa_aaaa_aaaa_aaab_u64 as usize],
    [3, 2, MOST / 2 + 1],
    [MOST, 8, MOST],
    [2, MOST, 8],
    [2, 8, MOST],
    [1 << HALF, 1, 1 << HALF],
    [MOST, MOST, MOST],
];

/// Kernels for all kinds of moduli on this machine.
fn products() -> impl Iterator<Item = (Modulus, Box<dyn MatProduct>)> {
    let moduli = [97, (1 << 31) - 1, (1 << 50) - 27, (1 << 61) - 1, u64::MAX - 58].map(modulus);
    moduli.into_iter().flat_map(|n| applicable(host().supported, n).map(move |kernel| (n, kernel.with(n))))
}

#[test]
fn matrices_whose_words_are_not_there() {
    let words = vec![1; 64];
    for [rows, cols, stride] in WRAPPING {
        refused(&format!("{rows} rows of {cols}, {stride} apart"), || Rows::new(&words, rows, cols, stride));
    }
    refused("a word too much", || Rows::new(&words, 8, 9, 8));
    refused("rows of different lengths", || Rows::whole(&words, 7));
    refused("words of no rows", || Rows::whole(&words, 0));
    let all = Rows::new(&words, 8, 8, 8);
    for (at, size) in [([MOST, 0], [2, 1]), ([0, MOST], [1, 2]), ([7, 0], [2, 8]), ([0, 1], [8, 8]), ([9, 0], [0, 0])] {
        refused(&format!("{size:?} at {at:?}"), || all.part(at, size));
    }
    refused("a row that is none", || all.row(8).len());
    refused("a row whose place wraps", || all.part([0, 0], [8, 8]).row(MOST / 8).len());
    assert_eq!(all.part([7, 7], [1, 1]).row(0), [1]);
    assert_eq!(all.part([8, 8], [0, 0]).rows(), 0);
}

fn sum(out: &mut [u64]) -> Output<'_> {
    Output::new(out, 8, 8, Gather::Add)
}

#[test]
fn products_of_other_shapes() {
    let (words, mut out) = (vec![1; 64], vec![1; 64]);
    let all = Rows::new(&words, 8, 8, 8);
    for (n, kernel) in products() {
        let name = kernel.name();
        let (mut packed, mut scratch) = (vec![0; kernel.packed_len(8, 8)], vec![0; kernel.scratch_len(8)]);
        refused(&format!("{name}: a short panel"), || kernel.pack(all, &mut packed[1..]));
        // any number of rows with stride 0 are the same words
        for rows in [1 << (usize::BITS - 3), 1 << (usize::BITS - 6), MOST] {
            let many = Rows::new(&words, rows, 8, 0);
            refused(&format!("{name}: {rows} times the same row"), || kernel.pack(many, &mut []));
        }
        refused(&format!("{name}: rows that no slice has"), || kernel.packed_len(1 << (usize::BITS - 3), 8));
        refused(&format!("{name}: columns that no slice has"), || kernel.packed_len(8, MOST));
        kernel.pack(all, &mut packed);
        for [_, cols, stride] in WRAPPING {
            let to = Output::new(&mut out, cols, stride, Gather::Set);
            refused(&format!("{name}: to {cols} columns, {stride} apart"), || {
                kernel.multiply(all, &packed, to, &mut scratch);
            });
        }
        refused(&format!("{name}: a short operand"), || {
            kernel.multiply(all, &packed[1..], sum(&mut out), &mut scratch);
        });
        refused(&format!("{name}: short scratch"), || kernel.multiply(all, &packed, sum(&mut out), &mut scratch[1..]));
        refused(&format!("{name}: a short result"), || kernel.multiply(all, &packed, sum(&mut out[1..]), &mut scratch));
        refused(&format!("{name}: overlapping rows"), || {
            kernel.multiply(all, &packed, Output::new(&mut out, 8, 4, Gather::Set), &mut scratch);
        });
        kernel.multiply(all, &packed, Output::new(&mut out, 8, 8, Gather::Set), &mut scratch);
        assert_eq!(out, [8; 64], "{name} modulo {}", n.n());
    }
}

#[test]
fn operands_that_are_not_packed() {
    let (words, mut out) = (vec![1; 64], vec![1; 64]);
    let all = Rows::new(&words, 8, 8, 8);
    for (n, kernel) in products() {
        let Some(kernel) = kernel.unpacked() else { continue };
        let few = all.part([0, 0], [7, 8]);
        refused("coefficients of fewer rows", || kernel.combine(&mut out[..8], &[1; 8], few, Gather::Sub));
        refused("a short combination", || kernel.combine(&mut out[..7], &[1; 8], all, Gather::Sub));
        refused("terms of fewer rows", || kernel.multiply_rows(all, few, Output::new(&mut out, 8, 8, Gather::Set)));
        refused("another width", || kernel.multiply_rows(all, all, Output::new(&mut out, 7, 8, Gather::Set)));
        for [_, cols, stride] in WRAPPING {
            let to = Output::new(&mut out, cols, stride, Gather::Set);
            refused(&format!("to {cols} columns, {stride} apart"), || kernel.multiply_rows(all, all, to));
            let to = Output::new(&mut out, cols, stride, Gather::Set);
            refused(&format!("L of {cols} columns, {stride} apart"), || kernel.solve_lower(all, to));
            // valid with stride 8: the block is the whole buffer
            if stride == 8 {
                continue;
            }
            let to = Output::new(&mut out, 8, stride, Gather::Set);
            refused(&format!("U of 8 columns, {stride} apart"), || kernel.solve_upper(all, &[1; 8], to));
        }
        refused("inverses of fewer rows", || {
            kernel.solve_upper(all, &[1; 7], Output::new(&mut out, 8, 8, Gather::Set));
        });
        for shape in
            [[1 << (HALF - 2), 8, 1 << (HALF + 2)], [9, 8, 8], [8, 9, 8], [8, 8, 12], [MOST, 8, 8], [8, 8, MOST & !7]]
        {
            refused(&format!("a panel of {shape:?}"), || kernel.eliminate(&mut out, shape, false));
            refused(&format!("rows of {shape:?}"), || kernel.reduce(&mut out, shape, false));
        }
        refused("not square", || kernel.determinant(few, false));
        let (size, large) = (SMALL + 1, vec![0; (SMALL + 1) * (SMALL + 1)]);
        refused("too large", || kernel.determinant(Rows::new(&large, size, size, size), false));
        let mut wide = vec![0; (SMALL + 1) * (REDUCED + STRIDE)];
        refused("too many rows", || kernel.reduce(&mut wide, [SMALL + 1, 8, REDUCED], false));
        refused("too wide", || kernel.reduce(&mut wide, [1, 8, REDUCED + STRIDE], false));
        kernel.multiply_rows(all, all, Output::new(&mut out, 8, 8, Gather::Set));
        assert_eq!(out, [8; 64], "modulo {}", n.n());
    }
}

#[test]
fn matrices_at_points_that_are_not_there() {
    let wrapping: [([usize; 3], usize, usize); 8] = [
        ([2, 2, 2], 8, MOST / 3 + 1),
        ([1 << HALF, 1, 1 << HALF], 8, 8),
        ([1, 1 << HALF, 1 << HALF], 8, 8),
        ([1, 4, 1], 8, 1 << (usize::BITS - 2)),
        ([MOST, 1, 1], 8, 8),
        ([1, MOST, 1], 8, 8),
        ([MOST, MOST, MOST], 8, 8),
        ([1, 1, 1], MOST & !7, MOST),
    ];
    for (dims, points, stride) in wrapping {
        refused(&format!("{dims:?}, {points} points, {stride} apart"), || Layout::new(dims, points, stride));
    }
    refused("parts of vectors", || Layout::new([1, 1, 1], 12, 12));
    refused("overlapping entries", || Layout::new([2, 2, 2], 16, 8));
    let p = primes(48, 1)[0];
    let Some(kernel) = pointwise_matrix::select(host().supported, p) else { return };
    let layout = Layout::new([2, 3, 2], 8, 10);
    let (a, mut out) = (vec![0; 58], vec![7; 38]);
    refused("a short left operand", || kernel.product(p, layout, &a[1..], &a, &mut out));
    refused("a short right operand", || kernel.product(p, layout, &a, &a[1..], &mut out));
    refused("a short result", || kernel.product(p, layout, &a, &a, &mut out[1..]));
    refused("another modulus", || kernel.product(modulus(96), layout, &a, &a, &mut out));
    kernel.product(p, layout, &a, &a, &mut out);
    assert_eq!([out[0], out[8], out[37]], [0, 7, 0]);
}

#[test]
fn determinants_of_other_shapes() {
    let p = primes(48, 1)[0];
    for kernel in levels().filter_map(|target| batch_det::select(target, p)) {
        let entries: [&[u64]; 4] = [&[1, 2], &[3, 4], &[5, 6], &[7, 8]];
        let mut out = [0; 2];
        for n in [0, 1, 3, 1 << HALF, (1 << HALF) + 2, MOST] {
            refused(&format!("{kernel:?}: {n} rows"), || kernel.determinants(p, n, &entries, &mut out));
            refused(&format!("{kernel:?}: {n} rows of nothing"), || kernel.determinants(p, n, &[], &mut out));
        }
        refused("short entries", || kernel.determinants(p, 2, &[&[1], &[2], &[3], &[]], &mut out[..1]));
        refused("another modulus", || kernel.determinants(modulus(96), 2, &entries, &mut out));
        assert!(kernel.determinants(p, 2, &[&[][..]; 4], &mut []).is_empty());
        assert!(kernel.determinants(p, 2, &entries, &mut out).is_empty());
        assert_eq!(out, [p.n() - 8; 2], "{kernel:?}");
    }
    assert!(batch_det::select(Target::SCALAR, p).is_none());
}

#[test]
fn determinants_modulo_several_primes_of_nothing() {
    let primes = primes(48, 9);
    for target in levels() {
        let of = |count: usize, n: usize, runs: &[&[u64]]| image_det::determinants(target, &primes[..count], n, runs);
        refused(&format!("{target}: no primes"), || of(0, 1, &[]));
        refused(&format!("{target}: more primes than lanes"), || of(9, 1, &[&[1][..]; 9]));
        refused(&format!("{target}: no rows"), || of(1, 0, &[&[]]));
        refused(&format!("{target}: too few residues"), || of(2, 2, &[&[1; 4], &[1; 3]]));
        refused(&format!("{target}: a prime without residues"), || of(2, 2, &[&[1; 4]]));
        refused(&format!("{target}: more entries than words"), || of(1, usize::MAX, &[&[1; 4]]));
        refused(&format!("{target}: a prime of seven bits"), || {
            image_det::determinants(target, &[modulus(97)], 1, &[&[1]])
        });
    }
}
