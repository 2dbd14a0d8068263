//! Polynomials whose roots are the sums, or the products, of the roots of two polynomials, or the squares of those of one.
//!
//! For A of degree d and B of degree e, with the roots α_i and β_j, the composed sum is lc(A)^e·lc(B)^d·∏(x − α_i − β_j) = Res_y(A(y), B(x − y)), the
//! composed product lc(A)^e·lc(B)^d·∏(x − α_i·β_j) = Res_y(A(y), y^e·B(x/y)). Power sums of products are products of power sums; those of sums, divided by
//! k!, are the coefficients of the product of the exponential generating functions of the operands' (Bostan, Flajolet, Salvy, Schost 2006, "Fast
//! computation of special resultants", J. Symb. Comput. 41, §3). Where one of 1, …, d·e is no unit the resultant itself is computed. Cost: some products of
//! d·e coefficients.
//!
//! With A = E(x²) + x·O(x²), A(x)·A(−x) = E² − x²·O² at x² is the polynomial of the squares of the roots (Graeffe 1837, "Die Auflösung der höheren
//! numerischen Gleichungen").

use super::{Bivariate, Poly, newton_basis::naturals};
use crate::{
    Error, Result,
    ring::{Coeffs, Convolve, FiniteField},
};

impl<R: Convolve> Poly<R> {
    /// The polynomial G with G(x²) = (−1)^d·self(x)·self(−x), d the degree of self: its roots are the squares of those of self, its leading coefficient is
    /// the square of that of self.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let a = Poly::parse(&Zn::new(97)?, "(x - 2)*(x - 5)")?;
    /// assert_eq!(a.graeffe()?, Poly::parse(a.ring(), "(x - 4)*(x - 25)")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn graeffe(&self) -> Result<Self> {
        self.begins(|| ("polynomial of the squares of roots".into(), "squares"), &[])?;
        let r = self.ring();
        let [even, odd] = [0, 1].map(|first| Self::from_coeffs(r, r.every_other(self.coeffs(), first)));
        let found = even.checked_mul(&even)?.checked_sub(&odd.checked_mul(&odd)?.shl(1))?;
        Ok(if self.len().is_multiple_of(2) { -found } else { found })
    }

    /// The power sums of the composed product or sum, from all of those of the operands; 1, …, d·e are units.
    fn composed_by_sums(&self, other: &Self, sum: bool) -> Result<Self> {
        let r = self.ring();
        let [d, e] = [self.len() - 1, other.len() - 1];
        let [mut sums, mut factor] = [self.power_sums(d * e + 1)?, other.power_sums(d * e + 1)?];
        if sum {
            let [factorials, inverses] = factorials(r, d * e)?;
            r.mul_each(&mut sums, inverses.view());
            r.mul_each(&mut factor, inverses.view());
            let product = Self::from_coeffs(r, sums).mul_low(&Self::from_coeffs(r, factor), d * e + 1)?;
            sums = product.into_coeffs();
            r.resize(&mut sums, d * e + 1);
            r.mul_each(&mut sums, factorials.view());
        } else {
            r.mul_each(&mut sums, factor.view());
        }
        Ok(Self::from_power_sums(r, sums.view(), d * e)?.scale(&self.leads(other)))
    }

    /// lc(self)^(deg other)·lc(other)^(deg self), for operands other than 0.
    pub(crate) fn leads(&self, other: &Self) -> R::Elem {
        let r = self.ring();
        let power = |p: &Self, q: &Self| r.pow(&p.coeff(p.len() - 1), q.len() as u64 - 1);
        r.mul(&power(self, other), &power(other, self))
    }

    /// Refuses 0, whose roots are all elements.
    pub(crate) fn with_roots(&self, other: &Self) -> Result<()> {
        self.same_ring(other)?;
        if self.is_empty() || other.is_empty() {
            let (operation, expected) = ("a sum or product of roots", "polynomials other than 0");
            return Err(Error::Domain { operation, expected, got: "0".into() });
        }
        Ok(())
    }
}

