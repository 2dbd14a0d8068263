//! The field of two elements: 64 coefficients a word, the lowest bit first.
//!
//! Vectors have width 0. A view may begin at any bit; the bits of its words outside it belong to others. The bits of a
//! vector's last word beyond its end are always zero.

mod convolve;
mod euclid;
mod matrices;
mod points;
mod products;
mod quotient;
mod slices;
mod transforms;

pub use convolve::F2Plan;

use super::{
    Block, Coeffs, Elimination, Gather, Place, Ring, View,
    euclid::{Division, Remainders, Wanted},
};
use crate::{
    Error, Result,
    engine::{Context, Engine},
    kernels::clmul::{self, BitKernel, Merge},
    scratch::Buf,
};
use std::borrow::Cow;

/// The bits at odd positions.
const ODD: u64 = 0xaaaa_aaaa_aaaa_aaaa;

/// The field of two elements.
///
/// ```
/// use polymod::{F2, Poly};
/// let f = F2::new();
/// let a = Poly::parse(&f, "x^3 + x + 1")?;
/// assert_eq!((&a * &a).to_string(), "x^6 + x^2 + 1");
/// assert_eq!(a.coeff(1), true);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct F2 {
    engine: Engine,
    kernel: &'static BitKernel,
    /// Largest length in words of operands that are always multiplied by the word kernel, without evaluating other
    /// candidates.
    by_words: usize,
    /// Largest length in words of operands that are multiplied column by column.
    few: usize,
}

impl F2 {
    /// The field on the default engine.
    #[must_use]
    pub fn new() -> Self {
        Self::on(&Engine::default())
    }

    /// The field on the given engine.
    #[must_use]
    pub fn on(engine: &Engine) -> Self {
        let kernel = clmul::select(engine.isa());
        let by_words = products::by_words(kernel, engine.costs());
        F2 { engine: engine.clone(), kernel, by_words, few: kernel.base().min(by_words) }
    }

    /// The first `len` bits of these words as a vector, the lowest bit of the first word first.
    ///
    /// # Panics
    /// When `words` has fewer than `len` bits.
    #[must_use]
    pub fn from_words(&self, words: &[u64], len: usize) -> Coeffs<Self> {
        assert!(len <= 64 * words.len(), "there are fewer than {len} bits");
        let mut v = self.dirty(len);
        v.words.copy_from_slice(&words[..len.div_ceil(64)]);
        mask_end(&mut v.words, len);
        v
    }

    /// The coefficients as words, the lowest bit of the first word first, padded with zeros.
    #[must_use]
    pub fn words<'a>(&self, v: View<'a, Self>) -> Cow<'a, [u64]> {
        if v.start.is_multiple_of(64) {
            let (first, count) = (v.start / 64, v.len.div_ceil(64));
            let words = &v.words[first..first + count];
            let rest = v.len % 64;
            if rest == 0 || words[count - 1] >> rest == 0 {
                return Cow::Borrowed(words);
            }
        }
        Cow::Owned(self.owned(v).words.to_vec())
    }

    /// A vector of arbitrary content, every word of which will be written.
    fn dirty(&self, len: usize) -> Coeffs<Self> {
        Coeffs::from_words(self.engine.dirty(len.div_ceil(64)), len, 0)
    }

    fn vector(words: Buf, len: usize) -> Coeffs<Self> {
        debug_assert_eq!(words.len(), len.div_ceil(64));
        Coeffs::from_words(words, len, 0)
    }

    /// Number of coefficients that are 1.
    fn ones(v: View<'_, Self>) -> usize {
        (0..v.len.div_ceil(64)).map(|k| word(v, k).count_ones() as usize).sum()
    }

    fn not_invertible() -> Error {
        Error::NotInvertible { value: "0".into(), modulus: "2".into(), factor: "2".into() }
    }

    /// Clears the coefficients i with k + i even.
    fn keep_odd(v: &mut Coeffs<Self>, k: i64) {
        let kept = if k & 1 == 0 { ODD } else { !ODD };
        v.words.iter_mut().for_each(|x| *x &= kept);
    }
}

