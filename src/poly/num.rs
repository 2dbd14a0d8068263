//! Traits of the crate `num-traits` for polynomials.
//!
//! `Zero` and `One` are not among them: they make a value of a type alone, and a polynomial needs its ring, which is a value
//! ([`Poly::zero`], [`Poly::one`]).

use super::{Exponent, Poly};
use crate::ring::{Convolve, Ring};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Pow};

/// Powers as operators: the method `pow`, with a panic where that returns an error.
macro_rules! powers { ($($(#[$about:meta])* $Type:ident: $Bound:ident;)*) => { $(
    $(#[$about])*
    impl<R: $Bound, E: Into<Exponent>> Pow<E> for &$Type<R> {
        type Output = $Type<R>;

        fn pow(self, e: E) -> $Type<R> {
            self.pow(e).unwrap_or_else(|e| panic!("{e}"))
        }
    }

    /// Powers as an operator, as for a reference.
    impl<R: $Bound, E: Into<Exponent>> Pow<E> for $Type<R> {
        type Output = $Type<R>;

        fn pow(self, e: E) -> $Type<R> {
            Pow::pow(&self, e)
        }
    }
)* } }
pub(crate) use powers;

/// Sums, differences and products: the methods of these names, None where they return an error.
macro_rules! checked { ($Type:ident: $($Trait:ident, $method:ident, $Bound:ident;)*) => { $(
    /// The method of this name; None where that returns an error, as for different rings.
    impl<R: $Bound> $Trait for $Type<R> {
        fn $method(&self, other: &Self) -> Option<Self> {
            self.$method(other).ok()
        }
    }
)* } }
pub(crate) use checked;

powers! {
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
    Poly: Convolve;
}
checked! { Poly: CheckedAdd, checked_add, Ring; CheckedSub, checked_sub, Ring; CheckedMul, checked_mul, Convolve; }
