//! The passes of the transform, generic over the field's instruction set, and the macro that compiles them for one.
//!
//! A vector here is eight words that begin at a multiple of eight in a buffer; fields with fewer lanes take it in parts.

use super::{
    field::{Block, Field, Tile},
    matrix::Matrices,
    scalar::TURN,
};
use crate::kernels::generated::gf60_codelets::*;

pub(super) use super::matrix::multiply_matrix;

/// Number of words of a vector.
pub(super) const WIDTH: usize = 8;
/// Number of elements that are encoded and decoded at a time.
pub(super) const GROUP: usize = 512;

/// A strip of eight neighbouring columns, of the elements of a transform in m1 rows of m2.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    pub rows: usize,
    pub columns: usize,
    /// The first column, a multiple of 8.
    pub first: usize,
    /// Scratch for the vectors of the strip, in whole tiles of eight.
    pub work: *mut u64,
    /// Vectors of powers u^(l·k), l the lane, for k below the number of rows, then zeros to whole tiles.
    pub factors: *const u64,
}

impl Strip {
    /// Number of columns of the strip.
    fn width(&self) -> usize {
        WIDTH.min(self.columns - self.first)
    }

    /// The place of each row j in the strip: (j·m2 + first) mod m1.
    fn places(self) -> impl Iterator<Item = usize> {
        let step = self.columns % self.rows;
        let next = move |&place: &usize| {
            let place = place + step;
            Some(if place >= self.rows { place - self.rows } else { place })
        };
        std::iter::successors(Some(self.first % self.rows), next).take(self.rows)
    }
}

/// Parameters of the conversion between rows of m bits and elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coding {
    /// m.
    pub order: usize,
    /// Number of rows that the bits reach.
    pub rows: usize,
    /// The bit of an element that each row becomes: bit (l·m) mod 61 for row l.
    pub places: [u8; 61],
}

