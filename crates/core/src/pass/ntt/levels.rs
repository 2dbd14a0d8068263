//! Butterflies of one to three levels on vectors in registers.
//!
//! A level of the forward transform takes residues modulo x^(2m) − w² to residues modulo x^m ∓ w. Steps of a loop are independent, so that processors
//! overlap them: two groups of eight vectors at once are no faster (docs/notes/011-measurements.md, "Building").
//!
//! No closure takes vectors: a call of one would pass them through memory.

use crate::simd::inlined::{Walked, Zipped, empty_slices};
use crate::{
    residue::{Powers, Residues},
    simd::Simd,
};
use std::ops::Deref;

/// The factors of a step: that of the first level, the two of the second, the four of the third.
pub trait Factors<S: Simd, R: Residues<S>>: Copy {
    /// Factor t, from 0 to 6.
    fn at(self, r: R, t: usize) -> R::W;
    /// Factors 0, 1, 3 and 5, prepared, where they are the same in all lanes.
    #[inline(always)]
    fn of_levels(self) -> Option<[[u64; 2]; 4]> {
        None
    }
    /// The powers of factor 3 by which three levels are computed, where they are.
    #[inline(always)]
    fn powers(self, r: R) -> Option<Powers<R::W>> {
        let (powers, inverse) = R::powers(self.of_levels()?)?;
        Some(prepared(r, &powers, inverse))
    }
}

/// Factors of a node of the tree, the same in all lanes: s_b; s_2b, s_2b+1; s_4b … s_4b+3.
#[derive(Clone, Copy)]
pub(super) struct OfNode<'a>(pub &'a [u64; 2], pub &'a [[u64; 2]; 2], pub &'a [[u64; 2]; 4]);

impl<S: Simd, R: Residues<S>> Factors<S, R> for OfNode<'_> {
    #[inline(always)]
    fn at(self, r: R, t: usize) -> R::W {
        r.factor(match t {
            0 => *self.0,
            1 | 2 => self.1[t - 1],
            _ => self.2[t - 3],
        })
    }
    #[inline(always)]
    fn of_levels(self) -> Option<[[u64; 2]; 4]> {
        Some([*self.0, self.1[0], self.2[0], self.2[2]])
    }
}

/// The same for two levels.
#[derive(Clone, Copy)]
pub(super) struct OfPair<'a>(pub &'a [u64; 2], pub &'a [[u64; 2]; 2]);

impl<S: Simd, R: Residues<S>> Factors<S, R> for OfPair<'_> {
    #[inline(always)]
    fn at(self, r: R, t: usize) -> R::W {
        r.factor(if t == 0 { *self.0 } else { self.1[t - 1] })
    }
}

/// Factors of one node, one behind the other.
impl<S: Simd, R: Residues<S>, const N: usize> Factors<S, R> for &[[u64; 2]; N] {
    #[inline(always)]
    fn at(self, r: R, t: usize) -> R::W {
        r.factor(self[t])
    }
}

/// N factors with one of a node's own in each lane: their first words, then their second ones; or seven [powers](Powers), and whether these are of an
/// inverse.
#[derive(Clone, Copy)]
pub struct OfLanes<'a, S: Simd, const N: usize>(pub &'a [[S::Row; 2]; N], pub Option<bool>);

impl<S: Simd, R: Residues<S>, const N: usize> Factors<S, R> for OfLanes<'_, S, N> {
    #[inline(always)]
    fn at(self, r: R, t: usize) -> R::W {
        r.factors(&self.0[t][0], &self.0[t][1])
    }
    #[inline(always)]
    fn powers(self, r: R) -> Option<Powers<R::W>> {
        let inverse = self.1.filter(|_| N == 7)?;
        let mut w = [self.at(r, 0); 7];
        for (t, power) in w.iter_mut().enumerate().skip(1) {
            *power = self.at(r, t);
        }
        Some(Powers { w, inverse })
    }
}

/// Prepared powers, the same in all lanes.
#[inline(always)]
fn prepared<S: Simd, R: Residues<S>>(r: R, powers: &[[u64; 2]; 7], inverse: bool) -> Powers<R::W> {
    let mut w = [r.factor(powers[0]); 7];
    for (w, power) in w[1..].walk_mut().zipped(&powers[1..]) {
        *w = r.factor(*power);
    }
    Powers { w, inverse }
}

/// Loads N vectors.
#[inline(always)]
pub fn load<S: Simd, R: Residues<S>, const N: usize>(r: R, x: &[S::Row; N]) -> [R::V; N] {
    let mut v = [r.zero(); N];
    for (v, x) in v.walk_mut().zipped(x) {
        *v = r.load(x);
    }
    v
}

