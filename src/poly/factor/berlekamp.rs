//! Berlekamp's algorithm: the elements that the Frobenius map fixes, by linear algebra.
//!
//! Modulo a square-free f the solutions of v^q = v are the combinations of as many polynomials as f has irreducible factors, each constant
//! modulo each factor. They are the kernel of a matrix with the coefficients of x^(qi) − x^i, i < n, as rows. Powers (q − 1)/2, or traces
//! in characteristic 2, of random solutions are one of two constants modulo each factor, so that greatest common divisors separate them.
//! Cost: n products modulo f, an elimination of n rows, and a few powers.
//!
//! Source: Berlekamp 1970, "Factoring polynomials over large finite fields", Math. Comp. 24; von zur Gathen, Gerhard 2013, "Modern computer
//! algebra", §14.8.

use crate::{
    Error, Result,
    bits::SplitMix64,
    poly::{Divisor, Exponent, Poly},
    ring::{Block, Cardinality, Coeffs, FiniteField},
};

/// The monic irreducible factors of a monic square-free f of degree at least 1.
pub(super) fn split<R: FiniteField>(f: &Poly<R>, size: &Cardinality, words: &mut SplitMix64) -> Result<Vec<Poly<R>>> {
    let fixed = fixed_elements(f, size)?;
    let r = f.ring();
    let mut factors = vec![f.clone()];
    while factors.len() < fixed.len() {
        let mut sum = Poly::zero(r);
        for v in &fixed {
            sum = sum.checked_add(&v.scale(&r.random(&mut || words.word())))?;
        }
        let mut finer = Vec::with_capacity(fixed.len());
        for g in factors {
            let part = if g.len() > 2 { one_of_two(&sum, &g, size)?.gcd(&g)? } else { g.clone() };
            if part.len() > 1 && part.len() < g.len() {
                finer.push(g.quo(&part)?);
                finer.push(part);
            } else {
                finer.push(g);
            }
        }
        factors = finer;
    }
    Ok(factors)
}

/// A polynomial that is 0 or another constant modulo each factor of g, for a v that is constant modulo each.
fn one_of_two<R: FiniteField>(v: &Poly<R>, g: &Poly<R>, size: &Cardinality) -> Result<Poly<R>> {
    let modulus = Divisor::new(g)?;
    let v = modulus.rem(v)?;
    if size.small_characteristic() != Some(2) {
        let power = v.pow_mod(Exponent::new(false, &size.half()), &modulus)?;
        return power.checked_sub(&Poly::one(v.ring()));
    }
    let (mut trace, mut power) = (v.clone(), v);
    for _ in 1..size.degree {
        power = modulus.product(&power, &power)?;
        trace = trace.checked_add(&power)?;
    }
    Ok(trace)
}

/// A basis of the v modulo f with v^q = v.
fn fixed_elements<R: FiniteField>(f: &Poly<R>, size: &Cardinality) -> Result<Vec<Poly<R>>> {
    let (r, n, modulus) = (f.ring(), f.len() - 1, Divisor::new(f)?);
    let image = Poly::x(r).pow_mod(Exponent::new(false, &size.words()), &modulus)?;
    // the coefficients of x^(qi) − x^i, and i as a unit vector
    let (mut rows, mut power) = (Vec::with_capacity(n), modulus.rem(&Poly::one(r))?);
    for i in 0..n {
        let mut row = r.zeros(2 * n);
        r.copy_at(&mut row, 0, power.coeffs());
        let difference = r.add(&r.get(row.view(), i), &r.elem(-1));
        r.set(&mut row, i, &difference);
        r.set(&mut row, n + i, &r.one());
        rows.push(row);
        power = modulus.product(&power, &image)?;
    }
    let kernel = eliminated(r, rows, n)?;
    Ok(kernel.iter().map(|row| Poly::from_coeffs(r, r.owned(row.view().from(n)))).collect())
}

/// The rows that elimination leaves with zeros in the first n columns.
fn eliminated<R: FiniteField>(r: &R, mut rows: Vec<Coeffs<R>>, n: usize) -> Result<Vec<Coeffs<R>>> {
    for j in 0..n {
        if r.engine().cancel().is_raised() {
            return Err(Error::Cancelled);
        }
        let Some(i) = rows.iter().position(|row| !r.is_zero(&r.get(row.view(), j))) else { continue };
        let pivot = rows.swap_remove(i);
        let inverse = r.inv(&r.get(pivot.view(), j))?;
        for row in &mut rows {
            let c = r.mul(&r.get(row.view(), j), &inverse);
            if !r.is_zero(&c) {
                let rest = pivot.view().from(j);
                r.sub_combination(row, j, r.collect(&[c]).view(), Block::new(rest, 1, rest.len(), rest.len()));
            }
        }
    }
    Ok(rows)
}
