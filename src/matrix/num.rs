//! Traits of the crate `num-traits` for matrices; `Zero` and `One` would need the ring and the shape, which are values.

use super::{Matrix, PolyMatrix};
use crate::{
    Result,
    poly::Exponent,
    ring::{Convolve, Direct, Ring},
};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Inv, Pow};

/// Powers as operators: the method `pow`, with a panic where that returns an error.
macro_rules! powers { ($($Matrix:ident, $Bound:ident;)*) => { $(
    impl<R: $Bound, E: Into<Exponent>> Pow<E> for &$Matrix<R> {
        type Output = $Matrix<R>;

        fn pow(self, e: E) -> $Matrix<R> {
            self.pow(e).unwrap_or_else(|e| panic!("{e}"))
        }
    }

    impl<R: $Bound, E: Into<Exponent>> Pow<E> for $Matrix<R> {
        type Output = $Matrix<R>;

        fn pow(self, e: E) -> $Matrix<R> {
            Pow::pow(&self, e)
        }
    }
)* } }
powers! { Matrix, Ring; PolyMatrix, Convolve; }

/// [`Matrix::inverse`].
///
/// ```
/// use num_traits::{Inv, Pow};
/// use polymod::{Matrix, Zn};
/// let a = Matrix::from_i64(&Zn::new(97)?, &[&[1, 1], &[1, 0]])?;
/// assert_eq!((&a).inv()?, Pow::pow(&a, -1));
/// # Ok::<(), polymod::Error>(())
/// ```
impl<R: Direct> Inv for &Matrix<R> {
    type Output = Result<Matrix<R>>;

    fn inv(self) -> Result<Matrix<R>> {
        self.inverse()
    }
}

/// The sum; None for other rings or shapes.
impl<R: Ring> CheckedAdd for Matrix<R> {
    fn checked_add(&self, other: &Self) -> Option<Self> {
        self.checked_add(other).ok()
    }
}

/// The difference; None for other rings or shapes.
impl<R: Ring> CheckedSub for Matrix<R> {
    fn checked_sub(&self, other: &Self) -> Option<Self> {
        self.checked_sub(other).ok()
    }
}

/// The product; None where [`Matrix::checked_mul`] returns an error.
impl<R: Ring> CheckedMul for Matrix<R> {
    fn checked_mul(&self, other: &Self) -> Option<Self> {
        self.checked_mul(other).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, poly::Poly, ring::Zn};

    #[test]
    fn they_are_the_methods() {
        let f = Zn::new(97).unwrap();
        let a = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]]).unwrap();
        let wide = Matrix::from_i64(&f, &[&[1, 2]]).unwrap();
        assert_eq!(Pow::pow(a.clone(), 3u64), &a * &a * &a);
        assert_eq!(&a * &Inv::inv(&a).unwrap(), Matrix::identity(&f, 2));
        assert!(matches!(Inv::inv(&wide), Err(Error::NotSquare { .. })));
        assert_eq!(CheckedAdd::checked_add(&a, &a), Some(a.scale(&2)));
        assert_eq!(CheckedMul::checked_mul(&wide, &a), Some(&wide * &a));
        assert!(CheckedMul::checked_mul(&a, &wide).is_none() && CheckedSub::checked_sub(&a, &wide).is_none());
        assert!(CheckedSub::checked_sub(&a, &a).is_some_and(|zero| zero.is_zero()));
        let p = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_ints(&f, [i, j, 1])).unwrap();
        assert_eq!(Pow::pow(p.clone(), 2i32), &p * &p);
    }

    #[test]
    #[should_panic(expected = "square")]
    fn powers_of_no_square_panic() {
        let f = Zn::new(97).unwrap();
        let _ = Pow::pow(Matrix::from_i64(&f, &[&[1, 2]]).unwrap(), 2);
    }
}
