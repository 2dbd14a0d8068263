//! Polynomials over the field of two elements, and the transforms that multiply them.

use crate::{HALF, MOST, levels, refused};
use polymod::core::kernels::{
    clmul::{BitKernel, Merge, Reduction, select},
    gf60::{Gf60Kernel, PrimeFactorFft, kernels},
};

fn bit_kernels() -> impl Iterator<Item = &'static BitKernel> {
    levels().map(select)
}

#[test]
fn runs_of_bits_that_are_not_there() {
    let from = [!0; 2];
    for kernel in bit_kernels() {
        let mut out = [0; 2];
        for (at, start, len) in [
            (0, MOST, 1),
            (MOST, 0, 1),
            (MOST - 1, MOST - 1, 2),
            (0, MOST - 63, 64),
            (MOST - 127, 0, 128),
            (0, 1, MOST),
            (1, 0, 128),
            (0, 1, 128),
            (129, 0, 0),
            (0, 129, 0),
        ] {
            for how in [Merge::Copy, Merge::Add, Merge::Multiply] {
                refused(&format!("{kernel:?}: {len} bits from {start} to {at}"), || {
                    kernel.merge(&mut out, at, &from, start, len, how);
                });
            }
        }
        for (start, len) in [(MOST, 128), (MOST - 63, 128), (1, 128), (0, 129), (0, 64), (MOST, MOST)] {
            refused(&format!("{kernel:?}: {len} bits from {start} reversed"), || {
                kernel.reverse(&mut out, &from, start, len);
            });
        }
        let by = Reduction::new(8, 0x1b, 0x1b);
        for (at, stride) in [(0, 0), (0, 128), (0, MOST), (MOST, 8), (MOST - 15, 16)] {
            refused(&format!("{kernel:?}: runs of {stride} bits from {at} on"), || {
                kernel.unpack(&mut out, &from, (at, stride), by);
            });
        }
        kernel.unpack(&mut out, &from, (MOST - 32, 16), by);
        assert_eq!(out, [0; 2], "{kernel:?}: zeros beyond the end");
    }
    for degree in [0, 65, u32::MAX] {
        refused(&format!("elements of {degree} bits"), || Reduction::new(degree, 1, 1));
    }
}

#[test]
fn products_of_bits_of_other_lengths() {
    for kernel in bit_kernels() {
        for (a, b) in [(3, 5), (1, 9), (40, 40), (70, 3), (200, 200), (200, 300)] {
            let (x, y) = (vec![1; a], vec![1; b]);
            let mut scratch = vec![0; kernel.scratch_len(a, b)];
            refused("a short product", || kernel.multiply(&mut vec![0; a + b - 1], &x, &y, &mut scratch));
            refused("a long product", || kernel.multiply(&mut vec![0; a + b + 1], &x, &y, &mut scratch));
            if let Some(less) = scratch.len().checked_sub(1) {
                refused("short scratch", || kernel.multiply(&mut vec![0; a + b], &x, &y, &mut scratch[..less / 2]));
            }
        }
        let (x, y) = ([1; 70], [1; 70]);
        refused("a short square", || kernel.square(&mut [0; 139], &x));
        refused("a short row", || kernel.add_row(&mut [0; 69], &x, 1));
        refused("a short sum", || kernel.add(&mut [0; 69], &x));
        refused("half of a pair", || kernel.combine(&mut [0; 69], &mut x.clone(), &[[1, 0], [0, 1]]));
        for (a, b) in [(0, 4), (5, 4), (3, 65), (65, 65)] {
            refused(&format!("{a} words by {b} at once"), || {
                kernel.multiply_few(&mut vec![0; a + b], &x[..a], &y[..b]);
            });
        }
        refused("a short product at once", || kernel.multiply_few(&mut [0; 5], &x[..3], &y[..3]));
        refused("a remainder as the divisor", || kernel.leading(1 << 127, 1 << 127, 8, None));
        refused("64 degrees", || kernel.leading(1 << 127, 1, 64, None));
    }
}

/// A grid of 15 by 77 elements for each kernel.
fn grids() -> impl Iterator<Item = PrimeFactorFft> {
    levels().flat_map(|target| kernels(target).map(|kernel| PrimeFactorFft::new(kernel, &[3, 5], &[7, 11])))
}

fn any_kernel() -> &'static Gf60Kernel {
    kernels(polymod::core::cpu::Target::SCALAR).next().expect("a portable one")
}

