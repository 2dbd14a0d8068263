//! Products over Z by the definition: short ones of words by a vector kernel, otherwise sums of products of words in accumulators of one to three
//! words; longer coefficients in limbs or as integers.

use super::{Integers, limb_products, limbs};
use crate::{
    bits::ceil_log2,
    engine::Context,
    ring::{Candidate, Coeffs, ProductAlgorithm, ProductShape, Ring, Size, View},
    tested,
};
use polymod_core::kernels::short::SignedKernel;
use std::ops::Range;

/// A sum of products of signed words, modulo 2^(64·WORDS).
trait Accumulator: Default {
    const WORDS: usize;
    fn add_product(&mut self, x: i64, y: i64);
    fn store(self, out: &mut [u64]);
}

impl Accumulator for i64 {
    const WORDS: usize = 1;
    #[inline(always)]
    fn add_product(&mut self, x: i64, y: i64) {
        *self = self.wrapping_add(x.wrapping_mul(y));
    }
    #[inline(always)]
    fn store(self, out: &mut [u64]) {
        out[0] = self as u64;
    }
}

impl Accumulator for i128 {
    const WORDS: usize = 2;
    #[inline(always)]
    fn add_product(&mut self, x: i64, y: i64) {
        *self = self.wrapping_add(i128::from(x) * i128::from(y));
    }
    #[inline(always)]
    fn store(self, out: &mut [u64]) {
        (out[0], out[1]) = (self as u64, (self >> 64) as u64);
    }
}

/// The low two words of the sum, and the word of its carries.
#[derive(Default)]
struct Three(u128, i64);

impl Accumulator for Three {
    const WORDS: usize = 3;
    #[inline(always)]
    fn add_product(&mut self, x: i64, y: i64) {
        let product = i128::from(x) * i128::from(y);
        let (sum, carry) = self.0.overflowing_add(product as u128);
        *self = Three(sum, self.1.wrapping_add((product >> 127) as i64).wrapping_add(i64::from(carry)));
    }
    #[inline(always)]
    fn store(self, out: &mut [u64]) {
        (out[0], out[1], out[2]) = (self.0 as u64, (self.0 >> 64) as u64, self.1 as u64);
    }
}

/// Writes coefficients `window` of a·b, each in `S::WORDS` words.
fn sums<S: Accumulator>(a: &[u64], b: &[u64], window: Range<usize>, out: &mut [u64]) {
    for (k, out) in window.zip(out.chunks_exact_mut(S::WORDS)) {
        let (from, to) = ((k + 1).saturating_sub(b.len()), a.len().min(k + 1));
        let mut sum = S::default();
        if from < to {
            for (&x, &y) in a[from..to].iter().zip(b[k + 1 - to..=k - from].iter().rev()) {
                sum.add_product(x as i64, y as i64);
            }
        }
        sum.store(out);
    }
}

/// Length of the shorter operand from which on the vector kernel takes less time (measured).
const LEAST: usize = 3;

/// Most words of a longer operand that [`short_sums`] takes.
const LONG: usize = 32;

/// Like [`sums`], for operands of which one has at most N words and the other at most [`LONG`]: with zeros around them all loops are of
/// constant length, where the processor need not guess their ends. What is added beyond the operands is 0.
fn short_sums<S: Accumulator, const N: usize>(a: &[u64], b: &[u64], window: Range<usize>, out: &mut [u64]) {
    /// Zeros on either side of the longer operand: at least N.
    const AROUND: usize = 8;
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let (mut x, mut y) = ([0; N], [0; LONG + 2 * AROUND]);
    for (x, &word) in x.iter_mut().rev().zip(short) {
        *x = word as i64;
    }
    for (y, &word) in y[N - 1..].iter_mut().zip(long) {
        *y = word as i64;
    }
    for (k, out) in window.zip(out.chunks_exact_mut(S::WORDS)) {
        let mut sum = S::default();
        if let Some(y) = y.get(k..k + N) {
            for (&x, &y) in x.iter().zip(y) {
                sum.add_product(x, y);
            }
        }
        sum.store(out);
    }
}

/// Writes coefficients `window` of a·b, each in `S::WORDS` words.
fn window_sums<S: Accumulator>(a: &[u64], b: &[u64], window: Range<usize>, out: &mut [u64]) {
    match (a.len().min(b.len()), a.len().max(b.len())) {
        (2..=4, ..=LONG) => short_sums::<S, 4>(a, b, window, out),
        (5..=8, ..=LONG) => short_sums::<S, 8>(a, b, window, out),
        _ => sums::<S>(a, b, window, out),
    }
}

/// Most coefficients of operands whose products are all in registers.
const FEW: usize = 4;

/// Writes the product of at most [`FEW`] words by as many, whose sums are words.
fn write_few(out: &mut [u64], a: &[u64], b: &[u64]) {
    // zeros on either side of the second operand
    let (mut x, mut y) = ([0u64; FEW], [0u64; 3 * FEW - 2]);
    x.iter_mut().zip(a).for_each(|(x, &word)| *x = word);
    y[FEW - 1..].iter_mut().zip(b).for_each(|(y, &word)| *y = word);
    let sums: [u64; 2 * FEW - 1] =
        std::array::from_fn(|k| (0..FEW).fold(0u64, |sum, i| sum.wrapping_add(x[i].wrapping_mul(y[FEW - 1 + k - i]))));
    out.copy_from_slice(&sums[..out.len()]);
}

