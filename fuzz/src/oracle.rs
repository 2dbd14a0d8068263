//! Definitions that the engine's answers are compared with, and refusals that are allowed.

use polymod::{
    Error, Matrix, Poly, PolyMatrix, Result, Ring,
    ring::{Coeffs, Convolve},
};

/// What an operation gives, unless it refuses with an error that is allowed here.
///
/// # Panics
/// On any other error, and on one whose text has not one line.
pub fn unless<T>(result: Result<T>, allowed: impl Fn(&Error) -> bool) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(e) => {
            assert!(allowed(&e), "refused: {e}");
            assert_eq!(e.to_string().lines().count(), 1, "{e}");
            None
        }
    }
}

/// A division that does not exist, modulo a composite number or over Z.
pub fn no_quotient(e: &Error) -> bool {
    matches!(e, Error::NotInvertible { .. } | Error::NotDivisible { .. })
}

/// An algorithm that does not apply.
pub fn not_applicable(e: &Error) -> bool {
    matches!(e, Error::Algorithm { .. })
}

/// a·b, every coefficient by every coefficient, by the ring's operations on single elements.
pub fn product<R: Ring>(a: &Poly<R>, b: &Poly<R>) -> Poly<R> {
    let r = a.ring();
    let (x, y): (Vec<_>, Vec<_>) = (a.iter().collect(), b.iter().collect());
    let mut out = vec![r.elem(0); (x.len() + y.len()).saturating_sub(1)];
    for (i, x) in x.iter().enumerate() {
        for (j, y) in y.iter().enumerate() {
            out[i + j] = r.add(&out[i + j], &r.mul(x, y));
        }
    }
    Poly::new(r, out)
}

/// a modulo x^n.
pub fn low<R: Ring>(a: &Poly<R>, n: usize) -> Poly<R> {
    Poly::new(a.ring(), a.iter().take(n))
}

/// a modulo x^n − 1, or x^n + 1.
pub fn wrapped<R: Ring>(a: &Poly<R>, n: usize, negacyclic: bool) -> Poly<R> {
    let r = a.ring();
    let mut out = vec![r.elem(0); n];
    for (i, x) in a.iter().enumerate() {
        let x = if negacyclic && (i / n) % 2 == 1 { r.neg(&x) } else { x };
        out[i % n] = r.add(&out[i % n], &x);
    }
    Poly::new(r, out)
}

/// a(x), from the powers of x.
pub fn value<R: Ring>(a: &Poly<R>, x: &R::Elem) -> R::Elem {
    let r = a.ring();
    let (mut sum, mut power) = (r.elem(0), r.one());
    for c in a.iter() {
        sum = r.add(&sum, &r.mul(&c, &power));
        power = r.mul(&power, x);
    }
    sum
}

pub fn values<R: Ring>(r: &R, v: &Coeffs<R>) -> Vec<R::Elem> {
    (0..v.len()).map(|i| r.get(v.view(), i)).collect()
}

/// A·B by the definition.
pub fn matrix_product<R: Ring>(a: &Matrix<R>, b: &Matrix<R>) -> Matrix<R> {
    let r = a.ring();
    let entry =
        |i: usize, j: usize| (0..a.cols()).fold(r.elem(0), |sum, k| r.add(&sum, &r.mul(&a.get(i, k), &b.get(k, j))));
    Matrix::from_fn(r, a.rows(), b.cols(), entry).expect("a small shape")
}

/// A·B by the definition, of matrices of polynomials.
pub fn poly_matrix_product<R: Convolve>(a: &PolyMatrix<R>, b: &PolyMatrix<R>) -> PolyMatrix<R> {
    let r = a.ring();
    let entry =
        |i: usize, j: usize| (0..a.cols()).fold(Poly::zero(r), |sum, k| sum + product(a.get(i, k), b.get(k, j)));
    PolyMatrix::from_fn(r, a.rows(), b.cols(), entry).expect("a small shape")
}
