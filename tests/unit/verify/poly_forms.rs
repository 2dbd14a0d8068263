//! Checks of matrices of polynomials: inverses modulo powers of x by a product in the other order, divisions at random points, bases of interpolants
//! by their definition, systems of equations by products, Smith forms by Hermite forms.

use super::seeded;
use crate::any;
use polymod::{Matrix, Poly, PolyMatrix, Ring, verify::poly_forms::is_proper_by_minors};

#[test]
fn right_from_wrong() {
    for name in ["zn:7", "zn:97", "zn:2^61-1"] {
        let f = any(name);
        let (mut c, two) = (seeded(&f, 3), f.elem(2));
        let matrix = |rows: &[&[&[i64]]]| {
            PolyMatrix::from_fn(&f, rows.len(), rows[0].len(), |i, j| Poly::from_i64(&f, rows[i][j])).unwrap()
        };
        let a = matrix(&[&[&[1, 2], &[3]], &[&[0, 0, 1], &[5, 1]]]);
        let square = matrix(&[&[&[1], &[2, 0, 3]], &[&[0, 1], &[]]]);
        let inverse = a.inv_series(6).unwrap();
        assert!(c.poly_inverse(&a, 6, &inverse).is_ok() && c.poly_inverse(&a, 7, &inverse).is_err());
        assert!(c.poly_inverse(&a, 5, &inverse).is_err() && c.poly_inverse(&a, 6, &a).is_err());
        // column-reduced, and of equal leading columns
        for b in [matrix(&[&[&[0, 0, 1], &[1]], &[&[1], &[0, 1]]]), matrix(&[&[&[0, 1], &[1, 1]], &[&[0, 1], &[0, 1]]])]
        {
            let long = &(&a * &a) * &a;
            let (q, rest) = long.div_rem(&b).unwrap();
            assert!(c.poly_division(&long, &b, [&q, &rest]).is_ok() && is_proper_by_minors(&rest, &b).unwrap());
            assert!(c.poly_division(&long, &b, [&rest, &q]).is_err());
            // another division, whose remainder is not proper
            let one = PolyMatrix::identity(&f, 2);
            assert!(c.poly_division(&long, &b, [&(&q - &one), &(&rest + &b)]).is_err());
            assert!(!is_proper_by_minors(&(&rest + &b), &b).unwrap());
        }
        let (numerators, d) = a.solve(&square).unwrap();
        assert!(c.poly_solution(&a, &square, (&numerators, &d)).is_ok());
        assert!(c.poly_solution(&a, &square, (&numerators.shl(1), &d)).is_err());
        assert!(c.poly_solution(&a, &square, (&numerators.shl(1), &d.shl(1))).is_err());
        assert!(c.poly_solution(&a, &square, (&numerators.scale(&two), &d.scale(&two))).is_err());
        let smith = a.smith().unwrap();
        assert!(c.poly_smith(&a, &smith).is_ok() && c.poly_smith(&a, &smith.scale(&two)).is_err());
        assert!(c.poly_smith(&a, &a.hermite().unwrap()).is_err());
        let (x, points) =
            (Matrix::from_i64(&f, &[&[1], &[2], &[3], &[5]]).unwrap(), f.collect(&[f.elem(5), f.elem(6)]));
        let basis = x.interpolant_basis(points.view(), &[0, 1]).unwrap();
        assert!(c.interpolants(&x, points.view(), &[0, 1], &basis).is_ok());
        assert!(c.interpolants(&x, points.view(), &[0, 1], &basis.shl(1)).is_err());
        assert!(c.interpolants(&x, points.view(), &[0, 1], &basis.scale(&f.elem(0))).is_err());
    }
}