impl Integers {
    /// The kernel for short products to sums of `words` words, with the number of digits of a coefficient, where it takes them.
    fn signed_kernel(&self, shape: &ProductShape, words: usize) -> Option<(&'static SignedKernel, usize)> {
        let (a, b) = (shape.a, shape.b);
        let lens = [a.len.min(b.len), a.len.max(b.len)];
        let kernel = self.0.short.filter(|_| lens[0] >= LEAST && shape.window.end <= shape.full_len())?;
        Some((kernel, kernel.digits([a.bits, b.bits], lens, words)?))
    }

    /// Number of words of an accumulator for such sums; `None` unless the operands' coefficients fit in signed words.
    fn accumulator_words(shape: &ProductShape) -> Option<usize> {
        let (a, b) = (shape.a, shape.b);
        (a.bits.max(b.bits) < 64).then(|| limbs::width_for(a.bits + b.bits + ceil_log2(a.len.min(b.len))))
    }

    pub(super) fn schoolbook_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Candidate {
        let costs = cx.engine().costs();
        let products = shape.a.len as f64 * shape.b.len as f64;
        let words = Self::accumulator_words(shape);
        let ns = match (words, words.and_then(|words| self.signed_kernel(shape, words))) {
            (_, Some((_, digits))) => {
                let [call, results, products_of_digits @ ..] = costs.signed_short;
                // a vector of results takes products of eight coefficients, at its ends of zeros
                let vectors = shape.window.len().div_ceil(8) as f64;
                let rows = shape.a.len.min(shape.b.len) as f64;
                call + vectors * results + (products + 7.0 * rows) / 8.0 * products_of_digits[digits - 1]
            }
            (Some(words), None) => {
                products * costs.signed_mul[words - 1] + shape.window.len() as f64 * costs.signed_sum
            }
            (None, None) => limb_products::predicted_ns(self, shape, costs),
        };
        Candidate::plain(ProductAlgorithm::Schoolbook, ns, 0)
    }

    tested! {
        pub(super) fn schoolbook(&self, shape: &ProductShape, a: View<'_, Self>, b: View<'_, Self>) -> Coeffs<Self> {
            let w = shape.window.clone();
            let Some(width) = Self::accumulator_words(shape).filter(|_| a.width == 1 && b.width == 1) else {
                return limb_products::multiply(self, shape, a, b);
            };
            let mut words = self.engine().dirty(width * w.len());
            self.write_schoolbook(shape, (&mut words, width), a.words(), b.words());
            Coeffs::from_words(words, w.len(), width)
        }
    }

    /// Writes the product of words that fit in accumulators of `width` words, each coefficient in as many.
    fn write_schoolbook(&self, shape: &ProductShape, (out, width): (&mut [u64], usize), a: &[u64], b: &[u64]) {
        let w = shape.window.clone();
        if let Some((kernel, _)) = self.signed_kernel(shape, width) {
            return kernel.multiply(out, width, a, b, [shape.a.bits, shape.b.bits], w.start);
        }
        match width {
            1 => window_sums::<i64>(a, b, w, out),
            2 => window_sums::<i128>(a, b, w, out),
            _ => window_sums::<Three>(a, b, w, out),
        }
    }

    /// Number of words of each coefficient of a short product, neither operand empty; `None` where it is not evident that the definition is fastest.
    pub(super) fn short_product_width(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<usize> {
        if a.len().min(b.len()) == 0 || a.len().max(b.len()) > limb_products::MOST_WORDS {
            return None;
        }
        let shape = Self::short_shape(a, b);
        if limb_products::are_few(a, b) {
            return Some(limb_products::width(&shape));
        }
        let words = Self::accumulator_words(&shape).filter(|_| a.width == 1 && b.width == 1);
        words.or_else(|| limb_products::is_evident(self, &shape).then(|| limb_products::width(&shape)))
    }

    /// Writes a short product, each coefficient in as many words as [`short_product_width`](Self::short_product_width) says.
    pub(super) fn write_short_product(&self, out: &mut [u64], a: View<'_, Self>, b: View<'_, Self>) {
        let (width, words) = (out.len() / (a.len() + b.len() - 1), a.width == 1 && b.width == 1);
        if limb_products::are_few(a, b) {
            return limb_products::write_few(out, width, a, b);
        }
        if words && width == 1 && a.len().max(b.len()) <= FEW {
            return write_few(out, a.words(), b.words());
        }
        if words && a.len().min(b.len()) < LEAST {
            // the kernel does not take them, and their bits are not asked for
            let (all, a, b) = (0..out.len() / width, a.words(), b.words());
            return match width {
                1 => sums::<i64>(a, b, all, out),
                2 => sums::<i128>(a, b, all, out),
                _ => sums::<Three>(a, b, all, out),
            };
        }
        let shape = Self::short_shape(a, b);
        match Self::accumulator_words(&shape).filter(|_| words) {
            Some(width) => self.write_schoolbook(&shape, (out, width), a.words(), b.words()),
            None => limb_products::write(self, &shape, a, b, out),
        }
    }

    /// The product of few coefficients; `None` as in [`short_product_width`](Self::short_product_width).
    pub(super) fn short_product(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<Coeffs<Self>> {
        let (width, len) = (self.short_product_width(a, b)?, a.len() + b.len() - 1);
        let mut words = self.engine().dirty(width * len);
        self.write_short_product(&mut words, a, b);
        let mut product = Coeffs::from_words(words, len, width);
        self.narrow(&mut product);
        Some(product)
    }

    /// The shape of the whole product of two vectors.
    fn short_shape(a: View<'_, Self>, b: View<'_, Self>) -> ProductShape {
        let size = |v: View<'_, Self>| Size { len: v.len(), bits: limbs::most_bits(v.words(), v.width) };
        ProductShape { a: size(a), b: size(b), square: false, window: 0..a.len() + b.len() - 1 }
    }
}
