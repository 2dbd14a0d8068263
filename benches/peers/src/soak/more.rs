//! More of polynomials modulo n below 2^64, against FLINT's `nmod_poly`: powers, series, compositions, special points.

use polymod::Error;
use polymod::poly::{CompositionAlgorithm, Divisor, Geometric};
use polymod::rug::Integer;

use super::draw::{Draw, poly, words};
use super::ours::{elements, failed, vector};
use super::{CHOSEN, Subject, Verdict, same, subject};
use crate::flint::{field, nmod::NmodPoly};
#[cfg(feature = "ntl")]
use {
    super::ours::divide,
    crate::ntl_fields::{self, Field, Op},
    polymod::Poly,
};

pub const SUBJECTS: &[Subject] = &[
    subject("pow-mod", "zn", "FLINT", 4, pow_mod),
    subject("pow-series", "zn", "FLINT", 2, pow_series),
    subject("sqrt-series", "zn", "FLINT", 3, sqrt_series),
    subject("revert-series", "zn", "FLINT", 2, revert_series),
    subject("compose", "zn", "FLINT", 2, compose),
    subject("compose-series", "zn", "FLINT", 4, compose_series),
    subject("compose-mod", "zn", "FLINT", 2, compose_mod),
    subject("taylor-shift", "zn", "FLINT", 3, taylor_shift),
    subject("inv-mod", "zn", "FLINT", 3, inv_mod),
    subject("discriminant", "zn", "FLINT", 2, discriminant),
    subject("geometric points", "zn", "FLINT", 4, geometric),
    subject("irreducible", "zn", "FLINT", 1, irreducible),
    subject("divrem", "zn composite", "FLINT", 3, divrem_composite),
    #[cfg(feature = "ntl")]
    subject("divrem", "zn", "NTL", 3, divrem),
    #[cfg(feature = "ntl")]
    subject("xgcd", "zn", "NTL", 3, xgcd),
    #[cfg(feature = "ntl")]
    subject("factor", "zn", "NTL", 1, factor),
    #[cfg(feature = "ntl")]
    subject("inv-series", "zn", "NTL", 2, inv_series),
];

/// The longest operands.
const LONG: usize = 1_000;

fn flint(n: u64, v: &[u64]) -> NmodPoly {
    NmodPoly::with(n, v)
}

fn random(draw: &mut Draw, n: u64, most: usize) -> Vec<u64> {
    let len = draw.size(most);
    draw.residues(n, len)
}

fn pow_mod(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, mut m, zn) = (random(draw, p, 300), random(draw, p, 300), draw.zn(p));
    m.insert(0, draw.residue(p));
    let bits = 1 + draw.below(300) as u32;
    let e = draw.integer(bits).abs();
    let ours = Divisor::new(&poly(&zn, &m)).and_then(|m| poly(&zn, &a).pow_mod(&e, &m)).map_err(failed)?;
    let theirs = flint(p, &a).pow_mod(&e, &flint(p, &m));
    same(&words(&ours), &theirs, || format!("p = {p}, {} modulo {} coefficients, e = {e}", a.len(), m.len()))?;
    Ok(CHOSEN)
}

fn pow_series(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, terms, zn) = (random(draw, p, 300), draw.size(300), draw.zn(p));
    let bits = draw.below(64);
    let e = draw.word() >> bits;
    let ours = poly(&zn, &a).pow_series(e, terms).map_err(failed)?;
    let theirs = flint(p, &a).pow_series(e, terms);
    same(&words(&ours), &theirs, || format!("p = {p}, {a:?} to the {e} to {terms} terms"))?;
    Ok(CHOSEN)
}

fn sqrt_series(draw: &mut Draw) -> Verdict {
    let p = draw.prime_above(2);
    let (mut a, terms, zn) = (random(draw, p, LONG), draw.size(LONG), draw.zn(p));
    a[0] = 1;
    let ours = poly(&zn, &a).sqrt_series(terms).map_err(failed)?;
    let theirs = flint(p, &a).sqrt_series(terms);
    same(&words(&ours), &theirs, || format!("p = {p}, {} coefficients, {terms} terms", a.len()))?;
    Ok(CHOSEN)
}

fn revert_series(draw: &mut Draw) -> Verdict {
    let terms = draw.size(100);
    let p = draw.prime_above(terms);
    let (mut a, zn) = (random(draw, p, 100), draw.zn(p));
    a.resize(a.len().max(2), 0);
    (a[0], a[1]) = (0, 1 + draw.below(p - 1));
    let ours = poly(&zn, &a).revert_series(terms).map_err(failed)?;
    let theirs = flint(p, &a).revert_series(terms);
    same(&words(&ours), &theirs, || format!("p = {p}, {} coefficients, {terms} terms", a.len()))?;
    Ok(CHOSEN)
}

