//! Traits of the crate `num-traits` for matrices; `Zero` and `One` would need the ring and the shape, which are values.

use super::{Matrix, PolyMatrix};
use crate::{
    Result,
    poly::{
        Exponent,
        num::{checked, powers},
    },
    ring::{Convolve, Direct, Ring},
};
use num_traits::{CheckedAdd, CheckedMul, CheckedSub, Inv, Pow};

powers! {
    /// Powers as an operator: [`Matrix::pow`], which panics where that returns an error.
    Matrix: Ring;
    /// Powers as an operator: [`PolyMatrix::pow`], which panics where that returns an error.
    PolyMatrix: Convolve;
}
checked! { Matrix: CheckedAdd, checked_add, Ring; CheckedSub, checked_sub, Ring; CheckedMul, checked_mul, Ring; }

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
