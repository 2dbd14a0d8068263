//! Polynomials in transformed form, for repeated products with the same operands and sums of products.
//!
//! A product is two forward transforms and one inverse transform; with operands kept in transformed form only the inverse, and
//! for a sum of products one inverse in all. So a product of r×r matrices with polynomial entries takes 2r² forward and r²
//! inverse transforms instead of 3r³.

use super::Poly;
use crate::{
    Error, Result,
    ring::{ConvShape, Convolve, Size, Window},
};
use std::sync::Arc;

/// Common parameters of transformed polynomials that can be multiplied: the operands' sizes, and the number of products added.
///
/// ```
/// use polymod::{Poly, Zn, poly::Domain};
/// let f = Zn::new(97)?;
/// let [a, b, c] = [[1, 2], [3, 4], [5, 6]].map(|v| Poly::from_i64(&f, &v));
/// let domain = Domain::new(&[&a, &b, &c], 2)?;
/// let [x, y, z] = [&a, &b, &c].map(|p| domain.transform(p));
/// let (x, y, z) = (x?, y?, z?);
/// assert_eq!(domain.dot(&[(&x, &y), (&y, &z)])?, &(&a * &b) + &(&b * &c));
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Domain<R: Convolve> {
    ring: R,
    plan: Arc<R::Plan>,
    /// Size of the largest operand.
    size: Size,
    terms: usize,
}

/// A polynomial in transformed form, made by [`Domain::transform`].
///
/// ```
/// # use polymod::{Poly, Zn, poly::Domain};
/// let f = Zn::new(97)?;
/// let a = Poly::from_i64(&f, &[1, 2]);
/// let domain = Domain::new(&[&a], 1)?;
/// let x = domain.transform(&a)?; // transformed once, for both factors
/// assert_eq!(domain.dot(&[(&x, &x)])?, a.sqr()?);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct Transformed<R: Convolve> {
    plan: Arc<R::Plan>,
    image: R::Image,
    len: usize,
}

impl<R: Convolve> Domain<R> {
    /// A domain for products of any two polynomials no larger than these, and for sums of up to `terms` products.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Domain};
    /// let f = Zn::new(97)?;
    /// let largest = Poly::from_i64(&f, &[1, 2, 3]);
    /// let domain = Domain::new(&[&largest], 1)?;
    /// assert!(domain.transform(&Poly::one(&f)).is_ok());
    /// assert!(domain.transform(&Poly::monomial(&f, &1, 3)).is_err()); // of 4 coefficients
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if there are no polynomials or no terms; [`Error::RingsDiffer`]; [`Error::TooLarge`];
    /// [`Error::Cancelled`].
    pub fn new(largest: &[&Poly<R>], terms: usize) -> Result<Self> {
        let missing = |what| Error::Length { what, expected: 1, got: 0 };
        let (first, others) = largest.split_first().ok_or_else(|| missing("the operands of a domain"))?;
        if terms == 0 {
            return Err(missing("a sum of products"));
        }
        first.with(others, |r, cx| {
            let sizes = largest.iter().map(|p| r.size(p.coeffs()));
            let grown = |s: Size, t: Size| Size { len: s.len.max(t.len), bits: s.bits.max(t.bits) };
            let size = sizes.fold(Size { len: 1, bits: 0 }, grown);
            let shape = ConvShape::exact(size, size, 0..2 * size.len - 1);
            Ok(Domain { ring: r.clone(), plan: r.conv_plan(&[shape], terms, cx)?, size, terms })
        })
    }

    /// The polynomial in transformed form.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Domain};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[3]));
    /// let domain = Domain::new(&[&a, &b], 1)?;
    /// let (x, y) = (domain.transform(&a)?, domain.transform(&b)?);
    /// assert_eq!(domain.dot(&[(&x, &y)])?, a.scale(&3));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`] if it is longer, or over Z has larger coefficients, than the domain allows;
    /// [`Error::Cancelled`].
    pub fn transform(&self, p: &Poly<R>) -> Result<Transformed<R>> {
        p.with(&[&Poly::zero(&self.ring)], |r, cx| {
            let size = r.size(p.coeffs());
            if size.len > self.size.len || size.bits > self.size.bits {
                let described = |s: Size| match s.bits {
                    0 => format!("{} coefficients", s.len),
                    bits => format!("{} coefficients of {bits} bits", s.len),
                };
                let (size, limit) = (described(size), described(self.size));
                return Err(Error::TooLarge { what: "an operand of the domain".into(), size, limit });
            }
            let image = r.transform(&self.plan, p.coeffs(), cx)?;
            Ok(Transformed { plan: self.plan.clone(), image, len: p.len() })
        })
    }

    /// Σ a·b over the pairs, with one inverse transform in all.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Domain};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[3, 4]));
    /// let domain = Domain::new(&[&a, &b], 2)?;
    /// let (x, y) = (domain.transform(&a)?, domain.transform(&b)?);
    /// assert_eq!(domain.dot(&[(&x, &x), (&y, &y)])?, a.sqr()? + b.sqr()?);
    /// assert_eq!(domain.dot(&[])?, Poly::zero(&f));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for an operand of another domain, and for more pairs than the domain has terms;
    /// [`Error::Cancelled`].
    pub fn dot(&self, pairs: &[(&Transformed<R>, &Transformed<R>)]) -> Result<Poly<R>> {
        let wrong = |expected, got| Error::OutOfRange { what: "a sum of transformed products", expected, got };
        if pairs.len() > self.terms {
            return Err(wrong("no more terms than the domain was made for", pairs.len().to_string()));
        }
        if pairs.iter().any(|(a, b)| !Arc::ptr_eq(&a.plan, &self.plan) || !Arc::ptr_eq(&b.plan, &self.plan)) {
            return Err(wrong("operands transformed by this domain", "one of another".into()));
        }
        let full = |(a, b): &(&Transformed<R>, &Transformed<R>)| if a.len * b.len == 0 { 0 } else { a.len + b.len - 1 };
        let len = pairs.iter().map(full).max().unwrap_or(0);
        let r = &self.ring;
        r.engine().enter(|cx| {
            cx.check()?;
            let mut out = r.zeros(len);
            if len > 0 {
                let mut sum = r.sum(&self.plan, cx);
                for (a, b) in pairs {
                    r.image_addmul(&self.plan, &mut sum, &a.image, &b.image, cx)?;
                }
                r.untransform_at(&self.plan, sum, &Window::Exact(0..len), &mut out, 0, cx)?;
            }
            Ok(Poly::from_coeffs(r, out))
        })
    }
}

impl<R: Convolve> std::fmt::Debug for Domain<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Domain { ring, size, terms, .. } = self;
        write!(f, "Domain over {} ({} coefficients, {terms} terms)", ring.name(), size.len)
    }
}

impl<R: Convolve> std::fmt::Debug for Transformed<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Transformed({} coefficients)", self.len)
    }
}
