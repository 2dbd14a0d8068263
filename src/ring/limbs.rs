//! Integers as rows of 64-bit limbs, least significant first: two's complement, or magnitudes.

use std::cmp::Ordering;

/// Whether the sign bit is set; an empty row is 0.
#[inline]
pub(crate) fn is_negative(x: &[u64]) -> bool {
    x.last().is_some_and(|top| top >> 63 == 1)
}

/// The word that extends a number of this sign to more limbs.
#[inline]
pub(crate) fn sign_word(negative: bool) -> u64 {
    if negative { u64::MAX } else { 0 }
}

/// Number of limbs between two jumps in sums of rows: carries of a block stay in the flag of the processor.
const BLOCK: usize = 4;

/// x + y + `carry`, and the carry.
#[inline(always)]
fn add_limbs(x: u64, y: u64, carry: bool) -> (u64, bool) {
    let (sum, c1) = x.overflowing_add(y);
    let (sum, c2) = sum.overflowing_add(u64::from(carry));
    (sum, c1 | c2)
}

/// Whether a sum of two numbers, of which these are the top limbs, has overflowed.
#[inline(always)]
fn overflows(x: u64, y: u64, sum: u64) -> bool {
    (!(x ^ y) & (x ^ sum)) >> 63 == 1
}

/// x += (y XOR `flip`) + `carry`, y extended by its sign and `flip` applied to each word; returns whether the signed
/// sum overflowed.
#[inline]
pub(super) fn add_assign(x: &mut [u64], y: &[u64], mut carry: bool, flip: u64) -> bool {
    if x.len() < 2 * BLOCK {
        return add_assign_few(x, y, carry, flip);
    }
    let extension = sign_word(is_negative(y)) ^ flip;
    let (common, was) = (x.len().min(y.len()), x.last().copied().unwrap_or(0));
    let top = if common < x.len() { extension } else { y.get(common.wrapping_sub(1)).copied().unwrap_or(0) ^ flip };
    let (low, high) = x.split_at_mut(common);
    let ((blocks, rest), (ys, y)) = (low.as_chunks_mut::<BLOCK>(), y[..common].as_chunks::<BLOCK>());
    for (x, y) in blocks.iter_mut().zip(ys) {
        for i in 0..BLOCK {
            (x[i], carry) = add_limbs(x[i], y[i] ^ flip, carry);
        }
    }
    for (x, &y) in rest.iter_mut().zip(y) {
        (*x, carry) = add_limbs(*x, y ^ flip, carry);
    }
    for x in high {
        (*x, carry) = add_limbs(*x, extension, carry);
    }
    overflows(was, top, x.last().copied().unwrap_or(0))
}

/// [`add_assign`] for few limbs.
#[inline(always)]
fn add_assign_few(x: &mut [u64], y: &[u64], mut carry: bool, flip: u64) -> bool {
    let extension = sign_word(is_negative(y));
    let (was, mut top) = (x.last().copied().unwrap_or(0), 0);
    for (i, x) in x.iter_mut().enumerate() {
        top = y.get(i).copied().unwrap_or(extension) ^ flip;
        (*x, carry) = add_limbs(*x, top, carry);
    }
    overflows(was, top, x.last().copied().unwrap_or(0))
}

/// out = x + (y XOR `flip`) + `carry`, all of as many limbs, `flip` applied to each; returns whether the signed sum overflowed.
#[inline]
pub(super) fn add(out: &mut [u64], x: &[u64], y: &[u64], mut carry: bool, flip: u64) -> bool {
    let len = out.len();
    let (x, y) = (&x[..len], &y[..len]);
    let (blocks, rest) = out.as_chunks_mut::<BLOCK>();
    let ((xs, x_rest), (ys, y_rest)) = (x.as_chunks::<BLOCK>(), y.as_chunks::<BLOCK>());
    for ((out, x), y) in blocks.iter_mut().zip(xs).zip(ys) {
        for i in 0..BLOCK {
            (out[i], carry) = add_limbs(x[i], y[i] ^ flip, carry);
        }
    }
    for ((out, &x), &y) in rest.iter_mut().zip(x_rest).zip(y_rest) {
        (*out, carry) = add_limbs(x, y ^ flip, carry);
    }
    len > 0 && overflows(x[len - 1], y[len - 1] ^ flip, out[len - 1])
}

