//! The verbs of power series, to a given number of terms.

use super::{A, B, Kind, Method, Operands, TERMS, Verb};
use polymod::{
    memory::{Task, coefficient_bytes, growth, log2_norm},
    poly::Poly,
    ring::Convolve,
};

/// 1/A.
pub static INVERSE: Verb = Verb {
    about: "N terms of the power series 1/A",
    operands: &[A, TERMS],
    examples: &["polymod inv-series '=1 - x - x^2' 10", "polymod inv-series a.json 1000 --ring zn:97"],
    ..Verb::new(
        "inv-series",
        Method {
            bytes: |o, _| terms_bytes(o, |a, terms| growth(a) * terms + log2_norm(a)),
            memory: |_, s| s.working(&Task::InverseSeries),
            ..Method::new(
                |o, _| Ok(o.polys[0].inv_series(o.terms())?.into()),
                |c, o, _, v| Ok(c.inverse_series(&o.polys[0], o.terms(), v.poly()?)?),
            )
        },
    )
};

/// The logarithm.
pub static LOGARITHM: Verb = Verb {
    about: "N terms of the logarithm of A, whose constant term is 1",
    operands: &[A, TERMS],
    examples: &["polymod log-series '=1 + x' 10 --ring zn:97"],
    ..Verb::new(
        "log-series",
        Method {
            bytes: |o, _| terms_bytes(o, |a, terms| growth(a) * terms + log2_norm(a)),
            memory: |_, s| s.working(&Task::Series),
            ..Method::new(
                |o, _| Ok(o.polys[0].log_series(o.terms())?.into()),
                |c, o, _, v| Ok(c.logarithm(&o.polys[0], o.terms(), v.poly()?)?),
            )
        },
    )
};

/// The exponential.
pub static EXPONENTIAL: Verb = Verb {
    about: "N terms of the exponential of A, whose constant term is 0",
    operands: &[A, TERMS],
    examples: &["polymod exp-series '=x' 10 --ring zn:97"],
    ..Verb::new(
        "exp-series",
        Method {
            bytes: |o, _| terms_bytes(o, |a, terms| growth(a) * terms + log2_norm(a)),
            memory: |_, s| s.working(&Task::Series),
            ..Method::new(
                |o, _| Ok(o.polys[0].exp_series(o.terms())?.into()),
                |c, o, _, v| Ok(c.exponential(&o.polys[0], o.terms(), v.poly()?)?),
            )
        },
    )
};

/// The square root.
pub static SQUARE_ROOT: Verb = Verb {
    about: "N terms of the square root of A: the one whose lowest coefficient is the smaller residue, over z positive",
    operands: &[A, TERMS],
    examples: &["polymod sqrt-series '=1 - 4*x' 10", "polymod sqrt-series a.json 1000 --ring zn:97"],
    ..Verb::new(
        "sqrt-series",
        Method {
            bytes: |o, _| terms_bytes(o, |a, terms| growth(a) * terms + log2_norm(a)),
            memory: |_, s| s.working(&Task::Series),
            ..Method::new(
                |o, _| Ok(o.polys[0].sqrt_series(o.terms())?.into()),
                |c, o, _, v| Ok(c.square_root(&o.polys[0], o.terms(), v.poly()?)?),
            )
        },
    )
};

/// A power.
pub static POWER: Verb = Verb {
    about: "N terms of A to the power of E, which may be negative",
    operands: &[A, ("E", Kind::Integer), TERMS],
    examples: &["polymod pow-series '=1 + x' -2 10", "polymod pow-series a.json 1000000 100 --ring zn:2^61-1"],
    ..Verb::new(
        "pow-series",
        Method {
            bytes: |o, _| {
                let (e, negative) = (o.integers[0].to_f64().abs(), o.integers[0] < 0);
                terms_bytes(o, |a, terms| {
                    let product = if negative { f64::INFINITY } else { e * log2_norm(a) };
                    // at t/2 the series is at most 1/2
                    ((growth(a) + 1.0) * terms + e).min(product)
                })
            },
            memory: |_, s| s.working(&Task::Series),
            ..Method::new(
                |o, _| Ok(o.polys[0].pow_series(&o.integers[0], o.terms())?.into()),
                |c, o, _, v| Ok(c.power_series(&o.polys[0], &o.integers[0], o.terms(), v.poly()?)?),
            )
        },
    )
};

/// A(B).
pub static COMPOSITION: Verb = Verb {
    about: "N terms of A(B), the power series A at B",
    operands: &[A, B, TERMS],
    examples: &["polymod compose-series a.json b.json 1000 --ring zn:998244353 --explain"],
    ..Verb::new(
        "compose-series",
        Method {
            bytes: |o, _| {
                terms_bytes(o, |a, terms| {
                    let (b, powers) = (&o.polys[1], (a.len() as f64).min(terms));
                    log2_norm(a) + (growth(b) * terms).min(log2_norm(b) * powers)
                })
            },
            memory: |o, s| s.working(&Task::SeriesComposition(o.terms())),
            ..Method::new(
                |o, _| Ok(o.polys[0].compose_series(&o.polys[1], o.terms())?.into()),
                |c, o, _, v| Ok(c.composed_series(&o.polys[0], &o.polys[1], o.terms(), v.poly()?)?),
            )
        },
    )
};

/// The inverse function.
pub static REVERSION: Verb = Verb {
    about: "N terms of the series G with A(G) = x; A has no constant term, and the coefficient of x is a unit",
    operands: &[A, TERMS],
    examples: &["polymod revert-series '=x - x^2' 10", "polymod revert-series a.json 1000 --ring zn:97"],
    ..Verb::new(
        "revert-series",
        Method {
            bytes: |o, _| terms_bytes(o, |a, terms| (growth(a) + 3.0) * terms),
            memory: |o, s| s.working(&Task::SeriesComposition(o.terms())),
            ..Method::new(
                |o, _| Ok(o.polys[0].revert_series(o.terms())?.into()),
                |c, o, _, v| Ok(c.reversion(&o.polys[0], o.terms(), v.poly()?)?),
            )
        },
    )
};

/// Bytes of the terms; over Z, where they grow, of as many terms as long as the last one: `bits` bounds its log2 for A and the number of
/// terms. A series with |aᵢ| for coefficients dominates that of A, and where it is 1 − |a₀| or less at t the terms of 1/A, and those of
/// roots, are at most t^(−i).
pub(super) fn terms_bytes<R: Convolve>(o: &Operands<R>, bits: impl FnOnce(&Poly<R>, f64) -> f64) -> f64 {
    let (a, terms) = (&o.polys[0], o.terms() as f64);
    terms * coefficient_bytes(a, || bits(a, terms))
}
