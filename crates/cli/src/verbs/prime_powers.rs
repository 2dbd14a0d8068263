//! The verb of factors lifted to modulo powers of primes, and factors and roots modulo integers whose prime factors are known.

use super::{A, Kind, Method, Operands, Takes, Value, Verb, memory::size};
use crate::{Failure, args::VerbCall, results::Shape, values::ModulusFactors};
use polymod::{
    memory::{Sizes, Task},
    multimodular::{self, PrimePowers},
    poly::{Factorization, Poly},
    ring::{AnyRing, Codec, Coeffs, Convolve, Integers, Ring},
};
use rug::{Integer, integer::Order};

/// Factors modulo a prime, lifted.
pub static HENSEL_LIFT: Verb = Verb {
    about: "The leading coefficient of A and its monic factors modulo P^K, P a prime: those that modulo P are powers of irreducible ones, or FACTORS",
    operands: &[A, ("P", Kind::Integer), ("K", Kind::Natural), ("FACTORS", Kind::Polys)],
    takes: &[Takes::Optional],
    examples: &[
        "polymod hensel-lift '=x^4 + 1' 17 3",
        "polymod hensel-lift '=x^3 + 5*x + 25' 31 4 '=[[-1,1],[6,1,1]]' --verify",
    ],
    over_z: Some(Method {
        results: &[Shape::Scalar, Shape::Polys],
        bytes: |o, _| o.polys[0].len() as f64 * bytes_of_power(o),
        memory: lifting_memory,
        ..Method::over_z(
            |o, _| {
                let (f, p, k) = (&o.polys[0], &o.integers[0], exponent(o));
                let found = match o.counts.is_empty() {
                    true => multimodular::hensel_lift(f, p, k)?,
                    false => multimodular::hensel_lift_factors(f, &o.polys[1..], p, k)?,
                };
                Ok(Value::Several(vec![Value::Scalar(found.unit), Value::Polys(found.factors)]))
            },
            |c, o, _, v| {
                let [unit, factors] = v.these()?;
                let given = if o.counts.is_empty() { None } else { Some(&o.polys[1..]) };
                let power = (&o.integers[0], exponent(o));
                Ok(c.hensel_factors(&o.polys[0], power, given, (unit.scalar()?, factors.all_polys()?))?)
            },
        )
    }),
    ..Verb::empty("hensel-lift")
};

/// The exponent of the prime; one that is too large is refused by the library.
fn exponent<R: Convolve>(o: &Operands<R>) -> u32 {
    o.integers[1].to_u32().unwrap_or(u32::MAX)
}

/// Bytes of an integer below the power of the prime.
fn bytes_of_power(o: &Operands<AnyRing>) -> f64 {
    16.0 + f64::from(o.integers[0].significant_bits()) * f64::from(exponent(o)) / 8.0
}

/// Factors modulo the prime, and those modulo its powers with their cofactors at each level of the tree, which are integers each in memory of its own.
fn lifting_memory(o: &Operands<AnyRing>, s: &Sizes) -> f64 {
    let len = o.polys[0].len() as f64;
    s.working(&Task::Factors(size(&o.polys[0]))) + 8.0 * (2.0 + len.max(1.0).log2()) * len * bytes_of_power(o)
}

/// Whether the call names the prime factors of the modulus, and there are several.
pub(super) fn are_several(o: &Operands<AnyRing>, call: &VerbCall) -> bool {
    let is_no_prime = |n: Integer| PrimePowers::of_primes(&n, std::slice::from_ref(&n)).is_err();
    call.modulus_factors.is_some() && number_of_elements(&o.ring).is_some_and(is_no_prime)
}

/// The number of elements of a finite ring, the modulus of Z/n.
fn number_of_elements(ring: &AnyRing) -> Option<Integer> {
    Some(Integer::from_digits(&ring.elements()?, Order::Lsf))
}

/// The modulus with its prime factors, where the call names them.
pub(super) fn modulus(o: &Operands<AnyRing>, call: &VerbCall) -> Result<Option<PrimePowers>, Failure> {
    let (Some(factors), Some(n)) = (&call.modulus_factors, number_of_elements(&o.ring)) else { return Ok(None) };
    Ok(Some(match factors {
        ModulusFactors::Given(primes) => PrimePowers::of_primes(&n, primes)?,
        ModulusFactors::Find => PrimePowers::find(&n)?,
    }))
}

/// The roots modulo n.
pub(super) fn roots(o: &Operands<AnyRing>, n: &PrimePowers) -> Result<Coeffs<AnyRing>, Failure> {
    let roots = multimodular::roots_modulo(&over_z(&o.polys[0]), n)?;
    let mut out = o.ring.zeros(0);
    roots.iter().try_for_each(|x| o.ring.push_limbs(&mut out, false, &x.to_digits(Order::Lsf)))?;
    Ok(out)
}

/// The factors modulo each of the prime powers that n is the product of.
pub(super) fn factors(
    o: &Operands<AnyRing>,
    n: &PrimePowers,
) -> Result<Vec<(Integer, Factorization<AnyRing>)>, Failure> {
    let r = &o.ring;
    let over_n = |(power, found): (Integer, Factorization<Integers>)| {
        let factors = found.factors.into_iter().map(|(f, e)| (Poly::from_ints(r, f.iter()), e)).collect();
        (power, Factorization { unit: r.image(false, &found.unit.to_digits(Order::Lsf)), factors })
    };
    Ok(multimodular::factor_modulo(&over_z(&o.polys[0]), n)?.into_iter().map(over_n).collect())
}

/// The polynomial with its coefficients as integers from 0 to the modulus.
fn over_z(f: &Poly<AnyRing>) -> Poly<Integers> {
    let r = f.ring();
    Poly::new(&Integers::on(r.engine()), f.iter().map(|c| integer(r, &c)))
}

fn integer(r: &AnyRing, x: &<AnyRing as Ring>::Elem) -> Integer {
    let mut limbs = Vec::new();
    r.limbs(r.collect(std::slice::from_ref(x)).view(), 0, &mut limbs);
    Integer::from_digits(&limbs, Order::Lsf)
}
