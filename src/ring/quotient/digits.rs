//! Kronecker substitution of small coefficients: several of those of an element are digits of a word, with room for the digits of sums of products, so
//! that a product of vectors is one of vectors of fewer words, exact modulo a prime of 50 or 62 bits.
//!
//! With d coefficients a word an element of k coefficients is a polynomial in t^d of m = ⌈k/d⌉ words, and takes 2m − 1 words where the base ring takes
//! 2k − 1 coefficients.

use super::{Base, Quotient, columns::BLOCK, words::FewWords};
use crate::{
    Result,
    arith::{Modulus, PrimeStream},
    cpu::Target,
    engine::{Context, Engine},
    kernels::{residues, transpose},
    ring::{Coeffs, ProductShape, Products, Ring, Size, View, Zn, product::Both},
    tested,
};
use std::{ops::Range, sync::OnceLock};

/// Bits of the primes.
const PRIMES: [u32; 2] = [50, 62];
/// Relative times of products of equal lengths modulo them.
const WEIGHTS: [usize; 2] = [2, 5];
/// Transforms of up to this power of two are possible modulo both.
const TWO_ADICITY: u32 = 20;

/// The rings modulo the primes, made at their first use.
pub(super) type Rings = [OnceLock<Option<Zn>>; PRIMES.len()];

/// Where the coefficients of elements are in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits {
    /// Coefficients in a word.
    pub per_word: usize,
    /// Bits of a digit.
    pub bits: usize,
    /// Words of an element.
    pub parts: usize,
    /// Index of the prime.
    pub prime: usize,
}

impl Digits {
    /// For elements of k coefficients below p, and sums of at most `terms` products of elements: the fewest words.
    pub fn new(k: usize, p: u64, terms: usize) -> Option<Self> {
        let most = (u128::from(p - 1) * u128::from(p - 1)).checked_mul(k as u128)?.checked_mul(terms as u128)?;
        let bits = (u128::BITS - most.leading_zeros()) as usize;
        let layout = |(prime, &size): (usize, &u32)| {
            // the products of two words have 2d − 1 digits, together below the prime
            let per_word = ((size as usize - 1) / bits.max(1)).div_ceil(2).min(k);
            (per_word > 1).then(|| {
                let parts = k.div_ceil(per_word);
                Digits { per_word: k.div_ceil(parts), bits, parts, prime }
            })
        };
        PRIMES.iter().enumerate().filter_map(layout).min_by_key(|digits| digits.stride() * WEIGHTS[digits.prime])
    }

    /// Words for a product of two elements.
    fn stride(self) -> usize {
        2 * self.parts - 1
    }

    /// Words in which a vector is substituted.
    fn slots_len(self, len: usize) -> usize {
        if len == 0 { 0 } else { (len - 1) * self.stride() + self.parts }
    }

    /// The words of a vector of elements of k coefficients.
    fn packed(self, engine: &Engine, words: &[u64], k: usize) -> Vec<u64> {
        let (target, mut columns) = (engine.target(), engine.dirty(k * BLOCK));
        let mut out = vec![0; self.slots_len(words.len() / k)];
        for (out, rows) in out.chunks_mut(self.stride() * BLOCK).zip(words.chunks(k * BLOCK)) {
            let len = rows.len() / k;
            transpose::transpose(target, rows, &mut columns, [k, BLOCK], [len, k]);
            // the digits of each word go to the first of their columns
            for digits in columns[..k * BLOCK].chunks_mut(self.per_word * BLOCK) {
                let (word, more) = digits.split_at_mut(BLOCK);
                for (digit, column) in (1..).zip(more.chunks_exact(BLOCK)) {
                    let shift = digit * self.bits;
                    word[..len].iter_mut().zip(column).for_each(|(word, &x)| *word |= x << shift);
                }
            }
            let strides = [self.per_word * BLOCK, self.stride()];
            transpose::transpose(target, &columns, out, strides, [self.parts, len]);
        }
        out
    }

