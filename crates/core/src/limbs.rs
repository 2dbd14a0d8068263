//! Integers as rows of 64-bit limbs, least significant first: two's complement, or magnitudes.

use crate::words;
use std::cmp::Ordering;

/// Whether the sign bit is set; an empty row is 0.
#[inline(always)]
pub fn is_negative(x: &[u64]) -> bool {
    x.last().is_some_and(|top| top >> 63 == 1)
}

/// The word that extends a number of this sign to more limbs.
#[inline(always)]
pub fn sign_word(negative: bool) -> u64 {
    if negative { u64::MAX } else { 0 }
}

/// Number of limbs between two jumps in sums of rows: carries of a block stay in the flag of the processor.
const BLOCK: usize = 8;
/// That of short rows, and of negations.
const HALF: usize = 4;

/// x + y + `carry`, and the carry.
#[inline(always)]
pub fn add_limbs(x: u64, y: u64, carry: bool) -> (u64, bool) {
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
pub fn add_assign(x: &mut [u64], y: &[u64], mut carry: bool, flip: u64) -> bool {
    if x.len() < BLOCK {
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
fn add(out: &mut [u64], x: &[u64], y: &[u64], carry: bool, flip: u64) -> bool {
    if out.len() < 2 * BLOCK { add_in_blocks::<HALF>(out, x, y, carry, flip) } else { add_many(out, x, y, carry, flip) }
}

/// [`add`] for many limbs.
#[inline(never)]
fn add_many(out: &mut [u64], x: &[u64], y: &[u64], carry: bool, flip: u64) -> bool {
    add_in_blocks::<BLOCK>(out, x, y, carry, flip)
}

/// [`add`] with N limbs between two jumps.
#[inline(always)]
fn add_in_blocks<const N: usize>(out: &mut [u64], x: &[u64], y: &[u64], mut carry: bool, flip: u64) -> bool {
    let len = out.len();
    let (x, y) = (&x[..len], &y[..len]);
    let (blocks, rest) = out.as_chunks_mut::<N>();
    let ((xs, x_rest), (ys, y_rest)) = (x.as_chunks::<N>(), y.as_chunks::<N>());
    for ((out, x), y) in blocks.iter_mut().zip(xs).zip(ys) {
        for i in 0..N {
            (out[i], carry) = add_limbs(x[i], y[i] ^ flip, carry);
        }
    }
    for ((out, &x), &y) in rest.iter_mut().zip(x_rest).zip(y_rest) {
        (*out, carry) = add_limbs(x, y ^ flip, carry);
    }
    len > 0 && overflows(x[len - 1], y[len - 1] ^ flip, out[len - 1])
}

/// out = x ± y, row by row of `width` limbs, all three equally long; returns whether every sum fits in its row. Where one does not, `out` is of no use.
pub fn sums(out: &mut [u64], [x, y]: [&[u64]; 2], width: usize, subtract: bool) -> bool {
    if width == 1 {
        return words::add_signed_to(out, x, y, subtract);
    }
    let mut rows = out.chunks_exact_mut(width).zip(x.chunks_exact(width)).zip(y.chunks_exact(width));
    rows.all(|((out, x), y)| !add(out, x, y, subtract, sign_word(subtract)))
}

/// x = −x, modulo 2^(64·len).
#[inline]
pub fn negate(x: &mut [u64]) {
    let (blocks, rest) = x.as_chunks_mut::<HALF>();
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
pub fn copy_signed(out: &mut [u64], x: &[u64]) {
    let common = out.len().min(x.len());
    out[..common].copy_from_slice(&x[..common]);
    out[common..].fill(sign_word(is_negative(x)));
}

/// Bits of the largest magnitude among rows of `width` limbs: the least b with |x| < 2^b for all of them; 0 without
/// rows.
pub fn most_bits(rows: &[u64], width: usize) -> u32 {
    if width == 1 {
        let magnitude = |x: u64| (x as i64).unsigned_abs();
        return crate::bits::bit_len(rows.iter().fold(0, |all, &x| all | magnitude(x)));
    }
    if width == 0 {
        return 0;
    }
    // the top limbs decide, where one of them is more than a sign
    let head = |row: &[u64]| row[width - 1] ^ sign_word(is_negative(row));
    let all = rows.chunks_exact(width).fold(0, |all, row| all | head(row));
    if all == 0 {
        return rows.chunks_exact(width).map(magnitude_bits).max().unwrap_or(0);
    }
    let bits = crate::bits::bit_len(all);
    // −2^bits has a bit more than its complement
    let least = |row: &[u64]| {
        is_negative(row) && head(row) == u64::MAX >> (64 - bits) && row[..width - 1].iter().all(|&limb| limb == 0)
    };
    64 * (width as u32 - 1) + bits + u32::from(rows.chunks_exact(width).any(least))
}

/// Bits of the magnitude: the least b with |x| < 2^b.
#[inline]
pub fn magnitude_bits(x: &[u64]) -> u32 {
    let negative = is_negative(x);
    let flip = sign_word(negative);
    // −x is the complement plus 1
    let Some(top) = x.iter().rposition(|&limb| limb != flip) else { return u32::from(negative) };
    let head = x[top] ^ flip;
    let carries = negative && head & head.wrapping_add(1) == 0 && x[..top].iter().all(|&limb| limb == 0);
    64 * top as u32 + crate::bits::bit_len(head) + u32::from(carries)
}

/// Least number of limbs that all rows of `width` limbs fit in.
pub fn least_width(rows: &[u64], width: usize) -> usize {
    let repeats = |row: &[u64], limb: usize| row[limb] == (row[limb - 1] as i64 >> 63) as u64;
    (1..width).rev().find(|&limb| !rows.chunks_exact(width).all(|row| repeats(row, limb))).map_or(1, |limb| limb + 1)
}

/// sum += x·factor for magnitudes, in the limbs that both have; returns the carry.
#[inline(always)]
pub fn add_multiple(sum: &mut [u64], x: &[u64], factor: u64) -> u64 {
    let mut carry = 0;
    for (sum, &limb) in sum.iter_mut().zip(x) {
        let total = u128::from(limb) * u128::from(factor) + u128::from(*sum) + carry;
        (*sum, carry) = (total as u64, total >> 64);
    }
    carry as u64
}

/// sum ± x·y for magnitudes x of N words and y of any number, modulo 2^(64·len sum), `flip` all ones for the difference: the words of x and the carries of
/// its products are in registers.
#[inline(always)]
fn add_few_words<const N: usize>(sum: &mut [u64], x: &[u64; N], y: &[u64], flip: u64) {
    let common = y.len().min(sum.len());
    let (low, high) = sum.split_at_mut(common);
    let mut carries = [0; N];
    // s − p is the complement of s's complement plus p
    for (sum, &y) in low.iter_mut().zip(y) {
        let total = u128::from(x[0]) * u128::from(y) + u128::from(*sum ^ flip) + u128::from(carries[0]);
        *sum = total as u64 ^ flip;
        let mut carry = (total >> 64) as u64;
        for k in 1..N {
            let total = u128::from(x[k]) * u128::from(y) + u128::from(carries[k]) + u128::from(carry);
            (carries[k - 1], carry) = (total as u64, (total >> 64) as u64);
        }
        carries[N - 1] = carry;
    }
    let mut above = false;
    for (k, sum) in high.iter_mut().enumerate() {
        let carry = carries.get(k).copied().unwrap_or(0);
        if k >= N && !above {
            return;
        }
        let (total, carried) = add_limbs(*sum ^ flip, carry, above);
        (*sum, above) = (total ^ flip, carried);
    }
}

/// sum ± x·y for magnitudes x and y of any numbers of words, modulo 2^(64·len sum): the difference where `subtract`.
pub fn add_product(sum: &mut [u64], x: &[u64], y: &[u64], subtract: bool) {
    let (short, long) = if x.len() <= y.len() { (x, y) } else { (y, x) };
    let (flip, (chunks, rest)) = (sign_word(subtract), short.as_chunks::<4>());
    let mut sum = sum;
    for chunk in chunks {
        add_few_words(sum, chunk, long, flip);
        sum = sum.get_mut(4..).unwrap_or_default();
    }
    match *rest {
        [a] => add_few_words(sum, &[a], long, flip),
        [a, b] => add_few_words(sum, &[a, b], long, flip),
        [a, b, c] => add_few_words(sum, &[a, b, c], long, flip),
        _ => {}
    }
}

/// x = x·y ± z, modulo 2^(64·len x), for two's complement numbers x in the first `len` words and z in any number, and a magnitude y: x·y − z where `flip` is
/// all ones, and not 0. All words of x are written.
#[inline(always)]
pub fn multiply_add<const N: usize>(x: &mut [u64], len: usize, y: &[u64; N], z: &[u64], flip: u64) {
    let extension = sign_word(is_negative(z)) ^ flip;
    let (low, high) = x.split_at_mut(len);
    let missing = sign_word(is_negative(low));
    let mut carries = [0; N];
    // −z is the complement of z, plus 1
    carries[0] = flip & 1;
    let step = |x: &mut u64, z: u64, carries: &mut [u64; N]| {
        let limb = *x;
        let total = u128::from(limb) * u128::from(y[0]) + u128::from(z) + u128::from(carries[0]);
        *x = total as u64;
        let mut carry = (total >> 64) as u64;
        for k in 1..N {
            let total = u128::from(limb) * u128::from(y[k]) + u128::from(carries[k]) + u128::from(carry);
            (carries[k - 1], carry) = (total as u64, (total >> 64) as u64);
        }
        carries[N - 1] = carry;
    };
    let common = z.len().min(low.len());
    let (both, rest) = low.split_at_mut(common);
    both.iter_mut().zip(z).for_each(|(x, &z)| step(x, z ^ flip, &mut carries));
    rest.iter_mut().for_each(|x| step(x, extension, &mut carries));
    // −2^(64·len) is missing in a negative x
    let mut carry = 0i128;
    for (k, limb) in high.iter_mut().enumerate() {
        let z = z.get(len + k).map_or(extension, |z| z ^ flip);
        let (plus, minus) = (carries.get(k).copied().unwrap_or(0), y.get(k).copied().unwrap_or(0) & missing);
        let total = carry + i128::from(plus) + i128::from(z) - i128::from(minus);
        (*limb, carry) = (total as u64, total >> 64);
    }
}

/// out = x·y for two's complement numbers: as many limbs as both together.
pub fn multiply(out: &mut [u64], x: &[u64], y: &[u64]) {
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
pub fn multiply_word(out: &mut [u64], x: &[u64], factor: u64) {
    let mut carry = 0;
    for (out, &limb) in out.iter_mut().zip(x) {
        let product = u128::from(limb) * u128::from(factor) + carry;
        (*out, carry) = (product as u64, product >> 64);
    }
    // −2^(64·len) is missing in a negative number
    out[x.len()] = (carry as u64).wrapping_sub(if is_negative(x) { factor } else { 0 });
}

/// x /= d, exact, for a two's complement number x and an odd d with this inverse modulo 2^64 (Jebelean 1993, "An algorithm for exact division").
#[inline]
pub fn divide_exact(x: &mut [u64], d: u64, inverse: u64) {
    let mut borrow = 0;
    for x in x {
        let (low, below) = x.overflowing_sub(borrow);
        *x = low.wrapping_mul(inverse);
        borrow = ((u128::from(*x) * u128::from(d)) >> 64) as u64 + u64::from(below);
    }
}

/// x = ⌊x/2^bits⌋ for a two's complement number x and fewer than 64 bits.
#[inline]
pub fn shift_right(x: &mut [u64], bits: u32) {
    let mut above = sign_word(is_negative(x));
    for x in x.iter_mut().rev() {
        let both = u128::from(above) << 64 | u128::from(*x);
        above = *x;
        *x = (both >> bits) as u64;
    }
}

/// x −= y for magnitudes of the same length, modulo 2^(64·len).
#[inline]
pub fn subtract(x: &mut [u64], y: &[u64]) {
    let mut borrow = false;
    for (x, y) in x.iter_mut().zip(y) {
        let (low, b1) = x.overflowing_sub(*y);
        let (low, b2) = low.overflowing_sub(u64::from(borrow));
        (*x, borrow) = (low, b1 | b2);
    }
}

/// Number of limbs of a two's complement number whose magnitude has this many bits.
#[inline]
pub fn width_for(bits: u32) -> usize {
    bits as usize / 64 + 1
}

/// A two's complement number without limbs that repeat its sign, of at least one.
#[inline]
pub fn trimmed_signed(x: &[u64]) -> &[u64] {
    &x[..least_width(x, x.len()).min(x.len())]
}

/// A magnitude without its leading zeros.
#[inline]
pub fn trimmed(x: &[u64]) -> &[u64] {
    &x[..x.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)]
}

/// Compares magnitudes of the same length.
#[inline]
pub fn compare(x: &[u64], y: &[u64]) -> Ordering {
    x.iter().rev().cmp(y.iter().rev())
}
