//! Checks of matrices of polynomials: products at random points, determinants there or of the transpose; bases and normal forms by their definition,
//! and by another normal form or by the module that their rows span.

use super::seeded;
use crate::any;
use polymod::{AnyRing, Poly, PolyMatrix, Ring};

#[test]
fn right_from_wrong() {
    for name in ["zn:7", "zn:97", "zn:2^61-1"] {
        let f = any(name);
        let mut c = seeded(&f, 3);
        let matrix = |rows: &[&[&[i64]]]| {
            PolyMatrix::from_fn(&f, rows.len(), rows[0].len(), |i, j| Poly::from_i64(&f, rows[i][j])).unwrap()
        };
        let a = matrix(&[&[&[1, 2], &[3]], &[&[0, 0, 1], &[5, 1]]]);
        let changed = |m: &PolyMatrix<AnyRing>| m + &matrix(&[&[&[0, 1], &[]], &[&[], &[]]]);
        let square = &a * &a;
        assert!(c.poly_matrix_product(&a, &a, &square).is_ok());
        assert!(c.poly_matrix_product(&a, &a, &changed(&square)).is_err());
        assert!(c.poly_transpose(&a, &a.transposed()).is_ok() && c.poly_transpose(&a, &a).is_err());
        let det = a.det().unwrap();
        assert!(c.poly_determinant(&a, &det).is_ok());
        assert!(c.poly_determinant(&a, &(&det + &Poly::one(&f))).is_err());
        assert!(c.poly_rank(&a, 2).is_ok() && c.poly_rank(&a, 1).is_err());
        let tall = PolyMatrix::from_fn(&f, 3, 2, |i, j| a.get(i % 2, j).shl(i / 2)).unwrap();
        let (zero, kernel) = ([0; 3], tall.kernel_basis(&[0; 3]).unwrap());
        assert!(c.poly_kernel(&tall, &zero, &kernel).is_ok());
        assert!(c.poly_kernel(&tall, &zero, &kernel.shl(1)).is_err());
        let x_minus_3 = PolyMatrix::from_fn(&f, 1, 1, |_, _| Poly::from_i64(&f, &[-3, 1])).unwrap();
        assert!(c.poly_kernel(&tall, &zero, &(&x_minus_3 * &kernel)).is_err());
        assert!(c.poly_kernel(&tall, &zero, &PolyMatrix::zero(&f, 0, 3)).is_err());
        let basis = tall.approximant_basis(4, &zero).unwrap();
        assert!(c.approximants(&tall, 4, &zero, &basis).is_ok());
        assert!(c.approximants(&tall, 5, &zero, &basis).is_err());
        assert!(c.approximants(&tall, 3, &zero, &basis).is_err());
        let (popov, hermite) = (a.popov(&[0, 0]).unwrap(), a.hermite().unwrap());
        assert!(c.popov(&a, &[0, 0], &popov).is_ok() && c.popov(&a, &[0, 0], &popov.scale(&f.elem(2))).is_err());
        assert!(c.popov(&a, &[0, 0], &popov.shl(1)).is_err());
        assert!(c.hermite(&a, &hermite).is_ok() && c.hermite(&a, &hermite.shl(1)).is_err());
        assert!(c.hermite(&a, &popov).is_err());
    }
}
