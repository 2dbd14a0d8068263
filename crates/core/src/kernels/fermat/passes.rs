//! Loops over blocks of eight elements, digit by digit: arithmetic, conversions, and the passes of a six-step
//! transform.
//!
//! A block holds eight neighbouring elements as K vectors, one for each digit. The caller has checked all lengths.

use super::{
    BlockDft, Columns, Multiply,
    dft::DftTable,
    digits::{self, Radix},
    vectors::{Eight, LANES},
};
use std::ops::Range;

/// The vectors of x at steps of K. Here and below loops are used instead of closures, which would be compiled without
/// V's features.
///
/// SAFETY: the CPU has the features that V needs; eight words for each vector.
#[inline(always)]
unsafe fn load<V: Eight, const N: usize>(x: *const u64, step: usize) -> [V; N] {
    // SAFETY: the caller's promise
    unsafe {
        let mut v = [V::splat(0); N];
        for (i, v) in v.iter_mut().enumerate() {
            *v = V::load(x.add(step * i));
        }
        v
    }
}

/// SAFETY: as for [`load`].
#[inline(always)]
unsafe fn store<V: Eight, const K: usize>(v: &[V; K], x: *mut u64) {
    for (i, v) in v.iter().enumerate() {
        // SAFETY: the caller's promise
        unsafe { v.store(x.add(LANES * i)) }
    }
}

/// out = a·b, plus out if `add`; b holds one block for all blocks, or one for each.
///
/// SAFETY: the CPU has the features that V needs; whole blocks, `out` and `a` alike, b one or as many; settled.
#[inline(always)]
pub(super) unsafe fn multiply<V: Eight, const K: usize, const H: usize>(
    f: &Radix,
    out: &mut [u64],
    a: Option<&[u64]>,
    b: Option<&[u64]>,
    add: bool,
) {
    let size = LANES * K;
    for at in (0..out.len()).step_by(size) {
        // SAFETY: the caller's promise
        unsafe {
            let place = out.as_mut_ptr().add(at);
            let x = match a {
                Some(a) => a.as_ptr().add(at),
                None => place.cast_const(),
            };
            let y = match b {
                Some(b) => b.as_ptr().add(if b.len() == size { 0 } else { at }),
                None => x,
            };
            let sum = if add { Some(place.cast_const()) } else { None };
            digits::product::<V, K, H>(f, (x, y), sum, place);
        }
    }
}

/// out = r^shift·out, settled.
///
/// SAFETY: the CPU has the features that V needs; whole blocks; shift below 2K.
#[inline(always)]
pub(super) unsafe fn rotate<V: Eight, const K: usize>(f: &Radix, out: &mut [u64], shift: usize) {
    for block in out.chunks_exact_mut(LANES * K) {
        // SAFETY: the caller's promise
        unsafe {
            let mut d: [V; K] = load(block.as_ptr(), LANES);
            digits::rotate::<V, K>(f, d.as_mut_ptr().cast(), shift, block.as_mut_ptr());
        }
    }
}

/// out = out + x, or out − x; settled.
///
/// SAFETY: the CPU has the features that V needs; whole blocks, as many of either; settled.
#[inline(always)]
pub(super) unsafe fn add<V: Eight, const K: usize>(f: &Radix, out: &mut [u64], x: &[u64], minus: bool) {
    for (block, x) in out.chunks_exact_mut(LANES * K).zip(x.chunks_exact(LANES * K)) {
        // SAFETY: the caller's promise
        unsafe {
            let (mut d, x): ([V; K], [V; K]) = (load(block.as_ptr(), LANES), load(x.as_ptr(), LANES));
            for (d, x) in d.iter_mut().zip(x) {
                *d = d.plus(x.negated(minus));
            }
            digits::settle::<V, K, 1>(f, d.as_ptr().cast(), block.as_mut_ptr());
        }
    }
}

/// Converts rows of K digits to blocks; zeros fill the last one.
///
/// SAFETY: the CPU has the features that V needs; as many blocks as the rows take.
#[inline(always)]
pub(super) unsafe fn from_rows<V: Eight, const K: usize>(rows: &[u64], out: &mut [u64]) {
    for (rows, block) in rows.chunks(LANES * K).zip(out.chunks_exact_mut(LANES * K)) {
        if K.is_multiple_of(8) && rows.len() == block.len() {
            for first in (0..K).step_by(8) {
                // SAFETY: eight rows of K words, and K vectors
                unsafe {
                    let mut v: [V; 8] = load(rows.as_ptr().add(first), K);
                    V::transpose(&mut v);
                    store(&v, block.as_mut_ptr().add(LANES * first));
                }
            }
        } else {
            block.fill(0);
            for (i, row) in rows.chunks_exact(K).enumerate() {
                for (d, &x) in row.iter().enumerate() {
                    block[LANES * d + i] = x;
                }
            }
        }
    }
}

/// Converts blocks to rows of K digits, in canonical form.
///
/// SAFETY: the CPU has the features that V needs; as many blocks as the rows take.
#[inline(always)]
pub(super) unsafe fn to_rows<V: Eight, const K: usize>(f: &Radix, blocks: &[u64], out: &mut [u64]) {
    for (block, rows) in blocks.chunks_exact(LANES * K).zip(out.chunks_mut(LANES * K)) {
        // SAFETY: a block has K vectors; eight rows of K words
        unsafe {
            let d: [V; K] = digits::canonical(f, block.as_ptr());
            if K.is_multiple_of(8) && rows.len() == block.len() {
                for first in (0..K).step_by(8) {
                    let mut v = [V::splat(0); 8];
                    v.copy_from_slice(&d[first..first + 8]);
                    V::transpose(&mut v);
                    for (i, v) in v.into_iter().enumerate() {
                        v.store(rows.as_mut_ptr().add(i * K + first));
                    }
                }
                continue;
            }
            for (d, x) in d.into_iter().enumerate() {
                let mut lanes = [0; LANES];
                x.store(lanes.as_mut_ptr());
                for (row, &lane) in rows.chunks_exact_mut(K).zip(&lanes) {
                    row[d] = lane;
                }
            }
        }
    }
}

