//! Polynomials over Z and Q whose roots are the sums or the products of the roots of two polynomials.
//!
//! Scaled by the product c of the leading coefficients, or each by its own, the roots are algebraic integers, so that all power sums are integers, and a monic
//! polynomial over Z is found from them; then x is replaced by c·x. Exponential generating functions are multiplied by n! (Bostan, Flajolet, Salvy, Schost
//! 2006, "Fast computation of special resultants", J. Symb. Comput. 41, §3).

use crate::{
    Result,
    poly::Poly,
    ring::{AnyElem, AnyRing, Coeffs, Integers, Rationals, Ring, Vectors},
};
use rug::{Integer, ops::Pow};

impl Poly<Integers> {
    /// The polynomial lc(self)^e·lc(other)^d·∏(x − α − β) over all complex roots α of self and β of other, of degrees d and e, with their multiplicities.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, b): (Poly<Integers>, Poly<Integers>) = ("x^2 - 2".parse()?, "x^2 - 3".parse()?);
    /// assert_eq!(a.composed_sum(&b)?.to_string(), "x^4 - 10*x^2 + 1"); // of the square roots of 2 and 3
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for 0; [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn composed_sum(&self, other: &Self) -> Result<Self> {
        composed(self, other, true)
    }

    /// The polynomial lc(self)^e·lc(other)^d·∏(x − α·β) over all complex roots α of self and β of other, of degrees d and e, with their multiplicities.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, b): (Poly<Integers>, Poly<Integers>) = ("x^2 - 2".parse()?, "2*x - 1".parse()?);
    /// assert_eq!(a.composed_product(&b)?.to_string(), "4*x^2 - 2"); // ±√2/2
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`composed_sum`](Self::composed_sum).
    pub fn composed_product(&self, other: &Self) -> Result<Self> {
        composed(self, other, false)
    }
}

impl Poly<Rationals> {
    /// The polynomial lc(self)^e·lc(other)^d·∏(x − α − β) over all complex roots α of self and β of other, of degrees d and e, with their multiplicities.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("x - 1/2".parse()?, "x^2 - 1/3*x".parse()?);
    /// assert_eq!(a.composed_sum(&b)?, "(x - 1/2)*(x - 5/6)".parse()?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for 0; [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn composed_sum(&self, other: &Self) -> Result<Self> {
        over_q(self, other, true)
    }

    /// The polynomial lc(self)^e·lc(other)^d·∏(x − α·β) over all complex roots α of self and β of other, of degrees d and e, with their multiplicities.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("x - 1/2".parse()?, "x^2 - 1/3".parse()?);
    /// assert_eq!(a.composed_product(&b)?, "x^2 - 1/12".parse()?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`composed_sum`](Self::composed_sum).
    pub fn composed_product(&self, other: &Self) -> Result<Self> {
        over_q(self, other, false)
    }
}

fn over_q(a: &Poly<Rationals>, b: &Poly<Rationals>, sum: bool) -> Result<Poly<Rationals>> {
    a.with_roots(b)?;
    let found = composed(&a.numerator(), &b.numerator(), sum)?;
    let [d, e] = [a, b].map(|p| p.len() as u32 - 1);
    let denominator = a.denominator().pow(e) * b.denominator().pow(d);
    Ok(Poly::from_fraction(a.ring(), &found, &denominator))
}

fn composed(a: &Poly<Integers>, b: &Poly<Integers>, sum: bool) -> Result<Poly<Integers>> {
    a.with_roots(b)?;
    let what = if sum { "polynomial of sums of roots" } else { "polynomial of products of roots" };
    a.begins(|| (what.into(), "power-sums"), &[b])?;
    let (z, lead) = (a.ring(), a.leads(b));
    let [d, e] = [a, b].map(|p| p.len() - 1);
    if d * e == 0 {
        return Ok(Poly::new(z, [lead]));
    }
    let [of_a, of_b] = [a, b].map(|p| p.coeff(p.len() - 1));
    let c = Integer::from(&of_a * &of_b);
    let [by_a, by_b] = if sum { [&c, &c] } else { [&of_a, &of_b] };
    let any = AnyRing::new(z.clone());
    let power_sums = |p, by| Ok(any.own(scaled(p, by, &any).power_sums(d * e + 1)?));
    let (x, y): (_, Coeffs<Integers>) = (power_sums(a, by_a)?, power_sums(b, by_b)?);
    let sums = if sum { binomial_sums(z, &x, &y)? } else { products(z, x, &y) };
    let monic = Poly::from_power_sums(&any, any.erased(sums).view(), d * e)?;
    // x is replaced by c·x, and the leading coefficient c^(d·e) by the one wanted
    let (mut power, full) = (lead, c.clone().pow((d * e) as u32));
    let coefficient = |p: Integer| {
        let scaled = (p * &power).div_exact(&full);
        power *= &c;
        scaled
    };
    Ok(Poly::new(z, monic.iter().map(AnyElem::into_integer).map(coefficient).collect::<Vec<_>>()))
}

/// The monic polynomial whose roots are c times those of p, for a multiple c of the leading coefficient.
fn scaled(p: &Poly<Integers>, c: &Integer, any: &AnyRing) -> Poly<AnyRing> {
    let n = p.len() - 1;
    let mut power = Integer::from(c.div_exact_ref(&p.coeff(n)));
    let mut coefficients = vec![Integer::from(1)];
    for i in (0..n).rev() {
        coefficients.push(p.coeff(i) * &power);
        power *= c;
    }
    coefficients.reverse();
    Poly::from_ints(any, coefficients)
}

/// The products of both entries at each index.
fn products(z: &Integers, mut x: Coeffs<Integers>, y: &Coeffs<Integers>) -> Coeffs<Integers> {
    z.mul_each(&mut x, y.view());
    x
}

/// Σ C(k, i)·x_i·y_(k−i): k! times the coefficients of the product of Σ x_i·n!/i!·t^i and Σ y_i·n!/i!·t^i over n!², n the largest index.
fn binomial_sums(z: &Integers, x: &Coeffs<Integers>, y: &Coeffs<Integers>) -> Result<Coeffs<Integers>> {
    let n = x.len() - 1;
    // n!/k! for k = n, …, 0
    let falling: Vec<Integer> = std::iter::successors(Some((Integer::from(1), n)), |(f, k)| {
        Some((Integer::from(f * *k as u64), k.checked_sub(1)?))
    })
    .map(|(f, _)| f)
    .take(n + 1)
    .collect();
    let multiplied =
        |v: &Coeffs<Integers>| Poly::new(z, (0..=n).map(|k| z.get(v.view(), k) * &falling[n - k]).collect::<Vec<_>>());
    let product = multiplied(x).mul_low(&multiplied(y), n + 1)?;
    let mut factorial = Integer::from(1);
    let square = Integer::from(falling[n].square_ref());
    let sums: Vec<Integer> = (0..=n)
        .map(|k| {
            factorial *= k.max(1) as u64;
            (product.coeff(k) * &factorial).div_exact(&square)
        })
        .collect();
    Ok(z.collect(&sums))
}
