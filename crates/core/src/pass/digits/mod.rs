//! Products over Z by the definition, of polynomials whose coefficients have several words, by 52-bit multiply-add (Gueron, Krasnov 2016,
//! "Accelerating big integer arithmetic using Intel IFMA extensions").
//!
//! An integer is a number of digits of 52 bits. Of integers of few digits, eight coefficients of the product are computed in the lanes of vectors;
//! of longer ones, blocks of columns of one coefficient.

mod lanes;
mod rows;

use crate::{
    cpu::Target,
    lengths::within,
    registry::{self, Kernel, Moduli},
    simd::{self, Simd},
};
use rows::{AROUND, Columns, MAX_TERMS, Sum, V};
use std::ops::Range;

pub use rows::DigitRows;

/// Number of bits of a digit.
const BITS: u32 = 52;
const MASK: u64 = (1 << BITS) - 1;

/// A vector of integers: `width` words each in two's complement, least significant first, of magnitudes below 2^`bits`.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// The integers, one after another.
    pub words: &'a [u64],
    /// Number of words of an integer.
    pub width: usize,
    /// Number of bits of the largest magnitude.
    pub bits: u32,
}

impl Operand<'_> {
    /// # Panics
    /// If integers have no words.
    fn len(&self) -> usize {
        assert!(self.width > 0, "integers of at least one word");
        self.words.len() / self.width
    }
}

tested! {
    /// All ones for a negative number, else 0.
    #[inline(always)]
    fn sign_of(x: &[u64]) -> u64 {
        (x[x.len() - 1] as i64 >> 63) as u64
    }
}

/// The 52 bits of x from this one on, each limb XOR `flip`; limbs beyond it are `above`.
#[inline(always)]
pub(super) fn digit(x: &[u64], bit: usize, flip: u64, above: u64) -> u64 {
    let limb = |i: usize| x.get(i).map_or(above, |limb| limb ^ flip);
    let (at, shift) = (bit / 64, bit % 64);
    // the higher word twice shifted: a shift by 64 is none
    (limb(at) >> shift | limb(at + 1) << 1 << (63 - shift)) & MASK
}