/// Stores N vectors.
#[inline(always)]
pub fn store<S: Simd, R: Residues<S>, const N: usize>(r: R, x: &mut [S::Row; N], v: [R::V; N]) {
    for (x, v) in x.walk_mut().zipped(v) {
        r.store(x, v);
    }
}

/// Loads vector j of each of N parts, all of one length.
#[inline(always)]
pub(super) fn load_at<S: Simd, R: Residues<S>, P: Deref<Target = [S::Row]>, const N: usize>(
    r: R,
    parts: &[P; N],
    j: usize,
) -> [R::V; N] {
    let mut v = [r.zero(); N];
    for (v, part) in v.walk_mut().zipped(parts) {
        *v = r.load(&part[j]);
    }
    v
}

/// Loads words in [0, p): vector j of each of N parts, all of one length.
#[inline(always)]
pub(super) fn load_residues_at<S: Simd, R: Residues<S>, P: Deref<Target = [S::Row]>, const N: usize>(
    r: R,
    parts: &[P; N],
    j: usize,
) -> [R::V; N] {
    let mut v = [r.zero(); N];
    for (v, part) in v.walk_mut().zipped(parts) {
        *v = r.load_residues(&part[j]);
    }
    v
}

/// Stores vector j of each of N parts, all of one length.
#[inline(always)]
pub(super) fn store_at<S: Simd, R: Residues<S>, const N: usize>(
    r: R,
    parts: &mut [&mut [S::Row]; N],
    j: usize,
    v: [R::V; N],
) {
    for (part, v) in parts.walk_mut().zipped(v) {
        r.store(&mut part[j], v);
    }
}

/// x as N parts of the same length, which the compiler knows to be the same.
#[inline(always)]
pub(super) fn parts<T, const N: usize>(x: &mut [T]) -> [&mut [T]; N] {
    let len = x.len() / N;
    let (mut parts, mut rest): ([&mut [T]; N], _) = (empty_slices(), x);
    for part in &mut parts {
        (*part, rest) = rest.split_at_mut(len);
    }
    parts
}

/// The same of shared words.
#[inline(always)]
pub(super) fn shared_parts<T, const N: usize>(x: &[T]) -> [&[T]; N] {
    let len = x.len() / N;
    let (mut parts, mut rest) = ([const { &[] as &[T] }; N], x);
    for part in &mut parts {
        (*part, rest) = rest.split_at(len);
    }
    parts
}

/// One butterfly after the other.
macro_rules! butterflies {
    ($r:ident, $v:ident, $w:ident; $($i:literal $j:literal $t:literal),*) => { $(
        ($v[$i], $v[$j]) = $r.forward($v[$i], $v[$j], $w.at($r, $t));
    )* };
}

/// Three levels. In: the forward range, or words below 2^52. Out: the forward range.
#[inline(always)]
pub(super) fn three<S: Simd, R: Residues<S>>(r: R, v: &mut [R::V; 8], w: impl Factors<S, R>) {
    for x in &mut v[..R::REDUCED] {
        *x = r.reduce(*x);
    }
    three_reduced(r, v, w);
}

/// Three levels on values that are reduced as far as they need be.
#[inline(always)]
pub(super) fn three_reduced<S: Simd, R: Residues<S>>(r: R, v: &mut [R::V; 8], w: impl Factors<S, R>) {
    if R::SHIFTS
        && let Some(powers) = w.powers(r)
        && let Some(values) = r.three_levels(*v, &powers)
    {
        *v = values;
        return;
    }
    butterflies!(r, v, w; 1 5 0, 2 6 0, 3 7 0, 0 4 0, 1 3 1, 5 7 2, 0 2 1, 4 6 2, 0 1 3, 2 3 4, 4 5 5, 6 7 6);
}

/// Two levels; ranges as for three.
#[inline(always)]
pub(super) fn two<S: Simd, R: Residues<S>>(r: R, v: &mut [R::V; 4], w: impl Factors<S, R>) {
    v[0] = r.reduce(v[0]);
    if R::REDUCED > 1 {
        v[1] = r.reduce(v[1]);
    }
    butterflies!(r, v, w; 1 3 0, 0 2 0, 0 1 1, 2 3 2);
}

/// One level; ranges as for three.
#[inline(always)]
pub(super) fn one<S: Simd, R: Residues<S>>(r: R, v: &mut [R::V; 2], w: impl Factors<S, R>) {
    v[0] = r.reduce(v[0]);
    butterflies!(r, v, w; 0 1 0);
}

/// The roots i, ζ and ζi of node 0.
#[derive(Clone, Copy)]
pub(super) struct Eighths<W> {
    w: [W; 3],
    /// Whether they are the inverses of those of the arithmetic's shifts, where they are one or the other.
    shifts: Option<bool>,
}

