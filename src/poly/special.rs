//! Special polynomials, over any ring as images of those over Z or Q.

use super::Poly;
use crate::{
    Error, Result,
    ring::{Integers, Ring, integer_image},
};
use rug::{Complete, Integer, ops::Pow};

/// Orthogonal polynomials in the usual normalization (Abramowitz, Stegun 1964, chapter 22).
///
/// ```
/// use polymod::{Integers, poly::Orthogonal};
/// assert_eq!(Orthogonal::Hermite.poly(&Integers::new(), 4)?.to_string(), "16*x^4 - 48*x^2 + 12");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orthogonal {
    /// Chebyshev's polynomials of the first kind, T(cos t) = cos nt.
    Chebyshev,
    /// Chebyshev's polynomials of the second kind, U(cos t)·sin t = sin (n + 1)t.
    ChebyshevSecond,
    /// Legendre's polynomials, with the value 1 at 1.
    Legendre,
    /// Hermite's polynomials of physics, with the leading coefficient 2^n.
    Hermite,
    /// Laguerre's polynomials, with the value 1 at 0.
    Laguerre,
}

impl Orthogonal {
    /// The polynomial of degree n.
    ///
    /// ```
    /// # use polymod::{Integers, Zn, poly::Orthogonal};
    /// assert_eq!(Orthogonal::Chebyshev.poly(&Integers::new(), 5)?.to_string(), "16*x^5 - 20*x^3 + 5*x");
    /// let legendre = Orthogonal::Legendre.poly(&Zn::new(97)?, 2)?;
    /// assert_eq!(legendre.scale(&2).to_string(), "3*x^2 + 96");
    /// assert!(Orthogonal::Legendre.poly(&Integers::new(), 2).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where the ring lacks a denominator.
    pub fn poly<R: Ring>(self, r: &R, n: u32) -> Result<Poly<R>> {
        let coefficient = |x: &Integer, d: &Integer| -> Result<R::Elem> {
            let common = x.gcd_ref(d).complete();
            let [x, d] = [x, d].map(|x| integer_image(r, &x.div_exact_ref(&common).complete()));
            if d == r.one() { Ok(x) } else { Ok(r.mul(&x, &r.inv(&d)?)) }
        };
        let mut coeffs = vec![r.elem(0); n as usize + 1];
        if self == Orthogonal::Laguerre {
            // (−1)^k·C(n, k)/k!
            let (mut term, mut factorial) = (Integer::from(1), Integer::from(1));
            for k in 0..=n {
                coeffs[k as usize] = coefficient(&term, &factorial)?;
                term *= n - k;
                term = -term.div_exact(&Integer::from(k + 1));
                factorial *= k + 1;
            }
            return Ok(Poly::new(r, coeffs));
        }
        // from the leading term down; those of degrees of the other parity are 0
        let power = |e: u32| Integer::from(1) << e;
        let (mut term, denominator) = match self {
            Orthogonal::Chebyshev => (power(n.saturating_sub(1)), Integer::from(1)),
            Orthogonal::Legendre => (Integer::from(Integer::binomial_u(2 * n, n)), power(n)),
            _ => (power(n), Integer::from(1)),
        };
        for k in 0..=n / 2 {
            let (degree, n, k) = (n - 2 * k, u64::from(n), u64::from(k));
            coeffs[degree as usize] = coefficient(&term, &denominator)?;
            term *= u64::from(degree) * u64::from(degree.saturating_sub(1));
            let divisor = match self {
                Orthogonal::Chebyshev => Integer::from(4 * (k + 1)) * (n - k).saturating_sub(1).max(1),
                Orthogonal::ChebyshevSecond => Integer::from(4 * (k + 1)) * (n - k).max(1),
                Orthogonal::Legendre => Integer::from(2 * (k + 1)) * (2 * n - 2 * k).saturating_sub(1).max(1),
                _ => Integer::from(4 * (k + 1)),
            };
            term = -term.div_exact(&divisor);
        }
        Ok(Poly::new(r, coeffs))
    }
}

