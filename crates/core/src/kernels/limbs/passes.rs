//! Loops over blocks of eight residues, limb by limb: arithmetic, conversions, and the passes of a six-step transform.
//!
//! A block holds eight neighbouring residues as n vectors, one for each limb. The caller has checked all lengths.

use super::{
    FactorTable,
    arithmetic::{self, MOST_LIMBS, Modulus},
};
use crate::kernels::{
    blocks::Columns,
    fermat::{Eight, LANES, exchange},
};
use std::{mem::MaybeUninit, ops::Range};

/// out = a·b/R, plus out if `add`; b holds one block for all blocks, or one for each.
///
/// SAFETY: the CPU has the features that V needs; whole blocks, `out` and `a` alike, b one or as many; below 2p.
#[inline(always)]
pub(super) unsafe fn multiply<V: Eight>(f: &Modulus, out: &mut [u64], a: Option<&[u64]>, b: Option<&[u64]>, add: bool) {
    let size = LANES * f.limbs;
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
            f.sum([(x, y)], sum, place);
            if add {
                arithmetic::reduce::<V>(f, place, place);
            }
        }
    }
}

/// x = (x·p + y·q)/R, p and q one block each. For values below 2p that is below p + 8p²/R, and with R at least 32p below
/// 2p.
///
/// SAFETY: the CPU has the features that the sums are compiled for; whole blocks, `x` and `y` alike.
pub(super) unsafe fn cross_multiply(f: &Modulus, x: &mut [u64], p: &[u64], y: &[u64], q: &[u64]) {
    for at in (0..x.len()).step_by(LANES * f.limbs) {
        // SAFETY: the caller's promise
        unsafe {
            let (place, y) = (x.as_mut_ptr().add(at), y.as_ptr().add(at));
            f.sum([(place.cast_const(), p.as_ptr()), (y, q.as_ptr())], None, place);
        }
    }
}

/// out = out + x, or out − x; below 2p.
///
/// SAFETY: the CPU has the features that V needs; whole blocks, as many of either; below 2p.
#[inline(always)]
pub(super) unsafe fn add<V: Eight>(f: &Modulus, out: &mut [u64], x: &[u64], minus: bool) {
    let size = LANES * f.limbs;
    for (block, x) in out.chunks_exact_mut(size).zip(x.chunks_exact(size)) {
        // SAFETY: the caller's promise
        unsafe { arithmetic::add::<V>(f, block.as_mut_ptr(), x.as_ptr(), minus) }
    }
}

/// Reduces x to [0, p).
///
/// SAFETY: the CPU has the features that V needs; whole blocks; below 2p.
#[inline(always)]
pub(super) unsafe fn canonical<V: Eight>(f: &Modulus, x: &mut [u64]) {
    for block in x.chunks_exact_mut(LANES * f.limbs) {
        // SAFETY: the caller's promise
        unsafe { arithmetic::canonical::<V>(f, block.as_ptr(), block.as_mut_ptr()) }
    }
}

/// Converts rows of `width` words to blocks; zeros fill the last one.
///
/// SAFETY: the CPU has the features that V needs; as many blocks as the rows take, of at least as many words as p has; residues below p.
#[inline(always)]
pub(super) unsafe fn from_rows<V: Eight>(f: &Modulus, rows: &[u64], width: usize, out: &mut [u64]) {
    let n = f.limbs;
    for (rows, block) in rows.chunks(LANES * width).zip(out.chunks_exact_mut(LANES * n)) {
        // SAFETY: words of eight residues, limbs below n
        unsafe {
            let mut words = MaybeUninit::<[V; MOST_LIMBS]>::uninit();
            let words = words.as_mut_ptr().cast::<u64>();
            for first in (0..f.words).step_by(LANES) {
                let (mut v, mut piece) = ([V::splat(0); LANES], [0; LANES * LANES]);
                let count = LANES.min(f.words - first);
                for (row, piece) in rows.chunks_exact(width).zip(piece.chunks_exact_mut(LANES)) {
                    piece[..count].copy_from_slice(&row[first..first + count]);
                }
                for (i, v) in v.iter_mut().enumerate() {
                    *v = V::load(piece.as_ptr().add(LANES * i));
                }
                V::transpose(&mut v);
                for (i, v) in v.iter().take(count).enumerate() {
                    v.store(words.add(LANES * (first + i)));
                }
            }
            let mask = V::splat((1 << 52) - 1);
            for i in 0..n {
                let (word, shift) = (52 * i / 64, (52 * i % 64) as u32);
                let mut limb = V::splat(0);
                if word < f.words {
                    limb = V::load(words.add(LANES * word)).down(shift).and(V::splat((u64::MAX >> shift) as i64));
                }
                if shift > 12 && word + 1 < f.words {
                    limb = limb.plus(V::load(words.add(LANES * (word + 1))).up(64 - shift));
                }
                limb.and(mask).store(block.as_mut_ptr().add(LANES * i));
            }
        }
    }
}

