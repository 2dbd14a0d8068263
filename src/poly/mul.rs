//! Products and powers.

use super::{Exponent, Poly};
use crate::{
    Error, Result,
    bits::checked_words,
    engine::Context,
    ring::{Coeffs, Convolve, ProductAlgorithm, ProductShape, ShortOp, View, power, product::same_run},
};
use std::ops::Range;

/// The coefficients of a product to compute.
///
/// ```
/// # use polymod::{Poly, Zn, poly::Part};
/// let f = Zn::new(97)?;
/// let a = Poly::from_i64(&f, &[1, 2, 3]);
/// let part = |part| a.mul_part(&a, &part, None); // of 1 + 4x + 10x² + 12x³ + 9x⁴
/// assert_eq!(part(Part::Low(2))?, Poly::from_i64(&f, &[1, 4]));
/// assert_eq!(part(Part::Middle(1..3))?, Poly::from_i64(&f, &[4, 10]));
/// assert_eq!(part(Part::Cyclic(3))?, Poly::from_i64(&f, &[1 + 12, 4 + 9, 10]));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole product.
    All,
    /// Its first coefficients: the product modulo x^n.
    Low(usize),
    /// These coefficients, the first one as constant term: the middle product.
    Middle(Range<usize>),
    /// The product modulo x^n − 1, n ≥ 1.
    Cyclic(usize),
    /// The product modulo x^n + 1, n ≥ 1.
    Negacyclic(usize),
}

/// Bound on the degree of a power that is computed without a word to anyone.
const SHORT_POWER: u64 = 64;
/// Most bits of a power of a constant over Z that is computed at once.
const SHORT_CONSTANT: u64 = 1 << 12;

