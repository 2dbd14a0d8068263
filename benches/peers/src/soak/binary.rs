//! Polynomials over F_(2^k), k below 64 and 64, against NTL's `GF2EX`.

use super::Subject;
#[cfg(feature = "ntl")]
use {
    super::draw::Draw,
    super::ours::{coefficients, divide, factors, failed, multiply, sorted},
    super::{CHOSEN, Verdict, same, subject},
    crate::ntl_fields::{Field, Op},
    polymod::poly::{Divisor, Part},
    polymod::{F2, Gf2k, Poly},
};

#[cfg(not(feature = "ntl"))]
pub const SUBJECTS: &[Subject] = &[];
#[cfg(feature = "ntl")]
pub const SUBJECTS: &[Subject] = &[
    subject("mul", "gf2^k", "NTL", 14, product),
    subject("divrem", "gf2^k", "NTL", 7, divrem),
    subject("gcd", "gf2^k", "NTL", 4, gcd),
    subject("xgcd", "gf2^k", "NTL", 4, xgcd),
    subject("inv-series", "gf2^k", "NTL", 4, inv_series),
    subject("pow-mod", "gf2^k", "NTL", 3, pow_mod),
    subject("factor", "gf2^k", "NTL", 1, factor),
];

/// A field and a random polynomial for its elements.
#[cfg(feature = "ntl")]
fn field(draw: &mut Draw) -> Result<(Gf2k, Field, String), String> {
    const KNOWN: [(u32, u128); 4] = [(8, 0x11b), (16, 0x1_002d), (32, 0x1_0040_0007), (64, (1 << 64) + 0x1b)];
    let (k, f) = if draw.below(3) == 0 {
        KNOWN[draw.below(4) as usize]
    } else {
        let (k, f2) = (2 + draw.below(63) as u32, F2::on(draw.engine()));
        let f = Poly::random_irreducible(&f2, k as usize, &mut || draw.below(u64::MAX)).map_err(failed)?;
        (k, f.iter().enumerate().map(|(i, bit)| u128::from(bit) << i).sum())
    };
    let ring = Gf2k::on(draw.engine(), k, f).map_err(failed)?;
    Ok((ring, Field::Binary(f), format!("F_(2^{k}) by {f:#x}")))
}

/// Random elements, the last one not 0.
#[cfg(feature = "ntl")]
fn random(draw: &mut Draw, f: &Gf2k, most: usize) -> Vec<u64> {
    let (len, all) = (draw.size(most), u64::MAX >> (64 - f.k()));
    let mut v: Vec<u64> = match draw.below(8) {
        0 => vec![all; len],
        1 => (0..len).map(|_| if draw.below(10) == 0 { draw.word() & all } else { 0 }).collect(),
        _ => (0..len).map(|_| draw.word() & all).collect(),
    };
    v[len - 1] = v[len - 1].max(1);
    v
}

#[cfg(feature = "ntl")]
fn poly(f: &Gf2k, v: &[u64]) -> Poly<Gf2k> {
    Poly::new(f, v.iter().copied())
}

#[cfg(feature = "ntl")]
fn product(draw: &mut Draw) -> Verdict {
    let (f, theirs, name) = field(draw)?;
    let (a, b) = (random(draw, &f, 3_000), random(draw, &f, 3_000));
    let wanted = theirs.run(Op::Product, &a, &b, 0);
    let (ours, algorithm) = multiply(draw, &poly(&f, &a), &poly(&f, &b), &Part::All)?;
    same(&vec![coefficients(&ours)], &wanted, || {
        format!("{name}, {} by {} coefficients, {algorithm}", a.len(), b.len())
    })?;
    Ok(algorithm)
}

#[cfg(feature = "ntl")]
fn divrem(draw: &mut Draw) -> Verdict {
    let (f, theirs, name) = field(draw)?;
    let (a, b) = (random(draw, &f, 2_000), random(draw, &f, 1_000));
    let wanted = theirs.run(Op::Divrem, &a, &b, 0);
    let (found, algorithm) = divide(draw, &poly(&f, &a), &poly(&f, &b))?;
    let (q, r) = found.map_err(failed)?;
    same(&vec![coefficients(&q), coefficients(&r)], &wanted, || {
        format!("{name}, {} by {} coefficients, {algorithm}", a.len(), b.len())
    })?;
    Ok(algorithm)
}

