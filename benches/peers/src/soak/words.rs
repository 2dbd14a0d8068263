//! Polynomials modulo n below 2^64, against FLINT's `nmod_poly` and NTL.

use polymod::Poly;
use polymod::poly::Part;

use super::draw::{Draw, poly, words};
use super::ours::{divide, factors, failed, multiply, sorted};
use super::{CHOSEN, Subject, Verdict, same, subject};
use crate::flint::{field, nmod::NmodPoly};
use crate::peer::ModPoly;

pub const SUBJECTS: &[Subject] = &[
    subject("mul", "zn", "FLINT", 12, product::<NmodPoly>),
    #[cfg(feature = "ntl")]
    subject("mul", "zn", "NTL", 4, product::<crate::ntl::ModPoly>),
    subject("sqr", "zn", "FLINT", 4, square),
    subject("mul part", "zn", "FLINT", 4, part),
    subject("divrem", "zn", "FLINT", 6, divrem),
    subject("gcd", "zn", "FLINT", 5, gcd),
    subject("xgcd", "zn", "FLINT", 4, xgcd),
    subject("resultant", "zn", "FLINT", 4, resultant),
    subject("multieval", "zn", "FLINT", 4, multieval),
    subject("interpolate", "zn", "FLINT", 3, interpolate),
    subject("inv-series", "zn", "FLINT", 4, inv_series),
    subject("log-series", "zn", "FLINT", 3, log_series),
    subject("exp-series", "zn", "FLINT", 3, exp_series),
    subject("compose-series", "zn", "FLINT", 2, compose_series),
    subject("factor", "zn", "FLINT", 3, factor),
    subject("roots", "zn", "FLINT", 3, roots),
];

/// The longest operands of products, and of what is slower.
const PRODUCT: usize = 20_000;
const LONG: usize = 2_000;
const SHORT: usize = 100;

fn flint(n: u64, v: &[u64]) -> NmodPoly {
    NmodPoly::with(n, v)
}

fn product<P: ModPoly>(draw: &mut Draw) -> Verdict {
    let n = draw.modulus();
    let [la, lb] = [draw.size(PRODUCT), draw.size(PRODUCT)];
    let (a, b, zn) = (draw.residues(n, la), draw.residues(n, lb), draw.zn(n));
    let mut theirs = P::new(n, &[], la + lb);
    theirs.set_product(&P::new(n, &a, la), &P::new(n, &b, lb));
    let (ours, algorithm) = multiply(draw, &poly(&zn, &a), &poly(&zn, &b), &Part::All)?;
    same(&words(&ours), &theirs.coefficients(), || format!("n = {n}, {la} by {lb} coefficients, {algorithm}"))?;
    Ok(algorithm)
}

fn square(draw: &mut Draw) -> Verdict {
    let (n, len) = (draw.modulus(), draw.size(PRODUCT));
    let (a, zn) = (draw.residues(n, len), draw.zn(n));
    let (theirs, mut out) = (flint(n, &a), flint(n, &[]));
    out.set_product(&theirs, &theirs);
    let ours = words(&poly(&zn, &a).sqr().map_err(failed)?);
    same(&ours, &out.coefficients(), || format!("n = {n}, {len} coefficients"))?;
    Ok(CHOSEN)
}

fn part(draw: &mut Draw) -> Verdict {
    let n = draw.modulus();
    let [la, lb] = [draw.size(LONG), draw.size(LONG)];
    let (a, b, zn) = (draw.residues(n, la), draw.residues(n, lb), draw.zn(n));
    let mut whole = flint(n, &[]);
    whole.set_product(&flint(n, &a), &flint(n, &b));
    let whole = whole.coefficients();
    let len = draw.size(la + lb);
    let start = draw.below((la + lb) as u64) as usize;
    let folded = |sign: u64| {
        let mut out = vec![0_u64; len];
        for (i, &x) in whole.iter().enumerate() {
            let odd = i / len % 2 == 1;
            let x = if odd && sign > 0 && x > 0 { n - x } else { x };
            out[i % len] = ((u128::from(out[i % len]) + u128::from(x)) % u128::from(n)) as u64;
        }
        out
    };
    let (part, mut wanted) = match draw.below(4) {
        0 => (Part::Low(len), whole.iter().copied().take(len).collect::<Vec<_>>()),
        1 => (Part::Middle(start..start + len), whole.iter().copied().skip(start).take(len).collect()),
        2 => (Part::Cyclic(len), folded(0)),
        _ => (Part::Negacyclic(len), folded(1)),
    };
    wanted.truncate(wanted.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1));
    let (ours, algorithm) = multiply(draw, &poly(&zn, &a), &poly(&zn, &b), &part)?;
    same(&words(&ours), &wanted, || format!("n = {n}, {la} by {lb} coefficients, {part:?}, {algorithm}"))?;
    Ok(algorithm)
}

