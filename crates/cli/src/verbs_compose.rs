//! The verbs of composition, and the terms of recurrences.

use super::{
    Failure,
    args::VerbCall,
    verbs::{Operands, Value, Verb, coefficient_bytes, log2_norm, poly, row, small, unexpected},
    verbs_division::{series_bytes, terms},
};
use polymod::{
    Error,
    poly::{Divisor, Poly},
    ring::Convolve,
};

/// Verbs that compose polynomials or power series.
pub fn composition_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "compose",
            |o, _| Ok(o.polys[0].compose(&o.polys[1])?.into()),
            composed_bytes,
            |c, o, _, v| c.composition(&o.polys[0], &o.polys[1], poly(v)?),
        ),
        row(
            "taylor-shift",
            |o, _| Ok(o.polys[0].taylor_shift(&o.scalars[0])?.into()),
            shifted_bytes,
            |c, o, _, v| c.composition(&o.polys[0], &shift(o), poly(v)?),
        ),
        row(
            "compose-mod",
            |o, _| Ok(o.polys[0].compose_mod(&o.polys[1], &Divisor::new(&o.polys[2])?)?.into()),
            small,
            |c, o, _, v| c.composition_modulo(&o.polys[0], &o.polys[1], &o.polys[2], poly(v)?),
        ),
        row(
            "compose-series",
            |o, _| Ok(o.polys[0].compose_series(&o.polys[1], terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.composed_series(&o.polys[0], &o.polys[1], terms(o), poly(v)?),
        ),
        row(
            "revert-series",
            |o, _| Ok(o.polys[0].revert_series(terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.reversion(&o.polys[0], terms(o), poly(v)?),
        ),
        row("recurrence", recurrence, recurrence_bytes, |c, o, _, v| match v {
            Value::Scalar(x) => c.recurrence_term(&o.polys[0], o.arrays[0].view(), &o.integers[0], x),
            _ => Err(unexpected()),
        }),
    ]
}

fn recurrence<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> Result<Value<R>, Failure> {
    let (c, first) = (&o.polys[0], o.arrays[0].view());
    let term = c.recurrence_term(first, &o.integers[0]).map_err(|e| match e {
        Error::Length { expected, got, .. } => {
            Failure::Usage(format!("a recurrence of degree {expected} takes {expected} initial terms, found {got}"))
        }
        e => e.into(),
    })?;
    Ok(Value::Scalar(term))
}

/// Bytes of a term: over Z it is at most the largest of the first ones times a power of Σ|cᵢ|, without the leading
/// coefficient.
fn recurrence_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    let (c, first) = (&o.polys[0], Poly::from_coeffs(&o.ring, o.arrays[0].clone()));
    coefficient_bytes(c, || {
        let norm = log2_norm(c);
        // 1 less, where doubles can represent that
        let growth = if norm < 50.0 { (norm.exp2() - 1.0).max(1.0).log2() } else { norm };
        let steps = o.integers[0].to_f64();
        log2_norm(&first) + if growth < 1e-9 { 0.0 } else { growth * steps }
    })
}

fn shift<R: Convolve>(o: &Operands<R>) -> Poly<R> {
    Poly::new(&o.ring, [o.scalars[0].clone(), o.ring.one()])
}

/// Bytes of A(B): over Z its 1-norm is at most that of A times a power of B's, if that is at least 1.
fn composition_bytes<R: Convolve>(a: &Poly<R>, b: &Poly<R>) -> f64 {
    let [m, k] = [a, b].map(|p| p.len().saturating_sub(1) as f64);
    (m * k + 1.0) * coefficient_bytes(a, || log2_norm(a) + m * log2_norm(b))
}

fn composed_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    composition_bytes(&o.polys[0], &o.polys[1])
}

fn shifted_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    composition_bytes(&o.polys[0], &shift(o))
}
