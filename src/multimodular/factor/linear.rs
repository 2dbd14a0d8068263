//! Linear factors: simple roots modulo a prime, lifted by Newton's iteration to modulo powers of it.
//!
//! A root a/q of f has |lc f·a/q| ≤ |lc f| + ‖f‖∞ (Cauchy), and q divides lc f. So where p^k is more than twice that bound, lc f times the root modulo
//! p^k, reduced to the integer nearest to 0, tells a/q. As long as p^k fits in a word, residues are words.

use super::{ModularFactors, hensel::symmetric, images::residues};
use crate::{
    Result,
    arith::Modulus,
    arith::gcd,
    multimodular::quotient::exact_quotient,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, limbs},
};
use rug::{Complete, Integer, ops::Pow};

/// A linear factor, and the quotient by it.
type Divided = Option<[Poly<Integers>; 2]>;

/// The factor q·x − a, q > 0, of f with a/q congruent to a simple root modulo p, which does not divide lc f > 0, and the quotient f/(q·x − a).
pub(super) fn lifted(f: &Poly<Integers>, p: u64, root: u64) -> Result<Divided> {
    let (z, size) = (f.ring(), f.ring().size(f.coeffs()).bits);
    let digits = (63.0 / (p as f64).log2()) as u32;
    let modulus = Modulus::new(p.pow(digits))?;
    let coefficients = residues(f, modulus);
    let [root, inverse] = lifted_word(&coefficients, modulus, root, Modulus::new(p)?)?;
    // lc·root is at most 2^(size + 1)
    if size + 3 > modulus.bits() - 1 {
        return lifted_long(f, [p, digits.into()], [root, inverse]);
    }
    let (lead, n) = (coefficients[f.len() - 1], modulus.n());
    let numerator = modulus.mul(lead, root);
    let (magnitude, negative) = if numerator > n / 2 { (n - numerator, true) } else { (numerator, false) };
    if magnitude >> (size + 1) != 0 {
        return Ok(None);
    }
    let common = gcd(lead, magnitude);
    let constant = if negative { magnitude / common } else { (magnitude / common).wrapping_neg() };
    divided(f, Poly::from_coeffs(z, Coeffs::from(vec![constant, lead / common])))
}

/// f by a factor, if it is one.
fn divided(f: &Poly<Integers>, factor: Poly<Integers>) -> Result<Divided> {
    Ok(exact_quotient(f, &factor)?.map(|rest| [factor, rest]))
}

/// The root modulo a power of p, and the inverse of f' there modulo half of that power at least.
fn lifted_word(f: &[u64], n: Modulus, root: u64, p: Modulus) -> Result<[u64; 2]> {
    let at = |x: u64| {
        let (mut value, mut slope) = (0, 0);
        for &c in f.iter().rev() {
            slope = n.add(n.mul(slope, x), value);
            value = n.add(n.mul(value, x), c);
        }
        (value, slope)
    };
    let (mut value, mut slope) = at(root);
    let (mut root, mut inverse, mut known) = (root, p.inv(p.reduce(slope))?, p.n());
    loop {
        root = n.sub(root, n.mul(value, inverse));
        match known.checked_mul(known).filter(|&square| square < n.n()) {
            Some(square) => known = square,
            None => return Ok([root, inverse]),
        }
        (value, slope) = at(root);
        inverse = n.mul(inverse, n.sub(2, n.mul(slope, inverse)));
    }
}

/// [`lifted`] from a root modulo p^`digits` and the inverse of f' there modulo half of that at least.
fn lifted_long(f: &Poly<Integers>, [p, digits]: [u64; 2], [root, inverse]: [u64; 2]) -> Result<Divided> {
    let (z, size) = (f.ring(), f.ring().size(f.coeffs()).bits);
    let mut exponents = vec![(f64::from(size + 3) / (p as f64).log2()) as u32 + 1];
    while u64::from(exponents[exponents.len() - 1]) > digits {
        exponents.push(exponents[exponents.len() - 1].div_ceil(2));
    }
    let list: Vec<Integer> = f.iter().collect();
    let (mut root, mut inverse, mut modulus) =
        (Integer::from(root), Integer::from(inverse), Integer::from(p).pow(digits as u32));
    exponents.pop();
    while let Some(exponent) = exponents.pop() {
        // 1/f' modulo the root's power, and the root modulo the next one
        let slope = value(&list, &root, &modulus, true);
        inverse *= Integer::from(2) - slope * &inverse;
        inverse = inverse.modulo(&modulus);
        modulus = Integer::from(p).pow(exponent);
        root -= value(&list, &root, &modulus, false) * &inverse;
        root = root.modulo(&modulus);
    }
    let lead = &list[list.len() - 1];
    let numerator = symmetric((root * lead).modulo(&modulus), &modulus);
    if numerator.significant_bits() > size + 1 {
        return Ok(None);
    }
    let common = lead.gcd_ref(&numerator).complete();
    divided(f, Poly::new(z, [-numerator.div_exact(&common), lead.div_exact_ref(&common).complete()]))
}

