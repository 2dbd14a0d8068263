//! The verbs of Euclid's algorithm: common divisors, resultants, fractions.

use super::{
    args::VerbCall,
    verbs::{Operands, Value, Verb, poly, row, small, unexpected},
};
use crate::{
    poly::{Bezout, Poly},
    ring::Convolve,
};

/// Verbs of rings where one can divide by leading coefficients.
pub fn euclid_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "gcd",
            |o, _| Ok(o.polys[0].gcd(&o.polys[1])?.into()),
            small,
            |c, o, _, v| c.common_divisor(&o.polys[0], &o.polys[1], poly(v)?),
        ),
        row(
            "xgcd",
            |o, _| {
                let Bezout { g, s, t } = o.polys[0].xgcd(&o.polys[1])?;
                Ok(Value::Several(vec![g.into(), s.into(), t.into()]))
            },
            small,
            |c, o, _, v| match polys(v)?[..] {
                [g, s, t] => c.bezout(&o.polys[0], &o.polys[1], g, s, t),
                _ => Err(unexpected()),
            },
        ),
        row(
            "resultant",
            |o, _| Ok(Value::Scalar(o.polys[0].resultant(&o.polys[1])?)),
            small,
            |c, o, _, v| match v {
                Value::Scalar(x) => c.resultant(&o.polys[0], &o.polys[1], x),
                _ => Err(unexpected()),
            },
        ),
        row(
            "discriminant",
            |o, _| Ok(Value::Scalar(o.polys[0].discriminant()?)),
            small,
            |c, o, _, v| match v {
                Value::Scalar(x) => c.discriminant(&o.polys[0], x),
                _ => Err(unexpected()),
            },
        ),
        row(
            "inv-mod",
            |o, _| Ok(o.polys[0].inv_mod(&o.polys[1])?.into()),
            small,
            |c, o, _, v| c.inverse_modulo(&o.polys[0], &o.polys[1], poly(v)?),
        ),
        row(
            "rational",
            |o, call| {
                let (p, q) = o.polys[0].rational(&o.polys[1], numerator_degree(o, call))?;
                Ok(Value::Several(vec![p.into(), q.into()]))
            },
            small,
            |c, o, call, v| match polys(v)?[..] {
                [p, q] => c.fraction(&o.polys[0], &o.polys[1], numerator_degree(o, call), p, q),
                _ => Err(unexpected()),
            },
        ),
        row(
            "minpoly",
            |o, _| Ok(Poly::minpoly(&o.ring, o.arrays[0].view())?.into()),
            small,
            |c, o, _, v| c.recurrence(o.arrays[0].view(), poly(v)?),
        ),
    ]
}

/// The highest degree of the numerator: half of the modulus's where none is given.
fn numerator_degree<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> usize {
    call.degree.unwrap_or(o.polys[1].len().saturating_sub(1) / 2)
}

fn polys<R: Convolve>(v: &Value<R>) -> Result<Vec<&Poly<R>>, super::Failure> {
    match v {
        Value::Several(values) => values.iter().map(poly).collect(),
        _ => Err(unexpected()),
    }
}