impl<R: Ring> Poly<R> {
    /// The cyclotomic polynomial of order n: its roots over the complex numbers are the primitive n-th roots of unity.
    ///
    /// It is ∏ (x^d − 1)^μ(n/d) over the divisors d of n, computed as a power series up to half of its degree, from where on it repeats in reverse order.
    /// Cost: 2^(primes of n)·n additions.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// assert_eq!(Poly::cyclotomic(&Integers::new(), 12)?.to_string(), "x^4 - x^2 + 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for n = 0.
    pub fn cyclotomic(r: &R, n: u32) -> Result<Self> {
        if n == 0 {
            return Err(Error::OutOfRange {
                what: "order of a cyclotomic polynomial",
                expected: "at least 1",
                got: "0".into(),
            });
        }
        if n == 1 {
            return Ok(Poly::from_i64(r, &[-1, 1]));
        }
        let primes: Vec<u32> = crate::arith::factor_u64(n.into()).into_iter().map(|(p, _)| p as u32).collect();
        let radical: u32 = primes.iter().product();
        let degree = primes.iter().map(|p| p - 1).product::<u32>() as usize;
        let len = degree / 2 + 1;
        // modulo 2^128: coefficients are far below that
        let mut series = vec![0_i128; len];
        series[0] = 1;
        for set in 0..1_u32 << primes.len() {
            let d = primes
                .iter()
                .enumerate()
                .filter(|(i, _)| set >> i & 1 == 1)
                .map(|(_, p)| *p as usize)
                .product::<usize>();
            let odd = (primes.len() as u32 - set.count_ones()) % 2 == 1;
            // by 1 − x^d, or divided by it; their number is even, so that signs cancel
            if odd {
                (d..len).for_each(|i| series[i] = series[i].wrapping_add(series[i - d]));
            } else {
                (d..len).rev().for_each(|i| series[i] = series[i].wrapping_sub(series[i - d]));
            }
        }
        let step = (n / radical) as usize;
        let mut coeffs = vec![r.elem(0); degree * step + 1];
        for (i, c) in series.iter().enumerate() {
            let c = integer_image(r, &Integer::from(*c));
            coeffs[(degree - i) * step] = c.clone();
            coeffs[i * step] = c;
        }
        Ok(Poly::new(r, coeffs))
    }

    /// The Swinnerton-Dyer polynomial of degree 2^n, whose roots are ±√2 ± √3 ± … ± √pₙ: irreducible over Q, with factors of degree at most 2 modulo every
    /// prime.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// assert_eq!(Poly::swinnerton_dyer(&Integers::new(), 2)?.to_string(), "x^4 - 10*x^2 + 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for n > 16; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn swinnerton_dyer(r: &R, n: u32) -> Result<Self> {
        if n > 16 {
            let what = "number of square roots of a Swinnerton-Dyer polynomial";
            return Err(Error::OutOfRange { what, expected: "at most 16", got: n.to_string() });
        }
        let z = Integers::on(r.engine());
        let mut f = Poly::x(&z);
        let mut prime = Integer::from(1);
        for _ in 0..n {
            prime = prime.next_prime();
            // f(x + √p) = e + √p·o, and the norm of that
            let (even, odd) = shifted_by_root(&f, &prime)?;
            f = even.sqr()?.checked_sub(&odd.sqr()?.scale(&prime))?;
        }
        let coeffs: Vec<_> = f.iter().map(|c| integer_image(r, &c)).collect();
        Ok(Poly::new(r, coeffs))
    }
}

/// e and o with f(x + √p) = e + √p·o, by halves: for f = l + x^k·h it is l(x + √p) + (x + √p)^k·h(x + √p).
fn shifted_by_root(f: &Poly<Integers>, p: &Integer) -> Result<(Poly<Integers>, Poly<Integers>)> {
    let z = f.ring();
    if f.len() <= 1 {
        return Ok((f.clone(), Poly::zero(z)));
    }
    let k = f.len().div_ceil(2);
    let part = |v| Poly::from_coeffs(z, crate::ring::Vectors::owned(z, v));
    let (low, high) = (part(f.coeffs().low(k)), part(f.coeffs().from(k)));
    let ((e, o), (e_high, o_high)) = (shifted_by_root(&low, p)?, shifted_by_root(&high, p)?);
    // (x + √p)^k by its binomial coefficients
    let (mut even, mut odd, mut term) = (vec![Integer::new(); k + 1], vec![Integer::new(); k + 1], Integer::from(1));
    for j in 0..=k as u32 {
        let root = Integer::from(p.pow(j / 2));
        let place = k - j as usize;
        if j % 2 == 0 {
            even[place] = root * &term;
        } else {
            odd[place] = root * &term;
        }
        term *= k as u32 - j;
        term.div_exact_u_mut(j + 1);
    }
    let [even, odd] = [even, odd].map(|v| Poly::new(z, v));
    let e = e.checked_add(&even.checked_mul(&e_high)?)?.checked_add(&odd.checked_mul(&o_high)?.scale(p))?;
    let o = o.checked_add(&even.checked_mul(&o_high)?)?.checked_add(&odd.checked_mul(&e_high)?)?;
    Ok((e, o))
}
