//! Products of two long integers by transforms over one generalized Fermat prime field.
//!
//! Integers are cut into digits of D bits, polynomials at 2^D, whose product has coefficients below min(d_1, d_2)·2^(2D) for d_1 and d_2 digits. D
//! is as large as p = r^k + 1 admits, so that it is the product over F_p, and its coefficients are added up at their places. Transforms of K^e
//! values over F_p multiply by powers of r, which are shifts of digits to the radix r, on most of their levels: the idea of Fürer's algorithm, with
//! long digits and roots of unity by which products are cheap.
//!
//! Source: Fürer 2009, "Faster integer multiplication"; with generalized Fermat primes: Covanov, Thomé 2019, "Fast integer multiplication using
//! generalized Fermat primes"; Covanov, Mohajerani, Moreno Maza, Wang 2019, "Big prime field FFT on multi-core processors". Cost: a product of
//! polynomials of d_1 and d_2 coefficients over F_p, and conversions of d_1 + d_2 integers of k digits to the radix r and as many back, of k²/2
//! multiply-adds each.

use super::{Integers, limbs};
use crate::{
    Result,
    bits::ceil_log2,
    engine::Context,
    ring::{Candidate, Coeffs, GeneralizedFermat, ProductAlgorithm, ProductShape, Products, Ring, Size, View, ZnBig},
    scratch::Buf,
    tested,
};

/// The fields to choose from: their products have kernels.
const FIELDS: [&str; 5] = ["F8", "F16", "F32", "F64", "F128"];
/// Least number of bits of both integers.
pub const LEAST_BITS: u32 = 1 << 14;

/// Digits of both integers.
#[derive(Clone, Copy, Debug)]
pub struct Cut<'a> {
    field: &'a GeneralizedFermat,
    /// D.
    bits: u32,
    counts: [usize; 2],
}

impl<'a> Cut<'a> {
    /// The longest digits with which a product over the field is that over Z.
    pub fn new(field: &'a GeneralizedFermat, sizes: [Size; 2]) -> Self {
        let counts = |bits: u32| sizes.map(|s| s.bits.div_ceil(bits) as usize);
        // fewer digits than with this length are needed with each longer one
        let room = field.p().significant_bits() - 1;
        let short = counts(room / 4);
        let bits = (room - ceil_log2(short[0].min(short[1]))) / 2;
        Cut { field, bits, counts: counts(bits) }
    }

    /// The product of polynomials over the field.
    fn shape(&self, square: bool) -> ProductShape {
        let [a, b] = self.counts.map(|len| Size { len, bits: 0 });
        ProductShape { a, b, square, window: 0..a.len + b.len - 1 }
    }

    fn candidate(&self, square: bool, cx: Context<'_>) -> Option<Candidate> {
        let shape = self.shape(square);
        let product = *self.field.product_candidates(&shape, cx).get(ProductAlgorithm::Ntt)?;
        let converted = (self.counts.iter().sum::<usize>() + shape.full_len()) as f64;
        let row = self.field.integer_ns(cx.engine().costs());
        let limbs = self.field.p().significant_bits() as f64 / 64.0;
        Some(Candidate {
            algorithm: ProductAlgorithm::BigPrime,
            predicted_ns: product.predicted_ns + converted * row,
            peak_bytes: product.peak_bytes + (24.0 * converted * limbs) as u64,
            ..product
        })
    }

    /// The digits of a magnitude as elements of the field.
    fn digits(&self, magnitude: &[u64], count: usize, cx: Context<'_>) -> Coeffs<GeneralizedFermat> {
        let bits = self.bits as usize;
        let mut rows: Coeffs<ZnBig> = self.field.limb_rows(count);
        let width = rows.width;
        cx.for_chunks(&mut rows.words, width, |first, rows| {
            for (i, row) in rows.chunks_exact_mut(width).enumerate() {
                let at = (first + i) * bits;
                copy_bits(&mut row[..bits.div_ceil(64)], magnitude, at, bits);
            }
        });
        let mut digits = self.field.zeros(count);
        self.field.put_limbs(&mut digits, 0, &rows, cx);
        digits
    }
}

/// Copies `bits` bits of x from bit `at` on, those beyond the end zeros; `out` has as many words as they need.
pub fn copy_bits(out: &mut [u64], x: &[u64], at: usize, bits: usize) {
    let (first, shift) = (at / 64, at % 64);
    let word = |i: usize| x.get(i).copied().unwrap_or(0);
    for (i, out) in out.iter_mut().enumerate() {
        // a shift by 64 in two steps
        *out = word(first + i) >> shift | word(first + i + 1) << 1 << (63 - shift);
    }
    if let (Some(top), used @ 1..) = (out.last_mut(), bits % 64) {
        *top &= (1 << used) - 1;
    }
}

