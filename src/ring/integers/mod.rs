//! The ring Z: a vector is flat limbs in two's complement, with one width for all its coefficients.

mod choice;
mod codec;
mod content;
mod convolve;
mod digit_quotient;
pub mod digits;
mod kronecker;
pub mod limb_products;
mod magnitudes;
mod matrices;
mod multiples;
mod norms;
pub mod one_field;
mod powers;
mod quotient;
pub mod reciprocal;
pub mod residues;
mod row_quotient;
mod scale;
mod schoolbook;
mod shift;
mod short;
mod values;
mod vectors;
pub mod word_matrices;

pub use convolve::ZPlan;
pub(crate) use short::magnitude as word_magnitude;

use super::{
    AtPoints, Choices, Coeffs, Determinants, Dfts, Euclid, GeneralizedFermat, ProductAlgorithm, ProductShape, Products,
    Ring, Roots, Size, View, limbs, no_digits,
};
use crate::{
    Error, Result,
    engine::{
        Context, Engine,
        handle::{Handle, kept},
    },
    scratch::Buf,
};
use polymod_core::{
    decimal,
    kernels::{
        digits::{DigitKernel, digit_kernel},
        short::{SignedKernel, signed_kernel},
    },
};
use rug::{Complete, Integer, integer::Order, ops::NegAssign};
use std::sync::OnceLock;

/// The ring of the integers.
///
/// ```
/// use polymod::{Integers, Poly};
/// let a: Poly<Integers> = "3*x^2 - 100000000000000000000*x + 1".parse()?;
/// assert_eq!((&a - &a).degree(), None);
/// assert_eq!((&a * &a).coeff(2), "10000000000000000000000000000000000000006".parse::<rug::Integer>().unwrap());
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct Integers(Handle<Inner>);

kept!(Inner, |ring: &Inner| ring.engine.may_be_kept());

struct Inner {
    engine: Engine,
    choices: Choices,
    /// The kernel for short products, if there is one.
    short: Option<&'static SignedKernel>,
    /// The kernel for products by the definition of coefficients of several limbs, if there is one.
    digits: Option<&'static DigitKernel>,
    /// The fields of products of long integers.
    fields: OnceLock<Vec<GeneralizedFermat>>,
}

