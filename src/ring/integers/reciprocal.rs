//! Reciprocals of power series of few terms by the definition: q_i = ∓Σ a_j·q_(i − j) for a_0 = ±1.

use super::{Integers, limbs, magnitudes::Magnitudes, row, short::magnitude, to_integer, write_integer};
use crate::ring::{Ring, View};
use rug::Integer;

/// Most terms.
const MOST_TERMS: usize = 64;
/// Most limbs of coefficients whose products are not GMP's (measured, Zen 5).
const MOST_WIDTH: usize = 12;
/// Most products of limbs of the longest terms: of coefficients of at most [`MOST_WIDTH`] limbs, and of longer ones.
const MOST_PRODUCTS: [usize; 2] = [1 << 21, 1 << 18];
/// Most limbs of terms in rows of constant length.
const MOST_LIMBS: usize = 8;

/// The bits of all magnitudes of the terms of a but the constant one, if they are words.
fn magnitudes(a: View<'_, Integers>, terms: usize) -> Option<u64> {
    (1..a.len().min(terms)).try_fold(0, |all, i| Some(all | magnitude(row(a, i))?.0))
}

/// Number of limbs for each of these terms of 1/a; `None` unless the constant term is a unit and terms and limbs are few.
///
/// With L bits of the largest of the other magnitudes A, |q_i| ≤ A·Σ |q_k| over k < i gives |q_i| ≤ A·(A + 1)^(i − 1) < 2^(iL).
pub fn reciprocal_limbs(a: View<'_, Integers>, terms: usize) -> Option<usize> {
    let constant = limbs::trimmed_signed(a.words().get(..a.width)?);
    if !(1..=MOST_TERMS).contains(&terms) || !matches!(constant, [1 | u64::MAX]) {
        return None;
    }
    let words = magnitudes(a, terms).filter(|_| a.width <= 2);
    let others = a.low(terms).from(1);
    let bits = words.map_or_else(|| limbs::most_bits(others.words(), a.width), |all| 64 - all.leading_zeros());
    let limbs = limbs::width_for((terms as u32 - 1).saturating_mul(bits));
    // about a sixth of the products are computed
    let most = MOST_PRODUCTS[usize::from(a.width > MOST_WIDTH)];
    let few = limbs.saturating_mul(terms * terms * bits.div_ceil(64) as usize) <= most;
    (few || words.is_some() && limbs <= MOST_LIMBS).then_some(limbs)
}

/// Writes 1/a to a number of terms for which there are [limbs](reciprocal_limbs).
pub(super) fn write_reciprocal(z: &Integers, out: &mut [u64], a: View<'_, Integers>, terms: usize) {
    if terms <= 2 {
        // a_0 − a_1·x
        for (i, out) in out.chunks_exact_mut(out.len() / terms).enumerate() {
            limbs::copy_signed(out, a.words().get(i * a.width..(i + 1) * a.width).unwrap_or_default());
            if i == 1 {
                limbs::negate(out);
            }
        }
        return;
    }
    if a.width > MOST_WIDTH {
        return of_integers(out, a, terms);
    }
    if a.width == 1 && out.len() == terms {
        return of_short_words(out, a.words());
    }
    let limbs = out.len() / terms;
    if a.width > 2 || magnitudes(a, terms).is_none() {
        return of_magnitudes(z, out, a, terms);
    }
    if limbs > MOST_LIMBS {
        return by_columns(z, out, a, terms);
    }
    match limbs {
        1 => of_words::<1>(out, a),
        2 => of_words::<2>(out, a),
        3 => of_words::<3>(out, a),
        4 => of_words::<4>(out, a),
        5 => of_words::<5>(out, a),
        6 => of_words::<6>(out, a),
        7 => of_words::<7>(out, a),
        _ => of_words::<MOST_LIMBS>(out, a),
    }
}

/// In words, which have room for all terms.
fn of_short_words(out: &mut [u64], a: &[u64]) {
    for i in 0..out.len() {
        let (known, next) = out.split_at_mut(i);
        let products = known.iter().rev().zip(&a[1..]).map(|(x, y)| x.wrapping_mul(*y));
        let sum = products.fold(0, u64::wrapping_add);
        // times 1/a_0 = a_0
        next[0] = if i == 0 { a[0] } else { sum.wrapping_mul(a[0]).wrapping_neg() };
    }
}

/// Where all coefficients but that of the constant term are words, in rows of W limbs.
fn of_words<const W: usize>(out: &mut [u64], a: View<'_, Integers>) {
    let q = out.as_chunks_mut::<W>().0;
    let term = |i: usize| magnitude(row(a, i)).unwrap_or_default();
    let is_minus = term(0).1;
    let mut terms = [(0, false); MOST_TERMS];
    let met = a.len().min(q.len()).saturating_sub(1);
    for (i, place) in terms[..met].iter_mut().enumerate() {
        let (size, negative) = term(i + 1);
        *place = (size, negative == is_minus);
    }
    q[0] = [0; W];
    q[0][0] = 1;
    if is_minus {
        q[0] = [u64::MAX; W];
    }
    for i in 1..q.len() {
        let (known, next) = q.split_at_mut(i);
        // of what is added, and of what is subtracted
        let mut sums = [[0; W]; 2];
        for (known, &(size, negative)) in known.iter().rev().zip(&terms[..met]) {
            // modulo 2^(64·W)
            limbs::add_multiple(&mut sums[usize::from(negative)], known, size);
        }
        let [mut sum, minus] = sums;
        limbs::subtract(&mut sum, &minus);
        next[0] = sum;
    }
}

