//! Loops over blocks of eight elements, digit by digit: arithmetic, conversions, and the passes of a six-step
//! transform.
//!
//! A block holds eight neighbouring elements as K vectors, one for each digit. The caller has checked all lengths.

use super::{
    LANES, Product,
    dft::DftTable,
    digits::{self, Digit, Radix, blocks, cells, get, negated, put, turns},
    product::{Halved, Plain, Terms, product},
};
use crate::simd::inlined::{Flat, Walked, Zipped};
use crate::{
    pass::blocks::{BlockDft, Columns, Strips, exchange, transpose},
    simd::Eight,
};
use std::{cell::Cell, ops::Range};

/// The terms of each block in `out`, with factors of one block for all, or of one for each; `room` is scratch of a product.
#[inline(always)]
#[allow(clippy::needless_pass_by_value, reason = "behind a reference they would be read again after each store")]
pub(super) fn multiply<S: Eight, const K: usize, const H: usize>(
    s: S,
    f: &Radix,
    out: &mut [u64],
    terms: Terms<'_, [u64]>,
    room: &mut [u64],
) {
    let f = &f.copied();
    let room = cells(room);
    for (i, out) in cells::<K>(out).iter().enumerate() {
        let terms = match terms {
            Terms::Square => Terms::Square,
            Terms::By(b) if b.len() == LANES * K => Terms::By(&blocks::<K>(b)[0]),
            Terms::By(b) => Terms::By(&blocks::<K>(b)[i]),
            Terms::Add(a, b) => Terms::Add(&blocks::<K>(a)[i], &blocks::<K>(b)[i]),
        };
        // few digits stay in registers
        if K <= LANES {
            product::<S, K, H>(s, f, terms, out, cells(Plain::<K>::new().words()));
        } else {
            product::<S, K, H>(s, f, terms, out, room);
        }
    }
}

/// A copy of a block, in whole cache lines.
#[repr(align(64))]
struct Block<const K: usize>([Digit; K]);

/// out = r^shift·out, settled; shift below 2K.
#[inline(always)]
pub(super) fn rotate<S: Eight, const K: usize>(s: S, f: &Radix, out: &mut [u64], shift: usize) {
    let (f, turns) = (&f.copied(), turns::<K>(f));
    for block in cells::<K>(out) {
        let mut copy = Block([[0; LANES]; K]);
        copy.0.walk_mut().zipped(block).for_each(|(to, x)| *to = x.get());
        digits::rotate::<S, K>(s, f, &turns, copy.0.as_slice(), shift, block);
    }
}

/// out = out + x, or out − x; settled.
#[inline(always)]
pub(super) fn add<S: Eight, const K: usize, const MINUS: bool>(s: S, f: &Radix, out: &mut [u64], x: &[u64]) {
    let f = &f.copied();
    for (block, x) in cells::<K>(out).walk().zipped(blocks::<K>(x)) {
        for i in 0..K {
            put(s, block, i, s.add(get(s, block.as_slice(), i), negated(s, get(s, x.as_slice(), i), MINUS)));
        }
        digits::settle::<S, K, 1>(s, f, block.as_slice(), block);
    }
}

/// Converts rows of K digits to blocks; zeros fill the last one.
#[inline(always)]
pub(super) fn from_rows<S: Eight, const K: usize>(s: S, rows: &[u64], out: &mut [u64]) {
    for (rows, block) in rows.chunks(LANES * K).zipped(out.chunks_exact_mut(LANES * K)) {
        if K.is_multiple_of(LANES) && rows.len() == block.len() {
            exchange(s, K / LANES, (rows, [K / LANES, 1]), (block, [1, LANES]));
            continue;
        }
        block.fill(0);
        for (i, row) in rows.chunks_exact(K).enumerate() {
            for (d, &x) in row.iter().enumerate() {
                block[LANES * d + i] = x;
            }
        }
    }
}

