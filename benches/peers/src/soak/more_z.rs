//! More of polynomials over Z, against FLINT's `fmpz_poly`.

use polymod::multimodular::{self, Algorithm, Options};
use polymod::rug::Integer;
use polymod::{Error, Integers, Poly, poly::Part};

use super::draw::Draw;
use super::ours::{coefficients, failed, multiply};
use super::{CHOSEN, Subject, Verdict, same, subject};
use crate::flint::fmpz::FmpzPoly;
use crate::peer::IntegerPoly;

pub const SUBJECTS: &[Subject] = &[
    subject("mul part", "z", "FLINT", 3, part),
    subject("sqr", "z", "FLINT", 2, square),
    subject("pow", "z", "FLINT", 2, power),
    subject("divrem", "z", "FLINT", 3, divrem),
    subject("pseudo-divrem", "z", "FLINT", 2, pseudo_divrem),
    subject("exact-div", "z", "FLINT", 3, exact_div),
    subject("inv-series", "z", "FLINT", 2, inv_series),
    subject("compose", "z", "FLINT", 1, compose),
    subject("compose-series", "z", "FLINT", 1, compose_series),
    subject("taylor-shift", "z", "FLINT", 2, taylor_shift),
    subject("discriminant", "z", "FLINT", 2, discriminant),
    subject("xgcd", "z", "FLINT", 2, xgcd),
    subject("gcd", "z", "FLINT", 3, gcd),
    subject("squarefree", "z", "FLINT", 1, squarefree),
];

fn random(draw: &mut Draw, most: usize, bits: usize) -> Vec<Integer> {
    let (len, bits) = (draw.size(most), draw.size(bits) as u32);
    draw.integers(bits, len)
}

fn poly(z: &Integers, v: &[Integer]) -> Poly<Integers> {
    Poly::new(z, v.iter().cloned())
}

fn shape(a: &[Integer], b: &[Integer]) -> String {
    let bits = |v: &[Integer]| v.iter().map(Integer::significant_bits).max().unwrap_or(0);
    format!("{} and {} coefficients of {} and {} bits", a.len(), b.len(), bits(a), bits(b))
}

fn part(draw: &mut Draw) -> Verdict {
    let (a, b, z) = (random(draw, 500, 500), random(draw, 500, 500), draw.z());
    let whole = FmpzPoly::product(&FmpzPoly::new(&a), &FmpzPoly::new(&b)).coefficients();
    let (len, start) = (draw.size(a.len() + b.len()), draw.below((a.len() + b.len()) as u64) as usize);
    let (part, mut wanted) = match draw.below(3) {
        0 => (Part::Low(len), whole.iter().take(len).cloned().collect::<Vec<_>>()),
        1 => (Part::Middle(start..start + len), whole.iter().skip(start).take(len).cloned().collect()),
        _ => {
            let mut out = vec![Integer::new(); len];
            whole.iter().enumerate().for_each(|(i, x)| out[i % len] += x);
            (Part::Cyclic(len), out)
        }
    };
    wanted.truncate(wanted.iter().rposition(|x| !x.is_zero()).map_or(0, |i| i + 1));
    let (ours, algorithm) = multiply(draw, &poly(&z, &a), &poly(&z, &b), &part)?;
    same(&coefficients(&ours), &wanted, || format!("{}, {part:?}, {algorithm}", shape(&a, &b)))?;
    Ok(algorithm)
}

fn square(draw: &mut Draw) -> Verdict {
    let (a, z) = (random(draw, 1_000, 500), draw.z());
    let x = FmpzPoly::new(&a);
    let ours = poly(&z, &a).sqr().map_err(failed)?;
    same(&coefficients(&ours), &FmpzPoly::product(&x, &x).coefficients(), || shape(&a, &a))?;
    Ok(CHOSEN)
}

fn power(draw: &mut Draw) -> Verdict {
    let (a, e, z) = (random(draw, 60, 100), draw.below(12), draw.z());
    let ours = poly(&z, &a).pow(e).map_err(failed)?;
    same(&coefficients(&ours), &FmpzPoly::new(&a).pow(e), || format!("{}, e = {e}", shape(&a, &[])))?;
    Ok(CHOSEN)
}

