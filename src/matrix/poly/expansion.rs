//! The power series of A⁻¹·B, for a square A with an inverse at 0.
//!
//! In base X = x^k, k > deg A, let A⁻¹ = C_0 + C_1·X + …, and D_0 + D_1·X + … the series of A⁻¹·B, deg B < k. After i digits
//! B − A·(D_0 + … + D_{i−1}·X^{i−1}) = X^i·R_i with R_i = −(A·D_{i−1} div X): the last digit alone gives the residual, and the digits that
//! remain are those of A⁻¹·R_i.
//!
//! *Digit by digit* (Dixon 1982, "Exact solution of linear equations using p-adic expansions", Numer. Math. 40, over polynomials; Moenck,
//! Carter 1979, "Approximate algorithms to derive exact solutions to systems of linear equations"): D_i = C_0·R_i mod X, two products by
//! as many columns as B has for each digit.
//!
//! *High-order lifting* (Storjohann 2003, "High-order lifting and integrality certification", J. Symb. Comp. 36, §§4 and 8): from
//! C_{h−2} + C_{h−1}·X its residuals, and from these C_{2h−2} + C_{2h−1}·X, two products by 2n columns for each doubling of h. Then
//! D_{h−1} = (C_{h−2}·B div X) + (C_{h−1}·B mod X), and its residual is the right side for the digits from h on: of twice as many columns
//! half as many digits are wanted, and at last one. About 3/2 of the products of single digits, and 4·log h more, but of whole matrices,
//! which transform each entry of A a few times and not once for each digit.

use super::{PolyMatrix, dense::check, det::PREDICTION_NS};
use crate::{
    Result,
    engine::Context,
    poly::Poly,
    ring::{Coeffs, Convolve, Size, grid},
    tested,
};

impl<R: Convolve> PolyMatrix<R> {
    tested! {
        /// The entries of self⁻¹·right modulo x^order, digit by digit.
        pub(super) fn digits_in_turn(&self, right: &Self, order: usize) -> Result<Vec<Poly<R>>> {
            let (r, k) = (&self.ring, self.digit_len());
            let inverse = self.inv_series(k)?;
            let mut all: Vec<Coeffs<R>> = right.entries.iter().map(|_| r.zeros(order)).collect();
            let mut residual = right.clone();
            for at in (0..order).step_by(k) {
                check(r)?;
                let digit = inverse.mul_low(&residual.truncated(k), k)?;
                for (out, e) in all.iter_mut().zip(&digit.entries) {
                    r.copy_at(out, at, e.coeffs().low(e.len().min(order - at)));
                }
                // the lower coefficients of the difference are zero
                let carried = self.mul_window(&digit, k..usize::MAX, None)?;
                residual = residual.each(|e| Poly::from_coeffs(r, r.owned(e.coeffs().from(k)))).checked_sub(&carried)?;
            }
            Ok(all.into_iter().map(|v| Poly::from_coeffs(r, v)).collect())
        }
    }

    tested! {
        /// The entries of self⁻¹·right modulo x^order, by high-order lifting.
        pub(super) fn digits_at_once(&self, right: &Self, order: usize) -> Result<Vec<Poly<R>>> {
            let (r, n, m, k) = (&self.ring, self.rows, right.columns, self.digit_len());
            let count = order.div_ceil(k);
            let inverse = self.inv_series(k)?;
            let components = self.components(&inverse, count)?;
            // blocks of m columns with the places of their first digits: the digits of the right side, then residuals
            let parts = right.degree().map_or(0, |d| d / k + 1).min(count);
            let mut blocks: Vec<(usize, usize)> = (0..parts).map(|part| (part, part)).collect();
            let mut sides = Self::from_fn(r, n, parts * m, |i, j| window(right.get(i, j % m), j / m * k, k))?;
            for (level, component) in components.iter().enumerate().rev() {
                check(r)?;
                let ahead = 1 << level;
                let continued: Vec<usize> = (0..blocks.len()).filter(|&b| blocks[b].1 + ahead < count).collect();
                if continued.is_empty() {
                    continue;
                }
                let chosen =
                    Self::from_fn(r, n, continued.len() * m, |i, j| sides.get(i, continued[j / m] * m + j % m).clone())?;
                let rest = self.residuals(&component.mul_window(&chosen, k..2 * k, None)?)?;
                sides = sides.beside(&rest)?;
                blocks.extend(continued.iter().map(|&b| (blocks[b].0, blocks[b].1 + ahead)).collect::<Vec<_>>());
            }
            let digits = inverse.mul_low(&sides, k)?;
            let entry = |i: usize, j: usize| {
                let mut sum = Poly::zero(r);
                for part in 0..parts {
                    let mut series = r.zeros(order);
                    for (b, (_, place)) in blocks.iter().enumerate().filter(|(_, block)| block.0 == part) {
                        let e = digits.get(i, b * m + j);
                        r.copy_at(&mut series, place * k, e.coeffs().low(order - place * k));
                    }
                    sum = sum.checked_add(&Poly::from_coeffs(r, series))?;
                }
                Ok(sum)
            };
            (0..n).flat_map(|i| (0..m).map(move |j| (i, j))).map(|(i, j)| entry(i, j)).collect()
        }
    }

