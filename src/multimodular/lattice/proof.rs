//! Proofs that bases are reduced, in floating point.
//!
//! Let G be the Gram matrix of vectors whose squared lengths are scaled to between 1/4 and 1, and R its computed Cholesky factor, by pairs of doubles of
//! relative error u. Then |Rᵀ·R − G| ≤ ε = 2(n + 4)·u in each entry, and the true factor is (1 + Γ)·R for an upper triangular Γ with
//! ‖Γ‖ ≤ √2·‖F‖, F = R^(−T)·(G − Rᵀ·R)·R^(−1), if ‖F‖ < 1/2, norms being Frobenius': the true factor of 1 + F has ‖Γ + Γᵀ‖ ≥ √2·‖Γ‖, and
//! Γ + Γᵀ = F − ΓᵀΓ. So entries of R are exact up to ‖Γ‖, as its columns have lengths of at most about 1. For the computed inverse V of R, by
//! doubles, |R·V − 1| ≤ (n + 4)·2^(−52)·|R|·|V|, which bounds the length of the true one by 2·‖V‖. Sources: Villard 2007, "Certification of the QR
//! factor R, and of lattice basis reducedness", ISSAC; for errors of Cholesky's method and substitution Higham 2002, "Accuracy and stability of
//! numerical algorithms", theorems 8.5 and 10.3.

use super::{
    Rows,
    basis::dot,
    real::{Pair, Real},
};
use crate::{Result, engine::Context};
use rug::Integer;

/// Lovász's parameter, and the bound of size-reduced coefficients.
const DELTA: f64 = 0.99;
const REDUCED: f64 = 0.51;
/// More than the relative errors of the comparisons.
const SLACK: f64 = 1e-9;

/// Whether the vectors are proved to be reduced; false does not mean that they are not.
pub fn is_reduced(rows: &Rows, cx: Context<'_>) -> Result<bool> {
    let n = rows.len();
    let mut scaled = Scaled { factor: Vec::with_capacity(n), exponents: Vec::with_capacity(n) };
    for k in 0..n {
        cx.check()?;
        if !scaled.extend(rows, k) {
            return Ok(false);
        }
    }
    Ok(scaled.error().is_some_and(|error| (0..n).all(|k| scaled.is_reduced(k, error))))
}

/// Cholesky's factor of scaled vectors.
struct Scaled {
    /// Its columns, down to the diagonal.
    factor: Vec<Vec<Pair>>,
    /// Vectors are over 2 to these powers.
    exponents: Vec<i64>,
}

/// x over 2^e, with an error of the last of 104 bits; e is at most a few hundred less than the bits of x.
fn pair(x: &Integer, e: i64) -> Pair {
    let (high, exponent) = x.to_f64_exp();
    // 53 bits of it, as an integer
    let shift = i64::from(exponent) - 53;
    let digits = power(high, 53);
    let rest = match u32::try_from(shift) {
        Ok(shift) => x - (Integer::from(digits as i64) << shift),
        Err(_) => Integer::new(),
    };
    let (low, low_exponent) = rest.to_f64_exp();
    Pair(power(high, i64::from(exponent) - e), power(low, i64::from(low_exponent) - e))
}

/// x·2^e.
fn power(x: f64, e: i64) -> f64 {
    const MOST: i64 = 1000;
    x * 2f64.powi(e.clamp(-MOST, MOST) as i32)
}

impl Scaled {
    /// Computes column k; false where the vector seems to be a combination of those before it.
    fn extend(&mut self, rows: &Rows, k: usize) -> bool {
        let square = dot(&rows[k], &rows[k]);
        self.exponents.push(i64::from(square.significant_bits().div_ceil(2)));
        let own = self.exponents[k];
        let mut column: Vec<Pair> = Vec::with_capacity(k + 1);
        for i in 0..k {
            let product = pair(&dot(&rows[k], &rows[i]), own + self.exponents[i]);
            let rest = product.less_dot(&self.factor[i][..i], &column);
            column.push(rest.over(self.factor[i][i]));
        }
        let rest = pair(&square, 2 * own).less_dot(&column, &column);
        if rest.0 <= 0.0 {
            return false;
        }
        column.push(rest.sqrt());
        self.factor.push(column);
        true
    }

    /// A bound of the errors of all entries, if there is a useful one.
    fn error(&self) -> Option<f64> {
        let n = self.factor.len();
        let terms = (n + 4) as f64;
        let mut square = 0.0;
        for j in 0..n {
            // column j of the inverse, upwards
            let mut column = vec![0.0; j + 1];
            column[j] = 1.0;
            for i in (0..=j).rev() {
                column[i] /= self.factor[i][i].0;
                let x = column[i];
                column[..i].iter_mut().zip(&self.factor[i]).for_each(|(y, r)| *y -= r.0 * x);
            }
            square += column.iter().map(|x| x * x).sum::<f64>();
        }
        let inverse = 1.01 * square.sqrt();
        let residual = terms * (-52f64).exp2() * 1.01 * (n as f64).sqrt() * inverse;
        let entry = 2.0 * terms * f64::from(Pair::LOG2_ERROR).exp2();
        let f = (2.0 * inverse).powi(2) * n as f64 * entry;
        (residual < 0.5 && f < 0.25).then_some(1.5 * f)
    }

    /// Whether the conditions hold for vector k and those before it, for entries with this error. The doubles near to entries differ from them by less
    /// than the slack, relatively.
    fn is_reduced(&self, k: usize, error: f64) -> bool {
        let entry = |i: usize, j: usize| self.factor[j][i].0;
        let low = |i: usize| entry(i, i) - error;
        let ratio = |i: usize| power(1.0, self.exponents[k] - self.exponents[i]);
        let is_short = |i: usize| (entry(i, k).abs() + error) * ratio(i) <= REDUCED * (1.0 - SLACK) * low(i);
        let is_exact = 2.0 * error < entry(k, k);
        let Some(last) = k.checked_sub(1) else { return is_exact };
        let projected = low(k).powi(2) + (entry(last, k).abs() - error).max(0.0).powi(2);
        let is_long = DELTA * (1.0 + SLACK) * (entry(last, last) + error).powi(2) <= projected * ratio(last).powi(2);
        is_exact && (0..k).all(is_short) && is_long
    }
}
