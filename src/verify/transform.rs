//! The check of transforms: over large fields, of few values at random points of the polynomial whose coefficients they
//! are; otherwise by the inverse transform, and by the definition at random places.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    poly::{Dft, Poly},
    ring::{Convolve, View},
    transform::ntt::Wrap,
};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that `values[i]` = Σ_j `coefficients[j]`·x_i^j at the N points x_i of a transform, for either direction;
    /// missing entries are zeros.
    ///
    /// ```
    /// # use polymod::{Dft, Wrap, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(31)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let dft = Dft::new(&f, 5, Wrap::Cyclic)?; // at 1, 2, 4, 8, 16
    /// assert!(checker.transform(&dft, f.view(&[2, 5, 17, 3, 9])?, f.view(&[1, 0, 1])?).is_ok());
    /// assert!(checker.transform(&dft, f.view(&[2, 5, 17, 3, 8])?, f.view(&[1, 0, 1])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn transform(
        &mut self,
        dft: &Dft<R>,
        values: View<'_, R>,
        coefficients: View<'_, R>,
    ) -> Result<Proof, Unverified> {
        /// Largest number of values where products of single elements of a word take no time worth saving.
        const FEW: usize = 1 << 12;
        /// The same for elements of several words.
        const FEW_LONG: usize = 1 << 7;
        /// Number of values that are computed again from the definition, for errors that an inverse transform might
        /// undo.
        const VALUES: usize = 2;
        let (r, len) = (self.ring, dft.len());
        let few = if self.modulus.as_ref().is_some_and(|n| n.to_u64().is_some()) { FEW } else { FEW_LONG };
        if let Some((points, log2_error)) = self.few_points(2.0 * len as f64).filter(|_| len <= few) {
            for _ in 0..points {
                if !self.combination(dft, values, coefficients)? {
                    return Err(wrong("the transform"));
                }
            }
            return Ok(Proof::Points { points, log2_error });
        }
        for _ in 0..VALUES {
            let i = (self.random.word() % len as u64) as usize;
            let exponent = if dft.wrap() == Wrap::Cyclic { i } else { 2 * i + 1 };
            let value = self.value_again(coefficients, &r.pow(dft.root(), exponent as u64));
            if value != if i < values.len() { r.get(values, i) } else { r.elem(0) } {
                return Err(wrong("the transform"));
            }
        }
        // the inverse transform of the longer of both, which has no entries missing
        let same = if values.len() == len {
            let back = Poly::from_coeffs(r, dft.inverse(values)?);
            back == Poly::from_coeffs(r, r.owned(coefficients))
        } else {
            let there = Poly::from_coeffs(r, dft.forward(coefficients)?);
            there == Poly::from_coeffs(r, r.owned(values))
        };
        if same { Ok(Proof::Exact) } else { Err(wrong("the transform")) }
    }

    /// With w = W (negacyclic W²) and b_j = a_j (a_j·W^j), Σ_i A(x_i)·y^i = Σ_j b_j·(y^N − 1)/(y·w^j − 1): at a random y
    /// of a prime field, without divisions. Both sides are polynomials in y of degree below N, and no y with y^N = 1 is
    /// taken, so that wrong values or coefficients pass for fewer than N of more than q − N elements y.
    fn combination(
        &mut self,
        dft: &Dft<R>,
        values: View<'_, R>,
        coefficients: View<'_, R>,
    ) -> Result<bool, Unverified> {
        let (r, minus_one) = (self.ring, self.ring.elem(-1));
        let (y, excess) = loop {
            let y = self.random_element()?;
            let excess = r.add(&r.pow(&y, dft.len() as u64), &minus_one);
            if !r.is_zero(&excess) {
                break (y, excess);
            }
        };
        let (step, factor) = match dft.wrap() {
            Wrap::Cyclic => (dft.root().clone(), r.one()),
            Wrap::Negacyclic => (r.mul(dft.root(), dft.root()), dft.root().clone()),
        };
        // the sum of the fractions so far, y·w^j, and W^j where it is a factor
        let (mut above, mut below, mut point, mut twist) = (r.elem(0), r.one(), y.clone(), r.one());
        for j in 0..coefficients.len() {
            let divisor = r.add(&point, &minus_one);
            let term = r.mul(&r.mul(&r.get(coefficients, j), &twist), &below);
            above = r.add(&r.mul(&above, &divisor), &term);
            below = r.mul(&below, &divisor);
            point = r.mul(&point, &step);
            twist = r.mul(&twist, &factor);
        }
        Ok(r.mul(&r.horner(values, &y), &below) == r.mul(&excess, &above))
    }
}
