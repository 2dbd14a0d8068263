//! Interpolation through few points modulo n, on words on the stack, by Newton's formula.

use super::{Zn, small::trimmed};
use crate::{Result, arith::Modulus};

/// Most points.
const MOST: usize = 16;

impl Zn {
    /// Whether polynomials through as many points are computed here.
    #[inline]
    pub(super) fn has_few_points(&self, points: usize) -> bool {
        (1..=MOST).contains(&points)
    }
}

/// The polynomial with these values at no more than three points, by Newton's formula; `None` for more, and where a difference of two is no unit.
#[inline]
pub(super) fn few_interpolated(n: Modulus, points: &[u64], values: &[u64]) -> Option<[u64; 4]> {
    match (points, values) {
        (&[_], &[y]) => Some([y, 0, 0, 0]),
        (&[x0, x1], &[y0, y1]) => {
            let slope = n.mul(n.sub(y1, y0), n.inv(n.sub(x1, x0)).ok()?);
            Some([n.sub(y0, n.mul(slope, x0)), slope, 0, 0])
        }
        (&[x0, x1, x2], &[y0, y1, y2]) => {
            let [first, second, third] = [n.sub(x1, x0), n.sub(x2, x0), n.sub(x2, x1)];
            let product = n.mul(second, third);
            let inverse = n.inv(n.mul(first, product)).ok()?;
            let slope = n.mul(n.sub(y1, y0), n.mul(inverse, product));
            let top = n.mul(n.sub(n.sub(y2, y0), n.mul(slope, second)), n.mul(inverse, first));
            // y_0 + (x − x_0)·(slope + top·(x − x_1))
            let inner = n.sub(slope, n.mul(top, x1));
            Some([n.sub(y0, n.mul(inner, x0)), n.sub(inner, n.mul(top, x0)), top, 0])
        }
        _ => None,
    }
}

/// Writes the polynomial with these values at these points, as many as there are words; returns its length without leading zeros.
///
/// The polynomial through the first k points is P_k, of degree below k. With M_k = ∏ (x − x_j) over them, P_(k + 1) = P_k + c_k·M_k
/// for c_k = (y_k − P_k(x_k))/M_k(x_k); one inversion gives all 1/M_k(x_k).
pub(super) fn interpolate(n: Modulus, out: &mut [u64], points: &[u64], values: &[u64]) -> Result<usize> {
    match points.len() {
        0..=4 => interpolate_in::<4>(n, out, points, values),
        5..=8 => interpolate_in::<8>(n, out, points, values),
        _ => interpolate_in::<MOST>(n, out, points, values),
    }
}

/// [`interpolate`] for at most M points.
fn interpolate_in<const M: usize>(n: Modulus, out: &mut [u64], points: &[u64], values: &[u64]) -> Result<usize> {
    let len = points.len();
    // row k: M_k at the points from the k-th on
    let (mut products, mut inverses) = ([[1; M]; M], [1; M]);
    for k in 1..len {
        let (above, row) = products.split_at_mut(k);
        for i in k..len {
            row[0][i] = n.mul(above[k - 1][i], n.sub(points[i], points[k - 1]));
        }
        inverses[k] = row[0][k];
    }
    // M_0 is 1
    n.batch_inv(&mut inverses[1..len.max(1)])?;
    let coefficients = &mut inverses;
    out.copy_from_slice(values);
    for k in 0..len {
        let c = n.mul(out[k], coefficients[k]);
        coefficients[k] = c;
        for (rest, &product) in out[k + 1..].iter_mut().zip(&products[k][k + 1..]) {
            *rest = n.sub(*rest, n.mul(c, product));
        }
    }
    // from Newton's basis: c_0 + (x − x_0)·(c_1 + (x − x_1)·(…))
    out.fill(0);
    for k in (0..len).rev() {
        let minus = n.neg(points[k]);
        for i in (1..len - k).rev() {
            out[i] = n.add(out[i - 1], n.mul(out[i], minus));
        }
        out[0] = n.add(n.mul(out[0], minus), coefficients[k]);
    }
    Ok(trimmed(out))
}
