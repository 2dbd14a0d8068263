//! Polynomials in x and y over any ring: products, and over finite fields common divisors and resultants with respect to x.
//!
//! A product is one of polynomials in y, with x replaced by a power of y (Kronecker 1882, §4). A resultant is interpolated from values at as
//! many y as it can have coefficients (Collins 1971, "The calculation of multivariate polynomial resultants"), and so is a common divisor, scaled
//! so that its leading coefficient is the common divisor of those of the operands (Brown 1971, "On Euclid's algorithm and the computation of
//! polynomial greatest common divisors"). A field with fewer elements than points are needed takes Euclid's algorithm over the polynomials in y. Its
//! remainders are divided by their contents for a common divisor, and by the factors of the subresultant algorithm for a resultant (Collins 1967,
//! "Subresultants and reduced polynomial remainder sequences"; Cohen 1993, "A course in computational algebraic number theory", algorithm 3.3.7).

use super::{Points, Poly, frame::product_ns};
use crate::{
    Error, Result,
    engine::Context,
    monitor::Decision,
    ring::{Coeffs, Convolve, Direct, FiniteField, Size, View},
};
use std::ops::Range;

/// Number of points whose images are computed by one thread in turn.
const BLOCK: usize = 16;

/// A polynomial in x whose coefficients are polynomials in y.
///
/// ```
/// use polymod::{Zn, poly::Bivariate};
/// let f = Zn::new(97)?;
/// // x² + y² − 1 and x − y
/// let circle = Bivariate::from_i64(&f, &[&[-1, 0, 1], &[], &[1]]);
/// let line = Bivariate::from_i64(&f, &[&[0, -1], &[1]]);
/// assert_eq!(circle.resultant(&line)?.to_string(), "2*x^2 + 96");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bivariate<R: Convolve> {
    pub(super) ring: R,
    /// Coefficients by powers of x, the last one not 0.
    pub(super) coeffs: Vec<Poly<R>>,
}

impl<R: Convolve> Bivariate<R> {
    /// The polynomial with these coefficients, constant term in x first.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, poly::Bivariate};
    /// # let z = Integers::new();
    /// let y = Poly::x(&z); // a polynomial in y, as coefficients are
    /// let p = Bivariate::new(&z, vec![y, Poly::one(&z), Poly::zero(&z)]); // y + x
    /// assert_eq!(p, Bivariate::from_i64(&z, &[&[0, 1], &[1]]));
    /// ```
    #[must_use]
    pub fn new(ring: &R, mut coeffs: Vec<Poly<R>>) -> Self {
        while coeffs.last().is_some_and(Poly::is_empty) {
            coeffs.pop();
        }
        Bivariate { ring: ring.clone(), coeffs }
    }

