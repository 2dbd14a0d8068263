//! Polynomials and matrices over finite fields that are no prime fields, against FLINT's `fq_zech` (where it has tables for the
//! field), `fq_nmod` and `fq` and NTL's `zz_pEX`, `ZZ_pEX` and `GF2EX` with their matrices; polynomials over Q against `fmpq_poly`. One thread.
//!
//! n is the number of coefficients of both factors of a product and both operands of a GCD, which have a factor of 5 degrees in common, the
//! degree of a monic random polynomial to be factored, or the number of rows. FLINT, which has no function for determinants over these
//! fields, multiplies the diagonal of its LU decomposition. Over Q coefficients are of 32 bits over denominators of 4, and operands of a
//! GCD have half of their degree in common. Results are new memory on our side and kept buffers on the others'.

use std::error::Error;

use polymod::{
    Engine, F2, GF, Poly, Quotient, Rationals, Ring, Zn, ZnBig,
    matrix::Matrix,
    poly::Factorization,
    ring::{Base, Codec, Coeffs, QuotientElem, View},
    rug::{Integer, Rational, integer::Order},
};

use crate::flint::fmpq;
use crate::harness::{Contest, Harness, Label, Sizes, random_below};
use crate::peer::{Extension, ExtensionOp, Peer, extension_tasks, sorted_factors};

/// Operations by name, with the logarithms of the sizes, and the largest where a field has more elements than 2^16.
const OPERATIONS: [(&str, ExtensionOp, &[u32], u32); 5] = [
    ("product", ExtensionOp::Product, &[4, 6, 8, 10, 12, 14], 14),
    ("gcd", ExtensionOp::Gcd, &[4, 6, 8, 10, 12, 14], 12),
    ("factor", ExtensionOp::Factor, &[4, 6, 8, 10], 8),
    ("matrix product", ExtensionOp::MatrixProduct, &[2, 4, 6, 8], 8),
    ("determinant", ExtensionOp::Determinant, &[2, 4, 6, 8], 8),
];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    // primitive moduli (Conway's), as FLINT's tables of logarithms want them
    let small = |p, f: &[u64]| Quotient::field(&Zn::on(&engine, p)?, f);
    over(harness, "3^5", &small(3, &[1, 2, 0, 0, 0, 1])?)?;
    over(harness, "7^2", &small(7, &[3, 6, 1])?)?;
    over(harness, "(2^31-1)^2", &GF::on(&engine, (1 << 31) - 1, 2)?)?;
    over(harness, "(2^61-1)^3", &GF::on(&engine, (1 << 61) - 1, 3)?)?;
    // of GCM
    let bits: Vec<bool> = (0..=128).map(|i| [0, 1, 2, 7, 128].contains(&i)).collect();
    over(harness, "2^128", &Quotient::field(&F2::on(&engine), &bits)?)?;
    let p: Integer = (Integer::from(1) << 255) - 19u32;
    over(harness, "(2^255-19)^2", &Quotient::<ZnBig>::on(&engine, p, 2)?)?;
    over_rationals(harness, &Rationals::on(&engine));
    Ok(())
}

/// The logarithm of the largest size.
fn largest(harness: &Harness, limit: u32) -> u32 {
    match harness.sizes() {
        Sizes::Quick => limit.min(4),
        Sizes::Small => limit.min(8),
        Sizes::All => limit,
    }
}

/// All operations over one field.
fn over<B: Base>(harness: &mut Harness, case: &str, ring: &Quotient<B>) -> polymod::Result<()> {
    let field = described(ring);
    let is_small = field.p.significant_bits() * field.degree() as u32 <= 16;
    for (op, operation, logs, limit) in OPERATIONS {
        if !harness.wants(op, case) {
            continue;
        }
        let most = largest(harness, if is_small { u32::MAX } else { limit });
        for n in logs.iter().filter(|&&log| log <= most).map(|log| 1 << log) {
            let mut task = Task::new(ring, &field, operation, n)?;
            harness.compare(Label { op, case, n, transform: false }, &mut task);
        }
    }
    Ok(())
}

/// Prime and modulus of a field.
fn described<B: Base>(ring: &Quotient<B>) -> Extension {
    let size = ring.base().cardinality().expect("a prime field");
    let mut modulus = Vec::new();
    push_integers(ring.base(), ring.modulus(), &mut modulus);
    Extension { p: Integer::from_digits(&size.characteristic, Order::Lsf), modulus }
}

/// Appends the elements of a prime field.
fn push_integers<B: Base>(base: &B, v: View<'_, B>, out: &mut Vec<Integer>) {
    base.each_limbs(v, &mut |_, limbs| out.push(Integer::from_digits(limbs, Order::Lsf)));
}

/// The coefficients of elements, one after the other.
fn integers<B: Base>(ring: &Quotient<B>, elements: impl Iterator<Item = QuotientElem>) -> Vec<Integer> {
    let mut all = Vec::new();
    for x in elements {
        let row = ring.base().collect(&ring.coefficients(&x));
        push_integers(ring.base(), row.view(), &mut all);
    }
    all
}

