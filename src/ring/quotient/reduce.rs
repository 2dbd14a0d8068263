//! Remainders modulo F of polynomials of degree at most 2k − 2, k the degree of F.
//!
//! With c = h·t^k + l the remainder is l + Σ h_i·(t^(k + i) mod F), a product of a vector by a matrix that is known in
//! advance; for larger k, two products by halves give quotient and remainder (Barrett 1986; for polynomials: Modern
//! Computer Algebra, section 9.1): the quotient is the upper half of h·⌊t^(2k − 2)/F⌋. The cheaper of the two by
//! prediction is used. Over F_2 an F of few terms takes shifts and additions of words.

use super::{
    Base, Quotient,
    bits::{self, Shifts},
    columns::BLOCK,
    words,
};
use crate::{
    Result,
    engine::Context,
    kernels::transpose,
    ring::{Block, Coeffs, ProductShape, Ring, Size, View},
};

/// What the reductions modulo F need.
pub enum Reduction<B> {
    /// Row i is −t^(k + i) modulo F.
    Rows(Coeffs<B>),
    /// ⌊t^(2k − 2)/F⌋, and F without its leading term.
    Inverse([Coeffs<B>; 2]),
    /// Over F_2, for an F of few terms.
    Shifts(Shifts),
}

impl<B: Base> Reduction<B> {
    pub fn new(r: &B, modulus: View<'_, B>) -> Self {
        let (k, of_bits) = (modulus.len() - 1, modulus.width == 0);
        if of_bits && let Some(shifts) = Shifts::new(k, modulus.words) {
            return Reduction::Shifts(shifts);
        }
        let few_words = of_bits && k <= 64 * bits::MOST;
        if k < 2 || !few_words && Self::by_rows(r, k) {
            return Reduction::Rows(rows(r, modulus));
        }
        let reversed = r.reversed(modulus);
        let one = r.collect(&[r.one()]);
        let series = r.short_quotient(one.view(), reversed.view(), Some(&r.one()), k - 1);
        match series {
            Ok(series) => Reduction::Inverse([r.reversed(series.view()), r.owned(modulus.low(k))]),
            // 1 is a unit
            Err(_) => Reduction::Rows(rows(r, modulus)),
        }
    }

    /// Whether the matrix is predicted to be faster, and is small. Elements of few words have an arithmetic of their own by the matrix.
    fn by_rows(r: &B, k: usize) -> bool {
        const FEW: usize = 8;
        const MOST: usize = 1 << 10;
        let few = if r.as_zn().is_some() { words::MOST } else { FEW };
        if k <= few || k > MOST {
            return k <= few;
        }
        let (costs, width) = (r.engine().costs(), r.zeros(0).width);
        let size = Size { len: k - 1, bits: 0 };
        let shape = |window| ProductShape { a: size, b: size, square: false, window };
        let products = r.engine().enter(|cx| {
            let [upper, lower] = [k - 2..2 * k - 3, 0..k].map(|w| r.choose_product(&shape(w), cx).predicted_ns);
            upper + lower
        });
        let each = match width {
            0 => costs.bit_element / 64.0,
            1 => costs.word_mul,
            _ => costs.integer_mul(width, width),
        };
        (k * (k - 1)) as f64 * each <= products
    }
}

/// Row i is −t^(k + i) modulo F, for i below k − 1.
fn rows<B: Base>(r: &B, modulus: View<'_, B>) -> Coeffs<B> {
    let k = modulus.len() - 1;
    // F without its leading term is −t^k
    let lower = r.owned(modulus.low(k));
    let mut all = r.zeros(k * (k - 1));
    let mut row = lower.clone();
    for i in 0..k - 1 {
        r.copy_at(&mut all, i * k, row.view());
        // −t^(k + i + 1) = t·(−t^(k + i)), whose leading coefficient times t^k is −(that)·(lower terms of F)
        let lead = r.neg(&r.get(row.view(), k - 1));
        let mut next = r.zeros(k);
        r.copy_at(&mut next, 1, row.slice(0..k - 1));
        let mut multiple = lower.clone();
        r.scale(&mut multiple, &lead);
        r.add_at(&mut next, 0, multiple.view());
        row = next;
    }
    all
}

impl<B: Base> Quotient<B> {
    /// The remainder of one polynomial of degree at most 2k − 2.
    pub(super) fn reduced(&self, wide: View<'_, B>) -> Coeffs<B> {
        let (r, k) = (self.quiet(), self.degree());
        if let Reduction::Shifts(shifts) = &self.0.reduction {
            let mut out = r.owned(wide);
            shifts.reduce(&mut out.words);
            r.resize(&mut out, k);
            return out;
        }
        let mut out = r.owned(wide.low(k));
        if wide.len() > k {
            self.subtract_multiple(&mut out, 0, wide.from(k));
        }
        out
    }