fn divrem(draw: &mut Draw) -> Verdict {
    let (a, mut b, z) = (random(draw, 400, 300), random(draw, 200, 60), draw.z());
    b.push(Integer::from(if draw.below(2) == 0 { 1 } else { -1 }));
    let (q, r) = poly(&z, &a).div_rem(&poly(&z, &b)).map_err(failed)?;
    let theirs = FmpzPoly::new(&a).div_rem(&FmpzPoly::new(&b));
    same(&[&q, &r].map(coefficients), &theirs, || shape(&a, &b))?;
    Ok(CHOSEN)
}

fn pseudo_divrem(draw: &mut Draw) -> Verdict {
    let (a, b, z) = (random(draw, 60, 100), random(draw, 40, 60), draw.z());
    let (q, r) = poly(&z, &a).pseudo_div_rem(&poly(&z, &b)).map_err(failed)?;
    let (their_q, their_r, k) = FmpzPoly::new(&a).pseudo_div_rem(&FmpzPoly::new(&b));
    // FLINT's k may be less than all steps
    let lead = b.last().cloned().unwrap_or_default();
    let steps = (a.len() + 1).saturating_sub(b.len()) as u64;
    let factor = (k..steps).fold(Integer::from(1), |x, _| x * &lead);
    let wanted = [their_q, their_r].map(|v| v.into_iter().map(|x| x * &factor).collect::<Vec<_>>());
    same(&[&q, &r].map(coefficients), &wanted, || format!("{}, k = {k}", shape(&a, &b)))?;
    Ok(CHOSEN)
}

fn exact_div(draw: &mut Draw) -> Verdict {
    let (a, b, z) = (random(draw, 200, 300), random(draw, 200, 300), draw.z());
    let product = FmpzPoly::product(&FmpzPoly::new(&a), &FmpzPoly::new(&b)).coefficients();
    let ours = poly(&z, &product).exact_div(&poly(&z, &b)).map_err(failed)?;
    same(&coefficients(&ours), &a, || shape(&a, &b))?;
    Ok(CHOSEN)
}

fn inv_series(draw: &mut Draw) -> Verdict {
    let (mut a, terms, z) = (random(draw, 100, 60), draw.size(100), draw.z());
    a[0] = Integer::from(if draw.below(2) == 0 { 1 } else { -1 });
    let ours = poly(&z, &a).inv_series(terms).map_err(failed)?;
    same(&coefficients(&ours), &FmpzPoly::new(&a).inv_series(terms), || format!("{}, {terms} terms", shape(&a, &[])))?;
    Ok(CHOSEN)
}

fn compose(draw: &mut Draw) -> Verdict {
    let (a, b, z) = (random(draw, 24, 100), random(draw, 16, 60), draw.z());
    let ours = poly(&z, &a).compose(&poly(&z, &b)).map_err(failed)?;
    same(&coefficients(&ours), &FmpzPoly::new(&a).compose(&FmpzPoly::new(&b)), || shape(&a, &b))?;
    Ok(CHOSEN)
}

fn compose_series(draw: &mut Draw) -> Verdict {
    let (a, mut b, terms, z) = (random(draw, 50, 60), random(draw, 50, 40), draw.size(50), draw.z());
    b[0] = Integer::new();
    let ours = poly(&z, &a).compose_series(&poly(&z, &b), terms).map_err(failed)?;
    let theirs = FmpzPoly::new(&a).compose_series(&FmpzPoly::new(&b), terms);
    same(&coefficients(&ours), &theirs, || format!("{}, {terms} terms", shape(&a, &b)))?;
    Ok(CHOSEN)
}

fn taylor_shift(draw: &mut Draw) -> Verdict {
    let (a, bits, z) = (random(draw, 200, 200), 1 + draw.below(40) as u32, draw.z());
    let c = draw.integer(bits);
    let ours = poly(&z, &a).taylor_shift(&c).map_err(failed)?;
    same(&coefficients(&ours), &FmpzPoly::new(&a).taylor_shift(&c), || format!("{}, c = {c}", shape(&a, &[])))?;
    Ok(CHOSEN)
}

