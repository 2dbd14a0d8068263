//! Roots of products of distinct linear factors over a field of odd size q.
//!
//! (x + c)^((q − 1)/2) is 1, −1 or 0 modulo each x − a, as a + c is a square, a non-square, or 0, so that for random c the
//! greatest common divisor of the product with the power less 1 has half of the roots (Berlekamp 1970, "Factoring polynomials
//! over large finite fields"; Rabin 1980, "Probabilistic algorithms in finite fields", §4). One c splits all parts that are not
//! linear yet: where the ring has a kernel for powers modulo several short polynomials, parts of similar degree are passed to it
//! together. Quadratic parts are solved by their discriminants. Cost: log₂ n rounds of log₂ q squares modulo polynomials with n
//! roots in all.

use crate::{
    Result,
    bits::SplitMix64,
    poly::{Divisor, Exponent, Poly},
    ring::{Cardinality, FiniteField, View},
};
use std::cmp::Reverse;

/// The roots of a monic product of distinct linear factors, in any order.
pub(super) fn roots<R: FiniteField>(f: &Poly<R>, size: &Cardinality, words: &mut SplitMix64) -> Result<Vec<R::Elem>> {
    let r = f.ring();
    let (mut whole, mut out) = (vec![f.clone()], Vec::new());
    while !whole.is_empty() {
        whole.retain(|f| !solved(f, size, &mut out));
        let c = r.random(&mut || words.word());
        let powers = powers(&whole, &c, size)?;
        let mut parts = Vec::new();
        for (f, power) in whole.drain(..).zip(powers) {
            let g = power.checked_sub(&Poly::one(r))?.gcd(&f)?;
            if g.len() > 1 && g.len() < f.len() {
                parts.push(f.quo(&g)?);
                parts.push(g);
            } else {
                parts.push(f);
            }
        }
        whole = parts;
    }
    Ok(out)
}

/// Appends the roots of an f of degree at most 2, found by a formula; returns whether the formula applied.
fn solved<R: FiniteField>(f: &Poly<R>, size: &Cardinality, out: &mut Vec<R::Elem>) -> bool {
    let r = f.ring();
    match f.len() {
        0 | 1 => true,
        2 => {
            out.push(r.neg(&f.coeff(0)));
            true
        }
        3 => {
            let (b, c) = (f.coeff(1), f.coeff(0));
            let discriminant = r.add(&r.mul(&b, &b), &r.mul(&r.elem(-4), &c));
            let (Some(root), Ok(half)) = (r.square_root(&discriminant, size), r.inv(&r.elem(2))) else { return false };
            for root in [r.add(&root, &r.neg(&b)), r.neg(&r.add(&root, &b))] {
                out.push(r.mul(&root, &half));
            }
            true
        }
        _ => false,
    }
}

/// (x + c)^((q − 1)/2) modulo each of these polynomials, or modulo multiples of them.
fn powers<R: FiniteField>(moduli: &[Poly<R>], c: &R::Elem, size: &Cardinality) -> Result<Vec<Poly<R>>> {
    let Some(first) = moduli.first() else { return Ok(Vec::new()) };
    let (r, half) = (first.ring(), size.half());
    let mut order: Vec<usize> = (0..moduli.len()).collect();
    order.sort_by_key(|&i| Reverse(moduli[i].len()));
    let (mut out, mut rest) = (vec![Poly::zero(r); moduli.len()], &order[..]);
    let base = Poly::new(r, [c.clone(), r.one()]);
    while let Some((&i, others)) = rest.split_first() {
        let batch = r.batch_of_linear_powers(moduli[i].len() - 1).filter(|counts| *counts.start() <= rest.len());
        let Some(counts) = batch else {
            out[i] = base.pow_mod(Exponent::new(false, &half), &Divisor::new(&moduli[i])?)?;
            rest = others;
            continue;
        };
        let (batch, others) = rest.split_at(rest.len().min(*counts.end()));
        let views: Vec<View<'_, R>> = batch.iter().map(|&i| moduli[i].coeffs()).collect();
        for (&i, power) in batch.iter().zip(r.linear_powers(c, &half, &views)) {
            out[i] = Poly::from_coeffs(r, power);
        }
        rest = others;
    }
    Ok(out)
}