/// The elements with these coefficients.
fn vector<B: Base>(ring: &Quotient<B>, coefficients: &[Integer]) -> polymod::Result<Coeffs<Quotient<B>>> {
    let base = ring.base();
    let mut elements = Vec::new();
    for x in coefficients.chunks_exact(ring.degree()) {
        let mut row = base.zeros(0);
        x.iter().try_for_each(|c| base.push_limbs(&mut row, false, &c.to_digits::<u64>(Order::Lsf)))?;
        elements.push(ring.element(&(0..row.len()).map(|i| base.get(row.view(), i)).collect::<Vec<_>>()));
    }
    Ok(ring.collect(&elements))
}

/// The coefficients of random elements.
fn random(field: &Extension, elements: usize, seed: u64) -> Vec<Integer> {
    let limbs = field.p.significant_digits::<u64>() + 1;
    let words = random_below(u64::MAX, elements * field.degree() * limbs, seed);
    words.chunks_exact(limbs).map(|x| Integer::from_digits(x, Order::Lsf) % &field.p).collect()
}

/// Coefficients of the factor that operands of a GCD have in common.
const COMMON: usize = 6;

/// Operands of n coefficients or rows; what no operation needs is empty.
fn operands<B: Base>(
    ring: &Quotient<B>,
    field: &Extension,
    op: ExtensionOp,
    n: usize,
) -> polymod::Result<[Vec<Integer>; 2]> {
    let poly = |len, seed| Ok::<_, polymod::Error>(Poly::from_coeffs(ring, vector(ring, &random(field, len, seed))?));
    match op {
        ExtensionOp::Gcd => {
            let common = poly(COMMON, 3)?;
            let multiple = |seed| Ok(integers(ring, common.checked_mul(&poly(n + 1 - COMMON, seed)?)?.iter()));
            Ok([multiple(1)?, multiple(2)?])
        }
        ExtensionOp::Factor => {
            Ok([[random(field, n, 1), integers(ring, [ring.one()].into_iter())].concat(), Vec::new()])
        }
        _ => {
            let len = if op.is_of_matrices() { n * n } else { n };
            Ok([random(field, len, 1), random(field, len, 2)])
        }
    }
}

/// Operands on our side.
enum Ours<B: Base> {
    Polys([Poly<Quotient<B>>; 2]),
    Matrices([Matrix<Quotient<B>>; 2]),
}

/// A result.
enum Outcome<B: Base> {
    Poly(Poly<Quotient<B>>),
    Factors(Factorization<Quotient<B>>),
    Matrix(Matrix<Quotient<B>>),
    Element(QuotientElem),
}

struct Task<B: Base> {
    op: ExtensionOp,
    ring: Quotient<B>,
    ours: Ours<B>,
    out: Option<Outcome<B>>,
    peers: Vec<Box<dyn Peer<Integer>>>,
}

impl<B: Base> Task<B> {
    fn new(ring: &Quotient<B>, field: &Extension, op: ExtensionOp, n: usize) -> polymod::Result<Self> {
        let operands = operands(ring, field, op, n)?;
        let peers = extension_tasks(op, field, &operands);
        let [a, b] = &operands;
        let ours = if op.is_of_matrices() {
            let matrix = |v| Matrix::new(ring, n, n, vector(ring, v)?);
            Ours::Matrices([matrix(a)?, matrix(b)?])
        } else {
            let poly = |v| Ok::<_, polymod::Error>(Poly::from_coeffs(ring, vector(ring, v)?));
            Ours::Polys([poly(a)?, poly(b)?])
        };
        Ok(Task { op, ring: ring.clone(), ours, out: None, peers })
    }

    /// Our last result in the peers' form.
    fn result(&self) -> Option<Vec<Integer>> {
        let poly = |p: &Poly<Quotient<B>>| integers(&self.ring, p.iter());
        Some(match self.out.as_ref()? {
            Outcome::Poly(p) => poly(p),
            Outcome::Factors(found) => {
                sorted_factors(found.factors.iter().map(|(factor, times)| (poly(factor), *times as usize)).collect())
            }
            Outcome::Matrix(matrix) => {
                let entries = matrix.entries();
                integers(&self.ring, (0..entries.len()).map(|i| self.ring.get(entries, i)))
            }
            Outcome::Element(x) => integers(&self.ring, std::iter::once(x.clone())),
        })
    }

    fn computed(&self) -> polymod::Result<Outcome<B>> {
        Ok(match (&self.ours, self.op) {
            (Ours::Polys([a, _]), ExtensionOp::Factor) => Outcome::Factors(a.factor()?),
            (Ours::Polys([a, b]), ExtensionOp::Gcd) => Outcome::Poly(a.gcd(b)?),
            (Ours::Polys([a, b]), _) => Outcome::Poly(a.checked_mul(b)?),
            (Ours::Matrices([a, _]), ExtensionOp::Determinant) => Outcome::Element(a.det()?),
            (Ours::Matrices([a, b]), _) => Outcome::Matrix(a.checked_mul(b)?),
        })
    }
}

