//! The field product of the papers: digits are convolved modulo word primes.
//!
//! Before carries, the digits of a·b are the coefficients of a negacyclic convolution of length k, computed by
//! transforms modulo two 62-bit primes, or three where 2k·r² is larger. Garner's algorithm reconstructs them, two
//! divisions by r split each into l + h·r + c·r², and l, h, c are added to the digits of their weight, with r^k = −1
//! (Covanov, Mohajerani, Moreno Maza, Wang 2019, "Big prime field FFT on multi-core processors", algorithm 1, whose
//! steps these are). Works for every radix of a word. It serves as a reference: products by 52-bit multiply-add take a
//! hundredth of the time ([`FieldProduct`]).

use super::{GeneralizedFermat, Loops, rows::Digits};
use crate::{
    Error, Result,
    arith::{FermatPrime, Modulus, ntt_primes},
    kernels::{blocks::BlockKernel, fermat::FermatKernel},
    ring::{Coeffs, Ring, View, element_blocks},
    transform::ntt::{NttPlan, Wrap},
};

polymod_core::algorithms! {
    /// An algorithm for products of field elements.
    ///
    /// ```
    /// # use polymod::{GeneralizedFermat, ring::{FieldProduct, Ring}};
    /// let f = GeneralizedFermat::new("P8".parse()?)?;
    /// for way in f.field_products() {
    ///     let mut v = f.collect(&[f.p().clone() - 1u32]);
    ///     f.mul_each_by(way, &mut v, f.collect(&[f.p().clone() - 1u32]).view())?;
    ///     assert_eq!(f.get(v.view(), 0), 1, "{way}"); // (−1)²
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    FieldProduct in "polymod::ring", "products of elements of a generalized Fermat field" {
        /// Convolutions of digits modulo word primes, as in the papers; where rows hold integers, digits are computed
        /// first.
        Crt = "crt",
        /// Products of all pairs of digits by 52-bit multiply-add, eight elements at a time.
        Schoolbook = "schoolbook",
        /// As `Schoolbook`, with the digits halved once by Karatsuba's identity.
        Karatsuba = "karatsuba",
        /// Montgomery products in 52-bit limbs, eight elements at a time; the reduction is shortened by p ≡ 1 modulo a
        /// power of two.
        Montgomery = "montgomery",
        /// GMP's product and remainder, one element at a time.
        Gmp = "gmp",
    }
}

impl GeneralizedFermat {
    fn halved(&self, levels: usize) -> Option<FermatKernel> {
        FermatKernel::halved(self.engine().target(), self.prime().radix(), self.prime().digits(), levels)
    }

