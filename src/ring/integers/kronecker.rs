//! Kronecker substitution: polynomials over Z are evaluated at 2^(64·s), multiplied as integers, and the coefficients
//! read off.
//!
//! L. Kronecker 1882, "Grundzüge einer arithmetischen Theorie der algebraischen Größen", §4; signed coefficients by
//! borrows between slots as in von zur Gathen, Gerhard 2013, "Modern Computer Algebra", §8.4. A slot of whole limbs
//! wastes at most 63 bits and makes packing a copy.

use super::{Integers, limbs, take_integer};
use crate::{
    ring::{Coeffs, Vectors, View},
    scratch::Buf,
    tested,
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
    take_integer(&mut packed)
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
    tested! {
        /// v(2^bits). Coefficients may be longer than `bits`, which need not be a multiple of 64.
        pub(crate) fn at_power(&self, v: View<'_, Self>, bits: u32) -> Integer {
            let mut out = Vec::with_capacity(v.len() * bits as usize / 64 + v.width + 2);
            if v.width == 1 && limbs::most_bits(v.words(), 1) < 62 {
                // a coefficient below 2^125, and what is above the last limb: less again
                let (mut sum, mut used) = (0i128, 0);
                for &word in v.words() {
                    sum += i128::from(word as i64) << used;
                    used += bits;
                    while used >= 64 {
                        out.push(sum as u64);
                        (sum, used) = (sum >> 64, used - 64);
                    }
                }
                out.extend([sum as u64, (sum >> 64) as u64]);
            } else {
                Self::add_shifted(v, bits, &mut out);
            }
            take_integer(&mut out)
        }
    }

    /// Appends the limbs of v(2^bits) in two's complement.
    fn add_shifted(v: View<'_, Self>, bits: u32, out: &mut Vec<u64>) {
        // two limbs more than a coefficient: its shift, and the sum of the ones before
        let (mut sum, mut used) = (vec![0; v.width + 2], 0);
        let mut shifted = vec![0; v.width + 1];
        for row in v.words().chunks_exact(v.width) {
            if used == 0 {
                limbs::add_assign(&mut sum, row, false, 0);
            } else {
                let mut below = 0;
                for (out, &limb) in shifted.iter_mut().zip(row) {
                    (*out, below) = (limb << used | below, limb >> (64 - used));
                }
                shifted[v.width] = limbs::sign_word(limbs::is_negative(row)) << used | below;
                limbs::add_assign(&mut sum, &shifted, false, 0);
            }
            used += bits as usize;
            let (full, sign) = (used / 64, limbs::sign_word(limbs::is_negative(&sum)));
            let known = full.min(sum.len());
            out.extend_from_slice(&sum[..known]);
            out.resize(out.len() + full - known, sign);
            sum.copy_within(known.., 0);
            let top = sum.len() - known;
            sum[top..].fill(sign);
            used %= 64;
        }
        out.extend_from_slice(&sum);
    }

    /// Whether a = g·q modulo 2^64, for vectors whose lengths are those of a product.
    pub(crate) fn is_product_modulo_words(a: View<'_, Self>, g: View<'_, Self>, q: View<'_, Self>) -> bool {
        debug_assert_eq!(a.len() + 1, g.len() + q.len(), "lengths of a product");
        let low = |v: View<'_, Self>, i: usize| v.words()[i * v.width];
        (0..a.len()).all(|k| {
            let terms = (k + 1).saturating_sub(q.len())..=k.min(g.len() - 1);
            let sum = terms.fold(0u64, |sum, i| sum.wrapping_add(low(g, i).wrapping_mul(low(q, k - i))));
            sum == low(a, k)
        })
    }

    tested! {
        /// The balanced digits of x to the base 2^bits: in (−2^(bits − 1), 2^(bits − 1)] if x is negative, else in
        /// [−2^(bits − 1), 2^(bits − 1)).
        pub(crate) fn digits(&self, x: &Integer, bits: u32) -> Coeffs<Self> {
            let (slot, bits) = ((bits as usize).div_ceil(64), bits as usize);
            let count = x.significant_bits() as usize / bits + 1;
            let mut magnitude = vec![0; (count * bits).div_ceil(64) + slot + 1];
            let limbs_of_x = x.significant_digits::<u64>();
            x.write_digits(&mut magnitude[..limbs_of_x], Order::Lsf);
            if bits < 63 {
                return self.word_digits(&magnitude, count, bits, x.is_negative());
            }
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

    /// [`digits`](Self::digits) of fewer than 63 bits: `count` and a carry, of a magnitude with two limbs more than they need.
    fn word_digits(&self, magnitude: &[u64], count: usize, bits: usize, negative: bool) -> Coeffs<Self> {
        let (base, mut carry) = (1i64 << bits, 0);
        let mut signed = |digit: i64| {
            let digit = digit + carry;
            carry = i64::from(digit >= base / 2);
            let digit = digit - carry * base;
            (if negative { -digit } else { digit }) as u64
        };
        let at = |i: usize| {
            let (first, shift) = (i * bits / 64, i * bits % 64);
            let both = u128::from(magnitude[first + 1]) << 64 | u128::from(magnitude[first]);
            (both >> shift) as i64 & (base - 1)
        };
        let words = (0..=count).map(|i| signed(if i < count { at(i) } else { 0 }));
        let mut v = Coeffs::from(words.collect::<Vec<_>>());
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
