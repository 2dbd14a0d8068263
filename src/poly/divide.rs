//! Division with remainder.
//!
//! With a' and b' the coefficients of a and b in reverse order, the quotient in reverse order is the power series a'/b',
//! truncated to the quotient's length: [`quotient`](super::quotient). The remainder is shorter than b, so that only that many
//! coefficients of q·b are needed, and the product may be taken modulo x^N − 1 for any N ≥ deg b.
//!
//! A quotient longer than the divisor is computed in blocks with one precomputed inverse: [`Divisor`].

use super::{
    DivisionAlgorithm, Divisor, Poly,
    division_choice::Choice,
    few_terms,
    frame::{Frame, product_ns},
    quotient::{self, By},
};
use crate::{
    Error, Result,
    engine::Context,
    ring::{Coeffs, Convolve, Ring, Size, View},
};

impl<R: Convolve> Poly<R> {
    /// Quotient and remainder: self = q·b + r, deg r < deg b. Over Z/n the leading coefficient of b must be a unit; over Z it
    /// must divide the leading coefficient at every step.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x^3 + 2*x + 5")?, Poly::parse(&f, "2*x + 1")?);
    /// let (q, r) = a.div_rem(&b)?;
    /// assert_eq!(&q * &b + &r, a);
    /// assert_eq!(r.degree(), Some(0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::DivisionByZero`]; [`Error::NotInvertible`] with the factor of n that the leading
    /// coefficient shares; over Z [`Error::NotDivisible`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    #[inline]
    pub fn div_rem(&self, b: &Self) -> Result<(Self, Self)> {
        self.same_ring(b)?;
        let r = &self.ring;
        if let Some([(q, q_len, q_width), (rest, len, width)]) = r.few_division(self.coeffs(), b.coeffs())
            && r.engine().is_quiet()
        {
            return Ok((Self::of_few(r, q_width, q, q_len), Self::of_few(r, width, rest, len)));
        }
        self.short_division_or(b, || self.own_division(b).unwrap_or_else(|| self.div_rem_by(b, None)))
    }

    /// Quotient and remainder by an algorithm of the ring's own, where nobody listens.
    fn own_division(&self, b: &Self) -> Option<Result<(Self, Self)>> {
        let r = &self.ring;
        let divided = if r.engine().is_quiet() { r.own_division(self.coeffs(), b.coeffs()) } else { None };
        divided.map(|parts| parts.map(|[q, rest]| (Self::from_coeffs(r, q), Self::from_coeffs(r, rest))))
    }

    /// [`div_rem`](Self::div_rem) by this algorithm, or by the one predicted fastest.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::DivisionAlgorithm};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x^3 + 2*x + 5")?, Poly::parse(&f, "2*x + 1")?);
    /// assert_eq!(a.div_rem_by(&b, Some(DivisionAlgorithm::Blocks))?, a.div_rem(&b)?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`div_rem`](Self::div_rem); [`Error::Algorithm`] where the algorithm does not apply: halves and Newton's iteration to
    /// quotients of a few coefficients, blocks to quotients no longer than the divisor's degree, Newton's iteration and blocks over Z.
    pub fn div_rem_by(&self, b: &Self, algorithm: Option<DivisionAlgorithm>) -> Result<(Self, Self)> {
        self.with(&[b], |r, cx| {
            let (q, rest) = divide(r, self.coeffs(), b.coeffs(), true, algorithm, cx)?;
            Ok((Self::from_coeffs(r, q), Self::from_coeffs(r, rest)))
        })
    }

    /// The quotient of [`div_rem`](Self::div_rem); the remainder is not computed.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x^3 + 5")?, Poly::parse(&f, "x - 1")?);
    /// assert_eq!(a.quo(&b)?.to_string(), "x^2 + x + 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`div_rem`](Self::div_rem).
    pub fn quo(&self, b: &Self) -> Result<Self> {
        self.quo_by(b, None)
    }

    /// [`quo`](Self::quo) by this algorithm, or by the one predicted fastest.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::DivisionAlgorithm};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x^3 + 5")?, Poly::parse(&f, "x - 1")?);
    /// assert_eq!(a.quo_by(&b, Some(DivisionAlgorithm::Schoolbook))?, Poly::parse(&f, "x^2 + x + 1")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`div_rem_by`](Self::div_rem_by).
    pub fn quo_by(&self, b: &Self, algorithm: Option<DivisionAlgorithm>) -> Result<Self> {
        self.with(&[b], |r, cx| {
            let (q, _) = divide(r, self.coeffs(), b.coeffs(), false, algorithm, cx)?;
            Ok(Self::from_coeffs(r, q))
        })
    }

