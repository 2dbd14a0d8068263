//! Polynomials over Z, against FLINT's `fmpz_poly`, NTL's `ZZX` and GMP.

use polymod::multimodular::{self, Options};
use polymod::poly::Part;
use polymod::rug::Integer;
use polymod::{Integers, Poly};

use super::draw::{self, Draw};
use super::ours::{failed, multiply, sorted};
use super::{CHOSEN, Subject, Verdict, same, subject};
use crate::flint::fmpz::FmpzPoly;
use crate::peer::IntegerPoly;

pub const SUBJECTS: &[Subject] = &[
    subject("mul", "z", "FLINT", 8, product::<FmpzPoly>),
    #[cfg(feature = "ntl")]
    subject("mul", "z", "NTL", 3, product::<crate::ntl::IntegerPoly>),
    subject("mul", "z", "GMP", 3, by_gmp),
    subject("gcd", "z", "FLINT", 4, gcd),
    subject("resultant", "z", "FLINT", 3, resultant),
    subject("factor", "z", "FLINT", 1, factor),
];

fn poly(z: &Integers, v: &[Integer]) -> Poly<Integers> {
    Poly::new(z, v.iter().cloned())
}

fn integers(p: &Poly<Integers>) -> Vec<Integer> {
    p.iter().collect()
}

/// Operands of all shapes: few long coefficients, or many short ones.
fn operands(draw: &mut Draw) -> [Vec<Integer>; 2] {
    [0, 1].map(|_| {
        let len = draw.size(2_000);
        let bits = draw.size((400_000 / len).clamp(1, 20_000)) as u32;
        draw.integers(bits, len)
    })
}

fn ours(draw: &mut Draw, a: &[Integer], b: &[Integer]) -> Result<(Vec<Integer>, &'static str), String> {
    let z = draw.z();
    let (product, algorithm) = multiply(draw, &poly(&z, a), &poly(&z, b), &Part::All)?;
    Ok((integers(&product), algorithm))
}

fn shape(a: &[Integer], b: &[Integer]) -> String {
    let bits = |v: &[Integer]| v.iter().map(Integer::significant_bits).max().unwrap_or(0);
    format!("{} by {} coefficients of {} and {} bits", a.len(), b.len(), bits(a), bits(b))
}

fn product<P: IntegerPoly>(draw: &mut Draw) -> Verdict {
    let [a, b] = operands(draw);
    let theirs = P::product(&P::new(&a), &P::new(&b)).coefficients();
    let (ours, algorithm) = ours(draw, &a, &b)?;
    same(&ours, &theirs, || format!("{}, {algorithm}", shape(&a, &b)))?;
    Ok(algorithm)
}

fn by_gmp(draw: &mut Draw) -> Verdict {
    let [a, b] = operands(draw);
    let mut theirs = draw::common::product_integers(&a, &b);
    theirs.truncate(theirs.iter().rposition(|x| !x.is_zero()).map_or(0, |i| i + 1));
    let (ours, algorithm) = ours(draw, &a, &b)?;
    same(&ours, &theirs, || format!("{}, {algorithm}", shape(&a, &b)))?;
    Ok(algorithm)
}

/// Short polynomials with a common divisor.
fn related(draw: &mut Draw) -> [Vec<Integer>; 2] {
    let mut short = |most: usize| {
        let (len, bits) = (draw.size(most), draw.size(200) as u32);
        FmpzPoly::new(&draw.integers(bits, len))
    };
    let common = short(40);
    [0, 1].map(|_| FmpzPoly::product(&short(60), &common).coefficients())
}

fn gcd(draw: &mut Draw) -> Verdict {
    let ([a, b], z) = (related(draw), draw.z());
    let theirs = FmpzPoly::gcd(&FmpzPoly::new(&a), &FmpzPoly::new(&b)).coefficients();
    let ours = multimodular::gcd(&poly(&z, &a), &poly(&z, &b), &Options::default()).map_err(failed)?;
    same(&integers(&ours.value), &theirs, || shape(&a, &b))?;
    Ok(CHOSEN)
}

fn resultant(draw: &mut Draw) -> Verdict {
    let z = draw.z();
    let [a, b] = [0, 1].map(|_| {
        let (len, bits) = (draw.size(60), draw.size(120) as u32);
        draw.integers(bits, len)
    });
    let theirs = FmpzPoly::resultant(&FmpzPoly::new(&a), &FmpzPoly::new(&b)).coefficients();
    let ours = multimodular::resultant(&poly(&z, &a), &poly(&z, &b), &Options::default()).map_err(failed)?.value;
    let theirs = theirs.into_iter().next().unwrap_or_default();
    same(&ours, &theirs, || shape(&a, &b))?;
    Ok(CHOSEN)
}

fn factor(draw: &mut Draw) -> Verdict {
    let z = draw.z();
    let mut a = FmpzPoly::new(&[Integer::from(1)]);
    for _ in 0..1 + draw.below(3) {
        let (len, bits) = (draw.size(10), draw.size(30) as u32);
        let factor = FmpzPoly::new(&draw.integers(bits, len));
        for _ in 0..=draw.below(2) {
            a = FmpzPoly::product(&a, &factor);
        }
    }
    let coefficients = a.coefficients();
    let ours = multimodular::factor(&poly(&z, &coefficients)).map_err(failed)?;
    let ours = ours.factors.iter().map(|(f, e)| (integers(f), *e as usize)).collect();
    same(&sorted(ours), &sorted(a.factor()), || format!("{coefficients:?}"))?;
    Ok(CHOSEN)
}
