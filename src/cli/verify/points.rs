//! The check of values at points, whichever side was computed: at random places, or at all where that is quick.

use super::{Checker, Proof, wrong};
use crate::{
    cli::Failure,
    poly::Poly,
    ring::{Convolve, View},
};

impl<R: Convolve> Checker<'_, R> {
    /// values[i] = a(point(i)) for i < n.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn values(
        &mut self,
        a: &Poly<R>,
        n: usize,
        point: impl Fn(usize) -> R::Elem,
        values: View<'_, R>,
    ) -> Result<Proof, Failure> {
        /// Products that recomputing may take.
        const WORK: usize = 1 << 24;
        const LEAST: usize = 8;
        if values.len() != n {
            return Err(wrong("the number of values"));
        }
        let checked = (WORK / a.len().max(1)).clamp(LEAST.min(n), n);
        let mut proof = Proof::Exact;
        for k in 0..checked {
            let i = if checked == n { k } else { (self.random.word() % n as u64) as usize };
            proof = proof.and(self.value(a, &point(i), &self.ring.get(values, i))?);
        }
        Ok(if checked == n { proof } else { Proof::Values { checked, of: n } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cli::random::Random,
        ring::{Integers, Ring, Zn},
    };

    #[test]
    fn right_from_wrong() {
        let f = Zn::new(97).unwrap();
        let n = rug::Integer::from(97);
        let mut c = Checker { ring: &f, modulus: Some(&n), random: Random::new(1) };
        let (a, values) = (Poly::from_i64(&f, &[1, 0, 1]), f.collect(&[1, 2, 5, 10]));
        assert_eq!(c.values(&a, 4, |i| i as u64, values.view()).unwrap(), Proof::Exact);
        assert!(c.values(&a, 3, |i| i as u64, values.view()).is_err());
        for i in 0..4 {
            let mut changed = values.clone();
            f.set(&mut changed, i, &96);
            assert!(c.values(&a, 4, |i| i as u64, changed.view()).is_err(), "value {i}");
        }
        assert_eq!(c.values(&a, 0, |_| 0, f.zeros(0).view()).unwrap(), Proof::Exact);
        // many values are sampled
        let constant = Poly::from_i64(&f, &[7; 1 << 14]);
        let at_zero = f.collect(&[7; 1 << 11]);
        let proof = c.values(&constant, 1 << 11, |_| 0, at_zero.view()).unwrap();
        assert_eq!(proof, Proof::Values { checked: 1 << 10, of: 1 << 11 });
        let z = Integers::new();
        let mut c = Checker { ring: &z, modulus: None, random: Random::new(1) };
        let a = Poly::from_i64(&z, &[1, 0, 1]);
        let values = z.collect(&[2.into(), 5.into()]);
        assert!(matches!(c.values(&a, 2, |i| (i + 1).into(), values.view()), Ok(Proof::Points { .. })));
        assert!(c.values(&a, 2, |i| (i + 2).into(), values.view()).is_err());
    }
}
