//! Factors modulo a power of a prime.

use super::{PrimePowers, hensel_lift};
use crate::{
    Error, Result,
    poly::{Factorization, Poly},
    ring::{FiniteField, Integers, Ring, Zn, ZnBig},
};
use rug::{Integer, integer::Order};

/// The leading coefficient of f modulo n = p^k, and the monic irreducible factors there with their multiplicities, with coefficients from 0 to n, sorted by
/// degree, then by coefficients from the constant term on. A constant has none.
///
/// In: a power of a prime. Modulo p^k, k ≥ 2, polynomials have only one factorization where p does not divide the leading coefficient and f is
/// square-free modulo p; x² = (x + 2)² modulo 4. Modulo products of several primes factors are those modulo each power joined in any way. Cost: that of
/// [`hensel_lift`].
///
/// ```
/// use polymod::{Error, Integers, Poly, multimodular::{PrimePowers, factor_modulo}};
/// let (f, n): (Poly<Integers>, _) = ("2*x^3 + 2".parse()?, PrimePowers::find(&25.into())?);
/// let found = factor_modulo(&f, &n)?;
/// assert_eq!(found.unit, 2);
/// assert_eq!(found.factors, [("x + 1".parse()?, 1), ("x^2 + 24*x + 1".parse()?, 1)]);
/// assert!(matches!(factor_modulo(&"x^2".parse()?, &n), Err(Error::Domain { .. })));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`] for 0, and where factors are not unique; [`Error::TooLarge`]; [`Error::Cancelled`].
pub fn factor_modulo(f: &Poly<Integers>, n: &PrimePowers) -> Result<Factorization<Integers>> {
    let z = f.ring();
    let f = &Poly::new(z, f.iter().map(|c| c.modulo(n.modulus())));
    let Some(lead) = f.leading() else { return Err(refused("a polynomial other than 0 modulo n", "0".into())) };
    let [(p, k)] = n.powers() else {
        let expected =
            "a modulus that is a power of one prime: with several, factors modulo each power are joined in any way";
        return Err(refused(expected, n.to_string()));
    };
    if *k == 1 {
        return match p.to_u64() {
            Some(word) => modulo_prime(&Zn::on(z.engine(), word)?, f),
            None => modulo_prime(&ZnBig::on(z.engine(), p.clone())?, f),
        };
    }
    if f.len() == 1 {
        return Ok(Factorization { unit: lead, factors: Vec::new() });
    }
    if lead.is_divisible(p) {
        return Err(refused("a leading coefficient that is a unit", format!("{lead} modulo {n}")));
    }
    let square_free = match p.to_u64() {
        Some(word) => is_square_free(&Zn::on(z.engine(), word)?, f)?,
        None => is_square_free(&ZnBig::on(z.engine(), p.clone())?, f)?,
    };
    if !square_free {
        let expected = "a polynomial that is square-free modulo the prime, without which factors are not unique";
        return Err(refused(expected, format!("one that a square divides modulo {p}")));
    }
    let found = hensel_lift(f, p, *k)?;
    Ok(Factorization { unit: found.unit, factors: found.factors.into_iter().map(|g| (g, 1)).collect() })
}

fn modulo_prime<R: FiniteField>(field: &R, f: &Poly<Integers>) -> Result<Factorization<Integers>> {
    let found = Poly::from_ints(field, f.iter()).factor()?;
    let integer = |c: &R::Elem| {
        let mut limbs = Vec::new();
        field.limbs(field.collect(std::slice::from_ref(c)).view(), 0, &mut limbs);
        Integer::from_digits(&limbs, Order::Lsf)
    };
    let over_z = |g: &Poly<R>| Poly::new(f.ring(), g.iter().map(|c| integer(&c)));
    let factors = found.factors.iter().map(|(g, e)| (over_z(g), *e)).collect();
    Ok(Factorization { unit: integer(&found.unit), factors })
}

fn is_square_free<R: FiniteField>(field: &R, f: &Poly<Integers>) -> Result<bool> {
    let image = Poly::from_ints(field, f.iter());
    Ok(image.gcd(&image.derivative())?.len() == 1)
}

fn refused(expected: &'static str, got: String) -> Error {
    Error::Domain { operation: "a factorization modulo n", expected, got }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By trial: the monic factors of degree 1 are those at whose roots f vanishes, and the product is f.
    #[test]
    fn factors_by_trial() {
        let z = Integers::new();
        for n in [2u64, 4, 5, 7, 8, 9, 25, 27, 49, 121] {
            let powers = PrimePowers::find(&n.into()).expect("factors");
            let p = powers.powers()[0].0.to_u64().expect("a word");
            for code in 0..60u64 {
                let f = Poly::from_i64(&z, &[1, 7, 11, 17].map(|by| (code * by % n) as i64));
                let all: Vec<i64> = (0..4).map(|i| f.coeff(i).to_i64().expect("a word")).collect();
                let Ok(found) = factor_modulo(&f, &powers) else {
                    // 0, or not square-free modulo p, or the leading coefficient is no unit
                    let field = Zn::new(p).expect("a field");
                    let image = Poly::from_i64(&field, &all);
                    let divisor = image.gcd(&image.derivative()).expect("a divisor");
                    assert!(f.is_empty() || image.len() < f.len() || divisor.len() > 1, "{f} modulo {n}");
                    continue;
                };
                let start = Poly::new(&z, [found.unit.clone()]);
                let product = found.factors.iter().fold(start, |product, (g, e)| product * g.pow(*e).expect("a power"));
                assert_eq!(Poly::new(&z, product.iter().map(|c| c.modulo(&n.into()))), f, "modulo {n}");
                let value = |x: i64| all.iter().rev().fold(0, |value, c| (value * x + c) % n as i64);
                let linear: usize = (0..n as i64).filter(|&x| f.len() > 1 && value(x) == 0).count();
                assert_eq!(found.factors.iter().filter(|(g, _)| g.len() == 2).count(), linear, "{f} modulo {n}");
                assert!(found.factors.iter().all(|(g, _)| g.leading() == Some(1.into())));
                assert!(found.factors.iter().all(|(g, _)| g.len() < 4 || linear == 0));
            }
        }
    }

    #[test]
    fn refusals() {
        let poly = |text: &str| text.parse::<Poly<Integers>>().expect("a polynomial");
        for (f, n) in [("x^2", 4u32), ("2*x + 1", 4), ("8*x", 8), ("x", 15), ("(x + 1)*(x + 4)", 9)] {
            let refused = factor_modulo(&poly(f), &PrimePowers::find(&n.into()).expect("factors"));
            assert!(matches!(refused, Err(Error::Domain { .. })), "{f} modulo {n}");
        }
        assert_eq!(
            factor_modulo(&poly("3"), &PrimePowers::find(&9.into()).expect("factors")).expect("a unit").factors,
            []
        );
    }
}
