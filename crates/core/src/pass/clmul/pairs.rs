//! Products by vectors of pairs of words.
//!
//! A pair of words times a pair takes three products of words instead of four (Karatsuba). A product is computed by
//! columns of pairs: low, middle and high parts are summed separately and combined once for each column, the middle
//! ones shifted up by one word, the high ones by two. Kernels with four pairs in a vector use tiles instead.

use super::{MAX_BASE, Small};
use crate::simd::inlined::{CopyFrom, Mapped, Walked, Zipped};
use crate::simd::{Bits, Row};

/// out = a·b, pair by pair; `a` is not longer than `b`, which has at most [`MAX_BASE`] words.
#[inline(always)]
pub(super) fn columns<S: Bits<Row = [u64; 2]>>(s: S, out: &mut [u64], a: &[u64], b: &[u64]) {
    let (mut x, mut y) = ([0; MAX_BASE], [0; MAX_BASE]);
    x[..a.len()].copy_from(a);
    y[..b.len()].copy_from(b);
    let ((x, _), (y, _)) = (S::rows(&x[..a.len().next_multiple_of(2)]), S::rows(&y[..b.len().next_multiple_of(2)]));
    let (mut high_before, mut middle_before) = (s.zero(), s.zero());
    for column in 0..x.len() + y.len() {
        let (mut low, mut middle, mut high) = (s.zero(), s.zero(), s.zero());
        let first = (column + 1).saturating_sub(y.len());
        let (left, right) = (&x[first..x.len().min(column + 1)], &y[..=column - first]);
        for (u, v) in left.iter().zip(right.iter().rev()) {
            let (u, v) = (s.load(u), s.load(v));
            low = s.xor(low, s.low_by_low(u, v));
            high = s.xor(high, s.high_by_high(u, v));
            middle = s.xor(middle, s.low_by_low(s.xor(u, s.swap(u)), s.xor(v, s.swap(v))));
        }
        middle = s.xor_3(middle, low, high);
        let sum = s.xor_3(low, s.up(middle, middle_before), high_before);
        (high_before, middle_before) = (high, middle);
        let to = out.len().min(2 * column);
        s.store_cut(&mut out[to..], sum);
    }
}

/// The same for operands of up to two words.
#[inline(always)]
pub(super) fn pair<S: Bits<Row = [u64; 2]>>(s: S, out: &mut [u64], a: &[u64], b: &[u64]) {
    let load = |v: &[u64]| match v {
        [x] => [*x, 0],
        _ => [v[0], v[1]],
    };
    let (x, y) = (s.every(load(a)), s.every(load(b)));
    if let ([_], [_]) = (a, b) {
        return s.store_cut(out, s.low_by_low(x, y));
    }
    let middle = s.xor(s.high_by_low(x, y), s.low_by_high(x, y));
    let (low, high) = out.split_at_mut(2);
    s.store_cut(low, s.xor(s.low_by_low(x, y), s.up(middle, s.zero())));
    s.store_cut(high, s.xor(s.high_by_high(x, y), s.up(s.zero(), middle)));
}

/// `out` is twice as long as `a`.
#[inline(always)]
pub(super) fn square<S: Bits>(s: S, out: &mut [u64], a: &[u64]) {
    let (rows, rest) = S::rows(a);
    let (out, rest_out) = out.split_at_mut(2 * (a.len() - rest.len()));
    for (x, out) in rows.walk().zipped(S::rows_mut(out).0.chunks_exact_mut(2)) {
        let x = s.load(x);
        let [low, high] = s.weave(s.low_by_low(x, x), s.high_by_high(x, x));
        s.store(&mut out[0], low);
        s.store(&mut out[1], high);
    }
    for (out, &x) in rest_out.chunks_exact_mut(2).zipped(rest) {
        let p = s.product(x, x);
        out.copy_from(&[p as u64, (p >> 64) as u64]);
    }
}

/// out += c·a, cut to its length, which is at least that of `a`.
#[inline(always)]
pub(super) fn add_row<S: Bits>(s: S, out: &mut [u64], a: &[u64], c: u64) {
    let factor = s.every([c, 0]);
    let (rows, rest) = S::rows(a);
    let (whole, beyond) = out.split_at_mut(a.len() - rest.len());
    let mut before = s.zero();
    for (x, out) in rows.walk().zipped(S::rows_mut(whole).0) {
        let x = s.load(x);
        let (even, odd) = (s.low_by_low(x, factor), s.high_by_low(x, factor));
        s.store(out, s.xor_3(s.load(out), even, s.up(odd, before)));
        before = odd;
    }
    let mut carry = last_word(s, before);
    for (out, &x) in beyond.walk_mut().zipped(rest) {
        let p = s.product(x, c);
        *out ^= p as u64 ^ carry;
        carry = (p >> 64) as u64;
    }
    if let Some(x) = beyond.get_mut(rest.len()) {
        *x ^= carry;
    }
}

#[inline(always)]
fn last_word<S: Bits>(s: S, v: S::U) -> u64 {
    let mut words = S::Row::ZERO;
    s.store(&mut words, v);
    words.as_ref()[S::LANES - 1]
}

/// (x, y) = m·(x, y), cut to their length, which is the same for both.
#[inline(always)]
pub(super) fn combine<S: Bits>(s: S, x: &mut [u64], y: &mut [u64], m: &Small) {
    let factors = [s.every(m[0]), s.every(m[1])];
    let mut before = [s.zero(); 2];
    let ((xs, x), (ys, y)) = (S::rows_mut(x), S::rows_mut(y));
    for (x, y) in xs.walk_mut().zipped(ys) {
        let (u, v) = (s.load(x), s.load(y));
        for (i, to) in [x, y].into_iter().enumerate() {
            let even = s.xor(s.low_by_low(u, factors[i]), s.low_by_high(v, factors[i]));
            let odd = s.xor(s.high_by_low(u, factors[i]), s.high_by_high(v, factors[i]));
            s.store(to, s.xor(even, s.up(odd, before[i])));
            before[i] = odd;
        }
    }
    let mut carry = [last_word(s, before[0]), last_word(s, before[1])];
    for (x, y) in x.walk_mut().zipped(y) {
        let sums = m.mapped(|row| s.product(row[0], *x) ^ s.product(row[1], *y));
        (*x, *y) = (sums[0] as u64 ^ carry[0], sums[1] as u64 ^ carry[1]);
        carry = sums.mapped(|s| (s >> 64) as u64);
    }
}