impl<R: FiniteField> Poly<R> {
    /// The polynomial lc(self)^e·lc(other)^d·∏(x − α − β) over all roots α of self and β of other, of degrees d and e, with their multiplicities.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let [a, b] = ["(x - 1)*(x - 2)", "(x - 10)*(x - 20)"].map(|p| Poly::parse(&f, p).expect("a polynomial"));
    /// assert_eq!(a.composed_sum(&b)?, Poly::parse(&f, "(x - 11)*(x - 12)*(x - 21)*(x - 22)")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] for 0; [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn composed_sum(&self, other: &Self) -> Result<Self> {
        self.composed(other, true)
    }

    /// The polynomial lc(self)^e·lc(other)^d·∏(x − α·β) over all roots α of self and β of other, of degrees d and e, with their multiplicities.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let [a, b] = ["(x - 1)*(x - 2)", "(x - 10)*(x - 20)"].map(|p| Poly::parse(&f, p).expect("a polynomial"));
    /// assert_eq!(a.composed_product(&b)?, Poly::parse(&f, "(x - 10)*(x - 20)*(x - 20)*(x - 40)")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`composed_sum`](Self::composed_sum).
    pub fn composed_product(&self, other: &Self) -> Result<Self> {
        self.composed(other, false)
    }

    fn composed(&self, other: &Self, sum: bool) -> Result<Self> {
        self.with_roots(other)?;
        let what = if sum { "polynomial of sums of roots" } else { "polynomial of products of roots" };
        let degree = (self.len() - 1).saturating_mul(other.len() - 1);
        let units = degree > 0 && self.ring().divides_below(degree.saturating_add(1));
        let way = if units || degree == 0 { "power-sums" } else { "resultant" };
        self.begins(|| (what.into(), way), &[other])?;
        match degree {
            // an empty product
            0 => Ok(Self::new(self.ring(), [self.leads(other)])),
            _ if units => self.composed_by_sums(other, sum),
            _ if sum => constants(self).resultant(&differences(other)),
            _ => self.product_by_resultant(other),
        }
    }

    /// Res_y(self(y), y^e·other(x/y)); a factor x of other is a root 0, of which all products are 0.
    fn product_by_resultant(&self, other: &Self) -> Result<Self> {
        let r = self.ring();
        let zeros = (0..other.len()).take_while(|&i| r.is_zero(&other.coeff(i))).count();
        let rest = Self::from_coeffs(r, r.owned(other.coeffs().from(zeros)));
        let terms = (0..rest.len()).rev().map(|j| Self::monomial(r, &rest.coeff(j), j)).collect();
        let found = constants(self).resultant(&Bivariate::new(r, terms))?;
        let lead = r.pow(&self.coeff(self.len() - 1), zeros as u64);
        Ok(found.scale(&lead).shl(zeros * (self.len() - 1)))
    }
}

/// p, its variable in place of x.
fn constants<R: Convolve>(p: &Poly<R>) -> Bivariate<R> {
    Bivariate::new(p.ring(), p.iter().map(|c| Poly::new(p.ring(), [c])).collect())
}

/// p(y − x): (−1)^k·Σ C(i, k)·p_i·y^(i − k) is the coefficient of x^k.
fn differences<R: Convolve>(p: &Poly<R>) -> Bivariate<R> {
    let r = p.ring();
    let mut terms: Vec<Vec<R::Elem>> = vec![Vec::new(); p.len()];
    let mut binomials = vec![r.one()];
    for i in 0..p.len() {
        for (k, c) in binomials.iter().enumerate() {
            let term = r.mul(c, &p.coeff(i));
            terms[k].push(if k % 2 == 1 { r.neg(&term) } else { term });
        }
        let sums: Vec<_> = binomials.windows(2).map(|pair| r.add(&pair[0], &pair[1])).collect();
        binomials = std::iter::once(r.one()).chain(sums).chain([r.one()]).collect();
    }
    Bivariate::new(r, terms.into_iter().map(|c| Poly::new(r, c)).collect())
}

/// k! and 1/k! for k = 0, …, n.
fn factorials<R: Convolve>(r: &R, n: usize) -> Result<[Coeffs<R>; 2]> {
    let mut all = naturals(r, n + 1);
    r.set(&mut all, 0, &r.one());
    r.running_products(&mut all);
    // 1/n!, then times n, n − 1, …, 1
    let mut inverses = r.reversed(naturals(r, n + 1).view());
    r.resize(&mut inverses, n);
    let last = r.inv(&r.get(all.view(), n))?;
    let mut backwards = r.zeros(n + 1);
    r.set(&mut backwards, 0, &last);
    r.copy_at(&mut backwards, 1, inverses.view());
    r.running_products(&mut backwards);
    Ok([all, r.reversed(backwards.view())])
}
