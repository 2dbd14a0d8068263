//! The verbs of factors, roots and irreducibility.

use super::{A, Kind, Method, Rings, Takes, Value, Verb, memory::size, prime_powers};
use crate::{Failure, results::Shape};
use polymod::{
    memory::Task,
    multimodular,
    poly::{Factorization, Poly},
    ring::{AnyElem, AnyElement, Convolve, Rationals},
};
use rug::{Integer, Rational};

/// The irreducible factors.
pub static FACTOR: Verb = Verb {
    about: "The leading coefficient of A, and its monic irreducible factors with multiplicities, by degree",
    operands: &[A],
    takes: &[Takes::ModulusFactors],
    examples: &[
        "polymod factor '=x^4 + 1' --ring zn:17",
        "polymod factor a.json --ring gf2 --format human --verify",
        "polymod factor '=x^4 + 1' --ring zn:17^3 --modulus-factors 17",
        "polymod factor '=x^2 - 1' --ring zn:360 --modulus-factors find --verify",
    ],
    ..Verb::of_both(
        "factor",
        Method {
            results: &[Shape::Scalar, Shape::Factors],
            results_by_power: Some(&[Shape::PowerFactors]),
            memory: |o, s| s.working(&Task::Factors(size(&o.polys[0]))),
            ..Method::new(
                |o, call| match prime_powers::modulus(o, call)? {
                    Some(n) => Ok(by_powers(prime_powers::factors(o, &n)?)),
                    None => Ok(value(o.polys[0].factor()?)),
                },
                |c, o, call, v| match prime_powers::modulus(o, call)? {
                    Some(n) if n.powers().len() > 1 => Ok(c.factors_modulo(&o.polys[0], &n, v.power_factors()?)?),
                    Some(n) => {
                        let (unit, factors) = parts(v)?;
                        let found = Factorization { unit: unit.clone(), factors: factors.to_vec() };
                        Ok(c.factors_modulo(&o.polys[0], &n, &[(n.modulus().clone(), found)])?)
                    }
                    None => {
                        let (unit, factors) = parts(v)?;
                        Ok(c.factors(&o.polys[0], unit, factors)?)
                    }
                },
            )
        },
        Method {
            results: &[Shape::Scalar, Shape::Factors],
            memory: |o, s| s.working(&Task::Factors(size(&o.polys[0]))),
            ..Method::over_z(
                |o, _| Ok(value(multimodular::factor(&o.polys[0])?)),
                |c, o, _, v| {
                    let (unit, factors) = parts(v)?;
                    Ok(c.integer_factors(&o.polys[0], unit, factors, true)?)
                },
            )
        },
    )
};

/// The square-free parts.
pub static SQUAREFREE: Verb = Verb {
    about: "The leading coefficient of A, and its square-free parts with multiplicities",
    operands: &[A],
    examples: &["polymod squarefree '=x^3 + x^2' --ring zn:97"],
    ..Verb::of_both(
        "squarefree",
        Method {
            results: &[Shape::Scalar, Shape::Factors],
            memory: |o, s| s.working(&Task::Squarefree(size(&o.polys[0]))),
            ..Method::new(
                |o, _| Ok(value(o.polys[0].squarefree()?)),
                |c, o, _, v| {
                    let (unit, factors) = parts(v)?;
                    Ok(c.squarefree(&o.polys[0], unit, factors)?)
                },
            )
        },
        Method {
            results: &[Shape::Scalar, Shape::Factors],
            memory: |o, s| s.working(&Task::Squarefree(size(&o.polys[0]))),
            ..Method::over_z(
                |o, call| Ok(value(multimodular::squarefree(&o.polys[0], &call.modular)?.value)),
                |c, o, _, v| {
                    let (unit, factors) = parts(v)?;
                    Ok(c.integer_factors(&o.polys[0], unit, factors, false)?)
                },
            )
        },
    )
};

