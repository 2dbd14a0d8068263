//! Products of polynomials with large coefficients by bivariate Kronecker substitution: each coefficient becomes a
//! polynomial in y = 2^D.
//!
//! Coefficients of a(x, y) have d digits of D bits in the balanced range [−2^(D−1), 2^(D−1)). With x = y^s, s the
//! number of digits of both operands together, the product is one product of long polynomials with short coefficients,
//! which need few primes, and its coefficients are sums of overlapping slots (Kronecker substitution in the second
//! variable: Harvey 2009, "Faster polynomial multiplication via multipoint Kronecker substitution", §2). The
//! conversions are linear in the coefficients' bits instead of quadratic. The digits are those of x + C, each less
//! 2^(D−1), for C = Σ 2^(D−1 + D·j): d·D must be at least b + 2 for |x| ≤ 2^b, or the top digit overflows
//! (docs/notes/002-conversions.md).

use super::{
    Integers,
    convolve::{primes_for, sum_bits},
    limbs,
};
use crate::{
    Result,
    bits::{ceil_log2, checked_words},
    crt::{CrtReconstruct, CrtReduce, Load, PrimeFamily, Spread},
    engine::{Context, Engine},
    ring::{
        Candidate, Coeffs, ProductAlgorithm, ProductShape, Ring, Size, View, ZPlan,
        product::{self, Transforms},
    },
    scratch::Buf,
    tested,
    transform::ntt::ProductNtt,
};

/// Sizes of the digits and slots of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Number of limbs of a digit: D/64.
    limbs: usize,
    /// Number of digits of a coefficient, for each operand.
    pub counts: [usize; 2],
    /// log2 of a bound on the magnitude of slots, and of a slot plus the carry from the slots below it.
    slot_bits: u32,
}

impl Cut {
    /// The numbers of digits are multiples of this: the lanes of the kernels' vectors.
    pub const GROUP: usize = 8;

    /// The cut into digits of `limbs` limbs; `None` unless both operands have at least half a group of them.
    pub fn new(shape: &ProductShape, limbs: usize) -> Option<Self> {
        let digit = 64 * limbs as u32;
        let count = |s: Size| ((s.bits + 2).div_ceil(digit) as usize).next_multiple_of(Self::GROUP);
        let short = |s: Size| s.bits < digit * Self::GROUP as u32 / 2;
        if short(shape.a) || short(shape.b) {
            return None;
        }
        let cut = Cut { limbs, counts: [count(shape.a), count(shape.b)], slot_bits: 0 };
        Some(Cut { slot_bits: cut.sum_bits(shape).ceil() as u32 + 1, ..cut })
    }

    /// Number of slots of a coefficient of the product.
    fn slots(self) -> usize {
        self.counts[0] + self.counts[1]
    }

    /// log2 of the largest magnitude of a digit.
    fn bits(self) -> u32 {
        64 * self.limbs as u32 - 1
    }

    /// log2 of a bound on a slot of the product.
    fn sum_bits(self, shape: &ProductShape) -> f64 {
        let size = |s: Size, count: usize| Size { len: s.len * count, bits: self.bits() };
        sum_bits(size(shape.a, self.counts[0]), size(shape.b, self.counts[1]), 1)
    }

    /// Number of limbs of a slot.
    fn slot_width(self) -> usize {
        limbs::width_for(self.slot_bits)
    }

    /// The transform length.
    fn length(self, shape: &ProductShape, cx: Context<'_>) -> usize {
        let target = cx.engine().target();
        ProductNtt::length(target, PrimeFamily::of(target)[0].bits, shape.full_len() * self.slots(), false)
    }

    /// The arrangement of operand i's digits in the image.
    fn spread(self, i: usize) -> Spread {
        Spread { rows: self.counts[i], gap: self.counts[1 - i] }
    }

    /// Consecutive rows of digits, in two's complement.
    pub fn digits(self, v: View<'_, Integers>, count: usize, engine: &Engine) -> Buf {
        let mut rows = engine.dirty(v.len() * count * self.limbs);
        for (x, out) in v.words().chunks_exact(v.width).zip(rows.chunks_exact_mut(count * self.limbs)) {
            limbs::copy_signed(out, x);
            let mut carry = false;
            for digit in out.chunks_exact_mut(self.limbs) {
                let last = self.limbs - 1;
                for (i, word) in digit.iter_mut().enumerate() {
                    let (sum, c1) = word.overflowing_add(if i == last { 1 << 63 } else { 0 });
                    let (sum, c2) = sum.overflowing_add(u64::from(carry));
                    (*word, carry) = (sum, c1 | c2);
                }
                digit[last] ^= 1 << 63;
            }
        }
        rows
    }

    /// Writes Σ slot_j·2^(D·j) to a row.
    fn overlap(self, slots: &[u64], row: &mut [u64]) {
        let (width, step) = (self.slot_width(), self.limbs);
        let mut sum = vec![0; width];
        let mut slots = slots.chunks_exact(width);
        for out in row.chunks_mut(step) {
            if let Some(slot) = slots.next() {
                limbs::add_assign(&mut sum, slot, false, 0);
            }
            out.copy_from_slice(&sum[..out.len()]);
            let sign = limbs::sign_word(limbs::is_negative(&sum));
            sum.copy_within(step.min(width).., 0);
            sum[width.saturating_sub(step)..].fill(sign);
        }
    }
}

impl Integers {
    /// The cheapest cut with its candidate; `None` where coefficients are too short for one.
    pub(super) fn digits_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Option<(Cut, Candidate)> {
        /// The sizes of digits to choose from, in limbs: costs are flat near the optimum.
        const LIMBS: [usize; 8] = [2, 3, 4, 5, 6, 8, 10, 14];
        let cuts = LIMBS.into_iter().filter_map(|limbs| Cut::new(shape, limbs));
        let costed = cuts.filter_map(|cut| Some((cut, self.cut_candidate(shape, cut, cx)?)));
        costed.min_by(|x, y| x.1.predicted_ns.total_cmp(&y.1.predicted_ns))
    }

