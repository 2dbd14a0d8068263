//! Checks of products of indices: under the linear maps that multiply entry by entry, written another way, and where there are none by
//! another algorithm.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    poly::IndexLaw,
    ring::{Convolve, Ring, View},
};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that c is the product of a and b whose indices are combined by a law.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::IndexLaw, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, right) = (f.collect(&[1, 2]), f.collect(&[5, 4]));
    /// assert!(checker.index_product(&IndexLaw::Xor, [a.view(), a.view(), right.view()]).is_ok());
    /// assert!(checker.index_product(&IndexLaw::Or, [a.view(), a.view(), right.view()]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Library`] where the law has no arrays of this length.
    pub fn index_product(&self, law: &IndexLaw, [a, b, c]: [View<'_, R>; 3]) -> Result<Proof, Unverified> {
        let r = self.ring;
        if a.len() != b.len() || a.len() != c.len() {
            return Err(wrong("the number of entries"));
        }
        // over a ring where 2 divides zero, sums with signs do not determine the entries
        let halves = r.inv(&r.elem(2)).is_ok() || r.size(r.collect(&[r.one()]).view()).bits > 0;
        type Map<R> = fn(&R, View<'_, R>) -> Vec<<R as Ring>::Elem>;
        let map: Option<Map<R>> = match law {
            IndexLaw::And => Some(|r, v| over_bits(r, v, |r, x, y| [r.add(x, y), y.clone()])),
            IndexLaw::Or => Some(|r, v| over_bits(r, v, |r, x, y| [x.clone(), r.add(x, y)])),
            IndexLaw::Xor if halves => Some(|r, v| over_bits(r, v, |r, x, y| [r.add(x, y), r.add(x, &r.neg(y))])),
            IndexLaw::Gcd => Some(|r, v| over_multiples(r, v, true)),
            IndexLaw::Lcm => Some(|r, v| over_multiples(r, v, false)),
            _ => None,
        };
        let right = match map {
            Some(map) => {
                let [x, y, z] = [a, b, c].map(|v| map(r, v));
                x.iter().zip(&y).map(|(x, y)| r.mul(x, y)).eq(z)
            }
            None => r.same(law.product_again(r, a, b)?.view(), c),
        };
        if right { Ok(Proof::Exact) } else { Err(wrong("the product")) }
    }
}

/// The pairs of entries whose indices differ in one bit replaced, for each bit.
fn over_bits<R: Convolve>(
    r: &R,
    v: View<'_, R>,
    step: impl Fn(&R, &R::Elem, &R::Elem) -> [R::Elem; 2],
) -> Vec<R::Elem> {
    let mut v: Vec<R::Elem> = (0..v.len()).map(|i| r.get(v, i)).collect();
    let mut bit = 1;
    while bit < v.len() {
        for i in (0..v.len()).filter(|i| i & bit == 0) {
            [v[i], v[i | bit]] = step(r, &v[i], &v[i | bit]);
        }
        bit *= 2;
    }
    v
}

/// The sums of the entries over the multiples of each index, or over its divisors, from 1 on.
fn over_multiples<R: Convolve>(r: &R, v: View<'_, R>, multiples: bool) -> Vec<R::Elem> {
    let mut sums = vec![r.elem(0); v.len()];
    for divisor in 1..=v.len() {
        for multiple in (divisor..=v.len()).step_by(divisor) {
            let (to, from) = if multiples { (divisor, multiple) } else { (multiple, divisor) };
            sums[to - 1] = r.add(&sums[to - 1], &r.get(v, from - 1));
        }
    }
    sums
}
