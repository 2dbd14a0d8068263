//! The verbs of Z that use modular methods.

use super::{
    Failure,
    args::VerbCall,
    verbs::{Operands, Run, Value, Verb, poly, row, small, unexpected},
    verbs_division::modular_power_verb,
    verbs_factor::{factors, parts},
    verbs_matrix::{like_right_side, matrix_power_verb, right_side, solution},
    verify::{Proof, wrong},
};
use polymod::{
    Error,
    matrix::Dense,
    modular::{self, IntegerBezout},
    poly::{Divisor, Poly},
    ring::Integers,
};
use rug::{Complete, Integer};

/// The verbs whose methods over Z are those of no other ring.
pub fn integer_verbs() -> Vec<Verb<Integers>> {
    // inverses are computed by another method
    let powers = [(modular_power_verb(), power_modulo as Run<Integers>), (matrix_power_verb(), matrix_power)];
    let mut verbs = Vec::from(powers.map(|(verb, run)| Verb { run, ..verb }));
    verbs.extend([
        row(
            "gcd",
            |o, call| Ok(modular::gcd(&o.polys[0], &o.polys[1], &call.modular)?.value.into()),
            small,
            |c, o, _, v| c.integer_divisor(&o.polys[0], &o.polys[1], poly(v)?),
        )
        .resuming(),
        row(
            "xgcd",
            |o, call| {
                let IntegerBezout { g, s, t, d } = modular::xgcd(&o.polys[0], &o.polys[1], &call.modular)?.value;
                Ok(Value::Several(vec![g.into(), s.into(), t.into(), Value::Scalar(d)]))
            },
            small,
            |c, o, _, v| match v {
                Value::Several(values) => match &values[..] {
                    [Value::Poly(g), Value::Poly(s), Value::Poly(t), Value::Scalar(d)] => {
                        let found = IntegerBezout { g: g.clone(), s: s.clone(), t: t.clone(), d: d.clone() };
                        c.integer_bezout(&o.polys[0], &o.polys[1], &found)
                    }
                    _ => Err(unexpected()),
                },
                _ => Err(unexpected()),
            },
        )
        .with_results(4)
        .resuming(),
        row(
            "resultant",
            |o, call| Ok(Value::Scalar(modular::resultant(&o.polys[0], &o.polys[1], &call.modular)?.value)),
            small,
            |c, o, _, v| c.integer_resultant(&o.polys[0], &o.polys[1], scalar(v)?),
        )
        .resuming(),
        row(
            "discriminant",
            |o, call| Ok(Value::Scalar(modular::discriminant(&o.polys[0], &call.modular)?.value)),
            small,
            |c, o, _, v| {
                let (a, x) = (&o.polys[0], scalar(v)?);
                let (n, lead) = (a.len().saturating_sub(1), a.coeff(a.len().saturating_sub(1)));
                let product = (x * &lead).complete();
                c.integer_resultant(a, &a.derivative(), &if n / 2 % 2 == 1 { -product } else { product })
            },
        )
        .resuming(),
        row(
            "content",
            |o, _| Ok(Value::Scalar(modular::content(&o.polys[0]))),
            small,
            |c, o, _, v| {
                let (a, content) = (&o.polys[0], scalar(v)?);
                if *content == 1 && coprime_coefficients(a) {
                    return Ok(Proof::Exact);
                }
                let primitive = modular::primitive_part(a);
                let signed =
                    if a.leading().is_some_and(|lead| lead < 0) { (-content).complete() } else { content.clone() };
                if *content < 0 || modular::content(&primitive) > 1 {
                    return Err(wrong("the content"));
                }
                c.product(&[(&Poly::new(a.ring(), [signed]), 1), (&primitive, 1)], a)
            },
        )
        .directly(),
        row(
            "primitive",
            |o, _| Ok(modular::primitive_part(&o.polys[0]).into()),
            small,
            |c, o, _, v| {
                let (a, primitive) = (&o.polys[0], poly(v)?);
                let (Some(of_a), Some(lead)) = (a.leading(), primitive.leading()) else {
                    return c.product(&[], &Poly::one(a.ring())).and_then(|proof| match a == primitive {
                        true => Ok(proof),
                        false => Err(wrong("the primitive part of 0")),
                    });
                };
                if a == primitive && lead > 0 && coprime_coefficients(a) {
                    return Ok(Proof::Exact);
                }
                if lead <= 0 || modular::content(primitive) != 1 || !of_a.is_divisible(&lead) {
                    return Err(wrong("the primitive part"));
                }
                c.product(&[(&Poly::new(a.ring(), [of_a.div_exact(&lead)]), 1), (primitive, 1)], a)
            },
        )
        .directly(),
    ]);
    verbs.extend(factor_verbs());
    verbs.extend(matrix_verbs());
    verbs
}

