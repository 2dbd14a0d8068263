//! Identities of matrices of numbers and of polynomials.

use crate::{
    bytes::Bytes,
    oracle::{matrix_product, no_quotient, not_applicable, poly_matrix_product, product, unless},
    rings::{self, Check, is_field},
};
use polymod::{
    Error, Integers, Matrix, Poly, PolyMatrix, Result, Ring,
    matrix::DetAlgorithm,
    ring::{FiniteField, MatrixAlgorithm},
    rug::{Integer, ops::Pow},
};

struct Matrices;

impl Check for Matrices {
    fn check<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
        let fails = |e: &Error| no_quotient(e) && !is_field(r);
        products(r, bytes);
        determinants(r, bytes, Matrix::<R>::det, Matrix::<R>::charpoly);
        systems(r, bytes, fails);
        forms(r, bytes);
    }

    fn over_z(z: &Integers, bytes: &mut Bytes<'_>) {
        products(z, bytes);
        determinants(z, bytes, Matrix::<Integers>::det, Matrix::<Integers>::charpoly);
        systems_over_z(z, bytes);
    }
}

/// Products, determinants, systems, characteristic polynomials.
pub fn matrices(bytes: &[u8]) {
    rings::in_some_ring::<Matrices>(&mut Bytes::new(bytes));
}

fn size(bytes: &mut Bytes<'_>, most: usize) -> usize {
    let most = if bytes.byte() % 8 == 7 { 4 * most } else { most };
    bytes.below(most + 1)
}

fn products<R: Ring>(r: &R, bytes: &mut Bytes<'_>) {
    let [m, k, n] = [0; 3].map(|_| size(bytes, 6));
    let (a, b) = (bytes.matrix(r, m, k), bytes.matrix(r, k, n));
    let expected = matrix_product(&a, &b);
    assert_eq!(a.checked_mul(&b).as_ref(), Ok(&expected));
    // the refusal names the ways there are
    let Err(Error::Algorithm { applicable, .. }) = a.mul_by(&b, "none such") else { panic!("a way of no name") };
    for way in applicable.split(", ").filter(|way| !way.is_empty()) {
        assert_eq!(a.mul_by(&b, way).as_ref(), Ok(&expected), "by {way}");
    }
}

fn determinants<R: Ring>(
    r: &R,
    bytes: &mut Bytes<'_>,
    det: fn(&Matrix<R>) -> Result<R::Elem>,
    charpoly: fn(&Matrix<R>) -> Result<Poly<R>>,
) {
    let n = size(bytes, 4);
    let (a, b) = (bytes.matrix(r, n, n), bytes.matrix(r, n, n));
    let [x, y, xy] = [&a, &b, &matrix_product(&a, &b)].map(|m| det(m).expect("a determinant"));
    assert_eq!(r.mul(&x, &y), xy, "{a:?} {b:?}");
    assert_eq!(det(&a.transposed()).as_ref(), Ok(&x));
    for algorithm in [DetAlgorithm::Elimination, DetAlgorithm::DivisionFree] {
        if let Some(found) = unless(a.det_by(algorithm), no_quotient) {
            assert_eq!(found, x, "{algorithm}: {a:?}");
        }
    }
    let p = charpoly(&a).expect("a characteristic polynomial");
    assert_eq!((p.len(), p.leading()), (n + 1, Some(r.one())));
    assert_eq!(if n % 2 == 1 { r.neg(&p.coeff(0)) } else { p.coeff(0) }, x);
    let at = p.iter().rev().fold(Matrix::zero(r, n, n).expect("small"), |sum, c| {
        matrix_product(&sum, &a).checked_add(&Matrix::identity(r, n).scale(&c)).expect("one shape")
    });
    assert!(at.is_zero(), "Cayley and Hamilton: {a:?}");
}

fn systems<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>, fails: impl Fn(&Error) -> bool) {
    let [m, n, c] = [size(bytes, 5), size(bytes, 5), size(bytes, 2)];
    let a = bytes.matrix(r, m, n);
    let right = matrix_product(&a, &bytes.matrix(r, n, c));
    if let Some(x) = unless(a.solve(&right), &fails) {
        assert_eq!(matrix_product(&a, &x), right, "{a:?}");
    }
    let other = bytes.matrix(r, m, c);
    if let Some(x) = unless(a.solve(&other), |e| fails(e) || matches!(e, Error::Inconsistent { .. })) {
        assert_eq!(matrix_product(&a, &x), other, "{a:?}");
    }
    if let Some((rank, kernel)) = unless(a.rank().and_then(|rank| Ok((rank, a.nullspace()?))), &fails) {
        assert_eq!(a.transposed().rank(), Ok(rank), "{a:?}");
        assert!(matrix_product(&a, &kernel.transposed()).is_zero(), "{a:?}");
        if is_field(r) {
            assert_eq!((kernel.rows(), kernel.rank()), (n - rank, Ok(n - rank)), "{a:?}");
        } else if r.components().is_some() {
            // Howell's form is one over Z/n
        } else if let Some(rows) = unless(a.howell(), &fails) {
            // as many linear combinations of rows as of columns, and each of these has as many preimages as there are elements of the kernel
            assert_eq!(span(&rows) * span(&kernel), rings::elements(r).pow(n as u32), "{a:?}");
        }
    }
    if m == n {
        if let Some(inverse) = unless(a.inverse(), |e| fails(e) || matches!(e, Error::Singular { .. })) {
            assert_eq!(matrix_product(&a, &inverse), Matrix::identity(r, n), "{a:?}");
        }
    }
}