    /// The remainder of [`div_rem`](Self::div_rem).
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x^3 + 5")?, Poly::parse(&f, "x - 2")?);
    /// assert_eq!(a.rem(&b)?.coeff(0), a.eval(&2));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`div_rem`](Self::div_rem).
    pub fn rem(&self, b: &Self) -> Result<Self> {
        Ok(self.div_rem(b)?.1)
    }

    /// self/b for a b that divides self.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[-1, 0, 1]), Poly::from_i64(&f, &[1, 1]));
    /// assert_eq!(a.exact_div(&b)?, Poly::from_i64(&f, &[-1, 1]));
    /// assert!(a.exact_div(&Poly::from_i64(&f, &[2, 1])).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`div_rem`](Self::div_rem); [`Error::NotDivisible`] if the remainder is not 0.
    pub fn exact_div(&self, b: &Self) -> Result<Self> {
        let (q, rest) = self.div_rem(b)?;
        let Some(degree) = rest.degree() else { return Ok(q) };
        let described = |p: &Self| format!("a polynomial of degree {}", p.len().saturating_sub(1));
        let divisor = format!("one of degree {}: the remainder has degree {degree}", b.len() - 1);
        Err(Error::NotDivisible { dividend: described(self), divisor })
    }

    /// Pseudo-division: Q and R with c^k·self = Q·b + R and deg R < deg b, where c is the leading coefficient of b and k =
    /// max(deg self − deg b + 1, 0). There are no divisions, so that c may be any element. Where c has no inverse modulo n the
    /// algorithm is the classical one, of quadratic cost.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(100)?; // 10 has no inverse modulo 100
    /// let (a, b) = (Poly::from_i64(&f, &[1, 2, 3]), Poly::from_i64(&f, &[7, 10]));
    /// let (q, r) = a.pseudo_div_rem(&b)?;
    /// assert_eq!(a.scale(&(10 * 10 % 100)), &q * &b + &r);
    /// assert!(r.len() < b.len());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::DivisionByZero`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn pseudo_div_rem(&self, b: &Self) -> Result<(Self, Self)> {
        self.same_ring(b)?;
        let (r, k) = (&self.ring, (self.len() + 1).saturating_sub(b.len()));
        let by_constant = b.len() == 1 && r.engine().is_quiet();
        // by a constant c the quotient is c^(k − 1)·self
        if by_constant && k < 2 {
            return Ok((self.clone(), self.nothing()));
        }
        let Some(c) = b.leading() else { return Err(Error::DivisionByZero) };
        if by_constant {
            return Ok((self.scale(&r.pow(&c, k as u64 - 1)), self.nothing()));
        }
        let divides = r.size(b.coeffs()).bits > 0 || r.inv(&c).is_ok();
        if !r.engine().is_quiet() {
            self.with(&[b], |_, _| {
                self.begins(|| ("pseudo-division".into(), if divides { "division" } else { "steps" }), &[b])
            })?;
        }
        if divides {
            let scaled = if k == 1 { self.scale(&c) } else { self.scale(&r.pow(&c, k as u64)) };
            return scaled.div_rem(b);
        }
        self.with(&[b], |r, cx| {
            let (mut q, mut rest) = (r.zeros(k), r.owned(self.coeffs()));
            for i in (0..k).rev() {
                cx.check()?;
                let top = r.get(rest.view(), i + b.len() - 1);
                r.scale(&mut rest, &c);
                r.scale(&mut q, &c);
                r.set(&mut q, i, &top);
                let mut multiple = r.owned(b.coeffs());
                r.scale(&mut multiple, &top);
                r.sub_at(&mut rest, i, multiple.view());
                r.resize(&mut rest, i + b.len() - 1);
            }
            Ok((Self::from_coeffs(r, q), Self::from_coeffs(r, rest)))
        })
    }
}