fn discriminant(draw: &mut Draw) -> Verdict {
    let (a, z) = (random(draw, 40, 100), draw.z());
    let ours = multimodular::discriminant(&poly(&z, &a), &Options::default()).map_err(failed)?.value;
    same(&ours, &FmpzPoly::new(&a).discriminant(), || shape(&a, &[]))?;
    Ok(CHOSEN)
}

/// Short polynomials with a common divisor.
fn related(draw: &mut Draw) -> [Vec<Integer>; 2] {
    let common = FmpzPoly::new(&random(draw, 30, 100));
    [0, 1].map(|_| FmpzPoly::product(&FmpzPoly::new(&random(draw, 40, 100)), &common).coefficients())
}

fn xgcd(draw: &mut Draw) -> Verdict {
    let ([a, b], z) = (related(draw), draw.z());
    let (x, y) = (poly(&z, &a), poly(&z, &b));
    let found = multimodular::xgcd(&x, &y, &Options::default()).map_err(failed)?.value;
    let theirs = FmpzPoly::gcd(&FmpzPoly::new(&a), &FmpzPoly::new(&b)).coefficients();
    same(&coefficients(&found.g), &theirs, || shape(&a, &b))?;
    let by = |s: &Poly<Integers>, v: &[Integer]| {
        poly(&z, &FmpzPoly::product(&FmpzPoly::new(&coefficients(s)), &FmpzPoly::new(v)).coefficients())
    };
    let identity = &by(&found.s, &a) + &by(&found.t, &b);
    let wanted: Vec<Integer> = theirs.into_iter().map(|x| x * &found.d).collect();
    same(&coefficients(&identity), &wanted, || format!("s·a + t·b, {}", shape(&a, &b)))?;
    Ok(CHOSEN)
}

fn gcd(draw: &mut Draw) -> Verdict {
    let ([a, b], z) = (related(draw), draw.z());
    let theirs = FmpzPoly::gcd(&FmpzPoly::new(&a), &FmpzPoly::new(&b)).coefficients();
    let algorithm = [Algorithm::Crt, Algorithm::Heuristic, Algorithm::BigPrime(None)][draw.below(3) as usize];
    let mut options = match draw.below(4) {
        0 => Options::probabilistic(draw.word()),
        _ => Options::default(),
    };
    options.algorithm = Some(algorithm);
    let (x, y) = (poly(&z, &a), poly(&z, &b));
    let (ours, name) = match multimodular::gcd(&x, &y, &options) {
        Err(Error::Algorithm { .. }) => {
            (multimodular::gcd(&x, &y, &Options { algorithm: None, ..options }).map_err(failed)?.value, CHOSEN)
        }
        other => (other.map_err(failed)?.value, algorithm.name()),
    };
    same(&coefficients(&ours), &theirs, || format!("{}, {name}", shape(&a, &b)))?;
    Ok(name)
}

fn squarefree(draw: &mut Draw) -> Verdict {
    let z = draw.z();
    let mut a = FmpzPoly::new(&[Integer::from(1)]);
    for _ in 0..1 + draw.below(3) {
        let factor = FmpzPoly::new(&random(draw, 8, 30));
        for _ in 0..=draw.below(3) {
            a = FmpzPoly::product(&a, &factor);
        }
    }
    let whole = a.coefficients();
    let found = multimodular::squarefree(&poly(&z, &whole), &Options::default()).map_err(failed)?.value;
    let mut product = FmpzPoly::new(std::slice::from_ref(&found.unit));
    for (f, e) in &found.factors {
        let part = FmpzPoly::new(&coefficients(f));
        product = FmpzPoly::product(&product, &FmpzPoly::new(&part.pow(*e)));
        same(&part.discriminant().is_zero(), &false, || format!("a square in {f} of {whole:?}"))?;
    }
    same(&product.coefficients(), &whole, || format!("product of parts: {whole:?}"))?;
    Ok(CHOSEN)
}
