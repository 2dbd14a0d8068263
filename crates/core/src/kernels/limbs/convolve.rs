//! Products of short polynomials with residues in limbs of 52 bits, eight coefficients at a time.
//!
//! A block of eight neighbouring results is Σ a_i·(b_(k−i), …, b_(k+7−i)): products of limbs are summed in 2n columns of 64 bits, in
//! registers, and reduced once, by Montgomery's method; a is multiplied by R before, so that the results are plain. Cost: 2n²
//! multiply-adds for each a_i and block, and as many for the reduction of a block. Ranges: docs/notes/008-limbs.md.

use super::{
    arithmetic::{self, LIMB, MASK, Modulus, put},
    sums::each_limb,
};
use crate::kernels::fermat::{Eight, LANES};
use std::mem::MaybeUninit;

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
pub(super) struct Operands<'a> {
    /// Blocks of coefficients times R, below 2p, and their number.
    pub a: (&'a [u64], usize),
    /// A plane for each limb, as [`planes`] makes them, and their number.
    pub b: (&'a [u64], usize),
}

/// Writes blocks of coefficients from `start` on, below 2p, with zeros for those beyond the product.
///
/// SAFETY: the CPU has the features that the function is compiled for; as many limbs of p as it is for, at most [`most_terms`]
/// coefficients of a, at least one of each.
pub(super) type Convolve = unsafe fn(&Modulus, &Operands<'_>, usize, &mut [u64]);

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
            planes[limb * stride + BEFORE + LANES * i..][..LANES].copy_from_slice(eight);
        }
    }
    planes
}

/// [`each_limb`] for at most [`FEW`] limbs: expansions inside each other index columns that would not be there for more.
macro_rules! each {
    ($limbs:ident, $j:ident, $body:block) => { each_limb!($limbs, $j, $body, 0 1 2 3 4 5 6 7 8 9) };
}

/// [`Convolve`] for residues of L limbs.
///
/// SAFETY: that of [`Convolve`], for the CPU's features that V needs.
#[inline(always)]
pub(super) unsafe fn convolve<V: Eight, const L: usize>(f: &Modulus, x: &Operands<'_>, start: usize, out: &mut [u64]) {
    const { assert!(L <= FEW) }
    let ((a, a_len), (b, b_len)) = (x.a, x.b);
    let stride = plane_words(b_len);
    for (t, out) in out.chunks_exact_mut(LANES * L).enumerate() {
        let k = start + LANES * t;
        // coefficients of a with a partner for one of the eight results
        let (first, end) = ((k + 1).saturating_sub(b_len), a_len.min(k + LANES));
        // SAFETY: b_(k−i) is at most seven places before the first coefficient, or behind the last one
        unsafe {
            let mut columns = [V::splat(0); 2 * FEW];
            for i in first..end {
                let left = a.as_ptr().add(i / LANES * (LANES * L) + i % LANES);
                let right = b.as_ptr().add(BEFORE + k - i);
                each!(L, J, {
                    let right = V::load(right.add(J * stride));
                    each!(L, I, {
                        let left = V::splat(*left.add(LANES * I) as i64);
                        columns[I + J] = columns[I + J].low(left, right);
                        columns[I + J + 1] = columns[I + J + 1].high(left, right);
                    });
                });
            }
            reduce::<V, L>(f, columns, out.as_mut_ptr());
        }
    }
}

/// out = Σ columns[j]·2^(52j)/R modulo p, below 2p.
///
/// SAFETY: the CPU has the features that V needs; L limbs of p, a sum of at most [`most_terms`] products, `out` has a block.
#[inline(always)]
unsafe fn reduce<V: Eight, const L: usize>(f: &Modulus, mut columns: [V; 2 * FEW], out: *mut u64) {
    // SAFETY: L limbs of each
    unsafe {
        let (zero, mask, inverse) = (V::splat(0), V::splat(MASK), V::splat(f.inverse[0].wrapping_neg() as i64));
        let p = f.p.as_ptr();
        each!(L, I, {
            let q = zero.low(columns[I], inverse);
            each!(L, J, {
                let limb = V::splat(*p.add(J) as i64);
                columns[I + J] = columns[I + J].low(q, limb);
                columns[I + J + 1] = columns[I + J + 1].high(q, limb);
            });
            // the lowest column is a multiple of 2^52 now
            columns[I + 1] = columns[I + 1].plus(columns[I].down(LIMB));
        });
        let mut block = MaybeUninit::<[V; FEW]>::uninit();
        let (block, mut carry) = (block.as_mut_ptr().cast::<u64>(), zero);
        each!(L, J, {
            let x = columns[L + J].plus(carry);
            put(block, J, x.and(mask));
            carry = x.down(LIMB);
        });
        // there is no carry out of the highest limb
        let _ = carry;
        arithmetic::reduce::<V>(f, block, out);
    }
}

/// The functions for one kind of vector, compiled with its features, for these numbers of limbs.
macro_rules! convolutions {
    ($vector:ty, [$($limbs:literal)*] $(, $features:literal)?) => {{
        #[allow(dead_code, reason = "where no numbers of limbs are named")]
        $(#[target_feature(enable = $features)])?
        unsafe fn short<const L: usize>(
            f: &Modulus,
            x: &convolve::Operands<'_>,
            start: usize,
            out: &mut [u64],
        ) {
            // SAFETY: the caller's promise
            unsafe { convolve::convolve::<$vector, L>(f, x, start, out) }
        }
        |limbs: usize| -> Option<convolve::Convolve> {
            match limbs {
                $($limbs => Some(short::<$limbs>),)*
                _ => None,
            }
        }
    }};
}
pub(super) use convolutions;
