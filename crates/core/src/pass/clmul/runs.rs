//! Runs of bits that begin and end at any bit of a word; the loops are compiled once for each instruction set.

use crate::simd::Carryless;
use crate::simd::inlined::{CopyFrom, Walked, Zipped};

/// Rule for combining a run of bits with the bits that it is merged into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// The old bits are replaced.
    Copy,
    /// The run is added to the old bits.
    Add,
    /// The old bits are multiplied by those of the run.
    Multiply,
}

/// The 64 bits from place `at` on, zeros beyond the end.
#[inline(always)]
fn read(from: &[u64], at: usize) -> u64 {
    let (word, shift) = (at / 64, at % 64);
    let low = from.get(word).map_or(0, |x| x >> shift);
    // a shift by 64 in two steps
    low | from.get(word + 1).map_or(0, |x| x << 1 << (63 - shift))
}

/// Calls `f` for each of `n` words with the 64 bits of `from` that begin at `at` + 64·i.
#[inline(always)]
fn each_shifted(out: &mut [u64], from: &[u64], at: usize, f: impl Fn(&mut u64, u64)) {
    let (word, shift) = (at / 64, at % 64);
    if out.is_empty() {
        return;
    }
    if shift == 0 {
        for (x, &y) in out.walk_mut().zipped(&from[word..]) {
            f(x, y);
        }
        return;
    }
    let n = out.len();
    for ((x, &low), &high) in out.walk_mut().zipped(&from[word..word + n]).zipped(&from[word + 1..=word + n]) {
        f(x, low >> shift | high << (64 - shift));
    }
}

#[inline(always)]
pub(super) fn merge<S: Carryless>(
    _: S,
    out: &mut [u64],
    at: usize,
    from: &[u64],
    start: usize,
    len: usize,
    how: Merge,
) {
    match how {
        Merge::Copy => run(out, at, from, start, len, |x, y, mask| *x = *x & !mask | y & mask),
        Merge::Add => run(out, at, from, start, len, |x, y, mask| *x ^= y & mask),
        Merge::Multiply => run(out, at, from, start, len, |x, y, mask| *x &= y | !mask),
    }
}

/// Calls `f` for each word of `out` that the run meets, with the bits that fall into it and a mask of their places.
#[inline(always)]
fn run(out: &mut [u64], at: usize, from: &[u64], start: usize, len: usize, f: impl Fn(&mut u64, u64, u64)) {
    if len == 0 {
        return;
    }
    let (first, skipped) = (at / 64, at % 64);
    let head = len.min(64 - skipped);
    let ones = |count: usize| u64::MAX >> (64 - count);
    f(&mut out[first], read(from, start) << skipped, ones(head) << skipped);
    let (whole, rest) = ((len - head) / 64, (len - head) % 64);
    each_shifted(&mut out[first + 1..first + 1 + whole], from, start + head, |x, y| f(x, y, u64::MAX));
    if rest > 0 {
        f(&mut out[first + 1 + whole], read(from, start + head + 64 * whole), ones(rest));
    }
}

#[inline(always)]
pub(super) fn reverse<S: Carryless>(_: S, out: &mut [u64], from: &[u64], start: usize, len: usize) {
    let (whole, rest) = (len / 64, len % 64);
    let (words, last) = out.split_at_mut(whole);
    each_shifted(words, from, start + rest, |x, y| *x = y.reverse_bits());
    words.reverse();
    if let Some(last) = last.first_mut() {
        *last = (read(from, start) << (64 - rest)).reverse_bits();
    }
}

#[inline(always)]
pub(super) fn add<S: Carryless>(_: S, out: &mut [u64], from: &[u64]) {
    xor(out, from);
}

/// Adds the columns of a row beyond one to the rows in which that is set.
#[inline(always)]
pub(super) fn add_where<S: Carryless>(_: S, rows: &mut [u64], row: &[u64], column: usize) {
    /// Most words of a row that are added, or zeros, in less time than a branch takes that is mispredicted half of the time.
    const FEW: usize = 32;
    let (first, bit) = (column / 64, column % 64);
    let (beyond, row_beyond) = (row[first] & (!0 << bit) << 1, &row[first + 1..]);
    for other in rows.chunks_exact_mut(row.len()) {
        let (head, tail) = other[first..].split_first_mut().expect("the column's word");
        let mask = (*head >> bit & 1).wrapping_neg();
        *head ^= beyond & mask;
        if row_beyond.len() > FEW {
            if mask != 0 {
                xor(tail, row_beyond);
            }
            continue;
        }
        for (x, &y) in tail.walk_mut().zipped(row_beyond) {
            *x ^= y & mask;
        }
    }
}

#[inline(always)]
fn xor(out: &mut [u64], from: &[u64]) {
    for (x, &y) in out.walk_mut().zipped(from) {
        *x ^= y;
    }
}

/// The product of operands of one length, at least two words, by Karatsuba's identity: the lower parts have h words,
/// half of all or a multiple of `grain` above that, the higher parts the others. `multiply` makes products of operands
/// of the same length.
#[inline(always)]
pub(super) fn by_halves(
    out: &mut [u64],
    [a, b]: [&[u64]; 2],
    scratch: &mut [u64],
    grain: usize,
    multiply: impl Fn(&mut [u64], &[u64], &[u64], &mut [u64]),
) {
    let n = a.len();
    let h = super::by_halves(n, grain);
    let (low, high) = out.split_at_mut(2 * h);
    let (sums, scratch) = scratch.split_at_mut(2 * h);
    let (product, scratch) = scratch.split_at_mut(2 * h);
    multiply(low, &a[..h], &b[..h], scratch);
    multiply(high, &a[h..], &b[h..], scratch);
    let (x, y) = sums.split_at_mut(h);
    sum(x, &a[..h], &a[h..]);
    sum(y, &b[..h], &b[h..]);
    multiply(product, x, y, scratch);
    if n == 2 * h {
        return middle(out, product);
    }
    xor(product, low);
    xor(product, high);
    // the words beyond are zero
    xor(&mut out[h..h + n], &product[..n.min(2 * h)]);
}

/// out = a + b; `b` is no longer than `a`.
#[inline(always)]
fn sum(out: &mut [u64], a: &[u64], b: &[u64]) {
    let (both, rest) = out.split_at_mut(b.len());
    for ((x, a), b) in both.walk_mut().zipped(a).zipped(b) {
        *x = a ^ b;
    }
    rest.copy_from(&a[b.len()..]);
}

/// Last step of Karatsuba's identity: `out` holds L and H, 2h words each, one after the other, and becomes L + x^h·(M +
/// L + H) + x^2h·H for the product `m` of the sums.
#[inline(always)]
fn middle(out: &mut [u64], m: &[u64]) {
    let h = out.len() / 4;
    let (l0, rest) = out.split_at_mut(h);
    let (l1, rest) = rest.split_at_mut(h);
    let (h0, h1) = rest.split_at_mut(h);
    let (m0, m1) = m.split_at(h);
    for i in 0..h {
        let both = l1[i] ^ h0[i];
        l1[i] = both ^ l0[i] ^ m0[i];
        h0[i] = both ^ h1[i] ^ m1[i];
    }
}
