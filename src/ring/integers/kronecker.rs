//! Kronecker substitution: a polynomial over Z evaluated at 2^(64·s), multiplied as an integer, and read back.
//!
//! L. Kronecker 1882, "Grundzüge einer arithmetischen Theorie der algebraischen Größen", §4; signed coefficients by
//! borrows between slots as in von zur Gathen, Gerhard 2013, "Modern Computer Algebra", §8.4. A slot of whole limbs
//! wastes at most 63 bits and makes packing a copy.

use super::limbs;
use rug::{Complete, Integer, integer::Order};

/// Σ rows[i]·2^(64·slot·i), for rows of `width` ≤ `slot` limbs in two's complement.
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

/// The slots of a·b as rows of `slot` limbs in two's complement; every coefficient fits.
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