    fn cut_candidate(&self, shape: &ProductShape, cut: Cut, cx: Context<'_>) -> Option<Candidate> {
        let costs = cx.engine().costs();
        let (family, k) = primes_for(cut.sum_bits(shape), cx);
        let length = cut.length(shape, cx);
        if ceil_log2(length) > family.log2_len || k > PrimeFamily::MOST {
            return None;
        }
        let convert = |[call, limb]: [f64; 2], limbs: usize| k as f64 * (call + limbs as f64 * limb);
        let load = |s: Size, count: usize| {
            (s.len * count) as f64 * (convert(costs.split_row, cut.limbs) + cut.limbs as f64 * costs.digit_limb)
        };
        let slot = convert(costs.join_row, cut.slot_width()) + cut.slot_width() as f64 * costs.digit_limb;
        let transforms = Transforms {
            algorithm: ProductAlgorithm::CrtDigits,
            length,
            primes: k,
            transform: costs.ntt.at(length),
            load_block: load(shape.a, cut.counts[0]),
            load_part: if shape.square { 0.0 } else { load(shape.b, cut.counts[1]) },
            back: (shape.window.len() * cut.slots()) as f64 * slot,
            scratch: 2 * k * length,
            tables: k * ProductNtt::table_bytes(cx.engine().target(), family.bits, length),
        };
        let candidate = transforms.candidate(costs, &product::Cut::whole(shape), shape.square);
        let conversions = if shape.square { 2.0 } else { 3.0 };
        Some(Candidate { predicted_ns: candidate.predicted_ns + conversions * costs.rows, ..candidate })
    }

    /// The image of the digits of operand i.
    fn digits_image(plan: &ZPlan, cut: Cut, i: usize, v: View<'_, Self>, cx: Context<'_>) -> Result<Buf> {
        let ntt = plan.ntt();
        let mut image = cx.engine().dirty(ntt.image_words());
        let crt_reduce: &CrtReduce = &*Self::crt_reduce(plan, cut.limbs, cut.bits(), cx)?;
        let digits = cut.digits(v, cut.counts[i], cx.engine());
        crt_reduce.fill(&digits, &mut image, ntt.len(), cut.spread(i), cx)?;
        let filled = Load { len: ntt.len(), write: &|_, _, _| () };
        ntt.forward(&mut image, filled, cx)?;
        Ok(image)
    }

    tested! {
        /// The product by digits: the coefficients of the shape's window.
        pub(super) fn by_digits(
            &self,
            cut: Cut,
            shape: &ProductShape,
            (a, b): (View<'_, Self>, View<'_, Self>),
            cx: Context<'_>,
        ) -> Result<Coeffs<Self>> {
            let plan = self.plan(cut.length(shape, cx), cut.sum_bits(shape), cx)?;
            let ntt = plan.ntt();
            let mut image = if shape.square {
                let mut image = Self::digits_image(&plan, cut, 0, a, cx)?;
                ntt.square(&mut image, cx)?;
                image
            } else {
                let (x, y) =
                    cx.join(|cx| Self::digits_image(&plan, cut, 0, a, cx), |cx| Self::digits_image(&plan, cut, 1, b, cx));
                let (mut x, y) = (x?, y?);
                ntt.multiply(&mut x, &y, cx)?;
                x
            };
            let crt_reconstruct = Self::crt_reconstruct(&plan, cut.slot_width(), cx)?;
            if crt_reconstruct.finishes() {
                ntt.inverse_unfinished(&mut image, cx)?;
            } else {
                ntt.inverse(&mut image, |i| crt_reconstruct.factor(i), cx)?;
            }
            let window = shape.window.start..shape.window.end.min(shape.full_len());
            let width = self.slot(shape);
            let mut out = self.engine().dirty(checked_words("the product", window.len(), width)?);
            if window.len() == 1 && cx.threads() > 1 {
                // threads share the slots of a single coefficient
                let mut slots = self.engine().dirty(cut.slots() * cut.slot_width());
                cx.for_chunks(&mut slots, cut.slot_width(), |first, slots| {
                    crt_reconstruct.join(&image, ntt.len(), window.start * cut.slots() + first, slots);
                });
                cut.overlap(&slots, &mut out);
            } else {
                cx.for_chunks(&mut out, width, |first, rows| {
                    cut.join(&crt_reconstruct, &image, ntt.len(), window.start + first, rows, width);
                });
            }
            cx.check()?;
            Ok(Coeffs::from_words(out, window.len(), width))
        }
    }
}

impl Cut {
    /// Reconstructs coefficients, from index `first` on, from the residues of their slots.
    fn join(
        self,
        crt_reconstruct: &CrtReconstruct,
        image: &[u64],
        len: usize,
        first: usize,
        rows: &mut [u64],
        width: usize,
    ) {
        /// Number of slots joined at a time.
        const SLOTS: usize = 64;
        let (slots, each) = (self.slots(), self.slots() * self.slot_width());
        let per_turn = (SLOTS / slots).max(1);
        let mut words = vec![0; per_turn * each];
        for (first, rows) in (first..).step_by(per_turn).zip(rows.chunks_mut(per_turn * width)) {
            let words = &mut words[..rows.len() / width * each];
            crt_reconstruct.join(image, len, first * slots, words);
            for (row, slots) in rows.chunks_exact_mut(width).zip(words.chunks_exact(each)) {
                self.overlap(slots, row);
            }
        }
    }
}
