//! Resultants and discriminants in x and y over rings with zero divisors: over Z/n modulo primes, over other rings without divisions.

use super::{
    Bivariate, Poly, division_free,
    lifted::{by_primes, is_z_modulo, log2_norm},
};
use crate::{
    Result,
    ring::{AnyRing, FiniteField, Ring},
};

impl<R: FiniteField> Bivariate<R> {
    /// The resultant of polynomials of degrees n, m ≥ 1 in x, of at most `len` coefficients.
    pub(super) fn resultant_without_inverses(&self, other: &Self, [n, m]: [usize; 2], len: usize) -> Result<Poly<R>> {
        if is_z_modulo(&self.ring) {
            let bits = self.log2_norm() * m as f64 + other.log2_norm() * n as f64;
            return self.by_primes("resultant", Some(other), bits, len, Bivariate::<AnyRing>::resultant);
        }
        self.begins("resultant", other, "division-free")?;
        let (longer, shorter) = if n < m { (other, self) } else { (self, other) };
        let value = division_free::resultant(&self.ring, &longer.coeffs, &shorter.coeffs)?;
        Ok(if n < m && n % 2 == 1 && m % 2 == 1 { -value } else { value })
    }

    /// The discriminant for degree n ≥ 2 in x.
    pub(super) fn discriminant_without_inverses(&self, n: usize) -> Result<Poly<R>> {
        if is_z_modulo(&self.ring) {
            let (norm, degree) = (self.log2_norm(), n as f64);
            let bits = norm * (degree - 1.0) + (norm + degree.log2()) * degree;
            let len = (self.len_in_y() - 1) * (2 * n - 1) + 1;
            return self.by_primes("discriminant", None, bits, len, |a, _| a.discriminant());
        }
        self.begins("discriminant", self, "division-free")?;
        let value = division_free::derivative_determinant(&self.ring, &self.coeffs)?;
        Ok(if n / 2 % 2 == 1 { -value } else { value })
    }

    /// Binary logarithm of a bound on the Euclidean norm of the coefficients in x at complex y of
    /// absolute value 1, as polynomials over Z.
    fn log2_norm(&self) -> f64 {
        let norms = self.coeffs.iter().map(|c| log2_norm(&self.ring, c.coeffs()) + (c.len() as f64).log2() / 2.0);
        norms.fold(0.0, f64::max) + (self.coeffs.len() as f64).log2() / 2.0
    }

    /// A polynomial in y of at most `len` coefficients, which are polynomials with integer
    /// coefficients in those of the operands, modulo primes; 2^`bits` bounds its values at complex y of
    /// absolute value 1, and so its coefficients.
    fn by_primes(
        &self,
        what: &str,
        other: Option<&Self>,
        bits: f64,
        len: usize,
        value: impl Fn(&Bivariate<AnyRing>, &Bivariate<AnyRing>) -> Result<Poly<AnyRing>> + Sync,
    ) -> Result<Poly<R>> {
        self.begins(what, other.unwrap_or(self), "crt")?;
        let n = self.coeffs.len();
        let all: Vec<_> = self.coeffs.iter().chain(other.iter().flat_map(|p| &p.coeffs)).map(Poly::coeffs).collect();
        let coeffs = by_primes(&self.ring, &all, bits, &|f, images| {
            let mut coeffs = images.into_iter().map(|c| Poly::from_coeffs(f, c));
            let [a, b] = [n, all.len() - n].map(|len| Bivariate::new(f, coeffs.by_ref().take(len).collect()));
            if [a.coeffs.len(), b.coeffs.len()] != [n, all.len() - n] {
                return Ok(None);
            }
            let mut values = value(&a, &b)?.into_coeffs();
            f.resize(&mut values, len);
            Ok(Some(values))
        })?;
        Ok(Poly::from_coeffs(&self.ring, coeffs))
    }
}
