//! The passes of the transform, generic over the field's instruction set.
//!
//! A vector here is eight words that begin at a multiple of eight in a buffer; fields with fewer lanes take it in parts.

use super::{
    field::{Block, Field, Tile},
    scalar::TURN,
};
use crate::simd::inlined::{CopyFrom, Walked, Zipped};
use crate::simd::{Scattered, prefetch_second, taken};

/// Number of words of a vector.
pub(super) const WIDTH: usize = 8;
/// Number of elements that are encoded and decoded at a time.
pub(super) const GROUP: usize = 512;

/// A strip of eight neighbouring columns, of the elements of a transform in m1 rows of m2.
#[derive(Clone, Copy)]
pub(super) struct Strip<'a> {
    pub rows: usize,
    pub columns: usize,
    /// The first column, a multiple of 8.
    pub first: usize,
    /// Vectors of powers u^(l·k), l the lane, for k below the number of rows, then zeros to whole tiles.
    pub factors: &'a [u64],
}

impl Strip<'_> {
    /// Number of columns of the strip.
    fn width(&self) -> usize {
        WIDTH.min(self.columns - self.first)
    }

    /// The place of row 0 in the strip; that of row j is (j·m2 + first) mod m1.
    fn first_place(self) -> usize {
        self.first % self.rows
    }

    /// The step from the place of a row to that of the next one.
    fn step(self) -> usize {
        self.columns % self.rows
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

/// A codelet, run on sets of N vectors, whose indices follow each other in the table.
#[inline(always)]
pub(super) fn axis<F: Field, const N: usize>(f: F, x: &mut [u64], at: &[u16])
where
    Axis<N>: Codelet<N>,
{
    let x = F::rows_mut(x).0;
    for at in at.as_chunks().0 {
        let mut x = Scattered::new(x, at, WIDTH / F::LANES);
        for _ in 0..WIDTH / F::LANES {
            Axis::<N>::run(f, &mut x);
            x.advance();
        }
    }
}

/// The transform of N vectors.
pub(super) struct Axis<const N: usize>;

/// A transform of N vectors.
pub(super) trait Codelet<const N: usize> {
    fn run<F: Field>(f: F, x: &mut Scattered<'_, F::Row, N>);
}

/// Distance in vectors at which strips are prefetched while they are gathered.
const AHEAD: usize = 16;

/// A strip, the words from its first element on and the distance between rows, and its vectors.
pub(super) type GatherArgs<'a> = (Strip<'a>, (&'a [u64], usize), &'a mut [u64]);

/// Copies the strip to vectors, each row to its place.
#[inline(always)]
pub(super) fn gather<F: Field>(f: F, args: &mut Option<GatherArgs<'_>>) {
    let (strip, (from, stride), work) = taken(args);
    let (mut at, mut place, step) = (0, strip.first_place(), strip.step());
    let work = &mut work.as_chunks_mut::<WIDTH>().0[..strip.rows];
    for _ in 0..strip.rows {
        prefetch_second(from, at + AHEAD + WIDTH - 1);
        copy(f, &from[at..][..WIDTH], &mut work[place]);
        (at, place) = (at + stride, after(place, step, strip.rows));
    }
}

/// (place + step) mod rows, both below it.
#[inline(always)]
fn after(place: usize, step: usize, rows: usize) -> usize {
    let next = place + step;
    if next >= rows { next - rows } else { next }
}

/// Copies vectors.
#[inline(always)]
fn copy<F: Field>(f: F, from: &[u64], to: &mut [u64]) {
    for (from, to) in F::rows(from).0.walk().zipped(F::rows_mut(to).0) {
        f.write(to, f.read(from));
    }
}

/// Eight vectors of x times these factors.
#[inline(always)]
fn times_factors<'a, F: Field>(f: F, x: &[u64; 64], factor: impl Fn(usize) -> &'a [u64], out: &mut [u64; 64]) {
    let (x, out) = (x.as_chunks::<WIDTH>().0, out.as_chunks_mut::<WIDTH>().0);
    for i in 0..8 {
        let (x, factor, out) = (F::rows(&x[i]).0, F::rows(&factor(i)[..WIDTH]).0, F::rows_mut(&mut out[i]).0);
        for part in 0..WIDTH / F::LANES {
            f.write(&mut out[part], f.reduced(f.times(f.read(&x[part]), f.read(&factor[part]))));
        }
    }
}

/// A strip, its vectors, and parts of blocks or rows with the word of each from which on they are written.
pub(super) type PartArgs<'a, 'b> = (Strip<'a>, &'a [u64], &'a mut [&'b mut [u64]], usize);