impl<R: Convolve> Poly<R> {
    /// self·other.
    ///
    /// ```
    /// # use polymod::{Error, Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::from_i64(&f, &[1, 1]);
    /// assert_eq!(a.checked_mul(&a)?.to_string(), "x^2 + 2*x + 1");
    /// let other = Poly::one(&Zn::new(101)?);
    /// assert!(matches!(a.checked_mul(&other), Err(Error::RingsDiffer { .. })));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    #[inline]
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        self.same_ring(other)?;
        self.few_or(ShortOp::Product, other, Ok, || self.full_product(other))
    }

    /// self·other, by the algorithm that is predicted to be the fastest.
    #[inline(never)]
    pub(super) fn full_product(&self, other: &Self) -> Result<Self> {
        self.mul_part(other, &Part::All, None)
    }

    /// self².
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let a = Poly::from_i64(&Zn::new(97)?, &[-1, 2]);
    /// assert_eq!(a.sqr()?, &a * &a);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn sqr(&self) -> Result<Self> {
        self.checked_mul(self)
    }

    /// The first n coefficients of self·other.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::from_i64(&f, &[1, 2, 3]);
    /// assert_eq!(a.mul_low(&a, 2)?, Poly::from_i64(&f, &[1, 4]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn mul_low(&self, other: &Self, n: usize) -> Result<Self> {
        self.mul_part(other, &Part::Low(n), None)
    }

    /// The given part of self·other by the given algorithm; `None` takes the one predicted fastest.
    ///
    /// ```
    /// use polymod::{Poly, Zn, poly::Part};
    /// let f = Zn::new(97)?;
    /// let a = Poly::from_i64(&f, &[1, 2, 3]);
    /// let negacyclic = a.mul_part(&a, &Part::Negacyclic(3), None)?;
    /// assert_eq!(negacyclic, Poly::from_i64(&f, &[1 - 12, 4 - 9, 10]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::Algorithm`] where the given algorithm does not apply; [`Error::Length`] for n = 0 in a
    /// cyclic product; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn mul_part(&self, other: &Self, part: &Part, algorithm: Option<ProductAlgorithm>) -> Result<Self> {
        self.with(&[other], |r, cx| {
            let (a, b) = (self.coeffs(), other.coeffs());
            let full =
                if a.is_empty() || b.is_empty() { 0 } else { checked_words("the product", a.len() + b.len() - 1, 1)? };
            let coeffs = match part {
                Part::All => window(r, a, b, 0..full, algorithm, cx)?,
                Part::Low(n) => window(r, a, b, 0..full.min(*n), algorithm, cx)?,
                Part::Middle(w) => window(r, a, b, w.start.min(full)..w.end.min(full), algorithm, cx)?,
                Part::Cyclic(n) | Part::Negacyclic(n) => {
                    let negacyclic = matches!(part, Part::Negacyclic(_));
                    let (x, y) = (folded(r, a, *n, negacyclic)?, folded(r, b, *n, negacyclic)?);
                    let (x, y) = (x.view(), if std::ptr::eq(self, other) { x.view() } else { y.view() });
                    let full = (x.len() + y.len()).saturating_sub(1);
                    folded(r, window(r, x, y, 0..full, algorithm, cx)?.view(), *n, negacyclic)?
                }
            };
            Ok(Self::from_coeffs(r, coeffs))
        })
    }

    /// self^e by squaring, e of any size; self^0 is 1, also for the zero polynomial. Negative powers are powers of the inverse,
    /// which exists for constants that are units and, over composite n, for sums of such a constant and nilpotent terms.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_i64(&f, &[1, 1]).pow(2)?, Poly::from_i64(&f, &[1, 2, 1]));
    /// assert_eq!(Poly::from_i64(&f, &[2]).pow(-1)?, Poly::from_i64(&f, &[49]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the result does not fit in memory; for a negative e where there is no inverse
    /// [`Error::DivisionByZero`], [`Error::NotInvertible`], [`Error::Domain`]; [`Error::Cancelled`].
    pub fn pow(&self, e: impl Into<Exponent>) -> Result<Self> {
        let e = e.into();
        if e.is_negative() { self.unit_inverse()?.power(&e.magnitude()) } else { self.power(&e) }
    }

    /// self^e, e ≥ 0.
    fn power(&self, e: &Exponent) -> Result<Self> {
        match e.word() {
            Some(word) => self.few_or(ShortOp::Power(word), self, Ok, || self.long_power(e)),
            None => self.long_power(e),
        }
    }

    /// The power of a polynomial for which the ring has no algorithm for short operands.
    fn long_power(&self, e: &Exponent) -> Result<Self> {
        // one or two products leave nothing to a better algorithm
        let found = match e.word() {
            Some(..=3) => self.short_power(e).or_else(|| self.own_power(e)),
            _ => self.own_power(e).or_else(|| self.short_power(e)),
        };
        if let Some(power) = found {
            return power;
        }
        if let Some(power) = self.power_of_constant(e) {
            return Ok(power);
        }
        let (Some(degree), Some(leading)) = (self.degree(), self.leading()) else {
            return Ok(if e.is_zero() { Self::one(&self.ring) } else { self.clone() });
        };
        let too_large = |size: String| Error::TooLarge { what: "the power".into(), size, limit: "2^46 words".into() };
        let len = match degree {
            0 => Some(1),
            _ => e.word().and_then(|e| usize::try_from((degree as u64).checked_mul(e)?).ok()?.checked_add(1)),
        };
        let len = len.ok_or_else(|| too_large(format!("{degree}·{e} coefficients")))?;
        let bits = u64::from(self.ring.size(self.coeffs()).bits);
        // the constants ±1 do not grow
        if bits > 1 || degree > 0 {
            let growth = if bits == 0 { 0 } else { bits.saturating_mul(e.word().unwrap_or(u64::MAX)) };
            let words = (growth / 64 + 1).try_into().unwrap_or(usize::MAX);
            checked_words("the power", len, words)?;
        }
        let is_monomial = self.ring.trimmed_len(self.coeffs().low(degree)) == 0;
        self.begins(|| (format!("power {e}"), if is_monomial { "monomial" } else { "squaring" }), &[])?;
        if is_monomial {
            let leading = match e.word() {
                Some(e) => self.ring.pow(&leading, e),
                None => power(&self.ring, &leading, e.limbs()),
            };
            return Ok(Self::monomial(&self.ring, &leading, len - 1));
        }
        if e.is_zero() {
            return Ok(Self::one(&self.ring));
        }
        let mut power: Option<Self> = None;
        for bit in (0..e.bits() - 1).rev() {
            let square = power.as_ref().unwrap_or(self).sqr()?;
            power = Some(if e.bit(bit) { square.checked_mul(self)? } else { square });
        }
        Ok(power.unwrap_or_else(|| self.clone()))
    }

    /// self^e by squaring, where its degree is small, and nobody listens.
    fn short_power(&self, e: &Exponent) -> Option<Result<Self>> {
        let degree = self.degree().filter(|&degree| degree > 0)?;
        let e = e.word().filter(|&e| e > 1 && e.saturating_mul(degree as u64) < SHORT_POWER)?;
        self.ring.engine().is_quiet().then(|| {
            let (mut power, mut bit) = (self.sqr()?, e.ilog2() - 1);
            loop {
                if e >> bit & 1 == 1 {
                    power = power.checked_mul(self)?;
                }
                if bit == 0 {
                    return Ok(power);
                }
                (power, bit) = (power.sqr()?, bit - 1);
            }
        })
    }

    /// The power of a constant that is not 0, where it is sure to be short, and nobody listens.
    fn power_of_constant(&self, e: &Exponent) -> Option<Self> {
        let r = &self.ring;
        let e = e.word().filter(|_| self.len() == 1 && r.engine().is_quiet())?;
        let bits = u64::from(r.size(self.coeffs()).bits).checked_mul(e)?;
        if bits > SHORT_CONSTANT {
            return None;
        }
        let power = r.pow(&self.coeff(0), e);
        if bits > 0 || r.is_zero(&power) {
            return Some(Self::new(r, [power]));
        }
        let mut constant = self.clone();
        r.set(&mut constant.coeffs, 0, &power);
        Some(constant)
    }

    /// self^e by an algorithm of the ring's own, if it has one and no monitor is to be told.
    fn own_power(&self, e: &Exponent) -> Option<Result<Self>> {
        let r = &self.ring;
        let e = e.word().filter(|&e| e > 1 && self.len() > 1 && !r.engine().is_watched())?;
        let power = r.engine().enter(|cx| cx.check().map(|()| r.own_power(self.coeffs(), e, cx)));
        match power {
            Ok(power) => power.map(|power| Ok(Self::from_coeffs(r, power?))),
            Err(cancelled) => Some(Err(cancelled)),
        }
    }
}

