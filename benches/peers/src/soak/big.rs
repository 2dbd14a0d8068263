//! Polynomials modulo n of more than a word, against FLINT's `fmpz_mod_poly` and `mpn_mod`, and NTL's `ZZ_pX`.

use polymod::rug::Integer;
use polymod::{Poly, ZnBig, poly::Part};

use super::draw::Draw;
use super::ours::{failed, multiply};
use super::{CHOSEN, Subject, Verdict, same, subject};
use crate::peer::{BigOp, Peer, big_tasks};

pub const SUBJECTS: &[Subject] =
    &[subject("mul", "zn big", "FLINT and NTL", 4, product), subject("gcd", "zn big", "FLINT and NTL", 3, gcd)];

fn poly(zn: &ZnBig, v: &[Integer]) -> Poly<ZnBig> {
    Poly::new(zn, v.iter().cloned())
}

fn integers(p: &Poly<ZnBig>) -> Vec<Integer> {
    p.iter().collect()
}

fn theirs(op: BigOp, n: &Integer, operands: &[Vec<Integer>; 2]) -> Vec<(&'static str, Vec<Integer>)> {
    let run = |mut task: Box<dyn Peer<Integer>>| {
        task.run();
        (task.name(), task.result())
    };
    big_tasks(op, n, operands).into_iter().map(run).collect()
}

fn product(draw: &mut Draw) -> Verdict {
    let n = {
        let bits = [200, 600, 2_500][draw.below(3) as usize];
        draw.big_modulus(bits)
    };
    let most = (40_000 / n.significant_bits() as usize).max(8);
    let operands = [0, 1].map(|_| {
        let len = draw.size(most);
        draw.big_residues(&n, len)
    });
    let zn = draw.zn_big(&n);
    let [a, b] = operands.each_ref().map(|v| poly(&zn, v));
    let (ours, algorithm) = multiply(draw, &a, &b, &Part::All)?;
    for (name, result) in theirs(BigOp::Product, &n, &operands) {
        let what = || format!("n = {n}, {} by {} coefficients, {algorithm}, {name}", a.len(), b.len());
        same(&integers(&ours), &result, what)?;
    }
    Ok(algorithm)
}

fn gcd(draw: &mut Draw) -> Verdict {
    let p = draw.big_prime(600);
    let zn = draw.zn_big(&p);
    let mut random = |most: usize| {
        let len = draw.size(most);
        poly(&zn, &draw.big_residues(&p, len))
    };
    let common = random(60);
    let operands = [0, 1].map(|_| integers(&(&random(120) * &common)));
    let [a, b] = operands.each_ref().map(|v| poly(&zn, v));
    let ours = integers(&a.gcd(&b).map_err(failed)?);
    for (name, result) in theirs(BigOp::Gcd, &p, &operands) {
        same(&ours, &result, || format!("p = {p}, {} and {} coefficients, {name}", a.len(), b.len()))?;
    }
    Ok(CHOSEN)
}
