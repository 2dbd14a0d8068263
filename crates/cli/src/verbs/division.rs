//! The verbs of division.

use super::{
    A, B, Kind, Method, Operands, Run, Value, Verb,
    memory::size,
    run::{from_z, to_z},
};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    memory::{Task, coefficient_bytes, growth, log2_norm},
    multimodular::{self, IntegerBezout},
    poly::{Divisor, Poly},
    ring::{AnyRing, Convolve},
};
use rug::Complete;

/// Quotient and remainder.
pub static DIVREM: Verb = Verb {
    about: "Quotient and remainder of A by B; over zn:N B's leading coefficient must be a unit, over z every step must divide",
    operands: &[A, B],
    examples: &["polymod divrem a.json b.json --ring zn:97", "polymod divrem '=x^3 - 1' '=x - 1' --format human"],
    ..Verb::new(
        "divrem",
        Method {
            results: &[Shape::Poly; 2],
            memory: |_, s| s.working(&Task::Division),
            ..Method::new(
                |o, _| {
                    let (q, r) = o.polys[0].div_rem(&o.polys[1])?;
                    Ok([q, r].into())
                },
                |c, o, _, v| {
                    let [q, r] = v.polys()?;
                    Ok(c.division(&o.polys[0], &o.polys[1], q, r)?)
                },
            )
        },
    )
};

/// The quotient.
pub static QUO: Verb = Verb {
    about: "The quotient of A by B",
    operands: &[A, B],
    examples: &["polymod quo a.json b.json --ring zn:97"],
    ..Verb::new(
        "quo",
        Method {
            memory: |_, s| s.working(&Task::Division),
            ..Method::new(
                |o, _| Ok(o.polys[0].quo(&o.polys[1])?.into()),
                |c, o, _, v| Ok(c.quotient(&o.polys[0], &o.polys[1], v.poly()?)?),
            )
        },
    )
};

/// The remainder.
pub static REM: Verb = Verb {
    about: "The remainder of A by B",
    operands: &[A, B],
    examples: &["polymod rem a.json '=x^16 + 1' --ring zn:2^61-1 --verify"],
    ..Verb::new(
        "rem",
        Method {
            memory: |_, s| s.working(&Task::Division),
            ..Method::new(
                |o, _| Ok(o.polys[0].rem(&o.polys[1])?.into()),
                |c, o, _, v| Ok(c.remainder(&o.polys[0], &o.polys[1], v.poly()?)?),
            )
        },
    )
};

/// The quotient of a multiple.
pub static EXACT_DIV: Verb = Verb {
    about: "The quotient of A by B, which divides it; exit code 1 where it does not",
    operands: &[A, B],
    examples: &["polymod exact-div '=x^3 - 1' '=x - 1'"],
    ..Verb::of_both(
        "exact-div",
        EXACT,
        Method {
            run: Run::OverZ(|o, _| {
                let (a, b) = (&o.polys[0], &o.polys[1]);
                // a division that finds no quotient says where it failed
                let quotient = if b.is_empty() { None } else { b.divides(a)? };
                Ok(quotient.map_or_else(|| a.exact_div(b), Ok)?.into())
            }),
            ..EXACT
        },
    )
};

/// The method of [`EXACT_DIV`] over rings of residues, and over Z but for the function.
const EXACT: Method = Method {
    memory: |_, s| s.working(&Task::Division),
    ..Method::new(
        |o, _| Ok(o.polys[0].exact_div(&o.polys[1])?.into()),
        |c, o, _, v| Ok(c.exact_quotient(&o.polys[1], &o.polys[0], Some(v.poly()?))?),
    )
};

