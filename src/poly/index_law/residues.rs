//! Products of indices modulo their number n.
//!
//! Modulo a prime, indices other than 0 are powers of a primitive root, whose exponents are added modulo n − 1. Modulo a power of two an
//! index is 0, or a power of two times ±g^t, g = 5 or another generator of the residues that are 1 modulo 4, modulo what remains: for each exponent of two of the product, one product of two variables for
//! each pair of exponents of the factors.

use crate::{
    Result,
    arith::least_primitive_root,
    poly::{Part, Poly},
    ring::{Coeffs, Convolve, View},
};

/// The product of arrays whose length is a prime or a power of two; with `other` by another generator.
pub(super) fn product<R: Convolve>(r: &R, a: View<'_, R>, b: View<'_, R>, other: bool) -> Result<Coeffs<R>> {
    let n = a.len();
    if n.is_power_of_two() {
        return modulo_power(r, a, b, if other { 13 } else { 5 });
    }
    let root = least_primitive_root(n as u64)?;
    let mut powers = vec![1];
    while powers.len() < n - 1 {
        powers.push((powers[powers.len() - 1] as u128 * u128::from(root) % n as u128) as usize);
    }
    if other {
        // those of the inverse
        powers[1..].reverse();
    }
    let gathered = |v: View<'_, R>| r.collect(&powers.iter().map(|&i| r.get(v, i)).collect::<Vec<_>>());
    let units = cyclic(r, gathered(a).view(), gathered(b).view())?;
    let mut c = r.zeros(n);
    powers.iter().enumerate().for_each(|(k, &i)| r.set(&mut c, i, &r.get(units.view(), k)));
    let of_units = r.mul(&sum(r, gathered(a).view()), &sum(r, gathered(b).view()));
    let all = r.mul(&sum(r, a), &sum(r, b));
    r.set(&mut c, 0, &r.add(&all, &r.neg(&of_units)));
    Ok(c)
}

fn sum<R: Convolve>(r: &R, v: View<'_, R>) -> R::Elem {
    (0..v.len()).fold(r.elem(0), |sum, i| r.add(&sum, &r.get(v, i)))
}

/// The product modulo x^n − 1 of arrays of n coefficients.
fn cyclic<R: Convolve>(r: &R, a: View<'_, R>, b: View<'_, R>) -> Result<Coeffs<R>> {
    let [x, y] = [a, b].map(|v| Poly::from_coeffs(r, r.owned(v)));
    let mut c = x.mul_part(&y, &Part::Cyclic(a.len()), None)?.into_coeffs();
    r.resize(&mut c, a.len());
    Ok(c)
}

/// The odd residues modulo 2^log as ±g^t, a vector for each sign, one vector if the signs are no others.
struct Units {
    signs: usize,
    /// Residues of a sign.
    powers: Vec<usize>,
    modulus: usize,
}

impl Units {
    fn new(log: u32, generator: usize) -> Self {
        let modulus = 1 << log;
        let mut powers = vec![1];
        while powers.len() < modulus / 4 {
            powers.push(powers[powers.len() - 1] * generator % modulus);
        }
        Units { signs: if modulus < 4 { 1 } else { 2 }, powers, modulus }
    }

    /// The residue ±g^t.
    fn residue(&self, sign: usize, t: usize) -> usize {
        if sign == 0 { self.powers[t] } else { self.modulus - self.powers[t] }
    }
}

fn modulo_power<R: Convolve>(r: &R, a: View<'_, R>, b: View<'_, R>, generator: usize) -> Result<Coeffs<R>> {
    let (n, log) = (a.len(), a.len().trailing_zeros());
    // by exponents of two
    let units: Vec<Units> = (0..log).map(|v| Units::new(log - v, generator)).collect();
    let split = |x: View<'_, R>| {
        let part = |(v, units): (usize, &Units)| {
            let vector = |sign: usize| {
                let entry = |t: usize| r.get(x, units.residue(sign, t) << v);
                r.collect(&(0..units.powers.len()).map(entry).collect::<Vec<_>>())
            };
            (0..units.signs).map(vector).collect::<Vec<_>>()
        };
        units.iter().enumerate().map(part).collect::<Vec<_>>()
    };
    let (parts_a, parts_b) = (split(a), split(b));
    let mut c = r.zeros(n);
    let mut at_zero = r.mul(&sum(r, a), &sum(r, b));
    for (u, target) in units.iter().enumerate() {
        let mut total = vec![r.zeros(target.powers.len()); target.signs];
        for v in 0..=u {
            let [x, y] = [&parts_a[v], &parts_b[u - v]].map(|part| reduced(r, part, target));
            let products = with_signs(r, &x, &y)?;
            total.iter_mut().zip(&products).for_each(|(sum, product)| r.add_at(sum, 0, product.view()));
        }
        for (sign, vector) in total.iter().enumerate() {
            at_zero = r.add(&at_zero, &r.neg(&sum(r, vector.view())));
            (0..vector.len()).for_each(|t| r.set(&mut c, target.residue(sign, t) << u, &r.get(vector.view(), t)));
        }
    }
    r.set(&mut c, 0, &at_zero);
    Ok(c)
}

/// The sums over the residues that are equal modulo a lower power of two.
fn reduced<R: Convolve>(r: &R, part: &[Coeffs<R>], target: &Units) -> Vec<Coeffs<R>> {
    let len = target.powers.len();
    let mut sums = vec![r.zeros(len); target.signs];
    for (sign, vector) in part.iter().enumerate() {
        let out = &mut sums[sign.min(target.signs - 1)];
        (0..vector.len()).step_by(len).for_each(|at| r.add_at(out, 0, vector.slice(at..at + len)));
    }
    sums
}

/// The products of a_0 + a_1·s and b_0 + b_1·s modulo s² − 1, or of the first alone.
fn with_signs<R: Convolve>(r: &R, a: &[Coeffs<R>], b: &[Coeffs<R>]) -> Result<Vec<Coeffs<R>>> {
    let mut even = cyclic(r, a[0].view(), b[0].view())?;
    let ([_, odd_a], [_, odd_b]) = (a, b) else { return Ok(vec![even]) };
    r.add_at(&mut even, 0, cyclic(r, odd_a.view(), odd_b.view())?.view());
    let sum = |v: &[Coeffs<R>]| {
        let mut sum = r.owned(v[0].view());
        r.add_at(&mut sum, 0, v[1].view());
        sum
    };
    let mut odd = cyclic(r, sum(a).view(), sum(b).view())?;
    r.sub_at(&mut odd, 0, even.view());
    Ok(vec![even, odd])
}
