//! Operations on all coefficients of vectors: of words in place where an exact bound shows that the results are words, else in as many limbs as any
//! result needs.

use super::{Integers, limb_products, multiples, row, write_integer};
use crate::{
    Result,
    bits::bit_len,
    ring::{Coeffs, Ring, Vectors, View, limbs},
    words,
};
use rug::{Assign, Integer, integer::Order, ops::NegAssign};

/// Least number of limbs of both factors for which products in digits, or GMP's, are faster than those here.
const LONG: usize = 16;

impl Integers {
    /// out[at + i] ± v[i].
    fn gather(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>, subtract: bool) {
        let words = out.width == 1 && v.width == 1;
        if !(words && words::add_signed(&mut out.words[at..at + v.len], v.words(), subtract)) {
            self.accumulate(out, at, v, subtract);
        }
    }

    /// v = ±v·`magnitude`.
    fn scale_by_word(&self, v: &mut Coeffs<Self>, magnitude: u64, negative: bool) {
        let width = v.width + 1;
        let mut words = self.engine().dirty(v.len * width);
        if v.width == 1 {
            // the magnitude of each product is below 2^127
            for (out, &x) in words.as_chunks_mut::<2>().0.iter_mut().zip(v.words.iter()) {
                let product = i128::from(x as i64) * i128::from(magnitude);
                let product = if negative { -product } else { product };
                *out = [product as u64, (product >> 64) as u64];
            }
        } else {
            for (out, x) in words.chunks_exact_mut(width).zip(v.words.chunks_exact(v.width)) {
                limbs::multiply_word(out, x, magnitude);
                if negative {
                    limbs::negate(out);
                }
            }
        }
        *v = Coeffs::from_words(words, v.len, width);
    }

    /// v = v·c, by products of integers, which are faster for [`LONG`] ones.
    fn scale_by_integer(&self, v: &mut Coeffs<Self>, c: &Integer) {
        let width = v.width + limbs::width_for(c.significant_bits());
        let mut words = self.engine().dirty(v.len * width);
        let (mut x, mut product, mut magnitude) = (Integer::new(), Integer::new(), vec![0; v.width]);
        for (out, row) in words.chunks_exact_mut(width).zip(v.words.chunks_exact(v.width)) {
            magnitude.copy_from_slice(row);
            let negative = limbs::is_negative(row);
            if negative {
                limbs::negate(&mut magnitude);
            }
            x.assign_digits(&magnitude, Order::Lsf);
            product.assign(&x * c);
            if negative {
                product.neg_assign();
            }
            write_integer(out, &product);
        }
        *v = Coeffs::from_words(words, v.len, width);
    }

    /// v = the products of its coefficients by integers of `width` limbs, one for each.
    fn multiply_each<'a>(&self, v: &mut Coeffs<Self>, factors: impl Iterator<Item = &'a [u64]>, width: usize) {
        let mut words = self.engine().dirty(v.len * (v.width + width));
        let rows = words.chunks_exact_mut(v.width + width).zip(v.words.chunks_exact(v.width));
        rows.zip(factors).for_each(|((out, x), factor)| limbs::multiply(out, x, factor));
        *v = Coeffs::from_words(words, v.len, v.width + width);
    }
}

