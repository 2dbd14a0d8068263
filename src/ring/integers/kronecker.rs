//! Kronecker substitution: polynomials over Z are evaluated at 2^(64·s), multiplied as integers, and the coefficients
//! read off.
//!
//! L. Kronecker 1882, "Grundzüge einer arithmetischen Theorie der algebraischen Größen", §4; signed coefficients by
//! borrows between slots as in von zur Gathen, Gerhard 2013, "Modern Computer Algebra", §8.4. A slot of whole limbs
//! wastes at most 63 bits and makes packing a copy.

use super::{Integers, limbs};
use crate::{
    ring::{Coeffs, Ring, Vectors, View},
    scratch::Buf,
};
use rug::{Complete, Integer, integer::Order};

/// The integer Σ rows[i]·2^(64·slot·i), for rows of `width` ≤ `slot` limbs in two's complement.
pub(super) fn pack(rows: &[u64], width: usize, slot: usize) -> Integer {
    let count = rows.len() / width;
    let mut packed = vec![0; count * slot];
    let mut borrow = false;
    for (out, row) in packed.chunks_exact_mut(slot).zip(rows.chunks_exact(width)) {
        limbs::copy_signed(out, row);
        if borrow {
            limbs::add_assign(out, &[u64::MAX], false, 0);
        }
        borrow = limbs::is_negative(out);
    }
    if borrow {
        limbs::negate(&mut packed);
        return -Integer::from_digits(&packed, Order::Lsf);
    }
    Integer::from_digits(&packed, Order::Lsf)
}

/// Writes the slots of a·b as rows of `slot` limbs in two's complement; every coefficient must fit.
pub(super) fn multiply(a: &Integer, b: &Integer, slot: usize, out: &mut [u64]) {
    let product = if std::ptr::eq(a, b) { a.square_ref().complete() } else { (a * b).complete() };
    let digits = product.significant_digits::<u64>();
    product.write_digits(&mut out[..digits], Order::Lsf);
    out[digits..].fill(0);
    if product.is_negative() {
        limbs::negate(out);
    }
    // a negative slot has borrowed from the next
    let mut borrowed = false;
    for row in out.chunks_exact_mut(slot) {
        let negative = limbs::is_negative(row);
        if borrowed {
            limbs::add_assign(row, &[0], true, 0);
        }
        borrowed = negative;
    }
}

impl Integers {
    /// v(2^bits), for coefficients in [−2^(bits − 1), 2^(bits − 1)): `bits` need not be a multiple of 64, which saves
    /// memory.
    pub(crate) fn at_power(&self, v: View<'_, Self>, bits: u32) -> Integer {
        debug_assert!(self.size(v).bits < bits, "coefficients beyond their slots");
        let slot = (bits as usize).div_ceil(64);
        let mut out = vec![0; (v.len() * bits as usize).div_ceil(64) + 1];
        let (mut digit, mut borrow) = (vec![0; slot], false);
        for (i, row) in v.words().chunks_exact(v.width).enumerate() {
            limbs::copy_signed(&mut digit, &row[..v.width.min(slot)]);
            if borrow {
                limbs::add_assign(&mut digit, &[u64::MAX], false, 0);
            }
            borrow = limbs::is_negative(&digit);
            mask(&mut digit, bits as usize);
            let (first, shift) = (i * bits as usize / 64, i * bits as usize % 64);
            for (j, &limb) in digit.iter().enumerate() {
                out[first + j] |= limb << shift;
                if shift > 0 && first + j + 1 < out.len() {
                    out[first + j + 1] |= limb >> (64 - shift);
                }
            }
        }
        if borrow {
            limbs::negate(&mut out);
            mask(&mut out, v.len() * bits as usize);
            return -Integer::from_digits(&out, Order::Lsf);
        }
        Integer::from_digits(&out, Order::Lsf)
    }

    /// The balanced digits of x to the base 2^bits: in (−2^(bits − 1), 2^(bits − 1)] if x is negative, else in
    /// [−2^(bits − 1), 2^(bits − 1)).
    pub(crate) fn digits(&self, x: &Integer, bits: u32) -> Coeffs<Self> {
        let (slot, bits) = ((bits as usize).div_ceil(64), bits as usize);
        let count = x.significant_bits() as usize / bits + 1;
        let mut magnitude = vec![0; (count * bits).div_ceil(64) + slot + 1];
        let limbs_of_x = x.significant_digits::<u64>();
        x.write_digits(&mut magnitude[..limbs_of_x], Order::Lsf);
        let (mut words, mut carry) = (vec![0; (count + 1) * slot], false);
        for (i, digit) in words.chunks_exact_mut(slot).enumerate().take(count) {
            let (first, shift) = (i * bits / 64, i * bits % 64);
            for (j, limb) in digit.iter_mut().enumerate() {
                let above = if shift > 0 { magnitude[first + j + 1] << (64 - shift) } else { 0 };
                *limb = magnitude[first + j] >> shift | above;
            }
            mask(digit, bits);
            // all ones plus a carry are 0 with a carry
            let mut full = carry;
            for limb in digit.iter_mut() {
                (*limb, full) = limb.overflowing_add(u64::from(full));
            }
            let top = digit[slot - 1] >> ((bits - 1) % 64);
            carry = full || top > 0;
            if top & 1 == 1 && !full {
                extend_sign(digit, bits);
            } else {
                mask(digit, bits);
            }
        }
        words[count * slot] = u64::from(carry);
        let mut v = Coeffs::from_words(Buf::from(words), count + 1, slot);
        if x.is_negative() {
            self.neg_all(&mut v);
        }
        self.trim(&mut v);
        v
    }
}

/// Clears the bits above the lowest `bits`.
fn mask(limbs: &mut [u64], bits: usize) {
    let (full, rest) = (bits / 64, bits % 64);
    if let Some(top) = limbs.get_mut(full) {
        *top &= (1 << rest) - 1;
        limbs[full + 1..].fill(0);
    }
}

/// Sets the bits above the lowest `bits`.
fn extend_sign(limbs: &mut [u64], bits: usize) {
    if !bits.is_multiple_of(64) {
        limbs[bits / 64] |= u64::MAX << (bits % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_powers_undo_each_other() {
        let z = Integers::new();
        for bits in [2u32, 3, 31, 63, 64, 65, 66, 127, 128, 129, 200] {
            let most = (Integer::from(1) << (bits - 1)) - 1u32;
            for len in [1usize, 2, 3, 7, 20] {
                for case in 0..6usize {
                    let coefficient = |i: usize| match (case + i) % if case == 5 { 5 } else { 1 + case } {
                        0 => most.clone(),
                        1 => -most.clone(),
                        2 => Integer::new(),
                        3 => Integer::from(-1),
                        _ => Integer::from(&most / 3u32),
                    };
                    let v = z.collect(&(0..len).map(coefficient).collect::<Vec<_>>());
                    let value = (0..len).rev().fold(Integer::new(), |s, i| (s << bits) + coefficient(i));
                    assert_eq!(z.at_power(v.view(), bits), value, "{bits} bits, {len} coefficients, case {case}");
                    let mut expected = v.clone();
                    z.trim(&mut expected);
                    assert!(z.same(z.digits(&value, bits).view(), expected.view()), "{bits} bits, {len}, case {case}");
                }
            }
        }
        assert_eq!(z.digits(&Integer::new(), 5).len(), 0);
    }
}
