//! Roots modulo prime powers, and modulo integers whose prime factors are known.
//!
//! With f = p^v·g, where g is not 0 modulo p, f vanishes modulo p^k where g does modulo p^(k−v). Each root of g modulo p where g' does not vanish is the
//! image of one root, found by Newton's iteration; the others r lead to g(r + p·y), which p divides. So the roots are found as residue classes
//! modulo powers of p, no more than g has roots in the field of p elements with their multiplicities (Berthomieu, Lecerf, Quintin 2013, "Polynomial root
//! finding over local rings and application to error correcting codes").

use super::PrimePowers;
use crate::{
    Error, Result,
    poly::Poly,
    ring::{AnyRing, Integers, Ring},
};
use rug::{Integer, ops::Pow};

/// Largest number of roots that are listed.
const MOST: u32 = 1 << 20;

/// The roots of f modulo n, from 0 to n, ascending: all of them, singular ones, where f' vanishes modulo a prime, too.
///
/// In: any f that is not 0 modulo n. There may be more roots than the degree, and where a prime divides f or the root is a multiple one of f modulo it, as
/// many as there are residues. Cost: the roots modulo each prime, and a few evaluations for each.
///
/// Source: Berthomieu, Lecerf, Quintin 2013, "Polynomial root finding over local rings and application to error correcting codes", section 2.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::{PrimePowers, roots_modulo}};
/// let f: Poly<Integers> = "x^2 - 1".parse()?;
/// assert_eq!(roots_modulo(&f, &PrimePowers::find(&8.into())?)?, [1, 3, 5, 7]);
/// assert_eq!(roots_modulo(&f, &PrimePowers::find(&15.into())?)?, [1, 4, 11, 14]);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`] where f is 0 modulo n; [`Error::TooLarge`] for more than 2^20 roots; [`Error::Cancelled`].
pub fn roots_modulo(f: &Poly<Integers>, n: &PrimePowers) -> Result<Vec<Integer>> {
    if f.iter().all(|c| c.is_divisible(n.modulus())) {
        let got = "0".into();
        return Err(Error::Domain { operation: "roots", expected: "a polynomial other than 0 modulo n", got });
    }
    f.begins(|| (format!("roots modulo {n}"), "digits"), &[])?;
    let mut all = Vec::new();
    for (power, p, k) in n.prime_powers() {
        let found = classes(f, p, k)?;
        if found.is_empty() {
            return Ok(Vec::new());
        }
        all.push((power, p.clone(), found));
    }
    let count = |(power, p, found): &(Integer, Integer, Vec<Class>)| -> Integer {
        found.iter().map(|class| power / p.clone().pow(class.level)).sum()
    };
    let size: Integer = all.iter().map(count).product();
    if size > MOST {
        return Err(Error::TooLarge {
            what: format!("the list of the roots modulo {n}"),
            size: format!("{size} roots"),
            limit: format!("{MOST} roots"),
        });
    }
    // of both parts of the modulus
    let (mut roots, mut modulus) = (vec![Integer::new()], Integer::from(1));
    for (power, p, found) in &all {
        let inverse = inverse(&modulus, power)?;
        let listed: Vec<Integer> = found.iter().flat_map(|class| class.members(p, power)).collect();
        let join = |x: &Integer, y: &Integer| {
            let digit = (Integer::from(y - x) * &inverse).modulo(power);
            digit * &modulus + x
        };
        roots = roots.iter().flat_map(|x| listed.iter().map(move |y| (x, y))).map(|(x, y)| join(x, y)).collect();
        modulus *= power;
    }
    roots.sort_unstable();
    Ok(roots)
}

/// All integers congruent to one modulo a power of the prime.
struct Class {
    root: Integer,
    level: u32,
}

impl Class {
    /// Its members from 0 to a higher power of p.
    fn members(&self, p: &Integer, power: &Integer) -> impl Iterator<Item = Integer> {
        let (step, end) = (p.clone().pow(self.level), power.clone());
        let mut next = Integer::from(&self.root % &step);
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let member = next.clone();
                next += &step;
                member
            })
        })
    }
}

