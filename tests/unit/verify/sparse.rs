//! Checks of sparse matrices: results by products alone by those of the transpose, whose random vectors are others; over Z modulo random primes.

use super::seeded;
use crate::any;
use polymod::{AnyRing, Error, Matrix, Poly, Ring, matrix::SparseMatrix, verify::Unverified};

fn tells_right_from_wrong(r: &AnyRing, det: i64, minimal: &str) {
    let triples = [(0, 0, 2), (0, 2, 5), (1, 1, 7), (2, 0, 1), (2, 2, 4)].map(|(i, j, x)| (i, j, r.elem(x)));
    let a = SparseMatrix::from_triples(r, 3, 3, triples).unwrap();
    let checker = || seeded(r, 3);
    assert!(checker().sparse_determinant(&a, &r.elem(det)).is_ok());
    assert!(checker().sparse_determinant(&a, &r.elem(det + 1)).is_err());
    assert!(checker().sparse_rank(&a, 3).is_ok() && checker().sparse_rank(&a, 2).is_err());
    let x = Matrix::from_i64(r, &[&[1], &[2], &[3]]).unwrap();
    let b = Matrix::from_i64(r, &[&[17], &[14], &[13]]).unwrap();
    assert!(checker().sparse_product(&a, &x, &b).is_ok());
    assert!(checker().sparse_product(&a, &x, &x).is_err() && checker().sparse_product(&a, &b, &x).is_err());
    let m = Poly::parse(r, minimal).unwrap();
    assert!(checker().sparse_minimal(&a, &m).is_ok());
    assert!(checker().sparse_minimal(&a, &(&m + &Poly::one(r))).is_err());
    let wide = SparseMatrix::from_triples(r, 1, 2, [(0, 0, r.one())]).unwrap();
    let refused = |e| matches!(e, Unverified::Library(Error::NotSquare { .. }));
    assert!(checker().sparse_determinant(&wide, &r.one()).is_err_and(refused));
    assert!(checker().sparse_rank(&wide, 1).is_ok());
}

#[test]
fn right_from_wrong_over_fields_and_over_z() {
    let minimal = "x^3 - 13*x^2 + 45*x - 21";
    for name in ["z", "zn:10007", "zn:2^61-1"] {
        tells_right_from_wrong(&any(name), 21, minimal);
    }
}
