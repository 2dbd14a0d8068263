//! Passes of the transform in natural order (Stockham's autosort), over vectors of eight, for every arithmetic.
//!
//! After some passes a polynomial of n coefficients is N residues modulo x^m − ρ_k, N·m = n, ρ_k = e(k/N), with e(f) the root of unity "f turns"
//! (negacyclic: e((k + ½)/N)). Coefficient c of residue k is word c·N + k, so that the first array is in natural order as coefficients, the last
//! one as values. A pass of radix 8 splits each residue in three levels of the same butterflies as in [`tree`](super::tree), at roots e(k/2N);
//! e(k/4N), e(k/4N + 1/4); e(k/8N) and so on: it reads eight streams at distance n/8 and writes residue k + N·u for u = 0 … 7, one for each eighth
//! of a turn. From N = 8 on vectors hold neighbouring k, and each lane has roots of its own; the first pass transposes 8×8 words instead.
//!
//! Source: Stockham 1966 as in Van Loan 1992, "Computational Frameworks for the Fast Fourier Transform", §1.7, read over residues. Cost: as the
//! tree's passes, and 14 words of roots for 8 values in the last pass.

use super::levels::{
    Eighths, OfLanes, cyclic, load_at, load_residues_at, negacyclic, one, parts, shared_parts, three, two,
};
use crate::simd::inlined::{Walked, Zipped};
use crate::{
    residue::Residues,
    scratch::Buf,
    simd::{Row, Simd, taken},
};

/// Number of lanes of the vectors.
pub(crate) const LANES: usize = 8;
/// Number of words of a first pass: eight vectors.
pub(crate) const BLOCK: usize = LANES * LANES;

/// The operation on values before the last pass writes them.
#[derive(Clone, Copy)]
pub(crate) enum Finish<'a> {
    /// Reduces them to [0, p).
    Canonical,
    /// Multiplies them all by a prepared factor, to [0, p).
    Scaled([u64; 2]),
    /// Multiplies value i by its own factor, to [0, p): vectors of 8 factors and 8 quotients.
    Weighted(&'a [u64]),
}

/// A [`Finish`] as a table of prepared factors: value vector i gets entry `i & mask`, none if the table is empty.
#[derive(Clone, Copy)]
pub(super) struct Factors<'a, S: Simd> {
    table: &'a [[S::Row; 2]],
    mask: usize,
}

impl<'a, S: Simd> Factors<'a, S> {
    /// `one` keeps the factor of all values: in memory, because the levels need the registers.
    #[inline(always)]
    pub(super) fn new(s: S, finish: Finish<'a>, one: &'a mut [[S::Row; 2]; 1]) -> Self {
        match finish {
            Finish::Canonical => Factors { table: &[], mask: 0 },
            Finish::Scaled(w) => {
                for (row, w) in one[0].walk_mut().zipped(w) {
                    s.store(row, s.set(w));
                }
                Factors { table: one, mask: 0 }
            }
            Finish::Weighted(factors) => Factors { table: S::rows(factors).0.as_chunks().0, mask: usize::MAX },
        }
    }

    /// The words in [0, p) of vectors of values of the forward range; `at` has the place of each. The choice is made for each group
    /// of vectors: a loop for each kind is half of the time that compilers take for transforms.
    #[inline(always)]
    pub(super) fn words<R: Residues<S>, const N: usize>(
        self,
        s: S,
        r: R,
        v: [R::V; N],
        at: impl Fn(usize) -> usize,
    ) -> [S::U; N] {
        let mut out = [s.zero(); N];
        if self.table.is_empty() {
            for (out, v) in out.walk_mut().zipped(v) {
                *out = r.value_words(v);
            }
        } else {
            for (i, (out, v)) in out.walk_mut().zipped(v).enumerate() {
                let [first, second] = &self.table[at(i) & self.mask];
                *out = r.residue_words(r.times(v, r.factors(first, second)));
            }
        }
        out
    }
}

/// A pass: its radix, the number N of residues before it, and its prepared roots: seven pairs for the first pass, else radix − 1 pairs of vectors
/// for each eight residues, of factors or, for a radix of 8, of the powers by which three levels are computed.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    pub radix: usize,
    pub nodes: usize,
    /// Whether powers are of an inverse, where roots are powers.
    pub by_powers: Option<bool>,
    pub roots: Buf,
}

