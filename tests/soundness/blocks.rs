//! Large elements in blocks of eight: kernels, the tables of their transforms, and shares of passes.

use crate::{MOST, levels, refused};
use polymod::core::kernels::{
    blocks::{BlockDft, BlockKernel, Columns},
    fermat::{DftTable, FermatKernel},
    limbs::{FactorTable, LimbEuclid, LimbKernel},
};

/// An odd modulus of this number of words.
fn odd(words: usize) -> Vec<u64> {
    let mut p = vec![1; words];
    p[words - 1] = 1 << 63;
    p
}

/// The tables of a transform of `len` slots, at powers of 1 or, if the kernel has others, of its r.
trait Tables: BlockKernel {
    fn table_of(&self, len: usize) -> Self::Dft;
    /// Words of an element's row.
    fn width(&self) -> usize;
}

impl Tables for LimbKernel {
    fn table_of(&self, len: usize) -> FactorTable {
        self.table(len, &self.one())
    }
    fn width(&self) -> usize {
        self.limbs()
    }
}

impl Tables for FermatKernel {
    fn table_of(&self, len: usize) -> DftTable {
        DftTable::new(self.digits(), len, 1)
    }
    fn width(&self) -> usize {
        self.digits()
    }
}

/// Misuse: wrong lengths with the kernel's own tables, and any use of another's.
fn misused<K: Tables>(kernel: &K, other: &K::Dft) {
    let (block, dft) = (kernel.block(), kernel.table_of(8));
    // eight rows of one block each, with the elements of eight rows in all
    let (mut x, mut y) = (vec![0; 8 * block], vec![0; 8 * block]);
    let factors = vec![0; 8 * block];
    let of = |dft, factors| Columns { dft, factors, whole: true };
    refused("columns by another kernel's table", || kernel.column_parts(&of(other, &factors), &mut x, 1).len());
    refused("rows by another kernel's table", || kernel.row_parts(other, &factors, &mut y, 1).len());
    refused("fewer factors", || kernel.column_parts(&of(&dft, &factors[1..]), &mut x, 1).len());
    refused("parts of rows", || kernel.column_parts(&of(&dft, &factors[block..]), &mut x[block..], 1).len());
    refused("parts of eights", || kernel.row_parts(&dft, &factors[block..], &mut y[block..], 1).len());
    refused("a short result", || kernel.row_parts(&dft, &factors, &mut y[block..], 1).len());
    refused("columns by four", || kernel.row_parts(&kernel.table_of(4), &factors, &mut y, 1).len());
    for part in kernel.column_parts(&of(&dft, &factors), &mut x, 4) {
        refused("short work of columns", || part.run(&mut vec![0; 8 * block - 1]));
    }
    for part in kernel.row_parts(&dft, &factors, &mut y, 4) {
        refused("short work of rows", || part.run(&mut vec![0; 7 * block]));
    }
    for (r, first) in
        [(0, 0), (1, MOST), (2, MOST / 2 + 1), (1, MOST / block + 1), (8, 1), (MOST, 0), (MOST / block + 1, 0)]
    {
        refused(&format!("{r} rows from {first} on"), || kernel.transpose_part(&x, r, first, &mut y));
    }
    refused("a short factor", || kernel.multiply(&mut x, &factors[..2 * block]));
    refused("a part of a block", || kernel.square(&mut x[1..]));
    refused("products of another length", || kernel.add_product(&mut x, &factors, &factors[..block]));
    refused("a short summand", || kernel.add(&mut x, &factors[..block]));
    for part in kernel.column_parts(&of(&dft, &factors), &mut x, 4) {
        part.run(&mut vec![0; 8 * block]);
    }
    // in blocks 0 may be stored as p; in rows not
    let mut rows = vec![7; 64 * kernel.width()];
    kernel.store(&x, kernel.width(), &mut rows);
    assert!(rows.iter().all(|&word| word == 0), "{kernel:?}: zeros stay zeros");
}