impl Integers {
    /// Z on the default engine.
    ///
    /// ```
    /// # use polymod::{Integers, Ring};
    /// let z = Integers::new();
    /// assert_eq!(z.pow(&z.elem(-2), 65).to_string(), "-36893488147419103232"); // −2^65
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::on(&Engine::default())
    }

    /// Z on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, Integers, Ring};
    /// let z = Integers::on(&Engine::builder().threads(1).build());
    /// assert_eq!(z.engine().threads(), 1);
    /// ```
    #[must_use]
    pub fn on(engine: &Engine) -> Self {
        let (choices, target) = (Choices::default(), engine.target());
        let (short, digits) = (signed_kernel(target), digit_kernel(target));
        let fields = OnceLock::new();
        Integers(Handle::new(Inner { engine: engine.clone(), choices, short, digits, fields }))
    }

    /// The product of two integers by the given algorithm, or the one predicted fastest: GMP's product for short ones
    /// ([`Schoolbook`](ProductAlgorithm::Schoolbook)), digits and transforms modulo several word primes ([`CrtDigits`](ProductAlgorithm::CrtDigits))
    /// or over one generalized Fermat prime field ([`BigPrime`](ProductAlgorithm::BigPrime)) for long ones.
    ///
    /// ```
    /// use polymod::{Integers, ProductAlgorithm, rug::Integer};
    /// let z = Integers::new();
    /// let (a, b) = ((Integer::from(3) << 20_000u32) - 1u32, 1u32 - (Integer::from(5) << 30_000u32));
    /// for algorithm in [None, Some(ProductAlgorithm::CrtDigits), Some(ProductAlgorithm::BigPrime)] {
    ///     assert_eq!(z.multiply(&a, &b, algorithm)?, Integer::from(&a * &b));
    /// }
    /// assert!(z.multiply(&2.into(), &3.into(), Some(ProductAlgorithm::BigPrime)).is_err()); // too short
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Algorithm`] where the given one does not apply; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn multiply(&self, a: &Integer, b: &Integer, algorithm: Option<ProductAlgorithm>) -> Result<Integer> {
        self.engine().enter(|cx| self.multiply_in(a, b, algorithm, cx))
    }

    fn multiply_in(
        &self,
        a: &Integer,
        b: &Integer,
        algorithm: Option<ProductAlgorithm>,
        cx: Context<'_>,
    ) -> Result<Integer> {
        let x = self.collect(std::slice::from_ref(a));
        // the same vector twice is a square
        let y = (a != b).then(|| self.collect(std::slice::from_ref(b)));
        let (x, y) = (x.view(), y.as_ref().map_or(x.view(), Coeffs::view));
        let product = match algorithm {
            None => self.mul_window(x, y, 0..1, cx)?,
            Some(algorithm) => {
                let mut out = self.zeros(1);
                let shape = ProductShape::of(self, x, y, 0..1);
                let chosen = shape.candidate(self, algorithm.name(), cx)?;
                self.mul_chosen(&chosen, &shape, &mut out, 0, x, y, cx)?;
                out
            }
        };
        Ok(self.get(product.view(), 0))
    }

    /// a·b in the course of another operation: the algorithm is chosen, but no monitor is told.
    pub(in crate::ring) fn product_of(&self, a: &Integer, b: &Integer) -> Integer {
        /// Number of limbs of the shorter factor below which GMP's product takes the least time.
        const LONG: usize = 500;
        let long = a.significant_digits::<u64>().min(b.significant_digits::<u64>()) >= LONG;
        let chosen = long.then(|| self.engine().enter(|cx| self.multiply_in(a, b, None, cx.told())).ok());
        chosen.flatten().unwrap_or_else(|| (a * b).complete())
    }

    /// A view of signed words as coefficients, without copying.
    ///
    /// ```
    /// # use polymod::{Integers, Ring};
    /// let z = Integers::new();
    /// assert_eq!(z.get(z.view(&[5, u64::MAX]), 1), -1); // two's complement
    /// ```
    #[must_use]
    pub fn view<'a>(&self, words: &'a [u64]) -> View<'a, Integers> {
        View::from_words(words, words.len(), 1)
    }
}

/// The product of two integers by the algorithm predicted fastest on the default engine: [`Integers::multiply`].
///
/// ```
/// use polymod::{multiply_integers, rug::Integer};
/// let a = (Integer::from(1) << 1_000_000u32) - 1u32;
/// let product = multiply_integers(&a, &a)?;
/// assert_eq!(product, (Integer::from(1) << 2_000_000u32) - (Integer::from(1) << 1_000_001u32) + 1u32);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::TooLarge`] where the product needs more than the engine's memory.
pub fn multiply_integers(a: &Integer, b: &Integer) -> Result<Integer> {
    Integers::new().multiply(a, b, None)
}

impl Default for Integers {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Integers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Integers")
    }
}

