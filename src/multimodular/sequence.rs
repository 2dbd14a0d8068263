//! Resultants and discriminants of few coefficients: by formulas, as [determinants](super::bezoutian), or by a remainder sequence without fractions.
//!
//! The sequence is that of subresultants, each pseudo-remainder divided exactly by a factor that is known (Brown, Traub 1971, "On Euclid's algorithm and
//! the theory of subresultants"): no number is longer than the resultant's bound, but those before a division. Its cost grows with the square of the
//! length and of the coefficients' size, but it has none of the fixed cost of images modulo primes.

use super::{Options, bezoutian, elimination::Wide};
use crate::{
    poly::Poly,
    ring::{Integers, Ring},
};
use rug::{Integer, ops::Pow};

/// Most coefficients of an operand: always, and where some coefficient is longer than a word.
const MOST: [usize; 2] = [4, 8];

/// Whether nobody asks for an algorithm or for images, and nobody is told.
fn applies(a: &Poly<Integers>, options: &Options) -> bool {
    options.algorithm.is_none() && options.checkpoint.is_none() && a.ring().engine().is_quiet()
}

/// The resultant of two polynomials of degree at least 1, if they are short.
pub fn resultant(a: &Poly<Integers>, b: &Poly<Integers>, options: &Options) -> Option<Integer> {
    let (len, wide) = (a.len().max(b.len()), a.coeffs().width().min(b.coeffs().width()) > 1);
    if !applies(a, options) {
        return None;
    }
    by_formula(a, b).or_else(|| bezoutian::resultant(a, b)).or_else(|| {
        (len <= MOST[usize::from(wide)]).then(|| {
            let [a, b] = [a, b].map(|p| p.iter().collect());
            by_remainders(a, b)
        })
    })
}

/// The words of a polynomial's coefficients, if all their magnitudes are below 2^bits.
pub fn words(p: &Poly<Integers>, bits: u32) -> Option<&[u64]> {
    let v = p.coeffs();
    (v.width() == 1 && p.ring().size(v).bits <= bits).then(|| v.words())
}

/// x·y − u·v for words.
fn minor([x, y]: [u64; 2], [u, v]: [u64; 2]) -> i128 {
    let product = |x: u64, y: u64| i128::from(x as i64) * i128::from(y as i64);
    product(x, y) - product(u, v)
}

/// The resultant of two polynomials of equal degrees 1 or 2, by minors of words.
fn by_formula(a: &Poly<Integers>, b: &Poly<Integers>) -> Option<Integer> {
    match (words(a, 63)?, words(b, 63)?) {
        (&[a, b], &[c, d]) => Some(minor([b, c], [a, d]).into()),
        (&[a, b, c], &[d, e, f]) => {
            let (low, high, ends) = (minor([a, e], [b, d]), minor([b, f], [c, e]), minor([a, f], [c, d]));
            Some((Wide::product(ends, ends) - Wide::product(low, high)).into())
        }
        _ => None,
    }
}

/// The resultant of polynomials of degree at least 1, constant terms first.
fn by_remainders(mut a: Vec<Integer>, mut b: Vec<Integer>) -> Integer {
    let both_odd = |a: &[Integer], b: &[Integer]| (a.len() - 1) * (b.len() - 1) % 2 == 1;
    let mut negative = false;
    if a.len() < b.len() {
        negative = both_odd(&a, &b);
        std::mem::swap(&mut a, &mut b);
    }
    // the leading coefficient of the last divisor, and that of the subresultant of its degree
    let (mut lead, mut regular) = (Integer::from(1), Integer::from(1));
    while b.len() > 1 {
        negative ^= both_odd(&a, &b);
        let gap = (a.len() - b.len()) as u32;
        pseudo_remainder(&mut a, &b);
        if a.is_empty() {
            return Integer::new();
        }
        let known = power(&regular, gap) * lead;
        if known != 1 {
            a.iter_mut().for_each(|x| x.div_exact_mut(&known));
        }
        std::mem::swap(&mut a, &mut b);
        lead = a[a.len() - 1].clone();
        regular = ratio(&lead, regular, gap);
    }
    let last = ratio(&b[0], regular, a.len() as u32 - 1);
    if negative { -last } else { last }
}

fn power(x: &Integer, exponent: u32) -> Integer {
    match exponent {
        0 => Integer::from(1),
        1 => x.clone(),
        _ => x.pow(exponent).into(),
    }
}

/// x^exponent/y^(exponent − 1), an integer.
fn ratio(x: &Integer, y: Integer, exponent: u32) -> Integer {
    match exponent {
        0 => y,
        1 => x.clone(),
        _ => power(x, exponent).div_exact(&power(&y, exponent - 1)),
    }
}

/// a = lc(b)^(deg a − deg b + 1)·a modulo b, without leading zeros.
fn pseudo_remainder(a: &mut Vec<Integer>, b: &[Integer]) {
    let Some((lead, lower)) = b.split_last() else { return };
    while a.len() >= b.len() {
        let Some(top) = a.pop() else { return };
        let first = a.len() - lower.len();
        a.iter_mut().for_each(|x| *x *= lead);
        a[first..].iter_mut().zip(lower).for_each(|(x, y)| *x -= &top * y);
    }
    while a.last().is_some_and(Integer::is_zero) {
        a.pop();
    }
}

/// The discriminant of a short polynomial of degree at least 1.
pub fn discriminant(a: &Poly<Integers>, options: &Options) -> Option<Integer> {
    if a.len() < 2 || !applies(a, options) {
        return None;
    }
    if a.len() > 4 {
        return bezoutian::discriminant(a);
    }
    match (a.len(), words(a, if a.len() == 3 { 61 } else { 29 })) {
        (2, _) => Some(Integer::from(1)),
        (3, Some(&[c, b, a])) => Some(minor([b, b], [a, c.wrapping_mul(4)]).into()),
        (4, Some(v)) => {
            let mut v = v.iter().map(|&x| i128::from(x as i64));
            let [d, c, b, a] = std::array::from_fn(|_| v.next().unwrap_or(0));
            let (x, y, z) = (b * b - 3 * a * c, b * c - 9 * a * d, c * c - 3 * b * d);
            Some(Integer::from((4 * x * z - y * y) / 3))
        }
        _ => None,
    }
    .or_else(|| Some(of_integers(&a.iter().collect::<Vec<_>>())))
}

/// The discriminant of a quadratic or a cubic polynomial, of the latter by its Hessian.
fn of_integers(v: &[Integer]) -> Integer {
    // x·y − factor·u·v
    let less = |x: &Integer, y: &Integer, factor: u32, u: &Integer, v: &Integer| {
        let product = Integer::from(u * v) * factor;
        let mut out = Integer::from(x * y);
        out -= product;
        out
    };
    match v {
        [c, b, a] => less(b, b, 4, a, c),
        [d, c, b, a] => {
            let (x, y, z) = (less(b, b, 3, a, c), less(b, c, 9, a, d), less(c, c, 3, b, d));
            -less(&y, &y, 4, &x, &z) / 3u32
        }
        _ => Integer::from(1),
    }
}