/// Converts blocks to rows of K digits, in canonical form.
#[inline(always)]
pub(super) fn to_rows<S: Eight, const K: usize>(s: S, f: &Radix, blocks: &[u64], out: &mut [u64]) {
    let f = &f.copied();
    let mut digits = Block([[0; LANES]; K]);
    for (block, rows) in digits::blocks::<K>(blocks).walk().zipped(out.chunks_mut(LANES * K)) {
        digits::canonical::<S, K>(s, f, block, Cell::from_mut(digits.0.as_mut_slice()).as_slice_of_cells());
        if K.is_multiple_of(LANES) && rows.len() == LANES * K {
            exchange(s, K / LANES, (digits.0.flat(), [1, LANES]), (rows, [K / LANES, 1]));
            continue;
        }
        for (i, row) in rows.chunks_exact_mut(K).enumerate() {
            for (x, lanes) in row.walk_mut().zipped(&digits.0) {
                *x = lanes[i];
            }
        }
    }
}

/// Transforms each column of a matrix of M rows, settled, and multiplies by factors; the results are settled and in
/// natural order. The matrix is given by some blocks of each row, and the number of the first; `work` is M blocks.
#[inline(always)]
pub(super) fn columns<S: Eight, const K: usize>(
    s: S,
    radix: &Radix,
    c: &Columns<'_, DftTable>,
    rows: &mut Strips<'_>,
    first: usize,
    work: &mut [u64],
    multiply: Product,
) {
    let f = &radix.copied();
    let mut room = Halved::<K>::new();
    let room = room.words();
    let (size, factors) = (LANES * K, blocks::<K>(c.factors));
    let stride = factors.len() / rows.count();
    for j in 0..rows.width() / size {
        c.dft.run::<S, K>(s, Some((rows, j)), work);
        for (value, &(row, _)) in blocks::<K>(work).walk().zipped(c.dft.results()) {
            let out = &mut rows.row_mut(row)[j * size..][..size];
            let block = &cells::<K>(out)[0];
            digits::settle::<S, K, 1>(s, f, value.as_slice(), block);
            if row > 0 || c.whole {
                let factor = &factors[row * stride + first + j];
                // where a call would cost as much as the product there is only the inlined product
                if K <= LANES {
                    product::<S, K, K>(s, f, Terms::By(factor), block, cells(Plain::<K>::new().words()));
                } else {
                    multiply(radix, out, Terms::By(factor.flat()), room);
                }
            }
        }
    }
}

/// Transforms each of R rows of M settled elements: value m of row i, settled, goes to place i + R·m. Only the groups
/// of eight rows in the range are done, and their blocks of each m are given; `work` is M blocks.
#[inline(always)]
pub(super) fn rows<S: Eight, const K: usize>(
    s: S,
    f: &Radix,
    dft: &DftTable,
    x: &[u64],
    y: &mut Strips<'_>,
    range: Range<usize>,
    work: &mut [u64],
) {
    let (f, turns) = (&f.copied(), turns::<K>(f));
    let size = LANES * K;
    let groups = dft.len() / LANES;
    for (place, i) in range.enumerate() {
        for j in 0..groups {
            let from = (&x[(LANES * i * groups + j) * size..], [groups * K, 1]);
            exchange(s, K, from, (&mut work[LANES * j * size..][..LANES * size], [K, 1]));
        }
        dft.run::<S, K>(s, None, work);
        for (value, &(m, rotation)) in blocks::<K>(work).walk().zipped(dft.results()) {
            digits::rotate::<S, K>(s, f, &turns, value.as_slice(), rotation, &cells::<K>(y.row_mut(m))[place]);
        }
    }
}

/// [`transpose`] of elements of K digits.
#[inline(always)]
pub(super) fn transposed<S: Eight, const K: usize>(s: S, x: &[u64], r: usize, first: usize, y: &mut [u64]) {
    transpose(s, K, (x, r), first, y);
}