impl Vectors for Integers {
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.trimmed_rows()
    }
    #[inline]
    fn trim(&self, v: &mut Coeffs<Self>) {
        let len = self.trimmed_len(v.view());
        if len < v.len() {
            self.resize(v, len);
        }
        if v.width > 1 {
            self.narrow(v);
        }
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        if a.width == b.width {
            return a.words() == b.words();
        }
        let width = a.width.max(b.width);
        let extended = |x: &[u64], j: usize| x.get(j).copied().unwrap_or(limbs::sign_word(limbs::is_negative(x)));
        a.len() == b.len() && (0..a.len()).all(|i| (0..width).all(|j| extended(row(a, i), j) == extended(row(b, i), j)))
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.widen(out, v.width);
        let width = out.width;
        for (out, x) in out.words[at * width..].chunks_exact_mut(width).zip(v.words().chunks_exact(v.width)) {
            limbs::copy_signed(out, x);
        }
    }
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self> {
        Coeffs::from_words(self.engine().copied(v.words()), v.len(), v.width)
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        v.reversed_rows(self.engine())
    }
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.gather(out, at, v, false);
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.gather(out, at, v, true);
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        let lowest = |x: &[u64]| x[..x.len() - 1].iter().all(|&w| w == 0) && x[x.len() - 1] == 1 << 63;
        // the negative of the least number of a width needs one more limb
        if v.width == 1 && !v.words.contains(&(1 << 63)) {
            return v.words.iter_mut().for_each(|x| *x = x.wrapping_neg());
        }
        if v.words.chunks_exact(v.width).any(lowest) {
            self.widen(v, v.width + 1);
        }
        v.words.chunks_exact_mut(v.width).for_each(limbs::negate);
    }
    fn scale(&self, v: &mut Coeffs<Self>, c: &Integer) {
        if let Some(c) = c.to_i64() {
            let bits = bit_len(c.unsigned_abs());
            if v.width == 1 && (bits <= 1 || limbs::most_bits(&v.words, 1) + bits <= 63) {
                // −1 times the least word is no word
                if c == -1 {
                    return self.neg_all(v);
                }
                return v.words.iter_mut().for_each(|x| *x = x.wrapping_mul(c as u64));
            }
        }
        let word = c.as_abs().to_u64();
        if let Some(magnitude) = word.filter(|_| v.width > 1) {
            let factors = std::iter::repeat(magnitude);
            if multiples::fits_in_place(&mut v.words, v.width, bit_len(magnitude), factors) {
                if *c < 0 {
                    v.words.chunks_exact_mut(v.width).for_each(limbs::negate);
                }
                return;
            }
        }
        let one_word = word.is_some() && v.width == 1;
        if let Some(scaled) = (!one_word).then(|| self.scaled_magnitudes(v, c)).flatten() {
            *v = scaled;
            return;
        }
        if let Some(magnitude) = word {
            return self.scale_by_word(v, magnitude, *c < 0);
        }
        let mut factor = vec![0; limbs::width_for(c.significant_bits())];
        write_integer(&mut factor, c);
        if v.width.min(factor.len()) >= LONG {
            match limb_products::multiple(self, v.view(), &factor, c.significant_bits()) {
                Some(scaled) => *v = scaled,
                None => self.scale_by_integer(v, c),
            }
            return;
        }
        self.multiply_each(v, std::iter::repeat(&factor[..]), factor.len());
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        self.multiply_each(v, w.words().chunks_exact(w.width), w.width);
    }
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64) {
        let most = k.unsigned_abs().max(k.saturating_add_unsigned(v.len as u64).unsigned_abs());
        if v.width == 1 && limbs::most_bits(&v.words, 1) + bit_len(most) <= 63 {
            return v.words.iter_mut().zip(0u64..).for_each(|(x, i)| *x = x.wrapping_mul((k as u64).wrapping_add(i)));
        }
        if k >= 0 {
            let factors = (k as u64..).take(v.len);
            if multiples::fits_in_place(&mut v.words, v.width, bit_len(most), factors) {
                return;
            }
        }
        let indices: Vec<u64> = (0..v.len as u64).map(|i| (k as u64).wrapping_add(i)).collect();
        self.multiply_each(v, indices.chunks_exact(1), 1);
    }
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        for i in 0..v.len() {
            let index = k + i as i64;
            if v.width == 1 {
                let x = v.words[i] as i64;
                // a quotient of words is no word for the least one by −1 only
                if x == 0 || index > 0 && x % index == 0 {
                    v.words[i] = if x == 0 { 0 } else { (x / index) as u64 };
                    continue;
                }
            }
            let (x, divisor) = (self.get(v.view(), i), Integer::from(index));
            if !x.is_zero() {
                self.set(v, i, &self.quotient(&x, &divisor)?);
            }
        }
        Ok(())
    }
}
