//! Values of polynomials at matrices by Horner's rule.

use crate::any;
use polymod::{Matrix, Poly, Result, ring::AnyElem};

#[test]
fn values_are_those_by_horner() -> Result<()> {
    let f = any("zn:101");
    for n in [0usize, 1, 2, 5] {
        let m = Matrix::from_fn(&f, n, n, |i, j| AnyElem::Word(((3 * i + 5 * j * j + 1) % 101) as u64))?;
        for len in [0usize, 1, 2, 3, 4, 5, 9, 10, 17, 30] {
            let a = Poly::new(&f, (0..len as u64).map(|i| AnyElem::Word((i * i + 7) % 101)));
            let mut value = Matrix::zero(&f, n, n)?;
            for c in a.iter().rev() {
                value = value.checked_mul(&m)?.checked_add(&Matrix::identity(&f, n).scale(&c))?;
            }
            assert_eq!(a.eval_matrix(&m)?, value, "{n}, {len}");
        }
    }
    assert!(Poly::x(&f).eval_matrix(&Matrix::zero(&f, 1, 2)?).is_err());
    Ok(())
}
