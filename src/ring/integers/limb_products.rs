//! Products over Z by the definition, of coefficients of several limbs: by the vector kernel for digits, where there is one; else of a few limbs as
//! magnitudes on the stack, with sums of the products of either sign apart, and of more as integers, with sums in place.

use super::{
    Integers, limbs,
    multiples::{magnitude, product},
    row, to_integer, write_integer,
};
use crate::{
    costs::CostModel,
    ring::{Coeffs, ProductShape, Ring, Size, View},
};
use polymod_core::kernels::digits::{DigitKernel, Operand};
use rug::{Assign, Integer};
use std::ops::Range;

/// Most coefficients whose magnitudes are on the stack.
const ON_STACK: usize = 8;
/// Most coefficients of a word of operands whose product is by the definition without a plan.
pub(super) const MOST_WORDS: usize = 16;
/// Most limbs of a magnitude that is not made an integer.
const FEW: usize = 4;
/// Limbs of integers from which on their products are not evident.
const MANY: usize = 512;
/// Most coefficients of operands whose products are added up one by one.
const FEW_LEN: usize = 3;
/// Least number of products of coefficients of few limbs for the vector kernel (measured).
const LEAST_IN_DIGITS: usize = 9;
/// Most nanoseconds of a product in digits for which no other algorithm is considered.
const EVIDENT_NS: f64 = 2e3;
/// Cost of a multiplication of vectors of digits, and of a digit of an operand or a result, in products of vectors of words (measured): where
/// coefficients are in lanes, and of longer ones.
const DIGITS: [[f64; 2]; 2] = [[0.4, 1.1], [0.85, 2.8]];
/// Nanoseconds of a product of magnitudes of N limbs: overhead, and cost per N².
const PRODUCT_NS: [f64; 2] = [1.0, 0.8];

/// Limbs of the magnitudes of a product's coefficients.
fn limbs_of(shape: &ProductShape) -> usize {
    shape.a.bits.max(shape.b.bits).div_ceil(64) as usize
}

/// Whether operands are so short that the choice of another algorithm would take longer than it saves.
pub(super) fn is_evident(z: &Integers, shape: &ProductShape) -> bool {
    let len = shape.a.len.max(shape.b.len);
    if shape.a.bits.max(shape.b.bits) < 64 {
        return len <= MOST_WORDS;
    }
    if let Some(ns) = digits_ns(z, shape, z.engine().costs()) {
        return ns <= EVIDENT_NS;
    }
    match limbs_of(shape) {
        n if n <= FEW => len * n.max(2) <= 32,
        n => len <= 2 && n < MANY,
    }
}

/// Predicted nanoseconds.
pub(super) fn predicted_ns(z: &Integers, shape: &ProductShape, costs: &CostModel) -> f64 {
    let (n, products) = (limbs_of(shape), shape.a.len as f64 * shape.b.len as f64);
    if let Some(ns) = digits_ns(z, shape, costs) {
        return ns;
    }
    let coefficients = (shape.a.len + shape.b.len + shape.window.len()) as f64;
    if n <= FEW {
        return products * (PRODUCT_NS[0] + PRODUCT_NS[1] * (n * n) as f64) + coefficients * n as f64;
    }
    let product = costs.integer_mul(limbs::width_for(shape.a.bits), limbs::width_for(shape.b.bits));
    products * (product + costs.element / 4.0) + coefficients * costs.element
}

/// Coefficients of the shape's window of a·b.
pub fn multiply(z: &Integers, shape: &ProductShape, a: View<'_, Integers>, b: View<'_, Integers>) -> Coeffs<Integers> {
    let mut words = z.engine().dirty(width(shape) * shape.window.len());
    write(z, shape, a, b, &mut words);
    Coeffs::from_words(words, shape.window.len(), width(shape))
}

