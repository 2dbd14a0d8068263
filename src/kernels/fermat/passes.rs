//! Loops over blocks of eight elements, digit by digit: arithmetic, conversions, and the passes of a six-step transform.
//!
//! A block is K vectors, one for each digit, of eight neighbouring elements. The caller has checked all lengths.

use super::{
    dft::DftTable,
    digits::{self, Radix},
    vectors::{Eight, LANES},
};

/// SAFETY: the CPU has what V needs; eight words for each of K digits.
#[inline(always)]
unsafe fn load<V: Eight, const K: usize>(x: *const u64) -> [V; K] {
    // SAFETY: the caller's promise
    std::array::from_fn(|i| unsafe { V::load(x.add(LANES * i)) })
}

/// SAFETY: as for [`load`].
#[inline(always)]
unsafe fn store<V: Eight, const K: usize>(v: &[V; K], x: *mut u64) {
    for (i, v) in v.iter().enumerate() {
        // SAFETY: the caller's promise
        unsafe { v.store(x.add(LANES * i)) }
    }
}

/// out = a·b, plus out; b one block for all or one each.
///
/// SAFETY: the CPU has what V needs; whole blocks, `out` and `a` alike, b one or as many; settled.
#[inline(always)]
pub(super) unsafe fn multiply<V: Eight, const K: usize>(
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
            let x: [V; K] = load(a.map_or(place.cast_const(), |a| a.as_ptr().add(at)));
            let y: [V; K] = match b {
                Some(b) => load(b.as_ptr().add(if b.len() == size { 0 } else { at })),
                None => x,
            };
            let sum: Option<[V; K]> = add.then(|| load(place));
            store(&digits::product(f, &x, &y, sum.as_ref()), place);
        }
    }
}

/// out = r^shift·out, settled.
///
/// SAFETY: the CPU has what V needs; whole blocks; shift below 2K.
#[inline(always)]
pub(super) unsafe fn rotate<V: Eight, const K: usize>(f: &Radix, out: &mut [u64], shift: usize) {
    for block in out.chunks_exact_mut(LANES * K) {
        // SAFETY: the caller's promise
        unsafe {
            let mut d: [V; K] = load(block.as_ptr());
            digits::rotate(f, &mut d, shift, block.as_mut_ptr());
        }
    }
}

/// out = out + x, or out − x: settled.
///
/// SAFETY: the CPU has what V needs; whole blocks, as many of either; settled.
#[inline(always)]
pub(super) unsafe fn add<V: Eight, const K: usize>(f: &Radix, out: &mut [u64], x: &[u64], minus: bool) {
    for (block, x) in out.chunks_exact_mut(LANES * K).zip(x.chunks_exact(LANES * K)) {
        // SAFETY: the caller's promise
        unsafe {
            let (mut d, x): ([V; K], [V; K]) = (load(block.as_ptr()), load(x.as_ptr()));
            for (d, x) in d.iter_mut().zip(x) {
                *d = d.plus_or_minus(x, minus);
            }
            digits::settle::<V, K, 1>(f, &mut d);
            store(&d, block.as_mut_ptr());
        }
    }
}

