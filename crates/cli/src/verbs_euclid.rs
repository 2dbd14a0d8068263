//! The verbs of Euclid's algorithm: common divisors, resultants, fractions.

use super::{
    args::VerbCall,
    verbs::{Operands, Value, Verb, coefficient_bytes, log2_norm, poly, row, small, unexpected},
};
use polymod::{
    poly::{Bezout, Poly},
    ring::Convolve,
};

/// Verbs of rings with division by leading coefficients.
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
            |o, _| match &o.matrices[..] {
                [a] => Ok(a.minpoly()?.into()),
                _ => Ok(Poly::minpoly(&o.ring, o.arrays[0].view())?.into()),
            },
            small,
            |c, o, _, v| match &o.matrices[..] {
                [a] => c.minimal(a, poly(v)?),
                _ => c.recurrence(o.arrays[0].view(), poly(v)?),
            },
        ),
    ]
}

/// Verbs of Euclid's algorithm in every ring, by pseudo-remainders.
pub fn chain_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![row(
        "subresultants",
        |o, _| {
            let chain = o.polys[0].subresultants(&o.polys[1])?;
            Ok(Value::Several(chain.into_iter().map(Value::from).collect()))
        },
        chain_bytes,
        |c, o, _, v| c.subresultants(&o.polys[0], &o.polys[1], &polys(v)?),
    )]
}

/// Bytes of m(m + 1)/2 coefficients, m the lower degree; over Z of at most |A|^m·|B|^n (Hadamard's inequality).
fn chain_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    let (a, b) = (&o.polys[0], &o.polys[1]);
    let [n, m] = [a, b].map(|p| p.len().saturating_sub(1) as f64);
    let least = n.min(m);
    least * (least + 1.0) / 2.0 * coefficient_bytes(a, || m * log2_norm(a) + n * log2_norm(b))
}

/// The highest degree of the numerator: half of the modulus's if none is given.
fn numerator_degree<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> usize {
    call.degree.unwrap_or(o.polys[1].len().saturating_sub(1) / 2)
}

fn polys<R: Convolve>(v: &Value<R>) -> Result<Vec<&Poly<R>>, super::Failure> {
    match v {
        Value::Several(values) => values.iter().map(poly).collect(),
        _ => Err(unexpected()),
    }
}
