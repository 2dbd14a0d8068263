//! The ring Z/n for n in [2, 2^64), composite or not: one word a coefficient, canonical in [0, n).

mod codec;
mod convolve;
mod dense_matrices;
mod determinants;
pub mod dft;
mod euclid;
pub mod euclid_rows;
pub mod exponential;
pub mod factor;
mod inverses;
mod matrices_at_points;
mod points;
mod pointwise;
mod quotient;
mod shift;
mod short_divisor;
mod slices;
pub mod small;
mod small_charpoly;
pub mod small_division;
mod small_elimination;
pub mod small_euclid;
pub mod small_kernels;
pub mod small_matrices;
mod small_points;
pub mod small_series;
pub mod small_values;
mod sqrt;
pub mod strassen;
mod transforms;
mod words;

#[cfg(feature = "integers")]
pub(crate) use dense_matrices::RightOperand;
#[cfg(feature = "integers")]
pub(crate) use factor::Part;
#[cfg(feature = "integers")]
pub(crate) use small_euclid::gcd as short_gcd;
pub use transforms::ZnPlan;

use self::words::Words;
use super::{Choices, Coeffs, Ring, Size, View};
use crate::{
    Error, Result,
    arith::{Modulus, is_prime, two_adicity},
    engine::{
        Engine,
        handle::{Handle, kept},
    },
    kernels::euclid::Euclid as EuclidKernel,
};
use std::sync::OnceLock;

/// The ring Z/n, n a word known at run time.
///
/// ```
/// use polymod::{Poly, Zn};
/// let f = Zn::new(998_244_353)?;
/// let a = Poly::new(&f, [1, 2, 3]);
/// assert_eq!((&a * &a).to_string(), "9*x^4 + 12*x^3 + 10*x^2 + 4*x + 1");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct Zn(Handle<Inner>);

kept!(Inner, |ring: &Inner| ring.engine.may_be_kept());

struct Inner {
    modulus: Modulus,
    engine: Engine,
    words: Words,
    /// log2 of the largest product of residues.
    log2_square: f64,
    /// Whether n is prime; tested at its first use.
    field: OnceLock<bool>,
    /// log2 of the longest transform modulo n itself; computed at its first use.
    two_adicity: OnceLock<u32>,
    /// Kernel of Euclid's algorithm, if there is one for n; selected at its first use.
    euclid: OnceLock<Option<EuclidKernel>>,
    /// The kernels for matrices; selected at their first use.
    matrices: OnceLock<dense_matrices::Kernels>,
    /// Inverses of the first numbers; computed at their first use.
    few_inverses: OnceLock<small_series::FewInverses>,
    choices: Choices,
    /// Most products of coefficients whose sums cost less than planning any other algorithm.
    small: usize,
}

impl Zn {
    /// Z/n on the default engine.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// assert_eq!(Zn::new(15)?.mul(&4, &4), 1);
    /// assert!(Zn::new(1).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] for 0 and 1.
    pub fn new(n: u64) -> Result<Self> {
        Self::on(&Engine::default(), n)
    }

    /// Z/n on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, Ring, Zn};
    /// let f = Zn::on(&Engine::builder().threads(1).build(), 97)?;
    /// assert_eq!(f.engine().threads(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] for 0 and 1.
    pub fn on(engine: &Engine, n: u64) -> Result<Self> {
        Ok(Self::with(engine, Modulus::new(n)?, OnceLock::new(), OnceLock::new()))
    }

    /// Z/p for a modulus known to be prime.
    pub(crate) fn of_prime(engine: &Engine, p: Modulus) -> Self {
        debug_assert!(is_prime(p.n()), "{} is no prime", p.n());
        Self::with(engine, p, true.into(), two_adicity(p.n()).into())
    }

    /// The same ring on another engine.
    #[cfg(feature = "integers")]
    pub(in crate::ring) fn with_modulus(engine: &Engine, other: &Self) -> Self {
        Self::with(engine, other.modulus(), other.0.field.clone(), other.0.two_adicity.clone())
    }