    /// The polynomial with these coefficients, polynomials in y, as [`text::read_bivariate`](crate::text::read_bivariate) returns them. Zeros at their ends
    /// are ignored.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::Bivariate};
    /// let f = Zn::new(97)?;
    /// let p = Bivariate::from_coeffs(&f, vec![f.collect(&[0, 1]), f.collect(&[1, 0])]);
    /// assert_eq!(p.to_string(), "x + y");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn from_coeffs(ring: &R, coeffs: Vec<Coeffs<R>>) -> Self {
        Self::new(ring, coeffs.into_iter().map(|c| Poly::from_coeffs(ring, c)).collect())
    }

    /// The polynomial with these word-sized coefficients: entry j of row i belongs to x^i·y^j.
    ///
    /// ```
    /// # use polymod::{Integers, poly::Bivariate};
    /// # let z = Integers::new();
    /// let p = Bivariate::from_i64(&z, &[&[5, 1], &[], &[0, 0, 2]]); // 5 + y + 2·x²·y²
    /// assert_eq!(p.at(&3.into()).to_string(), "18*x^2 + 8");
    /// ```
    #[must_use]
    pub fn from_i64(ring: &R, coeffs: &[&[i64]]) -> Self {
        Self::new(ring, coeffs.iter().map(|c| Poly::from_i64(ring, c)).collect())
    }

    /// The ring of the coefficients in x and y.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Bivariate};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Bivariate::from_i64(&f, &[&[1]]).ring(), &f);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// The coefficients by powers of x; the last one is not 0.
    ///
    /// ```
    /// # use polymod::{Integers, poly::Bivariate};
    /// # let z = Integers::new();
    /// let p = Bivariate::from_i64(&z, &[&[5, 1], &[3], &[0]]); // 5 + y + 3x
    /// assert_eq!(p.coeffs().len(), 2);
    /// assert_eq!(p.coeffs()[0].eval(&10.into()), 15);
    /// ```
    #[must_use]
    pub fn coeffs(&self) -> &[Poly<R>] {
        &self.coeffs
    }

    /// Whether the polynomial is 0.
    ///
    /// ```
    /// # use polymod::{Integers, poly::Bivariate};
    /// # let z = Integers::new();
    /// assert!(Bivariate::from_i64(&z, &[&[], &[0]]).is_zero());
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.coeffs.is_empty()
    }

    /// One more than the degree in y; 0 for the zero polynomial.
    pub(crate) fn len_in_y(&self) -> usize {
        self.coeffs.iter().map(Poly::len).max().unwrap_or(0)
    }

    /// The polynomial in x at this value of y.
    ///
    /// ```
    /// # use polymod::{Integers, poly::Bivariate};
    /// # let z = Integers::new();
    /// let circle = Bivariate::from_i64(&z, &[&[-25, 0, 1], &[], &[1]]); // x² + y² − 25
    /// assert_eq!(circle.at(&3.into()).to_string(), "x^2 - 16");
    /// ```
    #[must_use]
    pub fn at(&self, y: &R::Elem) -> Poly<R> {
        Poly::new(&self.ring, self.coeffs.iter().map(|c| c.eval(y)).collect::<Vec<_>>())
    }

    /// The derivative with respect to x.
    ///
    /// ```
    /// # use polymod::{Integers, poly::Bivariate};
    /// # let z = Integers::new();
    /// let p = Bivariate::from_i64(&z, &[&[5], &[0, 1], &[7]]); // 5 + x·y + 7·x²
    /// assert_eq!(p.derivative(), Bivariate::from_i64(&z, &[&[0, 1], &[14]]));
    /// ```
    #[must_use]
    pub fn derivative(&self) -> Self {
        let times = |(i, c): (usize, &Poly<R>)| c.scale(&self.ring.elem(i as i64));
        Self::new(&self.ring, self.coeffs.iter().enumerate().skip(1).map(times).collect())
    }

    /// Kronecker substitution: the polynomial in y with x replaced by y^stride.
    pub(crate) fn packed(&self, stride: usize) -> Coeffs<R> {
        let mut packed = self.ring.zeros(stride * self.coeffs.len());
        for (i, c) in self.coeffs.iter().enumerate() {
            self.ring.copy_at(&mut packed, i * stride, c.coeffs());
        }
        packed
    }

    /// Inverse of [`packed`](Self::packed).
    pub(crate) fn unpacked(ring: &R, v: View<'_, R>, stride: usize) -> Self {
        let piece = |i: usize| Poly::from_coeffs(ring, ring.owned(v.slice(i * stride..v.len().min((i + 1) * stride))));
        Self::new(ring, (0..v.len().div_ceil(stride.max(1))).map(piece).collect())
    }

    /// Both polynomials by one substitution, with coefficients of `stride` terms.
    pub(crate) fn packed_with(&self, other: &Self, stride: usize) -> [Poly<R>; 2] {
        [self, other].map(|p| Poly::from_coeffs(&self.ring, p.packed(stride)))
    }

    /// The product.
    ///
    /// ```
    /// # use polymod::{Integers, poly::Bivariate};
    /// # let z = Integers::new();
    /// let (p, q) = (Bivariate::from_i64(&z, &[&[0, 1], &[1]]), Bivariate::from_i64(&z, &[&[0, -1], &[1]]));
    /// assert_eq!(p.checked_mul(&q)?, Bivariate::from_i64(&z, &[&[0, 0, -1], &[], &[1]])); // (x + y)(x − y) = x² − y²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        if self.is_zero() || other.is_zero() {
            return Ok(Self::new(&self.ring, Vec::new()));
        }
        let stride = self.len_in_y() + other.len_in_y() - 1;
        let [a, b] = self.packed_with(other, stride);
        Ok(Self::unpacked(&self.ring, a.checked_mul(&b)?.coeffs(), stride))
    }

    /// self/other for `other` ≠ 0, by a function that divides polynomials in one variable; None if `other` does not divide.
    pub(crate) fn quotient_by(
        &self,
        other: &Self,
        divide: impl FnOnce(&Poly<R>, &Poly<R>) -> Result<Option<Poly<R>>>,
    ) -> Result<Option<Self>> {
        if other.is_zero() {
            return Err(Error::DivisionByZero);
        }
        let stride = self.len_in_y().max(other.len_in_y());
        let [a, b] = self.packed_with(other, stride);
        let Some(quotient) = divide(&a, &b)? else { return Ok(None) };
        let quotient = Self::unpacked(&self.ring, quotient.coeffs(), stride);
        // otherwise coefficients of the product overlap
        let fits = quotient.is_zero() || quotient.len_in_y() + other.len_in_y() <= stride + 1;
        Ok(fits.then_some(quotient))
    }

    /// The polynomial whose coefficients are the images of these.
    fn map(&self, f: impl FnMut(&Poly<R>) -> Result<Poly<R>>) -> Result<Self> {
        Ok(Self::new(&self.ring, self.coeffs.iter().map(f).collect::<Result<_>>()?))
    }

    /// The values of the coefficients at these points: one vector for each.
    fn values(&self, points: &Points<R>, cx: Context<'_>) -> Result<Vec<Coeffs<R>>> {
        let sizes = [points.len(), self.len_in_y()];
        for_products(&self.ring, sizes, self.coeffs.len(), cx).map(self.coeffs.iter().collect(), |c: &Poly<R>, cx| {
            cx.check()?;
            points.values(c.coeffs(), cx)
        })
    }
}

