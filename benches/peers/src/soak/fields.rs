//! Polynomials over fields whose elements are integers of any size (Z/p and generalized Fermat primes), against FLINT's
//! `fmpz_mod_poly`.

use polymod::core::arith::FermatPrime;
use polymod::poly::{Divisor, Part};
use polymod::ring::FiniteField;
use polymod::rug::Integer;
use polymod::{GeneralizedFermat, Poly, ZnBig};

use super::draw::Draw;
use super::ours::{coefficients, divide, elements, factors, failed, multiply, sorted, vector};
use super::{CHOSEN, Subject, Verdict, same, subject};
use crate::flint::more_big::BigField;

pub const SUBJECTS: &[Subject] = &[
    subject("mul", "gfpf", "FLINT", 5, |d| gfpf(d, product)),
    subject("divrem", "gfpf", "FLINT", 3, |d| gfpf(d, divrem)),
    subject("gcd", "gfpf", "FLINT", 2, |d| gfpf(d, gcd)),
    subject("resultant", "gfpf", "FLINT", 2, |d| gfpf(d, resultant)),
    subject("inv-series", "gfpf", "FLINT", 2, |d| gfpf(d, inv_series)),
    subject("multieval", "gfpf", "FLINT", 2, |d| gfpf(d, multieval)),
    subject("interpolate", "gfpf", "FLINT", 1, |d| gfpf(d, interpolate)),
    subject("pow-mod", "gfpf", "FLINT", 1, |d| gfpf(d, pow_mod)),
    subject("divrem", "zn big", "FLINT", 4, |d| zn_big(d, divrem)),
    subject("xgcd", "zn big", "FLINT", 3, |d| zn_big(d, gcd)),
    subject("resultant", "zn big", "FLINT", 3, |d| zn_big(d, resultant)),
    subject("inv-series", "zn big", "FLINT", 3, |d| zn_big(d, inv_series)),
    subject("multieval", "zn big", "FLINT", 3, |d| zn_big(d, multieval)),
    subject("interpolate", "zn big", "FLINT", 2, |d| zn_big(d, interpolate)),
    subject("pow-mod", "zn big", "FLINT", 2, |d| zn_big(d, pow_mod)),
    subject("factor", "zn big", "FLINT", 1, |d| zn_big(d, factor)),
];

/// A field with elements of this kind.
trait Field: FiniteField<Elem = Integer> {}

impl Field for ZnBig {}
impl Field for GeneralizedFermat {}

type Run<R> = fn(&mut Draw, &R, &Integer) -> Verdict;

fn gfpf(draw: &mut Draw, run: Run<GeneralizedFermat>) -> Verdict {
    const NAMES: [&str; 12] = ["P4", "P8", "P16", "P32", "G2", "G4", "G8", "G16", "F4", "F8", "F16", "F32"];
    let prime: FermatPrime = NAMES[draw.below(NAMES.len() as u64) as usize].parse().map_err(failed)?;
    let ring = GeneralizedFermat::on(draw.engine(), prime).map_err(failed)?;
    let p = ring.p().clone();
    run(draw, &ring, &p)
}

fn zn_big(draw: &mut Draw, run: Run<ZnBig>) -> Verdict {
    let bits = [100, 200, 600][draw.below(3) as usize];
    let p = draw.big_prime(bits);
    let ring = draw.zn_big(&p);
    run(draw, &ring, &p)
}

/// A random polynomial; shorter where elements are long.
fn random(draw: &mut Draw, p: &Integer, most: usize) -> Vec<Integer> {
    let most = (most * 64 / p.significant_bits() as usize).max(8);
    let len = draw.size(most);
    draw.big_residues(p, len)
}

fn poly<R: Field>(r: &R, v: &[Integer]) -> Poly<R> {
    Poly::new(r, v.iter().cloned())
}

/// The field and the sizes.
fn shape(p: &Integer, a: &[Integer], b: &[Integer]) -> String {
    format!("p = {p}, {} and {} coefficients", a.len(), b.len())
}

fn product<R: Field>(draw: &mut Draw, r: &R, p: &Integer) -> Verdict {
    let (a, b) = (random(draw, p, 1_500), random(draw, p, 1_500));
    let (ours, algorithm) = multiply(draw, &poly(r, &a), &poly(r, &b), &Part::All)?;
    same(&coefficients(&ours), &BigField::new(p).product(&a, &b), || format!("{}, {algorithm}", shape(p, &a, &b)))?;
    Ok(algorithm)
}

fn divrem<R: Field>(draw: &mut Draw, r: &R, p: &Integer) -> Verdict {
    let (a, b) = (random(draw, p, 1_000), random(draw, p, 500));
    let (found, algorithm) = divide(draw, &poly(r, &a), &poly(r, &b))?;
    let (q, rest) = found.map_err(failed)?;
    let ours = [&q, &rest].map(coefficients);
    same(&ours, &BigField::new(p).div_rem(&a, &b), || format!("{}, {algorithm}", shape(p, &a, &b)))?;
    Ok(algorithm)
}

