//! Reconstruction of fractions of matrices from power series.
//!
//! A relation (ν, d) of the rows of [−I; Fᵀ] modulo x^σ is a column of a numerator and of a denominator: F·dᵀ ≡ νᵀ. The rows of a minimal
//! basis of relations whose pivots are in d, under a shift that counts ν one degree more, are the shortest strictly proper ones. For
//! F = N·D⁻¹ = E⁻¹·M, strictly proper, with deg D ≤ a and deg E ≤ b they satisfy M·dᵀ = E·νᵀ modulo x^(a + b), thus exactly.
//!
//! Source: Giorgi, Jeannerod, Villard 2003, "On the complexity of polynomial matrix computations", ISSAC, §3.1; Kailath 1980, "Linear
//! Systems", §6.3, for fractions.

use super::{PolyMatrix, kernel::rank};
use crate::{Error, Result, poly::Poly, ring::Convolve};

impl<R: Convolve> PolyMatrix<R> {
    /// N and D with self·D ≡ N modulo x^order, D invertible at 0 and in Popov form by columns, N of lower column degrees: the shortest
    /// such. If self is the expansion of a strictly proper matrix of rational functions with denominators of degree at most a on the right
    /// and b on the left, and a + b ≤ order, then N·D⁻¹ is that matrix in lowest terms. Over fields.
    ///
    /// ```
    /// use polymod::{Poly, PolyMatrix, Zn};
    /// let f = Zn::new(97)?;
    /// let p = |c: &[i64]| Poly::from_i64(&f, c);
    /// let d = PolyMatrix::new(&f, 2, 2, vec![p(&[1, 0, 1]), p(&[2]), p(&[3]), p(&[1, 1])])?; // x² + 1, 2; 3, x + 1
    /// let n = PolyMatrix::new(&f, 1, 2, vec![p(&[5, 1]), p(&[7])])?;
    /// let series = n.mul_low(&d.inv_series(5)?, 5)?;
    /// assert_eq!(series.fraction(5)?, (n, d));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] where the shortest denominator is not invertible at 0; those of [`approximant_basis`](Self::approximant_basis).
    pub fn fraction(&self, order: usize) -> Result<(Self, Self)> {
        let (r, m, n) = (&self.ring, self.rows, self.columns);
        self.begins("fraction", "approximants")?;
        let minus = Poly::new(r, [r.elem(-1)]);
        let below = Self::from_fn(r, m + n, m, |i, j| match i.checked_sub(m) {
            Some(k) => self.get(j, k).clone(),
            None if i == j => minus.clone(),
            None => Poly::zero(r),
        })?;
        let shift: Vec<i64> = (0..m + n).map(|i| i64::from(i < m)).collect();
        let basis = below.approximant_basis(order, &shift)?;
        let rows = basis.part(m..m + n, 0..m + n).popov(&shift)?;
        let [numerator, denominator] = [0..m, m..m + n].map(|columns| rows.part(0..n, columns).transposed());
        let found = rank(r, n, &denominator.coefficient(0))?;
        if found < n {
            let (operation, expected) = ("a fraction of matrices", "a denominator that is invertible at 0");
            let got = format!("one of {n} rows and rank {found} there");
            return Err(Error::Domain { operation, expected, got });
        }
        Ok((numerator, denominator))
    }
}