fn compose(draw: &mut Draw) -> Verdict {
    let n = draw.modulus();
    let (a, b, zn) = (random(draw, n, 60), random(draw, n, 30), draw.zn(n));
    let ours = poly(&zn, &a).compose(&poly(&zn, &b)).map_err(failed)?;
    let theirs = flint(n, &a).compose(&flint(n, &b));
    same(&words(&ours), &theirs, || format!("n = {n}, {} of {} coefficients", a.len(), b.len()))?;
    Ok(CHOSEN)
}

fn compose_series(draw: &mut Draw) -> Verdict {
    let n = draw.modulus();
    let (a, mut b, terms, zn) = (random(draw, n, 200), random(draw, n, 200), draw.size(200), draw.zn(n));
    b[0] = 0;
    let forced = CompositionAlgorithm::ALL.get(draw.below(4) as usize).copied();
    let (x, y) = (poly(&zn, &a), poly(&zn, &b));
    let (ours, algorithm) = match x.compose_series_by(&y, terms, forced) {
        Err(Error::Algorithm { .. }) => (x.compose_series(&y, terms).map_err(failed)?, CHOSEN),
        other => (other.map_err(failed)?, forced.map_or(CHOSEN, CompositionAlgorithm::name)),
    };
    let theirs = flint(n, &a).compose_series(&flint(n, &b), terms);
    let what = || format!("n = {n}, {} of {} coefficients, {terms} terms, {algorithm}", a.len(), b.len());
    same(&words(&ours), &theirs, what)?;
    Ok(algorithm)
}

fn compose_mod(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, b, mut m, zn) = (random(draw, p, 150), random(draw, p, 150), random(draw, p, 150), draw.zn(p));
    m.insert(0, draw.residue(p));
    let divisor = Divisor::new(&poly(&zn, &m)).map_err(failed)?;
    let ours = poly(&zn, &a).compose_mod(&poly(&zn, &b), &divisor).map_err(failed)?;
    // FLINT takes an inner polynomial that is reduced, and an outer one of any degree
    let mut out = [flint(p, &[]), flint(p, &[]), flint(p, &[])];
    field::divrem(&mut out, &flint(p, &b), &flint(p, &m));
    let theirs = flint(p, &a).compose_mod(&out[1], &flint(p, &m));
    same(&words(&ours), &theirs, || format!("p = {p}, {} of {} modulo {}", a.len(), b.len(), m.len()))?;
    Ok(CHOSEN)
}

fn taylor_shift(draw: &mut Draw) -> Verdict {
    // FLINT's way for long polynomials divides by factorials, also where n is composite
    let most = if draw.below(2) == 0 { LONG } else { 64 };
    let n = if most == LONG { draw.prime() } else { draw.modulus() };
    let (a, c, zn) = (random(draw, n, most), draw.residue(n), draw.zn(n));
    let ours = poly(&zn, &a).taylor_shift(&c).map_err(failed)?;
    same(&words(&ours), &flint(n, &a).taylor_shift(c), || format!("n = {n}, {} coefficients by {c}", a.len()))?;
    Ok(CHOSEN)
}

fn inv_mod(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, mut m, zn) = (random(draw, p, LONG), random(draw, p, LONG), draw.zn(p));
    m.insert(0, draw.residue(p));
    let mut out = [flint(p, &[]), flint(p, &[]), flint(p, &[])];
    field::divrem(&mut out, &flint(p, &a), &flint(p, &m));
    let theirs = out[1].inv_mod(&flint(p, &m));
    let ours = match poly(&zn, &a).inv_mod(&poly(&zn, &m)) {
        Err(Error::NotInvertible { .. }) => None,
        other => Some(words(&other.map_err(failed)?)),
    };
    same(&ours, &theirs, || format!("p = {p}, {} modulo {} coefficients", a.len(), m.len()))?;
    Ok(CHOSEN)
}

fn discriminant(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, zn) = (random(draw, p, LONG), draw.zn(p));
    let ours = poly(&zn, &a).discriminant().map_err(failed)?;
    same(&ours, &flint(p, &a).discriminant(), || format!("p = {p}, {} coefficients", a.len()))?;
    Ok(CHOSEN)
}

fn geometric(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, count, zn) = (random(draw, p, LONG), draw.size(LONG), draw.zn(p));
    let [first, ratio] = [draw.residue(p), draw.residue(p)];
    let points = Geometric::new(&zn, &first, &ratio, count).map_err(failed)?;
    let ours = points.eval(&poly(&zn, &a)).map_err(failed)?;
    let mut x = first;
    let places: Vec<u64> = (0..count)
        .map(|_| {
            let here = x;
            x = (u128::from(x) * u128::from(ratio) % u128::from(p)) as u64;
            here
        })
        .collect();
    let mut theirs = vec![0; count];
    field::evaluate(&mut theirs, &flint(p, &a), &places);
    let what = || format!("p = {p}, {} coefficients at {first}·{ratio}^i, {count} points", a.len());
    same(&elements(&zn, ours.view()), &theirs, what)?;
    let mut distinct = places.clone();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() == count {
        let back = points.interpolate(vector(&zn, &theirs).view()).map_err(failed)?;
        let mut wanted = flint(p, &[]);
        field::interpolate(&mut wanted, &places, &theirs);
        same(&words(&back), &wanted.words().to_vec(), || format!("back: {}", what()))?;
    }
    Ok(CHOSEN)
}

