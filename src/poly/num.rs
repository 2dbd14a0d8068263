//! Traits of the crate `num-traits` for polynomials.
//!
//! `Zero` and `One` are not among them: they make a value of a type alone, and a polynomial needs its ring, which is a value
//! ([`Poly::zero`], [`Poly::one`]).

use super::{Exponent, Poly};
use crate::ring::{Convolve, Ring};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Pow};

/// Powers as an operator: [`Poly::pow`], which panics where that returns an error.
///
/// ```
/// use num_traits::Pow;
/// use polymod::{Poly, Zn};
/// fn cube<T: Pow<u64, Output = T>>(x: T) -> T {
///     Pow::pow(x, 3)
/// }
/// assert_eq!(cube(Poly::from_i64(&Zn::new(97)?, &[1, 1])).to_string(), "x^3 + 3*x^2 + 3*x + 1");
/// # Ok::<(), polymod::Error>(())
/// ```
impl<R: Convolve, E: Into<Exponent>> Pow<E> for &Poly<R> {
    type Output = Poly<R>;

    fn pow(self, e: E) -> Poly<R> {
        self.pow(e).unwrap_or_else(|e| panic!("{e}"))
    }
}

/// Powers as an operator, as for a reference.
impl<R: Convolve, E: Into<Exponent>> Pow<E> for Poly<R> {
    type Output = Poly<R>;

    fn pow(self, e: E) -> Poly<R> {
        Pow::pow(&self, e)
    }
}

/// The sum; None for polynomials over different rings.
impl<R: Ring> CheckedAdd for Poly<R> {
    fn checked_add(&self, other: &Self) -> Option<Self> {
        self.checked_add(other).ok()
    }
}

/// The difference; None for polynomials over different rings.
impl<R: Ring> CheckedSub for Poly<R> {
    fn checked_sub(&self, other: &Self) -> Option<Self> {
        self.checked_sub(other).ok()
    }
}

/// The product; None where [`Poly::checked_mul`] returns an error.
impl<R: Convolve> CheckedMul for Poly<R> {
    fn checked_mul(&self, other: &Self) -> Option<Self> {
        self.checked_mul(other).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::Zn;

    #[test]
    fn they_are_the_methods() {
        let [a, b] = [97, 101].map(|n| Poly::from_i64(&Zn::new(n).unwrap(), &[1, 2]));
        assert_eq!(Pow::pow(a.clone(), 5u64), &a * &a * &a * &a * &a);
        assert_eq!(CheckedAdd::checked_add(&a, &a), Some(a.scale(&2)));
        assert_eq!(CheckedSub::checked_sub(&a, &a), Some(Poly::zero(a.ring())));
        assert_eq!(CheckedMul::checked_mul(&a, &a), Some(Pow::pow(&a, 2i32)));
        assert!(CheckedAdd::checked_add(&a, &b).is_none() && CheckedMul::checked_mul(&a, &b).is_none());
        assert!(CheckedSub::checked_sub(&a, &b).is_none());
    }
}
