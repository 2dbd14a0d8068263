//! Determinants by triangular blocks: of a matrix [A B; C D] with a minimal basis N = [K L] of the kernel of its left columns.
//!
//! [1 0; K L]·[A B; C D] = [A B; 0 S], S = N·[B; D], so that det L·det [A B; C D] = det A·det S, three determinants of half the rows, with
//! entries of about the same degree but those of S, which has twice that. Rows are exchanged so that A is not singular.
//!
//! Source: triangularization by kernel bases as in Labahn, Neiger, Zhou 2017, "Fast, deterministic computation of the Hermite normal form
//! and determinant of a polynomial matrix", J. Complexity 42, §3, where a row basis takes the place of A and L.

use super::{DetAlgorithm, PolyMatrix, approximant::approximant_ns, det::points_ns};
use crate::{
    Result,
    engine::Context,
    matrix::Matrix,
    poly::Poly,
    ring::{Convolve, Size, grid},
    tested,
};

impl<R: Convolve> PolyMatrix<R> {
    tested! {
        /// The determinant by triangular blocks, those of the blocks by `part`; by another algorithm where no rows are found that are
        /// independent at a point.
        pub(super) fn det_by_triangles(&self, part: fn(&Self) -> Result<Poly<R>>) -> Result<Poly<R>> {
            let (r, n) = (&self.ring, self.rows);
            if r.size(r.collect(&[r.one()]).view()).bits > 0 {
                // over Z pivots are no units
                return Err(self.no_algorithm(DetAlgorithm::Triangular));
            }
            if n == 0 {
                return Ok(Poly::one(r));
            }
            if n == 1 {
                return Ok(self.get(0, 0).clone());
            }
            let half = n / 2;
            let left = self.part(0..n, 0..half);
            let kernel = left.kernel_basis(&vec![0; n])?;
            if kernel.rows > n - half {
                return Ok(Poly::zero(r));
            }
            let Some((order, odd)) = left.independent_rows()? else { return self.det_by(DetAlgorithm::Elimination) };
            let corner = left.select_rows(&order[..half]);
            let other = kernel.transposed().select_rows(&order[half..]).transposed();
            let schur = kernel.checked_mul(&self.part(0..n, half..n))?;
            let product = part(&corner)?.checked_mul(&part(&schur)?)?.exact_div(&part(&other)?)?;
            Ok(if odd { -product } else { product })
        }
    }

    /// An order of the rows whose first, as many as there are columns, are independent at a point, and whether it is odd; none if such
    /// rows are not found.
    fn independent_rows(&self) -> Result<Option<(Vec<usize>, bool)>> {
        const POINTS: i64 = 4;
        let r = &self.ring;
        for x in 0..POINTS {
            let values = Matrix::new(r, self.rows, self.columns, r.collect(&self.eval(&r.elem(x))))?;
            let echelon = values.echelon()?;
            if echelon.rank() == self.columns {
                return Ok(Some((echelon.order().to_vec(), echelon.is_odd())));
            }
        }
        Ok(None)
    }
}

/// Predicted nanoseconds of a determinant of n rows with entries of `len` coefficients by triangular blocks, those of the blocks by that or
/// at points, whichever is predicted to be faster.
pub(super) fn triangles_ns<R: Convolve>(r: &R, [n, len]: [usize; 2], cx: Context<'_>) -> f64 {
    /// Blocks of so few rows are computed at points.
    const LEAST: usize = 4;
    let fastest = |n: usize, len: usize| {
        let points = points_ns(r, [n, len, n * (len - 1) + 1], cx);
        if n <= LEAST { points } else { points.min(triangles_ns(r, [n, len], cx)) }
    };
    let (half, size) = (n / 2, |len| Size { len, bits: 0 });
    let order = 2 * len;
    let kernel = approximant_ns(r, [n, half], order, cx)
        + grid::predicted_ns(r, [n, n, half], [size(len), size(len)], 0..order, cx);
    let schur = grid::predicted_ns(r, [n - half, n, n - half], [size(len), size(len)], 0..order, cx);
    kernel + schur + 2.0 * fastest(n - half, len) + fastest(n - half, 2 * len)
}