/// The roots.
pub static ROOTS: Verb = Verb {
    about: "The distinct roots of A in the ring, in ascending order; modulo a composite N with --modulus-factors",
    operands: &[A],
    takes: &[Takes::Multiplicities, Takes::ModulusFactors],
    examples: &[
        "polymod roots '=x^2 - 5*x + 6' --ring zn:97",
        "polymod roots --multiplicities '=x^3 - x^2'",
        "polymod roots '=x^2 - 1' --ring zn:360 --modulus-factors 2,3,5",
        "polymod roots '=x^2 - 1' --ring zn:2^64 --modulus-factors find --verify",
    ],
    ..Verb::of_both(
        "roots",
        Method {
            results: &[Shape::Array],
            results_on_demand: Some(&[Shape::Multiples]),
            memory: |o, s| s.working(&Task::Factors(size(&o.polys[0]))),
            ..Method::new(
                |o, call| match prime_powers::modulus(o, call)? {
                    Some(n) => Ok(Value::array(prime_powers::roots(o, &n)?)),
                    None if call.multiplicities => Ok(Value::Multiples(o.polys[0].roots_with_multiplicities()?)),
                    None => Ok(Value::array(o.polys[0].roots()?)),
                },
                |c, o, call, v| match prime_powers::modulus(o, call)? {
                    Some(n) => Ok(c.roots_modulo(&o.polys[0], &n, v.entries()?.view())?),
                    None if call.multiplicities => Ok(c.multiplicities(&o.polys[0], v.multiples()?)?),
                    None => Ok(c.roots(&o.polys[0], v.entries()?.view())?),
                },
            )
        },
        Method {
            results: &[Shape::Array],
            results_on_demand: Some(&[Shape::Multiples]),
            memory: |o, s| s.working(&Task::Factors(size(&o.polys[0]))),
            ..Method::over_z(
                |o, call| match call.multiplicities {
                    true => Ok(Value::Multiples(o.polys[0].roots_with_multiplicities()?)),
                    false => Ok(Value::array(multimodular::roots(&o.polys[0])?)),
                },
                |c, o, call, v| match call.multiplicities {
                    true => Ok(c.integer_multiplicities(&o.polys[0], v.multiples()?)?),
                    false => Ok(c.integer_roots(&o.polys[0], v.entries()?.view())?),
                },
            )
        },
    )
};

/// Intervals around the real roots.
pub static REAL_ROOTS: Verb = Verb {
    about: "Disjoint intervals [a, b] with rational ends around the distinct real roots of A, ascending, a = b for a rational root that was met, over z",
    operands: &[A],
    takes: &[Takes::Width],
    examples: &["polymod real-roots '=x^3 - 2*x'", "polymod real-roots '=x^2 - 2' --width 1/1000"],
    over_z: Some(Method {
        results: &[Shape::Intervals],
        // some polynomials of n coefficients of some times n bits
        memory: |o, s| 64.0 * s.all + 8.0 * (o.polys[0].len() as f64).powi(2),
        ..Method::over_z(
            |o, call| Ok(Value::Intervals(multimodular::real_roots(&o.polys[0], call.width.as_ref())?)),
            |c, o, _, v| Ok(c.real_roots(&o.polys[0], v.intervals()?)?),
        )
    }),
    ..Verb::empty("real-roots")
};

/// The number of real roots.
pub static COUNT_REAL_ROOTS: Verb = Verb {
    about: "The number of distinct real roots of A, or of those in the interval from LOW to HIGH, both included, over z and q",
    operands: &[A, ("LOW", Kind::Scalar), ("HIGH", Kind::Scalar)],
    takes: &[Takes::Interval],
    examples: &["polymod count-real-roots '=x^3 - 2*x'", "polymod count-real-roots '=x^3 - 2*x' 0 '=3/2' --ring q"],
    over_z: Some(Method {
        results: &[Shape::Number],
        memory: |o, s| 64.0 * s.all + 8.0 * (o.polys[0].len() as f64).powi(2),
        ..Method::over_z(
            |o, _| {
                let ends = o.scalars.iter().map(Rational::from).collect::<Vec<_>>();
                Ok(Value::Number(match &ends[..] {
                    [low, high] => multimodular::count_real_roots_in(&o.polys[0], low, high)?,
                    _ => multimodular::count_real_roots(&o.polys[0])?,
                }))
            },
            |c, o, _, v| {
                let rational = |x: &AnyElem| match o.ring.downcast_ref::<Rationals>() {
                    Some(_) => Rational::of(x).clone(),
                    None => Rational::from(Integer::of(x)),
                };
                let ends: Vec<Rational> = o.scalars.iter().map(rational).collect();
                Ok(c.real_root_count(&o.polys[0], ends.first_chunk(), *v.number()?)?)
            },
        )
    }),
    ..Verb::empty("count-real-roots")
};

