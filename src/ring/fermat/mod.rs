//! Generalized Fermat prime fields: integers modulo p = r^k + 1 as rows of k digits to the radix r.
//!
//! A row is canonical: digits in [0, r), except that p − 1 = r^k, which k digits below r cannot represent, has the
//! digits r, r − 1, …, r − 1. Products of vectors, and transforms, use the loops of [`FermatKernel`] where they accept
//! the radix; elsewhere rows are those of [`ZnBig`], and the loops those of [`LimbKernel`].

mod codec;
mod convolution;
mod convolve;
mod dft;
mod roots;
mod rows;
mod vectors;

pub use convolution::{DigitConvolution, FieldProduct, WideDigit};
pub use convolve::FermatPlan;

use super::{
    AtPoints, Blocks, Choices, Coeffs, Determinants, Euclid, Evaluation, Quotients, Ring, Short, Size, View, ZnBig,
};
use crate::{
    Error, Result,
    arith::FermatPrime,
    costs::CostModel,
    engine::Engine,
    kernels::{fermat::FermatKernel, limbs::LimbKernel},
};
use rows::Rows;
use rug::{
    Integer,
    integer::{IsPrime, Order},
};
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// The prime field of r^k + 1 elements.
///
/// ```
/// use polymod::{GeneralizedFermat, Poly};
/// let f = GeneralizedFermat::new("F4".parse()?)?;
/// let a = Poly::from_i64(&f, &[-1, 1]);
/// assert_eq!((&a * &a).coeff(0), 1);
/// assert_eq!(f.p().significant_bits(), 193);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct GeneralizedFermat(Arc<Inner>);

struct Inner {
    prime: FermatPrime,
    rows: Rows,
    /// The loops; `None` for the longest elements.
    loops: Option<Loops>,
    big: ZnBig,
    /// Number that distinguishes this field's cached plans from other fields'.
    id: u64,
    choices: Choices,
}

/// Loops over blocks of eight elements, by their representation.
enum Loops {
    Digits(FermatKernel),
    Limbs(LimbKernel),
}

impl Loops {
    fn product_ns(&self, costs: &CostModel) -> f64 {
        match self {
            Loops::Digits(kernel) => kernel.product_ns(&costs.fermat),
            Loops::Limbs(kernel) => kernel.product_ns(&costs.limbs),
        }
    }

    /// Nanoseconds of the conversion of a row to its place in a block, or back.
    fn row_ns(&self, costs: &CostModel) -> f64 {
        match self {
            Loops::Digits(kernel) => kernel.digits() as f64 * costs.fermat.row,
            Loops::Limbs(kernel) => kernel.limbs() as f64 * costs.limbs.row,
        }
    }
}

impl GeneralizedFermat {
    /// The field on the default engine.
    ///
    /// ```
    /// # use polymod::{GeneralizedFermat, Ring};
    /// let f = GeneralizedFermat::new("F4".parse()?)?; // r^4 + 1 for r = 2^48 + 224
    /// assert_eq!(f.pow(&f.prime().radix().into(), 4), f.elem(-1));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] where the number has no name and is not prime by GMP's test (Baillie–PSW and 16 more rounds),
    /// which no known composite passes.
    pub fn new(prime: FermatPrime) -> Result<Self> {
        Self::on(&Engine::default(), prime)
    }