    fn with(engine: &Engine, modulus: Modulus, field: OnceLock<bool>, two_adicity: OnceLock<u32>) -> Self {
        let words = Words::new(engine.target(), modulus, &engine.costs().crossovers);
        let small = words.evident_products(engine.costs());
        let log2_square = 2.0 * ((modulus.n() - 1) as f64).log2();
        let (engine, euclid, matrices) = (engine.clone(), OnceLock::new(), OnceLock::new());
        Zn(Handle::new(Inner {
            modulus,
            engine,
            words,
            log2_square,
            field,
            two_adicity,
            euclid,
            matrices,
            few_inverses: OnceLock::new(),
            choices: Choices::default(),
            small,
        }))
    }

    /// The modulus with its reciprocals.
    ///
    /// ```
    /// # use polymod::Zn;
    /// assert_eq!(Zn::new(97)?.modulus().pow(2, 48), 1); // 2 is a square modulo 97
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn modulus(&self) -> Modulus {
        self.0.modulus
    }

    /// The number n.
    ///
    /// ```
    /// # use polymod::Zn;
    /// assert_eq!(Zn::new(97)?.n(), 97);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn n(&self) -> u64 {
        self.0.modulus.n()
    }

    /// log2 of the longest transform modulo n itself; 0 unless n is prime.
    fn two_adicity(&self) -> u32 {
        *self.0.two_adicity.get_or_init(|| if self.is_field() { two_adicity(self.n()) } else { 0 })
    }

    /// Whether n is prime.
    pub(super) fn is_field(&self) -> bool {
        *self.0.field.get_or_init(|| is_prime(self.n()))
    }

    /// A view of a slice as coefficients, without copying.
    ///
    /// ```
    /// # use polymod::{Error, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.view(&[1, 96])?.len(), 2);
    /// assert_eq!(f.view(&[1, 97]).err(), Some(Error::NotReduced { index: 1, value: 97, modulus: 97 }));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotReduced`] for the first entry that is not below n.
    pub fn view<'a>(&self, words: &'a [u64]) -> Result<View<'a, Zn>> {
        let n = self.n();
        // the sign bit of x | (n − 1 − x) is clear for x < n < 2^63, without a branch: the loop becomes vectors
        let signs = words.iter().fold(0, |signs, &x| signs | x | (n - 1).wrapping_sub(x));
        if n >> 63 == 0 && signs >> 63 == 0 {
            return Ok(View::from_words(words, words.len(), 1));
        }
        match words.iter().position(|&x| x >= n) {
            None => Ok(View::from_words(words, words.len(), 1)),
            Some(index) => Err(Error::NotReduced { index, value: words[index], modulus: n }),
        }
    }

    /// The coefficients' words: least non-negative residues, constant term first.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.words(Poly::from_i64(&f, &[-1, 2]).coeffs()), [96, 2]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn words<'a>(&self, v: View<'a, Zn>) -> &'a [u64] {
        v.words()
    }
}

impl PartialEq for Zn {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.n() == other.n()
    }
}

impl Eq for Zn {}

impl std::hash::Hash for Zn {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.n().hash(state);
    }
}

impl std::fmt::Debug for Zn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Zn({})", self.n())
    }
}

impl Ring for Zn {
    type Elem = u64;
    #[inline]
    fn engine(&self) -> &Engine {
        &self.0.engine
    }
    fn name(&self) -> String {
        format!("zn:{}", self.n())
    }
    #[inline]
    fn one(&self) -> u64 {
        1
    }
    fn pow(&self, a: &u64, e: u64) -> u64 {
        self.modulus().pow(*a, e)
    }
    #[inline]
    fn elem(&self, x: i64) -> u64 {
        self.modulus().reduce_i64(x)
    }
    #[inline]
    fn is_zero(&self, a: &u64) -> bool {
        *a == 0
    }
    #[inline]
    fn add(&self, a: &u64, b: &u64) -> u64 {
        self.modulus().add(*a, *b)
    }
    #[inline]
    fn neg(&self, a: &u64) -> u64 {
        self.modulus().neg(*a)
    }
    #[inline]
    fn mul(&self, a: &u64, b: &u64) -> u64 {
        self.modulus().mul(*a, *b)
    }
    fn inv(&self, a: &u64) -> Result<u64> {
        self.modulus().inv(*a)
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
    fn collect(&self, elems: &[u64]) -> Coeffs<Self> {
        debug_assert!(elems.iter().all(|&x| x < self.n()), "an element is not below the modulus");
        Coeffs::from_words(self.engine().copied(elems), elems.len(), 1)
    }
    fn size(&self, v: View<'_, Self>) -> Size {
        Size { len: v.len(), bits: 0 }
    }
}