impl PartialEq for Integers {
    #[inline]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Integers {}

impl std::hash::Hash for Integers {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// The limbs of coefficient i.
pub fn row<R>(v: View<'_, R>, i: usize) -> &[u64] {
    &v.words()[i * v.width..][..v.width]
}

/// Most limbs of a negative integer whose magnitude is made on the stack.
const ON_STACK: usize = 36;

/// The integer with these limbs in two's complement.
pub(crate) fn to_integer(limbs: &[u64]) -> Integer {
    match *limbs {
        [word] => return Integer::from(word as i64),
        _ if !limbs::is_negative(limbs) => return Integer::from_digits(limbs, Order::Lsf),
        _ => {}
    }
    let (mut few, mut many) = ([0; ON_STACK], Vec::new());
    let magnitude = match few.get_mut(..limbs.len()) {
        Some(few) => few,
        None => {
            many.resize(limbs.len(), 0);
            &mut many[..]
        }
    };
    magnitude.copy_from_slice(limbs);
    take_integer(magnitude)
}

/// The integer with these limbs in two's complement, whose magnitude they become.
fn take_integer(limbs: &mut [u64]) -> Integer {
    let negative = limbs::is_negative(limbs);
    if negative {
        limbs::negate(limbs);
    }
    let mut x = Integer::from_digits(limbs, Order::Lsf);
    if negative {
        x.neg_assign();
    }
    x
}

/// Hands over the limbs of the integer with these decimal digits.
pub(super) fn with_limbs(digits: &[u8], take: &mut dyn FnMut(&[u64]) -> Result<()>) -> Result<()> {
    /// Limbs of the buffer on the stack.
    const FEW: usize = 32;
    /// Most limbs that the core's quadratic algorithm computes: GMP's reader takes five times as long at 32 limbs, 1.7 times at 256, and less from 512
    /// (Xeon, Emerald Rapids).
    const MANY: usize = 256;
    /// Decimal digits that a limb has room for.
    const DIGITS: usize = 19;
    let (mut few, mut many) = ([0; FEW], Vec::new());
    let buffer = match digits.len().div_ceil(DIGITS) {
        0..=FEW => &mut few[..],
        most => {
            many.resize(if most <= MANY { most } else { 0 }, 0);
            &mut many[..]
        }
    };
    if let Some(len) = decimal::limbs(digits, buffer) {
        return take(&buffer[..len]);
    }
    // GMP's reader takes signs, blanks and underscores too
    match Integer::parse_radix(digits, 10) {
        Ok(x) if digits.iter().all(u8::is_ascii_digit) => take(Integer::from(x).as_limbs()),
        _ => Err(no_digits(digits)),
    }
}

/// The integer with these decimal digits.
pub(super) fn from_decimal(digits: &[u8]) -> Result<Integer> {
    let mut x = Integer::new();
    with_limbs(digits, &mut |limbs| {
        x.assign_digits(limbs, Order::Lsf);
        Ok(())
    })?;
    Ok(x)
}

/// Writes an integer that fits into a row, in two's complement.
pub fn write_integer(out: &mut [u64], x: &Integer) {
    debug_assert!(limbs::width_for(x.signed_bits() - 1) <= out.len());
    let magnitude: &[u64] = x.as_limbs();
    out[..magnitude.len()].copy_from_slice(magnitude);
    out[magnitude.len()..].fill(0);
    if x.is_negative() {
        limbs::negate(out);
    }
}

impl Integers {
    /// Widens rows to at least `width` limbs.
    pub(super) fn widen(&self, v: &mut Coeffs<Self>, width: usize) {
        if width > v.width {
            let mut words = self.engine().dirty(v.len * width);
            for (out, x) in words.chunks_exact_mut(width).zip(v.words.chunks_exact(v.width)) {
                limbs::copy_signed(out, x);
            }
            *v = Coeffs::from_words(words, v.len, width);
        }
    }

    /// out[at + i] ± v[i]; widens `out` where a result needs it.
    fn accumulate(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>, subtract: bool) {
        self.widen(out, v.width);
        let flip = limbs::sign_word(subtract);
        for i in 0..v.len() {
            let width = out.width;
            let x = &mut out.words[(at + i) * width..][..width];
            let was_negative = limbs::is_negative(x);
            if limbs::add_assign(x, row(v, i), subtract, flip) {
                self.widen(out, width + 1);
                // the sum has the sign that both summands had
                out.words[(at + i + 1) * (width + 1) - 1] = limbs::sign_word(was_negative);
            }
        }
    }

    /// Narrows all rows to the width that the largest coefficient needs.
    fn narrow(&self, v: &mut Coeffs<Self>) {
        let (width, from) = (limbs::least_width(v.words(), v.width), v.width);
        if width < from {
            for i in 0..v.len {
                match width {
                    1 => v.words[i] = v.words[i * from],
                    _ => v.words.copy_within(i * from..i * from + width, i * width),
                }
            }
            v.words.resize(v.len * width);
            v.width = width;
        }
    }

    /// The vector of these numbers of `width` limbs each.
    pub(crate) fn of_limbs(&self, words: Vec<u64>, width: usize) -> Coeffs<Self> {
        self.of_buffer(Buf::from(words), width)
    }