#[test]
fn grids_of_other_orders() {
    let kernel = any_kernel();
    let cases: [(&[usize], &[usize]); 7] = [
        (&[3], &[3]),
        (&[3, 9], &[5]),
        (&[5], &[25]),
        (&[2], &[3]),
        (&[0], &[3]),
        (&[7, 9, 11, 13, 25, 31], &[41]),
        (&[41; 12], &[3]),
    ];
    for (rows, columns) in cases {
        refused(&format!("{rows:?} by {columns:?}"), || PrimeFactorFft::new(kernel, rows, columns));
    }
}

/// Parts of the blocks of an image, or of rows of elements.
fn parts(words: &mut [Vec<u64>]) -> Vec<&mut [u64]> {
    words.iter_mut().map(Vec::as_mut_slice).collect()
}

#[test]
fn strips_that_a_grid_has_not() {
    for grid in grids() {
        let name = format!("{:?}", grid.kernel());
        let (elements, mut work) = (vec![0; grid.elements_len()], vec![0; grid.work_len()]);
        let mut blocks = vec![vec![0; 64]; grid.blocks()];
        let mut rows = vec![vec![0; 8]; 15];
        let (image, bits) = (vec![0; grid.image_len()], vec![!0; 64]);
        for first in [grid.strips(), grid.strips() - 1, MOST, MOST / 8, MOST / 8 + 1, MOST / 64 + 1] {
            refused(&format!("{name}: columns from {first} on"), || {
                grid.columns(&elements, first, &mut parts(&mut blocks), &mut work);
            });
            refused(&format!("{name}: columns back from {first} on"), || {
                grid.columns_back(&image, first, &mut parts(&mut rows), &mut work);
            });
            let mut work = vec![0; grid.sheet_len()];
            refused(&format!("{name}: encoded columns from {first} on"), || {
                grid.encoded_columns(&bits, first, &mut parts(&mut blocks), &mut work);
            });
        }
        refused("short work", || grid.columns(&elements, 0, &mut parts(&mut blocks), &mut work[1..]));
        refused("short elements", || grid.columns(&elements[1..], 0, &mut parts(&mut blocks), &mut work));
        refused("a block less", || grid.columns(&elements, 0, &mut parts(&mut blocks[1..]), &mut work));
        refused("a row less", || grid.columns_back(&image, 0, &mut parts(&mut rows[1..]), &mut work));
        refused("a short image", || grid.columns_back(&image[1..], 0, &mut parts(&mut rows), &mut work));
        rows[14].clear();
        refused("a short row", || grid.columns_back(&image, 0, &mut parts(&mut rows), &mut work));
        blocks[1].clear();
        refused("a short block", || grid.columns(&elements, 0, &mut parts(&mut blocks), &mut work));
        refused("a part of a block", || grid.rows(&mut vec![0; grid.block_len() + 8]));
    }
}

#[test]
fn sheets_that_are_not_there() {
    for grid in grids() {
        let name = format!("{:?}", grid.kernel());
        let mut work = vec![0; grid.work_len()];
        // sixteen columns of fifteen rows
        let sheet = vec![0; 15 * 16];
        let mut blocks = vec![vec![0; 64]; grid.blocks()];
        let wrap = MOST / 14 + 1;
        for (stride, first, from) in [
            (wrap, 0, 0),
            (MOST, 0, 0),
            (MOST / 8, 0, 0),
            (17, 0, 0),
            (16, MOST, 1),
            (16, MOST, 0),
            (16, 1, MOST),
            (16, 0, MOST / 8 + 1),
            (16, MOST / 8 + 1, 0),
            (16, 0, 2),
        ] {
            refused(&format!("{name}: strip {from} of a sheet from {first} on, {stride} apart"), || {
                grid.sheet_forward((&sheet, stride), first, &mut (from, parts(&mut blocks)), &mut work);
            });
        }
        refused("a block less", || grid.sheet_forward((&sheet, 16), 0, &mut (0, parts(&mut blocks[1..])), &mut work));
        refused("no blocks", || grid.sheet_forward((&sheet, 16), 0, &mut (0, Vec::new()), &mut work));
        grid.sheet_forward((&sheet, 16), 0, &mut (1, parts(&mut blocks)), &mut work);

        // vectors of sixteen columns and one more, for each block
        let image = vec![0; grid.blocks() * 8 * 17];
        let mut rows = vec![vec![0; 8]; 15];
        for (columns, first, from) in [
            (MOST, 0, 0),
            (MOST / 8, 0, 0),
            (MOST / 16, 0, 0),
            (17, 0, 0),
            (16, 0, 2),
            (16, MOST, 1),
            (16, 1, MOST),
            (16, 0, MOST / 8 + 1),
            (16, MOST / 8 + 1, 0),
            (0, 0, 0),
        ] {
            refused(&format!("{name}: strip {from} back of a sheet of {columns} from {first} on"), || {
                grid.sheet_back((&image, columns), first, &mut (from, parts(&mut rows)), &mut work);
            });
        }
        refused("a row less", || grid.sheet_back((&image, 16), 0, &mut (0, parts(&mut rows[1..])), &mut work));
        grid.sheet_back((&image, 16), 0, &mut (1, parts(&mut rows)), &mut work);
    }
}