    /// The algorithms for products of elements that apply to this prime on this machine.
    ///
    /// ```
    /// # use polymod::{GeneralizedFermat, ring::FieldProduct};
    /// assert!(GeneralizedFermat::new("P8".parse()?)?.field_products().contains(&FieldProduct::Gmp));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn field_products(&self) -> Vec<FieldProduct> {
        let applies = |method: &FieldProduct| match method {
            FieldProduct::Crt | FieldProduct::Gmp => true,
            FieldProduct::Schoolbook => self.halved(0).is_some(),
            FieldProduct::Karatsuba => self.halved(1).is_some(),
            FieldProduct::Montgomery => matches!(self.0.loops, Some(Loops::Limbs(_))),
        };
        FieldProduct::ALL.into_iter().filter(applies).collect()
    }

    /// v_i = v_i·w_i by the given algorithm; [`mul_each`](crate::ring::Vectors::mul_each) chooses the fastest.
    ///
    /// ```
    /// use polymod::{GeneralizedFermat, ring::{FieldProduct, Ring}};
    /// let f = GeneralizedFermat::new("P8".parse()?)?;
    /// let w = f.collect(&[f.p().clone() - 1u32, 2.into()]);
    /// let mut v = f.collect(&[7.into(), 5.into()]);
    /// f.mul_each_by(FieldProduct::Crt, &mut v, w.view())?;
    /// assert_eq!((f.get(v.view(), 0), f.get(v.view(), 1)), (f.p().clone() - 7u32, 10.into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Algorithm`] where the algorithm does not apply.
    ///
    /// # Panics
    /// When w is shorter than v.
    pub fn mul_each_by(&self, method: FieldProduct, v: &mut Coeffs<Self>, w: View<'_, Self>) -> Result<()> {
        let (width, flat) = (self.width(), w.words());
        match (method, &self.0.loops) {
            (FieldProduct::Crt, _) => self.by_convolutions(v, flat)?,
            (FieldProduct::Schoolbook, _) if self.halved(0).is_some() => {
                self.halved(0).iter().for_each(|kernel| self.by_blocks(kernel, v, flat));
            }
            (FieldProduct::Karatsuba, _) if self.halved(1).is_some() => {
                self.halved(1).iter().for_each(|kernel| self.by_blocks(kernel, v, flat));
            }
            (FieldProduct::Montgomery, Some(Loops::Limbs(kernel))) => self.by_blocks(kernel, v, flat),
            (FieldProduct::Gmp, _) => {
                for (x, y) in v.words.chunks_exact_mut(width).zip(flat.chunks_exact(width)) {
                    let product = self.mul(&self.0.rows.read(x), &self.0.rows.read(y));
                    self.0.rows.write(x, &product);
                }
            }
            _ => {
                let task = format!("products of elements of {}", self.name());
                return Err(Error::algorithm(method, task, self.field_products()));
            }
        }
        Ok(())
    }

    fn by_blocks(&self, kernel: &impl BlockKernel, v: &mut Coeffs<Self>, w: &[u64]) {
        element_blocks::multiply((kernel, self.width()), self.engine(), &mut v.words, w);
    }

    fn by_convolutions(&self, v: &mut Coeffs<Self>, w: &[u64]) -> Result<()> {
        let width = self.width();
        let convolution = DigitConvolution::new(self.prime())?;
        let k = self.prime().digits();
        let (mut a, mut b) = (vec![0; k], vec![0; k]);
        for (x, y) in v.words.chunks_exact_mut(width).zip(w.chunks_exact(width)) {
            convolution.digits.write(&mut a, &self.0.rows.read(x));
            convolution.digits.write(&mut b, &self.0.rows.read(y));
            convolution.multiply(&mut a, &b);
            self.0.rows.write(x, &convolution.digits.read(&a));
        }
        Ok(())
    }
}

/// A signed coefficient before carries: whether it is negative, and its magnitude, least significant word first.
///
/// ```
/// use polymod::ring::WideDigit;
/// let minus_two_to_64: WideDigit = (true, [0, 1, 0]);
/// assert!(minus_two_to_64.0);
/// ```
pub type WideDigit = (bool, [u64; 3]);

/// Products of elements given as rows of k canonical digits, step by step.
///
/// ```
/// # use polymod::ring::DigitConvolution;
/// let products = DigitConvolution::new("P8".parse()?)?;
/// let mut a = [0, 0, 0, 0, 0, 0, 0, 1]; // r^7
/// products.multiply(&mut a, &[0, 2, 0, 0, 0, 0, 0, 0]);
/// products.multiply(&mut a, &[0, 0, 0, 0, 1, 0, 0, 0]);
/// let mut b = [2, 0, 0, 0, 0, 0, 0, 0];
/// products.multiply(&mut b, &a); // a = −2·r^4
/// products.multiply(&mut b, &[0, 0, 0, 0, 1, 0, 0, 0]);
/// assert_eq!(b, [4, 0, 0, 0, 0, 0, 0, 0]); // r^8 = −1
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct DigitConvolution {
    r: Modulus,
    digits: Digits,
    plans: Vec<NttPlan>,
    /// The inverses 1/p_0 modulo p_1, 1/p_0 modulo p_2, and 1/p_1 modulo p_2.
    inverses: [u64; 3],
    /// Half of the product of the primes, rounded down.
    half: [u64; 3],
    product: [u64; 3],
}

