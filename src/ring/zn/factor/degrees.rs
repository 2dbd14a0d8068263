//! Distinct-degree factorization, and the roots modulo small primes.

use super::{
    Part,
    residues::{Frobenius, Residues},
    words::{gcd, quotient},
};
use crate::ring::{Evaluation, View, Zn};

/// Products of values at all elements of the field up to which roots are found by them.
const EVALUATED: u64 = 1 << 13;

/// Whether the roots of a polynomial of this length are found by its values at all elements.
pub(super) fn evaluates(zn: &Zn, len: usize) -> bool {
    zn.n() <= EVALUATED / len.max(1) as u64
}

/// The distinct roots of f ≠ 0, ascending, by its values at all elements.
pub(super) fn roots(zn: &Zn, f: &[u64]) -> Vec<u64> {
    const FEW: u64 = 16;
    let (n, p) = (zn.modulus(), zn.n());
    if p < FEW {
        // sums of digits below 16 fit in a word
        let sum = |from: usize| f.iter().skip(from).step_by(2).sum::<u64>();
        let (even, odd) = (sum(0), sum(1));
        let is_root = |&x: &u64| match x {
            0 => f[0] == 0,
            1 => (even + odd).is_multiple_of(p),
            _ if x == p - 1 => (even + (p - 1) * odd).is_multiple_of(p),
            _ => f.iter().rev().fold(0, |sum, &c| n.reduce(sum * x + c)) == 0,
        };
        return (0..p).filter(is_root).collect();
    }
    let points: Vec<u64> = (0..zn.n()).collect();
    let view = |v| View::from_words(v, f.len(), 1);
    let values = zn.horner_each(view(f), View::from_words(&points, points.len(), 1));
    points.into_iter().filter(|&x| zn.words(values.view())[x as usize] == 0).collect()
}

/// The linear factor with this root.
fn linear(zn: &Zn, root: u64) -> Part {
    Part { product: vec![zn.modulus().neg(root), 1], degree: 1 }
}

/// The product of the distinct linear factors of a monic f.
pub(super) fn linear_part(zn: &Zn, f: &[u64]) -> Option<Vec<u64>> {
    let residues = Residues::new(zn, f)?;
    let power = residues.linear_power(0, zn.n());
    Some(gcd(zn, f.to_vec(), residues.less(power, 1)))
}

/// The products of the irreducible factors of equal degree of a monic square-free f, those of degree 1 perhaps by themselves.
pub fn by_degree(zn: &Zn, f: Vec<u64>) -> Option<Vec<Part>> {
    let (mut rest, mut out, mut degree) = (f, Vec::new(), 1);
    if evaluates(zn, rest.len()) {
        for root in roots(zn, &rest) {
            let part = linear(zn, root);
            rest = quotient(zn.modulus(), &rest, &part.product);
            out.push(part);
        }
        degree = 2;
    }
    if rest.len() > 2 * degree {
        separate(zn, &mut rest, degree, &mut out, false)?;
    }
    if rest.len() > 1 {
        let degree = rest.len() - 1;
        out.push(Part { product: rest, degree });
    }
    Some(out)
}

/// Whether a monic f of degree at least 1 is irreducible: of a product, even of equal factors, one has at most half the degree.
pub(super) fn is_irreducible(zn: &Zn, f: &[u64]) -> Option<bool> {
    let evaluated = evaluates(zn, f.len());
    if evaluated && f.len() > 2 && !roots(zn, f).is_empty() {
        return Some(false);
    }
    let (degree, mut found) = (if evaluated { 2 } else { 1 }, Vec::new());
    if f.len() > 2 * degree {
        separate(zn, &mut f.to_vec(), degree, &mut found, true)?;
    }
    Some(found.is_empty())
}

/// Moves the factors of degree `degree` and more to `out`, until what is left is irreducible or 1, or only some factor.
///
/// x^(p^i) − x for several i are multiplied before a common divisor is taken: few of the degrees have factors.
fn separate(zn: &Zn, rest: &mut Vec<u64>, mut degree: usize, out: &mut Vec<Part>, only_one: bool) -> Option<()> {
    let map = Frobenius::new(Residues::new(zn, rest)?, (rest.len() - 1) / 2 - 1);
    let residues = &map.residues;
    let mut power = map.image.clone();
    for _ in 1..degree {
        power = map.apply(&power);
    }
    loop {
        let last = (degree + degree / 2).min((rest.len() - 1) / 2);
        let mut differences = vec![residues.less(power.clone(), 1)];
        let mut product = differences[0].clone();
        for _ in degree..last {
            power = map.apply(&power);
            let difference = residues.less(power.clone(), 1);
            product = residues.product(&product, &difference);
            differences.push(difference);
        }
        super::words::trim(&mut product);
        let mut found = gcd(zn, rest.clone(), product);
        if only_one && found.len() > 1 {
            out.push(Part { product: found, degree: last });
            return Some(());
        }
        if found.len() > 1 {
            *rest = quotient(zn.modulus(), rest, &found);
            for (degree, difference) in (degree..).zip(differences) {
                if found.len() <= 2 * degree {
                    break;
                }
                let product = if degree == last { found.clone() } else { gcd(zn, found.clone(), difference) };
                if product.len() > 1 {
                    found = quotient(zn.modulus(), &found, &product);
                    out.push(Part { product, degree });
                }
            }
            if found.len() > 1 {
                let degree = found.len() - 1;
                out.push(Part { product: found, degree });
            }
        }
        degree = last + 1;
        if rest.len() <= 2 * degree {
            return Some(());
        }
        power = map.apply(&power);
    }
}