/// Clears the bits from index `len` on.
fn mask_end(words: &mut [u64], len: usize) {
    if !len.is_multiple_of(64) {
        words[len / 64] &= (1 << (len % 64)) - 1;
    }
}

/// Coefficients 64k to 64k + 63 of a run as a word, zeros beyond its end.
fn word(v: View<'_, F2>, k: usize) -> u64 {
    let (at, left) = (v.start + 64 * k, v.len - 64 * k);
    let (i, shift) = (at / 64, at % 64);
    let bits =
        if shift == 0 { v.words[i] } else { v.words[i] >> shift | v.words.get(i + 1).map_or(0, |x| x << (64 - shift)) };
    if left >= 64 { bits } else { bits & ((1 << left) - 1) }
}

impl Default for F2 {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for F2 {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for F2 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("F2")
    }
}

impl Ring for F2 {
    type Elem = bool;

    fn engine(&self) -> &Engine {
        &self.engine
    }
    fn name(&self) -> String {
        "gf2".into()
    }
    #[inline]
    fn one(&self) -> bool {
        true
    }
    #[inline]
    fn elem(&self, x: i64) -> bool {
        x & 1 == 1
    }
    #[inline]
    fn is_zero(&self, a: &bool) -> bool {
        !a
    }
    #[inline]
    fn add(&self, a: &bool, b: &bool) -> bool {
        a ^ b
    }
    #[inline]
    fn neg(&self, a: &bool) -> bool {
        *a
    }
    #[inline]
    fn mul(&self, a: &bool, b: &bool) -> bool {
        a & b
    }
    fn inv(&self, a: &bool) -> Result<bool> {
        if *a { Ok(true) } else { Err(Self::not_invertible()) }
    }
    fn sqrt(&self, a: &bool) -> Result<bool> {
        Ok(*a)
    }
    fn root_of_unity(&self, order: u64) -> Result<bool> {
        if order == 1 { Ok(true) } else { Err(Error::NoRoot { modulus: "2".into(), order }) }
    }