/// Multiplies the values of a strip of columns by u^(l·k) and transposes them: a row of eight values for each of the
/// strip's columns, from the word `at` of each block on.
#[inline(always)]
pub(super) fn twist<F: Field>(f: F, args: &mut Option<PartArgs<'_, '_>>) {
    let (strip, work, to, at) = taken(args);
    let width = strip.width();
    let (work, factors) = (work.as_chunks::<64>().0, strip.factors.as_chunks::<64>().0);
    for ((block, x), factors) in to.walk_mut().zipped(work).zipped(factors) {
        let mut tile = Tile([0; 64]);
        times_factors(f, x, |k| &factors[WIDTH * k..], &mut tile.0);
        f.transpose_tile(&mut tile);
        let out = &mut block[at..at + WIDTH * width];
        match width {
            WIDTH => copy(f, &tile.0, out),
            _ => copy(f, &tile.0[..WIDTH * width], out),
        }
    }
}

/// A strip, the words of an image, and the strip's vectors.
pub(super) type UntwistArgs<'a> = (Strip<'a>, &'a [u64], &'a mut [u64]);

/// Undoes [`twist`], for values that the transform of rows returned at negated indices: column c is at m2 − c.
#[inline(always)]
pub(super) fn untwist<F: Field>(f: F, args: &mut Option<UntwistArgs<'_>>) {
    let (strip, from, work) = taken(args);
    let (rows, columns, width) = (strip.rows, strip.columns, strip.width());
    for (i, out) in work.as_chunks_mut::<64>().0.iter_mut().enumerate().take(rows.div_ceil(8)) {
        let mut tile = Tile([0; 64]);
        let block = &from[WIDTH * columns * i..][..WIDTH * columns];
        for c in 0..width {
            let column = (columns - strip.first - c) % columns;
            prefetch_second(block, (WIDTH * column).wrapping_sub(WIDTH * AHEAD));
            copy(f, &block[WIDTH * column..][..WIDTH], &mut tile.0[WIDTH * c..][..WIDTH]);
        }
        f.transpose_tile(&mut tile);
        let factor = |k: usize| {
            let k = 8 * i + k;
            &strip.factors[WIDTH * if k == 0 || k >= rows { 0 } else { rows - k }..]
        };
        times_factors(f, &tile.0, factor, out);
    }
}

/// Undoes [`gather`], for values at negated indices: writes eight words to each row, or as many as the strip has
/// columns.
#[inline(always)]
pub(super) fn scatter<F: Field>(f: F, args: &mut Option<PartArgs<'_, '_>>) {
    let (strip, work, to, at) = taken(args);
    let (width, mut place, step) = (strip.width(), strip.first_place(), strip.step());
    let work = &work.as_chunks::<WIDTH>().0[..strip.rows];
    for row in to {
        let from = &work[if place == 0 { 0 } else { strip.rows - place }];
        if width == WIDTH {
            copy(f, from, &mut row[at..][..WIDTH]);
        } else {
            row[at..][..width].copy_from(&from[..width]);
        }
        place = after(place, step, strip.rows);
    }
}

/// What replaces values.
#[derive(Clone, Copy)]
pub(super) enum Terms<'a> {
    /// Their squares.
    Square,
    /// Their products by these.
    By(&'a [u64]),
    /// The products of these.
    Product(&'a [u64], &'a [u64]),
    /// Their sums with the products of these.
    Add(&'a [u64], &'a [u64]),
}