/// sum += x·2^`at`, for a sum that holds the result.
pub fn add_shifted(sum: &mut [u64], x: &[u64], at: usize) {
    let (first, shift) = (at / 64, at % 64);
    let (mut below, mut carry) = (0, false);
    let Some(sum) = sum.get_mut(first..) else { return };
    // beyond the end of x there is what was shifted out of it, and the carry
    let words = x.iter().copied().chain([0]);
    let mut rest = sum.iter_mut();
    for (word, out) in words.zip(&mut rest) {
        let shifted = word << shift | below;
        below = word >> 1 >> (63 - shift);
        let (total, first) = out.overflowing_add(shifted);
        let (total, second) = total.overflowing_add(u64::from(carry));
        (*out, carry) = (total, first | second);
    }
    for out in rest {
        if !carry {
            return;
        }
        (*out, carry) = out.overflowing_add(1);
    }
}

/// The magnitude of an integer in two's complement, and whether it is negative.
fn magnitude(row: &[u64]) -> (Vec<u64>, bool) {
    let (mut words, negative) = (row.to_vec(), limbs::is_negative(row));
    if negative {
        limbs::negate(&mut words);
    }
    (words, negative)
}

impl Integers {
    tested! {
        /// The fields, made at their first use.
        fn fields(&self) -> &[GeneralizedFermat] {
            self.0.fields.get_or_init(|| {
                let on = |name: &&str| GeneralizedFermat::on(self.engine(), name.parse().ok()?).ok();
                FIELDS.iter().filter_map(on).collect()
            })
        }
    }

    /// The cheapest cut with its candidate; `None` unless both operands are single integers, and long.
    fn one_field_cut(&self, shape: &ProductShape, cx: Context<'_>) -> Option<(Cut<'_>, Candidate)> {
        let sizes = [shape.a, shape.b];
        if shape.full_len() != 1 || sizes.iter().any(|s| s.bits < LEAST_BITS) {
            return None;
        }
        let cuts = self.fields().iter().map(|field| Cut::new(field, sizes));
        let costed = cuts.filter_map(|cut| Some((cut, cut.candidate(shape.square, cx)?)));
        costed.min_by(|x, y| x.1.predicted_ns.total_cmp(&y.1.predicted_ns))
    }

    /// The candidate for a product of two long integers over one field.
    pub(super) fn one_field_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate> {
        self.one_field_cut(shape, cx).map(|(_, candidate)| candidate)
    }

    /// The product of two long integers over the field predicted fastest; `None` where there is no candidate.
    pub(super) fn by_one_field(
        &self,
        shape: &ProductShape,
        (a, b): (View<'_, Self>, View<'_, Self>),
        cx: Context<'_>,
    ) -> Option<Result<Coeffs<Self>>> {
        let (cut, _) = self.one_field_cut(shape, cx)?;
        Some(self.by_cut(cut, shape, (a, b), cx))
    }

    tested! {
        fn by_cut(
            &self,
            cut: Cut<'_>,
            shape: &ProductShape,
            (a, b): (View<'_, Self>, View<'_, Self>),
            cx: Context<'_>,
        ) -> Result<Coeffs<Self>> {
            let f = cut.field;
            let (x, x_negative) = magnitude(a.words());
            let x = cut.digits(&x, cut.counts[0], cx);
            let (y, negative) = match shape.square {
                true => (None, false),
                false => {
                    let (y, y_negative) = magnitude(b.words());
                    (Some(cut.digits(&y, cut.counts[1], cx)), x_negative != y_negative)
                }
            };
            let window = cut.shape(shape.square).window;
            let mut product = f.zeros(window.len());
            let y = y.as_ref().map_or(x.view(), Coeffs::view);
            f.mul_window_by(ProductAlgorithm::Ntt, &mut product, 0, x.view(), y, window, cx.told())?;
            let rows = f.to_limbs(product.view(), cx);
            let width = self.slot(shape);
            let mut out: Buf = self.engine().zeroed(width);
            for (i, row) in rows.words.chunks_exact(rows.width).enumerate() {
                add_shifted(&mut out, limbs::trimmed(row), i * cut.bits as usize);
            }
            if negative {
                limbs::negate(&mut out);
            }
            Ok(Coeffs::from_words(out, 1, width))
        }
    }
}