/// Converts blocks to rows of `width` words, residues in [0, p).
///
/// SAFETY: the CPU has the features that V needs; as many blocks as the rows take, of at least as many words as p has; below 2p.
#[inline(always)]
pub(super) unsafe fn to_rows<V: Eight>(f: &Modulus, blocks: &[u64], width: usize, out: &mut [u64]) {
    let n = f.limbs;
    for (block, rows) in blocks.chunks_exact(LANES * n).zip(out.chunks_mut(LANES * width)) {
        // SAFETY: n limbs of eight residues
        unsafe {
            let mut limbs = MaybeUninit::<[V; MOST_LIMBS]>::uninit();
            let limbs = limbs.as_mut_ptr().cast::<u64>();
            arithmetic::canonical::<V>(f, block.as_ptr(), limbs);
            for first in (0..width).step_by(LANES) {
                let mut v = [V::splat(0); LANES];
                for (i, v) in v.iter_mut().enumerate() {
                    // limbs begin at bits 52i; the next limb but one may have a part of the word, too
                    let (limb, shift) = (64 * (first + i) / 52, (64 * (first + i) % 52) as u32);
                    for (up, limb) in (limb..n.min(limb + 3)).enumerate() {
                        let x = V::load(limbs.add(LANES * limb));
                        match (52 * up as u32).checked_sub(shift) {
                            None => *v = v.plus(x.down(shift)),
                            Some(left) if left < 64 => *v = v.plus(x.up(left)),
                            Some(_) => {}
                        }
                    }
                }
                V::transpose(&mut v);
                let count = LANES.min(width - first);
                for (row, v) in rows.chunks_exact_mut(width).zip(v) {
                    let mut words = [0; LANES];
                    v.store(words.as_mut_ptr());
                    row[first..first + count].copy_from_slice(&words[..count]);
                }
            }
        }
    }
}

impl FactorTable {
    /// Runs all levels of radix 2, decimation in frequency: coefficients at `from`, one each `step` words, or in `work`
    /// already; values in bit-reversed order in `work`, below 2^(1 + levels)·p.
    ///
    /// SAFETY: the CPU has the features that V needs; `work` is valid for as many blocks as there are slots, `from` for as many; below 2p.
    #[inline(always)]
    unsafe fn run<V: Eight>(&self, f: &Modulus, from: Option<(*const u64, usize)>, work: *mut u64) {
        let size = LANES * f.limbs;
        // SAFETY: slots are below the length
        unsafe {
            let (mut from, mut step) = from.unwrap_or((work, size));
            for level in 0..self.len.ilog2() as usize {
                let half = self.len >> (level + 1);
                for base in (0..self.len).step_by(2 * half) {
                    for i in 0..half {
                        let (x, y) = (base + i, base + i + half);
                        let (s, d) = (work.add(x * size), work.add(y * size));
                        arithmetic::butterfly::<V>(f, level, (from.add(x * step), from.add(y * step)), (s, d));
                        if i > 0 {
                            let factor = self.factors.as_ptr().add((i << level) * size);
                            f.sum([(d.cast_const(), factor)], None, d);
                        }
                    }
                }
                (from, step) = (work, size);
            }
        }
    }

    /// Index of the value in this slot.
    #[inline(always)]
    fn value(&self, slot: usize) -> usize {
        crate::bits::reverse_bits(slot, self.len.ilog2())
    }
}

/// Transforms each column of a matrix of M rows, below 2p, and multiplies by factors below p; the results are below 2p
/// and in natural order. Only the blocks in `range` of each row are done.
///
/// SAFETY: the CPU has the features that V needs; `x` is valid for M rows of `blocks` blocks, of which nobody else uses the range's; the
/// factors are as many, `work` M blocks.
#[inline(always)]
pub(super) unsafe fn columns<V: Eight>(
    f: &Modulus,
    c: &Columns<'_, FactorTable>,
    (x, blocks): (*mut u64, usize),
    range: Range<usize>,
    work: &mut [u64],
) {
    let size = LANES * f.limbs;
    let work = work.as_mut_ptr();
    for j in range {
        // SAFETY: block j of every row; the work has M blocks
        unsafe {
            c.dft.run::<V>(f, Some((x.add(j * size), blocks * size)), work);
            for slot in 0..c.dft.len {
                let at = (c.dft.value(slot) * blocks + j) * size;
                let operands = (work.add(slot * size).cast_const(), c.factors.as_ptr().add(at));
                f.sum([operands], None, x.add(at));
            }
        }
    }
}

/// Transforms each of R rows of M residues below 2p: value m of row i, below 2p, goes to place i + R·m. Only the groups
/// of eight rows in `range` are done.
///
/// SAFETY: the CPU has the features that V needs; `x` is R rows of M elements, both multiples of eight, `y` is valid for as many, of which
/// nobody else uses the places of these rows; `work` M blocks.
#[inline(always)]
pub(super) unsafe fn rows<V: Eight>(
    f: &Modulus,
    dft: &FactorTable,
    x: &[u64],
    y: *mut u64,
    range: Range<usize>,
    work: &mut [u64],
) {
    let (n, size, m) = (f.limbs, LANES * f.limbs, dft.len);
    let (eights, blocks) = (x.len() / size / m, m / LANES);
    let (x, work) = (x.as_ptr(), work.as_mut_ptr());
    for i in range {
        // SAFETY: block j of eight rows, to blocks 8j … 8j + 7 of the work, which has M; block i of eight rows' worth of places
        unsafe {
            for j in 0..blocks {
                let from = x.add((LANES * i * blocks + j) * size);
                exchange::<V>(n, (from, blocks * size), (work.add(LANES * j * size), size));
            }
            dft.run::<V>(f, None, work);
            for slot in 0..m {
                let to = y.add((dft.value(slot) * eights + i) * size);
                arithmetic::reduce::<V>(f, work.add(slot * size), to);
            }
        }
    }
}
