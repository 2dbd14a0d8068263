//! Polynomials in x and y over Z: products, common divisors, and resultants with respect to x.
//!
//! A product is one of polynomials in y, with x replaced by a power of y (Kronecker 1882, §4). A resultant is reconstructed from
//! its images modulo primes. Each image is interpolated from values at as many y as it can have coefficients. The number of
//! primes follows from Hadamard's inequality for the 1-norms of Sylvester's matrix (Goldstein, Graham 1974, "A Hadamard-type
//! bound on the coefficients of a determinant of polynomials").
//!
//! A common divisor is computed at one large integer y = ξ, and its coefficients are read back as ξ-adic digits (Char, Geddes,
//! Gonnet 1989, "GCDHEU: Heuristic polynomial GCD algorithm based on integer GCD computation"). For primitive A and B and ξ ≥
//! 2·min(‖A‖∞, ‖B‖∞) + 4 a candidate G that divides both is the greatest one: were it G·h, then h(ξ) would be a divisor of the
//! digits' content c ≤ ξ/2, and h a polynomial in y alone; but each of its roots is at most 1 + min(‖A‖∞, ‖B‖∞), so that |h(ξ)| >
//! ξ/2.

use super::{
    Options, Outcome,
    driver::{self, Bounded, padded},
    gcd::{content_of, divisor},
    quotient::exact_quotient,
};
use crate::{
    Error, Result,
    poly::{Points, Poly},
    ring::{Coeffs, Integers, Ring, Vectors, View, Zn},
};
use rug::{Complete, Integer};

/// A polynomial in x whose coefficients are polynomials in y.
///
/// ```
/// use polymod::{Integers, multimodular::{Bivariate, Options}};
/// let z = Integers::new();
/// // x² + y² − 1 and x − y
/// let circle = Bivariate::from_i64(&z, &[&[-1, 0, 1], &[], &[1]]);
/// let line = Bivariate::from_i64(&z, &[&[0, -1], &[1]]);
/// assert_eq!(circle.resultant(&line, &Options::default())?.value.to_string(), "2*x^2 - 1");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bivariate {
    z: Integers,
    /// Coefficients by powers of x, the last one not 0.
    coeffs: Vec<Poly<Integers>>,
}

impl Bivariate {
    /// The polynomial with these coefficients, constant term in x first.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, multimodular::Bivariate};
    /// # let z = Integers::new();
    /// let y = Poly::x(&z); // a polynomial in y, as coefficients are
    /// let p = Bivariate::new(&z, vec![y, Poly::one(&z), Poly::zero(&z)]); // y + x
    /// assert_eq!(p, Bivariate::from_i64(&z, &[&[0, 1], &[1]]));
    /// ```
    #[must_use]
    pub fn new(z: &Integers, mut coeffs: Vec<Poly<Integers>>) -> Self {
        while coeffs.last().is_some_and(Poly::is_empty) {
            coeffs.pop();
        }
        Bivariate { z: z.clone(), coeffs }
    }

    /// The polynomial with these word-sized coefficients: entry j of row i belongs to x^i·y^j.
    ///
    /// ```
    /// # use polymod::{Integers, multimodular::Bivariate};
    /// # let z = Integers::new();
    /// let p = Bivariate::from_i64(&z, &[&[5, 1], &[], &[0, 0, 2]]); // 5 + y + 2·x²·y²
    /// assert_eq!(p.at(&3.into()).to_string(), "18*x^2 + 8");
    /// ```
    #[must_use]
    pub fn from_i64(z: &Integers, coeffs: &[&[i64]]) -> Self {
        Self::new(z, coeffs.iter().map(|c| Poly::from_i64(z, c)).collect())
    }

    /// The coefficients by powers of x; the last one is not 0.
    ///
    /// ```
    /// # use polymod::{Integers, multimodular::Bivariate};
    /// # let z = Integers::new();
    /// let p = Bivariate::from_i64(&z, &[&[5, 1], &[3], &[0]]); // 5 + y + 3x
    /// assert_eq!(p.coeffs().len(), 2);
    /// assert_eq!(p.coeffs()[0].eval(&10.into()), 15);
    /// ```
    #[must_use]
    pub fn coeffs(&self) -> &[Poly<Integers>] {
        &self.coeffs
    }

