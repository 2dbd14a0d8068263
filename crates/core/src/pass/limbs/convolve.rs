//! Products of short polynomials with residues in limbs of 52 bits, eight coefficients at a time.
//!
//! A block of eight neighbouring results is Σ a_i·(b_(k−i), …, b_(k+7−i)): products of limbs are summed in 2n columns of 64 bits, in
//! registers, and reduced once, by Montgomery's method; a is multiplied by R before, so that the results are plain. Cost: 2n²
//! multiply-adds for each a_i and block, and as many for the reduction of a block. Ranges: docs/notes/008-limbs.md.

use super::{
    LANES, arithmetic,
    modulus::{LIMB, MASK, Modulus},
    sums::{Fixed, each_limb},
};
use crate::simd::inlined::CopyFrom;
use crate::simd::{Simd, run};

/// Largest number of limbs of a residue: columns and the limbs of b stay in registers.
pub(super) const FEW: usize = 10;
/// Largest length of the first operand: Σ a·b/R is below 31p for a < 2p, b < p and R ≥ 32p.
pub(super) const MOST_TERMS: usize = 496;
/// Words before the first coefficient in a plane of limbs.
const BEFORE: usize = LANES;

/// Largest length of the first operand for residues of n limbs: a column gets at most 2n halves below 2^52 for each of its
/// coefficients, and 2n more in the reduction, and stays below 2^63.
pub(super) fn most_terms(limbs: usize) -> usize {
    let room = (1 << 11) / (2 * limbs) - 1;
    if room < MOST_TERMS { room } else { MOST_TERMS }
}

/// The operands of a product.
pub(crate) struct Operands<'a> {
    /// Blocks of coefficients times R, below 2p, and their number: from 1 to [`most_terms`].
    pub a: (&'a [u64], usize),
    /// A plane for each limb, as [`planes`] makes them, and the number of coefficients.
    pub b: (&'a [u64], usize),
}

/// Writes blocks of coefficients from `start` on, below 2p, with zeros for those beyond the product; for one number of limbs.
pub(crate) type Function = fn(&Modulus, &Operands<'_>, usize, &mut [u64]);

/// Number of words of a plane for this number of coefficients.
pub(super) fn plane_words(len: usize) -> usize {
    BEFORE + len.next_multiple_of(LANES) + LANES
}

/// Moves blocks of residues to a plane of words for each limb, between zeros.
pub(super) fn planes(limbs: usize, blocks: &[u64], len: usize) -> Vec<u64> {
    let stride = plane_words(len);
    let mut planes = vec![0; limbs * stride];
    for (i, block) in blocks.chunks_exact(LANES * limbs).enumerate() {
        for (limb, eight) in block.chunks_exact(LANES).enumerate() {
            planes[limb * stride + BEFORE + LANES * i..][..LANES].copy_from(eight);
        }
    }
    planes
}

/// [`each_limb`] for at most [`FEW`] limbs: expansions inside each other index columns that would not be there for more.
macro_rules! each {
    ($limbs:ident, $j:ident, $body:block) => { each_limb!($limbs, $j, $body, 0 1 2 3 4 5 6 7 8 9) };
}

/// [`Function`] for residues of L limbs.
#[inline(always)]
fn convolve<S: Simd, const L: usize>(s: S, f: &Modulus, x: &Operands<'_>, start: usize, out: &mut [u64]) {
    const { assert!(L <= FEW && S::LANES == LANES) }
    assert!(f.limbs == L, "limbs of the modulus");
    let ((a, a_len), (b, b_len)) = (x.a, x.b);
    let (a, stride) = (S::rows(a).0.as_chunks::<L>().0, plane_words(b_len));
    for (t, out) in out.chunks_exact_mut(LANES * L).enumerate() {
        let k = start + LANES * t;
        // coefficients of a with a partner for one of the eight results
        let (first, end) = ((k + 1).saturating_sub(b_len), a_len.min(k + LANES));
        let mut columns = [s.zero(); 2 * FEW];
        if first < end {
            // b_(k−i) is at most seven places before the first coefficient, or behind the last one
            let (at, len) = (BEFORE + k + 1 - end, end - first - 1 + LANES);
            let mut windows: [&[u64]; L] = [&[]; L];
            each!(L, J, { windows[J] = &b[J * stride + at..][..len] });
            for i in first..end {
                let (left, place) = (&a[i / LANES], end - 1 - i);
                each!(L, J, {
                    let right = s.load(S::row(&windows[J][place..]));
                    each!(L, I, {
                        let left = s.set(left[I].as_ref()[i % LANES]);
                        columns[I + J] = s.add_low52(columns[I + J], left, right);
                        columns[I + J + 1] = s.add_high52(columns[I + J + 1], left, right);
                    });
                });
            }
        }
        reduce::<S, L>(s, f, columns, S::rows_mut(out).0);
    }
}

/// out = Σ columns[j]·2^(52j)/R modulo p, below 2p.
#[inline(always)]
fn reduce<S: Simd, const L: usize>(s: S, f: &Modulus, mut columns: [S::U; 2 * FEW], out: &mut [S::Row]) {
    let (zero, mask, inverse) = (s.zero(), s.set(MASK), s.set(f.inverse[0].wrapping_neg()));
    let p = f.p.first_chunk::<L>().expect("limbs of p");
    each!(L, I, {
        let q = s.add_low52(zero, columns[I], inverse);
        each!(L, J, {
            let limb = s.set(p[J]);
            columns[I + J] = s.add_low52(columns[I + J], q, limb);
            columns[I + J + 1] = s.add_high52(columns[I + J + 1], q, limb);
        });
        // the lowest column is a multiple of 2^52 now
        columns[I + 1] = s.add(columns[I + 1], s.shr(columns[I], LIMB));
    });
    let out = out.first_chunk_mut::<L>().expect("limbs of a block");
    let mut carry = zero;
    each!(L, J, {
        let x = s.add(columns[L + J], carry);
        s.store(&mut out[J], s.and(x, mask));
        carry = s.shr(x, LIMB);
    });
    // there is no carry out of the highest limb
    let _ = carry;
    arithmetic::reduce::<S, Fixed<L>>(s, f, None, out);
}

/// The function for this number of limbs, if they are few.
pub(super) fn of_few<S: Simd>(limbs: usize) -> Option<Function> {
    macro_rules! numbers {
        ($($limbs:literal)*) => {
            match limbs {
                $($limbs => Some(|f, x, start, out| run!(S::get(), convolve::<S, $limbs>, f, x, start, out)),)*
                _ => None,
            }
        };
    }
    numbers!(2 3 4 5 6 7 8 9 10)
}
