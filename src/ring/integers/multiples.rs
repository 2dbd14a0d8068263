//! Multiples of all coefficients of a vector by one factor or by their indices: in place where the results fit, or by magnitudes of a few limbs.

use super::{Integers, limbs};
use crate::{
    bits::bit_len,
    ring::{Coeffs, Ring, View},
};
use rug::Integer;

/// Most limbs of a magnitude whose products are unrolled.
const FEW: usize = 4;

/// x = x·factor modulo 2^(64·len), for a two's complement number.
#[inline(always)]
fn multiply_in_place(x: &mut [u64], factor: u64) {
    let mut carry = 0;
    for x in x {
        let product = u128::from(*x) * u128::from(factor) + carry;
        (*x, carry) = (product as u64, product >> 64);
    }
}

/// Multiplies rows of W limbs by factors, one for each; the products fit.
fn multiply_rows<const W: usize>(words: &mut [u64], factors: impl Iterator<Item = u64>) {
    words.as_chunks_mut::<W>().0.iter_mut().zip(factors).for_each(|(row, factor)| multiply_in_place(row, factor));
}

/// Multiplies rows of `width` limbs by factors, one for each, if numbers of the sum of these bits fit; returns whether they do.
pub(super) fn fits_in_place(words: &mut [u64], width: usize, bits: u32, factors: impl Iterator<Item = u64>) -> bool {
    let fits = limbs::most_bits(words, width) + bits < 64 * width as u32;
    match width {
        _ if !fits => {}
        2 => multiply_rows::<2>(words, factors),
        3 => multiply_rows::<3>(words, factors),
        4 => multiply_rows::<4>(words, factors),
        5 => multiply_rows::<5>(words, factors),
        _ => words.chunks_exact_mut(width).zip(factors).for_each(|(row, factor)| multiply_in_place(row, factor)),
    }
    fits
}

/// A number of N limbs in two's complement, or its negative where `negative`, and the limb above: without a branch, because signs cannot be predicted.
#[inline(always)]
pub(super) fn signed<const N: usize>(x: &[u64; N], negative: bool) -> ([u64; N], u64) {
    let (flip, mut carry, mut out) = (limbs::sign_word(negative), negative, [0; N]);
    for (out, x) in out.iter_mut().zip(x) {
        (*out, carry) = (x ^ flip).overflowing_add(carry.into());
    }
    (out, flip.wrapping_add(carry.into()))
}

/// The magnitude of N limbs of a two's complement number, and all ones where that is negative: without a branch, as [`signed`].
#[inline(always)]
pub(super) fn magnitude<const N: usize>(row: &[u64]) -> ([u64; N], u64) {
    let (negative, mut x) = (limbs::is_negative(row), [0; N]);
    // a magnitude that fits in N limbs has a sign in the limb above, or is in fewer
    for (i, x) in x.iter_mut().enumerate() {
        *x = row.get(i).copied().unwrap_or(limbs::sign_word(negative));
    }
    (signed(&x, negative).0, limbs::sign_word(negative))
}

/// x·y in P = 2N limbs.
#[inline(always)]
pub(super) fn product<const N: usize, const P: usize>(x: &[u64; N], y: &[u64; N]) -> [u64; P] {
    const { assert!(P == 2 * N) };
    let mut product = [0; P];
    for (i, &limb) in y.iter().enumerate() {
        product[i + N] = limbs::add_multiple(&mut product[i..i + N], x, limb);
    }
    product
}

/// out = the products of rows by a factor, for magnitudes of N limbs.
fn multiply_magnitudes<const N: usize, const M: usize>(
    (out, width): (&mut [u64], usize),
    (rows, row_width): (&[u64], usize),
    (factor, negative): (&[u64; N], bool),
) {
    for (out, row) in out.chunks_exact_mut(width).zip(rows.chunks_exact(row_width)) {
        let (x, flip) = magnitude(row);
        let (product, above) = signed(&product::<N, M>(&x, factor), (flip != 0) ^ negative);
        if let Some((low, high)) = out.split_first_chunk_mut() {
            *low = product;
            high.fill(above);
        } else {
            out.iter_mut().zip(product).for_each(|(out, limb)| *out = limb);
        }
    }
}