/// Two polynomials with a common divisor.
#[cfg(feature = "ntl")]
fn related(draw: &mut Draw, f: &Gf2k, theirs: Field) -> [Vec<u64>; 2] {
    let common = random(draw, f, 200);
    [0, 1].map(|_| {
        let other = random(draw, f, 300);
        theirs.run(Op::Product, &other, &common, 0).pop().unwrap_or_default()
    })
}

#[cfg(feature = "ntl")]
fn gcd(draw: &mut Draw) -> Verdict {
    let (f, theirs, name) = field(draw)?;
    let [a, b] = related(draw, &f, theirs);
    let wanted = theirs.run(Op::Xgcd, &a, &b, 0);
    let ours = poly(&f, &a).gcd(&poly(&f, &b)).map_err(failed)?;
    same(&coefficients(&ours), &wanted[0], || format!("{name}, {} and {} coefficients", a.len(), b.len()))?;
    Ok(CHOSEN)
}

#[cfg(feature = "ntl")]
fn xgcd(draw: &mut Draw) -> Verdict {
    let (f, theirs, name) = field(draw)?;
    let [a, b] = related(draw, &f, theirs);
    let wanted = theirs.run(Op::Xgcd, &a, &b, 0);
    let found = poly(&f, &a).xgcd(&poly(&f, &b)).map_err(failed)?;
    let ours = [&found.g, &found.s, &found.t].map(coefficients);
    // where one divides the other, the least cofactors are not the only ones
    let all = wanted[0].len() < a.len().min(b.len());
    let most = if all { 3 } else { 1 };
    same(&ours[..most].to_vec(), &wanted[..most].to_vec(), || {
        format!("{name}, {} and {} coefficients", a.len(), b.len())
    })?;
    let identity = &(&found.s * &poly(&f, &a)) + &(&found.t * &poly(&f, &b));
    same(&coefficients(&identity), &ours[0], || format!("{name}, s·a + t·b, {} and {}", a.len(), b.len()))?;
    Ok(CHOSEN)
}

#[cfg(feature = "ntl")]
fn inv_series(draw: &mut Draw) -> Verdict {
    let (f, theirs, name) = field(draw)?;
    let (mut a, terms) = (random(draw, &f, 1_000), draw.size(1_000));
    a[0] = a[0].max(1);
    let wanted = theirs.run(Op::Inverse, &a, &[], terms as u64);
    let ours = poly(&f, &a).inv_series(terms).map_err(failed)?;
    same(&vec![coefficients(&ours)], &wanted, || format!("{name}, {} coefficients, {terms} terms", a.len()))?;
    Ok(CHOSEN)
}

#[cfg(feature = "ntl")]
fn pow_mod(draw: &mut Draw) -> Verdict {
    let (f, theirs, name) = field(draw)?;
    let (a, mut m) = (random(draw, &f, 100), random(draw, &f, 100));
    m.insert(0, 1);
    let bits = draw.below(63);
    let e = draw.below(1 << bits);
    let wanted = theirs.run(Op::Power, &a, &m, e);
    let ours = Divisor::new(&poly(&f, &m)).and_then(|m| poly(&f, &a).pow_mod(e, &m)).map_err(failed)?;
    same(&vec![coefficients(&ours)], &wanted, || {
        format!("{name}, {} modulo {} coefficients, e = {e}", a.len(), m.len())
    })?;
    Ok(CHOSEN)
}

#[cfg(feature = "ntl")]
fn factor(draw: &mut Draw) -> Verdict {
    let (f, theirs, name) = field(draw)?;
    let mut a = Poly::one(&f);
    for _ in 0..1 + draw.below(4) {
        let factor = poly(&f, &random(draw, &f, 10));
        for _ in 0..=draw.below(3) {
            a = &a * &factor;
        }
    }
    let a = a.monic().map_err(failed)?;
    let found = theirs.run(Op::Factor, &coefficients(&a), &[], 0);
    let wanted = found.chunks(2).map(|pair| (pair[0].clone(), pair[1][0] as usize)).collect();
    let ours = a.factor().map_err(failed)?;
    same(&factors(&ours), &sorted(wanted), || format!("{name}, {a}"))?;
    Ok(CHOSEN)
}