#[test]
fn elements_that_are_not_there() {
    for grid in grids() {
        let name = format!("{:?}", grid.kernel());
        let (bits, mut group) = (vec![!0; 61], vec![0; 512]);
        for first in [grid.elements_len(), MOST, MOST - 511] {
            refused(&format!("{name}: elements from {first} on"), || grid.encode(&bits, first, &mut group));
        }
        refused("a part of a group", || grid.encode(&bits, 0, &mut group[1..]));
        for (pitch, first) in [(0, 0), (1, MOST), (1, MOST - 500), (MOST / 64 + 1, 0)] {
            refused(&format!("{name}: rows of {pitch} words from {first} on"), || {
                grid.encode_rows(&bits, pitch, first, &mut group);
            });
        }
        refused("62 rows", || grid.encode_rows(&[0; 62], 1, 0, &mut group));
        let mut heads = vec![0; 60];
        for first in [1, grid.order(), grid.order().next_multiple_of(512), MOST & !511] {
            refused(&format!("{name}: bits of elements from {first} on"), || {
                grid.decode_rows(&group, first, &mut [&mut [0; 8][..]], &mut heads);
            });
        }
        refused("no heads", || grid.decode_rows(&group, 0, &mut [&mut [0; 8][..]], &mut []));
        let mut runs: Vec<&mut [u64]> = (0..61).map(|_| &mut [][..]).collect();
        refused("61 rows", || grid.decode_rows(&group, 0, &mut runs, &mut [0; 61]));
        // a share of another grid's elements
        let longer = PrimeFactorFft::new(any_kernel(), &[13, 31], &[41]);
        let (mut words, mut heads) = (vec![0; 60 * longer.order() / 64], vec![0; 60 * 8]);
        for share in longer.decode_shares(&mut words, &mut heads).into_iter().skip(4) {
            refused("another grid's share", || grid.decode_share(&vec![0; grid.elements_len()], share));
        }
        refused("no heads for shares", || grid.decode_shares(&mut [0; 4], &mut []).len());
    }
}

#[test]
fn matrices_of_images_of_other_shapes() {
    for grid in grids() {
        let (a, mut out) = ([[0; 8]; 4], [[0; 8]; 4]);
        let a: Vec<&[u64]> = a.iter().map(<[u64; 8]>::as_slice).collect();
        let mut work = vec![0; PrimeFactorFft::matrix_work_len([2, 2, 2])];
        let wraps = usize::MAX / 2 + 1;
        for dims in [[wraps + 1, 2, 2], [2, wraps + 1, 2], [2, 2, wraps + 1], [2, 2, 1], [1 << HALF; 3], [MOST; 3]] {
            let mut out: Vec<&mut [u64]> = out.iter_mut().map(<[u64; 8]>::as_mut_slice).collect();
            refused(&format!("{dims:?}"), || grid.matrix_product(dims, &mut out, &a, &a, &mut work));
            refused(&format!("{dims:?}, two entries"), || {
                grid.matrix_product(dims, &mut out[..2], &a[..2], &a, &mut work);
            });
        }
        let mut places: Vec<&mut [u64]> = out.iter_mut().map(<[u64; 8]>::as_mut_slice).collect();
        refused("short work", || grid.matrix_product([2, 2, 2], &mut places, &a, &a, &mut work[1..]));
        places[3] = &mut [];
        refused("a short entry", || grid.matrix_product([2, 2, 2], &mut places, &a, &a, &mut work));
        refused("parts of vectors", || grid.product(&mut [0; 12], &[0; 12], &[0; 12], false));
        refused("operands of other lengths", || grid.product(&mut [0; 8], &[0; 16], &[0; 8], true));
        refused("factors of other lengths", || grid.multiply(&mut [0; 8], &[0; 16]));
        refused("parts of squares", || grid.square(&mut [0; 9]));
    }
    refused("work that no slice has", || PrimeFactorFft::matrix_work_len([MOST, MOST, 1]));
}