fn gcd<R: Field>(draw: &mut Draw, r: &R, p: &Integer) -> Verdict {
    let (field, common) = (BigField::new(p), random(draw, p, 60));
    let [a, b] = [0, 1].map(|_| field.product(&random(draw, p, 100), &common));
    let (x, y) = (poly(r, &a), poly(r, &b));
    let theirs = field.gcd(&a, &b);
    let found = x.xgcd(&y).map_err(failed)?;
    same(&coefficients(&found.g), &theirs, || shape(p, &a, &b))?;
    same(&coefficients(&x.gcd(&y).map_err(failed)?), &theirs, || format!("gcd, {}", shape(p, &a, &b)))?;
    let identity = &(&found.s * &x) + &(&found.t * &y);
    same(&coefficients(&identity), &theirs, || format!("s·a + t·b, {}", shape(p, &a, &b)))?;
    Ok(CHOSEN)
}

fn resultant<R: Field>(draw: &mut Draw, r: &R, p: &Integer) -> Verdict {
    let (a, b) = (random(draw, p, 150), random(draw, p, 150));
    let ours = poly(r, &a).resultant(&poly(r, &b)).map_err(failed)?;
    same(&ours, &BigField::new(p).resultant(&a, &b), || shape(p, &a, &b))?;
    Ok(CHOSEN)
}

fn inv_series<R: Field>(draw: &mut Draw, r: &R, p: &Integer) -> Verdict {
    let (mut a, terms) = (random(draw, p, 500), draw.size(400));
    if a[0].is_zero() {
        a[0] = Integer::from(1);
    }
    let ours = poly(r, &a).inv_series(terms).map_err(failed)?;
    let theirs = BigField::new(p).inv_series(&a, terms);
    same(&coefficients(&ours), &theirs, || format!("{}, {terms} terms", shape(p, &a, &[])))?;
    Ok(CHOSEN)
}

fn multieval<R: Field>(draw: &mut Draw, r: &R, p: &Integer) -> Verdict {
    let (a, points, field) = (random(draw, p, 200), random(draw, p, 200), BigField::new(p));
    let ours = poly(r, &a).eval_each(vector(r, &points).view()).map_err(failed)?;
    let theirs: Vec<Integer> = points.iter().map(|x| field.eval(&a, x)).collect();
    same(&elements(r, ours.view()), &theirs, || shape(p, &a, &points))?;
    Ok(CHOSEN)
}

fn interpolate<R: Field>(draw: &mut Draw, r: &R, p: &Integer) -> Verdict {
    let (mut points, field) = (random(draw, p, 120), BigField::new(p));
    points.sort();
    points.dedup();
    let values = draw.big_residues(p, points.len());
    let ours = Poly::interpolate(r, vector(r, &points).view(), vector(r, &values).view()).map_err(failed)?;
    let found = coefficients(&ours);
    same(&(found.len() <= points.len()), &true, || format!("too long: {}", shape(p, &found, &points)))?;
    let back: Vec<Integer> = points.iter().map(|x| field.eval(&found, x)).collect();
    same(&back, &values, || shape(p, &found, &points))?;
    Ok(CHOSEN)
}

fn pow_mod<R: Field>(draw: &mut Draw, r: &R, p: &Integer) -> Verdict {
    let (a, mut m) = (random(draw, p, 40), random(draw, p, 40));
    m.insert(0, Integer::from(1));
    let bits = 1 + draw.below(200) as u32;
    let e = draw.integer(bits).abs();
    let ours = Divisor::new(&poly(r, &m)).and_then(|m| poly(r, &a).pow_mod(&e, &m)).map_err(failed)?;
    same(&coefficients(&ours), &BigField::new(p).pow_mod(&a, &e, &m), || format!("{}, e = {e}", shape(p, &a, &m)))?;
    Ok(CHOSEN)
}

fn factor<R: Field>(draw: &mut Draw, r: &R, p: &Integer) -> Verdict {
    let mut a = Poly::one(r);
    for _ in 0..1 + draw.below(3) {
        let len = 1 + draw.below(4) as usize;
        let factor = poly(r, &draw.big_residues(p, len));
        for _ in 0..=draw.below(2) {
            a = &a * &factor;
        }
    }
    let a = a.monic().map_err(failed)?;
    let ours = factors(&a.factor().map_err(failed)?);
    same(&ours, &sorted(BigField::new(p).factor(&coefficients(&a))), || format!("p = {p}, {a}"))?;
    Ok(CHOSEN)
}
