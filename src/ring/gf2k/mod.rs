//! The fields of 2^K elements, K ≤ 64: one word a coefficient.
//!
//! An element is the integer whose bit i is the coefficient of z^i, in memory and in text, where z
//! is also called t and −a is a. Long products are products over F_2: each coefficient takes 2K − 1 bits, the length of a sum of products of coefficients before reduction
//! (Kronecker 1882; for F_2: von zur Gathen, Gerhard, Modern Computer Algebra, section 8.4).

mod codec;
mod convolve;
mod field;
mod vectors;

use super::{
    Block, Blocks, Coeffs, Determinants, Dfts, Euclid, Evaluation, F2, Quotients, Ring, Roots, Short, ShortOp, Size,
    View,
};
use crate::{
    Error, Result,
    engine::{Context, Engine},
    kernels::clmul,
    words,
};
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
    /// ```
    /// # use polymod::{Gf2k, Ring};
    /// let f = Gf2k::new(8, 0x11b)?;
    /// assert_eq!(f.mul(&0x80, &2), 0x1b); // z^8 = z^4 + z^3 + z + 1
    /// assert!(Gf2k::new(2, 0b101).is_err()); // (z + 1)²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] where f has another degree or is reducible, or k is not in 1..=64.
    pub fn new(k: u32, f: u128) -> Result<Self> {
        Self::on(&Engine::default(), k, f)
    }

    /// The field of [`new`](Self::new) on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, Gf2k, Ring};
    /// let f = Gf2k::on(&Engine::builder().threads(1).build(), 8, 0x11b)?;
    /// assert_eq!(f.engine().threads(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn on(engine: &Engine, k: u32, f: u128) -> Result<Self> {
        Ok(Gf2k { field: Field::new(clmul::select(engine.target()), k, f)?, bits: F2::on(engine) })
    }

    /// The largest degree K; [`Quotient<F2>`](crate::Quotient) has larger ones.
    #[cfg(feature = "integers")]
    pub(crate) const MOST_K: u32 = 64;

    /// The degree K.
    ///
    /// ```
    /// assert_eq!(polymod::Gf2k::new(8, 0x11b)?.k(), 8);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn k(&self) -> u32 {
        self.field.degree
    }

    /// The polynomial f, its leading coefficient included.
    ///
    /// ```
    /// assert_eq!(polymod::Gf2k::new(8, 0x11b)?.modulus(), 0x11b);
    /// # Ok::<(), polymod::Error>(())
    /// ```
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

impl Eq for Gf2k {}

impl std::hash::Hash for Gf2k {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.modulus().hash(state);
    }
}

impl std::fmt::Debug for Gf2k {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gf2k({:#x})", self.modulus())
    }
}

impl Ring for Gf2k {
    type Elem = u64;
    #[inline]
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
    fn image(&self, _: bool, magnitude: &[u64]) -> u64 {
        magnitude.first().map_or(0, |limb| limb & 1)
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
    fn size(&self, v: View<'_, Self>) -> Size {
        Size { len: v.len(), bits: 0 }
    }
}

impl Roots for Gf2k {
    /// The unique square root: a^(2^(K − 1)).
    fn sqrt(&self, a: &u64) -> Result<u64> {
        Ok(self.field.frobenius(*a, self.k() - 1))
    }
    fn root_of_unity(&self, order: u64) -> Result<u64> {
        let none = || Error::NoRoot { modulus: format!("{:#x}", self.modulus()), order };
        self.field.root_of_unity(order).ok_or_else(none)
    }
}

impl Short for Gf2k {
    #[inline]
    fn short_words(&self, op: ShortOp, a: View<'_, Self>, b: View<'_, Self>) -> Option<usize> {
        matches!(op, ShortOp::Sum | ShortOp::Difference).then_some(a.len.max(b.len))
    }
    fn write_short(&self, op: ShortOp, out: &mut [u64], a: View<'_, Self>, b: View<'_, Self>) -> Result<usize> {
        if !matches!(op, ShortOp::Sum | ShortOp::Difference) {
            return Err(Error::Unsupported { operation: "an operation on few coefficients".into(), ring: self.name() });
        }
        let (long, short) = if a.len < b.len { (b.words(), a.words()) } else { (a.words(), b.words()) };
        let (low, high) = out.split_at_mut(short.len());
        words::add_bits_to(low, &long[..short.len()], short);
        high.copy_from_slice(&long[short.len()..]);
        Ok(out.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1))
    }
}

impl Quotients for Gf2k {
    /// Each sum is reduced before it is multiplied by an element.
    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        let len = n.min(divisor.len);
        let products = (n * len) as f64 - (len * len) as f64 / 2.0;
        products * (costs.bit_element + costs.bit_coefficient) + n as f64 * costs.bit_coefficient
    }
}

impl Evaluation for Gf2k {
    fn horner(&self, v: View<'_, Self>, x: &u64) -> u64 {
        v.words().iter().rev().fold(0, |s, c| self.field.mul(s, *x) ^ c)
    }
}

impl Blocks for Gf2k {
    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>) {
        let out = &mut out.words[at..at + x.cols()];
        self.field.add_combination(out, c.words(), x.view().words(), x.stride());
    }
}

impl Euclid for Gf2k {}

impl Determinants for Gf2k {}

impl Dfts for Gf2k {}
