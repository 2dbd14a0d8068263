//! Generalized Fermat prime fields: integers modulo p = r^k + 1 as rows of k digits to the radix r.
//!
//! A row is canonical: digits in [0, r), except that p − 1 = r^k, which k digits below r cannot represent, has the
//! digits r, r − 1, …, r − 1. Products of vectors, and transforms, use the loops of [`FermatKernel`] where they accept
//! the radix; elsewhere rows are those of [`ZnBig`], and the loops those of [`LimbKernel`].

mod convolution;
mod convolve;
mod dft;
mod rows;

pub use convolution::{DigitConvolution, FieldProduct, WideDigit};
pub use convolve::FermatPlan;

use super::{Choices, Coeffs, Ring, View, ZnBig, element_blocks, integers::from_decimal, roots::root_in_field};
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
    /// # Errors
    /// [`Error::Modulus`] where the number has no name and is not prime by GMP's test (Baillie–PSW and 16 more rounds),
    /// which no known composite passes.
    pub fn new(prime: FermatPrime) -> Result<Self> {
        Self::on(&Engine::default(), prime)
    }

    /// The field on the given engine.
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
        let digits = FermatKernel::cheapest(engine.isa(), r, k, &engine.costs().fermat);
        let rows = if digits.is_some() { Rows::digits(r, k) } else { Rows::words(&p) };
        let limbs = || LimbKernel::new(engine.isa(), &prime.limbs()).map(Loops::Limbs);
        Ok(GeneralizedFermat(Arc::new(Inner {
            prime,
            rows,
            loops: digits.map(Loops::Digits).or_else(limbs),
            big: ZnBig::on(engine, p)?,
            id: IDS.fetch_add(1, Relaxed),
            choices: Choices::default(),
        })))
    }

    /// The prime, given by r and k.
    #[must_use]
    pub fn prime(&self) -> FermatPrime {
        self.0.prime
    }

    /// The prime p as an integer.
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

impl fmt::Debug for GeneralizedFermat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GeneralizedFermat({})", self.0.prime)
    }
}

impl Ring for GeneralizedFermat {
    type Elem = Integer;

    fn engine(&self) -> &Engine {
        self.0.big.engine()
    }
    fn name(&self) -> String {
        format!("gfpf:{}", self.0.prime)
    }
    fn one(&self) -> Integer {
        Integer::from(1)
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
    fn sqrt(&self, a: &Integer) -> Result<Integer> {
        self.0.big.sqrt(a)
    }

    /// For an order M that 2k divides: the least power W^u of W = h^((p − 1)/M), u prime to M, with (W^u)^(M/2k) = r.
    fn root_of_unity(&self, order: u64) -> Result<Integer> {
        let p = self.p();
        let root = root_in_field(p, order)?;
        let turn = 2 * self.prime().digits() as u64;
        if !order.is_multiple_of(turn) {
            return Ok(root);
        }
        let power = |base: &Integer, e: u64| base.pow_mod_ref(&e.into(), p).map(Integer::from);
        // the root's power is r^j, j odd, and u is 1/j modulo 2k
        let r = Integer::from(self.0.prime.radix());
        let inner = power(&root, order / turn);
        let j = (1..turn).step_by(2).find(|&j| power(&r, j) == inner);
        let u = j.and_then(|j| {
            let first = (1..turn).step_by(2).find(|u| u * j % turn == 1)?;
            (0..).map(|i| first + i * turn).find(|&u| Integer::from(u).gcd(&order.into()) == 1)
        });
        let chosen = u.and_then(|u| power(&root, u));
        chosen.ok_or_else(|| Error::NoRoot { modulus: p.to_string(), order })
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
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.words().iter().rposition(|&x| x != 0).map_or(0, |i| i / v.width + 1)
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.words() == b.words()
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        out.words[at * v.width..][..v.len() * v.width].copy_from_slice(v.words());
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut words = self.engine().dirty(v.words().len());
        for (out, x) in words.chunks_exact_mut(v.width).zip(v.words().rchunks_exact(v.width)) {
            out.copy_from_slice(x);
        }
        Coeffs::from_words(words, v.len(), v.width)
    }

    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let width = self.width();
        for (x, y) in out.words[at * width..].chunks_exact_mut(width).zip(v.words().chunks_exact(width)) {
            self.0.rows.add(x, y);
        }
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let width = self.width();
        for (x, y) in out.words[at * width..].chunks_exact_mut(width).zip(v.words().chunks_exact(width)) {
            self.0.rows.sub(x, y);
        }
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        v.words.chunks_exact_mut(self.width()).for_each(|x| self.0.rows.neg(x));
    }
    fn scale(&self, v: &mut Coeffs<Self>, c: &Integer) {
        let mut factor = vec![0; self.width()];
        self.0.rows.write(&mut factor, c);
        match &self.0.loops {
            Some(Loops::Digits(kernel)) => element_blocks::scale(kernel, self.engine(), &mut v.words, &factor),
            Some(Loops::Limbs(kernel)) => element_blocks::scale(kernel, self.engine(), &mut v.words, &factor),
            None => {
                for row in v.words.chunks_exact_mut(self.width()) {
                    let x = self.mul(&self.0.rows.read(row), c);
                    self.0.rows.write(row, &x);
                }
            }
        }
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        let (k, w) = (self.width(), w.words());
        match &self.0.loops {
            Some(Loops::Digits(kernel)) => element_blocks::multiply((kernel, k), self.engine(), &mut v.words, w),
            Some(Loops::Limbs(kernel)) => element_blocks::multiply((kernel, k), self.engine(), &mut v.words, w),
            None => {
                for (x, y) in v.words.chunks_exact_mut(k).zip(w.chunks_exact(k)) {
                    let product = self.mul(&self.0.rows.read(x), &self.0.rows.read(y));
                    self.0.rows.write(x, &product);
                }
            }
        }
    }

    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        let x = Integer::from_digits(magnitude, Order::Lsf);
        self.push(v, if negative { -x } else { x });
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        let x = from_decimal(digits)?;
        self.push(v, if negative { -x } else { x });
        Ok(())
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        self.0.rows.push_words(&v.words()[i * v.width..][..v.width], out);
        false
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        out.push_str(&self.get(v, i).to_string_radix(10));
    }
}
