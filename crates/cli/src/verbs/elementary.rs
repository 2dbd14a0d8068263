//! The verbs of elementary functions of power series, to a given number of terms, and of exact square roots.

use super::{A, B, Check, Method, Operands, TERMS, Value, Verb, series::terms_bytes};
use crate::{Failure, args::VerbCall};
use polymod::{
    memory::{Task, growth, log2_norm},
    poly::Elementary,
    ring::AnyRing,
};

/// The verb of an elementary function.
const fn function(
    name: &'static str,
    run: fn(&Operands<AnyRing>, &VerbCall) -> Result<Value<AnyRing>, Failure>,
    check: Check,
) -> Verb {
    Verb {
        operands: &[A, TERMS],
        ..Verb::new(
            name,
            Method {
                // where A is 1 at t with |aᵢ| for coefficients, the functions are below 2, so that their terms are
                // below 2·t^(−i)
                bytes: |o, _| terms_bytes(o, |a, terms| growth(a) * terms + 1.0),
                // over Z sums times a factorial, powers and weights, which are no longer than an answer that has
                // integers
                memory: |_, s| 2.0 * s.working(&Task::Series) + if s.grows { 8.0 * s.result } else { 0.0 },
                ..Method::new(run, check)
            },
        )
    }
}

/// A/B.
pub static QUOTIENT: Verb = Verb {
    about: "N terms of the power series A/B; the constant term of B is a unit",
    operands: &[A, B, TERMS],
    examples: &["polymod div-series '=1 + x' '=1 - x' 10", "polymod div-series a.json b.json 1000 --ring zn:97"],
    ..Verb::new(
        "div-series",
        Method {
            bytes: |o, _| {
                terms_bytes(o, |a, terms| {
                    let b = &o.polys[1];
                    log2_norm(a) + growth(b) * terms + log2_norm(b)
                })
            },
            memory: |_, s| s.working(&Task::Series),
            ..Method::new(
                |o, _| Ok(o.polys[0].div_series(&o.polys[1], o.terms())?.into()),
                |c, o, _, v| Ok(c.quotient_series(&o.polys[0], &o.polys[1], o.terms(), v.poly()?)?),
            )
        },
    )
};

/// 1 over the square root.
pub static INVERSE_SQUARE_ROOT: Verb = Verb {
    about: "N terms of 1 over the square root of A that sqrt-series gives",
    operands: &[A, TERMS],
    examples: &["polymod invsqrt-series '=1 - 4*x' 10", "polymod invsqrt-series a.json 1000 --ring zn:97"],
    ..Verb::new(
        "invsqrt-series",
        Method {
            bytes: |o, _| terms_bytes(o, |a, terms| growth(a) * terms + log2_norm(a)),
            memory: |_, s| s.working(&Task::Series),
            ..Method::new(
                |o, _| Ok(o.polys[0].invsqrt_series(o.terms())?.into()),
                |c, o, _, v| Ok(c.inverse_square_root(&o.polys[0], o.terms(), v.poly()?)?),
            )
        },
    )
};

/// The square root.
pub static SQUARE_ROOT: Verb = Verb {
    about: "The exact square root of A: the one whose lowest coefficient is the smaller residue, over z positive",
    operands: &[A],
    examples: &["polymod sqrt '=x^2 + 2*x + 1'", "polymod sqrt a.json --ring zn:97"],
    ..Verb::new(
        "sqrt",
        Method {
            // the root has half as many terms, its square and the rest as many as A
            memory: |_, s| s.working(&Task::Division) + (8.0 + 6.0 * s.primes) * s.held,
            ..Method::new(
                |o, _| Ok(o.polys[0].sqrt()?.into()),
                |c, o, _, v| Ok(c.exact_square_root(&o.polys[0], v.poly()?)?),
            )
        },
    )
};

