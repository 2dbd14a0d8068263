//! The field of two elements: 64 coefficients a word, the lowest bit first.
//!
//! Vectors have width 0. A view may begin at any bit; the bits of its words outside it belong to others. The bits of a
//! vector's last word beyond its end are always zero.

mod bits;
mod codec;
mod convolve;
mod euclid;
pub mod factor;
mod matrices;
mod points;
mod products;
mod quotient;
mod residues;
mod short;
mod slices;
mod transforms;
mod values;
mod vectors;

pub use convolve::F2Plan;

use super::{Coeffs, Determinants, Dfts, Ring, Roots, Size, Vectors, View};
use crate::{
    Error, Result,
    engine::Engine,
    kernels::clmul::{self, BitKernel},
    scratch::Buf,
    tested,
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
    ///
    /// ```
    /// # use polymod::{F2, Ring};
    /// assert!(!F2::new().add(&true, &true));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::on(&Engine::default())
    }

    /// The field on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, F2, Ring};
    /// let f = F2::on(&Engine::builder().threads(1).build());
    /// assert_eq!(f.engine().threads(), 1);
    /// ```
    #[must_use]
    pub fn on(engine: &Engine) -> Self {
        let kernel = clmul::select(engine.target());
        let by_words = products::by_words(kernel, engine.costs());
        F2 { engine: engine.clone(), kernel, by_words, few: kernel.base().min(by_words) }
    }

    tested! {
        /// The loops over words.
        #[cfg(feature = "integers")]
        pub(in crate::ring) fn kernel(&self) -> &'static BitKernel {
            self.kernel
        }
    }

    /// The first `len` bits of these words as a vector, the lowest bit of the first word first.
    ///
    /// ```
    /// # use polymod::{F2, Ring};
    /// let f = F2::new();
    /// let v = f.from_words(&[0b1101], 3);
    /// assert_eq!([0, 1, 2].map(|i| f.get(v.view(), i)), [true, false, true]);
    /// ```
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
    ///
    /// ```
    /// # use polymod::F2;
    /// let f = F2::new();
    /// let v = f.from_words(&[0b1101], 4);
    /// assert_eq!((&f.words(v.view())[..], &f.words(v.slice(2..4))[..]), (&[0b1101][..], &[0b11][..]));
    /// ```
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
#[inline(always)]
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
    #[inline]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for F2 {}

impl std::hash::Hash for F2 {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl std::fmt::Debug for F2 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("F2")
    }
}

impl Ring for F2 {
    type Elem = bool;
    #[inline]
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
    fn size(&self, v: View<'_, Self>) -> Size {
        Size { len: v.len(), bits: 0 }
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

impl Roots for F2 {
    fn sqrt(&self, a: &bool) -> Result<bool> {
        Ok(*a)
    }
    fn root_of_unity(&self, order: u64) -> Result<bool> {
        if order == 1 { Ok(true) } else { Err(Error::NoRoot { modulus: "2".into(), order }) }
    }
}

impl Determinants for F2 {}

impl Dfts for F2 {}