impl<B: Base> Contest for Task<B> {
    fn peers(&self) -> Vec<&'static str> {
        self.peers.iter().map(|peer| peer.name()).collect()
    }

    fn ours(&mut self) {
        self.out = Some(self.computed().expect("a field, and operands of the right sizes"));
    }

    fn peer(&mut self, which: usize) {
        self.peers[which].run();
    }

    fn agree(&self, which: usize) -> bool {
        self.result().is_some_and(|ours| ours == self.peers[which].result())
    }
}

/// Bits of numerators and of denominators.
const RATIONAL_BITS: [u32; 2] = [32, 4];

fn over_rationals(harness: &mut Harness, ring: &Rationals) {
    for (op, is_gcd, limit) in [("product", false, 14), ("gcd", true, 12)] {
        if !harness.wants(op, "Q") {
            continue;
        }
        for n in (4..=largest(harness, limit)).step_by(2).map(|log| 1 << log) {
            harness.compare(Label { op, case: "Q", n, transform: false }, &mut OverQ::new(ring, is_gcd, n));
        }
    }
}

struct OverQ {
    is_gcd: bool,
    ring: Rationals,
    polys: [Poly<Rationals>; 2],
    out: Option<Poly<Rationals>>,
    flint: fmpq::Task,
}

impl OverQ {
    fn new(ring: &Rationals, is_gcd: bool, n: usize) -> Self {
        let poly = |len: usize, seed: u64| {
            let [numerators, denominators] =
                [0, 1].map(|i| random_below(1 << RATIONAL_BITS[i], len, 2 * seed + i as u64));
            let half = 1i64 << (RATIONAL_BITS[0] - 1);
            let rational = |(x, d)| Rational::from((x as i64 - half, d + 1));
            Poly::new(ring, numerators.into_iter().zip(denominators).map(rational))
        };
        let polys = if is_gcd {
            let common = poly(n / 2 + 1, 3);
            [1, 2].map(|seed| &common * &poly(n - n / 2, seed))
        } else {
            [1, 2].map(|seed| poly(n, seed))
        };
        let flint = fmpq::Task::new(is_gcd, &polys.each_ref().map(parts));
        OverQ { is_gcd, ring: ring.clone(), polys, out: None, flint }
    }
}

/// The numerators of a polynomial, and their denominator.
fn parts(p: &Poly<Rationals>) -> (Vec<Integer>, Integer) {
    let (ring, mut numerators) = (p.ring(), Vec::new());
    ring.each_limbs(p.coeffs(), &mut |negative, limbs| {
        let x = Integer::from_digits(limbs, Order::Lsf);
        numerators.push(if negative { -x } else { x });
    });
    let denominator = ring.denominator(p.coeffs()).unwrap_or_default();
    (numerators, Integer::from_digits(&denominator, Order::Lsf))
}

impl Contest for OverQ {
    fn peers(&self) -> Vec<&'static str> {
        vec![self.flint.name()]
    }

    fn ours(&mut self) {
        let [a, b] = &self.polys;
        self.out = Some(if self.is_gcd { a.gcd(b).expect("one ring") } else { a * b });
    }

    fn peer(&mut self, _: usize) {
        self.flint.run();
    }

    fn agree(&self, _: usize) -> bool {
        let theirs = self.flint.result();
        let (denominator, numerators) = theirs.split_first().expect("a denominator");
        let rational = |x: &Integer| Rational::from((x, denominator));
        self.out.as_ref().is_some_and(|ours| *ours == Poly::new(&self.ring, numerators.iter().map(rational)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_noticed<B: Base>(ring: &Quotient<B>) {
        let field = described(ring);
        for (op, operation, _, _) in OPERATIONS {
            let mut task = Task::new(ring, &field, operation, 8).unwrap();
            task.ours();
            for which in 0..task.peers.len() {
                assert!(!task.agree(which), "{op}, {}", task.peers[which].name());
                task.peer(which);
                assert!(task.agree(which), "{op}, {}", task.peers[which].name());
            }
        }
    }

    #[test]
    fn wrong_results_are_noticed() {
        let engine = Engine::builder().threads(1).build();
        are_noticed(&Quotient::field(&Zn::on(&engine, 7).unwrap(), &[3, 6, 1]).unwrap());
        are_noticed(&GF::on(&engine, (1 << 61) - 1, 3).unwrap());
        are_noticed(&Quotient::field(&F2::on(&engine), &[true, true, true]).unwrap());
        are_noticed(&Quotient::<ZnBig>::on(&engine, (Integer::from(1) << 127) - 1u32, 2).unwrap());
    }

    #[test]
    fn wrong_results_over_q_are_noticed() {
        let ring = Rationals::on(&Engine::builder().threads(1).build());
        for is_gcd in [false, true] {
            let mut task = OverQ::new(&ring, is_gcd, 16);
            task.ours();
            assert!(!task.agree(0));
            task.peer(0);
            assert!(task.agree(0));
        }
    }
}
