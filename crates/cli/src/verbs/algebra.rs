//! The verbs of elements modulo a polynomial, of values at matrices, and of the order of x.

use super::{A, Kind, MATRIX, Method, Operands, Rings, Value, Verb, bytes};
use crate::{Failure, results::Shape};
use polymod::{
    matrix::Matrix,
    memory::{Entries, Sizes, Task, log2_norm},
    multimodular,
    poly::Poly,
    ring::{AnyRing, FiniteField},
    verify::{Checker, Proof, Unverified},
};

const M: (&str, Kind) = ("M", Kind::Poly);

/// A verb of an element modulo a polynomial, over z a monic one.
const fn of_element(name: &'static str, residues: Method, over_z: Method) -> Verb {
    Verb { operands: &[A, M], ..Verb::of_both(name, residues, over_z) }
}

/// Rows, columns and bits of the matrix of the multiplication by A modulo M over z: a product by x adds the bits of M's coefficients at most.
fn multiplication(o: &Operands<AnyRing>) -> Entries {
    let (a, m) = (&o.polys[0], &o.polys[1]);
    let n = m.len().saturating_sub(1);
    let bits = log2_norm(a) + (a.len() + n) as f64 * (log2_norm(m) + 1.0);
    Entries { rows: n, cols: n, bits: bits as u32 }
}

/// Bytes of that matrix.
fn matrix_bytes(o: &Operands<AnyRing>) -> f64 {
    let Entries { rows, bits, .. } = multiplication(o);
    (rows * rows) as f64 * (8.0 + f64::from(bits) / 8.0)
}

/// Bytes for a linear form at the powers of an element: two matrices of √n rows.
fn projection(o: &Operands<AnyRing>, s: &Sizes) -> f64 {
    let n = o.polys[1].len() as f64;
    s.working(&Task::CompositionModulo(o.polys[1].len(), s.held)) + o.polys[1].coeffs().bytes_for(8.0 * n.sqrt() * n)
}