    /// Writes the coefficients modulo n of sums of products of elements, each to a column. `cells` has room for the columns of the words.
    fn unpack_columns(self, target: Target, n: Modulus, slots: &[u64], (cells, columns): (&mut [u64], &mut [u64])) {
        let (stride, len, mask) = (self.stride(), slots.len() / self.stride(), (1 << self.bits) - 1);
        transpose::transpose(target, slots, cells, [stride, BLOCK], [len, stride]);
        let mut sums = [0; BLOCK];
        for (i, column) in columns.chunks_exact_mut(BLOCK).enumerate() {
            let sums = &mut sums[..len];
            sums.fill(0);
            for (j, cells) in cells.chunks_exact(BLOCK).enumerate() {
                if let Some(digit) = i.checked_sub(j * self.per_word).filter(|&digit| digit < 2 * self.per_word - 1) {
                    let shift = digit * self.bits;
                    sums.iter_mut().zip(cells).for_each(|(sum, &word)| *sum += word >> shift & mask);
                }
            }
            residues::split(target, n, sums, &mut column[..len]);
        }
    }

    /// Writes the element that is a sum of products of elements.
    fn unpack(self, few: FewWords<'_>, out: &mut [u64], slot: &[u64]) {
        let (mut wide, mask) = ([0; 4 * super::words::MOST], (1 << self.bits) - 1);
        for (i, &word) in slot.iter().enumerate() {
            let mut word: u64 = word;
            for sum in &mut wide[i * self.per_word..(i + 2) * self.per_word - 1] {
                *sum += word & mask;
                word >>= self.bits;
            }
        }
        let wide = &mut wide[..2 * few.len() - 1];
        wide.iter_mut().for_each(|x| *x = few.modulus().reduce(*x));
        few.reduce(out, wide);
    }
}

impl<B: Base> Quotient<B> {
    tested! {
        /// The layout in words, and the ring modulo its prime, for products of this shape if there is one.
        pub(super) fn digits(&self, shape: &ProductShape) -> Option<(Digits, &Zn)> {
            let few = self.few_words()?;
            let digits = Digits::new(few.len(), few.modulus().n(), shape.shorter())?;
            let make = || Zn::on(self.engine(), PrimeStream::new(PRIMES[digits.prime], TWO_ADICITY).ok()?.next()?).ok();
            let ring = self.0.digits[digits.prime].get_or_init(make);
            Some((digits, ring.as_ref()?))
        }
    }

    /// The product over the ring of words.
    pub(super) fn product_of_digits(&self, digits: Digits, shape: &ProductShape) -> ProductShape {
        let size = |s: Size| Size { len: digits.slots_len(s.len), bits: 0 };
        let window = self.slots_of(digits, shape.window.clone());
        ProductShape { a: size(shape.a), b: size(shape.b), square: shape.square, window }
    }

    fn slots_of(&self, digits: Digits, window: Range<usize>) -> Range<usize> {
        window.start * digits.stride()..window.end * digits.stride()
    }

    /// Predicted nanoseconds of packing and unpacking.
    pub(super) fn digits_ns(&self, few: FewWords<'_>, digits: Digits, shape: &ProductShape, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        let packed = (shape.a.len + shape.b.len) * few.len();
        let unpacked = digits.stride() * (2 * digits.per_word - 1);
        let each = unpacked as f64 * costs.split_word + (2 * few.len() - 1) as f64 * costs.word_mul;
        packed as f64 * costs.split_word + shape.window.len() as f64 * each
    }

    tested! {
        /// The product of vectors by digits.
        pub(super) fn by_digits(
            &self,
            (digits, words): (Digits, &Zn),
            (out, at): (&mut Coeffs<Self>, usize),
            (a, b): (View<'_, Self>, View<'_, Self>),
            w: Range<usize>,
            cx: Context<'_>,
        ) -> Result<()> {
            let (k, count, target) = (self.degree(), w.len(), self.engine().target());
            let both = Both::of(a, b, |v| Ok(words.collect(&digits.packed(self.engine(), v.words(), k))))?;
            let [x, y] = both.get();
            let slots = words.mul_window(x.view(), y.view(), self.slots_of(digits, w), cx)?;
            let Some(few) = self.few_words() else { unreachable!("elements of few words") };
            let out = &mut out.words[at * k..(at + count) * k];
            if let Some(columns) = self.columns(count) {
                let n = few.modulus();
                let (stride, mut cells) = (digits.stride(), self.engine().dirty(digits.stride() * BLOCK));
                columns.remainders(out, |range, columns| {
                    let slots = &slots.words()[range.start * stride..range.end * stride];
                    digits.unpack_columns(target, n, slots, (&mut cells, columns));
                });
                return Ok(());
            }
            let out = out.chunks_exact_mut(k);
            out.zip(slots.words().chunks_exact(digits.stride())).for_each(|(out, slot)| digits.unpack(few, out, slot));
            Ok(())
        }
    }
}