/// The sum of the products of words by limbs, of which the last belongs to the first word: 128 bits, and what is above. Beside each word and each limb are
/// all ones where its number is negative: one loop for both signs, because lengths of two could not be predicted.
#[inline(always)]
fn column(words: &[(u64, u64)], limbs: &[u64], negative: &[u64]) -> (u128, i64) {
    let (mut low, mut high, mut count) = (0u128, 0, 0);
    for ((&(word, s), &limb), &t) in words.iter().zip(limbs.iter().rev()).zip(negative.iter().rev()) {
        // −x is the complement of x, plus 1
        let flip = s ^ t;
        let product = (u128::from(word) * u128::from(limb)) ^ (u128::from(flip) << 64 | u128::from(flip));
        let (sum, carry) = low.overflowing_add(product);
        (low, high, count) = (sum, high + i64::from(carry) + flip as i64, count + u128::from(flip & 1));
    }
    let (low, carry) = low.overflowing_add(count);
    (low, high + i64::from(carry))
}

/// Where all coefficients but that of the constant term are words: limb by limb of each term, so that no sum is in memory.
fn by_columns(z: &Integers, out: &mut [u64], a: View<'_, Integers>, terms: usize) {
    let (width, minus) = (out.len() / terms, limbs::is_negative(row(a, 0)));
    let mut words = [(0, 0); MOST_TERMS];
    let met = a.len().min(terms) - 1;
    for (j, place) in words[..met].iter_mut().enumerate() {
        let (size, negative) = magnitude(row(a, j + 1)).unwrap_or_default();
        *place = (size, limbs::sign_word(negative == minus));
    }
    // of the magnitudes of all terms the lowest limbs, then those above them; their lengths, or those of longer ones before; and their signs
    let mut columns = z.engine().dirty(terms * width);
    let (mut lens, mut negative) = ([1; MOST_TERMS], [0; MOST_TERMS]);
    for (i, out) in out.chunks_exact_mut(width).enumerate() {
        if i == 0 {
            limbs::copy_signed(out, row(a, 0));
        } else {
            let (mut first, mut carry) = (i.saturating_sub(met), 0i128);
            for (place, (out, limbs)) in out.iter_mut().zip(columns.chunks_exact(terms)).enumerate() {
                first += lens[first..i].iter().take_while(|&&len| len <= place).count();
                let (low, high) = column(&words[..i - first], &limbs[first..i], &negative[first..i]);
                let (low, up) = low.overflowing_add(carry as u128);
                *out = low as u64;
                // a negative carry is 2^128 too large as a number without sign
                let high = high + i64::from(up) - i64::from(carry < 0);
                carry = (i128::from(high) << 64) | (low >> 64) as i128;
            }
        }
        negative[i] = limbs::sign_word(limbs::is_negative(out));
        let mut carry = negative[i] & 1;
        lens[i] = lens[i.saturating_sub(1)];
        for (place, (limb, limbs)) in out.iter().zip(columns.chunks_exact_mut(terms)).enumerate() {
            let (magnitude, above) = (limb ^ negative[i]).overflowing_add(carry);
            (limbs[i], carry) = (magnitude, above.into());
            if magnitude != 0 {
                lens[i] = lens[i].max(place + 1);
            }
        }
    }
}

/// For terms of many limbs: products of integers.
fn of_integers(out: &mut [u64], a: View<'_, Integers>, terms: usize) {
    let others: Vec<Integer> = (1..a.len().min(terms)).map(|i| to_integer(row(a, i))).collect();
    let (unit, mut known) = (to_integer(row(a, 0)), Vec::with_capacity(terms));
    let width = out.len() / terms;
    for (i, out) in out.chunks_exact_mut(width).enumerate() {
        let mut sum = if i == 0 { unit.clone() } else { Integer::new() };
        for (x, y) in others.iter().zip(known.iter().rev()) {
            sum -= x * y;
        }
        if i > 0 && unit.is_negative() {
            sum = -sum;
        }
        write_integer(out, &sum);
        known.push(sum);
    }
}

/// Products of magnitudes, as long as each is.
fn of_magnitudes(z: &Integers, out: &mut [u64], a: View<'_, Integers>, terms: usize) {
    let (width, met) = (out.len() / terms, 1..a.len().min(terms));
    let mut others = Magnitudes::with_room(z, met.len(), a.width);
    met.for_each(|i| others.push(row(a, i)));
    let minus = limbs::is_negative(row(a, 0));
    let mut known = Magnitudes::with_room(z, terms, width);
    for (i, out) in out.chunks_exact_mut(width).enumerate() {
        if i == 0 {
            limbs::copy_signed(out, row(a, 0));
        } else {
            out.fill(0);
        }
        for j in 0..i.min(others.len()) {
            let ((x, s), (y, t)) = (others.get(j), known.get(i - 1 - j));
            limbs::add_product(out, x, y, s == t ^ minus);
        }
        known.push(out);
    }
}