/// The passes of a transform, the first of radix 8.
#[derive(Clone, Copy)]
pub(crate) struct Passes<'a> {
    /// By reference: a modulus among the arguments would be loaded as part of a vector of them, which were stored word by word just before.
    pub p: &'a u64,
    pub negacyclic: bool,
    pub passes: &'a [Pass],
    pub finish: Finish<'a>,
}

/// The passes, the coefficients unless the transform is in place, the words where it ends, and as many words of scratch, at least a block: the
/// vectors of the first pass of 16 or 32 values are not full, and the residues of their empty lanes come last.
pub(super) type StockhamArgs<'a> = (Passes<'a>, Option<&'a [u64]>, &'a mut [u64], &'a mut [u64]);

/// All passes. In and out: [0, p).
#[inline(always)]
pub(super) fn run<S: Simd, R: Residues<S>>(s: S, args: &mut Option<StockhamArgs<'_>>) {
    let (t, from, out, scratch) = taken(args);
    const { assert!(S::LANES == LANES, "vectors of eight words") }
    let r = R::new(s, *t.p);
    let ([begin, middle @ .., end], len) = (t.passes, out.len()) else { return };
    // the first pass may not work in place, the last one may: so the result always ends in `out`
    let mut in_out = from.is_some() && len >= BLOCK;
    let (x, to): (&[u64], &mut [u64]) = match from {
        Some(x) if in_out => (x, &mut *out),
        Some(x) => (x, &mut *scratch),
        None => (&*out, &mut *scratch),
    };
    first(r, &begin.roots, t.negacyclic, x, to);
    for pass in middle {
        let (from, to) = if in_out { (&*out, &mut *scratch) } else { (&*scratch, &mut *out) };
        match pass.radix {
            8 => middle_8(r, pass, from, to),
            4 => middle_4(r, pass, from, to),
            _ => middle_2(r, pass, from, to),
        }
        in_out = !in_out;
    }
    let from = if in_out { None } else { Some(&scratch[..len]) };
    match end.radix {
        8 => last_8(s, r, end, from, out, t.finish),
        4 => last_4(s, r, end, from, out, t.finish),
        _ => last_2(s, r, end, from, out, t.finish),
    }
}

/// The first pass, N = 1, of coefficients to blocks of residues. In: [0, p). Out: the forward range.
#[inline(always)]
fn first<S: Simd, R: Residues<S>>(r: R, roots: &[u64], is_negacyclic: bool, from: &[u64], to: &mut [u64]) {
    let roots: &[[u64; 2]; 7] = roots.as_chunks().0.first_chunk().expect("seven roots");
    let w = Eighths::new(r, [roots[0], roots[2], roots[5], roots[6]]);
    let distance = from.len() / 8;
    let (blocks, _) = S::rows_mut(to).0.as_chunks_mut::<LANES>();
    if distance < LANES {
        let mut v = [r.zero(); 8];
        for (v, part) in v.walk_mut().zipped(from.chunks_exact(distance)) {
            *v = r.load_part(part);
        }
        let v = if is_negacyclic { negacyclic(r, v, roots) } else { cyclic(r, v, w) };
        if let Some(block) = blocks.first_mut() {
            store_transposed(r, block, v);
        }
        return;
    }
    let streams = shared_parts::<_, 8>(S::rows(from).0);
    let len = streams[0].len();
    if is_negacyclic {
        for (j, block) in blocks[..len].iter_mut().enumerate() {
            let v = negacyclic(r, load_residues_at(r, &streams, j), roots);
            store_transposed(r, block, v);
        }
    } else {
        for (j, block) in blocks[..len].iter_mut().enumerate() {
            let v = cyclic(r, load_residues_at(r, &streams, j), w);
            store_transposed(r, block, v);
        }
    }
}

/// Stores eight residues of eight coefficients each, one after the other, from vectors in the order of the butterflies.
#[inline(always)]
fn store_transposed<S: Simd, R: Residues<S>>(r: R, to: &mut [S::Row; LANES], v: [R::V; 8]) {
    let [x0, x4, x2, x6, x1, x5, x3, x7] = v;
    let mut rows = [x0, x1, x2, x3, x4, x5, x6, x7];
    r.transpose(&mut rows);
    for (to, row) in to.walk_mut().zipped(rows) {
        r.store(to, row);
    }
}

