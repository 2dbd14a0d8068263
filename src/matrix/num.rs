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