fn divrem(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let [la, lb] = [draw.size(2 * LONG), draw.size(LONG)];
    let (a, b, zn) = (draw.residues(p, la), draw.residues(p, lb), draw.zn(p));
    let mut out = [flint(p, &[]), flint(p, &[]), flint(p, &[])];
    field::divrem(&mut out, &flint(p, &a), &flint(p, &b));
    let (x, y) = (poly(&zn, &a), poly(&zn, &b));
    let (found, algorithm) = divide(draw, &x, &y)?;
    let (q, r) = found.map_err(failed)?;
    let theirs = (out[0].coefficients(), out[1].coefficients());
    same(&(words(&q), words(&r)), &theirs, || format!("p = {p}, {la} by {lb} coefficients, {algorithm}"))?;
    Ok(algorithm)
}

/// Two polynomials with a common divisor of random degree.
fn related(draw: &mut Draw, p: u64, most: usize) -> [Vec<u64>; 2] {
    let len = draw.size(most);
    let common = draw.residues(p, len);
    [0, 1].map(|_| {
        let len = draw.size(most);
        let mut out = flint(p, &[]);
        out.set_product(&flint(p, &draw.residues(p, len)), &flint(p, &common));
        out.coefficients()
    })
}

fn gcd(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let ([a, b], zn) = (related(draw, p, LONG), draw.zn(p));
    let mut out = [flint(p, &[]), flint(p, &[]), flint(p, &[])];
    field::gcd(&mut out, &flint(p, &a), &flint(p, &b));
    let ours = poly(&zn, &a).gcd(&poly(&zn, &b)).map_err(failed)?;
    same(&words(&ours), &out[0].coefficients(), || format!("p = {p}, {} and {} coefficients", a.len(), b.len()))?;
    Ok(CHOSEN)
}

fn xgcd(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let ([a, b], zn) = (related(draw, p, LONG), draw.zn(p));
    let mut out = [flint(p, &[]), flint(p, &[]), flint(p, &[])];
    field::xgcd(&mut out, &flint(p, &a), &flint(p, &b));
    let (x, y) = (poly(&zn, &a), poly(&zn, &b));
    let found = x.xgcd(&y).map_err(failed)?;
    same(&words(&found.g), &out[0].coefficients(), || format!("p = {p}, {} and {}", a.len(), b.len()))?;
    let identity = &(&found.s * &x) + &(&found.t * &y);
    same(&words(&identity), &words(&found.g), || format!("p = {p}: s·a + t·b, {} and {}", a.len(), b.len()))?;
    let bound = b.len().saturating_sub(found.g.len());
    same(&(found.s.len() <= bound.max(1)), &true, || format!("p = {p}: the degree of s, {} and {}", a.len(), b.len()))?;
    Ok(CHOSEN)
}

fn resultant(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let [la, lb] = [draw.size(LONG), draw.size(LONG)];
    let (a, b, zn) = (draw.residues(p, la), draw.residues(p, lb), draw.zn(p));
    let ours = poly(&zn, &a).resultant(&poly(&zn, &b)).map_err(failed)?;
    let theirs = field::resultant(&flint(p, &a), &flint(p, &b));
    same(&ours, &theirs, || format!("p = {p}, {la} and {lb} coefficients"))?;
    Ok(CHOSEN)
}

fn multieval(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let [len, count] = [draw.size(LONG), draw.size(LONG)];
    let (a, points, zn) = (draw.residues(p, len), draw.residues(p, count), draw.zn(p));
    let mut theirs = vec![0; count];
    field::evaluate(&mut theirs, &flint(p, &a), &points);
    let view = zn.view(&points).map_err(failed)?;
    let ours = poly(&zn, &a).eval_each(view).map_err(failed)?;
    same(&zn.words(ours.view()).to_vec(), &theirs, || format!("p = {p}, {len} coefficients, {count} points"))?;
    Ok(CHOSEN)
}