/// The multiples of coefficients by a factor of this many bits, if there is a vector kernel for them.
pub(super) fn multiple(z: &Integers, v: View<'_, Integers>, factor: &[u64], bits: u32) -> Option<Coeffs<Integers>> {
    let [a, b] = [Size { len: v.len(), bits: limbs::most_bits(v.words(), v.width) }, Size { len: 1, bits }];
    let shape = ProductShape { a, b, square: false, window: 0..v.len() };
    digit_kernel(z, &shape)?;
    Some(multiply(z, &shape, v, View::from_words(factor, 1, factor.len())))
}

/// Number of limbs for each coefficient of a product.
pub(super) fn width(shape: &ProductShape) -> usize {
    let terms = shape.a.len.min(shape.b.len);
    limbs::width_for(shape.a.bits + shape.b.bits + crate::bits::ceil_log2(terms))
}

/// The vector kernel, if it multiplies such operands.
fn digit_kernel(z: &Integers, shape: &ProductShape) -> Option<&'static DigitKernel> {
    let (limbs, products) = (limbs_of(shape), shape.a.len.saturating_mul(shape.b.len));
    let takes = limbs > 0
        && (limbs > FEW || products >= LEAST_IN_DIGITS)
        && !shape.window.is_empty()
        && shape.window.end <= shape.full_len()
        && products > 0
        && DigitKernel::takes_bits([shape.a.bits, shape.b.bits]);
    z.0.digits.filter(|_| takes)
}

/// Predicted nanoseconds of a product by the vector kernel.
fn digits_ns(z: &Integers, shape: &ProductShape, costs: &CostModel) -> Option<f64> {
    let (bits, window) = ([shape.a.bits, shape.b.bits], shape.window.len() as f64);
    let (vectors, in_lanes) = digit_kernel(z, shape)?.products([shape.a.len, shape.b.len], bits);
    let [product, digit] = DIGITS[usize::from(!in_lanes)];
    let [a, b] = [shape.a, shape.b].map(|size| size.len as f64 * f64::from(size.bits));
    let digits = (a + b + window * (f64::from(bits[0]) + f64::from(bits[1]))) / 52.0;
    Some(costs.signed_short[0] + costs.signed_short[2] * (product * vectors + digit * digits))
}

/// Writes coefficients of a product to as many [limbs](width) each.
pub(super) fn write(z: &Integers, shape: &ProductShape, a: View<'_, Integers>, b: View<'_, Integers>, out: &mut [u64]) {
    let (width, window) = (width(shape), &shape.window);
    if let Some(kernel) = digit_kernel(z, shape) {
        let operands = [(a, shape.a.bits), (b, shape.b.bits)];
        let operands = operands.map(|(v, bits)| Operand { words: v.words(), width: v.width, bits });
        let mut room = z.engine().dirty(kernel.room(&operands));
        return kernel.multiply(out, width, operands, window.start, &mut room);
    }
    match limbs_of(shape) {
        limbs if limbs <= FEW => sums_of_limbs(limbs, a, b, window, out, width),
        _ => sums_of_integers(a, b, window, out, width),
    }
}

/// Whether products of two vectors are so few, and so short, that they are added up one by one: no kernel takes less time (measured, Zen 5).
pub(super) fn are_few(a: View<'_, Integers>, b: View<'_, Integers>) -> bool {
    (2..=FEW + 1).contains(&a.width.max(b.width)) && a.len().max(b.len()) <= FEW_LEN
}

/// Writes a product of [few](are_few) coefficients to rows of `width` limbs, which have room for all sums.
pub(super) fn write_few(out: &mut [u64], width: usize, a: View<'_, Integers>, b: View<'_, Integers>) {
    let [of_a, of_b] = [a, b].map(|v| limbs::most_bits(v.words(), v.width).div_ceil(64) as usize);
    sums_of_limbs(of_a.max(of_b), a, b, &(0..a.len() + b.len() - 1), out, width);
}

/// The indices of a's coefficients in coefficient k of a product.
pub fn terms(k: usize, a: usize, b: usize) -> Range<usize> {
    (k + 1).saturating_sub(b)..a.min(k + 1)
}