/// x = −x, modulo 2^(64·len).
pub(crate) fn negate(x: &mut [u64]) {
    let (blocks, rest) = x.as_chunks_mut::<BLOCK>();
    let mut carry = true;
    for x in blocks {
        for x in x {
            (*x, carry) = add_limbs(!*x, 0, carry);
        }
    }
    for x in rest {
        (*x, carry) = add_limbs(!*x, 0, carry);
    }
}

/// Copies a two's complement number into a row of any length: sign-extended or truncated.
#[inline]
pub(crate) fn copy_signed(out: &mut [u64], x: &[u64]) {
    let common = out.len().min(x.len());
    out[..common].copy_from_slice(&x[..common]);
    out[common..].fill(sign_word(is_negative(x)));
}

/// Bits of the largest magnitude among rows of `width` limbs: the least b with |x| < 2^b for all of them; 0 without
/// rows.
pub(super) fn most_bits(rows: &[u64], width: usize) -> u32 {
    if width == 1 {
        let magnitude = |x: u64| (x as i64).unsigned_abs();
        return crate::bits::bit_len(rows.iter().fold(0, |all, &x| all | magnitude(x)));
    }
    rows.chunks_exact(width).map(magnitude_bits).max().unwrap_or(0)
}

/// Bits of the magnitude: the least b with |x| < 2^b.
fn magnitude_bits(x: &[u64]) -> u32 {
    let negative = is_negative(x);
    let flip = sign_word(negative);
    // −x is the complement plus 1
    let Some(top) = x.iter().rposition(|&limb| limb != flip) else { return u32::from(negative) };
    let head = x[top] ^ flip;
    let carries = negative && head & head.wrapping_add(1) == 0 && x[..top].iter().all(|&limb| limb == 0);
    64 * top as u32 + crate::bits::bit_len(head) + u32::from(carries)
}

/// Least number of limbs that all rows of `width` limbs fit in.
pub(super) fn least_width(rows: &[u64], width: usize) -> usize {
    let repeats = |row: &[u64], limb: usize| row[limb] == (row[limb - 1] as i64 >> 63) as u64;
    (1..width).rev().find(|&limb| !rows.chunks_exact(width).all(|row| repeats(row, limb))).map_or(1, |limb| limb + 1)
}

/// sum += x·factor for magnitudes, in the limbs that both have; returns the carry.
#[inline(always)]
pub(crate) fn add_multiple(sum: &mut [u64], x: &[u64], factor: u64) -> u64 {
    let mut carry = 0;
    for (sum, &limb) in sum.iter_mut().zip(x) {
        let total = u128::from(limb) * u128::from(factor) + u128::from(*sum) + carry;
        (*sum, carry) = (total as u64, total >> 64);
    }
    carry as u64
}

/// x += `carry`, modulo 2^(64·len).
#[inline(always)]
pub(super) fn add_word(x: &mut [u64], mut carry: u64) {
    for x in x {
        let (sum, above) = x.overflowing_add(carry);
        (*x, carry) = (sum, above.into());
        if carry == 0 {
            return;
        }
    }
}

/// out = x·y for two's complement numbers: as many limbs as both together.
pub(super) fn multiply(out: &mut [u64], x: &[u64], y: &[u64]) {
    debug_assert_eq!(out.len(), x.len() + y.len());
    if let [factor] = *y {
        multiply_word(out, x, (factor as i64).unsigned_abs());
        if is_negative(y) {
            negate(out);
        }
        return;
    }
    out.fill(0);
    for (i, &limb) in x.iter().enumerate() {
        out[i + y.len()] = add_multiple(&mut out[i..], y, limb);
    }
    // −2^(64·len) is missing in a negative factor
    for (sign, other) in [(x, y), (y, x)] {
        if is_negative(sign) {
            subtract(&mut out[sign.len()..], other);
        }
    }
}