/// f(x), or f'(x), modulo an integer; any representative.
fn value(f: &[Integer], x: &Integer, modulus: &Integer, derivative: bool) -> Integer {
    let (mut sum, most) = (Integer::new(), 2 * modulus.significant_bits());
    for (i, c) in f.iter().enumerate().skip(usize::from(derivative)).rev() {
        sum *= x;
        if derivative {
            sum += c * i as u64;
        } else {
            sum += c;
        }
        if sum.significant_bits() > most {
            sum %= modulus;
        }
    }
    sum
}

/// Divides a square-free f with f(0) ≠ 0 by its linear factors, each of them lifted from a factor of degree 1 modulo p. Returns the linear factors,
/// the quotient of f by them, and the factors of that quotient modulo p.
pub(super) fn linear_factors(
    f: &Poly<Integers>,
    modular: ModularFactors,
) -> Result<(Vec<Poly<Integers>>, Poly<Integers>, ModularFactors)> {
    let ModularFactors { p, factors } = modular;
    let (mut found, mut rest, mut left) = (Vec::new(), f.clone(), Vec::new());
    for factor in factors {
        if factor.len() == 2 && rest.len() > 2 {
            let root = factor.coeff(0).residue();
            if let Some([linear, quotient]) = lifted(&rest, p, if root == 0 { 0 } else { p - root })? {
                found.push(linear);
                rest = quotient;
                continue;
            }
        }
        left.push(factor);
    }
    Ok((found, rest, ModularFactors { p, factors: left }))
}

/// The simple roots of a polynomial modulo P; `None` where P divides the leading coefficient, or a root is not simple.
fn simple_roots<const P: u64>(f: &Poly<Integers>) -> Option<Vec<u64>> {
    let (v, mut c) = (f.coeffs(), [0; 4]);
    for (c, row) in c.iter_mut().zip(v.words().chunks_exact(v.width())) {
        let start = if limbs::is_negative(row) { P - 1 } else { 0 };
        *c = row.iter().rev().fold(start, |high, limb| (high * (u64::MAX % P + 1) + limb % P) % P);
    }
    let value = |x: u64| (((c[3] * x + c[2]) * x + c[1]) * x + c[0]) % P;
    let slope = |x: u64| ((3 * c[3] * x + 2 * c[2]) * x + c[1]) % P;
    if c[3] == 0 {
        return None;
    }
    let roots: Vec<u64> = (0..P).filter(|&x| value(x) == 0).collect();
    roots.iter().all(|&x| slope(x) != 0).then_some(roots)
}

/// The factor of degree 1 of a cubic polynomial with its cofactor, or nothing where it is irreducible; `None` where it has multiple roots modulo all primes
/// that are tried.
pub(super) fn of_cubic(f: &Poly<Integers>) -> Option<Divided> {
    /// The roots modulo a prime, if they are simple.
    type Roots = fn(&Poly<Integers>) -> Option<Vec<u64>>;
    /// Primes whose roots are counted.
    const ENOUGH: usize = 2;
    const PRIMES: [(u64, Roots); 6] = [
        (13, simple_roots::<13>),
        (17, simple_roots::<17>),
        (19, simple_roots::<19>),
        (23, simple_roots::<23>),
        (29, simple_roots::<29>),
        (31, simple_roots::<31>),
    ];
    let images = PRIMES.iter().filter_map(|(p, roots)| Some((*p, roots(f)?))).take(ENOUGH);
    let mut best: Option<(u64, Vec<u64>)> = None;
    for (p, roots) in images {
        if roots.is_empty() {
            return Some(None);
        }
        if best.as_ref().is_none_or(|(_, least)| roots.len() < least.len()) {
            best = Some((p, roots));
        }
    }
    let (p, roots) = best?;
    for root in roots {
        // where anything fails the general algorithm says why
        if let Some(found) = lifted(f, p, root).ok()? {
            return Some(Some(found));
        }
    }
    Some(None)
}