impl DigitConvolution {
    /// The tables for a generalized Fermat prime.
    ///
    /// ```
    /// # use polymod::ring::DigitConvolution;
    /// let products = DigitConvolution::new("P8".parse()?)?;
    /// assert!(products.words() >= 2 * 8); // two primes or three
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`NttPlan::new`].
    pub fn new(prime: FermatPrime) -> Result<Self> {
        const BITS: u32 = 62;
        let (r, k) = (prime.radix(), prime.digits());
        // digits are at most r, and sums are signed
        let bits = 1 + k.ilog2() + 2 * (u64::BITS - r.leading_zeros());
        let count = if bits < 2 * BITS - 1 { 2 } else { 3 };
        let primes = ntt_primes(BITS, k.ilog2() + 1, 3)?;
        let moduli = primes.iter().map(|&p| Modulus::new(p)).collect::<Result<Vec<_>>>()?;
        let inverse = |i: usize, j: usize| moduli[j].inv(moduli[j].reduce(primes[i]));
        let product = primes[..count].iter().fold([1, 0, 0], |x, &p| plus_product([0; 3], x, p));
        let half = [product[0] >> 1 | product[1] << 63, product[1] >> 1 | product[2] << 63, product[2] >> 1];
        Ok(DigitConvolution {
            r: Modulus::new(r)?,
            digits: Digits::new(r, k),
            plans: primes[..count].iter().map(|&p| NttPlan::new(p, k, Wrap::Negacyclic)).collect::<Result<_>>()?,
            inverses: [inverse(0, 1)?, inverse(0, 2)?, inverse(1, 2)?],
            half,
            product,
        })
    }

    /// Number of words of an image: k for each prime.
    ///
    /// ```
    /// # use polymod::ring::DigitConvolution;
    /// assert_eq!(DigitConvolution::new("P8".parse()?)?.words() % 8, 0); // 8 digits for each prime
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn words(&self) -> usize {
        self.plans.iter().map(NttPlan::len).sum()
    }

    /// First step: transforms the digits modulo each prime.
    ///
    /// ```
    /// # use polymod::ring::DigitConvolution;
    /// let products = DigitConvolution::new("P8".parse()?)?;
    /// let mut image = vec![0; products.words()];
    /// products.transform(&[3, 0, 0, 0, 0, 0, 0, 0], &mut image);
    /// assert!(image.iter().all(|&x| x == 3)); // the values of a constant
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn transform(&self, digits: &[u64], image: &mut [u64]) {
        for (plan, run) in self.plans.iter().zip(image.chunks_exact_mut(digits.len())) {
            for (x, &digit) in run.iter_mut().zip(digits) {
                *x = plan.modulus().reduce(digit);
            }
            plan.forward(run);
        }
    }

    /// Second step: multiplies the values, and transforms the product back.
    ///
    /// ```
    /// # use polymod::ring::DigitConvolution;
    /// let products = DigitConvolution::new("P8".parse()?)?;
    /// let [mut x, mut y] = [vec![0; products.words()], vec![0; products.words()]];
    /// products.transform(&[3, 1, 0, 0, 0, 0, 0, 0], &mut x);
    /// products.transform(&[5, 0, 0, 0, 0, 0, 0, 0], &mut y);
    /// products.convolve(&mut x, &y);
    /// assert_eq!(x[..8], [15, 5, 0, 0, 0, 0, 0, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn convolve(&self, x: &mut [u64], y: &[u64]) {
        for (plan, (run, other)) in self.plans.iter().zip(x.chunks_exact_mut(self.k()).zip(y.chunks_exact(self.k()))) {
            for (x, &y) in run.iter_mut().zip(other) {
                *x = plan.modulus().mul(*x, y);
            }
            plan.inverse(run);
        }
    }

    /// Third step: reconstructs the coefficients from their residues, as the integers nearest to 0.
    ///
    /// ```
    /// # use polymod::ring::DigitConvolution;
    /// let products = DigitConvolution::new("P8".parse()?)?;
    /// let mut sums = [(false, [0; 3]); 8];
    /// products.join(&vec![7; products.words()], &mut sums); // 7 modulo each prime
    /// assert_eq!(sums, [(false, [7, 0, 0]); 8]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn join(&self, image: &[u64], sums: &mut [WideDigit]) {
        let (k, p) = (self.k(), |i: usize| self.plans[i].modulus());
        for (j, sum) in sums.iter_mut().enumerate() {
            let (x, y) = (image[j], image[k + j]);
            let second = p(1).mul(p(1).sub(y, p(1).reduce(x)), self.inverses[0]);
            let mut wide = u128::from(second);
            if self.plans.len() == 3 {
                let rest = p(2).mul(p(2).sub(image[2 * k + j], p(2).reduce(x)), self.inverses[1]);
                let third = p(2).mul(p(2).sub(rest, p(2).reduce(second)), self.inverses[2]);
                wide += u128::from(third) * u128::from(p(1).n());
            }
            let value = plus_product([x, 0, 0], [wide as u64, (wide >> 64) as u64, 0], p(0).n());
            let negative = is_above(value, self.half);
            *sum = (negative, if negative { difference(self.product, value) } else { value });
        }
    }

    /// Fourth step: splits each coefficient as l + h·r + c·r², and adds these to the digits j, j + 1 and j + 2.
    ///
    /// ```
    /// # use polymod::ring::DigitConvolution;
    /// let products = DigitConvolution::new("P8".parse()?)?;
    /// let (mut sums, mut places) = ([(false, [0; 3]); 8], [0; 8]);
    /// sums[0] = (true, [7, 0, 0]);
    /// products.split(&sums, &mut places);
    /// assert_eq!(places, [-7, 0, 0, 0, 0, 0, 0, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn split(&self, sums: &[WideDigit], places: &mut [i128]) {
        let k = self.k();
        places.fill(0);
        for (j, &(negative, [x0, x1, x2])) in sums.iter().enumerate() {
            // magnitudes are below 2k·r², and x2 below r
            let (high, rest) = self.r.div_rem(x2, x1);
            let (low, l) = self.r.div_rem(rest, x0);
            let (c, h) = if high < self.r.n() { self.r.div_rem(high, low) } else { self.long_quotient(high, low) };
            for (i, part) in [l, h, c].into_iter().enumerate() {
                let around = j + i >= k;
                let part = i128::from(part);
                places[(j + i) % k] += if negative != around { -part } else { part };
            }
        }
    }

    /// Quotient and remainder of 2^64·high + low by r, where high may be r or more but the quotient fits in a word.
    fn long_quotient(&self, high: u64, low: u64) -> (u64, u64) {
        let value = u128::from(high) << 64 | u128::from(low);
        ((value / u128::from(self.r.n())) as u64, (value % u128::from(self.r.n())) as u64)
    }

    /// Last step: carries, to the canonical digits.
    ///
    /// ```
    /// # use polymod::ring::DigitConvolution;
    /// let (prime, mut digits) = ("P8".parse::<polymod::core::arith::FermatPrime>()?, [0; 8]);
    /// let r = i128::from(prime.radix());
    /// DigitConvolution::new(prime)?.carry(&[r + 5, 0, 0, 0, 0, 0, 0, 0], &mut digits);
    /// assert_eq!(digits, [5, 1, 0, 0, 0, 0, 0, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn carry(&self, places: &[i128], digits: &mut [u64]) {
        self.digits.settle(digits, |_, i| places[i]);
    }

    /// a = a·b.
    ///
    /// ```
    /// # use polymod::ring::DigitConvolution;
    /// let mut a = [3, 1, 0, 0, 0, 0, 0, 0]; // r + 3
    /// DigitConvolution::new("P8".parse()?)?.multiply(&mut a, &[2, 1, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!(a, [6, 5, 1, 0, 0, 0, 0, 0]); // (r + 3)(r + 2)
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn multiply(&self, a: &mut [u64], b: &[u64]) {
        let k = self.k();
        let (mut x, mut y) = (vec![0; self.words()], vec![0; self.words()]);
        self.transform(a, &mut x);
        self.transform(b, &mut y);
        self.convolve(&mut x, &y);
        let (mut sums, mut places) = (vec![(false, [0; 3]); k], vec![0; k]);
        self.join(&x, &mut sums);
        self.split(&sums, &mut places);
        self.carry(&places, a);
    }

    fn k(&self) -> usize {
        self.plans[0].len()
    }
}

/// s + x·y modulo 2^192.
fn plus_product(s: [u64; 3], x: [u64; 3], y: u64) -> [u64; 3] {
    let (mut out, mut carry) = ([0; 3], 0u128);
    for i in 0..3 {
        let t = u128::from(x[i]) * u128::from(y) + u128::from(s[i]) + carry;
        (out[i], carry) = (t as u64, t >> 64);
    }
    out
}

/// x − y, for y ≤ x.
fn difference(x: [u64; 3], y: [u64; 3]) -> [u64; 3] {
    let (mut out, mut borrow) = ([0; 3], false);
    for i in 0..3 {
        let (t, first) = x[i].overflowing_sub(y[i]);
        let (t, second) = t.overflowing_sub(u64::from(borrow));
        (out[i], borrow) = (t, first || second);
    }
    out
}

/// Whether x > y.
fn is_above(x: [u64; 3], y: [u64; 3]) -> bool {
    x.iter().rev().gt(y.iter().rev())
}