/// out = x·factor for a two's complement number x and an unsigned factor, in one limb more than x has.
#[inline]
pub(super) fn multiply_word(out: &mut [u64], x: &[u64], factor: u64) {
    let mut carry = 0;
    for (out, &limb) in out.iter_mut().zip(x) {
        let product = u128::from(limb) * u128::from(factor) + carry;
        (*out, carry) = (product as u64, product >> 64);
    }
    // −2^(64·len) is missing in a negative number
    out[x.len()] = (carry as u64).wrapping_sub(if is_negative(x) { factor } else { 0 });
}

/// x /= d, exact, for a two's complement number x and an odd d with this inverse modulo 2^64 (Jebelean 1993, "An algorithm for exact division").
pub(super) fn divide_exact(x: &mut [u64], d: u64, inverse: u64) {
    let mut borrow = 0;
    for x in x {
        let (low, below) = x.overflowing_sub(borrow);
        *x = low.wrapping_mul(inverse);
        borrow = ((u128::from(*x) * u128::from(d)) >> 64) as u64 + u64::from(below);
    }
}

/// x = ⌊x/2^bits⌋ for a two's complement number x and fewer than 64 bits.
pub(super) fn shift_right(x: &mut [u64], bits: u32) {
    let mut above = sign_word(is_negative(x));
    for x in x.iter_mut().rev() {
        let both = u128::from(above) << 64 | u128::from(*x);
        above = *x;
        *x = (both >> bits) as u64;
    }
}

/// x −= y for magnitudes of the same length, modulo 2^(64·len).
pub(super) fn subtract(x: &mut [u64], y: &[u64]) {
    let mut borrow = false;
    for (x, y) in x.iter_mut().zip(y) {
        let (low, b1) = x.overflowing_sub(*y);
        let (low, b2) = low.overflowing_sub(u64::from(borrow));
        (*x, borrow) = (low, b1 | b2);
    }
}

/// Number of limbs of a two's complement number whose magnitude has this many bits.
pub(super) fn width_for(bits: u32) -> usize {
    bits as usize / 64 + 1
}

/// A two's complement number without limbs that repeat its sign, of at least one.
pub(super) fn trimmed_signed(x: &[u64]) -> &[u64] {
    &x[..least_width(x, x.len()).min(x.len())]
}

/// A magnitude without its leading zeros.
pub(super) fn trimmed(x: &[u64]) -> &[u64] {
    &x[..x.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)]
}

