//! The verbs of factoring over finite fields.

use super::{
    Failure,
    verbs::{Value, Verb, row, small, unexpected},
};
use polymod::{
    poly::{Factorization, Poly},
    ring::{Convolve, FiniteField},
};

/// Verbs of factors, roots and irreducibility.
pub fn factor_verbs<R: FiniteField>() -> Vec<Verb<R>> {
    vec![
        row(
            "factor",
            |o, _| Ok(factors(o.polys[0].factor()?)),
            small,
            |c, o, _, v| {
                let (unit, factors) = parts(v)?;
                c.factors(&o.polys[0], unit, factors)
            },
        )
        .with_results(2),
        row(
            "squarefree",
            |o, _| Ok(factors(o.polys[0].squarefree()?)),
            small,
            |c, o, _, v| {
                let (unit, factors) = parts(v)?;
                c.squarefree(&o.polys[0], unit, factors)
            },
        )
        .with_results(2),
        row(
            "roots",
            |o, _| Ok(Value::Array { entries: o.polys[0].roots()?, coefficients: false }),
            small,
            |c, o, _, v| match v {
                Value::Array { entries, .. } => c.roots(&o.polys[0], entries.view()),
                _ => Err(unexpected()),
            },
        ),
        row(
            "irreducible",
            |o, _| Ok(Value::Truth(o.polys[0].is_irreducible()?)),
            small,
            |c, o, _, v| match v {
                Value::Truth(yes) => c.irreducible(&o.polys[0], *yes),
                _ => Err(unexpected()),
            },
        ),
    ]
}

/// The value of a factorization: the unit, then the factors.
pub fn factors<R: Convolve>(found: Factorization<R>) -> Value<R> {
    Value::Several(vec![Value::Scalar(found.unit), Value::Factors(found.factors)])
}

type Parts<'v, R> = (&'v <R as polymod::ring::Ring>::Elem, &'v [(Poly<R>, u64)]);

/// The parts of a value that [`factors`] returned.
pub fn parts<R: Convolve>(v: &Value<R>) -> Result<Parts<'_, R>, Failure> {
    match v {
        Value::Several(values) => match &values[..] {
            [Value::Scalar(unit), Value::Factors(factors)] => Ok((unit, factors)),
            _ => Err(unexpected()),
        },
        _ => Err(unexpected()),
    }
}