/// Functions of a field, compiled with its instruction set's features; written by `kernel!`.
///
/// SAFETY of all: the CPU has the features, and what the structures point to is there and nobody else's.
pub(super) trait Passes: Field {
    unsafe fn axis(order: usize, x: *mut u64, at: *const u16, count: usize);
    unsafe fn gather(strip: Strip, from: *const u64, stride: usize);
    unsafe fn twist(strip: Strip, to: &mut [&mut [u64]], at: usize);
    unsafe fn untwist(strip: Strip, from: *const u64);
    unsafe fn scatter(strip: Strip, to: &mut [&mut [u64]], at: usize);
    unsafe fn multiply(out: *mut u64, a: *const u64, b: *const u64, len: usize, add: bool);
    unsafe fn multiply_matrix(matrices: &Matrices<'_>, len: usize);
    unsafe fn encode(coding: &Coding, bits: &[u64], first: usize, out: &mut [u64]);
    unsafe fn decode(coding: &Coding, elements: &[u64], first: usize, runs: &mut [&mut [u64]], heads: &mut [u64]);
}

/// Writes the functions of [`Passes`] with this attribute, `target_feature` or none.
macro_rules! kernel {
    (passes $attribute:tt; $($name:ident($($arg:ident: $type:ty),*));*) => { $(
        #[inline(never)]
        #$attribute
        unsafe fn $name($($arg: $type),*) {
            // SAFETY: the features are enabled here; the rest is the caller's promise, which is the same
            unsafe { $crate::kernels::gf60::passes::$name::<Self>($($arg),*) }
        }
    )* };
    (axes $field:ty, $attribute:tt; $($name:ident)*) => { $(
        #[inline(never)]
        #$attribute
        unsafe fn $name(x: *mut u64, at: *const u16, count: usize) {
            // SAFETY: as above
            unsafe { $crate::kernels::gf60::passes::$name::<$field>(x, at, count) }
        }
    )* };
    ($field:ty, $attribute:tt) => {
        impl $crate::kernels::gf60::passes::Passes for $field {
            $crate::kernels::gf60::passes::kernel!(passes $attribute;
                gather(strip: Strip, from: *const u64, stride: usize);
                twist(strip: Strip, to: &mut [&mut [u64]], at: usize);
                untwist(strip: Strip, from: *const u64);
                scatter(strip: Strip, to: &mut [&mut [u64]], at: usize);
                multiply(out: *mut u64, a: *const u64, b: *const u64, len: usize, add: bool);
                multiply_matrix(matrices: &Matrices<'_>, len: usize);
                encode(coding: &Coding, bits: &[u64], first: usize, out: &mut [u64]);
                decode(coding: &Coding, elements: &[u64], first: usize, runs: &mut [&mut [u64]], heads: &mut [u64]));
            #[inline]
            unsafe fn axis(order: usize, x: *mut u64, at: *const u16, count: usize) {
                $crate::kernels::gf60::passes::kernel!(axes $field, $attribute;
                    axis_3 axis_5 axis_7 axis_9 axis_11 axis_13 axis_25 axis_31 axis_41);
                // SAFETY: the caller's promise
                unsafe {
                    match order {
                        3 => axis_3(x, at, count),
                        5 => axis_5(x, at, count),
                        7 => axis_7(x, at, count),
                        9 => axis_9(x, at, count),
                        11 => axis_11(x, at, count),
                        13 => axis_13(x, at, count),
                        25 => axis_25(x, at, count),
                        31 => axis_31(x, at, count),
                        41 => axis_41(x, at, count),
                        _ => unreachable!("orders with a codelet"),
                    }
                }
            }
        }
    };
}
pub(super) use kernel;

/// Writes loops over the codelets: `count` of them, whose vectors the table `at` lists one after the other.
macro_rules! axes {
    ($($name:ident = $codelet:ident, $order:literal;)*) => { $(
        #[inline(always)]
        pub(super) unsafe fn $name<F: Field>(x: *mut u64, at: *const u16, count: usize) {
            for i in 0..count {
                for part in (0..WIDTH).step_by(F::LANES) {
                    // SAFETY: the table's vectors, part by part
                    unsafe { $codelet::<F>(x.add(part), at.add($order * i)) }
                }
            }
        }
    )* };
}
axes! {
    axis_3 = dft_3, 3;
    axis_5 = dft_5, 5;
    axis_7 = dft_7, 7;
    axis_9 = dft_9, 9;
    axis_11 = dft_11, 11;
    axis_13 = dft_13, 13;
    axis_25 = dft_25, 25;
    axis_31 = dft_31, 31;
    axis_41 = dft_41, 41;
}

/// Distance in vectors at which strips are prefetched while they are gathered.
const AHEAD: usize = 16;

/// Copies the strip, each row to its place: rows lie `stride` words apart, starting with the strip's first element.
#[inline(always)]
pub(super) unsafe fn gather<F: Field>(strip: Strip, from: *const u64, stride: usize) {
    let mut row = from;
    for place in strip.places() {
        // SAFETY: the caller's elements, with room for whole vectors at the end
        unsafe {
            F::prefetch(row.wrapping_add(AHEAD + WIDTH - 1));
            for part in (0..WIDTH).step_by(F::LANES) {
                F::store(strip.work.add(WIDTH * place + part), F::load(row.add(part)));
            }
        }
        row = row.wrapping_add(stride);
    }
}

/// x times the factors, eight vectors of eight words each.
#[inline(always)]
unsafe fn times_factors<F: Field>(x: *const u64, factor: impl Fn(usize) -> *const u64, out: *mut u64) {
    for i in 0..8 {
        let factor = factor(i);
        for part in (0..WIDTH).step_by(F::LANES) {
            // SAFETY: the caller's vectors
            unsafe {
                let x = F::load(x.add(WIDTH * i + part));
                F::store(out.add(WIDTH * i + part), F::times(x, F::load(factor.add(part))));
            }
        }
    }
}

/// Multiplies the values of a strip of columns by u^(l·k) and transposes them: a row of eight values for each of the
/// strip's columns, from the word `at` of each block on.
#[inline(always)]
pub(super) unsafe fn twist<F: Field>(strip: Strip, to: &mut [&mut [u64]], at: usize) {
    let width = strip.width();
    for (i, block) in to.iter_mut().enumerate() {
        let mut tile = Tile([0; 64]);
        // SAFETY: whole tiles of vectors and factors
        unsafe {
            let here = WIDTH * 8 * i;
            let factors = strip.factors.add(here);
            times_factors::<F>(strip.work.add(here), |k| factors.add(WIDTH * k), tile.0.as_mut_ptr());
            F::transpose(&mut tile);
            let out = block[at..at + WIDTH * width].as_mut_ptr();
            match width {
                WIDTH => copy::<F>(tile.0.as_ptr(), out, WIDTH),
                _ => copy::<F>(tile.0.as_ptr(), out, width),
            }
        }
    }
}

/// Copies `count` vectors.
#[inline(always)]
unsafe fn copy<F: Field>(from: *const u64, to: *mut u64, count: usize) {
    for i in (0..WIDTH * count).step_by(F::LANES) {
        // SAFETY: the caller's vectors
        unsafe { F::store(to.add(i), F::load(from.add(i))) };
    }
}

/// Undoes [`twist`], for values that the transform of rows returned at negated indices: column c is at m2 − c.
#[inline(always)]
pub(super) unsafe fn untwist<F: Field>(strip: Strip, from: *const u64) {
    let (rows, columns, width) = (strip.rows, strip.columns, strip.width());
    for i in 0..rows.div_ceil(8) {
        let mut tile = Tile([0; 64]);
        // SAFETY: blocks of m2 vectors, one for each eight rows; factors of rows that there are
        unsafe {
            let block = from.add(WIDTH * columns * i);
            for c in 0..width {
                let column = (columns - strip.first - c) % columns;
                let ahead = block.wrapping_add(WIDTH * column).wrapping_sub(WIDTH * AHEAD);
                F::prefetch(ahead);
                copy::<F>(block.add(WIDTH * column), tile.0.as_mut_ptr().add(WIDTH * c), 1);
            }
            F::transpose(&mut tile);
            let factor = |k: usize| {
                let k = 8 * i + k;
                strip.factors.wrapping_add(WIDTH * if k == 0 || k >= rows { 0 } else { rows - k })
            };
            times_factors::<F>(tile.0.as_ptr(), factor, strip.work.add(WIDTH * 8 * i));
        }
    }
}

/// Undoes [`gather`], for values at negated indices: writes eight words to each row, or as many as the strip has
/// columns.
#[inline(always)]
pub(super) unsafe fn scatter<F: Field>(strip: Strip, to: &mut [&mut [u64]], at: usize) {
    let width = strip.width();
    for (row, place) in to.iter_mut().zip(strip.places()) {
        let place = if place == 0 { 0 } else { strip.rows - place };
        let to = &mut row[at..at + width];
        // SAFETY: both sides have this many words
        unsafe {
            let from = strip.work.add(WIDTH * place);
            if width == WIDTH {
                copy::<F>(from, to.as_mut_ptr(), 1);
            } else {
                to.as_mut_ptr().copy_from_nonoverlapping(from, width);
            }
        }
    }
}

/// out = a·b, or out += a·b, for words in whole vectors. `out` may be `a`, and `a` may be `b`.
#[inline(always)]
pub(super) unsafe fn multiply<F: Field>(out: *mut u64, a: *const u64, b: *const u64, len: usize, add: bool) {
    for i in (0..len).step_by(F::LANES) {
        // SAFETY: the caller's words
        unsafe {
            let product = F::times(F::load(a.add(i)), F::folded(F::load(b.add(i))));
            F::store(out.add(i), if add { F::add(product, F::load(out.add(i))) } else { product });
        }
    }
}

/// Bits p … p + 511 of a polynomial, zeros beyond its end.
#[inline(always)]
unsafe fn bits_from<F: Field>(bits: &[u64], p: usize) -> [u64; 8] {
    let (word, shift) = (p / 64, p % 64);
    if let Some(words) = bits.get(word..).and_then(|bits| bits.first_chunk::<9>()) {
        // SAFETY: the caller's features
        return unsafe { F::window(words, shift) };
    }
    let mut words = [0; 9];
    words.iter_mut().zip(bits.iter().skip(word)).for_each(|(to, &from)| *to = from);
    // SAFETY: as above
    unsafe { F::window(&words, shift) }
}

/// Converts bits to whole groups of 512 elements, though m may end within the last: bit k + m·l of the polynomial
/// becomes the coefficient of z^(k + m·l) in element k.
#[inline(always)]
pub(super) unsafe fn encode<F: Field>(coding: &Coding, bits: &[u64], first: usize, out: &mut [u64]) {
    let mut block = Block([[0; 8]; 64]);
    for (i, out) in out.as_chunks_mut::<GROUP>().0.iter_mut().enumerate() {
        let k = first + GROUP * i;
        for (l, &place) in coding.places[..coding.rows].iter().enumerate() {
            // SAFETY: the caller's features
            block.0[usize::from(place & 63)] = unsafe { bits_from::<F>(bits, l * coding.order + k) };
        }
        // SAFETY: as above
        unsafe { F::elements(&block, k % TURN, out) };
    }
}

/// Undoes [`encode`] for whole groups of elements from `first` on, a multiple of 512: every element is brought to the
/// form whose coefficient for row 60 is zero, and of the other rows the bits of these elements go to `runs`, for as
/// many rows as there are runs. A run consists of the words whose first bit belongs to one of these elements; bits
/// before them go to the row's word of `heads`. Shorter runs receive the words that fit.
#[inline(always)]
pub(super) unsafe fn decode<F: Field>(
    coding: &Coding,
    elements: &[u64],
    first: usize,
    runs: &mut [&mut [u64]],
    heads: &mut [u64],
) {
    let mut block = Block([[0; 8]; 64]);
    let mut last = [0; 61];
    let len = elements.len().min(coding.order - first);
    for (i, group) in elements.as_chunks::<GROUP>().0.iter().enumerate() {
        let at = GROUP * i;
        if at >= len {
            break;
        }
        // SAFETY: the caller's features
        unsafe { F::rows(group, (first + at) % TURN, coding.places[60], &mut block) };
        let inner = i > 0 && at + GROUP < len;
        for (l, run) in runs.iter_mut().enumerate() {
            let (row, last) = (&block.0[usize::from(coding.places[l] & 63)], &mut last[l]);
            let shift = (l * coding.order + first) % 64;
            // SAFETY: as above
            let words = unsafe { F::shifted(row, *last, shift) };
            let to = (8 * i).wrapping_sub(usize::from(shift > 0));
            match run.get_mut(to..).and_then(|run| run.first_chunk_mut()) {
                Some(run) if inner => *run = words,
                _ => end_run(run, &mut heads[l], to, words, row[7] >> 1 >> (63 - shift), shift + GROUP.min(len - at)),
            }
            *last = row[7];
        }
    }
}

/// Writes the first `bits` bits of nine words to a run, from word `to` on; if `to` is `usize::MAX`, the first word goes
/// to the head.
fn end_run(run: &mut [u64], head: &mut u64, to: usize, words: [u64; 8], ninth: u64, bits: usize) {
    let mut nine = [ninth; 9];
    nine[..8].copy_from_slice(&words);
    if !bits.is_multiple_of(64) {
        nine[bits / 64] &= (1 << (bits % 64)) - 1;
    }
    let (mut words, mut to) = (&nine[..bits.div_ceil(64)], to);
    if to == usize::MAX {
        (*head, words, to) = (words[0], &words[1..], 0);
    }
    if let Some(run) = run.get_mut(to..) {
        let count = words.len().min(run.len());
        run[..count].copy_from_slice(&words[..count]);
    }
}