/// Compares magnitudes of the same length.
pub(super) fn compare(x: &[u64], y: &[u64]) -> Ordering {
    x.iter().rev().cmp(y.iter().rev())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_magnitudes() {
        let minus = |x: u64| x.wrapping_neg();
        assert_eq!(magnitude_bits(&[0]), 0);
        assert_eq!(magnitude_bits(&[1, 0]), 1);
        assert_eq!(magnitude_bits(&[minus(1)]), 1);
        assert_eq!(magnitude_bits(&[minus(2)]), 2);
        assert_eq!(magnitude_bits(&[minus(3)]), 2);
        assert_eq!(magnitude_bits(&[1 << 63]), 64, "−2^63");
        assert_eq!(magnitude_bits(&[(1 << 63) + 1]), 63);
        assert_eq!(magnitude_bits(&[0, u64::MAX]), 65, "−2^64");
        assert_eq!(magnitude_bits(&[1, u64::MAX]), 64);
    }

    /// By negation.
    fn bits_by_definition(x: &[u64]) -> u32 {
        let mut x = x.to_vec();
        if is_negative(&x) {
            negate(&mut x);
        }
        (0..64 * x.len() as u32).rev().find(|&i| x[i as usize / 64] >> (i % 64) & 1 == 1).map_or(0, |i| i + 1)
    }

    #[test]
    fn the_largest_of_many_magnitudes() {
        let words = [0, 1, 2, 1 << 62, 1 << 63, (1 << 63) + 1, u64::MAX, u64::MAX - 1, u64::MAX << 17];
        for x in words {
            assert_eq!(most_bits(&[x], 1), bits_by_definition(&[x]), "{x:x}");
            for y in words {
                assert_eq!(
                    most_bits(&[x, y], 1),
                    bits_by_definition(&[x]).max(bits_by_definition(&[y])),
                    "{x:x}, {y:x}"
                );
                assert_eq!(most_bits(&[x, y], 2), bits_by_definition(&[x, y]), "{x:x} {y:x}");
                for z in words {
                    assert_eq!(most_bits(&[x, y, z], 3), bits_by_definition(&[x, y, z]), "{x:x} {y:x} {z:x}");
                    let (one, other) = ([x, y, z], [z, 0, sign_word(is_negative(&[z]))]);
                    let most = bits_by_definition(&one).max(bits_by_definition(&other));
                    assert_eq!(most_bits(&[one, other].concat(), 3), most, "{one:x?}, {other:x?}");
                }
            }
        }
        assert_eq!(most_bits(&[], 3), 0);
    }

    #[test]
    fn the_least_width_of_rows() {
        let (max, min) = (i64::MAX as u64, i64::MIN as u64);
        for (rows, width, least) in [
            (&[0, 0][..], 2, 1),
            (&[], 3, 1),
            (&[min], 1, 1),
            (&[max, 0, min, u64::MAX], 2, 1),
            (&[max, 0, min, 0], 2, 2),
            (&[1, 0, 0, max, u64::MAX, u64::MAX], 3, 2),
            (&[1, 0, 0, min, min, u64::MAX], 3, 2),
            (&[1, 0, 1, 0, 0, 0], 3, 3),
        ] {
            assert_eq!(least_width(rows, width), least, "{rows:x?}");
        }
    }

    /// Each limb is looked at once or twice: a large row that is 0, or a power of two, took a square of its length.
    #[test]
    fn bits_of_long_rows() {
        let width = 1 << 18;
        let start = std::time::Instant::now();
        let mut row = vec![0; width];
        assert_eq!(most_bits(&row, width), 0);
        row[width / 2..].fill(u64::MAX);
        assert_eq!(most_bits(&row, width), 32 * width as u32 + 1, "−2^(32 width)");
        row[0] = 1;
        assert_eq!(most_bits(&row, width), 32 * width as u32);
        assert!(start.elapsed().as_secs() < 3, "{:?}", start.elapsed());
    }

    /// Products by words at the ends, and back by exact divisions.
    #[test]
    fn products_by_words_and_exact_quotients() {
        let ends = [0u64, 1, 2, 6, 1 << 62, 1 << 63, (1 << 63) + 1, u64::MAX, u64::MAX - 1];
        for x in ends {
            for y in ends {
                let wide = u128::from(y) << 64 | u128::from(x);
                for factor in ends.into_iter().filter(|&factor| factor != 0) {
                    let mut out = [7; 3];
                    multiply_word(&mut out, &[x, y], factor);
                    // the product as a sum of shifted ones
                    let mut wanted = [0; 3];
                    for bit in (0..64).filter(|bit| factor >> bit & 1 == 1) {
                        let top = sign_word(is_negative(&[y]));
                        let shifted =
                            |high: u64, low: u64| if bit == 0 { high } else { high << bit | low >> (64 - bit) };
                        add_assign(&mut wanted, &[x << bit, shifted(y, x), shifted(top, y)], false, 0);
                    }
                    assert_eq!(out, wanted, "{wide:x} times {factor:x}");
                    let (odd, twos) = (factor >> factor.trailing_zeros(), factor.trailing_zeros());
                    let inverse = (0..5)
                        .fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))));
                    assert_eq!(odd.wrapping_mul(inverse), 1);
                    shift_right(&mut out, twos);
                    divide_exact(&mut out, odd, inverse);
                    assert_eq!(out, [x, y, sign_word(is_negative(&[y]))], "{wide:x} times {factor:x} and back");
                }
            }
        }
    }

    #[test]
    fn sums_overflow_when_they_must() {
        let (max, min) = (i64::MAX as u64, i64::MIN as u64);
        for (x, y, carry, fits) in [(max, 0, false, true), (max, 0, true, false), (min, u64::MAX, false, false)] {
            let mut sum = [x];
            assert_eq!(!add_assign(&mut sum, &[y], carry, 0), fits, "{x:x} + {y:x}");
            assert_eq!(sum[0], x.wrapping_add(y).wrapping_add(u64::from(carry)));
        }
        let mut difference = [0, 1];
        assert!(!add_assign(&mut difference, &[1], true, u64::MAX));
        assert_eq!(difference, [u64::MAX, 0]);
    }
}