impl<W> Eighths<W> {
    /// From the prepared roots 1, i, ζ and ζi.
    #[inline(always)]
    pub fn new<S: Simd, R: Residues<S, W = W>>(r: R, [one, i, zeta, zeta_1]: [[u64; 2]; 4]) -> Self {
        let w = [r.factor(i), r.factor(zeta), r.factor(zeta_1)];
        Eighths { w, shifts: R::powers([one, one, one, zeta]).map(|(_, inverse)| inverse) }
    }
}

/// Three levels at node 0, x^n − 1, whose roots are 1; 1, i; 1, i, ζ, ζi: 5 of 12 butterflies multiply. In: [0, p). Out: the forward range.
#[inline(always)]
pub(super) fn cyclic<S: Simd, R: Residues<S>>(r: R, x: [R::V; 8], roots: Eighths<R::W>) -> [R::V; 8] {
    let by_shifts = match roots.shifts {
        Some(true) => r.eighths::<true>(x),
        Some(false) => r.eighths::<false>(x),
        None => None,
    };
    if let Some(values) = by_shifts {
        return values;
    }
    let [i, zeta, zeta_1] = roots.w;
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let ((x0, x4), (x1, x5)) = (r.plain(x0, x4, 1), r.plain(x1, x5, 1));
    let ((x2, x6), (x3, x7)) = (r.plain(x2, x6, 1), r.plain(x3, x7, 1));
    let ((x0, x2), (x1, x3)) = (r.plain(x0, x2, 2), r.plain(x1, x3, 2));
    let ((x4, x6), (x5, x7)) = (r.forward(r.lift(x4, 1), x6, i), r.forward(r.lift(x5, 1), x7, i));
    let (x0, x1) = r.plain(r.lift(x0, R::FORWARD_LEAST), x1, 4);
    let (x2, x3) = r.forward(r.lift(x2, R::FORWARD_LEAST + 1), x3, i);
    let (x4, x5) = r.forward(r.lift(x4, R::FORWARD_LEAST + 1), x5, zeta);
    let (x6, x7) = r.forward(r.lift(x6, R::FORWARD_LEAST + 1), x7, zeta_1);
    [x0, x1, x2, x3, x4, x5, x6, x7]
}

/// Three levels at node 1, x^n + 1. In: [0, p). Out: the forward range.
#[inline(always)]
pub(super) fn negacyclic<S: Simd, R: Residues<S>>(r: R, mut v: [R::V; 8], w: impl Factors<S, R>) -> [R::V; 8] {
    // sums that are multiplied next must not be below the forward range
    for x in &mut v[1..4] {
        *x = r.lift(*x, R::FORWARD_LEAST);
    }
    three(r, &mut v, w);
    v
}

/// Three inverse levels. In and out: [0, 2p).
#[inline(always)]
pub fn three_back<S: Simd, R: Residues<S>>(r: R, v: &mut [R::V; 8], w: impl Factors<S, R>) {
    sums_back(r, v, w);
    for (v, settled) in v[..4].walk_mut().zipped(&R::SETTLED) {
        if *settled {
            *v = r.settle(*v);
        }
    }
}

/// The same, except that the first four values are sums, which lazy arithmetics let grow to 8p, or 16p.
#[inline(always)]
pub(super) fn sums_back<S: Simd, R: Residues<S>>(r: R, v: &mut [R::V; 8], w: impl Factors<S, R>) {
    if let Some(powers) = w.powers(r)
        && let Some(values) = r.three_levels_back(*v, &powers)
    {
        *v = values;
        return;
    }
    macro_rules! back { ($($i:literal $j:literal $range:literal $t:literal),*) => { $(
        (v[$i], v[$j]) = r.inverse(v[$i], v[$j], $range, w.at(r, $t));
    )* } }
    back!(0 1 2 3, 2 3 2 4, 4 5 2 5, 6 7 2 6, 0 2 4 1, 4 6 4 2, 1 3 2 1, 5 7 2 2);
    if R::SETTLE_EARLY {
        (v[0], v[4]) = (r.settle(v[0]), r.settle(v[4]));
        back!(0 4 2 0);
    } else {
        back!(0 4 8 0);
    }
    back!(1 5 4 0, 2 6 2 0, 3 7 2 0);
}

/// Two inverse levels. In and out: [0, 2p).
#[inline(always)]
pub(super) fn two_back<S: Simd, R: Residues<S>>(r: R, v: &mut [R::V; 4], w: impl Factors<S, R>) {
    (v[0], v[1]) = r.inverse(v[0], v[1], 2, w.at(r, 1));
    (v[2], v[3]) = r.inverse(v[2], v[3], 2, w.at(r, 2));
    (v[0], v[2]) = r.inverse(v[0], v[2], 4, w.at(r, 0));
    (v[1], v[3]) = r.inverse(v[1], v[3], 2, w.at(r, 0));
    (v[0], v[1]) = (r.settle(v[0]), r.settle(v[1]));
}
