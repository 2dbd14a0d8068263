//! Newton's basis: Σ c_i·(x − x₀)⋯(x − x_(i−1)). For the points 0, 1, 2, … these are the falling factorials.
//!
//! With M = (x − x₀)⋯(x − x_(h−1)), f = f₀ + M·f₁ splits the coefficients into those of f₀, at the first h points, and those of
//! f₁, at the others: per node one division by M into the basis, one product by M out of it (Bini, Pan 1994, "Polynomial and
//! matrix computations", §1.4; Bostan, Schost 2005, "Polynomial evaluation and interpolation on special sets of points", §2). M
//! is monic, so that this works over every commutative ring. Cost: log₂ n levels of divisions, or products, of n coefficients in
//! total.

use super::Poly;
use crate::{
    Result,
    ring::{Coeffs, Convolve, View},
};

impl<R: Convolve> Poly<R> {
    /// c₀, c₁, … with self = Σ c_i·∏(x − `points[j]`) over j < i; as many as self has coefficients.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let c = Poly::monomial(&f, &1, 3).newton_coefficients(f.view(&[0, 1, 2])?)?;
    /// assert_eq!(f.words(c.view()), [0, 1, 3, 1]); // x³ = x + 3·x(x − 1) + x(x − 1)(x − 2)
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    ///
    /// # Panics
    /// With fewer points than the degree.
    pub fn newton_coefficients(&self, points: View<'_, R>) -> Result<Coeffs<R>> {
        let r = self.ring();
        assert!(points.len() + 1 >= self.len(), "{} points for {} coefficients", points.len(), self.len());
        let mut out = r.zeros(self.len());
        self.begins(|| ("change to Newton's basis".into(), "halves"), &[])?;
        split(self, points, &mut out, 0)?;
        Ok(out)
    }

    /// Σ `coeffs[i]`·∏(x − `points[j]`) over j < i.
    ///
    /// ```
    /// use polymod::{Poly, Ring, Zn};
    /// let f = Zn::new(97)?;
    /// let (points, c) = (f.collect(&[5, 5]), f.collect(&[1, 2, 3]));
    /// let p = Poly::from_newton(&f, points.view(), c.view())?;       // 1 + 2(x − 5) + 3(x − 5)²
    /// assert_eq!(p, Poly::parse(&f, "3*x^2 - 28*x + 66")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    ///
    /// # Panics
    /// With fewer points than the degree.
    pub fn from_newton(ring: &R, points: View<'_, R>, coeffs: View<'_, R>) -> Result<Self> {
        assert!(points.len() + 1 >= coeffs.len(), "{} points for {} coefficients", points.len(), coeffs.len());
        if coeffs.is_empty() {
            return Ok(Self::zero(ring));
        }
        Ok(join(ring, points.low(coeffs.len() - 1), coeffs, false)?.0)
    }

    /// The coefficients of self in falling factorials 1, x, x(x − 1), …: [`newton_coefficients`](Self::newton_coefficients) for 0, 1, 2, …
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let c = Poly::monomial(&f, &1, 3).falling_factorial_coefficients()?;
    /// assert_eq!(f.words(c.view()), [0, 1, 3, 1]); // x³ = x + 3x(x − 1) + x(x − 1)(x − 2): Stirling numbers
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`newton_coefficients`](Self::newton_coefficients).
    pub fn falling_factorial_coefficients(&self) -> Result<Coeffs<R>> {
        self.newton_coefficients(naturals(self.ring(), self.len()).view())
    }

    /// The polynomial with these coefficients in falling factorials.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let p = Poly::from_falling_factorials(&f, f.view(&[0, 1, 3, 1])?)?;
    /// assert_eq!(p.to_string(), "x^3");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`from_newton`](Self::from_newton).
    pub fn from_falling_factorials(ring: &R, coeffs: View<'_, R>) -> Result<Self> {
        Self::from_newton(ring, naturals(ring, coeffs.len()).view(), coeffs)
    }
}

/// 0, 1, …, n − 1.
pub(super) fn naturals<R: Convolve>(r: &R, n: usize) -> Coeffs<R> {
    let mut index = crate::ring::classical::ones(r, n);
    r.mul_index(&mut index, 0);
    index
}

/// x − `points[i]`.
fn factor<R: Convolve>(r: &R, points: View<'_, R>, i: usize) -> Poly<R> {
    Poly::new(r, [r.neg(&r.get(points, i)), r.one()])
}

/// Writes f's coefficients in the basis from `at` on; needs at least len f − 1 points.
fn split<R: Convolve>(f: &Poly<R>, points: View<'_, R>, out: &mut Coeffs<R>, at: usize) -> Result<()> {
    let (r, n) = (f.ring(), f.len());
    if n <= r.engine().costs().crossovers.newton_basis.max(2) {
        // repeated synthetic division by x − x_i, in place
        let mut rest: Vec<R::Elem> = (0..n).map(|i| f.coeff(i)).collect();
        for k in 0..n {
            for i in (k + 1..n).rev() {
                rest[i - 1] = r.add(&rest[i - 1], &r.mul(&rest[i], &r.get(points, k)));
            }
            r.set(out, at + k, &rest[k]);
        }
        return Ok(());
    }
    let h = n / 2;
    let m = product(r, points.low(h))?;
    let (upper, lower) = f.div_rem(&m)?;
    split(&lower, points.low(h), out, at)?;
    split(&upper, points.from(h), out, at + h)
}

/// ∏(x − `points[i]`).
fn product<R: Convolve>(r: &R, points: View<'_, R>) -> Result<Poly<R>> {
    let factors: Vec<_> = (0..points.len()).map(|i| factor(r, points, i)).collect();
    Poly::product(r, &factors)
}

/// The polynomial with these coefficients in the basis, of which there is one more than points, and ∏(x − x_i) if it is wanted.
fn join<R: Convolve>(
    r: &R,
    points: View<'_, R>,
    coeffs: View<'_, R>,
    wants_product: bool,
) -> Result<(Poly<R>, Poly<R>)> {
    let n = coeffs.len();
    if n <= r.engine().costs().crossovers.newton_basis.max(2) {
        let constant = |i: usize| Poly::new(r, [r.get(coeffs, i)]);
        let mut sum = constant(n - 1);
        for i in (0..n - 1).rev() {
            sum = factor(r, points, i).checked_mul(&sum)?.checked_add(&constant(i))?;
        }
        let all = if wants_product { product(r, points)? } else { Poly::one(r) };
        return Ok((sum, all));
    }
    // each half has one coefficient more than points: the last point of the first half is a factor of m only
    let h = n / 2;
    let (lower, short) = join(r, points.low(h - 1), coeffs.low(h), true)?;
    let m = short.checked_mul(&factor(r, points, h - 1))?;
    let (upper, rest) = join(r, points.from(h), coeffs.from(h), wants_product)?;
    let sum = lower.checked_add(&m.checked_mul(&upper)?)?;
    let all = if wants_product { m.checked_mul(&rest)? } else { rest };
    Ok((sum, all))
}