/// Whether the coefficients, from the lowest one on, have no common divisor but 1: the library begins with the highest.
fn coprime_coefficients(a: &Poly<Integers>) -> bool {
    let mut divisor = Integer::new();
    (0..a.len()).any(|i| {
        divisor.gcd_mut(&a.coeff(i));
        divisor == 1
    })
}

/// Verbs of factors over Z, and roots in Z.
fn factor_verbs() -> Vec<Verb<Integers>> {
    vec![
        row(
            "factor",
            |o, _| Ok(factors(modular::factor(&o.polys[0])?)),
            small,
            |c, o, _, v| {
                let (unit, factors) = parts(v)?;
                c.integer_factors(&o.polys[0], unit, factors, true)
            },
        )
        .with_results(2),
        row(
            "squarefree",
            |o, call| Ok(factors(modular::squarefree(&o.polys[0], &call.modular)?.value)),
            small,
            |c, o, _, v| {
                let (unit, factors) = parts(v)?;
                c.integer_factors(&o.polys[0], unit, factors, false)
            },
        )
        .with_results(2),
        row(
            "roots",
            |o, _| Ok(Value::Array { entries: modular::roots(&o.polys[0])?, coefficients: false }),
            small,
            |c, o, _, v| match v {
                Value::Array { entries, .. } => c.integer_roots(&o.polys[0], entries.view()),
                _ => Err(unexpected()),
            },
        ),
        row(
            "irreducible",
            |o, _| Ok(Value::Truth(modular::is_irreducible(&o.polys[0])?)),
            small,
            |c, o, _, v| match v {
                Value::Truth(yes) => c.irreducible_over_q(&o.polys[0], *yes),
                _ => Err(unexpected()),
            },
        ),
    ]
}

/// Verbs of determinants and systems of equations.
fn matrix_verbs() -> Vec<Verb<Integers>> {
    vec![
        row(
            "det",
            |o, call| match &o.poly_matrices[..] {
                [a] => Ok(modular::poly_det(a, &call.modular)?.value.into()),
                _ => Ok(Value::Scalar(modular::det(numbers(o, call)?, &call.modular)?.value)),
            },
            small,
            |c, o, _, v| match &o.poly_matrices[..] {
                [a] => c.poly_determinant(a, poly(v)?),
                _ => c.determinant(&o.matrices[0], scalar(v)?),
            },
        )
        .resuming(),
        row(
            "rank",
            |o, call| Ok(Value::Number(modular::rank(numbers(o, call)?, &call.modular)?.value)),
            small,
            |c, o, _, v| match v {
                Value::Number(rank) => c.integer_rank(&o.matrices[0], *rank),
                _ => Err(unexpected()),
            },
        )
        .resuming(),
        row(
            "solve",
            |o, call| {
                let side = right_side(o)?;
                let (x, d) = modular::solve(numbers(o, call)?, &side, &call.modular)?.value;
                Ok(Value::Several(vec![like_right_side(o, x), Value::Scalar(d)]))
            },
            small,
            |c, o, _, v| match v {
                Value::Several(values) => match &values[..] {
                    [x, Value::Scalar(d)] if *d > 0 => {
                        c.matrix_product(&o.matrices[0], &*solution(o, x)?, &right_side(o)?.scale(d))
                    }
                    _ => Err(unexpected()),
                },
                _ => Err(unexpected()),
            },
        )
        .with_results(2)
        .resuming(),
        row(
            "inverse",
            |o, call| Ok(over_denominator(modular::inverse(numbers(o, call)?, &call.modular)?.value)),
            small,
            |c, o, _, v| match v {
                Value::Several(values) => match &values[..] {
                    [Value::Matrix(x), Value::Scalar(d)] if *d > 0 => {
                        let unit = Dense::identity(c.ring, x.rows());
                        c.matrix_product(&o.matrices[0], x, &unit.scale(d))
                    }
                    _ => Err(unexpected()),
                },
                _ => Err(unexpected()),
            },
        )
        .with_results(2)
        .resuming(),
        row(
            "nullspace",
            |o, call| Ok(modular::nullspace(numbers(o, call)?, &call.modular)?.value.into()),
            small,
            |c, o, _, v| match v {
                Value::Matrix(kernel) => {
                    let rank = kernel.cols().saturating_sub(kernel.rows());
                    let proof = c.integer_rank(&o.matrices[0], rank)?;
                    c.kernel(&o.matrices[0], kernel, rank, |i, lead| {
                        let row = (0..kernel.cols()).map(|j| kernel.get(i, j));
                        *lead > 0 && row.fold(Integer::new(), |common, x| common.gcd(&x)) == 1
                    })
                    .map(|product| proof.and(product))
                }
                _ => Err(unexpected()),
            },
        )
        .resuming(),
        row(
            "charpoly",
            |o, call| Ok(modular::charpoly(numbers(o, call)?, &call.modular)?.value.into()),
            small,
            |c, o, _, v| c.characteristic(&o.matrices[0], poly(v)?),
        )
        .resuming(),
    ]
}

