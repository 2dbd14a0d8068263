//! Powers modulo a polynomial, and of power series.
//!
//! Modulo m: by windows of the exponent's bits; each product is reduced by one shared [`Divisor`]. A base that is much shorter than m is
//! multiplied bit by bit, since a product by it costs little.
//!
//! Of series: A^E = c^E·x^(vE)·exp(E·log U) with A = c·x^v·U, U = 1 + … (Brent, Kung 1978, "Fast algorithms for manipulating
//! formal power series", §2), a constant number of products. By squaring, truncated to n terms, where that takes fewer products,
//! where coefficients grow, and where one of 1, …, n − 1 is not invertible. An A with few terms by a [recurrence](super::sparse).

use super::{Divisor, Exponent, Poly, series, sparse};
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, Convolve, View, power, power_by_windows},
};
use std::borrow::Cow;

/// Cost of a series' logarithm and exponential together, in products of its length.
const LOG_EXP_PRODUCTS: f64 = 7.0;

impl<R: Convolve> Poly<R> {
    /// self^e modulo m, for e of any size and sign; 1 modulo m for e = 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn, poly::Divisor};
    /// let f = Zn::new(97)?;
    /// let m = Divisor::new(&Poly::parse(&f, "x^2 + x + 1")?)?;        // x^3 = 1 modulo m
    /// let x = Poly::parse(&f, "x")?;
    /// assert_eq!(x.pow_mod(1_000_000_000_000u64, &m)?, x);
    /// assert_eq!(x.pow_mod(-1, &m)?, x.pow_mod(2, &m)?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::Error::RingsDiffer`]; for a negative exponent those of [`inv_mod`](Self::inv_mod); over Z [`crate::Error::NotDivisible`];
    /// [`crate::Error::TooLarge`]; [`crate::Error::Cancelled`].
    pub fn pow_mod(&self, e: impl Into<Exponent>, m: &Divisor<R>) -> Result<Self> {
        let e = e.into();
        if e.is_negative() {
            return self.direct_inv_mod(m.poly())?.pow_mod(e.magnitude(), m);
        }
        self.same_ring(m.poly())?;
        let base = if self.len() < m.poly().len() { Cow::Borrowed(self) } else { Cow::Owned(m.rem(self)?) };
        if e.is_zero() {
            return m.rem(&Self::one(&self.ring));
        }
        if base.len() < 2 {
            let fixed = base.leading().is_none_or(|c| c == self.ring.one());
            return if fixed { Ok(base.into_owned()) } else { base.pow(e) };
        }
        if let Some(power) = m.short_power(&base, e.limbs()) {
            return power;
        }
        let cheap = 16 * base.len() <= m.poly().len();
        power_by_windows(base.into_owned(), e.limbs(), cheap, |a, b| m.product(a, b))
    }

    /// self^e modulo x^n, for e of any size and sign; self^0 is 1.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::from_i64(&f, &[1, 1]);
    /// assert_eq!(a.pow_series(-2i64, 4)?, Poly::from_i64(&f, &[1, -2, 3, -4]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// For a negative exponent those of [`inv_series`](Self::inv_series); [`crate::Error::TooLarge`]; [`crate::Error::Cancelled`].
    pub fn pow_series(&self, e: impl Into<Exponent>, n: usize) -> Result<Self> {
        let e = e.into();
        self.begins(|| (format!("power to {n} terms, an exponent of {} bits", e.bits()), "series"), &[])?;
        self.with(&[], |r, cx| Ok(Self::from_coeffs(r, pow_series(r, self.coeffs(), &e, n, cx)?)))
    }
}