fn irreducible(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, zn) = (random(draw, p, 16), draw.zn(p));
    if a.len() == 1 {
        return Ok(CHOSEN);
    }
    let ours = poly(&zn, &a).is_irreducible().map_err(failed)?;
    same(&ours, &flint(p, &a).is_irreducible(), || format!("p = {p}, {a:?}"))?;
    Ok(CHOSEN)
}

fn divrem_composite(draw: &mut Draw) -> Verdict {
    let n = draw.modulus();
    let (a, mut b, zn) = (random(draw, n, 2 * LONG), random(draw, n, LONG), draw.zn(n));
    let unit = |x: u64| Integer::from(x).gcd(&Integer::from(n)) == 1;
    let lead = draw.residue(n);
    b.push(if unit(lead) { lead } else { 1 });
    let mut out = [flint(n, &[]), flint(n, &[]), flint(n, &[])];
    field::divrem(&mut out, &flint(n, &a), &flint(n, &b));
    let (found, algorithm) = super::ours::divide(draw, &poly(&zn, &a), &poly(&zn, &b))?;
    let (q, r) = found.map_err(failed)?;
    let theirs = (out[0].words().to_vec(), out[1].words().to_vec());
    same(&(words(&q), words(&r)), &theirs, || format!("n = {n}, {} by {}, {algorithm}", a.len(), b.len()))?;
    Ok(algorithm)
}

/// A prime that NTL takes.
#[cfg(feature = "ntl")]
fn prime_of_ntl(draw: &mut Draw) -> u64 {
    loop {
        let p = draw.prime();
        if p < ntl_fields::MOST_PRIME {
            return p;
        }
    }
}

#[cfg(feature = "ntl")]
fn divrem(draw: &mut Draw) -> Verdict {
    let p = prime_of_ntl(draw);
    let (a, b, zn) = (random(draw, p, 4 * LONG), random(draw, p, 2 * LONG), draw.zn(p));
    let (found, algorithm) = divide(draw, &poly(&zn, &a), &poly(&zn, &b))?;
    let (q, r) = found.map_err(failed)?;
    let theirs = Field::Prime(p).run(Op::Divrem, &a, &b, 0);
    same(&vec![words(&q), words(&r)], &theirs, || format!("p = {p}, {} by {}, {algorithm}", a.len(), b.len()))?;
    Ok(algorithm)
}

#[cfg(feature = "ntl")]
fn xgcd(draw: &mut Draw) -> Verdict {
    let p = prime_of_ntl(draw);
    let (common, zn, theirs) = (random(draw, p, LONG), draw.zn(p), Field::Prime(p));
    let [a, b] = [0, 1].map(|_| theirs.run(Op::Product, &random(draw, p, LONG), &common, 0).swap_remove(0));
    let found = poly(&zn, &a).xgcd(&poly(&zn, &b)).map_err(failed)?;
    let (ours, wanted) = ([&found.g, &found.s, &found.t].map(words), theirs.run(Op::Xgcd, &a, &b, 0));
    // where one divides the other, the least cofactors are not the only ones
    let most = if wanted[0].len() < a.len().min(b.len()) { 3 } else { 1 };
    let what = || format!("p = {p}, {} and {} coefficients", a.len(), b.len());
    same(&ours[..most].to_vec(), &wanted[..most].to_vec(), what)?;
    Ok(CHOSEN)
}

#[cfg(feature = "ntl")]
fn factor(draw: &mut Draw) -> Verdict {
    let p = prime_of_ntl(draw);
    let (mut a, zn) = (Poly::one(&draw.zn(p)), draw.zn(p));
    for _ in 0..1 + draw.below(4) {
        let factor = poly(&zn, &random(draw, p, 10));
        for _ in 0..=draw.below(3) {
            a = &a * &factor;
        }
    }
    let a = a.monic().map_err(failed)?;
    let found = Field::Prime(p).run(Op::Factor, &words(&a), &[], 0);
    let wanted = found.chunks(2).map(|pair| (pair[0].clone(), pair[1][0] as usize)).collect();
    let ours = super::ours::factors(&a.factor().map_err(failed)?);
    same(&ours, &super::ours::sorted(wanted), || format!("p = {p}, {a}"))?;
    Ok(CHOSEN)
}

#[cfg(feature = "ntl")]
fn inv_series(draw: &mut Draw) -> Verdict {
    let p = prime_of_ntl(draw);
    let (mut a, terms, zn) = (random(draw, p, LONG), draw.size(LONG), draw.zn(p));
    a[0] = 1 + draw.below(p - 1);
    let ours = poly(&zn, &a).inv_series(terms).map_err(failed)?;
    let theirs = Field::Prime(p).run(Op::Inverse, &a, &[], terms as u64);
    same(&vec![words(&ours)], &theirs, || format!("p = {p}, {} coefficients, {terms} terms", a.len()))?;
    Ok(CHOSEN)
}