/// A magnitude of N limbs, and all ones where the number is negative.
type Signed<const N: usize> = ([u64; N], u64);

fn rows(v: View<'_, Integers>) -> std::slice::ChunksExact<'_, u64> {
    v.words().chunks_exact(v.width)
}

/// Sums of products of magnitudes of this number of limbs, at most [`FEW`] + 1.
fn sums_of_limbs(
    limbs: usize,
    a: View<'_, Integers>,
    b: View<'_, Integers>,
    window: &Range<usize>,
    out: &mut [u64],
    width: usize,
) {
    match limbs {
        0 | 1 => sums::<1, 2>(a, b, window, out, width),
        2 => sums::<2, 4>(a, b, window, out, width),
        3 => sums::<3, 6>(a, b, window, out, width),
        4 => sums::<4, 8>(a, b, window, out, width),
        _ => sums::<{ FEW + 1 }, { 2 * FEW + 2 }>(a, b, window, out, width),
    }
}

/// Sums of products of magnitudes of N limbs, which take P limbs.
fn sums<const N: usize, const P: usize>(
    a: View<'_, Integers>,
    b: View<'_, Integers>,
    window: &Range<usize>,
    out: &mut [u64],
    width: usize,
) {
    if a.len().max(b.len()) <= ON_STACK {
        let (mut x, mut y) = ([([0; N], 0); ON_STACK], [([0; N], 0); ON_STACK]);
        for (room, v) in [(&mut x, a), (&mut y, b)] {
            room.iter_mut().zip(rows(v)).for_each(|(place, row)| *place = magnitude(row));
        }
        return sums_of::<N, P>(&x[..a.len()], &y[..b.len()], window, out, width);
    }
    let [x, y] = [a, b].map(|v| rows(v).map(magnitude).collect::<Vec<_>>());
    sums_of::<N, P>(&x, &y, window, out, width);
}

/// In two's complement all along: no branch depends on a sign.
fn sums_of<const N: usize, const P: usize>(
    x: &[Signed<N>],
    y: &[Signed<N>],
    window: &Range<usize>,
    out: &mut [u64],
    width: usize,
) {
    for (k, out) in window.clone().zip(out.chunks_exact_mut(width)) {
        let (mut sum, mut above) = ([0u64; P], 0u64);
        for i in terms(k, x.len(), y.len()) {
            let ((x, s), (y, t)) = (&x[i], &y[k - i]);
            // −p is the complement of p, plus 1
            let (product, flip): ([u64; P], _) = (product(x, y), s ^ t);
            let mut carry = flip != 0;
            for (sum, limb) in sum.iter_mut().zip(product) {
                (*sum, carry) = limbs::add_limbs(*sum, limb ^ flip, carry);
            }
            above = above.wrapping_add(flip).wrapping_add(carry.into());
        }
        let Some((low, high)) = out.split_first_chunk_mut() else {
            out.iter_mut().zip(sum).for_each(|(out, limb)| *out = limb);
            continue;
        };
        *low = sum;
        if let Some((first, rest)) = high.split_first_mut() {
            *first = above;
            rest.fill(limbs::sign_word(limbs::is_negative(&[above])));
        }
    }
}

/// Sums of products of integers.
fn sums_of_integers(
    a: View<'_, Integers>,
    b: View<'_, Integers>,
    window: &Range<usize>,
    out: &mut [u64],
    width: usize,
) {
    let integers = |v: View<'_, Integers>| (0..v.len()).map(|i| to_integer(row(v, i))).collect::<Vec<_>>();
    let (x, y) = (integers(a), integers(b));
    let mut sum = Integer::new();
    for (k, out) in window.clone().zip(out.chunks_exact_mut(width)) {
        sum.assign(0);
        for i in terms(k, x.len(), y.len()) {
            sum += &x[i] * &y[k - i];
        }
        write_integer(out, &sum);
    }
}
