//! The verbs of composition, and of its transpose.

use super::{A, B, Kind, Method, Operands, Value, Verb};
use crate::results::Shape;
use polymod::{
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

/// The values of a linear form at the powers of a series.
pub static POWER_PROJECTION: Verb = Verb {
    about: "The sums of WEIGHTS[i] times the coefficient of x^i in the j-th power of A, for j = 0, …, M - 1: the transpose of compose-series",
    operands: &[A, ("WEIGHTS", Kind::Vector), ("M", Kind::Natural)],
    examples: &[
        "polymod power-projection '=x + 1' '=[0,0,1]' 5",
        "polymod power-projection a.json w.json 1000 --ring zn:97",
    ],
    ..Verb::new(
        "power-projection",
        Method {
            results: &[Shape::Array],
            bytes: |o, _| {
                let (a, weights) = (&o.polys[0], Poly::from_coeffs(&o.ring, o.arrays[0].clone()));
                let terms = o.terms() as f64;
                terms * coefficient_bytes(a, || log2_norm(&weights) + terms * log2_norm(a))
            },
            memory: |o, s| s.working(&Task::SeriesComposition(o.arrays[0].len())),
            ..Method::new(
                |o, _| Ok(Value::array(o.polys[0].power_projection(o.arrays[0].view(), o.terms())?)),
                |c, o, _, v| {
                    let (weights, values) = (o.arrays[0].view(), v.entries()?.view());
                    Ok(c.power_projection(&o.polys[0], weights, o.terms(), values)?)
                },
            )
        },
    )
};

fn shift<R: Convolve>(o: &Operands<R>) -> Poly<R> {
    Poly::new(&o.ring, [o.scalars[0].clone(), o.ring.one()])
}
