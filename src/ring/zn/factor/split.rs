//! Equal-degree factorization.
//!
//! As in `poly/factor`: a random residue to the power (p^d − 1)/2 is 1 modulo half of the factors (Cantor, Zassenhaus 1981), for d = 1 that
//! of x + c, with one c for all products not split yet, so that powers modulo several of them are computed together.

use super::{
    Part,
    residues::{Frobenius, Residues},
    words::{gcd, quotient},
};
use crate::{
    bits::SplitMix64,
    kernels::batch_powers::{LANES, MAX_DEGREE},
    order,
    ring::{FiniteField, Zn},
};
use std::cmp::Reverse;

/// The irreducible factors of a product, p odd.
pub fn split(zn: &Zn, part: Part, words: &mut SplitMix64) -> Option<Vec<Vec<u64>>> {
    let Part { product, degree } = part;
    match degree {
        _ if product.len() == degree + 1 => Some(vec![product]),
        1 => linear_factors(zn, product, words),
        _ => equal(zn, product, degree, words),
    }
}

/// The parts of f by a random divisor; f alone where the divisor is trivial.
fn parted(zn: &Zn, f: Vec<u64>, mut power: Vec<u64>) -> Vec<Vec<u64>> {
    let n = zn.modulus();
    if let Some(constant) = power.first_mut() {
        *constant = n.sub(*constant, 1);
    }
    super::words::trim(&mut power);
    let g = gcd(zn, f.clone(), power);
    if g.len() == 1 || g.len() == f.len() { vec![f] } else { vec![quotient(n, &f, &g), g] }
}

/// The factors of degree d > 1.
fn equal(zn: &Zn, f: Vec<u64>, d: usize, words: &mut SplitMix64) -> Option<Vec<Vec<u64>>> {
    let (half, mut whole, mut out) = (zn.n() / 2, vec![f], Vec::new());
    while let Some(f) = whole.pop() {
        // two attempts are expected
        let map = Frobenius::new(Residues::new(zn, &f)?, 2 * (d - 1));
        let parts = loop {
            let mut conjugate: Vec<u64> = (1..f.len()).map(|_| words.word() % zn.n()).collect();
            let mut norm = conjugate.clone();
            for _ in 1..d {
                conjugate = map.apply(&conjugate);
                norm = map.residues.product(&norm, &conjugate);
            }
            let parts = parted(zn, f.clone(), map.residues.power(&norm, half));
            if parts.len() > 1 {
                break parts;
            }
        };
        for part in parts {
            if part.len() == d + 1 { out.push(part) } else { whole.push(part) }
        }
    }
    Some(out)
}

/// The linear factors.
pub(super) fn linear_factors(zn: &Zn, f: Vec<u64>, words: &mut SplitMix64) -> Option<Vec<Vec<u64>>> {
    let (mut whole, mut out) = (vec![f], Vec::new());
    loop {
        let mut rest = Vec::new();
        for f in whole {
            match f.len() {
                1 => {}
                2 => out.push(f),
                3 => out.extend(of_quadratic(zn, &f)?),
                _ => rest.push(f),
            }
        }
        if rest.is_empty() {
            return Some(out);
        }
        order::sort_by_key(&mut rest, |f| Reverse(f.len()));
        let powers = powers(zn, words.word() % zn.n(), &rest)?;
        whole = rest.into_iter().zip(powers).flat_map(|(f, power)| parted(zn, f, power)).collect();
    }
}

/// The factors of a monic quadratic polynomial with two roots.
fn of_quadratic(zn: &Zn, f: &[u64]) -> Option<[Vec<u64>; 2]> {
    let n = zn.modulus();
    let (c, b) = (f[0], f[1]);
    let half = n.inv(n.reduce(2)).ok()?;
    // x + b/2 ± √(b²/4 − c)
    let middle = n.mul(b, half);
    let root = zn.square_root(&n.sub(n.mul(middle, middle), c), &zn.cardinality().ok()?)?;
    Some([vec![n.add(middle, root), 1], vec![n.sub(middle, root), 1]])
}

/// (x + c)^((p − 1)/2) modulo polynomials of descending degrees.
fn powers(zn: &Zn, c: u64, moduli: &[Vec<u64>]) -> Option<Vec<Vec<u64>>> {
    let (half, mut out, mut rest) = (zn.n() / 2, Vec::new(), moduli);
    while let Some(first) = rest.first() {
        let together = rest.len().min(LANES);
        let kernel = zn.0.words.powers().filter(|_| (least_batch(first.len() - 1)..=LANES).contains(&together));
        match kernel {
            Some(kernel) => {
                let views: Vec<&[u64]> = rest[..together].iter().map(Vec::as_slice).collect();
                out.extend(kernel.powers(zn.modulus(), c, &[half], &views));
                rest = &rest[together..];
            }
            None => {
                out.push(Residues::new(zn, first)?.linear_power(c, half));
                rest = &rest[1..];
            }
        }
    }
    Some(out)
}

/// Least number of polynomials of this degree whose powers are computed faster together, as measured.
fn least_batch(degree: usize) -> usize {
    if degree > MAX_DEGREE { usize::MAX } else { (2 + degree / 12).min(6) }
}