    /// C_{h−2} + C_{h−1}·X for h = 1, 2, 4, …, below a number of digits.
    fn components(&self, inverse: &Self, count: usize) -> Result<Vec<Self>> {
        let (r, n, k) = (&self.ring, self.rows, self.digit_len());
        // C_{−1} = 0
        let mut all = vec![inverse.shl(k)];
        while 1 << all.len() < count {
            check(r)?;
            let last = &all[all.len() - 1];
            let ends = Self::from_fn(r, n, 2 * n, |i, j| window(last.get(i, j % n), j / n * k, k))?;
            let mut residuals = self.residuals(&ends)?;
            if all.len() == 1 {
                // before the first digit
                residuals = Self::identity(r, n).beside(&residuals.part(0..n, n..2 * n))?;
            }
            let next = last.mul_window(&residuals, k..2 * k, None)?;
            all.push(Self::from_fn(r, n, n, |i, j| next.get(i, j) + &next.get(i, n + j).shl(k))?);
        }
        Ok(all)
    }

    /// What remains of the right sides after these digits.
    fn residuals(&self, digits: &Self) -> Result<Self> {
        let k = self.digit_len();
        Ok(-self.mul_window(digits, k..2 * k, None)?)
    }

    /// The number of coefficients of a digit.
    pub(super) fn digit_len(&self) -> usize {
        self.degree().unwrap_or(0) + 1
    }

    /// The columns of self, and those of a matrix with as many rows.
    fn beside(&self, other: &Self) -> Result<Self> {
        let columns = self.columns;
        let entry = |i: usize, j: usize| match j.checked_sub(columns) {
            None => self.get(i, j).clone(),
            Some(j) => other.get(i, j).clone(),
        };
        Self::from_fn(&self.ring, self.rows, columns + other.columns, entry)
    }
}

/// The coefficients of x^from, …, x^(from + len − 1), from x^0 on.
fn window<R: Convolve>(f: &Poly<R>, from: usize, len: usize) -> Poly<R> {
    Poly::from_coeffs(f.ring(), f.ring().owned(f.coeffs().from(from).low(len)))
}

/// Predicted nanoseconds of `count` digits of k coefficients of m columns, for a matrix of n rows: digit by digit, and by high-order
/// lifting, unless the former is shorter than the prediction of the latter.
pub(super) fn digits_ns<R: Convolve>(
    r: &R,
    [n, m]: [usize; 2],
    [k, count]: [usize; 2],
    cx: Context<'_>,
) -> (f64, Option<f64>) {
    let size = |len| Size { len, bits: 0 };
    // products by this number of columns, of which k coefficients are wanted
    let product = |len: usize, columns: usize| match columns {
        0 => 0.0,
        _ => grid::predicted_ns(r, [n, n, columns], [size(len), size(k)], k - 1..2 * k - 1, cx),
    };
    // the inverse of A modulo X, by doublings of the number of its coefficients
    let mut inverse = 0.0;
    let mut len = k;
    while len > 1 {
        let half = len.div_ceil(2);
        inverse += 2.0 * grid::predicted_ns(r, [n, n, n], [size(len), size(half)], half - 1..len, cx);
        len = half;
    }
    let digits = |columns: usize| product(k, columns);
    let in_turn = inverse + 2.0 * count as f64 * digits(m);
    if in_turn < PREDICTION_NS {
        return (in_turn, None);
    }
    let levels = count.next_power_of_two().trailing_zeros();
    let doubling = digits(2 * n) + product(2 * k, 2 * n);
    // of the blocks of m columns, those for which digits follow at a distance of h
    let continued = (0..levels).map(|level| count.div_ceil(1 << level) - count.div_ceil(2 << level));
    let residuals = continued.map(|blocks| digits(blocks * m) + product(2 * k, blocks * m)).sum::<f64>();
    let at_once = inverse + f64::from(levels.saturating_sub(1)) * doubling + residuals + digits(count * m);
    (in_turn, Some(at_once))
}
