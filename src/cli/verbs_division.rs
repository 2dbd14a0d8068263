//! The verbs of division and of power series.

use super::{
    Failure,
    args::VerbCall,
    verbs::{Operands, Value, Verb, poly, row, small, unexpected},
};
use crate::{
    poly::{Divisor, Poly},
    ring::{Convolve, View},
};

/// Quotients and remainders.
pub fn division_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "divrem",
            |o, call| Ok(both(o.polys[0].divrem_by(&o.polys[1], call.division)?)),
            small,
            |c, o, _, v| {
                let (q, r) = two(v)?;
                c.division(&o.polys[0], &o.polys[1], q, r)
            },
        ),
        row(
            "quo",
            |o, call| Ok(o.polys[0].quo_by(&o.polys[1], call.division)?.into()),
            small,
            |c, o, _, v| c.quotient(&o.polys[0], &o.polys[1], poly(v)?),
        ),
        row(
            "rem",
            |o, call| Ok(o.polys[0].divrem_by(&o.polys[1], call.division)?.1.into()),
            small,
            |c, o, _, v| c.remainder(&o.polys[0], &o.polys[1], poly(v)?),
        ),
        row(
            "pseudo-divrem",
            |o, _| Ok(both(o.polys[0].pseudo_divrem(&o.polys[1])?)),
            small,
            |c, o, _, v| {
                let (q, r) = two(v)?;
                c.pseudo_division(&o.polys[0], &o.polys[1], q, r)
            },
        ),
        row(
            "pow-mod",
            |o, _| {
                let (a, m) = (&o.polys[0], &o.polys[1]);
                Ok(a.pow_mod(&o.integers[0], &Divisor::new(m)?)?.into())
            },
            small,
            |c, o, _, v| c.power_modulo(&o.polys[0], &o.integers[0], &o.polys[1], poly(v)?),
        ),
    ]
}

/// Functions of power series to so many terms.
pub fn series_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "inv-series",
            |o, _| Ok(o.polys[0].inv_series(terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.inverse_series(&o.polys[0], terms(o), poly(v)?),
        ),
        row(
            "log-series",
            |o, _| Ok(o.polys[0].log_series(terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.logarithm(&o.polys[0], terms(o), poly(v)?),
        ),
        row(
            "exp-series",
            |o, _| Ok(o.polys[0].exp_series(terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.exponential(&o.polys[0], terms(o), poly(v)?),
        ),
        row(
            "sqrt-series",
            |o, _| Ok(o.polys[0].sqrt_series(terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.square_root(&o.polys[0], terms(o), poly(v)?),
        ),
        row(
            "pow-series",
            |o, _| Ok(o.polys[0].pow_series(&o.integers[0], terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.power_series(&o.polys[0], &o.integers[0], terms(o), poly(v)?),
        ),
    ]
}

fn both<R: Convolve>((first, second): (Poly<R>, Poly<R>)) -> Value<R> {
    Value::Several(vec![first.into(), second.into()])
}

fn two<R: Convolve>(v: &Value<R>) -> Result<(&Poly<R>, &Poly<R>), Failure> {
    match v {
        Value::Several(values) => match &values[..] {
            [first, second] => Ok((poly(first)?, poly(second)?)),
            _ => Err(unexpected()),
        },
        _ => Err(unexpected()),
    }
}

/// The last integer among the operands; what no memory can hold is refused before anything is computed.
pub(super) fn terms<R: Convolve>(o: &Operands<R>) -> usize {
    o.integers.last().and_then(rug::Integer::to_usize).unwrap_or(usize::MAX)
}

/// At least a word for each term and word of the operand's coefficients.
pub(super) fn series_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    let a: View<'_, R> = o.polys[0].coeffs();
    a.bytes_for(terms(o) as f64)
}
