//! Polynomials in x and y over Z: common divisors, and resultants with respect to x.
//!
//! A resultant is reconstructed from its images modulo primes. Each image is interpolated from values at as many y as it can have
//! coefficients. The number of primes follows from Hadamard's inequality for the 1-norms of Sylvester's matrix (Goldstein, Graham
//! 1974, "A Hadamard-type bound on the coefficients of a determinant of polynomials").
//!
//! A common divisor is computed at one large integer y = ξ, and its coefficients are read back as ξ-adic digits (Char, Geddes,
//! Gonnet 1989, "GCDHEU: Heuristic polynomial GCD algorithm based on integer GCD computation"). For primitive A and B and ξ ≥
//! 2·min(‖A‖∞, ‖B‖∞) + 4 a candidate G that divides both is the greatest one: were it G·h, then h(ξ) would be a divisor of the
//! digits' content c ≤ ξ/2, and h a polynomial in y alone; but each of its roots is at most 1 + min(‖A‖∞, ‖B‖∞), so that |h(ξ)| >
//! ξ/2.

use super::{
    Options, Outcome,
    driver::{self, Bounded},
    gcd::{content_of, divisor},
    quotient::{cofactor, exact_quotient},
    work::{Kind, Work},
};
use crate::{
    Result,
    poly::{Bivariate, Poly},
    ring::{Integers, Ring},
};
use rug::{Complete, Integer};