    /// Subtracts h·t^k − (h·t^k mod F) from the k coefficients from `at` on, where they lie.
    fn subtract_multiple(&self, out: &mut Coeffs<B>, at: usize, high: View<'_, B>) {
        let (r, k) = (self.quiet(), self.degree());
        match &self.0.reduction {
            Reduction::Shifts(_) => {
                let mut wide = r.zeros(k + high.len());
                r.copy_at(&mut wide, k, high);
                r.sub_at(out, at, self.reduced(wide.view()).view());
            }
            Reduction::Rows(rows) => r.sub_combination(out, at, high, Block::new(rows.view(), high.len(), k, k)),
            Reduction::Inverse([inverse, lower]) => {
                let multiple = r.engine().enter(|cx| self.multiple(high, inverse.view(), lower.view(), cx));
                match multiple {
                    Ok(multiple) => r.sub_at(out, at, multiple.view()),
                    // cancelled: the definition, whose result nobody awaits
                    Err(_) => r.sub_at(out, at, r.zeros(0).view()),
                }
            }
        }
    }

    /// The lowest k coefficients of q·F, q the quotient of h·t^k by F.
    fn multiple(
        &self,
        high: View<'_, B>,
        inverse: View<'_, B>,
        lower: View<'_, B>,
        cx: Context<'_>,
    ) -> Result<Coeffs<B>> {
        let (r, k, n) = (self.quiet(), self.degree(), high.len());
        // the quotient has as many coefficients as h, and depends on as many of the highest of the inverse
        let inverse = inverse.from(k - 1 - n);
        let q = r.mul_window(high, inverse, n - 1..2 * n - 1, cx)?;
        r.mul_window(q.view(), lower, 0..k, cx)
    }

    /// Remainders of polynomials of degree at most 2k − 2 that begin `stride` apart in `slots`, to elements `at`, … of
    /// `out`.
    pub(super) fn reduce_slots(
        &self,
        out: &mut Coeffs<Self>,
        at: usize,
        slots: View<'_, B>,
        stride: usize,
        cx: Context<'_>,
    ) -> Result<()> {
        let (k, pitch, count) = (self.degree(), self.pitch(), slots.len() / stride);
        if let Some(few) = self.few_words() {
            cx.check()?;
            let (out, slots) = (&mut out.words[at * k..(at + count) * k], slots.words());
            if let Some(columns) = self.columns(count) {
                let target = self.engine().target();
                columns.remainders(out, |range, columns| {
                    let (from, sides) = (&slots[range.start * stride..], [range.len(), 2 * k - 1]);
                    transpose::transpose(target, from, columns, [stride, BLOCK], sides);
                });
                return Ok(());
            }
            let out = out.chunks_exact_mut(k);
            out.zip(slots.chunks_exact(stride)).for_each(|(out, slot)| few.reduce(out, &slot[..2 * k - 1]));
            return Ok(());
        }
        if let Some(pairs) = self.pairs() {
            cx.check()?;
            let width = self.width();
            let out = out.words[at * width..(at + count) * width].chunks_exact_mut(width);
            let slots = slots.words().chunks_exact(width / 2 * stride);
            out.zip(slots).for_each(|(out, slot)| pairs.reduce(out, &slot[..width / 2 * (2 * k - 1)]));
            return Ok(());
        }
        if let Some(bits) = self.bit_words() {
            cx.check()?;
            let width = self.width();
            let out = out.words[at * width..(at + count) * width].chunks_exact_mut(width);
            out.enumerate().for_each(|(i, out)| bits.reduce_run(out, slots.words, slots.start + i * stride, 2 * k - 1));
            return Ok(());
        }
        self.on_flat(out, |flat| {
            let r = self.quiet();
            for i in 0..count {
                if i % 1024 == 0 {
                    cx.check()?;
                }
                let slot = slots.slice(i * stride..(i * stride + 2 * k - 1).min((i + 1) * stride));
                r.copy_at(flat, (at + i) * pitch, slot.low(k));
                let high = slot.from(k);
                let high = high.low(r.trimmed_len(high));
                if !high.is_empty() {
                    self.subtract_multiple(flat, (at + i) * pitch, high);
                }
            }
            Ok(())
        })
    }
}
