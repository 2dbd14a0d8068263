//! Checks of matrices of polynomials: inverses modulo powers of x by a product in the other order, divisions at random points, bases of interpolants
//! by their definition, systems of equations by products, Smith forms by Hermite forms.

use super::seeded;
use polymod::{Matrix, Poly, PolyMatrix, Ring, Zn, verify::poly_forms::is_proper_by_minors};

#[test]
fn right_from_wrong() {
    for n in [7, 97, (1 << 61) - 1] {
        let f = Zn::new(n).unwrap();
        let mut c = seeded(&f, 3);
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
        assert!(c.poly_solution(&a, &square, (&numerators.scale(&2), &d.scale(&2))).is_err());
        let smith = a.smith().unwrap();
        assert!(c.poly_smith(&a, &smith).is_ok() && c.poly_smith(&a, &smith.scale(&2)).is_err());
        assert!(c.poly_smith(&a, &a.hermite().unwrap()).is_err());
        let (x, points) = (Matrix::from_i64(&f, &[&[1], &[2], &[3], &[5]]).unwrap(), f.collect(&[5, 6]));
        let basis = x.interpolant_basis(points.view(), &[0, 1]).unwrap();
        assert!(c.interpolants(&x, points.view(), &[0, 1], &basis).is_ok());
        assert!(c.interpolants(&x, points.view(), &[0, 1], &basis.shl(1)).is_err());
        assert!(c.interpolants(&x, points.view(), &[0, 1], &basis.scale(&0)).is_err());
    }
}