fn interpolate(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let count = draw.size(LONG).min(p as usize);
    // all different: an arithmetic progression whose step is prime to p
    let (first, step) = (draw.residue(p), 1 + draw.below(p - 1));
    let point = |i: usize| ((u128::from(first) + i as u128 * u128::from(step)) % u128::from(p)) as u64;
    let points: Vec<u64> = (0..count).map(point).collect();
    let (values, zn) = (draw.residues(p, count), draw.zn(p));
    let mut theirs = flint(p, &[]);
    field::interpolate(&mut theirs, &points, &values);
    let view = |v| zn.view(v).map_err(failed);
    let ours = Poly::interpolate(&zn, view(&points)?, view(&values)?).map_err(failed)?;
    same(&words(&ours), &theirs.coefficients(), || format!("p = {p}, {count} points"))?;
    Ok(CHOSEN)
}

fn inv_series(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let [len, terms] = [draw.size(LONG), draw.size(LONG)];
    let (mut a, zn) = (draw.residues(p, len), draw.zn(p));
    a[0] = 1 + draw.below(p - 1);
    let mut theirs = flint(p, &[]);
    field::inverse_series(&mut theirs, &flint(p, &a), terms);
    let ours = poly(&zn, &a).inv_series(terms).map_err(failed)?;
    same(&words(&ours), &theirs.coefficients(), || format!("p = {p}, {len} coefficients, {terms} terms"))?;
    Ok(CHOSEN)
}

fn log_series(draw: &mut Draw) -> Verdict {
    let [len, terms] = [draw.size(LONG), draw.size(LONG)];
    let p = draw.prime_above(terms);
    let (mut a, zn) = (draw.residues(p, len), draw.zn(p));
    a[0] = 1;
    let mut theirs = flint(p, &[]);
    field::log_series(&mut theirs, &flint(p, &a), terms);
    let ours = poly(&zn, &a).log_series(terms).map_err(failed)?;
    same(&words(&ours), &theirs.coefficients(), || format!("p = {p}, {len} coefficients, {terms} terms"))?;
    Ok(CHOSEN)
}

fn exp_series(draw: &mut Draw) -> Verdict {
    let [len, terms] = [draw.size(LONG), draw.size(LONG)];
    let p = draw.prime_above(terms);
    let (mut a, zn) = (draw.residues(p, len), draw.zn(p));
    a[0] = 0;
    let mut theirs = flint(p, &[]);
    field::exp_series(&mut theirs, &flint(p, &a), terms);
    let ours = poly(&zn, &a).exp_series(terms).map_err(failed)?;
    same(&words(&ours), &theirs.coefficients(), || format!("p = {p}, {len} coefficients, {terms} terms"))?;
    Ok(CHOSEN)
}

fn compose_series(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let [la, lb, terms] = [draw.size(SHORT), draw.size(SHORT), draw.size(SHORT)];
    let (a, mut b, zn) = (draw.residues(p, la), draw.residues(p, lb), draw.zn(p));
    b[0] = 0;
    let theirs = flint(p, &a).compose_series(&flint(p, &b), terms);
    let ours = poly(&zn, &a).compose_series(&poly(&zn, &b), terms).map_err(failed)?;
    same(&words(&ours), &theirs, || format!("p = {p}, {la} and {lb} coefficients, {terms} terms"))?;
    Ok(CHOSEN)
}

/// A product of a few polynomials, some of them repeated.
fn composite(draw: &mut Draw, p: u64) -> Vec<u64> {
    let mut a = flint(p, &[1]);
    for _ in 0..1 + draw.below(4) {
        let len = draw.size(12);
        let factor = flint(p, &draw.residues(p, len));
        for _ in 0..=draw.below(3) {
            let mut out = flint(p, &[]);
            out.set_product(&a, &factor);
            a = out;
        }
    }
    a.coefficients()
}

fn factor(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, zn) = (composite(draw, p), draw.zn(p));
    let ours = factors(&poly(&zn, &a).factor().map_err(failed)?);
    same(&ours, &sorted(flint(p, &a).factor()), || format!("p = {p}, {a:?}"))?;
    Ok(CHOSEN)
}

fn roots(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, zn) = (composite(draw, p), draw.zn(p));
    let ours = poly(&zn, &a).roots().map_err(failed)?;
    let mut theirs: Vec<u64> = flint(p, &a).roots().iter().map(|(f, _)| if f[0] == 0 { 0 } else { p - f[0] }).collect();
    theirs.sort_unstable();
    same(&zn.words(ours.view()).to_vec(), &theirs, || format!("p = {p}, {a:?}"))?;
    Ok(CHOSEN)
}
