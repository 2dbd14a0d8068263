//! Division by a short polynomial modulo an odd n of at most eight limbs that is prepared once: products modulo it by the definition, on unreduced sums.

use super::{
    ZnBig,
    fixed::with_limbs,
    montgomery::{Montgomery, Sum, store},
    short_poly::residues,
};
use crate::ring::{Coeffs, Ring, ShortDivisor, View, product::same_run};

/// Largest degree of a divisor.
pub const MOST: usize = 32;

/// A divisor b of degree d ≥ 1.
struct Prepared<const K: usize> {
    m: Montgomery<K>,
    /// −b_i/b_d for i < d, lifted for sums.
    low: Vec<[u64; K]>,
    /// 1/b_d, lifted.
    inverse: [u64; K],
}

/// The divisor, if it is short and its leading coefficient a unit.
pub(super) fn prepared(r: &ZnBig, b: View<'_, ZnBig>) -> Option<Box<dyn ShortDivisor<ZnBig>>> {
    let degree = b.len().checked_sub(1)?;
    if !(1..=r.limits()?.divisor.min(MOST)).contains(&degree) {
        return None;
    }
    let inverse = r.inv(&r.get(b, degree)).ok()?;
    Some(with_limbs!(r.fixed()?, a => {
        let m = a.m.clone();
        let inverse = m.lift(&a.residue(&inverse, r.n()));
        let scale = m.neg(&m.lift_for_sums(&inverse));
        let low = residues(&b.words()[..degree * r.width()], r.width()).map(|x| m.mul(&x, &scale)).collect();
        Box::new(Prepared { m, low, inverse })
    }))
}

impl<const K: usize> Prepared<K> {
    /// Replaces the sums from the d-th on by lower ones, from the highest down, and writes the d lowest to `rest`; `quotient` takes each of them,
    /// reduced, with its index less d.
    #[inline(always)]
    fn reduce(&self, sums: &mut [Sum<K>], rest: &mut [u64], width: usize, mut quotient: impl FnMut(usize, &[u64; K])) {
        let d = self.low.len();
        for i in (d..sums.len()).rev() {
            let top = self.m.reduce(sums[i]);
            quotient(i - d, &top);
            for (sum, low) in sums[i - d..i].iter_mut().zip(&self.low) {
                sum.add_to(&top, low);
            }
        }
        for (out, sum) in rest.chunks_exact_mut(width).zip(sums) {
            store(out, &self.m.reduce(*sum));
        }
    }

    /// The sums of products in a·b, unreduced: twice those of different coefficients, and the squares, where both are one vector.
    #[inline(always)]
    fn sums(&self, sums: &mut [Sum<K>], width: usize, [a, b]: [&[u64]; 2], square: bool) {
        let mut lifted = [[0; K]; MOST];
        lifted.iter_mut().zip(residues(b, width)).for_each(|(out, y)| *out = self.m.lift_for_sums(&y));
        let lifted = &lifted[..b.len() / width];
        for (i, x) in residues(a, width).enumerate() {
            let first = if square { i + 1 } else { 0 };
            for (sum, y) in sums[i + first..].iter_mut().zip(&lifted[first..]) {
                sum.add_to(&x, y);
            }
        }
        if square {
            sums.iter_mut().for_each(|sum| *sum = sum.double());
            for (i, (x, y)) in residues(a, width).zip(lifted).enumerate() {
                sums[2 * i].add_to(&x, y);
            }
        }
    }
}

impl<const K: usize> ShortDivisor<ZnBig> for Prepared<K> {
    fn div_rem(&self, r: &ZnBig, a: View<'_, ZnBig>) -> [Coeffs<ZnBig>; 2] {
        let (d, width) = (self.low.len(), r.width());
        let (mut quotient, mut rest) = (r.zeros(a.len.saturating_sub(d)), r.zeros(d.min(a.len)));
        if a.len <= d {
            rest.words.copy_from_slice(a.words());
            return [quotient, rest];
        }
        let one = self.m.lift_for_sums(&super::fixed::one());
        let mut sums: Vec<Sum<K>> = residues(a.words(), width).map(|x| Sum::of(&x, &one)).collect();
        self.reduce(&mut sums, &mut rest.words, width, |i, top| {
            store(&mut quotient.words[i * width..][..width], &self.m.mul(top, &self.inverse));
        });
        [quotient, rest]
    }

    fn product(&self, r: &ZnBig, a: View<'_, ZnBig>, b: View<'_, ZnBig>) -> Coeffs<ZnBig> {
        let (d, width) = (self.low.len(), r.width());
        if a.is_empty() || b.is_empty() {
            return r.zeros(0);
        }
        let len = a.len + b.len - 1;
        let mut out = Coeffs::from_words(r.engine().dirty(d.min(len) * width), d.min(len), width);
        let mut room = [Sum::ZERO; 2 * MOST];
        let sums = &mut room[..len];
        self.sums(sums, width, [a.words(), b.words()], same_run(a, b));
        self.reduce(sums, &mut out.words, width, |_, _| ());
        out
    }
}