    /// The prime r^k + 1 of this value, with the longest r of one word; None for a number that is not of this form.
    ///
    /// ```
    /// # use polymod::{GeneralizedFermat, Ring};
    /// let f = GeneralizedFermat::new("F8".parse()?)?;
    /// assert_eq!(GeneralizedFermat::prime_of(f.p()).map(|p| p.to_string()), Some("F8".into()));
    /// assert!(GeneralizedFermat::prime_of(&1000.into()).is_none());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn prime_of(value: &Integer) -> Option<FermatPrime> {
        if *value < 2 {
            return None;
        }
        let power = Integer::from(value - 1u32);
        let least = power.significant_bits().div_ceil(64).next_power_of_two().max(2);
        (least..=1024).filter(|k| k.is_power_of_two()).find_map(|k| {
            let (r, rest) = power.clone().root_rem(Integer::new(), k);
            (rest == 0).then(|| FermatPrime::new(r.to_u64()?, k).ok())?
        })
    }

    /// The field on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, GeneralizedFermat, Ring};
    /// let f = GeneralizedFermat::on(&Engine::builder().threads(1).build(), "F4".parse()?)?;
    /// assert_eq!(f.engine().threads(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn on(engine: &Engine, prime: FermatPrime) -> Result<Self> {
        static IDS: AtomicU64 = AtomicU64::new(0);
        let p = Integer::from_digits(&prime.limbs(), Order::Lsf);
        if prime.name().is_none() && p.is_probably_prime(40) == IsPrime::No {
            return Err(Error::Modulus { modulus: prime.to_string(), expected: "a prime" });
        }
        let (r, k) = (prime.radix(), prime.digits());
        let digits = FermatKernel::cheapest(engine.target(), r, k, &engine.costs().fermat);
        let rows = if digits.is_some() { Rows::digits(r, k) } else { Rows::words(&p) };
        let limbs = || LimbKernel::new(engine.target(), &prime.limbs()).map(Loops::Limbs);
        Ok(GeneralizedFermat(Arc::new(Inner {
            prime,
            rows,
            loops: digits.map(Loops::Digits).or_else(limbs),
            big: ZnBig::of_prime(engine, p)?,
            id: IDS.fetch_add(1, Relaxed),
            choices: Choices::default(),
        })))
    }

    /// The prime, given by r and k.
    ///
    /// ```
    /// # use polymod::GeneralizedFermat;
    /// let p = GeneralizedFermat::new("P8".parse()?)?.prime();
    /// assert_eq!(p.digits(), 8); // p = r^8 + 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn prime(&self) -> FermatPrime {
        self.0.prime
    }

    /// The prime p as an integer.
    ///
    /// ```
    /// # use polymod::{GeneralizedFermat, rug::Integer};
    /// let f = GeneralizedFermat::new("F4".parse()?)?;
    /// assert_eq!(*f.p(), Integer::from(f.prime().radix()).square().square() + 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn p(&self) -> &Integer {
        self.0.big.n()
    }

    fn width(&self) -> usize {
        self.0.rows.width()
    }

    fn push(&self, v: &mut Coeffs<Self>, x: Integer) {
        let at = v.words.len();
        v.words.resize(at + self.width());
        self.0.rows.write(&mut v.words[at..], &x.modulo(self.p()));
        v.len += 1;
    }
}

impl PartialEq for GeneralizedFermat {
    fn eq(&self, other: &Self) -> bool {
        self.0.prime == other.0.prime
    }
}

impl Eq for GeneralizedFermat {}

impl std::hash::Hash for GeneralizedFermat {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.prime.hash(state);
    }
}

impl fmt::Debug for GeneralizedFermat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GeneralizedFermat({})", self.0.prime)
    }
}

impl Ring for GeneralizedFermat {
    type Elem = Integer;
    #[inline]
    fn engine(&self) -> &Engine {
        self.0.big.engine()
    }
    fn name(&self) -> String {
        format!("gfpf:{}", self.0.prime)
    }
    fn one(&self) -> Integer {
        Integer::from(1)
    }
    fn is_one(&self, a: &Integer) -> bool {
        *a == 1
    }
    fn elem(&self, x: i64) -> Integer {
        self.0.big.elem(x)
    }
    #[inline]
    fn is_zero(&self, a: &Integer) -> bool {
        a.is_zero()
    }
    fn add(&self, a: &Integer, b: &Integer) -> Integer {
        self.0.big.add(a, b)
    }
    fn neg(&self, a: &Integer) -> Integer {
        self.0.big.neg(a)
    }
    fn mul(&self, a: &Integer, b: &Integer) -> Integer {
        self.0.big.mul(a, b)
    }
    fn inv(&self, a: &Integer) -> Result<Integer> {
        self.0.big.inv(a)
    }
    fn zeros(&self, len: usize) -> Coeffs<Self> {
        Coeffs::from_words(self.engine().zeroed(len * self.width()), len, self.width())
    }
    fn get(&self, v: View<'_, Self>, i: usize) -> Integer {
        self.0.rows.read(&v.words()[i * v.width..][..v.width])
    }
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &Integer) {
        let width = self.width();
        self.0.rows.write(&mut v.words[i * width..][..width], x);
    }
    fn resize(&self, v: &mut Coeffs<Self>, len: usize) {
        v.words.resize(len * self.width());
        v.len = len;
    }
    fn size(&self, v: View<'_, Self>) -> Size {
        Size { len: v.len(), bits: 0 }
    }
}

impl Short for GeneralizedFermat {}

impl Quotients for GeneralizedFermat {}

impl Evaluation for GeneralizedFermat {}

impl Blocks for GeneralizedFermat {}

impl Euclid for GeneralizedFermat {}

impl AtPoints for GeneralizedFermat {}

impl Determinants for GeneralizedFermat {}