/// The products of the irreducible factors of each degree.
pub static DDF: Verb = Verb {
    about: "The products of the irreducible factors of each degree of a square-free A, with the degrees, over finite fields",
    operands: &[A],
    examples: &["polymod ddf '=x^6 - 1' --ring zn:7"],
    rings: Rings::Finite,
    ..Verb::new(
        "ddf",
        Method {
            results: &[Shape::Factors],
            memory: |o, s| s.working(&Task::Factors(size(&o.polys[0]))),
            ..Method::new(
                |o, _| {
                    let products = o.polys[0].distinct_degree_factors()?;
                    Ok(Value::Factors(products.into_iter().map(|(f, degree)| (f, degree as u64)).collect()))
                },
                |c, o, _, v| Ok(c.distinct_degrees(&o.polys[0], v.factors()?)?),
            )
        },
    )
};

/// The irreducible factors of one degree.
pub static EDF: Verb = Verb {
    about: "The irreducible factors of a square-free A, all of which have the degree D, over finite fields",
    operands: &[A, ("D", Kind::Natural)],
    examples: &["polymod edf '=x^4 + x^3 + 4*x^2 + x + 3' 2 --ring zn:7"],
    rings: Rings::Finite,
    ..Verb::new(
        "edf",
        Method {
            results: &[Shape::Polys],
            memory: |o, s| s.working(&Task::Factors(size(&o.polys[0]))),
            ..Method::new(
                |o, _| Ok(Value::Polys(o.polys[0].equal_degree_factors(o.terms())?)),
                |c, o, _, v| Ok(c.equal_degrees(&o.polys[0], o.terms(), v.all_polys()?)?),
            )
        },
    )
};

/// Whether it is irreducible.
pub static IRREDUCIBLE: Verb = Verb {
    about: "Whether A is irreducible: true or false",
    operands: &[A],
    examples: &["polymod irreducible '=x^127 + x + 1' --ring gf2"],
    ..Verb::of_both(
        "irreducible",
        Method {
            results: &[Shape::Truth],
            memory: |o, s| s.working(&Task::Irreducible(size(&o.polys[0]))),
            ..Method::new(
                |o, _| Ok(Value::Truth(o.polys[0].is_irreducible()?)),
                |c, o, _, v| Ok(c.irreducible(&o.polys[0], *v.truth()?)?),
            )
        },
        Method {
            results: &[Shape::Truth],
            memory: |o, s| s.working(&Task::Irreducible(size(&o.polys[0]))),
            ..Method::over_z(
                |o, _| Ok(Value::Truth(multimodular::is_irreducible(&o.polys[0])?)),
                |c, o, _, v| Ok(c.irreducible_over_q(&o.polys[0], *v.truth()?)?),
            )
        },
    )
};

/// The value of a factorization: the unit, then the factors.
pub(super) fn value<R: Convolve>(found: Factorization<R>) -> Value<R> {
    Value::Several(vec![Value::Scalar(found.unit), Value::Factors(found.factors)])
}

/// The value of factorizations modulo prime powers: as of a single factorization where there is one power.
fn by_powers<R: Convolve>(mut found: Vec<(Integer, Factorization<R>)>) -> Value<R> {
    match found.pop() {
        Some((_, only)) if found.is_empty() => value(only),
        last => Value::PowerFactors(found.into_iter().chain(last).collect()),
    }
}

pub(super) type Parts<'v, R> = (&'v <R as polymod::ring::Ring>::Elem, &'v [(Poly<R>, u64)]);

/// The unit and the factors of a [`value`].
pub(super) fn parts<R: Convolve>(v: &Value<R>) -> Result<Parts<'_, R>, Failure> {
    let [unit, factors] = v.these()?;
    Ok((unit.scalar()?, factors.factors()?))
}
