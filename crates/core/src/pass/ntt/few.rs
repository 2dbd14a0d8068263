//! Transforms of 16 and 32 values in natural order, in registers, where any permutation of two vectors is one instruction.
//!
//! As in [`stockham`](super::stockham), coefficient c of residue k is word c·N + k of N residues modulo x^m − e(k/N), and a level of radix 2 splits each residue
//! in two: it reads words at distance n/2, which are lanes of different vectors, and writes sums and differences in turns of N words. Turns shorter
//! than a vector are two permutations of a vector of sums and one of differences. Cost: n/16 products of vectors a level, where passes of radix 8 would
//! leave lanes empty, and n/8 permutations in each of the first three.

use super::stockham::{Factors, Finish, LANES};
use crate::simd::inlined::{Walked, Zipped};
use crate::{
    residue::{Form, Residues},
    simd::{Row, Simd, taken},
};

/// p, the coefficients unless the transform is in place, the words where it ends, and the prepared roots: for each level a pair of vectors for each vector of
/// sums.
pub(super) type FewArgs<'a> = (&'a u64, Option<&'a [u64]>, &'a mut [u64], &'a [u64], Finish<'a>);

/// The lanes of a vector of sums and then of one of differences, in turns of 1, 2 and 4.
const TURNS: [[[u64; LANES]; 2]; 3] = [turns(1), turns(2), turns(4)];

const fn turns(n: u64) -> [[u64; LANES]; 2] {
    let mut lanes = [[0; LANES]; 2];
    let mut i = 0;
    while i < 2 * LANES as u64 {
        let (turn, k) = (i / n, i % n);
        lanes[i as usize / LANES][i as usize % LANES] = turn / 2 * n + k + turn % 2 * LANES as u64;
        i += 1;
    }
    lanes
}

/// All levels. In and out: [0, p).
#[inline(always)]
pub(super) fn run<S: Simd, R: Residues<S>>(s: S, args: &mut Option<FewArgs<'_>>) {
    const { assert!(S::LANES == LANES, "vectors of eight words") }
    let (&p, from, out, roots, finish) = taken(args);
    let r = R::new(s, p);
    if out.len() == 2 * LANES {
        values::<S, R, 1>(s, r, from, out, roots, finish);
    } else {
        values::<S, R, 2>(s, r, from, out, roots, finish);
    }
}

/// 2·H vectors of values.
#[inline(always)]
fn values<S: Simd, R: Residues<S>, const H: usize>(
    s: S,
    r: R,
    from: Option<&[u64]>,
    out: &mut [u64],
    roots: &[u64],
    finish: Finish<'_>,
) {
    let (w, _) = S::rows(roots).0.as_chunks::<2>().0.as_chunks::<H>();
    let mut v = [[r.zero(); H]; 2];
    let rows = S::rows(from.unwrap_or(out)).0;
    for (half, rows) in v.walk_mut().zipped(rows.chunks_exact(H)) {
        for (v, row) in half.walk_mut().zipped(rows) {
            *v = r.load_residues(row);
        }
    }
    for (level, lanes) in TURNS.iter().enumerate() {
        let [sums, differences] = split(r, v, &w[level], level == 0);
        let mut all = [r.zero(); 4];
        for i in 0..H {
            for (j, lanes) in lanes.iter().enumerate() {
                all[2 * i + j] = R::Form::permute(s, sums[i], differences[i], s.load(S::row(lanes)));
            }
        }
        for i in 0..H {
            (v[0][i], v[1][i]) = (all[i], all[H + i]);
        }
    }
    v = split(r, v, &w[3], true);
    if H == 2 {
        // turns of one vector, and then of two
        let [[a, b], [c, d]] = [[v[0][0], v[0][H - 1]], [v[1][0], v[1][H - 1]]];
        (v[0][0], v[0][H - 1], v[1][0], v[1][H - 1]) = (a, c, b, d);
        v = split(r, v, &w[4], false);
    }
    let mut one = [[S::Row::ZERO; 2]];
    let factors = Factors::<S>::new(s, finish, &mut one);
    let (rows, _) = S::rows_mut(out);
    for (half, (v, rows)) in v.walk().zipped(rows.chunks_exact_mut(H)).enumerate() {
        for (row, words) in rows.walk_mut().zipped(factors.words(s, r, *v, |i| half * H + i)) {
            s.store(row, words);
        }
    }
}

/// x + w·y and x − w·y; values grow for three levels after `reduces`.
#[inline(always)]
fn split<S: Simd, R: Residues<S>, const H: usize>(
    r: R,
    [x, y]: [[R::V; H]; 2],
    w: &[[S::Row; 2]; H],
    reduces: bool,
) -> [[R::V; H]; 2] {
    let mut out = [x, y];
    for i in 0..H {
        let first = if reduces { r.reduce(x[i]) } else { x[i] };
        let [a, b] = &w[i];
        (out[0][i], out[1][i]) = r.forward(first, y[i], r.factors(a, b));
    }
    out
}
