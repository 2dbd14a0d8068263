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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::Engine,
        ring::{Coeffs, Ring, Zn, ZnBig},
    };
    use rug::{Integer, ops::Pow};

    fn check<R: Convolve>(dft: &Dft<R>, values: View<'_, R>, coefficients: View<'_, R>) -> Result<Proof, Unverified> {
        Checker::seeded(dft.ring(), 5).transform(dft, values, coefficients)
    }

    /// The transforms of up to 6 values that the ring has, with operands of several lengths.
    fn transforms<R: Convolve>(r: &R) -> Vec<(Dft<R>, Coeffs<R>)> {
        let kinds = (1..=6).flat_map(|len| [(len, Wrap::Cyclic), (len, Wrap::Negacyclic)]);
        let found = kinds.filter_map(|(len, wrap)| Some((Dft::new(r, len, wrap).ok()?, len)));
        let operand = |len: usize| Poly::from_i64(r, &[3, 1, 4, 1, -5, 9][..len]).into_coeffs();
        found.flat_map(|(dft, len)| [(dft.clone(), operand(len)), (dft, operand(len / 2))]).collect()
    }

    /// Correct results pass with a small enough bound; with any one entry changed they do not.
    fn tells_right_from_wrong<R: Convolve>(r: &R) -> usize {
        let all = transforms(r);
        for (dft, coefficients) in &all {
            let values = dft.forward(coefficients.view()).unwrap();
            let proof = check(dft, values.view(), coefficients.view()).unwrap();
            let small_enough = match proof {
                Proof::Exact => true,
                Proof::Points { points, log2_error } => points > 0 && log2_error < -60.0,
                Proof::Vectors { .. } => false,
            };
            assert!(small_enough, "{dft:?}: {proof}");
            for i in 0..dft.len() {
                let changed = |v: &Coeffs<R>| {
                    let mut v = v.clone();
                    let x = r.add(&r.get(v.view(), i), &r.one());
                    r.set(&mut v, i, &x);
                    v
                };
                assert!(check(dft, changed(&values).view(), coefficients.view()).is_err(), "{dft:?}: value {i}");
                if i < coefficients.len() {
                    assert!(
                        check(dft, values.view(), changed(coefficients).view()).is_err(),
                        "{dft:?}: coefficient {i}"
                    );
                }
            }
        }
        all.len()
    }

    #[test]
    fn right_from_wrong() {
        let engine = Engine::builder().threads(1).build();
        let words = [2, 97, 4_294_967_291, (1 << 61) - 1].map(|n| tells_right_from_wrong(&Zn::on(&engine, n).unwrap()));
        assert_eq!(words, [2, 20, 10, 16]);
        assert!(tells_right_from_wrong(&ZnBig::on(&engine, Integer::from(2).pow(127) - 1).unwrap()) > 5);
    }

    #[test]
    fn one_wrong_value_of_many_shows() {
        let f = Zn::new(65_537).unwrap();
        let dft = Dft::new(&f, 1 << 12, Wrap::Negacyclic).unwrap();
        let a = f.collect(&[5; 1 << 12]);
        let mut values = dft.forward(a.view()).unwrap();
        assert_eq!(check(&dft, values.view(), a.view()).unwrap(), Proof::Exact);
        let changed = f.get(values.view(), 1000) ^ 1;
        f.set(&mut values, 1000, &changed.min(65_536));
        assert!(check(&dft, values.view(), a.view()).is_err());
    }
}
