//! The check of transforms: by the way back, and by the definition at random places.

use super::{Checker, Proof, wrong};
use crate::{
    cli::Failure,
    poly::{Dft, Poly},
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
        /// Values that are computed again from the definition, which tell what a way back might undo.
        const VALUES: usize = 2;
        let (r, len) = (self.ring, dft.len());
        for _ in 0..VALUES {
            let i = (self.random.word() % len as u64) as usize;
            let exponent = if dft.wrap() == Wrap::Cyclic { i } else { 2 * i + 1 };
            let value = r.horner(coefficients, &r.pow(dft.root(), exponent as u64));
            if value != if i < values.len() { r.get(values, i) } else { r.elem(0) } {
                return Err(wrong("the transform"));
            }
        }
        // back from the longer of both, which no zeros are missing of
        let same = if values.len() == len {
            let back = Poly::from_coeffs(r, dft.inverse(values)?);
            back == Poly::from_coeffs(r, r.owned(coefficients))
        } else {
            let there = Poly::from_coeffs(r, dft.forward(coefficients)?);
            there == Poly::from_coeffs(r, r.owned(values))
        };
        if same { Ok(Proof::Exact) } else { Err(wrong("the transform")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cli::random::Random,
        engine::Engine,
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
            assert_eq!(proof, Proof::Exact, "{dft:?}");
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
