//! Polynomials over the field of two elements, against NTL's `GF2X`, which multiplies by gf2x.

use super::Subject;
#[cfg(feature = "ntl")]
use {
    super::draw::Draw,
    super::ours::{divide, failed, multiply, sorted},
    super::{CHOSEN, Verdict, same, subject},
    crate::ntl::BinaryPoly,
    polymod::{F2, Poly, poly::Part},
};

#[cfg(not(feature = "ntl"))]
pub const SUBJECTS: &[Subject] = &[];
#[cfg(feature = "ntl")]
pub const SUBJECTS: &[Subject] = &[
    subject("mul", "gf2", "NTL with gf2x", 6, product),
    subject("divrem", "gf2", "NTL with gf2x", 3, divrem),
    subject("gcd", "gf2", "NTL with gf2x", 3, gcd),
    subject("factor", "gf2", "NTL with gf2x", 2, factor),
];

/// Random bits, the last of which is 1, in words, and their number.
#[cfg(feature = "ntl")]
fn bits(draw: &mut Draw, most: usize) -> (Vec<u64>, usize) {
    let len = draw.size(most);
    let mut words: Vec<u64> = match draw.below(4) {
        0 => vec![u64::MAX; len.div_ceil(64)],
        _ => (0..len.div_ceil(64)).map(|_| draw.below(u64::MAX)).collect(),
    };
    let top = (len - 1) % 64;
    if let Some(last) = words.last_mut() {
        *last = *last & (u64::MAX >> (63 - top)) | 1 << top;
    }
    (words, len)
}

#[cfg(feature = "ntl")]
fn poly(f: &F2, (words, len): &(Vec<u64>, usize)) -> Poly<F2> {
    Poly::from_coeffs(f, f.from_words(words, *len))
}

/// Words without zeros at the end.
#[cfg(feature = "ntl")]
fn words(p: &Poly<F2>) -> Vec<u64> {
    let mut words = p.ring().words(p.coeffs()).into_owned();
    words.truncate(words.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1));
    words
}

#[cfg(feature = "ntl")]
fn product(draw: &mut Draw) -> Verdict {
    let (a, b, f) = (bits(draw, 300_000), bits(draw, 300_000), F2::on(draw.engine()));
    let theirs = BinaryPoly::new(&a.0).product(&BinaryPoly::new(&b.0)).words();
    let (ours, algorithm) = multiply(draw, &poly(&f, &a), &poly(&f, &b), &Part::All)?;
    same(&words(&ours), &theirs, || format!("{} by {} bits, {algorithm}", a.1, b.1))?;
    Ok(algorithm)
}

#[cfg(feature = "ntl")]
fn divrem(draw: &mut Draw) -> Verdict {
    let (a, b, f) = (bits(draw, 100_000), bits(draw, 50_000), F2::on(draw.engine()));
    let theirs = BinaryPoly::new(&a.0).div_rem(&BinaryPoly::new(&b.0));
    let (found, algorithm) = divide(draw, &poly(&f, &a), &poly(&f, &b))?;
    let (q, r) = found.map_err(failed)?;
    same(&[words(&q), words(&r)], &theirs.map(|p| p.words()), || format!("{} by {} bits, {algorithm}", a.1, b.1))?;
    Ok(algorithm)
}

#[cfg(feature = "ntl")]
fn gcd(draw: &mut Draw) -> Verdict {
    let f = F2::on(draw.engine());
    let common = poly(&f, &bits(draw, 4_000));
    let [a, b] = [0, 1].map(|_| &poly(&f, &bits(draw, 8_000)) * &common);
    let theirs = BinaryPoly::new(&words(&a)).gcd(&BinaryPoly::new(&words(&b))).words();
    let ours = a.gcd(&b).map_err(failed)?;
    same(&words(&ours), &theirs, || format!("{} and {} bits", a.len(), b.len()))?;
    Ok(CHOSEN)
}

#[cfg(feature = "ntl")]
fn factor(draw: &mut Draw) -> Verdict {
    let f = F2::on(draw.engine());
    let mut a = Poly::one(&f);
    for _ in 0..1 + draw.below(4) {
        let factor = poly(&f, &bits(draw, 60));
        for _ in 0..=draw.below(3) {
            a = &a * &factor;
        }
    }
    let ours = a.factor().map_err(failed)?;
    let bits_of = |p: &Poly<F2>| p.iter().map(u64::from).collect::<Vec<_>>();
    let ours = ours.factors.iter().map(|(f, e)| (bits_of(f), *e as usize)).collect();
    same(&sorted(ours), &sorted(BinaryPoly::new(&words(&a)).factor()), || format!("{a}"))?;
    Ok(CHOSEN)
}
