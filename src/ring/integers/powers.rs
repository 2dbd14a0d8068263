//! Powers and compositions of short polynomials in words, and powers of polynomials with few terms by a recurrence.
//!
//! The coefficients of a·b are at most ‖a‖₁·‖b‖₁ in magnitude, those of a(b) at most Σ |a_i|·‖b‖₁^i, and so are all sums on the way.
//!
//! From g = f^e, f·g' = e·f'·g: k·f_0·g_k = Σ ((e + 1)·i − k)·f_i·g_(k−i) over i from 1 to deg f (Euler; Knuth 1998, TAOCP 2, §4.7, equation 9). A
//! coefficient costs deg f products of one long factor and one short one, and an exact quotient by a short one.

use super::{Integers, limb_products, row, to_integer};
use crate::{
    Result,
    bits::ceil_log2,
    engine::Context,
    ring::{Coeffs, ProductShape, Products, Ring, Size, Vectors, View, limbs},
    tested,
};
use rug::{Integer, integer::IntegerExt64};
use std::ops::{AddAssign, Mul};

/// Most coefficients of a result in words.
const SHORT: usize = 64;
/// Most coefficients of one that is in fewer.
const FEW_TERMS: usize = 12;
/// Most coefficients of polynomials that are composed by products without a plan: of at most two limbs, and of more, and most limbs (measured, Zen 5).
const MOST_COMPOSED: [usize; 2] = [4, 3];
const MOST_COMPOSED_WIDTH: usize = 5;
/// Largest degree of a power by products that are not predicted, and most bits of its coefficients.
const FEW: usize = 128;
const MOST_BITS: u32 = 1 << 16;

/// A signed word, or two.
trait Word: Copy + Default + From<i64> + AddAssign + Mul<Output = Self> {
    const LIMBS: usize;
    fn store(self, row: &mut [u64]);
}

impl Word for i64 {
    const LIMBS: usize = 1;
    fn store(self, row: &mut [u64]) {
        row[0] = self as u64;
    }
}

impl Word for i128 {
    const LIMBS: usize = 2;
    fn store(self, row: &mut [u64]) {
        (row[0], row[1]) = (self as u64, (self >> 64) as u64);
    }
}

/// Coefficients of a polynomial that grows by products.
#[derive(Clone, Copy)]
struct Short<W, const N: usize>([W; N], usize);

impl<W: Word, const N: usize> Short<W, N> {
    fn of(words: &[u64]) -> Self {
        let mut out = Short([W::default(); N], words.len());
        out.0.iter_mut().zip(words).for_each(|(x, &word)| *x = W::from(word as i64));
        out
    }

    /// self·other; the result is not too long.
    fn times(&self, other: &Self) -> Self {
        let mut out = Short([W::default(); N], self.1 + other.1 - 1);
        for (i, &x) in self.0[..self.1].iter().enumerate() {
            out.0[i..].iter_mut().zip(&other.0[..other.1]).for_each(|(sum, &y)| *sum += x * y);
        }
        out
    }

    fn rows(&self, z: &Integers) -> Coeffs<Integers> {
        let mut words = z.engine().dirty(self.1 * W::LIMBS);
        words.chunks_exact_mut(W::LIMBS).zip(self.0).for_each(|(row, x)| x.store(row));
        Coeffs::from_words(words, self.1, W::LIMBS)
    }
}

/// v^e, e ≥ 1, of at most N coefficients.
fn power<W: Word, const N: usize>(z: &Integers, v: &[u64], e: u64) -> Coeffs<Integers> {
    let base = Short::<W, N>::of(v);
    let mut power = base;
    for i in (0..e.ilog2()).rev() {
        power = power.times(&power);
        if e >> i & 1 == 1 {
            power = power.times(&base);
        }
    }
    power.rows(z)
}

