//! Upper bounds on log2 of Euclidean norms of integer vectors. Cost: the leading limbs of each entry are read.

use super::{Integers, row};
use crate::{
    ring::{View, limbs},
    tested,
};

/// Larger than the sum of all rounding errors.
const MARGIN: f64 = 1e-9;

/// A sum of squares, as `sum`·2^(2·exponent).
#[derive(Clone, Copy, Default)]
struct Norm {
    sum: f64,
    exponent: f64,
}

impl Norm {
    fn add(&mut self, limbs: &[u64]) {
        let (magnitude, exponent) = leading(limbs);
        if magnitude == 0.0 {
            return;
        }
        if exponent > self.exponent {
            self.sum *= (2.0 * (self.exponent - exponent)).exp2();
            self.exponent = exponent;
        }
        self.sum +=
            if exponent == self.exponent { magnitude } else { magnitude * (exponent - self.exponent).exp2() }.powi(2);
    }

    /// Upper bound, nearly tight, on log2 of the square root of the sum; −∞ if it is 0.
    fn log2(self) -> f64 {
        self.exponent + self.sum.log2() / 2.0 + MARGIN
    }
}

/// A magnitude as (m, e): at most m·2^e, m the value of the leading two limbs or of one, rounded up.
fn leading(limbs: &[u64]) -> (f64, f64) {
    let sign = limbs::sign_word(limbs::is_negative(limbs));
    // −x is the complement plus 1
    let (limb, one) = (|i: usize| (limbs[i] ^ sign) as f64, (sign & 1) as f64);
    match limbs.iter().rposition(|&x| x != sign) {
        None => (one, 0.0),
        Some(0) => (limb(0) + one, 0.0),
        Some(top) => (limb(top) * 64f64.exp2() + limb(top - 1) + one, 64.0 * (top - 1) as f64),
    }
}

impl Integers {
    tested! {
        /// Upper bound, nearly tight, on log2 of the Euclidean norm; −∞ for a zero vector.
        pub(crate) fn log2_norm(v: View<'_, Self>) -> f64 {
            Self::log2_norm_of([v])
        }
    }

    /// The bound of [`log2_norm`](Self::log2_norm) for the concatenation of several vectors.
    pub(crate) fn log2_norm_of<'a>(vectors: impl IntoIterator<Item = View<'a, Self>>) -> f64 {
        let mut norm = Norm::default();
        for v in vectors {
            if v.width == 1 && norm.exponent == 0.0 {
                norm.sum += v.words().iter().map(|&x| (x as i64 as f64).powi(2)).sum::<f64>();
            } else {
                (0..v.len()).for_each(|i| norm.add(row(v, i)));
            }
        }
        norm.log2()
    }

    tested! {
        /// The bounds of [`log2_norm`](Self::log2_norm) for the columns of a matrix with entries listed row by row.
        pub(crate) fn log2_column_norms(v: View<'_, Self>, columns: usize) -> Vec<f64> {
            let mut norms = vec![Norm::default(); columns];
            for entries in v.words().chunks_exact((columns * v.width).max(1)) {
                for (norm, limbs) in norms.iter_mut().zip(entries.chunks_exact(v.width)) {
                    match limbs {
                        [x] => norm.sum += (*x as i64 as f64).powi(2),
                        limbs => norm.add(limbs),
                    }
                }
            }
            norms.into_iter().map(Norm::log2).collect()
        }
    }
}