/// The polynomials g(y) whose roots modulo p^`digits` are wanted: of f at y·p^`level` + `root`, over a power of p.
struct Part {
    g: Poly<Integers>,
    root: Integer,
    level: u32,
    digits: u32,
}

/// The roots of f modulo p^k, as disjoint classes.
fn classes(f: &Poly<Integers>, p: &Integer, k: u32) -> Result<Vec<Class>> {
    let (z, mut found) = (f.ring(), Vec::new());
    let mut waiting = vec![Part { g: f.clone(), root: Integer::new(), level: 0, digits: k }];
    while let Some(Part { g, root, level, digits }) = waiting.pop() {
        let Some((g, digits)) = stripped(&g, p, digits) else {
            found.push(Class { root, level });
            continue;
        };
        let (power, step, slope) = (p.clone().pow(digits), p.clone().pow(level), g.derivative());
        for r in roots_modulo_prime(&g, p)? {
            let derivative = value(&slope, &r, p);
            if derivative != 0 {
                let y = newton(&g, &slope, (r, inverse(&derivative, p)?), (p, &power))?;
                found.push(Class { root: &root + y * &step, level: level + digits });
                continue;
            }
            // of the terms p^i·y^i of g(r + p·y) those with i < digits remain
            let shifted = g.taylor_shift(&r)?;
            let mut scale = Integer::from(1);
            let terms = shifted.iter().take(digits as usize).map(|c| {
                let term = c * &scale;
                scale *= p;
                term.modulo(&power)
            });
            let g = Poly::new(z, terms.collect::<Vec<_>>());
            waiting.push(Part { g, root: &root + r * &step, level: level + 1, digits });
        }
    }
    Ok(found)
}

/// A polynomial without the power of p that divides it, and the exponent that remains of p^`digits`; none where that power divides it.
fn stripped(g: &Poly<Integers>, p: &Integer, digits: u32) -> Option<(Poly<Integers>, u32)> {
    let least = g.iter().filter(|c| *c != 0).map(|mut c| c.remove_factor_mut(p)).min().filter(|v| *v < digits)?;
    let (by, modulus) = (p.clone().pow(least), p.clone().pow(digits - least));
    Some((Poly::new(g.ring(), g.iter().map(|c| c.div_exact(&by).modulo(&modulus))), digits - least))
}

/// The distinct roots modulo a prime, from 0 to p, of a polynomial that is not 0 there.
fn roots_modulo_prime(g: &Poly<Integers>, p: &Integer) -> Result<Vec<Integer>> {
    let field = AnyRing::modulo_integer(g.ring().engine(), p)?;
    let roots = Poly::from_ints(&field, g.iter()).roots()?;
    Ok((0..roots.len()).map(|i| field.get(roots.view(), i).into_integer()).collect())
}

/// The root modulo a power of p with this image r modulo p, where the derivative has this inverse modulo p.
fn newton(
    g: &Poly<Integers>,
    slope: &Poly<Integers>,
    (mut root, mut inverse): (Integer, Integer),
    (p, power): (&Integer, &Integer),
) -> Result<Integer> {
    let mut modulus = p.clone();
    g.ring().engine().enter(|cx| {
        while modulus < *power {
            cx.check()?;
            modulus.square_mut();
            if modulus > *power {
                modulus.clone_from(power);
            }
            // the inverse is that of the derivative modulo half of the digits, which is enough here
            root -= value(g, &root, &modulus) * &inverse;
            root = root.modulo(&modulus);
            let error: Integer = 2 - value(slope, &root, &modulus) * &inverse;
            inverse = (inverse * error).modulo(&modulus);
        }
        Ok(root)
    })
}

/// The value of a polynomial at x modulo an integer.
pub fn value(g: &Poly<Integers>, x: &Integer, modulus: &Integer) -> Integer {
    let mut value = Integer::new();
    for i in (0..g.len()).rev() {
        value *= x;
        value += g.coeff(i);
        value.modulo_mut(modulus);
    }
    value
}

fn inverse(x: &Integer, modulus: &Integer) -> Result<Integer> {
    x.clone().invert(modulus).map_err(|x| Error::NotInvertible {
        factor: x.clone().gcd(modulus).to_string(),
        value: x.to_string(),
        modulus: modulus.to_string(),
    })
}