#[test]
fn limbs_by_tables_of_others() {
    for target in levels() {
        let [two, same, ten] =
            [odd(2), vec![3, 1 << 63], odd(10)].map(|p| LimbKernel::new(target, &p).expect("a kernel"));
        misused(&ten, &two.table_of(8));
        misused(&two, &ten.table_of(8));
        // another modulus of the same length
        misused(&two, &same.table_of(8));
        assert!(two.takes(&LimbKernel::new(target, &odd(2)).expect("a kernel").table_of(8)), "the same modulus again");
        for (len, w) in [(0, two.one()), (6, two.one()), (2 * LimbKernel::LONGEST, two.one()), (8, ten.one())] {
            refused(&format!("a table of {len}"), || two.table(len, &w).len());
        }
        refused("rows without room for p", || ten.load(&[0; 8], 1, &mut vec![0; ten.block()]));
        refused("rows of nothing", || two.load(&[], 0, &mut []));
        refused("more rows than blocks", || two.store(&vec![0; two.block()], 2, &mut [0; 18]));
        refused("a part of a row", || two.store(&vec![0; two.block()], 2, &mut [0; 15]));
        refused("a short difference", || two.sub(&mut vec![0; two.block()], &[]));
    }
}

#[test]
fn short_products_of_rows_that_are_none() {
    for target in levels() {
        let two = LimbKernel::new(target, &odd(2)).expect("a kernel");
        let long = vec![1; 2 * (two.most_terms() + 1)];
        let convolve = |width, operands, start, results| {
            let mut out = vec![7; results];
            refused(&format!("{results} words from {start}"), || two.convolve(width, operands, start, &mut out));
            assert!(out.iter().all(|&x| x == 7), "{target}: written before it was refused");
        };
        convolve(2, [&[], &[1, 1]], 0, 2);
        convolve(2, [&long, &long], 0, 2);
        convolve(2, [&[1, 1], &[1, 1, 1]], 0, 2);
        convolve(2, [&[1, 1], &[1, 1]], 0, 3);
        convolve(2, [&[1, 1], &[1, 1]], usize::MAX - 1, 2);
        convolve(1, [&[1, 1], &[1, 1]], 0, 2);
        convolve(0, [&[1, 1], &[1, 1]], 0, 2);
        if two.most_terms() > 0 {
            let mut out = [7; 4];
            // numbers above p, for which any result will do
            two.convolve(2, [&[!0; 6], &[!0; 200]], 40, &mut out);
            two.convolve(2, [&[5, 0], &[3, 0]], 0, &mut out);
            assert_eq!(out, [15, 0, 0, 0]);
            two.convolve(2, [&[5, 0], &[3, 0]], usize::MAX / 2, &mut out);
            assert_eq!(out, [0; 4]);
        }
    }
}

#[test]
fn digits_by_tables_of_others() {
    // 2^48 is a radix of every kernel
    let r = 1 << 48;
    for target in levels() {
        let [eight, sixteen] = [8, 16].map(|k| FermatKernel::new(target, r, k).expect("a kernel"));
        misused(&eight, &sixteen.table_of(8));
        misused(&sixteen, &eight.table_of(8));
        for (k, len, u) in [(8, 32, 1), (8, 0, 1), (8, 6, 1), (8, 8, 2), (2, 2, 1), (12, 4, 1), (MOST / 2 + 1, 2, 1)] {
            refused(&format!("{len} slots of {k} digits"), || DftTable::new(k, len, u).digits());
        }
        refused("rows of other digits", || eight.load(&[0; 64], 16, &mut vec![0; eight.block()]));
        refused("a part of a row", || eight.from_rows(&[0; 63], &mut vec![0; eight.block()]));
        refused("more rows than blocks", || eight.to_rows(&vec![0; eight.block()], &mut [0; 72]));
        refused("a part of a block", || eight.rotate(&mut [0; 8], MOST));
        refused("a transpose of other length", || eight.transpose_part(&[0; 64], 1, 0, &mut [0; 72]));
    }
    assert!(FermatKernel::new(polymod::core::cpu::Target::SCALAR, r, 12).is_none());
}

/// The number of bits of these moduli overflowed, and rows of as many words were written to a buffer of 192.
#[test]
fn moduli_of_more_words_than_limbs() {
    let mut p = vec![0; (1 << 26) + 2];
    (p[0], p[(1 << 26) + 1]) = (1, 1);
    for target in levels() {
        assert!(LimbKernel::new(target, &p).is_none() && LimbEuclid::new(target, &p).is_none());
        for words in [&[][..], &[3], &[2, 1], &[1, 0], &odd(157)] {
            assert!(
                LimbKernel::new(target, words).is_none() && LimbEuclid::new(target, words).is_none(),
                "{} words",
                words.len()
            );
        }
        assert!(LimbKernel::new(target, &odd(20)).is_some());
    }
}