    fn zeros(&self, len: usize) -> Coeffs<Self> {
        Self::vector(self.engine.zeroed(len.div_ceil(64)), len)
    }
    #[inline]
    fn get(&self, v: View<'_, Self>, i: usize) -> bool {
        assert!(i < v.len, "coefficient {i} of {}", v.len);
        let at = v.start + i;
        v.words[at / 64] >> (at % 64) & 1 == 1
    }
    #[inline]
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &bool) {
        assert!(i < v.len, "coefficient {i} of {}", v.len);
        let (word, bit) = (&mut v.words[i / 64], i % 64);
        *word = *word & !(1 << bit) | u64::from(*x) << bit;
    }
    fn resize(&self, v: &mut Coeffs<Self>, len: usize) {
        v.words.resize(len.div_ceil(64));
        mask_end(&mut v.words, len);
        v.len = len;
    }
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        let top = (0..v.len.div_ceil(64)).rev().map(|k| (k, word(v, k))).find(|&(_, x)| x != 0);
        top.map_or(0, |(k, x)| 64 * k + 64 - x.leading_zeros() as usize)
    }
    fn nonzero(&self, v: View<'_, Self>) -> usize {
        Self::ones(v)
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.len == b.len && (0..a.len.div_ceil(64)).all(|k| word(a, k) == word(b, k))
    }
    #[inline]
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.kernel.merge(&mut out.words, at, v.words, v.start, v.len, Merge::Copy);
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut out = self.dirty(v.len);
        self.kernel.reverse(&mut out.words, v.words, v.start, v.len);
        out
    }
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut out = self.dirty(v.len);
        if let Some(last) = out.words.last_mut() {
            *last = 0;
        }
        self.copy_at(&mut out, 0, v);
        out
    }

    #[inline]
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.kernel.merge(&mut out.words, at, v.words, v.start, v.len, Merge::Add);
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.add_at(out, at, v);
    }
    fn neg_all(&self, _: &mut Coeffs<Self>) {}
    fn scale(&self, v: &mut Coeffs<Self>, c: &bool) {
        if !c {
            v.words.fill(0);
        }
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        self.kernel.merge(&mut v.words, 0, w.words, w.start, v.len, Merge::Multiply);
    }
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64) {
        Self::keep_odd(v, k);
    }
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        let even = if k & 1 == 0 { !ODD } else { ODD };
        match v.words.iter().position(|x| x & even != 0) {
            Some(i) => {
                let first = 64 * i as i64 + i64::from((v.words[i] & even).trailing_zeros());
                Err(Self::not_invertible().dividing_by(k + first))
            }
            None => Ok(()),
        }
    }
    fn short_quotient(&self, a: View<'_, Self>, b: View<'_, Self>, _: Option<&bool>, n: usize) -> Result<Coeffs<Self>> {
        if !self.get(b, 0) {
            return Err(Self::not_invertible());
        }
        Ok(self.quotient_words(a, b, n))
    }
    fn horner(&self, v: View<'_, Self>, x: &bool) -> bool {
        if *x { Self::ones(v) % 2 == 1 } else { v.len > 0 && self.get(v, 0) }
    }
    fn horner_each(&self, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self> {
        let all = |x: bool| if self.horner(v, &x) { u64::MAX } else { 0 };
        let (at_zero, at_one) = (all(false), all(true));
        let mut out = self.owned(points);
        out.words.iter_mut().for_each(|x| *x = *x & at_one | !*x & at_zero);
        mask_end(&mut out.words, points.len);
        out
    }
    /// The polynomial x^z·(x + 1)^m. Its coefficients are binomial coefficients modulo 2: that of x^i in (x + 1)^m is
    /// odd if m has all bits of i (Lucas 1878, "Théorie des fonctions numériques simplement périodiques", section 21).
    fn product_of_roots(&self, points: View<'_, Self>) -> Coeffs<Self> {
        let m = Self::ones(points);
        let mut out = self.zeros(points.len + 1);
        for i in (0..=m).filter(|i| m & i == *i) {
            self.set(&mut out, points.len - m + i, &true);
        }
        out
    }

    fn mul_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        self.product_of_blocks(out, place, (a, b), how, cx)
    }
    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>) {
        for t in (0..c.len).filter(|&t| self.get(c, t)) {
            self.add_at(out, at, x.row(t));
        }
    }
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> bool {
        (0..v.len.div_ceil(64)).fold(0, |ones, k| ones + (word(v, k) & word(w, k)).count_ones()) % 2 == 1
    }
    fn own_elimination(
        &self,
        a: &mut Coeffs<Self>,
        rows: usize,
        cols: usize,
        cx: Context<'_>,
    ) -> Option<Result<Elimination>> {
        Some(self.eliminated(a, rows, cols, cx))
    }

    fn euclid(
        &self,
        pair: [View<'_, Self>; 2],
        wanted: Wanted,
        log: Option<&mut Vec<Division<bool>>>,
    ) -> Result<Remainders<Self>> {
        Ok(self.euclid_words(pair, wanted, log))
    }
    fn add_linear(&self, x: &mut Coeffs<Self>, q: &[bool; 2], y: View<'_, Self>) {
        for (shift, _) in q.iter().enumerate().filter(|(_, c)| **c) {
            self.add_at(x, shift, y.low(x.len().saturating_sub(shift)));
        }
    }

    fn push_limbs(&self, v: &mut Coeffs<Self>, _: bool, magnitude: &[u64]) -> Result<()> {
        self.push(v, magnitude.first().is_some_and(|x| x & 1 == 1));
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, _: bool, digits: &[u8]) -> Result<()> {
        self.push(v, digits.last().is_some_and(|d| d & 1 == 1));
        Ok(())
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        if self.get(v, i) {
            out.push(1);
        }
        false
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        out.push(if self.get(v, i) { '1' } else { '0' });
    }

    fn packed_bits(&self) -> usize {
        1
    }
    fn unpack(&self, words: &[u64], len: usize) -> Coeffs<Self> {
        self.from_words(words, len)
    }
    fn pack(&self, v: View<'_, Self>) -> Vec<u64> {
        self.words(v).into_owned()
    }
}

impl F2 {
    fn push(&self, v: &mut Coeffs<Self>, x: bool) {
        if v.len.is_multiple_of(64) {
            v.words.push(0);
        }
        v.len += 1;
        let last = v.len - 1;
        self.set(v, last, &x);
    }
}
