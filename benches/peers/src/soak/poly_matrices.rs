//! Square matrices of polynomials over Z/p against FLINT's `nmod_poly_mat`, and fractions, recurrences and products of many.

use polymod::matrix::DetAlgorithm;
use polymod::{Error, Poly, PolyMatrix, Zn};

use super::draw::{Draw, poly, words};
use super::ours::{failed, vector};
use super::{CHOSEN, Subject, Verdict, same, subject};
use crate::flint::{field, more_matrix::Rectangle, nmod::NmodPoly, poly_matrix::NmodPolyMat};
use crate::peer::ModPoly;

pub const SUBJECTS: &[Subject] = &[
    subject("matmul of polynomials", "zn", "FLINT", 4, product),
    subject("det of polynomials", "zn", "FLINT", 4, det),
    subject("rational", "zn", "p = a·q by FLINT", 3, rational),
    subject("minpoly of a sequence", "zn", "rank by FLINT", 3, minpoly),
    subject("product of many", "zn", "FLINT", 2, many),
];

/// Entries of random lengths.
fn entries(draw: &mut Draw, p: u64, count: usize, most: usize) -> Vec<Vec<u64>> {
    let len = draw.size(most);
    (0..count)
        .map(|_| {
            let len = draw.size(len);
            let mut v = if draw.below(8) == 0 { Vec::new() } else { draw.residues(p, len) };
            v.truncate(v.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1));
            v
        })
        .collect()
}

fn matrix(zn: &Zn, n: usize, entries: &[Vec<u64>]) -> Result<PolyMatrix<Zn>, String> {
    PolyMatrix::new(zn, n, n, entries.iter().map(|v| poly(zn, v)).collect()).map_err(failed)
}

fn product(draw: &mut Draw) -> Verdict {
    let (n, size) = (draw.modulus(), draw.size(10));
    let (a, b, zn) = (entries(draw, n, size * size, 100), entries(draw, n, size * size, 100), draw.zn(n));
    let mut theirs = NmodPolyMat::new(n, size, &vec![Vec::new(); size * size]);
    theirs.set_product(&NmodPolyMat::new(n, size, &a), &NmodPolyMat::new(n, size, &b));
    let ours = matrix(&zn, size, &a)?.checked_mul(&matrix(&zn, size, &b)?).map_err(failed)?;
    let ours: Vec<Vec<u64>> = ours.entries().iter().map(words).collect();
    same(&ours, &theirs.entries(), || format!("n = {n}, {size} rows"))?;
    Ok(CHOSEN)
}

fn det(draw: &mut Draw) -> Verdict {
    let (p, size) = (draw.prime(), draw.size(7));
    let (a, zn) = (entries(draw, p, size * size, 40), draw.zn(p));
    let mut theirs = NmodPoly::with(p, &[]);
    NmodPolyMat::new(p, size, &a).det(&mut theirs);
    let ours = matrix(&zn, size, &a)?;
    let forced = DetAlgorithm::ALL.get(draw.below(6) as usize).copied();
    let (found, name) = match forced.map_or_else(|| ours.det(), |algorithm| ours.det_by(algorithm)) {
        Err(Error::Algorithm { .. } | Error::NoRoot { .. }) => (ours.det(), CHOSEN),
        other => (other, forced.map_or(CHOSEN, DetAlgorithm::name)),
    };
    let found = found.map_err(|e| format!("p = {p}, {size} rows, {name}: {}", failed(e)))?;
    same(&words(&found), &theirs.coefficients(), || format!("p = {p}, {size} rows, {name}: {a:?}"))?;
    Ok(name)
}

fn product_of(p: u64, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = NmodPoly::with(p, &[]);
    out.set_product(&NmodPoly::with(p, a), &NmodPoly::with(p, b));
    out.coefficients()
}

fn remainder(p: u64, a: &[u64], m: &[u64]) -> Vec<u64> {
    let mut out = [0; 3].map(|_| NmodPoly::with(p, &[]));
    field::divrem(&mut out, &NmodPoly::with(p, a), &NmodPoly::with(p, m));
    out[1].coefficients()
}

fn rational(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let [len, below] = [0; 2].map(|_| draw.size(300));
    let (numerator, denominator) = (draw.residues(p, len), draw.residues(p, below));
    let (m, zn) = (draw.residues(p, len + below), draw.zn(p));
    // the fraction whose denominator is a unit modulo m
    let Some(inverse) = NmodPoly::with(p, &remainder(p, &denominator, &m)).inv_mod(&NmodPoly::with(p, &m)) else {
        return Ok("no inverse");
    };
    let a = remainder(p, &product_of(p, &numerator, &inverse), &m);
    let (x, y) = poly(&zn, &a).rational(&poly(&zn, &m), len - 1).map_err(failed)?;
    let what = || format!("p = {p}, degree {} modulo {} coefficients", len - 1, m.len());
    let [cross, other] = [product_of(p, &words(&x), &denominator), product_of(p, &words(&y), &numerator)];
    same(&cross, &other, what)?;
    same(&(y.leading(), x.gcd(&y).map_err(failed)?.len()), &(Some(1), 1), || format!("lowest terms, {}", what()))?;
    Ok(CHOSEN)
}

/// A sequence with a recurrence of random length, or random terms.
fn minpoly(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (order, count, zn) = (draw.size(60), draw.size(160), draw.zn(p));
    let rule = draw.residues(p, order);
    let mut terms = draw.residues(p, count.min(order));
    while terms.len() < count {
        let from = terms.len() - order;
        let sum = terms[from..].iter().zip(&rule).map(|(&x, &c)| u128::from(x) * u128::from(c) % u128::from(p));
        terms.push((sum.sum::<u128>() % u128::from(p)) as u64);
    }
    let found = words(&Poly::minpoly(&zn, vector(&zn, &terms).view()).map_err(failed)?);
    let degree = found.len() - 1;
    let what = || format!("p = {p}, {count} terms of order {order}, degree {degree}");
    for window in terms.windows(degree + 1) {
        let sum = window.iter().zip(&found).map(|(&x, &c)| u128::from(x) * u128::from(c) % u128::from(p));
        same(&(sum.sum::<u128>() % u128::from(p)), &0, what)?;
    }
    // the least order is the rank of a matrix of terms, where there are terms enough
    if 2 * degree <= count {
        let (rows, cols) = (count - count / 2, count / 2 + 1);
        let hankel: Vec<u64> = (0..rows * cols).map(|at| terms[at / cols + at % cols]).collect();
        same(&degree, &Rectangle::new(p, rows, cols, &hankel).rank(), || format!("the least order, {}", what()))?;
    }
    Ok(CHOSEN)
}

fn many(draw: &mut Draw) -> Verdict {
    let (n, count) = (draw.modulus(), draw.size(40));
    let (parts, zn) = (entries(draw, n, count, 60), draw.zn(n));
    let ours: Vec<_> = parts.iter().map(|v| poly(&zn, v)).collect();
    let ours = Poly::product(&zn, &ours).map_err(failed)?;
    let theirs = parts.iter().fold(vec![1], |product, v| product_of(n, &product, v));
    same(&words(&ours), &theirs, || format!("n = {n}, {count} factors"))?;
    Ok(CHOSEN)
}