/// Coefficients `w` of a·b.
fn window<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    b: View<'_, R>,
    w: Range<usize>,
    algorithm: Option<ProductAlgorithm>,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    // only the coefficients below w.end of either operand contribute
    let square = same_run(a, b);
    let a = a.low(w.end);
    let b = if square { a } else { b.low(w.end) };
    let Some(algorithm) = algorithm else { return r.mul_window(a, b, w, cx) };
    let shape = ProductShape::of(r, a, b, w.clone());
    let cx = cx.for_work(shape.candidate(r, algorithm.name(), cx)?.predicted_ns);
    cx.decided(|| shape.decision(r, algorithm, cx))?;
    let mut out = r.zeros(w.len());
    r.mul_window_by(algorithm, &mut out, 0, a, b, w, cx)?;
    Ok(out)
}

/// v modulo x^n ∓ 1.
pub(super) fn folded<R: Convolve>(r: &R, v: View<'_, R>, n: usize, negacyclic: bool) -> Result<Coeffs<R>> {
    if n == 0 {
        return Err(Error::Length { what: "a cyclic product", expected: 1, got: 0 });
    }
    let mut out = r.owned(v.low(n));
    let mut at = n;
    while at < v.len() {
        let block = v.slice(at..at.saturating_add(n));
        if negacyclic && (at / n) % 2 == 1 {
            r.sub_at(&mut out, 0, block);
        } else {
            r.add_at(&mut out, 0, block);
        }
        at += n;
    }
    Ok(out)
}