    /// [`of_limbs`](Self::of_limbs) for numbers in a buffer.
    pub(crate) fn of_buffer(&self, words: Buf, width: usize) -> Coeffs<Self> {
        let len = words.len() / width;
        let mut v = Coeffs::from_words(words, len, width);
        self.narrow(&mut v);
        v
    }
}

impl Ring for Integers {
    type Elem = Integer;
    #[inline]
    fn engine(&self) -> &Engine {
        &self.0.engine
    }
    fn name(&self) -> String {
        "z".into()
    }
    fn one(&self) -> Integer {
        Integer::from(1)
    }
    fn is_one(&self, a: &Integer) -> bool {
        *a == 1
    }
    fn pow(&self, a: &Integer, e: u64) -> Integer {
        match u32::try_from(e) {
            Ok(e) => rug::ops::Pow::pow(a, e).complete(),
            // of 0 and ±1, as no other such power fits in memory
            Err(_) => crate::ring::powers::power(self, a, &[e]),
        }
    }
    fn elem(&self, x: i64) -> Integer {
        Integer::from(x)
    }
    #[inline]
    fn is_zero(&self, a: &Integer) -> bool {
        a.is_zero()
    }
    fn add(&self, a: &Integer, b: &Integer) -> Integer {
        (a + b).complete()
    }
    fn neg(&self, a: &Integer) -> Integer {
        (-a).complete()
    }
    fn mul(&self, a: &Integer, b: &Integer) -> Integer {
        (a * b).complete()
    }
    /// Only 1 and −1 have inverses.
    fn inv(&self, a: &Integer) -> Result<Integer> {
        if *a == 1 || *a == -1 {
            return Ok(a.clone());
        }
        Err(Error::NotInvertible { value: a.to_string(), modulus: "0".into(), factor: a.to_string() })
    }
    fn quotient(&self, a: &Integer, b: &Integer) -> Result<Integer> {
        if b.is_zero() {
            return Err(Error::DivisionByZero);
        }
        let (quotient, rest): (Integer, Integer) = a.div_rem_ref(b).into();
        if !rest.is_zero() {
            return Err(Error::NotDivisible { dividend: a.to_string(), divisor: b.to_string() });
        }
        Ok(quotient)
    }
    fn zeros(&self, len: usize) -> Coeffs<Self> {
        Coeffs::from_words(self.engine().zeroed(len), len, 1)
    }
    fn get(&self, v: View<'_, Self>, i: usize) -> Integer {
        to_integer(row(v, i))
    }
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &Integer) {
        self.widen(v, limbs::width_for(x.significant_bits()));
        write_integer(&mut v.words[i * v.width..][..v.width], x);
    }
    fn resize(&self, v: &mut Coeffs<Self>, len: usize) {
        v.words.resize(len * v.width);
        v.len = len;
    }
    fn collect(&self, elems: &[Integer]) -> Coeffs<Self> {
        let bits = elems.iter().map(Integer::significant_bits).max().unwrap_or(0);
        let width = limbs::width_for(bits);
        let mut words = self.engine().zeroed(elems.len() * width);
        for (out, x) in words.chunks_exact_mut(width).zip(elems) {
            write_integer(out, x);
        }
        Coeffs::from_words(words, elems.len(), width)
    }
    fn size(&self, v: View<'_, Self>) -> Size {
        Size { len: v.len(), bits: limbs::most_bits(v.words(), v.width) }
    }
}

impl From<Vec<u64>> for Coeffs<Integers> {
    /// A vector of signed words, one for each coefficient.
    fn from(words: Vec<u64>) -> Self {
        let len = words.len();
        Coeffs::from_words(Buf::from(words), len, 1)
    }
}

impl Roots for Integers {
    fn sqrt(&self, a: &Integer) -> Result<Integer> {
        if *a < 0 || !a.is_perfect_square() {
            let (expected, got) = ("a square as lowest coefficient", a.to_string());
            return Err(Error::Domain { operation: "a square root", expected, got });
        }
        Ok(a.sqrt_ref().complete())
    }
}

impl Euclid for Integers {}

impl AtPoints for Integers {}

impl Determinants for Integers {}

impl Dfts for Integers {}
