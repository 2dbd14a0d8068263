//! The verbs that work coefficient by coefficient.

use super::{A, B, Method, Verb};
use polymod::poly::Poly;

/// A + B.
pub static ADD: Verb = Verb {
    about: "A + B",
    operands: &[A, B],
    examples: &["polymod add a.json b.json --ring zn:97"],
    ..Verb::new(
        "add",
        Method {
            memory: |_, s| 0.5 * s.held,
            direct: true,
            ..Method::new(
                |o, _| Ok(o.polys[0].checked_add(&o.polys[1])?.into()),
                |c, o, _, v| Ok(c.sum(&o.polys[0], &o.polys[1], v.poly()?)?),
            )
        },
    )
};

/// A − B.
pub static SUB: Verb = Verb {
    about: "A - B",
    operands: &[A, B],
    examples: &["polymod sub a.json '=x^2 - 1'"],
    ..Verb::new(
        "sub",
        Method {
            memory: |_, s| 0.5 * s.held,
            direct: true,
            ..Method::new(
                |o, _| Ok(o.polys[0].checked_sub(&o.polys[1])?.into()),
                |c, o, _, v| Ok(c.difference(&o.polys[0], &o.polys[1], v.poly()?)?),
            )
        },
    )
};

/// −A.
pub static NEG: Verb = Verb {
    about: "-A",
    operands: &[A],
    examples: &["polymod neg a.json --ring zn:97"],
    ..Verb::new(
        "neg",
        Method {
            direct: true,
            ..Method::new(
                |o, _| Ok((-&o.polys[0]).into()),
                |c, o, _, v| Ok(c.difference(&Poly::zero(c.ring()), &o.polys[0], v.poly()?)?),
            )
        },
    )
};

/// The coefficients in reverse order.
pub static REVERSE: Verb = Verb {
    about: "The coefficients of A in reverse order",
    operands: &[A],
    examples: &["polymod reverse '=x^2 + 2*x + 3'"],
    ..Verb::new(
        "reverse",
        Method {
            direct: true,
            ..Method::new(|o, _| Ok(o.polys[0].reverse().into()), |c, o, _, v| Ok(c.reversed(&o.polys[0], v.poly()?)?))
        },
    )
};

/// The derivative.
pub static DERIVATIVE: Verb = Verb {
    about: "The derivative of A",
    operands: &[A],
    examples: &["polymod derivative a.json"],
    ..Verb::new(
        "derivative",
        Method {
            memory: |_, s| if s.grows { 3.0 * s.held } else { s.held },
            direct: true,
            ..Method::new(
                |o, _| Ok(o.polys[0].derivative().into()),
                |c, o, _, v| Ok(c.derivative(&o.polys[0], v.poly()?)?),
            )
        },
    )
};

/// The integral.
pub static INTEGRAL: Verb = Verb {
    about: "The integral of A with constant term 0; exit code 1 where a division does not go through",
    operands: &[A],
    examples: &["polymod integral '=3*x^2 + 2*x'", "polymod integral a.json --ring zn:2^61-1"],
    ..Verb::new(
        "integral",
        Method {
            memory: |_, s| if s.grows { 3.0 * s.held } else { s.held },
            direct: true,
            ..Method::new(
                |o, _| Ok(o.polys[0].integral()?.into()),
                |c, o, _, v| Ok(c.integral(&o.polys[0], v.poly()?)?),
            )
        },
    )
};
