//! The fields of 2^K elements, K ≤ 64: one word a coefficient.
//!
//! An element is the integer whose bit i is the coefficient of z^i, in memory and in text. Long products are products
//! over F_2: each coefficient takes 2K − 1 bits, the length of a sum of products of coefficients before reduction
//! (Kronecker 1882; for F_2: von zur Gathen, Gerhard, Modern Computer Algebra, section 8.4).

mod convolve;
mod field;

use super::{Block, Coeffs, F2, Ring, View};
use crate::{Error, Result, engine::Engine, kernels::clmul};
use field::Field;

/// The field F_2\[z\]/f.
///
/// ```
/// use polymod::{Gf2k, Poly};
/// let f = Gf2k::new(8, 0x11b)?;                          // z^8 + z^4 + z^3 + z + 1
/// let a = Poly::new(&f, [0x57]);
/// assert_eq!((&a * &Poly::new(&f, [0x83])).coeff(0), 0xc1);
/// assert!(Gf2k::new(8, 0x11c).is_err());                 // z^2 divides it
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct Gf2k {
    field: Field,
    /// The field of two elements, over which long products are computed.
    bits: F2,
}

impl Gf2k {
    /// F_2\[z\]/f for an irreducible f of degree `k`, whose bit i is the coefficient of z^i, on the default engine.
    ///
    /// # Errors
    /// [`Error::Modulus`] where f has another degree or is reducible, or k is not in 1..=64.
    pub fn new(k: u32, f: u128) -> Result<Self> {
        Self::on(&Engine::default(), k, f)
    }

    /// The field of [`new`](Self::new) on the given engine.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn on(engine: &Engine, k: u32, f: u128) -> Result<Self> {
        Ok(Gf2k { field: Field::new(clmul::select(engine.isa()), k, f)?, bits: F2::on(engine) })
    }

    /// The degree K.
    #[must_use]
    pub fn k(&self) -> u32 {
        self.field.degree
    }

    /// The polynomial f, its leading coefficient included.
    #[must_use]
    pub fn modulus(&self) -> u128 {
        self.field.modulus()
    }
}

fn out_of_range(got: String) -> Error {
    Error::OutOfRange { what: "an element of gf2^K", expected: "an integer from 0 to 2^K - 1", got }
}

impl PartialEq for Gf2k {
    fn eq(&self, other: &Self) -> bool {
        self.modulus() == other.modulus()
    }
}

impl std::fmt::Debug for Gf2k {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gf2k({:#x})", self.modulus())
    }
}

impl Ring for Gf2k {
    type Elem = u64;

    fn engine(&self) -> &Engine {
        self.bits.engine()
    }
    fn name(&self) -> String {
        format!("gf2^{}:{:#x}", self.k(), self.modulus())
    }
    #[inline]
    fn one(&self) -> u64 {
        1
    }
    #[inline]
    fn elem(&self, x: i64) -> u64 {
        (x & 1) as u64
    }
    #[inline]
    fn is_zero(&self, a: &u64) -> bool {
        *a == 0
    }
    #[inline]
    fn add(&self, a: &u64, b: &u64) -> u64 {
        a ^ b
    }
    #[inline]
    fn neg(&self, a: &u64) -> u64 {
        *a
    }
    #[inline]
    fn mul(&self, a: &u64, b: &u64) -> u64 {
        self.field.mul(*a, *b)
    }
    fn inv(&self, a: &u64) -> Result<u64> {
        self.field.inverse(*a).ok_or_else(|| {
            let modulus = format!("{:#x}", self.modulus());
            Error::NotInvertible { value: "0".into(), factor: modulus.clone(), modulus }
        })
    }
    fn pow(&self, a: &u64, e: u64) -> u64 {
        self.field.pow(*a, e)
    }
    /// The unique square root: a^(2^(K − 1)).
    fn sqrt(&self, a: &u64) -> Result<u64> {
        Ok(self.field.frobenius(*a, self.k() - 1))
    }
    fn root_of_unity(&self, order: u64) -> Result<u64> {
        let none = || Error::NoRoot { modulus: format!("{:#x}", self.modulus()), order };
        self.field.root_of_unity(order).ok_or_else(none)
    }

    fn zeros(&self, len: usize) -> Coeffs<Self> {
        Coeffs::from_words(self.engine().zeroed(len), len, 1)
    }
    #[inline]
    fn get(&self, v: View<'_, Self>, i: usize) -> u64 {
        v.words()[i]
    }
    #[inline]
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &u64) {
        v.words[i] = *x;
    }
    fn resize(&self, v: &mut Coeffs<Self>, len: usize) {
        v.words.resize(len);
        v.len = len;
    }
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.words().iter().rposition(|&x| x != 0).map_or(0, |i| i + 1)
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.words() == b.words()
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        out.words[at..at + v.len()].copy_from_slice(v.words());
    }
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        for (x, y) in out.words[at..].iter_mut().zip(v.words()) {
            *x ^= y;
        }
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.add_at(out, at, v);
    }
    fn neg_all(&self, _: &mut Coeffs<Self>) {}
    fn scale(&self, v: &mut Coeffs<Self>, c: &u64) {
        self.field.scale(&mut v.words, *c);
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        self.field.mul_each(&mut v.words, w.words());
    }
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> u64 {
        self.field.dot(v.words(), w.words())
    }
    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>) {
        let out = &mut out.words[at..at + x.cols()];
        self.field.add_combination(out, c.words(), x.view().words(), x.stride());
    }
    fn horner(&self, v: View<'_, Self>, x: &u64) -> u64 {
        v.words().iter().rev().fold(0, |s, c| self.field.mul(s, *x) ^ c)
    }

    /// The element with these bits.
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        let x = magnitude.first().copied().unwrap_or(0);
        let longer = magnitude.iter().skip(1).any(|&x| x != 0);
        if longer || x > self.field.mask() || negative && x != 0 {
            let sign = if negative { "-" } else { "" };
            let shown = if longer { "a longer one".into() } else { format!("{sign}{x}") };
            return Err(out_of_range(shown));
        }
        v.words.push(x);
        v.len += 1;
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        const SHOWN: usize = 24;
        let zeros = digits.iter().take_while(|d| **d == b'0').count();
        let text = std::str::from_utf8(&digits[zeros..]).unwrap_or_default();
        match text.parse() {
            Ok(x) => self.push_limbs(v, negative, &[x]),
            Err(_) if text.is_empty() => self.push_limbs(v, false, &[]),
            Err(_) if text.len() <= SHOWN => Err(out_of_range(text.into())),
            Err(_) => Err(out_of_range(format!("one of {} digits", text.len()))),
        }
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        let x = v.words()[i];
        if x > 0 {
            out.push(x);
        }
        false
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        super::write_word(v.words()[i], out);
    }

    fn names(&self) -> bool {
        true
    }
    fn packed_bits(&self) -> usize {
        self.k() as usize
    }
    fn unpack(&self, words: &[u64], len: usize) -> Coeffs<Self> {
        let mut v = self.zeros(len);
        self.field.unpack(&mut v.words, words, self.packed_bits(), 0);
        v
    }
    fn pack(&self, v: View<'_, Self>) -> Vec<u64> {
        convolve::pack(v.words(), self.packed_bits())
    }
}
