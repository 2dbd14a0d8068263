//! The verbs of composition, and the terms of recurrences.

use super::{A, B, Kind, Method, Operands, Value, Verb};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    Error,
    memory::{Task, coefficient_bytes, composition_bytes, log2_norm},
    poly::{Divisor, Poly},
    ring::Convolve,
};

/// A(B).
pub static COMPOSE: Verb = Verb {
    about: "A(B): the polynomial A at the polynomial B",
    operands: &[A, B],
    examples: &["polymod compose '=x^2 + 1' '=x + 1'", "polymod compose a.json b.json --ring zn:2^61-1 --verify"],
    ..Verb::new(
        "compose",
        Method {
            bytes: |o, _| composition_bytes(&o.polys[0], &o.polys[1]),
            memory: |_, s| s.working(&Task::Composition),
            ..Method::new(
                |o, _| Ok(o.polys[0].compose(&o.polys[1])?.into()),
                |c, o, _, v| Ok(c.composition(&o.polys[0], &o.polys[1], v.poly()?)?),
            )
        },
    )
};

/// A(x + C).
pub static TAYLOR_SHIFT: Verb = Verb {
    about: "A(x + C)",
    operands: &[A, ("C", Kind::Scalar)],
    examples: &["polymod taylor-shift '=x^2' 1", "polymod taylor-shift a.json 12345 --ring zn:2^61-1"],
    ..Verb::new(
        "taylor-shift",
        Method {
            bytes: |o, _| composition_bytes(&o.polys[0], &shift(o)),
            memory: |o, s| s.working(&Task::TaylorShift(o.polys[0].len())),
            ..Method::new(
                |o, _| Ok(o.polys[0].taylor_shift(&o.scalars[0])?.into()),
                |c, o, _, v| Ok(c.composition(&o.polys[0], &shift(o), v.poly()?)?),
            )
        },
    )
};

/// A(B) modulo a polynomial.
pub static COMPOSE_MOD: Verb = Verb {
    about: "A(B) modulo the polynomial M",
    operands: &[A, B, ("M", Kind::Poly)],
    examples: &["polymod compose-mod a.json b.json m.json --ring zn:97"],
    ..Verb::new(
        "compose-mod",
        Method {
            memory: |o, s| {
                let (m, longest) = (&o.polys[2], o.polys.iter().map(Poly::len).max().unwrap_or(0));
                s.working(&Task::CompositionModulo(longest, m.coeffs().bytes_for(m.len() as f64)))
            },
            ..Method::new(
                |o, _| Ok(o.polys[0].compose_mod(&o.polys[1], &Divisor::new(&o.polys[2])?)?.into()),
                |c, o, _, v| Ok(c.composition_modulo(&o.polys[0], &o.polys[1], &o.polys[2], v.poly()?)?),
            )
        },
    )
};

/// A term of a linear recurrence.
pub static RECURRENCE: Verb = Verb {
    about: "The term of index K of the sequence with these first TERMS and the minimal polynomial C",
    operands: &[("TERMS", Kind::Vector), ("C", Kind::Poly), ("K", Kind::Natural)],
    examples: &["polymod recurrence '=[0,1]' '=x^2 - x - 1' 10^18 --ring zn:998244353"],
    ..Verb::new(
        "recurrence",
        Method {
            results: &[Shape::Scalar],
            bytes: |o, _| recurrence_bytes(o),
            memory: |o, s| s.working(&Task::RecurrenceTerm(o.polys[0].len())),
            ..Method::new(recurrence, |c, o, _, v| {
                Ok(c.recurrence_term(&o.polys[0], o.arrays[0].view(), &o.integers[0], v.scalar()?)?)
            })
        },
    )
};

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
fn recurrence_bytes<R: Convolve>(o: &Operands<R>) -> f64 {
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