/// Products of vectors of integers.
pub type DigitKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`DigitKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd] {
        {
            /// Products in lanes, for 1, 2, … digits.
            lanes: &'static [lanes::Loops] = &[];
        }
        /// Products of rows are added to columns.
        add(sum: &Sum<'_>, columns: &mut Columns<'_>) = rows::add::<S>;
    }
}

const fn kernel<S: Simd>(name: &'static str, lanes: &'static [lanes::Loops]) -> DigitKernel {
    const { assert!(V * S::LANES <= AROUND) };
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Bits(64), loops: Loops { lanes, ..Loops::of::<S>() } }
}

// the sums in lanes want 32 registers; a multiply-add takes four cycles, and two are begun in each: with few columns several sums of each
registry::kernels! {
    KERNELS: DigitKernel;
    x86:
    kernel::<simd::Avx512Ifma>("ifma-digits", lanes::loops![
        simd::Avx512Ifma;
        1: 4, 2: 4, 3: 2, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1, 9: 1, 10: 1, 11: 1, 12: 1, 13: 1, 14: 1
    ]),
    kernel::<simd::AvxIfma>("ifma-digits-avx", &[]);
}

/// The same loops on arrays of words.
#[cfg(feature = "testing")]
#[doc(hidden)]
pub static PORTABLE: DigitKernel =
    kernel::<simd::Portable>("digits-portable", lanes::loops![simd::Portable; 1: 4, 2: 4, 3: 2, 4: 1]);

/// The fastest kernel that needs no more than the features of `target`, if there is one.
#[must_use]
pub fn digit_kernel(target: Target) -> Option<&'static DigitKernel> {
    registry::first(KERNELS, target)
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl DigitKernel {
    /// The largest number of digits that has products in lanes.
    pub fn most_in_lanes(&self) -> usize {
        self.loops.lanes.len()
    }
}

impl DigitKernel {
    /// Whether it multiplies integers of these numbers of bits: the shorter one has at most 1022 digits.
    #[must_use]
    pub fn takes_bits(bits: [u32; 2]) -> bool {
        bits[0].min(bits[1]).div_ceil(BITS) as usize <= MAX_TERMS
    }

    /// The loop in lanes for such a product, and its number of digits.
    fn lanes(&self, [a, b]: [usize; 2], bits: [u32; 2]) -> Option<(usize, lanes::Loops)> {
        let digits = lanes::digits(a.min(b), bits)?;
        Some((digits, *self.loops.lanes.get(digits - 1)?)).filter(|_| a.min(b) > 1)
    }

    /// Number of multiplications of vectors of digits in a product of vectors of these lengths, and whether coefficients are in lanes.
    #[must_use]
    pub fn products(&self, [a, b]: [usize; 2], bits: [u32; 2]) -> (f64, bool) {
        if let Some((digits, _)) = self.lanes([a, b], bits) {
            return (((a + b - 1).div_ceil(8) * a.min(b) * digits * digits) as f64, true);
        }
        let [x, y] = bits.map(|bits| f64::from(bits.div_ceil(BITS).max(1)));
        // of a block of columns beyond the digits half are used
        (a as f64 * b as f64 * x.min(y) * (x.max(y) + AROUND as f64) / 8.0, false)
    }

    /// Number of words of `room` in [`multiply`](Self::multiply).
    #[must_use]
    pub fn room(&self, [a, b]: &[Operand<'_>; 2]) -> usize {
        match self.lanes([a.len(), b.len()], [a.bits, b.bits]) {
            Some((digits, _)) => lanes::Product::room([a.len(), b.len()], digits),
            None => a.room() + b.room() + Columns::room(a.digits() + b.digits()),
        }
    }

    /// Writes the coefficients from `start` on of a·b, `width` words each in two's complement; `out` ends within the product. Sums that need more
    /// words are cut. `room` may hold anything, before and after.
    ///
    /// # Panics
    /// If a length is wrong, `room` is shorter than [`room`](Self::room), `width` is more than two words beyond the bits of both, or these
    /// are [not taken](Self::takes_bits).
    pub fn multiply(&self, out: &mut [u64], width: usize, [a, b]: [Operand<'_>; 2], start: usize, room: &mut [u64]) {
        let (lens, bits, count) = ([a.len(), b.len()], [a.bits, b.bits], a.digits() + b.digits());
        assert!(Self::takes_bits(bits), "an integer of at most {MAX_TERMS} digits");
        assert!(
            lens[0].min(lens[1]).min(width) > 0
                && [a, b].iter().all(|x| x.words.len() == x.len() * x.width)
                && within(start, out.len() / width, lens[0] + lens[1] - 1)
                && out.len().is_multiple_of(width),
            "lengths of a product of integers"
        );
        assert!(64 * width <= BITS as usize * count + 128, "words of a sum of products of integers");
        if let Some((digits, loops)) = self.lanes(lens, bits) {
            let (a, b) = if lens[0] > lens[1] { (b, a) } else { (a, b) };
            return (loops.multiply)(out, &lanes::Product::new([a, b], digits, [start, width], room));
        }
        let (x, rest) = room.split_at_mut(a.room());
        let (y, rest) = rest.split_at_mut(b.room());
        let mut columns = Columns::new(rest, count);
        // windows are of the longer rows
        let (x, y) = (a.split(x), b.split(y));
        let (x, y) = if a.digits() < b.digits() { (y, x) } else { (x, y) };
        for (k, out) in (start..).zip(out.chunks_exact_mut(width)) {
            let terms = (k + 1).saturating_sub(y.len())..x.len().min(k + 1);
            self.sum(out, &Sum { a: x, b: y, k, terms }, &mut columns);
        }
    }

    /// Writes the sum of x_i·y_(k − i) for all i in `terms`, in two's complement, cut to the words of `out`. `room` is memory to be used again.
    ///
    /// # Panics
    /// If a list has no such integers, a product is [not taken](Self::takes_bits), or `out` has more than two words beyond the bits of the longest ones.
    pub fn sum_of_products(
        &self,
        out: &mut [u64],
        [x, y]: [&DigitRows; 2],
        k: usize,
        terms: Range<usize>,
        room: &mut Vec<u64>,
    ) {
        assert!(
            terms.is_empty() || terms.end <= x.len() && terms.end - 1 <= k && k - terms.start < y.len(),
            "terms of a sum of products"
        );
        assert!(x.digits().min(y.digits()) <= MAX_TERMS, "an integer of at most {MAX_TERMS} digits");
        let count = x.digits() + y.digits();
        assert!(64 * out.len() <= BITS as usize * count + 128, "words of a sum of products of integers");
        if room.len() < Columns::room(count) {
            room.resize(Columns::room(count), 0);
        }
        self.sum(out, &Sum { a: x.rows(), b: y.rows(), k, terms }, &mut Columns::new(room, count));
    }

    /// Lists for sums of products of integers of few digits, those of one list below 2^`bits` in magnitude, at most `most` of them, and those of
    /// `other`; `None` where these are too many or too long.
    #[must_use]
    pub fn lists(&self, bits: u32, most: usize, other: Operand<'_>) -> Option<DigitLists> {
        let digits = lanes::digits(most, [bits.max(other.bits); 2])?;
        let loops = *self.loops.lanes.get(digits - 1)?;
        Some(DigitLists { loops, lists: lanes::Lists::new(digits, most, other), len: [0, other.len()], most })
    }

    fn sum(&self, out: &mut [u64], sum: &Sum<'_>, columns: &mut Columns<'_>) {
        columns.clear();
        let Range { mut start, end } = sum.terms;
        while start < end {
            // as many as columns take
            let (mut digits, first) = (0, start);
            while start < end {
                digits += sum.a.digits(start).min(sum.b.digits(sum.k - start));
                if digits > MAX_TERMS {
                    break;
                }
                start += 1;
            }
            (self.loops.add)(&Sum { terms: first..start, ..*sum }, columns);
            columns.carry();
        }
        columns.write(out);
    }
}

/// Two lists of integers of few digits, of which the first one grows.
pub struct DigitLists {
    loops: lanes::Loops,
    lists: lanes::Lists,
    len: [usize; 2],
    most: usize,
}

impl std::fmt::Debug for DigitLists {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DigitLists").field("lists", &self.lists).field("len", &self.len).finish_non_exhaustive()
    }
}

impl DigitLists {
    /// Number of words of a sum of products.
    #[must_use]
    pub fn words(&self) -> usize {
        (2 * BITS as usize * self.lists.digits).div_ceil(64)
    }

    /// Appends an integer in two's complement to the first list, if it has few enough digits; returns whether it has.
    ///
    /// # Panics
    /// If there are as many as were to be, or x has no words.
    pub fn push(&mut self, x: &[u64]) -> bool {
        assert!(!x.is_empty(), "an integer of at least one word");
        assert!(self.len[0] < self.most, "an integer more than there is room for");
        // with its sign, and half of the bits of a number of products
        let digits = lanes::digits(self.most, [magnitude_bits(x); 2]);
        let fits = digits.is_some_and(|digits| digits <= self.lists.digits);
        if fits {
            self.lists.set(self.len[0], x);
            self.len[0] += 1;
        }
        fits
    }

    /// Writes Σ x_(i + t)·y_(j + t) over all t ≥ 0 for which both lists have these integers, in two's complement in as many [words](Self::words).
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn dot(&self, out: &mut [u64], i: usize, j: usize) {
        assert_eq!(out.len(), self.words(), "words of a sum of products");
        let len = self.len[0].saturating_sub(i).min(self.len[1].saturating_sub(j));
        let (mut sums, mut columns) = ([0; 2 * lanes::MOST], [0; 2 * (2 * lanes::MOST + AROUND)]);
        if len > 0 {
            (self.loops.dot)(&self.lists, [i, j, len], &mut sums);
        }
        let count = 2 * self.lists.digits;
        let mut columns = Columns::new(&mut columns, count);
        columns.wrapped(&sums[..count]);
        columns.write(out);
    }
}

/// Number of bits b of a magnitude below 2^b; of −2^b it is b too.
fn magnitude_bits(x: &[u64]) -> u32 {
    let sign = sign_of(x);
    let top = x.iter().rposition(|&limb| limb != sign);
    top.map_or(0, |top| 64 * top as u32 + 64 - (x[top] ^ sign).leading_zeros())
}