/// a(b) of at most N coefficients by Horner's rule, a not empty.
fn composition<W: Word, const N: usize>(z: &Integers, a: &[u64], b: &[u64]) -> Coeffs<Integers> {
    let inner = Short::<W, N>::of(b);
    let (last, others) = a.split_last().expect("a coefficient");
    let mut sum = Short::<W, N>::of(&[*last]);
    for &x in others.iter().rev() {
        sum = sum.times(&inner);
        sum.0[0] += W::from(x as i64);
    }
    sum.rows(z)
}

/// Σ |v_i|·x^i, if that is below 2^127.
fn norm(v: &[u64], x: u128) -> Option<u128> {
    let bound = v
        .iter()
        .rev()
        .try_fold(0u128, |sum, &c| sum.checked_mul(x)?.checked_add(u128::from((c as i64).unsigned_abs())));
    bound.filter(|&sum| sum >> 127 == 0)
}

impl Integers {
    tested! {
        /// a(b) by Horner's rule, if its coefficients are few: in words where one or two bound them.
        pub(super) fn composed(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<Coeffs<Self>> {
            let degree = a.len().checked_sub(1)?.checked_mul(b.len().checked_sub(1)?)?;
            if degree >= SHORT {
                return None;
            }
            self.composed_words(a, b, degree).or_else(|| self.composed_by_products(a, b))
        }
    }

    /// a(b), of this degree, in words, if they bound all coefficients.
    fn composed_words(&self, a: View<'_, Self>, b: View<'_, Self>, degree: usize) -> Option<Coeffs<Self>> {
        if a.width != 1 || b.width != 1 {
            return None;
        }
        let (a, b) = (a.words(), b.words());
        let bound = norm(a, norm(b, 1)?)?;
        Some(match (bound >> 63 == 0, degree < FEW_TERMS) {
            (true, true) => composition::<i64, FEW_TERMS>(self, a, b),
            (true, false) => composition::<i64, SHORT>(self, a, b),
            (false, true) => composition::<i128, FEW_TERMS>(self, a, b),
            (false, false) => composition::<i128, SHORT>(self, a, b),
        })
    }

    /// a(b), a not empty, by Horner's rule, if it is evident that the definition is fastest for all products.
    fn composed_by_products(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<Coeffs<Self>> {
        let (len, width) = (a.len().max(b.len()), a.width.max(b.width));
        if len > MOST_COMPOSED[usize::from(width > 2)] || width > MOST_COMPOSED_WIDTH {
            return None;
        }
        let mut sum = self.owned(a.from(a.len() - 1));
        for i in (0..a.len() - 1).rev() {
            sum = self.short_product(sum.view(), b)?;
            self.add_at(&mut sum, 0, a.slice(i..i + 1));
        }
        Some(sum)
    }

    tested! {
        /// v^e for e ≥ 2 and v of at least two coefficients: in words, or by the recurrence; `None` where products are predicted to take less time.
        pub(super) fn powered(&self, v: View<'_, Self>, e: u64, cx: Context<'_>) -> Option<Result<Coeffs<Self>>> {
            let degree = usize::try_from(e).ok()?.checked_mul(v.len() - 1)?;
            if v.width == 1 && degree < SHORT {
                let bound =
                    norm(v.words(), 1).and_then(|norm| norm.checked_pow(e as u32)).filter(|bound| bound >> 127 == 0);
                if let Some(bound) = bound {
                    let words = v.words();
                    return Some(Ok(match (bound >> 63 == 0, degree < FEW_TERMS) {
                        (true, true) => power::<i64, FEW_TERMS>(self, words, e),
                        (true, false) => power::<i64, SHORT>(self, words, e),
                        (false, true) => power::<i128, FEW_TERMS>(self, words, e),
                        (false, false) => power::<i128, SHORT>(self, words, e),
                    }));
                }
            }
            if !cx.is_heard()
                && let Some(power) = self.by_evident_products(v, e)
            {
                return Some(Ok(power));
            }
            // no such power fits in memory: a size of more bits than a word can count is not predicted
            if row(v, 0).iter().all(|&limb| limb == 0) || self.power_bits(v, e) >= f64::from(u32::MAX) {
                return None;
            }
            (self.recurrence_ns(v, degree, e, cx) < self.squaring_ns(v, degree, e, cx))
                .then(|| self.by_recurrence(v, e, cx))
        }
    }

    /// v^e by squares, if it is evident that the definition is fastest for all products.
    fn by_evident_products(&self, v: View<'_, Self>, e: u64) -> Option<Coeffs<Self>> {
        let degree = usize::try_from(e).ok()?.checked_mul(v.len() - 1)?;
        let bits = self.power_bits(v, e);
        if degree > FEW || bits > f64::from(MOST_BITS) {
            return None;
        }
        let half = Size { len: degree / 2 + 1, bits: (bits / 2.0) as u32 + 1 };
        let last = ProductShape { a: half, b: half, square: true, window: 0..2 * half.len - 1 };
        if !limb_products::is_evident(self, &last) {
            return None;
        }
        let mut power = self.owned(v);
        for bit in (0..e.ilog2()).rev() {
            power = self.short_product(power.view(), power.view())?;
            if e >> bit & 1 == 1 {
                power = self.short_product(power.view(), v)?;
            }
        }
        Some(power)
    }

    /// Predicted nanoseconds of [`by_recurrence`](Self::by_recurrence).
    fn recurrence_ns(&self, v: View<'_, Self>, degree: usize, e: u64, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        let factor = limbs::most_bits(v.words(), v.width) + 64 - e.leading_zeros();
        // coefficients are two thirds of the longest on average
        let limbs = (self.power_bits(v, e) / 96.0) as usize + 1;
        let product = costs.element + costs.integer_mul(limbs, limbs::width_for(factor));
        // an exact quotient takes about three products
        degree as f64 * (v.len() as f64 + 2.0) * product
    }

    /// log2 of a bound on the coefficients of v^e.
    fn power_bits(&self, v: View<'_, Self>, e: u64) -> f64 {
        e as f64 * (f64::from(limbs::most_bits(v.words(), v.width)) + (v.len() as f64).log2())
    }

    /// Predicted nanoseconds of the power by squaring: the last square takes most.
    fn squaring_ns(&self, v: View<'_, Self>, degree: usize, e: u64, cx: Context<'_>) -> f64 {
        let size = Size { len: degree / 2 + 1, bits: (self.power_bits(v, e) / 2.0) as u32 + 1 };
        let shape = ProductShape { a: size, b: size, square: true, window: 0..2 * size.len - 1 };
        1.5 * self.choose_product(&shape, cx).predicted_ns + f64::from(ceil_log2(degree)) * cx.engine().costs().plan
    }

    tested! {
        /// v^e, its coefficients one after the other.
        fn by_recurrence(&self, v: View<'_, Self>, e: u64, cx: Context<'_>) -> Result<Coeffs<Self>> {
            let f: Vec<Integer> = (0..v.len()).map(|i| to_integer(row(v, i))).collect();
            let len = e as usize * (v.len() - 1) + 1;
            let mut g = Vec::with_capacity(len);
            g.push(super::super::power(self, &f[0], &[e]));
            let words: Option<Vec<i64>> = f.iter().map(Integer::to_i64).collect();
            for k in 1..len {
                cx.check()?;
                let mut sum = Integer::new();
                for i in 1..f.len().min(k + 1) {
                    let weight = (i128::from(e) + 1) * i as i128 - k as i128;
                    let factor = words.as_ref().and_then(|f| i64::try_from(weight.checked_mul(f[i].into())?).ok());
                    match factor {
                        Some(factor) => sum += &g[k - i] * factor,
                        None => sum += &g[k - i] * (Integer::from(weight) * &f[i]),
                    }
                }
                let divisor = words.as_ref().and_then(|f| (k as i64).checked_mul(f[0]));
                match divisor {
                    Some(d) => {
                        sum.div_exact_u64_mut(d.unsigned_abs());
                        if d < 0 {
                            sum = -sum;
                        }
                    }
                    None => sum.div_exact_mut(&Integer::from(&f[0] * k)),
                }
                g.push(sum);
            }
            Ok(self.collect(&g))
        }
    }
}