/// The vector of the elements with these integers.
fn elements<R: Convolve>(r: &R, integers: Range<u64>) -> Result<Coeffs<R>> {
    let mut all = r.zeros(0);
    integers.into_iter().try_for_each(|i| r.push_limbs(&mut all, false, &[i]))?;
    Ok(all)
}

/// The context with the threads that are of use for `count` products of n by m coefficients.
fn for_products<'e, R: Convolve>(r: &R, sizes: [usize; 2], count: usize, cx: Context<'e>) -> Context<'e> {
    if cx.threads() < 2 {
        return cx;
    }
    let [a, b] = sizes.map(|len| Size { len: len.max(1), bits: 0 });
    cx.for_work(count as f64 * product_ns(r, a, b, 0..a.len + b.len - 1, cx))
}

/// The images of two polynomials of `n` and `m` coefficients in x at each of `count` points, in order.
fn at_each<R: Convolve, T: Send>(
    r: &R,
    [n, m]: [usize; 2],
    count: usize,
    cx: Context<'_>,
    image: impl Fn(usize, Context<'_>) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let blocks = (0..count).step_by(BLOCK).map(|start| start..count.min(start + BLOCK)).collect();
    // a remainder sequence takes about as many products of elements as two products of polynomials by the definition
    let images = for_products(r, [n, m], 2 * count, cx).map(blocks, |block: Range<usize>, cx| {
        cx.check()?;
        block.map(|i| image(i, cx)).collect::<Result<Vec<T>>>()
    })?;
    Ok(images.into_iter().flatten().collect())
}

/// The polynomial in x at point `i`, from the values of its coefficients.
fn at_point<R: Convolve>(r: &R, values: &[Coeffs<R>], i: usize) -> Poly<R> {
    Poly::new(r, values.iter().map(|c| r.get(c.view(), i)).collect::<Vec<_>>())
}

impl<R: Convolve + Direct> Bivariate<R> {
    /// The resultant with respect to x of polynomials taken as of degrees n, m ≥ 1 in x, which has at most `len` coefficients, by values at the
    /// elements with the integers 0, …, `len` − 1; their differences are units.
    pub(crate) fn resultant_by_values(&self, other: &Self, [n, m]: [usize; 2], len: usize) -> Result<Poly<R>> {
        let r = &self.ring;
        let points = Points::new(r, elements(r, 0..len as u64)?.view())?;
        let resultants = r.engine().enter(|cx| {
            cx.inside_for(len * (n + m), |cx| {
                let (x, y) = (self.values(&points, cx)?, other.values(&points, cx)?);
                at_each(r, [n + 1, m + 1], len, cx, |i, cx| {
                    of_degrees([n, m], &at_point(r, &x, i), &at_point(r, &y, i), cx)
                })
            })
        })?;
        points.interpolate(r.collect(&resultants).view())
    }
}

/// The resultant of polynomials taken as of degrees n, m ≥ 1, whose leading coefficients may be 0.
fn of_degrees<R: Convolve + Direct>([n, m]: [usize; 2], a: &Poly<R>, b: &Poly<R>, cx: Context<'_>) -> Result<R::Elem> {
    let r = a.ring();
    let (Some(i), Some(j), Some(of_a), Some(of_b)) = (a.degree(), b.degree(), a.leading(), b.leading()) else {
        return Ok(r.elem(0));
    };
    if i < n && j < m {
        return Ok(r.elem(0));
    }
    // for each missing degree, a column of Sylvester's matrix with one entry
    let factor = r.mul(&r.pow(&of_b, (n - i) as u64), &r.pow(&of_a, (m - j) as u64));
    let resultant = r.mul(&a.resultant_inside(b, cx)?, &factor);
    Ok(if (n - i) * m % 2 == 1 { r.neg(&resultant) } else { resultant })
}

impl<R: FiniteField> Bivariate<R> {
    /// self/other; None if `other` does not divide.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Bivariate};
    /// # let f = Zn::new(97)?;
    /// let p = Bivariate::from_i64(&f, &[&[0, 0, -1], &[], &[1]]); // x² − y²
    /// let q = Bivariate::from_i64(&f, &[&[0, 1], &[1]]); // x + y
    /// assert_eq!(p.exact_quotient(&q)?, Some(Bivariate::from_i64(&f, &[&[0, -1], &[1]])));
    /// assert_eq!(q.exact_quotient(&p)?, None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DivisionByZero`]; [`Error::NotInvertible`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn exact_quotient(&self, other: &Self) -> Result<Option<Self>> {
        self.quotient_by(other, |a, b| b.divides(a))
    }

    /// The greatest common divisor over a field; its leading coefficient in x has the leading coefficient 1 in y. 0 for two zeros.
    ///
    /// ```
    /// use polymod::{Zn, poly::Bivariate};
    /// let f = Zn::new(97)?;
    /// let g = Bivariate::from_i64(&f, &[&[0, 3], &[1]]);
    /// let (a, b) = (Bivariate::from_i64(&f, &[&[1], &[0, 1]]), Bivariate::from_i64(&f, &[&[2, 1], &[1]]));
    /// assert_eq!(g.checked_mul(&a)?.gcd(&g.checked_mul(&b)?)?, g);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Composite`] where the ring is no field; [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn gcd(&self, other: &Self) -> Result<Self> {
        let elements = self.elements()?;
        let lead = |p: &Self| p.coeffs.last().map_or(0, Poly::len);
        let points = lead(self).min(lead(other)) + self.len_in_y().min(other.len_in_y());
        self.begins("gcd", other, if elements < points as u64 { "remainders" } else { "values" })?;
        let [(a, of_a), (b, of_b)] = [self.primitive()?, other.primitive()?];
        let common = of_a.gcd(&of_b)?;
        let divisor = match (a.is_zero(), b.is_zero()) {
            (true, _) => b,
            (_, true) => a,
            _ => {
                // the leading coefficient of the divisor times a constant divides it
                let lead = a.coeffs[a.coeffs.len() - 1].gcd(&b.coeffs[b.coeffs.len() - 1])?;
                let len = lead.len() + a.len_in_y().min(b.len_in_y()) - 1;
                match a.divisor_by_values(&b, &lead, len, elements)? {
                    Some(found) => found,
                    None => a.divisor_by_remainders(b)?,
                }
            }
        };
        divisor.map(|c| c.checked_mul(&common))?.normalized()
    }

    /// The resultant with respect to x, a polynomial in y: Sylvester's determinant; 0 if either is 0, 1 for two nonzero polynomials without x.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Bivariate};
    /// let f = Zn::new(97)?;
    /// let parabola = Bivariate::from_i64(&f, &[&[0, -1], &[], &[1]]); // x² − y
    /// let line = Bivariate::from_i64(&f, &[&[-2, -1], &[1]]); // x − y − 2
    /// assert_eq!(parabola.resultant(&line)?.to_string(), "x^2 + 3*x + 4"); // (y + 2)² − y, a polynomial in y
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// Over Z/n for composite n it is computed modulo primes of one word, over other rings that are no
    /// fields without divisions.
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn resultant(&self, other: &Self) -> Result<Poly<R>> {
        let degree = |p: &Self| p.coeffs.len().saturating_sub(1);
        self.resultant_of_degrees(other, [degree(self), degree(other)])
    }

    /// The discriminant with respect to x, a polynomial in y, as [`Poly::discriminant`].
    ///
    /// ```
    /// # use polymod::{Zn, poly::Bivariate};
    /// let f = Zn::new(97)?;
    /// let p = Bivariate::from_i64(&f, &[&[0, 1], &[3], &[1]]); // x² + 3x + y
    /// assert_eq!(p.discriminant()?.to_string(), "93*x + 9"); // 9 − 4y, a polynomial in y
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`resultant`](Self::resultant).
    pub fn discriminant(&self) -> Result<Poly<R>> {
        let n = self.coeffs.len().saturating_sub(1);
        if n <= 1 {
            return Ok(Poly::from_i64(&self.ring, &[n as i64]));
        }
        if matches!(self.elements(), Err(Error::Composite { .. })) {
            return self.discriminant_without_inverses(n);
        }
        let resultant = self.resultant_of_degrees(&self.derivative(), [n, n - 1])?;
        let quotient = resultant.quo(&self.coeffs[n])?;
        Ok(if n / 2 % 2 == 1 { -quotient } else { quotient })
    }

    /// The resultant of polynomials taken as of these degrees in x, the first of them its own.
    fn resultant_of_degrees(&self, other: &Self, [n, m]: [usize; 2]) -> Result<Poly<R>> {
        if self.is_zero() || other.is_zero() {
            return Ok(Poly::zero(&self.ring));
        }
        if n == 0 || m == 0 {
            // of degree 0 in x both: the power 0 of one
            let (constant, degree) = if n == 0 { (self, m) } else { (other, n) };
            return constant.coeffs[0].pow(degree as u64);
        }
        let len = (self.len_in_y() - 1) * m + (other.len_in_y() - 1) * n + 1;
        let by_values = match self.elements() {
            Err(Error::Composite { .. }) => return self.resultant_without_inverses(other, [n, m], len),
            elements => elements? >= len as u64,
        };
        self.begins("resultant", other, if by_values { "values" } else { "remainders" })?;
        if !by_values {
            let lacking = m + 1 - other.coeffs.len();
            return self.coeffs[n].pow(lacking as u64)?.checked_mul(&self.resultant_by_remainders(other)?);
        }
        self.resultant_by_values(other, [n, m], len)
    }

    /// The number of elements, or 2^64 − 1 if there are more.
    fn elements(&self) -> Result<u64> {
        Ok(match self.ring.cardinality()?.words()[..] {
            [elements] => elements,
            _ => u64::MAX,
        })
    }

    /// The quotient by the common divisor of the coefficients, and that divisor, monic.
    fn primitive(&self) -> Result<(Self, Poly<R>)> {
        let content = self.coeffs.iter().rev().try_fold(Poly::zero(&self.ring), |g, c| match g.len() {
            1 => Ok(g),
            _ => g.gcd(c),
        })?;
        match content.len() {
            0 | 1 => Ok((self.clone(), content)),
            _ => Ok((self.map(|c| c.quo(&content))?, content)),
        }
    }

    /// The multiple by an element whose leading coefficient in x and then in y is 1.
    fn normalized(&self) -> Result<Self> {
        let Some(lead) = self.coeffs.last().and_then(Poly::leading) else { return Ok(self.clone()) };
        let factor = self.ring.inv(&lead)?;
        self.map(|c| Ok(c.scale(&factor)))
    }

    /// Tells the monitor by which algorithm a computation begins.
    pub(super) fn begins(&self, what: &str, other: &Self, way: &'static str) -> Result<()> {
        let (a, b) = (self.coeffs.len(), other.coeffs.len());
        let task = || format!("{what} over {}[y], {a} by {b} coefficients in x", self.ring.name());
        self.ring.engine().enter(|cx| cx.begins(|| Decision::only(task(), way)))
    }

    /// The primitive greatest common divisor of nonzero primitive polynomials by values at `len` points, its leading coefficient a divisor of
    /// `lead`; None where the field's elements do not suffice.
    fn divisor_by_values(&self, other: &Self, lead: &Poly<R>, len: usize, elements: u64) -> Result<Option<Self>> {
        let r = &self.ring;
        let (mut next, mut degree, mut found) = (0u64, usize::MAX, Vec::<(R::Elem, Poly<R>)>::new());
        while next < elements {
            let end = elements.min(next + (len - found.len()) as u64);
            for (point, image) in self.images(other, lead, next..end)? {
                // points where the degree is not the least are unlucky
                if image.len() < degree {
                    (degree, found) = (image.len(), Vec::new());
                }
                if image.len() == degree && found.len() < len {
                    found.push((point, image));
                }
            }
            next = end;
            if degree == 1 {
                return Ok(Some(Self::from_i64(r, &[&[1]])));
            }
            if found.len() == len {
                let (candidate, _) = interpolated(r, &found, degree)?.primitive()?;
                if self.exact_quotient(&candidate)?.is_some() && other.exact_quotient(&candidate)?.is_some() {
                    return Ok(Some(candidate));
                }
                // every point was unlucky
                found.clear();
            }
        }
        Ok(None)
    }

    /// The elements with these integers where `lead` does not vanish, each with the greatest common divisor there, whose leading coefficient is the
    /// value of `lead`.
    fn images(&self, other: &Self, lead: &Poly<R>, integers: Range<u64>) -> Result<Vec<(R::Elem, Poly<R>)>> {
        let r = &self.ring;
        let points = Points::new(r, elements(r, integers)?.view())?;
        let images = r.engine().enter(|cx| {
            cx.inside_for(points.len() * (self.coeffs.len() + other.coeffs.len()), |cx| {
                let (x, y, leads) =
                    (self.values(&points, cx)?, other.values(&points, cx)?, points.values(lead.coeffs(), cx)?);
                at_each(r, [x.len(), y.len()], points.len(), cx, |i, cx| {
                    let lead = r.get(leads.view(), i);
                    if r.is_zero(&lead) {
                        return Ok(None);
                    }
                    let image = at_point(r, &x, i).gcd_inside(&at_point(r, &y, i), cx)?;
                    Ok(Some((r.get(points.points(), i), image.scale(&lead))))
                })
            })
        })?;
        Ok(images.into_iter().flatten().collect())
    }

    /// The primitive greatest common divisor of nonzero primitive polynomials by pseudo-remainders without their contents.
    fn divisor_by_remainders(self, other: Self) -> Result<Self> {
        let (mut a, mut b) = if self.coeffs.len() < other.coeffs.len() { (other, self) } else { (self, other) };
        while b.coeffs.len() > 1 {
            let (rest, _) = a.pseudo_remainder(&b)?.primitive()?;
            (a, b) = (b, rest);
        }
        // a nonzero remainder without x is 1 without its content
        Ok(if b.is_zero() { a } else { Self::from_i64(&a.ring, &[&[1]]) })
    }

    /// The resultant of nonzero polynomials by pseudo-remainders, divided by the factors that subresultants are known to have.
    fn resultant_by_remainders(&self, other: &Self) -> Result<Poly<R>> {
        let odd = |p: &Self| p.coeffs.len().is_multiple_of(2);
        let (mut a, mut b, mut negative) = (self.clone(), other.clone(), false);
        if a.coeffs.len() < b.coeffs.len() {
            negative = odd(&a) && odd(&b);
            (a, b) = (b, a);
        }
        let (mut g, mut h) = (Poly::one(&self.ring), Poly::one(&self.ring));
        while b.coeffs.len() > 1 {
            let gap = (a.coeffs.len() - b.coeffs.len()) as u64;
            negative ^= odd(&a) && odd(&b);
            let factor = g.checked_mul(&h.pow(gap)?)?;
            let rest = a.pseudo_remainder(&b)?.map(|c| c.quo(&factor))?;
            (a, b) = (b, rest);
            g.clone_from(&a.coeffs[a.coeffs.len() - 1]);
            h = power_over(&g, gap, &h)?;
        }
        let Some(last) = b.coeffs.first() else { return Ok(Poly::zero(&self.ring)) };
        let value = power_over(last, a.coeffs.len() as u64 - 1, &h)?;
        Ok(if negative { -value } else { value })
    }

    /// The remainder modulo `other` of self times the leading coefficient of `other` once for each step of the division.
    fn pseudo_remainder(&self, other: &Self) -> Result<Self> {
        let (mut rest, last) = (self.coeffs.clone(), other.coeffs.len() - 1);
        while rest.len() > last {
            let Some(lead) = rest.pop() else { break };
            let shift = rest.len() - last;
            for (i, c) in rest.iter_mut().enumerate() {
                *c = c.checked_mul(&other.coeffs[last])?;
                if let Some(below) = i.checked_sub(shift) {
                    *c = &*c - &lead.checked_mul(&other.coeffs[below])?;
                }
            }
        }
        Ok(Self::new(&self.ring, rest))
    }
}

/// The polynomial with these values in x, of `len` coefficients each, at these points.
fn interpolated<R: FiniteField>(r: &R, values: &[(R::Elem, Poly<R>)], len: usize) -> Result<Bivariate<R>> {
    let points = Points::new(r, r.collect(&values.iter().map(|(y, _)| y.clone()).collect::<Vec<_>>()).view())?;
    let coefficient = |i: usize| {
        let column: Vec<_> = values.iter().map(|(_, image)| image.coeff(i)).collect();
        points.interpolate(r.collect(&column).view())
    };
    Ok(Bivariate::new(r, (0..len).map(coefficient).collect::<Result<_>>()?))
}

/// g^e/h^(e − 1); h for e = 0.
fn power_over<R: FiniteField>(g: &Poly<R>, e: u64, h: &Poly<R>) -> Result<Poly<R>> {
    match e {
        0 => Ok(h.clone()),
        _ => g.pow(e)?.quo(&h.pow(e - 1)?),
    }
}