/// The inverse of b's leading coefficient; None over Z where it is not ±1.
///
/// # Errors
/// [`Error::DivisionByZero`]; [`Error::NotInvertible`], except over Z.
pub(super) fn divisor_inverse<R: Ring>(r: &R, b: View<'_, R>) -> Result<Option<R::Elem>> {
    if b.is_empty() {
        return Err(Error::DivisionByZero);
    }
    match r.inv(&r.get(b, b.len() - 1)) {
        Ok(inverse) => Ok(Some(inverse)),
        Err(_) if r.size(b).bits > 0 => Ok(None),
        Err(e) => Err(e),
    }
}

/// Quotient of a by b, and the remainder if it is wanted (otherwise empty), by the forced algorithm or the one predicted fastest.
pub(super) fn divide<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    b: View<'_, R>,
    wants_rest: bool,
    forced: Option<DivisionAlgorithm>,
    cx: Context<'_>,
) -> Result<(Coeffs<R>, Coeffs<R>)> {
    let own = if forced.is_none() && !cx.engine().is_watched() { r.own_division(a, b) } else { None };
    if let Some(divided) = own {
        let [q, rest] = divided?;
        return Ok((q, rest));
    }
    let inverse = divisor_inverse(r, b)?;
    if a.len() < b.len() {
        return Ok((r.zeros(0), r.owned(a)));
    }
    let (n, degree, reversed) = (a.len() - b.len() + 1, b.len() - 1, r.reversed(b));
    let by = By { b: reversed.view(), inverse: inverse.as_ref() };
    if forced.is_none() && !cx.is_heard() && quotient::is_short(r, by.b, n, cx) {
        let q = r.reversed(quotient::run(r, r.reversed(a).view(), by, n, &[], cx)?.view());
        let rest = if wants_rest { remainder(r, a, q.view(), b, cx)? } else { r.zeros(0) };
        return Ok((q, rest));
    }
    let choice = Choice::new(r, by, n, cx);
    let way = choice.chosen(forced, cx)?;
    let cx = cx.told();
    if way == DivisionAlgorithm::Blocks {
        let len = Divisor::<R>::block_len(n, degree);
        return Divisor::with_blocks(r, b, by, len, cx)?.divide(a, wants_rest, cx);
    }
    let series = quotient::run(r, r.reversed(a).view(), by, n, &choice.predicted.ways_by(way), cx)?;
    let q = r.reversed(series.view());
    let rest = if wants_rest { remainder(r, a, q.view(), b, cx)? } else { r.zeros(0) };
    Ok((q, rest))
}

/// The remainder a − q·b: its first len b − 1 coefficients; the others are zero.
pub(super) fn remainder<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    q: View<'_, R>,
    b: View<'_, R>,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    let degree = b.len() - 1;
    if degree == 0 {
        return Ok(r.zeros(0));
    }
    // only the coefficients of q that contribute to the remainder
    let first = q.low(degree);
    let (x, y) = (r.size(first), r.size(b));
    let plain_ns = product_ns(r, x, y, 0..degree, cx);
    if few_terms::has_few(r, b) && r.short_quotient_ns(first.len(), Size { len: r.nonzero(b), ..y }, cx) <= plain_ns {
        return Ok(few_terms::remainder(r, a, q, b));
    }
    // all of q is transformed: rings that do not wrap operands around have to know its length
    match Frame::cyclic(r, r.size(q), y, degree, plain_ns, cx)? {
        Some(frame) => {
            let product = frame.cyclic_product(frame.image(q)?, &frame.image(b)?)?;
            Ok(wrapped_remainder(r, a, product.view(), degree))
        }
        None => {
            let mut rest = r.owned(a.low(degree));
            r.sub_at(&mut rest, 0, r.mul_window(first, b, 0..degree, cx)?.view());
            Ok(rest)
        }
    }
}

/// The first `degree` coefficients of a − q·b, whose others are zero, from q·b modulo x^N − 1; N ≥ `degree`.
pub(super) fn wrapped_remainder<R: Convolve>(r: &R, a: View<'_, R>, product: View<'_, R>, degree: usize) -> Coeffs<R> {
    let mut rest = r.owned(a.low(degree));
    for start in (product.len()..a.len()).step_by(product.len()) {
        r.add_at(&mut rest, 0, a.slice(start..a.len().min(start + degree)));
    }
    r.sub_at(&mut rest, 0, product.low(degree));
    rest
}