/// A^E modulo M; for a negative E as a power of S with S·A + T·M = 1.
fn power_modulo(o: &Operands<Integers>, call: &VerbCall) -> Result<Value<Integers>, Failure> {
    let ([a, m], e) = (&o.polys[..], &o.integers[0]) else { return Err(unexpected()) };
    let divisor = Divisor::new(m)?;
    if *e >= 0 {
        return Ok(a.pow_mod(e, &divisor)?.into());
    }
    let IntegerBezout { g, s, d, .. } = modular::xgcd(&divisor.rem(a)?, m, &call.modular)?.value;
    if g != Poly::one(m.ring()) || d != 1 {
        let found = g.scale(&d);
        return Err(Failure::NoSuch(format!(
            "A has no inverse modulo M: S*A + T*M = 1 has no solution, but S*A + T*M = {found}"
        )));
    }
    Ok(s.pow_mod(&(-e).complete(), &divisor)?.into())
}

/// A^E; for a negative E as a power of the inverse, if its denominator is 1.
fn matrix_power(o: &Operands<Integers>, call: &VerbCall) -> Result<Value<Integers>, Failure> {
    let e = &o.integers[0];
    match &o.poly_matrices[..] {
        [_] if *e < 0 => Err(Failure::Usage(
            "matpow over z takes negative exponents for matrices of numbers; over zn:N for matrices of polynomials too"
                .into(),
        )),
        [a] => Ok(a.pow(e)?.into()),
        _ if *e >= 0 => Ok(o.matrices[0].pow(e)?.into()),
        _ => {
            let (inverse, d) = modular::inverse(&o.matrices[0], &call.modular)?.value;
            if d != 1 {
                return Err(Failure::NoSuch(format!(
                    "the matrix has no inverse over z: its entries have the denominator {d}"
                )));
            }
            Ok(inverse.pow(&(-e).complete())?.into())
        }
    }
}

/// The matrix of numbers; refuses entries that are polynomials.
fn numbers<'a>(o: &'a Operands<Integers>, call: &VerbCall) -> Result<&'a Dense<Integers>, Failure> {
    let none = || Error::Unsupported { operation: format!("{} of polynomials", call.verb.name), ring: "z".into() };
    Ok(o.matrices.first().ok_or_else(none)?)
}

fn over_denominator((x, d): (Dense<Integers>, Integer)) -> Value<Integers> {
    Value::Several(vec![x.into(), Value::Scalar(d)])
}

fn scalar(v: &Value<Integers>) -> Result<&Integer, Failure> {
    match v {
        Value::Scalar(x) => Ok(x),
        _ => Err(unexpected()),
    }
}