/// Quotient and remainder of a multiple of A.
pub static PSEUDO_DIVREM: Verb = Verb {
    about: "Q and R with c^k*A = Q*B + R, c the leading coefficient of B, k = max(deg A - deg B + 1, 0)",
    operands: &[A, B],
    examples: &["polymod pseudo-divrem '=x^2 + 1' '=2*x + 1'"],
    ..Verb::new(
        "pseudo-divrem",
        Method {
            results: &[Shape::Poly; 2],
            memory: |o, s| s.working(&Task::PseudoDivision(size(&o.polys[0]), size(&o.polys[1]))),
            ..Method::new(
                |o, _| {
                    let (q, r) = o.polys[0].pseudo_div_rem(&o.polys[1])?;
                    Ok([q, r].into())
                },
                |c, o, _, v| {
                    let [q, r] = v.polys()?;
                    Ok(c.pseudo_division(&o.polys[0], &o.polys[1], q, r)?)
                },
            )
        },
    )
};

/// A power modulo a polynomial.
pub static POW_MOD: Verb = Verb {
    about: "A to the power of E modulo the polynomial M; exit code 1 where E is negative and A has no inverse",
    operands: &[A, ("E", Kind::Integer), ("M", Kind::Poly)],
    examples: &[
        "polymod pow-mod '=x' 10^18 m.json --ring zn:97",
        "polymod pow-mod '=x' -2^127 '=x^2 + 1' --ring zn:97",
    ],
    ..Verb::of_both(
        "pow-mod",
        Method {
            bytes: power_bytes,
            memory: |_, s| s.working(&Task::PowerModulo),
            ..Method::new(
                |o, _| Ok(o.polys[0].pow_mod(&o.integers[0], &Divisor::new(&o.polys[1])?)?.into()),
                |c, o, _, v| Ok(c.power_modulo(&o.polys[0], &o.integers[0], &o.polys[1], v.poly()?)?),
            )
        },
        Method {
            bytes: power_bytes,
            memory: |_, s| s.working(&Task::PowerModulo),
            ..Method::new(integer_power, |c, o, _, v| {
                Ok(c.power_modulo(&o.polys[0], &o.integers[0], &o.polys[1], v.poly()?)?)
            })
        },
    )
};

/// A^E modulo M over Z; for a negative E as a power of S with S·A + T·M = 1.
fn integer_power(o: &Operands<AnyRing>, call: &VerbCall) -> Result<Value<AnyRing>, Failure> {
    let (a, m, e) = (&o.polys[0], &o.polys[1], &o.integers[0]);
    let divisor = Divisor::new(m)?;
    if *e >= 0 {
        return Ok(a.pow_mod(e, &divisor)?.into());
    }
    let [a, m] = [divisor.rem(a)?, m.clone()].map(|p| to_z(&o.ring).poly(p));
    let IntegerBezout { g, s, d, .. } = multimodular::xgcd(&a, &m, &call.modular)?.value;
    if g != Poly::one(m.ring()) || d != 1 {
        let found = g.scale(&d);
        return Err(Failure::NoSuch(format!(
            "A has no inverse modulo M: S*A + T*M = 1 has no solution, but S*A + T*M = {found}"
        )));
    }
    Ok(from_z(&o.ring).poly(s).pow_mod(&(-e).complete(), &divisor)?.into())
}

/// Bytes of A^E modulo M. Over Z the coefficients of x^k modulo a monic M are at most ρ^k for the ρ with ρ^d = Σ|mᵢ|·ρ^i.
fn power_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    let ([a, m], e) = ([&o.polys[0], &o.polys[1]], o.integers[0].to_f64().abs());
    let [degree_a, degree_m] = [a, m].map(|p| p.len().saturating_sub(1) as f64);
    // the exponent may exceed the range of floating-point numbers
    let times = |x: f64, y: f64| if x == 0.0 { 0.0 } else { x * y };
    let bits = || {
        let reductions = (times(degree_a, e) - degree_m + 1.0).max(0.0);
        times(log2_norm(a), e) + times(growth(&m.reverse()), reductions) + log2_norm(m)
    };
    // an M whose leading coefficient is not a unit is refused
    let divides = m.ring().inv(&m.coeff(m.len().saturating_sub(1))).is_ok();
    if divides { times(degree_m, coefficient_bytes(m, bits)) } else { 0.0 }
}