/// Roots of each eight residues, RADIX − 1 pairs of vectors.
#[inline(always)]
fn roots<S: Simd, const COUNT: usize>(table: &[u64]) -> &[[[S::Row; 2]; COUNT]] {
    S::rows(table).0.as_chunks::<2>().0.as_chunks::<COUNT>().0
}

/// Writes a pass between the first and the last: its radix and number of factors, the function of its levels, its name, and the place of each of its
/// results, eighths or quarters of a turn.
macro_rules! middle_pass {
    ($radix:literal, $count:literal, $levels:ident, $middle:ident, [$($place:literal)*]) => {
            /// A pass between the first and the last, for N ≥ 8. In and out: the forward range.
            #[inline(always)]
            fn $middle<S: Simd, R: Residues<S>>(r: R, pass: &Pass, from: &[u64], to: &mut [u64]) {
                let nodes = pass.nodes;
                let (streams, table) = (shared_parts::<_, $radix>(S::rows(from).0), roots::<S, $count>(&pass.roots));
                let (to, _) = S::rows_mut(to);
                if nodes == LANES {
                    // one vector of each residue: neighbours are words of the next coefficient
                    let w = OfLanes::<S, $count>(&table[0], pass.by_powers);
                    let (to, _) = to.as_chunks_mut::<$radix>();
                    let len = streams[0].len();
                    let to = &mut to[..len];
                    for (j, to) in to.iter_mut().enumerate() {
                        let mut v = load_at(r, &streams, j);
                        $levels(r, &mut v, w);
                        for (to, place) in to.walk_mut().zipped([$($place),*]) {
                            r.store(to, v[place]);
                        }
                    }
                    return;
                }
                let len = nodes / LANES;
                let table = &table[..len];
                for (c, to) in to.chunks_exact_mut($radix * len).enumerate() {
                    let mut here = streams;
                    for part in &mut here {
                        *part = &part[c * len..][..len];
                    }
                    let mut to = parts::<_, $radix>(to);
                    run!(r, len, table, pass.by_powers, $count, $levels, |j| load_at(r, &here, j), |v| {
                        for (to, place) in to.walk_mut().zipped([$($place),*]) {
                            r.store(&mut to[j], v[place]);
                        }
                    });
                }
            }
    };
}

/// Writes the last pass of a radix; arguments as for the others.
macro_rules! last_pass {
    ($radix:literal, $count:literal, $levels:ident, $last:ident, [$($place:literal)*]) => {
            /// The last pass, in place or from other words. In: the forward range. Out: [0, p).
            #[inline(always)]
            fn $last<S: Simd, R: Residues<S>>(
                s: S,
                r: R,
                pass: &Pass,
                from: Option<&[u64]>,
                to: &mut [u64],
                finish: Finish<'_>,
            ) {
                let table = roots::<S, $count>(&pass.roots);
                let mut to = parts::<_, $radix>(S::rows_mut(to).0);
                let len = to[0].len();
                let table = &table[..len];
                let streams = from.map(|from| shared_parts::<_, $radix>(&S::rows(from).0[..$radix * len]));
                let mut one = [[S::Row::ZERO; 2]];
                let factors = Factors::new(s, finish, &mut one);
                run!(r, len, table, pass.by_powers, $count, $levels, |j| match &streams {
                    None => load_at(r, &to, j),
                    Some(streams) => load_at(r, streams, j),
                }, |v| {
                    let words = factors.words(s, r, [$(v[$place]),*], |u| u * len + j);
                    for (to, words) in to.walk_mut().zipped(words) {
                        s.store(&mut to[j], words);
                    }
                })
            }
    };
}

/// Loads vectors j, runs the levels on them and stores them, for each j below `$len`.
macro_rules! run {
    ($r:ident, $len:ident, $table:ident, $by_powers:expr, $count:literal, $levels:ident, |$j:ident| $load:expr, |$v:ident| $store:expr) => {
        for $j in 0..$len {
            let mut $v = $load;
            $levels($r, &mut $v, OfLanes::<S, $count>(&$table[$j], $by_powers));
            $store
        }
    };
}

middle_pass!(8, 7, three, middle_8, [0 4 2 6 1 5 3 7]);
middle_pass!(4, 3, two, middle_4, [0 2 1 3]);
middle_pass!(2, 1, one, middle_2, [0 1]);
last_pass!(8, 7, three, last_8, [0 4 2 6 1 5 3 7]);
last_pass!(4, 3, two, last_4, [0 2 1 3]);
last_pass!(2, 1, one, last_2, [0 1]);