/// Divisors, resultants and discriminants over Z.
impl Bivariate<Integers> {
    /// self/other; None if `other` does not divide.
    ///
    /// ```
    /// # use polymod::{Integers, poly::Bivariate};
    /// # let z = Integers::new();
    /// let p = Bivariate::from_i64(&z, &[&[0, 0, -1], &[], &[1]]); // x² − y²
    /// let q = Bivariate::from_i64(&z, &[&[0, 1], &[1]]); // x + y
    /// assert_eq!(p.exact_quotient(&q)?, Some(Bivariate::from_i64(&z, &[&[0, -1], &[1]])));
    /// assert_eq!(q.exact_quotient(&p)?, None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DivisionByZero`](crate::Error::DivisionByZero); [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn exact_quotient(&self, other: &Self) -> Result<Option<Self>> {
        self.quotient_by(other, exact_quotient)
    }

    fn integers(&self) -> impl Iterator<Item = Integer> {
        self.coeffs().iter().flat_map(|c| c.iter().collect::<Vec<_>>())
    }

    fn largest(&self) -> Integer {
        self.integers().map(Integer::abs).max().unwrap_or_default()
    }

    fn map_integers(&self, f: impl Fn(Integer) -> Integer) -> Self {
        let mapped = |c: &Poly<Integers>| Poly::new(self.ring(), c.iter().map(&f).collect::<Vec<_>>());
        Self::new(self.ring(), self.coeffs().iter().map(mapped).collect())
    }

    /// The primitive part and the integer content.
    fn primitive(&self) -> (Self, Integer) {
        let content = content_of(self.integers());
        if content == 0 { (self.clone(), content) } else { (self.map_integers(|c| c.div_exact(&content)), content) }
    }

    /// The polynomial or its negative, such that the leading coefficient of the leading coefficient is positive.
    fn positive(self) -> Self {
        let negative = self.coeffs().last().and_then(Poly::leading).is_some_and(|lead| lead < 0);
        if negative { self.map_integers(|c| -c) } else { self }
    }

    /// The greatest common divisor in Z\[x, y\], contents included; the leading coefficient of its leading coefficient is
    /// positive. 0 for two zeros.
    ///
    /// ```
    /// use polymod::{Integers, multimodular::Options, poly::Bivariate};
    /// let z = Integers::new();
    /// let g = Bivariate::from_i64(&z, &[&[0, 3], &[2]]);
    /// let (a, b) = (Bivariate::from_i64(&z, &[&[1], &[0, 1]]), Bivariate::from_i64(&z, &[&[2, 1], &[1]]));
    /// let found = g.checked_mul(&a)?.gcd(&g.checked_mul(&b)?, &Options::default())?;
    /// assert_eq!(found.value, g);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled); [`Error::Checkpoint`](crate::Error::Checkpoint).
    pub fn gcd(&self, other: &Self, options: &Options) -> Result<Outcome<Self>> {
        let stride = self.len_in_y().max(other.len_in_y()).max(1);
        let packed = [self.packed(stride), other.packed(stride)];
        options.begin("gcd over z[y]", &[packed[0].view(), packed[1].view()], &[stride])?;
        let [(a, of_a), (b, of_b)] = [self.primitive(), other.primitive()];
        let common = of_a.gcd(&of_b);
        if a.is_zero() || b.is_zero() {
            let other = if a.is_zero() { b } else { a };
            return Ok(Outcome::direct(other.map_integers(|c| c * &common).positive()));
        }
        let mut at: Integer = a.largest().min(b.largest()) * 2u32 + 29;
        let (mut primes, mut unlucky) = (0, 0);
        loop {
            let found = divisor(&a.at(&at), &b.at(&at), options)?;
            (primes, unlucky) = (primes + found.primes, unlucky + found.unlucky);
            let digits = found.value.iter().map(|c| digits(self.ring(), c, &at)).collect();
            let (candidate, _) = Self::new(self.ring(), digits).primitive();
            if !candidate.is_zero()
                && a.exact_quotient(&candidate)?.is_some()
                && b.exact_quotient(&candidate)?.is_some()
            {
                let value = candidate.map_integers(|c| c * &common).positive();
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
    /// # use polymod::{Integers, multimodular::Options, poly::Bivariate};
    /// # let z = Integers::new();
    /// let parabola = Bivariate::from_i64(&z, &[&[0, -1], &[], &[1]]); // x² − y
    /// let line = Bivariate::from_i64(&z, &[&[-2, -1], &[1]]); // x − y − 2
    /// let found = parabola.resultant(&line, &Options::default())?;
    /// assert_eq!(found.value.to_string(), "x^2 + 3*x + 4"); // (y + 2)² − y, a polynomial in y
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled); [`Error::Checkpoint`](crate::Error::Checkpoint).
    pub fn resultant(&self, other: &Self, options: &Options) -> Result<Outcome<Poly<Integers>>> {
        let z = self.ring();
        let [of_a, of_b] = [self, other].map(|p| p.len_in_y().max(1));
        let [a, b] = [self.packed(of_a), other.packed(of_b)];
        options.begin("resultant over z[y]", &[a.view(), b.view()], &[of_a, of_b])?;
        if self.is_zero() || other.is_zero() {
            return Ok(Outcome::direct(Poly::zero(z)));
        }
        let (n, m) = (self.coeffs().len() - 1, other.coeffs().len() - 1);
        match (n, m) {
            (0, _) => return Ok(Outcome::direct(self.coeffs()[0].pow(m as u64)?)),
            (_, 0) => return Ok(Outcome::direct(other.coeffs()[0].pow(n as u64)?)),
            _ => {}
        }
        let len = (of_a - 1) * m + (of_b - 1) * n + 1;
        let job = Bounded {
            task: Box::new(move || {
                format!("resultant over z[y], {} by {} coefficients of {of_a} and {of_b}", n + 1, m + 1)
            }),
            operands: vec![a.view(), b.view()],
            count: len,
            bound: self.log2_norm() * m as f64 + other.log2_norm() * n as f64,
            products: (len * (n * m + of_a * (n + 1) + of_b * (m + 1))) as f64,
            work: Work::new(Kind::Bivariate, &[of_a, of_b, n, m, len]),
        };
        let found = z.engine().enter(|cx| driver::run(z, &job, options, cx))?;
        Ok(found.map(|coeffs| Poly::from_coeffs(z, coeffs)))
    }

    /// The discriminant with respect to x, a polynomial in y: (−1)^(n(n−1)/2)·Res(self, self′)/lc(self), n the degree in x; 0 for n = 0.
    ///
    /// ```
    /// # use polymod::{Integers, multimodular::Options, poly::Bivariate};
    /// let p = Bivariate::from_i64(&Integers::new(), &[&[0, 1], &[3], &[1]]); // x² + 3x + y
    /// assert_eq!(p.discriminant(&Options::default())?.value.to_string(), "-4*x + 9"); // a polynomial in y
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`resultant`](Self::resultant).
    pub fn discriminant(&self, options: &Options) -> Result<Outcome<Poly<Integers>>> {
        let (n, lead) = match self.coeffs() {
            [.., lead] if self.coeffs().len() > 1 => (self.coeffs().len() - 1, lead),
            _ => return Ok(Outcome::direct(Poly::zero(self.ring()))),
        };
        let found = self.resultant(&self.derivative(), options)?;
        let quotient = cofactor(&found.value, lead)?;
        Ok(found.map(|_| if n / 2 % 2 == 1 { -quotient } else { quotient }))
    }

    /// An upper bound on log2 of √Σ ‖coefficient‖₁², with a margin for rounding.
    fn log2_norm(&self) -> f64 {
        let norms = self.coeffs().iter().map(|c| c.iter().map(Integer::abs).sum::<Integer>()).collect::<Vec<_>>();
        Integers::log2_norm(self.ring().collect(&norms).view())
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
