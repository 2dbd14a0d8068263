//! The check of transforms: at random points of the polynomial whose coefficients are the values; where no point of the
//! ring proves enough, by recomputing values at random places, all of them if they are few.

use super::{Checker, Proof, points_needed, wrong};
use crate::{
    cli::Failure,
    poly::Dft,
    ring::{Convolve, View},
    transform::ntt::Wrap,
};

impl<R: Convolve> Checker<'_, R> {
    /// values[i] = Σ_j coefficients[j]·x_i^j at the N points x_i of a transform, whichever of the two was computed;
    /// missing entries are zeros.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn transform(
        &mut self,
        dft: &Dft<R>,
        values: View<'_, R>,
        coefficients: View<'_, R>,
    ) -> Result<Proof, Failure> {
        /// Products that recomputing may take.
        const WORK: usize = 1 << 24;
        const LEAST: usize = 8;
        let len = dft.len();
        if let Some((points, log2_error)) =
            self.modulus.and_then(|n| points_needed(n, self.is_extension(), 2.0 * len as f64))
        {
            for _ in 0..points {
                if !self.combination(dft, values, coefficients)? {
                    return Err(wrong("the transform"));
                }
            }
            return Ok(Proof::Points { points, log2_error });
        }
        let r = self.ring;
        let checked = (WORK / coefficients.len().max(1)).clamp(LEAST.min(len), len);
        for k in 0..checked {
            let i = if checked == len { k } else { (self.random.word() % len as u64) as usize };
            let exponent = if dft.wrap() == Wrap::Cyclic { i } else { 2 * i + 1 };
            let value = r.horner(coefficients, &r.pow(dft.root(), exponent as u64));
            if value != if i < values.len() { r.get(values, i) } else { r.elem(0) } {
                return Err(wrong("the transform"));
            }
        }
        Ok(if checked == len { Proof::Exact } else { Proof::Values { checked, of: len } })
    }

    /// With w = W (negacyclic W²) and b_j = a_j (a_j·W^j), Σ_i A(x_i)·y^i = Σ_j b_j·(y^N − 1)/(y·w^j − 1): at a random y
    /// of a prime field, without divisions. Both sides are polynomials in y of degree below N, and no y with y^N = 1 is
    /// taken, so that wrong values or coefficients pass for fewer than N of more than q − N elements y.
    fn combination(&mut self, dft: &Dft<R>, values: View<'_, R>, coefficients: View<'_, R>) -> Result<bool, Failure> {
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
        cli::random::Random,
        engine::Engine,
        poly::Poly,
        ring::{Coeffs, Ring, Zn, ZnBig},
    };
    use rug::{Integer, ops::Pow};

    fn check<R: Convolve>(dft: &Dft<R>, values: View<'_, R>, coefficients: View<'_, R>) -> Result<Proof, Failure> {
        let modulus: Integer = dft.ring().name()["zn:".len()..].parse().unwrap();
        Checker { ring: dft.ring(), modulus: Some(&modulus), random: Random::new(5) }.transform(
            dft,
            values,
            coefficients,
        )
    }

    /// The transforms of up to 6 values that the ring has, with operands of several lengths.
    fn transforms<R: Convolve>(r: &R) -> Vec<(Dft<R>, Coeffs<R>)> {
        let kinds = (1..=6).flat_map(|len| [(len, Wrap::Cyclic), (len, Wrap::Negacyclic)]);
        let found = kinds.filter_map(|(len, wrap)| Some((Dft::new(r, len, wrap).ok()?, len)));
        let operand = |len: usize| Poly::from_i64(r, &[3, 1, 4, 1, -5, 9][..len]).into_coeffs();
        found.flat_map(|(dft, len)| [(dft.clone(), operand(len)), (dft, operand(len / 2))]).collect()
    }

    /// Right results pass with a bound that is small enough; with any one entry changed they do not.
    fn tells_right_from_wrong<R: Convolve>(r: &R) -> usize {
        let all = transforms(r);
        for (dft, coefficients) in &all {
            let values = dft.forward(coefficients.view()).unwrap();
            let proof = check(dft, values.view(), coefficients.view()).unwrap();
            assert!(
                match proof {
                    Proof::Exact => true,
                    Proof::Points { points, log2_error } => points > 0 && log2_error < -50.0,
                    Proof::Values { .. } | Proof::Vectors { .. } => false,
                },
                "{dft:?}: {proof}"
            );
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
    fn transforms_of_small_fields_are_recomputed_as_far_as_that_is_quick() {
        let f = Zn::new(97).unwrap();
        let dft = Dft::new(&f, 32, Wrap::Cyclic).unwrap();
        let a = f.collect(&[5; 32]);
        let values = dft.forward(a.view()).unwrap();
        assert_eq!(check(&dft, values.view(), a.view()).unwrap(), Proof::Exact);
        let f = Zn::new(65_537).unwrap();
        let dft = Dft::new(&f, 1 << 15, Wrap::Negacyclic).unwrap();
        let a = f.collect(&[5; 1 << 15]);
        let mut values = dft.forward(a.view()).unwrap();
        let proof = check(&dft, values.view(), a.view()).unwrap();
        assert_eq!(proof, Proof::Values { checked: 512, of: 1 << 15 });
        assert!(proof.to_string().contains("512 of 32768 values recomputed"), "{proof}");
        f.scale(&mut values, &2);
        assert!(check(&dft, values.view(), a.view()).is_err());
    }
}