/// Most limbs of a magnitude of v or c, and limbs of each product; `None` for magnitudes of more than [`FEW`] limbs.
pub(super) fn few_limbs(v: View<'_, Integers>, c: &Integer) -> Option<[usize; 2]> {
    let bits = [limbs::most_bits(v.words(), v.width), c.significant_bits()];
    let most = bits[0].max(bits[1]).div_ceil(64) as usize;
    (most <= FEW).then(|| [most, limbs::width_for(bits[0] + bits[1])])
}

/// out = v·c, in rows of as many limbs as [there are](few_limbs).
pub(super) fn write_multiple(out: &mut [u64], v: View<'_, Integers>, c: &Integer, [most, width]: [usize; 2]) {
    let mut factor = [0; FEW];
    factor.iter_mut().zip(c.as_limbs()).for_each(|(out, &limb)| *out = limb);
    let (out, rows, negative) = ((out, width), (v.words(), v.width), c.is_negative());
    match (most, factor) {
        (0 | 1, [a, ..]) => multiply_magnitudes::<1, 2>(out, rows, (&[a], negative)),
        (2, [a, b, ..]) => multiply_magnitudes::<2, 4>(out, rows, (&[a, b], negative)),
        (3, [a, b, c, _]) => multiply_magnitudes::<3, 6>(out, rows, (&[a, b, c], negative)),
        _ => multiply_magnitudes::<4, 8>(out, rows, (&factor, negative)),
    }
}

/// Limbs of each coefficient times its index.
pub(super) fn derivative_limbs(v: View<'_, Integers>) -> usize {
    limbs::width_for(limbs::most_bits(v.words(), v.width) + bit_len(v.len() as u64))
}

/// The derivative, in rows of as many limbs as [there are](derivative_limbs).
pub(super) fn write_derivative(out: &mut [u64], v: View<'_, Integers>, width: usize) {
    match width {
        2 if v.width == 2 => derivative::<2>(out, v.words()),
        3 if v.width == 3 => derivative::<3>(out, v.words()),
        4 if v.width == 4 => derivative::<4>(out, v.words()),
        5 if v.width == 5 => derivative::<5>(out, v.words()),
        _ if width == v.width => {
            out.copy_from_slice(v.words().get(width..).unwrap_or_default());
            out.chunks_exact_mut(width).zip(1..).for_each(|(row, index)| multiply_in_place(row, index));
        }
        _ => {
            let rows = v.words().chunks_exact(v.width).skip(1);
            for ((out, row), index) in out.chunks_exact_mut(width).zip(rows).zip(1..) {
                limbs::copy_signed(out, row);
                multiply_in_place(out, index);
            }
        }
    }
}

/// [`write_derivative`] for rows of W limbs.
fn derivative<const W: usize>(out: &mut [u64], rows: &[u64]) {
    let rows = rows.as_chunks::<W>().0.iter().skip(1);
    for ((out, row), index) in out.as_chunks_mut::<W>().0.iter_mut().zip(rows).zip(1..) {
        let mut x = *row;
        multiply_in_place(&mut x, index);
        *out = x;
    }
}

impl Integers {
    /// v·c for magnitudes of few limbs.
    pub(super) fn scaled_magnitudes(&self, v: &Coeffs<Self>, c: &Integer) -> Option<Coeffs<Self>> {
        let [most, width] = few_limbs(v.view(), c)?;
        let mut words = self.engine().dirty(v.len * width);
        write_multiple(&mut words, v.view(), c, [most, width]);
        Some(Coeffs::from_words(words, v.len, width))
    }
}