/// The terms in `out`, value by value; whole vectors, as many of each.
#[inline(always)]
pub(super) fn multiply<F: Field>(f: F, out: &mut [u64], terms: Terms<'_>) {
    let out = F::rows_mut(out).0;
    match terms {
        Terms::Square => {
            for out in out {
                let x = f.read(out);
                f.write(out, product(f, x, x));
            }
        }
        Terms::By(b) => {
            for (out, b) in out.walk_mut().zipped(F::rows(b).0) {
                f.write(out, product(f, f.read(out), f.read(b)));
            }
        }
        Terms::Product(a, b) => {
            for ((out, a), b) in out.walk_mut().zipped(F::rows(a).0).zipped(F::rows(b).0) {
                f.write(out, product(f, f.read(a), f.read(b)));
            }
        }
        Terms::Add(a, b) => {
            for ((out, a), b) in out.walk_mut().zipped(F::rows(a).0).zipped(F::rows(b).0) {
                f.write(out, f.add(product(f, f.read(a), f.read(b)), f.read(out)));
            }
        }
    }
}

/// The product of any elements.
#[inline(always)]
fn product<F: Field>(f: F, a: F::V, b: F::V) -> F::V {
    f.reduced(f.times(a, f.folded(b)))
}

/// Bits p … p + 511 of a polynomial, zeros beyond its end.
#[inline(always)]
fn bits_from<F: Field>(f: F, bits: &[u64], p: usize) -> [u64; 8] {
    let (word, shift) = (p / 64, p % 64);
    if let Some(words) = bits.get(word..).and_then(|bits| bits.first_chunk::<9>()) {
        return f.window(words, shift);
    }
    let mut words = [0; 9];
    words.walk_mut().zipped(bits.iter().skip(word)).for_each(|(to, &from)| *to = from);
    f.window(&words, shift)
}

/// Converts bits to whole groups of 512 elements, though m may end within the last: bit k + m·l of the polynomial
/// becomes the coefficient of z^(k + m·l) in element k.
#[inline(always)]
pub(super) fn encode<F: Field>(f: F, coding: &Coding, bits: &[u64], first: usize, out: &mut [u64]) {
    let mut block = Block([[0; 8]; 64]);
    for (i, out) in out.as_chunks_mut::<GROUP>().0.iter_mut().enumerate() {
        let k = first + GROUP * i;
        for (l, &place) in coding.places[..coding.rows].iter().enumerate() {
            block.0[usize::from(place & 63)] = bits_from(f, bits, l * coding.order + k);
        }
        f.elements(&block, k % TURN, out);
    }
}

/// Undoes [`encode`] for whole groups of elements from `first` on, a multiple of 512: every element is brought to the
/// form whose coefficient for row 60 is zero, and of the other rows the bits of these elements go to `runs`, for as
/// many rows as there are runs. A run consists of the words whose first bit belongs to one of these elements; bits
/// before them go to the row's word of `heads`. Shorter runs receive the words that fit.
#[inline(always)]
pub(super) fn decode<F: Field>(
    f: F,
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
        f.bit_rows(group, (first + at) % TURN, coding.places[60], &mut block);
        let inner = i > 0 && at + GROUP < len;
        for (l, run) in runs.iter_mut().enumerate() {
            let (row, last) = (&block.0[usize::from(coding.places[l] & 63)], &mut last[l]);
            let shift = (l * coding.order + first) % 64;
            let words = f.shifted(row, *last, shift);
            let to = (8 * i).wrapping_sub(usize::from(shift > 0));
            match run.get_mut(to..).and_then(|run| run.first_chunk_mut()) {
                Some(run) if inner => *run = words,
                _ => {
                    let bits = shift + GROUP.min(len - at);
                    end_run(run, &mut heads[l], to, words, row[7] >> 1 >> (63 - shift), bits);
                }
            }
            *last = row[7];
        }
    }
}

/// Writes the first `bits` bits of nine words to a run, from word `to` on; if `to` is `usize::MAX`, the first word goes
/// to the head.
fn end_run(run: &mut [u64], head: &mut u64, to: usize, words: [u64; 8], ninth: u64, bits: usize) {
    let mut nine = [ninth; 9];
    nine[..8].copy_from(&words);
    if !bits.is_multiple_of(64) {
        nine[bits / 64] &= (1 << (bits % 64)) - 1;
    }
    let (mut words, mut to) = (&nine[..bits.div_ceil(64)], to);
    if to == usize::MAX {
        (*head, words, to) = (words[0], &words[1..], 0);
    }
    if let Some(run) = run.get_mut(to..) {
        let count = words.len().min(run.len());
        run[..count].copy_from(&words[..count]);
    }
}