fn pow_series<R: Convolve>(r: &R, a: View<'_, R>, e: &Exponent, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    let one = r.collect(&[r.one()]);
    if n == 0 || e.is_zero() {
        return Ok(r.owned(one.view().low(n)));
    }
    if e.is_negative() {
        if let Some(power) = of_few_terms(r, a, e, n)? {
            return Ok(power);
        }
        let inverse = series::inv_series(r, a, n, cx)?;
        return pow_series(r, inverse.view(), &Exponent::new(false, e.limbs()), n, cx);
    }
    let a = a.low(r.trimmed_len(a));
    let zeros = (0..a.len()).find(|&i| !r.is_zero(&r.get(a, i))).unwrap_or(n);
    // x^(valuation·e) divides the power
    let skipped = match e.word() {
        _ if zeros == 0 => 0,
        Some(e) => (zeros as u64).saturating_mul(e).try_into().unwrap_or(usize::MAX),
        None => usize::MAX,
    };
    if skipped >= n {
        return Ok(r.zeros(0));
    }
    let (unit_part, n) = (a.slice(zeros..zeros + n), n - skipped);
    let unit_part = unit_part.low(n);
    // beyond the degree of the power all coefficients are 0
    let degree =
        e.word().map_or(usize::MAX, |e| (a.len() - 1 - zeros).saturating_mul(usize::try_from(e).unwrap_or(usize::MAX)));
    let n = n.min(degree.saturating_add(1));
    let power = match of_few_terms(r, unit_part, e, n)? {
        Some(power) => power,
        None => match by_logarithm(r, unit_part, e, n, cx)? {
            Some(power) => power,
            None => by_squaring(r, unit_part, e, n, cx)?,
        },
    };
    let mut out = r.zeros(skipped + power.len());
    r.copy_at(&mut out, skipped, power.view());
    Ok(out)
}

/// The power by the recurrence of a series with few terms; None if it has more, if its lowest coefficient is no unit, or if one
/// of 1, …, n − 1 is not invertible.
fn of_few_terms<R: Convolve>(r: &R, a: View<'_, R>, e: &Exponent, n: usize) -> Result<Option<Coeffs<R>>> {
    let grows = r.size(a).bits > 0;
    if n < 2 || a.is_empty() || !sparse::is_sparse(r, a) || !(grows || r.divides_below(n)) {
        return Ok(None);
    }
    let lowest = r.get(a, 0);
    let unit = r.inv(&lowest);
    let inverse = match &unit {
        Ok(inverse) => inverse,
        Err(_) if grows && !e.is_negative() && !r.is_zero(&lowest) => &lowest,
        Err(_) => return Ok(None),
    };
    let exponent = r.image(e.is_negative(), e.limbs());
    let first = power(r, if e.is_negative() { inverse } else { &lowest }, e.limbs());
    sparse::power(r, a, &exponent, [&first, inverse], n).map(Some)
}

/// c^e·exp(e·log(a/c)), c the lowest coefficient; None where that is not possible or takes more products than squaring.
fn by_logarithm<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    e: &Exponent,
    n: usize,
    cx: Context<'_>,
) -> Result<Option<Coeffs<R>>> {
    let ones = (0..e.bits()).filter(|&i| e.bit(i)).count();
    let products = e.bits() as f64 + ones as f64 - 2.0;
    if r.size(a).bits > 0 || products < LOG_EXP_PRODUCTS || !r.divides_below(n) {
        return Ok(None);
    }
    let lowest = r.get(a, 0);
    let Ok(inverse) = r.inv(&lowest) else { return Ok(None) };
    let mut unit = r.owned(a);
    r.scale(&mut unit, &inverse);
    let mut log = series::log_series(r, unit.view(), n, cx)?;
    r.scale(&mut log, &r.image(false, e.limbs()));
    let mut out = series::exp_series(r, log.view(), n, cx)?;
    r.scale(&mut out, &power(r, &lowest, e.limbs()));
    Ok(Some(out))
}

fn by_squaring<R: Convolve>(r: &R, a: View<'_, R>, e: &Exponent, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    let product = |x: View<'_, R>, y: View<'_, R>| {
        let end = (x.len() + y.len()).saturating_sub(1).min(n);
        r.mul_window(x, y, 0..end, cx)
    };
    let mut power = r.owned(a);
    for i in (0..e.bits().saturating_sub(1)).rev() {
        cx.check()?;
        power = product(power.view(), power.view())?;
        if e.bit(i) {
            power = product(power.view(), a)?;
        }
    }
    Ok(power)
}
