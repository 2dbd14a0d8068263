//! Resultants and discriminants from the divisions of a remainder sequence.
//!
//! For R = λ·(A mod B), deg A = n, deg B = m, deg R = r and c the leading coefficient of B,
//!
//! ```text
//! Res(A, B) = (−1)^(n·m) · c^(n − r) · λ^(−m) · Res(B, R),
//! ```
//!
//! and Res(A, c) = c^n for a constant c (Collins 1967, "Subresultants and reduced polynomial remainder sequences"; von zur
//! Gathen, Gerhard, Modern Computer Algebra, section 6.3). A half-GCD makes the same divisions as Euclid's algorithm, each
//! exactly once and in order, so that a list of leading coefficients and factors λ suffices. The powers of λ, whose exponents
//! decrease from division to division, are computed together: ∏ λ_i^(m_i) = ∏ (λ_1 ⋯ λ_i)^(m_i − m_(i+1)).

use super::{
    Poly, division_free,
    gcd::field,
    half_gcd::{End, HalfGcd},
    lifted::{by_primes, is_z_modulo, log2_norm, polys},
};
use crate::{
    Error, Result,
    engine::Context,
    ring::{Convolve, Direct, Ring, ShortOp, euclid::Division},
};

impl<R: Convolve + Direct> Poly<R> {
    /// The resultant: Sylvester's determinant, lc(self)^deg(other)·∏ other(α) over the roots α of self. 0 if either is 0, 1 for
    /// two nonzero constants.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[-6, 1, 1]), Poly::from_i64(&f, &[1, 2]));
    /// assert_eq!(a.resultant(&b)?, 97 - 25);                  // b(2)·b(−3) = 5·(−5)
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// Over a ring with zero divisors it is computed by Euclid's algorithm as long as all leading
    /// coefficients are units. Where one is not, it takes about b·(n + m)/50 resultants modulo primes
    /// over Z/n of b bits, for operands of degrees n and m, and about n·m products of polynomials of
    /// n + m coefficients over other rings.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let r = Zn::new(4)?;
    /// let (a, b) = (Poly::from_i64(&r, &[1, 0, 1]), Poly::from_i64(&r, &[1, 2]));
    /// assert_eq!(a.resultant(&b)?, 1);                        // 2²·((−1/2)² + 1) = 5
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`]; [`Error::Unsupported`] over
    /// Z behind an [`AnyRing`](crate::AnyRing).
    pub fn resultant(&self, other: &Self) -> Result<R::Elem> {
        match self.resultant_by_units(other) {
            Err(Error::NotInvertible { .. }) => self.resultant_without_inverses(other),
            found => found,
        }
    }

    /// The resultant, if all leading coefficients of remainders are units.
    fn resultant_by_units(&self, other: &Self) -> Result<R::Elem> {
        self.same_ring(other)?;
        if self.len() == 1 && other.len() == 1 {
            return Ok(self.ring.one());
        }
        if let Some(value) = self.short_element(ShortOp::Resultant, other) {
            return value;
        }
        self.with(&[other], |r, cx| {
            field(r, "resultant")?;
            let longer = self.len().max(other.len());
            if self.len().min(other.len()) > 1 {
                self.begins(|| ("resultant".into(), HalfGcd::new(r, cx).way(longer, false)), &[other])?;
            }
            self.resultant_by_halves(other, cx)
        })
    }

    /// The resultant of two polynomials that are not constant, by ways that need no inverses.
    fn resultant_without_inverses(&self, other: &Self) -> Result<R::Elem> {
        let r = &self.ring;
        let (n, m) = (self.len() - 1, other.len() - 1);
        if !is_z_modulo(r) {
            self.begins(|| ("resultant".into(), "division-free"), &[other])?;
            let (longer, shorter) = if n < m { (other, self) } else { (self, other) };
            let [a, b] = [longer, shorter].map(division_free::constants);
            let value = division_free::resultant(r, &a, &b)?.coeff(0);
            return Ok(signed(r, value, n < m && n % 2 == 1 && m % 2 == 1));
        }
        self.begins(|| ("resultant".into(), "crt"), &[other])?;
        let [a, b] = [self, other].map(Self::coeffs);
        // Hadamard's inequality
        let bits = log2_norm(r, a) * m as f64 + log2_norm(r, b) * n as f64;
        let values = by_primes(r, &[a, b], bits, &|f, operands| {
            let [a, b] = polys(f, operands);
            let lucky = a.len() == n + 1 && b.len() == m + 1;
            Ok(if lucky { Some(f.collect(&[a.resultant(&b)?])) } else { None })
        })?;
        Ok(r.get(values.view(), 0))
    }

    /// The resultant of polynomials that are not both constant, inside a computation of which the monitor is told as a whole.
    pub(super) fn resultant_inside(&self, other: &Self, cx: Context<'_>) -> Result<R::Elem> {
        match self.short_element(ShortOp::Resultant, other) {
            Some(value) => value,
            None => self.resultant_by_halves(other, cx.told()),
        }
    }

    /// The resultant by halving degrees.
    fn resultant_by_halves(&self, other: &Self, cx: Context<'_>) -> Result<R::Elem> {
        let r = &self.ring;
        let (Some(n), Some(m)) = (self.degree(), other.degree()) else { return Ok(r.elem(0)) };
        let (a, b, swapped) = if n < m { (other, self, true) } else { (self, other, false) };
        if b.len() == 1 {
            return Ok(r.pow(&b.coeff(0), n.max(m) as u64));
        }
        let (mut log, half) = (Some(Vec::new()), HalfGcd::new(r, cx));
        let End { pair: [_, last], .. } = half.until(a.coeffs(), b.coeffs(), 1, None, &mut log)?;
        if last.is_empty() {
            return Ok(r.elem(0));
        }
        let value = from_divisions(r, n.max(m), &log.unwrap_or_default(), &r.get(last.view(), 0))?;
        Ok(signed(r, value, swapped && n % 2 == 1 && m % 2 == 1))
    }

    /// The discriminant: (−1)^(n(n−1)/2)·Res(self, self′)/lc(self), where n is the degree and self′ is taken as of degree n − 1;
    /// 0 for a constant. It is a polynomial in the coefficients, over a ring with zero divisors their
    /// value of that polynomial.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::from_i64(&f, &[5, 3, 2]);
    /// assert_eq!(a.discriminant()?, 97 - 31);                 // 3² − 4·2·5
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`resultant`](Self::resultant).
    pub fn discriminant(&self) -> Result<R::Elem> {
        let r = &self.ring;
        if self.is_empty() || r.size(self.coeffs()).bits > 0 {
            field(r, "discriminant")?;
        }
        let (Some(n), Some(lead)) = (self.degree(), self.leading()) else { return Ok(r.elem(0)) };
        if n <= 1 {
            return Ok(r.elem(n as i64));
        }
        if n == 2 && r.engine().is_quiet() {
            let [c, b, a] = [0, 1, 2].map(|i| self.coeff(i));
            return Ok(r.add(&r.mul(&b, &b), &r.mul(&r.elem(-4), &r.mul(&a, &c))));
        }
        if matches!(r.inv(&lead), Err(Error::NotInvertible { .. })) {
            return self.discriminant_without_inverses(n);
        }
        let derivative = self.derivative();
        let Some(degree) = derivative.degree() else { return Ok(r.elem(0)) };
        let resultant = self.resultant(&derivative)?;
        // each degree that the derivative lacks is one more factor lc(self)
        let factor = match n - 1 - degree {
            0 => r.inv(&lead)?,
            lacking => r.pow(&lead, lacking as u64 - 1),
        };
        Ok(signed(r, r.mul(&resultant, &factor), n / 2 % 2 == 1))
    }

    /// The discriminant for a degree n ≥ 2 and a leading coefficient that cannot be divided by.
    fn discriminant_without_inverses(&self, n: usize) -> Result<R::Elem> {
        let r = &self.ring;
        if !is_z_modulo(r) {
            self.begins(|| ("discriminant".into(), "division-free"), &[])?;
            let value = division_free::derivative_determinant(r, &division_free::constants(self))?;
            return Ok(signed(r, value.coeff(0), n / 2 % 2 == 1));
        }
        self.begins(|| ("discriminant".into(), "crt"), &[])?;
        // Hadamard's inequality; the derivative's norm is at most n times the polynomial's
        let (degree, norm) = (n as f64, log2_norm(r, self.coeffs()));
        let bits = norm * (degree - 1.0) + (norm + degree.log2()) * degree;
        let values = by_primes(r, &[self.coeffs()], bits, &|f, operands| {
            let [a] = polys(f, operands);
            Ok(if a.len() == n + 1 { Some(f.collect(&[a.discriminant()?])) } else { None })
        })?;
        Ok(r.get(values.view(), 0))
    }
}

fn signed<R: Ring>(r: &R, x: R::Elem, negative: bool) -> R::Elem {
    if negative { r.neg(&x) } else { x }
}

/// The resultant of two polynomials, the first of degree `degree`, from the list of their divisions and the constant last
/// remainder.
fn from_divisions<R: Ring>(r: &R, degree: usize, log: &[Division<R::Elem>], last: &R::Elem) -> Result<R::Elem> {
    let (mut value, mut scales, mut scale) = (r.one(), r.one(), r.one());
    let (mut n, mut negative) = (degree, false);
    for (i, Division { gap, lead, scale: this }) in log.iter().enumerate() {
        let m = n - gap;
        let next_gap = log.get(i + 1).map_or(m, |next| next.gap);
        negative ^= n % 2 == 1 && m % 2 == 1;
        // n − r, and m less the degree of the next divisor, which is r
        value = r.mul(&value, &r.pow(lead, (gap + next_gap) as u64));
        if *this != r.one() || scale != r.one() {
            scale = r.mul(&scale, this);
            scales = r.mul(&scales, &r.pow(&scale, next_gap as u64));
        }
        n = m;
    }
    // Res(B, c) = c^deg B
    let value = r.mul(&value, &r.pow(last, n as u64));
    Ok(signed(r, r.mul(&value, &r.inv(&scales)?), negative))
}