/// The sine.
pub static SINE: Verb = Verb {
    about: "N terms of the sine of A, whose constant term is 0",
    examples: &["polymod sin-series '=x' 10 --ring zn:97"],
    ..function(
        "sin-series",
        |o, _| Ok(o.polys[0].sin_series(o.terms())?.into()),
        |c, o, _, v| Ok(c.elementary(Elementary::Sin, &o.polys[0], o.terms(), v.poly()?)?),
    )
};

/// The cosine.
pub static COSINE: Verb = Verb {
    about: "N terms of the cosine of A, whose constant term is 0",
    examples: &["polymod cos-series '=x' 10 --ring zn:97"],
    ..function(
        "cos-series",
        |o, _| Ok(o.polys[0].cos_series(o.terms())?.into()),
        |c, o, _, v| Ok(c.elementary(Elementary::Cos, &o.polys[0], o.terms(), v.poly()?)?),
    )
};

/// The tangent.
pub static TANGENT: Verb = Verb {
    about: "N terms of the tangent of A, whose constant term is 0",
    examples: &["polymod tan-series '=x' 10 --ring zn:97"],
    ..function(
        "tan-series",
        |o, _| Ok(o.polys[0].tan_series(o.terms())?.into()),
        |c, o, _, v| Ok(c.elementary(Elementary::Tan, &o.polys[0], o.terms(), v.poly()?)?),
    )
};

/// The hyperbolic sine.
pub static HYPERBOLIC_SINE: Verb = Verb {
    about: "N terms of the hyperbolic sine of A, whose constant term is 0",
    examples: &["polymod sinh-series '=x' 10 --ring zn:97"],
    ..function(
        "sinh-series",
        |o, _| Ok(o.polys[0].sinh_series(o.terms())?.into()),
        |c, o, _, v| Ok(c.elementary(Elementary::Sinh, &o.polys[0], o.terms(), v.poly()?)?),
    )
};

/// The hyperbolic cosine.
pub static HYPERBOLIC_COSINE: Verb = Verb {
    about: "N terms of the hyperbolic cosine of A, whose constant term is 0",
    examples: &["polymod cosh-series '=x' 10 --ring zn:97"],
    ..function(
        "cosh-series",
        |o, _| Ok(o.polys[0].cosh_series(o.terms())?.into()),
        |c, o, _, v| Ok(c.elementary(Elementary::Cosh, &o.polys[0], o.terms(), v.poly()?)?),
    )
};

/// The hyperbolic tangent.
pub static HYPERBOLIC_TANGENT: Verb = Verb {
    about: "N terms of the hyperbolic tangent of A, whose constant term is 0",
    examples: &["polymod tanh-series '=x' 10 --ring zn:97"],
    ..function(
        "tanh-series",
        |o, _| Ok(o.polys[0].tanh_series(o.terms())?.into()),
        |c, o, _, v| Ok(c.elementary(Elementary::Tanh, &o.polys[0], o.terms(), v.poly()?)?),
    )
};

/// The inverse sine.
pub static INVERSE_SINE: Verb = Verb {
    about: "N terms of the inverse sine of A, whose constant term is 0",
    examples: &["polymod asin-series '=x' 10 --ring zn:97"],
    ..function(
        "asin-series",
        |o, _| Ok(o.polys[0].asin_series(o.terms())?.into()),
        |c, o, _, v| Ok(c.elementary(Elementary::Asin, &o.polys[0], o.terms(), v.poly()?)?),
    )
};

/// The inverse tangent.
pub static INVERSE_TANGENT: Verb = Verb {
    about: "N terms of the inverse tangent of A, whose constant term is 0",
    examples: &["polymod atan-series '=x' 10 --ring zn:97"],
    ..function(
        "atan-series",
        |o, _| Ok(o.polys[0].atan_series(o.terms())?.into()),
        |c, o, _, v| Ok(c.elementary(Elementary::Atan, &o.polys[0], o.terms(), v.poly()?)?),
    )
};
