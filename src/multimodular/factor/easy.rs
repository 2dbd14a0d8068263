//! Factors that are found without images: powers of x, quadratic polynomials, binomials, products of cyclotomic polynomials; polynomials in
//! a power of x.

use super::{Factors, cyclotomic, linear};
use crate::{
    arith::gcd,
    multimodular::gcd::primitive_part,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, Vectors, View},
};
use rug::Integer;
use std::borrow::Cow;

/// f ≠ 0 without its highest power of x as a divisor, and the exponent.
pub(super) fn without_zeros(f: &Poly<Integers>) -> (Cow<'_, Poly<Integers>>, usize) {
    let (z, v) = (f.ring(), f.coeffs());
    let zeros = (0..v.len()).take_while(|&i| is_zero(v, i)).count();
    if zeros == 0 {
        return (Cow::Borrowed(f), 0);
    }
    (Cow::Owned(Poly::from_coeffs(z, z.owned(v.slice(zeros..v.len())))), zeros)
}

/// Whether coefficient i is 0.
fn is_zero(v: View<'_, Integers>, i: usize) -> bool {
    v.words()[i * v.width()..][..v.width()].iter().all(|&limb| limb == 0)
}

/// The factors of a primitive f with f(0) ≠ 0 and a positive leading coefficient, if it is one of the polynomials that need no images.
pub(super) fn factors(f: &Poly<Integers>) -> Option<Factors> {
    match f.len() {
        0 | 1 => return Some(Vec::new()),
        2 => return Some(vec![(f.clone(), 1)]),
        3 => return Some(of_quadratic(f)),
        4 => {
            if let Some(divided) = linear::of_cubic(f) {
                return Some(match divided {
                    Some([linear, rest]) => std::iter::once((linear, 1)).chain(of_quadratic(&rest)).collect(),
                    None => vec![(f.clone(), 1)],
                });
            }
        }
        _ => {}
    }
    if let Some(orders) = cyclotomic::orders(f) {
        let factor = |(d, e)| Some((cyclotomic::polynomial(f.ring(), d)?, e));
        if let Some(found) = orders.into_iter().map(factor).collect() {
            return Some(found);
        }
    }
    let n = f.len() - 1;
    let binomial = (1..n).all(|i| is_zero(f.coeffs(), i));
    if binomial && cyclotomic::is_irreducible_binomial(&f.coeff(n), &f.coeff(0), n) {
        return Some(vec![(f.clone(), 1)]);
    }
    None
}

/// The factors of a primitive quadratic polynomial, by its discriminant.
fn of_quadratic(f: &Poly<Integers>) -> Factors {
    let z = f.ring();
    if let (1, &[c, b, a]) = (f.coeffs().width(), f.coeffs().words()) {
        let [a, b, c] = [a, b, c].map(|x| i128::from(x as i64));
        let discriminant = a.checked_mul(c).and_then(|x| x.checked_mul(4)).and_then(|x| (b * b).checked_sub(x));
        if let Some(discriminant) = discriminant {
            let Ok(discriminant) = u128::try_from(discriminant) else { return vec![(f.clone(), 1)] };
            let root = discriminant.isqrt() as i128;
            if root * root != discriminant as i128 {
                return vec![(f.clone(), 1)];
            }
            return pair([-root, root].map(|root| match [b + root, 2 * a].map(i64::try_from) {
                [Ok(b), Ok(a)] => word_linear(z, b, a),
                _ => z_linear(z, &Integer::from(b + root), &Integer::from(2 * a)),
            }));
        }
    }
    let [a, b, c] = [2, 1, 0].map(|i| f.coeff(i));
    let discriminant: Integer = b.clone() * &b - 4 * (a.clone() * &c);
    if discriminant < 0 || !discriminant.is_perfect_square() {
        return vec![(f.clone(), 1)];
    }
    let root = discriminant.sqrt();
    pair([-root.clone(), root].map(|root| z_linear(z, &(root + &b), &(a.clone() * 2))))
}

/// The primitive part of a·x + b, a > 0, for words.
fn word_linear(z: &Integers, b: i64, a: i64) -> Poly<Integers> {
    let common = gcd(a as u64, b.unsigned_abs()) as i64;
    Poly::from_coeffs(z, Coeffs::from(vec![(b / common) as u64, (a / common) as u64]))
}

/// The primitive part of a·x + b, a > 0.
fn z_linear(z: &Integers, b: &Integer, a: &Integer) -> Poly<Integers> {
    primitive_part(&Poly::new(z, [b.clone(), a.clone()]))
}

fn pair([f, g]: [Poly<Integers>; 2]) -> Factors {
    if f == g { vec![(f, 2)] } else { vec![(f, 1), (g, 1)] }
}

/// f as a polynomial in x^k for the least prime k for which it is one.
pub(super) fn deflated(f: &Poly<Integers>) -> Option<(Poly<Integers>, usize)> {
    let (n, v) = (f.len() - 1, f.coeffs());
    let k = crate::arith::factor_u64(n as u64).into_iter().map(|(p, _)| p as usize);
    let k = k.into_iter().find(|&k| (0..n).all(|i| i.is_multiple_of(k) || is_zero(v, i)))?;
    let coefficients: Vec<Integer> = (0..=n).step_by(k).map(|i| f.coeff(i)).collect();
    Some((Poly::new(f.ring(), coefficients), k))
}

/// f(x^k).
pub(super) fn inflated(f: &Poly<Integers>, k: usize) -> Poly<Integers> {
    let z = f.ring();
    let mut v = z.zeros(k * (f.len() - 1) + 1);
    f.iter().enumerate().for_each(|(i, c)| z.set(&mut v, k * i, &c));
    Poly::from_coeffs(z, v)
}
