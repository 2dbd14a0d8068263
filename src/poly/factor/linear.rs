//! Roots of products of distinct linear factors over a field of odd size q.
//!
//! (x + c)^((q − 1)/2) is 1, −1 or 0 modulo each x − a, as a + c is a square, a non-square, or 0, so that for random c the
//! greatest common divisor of the product with the power less 1 has half of the roots (Berlekamp 1970, "Factoring polynomials
//! over large finite fields"; Rabin 1980, "Probabilistic algorithms in finite fields", §4). Quadratic polynomials are solved by their
//! discriminants, short ones by the ring where it has an algorithm for them. Cost: log₂ n rounds of log₂ q squares modulo polynomials
//! with n roots in all.

use super::{Factorization, compare};
use crate::{
    Result,
    bits::SplitMix64,
    order,
    poly::{Divisor, Exponent, Poly},
    ring::{Cardinality, FiniteField},
};

/// The roots of a monic product of distinct linear factors, in any order. Those of g(x²) are the square roots of those of g.
pub(super) fn roots<R: FiniteField>(f: &Poly<R>, size: &Cardinality, words: &mut SplitMix64) -> Result<Vec<R::Elem>> {
    let (r, mut short) = (f.ring(), Vec::new());
    if solved(f, size, &mut short) {
        return Ok(short);
    }
    let is_even = f.len() % 2 == 1 && (1..f.len()).step_by(2).all(|i| r.is_zero(&f.coeff(i)));
    if !is_even {
        return split(f, size, words);
    }
    let squares = roots(&Poly::from_coeffs(r, r.every_other(f.coeffs(), 0)), size, words)?;
    let root = |square| r.square_root(&square, size);
    match squares.into_iter().map(root).collect::<Option<Vec<_>>>() {
        Some(found) => Ok(found.into_iter().flat_map(|x| [r.neg(&x), x]).collect()),
        None => split(f, size, words),
    }
}

/// The roots of a monic product of distinct linear factors by common divisors with random powers.
fn split<R: FiniteField>(f: &Poly<R>, size: &Cardinality, words: &mut SplitMix64) -> Result<Vec<R::Elem>> {
    let (r, half) = (f.ring(), Exponent::new(false, &size.half()));
    let (mut whole, mut out) = (vec![f.clone()], Vec::new());
    while let Some(f) = whole.pop() {
        if solved(&f, size, &mut out) {
            continue;
        }
        let base = Poly::new(r, [r.random(&mut || words.word()), r.one()]);
        let power = base.pow_mod(half.clone(), &Divisor::new(&f)?)?;
        let g = power.checked_sub(&Poly::one(r))?.gcd(&f)?;
        if g.len() > 1 && g.len() < f.len() {
            whole.push(f.quo(&g)?);
            whole.push(g);
        } else {
            whole.push(f);
        }
    }
    Ok(out)
}

/// The factorization of an f ≠ 0 of degree at most 1, or at most 2 in odd characteristic, by a formula; None for others.
pub(super) fn by_formula<R: FiniteField>(f: &Poly<R>, size: &Cardinality) -> Result<Option<Factorization<R>>> {
    let r = f.ring();
    if f.len() > if size.small_characteristic() == Some(2) { 2 } else { 3 } {
        return Ok(None);
    }
    let (unit, monic) = (f.coeff(f.len() - 1), f.monic()?);
    let factors = match f.len() {
        1 => Vec::new(),
        2 => vec![(monic, 1)],
        _ => {
            let factor = |root: &R::Elem| Poly::new(r, [r.neg(root), r.one()]);
            match quadratic_roots(&monic, size) {
                None => vec![(monic, 1)],
                Some([root, other]) if root == other => vec![(factor(&root), 2)],
                Some(roots) => {
                    let mut factors = roots.each_ref().map(|root| (factor(root), 1));
                    order::sort_by(&mut factors, |(f, _), (g, _)| compare(f, g));
                    factors.into()
                }
            }
        }
    };
    Ok(Some(Factorization { unit, factors }))
}

/// The roots of a monic quadratic polynomial in odd characteristic.
fn quadratic_roots<R: FiniteField>(f: &Poly<R>, size: &Cardinality) -> Option<[R::Elem; 2]> {
    let r = f.ring();
    let (b, c) = (f.coeff(1), f.coeff(0));
    let discriminant = r.add(&r.mul(&b, &b), &r.mul(&r.elem(-4), &c));
    let root = if r.is_zero(&discriminant) { discriminant } else { r.square_root(&discriminant, size)? };
    let half = r.inv(&r.elem(2)).ok()?;
    Some([r.add(&root, &r.neg(&b)), r.neg(&r.add(&root, &b))].map(|root| r.mul(&root, &half)))
}

/// Appends the roots of a product of linear factors of degree at most 2, or short enough for the ring; returns whether it is one.
fn solved<R: FiniteField>(f: &Poly<R>, size: &Cardinality, out: &mut Vec<R::Elem>) -> bool {
    match f.len() {
        0 | 1 => {}
        2 => out.push(f.ring().neg(&f.coeff(0))),
        3 => match quadratic_roots(f, size) {
            Some(roots) => out.extend(roots),
            None => return false,
        },
        _ => match f.ring().short_roots(f.coeffs(), true) {
            Some(roots) => out.extend((0..roots.len()).map(|i| f.ring().get(roots.view(), i))),
            None => return false,
        },
    }
    true
}