/// Number of linear combinations of the rows of a matrix over Z/n in Howell form, whose rows begin with divisors of n.
fn span<R: Ring>(howell: &Matrix<R>) -> Integer {
    let r = howell.ring();
    let multiples = |i: usize| {
        let first = (0..howell.cols()).map(|j| howell.get(i, j)).find(|x| !r.is_zero(x)).expect("no row of zeros");
        let (n, divisor) = (rings::elements(r), rings::integer(r, &first));
        assert!(n.is_divisible(&divisor), "{divisor} does not divide {n}: {howell:?}");
        n / divisor
    };
    (0..howell.rows()).map(multiples).product()
}

/// The same over Z, with a denominator; and the minimal polynomial.
fn systems_over_z(z: &Integers, bytes: &mut Bytes<'_>) {
    let [m, n, c] = [size(bytes, 5), size(bytes, 5), size(bytes, 2)];
    let a = bytes.matrix(z, m, n);
    let right = matrix_product(&a, &bytes.matrix(z, n, c));
    let (x, d) = a.solve(&right).expect("a solution");
    assert_eq!(matrix_product(&a, &x), right.scale(&d), "{a:?}");
    let (rank, kernel) = (a.rank().expect("a rank"), a.nullspace().expect("a kernel"));
    assert_eq!((kernel.rows(), kernel.rank()), (n - rank, Ok(n - rank)), "{a:?}");
    assert!(matrix_product(&a, &kernel.transposed()).is_zero(), "{a:?}");
    if m == n {
        let inverse = unless(a.inverse(), |e| matches!(e, Error::Singular { .. }));
        assert_eq!(inverse.is_some(), rank == n, "{a:?}");
        let identity = Matrix::identity(z, n);
        assert!(inverse.is_none_or(|(x, d)| matrix_product(&a, &x) == identity.scale(&d)), "{a:?}");
        let (p, minimal) = (a.charpoly().expect("a polynomial"), a.minpoly().expect("a polynomial"));
        assert!(p.rem(&minimal).expect("a monic divisor").is_empty(), "{a:?}");
    }
}

/// Matrices of polynomials.
fn forms<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
    let [m, k, n] = [0; 3].map(|_| bytes.below(4));
    let most = *bytes.one_of(&[3, 6, 20]);
    let (a, b) = (bytes.poly_matrix(r, m, k, most), bytes.poly_matrix(r, k, n, most));
    let expected = poly_matrix_product(&a, &b);
    for way in [None].into_iter().chain(MatrixAlgorithm::ALL.map(Some)) {
        let found = unless(a.mul_window(&b, 0..2 * most, way), |e| way.is_some() && not_applicable(e));
        assert!(found.is_none_or(|found| found == expected), "{way:?}");
    }
    let fails = |e: &Error| no_quotient(e) && !is_field(r);
    let shift: Vec<i64> = (0..m).map(|_| i64::from(bytes.byte() % 8)).collect();
    let order = bytes.below(12);
    if let Some(basis) = unless(a.approximant_basis(order, &shift), fails) {
        let is = unless(a.is_approximant_basis(&basis, order, &shift), fails);
        assert!(!is_field(r) || is.is_none_or(|is| is), "order {order}, shift {shift:?}: {a:?}");
    }
    if let Some(kernel) = unless(a.kernel_basis(&shift), fails) {
        assert!(poly_matrix_product(&kernel, &a).is_zero(), "{a:?}");
        if let Some(rank) = unless(a.rank(), fails).filter(|_| is_field(r)) {
            assert_eq!(kernel.rows(), m - rank, "{a:?}");
        }
    }
    square_forms(r, &bytes.poly_matrix(r, m, m, 5), fails);
}

fn square_forms<R: FiniteField>(r: &R, a: &PolyMatrix<R>, fails: impl Fn(&Error) -> bool) {
    let n = a.rows();
    let det = a.det().expect("a determinant");
    for algorithm in DetAlgorithm::ALL {
        let allowed = |e: &Error| not_applicable(e) || no_quotient(e) || matches!(e, Error::RepeatedPoint { .. });
        let found = unless(a.det_by(algorithm), allowed);
        assert!(found.is_none_or(|found| found == det), "{algorithm}: {a:?}");
    }
    let square = poly_matrix_product(a, a);
    assert_eq!(square.det(), Ok(product(&det, &det)), "{a:?}");
    if let Some(inverse) = unless(a.inv_series(7), |e| fails(e) || matches!(e, Error::Singular { .. })) {
        assert_eq!(poly_matrix_product(a, &inverse).truncated(7), PolyMatrix::identity(r, n), "{a:?}");
    }
    if let Some((q, rest)) = unless(square.div_rem(a), |e| fails(e) || matches!(e, Error::Singular { .. })) {
        assert_eq!((&q, rest.is_zero()), (a, true), "{a:?}");
    }
    let Some(popov) = unless(a.popov(&vec![0; n]), &fails) else { return };
    let Some(hermite) = unless(a.hermite(), &fails) else { return };
    if !is_field(r) {
        return;
    }
    assert_eq!(popov.rows(), hermite.rows(), "{a:?}");
    assert_eq!(popov.rows() == n, !det.is_empty(), "{a:?}");
    if popov.rows() == n {
        let monic = det.monic().expect("a field");
        for form in [&popov, &hermite] {
            assert_eq!(form.det().and_then(|d| Poly::monic(&d)), Ok(monic.clone()), "{a:?}");
        }
    }
    assert_eq!(hermite.popov(&vec![0; n]), Ok(popov), "{a:?}");
}