/// Whether a result of an element and a modulus is that of the matrix of its multiplication.
fn by_matrix(
    c: &mut Checker<'_, AnyRing>,
    [a, m]: [&Poly<AnyRing>; 2],
    check: impl FnOnce(&mut Checker<'_, AnyRing>, &Matrix<AnyRing>) -> Result<Proof, Failure>,
) -> Result<Proof, Failure> {
    let matrix = c.multiplication(a, m)?;
    check(c, &matrix)
}

/// The characteristic polynomial.
pub static CHARPOLY_MOD: Verb = Verb {
    about: "The characteristic polynomial of A in K[x]/(M): that of the multiplication by A; over z M is monic",
    examples: &["polymod charpoly-mod '=x^2 + 1' '=x^3 + x + 3' --ring zn:97"],
    ..of_element(
        "charpoly-mod",
        Method {
            memory: |o, s| {
                // traces of powers, or a matrix of the multiplication where the characteristic is small
                let n = o.polys[1].len();
                let small = o.ring.small_characteristic().ok().flatten().is_some_and(|p| p <= n as u64);
                if small { 4.0 * o.polys[1].coeffs().bytes_for((n * n) as f64) } else { projection(o, s) }
            },
            ..Method::new(
                |o, _| Ok(o.polys[0].charpoly_mod(&o.polys[1])?.into()),
                |c, o, _, v| by_matrix(c, [&o.polys[0], &o.polys[1]], |c, m| Ok(c.characteristic(m, v.poly()?)?)),
            )
        },
        Method {
            memory: |o, s| matrix_bytes(o) + s.working(&Task::Charpoly(multiplication(o))),
            resumes: true,
            ..Method::over_z(
                |o, call| Ok(multimodular::charpoly_mod(&o.polys[0], &o.polys[1], &call.modular)?.value.into()),
                |c, o, _, v| by_matrix(c, [&o.polys[0], &o.polys[1]], |c, m| Ok(c.characteristic(m, v.poly()?)?)),
            )
        },
    )
};

/// The minimal polynomial.
pub static MINPOLY_MOD: Verb = Verb {
    about: "The minimal polynomial of A in K[x]/(M); over z M is monic",
    examples: &["polymod minpoly-mod '=x^2' '=x^4 + 5' --ring zn:97"],
    ..of_element(
        "minpoly-mod",
        Method {
            memory: |o, s| projection(o, s),
            ..Method::new(
                |o, _| Ok(o.polys[0].minpoly_mod(&o.polys[1])?.into()),
                |c, o, _, v| by_matrix(c, [&o.polys[0], &o.polys[1]], |c, m| Ok(c.minimal(m, v.poly()?)?)),
            )
        },
        Method {
            memory: |o, s| matrix_bytes(o) + s.working(&Task::Charpoly(multiplication(o))),
            resumes: true,
            ..Method::over_z(
                |o, call| Ok(multimodular::minpoly_mod(&o.polys[0], &o.polys[1], &call.modular)?.value.into()),
                |c, o, _, v| by_matrix(c, [&o.polys[0], &o.polys[1]], |c, m| Ok(c.minimal(m, v.poly()?)?)),
            )
        },
    )
};

/// The norm.
pub static NORM_MOD: Verb = Verb {
    about: "The norm of A in K[x]/(M): the product of its values at the roots of M; over z M is monic",
    examples: &["polymod norm-mod '=x + 1' '=x^2 + 5' --ring zn:97"],
    ..of_element(
        "norm-mod",
        Method {
            results: &[Shape::Scalar],
            memory: |_, s| s.working(&Task::Resultant) + s.held,
            ..Method::new(
                |o, _| Ok(Value::Scalar(o.polys[0].norm_mod(&o.polys[1])?)),
                |c, o, _, v| by_matrix(c, [&o.polys[0], &o.polys[1]], |c, m| Ok(c.determinant(m, v.scalar()?)?)),
            )
        },
        Method {
            results: &[Shape::Scalar],
            memory: |_, s| s.working(&Task::Resultant) + s.held,
            resumes: true,
            ..Method::over_z(
                |o, call| Ok(Value::Scalar(multimodular::norm_mod(&o.polys[0], &o.polys[1], &call.modular)?.value)),
                |c, o, _, v| by_matrix(c, [&o.polys[0], &o.polys[1]], |c, m| Ok(c.determinant(m, v.scalar()?)?)),
            )
        },
    )
};

/// The trace.
pub static TRACE_MOD: Verb = Verb {
    about: "The trace of A in K[x]/(M): the sum of its values at the roots of M; over z M is monic",
    examples: &["polymod trace-mod '=x + 1' '=x^2 + 5' --ring zn:97"],
    ..of_element(
        "trace-mod",
        Method {
            results: &[Shape::Scalar],
            memory: |_, s| s.working(&Task::InverseSeries) + 2.0 * s.held,
            ..Method::new(
                |o, _| Ok(Value::Scalar(o.polys[0].trace_mod(&o.polys[1])?)),
                |c, o, _, v| by_matrix(c, [&o.polys[0], &o.polys[1]], |_, m| is_trace(m, v)),
            )
        },
        Method {
            results: &[Shape::Scalar],
            memory: |_, s| s.working(&Task::InverseSeries) + 2.0 * s.held,
            ..Method::over_z(
                |o, _| Ok(Value::Scalar(multimodular::trace_mod(&o.polys[0], &o.polys[1])?)),
                |c, o, _, v| by_matrix(c, [&o.polys[0], &o.polys[1]], |_, m| is_trace(m, v)),
            )
        },
    )
};

fn is_trace(m: &Matrix<AnyRing>, v: &Value<AnyRing>) -> Result<Proof, Failure> {
    match m.trace()? == *v.scalar()? {
        true => Ok(Proof::Exact),
        false => Err(Unverified::Wrong("the trace".into()).into()),
    }
}

/// The value at a matrix.
pub static EVAL_MATRIX: Verb = Verb {
    about: "A at the square matrix M",
    operands: &[A, ("M", MATRIX.1)],
    examples: &["polymod eval-matrix '=x^2 - 5*x - 2' '=[[1,2],[3,4]]'"],
    ..Verb::new(
        "eval-matrix",
        Method {
            results: &[Shape::Matrix],
            bytes: |o, _| {
                let (a, m) = (&o.polys[0], &o.matrices[0]);
                let n = m.rows().max(1) as f64;
                let growth = bytes::entry_bits(m) + n.log2();
                bytes::entries(m, n * n, if growth == 0.0 { 0.0 } else { growth * a.len() as f64 + log2_norm(a) })
            },
            memory: |o, s| {
                let powers = (o.polys[0].len() as f64).sqrt().ceil() + 3.0;
                s.working(&Task::MatrixPower) + powers * s.all
            },
            ..Method::new(
                |o, _| Ok(o.polys[0].eval_matrix(&o.matrices[0])?.into()),
                |c, o, _, v| Ok(c.value_at_matrix(&o.polys[0], &o.matrices[0], v.matrix()?)?),
            )
        },
    )
};

/// The order of x.
pub static ORDER: Verb = Verb {
    about: "The multiplicative order of x modulo A, over finite fields",
    operands: &[A],
    examples: &["polymod order '=x^31 + x^3 + 1' --ring gf2"],
    rings: Rings::Finite,
    ..Verb::new(
        "order",
        Method {
            results: &[Shape::Number],
            memory: |o, s| s.working(&Task::Factors(super::memory::size(&o.polys[0]))),
            ..Method::new(
                |o, _| Ok(Value::Integer(o.polys[0].order_of_x()?)),
                |c, o, _, v| Ok(c.order_of_x(&o.polys[0], v.integer()?)?),
            )
        },
    )
};