/// Rows of K digits to blocks; zeros fill the last one.
///
/// SAFETY: the CPU has what V needs; as many blocks as the rows take.
#[inline(always)]
pub(super) unsafe fn from_rows<V: Eight, const K: usize>(rows: &[u64], out: &mut [u64]) {
    for (rows, block) in rows.chunks(LANES * K).zip(out.chunks_exact_mut(LANES * K)) {
        if K.is_multiple_of(8) && rows.len() == block.len() {
            for first in (0..K).step_by(8) {
                // SAFETY: eight rows of K words, and K vectors
                unsafe {
                    let mut v: [V; 8] = std::array::from_fn(|i| V::load(rows.as_ptr().add(i * K + first)));
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

/// Blocks to rows of K digits, in canonical form.
///
/// SAFETY: the CPU has what V needs; as many blocks as the rows take.
#[inline(always)]
pub(super) unsafe fn to_rows<V: Eight, const K: usize>(f: &Radix, blocks: &[u64], out: &mut [u64]) {
    for (block, rows) in blocks.chunks_exact(LANES * K).zip(out.chunks_mut(LANES * K)) {
        // SAFETY: a block has K vectors; eight rows of K words
        unsafe {
            let mut d: [V; K] = load(block.as_ptr());
            digits::canonical(f, &mut d);
            if K.is_multiple_of(8) && rows.len() == block.len() {
                for first in (0..K).step_by(8) {
                    let mut v: [V; 8] = std::array::from_fn(|i| d[first + i]);
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

/// What a pass over columns needs besides the data.
pub struct Columns<'a> {
    /// The transform of a column.
    pub dft: &'a DftTable,
    /// Factors of all values but, unless `whole`, those of the first row; the powers of r that the transform leaves included.
    pub factors: &'a [u64],
    /// Whether the first row has factors other than 1.
    pub whole: bool,
}

/// Transforms each column of a matrix of M rows, settled, and multiplies by factors: settled values, natural order.
///
/// SAFETY: the CPU has what V needs; `x` and the factors are M rows of whole blocks, `work` M blocks.
#[inline(always)]
pub(super) unsafe fn columns<V: Eight, const K: usize>(f: &Radix, c: &Columns<'_>, x: &mut [u64], work: &mut [u64]) {
    let size = LANES * K;
    let blocks = x.len() / size / c.dft.len();
    let (x, work) = (x.as_mut_ptr(), work.as_mut_ptr());
    for j in 0..blocks {
        for i in 0..c.dft.len() {
            // SAFETY: block j of row i, and block i of the work
            unsafe { store::<V, K>(&load(x.add((i * blocks + j) * size)), work.add(i * size)) }
        }
        // SAFETY: the work has M blocks
        unsafe { c.dft.run::<V, K>(work) };
        for (slot, &(row, _)) in c.dft.results().iter().enumerate() {
            let at = (row * blocks + j) * size;
            // SAFETY: block j of a row, of the data and of the factors
            unsafe {
                let mut d: [V; K] = load(work.add(slot * size));
                digits::settle::<V, K, 1>(f, &mut d);
                if row > 0 || c.whole {
                    d = digits::product(f, &d, &load(c.factors.as_ptr().add(at)), None);
                }
                store(&d, x.add(at));
            }
        }
    }
}

/// Transforms each of R rows of M settled elements: value m of row i, settled, goes to place i + R·m.
///
/// SAFETY: the CPU has what V needs; `x` and `y` are R rows of M elements, both multiples of eight, `work` M blocks.
#[inline(always)]
pub(super) unsafe fn rows<V: Eight, const K: usize>(
    f: &Radix,
    dft: &DftTable,
    x: &[u64],
    y: &mut [u64],
    work: &mut [u64],
) {
    let (size, m) = (LANES * K, dft.len());
    let (eights, blocks) = (x.len() / size / m, m / LANES);
    let (x, y, work) = (x.as_ptr(), y.as_mut_ptr(), work.as_mut_ptr());
    for i in 0..eights {
        for j in 0..blocks {
            // SAFETY: block j of eight rows, to blocks 8j … 8j + 7 of the work
            unsafe {
                exchange::<V, K>(
                    x.add((LANES * i * blocks + j) * size),
                    blocks * size,
                    work.add(LANES * j * size),
                    size,
                );
            }
        }
        // SAFETY: the work has M blocks; block i of eight rows' worth of places
        unsafe {
            dft.run::<V, K>(work);
            for (slot, &(value, rotation)) in dft.results().iter().enumerate() {
                let mut d: [V; K] = load(work.add(slot * size));
                digits::rotate(f, &mut d, rotation, y.add((value * eights + i) * size));
            }
        }
    }
}

/// Element j of row i to place i + R·j.
///
/// SAFETY: the CPU has what V needs; `x` and `y` are R rows of elements, whole blocks of them.
#[inline(always)]
pub(super) unsafe fn transpose<V: Eight, const K: usize>(x: &[u64], y: &mut [u64], r: usize) {
    let size = LANES * K;
    let blocks = x.len() / size / r;
    if r.is_multiple_of(LANES) {
        let (x, y) = (x.as_ptr(), y.as_mut_ptr());
        for j in 0..blocks {
            for i in 0..r / LANES {
                let (from, to) = ((LANES * i * blocks + j) * size, (LANES * j * (r / LANES) + i) * size);
                // SAFETY: block j of eight rows; block i of eight rows of R elements
                unsafe { exchange::<V, K>(x.add(from), blocks * size, y.add(to), r / LANES * size) }
            }
        }
        return;
    }
    for (e, block) in x.chunks_exact(size).enumerate() {
        let (row, first) = (e / blocks, e % blocks * LANES);
        for lane in 0..LANES {
            let place = row + r * (first + lane);
            for d in 0..K {
                y[place / LANES * size + LANES * d + place % LANES] = block[LANES * d + lane];
            }
        }
    }
}

/// Eight blocks, lane i of block j to lane j of block i.
///
/// SAFETY: the CPU has what V needs; eight blocks of K vectors at these steps.
#[inline(always)]
unsafe fn exchange<V: Eight, const K: usize>(x: *const u64, x_step: usize, y: *mut u64, y_step: usize) {
    for d in 0..K {
        // SAFETY: the caller's promise
        unsafe {
            let mut v: [V; 8] = std::array::from_fn(|t| V::load(x.add(t * x_step + LANES * d)));
            V::transpose(&mut v);
            for (t, v) in v.into_iter().enumerate() {
                v.store(y.add(t * y_step + LANES * d));
            }
        }
    }
}
