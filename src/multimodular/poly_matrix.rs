//! Determinants of matrices over Z\[x\]: images by evaluation at points, up to a bound of Hadamard's kind.
//!
//! A coefficient is at most the maximum of |det| on the unit circle, where entries are at most the sums of their coefficients'
//! magnitudes: ∏ (Σ_j ‖a_ij‖₁²)^½ over the rows, or the columns. Source: Goldstein, Graham 1974, "A Hadamard-type bound on the
//! coefficients of a determinant of polynomials".

use super::{
    Options, Outcome,
    driver::{self, Job},
    work::{Kind, Work},
};
use crate::{
    Error, Result,
    matrix::PolyMatrix,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, View},
};
use rug::Integer;

/// The determinant of a square matrix of polynomials; 1 for the matrix without rows.
///
/// ```
/// use polymod::{Integers, Poly, PolyMatrix, multimodular::{self, Options}};
/// let z = Integers::new();
/// let p = |c: &[i64]| Poly::from_i64(&z, c);
/// let a = PolyMatrix::new(&z, 2, 2, vec![p(&[0, 1]), p(&[2]), p(&[3]), p(&[0, -1])])?;       // x, 2; 3, −x
/// assert_eq!(multimodular::poly_det(&a, &Options::default())?.value, p(&[-6, 0, -1]));
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotSquare`]; [`Error::Cancelled`].
pub fn det(a: &PolyMatrix<Integers>, options: &Options) -> Result<Outcome<Poly<Integers>>> {
    let (rows, cols) = a.shape();
    if rows != cols {
        return Err(Error::NotSquare { operation: "a determinant", rows, cols });
    }
    options.begin("determinant over z[x]", &a.entries().iter().map(Poly::coeffs).collect::<Vec<_>>(), &[rows])?;
    let Some(degree) = a.det_degree() else { return Ok(Outcome::direct(Poly::zero(a.ring()))) };
    let bound = row_bound(a).min(row_bound(&a.transposed()));
    let job = Determinant { a, degree, bound };
    a.ring().engine().enter(|cx| driver::run(a.ring(), &job, options, cx))
}

/// Σ over the rows of log2 of the Euclidean norm of the entries' 1-norms.
fn row_bound(a: &PolyMatrix<Integers>) -> f64 {
    let sum = |f: &Poly<Integers>| f.iter().map(Integer::abs).sum::<Integer>();
    (0..a.rows())
        .map(|i| Integers::log2_norm(a.ring().collect(&a.row(i).iter().map(sum).collect::<Vec<_>>()).view()))
        .sum()
}

struct Determinant<'a> {
    a: &'a PolyMatrix<Integers>,
    degree: usize,
    bound: f64,
}

impl Job for Determinant<'_> {
    type Answer = Poly<Integers>;

    fn task(&self) -> String {
        format!("determinant over z[x], {} by {}, degree {} at most", self.a.rows(), self.a.cols(), self.degree)
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        self.a.entries().iter().map(Poly::coeffs).collect()
    }

    fn work(&self) -> Work {
        Work::new(Kind::Polynomials, &[self.a.rows(), self.degree])
    }

    fn products(&self) -> f64 {
        (self.degree + 1) as f64 * (self.a.rows() as f64).powi(3)
    }

    fn residues(&self, rank: &[u64]) -> Option<usize> {
        rank.is_empty().then_some(self.degree + 1)
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn checks(&self) -> bool {
        false
    }

    fn accept(&self, _: &[u64], candidate: Coeffs<Integers>, known: bool) -> Result<Option<Self::Answer>> {
        Ok(known.then(|| Poly::from_coeffs(self.a.ring(), candidate)))
    }
}