/// Transforms each column of a matrix of M rows, settled, and multiplies by factors; the results are settled and in
/// natural order. `x` holds some blocks of each row, of which `first` is the number of the first.
///
/// SAFETY: the CPU has the features that V needs; `x` is M rows of whole blocks; there are factors for them, `work` is M blocks; `multiply` is the
/// product of blocks of K digits.
#[inline(always)]
pub(super) unsafe fn columns<V: Eight, const K: usize>(
    f: &Radix,
    c: &Columns<'_, DftTable>,
    x: &mut [&mut [u64]],
    first: usize,
    work: &mut [u64],
    multiply: Multiply,
) {
    let size = LANES * K;
    let work = work.as_mut_ptr();
    let stride = c.factors.len() / x.len();
    for j in 0..x[0].len() / size {
        // SAFETY: block j of every row; the work has M blocks
        unsafe { c.dft.run::<V, K>(Some((x, j * size)), work) };
        for (slot, &(row, _)) in c.dft.results().iter().enumerate() {
            let out = &mut x[row][j * size..][..size];
            // SAFETY: block j of a row, of the data and of the factors
            unsafe {
                digits::settle::<V, K, 1>(f, work.add(slot * size), out.as_mut_ptr());
                if row > 0 || c.whole {
                    let factors = Some(&c.factors[row * stride + (first + j) * size..][..size]);
                    // where a call would cost as much as the product there is only the inlined product
                    if K <= 8 {
                        self::multiply::<V, K, K>(f, out, None, factors, false);
                    } else {
                        multiply(f, out, None, factors, false);
                    }
                }
            }
        }
    }
}

/// Transforms each of R rows of M settled elements: value m of row i, settled, goes to place i + R·m. Only the groups
/// of eight rows in `range` are done.
///
/// SAFETY: the CPU has the features that V needs; `x` is R rows of M elements, both multiples of eight, `y` has the range's blocks of M rows of R;
/// `work` M blocks.
#[inline(always)]
pub(super) unsafe fn rows<V: Eight, const K: usize>(
    f: &Radix,
    dft: &DftTable,
    x: &[u64],
    y: &mut [&mut [u64]],
    range: Range<usize>,
    work: &mut [u64],
) {
    let (size, m) = (LANES * K, dft.len());
    let blocks = m / LANES;
    let (x, work) = (x.as_ptr(), work.as_mut_ptr());
    for (place, i) in range.enumerate() {
        for j in 0..blocks {
            // SAFETY: block j of eight rows, to blocks 8j … 8j + 7 of the work
            unsafe {
                let from = x.add((LANES * i * blocks + j) * size);
                exchange::<V>(K, (from, blocks * size), (work.add(LANES * j * size), size));
            }
        }
        // SAFETY: the work has M blocks; block i of eight rows' worth of places
        unsafe {
            dft.run::<V, K>(None, work);
            for (slot, &(value, rotation)) in dft.results().iter().enumerate() {
                let to = &mut y[value][place * size..][..size];
                digits::rotate::<V, K>(f, work.add(slot * size), rotation, to.as_mut_ptr());
            }
        }
    }
}

/// Transposes rows from column 8·`first` on: element j of row i goes to place i + R·j, and `y`, which holds the places
/// from j = 8·`first` on, says how many; elements of K vectors.
///
/// SAFETY: the CPU has the features that V needs; `x` is R rows of whole blocks, `y` R elements for some eights of j.
#[inline(always)]
pub(super) unsafe fn transpose<V: Eight>(vectors: usize, x: &[u64], r: usize, first: usize, y: &mut [u64]) {
    let size = LANES * vectors;
    let (blocks, wanted) = (x.len() / size / r, y.len() / size / r);
    if r.is_multiple_of(LANES) {
        let (x, y) = (x.as_ptr(), y.as_mut_ptr());
        for j in 0..wanted {
            for i in 0..r / LANES {
                let (from, to) = ((LANES * i * blocks + first + j) * size, (LANES * j * (r / LANES) + i) * size);
                // SAFETY: block j of eight rows; block i of eight rows of R elements
                unsafe { exchange::<V>(vectors, (x.add(from), blocks * size), (y.add(to), r / LANES * size)) }
            }
        }
        return;
    }
    for row in 0..r {
        for j in 0..wanted {
            let block = &x[(row * blocks + first + j) * size..][..size];
            for lane in 0..LANES {
                let place = row + r * (LANES * j + lane);
                for d in 0..vectors {
                    y[place / LANES * size + LANES * d + place % LANES] = block[LANES * d + lane];
                }
            }
        }
    }
}

/// Transposes eight blocks of K vectors: lane i of block j goes to lane j of block i.
///
/// SAFETY: the CPU has the features that V needs; eight blocks at these steps.
#[inline(always)]
pub(super) unsafe fn exchange<V: Eight>(
    vectors: usize,
    (x, x_step): (*const u64, usize),
    (y, y_step): (*mut u64, usize),
) {
    for d in 0..vectors {
        // SAFETY: the caller's promise
        unsafe {
            let mut v: [V; 8] = load(x.add(LANES * d), x_step);
            V::transpose(&mut v);
            for (t, v) in v.into_iter().enumerate() {
                v.store(y.add(t * y_step + LANES * d));
            }
        }
    }
}