    /// Whether the polynomial is 0.
    ///
    /// ```
    /// # use polymod::{Integers, multimodular::Bivariate};
    /// # let z = Integers::new();
    /// assert!(Bivariate::from_i64(&z, &[&[], &[0]]).is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.coeffs.is_empty()
    }

    /// One more than the degree in y; 0 for the zero polynomial.
    fn len_in_y(&self) -> usize {
        self.coeffs.iter().map(Poly::len).max().unwrap_or(0)
    }

    /// The polynomial in x at this value of y.
    ///
    /// ```
    /// # use polymod::{Integers, multimodular::Bivariate};
    /// # let z = Integers::new();
    /// let circle = Bivariate::from_i64(&z, &[&[-25, 0, 1], &[], &[1]]); // x² + y² − 25
    /// assert_eq!(circle.at(&3.into()).to_string(), "x^2 - 16");
    /// ```
    #[must_use]
    pub fn at(&self, y: &Integer) -> Poly<Integers> {
        Poly::new(&self.z, self.coeffs.iter().map(|c| c.eval(y)).collect::<Vec<_>>())
    }

    /// Kronecker substitution: the polynomial in y with x replaced by y^stride.
    fn packed(&self, stride: usize) -> Coeffs<Integers> {
        let mut packed = self.z.zeros(stride * self.coeffs.len());
        for (i, c) in self.coeffs.iter().enumerate() {
            self.z.copy_at(&mut packed, i * stride, c.coeffs());
        }
        packed
    }

    /// Inverse of [`packed`](Self::packed).
    fn unpacked(z: &Integers, v: View<'_, Integers>, stride: usize) -> Self {
        let piece = |i: usize| Poly::from_coeffs(z, z.owned(v.slice(i * stride..v.len().min((i + 1) * stride))));
        Self::new(z, (0..v.len().div_ceil(stride.max(1))).map(piece).collect())
    }

    /// The product.
    ///
    /// ```
    /// # use polymod::{Integers, multimodular::Bivariate};
    /// # let z = Integers::new();
    /// let (p, q) = (Bivariate::from_i64(&z, &[&[0, 1], &[1]]), Bivariate::from_i64(&z, &[&[0, -1], &[1]]));
    /// assert_eq!(p.checked_mul(&q)?, Bivariate::from_i64(&z, &[&[0, 0, -1], &[], &[1]])); // (x + y)(x − y) = x² − y²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        if self.is_zero() || other.is_zero() {
            return Ok(Self::new(&self.z, Vec::new()));
        }
        let stride = self.len_in_y() + other.len_in_y() - 1;
        let [a, b] = [self, other].map(|p| Poly::from_coeffs(&self.z, p.packed(stride)));
        Ok(Self::unpacked(&self.z, a.checked_mul(&b)?.coeffs(), stride))
    }

    /// self/other; None if `other` does not divide.
    ///
    /// ```
    /// # use polymod::{Integers, multimodular::Bivariate};
    /// # let z = Integers::new();
    /// let p = Bivariate::from_i64(&z, &[&[0, 0, -1], &[], &[1]]); // x² − y²
    /// let q = Bivariate::from_i64(&z, &[&[0, 1], &[1]]); // x + y
    /// assert_eq!(p.exact_quotient(&q)?, Some(Bivariate::from_i64(&z, &[&[0, -1], &[1]])));
    /// assert_eq!(q.exact_quotient(&p)?, None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DivisionByZero`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn exact_quotient(&self, other: &Self) -> Result<Option<Self>> {
        if other.is_zero() {
            return Err(Error::DivisionByZero);
        }
        let stride = self.len_in_y().max(other.len_in_y());
        let [a, b] = [self, other].map(|p| Poly::from_coeffs(&self.z, p.packed(stride)));
        let Some(quotient) = exact_quotient(&a, &b)? else { return Ok(None) };
        let quotient = Self::unpacked(&self.z, quotient.coeffs(), stride);
        // otherwise coefficients of the product overlap
        let fits = quotient.is_zero() || quotient.len_in_y() + other.len_in_y() <= stride + 1;
        Ok(fits.then_some(quotient))
    }

    fn integers(&self) -> impl Iterator<Item = Integer> {
        self.coeffs.iter().flat_map(|c| c.iter().collect::<Vec<_>>())
    }

    fn largest(&self) -> Integer {
        self.integers().map(Integer::abs).max().unwrap_or_default()
    }

    fn map(&self, f: impl Fn(Integer) -> Integer) -> Self {
        let mapped = |c: &Poly<Integers>| Poly::new(&self.z, c.iter().map(&f).collect::<Vec<_>>());
        Self::new(&self.z, self.coeffs.iter().map(mapped).collect())
    }

    /// The primitive part and the integer content.
    fn primitive(&self) -> (Self, Integer) {
        let content = content_of(self.integers());
        if content == 0 { (self.clone(), content) } else { (self.map(|c| c.div_exact(&content)), content) }
    }

    /// The polynomial or its negative, such that the leading coefficient of the leading coefficient is positive.
    fn positive(self) -> Self {
        let negative = self.coeffs.last().and_then(Poly::leading).is_some_and(|lead| lead < 0);
        if negative { self.map(|c| -c) } else { self }
    }

    /// The greatest common divisor in Z\[x, y\], contents included; the leading coefficient of its leading coefficient is
    /// positive. 0 for two zeros.
    ///
    /// ```
    /// use polymod::{Integers, multimodular::{Bivariate, Options}};
    /// let z = Integers::new();
    /// let g = Bivariate::from_i64(&z, &[&[0, 3], &[2]]);
    /// let (a, b) = (Bivariate::from_i64(&z, &[&[1], &[0, 1]]), Bivariate::from_i64(&z, &[&[2, 1], &[1]]));
    /// let found = g.checked_mul(&a)?.gcd(&g.checked_mul(&b)?, &Options::default())?;
    /// assert_eq!(found.value, g);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`]; [`Error::Checkpoint`].
    pub fn gcd(&self, other: &Self, options: &Options) -> Result<Outcome<Self>> {
        let stride = self.len_in_y().max(other.len_in_y()).max(1);
        let packed = [self.packed(stride), other.packed(stride)];
        options.begin("gcd over z[y]", &[packed[0].view(), packed[1].view()], &[stride])?;
        let [(a, of_a), (b, of_b)] = [self.primitive(), other.primitive()];
        let common = of_a.gcd(&of_b);
        if a.is_zero() || b.is_zero() {
            let other = if a.is_zero() { b } else { a };
            return Ok(Outcome::direct(other.map(|c| c * &common).positive()));
        }
        let mut at: Integer = a.largest().min(b.largest()) * 2u32 + 29;
        let (mut primes, mut unlucky) = (0, 0);
        loop {
            let found = divisor(&a.at(&at), &b.at(&at), options)?;
            (primes, unlucky) = (primes + found.primes, unlucky + found.unlucky);
            let digits = found.value.iter().map(|c| digits(&self.z, c, &at)).collect();
            let (candidate, _) = Self::new(&self.z, digits).primitive();
            if !candidate.is_zero()
                && a.exact_quotient(&candidate)?.is_some()
                && b.exact_quotient(&candidate)?.is_some()
            {
                let value = candidate.map(|c| c * &common).positive();
                return Ok(Outcome { primes, unlucky, ..found.map(|_| value) });
            }
            // a point with other digits, a little more than e times as large
            at = at * 73_794u32 / 27_011u32;
        }
    }

    /// The resultant with respect to x, a polynomial in y: Sylvester's determinant; 0 if either is 0, 1 for two nonzero
    /// polynomials without x.
    ///
    /// ```
    /// # use polymod::{Integers, multimodular::{Bivariate, Options}};
    /// # let z = Integers::new();
    /// let parabola = Bivariate::from_i64(&z, &[&[0, -1], &[], &[1]]); // x² − y
    /// let line = Bivariate::from_i64(&z, &[&[-2, -1], &[1]]); // x − y − 2
    /// let found = parabola.resultant(&line, &Options::default())?;
    /// assert_eq!(found.value.to_string(), "x^2 + 3*x + 4"); // (y + 2)² − y, a polynomial in y
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`]; [`Error::Checkpoint`].
    pub fn resultant(&self, other: &Self, options: &Options) -> Result<Outcome<Poly<Integers>>> {
        let z = &self.z;
        let [of_a, of_b] = [self, other].map(|p| p.len_in_y().max(1));
        let [a, b] = [self.packed(of_a), other.packed(of_b)];
        options.begin("resultant over z[y]", &[a.view(), b.view()], &[of_a, of_b])?;
        if self.is_zero() || other.is_zero() {
            return Ok(Outcome::direct(Poly::zero(z)));
        }
        let (n, m) = (self.coeffs.len() - 1, other.coeffs.len() - 1);
        match (n, m) {
            (0, _) => return Ok(Outcome::direct(self.coeffs[0].pow(m as u64)?)),
            (_, 0) => return Ok(Outcome::direct(other.coeffs[0].pow(n as u64)?)),
            _ => {}
        }
        let len = (of_a - 1) * m + (of_b - 1) * n + 1;
        let image = |zn: &Zn, operands: &[&[u64]]| {
            let points = zn.collect(&(0..len as u64).collect::<Vec<_>>());
            let points = Points::new(zn, points.view())?;
            let values = |words: &[u64], stride: usize| {
                let coefficient = |run: &[u64]| points.eval(&Poly::new(zn, run.iter().copied()));
                words.chunks_exact(stride).map(coefficient).collect::<Result<Vec<_>>>()
            };
            let (x, y) = (values(operands[0], of_a)?, values(operands[1], of_b)?);
            let at =
                |v: &[Coeffs<Zn>], i: usize| Poly::new(zn, v.iter().map(|c| zn.get(c.view(), i)).collect::<Vec<_>>());
            let resultants = (0..len).map(|i| of_degrees(zn, [n, m], &at(&x, i), &at(&y, i)));
            let resultants = zn.collect(&resultants.collect::<Result<Vec<_>>>()?);
            Ok(Some(padded(zn, &points.interpolate(resultants.view())?, len)))
        };
        let job = Bounded {
            task: Box::new(move || {
                format!("resultant over z[y], {} by {} coefficients of {of_a} and {of_b}", n + 1, m + 1)
            }),
            operands: vec![a.view(), b.view()],
            count: len,
            bound: self.log2_norm() * m as f64 + other.log2_norm() * n as f64,
            products: (len * (n * m + of_a * (n + 1) + of_b * (m + 1))) as f64,
            image: Box::new(image),
            vector: None,
        };
        let found = z.engine().enter(|cx| driver::run(z, &job, options, cx))?;
        Ok(found.map(|coeffs| Poly::from_coeffs(z, coeffs)))
    }

    /// An upper bound on log2 of √Σ ‖coefficient‖₁², with a margin for rounding.
    fn log2_norm(&self) -> f64 {
        let norms = self.coeffs.iter().map(|c| c.iter().map(Integer::abs).sum::<Integer>()).collect::<Vec<_>>();
        Integers::log2_norm(self.z.collect(&norms).view())
    }
}

/// The digits of an integer to this base, of least absolute value.
fn digits(z: &Integers, c: Integer, base: &Integer) -> Poly<Integers> {
    let (mut rest, mut digits) = (c, Vec::new());
    while rest != 0 {
        let mut digit = rest.modulo_ref(base).complete();
        if Integer::from(2 * &digit) > *base {
            digit -= base;
        }
        rest = (rest - &digit).div_exact(base);
        digits.push(digit);
    }
    Poly::new(z, digits)
}

/// The resultant of polynomials taken as of degrees n, m ≥ 1, whose leading coefficients may be 0.
fn of_degrees(zn: &Zn, [n, m]: [usize; 2], a: &Poly<Zn>, b: &Poly<Zn>) -> Result<u64> {
    let (Some(i), Some(j), Some(of_a), Some(of_b)) = (a.degree(), b.degree(), a.leading(), b.leading()) else {
        return Ok(0);
    };
    let p = zn.modulus();
    if i < n && j < m {
        return Ok(0);
    }
    // for each missing degree, a column of Sylvester's matrix with one entry
    let factor = p.mul(p.pow(of_b, (n - i) as u64), p.pow(of_a, (m - j) as u64));
    let resultant = p.mul(a.resultant(b)?, factor);
    Ok(if (n - i) * m % 2 == 1 { p.neg(resultant) } else { resultant })
}
